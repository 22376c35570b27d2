//! [`Style`]: how much a scripted player minds its own losses.

use std::fmt::{self, Display};
use std::str::FromStr;

/// How a scripted player looks at the losses of its own side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// As its evaluation has them.
    #[default]
    Plain,
    /// They count half.
    Aggressive,
    /// They count twice.
    Cautious,
}

impl Style {
    /// Every style, the plain one first.
    pub const ALL: [Style; 3] = [Style::Plain, Style::Aggressive, Style::Cautious];

    /// What the weights of the player's own strength are multiplied by.
    pub const fn factor(self) -> f32 {
        match self {
            Style::Plain => 1.0,
            Style::Aggressive => 0.5,
            Style::Cautious => 2.0,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Style::Plain => "plain",
            Style::Aggressive => "aggressive",
            Style::Cautious => "cautious",
        }
    }
}

impl Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Style {
    type Err = ();

    /// Reads a name in any letter case.
    fn from_str(name: &str) -> Result<Self, ()> {
        Style::ALL.into_iter().find(|style| style.name().eq_ignore_ascii_case(name)).ok_or(())
    }
}
