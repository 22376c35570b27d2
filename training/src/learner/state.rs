//! A learner on disk: network, average, moments of the optimiser and counters in one file.

use std::path::Path;

use serde::{Deserialize, Serialize};
use stavka_models::archive::{Archive, WeightsError, read_file, write_file};
use stavka_models::torch::{Device, upload};
use stavka_models::{Description, Weights};

use super::config::LearnerConfig;
use super::fit::{Learner, LearnerError, numbers_of};

/// Version of the header.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Header {
    learner: u32,
    description: Description,
    steps: u64,
}

impl Learner {
    /// Writes the whole state to a temporary file and renames it.
    ///
    /// # Errors
    /// Those of the system, such as a full disk; an older file of this name is then unchanged.
    pub fn save(&self, path: &Path) -> Result<(), LearnerError> {
        let description = self.network.description().clone();
        let parameters = description.parameters();
        let header = Header { learner: FORMAT, description, steps: self.steps };
        let header = serde_json::to_string(&header).map_err(|error| WeightsError::Header(error.to_string()))?;
        let network = numbers_of(&self.network.numbers().detach())?;
        let average = numbers_of(&self.average)?;
        let [first, second] = [numbers_of(&self.optimiser.first)?, numbers_of(&self.optimiser.second)?];
        let sections: [(&str, &[f32]); 4] = [("network/", &network), ("average/", &average), ("first/", &first), ("second/", &second)];
        Ok(write_file(path, &Archive::bytes(&header, &parameters, &sections))?)
    }

    /// Reads what [`Learner::save`] wrote: the learner goes on as if it had never stopped.
    ///
    /// # Errors
    /// When the file is not a whole one of ours, holds numbers that are not finite, or the configuration is out of
    /// range.
    pub fn load(path: &Path, config: &LearnerConfig, device: Device) -> Result<Self, LearnerError> {
        let bytes = read_file(path)?;
        let archive = Archive::parse(&bytes)?;
        let header: Header = serde_json::from_str(archive.header()).map_err(|error| WeightsError::Header(error.to_string()))?;
        if header.learner != FORMAT {
            let words = format!("state of format {}, this program reads {FORMAT}", header.learner);
            return Err(WeightsError::Header(words).into());
        }
        header.description.check().map_err(WeightsError::from)?;
        let parameters = header.description.parameters();
        let section = |name: &str| archive.numbers(name, &parameters);
        let weights = Weights::from_numbers(&header.description, section("network/")?)?;
        let mut learner = Learner::from_weights(&weights, config, device)?;
        learner.average = upload(&section("average/")?, device);
        learner.optimiser.first = upload(&section("first/")?, device);
        learner.optimiser.second = upload(&section("second/")?, device);
        learner.steps = header.steps;
        Ok(learner)
    }
}
