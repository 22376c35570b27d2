//! Rows of the coverage table of Blocks in the East that other tests leave open: the set-up, nations, supply, TECH, aircraft.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Nation, Region, TechField, UnitKind, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Prepared};
use stavka_engine::game::Game as _;

use crate::blocks_in_the_east_kit::{LENINGRAD, ROSTOV, WHOLE, builder, goals, hex, offers, pass_to, play, rule_against, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_turn::{second, set};

// ---- the set-up -------------------------------------------------------------------------------------------------------------------

/// The FNV-1a hash of a text.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// [2.3][BPS.c][SBE1.c][SBE2.c][SBE3.c][SBE4.c] Each block stands where the build sheet of the set-up has it, with its strength: the hash
/// is that of the lines "id hex strength" of the sheet, in the order of the ids.
#[test]
fn each_block_stands_where_its_sheet_says() {
    let sheets = [
        (LENINGRAD, 0x7551_13db_4c80_597c),
        ("towards-moscow", 0xf6ae_90e9_292a_e24b),
        (ROSTOV, 0x1f56_19ea_dded_45dc),
        (WHOLE, 0x8680_ef4e_a74a_e95f),
    ];
    for (id, sheet) in sheets {
        let game = BlocksInTheEast::new(scenario(id));
        let data = game.data();
        let all = Side::ALL.into_iter().flat_map(|side| data.units(side));
        let on_map = all.filter_map(|(unit, known)| Some((known.id.as_str(), game.place(unit).hex()?, game.strength(unit))));
        let mut lines: Vec<String> = on_map.map(|(id, hex, strength)| format!("{id} {} {strength}\n", data.map.name(hex))).collect();
        lines.sort_unstable();
        assert_eq!(fnv(&lines.concat()), sheet, "{id}: {} blocks", lines.len());
    }
}

/// [3.6.b][11.1] What each town of the map yields in yellow points.
#[test]
fn each_town_yields_its_points() {
    let sheet: [(u8, &[&str]); 4] = [
        (6, &["Siberia"]),
        (3, &["Moscow", "Berlin"]),
        (2, &["Leningrad", "Sverdlovsk", "Chelyabinsk", "Magnitogorsk", "Kattowitz", "Baku"]),
        (
            1,
            &[
                "Kandalaksha",
                "Tikhvin",
                "Perm",
                "Nizhny Tagil",
                "Yaroslavl",
                "Riga",
                "Izhevsk",
                "Gorky",
                "Kazan",
                "Ufa",
                "Minsk",
                "Tula",
                "Kuibyshev",
                "Warsaw",
                "Leipzig",
                "Lodz",
                "Voronezh",
                "Saratov",
                "Chkalov",
                "Dresden",
                "Breslau",
                "Kiev",
                "Prague",
                "Lvov",
                "Kharkov",
                "Dnepropetrovsk",
                "Voroshilovgrad",
                "Stalingrad",
                "Vienna",
                "Stalino",
                "Budapest",
                "Krivoi Rog",
                "Nikopol",
                "Zaporozhye",
                "Rostov",
                "Odessa",
                "Resita",
                "Kerch",
                "Bucharest",
                "Kutaisi",
                "Tbilisi",
            ],
        ),
    ];
    let places = &scenario(WHOLE).map.places;
    for (points, names) in sheet {
        let mut found: Vec<&str> = places.iter().filter(|place| place.yellow == points).map(|place| place.name.as_str()).collect();
        let mut names = names.to_vec();
        found.sort_unstable();
        names.sort_unstable();
        assert_eq!(found, names, "{points} points");
    }
    assert!(places.iter().all(|place| matches!(place.yellow, 0..=3 | 6)));
}

/// [3.21][3.21.d] In the first turn the Soviets of the districts of Leningrad, Odessa and the Caucasus stand still, on the ground and in
/// the air; in the second they move.
#[test]
fn soviets_of_three_districts_are_frozen() {
    let mut game = BlocksInTheEast::new(scenario(WHOLE));
    let data = game.data();
    let frozen = |id: &str| ["SL", "SO", "SC"].contains(&&id[..2]);
    for turn in 1..=2 {
        pass_to(&mut game, Side::Axis, Phase::GroundMovement);
        pass_to(&mut game, Side::Soviet, Phase::GroundMovement);
        let mut held = 0;
        for (_, known) in data.units(Side::Soviet).filter(|(unit, known)| known.is_ground() && game.place(*unit).hex().is_some()) {
            let line = format!("select {}", known.id);
            let still = !offers(&game, &line) && rule_against(&game, &line) == "3.21";
            assert_eq!(still, turn == 1 && frozen(&known.id), "turn {turn}: {}", known.id);
            held += u32::from(still);
        }
        assert_eq!(held, if turn == 1 { 19 } else { 0 });
        pass_to(&mut game, Side::Soviet, Phase::AirMovement);
        let picked = goals(&game, "select");
        assert!(picked.contains("SA08"), "{picked:?}");
        assert_eq!(["SO09", "SC06"].map(|id| picked.contains(id)), [turn == 2; 2]);
    }
}

// ---- nations ----------------------------------------------------------------------------------------------------------------------

const MAIN_SOURCES: [(Nation, &str); 7] = [
    (Nation::Soviet, "Siberia"),
    (Nation::German, "Berlin"),
    (Nation::Italian, "Belgrade"),
    (Nation::Finnish, "Helsinki"),
    (Nation::Romanian, "Bucharest"),
    (Nation::Hungarian, "Budapest"),
    (Nation::Slovak, "Bratislava"),
];

/// [4.1] A nation has sources of supply while its side owns the main one, whatever others are lost; the Soviets' is Siberia and not
/// Moscow.
#[test]
fn each_nation_has_its_main_source() {
    let data = scenario(WHOLE);
    let name = |place: &str| data.map.name(hex(data, place));
    let sources = |nation: Nation, lost: &[&str]| {
        let enemy = nation.side().opponent();
        let position = lost.iter().fold(second(WHOLE, ""), |position, place| position.owner(&name(place), enemy).expect("a hex"));
        let game = position.open(Side::Axis, Phase::GroundMovement);
        data.supply_sources(&game.situation(), nation)
    };
    for (nation, main) in MAIN_SOURCES {
        assert!(sources(nation, &[main]).is_empty(), "{nation:?} without {main}");
        let others = MAIN_SOURCES.iter().filter(|(other, _)| *other != nation && other.side() == nation.side()).map(|(_, place)| *place);
        let others: Vec<&str> = if nation == Nation::Soviet { vec!["Moscow"] } else { others.collect() };
        assert!(sources(nation, &others).contains(hex(data, main)), "{nation:?} with {main} alone");
    }
    // In play: corps before Moscow live on when it falls, and starve when Siberia does.
    let starves = |lost: &str| {
        let position = second(WHOLE, "SL01 2619").owner(&name(lost), Side::Axis).expect("a hex");
        position.open(Side::Soviet, Phase::Supply).is_out_of_supply(unit(data, "SL01"))
    };
    assert!(!starves("Moscow") && starves("Siberia"));
}

/// The faces that hit, and the dice, of an attacker in a plain without a town.
fn attack_of(id: &str) -> (u8, u8) {
    let mut game = second(WHOLE, &format!("SL01 3727, {id} 3727")).open(Side::Axis, Phase::Combat);
    play(&mut game, &["hits 0"]);
    let (side, _, pool) = game.volley().expect("the attacker fires");
    assert_eq!(side, Side::Axis);
    let faces = (1..=5).find(|&faces| pool.with_faces(faces) == pool.count()).expect("one kind of dice");
    (pool.count(), faces)
}

/// [5.3][5.8] Italians, Romanians, Hungarians and Slovaks have TECH 1 in every field, to the end: three movement points, cavalry four,
/// hits on 6.
#[test]
fn italians_and_minor_allies_have_tech_1() {
    let data = scenario(WHOLE);
    let minor = [Nation::Italian, Nation::Romanian, Nation::Hungarian, Nation::Slovak];
    for nation in minor {
        let mut seen = 0;
        for (unit, known) in data.units(Side::Axis).filter(|(_, known)| known.nation == nation && known.kind.field().is_some()) {
            assert!([1, 18, 49].iter().all(|&turn| data.tech(unit, turn) == 1), "{}", known.id);
            let points = if known.kind == UnitKind::Cavalry { 4 } else { 3 };
            assert!(!known.is_combat() || data.points(unit, 1) == points, "{}", known.id);
            seen += 1;
        }
        assert!(seen >= 2, "{nation:?}");
    }
    for id in ["IT02", "IT05", "RO03", "RO07", "HU01", "HU02", "AK01"] {
        assert_eq!(attack_of(id).1, 1, "{id}");
    }
    assert_eq!([attack_of("GC15"), attack_of("GC01")], [(5, 2), (4, 1)]);
}

/// [5.5][6.1] Finnish infantry has TECH 2 and four movement points.
#[test]
fn finnish_infantry_has_four_points() {
    let mut game = second(WHOLE, "FI03 1608, FI01 1710").open(Side::Axis, Phase::GroundMovement);
    assert_eq!(["FI03", "FI01"].map(|id| game.points(unit(game.data(), id))), [4, 4]);
    play(&mut game, &["select FI03"]);
    // Two hexes of forest, and no third.
    assert!(offers(&game, "move 1408") && !offers(&game, "move 1308"), "{:?}", goals(&game, "move"));
}

/// Germans and Finns in the Finnish operative area, whose railways are the Axis'.
fn in_the_north(units: &str) -> stavka_engine::blocks_in_the_east::PositionBuilder {
    let mut position = second(WHOLE, units);
    let data: &'static Prepared = scenario(WHOLE);
    let area = data.map.region(Region::FinnishOperations);
    for &hex in data.map.rails.iter().flat_map(|rail| &rail.path).filter(|hex| area.contains(**hex)) {
        // Where Soviets stand the line is theirs.
        if let Ok(owned) = position.clone().owner(&data.map.name(hex), Side::Axis) {
            position = owned;
        }
    }
    position
}

/// [5.5.e] Germans that are supplied through Finland attack in the Finnish zone alone; others are free.
#[test]
fn germans_of_the_north_attack_in_the_finnish_zone() {
    let data = scenario(WHOLE);
    let march = |soviet: &str, phase: Phase| {
        let mut game = in_the_north(&format!("SL01 {soviet}, GX01 2112")).open(Side::Axis, phase);
        assert!(!game.is_out_of_supply(unit(data, "GX01")));
        pass_to(&mut game, Side::Axis, Phase::GroundMovement);
        play(&mut game, &["select GX01"]);
        game
    };
    assert!(data.map.region(Region::FinnishOperations).contains(hex(data, "2113")), "they may go there");
    assert_eq!(rule_against(&march("2113", Phase::Supply), "move 2113"), "5.5.e");
    assert!(offers(&march("2011", Phase::Supply), "move 2011"), "within the zone");
    assert!(offers(&march("2113", Phase::GroundMovement), "move 2113"), "no German of the north");
}

/// [5.5.e] Finnish aircraft, and German ones that are supplied through Finland, fly to battles in the Finnish zone alone.
#[test]
fn aircraft_of_the_north_fly_in_the_finnish_zone() {
    let flights = |id: &str, phase: Phase| {
        let mut game = second(WHOLE, &format!("{id} 1412, SL01 1712, SL02 1813")).open(Side::Axis, phase);
        pass_to(&mut game, Side::Axis, Phase::AirMovement);
        play(&mut game, &[&format!("select {id}")]);
        goals(&game, "fly")
    };
    assert_eq!(flights("FI06", Phase::Supply), set(&["1712"]));
    assert_eq!(flights("GN12", Phase::Supply), set(&["1712"]));
    assert_eq!(flights("GN12", Phase::AirMovement), set(&["1712", "1813"]), "no German of the north");
}

// ---- kinds ------------------------------------------------------------------------------------------------------------------------

/// [6.1][6.1.5][3.13.a] All kinds of the infantry class advance with infantry, and move and fight as it does.
#[test]
fn all_kinds_of_infantry_advance_together() {
    let data = scenario(WHOLE);
    let levels = |id: &str| [9, 10, 39, 40, 41].map(|turn| data.tech(unit(data, id), turn));
    for id in ["SL01", "SG01", "SW13", "SQ01", "SP01", "SM01"] {
        assert_eq!(levels(id), [1, 2, 2, 3, 3], "{id}");
    }
    for id in ["GN01", "GX01", "GN10", "GX02", "GX03"] {
        assert_eq!(levels(id), [2, 2, 2, 2, 3], "{id}");
    }
    assert_eq!([UnitKind::Ski, UnitKind::Shock, UnitKind::Mountain].map(UnitKind::field), [Some(TechField::Infantry); 3]);
    // In play: a paratroop corps of March 1942 marches like the rifles beside it, four plain hexes.
    let march = |id: &str, turn: u8| {
        let position = builder("operation-blue", &format!("{id} 2519")).turn(turn).expect("a turn");
        let mut game = position.open(Side::Soviet, Phase::GroundMovement);
        play(&mut game, &[&format!("select {id}")]);
        goals(&game, "move")
    };
    assert_eq!(march("SP01", 13), march("SL01", 13));
    assert_eq!(march("SM01", 13), march("SL01", 13));
    assert_eq!(attack_of("GX02"), (3, 1));
}

/// [6.2.1] Mechanized troops have three points at TECH 1 and four from TECH 2 on; the march is in clear weather.
#[test]
fn mechanized_troops_have_three_points_and_then_four() {
    let data = scenario("operation-blue");
    let points = |id: &str, turn: u8| data.points(unit(data, id), turn);
    assert_eq!([points("SL05", 1), points("SL05", 17), points("SL05", 18)], [3, 3, 4]);
    assert_eq!([points("HU01", 1), points("AP02", 2)], [3, 4]);
    let reaches = |turn: u8| {
        let position = builder("operation-blue", "SL05 3727, SH02 3727").turn(turn).expect("a turn").weather(Weather::Clear);
        let mut game = position.active("SH02").expect("on the map").open(Side::Soviet, Phase::GroundMovement);
        play(&mut game, &["select SL05", "fuel SH02"]);
        [offers(&game, "move 4027"), offers(&game, "move 4127")]
    };
    assert_eq!([reaches(17), reaches(18)], [[true, false], [true, true]]);
}

// ---- air bases --------------------------------------------------------------------------------------------------------------------

/// [3.4][4.2] A city that is cut off from the sources of supply is no base.
#[test]
fn a_city_that_is_cut_off_is_no_base() {
    let bases = |ring: &str| {
        let mut game = second(WHOLE, &format!("SW14 2023{ring}")).open(Side::Soviet, Phase::AirMovement);
        play(&mut game, &["select SW14"]);
        goals(&game, "rebase")
    };
    assert!(bases("").contains("1624"));
    let around_minsk = bases(", GC01 1523, GC02 1723, GC03 1525, GC04 1725, GC05 1824, GC06 1524");
    assert!(!around_minsk.contains("1624") && around_minsk.contains("2521"), "{around_minsk:?}");
}

/// [3.3.e] The dots of battles are no cities: Demyansk and Kholm lie on a railway, and nobody is based there.
#[test]
fn battle_sites_are_no_bases() {
    let mut game = second(WHOLE, "SW14 1916").open(Side::Soviet, Phase::AirMovement);
    let sources = game.data().supply_sources(&game.situation(), Nation::Soviet);
    let sites = ["Demyansk", "Kholm"].map(|site| hex(game.data(), site));
    assert!(sites.iter().all(|&site| sources.contains(site)));
    play(&mut game, &["select SW14"]);
    let bases = goals(&game, "rebase");
    assert!(bases.contains("1917"), "Staraya Russa");
    assert!(sites.iter().all(|&site| !bases.contains(&game.data().map.name(site))), "{bases:?}");
}

// ---- flights ----------------------------------------------------------------------------------------------------------------------

/// [3.7][7.5.3.b][AMB-69] A box is a hex beyond the end of its arrow: fighters reach Murmansk from four hexes before Kandalaksha, and no
/// farther.
#[test]
fn a_box_is_a_hex_for_aircraft() {
    let reaches = |from: &str| {
        let mut game = second(WHOLE, &format!("SW14 {from}, GX01 murmansk")).open(Side::Soviet, Phase::AirMovement);
        play(&mut game, &["select SW14"]);
        offers(&game, "fly murmansk")
    };
    assert!(reaches("2005") && !reaches("2006"));
}

/// [7.5.3.g] Aircraft fly past enemies: those on all sides of their base keep them from nothing.
#[test]
fn aircraft_fly_past_enemies() {
    let ring = "SB01 1023, SB02 1022, SB03 0924, SB04 1024";
    let mut game = second(WHOLE, &format!("GN12 0923, SW01 1222, {ring}")).open(Side::Axis, Phase::AirMovement);
    let data = game.data();
    let base = hex(data, "0923");
    let open = data.map.grid.neighbours(base).filter(|(_, near)| data.ground.open.contains(*near));
    assert!(open.map(|(_, near)| near).all(|near| !game.stack(near).is_empty()), "enemies on all sides");
    play(&mut game, &["select GN12"]);
    assert!(offers(&game, "fly 1222") && offers(&game, "rebase 0227"), "{:?}", goals(&game, "rebase"));
}

/// [3.21.b] Aircraft in Romania are free in the first turn, all of them; ground units there are not.
#[test]
fn aircraft_in_romania_are_free() {
    let mut game = BlocksInTheEast::new(scenario(WHOLE));
    let data = game.data();
    let in_romania = |air: bool| {
        let all = data.units(Side::Axis).filter(move |(_, known)| known.is_ground() != air);
        all.filter(|(_, known)| ["GR", "RO"].contains(&&known.id[..2]))
    };
    let start = game.clone();
    let on_map = |(unit, known): (_, &stavka_engine::blocks_in_the_east::data::Unit)| start.place(unit).hex().map(|_| known.id.clone());
    pass_to(&mut game, Side::Axis, Phase::GroundMovement);
    let ground: Vec<String> = in_romania(false).filter_map(on_map).collect();
    assert!(ground.len() == 12 && ground.iter().all(|id| rule_against(&game, &format!("select {id}")) == "3.21"), "{ground:?}");
    pass_to(&mut game, Side::Axis, Phase::AirMovement);
    let air: Vec<String> = in_romania(true).filter_map(on_map).collect();
    assert_eq!(air, ["GR06", "GR07", "RO08"]);
    assert!(air.iter().all(|id| offers(&game, &format!("select {id}"))), "{:?}", goals(&game, "select"));
}

/// [5.5.g] Aircraft count among the Germans in Finland: one of them keeps a corps out, and a corps keeps it out.
#[test]
fn german_aircraft_count_in_finland() {
    let finnish = |game: &BlocksInTheEast, name: &String| game.data().ground.finland.contains(hex(game.data(), name));
    let mut game = second(WHOLE, "GC01 1701, GN12 1412").open(Side::Axis, Phase::GroundMovement);
    play(&mut game, &["select GC01"]);
    assert_eq!(rule_against(&game, "move 1601"), "5.5.g");
    let bases = |units: &str| {
        let mut game = second(WHOLE, units).open(Side::Axis, Phase::AirMovement);
        play(&mut game, &["select GN13"]);
        goals(&game, "rebase").iter().any(|base| finnish(&game, base))
    };
    assert!(bases("GN13 0923, SL01 1818") && !bases("GN13 0923, GC02 1402, SL01 1818"));
}
