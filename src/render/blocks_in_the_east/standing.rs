//! Questions that come so often that a player may answer them once and for all: disbanding, the reaction in the air, and who leaves a battle.

use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast};

use crate::{Standing, StandingRow};

/// The answer that puts the question.
const ASK: (&str, &str) = ("ask", "ask every time");

/// The questions with their answers.
pub(super) const ROWS: &[StandingRow] = &[
    StandingRow { key: "disbanding", title: "Disbanding of units", answers: &[ASK, ("never", "never disband a unit")], near: None },
    StandingRow { key: "reaction", title: "Reaction in the air", answers: &[ASK, ("never", "aircraft never react")], near: None },
    StandingRow {
        key: "withdrawal",
        title: "Withdrawal from battles",
        answers: &[ASK, ("aircraft", "aircraft stay after air combat, ask about the rest"), ("never", "everybody stays")],
        near: None,
    },
];

/// What a standing answer chooses in the position at hand; nothing where the player is asked.
pub(super) fn choice(game: &BlocksInTheEast, key: &str, standing: &Standing) -> Option<Action> {
    let answers = match (game.asked()?, key, standing.answer) {
        (Asked::Disbanding, "disbanding", "never")
        | (Asked::Flyer { reacts: true }, "reaction", "never")
        | (Asked::Withdrawal { .. }, "withdrawal", "never") => true,
        (Asked::Withdrawal { air_only, .. }, "withdrawal", "aircraft") => air_only,
        _ => false,
    };
    answers.then_some(Action::Done)
}

#[cfg(test)]
mod tests {
    use super::super::walks::random_games;
    use super::*;

    #[test]
    fn a_standing_answer_is_a_choice_and_who_wants_to_be_asked_is() {
        let mut given = [0; 3];
        random_games(0, |game, legal, _| {
            for (row, given) in ROWS.iter().zip(&mut given) {
                for (answer, _) in row.answers {
                    let Some(action) = choice(game, row.key, &Standing { answer, cells: Vec::new() }) else { continue };
                    assert!(*answer != "ask" && legal.contains(&action), "{}: {answer}", row.key);
                    *given += 1;
                }
            }
        });
        assert!(given.iter().all(|&given| given > 0), "all questions come up: {given:?}");
    }
}
