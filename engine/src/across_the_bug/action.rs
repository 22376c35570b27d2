//! The decisions of players and the results of chance, with their words.

use std::fmt::{self, Formatter};

use stavka_words::tr;

use super::AcrossTheBug;
use super::data::Data;
use super::ids::{FormationId, UnitId};
use super::terms::AttackType;
use crate::hex::{Grid, Hex};
use crate::kit::actions::{ActionWord, Beside, Die, IdDigit, TokenColumn, actions};

/// Faces of the die [3.9].
pub(super) const FACES: u8 = 10;

actions! {
    of game: AcrossTheBug, in words of Data, naming unit: UnitId, hex: Hex, formation: FormationId;

    /// One atomic choice of a player, or one result of chance.
    pub enum Action {
        /// End the step at hand: no more of it, decline, keep a die.
        Done = "done", verb "done": "end the step at hand, decline, keep a die";
        /// The face of a die [3.9].
        Roll(die: u8 as Die<10>) = "die {die}", verb "roll": "die result (amount)", token { amount: die };
        /// A combat chit from the cup [7.5.1.B].
        Draw(chit: u8 as Chit) = "chit {chit}", verb "chit": "combat chit (amount)", token { amount: chit };
        /// Hand over the luck token and roll the die again [5.2].
        Reroll = "reroll", verb "reroll": "hand over the luck token and roll again";
        /// Take a strength point from a unit [7.5.2][11.2.b].
        Lose(unit: UnitId) = "lose {unit}", verb "lose": "unit loses a strength point", names { unit };
        /// Put a stack into improved defence [7.7][11.2.d].
        Improve(hex: Hex) = "improve {hex}", verb "improve": "the stack in `to` goes into improved defence", names { hex };
        /// Spend the Emergency Supply of a headquarters [8.1.a].
        Emergency(unit: UnitId) = "emergency {unit}", verb "emergency": "headquarters spends its Emergency Supply", names { unit };
        /// Assign a unit to a formation [8.2].
        Assign { unit: UnitId, formation: FormationId } = "assign {unit} {formation}",
            verb "assign": "unit goes under formation number amount", names { unit, formation }, token { amount: formation };
        /// Restore a strength point by replacements [8.3.1].
        Replace(unit: UnitId) = "replace {unit}", verb "replace": "unit receives a strength point", names { unit };
        /// Break up a unit for its strength points [8.3.2].
        Cannibalize(unit: UnitId) = "cannibalize {unit}", verb "cannibalize": "unit is broken up for its strength points", names { unit };
        /// A reinforcement enters the map [8.4.1].
        Enter { unit: UnitId, hex: Hex } = "enter {unit} {hex}", verb "enter": "unit enters at `to`", names { unit, hex };
        /// A reinforcement is kept back [8.4].
        Delay(unit: UnitId) = "delay {unit}", verb "delay": "unit is kept back", names { unit };
        /// Take up a pontoon bridge [10.3.b].
        TakeUp { from: Hex [by Beside(to)], to: Hex } = "take-up {from} {to}",
            verb "take-up": "take up the pontoon between from and to", names { hex: to }, token { from };
        /// Activate a formation [6.2.1].
        Activate(formation: FormationId) = "activate {formation}",
            verb "activate": "activate formation number amount", names { formation }, token { amount: formation };
        /// Hand the initiative to the opponent [6.2.2].
        Transfer = "transfer", verb "transfer": "hand the initiative to the opponent";
        /// Pass for the rest of the phase [6.2.3].
        Pass = "pass", verb "pass": "activate nothing more in this phase";
        /// A formation attempts a reaction [6.4.1].
        React(formation: FormationId) = "react {formation}",
            verb "react": "formation number amount attempts a reaction", names { formation }, token { amount: formation };
        /// Begin an action with a unit [7.2].
        Select(unit: UnitId) = "select {unit}", verb "select": "begin an action with unit", names { unit };
        /// Add a unit of the same hex to the stack [7.3.1].
        Join(unit: UnitId) = "join {unit}", verb "join": "add unit to the stack", names { unit };
        /// An isolated stack tries to move [5.8.4.2].
        TryMove = "try move", verb "try-move": "the isolated stack checks whether it moves", token { from: game.march_hex() };
        /// An isolated stack tries to attack [5.8.4.2].
        TryAttack = "try attack", verb "try-attack": "the isolated stack checks whether it attacks", token { from: game.march_hex() };
        /// Move to a hex [7.3].
        MoveTo(hex: Hex) = "move {hex}", verb "move": "move from -> to", names { hex }, token { from: game.march_hex() };
        /// Cross the Bug by boat [7.3.8].
        Boat(hex: Hex) = "boat {hex}", verb "boat": "cross the Bug by boat from -> to", names { hex }, token { from: game.march_hex() };
        /// Infiltrate from one enemy ZOC into another [7.3.4].
        Infiltrate(hex: Hex) = "infiltrate {hex}", verb "infiltrate": "infiltrate from -> to", names { hex }, token { from: game.march_hex() };
        /// Leave the map for good [11.2.g].
        Exit = "exit", verb "exit": "leave the map", token { from: game.march_hex() };
        /// Attack a hex [7.5.1.A].
        Attack { hex: Hex, kind: AttackType } = "attack {hex} {kind}",
            verb "attack": "attack `to` (amount 0 hasty, 1 regular, 2 prepared)", names { hex }, token { from: game.march_hex(), amount: kind as u8 };
        /// A disorganized unit tries to recover [7.6].
        Recover(unit: UnitId) = "recover {unit}", verb "recover": "unit tries to recover", names { unit };
        /// The headquarters of the formation moves [7.4].
        Relocate(unit: UnitId) = "relocate {unit}", verb "relocate": "headquarters relocates", names { unit };
        /// Build a pontoon bridge [10.3].
        Pontoon { from: Hex [by Beside(to)], to: Hex } = "pontoon {from} {to}",
            verb "pontoon": "build a pontoon bridge between from and to", names { hex: to }, token { from };
        /// A unit joins those that retreat [7.5.2.3].
        Withdraw(unit: UnitId) = "withdraw {unit}", verb "withdraw": "unit retreats of its own will", names { unit };
        /// The retreating units go to a hex [7.5.2.6].
        RetreatTo(hex: Hex) = "retreat {hex}", verb "retreat": "retreat from -> to", names { hex }, token { from: game.retreating_from() };
        /// Displace a counter to a hex [5.3.2][5.3.3].
        Displace { unit: UnitId, hex: Hex } = "displace {unit} {hex}", verb "displace": "unit is displaced to `to`", names { unit, hex };
        /// Remove a unit that nothing else can be done with [5.3.1.g].
        Remove(unit: UnitId) = "remove {unit}", verb "remove": "unit above the stacking limit is eliminated", names { unit };
        /// Place a counter in a free set-up [11].
        Place { unit: UnitId, hex: Hex } = "place {unit} {hex}", verb "place": "unit stands at `to` when the game begins", names { unit, hex };
    }
}

impl AsRef<Grid> for Data {
    fn as_ref(&self) -> &Grid {
        &self.map.grid
    }
}

/// The number of a combat chit as a word: 0 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chit(u8);

impl From<u8> for Chit {
    fn from(chit: u8) -> Self {
        Chit(chit)
    }
}

impl From<Chit> for u8 {
    fn from(chit: Chit) -> Self {
        chit.0
    }
}

impl<D: ?Sized> IdDigit<D> for Chit {
    fn radix(_: &D) -> u32 {
        10
    }

    fn digit(self, _: &D) -> u32 {
        u32::from(self.0)
    }
}

impl<D: ?Sized> ActionWord<D> for Chit {
    fn write(self, data: &D, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.write(data, f)
    }

    fn read(word: &str, _: &D) -> Result<Self, String> {
        let chit = word.parse().ok().filter(|chit| *chit < 10);
        chit.map(Chit).ok_or_else(|| tr!("a combat chit has a number from 0 to 9, not {word}", word))
    }
}

impl IdDigit<Data> for UnitId {
    fn radix(data: &Data) -> u32 {
        data.units.count() as u32
    }

    fn digit(self, data: &Data) -> u32 {
        data.units.rank(self) as u32
    }
}

impl ActionWord<Data> for UnitId {
    fn write(self, data: &Data, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&data.unit(self).id)
    }

    fn read(word: &str, data: &Data) -> Result<Self, String> {
        data.find_unit(word)
            .ok_or_else(|| tr!("no counter {word} in this scenario; expected an id such as I/103", word = format_args!("{word:?}")))
    }
}

impl IdDigit<Data> for FormationId {
    fn radix(data: &Data) -> u32 {
        data.formations.len() as u32
    }

    fn digit(self, _: &Data) -> u32 {
        self.index() as u32
    }
}

impl ActionWord<Data> for FormationId {
    fn write(self, data: &Data, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&data.formation(self).id)
    }

    fn read(word: &str, data: &Data) -> Result<Self, String> {
        data.find_formation(word)
            .ok_or_else(|| tr!("no formation {word} in this scenario; expected an id such as 14Pz", word = format_args!("{word:?}")))
    }
}

impl TokenColumn for AttackType {
    #[inline]
    fn column(self) -> i16 {
        i16::from(self as u8)
    }
}
