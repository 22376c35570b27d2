//! The actions that led to a position, shared by all that follow from it.

use std::sync::Arc;

use stavka_engine::{Notation, Side};

/// The last action with all before it. A copy shares them, so that it costs nothing.
#[derive(Clone, Default)]
pub(crate) struct Past(Option<Arc<Node>>);

struct Node {
    line: String,
    /// Whether the Axis and the Soviets may not know it.
    hidden: [bool; 2],
    before: Past,
}

impl Past {
    /// Adds an action to the position that it is played in.
    pub(crate) fn push<G: Notation>(&mut self, game: &G, action: G::Action) {
        let before = std::mem::take(self);
        let hidden = Side::ALL.map(|viewer| game.is_hidden(action, viewer));
        self.0 = Some(Arc::new(Node { line: game.notation(action), hidden, before }));
    }

    /// The actions from the beginning, as records write them; `None` for those that `viewer` may not know.
    pub(crate) fn lines(&self, viewer: Option<Side>) -> Vec<Option<&str>> {
        let mut lines = Vec::new();
        let mut next = self;
        while let Past(Some(node)) = next {
            let hidden = viewer.is_some_and(|viewer| node.hidden[viewer.index()]);
            lines.push((!hidden).then_some(node.line.as_str()));
            next = &node.before;
        }
        lines.reverse();
        lines
    }
}

/// A long past is let go action by action: one within the other would take a stack as deep as the game is long.
impl Drop for Past {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut node) = next.and_then(Arc::into_inner) {
            next = node.before.0.take();
        }
    }
}
