//! Action tokens as indices into the embeddings of a network, the same for every interpreter.

use stavka_engine::observation::TOKEN_WIDTH;

use crate::description::Description;
use crate::neural::RunError;

/// Amount that the scaled number calls 1.
pub(crate) const AMOUNT_SCALE: f32 = 16.0;

/// What the numbers of a token may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenReader {
    verbs: usize,
    units: usize,
    amounts: usize,
}

/// A token as indices. Row 0 of every embedding stands for "does not apply".
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Indices {
    pub(crate) verb: usize,
    pub(crate) unit: usize,
    pub(crate) from: Option<usize>,
    pub(crate) to: Option<usize>,
    pub(crate) amount: usize,
    /// The amount as a number, 0 where there is none.
    pub(crate) number: f32,
}

impl TokenReader {
    pub(crate) fn new(description: &Description) -> Self {
        TokenReader { verbs: description.input.verbs, units: description.input.units, amounts: description.architecture.amounts }
    }

    /// Reads a token over a grid of `area` hexes.
    pub(crate) fn read(&self, &[verb, unit, from, to, amount]: &[i16; TOKEN_WIDTH], area: usize) -> Result<Indices, RunError> {
        let number = usize::try_from(amount).ok();
        Ok(Indices {
            verb: below("verb", verb, self.verbs)?.map_or(0, |verb| verb + 1),
            unit: below("counter", unit, self.units)?.map_or(0, |unit| unit + 1),
            from: below("hex", from, area)?,
            to: below("hex", to, area)?,
            amount: number.map_or(0, |number| (number + 1).min(self.amounts - 1)),
            number: number.map_or(0.0, |number| number as f32),
        })
    }
}

fn below(what: &'static str, found: i16, count: usize) -> Result<Option<usize>, RunError> {
    match usize::try_from(found) {
        Err(_) => Ok(None),
        Ok(index) if index < count => Ok(Some(index)),
        Ok(_) => Err(RunError::Token { what, found, count }),
    }
}
