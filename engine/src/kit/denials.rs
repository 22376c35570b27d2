//! The reasons why actions of a game are not allowed, one row each: [`denials!`](crate::denials).

pub use crate::denials;

/// Declares the denials of a game. A row is a name, the rule that forbids the action, and a sentence for people.
///
/// ```
/// use stavka_engine::game::Denial as _;
///
/// stavka_engine::kit::denials::denials! { pub enum Refusal:
///     /// It is not your turn.
///     NotYourTurn, "2.1", "the other side decides";
///     /// The bridge is blown.
///     NoBridge, "7.3", "the river has no bridge here";
/// }
///
/// assert_eq!(Refusal::ALL.len(), 2);
/// assert_eq!((Refusal::NoBridge.rule(), Refusal::NoBridge.to_string().as_str()), ("7.3", "the river has no bridge here"));
/// ```
#[macro_export]
macro_rules! denials {
    ($visible:vis enum $denial:ident: $($(#[$doc:meta])* $name:ident, $rule:literal, $text:literal;)*) => {
        /// A reason why an action is not allowed.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $visible enum $denial {
            $($(#[$doc])* $name,)*
        }

        impl $denial {
            /// Every reason, for the coverage of messages.
            pub const ALL: &'static [$denial] = &[$($denial::$name,)*];
        }

        impl ::std::fmt::Display for $denial {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str($crate::words::translate(match self {
                    $($denial::$name => $text,)*
                }))
            }
        }

        impl ::std::error::Error for $denial {}

        impl $crate::game::Denial for $denial {
            fn rule(&self) -> &'static str {
                match self {
                    $($denial::$name => $rule,)*
                }
            }
        }
    };
}
