//! The Advanced game of Blocks in the East, chapters 8 to 10: zones of control, weather, elite units.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Nation, PortClass, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Determinize as _, Game as _, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{
    ADVANCED, WHOLE, builder, goals, hex, lines, offers, pass_to, placed, play, rule_against, unit, volleys,
};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const IDLE: Phase = Phase::GroundMovement;

/// Units on an empty map in July 1941, in the weather of a month.
fn in_weather(units: &str, weather: Weather) -> PositionBuilder {
    builder(ADVANCED, units).turn(2).expect("a second turn").weather(weather)
}

fn in_zone(game: &BlocksInTheEast, side: Side, name: &str) -> bool {
    game.situation().zones[side.index()].contains(hex(game.data(), name))
}

fn around(data: &Prepared, name: &str) -> Vec<String> {
    let center = hex(data, name);
    let open = |near: &Hex| data.ground.open.contains(*near);
    data.map.grid.neighbours(center).map(|(_, near)| near).filter(open).map(|near| data.map.name(near)).collect()
}

// ---- the layer -------------------------------------------------------------------------------------------------------------------

/// [0.2] Which game is played is a property of the scenario.
#[test]
fn scenarios_say_which_game_is_played() {
    let advanced = ["barbarossa", "operation-blue", "operation-citadel", "operation-bagration", "codeword-dortmund"];
    for id in ["towards-leningrad", "towards-moscow", "towards-rostov", WHOLE] {
        assert!(!scenario(id).is_advanced(), "{id}");
    }
    assert!(advanced.into_iter().all(|id| scenario(id).is_advanced()));
}

// ---- 8: zones of control ---------------------------------------------------------------------------------------------------------

/// [8.0][3.19.c] No zone of control extends across a river, unless it is frozen; in the Basic game it does.
#[test]
fn zones_end_at_rivers_that_are_not_frozen() {
    let units = "GC01 1128, SL01 1813";
    assert!(in_zone(&placed(WHOLE, units, AXIS, IDLE), AXIS, "1228"), "the Bug, in the Basic game");
    for (weather, extends) in [(Weather::Clear, false), (Weather::Rain, false), (Weather::Snow, true)] {
        let game = in_weather(units, weather).open(AXIS, IDLE);
        assert_eq!(in_zone(&game, AXIS, "1228"), extends, "{weather:?}");
        assert!(in_zone(&game, AXIS, "1129"), "no river lies between");
    }
}

/// [8.0] No zone of control extends into a Major City, a fortress or a bunker of the enemy, empty or not, but into a Minor City.
#[test]
fn zones_do_not_extend_into_strong_places() {
    for (place, shelters) in [("Minsk", true), ("Vitebsk", false), ("Sevastopol", true), ("Armyansk", true)] {
        let near = &around(scenario(ADVANCED), place)[0];
        let game = in_weather(&format!("GC01 {near}, SL01 1813"), Weather::Snow).open(AXIS, IDLE);
        assert_eq!(game.owner(hex(game.data(), place)), Some(SOVIET));
        assert_eq!(in_zone(&game, AXIS, place), !shelters, "{place}");
        assert!(in_zone(&placed(WHOLE, &format!("GC01 {near}, SL01 1813"), AXIS, IDLE), AXIS, place), "{place}, in the Basic game");
    }
    // Their own does not keep a zone out: nobody has to be kept out of it.
    let game = in_weather("GC01 1524, SL01 1813", Weather::Snow).owner("1624", AXIS).expect("a hex").open(AXIS, IDLE);
    assert!(in_zone(&game, AXIS, "1624"));
    // A fortress that fell and was taken back is destroyed [BOX1.i], and shelters nobody.
    let near = &around(scenario(ADVANCED), "Leningrad")[0];
    let standing = || in_weather(&format!("GC01 {near}, SL01 2113"), Weather::Snow);
    let fallen = standing().owner("1813", AXIS).expect("a hex").owner("1813", SOVIET).expect("a hex");
    let zone = |position: PositionBuilder| in_zone(&position.open(AXIS, IDLE), AXIS, "Leningrad");
    assert!(!zone(standing()) && zone(fallen));
}

/// [8.0] Into one that is empty and surrounded by units it extends; a zone of control around it is not enough, nor is a garrison in it.
#[test]
fn zones_extend_into_strong_places_that_are_empty_and_surrounded() {
    let data = scenario(ADVANCED);
    let ring = around(data, "Minsk");
    assert_eq!(ring.len(), 6);
    let units: Vec<String> = ring.iter().zip(1..).map(|(near, number)| format!("GC{number:02} {near}")).collect();
    let position = |count: usize, more: &str| in_weather(&format!("SL01 1813{more}, {}", units[..count].join(", ")), Weather::Snow);
    assert!(in_zone(&position(6, "").open(AXIS, IDLE), AXIS, "Minsk"));
    assert!(!in_zone(&position(5, "").open(AXIS, IDLE), AXIS, "Minsk"), "the last hex lies in a zone alone");
    assert!(!in_zone(&position(6, ", SW01 1624").open(AXIS, IDLE), AXIS, "Minsk"), "[3.19] somebody is in it");
}

/// [8.0][4.3.a] Where no zone extends, supply runs on: a unit behind the river is cut off in the Basic game alone.
#[test]
fn supply_runs_where_no_zone_extends() {
    // Brest and the railway behind it, watched from across the Bug.
    let units = "GC01 1128, GC02 1127, SW01 1228";
    let out = |id: &str, weather: Weather| {
        let game = builder(id, units).turn(2).expect("a second turn").weather(weather).open(SOVIET, Phase::Supply);
        game.is_out_of_supply(unit(game.data(), "SW01"))
    };
    assert!(!out(ADVANCED, Weather::Clear));
    assert!(!out(WHOLE, Weather::Clear), "three hexes lie behind it");
}

// ---- 9: weather ------------------------------------------------------------------------------------------------------------------

/// [9.0][AMB-45][AMB-75] The calendar: bad months, and months of the die; in the Basic game it is always clear.
#[test]
fn months_have_their_weather() {
    let data = scenario("codeword-dortmund");
    let words: String = (1..=49)
        .map(|turn| match data.tables.weather.of(turn) {
            Some(Weather::Clear) => 'c',
            Some(Weather::Rain) => 'r',
            Some(Weather::Snow) => 's',
            Some(Weather::LightRain) => 'l',
            None => '?',
        })
        .collect();
    let year = "cccc?sssssr?";
    assert_eq!(words, format!("{}c", year.repeat(4)));
    assert_eq!([1, 3, 4, 6].map(|face| data.tables.weather.rolled(face)), [Weather::Clear, Weather::Clear, Weather::Rain, Weather::Rain]);
    assert_eq!(data.usual_weather(7), Weather::Snow);
    assert_eq!(scenario(WHOLE).usual_weather(3), Weather::Clear);
}

/// [9.0] In October a die is thrown before the Axis turn: 1 to 3 clear, 4 to 6 rain. November is snow.
#[test]
fn a_die_says_the_weather_of_october() {
    let position = builder(ADVANCED, "GC01 1228, SL01 1813").turn(4).expect("September");
    let mut game = position.open(SOVIET, Phase::Recheck);
    assert_eq!((game.game_turn(), game.turn(), game.phase()), (5, Turn::Chance, None));
    assert_eq!(lines(&game), (1..=6).map(|face| format!("die {face}")).collect::<BTreeSet<_>>());
    for (die, weather) in [("die 3", Weather::Clear), ("die 4", Weather::Rain)] {
        let mut other = game.clone();
        play(&mut other, &[die]);
        assert_eq!((other.weather(), other.phase().map(|(side, _)| side)), (weather, Some(AXIS)));
    }
    let hashes = ["die 1", "die 6"].map(|die| {
        let mut other = game.clone();
        play(&mut other, &[die]);
        (other.state_hash(), other.view_hash(AXIS), other.view_hash(SOVIET))
    });
    assert!(hashes[0].0 != hashes[1].0 && hashes[0].1 != hashes[1].1 && hashes[0].2 != hashes[1].2, "weather is seen");
    play(&mut game, &["die 2"]);
    while game.game_turn() == 5 {
        pass_to(&mut game, SOVIET, Phase::Recheck);
        if game.game_turn() == 5 {
            pass_to(&mut game, AXIS, Phase::Production);
        }
    }
    assert_eq!(game.weather(), Weather::Snow);
}

/// [9.1] C11: in bad weather lines of supply have two hexes.
#[test]
fn bad_weather_shortens_lines_of_supply() {
    let (data, out) = (scenario(ADVANCED), |at: &str, weather: Weather| {
        let game = in_weather(&format!("SL01 {at}, GC01 0528"), weather).open(SOVIET, Phase::Supply);
        game.is_out_of_supply(unit(game.data(), "SL01"))
    });
    let far = |steps: u16, weather: Weather| {
        let situation = in_weather("SL01 1813, GC01 0528", weather).open(SOVIET, IDLE).situation();
        let sources = data.supply_sources(&situation, Nation::Soviet);
        let plain = |at: &Hex| data.map.grid.row(*at) > 10 && data.ground.open.contains(*at) && situation.owners[1].contains(*at);
        let distance =
            |at: Hex| sources.iter().filter(|source| !data.map.is_box(*source)).map(|source| data.map.grid.distance(at, source)).min();
        let near = |at: &Hex| data.supplied(&situation, Nation::Soviet).contains(*at);
        let far = data.map.hexes().filter(|at| !data.map.is_box(*at)).find(|at| plain(at) && distance(*at) == Some(steps) && near(at));
        far.map(|at| data.map.name(at))
    };
    let third = far(3, Weather::Clear).expect("a hex three hexes from the rails");
    let second = far(2, Weather::Snow).expect("a hex two hexes from the rails");
    assert!(!out(&third, Weather::Clear) && out(&third, Weather::Snow) && out(&third, Weather::Rain));
    assert!(!out(&second, Weather::Snow) && !out(&second, Weather::Rain));
    assert_eq!(far(3, Weather::Snow), None);
}

/// [9.2.a][9.2.b] G2: hexes that a unit of four points reaches from Warsaw: all cost three in rain; plain, forest and swamp two in snow.
#[test]
fn bad_weather_slows_the_march() {
    for (weather, count) in [(Weather::Clear, 54), (Weather::Rain, 6), (Weather::Snow, 17)] {
        let mut game = in_weather("GC01 1028, SL01 1813", weather).open(AXIS, IDLE);
        play(&mut game, &["select GC01"]);
        assert_eq!(goals(&game, "move").len(), count, "{weather:?}");
    }
    let mut game = in_weather("SL01 1813, GC01 1028", Weather::Rain).open(SOVIET, IDLE);
    play(&mut game, &["select SL01"]);
    assert!(goals(&game, "move").contains("1914") && !goals(&game, "move").contains("2014"));
    assert!(
        !offers(
            &in_weather("SL01 1813, GC01 1028", Weather::Rain).out_of_supply("SL01").expect("on the map").open(SOVIET, IDLE),
            "select SL01"
        ),
        "one point"
    );
}

/// [9.2.a] Nobody crosses the strait of Kerch in rain.
#[test]
fn the_strait_of_kerch_is_closed_in_rain() {
    for (weather, open) in [(Weather::Clear, true), (Weather::Rain, false), (Weather::Snow, true)] {
        let mut game = in_weather("SL01 2440, GC01 1028", weather).open(SOVIET, IDLE);
        play(&mut game, &["select SL01"]);
        assert_eq!(goals(&game, "move").contains("2540"), open, "{weather:?}");
    }
}

/// [9.2.a][9.3.a] In rain aircraft transfer and fly no missions, on either side.
#[test]
fn aircraft_fly_no_missions_in_rain() {
    let units = "GC20 1028, AH07 1028, GC15 1228, SW01 1228, SA01 1624, SH06 1624, SL01 1813";
    for (weather, flies) in [(Weather::Clear, true), (Weather::Snow, true), (Weather::Rain, false)] {
        let mut game = in_weather(units, weather).active("AH07").expect("on the map").open(AXIS, Phase::AirMovement);
        assert!(offers(&game, "select GC20"));
        play(&mut game, &["select GC20"]);
        assert!(!goals(&game, "rebase").is_empty());
        assert_eq!(offers(&game, "fuel AH07"), flies, "{weather:?}");
        if flies {
            play(&mut game, &["fuel AH07"]);
        }
        assert_eq!(offers(&game, "fly 1228"), flies, "{weather:?}");
        if !flies {
            assert_eq!(rule_against(&game, "fly 1228"), "9.2.a");
        }
        play(&mut game, &["done"]);
        while game.phase() == Some((AXIS, Phase::AirMovement)) {
            play(&mut game, &["done"]);
        }
        assert_eq!(game.phase() == Some((AXIS, Phase::Reaction)), flies, "{weather:?}");
    }
}

/// [9.3.a] In rain the aircraft of the defender stay on the ground, where ground units hit them when nobody else is left.
#[test]
fn aircraft_stay_on_the_ground_in_rain() {
    for (weather, flies) in [(Weather::Clear, true), (Weather::Rain, false)] {
        let mut game = in_weather("SW01 1624, SW14 1624, GC15 1624, SL01 1813", weather).open(AXIS, Phase::Combat);
        let seen = volleys(&mut game, &[]);
        assert_eq!(game.is_flying(unit(game.data(), "SW14")), flies, "{weather:?}");
        assert_eq!(seen.iter().any(|(_, firing, _)| *firing == Firing::AntiAircraft), flies);
    }
}

/// [9.3.a] Rain halves the dice of attackers on the ground, not those of guns; the defenders hit on a face more.
#[test]
fn rain_favours_the_defender_on_the_ground() {
    let field = field();
    let mut game = in_weather(&format!("SW01 {field}, GC15 {field}, GC18 {field}, SL01 1813"), Weather::Rain).open(AXIS, Phase::Combat);
    let seen = volleys(&mut game, &[]);
    let row = |side: Side, firing: Firing| seen.iter().find(|row| (row.0, row.1) == (side, firing)).map(|row| row.2.clone());
    let attackers = game.strength(unit(game.data(), "GC15"));
    assert_eq!(row(AXIS, Firing::Artillery), Some(vec![(4, 2)]));
    assert_eq!(row(SOVIET, Firing::Ground), Some(vec![(4, 2)]));
    assert_eq!(row(AXIS, Firing::Ground).map(|dice| dice[0].0), Some(attackers / 2));
}

/// [9.3.b][9.3.c] Snow halves the dice of attackers on the ground, but for Soviets, Finns and the mountain troops of the Axis.
#[test]
fn snow_halves_attackers_that_are_not_used_to_it() {
    let field = field();
    let ground = |units: &str, side: Side| {
        let mut game = in_weather(units, Weather::Snow).open(side, Phase::Combat);
        let seen = volleys(&mut game, &[]);
        let row = seen.into_iter().find(|row| (row.0, row.1) == (side, Firing::Ground));
        row.map(|row| row.2)
    };
    assert_eq!(ground(&format!("SW01 {field}, GC01 {field}, SL01 1813"), AXIS), Some(vec![(2, 1)]));
    assert_eq!(ground(&format!("GC01 {field}, SW01 {field}, SL01 1813"), SOVIET), Some(vec![(4, 1)]));
    let mountaineers = scenario(ADVANCED)
        .units(AXIS)
        .find(|(_, known)| known.kind == stavka_engine::blocks_in_the_east::terms::UnitKind::Mountain && known.nation == Nation::German);
    let (_, known) = mountaineers.expect("a mountain corps");
    assert_eq!(ground(&format!("SW01 {field}, {} {field}, SL01 1813", known.id), AXIS), Some(vec![(known.full(), 1)]));
}

/// [9.3.b][BOX1.b] Frozen rivers have no effect on combat.
#[test]
fn frozen_rivers_have_no_effect_on_combat() {
    for (weather, dice) in [(Weather::Clear, vec![(2, 1)]), (Weather::Snow, vec![(2, 1)])] {
        // Across the Bug into Brest: a river in summer, snow in winter.
        let mut game = in_weather("SW01 1228, GC01 1128, SL01 1813", weather).open(AXIS, IDLE);
        play(&mut game, &["select GC01", "move 1228"]);
        while game.volley().is_none() {
            play(&mut game, &["done"]);
        }
        let seen = volleys(&mut game, &[]);
        let row = |side: Side| seen.iter().find(|row| (row.0, row.1) == (side, Firing::Ground)).map(|row| row.2.clone());
        assert_eq!(row(AXIS), Some(dice), "{weather:?}");
        assert_eq!(row(SOVIET), Some(vec![(4, if weather == Weather::Clear { 2 } else { 1 })]), "{weather:?}");
    }
}

/// [7.8][AMB-20] Nobody makes a Blitz move in bad weather: plain costs more than a point.
#[test]
fn there_is_no_blitz_in_bad_weather() {
    for (weather, blitz) in [(Weather::Clear, true), (Weather::Rain, false), (Weather::Snow, false)] {
        let game =
            in_weather(&format!("GN08 {}, SL01 1813", field()), weather).fought("GN08").expect("on the map").open(AXIS, Phase::Blitz);
        assert_eq!(game.phase() == Some((AXIS, Phase::Blitz)), blitz, "{weather:?}");
    }
}

/// [9.2.c][4.2] In snow the ports of the White Sea, the Gulfs of Bothnia and Finland and the Sea of Azov freeze, and supply nobody.
#[test]
fn frozen_seas_carry_no_supply() {
    let data = scenario(ADVANCED);
    let frozen: BTreeSet<&str> = data.map.seas.iter().filter(|sea| sea.freezes).map(|sea| sea.name.as_str()).collect();
    assert_eq!(frozen, BTreeSet::from(["Gulf of Bothnia", "Gulf of Finland", "Sea of Azov", "White Sea"]));
    // Hanko is supplied over the Gulf of Finland from Leningrad.
    for (weather, out) in [(Weather::Clear, false), (Weather::Rain, false), (Weather::Snow, true)] {
        let game = in_weather("SL01 1214, SL02 1813, GC01 0528", weather).open(SOVIET, Phase::Supply);
        assert_eq!(game.is_out_of_supply(unit(game.data(), "SL01")), out, "{weather:?}");
    }
    assert!(data.map.places.iter().any(|place| place.name == "Hanko" && place.port.is_some_and(|(class, _)| class == PortClass::Minor)));
}

/// A plain hex without a town and without rivers on Soviet ground, with such hexes of both sides beside it.
fn field() -> String {
    let data = scenario(ADVANCED);
    let (map, ground) = (&data.map, &data.ground);
    let owners = map.owners_in(1941).expect("a year of the map").by_side;
    let open = |at: Hex| {
        let plain = map.terrain[at.index()] == stavka_engine::blocks_in_the_east::terms::Terrain::Plain;
        plain && map.place_at(at).is_none() && ground.open.contains(at)
    };
    let dry = |at: Hex| map.sides[at.index()].iter().all(|side| !side.river && !side.water && !side.strait);
    let beside = |at: Hex| {
        Side::ALL.into_iter().all(|side| map.grid.neighbours(at).any(|(_, near)| open(near) && owners[side.index()].contains(near)))
    };
    let fits = |&at: &Hex| !map.is_box(at) && open(at) && dry(at) && owners[1].contains(at) && beside(at);
    map.name(map.hexes().find(fits).expect("there is such a hex"))
}

// ---- 10: elite units -------------------------------------------------------------------------------------------------------------

/// [10.0] Which units are elite.
#[test]
fn elite_units_are_those_of_the_rules() {
    use stavka_engine::blocks_in_the_east::terms::{Flag, UnitKind};
    let data = scenario(ADVANCED);
    let named = |flag: Flag| {
        let units = Side::ALL.into_iter().flat_map(|side| data.units(side)).filter(move |(_, known)| known.is(flag));
        units.map(|(_, known)| known.name.as_str()).collect::<BTreeSet<_>>()
    };
    assert_eq!((named(Flag::Gd).len(), named(Flag::Hg).len()), (1, 1));
    assert!(named(Flag::Ss).len() >= 5 && named(Flag::Guards).len() >= 12);
    let marines = data.units(SOVIET).filter(|(_, known)| known.kind == UnitKind::Marine).count();
    assert_eq!(named(Flag::EliteDefence).len(), marines + 2, "the marines, the 22nd Airlanding and the 7th Flieger Division");
}

/// [10.0.a] Guards, Grossdeutschland, Hermann Göring and the SS hit on a face more when they attack; not when they defend, and not in the
/// Basic game.
#[test]
fn guards_and_their_like_strike_harder() {
    let field = field();
    let ground = |units: &str, attacker: Side, of: Side| {
        let mut game = in_weather(units, Weather::Clear).open(attacker, Phase::Combat);
        let seen = volleys(&mut game, &[]);
        seen.into_iter().find(|row| (row.0, row.1) == (of, Firing::Ground)).map(|row| row.2)
    };
    assert_eq!(ground(&format!("GC01 {field}, SU01 {field}, SL01 1813"), SOVIET, SOVIET), Some(vec![(5, 2)]));
    assert_eq!(ground(&format!("SU01 {field}, GC01 {field}, SL01 1813"), AXIS, SOVIET), Some(vec![(5, 1)]));
    assert_eq!(ground(&format!("SW01 {field}, AP03 {field}, SL01 1813"), AXIS, AXIS).map(|dice| dice[0].1), Some(3), "Grossdeutschland");
    assert_eq!(
        ground(&format!("SW01 {field}, GN08 {field}, SL01 1813"), AXIS, AXIS).map(|dice| dice[0].1),
        Some(2),
        "another Panzer Corps"
    );
    let mut game = placed(WHOLE, &format!("GC01 {field}, SU01 {field}, SL01 1813"), SOVIET, Phase::Combat);
    let basic = volleys(&mut game, &[]).into_iter().find(|row| (row.0, row.1) == (SOVIET, Firing::Ground)).map(|row| row.2);
    assert_eq!(basic, Some(vec![(5, 1)]), "in the Basic game");
}

/// [10.0.b] Marines, the 22nd Airlanding and the 7th Flieger Division hit on a face more when they defend, at aircraft too.
#[test]
fn marines_and_paratroops_stand_firmer() {
    let field = field();
    let rows = |units: &str, attacker: Side| {
        let position = in_weather(units, Weather::Clear);
        let position = ["GC20", "SW14"]
            .iter()
            .filter(|id| units.contains(**id))
            .fold(position, |position, id| position.flying(id).expect("on the map"));
        volleys(&mut position.open(attacker, Phase::Combat), &[])
    };
    let seen = rows(&format!("SM01 {field}, GC01 {field}, GC20 {field}, SL01 1813"), AXIS);
    let of = |firing: Firing| seen.iter().find(|row| (row.0, row.1) == (SOVIET, firing)).map(|row| row.2.clone());
    assert_eq!((of(Firing::AntiAircraft), of(Firing::Ground)), (Some(vec![(3, 2)]), Some(vec![(3, 2)])));
    let seen = rows(&format!("GC01 {field}, SM01 {field}, SL01 1813"), SOVIET);
    assert_eq!(
        seen.iter().find(|row| (row.0, row.1) == (SOVIET, Firing::Ground)).map(|row| row.2.clone()),
        Some(vec![(3, 1)]),
        "attacking"
    );
    for id in ["GX02", "GX03"] {
        let seen = rows(&format!("{id} {field}, SW01 {field}, SL01 1813"), SOVIET);
        assert_eq!(seen.iter().find(|row| (row.0, row.1) == (AXIS, Firing::Ground)).map(|row| row.2.clone()), Some(vec![(3, 2)]), "{id}");
    }
}

/// [10.0.c] Guards have four movement points from the start, their cavalry five.
#[test]
fn guards_move_farther() {
    let game = in_weather("SU01 1813, SV01 2013, SW01 2113, GC01 0528", Weather::Clear).open(SOVIET, IDLE);
    assert_eq!(["SU01", "SV01", "SW01"].map(|id| game.points(unit(game.data(), id))), [4, 5, 3]);
}

/// [10.0.d] Guards are repaired, and never rebuilt.
#[test]
fn guards_are_repaired_and_not_rebuilt() {
    let position =
        in_weather("SU01 2521, GC01 0528", Weather::Clear).steps("SU01", 2).expect("steps").put_in_box("SU02", Place::ELIMINATED);
    let game = position.expect("it may be").points(Nation::Soviet, 40).open(SOVIET, Phase::Production);
    assert!(offers(&game, "repair SU01") && !offers(&game, "rebuild SU02"));
    assert_eq!(rule_against(&game, "rebuild SU02"), "10.0.d");
}

/// [1.3] Worlds that are drawn have the weather of the game.
#[test]
fn drawn_worlds_have_the_weather_of_the_game() {
    let game = in_weather("SL01 1813, GC01 0528", Weather::Rain).hidden("SL01").expect("on the map").open(AXIS, IDLE);
    let world = game.determinize(AXIS, &mut Dice::new(3));
    assert_eq!((world.weather(), world.view_hash(AXIS)), (Weather::Rain, game.view_hash(AXIS)));
}
