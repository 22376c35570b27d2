//! Counters: ground units, substitutes and air units.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::tables::StepRules;
use crate::data::{DataError, Source};
use crate::east_front::ids::{AirId, UnitId};
use crate::game::Side;
use crate::kit::order_of_battle::{Listed, OrderOfBattle};

/// Nationality: overruns, substitutes, retreats and standing fast ask for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nationality {
    /// German, SS and Luftwaffe included.
    German,
    /// Romanian.
    Romanian,
    /// Soviet.
    Soviet,
}

/// Service, by the colour of the type box [T.LEGEND.color].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Service {
    /// Army.
    #[default]
    Regular,
    /// Guards.
    Guards,
    /// NKVD.
    Nkvd,
    /// Militia.
    Militia,
    /// Naval.
    Naval,
    /// Paratroops.
    Paratroop,
    /// SS.
    Ss,
    /// Luftwaffe.
    Luftwaffe,
}

/// Size, which anti-aircraft fire and the destruction of fortifications ask for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Company.
    Company,
    /// Battalion.
    Battalion,
    /// Regiment.
    Regiment,
    /// Brigade.
    Brigade,
    /// Division.
    Division,
    /// Army: headquarters.
    Army,
}

/// Type of a ground unit [T.LEGEND].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// Tank.
    Tank,
    /// Assault gun, self-propelled.
    AssaultGun,
    /// Armoured anti-tank.
    ArmouredAt,
    /// Reconnaissance.
    Reconnaissance,
    /// Motorcycle infantry.
    Motorcycle,
    /// Motorized infantry.
    MotorizedInfantry,
    /// Motorized engineers.
    MotorizedEngineer,
    /// Motorized anti-aircraft.
    MotorizedAa,
    /// Motorized anti-tank.
    MotorizedAt,
    /// Infantry.
    Infantry,
    /// Mountain.
    Mountain,
    /// Airborne.
    Airborne,
    /// Police.
    Police,
    /// Border guard.
    BorderGuard,
    /// Partisan.
    Partisan,
    /// Combat engineers.
    Engineer,
    /// Cavalry.
    Cavalry,
    /// Headquarters.
    Hq,
    /// Anti-aircraft.
    Aa,
    /// Anti-tank.
    At,
    /// Artillery.
    Artillery,
    /// Rocket artillery.
    Rocket,
    /// Coastal artillery.
    CoastalArtillery,
    /// Super-heavy artillery, firing side in front.
    SuperHeavy,
    /// Rail artillery.
    RailArtillery,
    /// Armoured train.
    ArmouredTrain,
    /// Flotilla.
    Flotilla,
    /// Ski troops.
    Ski,
}

impl UnitKind {
    /// Tanks, assault guns and armoured anti-tank guns [T.LEGEND.armor].
    pub const fn is_armour(self) -> bool {
        matches!(self, Self::Tank | Self::AssaultGun | Self::ArmouredAt)
    }

    /// Armour, anti-tank or anti-aircraft: bars combined arms and shares attrition [15.67.a][16.32.c].
    pub const fn fights_armour(self) -> bool {
        self.is_armour() || matches!(self, Self::MotorizedAt | Self::At) || self.is_anti_air()
    }

    /// Anti-aircraft.
    pub const fn is_anti_air(self) -> bool {
        matches!(self, Self::MotorizedAa | Self::Aa)
    }

    /// Gives support instead of an attack [T.LEGEND.art].
    pub const fn is_artillery(self) -> bool {
        matches!(self, Self::Artillery | Self::Rocket | Self::CoastalArtillery | Self::SuperHeavy | Self::RailArtillery)
    }

    /// Engineers of either kind [23.1].
    pub const fn is_engineer(self) -> bool {
        matches!(self, Self::Engineer | Self::MotorizedEngineer)
    }

    /// What armour combines with [15.67.a].
    pub const fn combines_with_armour(self) -> bool {
        self.is_engineer() || matches!(self, Self::Reconnaissance | Self::Motorcycle | Self::MotorizedInfantry)
    }

    /// Whether its rules are carried out: trains, flotillas, rockets, rail and coastal guns, ski troops and partisans wait for the
    /// scenarios that have them.
    const fn is_carried_out(self) -> bool {
        !matches!(
            self,
            Self::Rocket | Self::CoastalArtillery | Self::RailArtillery | Self::ArmouredTrain | Self::Flotilla | Self::Ski | Self::Partisan
        )
    }

    /// Two printed sides that are no two steps: [16.22].
    const fn has_one_step(self) -> bool {
        matches!(self, Self::Hq | Self::SuperHeavy | Self::RailArtillery)
    }
}

/// How a unit pays for movement and when it moves, by the colour of its allowance [T.LEGEND.ma].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mobility {
    /// White: on foot.
    Foot,
    /// Cavalry: on foot, in both movement phases.
    Cavalry,
    /// Red box: motorized.
    Motorized,
    /// Orange: motorized costs, Movement Phase only.
    Orange,
    /// Green: super-heavy artillery.
    Green,
    /// Grey: rails only.
    Grey,
    /// Blue: flotilla.
    Blue,
}

/// Values of one side of a counter; what a unit does not have is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Face {
    /// Attack strength.
    pub attack: u8,
    /// Defence strength.
    pub defence: u8,
    /// Movement allowance in whole points.
    pub ma: u8,
    /// Support strength of artillery.
    pub support: u8,
    /// Range of artillery, in hexes.
    pub range: u8,
    /// Command value of an operational headquarters.
    pub command: u8,
    /// Recovery value of a non-operational headquarters.
    pub recovery: u8,
    /// Stacking value.
    pub stacking: u8,
    /// Exerts a ZOC: no yellow band [3.42].
    pub zoc: bool,
}

/// A ground counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Notation id, unique.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// Nationality.
    pub nationality: Nationality,
    /// Service.
    pub service: Service,
    /// Type.
    pub kind: UnitKind,
    /// Size.
    pub size: Size,
    /// How it moves.
    pub mobility: Mobility,
    /// Yellow allowance: may infiltrate [11.52].
    pub infiltrates: bool,
    /// Division it belongs to, for integrity; empty for none.
    pub division: String,
    /// Steps at full strength.
    pub steps: u8,
    /// Front and back; the front twice when only that is printed.
    pub faces: [Face; 2],
    /// Whether the back is printed.
    pub two_sided: bool,
    /// Whether it can be rebuilt.
    pub rebuilds: bool,
    /// A regiment substitute counter [24]: regular or strong.
    pub substitute: Option<Substitute>,
    /// Where the numbers come from.
    pub origin: String,
}

/// Kind of regiment substitute counter [24.3].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Substitute {
    /// 1-2-5.
    Regular,
    /// 2-2-5.
    Strong,
}

impl Listed for Unit {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Unit {
    /// [2.33.a] A printed allowance and a defence of at least 1.
    pub fn is_combat_unit(&self) -> bool {
        self.faces[0].defence > 0
    }
}

/// Part of an air unit in a mission [17.11].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Fighter.
    Fighter,
    /// Bomber.
    Bomber,
    /// Nothing but a counter.
    Dummy,
}

/// An air counter [17.1].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AirUnit {
    /// Notation id, unique.
    pub id: String,
    /// Type of aircraft.
    pub model: String,
    /// Owner.
    pub side: Side,
    /// Fighter, bomber or dummy.
    pub role: Role,
    /// Flies any distance [17.22].
    #[serde(default)]
    pub long_range: bool,
    /// Air combat rating.
    pub rating: i8,
    /// Close air support.
    pub cas: u8,
    /// Interdiction, Axis only [13.11].
    pub interdiction: u8,
    /// Where the numbers come from.
    pub origin: String,
}

impl Listed for AirUnit {
    fn id(&self) -> &str {
        &self.id
    }
}

/// The counters of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Counters {
    pub(super) units: OrderOfBattle<UnitId, Unit>,
    pub(super) air: OrderOfBattle<AirId, AirUnit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    unit: Vec<RawUnit>,
    #[serde(default)]
    substitute: Vec<RawSubstitute>,
    air: Vec<AirUnit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnit {
    id: String,
    name: String,
    side: Side,
    nationality: Nationality,
    #[serde(default)]
    service: Service,
    kind: UnitKind,
    size: Size,
    mobility: Mobility,
    #[serde(default)]
    infiltrates: bool,
    #[serde(default)]
    division: String,
    steps: u8,
    front: Face,
    back: Option<Face>,
    rebuilds: Option<bool>,
    origin: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSubstitute {
    id: String,
    name: String,
    side: Side,
    nationality: Nationality,
    count: u8,
    strong: bool,
    face: Face,
    origin: String,
}

/// Parses and validates.
pub(super) fn load(source: &Source<'_>, steps: &StepRules) -> Result<Counters, DataError> {
    source.check_origins(&[])?;
    let raw: RawFile = source.parse()?;
    let mut counters = Counters::default();
    let mut ids = BTreeSet::new();
    let mut take = |id: &str| {
        let key = format!("counter {id:?}");
        source.take_id(&key, id, &mut ids).map(|()| key)
    };
    for raw in raw.unit {
        let key = take(&raw.id)?;
        counters.units.push(source, &key, raw.side, check_unit(source, &key, raw, steps)?)?;
    }
    for raw in &raw.substitute {
        for number in 1..=raw.count {
            let id = format!("{}{number}", raw.id);
            let key = take(&id)?;
            counters.units.push(source, &key, raw.side, substitute(raw, id))?;
        }
    }
    for unit in raw.air {
        let key = take(&unit.id)?;
        check_air(source, &key, &unit)?;
        counters.air.push(source, &key, unit.side, unit)?;
    }
    Ok(counters)
}

fn substitute(raw: &RawSubstitute, id: String) -> Unit {
    Unit {
        id,
        name: raw.name.clone(),
        side: raw.side,
        nationality: raw.nationality,
        service: Service::Regular,
        kind: UnitKind::Infantry,
        size: Size::Regiment,
        mobility: Mobility::Foot,
        infiltrates: false,
        division: String::new(),
        steps: 1,
        faces: [raw.face; 2],
        two_sided: false,
        rebuilds: false,
        substitute: Some(if raw.strong { Substitute::Strong } else { Substitute::Regular }),
        origin: raw.origin.clone(),
    }
}

/// [16.22] Steps of a unit by its printed full defence and sides.
pub fn printed_steps(rules: &StepRules, kind: UnitKind, defence: u8, two_sided: bool) -> u8 {
    match defence {
        _ if kind.has_one_step() => 1,
        _ if defence >= rules.four_from => 4,
        _ if defence >= rules.three_from => 3,
        _ => 1 + u8::from(two_sided),
    }
}

fn check_unit(source: &Source<'_>, key: &str, raw: RawUnit, rules: &StepRules) -> Result<Unit, DataError> {
    let fail = |problem: String| Err(source.error(key, problem));
    if (raw.side == Side::Soviet) != (raw.nationality == Nationality::Soviet) {
        return fail(format!("side {} and nationality {:?} disagree", raw.side, raw.nationality));
    }
    if !raw.kind.is_carried_out() {
        return fail(format!("the type {:?} is not carried out yet", raw.kind));
    }
    if matches!(raw.mobility, Mobility::Grey | Mobility::Blue) {
        return fail(format!("the mobility {:?} is not carried out yet", raw.mobility));
    }
    if raw.service == Service::Militia {
        return fail("the service Militia is not carried out yet".into());
    }
    if !raw.division.is_empty() {
        return fail(format!("division = {:?}: integrity is not carried out yet; expected none", raw.division));
    }
    let two_sided = raw.back.is_some();
    let expected = printed_steps(rules, raw.kind, raw.front.defence, two_sided);
    if raw.steps != expected {
        return fail(format!("steps = {}; expected {expected} by the defence of {} [16.22]", raw.steps, raw.front.defence));
    }
    if expected > 2 && !two_sided {
        return fail(format!("{expected} steps on one side; expected a back"));
    }
    let faces = [raw.front, raw.back.unwrap_or(raw.front)];
    if faces.iter().any(|face| face.ma > 9) {
        return fail("an allowance above 9; expected 0 to 9, the numbers of the conversion chart".into());
    }
    let hq = raw.kind == UnitKind::Hq;
    if hq != (faces[0].command > 0) || hq != (two_sided && faces[1].recovery > 0) {
        return fail("expected a command value in front and a recovery value on the back of a headquarters, and of nothing else".into());
    }
    let gun = raw.kind.is_artillery();
    if gun != (faces[0].support > 0) || gun != (faces[0].range > 0) || gun && faces[0].attack > 0 {
        return fail("expected a support value and a range, and no attack, on artillery alone".into());
    }
    let red = raw.kind.is_armour()
        || raw.kind.combines_with_armour() && raw.kind != UnitKind::Engineer
        || matches!(raw.kind, UnitKind::MotorizedAa | UnitKind::MotorizedAt);
    if red != (raw.mobility == Mobility::Motorized) {
        return fail(format!("mobility {:?} does not fit the type {:?} [T.LEGEND.mot]", raw.mobility, raw.kind));
    }
    if matches!(raw.kind, UnitKind::SuperHeavy | UnitKind::RailArtillery) && raw.rebuilds != Some(false) {
        return fail("super-heavy artillery that can be rebuilt; expected rebuilds = false [23.44]".into());
    }
    if (raw.kind == UnitKind::Cavalry) != (raw.mobility == Mobility::Cavalry) {
        return fail("cavalry, and nothing else, has the mobility of cavalry".into());
    }
    Ok(Unit {
        id: raw.id,
        name: raw.name,
        side: raw.side,
        nationality: raw.nationality,
        service: raw.service,
        kind: raw.kind,
        size: raw.size,
        mobility: raw.mobility,
        infiltrates: raw.infiltrates,
        division: raw.division,
        steps: raw.steps,
        faces,
        two_sided,
        rebuilds: raw.rebuilds.unwrap_or(true),
        substitute: None,
        origin: raw.origin,
    })
}

fn check_air(source: &Source<'_>, key: &str, unit: &AirUnit) -> Result<(), DataError> {
    if unit.side == Side::Soviet && unit.interdiction > 0 {
        return Err(source.error(key, "a Soviet unit with an interdiction value; expected 0 [13.11]"));
    }
    if unit.role == Role::Dummy && (unit.rating != 0 || unit.cas > 0 || unit.interdiction > 0) {
        return Err(source.error(key, "a dummy with values; expected 0"));
    }
    if unit.role == Role::Bomber && unit.cas == 0 {
        return Err(source.error(key, "a bomber without close air support; expected at least 1"));
    }
    Ok(())
}
