//! The blocks.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;
use serde::Deserialize;

use crate::blocks_in_the_east::ids::UnitId;
use crate::blocks_in_the_east::terms::{Colour, Dot, Flag, Frozen, Layer, Nation, Pool, UnitClass, UnitKind, Zone};
use crate::data::{DataError, Source};
use crate::kit::files::rows;
use crate::kit::order_of_battle::{Listed, OrderOfBattle};

/// A block has four edges, and so at most four strengths.
pub const MOST_STEPS: usize = 4;

/// Most movement points that a block may have, and so most hexes of a march: the game's own have five at most.
pub const MOST_MOVEMENT: usize = 8;

/// What a step costs when it is rebuilt [7.3.a].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StepColour {
    /// The cheapest.
    Black,
    /// Dearer.
    White,
    /// The dearest.
    Red,
    /// It is never rebuilt.
    Blue,
}

impl StepColour {
    /// How many there are.
    pub const COUNT: usize = 4;

    /// Number from 0, the place in tables.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A step of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Combat factor; of headquarters, command points.
    pub strength: u8,
    /// What it costs.
    pub colour: StepColour,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Id in data files and notation.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Nation.
    pub nation: Nation,
    /// Kind.
    pub kind: UnitKind,
    /// Class.
    pub class: UnitClass,
    /// Steps from full strength down.
    pub steps: ArrayVec<Step, MOST_STEPS>,
    /// Two hits a step [3.15.c].
    pub shield: bool,
    /// Movement points at TECH 1, 2 and 3; none for what flies or is nowhere.
    pub points: Option<[u8; 3]>,
    /// Range at TECH 1, 2 and 3, of aircraft.
    pub range: Option<[u8; 3]>,
    /// TECH at start, from 1; none for strategic units.
    pub tech: Option<u8>,
    /// What else it is.
    pub flags: ArrayVec<Flag, 2>,
    /// Dot of the set-up.
    pub dot: Option<Dot>,
    /// Zone of the set-up.
    pub zone: Zone,
    /// The hex or box printed for it, by name.
    pub hex: Option<String>,
    /// Whether and with whom it is frozen in the first turn [3.21].
    pub frozen: Option<Frozen>,
    /// Turn of its arrival; 0 for those of the set-up.
    pub arrives: u8,
    /// Turn in which it leaves.
    pub leaves: Option<u8>,
    /// When it comes into the game.
    pub pool: Pool,
    /// With which rules.
    pub layer: Layer,
    /// Where its values come from.
    pub origin: String,
}

impl Listed for Unit {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Unit {
    /// Whether it has a flag.
    pub fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// [3.9] Whether it is a combat unit; artillery and headquarters support.
    pub const fn is_combat(&self) -> bool {
        matches!(self.class, UnitClass::Infantry | UnitClass::Armour) && !matches!(self.kind, UnitKind::Artillery | UnitKind::Gustav)
    }

    /// [3.9] Whether it supports: artillery and headquarters.
    pub const fn is_support(&self) -> bool {
        self.is_headquarters() || matches!(self.kind, UnitKind::Artillery | UnitKind::Gustav)
    }

    /// [23.0] Whether it is dropped from the air.
    pub const fn is_airborne(&self) -> bool {
        matches!(self.kind, UnitKind::Paratroop | UnitKind::Airlanding)
    }

    /// [6.4] Whether it is a headquarters.
    pub const fn is_headquarters(&self) -> bool {
        matches!(self.class, UnitClass::Headquarters)
    }

    /// Whether it stands on the ground and counts there: everything but aircraft and strategic units.
    pub const fn is_ground(&self) -> bool {
        matches!(self.class, UnitClass::Infantry | UnitClass::Armour | UnitClass::Headquarters)
    }

    /// [11.0.a][11.2][AMB-55] Colour of the points that its steps cost beside yellow ones; none for infantry and marines.
    pub const fn colour(&self) -> Option<Colour> {
        match (self.class, self.kind) {
            (UnitClass::Armour, _) => Some(Colour::Red),
            // [35.1.h]
            (UnitClass::Air, _) | (_, UnitKind::Paratroop | UnitKind::Airlanding | UnitKind::Interceptor) => Some(Colour::Blue),
            (UnitClass::Headquarters, _) => Some(Colour::Black),
            _ => None,
        }
    }

    /// Combat factor at full strength.
    pub fn full(&self) -> u8 {
        self.steps.first().map_or(0, |step| step.strength)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    kind: Vec<RawKind>,
    unit: Vec<RawUnit>,
}

rows! {
    RawKind { id: UnitKind, class: UnitClass, points: Option<[u8; 3]>, range: Option<[u8; 3]> }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnit {
    id: String,
    name: String,
    nation: Nation,
    kind: UnitKind,
    steps: Vec<u8>,
    colours: String,
    #[serde(default)]
    shield: bool,
    points: Option<[u8; 3]>,
    tech: Option<u8>,
    #[serde(default)]
    flags: Vec<Flag>,
    dot: Option<Dot>,
    zone: Zone,
    hex: Option<String>,
    frozen: Option<Frozen>,
    #[serde(default)]
    arrives: u8,
    leaves: Option<u8>,
    pool: Pool,
    #[serde(default = "basic")]
    layer: Layer,
    origin: String,
}

const fn basic() -> Layer {
    Layer::Basic
}

/// Letters of the colours of steps.
const COLOURS: [(char, StepColour); 4] =
    [('k', StepColour::Black), ('w', StepColour::White), ('r', StepColour::Red), ('b', StepColour::Blue)];

/// Parses and validates.
pub(super) fn load(source: &Source<'_>) -> Result<OrderOfBattle<UnitId, Unit>, DataError> {
    source.check_origins(&[])?;
    let raw: RawFile = source.parse()?;
    for kind in UnitKind::ALL {
        if raw.kind.iter().filter(|known| known.id == kind).count() != 1 {
            return Err(source.error(format!("kind {:?}", kind.name()), "expected it once"));
        }
    }
    let (mut ids, mut units) = (BTreeSet::new(), OrderOfBattle::default());
    for raw_unit in raw.unit {
        let key = format!("unit {:?}", raw_unit.id);
        source.take_id(&key, &raw_unit.id, &mut ids)?;
        let kind = raw.kind.iter().find(|known| known.id == raw_unit.kind).expect("every kind was found once");
        let unit = unit(source, &key, kind, raw_unit)?;
        units.push(source, &key, unit.nation.side(), unit)?;
    }
    Ok(units)
}

fn unit(source: &Source<'_>, key: &str, kind: &RawKind, raw: RawUnit) -> Result<Unit, DataError> {
    let refuse = |problem: String| Err(source.error(key, problem));
    let falls = raw.steps.windows(2).all(|pair| pair[0] > pair[1]);
    if raw.steps.is_empty() || raw.steps.len() > MOST_STEPS || !falls || raw.steps[0] == 0 {
        return refuse(format!("steps {:?}; expected one to {MOST_STEPS} that fall, the first above 0", raw.steps));
    }
    if raw.colours.chars().count() != raw.steps.len() {
        return refuse(format!("colours {:?} for {} steps; expected one for each", raw.colours, raw.steps.len()));
    }
    let mut steps = ArrayVec::new();
    for (&strength, letter) in raw.steps.iter().zip(raw.colours.chars()) {
        let Some(&(_, colour)) = COLOURS.iter().find(|(known, _)| *known == letter) else {
            return refuse(format!("colour {letter:?}; expected k, w, r or b"));
        };
        steps.push(Step { strength, colour });
    }
    let points = raw.points.or(kind.points);
    if let Some(bad) = points.into_iter().flatten().find(|&points| usize::from(points) > MOST_MOVEMENT) {
        return refuse(format!("{bad} movement points; expected at most {MOST_MOVEMENT}"));
    }
    if raw.tech.is_some_and(|tech| !(1..=3).contains(&tech)) || raw.tech.is_none() != (kind.class == UnitClass::Strategic) {
        return refuse(format!("tech {:?}; expected 1 to 3, and none for strategic units alone", raw.tech));
    }
    if raw.hex.is_none() && raw.zone == Zone::Exact {
        return refuse("no hex; expected the one that is printed".to_owned());
    }
    if raw.leaves.is_some_and(|turn| turn <= raw.arrives) {
        return refuse("it leaves before it arrives".to_owned());
    }
    let Ok(flags) = raw.flags.as_slice().try_into() else {
        return refuse(format!("flags {:?}; expected two at most", raw.flags));
    };
    Ok(Unit {
        id: raw.id,
        name: raw.name,
        nation: raw.nation,
        kind: raw.kind,
        class: kind.class,
        steps,
        shield: raw.shield,
        points,
        range: kind.range,
        tech: raw.tech,
        flags,
        dot: raw.dot,
        zone: raw.zone,
        hex: raw.hex,
        frozen: raw.frozen,
        arrives: raw.arrives,
        leaves: raw.leaves,
        pool: raw.pool,
        layer: raw.layer,
        origin: raw.origin,
    })
}
