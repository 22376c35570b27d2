//! The networks that are shipped with the program.

use stavka_agents::Role;
use stavka_engine::GameName;

use crate::archive::WeightsError;
use crate::weights::Weights;

/// The network of a game that is shipped for a role; `None` where none has been trained.
///
/// # Errors
/// When the shipped file is not one that this program can read.
pub fn embedded(game: GameName, role: Role) -> Result<Option<Weights>, WeightsError> {
    SHIPPED.iter().find(|(name, own, _)| (*name, *own) == (game, role)).map(|(_, _, bytes)| Weights::from_bytes(bytes)).transpose()
}

/// Files of `models/weights` by game and role.
static SHIPPED: &[(GameName, Role, &[u8])] = &[
    (GameName::Armir, Role::Player, include_bytes!("../weights/armir.safetensors")),
    (GameName::Armir, Role::Judge, include_bytes!("../weights/armir-imitation.safetensors")),
];
