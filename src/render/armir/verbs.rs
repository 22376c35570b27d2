//! What the board does with each kind of choice of ARMIR, what it is for, and what is left undone without it.

use crate::theme::Role::{Closes, Fights, Gathers, Goes, Lifts, Opens};
use crate::theme::VerbRow;

/// The kinds of choices in the order of the actions.
pub(super) const VERBS: &[VerbRow] = &[
    VerbRow::new("done", &[Closes], ""),
    VerbRow::new("engage", &[Closes], ""),
    VerbRow::new("place", &[], "Put the counter where it begins the game; the hexes of its corps or army are marked [18]."),
    VerbRow::new("chir", &[], "This unit may wait on the Chir track, where it wears the front down [16.1]."),
    VerbRow::new("choose", &[], "In secret, choose what your victory will be counted by; more objectives can bring more points [17.1]."),
    VerbRow::new("initiative", &[], "For a momentum point you move and fight before the Axis in this turn [4]."),
    VerbRow::new("flip", &[], "HQs and guns either stand in position and fire, or are on the move [5.3].")
        .undone("HQ or gun can be turned over", "HQs and guns can be turned over"),
    VerbRow::new("replace", &[], "One German unit in supply regains a step; the Soviets gain momentum for it [15.3].")
        .undone("unit can regain a step", "units can regain a step"),
    VerbRow::new("relieve", &[], "A fresh regiment of the Vicenza takes the place of one of the Julia, both or neither [15.1.3]."),
    VerbRow::new("complement", &[], "The Complementi restore a step of Italian infantry in their hex and are gone [15.4]."),
    VerbRow::new("return", &[], "An HQ that was lost comes back east of the Don [17.1.3]."),
    VerbRow::new(
        "select",
        &[Opens, Lifts],
        "Pick up a unit: its hexes in reach are marked with what they cost. Another click puts it down.",
    )
    .undone("unit can still move", "units can still move"),
    VerbRow::new("join", &[Opens], "Units of one hex can overrun together [13]."),
    VerbRow::new("move", &[Goes], "Choose where the unit goes; the numbers are movement points, zones of control stop it [5][7]."),
    VerbRow::new("via", &[], "Choose where the unit goes; here something happens on the way, and it may go on [5]."),
    VerbRow::new("overrun", &[], "An overrun attacks from the march, for more movement points, and goes on if it wins [13]."),
    VerbRow::new("drop", &[], "Part of the group may be left behind on the way [13.3]."),
    VerbRow::new("exit", &[], "A unit may leave the map here to attack the airfields [16.3.1]."),
    VerbRow::new("remove", &[], "More steps stand in a hex than it holds; the excess is lost [6.2].")
        .under("{place} holds too many steps; removed is:"),
    VerbRow::new("air", &[], "The air unit strikes one enemy stack: it may be disorganised and lose a step [9.1][11].")
        .undone("hex can be struck from the air", "hexes can be struck from the air"),
    VerbRow::new("barrage", &[], "A heavy gun fires at a stack in range: it may be disorganised and lose a step [10.1.1].")
        .undone("gun can still fire", "guns can still fire"),
    VerbRow::new("salvo", &[], "An army fires so many of its points at a stack in range; more points, better odds [10.2][11].")
        .under("Guns of {formation} at {place} ({units}), points:")
        .undone("army can still fire", "armies can still fire"),
    VerbRow::new("attack", &[Opens, Fights], "Choose an enemy stack to attack; then who attacks it. Nothing is rolled yet [12].")
        .undone("attack is possible", "attacks are possible"),
    VerbRow::new("commit", &[Opens, Gathers], "Choose who attacks: the odds of those named so far stand above [12].")
        .undone("more unit can join", "more units can join"),
    VerbRow::new("support", &[Gathers], "Guns in range may add to your side of this combat; each once a turn [10.1.2].")
        .undone("gun can still support", "guns can still support"),
    VerbRow::new("lose", &[], "You have lost steps: choose who takes them.").under("{place}: a step is lost by"),
    VerbRow::new("retreat", &[], "One loss may be turned into a retreat of one hex; the ground is given up then [12.3]."),
    VerbRow::new("stand", &[], "Stand and take every loss, or give up ground for one of them [12.3]."),
    VerbRow::new("retreat-to", &[], "Choose where the stack retreats [12.3.1]."),
    VerbRow::new("advance", &[Gathers], "The hex is empty: attackers may advance into it [12.4].")
        .undone("unit can advance", "units can advance"),
    VerbRow::new("supply", &[], "Aircraft supply units that would be out of supply [9.2].")
        .undone("hex can be supplied by air", "hexes can be supplied by air"),
];
