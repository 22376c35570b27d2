//! Ratings by maximum likelihood: the Bradley-Terry model with Davidson's draws and an advantage of the Axis.
//!
//! With strengths in natural units, `x` the strength of the Axis player less that of the Soviet player plus the
//! advantage `a` of the Axis, and `d` the propensity to draw, a game is an Axis win, a draw or a Soviet win in
//! the proportion `exp(x / 2) : exp(d) : exp(-x / 2)`. Elo points are natural units times `400 / ln 10`, so that
//! between two players of balanced sides who never draw, 75 % of the points are 190.8 Elo.
//!
//! A player who wins every game would be infinitely strong. The prior against it: any two players who have met are
//! credited with one further game at even sides, half won and half lost, and so are the two sides. It draws
//! every rating a little towards its opponents, by about one Elo point after 200 games at 75 %.
//! Players that are one and the same with different budgets may lie on a line: the strength of such a player is one strength plus one slope
//! times the doublings of its budget, and the slope is what a doubling is worth.
//! Intervals come from the observed Fisher information, the prior included, and cover 95 %.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, Normal};
use stavka_engine::Side;

/// Elo points per natural unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Precision that ties the mean of all strengths to zero. It only fixes what the games leave open.
const TIE: f64 = 1e-6;
/// A standard error past this many Elo points means that no games connect the player with the others.
const UNCONNECTED: f64 = 10_000.0;
/// Newton's method on a concave function in this form takes about ten steps.
const STEPS: usize = 200;

/// One game for the ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bout {
    /// Indices of the Axis and the Soviet player.
    pub seats: [usize; 2],
    /// The winner, `None` for a draw.
    pub winner: Option<Side>,
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The most likely value.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    fn new(value: f64, error: f64) -> Self {
        let reach = error * standard_normal().inverse_cdf(0.975);
        Interval { value, low: value - reach, high: value + reach }
    }
}

/// What ratings rest on beside the games.
#[derive(Clone, Debug)]
pub struct Assumptions {
    /// Credited games per pairing and for the sides, see the head of this page. Zero is pure maximum likelihood,
    /// which need not exist.
    pub prior_games: f64,
    /// Ratings in Elo that are given, by player. Without any, the mean rating is zero.
    pub anchors: Vec<Option<f64>>,
    /// Players that are one and the same with different budgets: the budget in doublings, `None` for everybody else. Their strengths
    /// lie on a straight line over it. None of them may be an anchor.
    pub doublings: Vec<Option<f64>>,
}

impl Assumptions {
    /// The usual prior, no anchors, and nobody twice.
    pub fn new(players: usize) -> Self {
        Assumptions { prior_games: 1.0, anchors: vec![None; players], doublings: vec![None; players] }
    }
}

/// Ratings of a field of players.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// Strengths in Elo, by player; `None` for players that no games connect with the others.
    pub players: Vec<Option<Interval>>,
    /// Advantage of the Axis in Elo: positive if the Axis wins more between equals.
    pub axis_advantage: Interval,
    /// Share of draws between equals of balanced sides.
    pub draw_rate: f64,
    /// Elo that a doubling of the budget is worth; `None` if nobody plays with several, or too few games tell.
    pub per_doubling: Option<Interval>,
    /// Strengths in natural units.
    strengths: Vec<f64>,
    /// Their covariance, zero for anchors.
    covariance: DMatrix<f64>,
}

impl Ratings {
    /// By how many Elo points `first` is stronger than `second`; `None` if no games connect them.
    pub fn difference(&self, first: usize, second: usize) -> Option<Interval> {
        let error = self.error_of_difference(first, second);
        (error <= UNCONNECTED).then(|| Interval::new(ELO * (self.strengths[first] - self.strengths[second]), error))
    }

    /// Probability that `first` is stronger than `second`, given the games.
    pub fn superiority(&self, first: usize, second: usize) -> Option<f64> {
        let error = self.error_of_difference(first, second);
        let difference = ELO * (self.strengths[first] - self.strengths[second]);
        (error > 0.0 && error <= UNCONNECTED).then(|| standard_normal().cdf(difference / error))
    }

    fn error_of_difference(&self, first: usize, second: usize) -> f64 {
        let at = |row, column| self.covariance[(row, column)];
        ELO * (at(first, first) + at(second, second) - 2.0 * at(first, second)).max(0.0).sqrt()
    }
}

/// The ratings that make the games most likely.
///
/// Players are indices below the number of `assumptions.anchors`.
pub fn rate(bouts: &[Bout], assumptions: &Assumptions) -> Ratings {
    let model = Model::new(bouts, assumptions);
    let mut at = DVector::zeros(model.size);
    let mut value = model.log_likelihood(&at);
    for _ in 0..STEPS {
        let (gradient, information) = model.derivatives(&at);
        let Some(factors) = information.cholesky() else { break };
        let mut step = factors.solve(&gradient);
        let moved = loop {
            let next = &at + &step;
            let reached = model.log_likelihood(&next);
            if reached >= value {
                at = next;
                value = reached;
                break step.amax();
            }
            step *= 0.5;
            if step.amax() < 1e-14 {
                break 0.0;
            }
        };
        if moved < 1e-12 {
            break;
        }
    }
    model.ratings(&at, assumptions)
}

/// Games of one pairing with the sides in one way, real or credited.
struct Term {
    /// Parameters whose sum, with these signs, is the Axis player's lead.
    lead: Vec<(usize, f64)>,
    /// Part of the lead that is given.
    given: f64,
    /// Axis wins, draws, Soviet wins.
    counts: [f64; 3],
}

/// The likelihood as a function of the parameters: strengths of the players without anchors, the advantage of the
/// Axis and, if anybody ever drew, the propensity to draw.
struct Model {
    terms: Vec<Term>,
    /// Parameters whose sum with these factors is each player's strength; none for anchors.
    strength: Vec<Vec<(usize, f64)>>,
    /// Parameters that only the games and [`TIE`] keep from growing.
    tied: Vec<usize>,
    slope: Option<usize>,
    side: usize,
    draws: Option<usize>,
    size: usize,
}

impl Model {
    fn new(bouts: &[Bout], assumptions: &Assumptions) -> Self {
        let mut size = 0;
        let mut parameter = || {
            size += 1;
            size - 1
        };
        let line = assumptions.doublings.iter().any(Option::is_some).then(|| (parameter(), parameter()));
        let strength: Vec<Vec<(usize, f64)>> = (assumptions.anchors.iter().zip(&assumptions.doublings))
            .map(|(anchor, doublings)| match (anchor, doublings.zip(line)) {
                (Some(_), _) => Vec::new(),
                (None, Some((doublings, (base, slope)))) => vec![(base, 1.0), (slope, doublings)],
                (None, None) => vec![(parameter(), 1.0)],
            })
            .collect();
        let slope = line.map(|(_, slope)| slope);
        let mut tied: Vec<usize> = strength.iter().flatten().map(|&(parameter, _)| parameter).collect();
        tied.sort_unstable();
        tied.dedup();
        let side = parameter();
        let draws = bouts.iter().any(|bout| bout.winner.is_none()).then(parameter);
        let mut model = Model { terms: Vec::new(), strength, tied, slope, side, draws, size };

        let mut tallies: BTreeMap<[usize; 2], [f64; 3]> = BTreeMap::new();
        for bout in bouts {
            let result = match bout.winner {
                Some(Side::Axis) => 0,
                None => 1,
                Some(Side::Soviet) => 2,
            };
            tallies.entry(bout.seats).or_default()[result] += 1.0;
        }
        let half = assumptions.prior_games / 2.0;
        let credit = [half, 0.0, half];
        for (&seats, &counts) in &tallies {
            model.add(seats, true, counts, &assumptions.anchors);
        }
        for &[axis, soviet] in tallies.keys() {
            if axis < soviet || !tallies.contains_key(&[soviet, axis]) {
                model.add([axis, soviet], false, credit, &assumptions.anchors);
            }
        }
        model.terms.push(Term { lead: vec![(side, 1.0)], given: 0.0, counts: credit });
        model
    }

    fn add(&mut self, seats: [usize; 2], with_side: bool, counts: [f64; 3], anchors: &[Option<f64>]) {
        let mut term = Term { lead: Vec::with_capacity(5), given: 0.0, counts };
        for (player, sign) in seats.into_iter().zip([1.0, -1.0]) {
            match &self.strength[player][..] {
                [] => term.given += sign * anchors[player].unwrap_or_default() / ELO,
                parts => term.lead.extend(parts.iter().map(|&(parameter, factor)| (parameter, sign * factor))),
            }
        }
        if with_side {
            term.lead.push((self.side, 1.0));
        }
        self.terms.push(term);
    }

    /// Probabilities of an Axis win, a draw and a Soviet win, and the logarithm of their common divisor.
    fn probabilities(&self, lead: f64, at: &DVector<f64>) -> ([f64; 3], f64) {
        let draw = self.draws.map_or(f64::NEG_INFINITY, |parameter| at[parameter]);
        let exponents = [lead / 2.0, draw, -lead / 2.0];
        let largest = exponents.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let weights = exponents.map(|exponent| (exponent - largest).exp());
        let sum: f64 = weights.iter().sum();
        (weights.map(|weight| weight / sum), largest + sum.ln())
    }

    fn lead(term: &Term, at: &DVector<f64>) -> f64 {
        term.given + term.lead.iter().map(|&(parameter, sign)| sign * at[parameter]).sum::<f64>()
    }

    fn log_likelihood(&self, at: &DVector<f64>) -> f64 {
        let tie: f64 = self.tied.iter().map(|&parameter| at[parameter] * at[parameter]).sum();
        let games: f64 = self
            .terms
            .iter()
            .map(|term| {
                let lead = Self::lead(term, at);
                let (_, divisor) = self.probabilities(lead, at);
                let [axis, drawn, soviet] = term.counts;
                let draw = self.draws.map_or(0.0, |parameter| drawn * at[parameter]);
                (axis - soviet) * lead / 2.0 + draw - (axis + drawn + soviet) * divisor
            })
            .sum();
        games - TIE / 2.0 * tie
    }

    /// Gradient of the log-likelihood and the information, its negative second derivative.
    fn derivatives(&self, at: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let mut gradient = DVector::zeros(self.size);
        let mut information = DMatrix::zeros(self.size, self.size);
        for &parameter in &self.tied {
            gradient[parameter] -= TIE * at[parameter];
            information[(parameter, parameter)] += TIE;
        }
        for term in &self.terms {
            let ([win, draw, loss], _) = self.probabilities(Self::lead(term, at), at);
            let games: f64 = term.counts.iter().sum();
            let mean = (win - loss) / 2.0;
            let slope = (term.counts[0] - term.counts[2]) / 2.0 - games * mean;
            let curvature = games * ((win + loss) / 4.0 - mean * mean);
            for &(row, sign) in &term.lead {
                gradient[row] += sign * slope;
                for &(column, other) in &term.lead {
                    information[(row, column)] += sign * other * curvature;
                }
                if let Some(drawn) = self.draws {
                    let cross = -games * mean * draw * sign;
                    information[(row, drawn)] += cross;
                    information[(drawn, row)] += cross;
                }
            }
            if let Some(drawn) = self.draws {
                gradient[drawn] += term.counts[1] - games * draw;
                information[(drawn, drawn)] += games * draw * (1.0 - draw);
            }
        }
        (gradient, information)
    }

    fn ratings(&self, at: &DVector<f64>, assumptions: &Assumptions) -> Ratings {
        let (_, information) = self.derivatives(at);
        let unknown = DMatrix::from_diagonal_element(self.size, self.size, f64::INFINITY);
        let inverse = information.cholesky().map_or(unknown, |factors| factors.inverse());
        let players = self.strength.len();
        let mut strengths: Vec<f64> = (self.strength.iter().zip(&assumptions.anchors))
            .map(|(parts, anchor)| match &parts[..] {
                [] => anchor.unwrap_or_default() / ELO,
                parts => parts.iter().map(|&(parameter, factor)| factor * at[parameter]).sum(),
            })
            .collect();
        let mut covariance = DMatrix::from_fn(players, players, |row, column| {
            let shared = |&(first, factor): &(usize, f64)| {
                self.strength[column].iter().map(|&(second, other)| factor * other * inverse[(first, second)]).sum::<f64>()
            };
            self.strength[row].iter().map(shared).sum()
        });
        if assumptions.anchors.iter().all(Option::is_none) && players > 0 {
            let mean = strengths.iter().sum::<f64>() / players as f64;
            for strength in &mut strengths {
                *strength -= mean;
            }
            let centre = DMatrix::identity(players, players) - DMatrix::from_element(players, players, 1.0 / players as f64);
            covariance = &centre * covariance * &centre;
        }
        let rated = |player: usize| {
            let error = ELO * covariance[(player, player)].max(0.0).sqrt();
            (error <= UNCONNECTED).then(|| Interval::new(ELO * strengths[player], error))
        };
        let draw = self.draws.map_or(0.0, |parameter| at[parameter].exp());
        let per_doubling = self.slope.and_then(|slope| {
            let error = ELO * inverse[(slope, slope)].max(0.0).sqrt();
            (error <= UNCONNECTED).then(|| Interval::new(ELO * at[slope], error))
        });
        Ratings {
            per_doubling,
            players: (0..players).map(rated).collect(),
            axis_advantage: Interval::new(ELO * at[self.side], ELO * inverse[(self.side, self.side)].sqrt()),
            draw_rate: draw / (2.0 + draw),
            strengths,
            covariance,
        }
    }
}

fn standard_normal() -> Normal {
    Normal::standard()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games between two players: `[Axis wins, draws, Soviet wins]` with `first` as the Axis.
    fn games(first: usize, second: usize, counts: [usize; 3]) -> Vec<Bout> {
        let winners = [Some(Side::Axis), None, Some(Side::Soviet)];
        winners
            .into_iter()
            .zip(counts)
            .flat_map(|(winner, count)| std::iter::repeat_n(Bout { seats: [first, second], winner }, count))
            .collect()
    }

    fn pure(players: usize) -> Assumptions {
        Assumptions { prior_games: 0.0, ..Assumptions::new(players) }
    }

    #[track_caller]
    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn three_quarters_without_draws_are_190_8_elo_with_the_binomial_interval() {
        let bouts = [games(0, 1, [75, 0, 25]), games(1, 0, [25, 0, 75])].concat();
        let difference = rate(&bouts, &pure(2)).difference(0, 1).expect("they have met");
        close(difference.value, 190.848_501_9, 1e-3);
        // The information of one game at 75 % is 0.75 * 0.25 in natural units; 1.959964 errors to each side.
        let reach = 1.959_964 * ELO / (200.0_f64 * 0.75 * 0.25).sqrt();
        close(difference.high - difference.value, reach, 1e-2);
        close(difference.value - difference.low, reach, 1e-2);
    }

    #[test]
    fn the_advantage_of_a_side_is_told_from_strength() {
        // Equal players; the Axis wins 75 % whoever has it.
        let bouts = [games(0, 1, [75, 0, 25]), games(1, 0, [75, 0, 25])].concat();
        let ratings = rate(&bouts, &pure(2));
        close(ratings.difference(0, 1).expect("they have met").value, 0.0, 1e-6);
        close(ratings.axis_advantage.value, 190.848_501_9, 1e-3);
        close(ratings.superiority(0, 1).expect("they have met"), 0.5, 1e-6);
    }

    #[test]
    fn draws_between_equals_have_their_observed_share() {
        let bouts = [games(0, 1, [30, 40, 30]), games(1, 0, [30, 40, 30])].concat();
        let ratings = rate(&bouts, &pure(2));
        close(ratings.draw_rate, 0.4, 1e-9);
        close(ratings.axis_advantage.value, 0.0, 1e-6);
    }

    /// The likelihood as the model's definition has it, and a search that knows no derivatives.
    fn slow_maximum(bouts: &[Bout], players: usize) -> Vec<f64> {
        let value = |at: &[f64]| -> f64 {
            let game = |bout: &Bout| {
                let x = at[bout.seats[0]] - at[bout.seats[1]] + at[players];
                let weights = [(x / 2.0).exp(), at[players + 1].exp(), (-x / 2.0).exp()];
                let result = match bout.winner {
                    Some(Side::Axis) => 0,
                    None => 1,
                    Some(Side::Soviet) => 2,
                };
                (weights[result] / weights.iter().sum::<f64>()).ln()
            };
            bouts.iter().map(game).sum()
        };
        let mut at = vec![0.0; players + 2];
        let mut step = 1.0;
        let mut best = value(&at);
        while step > 1e-7 {
            let mut improved = false;
            for coordinate in 1..at.len() {
                for direction in [-step, step] {
                    at[coordinate] += direction;
                    let reached = value(&at);
                    if reached > best {
                        best = reached;
                        improved = true;
                    } else {
                        at[coordinate] -= direction;
                    }
                }
            }
            if !improved {
                step /= 2.0;
            }
        }
        at
    }

    #[test]
    fn an_uneven_field_agrees_with_a_search_without_derivatives() {
        let bouts = [
            games(0, 1, [9, 3, 4]),
            games(1, 0, [6, 2, 8]),
            games(1, 2, [11, 1, 3]),
            games(2, 1, [5, 4, 6]),
            games(0, 2, [12, 2, 1]),
            games(2, 0, [4, 1, 10]),
        ]
        .concat();
        let slow = slow_maximum(&bouts, 3);
        let ratings = rate(&bouts, &pure(3));
        for player in 1..3 {
            let difference = ratings.difference(player, 0).expect("they have met");
            close(difference.value, ELO * (slow[player] - slow[0]), 0.01);
        }
        close(ratings.axis_advantage.value, ELO * slow[3], 0.01);
        close(ratings.draw_rate, slow[4].exp() / (2.0 + slow[4].exp()), 1e-4);
    }

    #[test]
    fn the_interval_agrees_with_the_curvature_of_the_profile_likelihood() {
        // One player against an anchor, sides balanced by the prior of the model being off: the curvature of the
        // log-likelihood along the rating, by second differences, is the information.
        let bouts = games(0, 1, [30, 10, 20]);
        let mirrored = games(1, 0, [20, 10, 30]);
        let bouts = [bouts, mirrored].concat();
        let assumptions = Assumptions { anchors: vec![None, Some(100.0)], ..pure(2) };
        let ratings = rate(&bouts, &assumptions);
        let model = Model::new(&bouts, &assumptions);
        let rating = ratings.players[0].expect("it has met the anchor");
        // By symmetry the advantage of the side is zero and does not interact with the strength.
        close(ratings.axis_advantage.value, 0.0, 1e-6);
        let draws = (ratings.draw_rate * 2.0 / (1.0 - ratings.draw_rate)).ln();
        let profile = |strength: f64| {
            let along = |draws: f64| model.log_likelihood(&DVector::from_vec(vec![strength, 0.0, draws]));
            let grid = (-2000..=2000).map(|cell| along(draws + f64::from(cell) * 1e-4));
            grid.fold(f64::NEG_INFINITY, f64::max)
        };
        let (centre, step) = (rating.value / ELO, 0.02);
        let curvature = (profile(centre + step) - 2.0 * profile(centre) + profile(centre - step)) / (step * step);
        close((rating.high - rating.low) / (2.0 * 1.959_964), ELO / (-curvature).sqrt(), 0.1);
    }

    #[test]
    fn a_perfect_score_has_a_finite_rating_by_the_prior() {
        let bouts = [games(0, 1, [5, 0, 0]), games(1, 0, [0, 0, 5])].concat();
        let difference = rate(&bouts, &Assumptions::new(2)).difference(0, 1).expect("they have met");
        // Ten wins and the credited game: 10.5 to 0.5.
        close(difference.value, 400.0 * 21.0_f64.log10(), 0.01);
        assert!(difference.low > 0.0 && difference.high.is_finite());
        let all_drawn = rate(&games(0, 1, [0, 9, 0]), &Assumptions::new(2));
        assert!(all_drawn.draw_rate < 1.0 && all_drawn.draw_rate > 0.5);
        let one_sided = [games(0, 1, [9, 0, 0]), games(1, 0, [9, 0, 0])].concat();
        assert!(rate(&one_sided, &Assumptions::new(2)).axis_advantage.value < 2000.0);
    }

    /// Games in the proportions that a lead of the Axis player gives.
    fn expected(first: usize, second: usize, lead: f64, games_each: usize) -> Vec<Bout> {
        let share = |lead: f64| 1.0 / (1.0 + (-lead / ELO).exp());
        let wins = |share: f64| (share * games_each as f64).round() as usize;
        let (as_axis, as_soviet) = (wins(share(lead)), wins(share(-lead)));
        [games(first, second, [as_axis, 0, games_each - as_axis]), games(second, first, [as_soviet, 0, games_each - as_soviet])].concat()
    }

    #[test]
    fn a_known_slope_over_doublings_is_found_within_its_interval() {
        let doublings = [0.0, 2.0, 4.0];
        let mut bouts = Vec::new();
        for (weak, strong) in [(0, 1), (1, 2)] {
            bouts.extend(expected(strong, weak, 30.0 * (doublings[strong] - doublings[weak]), 400));
        }
        for (player, budget) in doublings.iter().enumerate() {
            bouts.extend(expected(player, 3, 30.0 * budget - 50.0, 400));
        }
        let assumptions =
            Assumptions { doublings: doublings.iter().map(|&budget| Some(budget)).chain([None]).collect(), ..Assumptions::new(4) };
        let ratings = rate(&bouts, &assumptions);
        let slope = ratings.per_doubling.expect("the games tell");
        close(slope.value, 30.0, 0.5);
        assert!(slope.low < 30.0 && slope.high > 30.0 && slope.low > 20.0, "{slope:?}");
        close(ratings.difference(2, 0).expect("they have met").value, 4.0 * slope.value, 1e-6);
        close(ratings.difference(0, 3).expect("they have met").value, -50.0, 2.0);
        // One budget alone says nothing of a second.
        let one = expected(0, 1, 40.0, 50);
        let alone = Assumptions { doublings: vec![Some(3.0), None], ..Assumptions::new(2) };
        assert_eq!(rate(&one, &alone).per_doubling, None);
        assert_eq!(rate(&one, &Assumptions::new(2)).per_doubling, None);
    }

    #[test]
    fn players_without_games_have_no_rating() {
        let bouts = [games(0, 1, [6, 0, 4]), games(2, 3, [5, 0, 5])].concat();
        let ratings = rate(&bouts, &Assumptions::new(5));
        assert!(ratings.players.iter().all(Option::is_none), "two islands cannot be compared");
        assert!(ratings.difference(0, 1).is_some() && ratings.difference(0, 2).is_none());
        let nobody = rate(&[], &Assumptions::new(2));
        assert_eq!(nobody.players, [None, None]);
    }

    #[test]
    fn anchors_keep_their_ratings_and_others_are_measured_against_them() {
        let bouts = [games(2, 0, [75, 0, 25]), games(0, 2, [25, 0, 75])].concat();
        let anchors = vec![Some(1000.0), Some(1400.0), None];
        let assumptions = Assumptions { anchors, ..pure(3) };
        let ratings = rate(&bouts, &assumptions);
        assert_eq!(ratings.players[0].map(|rating| (rating.value, rating.low)), Some((1000.0, 1000.0)));
        close(ratings.players[1].expect("it is an anchor").value, 1400.0, 1e-9);
        close(ratings.players[2].expect("it has met an anchor").value, 1190.848, 0.1);
    }
}
