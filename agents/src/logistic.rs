//! The logistic curve, exponential and logarithm, in arithmetic that every machine does alike.

/// Squarings of the exponential.
const DOUBLINGS: u32 = 24;
/// Terms of the logarithm.
const TERMS: u32 = 12;

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

/// The natural logarithm of a positive normal number.
#[inline]
pub fn ln(x: f64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i64 - 1023;
    let mantissa = f64::from_bits(bits & MANTISSA | 1.0f64.to_bits());
    // Twice the area tangent of t; t is at most a third.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = (0..TERMS).rev().fold(0.0, |sum, term| sum * square + 1.0 / f64::from(2 * term + 1));
    2.0 * t * series + exponent as f64 * std::f64::consts::LN_2
}

/// The logarithm of the odds of a chance that is kept `doubt` away from none and all: what [`logistic`] undoes.
pub(crate) fn log_odds(chance: f64, doubt: f64) -> f64 {
    let chance = chance.clamp(doubt, 1.0 - doubt);
    ln(chance / (1.0 - chance))
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
    fn the_logarithm_is_that_of_the_library_to_ten_digits() {
        for step in 1..3000 {
            let x = f64::from(step * step) / 1000.0;
            assert!((ln(x) - x.ln()).abs() < 1e-10, "ln({x}) is {}, not {}", ln(x), x.ln());
        }
        assert!((ln(1e-12) - 1e-12f64.ln()).abs() < 1e-10);
    }

    #[test]
    fn chances_lie_between_none_and_all() {
        assert!((logistic(0.0) - 0.5).abs() < 1e-12);
        assert!(logistic(-1e9) > 0.0 && logistic(1e9) <= 1.0 && logistic(3.0) > logistic(2.0));
    }

    #[test]
    fn log_odds_are_those_of_the_library() {
        for chance in [1e-6, 0.003, 0.2, 0.5, 0.9, 0.9999] {
            let library = f64::ln(chance / (1.0 - chance));
            assert!((log_odds(chance, 1e-9) - library).abs() < 1e-4, "{chance}: {} is not {library}", log_odds(chance, 1e-9));
        }
    }
}
