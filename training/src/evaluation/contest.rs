//! The games of an evaluation, and what they prove.

use std::path::Path;

use serde::{Deserialize, Serialize};
use stavka_agents::{AgentSpec, SpecError};
use stavka_engine::Scenario as _;

use crate::arena::ratings::Interval;
use crate::arena::sprt::{Sprt, SprtState, Verdict};
use crate::arena::{
    Conditions, Entrant, Format, GameResult, Ladder, LadderError, Limits, Plan, PlanError, RosterError, Standings, TournamentError, run,
};
use crate::course::Learnable;

/// Folder of the games on the ladder.
const LADDER: &str = "ladder";
/// Folder of the games against the best.
const BEST: &str = "best";

/// What a candidate is put through.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Pairs of games against each player of the ladder that is met.
    pub pairs: usize,
    /// Names of the players of the ladder that are met; none leaves the ladder out.
    pub opponents: Vec<String>,
    /// The test against the best network.
    pub test: Sprt,
    /// Pairs after which the test ends undecided, and the best remains the best.
    pub test_pairs: usize,
    /// Seed of the first pair.
    pub seed: u64,
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            pairs: 10,
            opponents: ["level2", "level4", "level6"].map(str::to_owned).to_vec(),
            test: Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.05, beta: 0.05 },
            test_pairs: 100,
            seed: 1,
        }
    }
}

/// What the games on the ladder say of a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Elo on the scale of the ladder, with its 95 % interval.
    pub elo: Interval,
    /// Games played.
    pub games: usize,
    /// Share of the points, 0 to 1.
    pub share: f64,
}

/// What is known of a candidate.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Evaluation {
    /// Its place on the ladder, unless the ladder was left out.
    pub rating: Option<Rating>,
    /// The test against the best, unless there was none.
    pub test: Option<SprtState>,
    /// Whether it is the best from now on.
    pub is_promoted: bool,
}

/// Why a candidate could not be examined.
#[derive(Debug, thiserror::Error)]
pub enum EvaluationError {
    /// One of the players cannot play.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The players cannot meet.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The games cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The ladder does not belong to the games.
    #[error(transparent)]
    Ladder(#[from] LadderError),
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

/// Examines a candidate: rates it on the ladder and tests it against the best, in folders of `directory`. Without a
/// best any candidate is promoted. It may run in a thread of its own; `conditions` break it off.
///
/// # Errors
/// [`EvaluationError`]; asked again with the same arguments, it goes on with the games it has.
pub fn evaluate<G: Learnable>(
    scenario: &'static G::Scenario,
    candidate: &AgentSpec,
    best: Option<&AgentSpec>,
    ladder: &Ladder,
    terms: &Terms,
    directory: &Path,
    conditions: &Conditions<'_>,
) -> Result<Evaluation, EvaluationError> {
    let test = best.map(|best| challenge::<G>(scenario, [candidate, best], terms, &directory.join(BEST), conditions)).transpose()?;
    let is_rated = !terms.opponents.is_empty();
    let rating = is_rated.then(|| climb::<G>(scenario, candidate, ladder, terms, &directory.join(LADDER), conditions)).transpose()?;
    let is_promoted = test.is_none_or(|test| test.verdict == Verdict::AcceptAlternative);
    Ok(Evaluation { rating, test, is_promoted })
}

/// Tests whether the first of two players is stronger than the second, over as many pairs of games as that takes.
///
/// # Errors
/// As [`evaluate`].
pub fn challenge<G: Learnable>(
    scenario: &'static G::Scenario,
    players: [&AgentSpec; 2],
    terms: &Terms,
    directory: &Path,
    conditions: &Conditions<'_>,
) -> Result<SprtState, EvaluationError> {
    let plan =
        Plan { sprt: Some(terms.test), ..plan::<G>(scenario, &players.map(AgentSpec::to_string), Format::Sprt, terms.test_pairs, terms)? };
    let results = play::<G>(scenario, &plan, players.as_slice(), directory, conditions)?;
    let standings = finished(&plan, &results, &[None; 2])?;
    Ok(standings.sprt.expect("the plan has a test"))
}

/// Rates a player on a ladder by games against some of its players.
///
/// # Errors
/// As [`evaluate`].
pub fn climb<G: Learnable>(
    scenario: &'static G::Scenario,
    player: &AgentSpec,
    ladder: &Ladder,
    terms: &Terms,
    directory: &Path,
    conditions: &Conditions<'_>,
) -> Result<Rating, EvaluationError> {
    let names: Vec<String> = std::iter::once(player.to_string()).chain(terms.opponents.iter().cloned()).collect();
    let plan = plan::<G>(scenario, &names, Format::Gauntlet, terms.pairs, terms)?;
    let anchors = ladder.anchors(&plan)?;
    let results = play::<G>(scenario, &plan, &[player], directory, conditions)?;
    let standings = finished(&plan, &results, &anchors)?;
    let own = standings.players.iter().find(|standing| standing.name == names[0]).expect("everybody who plays has a standing");
    let elo = own.rating.expect("it has met players of the ladder");
    Ok(Rating { elo, games: own.score.games(), share: own.share.unwrap_or_default() })
}

fn plan<G: Learnable>(
    scenario: &'static G::Scenario,
    players: &[String],
    format: Format,
    pairs: usize,
    terms: &Terms,
) -> Result<Plan, EvaluationError> {
    let plan = Plan {
        version: Plan::VERSION,
        game: G::NAME,
        scenario: scenario.id().to_owned(),
        data: format!("{:016x}", scenario.fingerprint()),
        format,
        players: Entrant::read_all(players, &[])?,
        pairs,
        seed: terms.seed,
        limits: Limits::default(),
        sprt: None,
    };
    terms.test.validate().map_err(PlanError::from)?;
    plan.validate()?;
    Ok(plan)
}

/// Plays what is left of a plan. That the players can play is found out first: no game is lost for want of a
/// network.
fn play<G: Learnable>(
    scenario: &'static G::Scenario,
    plan: &Plan,
    players: &[&AgentSpec],
    directory: &Path,
    conditions: &Conditions<'_>,
) -> Result<Vec<GameResult>, EvaluationError> {
    for player in players {
        player.prepare::<G>()?;
    }
    Ok(run::<G>(scenario, plan, directory, conditions)?)
}

fn finished(plan: &Plan, results: &[GameResult], anchors: &[Option<f64>]) -> Result<Standings, EvaluationError> {
    let standings = Standings::new(plan, results, anchors);
    if standings.complete { Ok(standings) } else { Err(EvaluationError::BrokenOff { games: results.len() }) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use stavka_engine::GameName;
    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue as _;

    use super::*;

    fn spec(name: &str) -> AgentSpec {
        name.parse().expect("it is a player")
    }

    fn quiet(cancel: &AtomicBool) -> Conditions<'_> {
        Conditions { threads: 2, cancel, progress: &|_, _| {} }
    }

    fn short() -> Terms {
        Terms {
            pairs: 2,
            opponents: vec!["level1".to_owned()],
            test: Sprt { elo0: -50.0, elo1: 150.0, ..Terms::default().test },
            ..Terms::default()
        }
    }

    #[test]
    fn the_better_player_is_promoted_and_rated_above_the_worse() {
        let scenario = Armir::load("historical").expect("it is embedded");
        let ladder = Ladder::shipped(GameName::Armir);
        let directory = tempfile::tempdir().expect("there is room");
        let go = AtomicBool::new(false);
        let examine = |candidate: &str, best: Option<&str>, folder: &str| {
            let best = best.map(spec);
            let place = directory.path().join(folder);
            evaluate::<Armir>(scenario, &spec(candidate), best.as_ref(), &ladder, &short(), &place, &quiet(&go)).expect("it can be played")
        };
        let first = examine("random", None, "first");
        assert!(first.is_promoted && first.test.is_none());
        let second = examine("policy", Some("random"), "second");
        assert!(second.is_promoted, "{second:?}");
        assert!(second.rating.expect("it was rated").elo.value > first.rating.expect("it was rated").elo.value);
        assert_eq!(examine("policy", Some("random"), "second"), second, "what was played stays");
        let third = examine("random", Some("policy"), "third");
        assert_eq!(third.test.map(|test| test.verdict), Some(Verdict::AcceptNull));
        assert!(!third.is_promoted);
    }

    #[test]
    fn a_player_without_its_network_and_a_stranger_on_the_ladder_are_told_of_before_any_game() {
        let scenario = Armir::load("historical").expect("it is embedded");
        let directory = tempfile::tempdir().expect("there is room");
        let go = AtomicBool::new(false);
        let ladder = Ladder::shipped(GameName::Armir);
        let rate = |name: &str, terms: &Terms| climb::<Armir>(scenario, &spec(name), &ladder, terms, directory.path(), &quiet(&go));
        assert!(matches!(rate("net:weights=nowhere", &short()), Err(EvaluationError::Player(_))));
        let strangers = Terms { opponents: vec!["staff".to_owned()], ..short() };
        assert!(matches!(rate("policy", &strangers), Err(EvaluationError::Ladder(LadderError::NoAnchor { .. }))));
        let stopped = AtomicBool::new(true);
        let broken = climb::<Armir>(scenario, &spec("random"), &ladder, &short(), directory.path(), &quiet(&stopped));
        assert!(matches!(broken, Err(EvaluationError::BrokenOff { games: 0 })));
    }
}
