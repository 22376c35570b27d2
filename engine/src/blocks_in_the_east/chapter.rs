//! State of an optional chapter, kept so that a game without it has the hash that it would have if the chapter did not exist.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU16;
use std::ops::{Deref, DerefMut};

use crate::hex::Hex;

/// State of optional chapters. It enters the hash of a position only where it is not as it begins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Chapter<T>(pub(super) T);

impl<T: Default + PartialEq + Hash> Hash for Chapter<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.0 != T::default() {
            self.0.hash(state);
        }
    }
}

impl<T> Deref for Chapter<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Chapter<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A hex that takes no more room where it may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Spot(NonZeroU16);

impl Spot {
    pub(super) const fn on(hex: Hex) -> Self {
        Spot(NonZeroU16::MIN.saturating_add(hex.0))
    }

    pub(super) const fn hex(self) -> Hex {
        Hex(self.0.get() - 1)
    }
}

/// A few values in a row, as a part of the state of a chapter: with no heap, and nothing to drop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Few<T, const MOST: usize>([Option<T>; MOST]);

impl<T: Copy, const MOST: usize> Default for Few<T, MOST> {
    fn default() -> Self {
        Few([None; MOST])
    }
}

impl<T: Copy + PartialEq, const MOST: usize> Few<T, MOST> {
    /// The values, in the order in which they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.0.iter().map_while(|value| *value)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.first().is_none_or(Option::is_none)
    }

    pub(super) fn len(&self) -> usize {
        self.iter().count()
    }

    pub(super) fn contains(&self, value: T) -> bool {
        self.iter().any(|other| other == value)
    }

    /// Adds a value, and says whether there was room for it.
    pub(super) fn push(&mut self, value: T) -> bool {
        let free = self.0.iter_mut().find(|slot| slot.is_none());
        free.map(|slot| *slot = Some(value)).is_some()
    }

    /// Takes out all values but some.
    pub(super) fn retain(&mut self, keeps: impl Fn(T) -> bool) {
        let before = std::mem::take(self);
        for value in before.iter().filter(|&value| keeps(value)) {
            self.push(value);
        }
    }
}
