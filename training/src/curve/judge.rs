//! Which of two choices is better: both are played on from by a strong player, with the same dice and the same streams of the players.

use std::cmp::Ordering;
use std::path::Path;

use serde::{Deserialize, Serialize};
use stavka_agents::{AgentSpec, Budget, Playable, Prepared, SearchControl, SpecError};
use stavka_engine::record::{Recorded, player_stream};
use stavka_engine::{Dice, Outcome, Side, Turn, View};

use super::choices::Choice;
use super::plan::CurvePlan;
use super::sample::Position;
use super::{CurveConditions, CurveError, Stage, keep_each};
use crate::arena::log::Log;

const JUDGED: &str = "judged.jsonl";
/// Keeps the streams of continuations apart from others of the seed.
const CONTINUED: u64 = 0x5a3b_3e00;
/// How many times the budget that is judged the player has that judges, unless another one is named.
const TIMES: u32 = 10;

/// Who plays on, and how often.
#[derive(Clone, PartialEq, Debug)]
pub struct Judge {
    /// The player; `None` for the measured one at ten times the budget that is judged.
    pub player: Option<AgentSpec>,
    /// Continuations of each choice.
    pub continuations: usize,
}

/// A choice that differs from that of the smallest budget, judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Number of the position.
    pub position: usize,
    /// Place of the budget among those that are measured.
    pub budget: usize,
    /// Who played on.
    pub judge: String,
    /// Continuations that ended better after the choice of the larger budget, equally, and worse: by the winner, and between equal results by
    /// the margin.
    pub better_equal_worse: [usize; 3],
}

impl Judged {
    /// Share of the continuations that ended better, those that ended equally by half.
    pub fn share(&self) -> f64 {
        let [better, equal, worse] = self.better_equal_worse.map(|count| count as f64);
        (better + 0.5 * equal) / (better + equal + worse).max(1.0)
    }
}

/// The choices that differ from that of the smallest budget: position, place of the budget, and the two choices, the smallest budget's first.
pub(super) fn wanted(choices: &[Choice]) -> Vec<(usize, usize, [String; 2])> {
    let mut wanted = Vec::new();
    for choice in choices {
        let Some((first, later)) = choice.picks.split_first() else { continue };
        for (budget, pick) in (1..).zip(later).filter(|(_, pick)| pick.chosen != first.chosen) {
            wanted.push((choice.position, budget, [first.chosen.clone(), pick.chosen.clone()]));
        }
    }
    wanted
}

/// Judges what has not been judged yet, and gives everything that is wanted.
pub(super) fn measure<G: Recorded + Playable>(
    plan: &CurvePlan,
    judge: &Judge,
    positions: &[Position<G>],
    wanted: &[(usize, usize, [String; 2])],
    directory: &Path,
    conditions: &CurveConditions<'_>,
) -> Result<Vec<Judged>, CurveError> {
    let players: Vec<(String, Prepared<G>)> =
        plan.asked().map(|rung| ready(judge.player.as_ref(), &rung.name)).collect::<Result<_, SpecError>>()?;
    let path = directory.join(JUDGED);
    let budgets = players.len();
    let place = |judged: &Judged| {
        let name = players.get(judged.budget).map(|(name, _)| name);
        let count: usize = judged.better_equal_worse.iter().sum();
        if name == Some(&judged.judge) && count == judge.continuations {
            return Ok(judged.position * budgets + judged.budget);
        }
        let now = name.map_or_else(String::new, |name| format!("; now asked for are {} by {name}", judge.continuations));
        Err(format!("judged by {count} continuations by {}{now}", judged.judge))
    };
    let (log, done) = Log::open(&path, "choice", plan.positions * budgets, place)?;
    let known = |&&(position, budget, _): &&(usize, usize, [String; 2])| {
        !done.iter().any(|judged| (judged.position, judged.budget) == (position, budget))
    };
    let pending: Vec<&(usize, usize, [String; 2])> = wanted.iter().filter(known).collect();
    let judged = |&&(number, budget, ref words): &&(usize, usize, [String; 2]), control: SearchControl<'_>| {
        let at = positions.binary_search_by_key(&number, |position| position.number).ok()?;
        let (name, player) = &players[budget];
        let counts = compare(plan.seed, judge.continuations, &positions[at], words, player, control)?;
        Some(Judged { position: number, budget, judge: name.clone(), better_equal_worse: counts })
    };
    let mut done = keep_each(Stage::Judging, wanted.len(), &pending, (&path, &log, done), conditions, judged)?;
    done.sort_by_key(|judged| (judged.position, judged.budget));
    Ok(done)
}

/// Who judges the choices of a budget, by name and ready to play.
fn ready<G: Playable>(named: Option<&AgentSpec>, budget: &str) -> Result<(String, Prepared<G>), SpecError> {
    let own = || -> Result<AgentSpec, SpecError> {
        let spec: AgentSpec = budget.parse()?;
        spec.with_budget(match spec.budget {
            Budget::Iterations(count) => Budget::Iterations(count.saturating_mul(TIMES)),
            Budget::PerDecision(time) => Budget::PerDecision(time.saturating_mul(TIMES)),
            Budget::PerTurn(time) => Budget::PerTurn(time.saturating_mul(TIMES)),
        })
    };
    let spec = named.map_or_else(own, |spec| Ok(spec.clone()))?;
    Ok((spec.to_string(), spec.prepare()?))
}

/// How the second choice does beside the first; `None` if it was broken off.
fn compare<G: Recorded + Playable>(
    seed: u64,
    continuations: usize,
    position: &Position<G>,
    words: &[String; 2],
    player: &Prepared<G>,
    control: SearchControl<'_>,
) -> Option<[usize; 3]> {
    let mut counts = [0; 3];
    let mut streams = Dice::stream(seed ^ CONTINUED, position.number as u64);
    for _ in 0..continuations {
        let luck = streams.bits();
        let mut ends = [None; 2];
        for (end, word) in ends.iter_mut().zip(words) {
            let mut game = position.game.clone();
            game.apply(game.parse_action(word).expect("a choice that was kept was made in this position"));
            *end = Some(value(play_out(game, luck, player, control)?, position.side));
        }
        counts[match ends[1].cmp(&ends[0]) {
            Ordering::Greater => 0,
            Ordering::Equal => 1,
            Ordering::Less => 2,
        }] += 1;
    }
    Some(counts)
}

/// The result for a side, and between equal results its margin.
fn value(outcome: Outcome, side: Side) -> (i8, i16) {
    (outcome.score(side), if side == Side::Axis { outcome.margin } else { -outcome.margin })
}

/// Plays a game to its end; `None` if it was broken off.
fn play_out<G: Recorded + Playable>(mut game: G, luck: u64, player: &Prepared<G>, control: SearchControl<'_>) -> Option<Outcome> {
    let mut dice = Dice::new(luck);
    let mut agents = Side::ALL.map(|side| {
        let mut agent = player.make(luck);
        agent.new_game(Dice::stream(luck, player_stream(side)).bits());
        agent
    });
    let mut legal = Vec::new();
    loop {
        match game.turn() {
            Turn::Over => return game.outcome(),
            Turn::Chance => {
                game.legal_actions(&mut legal);
                let die = game.draw(&legal, &mut dice);
                game.apply(die);
            }
            Turn::Player(side) => {
                game.legal_actions(&mut legal);
                let action = agents[side.index()].choose(View::new(&game, side), &legal, control);
                if control.is_cancelled() {
                    return None;
                }
                game.apply(action);
            }
        }
    }
}
