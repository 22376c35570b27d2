//! Reviews of games: luck is fair, skill is measured against the best.

use stavka_agents::{Judgement, Reviewer};
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::{Dice, Game, Side, Turn};

/// Positions of a random game, each with the action that was played in it.
fn game(seed: u64) -> Vec<(Armir, <Armir as Game>::Action)> {
    let mut dice = Dice::new(seed);
    let mut game = Armir::new(Armir::load("historical").expect("it is embedded"));
    let mut legal = Vec::new();
    let mut course = Vec::new();
    while game.turn() != Turn::Over {
        game.legal_actions(&mut legal);
        let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
        course.push((game.clone(), action));
        game.apply(action);
    }
    course
}

#[test]
fn over_all_results_of_a_die_luck_comes_to_nothing() {
    let mut reviewer = Reviewer::<Armir>::new(1, 1);
    let mut legal = Vec::new();
    let mut dice_seen = 0;
    for (index, (position, _)) in game(3).iter().enumerate().filter(|(_, (position, _))| position.turn() == Turn::Chance) {
        position.legal_actions(&mut legal);
        let (mut sum, mut total, mut seen) = (0.0, 0.0, Vec::new());
        for &die in &legal {
            let weight = position.chance_weight(die) as f64;
            let Judgement::Luck { before, after } = reviewer.judge(index as u64, position, die) else { panic!("a die is luck") };
            sum += weight * f64::from(after - before);
            total += weight;
            seen.push(before);
        }
        assert!((sum / total).abs() < 1e-5, "the die of action {index} favours somebody by {sum}");
        assert!(
            seen.windows(2).all(|pair| pair[0].to_bits() == pair[1].to_bits()),
            "what came before a die does not depend on it: {seen:?}"
        );
        dice_seen += 1;
    }
    assert!(dice_seen > 20, "only {dice_seen} dice were rolled");
}

#[test]
fn no_choice_is_better_than_the_best_and_the_best_loses_nothing() {
    let mut reviewer = Reviewer::<Armir>::new(1, 24);
    let mut costly = 0;
    for (index, (position, action)) in game(5).iter().enumerate().filter(|(index, _)| index % 11 == 0) {
        let index = index as u64;
        match reviewer.judge(index, position, *action) {
            Judgement::Skill { side, best, win, loss } => {
                assert_eq!(position.turn(), Turn::Player(side));
                assert!((0.0..=1.0).contains(&win) && (0.0..=1.0).contains(&loss), "win {win}, loss {loss}");
                assert_eq!(loss <= 0.0, best == *action, "{action:?} against {best:?} loses {loss}");
                costly += usize::from(loss > 0.05);
                let again = reviewer.judge(index, position, *action);
                assert_eq!(again, Judgement::Skill { side, best, win, loss }, "a judgement depends on nothing judged before");
            }
            Judgement::Forced => {
                let mut legal = Vec::new();
                position.legal_actions(&mut legal);
                assert_eq!(legal.len(), 1, "a choice among {legal:?} is not forced");
            }
            Judgement::Luck { .. } => assert_eq!(position.turn(), Turn::Chance),
        }
    }
    assert!(costly > 0, "a random player makes mistakes");
}

#[test]
fn the_chance_at_the_end_of_a_game_is_its_result() {
    for seed in 0..4 {
        let mut course = game(seed);
        let (mut last, action) = course.pop().expect("a game has actions");
        last.apply(action);
        let axis = last.outcome().expect("it is over").score(Side::Axis);
        let chance = Reviewer::<Armir>::new(1, 1).chance(0, &last, Side::Soviet);
        assert!((chance - (f32::from(axis) * 0.5 + 0.5)).abs() < 1e-6, "{chance}");
    }
}
