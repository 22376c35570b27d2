//! Observations: what a side may know, as numbers of one declared shape for every game.

use serde::{Deserialize, Serialize};

use crate::game::{Game, Side};
use crate::hex::{Direction, Layout};

/// Number of integers of an action token: verb, unit, from, to, amount.
pub const TOKEN_WIDTH: usize = 5;

/// One legal action as five small integers. `-1` stands for "does not apply". Cells are row-major
/// indices into the observation's grid, units index the scenario's counter list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionToken {
    /// Index into [`ObservationSpec::verbs`].
    pub verb: i16,
    /// Counter.
    pub unit: i16,
    /// Cell the action starts from.
    pub from: i16,
    /// Cell the action aims at.
    pub to: i16,
    /// A number such as points spent or a die result.
    pub amount: i16,
}

impl ActionToken {
    /// The token as an array in the order verb, unit, from, to, amount.
    pub const fn to_array(self) -> [i16; TOKEN_WIDTH] {
        [self.verb, self.unit, self.from, self.to, self.amount]
    }
}

/// What a plane is to a learner that knows no game: where the map ends, and what the sides own at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// 1 on hexes in play, the same in every position.
    InPlay,
    /// Strength of the viewer's units in each hex; the sum over the map falls with losses.
    OwnSteps,
    /// The same of the other side.
    OtherSteps,
    /// 1 on hexes that the viewer controls.
    OwnControl,
    /// 1 on hexes that the other side controls.
    OtherControl,
}

/// Name and meaning of one plane or global.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Channel {
    /// Short name.
    pub name: String,
    /// Unit and scale.
    pub meaning: String,
    /// What it is to a learner, if that is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
}

impl Channel {
    /// A channel.
    pub fn new(name: impl Into<String>, meaning: impl Into<String>) -> Self {
        Channel { name: name.into(), meaning: meaning.into(), role: None }
    }

    /// The channel with a declared role.
    pub fn playing(self, role: Role) -> Self {
        Channel { role: Some(role), ..self }
    }
}

/// How the cells of a grid of rows and columns lie to each other.
///
/// ```
/// use stavka_engine::hex::Layout;
/// use stavka_engine::observation::Cells;
///
/// // The cell in the middle of three rows of three, and the one to its left.
/// assert_eq!(Cells::Square.neighbour([3, 3], 4, 6), Some(3));
/// assert_eq!(Cells::Hex(Layout::PointyEvenRight).neighbour([3, 3], 4, 4), Some(3));
/// assert_eq!(Cells::Square.neighbour([3, 3], 3, 6), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cells {
    /// Squares with eight neighbours: from the one above on clockwise.
    Square,
    /// Hexes with six neighbours in the order of [`Direction`]; the first row and the first column count as 1.
    #[serde(untagged)]
    Hex(Layout),
}

impl Cells {
    /// Number of directions in which a cell can have a neighbour.
    pub const fn directions(self) -> usize {
        match self {
            Cells::Square => 8,
            Cells::Hex(_) => 6,
        }
    }

    /// The next cell of a grid of `[rows, columns]` that way; `None` at its edge and for a direction that there is not. Cells are
    /// row-major indices.
    pub fn neighbour(self, [rows, columns]: [usize; 2], cell: usize, direction: usize) -> Option<usize> {
        const CIRCLE: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let (column, row) = ((cell % columns) as i16, (cell / columns) as i16);
        let (column, row) = match self {
            Cells::Square => CIRCLE.get(direction).map(|(right, down)| (column + right, row + down))?,
            Cells::Hex(layout) => layout.step((column, row), Direction::new(direction as u8)?),
        };
        let column = usize::try_from(column).ok().filter(|&column| column < columns)?;
        let row = usize::try_from(row).ok().filter(|&row| row < rows)?;
        Some(row * columns + column)
    }
}

/// Declared shape of the observations of a scenario: planes of `height` x `width` cells (row-major, row 01 and column 01 first),
/// a vector of globals and one token per legal action. A cell of a plane is a byte, and stands for the number that is the byte divided by
/// the scale of its plane. The first planes are the same in every position: they are given here, once.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ObservationSpec {
    /// Rows of the grid.
    pub height: usize,
    /// Columns of the grid.
    pub width: usize,
    /// How the cells of these rows and columns lie to each other.
    #[serde(rename = "layout")]
    pub cells: Cells,
    /// Meaning of each plane, in order.
    pub planes: Vec<Channel>,
    /// What the bytes of each plane are divided by, in order.
    pub scales: Vec<f32>,
    /// Bytes of the static planes, which come first: planes x height x width, row-major.
    #[serde(skip)]
    pub static_planes: Vec<u8>,
    /// Meaning of each global, in order.
    pub globals: Vec<Channel>,
    /// Meaning of each verb of the action tokens, in order.
    pub verbs: Vec<Channel>,
    /// Number of counters that tokens can name.
    pub units: usize,
    /// Longest legal list that can occur: the length of the token and mask buffers.
    pub max_actions: usize,
}

/// The ids of the actions of a scenario. An id depends on action and scenario alone: the first id of the row that declares the
/// action, and the fields of the action as the digits of a number of mixed radix, in the order of the row.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct ActionIds {
    /// The rows, in order.
    pub rows: Vec<IdRow>,
}

/// A row of [`ActionIds`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IdRow {
    /// The notation of the row, fields in braces.
    pub notation: &'static str,
    /// The first id.
    pub first: u64,
    /// Values of each field.
    pub radices: Vec<u32>,
}

impl IdRow {
    /// The id after the last.
    fn end(&self) -> u64 {
        self.first + self.radices.iter().map(|&radix| u64::from(radix)).product::<u64>()
    }
}

impl ActionIds {
    /// Largest space that is offered to learners.
    pub const LIMIT: u64 = 1 << 20;

    /// Adds a row after the others.
    pub fn push(&mut self, notation: &'static str, radices: Vec<u32>) {
        self.rows.push(IdRow { notation, first: self.count(), radices });
    }

    /// The id of an action of a row, given as digits.
    pub fn id(&self, row: usize, digits: &[u32]) -> u64 {
        let IdRow { first, radices, .. } = &self.rows[row];
        debug_assert!(digits.iter().zip(radices).all(|(digit, radix)| digit < radix), "{digits:?} of {radices:?}");
        first + radices.iter().zip(digits).fold(0, |id, (&radix, &digit)| id * u64::from(radix) + u64::from(digit))
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.rows.last().map_or(0, IdRow::end)
    }

    /// Size of the space, where it is at most [`ActionIds::LIMIT`].
    pub fn space(&self) -> Option<usize> {
        Some(self.count()).filter(|&count| count <= Self::LIMIT).map(|count| count as usize)
    }
}

impl ObservationSpec {
    /// Bytes of all planes: planes x height x width.
    pub fn plane_len(&self) -> usize {
        self.planes.len() * self.height * self.width
    }

    /// Bytes of the planes that change, which [`Observe::observe`] writes.
    pub fn changing_len(&self) -> usize {
        self.plane_len() - self.static_planes.len()
    }

    /// Of all planes those that change.
    pub fn changing<'a>(&self, planes: &'a mut [u8]) -> &'a mut [u8] {
        &mut planes[self.static_planes.len()..]
    }

    /// The numbers that the bytes of all planes stand for, in the same order.
    ///
    /// # Panics
    /// If one of them does not have the length of all planes.
    pub fn scale(&self, planes: &[u8], out: &mut [f32]) {
        assert_eq!((planes.len(), out.len()), (self.plane_len(), self.plane_len()), "the bytes and the numbers of all planes");
        scale_planes(planes, &self.scales, out);
    }

    /// Index of the plane with a role, if the game declares one.
    pub fn plane_of(&self, role: Role) -> Option<usize> {
        self.planes.iter().position(|plane| plane.role == Some(role))
    }
}

/// The numbers that the bytes of a position's planes stand for: each byte divided by the scale of its plane, in the same order.
///
/// # Panics
/// If there are not as many numbers as bytes, or no scales for bytes.
pub fn scale_planes(planes: &[u8], scales: &[f32], out: &mut [f32]) {
    assert_eq!(planes.len(), out.len(), "a number for each byte");
    let area = planes.len().checked_div(scales.len()).expect("a scale for each plane").max(1);
    for ((&scale, plane), out) in scales.iter().zip(planes.chunks_exact(area)).zip(out.chunks_exact_mut(area)) {
        for (out, &byte) in out.iter_mut().zip(plane) {
            *out = f32::from(byte) / scale;
        }
    }
}

/// Caller-owned buffers for what changes from position to position.
pub struct Observation<'a> {
    /// The planes after the static ones: planes x height x width, row-major.
    pub planes: &'a mut [u8],
    /// One value per global.
    pub globals: &'a mut [f32],
}

/// Encoding of states and actions for learners.
///
/// ```
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::{Game as _, Observe as _, Side, View};
///
/// let scenario = Armir::load("historical")?;
/// let spec = Armir::observation_spec(scenario);
/// let game = Armir::new(scenario);
/// let (planes, globals) = View::new(&game, Side::Axis).observed();
/// assert_eq!(planes.len(), spec.planes.len() * spec.height * spec.width);
/// for (channel, value) in spec.globals.iter().zip(&globals) {
///     println!("{}: {value}", channel.name);
/// }
/// # Ok::<(), stavka_engine::catalogue::CatalogueError>(())
/// ```
pub trait Observe: Game {
    /// Shape and meaning of this scenario's observations.
    fn observation_spec(scenario: &Self::Scenario) -> &ObservationSpec;

    /// Writes what changes from position to position, as `viewer` may know it, and nothing else. The buffers have the lengths
    /// [`ObservationSpec::changing_len`] and that of [`ObservationSpec::globals`]; every element is overwritten.
    fn observe(&self, viewer: Side, out: &mut Observation<'_>);

    /// The bytes of all planes, the static ones first, and the globals: everything that `viewer` may know, in buffers of its own.
    fn encoded(&self, viewer: Side) -> (Vec<u8>, Vec<f32>) {
        let spec = Self::observation_spec(self.scenario());
        let (mut planes, mut globals) = (spec.static_planes.clone(), vec![0.0; spec.globals.len()]);
        planes.resize(spec.plane_len(), 0);
        self.observe(viewer, &mut Observation { planes: spec.changing(&mut planes), globals: &mut globals });
        (planes, globals)
    }

    /// The same with the numbers that the bytes stand for.
    fn observed(&self, viewer: Side) -> (Vec<f32>, Vec<f32>) {
        let spec = Self::observation_spec(self.scenario());
        let (planes, globals) = self.encoded(viewer);
        let mut numbers = vec![0.0; planes.len()];
        spec.scale(&planes, &mut numbers);
        (numbers, globals)
    }

    /// The token of an action in this position.
    fn token(&self, action: Self::Action) -> ActionToken;

    /// The ids of all actions of a scenario, for learners that need a fixed space.
    fn action_ids(scenario: &Self::Scenario) -> ActionIds;

    /// The id of an action among `ids`, those of its scenario: the same in every position.
    fn action_id(&self, action: Self::Action, ids: &ActionIds) -> u64;
}
