//! Actions: every atomic decision and die result of the game.

use std::fmt::{self, Formatter};

use super::EastFront;
use super::data::Data;
use super::ids::{AirId, UnitId};
use super::results::Order;
use crate::hex::{Grid, Hex};
use crate::kit::actions::{ActionWord, Beside, Die, IdDigit, TokenColumn, actions};

/// Faces of the die.
pub(super) const FACES: u8 = 10;

actions! {
    of game: EastFront, in words of Data, naming unit: UnitId, air: AirId, hex: Hex;

    /// One decision or die result, six bytes.
    pub enum Action {
        /// A die of one to ten.
        Roll(die: u8 as Die<FACES>) = "die {die}", verb "roll": "die result (amount 1-10)", token { amount: die };
        /// End the phase, decline, or finish a list of choices.
        Done = "done", verb "done": "end the phase, decline or close a list";
        /// Withdraw a ground unit [8.71].
        Withdraw(unit: UnitId) = "withdraw {unit}", verb "withdraw": "withdraw ground unit", names { unit };
        /// Withdraw an air unit [8.72].
        WithdrawAir(air: AirId) = "withdraw {air}",
            verb "withdraw-air": "withdraw air unit (amount = air unit)", names { air }, token { amount: air };
        /// Open an interdiction mission over a hex [13.13].
        Interdict(hex: Hex) = "interdict {hex}", verb "interdict": "open an interdiction mission over `to`", names { hex };
        /// Put an air unit face down on the mission over a hex [17.21].
        Fly { air: AirId, hex: Hex } = "fly {air} {hex}",
            verb "fly": "put air unit (amount) on the mission over `to`", names { air, hex }, token { amount: air };
        /// Turn up and fight the mission over a hex next [17.31].
        Reveal(hex: Hex) = "reveal {hex}", verb "reveal": "resolve the mission over `to` next", names { hex };
        /// A dual-role fighter shoots [17.31.b.2].
        Escort(air: AirId) = "escort {air}", verb "escort": "dual-role fighter (amount) shoots", names { air }, token { amount: air };
        /// A dual-role fighter flies the mission [17.31.b.2].
        Bomb(air: AirId) = "bomb {air}", verb "bomb": "dual-role fighter (amount) flies the mission", names { air }, token { amount: air };
        /// Match an air unit with the enemy it fires at [17.33.a].
        Pair { shooter: AirId, target: AirId } = "pair {shooter} {target}",
            verb "pair": "air unit (amount) fires at air unit (unit column)",
            names { air: shooter }, token { unit: target, amount: shooter };
        /// A headquarters activates a unit and pays for it [22.12.a].
        Activate { unit: UnitId, hq: UnitId } = "activate {unit} by {hq}",
            verb "activate": "headquarters numbered amount activates unit", names { unit }, token { amount: hq };
        /// Turn a step of a division into a substitute regiment of 1-2-5 [24.31].
        Detach(unit: UnitId) = "detach {unit}", verb "detach": "a step of unit becomes a regiment 1-2-5", names { unit };
        /// Turn a step of a division into a strong substitute regiment of 2-2-5 [24.32].
        DetachStrong(unit: UnitId) = "detach {unit} strong",
            verb "detach-strong": "a step of unit becomes a regiment 2-2-5", names { unit };
        /// Turn a substitute regiment back into a step of a division [24.4].
        Recombine { unit: UnitId, regiment: UnitId } = "recombine {unit} {regiment}",
            verb "recombine": "the regiment numbered amount becomes a step of unit", names { unit }, token { amount: regiment };
        /// Begin to move a unit [10.4].
        Select(unit: UnitId) = "select {unit}", verb "select": "begin to move unit", names { unit };
        /// Add a unit of the same hex to the stack that will overrun [11.41].
        Join(unit: UnitId) = "join {unit}", verb "join": "add unit to the overrunning stack", names { unit };
        /// Move to a hex and finish there.
        MoveTo(hex: Hex) = "move > {hex}", verb "move": "move from -> to and finish", names { hex }, token { from: game.march.hex };
        /// Move to a hex from which the control of an objective changes, and go on from there.
        Via(hex: Hex) = "via {hex}", verb "via": "move from -> to and go on", names { hex }, token { from: game.march.hex };
        /// Move to `from` and overrun the enemy hex `target` from there [11.43].
        Overrun { from: Hex [by Beside(target)], target: Hex } = "overrun {target} from {from}",
            verb "overrun": "move to `from`, overrun `to`", names { hex: target }, token { from };
        /// Leave a unit behind after an overrun; it may go on later [10.53].
        Drop(unit: UnitId) = "drop {unit}", verb "drop": "leave unit behind after an overrun", names { unit };
        /// Remove a unit in excess of the stacking limit [3.32].
        Remove(unit: UnitId) = "remove {unit}", verb "remove": "remove unit in excess of stacking", names { unit };
        /// Let an engineer unit stand above the stacking limit for an assault on a fortification [PB 7.42].
        Storm(unit: UnitId) = "storm {unit}",
            verb "storm": "engineer unit stays above the stacking limit for an assault", names { unit };
        /// Declare an attack on a hex [12.35].
        Attack(hex: Hex) = "attack {hex}", verb "attack": "declare an attack on `to`", names { hex };
        /// Add a hex to the attack declared last [12.8].
        Also(hex: Hex) = "also {hex}", verb "also": "add `to` to the attack declared last", names { hex };
        /// Commit artillery to the defence of a declared attack, named by its first hex [14.21].
        Barrage { gun: UnitId, target: Hex } = "barrage {gun} {target}",
            verb "barrage": "artillery unit supports the defence of `to`", names { unit: gun, hex: target };
        /// Give an order for a combat [14.31][15.58].
        Give(order: Order) = "order {order}",
            verb "order": "order for a combat (amount 0 none, 1 No Retreat, 2 Further Retreat)", token { amount: order as u8 };
        /// Resolve a declared attack next [15.0].
        Resolve(hex: Hex) = "resolve {hex}", verb "resolve": "resolve the attack on `to` next", names { hex };
        /// Commit a unit to the attack [15.2].
        Commit(unit: UnitId) = "with {unit}", verb "commit": "commit unit to the attack", names { unit }, token { to: game.attacked_hex() };
        /// Close the list of attackers.
        Engage = "engage", verb "engage": "close the list of attackers", token { to: game.attacked_hex() };
        /// Support the attack with artillery [15.4].
        Support(unit: UnitId) = "support {unit}",
            verb "support": "artillery unit supports the attack", names { unit }, token { to: game.attacked_hex() };
        /// Declare engineer effects [15.63].
        Breach = "breach", verb "breach": "declare engineer effects";
        /// Take a step loss [16.21].
        Lose(unit: UnitId) = "lose {unit}", verb "lose": "unit loses a step", names { unit };
        /// The unit to retreat goes to a hex [16.4].
        RetreatTo(hex: Hex) = "retreat {hex}",
            verb "retreat": "retreat from -> to, or give up the artillery named by unit",
            names { hex }, token { from: game.retreating_from() };
        /// Give up the artillery that is to retreat [16.46].
        Abandon(unit: UnitId) = "abandon {unit}", names { unit };
        /// Advance a unit into an emptied hex [16.5].
        Advance { unit: UnitId, hex: Hex } = "advance {unit} {hex}", verb "advance": "unit advances into `to`", names { unit, hex };
        /// Change the mode of super-heavy artillery [23.43.b].
        Flip(unit: UnitId) = "flip {unit}", verb "flip": "super-heavy unit changes its mode", names { unit };
    }
}

impl AsRef<Grid> for Data {
    fn as_ref(&self) -> &Grid {
        &self.map.grid
    }
}

impl TokenColumn for AirId {
    #[inline]
    fn column(self) -> i16 {
        i16::from(self.0)
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
        data.find_unit(word).ok_or_else(|| format!("no counter {word:?} in this scenario; expected an id such as 271"))
    }
}

impl IdDigit<Data> for AirId {
    fn radix(data: &Data) -> u32 {
        data.air.count() as u32
    }

    fn digit(self, data: &Data) -> u32 {
        data.air.rank(self) as u32
    }
}

impl ActionWord<Data> for AirId {
    fn write(self, data: &Data, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&data.air(self).id)
    }

    fn read(word: &str, data: &Data) -> Result<Self, String> {
        data.find_air(word).ok_or_else(|| format!("no air unit {word:?} in this scenario; expected an id such as Ju88"))
    }
}
