//! A game in progress between people and the computer, apart from the face that shows it: seats, log,
//! undo, hints, saving.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use stavka_agents::{Agent, AgentKind, AgentSpec, Allotment, Analyst as _, Candidate, SearchControl, SpecError};
use stavka_engine::record::{HIDDEN, Match, Record, RecordError, player_stream, replay};
use stavka_engine::{Denial as _, Dice, Outcome, Side, Turn, View};
use stavka_words::{Told, tr};

use self::proposal::{Draft, Proposal};
use crate::analysis::why;
use crate::origin::Origin;
use crate::render::{Standing, Tabletop};
use crate::saves::{self, Held, IfExists, SaveError};
use crate::scenarios::{Found, OwnFiles};
use crate::seal;

/// Name of a person in records.
pub(crate) const HUMAN: &str = "human";
/// Who plays a choice in place of a person who does not want to think.
const STAND_IN: AgentSpec = AgentSpec::of(AgentKind::Greedy);
/// Who gives hints, with its memory in MiB and its simulations for one.
const ADVISER: AgentSpec = AgentSpec::of(AgentKind::Mcts).with_memory(64);
const ADVISER_SIMULATIONS: u32 = 6000;
/// Other choices that a hint tells of: at most so many, and only those that got this part of the attention of the
/// one that got most; what is known of the rest is little more than a guess.
const OTHERS: usize = 60;
const ATTENTION: u64 = 10;

/// Actions whose positions are kept: more than a side takes in a turn.
const RECENT: usize = 600;

/// Who sits on a side.
enum Seat<G> {
    Human,
    /// Empty while the player thinks elsewhere.
    Computer(Option<Box<dyn Agent<G>>>),
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// In which turn, from 1; 0 before the first.
    pub(crate) turn: u16,
    /// Who acted; nobody when a die fell.
    pub(crate) side: Option<Side>,
    /// In whose phase; nobody's if both sides or neither decide in it.
    pub(crate) phase: Option<Side>,
    /// What happened, in words that the viewer may read.
    pub(crate) words: Told,
    /// A standing answer chose it, not a person.
    pub(crate) standing: bool,
}

/// Why nothing can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Settled {
    /// Nothing has been decided yet.
    Nothing,
    /// A die has fallen.
    Die,
    /// The other player, or a new one, has the word.
    Other,
}

impl Settled {
    const fn reason(self) -> &'static str {
        match self {
            Settled::Nothing => "you have not decided anything yet",
            Settled::Die => "a die has been rolled since",
            Settled::Other => "the other player has acted since",
        }
    }
}

/// A computer player's choice in the making, apart from the session, so that nobody waits for it.
pub(crate) struct Thought<G: Tabletop> {
    side: Side,
    agent: Box<dyn Agent<G>>,
    game: G,
    legal: Vec<G::Action>,
}

impl<G: Tabletop> Thought<G> {
    /// Who thinks.
    pub(crate) fn side(&self) -> Side {
        self.side
    }

    /// Chooses. Takes as long as the player may think.
    pub(crate) fn think(&mut self, control: SearchControl<'_>) -> G::Action {
        self.agent.choose(View::new(&self.game, self.side), &self.legal, control)
    }
}

/// A question to the adviser, apart from the session.
pub(crate) struct Question<G: Tabletop> {
    side: Side,
    game: G,
    legal: Vec<G::Action>,
    seed: u64,
}

impl<G: Tabletop> Question<G> {
    /// Searches for an answer.
    pub(crate) fn answer(&self, control: SearchControl<'_>) -> Hint<G::Action> {
        let (game, side) = (&self.game, self.side);
        let mut adviser = ADVISER.mcts::<G>(self.seed);
        adviser.new_game(self.seed);
        let limit = Allotment::of_iterations(ADVISER_SIMULATIONS);
        let found = adviser.analyse(View::new(game, side), &self.legal, limit, control);
        let best = &found.candidates[0];
        let most = found.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        let seen = |candidate: &&Candidate<G::Action>| candidate.visits > 0 && candidate.visits * ATTENTION >= most;
        let others = found.candidates[1..].iter().filter(seen).take(OTHERS);
        Hint {
            action: best.action,
            win: best.win,
            why: Told::by(|| why(game, side, &best.line, game.view_hash(side))),
            others: others.map(|candidate| (candidate.action, candidate.win)).collect(),
        }
    }
}

/// What the adviser would do.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Hint<A> {
    /// The choice.
    pub(crate) action: A,
    /// Chance of winning after it, 0 to 1.
    pub(crate) win: f32,
    /// One sentence: what it changes.
    pub(crate) why: Told,
    /// Other choices that were looked at closely, the best first, with the chance of winning after them.
    pub(crate) others: Vec<(A, f32)>,
}

/// A game in progress.
pub(crate) struct Session<G: Tabletop> {
    table: Match<G>,
    seats: [Seat<G>; 2],
    stand_in: Box<dyn Agent<G>>,
    /// Seed of the players of this sitting.
    player_seed: u64,
    /// Standing answers of the persons at the table, by side and by question.
    standing: [Vec<(&'static str, Standing)>; 2],
    /// The last hint and the position it was given in, so that asking twice gives the same answer.
    hint: Option<(u64, Hint<G::Action>)>,
    legal: Vec<G::Action>,
    log: Vec<Entry>,
    /// The last actions of the log with the positions before them.
    recent: VecDeque<(G, G::Action)>,
    settled: Settled,
    /// Choices taken back, the last on top.
    undone: Vec<G::Action>,
    /// Files of the scenario, if it is the user's own; they are kept beside the save.
    own: Option<OwnFiles>,
    /// The record of other rules or data that the game goes on from.
    origin: Option<Origin>,
    /// The file that this game is saved to.
    file: PathBuf,
    /// Whether that file is this game's own and may be replaced.
    own_file: bool,
    /// That file, so that nobody else goes on with the game meanwhile.
    held: Option<Held>,
    changed: bool,
}

/// What a new game needs.
pub(crate) struct Setup<'a> {
    /// Seed of the dice and the opponent.
    pub(crate) seed: u64,
    /// Name of the player of each side; [`HUMAN`] is a person.
    pub(crate) players: [&'a str; 2],
    /// File to save to; a free name in the folder of games if there is none.
    pub(crate) file: Option<&'a Path>,
}

impl<G: Tabletop> Session<G> {
    /// Begins a game.
    ///
    /// # Errors
    /// There is no opponent of a name.
    pub(crate) fn begin(found: Found<G>, setup: &Setup<'_>) -> Result<Self, SpecError> {
        let table = Match::new(found.scenario, setup.seed, setup.players);
        let mut session = Session::over(table, setup.players, setup.file)?;
        session.own = found.own;
        session.write_log_anew();
        Ok(session)
    }

    /// Takes up a recorded game, which came from `file` and is saved there; without one it is saved like a new
    /// game. `players` may differ from those of the record. A record of other rules or data holds more than the game
    /// that goes on from it ([`Session::origin`]): its file is left alone, and the game is saved like a new one.
    ///
    /// # Errors
    /// The record is damaged or not one of this scenario, or there is no opponent of a name.
    pub(crate) fn resume(record: &Record, found: Found<G>, players: [&str; 2], file: Option<&Path>) -> anyhow::Result<Self> {
        let (table, foreign) = Match::resume(record, found.scenario)?;
        let file = file.filter(|_| foreign.is_none());
        let mut session = Session::over(table, players, file)?;
        session.own = found.own;
        session.origin = foreign.map(|foreign| Origin::new(record.clone(), foreign));
        session.write_log_anew();
        session.own_file = file.is_some();
        session.changed = file.is_none();
        Ok(session)
    }

    fn over(table: Match<G>, players: [&str; 2], file: Option<&Path>) -> Result<Self, SpecError> {
        let seed = table.seed();
        // A resumed opponent must not repeat the draws it began the game with.
        let game_seed = seed.wrapping_add(table.lines().len() as u64);
        let seat = |side: Side| match players[side.index()] {
            HUMAN => Ok(Seat::Human),
            name => Ok(Seat::Computer(Some(seated(&name.parse()?, game_seed, side)?))),
        };
        let seats = [seat(Side::Axis)?, seat(Side::Soviet)?];
        let stem = format!("{}-{}-{seed}", G::GAME, saves::file_word(table.record().scenario.as_str()));
        let file = file.map_or_else(|| saves::free_name(&saves::folder(), &stem), Path::to_owned);
        Ok(Session {
            table,
            seats,
            stand_in: seated(&STAND_IN, game_seed, Side::Axis)?,
            player_seed: game_seed,
            standing: Default::default(),
            hint: None,
            legal: Vec::new(),
            log: Vec::new(),
            recent: VecDeque::new(),
            settled: Settled::Nothing,
            undone: Vec::new(),
            own: None,
            origin: None,
            file,
            own_file: false,
            held: None,
            changed: true,
        })
    }

    /// Keeps the file of the game, so that nobody else goes on with it.
    pub(crate) fn hold(&mut self, held: Option<Held>) {
        self.held = held;
    }

    /// Hands the file over to whoever saves the game.
    pub(crate) fn take_held(&mut self) -> Option<Held> {
        self.held.take()
    }

    /// The position.
    pub(crate) fn game(&self) -> &G {
        self.table.game()
    }

    /// Seed of the game.
    pub(crate) fn seed(&self) -> u64 {
        self.table.seed()
    }

    /// Names of the players: [`HUMAN`] or a computer player.
    pub(crate) fn players(&self) -> &[String; 2] {
        self.table.players()
    }

    /// The record so far.
    pub(crate) fn record(&self) -> Record {
        self.table.record()
    }

    /// The side whose view a person gets: the one that acts if a person plays it, else the other. Who looks
    /// on while two computers play looks over the shoulder of the Soviets.
    pub(crate) fn viewer(&self) -> Side {
        match self.table.to_act() {
            _ if Side::ALL.into_iter().all(|side| !self.is_human(side)) => Side::Soviet,
            Some(side) if self.is_human(side) => side,
            Some(side) => side.opponent(),
            None if self.is_human(Side::Axis) => Side::Axis,
            None => Side::Soviet,
        }
    }

    /// Whether a person plays a side.
    pub(crate) fn is_human(&self, side: Side) -> bool {
        matches!(self.seats[side.index()], Seat::Human)
    }

    /// The result of a finished game.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    /// The choices of the side to act, in a fixed order; last those that it has passed over.
    pub(crate) fn choices(&mut self) -> &[G::Action] {
        if matches!(self.table.game().turn(), Turn::Player(_)) {
            self.table.game().legal_actions(&mut self.legal);
        } else {
            self.legal.clear();
        }
        let passed_over = self.passed_over();
        self.legal.extend(passed_over.into_iter().map(|(action, _)| action));
        &self.legal
    }

    /// Choices that are listed no more because later ones of their set have been made, and can be made all the same: the
    /// later ones are taken back, and made again after it. Each with the number of those.
    fn passed_over(&self) -> Vec<(G::Action, usize)> {
        let (mut listed, mut legal) = (Vec::new(), Vec::new());
        let mut found: Vec<(G::Action, usize)> = Vec::new();
        let mut later = VecDeque::new();
        for (before, made) in self.recent.iter().rev().take(self.undoable()) {
            if !G::may_come_before(*made, *made) {
                break;
            }
            if later.is_empty() {
                self.game().legal_actions(&mut listed);
            }
            later.push_front(*made);
            before.legal_actions(&mut legal);
            let is_new = |action: &G::Action| {
                std::mem::discriminant(action) == std::mem::discriminant(made)
                    && !later.contains(action)
                    && !listed.contains(action)
                    && found.iter().all(|(known, _)| known != action)
                    && later.iter().all(|&later| G::may_come_before(*action, later))
            };
            let stays_so = |action: &G::Action| {
                let mut then = before.clone();
                then.apply(*action);
                later.iter().all(|&later| then.turn() == before.turn() && then.check(later).map(|()| then.apply(later)).is_ok())
            };
            let more: Vec<G::Action> = legal.iter().copied().filter(|action| is_new(action) && stays_so(action)).collect();
            found.extend(more.into_iter().map(|action| (action, later.len())));
        }
        found
    }

    /// Makes a choice that was passed over. Gives the first of the entries of the log that are new.
    fn make_up_for(&mut self, action: G::Action) -> Option<usize> {
        let (_, count) = self.passed_over().into_iter().find(|(known, _)| *known == action)?;
        let later: Vec<G::Action> = self.recent.iter().skip(self.recent.len() - count).map(|&(_, made)| made).collect();
        for _ in 0..count {
            self.undo().expect("so many can be taken back");
        }
        let first = self.log.len();
        for action in std::iter::once(action).chain(later) {
            self.carry_out(action).expect("it was tried");
        }
        Some(first)
    }

    /// Everything that has happened, in words.
    pub(crate) fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Plays a choice of the side to act. Gives what happened: the action, then dice.
    ///
    /// # Errors
    /// Why the action is not allowed; nothing has changed then.
    pub(crate) fn play(&mut self, action: G::Action) -> Result<&[Entry], G::Denial> {
        let first = match self.carry_out(action) {
            Ok(first) => first,
            Err(denial) => self.make_up_for(action).ok_or(denial)?,
        };
        self.undone.clear();
        self.answer_standing();
        Ok(&self.log[first..])
    }

    /// The standing answers of a person, by question.
    pub(crate) fn standing(&self, side: Side) -> &[(&'static str, Standing)] {
        &self.standing[side.index()]
    }

    /// Takes a person's standing answer to a question, which holds until he gives another one. Gives what follows from it at once.
    ///
    /// # Errors
    ///
    /// Says what there is not: the question, the answer or a cell.
    pub(crate) fn set_standing(&mut self, side: Side, key: &str, answer: &str, cells: Vec<String>) -> Result<&[Entry], String> {
        let unknown = || String::from(tr!("there is no such standing answer"));
        let row = G::STANDING.iter().find(|row| row.key == key).ok_or_else(unknown)?;
        let (answer, _) = *row.answers.iter().find(|(known, _)| *known == answer).ok_or_else(unknown)?;
        if let Some(hex) = self.game().unknown_cell(&cells) {
            return Err(tr!("there is no hex {hex} on this map", hex));
        }
        let standing = Standing { answer, cells };
        let kept = &mut self.standing[side.index()];
        kept.retain(|(known, _)| *known != row.key);
        if answer != row.answers[0].0 {
            kept.push((row.key, standing));
        }
        let first = self.log.len();
        self.answer_standing();
        Ok(&self.log[first..])
    }

    /// Answers what a person has answered once and for all, until somebody has to be asked.
    fn answer_standing(&mut self) {
        while let Some(action) = self.standing_choice() {
            let answered = self.carry_out(action);
            debug_assert!(answered.is_ok(), "a standing answer is one of the choices");
            let Ok(first) = answered else { return };
            self.log[first].standing = true;
            self.undone.clear();
        }
    }

    fn standing_choice(&self) -> Option<G::Action> {
        let side = self.table.to_act().filter(|&side| self.is_human(side))?;
        G::STANDING.iter().find_map(|row| {
            let usual = Standing { answer: row.answers[0].0, cells: Vec::new() };
            let given = self.standing(side).iter().find(|(key, _)| *key == row.key);
            self.game().standing_choice(row.key, given.map_or(&usual, |(_, standing)| standing))
        })
    }

    /// Plays a choice and tells what happened. Gives the first of the new entries of the log.
    fn carry_out(&mut self, action: G::Action) -> Result<usize, G::Denial> {
        let before = self.table.game().clone();
        let first = self.log.len();
        let lines = self.table.play(action)?.to_vec();
        self.changed = true;
        self.narrate(before, &lines);
        self.settled = match (self.table.undoable(), lines.len()) {
            (0, 1) => Settled::Other,
            (0, _) => Settled::Die,
            _ => self.settled,
        };
        Ok(first)
    }

    /// Lets the computer make one decision if it is to act. Gives what happened.
    pub(crate) fn opponent_plays(&mut self) -> Option<&[Entry]> {
        let mut thought = self.lend_opponent()?;
        let action = thought.think(SearchControl::NONE);
        Some(self.take_back(thought, action))
    }

    /// Lends the computer player out that is to act, if there is one and it is not thinking already.
    pub(crate) fn lend_opponent(&mut self) -> Option<Thought<G>> {
        let side = self.table.to_act()?;
        let Seat::Computer(seat) = &mut self.seats[side.index()] else { return None };
        let agent = seat.take()?;
        let game = self.table.game().clone();
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        Some(Thought { side, agent, game, legal })
    }

    /// Takes the computer player back and plays what it chose. Gives what happened.
    pub(crate) fn take_back(&mut self, thought: Thought<G>, action: G::Action) -> &[Entry] {
        self.seats[thought.side.index()] = Seat::Computer(Some(thought.agent));
        self.play(action).expect("opponents choose legal actions, and nobody else acts meanwhile")
    }

    /// Takes the last choice back.
    ///
    /// # Errors
    /// Says why it is final.
    pub(crate) fn undo(&mut self) -> Result<(), &'static str> {
        if self.undoable() == 0 {
            return Err(self.why_settled());
        }
        let last = self.table.lines().last().cloned();
        self.table.undo();
        let last = last.and_then(|line| self.table.game().parse_action(&line).ok());
        self.undone.extend(last);
        while self.log.len() > self.table.lines().len() {
            self.log.pop();
            self.recent.pop_back();
        }
        self.changed = true;
        Ok(())
    }

    /// Number of choices that can be taken back now. A computer player that is to choose may be thinking about the
    /// position as it is.
    pub(crate) fn undoable(&self) -> usize {
        if self.is_computer_to_act() { 0 } else { self.table.undoable() }
    }

    fn is_computer_to_act(&self) -> bool {
        self.table.to_act().is_some_and(|side| !self.is_human(side))
    }

    /// Why nothing can be taken back, when nothing can.
    pub(crate) fn why_settled(&self) -> &'static str {
        if self.is_computer_to_act() { "the computer is to choose" } else { self.settled.reason() }
    }

    /// Number of choices taken back that can be made again.
    pub(crate) fn redoable(&self) -> usize {
        self.undone.len()
    }

    /// Makes the choice that was taken back last again. Whether there was one.
    pub(crate) fn redo(&mut self) -> bool {
        if self.is_computer_to_act() {
            return false;
        }
        let Some(action) = self.undone.pop() else { return false };
        self.carry_out(action).expect("what was taken back was allowed in this very position");
        true
    }

    /// Whether a choice of the side to act cannot be taken back, because a die follows or the word passes on.
    pub(crate) fn is_final(&self, action: G::Action) -> bool {
        let mut after = self.game().clone();
        if after.try_apply(action).is_err() {
            // What later choices have passed over is made before them.
            let Some((_, count)) = self.passed_over().into_iter().find(|(known, _)| *known == action) else { return false };
            let later = self.recent.len() - count;
            after = self.recent[later].0.clone();
            after.apply(action);
            self.recent.iter().skip(later).for_each(|&(_, made)| after.apply(made));
        }
        after.turn() != self.game().turn()
    }

    /// What the stand-in would do in place of the person to act.
    pub(crate) fn quick_choice(&mut self) -> Option<G::Action> {
        let side = self.table.to_act()?;
        let game = self.table.game();
        game.legal_actions(&mut self.legal);
        Some(self.stand_in.choose(View::new(game, side), &self.legal, SearchControl::NONE))
    }

    /// What the adviser would do in place of the person to act.
    pub(crate) fn hint(&mut self) -> Option<Hint<G::Action>> {
        if let Some(known) = self.known_hint() {
            return Some(known);
        }
        let question = self.question()?;
        let hint = question.answer(SearchControl::NONE);
        self.remember(&question, &hint);
        Some(hint)
    }

    /// The hint that was given in this position, if one was.
    pub(crate) fn known_hint(&self) -> Option<Hint<G::Action>> {
        self.hint.as_ref().filter(|(asked, _)| *asked == self.game().state_hash()).map(|(_, hint)| hint.clone())
    }

    /// The question that a person to act would ask the adviser.
    pub(crate) fn question(&self) -> Option<Question<G>> {
        let side = self.table.to_act().filter(|&side| self.is_human(side))?;
        let game = self.game().clone();
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        Some(Question { side, game, legal, seed: self.player_seed })
    }

    /// The position that the staff would be asked to go on from for a person. The same position gives the same proposal.
    pub(crate) fn draft(&self) -> Option<Draft<G>> {
        let side = self.table.to_act().filter(|&side| self.is_human(side))?;
        Some(Draft { side, game: self.game().clone(), seed: self.game().view_hash(side) })
    }

    /// Makes the choices of the first lines of a proposal, as long as they are allowed and can be taken back. Gives how many it made.
    pub(crate) fn take(&mut self, proposal: &Proposal, lines: usize) -> usize {
        let mut made = 0;
        for step in proposal.lines.iter().take(lines).flat_map(|line| &line.steps) {
            let action = self.game().parse_action(&step.notation).ok();
            let Some(action) = action.filter(|&action| self.game().check(action).is_ok() && !self.is_final(action)) else { break };
            self.play(action).expect("it is allowed");
            made += 1;
        }
        made
    }

    /// Keeps a hint, so that asking again gives the same answer.
    pub(crate) fn remember(&mut self, question: &Question<G>, hint: &Hint<G::Action>) {
        self.hint = Some((question.game.state_hash(), hint.clone()));
    }

    /// Whether there is anything that one of the sides may not know.
    pub(crate) fn has_secrets(&self) -> bool {
        Side::ALL.into_iter().any(|side| self.is_secret_from(side))
    }

    /// Whether the record tells anything that a side may not know: an action that was hidden from it, or where counters lie that it
    /// cannot tell apart by now.
    pub(crate) fn is_secret_from(&self, side: Side) -> bool {
        self.outcome().is_none() && (!self.game().sees_all(side) || self.table.lines_for(side, 0).any(|line| line == HIDDEN))
    }

    /// Whether an action in notation is allowed, and if not, why and by which rule.
    pub(crate) fn why(&self, text: &str) -> String {
        match self.game().parse_action(text) {
            Err(error) => error.to_string(),
            Ok(action) => match self.game().check(action) {
                Err(denial) if self.passed_over().iter().all(|(known, _)| *known != action) => {
                    let (reason, rule) = (self.game().reason(action, &denial), denial.rule());
                    tr!("{text}: not allowed: {denial} [rule {rule}]", text, denial = reason, rule)
                }
                _ => tr!("{text}: allowed now", text),
            },
        }
    }

    /// Whether anything has happened since the game was last saved.
    pub(crate) fn is_changed(&self) -> bool {
        self.changed
    }

    /// The files of the scenario, if it is the user's own.
    pub(crate) fn own_files(&self) -> Option<&OwnFiles> {
        self.own.as_ref()
    }

    /// The record of other rules or data that the game goes on from, if it does.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// The record as a player may take it away: sealed, while it holds what somebody at the table may not see.
    pub(crate) fn export(&self) -> String {
        let text = self.record().to_text();
        if self.is_kept_from_somebody() { seal::sealed(&text) } else { text }
    }

    /// The record that the game goes on from as a player may take it away.
    pub(crate) fn export_origin(&self) -> Option<String> {
        let origin = self.origin.as_ref()?;
        let text = origin.record().to_text();
        let open = origin.was_over() || (self.readable_rest().is_some() && !self.is_kept_from_somebody());
        Some(if open { text } else { seal::sealed(&text) })
    }

    /// What is recorded after the actions that are accepted, if the people at the table may read it. Of actions that
    /// the present rules refuse nobody can tell which were secret, so that those of a game that was not over are read
    /// by nobody who plays in it.
    pub(crate) fn readable_rest(&self) -> Option<&[String]> {
        let origin = self.origin.as_ref()?;
        let nobody_plays = Side::ALL.into_iter().all(|side| !self.is_human(side));
        (origin.was_over() || nobody_plays || origin.rest().is_empty()).then(|| origin.rest())
    }

    fn is_kept_from_somebody(&self) -> bool {
        Side::ALL.into_iter().any(|side| self.is_human(side) && self.is_secret_from(side))
    }

    /// The file that the game is saved to.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Saves the record, to the game's file or to another one that becomes it.
    ///
    /// # Errors
    /// The file cannot be written, or it exists and holds something else.
    pub(crate) fn save(&mut self, to: Option<&Path>) -> Result<&Path, SaveError> {
        let path = to.unwrap_or(&self.file);
        let if_exists = if self.own_file && path == self.file { IfExists::Replace } else { IfExists::Refuse };
        let text = self.table.record().to_text();
        let written = match path.parent() {
            Some(parent) if parent == saves::folder() => fs::create_dir_all(parent),
            _ => Ok(()),
        };
        let held = written
            .and_then(|()| saves::write_held(path, &text, if_exists))
            .and_then(|held| self.own.as_ref().map_or(Ok(()), |own| own.keep_beside(path)).map(|()| held))
            .map_err(|source| SaveError { path: path.to_owned(), source })?;
        if !self.own_file || path != self.file {
            saves::clean_beside(path);
        }
        self.held = Some(held);
        self.file = path.to_owned();
        self.own_file = true;
        self.changed = false;
        Ok(&self.file)
    }

    /// Saves the record wherever it can be: the game's file, then a free name beside it, then one in the folder of
    /// games, then one in the system's directory for temporary files.
    ///
    /// # Errors
    /// The last failure.
    pub(crate) fn save_somewhere(&mut self) -> Result<&Path, SaveError> {
        let stem = self.file.file_stem().map_or_else(|| G::GAME.to_owned(), |stem| stem.to_string_lossy().into_owned());
        let beside = self.file.parent().map_or_else(PathBuf::new, Path::to_owned);
        let elsewhere = [beside, saves::folder(), std::env::temp_dir()].map(|directory| saves::free_name(&directory, &stem));
        let places: Vec<PathBuf> = std::iter::once(self.file.clone()).chain(elsewhere).collect();
        let mut failure = None;
        for place in &places {
            match self.save(Some(place)) {
                Ok(_) => return Ok(&self.file),
                Err(error) => failure = Some(error),
            }
        }
        Err(failure.expect("some places were tried"))
    }

    /// Adds recorded lines to the log, beginning in the position before the first.
    fn narrate(&mut self, mut game: G, lines: &[String]) {
        for line in lines {
            let action = game.parse_action(line).expect("the table records what it played");
            let mut after = game.clone();
            after.apply(action);
            self.log.push(entry(&game, action, &after, self.log_viewer(&game)));
            self.keep(game, action);
            game = after;
        }
    }

    fn write_log_anew(&mut self) {
        let record = self.table.record();
        let mut log = Vec::with_capacity(record.actions.len());
        let mut recent = VecDeque::new();
        let first = record.actions.len().saturating_sub(RECENT);
        let replayed = replay::<G>(&record, self.game().scenario(), |game, action| {
            if log.len() >= first {
                recent.push_back((game.clone(), action));
            }
            let mut after = game.clone();
            after.apply(action);
            log.push(entry(game, action, &after, self.log_viewer(game)));
        });
        debug_assert!(matches!(replayed, Ok(_) | Err(RecordError::Truncated { .. })), "the table's record is its own");
        (self.log, self.recent) = (log, recent);
    }

    fn keep(&mut self, game: G, action: G::Action) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((game, action));
    }

    /// The position before an action of the log, the action, and the position after it, if they are still kept.
    pub(crate) fn position_at(&self, at: usize) -> Option<(&G, G::Action, &G)> {
        let kept = at.checked_sub(self.log.len() - self.recent.len())?;
        let (before, action) = self.recent.get(kept)?;
        let after = self.recent.get(kept + 1).map_or(self.game(), |(after, _)| after);
        Some((before, *action, after))
    }

    /// The first entry of the log after the last decision of a person on a side, as far back as positions are kept. What
    /// is decided within a move in which a die has fallen answers nothing: the die stays until the move is over and the
    /// person goes on. If nobody sits there, the first after the last decision of the other side but for the turn in progress.
    pub(crate) fn unanswered(&self, viewer: Side) -> usize {
        let kept = self.log.len() - self.recent.len();
        let last_of = |side: Side, before: usize| {
            self.log[..before].iter().rposition(|entry| entry.side == Some(side) && !entry.standing).map_or(0, |at| at + 1)
        };
        let from = if self.is_human(viewer) {
            let decided = last_of(viewer, self.log.len());
            self.move_with_a_die(viewer, decided).unwrap_or(decided)
        } else {
            // Who watches sees the whole of what the side has done that acted last.
            let acted = self.log.iter().rev().find_map(|entry| entry.side).unwrap_or(viewer);
            last_of(acted.opponent(), self.log.len())
        };
        from.max(kept)
    }

    /// Where the story begins of the move that the last entry before `decided` belongs to, if a die fell in it before that
    /// decision of a side: after what the side had decided before the die, and not before the last position between moves.
    fn move_with_a_die(&self, viewer: Side, decided: usize) -> Option<usize> {
        let kept = self.log.len() - self.recent.len();
        let last = decided.checked_sub(kept + 1)?;
        let begun = (0..=last).rev().find(|&at| self.recent[at].0.is_quiet())?;
        let die = (begun..=last).find(|&at| self.recent[at].0.turn() == Turn::Chance)?;
        let answered = (begun..die).rev().find(|&at| self.recent[at].0.turn() == Turn::Player(viewer));
        Some(kept + answered.map_or(begun, |at| at + 1))
    }

    /// Whether an action of the log is kept secret from a side.
    pub(crate) fn is_hidden(&self, at: usize, viewer: Side) -> bool {
        self.outcome().is_none() && self.table.lines_for(viewer, at).next() == Some(HIDDEN)
    }

    /// Whose knowledge the log is written with: the person's, or with two persons that of the one who
    /// looks on.
    fn log_viewer(&self, game: &G) -> Side {
        match (self.is_human(Side::Axis), self.is_human(Side::Soviet), game.turn()) {
            (true, true, Turn::Player(side)) => side.opponent(),
            (true, _, _) => Side::Axis,
            _ => Side::Soviet,
        }
    }
}

/// A computer player that has taken its place.
fn seated<G: Tabletop>(agent: &AgentSpec, game_seed: u64, side: Side) -> Result<Box<dyn Agent<G>>, SpecError> {
    let mut player = agent.make(game_seed)?;
    player.new_game(Dice::stream(game_seed, player_stream(side)).bits());
    Ok(player)
}

/// One action in words without its odds, which lie behind a bar, and with what it led to without a choice.
fn entry<G: Tabletop>(game: &G, action: G::Action, after: &G, viewer: Side) -> Entry {
    let side = match game.turn() {
        Turn::Player(side) => Some(side),
        Turn::Chance | Turn::Over => None,
    };
    let words = Told::by(|| {
        let words = game.words(action, viewer);
        let told = words.split(" | ").take(1).map(str::to_owned).chain(game.aftermath(action, after));
        told.collect::<Vec<_>>().join("; ")
    });
    Entry { turn: game.game_turn(), side, phase: game.phase_owner(), words, standing: false }
}

pub(crate) mod proposal;
#[cfg(test)]
mod tests;
