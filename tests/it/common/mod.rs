//! Running the command as a user does.

pub(crate) mod access;
pub(crate) mod driver;
pub(crate) mod server;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The command in a directory of its own, without colours. The user's data lie there too.
pub(crate) fn stavka(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stavka"));
    command.current_dir(directory).env("LC_ALL", "C").env("NO_COLOR", "1").env("XDG_DATA_HOME", directory.join(DATA));
    command
}

/// The user's data, in the directory of a test.
const DATA: &str = "data";

/// The folder of the user's games.
pub(crate) fn games(directory: &Path) -> PathBuf {
    directory.join(DATA).join("stavka").join("games")
}

/// A run that has ended.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    fn new(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Checks that the run succeeded and said nothing on standard error.
    #[track_caller]
    pub(crate) fn good(self) -> Self {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self
    }

    /// Checks the exit code and that standard error is one message with all the words.
    #[track_caller]
    pub(crate) fn fails(self, code: i32, words: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "{word:?} is missing in: {}", self.err);
        }
        self
    }

    /// Checks that the output contains all the words.
    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.out.contains(word), "{word:?} is missing in:\n{}", self.out);
        }
        self
    }

    /// The output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in: {}", self.out))
    }
}

/// Runs the command with a closed standard input.
pub(crate) fn run(directory: &Path, arguments: &[&str]) -> Run {
    let output = stavka(directory).args(arguments).stdin(Stdio::null()).output().expect("the command starts");
    Run::new(&output)
}

/// Runs the command with text on standard input, which then ends.
pub(crate) fn talk(directory: &Path, arguments: &[&str], input: &str) -> Run {
    talk_in("C", directory, arguments, input)
}

/// The same where the environment names a locale.
pub(crate) fn talk_in(locale: &str, directory: &Path, arguments: &[&str], input: &str) -> Run {
    let mut child = stavka(directory)
        .env("LC_ALL", locale)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The command may leave before it has read everything.
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input.as_bytes());
    Run::new(&child.wait_with_output().expect("the command ends"))
}

/// A directory that goes away with the test.
pub(crate) fn directory() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory can be made")
}

/// Text of a file in a directory.
pub(crate) fn read(directory: &Path, name: &str) -> String {
    std::fs::read_to_string(directory.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Writes a file in a directory.
pub(crate) fn write(directory: &Path, name: &str, text: &str) {
    std::fs::write(directory.join(name), text).unwrap_or_else(|error| panic!("{name}: {error}"));
}

/// Plays a few choices and saves the game as `game.stavka`.
pub(crate) fn saved_game(directory: &Path) {
    talk(
        directory,
        &["play", "--terminal", "--seed", "5", "--opponent", "random", "--save", "game.stavka"],
        &("auto\n".repeat(12) + "quit\n"),
    )
    .good();
}

/// A finished game as it was recorded under older rules: a golden record with another fingerprint, from before records
/// named their rules, with an action in the middle that the present rules refuse.
pub(crate) struct OldRecord {
    pub(crate) text: String,
    /// Number of actions that are accepted.
    pub(crate) accepted: usize,
    /// Number of actions in it.
    pub(crate) recorded: usize,
    /// Line of the action that is refused, from 1.
    pub(crate) line: usize,
    /// What is recorded from there on.
    pub(crate) rest: Vec<String>,
}

/// The golden record with another fingerprint and without the version of its rules.
pub(crate) fn of_other_data() -> String {
    let golden = include_str!("../../golden/armir-random.record");
    let altered = golden.lines().filter(|line| !line.starts_with("rules "));
    altered
        .map(|line| if line.starts_with("data ") { "data 0123456789abcdef" } else { line })
        .fold(String::new(), |text, line| text + line + "\n")
}

/// The record of older rules, with these players.
pub(crate) fn old_record(axis: &str, soviet: &str) -> OldRecord {
    let text = of_other_data().replace("axis random", &format!("axis {axis}")).replace("soviet random", &format!("soviet {soviet}"));
    let mut lines: Vec<&str> = text.lines().collect();
    let first = 1 + lines.iter().position(|line| *line == "---").expect("a record has a header");
    let end = lines.iter().position(|line| line.starts_with("result ")).expect("the game is over");
    let refused = (first + (end - first) / 2..end).find(|&at| lines[at].starts_with("attack ")).expect("there are attacks in both halves");
    lines[refused] = "move > 0101";
    OldRecord {
        text: lines.join("\n") + "\n",
        accepted: refused - first,
        recorded: end - first,
        line: refused + 1,
        rest: lines[refused..end].iter().map(|line| (*line).to_owned()).collect(),
    }
}
