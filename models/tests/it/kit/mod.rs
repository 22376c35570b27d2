//! Made-up games: shapes, positions and weights by seed.

use std::sync::Arc;

use stavka_engine::Dice;
use stavka_engine::hex::Layout;
use stavka_engine::observation::Cells;
use stavka_models::{Advice, Architecture, Batch, Convolution, Description, InputShape, Weights};

/// A shape with `planes` planes, the second of which says what is in play.
pub(crate) fn shape(height: usize, width: usize, cells: Cells, planes: usize) -> InputShape {
    let names = |count: usize| (0..count).map(|index| format!("number {index}")).collect::<Vec<_>>();
    let mut planes = names(planes);
    "in-play".clone_into(&mut planes[1]);
    InputShape { planes, height, width, cells, globals: names(5), advice: Vec::new(), foresight: false, verbs: 6, units: 9 }
}

pub(crate) fn description(input: InputShape, convolution: Convolution, width: usize, depth: usize) -> Description {
    let architecture = Architecture { width, depth, convolution, policy_width: 12, value_width: 20, amounts: 7, ..Architecture::default() };
    Description { architecture, input }
}

/// Random weights none of which is zero, biases included.
pub(crate) fn weights(description: &Description, seed: u64) -> Weights {
    let start = Weights::random(description, seed).expect("a network can have this description");
    let mut dice = Dice::new(seed);
    let numbers = start.numbers().iter().map(|number| number + 0.1 * number_in(&mut dice)).collect();
    Weights::from_numbers(description, numbers).expect("as many numbers")
}

/// Uniform between -1 and 1.
pub(crate) fn number_in(dice: &mut Dice) -> f32 {
    dice.below(2001) as f32 / 1000.0 - 1.0
}

/// An empty batch whose planes have scales that differ from plane to plane.
pub(crate) fn empty(shape: &InputShape) -> Batch {
    let scales = (0..shape.planes.len()).map(|plane| 100.0 + 30.0 * plane as f32).collect();
    Batch::new(Arc::new(shape.clone()), scales)
}

/// Positions with random planes, mostly zero, some hexes out of play, and lists of one up to twelve actions.
pub(crate) fn batch(shape: &InputShape, positions: usize, seed: u64) -> Batch {
    let mut dice = Dice::new(seed);
    let mut batch = empty(shape);
    let area = shape.area();
    for _ in 0..positions {
        let mut planes: Vec<u8> =
            (0..shape.planes.len() * area).map(|_| if dice.below(4) == 0 { dice.below(256) as u8 } else { 0 }).collect();
        for hex in &mut planes[area..2 * area] {
            *hex = u8::from(dice.below(5) > 0);
        }
        let globals: Vec<f32> = shape.globals.iter().map(|_| number_in(&mut dice)).collect();
        let mut number = |count: usize| dice.below(count as u32 + 1) as i16 - 1;
        let actions = (number(11) + 2) as usize;
        let tokens: Vec<_> =
            (0..actions).map(|_| [number(shape.verbs), number(shape.units), number(area), number(area), number(40)]).collect();
        let advised = if shape.advice.is_empty() { 0 } else { actions };
        let terms: Vec<f32> = shape.advice.iter().map(|_| number_in(&mut dice)).collect();
        let scores: Vec<f32> = (0..advised).map(|_| number_in(&mut dice)).collect();
        batch.push_encoded(&planes, &globals, &tokens, Advice { terms: &terms, scores: &scores });
    }
    batch
}

/// Hexes as they can stand, and squares.
pub(crate) const CELLS: [Cells; 5] = [
    Cells::Hex(Layout::PointyEvenRight),
    Cells::Hex(Layout::PointyOddRight),
    Cells::Hex(Layout::FlatEvenDown),
    Cells::Hex(Layout::FlatOddDown),
    Cells::Square,
];
