//! Dice of Bolt Action: the golden vectors of the reconstruction that need no battlefield, as exact fractions, and the properties that
//! weights keep. Tables, weapons and squads are built by hand, in the kit of these tests; no data file is read.

use proptest::prelude::*;
use stavka_engine::bolt_action::data::units::{Man, Mounted, Shots, Template, WeaponId};
use stavka_engine::bolt_action::resolution::bag::Bag;
use stavka_engine::bolt_action::resolution::chance::{self, Chance};
use stavka_engine::bolt_action::resolution::close_quarters::{self, Blows, Melee, RoundResult, StruckVehicle, VehicleBlow};
use stavka_engine::bolt_action::resolution::damage::{self, DamageTarget};
use stavka_engine::bolt_action::resolution::hit::{self, Fire, Modifier, Shot};
use stavka_engine::bolt_action::resolution::loadout::{self, Armed, Loadout};
use stavka_engine::bolt_action::resolution::losses;
use stavka_engine::bolt_action::resolution::morale::{self, Nerve};
use stavka_engine::bolt_action::resolution::odds::{self, ArmourHit, Group, Odds};
use stavka_engine::bolt_action::terms::{Armour, Aspect, Class, Cover, Damage, HeSize, Mishap, Mount, Order, Quality, Rank};
use stavka_engine::game::Side;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::tables::{
    AT_RIFLE, FLAME, Fraction, HEAVY_AT, HMG, HOWITZER, LIGHT_AT, LMG, MEDIUM_AT, MORTAR, Number, PANZERSCHRECK, RIFLE, SMG, chance_of,
    fraction, mean, men_chance, need, pool, rifle_squad, shot, squad, sum, sum_chance, tables, weapon, weapons,
};

// ---- golden rows -----------------------------------------------------------

const GOLDEN: &str = include_str!("bolt_action_golden.csv");

/// Rows that need the lattice, movement or a battlefield.
const LATTICE: [&str; 14] = ["V21", "V22", "V24", "G21", "G22", "G23", "G24", "G25", "G26", "G28", "G29", "G33", "G34", "G35"];

/// Values of the row with an id.
fn golden(id: &str) -> Vec<&'static str> {
    let row = GOLDEN.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(',')).unwrap_or_else(|| panic!("no golden row {id}"));
    let value = match row.strip_suffix('"') {
        Some(row) => row.rsplit('"').next(),
        None => row.rsplit(',').next(),
    };
    value.expect("a golden row has a value").split(", ").collect()
}

fn check<T: ToString>(id: &str, found: impl IntoIterator<Item = T>) {
    let found: Vec<String> = found.into_iter().map(|value| value.to_string()).collect();
    assert_eq!(found, golden(id), "golden row {id}");
}

fn check_floats(id: &str, found: impl IntoIterator<Item = f64>) {
    check(id, found.into_iter().map(|value| format!("{value:.6}")));
}

#[test]
fn every_golden_row_about_dice_is_checked_here() {
    let checks = include_str!("bolt_action_dice.rs");
    for id in GOLDEN.lines().skip(1).filter_map(|line| line.split(',').next()) {
        let is_checked = ["check", "check_floats"].iter().any(|name| checks.contains(&format!("{name}(\"{id}\", ")));
        assert_eq!(is_checked, !LATTICE.contains(&id), "golden row {id}");
    }
}

// ---- to hit [HIT] ----------------------------------------------------------

/// [HIT][HIT.3][DMG.2] Long range, and the casualties that follow.
#[test]
fn eight_rifles_at_long_range() {
    let need = need(RIFLE, shot(20)).expect("within range");
    let casualties = Fraction(8, 1) * fraction(Chance::to_hit(need)) * fraction(men_chance(Quality::Regular, 0));
    check("V1", [need.to_string(), casualties.to_string()]);
}

/// [HIT.5][HIT.8]
#[test]
fn rifles_on_the_move_against_soft_cover() {
    check("V2", need(RIFLE, Shot { moved: true, cover: Cover::Soft, ..shot(10) }));
}

/// [HIT.1][HIT.5] A weapon with Assault loses nothing by moving (supplement S9).
#[test]
fn a_submachine_gun_on_the_move_at_close_range() {
    check("V3", need(SMG, Shot { moved: true, ..shot(5) }));
}

/// [WPN.06][SHOOT.3]
#[test]
fn beyond_its_range_a_weapon_does_not_shoot() {
    check("V4", [need(LMG, Shot { pins: 3, ..shot(31) }).map_or("None".to_owned(), |need| need.to_string())]);
}

/// [HIT.2][HIT.3][HIT.4][HIT.6][HIT.9] Above six: a six, then another (supplement S18).
#[test]
fn a_desperate_shot_needs_two_sixes() {
    let desperate = Shot { inexperienced: true, pins: 2, down: true, cover: Cover::Hard, ..shot(20) };
    let need = need(RIFLE, desperate).expect("within range");
    check("V5", [need.to_string(), fraction(Chance::to_hit(need)).to_string()]);
}

/// [SHOOT.4]
#[test]
fn chances_to_hit_by_the_number_needed() {
    check("G3", (2..=8).map(|need| fraction(Chance::to_hit(need))));
}

/// [HIT.1][HIT.3] Close and long cancel where both hold (supplement S16).
#[test]
fn close_range_may_be_long_range() {
    let flame = Shot { alone: true, ..shot(6) };
    let names = |weapon_id: WeaponId, shot: &Shot| -> Vec<&str> {
        hit::modifiers(&tables(), &weapon(weapon_id), shot).iter().map(|(modifier, _)| modifier.row()).collect()
    };
    assert_eq!(names(FLAME, &flame), ["HIT.1", "HIT.3", "S11"]);
    assert_eq!(need(FLAME, flame), Some(4));
    assert_eq!(need(FLAME, Shot { alone: false, cover: Cover::Hard, ..flame }), Some(3), "flames ignore cover (supplement S15)");
    assert_eq!(need(RIFLE, Shot { alone: true, ..shot(10) }), Some(3), "a rifle needs no helper");
}

/// [HIT.1] [HIT.2] [HIT.3] [HIT.4] [HIT.5] [HIT.6] [HIT.7] [HIT.8] [HIT.9] Every modifier by itself.
#[test]
fn each_modifier_is_listed_with_its_row_and_its_effect() {
    let far = shot(10);
    let cases = [
        (RIFLE, shot(6), Modifier::Close, 1),
        (RIFLE, Shot { pins: 3, ..far }, Modifier::Pins, -3),
        (RIFLE, shot(13), Modifier::Long, -1),
        (RIFLE, Shot { inexperienced: true, ..far }, Modifier::Inexperienced, -1),
        (RIFLE, Shot { moved: true, ..far }, Modifier::Moved, -1),
        (RIFLE, Shot { down: true, ..far }, Modifier::Down, -1),
        (RIFLE, Shot { small: true, ..far }, Modifier::Small, -1),
        (RIFLE, Shot { cover: Cover::Soft, ..far }, Modifier::Soft, -1),
        (RIFLE, Shot { cover: Cover::Hard, ..far }, Modifier::Hard, -2),
        (LMG, Shot { alone: true, ..far }, Modifier::Alone, -1),
    ];
    for (at, (weapon_id, shot, modifier, effect)) in cases.into_iter().enumerate() {
        let found = hit::modifiers(&tables(), &weapon(weapon_id), &shot);
        assert_eq!(found.as_slice(), [(modifier, effect)], "{}", modifier.name());
        assert_eq!(modifier.row(), if at < 9 { format!("HIT.{}", at + 1) } else { "S11".to_owned() });
    }
}

/// Indirect fire needs less with each shot at a target (supplement S27), no less than its shortest range away.
#[test]
fn indirect_fire_ranges_in() {
    check("G30", (0..6).map(|before| hit::indirect_need(&tables(), before)));
    let in_range = |weapon_id: WeaponId, inches: u16| hit::in_indirect_range(&weapon(weapon_id), inches * inches);
    assert_eq!([17, 18, 60, 61].map(|inches| in_range(MORTAR, inches)), [false, true, true, false]);
    assert!(!in_range(RIFLE, 10));
    assert_eq!(need(MORTAR, shot(30)), None, "a mortar does not fire directly");
    assert_eq!((need(HOWITZER, shot(30)), in_range(HOWITZER, 23), in_range(HOWITZER, 24)), (Some(3), false, true), "supplement S28");
}

/// [HIT.7] (supplement S26).
#[test]
fn two_men_are_a_small_target_and_a_vehicle_never_is() {
    let small = |class: Class, men: u8| hit::is_small(&tables(), class, men);
    assert!(small(Class::Infantry, 2) && small(Class::Artillery, 1) && !small(Class::Infantry, 3) && !small(Class::Vehicle, 1));
}

fn any_shot() -> impl Strategy<Value = Shot> {
    let facts = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (0_u16..=900, 0_u8..=120, facts, 0_usize..3).prop_map(|(d2, pins, (inexperienced, moved, down, small, alone), cover)| Shot {
        d2,
        pins,
        inexperienced,
        moved,
        down,
        small,
        cover: Cover::ALL[cover],
        alone,
    })
}

proptest! {
    /// [HIT]
    #[test]
    fn the_number_needed_is_the_base_less_the_listed_modifiers(shot in any_shot(), id in 0_u8..12) {
        let (tables, weapon) = (tables(), weapon(WeaponId(id)));
        let sum: i32 = hit::modifiers(&tables, &weapon, &shot).iter().map(|(_, effect)| i32::from(*effect)).sum();
        let in_range = hit::in_direct_range(&weapon, shot.d2);
        let expected = in_range.then(|| (i32::from(tables.hit.base) - sum).max(tables.hit.lowest.into()));
        prop_assert_eq!(hit::need(&tables, &weapon, &shot).map(i32::from), expected);
    }

    /// [HIT.2] [HIT.4] [HIT.5] [HIT.6] [HIT.7] [HIT.8] [HIT.9]
    #[test]
    fn each_penalty_makes_a_hit_no_easier(shot in any_shot(), id in 0_u8..12) {
        let needed = |shot: Shot| need(WeaponId(id), shot);
        let cover = Cover::ALL[(shot.cover.index() + 1).min(2)];
        let harder = [
            Shot { pins: shot.pins + 1, ..shot },
            Shot { inexperienced: true, ..shot },
            Shot { moved: true, ..shot },
            Shot { down: true, ..shot },
            Shot { small: true, ..shot },
            Shot { cover, ..shot },
            Shot { alone: true, ..shot },
        ];
        for worse in harder {
            prop_assert!(needed(worse) >= needed(shot), "{:?}", worse);
        }
    }
}

// ---- to damage [DMG][PEN][VD] ----------------------------------------------

/// [DMG.1][DMG.2][DMG.3][DMG.4]
#[test]
fn chances_to_damage_men_and_soft_skinned_vehicles() {
    let soft = DamageTarget::Vehicle(Armour::SoftSkin);
    let targets = Quality::ALL.map(DamageTarget::Men).into_iter().chain([soft]);
    let chances = targets.flat_map(|target| (0..4).map(move |pen| fraction(damage::damage_chance(&tables(), target, pen))));
    check("G4", chances);
}

/// Classes of damage of the six faces of the die.
fn classes(weapon_id: WeaponId, aspect: Aspect, inches: u16, armour: Armour) -> [&'static str; 6] {
    let (tables, weapon) = (tables(), weapon(weapon_id));
    let long = hit::is_long(&weapon, inches * inches);
    let pen = damage::penetration(&tables, &weapon, aspect, long).expect("the weapon harms armour");
    [1, 2, 3, 4, 5, 6].map(|die| damage::class_of_roll(&tables, die, pen, armour).map_or("-", Damage::name))
}

/// [PEN.3][DMG.7] (supplement S23).
#[test]
fn a_medium_gun_at_long_range_against_the_front() {
    check("V6", classes(MEDIUM_AT, Aspect::Front, 40, Armour::MediumTank));
}

/// [PEN.2][DMG.7]
#[test]
fn a_medium_gun_against_the_rear() {
    check("V7", classes(MEDIUM_AT, Aspect::Rear, 20, Armour::MediumTank));
}

/// [DMG.7]
#[test]
fn a_light_gun_against_the_front() {
    check("V8", classes(LIGHT_AT, Aspect::Front, 20, Armour::MediumTank));
}

/// [DMG.7]
#[test]
fn a_heavy_gun_against_the_front() {
    check("V9", classes(HEAVY_AT, Aspect::Front, 20, Armour::MediumTank));
}

/// [PEN.3][DMG.8] A Shaped Charge loses nothing at long range (supplement S14).
#[test]
fn a_shaped_charge_at_long_range() {
    check("V10", classes(PANZERSCHRECK, Aspect::Front, 20, Armour::HeavyTank));
}

/// [PEN.1][DMG.6]
#[test]
fn an_anti_tank_rifle_against_the_side() {
    check("V11", classes(AT_RIFLE, Aspect::SideOrTop, 10, Armour::LightTank));
}

/// [HE][PEN] (supplements S20, S21).
#[test]
fn what_a_weapon_adds_to_a_roll_for_damage() {
    let tables = tables();
    let men = |id: WeaponId| damage::pen_against_men(&tables, &weapon(id));
    assert_eq!([RIFLE, HMG, AT_RIFLE, MEDIUM_AT, MORTAR, HOWITZER].map(men), [0, 1, 2, 1, 2, 4]);
    let armour = |id: WeaponId| damage::penetration(&tables, &weapon(id), Aspect::Rear, true);
    assert_eq!([RIFLE, HMG, MEDIUM_AT, MORTAR, PANZERSCHRECK].map(armour), [None, Some(2), Some(6), Some(3), Some(8)]);
    assert_eq!(damage::pen_against_vehicles(&tables, &weapon(SMG)), None);
}

/// [VD][VDC.1]
#[test]
fn results_of_superficial_damage() {
    let name = |mishap: Mishap| mishap.name().replace('-', "_");
    check("V12", (1..=6).map(|face| name(damage::mishap_of_face(&tables(), Damage::Superficial, 0, face))));
    assert_eq!(damage::mishap_weights(&tables(), Damage::Superficial, 0), [4, 1, 1, 0]);
    assert_eq!(damage::mishap_weights(&tables(), Damage::Full, 0), [1, 1, 1, 3]);
}

/// [VDC.4] An open-topped vehicle under indirect fire may be destroyed by superficial damage.
#[test]
fn open_tops_fear_indirect_fire() {
    let extra = |open: bool, fire: Fire| damage::extra(&tables(), open, fire);
    assert_eq!([extra(true, Fire::Indirect), extra(true, Fire::Direct), extra(false, Fire::Indirect)], [1, 0, 0]);
    assert_eq!(damage::mishap_weights(&tables(), Damage::Superficial, 1), [3, 1, 1, 1]);
    assert_eq!(damage::mishap_weights(&tables(), Damage::Full, 1), [0, 1, 1, 4]);
}

/// [VDC.3][VD.4]
#[test]
fn massive_damage_destroys_three_in_four() {
    let pairs = damage::mishap_pairs(&tables(), 0);
    let destroyed = pairs.iter().filter(|(pair, _)| pair.contains(&Mishap::Destroyed)).map(|(_, weight)| weight).sum();
    check("G14", [Fraction::ratio(destroyed, 36)]);
}

/// [VDC.3][VD.2.a]
#[test]
fn massive_damage_immobilises_twice() {
    let pairs = damage::mishap_pairs(&tables(), 0);
    let (_, weight) = pairs.iter().find(|(pair, _)| *pair == [Mishap::Immobilised; 2]).expect("all pairs are listed");
    check("G15", [Fraction::ratio(*weight, 36)]);
}

/// [VDC.3] All ten pairs, lesser result first.
#[test]
fn weights_of_damage_results_sum_to_the_throws_of_their_dice() {
    for extra in [0, 1, 5] {
        let pairs = damage::mishap_pairs(&tables(), extra);
        assert_eq!(pairs.iter().map(|(_, weight)| weight).sum::<u64>(), 36);
        assert!(pairs.iter().all(|([lesser, greater], _)| lesser <= greater));
        assert!((1..pairs.len()).all(|at| pairs[at - 1].0 < pairs[at].0), "pairs ascend");
        for class in Damage::ALL {
            assert_eq!(damage::mishap_weights(&tables(), class, extra).iter().sum::<u64>(), 6);
        }
    }
}

fn losses_of_a_medium_tank(pens: [i8; 4]) -> [Fraction; 4] {
    let crew = Nerve { quality: Quality::Regular, pins: 0, officer: None, penalty: 0 };
    pens.map(|pen| {
        let hit = ArmourHit { pen, armour: Armour::MediumTank, extra: 0, crew, immobilised: false };
        Fraction::ratio(odds::vehicle_lost(&tables(), hit), odds::VEHICLE_WAYS)
    })
}

/// [VD.2.a][VD.3][VD.4]
#[test]
fn one_hit_on_the_front_of_a_medium_tank() {
    check("G12", losses_of_a_medium_tank([4, 5, 6, 7]));
}

/// [VD.2.a][VD.3][VD.4][PEN.2]
#[test]
fn one_hit_on_the_rear_of_a_medium_tank() {
    check("G13", losses_of_a_medium_tank([6, 7, 8, 9]));
}

/// [PEN.1][PEN.2] Borders count to front and rear; indirect fire hits the top.
#[test]
fn the_side_of_a_tank_that_is_hit() {
    let from = [(9, 5), (9, 4), (1, 9), (5, 1), (4, 9), (9, 9)];
    let aspect = |(x, y): (i16, i16), fire: Fire| damage::aspect(Facing::NORTH_EAST, (x - 5, y - 5), fire);
    check("G27", from.map(|cell| aspect(cell, Fire::Direct).name().replace("-or-top", "")));
    assert!(from.iter().all(|cell| aspect(*cell, Fire::Indirect) == Aspect::SideOrTop));
}

// ---- pools and sums --------------------------------------------------------

fn weights(chance: Chance, dice: u8) -> Vec<u64> {
    (0..=dice).map(|successes| chance::weight(chance, dice, successes)).collect()
}

/// [SHOOT.4]
#[test]
fn weights_of_a_pool_at_even_chances() {
    check("G5", weights(Chance::at_least(4), 8));
}

/// [SHOOT.4]
#[test]
fn weights_of_a_pool_at_five_in_six() {
    check("G6", weights(Chance::at_least(2), 4));
}

const POOLS: [(u8, u8); 6] = [(1, 6), (1, 3), (1, 2), (2, 3), (5, 6), (1, 36)];

/// The limits of 32 bits are golden; play has 64.
#[test]
fn most_dice_of_a_pool() {
    let capacity = |limit: u64| POOLS.map(|(top, bottom)| chance::capacity(chance_of(top, bottom), limit));
    check("G7", capacity(u32::MAX.into()));
    assert_eq!(capacity(u64::MAX), [24, 40, 63, 40, 24, 12]);
    assert_eq!(chance::capacity(Chance::CERTAIN, u64::MAX), u8::MAX);
}

#[test]
fn a_large_pool_is_cut() {
    check("G8", chance::batches(Chance::at_least(2), 20, u32::MAX.into()));
    assert_eq!(chance::batches(Chance::at_least(2), 24, u32::MAX.into()).collect::<Vec<_>>(), [12, 12]);
    assert_eq!(chance::batches(Chance::at_least(4), 0, u64::MAX).count(), 0);
}

/// The weights of consecutive pools multiply to those of the whole pool.
#[test]
fn consecutive_pools_have_the_law_of_the_undivided_pool() {
    let chance = Chance::at_least(2);
    let chain = chance::batches(chance, 20, u32::MAX.into()).fold(vec![1], |law: Vec<u64>, batch| {
        let mut next = vec![0; law.len() + usize::from(batch)];
        for (before, weight) in law.iter().enumerate() {
            for (more, other) in weights(chance, batch).iter().enumerate() {
                next[before + more] += weight * other;
            }
        }
        next
    });
    assert_eq!(chain, weights(chance, 20));
}

/// Binomial coefficients reach their largest at 63 dice, and fit.
#[test]
fn weights_of_the_largest_pools_sum_to_powers_of_the_denominator() {
    for (top, bottom) in POOLS {
        let chance = chance_of(top, bottom);
        for dice in [1, 2, chance::capacity(chance, u64::MAX)] {
            let sum: u128 = weights(chance, dice).into_iter().map(u128::from).sum();
            assert_eq!(sum, u128::from(bottom).pow(dice.into()), "{dice} dice at {top}/{bottom}");
        }
    }
}

/// Dice that all succeed or all fail have one outcome.
#[test]
fn settled_dice_have_one_outcome() {
    assert_eq!(
        (Chance::at_least(1).settled(200), Chance::at_least(7).settled(200), Chance::at_least(2).settled(3)),
        (Some(200), Some(0), None)
    );
    assert_eq!([0, 1, 200].map(|successes| chance::weight(Chance::CERTAIN, 200, successes)), [0, 0, 1]);
    assert_eq!([0, 1, 200].map(|successes| chance::weight(Chance::IMPOSSIBLE, 200, successes)), [1, 0, 0]);
}

#[test]
fn a_chance_is_a_fraction_in_lowest_terms() {
    assert_eq!(Chance::new(3, 6), Some(Chance::at_least(4)));
    assert_eq!((Chance::new(0, 5), Chance::new(7, 7)), (Some(Chance::IMPOSSIBLE), Some(Chance::CERTAIN)));
    assert_eq!((Chance::new(1, 0), Chance::new(4, 3)), (None, None));
}

proptest! {
    /// All successes from a cap up are one outcome.
    #[test]
    fn capped_weights_sum_to_the_same(pool in 0_usize..6, dice in 0_u8..=12, cap in 0_u8..16) {
        let chance = chance_of(POOLS[pool].0, POOLS[pool].1);
        let capped: u64 = (0..=20).map(|successes| chance::weight_capped(chance, dice, successes, cap)).sum();
        prop_assert_eq!(capped, u64::from(chance.denominator()).pow(dice.into()));
        prop_assert_eq!(chance::weight_capped(chance, dice, cap + 1, cap), 0);
    }

    /// [HE]
    #[test]
    fn weights_of_sums_add_up(size in 0_usize..5, cap in 1_u8..20) {
        let size = HeSize::ALL[size];
        prop_assert_eq!((0..=40).map(|total| chance::sum_weight(size, total)).sum::<u64>(), chance::sum_weights(size));
        prop_assert_eq!((0..=40).map(|total| chance::sum_weight_capped(size, total, cap)).sum::<u64>(), chance::sum_weights(size));
        prop_assert!((0..=40).all(|total| (chance::sum_weight(size, total) > 0) == chance::totals(size).contains(&total)));
    }
}

// ---- high explosive [HE] ---------------------------------------------------

/// Chance that one high-explosive hit costs so many men.
fn blast_losses(size: HeSize, quality: Quality, lost: u8) -> Fraction {
    let damage = men_chance(quality, tables().he.pen[size.index()]);
    sum(chance::totals(size).map(|hits| sum_chance(size, hits) * pool::<Fraction>(damage, hits, lost)))
}

fn mean_blast_losses(size: HeSize) -> Fraction {
    let most = losses::most_explosive_hits(size, 1);
    sum((0..=most).map(|lost| blast_losses(size, Quality::Regular, lost) * Fraction::ratio(lost.into(), 1)))
}

/// [HE.3]
#[test]
fn a_d6_hit_on_regulars() {
    let pins = mean(losses::pin_die(&tables(), HeSize::D6).expect("a die of pins"));
    check("V17", [mean_blast_losses(HeSize::D6), pins]);
}

/// [HE.5]
#[test]
fn a_3d6_hit_on_regulars() {
    let pins = mean(losses::pin_die(&tables(), HeSize::ThreeD6).expect("a die of pins"));
    check("V23", [mean_blast_losses(HeSize::ThreeD6), pins]);
}

/// [HE.1][HE.2][HE.4]
#[test]
fn other_hits_on_regulars() {
    check("G10", [HeSize::D2, HeSize::D3, HeSize::TwoD6].map(mean_blast_losses));
    assert_eq!(losses::pin_die(&tables(), HeSize::D2), None);
}

/// [HE.3][DMG.3]
#[test]
fn a_d6_hit_on_veterans() {
    check("G11", (0..=6).map(|lost| blast_losses(HeSize::D6, Quality::Veteran, lost)));
}

// ---- tests [TURN.1.3][FUB][MOR] --------------------------------------------

/// [FUB.1] A natural two passes at 1 (supplement S1).
#[test]
fn weights_of_passing_by_value() {
    check("G1", (1..=13).map(|value| morale::order_test(&tables(), value)[0]));
    let mut strict = tables();
    strict.switches.natural_two_passes = false;
    assert_eq!(morale::order_test(&strict, 1), [0, 35, 1]);
    assert_eq!(morale::order_test(&strict, -128), [0, 35, 1]);
}

/// [MOR.2][MOR.5]
#[test]
fn a_pinned_regular_near_a_lieutenant() {
    let nerve = Nerve { quality: Quality::Regular, pins: 3, officer: Some(Rank::Lieutenant), penalty: 0 };
    check("V13", morale::order_test(&tables(), morale::value(&tables(), nerve)));
}

/// [MOR.3][CQV.2]
#[test]
fn a_veteran_who_assaults_closed_armour() {
    let penalty = close_quarters::test_penalty(&tables(), true, false);
    let nerve = Nerve { quality: Quality::Veteran, pins: 0, officer: None, penalty };
    check("V14", morale::order_test(&tables(), morale::value(&tables(), nerve)));
    assert_eq!([(true, true), (false, false)].map(|(closed, armed)| close_quarters::test_penalty(&tables(), closed, armed)), [0, 0]);
}

/// [SHOOT.7] (supplement S3).
#[test]
fn a_test_of_morale_with_two_pins() {
    let nerve = Nerve { quality: Quality::Regular, pins: 2, officer: None, penalty: 0 };
    check("G2", morale::morale_test(&tables(), morale::value(&tables(), nerve)));
}

/// [FUB.1][FUB.2][FUB.3]
#[test]
fn friendly_fire_and_panic() {
    let [_, _, fubar] = morale::order_test(&tables(), 9);
    let of_test = |weight: u64| Fraction::ratio(fubar, morale::TEST_WAYS) * Fraction::ratio(weight, morale::FUBAR_WAYS);
    check("V15", morale::fubar(&tables()).map(of_test));
}

/// (supplements S1, S2).
#[test]
fn pins_call_for_tests_and_break_a_unit_at_its_morale_value() {
    assert_eq!([(0, 0), (1, 0), (0, 3)].map(|(pins, penalty)| morale::is_tested(pins, penalty)), [false, true, true]);
    let breaks = |pins: u8| morale::breaks(&tables(), Quality::Regular, pins);
    assert_eq!([8, 9, 10].map(breaks), [false, true, true]);
    let nerve = Nerve { quality: Quality::Inexperienced, pins: 255, officer: None, penalty: 0 };
    assert_eq!(morale::value(&tables(), nerve), i8::MIN, "a value stays in its range");
}

proptest! {
    /// [TURN.1.3]
    #[test]
    fn weights_of_tests_sum_to_the_throws_of_two_dice(value in any::<i8>()) {
        let (order, morale) = (morale::order_test(&tables(), value), morale::morale_test(&tables(), value));
        prop_assert_eq!((order.iter().sum::<u64>(), morale.iter().sum::<u64>(), order[0]), (36, 36, morale[0]));
        prop_assert!(order[0] <= morale::order_test(&tables(), value.saturating_add(1))[0]);
    }
}

/// [TURN.1.1]
#[test]
fn the_bag_gives_its_dice_by_number() {
    let mut bag = Bag([7, 9]);
    let axis = |bag: Bag| Fraction::ratio(bag.weight(Side::Axis), bag.total());
    let first = axis(bag);
    assert!(bag.take(Side::Axis));
    check("V16", [first, first * axis(bag)]);
    bag.put(Side::Axis);
    assert_eq!(bag, Bag([7, 9]));
    let mut empty = Bag::default();
    assert!(empty.is_empty() && !empty.take(Side::Soviet) && empty == Bag([0, 0]));
}

// ---- losses and pins [SHOOT.6][SHOOT.7] ------------------------------------

/// [SHOOT.7] (supplement S3).
#[test]
fn half_of_the_men_lost_call_for_a_test() {
    let tested = [(10, 5), (9, 4), (2, 1), (6, 6)].map(|(before, lost)| losses::tests_morale(before, lost));
    check("G32", tested.map(|tested| if tested { "True" } else { "False" }));
    assert!(!losses::tests_morale(1, 0) && !losses::tests_morale(0, 0) && losses::tests_morale(9, 5));
    assert_eq!([(9, 0), (9, 1), (9, 9)].map(|(before, lost)| losses::tests_morale_in_flames(before, lost)), [false, true, false]);
    assert_eq!([losses::men_left(10, 4), losses::men_left(3, 9)], [6, 0]);
}

/// (supplements S2, S32, decision D20).
#[test]
fn pins_of_an_action() {
    assert_eq!([(false, 4), (true, 0), (true, 1), (true, 4)].map(|(hit, roll)| losses::pins(hit, roll)), [0, 1, 1, 4]);
    let pinned = |id: WeaponId, closed: bool| losses::can_pin(&weapon(id), closed);
    assert!(pinned(RIFLE, false) && !pinned(RIFLE, true) && pinned(HMG, true) && pinned(MORTAR, true));
}

// ---- loadout ---------------------------------------------------------------

/// The weapons of a unit, as the golden rows write them.
fn armed(template: &Template, men: u8) -> String {
    let weapons = weapons();
    let one = |armed: &Armed| format!("{}*{}{}", weapons[usize::from(armed.weapon.0)].id, armed.count, if armed.alone { "!" } else { "" });
    Loadout::new(&weapons, template, men).as_slice().iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Men fall from the end of the list (decision D1); a Team weapon without its helper is alone (supplement S11).
#[test]
fn weapons_of_a_squad_by_the_men_left() {
    check("G31", [10, 3, 2, 1].map(|men| armed(&rifle_squad(), men)));
    assert_eq!(armed(&rifle_squad(), 0), "");
    assert_eq!(armed(&rifle_squad(), 200), armed(&rifle_squad(), 10));
}

/// A helper serves one Team weapon (decision D2).
#[test]
fn two_team_weapons_with_one_helper_are_not_both_alone() {
    let squad = squad(&[(Man::Armed(LMG), 2), (Man::Helper, 2), (Man::Armed(RIFLE), 5)]);
    assert_eq!([9, 4, 3, 2].map(|men| armed(&squad, men)), ["lmg*2 rifle*5", "lmg*2", "lmg*1 lmg*1!", "lmg*2!"]);
}

#[test]
fn a_vehicle_shoots_with_each_of_its_weapons() {
    let mounted = |weapon: WeaponId, mount: Mount| Mounted { weapon, mount };
    let weapons = vec![mounted(MEDIUM_AT, Mount::Turret), mounted(LMG, Mount::Coax), mounted(LMG, Mount::Hull)];
    let tank = Template { class: Class::Vehicle, mounted: weapons, armour: Some(Armour::MediumTank), ..squad(&[]) };
    assert_eq!(armed(&tank, 1), "medium-at*1 lmg*1 lmg*1");
}

/// [CQ.4] (supplement S24).
#[test]
fn dice_in_close_quarters_by_the_men_left() {
    let dice = |men: u8| loadout::close_dice(&tables(), &weapons(), &rifle_squad(), men);
    assert_eq!([0, 1, 2, 3, 10, 11].map(dice), [0, 1, 2, 4, 11, 11]);
}

// ---- close quarters [CQ][CQV] ----------------------------------------------

/// Chances that the attacker wins, the defender wins, both are destroyed, by a recursion over the engine's rounds.
fn fight<N: Number>(dice: [&dyn Fn(u8) -> u8; 2], melee: Melee) -> [N; 3] {
    let damage = men_chance(Quality::Regular, 0);
    let (mut ends, mut again) = ([N::ratio(0, 1); 3], N::ratio(0, 1));
    let attack = dice[0](melee.attackers);
    for kills in 0..=attack {
        let defence = dice[1](close_quarters::striking_defenders(melee, kills));
        for losses in 0..=defence {
            let share = pool::<N>(damage, attack, kills) * pool(damage, defence, losses);
            let (left, result) = close_quarters::round(melee, kills, losses);
            match result {
                RoundResult::AttackerWins => ends[0] = ends[0] + share,
                RoundResult::DefenderWins => ends[1] = ends[1] + share,
                RoundResult::BothDestroyed => ends[2] = ends[2] + share,
                RoundResult::Draw if left == melee => again = again + share,
                RoundResult::Draw => {
                    let later = fight::<N>(dice, left);
                    ends.iter_mut().zip(later).for_each(|(end, chance)| *end = *end + share * chance);
                }
            }
        }
    }
    ends.map(|end| end / (N::ratio(1, 1) - again))
}

fn riflemen<N: Number>(attackers: u8, defenders: u8, blows: Blows) -> [N; 3] {
    let each = |men: u8| men;
    fight([&each, &each], Melee { attackers, defenders, blows })
}

/// [CQ.4][CQ.5]
#[test]
fn one_against_one() {
    check("G16", riflemen::<Fraction>(1, 1, Blows::InTurn));
}

/// [CQ.4] (decision D27).
#[test]
fn one_against_one_who_strike_at_once() {
    check("G17", riflemen::<Fraction>(1, 1, Blows::AtOnce));
}

/// [CQ.4][CQ.5]
#[test]
fn two_against_two() {
    check("G18", riflemen::<Fraction>(2, 2, Blows::InTurn));
}

/// [CQ.4][CQ.5]
#[test]
fn five_against_five() {
    check_floats("G19", [riflemen::<f64>(5, 5, Blows::InTurn)[0]]);
}

/// [CQ.4][CQ.5] (supplement S24, decision D27).
#[test]
fn submachine_guns_against_riflemen_behind_a_wall() {
    let (tables, weapons) = (tables(), weapons());
    let squads = [SMG, RIFLE].map(|id| squad(&[(Man::Armed(id), 10)]));
    let dice = |at: usize| move |men: u8| men * if at == 0 { 2 } else { 1 };
    for men in 0..=10 {
        assert_eq!([0, 1].map(|at| loadout::close_dice(&tables, &weapons, &squads[at], men)), [dice(0)(men), dice(1)(men)]);
    }
    let blows = close_quarters::blows(tables.switches, Cover::Hard);
    assert_eq!((blows, close_quarters::blows(tables.switches, Cover::Soft)), (Blows::AtOnce, Blows::InTurn));
    check_floats("G20", fight::<f64>([&dice(0), &dice(1)], Melee { attackers: 10, defenders: 10, blows }));
}

/// [CQ.4.e][CQ.5] The side without men is destroyed even where it lost fewer.
#[test]
fn how_a_round_ends() {
    let ends = |attackers: u8, defenders: u8, kills: u8, losses: u8| {
        let (left, result) = close_quarters::round(Melee { attackers, defenders, blows: Blows::AtOnce }, kills, losses);
        (left.attackers, left.defenders, result)
    };
    assert_eq!(ends(5, 5, 2, 1), (4, 3, RoundResult::AttackerWins));
    assert_eq!(ends(5, 5, 1, 2), (3, 4, RoundResult::DefenderWins));
    assert_eq!(ends(5, 5, 2, 2), (3, 3, RoundResult::Draw));
    assert_eq!(ends(5, 2, 9, 3), (2, 0, RoundResult::AttackerWins));
    assert_eq!(ends(2, 5, 3, 9), (0, 2, RoundResult::DefenderWins));
    assert_eq!(ends(2, 2, 9, 9), (0, 0, RoundResult::BothDestroyed));
}

/// Chances of no damage and of each class by so many men against a vehicle.
fn damage_by_men(men: u8, order: Order, armour: Armour) -> [Fraction; 4] {
    let need = close_quarters::vehicle_need(&tables(), Some(order), false).expect("it may be assaulted");
    let mut chances = [Fraction(0, 1); 4];
    for hits in 0..=men {
        let share = pool::<Fraction>(Chance::to_hit(need), men, hits) * Fraction(1, 6);
        for die in 1..=6 {
            let class = close_quarters::damage_by_hits(&tables(), hits, die, armour).map_or(0, |class| 1 + class.index());
            chances[class] = chances[class] + share;
        }
    }
    chances
}

fn any_damage([none, ..]: [Fraction; 4]) -> Fraction {
    Fraction(1, 1) - none
}

/// [CQV.5][CQV.6]
#[test]
fn eight_men_against_a_medium_tank_that_advances() {
    check("V18", [any_damage(damage_by_men(8, Order::Advance, Armour::MediumTank))]);
}

/// [CQV.5][CQV.6][CQV.8]
#[test]
fn eight_men_against_a_medium_tank_that_halts() {
    let chances = damage_by_men(8, Order::Fire, Armour::MediumTank);
    check("V19", [any_damage(chances), chances[1], chances[2], chances[3]]);
}

/// [CQV.5][CQV.6]
#[test]
fn five_men_against_a_carrier_that_halts() {
    check("V20", [any_damage(damage_by_men(5, Order::Down, Armour::ArmouredCar))]);
}

/// [CQV.1] [CQV.7] [CQV.8] [CQV.9]
#[test]
fn blows_against_a_vehicle() {
    let need = |order: Option<Order>, halted: bool| close_quarters::vehicle_need(&tables(), order, halted);
    assert_eq!([need(Some(Order::Run), false), need(Some(Order::Run), true), need(None, false)], [None, Some(4), Some(4)]);
    let blow = |closed: bool, anti_tank: bool, hits: u8, die: u8| {
        close_quarters::blow(&tables(), StruckVehicle { armour: Armour::MediumTank, closed }, anti_tank, hits, die)
    };
    assert_eq!(blow(true, true, 0, 6), VehicleBlow::None, "a blow needs a hit");
    assert_eq!(blow(true, true, 2, 6), VehicleBlow::None);
    assert_eq!(blow(true, true, 6, 6), VehicleBlow::Damage(Damage::Massive));
    assert_eq!(blow(true, false, 6, 6), VehicleBlow::Damage(Damage::Superficial));
    assert_eq!(blow(false, false, 3, 6), VehicleBlow::Destroyed);
    let soft = |die: u8| close_quarters::blow(&tables(), StruckVehicle { armour: Armour::SoftSkin, closed: false }, false, 1, die);
    assert_eq!([soft(4), soft(5)], [VehicleBlow::None, VehicleBlow::Destroyed], "no armour: one hit and a five are six");
}

// ---- odds ------------------------------------------------------------------

fn group(weapons: u8, shots: Shots, hit: Chance, damage: Chance, blast: Option<HeSize>) -> Group {
    Group { weapons, shots, hit, damage, blast }
}

/// [SHOOT.4][SHOOT.5] Two rolls of exact weights against the odds that a board shows.
#[test]
fn eight_rifles_on_regulars() {
    let (hit, damage) = (Chance::to_hit(4), men_chance(Quality::Regular, 0));
    let lost = |lost: u8| sum((0..=8).map(|hits| pool::<Fraction>(hit, 8, hits) * pool(damage, hits, lost)));
    let no_hit = pool::<Fraction>(hit, 8, 0);
    let chances = [no_hit, lost(0) - no_hit, lost(1), lost(2), lost(3)];
    check("G9", chances);

    let odds = Odds::new(&[group(8, Shots::Fixed(1), hit, damage, None)], 10);
    let shown = [odds.no_hit(), odds.hit_without_loss(), odds.lost(1), odds.lost(2), odds.lost(3)];
    assert!(shown.into_iter().zip(chances).all(|(found, expected)| near(found, expected)), "{shown:?}");
    assert_eq!((odds.mean_lost(), odds.hit()), (2.0, 1.0 - 1.0 / 256.0));
}

fn near(found: f64, expected: Fraction) -> bool {
    (found - expected.0 as f64 / expected.1 as f64).abs() < 1e-13
}

/// [HE]
#[test]
fn odds_of_a_blast_are_those_of_its_dice() {
    for (size, quality) in HeSize::ALL.into_iter().flat_map(|size| Quality::ALL.map(|quality| (size, quality))) {
        let damage = men_chance(quality, tables().he.pen[size.index()]);
        let odds = Odds::new(&[group(1, Shots::Fixed(1), Chance::CERTAIN, damage, Some(size))], 32);
        assert!((0..=18).all(|lost| near(odds.lost(lost), blast_losses(size, quality, lost))), "{} on {}", size.name(), quality.name());
    }
}

/// The men of a unit are all that can fall.
#[test]
fn odds_stop_at_the_last_man() {
    let (hit, damage) = (Chance::to_hit(3), men_chance(Quality::Veteran, 2));
    let volley = [group(3, Shots::Fixed(3), hit, damage, None), group(1, Shots::Fixed(1), hit, damage, Some(HeSize::TwoD6))];
    let (all, four) = (Odds::new(&volley, 32), Odds::new(&volley, 4));
    let beyond: f64 = (4..=32).map(|lost| all.lost(lost)).sum();
    assert!((four.destroyed() - beyond).abs() < 1e-13 && four.lost(5) == 0.0);
    assert!((0..4).all(|lost| (four.lost(lost) - all.lost(lost)).abs() < 1e-13));
    assert!((four.tests_morale() - four.lost(2) - four.lost(3)).abs() < 1e-15);
    let mean = Fraction(9 + 7, 1) * fraction(hit) * fraction(damage);
    let whole: f64 = (0..=32).map(|lost| all.lost(lost)).sum();
    assert!((whole - 1.0).abs() < 1e-13 && near(all.mean_lost(), mean));
}

/// [WPN.20] The number of shots of a flamethrower is a die.
#[test]
fn odds_of_flames_count_the_die_of_shots() {
    let (hit, damage) = (Chance::to_hit(3), men_chance(Quality::Regular, 2));
    let odds = Odds::new(&[group(1, Shots::Dice(1), hit, damage, None)], 10);
    let no_hit = sum((1..=6).map(|shots| Fraction(1, 6) * pool::<Fraction>(hit, shots, 0)));
    assert!(near(odds.no_hit(), no_hit) && near(odds.mean_lost(), Fraction(7, 2) * fraction(hit) * fraction(damage)));
}

/// [VD.2.a][VD.3]
#[test]
fn an_immobilised_or_pinned_tank_is_lost_more_easily() {
    let crew = Nerve { quality: Quality::Regular, pins: 0, officer: None, penalty: 0 };
    let hit = ArmourHit { pen: 5, armour: Armour::MediumTank, extra: 0, crew, immobilised: false };
    let lost = |hit: ArmourHit| odds::vehicle_lost(&tables(), hit);
    assert!(lost(ArmourHit { immobilised: true, ..hit }) > lost(hit));
    assert!(lost(ArmourHit { crew: Nerve { pins: 4, ..crew }, ..hit }) > lost(hit));
    assert!(lost(ArmourHit { extra: 1, ..hit }) > lost(hit));
    assert_eq!(lost(ArmourHit { pen: 2, ..hit }), 0);
    assert!(lost(ArmourHit { pen: 127, extra: 9, ..hit }) == odds::VEHICLE_WAYS);
}
