//! Hidden units and the blocks that they are dealt to: what a world keeps, and how all worlds are made equally likely.

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::board::{Dealt, Mark};
use super::data::Stacking;
use super::fog::Block;
use super::ids::{Each, SIDE_CAPACITY, UnitId};
use super::spread::spread;
use super::terms::Nation;
use crate::dice::Dice;
use crate::game::Side;

/// Exchanges for each unit that is not of the commonest kind.
const EXCHANGES: usize = 24;
/// Most exchanges by which the first arrangement is mended.
const MOST_MENDING: usize = 20_000;
/// Most kinds of units of a side: of ten nations in three arms, such as can move so and others.
const MOST_KINDS: usize = 60;
/// The stack of what flies, which nothing limits.
const SKY: usize = 0;

/// What the draw asks of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    nation: Nation,
    arm: Arm,
    /// Whether it can be the block that moves.
    acts: bool,
    counts: Counts,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arm {
    Combat,
    Support,
    Air,
}

/// What of a stack is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Count {
    Ground,
    Combat,
    Air,
    Romanian,
    Hungarian,
}

/// Bits of a count.
const COUNT_BITS: u32 = 5;

/// Units of a side in a hex by what is counted, without those that fly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts(u32);

impl Counts {
    const fn one(count: Count) -> u32 {
        1 << (count as u32 * COUNT_BITS)
    }

    #[inline]
    const fn of(self, count: Count) -> usize {
        (self.0 >> (count as u32 * COUNT_BITS) & ((1 << COUNT_BITS) - 1)) as usize
    }

    /// What a unit of a kind counts for.
    fn unit(nation: Nation, arm: Arm) -> Counts {
        let of_arm = match arm {
            Arm::Combat => Self::one(Count::Ground) | Self::one(Count::Combat),
            Arm::Support => Self::one(Count::Ground),
            Arm::Air => Self::one(Count::Air),
        };
        let of_nation = match nation {
            Nation::Romanian => Self::one(Count::Romanian),
            Nation::Hungarian => Self::one(Count::Hungarian),
            _ => 0,
        };
        Counts(of_arm | of_nation)
    }

    #[inline]
    const fn with(self, unit: Counts) -> Counts {
        Counts(self.0 + unit.0)
    }

    #[inline]
    const fn without(self, unit: Counts) -> Counts {
        Counts(self.0 - unit.0)
    }
}

/// Units of a side in a hex, without those that fly.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stack {
    counts: Counts,
    holds_ground: bool,
    /// [26.0][23.0.e][24.0.e] Units on the ground beyond the limit that there may be, and those among them that were dropped or have landed.
    spare: usize,
    came: usize,
}

/// Hidden units and the blocks that they are dealt to. Units, kinds, blocks and stacks go by their numbers.
pub(super) struct Deal<'a> {
    game: &'a BlocksInTheEast,
    side: Side,
    pub(super) units: Each<UnitId>,
    kinds: ArrayVec<Kind, MOST_KINDS>,
    /// Kind of each unit.
    kind_of: Each<u8>,
    pub(super) blocks: Each<Block>,
    /// Stack of each block.
    stack_of: Each<u8>,
    pub(super) stacks: ArrayVec<Stack, { SIDE_CAPACITY + 1 }>,
    /// Blocks that a unit of each kind can be, as bits and one after the other.
    fits: ArrayVec<[u64; SIDE_CAPACITY.div_ceil(64)], MOST_KINDS>,
    open: ArrayVec<Each<u8>, MOST_KINDS>,
    /// Units that are not of the commonest kind.
    special: Each<u8>,
    /// The unit of each block, and the block of each unit.
    at: [u8; SIDE_CAPACITY],
    block_of: [u8; SIDE_CAPACITY],
    /// Whether the stacking limits bind, and what they are.
    binds: bool,
    limits: Stacking,
}

impl<'a> Deal<'a> {
    /// What is to be dealt, by what the other side of a side sees; every block is what it is in the game at hand.
    pub(super) fn new(game: &'a BlocksInTheEast, side: Side) -> Self {
        let pairs = game.blocks(side);
        let units: Each<UnitId> = game.board.known.hidden(side).collect();
        let (mut at, mut block_of) = ([0; SIDE_CAPACITY], [0; SIDE_CAPACITY]);
        for (block, (_, unit)) in pairs.iter().enumerate() {
            let number = units.binary_search(unit).expect("a block is one of the hidden units");
            (at[block], block_of[number]) = (number as u8, block as u8);
        }
        let mut deal = Deal {
            game,
            side,
            kinds: ArrayVec::new(),
            kind_of: Each::new(),
            blocks: pairs.iter().map(|&(block, _)| block).collect(),
            stack_of: Each::new(),
            stacks: ArrayVec::new(),
            fits: ArrayVec::new(),
            open: ArrayVec::new(),
            special: Each::new(),
            binds: game.limits_bind(side),
            limits: game.data.tables.stacking,
            units,
            at,
            block_of,
        };
        deal.stacks.push(Stack::default());
        deal.sort_units();
        deal.gather_stacks();
        deal.match_kinds();
        deal
    }

    #[inline]
    pub(super) fn unit_at(&self, block: usize) -> usize {
        self.at[block].into()
    }

    #[inline]
    fn kind_number(&self, unit: usize) -> usize {
        self.kind_of[unit].into()
    }

    #[inline]
    fn kind_at(&self, block: usize) -> Kind {
        self.kinds[self.kind_number(self.unit_at(block))]
    }

    #[inline]
    pub(super) fn stack_number(&self, block: usize) -> usize {
        self.stack_of[block].into()
    }

    #[inline]
    fn set(&mut self, block: usize, unit: usize) {
        (self.at[block], self.block_of[unit]) = (unit as u8, block as u8);
    }

    fn kind(&self, unit: UnitId, acts: impl Fn(UnitId) -> bool) -> Kind {
        let known = self.game.data.unit(unit);
        let arm = match (known.is_ground(), known.is_combat()) {
            (false, _) => Arm::Air,
            (true, true) => Arm::Combat,
            (true, false) => Arm::Support,
        };
        Kind { nation: known.nation, arm, acts: acts(unit), counts: Counts::unit(known.nation, arm) }
    }

    /// Kinds of the units, and the units that are not of the commonest one. Kinds beyond the room for them count as the last.
    fn sort_units(&mut self) {
        let acts = self.game.acting(self.side);
        let mut counts = [0_u8; MOST_KINDS];
        for index in 0..self.units.len() {
            let kind = self.kind(self.units[index], &acts);
            let number = self.kinds.iter().position(|&other| other == kind).unwrap_or_else(|| {
                let added = self.kinds.try_push(kind);
                debug_assert!(added.is_ok(), "a side has fewer kinds");
                self.kinds.len() - 1
            });
            self.kind_of.push(number as u8);
            counts[number] += 1;
        }
        let commonest = (0..self.kinds.len()).max_by_key(|&kind| counts[kind]).unwrap_or(0);
        self.special = (0..self.units.len()).filter(|&unit| self.kind_number(unit) != commonest).map(|unit| unit as u8).collect();
    }

    /// Stacks of the blocks, with the known units in them and the hidden ones as they are. Blocks come by hex.
    fn gather_stacks(&mut self) {
        let (game, side) = (self.game, self.side);
        let mut last = None;
        for index in 0..self.blocks.len() {
            let hex = self.blocks[index].hex();
            if self.blocks[index].is(Mark::Flying) {
                self.stack_of.push(SKY as u8);
                continue;
            }
            if last != Some(hex) {
                last = Some(hex);
                let came = game.jumpers_in(side, hex) + game.landed_in(side, hex);
                let spare = usize::from(game.spares_gustav(side, hex)) + came;
                let mut stack = Stack { holds_ground: game.holds_ground(side, hex), spare, came, ..Stack::default() };
                let stands = |unit: &UnitId| !game.is_hidden(*unit) && !game.board.is(*unit, Mark::Flying);
                let known = game.board.of(side, hex).iter().copied().filter(stands);
                known.for_each(|unit| stack.counts = stack.counts.with(self.kind(unit, |_| false).counts));
                self.stacks.push(stack);
            }
            self.stack_of.push(self.stacks.len() as u8 - 1);
        }
        for block in 0..self.blocks.len() {
            self.add(self.stack_number(block), self.kind_at(block));
        }
    }

    #[inline]
    fn add(&mut self, stack: usize, kind: Kind) {
        if stack != SKY {
            self.stacks[stack].counts = self.stacks[stack].counts.with(kind.counts);
        }
    }

    #[inline]
    fn take(&mut self, stack: usize, kind: Kind) {
        if stack != SKY {
            self.stacks[stack].counts = self.stacks[stack].counts.without(kind.counts);
        }
    }

    fn match_kinds(&mut self) {
        for kind in 0..self.kinds.len() {
            let open: Each<u8> =
                (0..self.blocks.len()).filter(|&block| self.can_be(self.kinds[kind], block)).map(|block| block as u8).collect();
            let mut bits = [0; SIDE_CAPACITY.div_ceil(64)];
            open.iter().for_each(|&block| bits[usize::from(block) / 64] |= 1 << (block % 64));
            self.fits.push(bits);
            self.open.push(open);
        }
    }

    /// Whether a unit of a kind can be a block, as far as it does not depend on who else is in the hex.
    fn can_be(&self, kind: Kind, block: usize) -> bool {
        let (data, seen) = (self.game.data, self.blocks[block]);
        let Kind { nation, arm, acts, .. } = kind;
        let hex = seen.hex();
        let stands = || match arm {
            Arm::Air => data.air_places.contains(hex),
            Arm::Combat | Arm::Support => self.stacks[self.stack_number(block)].holds_ground,
        };
        let place = if seen.is(Mark::Flying) { arm == Arm::Air } else { stands() && !data.closed_to(nation).contains(hex) };
        let supply = !seen.is(Mark::ThroughFinland) || nation == Nation::German;
        place && supply && seen.green == (nation == Nation::Italian) && (acts || !seen.named)
    }

    /// How much is wrong with a unit as a block.
    pub(super) fn misfit(&self, unit: usize, block: usize) -> usize {
        let bits = &self.fits[self.kind_number(unit)];
        usize::from(bits[block / 64] & (1 << (block % 64)) == 0)
    }

    /// How much is wrong with a stack.
    pub(super) fn fault(&self, stack: usize) -> usize {
        if stack == SKY {
            return 0;
        }
        let Stack { counts, holds_ground, spare, came } = self.stacks[stack];
        let over = |count: Count, most: usize| if self.binds { counts.of(count).saturating_sub(most) } else { 0 };
        over(Count::Ground, self.limits.ground + spare)
            + over(Count::Combat, self.limits.combat + came)
            + over(Count::Air, self.limits.air)
            + usize::from(counts.of(Count::Romanian) > 0 && counts.of(Count::Hungarian) > 0)
            + usize::from(holds_ground && counts.of(Count::Ground) == 0)
    }

    /// How much is wrong with the arrangement: nothing in a world that there may be.
    pub(super) fn faults(&self) -> usize {
        let misfits: usize = (0..self.blocks.len()).map(|block| self.misfit(self.unit_at(block), block)).sum();
        misfits + (0..self.stacks.len()).map(|stack| self.fault(stack)).sum::<usize>()
    }

    /// Changes the units of two blocks.
    fn exchange(&mut self, one: usize, other: usize) {
        let (unit, partner) = (self.unit_at(one), self.unit_at(other));
        let (here, there) = (self.stack_number(one), self.stack_number(other));
        let (kind, another) = (self.kind_at(one), self.kind_at(other));
        self.take(here, kind);
        self.take(there, another);
        self.add(here, another);
        self.add(there, kind);
        self.set(one, partner);
        self.set(other, unit);
    }

    /// What is wrong with two blocks and their stacks.
    fn local_faults(&self, one: usize, other: usize) -> usize {
        let (here, there) = (self.stack_number(one), self.stack_number(other));
        let stacks = self.fault(here) + if here == there { 0 } else { self.fault(there) };
        self.misfit(self.unit_at(one), one) + self.misfit(self.unit_at(other), other) + stacks
    }

    /// Exchanges a special unit with whoever is at one of the blocks that it can be, if no more is wrong afterwards; says how much less is.
    fn step(&mut self, dice: &mut Dice) -> usize {
        let unit = usize::from(dice.choose(&self.special));
        let open = &self.open[self.kind_number(unit)];
        if open.is_empty() {
            return 0;
        }
        let (from, to) = (usize::from(self.block_of[unit]), usize::from(dice.choose(open)));
        if self.kind_of[self.unit_at(to)] == self.kind_of[unit] {
            return 0;
        }
        let before = self.local_faults(from, to);
        self.exchange(from, to);
        let after = self.local_faults(from, to);
        if after > before {
            self.exchange(from, to);
            return 0;
        }
        before - after
    }

    /// The first arrangement: kinds with the fewest blocks first, each unit at the first block that it can be without a fault there.
    pub(super) fn arrange(&mut self) {
        let mut order: Each<u8> = (0..self.units.len() as u8).collect();
        order.sort_unstable_by_key(|&unit| (self.open[self.kind_number(unit.into())].len(), self.kind_of[usize::from(unit)], unit));
        for block in 0..self.blocks.len() {
            self.take(self.stack_number(block), self.kind_at(block));
        }
        let mut free: Each<u8> = (0..self.blocks.len() as u8).collect();
        for unit in order.into_iter().map(usize::from) {
            let kind = self.kinds[self.kind_number(unit)];
            let fits = |block: &u8| self.misfit(unit, (*block).into()) == 0;
            let fine = |block: &u8| {
                let stack = self.stack_number((*block).into());
                fits(block) && stack != SKY && self.has_place(stack, kind)
            };
            let Some(at) = free.iter().position(fine).or_else(|| free.iter().position(fits)).or(free.len().checked_sub(1)) else {
                continue;
            };
            let block = usize::from(free.remove(at));
            self.set(block, unit);
            self.add(self.stack_number(block), kind);
        }
    }

    /// Whether a stack has a place for a unit of a kind, whatever else there will be.
    fn has_place(&self, stack: usize, kind: Kind) -> bool {
        let with = self.stacks[stack].counts.with(kind.counts);
        with.of(Count::Ground) <= self.limits.ground + self.stacks[stack].spare
            && with.of(Count::Combat) <= self.limits.combat + self.stacks[stack].came
            && with.of(Count::Air) <= self.limits.air
            && (with.of(Count::Romanian) == 0 || with.of(Count::Hungarian) == 0)
    }

    /// Exchanges units until nothing is wrong.
    pub(super) fn mend(&mut self, dice: &mut Dice) {
        let mut wrong = self.faults();
        for _ in 0..MOST_MENDING {
            if wrong == 0 || self.special.is_empty() {
                return;
            }
            wrong -= self.step(dice);
        }
    }

    /// Makes every world as likely as any other.
    pub(super) fn mix(&mut self, dice: &mut Dice) {
        for _ in 0..EXCHANGES * self.special.len() {
            self.step(dice);
        }
        for kind in 0..self.kinds.len() {
            let alike: Each<usize> = (0..self.units.len()).filter(|&unit| self.kind_number(unit) == kind).collect();
            for last in (1..alike.len()).rev() {
                let (one, other) = (alike[last], alike[dice.below(last as u32 + 1) as usize]);
                let (here, there) = (self.block_of[one], self.block_of[other]);
                self.set(there.into(), one);
                self.set(here.into(), other);
            }
        }
    }

    /// The world of the arrangement, with steps drawn.
    pub(super) fn world(&self, dice: &mut Dice) -> BlocksInTheEast {
        let mut world = self.game.clone();
        let steps = self.draw_steps(dice);
        let dealt = |block: usize| {
            let (seen, unit) = (self.blocks[block], self.unit_at(block));
            (self.units[unit], seen.hex(), seen.marks, steps[unit])
        };
        let dealt: Each<Dealt> = (0..self.blocks.len()).map(dealt).collect();
        world.board.deal(&dealt);
        if let Some(block) = self.blocks.iter().position(|block| block.named)
            && let Some(named) = self.game.named_block(self.side)
        {
            world.rename(self.game, named, self.units[self.unit_at(block)]);
        }
        world
    }

    /// [7.3] Steps of the units: what each nation has rebuilt out of sight is spread over its units, each way as likely as any other.
    fn draw_steps(&self, dice: &mut Dice) -> Each<usize> {
        let known = &self.game.board.known;
        let mut steps: Each<usize> = self.units.iter().map(|&unit| known.seen(unit)).collect();
        for (nation, &rebuilt) in Nation::ALL.into_iter().zip(&self.game.rebuilt(self.side)) {
            if rebuilt == 0 {
                continue;
            }
            let reduced = |&unit: &usize| self.game.data.unit(self.units[unit]).nation == nation && steps[unit] > 0;
            let reduced: Each<usize> = (0..self.units.len()).filter(reduced).collect();
            let mut shares: Each<usize> = reduced.iter().map(|&unit| steps[unit]).collect();
            spread(&mut shares, rebuilt.into(), dice);
            for (unit, share) in reduced.into_iter().zip(shares) {
                steps[unit] -= share;
            }
        }
        steps
    }
}
