//! Games of the East Front under test: lines of notation played and legal lines listed.

use std::collections::BTreeMap;

use stavka_engine::east_front::data::AirBox;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, PositionBuilder, Prepared, UnitId};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};
use stavka_engine::kit::position::PositionError;

use super::{data, hex};

/// The start of the first scenario, to be changed.
pub(crate) fn start() -> PositionBuilder {
    PositionBuilder::start(data())
}

/// Opens a phase in a position that keeps the rules of positions.
pub(crate) fn open(position: Result<PositionBuilder, PositionError>, phase: Phase) -> EastFront {
    position.unwrap_or_else(|error| panic!("{error}")).open(phase)
}

/// Counters on hexes, as pairs `id hex`, on a map without others.
pub(crate) fn with(placed: &str) -> Result<PositionBuilder, PositionError> {
    with_of(data(), placed)
}

/// The same in a [`variant`](super::variant) of the scenario.
pub(crate) fn with_of(data: &'static Prepared, placed: &str) -> Result<PositionBuilder, PositionError> {
    pairs(placed).try_fold(PositionBuilder::empty(data), |builder, (id, at)| builder.place(id, at))
}

fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(',').map(|pair| pair.trim().split_once(' ').unwrap_or_else(|| panic!("{pair:?} is no pair of id and hex")))
}

/// Plays lines of notation, separated by semicolons, one after the other.
pub(crate) fn play(game: &mut EastFront, lines: &str) {
    for line in lines.split(';').map(str::trim).filter(|line| !line.is_empty()) {
        let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
        if let Err(denial) = game.try_apply(action) {
            panic!("{line}: {denial} ({}); legal: {}", game.prompt(), legal(game).join(", "));
        }
    }
}

/// The legal actions as lines.
pub(crate) fn legal(game: &EastFront) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions.into_iter().map(|action| game.notation(action)).collect()
}

/// Whether a line is legal.
pub(crate) fn allows(game: &EastFront, line: &str) -> bool {
    game.check(game.parse_action(line).unwrap_or_else(|error| panic!("{error}"))).is_ok()
}

/// A game in which a line has been played.
pub(crate) fn after(mut game: EastFront, lines: &str) -> EastFront {
    play(&mut game, lines);
    game
}

/// Half points to each hex that the unit can reach by ordinary movement, by name, after it has been selected.
pub(crate) fn prices(game: &EastFront) -> BTreeMap<String, u8> {
    let report = game.march_report().expect("a unit is on the move");
    report.reached.iter().map(|&(at, cost)| (game.data().map.grid.name(at).to_string(), cost)).collect()
}

/// Why a line is not legal.
pub(crate) fn denial(game: &EastFront, line: &str) -> EastFrontDenial {
    let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
    game.check(action).expect_err("the line is not legal")
}

/// The hexes that legal lines with this verb end in.
pub(crate) fn ends(game: &EastFront, verb: &str) -> Vec<String> {
    let lines = legal(game).into_iter().filter(|line| line.starts_with(verb));
    let mut hexes: Vec<String> = lines.filter_map(|line| line.split_whitespace().last().map(str::to_owned)).collect();
    hexes.sort();
    hexes
}

/// A counter by its id.
pub(crate) fn unit(id: &str) -> UnitId {
    data().find_unit(id).unwrap_or_else(|| panic!("no counter {id}"))
}

/// Where a counter is.
pub(crate) fn place(game: &EastFront, id: &str) -> Place {
    game.place(unit(id))
}

/// Whether a counter stands in a hex.
pub(crate) fn stands(game: &EastFront, id: &str, at: &str) -> bool {
    place(game, id) == Place::on(hex(at))
}

/// The box of an air unit.
pub(crate) fn air_box(game: &EastFront, id: &str) -> Option<AirBox> {
    game.air_box(data().find_air(id).unwrap_or_else(|| panic!("no air unit {id}")))
}

/// Answers every question with `done` or the first legal line, and every die with `die`, until the phase is reached.
pub(crate) fn go_on_to(game: &mut EastFront, phase: Phase, die: u8) {
    let mut left = 500;
    while game.current_phase() != phase {
        assert!(left > 0 && game.turn() != Turn::Over, "{} never comes; now {}", phase.name(), game.prompt());
        left -= 1;
        let line = match game.turn() {
            Turn::Chance => format!("die {die}"),
            _ if allows(game, "done") => "done".to_owned(),
            _ => legal(game).swap_remove(0),
        };
        play(game, &line);
    }
}

/// Counters on a map of their own, these air units Ready.
pub(crate) fn with_air(data: &'static Prepared, placed: &str, ready: &str, phase: Phase) -> EastFront {
    let position = with_of(data, placed);
    open(ready.split(' ').try_fold(position.expect("a position"), |builder, id| builder.air_box(id, AirBox::Ready)), phase)
}

/// Answers what the defender is asked, until participants are chosen.
pub(crate) fn to_participants(mut game: EastFront) -> EastFront {
    while !game.prompt().contains("who attacks") {
        let line = if allows(&game, "done") { "done" } else { "order none" };
        play(&mut game, line);
    }
    game
}

/// An attack declared on a hex, with the units named and no support or order, up to the die.
pub(crate) fn attacked(game: EastFront, target: &str, attackers: &str) -> EastFront {
    let mut game = to_participants(after(game, &format!("attack {target}; done")));
    attackers.split(' ').for_each(|id| play(&mut game, &format!("with {id}")));
    while game.turn() != Turn::Chance {
        let line = ["engage", "done", "order none"].into_iter().find(|line| allows(&game, line));
        play(&mut game, line.expect("the attack goes on"));
    }
    game
}

/// Nobody does anything from the weather of the turn to a phase.
pub(crate) fn reach(position: Result<PositionBuilder, PositionError>, phase: Phase) -> EastFront {
    let mut game = open(position, Phase::Weather);
    go_on_to(&mut game, phase, 10);
    game
}

/// Both attacks of the start declared and these air units sent to 3606, Axis and then Soviet; `orders` answers what is asked
/// before.
pub(crate) fn send(game: EastFront, orders: &str, axis: &str, soviet: &str) -> EastFront {
    let mut game = after(game, &format!("attack 3705; attack 3606; done; done; {orders}"));
    for (side, ids) in [(Side::Axis, axis), (Side::Soviet, soviet)] {
        ids.split_whitespace().for_each(|id| play(&mut game, &format!("fly {id} 3606")));
        if game.turn() == Turn::Player(side) && allows(&game, "done") {
            play(&mut game, "done");
        }
    }
    game
}
