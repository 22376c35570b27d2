//! What the board does with each kind of choice of Across the Bug River, what it is for, and what is left undone without it.

use crate::theme::Role::{Closes, Fights, Gathers, Goes, Lifts, Opens};
use crate::theme::VerbRow;

/// The kind of a loss that a formation takes before the battle.
pub(super) const LOSE_AT_START: &str = "lose-at-start";

/// The kinds of choices in the order of the actions, then those that are such an action at a particular time.
pub(super) const VERBS: &[VerbRow] = &[
    VerbRow::new("done", &[Closes], ""),
    VerbRow::new("reroll", &[], "You hold the luck token: keep the die, or hand the token over and roll once more [5.2]."),
    VerbRow::new("lose", &[], "Hits cost strength points: choose which unit takes the next one [7.5.2].")
        .under("{place}: a strength point is lost by"),
    VerbRow::new("improve", &[], "A stack in improved defence is supported better and multiplies its strength by better chits [7.7].")
        .undone("stack can go into improved defence", "stacks can go into improved defence"),
    VerbRow::new("emergency", &[], "A headquarters without supply may recover levels once by its Emergency Supply [5.7.2][8.1].")
        .undone("headquarters can spend its Emergency Supply", "headquarters can spend their Emergency Supply"),
    VerbRow::new("assign", &[], "Put units under the formations that they may act with, within command of both headquarters [5.5][8.2].")
        .under("to {under}")
        .undone("unit can be assigned", "units can be assigned"),
    VerbRow::new("replace", &[], "Replacement points restore strength points, two of them for motorized units and engineers [8.3.1].")
        .under("{place}: a strength point for")
        .undone("unit can receive a strength point", "units can receive a strength point"),
    VerbRow::new("cannibalize", &[], "A unit that is broken up gives its strength points to others; it does not come back [8.3.2].")
        .undone("unit can be broken up", "units can be broken up"),
    VerbRow::new("enter", &[], "Reinforcements enter at their hexes, or are kept back for a later turn [8.4].")
        .undone("counter can enter the map", "counters can enter the map"),
    VerbRow::new("delay", &[], "Reinforcements enter at their hexes, or are kept back for a later turn [8.4]."),
    VerbRow::new("take-up", &[], "A pontoon that is taken up can be laid again elsewhere [10.3.b]."),
    VerbRow::new("activate", &[], "Activate a formation: a die gives it Action Points, and its activation level falls by one [6.2][6.3].")
        .undone("formation can still be activated", "formations can still be activated"),
    VerbRow::new("transfer", &[], "The other side may be made to act first: it activates a formation or passes [6.2.2]."),
    VerbRow::new("pass", &[Closes], ""),
    VerbRow::new("react", &[], "A stack moves beside your units: a formation whose die is low enough interrupts it and acts [6.4]."),
    VerbRow::new(
        "select",
        &[Opens, Lifts],
        "Pick up a unit: where it can go is marked with what it costs, and whom it can attack. Another click puts it down [7].",
    )
    .undone("unit can still act", "units can still act"),
    VerbRow::new("join", &[Opens, Gathers], "Others of the hex may come along: a stack moves and attacks for the price of one unit [7.2]."),
    VerbRow::new("try-move", &[], "Isolated units have to pass a check before they move [5.8.4.2]."),
    VerbRow::new("try-attack", &[], "Isolated units have to pass a check before they attack [5.8.4.2]."),
    VerbRow::new("move", &[Goes], "Choose where the stack goes; the numbers are movement points, enemy zones of control stop it [7.3]."),
    VerbRow::new("boat", &[], "Two units of an activation may cross the Bug by boat, from the bank [7.3.8]."),
    VerbRow::new("infiltrate", &[], "From one enemy zone of control into another: each unit has to pass a check [7.3.4]."),
    VerbRow::new("exit", &[], "Units that leave the map to the east score by their strength [11.2.g]."),
    VerbRow::new("attack", &[Fights], "Attack an enemy stack: hasty, regular or prepared, for 1, 2 or 3 Action Points [7.5]."),
    VerbRow::new("recover", &[], "A disorganized unit in command that passes a check is normal again [7.6].")
        .undone("unit can try to recover", "units can try to recover"),
    VerbRow::new("relocate", &[], "The headquarters moves to another settlement [7.4]."),
    VerbRow::new("pontoon", &[], "The corps lays its pontoon bridge over the Bug [10.3]."),
    VerbRow::new("withdraw", &[Gathers], "If all of them retreat, the second hit is met; who stays may take it [7.5.2.3]."),
    VerbRow::new("retreat", &[], "Choose where the units retreat, towards their supply [7.5.2.6]."),
    VerbRow::new("displace", &[], "Choose where the counter goes; headquarters pay for the way with support points and levels [5.3]."),
    VerbRow::new("remove", &[], "No hex can take the unit: it is eliminated [5.3.1.g]."),
    VerbRow::new("place", &[], "Free set-up: the counters stand in their zones, one after the other, the Soviets first [11]."),
    VerbRow::new(
        LOSE_AT_START,
        &[],
        "The formation begins below full strength: the other side chooses which units have lost a point [11.2].",
    )
    .under("{place}: a strength point is lost by"),
];
