//! Who plays whom, and how a game ended, in words: for pages and commands.

use std::sync::LazyLock;

use stavka_agents::{AgentKind, Level, Role};
use stavka_engine::GameName;
use stavka_engine::record::{Record, RecordResult};
use stavka_models::embedded;
use stavka_words::{tr, translate};

use crate::commands::levels::rating;
use crate::render::Tabletop;
use crate::session::HUMAN;

/// The levels in a word each, the weakest first.
const LEVEL_WORDS: [&str; Level::COUNT] = ["beginner", "novice", "casual", "steady", "trained", "experienced", "strong", "very strong"];
/// The player of a network, stronger than every level in games with which one is shipped.
const STRONGEST: &str = "net";

/// Somebody to play against: his name in words, and how strong he is in each game in which that has been measured.
pub(crate) struct Opponent {
    /// His name in records.
    pub(crate) player: String,
    number: usize,
    words: &'static str,
    /// Games in which he plays, with his Elo there.
    pub(crate) games: Vec<(GameName, Option<f64>)>,
    /// Whether his time to think can be set.
    pub(crate) thinks: bool,
}

impl Opponent {
    /// His number among the opponents, and what he is called.
    pub(crate) fn told(&self) -> String {
        format!("{}: {}", self.number, translate(self.words))
    }
}

/// The opponents, the weakest first.
pub(crate) static OPPONENTS: LazyLock<Vec<Opponent>> = LazyLock::new(opponents);

fn opponents() -> Vec<Opponent> {
    let levels = Level::ALL.into_iter().zip(LEVEL_WORDS).enumerate().map(|(index, (level, words))| Opponent {
        player: level.as_str().to_owned(),
        number: index + 1,
        words,
        games: GameName::ALL.into_iter().map(|game| (game, rating(game, level).map(|(elo, _)| elo))).collect(),
        thinks: level.player().kind == AgentKind::Mcts,
    });
    let trained = GameName::ALL.into_iter().filter(|&game| matches!(embedded(game, Role::Player), Ok(Some(_))));
    let network = Opponent {
        player: STRONGEST.to_owned(),
        number: Level::COUNT + 1,
        words: "the strongest, a network",
        games: trained.map(|game| (game, None)).collect(),
        thinks: false,
    };
    levels.chain([network]).collect()
}

/// A player in words: a person, or an opponent as he is offered; who is none of these by his name.
pub(crate) fn player(name: &str) -> String {
    match OPPONENTS.iter().find(|one| one.player == name) {
        _ if name == HUMAN => tr!("a person").to_owned(),
        Some(one) => one.told(),
        None => name.to_owned(),
    }
}

/// Who plays whom.
pub(crate) fn players([axis, soviet]: &[String; 2]) -> String {
    tr!("{axis} (Axis) against {soviet} (Soviet)", axis = player(axis), soviet = player(soviet))
}

/// A game with its scenario and its players.
pub(crate) fn of_record<G: Tabletop>(record: &Record, scenario: &G::Scenario) -> String {
    let sheet = G::sheet(scenario);
    format!("{}, {}: {}", translate(G::TITLE), translate(&sheet.name), players(&record.players))
}

/// How a game ended; a game without a result goes on.
pub(crate) fn result(result: Option<&RecordResult>) -> String {
    match result {
        Some(result) => tr!("{level}, margin {margin}", level = translate(&result.level), margin = result.margin.abs()),
        None => tr!("unfinished").to_owned(),
    }
}

/// A number of actions.
pub(crate) fn actions(count: usize) -> String {
    if count == 1 { tr!("1 action").to_owned() } else { tr!("{count} actions", count) }
}
