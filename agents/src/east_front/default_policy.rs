//! What is decided by habit: losses, removals, withdrawals, artillery, orders, commitments.

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{Action, AirId, EastFront, Order, UnitId};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};

use super::ground::Ground;
use crate::action_prior::prefer;

/// What a clear order gets over the others.
const CLEAR: f32 = 1.5;
/// Column of the combat table, modifiers counted, below which an attack cannot hope to clear its hex: 3-2.
const HOPELESS: i8 = 5;
/// Steps of a garrison that can afford to stand fast.
const STOUT: u8 = 4;

/// A sensible choice for the side.
pub(super) fn choose(game: &EastFront, ground: &Ground, legal: &[Action]) -> Action {
    let first = legal.iter().copied().find(|action| *action != Action::Done).unwrap_or(Action::Done);
    let done_or_first = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
    match first {
        Action::Lose(_) | Action::Remove(_) | Action::Storm(_) => give_up(game, ground, legal),
        Action::Withdraw(_) | Action::WithdrawAir(_) => withdraw(game, legal),
        Action::Commit(_) | Action::Engage => legal.iter().copied().find(|action| *action != Action::Engage).unwrap_or(Action::Engage),
        Action::Breach => Action::Breach,
        Action::Barrage { .. } => barrage(game, ground, legal),
        Action::Escort(_) | Action::Bomb(_) => legal.iter().copied().find(|action| matches!(action, Action::Escort(_))).unwrap_or(legal[0]),
        Action::Pair { .. } => pair(game, legal),
        Action::Reveal(_) => legal[0],
        Action::Activate { .. } | Action::Interdict(_) | Action::Recombine { .. } | Action::Flip(_) => done_or_first,
        _ => done_or_first,
    }
}

/// What a side gives up with one step of a counter.
fn step_worth(game: &EastFront, ground: &Ground, unit: UnitId) -> i32 {
    let side = unit.side();
    let values = game.values(unit);
    let kinds = &ground.kinds;
    let special = if kinds.hqs[side.index()] & unit.bit() != 0 {
        60
    } else if kinds.engineers[side.index()] & unit.bit() != 0 {
        14
    } else if kinds.guns[side.index()] & unit.bit() != 0 {
        12
    } else {
        0
    };
    let total = match side {
        Side::Axis => 3 * i32::from(values.attack) + 2 * i32::from(values.defence),
        Side::Soviet => 2 * i32::from(values.attack) + 4 * i32::from(values.defence),
    };
    // The last step takes the counter and its ZOC off the map.
    let last = if game.steps(unit) == 1 { 4 } else { 0 };
    total / i32::from(game.steps(unit).max(1)) + last + special
}

/// The step that is missed least; engineers stay for an assault.
fn give_up(game: &EastFront, ground: &Ground, legal: &[Action]) -> Action {
    if let Some(storm) = legal.iter().find(|action| matches!(action, Action::Storm(_))) {
        return *storm;
    }
    let units = legal.iter().filter_map(|&action| action.unit().map(|unit| (action, unit)));
    units.min_by_key(|&(_, unit)| step_worth(game, ground, unit)).map_or(legal[0], |(action, _)| action)
}

/// The air unit that is worst off goes; a ground unit that must go, goes.
fn withdraw(game: &EastFront, legal: &[Action]) -> Action {
    let rank = |air: AirId| {
        let state = match game.air_box(air) {
            Some(AirBox::Destroyed) => 0,
            Some(AirBox::Damaged) => 1,
            Some(AirBox::Flown) => 2,
            _ => 3,
        };
        let unit = game.data().air(air);
        (state, unit.cas, unit.rating)
    };
    legal.iter().copied().min_by_key(|action| action.air().map(rank)).unwrap_or(legal[0])
}

/// A gun helps the defence that weighs most: an objective before other hexes, the weaker garrison first.
fn barrage(game: &EastFront, ground: &Ground, legal: &[Action]) -> Action {
    let rank = |action: &&Action| match **action {
        Action::Barrage { target, .. } => {
            let defence: u16 = game.stack(target).map(|unit| u16::from(game.values(unit).defence)).sum();
            (true, ground.is_objective(target), u16::MAX - defence)
        }
        _ => (false, false, 0),
    };
    // The last of equal ones would be the gun with the highest number: the first keeps the list open for the others.
    legal.iter().rev().max_by_key(rank).copied().unwrap_or(legal[0])
}

/// Shooters take on the strongest enemy they can hope to hit.
fn pair(game: &EastFront, legal: &[Action]) -> Action {
    let data = game.data();
    let rank = |action: &&Action| match **action {
        Action::Pair { shooter, target } => {
            let (own, other) = (data.air(shooter).rating, data.air(target).rating);
            let threat = i32::from(other) + 2 * i32::from(data.air(target).cas);
            threat - 2 * i32::from((other - own).max(0))
        }
        _ => -9,
    };
    legal.iter().rev().max_by_key(rank).copied().unwrap_or(legal[0])
}

/// Orders: garrisons of objectives stand fast while they have steps for it, or when there is no other turn to come; attackers
/// who cannot hope to clear the hex give ground rather than steps.
pub(super) fn score_orders(game: &EastFront, ground: &Ground, side: Side, legal: &[Action], out: &mut [f32]) {
    let wanted = match game.order_at_hand() {
        Some(hex) if game.occupant(hex) == Some(side) => defend(game, ground, hex),
        _ => attack(game),
    };
    prefer(Some(Action::Give(wanted)), CLEAR, legal, out);
}

fn attack(game: &EastFront) -> Order {
    let Some(sheet) = game.battle_sheet() else { return Order::None };
    let hopeless = sheet.column.is_none_or(|column| (column.index() as i8) < HOPELESS + sheet.modifiers.net);
    if hopeless { Order::FurtherRetreat } else { Order::None }
}

fn defend(game: &EastFront, ground: &Ground, hex: Hex) -> Order {
    let last = usize::from(game.game_turn()) == game.data().script.turns.len();
    let steps: u8 = game.stack(hex).map(|unit| game.steps(unit)).sum();
    let stands = ground.is_objective(hex) && (last || steps >= STOUT);
    if stands { Order::NoRetreat } else { Order::None }
}
