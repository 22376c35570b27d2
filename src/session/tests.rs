//! Sets that are named in any order, and what is told until a person goes on.

use stavka_engine::across_the_bug::AcrossTheBug;
use stavka_engine::armir::Armir;
use stavka_engine::east_front::EastFront;
use stavka_engine::{Dice, Game as _, Notation as _, PhaseKind};

use super::*;
use crate::scenarios::find;

fn play(session: &mut Session<EastFront>, line: &str) {
    let action = session.game().parse_action(line).expect("it is notation");
    session.play(action).unwrap_or_else(|denial| panic!("{line}: {denial}"));
}

/// A game of two people in which attacks are declared.
fn at_the_declaration() -> Session<EastFront> {
    let found = find::<EastFront>(Some("tartar-trench")).expect("it is embedded");
    let setup = Setup { seed: 5, players: [HUMAN, HUMAN], file: Some(Path::new("unsaved.stavka")) };
    let mut session = Session::begin(found, &setup).expect("people need no player");
    while session.game().current_phase().kind() != PhaseKind::Declaration {
        play(&mut session, "done");
    }
    session
}

fn listed(session: &mut Session<EastFront>) -> Vec<String> {
    let choices = session.choices().to_vec();
    choices.into_iter().map(|action| session.game().notation(action)).collect()
}

#[test]
fn attacks_are_declared_in_any_order_and_recorded_in_one() {
    let mut in_order = at_the_declaration();
    play(&mut in_order, "attack 3705");
    play(&mut in_order, "attack 3606");
    let mut session = at_the_declaration();
    let before = session.game().state_hash();
    play(&mut session, "attack 3606");
    assert!(listed(&mut session).contains(&"attack 3705".to_owned()), "{:?}", listed(&mut session));
    assert!(session.why("attack 3705").contains("allowed now"));
    play(&mut session, "attack 3705");
    assert_eq!(session.game().state_hash(), in_order.game().state_hash());
    assert_eq!(session.record().actions, in_order.record().actions);
    assert_eq!(session.log(), in_order.log());
    assert!(!listed(&mut session).contains(&"attack 3705".to_owned()), "no hex twice");
    session.undo().expect("no die has been rolled");
    session.undo().expect("no die has been rolled");
    assert_eq!(session.game().state_hash(), before);
}

#[test]
fn attackers_are_named_in_any_order_and_what_is_needed_elsewhere_is_told() {
    let mut session = at_the_declaration();
    play(&mut session, "attack 3705");
    play(&mut session, "attack 3606");
    play(&mut session, "done");
    while !listed(&mut session).contains(&"resolve 3606".to_owned()) {
        let line = ["done", "order none"].into_iter().find(|&line| listed(&mut session).contains(&line.to_owned()));
        play(&mut session, line.expect("somebody can decline"));
    }
    play(&mut session, "resolve 3606");
    let said = session.why("with 46");
    assert!(said.contains("needed at 3705") && said.contains("12.36"), "{said}");
    play(&mut session, "with 190AG");
    let passed_over = session.game().parse_action("with 73").expect("it is notation");
    assert!(session.choices().contains(&passed_over));
    let mut then = session.recent.back().expect("190AG has been named").0.clone();
    for line in ["with 73", "with 190AG"] {
        then.apply(then.parse_action(line).expect("it is notation"));
    }
    assert_eq!(session.is_final(passed_over), then.turn() != session.game().turn(), "one touch rolls no die");
    assert!(session.game().words(passed_over, Side::Axis).contains("73"));
    play(&mut session, "with 73");
    let actions = session.record().actions;
    assert!(actions.ends_with(&["with 73".to_owned(), "with 190AG".to_owned()]), "{actions:?}");
}

/// A game of two people in which a combat is declared that several can join.
fn attackers_of_armir() -> Session<Armir> {
    let found = find::<Armir>(Some("historical")).expect("it is embedded");
    let setup = Setup { seed: 12, players: [HUMAN, HUMAN], file: Some(Path::new("unsaved.stavka")) };
    let mut session = Session::begin(found, &setup).expect("people need no player");
    loop {
        let lines = notations(&mut session);
        let starts = |word: &str| lines.iter().filter(|line| line.starts_with(word)).collect::<Vec<_>>();
        let named = starts("with ");
        if named.len() > 1 && another_can_join(&session, named[0]) {
            return session;
        }
        let choice = [starts("engage"), named, starts("attack "), starts("done")].concat();
        let next = choice.first().copied().unwrap_or(&lines[0]).clone();
        play_line(&mut session, &next);
    }
}

/// Whether somebody can be named after this one.
fn another_can_join(session: &Session<Armir>, line: &str) -> bool {
    let mut then = session.game().clone();
    then.apply(then.parse_action(line).expect("it is notation"));
    let mut legal = Vec::new();
    then.legal_actions(&mut legal);
    legal.iter().any(|&action| then.notation(action).starts_with("with "))
}

fn notations(session: &mut Session<Armir>) -> Vec<String> {
    let choices = session.choices().to_vec();
    choices.into_iter().map(|action| session.game().notation(action)).collect()
}

fn play_line(session: &mut Session<Armir>, line: &str) {
    let action = session.game().parse_action(line).expect("it is notation");
    session.play(action).unwrap_or_else(|denial| panic!("{line}: {denial}"));
}

#[test]
fn attackers_of_armir_are_named_in_any_order_and_recorded_in_one() {
    let mut session = attackers_of_armir();
    let named =
        |session: &mut Session<Armir>| notations(session).into_iter().find(|line| line.starts_with("with ")).expect("somebody can join");
    let first = named(&mut session);
    let mut in_order = attackers_of_armir();
    play_line(&mut in_order, &first);
    let second = named(&mut in_order);
    play_line(&mut in_order, &second);
    play_line(&mut session, &second);
    assert!(notations(&mut session).contains(&first), "who was passed over can still be named");
    play_line(&mut session, &first);
    assert_eq!(session.game().state_hash(), in_order.game().state_hash());
    assert_eq!(session.record().actions, in_order.record().actions);
}

#[test]
fn a_die_is_told_until_its_fight_is_over_and_the_player_goes_on() {
    let mut decided = 0;
    let mut session = attackers_of_armir();
    let mut fought: Option<usize> = None;
    for _ in 0..400 {
        let Some(side) = session.table.to_act() else { break };
        let is_quiet = session.game().is_quiet();
        let lines = notations(&mut session);
        let next =
            lines.iter().find(|line| ["engage", "stand"].contains(&line.as_str()) || line.starts_with("attack ")).unwrap_or(&lines[0]);
        let before = session.log().len();
        play_line(&mut session, next);
        if let Some(die) = fought {
            assert_eq!(session.unanswered(side) <= die, !is_quiet, "{next}: the die is told after decisions in its fight, and no longer");
            decided += usize::from(!is_quiet);
        }
        let rolled = session.log().iter().enumerate().skip(before).rfind(|(_, entry)| entry.side.is_none()).map(|(at, _)| at);
        fought = match (rolled, session.game().is_quiet()) {
            // Only what is decided in the fight of the die is looked at, and the first decision after it.
            (Some(die), false) => Some(die),
            (None, _) if !is_quiet => fought,
            _ => None,
        };
    }
    assert!(decided > 3, "losses and advances are decided within fights");
}

/// Two people, the Soviet being asked which formation attempts a reaction.
fn at_a_reaction() -> (Session<AcrossTheBug>, Dice) {
    let found = find::<AcrossTheBug>(Some("attack")).expect("it is embedded");
    let setup = Setup { seed: 3, players: [HUMAN, HUMAN], file: Some(Path::new("unsaved.stavka")) };
    let mut session = Session::begin(found, &setup).expect("people need no player");
    let mut dice = Dice::new(3);
    while session.game().turn() != Turn::Player(Side::Soviet) || !session.game().reaction_is_asked() {
        wander(&mut session, &mut dice);
    }
    (session, dice)
}

fn wander(session: &mut Session<AcrossTheBug>, dice: &mut Dice) {
    let action = dice.choose(session.choices());
    session.play(action).expect("a choice is legal");
}

#[test]
fn a_standing_answer_is_given_at_once_and_from_then_on_and_is_nobodys_decision() {
    let (mut session, mut dice) = at_a_reaction();
    let (asked, told) = (session.game().state_hash(), session.unanswered(Side::Soviet));
    let mut refusal = |key, answer, cells: &[&str]| {
        let cells = cells.iter().map(|&cell| cell.to_owned()).collect();
        session.set_standing(Side::Soviet, key, answer, cells).expect_err("it does not exist")
    };
    assert_eq!(refusal("reaction", "near", &["9999"]), "there is no hex 9999 on this map");
    assert_eq!(refusal("reaction", "perhaps", &[]), "there is no such standing answer");
    assert_eq!(refusal("weather", "never", &[]), "there is no such standing answer");
    assert!(session.standing(Side::Soviet).is_empty());
    assert!(session.set_standing(Side::Soviet, "reaction", "near", Vec::new()).expect("an answer").is_empty(), "no hex yet");
    assert_eq!(session.game().state_hash(), asked, "who has named no hex is asked");
    let entries = session.set_standing(Side::Soviet, "reaction", "never", Vec::new()).expect("an answer").to_vec();
    assert!(entries.iter().any(|entry| entry.standing && entry.side == Some(Side::Soviet)), "{entries:?}");
    assert_eq!(session.unanswered(Side::Soviet), told, "the story goes on over what nobody decided");
    for _ in 0..400 {
        if session.game().turn() == Turn::Over {
            break;
        }
        wander(&mut session, &mut dice);
        assert!(session.game().turn() != Turn::Player(Side::Soviet) || !session.game().reaction_is_asked(), "never is never asked");
    }
}
