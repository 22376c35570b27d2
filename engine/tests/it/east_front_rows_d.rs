//! East Front: control and arrivals, railways, headquarters, overruns on all ground, attacks on several hexes: halves of rules in
//! play.

use stavka_engine::east_front::data::{AirBox, Feature, edge};
use stavka_engine::east_front::movement::{Going, Payer, Prices, Step};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{EastFront, EastFrontDenial, OverrunReport, Phase, Place, Prepared};
use stavka_engine::game::{Game as _, Side, Turn};

use crate::east_front_kit::play::{
    after, allows, denial, ends, go_on_to, legal, open, place, play, prices, stands, start, unit, with, with_of,
};
use crate::east_front_kit::{CLEAR, MUDDY, data, hex, tables, variant};

/// The isthmus with a passage before its last place.
fn with_passage(passage: &str) -> &'static Prepared {
    let last = "[[place]]\nhex = \"4009\"";
    variant(&[("map.toml", last, &format!("{passage}\norigin = \"a test\"\n\n{last}"))])
}

/// Nine points of attack on the road in 3911.
const RAIDERS: &str = "5(+) 3911, 48K 3911, 42K 3911";

/// The raiders gathered against a gun in 3912, if they may.
fn raid(game: EastFront) -> Option<EastFront> {
    let game = after(game, "select 5(+)");
    let game = allows(&game, "join 48K").then(|| after(game, "join 48K; join 42K"))?;
    allows(&game, "overrun 3912 from 3911").then(|| after(game, "overrun 3912 from 3911"))
}

fn modifiers(game: &EastFront) -> Vec<i8> {
    let report: OverrunReport = game.overrun_report().expect("an overrun is in progress");
    report.modifiers.expect("the die is to be rolled").terms.iter().map(|(_, drm)| *drm).collect()
}

/// The assault guns with another attack strength, and as another kind of unit.
fn assault_guns(attack: u8, kind: &str) -> &'static Prepared {
    let front = "front = { attack = 2, defence = 1, ma = 7,";
    let now = "side = \"axis\"\nnationality = \"german\"\nkind = \"assault-gun\"";
    variant(&[
        ("units.toml", front, &front.replace("attack = 2", &format!("attack = {attack}"))),
        ("units.toml", now, &now.replace("assault-gun", kind)),
    ])
}

// ---- hexes -----------------------------------------------------------------

#[test]
fn the_controller_of_a_contested_hex_stays_whoever_he_is() {
    // 3808 lies between 3807 and 3809.
    for side in Side::ALL {
        let contested = with("73 3807, 271 3809").and_then(|builder| builder.control(side, "3808"));
        let game = open(contested, Phase::AxisMovement);
        assert!(Side::ALL.into_iter().all(|side| game.in_zoc(side, hex("3808"))));
        assert_eq!(game.controller(hex("3808")), side);
    }
    // By 3707 and into 3708, beside 3808 all the way.
    let game = after(open(with("X 3706, 271 3809"), Phase::AxisMovement), "select X; move > 3708");
    assert_eq!(["3707", "3708", "3808"].map(|at| game.controller(hex(at))), [Side::Axis, Side::Axis, Side::Soviet]);
}

#[test]
fn air_units_hold_no_hex() {
    let position = with("271 4014, X 3201").and_then(|builder| builder.air_box("Ju88", AirBox::Ready));
    let mut game = after(open(position, Phase::Interdiction), "interdict 3712; fly Ju88 3712");
    go_on_to(&mut game, Phase::AxisMovement, 1);
    assert_eq!(game.interdiction(hex("3712")), 1);
    assert_eq!((game.occupant(hex("3712")), game.controller(hex("3712"))), (None, Side::Soviet));
    assert!(!game.in_zoc(Side::Axis, hex("3712")) && !game.in_zoc(Side::Axis, hex("3713")));
}

#[test]
fn a_friend_in_a_hex_of_enemy_zone_lets_a_retreat_through() {
    // Both ways out of 3606 lead through an Axis zone; the tanks stand in 3607.
    let position = with("73 3505, X 3706, 106 3606, 5(+) 3607, 190AG 3302");
    let mut game = after(open(position, Phase::AxisDeclaration), "attack 3606; done; with 73; with X; order none; die 7");
    assert!(game.in_zoc(Side::Axis, hex("3607")));
    play(&mut game, "retreat 3608");
    assert!(stands(&game, "106", "3608") && game.steps(unit("106")) == 2 && game.turn() != Turn::Chance);
}

// ---- arrivals and withdrawals ----------------------------------------------

#[test]
fn a_reinforcement_arrives_on_its_turn_and_not_before() {
    for (turn, then) in [(48, Place::RESERVE), (49, Place::ARRIVED)] {
        let mut game = open(start().turn(turn), Phase::Weather);
        go_on_to(&mut game, Phase::AxisMovement, 10);
        assert_eq!(place(&game, "50"), then, "turn {turn}");
        assert_eq!(allows(&game, "select 50"), turn == 49, "turn {turn}");
    }
}

#[test]
fn a_reinforcement_that_has_arrived_does_not_arrive_again() {
    let mut game = open(start().turn(49), Phase::Weather);
    go_on_to(&mut game, Phase::AxisMovement, 10);
    play(&mut game, "select 50; move > 3405");
    for turn in [50, 51] {
        go_on_to(&mut game, Phase::SovietMovement, 10);
        go_on_to(&mut game, Phase::AxisMovement, 10);
        assert_eq!((game.game_turn(), place(&game, "50")), (turn - 47, Place::on(hex("3405"))));
    }
}

/// The assault guns as the reinforcement of 3205.
fn arriving(attack: u8) -> &'static Prepared {
    let front = "front = { attack = 2, defence = 1, ma = 7,";
    variant(&[
        ("scenario.toml", "unit = \"50\"\nsteps = 2", "unit = \"190AG\"\nsteps = 1"),
        ("scenario.toml", "units = [\"73\", \"190AG\"]", "units = [\"73\"]"),
        ("units.toml", front, &front.replace("attack = 2", &format!("attack = {attack}"))),
    ])
}

#[test]
fn an_entry_hex_in_an_enemy_zone_is_closed_to_all_who_do_not_infiltrate() {
    let infantry = |enemy: &str| {
        let position = with(&format!("{enemy} 3206, 73 4001")).and_then(|builder| builder.put_in_box("50", Place::ARRIVED));
        open(position, Phase::AxisMovement)
    };
    assert_eq!(denial(&infantry("106"), "select 50"), EastFrontDenial::EntryClosed);
    assert!(allows(&infantry("5(+)"), "select 50"), "tanks without a zone");
    let wheels = |enemy: &str| {
        let position = with_of(arriving(2), &format!("{enemy} 3206")).and_then(|builder| builder.put_in_box("190AG", Place::ARRIVED));
        after(open(position, Phase::AxisMovement), "select 190AG")
    };
    assert_eq!(ends(&wheels("106"), "move"), ["3205"], "in, and no further");
    assert!(ends(&wheels("5(+)"), "move").len() > 10);
}

#[test]
fn a_reinforcement_overruns_from_its_entry_hex() {
    let enters = |die: u8| {
        let position = with_of(arriving(6), "52 3206, 106 4014").and_then(|builder| builder.put_in_box("190AG", Place::ARRIVED));
        let game = after(open(position, Phase::AxisMovement), "select 190AG; overrun 3206 from 3205");
        after(game, &format!("die {die}"))
    };
    // 6-1 gives nothing, guns alone -1: a 10 is read as 9, a 3 as 2.
    let failed = enters(10);
    assert!(stands(&failed, "190AG", "3205") && stands(&failed, "52", "3206"));
    let won = enters(3);
    assert!(stands(&won, "190AG", "3206"));
    assert_eq!(place(&won, "52"), Place::CADRE);
}

#[test]
fn a_unit_as_strong_leaves_for_one_that_is_lost() {
    let named = variant(&[("scenario.toml", "turn = 50\nunits = [\"LAH/Rcn\"]", "turn = 50\nunits = [\"X\"]")]);
    let due = |placed: &str| {
        let position = with_of(named, placed).and_then(|builder| builder.put_in_box("X", Place::CADRE)?.turn(50));
        open(position.and_then(|builder| builder.air_box("Ju87/1", AirBox::Ready)), Phase::Arrivals)
    };
    let lost = due("73 3302, R1 3303, Eng 3304, 106 4014");
    assert_eq!(legal(&lost), ["withdraw 73"], "not the weak regiment, not engineers");
    assert_eq!(place(&after(lost, "withdraw 73"), "73"), Place::WITHDRAWN);
    assert_eq!(legal(&due("R1 3303, Eng 3304, 106 4014")), ["withdraw Ju87/1"], "nobody leaves, the next one does");
}

#[test]
fn cavalry_arrives_in_the_motorized_phase_too() {
    let rider = "[[stack]]\nhex = \"4009\"\nunits = [\"48K\"]";
    let scenario = include_str!("../../data/east-front/scenarios/tartar-trench.toml");
    let stack = scenario[scenario.find(rider).expect("it starts in 4009")..].split("\n\n").next().expect("a block");
    let arriving = variant(&[("scenario.toml", "unit = \"50\"\nsteps = 2", "unit = \"48K\"\nsteps = 2"), ("scenario.toml", stack, "")]);
    for (phase, points) in [(Phase::SovietMotorized, 5), (Phase::SovietMovement, 11)] {
        let position = with_of(arriving, "271 4014, X 4001").and_then(|builder| builder.put_in_box("48K", Place::ARRIVED));
        let game = after(open(position, phase), "select 48K");
        assert_eq!(game.march_report().expect("it is about to enter").points, points, "half a point of road less");
    }
}

// ---- movement --------------------------------------------------------------

#[test]
fn a_railway_takes_a_point_off_woods_in_all_weather() {
    let woods = CLEAR.with(Feature::Woods);
    for sky in Condition::ALL {
        for payer in [Payer::Foot, Payer::Wheels, Payer::SovietTank] {
            let prices = Prices::new(tables(), Going::of(sky), payer);
            let cost = |side| prices.off_road(Step { to: woods, side, fortified: false, enemy_zoc: false }).map(|cost| cost.0);
            assert_eq!(cost(edge::RAIL).map(|along| along + 2), cost(0), "{sky:?}, {payer:?}");
        }
    }
}

#[test]
fn wheels_enter_a_swamp_along_the_railway() {
    // Swamp in 3707: the railway leads into it from 3607, nothing from 3608; battalions without a zone close the road.
    let swamp = variant(&[("map.toml", "\".~.~.....\", # 07", "\".~.~.p...\", # 07")]);
    let into = |from: &str| {
        let game = open(with_of(swamp, &format!("5(+) {from}, 190AG 3706, LAH/Rcn 3808")), Phase::SovietMotorized);
        prices(&after(game, "select 5(+)")).get("3707").copied()
    };
    assert_eq!((into("3607"), into("3608")), (Some(6), Some(8)), "three points, and one more round by the railway");
}

#[test]
fn activated_units_have_their_full_allowance_guns_among_them() {
    let active = |id: &str, phase| {
        let game = after(open(with(&format!("{id} 3812, 51HQ 3810, X 3201")), phase), &format!("activate {id} by 51HQ; select {id}"));
        game.march_report().expect("it is on the move").points
    };
    for id in ["271", "52"] {
        assert_eq!(active(id, Phase::SovietMotorized), 8, "{id}: four points");
    }
}

#[test]
fn a_stack_on_the_move_takes_nobody_up() {
    let game = raid(open(with(&format!("{RAIDERS}, 49 3912, X 4001")), Phase::SovietMotorized)).expect("nine to one");
    let game = after(game, "die 4; drop 5(+)");
    assert_eq!(denial(&game, "join 5(+)"), EastFrontDenial::MayNotJoin);
    assert!(!legal(&game).iter().any(|line| line.starts_with("join")));
}

// ---- overruns --------------------------------------------------------------

#[test]
fn germans_overrun_at_five_to_one_and_soviets_at_seven() {
    let german = |attack: u8| {
        let game = open(with_of(assault_guns(attack, "assault-gun"), "190AG 3911, 106 3912"), Phase::AxisMovement);
        let game = after(game, "select 190AG");
        allows(&game, "overrun 3912 from 3911").then(|| modifiers(&after(game, "overrun 3912 from 3911")))
    };
    assert_eq!((german(19), german(20)), (None, Some(vec![2, 1])), "5-1, and a defence of four");
    let soviet = |attack: u8| {
        let front = "front = { attack = 3, defence = 1, ma = 4,";
        let tanks = variant(&[("units.toml", front, &front.replace("attack = 3", &format!("attack = {attack}")))]);
        allows(&after(open(with_of(tanks, "5(+) 3911, 49 3912"), Phase::SovietMotorized), "select 5(+)"), "overrun 3912 from 3911")
    };
    assert!(!soviet(6) && soviet(7));
}

#[test]
fn rivers_help_against_overruns_and_major_ones_forbid_them() {
    let across = |class: &str| {
        let water = format!("[[water]]\nname = \"a water\"\nclass = \"{class}\"\nsides = [\"3911/3912\"]");
        let water = if class == "river" { water } else { format!("{water}\nbridges = [\"3911/3912\"]") };
        let position = with_of(with_passage(&water), &format!("{RAIDERS}, 49 3912, X 4001"));
        raid(open(position, Phase::SovietMotorized)).map(|game| modifiers(&game))
    };
    assert_eq!(across("river"), Some(vec![-1, -1, 2]), "nine to one, guns alone, the river");
    assert_eq!(across("major-river"), None, "by a bridge neither");
}

#[test]
fn a_swamp_is_overrun_in_frost_alone() {
    // Swamp in 3912, on the road.
    let swamp = ("map.toml", "\".........\", # 12", "\".......p.\", # 12");
    let frost = MUDDY.2.replace("\"mud\"", "\"frost\"");
    let overruns = |changes: &[(&str, &str, &str)]| {
        let mut game = open(with_of(variant(changes), &format!("{RAIDERS}, 49 3912, X 4001")), Phase::Weather);
        go_on_to(&mut game, Phase::SovietMotorized, 10);
        raid(game).is_some()
    };
    let frozen = (MUDDY.0, MUDDY.1, &*frost);
    assert_eq!([overruns(&[swamp]), overruns(&[swamp, frozen]), overruns(&[frozen])], [false, true, true]);
}

#[test]
fn fortifications_are_overrun_at_twelve_to_one_with_motorized_engineers() {
    let strongpoint = |attack: u8, kind: &str| {
        let position = with_of(assault_guns(attack, kind), "190AG 3911, 52 3912, 106 3201");
        let game = open(position.and_then(|builder| builder.strongpoint(Side::Soviet, "3912", true)), Phase::AxisMovement);
        let game = after(game, "select 190AG");
        allows(&game, "overrun 3912 from 3911").then(|| modifiers(&after(game, "overrun 3912 from 3911")))
    };
    let engineers = "motorized-engineer";
    assert_eq!(strongpoint(12, engineers), Some(vec![-2, -1, 2]), "the odds, guns alone, the strongpoint");
    assert_eq!((strongpoint(11, engineers), strongpoint(12, "assault-gun")), (None, None));
    let line = |kind: &str, breached: bool| {
        let position = with_of(assault_guns(12, kind), "190AG 3505, 52 3606, 106 4014");
        let position = position.and_then(|builder| if breached { builder.breached("3606") } else { Ok(builder) });
        allows(&after(open(position, Phase::AxisMovement), "select 190AG"), "overrun 3606 from 3505")
    };
    assert_eq!([line("assault-gun", false), line(engineers, false), line("assault-gun", true)], [false, true, true]);
}

#[test]
fn allies_of_the_axis_do_not_join_an_overrun() {
    let front = "front = { attack = 2, defence = 1, ma = 7,";
    let now = "nationality = \"german\"\nservice = \"ss\"\nkind = \"reconnaissance\"";
    let joins = |nation: &str| {
        let then = format!("nationality = \"{nation}\"\nkind = \"reconnaissance\"");
        let changes = [("units.toml", front, "front = { attack = 6, defence = 1, ma = 7,"), ("units.toml", now, &*then)];
        let game = open(with_of(variant(&changes), "190AG 3911, LAH/Rcn 3911, 52 3912"), Phase::AxisMovement);
        let game = after(game, "select 190AG");
        assert!(allows(&game, "overrun 3912 from 3911"), "six to one without them");
        allows(&game, "join LAH/Rcn")
    };
    assert!(joins("german") && !joins("romanian"));
}

#[test]
fn nobody_overruns_in_reaction() {
    // The assault guns beside guns without a zone, near an attack.
    let placed = "271 3705, 46 3605, 190AG 3604, 52 3503";
    let overrun = |line: &String| line.starts_with("overrun");
    let guns = assault_guns(6, "assault-gun");
    let moving = after(open(with_of(guns, placed), Phase::AxisMovement), "select 190AG");
    assert!(legal(&moving).iter().any(overrun));
    let reacting = after(open(with_of(guns, placed), Phase::SovietDeclaration), "attack 3605; done; select 190AG");
    assert!(!legal(&reacting).iter().any(overrun));
}

#[test]
fn others_may_try_again_where_an_overrun_has_failed() {
    let tanks = "front = { attack = 3, defence = 1, ma = 4,";
    let rider = "name = \"48th Cavalry Division\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"cavalry\"\nsize = \"division\"\n\
                 mobility = \"cavalry\"\ninfiltrates = true\nsteps = 2\nfront = { attack = 3,";
    let strong = variant(&[
        ("units.toml", tanks, &tanks.replace("attack = 3", "attack = 7")),
        ("units.toml", rider, &rider.replace("attack = 3", "attack = 5")),
    ]);
    let mut game = open(with_of(strong, "5(+) 3911, 48K 3910, 42K 3910, 49 3912, X 4001"), Phase::SovietMotorized);
    // 7-1 and 8-1 give nothing, guns alone -1: a 10 is read as 9, a 3 as 2.
    play(&mut game, "select 5(+); overrun 3912 from 3911; die 10");
    assert!(stands(&game, "49", "3912") && stands(&game, "5(+)", "3911"));
    assert_eq!(denial(&game, "select 5(+)"), EastFrontDenial::AlreadyMoved);
    play(&mut game, "select 48K; join 42K; overrun 3912 from 3911; die 3");
    assert!(stands(&game, "48K", "3912") && place(&game, "49") == Place::CADRE);
}

// ---- attacks ---------------------------------------------------------------

#[test]
fn a_gun_supports_an_attack_on_several_hexes_with_one_of_them_in_range() {
    let grid = &data().map.grid;
    let supports = |from: &str| {
        let reach = ["3606", "3705"].map(|at| grid.distance(hex(from), hex(at)));
        let game = open(with(&format!("46 3605, 49 {from}, 106 3606, 271 3705")), Phase::AxisDeclaration);
        (reach, allows(&after(game, "attack 3705; also 3606; done; with 46"), "support 49"))
    };
    assert_eq!((supports("3304"), supports("3303")), (([3, 4], true), ([4, 4], false)), "its range is three");
}
