//! Words and lists that several games use.

use std::fmt::Write as _;

use stavka_engine::{Game, Notation, Side};
use stavka_words::tr;

use super::{Ink, Tone};

/// Remarks in brackets, with a blank before them; nothing without remarks.
pub(crate) fn in_brackets<T: AsRef<str>>(notes: &[T]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let notes: Vec<&str> = notes.iter().map(AsRef::as_ref).collect();
    format!(" ({})", notes.join(", "))
}

/// Half points as movement points.
pub(crate) fn half_points(half: u8) -> String {
    match (half / 2, half % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// What a loss means for a counter with so many steps.
pub(crate) fn last_step(steps: u8) -> &'static str {
    if steps == 1 { tr!(" and is eliminated") } else { "" }
}

/// What the prompt asks, without turn, phase and side.
pub(crate) fn question(game: &impl Notation) -> String {
    game.prompt().splitn(3, ": ").nth(2).unwrap_or_default().to_owned()
}

/// The first of the choices of each kind.
pub(crate) fn one_of_each<G: Game>(game: &G, kind: impl Fn(G::Action) -> usize) -> Vec<G::Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let mut kinds: Vec<usize> = legal.iter().map(|&action| kind(action)).collect();
    kinds.dedup();
    kinds.into_iter().filter_map(|wanted| legal.iter().copied().find(|&action| kind(action) == wanted)).collect()
}

/// The words of the states that hold.
pub(crate) fn holding<const N: usize>(all: [(bool, &'static str); N]) -> Vec<&'static str> {
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect()
}

/// Counters under one heading.
pub(crate) struct Group {
    /// Heading.
    pub(crate) heading: String,
    /// Words that a filter finds beside those of a line.
    pub(crate) keys: String,
    /// Counters in words, with their owners.
    pub(crate) lines: Vec<(Side, String)>,
}

/// The counters that match every word of the filter, under their headings.
pub(crate) fn roster(groups: impl IntoIterator<Item = Group>, filter: &str, ink: Ink) -> String {
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    let mut text = String::new();
    for Group { heading, keys, mut lines } in groups {
        lines.retain(|(_, line)| {
            let searched = format!("{keys} {line}").to_lowercase();
            words.iter().all(|word| searched.contains(word.as_str()))
        });
        if let Some((side, _)) = lines.first() {
            let tone = if *side == Side::Axis { Tone::Axis } else { Tone::Soviet };
            let _ = writeln!(text, "{}", ink.paint(tone, &heading));
            text.extend(lines.into_iter().map(|(_, line)| format!("  {line}\n")));
        }
    }
    if text.is_empty() { tr!("no counter matches {filter}\n", filter = format_args!("{filter:?}")) } else { text }
}
