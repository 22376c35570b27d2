//! What each budget chooses in the same positions.
//!
//! A player is asked as one who has just sat down: it has seen nothing of the game before, and a budget of time for a player turn is dealt out
//! as at the beginning of one. All budgets have the same random stream, so that a choice that differs differs by what was looked at.

use std::path::Path;

use serde::{Deserialize, Serialize};
use stavka_agents::Playable;
use stavka_engine::record::{Recorded, player_stream};
use stavka_engine::{Dice, Side, View};

use super::plan::CurvePlan;
use super::sample::Position;
use super::{CurveConditions, CurveError, Stage, keep_each, prepared};
use crate::arena::log::Log;

const CHOICES: &str = "choices.jsonl";
/// Keeps the streams of the players apart from others of the seed.
const ASKED: u64 = 0x5a3b_2e00;

/// What the budgets choose in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Number of the position, from 0.
    pub position: usize,
    /// Who chooses.
    pub side: Side,
    /// Legal choices.
    pub legal: usize,
    /// The choice of each budget, the smallest first.
    pub picks: Vec<Pick>,
}

/// The choice of one budget.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    /// The choice, in notation.
    pub chosen: String,
    /// Choices with at least one simulation; `None` if the player does not search them one by one.
    pub examined: Option<usize>,
    /// What the adviser of the search suggested, if it has one.
    pub adviser: Option<String>,
}

/// Asks what has not been asked yet, and gives all choices by position.
pub(super) fn measure<G: Recorded + Playable>(
    plan: &CurvePlan,
    positions: &[Position<G>],
    directory: &Path,
    conditions: &CurveConditions<'_>,
) -> Result<Vec<Choice>, CurveError> {
    let path = directory.join(CHOICES);
    let budgets = plan.asked().count();
    let place = |choice: &Choice| {
        if choice.picks.len() == budgets { Ok(choice.position) } else { Err(format!("expected the choices of {budgets} budgets")) }
    };
    let (log, done) = Log::open(&path, "position", plan.positions, place)?;
    let pending: Vec<&Position<G>> =
        positions.iter().filter(|position| done.binary_search_by_key(&position.number, |choice| choice.position).is_err()).collect();
    let players = prepared::<G>(plan)?;
    let mut done = keep_each(Stage::Choices, positions.len(), &pending, (&path, &log, done), conditions, |position, control| {
        let mut legal = Vec::new();
        position.game.legal_actions(&mut legal);
        let seed = Dice::stream(plan.seed ^ ASKED, position.number as u64).bits();
        let word = |action| position.game.notation(action);
        let pick = |player: &stavka_agents::Prepared<G>| {
            let mut agent = player.make(seed);
            agent.new_game(Dice::stream(seed, player_stream(position.side)).bits());
            let chosen = agent.choose(View::new(&position.game, position.side), &legal, control);
            let report = agent.report();
            Pick {
                chosen: word(chosen),
                examined: report.map(|report| report.examined),
                adviser: report.and_then(|report| report.adviser).map(word),
            }
        };
        let picks = players.iter().map(pick).collect();
        let choice = Choice { position: position.number, side: position.side, legal: legal.len(), picks };
        (!control.is_cancelled()).then_some(choice)
    })?;
    done.sort_by_key(|choice| choice.position);
    Ok(done)
}
