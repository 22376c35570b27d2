//! `stavka rules`: which file carries out each rule, and which tests pin it.

use std::io::Write;

use serde::Serialize;
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{GameName, with_game};
use stavka_words::{Language, language};

use super::{Format, print_json, print_row};

const EXAMPLES: &str = "\
Examples:
  stavka rules armir                            every rule with its file and tests
  stavka rules armir --summary
  stavka rules armir --summary --format json    {rows, implemented, tested, deferred, not_applicable}";

/// Show the rule coverage of a game.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    /// Game.
    game: GameName,
    /// Only the counts.
    #[arg(long)]
    summary: bool,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The coverage table of a game, as it was built in.
pub(crate) fn table(game: GameName) -> &'static str {
    with_game!(game, G => G::RULES)
}

/// The rules of a game in the language at hand, as pages tell them. What has no words in it stays empty.
pub(crate) fn told(game: GameName) -> Vec<Row<'static>> {
    let mut told = rows(table(game));
    if language() == Language::Italian {
        let italian = with_game!(game, G => G::RULES_ITALIAN).lines().skip(1);
        for (row, line) in told.iter_mut().zip(italian) {
            let mut columns = line.split('\t');
            let mut next = || columns.next().filter(|&text| text != NOTHING).unwrap_or_default();
            (row.id, row.title, row.rule, row.note) = (next(), next(), next(), next());
        }
    }
    told
}

/// One rule of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) id: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) title: &'a str,
    pub(crate) rule: &'a str,
    pub(crate) file: &'a str,
    pub(crate) tests: &'a str,
    pub(crate) note: &'a str,
}

/// What stands in a column that has nothing to say.
const NOTHING: &str = "-";
/// How the note begins of a rule, or of the part of one, that waits for a later scenario.
const DEFERRED: &str = "next:";

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Self {
        let mut columns = line.split('\t').map(str::trim);
        let mut next = || columns.next().filter(|&text| text != NOTHING).unwrap_or_default();
        Row { id: next(), kind: next(), title: next(), rule: next(), file: next(), tests: next(), note: next() }
    }

    fn is_implemented(&self) -> bool {
        !self.file.is_empty()
    }

    fn is_tested(&self) -> bool {
        !self.tests.is_empty()
    }

    /// Nothing of it is carried out yet; the note names the scenario that needs it.
    fn is_deferred(&self) -> bool {
        !self.is_implemented() && !self.is_tested() && self.note.starts_with(DEFERRED)
    }

    /// No code can carry it out and no test can pin it; the note says why.
    fn is_not_applicable(&self) -> bool {
        !self.is_implemented() && !self.is_tested() && !self.is_deferred() && !self.note.is_empty()
    }
}

#[derive(PartialEq, Eq, Serialize, Debug)]
struct Summary {
    rows: usize,
    implemented: usize,
    tested: usize,
    deferred: usize,
    not_applicable: usize,
}

impl Summary {
    fn of(rows: &[Row<'_>]) -> Self {
        Summary {
            rows: rows.len(),
            implemented: rows.iter().filter(|row| row.is_implemented()).count(),
            tested: rows.iter().filter(|row| row.is_tested()).count(),
            deferred: rows.iter().filter(|row| row.is_deferred()).count(),
            not_applicable: rows.iter().filter(|row| row.is_not_applicable()).count(),
        }
    }
}

/// Shows the table or its summary.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let rows = rows(table(options.game));
    let summary = Summary::of(&rows);
    match (options.summary, options.format) {
        (true, Format::Json) => print_json(&summary, out),
        (false, Format::Json) => print_json(&rows, out),
        (true, Format::Table) => print_summary(&summary, out),
        (false, Format::Table) => {
            for row in &rows {
                print_rule(row, out)?;
            }
            writeln!(out)?;
            print_summary(&summary, out)
        }
    }
}

/// The rows of a coverage table.
pub(crate) fn rows(table: &str) -> Vec<Row<'_>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.skip(1).map(Row::parse).collect()
}

fn print_rule(row: &Row<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{:<10} {:<11} {}", row.id, row.kind, row.title)?;
    for (name, text) in [("file", row.file), ("tests", row.tests), ("note", row.note)] {
        if !text.is_empty() {
            writeln!(out, "{:<10} {name:<11} {text}", "")?;
        }
    }
    Ok(())
}

fn print_summary(summary: &Summary, out: &mut dyn Write) -> anyhow::Result<()> {
    let share = |count: usize| format!("{count:>5}  {:5.1} %", 100.0 * count as f64 / summary.rows.max(1) as f64);
    print_row("rows", format!("{:>5}", summary.rows), out)?;
    print_row("implemented", share(summary.implemented), out)?;
    print_row("tested", share(summary.tested), out)?;
    print_row("deferred", share(summary.deferred), out)?;
    print_row("not applicable", share(summary.not_applicable), out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_by_what_they_have() {
        let text = "id\tkind\ttitle\trule\tfile\ttests\tnote\n\
                    1\tnote\tIntroduction\t...\t-\t-\tno effect\n\
                    2\tconstraint\tStacking\t...\tmovement.rs\tstacking_is_eight\t\n\
                    3\tconstraint\tOther\t...\tmovement.rs\t\t\n\
                    4\tconstraint\tHalf\t...\tmovement.rs\tboats_swim\tnext: trains begin with scenario 3\n\
                    5\tconstraint\tLater\t...\t-\t-\tnext: ships begin with scenario 2\n";
        let summary = Summary::of(&rows(text));
        assert_eq!(summary, Summary { rows: 5, implemented: 3, tested: 2, deferred: 1, not_applicable: 1 });
    }
}
