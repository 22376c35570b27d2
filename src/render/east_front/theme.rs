//! East Front as a board on a page.

use stavka_engine::east_front::{Action, AirId, EastFront, Phase, Prepared, UnitId, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, PhaseKind, Side, Turn};
use stavka_words::{tr, translate};

use super::layout::{self, BOXES};
use super::{counters, fight, ground, overlays, panels, tables, verbs};
use crate::hexmap::HexBoard as _;
use crate::phrases::{half_points, one_of_each};
use crate::theme::{Counter, Ground, HexCard, Layer, Odds, Overlay, OverlayRow, Panel, PhaseCell, Spot, Table, Theme, VerbRow};

impl Theme for EastFront {
    const OVERLAYS: &'static [OverlayRow<Self>] = overlays::OVERLAYS;
    const STYLE: &'static str = include_str!("theme.css");
    const COUNTER_WORDS: &'static [&'static str] = counters::WORDS;

    const VERBS: &'static [VerbRow] = verbs::VERBS;

    fn ground(scenario: &Prepared) -> Ground {
        ground::ground(scenario)
    }

    fn counters(&self, viewer: Side) -> Vec<Counter> {
        counters::counters(self, viewer)
    }

    fn phase_name(&self) -> &'static str {
        self.phase_name()
    }

    fn tints(&self) -> Vec<Layer> {
        vec![self.layer("held", tr!("held by the Soviets"), self.held(Side::Soviet))]
    }

    fn front(&self) -> String {
        layout::plan(self.data()).front(self)
    }

    fn spots(&self, choices: &[Action]) -> Vec<Spot> {
        let costs = self.march_report().map(|report| report.reached).unwrap_or_default();
        choices.iter().map(|&action| spot(self, action, &costs)).collect()
    }

    fn attempts(&self, cell: &str) -> Vec<Action> {
        let Ok(hex) = self.data().map.grid.parse(cell) else { return Vec::new() };
        let Turn::Player(side) = self.turn() else { return vec![Action::Done] };
        let mut tries: Vec<Action> = Vec::new();
        for action in one_of_each(self, Action::verb) {
            match action {
                Action::Interdict(_) => tries.push(Action::Interdict(hex)),
                Action::Fly { air, .. } => tries.push(Action::Fly { air, hex }),
                Action::Reveal(_) => tries.push(Action::Reveal(hex)),
                Action::Attack(_) => tries.push(Action::Attack(hex)),
                Action::Also(_) => tries.push(Action::Also(hex)),
                Action::Barrage { gun, .. } => tries.push(Action::Barrage { gun, target: hex }),
                Action::Resolve(_) => tries.push(Action::Resolve(hex)),
                Action::RetreatTo(_) => tries.push(Action::RetreatTo(hex)),
                Action::Advance { unit, .. } => tries.push(Action::Advance { unit, hex }),
                Action::Activate { hq, .. } => tries.extend(self.stack(hex).map(|unit| Action::Activate { unit, hq })),
                Action::Select(_) => tries.extend(self.stack(hex).map(Action::Select)),
                Action::Join(_) => tries.extend(self.stack(hex).map(Action::Join)),
                Action::Commit(_) => tries.extend(self.stack(hex).map(Action::Commit)),
                Action::Support(_) => tries.extend(self.stack(hex).map(Action::Support)),
                Action::Lose(_) => tries.extend(self.stack(hex).map(Action::Lose)),
                Action::Remove(_) => tries.extend(self.stack(hex).map(Action::Remove)),
                Action::Flip(_) => tries.extend(self.stack(hex).map(Action::Flip)),
                _ => {}
            }
        }
        if let Some(report) = self.march_report() {
            let enemy = self.occupant(hex) == Some(side.opponent());
            tries.insert(0, if enemy { Action::Overrun { from: report.hex, target: hex } } else { Action::MoveTo(hex) });
        }
        let kind = self.current_phase().kind();
        if tries.is_empty() && kind == PhaseKind::Movement {
            tries.extend(self.stack(hex).map(Action::Select));
        }
        if tries.is_empty() && kind == PhaseKind::Declaration && self.occupant(hex) == Some(side.opponent()) {
            tries.push(Action::Attack(hex));
        }
        tries
    }

    fn focus(&self) -> Vec<Layer> {
        let map = &self.data().map;
        let works = |class, side| self.layer(class, tr!("strongpoint"), map.open.iter().filter(|&hex| self.has_strongpoint(side, hex)));
        let interdicted =
            |class, level| self.layer(class, tr!("interdiction"), map.grid.hexes().filter(|&hex| self.interdiction(hex) == level));
        let stands = |side: Side, bits: u128| units(side, bits).filter_map(|unit| self.place(unit).hex());
        // Nothing of a declared attack is secret but its order.
        let declared = self.attack_reports(Side::Axis).into_iter().filter(|attack| !attack.resolved);
        let mut layers = vec![
            works("works-axis", Side::Axis),
            works("works-soviet", Side::Soviet),
            self.layer("breached", tr!("fortified line destroyed"), map.open.iter().filter(|&hex| self.is_breached(hex))),
            interdicted("interdicted", 1),
            interdicted("interdicted twice", 2),
            self.layer("moving", tr!("on the move"), self.march_report().map(|report| report.hex)),
            self.layer("target", tr!("overrun"), self.overrun_report().map(|report| report.target)),
            self.layer("declared", tr!("declared attack"), declared.flat_map(|attack| attack.hexes.iter().collect::<Vec<_>>())),
        ];
        if let Some((hexes, attackers, side)) = self.combat_at_hand() {
            layers.push(self.layer("target", tr!("attacked"), hexes.iter()));
            layers.push(self.layer("committed", tr!("attacks"), stands(side, attackers)));
        }
        layers.retain(|layer| !layer.cells.is_empty());
        layers
    }

    fn fight(&self, _: Side) -> Option<Odds> {
        fight::at_hand(self)
    }

    fn fight_for(&self, cell: &str, _: Side) -> Option<Odds> {
        fight::possible(self, self.data().map.grid.parse(cell).ok()?)
    }

    fn decided_by(&self, die: Action, _: Side) -> Option<(Odds, String)> {
        let Action::Roll(face) = die else { return None };
        let losses = super::words::losses_by(self, face)?;
        Some((fight::in_progress(self)?, losses))
    }

    fn comes_of(&self, die: Action, _: Side) -> Option<String> {
        let Action::Roll(face) = die else { return None };
        super::dice::comes_of(self, face)
    }

    fn place_in_words(place: &str) -> String {
        let box_word = Self::COUNTER_WORDS.iter().find(|known| **known == place).map(|known| translate(known).to_owned());
        box_word.or_else(|| super::layout::slot_in_words(place)).unwrap_or_else(|| place.to_owned())
    }

    fn phases(&self) -> (Vec<PhaseCell>, usize) {
        (Phase::ALL.map(|phase| PhaseCell::named(phase.name())).to_vec(), usize::from(self.phase_number()))
    }

    fn tables(&self) -> Vec<Table> {
        tables::tables(self)
    }

    fn hex_card(&self, cell: &str) -> Option<HexCard> {
        Some(tables::hex_card(self, self.data().map.grid.parse(cell).ok()?))
    }

    fn panels(&self, viewer: Side) -> Vec<Panel> {
        panels::panels(self, viewer)
    }

    fn counter_overlay(&self, counter: &str, _: Side) -> Option<(String, Overlay)> {
        overlays::supply_of(self, self.data().find_unit(counter)?)
    }
}

/// Where an air unit is: over a hex, or in its place beside the map.
fn hangar(game: &EastFront, air: AirId) -> Option<String> {
    let name = |hex: Hex| game.data().map.grid.name(hex).to_string();
    if let Some(mission) = game.missions().iter().find(|mission| mission.flyers.contains(air)) {
        return Some(name(mission.hex));
    }
    let side = air.side();
    BOXES.into_iter().enumerate().find_map(|(place, (air_box, _))| {
        let index = game.air_units_in(air_box).of(side).iter().position(|other| other == air)?;
        Some(layout::slot_name(side, place, index))
    })
}

fn spot(game: &EastFront, action: Action, costs: &[(Hex, u8)]) -> Spot {
    let data = game.data();
    let name = |hex: Hex| data.map.grid.name(hex).to_string();
    let verb = Action::VERBS[action.verb()].0;
    if let Some(air) = action.air() {
        let to = match action {
            Action::Pair { target, .. } => hangar(game, target),
            _ => action.hex().map(name),
        };
        return Spot { verb, unit: Some(data.air(air).id.clone()), from: hangar(game, air), to, ..Spot::default() };
    }
    let moves = matches!(action, Action::MoveTo(_) | Action::Via(_) | Action::Overrun { .. });
    let marching = moves.then(|| game.march_report()).flatten().and_then(|report| units(report.side, report.group).next());
    let unit = action.unit().or(marching);
    let stands = |unit: UnitId| game.place(unit).hex().or_else(|| game.entry_of(unit));
    let from = match action {
        Action::Overrun { from, .. } => Some(from),
        Action::Give(_) => game.order_at_hand(),
        _ => unit.and_then(stands),
    };
    let to = action.hex();
    let cost = to.filter(|_| moves).and_then(|hex| costs.iter().find(|(reached, _)| *reached == hex)).map(|&(_, cost)| half_points(cost));
    Spot { verb, unit: unit.map(|unit| data.unit(unit).id.clone()), from: from.map(name), to: to.map(name), cost, ..Spot::default() }
}
