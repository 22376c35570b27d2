//! [`PerScenario`]: what is worked out once for a scenario.

use stavka_engine::{Game, Scenario as _};

/// Something that holds for one scenario and is made anew when a game of another comes up.
pub(crate) struct PerScenario<T>(Option<(u64, Box<T>)>);

impl<T> PerScenario<T> {
    /// Nothing worked out yet.
    pub(crate) const NONE: Self = PerScenario(None);

    /// What holds for the scenario of a game.
    pub(crate) fn of<G: Game>(&mut self, game: &G, make: impl FnOnce(&G) -> T) -> &mut T {
        let wanted = game.scenario().fingerprint();
        if self.0.as_ref().is_none_or(|(known, _)| *known != wanted) {
            self.0 = None;
        }
        &mut self.0.get_or_insert_with(|| (wanted, Box::new(make(game)))).1
    }
}
