//! East Front: charts, substitutes, super-heavy artillery, Soviet guns and the phases of the turn in played positions.

use stavka_engine::east_front::data::{AirBox, Kind, edge};
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::movement::{Going, Payer, Prices, Step};
use stavka_engine::east_front::surrender::{self, Pocket};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Side};
use stavka_engine::kit::position::PositionError;

use crate::east_front_kit::play::{
    after, air_box, allows, attacked, denial, go_on_to, legal, open, place, play, prices, reach, stands, start, to_participants, unit,
    with, with_of,
};
use crate::east_front_kit::{CLEAR, Change, DRY, SKIES, data, hex, passage, tables, under, variant};

/// The letter of the ground in 3612.
fn ground_of_3612(letter: char) -> Change {
    ("map.toml", "\".........\", # 12", format!("\"....{letter}....\", # 12").leak())
}

// ---- super-heavy artillery -----------------------------------------------------

#[test]
fn super_heavies_take_main_roads_in_all_weather_and_minor_ones_in_dry() {
    let cost = |sky, side| {
        let step = Step { to: CLEAR, side, fortified: false, enemy_zoc: false };
        Prices::new(tables(), Going::of(sky), Payer::SuperHeavy).by_road(step).map(|entry| entry.cost.0)
    };
    for road in [edge::MAIN, edge::MOTORWAY] {
        assert_eq!(Condition::ALL.map(|sky| cost(sky, road)), [Some(2); 5]);
    }
    assert_eq!(Condition::ALL.map(|sky| cost(sky, edge::MINOR)), [Some(2), None, None, None, None]);
    let hauled = |sky: &str, from: &str| {
        let position = with_of(under(sky, &[]), "73 3302, 271 4014").and_then(|builder| builder.back_up("641", true)?.place("641", from));
        reach(position, Phase::AxisMovement)
    };
    for sky in SKIES {
        let main = after(hauled(sky, "3403"), "select 641");
        assert_eq!(prices(&main).get("3503"), Some(&2), "{sky}");
        let minor = hauled(sky, "3405");
        assert_eq!(allows(&minor, "select 641"), sky == "dry", "{sky}");
        if sky == "dry" {
            assert_eq!(prices(&after(minor, "select 641")).get("3305"), Some(&2));
        } else {
            assert_eq!(denial(&minor, "select 641"), EastFrontDenial::NowhereToGo, "{sky}");
        }
    }
}

#[test]
fn super_heavy_artillery_that_moved_stays_mobile_for_the_turn() {
    // The other gun is ready to fire, so that the phase asks in any case.
    let position = |placed: &str| with(placed).and_then(|builder| builder.back_up("641", true)?.place("641", "3504"));
    let mut moved = after(open(position("I/814 3401, 271 4014"), Phase::AxisMovement), "select 641; move > 3503");
    go_on_to(&mut moved, Phase::AxisEngineer, 10);
    assert_eq!(denial(&moved, "flip 641"), EastFrontDenial::CannotConvert);
    // From firing to mobile at any time, and on the road in the next turn.
    play(&mut moved, "flip I/814");
    assert!(moved.is_back_up(unit("I/814")));
    go_on_to(&mut moved, Phase::AxisMovement, 10);
    assert!(allows(&moved, "select I/814"));
    // Who rests fires from the next turn on.
    let mut rested = open(position("73 3505, 106 3606"), Phase::AxisMovement);
    go_on_to(&mut rested, Phase::AxisEngineer, 10);
    play(&mut rested, "flip 641");
    go_on_to(&mut rested, Phase::AxisDeclaration, 10);
    assert!(allows(&to_participants_with(rested, "73"), "support 641"));
}

fn to_participants_with(game: EastFront, id: &str) -> EastFront {
    after(to_participants(after(game, "attack 3606; done")), &format!("with {id}"))
}

// ---- substitutes ------------------------------------------------------------------

#[test]
fn a_division_gives_all_steps_but_the_last_free_of_cost_and_in_enemy_zones() {
    let mut engaged = open(with("73 3505, 106 3606"), Phase::AxisMovement);
    assert!(engaged.in_zoc(Side::Soviet, hex("3505")));
    play(&mut engaged, "detach 73; detach 73 strong; detach 73");
    assert_eq!((engaged.steps(unit("73")), denial(&engaged, "detach 73")), (1, EastFrontDenial::MayNotDetach));
    assert!(["R1", "R2", "S1"].iter().all(|id| stands(&engaged, id, "3505")));
    // Division and regiment both have their whole allowance afterwards.
    let free = open(with("73 3302, 190AG 3303, X 3303, Eng 3304, 271 4014"), Phase::AxisMovement);
    let whole = prices(&after(free.clone(), "select 73"));
    let divided = after(free.clone(), "detach 73");
    for id in ["73", "R1"] {
        assert_eq!(prices(&after(divided.clone(), &format!("select {id}"))), whole, "{id}");
    }
    for id in ["190AG", "X", "Eng"] {
        assert_eq!(denial(&free, &format!("detach {id}")), EastFrontDenial::MayNotDetach, "{id} is no infantry division");
    }
    let motorized = open(with("73 3302, 190AG 3303, 271 4014"), Phase::AxisMotorized);
    assert!(allows(&motorized, "select 190AG") && !allows(&motorized, "detach 73"), "in the Movement Phase alone");
    let soviet = open(with("271 3809, 73 3302"), Phase::SovietMovement);
    assert!(allows(&soviet, "select 271") && !allows(&soviet, "detach 271"), "the Axis alone");
}

#[test]
fn a_regiment_is_strong_only_when_the_division_loses_two_points() {
    let start = "name = \"73rd Infantry Division\"\nside = \"axis\"\nnationality = \"german\"\nkind = \"infantry\"\nsize = \"division\"\n\
                 mobility = \"foot\"\nsteps = 4\n";
    let sides = |front: &str, back: &str| {
        let [front, back] =
            [(front, 6), (back, 4)].map(|(values, stacking)| format!("{{ {values}, ma = 5, stacking = {stacking}, zoc = true }}"));
        &*format!("{start}front = {front}\nback = {back}").leak()
    };
    // 7-8-5 and 4-4-5, the division of the example: 7, 5, 4, 2.
    let change = (
        "units.toml",
        sides("attack = 8, defence = 9", "attack = 4, defence = 5"),
        sides("attack = 7, defence = 8", "attack = 4, defence = 4"),
    );
    let left = |steps| {
        let position = with_of(variant(&[change]), "73 3302, 271 4014").and_then(|builder| builder.steps("73", steps));
        let game = open(position, Phase::AxisMovement);
        assert!(allows(&game, "detach 73"), "a regular one at any rate");
        (game.values(unit("73")).attack, allows(&game, "detach 73 strong"))
    };
    assert_eq!([4, 3, 2].map(left), [(7, true), (5, false), (4, true)]);
}

#[test]
fn regiments_of_either_kind_restore_steps_at_the_end_of_every_movement_of_the_axis() {
    let short = |placed: &str, steps| with(placed).and_then(|builder| builder.steps("46", steps));
    let mut game = after(open(short("46 3401, R1 3401, S1 3401, 271 4014", 3), Phase::AxisMovement), "done");
    assert_eq!(legal(&game), ["done", "recombine 46 R1", "recombine 46 S1"]);
    play(&mut game, "recombine 46 S1");
    assert_eq!((game.steps(unit("46")), place(&game, "S1")), (4, Place::RESERVE));
    assert!(stands(&game, "R1", "3401") && !allows(&game, "recombine 46 R1"), "no more than its full strength");
    let motorized = open(short("46 3401, R1 3401, 190AG 3303, 271 4014", 3), Phase::AxisMotorized);
    assert!(allows(&after(motorized, "done"), "recombine 46 R1"));
    let reaction = open(short("156 3706, 46 3606, R1 3606", 3), Phase::SovietDeclaration);
    let reaction = after(reaction, "attack 3606; done");
    assert_eq!((reaction.current_phase(), legal(&reaction)), (Phase::AxisReaction, vec!["done".to_owned(), "recombine 46 R1".to_owned()]));
    // A regiment of another hex restores nothing.
    let apart = after(open(short("46 3401, R1 3402, 271 4014", 3), Phase::AxisMovement), "done");
    assert!(!allows(&apart, "recombine 46 R1"));
}

#[test]
fn regiments_recombine_before_stacks_are_counted() {
    // Six, two and two points and the assault guns: eleven, of which the division takes two into itself.
    let position = with("73 3504, R1 3504, X 3504, 190AG 3604, 271 4014").and_then(|builder| builder.steps("73", 3));
    let full = after(open(position, Phase::AxisMovement), "select 190AG; move > 3504; done");
    assert_eq!(full.stacking_points(hex("3504")), 11);
    let whole = after(full.clone(), "recombine 73 R1");
    assert_eq!(whole.stacking_points(hex("3504")), 9);
    assert!(!legal(&whole).iter().any(|line| line.starts_with("remove")));
    assert!(legal(&after(full, "done")).iter().all(|line| line.starts_with("remove")));
}

// ---- overruns ---------------------------------------------------------------------

/// The assault guns with so many points of attack.
fn assault_guns(attack: u8) -> Change {
    let front = "front = { attack = 2, defence = 1, ma = 7,";
    ("units.toml", front, front.replace("attack = 2", &format!("attack = {attack}")).leak())
}

/// The engineers on wheels, with seven points of movement and so many of attack.
fn motorized_engineers(attack: u8) -> Change {
    let text = |kind: &str, mobility: &str, attack, ma| {
        format!(
            "name = \"Combat Engineer Regiment\"\nside = \"axis\"\nnationality = \"german\"\nkind = \"{kind}\"\nsize = \"regiment\"\n\
             mobility = \"{mobility}\"\nsteps = 2\nfront = {{ attack = {attack}, defence = 2, ma = {ma},"
        )
        .leak()
    };
    ("units.toml", text("engineer", "foot", 2, 5), text("motorized-engineer", "motorized", attack, 7))
}

/// Whether a unit in 3911 may overrun the gun in 3912.
fn overruns(sky: &str, changes: &[Change], id: &str, fortified: bool) -> bool {
    let position = with_of(under(sky, changes), &format!("{id} 3911, 52 3912"));
    let position = position.and_then(|builder| if fortified { builder.strongpoint(Side::Soviet, "3912", true) } else { Ok(builder) });
    let game = reach(position, Phase::AxisMovement);
    allows(&after(game, &format!("select {id}")), "overrun 3912 from 3911")
}

#[test]
fn overruns_need_five_to_one_and_twelve_with_engineers_against_works_and_cities() {
    let guns = |attack| overruns("dry", &[assault_guns(attack)], "190AG", false);
    assert_eq!([4, 5].map(guns), [false, true]);
    let works =
        |attack| [overruns("dry", &[assault_guns(attack)], "190AG", true), overruns("dry", &[motorized_engineers(attack)], "Eng", true)];
    assert_eq!([works(11), works(12)], [[false, false], [false, true]]);
    let city = passage("[[place]]\nhex = \"3912\"\nname = \"A city\"\nkind = \"city\"");
    let streets = |attack| {
        [("190AG", assault_guns(attack)), ("Eng", motorized_engineers(attack))]
            .map(|(id, change)| overruns("dry", &[change, city], id, false))
    };
    assert_eq!([streets(11), streets(12)], [[false, false], [false, true]]);
    // Over the line of 3606, until it is destroyed.
    let line = |breached: bool| {
        let position = with_of(variant(&[assault_guns(12)]), "190AG 3505, 52 3606, 271 4014");
        let position = position.and_then(|builder| if breached { builder.breached("3606") } else { Ok(builder) });
        allows(&after(open(position, Phase::AxisMovement), "select 190AG"), "overrun 3606 from 3505")
    };
    assert!(!line(false) && line(true));
}

#[test]
fn no_overrun_crosses_major_rivers_or_enters_a_swamp_that_is_not_frozen() {
    let guns = assault_guns(12);
    let swamp = ("map.toml", "\".........\", # 12", "\".......p.\", # 12");
    assert_eq!(["dry", "frost"].map(|sky| overruns(sky, &[guns, swamp], "190AG", false)), [false, true]);
    let water = |class: &str| passage(&format!("[[water]]\nname = \"a water\"\nsides = [\"3911/3912\"]\n{class}"));
    let bridged = water("class = \"major-river\"\nbridges = [\"3911/3912\"]");
    assert!(!overruns("dry", &[guns, bridged], "190AG", false), "be there a bridge");
    assert!(overruns("dry", &[guns, water("class = \"river\"")], "190AG", false), "a river is no bar");
}

#[test]
fn the_overrun_example_comes_out() {
    // Thirteen points of motorized engineers against a gun in a strongpoint on a main road.
    let position = with_of(variant(&[motorized_engineers(13)]), "Eng 3911, 52 3912");
    let position = position.and_then(|builder| builder.strongpoint(Side::Soviet, "3912", true));
    let mut game = after(open(position, Phase::AxisMovement), "select Eng; overrun 3912 from 3911");
    let told = |game: &EastFront| {
        let tally = game.overrun_report().and_then(|report| report.modifiers).expect("the die is to be rolled");
        (tally.terms.iter().map(|&(_, drm)| drm).collect::<Vec<_>>(), tally.net)
    };
    assert_eq!(told(&game), (vec![-2, -1, 2], -1));
    // 6 is read as 5: out by two hexes, without a loss.
    play(&mut game, "die 6; retreat 3914");
    assert!(stands(&game, "52", "3914") && game.has_overrun_marker(unit("52")) && stands(&game, "Eng", "3912"));
    assert_eq!(game.march_report().map(|report| report.points), Some(14 - 5), "a point, half a point of road, one for the works");
    // Ten points up a hill against a reduced division: +4 is +3, an 8 is 11.
    let hill = ("map.toml", "\".........\", # 12", "\".......h.\", # 12");
    let position = with_of(variant(&[assault_guns(10), hill]), "190AG 3911, 106 3912").and_then(|builder| builder.steps("106", 1));
    let mut game = after(open(position, Phase::AxisMovement), "select 190AG; overrun 3912 from 3911");
    assert_eq!(told(&game), (vec![2, 2], 3));
    play(&mut game, "die 8");
    assert_eq!((place(&game, "190AG"), stands(&game, "106", "3912")), (Place::CADRE, true));
    // Thirteen points against the same two: 6-1 and no modifier for them.
    let position = with_of(variant(&[assault_guns(13), hill]), "190AG 3911, 106 3912").and_then(|builder| builder.steps("106", 1));
    let game = after(open(position, Phase::AxisMovement), "select 190AG; overrun 3912 from 3911");
    assert_eq!(told(&game), (vec![2], 2));
    // The other end of the scale: 14-1, a marker, guns alone.
    let position = with_of(variant(&[assault_guns(14)]), "190AG 3911, 52 3912").and_then(|builder| builder.overrun("52"));
    let game = after(open(position, Phase::AxisMovement), "select 190AG; overrun 3912 from 3911");
    assert_eq!(told(&game), (vec![-3, -1, -1], -3));
}

// ---- tables after the die ----------------------------------------------------------

#[test]
fn germans_and_woods_help_on_the_retreat_table() {
    let woods = ("map.toml", "woods = []", "woods = [\"3605\", \"3607\"]");
    // Both ways out of 3606 lead through an enemy zone, and a 7 is -/R: 7 against 2 and 10 against 4 without the line.
    let fates = |changes: &[Change], id: &str, phase, placed: &str, attackers: &str, dice: [u8; 2]| {
        let game = attacked(open(with_of(variant(changes), placed), phase), "3606", attackers);
        let game = after(game, "die 7");
        let way = legal(&game).into_iter().find(|line| line.starts_with("retreat")).expect("there is a way");
        let game = after(game, &way);
        dice.map(|die| place(&after(game.clone(), &format!("die {die}")), id) == Place::CADRE)
    };
    let german =
        |changes, dice| fates(changes, "Eng", Phase::SovietDeclaration, "Eng 3606, 156 3505, 172 3706, 5(+) 4014", "156 172", dice);
    let soviet = |changes, dice| fates(changes, "106", Phase::AxisDeclaration, "106 3606, 73 3505, X 3706, 190AG 3302", "73 X", dice);
    assert_eq!([soviet(&[], [3, 4]), german(&[], [5, 6])], [[false, true]; 2]);
    assert_eq!([soviet(&[woods], [5, 6]), german(&[woods], [7, 8])], [[false, true]; 2]);
}

#[test]
fn surrender_is_likelier_from_turn_31_to_turn_61() {
    let drm = |turn| surrender::modifier(&tables().surrender, Pocket::default(), turn);
    assert_eq!([30, 31, 48, 61, 62].map(drm), [0, -2, -2, -2, 0]);
}

// ---- guns --------------------------------------------------------------------------

/// A Soviet counter as a gun with two points of support and a range of four.
fn gun(name: &str, kind: &str, rest: &str) -> Change {
    let own = |kind: &str, size: &str| {
        format!("name = \"{name}\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"{kind}\"\nsize = \"{size}\"\n")
    };
    let face = "mobility = \"orange\"\nsteps = 1\nfront = { support = 2, range = 4, defence = 1, ma = 4, stacking = 1, zoc = false }";
    ("units.toml", (own(kind, "division") + rest).leak(), (own("artillery", "regiment") + face).leak())
}

/// The isthmus with five Soviet guns: 52, 156, 172, 48K and 42K, in this order.
fn five_guns() -> &'static Prepared {
    let rifles = |attack, back: &str| {
        format!(
            "mobility = \"foot\"\nsteps = 2\nfront = {{ attack = {attack}, defence = 4, ma = 4, stacking = 4, zoc = true }}\nback = {{ {back}, zoc = true }}"
        )
    };
    let riders = "mobility = \"cavalry\"\ninfiltrates = true\nsteps = 2\nfront = { attack = 3, defence = 2, ma = 6, stacking = 3, zoc = true }\n\
                  back = { attack = 1, defence = 1, ma = 6, stacking = 3, zoc = true }";
    variant(&[
        gun("156th Rifle Division", "infantry", &rifles(4, "attack = 2, defence = 2, ma = 4, stacking = 3")),
        gun("172nd Rifle Division", "infantry", &rifles(3, "attack = 1, defence = 2, ma = 4, stacking = 4")),
        gun("48th Cavalry Division", "cavalry", riders),
        gun("42nd Cavalry Division", "cavalry", riders),
    ])
}

/// The guns that may be committed to 3606 after these.
fn guns_for_3606(
    position: Result<PositionBuilder, PositionError>,
    plane: Option<&str>,
    over: &str,
    committed: &str,
) -> (EastFront, Vec<String>) {
    let position = position.and_then(|builder| if let Some(id) = plane { builder.air_box(id, AirBox::Ready) } else { Ok(builder) });
    let mut game = open(position, Phase::Interdiction);
    if let Some(id) = plane {
        play(&mut game, &format!("interdict {over}; fly {id} {over}"));
    }
    go_on_to(&mut game, Phase::AxisDeclaration, 1);
    play(&mut game, "attack 3606; done");
    committed.split_whitespace().for_each(|id| play(&mut game, &format!("barrage {id} 3606")));
    let offered = legal(&game).into_iter().filter_map(|line| line.strip_prefix("barrage ").map(|rest| rest.replace(" 3606", ""))).collect();
    (game, offered)
}

#[test]
fn the_examples_of_soviet_artillery_come_out() {
    let offered = |placed: &str, broken: bool, committed: &str| {
        let position = with_of(five_guns(), &format!("73 3505, 106 3606, {placed}")).and_then(|builder| builder.back_up("51HQ", broken));
        guns_for_3606(position, None, "", committed).1
    };
    // One: a gun inside or a gun outside.
    assert_eq!(offered("52 3606, 156 3708", false, ""), ["52", "156"]);
    assert!(offered("52 3606, 156 3708", false, "52").is_empty() && offered("52 3606, 156 3708", false, "156").is_empty());
    // Two: all inside, and no other with them; of those in the range of a broken headquarters one.
    let two = "52 3606, 156 3606, 172 3708";
    assert_eq!(offered(two, false, "52"), ["156"]);
    assert!(offered(two, false, "52 156").is_empty() && offered(two, false, "172").is_empty());
    assert_eq!(offered(&format!("{two}, 51HQ 3610"), true, ""), ["52", "156", "172"]);
    assert!(offered(&format!("{two}, 51HQ 3610"), true, "52").is_empty());
    // Three: with the two beside a headquarters four, and not with another.
    let three = "52 3606, 156 3606, 172 3708, 48K 3708, 42K 3607, 51HQ 3708";
    assert_eq!(offered(three, false, "52 156"), ["172", "48K"]);
    assert!(offered(three, false, "52 156 172 48K").is_empty());
    assert!(offered(three, true, "52").is_empty(), "a broken one leaves one gun to them all");
    let five = "52 3606, 156 3606, 172 3708, 48K 3708, 42K 3708, 51HQ 3708";
    assert_eq!(offered(five, false, "52 156 172"), ["48K", "42K"]);
    assert!(offered(five, false, "52 156 172 48K").is_empty(), "four at most");
    // Seven points of support count no more than the four of the division.
    let position = with_of(five_guns(), &format!("73 3505, 106 3606, {three}"));
    let (game, _) = guns_for_3606(position, None, "", "52 156 172 48K");
    let game = after(game, "order none; with 73");
    assert_eq!(game.battle_sheet().map(|sheet| sheet.defence), Some(4 + 4));
}

#[test]
fn interdiction_silences_the_guns_of_a_headquarters_in_play() {
    let offered = |plane, over: &str, committed: &str| {
        let three = "52 3606, 156 3606, 172 3708, 48K 3708, 42K 3708, 51HQ 3708";
        guns_for_3606(with_of(five_guns(), &format!("73 3505, 106 3606, {three}")), plane, over, committed).1
    };
    // Two of three are left at level 1, one at level 2.
    assert_eq!(offered(Some("Ju88"), "3708", "172"), ["48K", "42K"]);
    assert!(offered(Some("Ju88"), "3708", "172 48K").is_empty() && !offered(None, "", "172 48K").is_empty());
    assert!(offered(Some("Ju87/1"), "3708", "172").is_empty());
    assert_eq!(offered(Some("Ju87/1"), "3708", "52 156"), ["172", "48K", "42K"]);
    assert!(offered(Some("Ju87/1"), "3708", "52 156 172").is_empty());
    assert_eq!(offered(Some("Ju88"), "4014", "172 48K"), ["42K"], "elsewhere it silences nobody");
}

#[test]
fn guns_support_attacks_within_their_range() {
    let at = ["3405", "3404", "3403", "3402", "3401"];
    let distances = at.map(|from| data().map.grid.distance(hex(from), hex("3606")));
    assert!(distances.contains(&3) && distances.contains(&4));
    for (from, distance) in at.into_iter().zip(distances) {
        let game = after(open(with(&format!("73 3505, 49 {from}, 106 3606")), Phase::AxisDeclaration), "attack 3606; done; with 73");
        assert_eq!(allows(&game, "support 49"), distance <= 3, "from {from}");
    }
}

#[test]
fn the_soviets_have_attack_supply_to_the_end() {
    let position = with("156 3611, 52 3611, X 3612, 73 3302").and_then(|builder| builder.turn(51));
    let game = to_participants(after(open(position, Phase::SovietDeclaration), "attack 3612; done"));
    let game = after(game, "with 156");
    assert!(allows(&game, "support 52"));
    assert_eq!(game.battle_sheet().map(|sheet| sheet.modifiers.of(Cause::NoAttackSupply)), Some(0));
}

// ---- the air -----------------------------------------------------------------------

#[test]
fn anti_aircraft_units_help_the_axis_and_the_il_2_is_hard_to_hit() {
    let il_2 = ("units.toml", "id = \"DB3/1\"\nmodel = \"DB3\"", "id = \"DB3/1\"\nmodel = \"IL-2\"");
    let flak = |kind: &str| &*format!("name = \"Infantry Regiment\"\nside = \"axis\"\nnationality = \"german\"\nkind = \"{kind}\"").leak();
    let flak = ("units.toml", flak("infantry"), flak("aa"));
    let shot = |changes: &[Change], die: u8| {
        let position =
            with_of(variant(changes), "73 3505, X 3505, 106 3606, 51HQ 3709").and_then(|builder| builder.air_box("DB3/1", AirBox::Ready));
        let game = after(open(position, Phase::AxisDeclaration), "attack 3606; done; order none");
        air_box(&after(game, &format!("fly DB3/1 3606; die {die}")), "DB3/1")
    };
    let [flown, damaged] = [Some(AirBox::Flown), Some(AirBox::Damaged)];
    assert_eq!([shot(&[], 9), shot(&[], 10), shot(&[], 7)], [flown, damaged, None]);
    assert_eq!([shot(&[flak], 9), shot(&[flak], 7)], [damaged, flown], "one more");
    assert_eq!([shot(&[il_2], 10), shot(&[il_2], 8)], [flown, None], "one less");
    assert_eq!([shot(&[il_2, flak], 10), shot(&[il_2, flak], 9)], [damaged, flown]);
}

#[test]
fn destroyed_air_units_do_not_roll_for_readiness() {
    let builder = start().turn(49).and_then(|builder| builder.air_box("SB", AirBox::Destroyed)?.air_box("Ju88", AirBox::Flown));
    let game = after(open(builder, Phase::Readiness), "die 1");
    assert_eq!(
        (game.current_phase(), air_box(&game, "SB"), air_box(&game, "Ju88")),
        (Phase::Interdiction, Some(AirBox::Destroyed), Some(AirBox::Ready))
    );
}

// ---- ground ------------------------------------------------------------------------

/// Half points from 3611 into 3612 in the Movement Phase of the Axis.
fn into_3612(sky: &str, changes: &[Change], id: &str) -> Option<u8> {
    let game = reach(with_of(under(sky, changes), &format!("{id} 3611, 271 3201")), Phase::AxisMovement);
    prices(&after(game, &format!("select {id}"))).get("3612").copied()
}

#[test]
fn open_ground_costs_what_the_chart_says_in_all_weather() {
    let woods = ("map.toml", "woods = []", "woods = [\"3612\"]");
    // Dry, mud, frost, snow, arctic: on foot, then on wheels.
    let chart = [
        ("clear", vec![], [2, 4, 2, 4, 4], [2, 6, 2, 4, 4]),
        ("sand", vec![ground_of_3612('d')], [4, 4, 4, 4, 4], [6, 6, 6, 4, 4]),
        ("marsh", vec![ground_of_3612('m')], [4, 4, 2, 4, 4], [4, 6, 2, 4, 4]),
        ("woods", vec![woods], [4, 6, 4, 6, 6], [6, 10, 6, 8, 8]),
    ];
    for (name, changes, foot, wheels) in chart {
        assert_eq!(SKIES.map(|sky| into_3612(sky, &changes, "73")), foot.map(Some), "{name} on foot");
        assert_eq!(SKIES.map(|sky| into_3612(sky, &changes, "190AG")), wheels.map(Some), "{name} on wheels");
    }
    assert_eq!(into_3612("mud", &[], "49"), Some(6), "guns in tow pay as wheels do");
    let tanks = reach(with_of(under("mud", &[]), "5(+) 3611, 73 3201"), Phase::SovietMotorized);
    assert_eq!(prices(&after(tanks, "select 5(+)")).get("3612"), Some(&4), "Soviet tanks pay no more in mud");
}

#[test]
fn roads_cost_what_the_chart_says_in_all_weather() {
    // The minor road from 3205 into 3305, over a hill and through woods.
    let into = |sky: &str, changes: &[Change], id: &str| {
        let game = reach(with_of(under(sky, changes), &format!("{id} 3205, 271 4014")), Phase::AxisMovement);
        prices(&after(game, &format!("select {id}"))).get("3305").copied().unwrap_or_default()
    };
    let hill = [("map.toml", "\"......ss.\", # 05", "\".h....ss.\", # 05")];
    let woods = [("map.toml", "woods = []", "woods = [\"3305\"]")];
    assert_eq!(SKIES.map(|sky| into(sky, &[], "73")), [1, 4, 2, 4, 4]);
    assert_eq!(SKIES.map(|sky| into(sky, &hill, "73")), [2, 6, 2, 4, 4]);
    assert_eq!(SKIES.map(|sky| into(sky, &woods, "190AG")), [2, 6, 2, 4, 4], "the woods count for nothing in mud");
    let motorway = [passage("[[road]]\nname = \"a motorway\"\nclass = \"motorway\"\npath = [\"3611\", \"3612\"]")];
    assert_eq!(SKIES.map(|sky| into_3612(sky, &motorway, "73")), [Some(1); 5]);
}

#[test]
fn lakes_are_closed_until_snow() {
    let shore = [passage("[[water]]\nname = \"a lake\"\nclass = \"lake\"\nsides = [\"3611/3612\"]")];
    // Round the lake in two hexes, over the ice in one.
    assert_eq!(SKIES.map(|sky| into_3612(sky, &shore, "73")), [4, 8, 4, 4, 4].map(Some));
    let zone = |sky: &str| reach(with_of(under(sky, &shore), "73 3611, 271 4014"), Phase::AxisMovement).in_zoc(Side::Axis, hex("3612"));
    assert_eq!(SKIES.map(zone), [false, false, false, true, true]);
    let step = Step { to: CLEAR, side: edge::LAKE, fortified: false, enemy_zoc: false };
    assert_eq!(Prices::new(tables(), DRY, Payer::Foot).off_road(step), None);
}

#[test]
fn the_cold_takes_a_point_from_the_allowance_of_axis_wheels() {
    let points = |sky: &str, id: &str| {
        let position = with_of(under(sky, &[]), "73 3302, 190AG 3303, 49 3304, 271 4014");
        let game = reach(position.and_then(|builder| builder.back_up("641", true)?.place("641", "3402")), Phase::AxisMovement);
        after(game, &format!("select {id}")).march_report().map(|report| report.points)
    };
    let all = |id| SKIES.map(|sky| points(sky, id).unwrap_or_default());
    assert_eq!([all("190AG"), all("49"), all("641"), all("73")], [[14, 14, 12, 14, 12], [10, 10, 8, 10, 8], [6, 6, 4, 6, 4], [10; 5]]);
    let reacts = |sky: &str| {
        let game = reach(with_of(under(sky, &[]), "156 3706, 46 3606, 190AG 3603"), Phase::SovietDeclaration);
        after(game, "attack 3606; done; select 190AG").march_report().map(|report| report.points)
    };
    assert_eq!(SKIES.map(reacts), [7, 7, 6, 6, 6].map(Some), "half of seven, half of six");
    let later = reach(with_of(under("frost", &[]), "190AG 3303, 271 4014"), Phase::AxisMotorized);
    assert_eq!(after(later, "select 190AG").march_report().map(|report| report.points), Some(6));
}

#[test]
fn the_movement_chart_is_that_of_the_card() {
    let kinds = [
        (Kind::Movement, "y1 y y y4 y18 y y11 y12 n13 y15"),
        (Kind::Motorized, "y1 y y y5 y6,7 y y11 y12 n17 y"),
        (Kind::Reaction, "n y y y5 y5 y10 n y n n"),
        (Kind::Infiltration, "n y n y y y n y y -"),
        (Kind::OneHex, "y16 y y y y y n y n -"),
        (Kind::Overrun, "n y n y n y y11 n14 n y"),
        (Kind::Strategic, "n y y y y n - - - -"),
        (Kind::Rail, "n y y y y n - - - -"),
        (Kind::Train, "y2 y y y y y y y n y"),
        (Kind::Flotilla, "y3 y y n n y y y n y"),
    ];
    for (kind, expected) in kinds {
        let row = tables().kinds.iter().find(|row| row.name == kind).expect("every kind has a row");
        let cells = row.weather.iter().chain(&row.zoc).map(|cell| {
            let notes = cell.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            format!("{}{notes}", cell.allowed.map_or("-", |allowed| if allowed { "y" } else { "n" }))
        });
        assert_eq!(cells.collect::<Vec<_>>().join(" "), expected, "{kind:?}");
    }
}

// ---- the turn ----------------------------------------------------------------------

#[test]
fn snow_lasts_to_the_second_frost_and_a_dry_climate_has_two_turns_of_mud() {
    let dates = ["24-25", "26-27", "28-29"];
    let seen = |skies: [&str; 3]| {
        let turn = |(date, sky): (&str, &str)| {
            let text = |sky: &str| &*format!("date = \"{date} September 1941\"\nclimate = \"dry\"\nweather = \"{sky}\"").leak();
            ("scenario.toml", text("dry"), text(sky))
        };
        let mut game =
            open(with_of(variant(&dates.into_iter().zip(skies).map(turn).collect::<Vec<_>>()), "73 3302, 271 4014"), Phase::Weather);
        skies.map(|_| {
            go_on_to(&mut game, Phase::AxisMovement, 10);
            let found = game.condition();
            go_on_to(&mut game, Phase::SovietMovement, 10);
            found
        })
    };
    assert_eq!(seen(["snow", "frost", "frost"]), [Condition::Snow, Condition::Snow, Condition::Frost]);
    assert_eq!(seen(["mud", "mud", "mud"]), [Condition::Mud, Condition::Mud, Condition::Dry]);
}

#[test]
fn activation_gives_the_whole_allowance_and_ends_with_the_turn() {
    let builder = start().back_up("51HQ", false).and_then(|builder| builder.turn(49));
    let mut game = after(open(builder, Phase::SovietMotorized), "activate 271 by 51HQ");
    assert_eq!(after(game.clone(), "select 271").march_report().map(|report| report.points), Some(8));
    let shown = |game: &EastFront| (game.game_turn(), allows(game, "select 271"));
    go_on_to(&mut game, Phase::SovietMovement, 10);
    assert_eq!(shown(&game), (2, false), "not in the phase that follows");
    go_on_to(&mut game, Phase::AxisMovement, 10);
    go_on_to(&mut game, Phase::SovietMovement, 10);
    assert_eq!(shown(&game), (3, true), "its marker is off");
}
