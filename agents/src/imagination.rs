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
    let mut world = game.determinize(viewer, dice);
    for _ in 0..PATIENCE {
        let likely = G::suspicion(&world, viewer);
        if likely >= 1.0 || (dice.below(GRAINS) as f32) < likely * GRAINS as f32 {
            break;
        }
        world = world.determinize(viewer, dice);
    }
    world
}
