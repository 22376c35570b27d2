//! Rows of the coverage table of Blocks in the East that other tests leave open: the rounds of a battle, retreats, terrain.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::data::Unit;
use stavka_engine::blocks_in_the_east::terms::{Nation, Region, Terrain, TownClass, UnitClass, UnitKind};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared, UnitId};
use stavka_engine::game::{Game as _, Turn};
use stavka_engine::hex::{Direction, Hex};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{WHOLE, goals, hex, lines, offers, play, rule_against, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_turn::{second, set};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

/// Who throws, in which step, how many dice, and on how many faces they hit, where all are alike.
type Volley = (Side, Firing, u8, u8);

/// The volleys until something else is asked, each answered with so many hits.
fn volleys(game: &mut BlocksInTheEast, hits: &[u8]) -> Vec<Volley> {
    let mut seen = Vec::new();
    while let Some((side, firing, pool)) = game.volley() {
        let hits = hits.get(seen.len()).copied().unwrap_or(0);
        let faces = (1..=5).find(|&faces| pool.with_faces(faces) == pool.count()).unwrap_or(0);
        seen.push((side, firing, pool.count(), faces));
        play(game, &[&format!("hits {hits}")]);
    }
    seen
}

// ---- rounds -----------------------------------------------------------------------------------------------------------------------

/// [7.7.4][7.7.4.a] The attacker's artillery fires first, and that of the defender with what is left.
#[test]
fn the_defending_artillery_fires_with_what_is_left() {
    let position = second(WHOLE, "SW01 1222, SW08 1222, GC15 1222, GC18 1222").steps("SW01", 1).expect("its last step");
    let mut game = position.open(AXIS, Phase::Combat);
    let seen = volleys(&mut game, &[1, 1]);
    assert_eq!(seen[..2], [(AXIS, Firing::Artillery, 4, 2), (SOVIET, Firing::Artillery, 2, 1)]);
    // The hit has turned it to 2, and its own fire to 1.
    assert_eq!(strength(&game, "SW08"), 1);
}

/// [7.7.12] Another round begins with fire at aircraft. Bombers of both sides fight no air combat, in no round.
#[test]
fn another_round_begins_with_fire_at_aircraft() {
    let position =
        second(WHOLE, "SB01 1222, SA08 1222, GC01 1222, GC21 1222").flying("SA08").expect("there").flying("GC21").expect("there");
    let mut game = position.open(AXIS, Phase::Combat);
    let round = [
        (SOVIET, Firing::AntiAircraft, 4, 1),
        (AXIS, Firing::AntiAircraft, 4, 1),
        (AXIS, Firing::AirAttack, 4, 2),
        (SOVIET, Firing::AirAttack, 3, 1),
        (SOVIET, Firing::Ground, 4, 1),
        (AXIS, Firing::Ground, 4, 1),
    ];
    for number in 1..=3 {
        assert_eq!(volleys(&mut game, &[]), round, "round {number}");
        while game.volley().is_none() {
            play(&mut game, &["done"]);
        }
    }
}

/// [7.7.13][7.7.18] After air combat aircraft may leave, those of the defender first; ground units stay.
#[test]
fn ground_units_stay_after_air_combat() {
    let units = "SB01 1222, SB06 1222, GN01 1222, GN12 1222, GC20 0923";
    let mut game = second(WHOLE, units).flying("SB06").expect("there").flying("GN12").expect("there").open(AXIS, Phase::Combat);
    assert_eq!(volleys(&mut game, &[]).iter().map(|volley| volley.1).collect::<Vec<_>>(), [Firing::AirCombat; 2]);
    assert_eq!((game.turn(), lines(&game)), (Turn::Player(SOVIET), set(&["done", "withdraw SB06"])));
    assert_eq!(rule_against(&game, "withdraw SB01"), "7.7.13");
    play(&mut game, &["done"]);
    assert_eq!((game.turn(), lines(&game)), (Turn::Player(AXIS), set(&["done", "withdraw GN12"])));
    assert_eq!(rule_against(&game, "withdraw GN01"), "7.7.13");
    // When one side's aircraft have left the other steps follow.
    play(&mut game, &["withdraw GN12"]);
    let base = goals(&game, "rebase").into_iter().next().expect("a base");
    play(&mut game, &[&format!("rebase {base}")]);
    assert_eq!(game.volley().map(|(side, firing, _)| (side, firing)), Some((AXIS, Firing::AntiAircraft)));
}

/// [6.3.1.b][7.6.2] Fighters in a base that ground units enter are lost if there is no other base in range.
#[test]
fn fighters_without_another_base_are_lost() {
    let raid = |elsewhere: Side| {
        let mut position = second(WHOLE, "SW14 1624");
        let data = position.clone().open(AXIS, Phase::GroundMovement).data();
        for town in data.map.places.iter().filter(|town| data.map.name(town.hex) != "1624") {
            if let Ok(owned) = position.clone().owner(&data.map.name(town.hex), elsewhere) {
                position = owned;
            }
        }
        let game = position.place("GC15", "1624").expect("there").open(AXIS, Phase::Combat);
        (game.place(unit(data, "SW14")), goals(&game, "rebase").is_empty(), game.owner(hex(data, "1624")))
    };
    assert_eq!(raid(AXIS), (Place::ELIMINATED, true, Some(AXIS)));
    assert!(!raid(SOVIET).1, "it flees at once where it can");
}

/// [BOX1.a][6.1.2] Hills and mountains halve attackers, but not mountain infantry.
#[test]
fn hills_and_mountains_halve_attackers() {
    for (at, terrain) in [("3327", Terrain::Hill), ("3045", Terrain::Mountain)] {
        let fire = |attacker: &str| {
            let mut game = second(WHOLE, &format!("SW01 {at}, {attacker} {at}")).open(AXIS, Phase::Combat);
            let data = game.data();
            assert!(data.map.terrain[hex(data, at).index()] == terrain && data.map.place_at(hex(data, at)).is_none());
            let seen = volleys(&mut game, &[]);
            assert_eq!(seen[0], (SOVIET, Firing::Ground, 4, 1));
            (seen[1].2, seen[1].3)
        };
        assert_eq!(["GC01", "GC15", "GS09"].map(fire), [(2, 1), (2, 2), (4, 1)], "{terrain:?}");
    }
}

// ---- retreats ---------------------------------------------------------------------------------------------------------------------

/// A corps of riflemen is attacked in a hex, and leaves after a round: where may it go? The other units stand elsewhere.
fn ways(at: &str, others: &str, change: impl Fn(PositionBuilder) -> PositionBuilder) -> BTreeSet<String> {
    let mut game = change(second(WHOLE, &format!("SW01 {at}, GC01 {at}{others}"))).open(AXIS, Phase::Combat);
    if game.volley().is_none() {
        play(&mut game, &[&format!("battle {at}")]);
    }
    volleys(&mut game, &[]);
    play(&mut game, &["withdraw SW01"]);
    goals(&game, "move")
}

/// The same where nothing else is changed.
fn ways_out(at: &str, others: &str) -> BTreeSet<String> {
    ways(at, others, |position| position)
}

/// East of Stalingrad, three hexes from the nearest sources: 3632 and 3732 lie nearer to the railway, 3533 and 3733 as far from it, 3734
/// as far from the port of Guryev, and 3634 farther from all.
const STEPPE: &str = "3633";

/// [7.7.14][7.7.15] A retreat goes nearer to supply or stays as far from it, and not away from it.
#[test]
fn a_retreat_does_not_lengthen_the_way_home() {
    assert_eq!(ways_out(STEPPE, ""), set(&["3533", "3632", "3732", "3733", "3734"]));
}

/// [7.7.15.b] In any direction a unit retreats to friends, or into a city of its side.
#[test]
fn friends_and_friendly_cities_shelter_a_retreat() {
    assert!(ways_out(STEPPE, ", SW02 3634").contains("3634"));
    // Elista lies farther from the railway than 3138, and so does 3238, where there is no city.
    let out = ways_out("3138", "");
    assert!(out.contains("3139") && !out.contains("3238"), "{out:?}");
    let lost = ways("3138", "", |position| position.owner("3139", AXIS).expect("a hex"));
    assert!(!lost.contains("3139") && lost.contains("3037"), "{lost:?}");
}

/// [7.7.14][7.7.15][7.5.3.f][3.19] No retreat leads into a zone of control of the enemy. Aircraft in flight have none, and there is none
/// where friends are.
#[test]
fn no_retreat_leads_into_an_enemy_zone() {
    let flies = |position: PositionBuilder| position.flying("GC20").expect("there");
    assert_eq!(ways_out(STEPPE, ", GC02 3433"), set(&["3632", "3732", "3733", "3734"]), "3533 lies beside it");
    assert!(ways(STEPPE, ", GC20 3433", flies).contains("3533"));
    assert!(ways_out(STEPPE, ", SW02 3533, GC02 3433").contains("3533"));
}

/// [7.7.15] Nor into hexes with enemies, were they in flight alone, nor into other battles.
#[test]
fn no_retreat_leads_to_enemies() {
    let flies = |position: PositionBuilder| position.flying("GC20").expect("there");
    assert_eq!(ways(STEPPE, ", GC20 3632", flies), set(&["3533", "3732", "3733", "3734"]));
    assert_eq!(ways_out(STEPPE, ", SW02 3632, GC02 3632"), set(&["3533", "3732", "3733", "3734"]), "a battle");
    assert!(ways_out(STEPPE, ", SW02 3632").contains("3632"));
}

/// [7.7.15] Nor into a city of the enemy, though it lies on the way home.
#[test]
fn no_retreat_leads_into_an_enemy_city() {
    assert!(ways_out("3239", "").contains("3139"), "Elista");
    let lost = ways("3239", "", |position| position.owner("3139", AXIS).expect("a hex"));
    assert!(!lost.contains("3139") && lost.contains("3238"), "{lost:?}");
}

/// [7.7.15] The way home behind the hex does not lead through a city of the enemy, or under its aircraft, either.
#[test]
fn the_way_home_leads_past_enemies() {
    // From 4326 the way home is Ishimbay; without the city it is a hex longer, longer than from 4227.
    assert!(ways_out("4227", "").contains("4326"));
    let lost = ways("4227", "", |position| position.owner("4225", AXIS).expect("Ishimbay"));
    assert!(!lost.contains("4326") && !lost.is_empty(), "{lost:?}");
    // The ways of 3733 are 3732 and 3832.
    let fly = |position: PositionBuilder| position.flying("GC20").expect("there").flying("GN12").expect("there");
    assert_eq!(ways(STEPPE, ", GC20 3732, GN12 3832", fly), set(&["3533", "3632", "3734"]));
}

/// [7.7.14][7.5.4.a] Nor onto the incomplete edge.
#[test]
fn no_retreat_leads_onto_the_edge() {
    let out = ways_out("4532", "");
    assert!(!out.contains("4632") && !out.is_empty(), "{out:?}");
    assert!(!offers(&second(WHOLE, "SW01 4532").open(SOVIET, Phase::GroundMovement), "move 4632"));
}

// ---- a slow search ----------------------------------------------------------------------------------------------------------------

/// Land hexes beside a hex, with no water and no strait between, and along the arrows of boxes.
fn beside(data: &Prepared, at: Hex) -> Vec<Hex> {
    let map = &data.map;
    let dry = |direction: Direction| {
        let side = map.sides[at.index()][direction.index()];
        !side.water && !side.strait
    };
    let grid = if map.is_box(at) { Vec::new() } else { map.grid.neighbours(at).collect() };
    let arrows = map.arrows.iter().filter(|arrow| arrow.land && arrow.ends.contains(&at)).flat_map(|arrow| arrow.ends);
    let over = |&end: &Hex| end != at && (map.is_box(at) || map.is_box(end));
    grid.into_iter().filter(|&(direction, _)| dry(direction)).map(|(_, near)| near).chain(arrows.filter(over)).collect()
}

/// Where a Soviet or German unit may retreat, by the text of 7.7.14 to 7.7.17, hex by hex.
fn slowly_out(game: &BlocksInTheEast, unit: UnitId) -> BTreeSet<Hex> {
    let data = game.data();
    let (map, known, side) = (&data.map, data.unit(unit), unit.side());
    let enemy = side.opponent();
    let from = game.place(unit).hex().expect("on the map");
    let of = |whose: Side, at: Hex| game.stack(at).iter().filter(move |other| other.side() == whose).map(|&other| data.unit(other));
    let situation = game.situation();
    let watched = |at: Hex| situation.zones[enemy.index()].contains(at);
    let city = |at: Hex, whose: Side| {
        let class = map.place_at(at).and_then(|place| place.class);
        let stands = match class {
            Some(TownClass::Fortress | TownClass::Bunker) => game.fortification(at) == Some(TownClass::Fortress),
            Some(class) => class != TownClass::Dot,
            None => false,
        };
        stands && game.owner(at) == Some(whose)
    };
    let shut = |at: Hex| at != from && (of(enemy, at).next().is_some() || city(at, enemy));
    let sources = data.base_sources(&situation, known.nation);
    let passes = |at: Hex| {
        let supplies = sources.contains(at);
        let watched = watched(at) && !of(side, at).any(Unit::is_ground);
        let enemies = of(enemy, at).any(Unit::is_ground);
        let free = map.is_land(at) && !watched && !enemies && map.terrain[at.index()] != Terrain::Mountain;
        !shut(at) && (free || supplies)
    };
    let home = |start: Hex| {
        let mut known = BTreeSet::from([start]);
        let mut ring = vec![start];
        for steps in 0_u16.. {
            if ring.iter().any(|&at| sources.contains(at) && !shut(at)) {
                return Some(steps);
            }
            ring = ring.iter().flat_map(|&at| beside(data, at)).filter(|&at| passes(at) && known.insert(at)).collect();
            if ring.is_empty() {
                break;
            }
        }
        None
    };
    let before = home(from);
    let room = |at: Hex| {
        let all = || of(side, at).chain([known]).filter(|other| other.is_ground());
        all().count() <= 3 && all().filter(|other| other.is_combat()).count() <= 2
    };
    let may = |at: &Hex| {
        let shelter = of(side, *at).next().is_some() || city(*at, side);
        let leads = || home(*at).is_some_and(|after| before.is_none_or(|before| after <= before));
        !data.closed_to(known.nation).contains(*at) && !shut(*at) && !watched(*at) && room(*at) && (shelter || leads())
    };
    // [7.5.5] Along red arrows and over the strait as on the march.
    let strait = map.straits.iter().flat_map(|strait| &strait.sides).filter(|&&(a, b)| a == from || b == from);
    let over = strait.map(|&(a, b)| if a == from { b } else { a });
    let kerch = |at: Hex| !map.is_box(from) && !map.is_box(at);
    let sevastopol = map.place_named("Sevastopol").expect("a place").hex;
    let passes = |at: &Hex| {
        (known.class == UnitClass::Infantry || game.controls(side, *at))
            && (side == Side::Soviet || !kerch(*at) || game.controls(side, sevastopol))
    };
    let by_arrows = |at: &Hex| map.is_box(from) || map.is_box(*at);
    let (arrows, steps): (Vec<Hex>, Vec<Hex>) = beside(data, from).into_iter().partition(by_arrows);
    arrows.into_iter().chain(over).filter(passes).chain(steps).filter(may).collect()
}

/// [7.7.14][7.7.15][7.7.15.b][7.7.17][6.1.1.d] Who may leave the battles of random games, and to where, is what a slow search finds.
#[test]
fn retreats_are_those_of_a_slow_search() {
    let (mut compared, mut narrow) = (0, 0);
    for (id, games) in [("towards-leningrad", 40), ("towards-moscow", 24), ("towards-rostov", 12), (WHOLE, 6)] {
        let data = scenario(id);
        for seed in 0..games {
            let (mut game, mut dice, mut actions) = (BlocksInTheEast::new(data), Dice::stream(1941, seed), Vec::new());
            while game.turn() != Turn::Over {
                game.legal_actions(&mut actions);
                let action = if game.turn() == Turn::Chance { game.draw(&actions, &mut dice) } else { dice.choose(&actions) };
                let Action::Withdraw(unit) = action else {
                    game.apply(action);
                    continue;
                };
                let known = data.unit(unit);
                let north = |at: Hex| data.ground.finland.contains(at) || data.map.region(Region::FinnishOperations).contains(at);
                let plain = known.is_ground() && matches!(known.nation, Nation::Soviet | Nation::German);
                if !plain || game.place(unit).hex().is_none_or(north) {
                    game.apply(action);
                    continue;
                }
                let hex = game.place(unit).hex().expect("on the map");
                for &other in game.stack(hex).iter().filter(|other| other.side() == unit.side()) {
                    let nation = data.unit(other).nation;
                    if data.unit(other).is_ground() && matches!(nation, Nation::Soviet | Nation::German) {
                        let leaves = data.unit(other).kind != UnitKind::Static && !slowly_out(&game, other).is_empty();
                        assert_eq!(actions.contains(&Action::Withdraw(other)), leaves, "{id}: {}", data.unit(other).id);
                    }
                }
                let expected = slowly_out(&game, unit);
                game.apply(action);
                game.legal_actions(&mut actions);
                let to = |action: &Action| if let Action::MoveTo(to) = action { Some(*to) } else { None };
                let found: BTreeSet<Hex> = match expected.len() {
                    1 => game.place(unit).hex().into_iter().collect(),
                    _ => actions.iter().filter_map(to).collect(),
                };
                assert_eq!(found, expected, "{id}, seed {seed}: {} from {}", known.id, data.map.name(hex));
                compared += 1;
                narrow += u32::from(expected.len() < beside(data, hex).len());
            }
        }
    }
    assert!(compared > 300 && narrow > 200, "{compared} retreats, {narrow} with closed hexes");
}
