//! Takes connections and serves them: so many at a time, and none that does not say what it wants in time.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Most connections at a time; the next ones wait at the door.
const MOST: usize = 400;
/// How long a connection may take from its beginning, or from its last answer, to the end of the headers of a request.
const HEADERS_LIMIT: Duration = Duration::from_secs(10);

/// Serves connections until it is dropped.
pub(super) async fn serve(mut listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS_LIMIT);
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("the semaphore is never closed");
        // This accept waits out errors such as too many open files.
        let (stream, _) = Listener::accept(&mut listener).await;
        // Answers are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        tokio::spawn(async move {
            // A visitor who goes away or is cut off has nobody to be told.
            let _ = connection.await;
            drop(place);
        });
    }
}
