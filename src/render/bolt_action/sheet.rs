//! The game in words: tracks, units, scenarios and the final account.

use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::terms::Class;
use stavka_engine::bolt_action::{Action, BoltAction, Prepared, UnitId, units};
use stavka_engine::{Scenario as _, Side};
use stavka_words::{proper, tr};

use super::{account, names, odds, text, words};
use crate::phrases::{Group, in_brackets, roster};
use crate::{Extent, Ink, ScenarioSheet, Tabletop};

impl Tabletop for BoltAction {
    const TITLE: &'static str = "Bolt Action, platoons on the Eastern Front";

    fn board(&self, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
        text::board(self, viewer, extent, ink)
    }

    fn map_text(data: &'static Prepared, ink: Ink) -> String {
        text::map(data, ink)
    }

    fn wish(&self, action: Action) -> Option<String> {
        Some(words::wish(self, action))
    }

    fn words(&self, action: Action, _: Side) -> String {
        words::words(self, action)
    }

    /// The side whose order is given or carried out; between orders and during the set-up nobody's.
    fn phase_owner(&self) -> Option<Side> {
        self.active_side()
    }

    fn odds(&self, _: Side) -> Vec<String> {
        odds::lines(self)
    }

    /// Turn, bag, who waits for an order, and how the mission stands.
    fn status(&self, _: Side) -> Vec<String> {
        let mission = &self.data().mission;
        let turn = u8::try_from(stavka_engine::Game::game_turn(self)).unwrap_or(u8::MAX);
        let mut lines = vec![length(self.data(), tr!("Turn {turn} of {turns}", turn, turns = mission.turns))];
        lines.push(tr!("To win: {how}", how = to_win(self.data())));
        lines.extend(objectives(self.data()).map(|cells| tr!("Objectives: {cells}", cells)));
        if self.next_to_place().is_some() {
            lines.push(set_up(self.data()));
            return lines;
        }
        lines.push(odds::bag(self));
        lines.extend(Side::ALL.into_iter().filter_map(|side| {
            let idle: Vec<String> =
                units(side, self.alive(side)).filter(|&unit| self.piece(unit).order.is_none()).map(names::tag).collect();
            (!idle.is_empty()).then(|| tr!("{side}, without an order: {units}", side, units = idle.join(" ")))
        }));
        lines.extend(account::lines(self));
        lines
    }

    /// The units by side, the destroyed ones last.
    fn roster(&self, filter: &str, ink: Ink) -> String {
        let group = |side: Side| {
            let mut of_side: Vec<UnitId> = self.data().units(side).map(|(unit, _)| unit).collect();
            of_side.sort_by_key(|&unit| self.piece(unit).men == 0);
            let heading = format!("{side}: {}", proper(&self.data().mission.forces[side.index()]));
            Group { keys: heading.clone(), heading, lines: of_side.into_iter().map(|unit| (side, line(self, unit))).collect() }
        };
        roster(Side::ALL.map(group), filter, ink)
    }

    fn account(&self) -> Vec<String> {
        account::result(self)
    }

    fn sheet(data: &Prepared) -> ScenarioSheet {
        let mission = &data.mission;
        let fact = |name: &str, text: String| (name.to_owned(), text);
        let mut facts = vec![
            fact(tr!("battlefield"), battlefield(data)),
            fact(tr!("forces"), Side::ALL.map(|side| force(data, side)).join("; ")),
            fact(tr!("length"), length(data, tr!("{turns} turns", turns = mission.turns))),
            fact(tr!("set-up"), set_up(data)),
        ];
        facts.extend(objectives(data).map(|told| fact(tr!("objectives"), told)));
        facts.push(fact(tr!("to win"), to_win(data)));
        ScenarioSheet {
            id: mission.id.clone(),
            name: mission.name.clone(),
            description: mission.description.clone(),
            turns: u16::from(mission.turns),
            data: format!("{:016x}", data.fingerprint()),
            facts,
        }
    }
}

/// A unit in a line: letter, id, place, order, men, pins, and what it is.
fn line(game: &BoltAction, unit: UnitId) -> String {
    let (data, piece) = (game.data(), game.piece(unit));
    let template = data.unit(unit);
    let place = match piece.cell {
        Some(cell) if names::has_facing(game, unit) && piece.is_alive() => {
            format!("{} {}", names::cell(data, cell), names::arrow(piece.facing))
        }
        Some(cell) => names::cell(data, cell),
        None => "-".to_owned(),
    };
    let men = match template.class {
        Class::Vehicle => String::new(),
        _ => format!("{}/{}", piece.men, template.models()),
    };
    let mut notes = vec![names::quality(template.quality).to_owned(), tr!("{points} points", points = template.points)];
    notes.push(if piece.men == 0 { tr!("destroyed in action").to_owned() } else { names::weapons(game, unit) });
    notes.extend(piece.immobilised.then(|| tr!("immobilised").to_owned()));
    notes.extend(piece.dug_in.then(|| tr!("dug in").to_owned()));
    if let Some((target, shots)) = piece.ranging {
        notes.push(tr!("has ranged at {target} with {shots} shots", target = names::tag(target), shots));
    }
    let order = piece.order.map_or("-", names::order);
    let pins = if piece.pins > 0 { tr!("pins {pins}", pins = piece.pins) } else { String::new() };
    let (id, kind) = (data.name(unit), names::kind(data, unit));
    format!("{} {id:<12} {place:<6} {order:<10} {men:<5} {pins:<9} {kind}{}", names::tag(unit), in_brackets(&notes))
}

fn battlefield(data: &Prepared) -> String {
    let lattice = data.battlefield.lattice;
    tr!("{name}, {wide} x {high} inches", name = proper(&data.battlefield.name), wide = lattice.width(), high = lattice.height())
}

fn force(data: &Prepared, side: Side) -> String {
    tr!(
        "{side}: {name}, {year}: {count} units, {points} points",
        side,
        name = proper(&data.mission.forces[side.index()]),
        year = data.mission.year,
        count = data.units(side).count(),
        points = data.points(side)
    )
}

/// A number of turns, and when another one follows.
fn length(data: &Prepared, turns: String) -> String {
    match data.mission.extra_turn_from {
        Some(from) => tr!("{turns}, another one on {from} or more [S34]", turns, from),
        None => turns,
    }
}

fn set_up(data: &Prepared) -> String {
    let mission = &data.mission;
    let mut all: Vec<String> =
        Side::ALL.map(|side| tr!("{side} zone: {cells}", side, cells = text::corners(data, &mission.zones[side.index()]))).to_vec();
    all.push(match (mission.placed.is_empty(), mission.attacker) {
        (false, _) => tr!("all units are in place").to_owned(),
        (true, None) => tr!("the sides place a unit each in turn, {side} first [D12]", side = mission.first_set_up),
        (true, Some(_)) => tr!("{side} places all units first", side = mission.first_set_up),
    });
    if let Some(side) = mission.dug_in {
        all.push(tr!("{side} men and guns are dug in [D13]", side));
    }
    all.join("; ")
}

/// The objectives, and who holds one.
fn objectives(data: &Prepared) -> Option<String> {
    let cells: Vec<String> = data.mission.objectives.iter().map(|&cell| names::cell(data, cell)).collect();
    let told = || tr!("{cells}, held by the nearest unit within {inches} inches", cells = cells.join(", "), inches = data.mission.radius);
    (!cells.is_empty()).then(told)
}

fn to_win(data: &Prepared) -> String {
    let mission = &data.mission;
    let attacker = mission.attacker.unwrap_or(Side::Axis);
    match &mission.victory {
        Victory::Points { objective, draw_margin } => tr!(
            "the points of destroyed enemies, and {objective} for each objective held at the end; a difference below {draw_margin} is a draw",
            objective,
            draw_margin
        ),
        Victory::Objectives { needed } => tr!("the attacker, {side}, has to hold {needed} objectives at the end", side = attacker, needed),
        Victory::Hold { units, area } => tr!(
            "the attacker, {side}, has to have {units} units of infantry or vehicles in {cells} at the end",
            side = attacker,
            units,
            cells = text::corners(data, area)
        ),
        Victory::Breakthrough { percent, area } => tr!(
            "the attacker, {side}, has to have units worth {percent} % of its points in {cells} at the end",
            side = attacker,
            percent,
            cells = text::corners(data, area)
        ),
        Victory::Demolition { within } => tr!(
            "the attacker, {side}, wins at the end of a turn with charges within {cells} of an objective, not Down, and no enemy within {inches} inches of it",
            side = attacker,
            cells = if *within == 1 { tr!("a cell").to_owned() } else { tr!("{cells} cells", cells = within) },
            inches = mission.radius
        ),
    }
}
