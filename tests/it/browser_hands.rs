//! The board by mouse and by keyboard: how a person chooses, and how many clicks it takes.

use serde_json::{Value, json};

use crate::browser::{
    ENTER, ESCAPE, Scene, driver, no_complaints, paint, pictures, play_until, point_of, rest, scene, scene_on, seen_at, version,
    wait_for_turn,
};
use crate::common;
use crate::common::access;
use crate::common::driver::Browser;
use crate::common::server::Server;

const RIGHT: &str = "\u{e014}";

/// What is chosen next: a few choices of each kind on the map, then the end of the phase.
pub(crate) enum Next {
    /// At this cell.
    OnMap(String),
    /// The choice that ends the phase.
    Done,
    /// The first of the list.
    First,
}

fn next_choice(browser: &Browser) -> Next {
    let next = browser.js("window.made ??= new Map(); \
         const kind = view.prompt.split('(')[0]; const made = window.made.get(kind) ?? 0; window.made.set(kind, made + 1); \
         if (doneChoice() && (made >= 2 || view.choices.length === 1)) return true; \
         const choice = view.choices.find(({ spot }) => cells.has(spot.to ?? spot.from)); \
         return choice && made < 9 ? (choice.spot.to ?? choice.spot.from) : null");
    match next {
        Value::String(cell) => Next::OnMap(cell),
        Value::Bool(_) => Next::Done,
        _ => Next::First,
    }
}

/// Plays on to the next game turn. `choose` makes a choice as a person does who sees no script.
pub(crate) fn play_turn(browser: &Browser, choose: fn(&Browser, &Next)) {
    let turn = browser.js("return view.turn");
    browser.js("window.made = new Map()");
    for _ in 0..400 {
        wait_for_turn(browser);
        if browser.js("return view.turn") != turn || browser.is("view.over") {
            return;
        }
        let before = version(browser);
        let next = next_choice(browser);
        choose(browser, &next);
        let done = format!("view.version !== {before} || armed");
        browser.wait("an effect", &format!("{done} || !document.getElementById('menu').hidden"));
        if browser.is("!document.getElementById('menu').hidden") {
            browser.key(ENTER);
            browser.wait("the choice of the menu", &done);
        }
        if browser.is(&format!("armed && view.version === {before}")) {
            browser.js("if (document.activeElement !== map) map.focus()");
            browser.key(ENTER);
        }
        browser.wait("the choice", &format!("view.version !== {before}"));
    }
    panic!("the turn never ends");
}

pub(crate) fn by_mouse(browser: &Browser, next: &Next) {
    rest(browser);
    match next {
        Next::OnMap(cell) => {
            let (x, y) = point_of(browser, cell);
            browser.click_at(x, y);
        }
        Next::Done => browser.click("#close"),
        Next::First => browser.click("#choices li:nth-child(1) button"),
    }
}

fn by_keyboard(browser: &Browser, next: &Next) {
    browser.js("if (document.activeElement !== map) map.focus()");
    match next {
        Next::OnMap(_) => {
            browser.key("n");
            browser.key(ENTER);
        }
        Next::Done => browser.key("e"),
        Next::First => browser.key("1"),
    }
}

#[test]
fn a_person_plays_a_turn_by_mouse_and_one_by_keyboard() {
    let here = common::directory();
    let server = Server::start(here.path());
    let driver = driver();
    let browser = &driver.browser(1280, 800);
    let shots = pictures();
    browser.go(&format!("http://{}/", server.host));
    for tone in ["dark", "light"] {
        paint(browser, tone);
        access::check(browser);
        browser.shoot(&shots, &format!("start-{tone}"));
    }
    browser.js("localStorage.setItem('fight-stops', 'never')");
    browser.fill("input[name=seed]", "12");
    browser.click("#begin button");
    browser.wait("the board", "document.body.dataset.ready === 'yes'");
    wait_for_turn(browser);
    for (tone, tabs) in [("dark", &["tracks", "choices"][..]), ("light", &["log", "units", "tracks", "more", "choices"])] {
        paint(browser, tone);
        for tab in tabs {
            browser.click(&format!("#tab-{tab}"));
            access::check(browser);
            browser.shoot(&shots, &format!("board-{tab}-{tone}"));
        }
    }
    browser.js("zoom(0.5)");
    play_turn(browser, by_mouse);
    browser.shoot(&shots, "after-a-turn");
    play_turn(browser, by_keyboard);
    access::check(browser);
    no_complaints(browser);
}

/// A person at the mouse, who counts.
struct Person<'a> {
    browser: &'a Browser,
    clicks: u64,
}

impl Person<'_> {
    fn on_hex(&mut self, cell: &str) {
        let (x, y) = point_of(self.browser, cell);
        rest(self.browser);
        self.browser.click_at(x, y);
        self.clicks += 1;
    }

    fn on(&mut self, selector: &str) {
        rest(self.browser);
        self.browser.click(selector);
        self.clicks += 1;
    }

    fn key(&mut self, key: &str) {
        self.browser.key(key);
        self.clicks += 1;
    }

    /// Waits for what the last click did, and confirms it if the board asks.
    fn settle(&mut self, before: &Value) {
        let done = format!("!busy && company.length === 0 && view.version !== {before}");
        self.browser.wait("an effect", &format!("{done} || armed || !document.getElementById('menu').hidden"));
        if self.browser.is("armed") {
            self.on("#confirm-do");
            self.browser.wait("what was confirmed", &done);
        }
    }

    /// One decision of a player who attacks with all he has and moves his stacks whole.
    fn decides(&mut self) {
        let browser = self.browser;
        let before = version(browser);
        let wish = browser.js(
            "window.made ??= new Map(); const kind = `${view.turn} ${view.phases?.at}`; const made = window.made.get(kind) ?? 0; \
             const first = (verb) => view.choices.find(({ spot }) => spot.verb === verb); \
             if (document.getElementById('gather-all') && !document.getElementById('gather').hidden) return ['all']; \
             if (first('move')) return ['to', first('move').spot.to]; \
             const stacks = new Map(); \
             for (const { spot } of view.choices) if (spot.verb === 'select') stacks.set(spot.from, (stacks.get(spot.from) ?? 0) + 1); \
             const [stack] = [...stacks].filter(([name]) => cells.has(name)).sort((a, b) => b[1] - a[1]).map(([name]) => name); \
             if (stack && made < 6) { window.made.set(kind, made + 1); return ['stack', stack]; } \
             if (first('attack') && made < 4) { window.made.set(kind, made + 1); return ['to', first('attack').spot.to]; } \
             if (doneChoice()) return ['end']; \
             return ['first'];",
        );
        match (wish[0].as_str().expect("a wish"), wish[1].as_str()) {
            ("all", _) => {
                self.key("a");
                browser.wait("all of them", "!busy && document.getElementById('gather').hidden");
            }
            ("stack", Some(cell)) => {
                // Where it can go is what a person sees at a glance; to look it up counts for neither.
                let goal = browser.js(&format!(
                    "const kept = window.single; const of = (verb) => view.choices.find(({{ spot }}) => spot.verb === verb && (verb === 'move' || spot.from === '{cell}')); \
                     return act(of('select'), true).then(() => {{ window.to = of('move')?.spot.to; return undo(); }}).then(() => {{ window.single = kept; return window.to ?? null; }})"
                ));
                let Some(goal) = goal.as_str() else { return };
                browser.key("0");
                let before = version(browser);
                browser.drag(seen_at(browser, cell), seen_at(browser, goal));
                self.clicks += 1;
                self.settle(&before);
            }
            ("to", Some(cell)) => {
                self.on_hex(cell);
                self.settle(&before);
                if browser.is("!document.getElementById('menu').hidden") {
                    self.on("#menu button");
                    self.settle(&before);
                }
            }
            ("end", _) => {
                self.on("#close");
                self.settle(&before);
            }
            _ => {
                self.on("#choices button");
                self.settle(&before);
            }
        }
    }
}

#[test]
fn a_whole_turn_takes_half_the_clicks_that_it_took_choice_by_choice() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    play_until(
        browser,
        "view.turn === 1 && view.actor === 'soviet' && view.choices.some(({ spot }) => spot.verb === 'attack')",
        "doneChoice() ?? view.choices[0]",
    );
    // Choice by choice each takes a click, and another one in the menu where several lie at one place.
    browser.js("window.single = 0; const sent = wish; \
         wish = (body) => { \
           const choice = view.actor === 'soviet' && view.choices.find(({ do: one }) => one === body.act); \
           if (choice) { const name = choice.spot.to ?? choice.spot.from; window.single += name && choicesAt(name).length > 1 ? 2 : 1; } \
           return sent(body); };");
    let mut person = Person { browser, clicks: 0 };
    while !browser
        .is("view.over || (view.turn === 2 && view.actor === 'soviet' && view.choices.some(({ spot }) => spot.verb === 'attack'))")
    {
        if browser.is("view.actor === 'soviet'") {
            person.decides();
        } else {
            let before = version(browser);
            browser.js("act(doneChoice() ?? view.choices[0], true)");
            browser.wait("the other side", &format!("!busy && view.version !== {before}"));
        }
    }
    let single = browser.js("return window.single").as_u64().expect("a count");
    println!("{} clicks in place of {single}", person.clicks);
    assert!(single > 60 && 2 * person.clicks <= single, "{} clicks in place of {single}", person.clicks);
    no_complaints(browser);
}

#[test]
fn a_stack_moves_as_one_and_a_unit_is_dragged() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    play_until(browser, "view.choices.filter(({ spot }) => spot.verb === 'select').length > 3", "doneChoice() ?? view.choices[0]");
    // The whole of a stack that goes where its first unit goes.
    let stack = browser.js("const places = view.choices.filter(({ spot }) => spot.verb === 'select').map(({ spot }) => spot.from); \
         return places.find((place) => places.filter((other) => other === place).length > 2)");
    let stack = stack.as_str().expect("three units of a stack may move");
    let units = browser.js(&format!("return view.choices.filter(({{ spot }}) => spot.from === '{stack}').map(({{ spot }}) => spot.unit)"));
    let (x, y) = point_of(browser, stack);
    rest(browser);
    browser.click_at(x, y);
    browser.wait("the menu", "document.querySelector('#menu .together') !== null");
    browser.shoot(&pictures(), "stack-menu");
    rest(browser);
    browser.click("#menu .together");
    browser.wait("the march", "view.choices.some(({ spot }) => spot.verb === 'move')");
    let here = "view.choices.filter(({ spot }) => spot.verb === 'move' && cells.has(spot.to)).map(({ spot }) => spot.to)\
                .find((to) => !shown.counters.some(({ place }) => place === to))";
    let goal = browser.js(&format!("return {here}"));
    let goal = goal.as_str().expect("it can go somewhere");
    let (x, y) = point_of(browser, goal);
    rest(browser);
    browser.click_at(x, y);
    let there = format!("{units}.every((unit) => view.counters.find(({{ id }}) => id === unit).place === '{goal}')");
    let told = "!document.getElementById('message').hidden";
    browser.wait("the stack", &format!("!busy && company.length === 0 && ({there} || {told})"));
    assert!(browser.is(&format!("view.counters.filter(({{ place }}) => place === '{goal}').length > 1")), "others follow the first");
    // A unit that is dragged goes where it is let go.
    browser.key("0");
    let lone = "view.choices.find(({ spot }) => spot.verb === 'select' && cells.has(spot.from) \
                && view.choices.filter((other) => other.spot.from === spot.from).length === 1)";
    let mover = browser.js(&format!("const {{ from, unit }} = {lone}.spot; return [from, unit]"));
    let (from, unit) = (mover[0].as_str().expect("a unit stands alone"), &mover[1]);
    browser.js(&format!("return act({lone}).then(() => {{ window.to = {here}; return undo(); }})"));
    let to = browser.js("return window.to");
    let to = to.as_str().expect("it can go somewhere");
    rest(browser);
    browser.drag(seen_at(browser, from), seen_at(browser, to));
    let place = format!("view.counters.find(({{ id }}) => id === {unit}).place");
    browser.wait("the dragged unit", &format!("!busy && {place} === '{to}'"));
    // Another click on its own hex puts a unit down that was picked up.
    let mover = browser.js(&format!("return {lone}.spot.from"));
    let (x, y) = seen_at(browser, mover.as_str().expect("a unit stands alone"));
    let before = browser.js("return view.actions");
    rest(browser);
    browser.click_at(x, y);
    browser.wait("the unit picked up", &format!("!busy && view.actions === {before} + 1"));
    rest(browser);
    browser.click_at(x, y);
    browser.wait("the unit put down", &format!("!busy && view.actions === {before}"));
    no_complaints(browser);
}

#[test]
fn all_attack_by_one_key_the_hint_is_taken_by_one_and_the_rest_of_a_phase_is_played() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    play_until(browser, "view.choices.some(({ spot }) => spot.verb === 'attack')", "doneChoice() ?? view.choices[0]");
    let most = "[...view.choices].filter(({ spot }) => spot.verb === 'attack').at(-1)";
    browser.js(&format!("act({most}, true)"));
    browser.wait("the declaration", "view.choices.some(({ spot }) => spot.verb === 'commit')");
    let many = browser.js("return view.fight.attackers.length");
    assert!(browser.is("document.getElementById('purpose').textContent.includes('who attacks')"));
    browser.key("a");
    browser.wait(
        "all of them",
        &format!("!busy && view.fight.attackers.length === {many} && !view.choices.some(({{ spot }}) => spot.verb === 'commit')"),
    );
    browser.key("h");
    browser.wait("the hint", "document.getElementById('take-hint') !== null");
    let before = version(browser);
    browser.key("y");
    browser.wait("the hint taken, or asked about", &format!("view.version !== {before} || armed"));
    play_until(browser, "view.choices.filter(({ spot }) => spot.verb === 'select').length > 3", "doneChoice() ?? view.choices[0]");
    let phase = browser.js("return view.phases.at");
    browser.js("map.focus()");
    browser.key("f");
    browser.wait("the question", "finishing && !document.getElementById('confirm').hidden");
    assert_eq!(browser.js("return view.phases.at"), phase, "one key plays nothing");
    browser.key("f");
    browser.wait("the next phase", &format!("!busy && view.phases.at !== {phase}"));
    no_complaints(browser);
}

#[test]
fn a_proposal_of_the_staff_is_shown_by_one_key_and_taken_up_to_a_line_or_whole() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    play_until(browser, "view.choices.filter(({ spot }) => spot.verb === 'select').length > 3", "doneChoice() ?? view.choices[0]");
    let phase = browser.js("return view.phases.at");
    let before = browser.js("return view.actions");
    browser.js("map.focus()");
    browser.key("v");
    browser.wait("the proposal", "document.querySelectorAll('.proposal li').length > 1");
    browser.shoot(&pictures(), "proposal");
    assert_eq!(browser.js("return view.actions"), before, "to look at it chooses nothing");
    browser.js("document.querySelector('.proposal li button').click()");
    browser.wait("its first line", &format!("!busy && view.actions > {before} && view.undo > 0"));
    let after_one = browser.js("return view.actions").as_u64().expect("a number");
    browser.key("v");
    browser.wait("what is left of it", "document.querySelectorAll('.proposal li').length > 0");
    browser.key("y");
    browser.wait("all of it", &format!("!busy && view.actions > {after_one} && document.getElementById('advice').hidden"));
    assert_eq!(browser.js("return view.phases.at"), phase, "the player ends the phase");
    no_complaints(browser);
}

#[test]
fn choices_of_one_kind_at_one_place_stand_under_one_heading() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    for (verb, condition) in [
        ("salvo", "view.choices.some(({ spot }) => spot.verb === 'salvo')"),
        (
            "lose",
            "new Set(view.choices.filter(({ spot }) => spot.verb === 'lose').map(({ spot }) => spot.from)).size < view.choices.filter(({ spot }) => spot.verb === 'lose').length",
        ),
    ] {
        play_until(
            browser,
            condition,
            "view.choices.find(({ spot }) => spot.verb === 'attack' || spot.verb === 'commit') ?? doneChoice() ?? view.choices[0]",
        );
        browser.shoot(&pictures(), &format!("grouped-{verb}"));
        let grouped = browser.js("return [...document.querySelectorAll('#choices .group')].map((group) => [group.querySelector('p').textContent,              [...group.querySelectorAll('button')].map((button) => [...button.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data).join('').trim())])");
        let groups = grouped.as_array().expect("a list");
        assert!(!groups.is_empty(), "{verb}: {grouped}");
        let titles: Vec<&Value> = groups.iter().map(|group| &group[0]).collect();
        assert!(titles.iter().all(|title| title.as_str().is_some_and(|words| words.starts_with(char::is_alphanumeric))), "{grouped}");
        assert!(titles.iter().enumerate().all(|(at, title)| !titles[..at].contains(title)), "no heading stands twice: {grouped}");
        for group in groups {
            let buttons = group[1].as_array().expect("a list");
            assert!(
                buttons.len() > 1 && buttons.iter().all(|words| words.as_str().is_some_and(|words| !words.is_empty() && words.len() < 40)),
                "{grouped}"
            );
            assert!(buttons.iter().enumerate().all(|(at, words)| !buttons[..at].contains(words)), "{grouped}");
        }
        // The numbers are those of the list as it stands.
        let listed = "[...document.querySelectorAll('#choices [data-do]')].map((button) => button.dataset.do)";
        assert!(
            browser.is(&format!("JSON.stringify({listed}) === JSON.stringify(listedChoices().slice(0, 60).map((choice) => choice.do))"))
        );
        access::check(browser);
        // The menu at a cell stands together as the list does; losses may have no cell of their own.
        browser.js(&format!(
            "const places = view.choices.filter(({{ spot }}) => spot.verb === '{verb}').map(({{ spot }}) => spot.to ?? spot.from); \
             const cell = places.find((name) => cells.has(name)); \
             window.offered = cell === undefined ? null : choicesAt(cell); \
             if (offered) offer(cell, offered)"
        ));
        assert!(verb != "salvo" || browser.is("offered !== null"), "a salvo has a target on the map");
        assert!(browser.is(
            "offered === null || document.querySelector('#menu .group .title')?.textContent === groups(offered).find(({ title }) => title)?.title"
        ));
        access::check(browser);
        browser.key(crate::browser::ESCAPE);
    }
    no_complaints(browser);
}

#[test]
fn the_fewest_for_a_ratio_are_taken_by_one_click_or_one_key() {
    for board in [["armir", "historical"], ["east-front", "tartar-trench"]] {
        let Scene { browser, .. } = &scene_on(board, "human", "human", 12);
        let gathers = "view.choices.filter(({ spot, final }) => view.verbs.gathers.includes(spot.verb) && !final).length > 2 && view.fight";
        play_until(
            browser,
            gathers,
            "view.choices.find(({ spot }) => ['attack', 'resolve'].includes(spot.verb)) ?? doneChoice() ?? view.choices[0]",
        );
        browser.wait("the sets", "fewest.version === view.version && document.querySelectorAll('#gather .fewest').length > 0");
        let sets = browser.js("return fewest.sets");
        let sets = sets.as_array().expect("a list");
        let columns = browser.js("return [...document.querySelectorAll('#gather .fewest')].map((button) => button.textContent)");
        for (set, told) in sets.iter().rev().zip(columns.as_array().expect("a list")) {
            assert!(told.as_str().is_some_and(|words| words.starts_with(set["column"].as_str().expect("a name"))), "{told} {set}");
        }
        access::check(browser);
        browser.shoot(&pictures(), &format!("fewest-{}", board[0]));
        let before = browser.js("return view.undo");
        let best = sets.last().expect("there is one");
        let stands = |set: &Value| {
            let units = set["units"].as_array().expect("a list").len();
            format!(
                "!busy && view.undo === {before} + {units} && view.fight.column === {} && view.fight.attack === {}",
                set["column"], set["attack"]
            )
        };
        rest(browser);
        browser.click("#gather .fewest");
        browser.wait("the fewest for the best odds", &stands(best));
        while browser.js("return view.undo") != before {
            let version = version(browser);
            browser.key("u");
            browser.wait("the choice taken back", &format!("!busy && view.version !== {version}"));
        }
        browser.wait("the sets", "fewest.version === view.version && fewest.sets.length > 0");
        browser.key("w");
        browser.wait("the same by a key", &format!("dial && {}", stands(best)));
        if let [.., next, _] = &sets[..] {
            browser.key("w");
            browser.wait("the next odds down", &format!("dial?.version === view.version && {}", stands(next)));
        }
        no_complaints(browser);
    }
}

#[test]
fn what_cannot_be_taken_back_takes_two_touches_and_a_double_click_is_one() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    // A double click on the list makes one choice, and does not answer the next question.
    let step = "listedChoices().slice(0, 60).findIndex(({ final, spot }) => !final && spot.to)";
    play_until(browser, &format!("{step} >= 0"), "doneChoice() ?? view.choices[0]");
    let middle = "const { left, top, height } = document.querySelectorAll('#choices [data-do]')[index].getBoundingClientRect(); \
                  return [left + 20, top + height / 2]";
    let at = browser.js(&format!("const index = {step}; {middle}"));
    let (x, y) = (at[0].as_f64().expect("a number"), at[1].as_f64().expect("a number"));
    let before = browser.js("return view.actions").as_u64().expect("a number");
    rest(browser);
    browser.double_click_at(x, y);
    browser.wait("the choice", &format!("view.actions > {before}"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(browser.js("return view.actions"), json!(before + 1), "the second half is no choice");

    // What ends the phase has a button of its own, which says what is left undone.
    play_until(browser, "view.undone.some((line) => line.includes('can still move'))", "doneChoice() ?? view.choices[0]");
    let movers = browser.js("return new Set(view.choices.filter(({ spot }) => spot.verb === 'select').map(({ spot }) => spot.unit)).size");
    let undone = browser.js("return document.getElementById('undone').textContent");
    assert!(undone.as_str().is_some_and(|words| words.contains(&format!("{movers} units can still move"))), "{undone} of {movers}");
    assert!(browser.is("![...document.querySelectorAll('#choices [data-do]')].some((button) => button.dataset.do === doneChoice().do)"));
    browser.shoot(&pictures(), "left-undone");

    let lone = "view.choices.find(({ final, spot }) => final && spot.to && choicesAt(spot.to).length === 1)";
    play_until(browser, &format!("view.mine && {lone}"), "doneChoice() ?? view.choices[0]");
    let (what, cell, before) = (browser.js(&format!("return {lone}.do")), browser.js(&format!("return {lone}.spot.to")), version(browser));
    let (x, y) = point_of(browser, cell.as_str().expect("a cell"));
    let asked = "armed && !document.getElementById('confirm').hidden";
    rest(browser);
    browser.click_at(x, y);
    browser.wait("the question", asked);
    assert_eq!((browser.js("return armed"), version(browser)), (what.clone(), before.clone()), "one touch decides nothing");
    access::check(browser);
    browser.shoot(&pictures(), "confirm");
    browser.key(ESCAPE);
    assert!(browser.is("!armed && document.getElementById('confirm').hidden"));
    rest(browser);
    browser.double_click_at(x, y);
    assert_eq!((browser.js("return armed"), version(browser)), (what.clone(), before.clone()), "nor does a double click");
    rest(browser);
    browser.click_at(x, y);
    browser.wait("what was confirmed", &format!("view.version !== {before} && !armed"));

    // A key that is held down does not answer the question that it asks, and another position forgets it.
    play_until(browser, "doneChoice()?.final && view.choices.some(({ final }) => !final)", "doneChoice() ?? view.choices[0]");
    let before = version(browser);
    browser.js("map.focus()");
    browser.key("e");
    browser.wait("the question", asked);
    browser.js("map.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', repeat: true, bubbles: true }))");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!((version(browser), browser.is("armed !== null")), (before.clone(), true));
    browser.js("act(view.choices.find(({ final }) => !final))");
    browser.wait("another position", &format!("view.version !== {before}"));
    assert!(browser.is("armed === null && document.getElementById('confirm').hidden"));

    // Who wants no questions is asked none.
    play_until(browser, "view.choices.some(({ final }) => final)", "view.choices[0]");
    browser.click("#tab-more");
    browser.click("#unasked");
    browser.click("#tab-choices");
    let before = version(browser);
    browser.js("act(view.choices.find(({ final }) => final))");
    browser.wait("the choice", &format!("view.version !== {before}"));
    no_complaints(browser);
}

#[test]
fn a_unit_that_was_picked_up_is_put_down_when_another_one_is_meant() {
    let Scene { browser, .. } = &scene("human", "human", 21);
    play_until(browser, "view.prompt.includes('Soviet motorised movement')", "doneChoice() ?? view.choices[0]");
    let units = "view.choices.filter(({ spot }) => spot.verb === 'select').map(({ spot }) => spot.from)";
    browser.js(&format!("window.places = {units}"));
    let before = browser.js("return view.undo").as_u64().expect("a number");
    // A unit within reach of the first would be a place to move to.
    let wanted = ["places[0]", "places.find((name) => !choicesAt(name).length && name !== places[0])"];
    for cell in wanted {
        let cell = browser.js(&format!("return {cell}"));
        let cell = cell.as_str().expect("there is such a unit");
        let (x, y) = point_of(browser, cell);
        browser.click_at(x, y);
        let moving = format!("view.focus.some((layer) => layer.class === 'moving' && layer.cells.includes('{cell}'))");
        browser.wait("an effect of the click", &format!("{moving} || !document.getElementById('menu').hidden"));
        if browser.is("!document.getElementById('menu').hidden") {
            browser.click("#menu button");
        }
        browser.wait("the unit on the move", &moving);
    }
    assert_eq!(browser.js("return view.undo"), json!(before + 1), "the first unit is down again");
    browser.shoot(&pictures(), "move");
    // A page that comes anew knows what was begun.
    browser.js("window.old = true; setTimeout(() => location.reload())");
    browser.wait("the page anew", "!window.old && document.body.dataset.ready === 'yes' && view?.focus?.length > 0");
    browser.key(ESCAPE);
    browser.wait("nobody on the move", &format!("view.undo === {before} && view.focus.length === 0"));
    no_complaints(browser);
}

#[test]
fn the_map_is_moved_and_zoomed_by_keyboard() {
    let Scene { browser, .. } = &scene("human", "human", 4);
    browser.js("map.focus()");
    let whole = browser.js("return map.viewBox.baseVal.width");
    browser.key("+");
    assert!(browser.js("return map.viewBox.baseVal.width").as_f64() < whole.as_f64());
    browser.key(RIGHT);
    let first = browser.js("return cursor");
    browser.key(RIGHT);
    let second = browser.js("return cursor");
    assert!(first != second && browser.is("cells.has(cursor)"), "{first} {second}");
    browser.key("x");
    assert!(browser.is("getComputedStyle(document.getElementById('counters')).display === 'none'"));
    browser.shoot(&pictures(), "map");
    no_complaints(browser);
}

#[test]
fn a_dragged_map_follows_the_hand_and_is_laid_out_when_it_is_let_go() {
    let Scene { browser, .. } = &scene_on(["blocks-in-the-east", "short-barbarossa"], "human", "human", 4);
    wait_for_turn(browser);
    browser.js("fit(); zoom(0.3)");
    let middle =
        "(() => { const { left, top, width, height } = frame.getBoundingClientRect(); return [left + width / 2, top + height / 2]; })()";
    let at = browser.js(&format!("return {middle}"));
    let (x, y) = (at[0].as_f64().expect("a number"), at[1].as_f64().expect("a number"));
    // An empty hex, so that no unit is lifted.
    let cell = browser.js(&format!("const [x, y] = {middle}; return nearest(ground({{ clientX: x, clientY: y }}))"));
    let cell = cell.as_str().expect("a hex");
    browser.js("window.drawn = []; new MutationObserver((all) => drawn.push(all.length)).observe(map, { attributes: true, attributeFilter: ['viewBox'] })");
    // A machine under load pauses longer than a hand that rests.
    browser.js("const later = setTimeout; window.setTimeout = (what, after) => later(what, what === settle ? 60000 : after)");
    let before = seen_at(browser, cell);
    browser.drag((x, y), (x + 120.0, y - 60.0));
    let after = seen_at(browser, cell);
    let (right, down) = (after.0 - before.0, after.1 - before.1);
    // What is dragged less far than a trembling hand goes does not count.
    assert!((right - 120.0).abs() < 15.0 && (down + 60.0).abs() < 15.0, "{right} {down}");
    browser.wait("the map laid out", "settling === undefined && sheet.style.transform === '' && drawn.length > 0");
    assert_eq!(browser.js("return drawn.length"), json!(1), "it is laid out once for the whole way");
    assert_eq!(seen_at(browser, cell), after, "what was seen stays where it was");
    // Names and stacks far off are not laid out, and come back.
    let hidden = "[...names, ...laid.values()].filter(({ node }) => node.style.display === 'none')";
    assert!(browser.is(&format!("{hidden}.length > 50")));
    let near = "([left, top, width, height]) => [...names, ...laid.values()].every(({ node, x, y }) => node.style.display === '' || \
         x < left || x > left + width || y < top || y > top + height)";
    assert!(browser.is(&format!("({near})(box)")));
    browser.key("0");
    assert!(browser.is(&format!("{hidden}.length === 0")));
    no_complaints(browser);
}

#[test]
fn tools_and_words_leave_the_whole_map_to_be_seen() {
    for (board, key) in [(["bolt-action", "duel-tank"], "sight"), (["armir", "historical"], "supply")] {
        let Scene { browser, .. } = &scene_on(board, "human", "human", 3);
        wait_for_turn(browser);
        browser.js("point([...cells.keys()][0])");
        for (width, height) in [(1440, 900), (1024, 768), (390, 844)] {
            browser.resize(width, height);
            for shows in [false, true] {
                browser.js(&format!("document.getElementById('look').value = '{}'; return drawOverlay()", if shows { key } else { "" }));
                browser.wait("the legend", &format!("document.getElementById('legend').hidden !== {shows}"));
                browser.key("0");
                let whole = "(() => { const [x, y, wide, high] = whole; const at = (x, y) => new DOMPoint(x, y).matrixTransform(map.getScreenCTM()); \
                     const [a, b, area] = [at(x, y), at(x + wide, y + high), map.getBoundingClientRect()]; \
                     return a.x > area.left - 1 && a.y > area.top - 1 && b.x < area.right + 1 && b.y < area.bottom + 1; })()";
                browser.wait("the whole map", whole);
                // Nothing lies over the map, and it is not narrowed to a slit.
                let free = "['.tools', '#legend', '#about'].every((one) => { const { top, bottom } = document.querySelector(one).getBoundingClientRect(); \
                     const area = map.getBoundingClientRect(); return top === bottom || bottom <= area.top + 1 || top >= area.bottom - 1; })";
                assert!(browser.is(free), "{} {width}", board[0]);
                assert!(browser.is("map.getBoundingClientRect().height > innerHeight / 4"), "{} {width}", board[0]);
                let tools = "[...document.querySelectorAll('.tools button, .tools select')].filter((one) => one.offsetWidth > 0) \
                     .every((one) => { const { right, width } = one.getBoundingClientRect(); return width > 24 && right <= document.getElementById('map-area').getBoundingClientRect().right; })";
                assert!(browser.is(tools), "{} {width}: every tool is seen", board[0]);
                browser.shoot(&pictures(), &format!("{}-room-{width}{}", board[0], if shows { "-overlay" } else { "" }));
            }
        }
        access::check(browser);
        no_complaints(browser);
    }
}

#[test]
fn a_key_for_what_cannot_be_taken_back_asks_for_nothing() {
    let Scene { browser, .. } = &scene("human", "human", 12);
    wait_for_turn(browser);
    browser.js("document.getElementById('undo').disabled = true; window.wished = 0; const kept = wish; wish = (body) => { wished += 1; return kept(body); }");
    browser.key("u");
    assert_eq!(browser.js("return wished"), json!(0));
    no_complaints(browser);
}
