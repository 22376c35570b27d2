//! What holds in the small game of `agents/examples/bridgehead`, and in the same with its patch: no counter comes back, and stacks
//! keep their limit.

use stavka_engine::Dice;
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};
use stavka_engine::hex::Hex;

use super::{Finding, Invariants, require};
use crate::{bridgehead, bridgehead_patched};

macro_rules! invariants {
    ($($game:ident),*) => {$(
        impl Invariants for $game::Bridgehead {
            type Watch = ();

            fn watch(&self) {}

            fn after_action((): &mut (), before: &Self, action: Self::Action, after: &Self) -> Finding {
                let back = (0..8).find(|&unit| before.places[unit] == $game::Place::LOST && after.places[unit] != $game::Place::LOST);
                require!(back.is_none(), "counter {back:?} comes back by {action:?}");
                let crowded = after.places.iter().find(|&&place| {
                    let here = || (0..8).filter(|&unit| after.places[unit] == place && place != $game::Place::LOST);
                    here().count() > 2 || here().any(|unit| unit < 4) && here().any(|unit| unit >= 4)
                });
                require!(crowded.is_none(), "after {action:?} counters cannot stand together in {crowded:?}");
                Ok(())
            }

            fn in_list(&self, _legal: &[Self::Action]) -> Finding {
                Ok(())
            }

            fn in_position(&self, _legal: &[Self::Action]) -> Finding {
                Ok(())
            }

            fn mutated(&self, action: Self::Action, dice: &mut Dice) -> Self::Action {
                let mut other = |hex: Hex| Hex((hex.0 + dice.below(35) as u16) % 35);
                match action {
                    $game::Action::Hide(hex) => $game::Action::Attack(hex),
                    $game::Action::Attack(hex) => $game::Action::Hide(hex),
                    $game::Action::Move { unit, hex } => $game::Action::Move { unit, hex: other(hex) },
                    $game::Action::Roll(die) => $game::Action::Roll(die % 6 + 1),
                    action => action,
                }
            }

            /// The depot lies in one of three villages, unless it is known.
            fn worlds(&self, viewer: Side) -> usize {
                let known = viewer == Side::Soviet || self.turn() == Turn::Over || self.prompt() == "hide";
                if known { 1 } else { 3 }
            }

            fn studies(map: &'static Self::Scenario) -> Vec<Self> {
                let places = [17, 17, 18, 18, 19, 19, 25, 25].map(|hex| $game::Place::on(Hex(hex)));
                Side::ALL.into_iter().filter_map(|side| Self::position(map, 3, side, Hex(12), places).ok()).collect()
            }

            fn siblings(map: &'static Self::Scenario) -> Vec<(String, Self)> {
                let places = [17, 17, 18, 18, 19, 19, 25, 25].map(|hex| $game::Place::on(Hex(hex)));
                let mut moved = places;
                moved[0] = $game::Place::LOST;
                let made = |turn, side, depot, places| Self::position(map, turn, side, Hex(depot), places).expect("a good position");
                vec![
                    ("the start".to_owned(), Self::new(map)),
                    ("a turn".to_owned(), made(3, Side::Axis, 12, places)),
                    ("the next turn".to_owned(), made(4, Side::Axis, 12, places)),
                    ("the other side".to_owned(), made(3, Side::Soviet, 12, places)),
                    ("another depot".to_owned(), made(3, Side::Axis, 19, places)),
                    ("a lost counter".to_owned(), made(3, Side::Axis, 12, moved)),
                ]
            }

            fn denial_rules() -> Vec<&'static str> {
                vec!["1", "2", "3"]
            }
        }
    )*};
}

invariants!(bridgehead, bridgehead_patched);
