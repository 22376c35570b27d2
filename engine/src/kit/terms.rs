//! The words of a game that its files share, as they stand in the data.

/// Declares a word with its values and their names in data files and notation.
macro_rules! terms {
    ($($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $value:ident = $text:literal),* $(,)? })*) => {
        $($(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Deserialize)]
        #[repr(u8)]
        pub enum $name { $($(#[$note])* #[serde(rename = $text)] $value),* }

        impl $name {
            /// All of them, in the order of [`Self::index`].
            pub const ALL: [$name; [$($text),*].len()] = [$($name::$value),*];

            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();

            /// Number from 0, the place in tables.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Name in data files and notation.
            pub const fn name(self) -> &'static str {
                match self { $($name::$value => $text),* }
            }
        })*
    };
}
pub(crate) use terms;
