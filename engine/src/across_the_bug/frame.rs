//! The procedures of the game and the steps of those that have several, as plain data.

use super::AcrossTheBug;
use super::ids::{FormationId, FormationSet, UnitId};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::procedures;

procedures! { pub(super) enum Frame of AcrossTheBug:
    /// Set-up, then the first turn: the step that comes next.
    Start(step: u8),
    /// [11] In a free set-up the side places its counters.
    SetUp(side: Side),
    /// [11.2.b][11.2.c] The other side takes losses of a formation: entry of the script.
    StartLosses(entry: u8, afv: bool, from: u8),
    /// [11.2.d] Soviet stacks go into improved defence, in ascending hexes.
    StartDefences(left: u8, from: u16),
    /// [8.1.2] German die for the level of interdiction.
    InterdictionDie,
    /// [8] The Administrative phase: the step that comes next.
    Administration(step: u8),
    /// [8.1.1][8.1.3] Levels of the formations of a side recover, from this one on.
    Recovery(side: Side, from: u8),
    /// [8.1.4] Units in command recover.
    UnitRecovery,
    /// [8.1.5] Die for the first isolated and disorganized unit of the side at or after this slot.
    AttritionDie(side: Side, from: u8),
    /// [8.2] The side assigns units: first those that go back to their own formations, then the others, both in ascending order.
    Assignment(side: Side, returning: bool, from: u8),
    /// [8.3.1] German replacements: infantry and AFV points left.
    Replacements(infantry: u8, afv: u8, from: u8),
    /// [8.3.2] The Soviets break up units, in ascending order.
    Reorganization(from: u8),
    /// [8.3.2] Strength points of a broken up unit that are left.
    Rebuilding(source: UnitId, left: u8, from: u8),
    /// [8.4] Reinforcements of the side, from this counter on.
    Reinforcement(side: Side, from: u8),
    /// [10.3.b] The German takes up pontoons.
    TakeUp,
    /// [6] The Operations phase: the next cycle or the end of the turn.
    Operations,
    /// [10.2] The German picks the next surprise activation.
    Surprise,
    /// [6.1] Initiative: the dice of the German, then of the Soviets.
    InitiativeDie(german: u8),
    /// [6.2] The side acts, transfers or passes.
    Choice(side: Side, transferred: bool),
    /// [6.3.1] Die for the Action Points of a formation.
    PointsDie(formation: FormationId, reaction: bool),
    /// [6.3.3] The formation takes actions.
    Activation(reaction: bool),
    /// [7.2] A stack is put together, and what it does is chosen.
    Gathering,
    /// [5.8.4.2] Die of the first unit of the isolated stack at or after this counter.
    IsolationDie(from: u8),
    /// [5.8.4.2] What is left of an isolated stack chooses its target.
    Target,
    /// [7.3] A stack on the move.
    March,
    /// [7.3.6] Lone headquarters next to the stack are displaced.
    LoneHeadquarters(done: FormationSet),
    /// [6.4.1] The other side may attempt a reaction: the stack has entered a hex, or is about to leave one.
    Window(leaving: bool),
    /// [6.4.2] Die of an attempt.
    ReactionDie(formation: FormationId, leaving: bool),
    /// [3.1.1.j] Die of the first AFV at or after this counter of the stack that moves or retreats.
    SwampDie(from: u8),
    /// [3.1.1.j] Die of an AFV that was displaced into a swamp.
    BogDie(unit: UnitId),
    /// [7.3.4] Die of the first unit that infiltrates at or after this counter.
    InfiltrationDie(from: u8, hex: Hex),
    /// [7.4] The headquarters of the formation at hand picks a hex.
    Relocation(hq: UnitId),
    /// [7.6] Die of a Recovery action.
    RecoveryDie(unit: UnitId),
    /// [7.5] A combat in progress.
    Battle(stage: Stage),
    /// [7.5.2.6] Units retreat: hexes that are left, and whether they must.
    Retreat(left: u8, forced: bool),
    /// [7.5.3] The winner spends the bonus.
    Bonus,
    /// [5.3.1.d] Die of the first combat unit of an overstacked hex at or after this counter.
    OverstackDie(hex: Hex, from: u8),
    /// [5.3.3] Excess units are displaced.
    Excess(hex: Hex, depth: u8),
    /// [5.3.1.e] Excess headquarters are displaced.
    ExcessHeadquarters(hex: Hex),
    /// [5.3.2] The owner displaces a headquarters.
    Displacement(hq: UnitId),
    /// [5.2] The holder of the luck token keeps a die or rolls it again.
    Luck(side: Side, die: u8),
    /// [4.3] The turn ends.
    EndTurn,
}

/// The next step of a combat in progress. The comment says who decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Stage {
    /// [7.5.1.B] Chance: the chit of the attacker.
    AttackerChit,
    /// [7.5.1.B] Chance: the chit of the defender.
    DefenderChit,
    /// [7.5.1.D3] Die of the attacker.
    Die,
    /// Opens the results of the side that suffers.
    Suffer,
    /// [7.5.2.1] The owner picks who takes the first hit.
    FirstHit,
    /// [7.5.2.2] Die of the next unit of a red result.
    CheckDie,
    /// [7.5.2.3] Units that failed retreat.
    Forced,
    /// [7.5.2.3] The owner picks who retreats of his own will.
    Volunteers,
    /// [7.5.2.3] The owner picks who takes the second hit.
    SecondHit,
    /// [7.5.2.4] The owner picks who takes further hits.
    FurtherHits,
    /// [7.5.a] Headquarters that are left alone go; then the other side suffers, or the combat is over.
    Next,
}
