//! Static data of Bolt Action: weapons, units, forces, tables, the battlefield and the mission, parsed from four files and validated.

pub mod battlefield;
pub mod forces;
pub mod mission;
pub mod tables;
pub mod units;

use serde::Deserialize;

use self::battlefield::Battlefield;
use self::forces::{Builder, Force, ForceLimits, Member, RawForce, RawRole};
use self::mission::Mission;
use self::tables::Tables;
use self::units::{RawUnit, RawWeapon, Template, Weapon, WeaponId};
use super::ids::UnitId;
use crate::data::DataError;
use crate::game::Side;
use crate::kit::files::Sources;
use crate::kit::order_of_battle::OrderOfBattle;

/// What the four files say.
#[derive(Clone, Debug)]
pub struct Data {
    /// The battlefield of the mission.
    pub battlefield: Battlefield,
    /// The tables.
    pub tables: Tables,
    /// The mission.
    pub mission: Mission,
    /// [WPN] The weapons, by [`WeaponId`].
    pub weapons: Vec<Weapon>,
    /// The kinds of unit of both sides.
    pub templates: Vec<Template>,
    /// What forces may consist of.
    pub roles: Vec<ForceLimits>,
    /// The ready forces of both sides.
    pub forces: Vec<Force>,
    /// Places of the forces of the mission in the list of forces, by side.
    opposing: [usize; 2],
    pub(super) units: OrderOfBattle<UnitId, Member>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnits {
    weapon: Vec<RawWeapon>,
    unit: Vec<RawUnit>,
    role: Vec<RawRole>,
    force: Vec<RawForce>,
}

impl Data {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(sources: &Sources<'_>) -> Result<Data, DataError> {
        let tables = Tables::load(&sources.tables)?;
        let battlefields = battlefield::load(&sources.map, &tables.glyphs)?;
        sources.units.check_origins(&[])?;
        let raw: RawUnits = sources.units.parse()?;
        let weapons = units::weapons(&sources.units, raw.weapon)?;
        let templates = units::templates(&sources.units, raw.unit, &weapons)?;
        let roles = forces::limits(&sources.units, &raw.role)?;
        let mut scenario = mission::parse(&sources.scenario)?;
        let builder = Builder { roles: &roles, templates: &templates, weapons: &weapons };
        let mut forces = Vec::new();
        builder.add(&sources.units, raw.force, &mut forces)?;
        builder.add(&sources.scenario, std::mem::take(&mut scenario.force), &mut forces)?;
        let battlefield = scenario.battlefield(&sources.scenario, battlefields)?;
        let opposing = scenario.forces(&sources.scenario, &forces)?;
        let units = forces::muster(&sources.units, opposing, &templates)?;
        let reader = mission::Reader { source: &sources.scenario, battlefield: &battlefield, tables: &tables, units: &units };
        let mission = reader.mission(scenario, opposing)?;
        let opposing = opposing.map(|force| forces.iter().position(|known| known.id == force.id).expect("it is one of them"));
        Ok(Data { battlefield, tables, mission, weapons, templates, roles, forces, opposing, units })
    }

    /// What forces are built from.
    pub fn builder(&self) -> Builder<'_> {
        Builder { roles: &self.roles, templates: &self.templates, weapons: &self.weapons }
    }

    /// What a unit is.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Template {
        &self.units[unit].template
    }

    /// The units of a side in the order of its force.
    pub fn units(&self, side: Side) -> impl Iterator<Item = (UnitId, &Template)> {
        self.units.of(side).map(|(unit, member)| (unit, &member.template))
    }

    /// The id of a unit in notation, unique over both sides and at most 12 characters long: that of its template without the prefix of
    /// the side; with the letter of the prefix in front if the other side has such units too, as in `g-2lt`; and with a number behind
    /// if its force has several, as in `gren9-1`.
    #[inline]
    pub fn name(&self, unit: UnitId) -> &str {
        &self.units[unit].id
    }

    /// The unit with this id in notation.
    pub fn find_unit(&self, id: &str) -> Option<UnitId> {
        self.units.find(id)
    }

    /// [WPN] A row of the weapons table.
    #[inline]
    pub fn weapon(&self, weapon: WeaponId) -> &Weapon {
        &self.weapons[weapon.index()]
    }

    /// The One-shot weapon that units carry beside their own: the Panzerfaust (supplement S13). `None` if the table has none; then no
    /// unit carries it.
    pub fn panzerfaust(&self) -> Option<WeaponId> {
        self.weapons.iter().position(|weapon| weapon.one_shot).map(|at| WeaponId(at as u8))
    }

    /// The force of a side in this mission.
    pub fn own_force(&self, side: Side) -> &Force {
        &self.forces[self.opposing[side.index()]]
    }

    /// Points of the force of a side at the start.
    pub fn points(&self, side: Side) -> u16 {
        self.units(side).map(|(_, template)| template.points).sum()
    }
}
