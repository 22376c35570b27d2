//! What the board does with each kind of choice of Bolt Action, and what it is for.

use crate::theme::Role::{Closes, Fights, Goes, Opens};
use crate::theme::VerbRow;

/// The kinds of choices in the order of the actions.
pub(super) const VERBS: &[VerbRow] = &[
    VerbRow::new("done", &[Closes], ""),
    VerbRow::new("block", &[Opens], "Point at the cell in which the unit is to stand, in the zone of its side."),
    VerbRow::new(
        "place",
        &[Goes],
        "Choose the cell in which the unit is to stand: an inch of room to others, one unit in a section of a house.",
    ),
    VerbRow::new("face", &[], "Choose where the unit looks: its front arc of 90 degrees lies there [PEN.1]."),
    VerbRow::new("order", &[], "Your die: choose a unit and its order. Who is pinned tests it on two dice [TURN.1.2][TURN.1.3].")
        .under("{units}: order"),
    VerbRow::new("charge", &[Fights], "Choose whom the unit assaults [CQ.1]."),
    VerbRow::new("move", &[Goes], "Choose where the unit goes: every cell that is marked is within its move [MOVE]."),
    VerbRow::new("step-by-step", &[], "Choose where the unit goes: every cell that is marked is within its move [MOVE]."),
    VerbRow::new("step", &[Goes], "The unit goes cell by cell, for enemies in Ambush see where it passes [ORD.4]."),
    VerbRow::new("leg", &[Goes], "Choose where the vehicle drives: straight on, after a turn if it has one left [MAN].")
        .under("{place}: drive"),
    VerbRow::new("reverse", &[Goes], "Choose where the vehicle drives: straight on, after a turn if it has one left [MAN].")
        .under("{place}: drive"),
    VerbRow::new("target", &[Fights], "Choose a target: the odds show what every weapon needs [SHOOT.1].")
        .under("{place}: shoot with Panzerfausts"),
    VerbRow::new("shell", &[Fights], "Choose a target: the odds show what every weapon needs [SHOOT.1]."),
    VerbRow::new("duck", &[], "A unit without an order may go Down before it is shot at; its die has then left the bag [SHOOT.2]."),
    VerbRow::new("escape", &[], "A Recce vehicle without an order may drive away before it is shot at [SHOOT.2]."),
    VerbRow::new("return", &[Fights], "A unit without an order may shoot at those who assault it; its die has then left the bag [CQ.2]."),
    VerbRow::new("spring", &[Fights], "An enemy moves in sight of units in Ambush: one of them may fire now [ORD.4]."),
    VerbRow::new("mistake", &[Fights], "FUBAR: choose which of its friends the enemy unit shoots at [FUB.2.a]."),
    VerbRow::new("consolidate", &[Goes], "The winner of close quarters moves as far as the die says [CQ.6]."),
    VerbRow::new("keep", &[], "A unit in Ambush or Down may keep its order for the next turn; its die is then not in the bag [TURN.2.b]."),
    VerbRow::new(
        "give-back",
        &[],
        "A unit in Ambush or Down may keep its order for the next turn; its die is then not in the bag [TURN.2.b].",
    ),
];
