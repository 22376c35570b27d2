//! `stavka bench --web`: how long the board's server takes to answer a page on the same machine.

use std::io::{BufRead as _, BufReader, Read as _, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use serde_json::{Value, json};
use stavka_engine::Dice;

use super::{Options, SEED};
use crate::commands::{Format, print_json, print_row};
use crate::render::theme::Theme;
use crate::scenarios::find;
use crate::session::{HUMAN, Session, Setup};
use crate::web::{Games, Server, board_scripts};

/// What was measured.
#[derive(Serialize, Debug)]
struct Report {
    game: &'static str,
    /// Everything that a page loads before it shows the board.
    page_bytes: usize,
    page_ms: f64,
    /// A choice sent, carried out, and the new view received.
    choices: usize,
    choice_mean_ms: f64,
    choice_p99_ms: f64,
    choice_worst_ms: f64,
    view_mean_bytes: usize,
    optimised: bool,
}

/// Two people choose at random through the server until the time is up.
pub(super) fn run<G: Theme>(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let directory = tempfile::tempdir().context("cannot make a directory for the games")?;
    let games = Games::open(directory.path())?;
    let server = Server::start(&games, SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), None)?;
    let mut line = Line::open(server.address)?;
    let mut dice = Dice::new(SEED);
    let mut times: Vec<f64> = Vec::new();
    let mut bytes = 0;
    let mut page = None;
    let begun = Instant::now();
    let mut seed = SEED;
    while begun.elapsed() < Duration::from_secs_f64(options.seconds) {
        let found = find::<G>(options.scenario.as_deref())?;
        let session = Session::<G>::begin(found, &Setup { seed, players: [HUMAN; 2], file: None })?;
        let id = games.add(&format!("bench-{seed}"), None, session)?;
        if page.is_none() {
            page = Some(page_load::<G>(&mut line, &id)?);
        }
        let mut view: Value = serde_json::from_str(&line.ask("GET", &format!("/game/{id}/view"), "")?)?;
        while let Some(choices) = view["choices"].as_array().filter(|choices| !choices.is_empty()) {
            if begun.elapsed() >= Duration::from_secs_f64(options.seconds) {
                break;
            }
            let choice = &choices[dice.below(choices.len() as u32) as usize]["do"];
            let body = json!({ "version": view["version"], "act": choice }).to_string();
            let sent = Instant::now();
            let answer = line.ask("POST", &format!("/game/{id}/wish"), &body)?;
            times.push(sent.elapsed().as_secs_f64() * 1000.0);
            bytes += answer.len();
            view = serde_json::from_str(&answer)?;
        }
        seed += 1;
    }
    let (page_bytes, page_ms) = page.context("no time was given")?;
    times.sort_by(f64::total_cmp);
    let last = times.len().checked_sub(1).context("no choice was made in the time given")?;
    let report = Report {
        game: G::GAME,
        page_bytes,
        page_ms,
        choices: times.len(),
        choice_mean_ms: times.iter().sum::<f64>() / times.len() as f64,
        choice_p99_ms: times[last * 99 / 100],
        choice_worst_ms: times[last],
        view_mean_bytes: bytes / times.len(),
        optimised: !cfg!(debug_assertions),
    };
    if options.format == Format::Json {
        return print_json(&report, out);
    }
    let time = |value: f64| format!("{value:>10.2} ms");
    print_row("page", format!("{:>10} bytes in {:.2} ms", report.page_bytes, report.page_ms), out)?;
    print_row("choices", format!("{:>10}", report.choices), out)?;
    print_row("round trip, mean", time(report.choice_mean_ms), out)?;
    print_row("round trip, 99 of 100", time(report.choice_p99_ms), out)?;
    print_row("round trip, worst", time(report.choice_worst_ms), out)?;
    print_row("view, mean", format!("{:>10} bytes", report.view_mean_bytes), out)
}

/// Bytes and milliseconds of everything that the page of a game loads.
fn page_load<G: Theme>(line: &mut Line, id: &str) -> anyhow::Result<(usize, f64)> {
    let begun = Instant::now();
    let mut bytes = 0;
    let theme = format!("{}.css", G::NAME);
    let files = ["page.js", "board.css", &theme, "icon.svg"].into_iter().chain(board_scripts::<G>().iter().copied());
    let assets: Vec<String> = files.map(|name| format!("/assets/{name}")).collect();
    let own = ["", "/ground", "/view"].map(|part| format!("/game/{id}{part}"));
    for path in own.iter().chain(&assets) {
        bytes += line.ask("GET", path, "")?.len();
    }
    Ok((bytes, begun.elapsed().as_secs_f64() * 1000.0))
}

/// A connection that stays open, as a browser keeps it.
struct Line {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
}

impl Line {
    fn open(address: SocketAddr) -> anyhow::Result<Line> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Line { stream: BufReader::new(stream), address })
    }

    /// Asks and gives the body of the answer, which must be a good one.
    fn ask(&mut self, method: &str, path: &str, body: &str) -> anyhow::Result<String> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head)? == 0 {
                return Err(anyhow!("the server hung up"));
            }
        }
        let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse::<usize>().ok());
        let mut answer = vec![0; length.context("an answer without a length")?];
        self.stream.read_exact(&mut answer)?;
        let answer = String::from_utf8(answer)?;
        if head.starts_with("HTTP/1.1 200") { Ok(answer) } else { Err(anyhow!("{path}: {answer}")) }
    }
}
