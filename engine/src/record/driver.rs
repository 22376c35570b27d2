//! The driver of a recorded game: one path for play, save, resume and undo.

use super::replay::{Replayed, walk};
use super::{DICE_STREAM, Foreign, Record, RecordError, Recorded};
use crate::dice::Dice;
use crate::game::{Notation, Scenario as _, Side, Turn};

/// What a viewer reads in place of an action that is hidden from it.
pub const HIDDEN: &str = "?";

/// A game in progress with its dice and its record. Outside of [`Match::play`] a player is to act or
/// the game is over: dice never wait.
///
/// ```
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::east_front::EastFront;
/// use stavka_engine::record::Match;
/// use stavka_engine::Game as _;
///
/// let mut game = Match::<EastFront>::new(EastFront::load("tartar-trench")?, 3, ["alice", "bob"]);
/// let before = game.game().state_hash();
/// let mut legal = Vec::new();
/// game.game().legal_actions(&mut legal);
/// println!("{:?}", game.play(legal[0])?);
/// assert!(game.undo() && game.game().state_hash() == before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Match<G: Recorded> {
    game: G,
    dice: Dice,
    record: Record,
    /// Indices of actions that are hidden from a side, in ascending order.
    secrets: Vec<(usize, Side)>,
    /// Positions before the actions that can be taken back, oldest first.
    past: Vec<G>,
    legal: Vec<G::Action>,
}

impl<G: Recorded> Match<G> {
    /// Starts a game. `players` are the names of the Axis and the Soviet player.
    pub fn new(scenario: &'static G::Scenario, seed: u64, players: [&str; 2]) -> Self {
        let mut new = Match {
            game: G::new(scenario),
            dice: Dice::stream(seed, DICE_STREAM),
            record: Record::begin::<G>(scenario, seed, players),
            secrets: Vec::new(),
            past: Vec::new(),
            legal: Vec::new(),
        };
        new.roll_pending();
        new
    }

    /// Takes up a recorded game where it stopped, or after the last action that the present rules accept if it was made
    /// with other rules or data; then it is told how far that is and why, and the game goes on as one of the present
    /// rules. Its dice go on as if it had never stopped, also where dice of the record were entered by hand: then each
    /// of them stands for one roll.
    ///
    /// # Errors
    /// Those of [`super::accept`].
    pub fn resume(record: &Record, scenario: &'static G::Scenario) -> Result<(Self, Option<Foreign>), RecordError> {
        let mut dice = Dice::stream(record.seed, DICE_STREAM);
        let mut secrets = Vec::new();
        let (game, foreign) = walk(record, scenario, |step: &Replayed<'_, G>| {
            if step.game.turn() == Turn::Chance {
                step.game.draw(step.legal, &mut dice);
            }
            secrets.extend(hidden_from(step.game, step.action).map(|side| (step.index, side)));
            Ok(())
        })?;
        let mut record = record.clone();
        record.actions.truncate(foreign.as_ref().map_or(usize::MAX, |foreign| foreign.accepted));
        (record.data, record.rules) = (scenario.fingerprint(), Some(scenario.rules_version()));
        record.unseal();
        let mut resumed = Match { game, dice, record, secrets, past: Vec::new(), legal: Vec::new() };
        resumed.roll_pending();
        Ok((resumed, foreign))
    }

    /// The position.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Seed of the game.
    pub fn seed(&self) -> u64 {
        self.record.seed
    }

    /// Names of the Axis and the Soviet player.
    pub fn players(&self) -> &[String; 2] {
        &self.record.players
    }

    /// All actions so far in notation, dice included.
    pub fn lines(&self) -> &[String] {
        &self.record.actions
    }

    /// The actions from index `from` on as `viewer` may read them: those that are hidden from it are
    /// [`HIDDEN`].
    pub fn lines_for(&self, viewer: Side, from: usize) -> impl Iterator<Item = &str> {
        let lines = self.record.actions.iter().enumerate().skip(from);
        lines.map(move |(index, line)| if self.secrets.binary_search(&(index, viewer)).is_ok() { HIDDEN } else { line })
    }

    /// The record so far with its trailer, ready to be saved.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        record.seal(&self.game);
        record
    }

    /// Plays an action of the player to act and rolls the dice that it calls for. Gives the lines
    /// that this added to the record: the action, then the dice.
    ///
    /// # Errors
    /// The game's reason why the action is not allowed; nothing has changed then.
    pub fn play(&mut self, action: G::Action) -> Result<&[String], G::Denial> {
        self.game.check(action)?;
        let before = self.game.turn();
        let first = self.record.actions.len();
        self.past.push(self.game.clone());
        self.apply(action);
        let rolled = self.roll_pending();
        if rolled || self.game.turn() != before {
            self.past.clear();
        }
        Ok(&self.record.actions[first..])
    }

    /// Number of actions that can be taken back. It falls to zero when a die is rolled and when the
    /// other player or nobody is to act.
    pub fn undoable(&self) -> usize {
        self.past.len()
    }

    /// Takes the last action back, if one can be.
    pub fn undo(&mut self) -> bool {
        let Some(game) = self.past.pop() else { return false };
        self.game = game;
        self.record.pop();
        let left = self.record.actions.len();
        self.secrets.retain(|&(index, _)| index < left);
        true
    }

    /// Makes everything played so far final, for a driver that has just shown a player something
    /// new.
    pub fn forget_past(&mut self) {
        self.past.clear();
    }

    /// The side to act, `None` when the game is over.
    pub fn to_act(&self) -> Option<Side> {
        match self.game.turn() {
            Turn::Player(side) => Some(side),
            Turn::Chance | Turn::Over => None,
        }
    }

    fn apply(&mut self, action: G::Action) {
        let index = self.record.actions.len();
        self.secrets.extend(hidden_from(&self.game, action).map(|side| (index, side)));
        self.record.push(self.game.notation(action));
        self.game.apply(action);
    }

    /// Whether a die was rolled.
    fn roll_pending(&mut self) -> bool {
        let mut rolled = false;
        while self.game.turn() == Turn::Chance {
            self.game.legal_actions(&mut self.legal);
            let die = self.game.draw(&self.legal, &mut self.dice);
            self.apply(die);
            rolled = true;
        }
        rolled
    }
}

/// The sides that may not learn which action this is.
fn hidden_from<G: Notation>(game: &G, action: G::Action) -> impl Iterator<Item = Side> {
    Side::ALL.into_iter().filter(move |&side| game.is_hidden(action, side))
}
