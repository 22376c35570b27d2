//! One open game: a session under a lock, the thread of the computer player, and the events that pages
//! receive.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stavka_agents::{Progress, SearchControl};
use stavka_engine::record::{Record, replay};
use stavka_engine::{Denial as _, Side, Turn};
use stavka_words::{tr, translate};
use tokio::sync::watch;

use super::rest::Rest;
use super::review::Review;
use super::story::Told;
use super::{pages, view};
use crate::origin::Origin;
use crate::render::fewest::fewest;
use crate::render::theme::{Cell, Theme};
use crate::scenarios::OwnFiles;
use crate::session::proposal::Line;
use crate::session::{Hint, Question, Session};

/// Pause between two decisions of the computer that a person can follow.
const PACE: u64 = 60;
/// Why nobody chooses in a game that is only read.
const READING: &str = "this record is open for reading; continue it as a new game to choose";
/// Longest pause that can be asked for, in milliseconds.
const SLOWEST: u64 = 5_000;

/// Longest stop of a computer player, in milliseconds.
const LONGEST_STOP: u64 = 4_000;

/// Longest that a computer player waits at a fight until somebody goes on, so that an abandoned page holds no game.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// How long it waits for a page that wants this and has gone, such as one that is loaded anew.
const GRACE: Duration = Duration::from_millis(1500);

/// What a page that listens wants at the fights of a computer player's turn.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stops {
    /// A stop until the player goes on.
    Wait,
    /// A stop of a few steps.
    #[default]
    Moment,
    /// No stop.
    Never,
}

/// How many pages listen that want each of [`Stops`], and when one was last there that wants a stop until the player goes on.
#[derive(Default)]
pub(super) struct Audience {
    pages: [usize; 3],
    waited: Option<Instant>,
}

/// A page that listens, until it goes.
pub(super) struct Listening {
    audience: Arc<Mutex<Audience>>,
    stops: Stops,
}

impl Listening {
    fn among(audience: &Arc<Mutex<Audience>>, stops: Stops) -> Listening {
        audience.lock().unwrap_or_else(PoisonError::into_inner).pages[stops as usize] += 1;
        Listening { audience: Arc::clone(audience), stops }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut audience = self.audience.lock().unwrap_or_else(PoisonError::into_inner);
        audience.pages[self.stops as usize] -= 1;
        if self.stops == Stops::Wait {
            audience.waited = Some(Instant::now());
        }
    }
}

impl Audience {
    /// What is done at a fight: whoever wants to look longer decides.
    fn wants(&self) -> Stops {
        let [wait, moment, never] = self.pages;
        let was_there = self.waited.is_some_and(|gone| gone.elapsed() < GRACE);
        match () {
            () if wait > 0 || was_there => Stops::Wait,
            () if moment > 0 || never == 0 => Stops::Moment,
            () => Stops::Never,
        }
    }
}

/// How much time a person needs for an entry of the log, in steps that go from one hex to another: a fight is read, what
/// only begins or ends something is passed over.
fn weight<G: Theme>(session: &Session<G>, at: usize) -> u64 {
    let Some((before, action, _)) = session.position_at(at) else { return 0 };
    match before.turn() {
        Turn::Chance if before.decided_by(action, session.viewer()).is_some() => 25,
        Turn::Chance => 6,
        _ => u64::from(before.spots(&[action]).iter().any(|spot| spot.to.is_some())),
    }
}

/// What changes without being asked: a page that hears a new version asks for the view.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct StatusEvent {
    /// Number of changes so far.
    pub(super) version: u64,
    /// Whose computer player thinks.
    pub(super) thinking: Option<&'static str>,
    /// Share of its time that is used up, 0 to 1.
    pub(super) share: f32,
    /// Whether the computer players are stopped.
    pub(super) paused: bool,
    /// Whether a computer player waits at a fight until somebody goes on.
    pub(super) stopped: bool,
    /// Milliseconds between their decisions.
    pub(super) pace: u64,
    /// Share of its work that the adviser has done, 0 to 1, while it thinks.
    pub(super) advice: Option<f32>,
}

/// Why a request was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// The page shows a position that is no longer there.
    Stale,
    /// The rules or the state of the game forbid it.
    Denied(String),
    /// The request does not make sense.
    Senseless(String),
    /// Somebody else asks for the same; it can be asked again.
    Busy(String),
}

/// What a player asks of a game that changes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum BoardCommand {
    /// A choice in notation.
    Act(String),
    /// Take the last choice back.
    Undo,
    /// Make it again.
    Redo,
    /// Let the computer make the choices that are left in the phase.
    Rest,
    /// A standing answer to a question.
    Standing(StandingAnswer),
}

/// A standing answer as a page sends it.
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StandingAnswer {
    /// The question.
    pub(super) key: String,
    /// The answer.
    pub(super) answer: String,
    /// Hexes that it is about.
    #[serde(default)]
    pub(super) near: Vec<String>,
}

/// A game of any kind.
pub(super) trait Play: Send + Sync {
    /// The page, for a game with this id.
    fn page(&self, id: &str) -> String;
    /// The cells of the map, which never change.
    fn ground(&self) -> Value;
    /// What a page hears, for as long as it keeps the second.
    fn events(&self, stops: Stops) -> (watch::Receiver<StatusEvent>, Listening);
    /// The view of the person, with its version.
    fn view(&self) -> Value;
    /// Carries out a command about the position with this version. Gives the new view.
    fn command(&self, version: u64, command: &BoardCommand) -> Result<Value, Refusal>;
    /// What the adviser would do, and how good the other choices are that it looked at. It gives up, and
    /// says so, when `stop` is set and when the game goes on.
    fn hint(&self, stop: &Arc<AtomicBool>) -> Result<Value, Refusal>;
    /// What the staff would do in the rest of the phase, for a person. It gives up, and says so, when `stop` is set and when the
    /// game goes on.
    fn proposal(&self, stop: &Arc<AtomicBool>) -> Result<Value, Refusal>;
    /// Why nothing can be done at a cell, with the rule.
    fn why_not(&self, cell: &str) -> Value;
    /// The odds of attacking a cell with all that may.
    fn odds(&self, cell: &str) -> Value;
    /// The fewest for each column of the odds that the person who gathers attackers can reach.
    fn fewest(&self) -> Value;
    /// What a hex is and how it stands there.
    fn hex_card(&self, cell: &str) -> Value;
    /// The tables and the legend of the map, as HTML.
    fn tables(&self) -> String;
    /// A way to look at the board now or after a number of actions.
    fn overlay(&self, key: &str, side: Side, at: Option<usize>) -> Result<Value, Refusal>;
    /// What a counter depends on or can do.
    fn counter(&self, counter: &str) -> Result<Value, Refusal>;
    /// What is measured from one cell to another.
    fn measure(&self, from: &str, to: &str) -> Value;
    /// The whole log.
    fn log(&self) -> Value;
    /// The position after a number of actions.
    fn at(&self, at: usize) -> Result<Value, Refusal>;
    /// The game up to a number of actions, with other dice to come.
    fn branch(&self, at: usize, seed: u64) -> Result<Record, Refusal>;
    /// The record so far.
    fn record(&self) -> Record;
    /// The record as a player may take it away.
    fn export(&self) -> String;
    /// The files of the scenario, if it is the user's own.
    fn own_files(&self) -> Option<OwnFiles>;
    /// Whether anything is unsaved since this was last asked.
    fn take_unsaved(&self) -> bool;
    /// Whether anything is unsaved.
    fn is_unsaved(&self) -> bool;
    /// Marks the game as unsaved again.
    fn set_unsaved(&self);
    /// One line about the game for lists.
    fn headline(&self) -> Value;
    /// Ends the thinking of the computer with what it has, and every stop until the person's own turn.
    fn hurry(&self);
    /// Lets a computer player go on that waits at a fight.
    fn go_on(&self);
    /// Stops the computer players, or lets them go on, at this pace.
    fn set_pace(&self, paused: bool, pace: u64);
    /// Ends the game's thread; nobody plays any more.
    fn close(&self);
    /// How long nobody has asked for anything, nor listens.
    fn idle(&self) -> Duration;
    /// Luck and skill so far; begins to judge when it is asked for the first time.
    fn review(&self) -> Value;
}

/// A game of one kind.
pub(super) struct Board<G: Theme> {
    session: Mutex<Session<G>>,
    status: watch::Sender<StatusEvent>,
    hurried: AtomicBool,
    closed: AtomicBool,
    unsaved: AtomicBool,
    pace: AtomicU64,
    audience: Arc<Mutex<Audience>>,
    /// Whether somebody has gone on from the fight at which a computer player waits.
    gone_on: AtomicBool,
    /// Whether nobody wants to see the rest of the turn.
    skipping: AtomicBool,
    /// Whether the computer players are stopped; the thread waits here.
    paused: Mutex<bool>,
    resumed: Condvar,
    advising: Mutex<()>,
    /// Ends the search of the adviser in progress.
    advice: Mutex<Arc<AtomicBool>>,
    asked: Mutex<Instant>,
    /// What the view told last of what happened; only whoever holds the session asks for it.
    told: Mutex<Told>,
    review: Arc<Review>,
    /// The rest of a phase that a person has left to the stand-in.
    rest: Mutex<Option<Rest>>,
    saver: std::sync::mpsc::Sender<()>,
    /// Whether the game is only read: nobody plays, and there is nothing to save.
    reading: bool,
}

impl<G: Theme> Board<G> {
    /// Puts a session on the table. `saver` is poked when there is something to save.
    pub(super) fn new(session: Session<G>, saver: std::sync::mpsc::Sender<()>) -> Arc<Self> {
        let board = Board::laid(session, saver, false);
        board.changed();
        let player = Arc::clone(&board);
        let spawned = std::thread::Builder::new().name("player".into()).spawn(move || player.play_on());
        if spawned.is_err() {
            board.closed.store(true, Ordering::Relaxed);
        }
        board
    }

    /// Lays a session open for reading: a record of other rules or data as far as it is accepted. Who wants to go on
    /// from there branches.
    pub(super) fn reading(session: Session<G>, saver: std::sync::mpsc::Sender<()>) -> Arc<Self> {
        Board::laid(session, saver, true)
    }

    fn laid(session: Session<G>, saver: std::sync::mpsc::Sender<()>, reading: bool) -> Arc<Self> {
        // Versions of another sitting must not be taken for those of this one.
        let version = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |since| since.as_millis() as u64);
        let status = StatusEvent { version, thinking: None, share: 0.0, paused: false, stopped: false, pace: PACE, advice: None };
        Arc::new(Board {
            session: Mutex::new(session),
            status: watch::Sender::new(status),
            hurried: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            unsaved: AtomicBool::new(false),
            pace: AtomicU64::new(PACE),
            audience: Arc::default(),
            gone_on: AtomicBool::new(false),
            skipping: AtomicBool::new(false),
            paused: Mutex::new(false),
            resumed: Condvar::new(),
            advising: Mutex::new(()),
            advice: Mutex::default(),
            asked: Mutex::new(Instant::now()),
            told: Mutex::default(),
            review: Arc::default(),
            rest: Mutex::default(),
            saver,
            reading,
        })
    }

    fn session(&self) -> MutexGuard<'_, Session<G>> {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the pages and the saver that something has happened.
    fn changed(&self) {
        self.unsaved.store(true, Ordering::Release);
        // The saver is gone only when the server is.
        let _ = self.saver.send(());
        self.stop_advice();
        self.status.send_modify(|status| status.version += 1);
        self.resumed.notify_all();
    }

    fn stop_advice(&self) {
        self.advice.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::Relaxed);
    }

    /// Searches for the answer to a question; nothing when it is stopped.
    fn advised(&self, question: &Question<G>, stop: &Arc<AtomicBool>) -> Option<Hint<G::Action>> {
        *self.advice.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(stop);
        let report = |progress: &Progress| {
            self.status.send_if_modified(|status| {
                let news = status.advice.is_none_or(|told| progress.share - told >= 0.05);
                if news {
                    status.advice = Some(progress.share);
                }
                news
            });
        };
        let hint = question.answer(SearchControl::NONE.cancelled_by(stop).reporting_to(&report));
        self.status.send_modify(|status| status.advice = None);
        (!stop.load(Ordering::Relaxed)).then_some(hint)
    }

    /// The computer's part, on a thread of its own until the board is closed.
    fn play_on(&self) {
        let mut seen = self.session.lock().unwrap_or_else(PoisonError::into_inner).log().len();
        while !self.closed.load(Ordering::Relaxed) {
            let is_due = !self.is_paused() && self.is_computer_to_act();
            // A fight may come of what the person decided in the computer's turn.
            if is_due {
                self.stop_at_fight(&mut seen);
            }
            let thought = if is_due && !self.is_paused() {
                self.session.lock().unwrap_or_else(PoisonError::into_inner).lend_opponent()
            } else {
                None
            };
            let Some(mut thought) = thought else {
                let guard = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
                // A change may have slipped in before this wait, hence the limit.
                drop(self.resumed.wait_timeout(guard, Duration::from_millis(100)));
                continue;
            };
            let side = thought.side().name();
            self.hurried.store(false, Ordering::Relaxed);
            let begun = Instant::now();
            let report = |progress: &Progress| {
                self.status.send_if_modified(|status| {
                    let news = status.thinking != Some(side) || (progress.share - status.share).abs() >= 0.05;
                    if news {
                        (status.thinking, status.share) = (Some(side), progress.share);
                    }
                    news
                });
            };
            let action = thought.think(SearchControl::NONE.cancelled_by(&self.hurried).reporting_to(&report));
            if self.closed.load(Ordering::Relaxed) {
                return;
            }
            let weight = {
                let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
                let first = session.log().len();
                session.take_back(thought, action);
                self.play_rest(&mut session);
                // Before anybody can see it, or a view could show what nobody thinks has to be saved.
                self.unsaved.store(true, Ordering::Release);
                let wants = self.audience.lock().unwrap_or_else(PoisonError::into_inner).wants();
                // Who waits for the player has stopped long enough, and who wants no stop looks at moves only.
                let most = if wants == Stops::Moment || !is_shared(&session) { u64::MAX } else { 1 };
                let weight = (first..session.log().len()).map(|at| weight(&session, at)).max().unwrap_or(0).min(most);
                if self.skipping.load(Ordering::Relaxed) { 0 } else { weight }
            };
            self.status.send_modify(|status| (status.thinking, status.share) = (None, 0.0));
            self.changed();
            self.wait_pace(begun, weight);
        }
    }

    /// Goes on with the rest of a phase that a person has left to the stand-in.
    fn play_rest(&self, session: &mut Session<G>) {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner).take_if(|rest| !rest.play(session));
    }

    fn is_computer_to_act(&self) -> bool {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(session.game().turn(), Turn::Player(side) if !session.is_human(side))
    }

    /// Waits at a fight that has been fought since `seen` in a computer player's turn, until somebody goes on, or nobody is
    /// there who wants to, or for [`LONGEST_WAIT`]. Games of two computers stop for a moment only.
    fn stop_at_fight(&self, seen: &mut usize) {
        let is_fight = {
            let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
            let end = session.log().len();
            // What came before a person's last decision has been seen by who made it.
            let decided = session
                .log()
                .iter()
                .rposition(|entry| !entry.standing && entry.side.is_some_and(|side| session.is_human(side)))
                .unwrap_or(0);
            let fights = (*seen).max(decided).min(end)..end;
            *seen = end;
            is_shared(&session) && fights.into_iter().any(|at| is_told_fight(&session, at))
        };
        let wants = || self.audience.lock().unwrap_or_else(PoisonError::into_inner).wants() == Stops::Wait;
        if !is_fight || !wants() || self.skipping.load(Ordering::Relaxed) {
            return;
        }
        self.gone_on.store(false, Ordering::Relaxed);
        self.status.send_modify(|status| status.stopped = true);
        let begun = Instant::now();
        let is_over = || {
            [&self.gone_on, &self.skipping, &self.closed].iter().any(|flag| flag.load(Ordering::Relaxed)) || begun.elapsed() > LONGEST_WAIT
        };
        while !is_over() && wants() {
            let guard = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.resumed.wait_timeout(guard, Duration::from_millis(50)));
        }
        self.status.send_modify(|status| status.stopped = false);
    }

    fn is_paused(&self) -> bool {
        *self.paused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a decision has taken as many times the pace as it weighs, or somebody is in a hurry.
    fn wait_pace(&self, begun: Instant, weight: u64) {
        loop {
            let pace = (self.pace.load(Ordering::Relaxed) * weight).min(LONGEST_STOP);
            let left = Duration::from_millis(pace).saturating_sub(begun.elapsed());
            if left.is_zero() || self.closed.load(Ordering::Relaxed) || self.hurried.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(left.min(Duration::from_millis(50)));
        }
    }

    /// What the page shows, with its version. Both are of one moment: the version goes on only after the session has, so whoever holds
    /// the session may get a version that is too low, and asks again, but never one that is too high.
    fn seen(&self, session: &mut Session<G>) -> Value {
        let mut view = view::of_session(session, self.reading, &mut self.told.lock().unwrap_or_else(PoisonError::into_inner));
        let status = self.status.borrow();
        view["version"] = json!(status.version);
        view["beat"] = json!(*status);
        view
    }

    /// The position after a number of actions and the session's viewer.
    fn position(&self, at: usize) -> Result<(G, Side), Refusal> {
        let (record, viewer, scenario) = {
            let session = self.session();
            (session.record(), session.viewer(), session.game().scenario())
        };
        let actions = record.actions.len();
        if at > actions {
            return Err(Refusal::Senseless(tr!("the game has {actions} actions so far", actions)));
        }
        let mut found = None;
        let mut index = 0;
        let last = replay::<G>(&record, scenario, |game, _| {
            if index == at {
                found = Some(game.clone());
            }
            index += 1;
        });
        match (found, last) {
            (Some(game), _) | (None, Ok(game)) => Ok((game, viewer)),
            (None, Err(error)) => Err(Refusal::Denied(error.to_string())),
        }
    }
}

impl<G: Theme> Play for Board<G> {
    fn page(&self, id: &str) -> String {
        pages::game::<G>(id, self.session().game().scenario()).into_string()
    }

    fn ground(&self) -> Value {
        let ground = G::ground(self.session().game().scenario());
        // Cells that follow from a rule are made by the page: there may be thousands of them.
        let cells: Vec<Value> = if ground.squares.is_some() { Vec::new() } else { ground.cells.iter().map(Cell::row).collect() };
        json!({ "cells": cells, "squares": ground.squares, "outline": ground.outline })
    }

    fn events(&self, stops: Stops) -> (watch::Receiver<StatusEvent>, Listening) {
        (self.status.subscribe(), Listening::among(&self.audience, stops))
    }

    fn view(&self) -> Value {
        self.seen(&mut self.session())
    }

    fn command(&self, version: u64, command: &BoardCommand) -> Result<Value, Refusal> {
        let mut session = self.session();
        if self.status.borrow().version != version {
            return Err(Refusal::Stale);
        }
        if self.reading {
            return Err(Refusal::Denied(translate(READING).into()));
        }
        if !is_opponents_turn(&session, session.game()) {
            self.skipping.store(false, Ordering::Relaxed);
        }
        // Who chooses for himself again leaves nothing to the stand-in.
        self.rest.lock().unwrap_or_else(PoisonError::into_inner).take_if(|rest| rest.is_to_choose(&session));
        match command {
            BoardCommand::Act(text) => {
                let mine = matches!(session.game().turn(), Turn::Player(side) if session.is_human(side));
                if !mine {
                    return Err(Refusal::Denied(tr!("it is not your turn to choose").into()));
                }
                let action = session.game().parse_action(text).map_err(|error| Refusal::Senseless(error.to_string()))?;
                let before = session.game().clone();
                let refused = |denial: G::Denial| {
                    Refusal::Denied(tr!("{denial} [rule {rule}]", denial = before.reason(action, &denial), rule = denial.rule()))
                };
                session.play(action).map_err(refused)?;
            }
            BoardCommand::Undo => {
                session.undo().map_err(|reason| Refusal::Denied(tr!("nothing can be taken back: {reason}", reason = translate(reason))))?
            }
            BoardCommand::Rest => {
                let rest = Rest::begun(&session).ok_or_else(|| Refusal::Denied(tr!("it is not your turn to choose").into()))?;
                *self.rest.lock().unwrap_or_else(PoisonError::into_inner) = Some(rest);
            }
            BoardCommand::Standing(StandingAnswer { key, answer, near }) => {
                let viewer = session.viewer();
                session.set_standing(viewer, key, answer, near.clone()).map_err(Refusal::Senseless)?;
            }
            BoardCommand::Redo => {
                if !session.redo() {
                    return Err(Refusal::Denied(tr!("nothing has been taken back").into()));
                }
            }
        }
        self.play_rest(&mut session);
        self.changed();
        Ok(self.seen(&mut session))
    }

    fn hint(&self, stop: &Arc<AtomicBool>) -> Result<Value, Refusal> {
        let Ok(_turn) = self.advising.try_lock() else {
            return Err(Refusal::Busy(tr!("the adviser is thinking already").into()));
        };
        let known = self.session().known_hint().is_some();
        if !known {
            let Some(question) = self.session().question().filter(|_| !self.reading) else {
                return Err(Refusal::Denied(tr!("there is nothing for you to choose now").into()));
            };
            if let Some(hint) = self.advised(&question, stop) {
                self.session().remember(&question, &hint);
            }
        }
        let session = self.session();
        let game = session.game();
        // The game may have gone on, and what is known then is about an earlier position.
        let Some(hint) = session.known_hint() else { return Ok(json!({ "stopped": true })) };
        let told = |action: G::Action, win: f32| {
            json!({
                "do": game.notation(action),
                "words": game.words(action, session.viewer()),
                "win": win,
                "spot": game.spots(&[action]).pop(),
            })
        };
        let mut answer = told(hint.action, hint.win);
        answer["why"] = json!(hint.why.here());
        answer["others"] = hint.others.iter().map(|&(action, win)| told(action, win)).collect();
        Ok(answer)
    }

    fn proposal(&self, stop: &Arc<AtomicBool>) -> Result<Value, Refusal> {
        let Ok(_turn) = self.advising.try_lock() else {
            return Err(Refusal::Busy(tr!("the adviser is thinking already").into()));
        };
        let Some(draft) = self.session().draft().filter(|_| !self.reading) else {
            return Err(Refusal::Denied(tr!("there is nothing for you to choose now").into()));
        };
        *self.advice.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(stop);
        let Some(proposal) = draft.answer(SearchControl::NONE.cancelled_by(stop)) else { return Ok(json!({ "stopped": true })) };
        let told = |line: &Line| {
            json!({
                "do": line.steps.iter().map(|step| &step.notation).collect::<Vec<_>>(),
                "words": line.words(),
                "spot": line.steps[line.told].spot,
                "why": line.why.here(),
            })
        };
        Ok(json!({ "lines": proposal.lines.iter().map(told).collect::<Vec<_>>(), "why": proposal.why.here() }))
    }

    fn why_not(&self, cell: &str) -> Value {
        let session = self.session();
        let game = session.game();
        let mine = !self.reading && matches!(game.turn(), Turn::Player(side) if session.is_human(side));
        if !mine {
            let who = match game.turn() {
                Turn::Over => tr!("the game is over"),
                _ if self.reading => translate(READING),
                _ => tr!("the computer is to choose"),
            };
            return json!({ "cell": cell, "reasons": [{ "do": tr!("nothing here now"), "reason": who }] });
        }
        let refused = |action: G::Action| {
            let denial = game.check(action).err()?;
            let (tried, wish, reason) = (game.notation(action), game.wish(action), game.reason(action, &denial));
            Some(json!({ "do": tried, "wish": wish, "reason": reason, "rule": denial.rule() }))
        };
        let reasons: Vec<Value> = game.attempts(cell).into_iter().filter_map(refused).collect();
        json!({ "cell": cell, "reasons": reasons })
    }

    fn odds(&self, cell: &str) -> Value {
        let session = self.session();
        json!({ "odds": session.game().fight_for(cell, session.viewer()) })
    }

    fn fewest(&self) -> Value {
        let game = {
            let session = self.session();
            let mine = !self.reading && matches!(session.game().turn(), Turn::Player(side) if session.is_human(side));
            mine.then(|| session.game().clone())
        };
        // Nobody waits for the session meanwhile.
        json!(game.as_ref().map(fewest).unwrap_or_default())
    }

    fn hex_card(&self, cell: &str) -> Value {
        json!({ "cell": cell, "card": self.session().game().hex_card(cell) })
    }

    fn tables(&self) -> String {
        let session = self.session();
        pages::tables::<G>(&session.game().tables(), &G::ground(session.game().scenario()).legend).into_string()
    }

    fn overlay(&self, key: &str, side: Side, at: Option<usize>) -> Result<Value, Refusal> {
        let overlay = match at {
            None => {
                let session = self.session();
                session.game().overlay(key, side, session.viewer())
            }
            Some(at) => {
                let (game, viewer) = self.position(at)?;
                game.overlay(key, side, viewer)
            }
        };
        overlay.map(|overlay| json!(overlay)).ok_or_else(|| Refusal::Senseless(tr!("there is no such overlay").into()))
    }

    fn measure(&self, from: &str, to: &str) -> Value {
        let session = self.session();
        json!({ "from": from, "to": to, "measured": session.game().measure(from, to, session.viewer()) })
    }

    fn counter(&self, counter: &str) -> Result<Value, Refusal> {
        let session = self.session();
        match session.game().counter_overlay(counter, session.viewer()) {
            Some((words, overlay)) => Ok(json!({ "words": words, "overlay": overlay })),
            None => Err(Refusal::Senseless(tr!("no such counter is on the map").into())),
        }
    }

    fn log(&self) -> Value {
        json!({ "from": 0, "entries": view::told(self.session().log()) })
    }

    fn at(&self, at: usize) -> Result<Value, Refusal> {
        let (game, viewer) = self.position(at)?;
        let mut view = view::position(&game, viewer);
        let session = self.session();
        view["at"] = json!(at);
        view["actions"] = json!(session.log().len());
        view["prompt"] = json!(game.prompt());
        let last = at.min(session.log().len());
        view["entry"] = json!(view::told(&session.log()[last.saturating_sub(1)..last]));
        Ok(view)
    }

    fn branch(&self, at: usize, seed: u64) -> Result<Record, Refusal> {
        let (game, _) = self.position(at)?;
        let session = self.session();
        let mut record = session.record();
        record.actions.truncate(at);
        record.result = None;
        // What is only read goes on from its last accepted action with its own dice.
        let goes_on = self.reading && session.origin().is_some_and(|origin| origin.accepted() == at);
        record.seed = if goes_on { record.seed } else { seed };
        record.seal(&game);
        Ok(record)
    }

    fn record(&self) -> Record {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).record()
    }

    fn export(&self) -> String {
        let session = self.session();
        session.export_origin().filter(|_| self.reading).unwrap_or_else(|| session.export())
    }

    fn own_files(&self) -> Option<OwnFiles> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).own_files().cloned()
    }

    fn take_unsaved(&self) -> bool {
        self.unsaved.swap(false, Ordering::AcqRel)
    }

    fn is_unsaved(&self) -> bool {
        self.unsaved.load(Ordering::Acquire)
    }

    fn set_unsaved(&self) {
        self.unsaved.store(true, Ordering::Release);
    }

    fn headline(&self) -> Value {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        json!({
            "title": translate(G::TITLE),
            "players": session.players(),
            "turn": session.game().turn_number(),
            "actions": session.log().len(),
            "result": session.outcome().map(|outcome| outcome.level),
        })
    }

    fn hurry(&self) {
        self.hurried.store(true, Ordering::Relaxed);
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody would end the skipping of a game that is only watched.
        self.skipping.store(is_shared(&session) && is_opponents_turn(&session, session.game()), Ordering::Relaxed);
        self.resumed.notify_all();
    }

    fn go_on(&self) {
        self.gone_on.store(true, Ordering::Relaxed);
        self.resumed.notify_all();
    }

    fn set_pace(&self, paused: bool, pace: u64) {
        let pace = pace.min(SLOWEST);
        self.pace.store(pace, Ordering::Relaxed);
        *self.paused.lock().unwrap_or_else(PoisonError::into_inner) = paused;
        self.status.send_modify(|status| (status.paused, status.pace) = (paused, pace));
        self.resumed.notify_all();
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.hurried.store(true, Ordering::Relaxed);
        self.stop_advice();
        self.review.close();
        self.resumed.notify_all();
    }

    fn idle(&self) -> Duration {
        if self.status.receiver_count() > 0 {
            return Duration::ZERO;
        }
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    fn review(&self) -> Value {
        let (record, scenario, viewer, was_over) = {
            let session = self.session();
            let was_over = self.reading && session.origin().is_some_and(Origin::was_over);
            (session.record(), session.game().scenario(), session.viewer(), was_over)
        };
        if record.result.is_none() && !was_over {
            return json!({ "state": "open", "words": tr!("The review tells what was hidden; it can be had when the game is over.") });
        }
        Arc::clone(&self.review).told::<G>(record, scenario, viewer)
    }
}

/// Whether a person and a computer play.
fn is_shared<G: Theme>(session: &Session<G>) -> bool {
    Side::ALL.into_iter().filter(|&side| session.is_human(side)).count() == 1
}

/// Whether a position lies in a phase that is not a person's own.
fn is_opponents_turn<G: Theme>(session: &Session<G>, game: &G) -> bool {
    if game.turn() == Turn::Over || game.game_turn() == 0 {
        return false;
    }
    let (phases, at) = game.phases();
    match phases[at].side {
        Some(side) => !session.is_human(side),
        None => matches!(game.turn(), Turn::Player(side) if !session.is_human(side)),
    }
}

/// Whether an entry of the log is the die of a fight in a computer player's turn.
fn is_told_fight<G: Theme>(session: &Session<G>, at: usize) -> bool {
    let Some((before, action, _)) = session.position_at(at) else { return false };
    before.turn() == Turn::Chance && is_opponents_turn(session, before) && before.decided_by(action, session.viewer()).is_some()
}
