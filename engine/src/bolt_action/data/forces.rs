//! Forces: lists of units, what they may consist of, and the counters that they give.

use serde::Deserialize;

use super::units::{Template, Weapon, YEARS, times};
use crate::bolt_action::ids::{SIDE_UNITS, UnitId};
use crate::bolt_action::terms::{Armour, Class};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::kit::files::rows;
use crate::kit::order_of_battle::{Listed, OrderOfBattle};
use crate::kit::terms::terms;

/// Men from which on a unit of infantry is a squad.
const SQUAD: u8 = 6;

terms! {
    /// What a force is for.
    Role {
        /// A meeting of equal platoons.
        Standard = "standard",
        /// A duel of forces that are alike.
        Mirror = "mirror",
        /// An attack.
        Attack = "attack",
        /// A defence.
        Defence = "defence",
    }

    /// A kind of unit that the builder of forces counts.
    Part {
        /// Units with an officer.
        Officers = "officers",
        /// Infantry of six men or more.
        Squads = "squads",
        /// Smaller units of infantry that are none of the following.
        Teams = "teams",
        /// Small units of infantry that are equipped against tanks, flamethrowers apart.
        AntiTankTeams = "anti-tank teams",
        /// Units that fire indirectly alone.
        Mortars = "mortars",
        /// Other artillery.
        Guns = "guns",
        /// Vehicles.
        Vehicles = "vehicles",
        /// Vehicles of 10+ or more [DMG.8].
        HeavyTanks = "heavy tanks",
    }
}

impl Part {
    /// Whether a unit is of this kind. Heavy tanks are vehicles too.
    pub fn includes(self, unit: &Template, weapons: &[Weapon]) -> bool {
        let any = |has: fn(&Weapon) -> bool| unit.weapons().any(|weapon| weapons.get(weapon.index()).is_some_and(has));
        let small = unit.class == Class::Infantry && unit.rank.is_none() && unit.models() < SQUAD && !any(Weapon::is_mortar);
        let hunters = unit.anti_tank && !any(|weapon| weapon.flame);
        match self {
            Part::Officers => unit.rank.is_some(),
            Part::Squads => unit.class == Class::Infantry && unit.models() >= SQUAD,
            Part::Teams => small && !hunters,
            Part::AntiTankTeams => small && hunters,
            Part::Mortars => any(Weapon::is_mortar),
            Part::Guns => unit.class == Class::Artillery && !any(Weapon::is_mortar),
            Part::Vehicles => unit.class == Class::Vehicle,
            Part::HeavyTanks => unit.armour.is_some_and(|armour| armour >= Armour::HeavyTank),
        }
    }
}

/// What a force of a role may consist of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForceLimits {
    /// The role.
    pub role: Role,
    /// Least and most points.
    pub points: [u16; 2],
    /// Least and most of each part, by [`Part::index`].
    pub parts: [[u8; 2]; Part::COUNT],
}

/// A ready force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Force {
    /// Id in data files.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Year of the war.
    pub year: u16,
    /// What it is for.
    pub role: Role,
    /// Its units as places in the list of templates, in the order of the set-up.
    pub units: Vec<usize>,
    /// Sum of the points of its units.
    pub points: u16,
    /// Where it comes from.
    pub origin: String,
}

/// What the builder of forces refuses.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ForceDefect {
    /// No unit, or more than there are numbers for.
    #[error("{0} units; expected 1 to {SIDE_UNITS}")]
    Size(usize),
    /// A unit of the other side.
    #[error("{0:?} is of the other side")]
    OtherSide(String),
    /// A unit of other years.
    #[error("{id:?} in {year}; expected {first} to {last}")]
    OtherYears {
        /// Id of the unit.
        id: String,
        /// Year of the force.
        year: u16,
        /// First year of the unit.
        first: u16,
        /// Last year of the unit.
        last: u16,
    },
    /// Too many of a kind of unit.
    #[error("{count} of {id:?}; expected at most {limit}")]
    Limit {
        /// Id of the unit.
        id: String,
        /// How many.
        count: usize,
        /// How many may be.
        limit: u8,
    },
    /// Too few or too many of a part.
    #[error("{count} {}; expected {least} to {most}", part.name())]
    Composition {
        /// The part.
        part: Part,
        /// How many.
        count: usize,
        /// How many have to be.
        least: u8,
        /// How many may be.
        most: u8,
    },
    /// Points outside the limits.
    #[error("{points} points; expected {least} to {most}")]
    Points {
        /// Their sum.
        points: u32,
        /// How many have to be.
        least: u16,
        /// How many may be.
        most: u16,
    },
}

/// What forces are built from.
#[derive(Clone, Copy, Debug)]
pub struct Builder<'a> {
    /// What a force of a role may consist of.
    pub roles: &'a [ForceLimits],
    /// The kinds of unit of both sides.
    pub templates: &'a [Template],
    /// The weapons.
    pub weapons: &'a [Weapon],
}

/// An entry of a list of units that names none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntryError {
    /// Not of the form of an entry.
    #[error("{0:?}; expected a unit, or a unit and a number such as \"g_rifle10*2\"")]
    Form(String),
    /// No such unit.
    #[error("no unit {0:?}; expected the id of a unit such as \"g_rifle10\"")]
    Unknown(String),
}

impl<'a> Builder<'a> {
    /// The units of a list such as `g_lt`, `g_rifle10*3`, as places in the list of templates, in order.
    ///
    /// # Errors
    /// The first entry that names no unit.
    pub fn read(self, entries: impl IntoIterator<Item: AsRef<str>>) -> Result<Vec<usize>, EntryError> {
        let mut units = Vec::new();
        for entry in entries {
            let entry = entry.as_ref();
            let (id, number) = times(entry).ok_or_else(|| EntryError::Form(entry.to_owned()))?;
            let at = self.templates.iter().position(|template| template.id == id);
            units.extend(std::iter::repeat_n(at.ok_or_else(|| EntryError::Unknown(id.to_owned()))?, number));
        }
        Ok(units)
    }

    /// The limits of a role, if the data have them.
    pub fn limits(self, role: Role) -> Option<&'a ForceLimits> {
        self.roles.iter().find(|limits| limits.role == role)
    }

    /// How many of some units are of a part, as [`ForceLimits::parts`] counts them.
    pub fn count(self, part: Part, units: &[usize]) -> usize {
        units.iter().filter(|&&at| part.includes(&self.templates[at], self.weapons)).count()
    }

    /// Sum of the points of some units.
    pub fn points(self, units: &[usize]) -> u32 {
        units.iter().map(|&at| u32::from(self.templates[at].points)).sum()
    }

    /// Judges a force of a side and year.
    ///
    /// # Errors
    /// Every reason why it may not be played.
    pub fn validate(self, limits: &ForceLimits, side: Side, year: u16, units: &[usize]) -> Result<(), Vec<ForceDefect>> {
        let mut defects = Vec::new();
        if units.is_empty() || units.len() > SIDE_UNITS {
            defects.push(ForceDefect::Size(units.len()));
        }
        for (at, &place) in units.iter().enumerate() {
            if units[..at].contains(&place) {
                continue;
            }
            let unit = &self.templates[place];
            let id = || unit.id.clone();
            if unit.side != side {
                defects.push(ForceDefect::OtherSide(id()));
            }
            let [first, last] = unit.years;
            if !(first..=last).contains(&year) {
                defects.push(ForceDefect::OtherYears { id: id(), year, first, last });
            }
            let count = units.iter().filter(|&&other| other == place).count();
            if count > usize::from(unit.limit) {
                defects.push(ForceDefect::Limit { id: id(), count, limit: unit.limit });
            }
        }
        for part in Part::ALL {
            let [least, most] = limits.parts[part.index()];
            let count = self.count(part, units);
            if !(usize::from(least)..=usize::from(most)).contains(&count) {
                defects.push(ForceDefect::Composition { part, count, least, most });
            }
        }
        let ([least, most], points) = (limits.points, self.points(units));
        if !(u32::from(least)..=u32::from(most)).contains(&points) {
            defects.push(ForceDefect::Points { points, least, most });
        }
        if defects.is_empty() { Ok(()) } else { Err(defects) }
    }

    /// Adds the forces of a file to those that are known, each with an id of its own and by the rules of the builder.
    pub(super) fn add(self, source: &Source<'_>, raw: Vec<RawForce>, forces: &mut Vec<Force>) -> Result<(), DataError> {
        for raw in raw {
            let key = format!("force {:?}", raw.id);
            let error = |problem: String| source.error(key.as_str(), problem);
            if forces.iter().any(|known| known.id == raw.id) {
                return Err(error("a second force with this id; expected unique ids".to_owned()));
            }
            if !(YEARS[0]..=YEARS[1]).contains(&raw.year) {
                return Err(error(format!("year = {}; expected {} to {}", raw.year, YEARS[0], YEARS[1])));
            }
            let limits = self.limits(raw.role).ok_or_else(|| error(format!("no [[role]] {:?}; expected one", raw.role.name())))?;
            let units = self.read(&raw.units).map_err(|problem| error(problem.to_string()))?;
            self.validate(limits, raw.side, raw.year, &units).map_err(|defects| {
                let defects: Vec<String> = defects.iter().map(ForceDefect::to_string).collect();
                error(defects.join("; "))
            })?;
            let sum = self.points(&units);
            if u32::from(raw.points) != sum {
                return Err(error(format!("points = {}; expected {sum}, the sum of its units", raw.points)));
            }
            let RawForce { id, side, year, role, name, units: _, points, origin } = raw;
            forces.push(Force { id, name, side, year, role, units, points, origin });
        }
        Ok(())
    }
}

rows! {
    pub(super) RawRole {
        role: Role,
        points: [u16; 2],
        officers: [u8; 2],
        squads: [u8; 2],
        teams: [u8; 2],
        anti_tank_teams: [u8; 2],
        mortars: [u8; 2],
        guns: [u8; 2],
        vehicles: [u8; 2],
        heavy_tanks: [u8; 2],
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawForce {
    id: String,
    side: Side,
    year: u16,
    role: Role,
    name: String,
    units: Vec<String>,
    points: u16,
    origin: String,
}

/// The limits of the roles of a file, each role once.
pub(super) fn limits(source: &Source<'_>, raw: &[RawRole]) -> Result<Vec<ForceLimits>, DataError> {
    let mut roles: Vec<ForceLimits> = Vec::with_capacity(raw.len());
    for raw in raw {
        let key = format!("role {:?}", raw.role.name());
        if roles.iter().any(|known| known.role == raw.role) {
            return Err(source.error(key, "a second time; expected each role once"));
        }
        let parts = [raw.officers, raw.squads, raw.teams, raw.anti_tank_teams, raw.mortars, raw.guns, raw.vehicles, raw.heavy_tanks];
        if parts.iter().any(|[least, most]| least > most) || raw.points[0] > raw.points[1] {
            return Err(source.error(key, "expected the least and the most of each"));
        }
        roles.push(ForceLimits { role: raw.role, points: raw.points, parts });
    }
    Ok(roles)
}

/// A unit of a force, with its id in notation: that of its template without the prefix of the side; with the letter of the prefix in
/// front if the other side has such units too, as in `g-2lt`; and with a number behind if its force has several, as in `gren9-1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::bolt_action) struct Member {
    pub(super) id: String,
    pub(super) template: Template,
}

impl Listed for Member {
    fn id(&self) -> &str {
        &self.id
    }
}

/// The units of two forces, Axis first, in the order of their lists.
pub(super) fn muster(source: &Source<'_>, forces: [&Force; 2], templates: &[Template]) -> Result<OrderOfBattle<UnitId, Member>, DataError> {
    let mut units = OrderOfBattle::default();
    let mut known = std::collections::BTreeSet::new();
    for force in forces {
        let key = format!("force {:?}", force.id);
        let opposing = forces[force.side.opponent().index()];
        for (slot, &at) in force.units.iter().enumerate() {
            let template = &templates[at];
            let (prefix, stem) = template.stem();
            let shared = opposing.units.iter().any(|&other| templates[other].stem().1 == stem);
            let like = |slots: &[usize]| slots.iter().filter(|&&other| other == at).count();
            let mut id = if shared { format!("{prefix}-{stem}") } else { stem.to_owned() };
            if like(&force.units) > 1 {
                id = format!("{id}-{}", like(&force.units[..=slot]));
            }
            source.take_id(&key, &id, &mut known)?;
            units.push(source, &key, force.side, Member { id, template: template.clone() })?;
        }
    }
    Ok(units)
}
