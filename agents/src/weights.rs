//! Features of a game's positions under weights: a data file, fitted by `stavka tune`.
//!
//! A game lists its features with [`features!`](crate::weights::features); the file has a table of weights for the start of
//! the game and one for its end.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::sync::OnceLock;

/// The features of a game: what a wargamer would look at in a position, as numbers.
pub trait FeatureSet: Copy + 'static {
    /// The game, as the head of the file calls it.
    const GAME: &'static str;
    /// Names in the data file.
    const NAMES: &'static [&'static str];
    /// What the features are about, in a wargamer's words. Features about one thing have the same words.
    const WORDS: &'static [&'static str];
    /// What common sense would weigh them with before any game. A fit departs from it as far as the games demand, but never
    /// to the other sign: games mislead by what goes together in them.
    const PRIOR: &'static [f64];
    /// The file that comes with the program.
    const FILE: &'static str;

    /// Place of the feature in the set.
    fn index(self) -> usize;

    /// Where the weights of the file are kept once they have been read.
    fn shelf() -> &'static OnceLock<Weights<Self>>;
}

/// Lists the features of a game: the name in code, the name in the file, the weight of common sense, and words.
macro_rules! features {
    ($game:literal, $file:literal; $($(#[$doc:meta])* $variant:ident = $name:literal $prior:literal => $words:literal,)*) => {
        /// The features of a position.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(usize)]
        pub enum Feature { $($(#[$doc])* $variant,)* }

        impl $crate::weights::FeatureSet for Feature {
            const GAME: &'static str = $game;
            const NAMES: &'static [&'static str] = &[$($name,)*];
            const WORDS: &'static [&'static str] = &[$($words,)*];
            const PRIOR: &'static [f64] = &[$($prior,)*];
            const FILE: &'static str = include_str!($file);

            fn index(self) -> usize {
                self as usize
            }

            fn shelf() -> &'static std::sync::OnceLock<$crate::weights::Weights<Self>> {
                static SHELF: std::sync::OnceLock<$crate::weights::Weights<Feature>> = std::sync::OnceLock::new();
                &SHELF
            }
        }

        /// Number of features.
        pub(super) const COUNT: usize = <Feature as $crate::weights::FeatureSet>::NAMES.len();

        /// The features of one position.
        pub(super) type Row = [f32; COUNT];
    };
}

pub(crate) use features;

/// Weight of each feature at the start and at the end of the game; between them they change evenly.
/// A weighted sum is the logarithm of the odds of an Axis win.
pub struct Weights<F> {
    start: Vec<f32>,
    end: Vec<f32>,
    /// Where the weights come from.
    pub origin: String,
    features: PhantomData<fn() -> F>,
}

/// What is wrong with a file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// It is not the TOML of tables of numbers.
    #[error("the weights cannot be read: {0}")]
    Syntax(String),
    /// A feature has no weight.
    #[error("[{table}] has no weight for {feature:?}")]
    Missing {
        /// Table.
        table: &'static str,
        /// Feature.
        feature: &'static str,
    },
    /// A weight names no feature.
    #[error("[{table}] weighs {name:?}, which is no feature")]
    Unknown {
        /// Table.
        table: &'static str,
        /// The name.
        name: String,
    },
    /// A weight is no number.
    #[error("[{table}] {feature} is not a finite number")]
    NotFinite {
        /// Table.
        table: &'static str,
        /// Feature.
        feature: &'static str,
    },
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    origin: String,
    start: BTreeMap<String, f32>,
    end: BTreeMap<String, f32>,
}

impl<F: FeatureSet> Weights<F> {
    /// The weights that come with the program.
    pub fn embedded() -> &'static Self {
        F::shelf().get_or_init(|| Weights::parse(F::FILE).expect("the embedded weights are valid, as a test checks"))
    }

    /// The weights of common sense.
    pub fn of_common_sense() -> Self {
        Weights::from_weights(&[F::PRIOR, F::PRIOR].concat(), "common sense".to_owned())
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// [`WeightsError`] names table and feature.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let raw: Raw = toml::from_str(text).map_err(|error| WeightsError::Syntax(error.to_string()))?;
        let (start, end) = (row::<F>("start", &raw.start)?, row::<F>("end", &raw.end)?);
        Ok(Weights { start, end, origin: raw.origin, features: PhantomData })
    }

    /// Weights by feature: first those at the start of the game, then those at its end.
    ///
    /// # Panics
    /// If the number of weights differs from twice the number of features.
    pub fn from_weights(weights: &[f64], origin: String) -> Self {
        assert_eq!(weights.len(), 2 * F::NAMES.len(), "a weight at the start and one at the end for each feature");
        let (start, end) = weights.split_at(F::NAMES.len());
        let narrow = |weights: &[f64]| weights.iter().map(|&weight| weight as f32).collect();
        Weights { start: narrow(start), end: narrow(end), origin, features: PhantomData }
    }

    /// The file that reads back as these weights.
    pub fn to_toml(&self) -> String {
        use std::fmt::Write as _;
        let mut text = format!(
            "# Weights of the evaluation of {}: what a feature adds to the logarithm of the odds of an Axis win.\norigin = {:?}\n",
            F::GAME,
            self.origin
        );
        for (table, row) in [("start", &self.start), ("end", &self.end)] {
            writeln!(text, "\n[{table}]").expect("writing to a String does not fail");
            for (name, weight) in F::NAMES.iter().zip(row) {
                writeln!(text, "{name} = {weight:.4}").expect("writing to a String does not fail");
            }
        }
        text
    }

    /// The same weights with some of them multiplied.
    pub(crate) fn bent(&self, emphasis: &[(F, f32)]) -> Self {
        let mut bent = self.clone();
        for &(feature, factor) in emphasis {
            bent.start[feature.index()] *= factor;
            bent.end[feature.index()] *= factor;
        }
        bent
    }

    /// Logarithm of the odds of an Axis win when so much of the game is over.
    #[inline]
    pub(crate) fn log_odds(&self, row: &[f32], progress: f32) -> f32 {
        let (mut early, mut late) = (0.0, 0.0);
        for ((&value, &start), &end) in row.iter().zip(&self.start).zip(&self.end) {
            early += value * start;
            late += value * end;
        }
        early * (1.0 - progress) + late * progress
    }

    /// Every feature with what it adds to the logarithm of the odds.
    pub(crate) fn terms(&self, row: &[f32], progress: f32) -> impl Iterator<Item = (f32, f32)> {
        row.iter()
            .zip(&self.start)
            .zip(&self.end)
            .map(move |((&value, &start), &end)| (value, value * (start * (1.0 - progress) + end * progress)))
    }
}

impl<F> Clone for Weights<F> {
    fn clone(&self) -> Self {
        Weights { start: self.start.clone(), end: self.end.clone(), origin: self.origin.clone(), features: PhantomData }
    }
}

impl<F> PartialEq for Weights<F> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.end == other.end && self.origin == other.origin
    }
}

impl<F> Debug for Weights<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").field("start", &self.start).field("end", &self.end).field("origin", &self.origin).finish()
    }
}

/// What each weight multiplies: the features as the start of the game and as its end count them.
pub(crate) fn inputs(row: &[f32], progress: f32, out: &mut Vec<f32>) {
    out.clear();
    out.extend(row.iter().map(|value| value * (1.0 - progress)));
    out.extend(row.iter().map(|value| value * progress));
}

fn row<F: FeatureSet>(table: &'static str, weights: &BTreeMap<String, f32>) -> Result<Vec<f32>, WeightsError> {
    if let Some(name) = weights.keys().find(|name| !F::NAMES.contains(&name.as_str())) {
        return Err(WeightsError::Unknown { table, name: name.clone() });
    }
    let weight = |&feature: &&'static str| {
        let weight = *weights.get(feature).ok_or(WeightsError::Missing { table, feature })?;
        if weight.is_finite() { Ok(weight) } else { Err(WeightsError::NotFinite { table, feature }) }
    };
    F::NAMES.iter().map(weight).collect()
}
