//! A board's server and what programs say to it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::stavka;

/// A server of its own, which ends with the test.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) host: String,
}

impl Server {
    /// Starts one on a free port.
    pub(crate) fn start(directory: &Path) -> Server {
        Server::with(directory, &[])
    }

    /// The same with more arguments.
    pub(crate) fn with(directory: &Path, more: &[&str]) -> Server {
        let mut command = stavka(directory);
        command.args(["play", "--no-browser"]).args(if more.is_empty() { &["--port", "0"] } else { more });
        Server::spawn(command)
    }

    /// The command without arguments and without a terminal.
    pub(crate) fn bare(directory: &Path) -> Server {
        let mut command = stavka(directory);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        Server::spawn(command)
    }

    /// One that can write no file longer than nothing.
    pub(crate) fn without_space(directory: &Path) -> Server {
        let plain = stavka(directory);
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -f 0; exec \"$0\" play --no-browser --port 0"]).arg(plain.get_program()).current_dir(directory);
        command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
        Server::spawn(command)
    }

    /// Tells it to end, and whether it ended well.
    pub(crate) fn end(&mut self) -> bool {
        let signal = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().expect("kill runs");
        assert!(signal.success());
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it is a child") {
                return status.success();
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "the server does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn spawn(mut command: Command) -> Server {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the command starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("standard output is a pipe")).read_line(&mut line).expect("the server says where it is");
        let address = line.trim().strip_prefix("Stavka is at http://").unwrap_or_else(|| panic!("{line:?}"));
        let host = address.split('/').next().expect("an address has a host").to_owned();
        Server { child, host }
    }

    /// Sends bytes as they are and gives what comes back.
    pub(crate) fn raw(&self, bytes: &[u8]) -> std::io::Result<String> {
        self.send(bytes, false)
    }

    /// The same, with the answer as it is.
    pub(crate) fn raw_bytes(&self, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
        self.exchange(bytes, false)
    }

    /// The same as text, and says that nothing more will come.
    pub(crate) fn send(&self, bytes: &[u8], hang_up: bool) -> std::io::Result<String> {
        Ok(String::from_utf8_lossy(&self.exchange(bytes, hang_up)?).into_owned())
    }

    fn exchange(&self, bytes: &[u8], hang_up: bool) -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        stream.write_all(bytes)?;
        if hang_up {
            stream.shutdown(Shutdown::Write)?;
        }
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(answer)
    }

    /// Sends a request and goes away without waiting for the answer.
    pub(crate) fn hang_up_after(&self, bytes: &[u8]) {
        let mut stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.write_all(bytes).expect("it reads");
        stream.shutdown(Shutdown::Both).expect("a connection can be ended");
    }

    /// Asks, with headers of one's own. Gives status and body.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("http://{}{path}", self.host));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.to_owned()).expect("a request of the tests is well formed");
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0).build().into();
        let mut answer = agent.run(request).unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        let status = answer.status().as_u16();
        (status, answer.body_mut().read_to_string().unwrap_or_else(|error| panic!("{method} {path}: {error}")))
    }

    /// Status and body of a page.
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        self.request("GET", path, &[], "")
    }

    /// What a page loads before its scripts run: its scripts, styles and icon.
    pub(crate) fn assets_of(page: &str) -> Vec<String> {
        let quoted = page.split('"').filter(|part| part.starts_with("/assets/"));
        quoted.map(str::to_owned).collect()
    }

    /// An answer in JSON.
    pub(crate) fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap_or_else(|error| panic!("{path}: {error}: {body}"))
    }

    /// Sends JSON; gives status and answer.
    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, answer) = self.request("POST", path, &[("Content-Type", "application/json")], &body.to_string());
        (status, serde_json::from_str(&answer).unwrap_or(Value::String(answer)))
    }

    /// Begins a game and gives its id.
    pub(crate) fn begin(&self, axis: &str, soviet: &str, seed: u64) -> String {
        self.begin_on(["armir", "historical"], axis, soviet, seed)
    }

    /// Begins a game on a board, that is a game and a scenario.
    pub(crate) fn begin_on(&self, [game, scenario]: [&str; 2], axis: &str, soviet: &str, seed: u64) -> String {
        let new = json!({ "game": game, "scenario": scenario, "axis": axis, "soviet": soviet, "seed": seed });
        let (status, answer) = self.post("/games", &new);
        assert_eq!(status, 200, "{answer}");
        let id = answer["id"].as_str().expect("a game has an id").to_owned();
        // Tests need no time to look.
        assert_eq!(self.post(&format!("/game/{id}/pace"), &json!({ "pace": 0 })).0, 200);
        id
    }

    /// The view once a person is to choose.
    #[track_caller]
    pub(crate) fn turn_of_person(&self, id: &str) -> Value {
        let begun = Instant::now();
        loop {
            let view = self.json(&format!("/game/{id}/view"));
            if view["mine"] == true || view["over"] == true {
                return view;
            }
            assert!(begun.elapsed() < Duration::from_mins(2), "the computer never ends its turn: {}", view["prompt"]);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until so many actions of a game are on file.
    #[track_caller]
    pub(crate) fn wait_until_saved(directory: &Path, id: &str, actions: &Value) {
        let saved = super::games(directory).join(format!("{id}.stavka"));
        let begun = Instant::now();
        while !std::fs::read_to_string(&saved).is_ok_and(|text| text.contains(&format!("\nend {actions} "))) {
            assert!(begun.elapsed() < Duration::from_secs(20), "{} is never saved", saved.display());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Makes a choice and gives the new view.
    pub(crate) fn act(&self, id: &str, view: &Value, action: &Value) -> Value {
        let (status, view) = self.post(&format!("/game/{id}/wish"), &json!({ "version": view["version"], "act": action }));
        assert_eq!(status, 200, "{action}: {view}");
        view
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
