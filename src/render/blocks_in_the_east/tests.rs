//! What is told of random games of every scenario: that it is told at all, that choices differ in words, and that nobody hears what he does
//! not know.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Terrain};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksDenial, BlocksInTheEast, Phase, PositionBuilder, Prepared, UnitId};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Determinize as _, Dice, Game as _, Notation as _, Side, Turn};
use stavka_words::{Language, speaking};

use super::names;
use super::walks::random_games;
use crate::hexmap::HexBoard as _;
use crate::theme::Theme as _;
use crate::{Extent, Ink, Tabletop};

/// Visits the positions of a random game of each scenario, a part of them: players choose at random.
fn positions(seed: u64, one_in: usize, mut visit: impl FnMut(&BlocksInTheEast, &[Action])) {
    random_games(seed, |game, legal, dice| {
        let leaves = || matches!(game.asked(), Some(Asked::Retreat(_) | Asked::Evacuation(_) | Asked::Leaving(_)));
        if game.turn() == Turn::Over || dice.below(one_in as u32) == 0 || leaves() {
            visit(game, legal);
        }
    });
}

/// Everything that is told beside the choices.
fn told_to(game: &BlocksInTheEast, viewer: Side) -> Vec<String> {
    let board = |extent| game.board(viewer, extent, Ink::Plain).expect("the extent names no hex");
    let mut told = vec![board(Extent::Whole), board(Extent::Focus)];
    told.extend(game.status(viewer));
    told.extend(game.odds(viewer));
    told
}

/// Whether words name a unit by its title: at their head, or in a list. The title may be the end of another one.
fn is_named(told: &str, title: &str) -> bool {
    let begins = |at: usize| at == 0 || [": ", ", "].iter().any(|before| told[..at].ends_with(before));
    told.match_indices(title).any(|(at, _)| begins(at))
}

/// Whether an action names a unit, and its words may depend on which one it is.
fn names_a_unit(action: Action) -> bool {
    action.unit().is_some()
}

#[test]
fn every_choice_has_words_and_no_two_have_the_same() {
    positions(1, 8, |game, legal| {
        let Turn::Player(side) = game.turn() else {
            assert!(legal.iter().all(|&action| !game.words(action, Side::Axis).is_empty()));
            return;
        };
        let told: BTreeSet<String> = legal.iter().map(|&action| game.words(action, side)).collect();
        assert_eq!(told.len(), legal.len(), "{}: {told:#?}", game.prompt());
        assert!(told.iter().all(|words| !words.trim().is_empty()));
        assert!(legal.iter().all(|&action| !game.words(action, side.opponent()).trim().is_empty()));
    });
}

/// [5.2.a][9.0][11.2.d] Choices, weather and points of colours of the Advanced game are told, and have their Italian.
#[test]
fn choices_of_the_advanced_game_have_words() {
    let (id, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == "barbarossa").expect("a scenario of the Advanced game");
    let data = Prepared::interned(&Prepared::sources(id, text)).expect("it is embedded");
    let coloured = [Colour::Red, Colour::Blue, Colour::Black];
    let start = PositionBuilder::start(data).turn(4).expect("September 1941");
    let rich = coloured
        .into_iter()
        .fold(start, |position, colour| position.coloured(Nation::German, colour, 40).coloured(Nation::Soviet, colour, 9));
    let mut met = BTreeSet::new();
    speaking(Language::Pseudo, || {
        let mut dice = Dice::new(5);
        let mut game = rich.open(Side::Axis, Phase::Production);
        let mut legal = Vec::new();
        for count in 0..6000 {
            game.legal_actions(&mut legal);
            if game.turn() == Turn::Over {
                break;
            }
            met.extend(legal.iter().map(|action| Action::VERBS[action.verb()].0));
            let viewer = if let Turn::Player(side) = game.turn() { side } else { Side::Axis };
            let told: BTreeSet<String> = legal.iter().map(|&action| game.words(action, viewer)).collect();
            assert_eq!(told.len(), legal.len(), "{}: {told:#?}", game.prompt());
            if count % 50 == 0 || game.turn() == Turn::Chance && game.phase().is_none() {
                let mut told: Vec<String> = told.into_iter().chain([game.prompt()]).collect();
                told.extend(told_to(&game, viewer.opponent()));
                told.extend(legal.iter().filter_map(|&action| game.wish(action)));
                told.extend(super::panels::panels(&game, viewer).into_iter().flat_map(|panel| panel.lines));
                for text in told {
                    assert!(!text.contains("UNTRANSLATED"), "{text}");
                }
            }
            let disbands = game.phase().is_some_and(|(_, phase)| phase == Phase::Disbanding);
            game.apply(if disbands { Action::Done } else { dice.choose(&legal) });
        }
    });
    assert!(["send", "give-up", "roll"].into_iter().all(|verb| met.contains(verb)), "{met:?}");
}

#[test]
fn a_unit_that_stays_hidden_is_named_to_nobody_else() {
    let (mut hidden, mut known) = (0, 0);
    positions(2, 8, |game, legal| {
        let Turn::Player(side) = game.turn() else { return };
        let other = side.opponent();
        for &action in legal {
            let Some(unit) = action.unit().or_else(|| game.asked()?.mover()) else { continue };
            // It is turned towards the enemy by it [13.2].
            if matches!(action, Action::Activate(_)) {
                continue;
            }
            let told = game.words(action, other);
            let title = names::title(game.data(), unit);
            if game.is_hidden(unit) {
                hidden += 1;
                assert!(told.contains(names::block(game, unit)) || told.starts_with("a hidden block of "), "{told}");
                assert!(!is_named(&told, &title) && !told.contains(game.data().unit(unit).id.as_str()), "{told}");
                assert!(!told.contains(" MP") && !told.contains("(range "), "{told}");
            } else {
                known += 1;
                assert!(told.contains(&title) || !names_a_unit(action), "{told}");
            }
        }
    });
    assert!(hidden > 1000 && known > 500, "{hidden} hidden, {known} known");
}

#[test]
fn what_a_side_is_told_is_the_same_in_every_world_that_it_holds_possible() {
    let mut compared = 0;
    let mut worlds = Dice::new(9);
    positions(3, 60, |game, legal| {
        for viewer in Side::ALL {
            // Which of several aircraft in flight returns first follows from their names.
            if game.sees_all(viewer) || matches!(game.asked(), Some(Asked::AirReturn(_))) {
                continue;
            }
            let world = game.determinize(viewer, &mut worlds);
            assert_eq!(told_to(game, viewer), told_to(&world, viewer), "{}", game.prompt());
            for &action in legal.iter().filter(|&&action| !names_a_unit(action)) {
                assert_eq!(game.words(action, viewer), world.words(action, viewer));
            }
            compared += 1;
        }
    });
    assert!(compared > 20, "{compared} positions");
}

#[test]
fn every_message_has_its_italian() {
    positions(4, 40, |game, legal| {
        speaking(Language::Pseudo, || {
            let mut told = vec![game.prompt(), game.roster("", Ink::Plain)];
            for viewer in Side::ALL {
                told.extend(told_to(game, viewer));
                told.extend(legal.iter().map(|&action| game.words(action, viewer)));
                told.extend(legal.iter().filter_map(|&action| game.wish(action)));
            }
            told.extend(game.account());
            let sheet = BlocksInTheEast::sheet(game.data());
            told.extend(sheet.facts.into_iter().map(|(heading, text)| format!("{heading}: {text}")));
            for text in told {
                assert!(!text.contains("UNTRANSLATED"), "{text}");
            }
        });
    });
}

#[test]
fn the_throw_at_hand_is_itemised_and_its_chances_add_up() {
    let (mut volleys, mut causes) = (0, 0);
    positions(5, 3, |game, legal| {
        let Some(Asked::Volley { .. }) = game.asked() else { return };
        let lines = game.odds(Side::Axis);
        assert_eq!(lines, game.odds(Side::Soviet), "a battle lies open");
        let chances = super::dice::distribution(game);
        assert_eq!(chances.len(), legal.len());
        let all: f64 = chances.iter().map(|(_, chance)| chance).sum();
        assert!((all - 1.0).abs() < 1e-9, "{all}");
        volleys += 1;
        let (side, firing, pool) = game.volley().expect("a volley is at hand");
        let battle = game.battle_report().expect("a volley is a part of a battle");
        let of_units: u8 = game.throwers(side, firing).iter().map(|thrower| thrower.dice).sum();
        match firing {
            // Ammunition is spent before the dice fall.
            Firing::Artillery => assert!(of_units <= pool.count()),
            // The town fires beside the defender's units.
            Firing::AntiAircraft if side != battle.attacker => assert!(of_units <= pool.count()),
            _ => assert_eq!(of_units, pool.count(), "{lines:#?}"),
        }
        causes += lines.iter().filter(|line| line.contains("Bonus: ") || line.contains("Malus: ")).count();
        assert!(lines.iter().any(|line| line.starts_with("  chances of hits: ")), "{lines:#?}");
    });
    assert!(volleys > 50 && causes > 20, "{volleys} volleys, {causes} causes");
}

#[test]
fn the_map_shows_every_open_hex_and_a_window_its_surroundings() {
    for id in BlocksInTheEast::embedded() {
        let data = BlocksInTheEast::load(id).expect("it is embedded");
        let game = BlocksInTheEast::new(data);
        let whole = BlocksInTheEast::map_text(data, Ink::Plain);
        for hex in BlocksInTheEast::open(data) {
            assert!(whole.contains(&data.map.name(hex)), "{id}: {}", data.map.name(hex));
        }
        let objective = game.objectives().first().map_or_else(|| data.script.placed[0].hex, |objective| objective.hex);
        let place = data.map.place_at(objective).map(|place| place.name.clone());
        for name in std::iter::once(data.map.name(objective)).chain(place) {
            let window = game.board(Side::Axis, Extent::Around(&name), Ink::Plain).expect("it is on the map");
            assert!(window.contains(&data.map.name(objective)) && window.len() < whole.len(), "{id}: {window}");
        }
        assert!(game.board(Side::Axis, Extent::Around("Atlantis"), Ink::Plain).is_err());
    }
}

#[test]
fn boxes_are_named_apart() {
    let data = BlocksInTheEast::load("short-barbarossa").expect("it is embedded");
    let game = BlocksInTheEast::new(data);
    let boxes: Vec<Hex> = super::board::boxes(data).collect();
    assert_eq!(boxes.len(), 6);
    for known in &data.map.boxes {
        for name in [&known.id, &known.name] {
            let told = game.board(Side::Axis, Extent::Around(name), Ink::Plain).expect("it is a box");
            assert!(told.starts_with(&format!("{} (box)", known.name)), "{told}");
        }
    }
}

#[test]
fn the_roster_names_the_blocks_of_the_side_to_act_and_counts_the_others() {
    let data = BlocksInTheEast::load("short-barbarossa").expect("it is embedded");
    let game = BlocksInTheEast::new(data);
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    let roster = Tabletop::roster(&game, "", Ink::Plain);
    let stands = |unit: UnitId| game.place(unit).hex().is_some();
    for (unit, known) in data.units(Side::Axis).filter(|&(unit, _)| stands(unit)) {
        assert!(roster.contains(&format!("  {} ", known.id)) && roster.contains(&names::title(data, unit)), "{roster}");
    }
    for (_, known) in data.units(Side::Soviet).filter(|&(unit, _)| stands(unit)) {
        assert!(!roster.contains(&format!("  {} ", known.id)), "{}: {roster}", known.id);
    }
    assert!(roster.contains(" × a Soviet block"), "{roster}");
    assert!(Tabletop::roster(&game, "panzer corps", Ink::Plain).lines().count() < roster.lines().count());
    assert!(Tabletop::roster(&game, "zeppelin", Ink::Plain).starts_with("no counter matches"));
}

#[test]
fn what_decides_a_scenario_is_told_as_it_stands() {
    let told = |scenario: &str, taken: &[&str]| {
        let data = BlocksInTheEast::load(scenario).expect("it is embedded");
        let hex = |name: &&str| data.map.name(data.map.place_named(name).expect("it is on the map").hex);
        let empty = PositionBuilder::empty(data);
        let position = taken.iter().map(hex).try_fold(empty, |position, hex| position.owner(&hex, Side::Axis));
        position.expect("nobody is there").open(Side::Axis, Phase::GroundMovement).status(Side::Axis).join("\n")
    };
    assert!(told("towards-moscow", &[]).contains("2521 Moscow, Soviet, or contested, and not surrounded; now: draw [SBE2.b]"));
    assert!(told("towards-moscow", &["Moscow"]).contains("2521 Moscow, held by the Axis; now: Axis victory [SBE2.b]"));
    assert!(told("towards-leningrad", &["Leningrad"]).contains("1813 Leningrad, held by the Axis; now: Axis victory [SBE1.b]"));
    let rostov = told("towards-rostov", &["Rostov", "Kharkov"]);
    assert!(rostov.contains("2737 Rostov (1): Axis") && rostov.contains("2242 Sevastopol (1): Soviet"), "{rostov}");
    assert!(rostov.contains("points of the Axis: 2; now: Axis marginal victory"), "{rostov}");
    let short = told("short-barbarossa", &["Moscow", "Kiev"]);
    assert!(short.contains("2521 Moscow (3): Axis") && short.contains("1831 Kiev (1): Axis, the other 32: Soviet"), "{short}");
    assert!(short.contains("points of the Axis: 4; now: Soviet marginal victory"), "{short}");
}

#[test]
fn a_denial_says_who_fills_the_hex_and_what_points_there_are() {
    let (mut full, mut dear) = (0, 0);
    positions(6, 12, |game, _| {
        let Turn::Player(side) = game.turn() else { return };
        let (data, grid) = (game.data(), &game.data().map.grid);
        let actions: Vec<Action> = match game.asked() {
            Some(Asked::Production) => data.units(side).flat_map(|(unit, _)| [Action::Repair(unit), Action::Rebuild(unit)]).collect(),
            Some(Asked::March { unit, .. }) => {
                let near = game.place(unit).hex().filter(|&hex| !data.map.is_box(hex));
                near.into_iter().flat_map(|hex| grid.within(hex, 2)).map(Action::MoveTo).collect()
            }
            _ => return,
        };
        for action in actions {
            let Err(denial) = game.check(action) else { continue };
            let reason = game.reason(action, &denial);
            assert!(reason.starts_with(&denial.to_string()), "{reason}");
            assert!(game.wish(action).is_some_and(|wish| !wish.is_empty()));
            full += usize::from(matches!(denial, BlocksDenial::NoRoom));
            dear += usize::from(matches!(denial, BlocksDenial::TooDear) && reason.ends_with(')'));
        }
    });
    assert!(full > 0 && dear > 0, "{full} full hexes, {dear} too dear");
}

/// A scenario of a player's own: an embedded one with other options.
fn own(id: &str, options: &str) -> &'static Prepared {
    let (_, text) = Prepared::SCENARIOS.iter().find(|(known, _)| *known == id).expect("it is embedded");
    let text = format!("{text}\n[options]\n{options}\norigin = \"given: agreed before the game\"\n");
    BlocksInTheEast::load_text("own.toml", &text).expect("its options are known")
}

#[test]
fn where_all_units_are_visible_every_unit_is_named_to_both_sides() {
    for id in BlocksInTheEast::embedded() {
        let data = own(id, "open = true");
        let facts = BlocksInTheEast::sheet(data).facts;
        assert!(facts.iter().any(|(name, text)| name == "hidden" && text == "nothing: all units are visible [1.3]"), "{facts:?}");
        let game = BlocksInTheEast::new(data);
        for viewer in Side::ALL {
            let counters: BTreeSet<String> = game.counters(viewer).into_iter().map(|counter| counter.id).collect();
            for (unit, known) in Side::ALL.into_iter().flat_map(|side| data.units(side)) {
                if game.place(unit).hex().is_some() {
                    assert!(counters.contains(&known.id), "{id}: {} stands with its back to {viewer}", known.id);
                    assert!(names::name(&game, unit, viewer).contains(known.name.as_str()), "{id}: {}", known.id);
                }
            }
            assert!(told_to(&game, viewer).iter().all(|line| !line.contains("unknown [1.3]")), "{id}");
        }
        let fogged = BlocksInTheEast::sheet(BlocksInTheEast::load(id).expect("it is embedded")).facts;
        assert!(fogged.iter().all(|(_, text)| !text.contains("all units are visible")));
    }
}

#[test]
fn bonus_and_malus_that_cancel_each_other_are_told() {
    let whole = "short-barbarossa";
    let told = |options: &str| {
        let data = own(whole, options);
        let is = |hex: &Hex| {
            let wild = data.map.terrain[hex.index()] == Terrain::Forest && data.map.place_at(*hex).is_none();
            wild && data.ground.open.contains(*hex) && data.ground.finnish_attack.contains(*hex)
        };
        let wood = data.map.name(data.map.hexes().find(is).expect("a wood in the Finnish zone"));
        let position = ["SL01", "FI01"].into_iter().fold(PositionBuilder::empty(data), |all, id| all.place(id, &wood).expect("it fits"));
        let mut game = position.turn(2).expect("a turn").open(Side::Axis, Phase::Combat);
        while game.volley().is_some_and(|(side, ..)| side == Side::Soviet) {
            game.apply(Action::Hits(0));
        }
        assert!(game.volley().is_some(), "the attacker fires");
        let fight = game.fight(Side::Axis).expect("a volley is at hand");
        let shifts: Vec<i8> = fight.words.parts.iter().flat_map(|part| &part.shifts).map(|shift| shift.value).collect();
        let notes = game.tables().into_iter().map(|table| table.note).chain(fight.notes).filter(|note| note.contains("[7.7.6.c]")).count();
        let lines = game.odds(Side::Axis).into_iter().filter(|line| line.contains("cancel each other, 1 of each")).count();
        let agreed = BlocksInTheEast::sheet(data).facts.iter().filter(|(name, _)| name == "agreed").count();
        (shifts, notes, lines, agreed)
    };
    assert_eq!(told("cancel = true"), (vec![1, -1, -1, 1], 2, 1, 1));
    assert_eq!(told("cancel = false"), (vec![1, -1], 0, 0, 0));
    speaking(Language::Pseudo, || {
        let data = own(whole, "cancel = true\nopen = true");
        for (name, text) in BlocksInTheEast::sheet(data).facts {
            assert!(!format!("{name}{text}").contains("UNTRANSLATED"), "{name}: {text}");
        }
    });
}

#[test]
fn partisans_and_the_turkish_frontier_are_seen_on_the_board() {
    let data = own("operation-blue", "partisans = true\ngarrisons = true");
    let units = [("GN01", "1626"), ("GN07", "0227"), ("SL01", "4020"), ("SW01", "3148")];
    let position = || {
        let all = units.into_iter().fold(PositionBuilder::empty(data), |all, (id, at)| all.place(id, at).expect("it fits"));
        all.turn(13).expect("a turn").partisans("1726", 2).expect("nobody is there")
    };
    let mut game = position().open(Side::Axis, Phase::GroundMovement);
    let told = names::partisans(2);
    for viewer in Side::ALL {
        let disc = game.counters(viewer).into_iter().find(|counter| counter.place == "1726").expect("a disc");
        assert_eq!((disc.side, disc.values.as_str(), disc.title.as_str()), (Side::Soviet, "2", told.as_str()));
        assert!(game.board(viewer, Extent::Around("1726"), Ink::Plain).expect("a hex").contains("p2"));
    }
    assert!(game.hex_card("1726").expect("open ground").lines.contains(&told));
    let of = |key: &str| game.overlay(key, Side::Axis, Side::Axis).expect("an overlay").layers;
    assert!(of("supply").iter().any(|layer| layer.cells.contains(&"1726".to_owned())));
    assert!(of("parts").iter().any(|layer| layer.cells.contains(&"3148".to_owned())));
    // A march into brigades is an attack, with odds, and the dice of the battle are those of partisans.
    let unit = data.find_unit("GN01").expect("a corps");
    game.apply(Action::Select(unit));
    let into = Action::MoveTo(data.map.find("1726").expect("a hex"));
    assert_eq!(game.spots(&[into])[0].verb, "attack");
    assert!(game.fight_for("1726", Side::Axis).is_some());
    game.apply(into);
    while game.volley().is_none() {
        game.apply(Action::Done);
    }
    let fight = game.fight(Side::Axis).expect("a battle");
    assert!(fight.words.parts.iter().any(|part| part.title.contains("[29.1.e]")) && fight.defenders == [told]);
    // Where they rise is told in words.
    let mut rising = position().open(Side::Soviet, Phase::Production);
    while !matches!(rising.asked(), Some(Asked::Uprising { .. })) {
        rising.apply(Action::Done);
    }
    let mut legal = Vec::new();
    rising.legal_actions(&mut legal);
    let place = data.map.name(legal.last().and_then(|action| action.hex()).expect("a hex"));
    assert!(rising.attempts(&place).contains(legal.last().expect("a choice")));
    for &action in legal.iter().filter(|&&action| action != Action::Done).chain(&[Action::Sector(3)]) {
        assert!(rising.wish(action).is_some_and(|wish| !wish.is_empty()));
    }
    speaking(Language::Pseudo, || {
        assert!(!format!("{:?}{:?}", rising.wish(Action::Sector(3)), rising.hex_card("1726")).contains("UNTRANSLATED"));
    });
}

/// [2.3] The set-up by the players: hexes of the zone are marked, changes are told, and the other side hears no names.
#[test]
fn a_set_up_is_seen_on_the_board() {
    let data = own("operation-blue", "free-set-up = true");
    let game = BlocksInTheEast::new(data);
    let list = |game: &BlocksInTheEast| {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        legal
    };
    assert_eq!((game.phase_owner(), game.phase_name()), (Some(Side::Soviet), "set-up"));
    assert!(game.status(Side::Axis)[0].contains("[2.3]"));
    let (phases, now) = game.phases();
    assert_eq!((phases[now].name, phases[now].side), ("set-up", Some(Side::Soviet)));
    let garrison = data.find_unit("SG05").expect("a garrison");
    assert_eq!(game.spots(&[Action::Select(garrison)])[0].verb, "select-anew");
    let mut seen = BTreeSet::new();
    for select in list(&game).into_iter().filter(|&action| action != Action::Done).step_by(9) {
        let mut there = game.clone();
        there.apply(select);
        let sectors = list(&there).into_iter().find(|action| matches!(action, Action::Sector(_)));
        for action in list(&there).into_iter().filter(|action| action.unit().is_some()).step_by(7).chain(sectors) {
            seen.insert(there.spots(&[action])[0].verb);
            let own = there.words(action, Side::Soviet);
            let heard = there.words(action, Side::Axis);
            let name = action.unit().map(|unit| names::title(data, unit));
            assert!(name.is_none_or(|name| own.contains(&name) && !heard.contains(&name)), "{own}; {heard}");
            assert!(there.wish(action).is_some_and(|wish| !wish.is_empty()));
            speaking(Language::Pseudo, || {
                assert!(!format!("{}{:?}", there.words(action, Side::Soviet), there.wish(action)).contains("UNTRANSLATED"));
            });
        }
        if let Some(sector) = sectors {
            // The hexes of a sector can be pointed at, and what is not open is explained all the same.
            let cells = there.spots(&[sector])[0].cells.clone();
            let first = data.map.find(&cells[0]).expect("a hex");
            assert!(there.attempts(&cells[0]).contains(&Action::Place(first)));
            there.apply(sector);
            assert_eq!(cells.len() + 1, list(&there).len());
        }
        if let Some(place) = list(&there).into_iter().find(|action| matches!(action, Action::Place(_))) {
            let spot = &there.spots(&[place])[0];
            seen.insert(spot.verb);
            assert_eq!(spot.to, place.hex().map(|hex| data.map.name(hex)));
            assert!(there.attempts(&data.map.name(place.hex().expect("a hex"))).contains(&place));
        }
    }
    assert_eq!(seen, BTreeSet::from(["deploy", "deploy-sector", "exchange", "strengthen"]));
}
