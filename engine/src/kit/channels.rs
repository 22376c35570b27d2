//! Planes and globals as rows. A row of [`channels!`](crate::channels) is a channel: its name, its meaning, its scale, what it is
//! to a learner, and its value.

use std::slice::IterMut;

use crate::game::Side;
use crate::hex::{Grid, Hex, HexSet};
use crate::observation::{Cells, Channel, Observation, ObservationSpec, Role};
use crate::square::{self, CellSet};

pub use crate::channels;

/// A cell of an observation, whatever its shape: the place of its value in a plane.
pub trait Spot: Copy {
    /// Row-major index.
    fn index(self) -> usize;
}

impl Spot for Hex {
    #[inline]
    fn index(self) -> usize {
        Hex::index(self)
    }
}

impl Spot for square::Cell {
    #[inline]
    fn index(self) -> usize {
        square::Cell::index(self)
    }
}

/// What the specification says of a channel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// Short name.
    pub name: &'static str,
    /// What the value counts.
    pub meaning: &'static str,
    /// What the value is divided by; in planes by whoever reads the bytes.
    pub scale: Option<f32>,
    /// What it is to a learner: in planes of a side the viewer's and the other's.
    pub roles: &'static [Role],
}

/// All that a game shows, in the order of the observation.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Planes that only the scenario decides.
    pub static_planes: &'static [Row],
    /// Planes of each side.
    pub sides: &'static [&'static [Row]],
    /// Planes of the procedures in progress.
    pub procedure: &'static [Row],
    /// Globals.
    pub globals: &'static [Row],
    /// Names and meanings of the verbs of action tokens.
    pub verbs: &'static [(&'static str, &'static str)],
    /// Number of counters that tokens can name.
    pub units: usize,
    /// Longest legal list that can occur.
    pub max_actions: usize,
}

impl Shown {
    /// Shape of the observations on a map, of which `add` writes the static planes hex by hex.
    pub fn on(&self, grid: &Grid, mut add: impl FnMut(Hex, &mut Cell<'_>)) -> ObservationSpec {
        let size = [grid.rows(), grid.columns()].map(usize::from);
        self.over(Cells::Hex(grid.offset_layout()), size, |index, cell| add(Hex(index), cell))
    }

    /// Shape of the observations on a board of `[rows, columns]`, of which `add` writes the static planes cell by cell, each by its
    /// row-major index.
    pub fn over(&self, cells: Cells, [height, width]: [usize; 2], mut add: impl FnMut(u16, &mut Cell<'_>)) -> ObservationSpec {
        let area = height * width;
        let mut static_planes = vec![0; self.static_planes.len() * area];
        let mut ground = Planes::new(&mut static_planes, area);
        (0..area as u16).for_each(|index| add(index, &mut ground.cell(Hex(index))));
        let scales = |rows: &'static [Row]| rows.iter().map(|row| row.scale.unwrap_or(1.0));
        let of_sides = [self.sides, self.sides].concat();
        ObservationSpec {
            height,
            width,
            cells,
            static_planes,
            scales: scales(self.static_planes).chain(of_sides.into_iter().flat_map(scales)).chain(scales(self.procedure)).collect(),
            planes: plain(self.static_planes).chain(of_both_sides(self.sides)).chain(plain(self.procedure)).collect(),
            globals: plain(self.globals).collect(),
            verbs: self.verbs.iter().map(|&(name, meaning)| Channel::new(name, meaning)).collect(),
            units: self.units,
            max_actions: self.max_actions,
        }
    }
}

/// Writes all that a viewer is shown, in the order of [`Shown`]: the planes of the viewer's side and of the other, those of the
/// procedures, and the globals; `area` is the number of cells.
#[inline]
pub fn observe(
    viewer: Side,
    area: usize,
    out: &mut Observation<'_>,
    side: impl Fn(Side, &mut Planes<'_>),
    procedure: impl Fn(&mut Planes<'_>),
    globals: impl Fn(&mut Globals<'_>),
) {
    let mut planes = Planes::new(out.planes, area);
    side(viewer, &mut planes);
    side(viewer.opponent(), &mut planes);
    procedure(&mut planes);
    globals(&mut Globals::new(out.globals));
}

/// The channels of some rows.
pub fn plain(rows: &[Row]) -> impl Iterator<Item = Channel> + '_ {
    rows.iter().map(|row| row.channel(String::new(), 0))
}

/// The channels of rows that both sides have, the viewer's first.
pub fn of_both_sides(rows: &[&[Row]]) -> Vec<Channel> {
    let of = |owner: usize| rows.iter().flat_map(|rows| *rows).map(move |row| row.channel(["own-", "other-"][owner].to_owned(), owner));
    of(0).chain(of(1)).collect()
}

impl Row {
    fn channel(&self, prefix: String, owner: usize) -> Channel {
        let scale = self.scale.map_or(String::new(), |scale| format!(" / {scale}"));
        let channel = Channel::new(prefix + self.name, format!("{}{scale}", self.meaning));
        Channel { role: self.roles.get(owner).copied(), ..channel }
    }
}

/// Declares channels, one row each: name, meaning, what the value is divided by, what the channel is to a learner, value.
///
/// The head names the table of the rows, for the specification, and the function that writes their values in order to [`Globals`],
/// to a [`Cell`] of several planes, or to whole [`Planes`]. The statements in its braces come before the rows.
///
/// ```
/// use stavka_engine::kit::channels::{Globals, channels, plain};
///
/// pub struct Race { lap: u8, raining: bool }
///
/// channels! {
///     /// What is seen of a race.
///     const GLOBALS, fn put_globals(race: &Race) to Globals {
///         let laps_left = 10 - race.lap;
///     }
///     "left": "laps to go" / 10.0 => laps_left;
///     "rain": "1 if it rains" => race.raining;
/// }
///
/// let mut globals = [0.0; GLOBALS.len()];
/// put_globals(&Race { lap: 4, raining: true }, &mut Globals::new(&mut globals));
/// assert_eq!(globals, [0.6, 1.0]);
/// assert_eq!(plain(GLOBALS).next().expect("a global").meaning, "laps to go / 10");
/// ```
#[macro_export]
macro_rules! channels {
    (
        $(#[$meta:meta])*
        $visibility:vis const $ROWS:ident, fn $write:ident($($input:ident: $Input:ty),*) to $Target:ident { $($before:tt)* }
        $($name:literal: $meaning:literal $(/ $scale:expr)? $(, roles $roles:expr)? => $value:expr;)*
    ) => {
        $(#[$meta])*
        $visibility const $ROWS: &[$crate::kit::channels::Row] = &[$($crate::kit::channels::Row {
            name: $name,
            meaning: $meaning,
            scale: [$(Some($scale),)? None][0],
            roles: [$(&$roles as &[_],)? &[]][0],
        }),*];

        #[doc = concat!("Writes the values of [`", stringify!($ROWS), "`].")]
        $visibility fn $write($($input: $Input,)* out: &mut $crate::kit::channels::$Target<'_>) {
            $($before)*
            $(out.put($value, [$($scale,)? 1.0][0]);)*
        }
    };
}

/// A value of a global.
pub trait Value {
    /// The number.
    fn number(self) -> f32;
}

/// A value of a cell of a plane: a byte. What is greater than a byte is shown as the greatest.
pub trait Count: Copy {
    /// The byte.
    fn count(self) -> u8;

    /// Brings the value into a cell that several may share: numbers add up.
    #[inline]
    fn bring(self, cell: &mut u8) {
        *cell = cell.saturating_add(self.count());
    }
}

impl Value for bool {
    #[inline]
    fn number(self) -> f32 {
        f32::from(u8::from(self))
    }
}

/// One where it holds; in a shared cell one if it ever holds.
impl Count for bool {
    #[inline]
    fn count(self) -> u8 {
        self.into()
    }

    #[inline]
    fn bring(self, cell: &mut u8) {
        *cell |= u8::from(self);
    }
}

impl Value for u8 {
    #[inline]
    fn number(self) -> f32 {
        self.into()
    }
}

impl Count for u8 {
    #[inline]
    fn count(self) -> u8 {
        self
    }
}

impl Value for u16 {
    #[inline]
    fn number(self) -> f32 {
        self.into()
    }
}

impl Count for u16 {
    #[inline]
    fn count(self) -> u8 {
        self.try_into().unwrap_or(u8::MAX)
    }
}

impl Value for usize {
    #[inline]
    fn number(self) -> f32 {
        self as f32
    }
}

impl Count for usize {
    #[inline]
    fn count(self) -> u8 {
        self.try_into().unwrap_or(u8::MAX)
    }
}

impl Value for f32 {
    #[inline]
    fn number(self) -> f32 {
        self
    }
}

/// Zero without a value.
impl<V: Value> Value for Option<V> {
    #[inline]
    fn number(self) -> f32 {
        self.map_or(0.0, V::number)
    }
}

/// Zero without a value.
impl<C: Count> Count for Option<C> {
    #[inline]
    fn count(self) -> u8 {
        self.map_or(0, C::count)
    }

    #[inline]
    fn bring(self, cell: &mut u8) {
        if let Some(value) = self {
            value.bring(cell);
        }
    }
}

/// Globals that are written one after the other.
pub struct Globals<'a>(IterMut<'a, f32>);

impl<'a> Globals<'a> {
    /// All globals of an observation.
    pub fn new(globals: &'a mut [f32]) -> Self {
        Globals(globals.iter_mut())
    }

    /// Writes the next global.
    #[inline]
    pub fn put(&mut self, value: impl Value, scale: f32) {
        *self.0.next().expect("the buffer has the length of the specification") = value.number() / scale;
    }
}

/// Planes that are written one after the other.
pub struct Planes<'a> {
    rest: &'a mut [u8],
    area: usize,
}

impl<'a> Planes<'a> {
    /// Planes of zeros, each of `area` cells.
    pub fn new(planes: &'a mut [u8], area: usize) -> Self {
        planes.fill(0);
        Planes { rest: planes, area }
    }

    /// Writes the next plane. The scale is for whoever reads it.
    #[inline]
    pub fn put(&mut self, value: impl PlaneValue, _scale: f32) {
        value.paint(self.take(self.area));
    }

    /// A cell of the planes that come next.
    #[inline]
    pub fn cell(&mut self, spot: impl Spot) -> Cell<'_> {
        Cell { planes: self.rest, at: spot.index(), area: self.area }
    }

    /// Leaves planes behind that were written cell by cell.
    pub fn skip(&mut self, rows: &[Row]) {
        self.take(rows.len() * self.area);
    }

    fn take(&mut self, cells: usize) -> &'a mut [u8] {
        let (taken, rest) = std::mem::take(&mut self.rest).split_at_mut(cells);
        self.rest = rest;
        taken
    }
}

/// One cell in planes that are written one after the other.
pub struct Cell<'a> {
    planes: &'a mut [u8],
    at: usize,
    area: usize,
}

impl Cell<'_> {
    /// Brings a value into the next plane. The scale is for whoever reads it.
    #[inline]
    pub fn put(&mut self, value: impl Count, _scale: f32) {
        value.bring(&mut self.planes[self.at]);
        self.at += self.area;
    }
}

/// A value of a channel that is a whole plane.
pub trait PlaneValue {
    /// Writes it onto a plane of zeros.
    fn paint(self, plane: &mut [u8]);
}

/// One in each hex of the set.
impl<const W: usize> PlaneValue for HexSet<W> {
    #[inline]
    fn paint(self, plane: &mut [u8]) {
        for hex in self.iter() {
            plane[hex.index()] = 1;
        }
    }
}

/// One in each cell of the set.
impl PlaneValue for &CellSet {
    #[inline]
    fn paint(self, plane: &mut [u8]) {
        Values(self.iter().map(|cell| (cell, true))).paint(plane);
    }
}

/// One in each of the cells.
impl<S: Spot> PlaneValue for &[S] {
    #[inline]
    fn paint(self, plane: &mut [u8]) {
        Values(self.iter().map(|&spot| (spot, true))).paint(plane);
    }
}

/// One in the cell, if there is one.
impl<S: Spot> PlaneValue for Option<S> {
    #[inline]
    fn paint(self, plane: &mut [u8]) {
        Values(self.map(|spot| (spot, true)).into_iter()).paint(plane);
    }
}

/// Values of cells; the last one of a cell counts.
pub struct Values<I>(pub I);

impl<S: Spot, C: Count, I: Iterator<Item = (S, C)>> PlaneValue for Values<I> {
    #[inline]
    fn paint(self, plane: &mut [u8]) {
        self.0.for_each(|(spot, value)| plane[spot.index()] = value.count());
    }
}

/// Values of cells; those of one cell add up.
pub struct Sums<I>(pub I);

impl<S: Spot, C: Count, I: Iterator<Item = (S, C)>> PlaneValue for Sums<I> {
    #[inline]
    fn paint(self, plane: &mut [u8]) {
        self.0.for_each(|(spot, value)| value.bring(&mut plane[spot.index()]));
    }
}
