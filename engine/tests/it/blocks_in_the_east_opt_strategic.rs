//! Chapter 35 of Blocks in the East: strategic warfare.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{AirFire, Colour, Nation, Route, Weather, Works};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared, RaidTarget};
use stavka_engine::game::{Game as _, Turn};

use crate::blocks_in_the_east_kit::{WHOLE, dice, goals, hex, legal, offers, pass_to, play, rule_against, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const PRODUCTION: Phase = Phase::Production;
/// June 1942: clear weather, and British bombers alone.
const SUMMER: u8 = 13;
/// A unit of each side, far away.
const FAR: &str = "GN01 1127, SL01 1814, SH01 Moscow, AH01 Rastenburg";

fn warfare() -> &'static Prepared {
    with_options(WAR, "strategic-warfare = true")
}

fn scene(units: &str, turn: u8) -> PositionBuilder {
    let comma = if units.is_empty() { "" } else { ", " };
    set_up(warfare(), &format!("{FAR}{comma}{units}"), turn)
}

fn german(units: &str, turn: u8) -> BlocksInTheEast {
    scene(units, turn).open(AXIS, PRODUCTION)
}

fn asked_of(game: &BlocksInTheEast) -> Option<String> {
    match game.asked() {
        Some(Asked::Raid(id) | Asked::Intercept(id)) => Some(game.data().unit(id).id.clone()),
        _ => None,
    }
}

/// Sends all bombers against a target, and nobody rises.
fn unopposed(game: &mut BlocksInTheEast, target: &str) {
    while matches!(game.asked(), Some(Asked::Raid(_))) {
        let line = if offers(game, target) { target } else { "done" };
        play(game, &[line]);
    }
    if game.asked() == Some(Asked::Scramble) {
        play(game, &["done"]);
    }
}

/// Throws dice without a hit until those of a kind lie there; says them, and the hits that count.
fn dice_of(game: &mut BlocksInTheEast, fire: AirFire) -> Option<(Vec<(u8, u8)>, u8)> {
    while let Some((known, _, pool, most)) = game.air_dice_at_hand() {
        if known == fire {
            return Some((dice(pool), most));
        }
        play(game, &["hits 0"]);
    }
    None
}

fn income(game: &BlocksInTheEast) -> [u16; Colour::COUNT] {
    Colour::ALL.map(|colour| game.saved_of(Nation::German, colour))
}

/// Germany has its points: the air war is over.
fn to_points(game: &mut BlocksInTheEast) {
    while !matches!(game.asked(), Some(Asked::Production)) && game.phase() == Some((AXIS, PRODUCTION)) {
        let actions = legal(game);
        game.apply(actions[0]);
    }
}

/// Without the chapter, or where points do not follow the map, nobody is asked.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).has_strategic_warfare() && warfare().has_strategic_warfare());
    assert!(!with_options(WHOLE, "strategic-warfare = true").has_strategic_warfare(), "fixed points");
    let off = set_up(scenario(WAR), FAR, SUMMER).open(AXIS, PRODUCTION);
    assert!(!matches!(off.asked(), Some(Asked::Raid(_))));
    assert!(matches!(german("", SUMMER).asked(), Some(Asked::Raid(_))));
    let id = unit(scenario(WAR), "WI01");
    assert_eq!((off.place(id), german("", SUMMER).place(id)), (Place::REMOVED, Place::RESERVE));
    let [off, on] = [scenario(WAR), warfare()].map(BlocksInTheEast::new);
    assert_eq!(off.turn(), Turn::Player(AXIS));
    assert_eq!(on.turn(), Turn::Player(SOVIET), "before the first production of the Axis");
}

/// [35.1][AMB-63] British bombers, and from August 1942 American ones, against factories of Germany, two of them each at most.
#[test]
fn allied_bombers_attack_factories() {
    let data = warfare();
    let mut game = german("", SUMMER);
    assert_eq!((asked_of(&game).as_deref(), game.turn()), (Some("WB01"), Turn::Player(SOVIET)));
    let (hexes, works) = (goals(&game, "fly"), goals(&game, "raid"));
    for site in ["0227", "0128", "0129", "0535", "0325", "0231", "0731"] {
        assert!(hexes.contains(site), "{site}: {hexes:?}");
    }
    for site in ["1028", "0923", "1813", "0824", "0332"] {
        assert!(!hexes.contains(site), "{site} has no factory of Germany that works");
    }
    assert!(works.contains("kassel") && works.contains("leuna") && !works.contains("gotha") && !works.contains("munich"), "{works:?}");
    assert_eq!(rule_against(&game, "fly 1028"), "35.1");
    play(&mut game, &["fly 0227"]);
    assert_eq!(asked_of(&game).as_deref(), Some("WB02"));
    play(&mut game, &["fly 0227"]);
    assert!(!matches!(game.asked(), Some(Asked::Raid(_))), "no more bombers");
    let raids = game.air_war();
    assert_eq!(raids.len(), 1);
    assert_eq!((raids[0].target, raids[0].bombers.len()), (RaidTarget::Hex(hex(data, "Berlin")), 2));
    for (turn, bombers) in [(14, 2), (15, 5), (40, 5)] {
        let mut game = german("", turn);
        let mut seen = BTreeSet::new();
        while let Some(Asked::Raid(id)) = game.asked() {
            seen.insert(data.unit(id).id.clone());
            // The third finds two over the target.
            assert_eq!(offers(&game, "raid leuna"), seen.len() <= 2, "{seen:?}");
            play(&mut game, &[if seen.len() <= 2 { "raid leuna" } else { "done" }]);
        }
        assert_eq!(seen.len(), bombers, "turn {turn}");
    }
    // Where the Soviets have taken the factory nobody attacks it.
    let taken = set_up(data, &format!("{FAR}, SW01 0128"), SUMMER).open(AXIS, PRODUCTION);
    assert!(!goals(&taken, "fly").contains("0128"));
}

/// [35.1][35.1.i] Interceptors and German fighters based in Germany rise, two to a raid, without a headquarters; nobody else does.
#[test]
fn fighters_rise_over_germany() {
    let data = warfare();
    let units = "GC20 Berlin, GN12 Warsaw, GC21 Leipzig, RO08 Vienna";
    let mut game = scene(units, SUMMER).hidden("GC20").expect("on the map").open(AXIS, PRODUCTION);
    play(&mut game, &["fly 0227", "raid kassel"]);
    assert_eq!((game.asked(), game.turn()), (Some(Asked::Scramble), Turn::Player(AXIS)));
    let able: Vec<String> = goals(&game, "select").into_iter().collect();
    assert_eq!(able, ["GC20", "WI01", "WI02"]);
    assert_eq!(rule_against(&game, "select GN12"), "35.1");
    play(&mut game, &["select GC20"]);
    assert!(!game.is_hidden(unit(data, "GC20")), "it rises in the open");
    assert_eq!(goals(&game, "fly").into_iter().collect::<Vec<_>>(), ["0227"]);
    assert_eq!(goals(&game, "raid").into_iter().collect::<Vec<_>>(), ["kassel"]);
    play(&mut game, &["fly 0227", "select WI01", "fly 0227", "select WI02"]);
    assert!(!offers(&game, "fly 0227"), "two to a raid");
    play(&mut game, &["raid kassel"]);
    let raids = game.air_war();
    assert_eq!(raids.iter().map(|raid| raid.defenders.len()).collect::<Vec<_>>(), [2, 1]);
    // Who stays is not asked again.
    let mut game = german("GC20 Berlin", SUMMER);
    play(&mut game, &["fly 0227", "done", "select GC20", "done"]);
    assert!(!offers(&game, "select GC20") && offers(&game, "select WI01"));
    // Fighters are free for the front afterwards; interceptors have no place there.
    assert!(game.place(unit(data, "WI01")).hex().is_none());
    // Without raids nobody is asked.
    let mut game = german("GC20 Berlin", SUMMER);
    play(&mut game, &["done", "done"]);
    assert_ne!(game.asked(), Some(Asked::Scramble));
}

/// [35.1.a] Air combat, in which both sides fire at the same time, then flak at all bombers, then bombs: a round each.
#[test]
fn air_combat_flak_and_bombs() {
    let mut game = german("", SUMMER);
    play(&mut game, &["fly 0227", "raid kassel", "select WI01", "fly 0227", "done"]);
    let mut seen = Vec::new();
    while let Some((fire, target, pool, most)) = game.air_dice_at_hand() {
        seen.push((fire, target.is_some(), dice(pool), most));
        // One hit of each step; that on the fighter does not take its dice.
        play(&mut game, &["hits 1"]);
        if let Some(Asked::AirHit { .. }) = game.asked() {
            play(&mut game, &["takes WB02"]);
        }
        while matches!(game.asked(), Some(Asked::PointLost { .. })) {
            let first = legal(&game)[0];
            game.apply(first);
        }
    }
    let berlin = (AirFire::Bombs, true, vec![(2, 2)], 2);
    let kassel = (AirFire::Bombs, true, vec![(2, 2)], 2);
    assert_eq!(
        seen,
        [
            (AirFire::Gunners, true, vec![(3, 1)], 3),
            (AirFire::Fighters, true, vec![(3, 2)], 3),
            (AirFire::Flak, false, vec![(6, 1)], 5),
            berlin,
            kassel,
        ]
    );
    assert_eq!(strength(&game, "WI01"), 2);
    // Those who are shot down drop no bombs.
    let mut game = german("", SUMMER);
    play(&mut game, &["fly 0227", "done", "done"]);
    assert_eq!(dice_of(&mut game, AirFire::Flak), Some((vec![(6, 1)], 3)));
    play(&mut game, &["hits 3"]);
    assert_eq!(game.place(unit(game.data(), "WB01")), Place::ELIMINATED);
    assert_eq!(dice_of(&mut game, AirFire::Bombs), None);
    assert_eq!(game.air_war()[0].lost, [0; Colour::COUNT]);
}

/// [35.1.b][35.1.c][35.1.d][35.1.e] Faces that hit, by the month.
#[test]
fn dice_improve_by_the_month() {
    let data = warfare();
    let rows = [(AirFire::Gunners, 20, 1), (AirFire::Fighters, 36, 2), (AirFire::Flak, 41, 1), (AirFire::Bombs, 32, 2)];
    for (fire, better, faces) in rows {
        for turn in 1..=49 {
            assert_eq!(data.faces_in_air_war(fire, turn), faces + u8::from(turn >= better), "{fire:?} {turn}");
        }
        for turn in [better - 1, better] {
            let mut game = scene("", turn).weather(Weather::Clear).open(AXIS, PRODUCTION);
            while matches!(game.asked(), Some(Asked::Raid(_))) {
                let line = if offers(&game, "raid leuna") { "raid leuna" } else { "done" };
                play(&mut game, &[line]);
            }
            play(&mut game, &["select WI01", "raid leuna", "done"]);
            let (dice, _) = dice_of(&mut game, fire).expect("dice");
            assert!(dice.iter().all(|&(_, known)| known == faces + u8::from(turn >= better)), "{fire:?} {turn}: {dice:?}");
        }
    }
}

/// [35.1.f] Bad weather halves the dice of air combat and flak, and leaves the bombs as they are.
#[test]
fn weather_spares_the_bombs() {
    for (weather, [combat, flak, bombs]) in
        [(Weather::Clear, [3, 6, 3]), (Weather::Rain, [1, 3, 3]), (Weather::LightRain, [1, 3, 3]), (Weather::Snow, [1, 3, 3])]
    {
        let start = || {
            let mut game = scene("", SUMMER).weather(weather).open(AXIS, PRODUCTION);
            play(&mut game, &["fly 0227", "done", "select WI01", "fly 0227", "done"]);
            game
        };
        for (fire, count, faces) in
            [(AirFire::Gunners, combat, 1), (AirFire::Fighters, combat, 2), (AirFire::Flak, flak, 1), (AirFire::Bombs, bombs, 2)]
        {
            let (dice, _) = dice_of(&mut start(), fire).expect("dice");
            assert_eq!(dice, [(count, faces)], "{weather:?} {fire:?}");
        }
    }
}

/// [35.1.g] Each hit takes a point of the hex, at random among those that it makes; no more than it makes, and for this production alone.
#[test]
fn raids_cost_points() {
    let data = warfare();
    let clean = {
        let mut game = german("", SUMMER);
        unopposed(&mut game, "done");
        to_points(&mut game);
        income(&game)
    };
    // Berlin makes three yellow points, a red one and a blue one.
    let mut game = german("", SUMMER);
    unopposed(&mut game, "fly 0227");
    let (_, most) = dice_of(&mut game, AirFire::Bombs).expect("bombs");
    assert_eq!(most, 5, "no excess: six dice, five points");
    play(&mut game, &["hits 2"]);
    assert_eq!(game.asked(), Some(Asked::PointLost { route: None }));
    assert_eq!(game.turn(), Turn::Chance);
    let weights: Vec<(String, u64)> = legal(&game)
        .into_iter()
        .map(|action| (stavka_engine::game::Notation::notation(&game, action), game.chance_weight(action)))
        .collect();
    assert_eq!(weights, [("give-up yellow".to_owned(), 3), ("give-up red".to_owned(), 1), ("give-up blue".to_owned(), 1)]);
    play(&mut game, &["give-up red"]);
    assert!(!offers(&game, "give-up red"));
    play(&mut game, &["give-up yellow"]);
    to_points(&mut game);
    let after = income(&game);
    assert_eq!(Colour::ALL.map(|colour| clean[colour.index()] - after[colour.index()]), [1, 1, 0, 0]);
    assert_eq!(game.air_war()[0].lost, [1, 1, 0, 0]);
    // Works beyond the map: Leuna makes fuel alone.
    let mut game = german("", SUMMER);
    unopposed(&mut game, "raid leuna");
    assert_eq!(dice_of(&mut game, AirFire::Bombs).map(|(_, most)| most), Some(2));
    play(&mut game, &["hits 2"]);
    to_points(&mut game);
    let after = income(&game);
    assert_eq!(Colour::ALL.map(|colour| clean[colour.index()] - after[colour.index()]), [0, 0, 0, 2]);
    assert_eq!(game.air_war()[0].target, RaidTarget::Works(Works::Leuna));
    // The next production is whole again.
    let saved = income(&game)[Colour::Black.index()];
    pass_to(&mut game, SOVIET, Phase::Supply);
    pass_to(&mut game, AXIS, PRODUCTION);
    unopposed(&mut game, "done");
    to_points(&mut game);
    assert!(income(&game)[Colour::Black.index()] > saved || game.saved_of(Nation::German, Colour::Black) >= clean[3]);
    assert!(game.air_war().is_empty());
    assert_eq!(data.output_of(Works::Leuna, Colour::Black), 2);
}

/// [35.1.h] Allied bombers are whole again in every turn; interceptors, and fighters, are repaired with yellow and blue points.
#[test]
fn bombers_are_restored_and_interceptors_repaired() {
    let data = warfare();
    let mut game = scene("", SUMMER).points(Nation::German, 30).coloured(Nation::German, Colour::Blue, 20).open(AXIS, PRODUCTION);
    play(&mut game, &["fly 0227", "done", "select WI01", "fly 0227", "done"]);
    assert_eq!(dice_of(&mut game, AirFire::Gunners), Some((vec![(3, 1)], 3)));
    play(&mut game, &["hits 3", "hits 1", "hits 2"]);
    assert_eq!(game.place(unit(data, "WI01")), Place::ELIMINATED);
    assert_eq!(game.place(unit(data, "WB01")), Place::ELIMINATED);
    to_points(&mut game);
    let before = income(&game);
    assert_eq!(game.colour_of_price(unit(data, "WI01")), Some(Colour::Blue));
    assert!(
        offers(&game, "repair WI01") && !offers(&game, "rebuild WI01") && !offers(&game, "bring WI02") && !offers(&game, "repair WI02")
    );
    play(&mut game, &["repair WI01"]);
    assert_eq!((game.place(unit(data, "WI01")), strength(&game, "WI01")), (Place::RESERVE, 1));
    let after = income(&game);
    assert_eq!(Colour::ALL.map(|colour| before[colour.index()] - after[colour.index()]), [2, 0, 2, 0]);
    play(&mut game, &["repair WI01", "repair WI01"]);
    assert_eq!(strength(&game, "WI01"), 3);
    assert!(!offers(&game, "repair WI01"));
    assert_eq!(rule_against(&game, "bring WI01"), "7.3.c");
    pass_to(&mut game, SOVIET, Phase::Supply);
    assert!(!offers(&game, "rebuild WB01"));
    pass_to(&mut game, AXIS, PRODUCTION);
    assert_eq!((game.place(unit(data, "WB01")), strength(&game, "WB01")), (Place::RESERVE, 3));
    // Without blue points nobody is repaired.
    let mut game = scene("", SUMMER).open(AXIS, PRODUCTION);
    play(&mut game, &["fly 0227", "done", "select WI01", "fly 0227", "done"]);
    dice_of(&mut game, AirFire::Gunners);
    play(&mut game, &["hits 1"]);
    to_points(&mut game);
    let blue = game.saved_of(Nation::German, Colour::Blue);
    assert_eq!(offers(&game, "repair WI01"), blue >= 2);
}

fn convoys(turn: u8, options: &str) -> BlocksInTheEast {
    let data = with_options(WAR, &format!("strategic-warfare = true\nlend-lease = true{options}"));
    set_up(data, FAR, turn).open(SOVIET, PRODUCTION)
}

/// [35.2][35.2.a][35.2.b][35.2.c] Submarines and bombers attack the convoys of the Arctic and of Persia once, before the Soviets produce.
#[test]
fn convoys_are_attacked() {
    let mut game = convoys(SUMMER, "");
    let (route, pool, most) = game.attack_on_convoy().expect("an attack");
    assert_eq!((route, dice(pool), most), (Route::Arctic, vec![(3, 1), (2, 2)], 3));
    play(&mut game, &["hits 2"]);
    assert_eq!(game.asked(), Some(Asked::PointLost { route: Some(Route::Arctic) }));
    let ways: Vec<u64> = legal(&game).into_iter().map(|action| game.chance_weight(action)).collect();
    assert_eq!((goals(&game, "give-up").len(), ways), (2, vec![2, 1]), "two for armour, one for aircraft");
    play(&mut game, &["give-up blue"]);
    // The other one is of armour.
    assert_eq!(game.sunk(Route::Arctic), [1, 1]);
    let (route, pool, most) = game.attack_on_convoy().expect("an attack");
    assert_eq!((route, dice(pool), most), (Route::Persian, vec![(3, 1)], 2));
    play(&mut game, &["hits 0"]);
    cross(&mut game);
    assert_eq!([Colour::Red, Colour::Blue].map(|colour| game.lend_lease_left(colour)), [6 - 1, 4 - 1]);
    assert_eq!(game.sunk(Route::Pacific), [0, 0]);
    // Before the routes, and without Lend-Lease, there is nothing to attack.
    assert!(convoys(3, "").attack_on_convoy().is_none());
    let mut early = convoys(4, "");
    assert_eq!(early.attack_on_convoy().map(|(route, ..)| route), Some(Route::Arctic));
    play(&mut early, &["hits 0"]);
    assert!(early.attack_on_convoy().is_none(), "no route through Persia yet");
    assert!(scene("", SUMMER).open(SOVIET, PRODUCTION).attack_on_convoy().is_none());
    // [37.0.a] While the corridor is closed no convoy sails on it.
    let mut closed = convoys(SUMMER, "\npersia = true");
    play(&mut closed, &["hits 0"]);
    assert!(closed.attack_on_convoy().is_none());
    // Nobody attacks the raiders, and Germany does not reinforce them.
    let data = game.data();
    for id in ["WF01", "WU07", "WU09"] {
        assert!(game.place(unit(data, id)).hex().is_none() && !offers(&game, &format!("repair {id}")));
    }
    // The Italian submarine goes with Italy.
    let persian = |turn: u8| {
        let game = convoys(turn, "");
        dice(game.dice_against_convoys(Route::Persian))
    };
    assert_eq!((persian(11), persian(12)), (vec![], vec![(3, 1)]));
    let mut game = convoys(28, "");
    pass_to(&mut game, SOVIET, Phase::Recheck);
    while game.game_turn() == 28 && game.turn() != Turn::Over {
        let actions = legal(&game);
        let done = actions.iter().find(|&&action| action == stavka_engine::blocks_in_the_east::Action::Done);
        game.apply(*done.unwrap_or(&actions[0]));
    }
    if game.has_surrendered(Nation::Italian) {
        assert_eq!(dice(game.dice_against_convoys(Route::Persian)), [(2, 1)]);
    }
}

/// Random play under the chapter: losses stay within what there is, and strategic units stay off the map.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = with_options(WAR, "strategic-warfare = true\nlend-lease = true\nnew-factories = true\nstrategic-bombing = true");
    let (mut raids, mut lost, mut sunk) = (0, 0, 0);
    for (turn, seed) in [(1, 350), (16, 351), (33, 352), (42, 353)] {
        let start = PositionBuilder::start(data).turn(turn).expect("a turn").points(Nation::German, 40).points(Nation::Soviet, 40);
        play_at_random(start.open(AXIS, Phase::Supply), u16::from(turn) + 1, seed, |game| {
            assert!(legal(game).len() < 500);
            for report in game.air_war() {
                raids += 1;
                lost += u32::from(report.lost.iter().sum::<u8>());
                assert!(report.bombers.len() <= 2 && report.defenders.len() <= 2);
            }
            sunk += Route::ALL.into_iter().map(|route| u32::from(game.sunk(route).iter().sum::<u8>())).sum::<u32>();
            for id in ["WA01", "WB02", "WI01", "WI02", "WF01", "WU07", "WU09"] {
                assert!(game.place(unit(data, id)).hex().is_none());
            }
        });
    }
    assert!(raids > 0 && lost > 0 && sunk > 0, "{raids} raids, {lost} points lost, {sunk} sunk");
}
