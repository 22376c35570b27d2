//! The board in a real browser: what it shows and tells. Needs Chromium and its driver, which `tests/run`
//! installs where they are missing. Pictures of the main views lie in `target/screenshots` afterwards.

use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser_hands::{by_mouse, play_turn};
use crate::common;
use crate::common::access;
use crate::common::driver::{Browser, Driver};
use crate::common::server::Server;

pub(crate) const ENTER: &str = "\u{e007}";
pub(crate) const ESCAPE: &str = "\u{e00c}";

pub(crate) fn driver() -> Driver {
    Driver::start().expect("chromedriver is installed: apt-get install chromium chromium-driver, or tests/run")
}

pub(crate) fn pictures() -> PathBuf {
    access::target().join("screenshots")
}

/// A game of two players in a browser window.
pub(crate) struct Scene {
    pub(crate) browser: Browser,
    pub(crate) id: String,
    pub(crate) server: Server,
    pub(crate) driver: Driver,
    pub(crate) here: TempDir,
}

/// Begins a game and opens its board.
pub(crate) fn scene(axis: &str, soviet: &str, seed: u64) -> Scene {
    scene_on(["armir", "historical"], axis, soviet, seed)
}

/// The same on a board of one's choice: a game and a scenario.
pub(crate) fn scene_on(board: [&str; 2], axis: &str, soviet: &str, seed: u64) -> Scene {
    let here = common::directory();
    let server = Server::start(here.path());
    let id = server.begin_on(board, axis, soviet, seed);
    let driver = driver();
    let browser = driver.browser(1280, 800);
    open(&browser, &server, &id);
    Scene { browser, id, server, driver, here }
}

/// Opens a board on which two people play with open cards.
pub(crate) fn open(browser: &Browser, server: &Server, id: &str) {
    browser.go(&format!("http://{}/rules/armir", server.host));
    browser.js(&format!("localStorage.setItem('open-table {id}', 'yes'); localStorage.setItem('fight-stops', 'never')"));
    browser.go(&format!("http://{}/game/{id}", server.host));
    browser.wait("the board", "document.body.dataset.ready === 'yes'");
}

/// Makes choices until something is so.
#[track_caller]
pub(crate) fn play_until(browser: &Browser, condition: &str, choice: &str) {
    loop {
        wait_for_turn(browser);
        if browser.is(condition) {
            return;
        }
        assert!(!browser.is("view.over"), "the game ended before {condition}");
        let before = version(browser);
        browser.js(&format!("act({choice}, true)"));
        browser.wait("the choice", &format!("view.version !== {before}"));
    }
}

#[track_caller]
pub(crate) fn no_complaints(browser: &Browser) {
    assert_eq!(browser.complaints(), Vec::<String>::new(), "the console complains");
}

/// Sets the page dark or light.
pub(crate) fn paint(browser: &Browser, tone: &str) {
    browser.js(&format!("document.documentElement.dataset.tone = '{tone}'"));
}

/// Chooses an overlay and waits until it is drawn.
pub(crate) fn overlay(browser: &Browser, key: &str, wanted: usize) {
    browser.js(&format!("document.getElementById('look').value = '{key}'; return drawOverlay()"));
    browser.wait(
        "the overlay",
        &format!(
            "document.querySelectorAll('#legend .key').length >= {wanted} && document.getElementById('overlay').childElementCount > 0"
        ),
    );
}

/// Point of the window above the middle of a cell, where the map lies.
pub(crate) fn seen_at(browser: &Browser, cell: &str) -> (f64, f64) {
    let script = format!(
        "const cell = cells.get('{cell}'); const at = new DOMPoint(cell.x, cell.y).matrixTransform(map.getScreenCTM()); return [at.x, at.y]"
    );
    let at = browser.js(&script);
    (at[0].as_f64().expect("a number"), at[1].as_f64().expect("a number"))
}

/// Point of the window above the middle of a cell, moved into view.
pub(crate) fn point_of(browser: &Browser, cell: &str) -> (f64, f64) {
    browser.js(&format!("point('{cell}', true)"));
    seen_at(browser, cell)
}

pub(crate) fn wait_for_turn(browser: &Browser) {
    browser.wait("a person's turn", "view.mine || view.over");
}

pub(crate) fn version(browser: &Browser) -> Value {
    browser.js("return view.version")
}

/// Time passes, so that the next click is no part of a double click.
pub(crate) fn rest(browser: &Browser) {
    browser.js("touch.at = -Infinity");
}

#[test]
fn the_second_game_is_played_on_the_same_page() {
    let Scene { browser, .. } = &scene_on(["east-front", "tartar-trench"], "human", "human", 3);
    let shots = pictures();
    wait_for_turn(browser);
    for (tone, tabs) in [("dark", &["tracks", "choices"][..]), ("light", &["units", "tracks", "choices"])] {
        paint(browser, tone);
        for tab in tabs {
            browser.click(&format!("#tab-{tab}"));
            access::check(browser);
            browser.shoot(&shots, &format!("east-front-{tab}-{tone}"));
        }
    }
    play_until(browser, "view.prompt.includes('declare attacks')", "doneChoice() ?? view.choices[0]");
    browser.js("act(view.choices.find(({ spot }) => spot.verb === 'attack'), true)");
    browser.wait("the attack", "view.focus.some((layer) => layer.class === 'declared')");
    play_until(browser, "view.fight && view.fight.attackers.length > 0", "view.choices[0]");
    let faces = browser.js("return document.querySelectorAll('.falls tr:first-child th').length");
    assert_eq!(faces, json!(11), "ten faces and a heading");
    assert!(browser.is("[...document.querySelectorAll('.shifts li')].every((line) => line.textContent.includes('[BSR '))"));
    browser.shoot(&shots, "east-front-odds");
    for (key, wanted) in [("zoc", 2), ("control", 3), ("command", 2), ("threat", 2)] {
        overlay(browser, key, wanted);
        access::check(browser);
        browser.shoot(&shots, &format!("east-front-{key}"));
    }
    browser.js("document.getElementById('look').value = ''; return drawOverlay()");
    play_turn(browser, by_mouse);
    browser.shoot(&shots, "east-front-after-a-turn");
    access::check(browser);
    no_complaints(browser);
}

#[test]
fn odds_are_those_of_the_engine_and_a_die_is_final() {
    let Scene { browser, id, server, .. } = &scene("level4", "human", 12);
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'attack')", "view.choices[0]");
    let target = browser.js("return view.choices.find(({ spot }) => spot.verb === 'attack').spot.to");
    let target = target.as_str().expect("an attack has a target");
    let (x, y) = point_of(browser, target);
    browser.point_at(x, y);
    browser.wait("a preview of the odds", "!document.getElementById('fight').hidden");
    let told = server.json(&format!("/game/{id}/odds?cell={target}"))["odds"].clone();
    let row = |row: usize| {
        browser.js(&format!(
            "return [...document.querySelectorAll('#fight tr:nth-child({row}) td')].map((cell) => Number(cell.textContent) || 0)"
        ))
    };
    let falls =
        |part: &str| Value::from(told["falls"].as_array().expect("six faces").iter().map(|fall| fall[part].clone()).collect::<Vec<_>>());
    assert_eq!((row(2), row(3)), (falls("attacker"), falls("defender")));

    let before = browser.js("return view.undo").as_u64().expect("a number");
    browser.click_at(x, y);
    browser.wait("the declaration", &format!("view.undo === {}", before + 1));
    browser.shoot(&pictures(), "odds");
    browser.key("u");
    browser.wait("the choice taken back", &format!("view.undo === {before} && view.redo === 1"));
    browser.key("r");
    browser.wait("the choice made again", &format!("view.undo === {}", before + 1));
    while !browser.is("view.choices.some(({ spot }) => spot.verb === 'engage')") {
        let before = version(browser);
        browser.key("1");
        browser.wait("another attacker", &format!("view.version !== {before}"));
    }
    browser.js("act(view.choices.find(({ spot }) => spot.verb === 'engage'), true)");
    browser.wait("the die", "view.log.entries.some((entry) => entry.side === undefined && entry.words.includes('against'))");
    wait_for_turn(browser);
    assert!(browser.is("document.getElementById('undo').disabled && view.settled.length > 0"), "a die is final");
    no_complaints(browser);
}

#[test]
fn what_a_die_did_is_shown_until_the_player_goes_on() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'attack')", "doneChoice() ?? view.choices[0]");
    browser.js("act(view.choices.find(({ spot }) => spot.verb === 'attack'), true)");
    browser.wait("the declaration", "view.choices.some(({ spot }) => spot.verb === 'commit')");
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'engage')", "view.choices[0]");
    let promised = browser.js("return [view.fight.attack, view.fight.defence, view.fight.column]");
    let target = browser.js("return view.fight.cell");
    play_until(browser, "view.story.some(({ card }) => card?.odds)", "doneChoice()");
    let card = "view.story.findLast(({ card }) => card?.odds).card";
    assert_eq!(browser.js(&format!("const {{ odds }} = {card}; return [odds.attack, odds.defence, odds.column]")), promised);
    assert_eq!(browser.js(&format!("return {card}.odds.cell")), target);
    let die = browser.js(&format!("return {card}.die.match(/\\d+/)[0]"));
    let shown = |selector: &str| browser.js(&format!("return document.querySelector('{selector}').textContent"));
    assert_eq!(shown("#story .face"), die, "the die is shown");
    assert_eq!(shown("#story th.fell"), die, "its column is marked");
    let result = browser.js(&format!("return {card}.effects[0]"));
    let told = browser.js("return view.log.entries.findLast(({ words }) => words.startsWith('die ')).words");
    assert!(result.as_str().zip(told.as_str()).is_some_and(|(result, told)| told.ends_with(result)), "{result} {told}");
    assert!(browser.is("document.querySelector('#results .result') !== null"), "the result stands at the hex");
    browser.shoot(&pictures(), "result-card");
    access::check(browser);
    // What the die asks for is asked under the card, which stays until the fight is over and the player goes on.
    let at = browser.js("return view.story.findLast(({ card }) => card?.odds).at");
    let is_told = format!("view.story.some((one) => one.at === {at})");
    let (mut within, mut closed) = (0, 0);
    while browser.is(&is_told) {
        wait_for_turn(browser);
        let decides = browser.is("view.choices.some(({ spot }) => ['lose', 'retreat', 'retreat-to', 'advance'].includes(spot.verb))");
        let before = version(browser);
        let closes = browser.js("const next = view.choices.find((one) => !does(one, 'closes')) ?? view.choices[0]; act(next, true); return does(next, 'closes')");
        browser.wait("what comes next", &format!("view.version !== {before}"));
        if decides {
            within += 1;
            closed += usize::from(closes == json!(true));
            assert!(browser.is(&is_told), "the card stays while the fight goes on");
            assert!(browser.is(&format!("shownStep(view.story).at === {at}")), "it is the card that is shown");
            let followed = browser.js("return document.querySelectorAll('#story .followed li').length").as_u64().expect("a number");
            assert!(followed as usize >= within - closed, "it tells {followed} decisions of {within}");
            browser.shoot(&shots_of_fights(), &format!("result-card-{within}"));
        }
        assert!(within < 40, "the card goes when the player goes on");
    }
    assert!(within > 0, "something is decided in this fight");
    no_complaints(browser);
}

fn shots_of_fights() -> PathBuf {
    pictures().join("fights")
}

#[test]
fn the_log_says_who_acted_and_the_last_turn_of_the_other_side_is_whole() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    play_until(
        browser,
        "view.log.entries.some(({ turn }) => turn === 2) && view.log.entries.length > 20",
        "view.choices.find(({ spot }) => spot.verb === 'move') ?? (view.log.entries.length % 4 ? view.choices.find(({ spot }) => spot.verb === 'select') : null) ?? doneChoice() ?? view.choices[0]",
    );
    browser.key("l");
    let shown = browser.js("return [...document.querySelectorAll('#log li b')].map((who) => who.textContent.trim())");
    let sent = browser.js("return view.log.entries.map(({ who }) => who ?? '').reverse()");
    assert_eq!(shown, sent);
    // Below the first entry of a turn stands its number; the newest entry is on top.
    let turns = browser.js("return [...document.querySelectorAll('#log li')].flatMap((line) => [...line.querySelectorAll('p')].map((turn) => turn.textContent))");
    assert_eq!(turns, json!(["turn 2", "turn 1"]));
    // Whatever the player decides in the turn of the other side, and dice, interrupts it no more.
    let turn = "const of = (side, phase) => ({ side, phase }); const all = [of('axis', 'axis'), of('soviet', 'soviet'), of(null, null), of('axis', 'axis'), of('soviet', 'axis'), \
                of(null, 'axis'), of('axis', null), of('axis', 'axis'), of('soviet', 'soviet')]; return lastTurn(all, 'axis')";
    assert_eq!(browser.js(turn), json!([2, 8]));
    assert_eq!(browser.js("return lastTurn([], 'axis')"), json!([0, 0]));
    browser.js("document.getElementById('look').value = 'last'; return drawOverlay()");
    browser.wait("the overlay", "document.getElementById('overlay').childElementCount > 0");
    no_complaints(browser);
}

#[test]
fn nothing_on_the_map_hides_a_value() {
    for board in [["armir", "historical"], ["east-front", "tartar-trench"], ["across-the-bug", "campaign"]] {
        let Scene { browser, .. } = &scene_on(board, "human", "human", 12);
        play_until(browser, "view.choices.some(({ spot }) => spot.to) && view.choices.length > 5", "doneChoice() ?? view.choices[0]");
        // Whatever is drawn after the counters is an outline, or lies beside them.
        let hidden = "const later = [...document.querySelectorAll('#over *, #results rect')]; \
             const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1; \
             const filled = later.filter((shape) => shape.tagName !== 'text' && getComputedStyle(shape).fill !== 'none').map((shape) => shape.getBoundingClientRect()); \
             return [...document.querySelectorAll('#counters .value')].map((value) => [value.textContent, value.getBoundingClientRect()]) \
                 .filter(([, box]) => filled.some((other) => overlap(box, other))).map(([text]) => text)";
        assert_eq!(browser.js(hidden), json!([]), "{}", board[0]);
        let below = "['labels', 'marks', 'arrows', 'overlay'].every((id) => \
                     document.getElementById(id).compareDocumentPosition(document.getElementById('counters')) & Node.DOCUMENT_POSITION_FOLLOWING)";
        assert!(browser.is(below), "names, marks and arrows lie below the counters");
        // No value is wider than its counter.
        let wide = "const plates = new Map([...document.querySelectorAll('#counters .counter')].map((counter) => [counter, counter.querySelector('.plate').getBoundingClientRect()])); \
                    return [...plates].flatMap(([counter, plate]) => [...counter.querySelectorAll('.value')].filter((value) => value.getBoundingClientRect().width > plate.width + 0.5).map((value) => value.textContent))";
        assert_eq!(browser.js(wide), json!([]), "{}", board[0]);
    }
}

#[test]
fn opponents_have_words_and_the_strength_that_was_measured_in_their_game() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1280, 800);
    browser.go(&format!("http://{}/", server.host));
    let shown = "[...form.axis.options].filter((option) => !option.disabled).map((option) => option.textContent)";
    let armir = browser.js(&format!("return {shown}"));
    let first = armir[0].as_str().expect("there is an opponent");
    assert!(first.starts_with("1: beginner (") && first.contains("Elo"), "{first}");
    assert!(
        armir.as_array().is_some_and(|all| all.iter().any(|one| one.as_str().is_some_and(|words| words.contains("strongest")))),
        "{armir}"
    );
    browser.js("form.axis.value = 'net'; form.scenario.value = 'east-front tartar-trench'; form.dispatchEvent(new Event('change'))");
    let east_front = browser.js(&format!("return {shown}"));
    assert!(east_front.as_array().is_some_and(|all| all.len() == 8), "no network plays there: {east_front}");
    assert_ne!(browser.js("return form.axis.value"), json!("net"));
    browser.js("form.axis.value = 'level8'; form.dispatchEvent(new Event('change'))");
    assert!(browser.is("!document.querySelector('.thinking[data-side=axis]').hidden"), "the search can be given time");
    browser.js("form['axis-time'].value = 'move=1s'");
    assert_eq!(browser.js("return opponent('axis')"), json!("mcts:move=1s"));
    access::check(browser);
    browser.shoot(&pictures(), "start");
    browser.click("#begin button");
    browser.wait("the board", "document.body.dataset.ready === 'yes'");
    assert_eq!(browser.js("return view.sides[0].player"), json!("mcts:move=1s"));
}

#[test]
fn counters_slide_unless_less_motion_is_wanted() {
    for (reduced, slides) in [(false, true), (true, false)] {
        let Scene { browser, .. } = &scene("human", "human", 12);
        if reduced {
            browser.reduce_motion();
        }
        play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'select')", "doneChoice() ?? view.choices[0]");
        let moved = "const of = (verb) => view.choices.find(({ spot }) => spot.verb === verb); \
                     return act(of('select'), true).then(() => act(of('move'), true)).then(() => document.getElementById('slides').childElementCount)";
        assert_eq!(browser.js(moved) == json!(1), slides, "reduced: {reduced}");
        browser.wait("the counters to rest", "document.getElementById('slides').childElementCount === 0");
    }
}

#[test]
fn a_hex_tells_what_it_is_and_the_tables_light_the_case_at_hand() {
    for (board, hex, terrain) in [(["armir", "historical"], "1103", "forest"), (["east-front", "tartar-trench"], "3606", "fortified line")]
    {
        let Scene { browser, .. } = &scene_on(board, "human", "human", 12);
        let fights = "view.choices.some(({ spot }) => spot.verb === 'attack')";
        play_until(browser, fights, "doneChoice() ?? view.choices[0]");
        let (x, y) = point_of(browser, hex);
        browser.point_at(x, y);
        browser.wait("the card of the hex", &format!("document.getElementById('about').textContent.includes('{terrain}')"));
        let target = browser.js("return view.choices.find(({ spot }) => spot.verb === 'attack').spot.to");
        let target = target.as_str().expect("an attack has a target");
        browser.key("s");
        browser.wait("the tables", "document.querySelectorAll('#pane-tables table').length > 1");
        let (x, y) = point_of(browser, target);
        browser.point_at(x, y);
        browser.wait("the odds", "previewed !== null");
        let lit = "[...document.querySelectorAll('#pane-tables [data-lit=column] thead .lit')].map((cell) => cell.textContent)";
        browser.wait("the column", &format!("JSON.stringify({lit}) === JSON.stringify([previewed.column])"));
        let rows = "[...document.querySelectorAll('#pane-tables [data-lit=rows] tbody th.lit')].map((cell) => cell.textContent)";
        browser.wait("the terrain", &format!("hexCard?.cell === '{target}' && {rows}.length === new Set(hexCard.terrain).size"));
        access::check(browser);
        browser.shoot(&pictures(), &format!("tables-{}", board[0]));
        no_complaints(browser);
    }
}

#[test]
fn the_computers_turn_is_told_and_can_be_stepped_through() {
    let Scene { browser, .. } = &scene("level4", "human", 12);
    play_until(browser, "view.turn === 2 && view.story.length > 30", "doneChoice() ?? view.choices[0]");
    let moved = browser
        .js("return new Set(view.story.filter((one) => entryOf(one).side === 'axis' && goesFar(one)).map(({ spot }) => spot.unit)).size");
    assert!(moved.as_u64().is_some_and(|moved| moved > 0), "{moved}");
    let report = browser.js("return document.querySelector('#story .report').textContent");
    assert!(report.as_str().is_some_and(|words| words.starts_with(&format!("Axis: {moved} unit"))), "{report}");
    assert!(browser.is("document.querySelectorAll('#arrows line').length > 0"), "arrows stay");
    let report = browser.js("return [...document.querySelectorAll('#story .report')].map((line) => line.textContent).join(' ')");
    let report = report.as_str().expect("words");
    assert!(!report.contains("lost"), "who is withdrawn is not lost: {report}");
    assert!(!report.split(' ').any(|word| word == "0"), "what is nothing is left out: {report}");
    for (width, height) in [(1440, 900), (1280, 720), (820, 1180), (390, 844)] {
        browser.resize(width, height);
        browser.shoot(&pictures(), &format!("story-{width}"));
        assert!(browser.is("document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"));
    }
    browser.resize(1280, 800);
    let steps = browser.js("return view.story.length").as_u64().expect("a number");
    browser.js("step = 0; drawStory()");
    for at in 1..steps.min(6) {
        browser.key("]");
        assert!(
            browser.is(&format!("step === {at} && document.querySelector('#story .steps').textContent.includes('{} / {steps}')", at + 1))
        );
    }
    browser.key("[");
    access::check(browser);
    // The arrows go when the player decides.
    let before = version(browser);
    browser.js("act(view.choices.find(({ final }) => !final) ?? view.choices[0], true)");
    browser.wait("the choice", &format!("view.version !== {before}"));
    assert!(browser.is("view.story.length < 30"));
    no_complaints(browser);
}

#[test]
fn what_is_not_allowed_is_explained_with_its_rule() {
    let Scene { browser, .. } = &scene("human", "human", 4);
    play_until(
        browser,
        "view.choices.some(({ spot }) => spot.verb === 'salvo' || spot.verb === 'attack' || spot.verb === 'select')",
        "view.choices[0]",
    );
    browser.js("return hint()");
    assert!(browser.is("document.getElementById('advice').textContent.includes('Chance of winning')"), "the adviser answers");
    let far = browser.js("const legal = new Set(view.choices.map(({ spot }) => spot.to ?? spot.from)); return [...cells.keys()].find((name) => !legal.has(name) && view.counters.some((counter) => counter.place === name))");
    let (x, y) = point_of(browser, far.as_str().expect("something is out of reach"));
    browser.click_at(x, y);
    browser.wait("a reason", "!document.getElementById('message').hidden && document.querySelector('#message a')");
    let rule = browser.js("return document.querySelector('#message a').getAttribute('href')");
    let rule = rule.as_str().expect("a reason leads to its rule");
    assert!(rule.starts_with("/rules/armir#r"), "{rule}");
    no_complaints(browser);
}

#[test]
fn two_tabs_stay_in_step_and_a_new_server_goes_on_with_the_game() {
    let Scene { browser: one, id, mut server, driver, here } = scene("human", "human", 6);
    let two = driver.browser(390, 780);
    open(&two, &server, &id);
    one.js("act(view.choices[0], true)");
    one.wait("the choice", "view.actions > 0");
    let seen = one.js("return [view.version, view.prompt, view.actions]");
    two.wait("the other tab", &format!("JSON.stringify([view.version, view.prompt, view.actions]) === JSON.stringify({seen})"));
    access::check(&two);
    let shots = pictures();
    two.shoot(&shots, "phone");
    paint(&two, "dark");
    access::check(&two);
    two.shoot(&shots, "phone-dark");
    no_complaints(&one);
    Server::wait_until_saved(here.path(), &id, &one.js("return view.actions"));
    let prompt = one.js("return view.prompt");
    let port = server.host.rsplit(':').next().expect("a host has a port").to_owned();
    server.child.kill().expect("the server runs");
    server.child.wait().expect("the server ends");
    drop(server);
    one.wait("word that the server is gone", "document.getElementById('message').textContent.includes('does not answer')");
    let server = Server::with(here.path(), &["--port", &port]);
    one.wait("the new server", "document.getElementById('message').hidden");
    open(&one, &server, &id);
    assert_eq!(one.js("return view.prompt"), prompt);
}

#[test]
fn eight_tabs_of_one_browser_show_the_board_and_nothing_is_fetched_twice() {
    let Scene { browser, id, server, .. } = &scene("human", "human", 4);
    for tab in 1..8 {
        browser.new_tab();
        browser.go(&format!("http://{}/game/{id}", server.host));
        browser.wait(&format!("the board in tab {tab}"), "document.body.dataset.ready === 'yes' && view !== null");
    }
    let fetched = "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)";
    let twice = browser.js(&format!("const all = {fetched}; return all.filter((path, at) => all.indexOf(path) !== at)"));
    assert_eq!(twice, json!([]));
    // A tab that is looked at again knows what has happened.
    browser.js("act(view.choices[0], true)");
    browser.wait("the choice", "view.actions > 0");
    let actions = browser.js("return view.actions");
    browser.first_tab();
    browser.wait("the first tab", &format!("view.actions === {actions}"));
}

#[test]
fn eight_visible_windows_share_one_stream() {
    let Scene { browser, id, server, .. } = &scene("human", "human", 4);
    for window in 1..8 {
        browser.new_window();
        browser.go(&format!("http://{}/game/{id}", server.host));
        browser.wait(&format!("the board in window {window}"), "document.body.dataset.ready === 'yes' && view !== null");
    }
    let windows = browser.windows();
    let streams = || {
        let has_it = |window: &Value| {
            browser.turn_to(window);
            assert!(browser.is("!document.hidden"), "every window is seen");
            usize::from(browser.is("source !== null"))
        };
        windows.iter().map(has_it).sum::<usize>()
    };
    assert_eq!(streams(), 1, "one window has the stream");
    let act = || {
        browser.js("act(view.choices[0], true)");
        browser.wait("the choice", "!busy && view.actions > 0");
        let actions = browser.js("return view.actions");
        for window in &windows {
            browser.turn_to(window);
            browser.wait("the choice in every window", &format!("view.actions === {actions}"));
        }
    };
    act();
    // Another one takes the stream over.
    browser.turn_to(&windows[0]);
    assert!(browser.is("source !== null"), "the first window began to listen first");
    browser.go("about:blank");
    browser.turn_to(&windows[1]);
    browser.wait("the stream in another window", "source !== null");
    browser.turn_to(&windows[0]);
    browser.go(&format!("http://{}/game/{id}", server.host));
    browser.wait("the board", "document.body.dataset.ready === 'yes'");
    assert_eq!(streams(), 1);
    act();
    no_complaints(browser);
}

#[test]
fn a_game_of_two_computers_is_watched_to_its_end_and_looked_back_at() {
    let Scene { browser, id, server, .. } = &scene("level4", "level4", 2);
    browser.js("document.getElementById('pace').value = '0'; document.getElementById('pace').dispatchEvent(new Event('change'))");
    browser.wait("the end of the game", "view.over");
    browser.wait("the counters to rest", "document.getElementById('slides').childElementCount === 0");
    let end = browser.js("return document.getElementById('counters').innerHTML");
    let shots = pictures();
    let winner = server.json(&format!("/game/{id}/view"))["result"]["winner"].clone();
    let heading = browser.js("return document.querySelector('#ending h2').textContent.toLowerCase()");
    assert!(heading.as_str().zip(winner.as_str()).is_some_and(|(heading, winner)| heading.contains(winner)), "{heading} {winner}");
    browser.shoot(&shots, "ending");
    browser.click("#tab-tracks");
    access::check(browser);
    browser.shoot(&shots, "end");
    browser.click("#first");
    browser.wait("the beginning", "document.getElementById('replay-at').textContent.startsWith('0 ') && shown !== view");
    assert_ne!(browser.js("return document.getElementById('counters').innerHTML"), end);
    browser.key(".");
    browser.wait("the first action", "document.getElementById('replay-at').textContent.startsWith('1 ')");
    browser.shoot(&shots, "replay");
    browser.click("#live");
    browser.wait("the end again", "shown === view");
    assert_eq!(browser.js("return document.getElementById('counters').innerHTML"), end);
    for (key, wanted) in [("zoc", 2), ("supply", 1), ("control", 2), ("threat", 3)] {
        overlay(browser, key, wanted);
        access::check(browser);
        browser.shoot(&shots, key);
    }
    paint(browser, "dark");
    access::check(browser);
    browser.shoot(&shots, "threat-dark");
    paint(browser, "light");
    browser.js("return look(20)");
    browser.click("#branch");
    browser.wait("the branch", &format!("document.body.dataset.ready === 'yes' && game !== '{id}'"));
    browser.go(&format!("http://{}/game/{id}/review", server.host));
    browser.wait("the progress of the review", "document.getElementById('state').textContent.length > 3");
    browser.go(&format!("http://{}/rules/armir#r12.1", server.host));
    for tone in ["dark", "light"] {
        paint(browser, tone);
        access::check(browser);
        browser.shoot(&shots, &format!("rules-{tone}"));
    }
    no_complaints(browser);
}

#[test]
fn the_board_is_covered_until_the_other_player_is_there() {
    let Scene { browser, id, server, .. } = &scene("human", "human", 9);
    let covered = "document.getElementById('handover').open";
    assert!(!browser.is(covered), "nothing is secret yet");
    browser.js(&format!("localStorage.removeItem('open-table {id}')"));
    play_until(browser, "view.handover && view.viewer === 'soviet'", "view.choices[0]");
    browser.js("takeOver()");
    play_until(browser, "view.viewer === 'axis'", "doneChoice() ?? view.choices[0]");
    browser.wait("the cover", covered);
    assert!(browser.is("document.getElementById('handover-title').textContent.includes('Axis')"));
    let behind = "document.elementFromPoint(innerWidth / 2, 60).closest('#handover') !== null";
    assert!(browser.is(behind), "nothing of the board is in reach");
    let before = version(browser);
    browser.key("1");
    browser.key(ESCAPE);
    browser.key(ESCAPE);
    assert!(browser.is(covered) && version(browser) == before, "keys do not reach the board, nor uncover it");
    access::check(browser);
    browser.shoot(&pictures(), "hand-over");
    browser.click("#take-over");
    browser.wait("the board", &format!("!{covered}"));
    browser.go(&format!("http://{}/game/{id}", server.host));
    browser.wait("the cover of a new page", covered);
    browser.click("#open-table");
    browser.click("#take-over");
    play_until(browser, "view.viewer === 'soviet'", "doneChoice() ?? view.choices[0]");
    assert!(!browser.is(covered), "they play with open cards");
    no_complaints(browser);
}

#[test]
fn what_the_analysis_thinks_is_shown_on_the_map_and_can_be_stopped() {
    let Scene { browser, .. } = &scene("human", "human", 21);
    play_until(browser, "view.prompt.includes('movement') && view.choices.length > 8", "doneChoice() ?? view.choices[0]");
    browser.js("document.getElementById('look').value = 'heat'; drawOverlay()");
    browser.wait("the heat of several hexes", "document.querySelectorAll('#overlay .heat').length > 1");
    assert!(browser.is("document.querySelectorAll('#choices .win').length > 1"), "the list tells the same");
    access::check(browser);
    browser.shoot(&pictures(), "analysis");
    let before = version(browser);
    browser.js("act(doneChoice() ?? view.choices[0], true)");
    browser.wait("another position", &format!("view.version !== {before}"));
    browser.wait("its search", "document.querySelector('#legend progress') || document.querySelectorAll('#overlay .heat').length > 1");
    browser.js("document.querySelector('#legend button')?.click(); document.getElementById('look').value = ''; drawOverlay()");
    assert!(browser.is("document.getElementById('overlay').childElementCount === 0 && analysing === null"));
    no_complaints(browser);
}

#[test]
fn the_review_of_a_finished_game_is_drawn() {
    let here = common::directory();
    let own = include_str!("../../engine/data/armir/scenarios/historical.toml").replacen("turns = 6", "turns = 1", 1);
    common::write(here.path(), "short.toml", &own);
    let play = ["play", "--terminal", "--side", "both", "--seed", "2", "--scenario", "short.toml", "--save", "short.stavka"];
    common::talk(here.path(), &play, &("auto\n".repeat(400) + "\n")).good().says(&["the record is in short.stavka"]);
    let server = Server::with(here.path(), &["--port", "0", "--resume", "short.stavka"]);
    let driver = driver();
    for (name, width, height) in [("review", 1280, 800), ("review-phone", 390, 780)] {
        let browser = &driver.browser(width, height);
        browser.go(&format!("http://{}/game/short/review", server.host));
        browser.wait("the review", "document.querySelectorAll('#points li').length > 3");
        for tone in ["dark", "light"] {
            paint(browser, tone);
            access::check(browser);
            browser.shoot(&pictures(), &format!("{name}-{tone}"));
        }
        no_complaints(browser);
    }
}

#[test]
fn a_record_of_older_rules_is_read_on_the_board_and_continued() {
    let here = common::directory();
    let folder = common::games(here.path());
    std::fs::create_dir_all(&folder).expect("it can be made");
    let old = common::old_record("human", "human");
    common::write(&folder, "old.stavka", &old.text);
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1280, 800);
    open(browser, &server, "old");
    browser.wait("the reason", "document.getElementById('choices').textContent.includes('This game was made under older rules')");
    assert!(browser.is("document.getElementById('prompt').textContent.startsWith('Open for reading: ')"));
    browser.click("#choices summary");
    browser.wait("the rest of the record", "document.querySelector('#choices .rest').textContent.includes('move > 0101')");
    browser.js("look(3)");
    browser.wait("a look back", "document.getElementById('prompt').textContent.startsWith('Look back')");
    browser.js("leaveReplay()");
    for tone in ["dark", "light"] {
        paint(browser, tone);
        access::check(browser);
    }
    browser.shoot(&pictures(), "older-rules");
    browser.click("#continue");
    browser.wait("the new game", "location.pathname === '/game/armir-historical-1' && document.body.dataset.ready === 'yes'");
    browser.wait("a choice", "view.choices.length > 0 && view.origin === null");
    no_complaints(browser);
}

#[test]
fn a_broken_record_is_refused_in_words() {
    let here = common::directory();
    common::write(here.path(), "broken.stavka", "stavka-record 1\ngame armir\nscenario historical\n");
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1280, 800);
    browser.go(&format!("http://{}/", server.host));
    browser.fill("#file", &here.path().join("broken.stavka").display().to_string());
    browser.wait("a message", "document.getElementById('import-problem').textContent.includes('line 3')");
}
