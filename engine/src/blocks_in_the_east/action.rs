//! The decisions of players and the results of chance, with their words.

use std::fmt::{self, Formatter};

use stavka_words::tr;

use super::BlocksInTheEast;
use super::data::Data;
use super::ids::UnitId;
use super::terms::{Colour, Effort, Infrastructure, Nation, Onset, Project, Works};
use crate::hex::Hex;
use crate::kit::actions::{ActionWord, Die, IdDigit, actions};

/// Faces of the die [1.0].
pub(super) const FACES: u8 = 6;

actions! {
    of game: BlocksInTheEast, in words of Data, naming unit: UnitId, hex: Hex, nation: Nation;

    /// One atomic choice of a player, or one result of chance.
    pub enum Action {
        /// End the step at hand: no more of it, or stay.
        Done = "done", verb "done": "end the step at hand, or stay";
        /// The face of a die [1.0].
        Roll(die: u8 as Die<6>) = "die {die}", verb "roll": "die result (amount)", token { amount: die };
        /// Rebuild the next step of a unit on the map [7.3].
        Repair(unit: UnitId) = "repair {unit}", verb "repair": "unit receives a step", names { unit };
        /// Rebuild an eliminated unit with its lowest step [7.3].
        Rebuild(unit: UnitId) = "rebuild {unit}", verb "rebuild": "an eliminated unit is built with its lowest step", names { unit };
        /// Bring in a reinforcement [7.3.c].
        Bring(unit: UnitId) = "bring {unit}", verb "bring": "a reinforcement comes in", names { unit };
        /// Place a new unit [7.3.1], or one that is set up [2.3].
        Place(hex: Hex) = "place {hex}", verb "place": "the new unit is placed at `to`", names { hex };
        /// Germany gives an ally a point [5.2.a].
        Aid(nation: Nation) = "aid {nation}", verb "aid": "Germany gives nation number amount a point", names { nation }, token { amount: nation as u8 };
        /// Disband a unit [7.3.4].
        Disband(unit: UnitId) = "disband {unit}", verb "disband": "unit is disbanded", names { unit };
        /// Pick a unit that moves [7.4][7.5][7.8][7.10], or is set up elsewhere [2.3].
        Select(unit: UnitId) = "select {unit}", verb "select": "unit is to move", names { unit };
        /// Move to a hex, on the ground, by rail, or in retreat [7.4][7.5.3][7.8][7.10].
        MoveTo(hex: Hex) = "move {hex}", verb "move": "move to `to`", names { hex };
        /// Fly a mission to a hex with enemies [7.5.2.a][7.6].
        Fly(hex: Hex) = "fly {hex}", verb "fly": "fly a mission to `to`", names { hex };
        /// Transfer an air unit to another base [7.5.2.b][7.8.1].
        Rebase(hex: Hex) = "rebase {hex}", verb "rebase": "transfer to the base at `to`", names { hex };
        /// Keep an excess new unit back [AMB-94].
        Delay(unit: UnitId) = "delay {unit}", verb "delay": "unit above the stacking limit is kept back", names { unit };
        /// Eliminate an excess unit [AMB-94].
        Remove(unit: UnitId) = "remove {unit}", verb "remove": "unit above the stacking limit is eliminated", names { unit };
        /// Open the next battle [7.7].
        Fight(hex: Hex) = "battle {hex}", verb "battle": "the battle at `to` is next", names { hex };
        /// So many dice of a volley hit [7.7].
        Hits(hits: u8) = "hits {hits}", verb "hits": "dice that hit (amount)", token { amount: hits };
        /// A unit takes a hit [7.7.9].
        TakeHit(unit: UnitId) = "takes {unit}", verb "takes": "unit takes the hit", names { unit };
        /// A unit leaves the battle [7.7.13].
        Withdraw(unit: UnitId) = "withdraw {unit}", verb "withdraw": "unit leaves the battle", names { unit };
        /// Follow a Blitz [7.8.a].
        Join(unit: UnitId) = "join {unit}", verb "join": "unit follows the Blitz", names { unit };
        /// Germany gives an ally a point of another colour than yellow [5.2.a][11.0].
        Send(colour: Colour, nation: Nation) = "send {colour} {nation}",
            verb "send": "Germany gives an ally a point of a colour (amount: 16 times the colour, and the nation)", names { nation },
            token { amount: 16 * colour as u8 + nation as u8 };
        /// Give up a point of a colour that cannot be saved [11.2.d].
        GiveUp(colour: Colour) = "give-up {colour}",
            verb "give-up": "a point of colour number amount is given up", token { amount: colour as u8 };
        /// Activate a headquarters [13.2].
        Activate(unit: UnitId) = "activate {unit}", verb "activate": "the headquarters is activated", names { unit };
        /// The unit at hand draws on an activated headquarters [13.4][13.8.1.a][13.8.1.c][7.4].
        Fuel(unit: UnitId) = "fuel {unit}", verb "fuel": "the headquarters fuels the unit at hand, or pays for its rail move", names { unit };
        /// The unit at hand moves as if it was supplied, by a Supreme Headquarters [13.8.1.b].
        Supply(unit: UnitId) = "supply {unit}",
            verb "supply": "the headquarters lets the unit at hand move as if it was supplied", names { unit };
        /// A Supreme Headquarters sends a unit by rail free of charge [13.8.1.d].
        Train(unit: UnitId) = "train {unit}", verb "train": "the headquarters orders a rail move free of charge", names { unit };
        /// A headquarters fires as artillery [6.4].
        Fire(unit: UnitId) = "fire {unit}", verb "fire": "the headquarters fires as artillery", names { unit };
        /// Pay a project [SBE6.e].
        Build(project: Project) = "build {project}",
            verb "build": "project number amount is paid and carried out", token { amount: project as u8 };
        /// Spend a yellow point of the turn on a plan [15.1].
        Invest(effort: Effort) = "invest {effort}",
            verb "invest": "a yellow point is spent on plan number amount", token { amount: effort as u8 };
        /// Spend a yellow point of the turn on a wrecked centre [16.0.a].
        Mend(colour: Colour, hex: Hex) = "mend {colour} {hex}",
            verb "mend": "a yellow point is spent on the wrecked centre of colour number amount at `to`", names { hex },
            token { amount: colour as u8 };
        /// Move a factory away by rail [16.2].
        Evacuate(colour: Colour, hex: Hex) = "evacuate {colour} {hex}",
            verb "evacuate": "a factory of colour number amount is moved away from `to`", names { hex }, token { amount: colour as u8 };
        /// A headquarters orders a naval movement [18.0.a].
        Ship(unit: UnitId) = "ship {unit}", verb "ship": "the headquarters orders a naval movement", names { unit };
        /// Declare a Cavalry Charge or a Panzer Attack [20.0][21.0].
        Declare(onset: Onset) = "declare {onset}",
            verb "declare": "attack number amount is declared for the battle", token { amount: onset as u8 };
        /// Try to reconnoitre a hex from the air [19.1].
        Scout(hex: Hex) = "scout {hex}", verb "scout": "the hex `to` is reconnoitred from the air", names { hex };
        /// Put a unit in Reserve [31.0].
        Reserve(unit: UnitId) = "reserve {unit}", verb "reserve": "the unit is put in Reserve", names { unit };
        /// Partisans rise in a hex [29.1.a].
        Rise(hex: Hex) = "rise {hex}", verb "rise": "a battalion of partisans rises at `to`", names { hex };
        /// The sector of the map in which partisans rise next, by its number from the north [29.1.a].
        Sector(sector: u8) = "sector {sector}",
            verb "sector": "partisans rise next in sector number amount", token { amount: sector };
        /// Send marines ashore in an amphibious assault [24.0].
        Assault(unit: UnitId) = "assault {unit}", verb "assault": "unit is to land from the sea", names { unit };
        /// Take marines off from their battle [24.0.c].
        Reembark(unit: UnitId) = "reembark {unit}", verb "reembark": "unit is taken off from the battle by sea", names { unit };
        /// Send bombers against an infrastructure of the enemy [32.0].
        Bomb(what: Infrastructure, hex: Hex) = "bomb {what} {hex}",
            verb "bomb": "the bombers fly against infrastructure number amount at `to`", names { hex }, token { amount: what as u8 };
        /// Attack works of Germany beyond the map, or rise to those who do [35.1].
        Raid(works: Works) = "raid {works}",
            verb "raid": "aircraft fly to works number amount, beyond the map", token { amount: works as u8 };
        /// Change places with the unit that is set up [2.3].
        Exchange(unit: UnitId) = "exchange {unit}", verb "exchange": "unit changes places with the one that is set up", names { unit };
        /// Take strength from the unit that is set up [LONG.a].
        Strengthen(unit: UnitId) = "strengthen {unit}",
            verb "strengthen": "unit takes strength from the one that is set up", names { unit };
    }
}

/// Units by their ids.
impl ActionWord<Data> for UnitId {
    fn write(self, data: &Data, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&data.unit(self).id)
    }

    fn read(word: &str, data: &Data) -> Result<Self, String> {
        data.find_unit(word)
            .ok_or_else(|| tr!("no counter {word} in this scenario; expected an id such as GN01", word = format_args!("{word:?}")))
    }
}

impl IdDigit<Data> for UnitId {
    fn radix(data: &Data) -> u32 {
        data.unit_count() as u32
    }

    fn digit(self, data: &Data) -> u32 {
        data.rank(self) as u32
    }
}

/// Hexes by column and row, boxes by their ids.
impl ActionWord<Data> for Hex {
    fn write(self, data: &Data, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&data.map.name(self))
    }

    fn read(word: &str, data: &Data) -> Result<Self, String> {
        data.map.find(word).ok_or_else(|| {
            tr!("no hex {word} on this map; expected column and row such as 1813, or a box", word = format_args!("{word:?}"))
        })
    }
}

impl IdDigit<Data> for Hex {
    fn radix(data: &Data) -> u32 {
        data.map.len() as u32
    }

    fn digit(self, _: &Data) -> u32 {
        u32::from(self.0)
    }
}
