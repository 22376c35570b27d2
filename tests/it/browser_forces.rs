//! The page on which forces are built, in a real browser and as rude programs meet its paths.

use serde_json::{Value, json};

use crate::browser::{ENTER, driver, no_complaints, paint, pictures, wait_for_turn};
use crate::common;
use crate::common::access;
use crate::common::driver::Browser;
use crate::common::server::Server;

/// A list of each side that may be played in a duel of 1942: neither is a ready force.
const LISTS: [&str; 2] = ["g_lt g_rifle10*2 g_mortar81", "s_lt s_rifle10*2 s_mortar82"];

fn judged(browser: &Browser) {
    browser.wait("the judgement", "document.body.dataset.judged === 'yes'");
}

/// Clicks a button of a unit so many times.
fn click(browser: &Browser, unit: &str, button: &str, times: usize) {
    for _ in 0..times {
        browser.js(&format!("document.querySelector('[data-unit=\"{unit}\"]').closest('details').open = true"));
        browser.js(&format!(
            "const aim = document.querySelector('[data-unit=\"{unit}\"]').parentElement.querySelector('.{button}'); aim.id = 'aim'; aim.scrollIntoView({{ block: 'center' }})"
        ));
        browser.click("#aim");
        browser.js("document.getElementById('aim').removeAttribute('id')");
    }
    judged(browser);
}

fn told(browser: &Browser, side: &str) -> String {
    let told = browser.js(&format!("return document.querySelector('.force.{side}').querySelector('.summary').innerText + '\\n' + document.querySelector('.force.{side} .judgement').innerText"));
    told.as_str().expect("there are words").to_owned()
}

fn choose(browser: &Browser, select: &str, value: &str) {
    browser
        .js(&format!("const select = {select}; select.value = '{value}'; select.dispatchEvent(new Event('change', {{ bubbles: true }}))"));
    judged(browser);
}

fn open(browser: &Browser, server: &Server) {
    browser.go(&format!("http://{}/", server.host));
    assert!(browser.is("document.querySelector('.builds').hidden"), "another game is chosen");
    browser.js("form.scenario.value = 'bolt-action duel'; form.dispatchEvent(new Event('change'))");
    browser.click(".builds a");
    judged(browser);
}

#[test]
fn the_start_page_begins_with_the_game_that_was_named_and_tells_what_is_chosen_after_going_back() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1280, 800);
    browser.go(&format!("http://{}/?game=bolt-action", server.host));
    let chosen = "return [form.scenario.value.split(' ')[0], document.querySelector('.builds').hidden, \
         [...document.querySelectorAll('.about')].find((about) => !about.hidden).dataset.scenario === form.scenario.value]";
    assert_eq!(browser.js(chosen), json!(["bolt-action", false, true]));
    // A browser that goes back sets the fields after the scripts have run.
    browser.js("form.scenario.value = 'bolt-action meeting'; form.seats.value = 'axis'; dispatchEvent(new Event('pageshow'))");
    assert_eq!(browser.js(chosen), json!(["bolt-action", false, true]));
    let opponents =
        "return [...document.querySelectorAll('.opponent:not(.thinking)')].filter((one) => !one.hidden).map((one) => one.dataset.side)";
    assert_eq!(browser.js(opponents), json!(["soviet"]));
    browser.go(&format!("http://{}/?game=nonsense", server.host));
    assert_eq!(browser.js("return form.scenario.selectedIndex"), json!(0));
}

/// Chooses a scenario on the start page.
fn choose_scenario(browser: &Browser, scenario: &str) {
    browser.js(&format!(
        "const {{scenario}} = form; scenario.value = '{scenario}'; scenario.dispatchEvent(new Event('change', {{bubbles: true}}))"
    ));
}

#[test]
fn the_start_page_tells_what_the_chosen_scenario_is_about() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1280, 800);
    browser.go(&format!("http://{}/", server.host));
    let about = |scenario: &str| {
        choose_scenario(browser, scenario);
        let shown = "[...document.querySelectorAll('.about')].filter((about) => about.checkVisibility()).map((about) => about.innerText)";
        browser.js(&format!("return {shown}")).as_array().expect("a list").iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let [first, second] = ["bolt-action meeting", "armir historical"].map(about);
    assert!(first.len() == 1 && first[0].contains("two reinforced platoons reach a village"), "{first:?}");
    assert!(first[0].contains("forces") && first[0].contains("to win"), "{first:?}");
    assert!(second.len() == 1 && second[0].contains("the Soviet player needs three victory points"), "{second:?}");
}

#[test]
fn what_players_agree_on_is_ticked_on_the_start_page_and_played() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1280, 800);
    browser.go(&format!("http://{}/", server.host));
    choose_scenario(browser, "blocks-in-the-east barbarossa");
    browser.click(".about:not([hidden]) summary");
    browser.shoot(&pictures(), "options");
    for key in ["katyusha", "lend-lease"] {
        browser.click(&format!(".about:not([hidden]) input[value='{key}']"));
    }
    // The Basic game knows no chapters, and what is ticked for another scenario does not count.
    choose_scenario(browser, "blocks-in-the-east towards-moscow");
    assert_eq!(browser.js("return document.querySelectorAll('.about:not([hidden]) input').length"), json!(3));
    choose_scenario(browser, "blocks-in-the-east barbarossa");
    browser.js("form.seats.value = 'both'; form.seed.value = '5'; form.dispatchEvent(new Event('change'))");
    browser.click("#begin button");
    browser.wait("the board", "location.pathname.startsWith('/game/') && document.body.dataset.ready");
    assert!(browser.is("location.pathname === '/game/blocks-in-the-east-barbarossa-katyusha-lend-lease-5'"));
    // It goes on after a restart, by the id in its record.
    let address = browser.js("return location.pathname");
    drop(server);
    let server = Server::start(here.path());
    browser.go(&format!("http://{}{}", server.host, address.as_str().expect("a path")));
    browser.wait("the board again", "document.body.dataset.ready && view?.choices.length > 0");
}

#[test]
fn two_forces_are_composed_refused_mended_and_played_also_after_a_restart() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1440, 900);
    let shots = pictures();
    open(browser, &server);
    assert_eq!(browser.js("return form.year.value"), json!("1942"), "the year of the mission at first");
    assert!(told(browser, "axis").contains("no unit is chosen") && browser.is("start.disabled"));

    // What is of no year is not offered, and points and limits stand beside what is.
    assert!(browser.is("document.querySelector('[data-unit=\"g_panther\"]').closest('li').hidden"));
    let line = browser.js("return document.querySelector('[data-unit=\"g_rifle10\"]').closest('li').innerText");
    let line = line.as_str().expect("a line");
    assert!(line.contains("points") && line.contains("10 men") && line.contains("at most") && line.contains("Rifle"), "{line}");

    // Five of a kind are too many, and there is no officer.
    click(browser, "g_rifle10", "more", 5);
    let refusal = told(browser, "axis");
    for words in [
        "may not be played yet",
        "Rifle squad of 10: 5 are too many, at most 4",
        "officers: 0 are too few, at least 1",
        "squads: 5 are too many, at most 3",
        "points more than the most, 330",
    ] {
        assert!(refusal.contains(words), "{words} in {refusal}");
    }
    for (name, width, height) in [("forces-refused-1440", 1440, 900), ("forces-refused-1024", 1024, 768), ("forces-refused-390", 390, 844)]
    {
        browser.resize(width, height);
        for tone in ["dark", "light"] {
            paint(browser, tone);
            access::check(browser);
            browser.shoot(&shots, &format!("{name}-{tone}"));
        }
    }
    browser.resize(1440, 900);

    // Mended by clicks; the number can be typed as well.
    click(browser, "g_rifle10", "fewer", 5);
    assert!(told(browser, "axis").contains("no unit is chosen"));
    for (side, list) in ["axis", "soviet"].iter().zip(LISTS) {
        for entry in list.split(' ') {
            let (unit, number) = entry.split_once('*').unwrap_or((entry, "1"));
            click(browser, unit, "more", number.parse().expect("a number"));
        }
        let told = told(browser, side);
        assert!(told.contains("may be played") && told.contains("(310 to 330)"), "{side}: {told}");
    }
    assert!(browser.is("!start.disabled"));
    browser.shoot(&shots, "forces-valid-1440");

    // What is no number of units is mended aloud.
    let squads = "document.querySelector('[data-unit=\"g_rifle10\"]')";
    browser.js(&format!("{squads}.value = '99'; {squads}.dispatchEvent(new Event('change'))"));
    browser.wait("the remark", "document.getElementById('problem').textContent.includes('from 0 to 20; it is 20 now')");
    browser.js(&format!("{squads}.value = '2'; {squads}.dispatchEvent(new Event('change'))"));
    browser.wait("no remark", "document.getElementById('problem').textContent === '' && !start.disabled");

    // A reload keeps both lists; what the page calls the command says the same of them.
    browser.js("location.reload()");
    browser.wait("the page anew", "document.readyState === 'complete' && document.body.dataset.judged === 'yes' && !start.disabled");
    let command = browser.js("return document.querySelector('.axis .command').textContent");
    let command = command.as_str().expect("a command").replace('\'', "");
    let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
    common::run(here.path(), &arguments).good().says(&["valid: may be played as a mirror force of 1942"]);

    // Both sides at this screen, by keyboard.
    browser.js("form.seats.value = 'both'; form.dispatchEvent(new Event('change')); form.seed.value = '7'; start.focus()");
    browser.key(ENTER);
    browser.wait("the board", "document.body.dataset.ready === 'yes'");
    no_complaints(browser);
    wait_for_turn(browser);
    let id = browser.js("return document.body.dataset.game");
    let id = id.as_str().expect("a game has an id").to_owned();
    let view = server.turn_of_person(&id);
    let mut units: Vec<&str> = view["counters"].as_array().expect("counters").iter().filter_map(|one| one["id"].as_str()).collect();
    units.sort_unstable();
    assert_eq!(units.len(), 8, "{units:?}");
    let has = |stem: &str| units.iter().any(|unit| unit.contains(stem));
    assert!(["g-rifle10", "s-rifle10", "mortar81", "mortar82"].into_iter().all(has), "{units:?}");
    let view = server.act(&id, &view, &view["choices"][0]["do"]);
    Server::wait_until_saved(here.path(), &id, &view["actions"]);
    drop(server);

    let server = Server::start(here.path());
    let again = server.turn_of_person(&id);
    for part in ["choices", "counters", "panels"] {
        assert_eq!(again[part], view[part], "{part}");
    }
    let next = server.act(&id, &again, &again["choices"][0]["do"]);
    assert_eq!(next["actions"], json!(view["actions"].as_u64().expect("a number") + 1));
    let (status, branch) = server.post(&format!("/game/{id}/branch"), &json!({ "at": 1, "swap": true }));
    assert_eq!(status, 200, "{branch}");
}

#[test]
fn ready_forces_are_loaded_by_year_and_role_and_every_word_has_italian() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1024, 768);
    open(browser, &server);
    choose(browser, "battle", "standard standard");
    choose(browser, "form.year", "1943");
    assert_eq!(browser.js("return form.scenario.value"), json!("bolt-action meeting"));
    for side in ["axis", "soviet"] {
        assert!(browser.is(&format!("[...document.querySelectorAll('.{side} .ready option:not([hidden])')].length === 2")), "{side}");
        browser.click(&format!(".{side} .load"));
        judged(browser);
        assert!(told(browser, side).contains("may be played"), "{}", told(browser, side));
    }
    assert!(browser.is("!start.disabled"));
    browser.click("#language");
    browser.wait("Italian", "document.documentElement.lang === 'it' && document.body.dataset.judged === 'yes' && !start.disabled");
    assert!(told(browser, "axis").contains("si può giocare"), "{}", told(browser, "axis"));
    // A unit that is chosen stays on the page in a year without it, and the reason is told.
    choose(browser, "form.year", "1941");
    let refusal = told(browser, "axis");
    assert!(
        refusal.contains("nel 1941 non c'è, solo dal")
            && browser.is("document.querySelector('.axis [aria-invalid=true]').checkVisibility()"),
        "{refusal}"
    );
    access::check(browser);
    browser.shoot(&pictures(), "forces-italian-1024");
    browser.resize(390, 844);
    access::check(browser);
    browser.shoot(&pictures(), "forces-italian-390");

    browser.js("document.cookie = 'stavka-language=en-XA; path=/'; location.reload()");
    browser.wait("the language of tests", "document.documentElement.lang === 'en-XA' && document.body.dataset.judged === 'yes'");
    let page = browser.js("return document.documentElement.outerHTML");
    let page = page.as_str().expect("a page");
    // Names of weapons and vehicles are proper names.
    let untranslated: Vec<&str> = page.split("⟦UNTRANSLATED ").skip(1).filter_map(|rest| rest.split('⟧').next()).collect();
    assert!(untranslated.is_empty(), "{untranslated:?}");
    for words in [told(browser, "axis"), told(browser, "soviet")] {
        let outside = stavka_words::outside_of_messages(&words);
        assert!(!outside.contains(|letter: char| letter.is_lowercase()), "{outside} in {words}");
    }
    no_complaints(browser);
}

#[test]
fn the_mission_of_the_start_page_is_the_one_of_the_forces() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1024, 768);
    open(browser, &server);
    for mission in ["attack", "hold", "duel"] {
        browser.go(&format!("http://{}/", server.host));
        browser.js(&format!("form.scenario.value = 'bolt-action {mission}'; form.dispatchEvent(new Event('change'))"));
        browser.click(".builds a");
        judged(browser);
        let shown = browser.js("return [form.scenario.value, document.getElementById('about-mission').textContent === form.scenario.selectedOptions[0].dataset.about, battle.value === form.scenario.selectedOptions[0].dataset.battle, location.search]");
        assert_eq!(shown, json!([format!("bolt-action {mission}"), true, true, ""]));
    }
    browser.go(&format!("http://{}/forces/bolt-action?mission=nonsense", server.host));
    judged(browser);
    assert_eq!(browser.js("return form.scenario.value"), json!("bolt-action duel"), "what was chosen last");
    no_complaints(browser);
}

#[test]
fn what_is_no_force_is_refused_with_words_and_nothing_begins() {
    let here = common::directory();
    let server = Server::start(here.path());
    let lists = |mission: &str, axis: &str| json!({ "mission": mission, "year": 1942, "axis": axis, "soviet": LISTS[1] });
    let check = |body: &Value| server.post("/forces/bolt-action/check", body);
    let (status, told) = check(&lists("duel", LISTS[0]));
    assert!(status == 200 && told["valid"] == true, "{told}");
    let (status, told) = check(&lists("duel", "s_maxim g_rifle10*9"));
    let problems = told["sides"][0]["problems"].to_string();
    assert!(status == 200 && told["valid"] == false && problems.contains("belongs to the other side"), "{told}");
    for (status, path, body, words) in [
        (404, "/forces/armir/check", lists("duel", LISTS[0]), "no game with forces"),
        (404, "/forces/chess/check", lists("duel", LISTS[0]), "no game with forces"),
        (422, "/forces/bolt-action/check", lists("duel-fixed", LISTS[0]), "no mission for forces"),
        (422, "/forces/bolt-action/check", lists("../../etc/passwd", LISTS[0]), "no mission for forces"),
        (422, "/forces/bolt-action/check", lists("duel", "g_wonder"), "g_wonder"),
        (422, "/forces/bolt-action/check", lists("duel", "g_lt*999999999"), "expected a unit"),
        (422, "/forces/bolt-action/check", lists("duel", "\"]\n[scenario]\nid = \"x"), "no unit"),
        (422, "/forces/bolt-action/check", json!({ "mission": "duel", "year": -1, "axis": "", "soviet": "" }), "not understood"),
        (422, "/forces/bolt-action/check", json!({ "mission": "duel", "year": 1942, "axis": [], "soviet": {} }), "not understood"),
        (422, "/forces/bolt-action/check", json!({ "mission": "duel" }), "not understood"),
        (413, "/forces/bolt-action/check", lists("duel", &"g_lt ".repeat(2000)), "4096 bytes"),
    ] {
        let (found, answer) = server.post(path, &body);
        assert_eq!(found, status, "{path} {body}: {answer}");
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{answer}"));
        assert!(error.contains(words) && error.len() < 1000, "{words:?} in {error}");
    }
    assert_eq!(server.get("/forces/bolt-action").0, 200);
    for path in ["/forces/armir", "/forces/..%2Fx", "/forces/%3Cscript%3E"] {
        let (status, page) = server.get(path);
        assert!(status == 404 && !page.contains("<script>"), "{path}: {page}");
    }
    let crowd = vec!["g_rifle10*20"; 300].join(" ");
    let (status, told) = check(&lists("duel", &crowd));
    assert!(status == 200 && told["valid"] == false, "{status} {told}");

    let begin = |game: &str, scenario: &str, year: u16, axis: &str| {
        let forces = json!({ "year": year, "axis": axis, "soviet": LISTS[1] });
        server
            .post("/games", &json!({ "game": game, "scenario": scenario, "axis": "human", "soviet": "human", "seed": 1, "forces": forces }))
    };
    for (game, scenario, year, axis, words) in [
        ("armir", "historical", 1942, LISTS[0], "forces are not chosen in this game"),
        ("bolt-action", "duel-fixed", 1942, LISTS[0], "no mission for forces"),
        ("bolt-action", "nowhere", 1942, LISTS[0], "no mission for forces"),
        ("bolt-action", "duel", 1942, "", "may not be played"),
        ("bolt-action", "duel", 1942, "g_2lt g_rifle10", "may not be played"),
        ("bolt-action", "duel", 2000, LISTS[0], "may not be played"),
        ("bolt-action", "duel", 1942, "g_2lt\"\n[placed]", "neither a force"),
    ] {
        let (status, answer) = begin(game, scenario, year, axis);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(status == 422 && error.contains(words), "{axis}: {status} {answer}");
    }
    assert!(server.get("/").1.contains("None yet."), "nothing has begun");
    let (status, answer) = begin("bolt-action", "duel", 1942, LISTS[0]);
    assert_eq!(status, 200, "{answer}");
}
