//! Blocks in the East as a board on a page.

use stavka_engine::blocks_in_the_east::terms::{Colour, Infrastructure, UnitKind};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase, Prepared, RaidReport, RaidTarget, UnitId, display};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::hexes::Layout;
use super::{counters, dice, fight, ground, names, overlays, panels, tables, verbs, words};
use crate::hexmap::HexBoard as _;
use crate::phrases::one_of_each;
use crate::theme::{Counter, Ground, HexCard, Layer, Odds, Overlay, OverlayRow, Panel, Parts, PhaseCell, Spot, Table, Theme, VerbRow};

impl Theme for BlocksInTheEast {
    const OVERLAYS: &'static [OverlayRow<Self>] = overlays::OVERLAYS;
    const STYLE: &'static str = include_str!("theme.css");
    const COUNTER_WORDS: &'static [&'static str] = counters::WORDS;
    const VERBS: &'static [VerbRow] = verbs::VERBS;
    /// A battle is many throws of both sides.
    const PARTS: Parts = Parts { fights: ["1 throw of battle dice", "{count} throws of battle dice"], ..Parts::STEPS };
    /// Nobody is asked who fights: all units of a hex do.
    const GATHERS_FOR_ODDS: bool = false;

    fn ground(scenario: &Prepared) -> Ground {
        ground::ground(scenario)
    }

    fn phase_name(&self) -> &'static str {
        match (self.phase(), self.asked()) {
            (Some((_, phase)), _) => names::phase(phase),
            (None, _) if self.sets_up().is_some() => tr!("set-up"),
            (None, Some(Asked::Weather)) => tr!("weather of the month"),
            (None, Some(_)) => tr!("Victory Phase"),
            (None, None) => tr!("end of the game"),
        }
    }

    fn tints(&self) -> Vec<Layer> {
        let held = |side: Side| self.held(side);
        vec![
            self.layer("held-axis", tr!("owned by the Axis [3.1.a]"), held(Side::Axis)),
            self.layer("held", tr!("owned by the Soviets [3.1.a]"), held(Side::Soviet)),
        ]
    }

    fn counters(&self, viewer: Side) -> Vec<Counter> {
        counters::counters(self, viewer)
    }

    fn front(&self) -> String {
        Layout::of(self.data()).plan.front(self)
    }

    fn spots(&self, choices: &[Action]) -> Vec<Spot> {
        let costs = display::march_at_hand(self).map(|(_, reached)| reached).unwrap_or_default();
        choices.iter().map(|&action| spot(self, action, &costs)).collect()
    }

    fn attempts(&self, cell: &str) -> Vec<Action> {
        let Some(hex) = self.data().map.find(cell) else { return Vec::new() };
        let Turn::Player(side) = self.turn() else { return vec![Action::Done] };
        let own: Vec<UnitId> = BlocksInTheEast::stack(self, hex).iter().copied().filter(|unit| unit.side() == side).collect();
        let mut tries: Vec<Action> = Vec::new();
        for action in one_of_each(self, Action::verb) {
            match action {
                Action::Repair(_) => tries.extend(own.iter().copied().map(Action::Repair)),
                Action::Place(_) => tries.push(Action::Place(hex)),
                Action::Disband(_) => tries.extend(own.iter().copied().map(Action::Disband)),
                Action::Select(_) => tries.extend(own.iter().copied().map(Action::Select)),
                Action::Fly(_) => tries.push(Action::Fly(hex)),
                Action::Rebase(_) => tries.push(Action::Rebase(hex)),
                Action::Bomb(..) => tries.extend(Infrastructure::ALL.map(|what| Action::Bomb(what, hex))),
                Action::Delay(_) => tries.extend(own.iter().copied().map(Action::Delay)),
                Action::Remove(_) => tries.extend(own.iter().copied().map(Action::Remove)),
                Action::Fight(_) => tries.push(Action::Fight(hex)),
                Action::TakeHit(_) => tries.extend(own.iter().copied().map(Action::TakeHit)),
                Action::Withdraw(_) => tries.extend(own.iter().copied().map(Action::Withdraw)),
                Action::Join(_) => tries.extend(own.iter().copied().map(Action::Join)),
                Action::MoveTo(_) => tries.push(Action::MoveTo(hex)),
                Action::Activate(_) => {
                    tries.extend(own.iter().copied().filter(|unit| self.data().headquarters.contains(unit)).map(Action::Activate))
                }
                Action::Fuel(_) | Action::Supply(_) => {
                    tries.extend(own.iter().copied().filter(|unit| self.data().headquarters.contains(unit)).map(Action::Fuel));
                }
                Action::Fire(_) => tries.extend(own.iter().copied().map(Action::Fire)),
                Action::Scout(_) => tries.push(Action::Scout(hex)),
                Action::Rise(_) => tries.push(Action::Rise(hex)),
                Action::Reserve(_) => tries.extend(own.iter().copied().map(Action::Reserve)),
                Action::Assault(_) => tries.extend(own.iter().copied().map(Action::Assault)),
                Action::Exchange(_) => tries.extend(own.iter().copied().map(Action::Exchange)),
                Action::Strengthen(_) => tries.extend(own.iter().copied().map(Action::Strengthen)),
                Action::Reembark(_) => tries.extend(own.iter().copied().map(Action::Reembark)),
                _ => {}
            }
        }
        // Also where no hex is open to the unit, or a sector is chosen first.
        if matches!(self.asked(), Some(Asked::SetUpUnit(_))) {
            tries.retain(|&tried| tried != Action::Place(hex));
            tries.insert(0, Action::Place(hex));
        }
        if tries.is_empty() && self.phase().is_some_and(|(active, phase)| active == side && moves(phase)) {
            tries.extend(own.into_iter().map(Action::Select));
        }
        tries
    }

    fn focus(&self) -> Vec<Layer> {
        let fought = self.battle_report();
        let mut layers = vec![
            self.layer("battle", tr!("battle [3.22]"), self.battles().iter()),
            self.layer("moving", tr!("the unit at hand"), shown_at_hand(self)),
            self.layer("target", tr!("the battle in progress"), fought.map(|battle| battle.hex)),
            self.layer(
                "battle",
                tr!("infrastructure to be bombed [32.0]"),
                Side::ALL.into_iter().flat_map(|side| self.raided_hexes(side).into_hexes()),
            ),
            self.layer("battle", tr!("raids on Germany [35.1]"), raids_on_map(self)),
            self.layer("bombed", tr!("bombed infrastructure, for a turn [32.0]"), self.damaged().map(|(hex, ..)| hex)),
        ];
        if let Some([_, to]) = display::blitz_at_hand(self) {
            layers.push(self.layer("moving", tr!("where the Blitz goes"), [to]));
        }
        layers.retain(|layer| !layer.cells.is_empty());
        layers
    }

    fn fight(&self, viewer: Side) -> Option<Odds> {
        fight::at_hand(self, viewer)
    }

    fn fight_for(&self, cell: &str, viewer: Side) -> Option<Odds> {
        fight::possible(self, self.data().map.find(cell)?, viewer)
    }

    fn decided_by(&self, die: Action, viewer: Side) -> Option<(Odds, String)> {
        let Action::Hits(hits) = die else { return None };
        let fire = display::fire_at_hand(self)?;
        Some((fight::odds(self, &fire, viewer), fight::result(&fire, hits)))
    }

    fn comes_of(&self, die: Action, _: Side) -> Option<String> {
        dice::comes_of(self, die)
    }

    fn works(&self) -> Vec<&'static str> {
        ground::built_in_game(self)
    }

    fn left_over(&self) -> Vec<String> {
        panels::left_over(self)
    }

    fn phases(&self) -> (Vec<PhaseCell>, usize) {
        let Some((active, now)) = self.phase() else {
            let phases = Phase::ALL.map(|phase| PhaseCell { name: names::phase(phase), side: None });
            let set_up = self.sets_up().map(|side| PhaseCell { name: tr!("set-up"), side: Some(side) });
            return (set_up.into_iter().chain(phases).collect(), 0);
        };
        let side = |phase: Phase| if phase == Phase::Reaction { active.opponent() } else { active };
        let cell = |phase: Phase| PhaseCell { name: names::phase(phase), side: Some(side(phase)) };
        (Phase::ALL.map(cell).to_vec(), Phase::ALL.iter().position(|&phase| phase == now).unwrap_or(0))
    }

    fn tables(&self) -> Vec<Table> {
        tables::tables(self)
    }

    fn hex_card(&self, cell: &str) -> Option<HexCard> {
        tables::hex_card(self, self.data().map.find(cell)?)
    }

    fn panels(&self, viewer: Side) -> Vec<Panel> {
        panels::panels(self, viewer)
    }

    fn counter_overlay(&self, counter: &str, viewer: Side) -> Option<(String, Overlay)> {
        overlays::of_unit(self, self.data().find_unit(counter)?, viewer)
    }
}

/// [35.1] Hexes that Allied bombers attack, until the production after the raids is over.
fn raids_on_map(game: &BlocksInTheEast) -> Vec<Hex> {
    if game.phase() != Some((Side::Axis, Phase::Production)) {
        return Vec::new();
    }
    let hex = |report: RaidReport| if let RaidTarget::Hex(hex) = report.target { Some(hex) } else { None };
    game.air_war().into_iter().filter_map(hex).collect()
}

/// The unit for which a hex is chosen now.
fn at_hand(game: &BlocksInTheEast) -> Option<UnitId> {
    game.asked()?.mover()
}

/// Where the block stands that a hex is chosen for, for both sides to see. Which of several aircraft returns first follows from their names.
fn shown_at_hand(game: &BlocksInTheEast) -> Option<Hex> {
    let unit = at_hand(game)?;
    let returns = matches!(game.asked(), Some(Asked::AirReturn(_)));
    game.place(unit).hex().filter(|_| !(returns && game.is_hidden(unit)))
}

/// Whether units are picked up in a phase.
const fn moves(phase: Phase) -> bool {
    matches!(phase, Phase::RailMoves | Phase::GroundMovement | Phase::AirMovement | Phase::Blitz | Phase::Exploitation)
}

/// The kind of a choice, as the board tells kinds apart.
fn verb(game: &BlocksInTheEast, action: Action) -> &'static str {
    let phase = game.phase().map(|(_, phase)| phase);
    let in_battle = game.battle_report().is_some();
    match action {
        Action::Select(_) if matches!(game.asked(), Some(Asked::FreeRail(_))) => verbs::PASSENGER,
        Action::Select(_) if game.asked() == Some(Asked::Scramble) => verbs::FIGHTER,
        Action::Select(_) if game.asked() == Some(Asked::SetUp) => verbs::ANEW,
        Action::Place(_) if matches!(game.asked(), Some(Asked::SetUpUnit(_))) => verbs::DEPLOY,
        Action::Sector(_) if matches!(game.asked(), Some(Asked::SetUpUnit(_))) => verbs::DEPLOY_SECTOR,
        Action::Fly(_) if matches!(game.asked(), Some(Asked::Raid(_) | Asked::Intercept(_))) => verbs::RAID,
        Action::Select(_) => match phase {
            Some(Phase::RailMoves) => verbs::PASSENGER,
            Some(Phase::AirMovement | Phase::Reaction) => verbs::FLYER,
            Some(Phase::Blitz) => verbs::BLITZER,
            _ => "select",
        },
        Action::MoveTo(_) if matches!(game.asked(), Some(Asked::Landing(_))) => verbs::LANDING,
        Action::MoveTo(_) if in_battle || phase == Some(Phase::Combat) => verbs::RETREAT,
        Action::MoveTo(_) if phase == Some(Phase::RailMoves) || matches!(game.asked(), Some(Asked::RailMove(_))) => verbs::ENTRAIN,
        Action::MoveTo(hex) => {
            let mover = at_hand(game).map(UnitId::side);
            let enemies = |side: Side| game.meets_enemies(side, hex);
            match (mover.is_some_and(enemies), phase == Some(Phase::Blitz)) {
                (true, true) => verbs::BLITZ_ATTACK,
                (true, false) => verbs::ATTACK,
                (false, true) => verbs::BLITZ,
                (false, false) => "move",
            }
        }
        _ => Action::VERBS[action.verb()].0,
    }
}

fn spot(game: &BlocksInTheEast, action: Action, costs: &[(Hex, u8)]) -> Spot {
    let data = game.data();
    let name = |hex: Hex| data.map.name(hex);
    let goes =
        matches!(action, Action::MoveTo(_) | Action::Fly(_) | Action::Bomb(..) | Action::Raid(_) | Action::Rebase(_) | Action::Place(_));
    let unit = action.unit().or_else(|| at_hand(game).filter(|_| goes));
    let to = action.hex().or_else(|| matches!(action, Action::Join(_)).then(|| display::blitz_at_hand(game)).flatten().map(|[_, to]| to));
    let price = |hex: Hex| costs.iter().find(|(reached, _)| *reached == hex).map(|(_, cost)| cost.to_string());
    let from = unit.and_then(|unit| game.place(unit).hex());
    Spot {
        verb: verb(game, action),
        unit: unit.map(|unit| data.unit(unit).id.clone()),
        from: from.map(name),
        to: to.map(name),
        cost: to.and_then(price),
        short: match action {
            Action::Aid(nation) if data.is_advanced() => Some(format!("{}: {}", names::nation(nation), names::colour(Colour::Yellow))),
            Action::Aid(nation) => Some(names::nation(nation).to_owned()),
            Action::Send(colour, nation) => Some(format!("{}: {}", names::nation(nation), names::colour(colour))),
            Action::GiveUp(colour) => Some(names::colour(colour).to_owned()),
            Action::Repair(unit) => repair_in_short(game, unit),
            Action::Activate(unit) => Some(tr!("{unit}, PA: {count}", unit = names::title(data, unit), count = game.barrels(unit))),
            Action::Fuel(unit) if data.unit(unit).kind == UnitKind::SupremeHq => Some(tr!(
                "{unit}, actions left: {count}",
                unit = names::title(data, unit),
                count = game.barrels_left(unit).saturating_sub(1)
            )),
            Action::Fuel(unit) => {
                Some(tr!("{unit}, PA left: {count}", unit = names::title(data, unit), count = game.barrels_left(unit).saturating_sub(1)))
            }
            Action::TakeHit(unit) | Action::Withdraw(unit) => Some(names::name(game, unit, unit.side())),
            Action::Build(project) => Some(names::project(project).to_owned()),
            Action::Mend(colour, _) | Action::Evacuate(colour, _) => Some(names::colour(colour).to_owned()),
            Action::Invest(effort) => Some(names::effort(effort).to_owned()),
            Action::Sector(sector) => Some(words::sector(game, sector)),
            Action::Raid(works) => Some(names::raid_target(data, RaidTarget::Works(works))),
            Action::Bomb(what, _) => Some(names::infrastructure(what).to_owned()),
            _ => None,
        },
        first: stands_first(game, action),
        cells: match action {
            Action::Sector(sector) => game.hexes_of_sector(sector).iter().map(name).collect(),
            _ => Vec::new(),
        },
        ..Spot::default()
    }
}

/// Headquarters and their fuel stand before the moves that they make possible, which may be more than a list shows at first, and so do
/// units that have to leave a crowded hex before the movement ends.
fn stands_first(game: &BlocksInTheEast, action: Action) -> bool {
    match action {
        Action::Activate(_) | Action::Fuel(_) | Action::Supply(_) | Action::Train(_) => true,
        Action::Select(unit) => words::has_to_leave(game, unit),
        _ => false,
    }
}

/// A unit with what a step more makes of it and at what price.
fn repair_in_short(game: &BlocksInTheEast, unit: UnitId) -> Option<String> {
    let known = game.data().unit(unit);
    let next = known.steps.get(game.step(unit).checked_sub(1)?)?.strength;
    let price = names::price(game, unit, game.repair_price(unit)?);
    Some(tr!("{unit}: {from} to {to}, {price}", unit = names::title(game.data(), unit), from = game.strength(unit), to = next, price))
}
