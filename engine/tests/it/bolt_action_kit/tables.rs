//! Exact fractions, and tables, weapons and squads built by hand: no data file is read.

use std::ops::{Add, Div, Mul, Sub};

use stavka_engine::bolt_action::data::tables::{Assault, He, Hit, Movement, Sight, Switches, Tables, Tests, VehicleDamage};
use stavka_engine::bolt_action::data::units::{Man, Penetration, Shots, Template, Weapon, WeaponId};
use stavka_engine::bolt_action::resolution::chance::{self, Chance};
use stavka_engine::bolt_action::resolution::damage::{self, DamageTarget};
use stavka_engine::bolt_action::resolution::hit::{self, Shot};
use stavka_engine::bolt_action::terms::{Class, Cover, HeSize, Mobility, Pace, Permission, Quality};
use stavka_engine::game::Side;

/// An exact fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fraction(pub(crate) u128, pub(crate) u128);

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Fraction(top, bottom) = *self;
        if bottom == 1 { write!(f, "{top}") } else { write!(f, "{top}/{bottom}") }
    }
}

pub(crate) fn lowest(top: u128, bottom: u128) -> Fraction {
    let (mut divisor, mut rest) = (bottom, top);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Fraction(top / divisor, bottom / divisor)
}

impl Add for Fraction {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        lowest(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }
}

impl Sub for Fraction {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        lowest(self.0 * other.1 - other.0 * self.1, self.1 * other.1)
    }
}

impl Mul for Fraction {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        lowest(self.0 * other.0, self.1 * other.1)
    }
}

impl Div for Fraction {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        lowest(self.0 * other.1, self.1 * other.0)
    }
}

/// A number in which chances are computed: exact, or fast.
pub(crate) trait Number: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    fn ratio(top: u64, bottom: u64) -> Self;
}

impl Number for Fraction {
    fn ratio(top: u64, bottom: u64) -> Self {
        lowest(top.into(), bottom.into())
    }
}

impl Number for f64 {
    fn ratio(top: u64, bottom: u64) -> Self {
        top as f64 / bottom as f64
    }
}

pub(crate) fn fraction(chance: Chance) -> Fraction {
    Fraction::ratio(chance.numerator().into(), chance.denominator().into())
}

pub(crate) fn sum(terms: impl IntoIterator<Item = Fraction>) -> Fraction {
    terms.into_iter().fold(Fraction(0, 1), Add::add)
}

/// Chance of so many successes of a pool.
pub(crate) fn pool<N: Number>(chance: Chance, dice: u8, successes: u8) -> N {
    N::ratio(chance::weight(chance, dice, successes), u64::from(chance.denominator()).pow(dice.into()))
}

pub(crate) fn sum_chance(size: HeSize, total: u8) -> Fraction {
    Fraction::ratio(chance::sum_weight(size, total), chance::sum_weights(size))
}

pub(crate) fn mean(size: HeSize) -> Fraction {
    sum(chance::totals(size).map(|total| sum_chance(size, total) * Fraction::ratio(total.into(), 1)))
}

pub(crate) fn chance_of(numerator: u8, denominator: u8) -> Chance {
    Chance::new(numerator, denominator).expect("a fraction between nothing and one")
}

// ---- tables, weapons and units by hand -------------------------------------

pub(crate) fn tables() -> Tables {
    let on_table = [Permission::Ok; 5];
    Tables {
        glyphs: Vec::new(),
        morale: [8, 9, 10],
        officer_bonus: [1, 2, 3, 4],
        officer_radius: [6, 6, 12, 12],
        tests: Tests { assault_penalty: 3, fubar: 12, friendly_fire_to: 2, enemy_within: 12 },
        movement: Movement {
            advance: [6, 12, 9, 9],
            run: [12, 24, 18, 18],
            turns_advance: [0, 2, 2, 1],
            turns_run: [0, 1, 1, 0],
            light_gun: 6,
            straight: 5,
            diagonal: 7,
            gap: 2,
        },
        terrain: [on_table; Mobility::COUNT],
        sight: Sight { woods_depth: 3, low_depth: 3 },
        hit: Hit {
            base: 3,
            lowest: 2,
            close_range: 6,
            close: 1,
            pin: 1,
            long: 1,
            inexperienced: 1,
            moved: 1,
            down: 1,
            small: 1,
            cover: [0, 1, 2],
            small_men: 2,
            alone: 1,
        },
        damage: [3, 4, 5, 6, 7, 8, 9, 10, 11],
        he: He {
            pen: [1, 1, 2, 3, 4],
            pins: [None, None, Some(HeSize::D2), Some(HeSize::D3), Some(HeSize::D6)],
            indirect_first: 6,
            indirect_best: 2,
        },
        aspects: [0, 1, 2],
        long_pen: 1,
        vehicles: VehicleDamage { up_to: [1, 2, 3, 99], superficial: 3, margins: [0, 1, 3], open_topped: 1 },
        assault: Assault { distance: 12, rough_distance: 6, surprise: 6, dice_assault: 2, dice_other: 1, need_advancing: 6, need_other: 4 },
        switches: Switches {
            natural_two_passes: true,
            reaction_down: true,
            recce_escape: true,
            keep_orders: true,
            coax_instead_of_gun: true,
            simultaneous_behind_hard_cover: true,
            winner_loses_pins: false,
            rally_ignores_pins: false,
            wrecks: true,
        },
    }
}

pub(crate) const RIFLE: WeaponId = WeaponId(0);
pub(crate) const SMG: WeaponId = WeaponId(1);
pub(crate) const LMG: WeaponId = WeaponId(2);
pub(crate) const HMG: WeaponId = WeaponId(3);
pub(crate) const LIGHT_AT: WeaponId = WeaponId(4);
pub(crate) const MEDIUM_AT: WeaponId = WeaponId(5);
pub(crate) const HEAVY_AT: WeaponId = WeaponId(6);
pub(crate) const AT_RIFLE: WeaponId = WeaponId(7);
pub(crate) const PANZERSCHRECK: WeaponId = WeaponId(8);
pub(crate) const FLAME: WeaponId = WeaponId(9);
pub(crate) const MORTAR: WeaponId = WeaponId(10);
pub(crate) const HOWITZER: WeaponId = WeaponId(11);

/// [WPN] Some rows of the weapons table, at the numbers above.
pub(crate) fn weapons() -> Vec<Weapon> {
    let small = |id: &str, range: u8, shots: u8| Weapon {
        id: id.to_owned(),
        name: id.to_owned(),
        direct_from: Some(0),
        indirect_from: None,
        range,
        shots: Shots::Fixed(shots),
        pen: Penetration::SmallArm,
        he: None,
        assault: false,
        team: false,
        fixed: false,
        one_shot: false,
        shaped: false,
        flame: false,
        howitzer: false,
        origin: "by hand".to_owned(),
    };
    let team = |id: &str, range: u8, pen: u8| Weapon { pen: Penetration::By(pen), team: true, ..small(id, range, 1) };
    let gun = |id: &str, range: u8, pen: u8, he: HeSize| Weapon { fixed: true, he: Some(he), ..team(id, range, pen) };
    let shell = |id: &str, direct_from: Option<u8>, indirect_from: u8, range: u8, he: HeSize| Weapon {
        pen: Penetration::Explosive,
        direct_from,
        indirect_from: Some(indirect_from),
        ..gun(id, range, 0, he)
    };
    vec![
        small("rifle", 24, 1),
        Weapon { assault: true, ..small("smg", 12, 2) },
        Weapon { team: true, ..small("lmg", 30, 3) },
        Weapon { shots: Shots::Fixed(3), fixed: true, ..team("hmg", 36, 1) },
        gun("light-at", 48, 4, HeSize::D2),
        gun("medium-at", 60, 5, HeSize::D2),
        gun("heavy-at", 72, 6, HeSize::D3),
        team("at-rifle", 36, 2),
        Weapon { shaped: true, ..team("panzerschreck", 24, 6) },
        Weapon { shots: Shots::Dice(1), flame: true, ..team("flame", 6, 2) },
        shell("medium-mortar", None, 18, 60, HeSize::D6),
        shell("heavy-howitzer", Some(0), 24, 72, HeSize::ThreeD6),
    ]
}

pub(crate) fn weapon(id: WeaponId) -> Weapon {
    weapons().swap_remove(id.0.into())
}

/// A unit on foot of regulars.
pub(crate) fn squad(men: &[(Man, usize)]) -> Template {
    Template {
        id: "squad".to_owned(),
        name: "squad".to_owned(),
        side: Side::Axis,
        class: Class::Infantry,
        quality: Quality::Regular,
        men: men.iter().flat_map(|(man, count)| vec![*man; *count]).collect(),
        mounted: Vec::new(),
        panzerfausts: 0,
        rank: None,
        anti_tank: false,
        mobility: Mobility::Infantry,
        pace: Pace::Whole,
        armour: None,
        open_topped: false,
        recce: false,
        years: [1941, 1945],
        limit: 1,
        points: 0,
        origin: "by hand".to_owned(),
    }
}

pub(crate) fn rifle_squad() -> Template {
    squad(&[(Man::Armed(LMG), 1), (Man::Helper, 1), (Man::Armed(SMG), 1), (Man::Armed(RIFLE), 7)])
}

pub(crate) fn shot(inches: u16) -> Shot {
    Shot { d2: inches * inches, pins: 0, inexperienced: false, moved: false, down: false, small: false, cover: Cover::None, alone: false }
}

pub(crate) fn need(weapon_id: WeaponId, shot: Shot) -> Option<u8> {
    hit::need(&tables(), &weapon(weapon_id), &shot)
}

pub(crate) fn men_chance(quality: Quality, pen: u8) -> Chance {
    damage::damage_chance(&tables(), DamageTarget::Men(quality), pen)
}
