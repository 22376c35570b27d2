//! The heads of a network: the value of the position and a logit per legal action.

use pulp::{Simd, WithSimd};
use stavka_engine::observation::TOKEN_WIDTH;

use super::matrix::{Matrix, accumulate, multiply, padded_row, rectify};
use super::trunk::Fields;
use crate::neural::RunError;
use crate::tokens::{AMOUNT_SCALE, Indices, TokenReader};
use crate::weights::Weights;

/// The weights of the heads.
#[derive(Clone, Debug)]
pub(super) struct Head {
    value: Value,
    policy: Policy,
    reader: TokenReader,
}

#[derive(Clone, Debug)]
struct Value {
    globals: Matrix,
    /// For means and for maxima.
    pool: [Matrix; 2],
    bias: Vec<f32>,
    hidden: Matrix,
    hidden_bias: Vec<f32>,
    /// Win, draw, loss and margin, each a row over the hidden channels.
    out: [Vec<f32>; 4],
    out_bias: [f32; 4],
    margin_scale: f32,
    /// Where the advised odds stand among the globals, and how they are trusted.
    odds: Option<(usize, f32)>,
}

#[derive(Clone, Debug)]
struct Policy {
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
    out: Vec<f32>,
    /// What an advised score adds to the channels of an action, and to its logit.
    score: Option<(Vec<f32>, f32)>,
}

/// Working memory of the heads.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    tokens: Vec<Indices>,
    context: Vec<f32>,
    value: Vec<f32>,
    /// Trunk rows of `from` and `to`, per action.
    from: Vec<f32>,
    to: Vec<f32>,
    scores: Vec<f32>,
    hidden: Vec<f32>,
}

impl Head {
    pub(super) fn new(weights: &Weights) -> Self {
        let sizes = &weights.description().architecture;
        let array = |name: &str| weights.array(name);
        let (wide, scored) = (sizes.value_width, sizes.policy_width);
        let (mean, highest) = array("context.pool").split_at(sizes.width * wide);
        let column = |name: &str, index: usize, columns: usize| {
            padded_row(&array(name).iter().skip(index).step_by(columns).copied().collect::<Vec<_>>())
        };
        let result = |index| column("value.result", index, 3);
        let bias = array("value.result_bias");
        let odds = weights.description().input.odds();
        Head {
            value: Value {
                globals: Matrix::new(array("context.globals"), wide),
                pool: [mean, highest].map(|half| Matrix::of_padded(half, wide)),
                bias: padded_row(array("context.bias")),
                hidden: Matrix::of_padded(array("value.hidden"), wide),
                hidden_bias: padded_row(array("value.hidden_bias")),
                out: [result(0), result(1), result(2), column("value.margin", 0, 1)],
                out_bias: [bias[0], bias[1], bias[2], array("value.margin_bias")[0]],
                margin_scale: sizes.margin_scale,
                odds: odds.map(|place| (place, array("value.trust")[0])),
            },
            policy: Policy {
                from: Matrix::of_padded(array("policy.from"), scored),
                to: Matrix::of_padded(array("policy.to"), scored),
                unit: Matrix::new(array("policy.unit"), scored),
                verb: Matrix::new(array("policy.verb"), scored),
                amount: Matrix::new(array("policy.amount"), scored),
                number: padded_row(array("policy.number")),
                context: Matrix::of_padded(array("policy.context"), scored),
                bias: padded_row(array("policy.bias")),
                hidden: Matrix::of_padded(array("policy.hidden"), scored),
                hidden_bias: padded_row(array("policy.hidden_bias")),
                out: padded_row(array("policy.out")),
                score: odds.map(|_| (padded_row(array("policy.score")), array("policy.trust")[0])),
            },
            reader: TokenReader::new(weights.description()),
        }
    }

    /// Reads the tokens of a position on a grid of `area` hexes.
    pub(super) fn read(&self, tokens: &[[i16; TOKEN_WIDTH]], area: usize, scratch: &mut Scratch) -> Result<(), RunError> {
        scratch.tokens.clear();
        for token in tokens {
            scratch.tokens.push(self.reader.read(token, area)?);
        }
        Ok(())
    }
}

/// One position at the heads, after the trunk and [`Head::read`]. Answers with the probabilities of win, draw and
/// loss and the margin in victory points, and appends one logit per action.
pub(super) struct Reading<'a> {
    pub(super) head: &'a Head,
    pub(super) fields: &'a Fields,
    pub(super) row_of: &'a [u32],
    /// Globals and terms of advice.
    pub(super) globals: &'a [f32],
    /// The advised score of each action; empty without advice.
    pub(super) advised: &'a [f32],
    pub(super) scratch: &'a mut Scratch,
    pub(super) logits: &'a mut Vec<f32>,
}

/// What the policy looks at: rows of the trunk, `channels` long, the row of each hex, and the advised scores.
#[derive(Clone, Copy)]
struct Sight<'a> {
    trunk: &'a [f32],
    channels: usize,
    row_of: &'a [u32],
    advised: &'a [f32],
}

impl WithSimd for Reading<'_> {
    type Output = ([f32; 3], f32);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let Reading { head, fields, row_of, globals, advised, scratch, logits } = self;
        let answer = head.value.run(simd, fields, globals, scratch);
        head.policy.run(simd, Sight { trunk: &fields.normal, channels: fields.mean.len(), row_of, advised }, scratch, logits);
        answer
    }
}

impl Value {
    #[inline(always)]
    fn run<S: Simd>(&self, simd: S, fields: &Fields, globals: &[f32], scratch: &mut Scratch) -> ([f32; 3], f32) {
        let Scratch { context, value, .. } = scratch;
        context.clone_from(&self.bias);
        multiply(simd, globals, globals.len(), &self.globals, context);
        multiply(simd, &fields.mean, fields.mean.len(), &self.pool[0], context);
        multiply(simd, &fields.highest, fields.highest.len(), &self.pool[1], context);
        rectify(context);
        value.clone_from(&self.hidden_bias);
        multiply(simd, context, context.len(), &self.hidden, value);
        rectify(value);
        let mut out = self.out_bias;
        for (out, row) in out.iter_mut().zip(&self.out) {
            *out += dot(simd, row, value);
        }
        let [mut win, draw, mut loss, margin] = out;
        if let Some((place, trust)) = self.odds {
            win += 0.5 * trust * globals[place];
            loss -= 0.5 * trust * globals[place];
        }
        (softmax([win, draw, loss]), margin * self.margin_scale)
    }
}

impl Policy {
    #[inline(always)]
    fn run<S: Simd>(&self, simd: S, sight: Sight<'_>, scratch: &mut Scratch, logits: &mut Vec<f32>) {
        let Sight { trunk, channels, row_of, advised } = sight;
        let Scratch { tokens, context, value, from, to, scores, hidden } = scratch;
        value.clone_from(&self.bias);
        multiply(simd, context, context.len(), &self.context, value);
        from.clear();
        to.clear();
        scores.clear();
        hidden.clear();
        let nowhere = trunk.len() / channels - 1;
        let row = |hex: Option<usize>| {
            let row = hex.map_or(nowhere, |hex| row_of[hex] as usize);
            &trunk[row * channels..][..channels]
        };
        for (place, token) in tokens.iter().enumerate() {
            from.extend_from_slice(row(token.from));
            to.extend_from_slice(row(token.to));
            hidden.extend_from_slice(&self.hidden_bias);
            let begin = scores.len();
            scores.extend_from_slice(value);
            let score = &mut scores[begin..];
            accumulate(simd, score, 1.0, self.unit.row(token.unit));
            accumulate(simd, score, 1.0, self.verb.row(token.verb));
            accumulate(simd, score, 1.0, self.amount.row(token.amount));
            accumulate(simd, score, token.number / AMOUNT_SCALE, &self.number);
            if let Some((row, _)) = &self.score {
                accumulate(simd, score, advised[place], row);
            }
        }
        multiply(simd, from, channels, &self.from, scores);
        multiply(simd, to, channels, &self.to, scores);
        rectify(scores);
        multiply(simd, scores, self.bias.len(), &self.hidden, hidden);
        rectify(hidden);
        let begin = logits.len();
        logits.extend(hidden.chunks_exact(self.out.len()).map(|row| dot(simd, &self.out, row)));
        if let Some((_, trust)) = self.score {
            for (logit, advised) in logits[begin..].iter_mut().zip(advised) {
                *logit += trust * advised;
            }
        }
    }
}

#[inline(always)]
fn dot<S: Simd>(simd: S, left: &[f32], right: &[f32]) -> f32 {
    let mut sum = simd.splat_f32s(0.0);
    for (&left, &right) in S::as_simd_f32s(left).0.iter().zip(S::as_simd_f32s(right).0) {
        sum = simd.mul_add_e_f32s(left, right, sum);
    }
    simd.reduce_sum_f32s(sum)
}

fn softmax(logits: [f32; 3]) -> [f32; 3] {
    let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let shares = logits.map(|logit| (logit - highest).exp());
    let total: f32 = shares.iter().sum();
    shares.map(|share| share / total)
}
