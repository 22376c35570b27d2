//! The rest of a phase that a person leaves to the stand-in.

use stavka_engine::{Side, Turn};

use crate::render::theme::Theme;
use crate::session::Session;

/// A phase that the stand-in plays to its end for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rest {
    side: Side,
    turn: u16,
    phase: &'static str,
}

impl Rest {
    /// The phase in progress, if a person is to choose in it.
    pub(super) fn begun<G: Theme>(session: &Session<G>) -> Option<Rest> {
        let game = session.game();
        let Turn::Player(side) = game.turn() else { return None };
        session.is_human(side).then(|| Rest { side, turn: game.game_turn(), phase: game.phase_name() })
    }

    /// Whether its side is to choose.
    pub(super) fn is_to_choose<G: Theme>(&self, session: &Session<G>) -> bool {
        session.game().turn() == Turn::Player(self.side)
    }

    /// Makes the choices of its side until the phase is over, or the other side has something to choose in it, such as its
    /// losses. Whether the phase goes on.
    pub(super) fn play<G: Theme>(&self, session: &mut Session<G>) -> bool {
        let goes_on = |session: &Session<G>| {
            let game = session.game();
            game.turn() != Turn::Over && (game.game_turn(), game.phase_name()) == (self.turn, self.phase)
        };
        while goes_on(session) && self.is_to_choose(session) {
            let action = session.quick_choice().expect("a player is to choose");
            session.play(action).expect("the stand-in chooses among the legal actions");
        }
        goes_on(session)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use stavka_engine::armir::Armir;
    use stavka_engine::{Game as _, PhaseKind};

    use super::*;
    use crate::scenarios::find;
    use crate::session::{HUMAN, Setup};

    #[test]
    fn the_rest_of_a_phase_goes_on_after_the_other_side_has_chosen_its_losses() {
        let mut interrupted = 0;
        for seed in 0..12 {
            let found = find::<Armir>(Some("historical")).expect("it is embedded");
            let setup = Setup { seed, players: ["greedy", HUMAN], file: Some(Path::new("unsaved.stavka")) };
            let mut session = Session::begin(found, &setup).expect("there is such a player");
            let is_mine = |session: &Session<Armir>| session.game().turn() == Turn::Player(Side::Soviet);
            while !(is_mine(&session) && session.game().current_phase().kind() == PhaseKind::Combat && session.game().is_quiet()) {
                if session.opponent_plays().is_none() {
                    let action = session.quick_choice().expect("somebody is to choose");
                    session.play(action).expect("it is legal");
                }
            }
            let rest = Rest::begun(&session).expect("a person is to choose");
            while rest.play(&mut session) {
                assert!(!is_mine(&session), "only the other side has to choose");
                interrupted += 1;
                session.opponent_plays().expect("the computer is to choose");
            }
            assert_ne!(Rest::begun(&session), Some(rest), "the phase is over");
        }
        assert!(interrupted > 0, "the other side chose something in some phase");
    }
}
