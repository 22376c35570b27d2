//! Small networks and match settings, for the tests of this module and of the policy gradient.

use std::sync::atomic::AtomicBool;

use stavka_engine::armir::{Armir, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_models::{Architecture, Description, Encoder, Guidance, Weights};

use super::MatchSettings;
use crate::arena::Conditions;
use crate::arena::sprt::Sprt;

/// A test that a few games cannot decide.
pub(super) const HARD: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.1, beta: 0.1 };

pub(crate) fn scenario() -> &'static Prepared {
    Armir::load("historical").expect("it is embedded")
}

/// A network of next to nothing.
pub(crate) fn weights(seed: u64) -> Weights {
    let architecture = Architecture { width: 4, depth: 0, ..Architecture::default() };
    let description = Description { architecture, input: (**Encoder::<Armir>::new(scenario(), Guidance::None).shape()).clone() };
    Weights::random(&description, seed).expect("it is described well")
}

/// One pair of games against each opponent, one for the test.
pub(super) fn terms(opponents: &[&str], test: Option<Sprt>) -> MatchSettings {
    let opponents = opponents.iter().map(|&name| name.to_owned()).collect();
    MatchSettings { pairs: 1, opponents, simulations: 1, test, test_pairs: 1, seed: 1 }
}

/// Nobody watches.
pub(super) fn quiet(cancel: &AtomicBool) -> Conditions<'_> {
    Conditions { threads: 2, cancel, progress: &|_, _| {} }
}
