//! The contract every game keeps, as separate capabilities.
//!
//! [`Game`] is the rules. [`Notation`] prints and parses actions, [`Determinize`] draws worlds that
//! a player cannot tell apart, and [`crate::observation::Observe`] encodes what a player sees.

use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use stavka_words::tr;

use crate::dice::Dice;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Side {
    /// The Axis player, seat 0.
    Axis = 0,
    /// The Soviet player, seat 1.
    Soviet = 1,
}

impl Side {
    /// Both sides in seat order.
    pub const ALL: [Side; 2] = [Side::Axis, Side::Soviet];

    /// Seat number: 0 Axis, 1 Soviet.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Axis => Side::Soviet,
            Side::Soviet => Side::Axis,
        }
    }

    /// Lower-case name used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Axis => "axis",
            Side::Soviet => "soviet",
        }
    }
}

/// For people, in the language at hand; records and notation use [`Side::name`].
impl Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Axis => tr!("Axis"),
            Side::Soviet => tr!("Soviet"),
        })
    }
}

/// What happens in a phase, for faces that offer and explain by it. Games name their phases themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseKind {
    /// Units move.
    Movement,
    /// Attacks are declared, to be resolved later.
    Declaration,
    /// Attacks are made.
    Combat,
    /// Anything else.
    Other,
}

/// Who must act now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A player decides.
    Player(Side),
    /// Dice decide: the legal actions carry the weights of [`Game::chance_weight`].
    Chance,
    /// The game has ended; [`Game::outcome`] is `Some`.
    Over,
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// Victory points by which the Axis (positive) or the Soviets (negative) stand on their side of
    /// the mark that divides victory from defeat, in the game's own points.
    pub margin: i16,
    /// Level of victory in the game's words.
    pub level: &'static str,
}

impl Outcome {
    /// +1 for a win, -1 for a loss, 0 for a draw, as `side` sees it.
    pub fn score(&self, side: Side) -> i8 {
        match self.winner {
            None => 0,
            Some(winner) if winner == side => 1,
            Some(_) => -1,
        }
    }

    /// Share of the point that is played for: 1 for a win, 0 for a loss, one half for a draw, as `side` sees it.
    pub fn share(&self, side: Side) -> f32 {
        0.5 + 0.5 * f32::from(self.score(side))
    }
}

/// Why an action is not allowed: a typed reason that names the rule.
///
/// ```
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::east_front::EastFront;
/// use stavka_engine::{Denial as _, Game as _, Notation as _};
///
/// let game = EastFront::new(EastFront::load("tartar-trench")?);
/// let early = game.parse_action("attack 3705").expect("a line of this game");
/// let denial = game.check(early).expect_err("attacks come later in the turn");
/// println!("{denial} [{}]", denial.rule());
/// # Ok::<(), stavka_engine::catalogue::CatalogueError>(())
/// ```
pub trait Denial: Error {
    /// Id of the rule that forbids the action, as the game's coverage table numbers it.
    fn rule(&self) -> &'static str;
}

/// Static data of one scenario, built and validated once and shared by every state.
pub trait Scenario: Send + Sync + 'static {
    /// Identifier used on the command line and in records.
    fn id(&self) -> &str;
    /// Fingerprint of the data and rules version, so that a record of other data is told from one of these.
    fn fingerprint(&self) -> u64;
    /// Version of the rules, 1 at first. A change that can alter the course of a recorded game raises it.
    fn rules_version(&self) -> u32 {
        1
    }
    /// Upper bound of the number of actions, dice included, in a game of this scenario.
    fn max_actions(&self) -> usize;
}

/// The rules: a game in progress as a value.
///
/// Contract: while [`Game::turn`] is not [`Turn::Over`], [`Game::legal_actions`] yields at least one
/// action; [`Game::apply`] with any of them leads to the same state on every machine. The state
/// holds no random generator: dice are actions of [`Turn::Chance`].
///
/// A whole game at random, dice by their weights:
///
/// ```
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::{Dice, Game as _, Turn};
///
/// let mut game = Armir::new(Armir::load("historical")?);
/// let (mut legal, mut dice) = (Vec::new(), Dice::new(1));
/// while game.turn() != Turn::Over {
///     game.legal_actions(&mut legal);
///     let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
///     game.apply(action);
/// }
/// assert!(game.outcome().is_some());
/// # Ok::<(), stavka_engine::catalogue::CatalogueError>(())
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// One atomic decision or die result, at most eight bytes.
    type Action: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// Static data.
    type Scenario: Scenario;
    /// Typed reasons.
    type Denial: Denial;

    /// Starts a game.
    fn new(scenario: &'static Self::Scenario) -> Self;
    /// The static data of this game.
    fn scenario(&self) -> &'static Self::Scenario;
    /// Who must act.
    fn turn(&self) -> Turn;
    /// Replaces the contents of `out` by every legal action, without duplicates and in a fixed
    /// order; empty only when the game is over.
    fn legal_actions(&self, out: &mut Vec<Self::Action>);
    /// Weight of a chance action as an exact positive integer; the probability is the weight over
    /// the sum of the weights of all legal actions, which fits a `u64`. A pool of dice whose weights do not
    /// fit is cut into the fewest consecutive nodes of the same law. Results are equally likely unless a game says otherwise.
    /// Meaningless for decisions.
    fn chance_weight(&self, _action: Self::Action) -> u64 {
        1
    }
    /// Carries out a legal action. Legality is the caller's duty (asserted in debug builds);
    /// [`Game::try_apply`] checks.
    fn apply(&mut self, action: Self::Action);
    /// The reason why an action that is not legal now is not allowed. Meaningless for legal ones.
    fn denial(&self, action: Self::Action) -> Self::Denial;
    /// Result of a finished game, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// Hash of everything that influences the rest of the game, equal for equal states on every
    /// machine.
    fn state_hash(&self) -> u64;

    /// Whether the position stands between whole moves: no move, combat or other compound of choices is
    /// half done. Evaluations are made in quiet positions; games without compounds are always quiet.
    fn is_quiet(&self) -> bool {
        true
    }

    /// Turn number of the game, from 1, for progress displays and budgets per player turn.
    fn game_turn(&self) -> u16;

    /// Whether the action is legal now.
    ///
    /// # Errors
    /// The reason and the rule that forbids it.
    fn check(&self, action: Self::Action) -> Result<(), Self::Denial> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if legal.contains(&action) { Ok(()) } else { Err(self.denial(action)) }
    }

    /// Checks and applies.
    ///
    /// # Errors
    /// The reason of [`Game::check`]; the state is then unchanged.
    fn try_apply(&mut self, action: Self::Action) -> Result<(), Self::Denial> {
        self.check(action)?;
        self.apply(action);
        Ok(())
    }

    /// Draws one of the chance actions in `legal` by weight.
    fn draw(&self, legal: &[Self::Action], dice: &mut Dice) -> Self::Action {
        let total: u64 = legal.iter().map(|&action| self.chance_weight(action)).sum();
        let mut ticket = dice.below_wide(total);
        for &action in legal {
            let weight = self.chance_weight(action);
            if ticket < weight {
                return action;
            }
            ticket -= weight;
        }
        unreachable!("the ticket is below the sum of the weights")
    }
}

/// Words for actions: one short line each, the same in records, on boards and on the command line.
///
/// ```
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::east_front::EastFront;
/// use stavka_engine::{Game as _, Notation as _};
///
/// let game = EastFront::new(EastFront::load("tartar-trench")?);
/// let mut legal = Vec::new();
/// game.legal_actions(&mut legal);
/// for action in legal {
///     assert_eq!(game.parse_action(&game.notation(action)), Ok(action));
/// }
/// let error = game.parse_action("march on Moscow").expect_err("no verb of this game");
/// assert!(error.to_string().starts_with("cannot read the action \"march on Moscow\""));
/// # Ok::<(), stavka_engine::catalogue::CatalogueError>(())
/// ```
pub trait Notation: Game {
    /// Writes the action as it would be recorded in this position. Distinct legal actions of one
    /// position have distinct texts.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write_action(&self, action: Self::Action, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads what [`Notation::write_action`] wrote. Legality is not checked.
    ///
    /// # Errors
    /// Says which word was not understood and what was expected.
    fn parse_action(&self, text: &str) -> Result<Self::Action, NotationError>;

    /// What the player to act is asked, in a short phrase for prompts.
    fn prompt(&self) -> String;

    /// Whether `viewer` may not learn which action this is, although it sees that somebody chose. The
    /// position is the one before it. Games in which every choice is open have nothing to say here.
    fn is_hidden(&self, _action: Self::Action, _viewer: Side) -> bool {
        false
    }

    /// The action as text.
    fn notation(&self, action: Self::Action) -> String {
        let mut text = String::new();
        self.write_action(action, &mut text).expect("writing to a String does not fail");
        text
    }
}

/// A line of notation that does not name an action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", tr!("cannot read the action {text}: {problem}", text = format_args!("{text:?}"), problem))]
pub struct NotationError {
    /// The line.
    pub text: String,
    /// What was wrong and what was expected.
    pub problem: String,
}

impl NotationError {
    /// An error about `text`.
    pub fn new(text: &str, problem: impl Into<String>) -> Self {
        NotationError { text: text.to_owned(), problem: problem.into() }
    }
}

/// Worlds that one player cannot tell apart.
///
/// ```
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::{Determinize as _, Dice, Game as _, Side};
///
/// let game = Armir::new(Armir::load("historical")?);
/// let world = game.determinize(Side::Axis, &mut Dice::new(7));
/// assert_eq!(world.view_hash(Side::Axis), game.view_hash(Side::Axis), "to the Axis both look the same");
/// # Ok::<(), stavka_engine::catalogue::CatalogueError>(())
/// ```
pub trait Determinize: Game {
    /// A full state drawn uniformly from all that agree with everything `viewer` knows. The result
    /// holds nothing that `viewer` does not know except what was drawn with `dice`.
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self;

    /// Hash of everything that `viewer` knows of the position: equal for all worlds it cannot tell apart,
    /// the key of an information set in a search. Where nothing is hidden from the viewer it may, but need
    /// not, be the [`Game::state_hash`].
    fn view_hash(&self, viewer: Side) -> u64;

    /// Whether nothing is hidden from `viewer` now, so that [`Determinize::determinize`] gives the state itself. The same
    /// for all worlds that it cannot tell apart.
    fn sees_all(&self, viewer: Side) -> bool;
}
