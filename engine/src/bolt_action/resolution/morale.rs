//! Tests with two dice: of orders and of morale, and what pins do to them.

use super::chance;
use crate::bolt_action::data::tables::Tables;
use crate::bolt_action::terms::{HeSize, Quality, Rank};

/// Sum of the weights of a test: the throws of two dice.
pub const TEST_WAYS: u64 = 36;
/// Sum of the weights of the FUBAR die.
pub const FUBAR_WAYS: u64 = 6;

/// What the value of a test comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Nerve {
    /// [MOR] Quality of the unit.
    pub quality: Quality,
    /// Pins on the unit.
    pub pins: u8,
    /// Rank of the best officer near enough; bonuses do not add (supplement S25).
    pub officer: Option<Rank>,
    /// [CQV.2] Taken off besides, 0 in most tests.
    pub penalty: u8,
}

/// The value of a test: two dice that show no more pass. It may be negative.
pub fn value(tables: &Tables, nerve: Nerve) -> i8 {
    let bonus = nerve.officer.map_or(0, |rank| tables.officer_bonus[rank.index()]);
    let value = i16::from(tables.morale[nerve.quality.index()]) + i16::from(bonus) - i16::from(nerve.pins) - i16::from(nerve.penalty);
    value.clamp(i8::MIN.into(), i8::MAX.into()) as i8
}

/// [TURN.1.3][FUB.1] Weights of an order test at a value, of [`TEST_WAYS`]: passed, failed, FUBAR. The FUBAR sum counts whatever the value.
pub fn order_test(tables: &Tables, value: i8) -> [u64; 3] {
    let passes = |sum: u8| i16::from(sum) <= i16::from(value) || sum == 2 && tables.switches.natural_two_passes;
    let mut weights = [0; 3];
    for sum in chance::totals(HeSize::TwoD6) {
        let outcome = if sum == tables.tests.fubar { 2 } else { usize::from(!passes(sum)) };
        weights[outcome] += chance::sum_weight(HeSize::TwoD6, sum);
    }
    weights
}

/// [SHOOT.7] Weights of a test of morale at a value, of [`TEST_WAYS`]: passed, failed. The FUBAR sum fails (supplement S3).
pub fn morale_test(tables: &Tables, value: i8) -> [u64; 2] {
    let [passed, failed, fubar] = order_test(tables, value);
    [passed, failed + fubar]
}

/// [FUB.2][FUB.3] Weights of the FUBAR die, of [`FUBAR_WAYS`]: friendly fire, panic.
pub fn fubar(tables: &Tables) -> [u64; 2] {
    let friendly_fire = u64::from(tables.tests.friendly_fire_to).min(FUBAR_WAYS);
    [friendly_fire, FUBAR_WAYS - friendly_fire]
}

/// [TURN.1.3] Whether an order has to be tested: the unit is pinned, or a rule takes something off (supplement S1).
#[inline]
pub const fn is_tested(pins: u8, penalty: u8) -> bool {
    pins > 0 || penalty > 0
}

/// Whether so many pins destroy a unit: as many as the morale value of its quality, without officer (supplement S2).
#[inline]
pub fn breaks(tables: &Tables, quality: Quality, pins: u8) -> bool {
    pins >= tables.morale[quality.index()]
}
