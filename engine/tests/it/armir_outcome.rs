//! Sudden defeat [17] and objectives [17.1].

use std::collections::BTreeSet;

use stavka_engine::Dice;
use stavka_engine::armir::{Armir, Data, Formation, Level, ObjectiveSet, Phase, Place, PositionBuilder, Prepared, VictoryPoints};
use stavka_engine::game::{Determinize, Game, Notation, Outcome, Side, Turn};
use stavka_engine::observation::Observe;

use crate::armir_kit::{
    Sound, altered, at, denied, empty, hex, historical, legal_texts, offers, on_turn, pass, pass_to, play, roll, stands, steps, unit, with,
};
use crate::armir_tracks::{chir_result, on_the_chir, stars};

// ---- sudden defeat [17] ----------------------------------------------------

#[track_caller]
fn assert_collapse(game: &Armir) {
    let outcome = game.outcome().expect("the game is over");
    assert_eq!((outcome.winner, outcome.level), (Some(Side::Axis), Level::SovietCollapse.name()));
    assert!(legal_texts(game).is_empty() && game.turn() == Turn::Over);
}

fn at_one_point(turn: u8) -> PositionBuilder {
    empty().turn(turn).sound().momentum(1).sound()
}

#[test]
fn dv13_the_last_momentum_point_drains_away_before_anything_else_in_the_reinforcement_phase() {
    assert_collapse(&at_one_point(3).open(Phase::AxisReinforcement, 0));
}

#[test]
fn taking_the_initiative_with_the_last_momentum_point_loses_the_game() {
    let mut game = at_one_point(3).open(Phase::Initiative, 0);
    play(&mut game, "initiative");
    assert_collapse(&game);
}

#[test]
fn losing_a_starred_place_with_the_last_momentum_point_loses_the_game() {
    let mut game = at_one_point(3).control("1007", Side::Soviet).sound().place("37/Rav", "1008").sound().open(Phase::AxisMovement, 0);
    play(&mut game, "select 37/Rav");
    play(&mut game, "move > 1007");
    assert_collapse(&game);
}

// ---- objectives [17.1] -----------------------------------------------------

#[test]
fn the_soviet_player_chooses_two_or_more_of_four_objectives_before_turn_one() {
    let mut game = Armir::new(historical());
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    let choices = legal_texts(&game);
    assert_eq!(choices.len(), 11, "six pairs, four triples, all four: {choices:?}");
    assert!(choices.iter().all(|text| text.matches('+').count() >= 1));
    assert_eq!(denied(&game, "objectives 3"), "17.1");
    play(&mut game, "objectives 1+3+4");
    assert_eq!(game.known_objectives(Side::Soviet), Some(ObjectiveSet(ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS)));
}

/// Globals of an observation.
fn globals(game: &Armir, viewer: Side) -> Vec<f32> {
    game.observed(viewer).1
}

#[test]
fn the_objectives_and_their_number_stay_hidden_from_the_axis_to_the_end() {
    let [pair, four] = ["objectives 3+4", "objectives 1+2+3+4"].map(|choice| {
        let mut game = Armir::new(historical());
        play(&mut game, choice);
        game
    });
    assert_eq!(globals(&pair, Side::Axis), globals(&four, Side::Axis));
    assert_ne!(globals(&pair, Side::Soviet), globals(&four, Side::Soviet));
    assert_eq!(pair.known_objectives(Side::Axis), None);
    let mut dice = Dice::new(17);
    let drawn: BTreeSet<u8> =
        (0..400).filter_map(|_| pair.determinize(Side::Axis, &mut dice).known_objectives(Side::Soviet)).map(|set| set.0).collect();
    assert_eq!(drawn.len(), 11, "A57: the Axis must reckon with every set");
    let over = empty().turn(6).sound().open(Phase::Attrition, 0);
    assert!(over.known_objectives(Side::Axis).is_some(), "revealed at the end");
}

fn points(builder: PositionBuilder) -> VictoryPoints {
    builder.open(Phase::AxisMovement, 0).victory_points()
}

#[test]
fn objective_one_scores_by_the_turn_in_which_bokovskaya_is_reached() {
    let game = |turn: u8| points(empty().turn(6).sound().chir_reached(turn)).objectives[0];
    assert_eq!([2, 3, 4].map(game), [1, 0, -1]);
    assert_eq!([5, 6, 0].map(game), [-1, -1, -1], "A53: later or never");
}

#[test]
fn forty_cp_on_the_chir_make_the_first_advance_certain_and_less_does_not() {
    assert!((1..=6).all(|die| chir_result(1, 40, die).0 == 1 && chir_result(2, 40, die).0 == 1));
    assert!((1..=6).any(|die| chir_result(1, 39, die).0 == 0));
}

#[test]
fn enough_troops_on_the_chir_win_the_point_of_turn_two_whatever_the_dice() {
    // A brigade on the map keeps the phases between the two dice from passing unseen.
    let start = PositionBuilder::of(&on_the_chir(1, 80)).place("66/XVII", "1004").sound().open(Phase::SovietCombat, 0);
    for (first, second) in (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second))) {
        let mut game = start.clone();
        pass_to(&mut game, 2, Phase::SovietCombat, first);
        roll(&mut game, second);
        assert_eq!(game.victory_points().objectives[0], 1, "dice {first} and {second}");
    }
}

/// The end of turn 6 in a position.
fn finished(builder: PositionBuilder, objectives: u8) -> Outcome {
    let game = builder.turn(6).sound().objectives(ObjectiveSet(objectives)).open(Phase::Attrition, 0);
    game.outcome().unwrap_or_else(|| panic!("the game goes on: {}", game.prompt()))
}

#[test]
fn objective_two_scores_for_captured_airfields_and_loses_the_game_without_them() {
    let taken = || empty().garrison(0).sound();
    assert_eq!(points(taken()).objectives[1], 1);
    // Objectives 1, 3 and 4 alone would win.
    let winning = |builder: PositionBuilder| stars_under_soviet_control(three_corps(builder), 16).chir_reached(2);
    let all = ObjectiveSet::CHIR | ObjectiveSet::AIRFIELDS | ObjectiveSet::DESTROY | ObjectiveSet::DONETS;
    assert_eq!(finished(winning(taken()), all).winner, Some(Side::Soviet));
    let failed = finished(winning(empty()), all);
    assert_eq!((failed.winner, failed.level), (Some(Side::Axis), Level::AirfieldsHold.name()));
    assert_eq!(finished(winning(empty()), all & !ObjectiveSet::AIRFIELDS).winner, Some(Side::Soviet), "not chosen, not lost");
}

/// Takes steps off a line corps, counter by counter.
fn wear(mut builder: PositionBuilder, data: &Data, corps: Formation, mut steps: u8) -> PositionBuilder {
    for (_, counter) in data.counters(Side::Axis).filter(|(_, counter)| counter.formation == corps) {
        let taken = steps.min(counter.steps);
        steps -= taken;
        if taken == counter.steps {
            builder = builder.put_in_box(&counter.id, Place::ELIMINATED).sound();
        } else {
            builder = builder.steps(&counter.id, counter.steps - taken).sound();
        }
    }
    assert_eq!(steps, 0, "the corps has fewer steps");
    builder
}

/// Destroys a corps by the narrowest margin.
fn destroy(builder: PositionBuilder, corps: usize) -> PositionBuilder {
    wear(builder, historical(), Formation::LINE_CORPS[corps], (historical().corps_steps[corps] / 2 + 1) as u8)
}

fn three_corps(builder: PositionBuilder) -> PositionBuilder {
    (1..4).fold(builder, destroy)
}

/// The scenario with the II Corps cut down to a number of steps.
fn second_corps_of(steps: usize) -> &'static Prepared {
    altered("units.toml", |text| {
        let mut table: toml::Table = text.parse().expect("the counters are TOML");
        let units = table["unit"].as_array_mut().expect("a list of counters");
        let mut left = usize::from(historical().corps_steps[1]) - steps;
        for cp in units.iter_mut().filter(|unit| unit["formation"].as_str() == Some("ii")).filter_map(|unit| unit.get_mut("cp")) {
            let cp = cp.as_array_mut().expect("a row of CP");
            while left > 0 && cp.len() > 1 {
                cp.pop();
                left -= 1;
            }
        }
        table.to_string()
    })
}

#[track_caller]
fn assert_destroyed(original: u8, lost: u8, destroyed: bool) {
    let data = second_corps_of(usize::from(original));
    let game = wear(PositionBuilder::empty(data), data, Formation::Ii, lost).open(Phase::AxisMovement, 0);
    assert_eq!((game.corps_losses(1), game.is_destroyed(1)), ((u16::from(lost), u16::from(original)), destroyed));
}

#[test]
fn dv15_a_corps_of_thirteen_steps_is_destroyed_by_seven_losses_but_not_by_six() {
    assert_destroyed(13, 6, false);
    assert_destroyed(13, 7, true);
}

#[test]
fn a_corps_that_has_lost_exactly_half_is_not_destroyed() {
    assert_destroyed(14, 7, false);
    assert_destroyed(14, 8, true);
}

#[test]
fn a_corps_counts_its_hq_its_artillery_and_its_germans_but_no_army_troops() {
    let data = historical();
    for (index, corps) in Formation::LINE_CORPS.into_iter().enumerate() {
        let own: u16 =
            data.counters(Side::Axis).filter(|(_, counter)| counter.formation == corps).map(|(_, counter)| u16::from(counter.steps)).sum();
        assert_eq!(empty().open(Phase::AxisMovement, 0).corps_losses(index), (0, own), "{}", corps.name());
    }
    let lost_with = |id: &str| {
        let game = empty().put_in_box(id, Place::ELIMINATED).sound().open(Phase::AxisMovement, 0);
        [0, 1, 2, 3].map(|corps| game.corps_losses(corps).0)
    };
    assert_eq!(lost_with("HQ/XXIX"), [0, 0, 0, 1]);
    assert_eq!(lost_with("art/Pas"), [0, 0, 1, 0]);
    assert_eq!(lost_with("318/213"), [0, u16::from(data.unit(unit("318/213")).steps), 0, 0], "German");
    for army in ["LegCro", "Pz/27", "AA1"] {
        assert_eq!(lost_with(army), [0; 4], "A59: {army}");
    }
}

#[test]
fn steps_regained_count_as_never_lost() {
    let worn = with(on_turn(3), &[("525/298", "0705")]).steps("525/298", 1).sound();
    let mut game = worn.open(Phase::AxisReinforcement, 0);
    let before = game.corps_losses(2).0;
    roll(&mut game, 6);
    play(&mut game, "replace 525/298");
    assert_eq!(game.corps_losses(2).0, before - 1, "A60");
}

#[test]
fn objective_three_scores_by_the_number_of_corps_destroyed() {
    let expected = [(0, -1), (1, -1), (2, -1), (3, 1), (4, 2)];
    for (number, pv) in expected {
        let count = points((0..number).fold(empty(), destroy));
        assert_eq!((count.corps_destroyed, count.objectives[2]), (number as u8, pv), "A54: {number} corps, the XXIX among them");
    }
    let with_hq = points(three_corps(empty()).put_in_box("HQ/ARMIR", Place::ELIMINATED).sound());
    assert_eq!((with_hq.corps_destroyed, with_hq.objectives[2]), (4, 2), "A58: the HQ of the ARMIR counts as a corps");
}

/// Gives the Soviets starred places worth exactly `sum`.
fn stars_under_soviet_control(builder: PositionBuilder, sum: u8) -> PositionBuilder {
    let mut places = stars();
    places.sort_by_key(|(_, _, star, _)| std::cmp::Reverse(*star));
    let mut left = sum;
    let builder = places.into_iter().fold(builder, |builder, (_, at, star, _)| {
        let owner = if star <= left { Side::Soviet } else { Side::Axis };
        left -= if owner == Side::Soviet { star } else { 0 };
        builder.control(&historical().map.grid.name(at).to_string(), owner).sound()
    });
    assert_eq!(left, 0, "the map has fewer stars");
    builder
}

#[test]
fn objective_four_scores_by_the_star_sum_held_at_the_end() {
    for (sum, pv) in [(0, -1), (11, -1), (12, 0), (13, 0), (14, 1), (15, 1), (16, 2), (17, 2)] {
        let count = points(stars_under_soviet_control(empty(), sum));
        assert_eq!((count.stars, count.objectives[3]), (sum, pv));
    }
}

#[test]
fn only_chosen_objectives_score() {
    let count = points(stars_under_soviet_control(three_corps(empty()), 16).chir_reached(4));
    assert_eq!(count.objectives, [-1, 0, 1, 2]);
    assert_eq!(count.total(ObjectiveSet(ObjectiveSet::DESTROY | ObjectiveSet::DONETS)), 3);
    assert_eq!(count.total(ObjectiveSet(ObjectiveSet::CHIR | ObjectiveSet::DONETS)), 1);
    assert_eq!(count.total(ObjectiveSet(ObjectiveSet::CHIR | ObjectiveSet::DESTROY)), 0);
}

#[test]
fn an_eliminated_soviet_hq_returns_east_of_the_don_and_costs_a_point() {
    let mut game = with(on_turn(3), &[("525/298", "1011"), ("HQ/6", "1010"), ("127/6", "1004")]).open(Phase::AxisCombat, 0);
    for choice in ["attack 1010", "with 525/298", "engage"] {
        play(&mut game, choice);
    }
    roll(&mut game, 6);
    play(&mut game, "stand");
    assert_eq!(at(&game, "HQ/6"), Place::ELIMINATED);
    assert_eq!(game.victory_points().hq_penalty, 1);
    while game.current_phase() != Phase::AxisReinforcement || !offers(&legal_texts(&game), "return") {
        pass(&mut game, 6);
    }
    assert_eq!((game.game_turn(), game.turn()), (4, Turn::Player(Side::Soviet)), "in the next reinforcement phase");
    let east = &historical().map.east_of_don;
    let hexes: Vec<String> =
        legal_texts(&game).iter().map(|text| text.strip_prefix("return HQ/6 ").expect("nothing else is asked").to_owned()).collect();
    assert!(hexes.iter().all(|name| east.contains(hex(name))) && hexes.len() == east.len(), "any hex east of the Don");
    assert_eq!(denied(&game, "return HQ/6 1010"), "17.1.3");
    play(&mut game, "return HQ/6 1205");
    assert!(stands(&game, "HQ/6", "1205") && steps(&game, "HQ/6") == 1);
    assert_eq!(game.victory_points().hq_penalty, 1, "the point stays with the Axis");
}

#[test]
fn dv16_three_corps_and_sixteen_stars_win_unless_a_soviet_hq_was_lost() {
    let position = stars_under_soviet_control(three_corps(empty()), 16);
    let chosen = ObjectiveSet::DESTROY | ObjectiveSet::DONETS;
    let won = finished(position.clone(), chosen);
    assert_eq!((won.winner, won.level), (Some(Side::Soviet), Level::SovietVictory.name()));
    let spoilt = finished(position.put_in_box("HQ/1G", Place::ELIMINATED).sound(), chosen);
    assert_eq!((spoilt.winner, spoilt.level), (Some(Side::Axis), Level::AxisVictory.name()), "A55");
}

#[test]
fn the_soviets_win_with_three_points_and_not_with_two() {
    let chosen = ObjectiveSet::DESTROY | ObjectiveSet::DONETS;
    for (stars, winner) in [(16, Side::Soviet), (15, Side::Axis)] {
        assert_eq!(finished(stars_under_soviet_control(three_corps(empty()), stars), chosen).winner, Some(winner), "{stars} stars");
    }
    let best = stars_under_soviet_control(empty(), 4).chir_reached(2).garrison(0).sound();
    assert_eq!(
        finished(best, ObjectiveSet::CHIR | ObjectiveSet::AIRFIELDS).winner,
        Some(Side::Axis),
        "objectives 1 and 2 yield two at most"
    );
}

#[test]
fn the_game_goes_on_until_the_sixth_turn_is_over() {
    assert_eq!(empty().turn(5).sound().open(Phase::Attrition, 0).outcome(), None);
    assert!(empty().turn(6).sound().open(Phase::Attrition, 0).outcome().is_some());
}
