//! Formations with their headquarters, combat units, and who may be attached to whom.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::across_the_bug::ids::{FORMATIONS, FormationId, FormationSet, UnitId};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::kit::files::rows;
use crate::kit::order_of_battle::{Listed, OrderOfBattle};

/// Type of a counter [3.2.j]; what units may do follows from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// Headquarters: no combat unit [3.3.g].
    Headquarters,
    /// Infantry.
    Infantry,
    /// Motorized infantry, motorcycle infantry included.
    MotorizedInfantry,
    /// Engineers.
    Engineer,
    /// Motorized engineers.
    MotorizedEngineer,
    /// Machine-gun infantry of a fortified region.
    MachineGun,
    /// Border guards.
    BorderGuard,
    /// Anti-tank artillery.
    AntiTank,
    /// Reconnaissance.
    Reconnaissance,
    /// PzKpfw III.
    #[serde(rename = "pzkpfw-iii")]
    PanzerThree,
    /// PzKpfw IV.
    #[serde(rename = "pzkpfw-iv")]
    PanzerFour,
    /// StuG III.
    #[serde(rename = "stug-iii")]
    AssaultGun,
    /// BA-10.
    #[serde(rename = "ba-10")]
    Ba10,
    /// BT-5.
    #[serde(rename = "bt-5")]
    Bt5,
    /// T-26.
    #[serde(rename = "t-26")]
    T26,
    /// KV-2.
    #[serde(rename = "kv-2")]
    Kv2,
}

impl UnitKind {
    /// [3.2.g] AFV type: Tank points, and not AT points.
    pub const fn is_afv(self) -> bool {
        matches!(self, Self::PanzerThree | Self::PanzerFour | Self::AssaultGun | Self::Ba10 | Self::Bt5 | Self::T26 | Self::Kv2)
    }

    /// [3.3.g] Everything but headquarters.
    pub const fn is_combat(self) -> bool {
        !matches!(self, Self::Headquarters)
    }

    /// [3.2.g] Infantry type: every combat unit that is no AFV.
    pub const fn is_infantry_type(self) -> bool {
        self.is_combat() && !self.is_afv()
    }

    /// [5.3.1.b] Of these a hex takes one: the infantry type without border guards and AT units.
    pub const fn is_limited(self) -> bool {
        self.is_infantry_type() && !matches!(self, Self::BorderGuard | Self::AntiTank)
    }

    /// [3.2.j] Engineers of either kind.
    pub const fn is_engineer(self) -> bool {
        matches!(self, Self::Engineer | Self::MotorizedEngineer)
    }

    /// [3.2.i] Class for zones of control: AT units are of the AFV class. Headquarters, which have no ZOC, count as infantry.
    pub const fn class(self) -> Class {
        if self.is_afv() || matches!(self, Self::AntiTank) { Class::Armour } else { Class::Infantry }
    }
}

/// Class of a unit for zones of control [3.2.i].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Infantry.
    Infantry,
    /// AFV and AT.
    Armour,
}

impl Class {
    /// Both, in order.
    pub const ALL: [Class; 2] = [Class::Infantry, Class::Armour];

    /// Array index, below 2.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a unit pays for movement, by the box of its allowance [3.2.h].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mobility {
    /// On foot.
    Leg,
    /// On wheels or tracks.
    Motorized,
}

impl Mobility {
    /// Both, in order.
    pub const ALL: [Mobility; 2] = [Mobility::Leg, Mobility::Motorized];

    /// Array index, below 2.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

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
    pub mobility: Mobility,
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
    mobility: Mobility,
    strength: u8,
    normal: Face,
    disorganized: Face,
    ids: Vec<String>,
    #[serde(default)]
    aliases: BTreeMap<String, String>,
    origin: String,
}

/// Highest level for which the Action Point table has a column [6.3.1].
const LEVELS: u8 = 6;

/// What stands before the id of a formation in the id of its headquarters.
const HQ: &str = "HQ-";

/// Parses and validates.
pub(super) fn load(source: &Source<'_>) -> Result<Counters, DataError> {
    source.check_origins(&[])?;
    let raw: RawFile = source.parse()?;
    let mut counters = Counters::default();
    let mut ids = BTreeSet::new();
    for raw in raw.formation {
        let key = format!("formation {:?}", raw.id);
        let id = format!("{HQ}{}", raw.id);
        source.take_id(&key, &id, &mut ids)?;
        check_formation(source, &key, &raw, counters.formations.last())?;
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
        ("max_level", raw.max_level, 1..=LEVELS),
        ("recovery", raw.recovery, 0..=LEVELS),
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
        mobility: Mobility::Leg,
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
    if wheels && raw.mobility == Mobility::Leg || feet && raw.mobility == Mobility::Motorized {
        return fail(format!("mobility {:?} does not fit the kind {:?}", raw.mobility, raw.kind));
    }
    Ok(())
}
