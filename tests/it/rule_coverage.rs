//! The coverage tables account for every rule of the rulebooks, and what they name exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// One row of a coverage table.
struct Row {
    id: String,
    kind: String,
    rule: String,
    file: String,
    tests: Vec<String>,
    note: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Games with a coverage table: the folder of their data and of their source.
const GAMES: [(&str, &str); 5] = [
    ("armir", "armir"),
    ("east-front", "east_front"),
    ("across-the-bug", "across_the_bug"),
    ("bolt-action", "bolt_action"),
    ("blocks-in-the-east", "blocks_in_the_east"),
];

fn rows(game: &str) -> Vec<Row> {
    let path = root().join("engine/data").join(game).join("rules.tsv");
    let text = fs::read_to_string(path).expect("the coverage table is in the repository");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("id\tkind\ttitle\trule\tfile\ttests\tnote"), "the header");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [id, kind, _title, rule, file, tests, note] = cells.as_slice() else {
            panic!("{} cells instead of 7 in {line:?}", cells.len());
        };
        let tests = tests.split_whitespace().filter(|test| *test != "-").map(str::to_owned).collect();
        let word = |cell: &str| cell.trim().to_owned();
        Row { id: word(id), kind: word(kind), rule: word(rule), file: word(file), tests, note: word(note) }
    };
    lines.map(row).collect()
}

/// Names of the test functions of one source file.
fn tests_in(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut names = BTreeSet::new();
    let mut marked = false;
    for line in text.lines().map(str::trim) {
        if line == "#[test]" {
            marked = true;
        } else if let Some(name) = line.strip_prefix("fn ").filter(|_| marked) {
            names.extend(name.split('(').next().map(str::to_owned));
            marked = false;
        }
    }
    names
}

#[test]
fn every_rule_of_the_rulebook_has_one_row_in_its_order() {
    for (game, _) in GAMES {
        let path = root().join(format!("tests/rules/{game}.ids"));
        let known = fs::read_to_string(path).expect("the list of rule ids is in the repository");
        let listed: Vec<String> = rows(game).into_iter().map(|row| row.id).collect();
        assert_eq!(listed, known.lines().collect::<Vec<_>>(), "{game}");
    }
}

#[test]
fn every_row_names_existing_files_and_tests_or_says_why_not() {
    for (game, folder) in GAMES {
        let mut tests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for row in rows(game) {
            assert!(!row.kind.is_empty() && !row.rule.is_empty(), "{}: a blank cell", row.id);
            if row.tests.is_empty() {
                assert!(!row.note.is_empty(), "{}: no test and no reason", row.id);
            }
            for file in row.file.split_whitespace().filter(|file| *file != "-") {
                assert!(root().join(file).is_file(), "{}: {file} does not exist", row.id);
            }
            for test in &row.tests {
                let (stem, name) = test.split_once("::").unwrap_or_else(|| panic!("{}: {test:?} is not file::test", row.id));
                let of_stem = tests.entry(stem.to_owned()).or_insert_with(|| {
                    let files =
                        [format!("engine/tests/it/{stem}.rs"), format!("engine/src/{folder}/{stem}.rs"), format!("tests/it/{stem}.rs")];
                    files.iter().flat_map(|file| tests_in(&root().join(file))).collect()
                });
                assert!(of_stem.contains(name.rsplit("::").next().unwrap_or(name)), "{}: the test {test} does not exist", row.id);
            }
        }
    }
}

/// What a game that is not complete carries out so far it has to pin; what it does not carry out names no file.
#[test]
fn what_the_east_front_claims_is_pinned() {
    for row in rows("east-front") {
        assert_eq!(row.file == "-", row.tests.is_empty(), "{}: a file without a test, or a test without a file", row.id);
    }
}

/// A later scenario that a note names: its number, the combined game of all titles, or an optional chapter.
fn later_scenario(note: &str) -> bool {
    let words: Vec<&str> = note.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let numbered =
        |pair: &[&str]| matches!(pair[0], "scenario" | "scenarios") && pair[1].parse().is_ok_and(|number: u8| (2..=9).contains(&number));
    words.windows(2).any(numbered) || note.contains("the combined game") || note.contains("optional chapter ")
}

#[test]
fn every_deferred_rule_names_the_scenario_that_needs_it() {
    assert!(later_scenario("next: ships begin with scenario 2") && later_scenario("next: the combined game"));
    assert!(!later_scenario("next: later") && !later_scenario("next: scenario 1") && !later_scenario("next: this scenario has none"));
    for (game, _) in GAMES {
        for row in rows(game).iter().filter(|row| row.note.contains("next")) {
            // Of a rule that is carried out in part the note may name that part first.
            let (said, _) = row.note.split_once("next: ").unwrap_or_else(|| panic!("{game} {}: {:?}", row.id, row.note));
            assert!(said.is_empty() || row.file != "-", "{game} {}: a deferred row begins its note with \"next: \"", row.id);
            assert!(later_scenario(&row.note), "{game} {}: {:?} names no later scenario", row.id, row.note);
        }
    }
}

/// What is neither carried out nor deferred has no effect of its own, and never by silence.
#[test]
fn every_row_of_the_east_front_is_carried_out_deferred_or_without_effect() {
    for row in rows("east-front").iter().filter(|row| row.file == "-" && !row.note.starts_with("next: ")) {
        assert!(row.note.len() > 8 && row.note != "-", "{}: no reason why nothing carries it out", row.id);
    }
}

#[test]
fn nineteen_of_twenty_rules_are_pinned_by_a_test() {
    let rows = rows("armir");
    let stated: Vec<&Row> = rows.iter().filter(|row| row.kind != "note" && row.file != "-").collect();
    let pinned = stated.iter().filter(|row| !row.tests.is_empty()).count();
    assert!(stated.len() > 200, "only {} rows state a rule", stated.len());
    assert!(pinned * 100 >= stated.len() * 95, "{pinned} of {} rows that state a rule are pinned", stated.len());
}

/// The summary of its rules has no row without effect.
#[test]
fn every_row_of_bolt_action_is_carried_out_and_pinned() {
    for row in rows("bolt-action") {
        assert!(row.file != "-" && !row.tests.is_empty(), "{}: no file or no test", row.id);
    }
}
