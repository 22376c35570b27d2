//! What charts are made of: SVG that needs nothing else.

use std::fmt::Write as _;

/// Words at a place. `anchor` is `start`, `middle` or `end`.
pub(crate) fn text(out: &mut String, [x, y]: [f64; 2], anchor: &str, class: &str, words: &str) {
    let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>", escaped(words));
}

/// A picture with this label and contents.
pub(crate) fn picture(width: f64, height: f64, label: &str, body: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {width} {height:.0}\" width=\"{width}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{label}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n{body}</svg>\n"
    )
}

/// Four to ten round values between two ends.
pub(crate) fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 10.0;
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

/// A number without needless digits.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A name that fits beside a chart.
pub(crate) fn shortened(name: &str) -> String {
    const SHOWN: usize = 32;
    if name.chars().count() <= SHOWN { name.to_owned() } else { name.chars().take(SHOWN - 1).chain(['…']).collect() }
}

/// Text for HTML, in elements and in quoted attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 100.0), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0]);
        assert_eq!(ticks(-130.0, 310.0), [-100.0, -50.0, 0.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0]);
    }
}
