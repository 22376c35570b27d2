//! Maps of hexes as text.
//!
//! Where points are up, a hex takes six columns and three lines: its upper sides, its number with marks, and its contents.
//! Rows are numbered at the left, columns above. Where sides are up, it takes eight columns and four lines, and odd columns
//! lie two lines lower: its upper side runs over the first line; the left column of its first two lines is its
//! north-western side, that of the last two its south-western one. A game says what stands in a hex and on its sides.

use std::fmt::Write as _;
use std::ops::Range;

use stavka_engine::hex::{Direction, Grid, Hex};
use stavka_engine::{Side, Turn};
use stavka_words::translate;

use super::hexmap::{HexBoard, named};
use super::{Canvas, Extent, Ink, Tone};

/// A word or mark in a hex: column and line from its upper left corner, text and tone.
pub(crate) type Mark = (usize, usize, String, Tone);

/// What is drawn on a side of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct SideMark {
    /// What runs along it, such as a river.
    pub along: Option<(char, Tone)>,
    /// What crosses it, such as a road.
    pub across: Option<char>,
}

/// A game on a map of hexes that can be drawn as text.
pub(crate) trait TextMap: HexBoard {
    /// What the marks mean.
    const LEGEND: &'static str;

    /// Hexes that a window shows on each side of its centre, across and down.
    const WINDOW: (usize, usize);

    /// The number of a hex and its marks, or what is drawn in a hex that nobody can enter.
    fn number(&self, hex: Hex) -> Vec<Mark>;

    /// What runs along a side of a hex and what crosses it. The painter asks about the upper and the western ones.
    fn side_mark(&self, hex: Hex, direction: Direction) -> SideMark;

    /// A stack in the width of a hex, as `viewer` may know it.
    fn stack_text(&self, side: Side, hex: Hex, viewer: Side) -> String;

    /// What lies over a hex with counters or without, such as air units.
    fn over(&self, _hex: Hex) -> Option<Mark> {
        None
    }

    /// What is drawn in a hex without counters and without a place.
    fn terrain(&self, hex: Hex) -> Vec<Mark>;

    /// Whether the fight at hand is for this hex.
    fn is_fought_for(&self, hex: Hex) -> bool;

    /// Where the counters on the march stand.
    fn marching_hex(&self) -> Option<Hex>;

    /// Where the attention of the side to act is: the fight or the march at hand.
    fn attention(&self) -> Option<Hex>;

    /// The hex that a choice names, or else that of the counter that it names.
    fn hex_of(&self, action: Self::Action) -> Option<Hex>;

    /// The middle of hexes: the one with the least way to all the others.
    fn middle(&self, hexes: &[Hex]) -> Option<Hex> {
        let grid = Self::grid(self.scenario());
        hexes.iter().copied().min_by_key(|&hex| hexes.iter().map(|&other| u32::from(grid.distance(hex, other))).sum::<u32>())
    }

    /// Places and other things of the map by name.
    fn gazetteer(scenario: &Self::Scenario) -> String;
}

/// The map as text without counters, with its gazetteer.
pub(crate) fn map<G: TextMap>(scenario: &'static G::Scenario, ink: Ink) -> String {
    format!("{}\n{}", draw(&G::new(scenario), None, None, ink), G::gazetteer(scenario))
}

/// The position as text.
///
/// # Errors
/// The hex that the extent names does not exist.
pub(crate) fn board<G: TextMap>(game: &G, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
    let centre = match extent {
        Extent::Whole => None,
        Extent::Focus => match focus(game, viewer) {
            None => return Ok(String::new()),
            centre => centre,
        },
        Extent::Around(name) => Some(named::<G>(game.scenario(), name)?),
    };
    Ok(draw(game, Some(viewer), centre, ink))
}

/// Where the side to act has its attention: the march, the battle, or the middle of its choices.
fn focus<G: TextMap>(game: &G, viewer: Side) -> Option<Hex> {
    if let Some(hex) = game.attention() {
        return Some(hex);
    }
    if game.turn() != Turn::Player(viewer) {
        return None;
    }
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    game.middle(&legal.iter().filter_map(|&action| game.hex_of(action)).collect::<Vec<Hex>>())
}

/// The map, with the counters of a position as somebody sees them or without, whole or around a hex.
fn draw<G: TextMap>(game: &G, viewer: Option<Side>, centre: Option<Hex>, ink: Ink) -> String {
    let grid = G::grid(game.scenario());
    let frame = Frame::of(grid, G::open(game.scenario()));
    let mut canvas = frame.canvas();
    for hex in grid.hexes() {
        let (x, y) = frame.corner(hex);
        frame.draw_sides(game, hex, &mut canvas);
        for (column, line, text, tone) in game.number(hex).into_iter().chain(contents(game, viewer, hex, frame.wide)) {
            canvas.write(x + column, y + line, &text, tone);
        }
    }
    if let Some(hex) = game.marching_hex().filter(|_| viewer.is_some()) {
        let (x, y) = frame.corner(hex);
        let left = if grid.layout().is_pointy() { x } else { x + 1 };
        canvas.put(left, y + 1, '>', Tone::Focus);
        canvas.put(left, y + 2, '>', Tone::Focus);
    }
    let mut text = if grid.layout().is_pointy() {
        frame.rows(&canvas, centre, G::WINDOW, ink)
    } else {
        frame.rectangle(&canvas, centre, G::WINDOW, ink)
    };
    text.push_str(translate(G::LEGEND));
    text.push('\n');
    text
}

/// The counters of a hex, or else its place, or else its ground.
fn contents<G: TextMap>(game: &G, viewer: Option<Side>, hex: Hex, wide: usize) -> Vec<Mark> {
    let mut marks: Vec<Mark> = game.over(hex).filter(|_| viewer.is_some()).into_iter().collect();
    if let Some((side, viewer)) = game.occupant(hex).zip(viewer) {
        let tone = match side {
            _ if game.is_fought_for(hex) => Tone::Focus,
            Side::Axis => Tone::Axis,
            Side::Soviet => Tone::Soviet,
        };
        marks.push((1, 2, game.stack_text(side, hex, viewer), tone));
    } else if let Some((_, name)) = G::places(game.scenario()).find(|(place, _)| *place == hex) {
        marks.push((1, 2, name.chars().take(wide - 1).collect(), Tone::Strong));
    } else {
        marks.extend(game.terrain(hex));
    }
    marks
}

/// Where hexes lie on the canvas.
struct Frame<'a> {
    grid: &'a Grid,
    /// Columns of a hex.
    wide: usize,
    /// Lines of a hex.
    high: usize,
    /// Columns left of the map, for row numbers.
    left: usize,
    /// Columns of hexes in which some are in play.
    columns: Range<usize>,
    /// Rows of hexes in which some are in play.
    rows: Range<usize>,
}

impl<'a> Frame<'a> {
    fn of(grid: &'a Grid, open: impl Iterator<Item = Hex>) -> Self {
        let at: Vec<(usize, usize)> = open.map(|hex| grid.offset_xy(hex)).map(|(column, row)| (column.into(), row.into())).collect();
        let span = |of: fn(&(usize, usize)) -> usize| {
            let (least, most) = (at.iter().map(of).min(), at.iter().map(of).max());
            least.unwrap_or(0)..most.map_or(0, |most| most + 1)
        };
        let (columns, rows) = (span(|at| at.0), span(|at| at.1));
        let (wide, high, left) = if grid.layout().is_pointy() { (6, 3, 3) } else { (8, 4, 0) };
        Frame { grid, wide, high, left, columns, rows }
    }

    fn canvas(&self) -> Canvas {
        let (columns, rows) = (usize::from(self.grid.columns()), usize::from(self.grid.rows()));
        if self.grid.layout().is_pointy() {
            Canvas::new(self.left + columns * self.wide + self.wide, rows * self.high + 1)
        } else {
            Canvas::new(columns * self.wide + 1, rows * self.high + self.high / 2 + 1)
        }
    }

    /// Upper left corner of a hex.
    fn corner(&self, hex: Hex) -> (usize, usize) {
        let (column, row) = self.grid.offset_xy(hex);
        let (x, y) = (self.left + usize::from(column) * self.wide, usize::from(row) * self.high);
        if self.grid.layout().is_pointy() {
            (x + self.shift(self.grid.row(hex), self.wide), y)
        } else {
            (x, y + self.shift(self.grid.column(hex), self.high))
        }
    }

    /// How far a printed row or column is shifted by half a hex.
    fn shift(&self, line: u8, size: usize) -> usize {
        if line.is_multiple_of(2) == self.grid.layout().shifts_even() { size / 2 } else { 0 }
    }

    fn draw_sides<G: TextMap>(&self, game: &G, hex: Hex, canvas: &mut Canvas) {
        let (x, y) = self.corner(hex);
        let of = |direction: usize| game.side_mark(hex, Direction::ALL[direction]);
        if !self.grid.layout().is_pointy() {
            // 0 is the northern side, 5 the north-western, 4 the south-western one.
            for (direction, begin, (across, down)) in [(0, (1, 0), (3, 0)), (5, (0, 0), (0, 1)), (4, (0, 2), (0, 2))] {
                let mark = of(direction);
                match mark.along {
                    Some((line, tone)) if direction == 0 => canvas.write(x + 1, y, &line.to_string().repeat(self.wide - 1), tone),
                    None if direction == 0 => {}
                    along => {
                        let (line, tone) = along.unwrap_or(('·', Tone::Dim));
                        canvas.put(x, y + begin.1, line, tone);
                        canvas.put(x, y + begin.1 + 1, line, tone);
                    }
                }
                if let Some(way) = mark.across {
                    canvas.put(x + across, y + down, way, Tone::Road);
                }
            }
            return;
        }
        // 5 is the north-western side, 0 the north-eastern one.
        for (half, direction) in [(0, 5), (self.wide / 2, 0)] {
            let mark = of(direction);
            if let Some((line, tone)) = mark.along {
                canvas.write(x + half, y, &line.to_string().repeat(self.wide / 2), tone);
            }
            if let Some(way) = mark.across {
                canvas.put(x + half + 1, y, way, Tone::Road);
            }
        }
        let west = of(4);
        if let Some((line, tone)) = west.along {
            canvas.put(x, y + 1, line, tone);
            canvas.put(x, y + 2, line, tone);
        }
        if let Some(way) = west.across {
            canvas.put(x, y + 2, way, Tone::Road);
        }
    }

    /// Rows with their numbers, each cut where its hexes begin and end, under the numbers of the columns.
    fn rows(&self, canvas: &Canvas, centre: Option<Hex>, (near, far): (usize, usize), ink: Ink) -> String {
        let (across, down) = centre.map_or((self.columns.clone(), self.rows.clone()), |hex| {
            let (column, row) = self.grid.offset_xy(hex);
            (around(column.into(), near, 1, &self.columns), around(row.into(), far, 1, &self.rows))
        });
        let mut text = String::from("     ");
        for column in across.clone() {
            let _ = write!(text, "{:<width$}", format!(" {:02}", column + usize::from(self.grid.first_column())), width = self.wide);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        for row in down {
            let number = row + usize::from(self.grid.first_row());
            let shift = self.shift(number as u8, self.wide);
            let cells = self.left + across.start * self.wide + shift..self.left + across.end * self.wide + shift + 1;
            for (offset, line) in canvas.window(cells, row * self.high..(row + 1) * self.high, ink).into_iter().enumerate() {
                let label = if offset == 1 { format!("{number:02} ") } else { "   ".to_owned() };
                let _ = writeln!(text, "{}", format!("{label}{:shift$}{line}", "").trim_end());
            }
        }
        text
    }

    /// A part of the canvas.
    fn rectangle(&self, canvas: &Canvas, centre: Option<Hex>, (near, far): (usize, usize), ink: Ink) -> String {
        let whole = self.columns.start * self.wide..self.columns.end * self.wide + 1;
        let (columns, lines) = (whole, self.rows.start * self.high..self.rows.end * self.high + self.high / 2 + 1);
        let (across, down) = centre.map_or((columns.clone(), lines.clone()), |hex| {
            let (x, y) = self.corner(hex);
            (around(x, near, self.wide, &columns), around(y, far, self.high, &lines))
        });
        canvas.window(across, down, ink).join("\n") + "\n"
    }
}

/// So many hexes on both sides of one that begins at a place, within limits.
fn around(at: usize, reach: usize, size: usize, within: &Range<usize>) -> Range<usize> {
    let last = (at + (reach + 1) * size).min(within.end);
    at.saturating_sub(reach * size).max(within.start).min(last)..last
}

#[cfg(test)]
mod tests {
    use stavka_engine::Game as _;
    use stavka_engine::across_the_bug::AcrossTheBug;
    use stavka_engine::catalogue::Catalogue as _;

    use super::*;

    #[test]
    fn a_text_map_is_no_larger_than_what_is_in_play() {
        let scenario = AcrossTheBug::load("attack").expect("it is embedded");
        let grid = AcrossTheBug::grid(scenario);
        let columns: Vec<usize> = AcrossTheBug::open(scenario).map(|hex| usize::from(grid.offset_xy(hex).0)).collect();
        let across = columns.iter().max().expect("some hex") - columns.iter().min().expect("some hex") + 1;
        assert!(across < usize::from(grid.columns()), "the scenario is a part of the map");
        let text = board(&AcrossTheBug::new(scenario), Side::Axis, Extent::Whole, Ink::Plain).expect("the whole map needs no name");
        let legend = translate(AcrossTheBug::LEGEND);
        let rows = text.strip_suffix('\n').and_then(|text| text.strip_suffix(legend)).expect("the legend ends it");
        let widest = rows.lines().map(|line| line.chars().count()).max().expect("some lines");
        assert!(widest <= across * 8 + 1, "{widest} for {across} columns");
        for hex in AcrossTheBug::open(scenario) {
            assert!(rows.contains(&grid.name(hex).to_string()));
        }
    }
}
