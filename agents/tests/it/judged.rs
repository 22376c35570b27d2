//! Players that ask a network for the value of positions and leave the rest to hand-written knowledge.

use stavka_agents::{
    Agent, Budget, Evaluator as _, Evolution, Forecast, Greedy, NetworkError, NetworkEvaluator, NetworkStaff, PolicyValue, Query, Replies,
    SearchControl,
};
use stavka_engine::{Game as _, Side, Turn, View};

use crate::sally;
use crate::sally::{Order, Sally, rounds};

/// Values forts that are held for the side that is asked, or fails.
struct Forts {
    works: bool,
}

impl PolicyValue<Sally> for Forts {
    fn predict(&mut self, queries: &[Query<Sally>], replies: &mut Replies) -> Result<(), NetworkError> {
        if !self.works {
            return Err(NetworkError("the device is gone".to_owned()));
        }
        replies.clear();
        for Query { game, legal } in queries {
            let win = 0.4 + 0.1 * game.crowd(2) as f32;
            replies.push(&vec![0.0; legal.len()], Forecast { win, draw: 0.1, loss: 0.9 - win, margin: 0.0 });
        }
        Ok(())
    }
}

fn at(orders: &[Order]) -> Sally {
    let mut game = Sally::new(rounds(1));
    for &order in orders {
        game.apply(order);
    }
    game
}

fn values(works: bool, positions: &[Sally]) -> (Vec<f32>, bool) {
    let mut evaluator = NetworkEvaluator::new(Box::new(Forts { works }));
    let mut out = vec![9.0; 7];
    evaluator.evaluate(positions, &mut out);
    (out, evaluator.failure().is_some())
}

/// What the network's word and the evaluator's come to in a position: the mean of their log-odds.
fn together(word: f32, game: &Sally) -> f32 {
    let mut own = Vec::new();
    sally::Score.evaluate(std::slice::from_ref(game), &mut own);
    let odds = |chance: f32| (chance / (1.0 - chance)).ln();
    let mean = 0.5 * (odds(word) + odds(own[0]));
    1.0 / (1.0 + (-mean).exp())
}

#[track_caller]
fn assert_near(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6), "{found:?}, expected {expected:?}");
}

#[test]
fn values_are_chances_of_the_axis_whoever_decides() {
    let axis = at(&[Order::Hide(0), Order::Unit(0), Order::Fort(2)]);
    let soviet = at(&[Order::Hide(0), Order::Done, Order::Die(1), Order::Unit(0), Order::Fort(2)]);
    // A win and half a draw for the side that decides: 0.5 + 0.05.
    let expected = [together(0.55, &axis), together(0.45, &soviet)];
    assert!(expected[0] > 0.5 && expected[1] < 0.5);
    assert_near(&values(true, &[axis, soviet]).0, &expected);
}

#[test]
fn dice_count_by_their_weights_and_results_for_what_they_are() {
    // Whatever falls, the Soviets decide next, with nobody in a fort: 0.4 and half of 0.1 are theirs.
    let die = at(&[Order::Hide(0), Order::Unit(0), Order::Fort(2), Order::Done]);
    assert_eq!(die.turn(), Turn::Chance);
    let lost = at(&[Order::Hide(3), Order::Done, Order::Die(1), Order::Done, Order::Die(1)]);
    let drawn = at(&[Order::Hide(0), Order::Done, Order::Die(1), Order::Done, Order::Die(1)]);
    let expected = [together(0.55, &die), 0.0, 0.5];
    assert_near(&values(true, &[die, lost, drawn]).0, &expected);
}

#[test]
fn a_network_that_fails_is_told_of_and_the_game_goes_on_by_its_own_evaluator() {
    let game = at(&[Order::Hide(0), Order::Done, Order::Die(1)]);
    let mut own = Vec::new();
    sally::Score.evaluate(std::slice::from_ref(&game), &mut own);
    assert_eq!(values(false, &[game]), (own, true));
}

/// Likes a lead in points, or dislikes it.
struct Lead(i16);

impl PolicyValue<Sally> for Lead {
    fn predict(&mut self, queries: &[Query<Sally>], replies: &mut Replies) -> Result<(), NetworkError> {
        replies.clear();
        for Query { game, legal } in queries {
            let axis = self.0 * (game.score(Side::Axis) - game.score(Side::Soviet));
            let own = if game.turn() == Turn::Player(Side::Axis) { axis } else { -axis };
            let win = (0.5 + 0.06 * f32::from(own)).clamp(0.02, 0.98);
            replies.push(&vec![0.0; legal.len()], Forecast { win, draw: 0.0, loss: 1.0 - win, margin: 0.0 });
        }
        Ok(())
    }
}

/// How many units meet in one fort, and how many stand alone, in the first turn of an agent.
fn first_turn(mut agent: impl Agent<Sally>) -> (usize, usize) {
    let (mut game, mut legal) = (at(&[Order::Hide(0)]), Vec::new());
    agent.new_game(1);
    while game.turn() == Turn::Player(Side::Axis) {
        game.legal_actions(&mut legal);
        game.apply(agent.choose(View::new(&game, Side::Axis), &legal, SearchControl::NONE));
    }
    let crowds = [1, 2, 3].map(|fort| game.crowd(fort));
    (crowds.into_iter().max().unwrap_or(0), crowds.iter().filter(|&&crowd| crowd == 1).count())
}

#[test]
fn players_do_what_the_network_likes() {
    let staff = first_turn(Greedy::new(1, NetworkStaff::new(Box::new(Forts { works: true }))));
    assert_eq!(staff, (3, 0), "all units go to fort 2");
    let evolution = |sign| {
        let judge = NetworkEvaluator::new(Box::new(Lead(sign)));
        first_turn(Evolution::new(1, Budget::Iterations(200)).judged_by(Box::new(judge)))
    };
    assert_eq!(evolution(1).1, 0, "a unit alone costs a point");
    assert!(evolution(1).0 >= 2, "two units take a fort");
    assert_eq!(evolution(-1), (1, 3), "three units alone lose three points");
}
