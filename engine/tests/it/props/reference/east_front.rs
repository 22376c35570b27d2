//! Zones of control [3.4] and movement [10][11] of the East Front for counters that move alone, in the plainest way.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::east_front::data::{Mobility, RoadClass, UnitKind, edge};
use stavka_engine::east_front::movement::{Going, Payer, Prices, Step, is_clear};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{Action, EastFront, Phase, UnitId, zoc};
use stavka_engine::game::{Game as _, Side};
use stavka_engine::hex::{Direction, Hex};

use super::super::{Finding, require};

pub(super) fn name(game: &EastFront, hex: Hex) -> String {
    game.data().map.grid.name(hex).to_string()
}

/// [3.4] Whether a hex lies in the ZOC of units of a side in another hex.
pub(super) fn covered(game: &EastFront, side: Side, hex: Hex) -> bool {
    let data = game.data();
    let going = Going::of(game.condition());
    data.map.grid.neighbours(hex).any(|(direction, near)| {
        let exerting: Vec<UnitId> = game.stack(near).filter(|&unit| unit.side() == side && !game.has_overrun_marker(unit)).collect();
        let on_wheels = exerting.iter().all(|&unit| data.unit(unit).mobility == Mobility::Motorized);
        let flags = data.map.edge(near, direction.opposite());
        exerting.iter().any(|&unit| game.values(unit).zoc)
            && zoc::reaches(&data.tables.terrain, going, on_wheels, flags, data.map.features[hex.index()])
    })
}

pub(crate) fn zones_agree(game: &EastFront) -> Finding {
    for hex in game.data().map.open.iter() {
        for side in Side::ALL {
            let (slow, fast) = (covered(game, side, hex), game.in_zoc(side, hex));
            require!(slow == fast, "[3.4] {} in a ZOC of the {side} side: {slow} by the rule, {fast} by the engine", name(game, hex));
        }
    }
    Ok(())
}

/// One counter about to move.
struct Mover<'a> {
    game: &'a EastFront,
    unit: UnitId,
    from: Hex,
    prices: Prices<'a>,
}

impl Mover<'_> {
    fn enemy(&self) -> Side {
        self.unit.side().opponent()
    }

    fn reacts(&self) -> bool {
        matches!(self.game.current_phase(), Phase::AxisReaction | Phase::SovietReaction)
    }

    fn in_main_phase(&self) -> bool {
        matches!(self.game.current_phase(), Phase::AxisMovement | Phase::SovietMovement)
    }

    /// [T.PHASES] Half points in this phase, of what the cold leaves to Axis wheels [T.MOVE.n4][T.MOVE.n5][T.MOVE.n7].
    fn points(&self) -> u8 {
        let counter = self.game.data().unit(self.unit);
        let phase = self.game.current_phase();
        let wheels = counter.side == Side::Axis && matches!(counter.mobility, Mobility::Motorized | Mobility::Orange | Mobility::Green);
        let cold = match self.game.condition() {
            Condition::Frost => wheels && (phase == Phase::AxisMovement || counter.mobility == Mobility::Motorized),
            Condition::Snow => counter.mobility == Mobility::Motorized && wheels && phase == Phase::AxisReaction,
            _ => false,
        };
        let ma = self.game.values(self.unit).ma.saturating_sub(u8::from(cold));
        let (half, full) = (ma, 2 * ma);
        match (counter.side, counter.mobility, phase) {
            (_, _, Phase::AxisReaction | Phase::SovietReaction)
            | (Side::Axis, _, Phase::AxisMotorized)
            | (Side::Soviet, Mobility::Motorized, Phase::SovietMovement)
            | (Side::Soviet, Mobility::Cavalry, Phase::SovietMotorized) => half,
            _ => full,
        }
    }

    /// [10.54][14.13] Whether the unit may stand in a hex at all: a unit that reacts goes next to any enemy, with or without ZOC,
    /// only where friends stand.
    fn may_enter(&self, hex: Hex) -> bool {
        let game = self.game;
        if !game.data().map.open.contains(hex) || game.occupant(hex) == Some(self.enemy()) {
            return false;
        }
        let friends = game.occupant(hex) == Some(self.unit.side());
        let attacked = game.attacked_hexes().contains(hex);
        let beside = game.data().map.grid.neighbours(hex).any(|(_, near)| game.occupant(near) == Some(self.enemy()));
        !self.reacts() || !beside || friends && (attacked || !game.values(self.unit).zoc)
    }

    fn is_fortified(&self, from: Hex, direction: Direction, to: Hex) -> bool {
        let map = &self.game.data().map;
        let line =
            map.edge(from, direction) & edge::LINE != 0 && map.line_owner(from, to).is_some_and(|owner| !self.game.is_breached(owner));
        self.game.has_strongpoint(self.enemy(), to) || self.unit.side() == Side::Axis && line
    }

    fn step(&self, from: Hex, direction: Direction, to: Hex) -> Step {
        let map = &self.game.data().map;
        Step {
            to: map.features[to.index()],
            side: map.edge(from, direction),
            fortified: self.is_fortified(from, direction, to),
            enemy_zoc: !self.reacts() && covered(self.game, self.enemy(), to),
        }
    }

    fn neighbours(&self, hex: Hex) -> Vec<(Direction, Hex)> {
        self.game.data().map.grid.neighbours(hex).filter(|&(_, near)| self.may_enter(near)).collect()
    }

    /// [10] Every way, hex by hex; what leaving the road would cost goes along [10.74.off].
    fn by_movement(&self) -> BTreeSet<Hex> {
        let in_zone = |hex: Hex| covered(self.game, self.enemy(), hex);
        let mut least: BTreeMap<(Hex, Option<u8>), u8> = BTreeMap::from([((self.from, Some(0)), 0)]);
        let mut open = vec![(self.from, 0u8, Some(0u8))];
        while let Some((at, spent, debt)) = open.pop() {
            if at != self.from && in_zone(at) {
                continue;
            }
            for (direction, near) in self.neighbours(at).into_iter().filter(|&(_, near)| !(in_zone(at) && in_zone(near))) {
                let step = self.step(at, direction, near);
                let road = self.prices.by_road(step).map(|entry| (spent + entry.cost.0, entry.debt.map(|debt| debt.0)));
                let across = self.prices.off_road(step).zip(debt).map(|(cost, debt)| (spent + cost.0 + debt, Some(0)));
                for (total, debt) in road.into_iter().chain(across).filter(|&(total, _)| total <= self.points()) {
                    let known = least.entry((near, debt)).or_insert(u8::MAX);
                    if total < *known {
                        *known = total;
                        open.push((near, total, debt));
                    }
                }
            }
        }
        least.into_keys().map(|(hex, _)| hex).collect()
    }

    /// [11.5] Whether the unit may go from enemy ZOC to enemy ZOC over a side.
    fn infiltrates(&self, direction: Direction, to: Hex) -> bool {
        let counter = self.game.data().unit(self.unit);
        let features = &self.game.data().map.features;
        let able = match counter.mobility {
            Mobility::Motorized if counter.side == Side::Soviet => {
                counter.faces[0].ma >= 7 && self.game.current_phase() == Phase::SovietMotorized
            }
            Mobility::Motorized => counter.faces[0].ma >= 7 && self.in_main_phase(),
            Mobility::Cavalry => self.in_main_phase() && ![self.from, to].iter().any(|hex| is_clear(features[hex.index()])),
            _ => false,
        };
        counter.infiltrates && able && self.game.condition() != Condition::Mud && !self.is_fortified(self.from, direction, to)
    }

    /// [11.9] One hex without the points.
    fn by_one_hex(&self) -> BTreeSet<Hex> {
        let in_zone = |hex: Hex| covered(self.game, self.enemy(), hex);
        let open = |&(direction, near): &(Direction, Hex)| {
            let step = self.step(self.from, direction, near);
            let passable = self.prices.by_road(step).is_some() || self.prices.off_road(step).is_some();
            passable && (!in_zone(self.from) || !in_zone(near) || self.infiltrates(direction, near))
        };
        self.neighbours(self.from).into_iter().filter(open).map(|(_, near)| near).collect()
    }

    /// [11.3] Along roads, three hexes from every enemy, clear of interdiction; weather touches minor roads in mud alone [11.35].
    fn by_strategic_movement(&self) -> BTreeSet<Hex> {
        let game = self.game;
        let map = &game.data().map;
        let enemies: Vec<Hex> = map.open.iter().filter(|&hex| game.occupant(hex) == Some(self.enemy())).collect();
        let safe = |hex: Hex| enemies.iter().all(|&enemy| map.grid.distance(hex, enemy) >= 3) && game.interdiction(hex) == 0;
        let heavy = game.data().unit(self.unit).kind == UnitKind::SuperHeavy;
        let starts = map.grid.neighbours(self.from).any(|(direction, _)| map.edge(self.from, direction) & edge::ROAD != 0);
        if !self.in_main_phase() || !starts || !safe(self.from) {
            return BTreeSet::new();
        }
        let dry = Prices { going: Going { condition: Condition::Dry, ..self.prices.going }, ..self.prices };
        let mut least: BTreeMap<Hex, u8> = BTreeMap::from([(self.from, 0)]);
        let mut open = vec![self.from];
        while let Some(at) = open.pop() {
            for (direction, near) in self.neighbours(at).into_iter().filter(|&(_, near)| safe(near)) {
                let minor = RoadClass::best(map.edge(at, direction)) == Some(RoadClass::Minor);
                let prices = if minor && game.condition() == Condition::Mud { self.prices } else { dry };
                let Some(entry) = prices.by_road(self.step(at, direction, near)).filter(|_| !(heavy && minor)) else { continue };
                let total = least[&at] + entry.cost.0;
                if total <= 3 * game.values(self.unit).ma && least.get(&near).is_none_or(|&known| total < known) {
                    least.insert(near, total);
                    open.push(near);
                }
            }
        }
        least.into_keys().collect()
    }

    /// [T.MOVE.n7] Snow forbids the second phase to Axis wheels.
    fn is_snowed_in(&self) -> bool {
        self.game.condition() == Condition::Snow && self.game.current_phase() == Phase::AxisMotorized
    }

    fn ends(&self) -> BTreeSet<Hex> {
        let mut ends = self.by_movement();
        ends.extend(self.by_one_hex());
        ends.extend(self.by_strategic_movement());
        ends.remove(&self.from);
        ends
    }
}

/// Every counter on the map that may be chosen to move is offered the hexes that the rules open to it, and no others.
pub(crate) fn moves_agree(game: &EastFront, legal: &[Action]) -> Finding {
    for &action in legal {
        let Action::Select(unit) = action else { continue };
        let (Some(from), Some(payer)) = (game.place(unit).hex(), Payer::of(game.data().unit(unit))) else { continue };
        let mut moving = game.clone();
        moving.apply(action);
        let mut offered = Vec::new();
        moving.legal_actions(&mut offered);
        let ends = |action: &Action| if let Action::MoveTo(hex) = action { Some(*hex) } else { None };
        let fast: BTreeSet<Hex> = offered.iter().filter_map(ends).collect();
        let prices = Prices::new(&game.data().tables, Going::of(game.condition()), payer);
        let mover = Mover { game, unit, from, prices };
        require!(!mover.is_snowed_in(), "[T.MOVE.n7] {} may move in the snow", game.data().unit(unit).id);
        let slow = mover.ends();
        let names = |hexes: BTreeSet<&Hex>| hexes.into_iter().map(|&hex| name(game, hex)).collect::<Vec<_>>().join(" ");
        let (missed, wrong) = (slow.difference(&fast).collect(), fast.difference(&slow).collect());
        require!(
            fast == slow,
            "{} in {}, {}: not offered {:?}, offered without right {:?}",
            game.data().unit(unit).id,
            name(game, from),
            game.phase_name(),
            names(missed),
            names(wrong)
        );
    }
    Ok(())
}
