//! Where units are, and in what state.

use super::data::units::Template;
use super::ids::{UnitId, units};
use super::prepared::Prepared;
use super::terms::{Class, Order, Rank};
use crate::game::Side;
use crate::square::{Cell, CellSet, Facing};

/// Units of both sides, by number.
const UNITS: usize = 32;

/// A unit in play. A unit without men is dead; a vehicle that was destroyed keeps its cell if it is a wreck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a unit, read by name")]
pub struct Piece {
    /// Where it stands; `None` before the set-up, and after its end.
    pub cell: Option<Cell>,
    /// Where it looks: of effect for vehicles and for units with Fixed weapons.
    pub facing: Facing,
    /// Its order die, if it has one.
    pub order: Option<Order>,
    /// Pin markers.
    pub pins: u8,
    /// Men that are left; 1 for a vehicle.
    pub men: u8,
    /// Panzerfausts that are left.
    pub panzerfausts: u8,
    /// [VD.2] It does not move any more.
    pub immobilised: bool,
    /// It is dug in: until it moves it has hard cover (decision D13).
    pub dug_in: bool,
    /// [TURN.2.b] Its order is kept for the next turn.
    pub kept: bool,
    /// It has moved or turned in this turn.
    pub moved: bool,
    /// Target of its indirect fire, and its shots at it in a row (supplement S27).
    pub ranging: Option<(UnitId, u8)>,
}

impl Piece {
    /// Whether it is in play and alive.
    #[inline]
    pub const fn is_alive(&self) -> bool {
        self.men > 0 && self.cell.is_some()
    }
}

/// The units of both sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    pieces: [Piece; UNITS],
}

impl Board {
    /// Nobody is set up.
    pub(super) fn new(data: &Prepared) -> Self {
        let nobody = Piece {
            cell: None,
            facing: Facing::NORTH,
            order: None,
            pins: 0,
            men: 0,
            panzerfausts: 0,
            immobilised: false,
            dug_in: false,
            kept: false,
            moved: false,
            ranging: None,
        };
        let mut board = Board { pieces: [nobody; UNITS] };
        for (unit, template) in Side::ALL.into_iter().flat_map(|side| data.units(side)) {
            let facing = if unit.side() == Side::Axis { Facing::EAST } else { Facing::WEST };
            let piece = Piece { men: template.models(), panzerfausts: template.panzerfausts, facing, ..nobody };
            board.pieces[unit.index()] = piece;
        }
        board
    }

    #[inline]
    pub(super) fn piece(&self, unit: UnitId) -> &Piece {
        &self.pieces[unit.index()]
    }

    #[inline]
    pub(super) fn piece_mut(&mut self, unit: UnitId) -> &mut Piece {
        &mut self.pieces[unit.index()]
    }

    /// The units of a side that are in play and alive, as bits.
    #[inline]
    pub(super) fn alive(&self, side: Side) -> u16 {
        self.those(side, Piece::is_alive)
    }

    /// The living units of a side that have no order.
    #[inline]
    pub(super) fn idle(&self, side: Side) -> u16 {
        self.those(side, |piece| piece.is_alive() && piece.order.is_none())
    }

    /// The units of a side with a property, as bits.
    #[inline]
    pub(super) fn those(&self, side: Side, has: impl Fn(&Piece) -> bool) -> u16 {
        units(side, u16::MAX).filter(|&unit| has(self.piece(unit))).fold(0, |bits, unit| bits | unit.bit())
    }

    /// The cell of a unit that is in play.
    #[inline]
    pub(super) fn cell(&self, unit: UnitId) -> Cell {
        self.piece(unit).cell.expect("the unit is in play")
    }

    /// Wrecks are impassable [VD.4.a].
    pub(super) fn wrecks(&self) -> impl Iterator<Item = Cell> + '_ {
        self.pieces.iter().filter(|piece| piece.men == 0).filter_map(|piece| piece.cell)
    }

    /// Cells that a unit may not walk through: wrecks, and the cells beside enemies, but for those beside `target` alone (decision D3).
    pub(super) fn closed_to(&self, data: &Prepared, unit: UnitId, target: Option<UnitId>) -> CellSet {
        let enemy = unit.side().opponent();
        let beside = i16::from(data.tables.movement.gap) - 1;
        let mut closed: CellSet = self.wrecks().collect();
        for other in units(enemy, self.alive(enemy)) {
            let within = if Some(other) == target { 0 } else { beside };
            closed.extend(data.lattice().around(self.cell(other), within));
        }
        closed
    }

    /// Cells in which a unit would stand too near to another, friend or enemy, or in a house that is taken (decisions D3, D4).
    pub(super) fn crowded(&self, data: &Prepared, unit: UnitId) -> CellSet {
        self.crowded_beside(data, unit, unit)
    }

    /// The same as if `spared`, the target of an assault, were not there.
    pub(super) fn crowded_beside(&self, data: &Prepared, unit: UnitId, spared: UnitId) -> CellSet {
        let beside = i16::from(data.tables.movement.gap) - 1;
        let mut crowded: CellSet = self.wrecks().collect();
        for other in Side::ALL.into_iter().flat_map(|side| units(side, self.alive(side))).filter(|&other| other != unit && other != spared)
        {
            let cell = self.cell(other);
            crowded.extend(data.lattice().around(cell, beside));
            crowded.extend(data.section_of(cell));
        }
        crowded
    }

    /// The best officer of a side in reach of a cell [MOR.4] (supplement S25).
    pub(super) fn officer_near(&self, data: &Prepared, side: Side, cell: Cell) -> Option<Rank> {
        let near = |unit: UnitId| {
            let rank = data.unit(unit).rank?;
            let radius = u16::from(data.tables.officer_radius[rank.index()]);
            (data.lattice().distance2(self.cell(unit), cell) <= radius * radius).then_some(rank)
        };
        units(side, self.alive(side)).filter_map(near).max()
    }

    /// A unit leaves the game; a vehicle leaves its wreck [VD.4].
    pub(super) fn destroy(&mut self, data: &Prepared, unit: UnitId) {
        let wreck = data.unit(unit).class == Class::Vehicle && data.tables.switches.wrecks;
        let piece = self.piece_mut(unit);
        piece.men = 0;
        piece.pins = 0;
        piece.ranging = None;
        if !wreck {
            piece.cell = None;
        }
    }

    /// A unit has moved or turned: it is not dug in any more, and its own guns and those that range at it begin anew (supplement S27).
    pub(super) fn stir(&mut self, unit: UnitId) {
        let piece = self.piece_mut(unit);
        piece.moved = true;
        piece.dug_in = false;
        piece.ranging = None;
        for other in &mut self.pieces {
            if other.ranging.is_some_and(|(target, _)| target == unit) {
                other.ranging = None;
            }
        }
    }
}

impl Template {
    /// Whether its facing matters.
    pub(super) fn has_facing(&self, data: &Prepared) -> bool {
        self.class == Class::Vehicle || data.is_fixed(self)
    }
}
