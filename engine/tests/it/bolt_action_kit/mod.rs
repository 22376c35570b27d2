//! What tests of Bolt Action share: scenes by hand on the battlefields of the game and on tables drawn for a test.

pub(crate) mod tables;

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{Action, BoltAction, Opening, Piece, PositionBuilder, Prepared, UnitId};
use stavka_engine::kit::files::ScenarioFiles;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Notation as _, Side, Turn};

/// Whether a unit keeps Ambush or Down is asked so.
pub(crate) const KEEPING: &str = "does the unit keep its order for the next turn?";
/// The target of a shot is asked so.
pub(crate) const SHOOTING: &str = "which unit is shot at?";
/// The question to those in Ambush.
pub(crate) const AMBUSH: &str = "which unit fires from Ambush at the one that moves?";

/// A position in the making.
pub(crate) struct Scene(pub(crate) PositionBuilder);

pub(crate) fn scene(mission: &str) -> Scene {
    let (_, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == mission).expect("a mission");
    Scene(PositionBuilder::empty(Prepared::interned(&Prepared::sources(mission, text)).expect("it loads")))
}

impl Scene {
    pub(crate) fn put(self, unit: &str, cell: &str, facing: Facing) -> Scene {
        Scene(self.0.place(unit, cell, facing).unwrap_or_else(|error| panic!("{unit}: {error}")))
    }

    pub(crate) fn edit(self, unit: &str, change: impl FnOnce(&mut Piece)) -> Scene {
        Scene(self.0.edit(unit, change).unwrap_or_else(|error| panic!("{unit}: {error}")))
    }

    pub(crate) fn ordered(self, side: Side) -> BoltAction {
        self.0.open(Opening::Order(side), [0; 2])
    }
}

pub(crate) fn unit(game: &BoltAction, id: &str) -> UnitId {
    game.data().find_unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

pub(crate) fn piece<'a>(game: &'a BoltAction, id: &str) -> &'a Piece {
    game.piece(unit(game, id))
}

pub(crate) fn choices(game: &BoltAction) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().map(|action| game.notation(action)).collect()
}

pub(crate) fn weights(game: &BoltAction) -> Vec<u64> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().map(|action| game.chance_weight(action)).collect()
}

/// Carries out lines of notation.
pub(crate) fn does(game: &mut BoltAction, lines: &[&str]) {
    for line in lines {
        let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
        game.try_apply(action).unwrap_or_else(|error| panic!("{line}: {error}; {}: {:?}", game.prompt(), choices(game)));
    }
}

/// Goes on with the last choice of each list (the best throw, the last target) while dice decide.
pub(crate) fn throw_best(game: &mut BoltAction) {
    let mut legal: Vec<Action> = Vec::new();
    while game.turn() == Turn::Chance {
        game.legal_actions(&mut legal);
        let best = *legal.last().expect("dice have results");
        game.apply(best);
    }
}

/// Two squads on the farm track, ten inches apart, and another one far away.
pub(crate) fn squads() -> Scene {
    scene("duel").put("g-rifle10-1", "0101", Facing::EAST).put("s-rifle10-1", "1101", Facing::WEST).put("s-rifle10-2", "2525", Facing::WEST)
}

/// Two tanks on the farm track that face each other, ten inches apart.
pub(crate) fn tanks() -> Scene {
    scene("duel-tank").put("pz3", "0101", Facing::EAST).put("t34", "1101", Facing::WEST).put("s-rifle10", "2525", Facing::WEST)
}

/// Columns of the plain.
pub(crate) const WIDTH: usize = 61;
/// A row of the plain.
pub(crate) const OPEN: &str = ".............................................................";
/// A table without terrain.
pub(crate) const PLAIN: [&str; 9] = [OPEN; 9];

/// A row of the plain with something in it from a column on.
pub(crate) fn row_with(column: usize, what: &str) -> String {
    format!("{}{what}{}", ".".repeat(column - 1), ".".repeat(WIDTH + 1 - column - what.len()))
}

/// So many rows of the plain, some of which, counted from 1, are another one.
pub(crate) fn rows_with(count: usize, which: RangeInclusive<usize>, row: &str) -> Vec<&str> {
    (1..=count).map(|at| if which.contains(&at) { row } else { OPEN }).collect()
}

/// Changes words in the entry of a unit, for [`table_of`].
pub(crate) fn remade(id: &str, from: &str, to: &str) -> impl Fn(String) -> String + Copy {
    move |units: String| {
        let key = format!("id = {id:?}");
        let (before, unit) = units.split_once(&key).unwrap_or_else(|| panic!("no unit {id}"));
        assert!(unit.contains(from), "{id}: no {from}");
        format!("{before}{key}{}", unit.replacen(from, to, 1))
    }
}

/// Makes the American scout car a lorry, which has a soft skin, for [`table_of`].
pub(crate) fn soft_lorry(units: String) -> String {
    remade("s_m3a1", "armour = \"armoured-car\"\nopen_topped = true", "armour = \"soft-skin\"")(units)
}

/// Gives the Panzer II a flamethrower in its turret, for [`table_of`].
pub(crate) fn flame_tank(units: String) -> String {
    remade("g_pz2", "light-autocannon@turret", "flame-vehicle@turret")(units)
}

/// Makes all units alike in quality, for [`table_of`].
pub(crate) fn all_are(quality: &str) -> impl Fn(String) -> String + '_ {
    move |units| {
        ["inexperienced", "regular", "veteran"]
            .into_iter()
            .fold(units, |units, other| units.replace(&format!("\nquality = \"{other}\""), &format!("\nquality = {quality:?}")))
    }
}

/// Turns a switch of the tables on or off, for [`table_with`].
pub(crate) fn switched(switch: &str, on: bool) -> impl Fn(&str) -> String {
    move |tables: &str| {
        let [other, wanted] = [!on, on].map(|value| format!("\n{switch} = {value}\n"));
        assert!(tables.contains(&other) || tables.contains(&wanted), "no switch {switch}");
        tables.replace(&other, &wanted)
    }
}

/// For [`Scene::edit`]: the unit has had its order to fire.
pub(crate) const fn has_fired(piece: &mut Piece) {
    piece.order = Some(Order::Fire);
}

/// For [`Scene::edit`]: the unit has left a wreck.
pub(crate) const fn is_wrecked(piece: &mut Piece) {
    piece.men = 0;
}

/// For [`Scene::edit`]: the unit is in Ambush.
pub(crate) const fn waits(piece: &mut Piece) {
    piece.order = Some(Order::Ambush);
}

/// A German unit in the west that looks east, and a Soviet one so many inches away that looks at it and has its order.
pub(crate) fn duel_on(rows: &[&str], [german, soviet]: [&str; 2], inches: u8) -> Scene {
    let [from, to] = [german, soviet].map(name_of);
    let start = table(rows, [&[german], &[soviet]]).put(from, "0105", Facing::EAST);
    start.put(to, &format!("{:02}05", 1 + inches), Facing::WEST).edit(to, has_fired)
}

/// The same against a squad on the plain.
pub(crate) fn facing_squad(german: &str, inches: u8) -> Scene {
    duel_on(&PLAIN, [german, "s_smg10"], inches)
}

/// A vehicle escapes by one leg.
pub(crate) fn escapes(game: &mut BoltAction, unit: &str, leg: &str) {
    does(game, &[&format!("escape {unit}"), leg]);
    if question(game) == "the next leg of the vehicle, or done" {
        does(game, &["done"]);
    }
}

/// A table drawn row by row with the glyphs of the game, and the forces that play on it: ids of units, Axis first. Whatever year and
/// number a unit has, it may be there.
pub(crate) fn table(rows: &[&str], forces: [&[&str]; 2]) -> Scene {
    table_with(rows, forces, str::to_owned)
}

/// The same with other tables.
pub(crate) fn table_with(rows: &[&str], forces: [&[&str]; 2], change: impl FnOnce(&str) -> String) -> Scene {
    changed(rows, forces, change, |units| units)
}

/// The same with other units.
pub(crate) fn table_of(rows: &[&str], forces: [&[&str]; 2], change: impl FnOnce(String) -> String) -> Scene {
    changed(rows, forces, str::to_owned, change)
}

fn changed(
    rows: &[&str],
    forces: [&[&str]; 2],
    change_tables: impl FnOnce(&str) -> String,
    change_units: impl FnOnce(String) -> String,
) -> Scene {
    let (_, duel) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == "duel").expect("the duel");
    let own = Prepared::sources("table.toml", duel);
    let (width, height) = (rows[0].len(), rows.len());
    let quoted = |words: &[&str]| words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
    let mut map = own.map.text.to_owned();
    let drawn = quoted(rows);
    write!(
        map,
        "\n[[battlefield]]\nid = \"table\"\nname = \"Table\"\nsymmetry = \"none\"\nrows = [{drawn}]\norigin = \"reconstruction: a test\"\n"
    )
    .expect("a string takes all");

    let file: toml::Table = own.units.text.parse().expect("TOML");
    let points = |id: &str| {
        let unit = file["unit"].as_array().expect("units").iter().find(|unit| unit["id"].as_str() == Some(id));
        unit.unwrap_or_else(|| panic!("no unit {id}"))["points"].as_integer().expect("points")
    };
    let parts = ["officers", "squads", "teams", "anti_tank_teams", "mortars", "guns", "vehicles", "heavy_tanks"];
    let freed = |line: &str| match line.split(" = ").next() {
        Some("years") => "years = [1941, 1945]".to_owned(),
        Some("limit") => "limit = 9".to_owned(),
        Some("points") if line.contains('[') => "points = [0, 9000]".to_owned(),
        Some(key) if parts.contains(&key) => format!("{key} = [0, 16]"),
        _ => line.to_owned(),
    };
    let mut units = own.units.text.lines().map(freed).collect::<Vec<_>>().join("\n");
    for (side, ids) in ["axis", "soviet"].into_iter().zip(forces) {
        let sum: i64 = ids.iter().map(|id| points(id)).sum();
        write!(
            units,
            "\n[[force]]\nid = \"{side}\"\nside = \"{side}\"\nyear = 1943\nrole = \"mirror\"\nname = \"{side}\"\nunits = [{}]\n\
             points = {sum}\norigin = \"reconstruction: a test\"\n",
            quoted(ids)
        )
        .expect("a string takes all");
    }

    let third = width / 3;
    let scenario = duel
        .replace("battlefield = \"duel\"", "battlefield = \"table\"")
        .replace("\"g_mirror\"", "\"axis\"")
        .replace("\"s_mirror\"", "\"soviet\"")
        .replace("columns = [1, 6], rows = [1, 25]", &format!("columns = [1, {third}], rows = [1, {height}]"))
        .replace("columns = [20, 25], rows = [1, 25]", &format!("columns = [{}, {width}], rows = [1, {height}]", width - third + 1))
        .replace("\"1313\"", &format!("\"{:02}{:02}\"", width / 2 + 1, height / 2 + 1));
    let (tables, units) = (change_tables(own.tables.text), change_units(units));
    let mut sources = Prepared::sources("table.toml", &scenario);
    (sources.map.text, sources.units.text, sources.tables.text) = (&map, &units, &tables);
    Scene(PositionBuilder::empty(Prepared::interned(&sources).unwrap_or_else(|error| panic!("{error}"))))
}

/// Ways of 36 to throw no more than a value; a two passes always, a twelve never.
pub(crate) fn passes(value: i8) -> u64 {
    [1, 3, 6, 10, 15, 21, 26, 30, 33, 35][usize::try_from(value.clamp(2, 11) - 2).expect("a value of two and more")]
}

/// What is asked, without turn and side.
pub(crate) fn question(game: &BoltAction) -> String {
    game.prompt().splitn(3, ": ").nth(2).unwrap_or_default().to_owned()
}

/// The cell of a unit as notation names it.
pub(crate) fn place(game: &BoltAction, id: &str) -> String {
    let line = game.notation(Action::MoveTo(piece(game, id).cell.expect("it has a cell")));
    line.strip_prefix("move ").expect("a move").to_owned()
}

/// Whether the choices have one of these lines, each in turn.
pub(crate) fn offered<const N: usize>(game: &BoltAction, lines: [&str; N]) -> [bool; N] {
    let choices = choices(game);
    lines.map(|line| choices.iter().any(|choice| choice == line))
}

/// Numbers that a die may need, with their chances.
const NEEDS: [(u8, u64, u64); 6] = [(2, 5, 6), (3, 2, 3), (4, 1, 2), (5, 1, 3), (6, 1, 6), (7, 1, 36)];

/// The dice at hand, all of which may succeed, and the number that each needs; 7 stands for a six and then another.
pub(crate) fn dice(game: &BoltAction) -> (u32, u8) {
    let weights = weights(game);
    let dice = weights.len() as u32 - 1;
    let all = (weights.iter().sum::<u64>(), *weights.last().expect("dice have results"));
    let fits = |&&(_, good, of): &&(u8, u64, u64)| (u64::pow(of, dice), u64::pow(good, dice)) == all;
    let need = NEEDS.iter().find(fits).unwrap_or_else(|| panic!("{}: {weights:?} are not the weights of a pool", game.prompt()));
    (dice, need.0)
}

/// The name in notation of the unit of an id whose force has no other of its kind: `rifle10` of `g_rifle10`.
pub(crate) fn name_of(id: &str) -> &str {
    id.split_at(2).1
}

/// The side whose lists have a unit.
pub(crate) fn side_of(id: &str) -> Side {
    if id.starts_with("g_") { Side::Axis } else { Side::Soviet }
}

/// All dice at hand miss, and those that say how many they are come out lowest.
pub(crate) fn misses(game: &mut BoltAction) {
    while ["the dice to hit", "the number of shots"].contains(&question(game).as_str()) {
        let first = choices(game).remove(0);
        does(game, &[&first]);
    }
}
