//! The rating history as a picture.

use std::fmt::Write as _;

use super::history::History;
use super::matches::Rating;
use crate::arena::Ladder;
use crate::arena::report::svg::{number, picture, shortened, text, ticks};

/// Size in pixels.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
/// Room at the left for numbers, at the right for names, above and below.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 130.0;
const EDGE: f64 = 34.0;

/// From values to pixels.
struct Frame {
    steps: [f64; 2],
    elo: [f64; 2],
}

impl Frame {
    fn x(&self, step: f64) -> f64 {
        LEFT + (step - self.steps[0]) / (self.steps[1] - self.steps[0]) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, elo: f64) -> f64 {
        HEIGHT - EDGE - (elo - self.elo[0]) / (self.elo[1] - self.elo[0]) * (HEIGHT - 2.0 * EDGE)
    }
}

/// Elo over steps with 95 % intervals, on the scale of the newest rating: filled points were promoted, dashed lines are
/// players of the ladder. A page of its own that needs nothing else.
pub fn chart(history: &History, ladder: Option<&Ladder>) -> String {
    let rated = || history.entries.iter().filter_map(|entry| Some((entry, entry.rating.as_ref()?)));
    let scale = rated().next_back().map(|(_, rating)| rating);
    let rated: Vec<_> = rated().filter(|(_, rating)| scale.is_some_and(|scale| scale.zero == rating.zero)).collect();
    let rated: Vec<_> = rated.into_iter().map(|(entry, rating)| (entry, rating.elo)).collect();
    let ladder = ladder.filter(|_| scale.is_some_and(|scale| scale.zero.is_none()));
    let mut body = String::from(
        "<style>text{font:13px system-ui,sans-serif;fill:#22252a}text.small{font-size:11px;fill:#5b6068}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#faf9f6\"/>\n",
    );
    let steps = rated.iter().map(|(entry, _)| entry.step as f64);
    let [first, last] = [steps.clone().fold(f64::INFINITY, f64::min), steps.fold(f64::NEG_INFINITY, f64::max)];
    let lowest = rated.iter().map(|(_, elo)| elo.low).fold(f64::INFINITY, f64::min);
    let highest = rated.iter().map(|(_, elo)| elo.high).fold(f64::NEG_INFINITY, f64::max);
    if rated.is_empty() {
        text(&mut body, [WIDTH / 2.0, HEIGHT / 2.0], "middle", "", "nothing has been rated yet");
        return picture(WIDTH, HEIGHT, "rating history", &body);
    }
    let room = 0.05 * (highest - lowest).max(20.0);
    let frame = Frame { steps: [first.min(last - 1.0), last], elo: [lowest - room, highest + room] };
    axes(&mut body, &frame, &scale.map_or_else(String::new, Rating::scale));
    for entry in ladder.iter().flat_map(|ladder| &ladder.entries).filter(|entry| entry.elo > frame.elo[0] && entry.elo < frame.elo[1]) {
        let (y, right) = (frame.y(entry.elo), WIDTH - RIGHT);
        let _ = writeln!(
            body,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#b5564a\" stroke-width=\"1\" stroke-dasharray=\"5 4\"/>"
        );
        text(&mut body, [right + 8.0, y + 4.0], "start", "small", &shortened(&entry.name));
    }
    let points: Vec<String> =
        rated.iter().map(|(entry, elo)| format!("{:.1},{:.1}", frame.x(entry.step as f64), frame.y(elo.value))).collect();
    let _ = writeln!(body, "<polyline points=\"{}\" fill=\"none\" stroke=\"#3f6f9f\" stroke-width=\"1.5\"/>", points.join(" "));
    for (entry, elo) in &rated {
        let (x, low, high) = (frame.x(entry.step as f64), frame.y(elo.low), frame.y(elo.high));
        let fill = if entry.is_promoted { "#3f6f9f" } else { "#faf9f6" };
        let _ = writeln!(
            body,
            "<path d=\"M{x:.1} {low:.1}V{high:.1}\" stroke=\"#3f6f9f\" fill=\"none\"/>\n\
             <circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4.5\" stroke=\"#3f6f9f\" stroke-width=\"1.5\" fill=\"{fill}\"/>",
            frame.y(elo.value)
        );
    }
    picture(WIDTH, HEIGHT, "rating history", &body)
}

fn axes(body: &mut String, frame: &Frame, scale: &str) {
    for elo in ticks(frame.elo[0], frame.elo[1]) {
        let y = frame.y(elo);
        let _ = writeln!(body, "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{}\" y2=\"{y:.1}\" stroke=\"#ddd9d0\"/>", WIDTH - RIGHT);
        text(body, [LEFT - 8.0, y + 4.0], "end", "small", &number(elo));
    }
    for step in ticks(frame.steps[0], frame.steps[1]) {
        text(body, [frame.x(step), HEIGHT - EDGE + 18.0], "middle", "small", &number(step));
    }
    text(body, [LEFT, EDGE - 14.0], "start", "small", &format!("Elo {scale}, with 95 % intervals"));
    text(body, [WIDTH - RIGHT, HEIGHT - 4.0], "end", "small", "step of the learner");
}

#[cfg(test)]
mod tests {
    use stavka_engine::GameName;

    use super::super::history::tests::three;
    use super::*;

    #[test]
    fn every_rated_candidate_and_the_ladder_around_it_are_shown() {
        let ladder = Ladder::shipped(GameName::Armir).expect("a ladder of ARMIR is shipped");
        let picture = chart(&three(), Some(&ladder));
        assert_eq!(picture.matches("<circle").count(), 2);
        assert_eq!(picture.matches("fill=\"#3f6f9f\"").count(), 2, "both were promoted");
        assert!(picture.matches("stroke-dasharray").count() >= 1);
        assert!(picture.contains("Elo on the ladder") && !picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        let mut other = three();
        for rating in other.entries.iter_mut().filter_map(|entry| entry.rating.as_mut()) {
            rating.zero = Some("greedy".to_owned());
        }
        let picture = chart(&other, Some(&ladder));
        assert!(picture.contains("Elo over greedy") && !picture.contains("stroke-dasharray"), "{picture}");
    }

    #[test]
    fn a_history_of_one_or_none_has_a_picture_too() {
        let ladder = Ladder::shipped(GameName::Armir).expect("a ladder of ARMIR is shipped");
        let mut history = three();
        history.entries.truncate(1);
        for history in [History::default(), history] {
            let picture = chart(&history, Some(&ladder));
            assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        }
    }
}
