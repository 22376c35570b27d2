//! A scenario as play reads it: what the files say, and the tables that are derived from it once.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::data::Data;
use super::data::units::{Shots, Template, WeaponId};
use super::ids::UnitId;
use super::resolution::MOST_GROUPS;
use super::resolution::chance::{self, FACES};
use super::resolution::close_quarters;
use super::resolution::damage::{self, DamageTarget};
use super::resolution::loadout::{self, Loadout};
use super::resolution::pool::Rolled;
use super::sight::Sight;
use super::terms::{Class, HeSize, Mobility};
use super::view;
use crate::data::DataError;
use crate::game::{Scenario, Side};
use crate::kit::files::{ScenarioFiles, Sources};
use crate::observation::ObservationSpec;
use crate::square::{Cell, CellSet, Floor, Lattice};

/// What the men who are left of a unit have.
#[derive(Debug)]
pub(super) struct Arms {
    /// Weapons to shoot with.
    pub(super) weapons: Loadout,
    /// [CQ.4] Dice in close quarters.
    pub(super) close_dice: u8,
    /// The longest range of a weapon, Panzerfausts included, in inches.
    pub(super) range: u8,
    /// Whether one of them fires indirectly.
    pub(super) indirect: bool,
}

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Prepared {
    data: Data,
    /// Who sees whom.
    pub sight: &'static Sight,
    /// The weapon that a Panzerfaust is.
    pub panzerfaust: Option<WeaponId>,
    /// Where each way to move may go, at Advance and at Run.
    floors: [[Floor; 2]; Mobility::COUNT],
    /// By side and way to move, the cells of the zone in which a unit may be set up while nobody else stands there.
    set_up: [[CellSet; Mobility::COUNT]; 2],
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

    /// [TERK.5] The cells of the zone of a side on whose ground a unit may be set up.
    #[inline]
    pub(super) fn set_up_cells(&self, side: Side, mobility: Mobility) -> &CellSet {
        &self.set_up[side.index()][mobility.index()]
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
        let arms: [Vec<Vec<Arms>>; 2] = Side::ALL.map(|side| {
            let of = |(_, template): (UnitId, &Template)| {
                let left = |men| {
                    let weapons = Loadout::new(&data.weapons, template, men);
                    let carried = data.panzerfaust().filter(|_| template.panzerfausts > 0);
                    let ranges = weapons.as_slice().iter().map(|held| held.weapon).chain(carried).map(|weapon| data.weapon(weapon).range);
                    let range = ranges.max().unwrap_or(0);
                    let indirect = weapons.as_slice().iter().any(|held| data.weapon(held.weapon).indirect_from.is_some());
                    Arms { weapons, close_dice: loadout::close_dice(&data.tables, &data.weapons, template, men), range, indirect }
                };
                (0..=template.models()).map(left).collect()
            };
            data.units(side).map(of).collect()
        });
        let set_up = |side: Side, mobility: Mobility| {
            let zone = &data.mission.zones[side.index()];
            zone.iter().filter(|&cell| data.tables.may_set_up(mobility, data.battlefield.glyph(cell))).collect::<CellSet>()
        };
        check_close_quarters(sources, &data)?;
        check_groups(sources, &data, &arms)?;
        Ok(Prepared {
            sight: Sight::interned(lattice, &data.tables.sight, |cell| data.battlefield.screen(cell)),
            panzerfaust: data.panzerfaust(),
            floors: std::array::from_fn(|mobility| [false, true].map(|runs| floor(Mobility::ALL[mobility], runs))),
            set_up: Side::ALL.map(|side| Mobility::ALL.map(|mobility| set_up(side, mobility))),
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

    /// A bound that no game exceeds. The set-up asks three times for a unit: block, cell, facing. A turn has at most what its units can
    /// do in it, [`most_in_a_turn`], and a die for another turn. A round of close quarters, of two throws, costs a man of either side
    /// (decision D41), and nobody comes back, so that a game has no more rounds than men.
    fn max_actions(&self) -> usize {
        let units = || Side::ALL.into_iter().flat_map(|side| self.units(side));
        let men: usize = units().map(|(_, template)| usize::from(template.models())).sum();
        let turn: usize = units().map(|(_, template)| most_in_a_turn(self, template)).sum();
        3 * units().count() + usize::from(self.mission.turns + 1) * (turn + 1) + 2 * men
    }
}

/// [CQ.4] Refuses units whose dice in close quarters have too many outcomes to be weighed (decision D41).
fn check_close_quarters(sources: &Sources<'_>, data: &Data) -> Result<(), DataError> {
    let strokes = |striking: &Template, struck: &Template| Rolled {
        chance: damage::damage_chance(&data.tables, DamageTarget::Men(struck.quality), 0),
        dice: loadout::close_dice(&data.tables, &data.weapons, striking, striking.models()),
        enough: struck.models(),
    };
    let men = |side| data.units(side).map(|(_, template)| template).filter(|template| template.class != Class::Vehicle);
    let opposed = men(Side::Axis).flat_map(|axis| men(Side::Soviet).map(move |soviet| (axis, soviet)));
    match opposed.into_iter().find(|(axis, soviet)| !close_quarters::fits([strokes(axis, soviet), strokes(soviet, axis)])) {
        Some((axis, soviet)) => {
            let key = format!("{:?} against {:?}", axis.id, soviet.id);
            Err(sources.units.error(key, "their dice in close quarters have more than 2^64 outcomes; expected fewer men or dice"))
        }
        None => Ok(()),
    }
}

/// Refuses units that would fire more kinds of weapons at once than an action has room for, whoever of them is left.
fn check_groups(sources: &Sources<'_>, data: &Data, arms: &[Vec<Vec<Arms>>; 2]) -> Result<(), DataError> {
    for ((_, template), left) in Side::ALL.into_iter().flat_map(|side| data.units(side).zip(&arms[side.index()])) {
        let kinds = left.iter().map(|arms| arms.weapons.as_slice().len()).max().unwrap_or(0) + usize::from(template.panzerfausts > 0);
        if kinds > MOST_GROUPS {
            let problem = format!("fires {kinds} kinds of weapons at once; expected at most {MOST_GROUPS}");
            return Err(sources.units.error(format!("{:?}", template.id), problem));
        }
    }
    Ok(())
}

/// The most decisions and throws of a turn that a unit can be the cause of. Each is counted with the unit whose order die it costs, and a
/// unit has one die a turn.
///
/// - Its die, its order, the target of its assault, the order test, the FUBAR die, the friend, the rally die, whether it keeps its order.
/// - One move, by its order, in panic or in an escape: a choice for each cell or leg, the last one to stop, one of step by step, a facing;
///   in each cell, the first one too, those in Ambush decline once (those who fire are counted with their own shots).
/// - Its assault: the answer of the target, a throw to hit a vehicle for each man at most, the die against it with its results and the
///   tests of its crew, the die and the choice of consolidation. Rounds between men are counted by [`Prepared::max_actions`].
/// - One action of fire, of its order, from Ambush, in return or at a friend, in which each weapon shoots once: its target, the reaction,
///   the number of shots, the test of morale; for each shot the throw to hit and what is dearest of: a blast, its pins and a throw for each
///   of its hits; or a die against armour, its results and two tests of a crew.
fn most_in_a_turn(data: &Data, template: &Template) -> usize {
    const ORDER: usize = 8;
    const ASSAULT: usize = 7;
    const WEAPON: usize = 5;
    let movement = &data.tables.movement;
    let rates = movement.advance.into_iter().chain(movement.run).chain([movement.light_gun, data.tables.assault.distance]);
    // A road doubles a rate [TERK.7], and a cell costs an inch or more.
    let cells = 2 * usize::from(rates.max().unwrap_or(0));
    let shots = |weapon: WeaponId| match data.weapon(weapon).shots {
        Shots::Fixed(shots) => usize::from(shots),
        Shots::Dice(dice) => usize::from(dice * FACES),
    };
    let carried = data.panzerfaust().into_iter().flat_map(|weapon| std::iter::repeat_n(weapon, template.panzerfausts.into()));
    let fire = |weapon| WEAPON + shots(weapon) * (3 + usize::from(*chance::totals(HeSize::ThreeD6).end()));
    ORDER + 2 * cells + 4 + usize::from(template.models()) + ASSAULT + template.weapons().chain(carried).map(fire).sum::<usize>()
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}
