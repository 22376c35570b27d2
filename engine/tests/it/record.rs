//! Records: the text format, replay with validation, and the driver that plays, saves and resumes.

use proptest::prelude::*;
use stavka_engine::Dice;
use stavka_engine::env::Env;
use stavka_engine::game::{Game, Notation, Side, Turn};
use stavka_engine::record::{Foreign, HIDDEN, Match, Mismatch, Record, RecordError, RecordResult, accept, replay, verify_dice};

use crate::toy::{Toy, ToyAction, ToyScenario, foreign_scenario, scenario};

const PLAYERS: [&str; 2] = ["greedy", "human"];

fn play_some(game: &mut Match<Toy>, chooser: &mut Dice, decisions: usize) {
    let mut legal = Vec::new();
    for _ in 0..decisions {
        if game.to_act().is_none() {
            return;
        }
        game.game().legal_actions(&mut legal);
        game.play(chooser.choose(&legal)).expect("it is in the legal list");
    }
}

/// A match of `rounds` rounds after so many random decisions.
fn a_match(rounds: u8, seed: u64, decisions: usize) -> Match<Toy> {
    let mut game = Match::new(scenario(rounds), seed, PLAYERS);
    play_some(&mut game, &mut Dice::new(!seed), decisions);
    game
}

fn replayed(record: &Record, rounds: u8) -> Result<Toy, RecordError> {
    replay(record, scenario(rounds), |_, _| {})
}

/// A record of the present rules taken up again.
fn resumed(record: &Record, rounds: u8) -> Match<Toy> {
    let (game, foreign) = Match::resume(record, scenario(rounds)).expect("the record is good");
    assert_eq!(foreign, None, "it is one of these rules");
    game
}

/// A finished game of one round, with its text.
const ANNOTATED: &str = "\
# An example with remarks.
stavka-record 1
game toy
scenario plain
data 00000000000070f1

seed 42
axis Anna
# The Soviet player of the day.
soviet Boris the Second
---
hide 2
# Boris begins boldly.
pick 3

die 1
pick 2
die 3
";

/// [`ANNOTATED`] with the trailer that belongs to it.
fn annotated() -> String {
    let mut game = Toy::new(scenario(1));
    for action in [ToyAction::Hide(2), ToyAction::Pick(3), ToyAction::Die(1), ToyAction::Pick(2), ToyAction::Die(3)] {
        game.apply(action);
    }
    format!("{ANNOTATED}result soviet -1 Soviet victory\nend 5 {:016x}\n", game.state_hash())
}

fn parse_error(text: &str) -> String {
    Record::parse(text).expect_err("the text is broken").to_string()
}

/// What replaying the annotated game says after an edit.
fn replay_error(edit: impl FnOnce(String) -> String) -> String {
    let record = Record::parse(&edit(annotated())).expect("the form is right");
    replayed(&record, 1).err().expect("the record is wrong").to_string()
}

#[test]
fn a_record_has_header_actions_result_and_trailer() {
    let record = a_match(1, 42, 9).record();
    let text = record.to_text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..9],
        [
            "stavka-record 1",
            "game toy",
            "scenario plain",
            "data 00000000000070f1",
            "rules 3",
            "seed 42",
            "axis greedy",
            "soviet human",
            "---"
        ]
    );
    assert_eq!(lines.len(), 9 + 5 + 2);
    assert!(lines[9].starts_with("hide ") && lines[10].starts_with("pick ") && lines[11].starts_with("die "));
    assert!(lines[14].starts_with("result "));
    assert_eq!(lines[15], format!("end 5 {:016x}", record.state_hash.unwrap()));
    assert!(text.ends_with('\n'));
}

#[test]
fn comments_and_blank_lines_may_stand_anywhere() {
    let record = Record::parse(&annotated()).unwrap();
    assert_eq!(record.players, ["Anna", "Boris the Second"]);
    assert_eq!(record.actions, ["hide 2", "pick 3", "die 1", "pick 2", "die 3"]);
    let level = "Soviet victory".to_owned();
    assert_eq!(record.result, Some(RecordResult { winner: Some(Side::Soviet), margin: -1, level }));
    assert!(replayed(&record, 1).is_ok());
    assert_eq!(Record::parse(&record.to_text()).unwrap(), record);
    assert_eq!(Record::parse(&annotated().replace('\n', "\r\n")).unwrap(), record);
}

#[test]
fn replay_shows_every_action_with_the_position_it_is_played_in() {
    let record = Record::parse(&annotated()).unwrap();
    let mut seen = Vec::new();
    replay(&record, scenario(1), |game: &Toy, action| seen.push((game.turn(), game.notation(action)))).unwrap();
    let turns: Vec<Turn> = seen.iter().map(|(turn, _)| *turn).collect();
    let [axis, soviet] = Side::ALL.map(Turn::Player);
    assert_eq!(turns, [soviet, soviet, Turn::Chance, axis, Turn::Chance]);
    assert!(seen.iter().map(|(_, text)| text).eq(&record.actions));
}

#[test]
fn a_text_that_is_no_record_is_told_from_one_of_another_version() {
    assert_eq!(parse_error(""), "line 1: not a game record: expected \"stavka-record 1\", found \"\"");
    assert_eq!(parse_error("\n{}\n"), "line 2: not a game record: expected \"stavka-record 1\", found \"{}\"");
    assert!(parse_error("stavka-recording").contains("not a game record"));
    assert_eq!(parse_error("stavka-record 2\n"), "line 1: record format \"2\" is not supported; this program reads format 1");
}

#[test]
fn a_broken_header_is_reported_with_line_and_key() {
    let edit = |from: &str, to: &str| parse_error(&annotated().replace(from, to));
    assert_eq!(edit("game toy\n", ""), "line 10: header: `game` is missing before ---");
    assert_eq!(edit("seed 42", "seed -1"), "line 7: header: `seed` is \"-1\"; expected an integer below 2^64");
    assert_eq!(edit("00000000000070f1", "70g1"), "line 5: header: `data` is \"70g1\"; expected up to 16 hexadecimal digits");
    assert_eq!(edit("seed 42", "rules -1"), "line 7: header: `rules` is \"-1\"; expected the number of a version");
    assert_eq!(edit("axis Anna", "axis"), "line 8: header: `axis` has no value");
    assert_eq!(edit("seed 42", "game toy"), "line 7: header: `game` stands twice");
    assert_eq!(
        edit("seed 42", "sede 42"),
        "line 7: header: unknown key \"sede\"; expected one of game, scenario, data, rules, seed, axis, soviet, or ---"
    );
}

#[test]
fn a_record_cut_anywhere_is_an_error() {
    let text = annotated();
    for length in 0..text.trim_end().len() {
        assert!(Record::parse(&text[..length]).is_err(), "cut after {:?}", &text[..length]);
    }
    assert_eq!(
        parse_error(ANNOTATED),
        "line 18: the record stops after 5 actions without its last line, \
         `end <number of actions> <hash>`: it is truncated or that line is damaged"
    );
}

#[test]
fn lost_and_added_lines_are_noticed() {
    let lost = annotated().replace("pick 3\n", "");
    assert_eq!(parse_error(&lost), "line 19: the record declares 5 actions and has 4");
    let added = annotated() + "pick 1\n";
    assert_eq!(parse_error(&added), "line 21: \"pick 1\" follows the end of the record");
    let after_result = annotated().replace("end 5", "pick 1\nend 5");
    assert_eq!(parse_error(&after_result), "line 20: \"pick 1\" follows the end of the record");
}

#[test]
fn an_edited_line_is_reported_with_its_number_and_the_rule_it_breaks() {
    let edit = |from: &str, to: &str| replay_error(|text| text.replace(from, to));
    assert_eq!(
        edit("pick 2", "sing 2"),
        "line 17, action 4: cannot read the action \"sing 2\": the toy has no action \"sing\" (arguments: 1)"
    );
    assert_eq!(edit("pick 3", "pick 7"), "line 14, action 2: Soviet cannot play \"pick 7\": this is not what is asked now [rule 1]");
    assert_eq!(
        edit("die 1", "die 5"),
        "line 16, action 3: \"die 5\" is not a result of the die that is due; possible are die 1, die 2, die 3"
    );
    assert_eq!(
        edit("die 3", "pick 1"),
        "line 18, action 5: \"pick 1\" is not a result of the die that is due; possible are die 1, die 2, die 3"
    );
}

#[test]
fn a_legal_edit_diverges_at_the_end() {
    let error = replay_error(|text| text.replace("pick 3", "pick 1").replace("soviet -1 Soviet", "axis 1 Axis"));
    assert!(error.starts_with("line 20: the replay diverges: after 5 actions the state is "), "{error}");
}

#[test]
fn actions_after_the_end_of_the_game_are_refused() {
    let error = replay_error(|text| text.replace("die 3\n", "die 3\npick 1\n").replace("end 5", "end 6"));
    assert_eq!(error, "line 19, action 6: \"pick 1\" follows the end of the game");
}

#[test]
fn a_result_that_is_not_the_game_s_is_refused() {
    assert_eq!(
        replay_error(|text| text.replace("soviet -1 Soviet", "axis 3 Axis")),
        "line 19: the record says \"axis 3 Axis victory\", the game says \"soviet -1 Soviet victory\""
    );
    assert_eq!(
        replay_error(|text| text.replace("result soviet -1 Soviet victory\n", "")),
        "line 19: the record says \"no result\", the game says \"soviet -1 Soviet victory\""
    );
}

#[test]
fn a_record_of_another_game_scenario_or_data_is_refused() {
    let refused = |record: &Record, scenario: &'static ToyScenario| {
        replay::<Toy>(record, scenario, |_, _| {}).err().expect("the record is foreign").to_string()
    };
    let record = Record::parse(&annotated()).unwrap();
    let mut other = record.clone();
    other.game = "armir".to_owned();
    assert_eq!(refused(&other, scenario(1)), "this is a record of armir, not of toy");
    let other = foreign_scenario("steep", 1, record.data);
    assert_eq!(refused(&record, other), "this is a record of scenario \"plain\", not of \"steep\"");
    assert!(refused(&record, scenario(2)).contains("played with scenario data 00000000000070f1, the data here is 00000000000070f2"));
}

/// [`annotated`] as it was made with other data, after an edit.
fn foreign(edit: impl FnOnce(String) -> String) -> Record {
    Record::parse(&edit(annotated().replace("data 00000000000070f1", "data 0000000000000bad"))).expect("the form is right")
}

/// How far a record is accepted: the number of positions, the last position, the finding.
fn accepted(record: &Record) -> (usize, Toy, Foreign) {
    let mut shown = 0;
    let (game, foreign) = accept::<Toy>(record, scenario(1), |_, _| shown += 1).expect("what is accepted is told, the rest is no error");
    let foreign = foreign.expect("the record is foreign");
    assert_eq!(shown, foreign.accepted, "every accepted action is shown");
    (shown, game, foreign)
}

#[test]
fn a_record_tells_by_its_header_whether_it_is_of_older_newer_or_these_rules() {
    let mut record = foreign(|text| text);
    let mut told = |rules| {
        record.rules = rules;
        record.mismatch(scenario(1)).map(|mismatch| (mismatch, mismatch.to_string()))
    };
    assert_eq!(told(None), Some((Mismatch::OlderRules(None), "made under older rules".to_owned())));
    assert_eq!(told(Some(2)), Some((Mismatch::OlderRules(Some(2)), "made under older rules".to_owned())));
    assert_eq!(told(Some(3)), Some((Mismatch::OtherData, "made with other scenario data".to_owned())));
    assert_eq!(told(Some(4)), Some((Mismatch::NewerRules(4), "made under newer rules".to_owned())));
    record.data = 0x70f1;
    assert_eq!(record.mismatch(scenario(1)), None, "the fingerprint decides");
}

#[test]
fn a_record_names_its_rules_and_one_that_does_not_is_read_all_the_same() {
    let named = annotated().replace("seed 42", "rules 2\nseed 42");
    let record = Record::parse(&named).unwrap();
    assert_eq!((record.rules, Record::parse(&annotated()).unwrap().rules), (Some(2), None));
    assert_eq!(Record::parse(&record.to_text()).unwrap(), record);
    assert!(!Record::parse(&annotated()).unwrap().to_text().contains("rules"), "what is not known is not made up");
    for (text, first) in [(annotated(), 9), (named, 10)] {
        let mut changed = Record::parse(&text).unwrap();
        changed.push("pick 1".to_owned());
        assert_eq!(changed.line_of(0), first, "lines are counted as they will be written");
    }
}

#[test]
fn a_foreign_record_is_accepted_to_its_end_where_the_rules_allow_it() {
    let mut record = foreign(|text| text.replace("seed 42", "rules 2\nseed 42"));
    let (_, game, told) = accepted(&record);
    assert_eq!((told.accepted, told.recorded, told.rules, game.turn()), (5, 5, 3, Turn::Over));
    assert_eq!(
        told.to_string(),
        "this game was made under version 2 of the rules, which are now version 3; all of its 5 actions are accepted here and end alike"
    );
    record.state_hash = Some(0xbad);
    let told = accepted(&record).2;
    assert!(matches!(told.reason, Some(RecordError::Diverges { line: 21, .. })), "{told}");
    assert!(told.to_string().contains("; all of its 5 actions are accepted here and end otherwise: line 21: "), "{told}");
    record.result = None;
    assert!(matches!(accepted(&record).2.reason, Some(RecordError::Result { .. })));
}

#[test]
fn a_foreign_record_is_accepted_up_to_the_first_action_that_the_rules_refuse() {
    let edit = |from: &str, to: &str| accepted(&foreign(|text| text.replace(from, to)));
    let (_, game, told) = edit("pick 2", "pick 7");
    assert_eq!((told.accepted, told.recorded, game.turn()), (3, 5, Turn::Player(Side::Axis)));
    assert_eq!(
        told.to_string(),
        "this game was made under older rules, whose version it does not name, or with other data; the first 3 of its 5 actions are \
         accepted here, the next one is not: line 17, action 4: Axis cannot play \"pick 7\": this is not what is asked now [rule 1]"
    );
    let reason = |from: &str, to: &str| edit(from, to).2.reason.expect("something differs");
    assert!(matches!(reason("pick 2", "sing 2"), RecordError::Unreadable { line: 17, action: 4, .. }));
    assert!(matches!(reason("die 1", "die 5"), RecordError::WrongDie { line: 16, action: 3, .. }));
    let more = foreign(|text| text.replace("die 3\n", "die 3\npick 1\n").replace("end 5", "end 6"));
    assert!(matches!(accepted(&more).2.reason, Some(RecordError::AfterGame { line: 19, action: 6, .. })));
    assert_eq!(edit("hide 2", "hide 9").0, 0, "nothing need be accepted");
}

#[test]
fn a_foreign_record_goes_on_from_its_last_accepted_action_as_a_record_of_these_rules() {
    let record = foreign(|text| text.replace("pick 2", "pick 7"));
    let (mut game, told) = Match::<Toy>::resume(&record, scenario(1)).unwrap();
    assert_eq!(told.map(|told| told.accepted), Some(3));
    assert_eq!((game.lines(), game.to_act()), (&record.actions[..3], Some(Side::Axis)));
    assert_eq!(game.lines_for(Side::Axis, 0).next(), Some(HIDDEN), "what was secret stays so");
    game.play(ToyAction::Pick(1)).unwrap();
    let (now, before) = (game.record(), &record);
    assert_eq!((now.data, now.rules, now.seed, &now.players), (0x70f1, Some(3), before.seed, &before.players));
    assert!(now.result.is_some() && replayed(&Record::parse(&now.to_text()).unwrap(), 1).is_ok());
    let (game, _) = Match::<Toy>::resume(&foreign(|text| text.replace("die 1", "die 5")), scenario(1)).unwrap();
    assert_eq!((game.lines().len(), game.to_act()), (3, Some(Side::Axis)), "a die that is due falls");
}

#[test]
fn a_damaged_record_of_these_rules_is_no_foreign_one() {
    let record = Record::parse(&annotated().replace("pick 2", "pick 7")).unwrap();
    assert!(matches!(accept::<Toy>(&record, scenario(1), |_, _| {}), Err(RecordError::Illegal { line: 17, .. })));
    assert!(matches!(Match::<Toy>::resume(&record, scenario(1)), Err(RecordError::Illegal { line: 17, .. })));
    let mut record = foreign(|text| text);
    assert!(matches!(replayed(&record, 1), Err(RecordError::ForeignData { .. })), "a strict replay takes no foreign record");
    assert!(matches!(verify_dice::<Toy>(&record, scenario(1)), Err(RecordError::ForeignData { .. })));
    record.game = "armir".to_owned();
    assert!(matches!(accept::<Toy>(&record, scenario(1), |_, _| {}), Err(RecordError::WrongGame { .. })));
}

#[test]
fn a_record_that_was_never_sealed_reads_as_truncated() {
    let mut record = Record::begin::<Toy>(scenario(1), 1, PLAYERS);
    record.push("hide 1".to_owned());
    assert!(matches!(Record::parse(&record.to_text()), Err(RecordError::Truncated { actions: 1, .. })));
    assert!(matches!(replayed(&record, 1), Err(RecordError::Truncated { line: 11, actions: 1 })));
}

#[test]
fn names_of_players_cannot_break_the_format() {
    let game = Match::<Toy>::new(scenario(1), 1, ["  two\nlines\t#3 ", ""]);
    assert_eq!(game.players(), &["two lines #3", "unnamed"]);
    assert_eq!(Record::parse(&game.record().to_text()).unwrap(), game.record());
}

#[test]
fn dice_of_a_played_game_verify_and_others_are_named() {
    let mut record = a_match(6, 3, 99).record();
    assert_eq!(verify_dice::<Toy>(&record, scenario(6)), Ok(()));
    record.seed = 4;
    let RecordError::Dice { line, action, text, rolled } = verify_dice::<Toy>(&record, scenario(6)).unwrap_err() else {
        panic!("the dice differ")
    };
    assert_eq!(line, action + 9);
    assert!(text.starts_with("die ") && rolled.starts_with("die ") && text != rolled);
    assert_eq!(record.actions[action - 1], text);
}

#[test]
fn an_environment_rolls_the_dice_of_the_record_with_its_seed() {
    let finished = a_match(6, 11, 99);
    let mut env = Env::<Toy>::new(scenario(6));
    env.reset(11).unwrap();
    for line in finished.lines() {
        let action = env.game().parse_action(line).unwrap();
        if !matches!(action, ToyAction::Die(_)) {
            env.step_action(action).unwrap();
        }
    }
    assert_eq!(env.game().state_hash(), finished.game().state_hash());
}

#[test]
fn play_gives_the_lines_of_the_action_and_its_dice() {
    let mut game = Match::<Toy>::new(scenario(1), 5, PLAYERS);
    assert_eq!(game.to_act(), Some(Side::Soviet));
    assert_eq!(game.play(ToyAction::Hide(1)).unwrap(), ["hide 1"]);
    let lines = game.play(ToyAction::Pick(2)).unwrap().to_vec();
    assert_eq!(lines[0], "pick 2");
    assert!(lines[1].starts_with("die ") && lines.len() == 2);
}

#[test]
fn hidden_actions_are_read_by_those_who_may() {
    let mut game = Match::<Toy>::new(scenario(2), 5, PLAYERS);
    game.play(ToyAction::Hide(1)).unwrap();
    assert!(game.undo());
    game.play(ToyAction::Hide(3)).unwrap();
    game.play(ToyAction::Pick(1)).unwrap();
    let read = |game: &Match<Toy>, viewer, from| game.lines_for(viewer, from).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(read(&game, Side::Soviet, 0), game.lines());
    assert_eq!(read(&game, Side::Axis, 0)[..2], [HIDDEN, "pick 1"]);
    assert_eq!(read(&game, Side::Axis, 1), game.lines()[1..]);
    let resumed = resumed(&game.record(), 2);
    assert_eq!(read(&resumed, Side::Axis, 0), read(&game, Side::Axis, 0));
}

#[test]
fn a_refused_action_changes_nothing() {
    let mut game = a_match(3, 5, 3);
    let (before, record) = (game.game().state_hash(), game.record());
    for action in [ToyAction::Hide(1), ToyAction::Die(1), ToyAction::Pick(9)] {
        assert!(game.play(action).is_err());
    }
    assert_eq!((game.game().state_hash(), game.record()), (before, record));
}

#[test]
fn a_finished_game_refuses_every_action() {
    let mut game = a_match(1, 5, 99);
    assert_eq!(game.to_act(), None);
    assert!(game.play(ToyAction::Pick(1)).is_err());
    assert!(game.record().result.is_some());
}

#[test]
fn actions_can_be_taken_back_while_the_same_player_decides() {
    let mut game = Match::<Toy>::new(scenario(2), 5, PLAYERS);
    let start = (game.game().state_hash(), game.record());
    game.play(ToyAction::Hide(1)).unwrap();
    assert_eq!(game.undoable(), 1);
    assert!(game.undo());
    assert_eq!((game.game().state_hash(), game.record()), start);
    assert!(!game.undo(), "there is nothing more to take back");
    game.play(ToyAction::Hide(3)).unwrap();
    game.forget_past();
    assert!(!game.undo(), "the driver has made it final");
    assert_eq!(game.lines(), ["hide 3"]);
}

#[test]
fn nothing_can_be_taken_back_once_a_die_is_rolled_or_the_other_player_acts() {
    let mut game = Match::<Toy>::new(scenario(2), 5, PLAYERS);
    game.play(ToyAction::Hide(1)).unwrap();
    game.play(ToyAction::Pick(1)).unwrap();
    assert_eq!(game.undoable(), 0, "a die was rolled and the Axis acts");
    assert!(!game.undo());
}

#[test]
fn a_record_with_dice_entered_by_hand_can_be_resumed() {
    let text = annotated().replace("data 00000000000070f1", "data 00000000000070f2");
    let mut game = Toy::new(scenario(2));
    let by_hand: Vec<&str> = ["hide 2", "pick 3", "die 1"].into();
    for line in &by_hand {
        game.apply(game.parse_action(line).unwrap());
    }
    let head = &text[..text.find("pick 2").unwrap()];
    let record = Record::parse(&format!("{head}end 3 {:016x}", game.state_hash())).unwrap();
    let mut resumed = resumed(&record, 2);
    resumed.play(ToyAction::Pick(1)).unwrap();
    assert!(replayed(&resumed.record(), 2).is_ok());
}

proptest! {
    #[test]
    fn a_parsed_record_equals_the_one_that_was_written(seed: u64, decisions in 0_usize..15) {
        let record = a_match(6, seed, decisions).record();
        prop_assert_eq!(Record::parse(&record.to_text()).unwrap(), record);
    }

    #[test]
    fn a_resumed_game_goes_on_as_the_uninterrupted_one(seed: u64, stop in 0_usize..15) {
        let mut chooser = Dice::new(!seed);
        let mut uninterrupted = Match::<Toy>::new(scenario(6), seed, PLAYERS);
        play_some(&mut uninterrupted, &mut chooser, stop);
        let saved = uninterrupted.record().to_text();
        let mut resumed = resumed(&Record::parse(&saved).unwrap(), 6);
        prop_assert_eq!(resumed.record().to_text(), saved);
        play_some(&mut resumed, &mut chooser.clone(), 99);
        play_some(&mut uninterrupted, &mut chooser, 99);
        prop_assert_eq!(resumed.record(), uninterrupted.record());
        prop_assert_eq!(verify_dice::<Toy>(&resumed.record(), scenario(6)), Ok(()));
    }

    #[test]
    fn reading_never_panics(text in "(stavka-record 1\n)?([a-z]{1,8} [0-9a-f-]{0,17}\n|---\n|#.*\n|.*\n){0,20}") {
        if let Ok(record) = Record::parse(&text) {
            drop(replayed(&record, 1));
        }
    }

    #[test]
    fn an_edited_byte_never_panics(at in 0_usize..300, byte in 32_u8..127) {
        let mut bytes = annotated().into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(record) = Record::parse(std::str::from_utf8(&bytes).unwrap()) {
            drop(replayed(&record, 1));
        }
    }
}
