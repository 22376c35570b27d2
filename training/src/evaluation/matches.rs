//! The games of an evaluation and their result.

use std::path::Path;

use serde::{Deserialize, Serialize};
use stavka_agents::{Agent, Budget, Gumbel, GumbelSettings, SpecError, sample_world};
use stavka_engine::{Scenario as _, Side};
use stavka_models::{CpuNetwork, Neural};

use crate::arena::ratings::Interval;
use crate::arena::sprt::{Sprt, SprtState};
use crate::arena::{
    Conditions, Entrant, Format, GameResult, InProcess, Ladder, Limits, Plan, PlanError, RosterError, Standings, TournamentError, run_with,
};
use crate::curriculum::{Learnable, players};

/// Folder of the games against known opponents.
const OPPONENTS: &str = "opponents";
/// Folder of the games against the best.
const BEST: &str = "best";
/// What the networks are called as agents.
const KIND: &str = "net+search";
/// Normal quantile of 95 % intervals.
const QUANTILE: f64 = 1.96;

/// What a candidate is put through.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSettings {
    /// Pairs of games against each opponent; 0 leaves them out.
    pub pairs: usize,
    /// Names of the opponents; none leaves them out.
    pub opponents: Vec<String>,
    /// Simulations per decision of the networks.
    pub simulations: u32,
    /// The test against the best network, if there is to be one.
    pub test: Option<Sprt>,
    /// Pairs after which an undecided test ends: the likelier hypothesis then holds.
    pub test_pairs: usize,
    /// Seed of the first pair.
    pub seed: u64,
}

/// A network that plays in an evaluation.
pub struct Contender {
    /// Step of the learner that made it.
    pub step: u64,
    /// The network.
    pub network: CpuNetwork,
}

impl Contender {
    fn name(&self) -> String {
        format!("step-{}", self.step)
    }

    fn agent<G: Learnable>(&self, simulations: u32, seed: u64) -> Box<dyn Agent<G>> {
        let network = Neural::<G, _>::new(self.network.clone());
        Box::new(
            Gumbel::new(KIND, seed, GumbelSettings::default(), Budget::Iterations(simulations), network).sampling_worlds_by(sample_world),
        )
    }
}

/// What the games against known opponents say of a candidate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// Elo with its 95 % interval.
    pub elo: Interval,
    /// Whose rating is 0; `None` on the scale of the game's frozen ladder.
    pub zero: Option<String>,
}

impl Rating {
    /// On which scale it is, in words.
    pub fn scale(&self) -> String {
        self.zero.as_ref().map_or_else(|| "on the ladder".to_owned(), |zero| format!("over {zero}"))
    }
}

/// The games against one opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Against {
    /// Name of the opponent.
    pub opponent: String,
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Mean margin in the game's points, positive for the candidate.
    pub margin: f64,
    /// Share of the points, 0 to 1, and the half width of its 95 % interval over pairs.
    pub score: [f64; 2],
}

/// The test against the best network so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Challenge {
    /// Step of the learner that made the best.
    pub best: u64,
    /// How it ended.
    pub state: SprtState,
}

/// What is known of a candidate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// Step of the learner that made it.
    pub step: u64,
    /// Its rating, unless it met nobody.
    pub rating: Option<Rating>,
    /// Its games by opponent.
    pub against: Vec<Against>,
    /// The test against the best, unless there was none.
    pub test: Option<Challenge>,
    /// Whether it is the best from now on.
    pub is_promoted: bool,
}

impl Evaluation {
    /// As named scalars.
    pub fn scalars(&self) -> Vec<(String, f64)> {
        let mut scalars = vec![("promoted".to_owned(), f64::from(u8::from(self.is_promoted)))];
        if let Some(Rating { elo, .. }) = &self.rating {
            scalars
                .extend([("elo", elo.value), ("elo_low", elo.low), ("elo_high", elo.high)].map(|(name, value)| (name.to_owned(), value)));
        }
        for Against { opponent, margin, score, .. } in &self.against {
            let values = [("score", score[0]), ("score_interval", score[1]), ("margin", *margin)];
            scalars.extend(values.map(|(name, value)| (format!("{opponent}/{name}"), value)));
        }
        if let Some(test) = &self.test {
            scalars.push(("log_likelihood_ratio".to_owned(), test.state.log_likelihood_ratio));
        }
        scalars.into_iter().map(|(name, value)| (format!("evaluation/{name}"), value)).collect()
    }
}

/// Why a candidate could not be examined.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// One of the opponents cannot play.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The players cannot meet.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The games cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The games could not be kept.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// The caller broke the games off; those that were finished are kept.
    #[error("the evaluation was broken off after {games} games")]
    BrokenOff {
        /// Games that are kept.
        games: usize,
    },
}

/// Examines a candidate: tests it against the best and rates it against known opponents, in folders of `directory`.
/// Where there is a test and no best yet, any candidate is promoted. It may run in a thread of its own; `conditions`
/// break it off.
///
/// # Errors
/// [`EvaluationError`]; asked again with the same arguments, it goes on with the games it has.
pub fn evaluate<G: Learnable>(
    scenario: &'static G::Scenario,
    candidate: &Contender,
    best: Option<&Contender>,
    ladder: Option<&Ladder>,
    terms: &MatchSettings,
    directory: &Path,
    conditions: &Conditions<'_>,
) -> Result<Evaluation, EvaluationError> {
    let test = match (terms.test, best) {
        (Some(test), Some(best)) => Some(challenge::<G>(scenario, [candidate, best], (test, terms), &directory.join(BEST), conditions)?),
        _ => None,
    };
    let is_rated = !terms.opponents.is_empty() && terms.pairs > 0;
    let rated = is_rated.then(|| rate::<G>(scenario, candidate, ladder, terms, &directory.join(OPPONENTS), conditions)).transpose()?;
    let (rating, against) = rated.map_or((None, Vec::new()), |(rating, against)| (Some(rating), against));
    let is_promoted = terms.test.is_some() && test.as_ref().is_none_or(|test| is_better(&test.state));
    Ok(Evaluation { step: candidate.step, rating, against, test, is_promoted })
}

/// Whether a finished test speaks for the candidate: the pairs are likelier under the alternative. That holds where the
/// test accepted it, and decides where the pairs ran out; waiting for a verdict would turn most better candidates away.
pub(super) fn is_better(state: &SprtState) -> bool {
    state.log_likelihood_ratio > 0.0
}

/// Tests whether the first of two networks is stronger than the second, over as many pairs of games as that takes.
fn challenge<G: Learnable>(
    scenario: &'static G::Scenario,
    players: [&Contender; 2],
    (test, terms): (Sprt, &MatchSettings),
    directory: &Path,
    conditions: &Conditions<'_>,
) -> Result<Challenge, EvaluationError> {
    let [first, second] = players.map(Contender::name);
    let entrants = vec![Entrant::in_process(&first), Entrant::in_process(&second)];
    let plan = Plan { sprt: Some(test), ..plan::<G>(scenario, entrants, Format::Sprt, terms.test_pairs, terms) };
    plan.validate()?;
    let make = players.map(|player| move |seed: u64| player.agent::<G>(terms.simulations, seed));
    let in_process = [InProcess { name: &first, make: &make[0] }, InProcess { name: &second, make: &make[1] }];
    let results = run_with::<G>(scenario, &plan, directory, conditions, &in_process)?;
    let standings = finished(&plan, &results, &[None; 2])?;
    Ok(Challenge { best: players[1].step, state: standings.sprt.expect("the plan has a test") })
}

/// Rates a network by games against known opponents: on the ladder if one of them stands on it, otherwise with the first
/// of them at 0.
fn rate<G: Learnable>(
    scenario: &'static G::Scenario,
    player: &Contender,
    ladder: Option<&Ladder>,
    terms: &MatchSettings,
    directory: &Path,
    conditions: &Conditions<'_>,
) -> Result<(Rating, Vec<Against>), EvaluationError> {
    players::<G>(&terms.opponents)?;
    let name = player.name();
    let mut entrants = vec![Entrant::in_process(&name)];
    entrants.extend(Entrant::read_all(&terms.opponents, &[])?);
    let plan = plan::<G>(scenario, entrants, Format::Gauntlet, terms.pairs, terms);
    plan.validate()?;
    let make = |seed: u64| player.agent::<G>(terms.simulations, seed);
    let results = run_with::<G>(scenario, &plan, directory, conditions, &[InProcess { name: &name, make: &make }])?;
    let rated = ladder.and_then(|ladder| ladder.anchors(&plan).ok()).filter(|anchors| anchors.iter().any(Option::is_some));
    let zero = rated.is_none().then(|| plan.players[1].name.clone());
    let anchors = rated.unwrap_or_else(|| (0..plan.players.len()).map(|index| (index == 1).then_some(0.0)).collect());
    let standings = finished(&plan, &results, &anchors)?;
    let own = standings.players.iter().find(|standing| standing.name == name).expect("everybody who plays has a standing");
    let rating = Rating { elo: own.rating.expect("it has met a player with a rating"), zero };
    Ok((rating, plan.players[1..].iter().map(|opponent| against(&opponent.name, &results)).collect()))
}

fn plan<G: Learnable>(scenario: &G::Scenario, players: Vec<Entrant>, format: Format, pairs: usize, terms: &MatchSettings) -> Plan {
    Plan {
        version: Plan::VERSION,
        game: G::NAME,
        scenario: scenario.id().to_owned(),
        data: format!("{:016x}", scenario.fingerprint()),
        format,
        players,
        meetings: Vec::new(),
        pairs,
        seed: terms.seed,
        limits: Limits::default(),
        sprt: None,
    }
}

fn finished(plan: &Plan, results: &[GameResult], anchors: &[Option<f64>]) -> Result<Standings, EvaluationError> {
    let standings = Standings::new(plan, results, anchors);
    if standings.complete { Ok(standings) } else { Err(EvaluationError::BrokenOff { games: results.len() }) }
}

/// Sums up the games of a gauntlet against one opponent, all of which are there, in the order of the schedule.
fn against(opponent: &str, results: &[GameResult]) -> Against {
    let mut games = [0; 3];
    let (mut shares, mut margin) = (Vec::new(), 0.0);
    for pair in results.chunks_exact(2).filter(|pair| pair[0].soviet == opponent) {
        let mut points = 0.0;
        for (result, own) in pair.iter().zip(Side::ALL) {
            let place = result.winner.map_or(1, |winner| if winner == own { 0 } else { 2 });
            games[place] += 1;
            points += [1.0, 0.5, 0.0][place];
            let axis = result.margin.map_or(0.0, f64::from);
            margin += if own == Side::Axis { axis } else { -axis };
        }
        shares.push(points / 2.0);
    }
    let count = shares.len().max(1) as f64;
    let mean = shares.iter().sum::<f64>() / count;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Against { opponent: opponent.to_owned(), games, margin: margin / (2.0 * count), score: [mean, QUANTILE * (variance / count).sqrt()] }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use stavka_engine::GameName;
    use stavka_engine::armir::Armir;

    use super::super::kit::{HARD, quiet, scenario, terms, weights};
    use super::*;
    use crate::arena::sprt::Verdict;

    fn contender(step: u64) -> Contender {
        Contender { step, network: CpuNetwork::new(&weights(step)).expect("it is described well") }
    }

    #[test]
    fn the_scale_is_the_ladder_where_an_opponent_stands_on_it_and_the_first_opponent_elsewhere() {
        let ladder = Ladder::shipped(GameName::Armir).expect("a ladder of ARMIR is shipped");
        let directory = tempfile::tempdir().expect("there is room");
        let go = AtomicBool::new(false);
        let examine = |opponents: &[&str], folder: &str| {
            let place = directory.path().join(folder);
            evaluate::<Armir>(scenario(), &contender(7), None, Some(&ladder), &terms(opponents, Some(HARD)), &place, &quiet(&go))
                .expect("it can be played")
        };
        let first = examine(&["policy", "level1"], "first");
        assert!(first.is_promoted && first.test.is_none());
        assert_eq!(first.rating.as_ref().expect("it was rated").scale(), "on the ladder");
        assert_eq!(first.against.iter().map(|against| against.games.iter().sum::<u32>()).collect::<Vec<_>>(), [2, 2]);
        assert_eq!(examine(&["policy", "level1"], "first"), first, "what was played stays");
        let second = examine(&["policy"], "second");
        let rating = second.rating.expect("it was rated");
        assert_eq!(rating.scale(), "over policy");
        assert!(rating.elo.low < 0.0, "{rating:?}");
    }

    #[test]
    fn an_opponent_without_its_network_is_told_of_before_any_game_and_games_can_be_broken_off() {
        let directory = tempfile::tempdir().expect("there is room");
        let examine = |opponent: &str, stop: bool| {
            let stop = AtomicBool::new(stop);
            evaluate::<Armir>(scenario(), &contender(7), None, None, &terms(&[opponent], Some(HARD)), directory.path(), &quiet(&stop))
        };
        assert!(matches!(examine("net:weights=nowhere", false), Err(EvaluationError::Player(_))));
        assert_eq!(std::fs::read_dir(directory.path()).expect("it is there").count(), 0);
        assert!(matches!(examine("random", true), Err(EvaluationError::BrokenOff { games: 0 })));
    }

    #[test]
    fn pairs_that_ran_out_promote_where_they_are_likelier_under_the_alternative() {
        let state = |pairs| HARD.state(pairs);
        for (pairs, verdict, promotes) in [
            ([5, 0, 20, 0, 14], Verdict::Undecided, true),
            ([10, 0, 20, 0, 10], Verdict::Undecided, false),
            ([0; 5], Verdict::Undecided, false),
            ([2, 0, 20, 0, 40], Verdict::AcceptAlternative, true),
            ([40, 0, 20, 0, 2], Verdict::AcceptNull, false),
        ] {
            assert_eq!((state(pairs).verdict, is_better(&state(pairs))), (verdict, promotes), "{pairs:?}");
        }
    }

    #[test]
    fn games_against_an_opponent_are_summed_over_both_sides() {
        let game = |game: usize, names: [&str; 2], winner: Option<Side>, margin: i16| GameResult {
            game,
            axis: names[0].to_owned(),
            soviet: names[1].to_owned(),
            seed: 1,
            winner,
            margin: Some(margin),
            level: None,
            forfeit: None,
            decisions: [1, 1],
            actions: 2,
            seconds: [0.0; 2],
            longest: [0.0; 2],
        };
        let results = [
            game(0, ["own", "x"], Some(Side::Axis), 4),
            game(1, ["x", "own"], Some(Side::Axis), 2),
            game(2, ["own", "y"], Some(Side::Soviet), -9),
            game(3, ["y", "own"], None, 0),
            game(4, ["own", "x"], Some(Side::Axis), 6),
            game(5, ["x", "own"], Some(Side::Soviet), -8),
        ];
        let found = against("x", &results);
        assert_eq!(found.games, [3, 0, 1]);
        assert!((found.margin - 4.0).abs() < 1e-12 && (found.score[0] - 0.75).abs() < 1e-12 && found.score[1] > 0.3, "{found:?}");
        assert_eq!(against("y", &results).games, [0, 1, 1]);
    }
}
