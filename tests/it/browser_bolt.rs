//! Bolt Action in a real browser: a table of square cells, pieces that face, odds of every shot, and a ruler.

use serde_json::{Value, json};

use crate::browser::{
    ENTER, ESCAPE, Scene, no_complaints, open, overlay, paint, pictures, play_until, point_of, rest, scene_on, seen_at, version,
    wait_for_turn,
};
use crate::browser_hands::{by_mouse, play_turn};
use crate::common::access;
use crate::common::driver::Browser;

/// A choice of the set-up, here and there in the zone.
const ANYWHERE: &str = "view.choices[(window.placed = (window.placed ?? 0) * 31 + 17) % view.choices.length]";
/// A choice that brings the sides to blows: a shot, an order to fire or to advance, a move ahead.
const AHEAD: &str = "(() => { const of = (test) => view.choices.filter(test); const lists = [of((one) => does(one, 'fights')), of(({ spot }) => /Fire|Advance/.test(spot.short ?? '')), \
     of(({ spot }) => spot.verb === 'move' || spot.verb === 'leg'), of((one) => !does(one, 'closes')), view.choices]; const list = lists.find((all) => all.length); \
     const towards = ({ spot }) => Math.abs((cells.get(spot.to ?? spot.from)?.column ?? 0) - 12); return list.toSorted((a, b) => towards(a) - towards(b))[0]; })()";

/// Waits until the map has made room for the legend.
fn settle(browser: &Browser) {
    browser.js("return new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
}

/// The cell of the first unit of a side.
fn first_of(browser: &Browser, side: &str) -> String {
    let cell = browser.js(&format!("return view.counters.find(({{ side, place }}) => side === '{side}' && cells.has(place)).place"));
    cell.as_str().expect("a cell").to_owned()
}

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
fn a_cell_of_another_block_and_escape_leave_the_block() {
    let Scene { browser, .. } = &scene_on(["bolt-action", "meeting"], "human", "human", 4);
    let blocks = "view.choices.filter(({ spot }) => spot.verb === 'block')";
    let cells = browser.js(&format!("return {blocks}.map(({{ spot }}) => spot.to)"));
    let middles: Vec<&str> = cells.as_array().expect("blocks").iter().map(|cell| cell.as_str().expect("a cell")).collect();
    let last = middles.last().expect("a block");
    // Areas that are pointed at lie within the zone, the eight columns in the west.
    assert!(browser.is(&format!("{blocks}.every(({{ spot }}) => spot.area.every((name) => Number(name.slice(0, 2)) <= 8))")));
    browser.js("act(view.choices[0])");
    browser.wait("the cells of a block", "view.choices[0].spot.verb === 'place'");
    // The cell of the other block is meant, and what is about to be done is to place the unit there.
    let (x, y) = point_of(browser, last);
    browser.click_at(x, y);
    browser.wait("the place in the other block", &format!("armed?.endsWith(' {last}')"));
    browser.key(ESCAPE);
    browser.wait("nothing to be confirmed", "!armed && view.choices[0].spot.verb === 'place'");
    browser.key(ESCAPE);
    browser.wait("the blocks again", "view.choices[0].spot.verb === 'block'");
    // A cell outside of the zone is refused in words.
    let (x, y) = point_of(browser, "2010");
    browser.click_at(x, y);
    browser.wait("a reason", "!document.getElementById('message').hidden");
    let told = browser.js("return document.getElementById('message').textContent");
    let told = told.as_str().expect("text");
    assert!(told.contains("outside of the zone") && told.contains("[A]") && !told.contains("place g-"), "{told}");
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
    let results = "[...document.querySelectorAll('#fight .chances li')]";
    assert_eq!(browser.js(&format!("return {results}.map((one) => one.lastChild.textContent.trim())")), part("told"));
    let pane = "document.getElementById('pane-choices').getBoundingClientRect()";
    assert!(browser.is(&format!("{results}.every((one) => one.getBoundingClientRect().right <= {pane}.right)")), "all are in sight");
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
    let [own, enemy] = &["axis", "soviet"].map(|side| first_of(browser, side));
    browser.click("#measure");
    settle(browser);
    let (x, y) = point_of(browser, own);
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

#[test]
fn odds_stand_before_a_shot_that_is_chosen_by_a_tap_or_a_key() {
    let Scene { browser, .. } = &scene_on(["bolt-action", "duel-tank"], "human", "human", 8);
    set_up(browser);
    play_until(browser, "view.choices.length > 1 && view.choices.some((one) => does(one, 'fights') && one.final)", AHEAD);
    let target = browser.js("const { spot } = view.choices.find((one) => does(one, 'fights')); return spot.to ?? spot.from");
    let target = target.as_str().expect("a shot has a target");
    let before = version(browser);
    let is_seen = "(() => { const [card, pane] = ['#fight h2', '#pane-choices'].map((one) => document.querySelector(one).getBoundingClientRect()); \
         const falls = document.querySelector('#confirm').getBoundingClientRect(); \
         return card.height > 0 && card.top >= pane.top - 1 && card.bottom <= Math.min(pane.bottom, falls.top) + 1; })()";
    for (width, height) in [(390, 844), (1440, 900)] {
        browser.resize(width, height);
        for by_tap in [true, false] {
            let (x, y) = point_of(browser, target);
            rest(browser);
            if by_tap {
                browser.tap_at(x, y);
            } else {
                browser.js("map.focus()");
                browser.key(ENTER);
            }
            browser.wait("the question", "armed || !document.getElementById('menu').hidden");
            if !browser.is("armed") {
                browser.key(ENTER);
            }
            browser.wait("the odds of what is to be confirmed", &format!("armed && !document.getElementById('fight').hidden && {is_seen}"));
            browser.shoot(&pictures(), &format!("bolt-action-confirm-{width}-{}", if by_tap { "tap" } else { "key" }));
            // Whatever comes from the server meanwhile, they stay.
            browser.js("return refresh()");
            assert!(browser.is("armed && !document.getElementById('fight').hidden"), "the odds stay");
            access::check(browser);
            browser.key(ESCAPE);
            browser.wait("no question", "!armed && document.getElementById('fight').hidden");
            assert_eq!(version(browser), before, "nothing was chosen");
        }
    }
    no_complaints(browser);
}

#[test]
fn of_two_taps_the_second_says_where_to_is_measured() {
    let Scene { browser, .. } = &scene_on(["bolt-action", "duel-tank"], "human", "human", 8);
    set_up(browser);
    browser.resize(390, 844);
    browser.wait("the whole map", "(fit(), isWhole)");
    let [own, enemy] = &["axis", "soviet"].map(|side| first_of(browser, side));
    let before = version(browser);
    let tap = |cell: &str| {
        rest(browser);
        settle(browser);
        let (x, y) = seen_at(browser, cell);
        browser.tap_at(x, y);
    };
    browser.tap("#measure");
    browser.wait("the ruler", "ruler && ruler.from === null && !document.getElementById('legend').hidden");
    tap(own);
    browser.wait("the first cell", &format!("ruler.from === '{own}' && document.getElementById('measured').childElementCount > 3"));
    let number = |name: &str, at: usize| name[at..at + 2].parse::<f64>().expect("cells are numbers");
    let inches = (number(own, 0) - number(enemy, 0)).hypot(number(own, 2) - number(enemy, 2));
    tap(enemy);
    browser.wait("the distance", &format!("document.getElementById('legend').textContent.includes(': {inches:.1} inches')"));
    assert!(browser.is(&format!("ruler.from === '{own}'")), "it is still measured from the first cell");
    browser.shoot(&pictures(), "bolt-action-measure-phone");
    // What has more lines than there is room for opens by a tap, beside the map.
    assert!(browser.is("document.getElementById('legend').classList.contains('cut')"), "there is more to read");
    let height = "document.getElementById('legend').offsetHeight";
    let closed = browser.js(&format!("return {height}"));
    browser.tap("#legend");
    browser.wait("all lines", &format!("{height} > {closed}"));
    assert!(browser.is("document.getElementById('legend').getBoundingClientRect().bottom <= map.getBoundingClientRect().top + 1"));
    browser.shoot(&pictures(), "bolt-action-measure-phone-open");
    browser.tap("#legend");
    browser.wait("the map again", &format!("{height} === {closed}"));
    tap(own);
    browser.wait("a new beginning", "ruler.from === null && document.getElementById('measured').childElementCount === 0");
    tap(enemy);
    browser.wait("another first cell", &format!("ruler.from === '{enemy}'"));
    browser.tap("#measure");
    browser.wait(
        "the end",
        "!ruler && document.getElementById('legend').hidden && document.getElementById('measured').childElementCount === 0",
    );
    assert_eq!(version(browser), before, "nothing was chosen");
    no_complaints(browser);
}

#[test]
fn after_a_shot_its_card_is_shown_and_units_have_names() {
    let Scene { browser, .. } = &scene_on(["bolt-action", "duel-tank"], "human", "human", 8);
    set_up(browser);
    assert!(browser.is("view.counters.every(({ name }) => /^[(\\[][A-Z][)\\]] /.test(name))"));
    let heads = browser.js("return [...document.querySelectorAll('#choices .group p')].map((one) => one.textContent)");
    assert!(
        heads.as_array().is_some_and(|all| all.iter().any(|head| head.as_str().is_some_and(|head| head.starts_with(['[', '('])))),
        "{heads}"
    );
    overlay_of_nobody(browser);
    play_until(browser, "view.story.some(({ card }) => card?.odds) && view.story.at(-1).spot.verb === 'draw'", AHEAD);
    assert!(browser.is("shownStep(view.story) === view.story.findLast(({ card }) => card?.odds)"), "the last fight is shown");
    // A sum of dice is the face of none.
    let faces =
        "const [, ...rest] = cardParts({ card: { die: 'score 9', title: 'x', effects: [] } }, [])[0].childNodes; return rest.length";
    assert_eq!(browser.js(faces), json!(0));
    no_complaints(browser);
}

#[test]
fn after_close_quarters_the_fight_stands_above_the_die_of_consolidation() {
    let Scene { browser, server, .. } = &scene_on(["bolt-action", "duel-tank"], "human", "human", 8);
    let record =
        include_str!("../golden/bolt-action-tank.record").replace("axis greedy", "axis human").replace("soviet greedy", "soviet human");
    let (begun, _) = record.split_once("consolidate 1311").expect("men of the record consolidate");
    let (_, actions) = begun.split_once("---").expect("a head");
    let at = actions.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    let (status, imported) = server.post("/games/import", &json!({ "record": record }));
    assert_eq!(status, 200, "{imported}");
    let (status, branch) = server.post(&format!("/game/{}/branch", imported["id"].as_str().expect("an id")), &json!({ "at": at }));
    assert_eq!(status, 200, "{branch}");
    open(browser, server, branch["id"].as_str().expect("an id"));
    assert!(browser.is("view.choices.some(({ spot }) => spot.verb === 'consolidate')"), "{}", browser.js("return view.prompt"));
    let heads = browser.js("return [...document.querySelectorAll('#story h2')].map((one) => one.textContent)");
    let heads: Vec<&str> = heads.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(heads.len() == 2 && heads[1].contains("consolidation"), "{heads:?}");
    assert!(browser.is("document.querySelector('#story .odds')"), "the odds of the fight");
    no_complaints(browser);
}

/// The overlay of the unit that acts says so when none does.
fn overlay_of_nobody(browser: &Browser) {
    browser.js("document.getElementById('look').value = 'acting'; return drawOverlay()");
    browser.wait("the legend", "document.getElementById('legend').textContent === 'No unit acts now.'");
    browser.js("document.getElementById('look').value = ''; return drawOverlay()");
}
