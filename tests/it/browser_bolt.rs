//! Bolt Action in a real browser: a table of square cells, pieces that face, odds of every shot, and a ruler.

use serde_json::{Value, json};

use crate::browser::{ENTER, Scene, no_complaints, overlay, paint, pictures, play_until, point_of, scene_on, version, wait_for_turn};
use crate::browser_hands::{by_mouse, play_turn};
use crate::common::access;
use crate::common::driver::Browser;

/// A choice of the set-up, here and there in the zone.
const ANYWHERE: &str = "view.choices[(window.placed = (window.placed ?? 0) * 31 + 17) % view.choices.length]";
/// A choice that brings the sides to blows: a shot, an order to fire or to advance, a move ahead.
const AHEAD: &str = "(() => { const of = (test) => view.choices.filter(test); const lists = [of((one) => does(one, 'fights')), of(({ spot }) => /Fire|Advance/.test(spot.short ?? '')), \
     of(({ spot }) => spot.verb === 'move' || spot.verb === 'leg'), of((one) => !does(one, 'closes')), view.choices]; const list = lists.find((all) => all.length); \
     const towards = ({ spot }) => Math.abs((cells.get(spot.to ?? spot.from)?.column ?? 0) - 12); return list.toSorted((a, b) => towards(a) - towards(b))[0]; })()";

fn set_up(browser: &Browser) {
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'order')", ANYWHERE);
}

#[test]
fn the_fourth_game_is_played_on_the_same_page() {
    let Scene { browser, .. } = &scene_on(["bolt-action", "duel-tank"], "human", "human", 3);
    let shots = pictures();
    wait_for_turn(browser);
    assert_eq!(browser.js("return [cells.size, squares.columns, squares.rows]"), json!([625, 25, 25]));

    // One point at a cell of the zone places the unit in it, though the game asks for a part of the zone first.
    let unit = browser.js("return view.choices[0].spot.unit");
    let (x, y) = point_of(browser, "0303");
    browser.click_at(x, y);
    let placed = format!("view.counters.some(({{ id, place }}) => id === {unit} && place === '0303')");
    browser.wait("the cell", &format!("armed || {placed}"));
    if !browser.is(&placed) {
        browser.key(ENTER);
    }
    browser.wait("the unit in its cell", &placed);

    set_up(browser);
    for (tone, tabs) in [("dark", &["tracks", "choices"][..]), ("light", &["units", "tracks", "tables", "choices"])] {
        paint(browser, tone);
        for tab in tabs {
            browser.click(&format!("#tab-{tab}"));
            access::check(browser);
            browser.shoot(&shots, &format!("bolt-action-{tab}-{tone}"));
        }
    }
    for (key, wanted) in [("sight", 1), ("fire", 1), ("reach", 2), ("arcs", 1), ("officers", 1), ("objectives", 1)] {
        overlay(browser, key, wanted);
        access::check(browser);
        browser.shoot(&shots, &format!("bolt-action-{key}"));
    }
    browser.js("document.getElementById('look').value = ''; return drawOverlay()");
    let dice = browser.js("return document.querySelectorAll('.badge-face').length");
    play_turn(browser, by_mouse);
    assert_eq!(dice, json!(0), "nobody had an order before the turn");
    assert!(browser.is("view.log.entries.length > 10"));
    browser.shoot(&shots, "bolt-action-after-a-turn");
    access::check(browser);
    no_complaints(browser);
}

#[test]
fn an_order_is_given_by_two_clicks_and_its_die_lies_beside_the_unit() {
    let Scene { browser, .. } = &scene_on(["bolt-action", "duel-tank"], "human", "human", 5);
    set_up(browser);
    let unit = browser.js("return view.choices.find(({ spot }) => spot.short === 'Run').spot.unit");
    let place = browser.js(&format!("return view.counters.find(({{ id }}) => id === {unit}).place"));
    let (x, y) = point_of(browser, place.as_str().expect("it stands on the table"));
    // The rim of a base lies in another cell, and belongs to the unit all the same.
    let inch = browser.js("return (map.getScreenCTM().a * squares.pitch * 0.7)").as_f64().expect("a number");
    browser.click_at(x + inch, y);
    browser.wait("the orders", "!document.getElementById('menu').hidden");
    let orders = browser.js("return [...document.querySelectorAll('#menu .group button')].map((one) => one.textContent)");
    assert!(orders.as_array().is_some_and(|all| all.contains(&json!("Run")) && all.contains(&json!("Down"))), "{orders}");
    let before = version(browser);
    browser.js("[...document.querySelectorAll('#menu .group button')].find((one) => one.textContent === 'Run').click()");
    browser.wait("the order", &format!("view.version !== {before} || armed"));
    if browser.is("armed") {
        browser.key(ENTER);
    }
    browser.wait("the die", &format!("view.counters.find(({{ id }}) => id === {unit}).badges?.some((one) => one.class === 'run-die')"));
    no_complaints(browser);
}

#[test]
fn odds_of_a_shot_stand_before_it_with_what_every_weapon_needs() {
    let Scene { browser, id, server, .. } = &scene_on(["bolt-action", "duel-tank"], "human", "human", 8);
    set_up(browser);
    play_until(browser, "view.choices.some((one) => does(one, 'fights'))", AHEAD);
    let target = browser.js("const { spot } = view.choices.find((one) => does(one, 'fights')); return spot.to ?? spot.from");
    let target = target.as_str().expect("a shot has a target");
    let (x, y) = point_of(browser, target);
    browser.point_at(x, y);
    browser.wait("a preview of the odds", "!document.getElementById('fight').hidden");
    let told = server.json(&format!("/game/{id}/odds?cell={target}"))["odds"].clone();
    let part = |key: &str| Value::from(told["falls"].as_array().expect("results").iter().map(|fall| fall[key].clone()).collect::<Vec<_>>());
    let row = |row: usize| {
        browser
            .js(&format!("return [...document.querySelectorAll('#fight .falls tr:nth-child({row}) td')].map((cell) => cell.textContent)"))
    };
    assert_eq!(row(2), part("told"));
    let weights: u64 = told["falls"].as_array().expect("results").iter().map(|fall| fall["weight"].as_u64().unwrap_or(1)).sum();
    assert_eq!(json!(weights), told["takes"][1]);
    let parts = browser.js("return [...document.querySelectorAll('#fight .part b')].map((one) => one.textContent)");
    assert_eq!(parts.as_array().map(Vec::len), told["parts"].as_array().map(Vec::len), "a line for each weapon");
    assert!(
        browser.is("[...document.querySelectorAll('#fight .part li')].every((line) => /\\[(HIT\\.\\d|S11)\\]/.test(line.textContent))")
    );
    browser.shoot(&pictures(), "bolt-action-odds");
    access::check(browser);
    browser.click("#tab-tables");
    browser.wait("the number needed", "document.querySelectorAll('#pane-tables .lit').length > 0");
    no_complaints(browser);
}

#[test]
fn whoever_measures_learns_distance_sight_and_odds_and_decides_nothing() {
    let Scene { browser, .. } = &scene_on(["bolt-action", "duel-tank"], "human", "human", 8);
    set_up(browser);
    let before = version(browser);
    let place =
        |side: &str| browser.js(&format!("return view.counters.find(({{ side, place }}) => side === '{side}' && cells.has(place)).place"));
    let (own, enemy) = (place("axis"), place("soviet"));
    let (own, enemy) = (own.as_str().expect("a cell"), enemy.as_str().expect("a cell"));
    let (x, y) = point_of(browser, own);
    browser.click("#measure");
    browser.click_at(x, y);
    browser.wait("what the unit sees", "document.querySelectorAll('#measured path, #measured circle').length > 3");
    browser.shoot(&pictures(), "bolt-action-measure-unit");
    let (x, y) = point_of(browser, enemy);
    browser.point_at(x, y);
    let number = |name: &str, at: usize| name[at..at + 2].parse::<f64>().expect("cells are numbers");
    let inches = (number(own, 0) - number(enemy, 0)).hypot(number(own, 2) - number(enemy, 2));
    browser.wait("the distance", &format!("document.getElementById('legend').textContent.includes(': {inches:.1} inches')"));
    assert!(browser.is("document.querySelectorAll('#measured .sight-line').length === 1"));
    browser.shoot(&pictures(), "bolt-action-measure");
    access::check(browser);
    assert_eq!(version(browser), before, "nothing was chosen");

    // By keyboard, cell by cell.
    browser.js("map.focus(); point('0505', true)");
    browser.key(ENTER);
    browser.wait("the cell", "document.getElementById('legend').textContent.includes('0505')");
    browser.key("\u{e014}");
    browser.wait("the next cell", "document.getElementById('legend').textContent.includes('0505 to 0605: 1.0 inches')");
    browser.key("m");
    browser.wait("the end", "document.getElementById('legend').hidden && document.getElementById('measured').childElementCount === 0");
    no_complaints(browser);
}
