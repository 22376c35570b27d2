//! The browser face of a session: a server on the loopback, pages, and a small script. The server owns
//! the rules; a page receives the view of one side with its choices, and highlights what is in it.

mod board;
mod doorman;
mod games;
mod guard;
mod pages;
mod review;
mod server;
mod view;

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, anyhow};

use crate::exit::BadInput;

pub(crate) use games::Games;

/// Where and how the server stands.
pub(crate) struct Stand<'a> {
    /// Address to listen on.
    pub(crate) address: IpAddr,
    /// Port; 0 for any that is free.
    pub(crate) port: u16,
    /// Page that is opened: of a game, or the start page.
    pub(crate) page: &'a str,
    /// Whether a browser is opened.
    pub(crate) browser: bool,
}

/// Serves until Ctrl-C or until the system asks the program to end; then every game is saved.
pub(crate) fn serve(games: &Arc<Games>, stand: &Stand<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()
        .context("cannot start the server")?;
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    ctrlc::set_handler(move || {
        // The server may be gone already.
        let _ = stop.send(true);
    })
    .context("cannot watch for Ctrl-C")?;
    let result = runtime.block_on(async {
        let wanted = SocketAddr::new(stand.address, stand.port);
        let listener = tokio::net::TcpListener::bind(wanted)
            .await
            .map_err(|error| anyhow!(BadInput(format!("cannot listen on {wanted}: {error}; name another --port"))))?;
        let address = listener.local_addr()?;
        let url = format!("http://{address}{}", stand.page);
        writeln!(out, "Stavka is at {url}\nCtrl-C ends it; every game is saved.")?;
        out.flush()?;
        if stand.browser {
            open_browser(&url);
        }
        let router = server::router(Arc::clone(games), guard::Door(address));
        let serving = axum::serve(doorman::Doorman::new(listener), router);
        tokio::select! {
            ended = async { serving.await } => ended.context("the server failed"),
            _ = stopped.changed() => Ok(()),
        }
    });
    // Pages that listen would keep the runtime waiting.
    runtime.shutdown_background();
    games.save_all();
    if let Some(trouble) = games.trouble() {
        return Err(anyhow!(trouble));
    }
    result
}

/// Opens a page where a browser can be opened. The address has been printed, so nothing is lost where not.
fn open_browser(url: &str) {
    let headless = cfg!(all(unix, not(target_os = "macos"))) && ["DISPLAY", "WAYLAND_DISPLAY"].iter().all(|name| std::env::var_os(name).is_none());
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

/// The directory of saved games, if none is named.
pub(crate) fn default_directory() -> &'static Path {
    Path::new("stavka-games")
}
