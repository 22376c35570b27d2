//! Colours of the terminal, or none.

use std::io::IsTerminal as _;

use anstyle::{AnsiColor, Color, Style};

/// What a piece of text is, so that one place decides on its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Ordinary text.
    #[default]
    Plain,
    /// Unimportant.
    Dim,
    /// Important.
    Strong,
    /// The Axis.
    Axis,
    /// The Soviets.
    Soviet,
    /// Rivers.
    Water,
    /// Roads and railways.
    Road,
    /// The front.
    Front,
    /// Woods and hills.
    Terrain,
    /// Strongpoints.
    Fort,
    /// What the procedure at hand is about.
    Focus,
}

/// Whether text is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// No escape codes.
    Plain,
    /// ANSI colours.
    Colour,
}

impl Ink {
    /// Colours only if standard output is a terminal and `NO_COLOR` is unset or empty.
    pub fn of_stdout() -> Ink {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if std::io::stdout().is_terminal() && !refused { Ink::Colour } else { Ink::Plain }
    }

    /// The text in its colour.
    pub fn paint(self, tone: Tone, text: &str) -> String {
        match self {
            Ink::Colour if tone != Tone::Plain => {
                let style = style(tone);
                format!("{style}{text}{style:#}")
            }
            _ => text.to_owned(),
        }
    }
}

fn style(tone: Tone) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour)));
    match tone {
        Tone::Plain => Style::new(),
        Tone::Dim => Style::new().dimmed(),
        Tone::Strong => Style::new().bold(),
        Tone::Axis => colour(AnsiColor::Cyan).bold(),
        Tone::Soviet => colour(AnsiColor::Red).bold(),
        Tone::Water => colour(AnsiColor::Blue),
        Tone::Road => colour(AnsiColor::Yellow).dimmed(),
        Tone::Front => colour(AnsiColor::Magenta),
        Tone::Terrain => colour(AnsiColor::Green),
        Tone::Fort => colour(AnsiColor::Yellow),
        Tone::Focus => Style::new().bold().invert(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_ink_adds_nothing() {
        assert_eq!(Ink::Plain.paint(Tone::Soviet, "66/XVII"), "66/XVII");
    }

    #[test]
    fn coloured_text_is_reset_at_its_end() {
        let text = Ink::Colour.paint(Tone::Axis, "9/Jul");
        assert!(text.contains("9/Jul") && text.starts_with('\u{1b}') && text.ends_with("\u{1b}[0m"), "{text:?}");
    }
}
