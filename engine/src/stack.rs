//! A fixed-capacity stack of plain values, for the frames of procedures in progress.

use std::hash::{Hash, Hasher};

/// Up to `N` copies of `T`, without heap and without pointers, so that a state that holds one stays
/// a block of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Stack<T: Copy, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// An empty stack; `filler` occupies the unused places.
    pub const fn new(filler: T) -> Self {
        Stack { items: [filler; N], len: 0 }
    }

    /// Puts an item on top. The capacity is the deepest nesting that the game's procedures reach.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[self.len as usize] = item;
        self.len += 1;
    }

    /// Puts items on top, the first of them topmost.
    pub fn push_all(&mut self, items: &[T]) {
        for &item in items.iter().rev() {
            self.push(item);
        }
    }

    /// Takes the top item off.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(self.items[self.len as usize])
    }

    /// The top item.
    #[inline]
    pub fn top(&self) -> Option<T> {
        self.len.checked_sub(1).map(|last| self.items[last as usize])
    }

    /// Replaces the top item.
    #[inline]
    pub fn replace_top(&mut self, item: T) {
        debug_assert!(self.len > 0, "there is a frame to replace");
        self.items[self.len as usize - 1] = item;
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Items from the bottom to the top.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T: Copy + PartialEq, const N: usize> PartialEq for Stack<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for Stack<T, N> {}

impl<T: Copy + Hash, const N: usize> Hash for Stack<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}
