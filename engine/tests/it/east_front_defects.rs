//! Defects of the East Front's data are refused with file, key and what was expected.

use stavka_engine::Scenario as _;
use stavka_engine::data::{DataError, Source};
use stavka_engine::east_front::Prepared;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

use crate::east_front_kit::data;

const MAP: &str = include_str!("../../data/east-front/map.toml");
const UNITS: &str = include_str!("../../data/east-front/units.toml");
const TABLES: &str = include_str!("../../data/east-front/tables.toml");

/// What loading says when one passage of one file is replaced.
fn broken(file: &str, from: &str, to: &str) -> DataError {
    let scenario = Prepared::SCENARIOS[0].1;
    let text = match file {
        "map.toml" => MAP,
        "units.toml" => UNITS,
        "tables.toml" => TABLES,
        _ => scenario,
    };
    assert_eq!(text.matches(from).count().min(1), 1, "{from:?} is not in {file}");
    let changed = text.replacen(from, to, 1);
    let source = |name: &'static str, own: &'static str| Source { name, text: if name == file { changed.as_str() } else { own } };
    let sources = Sources {
        map: Source { name: "map.toml", text: source("map.toml", MAP).text },
        units: Source { name: "units.toml", text: source("units.toml", UNITS).text },
        tables: Source { name: "tables.toml", text: source("tables.toml", TABLES).text },
        scenario: Source { name: "scenario.toml", text: source("scenario.toml", scenario).text },
    };
    match Prepared::load(&sources) {
        Ok(_) => panic!("{file} with {to:?} in place of {from:?} is accepted"),
        Err(error) => {
            assert_eq!(error.file, file, "{error}");
            error
        }
    }
}

fn refused(file: &str, from: &str, to: &str, words: &[&str]) {
    let error = broken(file, from, to).to_string();
    for word in words {
        assert!(error.contains(word), "{error:?} does not say {word:?}");
    }
}

#[test]
fn a_broken_map_is_refused() {
    refused("map.toml", "\"3401\", \"3402\"", "\"3401\", \"3404\"", &["road \"Kakhovka", "3401 and 3404 are not adjacent"]);
    refused("map.toml", "\"3401\", \"3402\"", "\"3401\", \"4402\"", &["hex 4402 is off the map", "from 32 to 40"]);
    refused("map.toml", "hex = \"4009\"", "hex = \"3906\"", &["place \"Voinka\"", "out of play"]);
    refused("map.toml", "hex = \"4009\"", "hex = \"3808\"", &["place \"Voinka\"", "a second place"]);
    refused("map.toml", "\".....s...\", # 04", "\".....s..\", # 04", &["terrain.rows", "row 04 has 8 letters; expected 9"]);
    refused("map.toml", "\".....s...\", # 04", "\".....x...\", # 04", &["letter 'x' in row 04"]);
    refused("map.toml", "sides = [\"3605\"]", "sides = [\"3703\"]", &["line of 3705", "3703 is not adjacent"]);
    refused(
        "map.toml",
        "sides = [\"3605\"]",
        "sides = [\"3605\"]\norigin = \"x\"\n[[line]]\nowner = \"3605\"\nsides = [\"3606\"]",
        &["line of 3605", "each hexside once"],
    );
    refused(
        "map.toml",
        "class = \"minor\"\npath = [\"3205\"",
        "class = \"minor\"\npath = [\"3605\", \"3606\", \"3505\", \"3405\", \"3305\", \"3205\"]\norigin = \"x\"\n[[road]]\nname = \"y\"\nclass = \"minor\"\npath = [\"3205\"",
        &["a second way over"],
    );
    refused("map.toml", "class = \"minor\"", "class = \"path\"", &["line ", "unknown variant `path`"]);
    refused("map.toml", "columns = 9", "columns = 90", &["grid", "expected numbers from 00 to 99"]);
    refused("map.toml", "columns = 9\nrows = 15", "columns = 60\nrows = 40", &["grid", "2400 hexes; expected at most 2304"]);
    refused("map.toml", "hex_km = 8\norigin", "hex_km = 8\nnote = \"x\"\norigin", &["line ", "unknown field `note`"]);
    refused(
        "map.toml",
        "origin = \"reconstruction: name by position; no town symbol\"",
        "origin = \" \"",
        &["place number 2", "no origin"],
    );
}

#[test]
fn water_hexsides_are_checked_like_roads() {
    let water = |body: &str| {
        format!(
            "[[place]]\nhex = \"4009\"\nname = \"Voinka\"\nkind = \"locality\"\norigin = \"x\"\n[[water]]\nname = \"Chatyrlyk\"\n{body}\norigin = \"x\"\n"
        )
    };
    let from = &MAP[MAP.find("[[place]]\nhex = \"4009\"").expect("Voinka")..MAP.find("# ---- the Tartar trench").expect("the next part")];
    let sides = |body: &str, words: &[&str]| refused("map.toml", from, &water(body), words);
    sides("class = \"river\"\nsides = [\"3810-3811\"]", &["water \"Chatyrlyk\"", "expected two adjacent hexes"]);
    sides("class = \"river\"\nsides = [\"3810/3813\"]", &["not adjacent"]);
    sides("class = \"river\"\nsides = [\"3810/3811\", \"3811/3810\"]", &["already belongs to another water"]);
    sides("class = \"major-river\"\nsides = [\"3810/3811\"]\nbridges = [\"3810/3811\"]", &["a bridge over", "with a road or railway"]);
}

#[test]
fn broken_counters_are_refused() {
    refused("units.toml", "id = \"46\"", "id = \"73\"", &["counter \"73\"", "a second counter"]);
    refused("units.toml", "id = \"46\"", "id = \"4 6\"", &["counter \"4 6\"", "without spaces"]);
    refused("units.toml", "id = \"X\"", "id = \"R3\"", &["counter \"R3\"", "a second counter"]);
    refused("units.toml", "steps = 4", "steps = 3", &["counter \"73\"", "steps = 3; expected 4"]);
    refused("units.toml", "nationality = \"german\"", "nationality = \"soviet\"", &["counter \"73\"", "disagree"]);
    refused("units.toml", "command = 1, ", "", &["counter \"51HQ\"", "command value"]);
    refused("units.toml", "support = 3, range = 3", "attack = 3, range = 3", &["counter \"49\"", "support value and a range"]);
    refused("units.toml", "mobility = \"motorized\"", "mobility = \"foot\"", &["counter \"190AG\"", "does not fit the type"]);
    refused("units.toml", "rebuilds = false\n", "", &["counter \"I/814\"", "rebuilds = false"]);
    refused("units.toml", "rebuilds = false\n", "rebuilds = true\n", &["counter \"I/814\"", "rebuilds = false"]);
    refused("units.toml", "mobility = \"cavalry\"", "mobility = \"foot\"", &["counter \"48K\"", "cavalry"]);
    refused("units.toml", "ma = 9", "ma = 10", &["counter \"LAH/Rcn\"", "expected 0 to 9"]);
    refused("units.toml", "front = { attack = 8", "front = { atack = 8", &["line ", "unknown field `atack`"]);
    refused(
        "units.toml",
        "cas = 0\ninterdiction = 0\norigin = \"given: presence; elsewhere: 2 (0)\"",
        "cas = 0\ninterdiction = 1\norigin = \"x\"",
        &["counter \"MiG-3\"", "expected 0 [13.11]"],
    );
    refused("units.toml", "role = \"dummy\"\nrating = 0", "role = \"dummy\"\nrating = 1", &["counter \"decoy/A\"", "a dummy with values"]);
}

#[test]
fn holes_in_the_tables_are_refused() {
    refused("tables.toml", "[[crt.row]]\ndie = 4", "[[crt.row]]\ndie = 44", &["crt.row die 4", "missing or out of order"]);
    refused("tables.toml", "results = [\"1/R\", \"-/R\",", "results = [\"1/R\",", &["crt.row die 0", "15 results; expected 16"]);
    refused("tables.toml", "\"1*/R\"", "\"1x/R\"", &["line ", "is no combat result"]);
    refused("tables.toml", "\"1*/R\"", "\"1/R*\"", &["line ", "is no combat result"]);
    refused("tables.toml", "\"3-4\", \"1-1\"", "\"1-1\", \"3-4\"", &["crt.columns", "expected"]);
    refused(
        "tables.toml",
        "{ to = 10, success = false, loss = false }, { to = 99, success = false, loss = true }",
        "{ to = 10, success = false, loss = false }",
        &["overrun.results", "a hole in the table"],
    );
    refused(
        "tables.toml",
        "{ to = 5, holder = \"axis\" }, { to = 7 }",
        "{ to = 7, holder = \"axis\" }, { to = 5 }",
        &["air_initiative.results", "out of order"],
    );
    refused("tables.toml", "  [\"-\", \"-\", \"-\", \"-\", \"-\", \"-\", \"-\"], # 9\n", "", &["air_combat.rows", "9 rows; expected 10"]);
    refused("tables.toml", "name = \"marsh\"", "name = \"swamp\"", &["terrain number 5", "expected Marsh"]);
    refused("tables.toml", "mp = [\"2\", \"3\", \"3\", \"3\"]", "mp = [\"2\", \"3\", \"3\"]", &["line "]);
    refused("tables.toml", "mp = [\"2\", \"3\", \"3\", \"3\"]", "mp = [\"2\", \"3\", \"3\", \"x\"]", &["line ", "\"x\" is no"]);
    refused("tables.toml", "level_1 = [1, 1, 2, 3]", "level_1 = [1, 1, 2]", &["suppression", "a hole in the table"]);
    refused("tables.toml", "combined_arms = -1", "combined_arms = 1", &["drm", "wrong sign"]);
    refused("tables.toml", "name = \"infiltration\"", "name = \"reaction\"", &["kind_of_movement", "expected one row each"]);
    refused(
        "tables.toml",
        "weather = [\"n\", \"y\", \"n\", \"y\", \"y\"]",
        "weather = [\"n\", \"y\", \"maybe\", \"y\", \"y\"]",
        &["line ", "is no permission"],
    );
    refused(
        "tables.toml",
        "side = \"axis\"\nmover = \"foot\"",
        "side = \"axis\"\nmover = \"motorized\"",
        &["phase number 2", "a second row"],
    );
    refused("tables.toml", "half = [\"0\", \"1\", ", "half = [\"0\", ", &["line "]);
    refused("tables.toml", "\"3 1/2\"", "\"3.5\"", &["line ", "no number of movement points"]);
    refused("tables.toml", "[\"MT\", \"F\", \"ST\", \"A\"], # 10\n", "", &["weather \"series\"", "9 rows; expected 10"]);
    refused("tables.toml", "german_odds = [{ from = 5, drm = 2 }, ", "german_odds = [", &["overrun.german_odds", "the first from 5"]);
    refused(
        "tables.toml",
        "[stacking]\nlimit = 10\norigin = \"given: 3.32\"",
        "[stacking]\nlimit = 10\norigin = \"\"",
        &["stacking", "no origin"],
    );
}

#[test]
fn more_than_a_state_has_room_for_is_refused() {
    let first = UNITS.find("[[air]]").expect("there are air units");
    let second = first + 1 + UNITS[first + 1..].find("[[air]]").expect("there are several");
    let decoy = UNITS[first..second].replace("Bf109E", "Bf109Z");
    refused(
        "units.toml",
        &UNITS[second..second + 30],
        &format!("{decoy}{}", &UNITS[second..second + 30]),
        &["air", "16 air units", "at most 15"],
    );
    refused(
        "tables.toml",
        "limit = 10\norigin = \"given: 3.32\"",
        "limit = 11\norigin = \"x\"",
        &["stacking.limit", "11; expected at most 10"],
    );
}

#[test]
fn broken_scenarios_are_refused() {
    let file = "scenario.toml";
    refused(file, "units = [\"271\"]", "units = [\"272\"]", &["stack 3705", "no unit \"272\""]);
    refused(file, "units = [\"271\"]", "units = [\"106\"]", &["stack 3705", "106 stands in 3606 already"]);
    refused(file, "units = [\"271\"]", "units = [\"271\", \"X\"]", &["stack 3705", "X stands beside a counter of the Soviet side"]);
    refused(file, "hex = \"4014\"\nunits = [\"42K\"]", "hex = \"4006\"\nunits = [\"42K\"]", &["stack 4006", "out of play"]);
    refused(file, "hex = \"4014\"\nunits = [\"42K\"]", "hex = \"4002\"\nunits = [\"42K\"]", &["stack 4002", "in a hex of the other side"]);
    refused(
        file,
        "units = [\"73\", \"190AG\"]",
        "units = [\"73\", \"190AG\", \"R1\", \"R2\"]",
        &["stack 3505", "11 stacking points; expected at most 10"],
    );
    refused(file, "unit = \"51HQ\"", "unit = \"52\"", &["face \"52\"", "no printed back"]);
    refused(file, "unit = \"51HQ\"", "unit = \"50\"", &["face \"50\"", "arrives with the steps of its reinforcement"]);
    refused(file, "unit = \"51HQ\"", "unit = \"R1\"", &["face \"R1\"", "stands in no stack and arrives on no turn"]);
    let twice = "unit = \"51HQ\"\nup = \"front\"\norigin = \"x\"\n[[face]]\nunit = \"51HQ\"";
    refused(file, "unit = \"51HQ\"", twice, &["face \"51HQ\"", "a second one"]);
    refused(file, "\"Ju88\", \"He111\", \"decoy/A\"", "\"Ju88\", \"decoy/A\"", &["air_box", "He111 is in no box"]);
    refused(file, "box = \"damaged\"\nunits = [\"SB\"]", "box = \"damaged\"\nunits = [\"SB\", \"DB3/1\"]", &["DB3/1 is in a box already"]);
    refused(file, "box = \"damaged\"\nunits = [\"SB\"]", "box = \"wing\"\nunits = [\"SB\"]", &["line ", "unknown variant `wing`"]);
    refused(file, "number = 50", "number = 52", &["turn 52", "expected turn 50"]);
    refused(file, "turn = 49\nunit = \"50\"", "turn = 60\nunit = \"50\"", &["reinforcement \"50\"", "turn 60; expected 48 to 51"]);
    refused(file, "steps = 2\nhex = \"3205\"", "steps = 5\nhex = \"3205\"", &["reinforcement \"50\"", "expected 1 to 4"]);
    refused(file, "units = [\"Ju88\", \"He111\"]\norigin", "units = [\"Ju99\"]\norigin", &["withdrawal number 3", "no unit \"Ju99\""]);
    refused(file, "\"aaaaa-aaa\", # 04", "\"aaaaaaaaa\", # 04", &["control.rows", "hex 3704"]);
    refused(file, "escape_row = 15", "escape_row = 16", &["surrender.escape_row"]);
    refused(file, "objectives = [\"3606\"", "objectives = [\"3506\"", &["victory.objectives", "out of play"]);
    refused(file, "hexes = [\"3606\", \"3705\"", "hexes = [\"3606\", \"3606\"", &["strongpoint", "a second one in 3606"]);
    refused(file, "top_odds = \"10-1\"", "top_odds = \"11-1\"", &["line ", "unknown variant `11-1`"]);
    refused(file, "set_up = [\"soviet\", \"axis\"]", "set_up = [\"axis\"]", &["scenario.set_up"]);
    refused(file, "[scenario]\nid", "extends = \"waterloo\"\n[scenario]\nid", &["extends", "expected one of"]);
}

#[test]
fn rules_that_nobody_carries_out_are_refused_by_their_key() {
    let refuses = |table: &str, key: &str, off: &str, on: &str| {
        let words = [&*format!("{table}.{key}"), on, "is not carried out yet", off];
        refused("scenario.toml", &format!("\n{key} = {off}\n"), &format!("\n{key} = {on}\n"), &words);
    };
    refuses("rules", "general_supply", "\"always\"", "\"traced\"");
    for key in [
        "replacements",
        "new_strongpoints",
        "rail_movement",
        "mandated_attacks",
        "leaving_the_map",
        "loss_victory_points",
        "air_range_limits",
    ] {
        refuses("rules", key, "false", "true");
    }
    refuses("switches", "bunker_busting", "false", "true");
    refuses("switches", "fanatics", "false", "true");
    refuses("headquarters", "may_disband", "false", "true");
}

#[test]
fn counters_whose_rules_nobody_carries_out_are_refused() {
    let tank = "kind = \"tank\"\nsize = \"regiment\"\nmobility = \"motorized\"";
    for kind in ["rocket", "coastal-artillery", "rail-artillery", "armoured-train", "flotilla", "ski", "partisan"] {
        let name: String = kind.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
        let then = tank.replace("\"tank\"", &format!("\"{kind}\""));
        refused("units.toml", tank, &then, &["counter \"5(+)\"", &format!("the type {name} is not carried out yet")]);
    }
    for (mobility, name) in [("grey", "Grey"), ("blue", "Blue")] {
        let then = tank.replace("motorized", mobility);
        refused("units.toml", tank, &then, &["counter \"5(+)\"", &format!("the mobility {name} is not carried out yet")]);
    }
    refused(
        "units.toml",
        tank,
        &format!("service = \"militia\"\n{tank}"),
        &["counter \"5(+)\"", "the service Militia is not carried out yet"],
    );
    refused("units.toml", tank, &format!("division = \"22\"\n{tank}"), &["counter \"5(+)\"", "integrity is not carried out yet"]);
}

#[test]
fn only_units_of_one_step_leave() {
    let of = |id: &str| format!("turn = 50\nunits = [\"{id}\"]");
    let words = ["withdrawal number 1", "73 has 4 steps", "the strength of the card is not carried out yet"];
    refused("scenario.toml", &of("LAH/Rcn"), &of("73"), &words);
}

#[test]
fn origins_and_comments_do_not_change_the_fingerprint_and_values_do() {
    let load = |text: &str| {
        let scenario = Source { name: "scenario.toml", text };
        let sources = Sources { scenario, ..Prepared::sources(Prepared::SCENARIOS[0].0, Prepared::SCENARIOS[0].1) };
        Prepared::load(&sources).expect("the scenario is sound").fingerprint()
    };
    let text = Prepared::SCENARIOS[0].1;
    assert_eq!(load(text), data().fingerprint());
    assert_eq!(load(&text.replace("origin = \"given\"", "origin = \"as the card\" # so it says")), data().fingerprint());
    assert_ne!(load(&text.replace("axis_steps_allowed = 5", "axis_steps_allowed = 4")), data().fingerprint());
}
