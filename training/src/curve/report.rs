//! Findings as aligned text and as a page with the chart. JSON is the [`Findings`] as they are.

use maud::{Markup, html};

use super::findings::{BudgetFindings, Findings, PanelRow, Rate};
use super::plan::Unit;
use crate::arena::ratings::Interval;
use crate::arena::report::{aligned, finish, frame, interval, line, percent, score, section};
use crate::chart::{Chart, FAINT, SMALL, number, ticks};

const SIZE: [f64; 2] = [900.0, 360.0];
/// Room at the left, above, at the right and below.
const ROOM: [f64; 4] = [64.0, 24.0, 24.0, 40.0];
const COLOUR: &str = "#3f6f9f";

/// Aligned text for people.
pub fn table(findings: &Findings) -> String {
    let mut out = String::new();
    line(&mut out, &head(findings));
    out.push('\n');
    let games = findings.budgets.iter().map(|budget| games_row(findings.unit, budget).to_vec());
    aligned(&mut out, &std::iter::once(GAMES.map(str::to_owned).to_vec()).chain(games).collect::<Vec<_>>(), 1);
    out.push('\n');
    for words in slopes(findings) {
        line(&mut out, &words);
    }
    if let Some(words) = positions(findings) {
        out.push('\n');
        line(&mut out, &words);
        let choices = findings.budgets.iter().map(|budget| choices_row(findings.unit, budget).to_vec());
        aligned(&mut out, &std::iter::once(CHOICES.map(str::to_owned).to_vec()).chain(choices).collect::<Vec<_>>(), 1);
    }
    out
}

/// The page.
pub fn page(findings: &Findings) -> String {
    let title = format!("{} {}: what more thinking buys {}", findings.game, findings.scenario, findings.player);
    let body = html! {
        p { (head(findings)) }
        (section(
            "Elo by budget",
            "By all games, the mean of the field at zero, with 95 % intervals; the line is the Elo of a doubling through the mean of the points.",
            &chart(findings),
        ))
        (section("Games", "Points in per cent; W-D-L against a quarter of the budget and against the worst row of the panel.", &rows(
            &GAMES,
            findings.budgets.iter().map(|budget| games_row(findings.unit, budget).to_vec()),
        )))
        ul { @for words in slopes(findings) { li { (words) } } }
        (section("Panel", "Points of each budget against each row, in per cent.", &panel(findings)))
        @if let Some(words) = positions(findings) {
            (section("Choices", &words, &rows(&CHOICES, findings.budgets.iter().map(|budget| choices_row(findings.unit, budget).to_vec()))))
        }
    };
    frame(&title, &body)
}

fn head(findings: &Findings) -> String {
    let state = if findings.complete { "complete" } else { "unfinished" };
    format!(
        "{} {}, {} version {}, seed {}: {} games, {} pairs of every two that meet, {state}",
        findings.game, findings.scenario, findings.player, findings.version, findings.seed, findings.games, findings.pairs
    )
}

const GAMES: [&str; 7] = ["budget", "Elo [95 %]", "against a quarter", "Elo/doubling [95 %]", "panel mean %", "worst row", "ms/decision"];

fn games_row(unit: Unit, budget: &BudgetFindings) -> [String; 7] {
    let against = |row: &PanelRow| format!("{} {} %", score(&row.score), percent(row.share));
    let dash = || "-".to_owned();
    [
        amount(unit, budget.budget),
        interval(budget.rating),
        budget.quarter.as_ref().map_or_else(dash, against),
        interval(budget.per_doubling),
        percent(budget.panel_mean),
        budget.panel_worst.as_ref().map_or_else(dash, |row| format!("{} {}", row.name, against(row))),
        format!("{:.2}", 1000.0 * budget.seconds_per_decision),
    ]
}

const CHOICES: [&str; 6] = ["budget", "examined %", "changed %", "since the smallest %", "adviser overruled %", "later choice better %"];

fn choices_row(unit: Unit, budget: &BudgetFindings) -> [String; 6] {
    let none = || "none".to_owned();
    let rate = |rate: Option<Rate>| rate.map_or_else(none, |rate| share(rate.share));
    [
        amount(unit, budget.budget),
        budget.examined.map_or_else(none, |share| percent(Some(share))),
        rate(budget.changed_from_previous),
        rate(budget.changed_from_smallest),
        rate(budget.overruled),
        budget.better.map_or_else(none, |better| format!("{} of {}", share(Some(better)), budget.judged)),
    ]
}

/// The Elo of a doubling in sentences.
fn slopes(findings: &Findings) -> Vec<String> {
    let slopes = &findings.per_doubling;
    let worst = slopes.worst.as_ref().map_or_else(|| "-".to_owned(), |row| format!("{} against {}", interval(row.per_doubling), row.name));
    vec![
        format!("Elo per doubling, all games: {}", interval(slopes.all)),
        format!("Elo per doubling, against quarters: {}", interval(slopes.itself)),
        format!("Elo per doubling, against the panel: mean {}, worst row {worst}", interval(slopes.panel)),
    ]
}

/// Where the choices were asked, if any were.
fn positions(findings: &Findings) -> Option<String> {
    let legal = findings.legal?;
    Some(format!("{} positions from games of the panel, {legal:.1} legal choices on average", findings.positions))
}

/// `45.0 [30.1, 60.2]` in per cent.
fn share(share: Option<Interval>) -> String {
    let cent = |value: f64| 100.0 * value;
    share.map_or_else(
        || "none".to_owned(),
        |Interval { value, low, high }| format!("{:.1} [{:.1}, {:.1}]", cent(value), cent(low), cent(high)),
    )
}

fn amount(unit: Unit, amount: f64) -> String {
    match unit {
        Unit::Iterations => number(amount),
        Unit::Seconds => format!("{} s", number(amount)),
    }
}

fn rows(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Markup {
    html! {
        table {
            tr { @for head in heads { th { (head) } } }
            @for row in rows { tr { @for cell in row { td { (cell) } } } }
        }
    }
}

fn panel(findings: &Findings) -> Markup {
    let slopes = &findings.per_doubling.rows;
    html! {
        table {
            tr {
                th .name { "row" }
                @for budget in &findings.budgets { th { (amount(findings.unit, budget.budget)) } }
                th { "Elo/doubling [95 %]" }
            }
            @for (place, row) in slopes.iter().enumerate() {
                tr {
                    td .name { (row.name) }
                    @for budget in &findings.budgets { td { (percent(budget.panel[place].share)) } }
                    td { (interval(row.per_doubling)) }
                }
            }
        }
    }
}

fn chart(findings: &Findings) -> Markup {
    let rated: Vec<(f64, Interval)> = findings.budgets.iter().filter_map(|budget| Some((budget.budget.log2(), budget.rating?))).collect();
    let (Some(first), Some(last)) = (rated.first(), rated.last()) else {
        return html! { p { "No games have been played yet." } };
    };
    let low = rated.iter().map(|(_, elo)| elo.low).fold(f64::INFINITY, f64::min);
    let high = rated.iter().map(|(_, elo)| elo.high).fold(f64::NEG_INFINITY, f64::max);
    let room = 0.05 * (high - low).max(10.0);
    let mut chart = Chart::new(SIZE, ROOM, [first.0 - 0.5, last.0 + 0.5], [low - room, high + room]);
    for tick in ticks(low - room, high + room) {
        chart.across(tick, FAINT, "");
        chart.text([ROOM[0] - 8.0, chart.y(tick) + 4.0], "end", SMALL, &number(tick));
    }
    for budget in &findings.budgets {
        let x = chart.x(budget.budget.log2());
        chart.text([x, SIZE[1] - 16.0], "middle", SMALL, &amount(findings.unit, budget.budget));
    }
    if let Some(slope) = findings.per_doubling.all {
        let count = rated.len() as f64;
        let centre = rated.iter().map(|(x, _)| x).sum::<f64>() / count;
        let mean = rated.iter().map(|(_, elo)| elo.value).sum::<f64>() / count;
        let on_line = |x: f64| [x, (mean + slope.value * (x - centre)).clamp(low - room, high + room)];
        chart.course([on_line(first.0), on_line(last.0)].into_iter(), "#b5564a");
    }
    for (x, elo) in rated {
        let (x, top, middle, bottom) = (chart.x(x), chart.y(elo.high), chart.y(elo.value), chart.y(elo.low));
        chart.line(&format!("M{x} {top}V{bottom}"), COLOUR, "");
        chart.dot([x, middle], COLOUR, true);
    }
    finish(chart, "Elo by budget with 95 % intervals")
}

#[cfg(test)]
mod tests {
    use super::super::findings::tests::measured;
    use super::super::plan::tests::plan;
    use super::super::{Findings, Measured};
    use super::*;

    #[test]
    fn the_table_and_the_page_show_every_budget_and_the_chart() {
        let (plan, measured) = measured();
        let findings = Findings::new(&plan, &measured);
        let (text, page) = (table(&findings), page(&findings));
        for words in ["4800", "Elo per doubling, against the panel: mean", "worst row", "later choice better %", "87.5", "complete"] {
            assert!(text.contains(words), "{words:?} is missing in:\n{text}");
        }
        assert_eq!((page.matches("<svg").count(), page.matches("<circle").count()), (1, 3));
        assert!(page.contains("<polyline") && page.ends_with("</html>\n") && !page.contains("NaN"));
        for foreign in ["<script", "src=", "href=", "@import", "url("] {
            assert!(!page.contains(foreign), "{foreign} loads something");
        }
    }

    #[test]
    fn a_curve_without_games_has_a_table_and_a_page_too() {
        let findings = Findings::new(&plan(&[300], 4), &Measured::default());
        assert!(table(&findings).contains("unfinished"));
        let page = page(&findings);
        assert!(page.contains("No games") && !page.contains("NaN") && !page.contains("inf"), "{page}");
    }
}
