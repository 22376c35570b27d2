//! Close air support: bombers go where an attack decides something, fighters where bombers meet or are expected.

use arrayvec::ArrayVec;
use stavka_engine::Side;
use stavka_engine::east_front::data::Role;
use stavka_engine::east_front::{Action, AirId, EastFront, Phase};
use stavka_engine::hex::Hex;

use super::features::{Moment, Observer};

/// Most bombers and most fighters that one mission is meant to have.
const BOMBERS: usize = 2;
const FIGHTERS: usize = 2;
/// Most hexes that are reckoned with.
const HEXES: usize = 12;

/// Flights of the plan look good, all others bad.
pub(super) fn score_flights(game: &EastFront, observer: &Observer, side: Side, legal: &[Action], out: &mut [f32]) {
    let plan = plan(game, observer, side, legal);
    for (score, &action) in out.iter_mut().zip(legal) {
        *score = match action {
            Action::Fly { air, hex } if plan.contains(&(air, hex)) => 1.0,
            Action::Fly { .. } => -1.5,
            _ => 0.0,
        };
    }
}

/// What a flight plan holds at most.
const FLIGHTS: usize = 32;

/// Deals the air units that may fly to the hexes in the order of their weight: first bombers, then an escort.
fn plan(game: &EastFront, observer: &Observer, side: Side, legal: &[Action]) -> ArrayVec<(AirId, Hex), FLIGHTS> {
    let data = game.data();
    let mut flights: ArrayVec<(AirId, Hex), FLIGHTS> = ArrayVec::new();
    if game.current_phase() == Phase::Interdiction && side == Side::Axis {
        // A mission that has been opened gets what it was opened for: the first bomber.
        let first = legal.iter().find_map(|action| match *action {
            Action::Fly { air, hex } if data.air(air).interdiction > 0 && data.air(air).role == Role::Bomber => Some((air, hex)),
            _ => None,
        });
        flights.extend(first);
        return flights;
    }
    let mut hexes: ArrayVec<(i32, Hex), HEXES> = ArrayVec::new();
    let attack = observer.plan(game, &Moment::of(game), side);
    for action in legal {
        if let Action::Fly { hex, .. } = *action
            && !hexes.is_full()
            && !hexes.iter().any(|(_, known)| *known == hex)
        {
            let worth = attack.on(hex).map_or(0.0, |planned| planned.worth);
            let objective = if observer.ground.is_objective(hex) { 1.0 } else { 0.0 };
            hexes.push((((worth + objective) * -1000.0) as i32, hex));
        }
    }
    hexes.sort_unstable();
    let mut used = 0u64;
    for (role, most) in [(Role::Bomber, BOMBERS), (Role::Fighter, FIGHTERS)] {
        for &(_, hex) in &hexes {
            let there = game.flyers_over(hex).of(side).iter().filter(|&air| data.air(air).role == role).count();
            let mut candidates: ArrayVec<(i32, AirId), FLIGHTS> = ArrayVec::new();
            for action in legal {
                if let Action::Fly { air, hex: to } = *action
                    && to == hex
                    && data.air(air).role == role
                    && used & 1 << air.0 == 0
                    && !candidates.is_full()
                {
                    let unit = data.air(air);
                    candidates.push((-(8 * i32::from(unit.cas) + i32::from(unit.rating)), air));
                }
            }
            candidates.sort_unstable();
            for &(_, air) in candidates.iter().take(most.saturating_sub(there)) {
                if flights.try_push((air, hex)).is_err() {
                    return flights;
                }
                used |= 1 << air.0;
            }
        }
    }
    flights
}
