//! Whatever is wrong with what a user gives, the answer is one clear message and an exit code, and
//! nothing is lost.

use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use crate::common::{directory, read, run, saved_game, stavka, talk, write};

const MAP: (&str, &str) = ("map.toml", include_str!("../../engine/data/armir/map.toml"));
const UNITS: (&str, &str) = ("units.toml", include_str!("../../engine/data/armir/units.toml"));
const TABLES: (&str, &str) = ("tables.toml", include_str!("../../engine/data/armir/tables.toml"));
const SCENARIO: (&str, &str) = ("scenario.toml", include_str!("../../engine/data/armir/scenarios/historical.toml"));

/// A defect: file, text that is replaced once, its replacement, words of the message.
type Defect = ((&'static str, &'static str), &'static str, &'static str, &'static [&'static str]);

const DEFECTS: &[Defect] = &[
    // Form.
    (SCENARIO, "turns = 6", "turns = six", &["line 6", "quoted"]),
    (SCENARIO, "turns = 6", "turns = \"six\"", &["line 6", "invalid type", "six"]),
    (SCENARIO, "turns = 6", "turn = 6", &["line ", "turn", "expected"]),
    (SCENARIO, "turns = 6\n", "", &["missing field", "turns"]),
    (UNITS, "side = \"axis\"", "side = \"neutral\"", &["line ", "neutral", "axis"]),
    (UNITS, "mobility = \"motorised\"", "mobility = \"by air\"", &["line ", "by air", "motorised"]),
    (MAP, "layout = \"pointy-even-right\"", "layout = \"square\"", &["line ", "square", "pointy-even-right"]),
    // Values.
    (SCENARIO, "turns = 6", "turns = 0", &["scenario.turns", "expected 1 to 20"]),
    (SCENARIO, "id = \"historical\"", "id = \"a b\"", &["scenario.id", "letters, digits and hyphens"]),
    (SCENARIO, "set_up = \"fixed\"", "set_up = \"free\"", &["placement", "free set-up has no placements"]),
    (SCENARIO, "garrison = 1", "garrison = 0", &["start", "positive"]),
    (SCENARIO, "\"1g\" = 4", "\"2g\" = 4", &["start.artillery_pool"]),
    (SCENARIO, "unit = \"387/XXIV\"", "unit = \"387/XXV\"", &["387/XXV", "no counter", "units.toml"]),
    (SCENARIO, "at = \"Millerovo\"", "at = \"Moscow\"", &["3Geb", "Moscow"]),
    (SCENARIO, "steps = 1", "steps = 9", &["3Geb", "expected \"full\" or 1 to"]),
    (SCENARIO, "\"5/Tri\" = \"0901\"", "\"5/Tri\" = \"9901\"", &["5/Tri", "9901", "off the map"]),
    (SCENARIO, "\"5/Tri\" = \"0901\"", "\"5/Tri\" = \"901\"", &["5/Tri", "four digits"]),
    (SCENARIO, "\"5/Tri\" = \"0901\"", "\"5/Tri\" = \"2315\"", &["5/Tri", "out of play"]),
    (SCENARIO, "\"5/Tri\" = \"0901\"", "\"5/Tri\" = \"1002\"", &["0"]),
    (SCENARIO, "\"HQ/CA\" = \"long\"", "\"HQ/CA\" = \"up\"", &["HQ/CA", "expected long or short"]),
    (SCENARIO, "origin = \"rule 1.2\"", "origin = \"\"", &["scenario: no origin", "expected the rule"]),
    (UNITS, "id = \"6/Tri\"", "id = \"5/Tri\"", &["5/Tri", "a second counter with this id"]),
    (UNITS, "id = \"6/Tri\"", "id = \"6 Tri\"", &["6 Tri", "expected an id"]),
    (UNITS, "cp = [5, 3]", "cp = [3, 5]", &["5/Tri", "may not grow with losses"]),
    (UNITS, "cp = [5, 3]", "cp = []", &["5/Tri", "expected 1 to 4"]),
    (UNITS, "formation = \"alpine\"", "formation = \"6\"", &["HQ/CA", "other side"]),
    (MAP, "hex = \"1002\"", "hex = \"2599\"", &["Pavlovsk", "2599"]),
    (MAP, "\"0901/1001\"", "\"0901/1101\"", &["Don", "not adjacent"]),
    (MAP, "\"0901/1001\"", "\"0901-1001\"", &["Don", "expected two adjacent hexes"]),
    (MAP, "  \"........................\", # 01\n", "", &["terrain.rows", "30 rows; expected 31"]),
    (MAP, "\"........................\", # 01", "\"...........x............\", # 01", &["terrain.rows", "'x'", "row 01"]),
    (MAP, "name = \"Belogorye\"", "name = \"Pavlovsk\"", &["Pavlovsk", "a second place"]),
    (MAP, "path = [\"0705\", \"0706\"", "path = [\"0705\", \"0709\"", &["0705 and 0709", "not adjacent"]),
    (TABLES, "\"3/-\", \"2/-\"", "\"3:-\", \"2/-\"", &["line 13", "3:-", "expected attacker/defender"]),
    (TABLES, "\"3/-\", \"2/-\", ", "\"3/-\", ", &["crt", "7 results; expected 8"]),
    (TABLES, "axis_on = [1, 2, 3]", "axis_on = [1, 2]", &["air", "share out the six faces"]),
    (TABLES, "limit = 8", "limit = 1", &["stacking.limit", "expected at least"]),
    (TABLES, "garrison_cp = [0, ", "garrison_cp = [1, ", &["airfields.garrison_cp", "expected 0"]),
    (TABLES, "off_road = 3", "off_road = 0", &["movement", "1 to 12"]),
    (TABLES, "result = \"1/3\"", "result = \"1/2\"", &["crt.known", "6:1"]),
];

#[test]
fn every_defect_of_a_data_file_is_named_with_file_and_key() {
    assert!(DEFECTS.len() >= 20);
    let here = directory();
    let mut wrong = Vec::new();
    for ((file, text), from, to, words) in DEFECTS {
        assert!(text.contains(from), "{file} has no {from:?}; the table of defects needs care");
        for (name, text) in [MAP, UNITS, TABLES, SCENARIO] {
            write(here.path(), name, text);
        }
        write(here.path(), file, &text.replacen(from, to, 1));
        let run = run(here.path(), &["scenario", "validate", "."]);
        let told = run.err.starts_with("stavka: ") && run.err.lines().count() == 1 && run.err.contains(file);
        if run.code != Some(2) || !told || words.iter().any(|word| !run.err.contains(word)) {
            wrong.push(format!("{file}: {from:?} to {to:?}: expected 2 and {words:?}, got {:?}: {}{}", run.code, run.out, run.err));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_files_as_they_are_pass() {
    let here = directory();
    for (name, text) in [MAP, UNITS, TABLES, SCENARIO] {
        write(here.path(), name, text);
    }
    run(here.path(), &["scenario", "validate", "."]).good();
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let here = directory();
    let at = here.path();
    run(at, &["map", "chess"]).fails(2, &["there is no game \"chess\"", "armir"]);
    run(at, &["map", "armir", "--scenario", "waterloo"]).fails(2, &["no scenario \"waterloo\"", "historical", "no such file"]);
    run(at, &["match", "armir", "--axis", "deep", "--soviet", "random", "--games", "1"]).fails(2, &["no player \"deep\"", "greedy"]);
    run(at, &["scenario", "show", "waterloo"]).fails(2, &["waterloo", "historical"]);
    run(at, &["scenario", "validate", "nowhere.toml"]).fails(2, &["nowhere.toml"]);
    run(at, &["conquer"]).fails(2, &["conquer", "Usage"]);
    run(at, &["perft", "armir", "--depth", "none"]).fails(2, &["none", "--depth"]);
    run(at, &["match", "armir", "--axis", "random", "--soviet", "random", "--games", "0"]).fails(2, &["--games"]);
    run(at, &["bench", "armir", "--seconds", "-1"]).fails(2, &["--seconds"]);
    std::fs::create_dir(at.join("empty")).expect("it can be made");
    run(at, &["scenario", "validate", "empty"]).fails(2, &["empty", "scenario.toml"]);
}

#[test]
fn unknown_units_and_hexes_are_told_in_the_game() {
    let here = directory();
    let script = "select 99/XX\nattack 9999\nwhy attack 12\nmove > 2515\nboard 9999\nboard Atlantis\nunits atlantis\nattack 1207\nquit!\n";
    talk(here.path(), &["play", "--terminal", "--seed", "1"], script).good().says(&[
        "no counter \"99/XX\"",
        "hex 9999 is off the map",
        "\"12\" is not a hex",
        "hex 2515 is off the map",
        "nor is it the name of a place",
        "no counter matches \"atlantis\"",
        "attack 1207: not allowed",
    ]);
    assert_eq!(std::fs::read_dir(here.path()).expect("it is there").count(), 0, "quit! writes nothing");
}

/// A record with one change, and the words of the answer.
#[track_caller]
fn refused(at: &Path, change: impl Fn(&str) -> String, words: &[&str]) {
    let good = read(at, "game.stavka");
    let bad = change(&good);
    assert_ne!(good, bad, "the change does nothing");
    write(at, "bad.stavka", &bad);
    for arguments in
        [&["replay", "bad.stavka", "--verify"][..], &["replay", "bad.stavka"], &["play", "--terminal", "--resume", "bad.stavka"]]
    {
        run(at, arguments).fails(2, &["bad.stavka"]).fails(2, words);
        assert_eq!(read(at, "bad.stavka"), bad, "the file is left as it was");
    }
}

#[test]
fn truncated_edited_and_foreign_records_are_refused() {
    let here = directory();
    let at = here.path();
    saved_game(at);
    let without_last_line = |text: &str| text.lines().take(text.lines().count() - 1).collect::<Vec<_>>().join("\n");
    refused(at, without_last_line, &["truncated"]);
    refused(at, |text| text.chars().take(60).collect(), &["truncated"]);
    refused(at, |_| "hello\n".into(), &["not a game record"]);
    refused(at, |_| String::new(), &["not a game record"]);
    refused(at, |text| text.replacen("stavka-record 1", "stavka-record 9", 1), &["format", "9"]);
    refused(at, |text| text.replacen("game armir", "game chess", 1), &["chess", "armir"]);
    refused(at, |text| text.replacen("scenario historical", "scenario waterloo", 1), &["waterloo"]);
    refused(at, |text| text.replacen("seed 5", "seed five", 1), &["seed", "five"]);
    refused(at, |text| text.replacen("\ndata ", "\ndata f", 1), &["data"]);
    refused(at, |text| text.replacen("\nrules ", "\nrules v", 1), &["rules"]);
    refused(at, |text| text.replacen("\nobjectives ", "\nattack 9999\nobjectives ", 1), &["declares"]);
    refused(at, |text| text.replacen("\nobjectives ", "\nconquer ", 1), &["line 10", "conquer"]);
    refused(at, |text| replace_line(text, "objectives ", "attack 1207"), &["line 10, action 1", "[rule "]);
    refused(at, |text| replace_line(text, "end ", "end 1 0123456789abcdef"), &["declares 1"]);
    write(at, "binary.stavka", "");
    std::fs::write(at.join("binary.stavka"), [0xff, 0xfe, 0, 1]).expect("it can be written");
    run(at, &["replay", "binary.stavka"]).fails(2, &["binary.stavka", "UTF-8"]);
    run(at, &["replay", "missing.stavka"]).fails(2, &["missing.stavka", "cannot read"]);
    run(at, &["replay", "game.stavka", "--at", "100000"]).fails(2, &["--at 100000", "expected 0 to"]);
    run(at, &["map", "armir", "--record", "missing.stavka"]).fails(2, &["missing.stavka"]);
}

#[test]
fn a_changed_die_is_found_by_verifying() {
    let here = directory();
    saved_game(here.path());
    let text = read(here.path(), "game.stavka");
    let die = text.lines().find(|line| line.starts_with("die ")).expect("a die was rolled");
    let other = if die == "die 6" { "die 5" } else { "die 6" };
    write(here.path(), "game.stavka", &text.replacen(die, other, 1));
    run(here.path(), &["replay", "game.stavka", "--verify"]).fails(2, &["game.stavka", "line "]);
}

/// The text with the first line of a kind replaced.
fn replace_line(text: &str, beginning: &str, by: &str) -> String {
    let old = text.lines().find(|line| line.starts_with(beginning)).expect("there is such a line");
    text.replacen(old, by, 1)
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let here = directory();
    for arguments in [&["observe", "armir", "--format", "json"][..], &["map", "armir"], &["rules", "armir"]] {
        let mut child =
            stavka(here.path()).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
        let mut first = [0; 1];
        let mut output = child.stdout.take().expect("standard output is a pipe");
        output.read_exact(&mut first).expect("the command writes");
        drop(output);
        let ended = child.wait_with_output().expect("the command ends");
        assert_eq!((ended.status.code(), ended.stderr.as_slice()), (Some(0), &b""[..]), "{arguments:?}");
    }
}

#[test]
fn a_game_whose_reader_goes_away_is_saved() {
    let here = directory();
    let mut child = stavka(here.path())
        .args(["play", "--terminal", "--seed", "4", "--save", "kept.stavka"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    drop(child.stdin.take());
    let ended = child.wait_with_output().expect("the command ends");
    assert_eq!(ended.status.code(), Some(0));
    let told = String::from_utf8_lossy(&ended.stderr);
    assert!(told.contains("saved in kept.stavka"), "{told}");
    run(here.path(), &["replay", "kept.stavka", "--verify"]).good();
}

#[test]
fn a_place_that_cannot_be_written_is_told_and_the_game_goes_on() {
    let here = directory();
    write(here.path(), "file", "in the way");
    let script = "1\nsave file/x.stavka\nquit\nsave file\nsave good.stavka\nquit\n";
    talk(here.path(), &["play", "--terminal", "--seed", "1", "--opponent", "random", "--save", "file/y.stavka"], script).good().says(&[
        "not saved: cannot write file/x.stavka",
        "The game goes on.",
        "not saved: cannot write file/y.stavka",
        "not saved: file exists",
        "saved in good.stavka",
    ]);
    assert_eq!(read(here.path(), "file"), "in the way");
    run(here.path(), &["map", "armir", "--svg", "file/map.svg"]).fails(1, &["cannot write file/map.svg"]);
    run(here.path(), &["play", "--save", "file"]).fails(2, &["--save file", "exists"]);
}

#[test]
fn a_game_that_cannot_be_saved_where_it_should_is_saved_elsewhere() {
    let here = directory();
    write(here.path(), "file", "in the way");
    let elsewhere = here.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).expect("it can be made");
    let output = stavka(here.path())
        .args(["play", "--terminal", "--seed", "1", "--save", "file/y.stavka"])
        .env("TMPDIR", &elsewhere)
        .env("XDG_DATA_HOME", here.path().join("file"))
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("the game is saved in"), "{told}");
    if cfg!(unix) {
        run(&elsewhere, &["replay", "y.stavka", "--verify"]).good();
    }
}
