//! Playing on outside of a search tree.

use stavka_engine::{Dice, Game, Side, Turn};

use crate::agent::SearchControl;
use crate::budget::{Allotment, Deadline};
use crate::evaluator::Policy;
use crate::playable::Playable;

/// Decisions past the end of a rollout within which a quiet position must come.
const QUIET_WITHIN: u32 = 200;
/// Decisions between two looks at the clock.
const CLOCK_EVERY: u32 = 16;

/// The time was up before a rollout was through.
pub(crate) struct TimeUp;

/// Plays a line as far as it is allowed and to the first quiet position, for which the policy goes on where the
/// line ends too soon.
pub fn carry_out<G: Playable>(game: &mut G, viewer: Side, line: &[G::Action], dice: &mut Dice) {
    for &action in line {
        if game.check(action).is_err() {
            break;
        }
        game.apply(action);
        if game.is_quiet() {
            return;
        }
    }
    let mut policy = G::policy();
    policy.prepare(game, viewer);
    let limit = Allotment::of_iterations(u32::MAX);
    let finished = play_on(game, &mut policy, 0, dice, &mut Vec::new(), &Deadline { limit: &limit, control: &SearchControl::NONE });
    debug_assert!(finished.is_ok(), "a limit of simulations never runs out in a rollout");
}

/// Plays on for `length` decisions of either side and then until the position is quiet, dice by their
/// weights. A rollout that finds no quiet position ends all the same. `legal` is a buffer.
pub(crate) fn play_on<G: Game>(
    game: &mut G,
    policy: &mut impl Policy<G>,
    length: u32,
    dice: &mut Dice,
    legal: &mut Vec<G::Action>,
    deadline: &Deadline<'_>,
) -> Result<(), TimeUp> {
    let mut decisions = 0;
    loop {
        let enough = decisions >= length;
        if enough && (game.is_quiet() || decisions >= length.saturating_add(QUIET_WITHIN)) {
            return Ok(());
        }
        match game.turn() {
            Turn::Over => return Ok(()),
            Turn::Chance => {
                game.legal_actions(legal);
                game.apply(game.draw(legal, dice));
            }
            Turn::Player(_) => {
                game.legal_actions(legal);
                let action = match legal[..] {
                    [only] => only,
                    _ => policy.pick(game, legal, dice),
                };
                game.apply(action);
                decisions += 1;
                if decisions % CLOCK_EVERY == 0 && deadline.is_over() {
                    return Err(TimeUp);
                }
            }
        }
    }
}
