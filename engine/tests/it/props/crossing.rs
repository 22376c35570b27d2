//! What holds in the toy on squares: no counter comes back, no two share a square, and counters go forward.

use stavka_engine::Dice;
use stavka_engine::game::{Game as _, Side};
use stavka_engine::hex::Hex;

use super::{Finding, Invariants, require};
use crate::toy::crossing::{Action, Board, Crossing, Place};

impl Invariants for Crossing {
    type Watch = ();

    fn watch(&self) {}

    fn after_action((): &mut (), before: &Self, action: Action, after: &Self) -> Finding {
        for (unit, (old, new)) in before.places.iter().zip(&after.places).enumerate() {
            let Some(new) = new.hex() else { continue };
            require!(*old != Place::LOST, "counter {unit} comes back by {action:?}");
            require!(after.places.iter().filter(|place| place.hex() == Some(new)).count() == 1, "two counters after {action:?}");
            let rows = i32::from(new.0 / 5) - old.hex().map_or(0, |old| i32::from(old.0 / 5));
            require!(rows == 0 || rows == if unit < 4 { 1 } else { -1 }, "counter {unit} goes {rows} rows by {action:?}");
        }
        Ok(())
    }

    fn in_list(&self, _legal: &[Action]) -> Finding {
        Ok(())
    }

    /// The moves by columns and rows instead of directions.
    fn in_position(&self, legal: &[Action]) -> Finding {
        for &action in legal {
            let Action::Move { unit, square } = action else { continue };
            let from = self.places[unit.index()].hex().ok_or("a lost counter moves")?;
            let aside = (from.0 % 5).abs_diff(square.0 % 5);
            let enemy = self.places.iter().any(|place| place.hex() == Some(square));
            require!(aside < 2 && (aside == 1 || !enemy), "{action:?} goes {aside} columns aside");
        }
        Ok(())
    }

    fn mutated(&self, action: Action, dice: &mut Dice) -> Action {
        let mut other = |square: Hex| Hex((square.0 + dice.below(30) as u16) % 30);
        match action {
            Action::Hide(square) => Action::Hide(other(square)),
            Action::Move { unit, square } => Action::Move { unit, square: other(square) },
            Action::Roll(die) => Action::Roll(die % 6 + 1),
        }
    }

    fn worlds(&self, viewer: Side) -> usize {
        self.suspects(viewer).count().max(1)
    }

    fn siblings(board: &'static Board) -> Vec<(String, Self)> {
        let start = Crossing::new(board);
        let mut legal = Vec::new();
        start.legal_actions(&mut legal);
        let hidden = legal.iter().map(|&action| {
            let mut game = start.clone();
            game.apply(action);
            (format!("{action:?}"), game)
        });
        [("the start".to_owned(), start.clone())].into_iter().chain(hidden).collect()
    }

    fn denial_rules() -> Vec<&'static str> {
        vec!["1", "2"]
    }
}
