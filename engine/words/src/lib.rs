//! Words for people, in the language at hand.
//!
//! The key of a message is its English text, as in gettext: sources stay readable, and `it/*.toml` has a line for each key.
//! [`tr!`] looks a key up and fills in its values; a key is a literal with named places, which the compiler checks. Words that
//! stand in tables are looked up by [`translate`] where they are shown.
//!
//! The language belongs to the thread, [`speaking`] sets it for a piece of work, and English is spoken otherwise. Nothing but words for
//! people depends on it: notation, records and data never do.
//!
//! ```
//! use stavka_words::{Language, speaking, tr};
//!
//! let told = |turn: u8| tr!("turn {turn}", turn);
//! assert_eq!(told(3), "turn 3");
//! assert_eq!(speaking(Language::Italian, || told(3)), "turno 3");
//! ```

mod catalogue;

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::{Display, Write as _};

pub use catalogue::{is_known, keys, proper, translate};

/// A language that words are told in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Language {
    /// English, the language of the keys.
    #[default]
    English,
    /// Italian, the language of the rulebooks.
    Italian,
    /// English with every message in brackets, for tests: what stands outside the brackets came to people without a key, and
    /// what has no Italian is marked.
    Pseudo,
}

impl Language {
    /// Languages for people.
    pub const ALL: [Language; 2] = [Language::English, Language::Italian];

    /// The tag of the language, as in HTML.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Italian => "it",
            Language::Pseudo => "en-XA",
        }
    }

    /// The language with this tag.
    pub fn of_tag(tag: &str) -> Option<Language> {
        [Language::English, Language::Italian, Language::Pseudo].into_iter().find(|language| language.tag().eq_ignore_ascii_case(tag))
    }

    /// The language of a locale such as `it_IT.UTF-8`, as in `LANG`.
    pub fn of_locale(locale: &str) -> Option<Language> {
        let tag = locale.split(['_', '.', '@', '-']).next().unwrap_or_default();
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(tag))
    }

    /// The language of the environment: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set decides.
    pub fn of_environment() -> Language {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
        set.and_then(|locale| Language::of_locale(&locale)).unwrap_or_default()
    }

    /// The first language of an `Accept-Language` header that is spoken here, by weight and then by order.
    pub fn of_header(header: &str) -> Option<Language> {
        let wishes = header.split(',').filter_map(|wish| {
            let mut parts = wish.trim().split(';');
            let language = Language::of_locale(parts.next()?)?;
            let weight = parts.find_map(|part| part.trim().strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
            (weight > 0.0).then_some((language, weight))
        });
        wishes
            .fold(None, |best: Option<(Language, f32)>, wish| best.filter(|best| best.1 >= wish.1).or(Some(wish)))
            .map(|(language, _)| language)
    }
}

thread_local! {
    static AT_HAND: Cell<Language> = const { Cell::new(Language::English) };
}

/// The language that this thread speaks.
pub fn language() -> Language {
    AT_HAND.get()
}

/// Does a piece of work in a language, and speaks as before afterwards, also after a panic.
pub fn speaking<T>(language: Language, work: impl FnOnce() -> T) -> T {
    struct Before(Language);
    impl Drop for Before {
        fn drop(&mut self) {
            AT_HAND.set(self.0);
        }
    }
    let _before = Before(AT_HAND.replace(language));
    work()
}

/// Words in every language for people, for what is told once and kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told([String; Language::ALL.len()]);

impl Told {
    /// Tells something once in each language.
    pub fn by(tell: impl Fn() -> String) -> Told {
        Told(Language::ALL.map(|language| speaking(language, &tell)))
    }

    /// The words in the language at hand.
    pub fn here(&self) -> Cow<'_, str> {
        match Language::ALL.iter().position(|&known| known == language()) {
            Some(index) => Cow::Borrowed(&self.0[index]),
            None => Cow::Owned(format!("⟦{}⟧", self.0[0])),
        }
    }
}

impl Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.here())
    }
}

/// What of a text in the language of tests stands outside of messages.
pub fn outside_of_messages(text: &str) -> String {
    let mut depth = 0;
    let outside = |letter| {
        depth += i32::from(letter == '⟦') - i32::from(letter == '⟧');
        if depth > 0 || letter == '⟧' { ' ' } else { letter }
    };
    text.chars().map(outside).collect()
}

/// A message with its values in their places; [`tr!`] calls it.
#[doc(hidden)]
pub fn fill(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
            let _ = write!(text, "{value}");
        }
        rest = after;
    }
    text + rest
}

/// A message in the language at hand: a `&'static str` for a bare key, a `String` for one with values. A value is named as its
/// place is: `tr!("turn {turn}", turn)` or `tr!("turn {turn}", turn = game.turn())`.
#[macro_export]
macro_rules! tr {
    ($text:literal) => {
        $crate::translate($text)
    };
    ($text:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        match ($(&$crate::tr!(@value $name $($value)?),)+) {
            ($($name,)+) => match $crate::language() {
                $crate::Language::English => ::std::format!($text, $($name = $name),+),
                _ => $crate::fill($crate::translate($text), &[$((::std::stringify!($name), $name as &dyn ::std::fmt::Display)),+]),
            },
        }
    };
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_and_a_locale_choose_the_language() {
        for (header, language) in [
            ("it-IT,it;q=0.9,en;q=0.8", Some(Language::Italian)),
            ("en-US,en;q=0.9,it;q=0.8", Some(Language::English)),
            ("de-DE,de;q=0.9,it;q=0.5,en;q=0.3", Some(Language::Italian)),
            ("en;q=0.2, it;q=0.7", Some(Language::Italian)),
            ("de, it;q=0", None),
            ("", None),
        ] {
            assert_eq!(Language::of_header(header), language, "{header}");
        }
        for (locale, language) in
            [("it_IT.UTF-8", Some(Language::Italian)), ("en_GB", Some(Language::English)), ("C.UTF-8", None), ("italics", None)]
        {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
        assert_eq!(Language::ALL.map(|language| Language::of_tag(language.tag())), Language::ALL.map(Some));
    }

    #[test]
    fn the_language_is_that_of_the_piece_of_work() {
        let inner = speaking(Language::Italian, || {
            let _ = std::panic::catch_unwind(|| speaking(Language::Pseudo, || panic!("on purpose")));
            language()
        });
        assert_eq!((inner, language()), (Language::Italian, Language::English));
    }

    #[test]
    fn messages_without_a_key_show_in_the_language_of_tests() {
        speaking(Language::Pseudo, || {
            assert_eq!(tr!("turn {turn}", turn = 3), "⟦turn 3⟧");
            assert_eq!(translate("nobody has a key for this"), "⟦UNTRANSLATED nobody has a key for this⟧");
        });
    }

    #[test]
    fn what_is_told_once_is_known_in_both_languages() {
        let told = Told::by(|| tr!("turn {turn}", turn = 5));
        assert_eq!((&*told.here(), &*speaking(Language::Italian, || told.here())), ("turn 5", "turno 5"));
    }
}
