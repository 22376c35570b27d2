//! Pieces of pictures that the boards of all games are drawn with.

use std::fmt::Write as _;

/// A point of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point a share of the way to another.
    pub fn towards(self, other: Point, share: f64) -> Point {
        Point { x: self.x + (other.x - self.x) * share, y: self.y + (other.y - self.y) * share }
    }

    /// Whether two computed points are the same corner.
    pub fn is(self, other: Point) -> bool {
        (self.x - other.x).abs() < 0.5 && (self.y - other.y).abs() < 0.5
    }
}

/// Points for the attribute of a polygon.
pub(crate) fn outline(points: &[Point]) -> String {
    points.iter().map(|point| format!("{:.1},{:.1}", point.x, point.y)).collect::<Vec<_>>().join(" ")
}

/// A path that rounds its corners: straight through the middle of each piece.
pub(crate) fn rounded(points: &[Point], sharp: impl Fn(usize) -> bool) -> String {
    let Some((&first, rest)) = points.split_first() else { return String::new() };
    let mut path = format!("M{:.1} {:.1}", first.x, first.y);
    for (index, pair) in rest.windows(2).enumerate() {
        let (corner, middle) = (pair[0], pair[0].towards(pair[1], 0.5));
        let command = if sharp(index + 1) { "L" } else { "Q" };
        let _ = write!(path, "{command}{:.1} {:.1} {:.1} {:.1}", corner.x, corner.y, middle.x, middle.y);
    }
    if let Some(last) = rest.last() {
        let _ = write!(path, "L{:.1} {:.1}", last.x, last.y);
    }
    path
}

/// Text with a light rim, so that it can be read on anything.
pub(crate) fn label(text: &str, at: Point, attributes: &str, class: &str, size: f64, turn: &str, out: &mut String) {
    let text = escape(text);
    let _ = writeln!(out, r#"<text x="{:.1}" y="{:.1}" class="{class} halo" font-size="{size}" {turn}>{text}</text>"#, at.x, at.y);
    let _ = writeln!(out, r#"<text x="{:.1}" y="{:.1}" {attributes}>{text}</text>"#, at.x, at.y);
}

/// A star with five points.
pub(crate) fn star(at: Point, radius: f64) -> String {
    let points: Vec<Point> = (0..10)
        .map(|corner| {
            let angle = std::f64::consts::PI * (f64::from(corner) / 5.0 - 0.5);
            let reach = if corner % 2 == 0 { radius } else { radius * 0.42 };
            Point { x: at.x + reach * angle.cos(), y: at.y + reach * angle.sin() }
        })
        .collect();
    outline(&points)
}

/// A line behind a fortified side of a hex with this middle, with teeth towards the enemy.
pub(crate) fn works(middle: Point, (a, b): (Point, Point)) -> String {
    let (a, b) = (a.towards(middle, 0.3), b.towards(middle, 0.3));
    let outward = Point { x: f64::midpoint(a.x, b.x) - middle.x, y: f64::midpoint(a.y, b.y) - middle.y };
    let length = outward.x.hypot(outward.y).max(1.0);
    let mut path = format!("M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y);
    for share in [0.2, 0.5, 0.8] {
        let foot = a.towards(b, share);
        let _ = write!(path, "M{:.1} {:.1}l{:.1} {:.1}", foot.x, foot.y, outward.x / length * 5.0, outward.y / length * 5.0);
    }
    path
}

/// A name to be written beside a place.
pub(crate) struct Name<'a> {
    /// The name.
    pub text: &'a str,
    /// The place.
    pub at: Point,
    /// Class of the text.
    pub class: &'static str,
    /// Size of the letters.
    pub size: f64,
    /// Half the width of the text.
    pub half: f64,
    /// Width of what stands behind the symbol of the place, such as stars.
    pub behind: f64,
}

/// Writes names, each where it covers least of the others, of the symbols of the places and of what else is
/// taken.
pub(crate) fn write_names(names: Vec<Name<'_>>, others: Vec<Patch>, out: &mut String) {
    let around = |&Name { half, behind, .. }: &Name<'_>| {
        [(0.0, 22.0), (0.0, -16.0), (-half - 14.0, 4.0), (half + 14.0 + behind, 4.0), (0.0, 34.0), (0.0, -25.0)]
    };
    for (Name { text, class, size, .. }, spot) in spots_of_names(names, others, around) {
        label(text, spot, &format!(r#"class="{class}""#), class, size, "", out);
    }
}

/// Where names are written, in their order: each at that of its spots around the place where it covers least of those before it, of the
/// symbols of the places and of what else is taken.
pub(crate) fn spots_of_names<'a, const N: usize>(
    names: Vec<Name<'a>>,
    others: Vec<Patch>,
    around: impl Fn(&Name<'a>) -> [(f64, f64); N],
) -> Vec<(Name<'a>, Point)> {
    let mut taken: Vec<Patch> = names.iter().map(|name| Patch::around(name.at, 9.0, 9.0)).collect();
    taken.extend(others);
    let mut place = |name: &Name<'a>| {
        let &Name { at, size, half, .. } = name;
        let spots = around(name);
        let patches = spots.map(|(x, y)| Patch::around(Point { x: at.x + x, y: at.y + y - size * 0.35 }, half, size * 0.5));
        let best =
            patches.iter().enumerate().min_by(|a, b| covered(a.1, &taken).total_cmp(&covered(b.1, &taken))).map_or(0, |(index, _)| index);
        taken.push(patches[best]);
        Point { x: at.x + spots[best].0, y: at.y + spots[best].1 }
    };
    let spots: Vec<Point> = names.iter().map(&mut place).collect();
    names.into_iter().zip(spots).collect()
}

/// A rectangle that a name or a symbol covers.
#[derive(Clone, Copy)]
pub(crate) struct Patch {
    centre: Point,
    half_width: f64,
    half_height: f64,
}

impl Patch {
    /// A rectangle around a point.
    pub(crate) fn around(centre: Point, half_width: f64, half_height: f64) -> Self {
        Patch { centre, half_width, half_height }
    }

    /// Area shared with another patch.
    pub(crate) fn overlap(&self, other: &Patch) -> f64 {
        let across = self.half_width + other.half_width - (self.centre.x - other.centre.x).abs();
        let down = self.half_height + other.half_height - (self.centre.y - other.centre.y).abs();
        across.max(0.0) * down.max(0.0)
    }
}

fn covered(patch: &Patch, taken: &[Patch]) -> f64 {
    taken.iter().map(|other| patch.overlap(other)).sum()
}

/// A number with one digit behind the point at most, as short as pages need it.
pub(crate) fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// Text inside the picture's own language.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_out_of_the_picture() {
        assert_eq!(escape("<a & \"b\">"), "&lt;a &amp; &quot;b&quot;&gt;");
    }
}
