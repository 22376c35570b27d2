//! The lines beside the board: turn and phase, points, objectives, rail moves, battles, losses.

use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Project, UnitClass};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place};
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::{account, command, names};

/// Status lines as `viewer` may see them.
pub(super) fn lines(game: &BlocksInTheEast, viewer: Side) -> Vec<String> {
    let mut lines = vec![turn(game)];
    lines.extend(weather(game));
    lines.push(points(game));
    lines.extend(pocket(game));
    lines.extend(rail_moves(game));
    lines.extend(projects(game));
    lines.extend(headquarters(game));
    lines.extend(ration(game, viewer));
    lines.extend(account::standing(game));
    lines.extend(battles(game));
    lines.push(losses(game));
    lines.extend(waiting(game));
    lines.extend(surrendered(game));
    lines.push(unknown(game, viewer));
    lines
}

fn turn(game: &BlocksInTheEast) -> String {
    let [first, last] = game.data().script.turns;
    let (turn, turns) = (game.game_turn() + 1 - u16::from(first), last + 1 - first);
    let date = names::date(game.game_turn());
    if let Some(side) = game.sets_up() {
        return tr!("{date}; {side}: set-up [2.3]", date, side);
    }
    match game.phase() {
        Some((side, phase)) => tr!(
            "turn {turn} of {turns}, {date}; {side}: {phase} [{rule}]",
            turn,
            turns,
            date,
            side,
            phase = names::phase(phase),
            rule = names::rule_of(phase)
        ),
        None if matches!(game.asked(), Some(Asked::SovietSurrender { .. })) => {
            tr!("turn {turn} of {turns}, {date}; the Axis throws for the surrender of the Soviet Union [SBE9.a]", turn, turns, date)
        }
        None if game.outcome().is_none() => tr!("turn {turn} of {turns}, {date}; the weather is thrown [9.0]", turn, turns, date),
        None => tr!("turn {turn} of {turns}, {date}; the game is over", turn, turns, date),
    }
}

/// [13.2][13.4] The headquarters that are activated, which face both sides, with what they have left.
fn headquarters(game: &BlocksInTheEast) -> Option<String> {
    let data = game.data();
    let active = data.headquarters.iter().copied().filter(|&unit| game.is_active(unit));
    let told: Vec<String> = active.map(|unit| format!("{} {} PA", names::title(data, unit), game.barrels_left(unit))).collect();
    (!told.is_empty()).then(|| tr!("activated headquarters: {units} [13.2]", units = told.join(", ")))
}

/// What its headquarters has given the unit at hand, in the open.
fn ration(game: &BlocksInTheEast, viewer: Side) -> Option<String> {
    let unit = game.asked()?.mover()?;
    let words = command::drawn(game, unit)?;
    Some(format!("{}: {words}", names::called(game, unit, viewer)))
}

/// [SBE6.e] What the Soviets can still build, and for what.
fn projects(game: &BlocksInTheEast) -> Option<String> {
    let open = Project::ALL.into_iter().filter_map(|project| Some((project, game.price_of_project(project)?)));
    let told: Vec<String> = open.map(|(project, price)| format!("{} {price}", names::project(project))).collect();
    (!told.is_empty()).then(|| tr!("yellow points for projects of the Soviets: {projects} [SBE6.e]", projects = told.join(", ")))
}

/// The weather of the month, which the Basic game does not know; while the die is thrown there is none to tell.
fn weather(game: &BlocksInTheEast) -> Option<String> {
    let known = game.data().is_advanced() && game.phase().is_some();
    known.then(|| tr!("weather: {weather} [9.0]", weather = names::weather(game.weather())))
}

/// The nations that have units in the scenario; those of the strategic war [35.0] alone have neither points nor anybody on the map.
pub(super) fn nations(game: &BlocksInTheEast) -> impl Iterator<Item = Nation> + '_ {
    let data = game.data();
    let on_map = move |side: Side| data.units(side).filter(|&(unit, known)| known.class != UnitClass::Strategic && data.takes_part(unit));
    Nation::ALL.into_iter().filter(move |nation| on_map(nation.side()).any(|(_, known)| known.nation == *nation))
}

/// Points of the nations [3.6][7.3.b]: they lie open.
fn points(game: &BlocksInTheEast) -> String {
    let told = nations(game).map(|nation| {
        let given = |colour: Colour| game.given_by_germany(nation, colour);
        let (name, own) = (names::nation(nation), names::purse(game, nation, |colour| game.saved_of(nation, colour)));
        if Colour::ALL.into_iter().any(|colour| given(colour) > 0) {
            tr!("{nation} {own} (and {given} from Germany)", nation = name, own, given = names::purse(game, nation, given))
        } else {
            format!("{name} {own}")
        }
    });
    tr!("points: {points} [7.3.b]", points = told.collect::<Vec<_>>().join(", "))
}

/// Points that lie in the besieged pocket on the lake.
fn pocket(game: &BlocksInTheEast) -> Option<String> {
    let any = Colour::ALL.into_iter().any(|colour| game.saved_in_pocket(colour) > 0);
    any.then(|| {
        tr!(
            "points in besieged Leningrad: {points} [12.3.b]",
            points = names::purse(game, Nation::Soviet, |colour| game.saved_in_pocket(colour))
        )
    })
}

/// Rail moves that are left, in the phase of rail moves.
fn rail_moves(game: &BlocksInTheEast) -> Option<String> {
    let (side, _) = game.phase().filter(|(_, phase)| *phase == Phase::RailMoves)?;
    let left = game.rail_moves_left(side);
    Some(match side {
        Side::Soviet => tr!("rail moves left: {count} [7.4.a]", count = left.general),
        Side::Axis => tr!(
            "rail moves left in the Soviet Union: {general}, and in the Finnish operative area {finnish}; elsewhere as many as are paid [7.4.a]",
            general = left.general,
            finnish = left.finnish
        ),
    })
}

fn battles(game: &BlocksInTheEast) -> Option<String> {
    let hexes: Vec<String> = game.battles().iter().map(|hex| names::hex(game.data(), hex)).collect();
    (!hexes.is_empty()).then(|| tr!("battles: {hexes} [3.22]", hexes = hexes.join(", ")))
}

/// Units of a side in a place off the map, which lie open.
fn count_in(game: &BlocksInTheEast, side: Side, place: Place) -> usize {
    game.data().units(side).filter(|&(unit, _)| game.place(unit) == place).count()
}

fn losses(game: &BlocksInTheEast) -> String {
    let [axis, soviet] = Side::ALL.map(|side| count_in(game, side, Place::ELIMINATED) + count_in(game, side, Place::DISBANDED));
    tr!("blocks eliminated or disbanded: {axis} of the Axis, {soviet} Soviet [7.3]", axis, soviet)
}

/// Reinforcements that wait to come in.
fn waiting(game: &BlocksInTheEast) -> Option<String> {
    let due = |side: Side| game.data().units(side).filter(|&(unit, _)| game.is_reinforcement(unit)).count();
    let [axis, soviet] = Side::ALL.map(due);
    (axis + soviet > 0).then(|| tr!("reinforcements that wait to come in: {axis} of the Axis, {soviet} Soviet [7.3.c]", axis, soviet))
}

fn surrendered(game: &BlocksInTheEast) -> Option<String> {
    let gone: Vec<&str> = Nation::ALL.into_iter().filter(|&nation| game.has_surrendered(nation)).map(names::nation).collect();
    (!gone.is_empty()).then(|| tr!("surrendered: {nations} [7.11.e]", nations = gone.join(", ")))
}

/// How many enemy blocks the viewer does not know.
fn unknown(game: &BlocksInTheEast, viewer: Side) -> String {
    let enemies = || game.data().units(viewer.opponent()).filter(|&(unit, _)| game.place(unit).hex().is_some());
    let hidden = enemies().filter(|&(unit, _)| !names::knows(game, unit, viewer)).count();
    tr!("enemy blocks on the map: {count}, of which you do not know {hidden} [1.3]", count = enemies().count(), hidden)
}
