//! The weights of the evaluation: a data file, fitted by `stavka tune`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::features::{COUNT, Feature, NAMES, Row};

/// The fitted weights that come with the program.
const EMBEDDED: &str = include_str!("../../data/armir/evaluation.toml");

/// Weight of each feature at the start and at the end of the game; between them they change evenly.
/// A weighted sum is the logarithm of the odds of an Axis win.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    start: Row,
    end: Row,
    /// Where the weights come from.
    pub origin: String,
}

/// What is wrong with a file of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvaluationError {
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

impl Evaluation {
    /// The weights that come with the program.
    pub fn embedded() -> &'static Evaluation {
        static LOADED: OnceLock<Evaluation> = OnceLock::new();
        LOADED.get_or_init(|| Evaluation::parse(EMBEDDED).expect("the embedded weights are valid, as a test checks"))
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    /// [`EvaluationError`] names table and feature.
    pub fn parse(text: &str) -> Result<Self, EvaluationError> {
        let raw: Raw = toml::from_str(text).map_err(|error| EvaluationError::Syntax(error.to_string()))?;
        Ok(Evaluation { start: row("start", &raw.start)?, end: row("end", &raw.end)?, origin: raw.origin })
    }

    /// Weights by feature: first those at the start of the game, then those at its end.
    ///
    /// # Panics
    /// If the number of weights differs from twice the number of features.
    pub fn from_weights(weights: &[f64], origin: String) -> Self {
        assert_eq!(weights.len(), 2 * COUNT, "a weight at the start and one at the end for each feature");
        let take = |from: usize| std::array::from_fn(|index| weights[from + index] as f32);
        Evaluation { start: take(0), end: take(COUNT), origin }
    }

    /// The file that reads back as these weights.
    pub fn to_toml(&self) -> String {
        use std::fmt::Write as _;
        let mut text =
            String::from("# Weights of the evaluation of ARMIR: what a feature adds to the logarithm of the odds of an Axis win.\n");
        writeln!(text, "origin = {:?}", self.origin).expect("writing to a String does not fail");
        for (table, row) in [("start", &self.start), ("end", &self.end)] {
            writeln!(text, "\n[{table}]").expect("writing to a String does not fail");
            for (name, weight) in NAMES.iter().zip(row) {
                writeln!(text, "{name} = {weight:.4}").expect("writing to a String does not fail");
            }
        }
        text
    }

    /// The same weights with some of them multiplied.
    pub(super) fn bent(&self, emphasis: &[(Feature, f32)]) -> Self {
        let mut bent = self.clone();
        for &(feature, factor) in emphasis {
            bent.start[feature as usize] *= factor;
            bent.end[feature as usize] *= factor;
        }
        bent
    }

    /// Logarithm of the odds of an Axis win when so much of the game is over.
    #[inline]
    pub(super) fn log_odds(&self, row: &Row, progress: f32) -> f32 {
        let (mut early, mut late) = (0.0, 0.0);
        for ((&value, &start), &end) in row.iter().zip(&self.start).zip(&self.end) {
            early += value * start;
            late += value * end;
        }
        early * (1.0 - progress) + late * progress
    }

    /// Every feature with what it adds to the logarithm of the odds.
    pub(super) fn terms(&self, row: &Row, progress: f32) -> impl Iterator<Item = (f32, f32)> {
        row.iter()
            .zip(&self.start)
            .zip(&self.end)
            .map(move |((&value, &start), &end)| (value, value * (start * (1.0 - progress) + end * progress)))
    }
}

fn row(table: &'static str, weights: &BTreeMap<String, f32>) -> Result<Row, EvaluationError> {
    if let Some(name) = weights.keys().find(|name| !NAMES.contains(&name.as_str())) {
        return Err(EvaluationError::Unknown { table, name: name.clone() });
    }
    let mut row = [0.0; COUNT];
    for (weight, &feature) in row.iter_mut().zip(NAMES) {
        *weight = *weights.get(feature).ok_or(EvaluationError::Missing { table, feature })?;
        if !weight.is_finite() {
            return Err(EvaluationError::NotFinite { table, feature });
        }
    }
    Ok(row)
}
