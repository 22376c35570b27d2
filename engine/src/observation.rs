//! Observations: what a side may know, as numbers of one declared shape for every game.

use serde::Serialize;

use crate::game::{Game, Side};
use crate::hex::Layout;

/// Number of integers of an action token: verb, unit, from, to, amount.
pub const TOKEN_WIDTH: usize = 5;

/// One legal action as five small integers. `-1` stands for "does not apply". Hexes are row-major
/// indices into the observation's grid, units index the scenario's counter list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionToken {
    /// Index into [`ObservationSpec::verbs`].
    pub verb: i16,
    /// Counter.
    pub unit: i16,
    /// Hex the action starts from.
    pub from: i16,
    /// Hex the action aims at.
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

/// Declared shape of the observations of a scenario: planes of `height` x `width` over the hex grid
/// in offset coordinates (row-major, row 01 and column 01 first), a vector of globals and one token
/// per legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ObservationSpec {
    /// Rows of the grid.
    pub height: usize,
    /// Columns of the grid.
    pub width: usize,
    /// How the hexes of these rows and columns stand, the first of each counted as 1.
    pub layout: Layout,
    /// Meaning of each plane, in order.
    pub planes: Vec<Channel>,
    /// Meaning of each global, in order.
    pub globals: Vec<Channel>,
    /// Meaning of each verb of the action tokens, in order.
    pub verbs: Vec<Channel>,
    /// Number of counters that tokens can name.
    pub units: usize,
    /// Longest legal list that can occur: the length of the token and mask buffers.
    pub max_actions: usize,
}

impl ObservationSpec {
    /// Length of the plane buffer: planes x height x width.
    pub fn plane_len(&self) -> usize {
        self.planes.len() * self.height * self.width
    }

    /// Index of the plane with a role, if the game declares one.
    pub fn plane_of(&self, role: Role) -> Option<usize> {
        self.planes.iter().position(|plane| plane.role == Some(role))
    }
}

/// Caller-owned buffers that one observation is written into.
pub struct Observation<'a> {
    /// planes x height x width, row-major.
    pub planes: &'a mut [f32],
    /// One value per global.
    pub globals: &'a mut [f32],
}

/// Encoding of states and actions for learners.
///
/// ```
/// use stavka_engine::armir::Armir;
/// use stavka_engine::catalogue::Catalogue as _;
/// use stavka_engine::observation::Observation;
/// use stavka_engine::{Game as _, Observe as _, Side, View};
///
/// let scenario = Armir::load("historical")?;
/// let spec = Armir::observation_spec(scenario);
/// let (mut planes, mut globals) = (vec![0.0; spec.plane_len()], vec![0.0; spec.globals.len()]);
/// let game = Armir::new(scenario);
/// View::new(&game, Side::Axis).observe(&mut Observation { planes: &mut planes, globals: &mut globals });
/// for (channel, value) in spec.globals.iter().zip(&globals) {
///     println!("{}: {value}", channel.name);
/// }
/// # Ok::<(), stavka_engine::catalogue::CatalogueError>(())
/// ```
pub trait Observe: Game {
    /// Shape and meaning of this scenario's observations.
    fn observation_spec(scenario: &Self::Scenario) -> &ObservationSpec;

    /// Writes everything that `viewer` may know and nothing else. The buffers have the lengths of
    /// the spec; every element is overwritten.
    fn observe(&self, viewer: Side, out: &mut Observation<'_>);

    /// The token of an action in this position.
    fn token(&self, action: Self::Action) -> ActionToken;
}
