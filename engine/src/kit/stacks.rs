//! Where the counters are: a place for each, and the stacks on the map.

use super::counters::Counter;
use super::place::Location;
use crate::hex::{Hex, HexSet};

/// Counters that are compared in one go.
const RUN: usize = 32;

/// Up to `U` counters at places `P`, on a map of up to `64 * W` hexes. The size grows with the counters, not with the map:
/// the counters on the map stand in one list by hex and number, so a stack is a part of it. Equal positions are equal bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stacks<C: Counter, P, const U: usize, const W: usize> {
    place: [P; U],
    /// Counters on the map by hex, then by number; nobody beyond the last.
    order: [C; U],
    /// Counters in the hexes of a word of `occupied` and of those before it, by word.
    through: [C::Count; W],
    occupied: HexSet<W>,
}

impl<C: Counter, P: Location, const U: usize, const W: usize> Stacks<C, P, U, W> {
    /// Every counter at a place off the map.
    pub fn new(place: P) -> Self {
        debug_assert!(place.hex().is_none(), "a box holds all counters at first");
        Stacks { place: [place; U], order: [C::NOBODY; U], through: [C::count(0); W], occupied: HexSet::EMPTY }
    }

    /// Where a counter is.
    #[inline]
    pub fn place(&self, unit: C) -> P {
        self.place[unit.index()]
    }

    /// The hex a counter stands in, if it is on the map.
    #[inline]
    pub fn hex(&self, unit: C) -> Option<Hex> {
        self.place(unit).hex()
    }

    /// Hexes with counters.
    #[inline]
    pub fn occupied(&self) -> &HexSet<W> {
        &self.occupied
    }

    /// Counters on the map, by hex and number.
    #[inline]
    pub fn on_map(&self) -> &[C] {
        &self.order[..self.through[W - 1].into()]
    }

    /// The numbers of the counters whose places differ from those in another position, in ascending order.
    pub fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let runs = self.place.chunks(RUN).zip(other.place.chunks(RUN)).enumerate();
        // A loop that has no way out goes over many counters at a time.
        let differ =
            |(_, (one, two)): &(usize, (&[P], &[P]))| one.iter().zip(*two).fold(0, |any, (one, two)| any | u8::from(one != two)) > 0;
        runs.filter(differ).flat_map(|(run, (one, two))| {
            let places = one.iter().zip(two).enumerate();
            places.filter(|(_, (one, two))| one != two).map(move |(index, _)| run * RUN + index)
        })
    }

    /// The counter with the lowest number in a hex.
    #[inline]
    pub fn first(&self, hex: Hex) -> Option<C> {
        self.stack(hex).first().copied()
    }

    /// Counters in a hex in ascending order.
    #[inline]
    pub fn stack(&self, hex: Hex) -> &[C] {
        if !self.occupied.contains(hex) {
            return &[];
        }
        let (from, to) = self.bounds(hex);
        let stands = |&unit: &C| self.place(unit) == P::on(hex);
        // Each occupied hex before it in the word has a counter at least.
        let below = self.occupied.words()[hex.index() / 64] & ((1 << (hex.index() % 64)) - 1);
        let near = &self.order[from + below.count_ones() as usize..to];
        let first = near.iter().position(stands).unwrap_or(near.len());
        let rest = &near[first..];
        &rest[..rest.iter().position(|unit| !stands(unit)).unwrap_or(rest.len())]
    }

    /// Moves a counter to a place and says where it was.
    #[inline]
    pub fn put(&mut self, unit: C, place: P) -> P {
        let old = self.place(unit);
        if let Some(hex) = old.hex() {
            self.take_off(unit, hex);
        }
        self.place[unit.index()] = place;
        if let Some(hex) = place.hex() {
            self.set_down(unit, hex);
        }
        old
    }

    /// Lets counters on the map change places, so that each hex holds as many as before.
    pub fn rearrange(&mut self, dealt: impl Iterator<Item = (C, P)>) {
        dealt.for_each(|(unit, place)| self.place[unit.index()] = place);
        let (count, place) = (self.on_map().len(), &self.place);
        self.order[..count].sort_unstable_by_key(|&unit| (place[unit.index()].hex().map(|hex| hex.0), unit));
    }

    /// The part of the list that holds the hexes of the same word.
    #[inline]
    fn bounds(&self, hex: Hex) -> (usize, usize) {
        let word = hex.index() / 64;
        let before = if word == 0 { 0 } else { self.through[word - 1].into() };
        (before, self.through[word].into())
    }

    fn take_off(&mut self, unit: C, hex: Hex) {
        let (from, to) = self.bounds(hex);
        let count = self.on_map().len();
        let at = from + self.order[from..to].iter().position(|&other| other == unit).expect("a counter on the map is listed");
        let stands = |index: usize| (from..to).contains(&index) && self.place(self.order[index]) == P::on(hex);
        let shared = stands(at + 1) || at > 0 && stands(at - 1);
        if !shared {
            self.occupied.remove(hex);
        }
        self.order.copy_within(at + 1..count, at);
        self.order[count - 1] = C::NOBODY;
        for through in &mut self.through[hex.index() / 64..] {
            *through = C::count((*through).into() - 1);
        }
    }

    fn set_down(&mut self, unit: C, hex: Hex) {
        let (from, to) = self.bounds(hex);
        let count = self.on_map().len();
        let after = |&other: &C| (self.hex(other), other) > (Some(hex), unit);
        let at = self.order[from..to].iter().position(after).map_or(to, |index| from + index);
        self.order.copy_within(at..count, at + 1);
        self.order[at] = unit;
        for through in &mut self.through[hex.index() / 64..] {
            *through = C::count((*through).into() + 1);
        }
        self.occupied.insert(hex);
    }

    /// Slow reference of the list, its bounds and the set of hexes, for `units`, the counters of a scenario.
    ///
    /// # Errors
    /// Names what differs from the places.
    pub fn verify(&self, units: impl Iterator<Item = C>) -> Result<(), String> {
        let mut listed: Vec<(Hex, C)> = units.filter_map(|unit| Some((self.hex(unit)?, unit))).collect();
        listed.sort_by_key(|&(hex, unit)| (hex.0, unit));
        if !self.on_map().iter().eq(listed.iter().map(|(_, unit)| unit)) {
            return Err(format!("the list of stacks is {:?}; expected {listed:?}", self.on_map()));
        }
        if self.order[listed.len()..].iter().any(|&unit| unit != C::NOBODY) {
            return Err("a counter stands beyond the end of the list".into());
        }
        if self.occupied != listed.iter().map(|&(hex, _)| hex).collect() {
            return Err(format!("the occupied hexes are {:?}", self.occupied));
        }
        for (word, &through) in self.through.iter().enumerate() {
            let count = listed.iter().filter(|(hex, _)| hex.index() / 64 <= word).count();
            if through.into() != count {
                return Err(format!("{through:?} counters up to word {word}; expected {count}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    /// A block of a game with 160 counters a side.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    struct Block(u16);

    impl Counter for Block {
        const NOBODY: Self = Block(u16::MAX);
        type Count = u16;

        fn count(number: usize) -> u16 {
            number as u16
        }

        fn index(self) -> usize {
            usize::from(self.0)
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct At(Option<Hex>);

    impl Location for At {
        fn on(hex: Hex) -> Self {
            At(Some(hex))
        }

        fn hex(self) -> Option<Hex> {
            self.0
        }
    }

    const BLOCKS: usize = 320;
    const CELLS: u32 = 2674;

    /// Moves blocks about; now and then all of them crowd into a few hexes.
    #[test]
    fn stacks_of_320_counters_on_2674_cells_follow_their_places() {
        let mut stacks: Stacks<Block, At, BLOCKS, 42> = Stacks::new(At(None));
        let mut dice = Dice::new(1942);
        let all = || (0..BLOCKS as u16).map(Block);
        for step in 0..4000 {
            let cells = if step / 500 % 2 == 0 { CELLS } else { 70 };
            let block = Block(dice.below(BLOCKS as u32) as u16);
            let place = At((dice.below(8) > 0).then(|| Hex(dice.below(cells) as u16)));
            let before = stacks.place(block);
            let kept = stacks.clone();
            assert_eq!(stacks.put(block, place), before);
            stacks.verify(all()).unwrap_or_else(|problem| panic!("step {step}: {problem}"));
            let moved: Vec<usize> = stacks.differing(&kept).collect();
            assert_eq!(moved, if place == before { vec![] } else { vec![block.index()] }, "step {step}");
            for hex in [place, before].into_iter().filter_map(At::hex) {
                let here: Vec<Block> = all().filter(|&block| stacks.place(block) == At::on(hex)).collect();
                assert_eq!(stacks.stack(hex), here, "step {step}");
                assert_eq!(stacks.first(hex), here.first().copied());
            }
        }
    }

    /// Equal positions are equal bytes, whatever the order of arrival.
    #[test]
    fn the_order_of_arrival_leaves_no_trace() {
        let placed = |order: &[u16]| {
            let mut stacks: Stacks<Block, At, BLOCKS, 42> = Stacks::new(At(None));
            for &number in order {
                stacks.put(Block(number), At::on(Hex(number % 5 * 600)));
            }
            stacks
        };
        assert_eq!(placed(&[1, 6, 300, 7, 11]), placed(&[11, 7, 300, 6, 1]));
        let mut moved = placed(&[1, 6, 300, 7, 11, 20]);
        moved.put(Block(20), At(None));
        assert_eq!(moved, placed(&[300, 1, 6, 7, 11]));
    }
}
