//! The counters of both sides, as a file lists them.

use std::marker::PhantomData;
use std::ops::Index;

use super::counters::Numbered;
use crate::data::{DataError, Source};
use crate::game::Side;

/// What a file says of a counter.
pub trait Listed {
    /// Its id in notation, unlike that of every other counter.
    fn id(&self) -> &str;
}

/// The counters `T` of both sides, numbered by `I` in the order of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderOfBattle<I, T> {
    sides: [Vec<T>; 2],
    numbers: PhantomData<fn() -> I>,
}

impl<I, T> Default for OrderOfBattle<I, T> {
    fn default() -> Self {
        OrderOfBattle { sides: [Vec::new(), Vec::new()], numbers: PhantomData }
    }
}

impl<I: Numbered, T: Listed> OrderOfBattle<I, T> {
    /// Adds a counter after those of a side.
    ///
    /// # Errors
    /// A side that has as many as there are numbers for; the defect is at `key` of the file.
    pub fn push(&mut self, source: &Source<'_>, key: &str, side: Side, counter: T) -> Result<(), DataError> {
        let counters = &mut self.sides[side.index()];
        if counters.len() == I::A_SIDE {
            return Err(source.error(key, format!("one more of the {side} side; expected at most {}", I::A_SIDE)));
        }
        counters.push(counter);
        Ok(())
    }

    /// The counters of a side, in order.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (I, &T)> {
        self.sides[side.index()].iter().enumerate().map(move |(slot, counter)| (I::new(side, slot), counter))
    }

    /// How many counters both sides have.
    pub fn count(&self) -> usize {
        self.sides.iter().map(Vec::len).sum()
    }

    /// Place of a counter among those of both sides, the Axis first.
    pub fn rank(&self, number: I) -> usize {
        number.slot() + if number.side() == Side::Soviet { self.sides[0].len() } else { 0 }
    }

    /// The counter with this id.
    pub fn find(&self, id: &str) -> Option<I> {
        Side::ALL.into_iter().find_map(|side| self.of(side).find(|(_, counter)| counter.id() == id).map(|(number, _)| number))
    }

    /// The counter that a file names at `key`, with what is said of it; `kind` is what errors call it.
    ///
    /// # Errors
    /// An id that no counter has.
    pub fn named(&self, source: &Source<'_>, key: &str, kind: &str, id: &str) -> Result<(I, &T), DataError> {
        let found = self.find(id).ok_or_else(|| source.error(key, format!("no {kind} {id:?} in units.toml")))?;
        Ok((found, &self[found]))
    }
}

impl<I: Numbered, T> Index<I> for OrderOfBattle<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, number: I) -> &T {
        &self.sides[number.side().index()][number.slot()]
    }
}
