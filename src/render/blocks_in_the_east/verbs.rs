//! What the board does with each kind of choice of Blocks in the East, what it is for, and what is left undone without it.

use crate::theme::Role::{Closes, Fights, Gathers, Goes, Lifts, Opens};
use crate::theme::VerbRow;

/// The kind of a move into a hex with enemies.
pub(super) const ATTACK: &str = "attack";
/// The kind of a move by rail.
pub(super) const ENTRAIN: &str = "move-by-rail";
/// The kind of a Blitz move.
pub(super) const BLITZ: &str = "blitz";
/// The kind of a Blitz move into a hex with enemies.
pub(super) const BLITZ_ATTACK: &str = "blitz-attack";
/// The kind of a retreat.
pub(super) const RETREAT: &str = "retreat";
/// The kind of the choice of who moves by rail.
pub(super) const PASSENGER: &str = "select-passenger";
/// The kind of the choice of who flies.
pub(super) const FLYER: &str = "select-flyer";
/// The kind of the choice of who rises to Allied bombers.
pub(super) const FIGHTER: &str = "select-fighter";
/// The kind of a landing from the sea.
pub(super) const LANDING: &str = "land";
/// The kind of a flight over Germany.
pub(super) const RAID: &str = "fly-raid";
/// The kind of the choice of who makes a Blitz.
pub(super) const BLITZER: &str = "select-blitzer";

/// The kind of the choice of who is set up elsewhere.
pub(super) const ANEW: &str = "select-anew";
/// The kind of a place in the set-up.
pub(super) const DEPLOY: &str = "deploy";
/// The kind of a part of the map in the set-up.
pub(super) const DEPLOY_SECTOR: &str = "deploy-sector";

/// What points are for, whichever choice of the Production Phase stands first.
const PRODUCTION: &str = "Points restore steps of units in supply and rebuild eliminated units; reinforcements that are due come in [7.3].";

/// What landings are.
const LANDINGS: &str = "Marines land from the port of their headquarters on a coast within five hexes, past mines: the defenders fire first, and with a Bonus in the first round [24.0].";

/// What raids are, whichever kind of target stands first.
const RAIDS: &str =
    "Allied bombers attack factories of Germany before its production; interceptors, and fighters based in Germany, rise to them [35.1].";

/// The kinds of choices in the order of the actions, then those that are such an action at a particular time.
pub(super) const VERBS: &[VerbRow] = &[
    VerbRow::new("done", &[Closes], ""),
    VerbRow::new("repair", &[], PRODUCTION).under("{place}: a step for").undone("unit can be repaired", "units can be repaired"),
    VerbRow::new("rebuild", &[], PRODUCTION).undone("eliminated unit can be rebuilt", "eliminated units can be rebuilt"),
    VerbRow::new("bring", &[], PRODUCTION).undone("reinforcement can come in", "reinforcements can come in"),
    VerbRow::new("place", &[], "Choose where the new unit is placed [7.3.1]."),
    VerbRow::new(
        "aid",
        &[],
        "Points restore steps of units in supply and rebuild eliminated units; reinforcements that are due come in [7.3]. Germany may give \
         each ally points, which repair and rebuild its units and nothing else [5.2.a].",
    ),
    VerbRow::new("disband", &[], "A unit that is disbanded may be rebuilt from the next turn on; it gives no points [7.3.4]."),
    VerbRow::new(
        "select",
        &[Opens, Lifts],
        "Pick up a unit: where it can go is marked with what it costs. Another click puts it down. Enemies stop it [7.5.3].",
    )
    .undone("unit can still move", "units can still move"),
    VerbRow::new(
        "move",
        &[Goes],
        "Choose where the unit goes; the numbers are movement points. Every hex on its way becomes its side's [7.5.3].",
    ),
    VerbRow::new("fly", &[Goes, Fights], "Missions go to hexes with enemies, transfers to another base [7.5.2][7.6]."),
    VerbRow::new("rebase", &[Goes], "Choose the base of the air unit: a city in supply without another air unit [3.4]."),
    VerbRow::new("delay", &[], "The hex holds too many units: new ones are kept back until the next turn [3.10][7.3.2]."),
    VerbRow::new("remove", &[], "The hex holds too many units: one of them is eliminated [3.10]."),
    VerbRow::new(
        "battle",
        &[Fights],
        "All battles are fought; the active side chooses their order. Units of both sides are shown then [7.7].",
    ),
    VerbRow::new("takes", &[], "The strongest unit takes the hit; of several as strong its owner chooses [7.7.9].")
        .under("{place}: the hit is taken by"),
    VerbRow::new("withdraw", &[], "Units may leave the battle at the end of the round, the defender first, towards their supply [7.7.13].")
        .under("{place}: from the battle goes"),
    VerbRow::new(
        "join",
        &[Gathers],
        "Other armour beside the hex may follow the Blitz, artillery and aircraft of TECH 2 from the same hex [7.8.a].",
    ),
    VerbRow::new("send", &[], "Germany may give each ally points of every colour, three in a turn at most [5.2.a][11.0]."),
    VerbRow::new("give-up", &[], "Each red, blue or black point that is saved needs a yellow one beside it; the others are lost [11.2.d]."),
    VerbRow::new(
        "activate",
        &[],
        "An activated headquarters fuels units of its command within its radius, or pays for rail moves; it moves no more in the turn, and loses an action point (PA) when it stands down after the Blitz [13.2][13.6].",
    )
    .under("{place}: activate"),
    VerbRow::new("fuel", &[], "The unit at hand draws on a headquarters that is activated. Armour without fuel moves with half of its points and does not attack, aircraft without fuel fly no missions; a barrel serves for a march, or for a mission [13.4][13.5].")
        .under("{place}: a barrel of"),
    VerbRow::new("supply", &[], "A Supreme Headquarters lets a unit out of supply move and fight as if it was supplied, once in a turn; it is still out of supply at the end [13.8.1.b]."),
    VerbRow::new("train", &[], "A Supreme Headquarters orders a rail move of a unit that has not moved, free of charge, once in a turn [13.8.1.d]."),
    VerbRow::new("fire", &[], "An Armoured Headquarters beside a combat unit may fire as artillery in each round, and loses an action point (PA) each time [6.4]."),
    VerbRow::new(
        "build",
        &[],
        "The Soviets pay a railway or a sea route in one production, on ground that they hold; it works at once, for the rest of the game [SBE6.e].",
    )
    .under("Projects"),
    VerbRow::new("invest", &[], "A yellow point a turn goes to each factory that is being built; with the tenth a die says where it is [15.1]. Another goes to each field of technology [17.0].")
        .under("Plans"),
    VerbRow::new("mend", &[], "A wrecked centre takes three yellow points, one in a turn, before it works for the Axis [16.0.a].")
        .under("Wrecked centres"),
    VerbRow::new("evacuate", &[], "In 1941 the Soviets may move a factory away, for three rail moves; two turns later a die says where it is [16.2].")
        .under("Factories"),
    VerbRow::new("ship", &[], "A headquarters sends a unit from port to port on the same sea; mines of the enemy may sink it [18.0]."),
    VerbRow::new("declare", &[], "Cavalry or tanks may charge a defender without any, on a plain in good weather: they fire first, and take the answer first [20.0][21.0]."),
    VerbRow::new("scout", &[Goes], "Aircraft reconnoitre a hex: its fire has to miss, and a die to succeed. Its units are shown, and attackers of this turn fire at full strength [19.0]."),
    VerbRow::new("reserve", &[], "A unit in Reserve does not move now: infantry exploits without fuel, and armour reacts to attacks of the other side [31.0].")
        .under("Reserve"),
    VerbRow::new("rise", &[], "Partisans rise behind the front: one battalion bars trains and the transport of resources, two also roads, three also railways of supply [29.1]."),
    VerbRow::new("sector", &[], "Partisans can rise in many hexes: choose the part of the map first, from the north to the south [29.1.a].")
        .under("Sectors"),
    VerbRow::new("assault", &[], LANDINGS),
    VerbRow::new("reembark", &[], "Ships take marines off at the end of a round: a step, an action point (PA) of the naval headquarters, and mines again [24.0.c]."),
    VerbRow::new("raid", &[], RAIDS).under("Works beyond the map"),
    VerbRow::new("bomb", &[Goes, Fights], "Long-range bombers, and others of TECH 2, may bomb one infrastructure of the enemy in place of units; it is repaired when the next turn of their side begins [32.0].")
        .under("{place}: bomb"),
    VerbRow::new("exchange", &[Goes], "Two units of the side change places: each stands in its zone then, and borders and fronts are held as before [2.3].")
        .under("{place}: change places with"),
    VerbRow::new("strengthen", &[Goes], "From 1942 on strength points of a class are distributed as its side likes: the unit gives some to another one [LONG.a].")
        .under("{place}: strength for"),
    VerbRow::new(
        ATTACK,
        &[Goes, Fights],
        "A unit that enters a hex with enemies attacks them in the Combat Phase; it goes no farther [7.5.3.e].",
    ),
    VerbRow::new(
        PASSENGER,
        &[Opens, Lifts],
        "Strategic rail moves: a unit goes as far as its side's railways lead, away from enemies; each costs a point [7.4].",
    )
    .undone("unit can move by rail", "units can move by rail"),
    VerbRow::new(ENTRAIN, &[Goes], "Choose where the unit leaves the train [7.4.b]."),
    VerbRow::new(
        FLYER,
        &[Opens, Lifts],
        "Pick up an air unit: it flies a mission to a battle or an enemy, or transfers to another base [7.5.2][7.6].",
    )
    .undone("air unit can still fly", "air units can still fly"),
    VerbRow::new(LANDING, &[Goes, Fights], LANDINGS),
    VerbRow::new(RAID, &[Goes], RAIDS),
    VerbRow::new(
        FIGHTER,
        &[Opens, Lifts],
        "Interceptors and fighters based in Germany rise to the raids, two to each at most and each of them once [35.1].",
    )
    .undone("fighter can still rise", "fighters can still rise"),
    VerbRow::new(
        BLITZER,
        &[Opens, Lifts],
        "Armour that fought may enter one hex more, and fights there at once if it meets an enemy [7.8].",
    )
    .undone("unit can make a Blitz move", "units can make a Blitz move"),
    VerbRow::new(
        ANEW,
        &[Opens, Lifts],
        "Pick a unit that begins elsewhere: the hexes of its zone are marked. Another click puts it down; a side is ready when it likes [2.3].",
    ),
    VerbRow::new(DEPLOY, &[Goes], "Choose where the unit begins: in its zone, with room for it, and so that borders and fronts are held as before [2.3]."),
    VerbRow::new(
        DEPLOY_SECTOR,
        &[Goes],
        "The unit may begin in many hexes: click one on the map, or choose the part of the map first, from the north to the south [2.3].",
    )
    .under("Sectors"),
    VerbRow::new(BLITZ, &[Goes], "Choose where the Blitz goes: one hex, without movement points; armour may follow into it [7.8]."),
    VerbRow::new(BLITZ_ATTACK, &[Goes, Fights], "A Blitz into a hex with enemies is fought out at once [7.8]."),
    VerbRow::new(RETREAT, &[Goes], "Choose where the unit retreats: towards its supply, not into an enemy ZOC [7.7.14][7.7.15]."),
];
