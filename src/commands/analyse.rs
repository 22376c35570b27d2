//! `stavka analyse`: questions about positions as lines of JSON, answers as lines of JSON.

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use crate::analysis::{Desk, Question, Refusal};

/// Longest line that is read; a longer one is refused and passed over.
const LONGEST_LINE: usize = 8 << 20;
/// Questions that wait for a free thread before reading stops.
const WAITING: usize = 4096;

const EXAMPLES: &str = r#"Examples:
  echo '{"id":1,"game":"armir","iterations":500}' | stavka analyse
  stavka analyse --threads 2 < questions.jsonl > answers.jsonl

A question is one line with a JSON object. Its keys, all of them optional but one of the first three:
  game        name of a game: its start, or with `scenario` that of another scenario
  record      text of a game record; the position after its last action, or after `at` actions
  file        path of a record
  id          anything; the answer repeats it
  scenario    id or file of the scenario
  at          number of actions of the record after which the position stands
  player      who analyses: mcts (default), flat, gumbel or net+search, with settings as in `match`
  iterations  simulations (default 1000), or
  time        time, such as "2s"
  candidates  how many choices are told (default 5)
  playouts    games played on by the policy for the expected margin of each (default 0: none)
  seed        seed of the search (default 1)
{"cancel": ID} ends the question with that id early; {"quit": true} and the end of input end the program
when all is answered. Answers come in the order in which they are ready. One that cannot be given is
{"id": ..., "error": {"field": ..., "message": ...}}.
Choices and the answer have a `win`, the chance of winning of the side that chooses. A network may value
margins of victory beside results; its answers then have a `worth` instead, and a `scale` that says how."#;

/// Answer questions about positions, as lines of JSON on standard input and output.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Questions worked on at a time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Answers until the input ends.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let threads = options.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let desk = Arc::new(Desk::default());
    let (ask, questions) = sync_channel::<Question>(WAITING);
    let (tell, answers) = sync_channel::<Value>(WAITING);
    let questions = Arc::new(Mutex::new(questions));
    for _ in 0..threads {
        let (questions, tell, desk) = (Arc::clone(&questions), tell.clone(), Arc::clone(&desk));
        std::thread::spawn(move || work(&questions, &tell, &desk));
    }
    let reader = std::thread::spawn(move || read_questions(&mut io::stdin().lock(), &ask, &tell, &desk));
    for answer in answers {
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    // The answers end when the reader and all workers have let go of their end of the channel.
    Ok(reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?)
}

fn read_questions(input: &mut impl BufRead, ask: &SyncSender<Question>, tell: &SyncSender<Value>, desk: &Desk) -> io::Result<()> {
    let mut line = Vec::new();
    while next_line(input, &mut line)? {
        let read = if line.len() > LONGEST_LINE {
            Err((Value::Null, Refusal::new("", format!("the line is longer than {LONGEST_LINE} bytes"))))
        } else {
            match std::str::from_utf8(&line) {
                Ok(text) if text.trim().is_empty() => continue,
                Ok(text) => desk.read(text),
                Err(_) => Err((Value::Null, Refusal::new("", "the line is not UTF-8"))),
            }
        };
        // A closed channel means that nobody reads the answers any more.
        let sent = match read {
            Ok(Some(question)) => ask.send(question).is_ok(),
            Ok(None) => !desk.is_closing(),
            Err((id, refusal)) => tell.send(refusal.answer(&id)).is_ok(),
        };
        if !sent {
            break;
        }
    }
    Ok(())
}

/// Reads a line without its end. Of a line that is too long only the beginning is kept.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(!line.is_empty());
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let piece = &bytes[..end.unwrap_or(bytes.len())];
        let room = (LONGEST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let used = piece.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// Answers questions until there are no more.
fn work(questions: &Mutex<Receiver<Question>>, tell: &SyncSender<Value>, desk: &Desk) {
    loop {
        let next = questions.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(question) = next else { return };
        let answer = match catch_unwind(AssertUnwindSafe(|| question.answer())) {
            Ok(Ok(answer)) => answer,
            Ok(Err(refusal)) => refusal.answer(question.id()),
            Err(_) => Refusal::new("", "the analysis failed; please report this question").answer(question.id()),
        };
        desk.done(&question);
        if tell.send(answer).is_err() {
            return;
        }
    }
}
