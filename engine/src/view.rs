//! What a player may know, as a type.

use crate::dice::Dice;
use crate::game::{Determinize, Game, Notation, Scenario, Side, Turn};
use crate::observation::{ActionIds, ActionToken, Observation, Observe};

/// The position as one side sees it. Opponents receive a view and can reach nothing that the rules
/// hide from that side: the full state stays private, and copies of it are drawn by
/// [`View::determinize`].
///
/// ```
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::{Game as _, Side, Turn, View};
///
/// let game = Armir::new(Armir::load("historical")?);
/// let Turn::Player(side) = game.turn() else { panic!("a player begins") };
/// let mut legal = Vec::new();
/// View::new(&game, side).legal_actions(&mut legal);
/// assert!(!legal.is_empty());
/// View::new(&game, side.opponent()).legal_actions(&mut legal);
/// assert!(legal.is_empty(), "the choices of the other side are not shown");
/// # Ok::<(), stavka_engine::catalogue::CatalogueError>(())
/// ```
pub struct View<'a, G> {
    game: &'a G,
    viewer: Side,
}

impl<G> Clone for View<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for View<'_, G> {}

impl<'a, G: Game> View<'a, G> {
    /// The view of `viewer`.
    pub fn new(game: &'a G, viewer: Side) -> Self {
        View { game, viewer }
    }

    /// The side that looks.
    pub fn viewer(&self) -> Side {
        self.viewer
    }

    /// Who must act.
    pub fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// The game's turn number.
    pub fn game_turn(&self) -> u16 {
        self.game.game_turn()
    }

    /// Static data, which is open.
    pub fn scenario(&self) -> &'static G::Scenario {
        self.game.scenario()
    }

    /// Upper bound of the number of actions in this game.
    pub fn max_actions(&self) -> usize {
        self.game.scenario().max_actions()
    }

    /// The viewer's legal actions; empty while somebody else acts, because the other side's choices
    /// may tell what it holds.
    pub fn legal_actions(&self, out: &mut Vec<G::Action>) {
        out.clear();
        if self.game.turn() == Turn::Player(self.viewer) {
            self.game.legal_actions(out);
        }
    }
}

impl<G: Determinize> View<'_, G> {
    /// A full state that the viewer cannot tell from the true one.
    pub fn determinize(&self, dice: &mut Dice) -> G {
        self.game.determinize(self.viewer, dice)
    }

    /// The key of the viewer's information set; see [`Determinize::view_hash`].
    pub fn view_hash(&self) -> u64 {
        self.game.view_hash(self.viewer)
    }

    /// Whether nothing is hidden from the viewer; see [`Determinize::sees_all`].
    pub fn sees_all(&self) -> bool {
        self.game.sees_all(self.viewer)
    }
}

impl<G: Observe> View<'_, G> {
    /// Encodes what changes of the view; see [`Observe::observe`].
    pub fn observe(&self, out: &mut Observation<'_>) {
        self.game.observe(self.viewer, out);
    }

    /// Encodes all of the view; see [`Observe::observed`].
    pub fn observed(&self) -> (Vec<f32>, Vec<f32>) {
        self.game.observed(self.viewer)
    }

    /// Encodes one of the viewer's legal actions.
    pub fn token(&self, action: G::Action) -> ActionToken {
        self.game.token(action)
    }

    /// The id of one of the viewer's legal actions; see [`Observe::action_id`].
    pub fn action_id(&self, action: G::Action, ids: &ActionIds) -> u64 {
        self.game.action_id(action, ids)
    }
}

impl<G: Notation> View<'_, G> {
    /// One of the viewer's legal actions in words.
    pub fn notation(&self, action: G::Action) -> String {
        self.game.notation(action)
    }
}
