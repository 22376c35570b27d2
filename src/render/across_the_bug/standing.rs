//! Questions that come so often that a player may answer them once and for all: reactions, and the luck token.

use stavka_engine::Game as _;
use stavka_engine::across_the_bug::{AcrossTheBug, Action};

use crate::render::{Standing, StandingRow};

/// How far from a named hex a stack still counts as near to it.
const NEAR: u16 = 2;

/// The questions with their answers.
pub(super) const ROWS: &[StandingRow] = &[
    StandingRow {
        key: "reaction",
        title: "Reactions",
        answers: &[
            ("ask", "ask every time"),
            ("never", "never react"),
            ("always", "always react, by the best reaction value"),
            ("near", "ask near these hexes alone"),
        ],
        near: Some("near"),
    },
    StandingRow {
        key: "luck",
        title: "Luck token",
        answers: &[
            ("ask", "ask after every die"),
            ("matter", "ask after dice for combat, Action Points, reaction and initiative alone"),
            ("never", "keep the token"),
        ],
        near: None,
    },
];

/// What a standing answer chooses in the position at hand; nothing where the player is asked.
pub(super) fn choice(game: &AcrossTheBug, key: &str, standing: &Standing) -> Option<Action> {
    match key {
        "reaction" => reaction(game, standing),
        "luck" if game.die_at_hand().is_some() => (standing.answer == "never" || !game.die_matters()).then_some(Action::Done),
        _ => None,
    }
}

fn reaction(game: &AcrossTheBug, standing: &Standing) -> Option<Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let data = game.data();
    let formations = legal.iter().filter_map(|action| if let Action::React(formation) = action { Some(*formation) } else { None });
    let best = formations.max_by_key(|&formation| (data.formation(formation).reaction, game.level(formation)))?;
    match standing.answer {
        "never" => Some(Action::Done),
        "always" => Some(Action::React(best)),
        "near" => {
            let mover = game.march_report()?.hex;
            let grid = &data.map.grid;
            let mut named = standing.cells.iter().filter_map(|cell| grid.parse(cell).ok());
            let is_near = named.any(|hex| grid.distance(hex, mover) <= NEAR);
            (!is_near).then_some(Action::Done)
        }
        _ => None,
    }
}
