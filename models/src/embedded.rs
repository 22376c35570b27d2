//! The networks that are shipped with the program.

use stavka_engine::GameName;

use crate::archive::WeightsError;
use crate::weights::Weights;

/// The shipped network of a game; `None` where none has been trained.
///
/// # Errors
/// When the shipped file is not one that this program can read.
pub fn embedded(game: GameName) -> Result<Option<Weights>, WeightsError> {
    SHIPPED.iter().find(|(name, _)| *name == game).map(|(_, bytes)| Weights::from_bytes(bytes)).transpose()
}

/// Files of `models/weights` by game.
static SHIPPED: &[(GameName, &[u8])] = &[(GameName::Armir, include_bytes!("../weights/armir.safetensors"))];
