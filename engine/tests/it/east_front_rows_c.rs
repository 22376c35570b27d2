//! East Front: what adds up and what does not: grounds and hexsides, guns, overruns hex after hex; roads of super-heavy artillery;
//! orders and the hexes they are given in.

use stavka_engine::east_front::data::{Feature, Features, edge};
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::movement::{Payer, Prices, Step};
use stavka_engine::east_front::overrun::{self, Group, Target};
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, Prepared};
use stavka_engine::game::{Game as _, Side, Turn};

use crate::east_front_kit::play::{after, allows, denial, ends, go_on_to, legal, open, place, play, stands, unit, with_of};
use crate::east_front_kit::{CLEAR, DRY, MUDDY, SECOND_HQ, TANKS_WITH_A_ZONE, data, hex, tables, turn_48_in, variant};

/// A change of a row of the map: its number and what it holds.
fn row(number: &str, now: &str) -> (&'static str, &'static str, &'static str) {
    ("map.toml", format!("\".........\", # {number}").leak(), format!("{now:?}, # {number}").leak())
}

/// A river on a hexside.
fn river(side: &str) -> (&'static str, &'static str, &'static str) {
    let last = "[[place]]\nhex = \"4009\"";
    let water = format!("[[water]]\nname = \"a river\"\nclass = \"river\"\nsides = [{side:?}]\norigin = \"a test\"\n\n{last}");
    ("map.toml", last, water.leak())
}

// ---- zones of control ------------------------------------------------------

#[test]
fn a_band_on_the_back_takes_the_zone_of_a_reduced_unit() {
    let back = "back = { attack = 2, defence = 2, ma = 4, stacking = 3, zoc = true }";
    let banded = variant(&[("units.toml", back, &back.replace("true", "false"))]);
    let exerts = |steps, others: &str| {
        let position = with_of(banded, &format!("156 3612, 73 3302{others}")).and_then(|builder| builder.steps("156", steps));
        open(position, Phase::AxisMovement).in_zoc(Side::Soviet, hex("3613"))
    };
    assert_eq!((exerts(2, ""), exerts(1, ""), exerts(1, ", 106 3612")), (true, false, true));
}

// ---- movement --------------------------------------------------------------

#[test]
fn a_hex_of_several_grounds_costs_the_dearest_and_what_is_added() {
    use Feature::{Clear, Hill, Marsh, Swamp, Woods};
    let cost = |features: &[Feature], side, payer| {
        let step = Step { to: Features::of(features), side, fortified: false, enemy_zoc: false };
        Prices::new(tables(), DRY, payer).off_road(step).map(|points| points.0)
    };
    assert_eq!(cost(&[Clear, Hill], 0, Payer::Foot), Some(4), "two points, not three");
    assert_eq!(cost(&[Clear, Hill, Swamp], 0, Payer::Foot), Some(6));
    assert_eq!(cost(&[Marsh, Hill, Woods], edge::RIVER, Payer::Foot), Some(8));
    assert_eq!(cost(&[Clear, Hill, Woods], edge::RIVER, Payer::Wheels), Some(10));
}

#[test]
fn super_heavy_artillery_follows_minor_roads_in_dry_weather_only_and_not_strategically() {
    let hauled = |data: &'static Prepared, from: &str| {
        let position = with_of(data, &format!("641 {from}, 73 3302, 271 4014"));
        let position = position.and_then(|builder| builder.back_up("641", true)?.breached("3606"));
        let mut game = open(position, Phase::Weather);
        go_on_to(&mut game, Phase::AxisMovement, 10);
        game
    };
    let moved = |game: EastFront| ends(&after(game, "select 641"), "move >");
    assert_eq!(moved(hauled(data(), "3205")), ["3305", "3405", "3505"], "three points; four of strategic movement would reach 3606");
    for sky in ["mud", "frost", "snow"] {
        let data = variant(&[turn_48_in(sky)]);
        assert_eq!(denial(&hauled(data, "3205"), "select 641"), EastFrontDenial::NowhereToGo, "{sky}");
        assert!(moved(hauled(data, "3402")).contains(&"3503".to_owned()), "{sky}: a main road");
    }
}

#[test]
fn who_infiltrates_overruns_nobody() {
    // The assault guns with six points of attack; the tanks in 3706 exert the one zone over 3606 and 3607, which is reached from 3606 alone.
    let strong = ("units.toml", "front = { attack = 2, defence = 1, ma = 7,", "front = { attack = 6, defence = 1, ma = 7,");
    let position = with_of(variant(&[strong, TANKS_WITH_A_ZONE]), "190AG 3606, 73 3302, 5(+) 3706, 106 4014");
    let mut game = after(open(position, Phase::AxisMovement), "select 190AG");
    assert!(allows(&game, "overrun 3706 from 3606") && !allows(&game, "overrun 3706 from 3607"));
    play(&mut game, "move > 3607");
    assert!(stands(&game, "190AG", "3607") && !allows(&game, "overrun 3706 from 3607"));
    assert_eq!(denial(&game, "select 190AG"), EastFrontDenial::AlreadyMoved);
}

// ---- guns ------------------------------------------------------------------

/// Four gun regiments more behind 49.
fn five_guns() -> &'static Prepared {
    let next = "[[unit]]\nid = \"I/814\"";
    let gun = |number: u8| {
        format!(
            "[[unit]]\nid = \"G{number}\"\nname = \"Guns {number}\"\nside = \"axis\"\nnationality = \"german\"\nkind = \"artillery\"\n\
             size = \"regiment\"\nmobility = \"orange\"\nsteps = 1\n\
             front = {{ support = 1, range = 3, defence = 1, ma = 5, stacking = 1, zoc = false }}\norigin = \"a test\"\n\n"
        )
    };
    let guns: String = (1..=4).map(gun).collect();
    variant(&[("units.toml", next, format!("{guns}{next}").leak())])
}

#[test]
fn four_axis_guns_support_a_combat_and_the_heavies_beside_them() {
    let guns = "49 3405, G1 3405, G2 3405, G3 3405, G4 3405, I/814 3503, 641 3504";
    let game = open(with_of(five_guns(), &format!("73 3505, 106 3606, {guns}")), Phase::AxisDeclaration);
    let game = after(game, "attack 3606; done; with 73; support 49; support G1; support G2");
    assert_eq!(legal(&game), ["done", "support G3", "support G4", "support I/814", "support 641"]);
    let game = after(game, "support G3");
    assert_eq!(legal(&game), ["done", "support I/814", "support 641"], "not a fifth");
    let game = after(game, "support I/814; support 641; order none");
    assert_eq!(game.battle_sheet().map(|sheet| sheet.attack), Some(8 + 3 + 3 + 2 + 2 - 2), "ten points of guns beside eight");

    let game = open(with_of(five_guns(), &format!("73 3505, 156 3606, {guns}")), Phase::SovietDeclaration);
    let game = after(game, "attack 3505; done; barrage 49 3505; barrage G1 3505; barrage G2 3505");
    assert!(allows(&game, "barrage G3 3505") && allows(&game, "barrage G4 3505") && !allows(&game, "barrage 641 3505"));
    assert!(allows(&after(game, "barrage G3 3505"), "order none"), "nor in defence");
}

// ---- modifiers -------------------------------------------------------------

#[test]
fn the_ground_of_a_hex_and_its_hexside_add_up() {
    let terms = |changes: &[(&str, &str, &str)], from: &str, target: &str| {
        let mut game = open(with_of(variant(changes), &format!("73 {from}, 106 {target}")), Phase::Weather);
        go_on_to(&mut game, Phase::AxisDeclaration, 10);
        play(&mut game, &format!("attack {target}; done; with 73; order none"));
        let modifiers = game.battle_sheet().expect("a combat is in progress").modifiers;
        (modifiers.terms.to_vec(), modifiers.net)
    };
    let (hill, water) = (row("12", "....h...."), river("3611/3612"));
    assert_eq!(terms(&[hill, water], "3611", "3612"), (vec![(Cause::Terrain(Feature::Hill), 1), (Cause::River, 1)], 2));
    assert_eq!(terms(&[hill, water], "3613", "3612"), (vec![(Cause::Terrain(Feature::Hill), 1)], 1), "from its own bank");
    assert_eq!(terms(&[MUDDY], "3505", "3606"), (vec![(Cause::Terrain(Feature::Town), 1), (Cause::FortifiedLine, 1)], 2));
}

// ---- overruns --------------------------------------------------------------

/// Nine points of attack on the road in 3911.
const RAIDERS: &str = "5(+) 3911, 48K 3911, 42K 3911";

fn raiders(data: &'static Prepared, placed: &str) -> EastFront {
    let position = with_of(data, &format!("{RAIDERS}, {placed}")).and_then(|builder| builder.steps("Eng", 1));
    after(open(position, Phase::SovietMotorized), "select 5(+); join 48K; join 42K")
}

#[test]
fn every_kind_of_ground_in_the_way_adds_two_to_an_overrun() {
    let group = Group { attack: 8, all_german: false, motorized_engineers: false };
    let bare = Target { defence: 1, soft: false, marked: false, features: CLEAR, side: 0, strongpoint: false, line: false };
    let told = |target| {
        let tally = overrun::tally(&tables().overrun, group, target);
        (tally.terms.iter().map(|&(_, drm)| drm).collect::<Vec<_>>(), tally.net)
    };
    let helps = [Feature::Hill, Feature::Marsh, Feature::Swamp, Feature::Woods, Feature::City, Feature::MajorCity];
    for feature in Feature::ALL {
        let drm = if helps.contains(&feature) { vec![2] } else { vec![] };
        assert_eq!(told(Target { features: Features::of(&[feature]), ..bare }).0, drm, "{feature:?}");
    }
    for target in [Target { side: edge::RIVER, ..bare }, Target { line: true, ..bare }, Target { strongpoint: true, ..bare }] {
        assert_eq!(told(target), (vec![2], 2));
    }
    let steep = Target { features: Features::of(&[Feature::Hill, Feature::Woods]), side: edge::RIVER, ..bare };
    assert_eq!(told(steep), (vec![2, 2, 2], 3), "all of it, three at most");

    let ground = [row("12", ".......h."), ("map.toml", "woods = []", "woods = [\"3912\"]"), river("3911/3912")];
    let game = after(raiders(variant(&ground), "49 3912, X 4001"), "overrun 3912 from 3911");
    let report = game.overrun_report().and_then(|report| report.modifiers).expect("the die is to be rolled");
    assert_eq!(report.terms.iter().map(|&(_, drm)| drm).collect::<Vec<_>>(), [-1, -1, 2, 2, 2]);
}

#[test]
fn who_is_overrun_goes_two_hexes_out_of_empty_enemy_zones_or_to_cadre() {
    let free = after(raiders(data(), "49 3912, X 4001"), "overrun 3912 from 3911; die 9");
    let grid = &data().map.grid;
    let ways = ends(&free, "retreat");
    assert!(ways.len() > 2 && ways.iter().all(|at| grid.distance(hex(at), hex("3912")) == 2), "{ways:?}");
    // 3812 and 4012 lie in the zone of the raiders, 3813 in that of the 156th, 3913 and 4013 in that of the 271st.
    let ring = "49 3912, 156 3712, 271 4014, X 4001";
    let caught = after(raiders(data(), ring), "overrun 3912 from 3911; die 9");
    assert_eq!((place(&caught, "49"), stands(&caught, "48K", "3912")), (Place::CADRE, true));
    let held = after(raiders(data(), &format!("{ring}, R1 3813")), "overrun 3912 from 3911; die 9");
    assert_eq!(legal(&held), ["retreat 3814"], "past friends");

    // 15 against 2 are 7-1: a 2 is success with a loss.
    let strong = variant(&[("units.toml", "front = { attack = 3, defence = 1, ma = 4,", "front = { attack = 9, defence = 1, ma = 4,")]);
    let position = with_of(strong, &format!("{RAIDERS}, Eng 3912, X 4001"));
    let game = open(position, Phase::SovietMotorized);
    let game = after(game, "select 5(+); join 48K; join 42K; overrun 3912 from 3911; die 2");
    assert_eq!((game.turn(), game.steps(unit("Eng")), game.steps_lost(Side::Axis)), (Turn::Player(Side::Soviet), 1, 1));
    let game = after(game, "retreat 3914");
    assert!(stands(&game, "Eng", "3914") && game.has_overrun_marker(unit("Eng")), "what is left retreats");
}

#[test]
fn after_an_overrun_into_a_zone_nothing_is_left_but_to_overrun_who_exerts_it() {
    // The engineers in 4013 exert a zone into 3912, the gun there none.
    let mut game = after(raiders(data(), "49 3912, Eng 4013, X 4001"), "overrun 3912 from 3911; die 4");
    assert!(game.in_zoc(Side::Axis, hex("3912")) && !game.in_zoc(Side::Axis, hex("3911")));
    let moves: Vec<String> = legal(&game).into_iter().filter(|line| !line.starts_with("drop")).collect();
    assert_eq!(moves, ["done", "overrun 4013 from 3912"]);
    assert_eq!(game.march_report().map(|report| report.reached), Some(Vec::new()));
    play(&mut game, "overrun 4013 from 3912; die 5; retreat 4015");
    assert!(stands(&game, "48K", "4013") && game.has_overrun_marker(unit("Eng")));
}

#[test]
fn who_has_failed_to_overrun_may_attack_in_the_combat_phase() {
    // 9-1 and guns alone: a 10 is read as 8.
    let mut game = after(raiders(data(), "49 3912, X 4001"), "overrun 3912 from 3911; die 10");
    assert!(!allows(&game, "select 48K"));
    go_on_to(&mut game, Phase::SovietDeclaration, 10);
    let game = after(game, "attack 3912; done; order none");
    assert!(allows(&game, "with 48K") && allows(&game, "with 5(+)"));
}

// ---- orders ----------------------------------------------------------------

#[test]
fn an_order_in_any_hex_of_an_attack_holds_for_all_of_them() {
    // 3612 lies four hexes from the broken headquarters in 4014, 3611 five.
    let asked = |attacks: &str| {
        let position = with_of(variant(&[SECOND_HQ]), "73 3511, 106 3611, 271 3612, 9HQ 3710, 51HQ 4014");
        let game = open(position.and_then(|builder| builder.back_up("51HQ", true)), Phase::AxisDeclaration);
        let game = after(game, &format!("{attacks}; done"));
        (game.current_phase(), allows(&game, "order no-retreat"))
    };
    let grid = &data().map.grid;
    assert_eq!(["3611", "3612"].map(|at| grid.distance(hex(at), hex("4014"))), [5, 4]);
    assert_eq!(asked("attack 3611; also 3612"), (Phase::SovietReaction, true), "given in 3611");
    let near = with_of(variant(&[SECOND_HQ]), "73 3511, 271 3612, 9HQ 3710, 51HQ 4014");
    let near = open(near.and_then(|builder| builder.back_up("51HQ", true)), Phase::AxisDeclaration);
    assert_eq!(after(near, "attack 3612; done").current_phase(), Phase::AxisCombat, "none in 3612 alone");
}

#[test]
fn an_attackers_order_is_given_where_he_stands() {
    let asked = |hq: &str| {
        let game = open(with_of(data(), &format!("156 3611, X 3610, 51HQ {hq}")), Phase::SovietDeclaration);
        allows(&after(game, "attack 3610; done; order none; with 156"), "order no-retreat")
    };
    let grid = &data().map.grid;
    let far = |from, to| grid.distance(hex(from), hex(to));
    assert_eq!((far("3611", "3615"), far("3610", "3615"), far("3611", "3606"), far("3610", "3606")), (4, 5, 5, 4));
    assert!(asked("3615") && !asked("3606"), "four hexes from 3611, be it five from 3610");
}

#[test]
fn a_zone_of_ones_own_opens_no_way_to_a_further_retreat() {
    // 3607 lies in the zone of X, and in that of the 271st in 3608. 2-1, a 7 is -/R.
    let beaten = |order: &str| {
        let game = open(with_of(data(), "73 3505, X 3706, 106 3606, 271 3608, 51HQ 3709, 190AG 3302"), Phase::AxisDeclaration);
        after(game, &format!("attack 3606; done; order {order}; with 73; with X; order none; die 7"))
    };
    let ordinary = beaten("none");
    assert!(ordinary.in_zoc(Side::Axis, hex("3607")) && ordinary.in_zoc(Side::Soviet, hex("3607")));
    assert!(ends(&ordinary, "retreat").contains(&"3608".to_owned()), "at a price");
    assert_eq!(place(&beaten("further-retreat"), "106"), Place::ELIMINATED);
}

#[test]
fn command_points_come_back_with_the_next_turn() {
    let position = with_of(data(), "106 3708, 271 3709, 51HQ 3809, 73 3302");
    let mut game = open(position, Phase::SovietMotorized);
    for turn in [1, 2] {
        assert_eq!(game.game_turn(), turn);
        play(&mut game, "activate 106 by 51HQ");
        assert!(!allows(&game, "activate 271 by 51HQ"));
        go_on_to(&mut game, Phase::AxisMovement, 10);
        go_on_to(&mut game, Phase::SovietMotorized, 10);
    }
}
