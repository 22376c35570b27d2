//! A network with its numbers, in memory and as a file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use stavka_agents::ValueScale;
use stavka_engine::Dice;

use crate::archive::{Archive, WeightsError, read_file, write_file};
use crate::description::{Description, Parameter, Start};

/// Version of the header of weight files.
const FORMAT: u32 = 1;

/// A network with its numbers: all that is needed to run it.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    description: Description,
    parameters: Vec<Parameter>,
    numbers: Vec<f32>,
    /// The scale of the values that the numbers were taught to answer by win, draw and loss. Learners teach results, and
    /// the margin to a head of its own; only older weights are on another scale.
    pub values: ValueScale,
    /// What else a reader should know, such as the run that made them, in any words.
    pub notes: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    description: Description,
    #[serde(default, skip_serializing_if = "ValueScale::is_result")]
    values: ValueScale,
    #[serde(default)]
    notes: BTreeMap<String, String>,
}

impl Weights {
    /// Weights to begin training with: a function of description and seed on every machine.
    ///
    /// # Errors
    /// When no network can have this description.
    pub fn random(description: &Description, seed: u64) -> Result<Self, WeightsError> {
        description.check()?;
        let mut dice = Dice::stream(seed, 0x6e65_7477_6f72_6b73);
        let parameters = description.parameters();
        let mut numbers = Vec::with_capacity(parameters.iter().map(Parameter::numbers).sum());
        for parameter in &parameters {
            let (mean, deviation) = match parameter.start {
                Start::Zero => (0.0, 0.0),
                Start::At(number) => (number, 0.0),
                Start::Normal(deviation) => (0.0, deviation),
            };
            for _ in 0..parameter.numbers() {
                numbers.push(mean + deviation * normal(&mut dice));
            }
        }
        Ok(Weights { description: description.clone(), parameters, numbers, values: ValueScale::RESULT, notes: BTreeMap::new() })
    }

    /// Weights from their numbers, all parameters in order.
    ///
    /// # Errors
    /// When no network can have this description, or it has another number of numbers.
    pub fn from_numbers(description: &Description, numbers: Vec<f32>) -> Result<Self, WeightsError> {
        description.check()?;
        let parameters = description.parameters();
        let expected: usize = parameters.iter().map(Parameter::numbers).sum();
        if numbers.len() != expected {
            return Err(WeightsError::Shape {
                name: "all".into(),
                expected: format!("F32 [{expected}]"),
                found: format!("F32 [{}]", numbers.len()),
            });
        }
        Ok(Weights { description: description.clone(), parameters, numbers, values: ValueScale::RESULT, notes: BTreeMap::new() })
    }

    /// What network this is.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The arrays, in order.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// All numbers, array after array.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// The numbers of one array, row-major.
    ///
    /// # Panics
    /// If the network has no array of this name.
    pub fn array(&self, name: &str) -> &[f32] {
        let mut begin = 0;
        for parameter in &self.parameters {
            if parameter.name == name {
                return &self.numbers[begin..begin + parameter.numbers()];
            }
            begin += parameter.numbers();
        }
        panic!("a network of this description has no array {name}")
    }

    /// As the bytes of a file. The same weights give the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header { format: FORMAT, description: self.description.clone(), values: self.values, notes: self.notes.clone() };
        let header = serde_json::to_string(&header).expect("a description is plain data");
        Archive::bytes(&header, &self.parameters, &[("", &self.numbers)])
    }

    /// From the bytes of a file.
    ///
    /// # Errors
    /// When they are not a whole file of ours, or its arrays are not those of its description.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let archive = Archive::parse(bytes)?;
        let header: Header = serde_json::from_str(archive.header()).map_err(|error| WeightsError::Header(error.to_string()))?;
        if header.format != FORMAT {
            return Err(WeightsError::Header(format!("format {}, this program reads {FORMAT}", header.format)));
        }
        header.description.check()?;
        let ValueScale { margin, points } = header.values;
        let is_scale = (0.0..=1.0).contains(&margin) && points > 0.0 && points.is_finite();
        if !is_scale {
            let problem = format!("values have a margin of {margin} and {points} points; expected a share of 0 to 1 and points above 0");
            return Err(WeightsError::Header(problem));
        }
        let parameters = header.description.parameters();
        let numbers = archive.numbers("", &parameters)?;
        Ok(Weights { description: header.description, parameters, numbers, values: header.values, notes: header.notes })
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// Those of the system.
    pub fn save(&self, path: &Path) -> Result<(), WeightsError> {
        write_file(path, &self.to_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Those of [`Weights::from_bytes`] and of the system.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        Weights::from_bytes(&read_file(path)?)
    }
}

/// A draw from the standard normal distribution, by the sum of twelve uniform ones: exact sums of small integers, so
/// that it is the same on every machine.
fn normal(dice: &mut Dice) -> f32 {
    let sum: i32 = (0..12).map(|_| dice.below(1 << 20) as i32).sum();
    (sum - 6 * (1 << 20)) as f32 / (1 << 20) as f32
}
