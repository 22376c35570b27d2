//! External bots: any program that speaks the arena's protocol over its standard input and output.
//!
//! One JSON object per line in both directions; [`protocol`] has the messages, the README of this crate explains them
//! to authors of bots. Every game has a process of its own. Whatever the program does, the arena keeps its measure:
//! answers have time limits, lines a length limit, queues a bound, and in the end the process and all that it
//! has started are killed.

mod process;
mod protocol;

use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use stavka_agents::SearchControl;
use stavka_engine::record::{Match, Recorded};
use stavka_engine::{Denial as _, Observe, Scenario as _, Side};

use self::process::Process;
use self::protocol::{Answer, Choice, Clock, Legal, Message, PROTOCOL, Ready};
use super::roster::Program;
use super::seat::{Fault, NoChoice, Seat};

/// Time that external bots have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// From the start of the program to its first answer.
    pub start_ms: u64,
    /// For each decision.
    pub move_ms: u64,
    /// For all decisions of a game together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_ms: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { start_ms: 10_000, move_ms: 10_000, game_ms: None }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |ms: u64| Duration::from_millis(ms);
        write!(f, "start {:?} move {:?}", time(self.start_ms), time(self.move_ms))?;
        self.game_ms.map_or(Ok(()), |game| write!(f, " game {:?}", time(game)))
    }
}

/// An external bot at one game.
pub(super) struct External {
    process: Process,
    limits: Limits,
    /// The bot's own seed. It tells nothing of the dice.
    seed: u64,
    begun: Instant,
    /// Time left for the game.
    left: Option<Duration>,
    /// Lines of the game that it has been sent.
    sent: usize,
    /// Number of the last question.
    asked: u64,
}

impl External {
    /// Starts the program. What it says on standard error goes to `log`, the file is made when it says something.
    ///
    /// # Errors
    /// [`Fault::Start`].
    pub(super) fn start(program: &Program, seed: u64, limits: Limits, log: PathBuf) -> Result<External, Fault> {
        let begun = Instant::now();
        let process = Process::start(program, log).map_err(|error| Fault::Start { problem: error.to_string() })?;
        Ok(External { process, limits, seed, begun, left: limits.game_ms.map(Duration::from_millis), sent: 0, asked: 0 })
    }

    /// The limit of the next decision, and its name.
    fn limit(&self) -> (Duration, &'static str) {
        let step = Duration::from_millis(self.limits.move_ms);
        match self.left {
            Some(left) if left < step => (left, "time of the game"),
            _ => (step, "time of a move"),
        }
    }

    fn news<'a, G: Recorded>(&mut self, game: &'a Match<G>, side: Side) -> Vec<&'a str> {
        let lines: Vec<&str> = game.lines_for(side, self.sent).collect();
        self.sent += lines.len();
        lines
    }
}

impl<G: Recorded + Observe> Seat<G> for External {
    fn begin(&mut self, game: &Match<G>, side: Side, control: SearchControl<'_>) -> Result<(), NoChoice> {
        self.process.say(&Message::Hello { protocol: PROTOCOL, program: concat!("stavka ", env!("CARGO_PKG_VERSION")) })?;
        let limit = Duration::from_millis(self.limits.start_ms);
        let line = self.process.hear(self.begun + limit, (limit, "time to start"), control)?;
        serde_json::from_str::<Ready>(&line)
            .map_err(|error| Fault::Nonsense { line: excerpt(&line), problem: format!("expected {{\"type\": \"ready\"}}: {error}") })?;
        let scenario = game.game().scenario();
        self.process.say(&Message::NewGame {
            game: G::GAME,
            scenario: scenario.id(),
            data: format!("{:016x}", scenario.fingerprint()),
            side,
            // Fits into the integers that every JSON reader has.
            seed: self.seed >> 11,
            clock: Clock { move_ms: self.limits.move_ms, game_ms: self.limits.game_ms },
        })?;
        Ok(())
    }

    fn choose(&mut self, game: &Match<G>, side: Side, legal: &[G::Action], control: SearchControl<'_>) -> Result<G::Action, NoChoice> {
        self.process.expect_silence()?;
        let lines = self.news(game, side);
        let position = game.game();
        let texts: Vec<String> = legal.iter().map(|&action| position.notation(action)).collect();
        let choices = legal.iter().zip(&texts).map(|(&action, text)| Legal { text, token: position.token(action).to_array() });
        let (limit, what) = self.limit();
        self.asked += 1;
        let question = Message::Position {
            id: self.asked,
            turn: position.game_turn(),
            prompt: &position.prompt(),
            lines: &lines,
            legal: choices.collect(),
            clock: Clock { move_ms: self.limits.move_ms, game_ms: self.left.map(|left| left.as_millis() as u64) },
        };
        let begun = Instant::now();
        self.process.say(&question)?;
        let line = self.process.hear(begun + limit, (limit, what), control)?;
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(begun.elapsed());
        }
        let nonsense = |problem: String| Fault::Nonsense { line: excerpt(&line), problem };
        let answer: Answer = serde_json::from_str(&line)
            .map_err(|error| nonsense(format!("expected {{\"id\": {}, \"bestaction\": an action}}: {error}", self.asked)))?;
        if answer.id != self.asked {
            return Err(nonsense(format!("this answers question {}, asked was {}", answer.id, self.asked)).into());
        }
        let index = match answer.bestaction {
            Choice::Index(index) if index < legal.len() => index,
            Choice::Index(index) => return Err(nonsense(format!("there is no action {index}, the last one is {}", legal.len() - 1)).into()),
            Choice::Text(text) => match texts.iter().position(|known| *known == text) {
                Some(index) => index,
                None => return Err(illegal(position, &text).into()),
            },
        };
        Ok(legal[index])
    }

    fn finish(&mut self, game: &Match<G>, side: Side) {
        let record = game.record();
        let result = record.result.map(|result| result.to_string());
        // The result stands; a bot that has gone already misses only the news of it.
        let lines = self.news(game, side);
        let told = self.process.say(&Message::GameOver { lines: &lines, result: result.as_deref() });
        if told.and_then(|()| self.process.say(&Message::Quit)).is_ok() {
            self.process.leave();
        }
    }
}

/// Why the rules do not allow what a bot answered.
fn illegal<G: Recorded>(position: &G, text: &str) -> Fault {
    let reason = match position.parse_action(text).map(|action| position.check(action)) {
        Err(error) => error.problem,
        Ok(Err(denial)) => format!("{denial} [rule {}]", denial.rule()),
        Ok(Ok(())) => "it is written differently in the list of legal actions".to_owned(),
    };
    Fault::Illegal { action: excerpt(text), reason }
}

/// The beginning of a line, short enough for a message.
fn excerpt(line: &str) -> String {
    const SHOWN: usize = 80;
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}
