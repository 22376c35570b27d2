//! Words and lists that several games use.

use std::fmt::Write as _;

use stavka_engine::{Game, Notation, Side, Turn};
use stavka_words::{Language, is_known, language, tr, translate};

use super::theme::{Counter, Odds, Panel, Theme};
use super::{Ink, Tone};

/// Remarks in brackets, with a blank before them; nothing without remarks.
pub fn in_brackets<T: AsRef<str>>(notes: &[T]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let notes: Vec<&str> = notes.iter().map(AsRef::as_ref).collect();
    format!(" ({})", notes.join(", "))
}

/// Half points as movement points.
pub fn half_points(half: u8) -> String {
    match (half / 2, half % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// What a loss means for a counter with so many steps.
pub fn last_step(steps: u8) -> &'static str {
    if steps == 1 { tr!(" and is eliminated") } else { "" }
}

/// The name of a unit in the language at hand, made of parts between commas and brackets. A part with a number at its head is one of
/// `numbered`, where {number} stands for it; other parts have a message, or are proper names and stay as they are.
pub fn designation(name: &str, numbered: &[&'static str]) -> String {
    if language() == Language::English {
        return name.to_owned();
    }
    let part = |part: &str| {
        let with_number = || {
            let (number, kind) = part.split_once(' ')?;
            let figure = number.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']);
            let is_number = figure.bytes().all(|letter| letter.is_ascii_digit()) || number.bytes().all(|letter| b"IVXL".contains(&letter));
            if !is_number {
                return None;
            }
            let key = numbered.iter().find(|key| key.strip_prefix("{number} ") == Some(kind))?;
            Some(translate(key).replace("{number}", figure))
        };
        if is_known(part) { translate(part).to_owned() } else { with_number().unwrap_or_else(|| part.to_owned()) }
    };
    let outside = |text: &str| text.split(", ").map(part).collect::<Vec<_>>().join(", ");
    match name.strip_suffix(')').and_then(|name| name.split_once(" (")) {
        Some((name, remark)) => format!("{} ({})", outside(name), outside(remark)),
        None => outside(name),
    }
}

/// What the prompt asks, without turn, phase and side.
pub fn question(game: &impl Notation) -> String {
    game.prompt().splitn(3, ": ").nth(2).unwrap_or_default().to_owned()
}

/// A die with what was asked of it and what comes of it.
pub fn die_told(die: u8, question: &str, comes_of: Option<String>) -> String {
    let asked = tr!("die {die}: {question}", die, question);
    let end = if asked.ends_with('?') { "" } else { ":" };
    comes_of.map_or_else(|| asked.clone(), |told| format!("{asked}{end} {told}"))
}

/// The first of the choices of each kind.
pub fn one_of_each<G: Game>(game: &G, kind: impl Fn(G::Action) -> usize) -> Vec<G::Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let mut kinds: Vec<usize> = legal.iter().map(|&action| kind(action)).collect();
    kinds.dedup();
    kinds.into_iter().filter_map(|wanted| legal.iter().copied().find(|&action| kind(action) == wanted)).collect()
}

/// The words of the states that hold.
pub fn holding<const N: usize>(all: [(bool, &'static str); N]) -> Vec<&'static str> {
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect()
}

/// Counters under one heading.
pub struct Group {
    /// Heading.
    pub heading: String,
    /// Words that a filter finds beside those of a line.
    pub keys: String,
    /// Counters in words, with their owners.
    pub lines: Vec<(Side, String)>,
}

/// All counters under their formations, as the side to act sees them, with the widths of their names and places.
pub fn by_formation<G: Theme>(game: &G, widths: (usize, usize)) -> Vec<Group> {
    let viewer = match game.turn() {
        Turn::Player(side) => side,
        Turn::Chance | Turn::Over => Side::Axis,
    };
    let mut groups: Vec<Group> = Vec::new();
    for counter in game.counters(viewer) {
        let line = (counter.side, counter_line::<G>(&counter, widths));
        match groups.iter_mut().find(|group| group.heading == counter.formation) {
            Some(group) => group.lines.push(line),
            None => groups.push(Group { heading: counter.formation.into(), keys: counter.formation.into(), lines: vec![line] }),
        }
    }
    groups
}

/// A counter with its values, the steps that it has left, its place and what it is.
fn counter_line<G: Theme>(counter: &Counter, (name, place): (usize, usize)) -> String {
    let steps = if counter.steps[1] > 1 { format!("{}/{}", counter.steps[0], counter.steps[1]) } else { String::new() };
    let at = G::place_in_words(&counter.place);
    format!("{:<name$} {:<9} {steps:<4} {at:<place$} {}", counter.id, counter.values, counter.title)
}

/// A panel in one line.
pub fn panel_line(panel: Panel) -> String {
    let tracks = panel.tracks.into_iter().map(|track| {
        let most = if track.most > 0 { tr!(" of {most}", most = track.most) } else { String::new() };
        let note = if track.note.is_empty() { String::new() } else { format!(" ({})", track.note) };
        format!("{} {}{most}{note}", track.name, track.value)
    });
    let parts: Vec<String> = tracks.chain(panel.lines).collect();
    format!("{}: {}", panel.title, parts.join("; "))
}

/// Who fights whom, the column, what shifts it and what else is to be known, line by line.
pub fn odds_lines(odds: &Odds) -> Vec<String> {
    let mut lines = vec![
        odds.title.clone(),
        tr!("attack  {attack}  {names}", attack = format_args!("{:>3}", odds.attack), names = odds.attackers.join(", ")),
        tr!("defence {defence}  {names}", defence = format_args!("{:>3}", odds.defence), names = odds.defenders.join(", ")),
        tr!("odds {column}", column = odds.column),
    ];
    lines.extend(odds.shifts.iter().map(|shift| format!("  {:+} {} [{}]", shift.value, shift.what, shift.rule)));
    lines.extend(odds.notes.iter().map(|note| format!("  {note}")));
    lines
}

/// The counters that match every word of the filter, under their headings.
pub fn roster(groups: impl IntoIterator<Item = Group>, filter: &str, ink: Ink) -> String {
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

#[cfg(test)]
mod tests {
    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue;
    use stavka_engine::east_front::EastFront;
    use stavka_words::speaking;

    use super::*;
    use crate::Tabletop;

    fn roster<G: Tabletop + Catalogue>() -> String {
        let game = G::new(G::load(G::embedded()[0]).expect("it is embedded"));
        speaking(Language::Italian, || Tabletop::roster(&game, "", Ink::Plain))
    }

    #[test]
    fn what_is_no_proper_name_in_the_name_of_a_unit_is_translated() {
        for (roster, names) in [
            (
                roster::<Armir>(),
                ["5º alpini, Tridentina", "1ª Armata della Guardia (", "ª brigata carri, XXV corpo corazzato", "27ª Panzer"],
            ),
            (
                roster::<EastFront>(),
                ["ª divisione fucilieri", "ª divisione di fanteria", "comando della ", "batteria d'artiglieria pesante I/814"],
            ),
        ] {
            for name in names {
                assert!(roster.contains(name), "{name}: {roster}");
            }
            let english =
                ["Rifle", "Infantry", "Brigade", "Regiment", "Corps", "Army", "Tank", "Guards", "Artillery", "Battalion", "troops"];
            for word in english {
                let has_it = |line: &&str| line.split(|letter: char| !letter.is_alphabetic()).any(|part| part == word);
                let line = roster.lines().find(has_it);
                assert_eq!(line, None, "{word} is a word of English");
            }
        }
    }
}
