//! Charts as SVG pictures.

use std::fmt::Write as _;

const WIDTH: f32 = 960.0;
const HEIGHT: f32 = 320.0;
const LEFT: f32 = 56.0;
const TOP: f32 = 40.0;
const RIGHT: f32 = 16.0;
const BOTTOM: f32 = 36.0;

/// The chance of an Axis win, 0 to 1, over the actions of a game. `turns` are the turns that the actions
/// belong to, which the picture marks.
pub(crate) fn chances(title: &str, course: &[f32], turns: &[u16]) -> String {
    let last = (course.len().max(2) - 1) as f32;
    let x = |at: usize| LEFT + (WIDTH - LEFT - RIGHT) * at as f32 / last;
    let y = |chance: f32| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance.clamp(0.0, 1.0));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{0}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fbfaf5\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{0}</text>\n",
        escaped(title)
    );
    let mut add = |line: String| writeln!(svg, "{line}").expect("writing to a String does not fail");
    for percent in [0, 25, 50, 75, 100] {
        let at = y(percent as f32 / 100.0);
        let colour = if percent == 50 { "#999" } else { "#ddd" };
        add(format!("<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{:.1}\" y2=\"{at:.1}\" stroke=\"{colour}\"/>", WIDTH - RIGHT));
        add(format!("<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>", LEFT - 6.0, at + 4.0));
    }
    for (at, pair) in turns.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
        let place = x(at + 1);
        add(format!(
            "<line x1=\"{place:.1}\" y1=\"{TOP}\" x2=\"{place:.1}\" y2=\"{:.1}\" stroke=\"#ccc\" stroke-dasharray=\"3 3\"/>",
            HEIGHT - BOTTOM
        ));
        add(format!("<text x=\"{:.1}\" y=\"{:.1}\">turn {}</text>", place + 3.0, HEIGHT - 14.0, pair[1]));
    }
    let points: Vec<String> = course.iter().enumerate().map(|(at, &chance)| format!("{:.1},{:.1}", x(at), y(chance))).collect();
    add(format!("<polyline points=\"{}\" fill=\"none\" stroke=\"#4a5d3a\" stroke-width=\"1.8\"/>", points.join(" ")));
    add(format!("<text x=\"{:.1}\" y=\"22\" text-anchor=\"end\" fill=\"#555\">chance of an Axis win</text>", WIDTH - RIGHT));
    svg.push_str("</svg>\n");
    svg
}

/// Text that means itself in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chance_is_a_point_inside_the_frame_and_every_new_turn_is_marked() {
        let svg = chances("a <b> & c", &[0.5, 1.0, 0.0, 0.25], &[1, 1, 2, 3]);
        assert!(svg.contains("a &lt;b&gt; &amp; c") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("points=\"56.0,162.0 352.0,40.0 648.0,284.0 944.0,223.0\""), "{svg}");
        assert!(svg.contains(">turn 2<") && svg.contains(">turn 3<") && !svg.contains(">turn 1<"));
    }
}
