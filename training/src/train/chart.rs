//! The rating history of a run as a picture.

use std::fmt::{self, Write as _};

use super::evaluation::Against;

/// Width and height of the chart, and its margin.
const SIZE: [f64; 2] = [720.0, 360.0];
const MARGIN: f64 = 48.0;
const COLOURS: [&str; 6] = ["#1f6feb", "#cf222e", "#1a7f37", "#9a6700", "#8250df", "#57606a"];

/// The leads in Elo over the steps of a run, one line per opponent.
pub(super) fn chart(results: &[Against]) -> String {
    let mut svg = String::new();
    draw(results, &mut svg).expect("writing to a String does not fail");
    svg
}

fn draw(results: &[Against], svg: &mut String) -> fmt::Result {
    let last = results.iter().map(|result| result.step).max().unwrap_or(0).max(1) as f64;
    let most = results.iter().map(|result| result.elo.abs()).fold(100.0, f64::max).div_euclid(100.0).mul_add(100.0, 100.0);
    let x = |step: u64| MARGIN + (SIZE[0] - 2.0 * MARGIN) * step as f64 / last;
    let y = |elo: f64| SIZE[1] / 2.0 - (SIZE[1] / 2.0 - MARGIN) * elo / most;
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
        SIZE[0], SIZE[1]
    )?;
    for elo in [-most, 0.0, most] {
        let at = y(elo);
        writeln!(svg, "<line x1=\"{MARGIN}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#d0d7de\"/>", SIZE[0] - MARGIN)?;
        writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{elo:.0}</text>", MARGIN - 6.0, at + 4.0)?;
    }
    writeln!(svg, "<text x=\"{MARGIN}\" y=\"20\">lead in Elo over steps of the learner (last: {last:.0})</text>")?;
    let mut opponents: Vec<&str> = results.iter().map(|result| result.opponent.as_str()).collect();
    opponents.sort_unstable();
    opponents.dedup();
    for (index, opponent) in opponents.into_iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let own = results.iter().filter(|result| result.opponent == opponent);
        let points: Vec<String> = own.map(|result| format!("{:.1},{:.1}", x(result.step), y(result.elo))).collect();
        writeln!(svg, "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>", points.join(" "))?;
        for point in &points {
            let (x, y) = point.split_once(',').unwrap_or_default();
            writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{colour}\"/>")?;
        }
        let name = opponent.replace('&', "&amp;").replace('<', "&lt;");
        writeln!(svg, "<text x=\"{}\" y=\"{}\" fill=\"{colour}\">{name}</text>", SIZE[0] - 160.0, 20 + 16 * index)?;
    }
    writeln!(svg, "</svg>")
}
