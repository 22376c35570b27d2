//! ARMIR as a board on a page.

use stavka_engine::armir::{Action, Armir, Place, Prepared, UnitId, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, PhaseKind, Side, Turn};
use stavka_words::tr;

use super::{counters, fight, ground, overlays, panels, tables, verbs};
use crate::hexmap::HexBoard as _;
use crate::phrases::{half_points, one_of_each};
use crate::theme::{Counter, Ground, HexCard, Layer, Odds, Overlay, OverlayRow, Panel, PhaseCell, Spot, Table, Theme, VerbRow};

impl Theme for Armir {
    const OVERLAYS: &'static [OverlayRow<Self>] = overlays::OVERLAYS;
    const STYLE: &'static str = include_str!("theme.css");
    const COUNTER_WORDS: &'static [&'static str] = counters::WORDS;

    const VERBS: &'static [VerbRow] = verbs::VERBS;

    fn ground(scenario: &Prepared) -> Ground {
        ground::ground(scenario)
    }

    fn counters(&self, _viewer: Side) -> Vec<Counter> {
        counters::counters(self)
    }

    fn phase_name(&self) -> &'static str {
        self.phase_name()
    }

    fn tints(&self) -> Vec<Layer> {
        vec![self.layer("held", tr!("held by the Soviets"), self.held(Side::Soviet))]
    }

    fn front(&self) -> String {
        ground::plan(self.data()).front(self)
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
                Action::MoveTo(_) | Action::Via(_) => tries.push(Action::MoveTo(hex)),
                Action::Attack(_) => tries.push(Action::Attack(hex)),
                Action::AirStrike(_) => tries.push(Action::AirStrike(hex)),
                Action::Barrage { gun, .. } => tries.push(Action::Barrage { gun, target: hex }),
                Action::Salvo { hq, points, .. } => tries.push(Action::Salvo { hq, points, target: hex }),
                Action::Place { unit, .. } => tries.push(Action::Place { unit, hex }),
                Action::RetreatTo(_) => tries.push(Action::RetreatTo(hex)),
                Action::Supply(_) => tries.push(Action::Supply(hex)),
                Action::Return { unit, .. } => tries.push(Action::Return { unit, hex }),
                Action::Select(_) => tries.extend(self.stack(hex).map(Action::Select)),
                Action::Commit(_) => tries.extend(self.stack(hex).map(Action::Commit)),
                Action::Support(_) => tries.extend(self.stack(hex).map(Action::Support)),
                Action::Lose(_) => tries.extend(self.stack(hex).map(Action::Lose)),
                _ => {}
            }
        }
        if self.marching() != 0 {
            tries.insert(0, Action::MoveTo(hex));
        }
        let kind = self.current_phase().kind();
        if tries.is_empty() && kind == PhaseKind::Movement {
            tries.extend(self.stack(hex).map(Action::Select));
        }
        if tries.is_empty() && kind == PhaseKind::Combat && self.occupant(hex) == Some(side.opponent()) {
            tries.push(Action::Attack(hex));
        }
        tries
    }

    fn focus(&self) -> Vec<Layer> {
        let stands = |side: Side, bits: u64| units(side, bits).filter_map(|unit| self.place(unit).hex());
        let mut layers = Vec::new();
        if let Turn::Player(side) = self.turn() {
            layers.push(self.layer("moving", tr!("on the move"), stands(side, self.marching())));
        }
        if let Some(battle) = self.battle() {
            layers.push(self.layer("target", tr!("attacked"), [battle.target]));
            layers.push(self.layer("committed", tr!("attacks"), stands(battle.attacker, battle.attackers)));
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
        let odds = fight::in_progress(self)?;
        Some((odds, super::words::losses_by(self, self.battle()?, face)))
    }

    fn comes_of(&self, die: Action, _: Side) -> Option<String> {
        let Action::Roll(face) = die else { return None };
        super::dice::comes_of(self, face)
    }

    fn phases(&self) -> (Vec<PhaseCell>, usize) {
        let (phases, at) = self.sequence();
        (phases.into_iter().map(|phase| PhaseCell::named(phase.name())).collect(), at)
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

fn spot(game: &Armir, action: Action, costs: &[(Hex, u8)]) -> Spot {
    let data = game.data();
    let name = |hex: Hex| data.map.grid.name(hex).to_string();
    let id = |unit: UnitId| data.unit(unit).id.clone();
    let marching = |first: bool| {
        let Turn::Player(side) = game.turn() else { return None };
        first.then(|| units(side, game.marching()).next()).flatten()
    };
    let moves = matches!(action, Action::MoveTo(_) | Action::Via(_) | Action::Exit(_));
    let unit = action.unit().or_else(|| marching(moves));
    let from = match action {
        Action::Overrun { from, .. } => Some(from),
        _ => unit.map(|unit| game.place(unit)).and_then(Place::hex),
    };
    let cost = action
        .hex()
        .filter(|_| moves)
        .and_then(|hex| costs.iter().find(|(reached, _)| *reached == hex))
        .map(|&(_, cost)| half_points(cost));
    let amount = if let Action::Salvo { points, .. } = action { Some(points) } else { None };
    Spot {
        verb: Action::VERBS[action.verb()].0,
        unit: unit.map(id),
        from: from.map(name),
        to: action.hex().map(name),
        amount,
        cost,
        ..Spot::default()
    }
}
