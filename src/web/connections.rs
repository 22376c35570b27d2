//! Takes connections and serves them: so many at a time, and none that does not say what it wants in time, or does not read what it
//! asked for.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep, timeout};

/// Most connections at a time. Those who come then are told so.
const MOST: usize = 400;
/// Connections beside them: they get an answer about the server's health, and else that it is crowded.
const SPARE: usize = 64;
/// How long a connection may take from its beginning, or from its last answer, to the end of the headers of a request.
const HEADERS_LIMIT: Duration = Duration::from_secs(10);
/// How long one of those beside them may take for everything.
const SPARE_LIMIT: Duration = Duration::from_secs(3);
/// How long an answer may wait until its next part is taken ...
const READING_LIMIT: Duration = Duration::from_secs(20);
/// ... of at least so many bytes, unless it is the rest.
const LEAST_READ: usize = 64 << 10;

/// Serves connections until it is dropped; those beyond the number that it takes get what `crowded` answers.
pub(super) async fn serve(mut listener: TcpListener, router: Router, crowded: Router) {
    let places = Arc::new(Semaphore::new(MOST));
    let spare = Arc::new(Semaphore::new(SPARE));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS_LIMIT);
    loop {
        // This accept waits out errors such as too many open files.
        let (stream, _) = Listener::accept(&mut listener).await;
        // Answers are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let (place, router, limit) = match Arc::clone(&places).try_acquire_owned() {
            Ok(place) => (place, &router, None),
            Err(_) => (Arc::clone(&spare).acquire_owned().await.expect("the semaphore is never closed"), &crowded, Some(SPARE_LIMIT)),
        };
        let stream = TokioIo::new(Impatient::new(stream));
        let connection = http.serve_connection(stream, TowerToHyperService::new(router.clone()));
        tokio::spawn(async move {
            // A visitor who goes away or is cut off has nobody to be told.
            match limit {
                Some(limit) => drop(timeout(limit, connection).await),
                None => drop(connection.await),
            }
            drop(place);
        });
    }
}

/// A stream that is given up when what is written is not read in time.
struct Impatient<S> {
    stream: S,
    /// Since something could not be written at once: when patience ends, and how much has been written.
    waiting: Option<(Pin<Box<Sleep>>, usize)>,
}

impl<S> Impatient<S> {
    fn new(stream: S) -> Self {
        Impatient { stream, waiting: None }
    }

    /// What comes of trying to write so many bytes.
    fn judge(&mut self, context: &mut Context<'_>, tried: usize, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match result {
            Poll::Ready(Ok(written)) => {
                let sum = self.waiting.as_ref().map_or(0, |(_, sum)| sum + written);
                if written >= tried || sum >= LEAST_READ {
                    self.waiting = None;
                } else if let Some((_, so_far)) = &mut self.waiting {
                    *so_far = sum;
                }
                Poll::Ready(Ok(written))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let (end, _) = self.waiting.get_or_insert_with(|| (Box::pin(sleep(READING_LIMIT)), 0));
                match end.as_mut().poll(context) {
                    Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                    Poll::Pending => Poll::Pending,
                }
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Impatient<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Impatient<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, bytes.len(), result)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, parts: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.judge(context, parts.iter().map(|part| part.len()).sum(), result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
