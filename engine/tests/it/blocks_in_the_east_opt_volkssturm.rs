//! Chapter 28 of Blocks in the East: the Volkssturm.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Country, Nation, TownClass, UnitKind};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _};

use crate::blocks_in_the_east_kit::{WHOLE, goals, hex, offers, pass_to, play, rule_against, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

fn chapter() -> &'static Prepared {
    with_options(WAR, "volkssturm = true")
}

/// Eliminated units of Germany: infantry, mountain infantry, a panzer corps, artillery, and a Romanian corps.
const LOST: [&str; 6] = ["GN01", "GN02", "GS09", "GN08", "GN10", "RO03"];

/// The war in a turn with a Soviet corps in `from`, and the production of the Axis after it has marched to `to`; nobody has points.
fn after_a_march(data: &'static Prepared, from: &str, to: Option<&str>) -> BlocksInTheEast {
    let position = set_up(data, &format!("SL01 {from}, SL02 4020, GC01 0227, GC02 0128"), 40);
    let mut game = lost(position).open(SOVIET, Phase::GroundMovement);
    if let Some(to) = to {
        while !offers(&game, "select SL01") {
            play(&mut game, &["done"]);
        }
        play(&mut game, &["select SL01", &format!("move {to}")]);
    }
    pass_to(&mut game, AXIS, Phase::Production);
    while offers(&game, "die 1") {
        play(&mut game, &["die 1"]);
    }
    game
}

fn lost(position: PositionBuilder) -> PositionBuilder {
    LOST.into_iter().fold(position, |position, id| position.put_in_box(id, Place::ELIMINATED).expect("a unit"))
}

fn prices(game: &BlocksInTheEast) -> [Option<u8>; 6] {
    LOST.map(|id| game.rebuilding_price(unit(game.data(), id)))
}

/// Two hexes of the eastern border of Germany: one in former Poland, and the one beside it in Germany.
fn border(data: &Prepared) -> [String; 2] {
    let is_german = |hex| data.map.country[usize::from(hex)] == Some(Country::Germany);
    let open = |hex: &stavka_engine::hex::Hex| data.ground.open.contains(*hex) && !data.map.is_box(*hex);
    for from in data.map.hexes().filter(|hex| open(hex) && !is_german(hex.0)) {
        if data.map.country[from.index()] != Some(Country::GeneralGovernment) {
            continue;
        }
        let crosses = |(direction, near): &(stavka_engine::hex::Direction, stavka_engine::hex::Hex)| {
            open(near) && is_german(near.0) && !data.map.sides[from.index()][direction.index()].river
        };
        if let Some((_, to)) = data.map.grid.neighbours(from).find(crosses) {
            return [from, to].map(|hex| data.map.name(hex));
        }
    }
    panic!("Germany has no border with the General Government")
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.volkssturm && chapter().script.options.volkssturm);
    assert_ne!(scenario(WAR).fingerprint(), chapter().fingerprint());
    let [from, to] = border(chapter());
    let usual = prices(&after_a_march(scenario(WAR), &from, Some(&to)));
    assert!(usual.iter().all(|price| price.is_some_and(|price| price > 0)), "{usual:?}");
}

/// [28.0][13.8.2.b] From the entry of a Soviet unit on the ground into Germany on, German infantry is rebuilt free of charge, and nobody
/// else; not before, nor when the Soviets stand at the border.
#[test]
fn soviet_units_in_germany_call_up_the_volkssturm() {
    let data = chapter();
    let [from, to] = border(data);
    let usual = prices(&after_a_march(scenario(WAR), &from, None));
    let before = after_a_march(data, &from, None);
    assert!(!before.is_volkssturm_called());
    assert_eq!(prices(&before), usual);
    let after = after_a_march(data, &from, Some(&to));
    assert!(after.is_volkssturm_called());
    assert_eq!(prices(&after), [Some(0), Some(0), usual[2], usual[3], usual[4], usual[5]]);
    assert_ne!(before.state_hash(), after.state_hash());
}

/// [28.0] It works to the end of the game: the Soviets may leave Germany again.
#[test]
fn the_volkssturm_is_called_for_good() {
    let data = chapter();
    let [from, to] = border(data);
    let mut game = after_a_march(data, &from, Some(&to));
    pass_to(&mut game, SOVIET, Phase::GroundMovement);
    for _ in 0..3 {
        pass_to(&mut game, SOVIET, Phase::Exploitation);
        pass_to(&mut game, AXIS, Phase::Production);
        assert!(game.is_volkssturm_called());
    }
}

/// [28.0] A corps comes with one strength point to a Major City of Germany that receives new units, without a point; one in a turn to each,
/// two to Berlin [AMB-60].
#[test]
fn a_corps_costs_nothing_and_has_one_point() {
    let data = chapter();
    let [from, to] = border(data);
    let mut game = after_a_march(data, &from, Some(&to));
    let purse = |game: &BlocksInTheEast| Colour::ALL.map(|colour| game.saved_of(Nation::German, colour));
    let before = purse(&game);
    play(&mut game, &["rebuild GN01"]);
    let cities = goals(&game, "place");
    let is_home = |name: &String| {
        let at = hex(data, name);
        let class = data.map.place_at(at).and_then(|place| place.class);
        data.map.country[at.index()] == Some(Country::Germany) && class.is_some_and(TownClass::is_major)
    };
    assert!(cities.len() > 2 && cities.iter().all(is_home), "{cities:?}");
    let first = cities.iter().find(|name| **name != data.map.name(hex(data, "Berlin"))).expect("another city").clone();
    play(&mut game, &[&format!("place {first}")]);
    assert_eq!((strength(&game, "GN01"), purse(&game)), (1, before));
    play(&mut game, &["rebuild GN02"]);
    assert!(!goals(&game, "place").contains(&first), "one in a turn");
    play(&mut game, &["place Berlin".replace("Berlin", &data.map.name(hex(data, "Berlin"))).as_str()]);
    assert_eq!((strength(&game, "GN02"), purse(&game)), (1, before));
    assert_eq!(rule_against(&game, "rebuild GN01"), "7.3.a", "it stands");
}

/// [28.0] The first step alone is free: what a corps has lost beside it is repaired for points, as ever.
#[test]
fn repairs_cost_what_they_cost() {
    let data = chapter();
    let [from, to] = border(data);
    let mut game = after_a_march(data, &from, Some(&to));
    play(&mut game, &["rebuild GN01"]);
    let city = goals(&game, "place").into_iter().next().expect("a city");
    play(&mut game, &[&format!("place {city}")]);
    assert!(game.repair_price(unit(data, "GN01")).is_some_and(|price| price > 0));
}

/// [28.0] The Basic game, which has no headquarters, remembers it too.
#[test]
fn the_basic_game_has_a_volkssturm() {
    let data = with_options(WHOLE, "volkssturm = true");
    let [from, to] = border(data);
    let called = |data: &'static Prepared| {
        let mut game = set_up(data, &format!("SL01 {from}, SL02 4020, GC01 0227"), 3).open(SOVIET, Phase::GroundMovement);
        play(&mut game, &["select SL01", &format!("move {to}")]);
        (game.is_volkssturm_called(), game.state_hash())
    };
    assert!(called(data).0 && !called(scenario(WHOLE)).0);
}

/// Random play with the Soviets in Germany: infantry that is lost comes back for nothing, everybody else for points.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter();
    let [from, to] = border(data);
    let game = after_a_march(data, &from, Some(&to));
    let mut seen = BTreeSet::new();
    play_at_random(game, 43, 28, |game| {
        for (id, known) in data.units(AXIS) {
            if let Some(price) = game.rebuilding_price(id) {
                let free = known.nation == Nation::German && known.kind == UnitKind::Infantry;
                assert_eq!(price == 0, free, "{}", known.id);
                seen.insert(free);
            }
        }
    });
    assert_eq!(seen.len(), 2);
}
