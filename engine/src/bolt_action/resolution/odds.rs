//! What a board shows before a shot: how many men a volley costs, and how likely a hit takes a vehicle out.
//!
//! The law of one shot is exact. A volley is put together in floating point from shots alone, by sums of products of positive numbers, so
//! that each chance is right to about thirteen digits.

use super::MOST_MEN;
use super::chance::{self, Chance, FACES};
use super::damage;
use super::losses;
use super::morale::{self, Nerve};
use crate::bolt_action::data::tables::Tables;
use crate::bolt_action::data::units::Shots;
use crate::bolt_action::terms::{Armour, Damage, HeSize, Mishap};

/// Weapons of a volley that shoot alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// How many.
    pub weapons: u8,
    /// Shots of each.
    pub shots: Shots,
    /// Chance of a shot to hit.
    pub hit: Chance,
    /// Chance of a hit to damage.
    pub damage: Chance,
    /// High-explosive size: the dice of hits that a hit becomes.
    pub blast: Option<HeSize>,
}

/// Chances by men lost, from none to all that may be.
type Law = [f64; MOST_MEN + 1];

/// The odds of a volley.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    men: u8,
    no_hit: f64,
    losses: Law,
}

impl Odds {
    /// The odds of a volley at a unit of so many men, at most [`MOST_MEN`].
    pub fn new(groups: &[Group], men: u8) -> Self {
        let men = men.min(MOST_MEN as u8);
        let mut odds = Odds { men, no_hit: 1.0, losses: nothing() };
        for &group in groups {
            let one = one_shot(group, men);
            let miss = 1.0 - fraction(group.hit);
            let (no_hit, losses) = match group.shots {
                Shots::Fixed(shots) => (miss.powi(shots.into()), repeated(&nothing(), &one, shots, men)),
                Shots::Dice(dice) => thrown_shots(dice, miss, &one, men),
            };
            odds.no_hit *= no_hit.powi(group.weapons.into());
            odds.losses = repeated(&odds.losses, &losses, group.weapons, men);
        }
        odds
    }

    /// Chance that any shot hits.
    pub fn hit(&self) -> f64 {
        1.0 - self.no_hit
    }

    /// Chance that no shot hits.
    pub fn no_hit(&self) -> f64 {
        self.no_hit
    }

    /// Chance that the unit is hit and loses nobody.
    pub fn hit_without_loss(&self) -> f64 {
        (self.losses[0] - self.no_hit).max(0.0)
    }

    /// Chance that exactly so many men fall; all from the last man up count as all.
    pub fn lost(&self, men: u8) -> f64 {
        self.losses.get(usize::from(men)).copied().unwrap_or(0.0)
    }

    /// Men that fall on average.
    pub fn mean_lost(&self) -> f64 {
        self.losses.iter().zip(0_u8..).map(|(chance, men)| chance * f64::from(men)).sum()
    }

    /// Chance that all men fall.
    pub fn destroyed(&self) -> f64 {
        if self.men == 0 { 0.0 } else { self.lost(self.men) }
    }

    /// [SHOOT.7] Chance that the unit has to test morale for its losses (supplement S3).
    pub fn tests_morale(&self) -> f64 {
        (0..=self.men).filter(|lost| losses::tests_morale(self.men, *lost)).map(|lost| self.lost(lost)).sum()
    }
}

fn nothing() -> Law {
    let mut law = [0.0; MOST_MEN + 1];
    law[0] = 1.0;
    law
}

fn fraction(chance: Chance) -> f64 {
    f64::from(chance.numerator()) / f64::from(chance.denominator())
}

/// The law of one shot: the weights of its hits and of their damage are exact.
fn one_shot(group: Group, men: u8) -> Law {
    let mut law = [0.0; MOST_MEN + 1];
    let (hit, damage) = (group.hit, group.damage);
    let miss = u64::from(hit.denominator() - hit.numerator());
    let (most, ways) = group.blast.map_or((1, 1), |size| (*chance::totals(size).end(), chance::sum_weights(size)));
    let whole = u128::from(hit.denominator()) * u128::from(ways) * u128::from(damage.denominator()).pow(most.into());
    let share = |weight: u128| weight as f64 / whole as f64;
    law[0] = share(u128::from(miss) * u128::from(ways) * u128::from(damage.denominator()).pow(most.into()));
    for hits in 1..=most {
        let made = group.blast.map_or(1, |size| chance::sum_weight(size, hits));
        let rest = u128::from(damage.denominator()).pow(u32::from(most - hits));
        for lost in 0..=hits {
            let weight = u128::from(hit.numerator()) * u128::from(made) * u128::from(chance::weight(damage, hits, lost)) * rest;
            law[usize::from(lost.min(men))] += share(weight);
        }
    }
    law
}

/// Chance that none of a number of shots hits which dice give, and the law of the men lost to them.
fn thrown_shots(dice: u8, miss: f64, one: &Law, men: u8) -> (f64, Law) {
    let all = f64::from(FACES).powi(dice.into());
    let (mut no_hit, mut losses, mut fired) = (0.0, [0.0; MOST_MEN + 1], nothing());
    for total in 1..=dice.saturating_mul(FACES) {
        fired = convolved(&fired, one, men);
        let share = chance::ways(dice, FACES, total) as f64 / all;
        no_hit += share * miss.powi(total.into());
        losses.iter_mut().zip(&fired).for_each(|(sum, term)| *sum += share * term);
    }
    (no_hit, losses)
}

fn repeated(law: &Law, one: &Law, times: u8, men: u8) -> Law {
    (0..times).fold(*law, |law, _| convolved(&law, one, men))
}

fn convolved(a: &Law, b: &Law, men: u8) -> Law {
    let men = usize::from(men);
    let mut law = [0.0; MOST_MEN + 1];
    for (first, x) in a[..=men].iter().enumerate().filter(|(_, x)| **x > 0.0) {
        for (second, y) in b[..=men].iter().enumerate() {
            law[(first + second).min(men)] += x * y;
        }
    }
    law
}

/// A hit on an armoured vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArmourHit {
    /// What is added to the die: [`damage::penetration`].
    pub pen: i8,
    /// Armour of the vehicle.
    pub armour: Armour,
    /// [VDC.4] Added to the rolls on the damage table: [`damage::extra`].
    pub extra: u8,
    /// The crew, with the pins before the damage.
    pub crew: Nerve,
    /// The vehicle is immobilised already.
    pub immobilised: bool,
}

/// Sum of the weights behind [`vehicle_lost`]: the die, two results, a test of morale for each.
pub const VEHICLE_WAYS: u64 = FACES as u64 * DAMAGE_WAYS;
/// Sum of the weights behind [`lost_to_damage`]: two results, a test of morale for each.
pub const DAMAGE_WAYS: u64 = RESULT_WAYS * FIRE_WAYS;
const RESULT_WAYS: u64 = 36;
const FIRE_WAYS: u64 = morale::TEST_WAYS * morale::TEST_WAYS;

/// [VD] Weight of the loss of a vehicle to one hit, of [`VEHICLE_WAYS`]: it is destroyed, immobilised for the second time, or burns and
/// fails its test of morale, to which the pin of each result counts.
pub fn vehicle_lost(tables: &Tables, hit: ArmourHit) -> u64 {
    let class = |die: u8| damage::class_of_roll(tables, die, hit.pen, hit.armour);
    (1..=FACES).filter_map(class).map(|class| lost_to_damage(tables, hit, class)).sum()
}

/// [VDC] Weight of the loss of a vehicle to damage of a class, of [`DAMAGE_WAYS`].
pub fn lost_to_damage(tables: &Tables, hit: ArmourHit, class: Damage) -> u64 {
    if class == Damage::Massive {
        return damage::mishap_pairs(tables, hit.extra).iter().map(|(pair, weight)| weight * lost_of(tables, hit, pair)).sum();
    }
    let weights = damage::mishap_weights(tables, class, hit.extra);
    let alone = Mishap::ALL.into_iter().zip(weights).map(|(mishap, weight)| weight * lost_of(tables, hit, &[mishap]));
    u64::from(FACES) * alone.sum::<u64>()
}

/// Weight of the loss of the vehicle to results in their order, of [`FIRE_WAYS`].
fn lost_of(tables: &Tables, hit: ArmourHit, results: &[Mishap]) -> u64 {
    let immobilised = results.iter().filter(|result| **result == Mishap::Immobilised).count() + usize::from(hit.immobilised);
    if results.contains(&Mishap::Destroyed) || results.contains(&Mishap::Immobilised) && immobilised >= 2 {
        return FIRE_WAYS;
    }
    let mut crew = hit.crew;
    let mut alive = FIRE_WAYS;
    for result in results {
        crew.pins = crew.pins.saturating_add(1);
        if *result == Mishap::OnFire {
            let [passed, _] = morale::morale_test(tables, morale::value(tables, crew));
            alive = alive / morale::TEST_WAYS * passed;
        }
    }
    FIRE_WAYS - alive
}
