//! The logistic curve, in arithmetic that every machine does alike.

/// Squarings of the exponential.
const DOUBLINGS: u32 = 24;

/// e to the power of `x`, for `x` up to 80 either way.
#[inline]
pub(crate) fn exp(x: f64) -> f64 {
    let x = x.clamp(-80.0, 80.0);
    let small = x / f64::from(1u32 << DOUBLINGS);
    let mut power = 1.0 + small + 0.5 * small * small;
    for _ in 0..DOUBLINGS {
        power *= power;
    }
    power
}

/// The chance with these logarithmic odds.
#[inline]
pub(crate) fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + exp(-log_odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_that_of_the_library_to_seven_digits() {
        for step in -300..300 {
            let x = f64::from(step) / 10.0;
            let (own, library) = (exp(x), x.exp());
            assert!((own / library - 1.0).abs() < 1e-7, "exp({x}) is {own}, not {library}");
        }
    }

    #[test]
    fn chances_lie_between_none_and_all() {
        assert!((logistic(0.0) - 0.5).abs() < 1e-12);
        assert!(logistic(-1e9) > 0.0 && logistic(1e9) <= 1.0 && logistic(3.0) > logistic(2.0));
    }
}
