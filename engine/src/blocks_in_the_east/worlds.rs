//! The worlds that a side cannot tell apart, drawn evenly.
//!
//! A world deals the hidden units of the other side to its unknown blocks, and the steps that were rebuilt out of sight to units. It keeps:
//! the colour of each block; an aircraft stands where one may be based or flies; whether ground units are in a hex; the stacking limits
//! [3.10] while they bind; hexes that a nation never enters; Romanians and Hungarians apart [5.3.c]; what the block that moves has shown by
//! moving. Units of which these ask the same are shuffled. What they ask of different ones is met by exchanges of two units at a time, which
//! are as likely as their opposites, so that all worlds become equally likely; the first arrangement is the same for all positions
//! that look alike.

use super::BlocksInTheEast;
use super::deal::Deal;
use super::frame::{Frame, Why};
use super::ids::UnitId;
use crate::dice::Dice;
use crate::game::Side;
use crate::kit::procedures::Sequence as _;

/// Most worlds that are drawn until the side that decides has a choice.
const MOST_DRAWS: usize = 64;

impl BlocksInTheEast {
    /// Whether a unit of a side can be the one that the procedure in progress moves, by what its move has shown.
    pub(super) fn acting(&self, side: Side) -> impl Fn(UnitId) -> bool + '_ {
        let named = self.named_block(side);
        let frame = self.top().filter(|_| named.is_some());
        move |unit: UnitId| {
            let (Some(named), Some(frame)) = (named, frame) else { return false };
            let on_ground = self.data.unit(unit).is_ground();
            let thaws = !self.data.is_frozen(unit, self.turn);
            let fits = match frame {
                Frame::March(_, left, _, why) => {
                    let spent = self.spent(named, left, why);
                    let allowance = self.points_with(unit, self.lacks_supply(named), self.command.ration, why);
                    // [31.0.b] Which units are in Reserve is told in the open.
                    let comes = why != Why::Reaction || self.is_kept_for_defence(unit);
                    on_ground && thaws && comes && allowance >= spent && self.full_points(unit) > 0
                }
                Frame::RailMove(_) | Frame::Voyage(_) | Frame::SeaMines(_) => on_ground && thaws,
                Frame::Flight(..) => !on_ground && thaws && !self.stays_on_the_ground(unit),
                Frame::BlitzMove(_) => self.is_mobile_armour(unit),
                Frame::SetUpUnit(_) | Frame::SetUpSector(..) => self.stays_in_set_up(unit).is_none(),
                _ => true,
            };
            fits && self.fits_ration(unit)
        }
    }

    /// Lets procedures speak of another unit than in the game from which this world was drawn.
    pub(super) fn rename(&mut self, truth: &BlocksInTheEast, named: UnitId, unit: UnitId) {
        let frames = truth.frames.as_slice();
        self.frames.clear();
        for &frame in frames {
            let renamed = if frame.speaks_of(named) { frame.of(unit) } else { frame };
            self.frames.push(match (renamed, frame) {
                (Frame::March(unit, _, begun, why), Frame::March(named, left, ..)) => {
                    let points = self.points_with(unit, self.lacks_supply(unit), self.command.ration, why);
                    Frame::March(unit, points.saturating_sub(truth.spent(named, left, why)), begun, why)
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
        match self.top() {
            Some(Frame::AirReturn(side)) => self.next_in_flight(side).is_none_or(|unit| !self.returns(unit).is_empty()),
            Some(Frame::Retreat(unit)) => !self.ways_out(unit).is_empty(),
            Some(Frame::Leaving(side, hex)) => {
                self.next_to_leave(side, hex).is_none_or(|unit| !self.retreats(unit).is_empty() || self.may_reembark(unit))
            }
            Some(Frame::Evacuation(unit)) => !self.returns(unit).is_empty(),
            Some(Frame::Placement(unit)) => !self.placement_hexes(unit).is_empty(),
            _ => true,
        }
    }

    /// Slow reference of what the draw takes for granted: the game at hand is a world that may be drawn.
    ///
    /// # Errors
    /// Names a hidden unit that cannot be where it is in a drawn world.
    pub(super) fn verify_fog(&self) -> Result<(), String> {
        for side in Side::ALL {
            let deal = Deal::new(self, side);
            let wrong = |&block: &usize| deal.misfit(deal.unit_at(block), block) + deal.fault(deal.stack_number(block)) > 0;
            if let Some(block) = (0..deal.blocks.len()).find(wrong) {
                let (seen, unit) = (deal.blocks[block], &self.data.unit(deal.units[deal.unit_at(block)]).id);
                let (hex, stack) = (self.data.map.name(seen.hex()), deal.stacks[deal.stack_number(block)]);
                return Err(format!("{unit} in {hex} cannot be drawn in {:?}: {seen:?}, {stack:?}", self.phase()));
            }
        }
        Ok(())
    }
}
