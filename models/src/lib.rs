//! What a network reads: the declared input shape of a game's observations.
//!
//! Networks, weights and their two backends belong to the learning work; this crate fixes the part that
//! both sides of it rely on. A weights file will carry an [`InputShape`], and loading it against a
//! scenario of another shape is refused with the difference in words.

use serde::{Deserialize, Serialize};
use stavka_engine::observation::{ObservationSpec, TOKEN_WIDTH};

/// Shape of one observation as a network sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputShape {
    /// Names of the planes, in order; each is `height` x `width`.
    pub planes: Vec<String>,
    /// Rows of the grid.
    pub height: usize,
    /// Columns of the grid.
    pub width: usize,
    /// Names of the globals, in order.
    pub globals: Vec<String>,
    /// Number of verbs that action tokens can name.
    pub verbs: usize,
    /// Number of counters that action tokens can name.
    pub units: usize,
}

/// A difference between the shape a network was made for and the shape at hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the network expects {what} {expected}, the scenario has {found}")]
pub struct ShapeError {
    /// What differs.
    pub what: &'static str,
    /// As the network was made.
    pub expected: String,
    /// As the scenario has it.
    pub found: String,
}

impl InputShape {
    /// The shape of a scenario's observations.
    pub fn of(spec: &ObservationSpec) -> Self {
        InputShape {
            planes: spec.planes.iter().map(|channel| channel.name.clone()).collect(),
            height: spec.height,
            width: spec.width,
            globals: spec.globals.iter().map(|channel| channel.name.clone()).collect(),
            verbs: spec.verbs.len(),
            units: spec.units,
        }
    }

    /// Numbers in one observation: planes, globals and the tokens of `actions` legal actions.
    pub fn numbers(&self, actions: usize) -> usize {
        self.planes.len() * self.height * self.width + self.globals.len() + actions * TOKEN_WIDTH
    }

    /// Whether a network of this shape can read a scenario. Grids may differ, since the trunk is
    /// convolutional and masked; channels and vocabularies may not.
    ///
    /// # Errors
    /// Names the first difference.
    pub fn accepts(&self, other: &InputShape) -> Result<(), ShapeError> {
        let differ = |what, expected: &dyn ToString, found: &dyn ToString| {
            Err(ShapeError { what, expected: expected.to_string(), found: found.to_string() })
        };
        if self.planes != other.planes {
            return differ("the planes", &self.planes.join(" "), &other.planes.join(" "));
        }
        if self.globals != other.globals {
            return differ("the globals", &self.globals.join(" "), &other.globals.join(" "));
        }
        if self.verbs != other.verbs {
            return differ("a number of verbs of", &self.verbs, &other.verbs);
        }
        if self.units != other.units {
            return differ("a number of counters of", &self.units, &other.units);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue;
    use stavka_engine::observation::Observe;

    use super::*;

    fn shape(scenario: &str) -> InputShape {
        InputShape::of(Armir::observation_spec(Armir::load(scenario).expect("the scenario is embedded")))
    }

    #[test]
    fn scenarios_of_one_game_can_share_a_network() {
        assert_eq!(shape("historical").accepts(&shape("free")), Ok(()));
    }

    #[test]
    fn another_grid_is_accepted_and_other_channels_are_refused_by_name() {
        let made = shape("historical");
        let larger = InputShape { height: made.height + 8, ..made.clone() };
        assert_eq!(made.accepts(&larger), Ok(()));
        let mut fewer = made.clone();
        fewer.globals.pop();
        let error = made.accepts(&fewer).expect_err("a global is missing");
        assert_eq!(error.what, "the globals");
        assert!(error.to_string().contains("objective-4"), "{error}");
    }

    #[test]
    fn the_size_of_an_observation_counts_planes_globals_and_tokens() {
        let shape = shape("historical");
        let expected = shape.planes.len() * 31 * 24 + shape.globals.len() + 10 * TOKEN_WIDTH;
        assert_eq!(shape.numbers(10), expected);
    }
}
