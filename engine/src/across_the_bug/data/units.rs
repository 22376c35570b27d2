//! Formations with their headquarters, combat units, and who may be attached to whom.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::map::Map;
use super::tables::{LEVELS, Tables};
use crate::across_the_bug::ids::{FORMATIONS, FormationId, FormationSet, UnitId};
use crate::across_the_bug::terms::{MoveClass, UnitKind};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::kit::files::rows;
use crate::kit::order_of_battle::{Listed, OrderOfBattle};

/// Values of one side of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// Effectiveness, 2 to 7 [3.2.m].
    pub effectiveness: u8,
    /// Tank points of an AFV, AT points of others [3.2.o].
    pub points: u8,
    /// Movement allowance in whole points; 0 on the disorganized side [3.2.p].
    #[serde(default)]
    pub ma: u8,
}

/// A counter: a combat unit or a headquarters. A headquarters has no values here but those of its [`Formation`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Notation id, unique.
    pub id: String,
    /// Another way in which the rules write it; empty for none.
    pub alias: String,
    /// Owner.
    pub side: Side,
    /// Type.
    pub kind: UnitKind,
    /// Formation that it belongs to for good; `None` for an independent unit [3.2.f].
    pub formation: Option<FormationId>,
    /// Corps or army over it.
    pub superior: String,
    /// How it moves.
    pub mobility: MoveClass,
    /// Printed strength, 1 to 12; 0 for a headquarters.
    pub strength: u8,
    /// Normal side, then disorganized side [3.2.q].
    pub faces: [Face; 2],
    /// Where the numbers come from.
    pub origin: String,
}

impl Listed for Unit {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Type of a headquarters, without effect on play [3.3.a].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HqKind {
    /// Infantry.
    Infantry,
    /// Motorized infantry.
    MotorizedInfantry,
    /// Armoured.
    Armoured,
    /// Mechanized.
    Mechanized,
}

/// A formation with the values of its headquarters [3.3].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formation {
    /// Notation id, unique.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Corps or army over it: independents of that corps may be assigned to it [5.5.2].
    pub superior: String,
    /// Type of the headquarters.
    pub kind: HqKind,
    /// Reaction value: a check passes on a die of it or less [3.3.c].
    pub reaction: u8,
    /// Command range in hexes [3.3.d].
    pub command_range: u8,
    /// Printed attack support points [3.3.e].
    pub support: u8,
    /// Action Points of a relocation [3.3.f].
    pub relocation: u8,
    /// Highest activation level [3.1.3.c].
    pub max_level: u8,
    /// Recovery value [8.1.1][8.1.3].
    pub recovery: u8,
    /// Its headquarters.
    pub hq: UnitId,
    /// Where the numbers come from.
    pub origin: String,
}

/// What may be attached [5.5.1.b][5.5.1.c].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attachable {
    /// AFV units.
    Afv,
    /// Infantry units: of the infantry type, AT units apart.
    Infantry,
    /// AT units.
    AntiTank,
}

impl Attachable {
    /// Whether a unit of this type is meant.
    pub const fn admits(self, kind: UnitKind) -> bool {
        match self {
            Self::Afv => kind.is_afv(),
            Self::AntiTank => matches!(kind, UnitKind::AntiTank),
            Self::Infantry => kind.is_infantry_type() && !matches!(kind, UnitKind::AntiTank),
        }
    }
}

/// Units that formations may lend [5.5.1.b][5.5.1.c].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// Formations that lend.
    pub from: FormationSet,
    /// What they lend.
    pub what: Attachable,
    /// At most so many units at a time, all lenders and receivers together.
    pub most: u8,
    /// Formations that may receive.
    pub to: FormationSet,
}

/// The counters of both sides, their formations, and who may be attached to whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Counters {
    pub(super) units: OrderOfBattle<UnitId, Unit>,
    pub(super) formations: Vec<Formation>,
    pub(super) attachments: Vec<Attachment>,
}

impl Counters {
    /// The formation with this id.
    pub(super) fn find_formation(&self, id: &str) -> Option<FormationId> {
        self.formations.iter().position(|formation| formation.id == id).map(|at| FormationId(at as u8))
    }

    /// The formation that a file names at `key`.
    pub(super) fn formation(&self, source: &Source<'_>, key: &str, id: &str) -> Result<FormationId, DataError> {
        self.find_formation(id).ok_or_else(|| source.error(key, format!("no formation {id:?} in units.toml")))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    formation: Vec<RawFormation>,
    #[serde(default)]
    attachment: Vec<RawAttachment>,
    units: Vec<RawUnits>,
}

rows! {
    RawAttachment { from: Vec<String>, what: Attachable, most: u8, to: Vec<String> }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFormation {
    id: String,
    name: String,
    side: Side,
    superior: String,
    kind: HqKind,
    reaction: u8,
    command_range: u8,
    support: u8,
    relocation: u8,
    max_level: u8,
    recovery: u8,
    origin: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnits {
    formation: Option<String>,
    corps: Option<String>,
    kind: UnitKind,
    mobility: MoveClass,
    strength: u8,
    normal: Face,
    disorganized: Face,
    ids: Vec<String>,
    #[serde(default)]
    aliases: BTreeMap<String, String>,
    origin: String,
}

/// Highest level for which the Action Point table has a column [6.3.1].
const TOP_LEVEL: u8 = LEVELS as u8;

/// What stands before the id of a formation in the id of its headquarters.
const HQ: &str = "HQ-";

/// Parses and validates.
pub(super) fn load(source: &Source<'_>, map: &Map, tables: &Tables) -> Result<Counters, DataError> {
    source.check_origins(&[])?;
    let raw: RawFile = source.parse()?;
    let mut counters = Counters::default();
    let mut ids = BTreeSet::new();
    for raw in raw.formation {
        let key = format!("formation {:?}", raw.id);
        let id = format!("{HQ}{}", raw.id);
        source.take_id(&key, &id, &mut ids)?;
        check_formation(source, &key, &raw, counters.formations.last())?;
        if raw.side == Side::Soviet && tables.soviet_recovery.levels(raw.recovery, 0).is_none() {
            return Err(source.error(key, format!("recovery = {}; expected a value of the table soviet_recovery [8.1.3]", raw.recovery)));
        }
        if counters.formations.len() == FORMATIONS {
            return Err(source.error(key, format!("one more formation; expected at most {FORMATIONS}")));
        }
        let formation = FormationId(counters.formations.len() as u8);
        let hq = UnitId::new(raw.side, counters.units.of(raw.side).count());
        counters.units.push(source, &key, raw.side, headquarters(&raw, id, formation))?;
        counters.formations.push(Formation {
            id: raw.id,
            name: raw.name,
            side: raw.side,
            superior: raw.superior,
            kind: raw.kind,
            reaction: raw.reaction,
            command_range: raw.command_range,
            support: raw.support,
            relocation: raw.relocation,
            max_level: raw.max_level,
            recovery: raw.recovery,
            hq,
            origin: raw.origin,
        });
    }
    for raw in raw.attachment {
        let attachment = attachment(source, &counters, &raw)?;
        counters.attachments.push(attachment);
    }
    for raw in &raw.units {
        take_units(source, &mut counters, &mut ids, raw)?;
    }
    for strongpoint in &map.strongpoints {
        if counters.units.find(&strongpoint.unit).is_none() {
            let what =
                format!("no unit {:?}, which fills the strongpoint {} of map.toml", strongpoint.unit, map.grid.name(strongpoint.hex));
            return Err(source.error("units", what));
        }
    }
    Ok(counters)
}

fn check_formation(source: &Source<'_>, key: &str, raw: &RawFormation, before: Option<&Formation>) -> Result<(), DataError> {
    if before.is_some_and(|before| before.side == Side::Soviet && raw.side == Side::Axis) {
        return Err(source.error(key, "a German formation after a Soviet one; expected the German ones first"));
    }
    let spans = [
        ("reaction", raw.reaction, 1..=10),
        ("command_range", raw.command_range, 1..=60),
        ("support", raw.support, 0..=11),
        ("relocation", raw.relocation, 1..=3),
        ("max_level", raw.max_level, 1..=TOP_LEVEL),
        ("recovery", raw.recovery, 0..=TOP_LEVEL),
    ];
    match spans.into_iter().find(|(_, value, span)| !span.contains(value)) {
        Some((name, value, span)) => Err(source.error(key, format!("{name} = {value}; expected {} to {}", span.start(), span.end()))),
        None => Ok(()),
    }
}

/// The counter of a headquarters [3.3].
fn headquarters(raw: &RawFormation, id: String, formation: FormationId) -> Unit {
    Unit {
        id,
        alias: String::new(),
        side: raw.side,
        kind: UnitKind::Headquarters,
        formation: Some(formation),
        superior: raw.superior.clone(),
        mobility: MoveClass::Leg,
        strength: 0,
        faces: [Face::default(); 2],
        origin: raw.origin.clone(),
    }
}

fn attachment(source: &Source<'_>, counters: &Counters, raw: &RawAttachment) -> Result<Attachment, DataError> {
    let key = format!("attachment from {:?}", raw.from);
    let set = |ids: &[String]| ids.iter().map(|id| counters.formation(source, &key, id)).collect::<Result<FormationSet, _>>();
    let (from, to) = (set(&raw.from)?, set(&raw.to)?);
    let mut sides = from.iter().chain(to.iter()).map(|formation| counters.formations[formation.index()].side);
    let one_side = sides.next().is_some_and(|first| sides.all(|side| side == first));
    if from.is_empty() || to.is_empty() || !from.intersection(to).is_empty() || !one_side || raw.most == 0 {
        return Err(source.error(key, "expected lenders and other receivers of one side, and at least one unit"));
    }
    Ok(Attachment { from, what: raw.what, most: raw.most, to })
}

fn take_units(source: &Source<'_>, counters: &mut Counters, ids: &mut BTreeSet<String>, raw: &RawUnits) -> Result<(), DataError> {
    let key = format!("units {:?}", raw.ids);
    let (formation, superior) = match (&raw.formation, &raw.corps) {
        (Some(id), None) => {
            let formation = counters.formation(source, &key, id)?;
            (Some(formation), counters.formations[formation.index()].superior.clone())
        }
        (None, Some(corps)) => (None, corps.clone()),
        _ => return Err(source.error(key, "expected a formation, or the corps of independent units [3.2.f]")),
    };
    let lead = formation.or_else(|| {
        let found = counters.formations.iter().position(|formation| formation.superior == superior);
        found.map(|at| FormationId(at as u8))
    });
    let Some(lead) = lead else { return Err(source.error(key, format!("no formation of the corps {superior:?}"))) };
    let side = counters.formations[lead.index()].side;
    check_values(source, &key, raw)?;
    if let Some(unknown) = raw.aliases.keys().find(|id| !raw.ids.contains(id)) {
        return Err(source.error(key, format!("an alias of {unknown:?}; expected ids of this entry")));
    }
    for id in &raw.ids {
        let key = format!("unit {id:?}");
        source.take_id(&key, id, ids)?;
        let unit = Unit {
            id: id.clone(),
            alias: raw.aliases.get(id).cloned().unwrap_or_default(),
            side,
            kind: raw.kind,
            formation,
            superior: superior.clone(),
            mobility: raw.mobility,
            strength: raw.strength,
            faces: [raw.normal, raw.disorganized],
            origin: raw.origin.clone(),
        };
        counters.units.push(source, &key, side, unit)?;
    }
    Ok(())
}

fn check_values(source: &Source<'_>, key: &str, raw: &RawUnits) -> Result<(), DataError> {
    let fail = |problem: String| Err(source.error(key, problem));
    if raw.ids.is_empty() || !raw.kind.is_combat() {
        return fail("expected ids of combat units; a headquarters comes with its formation".into());
    }
    if !(1..=12).contains(&raw.strength) {
        return fail(format!("strength = {}; expected 1 to 12 [3.4]", raw.strength));
    }
    let [normal, disorganized] = [raw.normal, raw.disorganized];
    for face in [normal, disorganized] {
        if !(2..=7).contains(&face.effectiveness) || face.points > 9 {
            return fail(format!("effectiveness = {}, points = {}; expected 2 to 7 and 0 to 9 [3.2.m]", face.effectiveness, face.points));
        }
    }
    if disorganized.effectiveness >= normal.effectiveness || disorganized.points >= normal.points {
        return fail("expected less effectiveness and fewer points on the disorganized side [3.2.m][3.2.o]".into());
    }
    if !(1..=20).contains(&normal.ma) || disorganized.ma != 0 {
        return fail(format!("ma = {} and {}; expected 1 to 20, and none on the disorganized side [3.2.p]", normal.ma, disorganized.ma));
    }
    let wheels = raw.kind.is_afv() || matches!(raw.kind, UnitKind::MotorizedInfantry | UnitKind::MotorizedEngineer);
    let feet = matches!(raw.kind, UnitKind::Infantry | UnitKind::Engineer | UnitKind::MachineGun | UnitKind::BorderGuard);
    if wheels && raw.mobility == MoveClass::Leg || feet && raw.mobility == MoveClass::Motorized {
        return fail(format!("mobility {:?} does not fit the kind {:?}", raw.mobility, raw.kind));
    }
    Ok(())
}
