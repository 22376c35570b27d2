//! What players imagine of what they do not see.

use stavka_engine::{Dice, Side};

use crate::spec::Playable;

/// Grains of a random fraction.
const GRAINS: u32 = 1 << 16;
/// Worlds after which the next one is taken, however unlikely it is.
const PATIENCE: usize = 64;

/// A world that `viewer` cannot tell from this one, drawn as players would have brought it about: worlds that
/// [`Playable::suspicion`] finds unlikely come seldom. What `game` itself hides from the viewer plays no part.
pub fn imagine<G: Playable>(game: &G, viewer: Side, dice: &mut Dice) -> G {
    draw(game, viewer, dice, |likely| likely)
}

/// As [`imagine`], but nearly always one of the likeliest worlds, for searches of few simulations: one rare world among
/// sixteen draws weighs more than it should, and a network knows little of it.
pub fn imagine_usual<G: Playable>(game: &G, viewer: Side, dice: &mut Dice) -> G {
    draw(game, viewer, dice, |likely| likely.powi(4))
}

fn draw<G: Playable>(game: &G, viewer: Side, dice: &mut Dice, share: impl Fn(f32) -> f32) -> G {
    let mut world = game.determinize(viewer, dice);
    for _ in 0..PATIENCE {
        let likely = share(G::suspicion(&world, viewer));
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

    use stavka_engine::armir::{Armir, ObjectiveSet};
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

    fn draws(game: &Armir, seed: u64, imagine: fn(&Armir, Side, &mut Dice) -> Armir) -> Vec<u8> {
        let mut dice = Dice::new(seed);
        let chosen = |world: Armir| world.known_objectives(Side::Soviet).expect("they stay chosen").0;
        (0..2000).map(|_| chosen(imagine(game, Side::Axis, &mut dice))).collect()
    }

    #[test]
    fn likely_objectives_come_often_and_no_set_never() {
        let mut counts = BTreeMap::new();
        for set in draws(&position(), 7, imagine) {
            *counts.entry(set).or_insert(0) += 1;
        }
        let usual = ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS;
        assert_eq!(counts.len(), 11, "{counts:?}");
        assert_eq!(counts.iter().max_by_key(|(_, count)| **count).map(|(set, _)| *set), Some(usual), "{counts:?}");
        // 1 of 1 + 1/2 + 1/6 + 8 * 0.03.
        assert!((950..1150).contains(&counts[&usual]), "{counts:?}");
    }

    #[test]
    fn usual_worlds_are_nearly_always_the_likeliest() {
        let sets = draws(&position(), 7, imagine_usual);
        let usual = ObjectiveSet::CHIR | ObjectiveSet::DESTROY | ObjectiveSet::DONETS;
        let others = sets.iter().filter(|set| **set != usual).count();
        // 1/2^4 + 1/6^4 beside 1, and the draws that patience ends.
        assert!((80..200).contains(&others), "{others}");
        assert!(sets.contains(&(ObjectiveSet::CHIR | ObjectiveSet::DONETS)));
    }

    #[test]
    fn what_is_imagined_does_not_depend_on_the_truth() {
        let truth = position();
        let mut dice = Dice::new(3);
        let twin = (0..64).map(|_| truth.determinize(Side::Axis, &mut dice)).find(|world| world.state_hash() != truth.state_hash());
        let twin = twin.expect("there are eleven sets");
        for imagine in [imagine, imagine_usual] {
            assert_eq!(draws(&truth, 9, imagine), draws(&twin, 9, imagine));
        }
    }

    #[test]
    fn who_hides_something_knows_it() {
        let truth = position();
        assert_eq!(imagine(&truth, Side::Soviet, &mut Dice::new(5)).state_hash(), truth.state_hash());
    }
}
