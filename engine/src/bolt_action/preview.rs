//! What shots and assaults promise before their dice: expectations for players and boards, from the pools that play rolls.

use arrayvec::ArrayVec;

use super::BoltAction;
use super::action::Action;
use super::data::units::Shots;
use super::fire::{Aim, Effect};
use super::frame::{Frame, MeleeStage, VolleyStage};
use super::ids::UnitId;
use super::prepared::Prepared;
use super::resolution::MOST_GROUPS;
use super::resolution::assault_odds::{self, MenOdds};
use super::resolution::chance::{self, Chance};
use super::resolution::close_quarters::{self, Blows, Melee};
use super::resolution::damage::{self, DamageTarget};
use super::resolution::losses;
use super::resolution::morale::{self, Nerve};
use super::resolution::odds::{self, ArmourHit, Odds};
use super::terms::{Armour, Class, Damage, HeSize};
use super::volley::Mode;
use crate::kit::procedures::Sequence as _;

/// Throws of two dice.
const TEST_WAYS: f64 = morale::TEST_WAYS as f64;

/// What a volley promises against its target.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Promise {
    /// Chance that the target is pinned by a hit.
    pub hit: f64,
    /// Men that fall on average; of a vehicle the same as `destroyed`.
    pub lost: f64,
    /// Chance that the target is destroyed: by losses, by pins, or by the test that follows; a vehicle by damage.
    pub destroyed: f64,
    /// Pins that hits bring on average, those of damage to vehicles apart.
    pub pins: f64,
}

impl BoltAction {
    /// The volley in progress before its first die: who shoots at whom, and what it promises.
    pub fn volley(&self) -> Option<(UnitId, UnitId, Promise)> {
        let begins = matches!(self.top(), Some(Frame::Reaction | Frame::Volley(VolleyStage::Shots | VolleyStage::Hits)));
        let volley = Some(self.volley).filter(|volley| begins && volley.is_fresh())?;
        let promise = self.promise(&self.aim(volley.shooter, volley.target, volley.mode))?;
        Some((volley.shooter, volley.target, promise))
    }

    /// Whether close quarters have come to blows.
    pub fn is_melee(&self) -> bool {
        matches!(self.top(), Some(Frame::Melee(MeleeStage::Attack | MeleeStage::Defence | MeleeStage::VehicleHits)))
    }

    /// The unit that moves, or is asked where to.
    pub fn mover(&self) -> Option<UnitId> {
        self.frames.as_slice().iter().rev().find_map(|frame| match *frame {
            Frame::Walk(unit) | Frame::Steps(unit) | Frame::Drive(unit) | Frame::Path(unit) | Frame::Consolidation(unit, _) => Some(unit),
            _ => None,
        })
    }

    /// What a shot that is offered promises, with shooter and target; `None` for other actions.
    pub fn promised_shot(&self, action: Action) -> Option<(UnitId, UnitId, Promise)> {
        let aim = self.offered_aim(action)?;
        Some((aim.shooter, aim.target, self.promise(&aim)?))
    }

    /// [SHOOT] What a unit promises against another from where it stands, after a turn if need be, with all it has: the better of direct
    /// and indirect fire. `None` if nothing bears.
    pub fn best_shot(&self, shooter: UnitId, target: UnitId) -> Option<Promise> {
        let panzerfausts = self.panzerfausts(shooter, target);
        let modes = [Mode::Direct { panzerfausts }, Mode::Indirect];
        let promises = modes.into_iter().filter_map(|mode| self.promise(&self.turned_aim(shooter, target, mode)?));
        promises.max_by(|a, b| (a.destroyed + a.lost).total_cmp(&(b.destroyed + b.lost)))
    }

    pub(super) fn promise(&self, aim: &Aim) -> Option<Promise> {
        let closed = self.data.unit(aim.target).armour.is_some_and(|armour| armour != Armour::SoftSkin);
        if closed { self.promise_against_armour(aim) } else { self.promise_against_men(aim) }
    }

    /// Exact as long as one shot at most has its pins rolled; one roll stands for several.
    fn promise_against_men(&self, aim: &Aim) -> Option<Promise> {
        let (tables, target, piece) = (&self.data.tables, self.data.unit(aim.target), self.board.piece(aim.target));
        let mut groups: ArrayVec<odds::Group, MOST_GROUPS> = ArrayVec::new();
        let (mut pin_die, mut flames) = (None, false);
        for pool in self.pools(aim) {
            let weapon = self.data.weapon(pool.weapon);
            let (damage, blast) = match pool.effect {
                Effect::Wound(chance) => (chance, None),
                Effect::Blast(size, chance) => (chance, Some(size)),
                Effect::Armour { .. } | Effect::Fright => (Chance::IMPOSSIBLE, None),
            };
            pin_die = pin_die.max(pool.pin_die);
            flames |= weapon.flame;
            let shots = if pool.dice == 0 { weapon.shots } else { Shots::Fixed(pool.dice) };
            groups.push(odds::Group { weapons: 1, shots, hit: pool.chance, damage, blast });
        }
        if groups.is_empty() {
            return None;
        }
        let odds = Odds::new(&groups, piece.men);
        let hit = odds.hit();
        let tests = match target.class {
            Class::Vehicle => 0.0,
            _ if flames => 1.0 - odds.lost(0) - odds.destroyed(),
            _ => odds.tests_morale(),
        };
        let nerve = self.nerve(aim.target);
        let after = |pins: u8| {
            let pins = piece.pins.saturating_add(pins);
            if morale::breaks(tables, target.quality, pins) {
                return hit;
            }
            let [_, failed] = morale::morale_test(tables, morale::value(tables, Nerve { pins, ..nerve }));
            odds.destroyed() + tests * failed as f64 / TEST_WAYS
        };
        let (die, always) = if flames { (Some(losses::FLAME_PINS), 1) } else { (pin_die, 0) };
        let (mut destroyed, mut pins) = (0.0, 0.0);
        for (number, share) in rolls(die) {
            destroyed += share * after(number + always);
            pins += share * f64::from(number + always);
        }
        Some(Promise { hit, lost: odds.mean_lost(), destroyed, pins: hit * pins })
    }

    /// Exact for one shot; of several, each is judged as if it were the first.
    fn promise_against_armour(&self, aim: &Aim) -> Option<Promise> {
        let (tables, target, piece) = (&self.data.tables, self.data.unit(aim.target), self.board.piece(aim.target));
        let (mut alive, mut unpinned, mut any, mut pin_die) = (1.0, 1.0, false, None);
        for pool in self.pools(aim) {
            any = true;
            let lost = match (pool.effect, target.armour) {
                (Effect::Armour { pen, extra }, Some(armour)) => {
                    let hit = ArmourHit { pen, armour, extra, crew: self.nerve(aim.target), immobilised: piece.immobilised };
                    odds::vehicle_lost(tables, hit) as f64 / odds::VEHICLE_WAYS as f64
                }
                _ => 0.0,
            };
            pin_die = pin_die.max(pool.pin_die);
            let hit = fraction(pool.chance);
            alive *= (1.0 - hit * lost).powi(pool.dice.into());
            unpinned *= if pool.pins { (1.0 - hit).powi(pool.dice.into()) } else { 1.0 };
        }
        let (hit, lost) = (1.0 - unpinned, 1.0 - alive);
        let (mut breaks, mut pins) = (0.0, 0.0);
        for (number, share) in rolls(pin_die) {
            breaks += if morale::breaks(tables, target.quality, piece.pins.saturating_add(number)) { share } else { 0.0 };
            pins += share * f64::from(number);
        }
        let destroyed = lost + (hit - lost).max(0.0) * breaks;
        any.then_some(Promise { hit, lost: destroyed, destroyed, pins: hit * pins })
    }

    /// [CQ.4][CQV] How close quarters of a unit with so many men against another would end, return fire apart: exact against men; damage to a
    /// vehicle is judged by itself.
    pub fn clash(&self, attacker: UnitId, target: UnitId, men: u8) -> MenOdds {
        let (tables, template, piece) = (&self.data.tables, self.data.unit(target), self.board.piece(target));
        if template.class != Class::Vehicle {
            let begun = self.is_melee() && self.assault_at_hand() == Some((attacker, target));
            let blows = if begun { self.melee.blows } else { self.blows(attacker, target) };
            return self.data.close_quarters([attacker, target], [men, piece.men], blows);
        }
        let struck = self.struck_vehicle(target);
        let need = close_quarters::vehicle_need(tables, piece.order, piece.immobilised);
        let hit = need.map_or(Chance::IMPOSSIBLE, |need| Chance::at_least(need.into()));
        let (destroyed, damaged) = assault_odds::vehicle(tables, struck, self.is_anti_tank(attacker), men, hit);
        let crew = ArmourHit { pen: 0, armour: struck.armour, extra: 0, crew: self.nerve(target), immobilised: piece.immobilised };
        let lost = |class: Damage| odds::lost_to_damage(tables, crew, class) as f64 / odds::DAMAGE_WAYS as f64;
        let damaged: f64 = Damage::ALL.into_iter().zip(damaged).map(|(class, chance)| chance * lost(class)).sum();
        MenOdds { attacker_wins: destroyed + damaged, ..MenOdds::default() }
    }
}

impl Prepared {
    /// [CQ.4][CQ.5] How close quarters between two units of men, attacker first, with so many men left, would end.
    pub fn close_quarters(&self, [attacker, target]: [UnitId; 2], [attackers, defenders]: [u8; 2], blows: Blows) -> MenOdds {
        let wound = |unit: UnitId| damage::damage_chance(&self.tables, DamageTarget::Men(self.unit(unit).quality), 0);
        let dice = |side: usize, men: u8| self.arms([attacker, target][side], men).close_dice;
        assault_odds::men(Melee { attackers, defenders, blows }, &dice, [wound(target), wound(attacker)])
    }
}

fn fraction(chance: Chance) -> f64 {
    f64::from(chance.numerator()) / f64::from(chance.denominator())
}

/// The results of a die of pins with their chances; one pin without a die.
fn rolls(die: Option<HeSize>) -> impl Iterator<Item = (u8, f64)> {
    let totals = die.map_or(1..=1, chance::totals);
    totals.map(move |total| (total, die.map_or(1.0, |die| chance::sum_weight(die, total) as f64 / chance::sum_weights(die) as f64)))
}
