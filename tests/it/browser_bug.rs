//! Across the Bug River in a real browser: its map, fog, formations, odds before the chits, and questions answered once and for all.

use serde_json::json;

use crate::browser::{Scene, no_complaints, overlay, paint, pictures, play_until, point_of, scene_on, version, wait_for_turn};
use crate::common::access;
use crate::common::driver::Browser;

/// A choice that carries the game on: a formation is activated, its first unit acts.
const ON: &str = "view.choices.find(({ spot }) => spot.verb === 'activate') ?? doneChoice() ?? view.choices[0]";

#[test]
fn the_third_game_is_played_on_the_same_page() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "human", "human", 3);
    let shots = pictures();
    wait_for_turn(browser);
    assert_eq!(browser.js("return view.prompt.includes('surprise')"), json!(true), "the German begins by surprise");
    for (tone, tabs) in [("dark", &["tracks", "choices"][..]), ("light", &["units", "tracks", "tables", "choices"])] {
        paint(browser, tone);
        for tab in tabs {
            browser.click(&format!("#tab-{tab}"));
            access::check(browser);
            browser.shoot(&shots, &format!("across-the-bug-{tab}-{tone}"));
        }
    }
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'select')", ON);
    browser.js("act(view.choices.find(({ spot }) => spot.verb === 'select'), true)");
    browser.wait("where the unit goes", "view.choices.some(({ spot }) => spot.verb === 'move' && spot.cost)");
    browser.shoot(&shots, "across-the-bug-move");
    for (key, wanted) in [("zoc", 3), ("command", 3), ("supply", 3), ("activations", 4), ("reactions", 1), ("victory", 4)] {
        overlay(browser, key, wanted);
        access::check(browser);
        browser.shoot(&shots, &format!("across-the-bug-{key}"));
    }
    browser.js("document.getElementById('look').value = ''; return drawOverlay()");
    no_complaints(browser);
}

#[test]
fn of_an_enemy_stack_the_upper_counter_is_seen() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "human", "human", 4);
    wait_for_turn(browser);
    let enemies = "view.counters.filter(({ side, place }) => side !== view.viewer && /^\\d+$/.test(place))";
    assert!(browser.is("view.viewer === 'axis' && view.counters.every(({ id }) => !id.startsWith('?'))"), "the set-up lies open");
    play_until(
        browser,
        &format!("{enemies}.some(({{ id }}) => id.startsWith('?'))"),
        "view.choices[(window.played = (window.played ?? 0) + 7) % view.choices.length]",
    );
    assert!(
        browser.is(&format!("Object.values(Object.groupBy({enemies}, ({{ place }}) => place)).every((stack) => stack.filter(({{ id }}) => !id.startsWith('?')).length >= 1)")),
        "every stack shows a counter"
    );
    assert!(
        browser.is("view.counters.filter(({ side }) => side === view.viewer).every(({ id }) => !id.startsWith('?'))"),
        "the own ones are known"
    );
    browser.click("#tab-units");
    let units = browser.js("return document.getElementById('units').textContent").to_string();
    assert!(units.contains("covered counter, ") && !units.contains("1/1 steps") && !units.contains("?."), "{units}");
}

#[test]
fn odds_stand_before_the_chits_are_drawn_and_every_modifier_has_its_rule() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "human", "human", 6);
    let attack = "view.choices.some(({ spot }) => spot.verb === 'attack')";
    let towards = "view.choices.find(({ spot }) => spot.verb === 'activate') ?? view.choices.find(({ spot }) => spot.verb === 'select') ?? doneChoice() ?? view.choices[0]";
    play_until(browser, attack, towards);
    let target = browser.js("return view.choices.find(({ spot }) => spot.verb === 'attack').spot.to");
    let (x, y) = point_of(browser, target.as_str().expect("an attack has a target"));
    browser.point_at(x, y);
    browser.wait("a preview of the odds", "!document.getElementById('fight').hidden");
    assert!(
        browser.is(
            "[...document.querySelectorAll('#fight .falls tr:first-child th')].slice(1).every((cell) => cell.textContent.endsWith('%'))"
        )
    );
    assert!(browser.is("[...document.querySelectorAll('#fight .shifts li')].some((line) => /\\[\\d/.test(line.textContent))"));
    browser.shoot(&pictures(), "across-the-bug-odds");
    access::check(browser);
    no_complaints(browser);
}

#[test]
fn a_question_that_is_answered_once_and_for_all_is_not_put_again() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "human", "human", 9);
    wait_for_turn(browser);
    browser.click("#tab-more");
    browser.js(
        "const select = document.querySelector('[data-standing=luck]'); select.value = 'never'; select.dispatchEvent(new Event('change'))",
    );
    browser.wait("the answer to be kept", "view.standing.luck?.answer === 'never'");
    let before = version(browser);
    browser.js("act(view.choices.find(({ spot }) => spot.verb === 'activate'), true)");
    browser.wait("the activation", &format!("view.version !== {before} && !view.choices.some(({{ spot }}) => spot.verb === 'reroll')"));
    assert!(browser.is("view.choices.some(({ spot }) => spot.verb === 'select')"), "the die for its points was kept without a question");
    browser.js("const select = document.querySelector('[data-standing=reaction]'); select.value = 'near'; select.dispatchEvent(new Event('change'))");
    browser.wait("the hexes to be asked for", "!document.querySelector('[data-near-of=reaction]').hidden");
    no_complaints(browser);
}

/// The hex of the stack that a reaction is asked about, as the question names it.
const MOVER: &str = "view.prompt.match(/stands at (\\d+)/)?.[1]";

/// Types hexes into the field of the standing answer "near these hexes alone", and leaves it.
fn name_hexes(browser: &Browser, hexes: &str) {
    browser.js("document.querySelector('[data-near-of=reaction]').value = ''");
    browser.fill("[data-near-of=reaction]", hexes);
    browser.js("document.activeElement.blur()");
}

#[test]
fn a_reaction_that_is_asked_near_named_hexes_alone_is_asked_nowhere_else() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "random", "human", 9);
    wait_for_turn(browser);
    browser.js("window.hexes = [...cells.values()].filter(({ name }) => /^\\d+$/.test(name)); \
         const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y); \
         const step = Math.min(...hexes.slice(1).map((hex) => far(hex, hexes[0]))); \
         window.apart = (a, b) => Math.round(far(cells.get(a), cells.get(b)) / step)");
    let passive = "view.choices.find(({ spot }) => spot.verb === 'pass') ?? doneChoice() ?? view.choices[0]";
    play_until(browser, MOVER, passive);
    browser.click("#tab-more");
    let example = browser
        .js("return document.querySelector('[data-near-of=reaction]').placeholder.match(/\\d+/g).filter((name) => cells.has(name)).length");
    assert_eq!(example, json!(2), "the example names two hexes of this map");
    browser.js("const select = document.querySelector('[data-standing=reaction]'); select.value = 'near'; select.dispatchEvent(new Event('change'))");
    browser.wait("the hexes to be asked for", "!document.querySelector('[data-near-of=reaction]').hidden");
    assert!(browser.is(MOVER), "who has named no hex is asked");

    let here = browser.js(&format!("return {MOVER}")).as_str().expect("a hex").to_owned();
    let away = browser.js(&format!("return hexes.map(({{ name }}) => name).sort((a, b) => apart(b, '{here}') - apart(a, '{here}'))[0]"));
    name_hexes(browser, away.as_str().expect("a hex"));
    browser.wait("the question to be answered", "view.log.entries.some(({ words }) => words === 'no reaction')");
    wait_for_turn(browser);
    name_hexes(browser, "1008 9999");
    browser.wait("the wrong hex to be named", "document.getElementById('message').textContent.includes('no hex 9999')");
    assert_eq!(browser.js("return document.querySelector('[data-near-of=reaction]').value"), json!("1008 9999"), "it stays to be mended");
    assert!(browser.complaints().iter().all(|line| line.contains("400")), "the refusal alone");
    name_hexes(browser, &format!("{away} {here}", away = away.as_str().expect("a hex")));
    browser.wait("the hexes to be kept", "view.standing.reaction?.near?.length === 2");
    for _ in 0..3 {
        play_until(browser, MOVER, passive);
        let near = format!("Math.min(...view.standing.reaction.near.map((hex) => apart(hex, {MOVER}))) <= 2");
        assert!(browser.is(&near), "asked at {}", browser.js(&format!("return {MOVER}")));
        let before = version(browser);
        browser.js("act(doneChoice(), true)");
        browser.wait("the answer", &format!("view.version !== {before}"));
    }
    no_complaints(browser);
}

/// The first hex from which several units of the formation that acts may be picked up, while it has other choices there too.
const STACK: &str = "Object.entries(Object.groupBy(view.choices.filter(({ spot }) => spot.to ?? spot.from), ({ spot }) => spot.to ?? spot.from)) \
     .find(([, here]) => here.filter((one) => does(one, 'lifts')).length > 1 && here.some((one) => !does(one, 'lifts')))?.[0]";

#[test]
fn a_whole_stack_is_picked_up_by_one_click_and_what_is_left_over_is_told() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "human", "human", 9);
    let (stack, away) = (STACK, "view.choices[(window.tried = (window.tried ?? 0) + 1) % view.choices.length]");
    play_until(browser, stack, &format!("view.choices.some(({{ spot }}) => spot.verb === 'activate') ? {away} : doneChoice() ?? {away}"));
    let undone = browser.js("return document.getElementById('undone').textContent").to_string();
    assert!(undone.contains("Action Points left: ") && undone.contains(" can still act"), "{undone}");
    assert!(browser.is("!document.getElementById('finish').hidden"));
    let hex = browser.js(&format!("return {stack}"));
    let (x, y) = point_of(browser, hex.as_str().expect("there is a stack"));
    browser.click_at(x, y);
    browser.wait("the menu", "!document.getElementById('menu').hidden");
    assert_eq!(browser.js("return document.querySelector('#menu button').textContent"), json!("the whole stack"));
    browser.click("#menu button");
    browser.wait("the stack in hand", "opened !== null && gathered > 0 && !busy");
    no_complaints(browser);
}

#[test]
fn who_points_at_the_enemy_is_told_of_an_attack_until_the_question_changes() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "human", "human", 9);
    let enemy = "view.counters.find(({ side, place }) => side !== view.viewer && /^\\d+$/.test(place) && !choicesAt(place).length)?.place";
    wait_for_turn(browser);
    let outsider = "view.counters.find(({ side, place, formation }) => side === view.viewer && /14th Panzer/.test(formation) && cells.has(place)).place";
    browser.js(&format!("return explain({outsider})"));
    browser.wait("the rule of the surprise", "document.getElementById('message').textContent.includes('[10.2]')");
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'select')", ON);
    browser.js(&format!("return explain({enemy})"));
    browser.wait("the reason", "document.getElementById('message').textContent.includes('picked up first')");
    assert!(browser.is("!document.getElementById('message').textContent.includes('improve')"));
    browser.js("act(view.choices.find(({ spot }) => spot.verb === 'select'), true)");
    browser.wait("another question", "view.choices.some(({ spot }) => spot.verb === 'move')");
    assert!(browser.is("document.getElementById('message').hidden"));

    // What the opponent may do is asked of the opponent, and the side that was looked at comes back.
    let look = |key: &str| {
        browser.js(&format!("$('look').value = '{key}'; $('look').dispatchEvent(new Event('change'))"));
        browser.js("return [view.viewer, $('look-side').value]")
    };
    assert_eq!(look("supply"), json!(["axis", "axis"]));
    assert_eq!(look("reactions"), json!(["axis", "soviet"]));
    assert_eq!(look("command"), json!(["axis", "axis"]));
    no_complaints(browser);
}

#[test]
fn on_a_phone_the_map_follows_the_question_and_choices_stand_before_the_story() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "human", "human", 9);
    wait_for_turn(browser);
    browser.resize(390, 844);
    let seen = "view.choices.some(({ spot }) => { const cell = cells.get(spot.to ?? spot.from); \
         return cell && cell.x > box[0] && cell.x < box[0] + box[2] && cell.y > box[1] && cell.y < box[1] + box[3]; })";
    browser.js("setBox([whole[0] + whole[2], whole[1] + whole[3], 300, 0])");
    assert!(!browser.is(seen), "nothing can be done in that corner");
    let before = version(browser);
    browser.js("act(view.choices.find(({ spot }) => spot.verb === 'activate'), true)");
    browser.wait("the activation", &format!("view.version !== {before}"));
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'select')", ON);
    assert!(browser.is(seen), "the map has come to the choices");
    let top = |id: &str| browser.js(&format!("return $('{id}').getBoundingClientRect().top")).as_f64().expect("a number");
    assert!(browser.is("!$('story').hidden"), "a die has fallen");
    assert!(top("choices") < top("story"));
    browser.shoot(&pictures(), "across-the-bug-phone");
    no_complaints(browser);
}

#[test]
fn a_button_that_has_come_to_mean_something_else_takes_no_click_meant_for_what_it_was() {
    let Scene { browser, .. } = &scene_on(["across-the-bug", "attack"], "human", "human", 9);
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'select')", ON);
    let answered = format!("armed !== null || view.version !== {}", version(browser));
    browser.js("const { left, top, width, height } = $('close').getBoundingClientRect(); const at = performance.now(); \
         renamed = at + 1000; touch = { at: at - 500, x: left + width / 2, y: top + height / 2 }");
    browser.click("#close");
    assert!(!browser.is(&answered), "the button says something else since the last click there");
    browser.js("renamed = -Infinity; touch.at = -Infinity");
    browser.click("#close");
    browser.wait("the end of the activation", &answered);

    // A pontoon lies over the side between its two hexes.
    let rails = browser.js(
        "const [a, b] = [...cells.keys()]; return spans({ class: 'pontoon', cells: [a, b] }).map((rail) => rail.getAttribute('class'))",
    );
    assert_eq!(rails, json!(["focus pontoon"]));
    no_complaints(browser);
}
