//! The rating history of a run as a picture.

use std::fmt::Write as _;

use super::evaluation::Against;
use crate::arena::report::svg::{number, picture, shortened, text};

/// Width and height of the chart, and its margin.
const SIZE: [f64; 2] = [720.0, 360.0];
const MARGIN: f64 = 48.0;
const COLOURS: [&str; 6] = ["#1f6feb", "#cf222e", "#1a7f37", "#9a6700", "#8250df", "#57606a"];

/// The leads in Elo over the steps of a run, one line per opponent.
pub(super) fn chart(results: &[Against]) -> String {
    let last = results.iter().map(|result| result.step).max().unwrap_or(0).max(1) as f64;
    let most = results.iter().map(|result| result.elo.abs()).fold(100.0, f64::max).div_euclid(100.0).mul_add(100.0, 100.0);
    let x = |step: u64| MARGIN + (SIZE[0] - 2.0 * MARGIN) * step as f64 / last;
    let y = |elo: f64| SIZE[1] / 2.0 - (SIZE[1] / 2.0 - MARGIN) * elo / most;
    let mut body = String::from("<style>text{font:12px sans-serif}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    for elo in [-most, 0.0, most] {
        let at = y(elo);
        let _ = writeln!(body, "<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#d0d7de\"/>", SIZE[0] - MARGIN);
        text(&mut body, [MARGIN - 6.0, at + 4.0], "end", "", &number(elo));
    }
    text(&mut body, [MARGIN, 20.0], "start", "", &format!("lead in Elo over steps of the learner (last: {last:.0})"));
    let mut opponents: Vec<&str> = results.iter().map(|result| result.opponent.as_str()).collect();
    opponents.sort_unstable();
    opponents.dedup();
    for (index, opponent) in opponents.into_iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points: Vec<[f64; 2]> =
            results.iter().filter(|result| result.opponent == opponent).map(|result| [x(result.step), y(result.elo)]).collect();
        let line: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            body,
            "<g fill=\"{colour}\">\n<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>",
            line.join(" ")
        );
        for [x, y] in points {
            let _ = writeln!(body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>");
        }
        text(&mut body, [SIZE[0] - 160.0, 20.0 + 16.0 * index as f64], "start", "", &shortened(opponent));
        body.push_str("</g>\n");
    }
    picture(SIZE[0], SIZE[1], "rating history", &body)
}
