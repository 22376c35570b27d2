//! The board's server as a browser, a rude program and a crowd meet it.

use std::io::{ErrorKind, Read as _, Write as _};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stavka_engine::blocks_in_the_east::BlocksInTheEast;
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::record::Match;
use stavka_engine::{Dice, Game as _};

use crate::common;
use crate::common::server::Server;

/// The first choice that can be taken back.
fn reversible(view: &Value) -> Option<&Value> {
    let choices = view["choices"].as_array().expect("a view lists choices");
    choices.iter().find(|choice| choice["final"] != true).map(|choice| &choice["do"])
}

#[test]
fn a_person_plays_takes_back_and_is_refused_what_is_not_allowed() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("human", "human", 3);
    let mut view = server.turn_of_person(&id);
    let first = loop {
        match reversible(&view) {
            Some(choice) => break choice.clone(),
            None => view = server.act(&id, &view, &view["choices"][0]["do"]),
        }
    };
    let after = server.act(&id, &view, &first);
    assert_eq!(after["undo"], 1);
    let wish = format!("/game/{id}/wish");
    let (status, _) = server.post(&wish, &json!({ "version": view["version"], "act": first }));
    assert_eq!(status, 409, "a page that shows an old position may not choose");
    let (status, back) = server.post(&wish, &json!({ "version": after["version"], "undo": true }));
    assert_eq!(status, 200, "{back}");
    assert_eq!((&back["choices"], &back["redo"]), (&view["choices"], &json!(1)));
    let (status, again) = server.post(&wish, &json!({ "version": back["version"], "redo": true }));
    assert_eq!(status, 200, "{again}");
    assert_eq!(again["choices"], after["choices"]);
    let (status, refused) = server.post(&wish, &json!({ "version": again["version"], "act": "attack 1207" }));
    assert_eq!(status, 422, "{refused}");
    assert!(refused["error"].as_str().is_some_and(|words| words.contains("[rule ")), "{refused}");
}

#[test]
fn a_game_survives_a_killed_server() {
    let here = common::directory();
    let mut server = Server::start(here.path());
    let id = server.begin("level4", "human", 7);
    let view = server.turn_of_person(&id);
    server.act(&id, &view, &view["choices"][0]["do"]);
    let view = server.turn_of_person(&id);
    Server::wait_until_saved(here.path(), &id, &view["actions"]);
    server.child.kill().expect("the server runs");
    drop(server);
    let server = Server::start(here.path());
    assert!(server.get("/").1.contains(&id), "the start page lists the game");
    let again = server.turn_of_person(&id);
    for part in ["choices", "counters", "panels", "prompt", "log"] {
        assert_eq!(again[part], view[part], "{part}");
    }
}

#[test]
fn the_page_stays_alive_while_the_computer_thinks_and_can_hurry_it() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("human", "mcts:move=600s", 3);
    let begun = Instant::now();
    loop {
        let view = server.json(&format!("/game/{id}/view"));
        if view["mine"] == true {
            break;
        }
        assert_eq!(view["choices"], json!([]), "nobody chooses for the computer");
        assert!(begun.elapsed() < Duration::from_mins(1), "the computer does not hurry");
        let (status, _) = server.post(&format!("/game/{id}/pace"), &json!({ "paused": false, "pace": 0, "hurry": true }));
        assert_eq!(status, 200);
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn nobody_sees_the_other_sides_objectives() {
    let here = common::directory();
    let server = Server::start(here.path());
    let record = |objectives: &str, hash: &str| {
        let text = common::read(here.path(), "secret.stavka");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let place = lines.iter().position(|line| line.starts_with("objectives ")).expect("the Soviets chose objectives");
        lines[place] = format!("objectives {objectives}");
        let end = lines.pop().expect("a record has a last line");
        let count = end.split(' ').nth(1).expect("it has a count");
        lines.push(format!("end {count} {hash}"));
        lines.join("\n") + "\n"
    };
    let script = "objectives 1+2\n".to_owned() + &"auto\n".repeat(3);
    common::talk(here.path(), &["play", "--terminal", "--side", "both", "--seed", "9", "--save", "secret.stavka"], &script);
    let mut views = Vec::new();
    for objectives in ["1+2", "1+3", "1+2+3+4"] {
        // The hash of the other world comes from the refusal of the wrong one.
        let (status, refusal) = server.post("/games/import", &json!({ "record": record(objectives, "0000000000000000") }));
        assert_eq!(status, 422, "{refusal}");
        let words = refusal["error"].as_str().expect("a refusal has words");
        let hash = words.split(|c: char| !c.is_ascii_hexdigit()).rfind(|word| word.len() == 16 && *word != "0000000000000000");
        let sealed = record(objectives, hash.unwrap_or_else(|| panic!("{words}")));
        let sealed = sealed.replacen("\nsoviet human\n", "\nsoviet level1\n", 1);
        let (status, answer) = server.post("/games/import", &json!({ "record": sealed }));
        assert_eq!(status, 200, "{answer}");
        let id = answer["id"].as_str().expect("a game has an id").to_owned();
        let mut view = server.json(&format!("/game/{id}/view"));
        assert_eq!((&view["viewer"], &view["mine"]), (&json!("axis"), &json!(true)), "the Axis is to choose");
        for changing in ["version", "beat"] {
            view[changing] = Value::Null;
        }
        let parts = ["at/1", "overlay?key=supply&side=soviet", "log", "why?cell=0101"];
        let parts = parts.map(|part| server.json(&format!("/game/{id}/{part}")));
        views.push((view, parts));
    }
    assert!(views.windows(2).all(|pair| pair[0] == pair[1]), "views of the Axis differ with what is hidden from it");
}

#[test]
fn air_units_and_orders_lie_face_down_for_the_other_side() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin_on(["east-front", "tartar-trench"], "human", "human", 3);
    let mut view = server.turn_of_person(&id);
    let choice = |view: &Value, wanted: &[&str]| {
        let choices = view["choices"].as_array().expect("a view lists choices");
        let verb = |choice: &Value, verb: &str| choice["spot"]["verb"] == verb;
        let found = wanted.iter().find_map(|wanted| choices.iter().find(|choice| verb(choice, wanted)));
        found.unwrap_or(&choices[0])["do"].clone()
    };
    let mut flights = Vec::new();
    for _ in 0..60 {
        let flies = view["choices"].as_array().and_then(|choices| choices.iter().find(|choice| choice["spot"]["verb"] == "fly"));
        let asked = view["prompt"].as_str().is_some_and(|prompt| prompt.contains("combat: Axis: which air unit"));
        if let Some(flight) = flies.filter(|_| asked && flights.is_empty()) {
            let wish = flight["do"].clone();
            flights.push(flight["spot"]["unit"].as_str().expect("a flight names its unit").to_owned());
            view = server.act(&id, &view, &wish);
        } else if view["viewer"] == "soviet" && !flights.is_empty() {
            break;
        } else {
            let next = choice(&view, &["attack", "done"]);
            view = server.act(&id, &view, &next);
        }
    }
    let counters = view["counters"].as_array().expect("a view lists counters");
    let seen = |id: &str| counters.iter().any(|counter| counter["id"] == id);
    let down = counters.iter().filter(|counter| counter["side"] == "axis" && counter["values"] == "?").count();
    assert!(!seen(&flights[0]) && down >= 7, "the Soviets see {down} backs, and {}: {}", flights[0], view["prompt"]);
    let told = view["log"].to_string();
    assert!(told.contains("an air unit flies to") && !told.contains(&flights[0]), "{told}");
    let story = view["story"].to_string();
    assert!(story.contains(r#""verb":"""#) && !story.contains(&flights[0]), "{story}");
}

#[test]
fn nobody_takes_back_what_a_computer_chose_while_the_next_one_thinks() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("mcts:move=50ms", "mcts:move=50ms", 3);
    let begun = Instant::now();
    let mut refused = 0;
    while refused < 20 {
        let view = server.json(&format!("/game/{id}/view"));
        assert_eq!(view["undo"], 0);
        let (status, answer) = server.post(&format!("/game/{id}/wish"), &json!({ "version": view["version"], "undo": true }));
        assert!(status == 422 || status == 409, "{answer}");
        refused += u32::from(status == 422);
        assert!(begun.elapsed() < Duration::from_mins(1), "the game stands still");
    }
    let before = server.json(&format!("/game/{id}/view"));
    while server.json(&format!("/game/{id}/view"))["actions"] == before["actions"] {
        assert!(begun.elapsed() < Duration::from_mins(1), "the computers play on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_record_that_holds_a_secret_of_the_other_side_is_sealed_until_the_end() {
    let here = common::directory();
    let server = Server::start(here.path());
    let record = |id: &str| server.get(&format!("/game/{id}/record")).1;
    let against_computer = server.begin("human", "level1", 3);
    let view = server.turn_of_person(&against_computer);
    let text = record(&against_computer);
    assert!(text.starts_with("stavka-sealed 1\n") && !text.contains("objectives"), "{text}");
    let (status, answer) = server.post("/games/import", &json!({ "record": text }));
    assert_eq!(status, 200, "{answer}");
    let again = server.json(&format!("{}/view", answer["page"].as_str().expect("a game has a page")));
    assert_eq!((&again["choices"], &again["panels"]), (&view["choices"], &view["panels"]));

    common::write(here.path(), "sealed.stavka", &text);
    common::talk(here.path(), &["play", "--terminal", "--resume", "sealed.stavka"], "1\nquit\n").good().says(&["You play: Axis"]);
    assert_eq!(common::read(here.path(), "sealed.stavka"), text, "what is sealed stays so");

    let own_secret = server.begin("level1", "human", 3);
    let view = server.turn_of_person(&own_secret);
    server.act(&own_secret, &view, &view["choices"][0]["do"]);
    assert!(record(&own_secret).contains("\nobjectives "), "who chose in secret knows the choice");
    let watched = server.begin("level1", "level1", 3);
    server.post(&format!("/game/{watched}/pace"), &json!({ "paused": false, "pace": 0 }));
    assert_eq!(server.turn_of_person(&watched)["over"], true);
    assert!(record(&watched).contains("\nobjectives "), "nothing is secret any more");
}

#[test]
fn a_game_on_a_scenario_of_ones_own_comes_back_and_branches_without_its_file() {
    let here = common::directory();
    let scenario = include_str!("../../engine/data/armir/scenarios/historical.toml");
    let short = scenario.replacen("id = \"historical\"", "id = \"short\"", 1).replacen("turns = 6", "turns = 3", 1);
    assert_ne!(short, scenario);
    common::write(here.path(), "short.toml", &short);
    let begin = ["--port", "0", "--scenario", "short.toml", "--side", "both", "--seed", "4"];
    let server = Server::with(here.path(), &begin);
    let id = "armir-short-4";
    let view = server.turn_of_person(id);
    let view = server.act(id, &view, &view["choices"][0]["do"]);
    Server::wait_until_saved(here.path(), id, &view["actions"]);
    drop(server);
    std::fs::remove_file(here.path().join("short.toml")).expect("it is there");
    let server = Server::start(here.path());
    let again = server.turn_of_person(id);
    for part in ["choices", "counters", "panels"] {
        assert_eq!(again[part], view[part], "{part}");
    }
    let (status, branch) = server.post(&format!("/game/{id}/branch"), &json!({ "at": 1 }));
    assert_eq!(status, 200, "{branch}");
    drop(server);

    let kept = common::games(here.path()).join("armir-short-4.scenario");
    std::fs::write(kept.join("scenario.toml"), scenario).expect("it can be written");
    let server = Server::start(here.path());
    let (status, words) = server.get(&format!("/game/{id}/view"));
    assert!(status == 422 && words.contains("armir-short-4.stavka"), "{words}");
    std::fs::remove_dir_all(&kept).expect("it is there");
    let (status, words) = server.get(&format!("/game/{id}/view"));
    assert!(status == 422 && words.contains("armir-short-4.scenario") && words.contains("--scenario"), "{words}");
}

#[test]
fn a_game_of_older_rules_is_listed_read_and_goes_on_as_a_new_one() {
    let here = common::directory();
    let folder = common::games(here.path());
    std::fs::create_dir_all(&folder).expect("it can be made");
    let old = common::old_record("human", "human");
    common::write(&folder, "old.stavka", &old.text);
    common::write(&folder, "lost.stavka", &old.text.replace("game armir", "game chess"));
    common::write(&folder, "nowhere.stavka", &old.text.replace("scenario historical", "scenario waterloo"));
    let server = Server::start(here.path());
    let list = server.get("/").1;
    for (id, mark) in
        [("old", "made under older rules"), ("lost", "its game is not known here"), ("nowhere", "its scenario cannot be found or read")]
    {
        let line =
            list.split("<li>").find(|line| line.contains(&format!("/game/{id}\""))).unwrap_or_else(|| panic!("{id} is missing: {list}"));
        assert!(line.contains(mark) && line.contains(&format!("{} actions", old.recorded)), "{id}: {line}");
    }
    for (id, word) in [("lost", "chess"), ("nowhere", "waterloo")] {
        let (status, words) = server.get(&format!("/game/{id}/view"));
        assert!(status == 422 && words.contains(word), "{words}");
    }

    let view = server.json("/game/old/view");
    let origin = &view["origin"];
    let words = origin["words"].as_str().expect("it is said why");
    assert!(words.contains(&format!("the first {} of its {} actions are accepted here", old.accepted, old.recorded)), "{words}");
    assert!(words.contains(&format!("line {}, ", old.line)) && words.contains("[rule ") && words.ends_with('.'), "{words}");
    assert_eq!((&origin["reading"], &origin["accepted"], &origin["rest"]), (&json!(true), &json!(old.accepted), &json!(old.rest)));
    assert_eq!(
        (&view["actions"], &view["mine"], &view["choices"], &view["undo"]),
        (&json!(old.accepted), &json!(false), &json!([]), &json!(0))
    );
    assert_eq!(server.get("/game/old").0, 200);
    assert_eq!(server.json(&format!("/game/old/at/{}", old.accepted / 2))["at"], old.accepted / 2);
    assert_eq!(server.json(&format!("/game/old/at/{}", old.accepted))["counters"], view["counters"]);
    assert_eq!(server.get(&format!("/game/old/at/{}", old.accepted + 1)).0, 400);
    let (status, refused) = server.post("/game/old/wish", &json!({ "version": view["version"], "act": "done" }));
    assert!(status == 422 && refused["error"].as_str().is_some_and(|words| words.contains("open for reading")), "{refused}");
    assert_eq!(server.post("/game/old/hint", &json!({})).0, 422);
    assert_eq!(server.get("/game/old/record").1, old.text);
    assert_eq!(server.json("/game/old/judgement")["state"], "judging", "the game was over, so it is reviewed as far as it is accepted");

    let (status, branch) = server.post("/game/old/branch", &json!({ "at": old.accepted }));
    assert_eq!(status, 200, "{branch}");
    let id = branch["id"].as_str().expect("a game has an id").to_owned();
    assert_eq!(id, "armir-historical-1", "it goes on with its own dice");
    let next = server.turn_of_person(&id);
    assert_eq!((&next["origin"], &next["actions"], &next["counters"]), (&Value::Null, &view["actions"], &view["counters"]));
    let next = server.act(&id, &next, &next["choices"][0]["do"]);
    Server::wait_until_saved(here.path(), &id, &next["actions"]);
    assert_eq!(common::read(&folder, "old.stavka"), old.text, "the record stays as it is");
    assert!(common::read(&folder, "armir-historical-1.stavka").contains("\nrules "));
    drop(server);
    let server = Server::start(here.path());
    let list = server.get("/").1;
    assert!(list.contains("/game/old\"") && list.contains(&format!("/game/{id}\"")), "{list}");
    assert_eq!(list.matches("made under older rules").count(), 1, "what goes on is of these rules: {list}");
    assert_eq!(server.turn_of_person(&id)["choices"], next["choices"]);
}

#[test]
fn an_imported_record_of_older_rules_is_kept_as_it_is_and_sealed_while_it_may_hold_a_secret() {
    let here = common::directory();
    let folder = common::games(here.path());
    let server = Server::start(here.path());
    let old = common::old_record("level1", "human");
    let import = |text: &str| {
        let (status, answer) = server.post("/games/import", &json!({ "record": text }));
        assert_eq!(status, 200, "{answer}");
        answer["id"].as_str().expect("a game has an id").to_owned()
    };
    let id = import(&old.text);
    assert_eq!(common::read(&folder, &format!("{id}.stavka")), old.text);
    let whole = server.json(&format!("/game/{id}/view"));
    assert_eq!((&whole["origin"]["reading"], &whole["origin"]["rest"]), (&json!(true), &json!(old.rest)));

    let unfinished: String =
        old.text.lines().filter(|line| !line.starts_with("result ")).fold(String::new(), |text, line| text + line + "\n");
    let again = import(&unfinished);
    assert_ne!(again, id);
    let view = server.json(&format!("/game/{again}/view"));
    assert_eq!((&view["origin"]["reading"], &view["origin"]["rest"]), (&json!(true), &Value::Null), "it may hold a secret");
    let sealed = server.get(&format!("/game/{again}/record")).1;
    assert!(sealed.starts_with("stavka-sealed 1\n"), "{sealed}");
    let opened = import(&sealed);
    assert_eq!(common::read(&folder, &format!("{opened}.stavka")), unfinished);
    common::write(here.path(), "sealed.stavka", &sealed);
    let words = format!("the first {} of its {} actions are accepted here", old.accepted, old.recorded);
    common::talk(here.path(), &["play", "--terminal", "--resume", "sealed.stavka"], "quit\n").good().says(&["You play: Soviet", &words]);
    assert_eq!(common::read(here.path(), "sealed.stavka"), sealed, "what is sealed stays so");
}

#[test]
fn an_analysis_that_nobody_waits_for_ends() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("human", "human", 8);
    let mut view = server.turn_of_person(&id);
    while view["choices"].as_array().is_some_and(|choices| choices.len() < 2) {
        view = server.act(&id, &view, &view["choices"][0]["do"]);
    }
    let hint = format!("/game/{id}/hint");
    let request =
        format!("POST {hint} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}", server.host);
    server.hang_up_after(request.as_bytes());
    let (status, answer) = server.post(&hint, &json!({}));
    assert_eq!(status, 200, "{answer}");
    let told = answer["others"].as_array().expect("others were looked at").len() + 1;
    assert!(answer["win"].is_number() && told > 1, "{answer}");
    std::thread::scope(|scope| {
        let asking = scope.spawn(|| server.post(&hint, &json!({})));
        server.act(&id, &view, &view["choices"][1]["do"]);
        let (status, answer) = asking.join().expect("it is answered");
        assert_eq!(status, 200, "{answer}");
    });
}

#[test]
fn other_sites_and_other_names_are_turned_away() {
    let here = common::directory();
    let server = Server::start(here.path());
    let origin = |origin: &str| server.request("POST", "/games", &[("Content-Type", "application/json"), ("Origin", origin)], "{}").0;
    assert_eq!(origin("http://stavka.example"), 403);
    assert_eq!(origin("null"), 403);
    assert_ne!(origin(&format!("http://{}", server.host)), 403);
    let answer = server.raw(b"GET / HTTP/1.1\r\nHost: stavka.example\r\nConnection: close\r\n\r\n").expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    let form = server.request("POST", "/games", &[("Content-Type", "application/x-www-form-urlencoded")], "game=armir");
    assert_eq!(form.0, 415, "forms of other sites need no permission, so they are not read");
}

#[test]
fn a_request_is_never_a_path() {
    let here = common::directory();
    common::write(here.path(), "outside.stavka", "secret");
    let server = Server::start(here.path());
    for path in [
        "/game/../outside",
        "/game/..%2Foutside/record",
        "/game/%2e%2e%2foutside",
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2foutside.stavka",
    ] {
        let (status, body) = server.get(path);
        assert!(status == 404 || status == 400, "{path}: {status}");
        assert!(!body.contains("secret"));
    }
}

#[test]
fn a_broken_record_is_refused_with_its_line() {
    let here = common::directory();
    let server = Server::start(here.path());
    for (text, word) in [("", "line 1"), ("stavka-record 9\n", "format"), ("stavka-record 1\ngame chess\n", "line")] {
        let (status, answer) = server.post("/games/import", &json!({ "record": text }));
        assert_eq!(status, 422, "{answer}");
        assert!(answer["error"].as_str().is_some_and(|words| words.contains(word)), "{text:?}: {answer}");
    }
    let head = format!(
        "POST /games/import HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        server.host,
        2 << 20
    );
    // The server may hang up before it has read so much.
    if let Ok(answer) = server.raw((head + &"x".repeat(2 << 20)).as_bytes()) {
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
    }
    assert_eq!(server.get("/").0, 200);
}

/// Rude requests of many kinds, the same on every run.
fn rude(number: usize, id: &str) -> Vec<u8> {
    let long = "9".repeat(1 + number % 300);
    let texts = [
        format!("GET /game/{id}/at/{long} HTTP/1.1\r\nHost: H\r\nConnection: close\r\n\r\n"),
        format!("GET /game/{id}/why?cell=%00%ff{long} HTTP/1.1\r\nHost: H\r\nConnection: close\r\n\r\n"),
        format!(
            "POST /game/{id}/wish HTTP/1.1\r\nHost: H\r\nContent-Type: application/json\r\nContent-Length: {number}\r\n\r\n{{\"version\":-1"
        ),
        "GET\0 / HTTP/1.1\r\n\r\n".to_owned(),
        format!("{} / HTTP/1.1\r\nHost: H\r\n\r\n", "A".repeat(number)),
        format!("GET /{} HTTP/1.1\r\nHost: H\r\nConnection: close\r\n\r\n", "../".repeat(number % 64)),
        format!(
            "POST /games HTTP/1.1\r\nHost: H\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 15\r\n\r\n{{\"game\":\"{:05}\"}}",
            number % 100_000
        ),
        format!(
            "POST /games HTTP/1.1\r\nHost: H\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 99999999999{number}\r\n\r\n"
        ),
        format!("GET /game/{id}/overlay?key={long}&side=axis&at={long} HTTP/1.1\r\nHost: H\r\nConnection: close\r\n\r\n"),
        format!(
            "POST /game/{id}/branch HTTP/1.1\r\nHost: H\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 14\r\n\r\n{{\"at\":9999999}}"
        ),
        "\u{16}\u{3}\u{1}".repeat(1 + number % 50),
        format!("POST /game/{id}/wish HTTP/1.1\r\nHost: H\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n"),
        format!("GET /game/{id}/view HTTP/1.1\r\n{}\r\n", format!("X-{number}: y\r\n").repeat(number % 300)),
    ];
    texts[number % texts.len()].clone().into_bytes()
}

#[test]
fn a_thousand_rude_requests_and_two_hundred_clients_change_nothing() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("human", "human", 5);
    let before = server.turn_of_person(&id);
    std::thread::scope(|scope| {
        for part in 0..8 {
            let (server, id) = (&server, &id);
            scope.spawn(move || {
                for number in (part..1000).step_by(8) {
                    let text = String::from_utf8_lossy(&rude(number, id)).replace("Host: H", &format!("Host: {}", server.host));
                    // Some of them are hung up on.
                    let _ = server.send(text.as_bytes(), true);
                }
            });
        }
    });
    std::thread::scope(|scope| {
        for _ in 0..200 {
            scope.spawn(|| {
                for path in [format!("/game/{id}/view"), format!("/game/{id}"), "/".to_owned(), "/assets/board.js".to_owned()] {
                    assert_eq!(server.get(&path).0, 200, "{path}");
                }
            });
        }
    });
    let after = server.turn_of_person(&id);
    assert_eq!(after, before, "the game is as it was");
    let view = server.act(&id, &after, &after["choices"][0]["do"]);
    assert_ne!(view["version"], after["version"]);
}

#[test]
fn two_computers_play_to_the_end_and_the_game_can_be_looked_back_at_and_branched() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("level4", "level4", 2);
    server.post(&format!("/game/{id}/pace"), &json!({ "paused": false, "pace": 0 }));
    let end = server.turn_of_person(&id);
    assert_eq!(end["over"], true, "{}", end["prompt"]);
    assert_eq!(end["choices"], json!([]));
    let actions = end["actions"].as_u64().expect("a view counts actions");
    let last = server.json(&format!("/game/{id}/at/{actions}"));
    assert_eq!(last["counters"], end["counters"]);
    assert_eq!(server.get(&format!("/game/{id}/at/{}", actions + 1)).0, 400);
    let (status, branch) = server.post(&format!("/game/{id}/branch"), &json!({ "at": actions / 2 }));
    assert_eq!(status, 200, "{branch}");
    let branched = branch["id"].as_str().expect("a game has an id");
    assert_ne!(branched, id);
    let record = server.get(&format!("/game/{id}/record")).1;
    common::write(here.path(), "whole.stavka", &record);
    common::run(here.path(), &["replay", "whole.stavka", "--verify"]).good();
}

/// The size of an answer as it is sent to a browser that takes it compressed.
fn sent_size(server: &Server, path: &str) -> usize {
    let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n", server.host);
    server.raw_bytes(request.as_bytes()).expect("the server answers").len()
}

#[test]
fn the_page_is_small_and_brings_everything_with_it() {
    let here = common::directory();
    let server = Server::start(here.path());
    for (game, scenario) in
        [("armir", "historical"), ("east-front", "tartar-trench"), ("across-the-bug", "campaign"), ("bolt-action", "attack")]
    {
        let id = server.begin_on([game, scenario], "human", "human", 5);
        let (mut bytes, mut sent) = (0, 0);
        let data = ["", "/ground", "/view"].map(|part| format!("/game/{id}{part}"));
        let assets = Server::assets_of(&server.get(&format!("/game/{id}")).1);
        assert!(["page.js", "keys.js", "map.css", "icon.svg"].iter().all(|name| assets.contains(&format!("/assets/{name}"))), "{assets:?}");
        for path in data.into_iter().chain(assets) {
            let (status, body) = server.get(&path);
            assert_eq!(status, 200, "{path}");
            assert!(!body.contains("https://") && !body.contains("src=\"http") && !body.contains("@import"), "{path} loads from elsewhere");
            bytes += body.len();
            sent += sent_size(&server, &path);
        }
        assert!(bytes < 300_000, "the page of {game} takes {bytes} bytes");
        assert!(sent < 100_000, "the page of {game} takes {sent} bytes on the wire");
    }
    let rules = server.get("/rules/armir");
    assert!(rules.0 == 200 && rules.1.contains("id=\"r12.3.2\""), "every rule has its place");
}

#[test]
fn connections_that_do_not_end_their_headers_are_cut_off() {
    let here = common::directory();
    let server = Server::start(here.path());
    let connect = || std::net::TcpStream::connect(&server.host).expect("the server listens");
    let limit = Duration::from_secs(20);
    let is_cut_off = |mut stream: &std::net::TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(10))).expect("a time can be set");
        !matches!(stream.read(&mut [0; 256]), Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
    };
    // One says nothing, the others drip a byte of a header every half second, one of them in its second request.
    let (silent, mut dripping) = (connect(), vec![connect(), connect()]);
    dripping[0].write_all(b"GET / HTTP/1.1\r\n").expect("the server reads");
    let first = format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", server.host);
    dripping[1].write_all(first.as_bytes()).expect("the server reads");
    let mut answer = [0; 1024];
    assert!(dripping[1].read(&mut answer).expect("the first request is answered") > 0);
    dripping[1].write_all(b"GET / HTTP/1.1\r\n").expect("the server reads");
    let begun = Instant::now();
    let mut cut = [false; 3];
    while cut != [true; 3] {
        assert!(begun.elapsed() < limit, "cut off: {cut:?}");
        std::thread::sleep(Duration::from_millis(500));
        for (stream, cut) in dripping.iter_mut().zip(&mut cut) {
            *cut = *cut || stream.write_all(b"x").is_err() || is_cut_off(stream);
        }
        cut[2] = cut[2] || is_cut_off(&silent);
    }
    assert!(begun.elapsed() > Duration::from_secs(5), "nobody is hurried");
    assert_eq!(server.get("/").0, 200);
}

#[test]
fn what_was_shown_is_on_file_after_a_kill_and_no_unfinished_file_is_left() {
    let here = common::directory();
    let mut last = None;
    for round in 0..12 {
        let mut server = Server::start(here.path());
        let id = last.get_or_insert_with(|| server.begin("level1", "level1", 3)).clone();
        server.post(&format!("/game/{id}/pace"), &json!({ "pace": 0 }));
        let mut shown = 0;
        for _ in 0..=round {
            shown = server.json(&format!("/game/{id}/view"))["actions"].as_u64().expect("a number");
        }
        server.child.kill().expect("the server runs");
        server.child.wait().expect("it ends");
        let text = common::read(&common::games(here.path()), &format!("{id}.stavka"));
        let kept = text.lines().filter_map(|line| line.strip_prefix("end ")).next_back().expect("a record has an end");
        let kept: u64 = kept.split(' ').next().expect("a count").parse().expect("a number");
        assert!(kept >= shown, "{shown} actions were shown and {kept} are on file");
    }
    // What a kill in the midst of writing leaves is removed by the next server.
    common::write(&common::games(here.path()), ".stavka-x1.tmp", "half a rec");
    let _server = Server::start(here.path());
    let names = std::fs::read_dir(common::games(here.path())).expect("the games are there");
    let names: Vec<_> = names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert!(names.iter().all(|name| !name.starts_with(".stavka-")), "{names:?}");
}

#[test]
fn files_that_are_no_games_are_listed_with_what_is_wrong_and_nothing_tells_where_they_lie() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("human", "human", 4);
    let view = server.turn_of_person(&id);
    server.act(&id, &view, &view["choices"][0]["do"]);
    drop(server);
    let games = common::games(here.path());
    let good = common::read(&games, &format!("{id}.stavka"));
    let made = view["choices"][0]["do"].as_str().expect("a choice has a notation");
    let flipped = good.replacen(&format!("\n{made}\n"), "\nmove > 9999\n", 1);
    assert_ne!(flipped, good, "{good}");
    common::write(&games, "flipped.stavka", &flipped);
    common::write(&games, "cut.stavka", &good[..good.len() / 2]);
    common::write(&games, "empty.stavka", "");
    common::write(&games, "two words.stavka", &good);
    common::write(&games, "large.stavka", &"x".repeat(2 << 20));
    std::fs::create_dir(games.join("folder.stavka")).expect("a folder can be made");
    std::fs::write(games.join("binary.stavka"), [0xff, 0xfe, 0, 1]).expect("it can be written");
    let server = Server::start(here.path());
    let page = server.get("/").1;
    let listed = page.split("id=\"damaged\"").nth(1).expect("damaged files are listed");
    for (name, problem) in [
        ("cut", "line "),
        ("empty", "record"),
        ("two words", "its name"),
        ("large", "larger than 1 MiB"),
        ("folder", "not a plain file"),
        ("binary", "UTF-8"),
    ] {
        let line = listed.split("<li>").find(|line| line.starts_with(&format!("{name}.stavka")));
        let line = line.unwrap_or_else(|| panic!("{name} is not listed: {listed}"));
        assert!(line.contains(problem), "{line}");
    }
    let folder = games.display().to_string();
    let (status, opened) = server.get("/game/flipped/view");
    let (_, shown) = server.get("/game/flipped");
    assert!(page.contains("/game/flipped") || listed.contains("flipped.stavka"), "{page}");
    assert!(status == 422 || status == 404, "{status} {opened}");
    for text in [&page, &opened, &shown] {
        assert!(!text.contains(&folder), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn without_arguments_or_a_terminal_the_board_is_served_until_it_is_told_to_end() {
    let here = common::directory();
    let mut server = Server::bare(here.path());
    let (status, health) = server.request("GET", "/health", &[("Host", "probe.example")], "");
    assert_eq!((status, health.contains("\"ok\"")), (200, true), "{health}");
    let id = server.begin("human", "human", 4);
    let view = server.turn_of_person(&id);
    let view = server.act(&id, &view, &view["choices"][0]["do"]);
    let signal = std::process::Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().expect("kill runs");
    assert!(signal.success());
    assert!(server.child.wait().expect("the server ends").success());
    let text = common::read(&common::games(here.path()), &format!("{id}.stavka"));
    assert!(text.contains(&format!("\nend {} ", view["actions"])), "{text}");
}

/// Years into the longest game a record is opened, and choices are taken back one by one to the position in which they were made. With
/// `--nocapture` it says how long each takes (1 s to open, 100 ms to take back aimed at).
#[test]
fn choices_late_in_a_campaign_are_taken_back() {
    const LATE: u16 = 30;
    let mut campaign =
        Match::<BlocksInTheEast>::new(BlocksInTheEast::load("codeword-dortmund").expect("a scenario"), 5, ["human", "human"]);
    let (mut dice, mut legal) = (Dice::new(5), Vec::new());
    while campaign.to_act().is_some() && campaign.game().game_turn() < LATE {
        campaign.game().legal_actions(&mut legal);
        campaign.play(dice.choose(&legal)).expect("it is legal");
    }
    assert_eq!(campaign.game().game_turn(), LATE, "the game ended before");
    let text = campaign.record().to_text();
    let here = common::directory();
    let server = Server::start(here.path());
    let begun = Instant::now();
    let (status, opened) = server.post("/games/import", &json!({ "record": text }));
    assert_eq!(status, 200, "{opened}");
    let id = opened["id"].as_str().expect("an id");
    let mut view = server.turn_of_person(id);
    println!("{} actions, {} bytes, opened in {} ms", campaign.lines().len(), text.len(), begun.elapsed().as_millis());
    let mut positions = Vec::new();
    while let Some(choice) = reversible(&view).filter(|_| positions.len() < 6).cloned() {
        positions.push(view.clone());
        view = server.act(id, &view, &choice);
    }
    assert!(positions.len() > 1, "{}", view["prompt"]);
    for before in positions.iter().rev() {
        let asked = Instant::now();
        let (status, back) = server.post(&format!("/game/{id}/wish"), &json!({ "version": view["version"], "undo": true }));
        println!("taken back in {} ms", asked.elapsed().as_millis());
        assert_eq!(status, 200, "{back}");
        view = server.turn_of_person(id);
        for part in ["actions", "choices", "counters", "panels"] {
            assert_eq!(view[part], before[part], "{part}");
        }
    }
}
