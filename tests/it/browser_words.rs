//! The languages of the board and of the terminal: who chooses them, and that no word comes without a message.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use stavka_engine::GameName;
use stavka_words::outside_of_messages;

use crate::browser::{driver, no_complaints, open, pictures, wait_for_turn};
use crate::common;
use crate::common::driver::Browser;
use crate::common::server::Server;

/// The language in which every message stands in brackets.
const PSEUDO: &str = "en-XA";
/// Words that are the same in every language: names of this project, and what is typed.
const ALIKE: [&str; 26] = [
    "von Obstfelder",
    "Stavka",
    "English",
    "Italiano",
    "--resume",
    "--scenario",
    "level",
    "human",
    "greedy",
    "random",
    "armir",
    "east-front",
    "across-the-bug",
    "historical",
    "tartar-trench",
    "soviet",
    "axis",
    "end",
    "done",
    "attack",
    "select",
    "move",
    "objectives",
    "initiative",
    "take-initiative",
    "BSR",
];

/// Names that the data of games give: of units, places, roads.
fn names(games: &[&str]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/data");
    let read = |game: &&str| ["units.toml", "map.toml"].map(|file| fs::read_to_string(folder.join(game).join(file)).expect("it is there"));
    let files: Vec<String> = games.iter().flat_map(read).collect();
    let quoted = files.iter().flat_map(|text| text.split('"').skip(1).step_by(2));
    // The name of a unit is made of parts, of which some are proper names.
    let parts = quoted.flat_map(|name| std::iter::once(name).chain(name.split([',', '(', ')']).map(str::trim)));
    let mut names: Vec<String> = parts
        .filter(|name| name.chars().count() > 1 && (name.contains('/') || !name.starts_with(char::is_lowercase)))
        .map(str::to_owned)
        .collect();
    // The map in the terminal has room for five letters of a name.
    let short: Vec<String> =
        names.iter().map(|name| name.chars().take(5).collect()).filter(|name: &String| name.chars().count() == 5).collect();
    names.extend(short);
    names.extend(ALIKE.map(str::to_owned));
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

/// Fails if words stand outside of messages, or a message has no Italian.
#[track_caller]
fn all_told(texts: &[String], names: &[String], what: &str) {
    let bare = |text: &String| {
        let mut outside = outside_of_messages(text);
        for name in names {
            outside = outside.replace(name.as_str(), " ");
        }
        let is_word = |word: &&str| word.chars().count() > 2 && word.chars().any(char::is_lowercase);
        let words: Vec<&str> = outside.split(|letter: char| !letter.is_alphabetic()).filter(is_word).collect();
        (!words.is_empty()).then(|| format!("{} in {text}", words.join(" ")))
    };
    let bare: Vec<String> = texts.iter().filter_map(bare).collect();
    assert!(bare.is_empty(), "{what}: words without a message: {bare:#?}");
    let key_of = |rest: &str| rest.split('⟧').next().unwrap_or_default().to_owned();
    let untranslated: BTreeSet<String> = texts.iter().flat_map(|text| text.split("⟦UNTRANSLATED ").skip(1).map(key_of)).collect();
    assert!(untranslated.is_empty(), "{what}: messages without Italian: {untranslated:#?}");
    assert!(texts.iter().any(|text| text.contains('⟦')), "{what}: there are messages");
}

/// Every text that a page shows or says, but for what people type and the record holds.
fn texts(browser: &Browser) -> Vec<String> {
    let found = browser.js(
        "const all = []; \
         const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT); \
         while (walk.nextNode()) { const at = walk.currentNode.parentElement; if (!at.closest('script, style, .rest, .games, .rules, code')) all.push(walk.currentNode.data); } \
         for (const name of ['title', 'aria-label', 'placeholder', 'alt', 'aria-valuetext']) for (const at of document.querySelectorAll(`[${name}]`)) all.push(at.getAttribute(name)); \
         return [...new Set(all.map((text) => text.trim()).filter(Boolean))]",
    );
    found.as_array().expect("a list").iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn speak(browser: &Browser, server: &Server, tag: &str) {
    browser.go(&format!("http://{}/rules/armir", server.host));
    browser.js(&format!("document.cookie = 'stavka-language={tag}; path=/'"));
}

#[test]
fn no_word_reaches_a_page_without_a_message() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = driver.browser(1280, 800);
    speak(&browser, &server, PSEUDO);
    // The start page tells of the scenarios of all games.
    let everywhere = names(&GameName::ALL.map(GameName::as_str));
    browser.go(&format!("http://{}/", server.host));
    all_told(&texts(&browser), &everywhere, "the start page");
    for [game, scenario] in [["armir", "historical"], ["east-front", "tartar-trench"], ["across-the-bug", "attack"]] {
        let names = names(&[game]);
        browser.go(&format!("http://{}/rules/{game}", server.host));
        all_told(&texts(&browser), &names, "the rules");
        let id = server.begin_on([game, scenario], "level1", "human", 3);
        open(&browser, &server, &id);
        // A few turns of choices, with the story of the computer's turn between them.
        for round in 0..60 {
            wait_for_turn(&browser);
            if browser.is("view.over") {
                break;
            }
            if round % 4 == 0 {
                all_told(&texts(&browser), &names, "the board");
            }
            let version = browser.js("return view.version");
            browser.js("const made = view.choices.find((choice) => choice.spot.to && !choice.final) ?? doneChoice() ?? view.choices[0]; act(made, true)");
            browser.wait("the choice", &format!("view.version !== {version}"));
        }
        for tab in ["log", "units", "tracks", "tables", "more", "choices"] {
            browser.js(&format!("return show('{tab}')"));
            browser.wait(
                "the tables",
                "!document.getElementById('pane-tables').hidden === false || document.querySelector('#pane-tables table')",
            );
            all_told(&texts(&browser), &names, tab);
        }
        let cells = browser.js("return [...cells.keys()].filter((_, index) => index % 40 === 0)");
        for cell in cells.as_array().expect("a list").iter().filter_map(|cell| cell.as_str()) {
            browser.js(&format!("point('{cell}'); return explain('{cell}')"));
            all_told(&texts(&browser), &names, "why not");
        }
        let keys = browser.js("return [...document.getElementById('look').options].map((option) => option.value)");
        for key in keys.as_array().expect("a list").iter().filter_map(|key| key.as_str()).filter(|key| *key != "heat") {
            browser.js(&format!("document.getElementById('look').value = '{key}'; return drawOverlay()"));
            all_told(&texts(&browser), &names, "an overlay");
        }
        browser.js("document.getElementById('look').value = ''; drawOverlay(); return hint()");
        all_told(&texts(&browser), &names, "the hint");
        browser.js("look(3)");
        browser.wait("the look back", "replay === 3 && shown.at === 3");
        all_told(&texts(&browser), &names, "the look back");
        browser.js("leaveReplay(); finish()");
        all_told(&texts(&browser), &names, "what waits to be confirmed");
        // Two computers play a game to its end.
        let over = server.begin_on([game, scenario], "level1", "level1", 5);
        browser.go(&format!("http://{}/game/{over}", server.host));
        browser.wait(
            "the end",
            "document.body.dataset.ready === 'yes' && view.over && document.getElementById('ending').childElementCount > 0",
        );
        all_told(&texts(&browser), &names, "the end");
        browser.go(&format!("http://{}/game/{over}/review", server.host));
        browser.wait("the review", "document.querySelectorAll('#points li').length > 0");
        // What is judged once is told in the languages for people, of which the language of tests is none.
        browser.js("for (const part of ['chart', 'points', 'accounts']) document.getElementById(part).remove()");
        all_told(&texts(&browser), &names, "the review");
        speak(&browser, &server, "it");
        browser.go(&format!("http://{}/game/{over}/review", server.host));
        browser.wait("the review", "document.querySelectorAll('#points li').length > 0");
        let told = texts(&browser).join("\n");
        assert!(told.contains("La partita") && told.contains("Meglio: ") && told.contains("Fortuna"), "{told}");
        for english in ["Better", "for the Axis", "Luck", "steps", "turn "] {
            assert!(!told.contains(english), "{english} in {told}");
        }
        speak(&browser, &server, PSEUDO);
        browser.go(&format!("http://{}/game/nothing", server.host));
        all_told(&texts(&browser), &names, "a page that is not there");
    }
}

#[test]
fn the_browser_chooses_the_language_until_the_switch_is_used() {
    let here = common::directory();
    let server = Server::start(here.path());
    let page = |headers: &[(&str, &str)]| server.request("GET", "/", headers, "").1;
    assert!(page(&[]).contains("lang=\"en\"") && page(&[("Accept-Language", "de, en;q=0.5")]).contains("New game"));
    let italian = page(&[("Accept-Language", "it-IT,it;q=0.9,en;q=0.8")]);
    assert!(italian.contains("lang=\"it\"") && italian.contains("Nuova partita") && !italian.contains("New game"));
    assert!(
        page(&[("Accept-Language", "it"), ("Cookie", "a=b; stavka-language=en")]).contains("New game"),
        "the switch outranks the browser"
    );
    assert_eq!(server.post("/language", &serde_json::json!({ "language": "tlh" })).0, 400);

    let driver = driver();
    let browser = driver.browser(1440, 900);
    let id = server.begin("human", "level1", 3);
    open(&browser, &server, &id);
    let english = browser.js("return view.choices.map((choice) => choice.do)");
    browser.click("#language");
    browser.wait("Italian", "document.documentElement.lang === 'it' && document.body.dataset.ready === 'yes' && view?.mine");
    assert_eq!(browser.js("return view.choices.map((choice) => choice.do)"), english, "notation is the same in every language");
    assert!(browser.is("document.querySelector('#tab-choices').textContent === 'Scelte' && view.prompt.startsWith('turno ')"));
    for (name, width, height) in
        [("italian-1440", 1440, 900), ("italian-1280", 1280, 720), ("italian-820", 820, 1180), ("italian-390", 390, 844)]
    {
        browser.resize(width, height);
        browser.js("fit()");
        browser.shoot(&pictures(), name);
        assert!(browser.is("document.documentElement.scrollWidth <= innerWidth"), "{name} scrolls aside");
    }
    browser.go(&format!("http://{}/", server.host));
    assert!(browser.is("document.documentElement.lang === 'it'"), "the choice holds for every page");
    browser.shoot(&pictures(), "italian-start");
    browser.click("#language");
    browser.wait("English", "document.documentElement.lang === 'en'");
    no_complaints(&browser);
}

/// What the command says where the environment names a locale.
fn conversation(arguments: &[&str], locale: &str, lines: &str) -> String {
    let here = common::directory();
    let run = common::talk_in(locale, here.path(), arguments, lines);
    run.out + &run.err
}

#[test]
fn no_word_of_the_terminal_comes_without_a_message() {
    let lines = "help\nchoices\nchoices nothing like this\nhint\nstatus\nunits\nwhy\nwhy attack 1207\nlog\n999\nsing\nauto\nauto\nauto\nundo\nundo\nsave other.stavka\nsave other.stavka\nquit\n";
    for game in ["armir", "east-front", "across-the-bug"] {
        let told = conversation(&["play", game, "--terminal", "--seed", "3", "--language", PSEUDO], "C", lines);
        // Words that are typed stand in the help as they are, and the map is drawn with letters.
        let lines: Vec<String> = told.lines().filter(|line| !line.contains(".stavka")).map(str::to_owned).collect();
        let (map, rest): (Vec<String>, Vec<String>) =
            lines.into_iter().partition(|line| !line.contains('⟦') && !line.chars().any(char::is_alphabetic));
        assert!(!map.is_empty() || !rest.is_empty());
        let joined = rest.join("\n");
        all_told(&[joined], &names(&[game]), "the terminal");
    }
}

#[test]
fn the_terminal_and_the_help_speak_the_language_of_the_environment() {
    let told = conversation(&["play", "--terminal", "--seed", "3"], "it_IT.UTF-8", "help\nquit\n");
    assert!(told.contains("Tu giochi con") && told.contains("questo elenco") && told.contains("la partita è salvata in"), "{told}");
    let told = conversation(&["play", "--terminal", "--seed", "3", "--language", "en"], "it_IT.UTF-8", "quit\n");
    assert!(told.contains("You play"), "the switch outranks the environment: {told}");
    let help = conversation(&["play", "--help"], "it_IT.UTF-8", "");
    assert!(help.contains("Opzioni:") && help.contains("Gioca nel terminale") && help.contains("Esempi:"), "{help}");
    for english in ["Options", "Usage", "Print", "possible values", "default", "Examples"] {
        assert!(!help.contains(english), "{english} in {help}");
    }
    let help = conversation(&["play", "--help"], "C", "");
    assert!(help.contains("Options:") && help.contains("--language <TAG>"), "{help}");
    let refusal = conversation(&["play", "--language", "tlh"], "C", "");
    assert!(refusal.contains("expected one of en, it"), "{refusal}");
}

#[test]
fn no_word_of_a_review_or_a_replay_comes_without_a_message() {
    for game in ["armir", "east-front", "across-the-bug"] {
        let here = common::directory();
        let play = ["play", game, "--terminal", "--side", "both", "--seed", "3", "--save", "g.stavka"];
        common::talk(here.path(), &play, &("auto\n".repeat(30) + "quit\n")).good();
        let speak = |arguments: &[&str], language: &str| {
            common::run(here.path(), &[arguments, &["g.stavka", "--language", language]].concat()).good().out
        };
        let (replay, review) = (&["replay"][..], &["review", "--simulations", "1", "--top", "30"][..]);
        let told = speak(review, PSEUDO);
        // What an action is called in a record stands before its words.
        let notation = |line: &&str| line.trim_start().starts_with(|letter: char| letter.is_ascii_digit());
        let replayed = speak(replay, PSEUDO);
        let headed: Vec<String> = replayed.lines().filter(|line| !notation(line)).map(str::to_owned).collect();
        all_told(&headed, &names(&[game]), "the head of a replay");
        all_told(&[told], &names(&[game]), "a review");
        for arguments in [replay, review] {
            let told = speak(arguments, "it");
            assert!(told.contains("una persona (Asse) contro una persona (sovietici)"), "{told}");
            assert!(told.contains("Sovietici") || told.contains("Asse  "), "{told}");
        }
    }
}
