//! What the board does with each kind of choice of the East Front series, what it is for, and what is left undone without it.

use crate::theme::Role::{Closes, Fights, Gathers, Goes, Lifts, Opens};
use crate::theme::VerbRow;

/// The kinds of choices in the order of the actions.
pub(super) const VERBS: &[VerbRow] = &[
    VerbRow::new("done", &[Closes], ""),
    VerbRow::new("engage", &[Closes], ""),
    VerbRow::new("withdraw", &[], "The list of withdrawals calls for a unit: choose which one leaves [BSR 8.7]."),
    VerbRow::new("withdraw-air", &[], "The list of withdrawals calls for an air unit: choose which one leaves [BSR 8.72]."),
    VerbRow::new(
        "interdict",
        &[],
        "Air units over a hex slow the enemy down there and around it: choose where, one mission at a time [BSR 13.1].",
    ),
    VerbRow::new("fly", &[], "Choose who flies the mission; the other side sees backs only until it is fought [BSR 17.2].")
        .undone("air unit can fly", "air units can fly"),
    VerbRow::new("reveal", &[], "Air units of both sides meet over these hexes: choose which fight comes next [BSR 17.3]."),
    VerbRow::new("escort", &[], "This fighter can shoot or fly the mission: choose its role [BSR 17.31]."),
    VerbRow::new("bomb", &[], "This fighter can shoot or fly the mission: choose its role [BSR 17.31]."),
    VerbRow::new("pair", &[], "Choose whom the air unit fires at; the better rating helps [BSR 17.33]."),
    VerbRow::new("activate", &[], "Soviet units move and react when a headquarters in range spends a command point on them [BSR 22.12].")
        .undone("unit can be activated", "units can be activated"),
    VerbRow::new("detach", &[], "A step of a division can become a regiment of its own [BSR 24.3]."),
    VerbRow::new("detach-strong", &[], "A step of a division can become a regiment of its own [BSR 24.3]."),
    VerbRow::new("recombine", &[], "A division takes its regiment in again as a step [BSR 24.4].")
        .undone("regiment can be taken in", "regiments can be taken in"),
    VerbRow::new(
        "select",
        &[Opens, Lifts],
        "Pick up a unit: its hexes in reach are marked with what they cost. Another click puts it down.",
    )
    .undone("unit can still move", "units can still move"),
    VerbRow::new("join", &[Opens], "Units of one hex can overrun together [BSR 11.4]."),
    VerbRow::new("move", &[Goes], "Choose where the unit goes; the numbers are movement points, enemy zones of control stop it [BSR 10]."),
    VerbRow::new("via", &[], "Choose where the unit goes; here something happens on the way, and it may go on [BSR 10]."),
    VerbRow::new("overrun", &[], "An overrun attacks from the march and goes on if it wins [BSR 11.4]."),
    VerbRow::new("drop", &[], "Part of the stack may be left behind after an overrun [BSR 11.4]."),
    VerbRow::new("remove", &[], "The stack is higher than a hex holds; the excess is lost [BSR 3.32].")
        .under("{place} holds too high a stack; removed is:"),
    VerbRow::new("storm", &[], "Engineers may stay above the stacking limit if they attack a fortification from here [PB 7.42]."),
    VerbRow::new("attack", &[Fights], "Declare which hexes you attack; who does, and the dice, come in the combat phase [BSR 12].")
        .undone("attack can be declared", "attacks can be declared"),
    VerbRow::new("also", &[Fights], "More hexes can be attacked in the same combat, or as combats of their own [BSR 12.8].")
        .undone("more hex can be attacked with it", "more hexes can be attacked with it"),
    VerbRow::new("barrage", &[], "Guns in range may support the defence of a hex under attack, each once [BSR 14.2].")
        .undone("gun can support the defence", "guns can support the defence"),
    VerbRow::new("order", &[], "Give the hex an order face down: hold for steps, give ground, or neither [BSR 14.3][16.41]."),
    VerbRow::new("resolve", &[Fights], "Choose which of the declared attacks is fought next [BSR 15.0]."),
    VerbRow::new("commit", &[Gathers], "Choose who attacks: the odds stand above; who is named here does not attack elsewhere [BSR 15.2].")
        .undone("more unit can join", "more units can join"),
    VerbRow::new("support", &[Gathers], "Guns in range may add to the attack, each once [BSR 15.4].")
        .undone("gun can still support", "guns can still support"),
    VerbRow::new("breach", &[], "Engineers weaken what shelters the defender, and may be lost first [BSR 15.63]."),
    VerbRow::new("lose", &[], "You have lost steps: choose who takes them [BSR 16.2].").under("{place}: a step is lost by"),
    VerbRow::new("retreat", &[], "Choose where the units retreat, or which guns are given up [BSR 16.4]."),
    VerbRow::new("advance", &[], "The hex is empty: attackers may advance [BSR 16.5].").undone("unit can advance", "units can advance"),
    VerbRow::new("flip", &[], "Super-heavy guns either fire or move [BSR 23.43].")
        .undone("heavy gun can change its mode", "heavy guns can change their mode"),
];
