//! The rating history as a picture.

use super::history::History;
use super::matches::Rating;
use crate::arena::Ladder;
use crate::chart::{Chart, FAINT, PLAIN, SMALL, number, shortened, ticks};

const SIZE: [f64; 2] = [900.0, 420.0];
/// Room at the left for numbers, above, at the right for names, and below.
const ROOM: [f64; 4] = [60.0, 34.0, 130.0, 34.0];
const LABEL: &str = "rating history";
const CANDIDATES: &str = "#3f6f9f";
const LADDER: &str = "#b5564a";

/// Elo over steps with 95 % intervals, on the scale of the newest rating: filled points were promoted, dashed lines are
/// players of the ladder. A page of its own that needs nothing else.
pub fn chart(history: &History, ladder: Option<&Ladder>) -> String {
    let rated = || history.entries.iter().filter_map(|entry| Some((entry, entry.rating.as_ref()?)));
    let scale = rated().next_back().map(|(_, rating)| rating);
    let rated: Vec<_> = rated().filter(|(_, rating)| scale.is_some_and(|scale| scale.zero == rating.zero)).collect();
    let rated: Vec<_> = rated.into_iter().map(|(entry, rating)| (entry, entry.step as f64, rating.elo)).collect();
    let ladder = ladder.filter(|_| scale.is_some_and(|scale| scale.zero.is_none()));
    if rated.is_empty() {
        let mut chart = Chart::new(SIZE, ROOM, [0.0, 1.0], [0.0, 1.0]);
        chart.text([SIZE[0] / 2.0, SIZE[1] / 2.0], "middle", PLAIN, "nothing has been rated yet");
        return chart.finish(LABEL);
    }
    let steps = rated.iter().map(|&(_, step, _)| step);
    let [first, last] = [steps.clone().fold(f64::INFINITY, f64::min), steps.fold(f64::NEG_INFINITY, f64::max)];
    let lowest = rated.iter().map(|(.., elo)| elo.low).fold(f64::INFINITY, f64::min);
    let highest = rated.iter().map(|(.., elo)| elo.high).fold(f64::NEG_INFINITY, f64::max);
    let margin = 0.05 * (highest - lowest).max(20.0);
    let (first, low, high) = (first.min(last - 1.0), lowest - margin, highest + margin);
    let mut chart = Chart::new(SIZE, ROOM, [first, last], [low, high]);
    for elo in ticks(low, high) {
        chart.across(elo, FAINT, "");
        chart.text([ROOM[0] - 8.0, chart.y(elo) + 4.0], "end", SMALL, &number(elo));
    }
    for step in ticks(first, last) {
        chart.text([chart.x(step), SIZE[1] - ROOM[3] + 18.0], "middle", SMALL, &number(step));
    }
    let scale = scale.map_or_else(String::new, Rating::scale);
    chart.text([ROOM[0], ROOM[1] - 14.0], "start", PLAIN, &format!("Elo {scale}, with 95 % intervals"));
    let right = SIZE[0] - ROOM[2];
    chart.text([right, SIZE[1] - 4.0], "end", SMALL, "step of the learner");
    for entry in ladder.iter().flat_map(|ladder| &ladder.entries).filter(|entry| entry.elo > low && entry.elo < high) {
        chart.across(entry.elo, LADDER, "5 4");
        chart.text([right + 8.0, chart.y(entry.elo) + 4.0], "start", SMALL, &shortened(&entry.name));
    }
    chart.course(rated.iter().map(|&(_, step, elo)| [step, elo.value]), CANDIDATES);
    for (entry, step, elo) in rated {
        let (x, y) = (chart.x(step), chart.y(elo.value));
        chart.line(&format!("M{x} {}V{}", chart.y(elo.low), chart.y(elo.high)), CANDIDATES, "");
        chart.dot([x, y], CANDIDATES, entry.is_promoted);
    }
    chart.finish(LABEL)
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
