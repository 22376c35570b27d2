//! What a person waits for, in milliseconds: the first paint of a board, a click until its effect is drawn, and a frame while the map is
//! dragged. It prints and never fails for being slow: `cargo test --release -p stavka --test it browser_pace -- --nocapture`.

use crate::browser::{Scene, rest, scene_on, version, wait_for_turn};
use crate::common::driver::Browser;

/// Loads of a page, and clicks on it.
const LOADS: usize = 5;
const CLICKS: usize = 15;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Milliseconds from the click on the first choice until the frame after the one in which its effect is drawn.
fn click(browser: &Browser) -> f64 {
    let before = version(browser);
    rest(browser);
    browser.js("delete window.drawn");
    browser.click("#choices [data-do]");
    if browser.is("armed") {
        rest(browser);
        browser.click("#confirm-do");
    }
    browser.wait("the effect", &format!("view.version !== {before} && window.drawn !== undefined"));
    browser.js("return drawn").as_f64().expect("a number")
}

/// Milliseconds of script and layout of a frame while the map is dragged, at a width of the map that is seen.
fn frame(browser: &Browser, width: u32) -> f64 {
    browser.js(&format!("setBox([whole[0] + whole[2] * 0.3, whole[1] + whole[3] * 0.4, {width}])"));
    let times = browser.js(
        "const times = []; for (let at = 0; at < 60; at += 1) { const began = performance.now(); pan(at < 30 ? -6 : 6, at < 30 ? -3 : 3); \
         map.getBoundingClientRect(); times.push(performance.now() - began); } return times",
    );
    median(times.as_array().expect("a list").iter().map(|time| time.as_f64().expect("a number")).collect())
}

#[test]
fn what_a_person_waits_for_is_printed() {
    let boards = [
        (["armir", "historical"], "ARMIR"),
        (["east-front", "tartar-trench"], "East Front"),
        (["across-the-bug", "delayed"], "Across the Bug River"),
        (["blocks-in-the-east", "barbarossa"], "Blocks in the East"),
    ];
    for (board, name) in boards {
        let Scene { browser, server, id, .. } = &scene_on(board, "human", "human", 12);
        let load = || {
            browser.go(&format!("http://{}/game/{id}", server.host));
            browser.wait(
                "the first paint",
                "performance.getEntriesByName('first-contentful-paint').length > 0 && document.body.dataset.ready",
            );
            let times = browser.js("return [performance.getEntriesByName('first-contentful-paint')[0].startTime, performance.now()]");
            times[0].as_f64().expect("a number")
        };
        let paint = median((0..LOADS).map(|_| load()).collect());
        browser.js("const kept = drawPanels; addEventListener('click', (event) => { window.clicked = event.timeStamp; }, true); \
             drawPanels = () => { kept(); const at = clicked; requestAnimationFrame(() => setTimeout(() => { window.drawn = performance.now() - at; })); }");
        wait_for_turn(browser);
        let clicks = median((0..CLICKS).map(|_| click(browser)).collect());
        let build = if cfg!(debug_assertions) { "debug" } else { "release" };
        for width in [700, 1500, 3000] {
            let counters = browser.js("return shown.counters.length");
            println!("frame {name}: {:.1} ms, {counters} counters, {width} units of the map seen", frame(browser, width));
        }
        println!("first paint {name} median of {LOADS}: {paint:.0} ms, click {clicks:.0} ms (median of {CLICKS}, {build} build)");
    }
}
