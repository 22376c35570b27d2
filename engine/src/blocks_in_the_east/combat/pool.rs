//! [7.7.7] Dice of the units that fire together, and what they can show.

use arrayvec::ArrayVec;

/// Most units of a side in a battle: three on the ground and two in the air, or more that were dropped or landed.
pub const MOST_UNITS: usize = 8;
/// Most dice of one node of chance: the weights of so many fit a `u64`.
const MOST_DICE: u8 = 24;
/// Most faces of a die that hit.
const FACES: usize = 5;

/// What a unit throws, before Malus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    /// Combat factor and what is thrown besides it, one die each.
    pub strength: u8,
    /// Faces that hit, from 6 down: 1 to 5.
    pub faces: u8,
    /// How often the dice are halved.
    pub malus: u8,
}

/// [7.7.7.c] Dice of units that fire together, in their order. Those with the same number of Malus add up their factors before they divide, and
/// what each has less by its own division goes to the weakest, one die each (AMB-33); each throws one die at least [3.17].
///
/// # Panics
/// If there are more than eight.
pub fn dice(throws: &[Throw]) -> ArrayVec<u8, MOST_UNITS> {
    let divided = |strength: u8, malus: u8| strength.checked_shr(malus.into()).unwrap_or(0);
    let mut dice: ArrayVec<u8, MOST_UNITS> = throws.iter().map(|throw| divided(throw.strength, throw.malus)).collect();
    for first in 0..throws.len() {
        let malus = throws[first].malus;
        let same = |index: &usize| throws[*index].malus == malus;
        if (0..first).any(|index| same(&index)) {
            continue;
        }
        let mut group: ArrayVec<usize, MOST_UNITS> = (first..throws.len()).filter(same).collect();
        let together: u8 = group.iter().map(|&index| throws[index].strength).sum();
        let apart: u8 = group.iter().map(|&index| dice[index]).sum();
        group.sort_by_key(|&index| throws[index].faces);
        for &index in group.iter().take(usize::from(divided(together, malus) - apart)) {
            dice[index] += 1;
        }
    }
    for (dice, throw) in dice.iter_mut().zip(throws) {
        *dice = (*dice).max(u8::from(throw.strength > 0));
    }
    dice
}

/// Dice that are thrown together, by the number of faces that hit: what hits is the same for all who are hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pool {
    /// Dice that hit on 6, on 5 and 6, and so on.
    dice: [u8; FACES],
}

impl Pool {
    /// The dice of units that fire together.
    pub fn of(throws: &[Throw]) -> Pool {
        let mut pool = Pool::default();
        for (throw, dice) in throws.iter().zip(dice(throws)) {
            pool.add(dice, throw.faces);
        }
        pool
    }

    /// Adds dice that hit on so many faces, 1 to 5.
    pub fn add(&mut self, dice: u8, faces: u8) {
        self.dice[usize::from(faces) - 1] += dice;
    }

    /// Dice in all.
    pub fn count(&self) -> u8 {
        self.dice.iter().sum()
    }

    /// Dice that hit on so many faces, 1 to 5.
    pub fn with_faces(&self, faces: u8) -> u8 {
        self.dice[usize::from(faces) - 1]
    }

    /// The dice of the node of chance at hand, and those left for the next ones.
    pub fn split(&self) -> [Pool; 2] {
        let mut room = MOST_DICE;
        let mut now = Pool::default();
        for (now, &dice) in now.dice.iter_mut().zip(&self.dice) {
            *now = dice.min(room);
            room -= *now;
        }
        let mut left = *self;
        left.dice.iter_mut().zip(now.dice).for_each(|(left, now)| *left -= now);
        [now, left]
    }

    /// In how many ways the dice show 0, 1, 2 ... hits; the sum is six to the power of their number.
    ///
    /// # Panics
    /// If there are more dice than one node takes.
    pub fn ways(&self) -> ArrayVec<u64, { MOST_DICE as usize + 1 }> {
        let mut ways: ArrayVec<u64, { MOST_DICE as usize + 1 }> = [1].into_iter().collect();
        for (faces, &dice) in (1..).zip(&self.dice) {
            for _ in 0..dice {
                ways.push(0);
                for hits in (0..ways.len()).rev() {
                    let more = if hits > 0 { ways[hits - 1] * faces } else { 0 };
                    ways[hits] = ways[hits] * (6 - faces) + more;
                }
            }
        }
        ways
    }

    /// In how many ways the dice show so many hits, more than `enough` counting as `enough`: hits beyond those that can be taken are lost
    /// [7.7.11].
    pub fn ways_of(&self, hits: u8, enough: u8) -> u64 {
        let ways = self.ways();
        match hits.cmp(&enough) {
            std::cmp::Ordering::Less => ways.get(usize::from(hits)).copied().unwrap_or(0),
            std::cmp::Ordering::Equal => ways.iter().skip(hits.into()).sum(),
            std::cmp::Ordering::Greater => 0,
        }
    }
}
