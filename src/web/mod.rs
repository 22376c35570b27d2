//! The browser face of a session: a server on the loopback, pages, and a small script. The server owns
//! the rules; a page receives the view of one side with its choices, and highlights what is in it.

mod board;
mod connections;
mod forces;
mod games;
mod guard;
mod pages;
mod rest;
mod review;
mod server;
mod story;
mod view;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use stavka_words::{Language, tr};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::exit::BadInput;

pub(crate) use games::Games;
pub(crate) use pages::board_scripts;

/// Port that a browser may remember.
const USUAL_PORT: u16 = 19421;
/// Threads that speak with browsers.
const WORKERS: usize = 2;
/// Threads that work for them.
const AT_WORK: usize = 16;

/// How long the last save may take when the program ends.
const LAST_SAVE: Duration = Duration::from_secs(20);

/// Where and how the server stands.
pub(crate) struct Stand<'a> {
    /// Address to listen on.
    pub(crate) address: IpAddr,
    /// Port, 0 for any that is free; the usual one, or any if that is taken, if none is named.
    pub(crate) port: Option<u16>,
    /// Page that is opened: of a game, or the start page.
    pub(crate) page: &'a str,
    /// Whether a browser is opened.
    pub(crate) browser: bool,
    /// The language of the pages, if the command names one; else the browser chooses.
    pub(crate) language: Option<Language>,
}

/// A server that answers while this lives.
pub(crate) struct Server {
    runtime: Runtime,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// The address is taken or not one of this machine.
    pub(crate) fn start(games: &Arc<Games>, wanted: SocketAddr, language: Option<Language>) -> anyhow::Result<Server> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .max_blocking_threads(AT_WORK)
            .enable_all()
            .build()
            .context("cannot start the server")?;
        let listener = runtime
            .block_on(TcpListener::bind(wanted))
            .map_err(|error| anyhow!(BadInput(tr!("cannot listen on {address}: {error}; name another --port", address = wanted, error))))?;
        let address = listener.local_addr()?;
        let [router, crowded] = server::router(Arc::clone(games), guard::Door(address), language);
        let serving = runtime.spawn(connections::serve(listener, router, crowded));
        Ok(Server { runtime, address, serving })
    }
}

/// Serves until Ctrl-C or until the system asks the program to end; then every game is saved.
pub(crate) fn serve(games: &Arc<Games>, stand: &Stand<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    ctrlc::set_handler(move || {
        // The server may be gone already.
        let _ = stop.send(true);
    })
    .context("cannot watch for Ctrl-C")?;
    let on = |port: u16| Server::start(games, SocketAddr::new(stand.address, port), stand.language);
    let server = match stand.port {
        Some(port) => on(port)?,
        None => on(USUAL_PORT).or_else(|_| on(0))?,
    };
    let site = format!("http://{}", to_open(server.address));
    games.tell_where(&site);
    let url = format!("{site}{}", stand.page);
    let folder = games.directory().display();
    writeln!(out, "{}\n{}", tr!("Stavka is at {url}", url), tr!("Ctrl-C ends it; every game is saved in {folder}.", folder))?;
    out.write_all(warning(server.address).as_bytes())?;
    out.flush()?;
    if stand.browser {
        open_browser(&url);
    }
    let Server { runtime, serving, .. } = server;
    let result = runtime.block_on(async {
        tokio::select! {
            ended = serving => ended.context("the server failed"),
            _ = stopped.changed() => Ok(()),
        }
    });
    // Pages that listen would keep the runtime waiting.
    runtime.shutdown_background();
    save_at_the_end(games)?;
    let troubles = games.troubles();
    if troubles.is_empty() { result } else { Err(anyhow!(troubles.join("; "))) }
}

/// Saves everything, and does not wait for ever for a disk that never answers.
fn save_at_the_end(games: &Arc<Games>) -> anyhow::Result<()> {
    let (done, saved) = channel();
    let last = Arc::clone(games);
    let saving = std::thread::Builder::new().name("last save".into()).spawn(move || {
        last.save_all();
        // Nobody waits any more if this took too long.
        let _ = done.send(());
    });
    saving.context("cannot start the saving thread")?;
    saved
        .recv_timeout(LAST_SAVE)
        .map_err(|_| anyhow!(tr!("not every game could be saved in {seconds} seconds", seconds = LAST_SAVE.as_secs())))
}

/// The address to open of a server: one that listens on every address is open on the loopback.
fn to_open(address: SocketAddr) -> SocketAddr {
    let own: IpAddr = if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    if address.ip().is_unspecified() { SocketAddr::new(own, address.port()) } else { address }
}

/// What has to be said of an address: nothing of the loopback.
fn warning(address: SocketAddr) -> String {
    if address.ip().to_canonical().is_loopback() {
        return String::new();
    }
    let exposed = tr!(
        "Warning: the board is served on {address}, beyond the loopback. Everybody who reaches it can read, play and begin games here and make this machine think, without a password, and what is sent is not encrypted.",
        address
    );
    format!("{exposed}\n")
}

/// Opens a page where a browser can be opened. The address has been printed, so nothing is lost where not.
fn open_browser(url: &str) {
    let headless =
        cfg!(all(unix, not(target_os = "macos"))) && ["DISPLAY", "WAYLAND_DISPLAY"].iter().all(|name| std::env::var_os(name).is_none());
    if headless {
        return;
    }
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new("xdg-open")
    };
    let started = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Ok(mut child) = started {
        // Somebody has to wait for it, or it stays in the process table.
        let _ = std::thread::Builder::new().name("browser".into()).spawn(move || child.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_beyond_the_loopback_says_what_it_exposes() {
        for (address, warns, opens) in [
            ("127.0.0.1:8000", false, "127.0.0.1:8000"),
            ("127.0.0.2:8000", false, "127.0.0.2:8000"),
            ("[::1]:8000", false, "[::1]:8000"),
            ("[::ffff:127.0.0.1]:8000", false, "[::ffff:127.0.0.1]:8000"),
            ("0.0.0.0:8000", true, "127.0.0.1:8000"),
            ("192.168.1.7:8000", true, "192.168.1.7:8000"),
            ("[::]:8000", true, "[::1]:8000"),
        ] {
            let address = address.parse().expect("an address");
            let told = warning(address);
            assert_eq!((told.contains("without a password"), told.is_empty()), (warns, !warns), "{address}");
            assert_eq!(to_open(address).to_string(), opens, "an address that one can open");
        }
    }
}
