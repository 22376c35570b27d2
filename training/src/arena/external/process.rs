//! A bot's process and the three threads that keep the arena from waiting on its pipes.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use stavka_agents::SearchControl;

use super::super::roster::Program;
use super::super::seat::{Fault, NoChoice};
use super::excerpt;

/// Longest line that a bot may write, in bytes.
const LINE_LIMIT: usize = 64 * 1024;
/// Most of a bot's standard error that is kept, in bytes.
const LOG_LIMIT: u64 = 64 * 1024;
/// Lines of a bot that wait to be read; past that its pipe fills up and it waits.
const HEARD: usize = 2;
/// Messages that wait to be written. A bot that reads what it is sent never has more waiting.
const UNSAID: usize = 8;
/// How often a wait looks whether it has been cancelled.
const GLANCE: Duration = Duration::from_millis(50);
/// Time that a bot has to end by itself.
const LEAVE: Duration = Duration::from_millis(500);
/// Time that the end of a program may take after its output was closed.
const ENDING: Duration = Duration::from_millis(200);

/// A running bot. Dropping it kills the process and all that it has started.
pub(super) struct Process {
    child: Child,
    /// `None` once its standard input is to be closed.
    outbox: Option<SyncSender<String>>,
    inbox: Receiver<Heard>,
    /// Closed once the log is complete.
    logged: Receiver<()>,
}

/// What the reading thread has come upon.
enum Heard {
    Line(String),
    NotText(String),
    TooLong,
    Closed,
}

impl Process {
    /// Starts the program. What it says on standard error goes to `log`.
    pub(super) fn start(program: &Program, log: PathBuf) -> std::io::Result<Process> {
        let file = program.file().ok_or(std::io::ErrorKind::NotFound)?;
        let mut command = Command::new(file);
        command.args(&program.command[1..]).current_dir(&program.directory);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // A group of its own can be killed as a whole, and the terminal's Ctrl-C does not reach it.
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take()).zip(child.stderr.take());
        let ((stdin, stdout), stderr) = pipes.expect("all three were asked for as pipes");
        let (outbox, unsaid) = sync_channel(UNSAID);
        let (heard, inbox) = sync_channel(HEARD);
        let (logging, logged) = sync_channel::<()>(0);
        // Nobody need wait for these threads: they end with their pipes, and those with the process.
        thread::spawn(move || speak(stdin, &unsaid));
        thread::spawn(move || listen(stdout, &heard));
        thread::spawn(move || {
            keep_log(stderr, &log);
            drop(logging);
        });
        Ok(Process { child, outbox: Some(outbox), inbox, logged })
    }

    /// Sends a message, without waiting until it has been read.
    pub(super) fn say(&mut self, message: &impl Serialize) -> Result<(), Fault> {
        let mut line = serde_json::to_string(message).expect("messages have nothing that JSON lacks");
        line.push('\n');
        match self.outbox.as_ref().map(|outbox| outbox.try_send(line)) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Fault::Deaf),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.ended()),
        }
    }

    /// Waits for a line until the deadline, which is the end of the named limit.
    pub(super) fn hear(
        &mut self,
        deadline: Instant,
        (limit, what): (Duration, &'static str),
        control: SearchControl<'_>,
    ) -> Result<String, NoChoice> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.inbox.recv_timeout(left.min(GLANCE)) {
                Ok(heard) => return Ok(self.line(heard)?),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended().into()),
                Err(RecvTimeoutError::Timeout) if control.is_cancelled() => return Err(NoChoice::Cancelled),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Fault::OutOfTime { what, limit }.into()),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Whether the bot has said nothing since its last answer was heard.
    pub(super) fn expect_silence(&mut self) -> Result<(), Fault> {
        match self.inbox.try_recv() {
            Err(TryRecvError::Empty) => Ok(()),
            Err(TryRecvError::Disconnected) => Err(self.ended()),
            Ok(heard) => Err(self.line(heard).map_or_else(|fault| fault, |line| Fault::Early { line: excerpt(&line) })),
        }
    }

    /// Closes the bot's standard input and gives it a moment to end by itself.
    pub(super) fn leave(&mut self) {
        self.outbox = None;
        self.wait(LEAVE);
    }

    fn line(&mut self, heard: Heard) -> Result<String, Fault> {
        match heard {
            Heard::Line(line) => Ok(line),
            Heard::NotText(line) => Err(Fault::Nonsense { line: excerpt(&line), problem: "expected text in UTF-8".to_owned() }),
            Heard::TooLong => Err(Fault::Flood { limit: LINE_LIMIT }),
            Heard::Closed => Err(self.ended()),
        }
    }

    /// What the end of the bot's output means.
    fn ended(&mut self) -> Fault {
        if !self.wait(ENDING) {
            return Fault::Silent;
        }
        match self.kill() {
            Some(status) => Fault::Ended { status },
            None => Fault::Silent,
        }
    }

    /// Waits until the program has ended, at most for a time. It is not reaped yet, so that its group keeps its number.
    fn wait(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while !self.has_ended() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills whatever is left and reaps the program; says how it ended. Does nothing the second time.
    fn kill(&mut self) -> Option<String> {
        #[cfg(unix)]
        if !self.is_reaped() {
            // An error means that nobody is left in the group.
            let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(&self.child), rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        self.child.wait().ok().map(|status| status.to_string())
    }

    /// Whether the system has forgotten the program, so that its number may be another's.
    #[cfg(unix)]
    fn is_reaped(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(Pid::from_child(&self.child)), options).is_err()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        // What it said at last is often the most telling. Only somebody who has left its group could still hold the pipe.
        let _ = self.logged.recv_timeout(ENDING);
    }
}

/// Writes messages until there are no more, or nobody reads them.
fn speak(mut stdin: ChildStdin, unsaid: &Receiver<String>) {
    for message in unsaid {
        if stdin.write_all(message.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the output ends, nobody wants them, or one is too long.
fn listen(stdout: ChildStdout, heard: &SyncSender<Heard>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LINE_LIMIT as u64 + 1).read_until(b'\n', &mut line);
        let found = match read {
            Ok(0) | Err(_) => Heard::Closed,
            Ok(_) if line.len() > LINE_LIMIT => Heard::TooLong,
            Ok(_) => match String::from_utf8(line) {
                Ok(line) => Heard::Line(line.trim().to_owned()),
                Err(error) => Heard::NotText(String::from_utf8_lossy(error.as_bytes()).into_owned()),
            },
        };
        let last = matches!(found, Heard::Closed | Heard::TooLong);
        if heard.send(found).is_err() || last {
            return;
        }
    }
}

/// Keeps the beginning of what a bot says on standard error, and lets the rest go by.
fn keep_log(mut stderr: ChildStderr, path: &Path) {
    let mut first = [0];
    if !matches!(stderr.read(&mut first), Ok(1)) {
        return;
    }
    if let Ok(mut file) = File::create(path) {
        let beginning = file.write_all(&first);
        let _ = beginning.and_then(|()| std::io::copy(&mut stderr.by_ref().take(LOG_LIMIT - 1), &mut file));
    }
    let _ = std::io::copy(&mut stderr, &mut std::io::sink());
}
