//! Chromium as a person uses it, through its driver and the protocol of web drivers.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Name under which the protocol passes elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What a slow machine is given until a page does what is expected of it.
const PATIENCE: Duration = Duration::from_secs(40);

/// A driver of its own, which ends with the test.
pub(crate) struct Driver {
    child: Child,
    url: String,
}

impl Driver {
    /// Starts one; `None` where it is not installed. A driver ends at once where another program has just taken
    /// the port that it chose; then the next one chooses anew.
    pub(crate) fn start() -> Option<Driver> {
        for _ in 0..5 {
            let mut child = Command::new("chromedriver").args(["--port=0"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
            let mut lines = BufReader::new(child.stdout.take().expect("standard output is a pipe")).lines().map_while(Result::ok);
            if let Some(port) = lines.find_map(|line| Some(line.split_once("started successfully on port ")?.1.to_owned())) {
                return Some(Driver { child, url: format!("http://127.0.0.1:{}", port.trim_end_matches('.')) });
            }
            child.wait().expect("a driver that says nothing has ended");
        }
        panic!("no driver says its port");
    }

    /// Opens a window of this size.
    pub(crate) fn browser(&self, width: u32, height: u32) -> Browser {
        let options = json!({ "args": [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            format!("--window-size={width},{height}"),
        ] });
        let wanted =
            json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } } } });
        let session = ask("POST", &format!("{}/session", self.url), Some(&wanted));
        let id = session["sessionId"].as_str().expect("a session has an id");
        let browser = Browser { url: format!("{}/session/{id}", self.url) };
        browser.resize(width, height);
        browser
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn ask(method: &str, url: &str, body: Option<&Value>) -> Value {
    try_ask(method, url, body).unwrap_or_else(|message| panic!("{method} {url} {body:?}: {message}"))
}

/// The driver's answer, or the message of its refusal.
fn try_ask(method: &str, url: &str, body: Option<&Value>) -> Result<Value, String> {
    let request = ureq::http::Request::builder().method(method).uri(url).header("Content-Type", "application/json");
    let request = request.body(body.map(Value::to_string).unwrap_or_default()).expect("a request of the tests is well formed");
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut answer = agent.run(request).unwrap_or_else(|error| panic!("{method} {url}: {error}"));
    let status = answer.status();
    let text = answer.body_mut().with_config().limit(64 << 20).read_to_string().expect("the driver answers in text");
    let mut answer: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    if !status.is_success() {
        return Err(answer["value"]["message"].to_string());
    }
    Ok(answer["value"].take())
}

/// A browser window.
pub(crate) struct Browser {
    url: String,
}

impl Browser {
    fn post(&self, path: &str, body: &Value) -> Value {
        ask("POST", &format!("{}/{path}", self.url), Some(body))
    }

    /// Goes to a page, and waits for its scripts: under load the driver may answer while the tab is still empty.
    pub(crate) fn go(&self, url: &str) {
        self.post("url", &json!({ "url": url }));
        self.wait("the page", &format!("location.protocol === new URL('{url}').protocol && document.readyState === 'complete'"));
    }

    /// Says that the person wants less motion.
    pub(crate) fn reduce_motion(&self) {
        let features = json!([{ "name": "prefers-reduced-motion", "value": "reduce" }]);
        self.post("goog/cdp/execute", &json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": features } }));
    }

    /// Opens another tab and turns to it.
    pub(crate) fn new_tab(&self) {
        let tab = self.post("window/new", &json!({ "type": "tab" }));
        self.turn_to(&tab["handle"]);
    }

    /// Opens another window and turns to it.
    pub(crate) fn new_window(&self) {
        let window = self.post("window/new", &json!({ "type": "window" }));
        self.turn_to(&window["handle"]);
    }

    /// All windows and tabs.
    pub(crate) fn windows(&self) -> Vec<Value> {
        ask("GET", &format!("{}/window/handles", self.url), None).as_array().cloned().unwrap_or_default()
    }

    /// Turns to a window or a tab.
    pub(crate) fn turn_to(&self, window: &Value) {
        self.post("window", &json!({ "handle": window }));
    }

    /// Turns to the tab that was opened first.
    pub(crate) fn first_tab(&self) {
        self.turn_to(&self.windows()[0]);
    }

    /// Runs a script; `return` gives its value, promises are waited for.
    pub(crate) fn js(&self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// A script's answer to a yes-or-no question.
    pub(crate) fn is(&self, condition: &str) -> bool {
        self.js(&format!("return Boolean({condition})")) == Value::Bool(true)
    }

    /// Waits until something is so. A page that is just being replaced has no answer yet.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, condition: &str) {
        let begun = Instant::now();
        let url = format!("{}/execute/sync", self.url);
        let question = json!({ "script": format!("return Boolean({condition})"), "args": [] });
        loop {
            let answer = try_ask("POST", &url, Some(&question));
            if answer == Ok(Value::Bool(true)) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{what} never comes true: {condition}: {answer:?}");
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Presses and releases a key.
    pub(crate) fn key(&self, key: &str) {
        let press = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        self.post("actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": press }] }));
    }

    /// Clicks at a point of the window.
    pub(crate) fn click_at(&self, x: f64, y: f64) {
        self.press_at("mouse", x, y);
    }

    /// Taps with a finger at a point of the window.
    pub(crate) fn tap_at(&self, x: f64, y: f64) {
        self.press_at("touch", x, y);
    }

    fn press_at(&self, pointer: &str, x: f64, y: f64) {
        let moves = json!([
            { "type": "pointerMove", "x": x.round() as i64, "y": y.round() as i64, "duration": 0 },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let pointer = json!({ "type": "pointer", "id": pointer, "parameters": { "pointerType": pointer }, "actions": moves });
        self.post("actions", &json!({ "actions": [pointer] }));
    }

    /// Taps an element.
    pub(crate) fn tap(&self, selector: &str) {
        let at = self.js(&format!(
            "const {{ left, top, width, height }} = document.querySelector('{selector}').getBoundingClientRect(); return [left + width / 2, top + height / 2]"
        ));
        let [x, y] = [&at[0], &at[1]].map(|number| number.as_f64().expect("an element has a place"));
        self.tap_at(x, y);
    }

    /// Clicks twice at a point of the window, as fast as a hand does; the browser keeps the time between, however slow the machine is.
    pub(crate) fn double_click_at(&self, x: f64, y: f64) {
        let [down, up] = ["pointerDown", "pointerUp"].map(|kind| json!({ "type": kind, "button": 0 }));
        let there = json!({ "type": "pointerMove", "x": x.round() as i64, "y": y.round() as i64, "duration": 0 });
        let moves = json!([there, down, up, { "type": "pause", "duration": 80 }, down, up]);
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": moves });
        self.post("actions", &json!({ "actions": [mouse] }));
    }

    /// Moves the mouse to a point of the window.
    pub(crate) fn point_at(&self, x: f64, y: f64) {
        let moves = json!([{ "type": "pointerMove", "x": x.round() as i64, "y": y.round() as i64, "duration": 0 }]);
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": moves });
        self.post("actions", &json!({ "actions": [mouse] }));
    }

    /// Does something to an element. One that the page has just drawn anew is looked up again, as a person
    /// would; every other refusal fails the test.
    #[track_caller]
    fn on_element(&self, selector: &str, act: &str, body: &Value) {
        let begun = Instant::now();
        loop {
            let found = self.post("element", &json!({ "using": "css selector", "value": selector }));
            let element = found[ELEMENT].as_str().unwrap_or_else(|| panic!("{selector}: {found}"));
            match try_ask("POST", &format!("{}/element/{element}/{act}", self.url), Some(body)) {
                Ok(_) => return,
                Err(message) if message.contains("stale element reference") && begun.elapsed() < PATIENCE => {}
                Err(message) => panic!("{act} on {selector}: {message}"),
            }
        }
    }

    /// Drags the mouse from a point of the window to another.
    pub(crate) fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        let go = |(x, y): (f64, f64)| json!({ "type": "pointerMove", "duration": 50, "x": x as i64, "y": y as i64 });
        let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        let steps = json!([go(from), { "type": "pointerDown", "button": 0 }, go(middle), go(to), { "type": "pointerUp", "button": 0 }]);
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": steps });
        self.post("actions", &json!({ "actions": [mouse] }));
    }

    /// Clicks an element.
    #[track_caller]
    pub(crate) fn click(&self, selector: &str) {
        self.on_element(selector, "click", &json!({}));
    }

    /// Types into an element; a file field takes a path.
    #[track_caller]
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        self.on_element(selector, "value", &json!({ "text": text }));
    }

    /// Changes the size of the page.
    pub(crate) fn resize(&self, width: u32, height: u32) {
        let shape = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.post("goog/cdp/execute", &json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": shape }));
    }

    /// Keeps a picture of the page, as the browser encodes it, in base 64.
    pub(crate) fn picture(&self) -> String {
        ask("GET", &format!("{}/screenshot", self.url), None).as_str().expect("a picture is text").to_owned()
    }

    /// Writes a picture of the page into a directory.
    pub(crate) fn shoot(&self, directory: &Path, name: &str) {
        std::fs::create_dir_all(directory).expect("a directory for pictures can be made");
        let bytes = decoded(&self.picture());
        std::fs::write(directory.join(format!("{name}.png")), bytes).expect("a picture can be written");
    }

    /// What the console says of errors since this was last asked.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.post("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.into_iter().filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Also after a failed test, or the browser would stay behind.
        let _ = ureq::delete(&self.url).call();
    }
}

/// Base 64 as the protocol uses it.
fn decoded(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let letters: Vec<u8> = text.bytes().filter_map(value).collect();
    let group = |four: &[u8]| {
        let bits = four.iter().fold(0_u32, |bits, &letter| bits << 6 | u32::from(letter)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    letters.chunks(4).flat_map(group).collect()
}
