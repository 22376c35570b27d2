//! What has happened since a player last decided: each action with its place, what a die did, and what was lost.

use serde::Serialize;
use stavka_engine::{Side, Turn};
use stavka_words::{Language, fill, language, tr, translate};

use crate::render::phrases::question;
use crate::render::theme::{Counter, OUT_OF_PLAY, Odds, Panel, Spot, Theme};
use crate::session::Session;

/// One action or die of a story; its words are those of the log.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub(super) struct Step {
    /// Place in the log, from 0.
    at: usize,
    /// Where it lay; nothing of what the viewer may not know.
    spot: Spot,
    /// Steps that it cost the Axis and the Soviets.
    #[serde(skip_serializing_if = "is_nothing")]
    lost: [u16; 2],
    /// Whether it was done within the move that was under way, such as the fight whose die fell before it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    follows: bool,
    /// What the die did, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<Card>,
}

/// Most actions cost nothing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_nothing(lost: &[u16; 2]) -> bool {
    *lost == [0; 2]
}

/// A die and what it did.
#[derive(Serialize, Clone, PartialEq, Debug)]
struct Card {
    /// What was asked of the die.
    title: String,
    /// Who attacks in the fight that it decided: the side in whose phase it falls.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    /// The die as it is written, such as "die 4".
    die: String,
    /// Odds of the fight that it decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    odds: Option<Odds>,
    /// What came of it at once.
    effects: Vec<String>,
}

/// The story as it was told last, to go on from.
#[derive(Default)]
pub(super) struct Told {
    viewer: Option<Side>,
    language: Language,
    from: usize,
    steps: Vec<Step>,
}

impl Told {
    /// The steps of a session that its viewer has not answered yet, as far back as they are kept.
    pub(super) fn steps<G: Theme>(&mut self, session: &Session<G>, viewer: Side) -> &[Step] {
        let from = session.unanswered(viewer);
        let end = session.log().len();
        if (self.viewer, self.language, self.from) != (Some(viewer), language(), from) || self.from + self.steps.len() > end {
            *self = Told { viewer: Some(viewer), language: language(), from, steps: Vec::new() };
        }
        for at in from + self.steps.len()..end {
            let Some((before, action, after)) = session.position_at(at) else { continue };
            let mut spot = if session.is_hidden(at, viewer) { Spot::default() } else { before.spots(&[action]).pop().unwrap_or_default() };
            let counters = [before, after].map(|game| game.counters(viewer));
            // A counter that the viewer has never seen is not named: a back was moved, or placed.
            spot.unit = spot.unit.filter(|unit| counters.iter().flatten().any(|counter| counter.id == *unit));
            // Where else it could have gone is told to nobody.
            spot.cells.clear();
            let card = (before.turn() == Turn::Chance).then(|| card(before, action, after, viewer, &counters));
            self.steps.push(Step { at, spot, lost: losses(&counters), follows: !before.is_quiet(), card });
        }
        &self.steps
    }
}

fn card<G: Theme>(before: &G, die: G::Action, after: &G, viewer: Side, counters: &[Vec<Counter>; 2]) -> Card {
    let asked = question(before);
    let decided = before.decided_by(die, viewer);
    let stage = |game: &G| (game.game_turn(), game.phases().1);
    // What a fight changes, it changes in those who fight and in its phase; the rest is what the sequence of play did after it.
    let goes_on = decided.is_some() && (after.turn() == Turn::Over || stage(after) != stage(before));
    let is_in_it = |counter: &Counter| decided.as_ref().is_none_or(|(odds, _)| odds.fighters.contains(&counter.id));
    let mut effects = changed_counters::<G>(counters, is_in_it, !goes_on);
    if !goes_on {
        effects.extend(changed_tracks(&before.panels(viewer), &after.panels(viewer)));
    }
    // What the die asks for is a part of what it did; the next question between whole moves is not.
    if let Turn::Player(side) = after.turn()
        && decided.is_none()
        && !after.is_quiet()
        && after.phase_name() == before.phase_name()
    {
        effects.push(tr!("{side}: {question}", side, question = question(after)));
    }
    let (odds, result) = decided.unzip();
    effects.splice(0..0, result.or_else(|| before.comes_of(die, viewer)));
    let title = odds.as_ref().map_or(asked, |odds| odds.title.clone());
    let (phases, at) = before.phases();
    let side = odds.as_ref().and(phases[at].side);
    Card { title, side, die: before.notation(die), odds, effects }
}

/// Pairs of a counter before and after, for those that are there at both times.
fn pairs(counters: &[Vec<Counter>; 2]) -> impl Iterator<Item = (&Counter, &Counter)> {
    let [before, after] = counters;
    before.iter().filter_map(|old| Some((old, after.iter().find(|new| new.id == old.id && new.side == old.side)?)))
}

/// Steps that counters in play have lost, by side. Backs and markers come and go, and are no losses.
fn losses(counters: &[Vec<Counter>; 2]) -> [u16; 2] {
    let mut lost = [0; 2];
    for (old, new) in pairs(counters).filter(|(old, new)| [old, new].iter().all(|counter| !OUT_OF_PLAY.contains(&counter.place.as_str()))) {
        lost[old.side.index()] += fallen(old, new);
    }
    lost
}

/// Steps that a counter is seen to have lost: none while its strength is known at one of the two times alone.
fn fallen(old: &Counter, new: &Counter) -> u16 {
    if old.steps[1] == new.steps[1] { u16::from(old.steps[0].saturating_sub(new.steps[0])) } else { 0 }
}

/// The mark of what has acted in this phase: no die puts it there.
const MOVED: &str = "moved";

/// What has changed in counters of a kind, with their marks or without them.
fn changed_counters<G: Theme>(counters: &[Vec<Counter>; 2], is_in_it: impl Fn(&Counter) -> bool, with_marks: bool) -> Vec<String> {
    let mut told = Vec::new();
    for (old, new) in pairs(counters).filter(|(old, _)| is_in_it(old)) {
        if new.place != old.place {
            told.push(tr!(
                "{unit}: {from} to {to}",
                unit = old.name(),
                from = G::place_in_words(&old.place),
                to = G::place_in_words(&new.place)
            ));
        }
        if fallen(old, new) > 0 {
            told.push(fill(translate(G::PARTS.left), &[("unit", &old.name()), ("left", &new.steps[0]), ("all", &new.steps[1])]));
        }
        let is_told = |mark: &&&str| with_marks && !old.marks.contains(mark) && **mark != MOVED;
        told.extend(new.marks.iter().filter(is_told).map(|mark| format!("{}: {}", old.name(), translate(mark))));
    }
    told
}

fn changed_tracks(before: &[Panel], after: &[Panel]) -> Vec<String> {
    let mut told = Vec::new();
    for (old, new) in before.iter().zip(after) {
        for track in &new.tracks {
            let was = old.tracks.iter().find(|other| other.name == track.name);
            if let Some(was) = was.filter(|was| was.value != track.value) {
                told.push(tr!("{track}: {was} to {now}", track = track.name, was = was.value, now = track.value));
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use stavka_engine::catalogue::Catalogue;
    use stavka_engine::{Dice, GameName, with_game};
    use stavka_words::speaking;

    use super::*;

    /// Says how many fights were told that were the last of their phase.
    fn tells_of_its_fight<G: Theme + Catalogue>(seeds: u64) -> usize {
        let (mut fights, mut last) = (0, 0);
        for seed in 0..seeds {
            let mut dice = Dice::new(seed);
            let mut game = G::new(G::load(G::embedded()[0]).expect("it is embedded"));
            let mut legal = Vec::new();
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                let before = game.clone();
                game.apply(action);
                let Some((odds, result)) =
                    Some(&before).filter(|game| game.turn() == Turn::Chance).and_then(|game| game.decided_by(action, Side::Axis))
                else {
                    continue;
                };
                fights += 1;
                let counters = [&before, &game].map(|game| game.counters(Side::Axis));
                let card = card(&before, action, &game, Side::Axis, &counters);
                assert_eq!(card.effects[0], result);
                if before.phases().1 == game.phases().1 && before.game_turn() == game.game_turn() {
                    continue;
                }
                last += 1;
                for effect in &card.effects[1..] {
                    let is_of = |counter: &Counter| {
                        let told = [": ", " has "].iter().any(|rest| effect.starts_with(&format!("{}{rest}", counter.name())));
                        told && odds.fighters.contains(&counter.id)
                    };
                    assert!(counters[0].iter().any(is_of), "{effect} on the card of {}", odds.title);
                }
            }
        }
        assert!(fights > 0, "{} has fights", G::NAME);
        last
    }

    /// Says how many different sentences were told of dice outside of fights.
    fn tells_of_its_dice<G: Theme + Catalogue>(seeds: u64) -> usize {
        let mut sentences = std::collections::BTreeSet::new();
        for (seed, scenario) in (0..seeds).flat_map(|seed| G::embedded().iter().map(move |scenario| (seed, scenario))) {
            let mut dice = Dice::new(seed);
            let mut game = G::new(G::load(scenario).expect("it is embedded"));
            let mut legal = Vec::new();
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                let before = game.clone();
                game.apply(action);
                if before.turn() != Turn::Chance {
                    assert_eq!(before.comes_of(action, Side::Axis), None, "{} is no die", before.notation(action));
                    continue;
                }
                for viewer in Side::ALL {
                    let told = Language::ALL.map(|language| speaking(language, || before.comes_of(action, viewer)));
                    if before.decided_by(action, viewer).is_some() {
                        assert_eq!(told, [None, None], "{} is the die of a fight", before.prompt());
                        continue;
                    }
                    let [Some(english), Some(italian)] = told else { panic!("{}: {} has no sentence", G::NAME, before.prompt()) };
                    assert_ne!(english, italian, "{} is told in two languages", before.prompt());
                    if sentences.insert(english.clone()) {
                        let counters = [&before, &game].map(|game| game.counters(viewer));
                        assert_eq!(card(&before, action, &game, viewer, &counters).effects[0], english);
                    }
                }
            }
        }
        sentences.len()
    }

    #[test]
    fn every_die_outside_of_fights_has_a_sentence_of_its_own_in_both_languages() {
        for game in GameName::ALL {
            let sentences = with_game!(game, G => tells_of_its_dice::<G>(1));
            assert!(sentences > 9, "{game}: {sentences} sentences");
        }
    }

    #[test]
    fn the_card_of_a_fight_tells_nothing_of_what_the_sequence_of_play_did_after_it() {
        for game in GameName::ALL {
            let last = with_game!(game, G => tells_of_its_fight::<G>(8));
            // A fight of Across the Bug River is followed by the actions of its formation, never by another phase.
            assert_eq!(last > 0, game != GameName::AcrossTheBug, "{game}: {last} fights end a phase");
        }
    }
}
