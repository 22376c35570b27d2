//! The sequence of play as procedures. A [`Procedure`] is one type beside its rules: who decides, what is listed, what an action does,
//! what it asks. [`procedures!`](crate::procedures) lists the procedures of a game, and makes of them the frames that the state stacks.

use crate::game::{Game, Turn};
use crate::stack::Stack;

pub use crate::procedures;

/// Deepest nesting of procedures in any game: in ARMIR phase, march, excess or battle stage, die of the depot.
pub const FRAME_CAPACITY: usize = 14;

/// The procedures in progress.
pub type Frames<F> = Stack<F, FRAME_CAPACITY>;

/// Whether a procedure that was carried on waits for a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A player or a die decides now.
    Waits,
    /// The stack changed; look again.
    Moves,
}

/// A procedure of the sequence of play. What is the same in every position is a constant. A step that decides nothing says how it is
/// carried on and no more.
pub trait Procedure<G: Sequence>: Copy {
    /// Who decides: a die, unless the procedure says otherwise.
    const DECIDER: Turn = Turn::Chance;
    /// What it asks, in words.
    const QUESTION: &'static str = "";
    /// Whether a position in which it waits lies between whole moves ([`Game::is_quiet`]).
    const QUIET: bool = true;

    /// Who decides in this position.
    #[inline]
    fn decider(self, _game: &G) -> Turn {
        Self::DECIDER
    }

    /// Whether there is something to decide; if not, the procedure is over.
    #[inline]
    fn is_due(self, _game: &G) -> bool {
        true
    }

    /// Does what needs no decision.
    #[inline]
    fn carry_on(self, game: &mut G) -> Progress {
        if self.is_due(game) { Progress::Waits } else { game.pop() }
    }

    /// Adds the choices of a player to `out`.
    fn list(self, _game: &G, _out: &mut Vec<G::Action>) {}

    /// Adds the results of chance to `out`: the faces of a die ([`Sequence::FACES`]), unless it draws something else.
    #[inline]
    fn draw(self, _game: &G, out: &mut Vec<G::Action>) {
        out.extend((1..=G::FACES).map(G::ROLL));
    }

    /// Carries out a legal action. What the procedure does not know ends it ([`Sequence::end`]).
    #[inline]
    fn carry_out(self, game: &mut G, action: G::Action) {
        game.end(action);
    }

    /// What it asks in this position, in words.
    fn question(self, _game: &G) -> String {
        stavka_words::translate(Self::QUESTION).into()
    }

    /// Whether a position in which it waits lies between whole moves.
    #[inline]
    fn is_quiet(self) -> bool {
        Self::QUIET
    }
}

/// A game whose procedures in progress stand on a stack, the one at hand on top.
pub trait Sequence: Game {
    /// A procedure in progress: the enum of [`procedures!`](crate::procedures).
    type Frame: Procedure<Self> + std::fmt::Debug;
    /// The action that ends a procedure and does nothing else.
    const DONE: Self::Action;
    /// Faces of the die.
    const FACES: u8;
    /// The action that is a face of the die.
    const ROLL: fn(u8) -> Self::Action;

    /// The procedures in progress, the one at hand on top.
    fn frames(&self) -> &Frames<Self::Frame>;

    /// The procedures in progress, to be changed.
    fn frames_mut(&mut self) -> &mut Frames<Self::Frame>;

    /// Whether the result is known, whatever still stands on the stack.
    fn is_decided(&self) -> bool;

    /// The procedure at hand; none when the game is over.
    #[inline]
    fn top(&self) -> Option<Self::Frame> {
        self.frames().top()
    }

    /// Takes the procedure at hand off the stack.
    #[inline]
    fn pop(&mut self) -> Progress {
        self.frames_mut().pop();
        Progress::Moves
    }

    /// Ends the procedure at hand, because a player said so.
    #[inline]
    fn end(&mut self, action: Self::Action) {
        debug_assert_eq!(action, Self::DONE, "not among the choices of {:?}", self.top());
        self.pop();
    }

    /// Carries procedures on until somebody has a choice or the game is over.
    fn settle(&mut self) {
        while let Some(frame) = self.top() {
            if self.is_decided() {
                return self.frames_mut().clear();
            }
            if frame.carry_on(self) == Progress::Waits {
                return;
            }
        }
    }

    /// Who decides; [`Game::turn`] of a game of procedures.
    #[inline]
    fn decider(&self) -> Turn {
        self.top().map_or(Turn::Over, |frame| frame.decider(self))
    }

    /// [`Game::legal_actions`] of a game of procedures.
    #[inline]
    fn list(&self, out: &mut Vec<Self::Action>) {
        out.clear();
        if let Some(frame) = self.top() {
            match frame.decider(self) {
                Turn::Chance => frame.draw(self, out),
                _ => frame.list(self, out),
            }
        }
    }

    /// [`Game::apply`] of a game of procedures.
    #[inline]
    fn play(&mut self, action: Self::Action) {
        debug_assert!(self.check(action).is_ok(), "apply takes legal actions only: {:?}", self.check(action).err());
        if let Some(frame) = self.top() {
            frame.carry_out(self, action);
            self.settle();
        }
    }
}

/// Declares the procedures of a game, a row each: a name and what the procedure keeps while it is in progress. A row makes a type of that
/// name with these fields, whose [`Procedure`] stands beside its rules, and a variant of the enum with the same values. The types are as
/// visible as the macro is told; the enum is public, because the public [`Sequence`] names it.
///
/// ```text
/// procedures! { pub(super) enum Frame of Armir:
///     /// [6.2] The side removes excess units in one hex, or in any hex.
///     Excess(side: Side, place: Option<Hex>),
/// }
/// self.frames.push(Frame::Excess(Side::Axis, None));
/// ```
#[macro_export]
macro_rules! procedures {
    ($visible:vis enum $frame:ident of $game:ty: $($(#[$doc:meta])* $name:ident $(($($field:ident: $Type:ty),+))?,)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            $visible struct $name { $($($visible $field: $Type,)+)? }
        )*

        /// A procedure in progress.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $frame {
            $($(#[$doc])* $name $(($($Type),+))?,)*
        }

        $crate::procedures!(@calls $frame, $game, [$($name { $($($field)+)? })*]
            decider(game: &$game) -> $crate::game::Turn;
            is_due(game: &$game) -> bool;
            carry_on(game: &mut $game) -> $crate::kit::procedures::Progress;
            list(game: &$game, out: &mut Vec<<$game as $crate::game::Game>::Action>) -> ();
            draw(game: &$game, out: &mut Vec<<$game as $crate::game::Game>::Action>) -> ();
            carry_out(game: &mut $game, action: <$game as $crate::game::Game>::Action) -> ();
            question(game: &$game) -> String;
            is_quiet() -> bool;
        );
    };
    // Every call goes on to the procedure of the row.
    (@calls $frame:ident, $game:ty, $rows:tt $($call:ident($($argument:ident: $Argument:ty),*) -> $Result:ty;)*) => {
        impl $crate::kit::procedures::Procedure<$game> for $frame {
            $(
                #[inline]
                fn $call(self, $($argument: $Argument),*) -> $Result {
                    $crate::procedures!(@rows $frame, $game, self, $call($($argument),*), $rows)
                }
            )*
        }
    };
    (@rows $frame:ident, $game:ty, $self:ident, $call:ident $arguments:tt, [$($name:ident $fields:tt)*]) => {
        match $self {
            $($crate::procedures!(@pattern $frame $name $fields) =>
                $crate::procedures!(@call $game, $name $fields, $call $arguments),)*
        }
    };
    (@pattern $frame:ident $name:ident {}) => { $frame::$name };
    (@pattern $frame:ident $name:ident { $($field:ident)+ }) => { $frame::$name($($field),+) };
    (@call $game:ty, $name:ident { $($field:ident)* }, $call:ident($($argument:ident),*)) => {
        $crate::kit::procedures::Procedure::<$game>::$call($name { $($field),* } $(, $argument)*)
    };
}
