//! The standings as one page that needs nothing but a browser: charts are SVG, nothing is loaded from elsewhere.

use std::fmt::Write as _;

use super::super::standings::{PlayerStanding, Standings};
use super::svg::{escaped, number, picture, shortened, text, ticks};
use super::text::verdict;
use super::{interval, percent, score};

/// Width of a chart in pixels; its height follows from the number of players.
const WIDTH: f64 = 900.0;
/// Part of the width that names take up.
const NAMES: f64 = 240.0;
/// Room to the right for numbers.
const NUMBERS: f64 = 190.0;
/// Height of a player's line.
const ROW: f64 = 30.0;
/// Room above and below for axes.
const EDGE: f64 = 30.0;

const STYLE: &str = "\
body{font:15px/1.45 system-ui,sans-serif;color:#22252a;background:#faf9f6;max-width:960px;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.2rem}p.note{color:#5b6068;font-size:.9rem}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #ddd9d0}\
th{font-weight:600}td.name,th.name{text-align:left}table.heat td{text-align:center;border:2px solid #faf9f6;min-width:3.2rem}\
.scroll{overflow-x:auto}svg{max-width:100%;height:auto}svg text{font:13px system-ui,sans-serif;fill:#22252a}\
svg text.small{font-size:11px;fill:#5b6068}";

/// The page.
pub fn page(standings: &Standings) -> String {
    let title = format!("{} {}: {}", standings.game, standings.scenario, standings.format.name());
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        title = escaped(&title)
    );
    summary(&mut out, standings);
    section(
        &mut out,
        "Ratings",
        "Elo with 95 % intervals; the mean of the field is zero unless a ladder gives the scale.",
        &rating_chart(standings),
    );
    section(&mut out, "Standings", "", &standings_table(standings));
    section(&mut out, "Cross-table", "Score of the row against the column in per cent; hover for games and lead.", &heat_map(standings));
    section(
        &mut out,
        "Sides",
        "Share of the points that each player makes with either side: the Axis above in green, the Soviets below in red.",
        &side_chart(standings),
    );
    section(&mut out, "Time", "Mean time of a decision, in milliseconds.", &time_chart(standings));
    out.push_str("</body>\n</html>\n");
    out
}

fn summary(out: &mut String, standings: &Standings) {
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
    out.push_str("<table>\n");
    for (name, value) in facts {
        let _ = writeln!(out, "<tr><th class=\"name\">{name}</th><td class=\"name\">{}</td></tr>", escaped(&value));
    }
    out.push_str("</table>\n");
}

fn section(out: &mut String, title: &str, note: &str, body: &str) {
    let _ = writeln!(out, "<h2>{title}</h2>");
    if !note.is_empty() {
        let _ = writeln!(out, "<p class=\"note\">{note}</p>");
    }
    let _ = writeln!(out, "<div class=\"scroll\">\n{body}</div>");
}

fn standings_table(standings: &Standings) -> String {
    let mut out = String::from("<table>\n<tr><th></th><th class=\"name\">player</th>");
    for head in ["version", "Elo [95 %]", "games", "W-D-L", "score %", "Axis W-D-L", "Soviet W-D-L", "forfeits", "s total", "s longest"] {
        let _ = write!(out, "<th>{head}</th>");
    }
    out.push_str("</tr>\n");
    for (index, player) in standings.players.iter().enumerate() {
        let anchor = if player.anchor { " (anchor)" } else { "" };
        let _ = write!(out, "<tr><td>{}</td><td class=\"name\">{}{anchor}</td>", index + 1, escaped(&player.name));
        let cells = [
            escaped(&player.version),
            interval(player.rating),
            player.score.games().to_string(),
            score(&player.score),
            percent(player.share),
            score(&player.axis),
            score(&player.soviet),
            player.forfeits.to_string(),
            format!("{:.1}", player.time.total),
            format!("{:.3}", player.time.longest),
        ];
        for cell in cells {
            let _ = write!(out, "<td>{cell}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
    out
}

fn heat_map(standings: &Standings) -> String {
    let mut out = String::from("<table class=\"heat\">\n<tr><th></th>");
    for number in 1..=standings.players.len() {
        let _ = write!(out, "<th>{number}</th>");
    }
    out.push_str("</tr>\n");
    for (index, (player, cells)) in standings.players.iter().zip(&standings.cross).enumerate() {
        let _ = write!(out, "<tr><th class=\"name\">{} {}</th>", index + 1, escaped(&player.name));
        for (cell, other) in cells.iter().zip(&standings.players) {
            match cell {
                None => out.push_str("<td></td>"),
                Some(cell) => {
                    let hover = format!("{} against {}: {}, lead {}", player.name, other.name, score(&cell.score), interval(cell.lead));
                    let colour = heat(cell.share.unwrap_or(0.5));
                    let _ = write!(out, "<td style=\"background:{colour}\" title=\"{}\">{}</td>", escaped(&hover), percent(cell.share));
                }
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
    out
}

/// From red over the paper's white to green; dark text can be read on all of them.
fn heat(share: f64) -> String {
    let (full, strength) = if share < 0.5 { ([232, 140, 125], 1.0 - 2.0 * share) } else { ([125, 190, 140], 2.0 * share - 1.0) };
    let mixed = full.map(|channel: i32| (250.0 + (f64::from(channel) - 250.0) * strength.clamp(0.0, 1.0)).round() as u8);
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}

/// A chart under construction: one line per player under an axis of values.
struct Chart {
    body: String,
    low: f64,
    high: f64,
    rows: usize,
}

impl Chart {
    fn new(standings: &Standings, low: f64, high: f64) -> Self {
        let mut chart = Chart { body: String::new(), low, high, rows: standings.players.len() };
        for tick in ticks(low, high) {
            let x = chart.x(tick);
            let _ =
                writeln!(chart.body, "<line x1=\"{x:.1}\" y1=\"{EDGE}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#ddd9d0\"/>", chart.bottom());
            chart.text(x, EDGE - 8.0, "middle", "small", &number(tick));
        }
        for (index, player) in standings.players.iter().enumerate() {
            chart.text(NAMES - 10.0, Self::y(index) + 4.0, "end", "", &shortened(&player.name));
        }
        chart
    }

    fn x(&self, value: f64) -> f64 {
        NAMES + (value - self.low) / (self.high - self.low) * (WIDTH - NAMES - NUMBERS)
    }

    fn y(row: usize) -> f64 {
        EDGE + ROW * (row as f64 + 0.5)
    }

    fn bottom(&self) -> f64 {
        EDGE + ROW * self.rows as f64
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, class: &str, words: &str) {
        text(&mut self.body, [x, y], anchor, class, words);
    }

    /// A remark to the right of a player's line.
    fn remark(&mut self, row: usize, text: &str) {
        self.text(WIDTH - NUMBERS + 12.0, Self::y(row) + 4.0, "start", "small", text);
    }

    fn bar(&mut self, row: usize, offset: f64, height: f64, value: f64, colour: &str) {
        let (left, right) = (self.x(self.low), self.x(value));
        let y = Self::y(row) + offset;
        let width = (right - left).max(0.0);
        let _ = writeln!(self.body, "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>");
    }

    fn finish(self, label: &str) -> String {
        picture(WIDTH, self.bottom() + 8.0, label, &self.body)
    }
}

fn rating_chart(standings: &Standings) -> String {
    let rated: Vec<_> = standings.players.iter().filter_map(|player| player.rating).collect();
    let low = rated.iter().map(|rating| rating.low).fold(f64::INFINITY, f64::min);
    let high = rated.iter().map(|rating| rating.high).fold(f64::NEG_INFINITY, f64::max);
    if rated.is_empty() {
        return "<p>No games connect the players yet.</p>\n".to_owned();
    }
    let room = 0.05 * (high - low).max(10.0);
    let mut chart = Chart::new(standings, low - room, high + room);
    for (row, player) in standings.players.iter().enumerate() {
        let Some(rating) = player.rating else {
            chart.remark(row, "no rating");
            continue;
        };
        let (y, left, middle, right) = (Chart::y(row), chart.x(rating.low), chart.x(rating.value), chart.x(rating.high));
        let _ = writeln!(
            chart.body,
            "<path d=\"M{left:.1} {y:.1}H{right:.1}M{left:.1} {top:.1}V{bottom:.1}M{right:.1} {top:.1}V{bottom:.1}\" stroke=\"#3f6f9f\" \
             stroke-width=\"2\" fill=\"none\"/>\n<circle cx=\"{middle:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#3f6f9f\"/>",
            top = y - 6.0,
            bottom = y + 6.0
        );
        chart.remark(row, &interval(player.rating));
    }
    chart.finish("ratings with 95 % intervals")
}

fn side_chart(standings: &Standings) -> String {
    let mut chart = Chart::new(standings, 0.0, 100.0);
    for (row, player) in standings.players.iter().enumerate() {
        for (score, offset, colour) in [(&player.axis, -11.0, "#7d8a6f"), (&player.soviet, 1.0, "#b5564a")] {
            chart.bar(row, offset, 10.0, 100.0 * score.share().unwrap_or_default(), colour);
        }
        chart.remark(row, &format!("Axis {} %, Soviet {} %", percent(player.axis.share()), percent(player.soviet.share())));
    }
    chart.finish("share of the points by side: the Axis above, the Soviets below")
}

fn time_chart(standings: &Standings) -> String {
    let milliseconds = |player: &PlayerStanding| 1000.0 * player.time.per_decision;
    let longest = standings.players.iter().map(milliseconds).fold(0.0, f64::max);
    let mut chart = Chart::new(standings, 0.0, longest.max(0.001));
    for (row, player) in standings.players.iter().enumerate() {
        chart.bar(row, -7.0, 14.0, milliseconds(player), "#8f7ba8");
        chart.remark(row, &format!("{:.3} ms, at most {:.1}", milliseconds(player), 1000.0 * player.time.longest));
    }
    chart.finish("mean time of a decision")
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
