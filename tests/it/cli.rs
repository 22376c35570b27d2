//! Every command as a user meets it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;

use serde_json::Value;

use crate::common;
use crate::common::{directory, games, of_other_data, old_record, read, run, saved_game, stavka, talk, write};

#[track_caller]
fn assert_keys(value: &Value, keys: &[&str]) {
    for key in keys {
        assert!(value.get(key).is_some(), "{key:?} is missing in {value}");
    }
}

#[test]
fn help_of_every_command_has_examples() {
    let here = directory();
    let help = run(here.path(), &["--help"]).good();
    for command in [
        "play",
        "match",
        "tournament",
        "train",
        "tune",
        "analyse",
        "replay",
        "review",
        "perft",
        "bench",
        "rules",
        "levels",
        "map",
        "observe",
        "scenario",
        "force",
    ] {
        assert!(help.out.contains(command), "{command} is missing in the list of commands");
        run(here.path(), &[command, "--help"]).good().says(&["Usage: stavka", "Examples:"]);
    }
}

#[test]
fn a_match_is_one_json_object_and_the_same_every_time() {
    let here = directory();
    let arguments = ["match", "armir", "--axis", "random", "--soviet", "random", "--games", "3", "--seed", "4", "--format", "json"];
    let mut first = run(here.path(), &arguments).good().json();
    assert_keys(&first, &["games", "axis_wins", "soviet_wins", "draws", "mean_decisions", "seconds"]);
    assert_eq!(first["games"], 3);
    let wins = ["axis_wins", "soviet_wins", "draws"].map(|key| first[key].as_u64().expect("a count"));
    assert_eq!(wins.iter().sum::<u64>(), 3);
    let mut second = run(here.path(), &arguments).good().json();
    first["seconds"] = Value::Null;
    second["seconds"] = Value::Null;
    assert_eq!(first, second);
    run(here.path(), &["match", "armir", "--axis", "greedy", "--soviet", "random", "--games", "1", "--scenario", "free"]).good().says(&[
        "Axis (greedy)",
        "armir free",
        "mean decisions",
    ]);
}

#[test]
fn a_fit_is_the_same_every_time_and_leaves_a_file() {
    let here = directory();
    let arguments = ["tune", "armir", "--games", "40", "--seed", "2", "--players", "policy", "--out", "weights.toml", "--format", "json"];
    let first = run(here.path(), &arguments).good().json();
    assert_keys(&first, &["origin", "positions", "held_out", "axis_wins", "brier", "log_loss", "calibration"]);
    assert_keys(&first["brier"], &["base_rate", "before", "after"]);
    let weights = read(here.path(), "weights.toml");
    assert!(weights.contains("stavka tune armir --games 40 --seed 2 --players policy"), "{weights}");
    assert_eq!(run(here.path(), &arguments).good().json(), first);
    assert_eq!(read(here.path(), "weights.toml"), weights);
    let old = run(here.path(), &[&arguments[..8], &["--format", "json", "--slips", "30"]].concat());
    assert_eq!((old.code, old.err.as_str()), (Some(0), "--slips is now called --epsilon-per-mille\n"));
    assert!(old.out.contains("--epsilon-per-mille 30"), "{}", old.out);
    run(here.path(), &["tune", "armir", "--games", "1", "--players", "policy"]).fails(1, &["too few"]);
    run(here.path(), &["tune", "armir", "--games", "9", "--players", "nobody"]).fails(2, &["there is no player"]);
}

#[test]
fn a_bench_has_the_promised_numbers() {
    let here = directory();
    let report = run(here.path(), &["bench", "armir", "--seconds", "0.1", "--format", "json"]).good().json();
    let keys = [
        "decisions_per_second",
        "games_per_second",
        "decisions_per_game",
        "clone_ns",
        "state_bytes",
        "legal_actions_ns",
        "apply_ns",
        "observe_ns",
        "allocations_per_game",
    ];
    assert_keys(&report, &keys);
    assert!(report["decisions_per_second"].as_f64().expect("a number") > 0.0);
    run(here.path(), &["bench", "armir", "--seconds", "0.1"]).good().says(&["decisions per second", "allocations per game"]);
    let report = run(here.path(), &["bench", "armir", "--network", "--seconds", "0.1", "--format", "json"]).good().json();
    assert_keys(&report, &["device", "numbers", "multiply_adds", "batches", "evaluations_per_second", "encode_ns"]);
    run(here.path(), &["bench", "armir", "--network", "--weights", "none"]).fails(1, &["cannot use the network none"]);
}

#[test]
fn a_bench_plays_and_replays_a_fixed_piece_of_work() {
    let here = directory();
    let played = |seed: &str| {
        let report = run(here.path(), &["bench", "armir", "--games", "2", "--seed", seed, "--format", "json"]).good().json();
        assert_eq!(report["games"], 2);
        (report["decisions"].as_u64().expect("a number"), report["actions"].as_u64().expect("a number"))
    };
    let (decisions, actions) = played("7");
    assert!(decisions > 500 && actions > decisions, "{decisions} decisions of {actions} actions");
    assert_eq!(played("7"), (decisions, actions));
    assert_ne!(played("8"), (decisions, actions));
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let replayed = |scenario: &str| {
        let arguments = ["bench", "armir", "--records", golden, "--scenario", scenario, "--format", "json"];
        run(here.path(), &arguments).good().json()["games"].as_u64().expect("a number")
    };
    assert_eq!((replayed("historical"), replayed("free")), (3, 1));
    let nothing = here.path().to_str().expect("a plain path");
    run(here.path(), &["bench", "armir", "--records", nothing]).fails(2, &["no record"]);
    run(here.path(), &["bench", "armir", "--games", "1", "--search"]).fails(2, &["--search"]);
}

#[test]
fn perft_counts_and_divides() {
    let here = directory();
    let count = |arguments: &[&str]| {
        let report = run(here.path(), &[&["perft", "armir", "--format", "json"], arguments].concat()).good().json();
        report["nodes"].as_u64().expect("a count")
    };
    let divided = run(here.path(), &["perft", "armir", "--depth", "3", "--divide", "--format", "json"]).good().json();
    let branches = divided["divide"].as_array().expect("a list");
    assert_eq!(branches.len() as u64, count(&["--depth", "1"]));
    let sum: u64 = branches.iter().map(|branch| branch["nodes"].as_u64().expect("a count")).sum();
    assert_eq!(sum, count(&["--depth", "3"]));
    saved_game(here.path());
    assert!(count(&["--depth", "2", "--record", "game.stavka", "--at", "3"]) > 0);
}

#[test]
fn rules_are_listed_and_summed_up() {
    let here = directory();
    let summary = run(here.path(), &["rules", "armir", "--summary", "--format", "json"]).good().json();
    assert_keys(&summary, &["rows", "implemented", "tested", "deferred", "not_applicable"]);
    assert!(summary["rows"].as_u64().expect("a count") > 200);
    assert_eq!(summary["deferred"], 0, "ARMIR is complete");
    let growing = run(here.path(), &["rules", "east-front", "--summary", "--format", "json"]).good().json();
    let count = |key: &str| growing[key].as_u64().expect("a count");
    assert!(count("deferred") > count("not_applicable"), "most of the series waits for later scenarios");
    assert_eq!(count("implemented") + count("deferred") + count("not_applicable"), count("rows"), "each row is one of the three");
    run(here.path(), &["rules", "east-front", "--summary"]).good().says(&["deferred", "not applicable"]);
    run(here.path(), &["rules", "armir"]).good().says(&["12.1", "Momentum", "implemented"]);
    let rows = run(here.path(), &["rules", "armir", "--format", "json"]).good().json();
    assert_eq!(rows.as_array().expect("a list").len() as u64, summary["rows"]);
}

#[test]
fn the_map_is_drawn_as_text_and_as_a_picture() {
    let here = directory();
    let text = run(here.path(), &["map", "armir"]).good().says(&["Kantemirovka", "1206", "═", "Supply sources", "XXIX Corps"]);
    assert!(!text.out.contains('\u{1b}'), "a pipe gets no colours");
    run(here.path(), &["map", "armir", "--svg", "map.svg"]).good();
    let empty = read(here.path(), "map.svg");
    for name in ["<svg", "</svg>", "Seversky Donets", "Rossosh", ">2429<", "strongpoint of the Alpine Corps"] {
        assert!(empty.contains(name), "{name:?} is missing in the picture");
    }
    saved_game(here.path());
    run(here.path(), &["map", "armir", "--record", "game.stavka"]).good().says(&["[5  ]", "(20T)"]);
    run(here.path(), &["map", "armir", "--record", "game.stavka", "--at", "0", "--svg", "map.svg"]).good();
    assert!(read(here.path(), "map.svg").contains("66/XVII"));
}

#[test]
fn observations_are_described_and_dumped() {
    let here = directory();
    run(here.path(), &["observe", "armir", "--describe"]).good().says(&["planes", "globals", "verbs", "momentum", "own-combat"]);
    let spec = run(here.path(), &["observe", "armir", "--describe", "--format", "json"]).good().json();
    assert_keys(&spec, &["height", "width", "layout", "planes", "globals", "verbs", "units", "max_actions", "ids", "id_count"]);
    let dump = run(here.path(), &["observe", "armir", "--side", "soviet", "--format", "json"]).good().json();
    assert_keys(&dump, &["viewer", "shape", "planes", "globals", "legal"]);
    let planes = dump["planes"].as_array().expect("a list");
    assert_eq!(planes.len(), spec["planes"].as_array().expect("a list").len());
    assert_eq!(planes[0].as_array().expect("rows").len() as u64, spec["height"]);
    let rows = spec["ids"].as_array().expect("a list");
    let last = rows.last().expect("a row");
    let values = last["radices"].as_array().expect("a list").iter().filter_map(serde_json::Value::as_u64).product::<u64>();
    assert_eq!(spec["id_count"], last["first"].as_u64().expect("a number") + values);
    let choose = rows.iter().find(|row| row["notation"] == "objectives {set}").expect("a row");
    let choice = dump["legal"].as_array().expect("a list").iter().find(|token| token["notation"] == "objectives 1+2").expect("it is legal");
    assert_eq!(choice["id"], choose["first"].as_u64().expect("a number") + 3);
    run(here.path(), &["observe", "armir", "--describe"]).good().says(&["action ids", "objectives {set}"]);
    run(here.path(), &["observe", "armir"]).good().says(&["Soviet sees", "objectives 1+2"]);
}

#[test]
fn scenarios_are_listed_shown_and_validated() {
    let here = directory();
    run(here.path(), &["scenario", "list"]).good().says(&["historical", "free"]);
    run(here.path(), &["scenario", "list", "armir"]).good().says(&["historical", "free"]);
    let list = run(here.path(), &["scenario", "list", "--format", "json"]).good().json();
    assert_keys(&list[0], &["id", "name", "description", "turns", "data"]);
    run(here.path(), &["scenario", "show", "historical"]).good().says(&["set-up", "fixed", "reinforcements"]);
    run(here.path(), &["scenario", "validate"]).good().says(&["historical: valid", "free: valid"]);
}

#[test]
fn a_scenario_file_is_taken_wherever_an_id_is() {
    let here = directory();
    let own = include_str!("../../engine/data/armir/scenarios/historical.toml")
        .replace("id = \"historical\"", "id = \"short\"")
        .replace("turns = 6", "turns = 2");
    common::write(here.path(), "short.toml", &own);
    run(here.path(), &["scenario", "validate", "short.toml"]).good().says(&["short.toml: valid", "2 turns"]);
    std::fs::create_dir(here.path().join("mine")).expect("it can be made");
    common::write(here.path(), "mine/scenario.toml", &own);
    run(here.path(), &["scenario", "show", "mine"]).good().says(&["short"]);
    let arguments =
        ["match", "armir", "--axis", "random", "--soviet", "random", "--games", "1", "--scenario", "short.toml", "--format", "json"];
    assert_eq!(run(here.path(), &arguments).good().json()["scenario"], "short");
    talk(here.path(), &["play", "--terminal", "--scenario", "short.toml", "--seed", "1", "--save", "s.stavka"], "1\nquit\n").good();
    run(here.path(), &["replay", "s.stavka", "--verify", "--scenario", "short.toml"]).good();
    run(here.path(), &["replay", "s.stavka", "--verify"]).good();
    let before = read(here.path(), "s.stavka");
    common::write(here.path(), "s.scenario/scenario.toml", &own.replace("turns = 2", "turns = 3"));
    let changed = "This game was made with other data of its scenario; all of its ";
    run(here.path(), &["replay", "s.stavka"]).good().says(&[changed]);
    run(here.path(), &["replay", "s.stavka", "--verify"]).fails(2, &["s.stavka", "other data of its scenario"]);
    talk(here.path(), &["play", "--terminal", "--resume", "s.stavka"], "1\nquit\n").good().says(&[changed, "armir-short-1.stavka"]);
    assert_eq!(read(here.path(), "s.stavka"), before);
    run(&games(here.path()), &["replay", "armir-short-1.stavka", "--verify"]).good();
    std::fs::remove_dir_all(here.path().join("s.scenario")).expect("the files of the scenario lie beside the game");
    run(here.path(), &["replay", "s.stavka", "--verify"]).fails(2, &["short", "s.scenario", "--scenario"]);
}

#[test]
fn a_force_is_built_judged_and_played() {
    let here = directory();
    let at = here.path();
    run(at, &["force", "list", "--year", "1943", "--side", "axis"]).good().says(&["g43 ", "767 points", "g_gren9*4"]);
    let ready = run(at, &["force", "list", "--format", "json"]).good().json();
    assert_eq!(ready.as_array().expect("a list").len(), 24);
    let units = run(at, &["force", "units", "--side", "soviet", "--year", "1941"]).good().says(&["s_maxim", "points"]);
    assert!(!units.out.contains("g_") && !units.out.contains("s_is2"), "{}", units.out);
    let g43 = ready.as_array().expect("a list").iter().find(|force| force["id"] == "g43").expect("a force of 1943");
    let entries: Vec<&str> = g43["units"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let check = [&["force", "check", "--side", "axis", "--year", "1943"], entries.as_slice()].concat();
    run(at, &check).good().says(&["points", "valid: may be played as a standard force of 1943"]);
    let short = ["force", "check", "--side", "axis", "--year", "1942", "g_lt", "g_panther", "s_t34"];
    run(at, &short).fails(2, &["\"g_panther\" in 1942", "\"s_t34\" is of the other side", "0 squads", "expected 748 to 772"]);
    run(at, &["force", "check", "--side", "axis", "--year", "1942", "g_wonder"]).fails(2, &["g_wonder"]);
    run(at, &["force", "units", "--year", "1950"]).fails(2, &["1950 is not in 1941..=1945"]);
    let own = entries.join(" ");
    let file = run(at, &["force", "mission", "meeting", "--axis", &own, "--soviet", "s43m"]).good();
    common::write(at, "mine.toml", &file.out);
    run(at, &["scenario", "validate", "mine.toml", "--game", "bolt-action"]).good().says(&["mine.toml: valid"]);
    common::write(at, "cheap.toml", &file.out.replace("points = 767", "points = 1"));
    run(at, &["scenario", "validate", "cheap.toml", "--game", "bolt-action"]).fails(2, &["cheap.toml", "expected 767"]);
    let random = ["match", "bolt-action", "--axis", "random", "--soviet", "random", "--games", "1", "--scenario", "mine.toml"];
    run(at, &random).good();
}

#[test]
fn a_game_is_played_taken_back_saved_and_resumed() {
    let here = directory();
    let play = ["play", "--terminal", "armir", "--side", "soviet", "--opponent", "random", "--seed", "11", "--save", "mine.stavka"];
    let script = "units 1206\nwhy attack 1207\nboard Rossosh\nundo\n9\nlog\n1\nauto\nhint\nstatus\n999\nnonsense\nsave\nquit\n";
    talk(here.path(), &play, script).good().says(&[
        "You play: Soviet",
        "choose the secret objectives",
        "66/XVII 5-7",
        "not allowed: ",
        "[rule ",
        "nothing to take back: you have not decided anything yet",
        "Soviet: objectives: 1 the Chir, 3 destroy the ARMIR, 4 towards the Donets",
        "there is no choice 999",
        "cannot read the action \"nonsense\"",
        "saved in mine.stavka",
        "the game is saved in mine.stavka",
    ]);
    let record = read(here.path(), "mine.stavka");
    assert!(record.contains("axis random\nsoviet human"), "{record}");
    let resumed = talk(here.path(), &["play", "--terminal", "--resume", "mine.stavka"], "log 3\nquit\n").good();
    resumed.says(&["You play: Soviet. Seed 11", "the game is saved in mine.stavka"]);
    assert_eq!(read(here.path(), "mine.stavka"), record, "a game that was only looked at is unchanged");
    run(here.path(), &["replay", "mine.stavka", "--verify"]).good().says(&["good: armir historical"]);
}

#[test]
fn the_help_of_the_terminal_gives_examples_of_the_game_at_hand() {
    let here = directory();
    for (game, standing) in [("east-front", false), ("across-the-bug", true)] {
        let play = ["play", "--terminal", game, "--side", "german", "--opponent", "random", "--seed", "3"];
        let told = talk(here.path(), &play, "help\nquit!\n").good().says(&["You play: Axis", "why NOTATION", "this list"]);
        assert!(!["66/XVII", "Rossosh", "alpine"].iter().any(|word| told.out.contains(word)), "{}", told.out);
        assert_eq!(told.out.contains("standing reaction near "), standing, "{}", told.out);
    }
}

#[test]
fn every_command_names_the_second_game() {
    let here = directory();
    let at = here.path();
    let random = ["match", "east-front", "--axis", "random", "--soviet", "random", "--games", "3", "--seed", "4", "--format", "json"];
    assert_eq!(run(at, &random).good().json()["games"], 3);
    let text = run(at, &["map", "east-front"]).good().says(&["Armyansk", "3606", "≈", "3606 against 3505, 3605"]);
    assert!(!text.out.contains('\u{1b}'), "a pipe gets no colours");
    run(at, &["observe", "east-front", "--describe"]).good().says(&["own-order", "interdiction", "fly"]);
    run(at, &["rules", "east-front"]).good().says(&["BSR 15.61", "PB 10.15"]);
    run(at, &["scenario", "show", "tartar-trench", "--game", "east-front"]).good().says(&["The Tartar Trench", "3606, 3705, 3708, 3808"]);
    run(at, &["scenario", "list", "east-front"]).good().says(&["tartar-trench", "worked-turn"]);
    run(at, &["perft", "east-front", "--depth", "2"]).good().says(&["nodes"]);
    run(at, &["bench", "east-front", "--seconds", "0.1"]).good().says(&["decisions per second"]);
    run(at, &["levels", "east-front"]).good().says(&["level8"]);

    let play = ["play", "--terminal", "east-front", "--side", "both", "--seed", "9", "--save", "e.stavka"];
    let script = format!("board 3606\nunits HQ\nwhy attack 4014\nstatus\n{}1\nundo\nlog\nquit\n", "auto\n".repeat(40));
    talk(at, &play, &script).good().says(&[
        "You play: Axis",
        "51HQ",
        "not allowed: ",
        "[rule BSR ",
        "Objectives of the Axis 0 of 4",
        "the game is saved in e.stavka",
    ]);
    run(at, &["replay", "e.stavka", "--verify"]).good().says(&["good: east-front tartar-trench"]);
    run(at, &["map", "east-front", "--record", "e.stavka"]).good().says(&["(", "["]);
    run(at, &["map", "east-front", "--record", "e.stavka", "--svg", "e.svg"]).good();
    let picture = read(at, "e.svg");
    for name in ["Sivash", "Black Sea", "Axis ready", ">106<", "2-4-4", "fortified line"] {
        assert!(picture.contains(name), "{name:?} is missing in the picture");
    }
}

#[test]
fn a_review_counts_the_turns_as_the_turn_track_does() {
    let here = directory();
    let at = here.path();
    let play = ["play", "--terminal", "east-front", "--seed", "9", "--opponent", "random", "--save", "e.stavka"];
    talk(at, &play, &("auto\n".repeat(90) + "quit\n")).good();
    let review = run(at, &["review", "e.stavka", "--simulations", "1", "--svg", "e.svg", "--format", "json"]).good().json();
    let points = review["turning_points"].as_array().expect("a list");
    assert!(
        !points.is_empty() && points.iter().all(|point| point["turn"].as_u64().is_some_and(|turn| (48..=51).contains(&turn))),
        "{points:?}"
    );
    let picture = read(at, "e.svg");
    assert!(picture.contains(">turn 49<") && !picture.contains(">turn 2<"), "the chart marks the second turn of the scenario");
}

#[test]
fn a_choice_is_taken_back_until_a_die_falls() {
    let here = directory();
    let play = ["play", "--terminal", "--side", "both", "--seed", "3", "--scenario", "free", "--save", "x.stavka"];
    talk(here.path(), &play, "1\n1\nundo\nundo\nundo\nquit\n").good().says(&["taken back", "nothing to take back"]);
    let empty = read(here.path(), "x.stavka");
    assert!(empty.contains("\nend 0 "), "{empty}");
    let play = ["play", "--terminal", "--side", "both", "--seed", "3", "--save", "y.stavka"];
    let one_attack = "9\ndone\ndone\n2\nundo\nquit\n";
    talk(here.path(), &play, one_attack).good().says(&["nothing to take back: a die has been rolled since"]);
}

#[test]
fn the_other_side_does_not_learn_the_objectives() {
    let here = directory();
    let run = talk(here.path(), &["play", "--terminal", "--side", "axis", "--seed", "3", "--save", "x.stavka"], "log\nquit\n").good();
    let run = run.says(&["choose the objectives, in secret"]);
    assert!(!run.out.contains("objectives: "), "{}", run.out);
    assert!(!run.out.contains("Objectives: "), "{}", run.out);
}

#[test]
fn odds_are_shown_before_the_die() {
    let here = directory();
    let script = "9\n".to_owned() + &"done\n".repeat(2) + &"auto\n".repeat(30);
    talk(here.path(), &["play", "--terminal", "--side", "soviet", "--seed", "3"], &script).good().says(&[
        "column ",
        "steps lost att/def",
        "attacker loses",
        "[14.3]",
        "attack with these units",
    ]);
}

#[test]
fn a_whole_game_ends_with_its_account_and_record() {
    let here = directory();
    let script = "auto\n".repeat(2500);
    let game = talk(here.path(), &["play", "--terminal", "--seed", "2", "--opponent", "random", "--save", "whole.stavka"], &script).good();
    game.says(&["objective 1 the Chir", "Soviet victory points", "the record is in whole.stavka"]);
    run(here.path(), &["replay", "whole.stavka", "--verify"]).good().says(&["victory"]);
    run(here.path(), &["replay", "whole.stavka"]).good().says(&["select", "die ", "Soviet victory points"]);
    talk(here.path(), &["play", "--terminal", "--resume", "whole.stavka"], "").good().says(&["Soviet victory points"]);
}

#[test]
fn a_record_of_older_rules_is_replayed_as_far_as_it_is_accepted() {
    let here = directory();
    let at = here.path();
    let old = old_record("random", "random");
    write(at, "old.stavka", &old.text);
    let sentence = format!(
        "This game was made under older rules, whose version it does not name, or with other data; the first {} of its {} actions are \
         accepted here, the next one is not: line {}, action {}: ",
        old.accepted,
        old.recorded,
        old.line,
        old.accepted + 1
    );
    let told = run(at, &["replay", "old.stavka"]).good().says(&[&sentence, "[rule ", "Recorded after that, and not accepted here:"]);
    assert_eq!(told.out.matches("This game was made").count(), 1, "it is said once");
    let shown = |number: usize, line: &str| told.out.lines().any(|text| text.starts_with(&format!("{number:>5}  ")) && text.contains(line));
    assert!(shown(1, "objectives ") && shown(old.accepted + 1, "move > 0101"), "{}", told.out);
    assert!(shown(old.recorded, old.rest.last().expect("something is refused")), "{}", told.out);
    run(at, &["replay", "old.stavka", "--verify"]).fails(2, &["old.stavka", "made under older rules", "[rule "]);
    run(at, &["replay", "old.stavka", "--at", &old.accepted.to_string()])
        .good()
        .says(&[&format!("after {0} of {0} actions", old.accepted)]);
    run(at, &["replay", "old.stavka", "--at", &(old.accepted + 1).to_string()]).fails(2, &["expected 0 to", "made under older rules"]);
    run(at, &["map", "armir", "--record", "old.stavka"]).fails(2, &["old.stavka", "made under older rules"]);
    let review = run(at, &["review", "old.stavka", "--simulations", "1", "--format", "json"]);
    assert_eq!(review.code, Some(0), "{}", review.err);
    assert_eq!(
        (&review.json()["actions"], review.json()["foreign"].as_str().is_some_and(|words| words.starts_with(&sentence))),
        (&old.accepted.into(), true)
    );
    write(at, "same.stavka", &of_other_data());
    run(at, &["replay", "same.stavka"]).good().says(&[&format!("all of its {} actions are accepted here and end alike.", old.recorded)]);
    run(at, &["replay", "same.stavka", "--verify"]).fails(2, &["same.stavka", "made under older rules"]);
}

#[test]
fn a_game_of_older_rules_goes_on_in_a_file_of_its_own() {
    let here = directory();
    let at = here.path();
    let old = old_record("random", "human");
    write(at, "old.stavka", &old.text);
    let file = games(at).join("armir-historical-1.stavka").display().to_string();
    talk(at, &["play", "--terminal", "--resume", "old.stavka"], "auto\nquit\n").good().says(&[
        "You play: Soviet",
        &format!("the first {} of its {} actions are accepted here", old.accepted, old.recorded),
        "the record stays as it is",
        &format!("the game is saved in {file}"),
    ]);
    assert_eq!(read(at, "old.stavka"), old.text, "nothing is lost");
    let text = read(at, &file);
    let header = old.line - old.accepted - 1;
    let actions = |text: &str, from: usize| text.lines().skip(from).take(old.accepted).map(str::to_owned).collect::<Vec<_>>();
    assert!(text.contains("\nrules ") && text.lines().count() > old.accepted + header + 2, "{text}");
    assert_eq!(actions(&text, header + 1), actions(&old.text, header), "it goes on from the last accepted action");
    run(at, &["replay", &file, "--verify"]).good();
    talk(at, &["play", "--terminal", "--resume", &file], "quit\n").good().says(&[&format!("saved in {file}")]);
}

#[test]
fn a_replay_steps_and_jumps() {
    let here = directory();
    saved_game(here.path());
    talk(here.path(), &["replay", "game.stavka"], "n\n\nb\n+3\n-1\n2\nt\ne\nboard\nstatus\nh\nwhat\nq\n").good().says(&[
        "    1  Soviet  objectives",
        "after 2 of",
        "momentum",
        "is not understood",
        "the next action",
    ]);
    run(here.path(), &["replay", "game.stavka", "--at", "4"]).good().says(&["after 4 of"]);
}

#[test]
fn the_end_of_input_saves_the_game_and_says_where() {
    let here = directory();
    let first = talk(here.path(), &["play", "--terminal", "--seed", "8", "--opponent", "random"], "1\n").good();
    let file = games(here.path()).join("armir-historical-8.stavka").display().to_string();
    first.says(&[&format!("end of input: the game is saved in {file}; go on with: stavka play --resume {file}")]);
    let before = read(here.path(), &file);
    let second = talk(here.path(), &["play", "--terminal", "--seed", "8", "--opponent", "random"], "2\n").good();
    second.says(&["armir-historical-8-2.stavka"]);
    assert_eq!(read(here.path(), &file), before, "no game is saved over another one");
    talk(here.path(), &["play", "--terminal", "--resume", &file], "log 3\nquit\n").good().says(&["You play: Soviet. Seed 8"]);
    let left: Vec<_> = std::fs::read_dir(here.path()).expect("it is there").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(left, ["data"], "nothing is left in the directory that the command ran in");
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_game_and_says_where() {
    let here = directory();
    let mut child = stavka(here.path())
        .args(["play", "--terminal", "--seed", "6", "--save", "broken-off.stavka"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut output = BufReader::new(child.stdout.take().expect("standard output is a pipe"));
    let mut input = child.stdin.take().expect("standard input is a pipe");
    input.write_all(b"1\nstatus\n").expect("the command reads");
    let mut seen = String::new();
    while !seen.contains("Objectives: ") {
        assert!(output.read_line(&mut seen).expect("the command writes") > 0, "{seen}");
    }
    let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(signal.success());
    output.read_to_string(&mut seen).expect("the command ends");
    assert!(child.wait().expect("the command ends").success());
    assert!(seen.contains("interrupted: the game is saved in broken-off.stavka"), "{seen}");
    run(here.path(), &["replay", "broken-off.stavka", "--verify"]).good();
}

#[test]
fn the_search_and_the_clock_are_measured() {
    let here = directory();
    let speed = run(here.path(), &["bench", "armir", "--search", "--seconds", "0.2", "--format", "json"]).good().json();
    assert_keys(&speed, &["simulations_per_second", "tree_nodes_per_second", "bytes_per_node", "evaluate_ns", "weigh_ns", "pick_ns"]);
    assert!(speed["simulations_per_second"].as_f64().is_some_and(|speed| speed > 0.0), "{speed}");
    let arguments = ["bench", "armir", "--clock", "mcts:move=5ms", "--positions", "4", "--format", "json"];
    let clock = run(here.path(), &arguments).good().json();
    assert_eq!(clock["positions"], 4, "{clock}");
    run(here.path(), &["bench", "armir", "--clock", "greedy"]).fails(2, &["greedy"]);
}
