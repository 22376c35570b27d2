//! Actions: every atomic decision and die result of the game.

use super::ids::UnitId;
use crate::hex::Hex;

/// The secret choice of objectives [17.1]: bit `n` stands for objective `n + 1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectiveSet(pub u8);

impl ObjectiveSet {
    /// Objective 1: the Chir.
    pub const CHIR: u8 = 1;
    /// Objective 2: the airfields.
    pub const AIRFIELDS: u8 = 2;
    /// Objective 3: destroy the ARMIR.
    pub const DESTROY: u8 = 4;
    /// Objective 4: towards the Donets.
    pub const DONETS: u8 = 8;

    /// Every set with at least `least` members, in ascending order.
    pub fn choices(least: u8) -> impl Iterator<Item = ObjectiveSet> {
        (0..16).map(ObjectiveSet).filter(move |set| set.0.count_ones() >= u32::from(least))
    }

    /// Whether an objective was chosen.
    pub const fn has(self, objective: u8) -> bool {
        self.0 & objective != 0
    }
}

/// One decision or die result, six bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A die of one to six.
    Roll(u8),
    /// End the phase, decline, or finish a list of choices.
    Done,
    /// Set-up: put a counter on a hex [18].
    Place {
        /// Counter.
        unit: UnitId,
        /// Hex.
        hex: Hex,
    },
    /// Set-up: put a unit of the 3rd Guards Army on the Chir track [16.1].
    PlaceOnChir(UnitId),
    /// Set-up: choose the objectives in secret [17.1].
    Choose(ObjectiveSet),
    /// Take the initiative for a momentum point [4].
    TakeInitiative,
    /// Turn an HQ or gun to its other side [5.3].
    Flip(UnitId),
    /// Give a step to a German unit [15.3].
    Replace(UnitId),
    /// A Vicenza regiment relieves a Julia regiment, which goes to the XXIV Panzer Corps; both do or neither [15.1.3].
    Relieve {
        /// Vicenza regiment.
        fresh: UnitId,
        /// Julia regiment with the Alpine stripe.
        relieved: UnitId,
    },
    /// Spend the Complementi to restore a step of a unit in their hex [15.4].
    Complement(UnitId),
    /// Bring an eliminated Soviet HQ back east of the Don [17.1.3].
    Return {
        /// HQ.
        unit: UnitId,
        /// Hex.
        hex: Hex,
    },
    /// Begin to move a counter [5].
    Select(UnitId),
    /// Add a counter of the same hex to the group that will overrun [13].
    Join(UnitId),
    /// Move to a hex and finish there.
    MoveTo(Hex),
    /// Move to a hex whose entry has an effect, and go on from there.
    Via(Hex),
    /// Move to `from` and overrun `target` from there [13].
    Overrun {
        /// Hex the overrun is made from.
        from: Hex,
        /// Enemy hex.
        target: Hex,
    },
    /// The group moves to a hex, leaves a counter there and goes on [13.3].
    Drop {
        /// Counter left behind.
        unit: UnitId,
        /// Where.
        at: Hex,
    },
    /// Move to an exit hex and leave the map for the airfields [16.3.1].
    Exit(Hex),
    /// Eliminate a counter in excess of the stacking limit [6.2].
    Remove(UnitId),
    /// Bombard with the air unit [9.1].
    AirStrike(Hex),
    /// Bombard with an Italian heavy gun [10.1.1].
    Barrage {
        /// Gun.
        gun: UnitId,
        /// Enemy hex.
        target: Hex,
    },
    /// Bombard with points of a Soviet army [10.2].
    Salvo {
        /// HQ of the army.
        hq: UnitId,
        /// Points declared before the die [11.1.1].
        points: u8,
        /// Enemy hex.
        target: Hex,
    },
    /// Declare an attack on a hex [12].
    Attack(Hex),
    /// Commit a unit to the declared attack.
    Commit(UnitId),
    /// Close the list of attackers.
    Engage,
    /// Support the combat with a gun [10.1.2].
    Support(UnitId),
    /// Take a step loss.
    Lose(UnitId),
    /// Replace one step loss by a retreat [12.3].
    Retreat,
    /// Stand and take every loss.
    Stand,
    /// Retreat the stack to a hex [12.3.1].
    RetreatTo(Hex),
    /// Advance a victorious attacker into the emptied hex [12.4].
    Advance(UnitId),
    /// Supply a hex by air [9.2].
    Supply(Hex),
}

impl Action {
    /// Names and meanings of the verbs, in the order of [`Action::verb`].
    pub const VERBS: [(&'static str, &'static str); 32] = [
        ("roll", "die result (amount 1-6)"),
        ("done", "end the phase, decline or close a list"),
        ("place", "set-up: unit to hex"),
        ("chir", "set-up: unit to the Chir track"),
        ("choose", "set-up: secret objectives (amount = bit set)"),
        ("initiative", "take the initiative for a momentum point"),
        ("flip", "turn an HQ or gun to its other side"),
        ("replace", "German replacement step for unit"),
        ("relieve", "Vicenza regiment (unit) relieves the Julia regiment numbered amount"),
        ("complement", "spend the Complementi on unit"),
        ("return", "eliminated Soviet HQ returns to hex"),
        ("select", "begin to move unit"),
        ("join", "add unit to the overrunning group"),
        ("move", "move from -> to and finish"),
        ("via", "move from -> to and go on"),
        ("overrun", "move to `from`, overrun `to`"),
        ("drop", "leave unit at `to`, the group goes on"),
        ("exit", "leave the map by hex `to`"),
        ("remove", "eliminate unit in excess of stacking"),
        ("air", "air bombardment of `to`"),
        ("barrage", "heavy gun unit bombards `to`"),
        ("salvo", "Soviet army HQ unit fires amount points at `to`"),
        ("attack", "declare an attack on `to`"),
        ("commit", "commit unit to the attack"),
        ("engage", "close the list of attackers"),
        ("support", "gun unit supports the combat"),
        ("lose", "unit loses a step"),
        ("retreat", "convert one loss into a retreat"),
        ("stand", "take every loss in place"),
        ("retreat-to", "retreat from -> to"),
        ("advance", "unit advances into the emptied hex"),
        ("supply", "supply `to` by air"),
    ];

    /// Number of the verb, an index of [`Action::VERBS`].
    pub const fn verb(self) -> usize {
        match self {
            Action::Roll(_) => 0,
            Action::Done => 1,
            Action::Place { .. } => 2,
            Action::PlaceOnChir(_) => 3,
            Action::Choose(_) => 4,
            Action::TakeInitiative => 5,
            Action::Flip(_) => 6,
            Action::Replace(_) => 7,
            Action::Relieve { .. } => 8,
            Action::Complement(_) => 9,
            Action::Return { .. } => 10,
            Action::Select(_) => 11,
            Action::Join(_) => 12,
            Action::MoveTo(_) => 13,
            Action::Via(_) => 14,
            Action::Overrun { .. } => 15,
            Action::Drop { .. } => 16,
            Action::Exit(_) => 17,
            Action::Remove(_) => 18,
            Action::AirStrike(_) => 19,
            Action::Barrage { .. } => 20,
            Action::Salvo { .. } => 21,
            Action::Attack(_) => 22,
            Action::Commit(_) => 23,
            Action::Engage => 24,
            Action::Support(_) => 25,
            Action::Lose(_) => 26,
            Action::Retreat => 27,
            Action::Stand => 28,
            Action::RetreatTo(_) => 29,
            Action::Advance(_) => 30,
            Action::Supply(_) => 31,
        }
    }

    /// The counter an action names, if any.
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Action::Place { unit, .. }
            | Action::PlaceOnChir(unit)
            | Action::Flip(unit)
            | Action::Replace(unit)
            | Action::Relieve { fresh: unit, .. }
            | Action::Complement(unit)
            | Action::Return { unit, .. }
            | Action::Select(unit)
            | Action::Join(unit)
            | Action::Drop { unit, .. }
            | Action::Remove(unit)
            | Action::Barrage { gun: unit, .. }
            | Action::Salvo { hq: unit, .. }
            | Action::Commit(unit)
            | Action::Support(unit)
            | Action::Lose(unit)
            | Action::Advance(unit) => Some(unit),
            _ => None,
        }
    }

    /// The hex an action aims at, if any.
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Action::Place { hex, .. }
            | Action::Return { hex, .. }
            | Action::MoveTo(hex)
            | Action::Via(hex)
            | Action::Overrun { target: hex, .. }
            | Action::Drop { at: hex, .. }
            | Action::Exit(hex)
            | Action::AirStrike(hex)
            | Action::Barrage { target: hex, .. }
            | Action::Salvo { target: hex, .. }
            | Action::Attack(hex)
            | Action::RetreatTo(hex)
            | Action::Supply(hex) => Some(hex),
            _ => None,
        }
    }
}
