//! Actions: every atomic decision and die result of the game.

use std::fmt::{self, Formatter};

use super::Armir;
use super::data::Data;
use super::ids::{Formation, UnitId};
use crate::hex::{Grid, Hex};
use crate::kit::actions::{ActionWord, Beside, Die, IdDigit, actions};

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

actions! {
    of game: Armir, in words of Data, naming unit: UnitId, hex: Hex;

    /// One decision or die result, six bytes.
    pub enum Action {
        /// A die of one to six.
        Roll(die: u8 as Die<6>) = "die {die}", verb "roll": "die result (amount 1-6)", token { amount: die };
        /// End the phase, decline, or finish a list of choices.
        Done = "done", verb "done": "end the phase, decline or close a list";
        /// Set-up: put a counter on a hex [18].
        Place { unit: UnitId, hex: Hex } = "place {unit} {hex}", verb "place": "set-up: unit to hex", names { unit, hex };
        /// Set-up: put a unit of the 3rd Guards Army on the Chir track [16.1].
        PlaceOnChir(unit: UnitId) = "place {unit} chir", verb "chir": "set-up: unit to the Chir track", names { unit };
        /// Set-up: choose the objectives in secret [17.1].
        Choose(set: ObjectiveSet) = "objectives {set}",
            verb "choose": "set-up: secret objectives (amount = bit set)", token { amount: set.0 };
        /// Take the initiative for a momentum point [4].
        TakeInitiative = "initiative", verb "initiative": "take the initiative for a momentum point";
        /// Turn an HQ or gun to its other side [5.3].
        Flip(unit: UnitId) = "flip {unit}", verb "flip": "turn an HQ or gun to its other side", names { unit };
        /// Give a step to a German unit [15.3].
        Replace(unit: UnitId) = "replace {unit}", verb "replace": "German replacement step for unit", names { unit };
        /// A Vicenza regiment relieves a Julia regiment (with the Alpine stripe), which goes to the XXIV Panzer Corps; both do or
        /// neither [15.1.3].
        Relieve { fresh: UnitId, relieved: UnitId } = "relieve {relieved} by {fresh}",
            verb "relieve": "Vicenza regiment (unit) relieves the Julia regiment numbered amount",
            names { unit: fresh }, token { amount: relieved };
        /// Spend the Complementi to restore a step of a unit in their hex [15.4].
        Complement(unit: UnitId) = "complement {unit}", verb "complement": "spend the Complementi on unit", names { unit };
        /// Bring an eliminated Soviet HQ back east of the Don [17.1.3].
        Return { unit: UnitId, hex: Hex } = "return {unit} {hex}",
            verb "return": "eliminated Soviet HQ returns to hex", names { unit, hex };
        /// Begin to move a counter [5].
        Select(unit: UnitId) = "select {unit}", verb "select": "begin to move unit", names { unit };
        /// Add a counter of the same hex to the group that will overrun [13].
        Join(unit: UnitId) = "join {unit}", verb "join": "add unit to the overrunning group", names { unit };
        /// Move to a hex and finish there.
        MoveTo(hex: Hex) = "move > {hex}",
            verb "move": "move from -> to and finish", names { hex }, token { from: game.march.place.hex() };
        /// Move to a hex whose entry has an effect, and go on from there.
        Via(hex: Hex) = "via {hex}", verb "via": "move from -> to and go on", names { hex }, token { from: game.march.place.hex() };
        /// Move to `from` and overrun the enemy hex `target` from there [13].
        Overrun { from: Hex [by Beside(target)], target: Hex } = "overrun {target} from {from}",
            verb "overrun": "move to `from`, overrun `to`", names { hex: target }, token { from };
        /// The group moves to a hex, leaves a counter there and goes on [13.3].
        Drop { unit: UnitId, at: Hex } = "drop {unit} {at}",
            verb "drop": "leave unit at `to`, the group goes on", names { unit, hex: at }, token { from: game.march.place.hex() };
        /// Move to an exit hex and leave the map for the airfields [16.3.1].
        Exit(hex: Hex) = "exit {hex}", verb "exit": "leave the map by hex `to`", names { hex }, token { from: game.march.place.hex() };
        /// Eliminate a counter in excess of the stacking limit [6.2].
        Remove(unit: UnitId) = "remove {unit}", verb "remove": "eliminate unit in excess of stacking", names { unit };
        /// Bombard with the air unit [9.1].
        AirStrike(hex: Hex) = "air {hex}", verb "air": "air bombardment of `to`", names { hex };
        /// Bombard an enemy hex with an Italian heavy gun [10.1.1].
        Barrage { gun: UnitId, target: Hex } = "barrage {gun} {target}",
            verb "barrage": "heavy gun unit bombards `to`", names { unit: gun, hex: target };
        /// Bombard an enemy hex with points of a Soviet army, declared before the die [10.2][11.1.1].
        Salvo { hq: UnitId [by OfArmy()], points: u8 [by Column()], target: Hex } = "salvo {hq} {points} {target}",
            verb "salvo": "Soviet army HQ unit fires amount points at `to`",
            names { unit: hq, hex: target }, token { amount: points };
        /// Declare an attack on a hex [12].
        Attack(hex: Hex) = "attack {hex}", verb "attack": "declare an attack on `to`", names { hex };
        /// Commit a unit to the declared attack.
        Commit(unit: UnitId) = "with {unit}", verb "commit": "commit unit to the attack", names { unit }, token { to: game.battle.target };
        /// Close the list of attackers.
        Engage = "engage", verb "engage": "close the list of attackers", token { to: game.battle.target };
        /// Support the combat with a gun [10.1.2].
        Support(unit: UnitId) = "support {unit}",
            verb "support": "gun unit supports the combat", names { unit }, token { to: game.battle.target };
        /// Take a step loss.
        Lose(unit: UnitId) = "lose {unit}", verb "lose": "unit loses a step", names { unit };
        /// Replace one step loss by a retreat [12.3].
        Retreat = "retreat", verb "retreat": "convert one loss into a retreat", token { from: game.battle.target };
        /// Stand and take every loss.
        Stand = "stand", verb "stand": "take every loss in place", token { from: game.battle.target };
        /// Retreat the stack to a hex [12.3.1].
        RetreatTo(hex: Hex) = "retreat {hex}", verb "retreat-to": "retreat from -> to", names { hex }, token { from: game.battle.target };
        /// Advance a victorious attacker into the emptied hex [12.4].
        Advance(unit: UnitId) = "advance {unit}",
            verb "advance": "unit advances into the emptied hex", names { unit }, token { to: game.battle.target };
        /// Supply a hex by air [9.2].
        Supply(hex: Hex) = "supply {hex}", verb "supply": "supply `to` by air", names { hex };
    }
}

impl Action {
    /// Whether it bombards: by air, with an Italian gun or with points of a Soviet army.
    pub const fn is_bombardment(self) -> bool {
        matches!(self, Action::AirStrike(_) | Action::Barrage { .. } | Action::Salvo { .. })
    }
}

impl AsRef<Grid> for Data {
    fn as_ref(&self) -> &Grid {
        &self.map.grid
    }
}

impl IdDigit<Data> for UnitId {
    fn radix(data: &Data) -> u32 {
        data.counters.count() as u32
    }

    fn digit(self, data: &Data) -> u32 {
        data.counters.rank(self) as u32
    }
}

impl ActionWord<Data> for UnitId {
    fn write(self, data: &Data, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&data.unit(self).id)
    }

    fn read(word: &str, data: &Data) -> Result<Self, String> {
        data.find_unit(word).ok_or_else(|| format!("no counter {word:?} in this scenario; expected an id such as 298/XXXV"))
    }
}

impl IdDigit<Data> for ObjectiveSet {
    fn radix(_: &Data) -> u32 {
        16
    }

    fn digit(self, _: &Data) -> u32 {
        u32::from(self.0)
    }
}

/// The headquarters of a Soviet army, by its army.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OfArmy(UnitId);

impl IdDigit<Data> for OfArmy {
    fn radix(_: &Data) -> u32 {
        1 + Formation::ARMIES.len() as u32
    }

    /// The last digit stands for counters that are no headquarters of an army, which have no points.
    fn digit(self, data: &Data) -> u32 {
        Formation::ARMIES.into_iter().position(|army| data.hq(army) == Some(self.0)).unwrap_or(Formation::ARMIES.len()) as u32
    }
}

/// Points of a salvo: a column of the table, the first one for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Column(u8);

impl IdDigit<Data> for Column {
    fn radix(data: &Data) -> u32 {
        1 + data.tables.bombardment[0].len() as u32
    }

    /// The last digit stands for more points than the table has, too.
    fn digit(self, data: &Data) -> u32 {
        u32::from(self.0).min(data.tables.bombardment[0].len() as u32)
    }
}

/// The numbers of the objectives, joined by `+`.
impl ActionWord<Data> for ObjectiveSet {
    fn write(self, _: &Data, f: &mut Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for number in (1..=4).filter(|number| self.has(1 << (number - 1))) {
            write!(f, "{separator}{number}")?;
            separator = "+";
        }
        Ok(())
    }

    fn read(word: &str, _: &Data) -> Result<Self, String> {
        let objective = |number: &str| match number {
            "1" => Ok(ObjectiveSet::CHIR),
            "2" => Ok(ObjectiveSet::AIRFIELDS),
            "3" => Ok(ObjectiveSet::DESTROY),
            "4" => Ok(ObjectiveSet::DONETS),
            _ => Err(format!("{number:?} is not an objective; expected numbers 1 to 4 joined by +")),
        };
        word.split('+').try_fold(0, |set, number| Ok(set | objective(number)?)).map(ObjectiveSet)
    }
}
