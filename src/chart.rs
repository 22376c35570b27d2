//! The chances of a game as a chart.

use stavka_training::chart::{Chart, SMALL, TITLE};
use stavka_words::tr;

const SIZE: [f64; 2] = [960.0, 320.0];
/// Room at the left, above, at the right and below.
const ROOM: [f64; 4] = [56.0, 40.0, 16.0, 36.0];

/// The chance of an Axis win, 0 to 1, over the actions of a game. `turns` are the turns that the actions
/// belong to, which the picture marks.
pub(crate) fn chances(title: &str, course: &[f32], turns: &[u16]) -> String {
    let last = (course.len().max(2) - 1) as f64;
    let mut chart = Chart::new(SIZE, ROOM, [0.0, last], [0.0, 100.0]);
    let [width, height] = SIZE;
    chart.text([ROOM[0], 22.0], "start", TITLE, title);
    chart.text([width - ROOM[2], 22.0], "end", SMALL, tr!("chance of an Axis win"));
    for (percent, colour) in [(0.0, "#ddd"), (25.0, "#ddd"), (50.0, "#999"), (75.0, "#ddd"), (100.0, "#ddd")] {
        chart.across(percent, colour, "");
        chart.text([ROOM[0] - 6.0, chart.y(percent) + 4.0], "end", SMALL, &format!("{percent} %"));
    }
    for (at, pair) in turns.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
        let at = (at + 1) as f64;
        chart.down(at, "#ccc", "3 3");
        let (x, words) = (chart.x(at), tr!("turn {turn}", turn = pair[1]));
        let (x, anchor) = if x < width - 60.0 { (x + 3.0, "start") } else { (x - 3.0, "end") };
        chart.text([x, height - 14.0], anchor, SMALL, &words);
    }
    let points = course.iter().enumerate().map(|(at, &chance)| [at as f64, 100.0 * f64::from(chance.clamp(0.0, 1.0))]);
    chart.course(points, "#4a5d3a");
    chart.finish(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chance_is_a_point_inside_the_frame_and_every_new_turn_is_marked() {
        let svg = chances("a <b> & c", &[0.5, 1.0, 0.0, 0.25], &[1, 1, 2, 3]);
        assert!(svg.contains("a &lt;b&gt; &amp; c") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("points=\"56,162 352,40 648,284 944,223\""), "{svg}");
        assert!(svg.contains(">turn 2<") && svg.contains(">turn 3<") && !svg.contains(">turn 1<"));
    }
}
