//! The words of a game that its files share, as they stand in the data and in notation.

use stavka_words::tr;

use crate::game::Side;

/// Reads a word of a closed list.
///
/// # Errors
/// No value has this name.
pub fn read<T: Copy>(word: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    all.iter().copied().find(|&value| name(value) == word).ok_or_else(|| {
        let names = all.iter().map(|&value| name(value)).collect::<Vec<_>>().join(", ");
        tr!("{word} is not one of {names}", word = format_args!("{word:?}"), names)
    })
}

/// Makes a type with `ALL` and `name` a word of notation.
macro_rules! word_of_notation {
    ($name:ty) => {
        impl<D: ?Sized> $crate::kit::actions::ActionWord<D> for $name {
            fn write(self, _: &D, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }

            fn read(word: &str, _: &D) -> Result<Self, String> {
                $crate::kit::terms::read(word, &Self::ALL, Self::name)
            }
        }

        impl<D: ?Sized> $crate::kit::actions::IdDigit<D> for $name {
            fn radix(_: &D) -> u32 {
                Self::ALL.len() as u32
            }

            fn digit(self, _: &D) -> u32 {
                self as u32
            }
        }
    };
}
pub(crate) use word_of_notation;

word_of_notation!(Side);

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
        }

        $crate::kit::terms::word_of_notation!($name);
        )*
    };
}
pub(crate) use terms;
