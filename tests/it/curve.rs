//! Curves as a user measures them: a tiny run, threads, kills, other settings, misuse.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::common::{Run, directory, read, run, stavka, write};

/// Tree search without a wise adviser on the fastest scenario, two budgets.
const TINY: [&str; 10] = ["curve", "bolt-action", "flat", "--iterations", "4,16", "--pairs", "1", "--positions", "6", "--seed=3"];

/// A curve in a directory.
fn curve(here: &Path, room: &str, arguments: &[&str]) -> Run {
    run(here, &[&TINY[..], &["--dir", room], arguments].concat())
}

/// The lines of a file of results in any order, without times.
fn results(here: &Path, name: &str) -> Vec<String> {
    let mut lines: Vec<String> = read(here, name)
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("a line is a result");
            let fields = line.as_object_mut().expect("an object");
            fields.retain(|key, _| key != "seconds" && key != "longest");
            line.to_string()
        })
        .collect();
    lines.sort();
    lines
}

/// Findings as JSON without times, which no two runs share.
fn timeless(mut findings: Value) -> Value {
    for budget in findings["budgets"].as_array_mut().expect("a list") {
        budget.as_object_mut().expect("an object").remove("seconds_per_decision").expect("every budget has its time");
    }
    findings
}

#[test]
fn a_tiny_curve_is_the_same_on_any_threads_and_after_a_kill() {
    let here = directory();
    let json = ["--format", "json", "--judge=random", "--continuations", "2"];
    let whole = curve(here.path(), "one", &[&json[..], &["--threads", "1", "--html", "curve.html"]].concat()).good().json();
    assert_eq!((&whole["complete"], &whole["games"], &whole["positions"]), (&Value::from(true), &Value::from(24), &Value::from(6)));
    assert_eq!((&whole["unit"], &whole["seed"]), (&Value::from("iterations"), &Value::from(3)));
    let budgets = whole["budgets"].as_array().expect("a list");
    assert_eq!(
        budgets.iter().map(|budget| budget["name"].as_str()).collect::<Vec<_>>(),
        [Some("flat:iterations=4"), Some("flat:iterations=16")]
    );
    for budget in budgets {
        assert_eq!(budget["panel"].as_array().map(Vec::len), Some(5), "{budget}");
        assert!(budget["panel_worst"]["name"].is_string() && budget["examined"].as_f64().is_some_and(|share| share > 0.0), "{budget}");
        assert!(budget["overruled"].is_null(), "it has no adviser");
    }
    assert!(whole["per_doubling"]["all"]["value"].is_f64() && whole["per_doubling"]["worst"]["name"].is_string());
    let page = read(here.path(), "curve.html");
    assert!(page.contains("<svg") && page.contains("flat") && page.ends_with("</html>\n"));

    // Two threads, broken off and gone on with.
    let child = stavka(here.path()).args(TINY).args(["--dir", "two", "--threads", "2"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.expect("the command starts");
    while !std::fs::read_to_string(here.path().join("two/games/games.jsonl")).is_ok_and(|text| text.contains('\n')) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    let resumed = curve(here.path(), "two", &[&json[..], &["--threads", "2"]].concat()).good().json();
    assert_eq!(timeless(whole), timeless(resumed));
    for file in ["games/games.jsonl", "samples/games.jsonl", "choices.jsonl", "judged.jsonl"] {
        assert_eq!(results(here.path(), &format!("one/{file}")), results(here.path(), &format!("two/{file}")), "{file}");
    }

    // A line that was cut short is measured again; what is there is shown again without its settings.
    let choices = read(here.path(), "two/choices.jsonl");
    write(here.path(), "two/choices.jsonl", &choices[..choices.len() - 9]);
    run(here.path(), &["curve", "bolt-action", "flat", "--dir", "two"]).good().says(&[
        "bolt-action duel, flat version 2, seed 3",
        "Elo per doubling, against the panel: mean",
        "6 positions",
        "complete",
    ]);
    assert_eq!(results(here.path(), "one/choices.jsonl"), results(here.path(), "two/choices.jsonl"));

    curve(here.path(), "two", &["--pairs", "2"]).fails(2, &["--pairs"]);
    run(here.path(), &["curve", "bolt-action", "flat", "--dir", "two", "--pairs", "2"]).fails(2, &["pairs of 1, now asked for is 2"]);
    run(here.path(), &["curve", "bolt-action", "mcts", "--dir", "two"]).fails(2, &["the player flat version 2"]);
    curve(here.path(), "two", &["--judge=greedy"]).fails(2, &["judged.jsonl, line 1", "by random", "by greedy"]);
    run(here.path(), &["tournament", "bolt-action", "--dir", "two/games", "--show"]).good().says(&["flat:iterations=16", "complete"]);
}

#[test]
fn misuse_of_a_curve_is_answered_with_what_was_expected() {
    let here = directory();
    let fails = |arguments: &[&str], words: &[&str]| {
        run(here.path(), &[&["curve", "armir"], arguments].concat()).fails(2, words);
    };
    fails(&["deep-blue", "--iterations", "8", "--seed", "1"], &["there is no player \"deep-blue\""]);
    fails(&["greedy", "--times", "1s", "--seed", "1"], &["the player greedy has no setting \"time\""]);
    fails(&["net", "--iterations", "8", "--seed", "1"], &["the player net has no setting \"iterations\""]);
    fails(&["mcts", "--seed", "1"], &["expected --times 0.1s,1s,10s or --iterations"]);
    fails(&["mcts", "--iterations", "3", "--seed", "1"], &["--iterations"]);
    fails(&["mcts", "--times", "2ms", "--seed", "1"], &["has no quarter"]);
    fails(&["mcts", "--times", "soon", "--seed", "1"], &["expected times such as 0.1s"]);
    if option_env!("STAVKA_COMMIT").is_none() {
        fails(&["mcts", "--iterations", "8"], &["expected --seed S"]);
    }
    write(here.path(), "letter", "dear diary");
    fails(&["mcts", "--iterations", "8", "--seed", "1", "--dir", "."], &["holds no curve"]);
}
