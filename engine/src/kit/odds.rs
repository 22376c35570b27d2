//! Odds, and the tables of results that they select from.

use std::array::from_fn;
use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::data::{DataError, Source};

/// The column of two strengths: the last of `odds`, attack to defence in rising order, that they reach. Odds are rounded in favour
/// of the defender; against a defence of nothing the last column serves.
#[inline]
pub fn column(odds: &[(u16, u16)], attack: u16, defence: u16) -> Option<usize> {
    let reached = |&(most, least): &(u16, u16)| u32::from(attack) * u32::from(least) >= u32::from(defence) * u32::from(most);
    odds.iter().rposition(reached)
}

/// The row of a modified die in a table whose first row is that of the die `first`; dice beyond its ends have the row at the end.
///
/// ```
/// let table = ["nothing", "a step", "two steps"];
/// assert_eq!([-2, 1, 2, 9].map(|die| *stavka_engine::kit::odds::row(&table, 1, die)), ["nothing", "nothing", "a step", "two steps"]);
/// ```
#[inline]
pub fn row<R>(table: &[R], first: i8, die: i8) -> &R {
    &table[usize::from((die - first).clamp(0, table.len() as i8 - 1).unsigned_abs())]
}

/// A row of a table of results in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRow<T> {
    die: u8,
    results: Vec<T>,
}

/// The results of the rows at `key.row`: one row for each of the dice in order, each with a result for every column.
///
/// # Errors
/// A row or a result that is missing, or one too many.
pub fn results<T: Copy>(
    source: &Source<'_>,
    key: &str,
    columns: usize,
    dice: RangeInclusive<u8>,
    rows: &[ResultRow<T>],
) -> Result<Vec<Vec<T>>, DataError> {
    let (first, last) = (*dice.start(), *dice.end());
    for (at, die) in dice.clone().enumerate() {
        let key = format!("{key}.row die {die}");
        let Some(row) = rows.get(at).filter(|row| row.die == die) else {
            return Err(source.error(key, format!("missing or out of order; expected rows for die {first} to {last}")));
        };
        if row.results.len() != columns {
            return Err(source.error(key, format!("{} results; expected {columns}, one per column", row.results.len())));
        }
    }
    if rows.len() != dice.len() {
        return Err(source.error(format!("{key}.row"), format!("{} rows; expected {}", rows.len(), dice.len())));
    }
    Ok(rows.iter().map(|row| row.results.clone()).collect())
}

/// The same for a table of fixed size: `table[row][column]`, its columns named as `names` in the file.
///
/// # Errors
/// Those of [`results`], and other columns.
pub fn table<T: Copy, const COLUMNS: usize, const ROWS: usize>(
    source: &Source<'_>,
    key: &str,
    names: (&[String], &[&str; COLUMNS]),
    first: u8,
    rows: &[ResultRow<T>],
) -> Result<[[T; COLUMNS]; ROWS], DataError> {
    let (found, expected) = names;
    if found != expected {
        return Err(source.error(format!("{key}.columns"), format!("{found:?}; expected {expected:?}")));
    }
    let results = results(source, key, COLUMNS, first..=first + ROWS as u8 - 1, rows)?;
    Ok(from_fn(|row| from_fn(|column| results[row][column])))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The column of odds by division, where both strengths count something.
    #[test]
    fn columns_are_rounded_in_favour_of_the_defender() {
        let odds = [(1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1)];
        for (attack, defence) in (0..40).flat_map(|attack| (1..40).map(move |defence| (attack, defence))) {
            let ratio = f64::from(attack) / f64::from(defence) + 1e-9;
            let expected = odds.iter().filter(|&&(most, least)| ratio >= f64::from(most) / f64::from(least)).count();
            assert_eq!(column(&odds, attack, defence), expected.checked_sub(1), "{attack} to {defence}");
        }
        assert_eq!(column(&odds, u16::MAX, u16::MAX), Some(2));
        assert_eq!(column(&odds, 1, 0), Some(5), "a defence of nothing");
    }
}
