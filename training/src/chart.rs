//! Charts as SVG pictures that need nothing else: an area with a scale in each direction, and words around it.

use maud::{Markup, html};

/// Size of the letters of a title.
pub const TITLE: f64 = 15.0;
/// Size of the letters of names.
pub const PLAIN: f64 = 13.0;
/// Size of the letters of numbers and remarks.
pub const SMALL: f64 = 11.0;

/// Colour of lines behind the data.
pub const FAINT: &str = "#ddd9d0";
const INK: &str = "#22252a";
const PALE_INK: &str = "#5b6068";
const PAPER: &str = "#faf9f6";

/// A chart under construction. Places are in pixels, to the right and downwards; values are on its two scales.
pub struct Chart {
    size: [f64; 2],
    /// Left, upper, right and lower edge of the area.
    area: [f64; 4],
    x: [f64; 2],
    y: [f64; 2],
    body: String,
}

impl Chart {
    /// An empty chart of a size whose area leaves room at the left, above, at the right and below. `x` are the values at its
    /// left and right edge, `y` those at its lower and upper one.
    pub fn new(size: [f64; 2], [left, above, right, below]: [f64; 4], x: [f64; 2], y: [f64; 2]) -> Self {
        Chart { size, area: [left, above, size[0] - right, size[1] - below], x, y, body: String::new() }
    }

    /// The place of a value across.
    pub fn x(&self, value: f64) -> f64 {
        let [left, _, right, _] = self.area;
        tenth(left + (value - self.x[0]) / (self.x[1] - self.x[0]) * (right - left))
    }

    /// The place of a value upwards.
    pub fn y(&self, value: f64) -> f64 {
        let [_, top, _, bottom] = self.area;
        tenth(bottom - (value - self.y[0]) / (self.y[1] - self.y[0]) * (bottom - top))
    }

    /// Draws something of the chart's own.
    pub fn draw(&mut self, what: Markup) {
        self.body.push_str(&what.into_string());
        self.body.push('\n');
    }

    /// Words at a place. `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, [x, y]: [f64; 2], anchor: &str, size: f64, words: &str) {
        let colour = if size < PLAIN { PALE_INK } else { INK };
        self.draw(html! { text x=(tenth(x)) y=(tenth(y)) text-anchor=(anchor) font-size=(size) fill=(colour) { (words) } });
    }

    /// A line over the whole area at a value of the vertical scale. `dashes` are lengths as SVG has them, empty for none.
    pub fn across(&mut self, value: f64, colour: &str, dashes: &str) {
        let ([left, _, right, _], y) = (self.area, self.y(value));
        self.line(&format!("M{left} {y}H{right}"), colour, dashes);
    }

    /// The same at a value of the horizontal scale.
    pub fn down(&mut self, value: f64, colour: &str, dashes: &str) {
        let ([_, top, _, bottom], x) = (self.area, self.x(value));
        self.line(&format!("M{x} {top}V{bottom}"), colour, dashes);
    }

    /// A line along path data in pixels.
    pub fn line(&mut self, path: &str, colour: &str, dashes: &str) {
        self.draw(html! { path d=(path) stroke=(colour) stroke-dasharray=[(!dashes.is_empty()).then_some(dashes)] fill="none" {} });
    }

    /// A line through values.
    pub fn course(&mut self, points: impl Iterator<Item = [f64; 2]>, colour: &str) {
        let points: Vec<String> = points.map(|[x, y]| format!("{},{}", self.x(x), self.y(y))).collect();
        self.draw(html! { polyline points=(points.join(" ")) fill="none" stroke=(colour) stroke-width="1.8" {} });
    }

    /// A dot at a place, filled or not.
    pub fn dot(&mut self, [x, y]: [f64; 2], colour: &str, filled: bool) {
        let fill = if filled { colour } else { PAPER };
        self.draw(html! { circle cx=(x) cy=(y) r="4.5" stroke=(colour) stroke-width="1.5" fill=(fill) {} });
    }

    /// The picture.
    pub fn finish(self, label: &str) -> String {
        let [width, height] = self.size;
        let body = maud::PreEscaped(self.body);
        let picture = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height) role="img"
                aria-label=(label) font-family="system-ui,sans-serif" {
                title { (label) }
                rect width=(width) height=(height) fill=(PAPER) {}
                (body)
            }
        };
        picture.into_string() + "\n"
    }
}

/// Four to ten round values between two ends.
pub fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 10.0;
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|&step| step >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

/// A number without needless digits.
pub fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A name that fits beside a chart.
pub fn shortened(name: &str) -> String {
    const SHOWN: usize = 32;
    if name.chars().count() <= SHOWN { name.to_owned() } else { name.chars().take(SHOWN - 1).chain(['…']).collect() }
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 100.0), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 100.0]);
        assert_eq!(ticks(-130.0, 310.0), [-100.0, -50.0, 0.0, 50.0, 100.0, 150.0, 200.0, 250.0, 300.0]);
    }

    #[test]
    fn values_lie_between_the_edges_of_the_area_and_words_mean_themselves() {
        let mut chart = Chart::new([100.0, 50.0], [10.0, 5.0, 20.0, 15.0], [0.0, 4.0], [-1.0, 1.0]);
        assert_eq!([chart.x(0.0), chart.x(4.0), chart.y(-1.0), chart.y(1.0)].map(number), ["10", "80", "35", "5"]);
        chart.text([1.0, 2.0], "start", SMALL, "a <b> & \"c\"");
        let picture = chart.finish("x < y");
        assert!(picture.contains("a &lt;b&gt; &amp; &quot;c&quot;") && picture.contains("aria-label=\"x &lt; y\""), "{picture}");
    }
}
