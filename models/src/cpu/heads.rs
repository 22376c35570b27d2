//! What is read off the trunk: the value of the position and a logit per legal action.

use stavka_engine::observation::TOKEN_WIDTH;

use super::kernels::{Matrix, accumulate, multiply, rectify};
use crate::neural::RunError;
use crate::tokens::{AMOUNT_SCALE, TokenReader};
use crate::weights::Weights;

/// Working memory of the heads.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Summary of the position, which the value head leaves for the policy head.
    context: Vec<f32>,
    value: Vec<f32>,
    /// Trunk rows of `from` and `to`, per action.
    from: Vec<f32>,
    to: Vec<f32>,
    scores: Vec<f32>,
    hidden: Vec<f32>,
}

#[derive(Clone, Debug)]
pub(super) struct ValueHead {
    globals: Matrix,
    pool: Matrix,
    bias: Vec<f32>,
    hidden: Matrix,
    hidden_bias: Vec<f32>,
    result: Matrix,
    result_bias: Vec<f32>,
    margin: Matrix,
    margin_bias: f32,
    margin_scale: f32,
}

impl ValueHead {
    pub(super) fn new(weights: &Weights) -> Self {
        let sizes = &weights.description().architecture;
        let square = |name: &str| Matrix::new(weights.array(name), sizes.value_width);
        ValueHead {
            globals: square("context.globals"),
            pool: square("context.pool"),
            bias: weights.array("context.bias").to_vec(),
            hidden: square("value.hidden"),
            hidden_bias: weights.array("value.hidden_bias").to_vec(),
            result: Matrix::new(weights.array("value.result"), 3),
            result_bias: weights.array("value.result_bias").to_vec(),
            margin: Matrix::new(weights.array("value.margin"), 1),
            margin_bias: weights.array("value.margin_bias")[0],
            margin_scale: sizes.margin_scale,
        }
    }

    /// Probabilities of win, draw and loss, and the margin in victory points.
    pub(super) fn run(&self, globals: &[f32], pooled: &[f32], scratch: &mut Scratch) -> ([f32; 3], f32) {
        let Scratch { context, value, .. } = scratch;
        context.clone_from(&self.bias);
        multiply(globals, &self.globals, 1.0, context);
        multiply(pooled, &self.pool, 1.0, context);
        for number in &mut *context {
            *number = number.max(0.0);
        }
        value.resize(self.hidden_bias.len(), 0.0);
        multiply(context, &self.hidden, 0.0, value);
        rectify(value, &self.hidden_bias);
        let mut result = [self.result_bias[0], self.result_bias[1], self.result_bias[2]];
        multiply(value, &self.result, 1.0, &mut result);
        let mut margin = [self.margin_bias];
        multiply(value, &self.margin, 1.0, &mut margin);
        (softmax(result), margin[0] * self.margin_scale)
    }
}

fn softmax(logits: [f32; 3]) -> [f32; 3] {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let shares = logits.map(|logit| (logit - highest).exp());
    let total: f32 = shares.iter().sum();
    shares.map(|share| share / total)
}

#[derive(Clone, Debug)]
pub(super) struct PolicyHead {
    reader: TokenReader,
    from: Matrix,
    to: Matrix,
    unit: Matrix,
    verb: Matrix,
    amount: Matrix,
    number: Vec<f32>,
    context: Matrix,
    bias: Vec<f32>,
    hidden: Matrix,
    hidden_bias: Vec<f32>,
    out: Matrix,
}

impl PolicyHead {
    pub(super) fn new(weights: &Weights) -> Self {
        let width = weights.description().architecture.policy_width;
        let matrix = |name: &str| Matrix::new(weights.array(name), width);
        PolicyHead {
            reader: TokenReader::new(weights.description()),
            from: matrix("policy.from"),
            to: matrix("policy.to"),
            unit: matrix("policy.unit"),
            verb: matrix("policy.verb"),
            amount: matrix("policy.amount"),
            number: weights.array("policy.number").to_vec(),
            context: matrix("policy.context"),
            bias: weights.array("policy.bias").to_vec(),
            hidden: matrix("policy.hidden"),
            hidden_bias: weights.array("policy.hidden_bias").to_vec(),
            out: Matrix::new(weights.array("policy.out"), 1),
        }
    }

    /// Appends one logit per action.
    pub(super) fn run(
        &self,
        tokens: &[[i16; TOKEN_WIDTH]],
        trunk: &[f32],
        row_of: &[u32],
        scratch: &mut Scratch,
        logits: &mut Vec<f32>,
    ) -> Result<(), RunError> {
        let Scratch { context, value, from, to, scores, hidden } = scratch;
        let channels = self.from.rows();
        let width = self.bias.len();
        value.clone_from(&self.bias);
        value.truncate(width);
        multiply(context, &self.context, 1.0, value);
        from.clear();
        to.clear();
        scores.clear();
        let nowhere = trunk.len() / channels - 1;
        let row = |hex: Option<usize>| {
            let row = hex.map_or(nowhere, |hex| row_of[hex] as usize);
            &trunk[row * channels..][..channels]
        };
        for token in tokens {
            let token = self.reader.read(token, row_of.len())?;
            from.extend_from_slice(row(token.from));
            to.extend_from_slice(row(token.to));
            let begin = scores.len();
            scores.extend_from_slice(value);
            let score = &mut scores[begin..];
            accumulate(score, 1.0, self.unit.row(token.unit));
            accumulate(score, 1.0, self.verb.row(token.verb));
            accumulate(score, 1.0, self.amount.row(token.amount));
            accumulate(score, token.number / AMOUNT_SCALE, &self.number);
        }
        multiply(from, &self.from, 1.0, scores);
        multiply(to, &self.to, 1.0, scores);
        for score in &mut *scores {
            *score = score.max(0.0);
        }
        hidden.resize(scores.len(), 0.0);
        multiply(scores, &self.hidden, 0.0, hidden);
        rectify(hidden, &self.hidden_bias);
        let begin = logits.len();
        logits.resize(begin + tokens.len(), 0.0);
        multiply(hidden, &self.out, 0.0, &mut logits[begin..]);
        Ok(())
    }
}
