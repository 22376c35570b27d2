//! The Advanced game on the board and in words: headquarters, fuel, weather, projects, departures and how the long scenarios end, for both
//! sides. Nothing hidden is told: a headquarters of the enemy that is not known is a block like all others.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Weather};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared, UnitId};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Game as _, Notation as _, Side, Turn};
use stavka_words::{Language, speaking};

use super::walks::random_games;
use super::{events, names};
use crate::hexmap::HexBoard as _;
use crate::theme::{Counter, Panel, Theme as _};
use crate::{Tabletop as _, picture};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const IDLE: Phase = Phase::GroundMovement;
const BARBAROSSA: &str = "barbarossa";

fn data(id: &str) -> &'static Prepared {
    BlocksInTheEast::load(id).expect("it is embedded")
}

fn unit(game: &BlocksInTheEast, id: &str) -> UnitId {
    game.data().find_unit(id).expect("a unit")
}

fn place_of(data: &Prepared, name: &str) -> String {
    data.map.place_named(name).map_or_else(|| name.to_owned(), |place| data.map.name(place.hex))
}

/// Units, such as "SH01 Moscow, SW01 1228", on an empty map.
fn builder(id: &str, units: &str) -> PositionBuilder {
    let data = data(id);
    units.split(", ").fold(PositionBuilder::empty(data), |position, entry| {
        let (unit, place) = entry.split_once(' ').expect("a unit and a place");
        position.place(unit, &place_of(data, place)).expect("it may stand there")
    })
}

/// Units in July 1941, with one of each side far away.
fn scene(units: &str) -> PositionBuilder {
    builder(BARBAROSSA, &format!("{units}, SL01 1813, GC01 0528")).turn(2).expect("a second turn")
}

fn play(game: &mut BlocksInTheEast, actions: &[&str]) -> Vec<String> {
    let mut told = Vec::new();
    for text in actions {
        let action = game.parse_action(text).expect("an action");
        game.check(action).unwrap_or_else(|denial| panic!("{text}: {denial}"));
        let before = game.clone();
        game.apply(action);
        told.extend(before.aftermath(action, game));
    }
    told
}

/// Whoever decides ends his step until a turn of a side begins; gives what happened without a choice.
fn pass(game: &mut BlocksInTheEast, until: impl Fn(&BlocksInTheEast) -> bool) -> Vec<String> {
    let (mut told, mut legal) = (Vec::new(), Vec::new());
    while !until(game) && game.turn() != Turn::Over {
        game.legal_actions(&mut legal);
        let action = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
        let before = game.clone();
        game.apply(action);
        told.extend(before.aftermath(action, game));
    }
    told
}

fn counter(game: &BlocksInTheEast, id: &str, viewer: Side) -> Option<Counter> {
    game.counters(viewer).into_iter().find(|counter| counter.id == id)
}

fn panel(game: &BlocksInTheEast, title: &str, viewer: Side) -> Panel {
    game.panels(viewer).into_iter().find(|panel| panel.title == title).unwrap_or_else(|| panic!("no panel {title}"))
}

/// Words in both languages, which differ; the English ones.
fn in_words(game: &BlocksInTheEast, text: &str, viewer: Side) -> String {
    let action = game.parse_action(text).expect("an action");
    game.check(action).unwrap_or_else(|denial| panic!("{text}: {denial}"));
    let [english, italian] = Language::ALL.map(|language| speaking(language, || game.words(action, viewer)));
    assert_ne!(english, italian);
    english
}

// ---- counters and overlay -----------------------------------------------------------------------------------------------------------

#[test]
fn an_activated_headquarters_is_marked_for_both_sides_and_a_hidden_one_for_nobody() {
    let hidden = |position: PositionBuilder| position.hidden("AH03").expect("on the map").hidden("GC15").expect("on the map");
    let mut game = hidden(scene("GC15 1128, AH03 1028, SW01 1228")).open(AXIS, IDLE);
    for id in ["AH03", "GC15"] {
        assert!(counter(&game, id, SOVIET).is_none(), "{id} is hidden");
    }
    let backs: BTreeSet<String> = game.counters(SOVIET).into_iter().filter(|counter| counter.unsure).map(|counter| counter.title).collect();
    assert_eq!(backs.len(), 1, "both blocks look alike: {backs:?}");
    let own = counter(&game, "AH03", AXIS).expect("its own side knows it");
    assert!(!own.marks.contains(&"activated") && own.title.contains("barrels when it is activated: 4"), "{}", own.title);
    play(&mut game, &["activate AH03"]);
    for viewer in Side::ALL {
        let counter = counter(&game, "AH03", viewer).expect("it faces both sides");
        assert!(counter.marks.contains(&"activated") && counter.values == "4/4", "{counter:?}");
        assert!(!counter.marks.contains(&"known"), "who is activated is known: {counter:?}");
        for told in ["activated, barrels left: 4 of 4", "it fuels armour within 5 hexes (clear weather)", "it loses PA: 1", "as artillery"]
        {
            assert!(counter.title.contains(told), "{told}: {}", counter.title);
        }
    }
    play(&mut game, &["select GC15", "fuel AH03"]);
    assert_eq!(counter(&game, "AH03", SOVIET).expect("known").values, "3/4");
    let title = counter(&game, "GC15", AXIS).expect("its own").title;
    assert!(title.contains("it has drawn a barrel of Panzer Group HQ 2"), "{title}");
    // Whoever it is, the other side sees what the block at hand was given.
    let backs: Vec<String> = game.counters(SOVIET).into_iter().filter(|counter| counter.unsure).map(|counter| counter.title).collect();
    assert!(backs.iter().any(|title| title.contains("it has drawn a barrel of Panzer Group HQ 2")), "{backs:?}");
    assert!(
        game.status(SOVIET).iter().any(|line| line.contains("a black block of the Axis: it has drawn a barrel")),
        "{:?}",
        game.status(SOVIET)
    );
}

#[test]
fn the_radius_of_headquarters_is_an_overlay_with_their_barrels() {
    let position =
        scene("GC15 1128, AH03 1028, AH07 1228, SH02 1830").hidden("SH02").expect("on the map").hidden("AH07").expect("on the map");
    let game = position.active("AH03").expect("on the map").open(AXIS, IDLE);
    let layers = |side: Side, viewer: Side| game.overlay("command", side, viewer).expect("an overlay").layers;
    let own = layers(AXIS, AXIS);
    let active = own.iter().find(|layer| layer.class == "tint-reach").expect("a radius");
    let reach: Vec<String> = game.command_radius(unit(&game, "AH03")).iter().map(|hex| game.cell_name(hex)).collect();
    assert!(active.cells == reach && reach.len() > 20 && active.title.contains("Panzer Group HQ 2 (4/4)"), "{active:?}");
    assert!(own.iter().any(|layer| layer.class == "tint-wings" && layer.title.contains("Luftflotte")), "{own:?}");
    // The enemy sees what is activated and nothing else.
    let seen = layers(AXIS, SOVIET);
    assert_eq!(seen.iter().map(|layer| layer.class).collect::<Vec<_>>(), ["tint-reach", "tint-hq"]);
    assert!(seen.iter().all(|layer| !layer.title.contains("Luftflotte")), "{seen:?}");
    assert!(layers(SOVIET, AXIS).iter().all(|layer| layer.cells.is_empty()), "a hidden headquarters reaches nobody");
    assert!(layers(SOVIET, SOVIET).iter().any(|layer| layer.title.contains("Armoured HQ 1")));
    let (words, overlay) = game.counter_overlay("AH03", SOVIET).expect("it is known");
    assert!(overlay.layers.iter().any(|layer| layer.cells == reach) && words.contains("barrels left: 4 of 4"), "{words}");
    assert!(game.counter_overlay("SH02", AXIS).is_none() && game.counter_overlay("AH07", SOVIET).is_none());
    let (words, _) = game.counter_overlay("GC15", AXIS).expect("its own");
    assert!(words.contains("it is reached by Panzer Group HQ 2 (4/4)"), "{words}");
    let rain = scene("AH03 1028, SW01 1228").weather(Weather::Rain).open(AXIS, IDLE);
    let (words, overlay) = rain.counter_overlay("AH03", AXIS).expect("its own");
    assert!(words.contains("within 3 hexes (rain)") && overlay.layers[0].cells.len() < reach.len(), "{words}");
    let basic = BlocksInTheEast::new(data("towards-moscow")).overlay("command", AXIS, AXIS).expect("an overlay").layers;
    assert!(basic.len() == 1 && basic[0].cells.is_empty() && basic[0].title.contains("[13.0]"));
}

// ---- choices ------------------------------------------------------------------------------------------------------------------------

#[test]
fn every_choice_with_headquarters_says_what_it_means() {
    let mut game = scene("GC15 1128, AH03 1028, SW01 1228").open(AXIS, IDLE);
    let told = in_words(&game, "activate AH03", AXIS);
    assert!(told.contains("is activated, barrels: 4 [13.2]; it moves no more, and loses PA when it stands down: 1 [13.6]"), "{told}");
    assert!(in_words(&game, "select GC15", AXIS).contains("2 MP and no attack without fuel [13.5]"));
    let last = scene("GC15 1128, AH03 1028, SW01 1228").steps("AH03", 1).expect("steps").open(AXIS, IDLE);
    assert!(in_words(&last, "activate AH03", AXIS).ends_with("is eliminated when it stands down [13.6]"));
    play(&mut game, &["activate AH03", "select GC15"]);
    let told = in_words(&game, "fuel AH03", AXIS);
    assert!(told.contains("a barrel, with which it moves in full and may attack; barrels left: 3 [13.4]"), "{told}");
    let spots = game.spots(&[game.parse_action("fuel AH03").expect("an action")]);
    assert!(spots[0].short.as_deref().is_some_and(|short| short.ends_with("PA left: 3")), "{spots:?}");
    assert!(spots[0].first, "a barrel stands before the marches that it makes possible: {spots:?}");
    // Stavka.
    let position = scene("SH01 Moscow, SW01 1327, SW02 2521, GC02 1227").out_of_supply("SW01").expect("on the map");
    let mut game = position.open(SOVIET, IDLE);
    assert!(in_words(&game, "activate SH01", SOVIET).contains("special actions: 4 [13.8]"));
    play(&mut game, &["activate SH01"]);
    assert!(in_words(&game, "train SH01", SOVIET).contains("free of charge; actions left: 3 [13.8.1.d]"));
    play(&mut game, &["select SW01"]);
    assert!(in_words(&game, "supply SH01", SOVIET).contains("as if it was supplied; actions left: 3 [13.8.1.b]"));
    play(&mut game, &["supply SH01"]);
    let title = counter(&game, "SH01", AXIS).expect("it never hides").title;
    assert!(title.contains("special actions left: 3 of 4") && title.contains("done: help for a unit out of supply"), "{title}");
}

#[test]
fn every_kind_of_choice_has_a_row_and_its_purpose() {
    let rows: BTreeSet<&str> = BlocksInTheEast::VERBS.iter().map(|row| row.verb).collect();
    for (verb, _) in Action::VERBS {
        assert!(rows.contains(verb) || ["roll", "hits"].contains(verb), "{verb}");
    }
}

/// [SBE6.e] The Soviets build a railway: it is offered with its price, and drawn from then on.
#[test]
fn a_project_is_offered_told_and_drawn() {
    let position = builder("operation-blue", "SL01 Saratov, GC01 0923").turn(14).expect("a turn").points(Nation::Soviet, 30);
    let mut game = position.open(SOVIET, Phase::Production);
    while game.turn() == Turn::Chance {
        play(&mut game, &["die 1"]);
    }
    for viewer in Side::ALL {
        let lines = panel(&game, "Projects of the Soviets [SBE6.e]", viewer).lines;
        assert!(lines[0].contains("Saratov to Stalingrad: open, for 3 yellow"), "{lines:?}");
    }
    assert!(game.works().is_empty() && !picture::draw(&game, None).contains(r#"data-built="""#));
    let told = in_words(&game, "build saratov-stalingrad", SOVIET);
    assert!(told.contains("for 3 yellow, and keep ") && told.ends_with("it works at once [SBE6.e]"), "{told}");
    play(&mut game, &["build saratov-stalingrad"]);
    assert_eq!(game.works(), ["saratov-stalingrad"]);
    assert!(panel(&game, "Projects of the Soviets [SBE6.e]", AXIS).lines[0].ends_with("Saratov to Stalingrad: built"));
    let drawn = picture::draw(&game, None);
    assert!(drawn.contains(r#"<path id="saratov-stalingrad" data-built="" d="M"#), "it is drawn full");
    assert!(drawn.contains(r#"<path id="baku-krasnovodsk" d="M"#), "the others are planned");
}

// ---- panels -------------------------------------------------------------------------------------------------------------------------

#[test]
fn panels_of_the_advanced_game_are_there_for_both_sides_and_not_in_the_basic_one() {
    let advanced = ["Weather", "Headquarters and fuel"];
    for id in BlocksInTheEast::embedded() {
        let data = data(id);
        let game = BlocksInTheEast::new(data);
        for viewer in Side::ALL {
            let titles: Vec<&str> = game.panels(viewer).iter().map(|panel| panel.title).collect();
            assert_eq!(advanced.iter().all(|title| titles.contains(title)), data.is_advanced(), "{id}: {titles:?}");
            assert_eq!(titles.contains(&"Departures"), !data.script.long.leavers.is_empty(), "{id}");
            assert_eq!(titles.contains(&"Projects of the Soviets [SBE6.e]"), data.script.long.works.is_some(), "{id}");
        }
    }
    let game = BlocksInTheEast::new(data("codeword-dortmund"));
    let weather = panel(&game, "Weather", AXIS).lines.join("\n");
    for told in ["June 1941: clear weather [9.0]", "radius of headquarters: 5", "July 1941: clear weather"] {
        assert!(weather.contains(told), "{told}: {weather}");
    }
    let departures = panel(&game, "Departures", SOVIET).lines.join("\n");
    for told in ["Axis, December 1941: ", "LSSAH becomes ", "September 1943: Italy surrenders at its end [7.11.d]"] {
        assert!(departures.contains(told), "{told}: {departures}");
    }
    let production = panel(&game, "Production points of the Soviets", AXIS);
    assert!(production.tracks.iter().any(|track| track.note.contains("red") && track.note.contains("blue")), "{production:?}");
    assert!(production.lines.iter().any(|line| line.contains("the Soviets count no black points")), "{production:?}");
    let headquarters = panel(&game, "Headquarters and fuel", SOVIET).lines.join("\n");
    assert!(
        headquarters.contains("Soviet, not activated, with the barrels or actions that they would have: Stavka (4)")
            && !headquarters.contains("Panzer Group"),
        "{headquarters}"
    );
}

/// Two people read the same log: who looks on hears of its own blocks no more than the attacker sees.
#[test]
fn an_attack_names_no_hidden_block() {
    let position = scene("GC02 1128, SW01 1228").hidden("GC02").expect("on the map").hidden("SW01").expect("on the map");
    let mut game = position.open(AXIS, IDLE);
    play(&mut game, &["select GC02"]);
    for viewer in Side::ALL {
        let told = in_words(&game, "move 1228", viewer);
        assert!(told.contains("battle: a Soviet block"), "{told}");
    }
}

/// Prices in the Advanced game say their colours wherever they are told.
#[test]
fn a_step_says_its_price_in_colours() {
    let position = scene("GC15 1128, GC02 1028, SW01 1327").steps("GC15", 2).expect("steps").steps("GC02", 2).expect("steps");
    let game = position.open(AXIS, IDLE);
    for (id, told) in [("GC15", "2 yellow + 2 red"), ("GC02", "1 yellow")] {
        let title = counter(&game, id, AXIS).expect("its own").title;
        let price = game.repair_price(unit(&game, id)).map(|price| names::price(&game, unit(&game, id), price));
        assert_eq!(price.as_deref(), Some(told), "{title}");
        assert!(title.contains(&format!("its next step costs {told} [7.3.a]")), "{title}");
    }
}

/// A unit that is overdue is told with its price to its own side alone.
#[test]
fn what_a_departure_still_costs_is_told_to_its_own_side() {
    let data = data("codeword-dortmund");
    let &(leaver, turn) = data.script.long.leavers.iter().find(|(unit, _)| unit.side() == AXIS).expect("somebody leaves");
    let id = data.unit(leaver).id.as_str();
    let position = builder("codeword-dortmund", &format!("{id} 1128, GC02 1128, SL01 1813")).steps(id, 1).expect("steps");
    let game = position.turn(turn).expect("a turn").out_of_supply(id).expect("on the map").open(AXIS, IDLE);
    let due = |viewer: Side| panel(&game, "Departures", viewer).lines.join("\n");
    assert!(due(AXIS).contains("to leave now") && due(AXIS).contains("(as soon as it is in supply)"), "{}", due(AXIS));
    assert!(due(SOVIET).contains(&names::title(data, leaver)) && !due(SOVIET).contains("(as soon as"), "{}", due(SOVIET));
}

// ---- how the long scenarios stand and end -------------------------------------------------------------------------------------------

/// The account of a scenario that ends in a turn with these places in the hands of a side.
fn account(id: &str, turn: u8, units: &str, taken: &[(&str, Side)]) -> (String, String) {
    let data = data(id);
    let empty = if units.is_empty() { PositionBuilder::empty(data) } else { builder(id, units) };
    let position =
        taken.iter().fold(empty, |position, &(name, side)| position.owner(&place_of(data, name), side).expect("nobody is there"));
    let mut game = position.turn(turn).expect("a turn").open(SOVIET, Phase::Recheck);
    pass(&mut game, |game| game.turn() == Turn::Chance && game.asked().is_some_and(|asked| format!("{asked:?}").contains("Surrender")));
    let standing = game.status(AXIS).join("\n");
    while game.turn() == Turn::Chance {
        assert_eq!(game.comes_of(Action::Roll(1), AXIS).as_deref(), Some("the Soviet Union surrenders [SBE9.a][7.11.c]"));
        assert_eq!(game.comes_of(Action::Roll(6), SOVIET).as_deref(), Some("the Soviet Union fights on [SBE9.a]"));
        play(&mut game, &["die 1"]);
    }
    assert_eq!(game.turn(), Turn::Over, "{id}: {}", game.prompt());
    speaking(Language::Pseudo, || assert!(game.account().iter().all(|line| !line.contains("UNTRANSLATED")), "{:?}", game.account()));
    (game.account().join("\n"), standing)
}

#[test]
fn the_account_says_why_a_long_scenario_ended() {
    let (told, _) = account("barbarossa", 6, "SL01 1813", &[]);
    assert!(told.contains("The Axis controls none of the places that count.") && told.contains("[SBE5.a]"), "{told}");
    let (told, _) = account("operation-blue", 18, "", &[("Moscow", AXIS)]);
    assert!(told.contains("+1: the Axis holds 2521 Moscow") && told.contains("[SBE6.a]"), "{told}");
    let (told, _) = account("operation-citadel", 30, "SL01 Moscow", &[]);
    for line in ["of the 8 that it needs", "The Soviets have no unit in supply on the western bank [SBE7.a]."] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let both = [("Berlin", SOVIET), ("Peenemünde", SOVIET)];
    let (told, _) = account("operation-bagration", 43, "SL01 Moscow", &both);
    assert!(told.contains("They won in December 1944, by the end of December 1944: the victory is decisive."), "{told}");
    let (told, _) = account("operation-bagration", 45, "SL01 Moscow", &both);
    assert!(told.contains("after December 1944: the victory is marginal."), "{told}");
    let (told, _) = account("operation-bagration", 45, "SL01 Moscow", &both[..1]);
    assert!(told.contains("Germany surrenders: the Soviets control 0524 Berlin [7.11.b].") || told.contains("Berlin [7.11.b]."), "{told}");
    let (told, _) = account("operation-bagration", 49, "SL01 Moscow", &[]);
    assert!(told.contains("Without all of these places the Soviets do not win"), "{told}");
    let war = "codeword-dortmund";
    let (told, _) = account(war, 44, "SL01 1813", &[("Berlin", SOVIET)]);
    assert!(told.contains("and have won the war [SBE9.b].") && told.contains("after December 1944"), "{told}");
    let four = [("Moscow", AXIS), ("Baku", AXIS), ("Leningrad", AXIS), ("Stalingrad", AXIS)];
    let (told, _) = account(war, 20, "", &four);
    assert!(told.contains("the Soviet Union surrenders at once [SBE9.a]."), "{told}");
    let (told, standing) = account(war, 20, "", &[four[0], four[2]]);
    assert!(told.contains("and wins by its die: the Soviet Union surrenders"), "{told}");
    assert!(standing.contains("the Axis wins in the Victory Phase with a die of 1 [SBE9.a]"), "{standing}");
    assert!(standing.contains("the Axis throws for the surrender of the Soviet Union"), "{standing}");
    let (told, _) = account(war, 49, "SL01 1813", &[]);
    assert!(told.contains("Nobody has won the war by its last turn: it is drawn [SBE9.b]."), "{told}");
}

#[test]
fn what_decides_a_long_scenario_is_told_while_it_is_played() {
    let told = |id: &str| BlocksInTheEast::new(data(id)).status(SOVIET).join("\n");
    let citadel = told("operation-citadel");
    assert!(citadel.contains("Guards units destroyed: 0 of 8 [SBE7.a]") && citadel.contains("no bridgehead"), "{citadel}");
    assert!(told("operation-bagration").contains("decisive for the Soviets by the end of December 1944, turns left for that: 7"));
    assert!(told("codeword-dortmund").contains("the Axis throws no die: it needs a city of each pair [SBE9.a]"));
    let game = BlocksInTheEast::new(data("operation-citadel"));
    let track = panel(&game, "Victory", AXIS).tracks.into_iter().find(|track| track.name == "Guards units destroyed").expect("a track");
    assert_eq!((track.value, track.most), (0, 8));
    let goals = game.overlay("goals", AXIS, AXIS).expect("an overlay").layers;
    assert!(goals.iter().any(|layer| layer.title.contains("[SBE7.a]") && layer.cells.len() > 10), "the bank is shown");
    let sheet = BlocksInTheEast::sheet(data("codeword-dortmund")).facts;
    for fact in ["headquarters and fuel", "weather", "projects", "departures", "surprise"] {
        assert!(sheet.iter().any(|(name, text)| name == fact && !text.is_empty()), "{fact}");
    }
}

// ---- what happens without a choice --------------------------------------------------------------------------------------------------

#[test]
fn headquarters_that_stand_down_are_told_with_what_they_lose() {
    let mut game = scene("GC15 1128, AH03 1028, AH04 1127, SW01 1325").steps("AH04", 1).expect("steps").open(AXIS, IDLE);
    play(&mut game, &["activate AH03", "activate AH04"]);
    let told = pass(&mut game, |game| game.phase().is_some_and(|(side, _)| side == SOVIET)).join("\n");
    assert!(told.contains("Panzer Group HQ 2 stands down, PA lost: 1, PA left: 3 [13.6]"), "{told}");
    assert!(told.contains("Panzer Group HQ 3 stands down with its last PA, and is eliminated [13.6]"), "{told}");
    assert_eq!(game.place(unit(&game, "AH04")), Place::ELIMINATED);
}

#[test]
fn the_german_supreme_headquarters_acts_without_a_choice() {
    let position = scene("AH01 Rastenburg, GC15 1128").steps("AH01", 2).expect("steps");
    let mut game = position.points(Nation::German, 9).coloured(Nation::German, Colour::Black, 9).open(AXIS, Phase::Disbanding);
    let told = pass(&mut game, |game| game.phase().is_some_and(|(side, _)| side == SOVIET)).join("\n");
    assert!(told.contains("FHQ is activated without a choice, special actions: 2 [13.8.2]"), "{told}");
    assert!(told.contains("FHQ stands down, PA lost: 1"), "{told}");
    let told = pass(&mut game, |game| game.phase().is_some_and(|(side, phase)| side == AXIS && phase > IDLE)).join("\n");
    assert!(told.contains("FHQ is repaired before all other units, to strength "), "{told}");
    assert!(told.contains("August 1941 begins: clear weather [9.0]"), "{told}");
    let mut game = scene("AH01 Rastenburg, SW01 1125").open(SOVIET, IDLE);
    let told = play(&mut game, &["select SW01", "move 1024"]).join("\n");
    assert!(told.contains("Soviet units have entered Germany, and FHQ moves to ") && told.contains("Berlin [13.8.2.a]"), "{told}");
}

#[test]
fn stavka_is_lost_with_moscow() {
    let before = scene("SH01 Moscow").open(AXIS, IDLE);
    let fallen = scene("SW01 2821").put_in_box("SH01", Place::ELIMINATED).expect("it may be").owner("2521", AXIS).expect("nobody is there");
    let told = events::since(&before, Action::Done, &fallen.open(AXIS, IDLE));
    assert_eq!(told, ["Stavka is lost with its seat at 2521 Moscow [13.8.1.h]"]);
}

#[test]
fn units_and_nations_that_leave_are_told() {
    let data = data("operation-citadel");
    let mut game = PositionBuilder::start(data).turn(28).expect("a turn").open(SOVIET, Phase::Disbanding);
    let told = pass(&mut game, |game| game.game_turn() == 29).join("\n");
    assert!(told.contains("Italy surrenders: its units leave the game [7.11.d]"), "{told}");
    let war = self::data("codeword-dortmund");
    let mut game = PositionBuilder::start(war).turn(6).expect("a turn").points(Nation::Hungarian, 9).open(SOVIET, Phase::Disbanding);
    let told = pass(&mut game, |game| game.phase().is_some_and(|(side, phase)| side == AXIS && phase > Phase::Production)).join("\n");
    assert!(told.contains("out of the game as the order of battle demands: "), "{told}");
    speaking(Language::Pseudo, || {
        let mut game = PositionBuilder::start(data).turn(28).expect("a turn").open(SOVIET, Phase::Disbanding);
        let told = pass(&mut game, |game| game.game_turn() == 29);
        assert!(told.iter().all(|line| !line.contains("UNTRANSLATED")), "{told:?}");
    });
}

/// What is told of events names nobody whom a side does not know: headquarters that faced it, and what lies open.
#[test]
fn events_of_random_games_are_open_to_both_sides_and_every_die_has_a_sentence() {
    let (mut kinds, mut sentences) = (BTreeSet::new(), BTreeSet::new());
    let mut last: Option<BlocksInTheEast> = None;
    random_games(0, |game, legal, _| {
        if let Some(before) = last.replace(game.clone())
            && std::ptr::eq(before.data(), game.data())
        {
            let [english, italian] = Language::ALL.map(|language| speaking(language, || before.aftermath(Action::Done, game)));
            assert_eq!(english.len(), italian.len());
            for line in english {
                for unit in before.data().headquarters.iter().copied().filter(|&unit| line.starts_with(&names::title(before.data(), unit)))
                {
                    let faced = before.is_active(unit) || game.is_active(unit) || game.seat(unit).is_some();
                    assert!(faced || !game.is_hidden(unit), "{line}");
                }
                kinds.insert(line.rsplit('[').next().unwrap_or_default().to_owned());
            }
        }
        for &action in legal.iter().filter(|_| game.turn() == Turn::Chance) {
            match (action, game.comes_of(action, AXIS)) {
                (Action::Roll(_), Some(told)) => _ = sentences.insert(told),
                (_, told) => assert_eq!(told, None),
            }
        }
    });
    assert!(sentences.len() > 9, "{sentences:?}");
    assert!(["13.6]", "13.8.2]", "9.0]", "LONG.b]"].into_iter().all(|rule| kinds.contains(rule)), "{kinds:?}");
}
