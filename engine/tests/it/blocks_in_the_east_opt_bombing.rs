//! Chapter 32 of Blocks in the East: strategic bombing.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Firing};
use stavka_engine::blocks_in_the_east::terms::{Colour, Infrastructure, Nation, Route, Weather};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::game::{Game as _, Turn};
use stavka_engine::hex::OFF_MAP;
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::blocks_in_the_east_kit::{WHOLE, at, dice, goals, hex, legal, offers, pass_to, play, rule_against, saved, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const AIR: Phase = Phase::AirMovement;
/// June 1942: nothing is frozen, nobody is surprised, and the weather is clear.
const SUMMER: u8 = 13;
/// Aircraft that bomb in these positions.
const BOMBERS: [&str; 8] = ["GC21", "GC23", "GC20", "GN13", "GS16", "RO11", "SA01", "SA04"];

fn bombing() -> &'static Prepared {
    with_options(WAR, "strategic-bombing = true")
}

/// Aircraft move, and headquarters at the base of the bombers fuel them.
fn scene_of(data: &'static Prepared, units: &str, turn: u8) -> PositionBuilder {
    let base = units.split(", ").find_map(|line| line.split_once(' ').filter(|(id, _)| BOMBERS.contains(id)).map(|(_, base)| base));
    let headquarters = match (base, units.contains("SA0")) {
        (Some(base), true) => format!("AH07 1127, SH06 {base}"),
        (Some(base), false) => format!("AH07 {base}, SH06 2622"),
        (None, _) => "AH07 1127, SH06 2622".to_owned(),
    };
    let position = set_up(data, &format!("{headquarters}, AH01 Rastenburg, SH01 Moscow, SL01 1814, {units}"), turn);
    position.active("AH07").expect("a headquarters").active("SH06").expect("a headquarters")
}

fn scene(units: &str, turn: u8) -> PositionBuilder {
    scene_of(bombing(), units, turn)
}

/// What bombers can be sent against, as "city 1624".
fn targets(position: PositionBuilder, side: Side, id: &str) -> BTreeSet<String> {
    let mut game = position.open(side, AIR);
    let headquarters = if side == AXIS { "AH07" } else { "SH06" };
    if !offers(&game, &format!("select {id}")) {
        return BTreeSet::new();
    }
    play(&mut game, &[&format!("select {id}")]);
    if offers(&game, &format!("fuel {headquarters}")) {
        play(&mut game, &[&format!("fuel {headquarters}")]);
    }
    goals(&game, "bomb")
}

/// Sends bombers of a side against an infrastructure.
fn send(game: &mut BlocksInTheEast, id: &str, target: &str) {
    play(game, &[&format!("select {id}")]);
    let fuel = ["fuel AH07", "fuel AH06", "fuel SH06"].into_iter().find(|line| offers(game, line)).expect("fuel");
    play(game, &[fuel, &format!("bomb {target}")]);
}

/// Bombs about to fall: on what, the dice with their faces, and how many hits count.
type Bombs = (Infrastructure, Vec<(u8, u8)>, u8);

/// Goes on, without a hit and staying, until bombs fall or no battle is left; says what they fall on, their dice and the hits that count.
fn until_bombs(game: &mut BlocksInTheEast, side: Side) -> Option<Bombs> {
    pass_to(game, side, Phase::Combat);
    while game.phase() == Some((side, Phase::Combat)) {
        if let Some((what, _, pool, most)) = game.bombs_at_hand() {
            return Some((what, dice(pool), most));
        }
        let line = if game.volley().is_some() { "hits 0" } else { "done" };
        if offers(game, line) {
            play(game, &[line]);
        } else {
            let first = legal(game)[0];
            game.apply(first);
        }
    }
    None
}

/// Bombers of a side have come through, and their bombs fall.
fn over_target(position: PositionBuilder, side: Side, id: &str, target: &str) -> BlocksInTheEast {
    let mut game = position.open(side, AIR);
    send(&mut game, id, target);
    until_bombs(&mut game, side).expect("bombs");
    game
}

/// The dice of bombs of GC21, or another unit, on a target in a position.
fn bombs(position: PositionBuilder, side: Side, id: &str, target: &str) -> Vec<(u8, u8)> {
    let game = over_target(position, side, id, target);
    let (.., pool, _) = game.bombs_at_hand().expect("bombs");
    dice(pool)
}

/// Without the chapter nobody bombs infrastructure, and nothing else changes.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.strategic_bombing && bombing().script.options.strategic_bombing);
    let units = "GC21 Warsaw, GC22 Lodz, SW01 1328";
    let flying = |data: &'static Prepared| {
        let mut game = scene_of(data, units, SUMMER).open(AXIS, AIR);
        play(&mut game, &["select GC21", "fuel AH07"]);
        game
    };
    let [off, on] = [flying(scenario(WAR)), flying(bombing())];
    assert!(goals(&off, "bomb").is_empty() && !goals(&on, "bomb").is_empty());
    assert_eq!(goals(&off, "fly"), goals(&on, "fly"));
    assert_eq!(rule_against(&off, "bomb station 1624"), "7.0");
    let start = |data: &'static Prepared| BlocksInTheEast::new(data);
    assert_eq!(legal(&start(scenario(WAR))), legal(&start(bombing())));
}

/// [32.0][5.3.b] Long-range bombers at any TECH, and bombers and Stukas of TECH 2; no fighters, and none of the minor allies.
#[test]
fn who_bombs_infrastructure() {
    assert!(targets(scene("GC21 Warsaw, SW01 1328", SUMMER), AXIS, "GC21").contains("station 1624"));
    assert!(targets(scene("GC23 Warsaw, SW01 1328", SUMMER), AXIS, "GC23").contains("station 1624"));
    assert!(targets(scene("GC20 Warsaw, SW01 1328", SUMMER), AXIS, "GC20").is_empty(), "fighters");
    let at_smolensk = "SA01 Smolensk, SA08 Tula, GN01 1127, GN02 2323";
    assert_eq!(bombing().tech(unit(bombing(), "SA01"), SUMMER), 1);
    assert!(targets(scene(at_smolensk, SUMMER), SOVIET, "SA01").contains("station 1028"), "long-range bombers of TECH 1");
    assert!(targets(scene(at_smolensk, SUMMER), SOVIET, "SA08").is_empty(), "bombers of TECH 1");
    // Bombers without a point left, in rain, and out of supply.
    assert!(targets(scene("GC21 Warsaw, SW01 1328", SUMMER).weather(Weather::Rain), AXIS, "GC21").is_empty());
    let cut = scene("GC21 Warsaw, SW01 1328", SUMMER).out_of_supply("GC21").expect("on the map");
    assert!(targets(cut, AXIS, "GC21").is_empty());
    let minor = scene("RO11 Warsaw, SW01 1328, RO01 1127", SUMMER);
    assert!(targets(minor, AXIS, "RO11").is_empty());
}

/// [32.0] One infrastructure of the enemy, within range: industry by what it makes, cities, mines, wells, ports, stations.
#[test]
fn what_is_bombed() {
    let sa04 = |base: &str| targets(scene(&format!("SA04 {base}, GN01 1127, GN02 2323"), SUMMER), SOVIET, "SA04");
    let from_odessa = sa04("Odessa");
    for target in ["wells 1441", "station 1441"] {
        assert!(from_odessa.contains(target), "{target}: {from_odessa:?}");
    }
    assert!(from_odessa.iter().all(|target| !target.ends_with(" 1938") && !target.ends_with(" 1831")), "nothing of its own");
    let from_riga = sa04("Riga");
    for target in ["port 0923", "station 0923", "port 0921", "city 1028", "black-industry 0325", "station 0325"] {
        assert!(from_riga.contains(target), "{target}: {from_riga:?}");
    }
    for target in ["red-industry 0923", "city 0923", "mine 1028", "wells 0325", "port 1028"] {
        assert!(!from_riga.contains(target), "{target}");
    }
    let axis = targets(scene("GN13 Riga, SW01 1328", SUMMER), AXIS, "GN13");
    for target in ["city 1624", "port 1315", "station 1315", "station 2023", "red-industry 1813", "city 1813", "port 1813"] {
        assert!(axis.contains(target), "{target}: {axis:?}");
    }
    assert!(!axis.contains("blue-industry 2521") && !axis.contains("city 1219"), "out of range, and its own");
    let mut game = scene("GN13 Memel, SW01 1328", SUMMER).open(AXIS, AIR);
    play(&mut game, &["select GN13"]);
    assert_eq!(rule_against(&game, "bomb station 1624"), "13.5");
    play(&mut game, &["fuel AH07"]);
    for line in ["bomb station 2521", "bomb port 1624", "bomb station 0923"] {
        assert_eq!(rule_against(&game, line), "32.0", "{line}");
    }
    // Mines, and wells of the Soviets.
    let south = targets(scene("GS16 Bucharest, SW01 1328", SUMMER), AXIS, "GS16");
    assert!(south.contains("mine 2136") && !south.contains("city 2136"), "{south:?}");
}

/// [32.0] The mission is flown in the Movement Phase, with fuel, and declared in the open; the bombers cannot do both.
#[test]
fn the_mission_is_declared() {
    let data = bombing();
    let position = scene("GC21 Warsaw, GC22 Lodz, GN01 1127, SW01 Minsk", SUMMER).hidden("GC21").expect("on the map");
    let mut game = position.open(AXIS, AIR);
    assert!(game.is_hidden(unit(data, "GC21")));
    send(&mut game, "GC21", "station 1624");
    assert!(!game.is_hidden(unit(data, "GC21")) && game.is_flying(unit(data, "GC21")));
    assert_eq!(game.is_to_bomb(unit(data, "GC21")), Some(Infrastructure::Station));
    assert_eq!(game.raided_hexes(AXIS).iter().collect::<Vec<_>>(), [hex(data, "Minsk")]);
    play(&mut game, &["select GC22", "fuel AH07", "fly 1624"]);
    assert_eq!(game.is_to_bomb(unit(data, "GC22")), None);
    assert_eq!(until_bombs(&mut game, AXIS), Some((Infrastructure::Station, vec![(4, 2)], 4)));
    // The other unit alone bombs units.
    let firing: Vec<_> = game.throwers(AXIS, Firing::AirAttack).iter().map(|thrower| thrower.unit).collect();
    assert_eq!(firing, [unit(data, "GC22")]);
    play(&mut game, &["hits 1"]);
    assert_eq!(strength(&game, "SW01"), 4);
    while game.volley().is_none() {
        let first = legal(&game)[0];
        game.apply(first);
    }
    assert_eq!(game.volley().map(|(side, firing, pool)| (side, firing, dice(pool))), Some((AXIS, Firing::AirAttack, vec![(4, 2)])));
}

/// [32.0.b] Where nobody defends, the fire of the town has to be come through; bombs fall for one round, and the bombers return. The hex
/// stays what it was.
#[test]
fn a_town_without_units_is_bombed() {
    let data = bombing();
    let mut game = scene("GC21 Warsaw, GN01 1127, SW01 1328", SUMMER).open(AXIS, AIR);
    send(&mut game, "GC21", "city 1624");
    pass_to(&mut game, AXIS, Phase::Combat);
    assert_eq!(game.battle_report().map(|battle| (battle.attacker, battle.hex)), Some((AXIS, hex(data, "Minsk"))));
    let (side, firing, pool) = game.volley().expect("the town fires");
    assert_eq!((side, firing), (SOVIET, Firing::AntiAircraft));
    assert!(pool.count() > 0);
    play(&mut game, &["hits 1"]);
    assert_eq!(strength(&game, "GC21"), 3);
    assert_eq!(game.asked(), Some(Asked::Bombs { what: Infrastructure::City, hex: hex(data, "Minsk") }));
    // The city makes a point: more hits count for nothing.
    assert_eq!(goals(&game, "hits").into_iter().collect::<Vec<_>>(), ["0", "1"]);
    let ways: Vec<u64> = legal(&game).into_iter().map(|action| game.chance_weight(action)).collect();
    assert_eq!(ways, [64, 216 - 64]);
    play(&mut game, &["hits 1"]);
    while game.phase() == Some((AXIS, Phase::Combat)) {
        let first = legal(&game)[0];
        game.apply(first);
    }
    assert!(!game.is_flying(unit(data, "GC21")));
    assert!(at(&game, "GC21").is_some_and(|at| at != "1624"));
    assert_eq!(game.owner(hex(data, "Minsk")), Some(SOVIET));
    assert_eq!(game.damage(Infrastructure::City, hex(data, "Minsk")), 1);
    assert!(game.raided_hexes(AXIS).is_empty() && game.is_to_bomb(unit(data, "GC21")).is_none());
    // Those who are shot down bomb nothing.
    let mut game = scene("GC21 Warsaw, GN01 1127, SW01 1328", SUMMER).steps("GC21", 1).expect("steps").open(AXIS, AIR);
    send(&mut game, "GC21", "city 1624");
    pass_to(&mut game, AXIS, Phase::Combat);
    play(&mut game, &["hits 1"]);
    assert_eq!(game.place(unit(data, "GC21")), Place::ELIMINATED);
    assert!(game.bombs_at_hand().is_none() && game.damaged().next().is_none());
    assert_ne!(game.phase(), Some((AXIS, Phase::Combat)));
}

/// [32.0.b] Fighters of the defender react as usual, to a hex without units too; air combat comes before the bombs, and both sides may leave it.
#[test]
fn fighters_react_to_a_raid() {
    let data = bombing();
    let start = || {
        let mut game = scene("GC21 Warsaw, GN01 1127, SW01 1328, SB06 Smolensk, SH07 Smolensk", SUMMER).open(AXIS, AIR);
        send(&mut game, "GC21", "station 1624");
        pass_to(&mut game, AXIS, Phase::Reaction);
        assert_eq!((game.phase(), game.turn()), (Some((AXIS, Phase::Reaction)), Turn::Player(SOVIET)));
        play(&mut game, &["activate SH07", "select SB06", "fuel SH07"]);
        assert_eq!(goals(&game, "fly").into_iter().collect::<Vec<_>>(), ["1624"]);
        play(&mut game, &["fly 1624"]);
        pass_to(&mut game, AXIS, Phase::Combat);
        assert_eq!(game.volley().map(|(side, firing, _)| (side, firing)), Some((AXIS, Firing::AirCombat)));
        play(&mut game, &["hits 0"]);
        assert_eq!(game.volley().map(|(side, firing, _)| (side, firing)), Some((SOVIET, Firing::AirCombat)));
        game
    };
    let mut game = start();
    play(&mut game, &["hits 2"]);
    assert_eq!(strength(&game, "GC21"), 2);
    // Who turns back bombs nothing.
    let mut turns_back = game.clone();
    while turns_back.asked() != Some(Asked::Withdrawal { side: AXIS, air_only: true }) {
        play(&mut turns_back, &["done"]);
    }
    play(&mut turns_back, &["withdraw GC21"]);
    assert_eq!(until_bombs(&mut turns_back, AXIS), None);
    assert!(turns_back.damaged().next().is_none());
    // The others come through.
    assert_eq!(until_bombs(&mut game, AXIS), Some((Infrastructure::Station, vec![(2, 2)], 2)));
    play(&mut game, &["hits 2"]);
    pass_to(&mut game, SOVIET, Phase::Supply);
    assert_eq!(game.damage(Infrastructure::Station, hex(data, "Minsk")), 2);
    assert!(at(&game, "SB06").is_some_and(|at| at != "1624") && !game.is_flying(unit(data, "SB06")));
}

/// [32.0.a] Long-range bombers suffer the weather alone; bombers of TECH 2 need reconnaissance as well. No fortification shelters infrastructure.
#[test]
fn bad_weather_and_lack_of_reconnaissance() {
    let scouting = with_options(WAR, "strategic-bombing = true\nair-reconnaissance = true");
    let rain = |position: PositionBuilder, is_bad: bool| if is_bad { position.weather(Weather::LightRain) } else { position };
    for (is_bad, dice) in [(false, 4), (true, 2)] {
        let position = |data| rain(scene_of(data, "SA01 Smolensk, GN01 1127, GN02 2323", SUMMER), is_bad);
        for data in [bombing(), scouting] {
            assert_eq!(bombs(position(data), SOVIET, "SA01", "station 1028"), [(dice, 1)], "long-range bombers, {is_bad}");
        }
        let position = |data| rain(scene_of(data, "GN13 Riga, SW01 1328", SUMMER), is_bad);
        assert_eq!(bombs(position(bombing()), AXIS, "GN13", "port 1813"), [(dice, 2)], "the fortress is none for bombs");
        assert_eq!(bombs(position(scouting), AXIS, "GN13", "port 1813"), [(dice / 2, 2)], "unknown");
        let known = position(scouting).scouted("1813").expect("a hex");
        assert_eq!(bombs(known, AXIS, "GN13", "port 1813"), [(dice, 2)], "reconnoitred");
    }
    // Against units of the fortress it counts.
    let mut game = scene("GN13 Riga, SL02 1813", SUMMER).open(AXIS, AIR);
    play(&mut game, &["select GN13", "fuel AH07", "fly 1813"]);
    pass_to(&mut game, AXIS, Phase::Combat);
    let causes: Vec<Cause> = game.throwers(AXIS, Firing::AirAttack)[0].modifiers.malus.iter().map(|&(cause, _)| cause).collect();
    assert_eq!(causes, [Cause::Fortress]);
}

/// A production of the Soviets after the Axis has bombed an infrastructure: what comes in, of each colour.
fn income_after(position: PositionBuilder, nation: Nation) -> [u16; Colour::COUNT] {
    let mut game = position.open(nation.side(), Phase::Production);
    cross(&mut game);
    Colour::ALL.map(|colour| game.saved_of(nation, colour))
}

/// [32.1] Each hit takes a point of the production of the next turn, as far as there is something; then all is repaired.
#[test]
fn production_suffers_for_a_turn() {
    let data = bombing();
    let start = || scene("GN01 1127, SW01 1328", SUMMER);
    let soviet = income_after(start(), Nation::Soviet);
    let less = |what: Infrastructure, at: &str, damage: u8| {
        let after = income_after(start().bombed(AXIS, what, at, damage).expect("a hex"), Nation::Soviet);
        Colour::ALL.map(|colour| soviet[colour.index()] - after[colour.index()])
    };
    assert_eq!(less(Infrastructure::City, "2521", 2), [2, 0, 0, 0]);
    assert_eq!(less(Infrastructure::City, "2521", 9), [3, 0, 0, 0], "not more than there is");
    assert_eq!(less(Infrastructure::BlueIndustry, "2521", 1), [0, 0, 1, 0]);
    assert_eq!(less(Infrastructure::RedIndustry, "1813", 2), [0, 2, 0, 0]);
    assert_eq!(less(Infrastructure::RedIndustry, "3120", 5), [0, 1, 0, 0], "not more than there is");
    assert_eq!(less(Infrastructure::BlueIndustry, "3120", 5), [0, 0, 1, 0]);
    assert_eq!(less(Infrastructure::Mine, "2001", 1), [1, 0, 0, 0]);
    assert_eq!(less(Infrastructure::Station, "2521", 4), [0; 4]);
    let german = income_after(start(), Nation::German);
    let after = income_after(start().bombed(SOVIET, Infrastructure::BlackIndustry, "0325", 1).expect("a hex"), Nation::German);
    assert_eq!(german[Colour::Black.index()] - after[Colour::Black.index()], 1);
    // In play: the Axis bombs in its turn, and the Soviets get less in theirs; in the next one everything works.
    let mut game = over_target(scene("GC21 Warsaw, GN01 1127, SW01 1328", SUMMER), AXIS, "GC21", "city 1624");
    play(&mut game, &["hits 1"]);
    pass_to(&mut game, SOVIET, Phase::Production);
    cross(&mut game);
    let clean = {
        let mut game = over_target(scene("GC21 Warsaw, GN01 1127, SW01 1328", SUMMER), AXIS, "GC21", "city 1624");
        play(&mut game, &["hits 0"]);
        pass_to(&mut game, SOVIET, Phase::Production);
        cross(&mut game);
        saved(&game, Nation::Soviet)
    };
    assert_eq!(saved(&game, Nation::Soviet) + 1, clean);
    assert_eq!(game.damage(Infrastructure::City, hex(data, "Minsk")), 1);
    pass_to(&mut game, AXIS, Phase::Production);
    assert!(game.damaged().next().is_none(), "repaired when the next turn of the Axis begins");
    // What the Soviets bomb counts in the next turn of the Axis, and is repaired when theirs begins.
    let mut game = over_target(scene("SA01 Smolensk, GN01 1127, GN02 2323", SUMMER), SOVIET, "SA01", "city 1028");
    play(&mut game, &["hits 1"]);
    pass_to(&mut game, AXIS, Phase::Supply);
    assert_eq!(game.damage(Infrastructure::City, hex(data, "Warsaw")), 1);
    pass_to(&mut game, SOVIET, Phase::Supply);
    assert!(game.damaged().next().is_none());
}

/// [32.1] Where points come in whatever the map says, each hit takes one of the yellow ones.
#[test]
fn fixed_points_suffer_too() {
    let data = with_options(WHOLE, "strategic-bombing = true");
    let income = |position: PositionBuilder| saved(&position.open(SOVIET, Phase::Production), Nation::Soviet);
    let start = || set_up(data, "GN01 1127, SW01 1328", 3);
    let all = income(start());
    assert!(all > 5);
    assert_eq!(income(start().bombed(AXIS, Infrastructure::City, "2521", 2).expect("a hex")) + 2, all);
    assert_eq!(income(start().bombed(AXIS, Infrastructure::RedIndustry, "1813", 2).expect("a hex")) + 2, all);
    assert_eq!(income(start().bombed(AXIS, Infrastructure::Port, "1219", 3).expect("a hex")), all);
    let lost = start().bombed(AXIS, Infrastructure::City, "1624", 1).expect("a hex").owner("1624", AXIS).expect("a hex");
    assert_eq!(income(lost), all, "it has fallen, and makes nothing that could be lost");
}

/// Two units of bombers on the Baltic, each with a headquarters.
fn two_units(data: &'static Prepared, turn: u8) -> BlocksInTheEast {
    let position = scene_of(data, "GN13 Riga, GC21 Tallinn, AH06 Tallinn, SW01 1328", turn);
    position.active("AH06").expect("a headquarters").open(AXIS, AIR)
}

/// The whole war, with the supremacy of the Luftwaffe in June 1941 [SBE5.h].
fn supreme() -> &'static Prepared {
    let (_, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == WAR).expect("it is embedded");
    let text = text.replace("luftwaffe_supremacy = false", "luftwaffe_supremacy = true");
    let text = format!("{text}\n[options]\nstrategic-bombing = true\norigin = \"given: agreed before the game\"\n");
    BlocksInTheEast::load_text("own.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

/// [32.1][SBE5.h] Ten hits of one attack destroy an industrial complex for good; nine do not. So many dice fall in June 1941 alone, where the
/// Luftwaffe is supreme.
#[test]
fn ten_hits_destroy_an_industry() {
    let data = bombing();
    let raid = |hits: u8| {
        let mut game = two_units(supreme(), 1);
        send(&mut game, "GN13", "red-industry 1813");
        send(&mut game, "GC21", "red-industry 1813");
        let (what, dice, most) = until_bombs(&mut game, AXIS).expect("bombs");
        assert_eq!((what, dice, most), (Infrastructure::RedIndustry, vec![(16, 3)], 10));
        play(&mut game, &[&format!("hits {hits}")]);
        pass_to(&mut game, SOVIET, Phase::Production);
        cross(&mut game);
        game
    };
    let leningrad = hex(data, "Leningrad");
    let works =
        |game: &BlocksInTheEast| stavka_engine::blocks_in_the_east::display::factories(game, SOVIET, Colour::Red).contains(leningrad);
    let mut nine = raid(9);
    assert!(works(&nine));
    assert_eq!(nine.damage(Infrastructure::RedIndustry, leningrad), 9);
    let mut ten = raid(10);
    assert!(!works(&ten) && ten.damaged().next().is_none());
    let red = |game: &BlocksInTheEast| game.saved_of(Nation::Soviet, Colour::Red);
    assert_eq!(red(&nine), red(&ten));
    for game in [&mut nine, &mut ten] {
        pass_to(game, AXIS, Phase::Supply);
        pass_to(game, SOVIET, Phase::Production);
        cross(game);
    }
    assert!(works(&nine) && !works(&ten), "for good");
    // With usual dice ten hits are out of reach.
    let mut game = two_units(bombing(), SUMMER);
    send(&mut game, "GN13", "red-industry 1813");
    send(&mut game, "GC21", "red-industry 1813");
    assert_eq!(until_bombs(&mut game, AXIS), Some((Infrastructure::RedIndustry, vec![(8, 2)], 8)));
}

/// [32.0] Two units over a hex may bomb two infrastructures of it; each throws its own dice.
#[test]
fn two_infrastructures_of_a_hex() {
    let data = bombing();
    let mut game = two_units(bombing(), SUMMER);
    send(&mut game, "GN13", "station 1624");
    send(&mut game, "GC21", "city 1624");
    let (first, dice, _) = until_bombs(&mut game, AXIS).expect("bombs");
    assert_eq!((first, dice), (Infrastructure::Station, vec![(4, 2)]));
    play(&mut game, &["hits 3"]);
    let (second, dice, most) = until_bombs(&mut game, AXIS).expect("bombs");
    assert_eq!((second, dice, most), (Infrastructure::City, vec![(4, 2)], 1));
    play(&mut game, &["hits 1"]);
    let damaged: Vec<_> = game.damaged().collect();
    let minsk = hex(data, "Minsk");
    assert_eq!(damaged, [(minsk, Infrastructure::Station, 3), (minsk, Infrastructure::City, 1)]);
}

/// [32.2] A port with one hit takes no troops and sends none; with three it is no source of supply, and no points come through it.
#[test]
fn ports_are_closed_by_bombs() {
    let data = with_options(WAR, "strategic-bombing = true\nnaval-movement = true");
    let sailing = |target: &str, damage: u8| {
        let units = "AH01 Rastenburg, GN01 Stettin, SW01 1328, SL01 1814";
        let mut position = set_up(data, units, SUMMER).active("AH01").expect("a headquarters");
        if damage > 0 {
            position = position.bombed(SOVIET, Infrastructure::Port, target, damage).expect("a hex");
        }
        let mut game = position.open(AXIS, Phase::GroundMovement);
        if !offers(&game, "ship AH01") {
            return BTreeSet::new();
        }
        play(&mut game, &["ship AH01", "select GN01"]);
        goals(&game, "move")
    };
    assert!(sailing("0923", 0).contains("0923") && sailing("0923", 0).contains("0824"));
    let closed = sailing("0923", 1);
    assert!(!closed.contains("0923") && closed.contains("0824"));
    assert!(sailing("0426", 1).is_empty(), "nobody goes aboard at Stettin");
    // Supply by sea: Riga, when the Axis holds it and no railway joins it.
    let supplied = |damage: u8| {
        let mut position = set_up(data, "GN01 Riga, SL01 1814, SW01 1119, SW02 1220, SW03 1020, SW04 1320", SUMMER);
        if damage > 0 {
            position = position.bombed(SOVIET, Infrastructure::Port, "1219", damage).expect("a hex");
        }
        let game = position.open(AXIS, Phase::Supply);
        !game.is_out_of_supply(unit(data, "GN01"))
    };
    assert!(supplied(0) && supplied(1) && supplied(2) && !supplied(3));
    // Points from Tallinn cross the gulf to Leningrad, or do not.
    let game = |damage: u8| {
        let mut position = set_up(data, "SL01 1814, GN01 1127", SUMMER);
        if damage > 0 {
            position = position.bombed(AXIS, Infrastructure::Port, "1315", damage).expect("a hex");
        }
        position.open(SOVIET, Phase::Supply)
    };
    let joined = |damage: u8| {
        let game = game(damage);
        let mut situation = game.situation();
        // Without its railways Tallinn has its port alone.
        let tallinn = hex(data, "Tallinn");
        let mut rails: Vec<[u16; 6]> = situation.railways.to_vec();
        rails.iter_mut().flatten().filter(|near| **near == tallinn.0).for_each(|near| *near = OFF_MAP);
        rails[tallinn.index()] = [OFF_MAP; 6];
        situation.railways = rails.into();
        data.connected(&situation, Nation::Soviet, true).contains(hex(data, "Tallinn"))
    };
    assert!(joined(0) && joined(2) && !joined(3));
    // Lend-Lease comes to Murmansk and Arkhangelsk.
    let lease = with_options(WAR, "strategic-bombing = true\nlend-lease = true");
    let open = |damages: [u8; 2]| {
        let mut position = set_up(lease, "SL01 1814, GN01 1127", SUMMER);
        for (port, damage) in ["Murmansk", "Arkhangelsk"].into_iter().zip(damages) {
            let place = lease.map.name(hex(lease, port));
            position = position.bombed(AXIS, Infrastructure::Port, &place, damage).expect("a port");
        }
        position.open(SOVIET, Phase::Supply).is_open_route(Route::Arctic)
    };
    assert!(open([0, 0]) && open([2, 2]) && open([3, 0]) && !open([3, 3]));
}

/// [32.3] Each hit on a station takes a rail move of the next turn of its owner; no train sets out there, passes or arrives.
#[test]
fn stations_are_closed_by_bombs() {
    let data = bombing();
    let start = |damage: u8, at: &str| {
        let mut position = set_up(data, "SL01 Moscow, SW01 Gorky, SW02 Tula, GN01 1127, SH01 Moscow", SUMMER).points(Nation::Soviet, 20);
        if damage > 0 {
            position = position.bombed(AXIS, Infrastructure::Station, at, damage).expect("a hex");
        }
        position
    };
    let left = |damage: u8| start(damage, "2524").open(SOVIET, Phase::RailMoves).rail_moves_left(SOVIET).general;
    let all = left(0);
    assert!(all >= 4);
    assert_eq!([1, 2, 3].map(left), [all - 1, all - 2, all - 3]);
    assert_eq!(left(5), all.saturating_sub(5));
    let by_rail = |damage: u8, id: &str| {
        let mut game = start(damage, "2524").open(SOVIET, Phase::RailMoves);
        if !offers(&game, &format!("select {id}")) {
            return BTreeSet::new();
        }
        play(&mut game, &[&format!("select {id}")]);
        goals(&game, "move")
    };
    assert!(by_rail(0, "SL01").contains("2524") && !by_rail(0, "SW02").is_empty());
    assert!(!by_rail(1, "SL01").contains("2524"), "nobody arrives");
    assert!(by_rail(1, "SW02").is_empty(), "nobody sets out");
    // Nor passes: what lies behind it, on the one railway, is out of reach.
    let behind: BTreeSet<String> = by_rail(0, "SL01").difference(&by_rail(1, "SL01")).cloned().collect();
    assert!(behind.contains("2524"));
    let mut game = start(1, "3120").open(SOVIET, Phase::RailMoves);
    play(&mut game, &["select SL01"]);
    assert!(!offers(&game, "move 3120") && offers(&game, "move 2524"));
    // The Axis: its moves in the Soviet Union.
    let axis = |damage: u8| {
        let mut position = set_up(data, "GN01 1127, SL01 1814", SUMMER);
        if damage > 0 {
            position = position.bombed(SOVIET, Infrastructure::Station, "1028", damage).expect("a hex");
        }
        position.open(AXIS, Phase::RailMoves).rail_moves_left(AXIS)
    };
    assert_eq!((axis(0).general, axis(2).general, axis(2).finnish), (4, 2, axis(0).finnish));
}

/// [32.0.b] Bombers without a base to return to are lost, after their bombs have fallen.
#[test]
fn bombers_need_a_base() {
    let data = bombing();
    let mut game = over_target(scene("SA01 Smolensk, GN01 1127, GN02 2323", SUMMER), SOVIET, "SA01", "city 1028");
    play(&mut game, &["hits 1"]);
    assert!(at(&game, "SA01").is_some() || matches!(game.asked(), Some(Asked::Retreat(_))));
    assert_eq!(game.damage(Infrastructure::City, hex(data, "Warsaw")), 1);
    if let Some(Asked::Retreat(_)) = game.asked() {
        let bases = goals(&game, "rebase");
        assert!(bases.contains("2023") && !bases.contains("1028"), "{bases:?}");
    }
}

/// Random play under the chapter: missions are known to both sides, lists stay short, and nobody flies when his mission is over.
#[test]
fn random_play_keeps_to_the_chapter() {
    let (mut raids, mut hits, mut longest) = (0_u32, 0, 0);
    let data = with_options(WAR, "strategic-bombing = true\nair-reconnaissance = true\nnaval-movement = true\nlend-lease = true");
    for (turn, seed) in [(SUMMER, 320), (26, 321), (38, 322)] {
        let start = PositionBuilder::start(data).turn(turn).expect("a turn").points(Nation::German, 40).points(Nation::Soviet, 40);
        play_at_random(start.open(AXIS, Phase::Supply), u16::from(turn), seed, |game| longest = longest.max(legal(game).len()));
    }
    let units = "GC21 Warsaw, GN13 Memel, GC22 Lodz, SA01 Smolensk, SA02 Tula, SA03 Vyazma, SB06 Moscow, SH07 2123, GC20 1024, GN01 1127, SW01 1328";
    let all = format!("AH07 Warsaw, SH06 Smolensk, AH01 Rastenburg, SH01 Moscow, SL01 1814, {units}");
    for seed in 0..8 {
        let position = set_up(bombing(), &all, SUMMER).active("AH07").expect("a headquarters");
        let side = if seed % 2 > 0 { SOVIET } else { AXIS };
        let mut game = position.active("SH06").expect("a headquarters").open(side, AIR);
        let (id, target) = if side == AXIS { ("GC21", "station 1624") } else { ("SA01", "city 1028") };
        send(&mut game, id, target);
        play_at_random(game, 14, 330 + seed, |game| {
            let data = game.data();
            longest = longest.max(legal(game).len());
            for side in Side::ALL {
                for hex in game.raided_hexes(side).iter() {
                    raids += 1;
                    let bombers = game.stack(hex).iter().filter(|&&id| game.is_to_bomb(id).is_some()).collect::<Vec<_>>();
                    assert!((1..=2).contains(&bombers.len()));
                    assert!(bombers.iter().all(|&&id| id.side() == side && game.is_flying(id) && !game.is_hidden(id)));
                    assert_eq!(game.owner(hex), Some(side.opponent()), "{}", data.map.name(hex));
                }
            }
            hits += game.damaged().count();
            let at_rest = matches!(game.phase(), Some((_, Phase::Verification | Phase::Exploitation | Phase::Supply | Phase::Production)));
            assert!(!at_rest || Side::ALL.iter().all(|&side| game.raided_hexes(side).is_empty()));
        });
    }
    assert!(raids > 0 && hits > 0, "{raids} raids, {hits} hits");
    assert!(longest < 500, "{longest}");
}
