//! Sealed records: what a player may take away from a game that is not over, and not read by accident.
//!
//! A record names everything, also what the other side keeps secret. Sealed, it is a line that says what it is, and
//! the record in base 64 below it. Every command that reads records opens it. A seal is no lock: who wants to know
//! can look; it keeps secrets from the eyes of those who do not.

use std::borrow::Cow;

use anyhow::anyhow;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use stavka_words::tr;

use crate::exit::BadInput;

/// The first line of a sealed record.
const MAGIC: &str = "stavka-sealed 1";
/// Letters in a line.
const WIDTH: usize = 100;

/// Seals the text of a record.
pub(crate) fn sealed(text: &str) -> String {
    let letters = STANDARD.encode(text);
    let mut out = format!(
        "{MAGIC}\n# The record of a game that goes on. It holds what the other side keeps secret, so it is not written out.\n\
         # Stavka opens it: import it on the board, or stavka play --resume FILE.\n"
    );
    // Base 64 is ASCII, so every byte is a letter.
    for start in (0..letters.len()).step_by(WIDTH) {
        out.push_str(&letters[start..letters.len().min(start + WIDTH)]);
        out.push('\n');
    }
    out
}

/// Whether a text is a sealed record.
pub(crate) fn is_sealed(text: &str) -> bool {
    text.lines().next().is_some_and(|first| first.trim() == MAGIC)
}

/// The record in a text, sealed or not.
///
/// # Errors
/// The seal is broken.
pub(crate) fn opened(text: &str) -> anyhow::Result<Cow<'_, str>> {
    if !is_sealed(text) {
        return Ok(Cow::Borrowed(text));
    }
    let letters: String = text.lines().skip(1).filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect();
    let broken = || anyhow!(BadInput(tr!("the sealed record is damaged: expected base 64 of a record below its first line").into()));
    let bytes = STANDARD.decode(letters).map_err(|_| broken())?;
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| broken())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_not_read_and_comes_back_whole() {
        let text = "stavka-record 1\ngame armir\n---\nobjectives 1+2\n".repeat(20);
        let closed = sealed(&text);
        assert!(is_sealed(&closed) && !is_sealed(&text));
        assert!(!closed.contains("objectives") && closed.lines().all(|line| line.len() <= 110));
        assert_eq!(opened(&closed).expect("it is whole"), text);
        assert_eq!(opened(&closed.replace('\n', "\r\n")).expect("line ends do not matter"), text);
        assert_eq!(opened(&text).expect("nothing is sealed"), text);
    }

    #[test]
    fn a_damaged_seal_is_refused_in_words() {
        for text in [format!("{MAGIC}\n%%%\n"), format!("{MAGIC}\n/////w==\n")] {
            let error = opened(&text).expect_err("it holds no record");
            assert!(error.to_string().contains("damaged"), "{error}");
        }
    }
}
