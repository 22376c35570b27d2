//! What a unit may do on its ground, in the simplest way.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::bolt_action::terms::{Class, Mobility, Order, Pace};
use stavka_engine::bolt_action::{Action, BoltAction, Piece, Prepared, UnitId};
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Game as _, Side};

use super::Met;
use crate::bolt_action_kit::question;

/// A position, with the ground as it was drawn.
pub(crate) struct Field<'a> {
    pub(crate) data: &'static Prepared,
    /// All units, the dead ones too.
    pub(crate) pieces: BTreeMap<UnitId, Piece>,
    pub(crate) rows: &'a [String],
    /// What is asked.
    pub(crate) asked: String,
}

/// What a vehicle has done of its move.
#[derive(Debug)]
pub(crate) struct Driven {
    runs: bool,
    /// Every cell so far, the first included.
    pub(crate) trail: Vec<Cell>,
    fifths: u32,
    pub(crate) turns: u32,
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
    pub(crate) fn from(start: Cell, runs: bool) -> Self {
        Driven { runs, trail: vec![start], fifths: 0, turns: 0, backwards: false }
    }

    /// Where the vehicle is.
    pub(crate) fn end(&self) -> Cell {
        *self.trail.last().expect("it has begun")
    }

    /// One leg more, which the vehicle of a position drives next.
    pub(crate) fn drives(&mut self, field: &Field<'_>, unit: UnitId, leg: Action) {
        let ((facing, cells), backwards) = (length(leg), matches!(leg, Action::Reverse { .. }));
        let way = if backwards { facing.reversed() } else { facing };
        self.turns += turns(field.pieces[&unit].facing, facing);
        self.fifths += u32::from(cells) * price(way);
        self.backwards |= backwards;
        for _ in 0..cells {
            self.trail.push(field.data.lattice().step(self.end(), way).expect("a leg stays on the table"));
        }
    }
}

/// Facing and cells of a leg.
pub(crate) fn length(leg: Action) -> (Facing, u8) {
    match leg {
        Action::Leg { facing, cells } | Action::Reverse { facing, cells } => (facing, cells),
        _ => unreachable!("{leg:?} is no leg"),
    }
}

impl<'a> Field<'a> {
    /// The field of a game on ground that was drawn in rows.
    pub(crate) fn of(game: &BoltAction, rows: &'a [String]) -> Self {
        let units = Side::ALL.into_iter().flat_map(|side| game.data().units(side));
        let pieces = units.map(|(unit, _)| (unit, *game.piece(unit))).collect();
        Field { data: game.data(), pieces, rows, asked: question(game) }
    }

    /// Whether two cells are the same or neighbours.
    fn beside(&self, a: Cell, b: Cell) -> bool {
        self.data.lattice().is_near(a, b, 1)
    }

    pub(crate) fn glyph(&self, cell: Cell) -> char {
        let (column, row) = self.data.lattice().place(cell);
        char::from(self.rows[row as usize].as_bytes()[column as usize])
    }

    fn living(&self) -> Vec<(UnitId, Cell)> {
        let all = self.pieces.iter().filter(|(_, piece)| piece.is_alive());
        all.map(|(&unit, piece)| (unit, piece.cell.expect("it lives"))).collect()
    }

    pub(crate) fn cell(&self, unit: UnitId) -> Cell {
        self.pieces[&unit].cell.expect("it has a cell")
    }

    /// [VD.4.a] Where wrecks are.
    fn wrecks(&self) -> Vec<Cell> {
        self.pieces.values().filter(|piece| piece.men == 0).filter_map(|piece| piece.cell).collect()
    }

    /// [TER][TERK] The chart, with decisions D7 and D10.
    pub(crate) fn is_open(&self, mobility: Mobility, runs: bool, cell: Cell) -> bool {
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
        let data = self.data;
        let enemies: Vec<_> = self.living().into_iter().filter(|(other, _)| other.side() != unit.side()).collect();
        let wrecks = self.wrecks();
        let shuns = |cell, &(other, at): &(UnitId, Cell)| if Some(other) == target { cell == at } else { self.beside(cell, at) };
        let enters = |cell| {
            self.is_open(data.unit(unit).mobility, runs, cell) && !wrecks.contains(&cell) && !enemies.iter().any(|enemy| shuns(cell, enemy))
        };
        data.lattice().cells().map(enters).collect()
    }

    /// Decisions D3 and D4: whether a unit may stay in a cell, with an inch to others and the house for itself.
    pub(crate) fn has_room(&self, unit: UnitId, spared: Option<UnitId>, cell: Cell) -> bool {
        let house = |cell: Cell| self.data.battlefield.section(cell);
        let others = self.living().into_iter().filter(|&(other, _)| other != unit && Some(other) != spared);
        let apart = |at| !self.beside(cell, at) && (house(cell) == 0 || house(cell) != house(at));
        !self.wrecks().contains(&cell) && others.map(|(_, at)| at).all(apart)
    }

    /// The step that way, past no corner that is not entered.
    fn step(&self, enters: &[bool], from: Cell, way: Facing) -> Option<Cell> {
        let lattice = self.data.lattice();
        let free = |way: Facing| lattice.step(from, way).filter(|cell| enters[cell.index()]);
        let corners = !way.is_diagonal() || [1, -1].into_iter().all(|turn| free(way.turned(turn)).is_some());
        free(way).filter(|_| corners)
    }

    /// Costs of a walk of so many inches: every step is tried until nothing gets cheaper.
    fn walk(&self, unit: UnitId, runs: bool, inches: u32, target: Option<UnitId>) -> BTreeMap<Cell, u32> {
        self.walk_from(self.cell(unit), 5 * inches, &self.entered(unit, runs, target))
    }

    /// The same from a cell, with so many fifths of an inch.
    fn walk_from(&self, start: Cell, fifths: u32, enters: &[bool]) -> BTreeMap<Cell, u32> {
        let mut costs = BTreeMap::from([(start, 0)]);
        let mut fresh: BTreeSet<Cell> = costs.keys().copied().collect();
        while let Some(cell) = fresh.pop_first() {
            for way in Facing::ALL {
                let (next, cost) = (self.step(enters, cell, way), costs[&cell] + price(way));
                if let Some(next) = next.filter(|next| cost <= fifths && costs.get(next).is_none_or(|&known| cost < known)) {
                    costs.insert(next, cost);
                    fresh.insert(next);
                }
            }
        }
        costs
    }

    /// The way to a cell that a walk comes to, without the start: the cheapest; of several before a cell, the first.
    pub(crate) fn way(&self, unit: UnitId, runs: bool, inches: u32, target: Option<UnitId>, to: Cell) -> Vec<Cell> {
        let enters = self.entered(unit, runs, target);
        let costs = self.walk_from(self.cell(unit), 5 * inches, &enters);
        let mut way = vec![to];
        while let Some(&cell) = way.last().filter(|&&cell| cell != self.cell(unit)) {
            let before = |way: Facing| {
                let before = self.data.lattice().step(cell, way.reversed())?;
                let leads = costs.get(&before)? + price(way) == costs[&cell] && self.step(&enters, before, way) == Some(cell);
                leads.then_some(before)
            };
            way.push(Facing::ALL.into_iter().filter_map(before).min().expect("a cell before it"));
        }
        way.reverse();
        way.split_off(1)
    }

    /// The steps that a unit on foot may take with so many fifths left: some way on has to end with room.
    pub(crate) fn steps(&self, unit: UnitId, runs: bool, fifths: u32) -> Vec<(Facing, Cell)> {
        let enters = self.entered(unit, runs, None);
        let may = |way: Facing| {
            let (next, left) = (self.step(&enters, self.cell(unit), way)?, fifths.checked_sub(price(way))?);
            let ends = self.walk_from(next, left, &enters).into_keys().any(|cell| self.has_room(unit, None, cell));
            ends.then_some((way, next))
        };
        Facing::ALL.into_iter().filter_map(may).collect()
    }

    /// Where a walk may end, with its cost.
    pub(crate) fn ends(&self, unit: UnitId, runs: bool, inches: u32) -> BTreeMap<Cell, u32> {
        let own = self.cell(unit);
        self.walk(unit, runs, inches, None).into_iter().filter(|&(cell, _)| cell == own || self.has_room(unit, None, cell)).collect()
    }

    /// [ORD.3] Supplement S22: whether a unit runs at all.
    pub(crate) fn runs(&self, unit: UnitId) -> bool {
        let template = self.data.unit(unit);
        template.pace == Pace::Whole && template.class != Class::Artillery && !self.pieces[&unit].immobilised
    }

    /// [TERK.5] Whether a unit leaves its cell at all.
    pub(crate) fn leaves(&self, unit: UnitId) -> bool {
        let mobility = self.data.unit(unit).mobility;
        !self.pieces[&unit].immobilised && (mobility != Mobility::Artillery || self.is_open(mobility, false, self.cell(unit)))
    }

    /// [MOVE.2][MOVE.3][MOVE.4][MAN.1][MAN.2][MAN.3] Inches and turns of a vehicle.
    fn rate(&self, unit: UnitId, runs: bool) -> (u32, u32) {
        match (self.data.unit(unit).mobility, runs) {
            (Mobility::Wheeled, false) => (12, 2),
            (Mobility::Wheeled, true) => (24, 1),
            (Mobility::HalfTracked, false) => (9, 2),
            (Mobility::HalfTracked, true) => (18, 1),
            (_, false) => (9, 1),
            (_, true) => (18, 0),
        }
    }

    /// [MAN][REV][TERK.7] The legs that a vehicle may drive after what it has driven.
    pub(crate) fn legs(&self, unit: UnitId, driven: &Driven, met: &mut Met) -> BTreeSet<Action> {
        let (inches, turns_of_move) = self.rate(unit, driven.runs);
        let template = self.data.unit(unit);
        let enters = self.entered(unit, driven.runs, None);
        let mut legs = BTreeSet::new();
        // A leg of no cells, or backwards without Recce, is the last one.
        for facing in Facing::ALL {
            let turned = turns(self.pieces[&unit].facing, facing);
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

    /// [CQ.3][CQV.1] Supplement S24: the cell to which an assault comes: the cheapest one beside the target or its house, the first of
    /// several; and whether it runs there.
    fn contact(&self, unit: UnitId, target: UnitId) -> Option<(Cell, bool)> {
        let (piece, data) = (&self.pieces[&target], self.data);
        let runs = data.unit(target).class == Class::Vehicle && piece.order == Some(Order::Run) && !piece.immobilised;
        if runs || !piece.is_alive() {
            return None;
        }
        let (at, house) = (self.cell(target), data.battlefield.section(self.cell(target)));
        // No walk of twelve inches comes beside what is farther away; a house is reached at its walls.
        if house == 0 && data.lattice().distance2(self.cell(unit), at) > 14 * 14 {
            return None;
        }
        let held: Vec<Cell> =
            data.lattice().cells().filter(|&cell| cell == at || house > 0 && data.battlefield.section(cell) == house).collect();
        let touches = |cell: Cell| !held.contains(&cell) && held.iter().any(|&held| self.beside(cell, held));
        let walks = [(true, 12), (false, 6)].map(|(runs, inches)| (runs, self.walk(unit, runs, inches, Some(target))));
        let reached = walks.into_iter().flat_map(|(runs, walk)| walk.into_iter().map(move |(cell, cost)| (cost, cell, !runs)));
        let free = reached.filter(|&(_, cell, _)| touches(cell) && self.has_room(unit, Some(target), cell));
        free.min().map(|(_, cell, walks)| (cell, !walks))
    }

    /// The way of an assault, without the start.
    pub(crate) fn way_to(&self, unit: UnitId, target: UnitId) -> Option<Vec<Cell>> {
        let (cell, runs) = self.contact(unit, target)?;
        Some(self.way(unit, runs, if runs { 12 } else { 6 }, Some(target), cell))
    }

    /// [ORD.3.a][CQ.3] Decision D15: the targets of an assault, and the cells to which it comes.
    pub(crate) fn assaults(&self, unit: UnitId) -> BTreeMap<UnitId, Cell> {
        let template = self.data.unit(unit);
        let commands = template.rank.is_some() && self.pieces[&unit].men < 4;
        let serves = self.data.is_fixed(template) || template.id.contains("mortar");
        if template.class != Class::Infantry || !self.runs(unit) || commands || serves {
            return BTreeMap::new();
        }
        let enemies = self.living().into_iter().map(|(other, _)| other).filter(|other| other.side() != unit.side());
        enemies.filter_map(|target| Some((target, self.contact(unit, target)?.0))).collect()
    }

    /// [CQ.4.e][CQ.6][CQV.10] Who consolidates after blows between two units: the survivor, or who assaulted a vehicle, if it can walk.
    pub(crate) fn consolidates(&self, attacker: UnitId, target: UnitId) -> Option<UnitId> {
        let [raids, stands] = [attacker, target].map(|unit| self.pieces[&unit].is_alive());
        let data = self.data;
        let winner = match data.unit(target).class {
            Class::Vehicle => raids.then_some(attacker),
            _ if raids == stands => None,
            _ => Some(if raids { attacker } else { target }),
        };
        winner.filter(|&unit| data.unit(unit).pace != Pace::Turn && self.leaves(unit))
    }

    /// [FUB.3] The closest enemy in sight.
    pub(crate) fn fright(&self, unit: UnitId) -> Option<Cell> {
        let (own, data) = (self.cell(unit), self.data);
        let seen = self.living().into_iter().filter(|&(other, at)| other.side() != unit.side() && data.sight.sees(own, at));
        seen.min_by_key(|&(other, at)| (data.lattice().distance2(own, at), other)).map(|(_, at)| at)
    }

    /// Seed, question, ground and units.
    pub(crate) fn says(&self, seed: (u64, u32), what: &str) -> String {
        let say = |(unit, _): (UnitId, Cell)| format!("{}: {:?}", self.data.name(unit), self.pieces[&unit]);
        let all: Vec<_> = self.living().into_iter().map(say).collect();
        format!("seed {seed:?}: {what}: {}\n{}\n{}", self.asked, self.rows.join("\n"), all.join("\n"))
    }
}

/// What may be done now.
pub(crate) fn legal(game: &BoltAction) -> BTreeSet<Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().collect()
}
