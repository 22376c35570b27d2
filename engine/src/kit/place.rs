//! Where a counter can be. A game names its boxes by [`places!`](crate::places).

use crate::hex::Hex;

pub use crate::places;

/// A place of a game, as [`places!`](crate::places) makes it.
pub trait Location: Copy + Eq + std::fmt::Debug {
    /// A hex of the map.
    fn on(hex: Hex) -> Self;

    /// The hex, if it is one.
    fn hex(self) -> Option<Hex>;
}

/// Declares the places of a game: the hexes of its map and the boxes beside it, which every row names as notation does.
///
/// ```text
/// places! { Place; RESERVE = "reserve" "A reinforcement whose turn has not come.", ... }
/// ```
#[macro_export]
macro_rules! places {
    // The boxes, numbered in order.
    (@boxes $place:ident, $number:expr;) => {};
    (@boxes $place:ident, $number:expr; $name:ident $doc:literal, $($rest:tt)*) => {
        #[doc = $doc]
        pub const $name: $place = $place($number);

        $crate::places!(@boxes $place, $number + 1; $($rest)*);
    };
    ($place:ident; $($name:ident = $word:literal $doc:literal),+ $(,)?) => {
        /// Where a counter is: a hex of the map or one of the boxes beside it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $place(u16);

        impl $place {
            $crate::places!(@boxes $place, 0xff00; $($name $doc,)+);

            /// The boxes with their names in notation.
            pub const BOXES: &'static [($place, &'static str)] = &[$(($place::$name, $word)),+];

            /// A hex of the map.
            #[inline]
            pub const fn on(hex: $crate::hex::Hex) -> Self {
                $place(hex.0)
            }

            /// The hex, if it is one.
            #[inline]
            pub const fn hex(self) -> Option<$crate::hex::Hex> {
                if self.0 < 0xff00 { Some($crate::hex::Hex(self.0)) } else { None }
            }

            /// The number behind it, for hashing.
            #[inline]
            pub(super) const fn code(self) -> u16 {
                self.0
            }
        }

        impl $crate::kit::place::Location for $place {
            #[inline]
            fn on(hex: $crate::hex::Hex) -> Self {
                $place::on(hex)
            }

            #[inline]
            fn hex(self) -> Option<$crate::hex::Hex> {
                $place::hex(self)
            }
        }
    };
}
