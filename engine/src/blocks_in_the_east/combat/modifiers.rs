//! [7.7.6][BOX1][9.3][10.0] Bonus and Malus of a unit that fires, each with its cause.

use arrayvec::ArrayVec;

use super::pool::Throw;
use crate::blocks_in_the_east::data::{Powers, Unit};
use crate::blocks_in_the_east::terms::{Flag, Nation, Terrain, TownClass, UnitClass, UnitKind, Weather};
use crate::game::Side;
use crate::kit::terms::terms;

/// Most causes that meet in one throw, of either kind.
const CAUSES: usize = 8;
/// [AMB-30] Most faces of a die that hit: a 1 never does.
const MOST_FACES: u8 = 5;

terms! {
    /// [7.7.a] Steps of a combat round in which dice are thrown.
    Firing {
        /// Aircraft against aircraft [7.7.1].
        AirCombat = "air-combat",
        /// The ground against aircraft [7.7.2].
        AntiAircraft = "anti-aircraft",
        /// Aircraft against the ground [7.7.3].
        AirAttack = "air-attack",
        /// Artillery [7.7.4].
        Artillery = "artillery",
        /// The other ground units [7.7.5].
        Ground = "ground",
    }

    /// Whose units entered the hex of a battle.
    Role {
        /// The side that entered it.
        Attacker = "attacker",
        /// The other.
        Defender = "defender",
    }

    /// What an attacker crossed on the way into the hex.
    Crossing {
        /// A river [BOX1.b].
        River = "river",
        /// A strait or a red arrow [BOX1.d].
        Strait = "strait",
        /// The air: it was dropped in this turn [23.0].
        Air = "air",
        /// The sea: it has landed in this turn [24.0].
        Sea = "sea",
    }

    /// Why a unit throws dice besides its combat factor.
    Extra {
        /// The Jericho trumpets of Stukas [22.0].
        Trumpets = "trumpets",
        /// The rockets of Soviet artillery [25.0].
        Rockets = "rockets",
        /// The charge of Gruppo Barbò [20.0.a].
        GruppoBarbo = "gruppo-barbo",
    }

    /// Why a throw has a Bonus or a Malus.
    Cause {
        /// Forest, hill, mountain or swamp [BOX1.a].
        Ground = "ground",
        /// Armour in a swamp that is not frozen [14.0.d].
        Swamp = "swamp",
        /// A river [BOX1.b].
        River = "river",
        /// A strait or a red arrow [BOX1.d].
        Strait = "strait",
        /// A Major City [BOX1.c].
        City = "city",
        /// A fortress [BOX1.f].
        Fortress = "fortress",
        /// A bunker [BOX1.h].
        Bunker = "bunker",
        /// Weather of the month [9.3][39.0.c].
        Weather = "weather",
        /// The first winter of the Axis [33.0].
        FirstWinter = "first-winter",
        /// Elite [10.0].
        Elite = "elite",
        /// Mountain infantry among hills and mountains [6.1.2].
        Mountaineers = "mountaineers",
        /// Finns in the woods and swamps of their attack zone [5.5.b][5.5.c].
        Finns = "finns",
        /// Gustav against fortifications [BOX1.k].
        Gustav = "gustav",
        /// The surprise of June 1941 [SBE5.e].
        Surprise = "surprise",
        /// The hex has not been reconnoitred [19.0.a].
        Unscouted = "unscouted",
        /// An airborne assault in its first round [23.0.e].
        Airborne = "airborne",
        /// An amphibious assault in its first round [24.0.b].
        Amphibious = "amphibious",
    }
}

impl Crossing {
    /// Whether it is a hexside that shelters the other side [BOX1.b][BOX1.d] (AMB-34): a river while it is not frozen [9.3.b], a strait in
    /// every weather (AMB-74).
    pub const fn is_barrier(self, weather: Weather) -> bool {
        match self {
            Crossing::River => !matches!(weather, Weather::Snow),
            Crossing::Strait => true,
            Crossing::Air | Crossing::Sea => false,
        }
    }
}

/// What holds in a battle for every throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule that holds or does not, by itself")]
pub struct Conditions {
    /// Terrain of the hex.
    pub terrain: Terrain,
    /// Its town, a fortress that fell once as a bunker [BOX1.g].
    pub town: Option<TownClass>,
    /// It lies in the Finnish attack zone [5.5.e].
    pub in_finnish_zone: bool,
    /// Weather of the month.
    pub weather: Weather,
    /// The first winter holds for the Axis [33.0].
    pub first_winter: bool,
    /// The elite of the Advanced game counts [10.0].
    pub elite: bool,
    /// Armour suffers in swamps [14.0.d].
    pub swamp_bars_armour: bool,
    /// June 1941 surprises the Soviets [SBE5.d].
    pub surprise: bool,
    /// The Luftwaffe is supreme in it [SBE5.h].
    pub luftwaffe_supremacy: bool,
    /// It is the first round.
    pub first_round: bool,
    /// The attacker has not reconnoitred the hex, where that matters [19.0.a].
    pub unscouted: bool,
    /// Every attacking ground unit of the round crossed a river that is not frozen or a strait [BOX1.b][BOX1.d] (AMB-34).
    pub all_crossed: bool,
    /// Marines that attack have landed from the sea [24.0.b].
    pub landed: bool,
    /// The players agreed that a Bonus and a Malus cancel each other [7.7.6.c].
    pub cancels: bool,
    /// Bombs fall on infrastructure, not on units [32.0].
    pub on_infrastructure: bool,
}

/// A unit about to fire.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// Its combat factor now.
    pub strength: u8,
    /// Its TECH, from 1 to 3.
    pub tech: u8,
    /// Its side in the battle.
    pub role: Role,
    /// What it crossed, if it attacks.
    pub crossing: Option<Crossing>,
}

/// Bonus and Malus of a throw with their causes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Modifiers {
    /// Each Bonus widens the range by a face.
    pub bonus: ArrayVec<(Cause, u8), CAUSES>,
    /// Each Malus halves the dice.
    pub malus: ArrayVec<(Cause, u8), CAUSES>,
}

impl Modifiers {
    fn sum(list: &[(Cause, u8)]) -> u8 {
        list.iter().map(|(_, count)| count).sum()
    }

    /// [7.7.6.c] How many of each cancel each other, if the players agreed that they do.
    pub fn cancelled(&self, cancels: bool) -> u8 {
        if cancels { Self::sum(&self.bonus).min(Self::sum(&self.malus)) } else { 0 }
    }

    /// What counts of both, in this order: all of it, or what is left after they cancel each other [7.7.6.c].
    pub fn counted(&self, cancels: bool) -> [u8; 2] {
        let cancelled = self.cancelled(cancels);
        [Self::sum(&self.bonus) - cancelled, Self::sum(&self.malus) - cancelled]
    }
}

impl Fighter<'_> {
    /// The throw of the unit in a step; `None` where it throws no dice. Whether there is somebody to fire at, and whether artillery is alone
    /// [6.1.4.b], is for the caller to say.
    pub fn throw(&self, firing: Firing, powers: &Powers, conditions: &Conditions) -> Option<Throw> {
        self.throw_with(0, firing, powers, conditions)
    }

    /// The same with dice besides its combat factor [22.0][25.0].
    pub fn throw_with(&self, extra: u8, firing: Firing, powers: &Powers, conditions: &Conditions) -> Option<Throw> {
        let faces = powers.faces(self.unit, self.tech, firing, self.role);
        if faces == 0 || self.strength == 0 {
            return None;
        }
        let [bonus, malus] = self.modifiers(firing, conditions).counted(conditions.cancels);
        let times = if self.throws_double(firing, conditions) { 2 } else { 1 };
        let strength = self.strength.saturating_mul(times).saturating_add(extra);
        Some(Throw { strength, faces: (faces + bonus).min(MOST_FACES), malus })
    }

    /// [SBE5.h] German and Romanian aircraft that attack in the first round while the Luftwaffe is supreme throw double dice.
    fn throws_double(&self, firing: Firing, conditions: &Conditions) -> bool {
        conditions.luftwaffe_supremacy
            && conditions.first_round
            && self.role == Role::Attacker
            && matches!(self.unit.nation, Nation::German | Nation::Romanian)
            && matches!(firing, Firing::AirCombat | Firing::AirAttack)
    }

    /// Bonus and Malus of the unit in a step.
    pub fn modifiers(&self, firing: Firing, conditions: &Conditions) -> Modifiers {
        let mut modifiers = Modifiers::default();
        let is_axis = self.unit.nation.side() == Side::Axis;
        if !conditions.surprise || !is_axis {
            self.add_malus(firing, conditions, &mut modifiers);
        }
        // [SBE5.d] The surprise spares the Axis every Malus but this one.
        if self.fires_blindly(firing, conditions) {
            modifiers.malus.push((Cause::Unscouted, 1));
        }
        if !conditions.surprise || is_axis {
            self.add_bonus(firing, conditions, &mut modifiers);
        }
        modifiers
    }

    /// [19.0.a][19.0.b][6.3.2.a] Whether a unit would have needed reconnaissance: aircraft that attack the ground and artillery do in the first
    /// round, but for long-range bombers and the Gustav.
    fn fires_blindly(&self, firing: Firing, conditions: &Conditions) -> bool {
        conditions.unscouted
            && conditions.first_round
            && self.role == Role::Attacker
            && matches!(firing, Firing::AirAttack | Firing::Artillery)
            && !matches!(self.unit.kind, UnitKind::LongRangeBomber | UnitKind::Gustav)
    }

    fn add_malus(&self, firing: Firing, conditions: &Conditions, modifiers: &mut Modifiers) {
        let mut add = |applies: bool, cause: Cause, count: u8| {
            if applies {
                modifiers.malus.push((cause, count));
            }
        };
        let attacks = self.role == Role::Attacker;
        let is_snow = conditions.weather == Weather::Snow;
        let on_ground = matches!(firing, Firing::Ground | Firing::AntiAircraft);
        // Terrain modifies attacking combat units and their fire at aircraft; fortifications all who attack what is in them [7.7.6.b] (AMB-83).
        let exposed = attacks && on_ground && self.unit.is_combat();
        add(exposed && conditions.terrain.is_rough() && !self.at_home_in(conditions.terrain), Cause::Ground, 1);
        let bogs = conditions.swamp_bars_armour && conditions.terrain == Terrain::Swamp && !is_snow;
        add(exposed && firing == Firing::Ground && bogs && self.unit.class == UnitClass::Armour, Cause::Swamp, 1);
        add(exposed && self.crossing == Some(Crossing::River) && !is_snow, Cause::River, 1);
        add(exposed && self.crossing == Some(Crossing::Strait), Cause::Strait, 2);
        let jumps = self.crossing == Some(Crossing::Air) && conditions.first_round && firing == Firing::Ground;
        add(exposed && jumps, Cause::Airborne, 1);
        let lands = self.crossing == Some(Crossing::Sea) && conditions.first_round && firing == Firing::Ground;
        add(exposed && lands, Cause::Amphibious, 1);
        // [32.0] Infrastructure is a large target, which no fortification shelters.
        let besieges = attacks && firing != Firing::AirCombat && self.unit.kind != UnitKind::Gustav && !conditions.on_infrastructure;
        match conditions.town {
            Some(TownClass::Major | TownClass::Capital) => add(exposed, Cause::City, 1),
            Some(TownClass::Fortress) => add(besieges, Cause::Fortress, 2),
            Some(TownClass::Bunker) => add(besieges, Cause::Bunker, 1),
            Some(TownClass::Minor | TownClass::Dot) | None => {}
        }
        let flies = matches!(firing, Firing::AirCombat | Firing::AirAttack);
        let suffers = match conditions.weather {
            Weather::Clear => false,
            Weather::Rain => firing == Firing::AntiAircraft || attacks && firing == Firing::Ground,
            Weather::LightRain => attacks && (flies || firing == Firing::Ground),
            // Of fire at aircraft only that of the attackers (AMB-85).
            Weather::Snow => (flies || attacks && on_ground) && !self.is_used_to_snow(),
        };
        add(suffers, Cause::Weather, 1);
        let freezes = self.unit.nation.side() == Side::Axis && !self.is_used_to_snow();
        add(conditions.first_winter && freezes, Cause::FirstWinter, 1);
    }

    fn add_bonus(&self, firing: Firing, conditions: &Conditions, modifiers: &mut Modifiers) {
        let mut add = |applies: bool, cause: Cause, count: u8| {
            if applies {
                modifiers.bonus.push((cause, count));
            }
        };
        let defends = self.role == Role::Defender;
        let sheltered = defends && firing == Firing::Ground;
        add(sheltered && conditions.all_crossed, Cause::River, 1);
        add(sheltered && conditions.landed && conditions.first_round, Cause::Amphibious, 1);
        match conditions.town {
            Some(TownClass::Major | TownClass::Capital) => add(sheltered, Cause::City, 1),
            Some(TownClass::Fortress) => add(sheltered, Cause::Fortress, 2),
            Some(TownClass::Bunker) => add(sheltered, Cause::Bunker, 1),
            Some(TownClass::Minor | TownClass::Dot) | None => {}
        }
        add(sheltered && conditions.weather == Weather::Rain, Cause::Weather, 1);
        add(sheltered && self.at_home_in(conditions.terrain), Cause::Mountaineers, 1);
        let is_infantry = self.unit.class == UnitClass::Infantry && self.unit.is_combat();
        let wild = matches!(conditions.terrain, Terrain::Forest | Terrain::Swamp) && conditions.in_finnish_zone;
        let is_finn = self.unit.nation == Nation::Finnish && is_infantry && firing == Firing::Ground;
        add(is_finn && wild && (defends || self.unit.kind == UnitKind::Ski), Cause::Finns, 1);
        if conditions.elite {
            let strikes = !defends && matches!(firing, Firing::Ground | Firing::Artillery);
            let stands = defends && matches!(firing, Firing::Ground | Firing::AntiAircraft);
            let is_striking = [Flag::Guards, Flag::Ss, Flag::Gd, Flag::Hg].into_iter().any(|flag| self.unit.is(flag));
            add(strikes && is_striking || stands && self.unit.is(Flag::EliteDefence), Cause::Elite, 1);
        }
        let fortified = matches!(conditions.town, Some(TownClass::Fortress | TownClass::Bunker));
        add(self.unit.kind == UnitKind::Gustav && !defends && firing == Firing::Artillery && fortified, Cause::Gustav, 1);
        let flies = self.unit.nation.side() == Side::Axis && matches!(firing, Firing::AirCombat | Firing::AirAttack);
        let shells = self.unit.nation == Nation::German && firing == Firing::Artillery;
        add(conditions.surprise && conditions.first_round && (flies || shells), Cause::Surprise, 1);
    }

    /// [6.1.2] Mountain infantry among hills and mountains.
    fn at_home_in(&self, terrain: Terrain) -> bool {
        self.unit.kind == UnitKind::Mountain && matches!(terrain, Terrain::Hill | Terrain::Mountain)
    }

    /// [9.3.c][33.0] Soviets, Finns and the mountain troops of the Axis.
    fn is_used_to_snow(&self) -> bool {
        matches!(self.unit.nation, Nation::Soviet | Nation::Finnish) || self.unit.kind == UnitKind::Mountain
    }
}
