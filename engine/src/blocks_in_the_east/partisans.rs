//! [29.0] Soviet partisans: how many battalions rise and where, what they bar to the Axis, how they are attacked, and how the Red Army links up
//! with them.

use std::num::NonZeroU16;

use super::BlocksInTheEast;
use super::action::Action;
use super::chapter::Few;
use super::frame::{Frame, Uprising, UprisingSector};
use super::ids::HexSet;
use super::terms::{Colour, Nation, TownClass};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// [29.0] The first turn in which they rise: September 1941.
const FIRST_TURN: u8 = 4;
/// [29.1.a] Most battalions on the map.
const MOST: usize = 20;
/// [29.1.c] Most battalions in a hex.
const MOST_IN_HEX: u8 = 3;
/// [29.1] Minor Cities without a garrison that raise a battalion.
const MINOR_CITIES: usize = 3;
/// Hexes that are listed at once; of more the sector is chosen first.
const MOST_LISTED: usize = 450;
/// Rows of the map in a sector, so that a sector has fewer hexes than are listed at once.
const ROWS_OF_SECTOR: u8 = 9;

/// What battalions in a hex bar to the Axis, by how many it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Sabotage {
    /// [29.1.d][11.2.f] Rail moves and the transport of resources.
    Trains = 1,
    /// [29.1.e] Lines of supply by road.
    Roads = 2,
    /// [29.1.f] Lines of supply by rail.
    Railways = 3,
}

/// The battalions in a hex: twelve bits for the hex, two for their number, one if a battalion of them has just risen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Band(NonZeroU16);

impl Band {
    const HEX: u16 = (1 << 12) - 1;
    const NUMBER_SHIFT: u32 = 12;
    const FRESH: u16 = 1 << 14;

    /// None where there is nobody.
    fn new(hex: Hex, battalions: u8, fresh: bool) -> Option<Band> {
        let code = hex.0 | u16::from(battalions) << Self::NUMBER_SHIFT | if fresh { Self::FRESH } else { 0 };
        NonZeroU16::new(code).filter(|_| battalions > 0).map(Band)
    }

    const fn hex(self) -> Hex {
        Hex(self.0.get() & Self::HEX)
    }

    const fn battalions(self) -> u8 {
        (self.0.get() >> Self::NUMBER_SHIFT & 0b11) as u8
    }

    const fn is_fresh(self) -> bool {
        self.0.get() & Self::FRESH != 0
    }
}

/// [29.0] The partisans on the map, in the order of their hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Partisans {
    bands: Few<Band, MOST>,
    /// [29.1.d] Battalions that the Axis has dispersed in this turn.
    lost: u8,
}

impl Partisans {
    /// [29.0] The hexes with battalions, and their number.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        self.bands.iter().map(|band| (band.hex(), band.battalions()))
    }

    fn in_hex(&self, hex: Hex) -> u8 {
        self.iter().find(|&(other, _)| other == hex).map_or(0, |(_, battalions)| battalions)
    }

    /// The hexes with so many battalions or more.
    pub(super) fn hexes(&self, least: u8) -> HexSet {
        self.iter().filter(|&(_, battalions)| battalions >= least).map(|(hex, _)| hex).collect()
    }

    /// The hexes in which no battalion can rise any more: one has risen there, or there are three.
    fn full(&self) -> HexSet {
        let is_full = |band: &Band| band.is_fresh() || band.battalions() == MOST_IN_HEX;
        self.bands.iter().filter(is_full).map(Band::hex).collect()
    }

    /// Battalions that can still be placed.
    fn room(&self) -> u8 {
        let placed: u8 = self.iter().map(|(_, battalions)| battalions).sum();
        (MOST as u8).saturating_sub(placed + self.lost)
    }

    fn set(&mut self, hex: Hex, battalions: u8, fresh: bool) {
        let before = std::mem::take(&mut self.bands);
        let mut new = Band::new(hex, battalions, fresh);
        for band in before.iter().filter(|band| band.hex() != hex) {
            if let Some(first) = new.take_if(|new| new.hex() < band.hex()) {
                self.bands.push(first);
            }
            self.bands.push(band);
        }
        if let Some(last) = new {
            self.bands.push(last);
        }
    }

    /// The uprising of a turn is over.
    fn settle(&mut self) {
        let fresh = self.bands;
        for band in fresh.iter().filter(|band| band.is_fresh()) {
            self.set(band.hex(), band.battalions(), false);
        }
        self.lost = 0;
    }
}

impl BlocksInTheEast {
    /// [29.0] The hexes with partisans, and the number of their battalions.
    pub fn partisans(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        self.chapters.partisans.iter()
    }

    /// [29.0] Battalions of partisans in a hex.
    pub fn partisans_in(&self, hex: Hex) -> u8 {
        self.chapters.partisans.in_hex(hex)
    }

    /// [29.1.e][29.1.f] Brigades that the partisans in a hex are when they are attacked.
    pub fn brigades_in(&self, hex: Hex) -> u8 {
        self.partisans_in(hex).saturating_sub(1)
    }

    /// Hexes with partisans, so many battalions or more, into which a side does not go freely: the Axis alone.
    pub(super) fn hostile_partisans(&self, side: Side, least: u8) -> HexSet {
        if side == Side::Axis && self.data.script.options.partisans { self.chapters.partisans.hexes(least) } else { HexSet::EMPTY }
    }

    /// Whether a side finds enemies in a hex: units, or brigades of partisans.
    pub fn meets_enemies(&self, side: Side, hex: Hex) -> bool {
        self.board.holds(side.opponent(), hex) || side == Side::Axis && self.brigades_in(hex) > 0
    }

    /// [29.1.e][29.1.f] Hexes in which ground units of the Axis are among brigades of partisans.
    pub(super) fn partisan_battles(&self) -> HexSet {
        let brigades = self.hostile_partisans(Side::Axis, Sabotage::Roads as u8);
        brigades.iter().filter(|&hex| self.holds_ground(Side::Axis, hex)).collect()
    }

    /// [29.1.e][29.1.f] Brigades that fight for a side in the battle in progress.
    pub(super) fn brigades_of(&self, side: Side) -> u8 {
        if side == Side::Soviet && self.fight.defender() == side { self.brigades_in(self.fight.hex) } else { 0 }
    }

    /// Whether a side has somebody in the battle in progress.
    pub(super) fn stands_in_battle(&self, side: Side) -> bool {
        self.board.holds(side, self.fight.hex) || self.brigades_of(side) > 0
    }

    /// [29.1.e][29.1.f] A brigade of the battle in progress is lost: of three battalions two are left, of two none.
    pub(super) fn lose_brigade(&mut self) {
        let hex = self.fight.hex;
        let battalions = self.partisans_in(hex);
        self.disperse(hex, if battalions == MOST_IN_HEX { 1 } else { battalions });
    }

    /// The Axis disperses battalions in a hex. They do not rise again in the turn.
    fn disperse(&mut self, hex: Hex, battalions: u8) {
        let left = self.partisans_in(hex) - battalions;
        let partisans = &mut self.chapters.partisans;
        partisans.set(hex, left, false);
        partisans.lost += battalions;
    }

    /// [29.0.b][29.1.d] A ground unit is in a hex without enemies: the Axis disperses a battalion; whom the Red Army joins gives a yellow
    /// point for each battalion.
    pub(super) fn meet_partisans(&mut self, side: Side, hex: Hex) {
        match (side, self.partisans_in(hex)) {
            (_, 0) => {}
            (Side::Axis, 1) => self.disperse(hex, 1),
            (Side::Axis, _) => {}
            (Side::Soviet, battalions) => {
                self.chapters.partisans.set(hex, 0, false);
                self.treasury.earn(Nation::Soviet, Colour::Yellow, battalions.into());
            }
        }
    }

    /// [29.1][29.1.b][AMB-46] Battalions for which the captured cities without a garrison stand.
    fn battalions_raised(&self) -> usize {
        let (data, map) = (self.data, &self.data.map);
        let annexed = |hex: Hex| map.annexed.iter().any(|ground| ground.hexes.contains(hex));
        let counts = |hex: Hex| {
            data.ground.soviet_union.contains(hex)
                && !annexed(hex)
                && self.board.controls(data, Side::Axis, hex)
                && !self.holds_ground(Side::Axis, hex)
        };
        let cities = |is: fn(TownClass) -> bool| map.places.iter().filter(|place| place.class.is_some_and(is) && counts(place.hex)).count();
        cities(|class| class == TownClass::Minor) / MINOR_CITIES + cities(TownClass::is_major)
    }

    /// [29.0][29.1][29.1.a] Battalions that rise in the production that begins; none before September 1941.
    pub(super) fn uprising(&self) -> Option<u8> {
        let plays = self.data.script.options.partisans && self.turn >= FIRST_TURN;
        plays.then(|| self.battalions_raised().min(MOST) as u8)
    }

    /// [29.1.a][29.1.c] The hexes in which a battalion can rise: Soviet ground that the Axis holds, without its units and out of their zones
    /// of control.
    fn uprising_hexes(&self) -> HexSet {
        let (data, map) = (self.data, &self.data.map);
        let ground = data.ground.soviet_union.intersection(data.ground.open).intersection(self.board.owned(data, Side::Axis));
        let watched = self.situation().zones[Side::Axis.index()].union(self.held(Side::Axis)).union(self.held(Side::Soviet));
        let area = |hex: &Hex| !map.is_box(*hex) && data.script.region.is_none_or(|region| map.region(region).contains(*hex));
        ground.difference(watched).difference(self.chapters.partisans.full()).iter().filter(area).collect()
    }

    pub(super) fn sector_of(&self, hex: Hex) -> u8 {
        (hex.0 / u16::from(self.data.map.grid.columns())) as u8 / ROWS_OF_SECTOR + 1
    }

    /// The hexes of a sector of the map in which a battalion can rise. Sectors are counted from the north.
    pub(super) fn uprising_hexes_in(&self, sector: u8) -> HexSet {
        self.uprising_hexes().iter().filter(|&hex| self.sector_of(hex) == sector).collect()
    }

    /// [29.0] The rows of the map in a sector, from the first to the last.
    pub fn rows_of_sector(&self, sector: u8) -> [u8; 2] {
        let rows = self.data.map.grid.rows();
        let first = ROWS_OF_SECTOR.saturating_mul(sector.saturating_sub(1)).min(rows - 1) + 1;
        [first, (first + ROWS_OF_SECTOR - 1).min(rows)]
    }

    /// A battalion rises in a hex.
    fn rise(&mut self, hex: Hex) {
        let battalions = self.partisans_in(hex) + 1;
        self.chapters.partisans.set(hex, battalions, true);
    }

    /// For positions made by hand: so many battalions are in a hex, which the Axis holds without a unit. Says whether they can be.
    pub(super) fn put_partisans(&mut self, hex: Hex, battalions: u8) -> bool {
        let may = self.data.script.options.partisans
            && battalions <= MOST_IN_HEX
            && battalions <= self.partisans_in(hex) + self.chapters.partisans.room()
            && self.board.owner(self.data, hex) == Some(Side::Axis)
            && self.board.stack(hex).is_empty();
        if may {
            self.chapters.partisans.set(hex, battalions, false);
        }
        may
    }

    /// Slow reference of what always holds of the partisans.
    ///
    /// # Errors
    /// Names what does not.
    pub(super) fn verify_partisans(&self) -> Result<(), String> {
        let hexes: Vec<Hex> = self.partisans().map(|(hex, _)| hex).collect();
        if !hexes.is_sorted_by(|a, b| a < b) || self.partisans().any(|(_, battalions)| !(1..=MOST_IN_HEX).contains(&battalions)) {
            return Err(format!("partisans out of order: {:?}", self.chapters.partisans));
        }
        let stray = hexes.iter().find(|&&hex| self.board.owner(self.data, hex) != Some(Side::Axis));
        // [18.1] Who is still among mines has not entered.
        let at_sea = if let Some(Frame::SeaMines(unit)) = self.top() { self.board.hex(unit) } else { None };
        let entered = |hex: Hex| Some(hex) != at_sea && self.holds_ground(Side::Axis, hex);
        let met = hexes.iter().find(|&&hex| self.brigades_in(hex) == 0 && entered(hex));
        match stray.or(met) {
            Some(&hex) => Err(format!("partisans in {}, which the Axis does not hold, or has entered", self.data.map.name(hex))),
            None => Ok(()),
        }
    }
}

impl Uprising {
    fn is_open(self, game: &BlocksInTheEast) -> bool {
        self.left > 0 && game.chapters.partisans.room() > 0 && !game.uprising_hexes().is_empty()
    }
}

impl Procedure<BlocksInTheEast> for Uprising {
    const QUESTION: &'static str = "where do partisans rise?";

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(Side::Soviet)
    }

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if self.is_open(game) {
            return Progress::Waits;
        }
        game.chapters.partisans.settle();
        game.pop()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let hexes = game.uprising_hexes();
        if hexes.len() <= MOST_LISTED {
            return out.extend(hexes.iter().map(Action::Rise));
        }
        for hex in hexes.iter() {
            let sector = Action::Sector(game.sector_of(hex));
            if out.last() != Some(&sector) {
                out.push(sector);
            }
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let left = Frame::Uprising(self.left.saturating_sub(1));
        match action {
            Action::Rise(hex) => {
                game.rise(hex);
                game.frames.replace_top(left);
            }
            Action::Sector(sector) => {
                game.frames.replace_top(left);
                game.frames.push(Frame::UprisingSector(sector));
            }
            other => {
                game.chapters.partisans.settle();
                game.end(other);
            }
        }
    }
}

impl Procedure<BlocksInTheEast> for UprisingSector {
    const QUESTION: &'static str = "in which hex of the sector do partisans rise?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(Side::Soviet)
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.uprising_hexes_in(self.sector).iter().map(Action::Rise));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Rise(hex) = action else { return game.end(action) };
        game.rise(hex);
        game.pop();
    }
}
