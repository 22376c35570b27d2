//! Questions about positions and their answers, apart from the pipes they come through.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use stavka_agents::{
    AgentKind, AgentSpec, Allotment, Analysis, Budget, Candidate, Clock, Evaluator as _, Explain as _, Reason, SearchControl, SpecError,
    because, carry_out, changes, expected_margin, line_in_notation,
};
use stavka_engine::record::Record;
use stavka_engine::{Dice, GameName, Side, Turn, View, with_game};
use stavka_words::tr;

use crate::exit::message;
use crate::render::Tabletop;
use crate::scenarios::{RecordFile, check_index, load};

/// Simulations of a question that names no limit.
const ITERATIONS: u32 = 1000;
/// Choices of an answer, if the question does not say.
const CANDIDATES: usize = 5;
/// Most games played on for one margin.
const MOST_PLAYOUTS: u32 = 10_000;
/// Memory of one search in MiB, if the question does not say.
const MEMORY: usize = 64;

/// The questions that are being worked on.
#[derive(Default)]
pub(crate) struct Desk {
    open: Mutex<Vec<(Value, Arc<AtomicBool>)>>,
    closing: AtomicBool,
}

/// A question that has been read and makes sense as far as can be told without the position.
pub(crate) struct Question {
    asked: Asked,
    spec: AgentSpec,
    limit: Limit,
    cancel: Arc<AtomicBool>,
}

/// Why a question gets no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    /// The key of the question that is wrong; empty if it is the question as a whole.
    field: &'static str,
    message: String,
}

impl Refusal {
    /// A refusal because of a key.
    pub(crate) fn new(field: &'static str, message: impl Into<String>) -> Self {
        Refusal { field, message: message.into() }
    }

    /// The refusal as an answer to the question with this id.
    pub(crate) fn answer(&self, id: &Value) -> Value {
        json!({ "id": id, "error": { "field": self.field, "message": self.message } })
    }
}

#[derive(Clone, Copy)]
enum Limit {
    Iterations(u32),
    Time(Duration),
}

/// A line as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    #[serde(default)]
    id: Value,
    cancel: Option<Value>,
    #[serde(default)]
    quit: bool,
    game: Option<String>,
    record: Option<String>,
    file: Option<PathBuf>,
    scenario: Option<String>,
    at: Option<usize>,
    player: Option<String>,
    iterations: Option<u32>,
    time: Option<String>,
    candidates: Option<usize>,
    playouts: Option<u32>,
    seed: Option<u64>,
}

impl Desk {
    /// Reads a line. `None` when it is a command that has been carried out.
    ///
    /// # Errors
    /// Id and reason, when it is neither a question nor a command.
    pub(crate) fn read(&self, line: &str) -> Result<Option<Question>, (Value, Refusal)> {
        let asked: Asked = serde_json::from_str(line).map_err(|error| {
            let id = serde_json::from_str::<Value>(line).ok().and_then(|value| value.get("id").cloned()).unwrap_or_default();
            (id, Refusal::new("", format!("not a question: {error}")))
        })?;
        if asked.quit {
            self.closing.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        if let Some(id) = &asked.cancel {
            let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            for (_, flag) in open.iter().filter(|(known, _)| known == id) {
                flag.store(true, Ordering::Relaxed);
            }
            return Ok(None);
        }
        let id = asked.id.clone();
        let question = Question::new(asked).map_err(|refusal| (id, refusal))?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.push((question.asked.id.clone(), Arc::clone(&question.cancel)));
        Ok(Some(question))
    }

    /// Whether the program was asked to end.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Strikes a question off the list.
    pub(crate) fn done(&self, question: &Question) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(_, flag)| !Arc::ptr_eq(flag, &question.cancel));
    }
}

impl Question {
    fn new(asked: Asked) -> Result<Self, Refusal> {
        let places = usize::from(asked.record.is_some()) + usize::from(asked.file.is_some());
        if places > 1 || (places == 0 && asked.game.is_none()) {
            return Err(Refusal::new("record", "expected one of record, file and game, to tell the position"));
        }
        if asked.at.is_some() && places == 0 {
            return Err(Refusal::new("at", "only a record has actions; expected record or file beside it"));
        }
        let mut spec: AgentSpec =
            asked.player.as_deref().unwrap_or("mcts").parse().map_err(|error: SpecError| Refusal::new("player", error.to_string()))?;
        if !matches!(spec.kind, AgentKind::Mcts | AgentKind::Flat | AgentKind::Gumbel | AgentKind::NetSearch) {
            return Err(Refusal::new("player", format!("{} does not analyse; expected mcts, flat, gumbel or net+search", spec.kind)));
        }
        if spec.memory == AgentSpec::MEMORY {
            spec.memory = MEMORY;
        }
        let limit = match (asked.iterations, &asked.time) {
            (Some(_), Some(_)) => return Err(Refusal::new("time", "expected iterations or time, not both")),
            (Some(0), None) => return Err(Refusal::new("iterations", "expected a whole number from 1")),
            (Some(count), None) => Limit::Iterations(count),
            (None, Some(text)) => Limit::Time(
                stavka_agents::duration(text)
                    .ok_or_else(|| Refusal::new("time", format!("{text:?}; expected a time such as 2s or 500ms")))?,
            ),
            (None, None) => match spec.budget {
                Budget::Iterations(count) => Limit::Iterations(count),
                Budget::PerDecision(time) => Limit::Time(time),
                Budget::PerTurn(_) => Limit::Iterations(ITERATIONS),
            },
        };
        if asked.playouts.is_some_and(|playouts| playouts > MOST_PLAYOUTS) {
            return Err(Refusal::new("playouts", format!("expected at most {MOST_PLAYOUTS}")));
        }
        Ok(Question { asked, spec, limit, cancel: Arc::new(AtomicBool::new(false)) })
    }

    /// The id that the answer repeats.
    pub(crate) fn id(&self) -> &Value {
        &self.asked.id
    }

    /// Analyses.
    ///
    /// # Errors
    /// The position cannot be had, or nobody is to act in it.
    pub(crate) fn answer(&self) -> Result<Value, Refusal> {
        let record = match (&self.asked.record, &self.asked.file) {
            (Some(text), _) => {
                let record = Record::parse(text).map_err(|error| Refusal::new("record", error.to_string()))?;
                Some(("record", RecordFile { path: "record".into(), record, sealed: false }))
            }
            (None, Some(path)) => Some(("file", RecordFile::open(path).map_err(|error| Refusal::new("file", message(&error)))?)),
            (None, None) => None,
        };
        let name = match (&record, &self.asked.game) {
            (Some((field, file)), wanted) => {
                let game = file.game().map_err(|error| Refusal::new(field, message(&error)))?;
                if wanted.as_ref().is_some_and(|wanted| !wanted.eq_ignore_ascii_case(game.as_str())) {
                    return Err(Refusal::new("game", format!("the record is one of {game}")));
                }
                game
            }
            (None, Some(game)) => game.parse::<GameName>().map_err(|error| Refusal::new("game", error.to_string()))?,
            (None, None) => unreachable!("a question without a position is refused when it is read"),
        };
        with_game!(name, G => self.answer_about::<G>(record.as_ref()))
    }

    fn answer_about<G: Tabletop>(&self, record: Option<&(&'static str, RecordFile)>) -> Result<Value, Refusal> {
        let scenario = self.asked.scenario.as_deref();
        let (game, at) = match record {
            None => {
                let scenario = load::<G>(scenario).map_err(|error| Refusal::new("scenario", message(&error)))?;
                (G::new(scenario), 0)
            }
            Some((field, file)) => {
                let mut positions = file.positions::<G>(scenario).map_err(|error| Refusal::new(field, message(&error)))?;
                let at = self.asked.at.unwrap_or(positions.len() - 1);
                check_index(at, positions.len() - 1).map_err(|error| Refusal::new("at", message(&error)))?;
                (positions.swap_remove(at), at)
            }
        };
        let Turn::Player(side) = game.turn() else {
            let who = if game.turn() == Turn::Over { "the game is over" } else { "a die is to be rolled" };
            return Err(Refusal::new("at", format!("nobody is to choose after {at} actions: {who}")));
        };
        self.analyse(&game, side, at)
    }

    fn analyse<G: Tabletop>(&self, game: &G, side: Side, at: usize) -> Result<Value, Refusal> {
        let seed = self.asked.seed.unwrap_or(1);
        let begun = Instant::now();
        let analyst = self.spec.analyst::<G>(seed).map_err(|error| Refusal::new("player", error.to_string()))?;
        let mut analyst = analyst.expect("only analysts are let in");
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let limit = match self.limit {
            Limit::Iterations(count) => Allotment::of_iterations(count),
            Limit::Time(time) => Clock::new(Budget::PerDecision(time)).allot(game.game_turn(), side),
        };
        let control = SearchControl::NONE.cancelled_by(&self.cancel);
        let found = analyst.analyse(View::new(game, side), &legal, limit, control);
        let told = self.asked.candidates.unwrap_or(CANDIDATES).max(1);
        let candidates: Vec<Value> =
            found.candidates.iter().take(told).map(|candidate| self.tell(game, side, candidate, &found, seed)).collect();
        let mut answer = json!({
            "id": self.asked.id,
            "game": G::NAME.as_str(),
            "scenario": stavka_engine::Scenario::id(game.scenario()),
            "at": at,
            "turn": game.game_turn(),
            "side": side.name(),
            "prompt": game.prompt(),
            "player": self.spec.to_string(),
            word(&found): found.win,
            "looks": found.looks,
            "nodes": found.nodes,
            "bytes": found.bytes,
            "legal": legal.len(),
            "cancelled": self.cancel.load(Ordering::Relaxed),
            "seconds": begun.elapsed().as_secs_f64(),
            "candidates": candidates,
        });
        if !found.scale.is_result() {
            answer["scale"] = json!(found.scale);
        }
        Ok(answer)
    }

    fn tell<G: Tabletop>(&self, game: &G, side: Side, candidate: &Candidate<G::Action>, found: &Analysis<G::Action>, seed: u64) -> Value {
        let mut told = json!({
            "action": game.notation(candidate.action),
            "words": game.words(candidate.action, side),
            "visits": candidate.visits,
            word(found): candidate.win,
            "loss": (found.win - candidate.win).max(0.0),
            "prior": candidate.prior,
            "line": line_in_notation(View::new(game, side), &candidate.line, seed),
            "why": why(game, side, &candidate.line, seed),
        });
        let playouts = self.asked.playouts.unwrap_or(0);
        if playouts > 0 {
            let margin = expected_margin(View::new(game, side), Some(candidate.action), playouts, seed);
            told["margin"] = json!(if side == Side::Axis { margin } else { -margin });
        }
        told
    }
}

/// What the values of an analysis are called: on a scale that is not that of results they are no chances of winning.
fn word<A>(found: &Analysis<A>) -> &'static str {
    if found.scale.is_result() { "win" } else { "worth" }
}

/// One sentence: what a line of play changes about the reasons of the side's judgement, up to the first quiet
/// position.
pub(crate) fn why<G: Tabletop>(game: &G, side: Side, line: &[G::Action], seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut world = View::new(game, side).determinize(&mut dice);
    let mut evaluator = G::evaluator();
    evaluator.prepare(&world, side);
    let (mut before, mut after): (Vec<Reason>, Vec<Reason>) = (Vec::new(), Vec::new());
    evaluator.explain(&world, &mut before);
    carry_out(&mut world, side, line, &mut dice);
    if world.turn() == Turn::Over {
        let won = world.outcome().and_then(|outcome| outcome.winner) == Some(side);
        return if won { tr!("It wins the game.").to_owned() } else { tr!("It ends the game.").to_owned() };
    }
    evaluator.explain(&world, &mut after);
    because(&changes(&before, &after, side))
}
