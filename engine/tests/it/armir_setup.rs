//! Set-up, fixed and free, and the first turn [18].

use std::sync::OnceLock;

use stavka_engine::Dice;
use stavka_engine::armir::{Armir, BombardmentResult, Class, Formation, Phase, Place, PositionBuilder, Prepared, Trait, UnitId};
use stavka_engine::data::Source;
use stavka_engine::game::{Game, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};
use stavka_engine::observation::Observe;

use crate::armir_kit::{
    Sound, at, denied, drill, hex, historical, is_legal, legal_texts, offers, on_turn, pass, pass_to, play, roll, scenario, stands, start,
    unit, with,
};

/// Plays a free set-up to the choice of objectives, the choices picked by `pick`.
fn set_up(mut pick: impl FnMut(&[String]) -> usize) -> Armir {
    let mut game = Armir::new(scenario("free"));
    let mut legal = Vec::new();
    loop {
        let texts = legal_texts(&game);
        if offers(&texts, "objectives") {
            return game;
        }
        game.legal_actions(&mut legal);
        game.apply(legal[pick(&texts)]);
    }
}

/// The fixed set-up and a number of random free ones, each before the choice of objectives.
fn set_ups() -> &'static [Armir] {
    static PLAYED: OnceLock<Vec<Armir>> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let mut games = vec![Armir::new(historical())];
        games.extend((0..10).map(|seed| {
            let mut dice = Dice::new(seed);
            set_up(|texts| dice.below(texts.len() as u32) as usize)
        }));
        games
    })
}

fn where_is(game: &Armir, id: &str) -> Hex {
    at(game, id).hex().unwrap_or_else(|| panic!("{id} is not on the map"))
}

fn name(hex: Hex) -> String {
    historical().map.grid.name(hex).to_string()
}

fn distance(a: Hex, b: Hex) -> u16 {
    historical().map.grid.distance(a, b)
}

/// Counters of the Axis on the map with their hexes.
fn axis(game: &Armir) -> impl Iterator<Item = (UnitId, &'static stavka_engine::armir::Unit, Hex)> + '_ {
    game.data().counters(Side::Axis).filter_map(|(id, counter)| Some((id, counter, game.place(id).hex()?)))
}

/// Behind the front: on the Axis side and not in a strongpoint.
fn is_behind_the_front(hex: Hex) -> bool {
    let map = &historical().map;
    map.in_play.contains(hex) && !map.soviet_at_start.contains(hex) && !map.fortified.contains(hex)
}

// ---- the Axis [18.1] -------------------------------------------------------

#[test]
fn the_axis_sets_up_before_the_soviets() {
    let mut sides = Vec::new();
    let mut game = Armir::new(scenario("free"));
    while !offers(&legal_texts(&game), "objectives") {
        if offers(&legal_texts(&game), "place") {
            sides.push(game.turn());
        }
        pass(&mut game, 1);
    }
    let axis = sides.iter().take_while(|&&side| side == Turn::Player(Side::Axis)).count();
    assert!(axis > 0 && axis < sides.len());
    assert!(sides[axis..].iter().all(|&side| side == Turn::Player(Side::Soviet)));
}

/// Every division stands in strongpoints of the corps, none north of the one before it.
fn assert_line(corps: usize, divisions: &[&[&str]]) {
    for game in set_ups() {
        let line = &game.data().map.strongpoints[corps];
        let mut last = 0;
        for division in divisions {
            let stands: Vec<usize> = division
                .iter()
                .map(|id| {
                    let hex = where_is(game, id);
                    line.iter()
                        .position(|&strongpoint| strongpoint == hex)
                        .unwrap_or_else(|| panic!("{id} in {} is not in its line", name(hex)))
                })
                .collect();
            assert!(stands.iter().all(|&place| place >= last), "{division:?} stand too far north: {stands:?} after {last}");
            last = stands.into_iter().max().unwrap_or(last);
        }
    }
}

#[test]
fn the_alpine_line_is_tridentina_julia_cuneense_from_the_north() {
    assert_line(0, &[&["5/Tri", "6/Tri"], &["8/Jul", "9/Jul"], &["1/Cun", "2/Cun"]]);
}

#[test]
fn the_line_of_the_ii_corps_is_cosseria_ravenna_318() {
    assert_line(1, &[&["89/Cos", "90/Cos"], &["37/Rav", "38/Rav"], &["318/213"]]);
}

#[test]
fn the_line_of_the_xxxv_corps_is_3_gennaio_298_pasubio() {
    assert_line(2, &[&["3Gen"], &["525/298", "526/298", "527/298"], &["79/Pas", "80/Pas"]]);
}

#[test]
fn the_line_of_the_xxix_corps_is_torino_celere_croats_sforzesca() {
    assert_line(3, &[&["81/Tor", "82/Tor"], &["3B/Cel", "6B/Cel"], &["LegCro"], &["53/Sfo", "54/Sfo"]]);
    assert_eq!(historical().unit(unit("LegCro")).formation, Formation::Army, "the legion is an army unit");
}

#[test]
fn line_infantry_goes_to_its_own_colour_in_order_from_the_north() {
    let mut game = Armir::new(scenario("free"));
    assert!(is_legal(&game, "place 5/Tri 0901"));
    for wrong in ["place 5/Tri 0902", "place 5/Tri 1007", "place 5/Tri 0801", "place 8/Jul 0901", "place 89/Cos 1007"] {
        assert_eq!(denied(&game, wrong), "18", "{wrong}");
    }
    play(&mut game, "place 6/Tri 0901");
    assert!(is_legal(&game, "place 5/Tri 0902"), "regiments of a division stand in any order");
    assert_eq!(denied(&game, "place 8/Jul 0902"), "18", "the Julia follows the whole Tridentina");
}

#[test]
fn every_strongpoint_holds_a_unit() {
    for game in set_ups() {
        for strongpoint in game.data().map.fortified.iter() {
            assert_eq!(game.occupant(strongpoint), Some(Side::Axis), "{}", name(strongpoint));
        }
    }
    // Of the six units for four hexes of the XXXV Corps two may double up, not three.
    let mut game = set_up_to("place 3Gen 1408");
    for choice in ["place 3Gen 1408", "place 525/298 1408", "place 526/298 1408"] {
        play(&mut game, choice);
    }
    assert_eq!(denied(&game, "place 527/298 1408"), "18");
    assert!(is_legal(&game, "place 527/298 1509"));
}

/// A free set-up carried on with first choices until a placement is legal.
fn set_up_to(text: &str) -> Armir {
    let mut game = Armir::new(scenario("free"));
    while !is_legal(&game, text) {
        assert!(!offers(&legal_texts(&game), "objectives"), "{text} never becomes legal");
        pass(&mut game, 1);
    }
    game
}

#[test]
fn divisional_artillery_stands_behind_the_front_next_to_its_division() {
    for game in set_ups() {
        for (_, gun, hex) in axis(game).filter(|(_, counter, _)| counter.class == Class::Artillery && counter.parent_number != 0) {
            let beside = axis(game).any(|(_, other, near)| {
                other.class == Class::Combat && other.parent_number == gun.parent_number && distance(hex, near) == 1
            });
            assert!(is_behind_the_front(hex) && beside, "{} in {}", gun.id, name(hex));
        }
    }
}

#[test]
fn corps_hqs_stand_west_of_the_strongpoints_with_all_their_units_in_radius() {
    for game in set_ups() {
        for corps in Formation::LINE_CORPS {
            let hq = game.data().hq(corps).expect("every corps has an HQ");
            let centre = game.place(hq).hex().expect("the HQ is on the map");
            let radius = u16::from(game.data().unit(hq).faces[game.face(hq) as usize].radius);
            assert!(is_behind_the_front(centre), "{} in {}", corps.name(), name(centre));
            for (_, counter, hex) in axis(game).filter(|(_, counter, _)| counter.formation == corps) {
                assert!(distance(hex, centre) <= radius, "{} in {} is out of radius {radius} from {}", counter.id, name(hex), name(centre));
            }
        }
    }
}

#[test]
fn the_alpine_hq_and_heavy_guns_start_in_rossosh() {
    for game in set_ups() {
        let heavy = axis(game).filter(|(_, counter, _)| {
            counter.formation == Formation::Alpine && counter.class == Class::Artillery && counter.parent_number == 0
        });
        let hexes: Vec<Hex> = heavy.map(|(_, _, hex)| hex).chain([where_is(game, "HQ/CA")]).collect();
        assert!(hexes.len() >= 2 && hexes.iter().all(|&hex| hex == game.data().map.rossosh), "{hexes:?}");
    }
}

#[test]
fn the_vicenza_start_next_to_the_julia_and_in_no_strongpoint() {
    for game in set_ups() {
        for id in ["277/Vic", "278/Vic"] {
            let hex = where_is(game, id);
            let julia = ["8/Jul", "9/Jul"].iter().any(|julia| distance(where_is(game, julia), hex) == 1);
            assert!(is_behind_the_front(hex) && julia, "{id} in {}", name(hex));
        }
    }
}

#[test]
fn the_other_corps_units_start_within_a_hex_of_their_hq_and_in_no_strongpoint() {
    for game in set_ups() {
        let others = |counter: &stavka_engine::armir::Unit| {
            let divisional = counter.class == Class::Artillery && counter.parent_number != 0;
            Formation::LINE_CORPS.contains(&counter.formation)
                && counter.class != Class::Hq
                && counter.line_rank == 0
                && !divisional
                && !counter.has(Trait::Vicenza)
        };
        let mut seen = 0;
        for (_, counter, hex) in axis(game).filter(|(_, counter, _)| others(counter)) {
            let hq = game.data().hq(counter.formation).expect("every corps has an HQ");
            assert!(
                is_behind_the_front(hex) && distance(hex, game.place(hq).hex().expect("on the map")) <= 1,
                "{} in {}",
                counter.id,
                name(hex)
            );
            seen += 1;
        }
        assert!(seen >= 4, "corps troops and corps guns");
    }
}

/// Whether each hex can be given an HQ of its own within one hex.
fn shared_out(hexes: &[Hex], hqs: &[Hex]) -> bool {
    hexes.split_first().is_none_or(|(&hex, rest)| {
        (0..hqs.len()).any(|index| distance(hex, hqs[index]) <= 1 && shared_out(rest, &[&hqs[..index], &hqs[index + 1..]].concat()))
    })
}

#[test]
fn army_troops_start_in_starobelsk_and_one_of_a_type_with_each_northern_corps_hq() {
    for game in set_ups() {
        assert_eq!([where_is(game, "HQ/ARMIR"), where_is(game, "Compl")], [game.data().map.starobelsk; 2]);
        let hqs = ["HQ/CA", "HQ/II", "HQ/XXXV"].map(|id| where_is(game, id));
        assert!(shared_out(&["AA1", "AA2"].map(|id| where_is(game, id)), &hqs), "army guns");
        assert!(shared_out(&["Pz/27", "140/27", "127/27"].map(|id| where_is(game, id)), &hqs), "battle groups");
    }
}

#[test]
fn army_guns_and_battle_groups_may_start_in_a_strongpoint_beside_an_hq() {
    // 1108 lies behind the strongpoints 1107, 1207 and 1208.
    let mut game = set_up_to("place HQ/II 1108");
    play(&mut game, "place HQ/II 1108");
    for (id, may) in [("TA/II", false), ("Pz/27", true), ("AA1", true)] {
        while !offers(&legal_texts(&game), &format!("place {id} ")) {
            assert!(!offers(&legal_texts(&game), "objectives"), "{id} is never placed");
            pass(&mut game, 1);
        }
        assert!(is_legal(&game, &format!("place {id} 1109")), "{id} behind the front");
        for strongpoint in ["1107", "1207", "1208"] {
            assert_eq!(is_legal(&game, &format!("place {id} {strongpoint}")), may, "{id} in {strongpoint}");
        }
        assert_eq!(denied(&game, &format!("place {id} 1007")), "18", "{id} two hexes away");
    }
    assert_eq!(refusal(&edited(&[("HQ/II", "1108"), ("Pz/27", "1207"), ("AA1", "1208")])), "accepted");
    for id in ["Pz/27", "AA1"] {
        assert!(refusal(&edited(&[("HQ/II", "1108"), (id, "1007")])).contains("[18.1.3]"), "{id} two hexes away");
    }
}

#[test]
fn the_barbo_cavalry_starts_in_a_town_on_the_rossosh_millerovo_railway() {
    let map = &historical().map;
    let line = map
        .roads
        .iter()
        .find(|road| road.rail && road.path.contains(&map.rossosh) && road.path.contains(&map.millerovo))
        .expect("the main line");
    let ends = [map.rossosh, map.millerovo].map(|end| line.path.iter().position(|&hex| hex == end).expect("on the line"));
    let stretch = &line.path[ends[0].min(ends[1])..=ends[0].max(ends[1])];
    for game in set_ups() {
        let hex = where_is(game, "Barbo");
        assert!(stretch.contains(&hex) && map.name_of(hex).is_some(), "{}", name(hex));
    }
    let mut game = set_up_to("place Barbo 1116");
    assert_eq!(denied(&game, "place Barbo 1217"), "18", "no town there");
    play(&mut game, "place Barbo 1116");
}

/// A global of the open part of the observation.
fn global(game: &Armir, wanted: &str) -> f32 {
    let spec = Armir::observation_spec(game.data());
    let (_, globals) = game.observed(Side::Axis);
    globals[spec.globals.iter().position(|channel| channel.name == wanted).expect("a known global")]
}

#[test]
fn the_depot_and_the_italian_aircraft_start_in_kantemirovka() {
    for game in set_ups() {
        assert!(game.depot() && (global(game, "aircraft") - 1.0).abs() < f32::EPSILON);
    }
    let mut game = start().turn(3).sound().momentum(9).sound().place("66/XVII", "0813").sound().open(Phase::SovietMovement, 0);
    play(&mut game, "select 66/XVII");
    play(&mut game, "move > 0812");
    assert!(!game.depot() && global(&game, "aircraft") == 0.0, "who enters the town finds both");
}

// ---- the Soviets [18.2] ----------------------------------------------------

#[test]
fn the_soviet_hqs_start_in_the_marked_hexes() {
    for game in set_ups() {
        for (army, marked) in ["HQ/6", "HQ/1G", "HQ/3G"].into_iter().zip(game.data().map.soviet_hq) {
            assert_eq!(where_is(game, army), marked, "{army}");
        }
    }
}

#[test]
fn soviet_units_start_east_of_the_strongpoints_within_radius_of_their_hq_or_on_the_chir() {
    for game in set_ups() {
        for (id, counter) in game.data().counters(Side::Soviet) {
            let hq = game.data().hq(counter.formation).expect("every army has an HQ");
            let radius = u16::from(game.data().unit(hq).faces[game.face(hq) as usize].radius);
            match game.place(id).hex() {
                Some(hex) => {
                    assert!(game.data().map.soviet_at_start.contains(hex), "{} in {}", counter.id, name(hex));
                    assert!(distance(hex, game.place(hq).hex().expect("on the map")) <= radius, "{} in {}", counter.id, name(hex));
                }
                None => assert_eq!(
                    (game.place(id), counter.formation, counter.class),
                    (Place::CHIR, Formation::ThirdGuards, Class::Combat),
                    "{}",
                    counter.id
                ),
            }
        }
    }
    let game = set_up_to("place 127/6 1002");
    assert_eq!(denied(&game, "place 127/6 2401"), "18", "out of radius");
    assert_eq!(denied(&game, "place 127/6 0801"), "18", "west of the strongpoints");
}

#[test]
fn soviet_armies_start_in_hexes_of_their_own() {
    for game in set_ups() {
        for hex in game.data().map.soviet_at_start.iter() {
            let mut armies: Vec<Formation> = game.stack(hex).map(|id| game.data().unit(id).formation).collect();
            armies.dedup();
            assert!(armies.len() <= 1, "{armies:?} in {}", name(hex));
        }
    }
    let game = set_up_to("place 127/6 1305");
    assert_eq!(denied(&game, "place 127/6 1405"), "18", "the HQ of the 1st Guards Army stands there");
}

/// Third Guards units on the Chir.
fn on_chir(game: &Armir) -> Vec<UnitId> {
    game.data().counters(Side::Soviet).map(|(id, _)| id).filter(|&id| game.place(id) == Place::CHIR).collect()
}

#[test]
fn any_number_of_third_army_units_and_no_others_go_to_the_chir() {
    let fighters =
        historical().counters(Side::Soviet).filter(|(_, unit)| unit.formation == Formation::ThirdGuards && unit.class == Class::Combat);
    let fighters: Vec<UnitId> = fighters.map(|(id, _)| id).collect();
    for number in 0..=fighters.len() {
        let mut sent = 0;
        let game = set_up(|texts| match texts.iter().position(|text| text.ends_with(" chir")) {
            Some(chir) if sent < number => {
                sent += 1;
                chir
            }
            _ => texts.iter().position(|text| !text.ends_with(" chir")).expect("a hex for everybody"),
        });
        assert_eq!(on_chir(&game).len(), sent);
        assert!(on_chir(&game).iter().all(|id| fighters.contains(id)));
        assert_covered(&game);
        // Fewer go only where those left cannot cover the front.
        assert!(sent == number || needs_all_it_kept(&game, &on_chir(&game)), "{sent} of {number} on the Chir");
    }
    assert_eq!(denied(&set_up_to("place 127/6 1002"), "place 127/6 chir"), "16.1");
}

/// Whether the army needs everybody it kept: without any one of them a front hex is open.
fn needs_all_it_kept(game: &Armir, sent: &[UnitId]) -> bool {
    let kept = game
        .data()
        .counters(Side::Soviet)
        .filter(|(id, unit)| unit.formation == Formation::ThirdGuards && unit.class == Class::Combat && !sent.contains(id));
    kept.into_iter().all(|(_, unit)| {
        let fewer = PositionBuilder::of(game).put_in_box(&unit.id, Place::CHIR).sound().open(Phase::SovietCombat, 0);
        fewer.data().map.soviet_front.iter().any(|&front| fewer.occupant(front) != Some(Side::Soviet) && !fewer.in_zoc(Side::Soviet, front))
    })
}

#[test]
fn a_unit_goes_to_the_chir_while_zones_of_the_others_can_cover_the_front() {
    let mut game = Armir::new(scenario("free"));
    while !offers(&legal_texts(&game), "place 94B/3G") {
        let texts = legal_texts(&game);
        match texts.iter().find(|text| text.ends_with(" chir")) {
            Some(chir) => play(&mut game, chir),
            None => pass(&mut game, 1),
        }
    }
    assert_eq!(on_chir(&game).len(), 8, "all the infantry before it");
    play(&mut game, "place 94B/3G chir");
}

#[test]
fn no_free_set_up_runs_into_a_dead_end() {
    for seed in 0..150 {
        let mut dice = Dice::new(seed);
        // Some players like the Chir, and some the end of the list, where hexes lie behind the front.
        let habit = seed % 3;
        let game = set_up(|texts| {
            assert!(!texts.is_empty(), "seed {seed}");
            let any = dice.below(texts.len() as u32) as usize;
            match habit {
                1 => texts.iter().position(|text| text.ends_with(" chir")).unwrap_or(any),
                2 => any.max(texts.len() / 2 + any / 2).min(texts.len() - 1),
                _ => any,
            }
        });
        assert_covered(&game);
    }
}

#[track_caller]
fn assert_covered(game: &Armir) {
    for &front in &game.data().map.soviet_front {
        assert!(game.occupant(front) == Some(Side::Soviet) || game.in_zoc(Side::Soviet, front), "{} is open", name(front));
    }
}

#[test]
fn every_soviet_front_hex_is_occupied_or_in_a_soviet_zoc() {
    set_ups().iter().for_each(assert_covered);
}

/// The fixed set-up with some counters in other hexes.
fn edited(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(Prepared::SCENARIOS[0].1.to_owned(), |text, (id, hex)| {
        let placement = text.find("[placement]").expect("a fixed set-up");
        let (head, tail) = text.split_at(placement);
        let from = tail.lines().find(|line| line.starts_with(&format!("\"{id}\" = "))).expect("the counter is placed").to_owned();
        format!("{head}{}", tail.replacen(&from, &format!("\"{id}\" = \"{hex}\""), 1))
    })
}

/// What the loader says of a scenario.
fn refusal(text: &str) -> String {
    let sources = Prepared::sources(Prepared::SCENARIOS[0].0, Prepared::SCENARIOS[0].1);
    let edited = Source { name: "edited.toml", text };
    Prepared::load(&Sources { scenario: edited, ..sources }).map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}

#[test]
fn fixed_set_ups_that_break_the_rules_are_refused() {
    let cases: [(&[(&str, &str)], &str); 27] = [
        (&[("5/Tri", "0902")], "[18.1.e]"),
        (&[("5/Tri", "1003"), ("8/Jul", "0901")], "[18.1.a]"),
        (&[("37/Rav", "1308"), ("318/213", "1207")], "[18.1.b]"),
        (&[("3Gen", "1509"), ("526/298", "1408")], "[18.1.c]"),
        (&[("LegCro", "2113"), ("53/Sfo", "2013")], "[18.1.d]"),
        (&[("89/Cos", "0906"), ("2/Cun", "1007")], "[18.1]"),
        (&[("art/Tri", "0805")], "[18.1.f]"),
        (&[("art/Tri", "0902")], "[18.1.f]"),
        (&[("HQ/II", "1207")], "[18.1.g]"),
        (&[("art1/CA", "0710")], "[18.1.g]"),
        (&[("art1/CA", "0805")], "[18.1.1]"),
        (&[("HQ/CA", "0805")], "[18.1.1]"),
        (&[("278/Vic", "0904")], "[18.1.1.a]"),
        (&[("278/Vic", "0703")], "[18.1.1.a]"),
        (&[("TA/CA", "0804")], "[18.1.2]"),
        (&[("HQ/II", "1108"), ("TA/II", "1208")], "[18.1.2]"),
        (&[("Compl", "0218")], "[18.1.3]"),
        (&[("HQ/ARMIR", "0218")], "[18.1.3]"),
        (&[("140/27", "1110")], "[18.1.3]"),
        (&[("AA2", "1109")], "[18.1.3]"),
        (&[("Barbo", "1008")], "[18.1.3.a]"),
        (&[("127/6", "0801")], "[18.1][18.2]"),
        (&[("127/6", "1405")], "[6.3]"),
        (&[("127/6", "1205")], "[18.2.a]"),
        (&[("HQ/XXIX", "2318")], "[16.1.4.a]"),
        (&[("172/6", "1006")], "[6]"),
        (&[("66/XVII", "1801")], "radius 6 of its HQ [18.2]"),
    ];
    for (edits, reason) in cases {
        let text = edited(edits);
        let error = refusal(&text);
        assert!(error.contains(reason) && error.contains("edited.toml"), "{edits:?}: {error}");
    }
    let fixed = Prepared::SCENARIOS[0].1;
    for (right, wrong, reason) in [
        ("\"127/6\" = \"1002\"", "\"127/6\" = \"chir\"", "[16.1]"),
        ("\"HQ/6\" = \"1205\"", "\"HQ/6\" = \"1105\"", "[18.2]"),
        ("\"HQ/ARMIR\" = \"0217\"", "", "neither placed"),
        ("\"HQ/3G\" = \"long\"", "\"HQ/3G\" = \"short\"", "beyond the radius 4"),
    ] {
        assert!(fixed.contains(right), "{right} is no longer in the scenario");
        let error = refusal(&fixed.replace(right, wrong));
        assert!(error.contains(reason), "{wrong}: {error}");
    }
}

// ---- markers [18.3] --------------------------------------------------------

#[test]
fn tv5_the_tracks_start_at_four_momentum_and_sixteen_supply_points() {
    for game in set_ups() {
        assert_eq!((game.momentum(), game.supply_points(), game.garrison(), game.chir_box()), (4, 16, 1, 1));
        assert_eq!(game.stars(), 4, "the momentum of the places the Soviets hold");
        for (place, star) in [("Pavlovsk", 2), ("Kazanskaya", 1), ("Verkhniy Mamon", 1)] {
            let hex = game.data().map.place_named(place).expect("on the map");
            assert_eq!((game.controller(hex), game.data().map.stars[hex.index()]), (Side::Soviet, star), "{place}");
        }
    }
}

// ---- the first turn [18.4] -------------------------------------------------

fn first_turn() -> Armir {
    let mut game = Armir::new(historical());
    play(&mut game, "objectives 3+4");
    game
}

#[test]
fn tv6_turn_one_begins_with_axis_motorised_movement_of_one_27th_panzer_counter() {
    let mut game = first_turn();
    assert_eq!((game.game_turn(), game.current_phase(), game.turn()), (1, Phase::AxisMotorised, Turn::Player(Side::Axis)));
    assert_eq!(game.initiative(), Side::Axis);
    let legal = legal_texts(&game);
    assert_eq!(legal.len(), 4, "{legal:?}");
    assert!(["done", "select Pz/27", "select 140/27", "select 127/27"].iter().all(|text| is_legal(&game, text)));
    assert_eq!(denied(&game, "select 3B/Cel"), "18.4");
    play(&mut game, "select Pz/27");
    assert!(!offers(&legal_texts(&game), "join"), "one counter, no group");
    let step = legal_texts(&game).into_iter().find(|text| text.starts_with("move")).expect("a way to go");
    play(&mut game, &step);
    assert_ne!(game.current_phase(), Phase::AxisMotorised, "no second counter moves");
}

#[test]
fn a_battle_group_lost_in_its_overrun_was_the_counter_of_turn_one() {
    let counters = [("Pz/27", "0410"), ("140/27", "0410"), ("127/6", "0510"), ("160/6", "0510")];
    let position = with(PositionBuilder::empty(drill()), &counters).steps("Pz/27", 1).sound();
    let mut game = position.open(Phase::AxisMotorised, 0);
    assert_eq!((game.game_turn(), is_legal(&game, "select 140/27")), (1, true));
    play(&mut game, "select Pz/27");
    play(&mut game, "overrun 0510 from 0410");
    roll(&mut game, 4);
    assert_eq!(at(&game, "Pz/27"), Place::ELIMINATED, "a five with its own bonus costs three steps");
    assert_ne!(game.current_phase(), Phase::AxisMotorised, "no second counter moves");
}

#[test]
fn the_rest_of_turn_one_follows_the_sequence_of_the_axis_initiative() {
    let mut game = first_turn();
    let mut phases = Vec::new();
    while game.game_turn() == 1 {
        if phases.last() != Some(&game.current_phase()) {
            phases.push(game.current_phase());
        }
        pass(&mut game, 1);
    }
    let expected = [Phase::AxisMotorised, Phase::Bombardment, Phase::SovietCombat, Phase::SovietMotorised, Phase::Supply, Phase::Attrition];
    let mut order = expected.iter();
    assert!(phases.iter().all(|phase| order.any(|known| known == phase)), "{phases:?}");
    assert!([0, 1, 2, 3].iter().all(|&index| phases.contains(&expected[index])), "{phases:?}");
}

/// Half points of a counter that is chosen to move in a phase of a turn.
fn half_points(turn: u8, id: &str, from: &str) -> u8 {
    let phase = if unit(id).side() == Side::Axis { Phase::AxisMovement } else { Phase::SovietMovement };
    let mut game = on_turn(turn).place(id, from).sound().open(phase, 0);
    while !is_legal(&game, &format!("select {id}")) {
        play(&mut game, "done");
    }
    play(&mut game, &format!("select {id}"));
    game.march_report().expect("a move is in progress").points
}

#[test]
fn on_turn_one_everybody_has_two_movement_points_less_and_tracked_units_one() {
    let counters = [("525/298", "1011", 2), ("140/27", "1011", 2), ("HQ/II", "1010", 2), ("art/Cos", "1008", 2), ("Pz/27", "1011", 1)];
    let soviets = [("127/6", "1104", 2), ("22M/3G", "2012", 2), ("HQ/6", "1205", 2), ("66/XVII", "1104", 1)];
    for (id, from, less) in counters.into_iter().chain(soviets) {
        let mp = historical().unit(unit(id)).faces[0].mp;
        assert_eq!(half_points(1, id, from), 2 * mp.saturating_sub(less), "{id} on turn 1");
        assert_eq!(half_points(2, id, from), 2 * mp, "{id} on turn 2");
    }
}

/// Whether a barrage of a gun three hexes away disorganises its target.
fn barrage_disorganises(turn: u8, gun: &str, die: u8) -> bool {
    // The regiment next to the target keeps the combat phase, which clears the markers, open.
    let mut game =
        with(on_turn(turn), &[(gun, "0908"), ("127/6", "0910"), ("106B/6", "0910"), ("525/298", "0911")]).open(Phase::Bombardment, 0);
    play(&mut game, &format!("barrage {gun} 0910"));
    roll(&mut game, die);
    game.is_disorganised(unit("127/6"))
}

#[test]
fn on_turn_one_italian_bombardment_values_are_halved_and_rounded_up() {
    let table = &historical().tables.bombardment;
    for (gun, die) in [("art2/CA", 4), ("art2/CA", 5), ("AA1", 3), ("AA1", 4), ("AA1", 5), ("AA1", 6)] {
        let value = historical().unit(unit(gun)).faces[0].bombardment;
        for (turn, used) in [(1, value.div_ceil(2)), (2, value)] {
            let expected = table[usize::from(die)][usize::from(used) - 1] >= BombardmentResult::Disorganised;
            assert_eq!(barrage_disorganises(turn, gun, die), expected, "{gun} on turn {turn}, die {die}");
        }
    }
}

#[test]
fn on_turn_one_italian_support_values_are_halved_and_rounded_up() {
    let values = historical().unit(unit("art/Cos")).faces[0];
    for (turn, support) in [(1, values.support.div_ceil(2)), (2, values.support)] {
        let mut game = with(on_turn(turn), &[("89/Cos", "1207"), ("art/Cos", "1208"), ("160/6", "1206")]).open(Phase::SovietCombat, 0);
        for choice in ["attack 1207", "with 160/6", "engage"] {
            play(&mut game, choice);
        }
        let defence = |game: &Armir| game.battle_sheet(game.battle().expect("a combat is in progress")).defence;
        let before = defence(&game);
        play(&mut game, "support art/Cos");
        assert_eq!(defence(&game), before + u16::from(support), "turn {turn}");
    }
}

#[test]
fn on_turn_one_supporting_guns_of_one_hex_are_added_before_they_are_rounded_up() {
    let strengths = |game: &Armir| {
        let sheet = game.battle_sheet(game.battle().expect("a combat is in progress"));
        (sheet.attack, sheet.defence)
    };
    // Two regiments of 4 CP defend; each gun is worth 3.
    let supported = |turn: u8, first: &str, second: &str| {
        let counters = [("89/Cos", "1207"), ("37/Rav", "1207"), ("art/Cos", first), ("art/Rav", second), ("160/6", "1206")];
        let mut game = with(on_turn(turn), &counters).open(Phase::SovietCombat, 0);
        for choice in ["attack 1207", "with 160/6", "engage", "support art/Cos", "support art/Rav"] {
            play(&mut game, choice);
        }
        strengths(&game).1
    };
    assert_eq!([supported(1, "1208", "1208"), supported(2, "1208", "1208")], [8 + 3, 8 + 6], "one and a half each");
    assert_eq!(supported(1, "1207", "1208"), 10 + 2, "each hex is rounded by itself");
    assert_eq!(supported(1, "1207", "1207"), 8 + 3, "with the units of the hex");
    // In attack the guns add to the units of their hex.
    let counters = [("89/Cos", "0410"), ("37/Rav", "0410"), ("art/Cos", "0410"), ("art/Rav", "0410"), ("160/6", "0510")];
    let mut game = with(on_turn(1), &counters).open(Phase::AxisCombat, 0);
    for choice in ["attack 0510", "with 89/Cos", "with 37/Rav", "engage", "support art/Cos", "support art/Rav"] {
        play(&mut game, choice);
    }
    assert_eq!(strengths(&game).0, 8 + 3);
}

#[test]
fn soviet_guns_are_not_halved_on_turn_one_but_start_below_the_radius() {
    let data = historical();
    for (slot, army) in Formation::ARMIES.into_iter().enumerate() {
        let hq = data.hq(army).expect("every army has an HQ");
        assert!(data.start.artillery[slot] < data.unit(hq).faces[0].radius, "{}: the reduction is in the start value", army.name());
        assert_eq!(first_turn().artillery_points(slot), data.start.artillery[slot]);
    }
    let points = data.start.artillery[0];
    for die in 1..=6 {
        let mut game =
            with(on_turn(1), &[("HQ/6", "1205"), ("89/Cos", "1108"), ("90/Cos", "1108"), ("127/6", "1209")]).open(Phase::Bombardment, 0);
        play(&mut game, &format!("salvo HQ/6 {points} 1108"));
        roll(&mut game, die);
        let column = usize::from(points).min(data.tables.bombardment[0].len()) - 1;
        let expected = data.tables.bombardment[usize::from(die)][column] >= BombardmentResult::Disorganised;
        assert_eq!(game.is_disorganised(unit("89/Cos")), expected, "{points} points, die {die}");
    }
}

// ---- reinforcements [18.5] -------------------------------------------------

#[test]
fn reinforcements_come_at_full_strength_to_source_c_on_turns_two_three_and_four() {
    for data in [historical(), scenario("free")] {
        let schedule: Vec<(u8, &str)> = data.arrivals.iter().map(|arrival| (arrival.turn, data.unit(arrival.unit).id.as_str())).collect();
        let expected = [(2, "387/XXIV"), (2, "3Geb"), (3, "385/XXIV"), (4, "Feg/XXIV"), (4, "FB/XXIV")];
        assert!(schedule.len() == expected.len() && expected.iter().all(|entry| schedule.contains(entry)), "{schedule:?}");
    }
    let mut game = start().turn(2).sound().momentum(30).sound().open(Phase::AxisReinforcement, 0);
    for (turn, ids) in [(2, &["387/XXIV"][..]), (3, &["385/XXIV"]), (4, &["Feg/XXIV", "FB/XXIV"])] {
        assert!(ids.iter().all(|id| at(&game, id) == Place::RESERVE), "not before turn {turn}");
        pass_to(&mut game, turn, Phase::AxisMovement, 6);
        for id in ids {
            assert!(stands(&game, id, &name(hex("0701"))) && game.data().map.source_c == hex("0701"), "{id}");
            assert_eq!(game.steps(unit(id)), game.data().unit(unit(id)).steps, "{id} at full strength");
        }
    }
}
