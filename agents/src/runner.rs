//! Games and matches between agents.

use rayon::prelude::*;
use stavka_engine::record::{Match, Record, Recorded, player_stream};
use stavka_engine::{Denial as _, Dice, Outcome, Side, View};

use crate::agent::{Agent, SearchControl};

/// A finished game.
#[derive(Clone, Debug)]
pub struct GameReport<G> {
    /// Seed of the dice and of the players' streams.
    pub seed: u64,
    /// Who won and how.
    pub outcome: Outcome,
    /// Choices of the two players together.
    pub decisions: usize,
    /// Choices and die results.
    pub actions: usize,
    /// The final position.
    pub last: G,
    /// Every action, for saving and replaying.
    pub record: Record,
}

/// Why a game could not be played to its end.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// A player chose an action that is not allowed.
    #[error("the {side} player {agent:?} chose {action}, which is illegal: {reason} [rule {rule}]")]
    Illegal {
        /// The player's side.
        side: Side,
        /// The player's name.
        agent: String,
        /// The action, in debug format.
        action: String,
        /// The game's reason.
        reason: String,
        /// The rule that forbids it.
        rule: &'static str,
    },
}

/// Who sits on a side: an agent under the name that records give it.
pub struct Player<'a, G> {
    /// Name in the record.
    pub name: &'a str,
    /// The agent.
    pub agent: &'a mut dyn Agent<G>,
}

/// Plays one game. Dice and players have streams of their own, all of them derived from `seed`, so
/// that the game depends on scenario, seed and players alone. `players` are the Axis and the Soviet
/// player.
///
/// # Errors
/// [`MatchError::Illegal`].
///
/// ```
/// use stavka_agents::{Player, make_agent, play_game};
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
///
/// let (mut axis, mut soviet) = (make_agent::<Armir>("policy", 1)?, make_agent::<Armir>("random", 1)?);
/// let players = [Player { name: "policy", agent: axis.as_mut() }, Player { name: "random", agent: soviet.as_mut() }];
/// let report = play_game(Armir::load("historical")?, 7, players)?;
/// println!("{} in {} decisions", report.outcome.level, report.decisions);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game<G: Recorded>(scenario: &'static G::Scenario, seed: u64, players: [Player<'_, G>; 2]) -> Result<GameReport<G>, MatchError> {
    let names = [players[0].name, players[1].name];
    let mut game = Match::<G>::new(scenario, seed, names);
    let mut agents = players.map(|player| player.agent);
    for side in Side::ALL {
        agents[side.index()].new_game(Dice::stream(seed, player_stream(side)).bits());
    }
    let mut legal = Vec::new();
    let mut decisions = 0;
    while let Some(side) = game.to_act() {
        game.game().legal_actions(&mut legal);
        let agent = &mut agents[side.index()];
        let action = agent.choose(View::new(game.game(), side), &legal, SearchControl::NONE);
        if let Err(denial) = game.play(action) {
            return Err(MatchError::Illegal {
                side,
                agent: names[side.index()].to_owned(),
                action: format!("{action:?}"),
                reason: denial.to_string(),
                rule: denial.rule(),
            });
        }
        game.forget_past();
        decisions += 1;
    }
    let outcome = game.game().outcome().expect("a game in which nobody acts is over");
    let record = game.record();
    Ok(GameReport { seed, outcome, decisions, actions: record.actions.len(), last: game.game().clone(), record })
}

/// Who plays whom.
pub struct Pairing<'a, G> {
    /// Names of the Axis and the Soviet player.
    pub names: [&'a str; 2],
    /// Makes the Axis and the Soviet player of a game from a seed.
    pub make: [&'a (dyn Fn(u64) -> Box<dyn Agent<G>> + Sync); 2],
    /// Called after every game, from any thread.
    pub progress: &'a (dyn Fn(&GameReport<G>) + Sync),
}

/// Plays the games of the seeds `first .. first + games` in parallel. The reports come in the order of the
/// seeds and do not depend on the number of threads.
///
/// # Errors
/// The first [`MatchError`] in the order of the seeds.
///
/// ```
/// use stavka_agents::{Pairing, Random, match_games};
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::east_front::EastFront;
///
/// let pairing = Pairing::<EastFront> {
///     names: ["random", "random"],
///     make: [&|seed| Box::new(Random::new(seed)), &|seed| Box::new(Random::new(seed))],
///     progress: &|_| (),
/// };
/// let reports = match_games(EastFront::load("tartar-trench")?, 1, 4, &pairing)?;
/// assert_eq!(reports.iter().map(|report| report.seed).collect::<Vec<_>>(), [1, 2, 3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn match_games<G: Recorded>(
    scenario: &'static G::Scenario,
    first: u64,
    games: usize,
    pairing: &Pairing<'_, G>,
) -> Result<Vec<GameReport<G>>, MatchError> {
    let reports: Vec<Result<GameReport<G>, MatchError>> = (0..games as u64)
        .into_par_iter()
        .map(|index| {
            let seed = first.wrapping_add(index);
            let [mut axis, mut soviet] = pairing.make.map(|make| make(seed));
            let report = play_game(
                scenario,
                seed,
                [Player { name: pairing.names[0], agent: axis.as_mut() }, Player { name: pairing.names[1], agent: soviet.as_mut() }],
            )?;
            (pairing.progress)(&report);
            Ok(report)
        })
        .collect();
    reports.into_iter().collect()
}
