//! What a unit may do on its ground, in the simplest way.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::bolt_action::terms::{Class, Mobility, Order, Pace};
use stavka_engine::bolt_action::{Action, BoltAction, UnitId, units};
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Game as _, Side};

use super::Met;
use crate::bolt_action_kit::question;

/// A position, with the ground as it was drawn.
pub(super) struct Field<'a> {
    pub(super) game: &'a BoltAction,
    pub(super) rows: &'a [String],
}

/// What a vehicle has done of its move.
#[derive(Debug)]
pub(super) struct Driven {
    runs: bool,
    /// Every cell so far, the first included.
    trail: Vec<Cell>,
    fifths: u32,
    pub(super) turns: u32,
    backwards: bool,
}

/// Fifths of an inch of a step.
const fn price(way: Facing) -> u32 {
    if way.is_diagonal() { 7 } else { 5 }
}

/// [MAN] Turns of up to 90 degrees from one facing to another: none, one for an eighth or a quarter, two for more.
fn turns(from: Facing, to: Facing) -> u32 {
    [0, 1, 1, 2, 2, 2, 1, 1][(to.index() + 8 - from.index()) % 8]
}

impl Driven {
    /// Nothing yet.
    pub(super) fn from(start: Cell, runs: bool) -> Self {
        Driven { runs, trail: vec![start], fifths: 0, turns: 0, backwards: false }
    }

    /// Where the vehicle is.
    pub(super) fn end(&self) -> Cell {
        *self.trail.last().expect("it has begun")
    }

    /// One leg more, which the vehicle of a position drives next.
    pub(super) fn drives(&mut self, game: &BoltAction, unit: UnitId, leg: Action) {
        let ((facing, cells), backwards) = (length(leg), matches!(leg, Action::Reverse { .. }));
        let way = if backwards { facing.reversed() } else { facing };
        self.turns += turns(game.piece(unit).facing, facing);
        self.fifths += u32::from(cells) * price(way);
        self.backwards |= backwards;
        for _ in 0..cells {
            self.trail.push(game.data().lattice().step(self.end(), way).expect("a leg stays on the table"));
        }
    }
}

/// Facing and cells of a leg.
pub(super) fn length(leg: Action) -> (Facing, u8) {
    match leg {
        Action::Leg { facing, cells } | Action::Reverse { facing, cells } => (facing, cells),
        _ => unreachable!("{leg:?} is no leg"),
    }
}

impl Field<'_> {
    /// Whether two cells are the same or neighbours.
    fn beside(&self, a: Cell, b: Cell) -> bool {
        self.game.data().lattice().is_near(a, b, 1)
    }

    fn glyph(&self, cell: Cell) -> char {
        let (column, row) = self.game.data().lattice().place(cell);
        char::from(self.rows[row as usize].as_bytes()[column as usize])
    }

    fn living(&self) -> Vec<(UnitId, Cell)> {
        let all = Side::ALL.into_iter().flat_map(|side| units(side, self.game.alive(side)));
        all.map(|unit| (unit, self.game.piece(unit).cell.expect("it lives"))).collect()
    }

    pub(super) fn cell(&self, unit: UnitId) -> Cell {
        self.game.piece(unit).cell.expect("it has a cell")
    }

    /// [VD.4.a] Whether a wreck is there.
    fn has_wreck(&self, cell: Cell) -> bool {
        let all = Side::ALL.into_iter().flat_map(|side| self.game.data().units(side));
        all.map(|(unit, _)| self.game.piece(unit)).any(|piece| piece.men == 0 && piece.cell == Some(cell))
    }

    /// [TER][TERK] The chart, with decisions D7 and D10.
    fn is_open(&self, mobility: Mobility, runs: bool, cell: Cell) -> bool {
        let tracks = matches!(mobility, Mobility::Tracked | Mobility::HalfTracked);
        let foot = mobility == Mobility::Infantry;
        match self.glyph(cell) {
            '.' | ',' | '=' => true,
            's' | 'm' | 'v' | 'T' => (tracks || foot) && !runs,
            'f' | 'w' => tracks || foot && !runs,
            'a' => foot && !runs,
            't' => tracks || foot,
            'H' | 'h' => foot,
            _ => false,
        }
    }

    /// Cells that a unit enters on its way: ground, no wreck, an inch from enemies; beside the target of its assault it comes.
    fn entered(&self, unit: UnitId, runs: bool, target: Option<UnitId>) -> Vec<bool> {
        let data = self.game.data();
        let enemies: Vec<_> = self.living().into_iter().filter(|(other, _)| other.side() != unit.side()).collect();
        let shuns = |cell, &(other, at): &(UnitId, Cell)| if Some(other) == target { cell == at } else { self.beside(cell, at) };
        let enters = |cell| {
            self.is_open(data.unit(unit).mobility, runs, cell) && !self.has_wreck(cell) && !enemies.iter().any(|enemy| shuns(cell, enemy))
        };
        data.lattice().cells().map(enters).collect()
    }

    /// Decisions D3 and D4: whether a unit may stay in a cell, with an inch to others and the house for itself.
    fn has_room(&self, unit: UnitId, spared: Option<UnitId>, cell: Cell) -> bool {
        let house = |cell: Cell| self.game.data().battlefield.section(cell);
        let others = self.living().into_iter().filter(|&(other, _)| other != unit && Some(other) != spared);
        let apart = |at| !self.beside(cell, at) && (house(cell) == 0 || house(cell) != house(at));
        !self.has_wreck(cell) && others.map(|(_, at)| at).all(apart)
    }

    /// The step that way, past no corner that is not entered.
    fn step(&self, enters: &[bool], from: Cell, way: Facing) -> Option<Cell> {
        let lattice = self.game.data().lattice();
        let free = |way: Facing| lattice.step(from, way).filter(|cell| enters[cell.index()]);
        let corners = !way.is_diagonal() || [1, -1].into_iter().all(|turn| free(way.turned(turn)).is_some());
        free(way).filter(|_| corners)
    }

    /// Costs of a walk of so many inches: every step is tried until nothing gets cheaper.
    fn walk(&self, unit: UnitId, runs: bool, inches: u32, target: Option<UnitId>) -> BTreeMap<Cell, u32> {
        let enters = self.entered(unit, runs, target);
        let mut costs = BTreeMap::from([(self.cell(unit), 0)]);
        let mut fresh: BTreeSet<Cell> = costs.keys().copied().collect();
        while let Some(cell) = fresh.pop_first() {
            for way in Facing::ALL {
                let (next, cost) = (self.step(&enters, cell, way), costs[&cell] + price(way));
                if let Some(next) = next.filter(|next| cost <= 5 * inches && costs.get(next).is_none_or(|&known| cost < known)) {
                    costs.insert(next, cost);
                    fresh.insert(next);
                }
            }
        }
        costs
    }

    /// Where a walk may end, with its cost.
    pub(super) fn ends(&self, unit: UnitId, runs: bool, inches: u32) -> BTreeMap<Cell, u32> {
        let own = self.cell(unit);
        self.walk(unit, runs, inches, None).into_iter().filter(|&(cell, _)| cell == own || self.has_room(unit, None, cell)).collect()
    }

    /// [ORD.3] Supplement S22: whether a unit runs at all.
    pub(super) fn runs(&self, unit: UnitId) -> bool {
        let template = self.game.data().unit(unit);
        template.pace == Pace::Whole && template.class != Class::Artillery && !self.game.piece(unit).immobilised
    }

    /// [TERK.5] Whether a unit leaves its cell at all.
    pub(super) fn leaves(&self, unit: UnitId) -> bool {
        let mobility = self.game.data().unit(unit).mobility;
        !self.game.piece(unit).immobilised && (mobility != Mobility::Artillery || self.is_open(mobility, false, self.cell(unit)))
    }

    /// [MOVE.2][MOVE.3][MOVE.4][MAN.1][MAN.2][MAN.3] Inches and turns of a vehicle.
    fn rate(&self, unit: UnitId, runs: bool) -> (u32, u32) {
        match (self.game.data().unit(unit).mobility, runs) {
            (Mobility::Wheeled, false) => (12, 2),
            (Mobility::Wheeled, true) => (24, 1),
            (Mobility::HalfTracked, false) => (9, 2),
            (Mobility::HalfTracked, true) => (18, 1),
            (_, false) => (9, 1),
            (_, true) => (18, 0),
        }
    }

    /// [MAN][REV][TERK.7] The legs that a vehicle may drive after what it has driven.
    pub(super) fn legs(&self, unit: UnitId, driven: &Driven, met: &mut Met) -> BTreeSet<Action> {
        let (inches, turns_of_move) = self.rate(unit, driven.runs);
        let template = self.game.data().unit(unit);
        let enters = self.entered(unit, driven.runs, None);
        let mut legs = BTreeSet::new();
        // A leg of no cells, or backwards without Recce, is the last one.
        for facing in Facing::ALL {
            let turned = turns(self.game.piece(unit).facing, facing);
            if driven.turns + turned > turns_of_move || turned == 0 && driven.fifths > 0 {
                continue;
            }
            if turned > 0 {
                legs.insert(Action::Leg { facing, cells: 0 });
            }
            for backwards in [false, true] {
                if backwards && (driven.runs || turned > 0 && !template.recce) {
                    continue;
                }
                let way = if backwards { facing.reversed() } else { facing };
                let mut trail = driven.trail.clone();
                for cells in 1..=60 {
                    let Some(next) = self.step(&enters, *trail.last().expect("it has begun"), way) else { break };
                    trail.push(next);
                    let fifths = driven.fifths + u32::from(cells) * price(way);
                    let by_road = !backwards && !driven.backwards && trail.iter().all(|&cell| self.glyph(cell) == '=');
                    let may = match (backwards && !template.recce, by_road) {
                        (true, _) => 2 * fifths <= 5 * inches,
                        (_, true) => fifths <= 10 * inches,
                        _ => fifths <= 5 * inches,
                    };
                    if may && self.has_room(unit, None, next) {
                        legs.insert(if backwards { Action::Reverse { facing, cells } } else { Action::Leg { facing, cells } });
                        let long = 2 * fifths > 5 * inches;
                        let words = [
                            (driven.runs, "run"),
                            (backwards, "back"),
                            (driven.fifths > 0, "second"),
                            (way.is_diagonal(), "diagonal"),
                            (turned == 2, "twice"),
                            (by_road && fifths > 5 * inches, "doubled"),
                            (backwards && long, "far"),
                        ];
                        let what: Vec<_> = words.iter().filter(|word| word.0).map(|word| word.1).collect();
                        *met.entry(format!("leg {}", what.join(" "))).or_default() += 1;
                    }
                }
            }
        }
        legs
    }

    /// [CQ.3][CQV.1] Supplement S24: the cell to which an assault comes: the cheapest one beside the target or its house, the first of several.
    fn contact(&self, unit: UnitId, target: UnitId) -> Option<Cell> {
        let (piece, data) = (self.game.piece(target), self.game.data());
        if data.unit(target).class == Class::Vehicle && piece.order == Some(Order::Run) && !piece.immobilised {
            return None;
        }
        let (at, house) = (self.cell(target), data.battlefield.section(self.cell(target)));
        let held: Vec<Cell> =
            data.lattice().cells().filter(|&cell| cell == at || house > 0 && data.battlefield.section(cell) == house).collect();
        let touches = |cell: Cell| !held.contains(&cell) && held.iter().any(|&held| self.beside(cell, held));
        let ways = [(true, 12), (false, 6)].map(|(runs, inches)| self.walk(unit, runs, inches, Some(target)));
        let reached = ways.into_iter().flatten().filter(|&(cell, _)| touches(cell) && self.has_room(unit, Some(target), cell));
        reached.map(|(cell, cost)| (cost, cell)).min().map(|(_, cell)| cell)
    }

    /// [ORD.3.a][CQ.3] Decision D15: the targets of an assault, and the cells to which it comes.
    pub(super) fn assaults(&self, unit: UnitId) -> BTreeMap<UnitId, Cell> {
        let template = self.game.data().unit(unit);
        let commands = template.rank.is_some() && self.game.piece(unit).men < 4;
        let serves = self.game.data().is_fixed(template) || template.id.contains("mortar");
        if template.class != Class::Infantry || !self.runs(unit) || commands || serves {
            return BTreeMap::new();
        }
        let enemies = self.living().into_iter().map(|(other, _)| other).filter(|other| other.side() != unit.side());
        enemies.filter_map(|target| Some((target, self.contact(unit, target)?))).collect()
    }

    /// [CQ.4.e][CQ.6][CQV.10] Who consolidates after blows between two units: the survivor, or who assaulted a vehicle, if it can walk.
    pub(super) fn consolidates(&self, attacker: UnitId, target: UnitId) -> Option<UnitId> {
        let [raids, stands] = [attacker, target].map(|unit| self.game.piece(unit).is_alive());
        let data = self.game.data();
        let winner = match data.unit(target).class {
            Class::Vehicle => raids.then_some(attacker),
            _ if raids == stands => None,
            _ => Some(if raids { attacker } else { target }),
        };
        winner.filter(|&unit| data.unit(unit).pace != Pace::Turn && self.leaves(unit))
    }

    /// [FUB.3] The closest enemy in sight.
    pub(super) fn fright(&self, unit: UnitId) -> Option<Cell> {
        let (own, data) = (self.cell(unit), self.game.data());
        let seen = self.living().into_iter().filter(|&(other, at)| other.side() != unit.side() && data.sight.sees(own, at));
        seen.min_by_key(|&(other, at)| (data.lattice().distance2(own, at), other)).map(|(_, at)| at)
    }

    /// Seed, question, ground and units.
    pub(super) fn says(&self, seed: (u64, u32), what: &str) -> String {
        let say = |(unit, _): (UnitId, Cell)| format!("{}: {:?}", self.game.data().name(unit), self.game.piece(unit));
        let all: Vec<_> = self.living().into_iter().map(say).collect();
        format!("seed {seed:?}: {what}: {}\n{}\n{}", question(self.game), self.rows.join("\n"), all.join("\n"))
    }
}

/// What may be done now.
pub(super) fn legal(game: &BoltAction) -> BTreeSet<Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().collect()
}
