//! [20.0][21.0] Cavalry Charges and Panzer Attacks: what the attacker declares before a battle, who fires first then, and who takes the
//! answer.

use super::BlocksInTheEast;
use super::action::Action;
use super::combat::Firing;
use super::fight::Units;
use super::frame::{Declaration, Frame};
use super::ids::UnitId;
use super::terms::{Flag, Onset, UnitClass, UnitKind, Weather};
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Sequence as _};

/// [20.0.a] Dice of Gruppo Barbò besides its combat factor.
const BARBO: u8 = 3;
/// [21.0.a] TECH from which mechanized troops count as armour.
const TECH_OF_ARMOUR: u8 = 2;

/// Which of the attackers fire in the step of the ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) enum Wave {
    /// Outside of the step: all of them.
    #[default]
    All,
    /// Those that charge.
    Chargers,
    /// The others, after the answer of the defenders.
    Others,
}

/// What the attacker has declared for the battle, and how far the step of the ground has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Charge {
    pub(super) onset: Onset,
    wave: Wave,
}

impl BlocksInTheEast {
    /// [20.0][21.0][21.0.a] Whether a unit counts as a tank: armour but for mechanized troops of TECH 1.
    fn counts_as_tank(&self, unit: UnitId) -> bool {
        let known = self.data.unit(unit);
        known.class == UnitClass::Armour && (known.kind != UnitKind::Mech || self.tech(unit) >= TECH_OF_ARMOUR)
    }

    fn is_cavalry(&self, unit: UnitId) -> bool {
        self.data.unit(unit).kind == UnitKind::Cavalry
    }

    /// Whether an attack is led by a unit of the attacker.
    fn leads(&self, unit: UnitId, onset: Onset) -> bool {
        match onset {
            Onset::CavalryCharge | Onset::GruppoBarbo => self.is_cavalry(unit),
            Onset::PanzerAttack => self.counts_as_tank(unit),
        }
    }

    /// [20.0][20.0.a][21.0] What the attacker can declare for the battle that is opened.
    fn declarable(&self) -> impl Iterator<Item = Onset> + '_ {
        let options = &self.data.script.options;
        let (attacker, hex) = (self.fight.attacker, self.fight.hex);
        let is_played = options.cavalry_charge || options.panzer_attack;
        let is_open = || self.weather == Weather::Clear && self.is_plain(hex);
        let enemies = if is_played && is_open() { self.on_ground(attacker.opponent()) } else { Units::new() };
        let has = move |is: &dyn Fn(UnitId) -> bool| !self.in_battle(attacker, is).is_empty();
        let open = move |onset: &Onset| {
            let led = has(&|unit| self.leads(unit, *onset));
            let in_the_way = |unit: &UnitId| self.counts_as_tank(*unit) || *onset != Onset::PanzerAttack && self.is_cavalry(*unit);
            let is_meant = match onset {
                Onset::CavalryCharge => options.cavalry_charge,
                Onset::GruppoBarbo => {
                    options.cavalry_charge && !self.chapters.barbo_has_charged && has(&|unit| self.data.unit(unit).is(Flag::Barbo))
                }
                Onset::PanzerAttack => options.panzer_attack,
            };
            is_meant && led && !enemies.is_empty() && !enemies.iter().any(in_the_way)
        };
        Onset::ALL.into_iter().filter(open)
    }

    /// [20.0.a] Whether Gruppo Barbò has charged with its dice, as it does once in a game.
    pub fn gruppo_barbo_has_charged(&self) -> bool {
        self.chapters.barbo_has_charged
    }

    /// A battle is opened: the attacker is asked what it declares, if there is something.
    pub(super) fn ask_for_declaration(&mut self) {
        if self.declarable().next().is_some() {
            self.frames.push(Frame::Declaration(self.fight.attacker));
        }
    }

    /// Whether a unit is one of those that charge in the battle.
    fn charges(&self, unit: UnitId) -> bool {
        let led = |charge: Charge| unit.side() == self.fight.attacker && self.leads(unit, charge.onset);
        self.fight.charge.0.is_some_and(led)
    }

    /// Whether attackers that charge are left in the battle.
    pub(super) fn somebody_charges(&self) -> bool {
        self.fight.charge.0.is_some() && !self.in_battle(self.fight.attacker, |unit| self.charges(unit)).is_empty()
    }

    /// The step of the ground comes to the fire of some of the attackers.
    pub(super) fn charge_with(&mut self, wave: Wave) {
        if let Some(charge) = &mut self.fight.charge.0 {
            charge.wave = wave;
        }
    }

    /// Whether a combat unit is one of those that fire now: defenders are, and attackers as their charge comes to them.
    pub(super) fn fires_now(&self, unit: UnitId) -> bool {
        match self.fight.charge.0 {
            Some(charge) if unit.side() == self.fight.attacker => match charge.wave {
                Wave::All => true,
                Wave::Chargers => self.charges(unit),
                Wave::Others => !self.charges(unit),
            },
            _ => true,
        }
    }

    /// [20.0][21.0] Units of a side that take the hits of a step before all others: those that charge take the answer on the ground, as long as
    /// they are there.
    pub(super) fn first_to_answer(&self, side: Side, firing: Firing) -> Option<Units> {
        let answers = firing == Firing::Ground && side == self.fight.attacker && self.fight.charge.0.is_some();
        let chargers = if answers { self.in_battle(side, |unit| self.charges(unit)) } else { Units::new() };
        (!chargers.is_empty()).then_some(chargers)
    }

    /// [20.0.a] Dice of a unit besides its combat factor when Gruppo Barbò charges: once, in the first round.
    pub(super) fn dice_of_barbo(&self, unit: UnitId) -> Option<u8> {
        let rides = |charge: Charge| charge.onset == Onset::GruppoBarbo && self.data.unit(unit).is(Flag::Barbo);
        (self.fight.round <= 1 && self.fight.charge.0.is_some_and(rides)).then_some(BARBO)
    }
}

impl Procedure<BlocksInTheEast> for Declaration {
    const QUESTION: &'static str = "is a Cavalry Charge or a Panzer Attack declared?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.declarable().map(Action::Declare));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Declare(onset) = action else { return game.end(action) };
        game.fight.charge.0 = Some(Charge { onset, wave: Wave::All });
        game.chapters.barbo_has_charged |= onset == Onset::GruppoBarbo;
        game.pop();
    }
}
