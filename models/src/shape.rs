//! The declared input shape of a game's observations, as a network relies on it.

use serde::{Deserialize, Serialize};
use stavka_engine::observation::{Cells, Channel, ObservationSpec, TOKEN_WIDTH};

/// What a network is told of the game's hand-written knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guidance {
    /// Nothing: it learns from the observation alone.
    None,
    /// The terms of the evaluator, and how promising the instinct finds each action at a glance.
    Glance,
    /// The terms of the evaluator, and what each action leads to by the word of the staff.
    Foresight,
}

impl Guidance {
    /// That of a network by whether it is advised, and whether its advice on actions looks ahead.
    pub(crate) fn of(is_advised: bool, foresight: bool) -> Self {
        match (is_advised, foresight) {
            (false, _) => Guidance::None,
            (true, false) => Guidance::Glance,
            (true, true) => Guidance::Foresight,
        }
    }
}

/// Shape of one observation as a network sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputShape {
    /// Names of the planes, in order; each is `height` x `width`.
    pub planes: Vec<String>,
    /// Rows of the grid.
    pub height: usize,
    /// Columns of the grid.
    pub width: usize,
    /// How the cells of the grid lie to each other.
    #[serde(rename = "layout")]
    pub cells: Cells,
    /// Names of the globals, in order.
    pub globals: Vec<String>,
    /// Names of the terms of the game's hand-written judgement that follow the globals, the sum of all first; empty for
    /// a network that is not advised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<String>,
    /// Whether the advice on an action is what it leads to, and not how it looks at a glance.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub foresight: bool,
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
            cells: spec.cells,
            globals: spec.globals.iter().map(|channel| channel.name.clone()).collect(),
            advice: Vec::new(),
            foresight: false,
            verbs: spec.verbs.len(),
            units: spec.units,
        }
    }

    /// What a network of this shape is told of the game's hand-written knowledge.
    pub fn guidance(&self) -> Guidance {
        Guidance::of(!self.advice.is_empty(), self.foresight)
    }

    /// Globals and terms of advice.
    pub fn facts(&self) -> usize {
        self.globals.len() + self.advice.len()
    }

    /// Place of the sum of the advice among the facts: the logarithm of the odds that the game's evaluator gives the
    /// side that decides. `None` for a network that is not advised.
    pub fn odds(&self) -> Option<usize> {
        (!self.advice.is_empty()).then_some(self.globals.len())
    }

    /// Whether this is the shape of these observations. Compares without allocating.
    pub fn is_of(&self, spec: &ObservationSpec) -> bool {
        let same = |names: &[String], channels: &[Channel]| names.iter().eq(channels.iter().map(|channel| &channel.name));
        (self.height, self.width, self.cells) == (spec.height, spec.width, spec.cells)
            && (self.verbs, self.units) == (spec.verbs.len(), spec.units)
            && same(&self.planes, &spec.planes)
            && same(&self.globals, &spec.globals)
    }

    /// Cells of the grid, in play or not.
    pub fn area(&self) -> usize {
        self.height * self.width
    }

    /// The plane that is 1 on cells in play; where there is none, the whole grid is.
    pub fn in_play(&self) -> Option<usize> {
        self.planes.iter().position(|name| name == "in-play")
    }

    /// Numbers in one observation: planes, globals, advice and the tokens of `actions` legal actions.
    pub fn numbers(&self, actions: usize) -> usize {
        let scores = usize::from(!self.advice.is_empty());
        self.planes.len() * self.height * self.width + self.facts() + actions * (TOKEN_WIDTH + scores)
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
        if self.advice != other.advice {
            return differ("the advice", &self.advice.join(", "), &other.advice.join(", "));
        }
        if self.foresight != other.foresight {
            return differ("advice on actions", &ahead(self.foresight), &ahead(other.foresight));
        }
        if self.verbs != other.verbs {
            return differ("a number of verbs of", &self.verbs, &other.verbs);
        }
        if self.units != other.units {
            return differ("a number of counters of", &self.units, &other.units);
        }
        if kind(self.cells) != kind(other.cells) {
            return differ("cells that are", &kind(self.cells), &kind(other.cells));
        }
        Ok(())
    }
}

/// How far advice on actions looks, in words.
fn ahead(foresight: bool) -> &'static str {
    if foresight { "by what they lead to" } else { "at a glance" }
}

/// What neighbours mean to a convolution, in words: which lines are shifted makes no difference to its weights.
fn kind(cells: Cells) -> &'static str {
    match cells {
        Cells::Square => "squares",
        Cells::Hex(layout) if layout.is_pointy() => "hexes with points up",
        Cells::Hex(_) => "hexes with flat sides up",
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
    fn advice_that_looks_less_far_than_the_network_knows_it_is_refused() {
        let made = InputShape { advice: vec!["odds".to_owned()], foresight: true, ..shape("historical") };
        let other = InputShape { foresight: false, ..made.clone() };
        let error = made.accepts(&other).expect_err("it looks less far");
        assert_eq!(error.to_string(), "the network expects advice on actions by what they lead to, the scenario has at a glance");
        assert_eq!([made.guidance(), other.guidance(), shape("free").guidance()], [Guidance::Foresight, Guidance::Glance, Guidance::None]);
    }

    #[test]
    fn the_size_of_an_observation_counts_planes_globals_and_tokens() {
        let shape = shape("historical");
        let expected = shape.planes.len() * 31 * 24 + shape.globals.len() + 10 * TOKEN_WIDTH;
        assert_eq!(shape.numbers(10), expected);
    }
}
