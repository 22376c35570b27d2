//! Golden records: whole games that must replay under the rules as they are, die by die and hash by hash.
//!
//! `STAVKA_BLESS=1 cargo test --test it golden::` plays them anew and rewrites the files, after a change that is
//! meant to alter the course of games.

use std::fmt::Write as _;
use std::fs::{self, DirEntry};
use std::path::PathBuf;

use stavka_agents::{Player, make_agent, play_game};
use stavka_engine::across_the_bug::{AcrossTheBug, FormationId, Segment};
use stavka_engine::armir::{Armir, Phase};
use stavka_engine::blocks_in_the_east::BlocksInTheEast;
use stavka_engine::bolt_action::{Action as PlatoonAction, BoltAction};
use stavka_engine::catalogue::Catalogue;
use stavka_engine::record::{Record, RecordError, accept, replay, verify_dice};
use stavka_engine::{Dice, Game, GameName, Notation, Side, Turn, with_game};

/// A game to keep: file, game, scenario, seed, players, and whether it carries a commentary.
struct Golden {
    name: &'static str,
    game: GameName,
    scenario: &'static str,
    seed: u64,
    players: [&'static str; 2],
    commented: bool,
}

const GOLDEN: [Golden; 18] = [
    Golden {
        name: "armir-random",
        game: GameName::Armir,
        scenario: "historical",
        seed: 1,
        players: ["random", "random"],
        commented: false,
    },
    Golden { name: "armir-free", game: GameName::Armir, scenario: "free", seed: 2, players: ["random", "random"], commented: false },
    Golden {
        name: "armir-uneven",
        game: GameName::Armir,
        scenario: "historical",
        seed: 3,
        players: ["random", "greedy"],
        commented: false,
    },
    Golden {
        name: "armir-commented",
        game: GameName::Armir,
        scenario: "historical",
        seed: 4,
        players: ["greedy", "greedy"],
        commented: true,
    },
    Golden {
        name: "across-the-bug-attack",
        game: GameName::AcrossTheBug,
        scenario: "attack",
        seed: 5,
        players: ["greedy", "greedy"],
        commented: true,
    },
    Golden {
        name: "across-the-bug-delayed",
        game: GameName::AcrossTheBug,
        scenario: "delayed",
        seed: 6,
        players: ["greedy", "greedy"],
        commented: true,
    },
    Golden {
        name: "across-the-bug-campaign",
        game: GameName::AcrossTheBug,
        scenario: "campaign",
        seed: 7,
        players: ["greedy", "greedy"],
        commented: true,
    },
    Golden {
        name: "across-the-bug-uneven",
        game: GameName::AcrossTheBug,
        scenario: "delayed",
        seed: 8,
        players: ["policy", "random"],
        commented: false,
    },
    Golden {
        name: "across-the-bug-free",
        game: GameName::AcrossTheBug,
        scenario: "attack-free",
        seed: 9,
        players: ["random", "random"],
        commented: false,
    },
    Golden {
        name: "bolt-action-meeting",
        game: GameName::BoltAction,
        scenario: "meeting",
        seed: 10,
        players: ["doctrine", "greedy"],
        commented: true,
    },
    Golden {
        name: "bolt-action-tank",
        game: GameName::BoltAction,
        scenario: "duel-tank",
        seed: 11,
        players: ["greedy", "greedy"],
        commented: true,
    },
    Golden {
        name: "bolt-action-fixed",
        game: GameName::BoltAction,
        scenario: "duel-fixed",
        seed: 12,
        players: ["policy", "random"],
        commented: false,
    },
    Golden {
        name: "bolt-action-attack",
        game: GameName::BoltAction,
        scenario: "attack",
        seed: 13,
        players: ["random", "random"],
        commented: false,
    },
    Golden {
        name: "bolt-action-demolition",
        game: GameName::BoltAction,
        scenario: "demolition",
        seed: 14,
        players: ["random", "random"],
        commented: false,
    },
    Golden {
        name: "blocks-in-the-east-leningrad",
        game: GameName::BlocksInTheEast,
        scenario: "towards-leningrad",
        seed: 25,
        players: ["greedy", "greedy"],
        commented: true,
    },
    Golden {
        name: "blocks-in-the-east-summer",
        game: GameName::BlocksInTheEast,
        scenario: "short-barbarossa",
        seed: 26,
        players: ["greedy", "random"],
        commented: false,
    },
    Golden {
        name: "blocks-in-the-east-barbarossa",
        game: GameName::BlocksInTheEast,
        scenario: "barbarossa",
        seed: 27,
        players: ["policy", "policy"],
        commented: false,
    },
    Golden {
        name: "blocks-in-the-east-year",
        game: GameName::BlocksInTheEast,
        scenario: "operation-bagration",
        seed: 28,
        players: ["policy", "policy"],
        commented: false,
    },
];

fn path(golden: &Golden) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{}.record", golden.name))
}

fn scenario<G: Catalogue>(golden: &Golden) -> &'static G::Scenario {
    G::load(golden.scenario).expect("golden records use embedded scenarios")
}

/// Plays the game that a golden record holds.
fn play(golden: &Golden) -> Record {
    with_game!(golden.game, G => {
        let mut agents = golden.players.map(|name| make_agent::<G>(name, 0).expect("a known player"));
        let [axis, soviet] = &mut agents;
        let players = [Player { name: golden.players[0], agent: axis.as_mut() }, Player { name: golden.players[1], agent: soviet.as_mut() }];
        play_game::<G>(scenario::<G>(golden), golden.seed, players).expect("players choose legal actions").record
    })
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
        with_game!(golden.game, G => {
            let scenario = scenario::<G>(golden);
            let game = replay::<G>(&record, scenario, |_, _| ()).unwrap_or_else(|error| panic!("{}: {error}", golden.name));
            assert_eq!(game.turn(), Turn::Over, "{} ends", golden.name);
            verify_dice::<G>(&record, scenario).unwrap_or_else(|error| panic!("{}: {error}", golden.name));
        });
        assert_eq!(record.players, golden.players, "{}", golden.name);
    }
}

/// The whole war of Blocks in the East by random play: the number of actions and the hash of the state at the beginning of each turn.
#[test]
fn the_campaign_of_blocks_goes_the_way_it_went() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/blocks-in-the-east-campaign.hashes");
    let scenario = BlocksInTheEast::load("codeword-dortmund").expect("it is embedded");
    let (mut game, mut dice, mut legal) = (BlocksInTheEast::new(scenario), Dice::new(29), Vec::new());
    let (mut text, mut turn, mut actions) = (String::new(), 0, 0);
    loop {
        if game.game_turn() != turn || game.turn() == Turn::Over {
            turn = game.game_turn();
            let _ = writeln!(text, "turn {turn}, {actions} actions: {:016x}", game.state_hash());
        }
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.draw(&legal, &mut dice),
            Turn::Player(_) => legal[dice.below(legal.len() as u32) as usize],
        };
        game.apply(action);
        actions += 1;
    }
    if std::env::var_os("STAVKA_BLESS").is_some() {
        fs::write(&path, &text).expect("the folder of golden records can be written");
    }
    assert!(text.lines().count() > 40, "{} turns", text.lines().count());
    assert_eq!(fs::read_to_string(path).expect("it is in the repository"), text);
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
    let error = replay::<Armir>(&edited, scenario::<Armir>(golden), |_, _| ()).err().expect("the move is not legal there");
    assert!(error.to_string().contains("move > 0101"), "{error}");
}

#[test]
fn a_record_of_other_data_is_accepted_up_to_the_first_action_that_the_rules_refuse_in_every_game() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut games = Vec::new();
    let is_record = |file: &DirEntry| file.path().extension().is_some_and(|kind| kind == "record");
    for file in fs::read_dir(folder).expect("the golden records lie there").flatten().filter(is_record) {
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

/// The record with what is worth saying before each action, as comments.
fn with_commentary(golden: &Golden, record: &Record) -> String {
    let mut notes: Vec<String> = Vec::new();
    let about = match golden.game {
        GameName::Armir => {
            let mut heading = (0, None::<Phase>);
            replay::<Armir>(record, scenario::<Armir>(golden), |game, _| notes.push(note(game, &mut heading)))
                .expect("a game just played replays");
            "# A whole game of ARMIR between two greedy players, with a heading for every phase, the odds of every\n\
             # combat and the state of the tracks at the start of every turn. The rule numbers are the rulebook's.\n"
        }
        GameName::AcrossTheBug => {
            let mut heading = BugHeading::default();
            replay::<AcrossTheBug>(record, scenario::<AcrossTheBug>(golden), |game, _| notes.push(bug_note(game, &mut heading)))
                .expect("a game just played replays");
            "# A whole game of Across the Bug River between two greedy players: the account at the start of every turn, every activation\n\
             # with its Action Points, what each die is for, and before the die of every combat its strengths, as the attacker knows\n\
             # them, and its modifiers. The rule numbers are the rulebook's.\n"
        }
        GameName::BoltAction => {
            let mut turn = 0;
            replay::<BoltAction>(record, scenario::<BoltAction>(golden), |game, action| notes.push(platoon_note(game, action, &mut turn)))
                .expect("a game just played replays");
            "# A whole game of Bolt Action between two players: the account and the bag at the start of every turn, every order with the chance\n\
             # of its test, and before the dice of every shot and assault what they need, its modifiers and what it promises. The rule\n\
             # ids are those of the coverage table.\n"
        }
        GameName::BlocksInTheEast => {
            let mut heading = None;
            replay::<BlocksInTheEast>(record, scenario::<BlocksInTheEast>(golden), |game, _| notes.push(blocks_note(game, &mut heading)))
                .expect("a game just played replays");
            "# A whole game of Blocks in the East between two greedy players: the points of the Axis at the start of every turn, every phase,\n\
             # every battle with who is in it, and before every volley its dice by the faces that hit. The rule numbers are the rulebook's.\n"
        }
        GameName::EastFront => panic!("the worked turn of East Front is commented by hand"),
    };
    let text = record.to_text();
    let (header, body) = text.split_once("---\n").expect("a record has a header");
    let mut lines = body.lines();
    let mut out = format!("{header}{about}---\n");
    for comment in notes {
        out.push_str(&comment);
        let _ = writeln!(out, "{}", lines.next().expect("one line per action"));
    }
    for rest in lines {
        let _ = writeln!(out, "{rest}");
    }
    out
}

/// Turn, segment and acting formation that have been told.
#[derive(Default)]
struct BugHeading {
    turn: u16,
    segment: Option<Segment>,
    acting: Option<(FormationId, bool)>,
}

/// What is worth saying before an action of Across the Bug River.
fn bug_note(game: &AcrossTheBug, heading: &mut BugHeading) -> String {
    let mut text = String::new();
    if heading.turn != game.game_turn() {
        let rules = &game.data().tables.victory;
        let _ = writeln!(text, "#\n# == Turn {}: German victory points {} [9]", game.game_turn(), game.ledger_seen(None).total(rules));
        *heading = BugHeading { turn: game.game_turn(), ..BugHeading::default() };
    }
    if heading.segment != Some(game.segment()) {
        let _ = writeln!(text, "# -- {}", game.segment().name());
        heading.segment = Some(game.segment());
    }
    let acting = game.acting_report();
    if let Some(report) = acting.filter(|report| heading.acting != Some((report.formation, report.reaction))) {
        let name = &game.data().formation(report.formation).name;
        let what = if report.reaction { "reacts [6.4]" } else { "acts [6.3]" };
        let _ = writeln!(text, "#  - {name} {what}, Action Points {}", report.points);
    }
    heading.acting = acting.map(|report| (report.formation, report.reaction));
    if game.turn() != Turn::Chance {
        return text;
    }
    // The combat as the attacker knows it.
    let report = game.combat_report().and_then(|combat| game.fight_report(combat.attacker));
    let Some((report, (attack, defence, column))) = report.as_ref().and_then(|report| Some((report, report.strengths?))) else {
        let _ = writeln!(text, "#    {}", game.prompt());
        return text;
    };
    let modifiers: Vec<String> = report.modifiers().map(|(cause, value)| format!("{value:+} [{}]", cause.rule())).collect();
    let _ = writeln!(
        text,
        "#    {} attack on {}: {attack} against {defence}, {}, line {} of the table [7.5.1.D2], modifiers {:+}{}{}",
        report.sheet.kind.name(),
        game.hex_name(report.hexes[1]),
        column.map_or_else(|| "below the first column".to_owned(), |column| format!("column {}", column.index() + 1)),
        report.sheet.line,
        report.sheet.modifiers.net,
        if modifiers.is_empty() { "" } else { ": " },
        modifiers.join(", ")
    );
    text
}

/// What is worth saying before an action of Blocks in the East: a new turn, a new phase, the dice of a volley. `told` is what was said last.
fn blocks_note(game: &BlocksInTheEast, told: &mut Option<(u16, Side, &'static str)>) -> String {
    let mut text = String::new();
    let data = game.data();
    if let Some((side, phase)) = game.phase() {
        let turn = game.game_turn();
        if told.is_none_or(|(told, ..)| told != turn) {
            let _ = writeln!(text, "#\n# == Turn {turn}: {} points of the Axis [7.11]", game.axis_points());
        }
        if *told != Some((turn, side, phase.name())) {
            let _ = writeln!(text, "# -- {side}: {} [7.0]", phase.name());
            *told = Some((turn, side, phase.name()));
        }
    }
    let Some(battle) = game.battle_report().filter(|_| game.turn() == Turn::Chance) else { return text };
    if let Some((side, firing, pool)) = game.volley() {
        let dice: Vec<String> = (1..=5)
            .map(|faces| (pool.with_faces(faces), faces))
            .filter(|(count, _)| *count > 0)
            .map(|(count, faces)| {
                let range = if faces == 1 { "6".to_owned() } else { format!("{} to 6", 7 - faces) };
                format!("{count} that hit on {range}")
            })
            .collect();
        let _ = writeln!(
            text,
            "#    {side} in {}, round {}: {firing:?}, dice {}; {} hits count at most [7.7.6]",
            data.map.name(battle.hex),
            battle.round,
            dice.join(", "),
            game.hits_to_take(side.opponent(), firing)
        );
    }
    text
}

/// What is worth saying before an action of Bolt Action.
fn platoon_note(game: &BoltAction, action: PlatoonAction, turn: &mut u16) -> String {
    let (mut text, data) = (String::new(), game.data());
    let placed = matches!(action, PlatoonAction::Draw(_) | PlatoonAction::Order { .. });
    if placed && *turn != game.game_turn() {
        *turn = game.game_turn();
        let [axis, soviet] = Side::ALL.map(|side| (game.points_alive(side), game.in_bag(side)));
        let _ = writeln!(
            text,
            "#\n# == Turn {turn}: margin {:+} for the Axis; Axis {} points and {} dice in the bag, Soviets {} and {} [TURN.2.b]",
            game.margin(),
            axis.0,
            axis.1,
            soviet.0,
            soviet.1
        );
    }
    match action {
        PlatoonAction::Order { unit, order } => {
            let test = game.order_test_report(unit, order, None);
            let chance = test.map_or_else(|| "no test".to_owned(), |test| format!("{} of 36 ways to pass [TURN.1.3]", test.ways[0]));
            let pins = game.piece(unit).pins;
            let _ = writeln!(text, "# {}: {}, {pins} pins, {chance}", data.unit(unit).name, order.name());
        }
        PlatoonAction::Assault(unit) => {
            let _ = writeln!(text, "# {}: assault [CQ.1]", data.unit(unit).name);
        }
        _ => {}
    }
    if let Some(shot) = game.shot_report(action) {
        let inches = f64::from(shot.distance2).sqrt();
        let _ = writeln!(
            text,
            "#    {} at {}, {inches:.0} inches, cover {}: {:.2} men fall, {:.0} % pinned [SHOOT]",
            data.unit(shot.shooter).name,
            data.unit(shot.target).name,
            shot.cover.name(),
            shot.odds.mean_lost(),
            100.0 * shot.odds.hit()
        );
        for weapon in &shot.weapons {
            let modifiers: Vec<String> = weapon.modifiers.iter().map(|(cause, effect)| format!("{} {effect:+}", cause.row())).collect();
            let name = &data.weapon(weapon.weapon).name;
            let _ = writeln!(text, "#      {} x {name}: {}+ to hit {}", weapon.count, weapon.need, modifiers.join(", "));
        }
    }
    if game.turn() == Turn::Chance && !matches!(action, PlatoonAction::Draw(_)) {
        let _ = writeln!(text, "#    {}", game.prompt());
    }
    text
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
