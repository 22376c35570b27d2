//! Chapter 17 of Blocks in the East: technology by research.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::data::research_cost;
use stavka_engine::blocks_in_the_east::terms::{Nation, TechField};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _};

use crate::blocks_in_the_east_kit::{goals, lines, offers, play, rule_against, saved, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, next_production, play_at_random, production_of, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const FIELDS: [&str; 4] = ["infantry", "armour", "fighters", "bombers"];

fn chapter() -> &'static Prepared {
    with_options(WAR, "technology = true")
}

fn production(data: &'static Prepared, turn: u8, side: Side) -> BlocksInTheEast {
    production_of(set_up(data, "GN01 0927, GN02 0227, SL01 4020, SL02 2521", turn), 200, side)
}

/// Turns of points in a field from one level to the next.
fn turns_to(game: &mut BlocksInTheEast, side: Side, field: TechField, word: &str) -> u8 {
    let (level, _) = game.research(side, field);
    let mut turns = 0;
    loop {
        turns += 1;
        play(game, &[&format!("invest {word}")]);
        if game.research(side, field).0 > level {
            return turns;
        }
        next_production(game, side);
    }
}

/// The chapter is a switch of its own, and a scenario with it another one; without it the schedule holds.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(WAR);
    assert!(!off.script.options.technology && chapter().script.options.technology);
    assert_ne!(off.fingerprint(), chapter().fingerprint());
    for side in Side::ALL {
        let game = production(off, 2, side);
        assert!(FIELDS.iter().all(|field| !offers(&game, &format!("invest {field}"))));
        assert_eq!(rule_against(&game, "invest armour"), "17.0");
    }
    for turn in [1, 10, 18, 26, 41, 49] {
        let game = set_up(off, "GN01 0927, SL01 4020", turn).open(AXIS, Phase::Supply);
        for side in Side::ALL {
            assert!(off.units(side).all(|(id, _)| game.tech(id) == off.tech(id, turn)));
        }
    }
}

/// [17.0] The schedule does not hold: nobody advances without research.
#[test]
fn the_schedule_is_no_more() {
    let data = chapter();
    for turn in [2, 10, 18, 26, 41, 49] {
        let game = set_up(data, "GN01 0927, SL01 4020", turn).open(AXIS, Phase::Supply);
        for side in Side::ALL {
            assert!(data.units(side).all(|(id, _)| game.tech(id) == data.tech(id, 1)), "turn {turn}");
        }
    }
    // A scenario that begins later begins with what the schedule has brought.
    let late = with_options("operation-citadel", "technology = true");
    let game = set_up(late, "GN01 0927, SL01 4020", 30).open(AXIS, Phase::Supply);
    assert_eq!((game.tech(unit(late, "SL01")), game.tech(unit(late, "GN08"))), (2, late.tech(unit(late, "GN08"), late.script.turns[0])));
}

/// [17.0][3.13.b] The Soviets do not pay the four points a turn of the schedule.
#[test]
fn nobody_pays_for_the_schedule() {
    let income = |data: &'static Prepared| {
        let mut game = PositionBuilder::start(data).turn(2).expect("a turn").open(SOVIET, Phase::Production);
        cross(&mut game);
        saved(&game, Nation::Soviet)
    };
    assert_eq!((income(scenario(WAR)), income(chapter())), (46, 50));
}

/// [17.0.a][17.0.b][17.2] Level 2 costs 20 points, level 3 costs 30, five less each for Soviet infantry and German armour.
#[test]
fn levels_have_their_costs() {
    for (nation, field, costs) in [
        (Nation::Soviet, TechField::Infantry, [15, 25]),
        (Nation::Soviet, TechField::Armour, [20, 30]),
        (Nation::Soviet, TechField::Fighter, [20, 30]),
        (Nation::Soviet, TechField::Bomber, [20, 30]),
        (Nation::German, TechField::Infantry, [20, 30]),
        (Nation::German, TechField::Armour, [15, 25]),
        (Nation::German, TechField::Fighter, [20, 30]),
        (Nation::German, TechField::Bomber, [20, 30]),
    ] {
        assert_eq!(
            [1, 2, 3].map(|level| research_cost(nation, field, level)),
            [Some(costs[0]), Some(costs[1]), None],
            "{nation:?} {field:?}"
        );
    }
}

/// [17.0][17.0.a] Each side spends a yellow point a turn on each field.
#[test]
fn a_field_has_one_point_in_a_turn() {
    for (side, nation) in [(AXIS, Nation::German), (SOVIET, Nation::Soviet)] {
        let mut game = production(chapter(), 2, side);
        assert_eq!(goals(&game, "invest"), FIELDS.map(str::to_owned).into());
        let before = saved(&game, nation);
        for field in FIELDS {
            play(&mut game, &[&format!("invest {field}")]);
            assert_eq!(rule_against(&game, &format!("invest {field}")), "17.0", "once");
        }
        assert_eq!(saved(&game, nation), before - 4);
        assert!(goals(&game, "invest").is_empty());
        let hash = game.state_hash();
        next_production(&mut game, side);
        assert_eq!(goals(&game, "invest").len(), 4);
        assert_ne!(game.state_hash(), hash);
        assert_eq!(game.research(side, TechField::Fighter).1, 1);
    }
}

/// [17.0.a][17.0.b][17.2] Soviet infantry has level 2 after fifteen turns of points, which need not follow each other, and level 3 after
/// twenty-five more; then nobody pays for it any more.
#[test]
fn soviet_infantry_advances_by_research() {
    let data = chapter();
    let mut game = production(data, 2, SOVIET);
    let corps = unit(data, "SL01");
    assert_eq!((game.tech(corps), game.research(SOVIET, TechField::Infantry)), (1, (1, 0)));
    next_production(&mut game, SOVIET);
    assert_eq!(turns_to(&mut game, SOVIET, TechField::Infantry, "infantry"), 15);
    assert_eq!((game.tech(corps), game.full_points(corps), game.game_turn()), (2, 4, 17));
    assert_eq!(game.infantry_tech(Nation::Soviet), 2);
    // Other fields, and the enemy, have gained nothing.
    assert_eq!((game.tech(unit(data, "SB05")), game.tech(unit(data, "GN01"))), (1, 2));
    next_production(&mut game, SOVIET);
    assert_eq!(turns_to(&mut game, SOVIET, TechField::Infantry, "infantry"), 25);
    assert_eq!(game.tech(corps), 3);
    next_production(&mut game, SOVIET);
    assert_eq!(rule_against(&game, "invest infantry"), "17.0");
}

/// [17.1][17.1.a][17.1.b] When German armour comes to level 3 that of Romania and Hungary has level 2, at no cost; Finnish infantry has
/// level 2 from the start, and Italians never advance.
#[test]
fn allies_follow_germany() {
    let data = chapter();
    let mut game = production(data, 2, AXIS);
    let tech = |game: &BlocksInTheEast, id: &str| game.tech(unit(data, id));
    let armour = |nation: Nation| {
        let is_armour = |(_, known): &(_, &stavka_engine::blocks_in_the_east::data::Unit)| {
            known.nation == nation && known.kind.field() == Some(TechField::Armour)
        };
        data.units(AXIS).find(is_armour).map(|(id, _)| id)
    };
    let italians: Vec<_> = data.units(AXIS).filter(|(_, known)| known.nation == Nation::Italian).map(|(id, _)| id).collect();
    let before: Vec<u8> = italians.iter().map(|&id| game.tech(id)).collect();
    assert_eq!((tech(&game, "GN08"), tech(&game, "FI01"), tech(&game, "RO03")), (2, 2, 1));
    let [romanian, hungarian] = [Nation::Romanian, Nation::Hungarian].map(|nation| armour(nation).expect("armour"));
    assert_eq!((game.tech(romanian), game.tech(hungarian)), (1, 1));
    let paid = saved(&game, Nation::Romanian);
    assert_eq!(turns_to(&mut game, AXIS, TechField::Armour, "armour"), 25);
    assert_eq!((tech(&game, "GN08"), game.tech(romanian), game.tech(hungarian)), (3, 2, 2));
    assert!(saved(&game, Nation::Romanian) >= paid);
    assert_eq!(tech(&game, "FI01"), 2, "Finnish infantry keeps what it has");
    assert_eq!(italians.iter().map(|&id| game.tech(id)).collect::<Vec<_>>(), before);
}

/// [17.0] What is researched counts wherever TECH does: in combat, in the air, on the march.
#[test]
fn what_is_researched_counts() {
    let data = chapter();
    let mut game = production(data, 2, SOVIET);
    while game.research(SOVIET, TechField::Fighter).0 < 2 {
        for field in FIELDS {
            if offers(&game, &format!("invest {field}")) {
                play(&mut game, &[&format!("invest {field}")]);
            }
        }
        next_production(&mut game, SOVIET);
    }
    let fighter = data.units(SOVIET).find(|(_, known)| known.kind.field() == Some(TechField::Fighter)).expect("a fighter").0;
    assert_eq!((game.tech(fighter), game.range(fighter)), (2, data.unit(fighter).range.expect("it flies")[1].into()));
    assert_eq!(data.tech(fighter, 1), 1);
    // Infantry of TECH 2 hits on another number of faces than infantry of TECH 1 where the tables say so.
    let powers = &data.tables.powers;
    let corps = unit(data, "SL01");
    let battle = set_up(data, "GN01 2943, SL01 2943", 2).open(AXIS, Phase::Combat);
    let thrower = battle.throwers(SOVIET, Firing::Ground).into_iter().find(|thrower| thrower.unit == corps).expect("it fires");
    assert_eq!(thrower.tech, 1);
    assert!(powers.faces(data.unit(corps), 1, Firing::Ground, stavka_engine::blocks_in_the_east::combat::Role::Defender) == thrower.faces);
    assert!(!lines(&battle).is_empty());
}

/// Random play under the chapter: points of a field grow by one a turn at most, and no level falls.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter();
    let game = PositionBuilder::start(data).turn(2).expect("a turn").open(AXIS, Phase::Supply);
    let (mut last, mut turn, mut spent) = (BTreeSet::new(), 0, 0);
    play_at_random(game, 6, 17, |game| {
        let mut now = BTreeSet::new();
        for side in Side::ALL {
            for field in TechField::ALL {
                let (level, points) = game.research(side, field);
                assert!(points <= game.game_turn() as u8, "{field:?}");
                now.insert((side.index(), field.index(), level, points));
                spent = spent.max(points);
            }
        }
        if game.game_turn() != turn {
            (turn, last) = (game.game_turn(), now);
        }
        assert_eq!(last.len(), 8);
    });
    assert!(spent > 1);
}
