//! Pairs of games of Bolt Action between two players, sides swapped: `bolt_action_match MISSION A B PAIRS SEED`. The mission is one of the
//! game's or a file; a player is `greedy@FILE` or `doctrine@FILE` too, with the weights of the file. Equal players play one game of each pair.
//! No pairs play one game and print it.

mod pairs;

use stavka_engine::bolt_action::{Action, BoltAction, Prepared};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Game as _, Notation as _, Turn};

use pairs::{Match, verb};

fn mission(name: &str) -> &'static Prepared {
    let text = Prepared::SCENARIOS.iter().find(|(id, _)| *id == name).map(|(_, text)| (*text).to_owned());
    let text = text.unwrap_or_else(|| std::fs::read_to_string(name).expect("a mission or a file"));
    Prepared::interned(&Prepared::sources(name, &text)).expect("it loads")
}

/// Orders by their kind, other choices by their verb.
fn kind(game: &BoltAction, action: Action) -> String {
    match action {
        Action::Order { order, .. } => format!("order {}", order.name()),
        _ => verb(game, action),
    }
}

fn main() {
    let played = Match::new(mission, kind);
    if played.pairs == 0 {
        return played.tell(|game, action, choices, _| match game.turn() {
            Turn::Player(side) => {
                println!("t{} {side}: {}   [{choices} choices, margin {}]", game.game_turn(), game.notation(action), game.margin());
            }
            _ => println!("      {} : {}", game.prompt(), game.notation(action)),
        });
    }
    played.report(&played.games());
}
