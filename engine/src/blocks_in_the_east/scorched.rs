//! [16.0] Scorched earth: centres that the Soviets lose are wrecked, factories that fall give a point, and in 1941 some are moved away.

use super::BlocksInTheEast;
use super::centres::Centre;
use super::ids::HexSet;
use super::terms::{Colour, Country, Nation};
use crate::game::Side;
use crate::hex::Hex;

/// Most centres on a map, factories among them: that of the game has 75.
pub(super) const MOST_CENTRES: usize = 128;
/// [16.0.a] Points, and so turns, that a wrecked centre takes.
const REPAIRS: u8 = 3;
/// [16.2] The last turn in which factories are moved: December 1941.
const LAST_EVACUATION: u8 = 7;
/// [16.2] Rail moves that a factory takes.
const TRAINS: u8 = 3;

/// A bit for each centre.
type Bits = [u64; MOST_CENTRES / 64];

/// [16.0] Centres that are wrecked, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Scorched {
    wrecked: Bits,
    /// [16.0.a] Those that have had one point, and two.
    points: [Bits; REPAIRS as usize - 1],
    /// Those that have had the point of this turn.
    paid: Bits,
}

fn has(bits: &Bits, number: usize) -> bool {
    bits[number / 64] & 1 << (number % 64) != 0
}

fn put(bits: &mut Bits, number: usize, on: bool) {
    let bit = 1 << (number % 64);
    if on {
        bits[number / 64] |= bit;
    } else {
        bits[number / 64] &= !bit;
    }
}

impl Scorched {
    fn set(&mut self, number: usize, wrecked: bool) {
        let Scorched { wrecked: all, points, paid } = self;
        put(all, number, wrecked);
        points.iter_mut().chain([paid]).for_each(|bits| put(bits, number, false));
    }

    fn points(&self, number: usize) -> u8 {
        self.points.iter().filter(|bits| has(bits, number)).count() as u8
    }
}

impl BlocksInTheEast {
    fn scorches(&self) -> bool {
        self.data.script.options.scorched_earth
    }

    /// [16.0] Whether a centre of this number makes nothing because it is wrecked.
    pub(super) fn is_wrecked(&self, number: usize) -> bool {
        self.scorches() && has(&self.scorched.wrecked, number)
    }

    /// The wells, mines and urban centres of the Soviet Union, with their numbers.
    fn centres_that_burn(&self) -> impl Iterator<Item = (usize, &'static Centre)> + use<> {
        let data = self.data;
        let burns = move |centre: &Centre| centre.factory.is_none() && data.map.country[centre.hex.index()] == Some(Country::SovietUnion);
        data.centres.iter().enumerate().take(MOST_CENTRES).filter(move |(_, centre)| burns(centre))
    }

    /// [16.0][16.0.b] A hex becomes a side's: what the Soviets leave is wrecked, what they take back works at once.
    pub(super) fn scorch(&mut self, side: Side, hex: Hex) {
        if !self.scorches() {
            return;
        }
        for (number, _) in self.centres_that_burn().filter(|(_, centre)| centre.hex == hex) {
            self.scorched.set(number, side == Side::Axis);
        }
    }

    /// [16.0.a] Points that each wrecked centre still takes, where the chapter is played.
    pub(super) fn points_to_mend(&self) -> impl Iterator<Item = (Hex, u8)> + '_ {
        let wrecked = self.scorches().then(|| self.wrecked_centres()).into_iter().flatten();
        wrecked.map(|(hex, _, points)| (hex, REPAIRS - points))
    }

    /// [16.0] Wrecked centres, by hex and colour, with the points that have been spent on them.
    pub fn wrecked_centres(&self) -> impl Iterator<Item = (Hex, Colour, u8)> + '_ {
        let wrecked = self.centres_that_burn().filter(|&(number, _)| self.is_wrecked(number));
        wrecked.map(|(number, centre)| (centre.hex, centre.colour, self.scorched.points(number)))
    }

    /// [16.0.a] A new turn of the Axis: every wrecked centre may be given a point again.
    pub(super) fn resume_repairs(&mut self) {
        self.scorched.paid = Bits::default();
    }

    /// [16.0.a] The wrecked centres on which the Axis may spend a yellow point.
    pub(super) fn centres_to_mend(&self, side: Side) -> impl Iterator<Item = (Colour, Hex)> + '_ {
        let plays = self.scorches() && side == Side::Axis && self.treasury.spendable(Nation::German, Colour::Yellow) > 0;
        let may = move |&(number, centre): &(usize, &Centre)| {
            self.is_wrecked(number) && !has(&self.scorched.paid, number) && self.board.controls(self.data, Side::Axis, centre.hex)
        };
        let all = plays.then(|| self.centres_that_burn()).into_iter().flatten();
        all.filter(may).map(|(_, centre)| (centre.colour, centre.hex))
    }

    /// [16.0.a] A point is spent on a wrecked centre; with the third it works from the next income on.
    pub(super) fn mend(&mut self, colour: Colour, hex: Hex) {
        let found = self.centres_that_burn().find(|(_, centre)| (centre.colour, centre.hex) == (colour, hex));
        let Some((number, _)) = found else { return };
        self.treasury.spend(Nation::German, Colour::Yellow, 1);
        let points = self.scorched.points(number);
        if points + 1 == REPAIRS {
            self.scorched.set(number, false);
        } else {
            put(&mut self.scorched.points[usize::from(points)], number, true);
            put(&mut self.scorched.paid, number, true);
        }
    }

    /// [16.1] Factories of the enemy that fall with a hex give their captor a point of their colour each, once.
    pub(super) fn loot(&mut self, side: Side, colour: Colour, factories: u8) {
        let captor = Nation::great(side);
        if self.scorches() && self.counts(captor, colour) {
            self.treasury.earn(captor, colour, factories.into());
        }
    }

    /// [16.2] Points of a factory hex that have not been moved away.
    pub(super) fn output_left(&self, number: usize) -> u8 {
        self.data.map.factories[number].output_in(self.data.script.owners).saturating_sub(self.industry.evacuated[number])
    }

    /// [16.2][AMB-43] The factories that a side may move away now: those of the Soviets in 1941, where a train can set out, for three rail
    /// moves that are paid.
    pub(super) fn factories_to_move(&self, side: Side) -> impl Iterator<Item = (Colour, Hex)> + '_ {
        let limits = self.data.rail_moves(self.turn);
        let points = self.treasury.spendable(Nation::Soviet, Colour::Yellow);
        let plays = self.scorches()
            && side == Side::Soviet
            && self.turn <= LAST_EVACUATION
            && self.data.script.income.follows_map
            && points >= u16::from(TRAINS * limits.price)
            && self.rail_use.is_left(limits, TRAINS);
        let safe = if plays { self.safe_hexes(side) } else { HexSet::EMPTY };
        let may = move |&(number, factory): &(usize, &super::data::Factory)| {
            factory.owner == Side::Soviet
                && factory.colour != Colour::Black
                && self.stands(number)
                && self.board.controls(self.data, side, factory.hex)
                && self.leaves_by_rail(factory.hex, &safe)
        };
        let factories = plays.then(|| self.data.map.factories.iter().enumerate()).into_iter().flatten();
        factories.filter(may).map(|(_, factory)| (factory.colour, factory.hex))
    }

    /// [16.2][16.2.a] A factory is loaded on trains: it stands in box 8 of the tracker.
    pub(super) fn move_factory(&mut self, colour: Colour, hex: Hex) {
        let limits = self.data.rail_moves(self.turn);
        let mut factories = self.data.map.factories.iter();
        let found = factories.position(|factory| (factory.owner, factory.colour, factory.hex) == (Side::Soviet, colour, hex));
        let Some(number) = found else { return };
        for _ in 0..TRAINS {
            self.treasury.spend(Nation::Soviet, Colour::Yellow, limits.price);
            self.rail_use = self.rail_use.after_train(limits);
        }
        self.industry.evacuated[number] += 1;
        self.industry.load(colour);
    }
}
