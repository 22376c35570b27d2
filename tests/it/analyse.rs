//! `stavka analyse` and `stavka review` as programs meet them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::common::{directory, run, stavka, talk};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/armir-commented.record");

/// Asks all questions at once and gives the answers in the order of their ids.
fn ask(questions: &[Value]) -> Vec<Value> {
    let here = directory();
    let input = questions.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let mut answers = answers_to(&talk(here.path(), &["analyse", "--threads", "2"], &input).good().out);
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers
}

fn answers_to(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn an_answer_ranks_legal_choices_with_lines_that_can_be_played() {
    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::record::{Record, replay};
    use stavka_engine::{Game as _, Notation as _, Turn};

    let record = Record::parse(&std::fs::read_to_string(GOLDEN).expect("the golden record is there")).expect("it is a record");
    let scenario = Armir::load("historical").expect("it is embedded");
    let mut positions = Vec::new();
    replay::<Armir>(&record, scenario, |game, _| positions.push(game.clone())).expect("it replays");
    let asked: Vec<usize> = (0..positions.len()).filter(|&at| matches!(positions[at].turn(), Turn::Player(_))).step_by(97).collect();
    let questions: Vec<Value> =
        asked.iter().map(|&at| json!({"id": at, "file": GOLDEN, "at": at, "iterations": 60, "candidates": 3, "playouts": 1})).collect();
    let answers = ask(&questions);
    assert_eq!(answers.len(), asked.len());
    for (answer, &at) in answers.iter().zip(&asked) {
        let game = &positions[at];
        assert_eq!((answer["id"].as_u64(), answer["at"].as_u64()), (Some(at as u64), Some(at as u64)), "{answer}");
        assert_eq!(answer["turn"], game.game_turn());
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        assert_eq!(answer["legal"], legal.len());
        let candidates = answer["candidates"].as_array().expect("a list");
        assert!(!candidates.is_empty() && candidates.len() <= 3);
        let visits: Vec<u64> = candidates.iter().map(|candidate| candidate["visits"].as_u64().expect("a count")).collect();
        assert!(visits.iter().sum::<u64>() <= 60, "{visits:?} of 60 simulations");
        for candidate in candidates {
            let action = game.parse_action(candidate["action"].as_str().expect("text")).expect("notation");
            assert!(legal.contains(&action), "{candidate} is not legal");
            assert_eq!(candidate["line"][0], candidate["action"]);
            let win = candidate["win"].as_f64().expect("a number");
            assert!((0.0..=1.0).contains(&win), "{candidate}");
            assert!(candidate["why"].as_str().is_some_and(|why| why.ends_with('.')), "{candidate}");
            assert!(candidate["margin"].is_number());
        }
    }
}

#[test]
fn what_a_network_values_beside_results_is_not_called_a_chance_of_winning() {
    let question = |id: u64, player: &str| json!({"id": id, "game": "armir", "player": player, "iterations": 2, "candidates": 1});
    let [mixed, results] = &ask(&[question(1, "net+search"), question(2, "gumbel")])[..] else { panic!("two questions, two answers") };
    assert_eq!(mixed["scale"], json!({"margin": 0.5, "points": 10.0}));
    assert!(mixed["worth"].is_number() && mixed["candidates"][0]["worth"].is_number(), "{mixed}");
    assert!(mixed.get("win").is_none() && mixed["candidates"][0].get("win").is_none(), "{mixed}");
    assert!(results["win"].is_number() && results.get("worth").is_none() && results.get("scale").is_none(), "{results}");
}

#[test]
fn the_same_question_has_the_same_answer_however_many_are_in_flight() {
    let question = |id: u64| json!({"id": id, "game": "armir", "iterations": 150, "seed": 9});
    let alone = ask(&[question(1)]);
    let many = ask(&(1..6).map(question).collect::<Vec<_>>());
    for mut answer in many {
        answer["id"] = json!(1);
        answer["seconds"] = alone[0]["seconds"].clone();
        assert_eq!(answer, alone[0]);
    }
}

#[test]
fn bad_questions_get_an_error_and_the_program_lives() {
    let bad = [
        ("garbage", "", "not a question"),
        (r#"{"id": 7}"#, "record", "expected one of record, file and game"),
        (r#"{"id": 7, "game": "chess"}"#, "game", "there is no game \"chess\""),
        (r#"{"id": 7, "game": "armir", "bogus": 1}"#, "", "unknown field `bogus`"),
        (r#"{"id": 7, "game": "armir", "at": 3}"#, "at", "only a record has actions"),
        (r#"{"id": 7, "game": "armir", "player": "greedy"}"#, "player", "does not analyse"),
        (r#"{"id": 7, "game": "armir", "player": "nobody"}"#, "player", "there is no player \"nobody\""),
        (r#"{"id": 7, "game": "armir", "iterations": 0}"#, "iterations", "from 1"),
        (r#"{"id": 7, "game": "armir", "iterations": 5, "time": "1s"}"#, "time", "not both"),
        (r#"{"id": 7, "game": "armir", "time": "soon"}"#, "time", "a time such as 2s"),
        (r#"{"id": 7, "game": "armir", "playouts": 99999999}"#, "playouts", "at most"),
        (r#"{"id": 7, "game": "armir", "scenario": "1812"}"#, "scenario", "1812"),
        (r#"{"id": 7, "record": "x"}"#, "record", "not a game record"),
        (r#"{"id": 7, "file": "/nowhere/at/all"}"#, "file", "cannot read"),
        ("[1, 2]", "", "not a question"),
    ];
    let here = directory();
    for (line, field, message) in bad {
        let input = format!("{line}\n\n{{\"id\": 8, \"game\": \"armir\", \"iterations\": 5}}\n");
        let answers = answers_to(&talk(here.path(), &["analyse", "--threads", "1"], &input).good().out);
        assert_eq!(answers.len(), 2, "{line}");
        let error = answers.iter().find(|answer| answer.get("error").is_some()).unwrap_or_else(|| panic!("{line} was answered"));
        assert_eq!(error["error"]["field"], field, "{error}");
        assert!(error["error"]["message"].as_str().is_some_and(|text| text.contains(message)), "{error}");
        assert!(line.starts_with("{\"id\"") == (error["id"] == 7), "{error}");
        assert!(answers.iter().any(|answer| answer["id"] == 8 && answer["looks"] == 5), "{answers:?}");
    }
}

#[test]
fn positions_in_which_nobody_chooses_are_refused() {
    let record = std::fs::read_to_string(GOLDEN).expect("the golden record is there");
    let answers = ask(&[json!({"id": 1, "record": record}), json!({"id": 2, "record": record, "at": 100_000})]);
    assert_eq!(answers[0]["error"]["field"], "at");
    assert!(answers[0]["error"]["message"].as_str().is_some_and(|text| text.contains("the game is over")), "{}", answers[0]);
    assert!(answers[1]["error"]["message"].as_str().is_some_and(|text| text.contains("100000")), "{}", answers[1]);
}

#[test]
fn a_question_can_be_cancelled_and_the_program_told_to_quit() {
    let mut child = stavka(directory().path())
        .args(["analyse", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it has an input");
    // Without the cancellation this would take for ever.
    writeln!(input, "{}", json!({"id": "long", "game": "armir", "time": "100000s"})).expect("it reads");
    writeln!(input, "{}", json!({"cancel": "long"})).expect("it reads");
    writeln!(input, "{}", json!({"quit": true})).expect("it reads");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it has an output")).read_line(&mut line).expect("it answers");
    let answer: Value = serde_json::from_str(&line).expect("an answer is JSON");
    assert_eq!((&answer["id"], &answer["cancelled"]), (&json!("long"), &json!(true)), "{answer}");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_review_is_the_same_whatever_the_number_of_threads_and_tells_turning_points_first() {
    let here = directory();
    let picture = here.path().join("course.svg");
    let review = |threads: &str| {
        let mut command = stavka(here.path());
        command.env("RAYON_NUM_THREADS", threads).args(["review", GOLDEN, "--simulations", "12", "--top", "9", "--format", "json"]);
        command.arg("--svg").arg(&picture);
        let output = command.output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).expect("a review is JSON")
    };
    let alone = review("1");
    assert_eq!(alone, review("2"));
    let points = alone["turning_points"].as_array().expect("a list");
    let swings: Vec<f64> = points
        .iter()
        .map(|point| (point["after"].as_f64().expect("a number") - point["before"].as_f64().expect("a number")).abs())
        .collect();
    assert_eq!(swings.len(), 9);
    assert!(swings.is_sorted_by(|a, b| a >= b), "{swings:?}");
    for point in points.iter().filter(|point| point["kind"] == "skill") {
        assert!(point["best"] != point["action"] && point["best"].is_string(), "{point}");
        let good_for_axis = point["after"].as_f64() > point["before"].as_f64();
        assert_eq!(point["side"] == "soviet", good_for_axis, "a mistake helps the other side: {point}");
    }
    let luck = |side: &str| alone[side]["luck"].as_f64().expect("a number");
    assert!((luck("axis") + luck("soviet")).abs() < 1e-4);
    let course = alone["course"].as_array().expect("a list");
    assert_eq!(course.len() as u64, alone["actions"].as_u64().expect("a count") + 1);
    assert_eq!(course.last().and_then(Value::as_f64), Some(1.0), "the Axis has won this game");
    assert!(std::fs::read_to_string(&picture).expect("the picture is there").contains("<polyline"));
}

#[test]
fn a_review_of_what_is_no_record_says_so() {
    let here = directory();
    std::fs::write(here.path().join("letter"), "Dear Stavka").expect("the directory can be written");
    run(here.path(), &["review", "letter"]).fails(2, &["letter", "not a game record"]);
    run(here.path(), &["review", "nothing"]).fails(2, &["cannot read nothing"]);
}
