//! The messages by key. `it/*.toml` has a line for each: `"English" = "italiano"`.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::{Language, language};

/// The files with the name that a mistake in them is told with.
const ITALIAN: [(&str, &str); 10] = [
    ("it/board.toml", include_str!("../it/board.toml")),
    ("it/kit.toml", include_str!("../it/kit.toml")),
    ("it/armir.toml", include_str!("../it/armir.toml")),
    ("it/east-front.toml", include_str!("../it/east-front.toml")),
    ("it/across-the-bug.toml", include_str!("../it/across-the-bug.toml")),
    ("it/blocks-in-the-east.toml", include_str!("../it/blocks-in-the-east.toml")),
    ("it/blocks-in-the-east-board.toml", include_str!("../it/blocks-in-the-east-board.toml")),
    ("it/bolt-action.toml", include_str!("../it/bolt-action.toml")),
    ("it/bolt-action-board.toml", include_str!("../it/bolt-action-board.toml")),
    ("it/terminal.toml", include_str!("../it/terminal.toml")),
];

static MESSAGES: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for (name, text) in ITALIAN {
        let messages: HashMap<String, String> =
            toml::from_str(text).unwrap_or_else(|error| panic!("{name} is built in and sound: {error}"));
        for (key, message) in messages {
            assert!(all.insert(key.clone(), message).is_none(), "{name}: {key:?} stands in another file too");
        }
    }
    all
});

/// What was bracketed for tests, kept so that messages live as long as the program.
static BRACKETED: LazyLock<Mutex<HashMap<String, &'static str>>> = LazyLock::new(Mutex::default);

/// A message in the language at hand; the key itself where that language has none.
pub fn translate(key: &str) -> &str {
    match language() {
        Language::English => key,
        Language::Italian => MESSAGES.get(key).map_or(key, String::as_str),
        Language::Pseudo => bracketed(key),
    }
}

/// A proper name in the language at hand: its message, or the name itself where it has none.
pub fn proper(name: &str) -> &str {
    if is_known(name) { translate(name) } else { name }
}

/// Whether a key has a message in every language.
pub fn is_known(key: &str) -> bool {
    MESSAGES.contains_key(key)
}

/// Every key that has a message.
pub fn keys() -> impl Iterator<Item = &'static str> {
    MESSAGES.keys().map(String::as_str)
}

fn bracketed(key: &str) -> &'static str {
    if key.is_empty() {
        return "";
    }
    let mut known = BRACKETED.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(key.to_owned()).or_insert_with(|| {
        let mark = if is_known(key) { "" } else { "UNTRANSLATED " };
        Box::leak(format!("⟦{mark}{key}⟧").into_boxed_str())
    })
}
