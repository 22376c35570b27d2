//! East Front as a board on a page.

use std::fmt::Write as _;

use stavka_engine::east_front::{Action, AirId, EastFront, Prepared, UnitId, units};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, PhaseKind, Side, Turn};

use super::layout::{self, BOXES};
use super::overlays::layer;
use super::words::points;
use super::{board, counters, fight, ground, overlays, panels};
use crate::render::theme::{Counter, Ground, Layer, Odds, Overlay, Panel, Spot, Theme};

impl Theme for EastFront {
    const OVERLAYS: &'static [(&'static str, &'static str)] = overlays::OVERLAYS;
    const ONE_SIDED: &'static [&'static str] = overlays::ONE_SIDED;
    const STYLE: &'static str = include_str!("theme.css");
    const OPENERS: &'static [&'static str] = &["select", "join"];
    const FIGHTS: &'static [&'static str] = &["attack", "also", "resolve"];

    fn ground(scenario: &Prepared) -> Ground {
        ground::ground(scenario)
    }

    fn counters(&self, viewer: Side) -> Vec<Counter> {
        counters::counters(self, viewer)
    }

    fn front(&self) -> String {
        let mut path = String::new();
        for (hex, direction) in board::front(self.data(), Some(self)) {
            let (a, b) = layout::side(self.data(), hex, direction);
            let _ = write!(path, "M{:.0} {:.0}L{:.0} {:.0}", a.x, a.y, b.x, b.y);
        }
        path
    }

    fn spots(&self, choices: &[Action]) -> Vec<Spot> {
        let costs = self.march_report().map(|report| report.reached).unwrap_or_default();
        choices.iter().map(|&action| spot(self, action, &costs)).collect()
    }

    fn attempts(&self, cell: &str) -> Vec<Action> {
        let Ok(hex) = self.data().map.grid.parse(cell) else { return Vec::new() };
        let Turn::Player(side) = self.turn() else { return vec![Action::Done] };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let mut kinds: Vec<usize> = legal.iter().map(|action| action.verb()).collect();
        kinds.dedup();
        let mut tries: Vec<Action> = Vec::new();
        for action in kinds.iter().filter_map(|kind| legal.iter().find(|action| action.verb() == *kind)) {
            match *action {
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
        let mut layers = Vec::new();
        let mut add = |class: &'static str, title: &str, hexes: &mut dyn Iterator<Item = Hex>| {
            let found = layer(self, class, title, hexes);
            if !found.cells.is_empty() {
                layers.push(found);
            }
        };
        let data = self.data();
        for side in Side::ALL {
            let class = if side == Side::Axis { "works-axis" } else { "works-soviet" };
            add(class, "strongpoint", &mut data.map.open.iter().filter(|&hex| self.has_strongpoint(side, hex)));
        }
        add("breached", "fortified line destroyed", &mut data.map.open.iter().filter(|&hex| self.is_breached(hex)));
        for (level, class) in [(1, "interdicted"), (2, "interdicted twice")] {
            add(class, "interdiction", &mut data.map.grid.hexes().filter(|&hex| self.interdiction(hex) == level));
        }
        if let Some(report) = self.march_report() {
            add("moving", "on the move", &mut std::iter::once(report.hex));
        }
        if let Some(report) = self.overrun_report() {
            add("target", "overrun", &mut std::iter::once(report.target));
        }
        let at_hand = self.combat_at_hand();
        // Nothing of a declared attack is secret but its order.
        let declared = self.attack_reports(Side::Axis);
        let open = declared.iter().filter(|attack| !attack.resolved).flat_map(|attack| attack.hexes.iter());
        add("declared", "declared attack", &mut open.collect::<Vec<_>>().into_iter());
        if let Some((hexes, attackers, side)) = at_hand {
            add("target", "attacked", &mut hexes.iter());
            let stands: Vec<Hex> = units(side, attackers).filter_map(|unit| self.place(unit).hex()).collect();
            add("committed", "attacks", &mut stands.into_iter());
        }
        layers
    }

    fn fight(&self) -> Option<Odds> {
        fight::at_hand(self)
    }

    fn fight_for(&self, cell: &str) -> Option<Odds> {
        fight::possible(self, self.data().map.grid.parse(cell).ok()?)
    }

    fn panels(&self, viewer: Side) -> Vec<Panel> {
        panels::panels(self, viewer)
    }

    fn overlay(&self, key: &str, side: Side, _viewer: Side) -> Option<Overlay> {
        overlays::overlay(self, key, side)
    }

    fn supply_of(&self, counter: &str) -> Option<(String, Overlay)> {
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
        return Spot { verb, unit: Some(data.air(air).id.clone()), from: hangar(game, air), to, cost: None };
    }
    let moves = matches!(action, Action::MoveTo(_) | Action::Via(_) | Action::Overrun { .. });
    let march = game.march_report();
    let marching = march.as_ref().filter(|_| moves).and_then(|report| units(report.side, report.group).next());
    let unit = action.unit().or(marching);
    let stands = |unit: UnitId| game.place(unit).hex().or_else(|| game.entry_of(unit));
    let from = match action {
        Action::Overrun { from, .. } => Some(from),
        Action::Give(_) => game.order_at_hand(),
        _ => unit.and_then(stands),
    };
    let to = action.hex();
    let cost = to.filter(|_| moves).and_then(|hex| costs.iter().find(|(reached, _)| *reached == hex)).map(|&(_, cost)| points(cost));
    Spot { verb, unit: unit.map(|unit| data.unit(unit).id.clone()), from: from.map(name), to: to.map(name), cost }
}
