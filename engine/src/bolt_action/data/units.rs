//! Weapons, and the templates of units.

use serde::Deserialize;

use crate::bolt_action::terms::{Armour, Class, HeSize, Mobility, Mount, Pace, Quality, Rank};
use crate::data::{DataError, Source};
use crate::game::Side;

/// Most men of a unit.
const MEN: usize = 20;
/// Most weapons of the table.
const WEAPONS: usize = 64;
/// Years of the war in the East.
pub const YEARS: [u16; 2] = [1941, 1945];

/// Number of a weapon in [`WPN`], from 0: row `WPN.01` is weapon 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WeaponId(pub u8);

impl WeaponId {
    /// Array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Shots of a weapon in one action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shots {
    /// So many.
    Fixed(u8),
    /// The sum of so many dice.
    Dice(u8),
}

/// What a weapon adds to a roll for damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Penetration {
    /// A small arm adds nothing, and does not harm armour of 7+ and more (supplement S21).
    SmallArm,
    /// So much.
    By(u8),
    /// That of its high-explosive size [HE].
    Explosive,
}

/// A row of the weapons table [WPN]. Ranges are in inches.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the special rules of the weapons table, read by name")]
pub struct Weapon {
    /// Id in data files, such as `rifle`.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Shortest range of direct fire; `None` for what fires indirectly alone.
    pub direct_from: Option<u8>,
    /// Shortest range of indirect fire; `None` for what does not fire indirectly.
    pub indirect_from: Option<u8>,
    /// Longest range.
    pub range: u8,
    /// Shots.
    pub shots: Shots,
    /// Penetration.
    pub pen: Penetration,
    /// High-explosive size, if it has one.
    pub he: Option<HeSize>,
    /// Assault: two dice in close quarters, no penalty for moving (supplements S9, S24).
    pub assault: bool,
    /// Team: needs a man beside the one who shoots (supplement S11).
    pub team: bool,
    /// Fixed: front arc, no fire on Advance (supplement S12).
    pub fixed: bool,
    /// One-shot (supplement S13).
    pub one_shot: bool,
    /// Shaped Charge: no penalty for long range against armour (supplement S14).
    pub shaped: bool,
    /// Flamethrower (supplement S15).
    pub flame: bool,
    /// Howitzer: direct or indirect fire (supplement S28).
    pub howitzer: bool,
    /// Where the numbers come from.
    pub origin: String,
}

/// A man of a unit on foot, by what he does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Man {
    /// He shoots.
    Armed(WeaponId),
    /// He serves a Team weapon and does not shoot (decision D2).
    Helper,
}

impl Man {
    /// The weapon that he shoots with.
    #[inline]
    pub const fn weapon(self) -> Option<WeaponId> {
        match self {
            Man::Armed(weapon) => Some(weapon),
            Man::Helper => None,
        }
    }
}

/// A weapon of a vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mounted {
    /// The weapon.
    pub weapon: WeaponId,
    /// Where it is.
    pub mount: Mount,
}

/// A kind of unit, of which a force has one or more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// Id in data files, unique.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Owner.
    pub side: Side,
    /// What it is.
    pub class: Class,
    /// Quality [MOR].
    pub quality: Quality,
    /// The men in the order of the list: the last one falls first (decision D1). Empty for a vehicle.
    pub men: Vec<Man>,
    /// Weapons of a vehicle, in the order in which they fire. Empty for others.
    pub mounted: Vec<Mounted>,
    /// Panzerfausts at the start.
    pub panzerfausts: u8,
    /// Rank of the officer who leads it.
    pub rank: Option<Rank>,
    /// Equipped against tanks [CQV.2].
    pub anti_tank: bool,
    /// How it moves.
    pub mobility: Mobility,
    /// What its movement lacks.
    pub pace: Pace,
    /// Armour; `None` for others than vehicles.
    pub armour: Option<Armour>,
    /// Open-topped [VDC.4].
    pub open_topped: bool,
    /// Recce [REV.2].
    pub recce: bool,
    /// First and last year.
    pub years: [u16; 2],
    /// Most of them in a force.
    pub limit: u8,
    /// Points.
    pub points: u16,
    /// Where the numbers come from.
    pub origin: String,
}

impl Weapon {
    /// Whether it fires directly, and so may shoot at what it sees.
    #[inline]
    pub const fn is_direct(&self) -> bool {
        self.direct_from.is_some()
    }

    /// Whether it fires indirectly alone: a mortar (supplement S27).
    #[inline]
    pub const fn is_mortar(&self) -> bool {
        self.direct_from.is_none()
    }
}

impl Template {
    /// The letters in front of an id that tell its side, and the rest of it.
    pub(super) fn stem(&self) -> (&str, &str) {
        self.id.split_once('_').unwrap_or(("", &self.id))
    }

    /// The weapons it has, in the order of the list.
    pub fn weapons(&self) -> impl Iterator<Item = WeaponId> + '_ {
        self.men.iter().filter_map(|man| man.weapon()).chain(self.mounted.iter().map(|mounted| mounted.weapon))
    }

    /// Men at the start, 1 for a vehicle.
    pub fn models(&self) -> u8 {
        if self.class == Class::Vehicle { 1 } else { self.men.len() as u8 }
    }

    /// Whether it is a vehicle that is armoured all round: neither soft-skinned nor open-topped.
    pub fn is_closed(&self) -> bool {
        self.armour.is_some_and(|armour| armour != Armour::SoftSkin) && !self.open_topped
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Special {
    Assault,
    Team,
    Fixed,
    OneShot,
    ShapedCharge,
    Flamethrower,
    Howitzer,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWeapon {
    id: String,
    name: String,
    direct_from: Option<u8>,
    indirect_from: Option<u8>,
    range: u8,
    shots: Option<u8>,
    dice: Option<u8>,
    pen: Option<u8>,
    he: Option<HeSize>,
    #[serde(default)]
    specials: Vec<Special>,
    origin: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawUnit {
    id: String,
    name: String,
    side: Side,
    class: Class,
    quality: Quality,
    men: Option<usize>,
    weapons: Vec<String>,
    #[serde(default)]
    panzerfausts: u8,
    rank: Option<Rank>,
    #[serde(default)]
    anti_tank: bool,
    mobility: Mobility,
    pace: Option<Pace>,
    armour: Option<Armour>,
    #[serde(default)]
    open_topped: bool,
    #[serde(default)]
    recce: bool,
    years: [u16; 2],
    limit: u8,
    points: u16,
    origin: String,
}

/// [WPN] The weapons of a file, each with an id of its own.
pub(super) fn weapons(source: &Source<'_>, raw: Vec<RawWeapon>) -> Result<Vec<Weapon>, DataError> {
    if raw.len() > WEAPONS {
        return Err(source.error("weapon", format!("{} weapons; expected at most {WEAPONS}", raw.len())));
    }
    let mut weapons: Vec<Weapon> = Vec::with_capacity(raw.len());
    for raw in raw {
        let key = format!("weapon {:?}", raw.id);
        let error = |problem: &str| Err(source.error(key.as_str(), problem));
        let has = |special| raw.specials.contains(&special);
        if weapons.iter().any(|known| known.id == raw.id) || raw.id == HELPER {
            return error("a second weapon with this id, or the word for a helper; expected unique ids");
        }
        if has(Special::OneShot) && weapons.iter().any(|known| known.one_shot) {
            return error("a second One-shot weapon; expected one, the Panzerfaust");
        }
        let howitzer = has(Special::Howitzer);
        match (raw.direct_from, raw.indirect_from) {
            (Some(_), Some(_)) if !howitzer => return error("direct and indirect fire; expected both of howitzers alone"),
            (Some(_), None) | (None, Some(_)) if howitzer => {
                return error("a howitzer with one kind of fire; expected direct_from and indirect_from");
            }
            (None, None) => return error("no kind of fire; expected direct_from, indirect_from, or both"),
            _ => {}
        }
        if raw.indirect_from.is_some() && raw.he.is_none() {
            return error("indirect fire without high explosive; expected its size in he");
        }
        let nearest = raw.direct_from.into_iter().chain(raw.indirect_from).max().unwrap_or(0);
        if raw.range > 120 || nearest >= raw.range {
            return error("expected a range of 1 to 120, longer than the shortest");
        }
        let shots = match (raw.shots, raw.dice) {
            (Some(shots @ 1..=12), None) => Shots::Fixed(shots),
            (None, Some(dice @ 1..=2)) => Shots::Dice(dice),
            _ => return error("expected shots of 1 to 12, or dice of 1 or 2"),
        };
        let pen = match raw.pen {
            Some(pen @ 0..=10) => Penetration::By(pen),
            Some(_) => return error("expected a pen of 0 to 10"),
            None if raw.he.is_some() => Penetration::Explosive,
            None => Penetration::SmallArm,
        };
        weapons.push(Weapon {
            direct_from: raw.direct_from,
            indirect_from: raw.indirect_from,
            range: raw.range,
            shots,
            pen,
            he: raw.he,
            assault: has(Special::Assault),
            team: has(Special::Team),
            fixed: has(Special::Fixed),
            one_shot: has(Special::OneShot),
            shaped: has(Special::ShapedCharge),
            flame: has(Special::Flamethrower),
            howitzer,
            id: raw.id,
            name: raw.name,
            origin: raw.origin,
        });
    }
    Ok(weapons)
}

/// The word for a man who does not shoot, in a list of weapons.
const HELPER: &str = "helper";

/// The templates of a file, each with an id of its own.
pub(super) fn templates(source: &Source<'_>, raw: Vec<RawUnit>, weapons: &[Weapon]) -> Result<Vec<Template>, DataError> {
    let mut templates: Vec<Template> = Vec::with_capacity(raw.len());
    for raw in raw {
        let reader = UnitReader { source, key: format!("unit {:?}", raw.id), weapons };
        if templates.iter().any(|known| known.id == raw.id) {
            return Err(reader.error("a second unit with this id; expected unique ids"));
        }
        templates.push(reader.template(raw)?);
    }
    Ok(templates)
}

/// Reads one unit.
struct UnitReader<'a, 'b> {
    source: &'a Source<'b>,
    key: String,
    weapons: &'a [Weapon],
}

impl UnitReader<'_, '_> {
    fn error(&self, problem: impl Into<String>) -> DataError {
        self.source.error(self.key.as_str(), problem)
    }

    fn template(&self, raw: RawUnit) -> Result<Template, DataError> {
        let prefix = if raw.side == Side::Axis { "g_" } else { "s_" };
        let stem = raw.id.strip_prefix(prefix).unwrap_or_default();
        if stem.is_empty() || !stem.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            return Err(self.error(format!("expected an id of letters, digits and underscores that begins with {prefix:?} on this side")));
        }
        let vehicle = raw.class == Class::Vehicle;
        let mut men = Vec::new();
        let mut mounted: Vec<Mounted> = Vec::new();
        for item in &raw.weapons {
            match item.split_once('@') {
                Some((weapon, mount)) if vehicle => mounted.push(self.mounted(weapon, mount, &mounted)?),
                None if !vehicle => self.arm(item, &mut men)?,
                Some(_) => return Err(self.error(format!("{item:?} has a mount; expected one on vehicles alone"))),
                None => return Err(self.error(format!("{item:?} has no mount; expected one such as \"mmg@coax\""))),
            }
        }
        let template = Template {
            id: raw.id,
            name: raw.name,
            side: raw.side,
            class: raw.class,
            quality: raw.quality,
            men,
            mounted,
            panzerfausts: raw.panzerfausts,
            rank: raw.rank,
            anti_tank: raw.anti_tank,
            mobility: raw.mobility,
            pace: raw.pace.unwrap_or(Pace::Whole),
            armour: raw.armour,
            open_topped: raw.open_topped,
            recce: raw.recce,
            years: raw.years,
            limit: raw.limit,
            points: raw.points,
            origin: raw.origin,
        };
        self.check(&template, raw.men)?;
        Ok(template)
    }

    fn weapon(&self, id: &str) -> Result<WeaponId, DataError> {
        let known = self.weapons.iter().position(|weapon| weapon.id == id);
        known.map(|at| WeaponId(at as u8)).ok_or_else(|| self.error(format!("no weapon {id:?}; expected the id of a [[weapon]]")))
    }

    fn mounted(&self, weapon: &str, mount: &str, before: &[Mounted]) -> Result<Mounted, DataError> {
        let known = Mount::ALL.into_iter().find(|known| known.name() == mount);
        let names = Mount::ALL.map(Mount::name);
        let mount = known.ok_or_else(|| self.error(format!("mount {mount:?}; expected one of {names:?}")))?;
        // [D23] The gunner of the turret serves both.
        if mount == Mount::Coax && !before.iter().any(|gun| gun.mount == Mount::Turret) {
            return Err(self.error(format!("{weapon:?} beside no gun; expected a weapon in a turret before it")));
        }
        Ok(Mounted { weapon: self.weapon(weapon)?, mount })
    }

    /// Adds the men of an entry such as `rifle*7` to the column.
    fn arm(&self, item: &str, men: &mut Vec<Man>) -> Result<(), DataError> {
        let (name, number) =
            times(item).ok_or_else(|| self.error(format!("{item:?}; expected a weapon, or a weapon and a number such as \"rifle*7\"")))?;
        let man = if name == HELPER { Man::Helper } else { Man::Armed(self.weapon(name)?) };
        if men.len() + number > MEN {
            return Err(self.error(format!("more than {MEN} men; expected 1 to {MEN}")));
        }
        men.extend(std::iter::repeat_n(man, number));
        Ok(())
    }

    fn check(&self, unit: &Template, men: Option<usize>) -> Result<(), DataError> {
        let refuse = |problem: String| Err(self.error(problem));
        let [first, last] = unit.years;
        if first < YEARS[0] || last > YEARS[1] || first > last {
            return refuse(format!("years {:?}; expected the first and the last of {} to {}", unit.years, YEARS[0], YEARS[1]));
        }
        if !(1..=9).contains(&unit.limit) || !(1..=1000).contains(&unit.points) {
            return refuse("expected a limit of 1 to 9 and points of 1 to 1000".to_owned());
        }
        if unit.class == Class::Vehicle { self.check_vehicle(unit, men) } else { self.check_men(unit, men) }
    }

    fn check_vehicle(&self, unit: &Template, men: Option<usize>) -> Result<(), DataError> {
        let drives = matches!(unit.mobility, Mobility::Wheeled | Mobility::HalfTracked | Mobility::Tracked) && unit.pace == Pace::Whole;
        if unit.armour.is_none() || !drives {
            return Err(self.error("expected armour and wheels, half-tracks or tracks of a vehicle, without a pace"));
        }
        if men.is_some() || unit.panzerfausts > 0 || unit.rank.is_some() {
            return Err(self.error("a vehicle with men, Panzerfausts or a rank; expected none"));
        }
        // An indirect weapon needs a fire control that a vehicle lacks (decision D26).
        if let Some(mortar) = unit.weapons().find(|weapon| !self.weapons[weapon.index()].is_direct()) {
            return Err(self.error(format!("{:?} on a vehicle; expected weapons of direct fire", self.weapons[mortar.index()].id)));
        }
        Ok(())
    }

    fn check_men(&self, unit: &Template, men: Option<usize>) -> Result<(), DataError> {
        let count = unit.men.len();
        if men != Some(count) || count == 0 {
            let men = men.map_or("no number".to_owned(), |men| men.to_string());
            return Err(
                self.error(format!("men = {men}, but weapons and helpers of {count}; expected 1 to {MEN} men, as many as the list has"))
            );
        }
        if unit.armour.is_some() || unit.open_topped || unit.recce {
            return Err(self.error("armour, an open top or Recce; expected them of vehicles alone"));
        }
        let moves = match unit.class {
            Class::Artillery => unit.mobility == Mobility::Artillery && matches!(unit.pace, Pace::Light | Pace::Turn),
            _ => unit.mobility == Mobility::Infantry && matches!(unit.pace, Pace::Whole | Pace::NoRun),
        };
        if !moves {
            return Err(self.error("expected mobility and pace of infantry (none or no-run) or of artillery (light or turn)"));
        }
        let helpers = unit.men.iter().filter(|&&man| man == Man::Helper).count();
        let team = |weapon: &WeaponId| self.weapons[weapon.index()].team;
        if unit.weapons().filter(team).count() > helpers {
            return Err(self.error("a Team weapon without a helper; expected one for each (decision D2)"));
        }
        if unit.panzerfausts > 0 && (unit.class != Class::Infantry || usize::from(unit.panzerfausts) > count) {
            return Err(self.error("expected Panzerfausts of infantry alone, at most one for each man"));
        }
        if unit.panzerfausts > 0 && !self.weapons.iter().any(|weapon| weapon.one_shot) {
            return Err(self.error("Panzerfausts, but no One-shot weapon in the table; expected one"));
        }
        if unit.weapons().any(|weapon| self.weapons[weapon.index()].one_shot) {
            return Err(self.error("a One-shot weapon in the list; expected its number in panzerfausts"));
        }
        if unit.rank.is_some() && unit.class != Class::Infantry {
            return Err(self.error("a rank; expected one of infantry alone"));
        }
        Ok(())
    }
}

/// Name and number of an entry such as `rifle*7`; a name alone counts once.
pub(super) fn times(item: &str) -> Option<(&str, usize)> {
    let Some((name, number)) = item.split_once('*') else { return Some((item, 1)) };
    let number = number.parse().ok().filter(|number| (1..=MEN).contains(number))?;
    Some((name, number))
}
