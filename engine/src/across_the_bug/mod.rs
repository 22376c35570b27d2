//! Across the Bug River: Volodymyr-Volynskyi 1941, the border battle of June 1941 at 2.2 km per hex.
//!
//! Numbers in brackets are rule ids of `rules.tsv`; A1 to A64 and B1 to B36 are readings, listed in the README of the data folder.
//!
//! This module holds the state and the way from one choice to the next. Resolution (strengths, modifiers, results, checks, armour,
//! initiative, score ...) is functions over small values in modules of their own, which know nothing of a game in progress.

pub mod armour;
pub mod checks;
pub mod data;
pub mod drm;
pub mod hits;
pub mod ids;
pub mod initiative;
pub mod results;
pub mod score;
pub mod strength;
pub mod switches;
pub mod terms;
pub mod upkeep;

mod action;
mod activation;
mod administration;
mod assignment;
mod battle;
mod board;
mod bonus;
mod command;
mod cycle;
mod denial;
mod dice;
mod fog;
mod frame;
mod ground;
mod headquarters;
mod known;
mod losses;
mod march;
mod movement;
mod notation;
mod outlook;
mod pontoon;
mod position;
mod posts;
mod prepared;
mod preview;
mod reaction;
mod reinforcement;
mod replacements;
mod reports;
mod roster;
mod sequence;
mod setup;
mod stacking;
mod suffering;
mod supply;
mod victory;
mod view;

pub use action::Action;
pub use battle::{BattleSheet, Fighters};
pub use command::Command;
pub use data::Data;
pub use denial::AcrossTheBugDenial;
pub use dice::DieReport;
pub use headquarters::Penalty;
pub use ids::{FormationId, FormationSet, HexSet, Place, UnitId, UnitSet, units};
pub use outlook::Engagement;
pub use pontoon::Pontoon;
pub use position::{Opening, PositionBuilder};
pub use prepared::Prepared;
pub use reports::{ActingReport, CombatReport, FightReport, MarchReport, Segment};
pub use score::Level;

use activation::Activation;
use battle::Battle;
use board::Board;
use cycle::{Cycle, Surprise};
use data::SetUp;
use frame::Frame;
use movement::March;

use crate::game::{Game, Outcome, Side, Turn};
use crate::hex::Hex;
use crate::kit::hashing::StateHasher;
use crate::kit::procedures::{Frames, Procedure, Sequence};

/// A game of Across the Bug River in progress.
#[derive(Clone, Hash)]
pub struct AcrossTheBug {
    data: &'static Prepared,
    board: Board,
    frames: Frames<Frame>,
    /// The formations that act: on initiative, in reaction.
    activations: [Activation; 2],
    march: March,
    battle: Battle,
    cycle: Cycle,
    surprise: Surprise,
    /// Conditional hexes that the German has scored for good, by place in the script.
    scored: u32,
    /// Strength points that have left the map [11.2.g].
    exited: u16,
    /// Restrictions of headquarters that have ended, by place in the script [10.4.a].
    lifted: u8,
    /// Turn in which the reserve comes, 0 while nothing has released it [10.5].
    reserve_due: u8,
    /// Level of interdiction [8.1.2].
    interdiction: u8,
    /// Counterattack orders that are left [9.f].
    orders: u8,
    /// Holder of the battle luck token [5.2].
    luck: Side,
    /// Number of the turn.
    turn: u8,
    result: Option<Level>,
}

impl AcrossTheBug {
    /// The start of a scenario before a counter stands on the map.
    fn at_start(data: &'static Prepared) -> Self {
        let mut game = AcrossTheBug::bare(data);
        for deployment in &data.script.deployments {
            game.board.set_level(deployment.formation, deployment.level);
            game.board.set_points(data.roster.hq(deployment.formation), deployment.support);
        }
        for placement in data.script.placements.iter().filter(|placement| data.roster.combat.contains(placement.unit)) {
            game.board.assign(data, placement.unit, placement.formation);
        }
        game
    }

    /// The start of a scenario with its counters where the scenario puts them.
    fn placed(data: &'static Prepared) -> Self {
        let mut game = AcrossTheBug::at_start(data);
        for placement in &data.script.placements {
            game.board.put(data, placement.unit, Place::on(placement.hex));
        }
        game.lay_open();
        game
    }

    /// The scenario without a counter on the map.
    fn bare(data: &'static Prepared) -> Self {
        let start = &data.script.start;
        AcrossTheBug {
            data,
            board: Board::new(data),
            frames: Frames::new(Frame::Operations),
            activations: [Activation::NONE; 2],
            march: March::NONE,
            battle: Battle::NONE,
            cycle: Cycle::START,
            surprise: Surprise::OVER,
            scored: 0,
            exited: 0,
            lifted: 0,
            reserve_due: 0,
            interdiction: 0,
            orders: start.orders,
            luck: start.luck,
            turn: data.script.turns.first().map_or(1, |entry| entry.number as u8),
            result: None,
        }
    }

    /// Static data.
    pub fn data(&self) -> &'static Prepared {
        self.data
    }

    /// Where a counter is.
    pub fn place(&self, unit: UnitId) -> Place {
        self.board.place(unit)
    }

    /// Strength points of a combat unit, support points of a headquarters.
    pub fn points(&self, unit: UnitId) -> u8 {
        self.board.points(unit)
    }

    /// [5.6.3] Whether a combat unit is disorganized.
    pub fn is_disorganized(&self, unit: UnitId) -> bool {
        self.data.roster.combat.contains(unit) && self.board.is_disorganized(unit)
    }

    /// [5.7.2] Whether a headquarters has spent its Emergency Supply.
    pub fn has_spent_supply(&self, hq: UnitId) -> bool {
        self.data.roster.hqs.contains(hq) && self.board.has_spent_supply(hq)
    }

    /// The values of a combat unit as it lies.
    pub fn values(&self, unit: UnitId) -> &'static data::Face {
        self.board.face(self.data, unit)
    }

    /// [5.5.1] The formation under which a unit acts.
    pub fn formation(&self, unit: UnitId) -> FormationId {
        self.board.formation(unit)
    }

    /// Counters in a hex in ascending order, headquarters first.
    pub fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.board.stack(hex)
    }

    /// The side whose counters stand in a hex.
    pub fn occupant(&self, hex: Hex) -> Option<Side> {
        self.board.occupant(hex)
    }

    /// [9.a] The side that was last in a settlement or a hex that scores.
    pub fn last_in(&self, hex: Hex) -> Side {
        self.board.last_in(hex)
    }

    /// [5.4] Whether a hex lies in a ZOC that units of `side` in other hexes exert.
    pub fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.board.in_zoc(side, hex)
    }

    /// [7.7] Whether the stack of a hex is in improved defence.
    pub fn is_improved(&self, hex: Hex) -> bool {
        self.board.is_improved(hex)
    }

    /// Counters of the side on the map, as bits.
    pub fn on_map(&self, side: Side) -> u128 {
        self.board.on_map(side)
    }

    /// [6.3.3] The formation that acts and its Action Points, if one does.
    pub fn acting(&self) -> Option<(FormationId, u8)> {
        let acts = self.frames.as_slice().iter().any(|frame| matches!(frame, Frame::Activation(_)));
        acts.then(|| (self.activation().formation, self.activation().points))
    }

    /// [6.3] The side whose formation is active, whoever reacts to it.
    pub fn active_side(&self) -> Option<Side> {
        let active = self.frames.as_slice().iter().any(|frame| matches!(frame, Frame::Activation(false)));
        active.then(|| self.data.roster.side_of(self.activations[0].formation))
    }

    /// The stack that acts, as bits of its side; 0 when none does.
    pub fn acting_stack(&self) -> u128 {
        self.march.group
    }

    /// [5.2] The holder of the battle luck token.
    pub fn luck(&self) -> Side {
        self.luck
    }

    /// [8.1.2] The level of interdiction.
    pub fn interdiction(&self) -> u8 {
        self.interdiction
    }

    /// [9.f] Counterattack orders that are left.
    pub fn orders(&self) -> u8 {
        self.orders
    }

    /// Recomputes every derived field slowly and compares, for tests.
    ///
    /// # Errors
    /// Names the first field that differs.
    pub fn verify(&self) -> Result<(), String> {
        self.board.verify(self.data)?;
        self.board.verify_known(self.data)
    }
}

impl Game for AcrossTheBug {
    type Action = Action;
    type Scenario = Prepared;
    type Denial = AcrossTheBugDenial;

    fn new(data: &'static Prepared) -> Self {
        let mut game = match data.script.set_up {
            SetUp::Fixed => AcrossTheBug::placed(data),
            SetUp::Free => AcrossTheBug::at_start(data),
        };
        game.frames.push(Frame::Start(0));
        if data.script.set_up == SetUp::Free {
            data.script.set_up_order.iter().rev().for_each(|&side| game.frames.push(Frame::SetUp(side)));
        }
        game.settle();
        game
    }

    fn scenario(&self) -> &'static Prepared {
        self.data
    }

    fn turn(&self) -> Turn {
        self.decider()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    /// [5.2] A die of the holder of the luck token waits for him before it counts.
    fn apply(&mut self, action: Action) {
        match (action, self.roller()) {
            (Action::Roll(die), Some(side)) if side == self.luck => {
                debug_assert!(self.check(action).is_ok(), "apply takes legal actions only: {action:?}");
                self.frames.push(Frame::Luck(side, die));
            }
            _ => self.play(action),
        }
        self.come_to_rest();
    }

    fn denial(&self, action: Action) -> AcrossTheBugDenial {
        self.explain(action)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result.map(|level| self.outcome_of(level))
    }

    fn state_hash(&self) -> u64 {
        StateHasher::of(self)
    }

    fn is_quiet(&self) -> bool {
        self.top().is_none_or(Procedure::is_quiet)
    }

    fn game_turn(&self) -> u16 {
        u16::from(self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the state is made of, by field.
    #[test]
    fn a_state_keeps_to_three_kibibytes() {
        let fields = [
            ("board", size_of::<Board>()),
            ("frames", size_of::<Frames<Frame>>()),
            ("march", size_of::<March>()),
            ("battle", size_of::<Battle>()),
            ("activations", size_of::<[Activation; 2]>()),
        ];
        assert!(size_of::<AcrossTheBug>() <= 3072, "{} bytes: {fields:?}", size_of::<AcrossTheBug>());
    }
}
