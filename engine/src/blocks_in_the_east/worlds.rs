//! The worlds that a side cannot tell apart, drawn evenly.
//!
//! A world deals the hidden units of the other side to its unknown blocks, and the steps that were rebuilt out of sight to units. It keeps:
//! the colour of each block; an aircraft stands where one may be based or flies; whether ground units are in a hex; the stacking limits
//! [3.10] while they bind; hexes that a nation never enters; Romanians and Hungarians apart [5.3.c]; what the block that moves has shown by
//! moving. Units of which these ask the same are shuffled. What they ask of different ones is met by exchanges of two units at a time, which
//! are as likely as their opposites, so that all worlds become equally likely; the first arrangement is the same for all positions
//! that look alike.

use super::BlocksInTheEast;
use super::board::{Dealt, Mark};
use super::data::Stacking;
use super::fog::Block;
use super::frame::Frame;
use super::ids::UnitId;
use super::movers::halved;
use super::terms::Nation;
use crate::dice::Dice;
use crate::game::{Game as _, Side};
use crate::kit::procedures::Sequence as _;

/// Exchanges for each unit that is not of the commonest kind.
const EXCHANGES: usize = 24;
/// Most exchanges by which the first arrangement is mended.
const MOST_MENDING: usize = 20_000;
/// Most worlds that are drawn until the side that decides has a choice.
const MOST_DRAWS: usize = 64;
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
struct Counts(u32);

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
struct Stack {
    counts: Counts,
    holds_ground: bool,
}

/// Hidden units and the blocks that they are dealt to.
struct Deal<'a> {
    game: &'a BlocksInTheEast,
    side: Side,
    units: Vec<UnitId>,
    kinds: Vec<Kind>,
    /// Kind of each unit.
    kind_of: Vec<usize>,
    blocks: Vec<Block>,
    /// Stack of each block.
    stack_of: Vec<usize>,
    stacks: Vec<Stack>,
    /// Whether a unit of a kind can be a block, by kind and block.
    fits: Vec<bool>,
    /// Blocks that a unit of each kind can be.
    open: Vec<Vec<usize>>,
    /// Units that are not of the commonest kind.
    special: Vec<usize>,
    /// The unit of each block, and the block of each unit.
    at: Vec<usize>,
    block_of: Vec<usize>,
    /// Whether the stacking limits bind, and what they are.
    binds: bool,
    limits: Stacking,
}

impl<'a> Deal<'a> {
    /// What is to be dealt, by what the other side of a side sees; every block is what it is in the game at hand.
    fn new(game: &'a BlocksInTheEast, side: Side) -> Self {
        let pairs = game.blocks(side);
        let units: Vec<UnitId> = game.board.known.hidden(side).collect();
        let blocks: Vec<Block> = pairs.iter().map(|&(block, _)| block).collect();
        let at: Vec<usize> = pairs.iter().filter_map(|(_, unit)| units.binary_search(unit).ok()).collect();
        let mut block_of = vec![0; units.len()];
        at.iter().enumerate().for_each(|(block, &unit)| block_of[unit] = block);
        let mut deal = Deal {
            game,
            side,
            kinds: Vec::new(),
            kind_of: Vec::with_capacity(units.len()),
            stack_of: Vec::with_capacity(blocks.len()),
            stacks: vec![Stack::default()],
            fits: Vec::new(),
            open: Vec::new(),
            special: Vec::new(),
            binds: game.limits_bind(side),
            limits: game.data.tables.stacking,
            units,
            blocks,
            at,
            block_of,
        };
        deal.sort_units();
        deal.gather_stacks();
        deal.match_kinds();
        deal
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

    /// Kinds of the units, and the units that are not of the commonest one.
    fn sort_units(&mut self) {
        let acts = self.game.acting(self.side);
        for index in 0..self.units.len() {
            let kind = self.kind(self.units[index], &acts);
            let number = self.kinds.iter().position(|&other| other == kind).unwrap_or_else(|| {
                self.kinds.push(kind);
                self.kinds.len() - 1
            });
            self.kind_of.push(number);
        }
        let mut counts = vec![0; self.kinds.len()];
        self.kind_of.iter().for_each(|&kind| counts[kind] += 1);
        let commonest = (0..counts.len()).max_by_key(|&kind| counts[kind]).unwrap_or(0);
        self.special = (0..self.units.len()).filter(|&unit| self.kind_of[unit] != commonest).collect();
    }

    /// Stacks of the blocks, with the known units in them and the hidden ones as they are. Blocks come by hex.
    fn gather_stacks(&mut self) {
        let (game, side) = (self.game, self.side);
        let mut last = None;
        for block in &self.blocks {
            let hex = block.hex();
            if block.is(Mark::Flying) {
                self.stack_of.push(SKY);
                continue;
            }
            if last != Some(hex) {
                last = Some(hex);
                let mut stack = Stack { holds_ground: game.holds_ground(side, hex), ..Stack::default() };
                let stands = |unit: &UnitId| !game.is_hidden(*unit) && !game.board.is(*unit, Mark::Flying);
                let known = game.board.of(side, hex).iter().copied().filter(stands);
                known.for_each(|unit| stack.counts = stack.counts.with(self.kind(unit, |_| false).counts));
                self.stacks.push(stack);
            }
            self.stack_of.push(self.stacks.len() - 1);
        }
        for block in 0..self.blocks.len() {
            let kind = self.kinds[self.kind_of[self.at[block]]];
            self.add(self.stack_of[block], kind);
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
            let fits = |block: usize| self.can_be(self.kinds[kind], block);
            let row: Vec<bool> = (0..self.blocks.len()).map(fits).collect();
            self.open.push((0..row.len()).filter(|&block| row[block]).collect());
            self.fits.extend(row);
        }
    }

    /// Whether a unit of a kind can be a block, as far as it does not depend on who else is in the hex.
    fn can_be(&self, kind: Kind, block: usize) -> bool {
        let (data, seen) = (self.game.data, self.blocks[block]);
        let Kind { nation, arm, acts, .. } = kind;
        let hex = seen.hex();
        let stands = || match arm {
            Arm::Air => data.air_places.contains(hex),
            Arm::Combat | Arm::Support => self.stacks[self.stack_of[block]].holds_ground,
        };
        let place = if seen.is(Mark::Flying) { arm == Arm::Air } else { stands() && !data.closed_to(nation).contains(hex) };
        let supply = !seen.is(Mark::ThroughFinland) || nation == Nation::German;
        place && supply && seen.green == (nation == Nation::Italian) && (acts || !seen.named)
    }

    /// How much is wrong with a unit as a block.
    fn misfit(&self, unit: usize, block: usize) -> usize {
        usize::from(!self.fits[self.kind_of[unit] * self.blocks.len() + block])
    }

    /// How much is wrong with a stack.
    fn fault(&self, stack: usize) -> usize {
        if stack == SKY {
            return 0;
        }
        let Stack { counts, holds_ground } = self.stacks[stack];
        let over = |count: Count, most: usize| if self.binds { counts.of(count).saturating_sub(most) } else { 0 };
        over(Count::Ground, self.limits.ground)
            + over(Count::Combat, self.limits.combat)
            + over(Count::Air, self.limits.air)
            + usize::from(counts.of(Count::Romanian) > 0 && counts.of(Count::Hungarian) > 0)
            + usize::from(holds_ground && counts.of(Count::Ground) == 0)
    }

    /// How much is wrong with the arrangement: nothing in a world that there may be.
    fn faults(&self) -> usize {
        let misfits: usize = (0..self.blocks.len()).map(|block| self.misfit(self.at[block], block)).sum();
        misfits + (0..self.stacks.len()).map(|stack| self.fault(stack)).sum::<usize>()
    }

    /// Changes the units of two blocks.
    fn exchange(&mut self, one: usize, other: usize) {
        let (unit, partner) = (self.at[one], self.at[other]);
        let (here, there) = (self.stack_of[one], self.stack_of[other]);
        let (kind, another) = (self.kinds[self.kind_of[unit]], self.kinds[self.kind_of[partner]]);
        self.take(here, kind);
        self.take(there, another);
        self.add(here, another);
        self.add(there, kind);
        (self.at[one], self.at[other]) = (partner, unit);
        (self.block_of[unit], self.block_of[partner]) = (other, one);
    }

    /// What is wrong with two blocks and their stacks.
    fn local_faults(&self, one: usize, other: usize) -> usize {
        let (here, there) = (self.stack_of[one], self.stack_of[other]);
        let stacks = self.fault(here) + if here == there { 0 } else { self.fault(there) };
        self.misfit(self.at[one], one) + self.misfit(self.at[other], other) + stacks
    }

    /// Exchanges a special unit with whoever is at one of the blocks that it can be, if no more is wrong afterwards; says how much less is.
    fn step(&mut self, dice: &mut Dice) -> usize {
        let unit = dice.choose(&self.special);
        let open = &self.open[self.kind_of[unit]];
        if open.is_empty() {
            return 0;
        }
        let (from, to) = (self.block_of[unit], dice.choose(open));
        if self.kind_of[self.at[to]] == self.kind_of[unit] {
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
    fn arrange(&mut self) {
        let mut order: Vec<usize> = (0..self.units.len()).collect();
        order.sort_by_key(|&unit| (self.open[self.kind_of[unit]].len(), self.kind_of[unit], unit));
        for block in 0..self.blocks.len() {
            let kind = self.kinds[self.kind_of[self.at[block]]];
            self.take(self.stack_of[block], kind);
        }
        let mut free: Vec<usize> = (0..self.blocks.len()).collect();
        for unit in order {
            let kind = self.kinds[self.kind_of[unit]];
            let fits = |block: &usize| self.misfit(unit, *block) == 0;
            let fine = |block: &usize| fits(block) && self.stack_of[*block] != SKY && self.has_place(self.stack_of[*block], kind);
            let Some(at) = free.iter().position(fine).or_else(|| free.iter().position(fits)).or(free.len().checked_sub(1)) else { continue };
            let block = free.remove(at);
            (self.at[block], self.block_of[unit]) = (unit, block);
            self.add(self.stack_of[block], kind);
        }
    }

    /// Whether a stack has a place for a unit of a kind, whatever else there will be.
    fn has_place(&self, stack: usize, kind: Kind) -> bool {
        let with = self.stacks[stack].counts.with(kind.counts);
        with.of(Count::Ground) <= self.limits.ground
            && with.of(Count::Combat) <= self.limits.combat
            && with.of(Count::Air) <= self.limits.air
            && (with.of(Count::Romanian) == 0 || with.of(Count::Hungarian) == 0)
    }

    /// Exchanges units until nothing is wrong.
    fn mend(&mut self, dice: &mut Dice) {
        let mut wrong = self.faults();
        for _ in 0..MOST_MENDING {
            if wrong == 0 || self.special.is_empty() {
                return;
            }
            wrong -= self.step(dice);
        }
    }

    /// Makes every world as likely as any other.
    fn mix(&mut self, dice: &mut Dice) {
        for _ in 0..EXCHANGES * self.special.len() {
            self.step(dice);
        }
        for kind in 0..self.kinds.len() {
            let alike: Vec<usize> = (0..self.units.len()).filter(|&unit| self.kind_of[unit] == kind).collect();
            for last in (1..alike.len()).rev() {
                let (one, other) = (alike[last], alike[dice.below(last as u32 + 1) as usize]);
                let (here, there) = (self.block_of[one], self.block_of[other]);
                (self.at[here], self.at[there]) = (other, one);
                (self.block_of[one], self.block_of[other]) = (there, here);
            }
        }
    }

    /// The world of the arrangement, with steps drawn.
    fn world(&self, dice: &mut Dice) -> BlocksInTheEast {
        let mut world = self.game.clone();
        let steps = self.draw_steps(dice);
        let dealt = |(block, &unit): (usize, &usize)| {
            let seen = self.blocks[block];
            (self.units[unit], seen.hex(), seen.marks, steps[unit])
        };
        let dealt: Vec<Dealt> = self.at.iter().enumerate().map(dealt).collect();
        world.board.deal(&dealt);
        if let Some(block) = self.blocks.iter().position(|block| block.named)
            && let Some(named) = self.game.named_block(self.side)
        {
            world.rename(self.game, named, self.units[self.at[block]]);
        }
        world
    }

    /// [7.3] Steps of the units: what each nation has rebuilt out of sight is spread over its units, each way as likely as any other.
    fn draw_steps(&self, dice: &mut Dice) -> Vec<usize> {
        let known = &self.game.board.known;
        let mut steps: Vec<usize> = self.units.iter().map(|&unit| known.seen(unit)).collect();
        for (nation, &rebuilt) in Nation::ALL.into_iter().zip(&self.game.rebuilt(self.side)) {
            if rebuilt == 0 {
                continue;
            }
            let reduced = |&unit: &usize| self.game.data.unit(self.units[unit]).nation == nation && steps[unit] > 0;
            let reduced: Vec<usize> = (0..self.units.len()).filter(reduced).collect();
            let most: Vec<usize> = reduced.iter().map(|&unit| steps[unit]).collect();
            for (unit, share) in reduced.into_iter().zip(spread(&most, rebuilt.into(), dice)) {
                steps[unit] -= share;
            }
        }
        steps
    }
}

/// Spreads a total over shares of at most so much each, every way as likely as any other.
fn spread(most: &[usize], total: usize, dice: &mut Dice) -> Vec<usize> {
    // In how many ways the shares from each on have a sum.
    let mut ways = vec![vec![0_u128; total + 1]; most.len() + 1];
    ways[most.len()][0] = 1;
    for at in (0..most.len()).rev() {
        for sum in 0..=total {
            ways[at][sum] = (0..=most[at].min(sum)).fold(0, |all, own| all.saturating_add(ways[at + 1][sum - own]));
        }
    }
    let mut left = total;
    let share = |(at, &most): (usize, &usize)| {
        let mut ticket = below(dice, ways[at][left].max(1));
        let mut own = 0;
        while own < most.min(left) && ticket >= ways[at + 1][left - own] {
            ticket -= ways[at + 1][left - own];
            own += 1;
        }
        left -= own;
        own
    };
    most.iter().enumerate().map(share).collect()
}

/// A uniform number below a bound that may be wider than that of [`Dice::below_wide`].
fn below(dice: &mut Dice, bound: u128) -> u128 {
    if let Ok(narrow) = u64::try_from(bound) {
        return dice.below_wide(narrow).into();
    }
    let limit = u128::MAX - u128::MAX % bound;
    loop {
        let bits = u128::from(dice.bits()) << 64 | u128::from(dice.bits());
        if bits < limit {
            return bits % bound;
        }
    }
}

impl BlocksInTheEast {
    /// Whether a unit of a side can be the one that the procedure in progress moves, by what its move has shown.
    fn acting(&self, side: Side) -> impl Fn(UnitId) -> bool + '_ {
        let named = self.named_block(side);
        let frame = self.top().filter(|_| named.is_some());
        move |unit: UnitId| {
            let (Some(named), Some(frame)) = (named, frame) else { return false };
            let on_ground = self.data.unit(unit).is_ground();
            let thaws = !self.data.is_frozen(unit, self.turn);
            let points = self.data.points(unit, self.turn);
            let allowance = if self.is_out_of_supply(named) { halved(points) } else { points };
            match frame {
                Frame::March(_, left, ..) => on_ground && thaws && allowance >= self.spent(named, left).max(1),
                Frame::RailMove(_) => on_ground && thaws,
                Frame::Flight(..) => !on_ground && thaws,
                Frame::BlitzMove(_) => self.is_mobile_armour(unit),
                _ => true,
            }
        }
    }

    /// Lets procedures speak of another unit than in the game from which this world was drawn.
    fn rename(&mut self, truth: &BlocksInTheEast, named: UnitId, unit: UnitId) {
        let frames = truth.frames.as_slice();
        self.frames.clear();
        for &frame in frames {
            let renamed = if frame.speaks_of(named) { frame.of(unit) } else { frame };
            self.frames.push(match (renamed, frame) {
                (Frame::March(unit, _, begun, why), Frame::March(named, left, ..)) => {
                    Frame::March(unit, self.points(unit).saturating_sub(truth.spent(named, left)), begun, why)
                }
                (other, _) => other,
            });
        }
    }

    /// A world that a side cannot tell from this one.
    pub(super) fn drawn_for(&self, viewer: Side, dice: &mut Dice) -> BlocksInTheEast {
        let side = viewer.opponent();
        if self.board.known.shows_all(side) {
            return self.clone();
        }
        let mut deal = Deal::new(self, side);
        deal.arrange();
        deal.mend(dice);
        deal.mix(dice);
        let mut world = deal.world(dice);
        for _ in 1..MOST_DRAWS {
            if world.has_choice() {
                break;
            }
            deal.mix(dice);
            world = deal.world(dice);
        }
        world
    }

    /// Whether somebody can decide: a side that is asked where a unit goes has a hex for it.
    fn has_choice(&self) -> bool {
        let asks = matches!(
            self.top(),
            Some(Frame::AirReturn(_) | Frame::Retreat(_) | Frame::Leaving(..) | Frame::Evacuation(_) | Frame::Placement(_))
        );
        let mut legal = Vec::new();
        if asks {
            self.legal_actions(&mut legal);
        }
        !asks || !legal.is_empty()
    }

    /// Slow reference of what the draw takes for granted: the game at hand is a world that may be drawn.
    ///
    /// # Errors
    /// Names a hidden unit that cannot be where it is in a drawn world.
    pub(super) fn verify_fog(&self) -> Result<(), String> {
        for side in Side::ALL {
            let deal = Deal::new(self, side);
            let wrong = |&block: &usize| deal.misfit(deal.at[block], block) + deal.fault(deal.stack_of[block]) > 0;
            if let Some(block) = (0..deal.blocks.len()).find(wrong) {
                let (seen, unit) = (deal.blocks[block], &self.data.unit(deal.units[deal.at[block]]).id);
                let (hex, stack) = (self.data.map.name(seen.hex()), deal.stacks[deal.stack_of[block]]);
                return Err(format!("{unit} in {hex} cannot be drawn in {:?}: {seen:?}, {stack:?}", self.phase()));
            }
        }
        Ok(())
    }
}
