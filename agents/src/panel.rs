//! The panel: a fixed field of scripted opponents of different styles, against which claims of strength are held.

use crate::playable::Playable;
use crate::spec::{AgentKind, AgentSpec};
use crate::style::Style;

/// The panel of a game: chance, the greedy player, the same heedless of its losses and anxious about them, and doctrine; where a game has a
/// [`SecretChoice`](crate::SecretChoice), doctrine with each of the choices that it names for the panel.
pub fn panel<G: Playable>() -> Vec<AgentSpec> {
    let greedy = |style| AgentSpec { style, ..AgentSpec::of(AgentKind::Greedy) };
    let mut panel = vec![AgentSpec::of(AgentKind::Random)];
    panel.extend([Style::Plain, Style::Aggressive, Style::Cautious].map(greedy));
    let doctrine = AgentSpec::of(AgentKind::Doctrine);
    match G::SECRET {
        Some(secret) => panel
            .extend(secret.panel.iter().map(|choice| AgentSpec { secret: Some((secret.name, (*choice).to_owned())), ..doctrine.clone() })),
        None => panel.push(doctrine),
    }
    panel
}
