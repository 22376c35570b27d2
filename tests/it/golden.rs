//! Golden records: whole games that must replay under the rules as they are, die by die and hash by hash.
//!
//! `STAVKA_BLESS=1 cargo test --test it golden::` plays them anew and rewrites the files, after a change that is
//! meant to alter the course of games.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use stavka_agents::{Player, make_agent, play_game};
use stavka_engine::armir::{Armir, Phase};
use stavka_engine::catalogue::Catalogue;
use stavka_engine::record::{Record, RecordError, accept, replay, verify_dice};
use stavka_engine::{Game, GameName, Notation, Side, Turn, with_game};

/// A game to keep: file, scenario, seed, players, and whether it carries a commentary.
struct Golden {
    name: &'static str,
    scenario: &'static str,
    seed: u64,
    players: [&'static str; 2],
    commented: bool,
}

const GOLDEN: [Golden; 4] = [
    Golden { name: "armir-random", scenario: "historical", seed: 1, players: ["random", "random"], commented: false },
    Golden { name: "armir-free", scenario: "free", seed: 2, players: ["random", "random"], commented: false },
    Golden { name: "armir-uneven", scenario: "historical", seed: 3, players: ["random", "greedy"], commented: false },
    Golden { name: "armir-commented", scenario: "historical", seed: 4, players: ["greedy", "greedy"], commented: true },
];

fn path(golden: &Golden) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{}.record", golden.name))
}

fn scenario(golden: &Golden) -> &'static <Armir as Game>::Scenario {
    Armir::load(golden.scenario).expect("golden records use embedded scenarios")
}

/// Plays the game that a golden record holds.
fn play(golden: &Golden) -> Record {
    let mut agents = golden.players.map(|name| make_agent::<Armir>(name, 0).expect("a known player"));
    let [axis, soviet] = &mut agents;
    let players = [Player { name: golden.players[0], agent: axis.as_mut() }, Player { name: golden.players[1], agent: soviet.as_mut() }];
    play_game::<Armir>(scenario(golden), golden.seed, players).expect("players choose legal actions").record
}

#[test]
fn golden_records_replay_under_the_rules_as_they_are() {
    for golden in &GOLDEN {
        if std::env::var_os("STAVKA_BLESS").is_some() {
            let record = play(golden);
            let text = if golden.commented { with_commentary(golden, &record) } else { record.to_text() };
            fs::write(path(golden), text).expect("the folder of golden records can be written");
        }
        let text = fs::read_to_string(path(golden)).expect("the golden record is in the repository");
        let record = Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        let game = replay::<Armir>(&record, scenario(golden), |_, _| ()).unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        assert_eq!(game.turn(), Turn::Over, "{} ends", golden.name);
        verify_dice::<Armir>(&record, scenario(golden)).unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        assert_eq!(record.players, golden.players, "{}", golden.name);
    }
}

#[test]
fn players_of_golden_games_play_the_same_game_again() {
    for golden in GOLDEN.iter().filter(|golden| !golden.commented) {
        let kept = fs::read_to_string(path(golden)).expect("the golden record is in the repository");
        let kept = Record::parse(&kept).expect("it parses, as the other test shows");
        let again = play(golden);
        let divergence = kept.actions.iter().zip(&again.actions).position(|(old, new)| old != new);
        assert_eq!(divergence, None, "{}: the first differing action", golden.name);
        assert_eq!(kept.actions.len(), again.actions.len(), "{}", golden.name);
    }
}

#[test]
fn a_changed_action_is_named_with_its_line() {
    let golden = &GOLDEN[0];
    let text = fs::read_to_string(path(golden)).expect("the golden record is in the repository");
    let record = Record::parse(&text).expect("it parses, as the other test shows");
    let mut edited = record.clone();
    let at = edited.actions.len() / 2;
    edited.actions[at] = "move > 0101".into();
    let error = replay::<Armir>(&edited, scenario(golden), |_, _| ()).err().expect("the move is not legal there");
    assert!(error.to_string().contains("move > 0101"), "{error}");
}

#[test]
fn a_record_of_other_data_is_accepted_up_to_the_first_action_that_the_rules_refuse_in_every_game() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut games = Vec::new();
    for file in fs::read_dir(folder).expect("the golden records lie there").flatten() {
        let name = file.file_name();
        let text = fs::read_to_string(file.path()).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        let mut record = Record::parse(&text).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        record.data = !record.data;
        let game: GameName = record.game.parse().expect("it is one of the games");
        games.push(game);
        with_game!(game, G => {
            let scenario = G::load(&record.scenario).expect("golden records use embedded scenarios");
            let accepted = |record: &Record| {
                let (game, foreign) = accept::<G>(record, scenario, |_, _| ()).unwrap_or_else(|error| panic!("{name:?}: {error}"));
                (game.state_hash(), foreign.expect("its data are not those that are here"))
            };
            let (hash, foreign) = accepted(&record);
            assert_eq!((foreign.accepted, foreign.reason), (record.actions.len(), None), "{name:?}");
            assert_eq!(Some(hash), record.state_hash, "{name:?}");
            let middle = record.actions.len() / 2;
            record.actions[middle] = "conquer everything".to_owned();
            let foreign = accepted(&record).1;
            assert_eq!((foreign.accepted, foreign.recorded), (middle, record.actions.len()), "{name:?}");
            assert!(matches!(foreign.reason, Some(RecordError::Unreadable { action, .. }) if action == middle + 1), "{name:?}");
        });
    }
    assert!(GameName::ALL.iter().all(|game| games.contains(game)), "{games:?}");
}

/// The record with a heading for every phase and the odds of every combat, as comments.
fn with_commentary(golden: &Golden, record: &Record) -> String {
    let mut notes: Vec<String> = Vec::new();
    let mut heading = (0, None::<Phase>);
    replay::<Armir>(record, scenario(golden), |game, _| notes.push(note(game, &mut heading))).expect("a game just played replays");
    let text = record.to_text();
    let (header, body) = text.split_once("---\n").expect("a record has a header");
    let mut lines = body.lines();
    let mut out = format!(
        "{header}# A whole game of ARMIR between two greedy players, with a heading for every phase, the odds of every\n\
         # combat and the state of the tracks at the start of every turn. The rule numbers are the rulebook's.\n---\n"
    );
    for comment in notes {
        out.push_str(&comment);
        let _ = writeln!(out, "{}", lines.next().expect("one line per action"));
    }
    for rest in lines {
        let _ = writeln!(out, "{rest}");
    }
    out
}

/// What is worth saying before an action: a new turn, a new phase, the odds before the die.
fn note(game: &Armir, heading: &mut (u16, Option<Phase>)) -> String {
    let mut text = String::new();
    if heading.0 != game.game_turn() {
        let points = game.victory_points();
        let _ = writeln!(
            text,
            "#\n# == Turn {}: momentum {} [16.4], supply points {} [16.2], garrison {} [16.3], Chir box {} [16.1], stars {} [17.1.1.4], corps destroyed {} [17.1.1.3]",
            game.game_turn(),
            game.momentum(),
            game.supply_points(),
            game.garrison(),
            game.chir_box(),
            points.stars,
            points.corps_destroyed
        );
    }
    if *heading != (game.game_turn(), Some(game.current_phase())) {
        let _ = writeln!(text, "# -- {}", game.phase_name());
        *heading = (game.game_turn(), Some(game.current_phase()));
    }
    if game.turn() == Turn::Chance
        && let Some(battle) = game.battle()
    {
        let sheet = game.battle_sheet(battle);
        let shifts: Vec<String> = sheet.shifts().map(|shift| format!("{} {:+} [{}]", shift.what, shift.value, shift.rule)).collect();
        let _ = writeln!(
            text,
            "#    {} attack on {}: {} against {}{}{}, column {}",
            if battle.attacker == Side::Axis { "Axis" } else { "Soviet" },
            game.hex_name(battle.target),
            sheet.attack,
            sheet.defence,
            if shifts.is_empty() { "" } else { "; " },
            shifts.join(", "),
            Armir::column_name(sheet.column)
        );
    } else if game.turn() == Turn::Chance {
        let _ = writeln!(text, "#    {}", game.prompt());
    }
    text
}
