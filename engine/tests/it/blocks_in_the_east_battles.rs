//! Battles of Blocks in the East, played: scenes of the rules, and whole games at random.

use stavka_engine::blocks_in_the_east::combat::{Firing, Pool};
use stavka_engine::blocks_in_the_east::terms::Terrain;
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared, UnitId};
use stavka_engine::hex::{Hex, OFF_MAP};
use stavka_engine::{Dice, Game as _, Notation as _, Scenario as _, Side, Turn};

use crate::blocks_in_the_east_map::scenario;

fn data() -> &'static Prepared {
    scenario("short-barbarossa")
}

fn unit(id: &str) -> UnitId {
    data().find_unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// A plain hex without a town on Soviet ground beside the border: hexes of both sides that are plain and without a town lie beside it.
fn field() -> &'static str {
    static FIELD: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
        let (map, ground) = (&data().map, &data().ground);
        let owners = map.owners_in(1941).expect("a year of the map").by_side;
        let open = |hex: Hex| map.terrain[hex.index()] == Terrain::Plain && map.place_at(hex).is_none() && ground.open.contains(hex);
        let near = |hex: Hex| ground.neighbours[hex.index()].into_iter().filter(|&near| near != OFF_MAP).map(Hex);
        let dry = |hex: Hex| map.sides[hex.index()].iter().all(|side| !side.river && !side.water && !side.strait);
        let fits = |&hex: &Hex| {
            let both = Side::ALL.into_iter().all(|side| near(hex).any(|hex| open(hex) && owners[side.index()].contains(hex)));
            open(hex) && dry(hex) && owners[Side::Soviet.index()].contains(hex) && both
        };
        map.name(map.hexes().find(fits).expect("there is such a hex"))
    });
    &FIELD
}

/// The Axis attacks with these units where those of the Soviets stand, in the field; the others stand elsewhere.
fn attack(units: &[&str], elsewhere: &[(&str, &str)]) -> BlocksInTheEast {
    position(units, elsewhere).open(Side::Axis, Phase::Combat)
}

fn position(units: &[&str], elsewhere: &[(&str, &str)]) -> PositionBuilder {
    // The defenders come first, so that the hex stays theirs.
    let mut units = units.to_vec();
    units.sort_by_key(|id| std::cmp::Reverse(unit(id).side()));
    let field = units.into_iter().map(|unit| (unit, field()));
    field
        .chain(elsewhere.iter().copied())
        .fold(PositionBuilder::empty(data()), |position, (unit, hex)| position.place(unit, hex).expect("it fits"))
}

fn legal(game: &BlocksInTheEast) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().map(|action| game.notation(action)).collect()
}

fn play(game: &mut BlocksInTheEast, text: &str) {
    let action = game.parse_action(text).unwrap_or_else(|error| panic!("{error}"));
    assert!(legal(game).contains(&text.to_owned()), "{text} is not among {:?} for {}", legal(game), game.prompt());
    game.apply(action);
}

fn dice(pool: Pool) -> Vec<(u8, u8)> {
    (1..=5).map(|faces| (pool.with_faces(faces), faces)).filter(|(dice, _)| *dice > 0).collect()
}

/// Who throws, in which step, and how many dice with how many faces that hit.
type Volley = (Side, Firing, Vec<(u8, u8)>);

/// Volleys of a battle until something else is asked or the battle is over, each answered with so many hits.
fn volleys(game: &mut BlocksInTheEast, hits: &[u8]) -> Vec<Volley> {
    let mut seen = Vec::new();
    while let Some((side, firing, pool)) = game.volley() {
        let hits = hits.get(seen.len()).copied().unwrap_or(0);
        seen.push((side, firing, dice(pool)));
        play(game, &format!("hits {hits}"));
    }
    seen
}

fn strengths<const N: usize>(game: &BlocksInTheEast, ids: [&str; N]) -> [u8; N] {
    ids.map(|id| game.strength(unit(id)))
}

fn is_eliminated(game: &BlocksInTheEast, id: &str) -> bool {
    game.place(unit(id)) == Place::ELIMINATED
}

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

/// [7.7.a][7.7.1][7.7.2][7.7.3][7.7.4][7.7.5] The steps of a round, each side in its turn: the attacker's artillery fires first, the defender's
/// ground units do.
#[test]
fn a_round_goes_from_the_air_to_the_ground() {
    let game = position(&["GC15", "GC18", "GC20", "GC21", "SW01", "SW08", "SW14"], &[]);
    let mut game = ["GC20", "GC21"].iter().fold(game, |game, id| game.flying(id).expect("it flies")).open(AXIS, Phase::Combat);
    let [air, flak, bombs, guns, ground] = Firing::ALL;
    let seen = volleys(&mut game, &[]);
    let order: Vec<(Side, Firing)> = seen.iter().map(|&(side, firing, _)| (side, firing)).collect();
    assert_eq!(order[..2], [(AXIS, air), (SOVIET, air)]);
    assert_eq!(seen[0].2, [(4, 1), (4, 2)], "bombers of TECH 2 fight on 6, fighters on 5 and 6");
    assert_eq!(seen[1].2, [(3, 1)]);
    assert!(order[2..].is_empty(), "somebody may withdraw now: {order:?}");
    assert!(legal(&game).contains(&"withdraw GC21".to_owned()) || legal(&game).contains(&"withdraw SW14".to_owned()), "{:?}", legal(&game));
    // The Soviet fighters are shot down in the next round.
    while game.volley().is_none() {
        play(&mut game, "done");
    }
    let mut seen = volleys(&mut game, &[3]);
    assert!(is_eliminated(&game, "SW14"));
    play(&mut game, "done");
    seen.extend(volleys(&mut game, &[]));
    let order: Vec<(Side, Firing)> = seen.iter().map(|&(side, firing, _)| (side, firing)).collect();
    assert_eq!(
        order,
        [(AXIS, air), (SOVIET, air), (SOVIET, flak), (AXIS, bombs), (AXIS, guns), (SOVIET, guns), (SOVIET, ground), (AXIS, ground)]
    );
    assert_eq!(seen[2].2, [(8, 1)], "four factors of infantry and four of guns");
    assert_eq!(seen[3].2, [(4, 1), (4, 2)], "fighters of TECH 2 hit the ground on 6, bombers on 5 and 6");
    assert_eq!((seen[4].2.as_slice(), seen[5].2.as_slice()), (&[(4, 2)][..], &[(4, 1)][..]));
    assert_eq!((seen[6].2.as_slice(), seen[7].2.as_slice()), (&[(4, 1)][..], &[(5, 2)][..]));
    // [7.7.4.a][7.7.2.c] Both have spent ammunition once: fire at aircraft costs none.
    assert_eq!(strengths(&game, ["GC18", "SW08"]), [2, 2]);
}

/// [7.7.5][7.7.9][3.15.b] Who is hit fires no more, and the owner chooses among equals.
#[test]
fn the_attackers_that_the_defender_hits_fire_with_what_is_left() {
    let mut game = attack(&["GC01", "GC02", "SW01"], &[]);
    assert_eq!(game.volley().map(|(side, firing, _)| (side, firing)), Some((SOVIET, Firing::Ground)));
    play(&mut game, "hits 3");
    assert_eq!(game.turn(), Turn::Player(AXIS));
    assert_eq!(legal(&game), ["takes GC01", "takes GC02"]);
    play(&mut game, "takes GC02");
    // Now the other is the stronger, and then both are equal again.
    assert_eq!(legal(&game), ["takes GC01", "takes GC02"]);
    play(&mut game, "takes GC02");
    assert_eq!(strengths(&game, ["GC01", "GC02"]), [3, 2]);
    assert_eq!(game.volley().map(|(side, firing, pool)| (side, firing, dice(pool))), Some((AXIS, Firing::Ground, vec![(5, 1)])));
}

/// [7.7.10][7.7.11][7.7.12] A battle goes on until one side is gone; hits beyond that are lost, and the hex is the victor's.
#[test]
fn a_battle_goes_on_until_one_side_is_gone() {
    let mut game = attack(&["GC01", "SW01"], &[("GC02", "1028"), ("SW02", "1428")]);
    let hex = data().map.find(field()).expect("a hex");
    let (_, _, pool) = game.volley().expect("the defender fires");
    assert_eq!(pool.count(), 4);
    play(&mut game, "hits 1");
    // Four hits are what the corps endures: no more are offered than that.
    play(&mut game, "hits 3");
    assert_eq!(strengths(&game, ["GC01", "SW01"]), [3, 1]);
    while game.volley().is_none() {
        play(&mut game, "done");
    }
    assert_eq!(legal(&game), ["hits 0", "hits 1"]);
    play(&mut game, "hits 0");
    assert_eq!(legal(&game), ["hits 0", "hits 1"], "three dice, one hit that counts");
    assert_eq!(game.owner(hex), Some(SOVIET), "a battle hex is the defender's [AMB-77]");
    play(&mut game, "hits 1");
    assert!(is_eliminated(&game, "SW01"));
    assert_eq!(game.owner(hex), Some(AXIS));
}

/// [6.1.4.b][6.4] (AMB-98) Artillery alone does not fire at ground units; at aircraft it does.
#[test]
fn artillery_alone_fires_at_aircraft_and_at_nobody_on_the_ground() {
    let mut game = attack(&["GC01", "SW08"], &[]);
    assert_eq!(volleys(&mut game, &[0]), [(AXIS, Firing::Ground, vec![(4, 1)])]);
    let mut game = position(&["GC21", "SW08"], &[]).flying("GC21").expect("it flies").open(AXIS, Phase::Combat);
    assert_eq!(volleys(&mut game, &[1, 0]), [(SOVIET, Firing::AntiAircraft, vec![(4, 1)]), (AXIS, Firing::AirAttack, vec![(3, 2)])]);
    assert_eq!(strengths(&game, ["SW08"]), [4], "fire at aircraft costs no ammunition");
}

/// [7.7.10.a][6.1.4.e] Artillery without strength takes no hits, and is lost when it is left alone with combat units.
#[test]
fn artillery_without_strength_is_lost_when_it_is_left_alone() {
    let position =
        || position(&["GC01", "GC02", "SW01", "SW08"], &[]).steps("SW08", 1).expect("its last step").steps("SW01", 1).expect("its last");
    let mut game = position().open(AXIS, Phase::Combat);
    assert_eq!(strengths(&game, ["SW08", "SW01"]), [0, 1]);
    let seen = volleys(&mut game, &[0, 0]);
    assert_eq!(
        seen.iter().map(|(side, firing, _)| (*side, *firing)).collect::<Vec<_>>(),
        [(SOVIET, Firing::Ground), (AXIS, Firing::Ground)]
    );
    assert!(!is_eliminated(&game, "SW08"));
    let mut game = position().open(AXIS, Phase::Combat);
    play(&mut game, "hits 0");
    assert_eq!(legal(&game), ["hits 0", "hits 1"], "the guns take none");
    play(&mut game, "hits 1");
    assert!(is_eliminated(&game, "SW01") && is_eliminated(&game, "SW08"));
}

/// [7.7.13][7.7.14][7.7.18] After a round the defender may leave first, then the attacker if anybody is left; each unit where it likes.
#[test]
fn the_defender_may_leave_first_and_then_the_attacker() {
    let mut game = attack(&["GC01", "GC02", "SW01", "SW02"], &[]);
    volleys(&mut game, &[0, 0]);
    assert_eq!(game.turn(), Turn::Player(SOVIET));
    assert_eq!(legal(&game), ["done", "withdraw SW01", "withdraw SW02"]);
    play(&mut game, "withdraw SW01");
    let ways = legal(&game);
    assert!(!ways.is_empty() && ways.iter().all(|way| way.starts_with("move ")), "{ways:?}");
    let way = ways[0].clone();
    play(&mut game, &way);
    let to = data().map.find(way.trim_start_matches("move ")).expect("a hex");
    assert_eq!(game.place(unit("SW01")), Place::on(to));
    assert_eq!(legal(&game), ["done", "withdraw SW02"]);
    play(&mut game, "done");
    assert_eq!(game.turn(), Turn::Player(AXIS));
    assert_eq!(legal(&game), ["done", "withdraw GC01", "withdraw GC02"]);
    play(&mut game, "done");
    // Another round, without air combat.
    assert_eq!(game.volley().map(|(side, firing, _)| (side, firing)), Some((SOVIET, Firing::Ground)));
    // If all defenders leave, the attacker is not asked.
    let mut game = attack(&["GC01", "SW01"], &[]);
    volleys(&mut game, &[0, 0]);
    play(&mut game, "withdraw SW01");
    if game.turn() == Turn::Player(SOVIET) {
        let way = legal(&game)[0].clone();
        play(&mut game, &way);
    }
    assert!(game.volley().is_none() && game.owner(data().map.find(field()).expect("a hex")) == Some(AXIS));
}

/// [6.1.1.d] Static units do not retreat.
#[test]
fn static_units_do_not_retreat() {
    let mut game = attack(&["GC01", "SG01"], &[]);
    volleys(&mut game, &[0, 0]);
    assert_eq!(game.turn(), Turn::Player(AXIS), "the garrison has no choice");
    assert_eq!(legal(&game), ["done", "withdraw GC01"]);
}

/// [7.7.8] The mark of a shield lasts until the second hit or the end of the battle, not of the round.
#[test]
fn the_mark_of_a_shield_lasts_for_the_battle() {
    let army = data().units(SOVIET).find(|(_, unit)| unit.shield).map(|(_, unit)| unit.id.clone()).expect("a shield");
    let mut game = attack(&["GC01", "GC02", &army], &[]);
    volleys(&mut game, &[0, 1]);
    let full = game.strength(unit(&army));
    assert_eq!(full, 7);
    while game.volley().is_none() {
        play(&mut game, "done");
    }
    volleys(&mut game, &[0, 1]);
    assert_eq!(game.strength(unit(&army)), 5, "the second hit of the battle turns the block");
}

/// [7.6.1][6.3.1.a][6.3.2.b] Fighters take off when their base is attacked from the air; bombers stay on the ground for the first round and are
/// bombed there, and fly in the second (AMB-10).
#[test]
fn fighters_take_off_at_once_and_bombers_in_the_second_round() {
    let minsk = "Minsk";
    let base = data().map.place_named(minsk).expect("a city").hex;
    let base = data().map.name(base);
    let raid = |defender: &str| {
        let position = PositionBuilder::empty(data()).place(defender, &base).expect("its base").place("GC20", &base).expect("there");
        position.flying("GC20").expect("it flies").open(AXIS, Phase::Combat)
    };
    let mut game = raid("SW14");
    assert!(game.is_flying(unit("SW14")));
    assert_eq!(game.volley().map(|(side, firing, _)| (side, firing)), Some((AXIS, Firing::AirCombat)));
    // Bombers: no air combat, fire of the city, bombs on them.
    let mut bombers = raid("SA08");
    assert!(!bombers.is_flying(unit("SA08")));
    let seen = volleys(&mut bombers, &[0, 1]);
    assert_eq!(seen[0], (SOVIET, Firing::AntiAircraft, vec![(2, 1)]), "a Major City fires two dice");
    assert_eq!(seen[1], (AXIS, Firing::AirAttack, vec![(4, 1)]));
    assert_eq!(seen.len(), 2);
    assert_eq!(strengths(&bombers, ["SA08"]), [2]);
    while bombers.volley().is_none() {
        play(&mut bombers, "done");
    }
    assert!(bombers.is_flying(unit("SA08")));
    assert_eq!(bombers.volley().map(|(side, firing, _)| (side, firing)), Some((AXIS, Firing::AirCombat)), "those that took off fight once");
    // [7.7.1.a] The defender leaves first; a base in range is needed.
    volleys(&mut game, &[0, 0]);
    assert_eq!(game.turn(), Turn::Player(SOVIET));
    assert!(legal(&game).contains(&"withdraw SW14".to_owned()), "{:?}", legal(&game));
}

/// [7.6.2][6.3.1.b][6.3.2.c] (AMB-24) Ground units in a base with aircraft alone: fighters flee at once and lose a step, bombers after a round in
/// which they are fired at; without a base in range they are lost.
#[test]
fn aircraft_flee_from_a_base_that_ground_units_enter() {
    let base = data().map.name(data().map.place_named("Minsk").expect("a city").hex);
    let overrun = |defender: &str| {
        let position = PositionBuilder::empty(data()).place(defender, &base).expect("its base");
        position.place("GC15", &base).expect("there").open(AXIS, Phase::Combat)
    };
    let mut game = overrun("SW14");
    assert!(legal(&game).iter().all(|way| way.starts_with("rebase ")), "{:?}", legal(&game));
    let way = legal(&game)[0].clone();
    play(&mut game, &way);
    assert_eq!(strengths(&game, ["SW14"]), [2]);
    assert_eq!(game.place(unit("SW14")), Place::on(data().map.find(way.trim_start_matches("rebase ")).expect("a hex")));
    assert_eq!(game.owner(data().map.find(&base).expect("a hex")), Some(AXIS));

    let mut game = overrun("SA08");
    let seen = volleys(&mut game, &[1]);
    assert_eq!(seen, [(AXIS, Firing::Ground, vec![(2, 2)])], "a Major City halves the tanks, and the bombers do not fire");
    assert!(legal(&game).iter().all(|way| way.starts_with("rebase ")), "{:?}", legal(&game));
    let way = legal(&game)[0].clone();
    play(&mut game, &way);
    assert_eq!(strengths(&game, ["SA08"]), [1], "a hit, and the flight");
    // The last step is lost on the flight.
    let position = PositionBuilder::empty(data()).place("SW14", &base).expect("its base").steps("SW14", 1).expect("a step");
    let game = position.place("GC15", &base).expect("there").open(AXIS, Phase::Combat);
    assert!(is_eliminated(&game, "SW14"));
}

/// [7.7.1] Without a fighter there is no air combat; [6.3.2] bombers of TECH 1 do not fight fighters.
#[test]
fn air_combat_takes_a_fighter() {
    let flying = |ids: &[&str]| {
        let position = position(&["SW01", "GC01"], &[]);
        let position = ids.iter().fold(position, |position, id| position.place(id, field()).expect("there").flying(id).expect("it flies"));
        position.open(AXIS, Phase::Combat).volley().map(|(side, firing, pool)| (side, firing, dice(pool)))
    };
    assert_eq!(flying(&["GC21", "SA08"]), Some((SOVIET, Firing::AntiAircraft, vec![(4, 1)])));
    assert_eq!(flying(&["GC20", "SA08"]), Some((AXIS, Firing::AirCombat, vec![(4, 2)])));
    assert_eq!(flying(&["GC21", "SW14"]), Some((AXIS, Firing::AirCombat, vec![(4, 1)])));
}

/// (AMB-93) A round in which nobody has a die that can hit ends the battle, and the attackers leave.
#[test]
fn a_battle_that_nobody_can_win_ends() {
    // Fighters of TECH 1 hit nobody on the ground, and guns alone fire at aircraft; without strength they do not.
    let position = position(&["SW08"], &[]).steps("SW08", 1).expect("its last step").place("RO08", field()).expect("there");
    let game = position.flying("RO08").expect("it flies").open(AXIS, Phase::Combat);
    assert!(game.volley().is_none());
    assert_eq!(game.place(unit("SW08")).hex(), data().map.find(field()));
    assert_ne!(game.phase(), Some((AXIS, Phase::Combat)), "the battle is over: {}", game.prompt());
    // Fighters without strength and bombers of TECH 1 fight no air combat.
    let position = self::position(&["SW01", "SA08", "RO08"], &[]).steps("RO08", 1).expect("its last step");
    let position = ["SA08", "RO08"].iter().fold(position, |position, id| position.flying(id).expect("it flies"));
    let volley = position.open(AXIS, Phase::Combat).volley().map(|(side, firing, _)| (side, firing));
    assert_eq!(volley, Some((SOVIET, Firing::AntiAircraft)));
}

/// [7.7.18] (AMB-93) Attackers who must leave and cannot are lost.
#[test]
fn attackers_who_cannot_leave_are_lost() {
    let empty = |side: Side| {
        let without = |unit: &stavka_engine::blocks_in_the_east::data::Unit| unit.steps.last().is_some_and(|step| step.strength == 0);
        let mut all = data().units(side).map(|(_, unit)| unit);
        all.find(|unit| unit.is_combat() && without(unit)).map(|unit| unit.id.clone()).expect("a combat unit with a step of 0")
    };
    // Rifles without strength under Hungarian fighters, beside Budapest and among Germans: neither can hit the other.
    let rifles = empty(SOVIET);
    let budapest = data().map.place_named("Budapest").expect("a capital").hex;
    let around = |hex: Hex| data().ground.neighbours[hex.index()].into_iter().map(Hex).filter(|&hex| data().ground.open.contains(hex));
    let name = |hex: Hex| data().map.name(hex);
    let beside = around(budapest).next().expect("land");
    let position = PositionBuilder::empty(data()).place("HU04", &name(beside)).expect("there").flying("HU04").expect("it flies");
    let position = position.place(&rifles, &name(beside)).expect("there").steps(&rifles, 1).expect("its last step");
    let germans = (1..).map(|number| format!("GC0{number}")).zip(around(beside).filter(|&hex| hex != budapest));
    let position = germans.fold(position, |position, (german, hex)| position.place(&german, &name(hex)).expect("there"));
    let game = position.open(SOVIET, Phase::Combat);
    assert_eq!([&rifles, "HU04"].map(|id| game.place(unit(id))), [Place::ELIMINATED, Place::on(beside)], "{}", game.prompt());
}

/// [7.7.2] The attackers' ground units fire at the defender's aircraft, without the dice of the town.
#[test]
fn attackers_fire_at_aircraft_too() {
    let base = data().map.name(data().map.place_named("Minsk").expect("a city").hex);
    let position = PositionBuilder::empty(data()).place("SW01", &base).expect("there").place("SW14", &base).expect("its base");
    let mut game = position.place("GC15", &base).expect("there").open(AXIS, Phase::Combat);
    assert_eq!(volleys(&mut game, &[1])[0], (AXIS, Firing::AntiAircraft, vec![(2, 2)]), "a Major City halves the tanks");
    assert_eq!(strengths(&game, ["SW14"]), [2]);
}

/// [7.7.8] The battle over, or left, the mark of a shield is gone.
#[test]
fn the_mark_of_a_shield_goes_with_the_battle() {
    let army = data().units(SOVIET).find(|(_, unit)| unit.shield).map(|(_, unit)| unit.id.clone()).expect("a shield");
    let mut game = attack(&["GC01", "GC02", &army], &[]);
    volleys(&mut game, &[0, 1]);
    assert!(game.is_shield_hit(unit(&army)));
    play(&mut game, &format!("withdraw {army}"));
    while legal(&game).iter().any(|way| way.starts_with("move ")) && game.turn() == Turn::Player(SOVIET) {
        let way = legal(&game)[0].clone();
        play(&mut game, &way);
    }
    assert!(!game.is_shield_hit(unit(&army)));
    // It has won.
    let mut game = position(&["GC01", &army], &[]).steps("GC01", 2).expect("a step").open(AXIS, Phase::Combat);
    volleys(&mut game, &[0, 1]);
    while game.volley().is_none() {
        play(&mut game, "done");
    }
    volleys(&mut game, &[2]);
    assert!(is_eliminated(&game, "GC01") && !game.is_shield_hit(unit(&army)));
    // Three hits of a battle mark it again after its loss.
    let mut game = attack(&["GC01", "GC02", &army], &[]);
    volleys(&mut game, &[0, 3]);
    assert_eq!((game.strength(unit(&army)), game.is_shield_hit(unit(&army))), (5, true));
}

/// [BOX1.a][BOX1.c][BOX1.d][BOX1.f][BOX1.g][5.5.b] The ground of the hex is that on which the dice are thrown.
#[test]
fn dice_are_thrown_on_the_ground_of_the_hex() {
    let opening = |defender: &str, hex: &str, attacker: &str, side: Side| {
        let position = PositionBuilder::empty(data()).place(defender, hex).expect("there").place(attacker, hex).expect("there");
        volleys(&mut position.open(side, Phase::Combat), &[0, 0])
    };
    let at = |name: &str| data().map.name(data().map.place_named(name).expect("a town").hex);
    // Pinsk, a swamp (golden G13); Minsk, a Major City; Sevastopol, a fortress among hills.
    assert_eq!(opening("SW01", &at("Pinsk"), "GC15", AXIS), [(SOVIET, Firing::Ground, vec![(4, 1)]), (AXIS, Firing::Ground, vec![(2, 2)])]);
    assert_eq!(opening("SW01", &at("Minsk"), "GC15", AXIS), [(SOVIET, Firing::Ground, vec![(4, 2)]), (AXIS, Firing::Ground, vec![(2, 2)])]);
    let sevastopol = at("Sevastopol");
    let steps = opening("SW01", &sevastopol, "GC15", AXIS);
    assert_eq!(steps, [(SOVIET, Firing::Ground, vec![(4, 3)]), (AXIS, Firing::Ground, vec![(1, 2)])]);
    // Once fallen it is a bunker.
    let fallen = PositionBuilder::empty(data()).owner(&sevastopol, AXIS).expect("it falls").place("GC01", &sevastopol).expect("there");
    let mut game = fallen.place("SW01", &sevastopol).expect("there").open(SOVIET, Phase::Combat);
    assert_eq!(volleys(&mut game, &[0, 0]), [(AXIS, Firing::Ground, vec![(4, 2)]), (SOVIET, Firing::Ground, vec![(1, 1)])]);
    // Finns in the woods of their zone.
    let (map, zone) = (&data().map, &data().ground.finnish_attack);
    let woods =
        |hex: &Hex| map.terrain[hex.index()] == Terrain::Forest && map.place_at(*hex).is_none() && data().ground.open.contains(*hex);
    let name = |hex: Option<Hex>| map.name(hex.expect("woods"));
    let within = name(map.hexes().find(|hex| woods(hex) && zone.contains(*hex)));
    let beyond = name(
        map.hexes()
            .find(|hex| woods(hex) && !zone.contains(*hex) && data().ground.finland.contains(*hex) || woods(hex) && !zone.contains(*hex)),
    );
    assert_eq!(opening("FI03", &within, "SW01", SOVIET)[0], (AXIS, Firing::Ground, vec![(4, 2)]));
    assert_eq!(opening("FI03", &beyond, "SW01", SOVIET)[0], (AXIS, Firing::Ground, vec![(4, 1)]));
}

/// [BOX1.b] The defender has the Bonus of a river only if every attacker on the ground has crossed one (AMB-34).
#[test]
fn the_defender_behind_a_river_needs_all_attackers_across() {
    let enter = |from: [&str; 2]| {
        let position = PositionBuilder::empty(data()).place("SW01", "1228").expect("there");
        let position = position.place("GC15", from[0]).expect("there").place("GC06", from[1]).expect("there");
        let mut game = position.open(AXIS, Phase::GroundMovement);
        for id in ["GC15", "GC06"] {
            play(&mut game, &format!("select {id}"));
            play(&mut game, "move 1228");
        }
        while game.volley().is_none() {
            play(&mut game, "done");
        }
        volleys(&mut game, &[0, 0])
    };
    let dry = {
        let map = &data().map;
        let brest = map.find("1228").expect("a hex");
        let joins = |(direction, near): (usize, Hex)| {
            (!map.sides[brest.index()][direction].river && data().ground.open.contains(near)).then_some(near)
        };
        let near = data().ground.neighbours[brest.index()].into_iter().enumerate().filter(|(_, near)| *near != OFF_MAP);
        map.name(near.map(|(direction, near)| (direction, Hex(near))).find_map(joins).expect("a side without a river"))
    };
    assert_eq!(enter(["1128", "1128"])[0].2, [(4, 2)]);
    let mixed = enter(["1128", &dry]);
    assert_eq!(mixed[0].2, [(4, 1)]);
    assert_eq!(mixed[1].2, [(4, 1), (2, 2)], "the panzers across the Bug are halved, the corps is not");
}

/// [7.5.5][BOX1.d] Golden G15: over the strait of Kerch.
#[test]
fn a_strait_is_crossed_like_two_rivers() {
    let position = PositionBuilder::empty(data()).owner("2440", AXIS).expect("Kerch").place("SW01", "2540").expect("there");
    let sevastopol = data().map.name(data().map.place_named("Sevastopol").expect("a fortress").hex);
    let position = position.owner(&sevastopol, AXIS).expect("it falls").place("GC01", "2440").expect("there");
    let mut game = position.open(AXIS, Phase::GroundMovement);
    play(&mut game, "select GC01");
    play(&mut game, "move 2540");
    while game.volley().is_none() {
        play(&mut game, "done");
    }
    assert_eq!(volleys(&mut game, &[0, 0]), [(SOVIET, Firing::Ground, vec![(4, 2)]), (AXIS, Firing::Ground, vec![(1, 1)])]);
}

/// [BOX1.g][BOX1.i] (AMB-28) A fortress that falls is a bunker, and a bunker that falls is gone.
#[test]
fn a_fortress_that_falls_is_a_bunker() {
    use stavka_engine::blocks_in_the_east::terms::TownClass;
    let hex = data().map.place_named("Sevastopol").expect("a fortress").hex;
    let name = data().map.name(hex);
    let mut position = PositionBuilder::empty(data());
    let mut seen = Vec::new();
    for side in [SOVIET, AXIS, SOVIET] {
        position = position.owner(&name, side).expect("somebody's");
        seen.push(position.clone().open(AXIS, Phase::Combat).fortification(hex));
    }
    assert_eq!(seen, [Some(TownClass::Fortress), Some(TownClass::Bunker), None]);
}

/// [BOX1.b][BOX1.d] What attackers cross is what they crossed on their last step.
#[test]
fn attackers_cross_what_lies_on_their_last_step() {
    // XXIV Panzer Corps and XII Corps go from 1128 over the Bug into Brest-Litovsk (golden G11).
    let position = PositionBuilder::empty(data()).place("GC15", "1128").expect("there").place("GC06", "1128").expect("there");
    let mut game = position.place("SW01", "1228").expect("there").open(AXIS, Phase::GroundMovement);
    for id in ["GC15", "GC06"] {
        play(&mut game, &format!("select {id}"));
        play(&mut game, "move 1228");
    }
    while game.volley().is_none() {
        play(&mut game, "done");
    }
    assert_eq!(volleys(&mut game, &[0, 0]), [(SOVIET, Firing::Ground, vec![(4, 2)]), (AXIS, Firing::Ground, vec![(2, 1), (2, 2)])]);
}

/// Plays a game at random and says how many choices and dice it took.
fn random_game(id: &str, seed: u64) -> usize {
    let data = scenario(id);
    let mut game = BlocksInTheEast::new(data);
    let mut dice = Dice::new(seed);
    let mut legal = Vec::new();
    for step in 0.. {
        game.legal_actions(&mut legal);
        let action = match game.turn() {
            Turn::Over => return step,
            Turn::Chance => {
                let ways = |action: &Action| game.chance_weight(*action);
                let sum: u64 = legal.iter().map(ways).sum();
                assert!(legal.iter().all(|action| ways(action) > 0), "{id}, seed {seed}, step {step}: {}", game.prompt());
                assert_eq!(6_u64.pow(sum.ilog(6)), sum, "{id}, seed {seed}, step {step}: ways of six-sided dice");
                game.draw(&legal, &mut dice)
            }
            Turn::Player(_) => dice.choose(&legal),
        };
        assert!(!legal.is_empty() && legal.len() < 500, "{id}, seed {seed}, step {step}: {} choices for {}", legal.len(), game.prompt());
        assert!(step < data.max_actions(), "{id}, seed {seed}: no end");
        game.apply(action);
        if step % 50 == 0 {
            game.verify().unwrap_or_else(|problem| panic!("{id}, seed {seed}, step {step}: {problem}"));
        }
    }
    unreachable!("games end")
}

/// Random games of the Basic scenarios end, with legal lists below 500 entries and dice whose ways are powers of six.
#[test]
fn random_games_of_the_basic_scenarios_end() {
    let factor = crate::props::walk::factor();
    for (id, games) in [("towards-leningrad", 100), ("towards-moscow", 40), ("towards-rostov", 20), ("short-barbarossa", 6)] {
        for seed in 0..games * factor {
            random_game(id, seed);
        }
    }
}
