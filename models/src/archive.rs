//! Files of named arrays: safetensors with one JSON header of ours among its metadata.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use safetensors::tensor::Metadata;
use safetensors::{Dtype, SafeTensors, View};
use stavka_files::IfExists;

use crate::description::{DescriptionError, Parameter};

/// Key of the header among the metadata.
const HEADER: &str = "stavka";

/// A file that cannot be read or written as weights.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// Reading or writing failed.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Not a safetensors file, or only the beginning of one.
    #[error("not a complete safetensors file: {0}")]
    Broken(String),
    /// A safetensors file that no part of this program wrote.
    #[error("the file does not say what network it holds: it is not one of ours")]
    Foreign,
    /// The header is not understood.
    #[error("the header of the file is not understood: {0}")]
    Header(String),
    /// A description that no network can have.
    #[error(transparent)]
    Description(#[from] DescriptionError),
    /// An array that the network needs is not there.
    #[error("the array {0} is missing")]
    Missing(String),
    /// An array has another shape or number type than the network needs.
    #[error("the array {name} is {found}, the network needs {expected}")]
    Shape {
        /// Name.
        name: String,
        /// As the description asks.
        expected: String,
        /// As it stands in the file.
        found: String,
    },
    /// An array holds NaN or infinity.
    #[error("the array {0} holds a number that is not finite")]
    NotFinite(String),
}

/// A file in memory.
#[derive(Debug)]
pub struct Archive<'a> {
    arrays: SafeTensors<'a>,
    header: String,
}

impl<'a> Archive<'a> {
    /// Reads the layout of a file.
    ///
    /// # Errors
    /// When the bytes are not a whole file of ours.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, WeightsError> {
        let broken = |error: safetensors::SafeTensorError| WeightsError::Broken(error.to_string());
        let arrays = SafeTensors::deserialize(bytes).map_err(broken)?;
        let (_, metadata): (usize, Metadata) = SafeTensors::read_metadata(bytes).map_err(broken)?;
        let header = metadata.metadata().as_ref().and_then(|entries| entries.get(HEADER)).ok_or(WeightsError::Foreign)?;
        Ok(Archive { arrays, header: header.clone() })
    }

    /// The header, JSON.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// The numbers of all `parameters` in their order, whose names in the file begin with `section`.
    ///
    /// # Errors
    /// When an array is missing, of another shape or type, or holds NaN or infinity.
    pub fn numbers(&self, section: &str, parameters: &[Parameter]) -> Result<Vec<f32>, WeightsError> {
        let mut numbers = Vec::with_capacity(parameters.iter().map(Parameter::numbers).sum());
        for parameter in parameters {
            let name = format!("{section}{}", parameter.name);
            let array = self.arrays.tensor(&name).map_err(|_| WeightsError::Missing(name.clone()))?;
            if array.dtype() != Dtype::F32 || array.shape() != parameter.shape {
                return Err(WeightsError::Shape {
                    name,
                    expected: format!("F32 {:?}", parameter.shape),
                    found: format!("{:?} {:?}", array.dtype(), array.shape()),
                });
            }
            let begin = numbers.len();
            let (words, _) = array.data().as_chunks::<4>();
            numbers.extend(words.iter().map(|&word| f32::from_le_bytes(word)));
            if numbers[begin..].iter().any(|number| !number.is_finite()) {
                return Err(WeightsError::NotFinite(name));
            }
        }
        Ok(numbers)
    }

    /// The bytes of a file with this header and, per section, the numbers of all `parameters`. The same arguments
    /// give the same bytes.
    pub fn bytes(header: &str, parameters: &[Parameter], sections: &[(&str, &[f32])]) -> Vec<u8> {
        let mut arrays = Vec::with_capacity(parameters.len() * sections.len());
        for &(section, numbers) in sections {
            let mut rest = numbers;
            for parameter in parameters {
                let (own, others) = rest.split_at(parameter.numbers());
                rest = others;
                let bytes = own.iter().flat_map(|number| number.to_le_bytes()).collect();
                arrays.push((format!("{section}{}", parameter.name), Array { shape: &parameter.shape, bytes }));
            }
        }
        let metadata = HashMap::from([(HEADER.to_owned(), header.to_owned())]);
        safetensors::serialize(arrays, Some(metadata)).expect("arrays of whole numbers of bytes under distinct names")
    }
}

/// An array about to be written.
struct Array<'a> {
    shape: &'a [usize],
    bytes: Vec<u8>,
}

impl View for Array<'_> {
    fn dtype(&self) -> Dtype {
        Dtype::F32
    }

    fn shape(&self) -> &[usize] {
        self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.bytes)
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

/// Reads a whole file.
///
/// # Errors
/// Those of the system, with the path.
pub fn read_file(path: &Path) -> Result<Vec<u8>, WeightsError> {
    fs::read(path).map_err(|source| WeightsError::File { path: path.to_owned(), source })
}

/// Writes a whole file or none.
///
/// # Errors
/// Those of the system, such as a full disk; the old file is then unchanged.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WeightsError> {
    stavka_files::write(path, bytes, IfExists::Replace).map_err(|source| WeightsError::File { path: path.to_owned(), source })
}
