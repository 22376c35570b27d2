//! Reviews a finished game in the background: luck and skill.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use stavka_agents::{Judgement, Reviewer};
use stavka_engine::record::{Record, replay};
use stavka_engine::{Side, Turn};
use stavka_words::{Language, Told, language, speaking, tr, translate};

use crate::chart;
use crate::render::theme::Theme;

/// Simulations for every choice: enough to tell a blunder, few enough to wait for.
const SIMULATIONS: u32 = 40;
/// Seed of the searches, so that the same game is always judged alike.
const SEED: u64 = 1;
/// Turning points that are told.
const TOLD: usize = 12;

/// A choice or a die that turned the game.
struct Point {
    at: usize,
    turn: u16,
    /// Who chose; nobody if it was a die.
    side: Option<Side>,
    words: Told,
    swing: f32,
    better: Option<Told>,
}

impl Point {
    fn told(&self) -> Value {
        let Point { at, turn, words, swing, better, .. } = self;
        json!({
            "at": at,
            "turn": turn,
            "kind": if self.side.is_some() { "skill" } else { "luck" },
            "side": self.side.map(Side::name),
            "words": words.here(),
            "swing": swing,
            "better": better.as_ref().map(Told::here),
        })
    }
}

fn in_each_language(tell: impl Fn() -> Value) -> Box<[(Language, Value)]> {
    Language::ALL.map(|language| (language, speaking(language, &tell))).into()
}

fn in_language(told: &[(Language, Value)]) -> Value {
    told.iter().find(|(known, _)| *known == language()).or(told.first()).map_or(Value::Null, |(_, value)| value.clone())
}

/// How far a review has come.
#[derive(Default)]
pub(super) struct Review {
    state: Mutex<State>,
    closed: AtomicBool,
}

#[derive(Default)]
enum State {
    #[default]
    Unasked,
    Judging {
        done: usize,
        all: usize,
    },
    /// What was found, in every language.
    Done(Box<[(Language, Value)]>),
}

impl Review {
    /// The review, or how far it has come; the first question begins it.
    pub(super) fn told<G: Theme>(self: Arc<Self>, record: Record, scenario: &'static G::Scenario, viewer: Side) -> Value {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &*state {
            State::Done(told) => return in_language(told),
            State::Judging { done, all } => return json!({ "state": "judging", "done": done, "all": all }),
            State::Unasked => {}
        }
        let all = record.actions.len();
        *state = State::Judging { done: 0, all };
        drop(state);
        let review = Arc::clone(&self);
        let begun = std::thread::Builder::new().name("review".into()).spawn(move || review.judge::<G>(&record, scenario, viewer));
        if begun.is_err() {
            self.set(State::Unasked);
        }
        json!({ "state": "judging", "done": 0, "all": all })
    }

    /// Gives up judging.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    fn set(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    fn judge<G: Theme>(&self, record: &Record, scenario: &'static G::Scenario, viewer: Side) {
        let mut steps: Vec<(G, G::Action)> = Vec::with_capacity(record.actions.len());
        let Ok(last) = replay::<G>(record, scenario, |game, action| steps.push((game.clone(), action))) else {
            return self.set(State::Done(in_each_language(|| json!({ "state": "failed", "words": tr!("the record does not replay") }))));
        };
        let mut reviewer = Reviewer::<G>::new(SEED, SIMULATIONS);
        let mut luck = [0.0_f32; 2];
        let mut loss = [0.0_f32; 2];
        let mut choices = [0_u32; 2];
        let mut best_choices = [0_u32; 2];
        let mut points: Vec<(f32, Point)> = Vec::new();
        let mut course: Vec<f32> = Vec::with_capacity(steps.len() + 1);
        let mut turns: Vec<u16> = Vec::with_capacity(steps.len() + 1);
        let end = reviewer.chance(steps.len() as u64, &last, viewer);
        let mut chance = 0.5;
        for (index, (game, action)) in steps.iter().enumerate() {
            if self.closed.load(Ordering::Relaxed) {
                return;
            }
            if index % 8 == 0 {
                self.set(State::Judging { done: index, all: steps.len() });
            }
            if game.is_quiet() && game.turn() != Turn::Chance {
                chance = reviewer.chance(index as u64, game, Side::Soviet);
            }
            course.push(chance);
            turns.push(game.turn_number());
            let words = Told::by(|| named(game, *action));
            let (at, turn) = (index, game.turn_number());
            match reviewer.judge(index as u64, game, *action) {
                Judgement::Luck { before, after } => {
                    luck[0] += after - before;
                    luck[1] += before - after;
                    points.push(((after - before).abs(), Point { at, turn, side: None, words, swing: after - before, better: None }));
                }
                Judgement::Skill { side, best, loss: lost, .. } => {
                    choices[side.index()] += 1;
                    loss[side.index()] += lost;
                    best_choices[side.index()] += u32::from(lost <= 0.0);
                    let better = Some(Told::by(|| named(game, best)));
                    let swing = if side == Side::Axis { -lost } else { lost };
                    points.push((lost, Point { at, turn, side: Some(side), words, swing, better }));
                }
                Judgement::Forced => {}
            }
        }
        course.push(end);
        turns.push(last.turn_number());
        points.sort_by(|a, b| b.0.total_cmp(&a.0));
        let account = |side: &Side| {
            let slot = side.index();
            json!({ "side": side.to_string(), "luck": luck[slot], "loss": loss[slot], "choices": choices[slot], "best": best_choices[slot] })
        };
        self.set(State::Done(in_each_language(|| json!({
            "state": "done",
            "result": record.result.as_ref().map(|result| tr!("{level}, margin {margin}", level = translate(&result.level), margin = result.margin.abs())),
            "accounts": Side::ALL.iter().map(account).collect::<Vec<_>>(),
            "points": points.iter().take(TOLD).map(|(_, point)| point.told()).collect::<Vec<_>>(),
            "chart": chart::chances(tr!("The game"), &course, &turns),
        }))));
    }
}

/// An action in the words of who takes it, without its odds, and with the counter that it is about. The game is
/// over, so nothing is secret.
fn named<G: Theme>(game: &G, action: G::Action) -> String {
    let actor = match game.turn() {
        Turn::Player(side) => side,
        Turn::Chance | Turn::Over => Side::Axis,
    };
    let words = game.words(action, actor);
    let words = words.split(" | ").next().unwrap_or_default();
    match game.spots(&[action]).pop().and_then(|spot| spot.unit) {
        Some(unit) if !words.contains(unit.as_str()) => format!("{unit} {words}"),
        _ => words.to_owned(),
    }
}
