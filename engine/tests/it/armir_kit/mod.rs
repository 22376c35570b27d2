//! What the rule tests of ARMIR share: scenarios, moves in notation, and short questions to a game.

pub(crate) mod fight;
pub(crate) mod march;

use std::fmt::Write as _;
use std::sync::OnceLock;

use stavka_engine::armir::{Action, Armir, Phase, Place, PositionBuilder, Prepared, Unit, UnitId};
use stavka_engine::data::Source;
use stavka_engine::game::{Denial, Game, Notation, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

/// An embedded scenario by id.
pub(crate) fn scenario(id: &str) -> &'static Prepared {
    let (id, text) = Prepared::SCENARIOS.iter().copied().find(|(known, _)| *known == id).expect("an embedded scenario");
    Prepared::interned(&Prepared::sources(id, text)).expect("the embedded data are sound")
}

/// The historical scenario.
pub(crate) fn historical() -> &'static Prepared {
    static LOADED: OnceLock<&'static Prepared> = OnceLock::new();
    LOADED.get_or_init(|| scenario("historical"))
}

/// A map without counters, to be filled.
pub(crate) fn empty() -> PositionBuilder {
    PositionBuilder::empty(historical())
}

/// The historical start, to be changed.
pub(crate) fn start() -> PositionBuilder {
    PositionBuilder::start(historical())
}

/// The counters of a side in the historical scenario.
pub(crate) fn counters(side: Side) -> impl Iterator<Item = &'static Unit> {
    historical().counters(side).map(|(_, counter)| counter)
}

/// A counter by its notation id.
pub(crate) fn unit(id: &str) -> UnitId {
    historical().find_unit(id).unwrap_or_else(|| panic!("no counter {id}"))
}

/// A hex by its name.
pub(crate) fn hex(name: &str) -> Hex {
    historical().map.grid.parse(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays an action by its notation; it must be legal.
#[track_caller]
pub(crate) fn play(game: &mut Armir, text: &str) {
    let action = game.parse_action(text).unwrap_or_else(|error| panic!("{error}"));
    if let Err(denial) = game.check(action) {
        panic!("{text}: [{}] {denial}; {}; legal: {:?}", denial.rule(), game.prompt(), legal_texts(game));
    }
    game.apply(action);
}

/// Rolls a die that the game waits for.
#[track_caller]
pub(crate) fn roll(game: &mut Armir, die: u8) {
    assert_eq!(game.turn(), Turn::Chance, "no die is due: {}", game.prompt());
    game.apply(Action::Roll(die));
}

/// Every legal action in notation.
pub(crate) fn legal_texts(game: &Armir) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().map(|action| game.notation(action)).collect()
}

/// Whether an action is legal, by its notation.
pub(crate) fn is_legal(game: &Armir, text: &str) -> bool {
    legal_texts(game).iter().any(|legal| legal == text)
}

/// The rule that forbids an action.
#[track_caller]
pub(crate) fn denied(game: &Armir, text: &str) -> &'static str {
    let action = game.parse_action(text).unwrap_or_else(|error| panic!("{error}"));
    match game.check(action) {
        Ok(()) => panic!("{text} is legal: {}", game.prompt()),
        Err(denial) => denial.rule(),
    }
}

/// Declines and passes until the phase is reached: `done` where it is offered, otherwise the first
/// choice; dice show `die`.
#[track_caller]
pub(crate) fn pass_to(game: &mut Armir, turn: u16, phase: Phase, die: u8) {
    for _ in 0..500 {
        if game.turn() == Turn::Over || (game.game_turn() == turn && game.current_phase() == phase) {
            return;
        }
        pass(game, die);
    }
    panic!("turn {turn}, {} was not reached: {}", phase.name(), game.prompt());
}

/// One step of [`pass_to`].
#[track_caller]
pub(crate) fn pass(game: &mut Armir, die: u8) {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let action = match game.turn() {
        Turn::Chance => Action::Roll(die),
        _ if legal.contains(&Action::Done) => Action::Done,
        _ => *legal.first().expect("a game that is not over has a choice"),
    };
    game.apply(action);
}

/// The historical scenario with one of its files edited.
pub(crate) fn altered(file: &str, edit: impl Fn(&str) -> String) -> &'static Prepared {
    let (id, text) = Prepared::SCENARIOS.iter().copied().find(|(known, _)| *known == "historical").expect("an embedded scenario");
    let sources = Prepared::sources(id, text);
    let [map, units, tables, scenario] = [sources.map, sources.units, sources.tables, sources.scenario].map(|source| {
        let text = if source.name == file { edit(source.text) } else { source.text.to_owned() };
        (source.name, text)
    });
    let sources = Sources { map: source(&map), units: source(&units), tables: source(&tables), scenario: source(&scenario) };
    Prepared::interned(&sources).unwrap_or_else(|error| panic!("{error}"))
}

/// A scenario whose combat results depend on the die alone, so that tests of losses do not hang on odds:
/// 1 is -/1, 2 is -/2, 3 is -/3, 4 is 1/3, 5 is 3/-, 6 is 1/1, 7 is 2/2.
pub(crate) fn drill() -> &'static Prepared {
    altered("tables.toml", |text| {
        let (head, rest) = text.split_once("[[crt.row]]").expect("the table has rows");
        let (_, tail) = rest.split_once("[odds]").expect("the odds follow the table");
        let mut rows = String::new();
        for (index, result) in ["-/1", "-/2", "-/3", "1/3", "3/-", "1/1", "2/2"].iter().enumerate() {
            let _ = writeln!(rows, "[[crt.row]]\ndie = {}\nresults = {:?}", index + 1, [result; 8]);
        }
        format!("{head}{rows}[odds]{tail}")
    })
}

fn source<'a>((name, text): &'a (&'static str, String)) -> Source<'a> {
    Source { name, text }
}

/// Puts counters on the map: pairs of id and hex.
#[track_caller]
pub(crate) fn with(builder: PositionBuilder, counters: &[(&str, &str)]) -> PositionBuilder {
    counters.iter().fold(builder, |builder, &(id, at)| builder.place(id, at).unwrap_or_else(|error| panic!("{error}")))
}

/// What a position builder answers, as a value.
pub(crate) trait Sound<T> {
    fn sound(self) -> T;
}

impl<T, E: std::fmt::Display> Sound<T> for Result<T, E> {
    #[track_caller]
    fn sound(self) -> T {
        self.unwrap_or_else(|error| panic!("{error}"))
    }
}

/// An empty map on a turn, with momentum to last.
pub(crate) fn on_turn(turn: u8) -> PositionBuilder {
    empty().turn(turn).sound().momentum(12).sound()
}

/// Where a counter is.
pub(crate) fn at(game: &Armir, id: &str) -> Place {
    game.place(unit(id))
}

/// Whether a counter stands in a hex.
pub(crate) fn stands(game: &Armir, id: &str, at: &str) -> bool {
    game.place(unit(id)) == Place::on(hex(at))
}

/// Steps a counter has left.
pub(crate) fn steps(game: &Armir, id: &str) -> u8 {
    game.steps(unit(id))
}

/// Whether a list of choices holds one with these first words.
pub(crate) fn offers(list: &[String], verb: &str) -> bool {
    list.iter().any(|text| text.starts_with(verb))
}
