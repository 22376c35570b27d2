//! The fights of the computer's turn and what dice ask for, in a real browser: nothing passes the player by.

use std::time::Duration;

use serde_json::json;

use crate::browser::{ESCAPE, Scene, no_complaints, pictures, play_until, scene, scene_on, version};
use crate::common::access;
use crate::common::driver::Browser;
use crate::common::server::Server;

/// Opens a board that stops at fights as its player wants.
fn open_with(browser: &Browser, server: &Server, id: &str, stops: &str) {
    browser.js(&format!("localStorage.setItem('fight-stops', '{stops}')"));
    browser.go(&format!("http://{}/game/{id}", server.host));
    browser.wait("the board", "document.body.dataset.ready === 'yes'");
}

/// Plays on until the computer waits at a fight, or for another reason to stop.
#[track_caller]
fn play_to_a_stop(browser: &Browser, other: &str) {
    loop {
        browser.wait("a stop or a turn", &format!("isStopped() || (view.mine && !busy) || view.over || {other}"));
        if browser.is(&format!("isStopped() || {other}")) {
            return;
        }
        assert!(!browser.is("view.over"), "the game ended without a fight");
        let before = version(browser);
        browser.js("act(doneChoice() ?? view.choices[0], true)");
        browser.wait("the choice", &format!("view.version !== {before}"));
    }
}

#[test]
fn the_computer_waits_at_each_fight_until_the_player_goes_on() {
    let Scene { browser, server, id, .. } = &scene("human", "level4", 12);
    open_with(browser, server, id, "wait");
    let fights = "view.story.filter(({ card }) => card?.odds).length";
    for (press, name) in [(" ", "Space"), ("\u{e007}", "Enter")] {
        play_to_a_stop(browser, "false");
        browser.wait("the fight in the view", &format!("document.getElementById('go-on') && {fights} > 0"));
        let (actions, told) = (browser.js("return view.actions"), browser.js(&format!("return {fights}")));
        assert!(browser.is("document.querySelector('#story .face') && document.querySelector('#results .result')"), "the die is shown");
        assert!(browser.is("shownStep(view.story) === view.story.findLast(({ card }) => card?.odds)"), "the last fight is shown");
        std::thread::sleep(Duration::from_millis(1200));
        assert_eq!(browser.js("return view.actions"), actions, "nothing happens until the player goes on");
        if name == "Space" {
            access::check(browser);
            for (width, height) in [(1440, 900), (1280, 720), (820, 1180), (390, 844)] {
                browser.resize(width, height);
                browser.js("drawStop()");
                browser.shoot(&pictures(), &format!("waits-at-a-fight-{width}"));
                let seen = "const { top, bottom } = document.getElementById('go-on').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight";
                assert_eq!(browser.js(seen), json!(true), "the button is in sight at {width}x{height}");
            }
            browser.resize(1280, 800);
        }
        browser.key(press);
        browser.wait("the rest of the story", &format!("view.actions > {actions} && {fights} >= {told}"));
    }
    // The button does the same, and Escape skips what is left of the turn.
    play_to_a_stop(browser, "false");
    let actions = browser.js("return view.actions");
    browser.wait("the button", "document.getElementById('go-on')");
    browser.js("touch.at = -Infinity");
    browser.click("#go-on");
    browser.wait("the rest of the story", &format!("view.actions > {actions}"));
    play_to_a_stop(browser, "false");
    browser.key(ESCAPE);
    browser.wait("the player's choice, without a stop", "beat.stopped === false && view.mine");
    no_complaints(browser);
}

#[test]
fn who_wants_no_stop_has_none_and_a_page_that_goes_holds_nobody() {
    let Scene { browser, server, id, .. } = &scene("human", "level4", 12);
    open_with(browser, server, id, "wait");
    play_to_a_stop(browser, "false");
    browser.wait("the button", "document.getElementById('go-on')");
    // The setting is heard at once.
    browser.click("#tab-more");
    browser.js("const stops = document.getElementById('stops'); stops.value = 'never'; stops.dispatchEvent(new Event('change'))");
    browser.wait("the end of the stop", "beat.stopped === false");
    browser.click("#tab-choices");
    let turn = browser.js("return view.turn").as_u64().expect("a number");
    play_to_a_stop(browser, &format!("view.turn > {turn}"));
    assert!(!browser.is("isStopped()"), "no fight stops the computer");
    // A page that goes away holds nobody, however its player had set it.
    open_with(browser, server, id, "wait");
    play_to_a_stop(browser, "false");
    browser.go("about:blank");
    let view = server.turn_of_person(id);
    assert_eq!(view["beat"]["stopped"], json!(false));
}

/// A die that asks the player for something stands above what it asks.
#[track_caller]
fn is_told_before_it_asks(browser: &Browser) {
    let last = "view.story.at(-1)";
    browser.wait("the card", "!document.getElementById('story').hidden && document.querySelector('#story .face')");
    assert!(browser.is(&format!("shownStep(view.story) === {last}")), "the die that asks is shown");
    let die = browser.js(&format!("return {last}.card.die.match(/\\d+/)[0]"));
    assert_eq!(browser.js("return document.querySelector('#story .face').textContent"), die);
    assert!(browser.is("document.querySelector('#story .effects li') !== null"), "it says what it did");
    let above =
        "document.getElementById('story').compareDocumentPosition(document.getElementById('choices')) & Node.DOCUMENT_POSITION_FOLLOWING";
    assert!(browser.is(above), "the card stands above the choices");
}

#[test]
fn a_die_that_asks_for_something_is_told_before_it_asks() {
    let asks = "view.mine && view.story.at(-1)?.card && !view.story.at(-1).card.odds && view.story.at(-1).at === view.actions - 1 && view.choices.length > 1";
    for (board, what) in [(["armir", "historical"], "Chir"), (["east-front", "tartar-trench"], "")] {
        let Scene { browser, .. } = &scene_on(board, "human", "human", 12);
        let mut prompts = Vec::new();
        let wanted = if what.is_empty() { asks.to_owned() } else { format!("{asks} && view.prompt.includes('{what}')") };
        for _ in 0..3 {
            play_until(
                browser,
                &format!("view.over || ({wanted})"),
                "view.choices.find(({ spot }) => spot.verb === 'chir' || spot.verb === 'interdict' || spot.verb === 'fly') ?? doneChoice() ?? view.choices[0]",
            );
            if browser.is("view.over") {
                break;
            }
            is_told_before_it_asks(browser);
            if !what.is_empty() {
                let asked = browser.js("return view.story.at(-1).card.effects.some((effect) => view.prompt.endsWith(effect))");
                assert_eq!(asked, json!(true), "the card says what it asks for");
            }
            prompts.push(browser.js("return [view.story.at(-1).card.title, view.story.at(-1).card.effects, view.prompt]"));
            browser.shoot(&pictures(), &format!("die-asks-{}-{}", board[0], prompts.len()));
            let before = version(browser);
            browser.js("act(view.choices[0], true)");
            browser.wait("the choice", &format!("view.version !== {before}"));
        }
        assert!(!prompts.is_empty(), "{}: no die asks for anything", board[0]);
        println!("{}: {prompts:?}", board[0]);
        no_complaints(browser);
    }
}

#[test]
fn a_die_outside_of_fights_says_in_a_sentence_what_it_came_to() {
    let on = "view.choices.find(({ spot }) => spot.verb === 'activate') ?? doneChoice() ?? view.choices[0]";
    for (board, sentence) in [
        (["armir", "historical"], "gets? the air unit$"),
        (["east-front", "tartar-trench"], "is ready$|is repaired$|stays in the box"),
        (["across-the-bug", "attack"], "gets \\d+ Action Points$"),
    ] {
        let Scene { browser, .. } = &scene_on(board, "human", "human", 12);
        let is_told = format!("({{ card }}) => card && !card.odds && /{sentence}/.test(card.effects[0])");
        play_until(browser, &format!("view.story.some({is_told})"), on);
        browser.js(&format!("step = view.story.findIndex({is_told}); drawStory()"));
        let told = browser.js("return document.querySelector('#story .effects li').textContent");
        let told = told.as_str().expect("words");
        let log = browser.js("return entryOf(view.story[step]).words");
        assert!(log.as_str().is_some_and(|log| log.ends_with(told)), "{}: {told} in {log}", board[0]);
        no_complaints(browser);
    }
}
