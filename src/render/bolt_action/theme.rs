//! Bolt Action as a board on a page.

use stavka_engine::bolt_action::{Action, BoltAction, Frame, Prepared, UnitId};
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::tr;

use super::{cells, counters, dice, fight, forces, ground, measures, names, overlays, panels, tables, verbs, words};
use crate::builder::ForceBuilder;
use crate::phrases::one_of_each;
use crate::theme::{
    Counter, Ground, HexCard, Layer, Measured, Odds, Overlay, OverlayRow, Panel, Parts, PhaseCell, Spot, Table, Theme, VerbRow,
};

impl Theme for BoltAction {
    const OVERLAYS: &'static [OverlayRow<Self>] = overlays::OVERLAYS;
    const STYLE: &'static str = include_str!("theme.css");
    const COUNTER_WORDS: &'static [&'static str] = counters::WORDS;
    const VERBS: &'static [VerbRow] = verbs::VERBS;
    const GATHERS_FOR_ODDS: bool = false;
    const PARTS: Parts = Parts {
        left: "{unit} has {left} of {all} men left",
        listed: "{unit}, {left}/{all} men, {place}",
        lost: "Men and vehicles lost: {steps}.",
        fights: Parts::STEPS.fights,
    };
    const MEASURES: bool = true;
    const FORCES: Option<&'static ForceBuilder> = Some(&forces::BUILDER);

    fn ground(scenario: &Prepared) -> Ground {
        ground::ground(scenario)
    }

    fn phase_name(&self) -> &'static str {
        phase_names()[phase(self)]
    }

    fn tints(&self) -> Vec<Layer> {
        Vec::new()
    }

    fn counters(&self, _: Side) -> Vec<Counter> {
        counters::counters(self)
    }

    /// Nobody holds ground but objectives.
    fn front(&self) -> String {
        String::new()
    }

    fn spots(&self, choices: &[Action]) -> Vec<Spot> {
        choices.iter().map(|&action| spot(self, action)).collect()
    }

    fn attempts(&self, cell: &str) -> Vec<Action> {
        let Some(cell) = cells::cell(self.data(), cell) else { return Vec::new() };
        let Turn::Player(side) = self.turn() else { return vec![Action::Done] };
        let there = cells::unit_at(self, cell);
        let own = there.filter(|unit| unit.side() == side);
        let enemy = there.filter(|unit| unit.side() != side);
        let acting = self.acting();
        let mut tries = Vec::new();
        for action in one_of_each(self, Action::verb) {
            match action {
                Action::Order { .. } => tries.extend(
                    own.into_iter()
                        .flat_map(|unit| stavka_engine::bolt_action::terms::Order::ALL.map(|order| Action::Order { unit, order })),
                ),
                Action::Charge(_) => tries.extend(enemy.map(Action::Charge)),
                Action::Target { .. } => tries.extend(enemy.map(|unit| Action::Target { unit, panzerfausts: 0 })),
                Action::Shell(_) => tries.extend(enemy.map(Action::Shell)),
                Action::Mistake(_) => tries.extend(there.map(Action::Mistake)),
                Action::Spring(_) => tries.extend(own.map(Action::Spring)),
                Action::Keep(_) => tries.extend(own.map(Action::Keep)),
                Action::MoveTo(_) => tries.push(Action::MoveTo(cell)),
                Action::Consolidate(_) => tries.push(Action::Consolidate(cell)),
                Action::Place { unit, .. } | Action::Block { unit, .. } => tries.push(Action::Place { unit, cell }),
                Action::Leg { .. } => tries.extend(acting.and_then(|unit| leg_towards(self, unit, cell))),
                _ => {}
            }
        }
        tries
    }

    fn focus(&self) -> Vec<Layer> {
        let around = |class, title: &'static str, unit: Option<UnitId>| {
            let cell = unit.and_then(|unit| self.piece(unit).cell);
            Layer { radius: 27.0, ..cells::layer(self, class, title, cell) }
        };
        let mut layers = vec![around("acts", tr!("the unit that acts"), self.acting()), around("target", tr!("its target"), self.target())];
        layers.retain(|layer| !layer.cells.is_empty());
        layers
    }

    fn fight(&self, _: Side) -> Option<Odds> {
        fight::at_hand(self)
    }

    fn fight_for(&self, cell: &str, viewer: Side) -> Option<Odds> {
        fight::possible(self, cell, viewer)
    }

    fn decided_by(&self, die: Action, _: Side) -> Option<(Odds, String)> {
        fight::decided_by(self, die)
    }

    fn comes_of(&self, die: Action, viewer: Side) -> Option<String> {
        if self.decided_by(die, viewer).is_some() { None } else { dice::comes_of(self, die) }
    }

    fn phases(&self) -> (Vec<PhaseCell>, usize) {
        let (at, side) = (phase(self), self.active_side());
        let all = (0..).zip(phase_names()).map(|(place, name)| PhaseCell { name, side: side.filter(|_| place == at && at == ORDERS) });
        (all.collect(), at)
    }

    fn tables(&self) -> Vec<Table> {
        tables::tables(self)
    }

    fn hex_card(&self, cell: &str) -> Option<HexCard> {
        Some(tables::cell_card(self, cells::cell(self.data(), cell)?))
    }

    fn panels(&self, _: Side) -> Vec<Panel> {
        panels::panels(self)
    }

    fn overlay(&self, key: &str, side: Side, viewer: Side) -> Option<Overlay> {
        let row = Self::OVERLAYS.iter().find(|row| row.key == key)?;
        Some(Overlay { layers: (row.layers)(self, side, viewer), traces: overlays::traces(self, key, side) })
    }

    fn counter_overlay(&self, counter: &str, _: Side) -> Option<(String, Overlay)> {
        measures::of_unit(self, self.data().find_unit(counter)?)
    }

    fn measure(&self, from: &str, to: &str, _: Side) -> Option<Measured> {
        Some(measures::measure(self, [cells::cell(self.data(), from)?, cells::cell(self.data(), to)?]))
    }
}

/// The place of the phase in which orders are given.
const ORDERS: usize = 1;

/// The phases of a turn; the set-up comes before the first.
fn phase_names() -> [&'static str; 3] {
    [tr!("Set-up"), tr!("Orders"), tr!("End of the turn")]
}

fn phase(game: &BoltAction) -> usize {
    match game.at_hand() {
        Some(Frame::SetUp | Frame::Placing(..) | Frame::FirstFacing(_)) => 0,
        Some(Frame::Keeping(..) | Frame::TurnEnd | Frame::ExtraTurnDie) | None => 2,
        Some(_) => ORDERS,
    }
}

/// The leg of a vehicle straight towards a cell, allowed or not.
fn leg_towards(game: &BoltAction, unit: UnitId, to: Cell) -> Option<Action> {
    let (across, down) = game.data().lattice().offset(game.piece(unit).cell?, to);
    let facing = Facing::ALL.into_iter().find(|facing| facing.vector() == (across.signum(), down.signum()))?;
    Some(Action::Leg { facing, cells: across.abs().max(down.abs()) as u8 })
}

/// Cells between a unit and the cell at which its facing is chosen, beside its base.
const BESIDE: u8 = 2;

fn spot(game: &BoltAction, action: Action) -> Spot {
    let data = game.data();
    let name = |cell: Cell| names::cell(data, cell);
    let stands = |unit: UnitId| game.piece(unit).cell;
    let id = |unit: UnitId| data.name(unit).to_owned();
    let acting = game.acting();
    let base = Spot { verb: verb(action), unit: acting.map(id), from: acting.and_then(stands).map(name), ..Spot::default() };
    // What is shot at is pointed at; who shoots from there is the unit that acts.
    let at = |unit: UnitId| Spot { to: stands(unit).map(name), ..base.clone() };
    let of = |unit: UnitId| Spot { unit: Some(id(unit)), from: stands(unit).map(name), ..base.clone() };
    match action {
        Action::Block { unit, block } => {
            let block = words::block_cells(game, unit, block);
            let corners = block.first().zip(block.last()).map(|(&first, &last)| [first, last]);
            let middle = corners.and_then(|[first, last]| {
                let ((west, north), (east, south)) = (data.lattice().place(first), data.lattice().place(last));
                data.lattice().cell(i16::midpoint(west, east), i16::midpoint(north, south))
            });
            Spot { to: middle.map(name), area: corners.map(|corners| corners.map(name)), ..of(unit) }
        }
        Action::Place { unit, cell } => Spot { to: Some(name(cell)), ..of(unit) },
        Action::Face { unit, facing } => {
            let from = stands(unit);
            let beside = (1..=BESIDE).rev().find_map(|cells| (0..cells).try_fold(from?, |cell, _| data.lattice().step(cell, facing)));
            Spot { to: beside.or(from).map(name), from: None, ..of(unit) }
        }
        Action::Order { unit, order } => Spot { short: Some(names::order(order).to_owned()), ..of(unit) },
        Action::Assault(unit) => Spot { short: Some(tr!("Assault").to_owned()), ..of(unit) },
        Action::Target { unit, panzerfausts } => {
            // A number is asked for where there is more than one way to shoot.
            let carries = acting.is_some_and(|acting| game.piece(acting).panzerfausts > 0);
            Spot { amount: carries.then_some(panzerfausts), ..at(unit) }
        }
        Action::Charge(unit) | Action::Shell(unit) | Action::Mistake(unit) => at(unit),
        Action::Leg { facing, cells } => {
            let short = if cells == 0 {
                tr!("turn {facing}", facing = names::facing(facing))
            } else {
                tr!("forward {facing}", facing = names::facing(facing))
            };
            Spot { to: game.end_of(action).map(name), short: Some(short), ..base }
        }
        Action::Reverse { facing, .. } => Spot {
            to: game.end_of(action).map(name),
            short: Some(tr!("backward, facing {facing}", facing = names::facing(facing))),
            ..base
        },
        Action::MoveTo(_) | Action::Step(_) | Action::Consolidate(_) => Spot { to: game.end_of(action).map(name), ..base },
        Action::Duck(unit)
        | Action::Escape(unit)
        | Action::Return(unit)
        | Action::Spring(unit)
        | Action::Keep(unit)
        | Action::GiveBack(unit) => of(unit),
        Action::Done
        | Action::Draw(_)
        | Action::Test(_)
        | Action::Roll(_)
        | Action::Score(_)
        | Action::Mishaps { .. }
        | Action::StepByStep => base,
    }
}

/// An assault is an order among others; a leg backwards stands beside the others.
fn verb(action: Action) -> &'static str {
    match action {
        Action::Assault(_) => "order",
        Action::Reverse { .. } => "leg",
        _ => Action::VERBS[action.verb()].0,
    }
}
