//! What people see: boards as text and pictures, choices in words. One trait for all games; each game
//! implements it in a module of its own.

pub mod across_the_bug;
pub mod armir;
pub mod blocks_in_the_east;
pub mod bolt_action;
pub mod builder;
mod canvas;
mod drawing;
pub mod east_front;
mod emblems;
pub mod fewest;
mod hexmap;
mod ink;
pub mod phrases;
pub mod picture;
mod textmap;
pub mod theme;

use serde::Serialize;
use stavka_agents::Playable;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::record::Recorded;
use stavka_engine::{Observe, Side};

pub use canvas::Canvas;
pub use ink::{Ink, Tone};

/// Styles of what the boards of all games have in common.
pub const MAP_STYLE: &str = include_str!("map.css");

/// Something the user gave is wrong. The text says what, where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadInput(pub String);

/// Which part of a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent<'a> {
    /// All of it.
    Whole,
    /// The part that the side to act has to do with now; nothing if it has to do with none.
    Focus,
    /// The surroundings of a named hex.
    Around(&'a str),
}

/// What a scenario is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioSheet {
    /// Id.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// What it is about.
    pub description: String,
    /// Number of game turns.
    pub turns: u16,
    /// Fingerprint of data and rules, as records carry it.
    pub data: String,
    /// Everything else worth telling: heading and text.
    pub facts: Vec<(String, String)>,
}

/// A question that a player may answer once and for all: it is put to him no more, and the answer is given for him.
pub struct StandingRow {
    /// What it is called in requests.
    pub key: &'static str,
    /// What it is called on pages.
    pub title: &'static str,
    /// Its answers, by their names in requests and on pages; the first one holds until another is given.
    pub answers: &'static [(&'static str, &'static str)],
    /// The answer that asks near hexes alone, which the player names.
    pub near: Option<&'static str>,
}

/// A standing answer of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// One of [`StandingRow::answers`].
    pub answer: &'static str,
    /// The hexes that he has named.
    pub cells: Vec<String>,
}

/// A game that people can look at and play with words.
pub trait Tabletop: Recorded + Catalogue + Observe + Playable {
    /// Title of the game.
    const TITLE: &'static str;

    /// Questions that a player may answer once and for all.
    const STANDING: &'static [StandingRow] = &[];

    /// What a standing answer to one of [`Tabletop::STANDING`] chooses in the position at hand; nothing where the player is asked.
    fn standing_choice(&self, _key: &str, _standing: &Standing) -> Option<Self::Action> {
        None
    }

    /// The first of the cells that a standing answer names that is not on the map.
    fn unknown_cell<'a>(&self, _cells: &'a [String]) -> Option<&'a str> {
        None
    }

    /// The position as text. `viewer` sees only what the rules let that side see.
    ///
    /// # Errors
    /// The hex that the extent names does not exist.
    fn board(&self, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String>;

    /// Tracks and markers, one line each, as `viewer` may see them.
    fn status(&self, viewer: Side) -> Vec<String>;

    /// The counters, all or those whose id, formation or hex contains the words.
    fn roster(&self, filter: &str, ink: Ink) -> String;

    /// An action in words, in the position before it. Secrets of the other side stay secret.
    fn words(&self, action: Self::Action, viewer: Side) -> String;

    /// What a player had in mind who asks why an action is denied, in words; nothing where notation has to do. The action need not be
    /// possible, so that nothing is told that follows from it.
    fn wish(&self, _action: Self::Action) -> Option<String> {
        None
    }

    /// Why an action is denied, with the names of what it is about where they tell more than the rule.
    fn reason(&self, _action: Self::Action, denial: &Self::Denial) -> String {
        denial.to_string()
    }

    /// Whether a choice may as well be made before another one that was made first: both belong to a set whose members are
    /// listed in one order, so that each set comes about in one way, and a person may name them in any.
    fn may_come_before(_action: Self::Action, _later: Self::Action) -> bool {
        false
    }

    /// The side whose phase it is; nobody's if both sides or neither decide in it.
    fn phase_owner(&self) -> Option<Side>;

    /// The number of the game turn, as it is printed on the turn track.
    fn turn_number(&self) -> u16 {
        self.game_turn()
    }

    /// What has happened without a choice after an action, sentence by sentence, such as what the sequence of play did; `after` is the
    /// position that the action led to. All of it is seen by both sides.
    fn aftermath(&self, _action: Self::Action, _after: &Self) -> Vec<String> {
        Vec::new()
    }

    /// Odds of the procedure in progress, itemised with rule numbers, as `viewer` may know them; empty when nothing is at stake.
    fn odds(&self, viewer: Side) -> Vec<String>;

    /// Result and victory points, itemised.
    fn account(&self) -> Vec<String>;

    /// The map as text.
    fn map_text(scenario: &'static Self::Scenario, ink: Ink) -> String;

    /// What the scenario is about.
    fn sheet(scenario: &Self::Scenario) -> ScenarioSheet;
}
