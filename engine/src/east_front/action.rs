//! Actions: every atomic decision and die result of the game.

use super::ids::{AirId, UnitId};
use super::results::Order;
use crate::hex::Hex;

/// One decision or die result, six bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A die of one to ten.
    Roll(u8),
    /// End the phase, decline, or finish a list of choices.
    Done,
    /// Withdraw a ground unit [8.71].
    Withdraw(UnitId),
    /// Withdraw an air unit [8.72].
    WithdrawAir(AirId),
    /// Open an interdiction mission over a hex [13.13].
    Interdict(Hex),
    /// Put an air unit face down on a mission [17.21].
    Fly {
        /// Air unit.
        air: AirId,
        /// Mission hex.
        hex: Hex,
    },
    /// Turn up and fight the mission over a hex next [17.31].
    Reveal(Hex),
    /// A dual-role fighter shoots [17.31.b.2].
    Escort(AirId),
    /// A dual-role fighter flies the mission [17.31.b.2].
    Bomb(AirId),
    /// Match an air unit with the enemy it fires at [17.33.a].
    Pair {
        /// Shooter.
        shooter: AirId,
        /// Target.
        target: AirId,
    },
    /// A headquarters activates a unit [22.12.a].
    Activate {
        /// Unit.
        unit: UnitId,
        /// Headquarters that pays.
        hq: UnitId,
    },
    /// Turn a step of a division into a substitute regiment of 1-2-5 [24.31].
    Detach(UnitId),
    /// Turn a step of a division into a strong substitute regiment of 2-2-5 [24.32].
    DetachStrong(UnitId),
    /// Turn a substitute regiment back into a step of a division [24.4].
    Recombine {
        /// Division.
        unit: UnitId,
        /// Substitute.
        regiment: UnitId,
    },
    /// Begin to move a unit [10.4].
    Select(UnitId),
    /// Add a unit of the same hex to the stack that will overrun [11.41].
    Join(UnitId),
    /// Move to a hex and finish there.
    MoveTo(Hex),
    /// Move to a hex from which the control of an objective changes, and go on from there.
    Via(Hex),
    /// Move to `from` and overrun `target` from there [11.43].
    Overrun {
        /// Hex the overrun is made from.
        from: Hex,
        /// Enemy hex.
        target: Hex,
    },
    /// Leave a unit behind after an overrun; it may go on later [10.53].
    Drop(UnitId),
    /// Remove a unit in excess of the stacking limit [3.32].
    Remove(UnitId),
    /// Let an engineer unit stand above the stacking limit for an assault on a fortification [PB 7.42].
    Storm(UnitId),
    /// Declare an attack on a hex [12.35].
    Attack(Hex),
    /// Add a hex to the attack declared last [12.8].
    Also(Hex),
    /// Commit artillery to the defence of a declared attack [14.21].
    Barrage {
        /// Artillery.
        gun: UnitId,
        /// First hex of the attack.
        target: Hex,
    },
    /// Give an order for a combat [14.31][15.58].
    Give(Order),
    /// Resolve a declared attack next [15.0].
    Resolve(Hex),
    /// Commit a unit to the attack [15.2].
    Commit(UnitId),
    /// Close the list of attackers.
    Engage,
    /// Support the attack with artillery [15.4].
    Support(UnitId),
    /// Declare engineer effects [15.63].
    Breach,
    /// Take a step loss [16.21].
    Lose(UnitId),
    /// The unit to retreat goes to a hex [16.4].
    RetreatTo(Hex),
    /// Give up the artillery that is to retreat [16.46].
    Abandon(UnitId),
    /// Advance a unit into an emptied hex [16.5].
    Advance {
        /// Unit.
        unit: UnitId,
        /// Hex.
        hex: Hex,
    },
    /// Change the mode of super-heavy artillery [23.43.b].
    Flip(UnitId),
}

impl Action {
    /// Names and meanings of the verbs, in the order of [`Action::verb`].
    pub const VERBS: [(&'static str, &'static str); 35] = [
        ("roll", "die result (amount 1-10)"),
        ("done", "end the phase, decline or close a list"),
        ("withdraw", "withdraw ground unit"),
        ("withdraw-air", "withdraw air unit (amount = air unit)"),
        ("interdict", "open an interdiction mission over `to`"),
        ("fly", "put air unit (amount) on the mission over `to`"),
        ("reveal", "resolve the mission over `to` next"),
        ("escort", "dual-role fighter (amount) shoots"),
        ("bomb", "dual-role fighter (amount) flies the mission"),
        ("pair", "air unit (amount) fires at air unit (unit column)"),
        ("activate", "headquarters numbered amount activates unit"),
        ("detach", "a step of unit becomes a regiment 1-2-5"),
        ("detach-strong", "a step of unit becomes a regiment 2-2-5"),
        ("recombine", "the regiment numbered amount becomes a step of unit"),
        ("select", "begin to move unit"),
        ("join", "add unit to the overrunning stack"),
        ("move", "move from -> to and finish"),
        ("via", "move from -> to and go on"),
        ("overrun", "move to `from`, overrun `to`"),
        ("drop", "leave unit behind after an overrun"),
        ("remove", "remove unit in excess of stacking"),
        ("storm", "engineer unit stays above the stacking limit for an assault"),
        ("attack", "declare an attack on `to`"),
        ("also", "add `to` to the attack declared last"),
        ("barrage", "artillery unit supports the defence of `to`"),
        ("order", "order for a combat (amount 0 none, 1 No Retreat, 2 Further Retreat)"),
        ("resolve", "resolve the attack on `to` next"),
        ("commit", "commit unit to the attack"),
        ("engage", "close the list of attackers"),
        ("support", "artillery unit supports the attack"),
        ("breach", "declare engineer effects"),
        ("lose", "unit loses a step"),
        ("retreat", "retreat from -> to, or give up the artillery named by unit"),
        ("advance", "unit advances into `to`"),
        ("flip", "super-heavy unit changes its mode"),
    ];

    /// Number of the verb, an index of [`Action::VERBS`].
    pub const fn verb(self) -> usize {
        match self {
            Action::Roll(_) => 0,
            Action::Done => 1,
            Action::Withdraw(_) => 2,
            Action::WithdrawAir(_) => 3,
            Action::Interdict(_) => 4,
            Action::Fly { .. } => 5,
            Action::Reveal(_) => 6,
            Action::Escort(_) => 7,
            Action::Bomb(_) => 8,
            Action::Pair { .. } => 9,
            Action::Activate { .. } => 10,
            Action::Detach(_) => 11,
            Action::DetachStrong(_) => 12,
            Action::Recombine { .. } => 13,
            Action::Select(_) => 14,
            Action::Join(_) => 15,
            Action::MoveTo(_) => 16,
            Action::Via(_) => 17,
            Action::Overrun { .. } => 18,
            Action::Drop(_) => 19,
            Action::Remove(_) => 20,
            Action::Storm(_) => 21,
            Action::Attack(_) => 22,
            Action::Also(_) => 23,
            Action::Barrage { .. } => 24,
            Action::Give(_) => 25,
            Action::Resolve(_) => 26,
            Action::Commit(_) => 27,
            Action::Engage => 28,
            Action::Support(_) => 29,
            Action::Breach => 30,
            Action::Lose(_) => 31,
            Action::RetreatTo(_) | Action::Abandon(_) => 32,
            Action::Advance { .. } => 33,
            Action::Flip(_) => 34,
        }
    }

    /// The ground counter an action names, if any.
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Action::Withdraw(unit)
            | Action::Activate { unit, .. }
            | Action::Detach(unit)
            | Action::DetachStrong(unit)
            | Action::Recombine { unit, .. }
            | Action::Select(unit)
            | Action::Join(unit)
            | Action::Drop(unit)
            | Action::Remove(unit)
            | Action::Storm(unit)
            | Action::Barrage { gun: unit, .. }
            | Action::Commit(unit)
            | Action::Support(unit)
            | Action::Lose(unit)
            | Action::Abandon(unit)
            | Action::Advance { unit, .. }
            | Action::Flip(unit) => Some(unit),
            _ => None,
        }
    }

    /// The air counter an action names, if any: the shooter of a pair.
    pub const fn air(self) -> Option<AirId> {
        match self {
            Action::WithdrawAir(air)
            | Action::Fly { air, .. }
            | Action::Escort(air)
            | Action::Bomb(air)
            | Action::Pair { shooter: air, .. } => Some(air),
            _ => None,
        }
    }

    /// The hex an action aims at, if any.
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Action::Interdict(hex)
            | Action::Fly { hex, .. }
            | Action::Reveal(hex)
            | Action::MoveTo(hex)
            | Action::Via(hex)
            | Action::Overrun { target: hex, .. }
            | Action::Attack(hex)
            | Action::Also(hex)
            | Action::Barrage { target: hex, .. }
            | Action::Resolve(hex)
            | Action::RetreatTo(hex)
            | Action::Advance { hex, .. } => Some(hex),
            _ => None,
        }
    }
}
