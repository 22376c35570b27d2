//! Questions that come so often that a player may answer them once and for all: reactions, and the luck token.

use stavka_engine::Game as _;
use stavka_engine::across_the_bug::{AcrossTheBug, Action};
use stavka_engine::hex::Hex;

use crate::{Standing, StandingRow};

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
            ("ask", "ask where another face would be better"),
            ("matter", "ask so after dice for combat, Action Points, reaction and initiative alone"),
            ("never", "keep the token"),
        ],
        near: None,
    },
];

/// What a standing answer chooses in the position at hand; nothing where the player is asked.
pub(super) fn choice(game: &AcrossTheBug, key: &str, standing: &Standing) -> Option<Action> {
    match key {
        "reaction" => reaction(game, standing),
        "luck" => {
            game.die_at_hand()?;
            // Where no other face is better there is nothing to ask.
            let keeps = standing.answer == "never" || game.waiting_die_is_best() || standing.answer == "matter" && !game.die_matters();
            keeps.then_some(Action::Done)
        }
        _ => None,
    }
}

/// A question is put also where nobody can react, lest silence tell the other side what lies covered [5.3.4].
fn reaction(game: &AcrossTheBug, standing: &Standing) -> Option<Action> {
    if !game.reaction_is_asked() {
        return None;
    }
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let data = game.data();
    let formations = legal.iter().filter_map(|action| if let Action::React(formation) = action { Some(*formation) } else { None });
    let best = formations.max_by_key(|&formation| (data.formation(formation).reaction, game.level(formation)));
    match standing.answer {
        "never" => Some(Action::Done),
        "always" => Some(best.map_or(Action::Done, Action::React)),
        "near" => {
            let mover = game.march_report()?.hex;
            let grid = &data.map.grid;
            let named: Vec<Hex> = standing.cells.iter().filter_map(|cell| grid.parse(cell).ok()).collect();
            let is_near = named.iter().any(|&hex| grid.distance(hex, mover) <= NEAR);
            // Who has named no hex yet is asked.
            (!named.is_empty() && !is_near).then_some(Action::Done)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::{Dice, Turn};

    use super::*;

    #[test]
    fn a_standing_answer_is_a_choice_of_its_own_question_and_who_wants_to_be_asked_is_where_it_helps() {
        let data = AcrossTheBug::load("attack").expect("it is embedded");
        let mut dice = Dice::new(3);
        let mut game = AcrossTheBug::new(data);
        let (mut legal, mut given) = (Vec::new(), [0; 2]);
        while game.turn() != Turn::Over && given.contains(&0) {
            game.legal_actions(&mut legal);
            for (at, row) in ROWS.iter().enumerate() {
                for (answer, _) in row.answers {
                    let chosen = choice(&game, row.key, &Standing { answer, cells: vec!["1008".to_owned()] });
                    assert!(*answer != "ask" || chosen.is_none() || game.waiting_die_is_best());
                    let Some(action) = chosen else { continue };
                    given[at] += 1;
                    let belongs = |action: &Action| match row.key {
                        "luck" => *action == Action::Reroll,
                        _ => matches!(action, Action::React(_)) || game.reaction_is_asked() && legal == [Action::Done],
                    };
                    assert!(legal.contains(&action) && legal.iter().any(belongs), "{}: {legal:?}", row.key);
                }
            }
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
        assert!(!given.contains(&0), "both questions come up");
    }
}
