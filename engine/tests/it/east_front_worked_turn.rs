//! The worked turn 48 of The Tartar Trench as a golden record: what the example gives must come out when it is replayed.
//!
//! `STAVKA_BLESS=1 cargo test -p stavka-engine --test it east_front_worked_turn::` writes the record anew from the script below,
//! after a change that is meant to alter the course of games. The values that the example gives are pinned here and not in
//! the record.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;

use stavka_engine::east_front::data::{AirBox, Cell};
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::odds::Column;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, results};
use stavka_engine::game::{Game as _, Side, Turn};
use stavka_engine::record::{Record, replay};

use crate::east_front_kit::play::{air_box, denial, play, stands, unit};
use crate::east_front_kit::{data, embedded, hex};

/// The events of the turn: what the sheet says of them, and their lines. Dice are those of the example where it gives a die,
/// and fit its results elsewhere.
const SCRIPT: [(&str, &str); 25] = [
    ("no interdiction", "done"),
    (
        "the reconnaissance, the engineers and X move up",
        "select LAH/Rcn; move > 3505; select Eng; move > 3605; select X; move > 3605; done",
    ),
    ("attacks on 3606 and 3705 are declared", "attack 3705; attack 3606; done"),
    ("52 is committed to the defence of 3606", "barrage 52 3606"),
    ("Axis close air support", "fly Ju88 3705; fly He111 3705; fly decoy/A 3705; fly Bf109E 3606; fly Bf109F 3606; fly Ju87/1 3606"),
    ("Soviet close air support", "fly I-16 3705; fly DB3/1 3705; fly MiG-3 3606; fly I-153 3606; fly DB3/2 3606"),
    ("3606: the initiative, a 3", "reveal 3606; die 3"),
    ("3606: the pairs", "pair Bf109F MiG-3; pair Bf109E I-153"),
    ("3606: Bf109F damages MiG-3, MiG-3 misses, Bf109E destroys I-153, I-153 misses", "die 5; die 6; die 2; die 7"),
    ("3705: the initiative, a 9", "die 9"),
    ("3705: I-16 turns He111 back", "pair I-16 He111; die 4"),
    ("anti-aircraft fire at Ju88, a 10", "die 10"),
    ("at DB3 over 3705, a 9", "die 9"),
    ("at Ju87, a 4", "die 4"),
    ("at DB3 over 3606, a 10", "die 10"),
    (
        "the attack on 3606 with all its guns",
        "resolve 3606; with 73; with 46; with 190AG; with LAH/Rcn; engage; support 49; support I/814; support 641; order none",
    ),
    ("a 5", "die 5"),
    ("the Soviets lose the tanks and a step of the 106th, which retreats to 3707", "lose 106; lose 5(+); retreat 3707"),
    ("the 73rd alone advances", "advance 73 3606; done"),
    ("the attack on 3705, Further Retreat ordered and engineer effects declared", "with Eng; with X; order further-retreat; breach"),
    ("a 10", "die 10"),
    ("the engineers lose the step", "lose Eng"),
    ("the Soviets send both to 3702", "retreat 3702; retreat 3702"),
    ("no motorized movement", "done"),
    ("the engineers of the 73rd at work; both heavies stay ready to fire", "done"),
];

/// Position after the event with this text.
struct Replay {
    positions: Vec<EastFront>,
}

impl Replay {
    fn after(&self, event: &str) -> &EastFront {
        let at = SCRIPT.iter().position(|(text, _)| *text == event).unwrap_or_else(|| panic!("no event {event:?}"));
        &self.positions[at]
    }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim)
}

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/east-front-worked-turn.record")
}

/// The record of the script, its events as comments.
fn blessed() -> String {
    let mut game = EastFront::new(embedded(1));
    let mut record = Record::begin::<EastFront>(embedded(1), 0, ["example", "example"]);
    for line in SCRIPT.iter().flat_map(|(_, text)| lines(text)) {
        play(&mut game, line);
        record.push(line.to_owned());
    }
    record.seal(&game);
    let text = record.to_text();
    let (header, body) = text.split_once("---\n").expect("a record has a header");
    let mut body = body.lines();
    let mut out = format!(
        "{header}# Turn 48 as the rules work it through. Two liberties of the example are switches of this scenario: Soviet bombers\n\
         # fly in the range of a headquarters that is not operational, and a loss without an asterisk falls on the engineers.\n---\n"
    );
    for (event, text) in SCRIPT {
        writeln!(out, "# {event}").expect("writing to a String does not fail");
        for line in body.by_ref().take(lines(text).count()) {
            writeln!(out, "{line}").expect("writing to a String does not fail");
        }
    }
    body.for_each(|line| writeln!(out, "{line}").expect("writing to a String does not fail"));
    out
}

/// The kept record replayed, once for all tests.
fn replayed() -> &'static Replay {
    static TURN: LazyLock<Replay> = LazyLock::new(replay_the_record);
    &TURN
}

/// Replays the record that is kept and notes the position after every event of the script.
fn replay_the_record() -> Replay {
    if std::env::var_os("STAVKA_BLESS").is_some() {
        std::fs::write(path(), blessed()).expect("the folder of golden records can be written");
    }
    let text = std::fs::read_to_string(path()).expect("the golden record is in the repository");
    let record = Record::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let script: Vec<&str> = SCRIPT.iter().flat_map(|(_, text)| lines(text)).collect();
    assert_eq!(record.actions, script, "the record holds the script");
    let mut before = Vec::new();
    let end = replay::<EastFront>(&record, embedded(1), |game, _| before.push(game.clone())).unwrap_or_else(|error| panic!("{error}"));
    before.push(end);
    let mut played = 0;
    let positions = SCRIPT.iter().map(|(_, text)| {
        played += lines(text).count();
        before[played].clone()
    });
    Replay { positions: positions.collect() }
}

#[test]
fn the_two_liberties_of_the_example_are_on_for_it_and_off_in_play() {
    let (example, play) = (&embedded(1).script.switches, &embedded(0).script.switches);
    assert!(example.soviet_cas_near_a_broken_hq && example.engineers_take_any_first_loss);
    assert!(!play.soviet_cas_near_a_broken_hq && !play.engineers_take_any_first_loss);
}

#[test]
fn the_air_combats_of_the_example_come_out() {
    let turn = replayed();
    let boxes = |event: &str, ids: &str, place: Option<AirBox>| {
        for id in ids.split(' ') {
            assert_eq!(air_box(turn.after(event), id), place, "{id} after {event:?}");
        }
    };
    assert_eq!(turn.after("3606: the initiative, a 3").turn(), Turn::Player(Side::Axis));
    let combat = "3606: Bf109F damages MiG-3, MiG-3 misses, Bf109E destroys I-153, I-153 misses";
    boxes(combat, "MiG-3", Some(AirBox::Damaged));
    boxes(combat, "I-153", Some(AirBox::Destroyed));
    boxes(combat, "Bf109E Bf109F decoy/A", Some(AirBox::Flown));
    boxes(combat, "Ju87/1 DB3/2 Ju88 He111 I-16 DB3/1", None);
    assert_eq!(turn.after("3705: the initiative, a 9").turn(), Turn::Player(Side::Soviet));
    boxes("3705: I-16 turns He111 back", "He111 I-16", Some(AirBox::Flown));
}

#[test]
fn the_fire_of_the_example_comes_out() {
    let turn = replayed();
    let after = |event: &str, id: &str| air_box(turn.after(event), id);
    assert_eq!(after("anti-aircraft fire at Ju88, a 10", "Ju88"), Some(AirBox::Damaged));
    assert_eq!(after("at DB3 over 3705, a 9", "DB3/1"), Some(AirBox::Flown));
    assert_eq!(after("at Ju87, a 4", "Ju87/1"), None, "4 less 1: it stays");
    assert_eq!(after("at DB3 over 3606, a 10", "DB3/2"), Some(AirBox::Damaged));
    let end = turn.after("at DB3 over 3606, a 10");
    assert_eq!((end.air_support(hex("3606")), end.air_support(hex("3705"))), (2, 0), "the net of close air support");
}

#[test]
fn the_attack_on_3606_comes_out() {
    let turn = replayed();
    let before = turn.after("the attack on 3606 with all its guns");
    let sheet = before.battle_sheet().expect("a combat is in progress");
    assert_eq!((sheet.attack, sheet.defence, sheet.column.map(Column::name)), (27, 6, Some("4-1")));
    let terms = [(Cause::Strongpoint, 1), (Cause::FortifiedLine, 1), (Cause::SuperHeavy, -2), (Cause::CloseAirSupport, -2)];
    assert_eq!((sheet.modifiers.terms.as_slice(), sheet.modifiers.net), (terms.as_slice(), -2));
    assert_eq!(results::cell(&data().tables, sheet.column, 5, sheet.modifiers.net), Cell::try_from("-/2R".to_owned()).expect("a cell"));
    let [attacker, defender] = before.combat_result(5).expect("a die is to be rolled");
    assert_eq!((attacker.steps, attacker.retreat, defender.steps, defender.retreat), (0, 0, 2, 2));
    let beaten = turn.after("the Soviets lose the tanks and a step of the 106th, which retreats to 3707");
    assert_eq!((beaten.place(unit("5(+)")), beaten.steps(unit("106"))), (Place::CADRE, 1));
    assert!(stands(beaten, "106", "3707"));
    let taken = turn.after("the 73rd alone advances");
    assert!(stands(taken, "73", "3606") && stands(taken, "46", "3605") && stands(taken, "190AG", "3505"));
    assert!(taken.has_strongpoint(Side::Soviet, hex("3606")) && !taken.is_breached(hex("3606")), "until the Engineer Phase");
}

#[test]
fn the_attack_on_3705_comes_out() {
    let turn = replayed();
    let before = turn.after("the attack on 3705, Further Retreat ordered and engineer effects declared");
    let sheet = before.battle_sheet().expect("a combat is in progress");
    assert_eq!((sheet.attack, sheet.defence, sheet.column.map(Column::name)), (4, 4, Some("1-1")));
    let terms = [(Cause::Strongpoint, 1), (Cause::FortifiedLine, 1), (Cause::Engineers, -1)];
    assert_eq!((sheet.modifiers.terms.as_slice(), sheet.modifiers.net), (terms.as_slice(), 1));
    let [attacker, defender] = before.combat_result(10).expect("a die is to be rolled");
    assert_eq!((attacker.steps, attacker.retreat, attacker.path_by_opponent), (1, 3, true), "2R, a step less for the third hex");
    assert_eq!((defender.steps, defender.retreat), (0, 0));
    assert_eq!(denial(turn.after("a 10"), "lose X"), EastFrontDenial::NotALoser, "the example forces it on the engineers");
    let lost = turn.after("the engineers lose the step");
    assert_eq!((lost.steps(unit("Eng")), lost.steps_lost(Side::Axis)), (1, 1));
    assert_eq!(lost.turn(), Turn::Player(Side::Soviet), "the opponent picks the way");
    let back = turn.after("the Soviets send both to 3702");
    assert!(stands(back, "Eng", "3702") && stands(back, "X", "3702"));
}

#[test]
fn the_state_at_the_end_is_that_of_the_sheet() {
    let turn = replayed();
    let game = turn.after("the engineers of the 73rd at work; both heavies stay ready to fire");
    assert_eq!(game.current_phase(), Phase::SovietMotorized);
    let at_the_end = [
        ("49", "3405"),
        ("I/814", "3503"),
        ("641", "3504"),
        ("190AG", "3505"),
        ("LAH/Rcn", "3505"),
        ("46", "3605"),
        ("73", "3606"),
        ("Eng", "3702"),
        ("X", "3702"),
        ("271", "3705"),
        ("52", "3706"),
        ("51HQ", "3809"),
        ("106", "3707"),
        ("156", "3706"),
        ("172", "3810"),
        ("48K", "4009"),
        ("42K", "4014"),
    ];
    for (id, name) in at_the_end {
        assert!(stands(game, id, name), "{id} does not stand in {name}");
    }
    assert_eq!(game.place(unit("5(+)")), Place::CADRE);
    let steps = |id: &str| game.steps(unit(id));
    assert_eq!((steps("Eng"), steps("106"), steps("73")), (1, 1, 4));
    assert_eq!((game.steps_lost(Side::Axis), game.steps_lost(Side::Soviet)), (1, 2));
    assert!(!game.is_back_up(unit("641")) && !game.is_back_up(unit("I/814")));
    for (name, stands) in [("3606", false), ("3705", true), ("3708", true), ("3808", true)] {
        assert_eq!(game.has_strongpoint(Side::Soviet, hex(name)), stands, "{name}");
    }
    assert!(game.is_breached(hex("3606")) && !game.is_breached(hex("3705")), "the 46th outside destroys nothing");
    let boxes = [
        (AirBox::Ready, "Ju87/2 decoy/S1 decoy/S2"),
        (AirBox::Flown, "Bf109E Bf109F Ju87/1 He111 decoy/A I-16 DB3/1"),
        (AirBox::Damaged, "Ju88 MiG-3 DB3/2 SB"),
        (AirBox::Destroyed, "I-153"),
    ];
    for (place, ids) in boxes {
        for id in ids.split(' ') {
            assert_eq!(air_box(game, id), Some(place), "{id}");
        }
    }
}

#[test]
fn in_play_the_rules_that_the_example_bends_hold() {
    let mut game = EastFront::new(embedded(0));
    SCRIPT[..5].iter().flat_map(|(_, text)| lines(text)).for_each(|line| play(&mut game, line));
    assert_eq!(denial(&game, "fly DB3/1 3705"), EastFrontDenial::SupportBarred);
    play(&mut game, "fly I-16 3705; done; die 9");
}
