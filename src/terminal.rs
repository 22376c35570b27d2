//! The terminal face of a session: what it shows, what it asks, what it understands.

use std::collections::VecDeque;
use std::io::{self, BufRead as _, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use anyhow::Context as _;
use stavka_agents::SearchControl;
use stavka_engine::Side;
use stavka_words::{tr, translate};

use crate::render::theme::Theme;
use crate::render::{Extent, Ink, Tone};
use crate::session::{Entry, Hint, Session};

/// Choices that are listed without being asked for.
const LISTED: usize = 40;

/// What arrives from outside.
enum Input {
    Line(String),
    /// Standard input is closed.
    End,
    /// Ctrl-C, or the system asks the program to end.
    Interrupted,
}

/// How the conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leaving {
    Stay,
    Leave,
}

/// A session on standard input and an output.
pub(crate) struct Terminal<'a, G: Theme> {
    session: Session<G>,
    out: &'a mut dyn Write,
    ink: Ink,
    input: Receiver<Input>,
    /// Arrived while the computer was thinking.
    waiting: VecDeque<Input>,
    /// Phase and side that the board was last shown for.
    shown: Option<(u16, String, Side)>,
}

impl<'a, G: Theme> Terminal<'a, G> {
    /// Opens standard input and takes over Ctrl-C.
    pub(crate) fn open(session: Session<G>, out: &'a mut dyn Write) -> anyhow::Result<Self> {
        let (sender, input) = channel();
        let interrupts = sender.clone();
        ctrlc::set_handler(move || {
            // The conversation may be over already; then there is nothing left to interrupt.
            let _ = interrupts.send(Input::Interrupted);
        })
        .context("cannot watch for Ctrl-C")?;
        std::thread::Builder::new().name("input".into()).spawn(move || read_lines(&sender)).context("cannot start reading input")?;
        Ok(Terminal { session, out, ink: Ink::of_stdout(), input, waiting: VecDeque::new(), shown: None })
    }

    /// Plays until the game is over or the player leaves. Whatever ends it, the game is saved.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        let result = self.converse();
        if result.is_err() && self.session.is_changed() {
            // The output is gone, or worse: what is left is to keep the game.
            match self.session.save_somewhere() {
                Ok(path) => {
                    let _ = writeln!(io::stderr(), "stavka: {}", tr!("the game is saved in {file}", file = path.display()));
                }
                Err(error) => {
                    let _ = writeln!(io::stderr(), "stavka: {}", tr!("the game is not saved: {error}", error));
                }
            }
        }
        result
    }

    fn converse(&mut self) -> anyhow::Result<()> {
        self.greet()?;
        loop {
            if self.watch_opponent()? == Leaving::Leave {
                return Ok(());
            }
            if self.session.outcome().is_some() {
                return self.finish();
            }
            self.show_choices()?;
            if self.ask_until_played()? == Leaving::Leave {
                return Ok(());
            }
        }
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        let title = self.ink.paint(Tone::Strong, translate(G::TITLE));
        writeln!(self.out, "{title}")?;
        let sides: Vec<String> = Side::ALL.iter().filter(|&&side| self.session.is_human(side)).map(ToString::to_string).collect();
        let welcome = tr!(
            "You play: {sides}. Seed {seed}. Type help for the commands.",
            sides = sides.join(tr!(" and ")),
            seed = self.session.seed()
        );
        writeln!(self.out, "{welcome}\n")?;
        if let Some(origin) = self.session.origin() {
            let words =
                tr!("The game goes on from there in a file of its own; the record stays as it is, and stavka replay shows all of it.");
            writeln!(self.out, "{}\n{words}\n", origin.sentence())?;
        }
        self.show_board("")?;
        Ok(())
    }

    /// Shows the computer's moves while it has the word.
    fn watch_opponent(&mut self) -> anyhow::Result<Leaving> {
        loop {
            loop {
                match self.input.try_recv() {
                    Ok(Input::Interrupted) => return self.leave(tr!("interrupted")),
                    Ok(input) => self.waiting.push_back(input),
                    Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
                }
            }
            let Some(entries) = self.session.opponent_plays().map(<[Entry]>::to_vec) else { return Ok(Leaving::Stay) };
            self.tell(&entries)?;
            self.out.flush()?;
        }
    }

    /// Prints what happened.
    fn tell(&mut self, entries: &[Entry]) -> anyhow::Result<()> {
        for entry in entries {
            let line = self.told(entry);
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    fn told(&self, entry: &Entry) -> String {
        let Entry { side, words, .. } = entry;
        match side {
            Some(Side::Axis) => format!("{} {words}", self.ink.paint(Tone::Axis, tr!("Axis:  "))),
            Some(Side::Soviet) => format!("{} {words}", self.ink.paint(Tone::Soviet, tr!("Soviet:"))),
            None => self.ink.paint(Tone::Strong, &format!("   {words}")),
        }
    }

    /// The board when the phase is new, then odds, question and choices.
    fn show_choices(&mut self) -> anyhow::Result<()> {
        let viewer = self.session.viewer();
        let game = self.session.game();
        let prompt = game.prompt();
        let phase = prompt.split(": ").next().unwrap_or_default().to_owned();
        let now = Some((game.game_turn(), phase, viewer));
        if self.shown != now {
            self.shown = now;
            writeln!(self.out)?;
            self.show_status()?;
            let board = self.session.game().board(viewer, Extent::Focus, self.ink)?;
            if !board.is_empty() {
                writeln!(self.out, "{board}")?;
            }
        }
        for line in self.session.game().odds(self.session.viewer()) {
            writeln!(self.out, "    {line}")?;
        }
        self.list_choices("", LISTED)
    }

    fn show_status(&mut self) -> anyhow::Result<()> {
        for line in self.session.game().status(self.session.viewer()) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// The commands, with examples from the game at hand.
    fn help(&mut self) -> String {
        let legal = self.session.choices().to_vec();
        let game = self.session.game();
        let notations = legal.iter().map(|&action| game.notation(action));
        let choice = notations.max_by_key(|text| text.contains(' ')).unwrap_or_else(|| "done".to_owned());
        let roster = game.roster("", Ink::Plain);
        let is_hex = |word: &&str| word.len() == 4 && word.bytes().all(|letter| letter.is_ascii_digit());
        let hex = roster.split_whitespace().find(is_hex).unwrap_or_default();
        let mut help = tr!(
            "\
NUMBER            play the choice with this number; its notation does the same, such as: {choice};
                  Enter plays an only choice
choices [WORDS]   list all choices, or those that contain the words, such as: choices {hex}
hint              what the computer would play in your place
propose           what the staff would do in the rest of the phase; propose take [NUMBER] does it, up to that line
auto              let the computer make this choice for you
undo              take your last choice back, until a die is rolled or the other player acts
board [HEX]       the whole map, or the surroundings of a hex or place, such as: board {hex}
units [WORDS]     all counters, or those that match, such as: units {hex}
status            tracks and markers
why NOTATION      whether an action is allowed, and if not by which rule, such as: why {choice}
log [NUMBER]      what happened last
save [FILE]       save the game
quit              save and leave; quit! leaves without saving
help              this list",
            choice,
            hex
        );
        if !G::STANDING.is_empty() {
            help.push('\n');
            help += &tr!("standing [ANSWER] questions that you may answer once and for all, such as: standing reaction near {hex}", hex);
        }
        help
    }

    fn list_choices(&mut self, filter: &str, most: usize) -> anyhow::Result<()> {
        let prompt = self.session.game().prompt();
        writeln!(self.out, "{}", self.ink.paint(Tone::Strong, &prompt))?;
        let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
        let viewer = self.session.viewer();
        let choices = self.session.choices().to_vec();
        let mut left = 0;
        let mut listed = 0;
        for (index, &action) in choices.iter().enumerate() {
            if listed == most {
                left += 1;
                continue;
            }
            let text = self.session.game().words(action, viewer);
            let searched = text.to_lowercase();
            if words.iter().all(|word| searched.contains(word.as_str())) {
                listed += 1;
                writeln!(self.out, "{:>4}  {text}", index + 1)?;
            }
        }
        if left > 0 {
            writeln!(self.out, "      {}", tr!("and {left} more: choices lists all, choices WORDS those that match", left))?;
        }
        if listed == 0 {
            writeln!(self.out, "      {}", tr!("no choice matches {filter}", filter = format_args!("{filter:?}")))?;
        }
        Ok(())
    }

    fn next(&mut self, question: &str) -> anyhow::Result<Input> {
        write!(self.out, "{question}")?;
        self.out.flush()?;
        Ok(self.waiting.pop_front().unwrap_or_else(|| self.input.recv().unwrap_or(Input::End)))
    }

    /// Reads and carries out commands until the position has changed.
    fn ask_until_played(&mut self) -> anyhow::Result<Leaving> {
        loop {
            let line = match self.next("> ")? {
                Input::Line(line) => line,
                Input::End => {
                    writeln!(self.out)?;
                    return self.leave(tr!("end of input"));
                }
                Input::Interrupted => {
                    writeln!(self.out)?;
                    return self.leave(tr!("interrupted"));
                }
            };
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let rest = rest.trim();
            match (word.to_lowercase().as_str(), rest) {
                ("", _) => {
                    if let [only] = *self.session.choices()
                        && self.carry_out(only, "")?
                    {
                        return Ok(Leaving::Stay);
                    }
                }
                ("help" | "?", _) => {
                    let help = self.help();
                    writeln!(self.out, "{help}")?;
                }
                ("choices", _) => self.list_choices(rest, usize::MAX)?,
                ("hint", _) => self.hint()?,
                ("propose", _) => {
                    if self.propose(rest)? {
                        return Ok(Leaving::Stay);
                    }
                }
                ("auto", _) => {
                    if let Some(action) = self.session.quick_choice()
                        && self.carry_out(action, "")?
                    {
                        return Ok(Leaving::Stay);
                    }
                }
                ("undo", _) => match self.session.undo() {
                    Ok(()) => {
                        writeln!(self.out, "{}", tr!("taken back"))?;
                        return Ok(Leaving::Stay);
                    }
                    Err(reason) => writeln!(self.out, "{}", tr!("nothing to take back: {reason}", reason = translate(reason)))?,
                },
                ("board", _) => self.show_board(rest)?,
                ("units", _) => {
                    let roster = self.session.game().roster(rest, self.ink);
                    write!(self.out, "{roster}")?;
                }
                ("status", _) => self.show_status()?,
                ("why", "") => writeln!(self.out, "{}", tr!("why what? expected an action in notation, such as: why attack 1207"))?,
                ("why", _) => {
                    let answer = self.session.why(rest);
                    writeln!(self.out, "{answer}")?;
                }
                ("log", _) => self.show_log(rest)?,
                ("standing", _) => {
                    if self.standing(rest)? {
                        return Ok(Leaving::Stay);
                    }
                }
                ("save", _) => self.save(rest)?,
                ("quit!" | "exit!", _) => return Ok(Leaving::Leave),
                ("quit" | "q", _) | ("exit", "") => {
                    if self.quit()? == Leaving::Leave {
                        return Ok(Leaving::Leave);
                    }
                }
                _ => {
                    if self.play(line)? {
                        return Ok(Leaving::Stay);
                    }
                }
            }
        }
    }

    /// Plays a number or a line of notation; whether the position changed.
    fn play(&mut self, line: &str) -> anyhow::Result<bool> {
        let action = match line.parse::<usize>() {
            Ok(number) => {
                let choices = self.session.choices();
                let Some(&action) = number.checked_sub(1).and_then(|index| choices.get(index)) else {
                    let most = choices.len();
                    writeln!(self.out, "{}", tr!("there is no choice {number}; expected 1 to {most}", number, most))?;
                    return Ok(false);
                };
                action
            }
            Err(_) => match self.session.game().parse_action(line) {
                Ok(action) => action,
                Err(error) => {
                    writeln!(self.out, "{}", tr!("{error}; type a number of the list, or help", error))?;
                    return Ok(false);
                }
            },
        };
        self.carry_out(action, line)
    }

    /// Plays an action that was called by a name; whether the position changed.
    fn carry_out(&mut self, action: G::Action, line: &str) -> anyhow::Result<bool> {
        let Ok(entries) = self.session.play(action).map(<[Entry]>::to_vec) else {
            let answer = self.session.why(line);
            writeln!(self.out, "{answer}")?;
            return Ok(false);
        };
        self.tell(&entries)?;
        Ok(true)
    }

    /// Takes a standing answer, or lists the questions that may be answered so; whether the position changed.
    fn standing(&mut self, rest: &str) -> anyhow::Result<bool> {
        let viewer = self.session.viewer();
        let mut words = rest.split_whitespace();
        if let (Some(key), Some(answer)) = (words.next(), words.next()) {
            match self.session.set_standing(viewer, key, answer, words.map(str::to_owned).collect()).map(<[Entry]>::to_vec) {
                Ok(entries) => {
                    self.tell(&entries)?;
                    if !entries.is_empty() {
                        return Ok(true);
                    }
                }
                Err(missing) => writeln!(self.out, "{missing}")?,
            }
        }
        if G::STANDING.is_empty() {
            writeln!(self.out, "{}", tr!("this game has no questions that are answered once and for all"))?;
        }
        for row in G::STANDING {
            writeln!(self.out, "{} ({})", translate(row.title), row.key)?;
            let kept = self.session.standing(viewer).iter().find(|(key, _)| *key == row.key).map(|(_, standing)| standing);
            for (at, (key, words)) in row.answers.iter().enumerate() {
                let chosen = kept.map_or(at == 0, |standing| standing.answer == *key);
                let cells = kept.filter(|_| chosen).map_or_else(String::new, |standing| standing.cells.join(" "));
                writeln!(self.out, "  {} {key:<8} {} {cells}", if chosen { "*" } else { " " }, translate(words))?;
            }
        }
        Ok(false)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let Some(Hint { action, win, why, .. }) = self.session.hint() else { return Ok(()) };
        let number = self.session.choices().iter().position(|&choice| choice == action).map_or(0, |index| index + 1);
        let words = self.session.game().words(action, self.session.viewer());
        writeln!(self.out, "{}", tr!("hint: {number}  {words}", number, words))?;
        writeln!(self.out, "      {} {why}", tr!("chance of winning {win} %.", win = format_args!("{:.0}", 100.0 * win)))?;
        Ok(())
    }

    /// Shows what the staff would do in the rest of the phase, or does it. Whether a choice was made.
    fn propose(&mut self, wanted: &str) -> anyhow::Result<bool> {
        let Some(proposal) = self.session.draft().and_then(|draft| draft.answer(SearchControl::NONE)) else { return Ok(false) };
        let all = proposal.lines.len();
        let count = match wanted.split_once(char::is_whitespace).unwrap_or((wanted, "")) {
            ("", _) => {
                for (index, line) in proposal.lines.iter().enumerate() {
                    writeln!(self.out, "{:>4}  {}", index + 1, line.words())?;
                }
                let summary = if all == 0 { tr!("The staff would do nothing more in this phase.").into() } else { proposal.why.here() };
                writeln!(self.out, "      {summary}")?;
                return Ok(false);
            }
            ("take", "") => Some(all),
            ("take", number) => number.trim().parse().ok().filter(|number| (1..=all).contains(number)),
            _ => None,
        };
        let Some(count) = count else {
            writeln!(self.out, "{}", tr!("propose what? expected nothing, take, or take with the number of a line, 1 to {all}", all))?;
            return Ok(false);
        };
        let wanted = proposal.lines.iter().take(count).map(|line| line.steps.len()).sum::<usize>();
        let made = self.session.take(&proposal, count);
        if made < wanted {
            let words = tr!("Taken: {made} of {all} choices; the next one cannot be made, or not be taken back.", made, all = wanted);
            writeln!(self.out, "{words}")?;
        }
        Ok(made > 0)
    }

    fn show_board(&mut self, place: &str) -> anyhow::Result<()> {
        let extent = if place.is_empty() { Extent::Whole } else { Extent::Around(place) };
        match self.session.game().board(self.session.viewer(), extent, self.ink) {
            Ok(board) => write!(self.out, "{board}")?,
            Err(error) => writeln!(self.out, "{error}")?,
        }
        Ok(())
    }

    fn show_log(&mut self, count: &str) -> anyhow::Result<()> {
        let all = self.session.log().len();
        let count = if count.is_empty() { 20 } else { count.parse().unwrap_or(all) };
        let lines: Vec<String> = self
            .session
            .log()
            .iter()
            .enumerate()
            .skip(all.saturating_sub(count))
            .map(|(index, entry)| format!("{:>5}  {}", index + 1, self.told(entry)))
            .collect();
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn save(&mut self, file: &str) -> anyhow::Result<()> {
        let to = (!file.is_empty()).then(|| Path::new(file));
        let answer = match self.session.save(to) {
            Ok(path) => tr!("saved in {file}", file = path.display()),
            Err(error) => tr!("not saved: {error}: save FILE. The game goes on.", error),
        };
        writeln!(self.out, "{answer}")?;
        Ok(())
    }

    /// Leaves if the game is saved.
    fn quit(&mut self) -> anyhow::Result<Leaving> {
        if !self.session.is_changed() {
            return self.leave(tr!("goodbye"));
        }
        if let Err(error) = self.session.save(None) {
            writeln!(self.out, "{}", tr!("not saved: {error}: save FILE; or leave without saving: quit!", error))?;
            return Ok(Leaving::Stay);
        }
        self.leave(tr!("goodbye"))
    }

    /// Saves wherever it can be and says where.
    fn leave(&mut self, reason: &str) -> anyhow::Result<Leaving> {
        if self.session.is_changed() {
            self.session.save_somewhere().context(tr!("the game is not saved"))?;
        }
        let path = self.session.file().display().to_string();
        writeln!(self.out, "{reason}: {}", tr!("the game is saved in {path}; go on with: stavka play --resume {path}", path))?;
        self.out.flush()?;
        Ok(Leaving::Leave)
    }

    /// Result, points, and the offer to keep the record.
    fn finish(&mut self) -> anyhow::Result<()> {
        writeln!(self.out)?;
        for line in self.session.game().account() {
            writeln!(self.out, "{line}")?;
        }
        if !self.session.is_changed() {
            return Ok(());
        }
        let default = self.session.file().display().to_string();
        loop {
            let answer = match self.next(&format!("{} ", tr!("Keep the record in {default}? [Enter, another file name, or n]", default)))? {
                Input::Line(line) => line.trim().to_owned(),
                Input::End | Input::Interrupted => {
                    writeln!(self.out)?;
                    let path = self.session.save_somewhere().context(tr!("the record is not saved"))?.display().to_string();
                    writeln!(self.out, "{}", tr!("the record is in {path}", path))?;
                    return Ok(());
                }
            };
            let to = match answer.to_lowercase().as_str() {
                "n" | "no" => return Ok(()),
                "" | "y" | "yes" | "s" | "sì" | "si" => None,
                _ if answer.contains(['.', '/', '\\']) => Some(Path::new(&answer)),
                _ => {
                    writeln!(
                        self.out,
                        "{}",
                        tr!("{answer}? expected Enter, a file name with an ending, or n", answer = format_args!("{answer:?}"))
                    )?;
                    continue;
                }
            };
            match self.session.save(to) {
                Ok(path) => {
                    let path = path.display().to_string();
                    writeln!(self.out, "{}", tr!("the record is in {path}; look at it with: stavka replay {path}", path))?;
                    return Ok(());
                }
                Err(error) => writeln!(self.out, "{}", tr!("not saved: {error}", error))?,
            }
        }
    }
}

/// Sends the lines of standard input, also those that are not text, until it ends.
fn read_lines(sender: &Sender<Input>) {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let input = match stdin.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => Input::End,
            Ok(_) => Input::Line(String::from_utf8_lossy(&bytes).into_owned()),
        };
        let ends = matches!(input, Input::End);
        if sender.send(input).is_err() || ends {
            return;
        }
    }
}
