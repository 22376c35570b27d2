//! Chapters 20 and 21 of Blocks in the East: Cavalry Charges and Panzer Attacks.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Extra, Firing};
use stavka_engine::blocks_in_the_east::terms::{Onset, Terrain, UnitClass, UnitKind, Weather};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared, UnitId};
use stavka_engine::game::{Determinize as _, Game as _, Turn};

use crate::blocks_in_the_east_kit::{Volley, goals, hex, legal, pass_to, play, rule_against, strength, unit, volleys};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, scene, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const GROUND: Firing = Firing::Ground;

fn cavalry() -> &'static Prepared {
    with_options(WAR, "cavalry-charge = true")
}

fn panzers() -> &'static Prepared {
    with_options(WAR, "panzer-attack = true")
}

/// A battle in clear weather that is about to be fought.
fn battle(data: &'static Prepared, units: &str, attacker: Side) -> BlocksInTheEast {
    scene(data, units, 2, attacker, Phase::Combat)
}

/// What can be declared.
fn open(game: &BlocksInTheEast) -> BTreeSet<String> {
    goals(game, "declare")
}

fn words(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}

fn on_ground(seen: Vec<Volley>) -> Vec<(Side, Vec<(u8, u8)>)> {
    seen.into_iter().filter(|(_, firing, _)| *firing == GROUND).map(|(side, _, dice)| (side, dice)).collect()
}

fn is_eliminated(game: &BlocksInTheEast, id: &str) -> bool {
    game.place(unit(game.data(), id)) == Place::ELIMINATED
}

/// Each chapter is a switch of its own; without it nothing is asked.
#[test]
fn the_chapters_are_off_unless_players_agree_on_them() {
    let units = "RO02 2943, GC15 2943, SL01 2943";
    assert!(!scenario(WAR).script.options.cavalry_charge && !scenario(WAR).script.options.panzer_attack);
    assert!(open(&battle(scenario(WAR), units, AXIS)).is_empty());
    assert_eq!(open(&battle(cavalry(), units, AXIS)), words(&["cavalry-charge"]));
    assert_eq!(open(&battle(panzers(), units, AXIS)), words(&["panzer-attack"]));
    let both = with_options(WAR, "cavalry-charge = true\npanzer-attack = true");
    let game = battle(both, units, AXIS);
    assert_eq!(open(&game), words(&["cavalry-charge", "panzer-attack"]));
    assert_eq!((game.asked(), game.turn()), (Some(Asked::Declaration), Turn::Player(AXIS)));
    // Once it is declared, or not, the battle begins.
    for line in ["done", "declare panzer-attack"] {
        let mut game = game.clone();
        play(&mut game, &[line]);
        assert!(open(&game).is_empty() && game.volley().is_some(), "{line}");
        assert_eq!(game.battle_report().and_then(|report| report.declared), (line != "done").then_some(Onset::PanzerAttack));
    }
}

/// [20.0] Cavalry fires before the defending infantry, and the other attackers after it as ever.
#[test]
fn cavalry_fires_before_the_infantry() {
    let units = "RO02 2943, GN01 2943, SL01 2943";
    let mut plain = battle(cavalry(), units, AXIS);
    play(&mut plain, &["done"]);
    assert_eq!(on_ground(volleys(&mut plain, &[])), [(SOVIET, vec![(4, 1)]), (AXIS, vec![(7, 1)])]);
    let mut charge = battle(cavalry(), units, AXIS);
    play(&mut charge, &["declare cavalry-charge"]);
    assert_eq!(on_ground(volleys(&mut charge, &[])), [(AXIS, vec![(3, 1)]), (SOVIET, vec![(4, 1)]), (AXIS, vec![(4, 1)])]);
    // Three hits of the charge: one point of infantry is left to answer.
    let mut charge = battle(cavalry(), units, AXIS);
    play(&mut charge, &["declare cavalry-charge"]);
    assert_eq!(on_ground(volleys(&mut charge, &[3])), [(AXIS, vec![(3, 1)]), (SOVIET, vec![(1, 1)]), (AXIS, vec![(4, 1)])]);
    // Who is destroyed by it does not answer.
    let mut charge = set_up(cavalry(), units, 2).steps("SL01", 2).expect("steps").open(AXIS, Phase::Combat);
    play(&mut charge, &["declare cavalry-charge"]);
    assert_eq!(on_ground(volleys(&mut charge, &[2])), [(AXIS, vec![(3, 1)])]);
    assert!(is_eliminated(&charge, "SL01") && charge.battles().is_empty());
}

/// [20.0] The answer hits the cavalry first, though the infantry beside it is stronger; what is left over hits others.
#[test]
fn the_answer_hits_the_cavalry_first() {
    let units = "RO02 2943, GN01 2943, SL01 2943";
    let after = |declared: &str, hits: u8| {
        let mut game = battle(cavalry(), units, AXIS);
        play(&mut game, &[declared]);
        let answer = if declared == "done" { vec![hits] } else { vec![0, hits] };
        volleys(&mut game, &answer);
        (is_eliminated(&game, "RO02"), strength(&game, "RO02"), strength(&game, "GN01"))
    };
    assert_eq!(after("done", 1), (false, 3, 3));
    assert_eq!(after("declare cavalry-charge", 1), (false, 2, 4));
    assert_eq!(after("declare cavalry-charge", 2), (false, 1, 4));
    let (gone, _, infantry) = after("declare cavalry-charge", 3);
    assert!(gone && infantry == 4);
    let (gone, _, infantry) = after("declare cavalry-charge", 4);
    assert!(gone && infantry == 3);
    // Of several that charge the strongest is hit first [7.7.9], and its owner chooses among equals.
    let mut two = battle(cavalry(), "SV01 2943, SW13 2943, GN01 2943", SOVIET);
    play(&mut two, &["declare cavalry-charge"]);
    volleys(&mut two, &[0, 2]);
    assert_eq!(goals(&two, "takes"), words(&["SV01", "SW13"]));
    assert_eq!((strength(&two, "SV01"), two.turn()), (3, Turn::Player(SOVIET)));
}

/// [20.0] The charge is of the ground: artillery and aircraft of the defender do not seek the cavalry.
#[test]
fn artillery_does_not_seek_the_cavalry() {
    let mut game = battle(cavalry(), "RO02 2943, GN01 2943, SL01 2943, SW08 2943", AXIS);
    play(&mut game, &["declare cavalry-charge"]);
    let seen = volleys(&mut game, &[1]);
    assert_eq!((seen[0].0, seen[0].1), (SOVIET, Firing::Artillery));
    assert_eq!((strength(&game, "RO02"), strength(&game, "GN01")), (3, 3), "the strongest");
}

/// [20.0] It lasts as long as the battle: in the second round cavalry is first again, if it is still there.
#[test]
fn the_charge_lasts_as_long_as_the_battle() {
    let mut game = battle(cavalry(), "RO02 2943, GN01 2943, SL01 2943", AXIS);
    play(&mut game, &["declare cavalry-charge"]);
    volleys(&mut game, &[]);
    let second = |game: &mut BlocksInTheEast| {
        while game.volley().is_none() && game.battle_report().is_some() {
            play(game, &["done"]);
        }
        on_ground(volleys(game, &[]))
    };
    assert_eq!(second(&mut game), [(AXIS, vec![(3, 1)]), (SOVIET, vec![(4, 1)]), (AXIS, vec![(4, 1)])]);
    // Without cavalry the attack is one like any other.
    let mut game = battle(cavalry(), "RO02 2943, GN01 2943, SL01 2943", AXIS);
    play(&mut game, &["declare cavalry-charge"]);
    volleys(&mut game, &[0, 3]);
    assert!(is_eliminated(&game, "RO02"));
    assert_eq!(second(&mut game), [(SOVIET, vec![(4, 1)]), (AXIS, vec![(4, 1)])]);
}

/// [20.0] Not against cavalry or tanks, nor without cavalry, nor in bad weather, nor off the plain.
#[test]
fn cavalry_charges_infantry_on_a_plain_in_good_weather() {
    let charges = |units: &str, turn: u8| !open(&scene(cavalry(), units, turn, AXIS, Phase::Combat)).is_empty();
    assert!(charges("RO02 2943, SL01 2943", 2));
    assert!(charges("RO02 2943, SL01 2943", 16), "summer 1942");
    for (turn, weather) in [(6, Weather::Rain), (7, Weather::Snow), (11, Weather::Rain)] {
        let game = set_up(cavalry(), "RO02 2943, SL01 2943", turn).weather(weather).open(AXIS, Phase::Combat);
        assert!(open(&game).is_empty(), "{weather:?}");
    }
    let drizzle = set_up(cavalry(), "RO02 2943, SL01 2943", 2).weather(Weather::LightRain).open(AXIS, Phase::Combat);
    assert!(open(&drizzle).is_empty(), "light rain is not good weather");
    for (defenders, may) in [
        ("SL01", true),
        ("SL01 SW08", true),
        ("SW13", false),
        ("SL01 SW13", false),
        ("SB05", false),
        ("SL01 SB05", false),
        ("SW10", true),
        ("SB06", false),
    ] {
        let units: Vec<String> = defenders.split(' ').map(|id| format!("{id} 2943")).collect();
        assert_eq!(charges(&format!("RO02 2943, {}", units.join(", ")), 2), may, "{defenders}");
    }
    // Mechanized troops of TECH 2 are tanks.
    assert!(!charges("RO02 2943, SW10 2943", 25));
    assert!(!charges("GN01 2943, SL01 2943", 2), "infantry does not");
    assert!(!charges("GC15 2943, SL01 2943", 2), "nor tanks");
    // The defender's own cavalry does not charge.
    assert!(open(&battle(cavalry(), "SL01 2943, RO02 2943", SOVIET)).is_empty());
    for (at, may) in [("2943", true), ("1524", false), ("Kiev", false), ("Sevastopol", false), ("Solone Ozero", false)] {
        assert_eq!(charges(&format!("SL01 {at}, RO02 {at}"), 2), may, "{at}");
    }
    // A Minor City on a plain leaves it a plain; in a wood it is a wood.
    let data = cavalry();
    let minor = |at: &str| {
        let place = hex(data, at);
        (data.map.terrain[place.index()], charges(&format!("SL01 {at}, RO02 {at}"), 2))
    };
    let towns = ["Vitebsk", "Pinsk", "Kherson", "Poltava", "Melitopol"].map(minor);
    for (terrain, may) in towns {
        assert_eq!(may, terrain == Terrain::Plain);
    }
    assert!(towns.iter().any(|(_, may)| *may) && towns.iter().any(|(_, may)| !*may), "{towns:?}");
}

/// [20.0] Soviet cavalry charges as well.
#[test]
fn soviet_cavalry_charges_too() {
    let mut game = battle(cavalry(), "SV01 2943, SW13 2943, SL01 2943, GN01 2943", SOVIET);
    play(&mut game, &["declare cavalry-charge"]);
    let seen = on_ground(volleys(&mut game, &[]));
    // The Guards strike on 5 and 6 [10.0.a].
    assert_eq!(seen, [(SOVIET, vec![(3, 1), (4, 2)]), (AXIS, vec![(4, 1)]), (SOVIET, vec![(4, 1)])]);
}

/// [20.0.a] Gruppo Barbò charges with three dice more, once in the game, in the first round of a Cavalry Charge. The board tells why.
#[test]
fn gruppo_barbo_charges_once_with_three_dice_more() {
    let data = cavalry();
    let game = scene(data, "IT05 2943, SL01 2943", 16, AXIS, Phase::Combat);
    assert_eq!(open(&game), words(&["cavalry-charge", "gruppo-barbo"]));
    assert!(!open(&scene(data, "RO02 2943, SL01 2943", 16, AXIS, Phase::Combat)).contains("gruppo-barbo"));
    let first = |line: &str| {
        let mut game = game.clone();
        play(&mut game, &[line]);
        let told: Vec<(u8, Option<(Extra, u8)>)> =
            game.throwers(AXIS, GROUND).iter().map(|thrower| (thrower.dice, thrower.extra)).collect();
        (told, on_ground(volleys(&mut game, &[0, 1])))
    };
    assert_eq!(first("done"), (vec![(2, None)], vec![(SOVIET, vec![(4, 1)]), (AXIS, vec![(2, 1)])]));
    let (told, seen) = first("declare cavalry-charge");
    assert_eq!((told, seen[0].clone()), (vec![(2, None)], (AXIS, vec![(2, 1)])));
    let (told, seen) = first("declare gruppo-barbo");
    assert_eq!((told, seen), (vec![(5, Some((Extra::GruppoBarbo, 3)))], vec![(AXIS, vec![(5, 1)]), (SOVIET, vec![(4, 1)])]));
    // In the second round it has two dice.
    let mut game = game.clone();
    play(&mut game, &["declare gruppo-barbo"]);
    volleys(&mut game, &[]);
    while game.volley().is_none() {
        play(&mut game, &["done"]);
    }
    assert_eq!(on_ground(volleys(&mut game, &[]))[0], (AXIS, vec![(2, 1)]));
}

/// [20.0.a] The dice are spent for the game, whatever becomes of the battle.
#[test]
fn the_dice_of_gruppo_barbo_are_spent_for_the_game() {
    let data = cavalry();
    let units = "IT05 2943, SL01 2943";
    let after = |line: &str| {
        let mut game = set_up(data, units, 16).steps("SL01", 1).expect("steps").open(AXIS, Phase::Combat);
        play(&mut game, &[line]);
        volleys(&mut game, &[1]);
        pass_to(&mut game, SOVIET, Phase::Supply);
        assert!(game.battle_report().is_none());
        game
    };
    let (spent, kept) = (after("declare gruppo-barbo"), after("declare cavalry-charge"));
    assert!(spent.gruppo_barbo_has_charged() && !kept.gruppo_barbo_has_charged());
    let fresh = set_up(data, units, 17).open(AXIS, Phase::Combat);
    let spent = set_up(data, units, 17).gruppo_barbo_charged().open(AXIS, Phase::Combat);
    assert_eq!((open(&fresh), open(&spent)), (words(&["cavalry-charge", "gruppo-barbo"]), words(&["cavalry-charge"])));
    assert_eq!(rule_against(&spent, "declare gruppo-barbo"), "20.0.a");
    // It is a fact of the position, for both sides.
    assert_ne!(fresh.state_hash(), spent.state_hash());
    assert!(Side::ALL.into_iter().all(|side| fresh.view_hash(side) != spent.view_hash(side)));
}

/// [21.0] Armour fires before the defenders, and takes their answer first.
#[test]
fn panzers_fire_before_the_defenders() {
    let units = "GC15 2943, GN01 2943, SL01 2943";
    let mut plain = battle(panzers(), units, AXIS);
    play(&mut plain, &["done"]);
    assert_eq!(on_ground(volleys(&mut plain, &[])), [(SOVIET, vec![(4, 1)]), (AXIS, vec![(4, 1), (5, 2)])]);
    let mut attack = battle(panzers(), units, AXIS);
    play(&mut attack, &["declare panzer-attack"]);
    assert_eq!(on_ground(volleys(&mut attack, &[2])), [(AXIS, vec![(5, 2)]), (SOVIET, vec![(2, 1)]), (AXIS, vec![(4, 1)])]);
    // Reduced to less than the infantry beside it, the armour still takes the answer.
    let position = set_up(panzers(), units, 2).steps("GC15", 2).expect("steps").open(AXIS, Phase::Combat);
    let after = |line: &str| {
        let mut game = position.clone();
        play(&mut game, &[line]);
        volleys(&mut game, if line == "done" { &[1] } else { &[0, 1] });
        (strength(&game, "GC15"), strength(&game, "GN01"))
    };
    assert_eq!((after("done"), after("declare panzer-attack")), ((2, 3), (1, 4)));
}

/// [21.0][21.0.a] Not without tanks, nor at tanks; mechanized troops count from TECH 2 on, on both sides. Cavalry in the way is none.
#[test]
fn mechanized_troops_of_tech_1_count_for_neither_side() {
    let attacks = |units: &str, turn: u8, side: Side| !open(&scene(panzers(), units, turn, side, Phase::Combat)).is_empty();
    assert!(attacks("GC15 2943, SL01 2943", 2, AXIS));
    assert!(attacks("GC15 2943, SW10 2943", 2, AXIS), "mechanized troops of TECH 1 are no tanks");
    assert!(!attacks("GC15 2943, SW10 2943", 25, AXIS), "of TECH 2 they are");
    assert!(!attacks("GC15 2943, SB05 2943", 2, AXIS));
    assert!(!attacks("GC15 2943, SL01 2943, SB05 2943", 2, AXIS));
    assert!(attacks("GC15 2943, SW13 2943", 2, AXIS), "cavalry is none");
    assert!(!attacks("GC15 2943, SB06 2943", 2, AXIS), "nobody is on the ground");
    assert!(attacks("AP02 2943, SL01 2943", 13, AXIS), "mechanized, TECH 2");
    assert!(!attacks("SW10 2943, GN01 2943", 2, SOVIET), "mechanized, TECH 1");
    assert!(attacks("SW10 2943, GN01 2943", 25, SOVIET));
    assert!(!attacks("GN01 2943, SL01 2943", 2, AXIS));
    for (at, may) in [("1524", false), ("Kiev", false), ("Sevastopol", false), ("2943", true)] {
        assert_eq!(attacks(&format!("SL01 {at}, GC15 {at}"), 2, AXIS), may, "{at}");
    }
    for weather in [Weather::Rain, Weather::LightRain, Weather::Snow] {
        let game = set_up(panzers(), "GC15 2943, SL01 2943", 2).weather(weather).open(AXIS, Phase::Combat);
        assert!(open(&game).is_empty(), "{weather:?}");
    }
    // Mechanized troops of TECH 1 beside tanks do not lead, and fire with the others.
    let mut game = battle(panzers(), "SW10 2943, SB05 2943, GN01 2943", SOVIET);
    play(&mut game, &["declare panzer-attack"]);
    assert_eq!(on_ground(volleys(&mut game, &[])), [(SOVIET, vec![(4, 1)]), (AXIS, vec![(4, 1)]), (SOVIET, vec![(3, 1)])]);
}

/// A Blitz is a battle like others [7.8.b]: armour declares in it what it may.
#[test]
fn a_blitz_is_declared_like_any_battle() {
    let data = panzers();
    let position: PositionBuilder = set_up(data, "GC15 2943, SL01 3043", 2).fought("GC15").expect("on the map");
    let mut game = position.open(AXIS, Phase::Blitz);
    play(&mut game, &["select GC15", "move 3043"]);
    assert_eq!(open(&game), words(&["panzer-attack"]));
}

/// What cannot be declared names its rule.
#[test]
fn denials_name_their_rules() {
    let both = with_options(WAR, "cavalry-charge = true\npanzer-attack = true");
    let game = scene(both, "RO02 2943, SL01 2943", 16, AXIS, Phase::Combat);
    assert_eq!(rule_against(&game, "declare panzer-attack"), "21.0");
    assert_eq!(rule_against(&game, "declare gruppo-barbo"), "20.0.a");
    let game = scene(both, "GC15 2943, SL01 2943", 2, AXIS, Phase::Combat);
    assert_eq!(rule_against(&game, "declare cavalry-charge"), "20.0");
}

/// Random play under both chapters: what is declared may be, those who charge fire first, and take the answer.
#[test]
fn random_play_keeps_to_the_chapters() {
    let data = with_options(WAR, "cavalry-charge = true\npanzer-attack = true");
    let start = PositionBuilder::start(data).turn(13).expect("a turn").open(AXIS, Phase::Supply);
    let (mut asked, mut charged) = (0, 0);
    let mut look = |game: &BlocksInTheEast| {
        let Some(report) = game.battle_report() else { return };
        let enemy = report.attacker.opponent();
        let is_tank = |id: UnitId| {
            let known = data.unit(id);
            known.class == UnitClass::Armour && (known.kind != UnitKind::Mech || data.tech(id, game.game_turn() as u8) > 1)
        };
        if game.asked() == Some(Asked::Declaration) {
            asked += 1;
            assert_eq!(game.weather(), Weather::Clear);
            assert!(game.stack(report.hex).iter().all(|&foe| foe.side() != enemy || !is_tank(foe)));
        }
        let Some(onset) = report.declared else { return };
        let leads = |id| match onset {
            Onset::PanzerAttack => is_tank(id),
            _ => data.unit(id).kind == UnitKind::Cavalry,
        };
        if let Some((side, GROUND, _)) = game.volley()
            && side == report.attacker
        {
            let who: Vec<bool> = game.throwers(side, GROUND).iter().map(|thrower| leads(thrower.unit)).collect();
            assert!(who.iter().all(|&first| first) || who.iter().all(|&first| !first), "{who:?}");
            charged += u32::from(who[0]);
        }
        if let Some(Asked::Hit { side, firing: GROUND, .. }) = game.asked()
            && side == report.attacker
        {
            let some = game.stack(report.hex).iter().any(|&own| own.side() == side && leads(own));
            let takers = legal(game).into_iter().filter_map(|action| if let Action::TakeHit(own) = action { Some(own) } else { None });
            assert!(takers.into_iter().all(|own| !some || leads(own)));
        }
    };
    for seed in 53..60 {
        play_at_random(start.clone(), 14, seed, &mut look);
    }
    assert!(asked > 0 && charged > 0, "{asked} asked, {charged} charged");
}
