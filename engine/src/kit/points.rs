//! Movement points, counted in halves, so that rules need no fractions.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::Deserialize;

/// Movement points in halves: there are roads and hexes that cost half a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct HalfPoints(pub u8);

impl HalfPoints {
    /// None.
    pub const ZERO: Self = Self(0);

    /// Whole points.
    pub const fn whole(points: u8) -> Self {
        Self(2 * points)
    }

    /// What is left when `other` is spent; `None` when it cannot be paid.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }
}

impl Add for HalfPoints {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for HalfPoints {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("1/2"),
            (whole, _) => write!(f, "{whole} 1/2"),
        }
    }
}

/// A text that names no number of movement points.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no number of movement points; expected one such as 2, 1/2 or 3 1/2")]
pub struct PointsError(String);

impl TryFrom<String> for HalfPoints {
    type Error = PointsError;

    fn try_from(text: String) -> Result<Self, PointsError> {
        let halves = match text.strip_suffix("1/2") {
            Some("") => Some(1),
            Some(whole) => whole.strip_suffix(' ').and_then(|whole| whole.parse::<u8>().ok()).map(|whole| whole.saturating_mul(2) | 1),
            None => text.parse::<u8>().ok().map(|whole| whole.saturating_mul(2)),
        };
        halves.filter(|halves| *halves < 100).map(Self).ok_or(PointsError(text))
    }
}
