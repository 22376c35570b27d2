//! Work on many threads that can be broken off.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use stavka_agents::SearchControl;

/// Works through what is pending, begun in order, on so many threads, until all is done or one of the flags is true: `cancel` is the
/// caller's, `stop` the workers' own, which also ends what is in progress.
pub(crate) fn work_through<T: Sync>(
    pending: &[T],
    threads: usize,
    cancel: &AtomicBool,
    stop: &AtomicBool,
    work: impl Fn(&T, SearchControl<'_>) + Sync,
) {
    let next = AtomicUsize::new(0);
    let take = || {
        while !stop.load(Ordering::Relaxed) && !cancel.load(Ordering::Relaxed) {
            let Some(item) = pending.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            work(item, SearchControl::NONE.cancelled_by(stop));
        }
    };
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        // Players watch one flag; this passes the caller's on to them.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if cancel.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(Duration::from_millis(20));
            }
        });
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(take)).collect();
        let ends: Vec<_> = workers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        done.store(true, Ordering::Relaxed);
        for end in ends {
            if let Err(panic) = end {
                std::panic::resume_unwind(panic);
            }
        }
    });
}
