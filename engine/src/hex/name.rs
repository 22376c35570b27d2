//! Hexes as a map prints them: CCRR.

use std::fmt;

use super::grid::Grid;
use super::layout::Hex;

/// A hex as printed on a map, column then row, each two digits: `0714`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexName {
    column: u8,
    row: u8,
}

impl HexName {
    /// Column, as printed.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Row, as printed.
    pub const fn row(self) -> u8 {
        self.row
    }
}

impl fmt::Display for HexName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

/// Why a text does not name a hex of a grid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HexNameError {
    /// The text is not four decimal digits.
    #[error("{}", stavka_words::tr!("{given} is not a hex: expected four digits, column then row, such as 0714", given = format_args!("{given:?}")))]
    Form {
        /// The text as it was given.
        given: String,
    },
    /// Four digits, but no such hex is on this grid.
    #[error(
        "{}",
        stavka_words::tr!(
            "hex {given} is off the map: expected a column from {west} to {east} and a row from {north} to {south}",
            given,
            west = format_args!("{:02}", columns.0),
            east = format_args!("{:02}", columns.1),
            north = format_args!("{:02}", rows.0),
            south = format_args!("{:02}", rows.1)
        )
    )]
    OffMap {
        /// The text as it was given.
        given: String,
        /// First and last printed column of the grid.
        columns: (u8, u8),
        /// First and last printed row of the grid.
        rows: (u8, u8),
    },
}

impl Grid {
    /// The hex as the map prints it.
    pub fn name(&self, hex: Hex) -> HexName {
        HexName { column: self.column(hex), row: self.row(hex) }
    }

    /// The hex that `text` names: exactly four digits CCRR, nothing around them.
    ///
    /// # Errors
    ///
    /// [`HexNameError::Form`] when the text is not four digits, [`HexNameError::OffMap`] when they
    /// name no hex of this grid.
    pub fn parse(&self, text: &str) -> Result<Hex, HexNameError> {
        let Some((column, row)) = digits(text) else {
            return Err(HexNameError::Form { given: text.to_owned() });
        };
        let span = |first: u8, count: u8| (first, first + count - 1);
        self.at(column, row).ok_or_else(|| HexNameError::OffMap {
            given: text.to_owned(),
            columns: span(self.first_column(), self.columns()),
            rows: span(self.first_row(), self.rows()),
        })
    }
}

fn digits(text: &str) -> Option<(u8, u8)> {
    let &[a, b, c, d] = text.as_bytes() else {
        return None;
    };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    Some((digit(a)? * 10 + digit(b)?, digit(c)? * 10 + digit(d)?))
}
