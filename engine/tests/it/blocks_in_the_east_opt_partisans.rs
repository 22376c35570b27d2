//! Chapter 29 of Blocks in the East: Soviet partisans.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::ids::HexSet;
use stavka_engine::blocks_in_the_east::terms::{Country, Nation};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::{Determinize as _, Game as _, Scenario as _, Turn};
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_kit::{at, goals, hex, legal, lines, offers, pass_to, play, rule_against, saved, volleys};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, next_production, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
/// The front of June 1942, far behind which the railways of the Axis run.
const BLUE: &str = "operation-blue";
const JUNE: u8 = 13;
/// September 1941.
const SEPTEMBER: u8 = 4;
const MOVES: Phase = Phase::GroundMovement;
/// Two Major Cities, and seven Minor ones, none of recently annexed ground.
const MAJOR: [&str; 2] = ["1624", "2023"];
const MINOR: [&str; 7] = ["1225", "1526", "1528", "1825", "1826", "1828", "1927"];

fn war() -> &'static Prepared {
    with_options(WAR, "partisans = true")
}

fn blue() -> &'static Prepared {
    with_options(BLUE, "partisans = true")
}

/// Units in June 1942, a German and a Soviet one far from the front among them.
fn summer(units: &str) -> PositionBuilder {
    let all = if units.is_empty() { "GN07 0227, SL01 4020".to_owned() } else { format!("GN07 0227, SL01 4020, {units}") };
    set_up(blue(), &all, JUNE)
}

fn with_partisans(position: PositionBuilder, bands: &[(&str, u8)]) -> PositionBuilder {
    bands.iter().fold(position, |all, &(at, battalions)| all.partisans(at, battalions).unwrap_or_else(|error| panic!("{at}: {error}")))
}

/// Places that the Axis has captured in the first year, with units.
fn captured(units: &str, places: &[&str], turn: u8) -> PositionBuilder {
    let position = set_up(war(), &format!("GN07 0227, SL01 4020{}{units}", if units.is_empty() { "" } else { ", " }), turn);
    places.iter().fold(position, |all, at| if all_empty(units, at) { all.owner(at, AXIS).expect("a hex") } else { all })
}

fn all_empty(units: &str, at: &str) -> bool {
    !units.split(", ").any(|unit| unit.ends_with(at))
}

/// The Soviets have produced what they want.
fn after_production(mut game: BlocksInTheEast) -> BlocksInTheEast {
    cross(&mut game);
    while game.asked() == Some(Asked::Production) {
        play(&mut game, &["done"]);
    }
    game
}

fn uprising(position: PositionBuilder) -> BlocksInTheEast {
    after_production(position.open(SOVIET, Phase::Production))
}

/// Battalions that rise.
fn left(game: &BlocksInTheEast) -> u8 {
    match game.asked() {
        Some(Asked::Uprising { left }) => left,
        _ => 0,
    }
}

fn all(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn bands(game: &BlocksInTheEast) -> Vec<(String, u8)> {
    game.partisans().map(|(hex, battalions)| (game.data().map.name(hex), battalions)).collect()
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(BLUE);
    assert!(!off.script.options.partisans && blue().script.options.partisans);
    assert_ne!(off.fingerprint(), blue().fingerprint());
    let mut game = set_up(off, "GN07 0227, SL01 4020", JUNE).open(SOVIET, Phase::Production);
    cross(&mut game);
    assert_eq!(rule_against(&game, "rise 1624"), "7.0");
    pass_to(&mut game, SOVIET, Phase::Disbanding);
    assert_eq!(game.partisans().count(), 0);
    assert!(set_up(off, "GN07 0227, SL01 4020", JUNE).partisans("1624", 1).is_err());
    assert!(left(&uprising(summer(""))) > 0);
}

/// [29.0] They rise from September 1941 on, in the production of the Soviets.
#[test]
fn partisans_rise_from_september_on() {
    for (turn, rises) in [(2, 0), (SEPTEMBER - 1, 0), (SEPTEMBER, 2), (SEPTEMBER + 1, 2)] {
        assert_eq!(left(&uprising(captured("", &MAJOR, turn))), rises, "turn {turn}");
    }
    let mut game = uprising(captured("", &MAJOR, SEPTEMBER));
    assert_eq!((game.turn(), game.phase()), (Turn::Player(SOVIET), Some((SOVIET, Phase::Production))));
    play(&mut game, &["rise 1624", "done"]);
    assert_eq!(bands(&game), [("1624".to_owned(), 1)]);
    // They do not move, and exert no zone of control.
    let zone = |game: &BlocksInTheEast| game.situation().zones[SOVIET.index()];
    assert_eq!(zone(&game), zone(&uprising(captured("", &MAJOR, SEPTEMBER))));
    pass_to(&mut game, AXIS, Phase::Supply);
    assert_eq!(bands(&game), [("1624".to_owned(), 1)]);
}

/// [29.1][AMB-46] A battalion for three Minor Cities, and one for each Major City, which the Axis has captured and in which no ground unit of its
/// is. Golden C7 and G23.
#[test]
fn cities_without_a_garrison_raise_battalions() {
    let every: Vec<&str> = MAJOR.into_iter().chain(MINOR).collect();
    assert_eq!(left(&uprising(captured("", &every, SEPTEMBER))), 4);
    assert_eq!(left(&uprising(captured("", &every[..8], SEPTEMBER))), 4, "six Minor Cities");
    assert_eq!(left(&uprising(captured("", &every[..7], SEPTEMBER))), 3, "five");
    assert_eq!(left(&uprising(captured("", &every[1..], SEPTEMBER))), 3, "one Major City");
    // A unit on the ground is a garrison, an aircraft is none.
    assert_eq!(left(&uprising(captured("GN02 1624", &every, SEPTEMBER))), 3);
    assert_eq!(left(&uprising(captured("GN02 1225", &every, SEPTEMBER))), 4);
    assert_eq!(left(&uprising(captured("GN02 1225, GN03 1526", &every, SEPTEMBER))), 3);
    assert_eq!(left(&uprising(captured("GN12 1624", &every, SEPTEMBER).owner("1624", AXIS).expect("a hex"))), 4);
    // 54 Minor and 11 Major Cities of June 1942 would raise 29: there are twenty.
    assert_eq!(left(&uprising(summer(""))), 20);
}

/// [29.1.b] Cities of recently annexed ground do not count; battalions may rise there.
#[test]
fn annexed_cities_do_not_count() {
    let annexed = ["1219", "1315", "1323", "1223", "1221", "1521", "1737", "1636", "1838", "1712", "1910", "1701"];
    assert_eq!(left(&uprising(captured("", &annexed, SEPTEMBER))), 0);
    let mut game = uprising(captured("", &["1219", "1624"], SEPTEMBER));
    assert_eq!((left(&game), goals(&game, "rise")), (1, all(&["1219", "1624"])));
    play(&mut game, &["rise 1219"]);
    assert_eq!(bands(&game), [("1219".to_owned(), 1)]);
    // Cities abroad do not count either, and nobody rises there.
    assert_eq!(left(&uprising(captured("", &["0927", "1624"], SEPTEMBER))), 1);
    assert!(!goals(&uprising(captured("", &["0927", "1624"], SEPTEMBER)), "rise").contains("0927"));
}

/// [29.1.a] On Soviet ground that the Axis holds, without its units and out of their zones of control.
#[test]
fn where_partisans_rise() {
    let every: Vec<&str> = MAJOR.into_iter().chain(MINOR).collect();
    assert_eq!(goals(&uprising(captured("", &every, SEPTEMBER)), "rise"), all(&every));
    // Beside a unit, and under it; not across a river, where it exerts no zone of control.
    let game = uprising(captured("GN02 1826", &[&every[..], &["1726", "1727"]].concat(), SEPTEMBER));
    assert!(game.situation().zones[AXIS.index()].contains(hex(war(), "1825")));
    let away: Vec<&str> = every.iter().copied().filter(|at| !["1826", "1825"].contains(at)).chain(["1726", "1727"]).collect();
    assert_eq!(goals(&game, "rise"), all(&away));
    for there in ["1825", "1826", "1725", "0927", "4020"] {
        assert_eq!(rule_against(&game, &format!("rise {there}")), "29.1.a", "{there}");
    }
    // What the Soviets have retaken is theirs.
    let game = uprising(captured("", &every, SEPTEMBER).owner("2023", SOVIET).expect("a hex"));
    assert!(!goals(&game, "rise").contains("2023"));
}

/// [29.1.a] Where there are more hexes than a list holds the sector is chosen first, and then a hex in it.
#[test]
fn a_wide_land_is_chosen_by_sectors() {
    let data = blue();
    let columns = usize::from(data.map.grid.columns());
    let soviet = data.map.country_hexes(Country::SovietUnion);
    let west: Vec<Hex> =
        soviet.iter().filter(|at| data.ownable.contains(*at) && !data.map.is_box(*at) && at.index() % columns < 27).collect();
    assert!(west.len() > 500);
    let position = west.iter().fold(summer(""), |all, &at| all.owner(&data.map.name(at), AXIS).expect("a hex"));
    let mut game = uprising(position);
    let before = left(&game);
    assert!(goals(&game, "rise").is_empty() && legal(&game).len() < 500);
    let sectors = goals(&game, "sector");
    assert!(sectors.len() > 2);
    let mut seen = 0;
    for sector in &sectors {
        let mut there = game.clone();
        play(&mut there, &[&format!("sector {sector}")]);
        let number: u8 = sector.parse().expect("a number");
        assert_eq!(there.asked(), Some(Asked::UprisingSector { sector: number }));
        assert!(!offers(&there, "done") && legal(&there).len() < 500);
        let [first, last] = there.rows_of_sector(number);
        let rows: BTreeSet<u8> = goals(&there, "rise").iter().map(|name| name[2..].parse().expect("a row")).collect();
        assert!(rows.iter().all(|row| (first..=last).contains(row)), "{rows:?}");
        seen += goals(&there, "rise").len();
    }
    assert!(seen > 450);
    assert_eq!(rule_against(&game, "sector 12"), "29.1.a");
    let sector = sectors.first().expect("a sector").clone();
    play(&mut game, &[&format!("sector {sector}")]);
    let to = goals(&game, "rise").into_iter().next().expect("a hex");
    play(&mut game, &[&format!("rise {to}")]);
    assert_eq!((left(&game), bands(&game)), (before - 1, vec![(to, 1)]));
}

/// [29.1.c] One battalion a hex and turn, and three in all.
#[test]
fn three_battalions_in_a_hex() {
    let mut game = uprising(captured("", &MAJOR, SEPTEMBER));
    for battalions in 1..=3 {
        assert_eq!(left(&game), 2);
        play(&mut game, &["rise 1624"]);
        assert_eq!(game.partisans_in(hex(war(), "1624")), battalions);
        assert_eq!(rule_against(&game, "rise 1624"), "29.1.a");
        play(&mut game, &["done"]);
        next_production(&mut game, SOVIET);
        game = after_production(game);
    }
    assert_eq!(goals(&game, "rise"), all(&["2023"]));
}

/// [29.1.a][29.1.d] Twenty battalions at most are on the map; those that the Axis disperses return in the next turn.
#[test]
fn twenty_battalions_are_on_the_map() {
    let full: Vec<(&str, u8)> = ["1225", "1526", "1528", "1825", "1828", "1927"].map(|at| (at, 3)).to_vec();
    let mut game = uprising(with_partisans(summer(""), &full));
    play(&mut game, &["rise 1826", "rise 2130"]);
    assert_eq!((left(&game), game.partisans().map(|(_, battalions)| battalions).sum::<u8>()), (0, 20));
    let position = with_partisans(summer("GN01 1626"), &[&full[..], &[("1726", 1), ("2130", 1)]].concat());
    assert!(position.clone().partisans("2033", 1).is_err(), "there are no more");
    let mut game = position.open(AXIS, MOVES);
    play(&mut game, &["select GN01", "move 1726"]);
    assert_eq!(game.partisans_in(hex(blue(), "1726")), 0);
    pass_to(&mut game, SOVIET, Phase::Production);
    game = after_production(game);
    assert_eq!((game.game_turn(), left(&game)), (JUNE.into(), 0));
    next_production(&mut game, SOVIET);
    game = after_production(game);
    assert!(left(&game) > 0);
    let to = goals(&game, "rise").into_iter().next().expect("a hex");
    play(&mut game, &[&format!("rise {to}")]);
    assert_eq!(left(&game), 0);
}

/// [29.1.d][29.0.a] Nobody goes by rail over a battalion, or to it.
#[test]
fn a_battalion_bars_trains() {
    let ways = |bands: &[(&str, u8)]| {
        let mut game = with_partisans(summer("GN01 2138"), bands).points(Nation::German, 9).open(AXIS, Phase::RailMoves);
        play(&mut game, &["select GN01"]);
        goals(&game, "move")
    };
    let free = ways(&[]);
    assert!(["2139", "2239", "2240", "2241", "2440", "0227"].into_iter().all(|at| free.contains(at)), "{free:?}");
    let barred = ways(&[("2240", 1)]);
    assert!(["2240", "2241", "2440"].into_iter().all(|at| !barred.contains(at)), "{barred:?}");
    assert!(["2139", "2239", "0227"].into_iter().all(|at| barred.contains(at)) && barred.is_subset(&free), "{barred:?}");
}

/// What Germany earns, with what crosses mines if the die says so, and dice for mines.
fn income(position: PositionBuilder, die: u8) -> (u16, usize) {
    let mut game = position.open(AXIS, Phase::Production);
    let mut dice = 0;
    while matches!(game.asked(), Some(Asked::Minefield { .. })) {
        play(&mut game, &[&format!("die {die}")]);
        dice += 1;
    }
    (saved(&game, Nation::German), dice)
}

/// [11.2.f][29.1.d][11.3.a] Resources do not pass a battalion by rail. Golden V15, V16 and G10: Kerch hangs on one railway, and on
/// Sevastopol by sea.
#[test]
fn a_battalion_bars_resources() {
    let (free, dice) = income(summer(""), 1);
    assert_eq!(income(with_partisans(summer(""), &[("2240", 1)]), 1), (free - 1, dice), "Kerch makes a point");
    // Beside the line it bars nothing.
    assert_eq!(income(with_partisans(summer(""), &[("1726", 3)]), 1).0, free);
    let sevastopol = || summer("").owner("2242", AXIS).expect("a hex");
    let (with, before) = income(sevastopol(), 1);
    let cut = |die: u8| income(with_partisans(sevastopol(), &[("2240", 1)]), die);
    assert_eq!(cut(1).0, with, "it comes by sea");
    assert!(cut(1).1 > before && cut(6).0 < income(sevastopol(), 6).0, "or is lost among mines");
}

/// [29.1.c] A centre makes nothing while partisans are in it.
#[test]
fn a_centre_with_partisans_makes_nothing() {
    let kerch = blue().map.name(hex(blue(), "Kerch"));
    let (free, _) = income(summer(""), 1);
    assert_eq!(income(with_partisans(summer(""), &[(&kerch, 1)]), 1).0, free - 1);
}

fn neighbours(at: Hex) -> Vec<Hex> {
    blue().map.grid.neighbours(at).map(|(_, near)| near).collect()
}

fn held(game: &BlocksInTheEast, at: Hex) -> bool {
    let data = game.data();
    game.owner(at) == Some(AXIS) && data.map.country[at.index()] == Some(Country::SovietUnion) && data.ground.open.contains(at)
}

/// [29.1.e][29.0.a] Two battalions bar the roads of supply: one does not. Lines end in them, and do not leave a railway where they are.
#[test]
fn two_battalions_bar_roads() {
    let data = blue();
    let game = summer("").open(AXIS, Phase::Supply);
    let situation = game.situation();
    let (sources, supplied) = (data.supply_sources(&situation, Nation::German), data.supplied(&situation, Nation::German));
    let barred = |near: Hex| game.owner(near) == Some(AXIS) || !data.ground.open.contains(near);
    let is_island = |at: &Hex| held(&game, *at) && !sources.contains(*at) && neighbours(*at).into_iter().all(barred);
    let far =
        supplied.iter().find(|at| is_island(at) && !neighbours(*at).iter().any(|near| sources.contains(*near))).expect("off the rails");
    let near = supplied.iter().find(|at| is_island(at) && neighbours(*at).iter().any(|near| sources.contains(*near))).expect("beside them");
    for at in [far, near] {
        let ring = neighbours(at).into_iter().filter(|&near| data.ground.open.contains(near));
        let ring: Vec<String> = ring.map(|near| data.map.name(near)).collect();
        let fed = |battalions: u8| {
            let bands: Vec<(&str, u8)> = ring.iter().map(|name| (name.as_str(), battalions)).collect();
            let game = with_partisans(summer(&format!("GN01 {}", data.map.name(at))), &bands).open(AXIS, Phase::Supply);
            let supplied = data.supplied(&game.situation(), Nation::German);
            assert_eq!(!supplied.contains(at), game.is_out_of_supply(data.find_unit("GN01").expect("a corps")));
            supplied.contains(at)
        };
        assert!(fed(1) && !fed(2), "{}", data.map.name(at));
    }
    // Lines of the Soviets pass.
    let position = summer(&format!("SW01 {}", data.map.name(hex(data, "2023"))));
    let soviet = |position: PositionBuilder| data.supplied(&position.open(AXIS, Phase::Supply).situation(), Nation::Soviet);
    assert_eq!(soviet(position.clone()), soviet(with_partisans(position, &[("1726", 3), ("1826", 3), ("1825", 3)])));
}

/// [29.1.f] Three battalions bar the railways of supply, two do not.
#[test]
fn three_battalions_bar_railways() {
    let data = blue();
    let sources = |bands: &[(&str, u8)]| -> HexSet {
        data.supply_sources(&with_partisans(summer(""), bands).open(AXIS, MOVES).situation(), Nation::German)
    };
    let free = sources(&[]);
    let game = summer("").open(AXIS, MOVES);
    let mut beyond = 0;
    for at in free.iter().filter(|&at| held(&game, at)).step_by(3) {
        let name = data.map.name(at);
        assert_eq!(sources(&[(&name, 2)]), free, "{name}");
        let cut = sources(&[(&name, 3)]);
        assert!(!cut.contains(at) && cut.difference(free).is_empty());
        beyond = beyond.max(free.difference(cut).len());
    }
    assert!(beyond > 1, "what lies beyond is cut off");
}

/// Where a unit in a battle that it defends goes.
fn retreats(position: PositionBuilder, id: &str) -> BTreeSet<String> {
    let mut game = position.open(SOVIET, Phase::Combat);
    volleys(&mut game, &[]);
    play(&mut game, &[&format!("withdraw {id}")]);
    match game.asked() {
        Some(Asked::Retreat(_)) => goals(&game, "move"),
        _ => at(&game, id).into_iter().collect(),
    }
}

/// [29.0.a] Nobody of the Axis retreats into a hex with partisans.
#[test]
fn nobody_retreats_among_partisans() {
    let position = || summer("GN01 1726, SW01 1726, SW02 1726").owner("1626", AXIS).expect("a hex");
    let free = retreats(position(), "GN01");
    assert!(free.len() > 1 && free.contains("1626"), "{free:?}");
    let rest: BTreeSet<String> = free.iter().filter(|at| *at != "1626").cloned().collect();
    for battalions in 1..=3 {
        let open = retreats(with_partisans(position(), &[("1626", battalions)]), "GN01");
        assert!(!open.contains("1626") && open.is_subset(&rest) && !open.is_empty(), "{open:?}");
    }
}

/// [29.1.d] A battalion is gone as soon as a ground unit of the Axis enters or passes.
#[test]
fn a_battalion_is_dispersed_in_passing() {
    let march = |id: &str, from: &str, to: &str| {
        let mut game = with_partisans(summer(&format!("{id} {from}")), &[("1726", 1)]).open(AXIS, MOVES);
        play(&mut game, &[&format!("select {id}"), &format!("move {to}")]);
        game
    };
    for to in ["1726", "1826"] {
        let game = march("GN01", "1626", to);
        assert_eq!((bands(&game), game.battles().is_empty()), (Vec::new(), true));
        assert!(matches!(game.asked(), Some(Asked::March { left, .. }) if left > 0), "it goes on");
    }
    // Artillery does it too, and armour without fuel.
    assert!(bands(&march("GN10", "1626", "1726")).is_empty());
    assert!(bands(&march("GN08", "1626", "1726")).is_empty());
    // An aircraft above them does not.
    let game = with_partisans(summer(""), &[("1826", 1)]).place("GN12", "1826").expect("a base").open(AXIS, MOVES);
    assert_eq!(game.partisans_in(hex(blue(), "1826")), 1);
    // They may return in the next turn.
    let mut game = march("GN01", "1626", "1826");
    pass_to(&mut game, AXIS, Phase::Supply);
    pass_to(&mut game, SOVIET, Phase::Production);
    next_production(&mut game, SOVIET);
    assert_eq!(game.partisans().count(), 0);
}

/// A battle against battalions in a hex, just opened.
fn attack(battalions: u8) -> BlocksInTheEast {
    let mut game = with_partisans(summer("GN01 1626"), &[("1726", battalions)]).open(AXIS, MOVES);
    play(&mut game, &["select GN01", "move 1726"]);
    assert!(!matches!(game.asked(), Some(Asked::March { .. })), "they stop it");
    assert_eq!((game.partisans_in(hex(blue(), "1726")), game.battles()), (battalions, [hex(blue(), "1726")].into_iter().collect()));
    pass_to(&mut game, AXIS, Phase::Combat);
    game
}

/// [29.1.e] Two battalions are a brigade: attacked, it throws a die that hits on 6, and is gone with a hit.
#[test]
fn two_battalions_are_a_brigade() {
    let mut game = attack(2);
    let report = game.battle_report().expect("a battle");
    assert_eq!((report.attacker, report.hex, report.round), (AXIS, hex(blue(), "1726"), 1));
    let seen = volleys(&mut game.clone(), &[]);
    assert_eq!(seen[0], (SOVIET, Firing::Ground, vec![(1, 1)]));
    assert_eq!((seen[1].0, seen[1].1, seen.len()), (AXIS, Firing::Ground, 2));
    // A hit that it scores.
    let strength = |game: &BlocksInTheEast| game.strength(game.data().find_unit("GN01").expect("a corps"));
    let before = strength(&game);
    play(&mut game, &["hits 1"]);
    assert_eq!(strength(&game), before - 1);
    assert_eq!(goals(&game, "hits"), all(&["0", "1"]), "a second hit would be lost");
    assert_eq!(game.hits_to_take(SOVIET, Firing::Ground), 1);
    // Nobody is hit, and the attackers may leave; another round follows.
    let mut idle = game.clone();
    play(&mut idle, &["hits 0"]);
    assert_eq!(lines(&idle), all(&["done", "withdraw GN01"]));
    let mut away = idle.clone();
    play(&mut idle, &["done"]);
    assert_eq!(idle.battle_report().map(|report| report.round), Some(2));
    play(&mut away, &["withdraw GN01"]);
    if matches!(away.asked(), Some(Asked::Retreat(_))) {
        let to = goals(&away, "move").into_iter().next().expect("a way");
        play(&mut away, &[&format!("move {to}")]);
    }
    assert_eq!(away.partisans_in(hex(blue(), "1726")), 2, "they stay");
    play(&mut game, &["hits 1"]);
    assert_eq!((bands(&game), game.battle_report().is_some()), (Vec::new(), false));
    assert_eq!(at(&game, "GN01").as_deref(), Some("1726"));
}

/// [29.1.f] Three battalions are two brigades: two dice that hit on 6; with a hit two battalions are left.
#[test]
fn three_battalions_are_two_brigades() {
    let mut game = attack(3);
    let there = hex(blue(), "1726");
    assert_eq!(volleys(&mut game.clone(), &[])[0], (SOVIET, Firing::Ground, vec![(2, 1)]));
    assert_eq!(game.hits_to_take(SOVIET, Firing::Ground), 2);
    let mut both = game.clone();
    volleys(&mut both, &[0, 2]);
    assert_eq!((both.partisans_in(there), both.battle_report().is_some()), (0, false));
    volleys(&mut game, &[0, 1]);
    assert_eq!(game.partisans_in(there), 2);
    play(&mut game, &["done"]);
    assert_eq!(volleys(&mut game, &[0, 1])[0], (SOVIET, Firing::Ground, vec![(1, 1)]));
    assert_eq!(game.partisans_in(there), 0);
}

/// [29.1.e][3.8][13.5] Brigades are enemies: artillery does not enter alone, armour not without fuel; aircraft find nobody.
#[test]
fn brigades_are_enemies() {
    let against = |id: &str| {
        let mut game = with_partisans(summer(&format!("{id} 1626")), &[("1726", 2)]).open(AXIS, MOVES);
        play(&mut game, &[&format!("select {id}")]);
        assert!(!offers(&game, "move 1726"));
        rule_against(&game, "move 1726")
    };
    assert_eq!((against("GN10"), against("GN08")), ("3.8", "13.5"));
    // With infantry the guns come along, and fire first.
    let mut game = with_partisans(summer("GN01 1626, GN10 1626"), &[("1726", 3)]).open(AXIS, MOVES);
    play(&mut game, &["select GN01", "move 1726", "select GN10", "move 1726"]);
    pass_to(&mut game, AXIS, Phase::Combat);
    let seen = volleys(&mut game, &[1]);
    assert_eq!((seen[0].0, seen[0].1), (AXIS, Firing::Artillery));
    assert_eq!(seen[1], (SOVIET, Firing::Ground, vec![(1, 1)]), "a brigade is left");
    let game = with_partisans(summer("GN13 1826"), &[("1726", 3)]).open(AXIS, Phase::AirMovement);
    let mut bombers = game.clone();
    if offers(&game, "select GN13") {
        play(&mut bombers, &["select GN13"]);
    }
    assert!(!goals(&bombers, "fly").contains("1726"));
    // Rail moves and marches of the Soviets find friends.
    let game = with_partisans(summer("SW01 1826"), &[("1726", 3)]).open(SOVIET, MOVES);
    assert!(offers(&game, "select SW01"));
}

/// [7.8.b][29.1.e] A Blitz into brigades is fought at once, and one over a battalion disperses it.
#[test]
fn a_blitz_meets_partisans() {
    for battalions in 1..=2 {
        let position = with_partisans(summer("GN08 1626"), &[("1726", battalions)]).fought("GN08").expect("on the map");
        let mut game = position.open(AXIS, Phase::Blitz);
        play(&mut game, &["select GN08"]);
        play(&mut game, &["move 1726"]);
        assert_eq!(game.battle_report().is_some(), battalions == 2);
        assert_eq!(game.partisans_in(hex(blue(), "1726")), if battalions == 1 { 0 } else { 2 });
    }
}

/// [29.0.b] Whom a Soviet ground unit joins gives a yellow point for each battalion.
#[test]
fn the_red_army_links_up() {
    for battalions in 1..=3 {
        let mut game = with_partisans(summer("SW01 1826"), &[("1726", battalions), ("1528", 2)]).open(SOVIET, MOVES);
        let before = saved(&game, Nation::Soviet);
        play(&mut game, &["select SW01", "move 1726"]);
        assert_eq!(saved(&game, Nation::Soviet), before + u16::from(battalions));
        assert_eq!((bands(&game), game.owner(hex(blue(), "1726"))), (vec![("1528".to_owned(), 2)], Some(SOVIET)));
    }
    // In passing, too.
    let mut game = with_partisans(summer("SW01 1826"), &[("1726", 2)]).open(SOVIET, MOVES);
    let before = saved(&game, Nation::Soviet);
    play(&mut game, &["select SW01", "move 1626"]);
    assert_eq!((saved(&game, Nation::Soviet), bands(&game).len()), (before + 2, 0));
}

/// Both sides see partisans, and a position with them is another one.
#[test]
fn partisans_are_seen() {
    let game = |battalions: u8| {
        let position = if battalions == 0 { summer("") } else { with_partisans(summer(""), &[("1726", battalions)]) };
        position.open(AXIS, MOVES)
    };
    for viewer in Side::ALL {
        let seen: BTreeSet<u64> = (0..=3).map(|battalions| game(battalions).view_hash(viewer)).collect();
        assert_eq!(seen.len(), 4);
    }
    assert_ne!(game(1).state_hash(), game(2).state_hash());
    assert_eq!(game(0).state_hash(), summer("").open(AXIS, MOVES).state_hash());
}

/// Random play under the chapter: no more than twenty battalions, three in a hex, on ground that the Axis holds; they rise, fight and go.
#[test]
fn random_play_keeps_to_the_chapter() {
    let (mut most, mut fewer, mut battles, mut last) = (0, 0, 0, 0);
    let start = PositionBuilder::start(blue()).open(AXIS, Phase::Supply);
    let is_near = |at: &Hex| {
        held(&start, *at)
            && start.stack(*at).is_empty()
            && neighbours(*at).iter().any(|&near| held(&start, near) && !start.stack(near).is_empty())
    };
    let near: Vec<String> = blue().map.hexes().filter(is_near).step_by(5).take(8).map(|at| blue().map.name(at)).collect();
    for seed in 0..4 {
        // Brigades beside units of the Axis, so that some are attacked.
        let bands: Vec<(&str, u8)> =
            near.iter().zip([2, 3].into_iter().cycle()).map(|(at, battalions)| (at.as_str(), battalions)).collect();
        let game = with_partisans(PositionBuilder::start(blue()), &bands).open(AXIS, Phase::Supply);
        play_at_random(game, 18, 29 + seed, |game| {
            assert!(legal(game).len() < 500);
            let count: u8 = game.partisans().map(|(_, battalions)| battalions).sum();
            assert!(count <= 20);
            most = most.max(count);
            fewer += u32::from(count < last);
            last = count;
            battles += u32::from(game.battle_report().is_some_and(|report| game.brigades_in(report.hex) > 0));
        });
    }
    assert!(most > 10 && fewer > 10 && battles > 0, "{most} {fewer} {battles}");
}
