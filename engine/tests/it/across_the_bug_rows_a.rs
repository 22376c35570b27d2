//! Scenes for the rows of the map of Across the Bug River [3.1]: ground, ways, strongpoints, waters, tracks, supply, hexes that score.

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::{AttackType, HexsideKind, MoveClass};
use stavka_engine::across_the_bug::{AcrossTheBug, Action, Opening, PositionBuilder, Prepared};
use stavka_engine::game::{Denial as _, Game as _, Notation as _, Side, Turn};
use stavka_engine::hex::{Direction, Hex};
use stavka_engine::kit::points::HalfPoints;

use super::across_the_bug_battles::{odds, term};
use super::across_the_bug_scenes::{acting, at, formation, goals, hex, lines, load, offers, placed, play, unit};

fn name(hex: Hex) -> String {
    load("campaign").map.grid.name(hex).to_string()
}

/// Neighbours with nothing but open ground between.
fn plain_neighbours(data: &'static Prepared, from: Hex) -> impl Iterator<Item = (Direction, Hex)> {
    let map = &data.map;
    map.grid.neighbours(from).filter(move |&(direction, _)| {
        let side = map.side(from, direction);
        side.kind == HexsideKind::Plain && !side.has_way()
    })
}

/// What the stack that is put together pays to a hex.
fn price(game: &AcrossTheBug, to: Hex) -> Option<HalfPoints> {
    game.reach().into_iter().find(|reached| reached.hex == to).and_then(|reached| reached.cost)
}

/// A position in which a formation acts and its unit is selected.
fn selected(counters: &str, id: &str, unit: &str) -> AcrossTheBug {
    let mut game = acting(placed(counters), id, 6);
    play(&mut game, &[&format!("select {unit}")]);
    game
}

// ---- ground and ways [3.1.1] ----------------------------------------------------------------------------------------------------

/// [3.1.1][3.1.1.a] Every kind of ground has a price by class of movement, and both sides pay the same.
#[test]
fn ground_costs_both_sides_the_same() {
    let data = load("campaign");
    let way = |hex: Hex| data.map.ways.iter().any(|way| way.path.contains(&hex));
    let mut seen = std::collections::BTreeSet::new();
    for wanted in ["clear", "village", "forest", "swamp"] {
        let pair = data.map.grid.hexes().filter(|&from| data.map.grid.column(from) > 30 && data.map.terrain(from).name() == "clear");
        let fits = |to: Hex| data.map.terrain(to).name() == wanted && !way(to);
        let pair = pair.filter(|&from| data.map.grid.neighbours(from).all(|(_, near)| !way(near)));
        let found = pair.flat_map(|from| plain_neighbours(data, from).map(move |(_, to)| (from, to))).find(|&(_, to)| fits(to));
        let Some((from, to)) = found else { continue };
        seen.insert(wanted);
        let paid = |who: &str, hq: &str, id: &str| price(&selected(&format!("{who} {} {hq} 2708", name(from)), id, who), to);
        let chart = |class: MoveClass| Some(data.tables.terrain.price(data.map.terrain(to), class));
        let on_foot = [paid("I/131", "HQ-44ID", "44ID"), paid("I/16", "HQ-87RD", "87RD")];
        let on_wheels = [paid("1/I/36", "HQ-14Pz", "14Pz"), paid("1/II/82", "HQ-41TD", "41TD")];
        assert_eq!(on_foot, [chart(MoveClass::Leg); 2], "{wanted}");
        assert_eq!(on_wheels, [chart(MoveClass::Motorized); 2], "{wanted}");
    }
    assert!(seen.contains("clear") && seen.contains("forest") && seen.contains("swamp"), "{seen:?}");
}

/// [3.1.1.b][3.1.2.b] A road makes a forest cheap to enter, and helps nobody to attack it.
#[test]
fn roads_help_movement_and_no_attack() {
    let data = load("campaign");
    let map = &data.map;
    // A forest that a road enters, beside a clear hex on the road and another off it.
    let scene = map.grid.hexes().filter(|&to| map.terrain(to).name() == "forest" && map.strongpoint_at(to).is_none()).find_map(|to| {
        let near = |road: bool| {
            map.grid.neighbours(to).find(|&(direction, near)| {
                let side = map.side(to, direction);
                side.kind == HexsideKind::Plain && side.road.is_some() == road && !side.rail && map.terrain(near).name() == "clear"
            })
        };
        Some((to, near(true)?.1, near(false)?.1))
    });
    let (to, road, field) = scene.expect("a forest beside a road");
    let class = map.side(to, map.grid.direction(to, road).expect("neighbours")).road.expect("a road");
    let stand = |from: Hex| format!("1/I/36 {} HQ-14Pz 3814", name(from));
    let from_road = selected(&stand(road), "14Pz", "1/I/36");
    assert_eq!(price(&from_road, to), Some(data.tables.terrain.way_price(class, MoveClass::Motorized, false)));
    assert!(price(&from_road, to) < Some(data.tables.terrain.price(map.terrain(to), MoveClass::Motorized)));
    let attack = |from: Hex| {
        let game = selected(&format!("{} I/16 {}", stand(from), name(to)), "14Pz", "1/I/36");
        let report = game.attack_report(to, AttackType::Hasty).expect("an attack");
        (report.sheet.line, report.sheet.superiority.drm, report.sheet.modifiers.net, report.columns)
    };
    assert_eq!(attack(road), attack(field));
    assert_eq!(attack(road).0, 3, "[3.1.1] the line of forest");
}

/// [3.1.1.c][3.1.1.j] A railway is a road at a higher price: tanks enter a swamp on it, and need no check.
#[test]
fn railways_are_dearer_roads_through_a_swamp() {
    let mut game = selected("1/I/36 2711 HQ-14Pz 2607", "14Pz", "1/I/36");
    assert_eq!(price(&game, hex("2812")), Some(HalfPoints(3)), "one and a half points");
    play(&mut game, &["move 2812"]);
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "no check along the railway");
    assert!(offers(&game, "move 2813"), "it goes on");
    let foot = selected("I/131 2711 HQ-44ID 2607", "44ID", "I/131");
    assert_eq!(price(&foot, hex("2812")), Some(HalfPoints(2)), "on foot a railway costs what a road costs");
}

/// [3.1.1.e][5.1.b] Half points of the main road are kept: three hexes of it cost a point and a half.
#[test]
fn half_points_are_never_rounded() {
    let game = selected("1/I/36 2307 HQ-14Pz 3814", "14Pz", "1/I/36");
    let paid = ["2407", "2507", "2607"].map(|to| price(&game, hex(to)));
    assert_eq!(paid, [1, 2, 3].map(|halves| Some(HalfPoints(halves))));
}

/// [3.1.1.j][5.6.2.a] Tanks that enter a swamp off the roads are checked; who fails is disorganized there, and loses nothing.
#[test]
fn tanks_are_checked_in_swamps() {
    let mut game = selected("1/I/36 2507 I/103 2507 HQ-14Pz 2607", "14Pz", "1/I/36");
    play(&mut game, &["move 2508"]);
    assert_eq!(game.turn(), Turn::Chance);
    let mut through = game.clone();
    play(&mut through, &["die 6"]);
    assert!(!through.is_disorganized(unit("1/I/36")) && offers(&through, "move 2608"), "it goes on with what is left");
    play(&mut game, &["die 7"]);
    assert_eq!(at(&game, "1/I/36"), "2508");
    assert!(game.is_disorganized(unit("1/I/36")));
    assert_eq!((game.points(unit("1/I/36")), game.acting_stack()), (3, 0), "no loss, and it goes no further");
    let mut trucks = selected("I/103 2507 HQ-14Pz 2607", "14Pz", "I/103");
    play(&mut trucks, &["move 2508"]);
    assert_eq!(trucks.turn(), Turn::Player(Side::Axis), "the motorized infantry is no AFV");
}

/// [3.1.1.j] Tanks may take the road into a swamp, even where the direct way costs no more: they are asked in the hex before it.
#[test]
fn tanks_choose_the_road_into_a_swamp() {
    let stand = "1/II/82 3715 HQ-41TD 4011";
    let mut game = selected(stand, "41TD", "1/II/82");
    play(&mut game, &["move 3615"]);
    assert!(offers(&game, "move 3714"), "{:?}", lines(&game));
    play(&mut game, &["move 3714"]);
    assert_ne!(game.turn(), Turn::Chance, "no check along the road");
    assert_eq!(at(&game, "1/II/82"), "3714");
    let mut foot = selected("I/16 3715 HQ-87RD 4011", "87RD", "I/16");
    play(&mut foot, &["move 3615"]);
    assert_eq!(foot.acting_stack(), 0, "for others nothing happens there, and the movement is over");
}

/// [3.1.1.i][7.5.1.2.D2] Tanks that attack into a swamp or out of one have a quarter of their points.
#[test]
fn swamps_quarter_tank_points() {
    let drm = |from: &str, to: &str| {
        let counters = format!("1/I/36 {from} HQ-14Pz 2607 I/16 {to}");
        let mut game = acting(placed(&counters).turned("I/16").expect("a unit"), "14Pz", 6);
        play(&mut game, &["select 1/I/36"]);
        let (_, terms) = odds(&game, to, AttackType::Hasty);
        term(&terms, Cause::Armour)
    };
    assert_eq!(drm("2507", "2407"), 4, "from clear to clear against no AT points");
    assert_eq!(drm("2507", "2508"), 1, "into the swamp");
    assert_eq!(drm("2508", "2507"), 1, "out of the swamp");
    assert_eq!(drm("2508", "2408"), 1, "from swamp to swamp it counts once [B6]");
}

// ---- strongpoints [3.1.1.f to h] ----------------------------------------------------------------------------------------------

/// The line of an attack from 1613 into the strongpoint 1712.
fn line_into_the_strongpoint(who: &str, id: &str, hq: &str, defenders: &str) -> (u8, bool) {
    let game = selected(&format!("{who} 1613 {hq} {defenders}"), id, who);
    let sheet = game.attack_report(hex("1712"), AttackType::Hasty).expect("an attack").sheet;
    (sheet.line, sheet.ground.fort)
}

/// [3.1.1.f][B8] A strongpoint works while Soviet units of the infantry type hold it: not for AFVs alone, and never for Germans.
#[test]
fn strongpoints_work_for_soviet_infantry_alone() {
    let german = |defenders: &str| line_into_the_strongpoint("I/131", "44ID", "HQ-44ID 1612", defenders);
    assert_eq!(german("A/19 1712"), (4, true), "forest, and a line better");
    assert_eq!(german("1/II/82 1712"), (3, false), "AFVs alone");
    assert_eq!(german("1/II/82 1712 No1 1712"), (4, true), "border guards among them");
    assert_eq!(german("I/712 1712"), (4, true), "AT guns are infantry types [3.2.g]");
    let soviet = line_into_the_strongpoint("I/16", "87RD", "HQ-87RD 1612", "I/131 1712");
    assert_eq!(soviet, (3, false), "Germans have nothing of it");
}

/// The check of a red result of a regular attack by I/103 and company, for a defender of 1711 or another hex.
fn checked(counters: &str, id: &str, who: &str, target: &str, die: &str) -> bool {
    let mut game = acting(placed(counters), "14Pz", 7);
    play(&mut game, &["select I/103", &format!("attack {target} prepared"), "chit 9", "chit 0", "die 10"]);
    assert!(game.prompt().contains("Dice") && game.place(unit(who)).hex().is_some(), "[7.5.2.2] {id} is checked: {}", game.prompt());
    play(&mut game, &[die, "done"]);
    game.is_disorganized(unit(who))
}

/// [3.1.1.g][5.6.1] In a strongpoint the check of defenders is easier by two.
#[test]
fn strongpoints_help_defenders_to_stand() {
    let fort = "I/103 1611 HQ-14Pz 1110 A/19 1711 HQ-2FR 2711";
    let field = "I/103 1611 HQ-14Pz 1110 A/19 1710 HQ-2FR 2711";
    let [in_fort, outside] = [(fort, "1711"), (field, "1710")]
        .map(|(counters, target)| (1..=10).find(|die| checked(counters, "2FR", "A/19", target, &format!("die {die}"))));
    assert_eq!((in_fort, outside), (Some(7), Some(5)), "effectiveness 4");
}

/// [3.1.1.g][5.8.4.a] Attrition of isolated units is milder by two in a strongpoint.
#[test]
fn strongpoints_help_against_attrition() {
    let left = |at: &str, die: u8| {
        let stand = placed(&format!("A/19 {at} HQ-14Pz 1110 I/103 1109")).turned("A/19").expect("a unit");
        let mut game = stand.luck(Side::Axis).open(Opening::Administration).expect("a position");
        // Interdiction first, and the German keeps his die.
        play(&mut game, &["die 1", "done", &format!("die {die}")]);
        game.points(unit("A/19"))
    };
    assert_eq!((left("1711", 5), left("1711", 6)), (3, 2), "effectiveness 3: 5 - 2 does it no harm");
    assert_eq!((left("1710", 3), left("1710", 4), left("1710", 7)), (3, 2, 1));
    assert_eq!((left("1711", 8), left("1711", 9)), (2, 1));
}

/// [3.1.1.h][A17] Engineers of the active formation that attack a strongpoint or support the attack add one each.
#[test]
fn engineers_break_strongpoints() {
    let engineers = |counters: &str, who: &str, kind: AttackType, target: &str| {
        let mut game = acting(placed(&format!("{counters} HQ-44ID 1612 HQ-298ID 1811")), "44ID", 6);
        play(&mut game, &[&format!("select {who}")]);
        let (_, terms) = odds(&game, target, kind);
        term(&terms, Cause::Engineers)
    };
    assert_eq!(engineers("80 1613 A/19 1712", "80", AttackType::Hasty, "1712"), 1, "they attack");
    let support = "I/131 1613 80 1813 A/19 1712";
    assert_eq!(engineers(support, "I/131", AttackType::Regular, "1712"), 1, "they support");
    assert_eq!(engineers(support, "I/131", AttackType::Hasty, "1712"), 0, "nobody supports a hasty attack [7.1.d]");
    assert_eq!(engineers("I/131 1613 298 1813 A/19 1712", "I/131", AttackType::Regular, "1712"), 0, "of another formation");
    assert_eq!(engineers("80 1613 1/II/82 1712", "80", AttackType::Hasty, "1712"), 0, "the strongpoint does not work");
    assert_eq!(engineers("80 1613 I/16 1713", "80", AttackType::Hasty, "1713"), 0, "no strongpoint");
}

// ---- waters [3.1.2] -----------------------------------------------------------------------------------------------------------

/// [3.1.2.a][B4] Beside a city a stream costs nothing; the road over another one serves only at the rate of the road.
#[test]
fn cities_bridge_their_streams() {
    // Enemy ZOC over the far hex takes the rate of the road away [7.3.3].
    let city = selected("1/II/82 2707 HQ-41TD 2607 I/108 2810 II/108 2909 HQ-14Pz 2008", "41TD", "1/II/82");
    let zoc = ["2809", "2908", "2708", "2808"].map(|near| city.in_zoc(Side::Axis, hex(near)));
    assert_eq!(zoc, [true, true, false, false], "and shuts the way round over 2908");
    assert!(goals(&city).contains(&"2809".to_owned()), "after a hex, over the stream beside the city: {:?}", goals(&city));
    let road = selected("1/II/82 2407 HQ-41TD 2607 I/108 2108 HQ-14Pz 2008", "41TD", "1/II/82");
    assert!(road.in_zoc(Side::Axis, hex("2208")) && !road.in_zoc(Side::Axis, hex("2307")));
    assert!(!goals(&road).contains(&"2208".to_owned()), "over another stream only from beside it");
    let beside = selected("1/II/82 2307 HQ-41TD 2607 I/108 2108 HQ-14Pz 2008", "41TD", "1/II/82");
    assert!(goals(&beside).contains(&"2208".to_owned()), "[7.3.7] with the whole allowance");
}

/// [3.1.2] Hexsides add to the price of both classes: a stream costs a point on foot, a lake is closed.
#[test]
fn hexsides_add_to_the_price() {
    let foot = selected("I/131 1814 HQ-44ID 1612", "44ID", "I/131");
    assert_eq!([price(&foot, hex("1813")), price(&foot, hex("1914"))], [2, 4].map(|halves| Some(HalfPoints(halves))));
    let lake = selected("I/16 2918 HQ-87RD 2819", "87RD", "I/16");
    let map = &load("campaign").map;
    let direction = map.grid.direction(hex("2918"), hex("3018")).expect("neighbours");
    assert_eq!((map.side(hex("2918"), direction).kind, map.terrain(hex("3018")).name()), (HexsideKind::Lake, "swamp"));
    let over = price(&lake, hex("3018"));
    assert!(over.is_none_or(|cost| cost > HalfPoints(4)), "only the way round is left: {over:?}");
}

/// [3.1.2.b][7.5.1.2.A] A stream helps the defender by two and takes half of the Tank points, whichever side attacks.
#[test]
fn streams_help_whoever_defends() {
    let attack = |counters: &str, id: &str, who: &str, target: &str| {
        let game = selected(counters, id, who);
        let sheet = game.attack_report(hex(target), AttackType::Hasty).expect("an attack").sheet;
        let side = sheet.modifiers.terms.iter().filter(|(cause, _)| matches!(cause, Cause::Hexside(_))).map(|(_, drm)| *drm).sum::<i8>();
        (side, sheet.superiority.drm)
    };
    // Four points against one of AT; four halves against one.
    assert_eq!(attack("1/I/36 1815 HQ-14Pz 1612 I/16 1914", "14Pz", "1/I/36", "1914"), (-2, 1));
    assert_eq!(attack("1/I/36 1913 HQ-14Pz 1612 I/16 1914", "14Pz", "1/I/36", "1914"), (0, 3));
    // The two points of a T-26 against one, and half of them.
    assert_eq!(attack("1/II/82 1914 HQ-41TD 2110 I/131 1815", "41TD", "1/II/82", "1815"), (-2, 0));
    assert_eq!(attack("1/II/82 1914 HQ-41TD 2110 I/131 1913", "41TD", "1/II/82", "1913"), (0, 1));
}

// ---- tracks, supply areas, hexes that score [3.1.3 to 3.1.5] --------------------------------------------------------------------

/// [3.1.3.c][6.3.2] A formation acts at its level, which falls by one with every activation, and never above its highest.
#[test]
fn levels_count_the_activations_that_are_left() {
    let stand = || placed("I/103 1210 HQ-14Pz 1110 I/16 3014 HQ-87RD 2708").level("14Pz", 2).expect("a level");
    assert!(stand().level("14Pz", 7).is_err(), "six is the highest of the 14th Panzer");
    let mut game = stand().luck(Side::Soviet).open(Opening::Operations).expect("a position");
    play(&mut game, &["die 10", "die 1", "done", "activate 14Pz", "die 5"]);
    assert_eq!(game.level(formation("14Pz")), 1);
    assert_eq!(game.acting(), Some((formation("14Pz"), 3)), "black points of level 2 [3.1.3.d]");
    play(&mut game, &["select I/103"]);
    let step = lines(&game).into_iter().find(|line| line.starts_with("move")).expect("a hex");
    play(&mut game, &[&step]);
    assert_eq!(game.acting(), Some((formation("14Pz"), 2)), "[3.1.3.d][6.3.3] the track counts down");
    play(&mut game, &["done", "die 10", "die 1", "done"]);
    play(&mut game, &["activate 14Pz", "die 1"]);
    assert_eq!((game.level(formation("14Pz")), game.acting()), (0, Some((formation("14Pz"), 1))), "level 1 gives fewer points");
}

/// [3.1.4][5.7.1] Supply comes from areas of one's own side alone, over any of them.
#[test]
fn supply_areas_serve_their_own_side() {
    let german = |counters: &str| acting(placed(counters), "14Pz", 3).is_supplied(formation("14Pz"));
    assert!(german("HQ-14Pz 2708"), "over the bridges");
    assert!(!german("HQ-14Pz 2708 No4 2008 No7 1612"), "no area in the north, east or south serves the German");
    let soviet = |counters: &str| acting(placed(counters), "87RD", 3).is_supplied(formation("87RD"));
    assert!(soviet("HQ-87RD 1110"), "over the bridges to the east");
    assert!(!soviet("HQ-87RD 1110 I/525 1908 I/134 1512"), "the western edge does not serve the Soviets");
    // Germans from edge to edge leave the south and a part of the east.
    let rest = |row: &str| {
        let data = load("campaign");
        let germans = data.units(Side::Axis).filter(|(_, unit)| unit.kind.is_combat()).map(|(_, unit)| unit.id.clone());
        let hexes = (10..55).map(|column| format!("{column}{row}"));
        germans.zip(hexes).map(|(id, hex)| format!("{id} {hex}")).collect::<Vec<_>>().join(" ")
    };
    assert!(soviet(&format!("HQ-87RD 3220 {}", rest("15"))), "the Southern and the Eastern area are open south of row 15");
}

/// [3.1.5][9.a] A printed hex scores for the German while he controls it at the end, by its printed value.
#[test]
fn printed_hexes_score_their_value() {
    let points = |counters: &str| acting(placed(counters), "14Pz", 3).ledger().hexes;
    assert_eq!(points("HQ-14Pz 1110"), 0);
    assert_eq!(points("HQ-14Pz 1110 I/103 2008"), 1);
    assert_eq!(points("HQ-14Pz 1110 I/103 2008 II/103 3201"), 3);
    assert_eq!(points("HQ-14Pz 1110 I/103 2407"), 0, "no hex that scores");
}

/// [3.1.5.a][4.3][11.3.b][B9] Conditional hexes are judged at the end of their turn, and then hold.
#[test]
fn conditional_hexes_are_judged_at_the_end_of_their_turn() {
    let stand = |turn: u8| placed("HQ-14Pz 1110 I/103 3220 I/16 4818 HQ-87RD 4507").turn(turn).expect("a turn");
    let judged = stand(3).open(Opening::EndOfTurn).expect("a position");
    assert_eq!((judged.game_turn(), judged.ledger().hexes), (4, 2), "one printed point and one of turn 3");
    let late = acting(stand(4), "14Pz", 3);
    assert_eq!(late.ledger().hexes, 1, "who comes after turn 3 has the printed point alone");
    let early = acting(stand(3), "14Pz", 3);
    assert_eq!(early.ledger().hexes, 2, "until then it counts as it stands");
}

/// [3.1] Hexes have names of column and row, and others do not exist.
#[test]
fn hexes_have_names() {
    let game = selected("I/103 2412 HQ-14Pz 2008", "14Pz", "I/103");
    assert_eq!(game.check(Action::MoveTo(Hex(1300))).map_err(|denial| denial.rule()), Err("3.1"));
    assert!(PositionBuilder::empty(load("campaign")).place("I/103", "0912").is_err());
}
