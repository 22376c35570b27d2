//! Counters [2].

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::armir::ids::{Formation, UnitId};
use crate::data::{DataError, Source};
use crate::game::Side;
use crate::kit::files::rows;
use crate::kit::order_of_battle::{Listed, OrderOfBattle};

/// Sizes that counters show.
const SIZES: [&str; 7] = ["battalion", "regiment", "group", "brigade", "division", "corps", "army"];

/// Most steps a counter may have.
pub(super) const MAX_STEPS: usize = 4;

/// Kind of counter [2].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Combat unit [2.1].
    Combat,
    /// Italian artillery [2.2].
    Artillery,
    /// Headquarters [2.3].
    Hq,
}

/// Nationality, read from the colour of the counter [2.6].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nationality {
    /// Italian.
    Italian,
    /// German, SS included.
    German,
    /// Croatian Legion.
    Croat,
    /// Soviet.
    Soviet,
}

/// Movement class [2.1.d][2.1.e]; cavalry moves as foot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mobility {
    /// On foot or horse.
    Foot,
    /// Motorised.
    Motorised,
    /// Tracked: the white circle.
    Tracked,
}

/// Branch of a counter, as its symbol shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Branch {
    /// Headquarters.
    Hq,
    /// Artillery.
    Artillery,
    /// Tanks.
    Armour,
    /// Mechanised infantry.
    Mechanised,
    /// Infantry.
    Infantry,
    /// Alpini.
    Alpine,
    /// Bersaglieri.
    Bersaglieri,
    /// Blackshirts.
    Blackshirt,
    /// Cavalry.
    Cavalry,
    /// Mountain infantry.
    Mountain,
    /// Ski troops.
    Ski,
    /// SS brigade.
    Ss,
    /// Corps troops of several arms [2.1.1].
    Support,
}

impl Branch {
    /// Infantry in the sense of rules 15.4 and 18.1, which counts alpini, blackshirts and the Celere's bersaglieri.
    pub const fn is_infantry(self) -> bool {
        matches!(self, Branch::Infantry | Branch::Alpine | Branch::Bersaglieri | Branch::Blackshirt | Branch::Mountain | Branch::Ski)
    }
}

/// Marks that single rules ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trait {
    /// Corps troops [2.1.1].
    Ta,
    /// Monte Cervino battalion [5.5.1.b].
    MonteCervino,
    /// Celere division: moves without fuel points [5.4.1].
    Celere,
    /// 27th Panzer [18.4].
    Panzer27,
    /// Guards [2.6].
    Guards,
    /// Blackshirts [2.6].
    Blackshirt,
    /// SS [2.6].
    Ss,
    /// Italian replacements pool [15.4].
    Complementi,
    /// 3rd Gebirgs-Division [15.2].
    Gebirgs3,
    /// Barbo cavalry [18.1.3.a].
    Barbo,
    /// Vicenza regiments [15.1.3].
    Vicenza,
    /// Julia regiments [15.1.3].
    Julia,
    /// Tank corps that may raid without supply [8.4].
    TankCorpsRaid,
}

/// Values of one side of an HQ or artillery counter [5.3.1]; a combat unit has only the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FaceValues {
    /// Movement allowance in whole MP.
    pub mp: u8,
    /// Supply radius of an HQ, in hexes.
    pub radius: u8,
    /// Range of a gun, in hexes.
    pub range: u8,
    /// Support value of a gun, in CP.
    pub support: u8,
    /// Bombardment value of a gun: a column of the Bombardment Table.
    pub bombardment: u8,
}

/// A counter.
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
    /// Kind.
    pub class: Class,
    /// Branch.
    pub branch: Branch,
    /// Size, for the symbol.
    pub size: String,
    /// Stripe.
    pub formation: Formation,
    /// Division (Axis) or corps (Soviet) whose units may overstack together [6.1]; empty for none.
    pub parent: String,
    /// Number of `parent`, equal for equal parents; 0 for none.
    pub parent_number: u8,
    /// CP by steps left: `cp[steps]`; index 0 is 0.
    pub cp: [u8; MAX_STEPS + 1],
    /// Steps at full strength, which is also the stacking value.
    pub steps: u8,
    /// Heavy weapons [2.1.b].
    pub heavy: bool,
    /// Movement class.
    pub mobility: Mobility,
    /// Values of both faces: long (or fire, or the only one) and short (or travel).
    pub faces: [FaceValues; 2],
    /// Place of the unit's division in the line of `line_corps`, from 1 in the north; 0 for units that do
    /// not start in the line [18.1].
    pub line_rank: u8,
    /// Corps whose strongpoints it holds at start.
    pub line_corps: Formation,
    /// Marks.
    pub traits: Vec<Trait>,
    /// Where the numbers come from.
    pub origin: String,
}

impl Listed for Unit {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Unit {
    /// Whether the counter carries a mark.
    pub fn has(&self, mark: Trait) -> bool {
        self.traits.contains(&mark)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    unit: Vec<RawUnit>,
    marker: Vec<RawMarker>,
}

rows! {
    RawMarker {
        name: String,
        count: u16,
        #[serde(rename = "side")]
        _side: MarkerSide,
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum MarkerSide {
    Axis,
    Soviet,
    None,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawUnit {
    id: String,
    name: String,
    side: Side,
    nationality: Nationality,
    class: Class,
    branch: Branch,
    size: String,
    formation: Formation,
    division: Option<String>,
    corps: Option<String>,
    cp: Option<Vec<u8>>,
    heavy: Option<bool>,
    mobility: Mobility,
    mp: Option<u8>,
    line: Option<(Formation, u8)>,
    traits: Vec<Trait>,
    origin: String,
    long: Option<RawHqFace>,
    short: Option<RawHqFace>,
    fire: Option<RawFireFace>,
    travel: Option<RawTravelFace>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHqFace {
    radius: u8,
    mp: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFireFace {
    mp: u8,
    range: u8,
    support: u8,
    bombardment: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTravelFace {
    mp: u8,
}

/// Parses and validates the counters.
pub(super) fn load(source: &Source<'_>) -> Result<OrderOfBattle<UnitId, Unit>, DataError> {
    source.check_origins(&[])?;
    let raw: RawFile = source.parse()?;
    for marker in &raw.marker {
        if marker.count == 0 {
            return Err(source.error(format!("marker {:?}", marker.name), "expected a positive count"));
        }
    }
    let mut counters = OrderOfBattle::default();
    let mut parents: Vec<String> = Vec::new();
    let mut ids = BTreeSet::new();
    for unit in raw.unit {
        let key = format!("unit {:?}", unit.id);
        source.take_id(&key, &unit.id, &mut ids)?;
        counters.push(source, &key, unit.side, check_unit(source, &key, unit, &mut parents)?)?;
    }
    Ok(counters)
}

fn check_unit(source: &Source<'_>, key: &str, raw: RawUnit, parents: &mut Vec<String>) -> Result<Unit, DataError> {
    let fail = |problem: String| Err(source.error(key, problem));
    if raw.formation.side() != raw.side {
        return fail(format!("formation {:?} belongs to the other side", raw.formation.key()));
    }
    if (raw.side == Side::Soviet) != (raw.nationality == Nationality::Soviet) {
        return fail("nationality and side disagree".into());
    }
    if raw.class == Class::Artillery && raw.nationality != Nationality::Italian {
        return fail("only Italians have artillery counters [2.2]".into());
    }
    let heavy = raw.heavy.unwrap_or(false);
    if heavy && (raw.side == Side::Soviet || raw.class != Class::Combat) {
        return fail("heavy is for Axis combat units only [2.1.b]".into());
    }
    let mut cp = [0; MAX_STEPS + 1];
    let mut faces = [FaceValues::default(); 2];
    let steps = match raw.class {
        Class::Combat => {
            let (Some(listed), Some(mp)) = (&raw.cp, raw.mp) else {
                return fail("a combat unit needs cp and mp".into());
            };
            if listed.is_empty() || listed.len() > MAX_STEPS {
                return fail(format!("cp has {} values; expected 1 to {MAX_STEPS}, one per step", listed.len()));
            }
            if listed.contains(&0) || listed.windows(2).any(|pair| pair[0] < pair[1]) {
                return fail("cp must be positive and may not grow with losses".into());
            }
            for (lost, &value) in listed.iter().enumerate() {
                cp[listed.len() - lost] = value;
            }
            faces = [FaceValues { mp, ..FaceValues::default() }; 2];
            listed.len() as u8
        }
        Class::Hq => {
            let (Some(long), Some(short)) = (&raw.long, &raw.short) else {
                return fail("an HQ needs the tables long and short".into());
            };
            if long.radius < short.radius || long.mp > short.mp {
                return fail("the long side must have the larger radius and the smaller allowance [5.3.1]".into());
            }
            faces[0] = FaceValues { mp: long.mp, radius: long.radius, ..FaceValues::default() };
            faces[1] = FaceValues { mp: short.mp, radius: short.radius, ..FaceValues::default() };
            1
        }
        Class::Artillery => {
            let (Some(fire), Some(travel)) = (&raw.fire, &raw.travel) else {
                return fail("artillery needs the tables fire and travel".into());
            };
            if fire.mp > travel.mp || fire.range == 0 || (fire.support == 0) == (fire.bombardment == 0) {
                return fail("the fire side needs the smaller allowance, a range, and either support or bombardment".into());
            }
            let FaceValues { radius, .. } = FaceValues::default();
            faces[0] = FaceValues { mp: fire.mp, radius, range: fire.range, support: fire.support, bombardment: fire.bombardment };
            faces[1] = FaceValues { mp: travel.mp, ..FaceValues::default() };
            1
        }
    };
    if faces.iter().any(|face| face.mp == 0 || face.mp > 20) {
        return fail("a movement allowance of 1 to 20 MP was expected".into());
    }
    let present = [
        (Class::Combat, raw.cp.is_some() || raw.mp.is_some() || raw.heavy.is_some()),
        (Class::Hq, raw.long.is_some() || raw.short.is_some()),
        (Class::Artillery, raw.fire.is_some() || raw.travel.is_some()),
    ];
    if present.into_iter().any(|(class, present)| present && class != raw.class) {
        return fail("values of the wrong class: combat units have cp, mp and heavy, HQs long and short, artillery fire and travel".into());
    }
    if raw.division.is_some() && raw.corps.is_some() {
        return fail("division and corps: expected one of them, whose units may overstack together [6.1]".into());
    }
    if !SIZES.contains(&raw.size.as_str()) {
        return fail(format!("size {:?}; expected one of {SIZES:?}", raw.size));
    }
    if let Some((corps, rank)) = raw.line
        && (!Formation::LINE_CORPS.contains(&corps) || rank == 0 || raw.class != Class::Combat)
    {
        return fail("line: expected a corps with strongpoints and a rank from 1, for a combat unit [18.1]".into());
    }
    let parent = raw.division.or(raw.corps).unwrap_or_default();
    let parent_number = if parent.is_empty() {
        0
    } else {
        let name = format!("{} {parent}", raw.side.name());
        1 + parents.iter().position(|known| *known == name).unwrap_or_else(|| {
            parents.push(name);
            parents.len() - 1
        }) as u8
    };
    Ok(Unit {
        id: raw.id,
        name: raw.name,
        side: raw.side,
        nationality: raw.nationality,
        class: raw.class,
        branch: raw.branch,
        size: raw.size,
        formation: raw.formation,
        parent,
        parent_number,
        cp,
        steps,
        heavy,
        mobility: raw.mobility,
        faces,
        line_rank: raw.line.map_or(0, |(_, rank)| rank),
        line_corps: raw.line.map_or(raw.formation, |(corps, _)| corps),
        traits: raw.traits,
        origin: raw.origin,
    })
}
