//! What a network is, as data: its architecture, what it reads, and the list of parameters that follows from both.

use serde::{Deserialize, Serialize};

use crate::shape::{Guidance, InputShape};

/// Keeps the division by the root mean square finite on hexes without any signal.
pub(crate) const EPSILON: f32 = 1e-5;

/// Families of networks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A trunk of residual hex convolutions that answers with one logit per legal action.
    #[default]
    HexResnet,
}

/// How a residual block reads the neighbours of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Convolution {
    /// One weight per channel and neighbour, then a mixing of channels: the cheap one, for players.
    #[default]
    Separable,
    /// A full matrix per neighbour, twice per block: seven times the work.
    Full,
}

/// Sizes of a network, whatever the game.
///
/// The trunk holds `width` channels per hex. A stem maps planes and globals to them. Each of `depth` blocks adds
/// `outer(relu(inner(n) + pool(n)))` to the trunk, where `n` is the trunk divided by its root mean square over the
/// channels of each hex, `inner` is the hex convolution, `outer` mixes channels (in a full block it is a second hex
/// convolution), and `pool` maps mean and maximum of `n` over the hexes in play to one number per channel. Hexes
/// out of play are zero throughout, so the size of the map does not matter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Architecture {
    /// Family.
    pub kind: Kind,
    /// Channels of the trunk.
    pub width: usize,
    /// Residual blocks.
    pub depth: usize,
    /// How blocks read neighbours.
    pub convolution: Convolution,
    /// Channels in which an action is scored.
    pub policy_width: usize,
    /// Channels of the summary of the position that value and policy share.
    pub value_width: usize,
    /// Amounts of action tokens that have an embedding of their own: 0 up to `amounts - 2`, larger ones share the
    /// last, and one is for tokens without an amount.
    pub amounts: usize,
    /// Victory points that the margin head calls 1.
    pub margin_scale: f32,
    /// Whether the network is advised: it then reads, beside the observation, the terms and the sum of the game's
    /// hand-written judgement of the position and how promising its instinct finds each action. It learns what both are
    /// worth.
    pub advised: bool,
    /// Whether an advised network is told what each action leads to, one whole move ahead, instead of how it looks.
    pub foresight: bool,
    /// What advice counts before anything is learned: 1 begins by following it, 0 by ignoring it.
    pub trust: f32,
}

impl Architecture {
    /// What a network of these sizes is told of the game's hand-written knowledge.
    pub fn guidance(&self) -> Guidance {
        Guidance::of(self.advised, self.foresight)
    }
}

impl Default for Architecture {
    /// A network that plays on one core.
    fn default() -> Self {
        Architecture {
            kind: Kind::HexResnet,
            width: 32,
            depth: 4,
            convolution: Convolution::Separable,
            policy_width: 32,
            value_width: 48,
            amounts: 32,
            margin_scale: 10.0,
            advised: false,
            foresight: false,
            trust: 1.0,
        }
    }
}

/// A network without its weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Sizes.
    pub architecture: Architecture,
    /// What it reads. The grid's size is that of the map it was made on; it reads others too.
    pub input: InputShape,
}

/// A description that no network can have.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("a network cannot have {what} {found}: expected {expected}")]
pub struct DescriptionError {
    /// The offending number.
    pub what: &'static str,
    /// Its value.
    pub found: String,
    /// What is possible.
    pub expected: &'static str,
}

/// How a parameter begins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Start {
    /// At zero: biases.
    Zero,
    /// All at this number: trust in advice.
    At(f32),
    /// Normally distributed with this standard deviation.
    Normal(f32),
}

/// One array of weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Name in weight files.
    pub name: String,
    /// Lengths of its axes. Matrices have the input channels first.
    pub shape: Vec<usize>,
    /// How it begins.
    pub start: Start,
    /// Whether only training uses it: the auxiliary heads.
    pub auxiliary: bool,
}

impl Parameter {
    /// Numbers in the array.
    pub fn numbers(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether weight decay applies: to what multiplies channels, neither to biases nor to embeddings.
    pub fn decays(&self) -> bool {
        self.shape.len() > 1 && !matches!(self.name.as_str(), "policy.unit" | "policy.verb" | "policy.amount")
    }
}

impl Description {
    /// Checks the sizes.
    ///
    /// # Errors
    /// Names the number that is out of range.
    pub fn check(&self) -> Result<(), DescriptionError> {
        let sizes = &self.architecture;
        let within = |what, found: usize, low: usize, high: usize, expected| {
            if (low..=high).contains(&found) { Ok(()) } else { Err(DescriptionError { what, found: found.to_string(), expected }) }
        };
        within("a width of", sizes.width, 1, 1024, "1 to 1024 channels")?;
        within("a depth of", sizes.depth, 0, 128, "at most 128 blocks")?;
        within("a policy width of", sizes.policy_width, 1, 1024, "1 to 1024 channels")?;
        within("a value width of", sizes.value_width, 1, 1024, "1 to 1024 channels")?;
        within("embedded amounts of", sizes.amounts, 2, 4096, "2 to 4096")?;
        within("a grid height of", self.input.height, 1, 99, "1 to 99 rows")?;
        within("a grid width of", self.input.width, 1, 99, "1 to 99 columns")?;
        within("a number of planes of", self.input.planes.len(), 1, 4096, "1 to 4096")?;
        within("a number of globals of", self.input.globals.len(), 0, 4096, "at most 4096")?;
        within("a number of verbs of", self.input.verbs, 0, 4096, "at most 4096")?;
        within("a number of counters of", self.input.units, 0, 32_767, "at most 32767")?;
        if sizes.advised == self.input.advice.is_empty() {
            return Err(DescriptionError {
                what: "terms of advice numbering",
                found: self.input.advice.len().to_string(),
                expected: if sizes.advised { "at least one where the network is advised" } else { "none where it is not" },
            });
        }
        if sizes.foresight != self.input.foresight || sizes.foresight && !sizes.advised {
            return Err(DescriptionError {
                what: "foresight of",
                found: format!("{} with observations of {}", sizes.foresight, self.input.foresight),
                expected: "the same in both, and an advised network where it is true",
            });
        }
        if !(0.0..=100.0).contains(&sizes.trust) {
            return Err(DescriptionError { what: "a trust of", found: sizes.trust.to_string(), expected: "0 to 100" });
        }
        if sizes.margin_scale > 0.0 && sizes.margin_scale.is_finite() {
            return Ok(());
        }
        Err(DescriptionError {
            what: "a margin scale of",
            found: sizes.margin_scale.to_string(),
            expected: "a positive number of victory points",
        })
    }

    /// Cells that a convolution reads: the cell itself and its neighbours, in the engine's order of directions.
    pub fn taps(&self) -> usize {
        1 + self.input.cells.directions()
    }

    /// All parameters, in the order in which they are kept and saved.
    pub fn parameters(&self) -> Vec<Parameter> {
        let Architecture { width, depth, convolution, policy_width, value_width, amounts, .. } = self.architecture;
        let (planes, globals, taps) = (self.input.planes.len(), self.input.facts(), self.taps());
        let mut list = List(Vec::new());
        list.matrix("stem.planes", &[planes, width], planes, 1.0);
        list.matrix("stem.globals", &[globals, width], globals, 0.5);
        list.bias("stem.bias", width);
        // Residual branches begin small, so that depth does not blow up the trunk.
        let branch = 1.0 / (2.0 * depth as f32).sqrt();
        for block in 0..depth {
            let name = |part: &str| format!("block.{block}.{part}");
            match convolution {
                Convolution::Separable => {
                    list.matrix(&name("taps"), &[taps, width], taps, 1.6);
                    list.matrix(&name("inner"), &[width, width], width, RELU_GAIN);
                    list.matrix(&name("outer"), &[width, width], width, branch);
                }
                Convolution::Full => {
                    list.matrix(&name("inner"), &[taps, width, width], taps * width, RELU_GAIN);
                    list.matrix(&name("outer"), &[taps, width, width], taps * width, branch);
                }
            }
            list.matrix(&name("pool"), &[2 * width, width], 2 * width, 0.5);
            list.bias(&name("inner_bias"), width);
            list.bias(&name("outer_bias"), width);
        }
        list.matrix("context.globals", &[globals, value_width], globals, 1.0);
        list.matrix("context.pool", &[2 * width, value_width], 2 * width, 1.0);
        list.bias("context.bias", value_width);
        list.matrix("value.hidden", &[value_width, value_width], value_width, RELU_GAIN);
        list.bias("value.hidden_bias", value_width);
        list.matrix("value.result", &[value_width, 3], value_width, 0.3);
        list.bias("value.result_bias", 3);
        list.matrix("value.margin", &[value_width, 1], value_width, 0.3);
        list.bias("value.margin_bias", 1);
        list.matrix("policy.from", &[width, policy_width], width, 0.7);
        list.matrix("policy.to", &[width, policy_width], width, 0.7);
        list.matrix("policy.unit", &[self.input.units + 1, policy_width], 1, 0.3);
        list.matrix("policy.verb", &[self.input.verbs + 1, policy_width], 1, 0.5);
        list.matrix("policy.amount", &[amounts, policy_width], 1, 0.3);
        list.matrix("policy.number", &[policy_width], 1, 0.3);
        list.matrix("policy.context", &[value_width, policy_width], value_width, 0.7);
        if self.input.odds().is_some() {
            list.matrix("policy.score", &[policy_width], 1, 0.1);
            list.trust("policy.trust", self.architecture.trust);
            list.trust("value.trust", self.architecture.trust);
        }
        list.bias("policy.bias", policy_width);
        list.matrix("policy.hidden", &[policy_width, policy_width], policy_width, RELU_GAIN);
        list.bias("policy.hidden_bias", policy_width);
        list.matrix("policy.out", &[policy_width], policy_width, 0.3);
        list.matrix("control.weights", &[width, 1], width, 0.5);
        list.bias("control.bias", 1);
        list.matrix("losses.weights", &[value_width, 2], value_width, 0.3);
        list.bias("losses.bias", 2);
        list.0
    }

    /// Numbers in all parameters.
    pub fn numbers(&self) -> usize {
        self.parameters().iter().map(Parameter::numbers).sum()
    }

    /// Multiply-adds of one position with `hexes` in play and `actions` legal actions, auxiliary heads left out.
    pub fn multiply_adds(&self, hexes: usize, actions: usize) -> usize {
        let Architecture { width, depth, convolution, policy_width, value_width, .. } = self.architecture;
        let (planes, globals, taps) = (self.input.planes.len(), self.input.facts(), self.taps());
        let per_hex = match convolution {
            Convolution::Separable => taps * width + 2 * width * width,
            Convolution::Full => 2 * taps * width * width,
        };
        let stem = hexes * planes * width + globals * width;
        let trunk = depth * (hexes * per_hex + 2 * width * width);
        let value = value_width * (globals + 2 * width + value_width + 4);
        let policy = value_width * policy_width + actions * policy_width * (2 * width + policy_width + 1);
        stem + trunk + value + policy
    }
}

/// Keeps the size of signals through a rectifier.
const RELU_GAIN: f32 = std::f32::consts::SQRT_2;

/// Parameters being listed.
struct List(Vec<Parameter>);

impl List {
    fn push(&mut self, name: &str, shape: &[usize], start: Start) {
        let auxiliary = name.starts_with("control.") || name.starts_with("losses.");
        self.0.push(Parameter { name: name.to_owned(), shape: shape.to_vec(), start, auxiliary });
    }

    /// `gain` is the size of the output for inputs of size 1, of which there are `inputs`.
    fn matrix(&mut self, name: &str, shape: &[usize], inputs: usize, gain: f32) {
        self.push(name, shape, Start::Normal(gain / (inputs.max(1) as f32).sqrt()));
    }

    fn trust(&mut self, name: &str, trust: f32) {
        self.push(name, &[1], Start::At(trust));
    }

    fn bias(&mut self, name: &str, length: usize) {
        self.push(name, &[length], Start::Zero);
    }
}
