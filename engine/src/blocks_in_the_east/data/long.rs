//! What the long scenarios add: the surprise of June 1941, what is built, who leaves, whose fuel is counted, and when Italy is out.

use std::collections::BTreeMap;

use super::map::Map;
use super::units::Unit;
use super::winter;
use crate::blocks_in_the_east::ids::UnitId;
use crate::blocks_in_the_east::terms::{Nation, Project};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::files::rows;
use crate::kit::order_of_battle::OrderOfBattle;

/// [SBE5.c][SBE5.h] The surprise of the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surprise {
    /// [SBE5.h] German and Romanian aircraft throw double dice in the first round of an attack, and the headquarters of the Luftwaffe pay
    /// twice.
    pub luftwaffe_supremacy: bool,
}

/// [SBE6.e] A set of projects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Projects(u8);

impl Projects {
    /// Every set that there may be.
    pub const SETS: usize = 1 << Project::COUNT;

    /// The set of this number, from 0 to [`Projects::SETS`].
    pub const fn of_number(number: usize) -> Self {
        Projects(number as u8)
    }

    /// Its number.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Whether a project is in it.
    pub const fn contains(self, project: Project) -> bool {
        self.0 & (1 << project.index()) != 0
    }

    /// The same with a project.
    #[must_use]
    pub const fn with(self, project: Project) -> Self {
        Projects(self.0 | 1 << project.index())
    }
}

/// [SBE6.e] What may be built, for yellow points that are paid at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Works {
    /// The first turn in which something is built.
    pub from: u8,
    /// Yellow points by [`Project::index`]; none for what is not built.
    pub prices: [Option<u8>; Project::COUNT],
}

/// [SBE9.g] A block that takes the place of another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Upgrade {
    /// The block that leaves.
    pub old: UnitId,
    /// The one that takes its place, from the turn of its arrival on.
    pub new: UnitId,
}

/// [SBE9.d] When the Soviets count their fuel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fuel {
    /// The city that the Axis holds then.
    pub city: Hex,
    /// Hexes on the river that it has reached then.
    pub banks: Vec<Hex>,
}

/// What the long scenarios add; nothing in the short ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Long {
    /// [SBE5.c] The surprise of the first turn.
    pub surprise: Option<Surprise>,
    /// [SBE6.e] Projects that have been carried out.
    pub built: Projects,
    /// [SBE6.e] Projects that may be.
    pub works: Option<Works>,
    /// [LONG.b][33.0.c] Units that leave, with the turn, in ascending order; those of upgrades apart.
    pub leavers: Vec<(UnitId, u8)>,
    /// [SBE9.g] Units that become others.
    pub upgrades: Vec<Upgrade>,
    /// [SBE9.d] When the Soviets count fuel; never where nothing is said.
    pub fuel: Option<Fuel>,
    /// [7.11.d] The turn in whose Victory Phase Italy surrenders.
    pub italy_surrenders: Option<u8>,
}

rows! {
    pub(super) RawSurprise { luftwaffe_supremacy: bool }
    pub(super) RawProjects {
        #[serde(default)]
        built: Vec<Project>,
        from: Option<u8>,
        #[serde(default)]
        prices: BTreeMap<Project, u8>,
    }
    pub(super) RawRemovals { order_of_battle: bool }
    pub(super) RawUpgrade { unit: String, becomes: String }
    pub(super) RawFuel { city: String, river: String }
    pub(super) RawItaly { surrenders: u8 }
}

/// The tables of a scenario file that are those of the long scenarios.
pub(super) struct Raw<'a> {
    pub(super) surprise: Option<&'a RawSurprise>,
    pub(super) projects: Option<&'a RawProjects>,
    pub(super) removals: Option<&'a RawRemovals>,
    pub(super) upgrades: &'a [RawUpgrade],
    pub(super) fuel: Option<&'a RawFuel>,
    pub(super) italy: Option<&'a RawItaly>,
    /// [33.0.c] The chapter of the first winter is played.
    pub(super) first_winter: bool,
}

impl Raw<'_> {
    /// Checks them against map and units.
    pub(super) fn check(&self, source: &Source<'_>, map: &Map, units: &OrderOfBattle<UnitId, Unit>) -> Result<Long, DataError> {
        let upgrades: Vec<Upgrade> = self.upgrades.iter().map(|raw| upgrade(source, units, raw)).collect::<Result<_, _>>()?;
        let leaves = self.removals.is_some_and(|removals| removals.order_of_battle);
        let leaver = |(unit, known): (UnitId, &Unit)| {
            let stays = upgrades.iter().any(|upgrade| upgrade.old == unit) || known.nation == Nation::Italian;
            let is_due = |&turn: &u8| leaves || self.first_winter && winter::leaves(turn);
            known.leaves.filter(|turn| !stays && is_due(turn)).map(|turn| (unit, turn))
        };
        let fuel = self.fuel.map(|raw| fuel(source, map, raw)).transpose()?;
        Ok(Long {
            surprise: self.surprise.map(|raw| Surprise { luftwaffe_supremacy: raw.luftwaffe_supremacy }),
            built: self.projects.map_or_else(Projects::default, built),
            works: self.projects.map(|raw| works(source, raw)).transpose()?.flatten(),
            leavers: Side::ALL.into_iter().flat_map(|side| units.of(side)).filter_map(leaver).collect(),
            upgrades,
            fuel,
            italy_surrenders: self.italy.map(|raw| raw.surrenders),
        })
    }
}

fn built(raw: &RawProjects) -> Projects {
    raw.built.iter().fold(Projects::default(), |all, &project| all.with(project))
}

fn works(source: &Source<'_>, raw: &RawProjects) -> Result<Option<Works>, DataError> {
    let Some(from) = raw.from else {
        let none = raw.prices.is_empty();
        return if none { Ok(None) } else { Err(source.error("projects.from", "expected the first turn in which something is built")) };
    };
    if raw.prices.values().any(|&price| price == 0) || raw.prices.keys().any(|project| raw.built.contains(project)) {
        return Err(source.error("projects.prices", "expected points for projects that are not carried out yet, one at least for each"));
    }
    Ok(Some(Works { from, prices: Project::ALL.map(|project| raw.prices.get(&project).copied()) }))
}

fn upgrade(source: &Source<'_>, units: &OrderOfBattle<UnitId, Unit>, raw: &RawUpgrade) -> Result<Upgrade, DataError> {
    let find = |id: &str| units.find(id).ok_or_else(|| source.error("upgrade", format!("no unit {id:?}")));
    let upgrade = Upgrade { old: find(&raw.unit)?, new: find(&raw.becomes)? };
    let (old, new) = (&units[upgrade.old], &units[upgrade.new]);
    if old.nation != new.nation || old.steps.len() != new.steps.len() || old.leaves != Some(new.arrives) {
        let expected = "expected two units of a nation with as many steps, of which one comes when the other leaves";
        return Err(source.error("upgrade", format!("{} and {}; {expected}", raw.unit, raw.becomes)));
    }
    Ok(upgrade)
}

fn fuel(source: &Source<'_>, map: &Map, raw: &RawFuel) -> Result<Fuel, DataError> {
    let city = map.place_named(&raw.city).ok_or_else(|| source.error("fuel.city", format!("no place {:?} on the map", raw.city)))?.hex;
    let banks = map.banks(&raw.river);
    if banks.is_empty() {
        return Err(source.error("fuel.river", format!("no river {:?} on the map", raw.river)));
    }
    Ok(Fuel { city, banks })
}
