//! The interpreter for players gives the answers of the same network in plain loops, on hexes and on squares.

use stavka_engine::hex::{Direction, Grid, Hex};
use stavka_engine::observation::{Cells, Observe as _, scale_planes};
use stavka_engine::{Dice, Game as _, Turn};
use stavka_models::{Advice, Batch, Convolution, CpuNetwork, Description, Heads, InputShape, Network as _, Weights};

use crate::crossing::{BOARD, Crossing};
use crate::kit::{CELLS, batch, description, shape, weights};

/// A network that is not advised, over one position.
struct Plain<'a> {
    weights: &'a Weights,
    near: Vec<Vec<Option<usize>>>,
    in_play: Vec<bool>,
}

/// The cells around a cell in the order of the directions.
fn around(shape: &InputShape, cell: usize) -> Vec<Option<usize>> {
    let (height, width) = (shape.height as i64, shape.width as i64);
    match shape.cells {
        Cells::Hex(layout) => {
            let grid = Grid::new(width as u8, height as u8, layout).expect("a small grid");
            Direction::ALL.map(|direction| grid.neighbour(Hex(cell as u16), direction).map(Hex::index)).to_vec()
        }
        Cells::Square => {
            let (row, column) = (cell as i64 / width, cell as i64 % width);
            let clockwise = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];
            let inside = |&[row, column]: &[i64; 2]| (0..height).contains(&row) && (0..width).contains(&column);
            let there = clockwise.map(|[down, right]| Some([row + down, column + right]).filter(inside));
            there.map(|there| there.map(|[row, column]| (row * width + column) as usize)).to_vec()
        }
    }
}

/// Adds the product of a row and a matrix.
fn add(sum: &mut [f64], row: &[f64], matrix: &[f32]) {
    for (input, weights) in row.iter().zip(matrix.chunks_exact(sum.len())) {
        sum.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += input * f64::from(weight));
    }
}

/// Each row divided by its root mean square.
fn normalised(trunk: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = |row: &[f64]| (row.iter().map(|number| number * number).sum::<f64>() / row.len() as f64 + 1e-5).sqrt();
    trunk.iter().map(|row| row.iter().map(|number| number / size(row)).collect()).collect()
}

fn relu(row: Vec<f64>) -> Vec<f64> {
    row.into_iter().map(|number| number.max(0.0)).collect()
}

impl Plain<'_> {
    fn array(&self, name: &str) -> &[f32] {
        self.weights.array(name)
    }

    /// A bias with products of rows and matrices.
    fn linear(&self, bias: &str, terms: &[(&[f64], &str)]) -> Vec<f64> {
        let mut sum: Vec<f64> = self.array(bias).iter().map(|&number| f64::from(number)).collect();
        for (row, matrix) in terms {
            add(&mut sum, row, self.array(matrix));
        }
        sum
    }

    /// Mean and maximum of each channel over the cells in play.
    fn pooled(&self, normal: &[Vec<f64>]) -> Vec<f64> {
        let rows: Vec<&Vec<f64>> = normal.iter().zip(&self.in_play).filter(|(_, plays)| **plays).map(|(row, _)| row).collect();
        let channel = |index: usize| rows.iter().map(move |row| row[index]);
        let mean = (0..normal[0].len()).map(|index| channel(index).sum::<f64>() / rows.len().max(1) as f64);
        let most = (0..normal[0].len()).map(|index| channel(index).reduce(f64::max).unwrap_or(0.0));
        mean.chain(most).collect()
    }

    /// The cell and its neighbours, each with its tap; nothing beyond the edge.
    fn read(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let near = (1..).zip(&self.near[cell]).filter_map(|(tap, near)| Some((tap, (*near)?)));
        std::iter::once((0, cell)).chain(near)
    }

    /// What a block adds to a cell in play: `inner` of the cells, rectified, then `outer`.
    fn block(&self, number: usize, trunk: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let name = |part: &str| format!("block.{number}.{part}");
        let normal = normalised(trunk);
        let (width, area) = (normal[0].len(), normal.len());
        let pool = self.linear(&name("inner_bias"), &[(&self.pooled(&normal), &name("pool"))]);
        let full = |rows: &[Vec<f64>], cell: usize, part: &str, mut sum: Vec<f64>| {
            let matrices: Vec<&[f32]> = self.array(&name(part)).chunks_exact(width * width).collect();
            self.read(cell).for_each(|(tap, near)| add(&mut sum, &rows[near], matrices[tap]));
            sum
        };
        let is_full = self.weights.description().architecture.convolution == Convolution::Full;
        let hidden = |cell: usize| {
            if !self.in_play[cell] {
                return vec![0.0; width];
            }
            if is_full {
                return relu(full(&normal, cell, "inner", pool.clone()));
            }
            let mut near = vec![0.0; width];
            for (tap, other) in self.read(cell) {
                let weights = &self.array(&name("taps"))[tap * width..][..width];
                (0..width).for_each(|index| near[index] += normal[other][index] * f64::from(weights[index]));
            }
            let mut sum = pool.clone();
            add(&mut sum, &near, self.array(&name("inner")));
            relu(sum)
        };
        let hidden: Vec<Vec<f64>> = (0..area).map(hidden).collect();
        let outer = |cell: usize| {
            if is_full {
                full(&hidden, cell, "outer", self.linear(&name("outer_bias"), &[]))
            } else {
                self.linear(&name("outer_bias"), &[(&hidden[cell], &name("outer"))])
            }
        };
        (0..area).map(|cell| if self.in_play[cell] { outer(cell) } else { vec![0.0; width] }).collect()
    }
}

/// The numbers that the planes of a position stand for.
fn numbers_of(batch: &Batch, position: usize) -> Vec<f32> {
    let bytes = batch.planes_of(position);
    let mut numbers = vec![0.0; bytes.len()];
    scale_planes(bytes, batch.scales(), &mut numbers);
    numbers
}

/// Logits, probabilities and margin of a position.
fn answer(weights: &Weights, batch: &Batch, position: usize) -> (Vec<f64>, Vec<f64>, f64) {
    let (shape, Description { architecture, .. }) = (batch.shape(), weights.description());
    let area = shape.area();
    let planes = numbers_of(batch, position);
    let in_play = (0..area).map(|cell| shape.in_play().is_none_or(|plane| planes[plane * area + cell] != 0.0)).collect();
    let plain = Plain { weights, near: (0..area).map(|cell| around(shape, cell)).collect(), in_play };
    let globals: Vec<f64> = batch.facts_of(position).iter().map(|&number| f64::from(number)).collect();
    let stem = |cell: usize| {
        let seen: Vec<f64> = planes.iter().skip(cell).step_by(area).map(|&number| f64::from(number)).collect();
        plain.linear("stem.bias", &[(&globals, "stem.globals"), (&seen, "stem.planes")])
    };
    let mut trunk: Vec<Vec<f64>> =
        (0..area).map(|cell| if plain.in_play[cell] { stem(cell) } else { vec![0.0; architecture.width] }).collect();
    for number in 0..architecture.depth {
        let block = plain.block(number, &trunk);
        for (row, more) in trunk.iter_mut().zip(block) {
            row.iter_mut().zip(more).for_each(|(number, more)| *number += more);
        }
    }
    let trunk = normalised(&trunk);
    let summary = relu(plain.linear("context.bias", &[(&globals, "context.globals"), (&plain.pooled(&trunk), "context.pool")]));
    let value = relu(plain.linear("value.hidden_bias", &[(&summary, "value.hidden")]));
    let odds: Vec<f64> = plain.linear("value.result_bias", &[(&value, "value.result")]).into_iter().map(f64::exp).collect();
    let margin = plain.linear("value.margin_bias", &[(&value, "value.margin")])[0] * f64::from(architecture.margin_scale);
    let logit = |&[verb, unit, from, to, amount]: &[i16; 5]| {
        let place = |cell: i16| usize::try_from(cell).map_or(vec![0.0; architecture.width], |cell| trunk[cell].clone());
        let one = |index: i16, rows: usize| (0..rows).map(|row| f64::from(u8::from(row as i16 == index + 1))).collect::<Vec<_>>();
        let terms = [
            (summary.clone(), "policy.context"),
            (place(from), "policy.from"),
            (place(to), "policy.to"),
            (one(unit, shape.units + 1), "policy.unit"),
            (one(verb, shape.verbs + 1), "policy.verb"),
            (one(amount.min(architecture.amounts as i16 - 2), architecture.amounts), "policy.amount"),
            (vec![f64::from(amount.max(0)) / 16.0], "policy.number"),
        ];
        let terms: Vec<(&[f64], &str)> = terms.iter().map(|(row, name)| (row.as_slice(), *name)).collect();
        let hidden = relu(plain.linear("policy.hidden_bias", &[(&relu(plain.linear("policy.bias", &terms)), "policy.hidden")]));
        hidden.iter().zip(plain.array("policy.out")).map(|(number, &weight)| number * f64::from(weight)).sum()
    };
    let total: f64 = odds.iter().sum();
    (batch.tokens_of(position).iter().map(logit).collect(), odds.iter().map(|share| share / total).collect(), margin)
}

#[track_caller]
fn assert_plain(weights: &Weights, batch: &Batch) {
    let mut heads = Heads::default();
    CpuNetwork::new(weights).expect("checked").run(batch, &mut heads).expect("readable");
    let close = |what: &str, fast: f32, slow: f64| {
        assert!((f64::from(fast) - slow).abs() <= 1e-4 * slow.abs().max(1.0), "{what}: {fast}, in plain loops {slow}");
    };
    for position in 0..batch.len() {
        let (logits, shares, margin) = answer(weights, batch, position);
        let fast = &heads.logits[batch.starts()[position]..batch.starts()[position + 1]];
        assert_eq!(fast.len(), logits.len());
        fast.iter().zip(logits).for_each(|(&fast, slow)| close("logit", fast, slow));
        heads.wdl[position].into_iter().zip(shares).for_each(|(fast, slow)| close("result", fast, slow));
        close("margin", heads.margin[position], margin);
    }
}

#[test]
fn on_grids_of_hexes_and_squares() {
    for cells in CELLS {
        for (seed, (height, width)) in (1..).zip([(1, 1), (2, 3), (5, 4), (4, 5), (7, 7)]) {
            for convolution in [Convolution::Separable, Convolution::Full] {
                let shape = shape(height, width, cells, 6);
                assert_plain(&weights(&description(shape.clone(), convolution, 8, 2), seed), &batch(&shape, 3, seed));
            }
        }
    }
}

/// The toy on squares, played at random: the same code makes its observations, encodes and judges them.
#[test]
fn in_a_game_on_squares() {
    let spec = Crossing::observation_spec(&BOARD);
    assert_eq!(spec.cells, Cells::Square);
    let (mut legal, mut seen) = (Vec::new(), 0);
    for (seed, convolution) in (1..).zip([Convolution::Separable, Convolution::Full]) {
        let weights = weights(&description(InputShape::of(spec), convolution, 12, 3), seed);
        let (mut game, mut dice) = (Crossing::new(&BOARD), Dice::new(seed));
        let mut batch = Batch::of(&game);
        while game.turn() != Turn::Over {
            game.legal_actions(&mut legal);
            if let Turn::Player(viewer) = game.turn() {
                batch.push(&game, &legal, Advice::default());
                let (planes, globals) = game.observed(viewer);
                assert_eq!(
                    (numbers_of(&batch, batch.len() - 1).as_slice(), batch.facts_of(batch.len() - 1)),
                    (planes.as_slice(), globals.as_slice())
                );
            }
            game.apply(dice.choose(&legal));
        }
        assert_plain(&weights, &batch);
        seen += batch.len();
    }
    assert!(seen > 12, "only {seen} decisions");
}
