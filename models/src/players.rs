//! Loads the networks of players.

use std::path::Path;
use std::sync::Arc;

use stavka_agents::{NetworkError, NetworkMaker, Playable, Role};
use stavka_engine::catalogue::Catalogue;
use stavka_engine::{GameName, Observe, with_game};

use crate::cpu::CpuNetwork;
use crate::embedded::embedded;
use crate::encoder::Encoder;
use crate::neural::Neural;
use crate::weights::Weights;

/// Tells the players of every game where their networks come from: a file of weights, or those that are shipped with
/// the game. They run on one core, without libtorch. A program does this once, at its start.
pub fn provide_networks() {
    for game in GameName::ALL {
        with_game!(game, G => {
            G::networks().provide(load::<G>);
        });
    }
}

/// Loads a network, and finds out whether it reads the observations of the game.
fn load<G: Playable + Observe + Catalogue>(role: Role, file: Option<&Path>) -> Result<NetworkMaker<G>, NetworkError> {
    let weights = match file {
        Some(path) => Weights::load(path).map_err(|error| NetworkError(error.to_string()))?,
        None => shipped(G::NAME, role)?,
    };
    let told = |problem: String| NetworkError(file.map_or_else(|| problem.clone(), |path| format!("{}: {problem}", path.display())));
    let network = CpuNetwork::new(&weights).map_err(|error| told(error.to_string()))?;
    let scenario = G::load(G::embedded()[0]).map_err(|error| NetworkError(error.to_string()))?;
    let encoder = Encoder::<G>::new(scenario, weights.description().architecture.guidance());
    weights.description().input.accepts(encoder.shape()).map_err(|error| told(error.to_string()))?;
    Ok(Arc::new(move || Box::new(Neural::<G, _>::new(network.clone()))))
}

fn shipped(game: GameName, role: Role) -> Result<Weights, NetworkError> {
    let shipped = embedded(game, role).map_err(|error| NetworkError(error.to_string()))?;
    shipped.ok_or_else(|| NetworkError(format!("no network is shipped with {game}; name one with weights=FILE")))
}

#[cfg(test)]
mod tests {
    use stavka_agents::{AgentSpec, SearchControl, SpecError};
    use stavka_engine::armir::Armir;
    use stavka_engine::{Dice, Game as _, Turn, View};

    use super::*;
    use crate::description::{Architecture, Description};
    use crate::shape::InputShape;

    #[test]
    fn a_player_with_a_file_of_weights_plays_and_one_with_a_foreign_file_says_why_not() {
        provide_networks();
        let scenario = Armir::load(Armir::embedded()[0]).expect("it is embedded");
        let input = InputShape::of(Armir::observation_spec(scenario));
        let architecture = Architecture { width: 8, depth: 1, ..Architecture::default() };
        let directory = tempfile::tempdir().expect("there is room");
        let save = |input: InputShape, name: &str| {
            let path = directory.path().join(name);
            let weights = Weights::random(&Description { architecture: architecture.clone(), input }, 1).expect("it is described well");
            weights.save(&path).expect("there is room");
            path
        };
        let good = save(input.clone(), "good.safetensors");
        let mut other = input;
        other.globals.push("a number of another game".to_owned());
        let foreign = save(other, "foreign.safetensors");
        let spec = |path: &Path| format!("net+search:iterations=2,weights={}", path.display()).parse::<AgentSpec>().expect("well formed");

        let mut player = spec(&good).make::<Armir>(1).expect("the file is good");
        let mut game = Armir::new(scenario);
        let (mut legal, mut dice) = (Vec::new(), Dice::new(1));
        for _ in 0..20 {
            game.legal_actions(&mut legal);
            let action = match game.turn() {
                Turn::Player(side) => player.choose(View::new(&game, side), &legal, SearchControl::NONE),
                _ => game.draw(&legal, &mut dice),
            };
            assert_eq!(game.try_apply(action), Ok(()));
        }
        for bad in [foreign, directory.path().join("missing.safetensors")] {
            let Err(SpecError::Network { problem, .. }) = spec(&bad).prepare::<Armir>() else { panic!("{} was taken", bad.display()) };
            assert!(problem.to_string().contains(&*bad.file_name().expect("it has a name").to_string_lossy()), "{problem}");
        }
    }

    #[test]
    fn a_network_that_values_margins_is_no_judge_of_plans() {
        provide_networks();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("weights/armir.safetensors");
        let prepare =
            |kind: &str| format!("{kind}:weights={}", file.display()).parse::<AgentSpec>().expect("well formed").prepare::<Armir>();
        for judge in ["net+staff", "net+oep", "net+mcts"] {
            let Err(SpecError::Network { problem, .. }) = prepare(judge) else { panic!("{judge} judges by margins") };
            assert!(problem.to_string().contains("its values are no chances of winning"), "{problem}");
        }
        assert!(prepare("net+search").is_ok() && prepare("net").is_ok());
    }
}
