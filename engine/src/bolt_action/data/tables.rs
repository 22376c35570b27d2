//! The tables and constants of the rules. Lengths are in inches, which are cells; costs of movement in fifths of an inch.

use serde::Deserialize;

use super::battlefield::{Glyph, RawGlyph};
use crate::bolt_action::terms::{Armour, Aspect, Cover, Damage, Ground, HeSize, Mishap, Mobility, Permission, Quality, Rank};
use crate::data::{DataError, Source};
use crate::kit::files::rows;
use crate::square::{DIAGONAL, LONGEST_WALK, STRAIGHT};

/// A value for each word of a kind, in the order of the words.
pub type Row<T, const N: usize> = [T; N];

/// The tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// [MOR] Morale value by quality.
    pub morale: Row<u8, { Quality::COUNT }>,
    /// [MOR.4][MOR.5][MOR.6][MOR.7] Bonus by rank.
    pub officer_bonus: Row<u8, { Rank::COUNT }>,
    /// Radius of the bonus by rank (supplement S25).
    pub officer_radius: Row<u8, { Rank::COUNT }>,
    /// Tests of orders and of morale.
    pub tests: Tests,
    /// Movement.
    pub movement: Movement,
    /// [TER] Permission by way to move and kind of ground: open, rough, obstacle, building, road. What is impassable has none.
    pub terrain: Row<[Permission; 5], { Mobility::COUNT }>,
    /// Sight.
    pub sight: Sight,
    /// Rolls to hit.
    pub hit: Hit,
    /// [DMG] Number that damages: inexperienced, regular, veteran men, then vehicles by armour.
    pub damage: [u8; 9],
    /// High explosive.
    pub he: He,
    /// [PEN] What is added to penetration by aspect: front, side or top, rear.
    pub aspects: Row<u8, { Aspect::COUNT }>,
    /// [PEN.3] What is taken off at long range.
    pub long_pen: u8,
    /// Damage to vehicles.
    pub vehicles: VehicleDamage,
    /// Close quarters.
    pub assault: Assault,
    /// Rules that the summary lacks or leaves open.
    pub switches: Switches,
    /// The letters that battlefields are drawn with.
    pub glyphs: Vec<Glyph>,
}

/// Declares tables of numbers as they stand in the file: unknown keys are refused, and each has an `origin`, which
/// [`Source::check_origins`] judges.
macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $field:ident: $kind:ty),* $(,)? })*) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $name { $($(#[$note])* pub $field: $kind),* }

            const _: () = {
                rows! { Read { $($field: $kind),* } }

                impl<'de> Deserialize<'de> for $name {
                    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                        Read::deserialize(from).map(|read| $name { $($field: read.$field),* })
                    }
                }
            };
        )*
    };
}

numbers! {
    /// [TURN.1.3][FUB] Tests with two dice.
    Tests {
        /// [CQV.2] Taken off the value of an assault on closed armour without anti-tank weapons.
        assault_penalty: u8,
        /// [FUB.1] The sum that is FUBAR, and fails a test of morale.
        fubar: u8,
        /// [FUB.2] Highest face of friendly fire; above it is panic [FUB.3].
        friendly_fire_to: u8,
        /// [FUB.2.a] An enemy this near makes a friend a target, in inches.
        enemy_within: u8,
    }

    /// [MOVE][MAN][REV] Movement of vehicles and men, by infantry, wheeled, half-tracked, tracked.
    Movement {
        /// Advance, in inches.
        advance: [u8; 4],
        /// Run, in inches.
        run: [u8; 4],
        /// Turns of up to 90 degrees in an Advance.
        turns_advance: [u8; 4],
        /// Turns of up to 90 degrees in a Run.
        turns_run: [u8; 4],
        /// Advance of a light gun, in inches (supplement S22).
        light_gun: u8,
        /// Cost of a step along a row or column, in fifths of an inch.
        straight: u8,
        /// Cost of a diagonal step.
        diagonal: u8,
        /// Centres of two units are at least so far apart, in cells along the longer axis (decision D3).
        gap: u8,
    }

    /// Sight and cover (supplement S10, decision D8).
    Sight {
        /// Most crossed cells of woods that are seen through.
        woods_depth: u8,
        /// Crops and scrub so near before a target cover it, in crossed cells.
        low_depth: u8,
    }

    /// [HIT] Rolls to hit. What makes a hit harder is a penalty, as a positive number.
    Hit {
        /// Number needed without modifiers.
        base: u8,
        /// Lowest number needed (supplement S17).
        lowest: u8,
        /// Close range, in inches (supplement S16).
        close_range: u8,
        /// [HIT.1] Bonus at close range.
        close: u8,
        /// [HIT.2] Penalty for each pin on the shooter.
        pin: u8,
        /// [HIT.3] Penalty at long range: beyond half the range (supplement S16).
        long: u8,
        /// [HIT.4] Penalty of an inexperienced shooter.
        inexperienced: u8,
        /// [HIT.5] Penalty after a move.
        moved: u8,
        /// [HIT.6] Penalty against infantry or artillery that is Down.
        down: u8,
        /// [HIT.7] Penalty against a small unit.
        small: u8,
        /// [HIT.8][HIT.9] Penalty by cover.
        cover: Row<u8, { Cover::COUNT }>,
        /// A unit of so many men or fewer is small (supplement S26).
        small_men: u8,
        /// Penalty of a Team weapon whose helper is gone (supplement S11).
        alone: u8,
    }

    /// [VD][VDC] Damage to vehicles.
    VehicleDamage {
        /// Highest roll of each result of the table; the last has no end.
        up_to: Row<u8, { Mishap::COUNT }>,
        /// [VDC.1] Taken off a roll for superficial damage.
        superficial: u8,
        /// Least margin of each class of damage over the damage value (supplement S23).
        margins: Row<u8, { Damage::COUNT }>,
        /// [VDC.4] Added for an open-topped vehicle under indirect fire.
        open_topped: u8,
    }

    /// [CQ][CQV] Close quarters.
    Assault {
        /// Longest path, in inches (supplement S24).
        distance: u8,
        /// Longest path over rough ground or obstacles, in inches.
        rough_distance: u8,
        /// An assault from no farther surprises, in inches (supplement S6).
        surprise: u8,
        /// Dice of a man with an Assault weapon (supplement S24).
        dice_assault: u8,
        /// Dice of another man.
        dice_other: u8,
        /// [CQV.5] Needed against a vehicle that advances.
        need_advancing: u8,
        /// [CQV.5] Needed against another vehicle.
        need_other: u8,
    }
}

/// [HE] High explosive, by size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct He {
    /// Penetration.
    pub pen: Row<u8, { HeSize::COUNT }>,
    /// Pins: 1, or the die that gives them.
    pub pins: Row<Option<HeSize>, { HeSize::COUNT }>,
    /// Number needed by the first shot of indirect fire at a target (supplement S27).
    pub indirect_first: u8,
    /// Lowest number needed by indirect fire.
    pub indirect_best: u8,
}

/// Rules that the summary lacks or leaves open, each by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "independent rules, read by name")]
pub struct Switches {
    /// A natural two passes every test (supplement S1).
    pub natural_two_passes: bool,
    /// A target without an order may go Down before it is shot at (supplement S4).
    pub reaction_down: bool,
    /// A Recce vehicle without an order may escape (supplement S5).
    pub recce_escape: bool,
    /// Ambush and Down may be kept for the next turn (supplement S8).
    pub keep_orders: bool,
    /// A coaxial weapon fires only if the gun beside it held (decision D23).
    pub coax_instead_of_gun: bool,
    /// Both sides of close quarters strike at once against hard cover (decision D27).
    pub simultaneous_behind_hard_cover: bool,
    /// The winner of close quarters loses its pins.
    pub winner_loses_pins: bool,
    /// Rally is ordered without a test.
    pub rally_ignores_pins: bool,
    /// Destroyed vehicles stay as impassable wrecks [VD.4.a].
    pub wrecks: bool,
}

rows! {
    RawMorale { by_quality: Row<u8, { Quality::COUNT }> }
    RawOfficers { bonus: Row<u8, { Rank::COUNT }>, radius: Row<u8, { Rank::COUNT }> }
    RawTerrain {
        infantry: [Permission; 5],
        artillery: [Permission; 5],
        wheeled: [Permission; 5],
        half_tracked: [Permission; 5],
        tracked: [Permission; 5],
    }
    RawDamage { men: Row<u8, { Quality::COUNT }>, vehicles: Row<u8, { Armour::COUNT }> }
    RawHe { pen: Row<u8, { HeSize::COUNT }>, pins: Row<RawPins, { HeSize::COUNT }>, indirect_first: u8, indirect_best: u8 }
    RawPenetration { aspects: Row<u8, { Aspect::COUNT }>, long: u8 }
}

/// [HE] Pins of a hit.
#[derive(Clone, Copy, Deserialize)]
enum RawPins {
    #[serde(rename = "1")]
    One,
    D2,
    D3,
    D6,
}

impl RawPins {
    const fn die(self) -> Option<HeSize> {
        match self {
            RawPins::One => None,
            RawPins::D2 => Some(HeSize::D2),
            RawPins::D3 => Some(HeSize::D3),
            RawPins::D6 => Some(HeSize::D6),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    morale: RawMorale,
    officers: RawOfficers,
    tests: Tests,
    movement: Movement,
    terrain: RawTerrain,
    sight: Sight,
    hit: Hit,
    damage: RawDamage,
    he: RawHe,
    penetration: RawPenetration,
    vehicles: VehicleDamage,
    assault: Assault,
    switches: Switches,
    glyph: Vec<RawGlyph>,
}

impl Tables {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(source: &Source<'_>) -> Result<Tables, DataError> {
        source.check_origins(&["switches"])?;
        let raw: RawFile = source.parse()?;
        let terrain = raw.terrain;
        let mut damage = [0; 9];
        let (men, vehicles) = damage.split_at_mut(Quality::COUNT);
        men.copy_from_slice(&raw.damage.men);
        vehicles.copy_from_slice(&raw.damage.vehicles);
        let tables = Tables {
            morale: raw.morale.by_quality,
            officer_bonus: raw.officers.bonus,
            officer_radius: raw.officers.radius,
            tests: raw.tests,
            movement: raw.movement,
            terrain: [terrain.infantry, terrain.artillery, terrain.wheeled, terrain.half_tracked, terrain.tracked],
            sight: raw.sight,
            hit: raw.hit,
            damage,
            he: He {
                pen: raw.he.pen,
                pins: raw.he.pins.map(RawPins::die),
                indirect_first: raw.he.indirect_first,
                indirect_best: raw.he.indirect_best,
            },
            aspects: raw.penetration.aspects,
            long_pen: raw.penetration.long,
            vehicles: raw.vehicles,
            assault: raw.assault,
            switches: raw.switches,
            glyphs: Glyph::all(source, &raw.glyph)?,
        };
        tables.check(&Limits { source })?;
        Ok(tables)
    }

    /// [TERK] Whether a way to move may enter what a glyph stands for, at a Run or at an Advance.
    pub fn may_enter(&self, mobility: Mobility, runs: bool, glyph: &Glyph) -> bool {
        match self.permission(mobility, glyph.ground) {
            None => false,
            // Dug to be moved in (decision D10).
            Some(_) if mobility == Mobility::Infantry && glyph.run_ok => true,
            Some(Permission::Ok | Permission::Double) => true,
            Some(Permission::OkStar) => !glyph.anti_tank,
            Some(Permission::NoRun) => !runs,
            Some(Permission::No | Permission::Setup) => false,
        }
    }

    /// [TERK.5] Whether a unit that moves so may be set up on what a glyph stands for: where it may go, and a gun also where it then
    /// stays for good, among others in trenches.
    pub fn may_set_up(&self, mobility: Mobility, glyph: &Glyph) -> bool {
        let for_good = match self.permission(mobility, glyph.ground) {
            None => false,
            Some(Permission::Setup) => true,
            Some(_) => mobility == Mobility::Artillery && glyph.run_ok,
        };
        for_good || self.may_enter(mobility, false, glyph)
    }

    fn permission(&self, mobility: Mobility, ground: Ground) -> Option<Permission> {
        self.terrain[mobility.index()].get(ground.index()).copied()
    }

    fn check(&self, limits: &Limits<'_, '_>) -> Result<(), DataError> {
        limits.all("morale.by_quality", &self.morale, 1, 20)?;
        limits.all("officers.bonus", &self.officer_bonus, 0, 9)?;
        limits.all("officers.radius", &self.officer_radius, 0, 60)?;
        self.check_tests(limits)?;
        self.check_movement(limits)?;
        self.check_shooting(limits)?;
        self.check_vehicles(limits)?;
        self.check_assault(limits)
    }

    fn check_tests(&self, limits: &Limits<'_, '_>) -> Result<(), DataError> {
        limits.one("tests.assault_penalty", self.tests.assault_penalty, 0, 12)?;
        limits.one("tests.fubar", self.tests.fubar, 3, 12)?;
        limits.one("tests.friendly_fire_to", self.tests.friendly_fire_to, 0, 6)?;
        limits.one("tests.enemy_within", self.tests.enemy_within, 0, 100)
    }

    fn check_movement(&self, limits: &Limits<'_, '_>) -> Result<(), DataError> {
        let movement = &self.movement;
        // A road doubles what a vehicle may spend, as a number of one byte.
        let furthest = [LONGEST_WALK / STRAIGHT, 24, 24, 24];
        for (at, most) in furthest.into_iter().enumerate() {
            limits.one("movement.advance", movement.advance[at], 1, most)?;
            limits.one("movement.run", movement.run[at], movement.advance[at], most)?;
        }
        limits.all("movement.turns_advance", &movement.turns_advance, 0, 4)?;
        limits.all("movement.turns_run", &movement.turns_run, 0, 4)?;
        limits.one("movement.light_gun", movement.light_gun, 1, LONGEST_WALK / STRAIGHT)?;
        limits.one("movement.straight", movement.straight, STRAIGHT, STRAIGHT)?;
        limits.one("movement.diagonal", movement.diagonal, DIAGONAL, DIAGONAL)?;
        limits.one("movement.gap", movement.gap, 1, 4)
    }

    fn check_shooting(&self, limits: &Limits<'_, '_>) -> Result<(), DataError> {
        let hit = &self.hit;
        limits.one("hit.base", hit.base, 1, 6)?;
        limits.one("hit.lowest", hit.lowest, 1, 6)?;
        limits.one("hit.close_range", hit.close_range, 0, 60)?;
        limits.one("hit.small_men", hit.small_men, 0, 20)?;
        let modifiers = [hit.close, hit.pin, hit.long, hit.inexperienced, hit.moved, hit.down, hit.small, hit.alone];
        limits.all("hit", &modifiers, 0, 6)?;
        limits.all("hit.cover", &hit.cover, 0, 6)?;
        // Whoever strikes at men may strike somebody down, so that close quarters end.
        let (men, vehicles) = self.damage.split_at(Quality::COUNT);
        limits.all("damage.men", men, 1, 6)?;
        limits.all("damage.vehicles", vehicles, 1, 20)?;
        limits.all("he.pen", &self.he.pen, 0, 10)?;
        limits.one("he.indirect_first", self.he.indirect_first, 1, 6)?;
        limits.one("he.indirect_best", self.he.indirect_best, 1, self.he.indirect_first)
    }

    fn check_vehicles(&self, limits: &Limits<'_, '_>) -> Result<(), DataError> {
        limits.all("penetration.aspects", &self.aspects, 0, 10)?;
        limits.one("penetration.long", self.long_pen, 0, 10)?;
        let vehicles = &self.vehicles;
        limits.one("vehicles.superficial", vehicles.superficial, 0, 6)?;
        limits.one("vehicles.open_topped", vehicles.open_topped, 0, 6)?;
        limits.ascending("vehicles.up_to", &vehicles.up_to)?;
        limits.ascending("vehicles.margins", &vehicles.margins)?;
        // Two dice of massive damage and what is added give no more.
        limits.one("vehicles.up_to", vehicles.up_to[Mishap::COUNT - 1], 12, u8::MAX)
    }

    fn check_assault(&self, limits: &Limits<'_, '_>) -> Result<(), DataError> {
        let assault = &self.assault;
        limits.one("assault.distance", assault.distance, 1, LONGEST_WALK / STRAIGHT)?;
        limits.one("assault.rough_distance", assault.rough_distance, 1, assault.distance)?;
        limits.one("assault.surprise", assault.surprise, 0, 60)?;
        limits.one("assault.dice_assault", assault.dice_assault, 1, 4)?;
        limits.one("assault.dice_other", assault.dice_other, 1, 4)?;
        limits.one("assault.need_advancing", assault.need_advancing, 1, 6)?;
        limits.one("assault.need_other", assault.need_other, 1, 6)
    }
}

/// Bounds of the numbers of a file: within them every sum of play fits its type.
struct Limits<'a, 'b> {
    source: &'a Source<'b>,
}

impl Limits<'_, '_> {
    fn one(&self, key: &str, value: u8, least: u8, most: u8) -> Result<(), DataError> {
        if (least..=most).contains(&value) {
            return Ok(());
        }
        let expected = if least == most { least.to_string() } else { format!("{least} to {most}") };
        Err(self.source.error(key, format!("{value}; expected {expected}")))
    }

    fn all(&self, key: &str, values: &[u8], least: u8, most: u8) -> Result<(), DataError> {
        values.iter().try_for_each(|&value| self.one(key, value, least, most))
    }

    fn ascending(&self, key: &str, values: &[u8]) -> Result<(), DataError> {
        if values.is_sorted_by(|a, b| a < b) {
            return Ok(());
        }
        Err(self.source.error(key, format!("{values:?}; expected ascending numbers")))
    }
}
