//! The standings as one page that needs nothing but a browser: charts are SVG, nothing is loaded from elsewhere.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::super::standings::{PlayerStanding, Standings};
use super::text::verdict;
use super::{interval, percent, score};
use crate::chart::{Chart, FAINT, PLAIN, SMALL, number, shortened, ticks};

/// Width of a chart in pixels; its height follows from the number of players.
const WIDTH: f64 = 900.0;
/// Part of the width that names take up.
const NAMES: f64 = 240.0;
/// Room to the right for numbers.
const NUMBERS: f64 = 190.0;
/// Height of a player's line.
const ROW: f64 = 30.0;
/// Room above for the axis, and below.
const ABOVE: f64 = 30.0;
const BELOW: f64 = 8.0;

const STYLE: &str = "\
body{font:15px/1.45 system-ui,sans-serif;color:#22252a;background:#faf9f6;max-width:960px;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.2rem}p.note{color:#5b6068;font-size:.9rem}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #ddd9d0}\
th{font-weight:600}td.name,th.name{text-align:left}table.heat td{text-align:center;border:2px solid #faf9f6;min-width:3.2rem}\
.scroll{overflow-x:auto}svg{max-width:100%;height:auto}";

/// The page.
pub fn page(standings: &Standings) -> String {
    let title = format!("{} {}: {}", standings.game, standings.scenario, standings.format.name());
    let body = html! {
        (summary(standings))
        (section(
            "Ratings",
            "Elo with 95 % intervals; the mean of the field is zero unless a ladder gives the scale.",
            &rating_chart(standings),
        ))
        (section("Standings", "", &standings_table(standings)))
        (section("Cross-table", "Score of the row against the column in per cent; hover for games and lead.", &heat_map(standings)))
        (section(
            "Sides",
            "Share of the points that each player makes with either side: the Axis above in green, the Soviets below in red.",
            &side_chart(standings),
        ))
        (section("Time", "Mean time of a decision, in milliseconds.", &time_chart(standings)))
    };
    frame(&title, &body)
}

/// A page that needs nothing but a browser.
pub(crate) fn frame(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    };
    page.into_string() + "\n"
}

fn summary(standings: &Standings) -> Markup {
    let state = if standings.complete { "complete" } else { "unfinished" };
    let mut facts = vec![
        ("Games", format!("{} of at most {}, {state}; seeds from {}", standings.games, standings.planned, standings.seed)),
        (
            "Axis",
            format!("{} % of the points; advantage {} Elo", percent(standings.axis.share()), interval(Some(standings.axis_advantage))),
        ),
        (
            "Length",
            format!(
                "{:.1} decisions, {:.1} actions; mean margin {:+.1} for the Axis",
                standings.mean_decisions, standings.mean_actions, standings.mean_margin
            ),
        ),
        ("Forfeits", standings.forfeits.to_string()),
        ("Rules and data", standings.data.clone()),
    ];
    if let Some(test) = &standings.sprt {
        facts.push(("Test", verdict(test)));
    }
    html! { table { @for (name, value) in facts { tr { th .name { (name) } td .name { (value) } } } } }
}

pub(crate) fn section(title: &str, note: &str, body: &Markup) -> Markup {
    html! {
        h2 { (title) }
        @if !note.is_empty() { p .note { (note) } }
        div .scroll { (body) }
    }
}

fn standings_table(standings: &Standings) -> Markup {
    const HEADS: [&str; 10] =
        ["version", "Elo [95 %]", "games", "W-D-L", "score %", "Axis W-D-L", "Soviet W-D-L", "forfeits", "s total", "s longest"];
    let cells = |player: &PlayerStanding| {
        [
            player.version.clone(),
            interval(player.rating),
            player.score.games().to_string(),
            score(&player.score),
            percent(player.share),
            score(&player.axis),
            score(&player.soviet),
            player.forfeits.to_string(),
            format!("{:.1}", player.time.total),
            format!("{:.3}", player.time.longest),
        ]
    };
    html! {
        table {
            tr { th {} th .name { "player" } @for head in HEADS { th { (head) } } }
            @for (number, player) in (1..).zip(&standings.players) {
                tr {
                    td { (number) }
                    td .name { (player.name) @if player.anchor { " (anchor)" } }
                    @for cell in cells(player) { td { (cell) } }
                }
            }
        }
    }
}

fn heat_map(standings: &Standings) -> Markup {
    html! {
        table .heat {
            tr { th {} @for number in 1..=standings.players.len() { th { (number) } } }
            @for ((number, player), cells) in (1..).zip(&standings.players).zip(&standings.cross) {
                tr {
                    th .name { (number) " " (player.name) }
                    @for (cell, other) in cells.iter().zip(&standings.players) {
                        @if let Some(cell) = cell {
                            @let hover = format!("{} against {}: {}, lead {}", player.name, other.name, score(&cell.score), interval(cell.lead));
                            td style={ "background:" (heat(cell.share.unwrap_or(0.5))) } title=(hover) { (percent(cell.share)) }
                        } @else {
                            td {}
                        }
                    }
                }
            }
        }
    }
}

/// From red over the paper's white to green; dark text can be read on all of them.
fn heat(share: f64) -> String {
    let (full, strength) = if share < 0.5 { ([232, 140, 125], 1.0 - 2.0 * share) } else { ([125, 190, 140], 2.0 * share - 1.0) };
    let mixed = full.map(|channel: i32| (250.0 + (f64::from(channel) - 250.0) * strength.clamp(0.0, 1.0)).round() as u8);
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}

/// A chart with a line per player under an axis of values.
fn rows(standings: &Standings, low: f64, high: f64) -> Chart {
    let players = standings.players.len() as f64;
    let mut chart = Chart::new([WIDTH, ABOVE + ROW * players + BELOW], [NAMES, ABOVE, NUMBERS, BELOW], [low, high], [players, 0.0]);
    for tick in ticks(low, high) {
        chart.down(tick, FAINT, "");
        chart.text([chart.x(tick), ABOVE - 8.0], "middle", SMALL, &number(tick));
    }
    for (row, player) in standings.players.iter().enumerate() {
        chart.text([NAMES - 10.0, middle(&chart, row) + 4.0], "end", PLAIN, &shortened(&player.name));
    }
    chart
}

/// The middle of a player's line.
fn middle(chart: &Chart, row: usize) -> f64 {
    chart.y(row as f64 + 0.5)
}

/// A remark to the right of a player's line.
fn remark(chart: &mut Chart, row: usize, text: &str) {
    chart.text([WIDTH - NUMBERS + 12.0, middle(chart, row) + 4.0], "start", SMALL, text);
}

/// A bar from the left edge to a value, so far below the middle of a player's line.
fn bar(chart: &mut Chart, row: usize, (offset, height): (f64, f64), value: f64, colour: &str) {
    let (y, width) = (middle(chart, row) + offset, (chart.x(value) - NAMES).max(0.0));
    chart.draw(html! { rect x=(NAMES) y=(y) width=(width) height=(height) fill=(colour) {} });
}

pub(crate) fn finish(chart: Chart, label: &str) -> Markup {
    PreEscaped(chart.finish(label))
}

fn rating_chart(standings: &Standings) -> Markup {
    const COLOUR: &str = "#3f6f9f";
    let rated: Vec<_> = standings.players.iter().filter_map(|player| player.rating).collect();
    let low = rated.iter().map(|rating| rating.low).fold(f64::INFINITY, f64::min);
    let high = rated.iter().map(|rating| rating.high).fold(f64::NEG_INFINITY, f64::max);
    if rated.is_empty() {
        return html! { p { "No games connect the players yet." } };
    }
    let room = 0.05 * (high - low).max(10.0);
    let mut chart = rows(standings, low - room, high + room);
    for (row, player) in standings.players.iter().enumerate() {
        let Some(rating) = player.rating else {
            remark(&mut chart, row, "no rating");
            continue;
        };
        let (y, left, right) = (middle(&chart, row), chart.x(rating.low), chart.x(rating.high));
        let (top, bottom) = (y - 6.0, y + 6.0);
        chart.line(&format!("M{left} {y}H{right}M{left} {top}V{bottom}M{right} {top}V{bottom}"), COLOUR, "");
        chart.dot([chart.x(rating.value), y], COLOUR, true);
        remark(&mut chart, row, &interval(player.rating));
    }
    finish(chart, "ratings with 95 % intervals")
}

fn side_chart(standings: &Standings) -> Markup {
    let mut chart = rows(standings, 0.0, 100.0);
    for (row, player) in standings.players.iter().enumerate() {
        for (score, offset, colour) in [(&player.axis, -11.0, "#7d8a6f"), (&player.soviet, 1.0, "#b5564a")] {
            bar(&mut chart, row, (offset, 10.0), 100.0 * score.share().unwrap_or_default(), colour);
        }
        remark(&mut chart, row, &format!("Axis {} %, Soviet {} %", percent(player.axis.share()), percent(player.soviet.share())));
    }
    finish(chart, "share of the points by side: the Axis above, the Soviets below")
}

fn time_chart(standings: &Standings) -> Markup {
    let milliseconds = |player: &PlayerStanding| 1000.0 * player.time.per_decision;
    let longest = standings.players.iter().map(milliseconds).fold(0.0, f64::max);
    let mut chart = rows(standings, 0.0, longest.max(0.001));
    for (row, player) in standings.players.iter().enumerate() {
        bar(&mut chart, row, (-7.0, 14.0), milliseconds(player), "#8f7ba8");
        remark(&mut chart, row, &format!("{:.3} ms, at most {:.1}", milliseconds(player), 1000.0 * player.time.longest));
    }
    finish(chart, "mean time of a decision")
}

#[cfg(test)]
mod tests {
    use stavka_engine::Side;

    use super::super::super::schedule::Format;
    use super::super::super::standings::tests::{plan, results};
    use super::*;

    #[test]
    fn the_page_stands_alone_and_shows_every_player() {
        let plan = plan(Format::RoundRobin, &["one", "a<b>&\"c\"", "three"], 3);
        let standings = Standings::new(&plan, &results(&plan, 18, |seats| Some(Side::ALL[usize::from(seats[0] > 0)])), &[None; 3]);
        let page = page(&standings);
        for foreign in ["<script", "src=", "href=", "@import", "url("] {
            assert!(!page.contains(foreign), "{foreign} loads something");
        }
        assert_eq!(page.matches("<svg").count(), 3);
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        assert!(page.contains("a&lt;b&gt;&amp;&quot;c&quot;") && !page.contains("a<b>"));
        assert_eq!(page.matches("<circle").count(), 3);
    }

    #[test]
    fn a_tournament_without_games_has_a_page_too() {
        let plan = plan(Format::RoundRobin, &["one", "two"], 3);
        let page = page(&Standings::new(&plan, &[], &[None; 2]));
        assert!(page.contains("No games connect") && !page.contains("NaN") && !page.contains("inf"), "{page}");
    }
}
