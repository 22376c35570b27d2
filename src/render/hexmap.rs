//! What the boards of all games on a map of hexes have in common: where hexes lie in a picture, the front, layers of hexes.

use std::collections::VecDeque;
use std::fmt::Write as _;

use anyhow::anyhow;
use stavka_engine::hex::{Direction, Grid, Hex};
use stavka_engine::{Game, Side, Turn};
use stavka_words::tr;

use super::drawing::{Point, rounded, tenth, works};
use super::phrases::half_points;
use super::theme::{Cell, Layer};
use crate::BadInput;

/// Distance from the centre of a hex to its corners.
pub(crate) const RADIUS: f64 = 40.0;
/// Distance between two opposite sides of a hex.
pub(crate) const BREADTH: f64 = 69.282_032;
/// Distance between the lines of hexes: rows where points are up, columns where sides are.
pub(crate) const PITCH: f64 = 60.0;

/// A game on a map of hexes, as faces read it.
pub(crate) trait HexBoard: Game {
    /// A counter.
    type Unit: Copy;

    /// The grid of the map.
    fn grid(scenario: &Self::Scenario) -> &Grid;

    /// The hexes that units can be in, in ascending order.
    fn open(scenario: &Self::Scenario) -> impl Iterator<Item = Hex> + '_;

    /// Hexes with the names of their places.
    fn places(scenario: &Self::Scenario) -> impl Iterator<Item = (Hex, &str)>;

    /// The side whose units stand in a hex.
    fn occupant(&self, hex: Hex) -> Option<Side>;

    /// The side that controls a hex.
    fn controller(&self, hex: Hex) -> Side;

    /// Whether a hex lies in a zone of control of a side.
    fn in_zoc(&self, side: Side, hex: Hex) -> bool;

    /// The counters of a hex.
    fn stack(&self, hex: Hex) -> impl Iterator<Item = Self::Unit>;

    /// A counter with its values.
    fn unit_name(&self, unit: Self::Unit) -> String;

    /// The open hexes that a side controls.
    fn held(&self, side: Side) -> impl Iterator<Item = Hex> {
        Self::open(self.scenario()).filter(move |&hex| self.controller(hex) == side)
    }

    /// Hexes as a layer.
    fn layer(&self, class: &'static str, title: impl Into<String>, hexes: impl IntoIterator<Item = Hex>) -> Layer {
        Layer { class, title: title.into(), cells: hexes.into_iter().map(|hex| self.cell_name(hex)).collect(), between: false, radius: 0.0 }
    }

    /// The name of a hex as a cell of the board.
    fn cell_name(&self, hex: Hex) -> String {
        Self::grid(self.scenario()).name(hex).to_string()
    }

    /// The counters of a hex in a line.
    fn stack_names(&self, hex: Hex) -> String {
        let names: Vec<String> = self.stack(hex).map(|unit| self.unit_name(unit)).collect();
        if names.is_empty() { tr!("nobody").to_owned() } else { names.join(", ") }
    }

    /// A remark on a hex that zones of control of the enemy of the side to act reach.
    fn zoc_note(&self, hex: Hex) -> &'static str {
        match self.turn() {
            Turn::Player(side) if self.in_zoc(side.opponent(), hex) => tr!(" (enemy ZOC)"),
            _ => "",
        }
    }

    /// The zones of control of the two sides, by the rule of this number.
    fn zoc_layers(&self, rule: &str) -> Vec<Layer> {
        Side::ALL.map(|side| self.layer(tint(side), tr!("{side} zone of control [{rule}]", side, rule), self.zone(side))).into()
    }

    /// The hexes that each side controls, by the rule of this number.
    fn control_layers(&self, rule: &str) -> Vec<Layer> {
        Side::ALL.map(|side| self.layer(tint(side), tr!("{side} control [{rule}]", side, rule), self.held(side))).into()
    }

    /// The open hexes in the zones of control of a side.
    fn zone(&self, side: Side) -> impl Iterator<Item = Hex> {
        Self::open(self.scenario()).filter(move |&hex| self.in_zoc(side, hex))
    }

    /// The hexes of a side in enemy zones of control.
    fn bound(&self, side: Side) -> impl Iterator<Item = Hex> {
        self.zone(side.opponent()).filter(move |&hex| self.occupant(hex) == Some(side))
    }

    /// Who controls a hex, whose zones of control reach it, and what it costs the unit on the move, in half points.
    fn state_of(&self, hex: Hex, cost: Option<u8>) -> Vec<String> {
        let mut lines = vec![tr!("{controller} control", controller = self.controller(hex))];
        let reached = Side::ALL.into_iter().filter(|&side| self.in_zoc(side, hex));
        lines.extend(reached.map(|side| tr!("{side} zone of control", side)));
        lines.extend(cost.map(|cost| tr!("{cost} MP for the unit on the move", cost = half_points(cost))));
        lines
    }

    /// The neighbours of a hex behind sides that are so, in words; nothing if none is.
    fn sides_of(&self, hex: Hex, what: &str, is_so: impl Fn(Direction) -> bool) -> Option<String> {
        let grid = Self::grid(self.scenario());
        let behind: Vec<String> =
            grid.neighbours(hex).filter(|&(way, _)| is_so(way)).map(|(_, near)| grid.name(near).to_string()).collect();
        (!behind.is_empty()).then(|| tr!("{what} to {behind}", what, behind = behind.join(", ")))
    }

    /// Hexsides between hexes of the two sides, as the Axis hex and the direction of the Soviet one.
    fn front_sides(&self) -> Vec<(Hex, Direction)> {
        let open: Vec<Hex> = Self::open(self.scenario()).collect();
        let soviet = |near: Hex| open.binary_search(&near).is_ok() && self.controller(near) == Side::Soviet;
        let sides = |hex| Self::grid(self.scenario()).neighbours(hex).filter(|&(_, near)| soviet(near)).map(move |(way, _)| (hex, way));
        self.held(Side::Axis).flat_map(sides).collect()
    }
}

/// Makes a game a [`HexBoard`] whose scenario has a map with a grid, places and a set of open hexes: a row per game.
macro_rules! hex_board {
    ($game:ty, scenario $scenario:ty, counters $unit:ident named by $name:path, open hexes $open:ident) => {
        impl $crate::hexmap::HexBoard for $game {
            type Unit = $unit;

            fn grid(scenario: &$scenario) -> &stavka_engine::hex::Grid {
                &scenario.map.grid
            }

            fn open(scenario: &$scenario) -> impl Iterator<Item = stavka_engine::hex::Hex> + '_ {
                scenario.map.$open.iter()
            }

            fn places(scenario: &$scenario) -> impl Iterator<Item = (stavka_engine::hex::Hex, &str)> {
                scenario.map.places.iter().map(|place| (place.hex, place.name.as_str()))
            }

            fn occupant(&self, hex: stavka_engine::hex::Hex) -> Option<stavka_engine::Side> {
                <$game>::occupant(self, hex)
            }

            fn controller(&self, hex: stavka_engine::hex::Hex) -> stavka_engine::Side {
                <$game>::controller(self, hex)
            }

            fn in_zoc(&self, side: stavka_engine::Side, hex: stavka_engine::hex::Hex) -> bool {
                <$game>::in_zoc(self, side, hex)
            }

            fn stack(&self, hex: stavka_engine::hex::Hex) -> impl Iterator<Item = $unit> {
                <$game>::stack(self, hex)
            }

            fn unit_name(&self, unit: $unit) -> String {
                $name(self, unit)
            }
        }
    };
}
pub(crate) use hex_board;

/// The class of hexes in the colour of a side.
const fn tint(side: Side) -> &'static str {
    match side {
        Side::Axis => "tint-axis",
        Side::Soviet => "tint-soviet",
    }
}

/// The hex that a user names, by its number or by the name of its place.
///
/// # Errors
/// There is none.
pub(crate) fn named<G: HexBoard>(scenario: &G::Scenario, name: &str) -> anyhow::Result<Hex> {
    if let Some((hex, _)) = G::places(scenario).find(|(_, place)| place.eq_ignore_ascii_case(name)) {
        return Ok(hex);
    }
    G::grid(scenario).parse(name).map_err(|error| anyhow!(BadInput(tr!("{error}, nor is it the name of a place", error))))
}

/// Where the hexes of a map lie in a picture.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    grid: &'a Grid,
    left: f64,
    top: f64,
}

impl<'a> Plan<'a> {
    /// The hexes of a grid to the right of and below a corner.
    pub(crate) const fn new(grid: &'a Grid, left: f64, top: f64) -> Self {
        Plan { grid, left, top }
    }

    /// Width and height of the map.
    pub(crate) fn size(&self) -> (f64, f64) {
        let (columns, rows) = (f64::from(self.grid.columns()), f64::from(self.grid.rows()));
        if self.grid.layout().is_pointy() {
            ((columns + 0.5) * BREADTH, rows * PITCH + PITCH / 3.0)
        } else {
            (PITCH * (columns - 1.0) + 2.0 * RADIUS, BREADTH * (rows + 0.5))
        }
    }

    /// Middle of a hex.
    pub(crate) fn centre(&self, hex: Hex) -> Point {
        let (column, row) = self.grid.offset_xy(hex);
        let layout = self.grid.layout();
        let line = if layout.is_pointy() { self.grid.row(hex) } else { self.grid.column(hex) };
        let shift = if line.is_multiple_of(2) == layout.shifts_even() { 1.0 } else { 0.5 };
        if layout.is_pointy() {
            Point { x: self.left + (f64::from(column) + shift) * BREADTH, y: self.top + RADIUS + f64::from(row) * PITCH }
        } else {
            Point { x: self.left + RADIUS + PITCH * f64::from(column), y: self.top + BREADTH * (f64::from(row) + shift) }
        }
    }

    /// Corners of a hex of this size, clockwise from the top or upper left; the side towards direction `n` lies between corners
    /// `n` and `n + 1`.
    pub(crate) fn corners(&self, centre: Point, radius: f64) -> [Point; 6] {
        let (half, quarter) = (radius * BREADTH / RADIUS / 2.0, radius / 2.0);
        let corners = if self.grid.layout().is_pointy() {
            [(0.0, -radius), (half, -quarter), (half, quarter), (0.0, radius), (-half, quarter), (-half, -quarter)]
        } else {
            [(-quarter, -half), (quarter, -half), (radius, 0.0), (quarter, half), (-quarter, half), (-radius, 0.0)]
        };
        corners.map(|(x, y)| Point { x: centre.x + x, y: centre.y + y })
    }

    /// The ends of a side of a hex.
    pub(crate) fn side(&self, hex: Hex, direction: Direction) -> (Point, Point) {
        let corners = self.corners(self.centre(hex), RADIUS);
        (corners[direction.index()], corners[(direction.index() + 1) % 6])
    }

    /// Corners of a cell around its centre, for highlights.
    pub(crate) fn outline(&self) -> Vec<(f64, f64)> {
        self.corners(Point { x: 0.0, y: 0.0 }, RADIUS).map(|corner| (tenth(corner.x), tenth(corner.y))).to_vec()
    }

    /// Hexes as cells of a board.
    pub(crate) fn cells<G: HexBoard>(&self, scenario: &G::Scenario, hexes: impl Iterator<Item = Hex>) -> Vec<Cell> {
        let cell = |hex: Hex| {
            let (at, name) = (self.centre(hex), self.grid.name(hex).to_string());
            let place = G::places(scenario).find(|(place, _)| *place == hex);
            let label = place.map_or_else(|| name.clone(), |(_, place)| format!("{name} {place}"));
            Cell::new(name, tenth(at.x), tenth(at.y), label)
        };
        hexes.map(cell).collect()
    }

    /// A road or railway through hexes as path data, with corners only in towns.
    pub(crate) fn way<G: HexBoard>(&self, scenario: &G::Scenario, path: &[Hex]) -> String {
        let points: Vec<Point> = path.iter().map(|&hex| self.centre(hex)).collect();
        rounded(&points, |index| G::places(scenario).any(|(town, _)| town == path[index]))
    }

    /// A river along sides between adjacent hexes, downstream, as a run of corners.
    pub(crate) fn river(&self, sides: &[(Hex, Hex)]) -> Vec<Point> {
        let sides: Vec<(Point, Point)> = sides.iter().filter_map(|&(a, b)| Some(self.side(a, self.grid.direction(a, b)?))).collect();
        let mut points: Vec<Point> = Vec::new();
        for (index, &(a, b)) in sides.iter().enumerate() {
            let (from, to) = match (points.last(), sides.get(index + 1)) {
                (Some(&last), _) if last.is(a) => (a, b),
                (Some(&last), _) if last.is(b) => (b, a),
                (_, Some(&(c, d))) if a.is(c) || a.is(d) => (b, a),
                _ => (a, b),
            };
            if points.last().is_none_or(|last| !last.is(from)) {
                points.push(from);
            }
            points.push(to);
        }
        points
    }

    /// The line of a fortified side of a hex as path data, with teeth towards the enemy.
    pub(crate) fn works(&self, hex: Hex, direction: Direction) -> String {
        works(self.centre(hex), self.side(hex, direction))
    }

    /// The group of the numbers of hexes, so far above their middles.
    pub(crate) fn numbers(&self, hexes: impl Iterator<Item = Hex>, above: f64) -> String {
        let mut out = format!(r#"<g id="numbers" data-above="{above}">"#);
        for hex in hexes {
            let at = self.centre(hex);
            let _ = write!(out, r#"<text x="{:.1}" y="{:.1}">{}</text>"#, at.x, at.y - above, self.grid.name(hex));
        }
        out + "</g>"
    }

    /// The line between the sides, as path data: the borders of some length, rounded. Hexes of control behind the line are
    /// no front.
    pub(crate) fn front<G: HexBoard>(&self, game: &G) -> String {
        let sides = game.front_sides().into_iter().map(|(hex, direction)| self.side(hex, direction)).collect();
        long_borders(sides).iter().map(|border| rounded_border(border)).collect()
    }
}

/// Sides of hexes that a piece of the front has at least, unless no piece that ends at the edges of the map is so long.
const SHORTEST_FRONT: usize = 11;
/// Sides of hexes that a ring has at least to be a front: more than a hex with its six neighbours has around it.
const SHORTEST_RING: usize = 19;

/// Whether a border ends where it begins.
fn is_ring(border: &[Point]) -> bool {
    border[0].is(border[border.len() - 1])
}

/// The borders that are long enough for a front, as their corners: a corner more than they have sides.
fn long_borders(sides: Vec<(Point, Point)>) -> Vec<Vec<Point>> {
    let mut borders = borders(sides);
    let longest = borders.iter().filter(|border| !is_ring(border)).map(Vec::len).max().unwrap_or(0);
    borders.retain(|border| border.len() > if is_ring(border) { SHORTEST_RING } else { SHORTEST_FRONT.min(longest - 1) });
    borders
}

/// Sides joined end to end as rounded path data, such as the courses of waters.
pub(crate) fn courses(sides: Vec<(Point, Point)>) -> String {
    borders(sides).iter().map(|border| rounded_border(border)).collect()
}

/// Sides joined end to end as path data with their corners, such as the outline of an area.
pub(crate) fn outlines(sides: Vec<(Point, Point)>) -> String {
    let mut path = String::new();
    for border in borders(sides) {
        for (index, corner) in border.iter().enumerate() {
            let _ = write!(path, "{}{:.0} {:.0}", if index == 0 { "M" } else { "L" }, corner.x, corner.y);
        }
    }
    path
}

/// Sides joined end to end, each border as its corners in order; a closed one ends where it begins. No corner has more
/// than two sides, as three hexes of two owners meet there.
fn borders(mut sides: Vec<(Point, Point)>) -> Vec<Vec<Point>> {
    let mut found = Vec::new();
    while let Some((first, second)) = sides.pop() {
        let mut border = VecDeque::from([first, second]);
        loop {
            let (front, back) = (border[0], border[border.len() - 1]);
            let touches = |(a, b): &(Point, Point)| [a, b].into_iter().any(|end| end.is(front) || end.is(back));
            let Some((a, b)) = sides.iter().position(touches).map(|at| sides.swap_remove(at)) else { break };
            match () {
                () if a.is(back) => border.push_back(b),
                () if b.is(back) => border.push_back(a),
                () if a.is(front) => border.push_front(b),
                () => border.push_front(a),
            }
        }
        found.push(border.into());
    }
    found
}

/// A border as path data: a curve from the middle of each side to the middle of the next, with the corner between them
/// as its bend.
fn rounded_border(corners: &[Point]) -> String {
    let mut path = String::new();
    let middle = |pair: &[Point]| Point { x: f64::midpoint(pair[0].x, pair[1].x), y: f64::midpoint(pair[0].y, pair[1].y) };
    let (first, last) = (corners[0], corners[corners.len() - 1]);
    let start = if first.is(last) { middle(&corners[..2]) } else { first };
    let _ = write!(path, "M{:.0} {:.0}", start.x, start.y);
    for pair in corners[1..].windows(2) {
        let (bend, to) = (pair[0], middle(pair));
        let _ = write!(path, "Q{:.0} {:.0} {:.0} {:.0}", bend.x, bend.y, to.x, to.y);
    }
    if first.is(last) {
        let _ = write!(path, "Q{:.0} {:.0} {:.0} {:.0}Z", last.x, last.y, start.x, start.y);
    } else {
        let _ = write!(path, "L{:.0} {:.0}", last.x, last.y);
    }
    path
}

#[cfg(test)]
mod tests {
    use stavka_engine::Dice;
    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::hex::Layout;

    use super::*;

    #[test]
    fn neighbours_share_the_side_between_them() {
        for layout in [Layout::PointyEvenRight, Layout::PointyOddRight, Layout::FlatEvenDown, Layout::FlatOddDown] {
            for first in [(1, 1), (32, 4)] {
                let grid = Grid::window(first, 5, 4, layout).expect("it is small");
                let plan = Plan::new(&grid, 10.0, 20.0);
                let (width, height) = plan.size();
                for hex in grid.hexes() {
                    for (direction, near) in grid.neighbours(hex) {
                        let ((a, b), (c, d)) = (plan.side(hex, direction), plan.side(near, direction.opposite()));
                        assert!(a.is(d) && b.is(c), "{layout:?} {}", grid.name(hex));
                    }
                    let corners = plan.corners(plan.centre(hex), RADIUS);
                    assert!(
                        corners.iter().all(|at| at.x > 9.9 && at.y > 19.9 && at.x < width + 10.1 && at.y < height + 20.1),
                        "{layout:?}"
                    );
                }
            }
        }
    }

    /// The sides between the hexes of a set and the others of a grid.
    fn around(grid: &Grid, is_in: impl Fn(Hex) -> bool) -> Vec<(Point, Point)> {
        let plan = Plan::new(grid, 0.0, 0.0);
        let inside = grid.hexes().filter(|&hex| is_in(hex));
        inside.flat_map(|hex| grid.neighbours(hex).filter(|&(_, near)| !is_in(near)).map(move |(way, _)| plan.side(hex, way))).collect()
    }

    #[test]
    fn borders_run_from_end_to_end_and_those_around_one_or_two_hexes_are_no_front() {
        for layout in [Layout::PointyEvenRight, Layout::FlatOddDown] {
            let grid = Grid::window((1, 1), 12, 9, layout).expect("it is small");
            let island = grid.at(9, 5).expect("it is on the map");
            let beside = grid.neighbours(island).next().expect("it has neighbours").1;
            let west = |hex: Hex| grid.offset_xy(hex).0 < 4;
            for (islands, corners) in [(vec![], 0), (vec![island], 7), (vec![island, beside], 11)] {
                let sides = around(&grid, |hex| west(hex) || islands.contains(&hex));
                let all = borders(sides.clone());
                assert_eq!(all.iter().map(|border| border.len() - 1).sum::<usize>(), sides.len(), "every side is in one border");
                assert!(
                    all.iter()
                        .flat_map(|border| border.windows(2))
                        .all(|pair| { sides.iter().any(|&(a, b)| (a.is(pair[0]) && b.is(pair[1])) || (b.is(pair[0]) && a.is(pair[1]))) })
                );
                let rings: Vec<usize> = all.iter().filter(|border| border[0].is(border[border.len() - 1])).map(Vec::len).collect();
                assert_eq!(rings, if corners == 0 { vec![] } else { vec![corners] });
                let long = long_borders(sides);
                assert_eq!(long.len(), 1, "the ring is left out");
                assert!(rounded_border(&long[0]).starts_with('M') && !rounded_border(&long[0]).ends_with('Z'));
            }
            let ring = around(&grid, |hex| hex == island);
            assert!(rounded_border(&borders(ring.clone())[0]).ends_with('Z'));
            assert_eq!(long_borders(ring), Vec::<Vec<Point>>::new(), "a ring is no front, were it the only border");
            let corner = around(&grid, |hex| hex == grid.at(1, 1).expect("it is on the map"));
            assert_eq!(long_borders(corner).len(), 1, "where no border is long, the longest from edge to edge is the front");
            let middle = grid.at(6, 5).expect("it is on the map");
            let pocket = around(&grid, |hex| grid.distance(hex, middle) <= 2);
            assert_eq!(long_borders(pocket).len(), 1, "a large pocket has a front");
            assert_eq!(long_borders(Vec::new()), Vec::<Vec<Point>>::new());
        }
    }

    #[test]
    fn small_rings_are_not_drawn_at_the_end_of_random_games() {
        let mut left_out = 0;
        for seed in 0..6 {
            let mut dice = Dice::new(seed);
            let mut game = Armir::new(Armir::load(Armir::embedded()[0]).expect("it is embedded"));
            let mut legal = Vec::new();
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                game.apply(action);
            }
            let plan = Plan::new(<Armir as HexBoard>::grid(game.scenario()), 0.0, 0.0);
            let sides = game.front_sides().into_iter().map(|(hex, direction)| plan.side(hex, direction)).collect();
            left_out += borders(sides).iter().filter(|border| is_ring(border) && border.len() <= SHORTEST_RING).count();
            let front = plan.front(&game);
            let rings: Vec<usize> = front.split('M').filter(|piece| piece.ends_with('Z')).map(|piece| piece.matches('Q').count()).collect();
            assert!(rings.iter().all(|&sides| sides >= SHORTEST_RING), "seed {seed}: {rings:?}");
        }
        assert!(left_out > 0, "random games end with rings that are left out");
    }
}
