//! Worlds drawn from what a player believes about what it does not see.

use stavka_engine::{Dice, Side};

use crate::playable::Playable;

/// Grains of a random fraction.
const GRAINS: u32 = 1 << 16;
/// Worlds after which the next one is taken, however unlikely it is.
const MOST_DRAWS: usize = 64;

/// A world that `viewer` cannot tell from this one, drawn as often as it believes in it ([`Playable::belief`]). What `game`
/// itself hides from the viewer plays no part.
pub fn sample_world<G: Playable>(game: &G, viewer: Side, dice: &mut Dice) -> G {
    let mut world = game.determinize(viewer, dice);
    for _ in 0..MOST_DRAWS {
        let likely = G::belief(&world, viewer);
        if likely >= 1.0 || (dice.below(GRAINS) as f32) < likely * GRAINS as f32 {
            break;
        }
        world = world.determinize(viewer, dice);
    }
    world
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::{Determinize as _, Game as _, Turn};

    use super::*;

    /// A position in which the Soviets have chosen their objectives.
    fn position() -> Armir {
        let mut game = Armir::new(Armir::load("historical").expect("it is embedded"));
        let (mut dice, mut legal) = (Dice::new(1), Vec::new());
        while game.turn() != Turn::Player(Side::Axis) || game.known_objectives(Side::Soviet).is_none() {
            game.legal_actions(&mut legal);
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
        game
    }

    fn draws(game: &Armir, seed: u64) -> Vec<u8> {
        let mut dice = Dice::new(seed);
        let chosen = |world: Armir| world.known_objectives(Side::Soviet).expect("they stay chosen").0;
        (0..4000).map(|_| chosen(sample_world(game, Side::Axis, &mut dice))).collect()
    }

    #[test]
    fn worlds_come_as_often_as_they_are_believed_in_and_none_never() {
        let game = position();
        let mut counts = BTreeMap::new();
        for set in draws(&game, 7) {
            *counts.entry(set).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 11, "{counts:?}");
        let mut dice = Dice::new(1);
        let mut beliefs = BTreeMap::new();
        while beliefs.len() < 11 {
            let world = game.determinize(Side::Axis, &mut dice);
            beliefs.insert(world.known_objectives(Side::Soviet).expect("they stay chosen").0, Armir::belief(&world, Side::Axis));
        }
        let sum: f32 = beliefs.values().sum();
        for (set, count) in counts {
            let (share, expected) = (count as f32 / 4000.0, beliefs[&set] / sum);
            assert!((share - expected).abs() < 0.03, "set {set:04b} comes {share} of the time, and is believed in to {expected}");
        }
    }

    #[test]
    fn what_is_imagined_does_not_depend_on_the_truth() {
        let truth = position();
        let mut dice = Dice::new(3);
        let twin = (0..64).map(|_| truth.determinize(Side::Axis, &mut dice)).find(|world| world.state_hash() != truth.state_hash());
        let twin = twin.expect("there are eleven sets");
        assert_eq!(draws(&truth, 9), draws(&twin, 9));
    }

    #[test]
    fn who_hides_something_knows_it() {
        let truth = position();
        assert!((Armir::belief(&truth, Side::Soviet) - 1.0).abs() < 1e-9);
        assert_eq!(sample_world(&truth, Side::Soviet, &mut Dice::new(5)).state_hash(), truth.state_hash());
    }
}
