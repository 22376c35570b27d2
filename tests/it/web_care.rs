//! What the board's server does when files, folders, disks and visitors are not as they should be.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{GameName, with_game};

use crate::common;
use crate::common::server::Server;

/// Takes the first choice in a game.
fn first(server: &Server, id: &str) -> Value {
    let view = server.turn_of_person(id);
    server.act(id, &view, &view["choices"][0]["do"])
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

/// A folder where a game's file was: saving that game fails, and saving others does not.
fn spoil(folder: &Path, id: &str) {
    let file = folder.join(format!("{id}.stavka"));
    fs::remove_file(&file).expect("it is saved");
    fs::create_dir_all(file.join("full")).expect("it can be made");
}

#[test]
fn a_folder_has_one_server_and_a_game_is_open_once() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("human", "human", 8);
    let view = first(&server, &id);
    Server::wait_until_saved(here.path(), &id, &view["actions"]);
    let second = common::run(here.path(), &["play", "--no-browser", "--port", "0"]);
    second.fails(1, &["another Stavka serves the games in", &format!("open http://{} in the browser", server.host)]);
    let file = common::games(here.path()).join(format!("{id}.stavka"));
    let file = file.to_str().expect("paths of the tests are text");
    let resume = ["play", "--terminal", "--resume", file];
    common::talk(here.path(), &resume, "undo\nquit\n").fails(1, &["another Stavka has this game open"]);
    let other = common::directory();
    let resume_elsewhere =
        ["play", "--no-browser", "--port", "0", "--save-dir", other.path().to_str().expect("it is text"), "--resume", file];
    common::run(here.path(), &resume_elsewhere).fails(1, &["another Stavka has this game open"]);
    assert_eq!(server.json(&format!("/game/{id}/view"))["actions"], view["actions"]);
    // A killed server holds nothing.
    drop(server);
    let server = Server::start(here.path());
    assert_eq!(server.turn_of_person(&id)["actions"], view["actions"]);
    drop(server);
    common::talk(here.path(), &resume, "quit\n").good();
}

#[test]
fn a_game_that_cannot_be_saved_is_told_of_whatever_others_are_saved() {
    let here = common::directory();
    let mut server = Server::start(here.path());
    let [lost, sound] = [1, 2].map(|seed| server.begin("human", "human", seed));
    for id in [&lost, &sound] {
        first(&server, id);
    }
    spoil(&common::games(here.path()), &lost);
    assert!(first(&server, &lost)["trouble"].as_str().is_some_and(|words| words.contains("cannot save")));
    assert_eq!(first(&server, &sound)["trouble"], Value::Null, "this one is saved");
    assert_eq!(server.get("/health").0, 503);
    assert!(server.get("/").1.contains(&format!("cannot save {lost}.stavka")));
    assert!(!server.end(), "a game is not saved");
}

#[test]
fn what_cannot_be_saved_is_told_without_the_folder_and_the_server_lives_on() {
    let here = common::directory();
    let mut server = Server::without_space(here.path());
    let id = server.begin("human", "human", 1);
    let trouble = first(&server, &id)["trouble"].clone();
    let (status, refused) = server.post("/games/import", &json!({ "record": common::old_record("human", "human").text }));
    assert_eq!(status, 422, "{refused}");
    for told in [&trouble, &refused["error"]] {
        let told = told.as_str().expect("there are words");
        assert!(told.contains("cannot save") && !told.contains(&here.path().display().to_string()) && !told.contains(".tmp"), "{told}");
    }
    assert!(!server.end(), "nothing is saved");
}

#[test]
fn a_body_has_its_time_and_who_does_not_read_is_given_up() {
    let here = common::directory();
    let server = Server::start(here.path());
    let mut dripping = TcpStream::connect(&server.host).expect("the server listens");
    let head =
        format!("POST /games/import HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n", server.host);
    dripping.write_all(head.as_bytes()).expect("the server reads");
    let mut deaf = TcpStream::connect(&server.host).expect("the server listens");
    let request = format!("GET /rules/east-front HTTP/1.1\r\nHost: {}\r\n\r\n", server.host);
    let answers = 100;
    deaf.write_all(request.repeat(answers).as_bytes()).expect("the server reads");
    let begun = Instant::now();
    while dripping.write_all(b" ").is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(20), "the body may drip for ever");
        std::thread::sleep(Duration::from_millis(500));
    }
    assert!(begun.elapsed() > Duration::from_secs(5), "nobody is hurried");
    std::thread::sleep(Duration::from_secs(30).saturating_sub(begun.elapsed()));
    deaf.set_read_timeout(Some(Duration::from_secs(20))).expect("a time can be set");
    let mut taken = Vec::new();
    // A connection that was given up may be reset.
    let _ = deaf.read_to_end(&mut taken);
    let whole = server.get("/rules/east-front").1.len();
    assert!(taken.len() < answers * whole / 2, "{} bytes came after nobody had read for long", taken.len());
}

#[test]
fn a_crowd_keeps_nobody_from_asking_for_the_servers_health() {
    let here = common::directory();
    let server = Server::start(here.path());
    let crowd: Vec<TcpStream> = (0..400).map(|_| TcpStream::connect(&server.host).expect("the server listens")).collect();
    let begun = Instant::now();
    // Those who came before are being taken in.
    while server.get("/").0 != 503 {
        assert!(begun.elapsed() < Duration::from_secs(8), "there is no crowd");
    }
    assert_eq!(server.get("/health").0, 200);
    drop(crowd);
    while server.get("/").0 != 200 {
        assert!(begun.elapsed() < Duration::from_secs(30), "the crowd never leaves");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_pipe_or_a_link_in_the_place_of_a_file_stops_nobody() {
    let here = common::directory();
    let folder = common::games(here.path());
    let server = Server::start(here.path());
    let ids = [1, 2, 3].map(|seed| server.begin("human", "human", seed));
    for id in &ids {
        first(&server, id);
    }
    drop(server);
    let scenario = folder.join(format!("{}.scenario", ids[2]));
    fs::create_dir(&scenario).expect("it can be made");
    pipe(&scenario.join("scenario.toml"));
    let mut server = Server::start(here.path());
    let file = |id: &str| folder.join(format!("{id}.stavka"));
    fs::remove_file(file(&ids[0])).expect("it is there");
    pipe(&file(&ids[0]));
    fs::rename(file(&ids[1]), here.path().join("elsewhere.stavka")).expect("it is there");
    symlink(here.path().join("elsewhere.stavka"), file(&ids[1])).expect("it can be made");
    for id in &ids {
        let (status, words) = server.get(&format!("/game/{id}/view"));
        assert!(status == 422 && words.contains("it is not a plain file"), "{id}: {status} {words}");
    }
    assert_eq!((server.get("/").0, server.get("/health").0), (200, 200));
    assert!(server.end());
}

#[test]
fn what_a_killed_program_left_unfinished_is_removed_wherever_games_lie() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("human", "human", 1);
    first(&server, &id);
    drop(server);
    let outside = here.path().join("outside");
    let scenario = common::games(here.path()).join(format!("{id}.scenario"));
    for folder in [&outside, &scenario] {
        fs::create_dir(folder).expect("it can be made");
        common::write(folder, ".stavka-x1.tmp", "half a rec");
    }
    let file = outside.join("mine.stavka");
    fs::copy(common::games(here.path()).join(format!("{id}.stavka")), &file).expect("it is there");
    let file = file.to_str().expect("it is text");
    let _server = Server::with(here.path(), &["--port", "0", "--resume", file]);
    for folder in [&outside, &scenario] {
        assert!(!folder.join(".stavka-x1.tmp").exists(), "{}", folder.display());
    }
}

#[test]
fn a_damaged_game_is_marked_before_anybody_opens_it() {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin("human", "human", 1);
    first(&server, &id);
    drop(server);
    let folder = common::games(here.path());
    let text = common::read(&folder, &format!("{id}.stavka"));
    let text = text.trim_end();
    let (whole, last) = text.split_at(text.len() - 1);
    common::write(&folder, "flipped.stavka", &format!("{whole}{}\n", if last == "0" { '1' } else { '0' }));
    fs::write(folder.join("binary.stavka"), [0xff, 0xfe, 0, 1]).expect("it can be written");
    let server = Server::start(here.path());
    let begun = Instant::now();
    let page = loop {
        let page = server.request("GET", "/", &[("Accept-Language", "it")], "").1;
        if page.contains("danneggiata: ") {
            break page;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "nobody looks at the files: {page}");
        std::thread::sleep(Duration::from_millis(50));
    };
    let line = |id: &str| page.split("<li>").find(|line| line.contains(&format!("/game/{id}\""))).expect("it is listed").to_owned();
    assert!(line("flipped").contains("danneggiata") && !line(&id).contains("danneggiata"), "{page}");
    assert!(page.contains("non è un file di testo: atteso UTF-8"), "{page}");
}

#[test]
fn a_new_game_always_finds_room_on_the_table() {
    let here = common::directory();
    let server = Server::start(here.path());
    let ids: Vec<String> = (0..70).map(|seed| server.begin("human", "human", seed)).collect();
    for id in ids.iter().take(4).chain(ids.last()) {
        assert_eq!(server.turn_of_person(id)["trouble"], Value::Null, "{id}");
    }
}

#[test]
fn what_is_refused_is_quoted_in_brief() {
    let here = common::directory();
    let server = Server::start(here.path());
    let import = |record: &str| {
        let (status, answer) = server.post("/games/import", &json!({ "record": record }));
        assert_eq!(status, 422, "{answer}");
        answer["error"].as_str().expect("there are words").to_owned()
    };
    assert!(import(&format!("stavka-record 1\n{}", "x".repeat(900_000))).len() < 1000);
    assert!(import(&"x y ".repeat(200_000)).len() < 1000);
    let text = common::old_record("human", "human").text;
    for name in ["n".repeat(100_000), "\u{202e}gnp".to_owned()] {
        let told = import(&text.replacen("\nsoviet human\n", &format!("\nsoviet {name}\n"), 1));
        assert!(told.contains("the name of a player") && told.len() < 1000 && !told.contains('\u{202e}'), "{told}");
    }
    let (status, answer) = server.post("/games", &json!({ "game": "x".repeat(5000) }));
    assert!(status == 413 && answer["error"].as_str().is_some_and(|words| words.contains("4096 bytes")), "{answer}");
    let two = server.raw(format!("GET / HTTP/1.1\r\nHost: {0}\r\nHost: {0}\r\nConnection: close\r\n\r\n", server.host).as_bytes());
    assert!(two.expect("it answers").starts_with("HTTP/1.1 400"));
}

#[test]
fn a_folder_of_games_is_a_folder_and_a_dangling_link_is_a_name_that_is_taken() {
    let here = common::directory();
    common::write(here.path(), "file", "x");
    common::run(here.path(), &["play", "--no-browser", "--save-dir", "file"]).fails(2, &["file is not a folder"]);
    let folder = common::games(here.path());
    fs::create_dir_all(&folder).expect("it can be made");
    symlink("/nowhere/at/all", folder.join("armir-historical-9.stavka")).expect("it can be made");
    let server = Server::start(here.path());
    let id = server.begin("human", "human", 9);
    assert_eq!((id.as_str(), &first(&server, &id)["trouble"]), ("armir-historical-9-2", &Value::Null));
}

/// Statuses that an answer may have, and the request that it answers.
type Trial<'a> = (&'a [u16], &'a str, &'a str, &'a [(&'a str, &'a str)], &'a str);

#[test]
fn whoever_speaks_to_the_server_by_another_name_or_asks_for_files_is_refused() {
    let here = common::directory();
    let server = Server::start(here.path());
    let port = server.host.split(':').nth(1).expect("a port");
    for (host, status) in
        [("evil.example", 403), (&format!("127.0.0.1.nip.io:{port}"), 403), ("127.0.0.1", 403), (&format!("localhost:{port}"), 200)]
    {
        let answer = server.raw(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes()).expect("it answers");
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {answer}");
    }
    let json = ("Content-Type", "application/json");
    let evil = ("Origin", "http://evil.example");
    let game = |scenario: &str, axis: &str| {
        json!({ "game": "armir", "scenario": scenario, "axis": axis, "soviet": "human", "seed": 1 }).to_string()
    };
    let (passwd, outside) = (game("/etc/passwd", "human"), game("../../x", "human"));
    let (shell, weights) = (game("historical", "bot:/bin/sh"), game("historical", "net:weights=/etc/passwd"));
    let (deep, long) = ("[".repeat(3000), format!("/game/{}", "a".repeat(5000)));
    let trials: &[Trial<'_>] = &[
        (&[403], "POST", "/games", &[json, evil], "{}"),
        (&[403], "POST", "/games", &[json, ("Origin", "http://127.0.0.1:1")], "{}"),
        (&[403], "OPTIONS", "/games", &[evil], ""),
        (&[415], "POST", "/games", &[("Content-Type", "text/plain")], "{}"),
        (&[400, 404], "GET", "/game/%00", &[], ""),
        (&[400, 404, 414], "GET", &long, &[], ""),
        (&[400, 404], "GET", "/game/%3Cscript%3Ealert(1)%3C%2Fscript%3E", &[], ""),
        (&[422], "POST", "/games", &[json], &passwd),
        (&[422], "POST", "/games", &[json], &outside),
        (&[422], "POST", "/games", &[json], &shell),
        (&[422], "POST", "/games", &[json], &weights),
        (&[400], "POST", "/games", &[json], "{\"game\":"),
        (&[400, 422], "POST", "/games", &[json], &deep),
        (&[422], "POST", "/games", &[json], "{\"game\":[1,{}]}"),
        (
            &[422],
            "POST",
            "/games",
            &[json],
            "{\"game\":\"armir\",\"scenario\":\"historical\",\"axis\":\"human\",\"soviet\":\"human\",\"seed\":-1}",
        ),
        (
            &[400, 422],
            "POST",
            "/games",
            &[json],
            "{\"game\":\"armir\",\"scenario\":\"historical\",\"axis\":\"human\",\"soviet\":\"human\",\"seed\":1e400}",
        ),
    ];
    for (statuses, method, path, headers, body) in trials {
        let (status, answer) = server.request(method, path, headers, body);
        assert!(statuses.contains(&status), "{method} {path} {body}: {status} {answer}");
        assert!(!answer.contains("<script>alert") && !answer.contains("root:"), "{answer}");
    }
    let named = common::old_record("human", "human").text.replacen("\nsoviet human\n", "\nsoviet <b>me</b>\n", 1);
    server.post("/games/import", &json!({ "record": named }));
    assert!(!server.get("/").1.contains("<b>me"), "a name is no markup");
}

#[test]
fn hundreds_of_connections_that_drip_headers_are_outlived() {
    let here = common::directory();
    let server = Server::start(here.path());
    let mut crowd: Vec<TcpStream> = (0..420).map(|_| TcpStream::connect(&server.host).expect("the server listens")).collect();
    for stream in &mut crowd {
        // Some are turned away at once.
        let _ = stream.write_all(b"GET / HTTP/1.1\r\n");
    }
    let begun = Instant::now();
    loop {
        for stream in &mut crowd {
            let _ = stream.write_all(b"x");
        }
        if server.get("/").0 == 200 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "the crowd holds the server");
        std::thread::sleep(Duration::from_millis(500));
    }
}

#[test]
fn the_board_is_small_in_every_position_of_a_game_in_italian() {
    let here = common::directory();
    let server = Server::start(here.path());
    let size = |path: &str| server.request("GET", path, &[("Cookie", "stavka-language=it")], "").1.len();
    let boards = GameName::ALL.into_iter().flat_map(|game| {
        let ids = with_game!(game, G => G::embedded());
        // The scenarios of a game share their board.
        let steps = (2400 / ids.len()).min(600);
        ids.iter().map(move |id| (game, *id, steps))
    });
    for (game, scenario, steps) in boards {
        let id = server.begin_on([game.as_str(), scenario], "human", "human", 4);
        let assets = Server::assets_of(&server.get(&format!("/game/{id}")).1);
        let fixed: usize = [format!("/game/{id}"), format!("/game/{id}/ground")].into_iter().chain(assets).map(|path| size(&path)).sum();
        let mut largest = 0;
        let mut view = server.turn_of_person(&id);
        for step in 1..steps {
            let choices = view["choices"].as_array().expect("a view lists choices");
            if choices.is_empty() {
                break;
            }
            let wish = if step % 25 == 0 { json!({ "rest": true }) } else { json!({ "act": choices[step * 7 % choices.len()]["do"] }) };
            let mut wish = wish;
            wish["version"] = view["version"].clone();
            let headers = [("Content-Type", "application/json"), ("Cookie", "stavka-language=it")];
            let (status, text) = server.request("POST", &format!("/game/{id}/wish"), &headers, &wish.to_string());
            assert_eq!(status, 200, "{text}");
            largest = largest.max(text.len());
            view = serde_json::from_str(&text).expect("a view is JSON");
        }
        println!("{game} {scenario}: {fixed} and a view of at most {largest}");
        // The map of Blocks in the East has twice as many hexes as any other, and twice as many counters stand on it.
        let most = if game == GameName::BlocksInTheEast { 500_000 } else { 305_000 };
        assert!(fixed + largest < most, "{game} {scenario}: {fixed} and a view of {largest} bytes");
    }
}
