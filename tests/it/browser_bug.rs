//! Across the Bug River in a real browser: its map, fog, formations, odds before the chits, and questions answered once and for all.

use serde_json::json;

use crate::browser::{Scene, no_complaints, overlay, paint, pictures, play_until, point_of, scene_on, version, wait_for_turn};
use crate::common::access;

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
