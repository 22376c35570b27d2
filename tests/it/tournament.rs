//! Tournaments as a user runs them: schedules, external bots that behave and that do not, kills, ladders, misuse.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;

use crate::common::{Run, directory, read, run, stavka, write};

const RANDOM_BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/random_bot.py");
const BAD_BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/bad_bot.py");

/// A tournament of ARMIR in the directory `run`.
fn tournament(directory: &Path, arguments: &[&str]) -> Run {
    run(directory, &[&["tournament", "armir", "--dir", "run"], arguments].concat())
}

/// The standings as JSON, without the times, which no two runs share.
fn timeless(mut standings: Value) -> Value {
    for player in standings["players"].as_array_mut().expect("a list") {
        player.as_object_mut().expect("an object").remove("time").expect("every player has its time");
    }
    standings
}

/// The results in a run directory.
fn results(directory: &Path) -> Vec<Value> {
    read(directory, "run/games.jsonl").lines().map(|line| serde_json::from_str(line).expect("a line is a result")).collect()
}

#[test]
fn a_round_robin_is_rated_and_every_record_is_kept() {
    let here = directory();
    let bot = format!("bot:py=python3 {RANDOM_BOT}");
    let arguments = ["--players", "random", "greedy", &bot, "--pairs", "1", "--seed", "5", "--html", "cup.html", "--format", "json"];
    let standings = tournament(here.path(), &arguments).good().json();
    assert_eq!((&standings["games"], &standings["complete"]), (&Value::from(6), &Value::from(true)));
    assert_eq!(standings["players"][0]["name"], "greedy");
    assert_eq!(standings["forfeits"], 0);
    let rating = |place: usize| standings["players"][place]["rating"]["value"].as_f64().expect("a number");
    assert!(rating(0) > rating(1) && rating(1) >= rating(2));
    let results = results(here.path());
    assert_eq!(results.len(), 6);
    for result in &results {
        let record = format!("run/records/{:05}.stavka", result["game"].as_u64().expect("a number"));
        run(here.path(), &["replay", &record, "--verify"]).good().says(&["good: armir historical"]);
    }
    let page = read(here.path(), "cup.html");
    assert!(page.contains("<svg") && page.contains("greedy") && page.ends_with("</html>\n"));
    // Nothing is left to play; the same command shows the standings again, in any form.
    tournament(here.path(), &[]).good().says(&["6 of at most 6 games, complete", "greedy", "py", "score % of row against column"]);
    let csv = tournament(here.path(), &["--format", "csv", "--show"]).good().out;
    assert!(csv.starts_with("rank,player,version,elo,") && csv.lines().count() == 4, "{csv}");
}

#[test]
fn games_are_those_of_a_match_and_do_not_depend_on_threads() {
    let here = directory();
    let arguments = ["--players", "random", "greedy", "--pairs", "1", "--seed", "9", "--format", "json"];
    let one = tournament(here.path(), &[&arguments[..], &["--threads", "1"]].concat()).good().json();
    let many = run(here.path(), &[&["tournament", "armir", "--dir", "other", "--threads", "4"], &arguments[..]].concat()).good().json();
    assert_eq!(timeless(one), timeless(many));
    let played =
        run(here.path(), &["match", "armir", "--axis", "random", "--soviet", "greedy", "--games", "1", "--seed", "9", "--format", "json"]);
    let margin = |result: &Value| result["margin"].as_f64().expect("a number");
    let margins: f64 = results(here.path()).iter().filter(|result| result["axis"] == "random").map(margin).sum();
    assert_eq!(played.good().json()["mean_margin"], margins);
}

#[test]
fn a_gauntlet_has_one_runner_and_a_test_stops_when_it_is_decided() {
    let here = directory();
    let gauntlet =
        ["--schedule", "gauntlet", "--players", "random", "greedy", "bot:py", "--bots", "bots.toml", "--pairs", "1", "--format", "json"];
    write(here.path(), "bots.toml", &format!("[[bot]]\nname = \"py\"\nversion = \"7\"\ncommand = [\"python3\", {RANDOM_BOT:?}]\n"));
    let standings = tournament(here.path(), &gauntlet).good().json();
    assert_eq!(standings["games"], 4);
    assert!(results(here.path()).iter().all(|result| result["axis"] == "random" || result["soviet"] == "random"));
    let versions: Vec<&Value> = standings["players"].as_array().expect("a list").iter().map(|player| &player["version"]).collect();
    assert!(versions.contains(&&Value::from("7")), "{versions:?}");

    let test = ["tournament", "armir", "--dir", "test", "--schedule", "sprt", "--players", "greedy", "random"];
    let bounds = ["--elo0", "-400", "--elo1", "400", "--format", "json"];
    let standings = run(here.path(), &[&test[..], &bounds[..]].concat()).good().json();
    assert_eq!(standings["sprt"]["verdict"], "accept_alternative");
    assert_eq!(standings["complete"], true);
    let pairs: u64 =
        standings["sprt"]["pentanomial"].as_array().expect("a list").iter().map(|count| count.as_u64().expect("a count")).sum();
    assert_eq!(standings["games"], 2 * pairs);
    assert!(pairs < 100, "{standings}");
}

/// Plays one pair of games against a bot that misbehaves and gives the reason of its first forfeit.
fn forfeit(fault: &str, limits: &[&str]) -> (tempfile::TempDir, String) {
    let here = directory();
    let bot = format!("bot:bad=python3 {BAD_BOT} {fault}");
    let arguments = ["--players", "random", &bot, "--pairs", "1", "--threads", "2", "--format", "json"];
    let standings = tournament(here.path(), &[&arguments[..], limits].concat()).good().json();
    assert_eq!(standings["forfeits"], 2, "{fault}: {standings}");
    let results = results(here.path());
    assert_eq!(results.len(), 2, "the tournament goes on");
    for result in &results {
        let bad = if result["axis"] == "bad" { "axis" } else { "soviet" };
        assert_eq!(result["forfeit"]["side"], bad, "{fault}");
        assert_ne!(result["winner"], bad, "{fault}");
        let record = format!("run/records/{:05}.stavka", result["game"].as_u64().expect("a number"));
        let reason = result["forfeit"]["reason"].as_str().expect("a reason");
        assert!(read(here.path(), &record).contains(&format!("# {bad} forfeits: bad {reason}")), "{fault}");
        run(here.path(), &["replay", &record, "--verify"]).good();
    }
    let reason = results[0]["forfeit"]["reason"].as_str().expect("a reason").to_owned();
    (here, reason)
}

#[track_caller]
fn assert_forfeit(fault: &str, limits: &[&str], expected: &str) {
    let (_here, reason) = forfeit(fault, limits);
    assert!(reason.contains(expected), "{fault}: {expected:?} is missing in: {reason}");
}

#[test]
fn a_bot_that_ends_forfeits() {
    let (here, reason) = forfeit("crash-at-start", &[]);
    assert!(reason.contains("ended in the middle of the game (exit status: 1)"), "{reason}");
    assert!(read(here.path(), "run/stderr/00000-soviet.log").contains("no weights found"));
    assert_forfeit("crash", &[], "signal: 6");
    assert_forfeit("exit", &[], "exit status: 3");
}

#[test]
fn a_bot_that_does_not_answer_forfeits() {
    assert_forfeit("hang", &["--move-time", "300ms"], "did not answer within 300ms (time of a move)");
    assert_forfeit("hang-at-start", &["--start-time", "300ms"], "did not answer within 300ms (time to start)");
    assert_forfeit("deaf", &["--move-time", "300ms"], "did not answer within 300ms");
    assert_forfeit("slow", &["--move-time", "5s", "--game-time", "1s"], "(time of the game)");
    assert_forfeit("close", &[], "closed its standard output");
}

#[test]
fn a_bot_that_floods_forfeits() {
    assert_forfeit("flood", &[], "wrote a line of more than 65536 bytes");
    assert_forfeit("noise", &[], "answered \"thinking\": expected {\"id\": 1,");
    let (here, _) = forfeit("chatter", &[]);
    assert_eq!(read(here.path(), "run/stderr/00000-soviet.log").len(), 65536, "what it says on standard error is kept in part");
}

#[test]
fn a_bot_that_answers_nonsense_forfeits() {
    assert_forfeit("nonsense", &[], "answered \"e2e4\"");
    assert_forfeit("binary", &[], "expected text in UTF-8");
    assert_forfeit("index", &[], "there is no action 100000");
    assert_forfeit("illegal", &[], "chose \"attack 0101\", which is illegal: ");
    let (_here, reason) = forfeit("early", &[]);
    assert!(reason.contains("spoke before it was asked") || reason.contains("this answers question"), "{reason}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_bot_has_started_is_killed_with_it() {
    let (here, _) = forfeit("child", &["--move-time", "300ms"]);
    let log = read(here.path(), "run/stderr/00000-soviet.log");
    let child: u32 = log.trim().parse().expect("the bot wrote the number of its child");
    // The child of a killed parent is reaped by whoever has adopted it: until then it is a zombie.
    let state = std::fs::read_to_string(format!("/proc/{child}/stat"));
    assert!(state.as_ref().map_or(true, |state| state.contains(") Z ")), "the bot's child lives on: {state:?}");
}

#[test]
fn a_bot_does_not_learn_what_is_hidden_from_it() {
    let here = directory();
    let spy = "import json, sys\n\
               for line in sys.stdin:\n\
               \x20   message = json.loads(line)\n\
               \x20   if message['type'] == 'hello': print('{\"type\": \"ready\"}', flush=True)\n\
               \x20   elif message['type'] == 'position':\n\
               \x20       print(*message['lines'], sep='\\n', file=sys.stderr, flush=True)\n\
               \x20       if message['id'] == 3: sys.exit()\n\
               \x20       print(json.dumps({'id': message['id'], 'bestaction': message['legal'][0]['text']}), flush=True)\n";
    write(here.path(), "spy.py", spy);
    tournament(here.path(), &["--players", "bot:spy=python3 spy.py", "random", "--pairs", "1"]).good();
    let axis = read(here.path(), "run/stderr/00000-axis.log");
    let soviet = read(here.path(), "run/stderr/00001-soviet.log");
    assert!(axis.lines().any(|line| line == "?") && !axis.contains("objectives"), "{axis}");
    assert!(soviet.contains("objectives ") && !soviet.lines().any(|line| line == "?"), "{soviet}");
    assert!(read(here.path(), "run/records/00000.stavka").contains("\nobjectives "));
}

/// Starts the command, kills it after a while, and says whether it had ended by itself.
fn killed(directory: &Path, arguments: &[&str], after: Duration) -> bool {
    let mut child = stavka(directory)
        .args(["tournament", "armir", "--dir", "run"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(after);
    let ended = child.try_wait().expect("it is our child").is_some();
    child.kill().expect("a child can be killed");
    child.wait().expect("it has ended");
    ended
}

#[test]
fn a_tournament_that_is_killed_loses_no_game_and_repeats_none() {
    let bots = ["py", "pypy"].map(|name| format!("bot:{name}=python3 {RANDOM_BOT}"));
    let arguments = ["--players", "random", &bots[0], &bots[1], "--pairs", "2", "--seed", "3", "--threads", "2", "--format", "json"];
    let whole = directory();
    let expected = timeless(tournament(whole.path(), &arguments).good().json());

    let broken = directory();
    let mut moment = 40;
    let mut seen: Vec<String> = Vec::new();
    let mut kills = 0_u32;
    // Moments that grow unevenly: some fall before the first game, some into the middle of writing.
    while !killed(broken.path(), &arguments, Duration::from_millis(moment)) {
        kills += 1;
        moment = moment * 13 / 10 + 17 * (moment % 5);
        let text = std::fs::read_to_string(broken.path().join("run/games.jsonl")).unwrap_or_default();
        let lines: Vec<String> = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect();
        assert!(lines.starts_with(&seen), "a finished game was lost or played again");
        seen = lines;
        // What a kill in the middle of a line leaves behind.
        if kills % 3 == 2 && !seen.is_empty() {
            std::fs::write(broken.path().join("run/games.jsonl"), text + "{\"game\":7,\"axis\":\"ran").expect("it can be written");
        }
    }
    assert!(kills > 0, "the tournament was over before it was killed");
    let found = timeless(tournament(broken.path(), &arguments).good().json());
    assert_eq!(found, expected);
    let games = results(broken.path());
    assert_eq!(games.len(), 12);
    for game in 0..12 {
        let name = format!("run/records/{game:05}.stavka");
        assert_eq!(read(broken.path(), &name), read(whole.path(), &name), "record {game}");
    }
    let records = std::fs::read_dir(broken.path().join("run/records")).expect("it is there").count();
    assert_eq!(records, 12, "no unfinished file is left");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished_and_says_how_to_go_on() {
    let here = directory();
    let child = stavka(here.path())
        .args(["tournament", "armir", "--dir", "run", "--players", "greedy", "random", "--pairs", "4000", "--threads", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let games = here.path().join("run/games.jsonl");
    while !std::fs::read_to_string(&games).is_ok_and(|text| text.contains('\n')) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let busy = tournament(here.path(), &[]);
    busy.fails(2, &["another process is playing the tournament in run"]);
    let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(signal.success());
    let output = child.wait_with_output().expect("the command ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("interrupted: ") && message.contains("stavka tournament armir --dir run"), "{message}");
    tournament(here.path(), &["--show"]).good().says(&["of at most 8000 games, unfinished"]);
}

#[test]
fn a_ladder_keeps_its_ratings_and_does_not_mix() {
    let here = directory();
    tournament(here.path(), &["--players", "greedy", "random", "--pairs", "1", "--ladder", "armir.json"]).good();
    let before: Value = serde_json::from_str(&read(here.path(), "armir.json")).expect("a ladder is JSON");
    assert_eq!(before["entries"].as_array().expect("a list").len(), 2);
    let bot = format!("bot:py@3=python3 {RANDOM_BOT}");
    let newcomer = ["tournament", "armir", "--dir", "new", "--players", &bot, "random", "--pairs", "2", "--ladder", "armir.json"];
    run(here.path(), &newcomer).good().says(&["random (anchor)"]);
    let after: Value = serde_json::from_str(&read(here.path(), "armir.json")).expect("a ladder is JSON");
    let entries = after["entries"].as_array().expect("a list");
    assert_eq!(entries.len(), 3);
    for entry in before["entries"].as_array().expect("a list") {
        assert!(entries.contains(entry), "{entry} has changed");
    }
    let again = format!("bot:py@4=python3 {RANDOM_BOT}");
    let changed = ["tournament", "armir", "--dir", "changed", "--players", &again, "random", "--ladder", "armir.json"];
    run(here.path(), &changed).fails(2, &["armir.json", "py version 3", "version 4"]);
    assert!(!here.path().join("changed").exists(), "nothing is played that cannot be rated");
    let free = ["tournament", "armir", "--dir", "free", "--scenario", "free", "--players", "greedy", "random", "--ladder", "armir.json"];
    run(here.path(), &free).fails(2, &["armir historical", "armir free"]);
    let old = read(here.path(), "armir.json").replace(before["data"].as_str().expect("text"), "0123456789abcdef");
    write(here.path(), "old.json", &old);
    let mixed = ["tournament", "armir", "--dir", "mixed", "--players", "greedy", "random", "--ladder", "old.json"];
    run(here.path(), &mixed).fails(2, &["old.json", "0123456789abcdef", "do not mix"]);
    write(here.path(), "broken.json", "{");
    let broken = ["tournament", "armir", "--dir", "broken", "--players", "greedy", "random", "--ladder", "broken.json"];
    run(here.path(), &broken).fails(2, &["broken.json", "not a ladder"]);
}

#[test]
fn misuse_is_answered_with_what_was_expected() {
    let here = directory();
    let fails = |arguments: &[&str], words: &[&str]| {
        tournament(here.path(), arguments).fails(2, words);
    };
    fails(&["--players", "greedy", "deep-blue"], &["no player \"deep-blue\"", "random, ", "greedy, ", "bot:NAME=COMMAND"]);
    fails(&["--players", "greedy"], &["a round robin needs at least two players, 1 given"]);
    fails(&["--players", "greedy", "random", "greedy"], &["two players are called greedy"]);
    fails(&["--schedule", "sprt", "--players", "greedy", "random", "bot:py=python3"], &["exactly two players, 3 given"]);
    fails(&["--players", "greedy", "bot:x=no-such-program --fast"], &["program \"no-such-program\"", "PATH"]);
    fails(&["--players", "greedy", "bot:x"], &["no bot \"x\"", "bot:NAME=COMMAND"]);
    fails(&["--players", "greedy", "bot:x", "--bots", "none.toml"], &["cannot read none.toml"]);
    fails(&["--players", "greedy", "random", "--elo0", "5"], &["--schedule sprt"]);
    fails(&["--players", "greedy", "random", "--schedule", "sprt", "--elo0", "5", "--elo1", "1"], &["elo0 < elo1"]);
    fails(&["--players", "greedy", "random", "--move-time", "5"], &["--move-time", "5s or 500ms"]);
    fails(&["--players", "greedy", "random", "--scenario", "1812"], &["1812", "historical, free"]);
    fails(&[], &["run holds no tournament yet; name its players"]);
    assert!(!here.path().join("run").exists(), "misuse makes no directory");

    tournament(here.path(), &["--players", "greedy", "random", "--pairs", "1"]).good();
    fails(&["--players", "random", "greedy"], &["the players greedy version 1, random version 1"]);
    fails(&["--pairs", "2"], &["a number of pairs of 1, now asked for is 2"]);
    fails(&["--seed", "2"], &["the seed 1"]);
    fails(&["--schedule", "gauntlet"], &["the format round-robin"]);
    fails(&["--scenario", "free"], &["the scenario historical"]);

    write(here.path(), "file", "text");
    run(here.path(), &["tournament", "armir", "--dir", "file/run", "--players", "greedy", "random"]).fails(2, &["run directory file/run"]);
    std::fs::create_dir(here.path().join("home")).expect("it can be made");
    write(here.path(), "home/letter", "dear diary");
    run(here.path(), &["tournament", "armir", "--dir", "home", "--players", "greedy", "random"]).fails(2, &["home is not empty"]);
    let games = read(here.path(), "run/games.jsonl");
    write(here.path(), "run/games.jsonl", &games.replacen("\"seed\":1", "\"seed\":4", 1));
    fails(&[], &["games.jsonl, line 1", "with seed 4"]);
    write(here.path(), "run/plan.json", "{");
    fails(&[], &["plan.json", "EOF"]);
}
