//! A scenario as play reads it: what the files say, and the tables that are derived from it once.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::data::Data;
use super::data::units::{Template, WeaponId};
use super::ids::UnitId;
use super::resolution::loadout::{self, Loadout};
use super::sight::Sight;
use super::terms::Mobility;
use super::view;
use crate::data::DataError;
use crate::game::{Scenario, Side};
use crate::kit::files::{ScenarioFiles, Sources};
use crate::observation::ObservationSpec;
use crate::square::{Cell, Floor, Lattice};

/// What the men who are left of a unit have.
#[derive(Debug)]
pub(super) struct Arms {
    /// Weapons to shoot with.
    pub(super) weapons: Loadout,
    /// [CQ.4] Dice in close quarters.
    pub(super) close_dice: u8,
    /// The longest range of a weapon, Panzerfausts included, in inches.
    pub(super) range: u8,
}

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Prepared {
    data: Data,
    /// Who sees whom.
    pub sight: Sight,
    /// The weapon that a Panzerfaust is.
    pub panzerfaust: Option<WeaponId>,
    /// Where each way to move may go, at Advance and at Run.
    floors: [[Floor; 2]; Mobility::COUNT],
    /// By unit and men left, what is left of its weapons.
    arms: [Vec<Vec<Arms>>; 2],
    /// Shape of the observations.
    pub(super) observation: ObservationSpec,
    fingerprint: u64,
}

impl Prepared {
    /// The lattice of the battlefield.
    #[inline]
    pub fn lattice(&self) -> Lattice {
        self.battlefield.lattice
    }

    /// [TER] Where a way to move may go.
    #[inline]
    pub fn floor(&self, mobility: Mobility, runs: bool) -> &Floor {
        &self.floors[mobility.index()][usize::from(runs)]
    }

    /// The cells of the section of a building that a cell belongs to; none outside.
    pub fn section_of(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.battlefield.sections(self.battlefield.section(cell))
    }

    /// [TERK.5] Whether a unit may be set up in a cell: a gun also where it cannot move.
    pub fn may_be_set_up(&self, mobility: Mobility, cell: Cell) -> bool {
        self.tables.may_set_up(mobility, self.battlefield.glyph(cell))
    }

    /// [WPN] Whether a unit serves a Fixed weapon.
    pub fn is_fixed(&self, template: &Template) -> bool {
        template.men.iter().any(|man| man.weapon().is_some_and(|weapon| self.weapon(weapon).fixed))
    }

    /// What is left of the weapons of a unit with so many men (decision D1).
    #[inline]
    pub(super) fn arms(&self, unit: UnitId, men: u8) -> &Arms {
        &self.arms[unit.side().index()][unit.slot()][usize::from(men)]
    }
}

impl ScenarioFiles for Prepared {
    const RULES_VERSION: u32 = 1;
    const OWN: [&'static str; 3] = [
        include_str!("../../data/bolt-action/map.toml"),
        include_str!("../../data/bolt-action/units.toml"),
        include_str!("../../data/bolt-action/tables.toml"),
    ];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("duel", include_str!("../../data/bolt-action/scenarios/duel.toml")),
        ("duel-fixed", include_str!("../../data/bolt-action/scenarios/duel-fixed.toml")),
        ("duel-tank", include_str!("../../data/bolt-action/scenarios/duel-tank.toml")),
        ("meeting", include_str!("../../data/bolt-action/scenarios/meeting.toml")),
        ("attack", include_str!("../../data/bolt-action/scenarios/attack.toml")),
        ("hold", include_str!("../../data/bolt-action/scenarios/hold.toml")),
        ("breakthrough", include_str!("../../data/bolt-action/scenarios/breakthrough.toml")),
        ("demolition", include_str!("../../data/bolt-action/scenarios/demolition.toml")),
    ];

    fn read(sources: &Sources<'_>) -> Result<Prepared, DataError> {
        let data = Data::load(sources)?;
        let lattice = data.battlefield.lattice;
        let floor = |mobility, runs| Floor::new(lattice, |cell| data.tables.may_enter(mobility, runs, data.battlefield.glyph(cell)));
        let arms = Side::ALL.map(|side| {
            let of = |(_, template): (UnitId, &Template)| {
                let left = |men| {
                    let weapons = Loadout::new(&data.weapons, template, men);
                    let carried = data.panzerfaust().filter(|_| template.panzerfausts > 0);
                    let ranges = weapons.as_slice().iter().map(|held| held.weapon).chain(carried).map(|weapon| data.weapon(weapon).range);
                    let range = ranges.max().unwrap_or(0);
                    Arms { weapons, close_dice: loadout::close_dice(&data.tables, &data.weapons, template, men), range }
                };
                (0..=template.models()).map(left).collect()
            };
            data.units(side).map(of).collect()
        });
        Ok(Prepared {
            sight: Sight::new(lattice, &data.tables.sight, |cell| data.battlefield.screen(cell)),
            panzerfaust: data.panzerfaust(),
            floors: std::array::from_fn(|mobility| [false, true].map(|runs| floor(Mobility::ALL[mobility], runs))),
            arms,
            observation: view::spec(&data),
            fingerprint: sources.fingerprint(Self::RULES_VERSION),
            data,
        })
    }
}

/// A scenario enters the hash of a state by its fingerprint.
impl Hash for Prepared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint.hash(state);
    }
}

impl Scenario for Prepared {
    fn id(&self) -> &str {
        &self.mission.id
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn rules_version(&self) -> u32 {
        Self::RULES_VERSION
    }

    /// The set-up takes three choices a unit. A die of the bag is followed by at most a move of twelve cells, in each of which all
    /// enemies hold their Ambush, and by as many dice. Rounds of close quarters in which nobody falls repeat: a thousand of them in a
    /// game have a chance below any number that a computer writes.
    fn max_actions(&self) -> usize {
        let units: usize = Side::ALL.into_iter().map(|side| self.units(side).count()).sum();
        3 * units + usize::from(self.mission.turns + 1) * units * 450 + 2_000
    }
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}
