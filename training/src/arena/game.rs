//! One game of a tournament, forfeits included.

use std::time::{Duration, Instant};

use stavka_agents::SearchControl;
use stavka_engine::record::{Match, Record, Recorded};
use stavka_engine::{Denial as _, Outcome, Side};

use super::seat::{Fault, NoChoice, Seat};

/// A game that was played to its end or to a forfeit.
pub(super) struct Played {
    /// Result by the rules; `None` after a forfeit.
    pub(super) outcome: Option<Outcome>,
    /// Who forfeited and why.
    pub(super) forfeit: Option<(Side, Fault)>,
    /// Choices by side.
    pub(super) decisions: [usize; 2],
    /// Time that the choices took, by side.
    pub(super) time: [Duration; 2],
    /// Longest time that a choice took, by side.
    pub(super) longest: [Duration; 2],
    /// The record; of a forfeited game as far as it went.
    pub(super) record: Record,
}

/// Plays one game; `None` if it was broken off. Seats are those of the Axis and the Soviet player; one that could not
/// be taken forfeits.
pub(super) fn play<G: Recorded>(
    scenario: &'static G::Scenario,
    seed: u64,
    names: [&str; 2],
    seats: [Result<Box<dyn Seat<G>>, Fault>; 2],
    control: SearchControl<'_>,
) -> Option<Played> {
    let mut game = Match::<G>::new(scenario, seed, names);
    let mut played = Played {
        outcome: None,
        forfeit: None,
        decisions: [0; 2],
        time: [Duration::ZERO; 2],
        longest: [Duration::ZERO; 2],
        record: game.record(),
    };
    let mut seats = match seats {
        [Ok(axis), Ok(soviet)] => [axis, soviet],
        [Err(fault), _] => {
            played.forfeit = Some((Side::Axis, fault));
            return Some(played);
        }
        [_, Err(fault)] => {
            played.forfeit = Some((Side::Soviet, fault));
            return Some(played);
        }
    };
    match run(&mut game, &mut seats, &mut played, control) {
        Ok(()) => {}
        Err((_, NoChoice::Cancelled)) => return None,
        Err((side, NoChoice::Fault(fault))) => played.forfeit = Some((side, fault)),
    }
    for side in Side::ALL {
        if played.forfeit.as_ref().is_none_or(|(guilty, _)| *guilty != side) {
            seats[side.index()].finish(&game, side);
        }
    }
    if played.forfeit.is_none() {
        played.outcome = game.game().outcome();
    }
    played.record = game.record();
    Some(played)
}

fn run<G: Recorded>(
    game: &mut Match<G>,
    seats: &mut [Box<dyn Seat<G>>; 2],
    played: &mut Played,
    control: SearchControl<'_>,
) -> Result<(), (Side, NoChoice)> {
    for side in Side::ALL {
        seats[side.index()].begin(game, side, control).map_err(|error| (side, error))?;
    }
    let mut legal = Vec::new();
    while let Some(side) = game.to_act() {
        game.game().legal_actions(&mut legal);
        let begun = Instant::now();
        let choice = seats[side.index()].choose(game, side, &legal, control);
        let time = begun.elapsed();
        if control.is_cancelled() {
            return Err((side, NoChoice::Cancelled));
        }
        let seat = side.index();
        played.decisions[seat] += 1;
        played.time[seat] += time;
        played.longest[seat] = played.longest[seat].max(time);
        let action = choice.map_err(|error| (side, error))?;
        if let Err(denial) = game.play(action) {
            let reason = format!("{denial} [rule {}]", denial.rule());
            return Err((side, Fault::Illegal { action: format!("{action:?}"), reason }.into()));
        }
        game.forget_past();
    }
    Ok(())
}
