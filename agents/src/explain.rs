//! Reasons: what a judgement of a position rests on, and what a line of play changes about it.

use stavka_engine::{Game, Side};
use stavka_words::{tr, translate};

use crate::evaluator::Evaluator;

/// Reasons that a sentence names.
const NAMED: usize = 3;
/// Smallest shift of the odds, in their natural logarithm, that is worth a word.
const WORTH_A_WORD: f32 = 0.02;

/// One term of a judgement.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// What it is about, in a wargamer's words.
    pub name: &'static str,
    /// Its measure in the position, in units of its own.
    pub value: f32,
    /// What it adds to the logarithm of the odds of an Axis win.
    pub weight: f32,
}

/// An evaluator that can name its reasons.
pub trait Explain<G: Game>: Evaluator<G> {
    /// Replaces the contents of `out` by the terms of the judgement of a position, the same terms in the same
    /// order for every position of one scenario. [`Evaluator::prepare`] has been called. One that cannot name
    /// its reasons gives none.
    fn explain(&mut self, _game: &G, out: &mut Vec<Reason>) {
        out.clear();
    }
}

/// What has changed between two positions for a side: the terms that shift its odds, the greatest shift
/// first, each with the shift of the logarithm of the odds, positive when it is good for the side.
pub fn changes(before: &[Reason], after: &[Reason], side: Side) -> Vec<(&'static str, f32)> {
    let sign = if side == Side::Axis { 1.0 } else { -1.0 };
    let mut shifts: Vec<(&'static str, f32)> = Vec::new();
    for (was, is) in before.iter().zip(after) {
        let shift = sign * (is.weight - was.weight);
        // Terms of one name belong together.
        match shifts.iter_mut().find(|(name, _)| *name == is.name) {
            Some((_, sum)) => *sum += shift,
            None => shifts.push((is.name, shift)),
        }
    }
    shifts.retain(|(_, shift)| shift.abs() >= WORTH_A_WORD);
    shifts.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    shifts
}

/// One sentence about the changes: what gets better first, then what it costs.
pub fn because(changes: &[(&'static str, f32)]) -> String {
    let named = &changes[..changes.len().min(NAMED)];
    let list = |good: bool| {
        let words: Vec<String> = named
            .iter()
            .filter(|(_, shift)| (*shift > 0.0) == good)
            .map(|(name, shift)| format!("{} ({shift:+.2})", translate(name)))
            .collect();
        words.join(", ")
    };
    match (list(true), list(false)) {
        (gains, costs) if gains.is_empty() && costs.is_empty() => tr!("It changes nothing that is weighed.").to_owned(),
        (gains, costs) if costs.is_empty() => tr!("Better: {gains}.", gains),
        (gains, costs) if gains.is_empty() => tr!("Its price: {costs}.", costs),
        (gains, costs) => tr!("Better: {gains}; at the price of {costs}.", gains, costs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(name: &'static str, weight: f32) -> Reason {
        Reason { name, value: 0.0, weight }
    }

    #[test]
    fn the_greatest_shift_comes_first_and_is_signed_for_the_side() {
        let before = [reason("stars", 0.0), reason("supply", 0.5), reason("odds", 0.1)];
        let after = [reason("stars", -0.4), reason("supply", 0.6), reason("odds", 0.105)];
        assert_eq!(changes(&before, &after, Side::Soviet).iter().map(|change| change.0).collect::<Vec<_>>(), ["stars", "supply"]);
        assert!(changes(&before, &after, Side::Soviet)[0].1 > 0.0);
        assert!(changes(&before, &after, Side::Axis)[0].1 < 0.0);
        assert_eq!(because(&changes(&before, &after, Side::Soviet)), "Better: stars (+0.40); at the price of supply (-0.10).");
    }

    #[test]
    fn nothing_changed_is_said_so() {
        let same = [reason("stars", 1.0)];
        assert_eq!(because(&changes(&same, &same, Side::Axis)), "It changes nothing that is weighed.");
    }

    #[test]
    fn terms_of_one_name_are_added_up() {
        let before = [reason("momentum", 0.0), reason("momentum", 0.0)];
        let after = [reason("momentum", 0.3), reason("momentum", -0.1)];
        assert_eq!(because(&changes(&before, &after, Side::Axis)), "Better: momentum (+0.20).");
    }
}
