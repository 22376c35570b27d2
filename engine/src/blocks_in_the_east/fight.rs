//! [7.7] The battle in progress: who fires, at whom, under which conditions.

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::board::Mark;
use super::chapter::Chapter;
use super::charge::Charge;
use super::combat::{Conditions, Crossing, Extra, Fighter, Firing, Hit, MOST_UNITS, Pool, Role, Target, Throw, next_targets};
use super::ids::{Place, UnitId};
use super::terms::{Nation, TownClass, UnitKind, Weather};
use crate::game::Side;
use crate::hex::{Hex, OFF_MAP};

/// [22.0] Dice of Stukas besides their combat factor.
const TRUMPETS: u8 = 2;
/// [25.0] Dice of Soviet artillery with rockets besides its combat factor.
const ROCKETS: u8 = 2;
/// [25.0] TECH from which Soviet artillery has the new rockets.
const TECH_OF_ROCKETS: u8 = 2;

/// Units of a battle.
pub(super) type Units = ArrayVec<UnitId, MOST_UNITS>;

/// The battle in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Fight {
    /// Whose units entered the hex.
    pub(super) attacker: Side,
    pub(super) hex: Hex,
    /// Round of the battle, from 1; 0 before the first.
    pub(super) round: u8,
    /// Aircraft that were on the ground took off in this round (AMB-10).
    pub(super) took_off: bool,
    /// No die of the round could hit an enemy (AMB-93).
    pub(super) harmless: bool,
    /// [7.7.1.a] Air combats of the round so far.
    pub(super) air_rounds: u8,
    /// Dice of the volley at hand that are still to be thrown; none before it is reckoned.
    pub(super) pool: Option<Pool>,
    /// Hits that the units of each side still take.
    pub(super) pending: [u8; 2],
    /// [20.0][21.0] What the attacker has declared.
    pub(super) charge: Chapter<Option<Charge>>,
}

impl Fight {
    /// No battle.
    pub(super) const NONE: Fight = Fight::in_hex(Side::Axis, Hex(0));

    /// A battle that begins.
    pub(super) const fn in_hex(attacker: Side, hex: Hex) -> Fight {
        Fight {
            attacker,
            hex,
            round: 0,
            took_off: false,
            harmless: true,
            air_rounds: 0,
            pool: None,
            pending: [0; 2],
            charge: Chapter(None),
        }
    }

    pub(super) fn defender(&self) -> Side {
        self.attacker.opponent()
    }

    pub(super) fn role(&self, side: Side) -> Role {
        if side == self.attacker { Role::Attacker } else { Role::Defender }
    }
}

impl BlocksInTheEast {
    /// Units of a side in the battle of which something is true, in ascending order.
    pub(super) fn in_battle(&self, side: Side, is: impl Fn(UnitId) -> bool) -> Units {
        self.board.of(side, self.fight.hex).iter().copied().filter(|&unit| is(unit)).take(MOST_UNITS).collect()
    }

    #[inline]
    pub(super) fn is_air(&self, unit: UnitId) -> bool {
        self.data.is_air(unit)
    }

    /// Aircraft of a side in the battle that fly.
    pub(super) fn flying(&self, side: Side) -> Units {
        self.in_battle(side, |unit| self.board.is(unit, Mark::Flying))
    }

    /// [7.6.1] Aircraft of a side in the battle that are on the ground.
    pub(super) fn grounded(&self, side: Side) -> Units {
        self.in_battle(side, |unit| self.is_air(unit) && !self.board.is(unit, Mark::Flying))
    }

    pub(super) fn on_ground(&self, side: Side) -> Units {
        self.in_battle(side, |unit| self.data.unit(unit).is_ground() && !self.board.is(unit, Mark::Flying))
    }

    /// Whether a side has a combat unit in the battle.
    pub(super) fn has_combat_unit(&self, side: Side) -> bool {
        self.board.of(side, self.fight.hex).iter().any(|&unit| self.data.unit(unit).is_combat())
    }

    /// [7.7.6][BOX1] What holds for the throws of the round.
    pub fn conditions(&self) -> Conditions {
        let (data, Fight { hex, attacker, round, .. }) = (self.data, self.fight);
        let crossed = |unit: &UnitId| self.crossing(*unit).is_some_and(|crossing| crossing.is_barrier(self.weather));
        let attackers = self.on_ground(attacker);
        Conditions {
            terrain: data.map.terrain[hex.index()],
            town: self.town(hex),
            in_finnish_zone: data.ground.finnish_attack.contains(hex),
            weather: self.weather,
            first_winter: data.is_first_winter(self.turn),
            elite: data.is_advanced(),
            swamp_bars_armour: data.script.options.mountains_and_swamps,
            surprise: self.is_surprise(),
            luftwaffe_supremacy: data.is_luftwaffe_supreme(self.turn),
            first_round: round == 1,
            unscouted: self.lacks_reconnaissance(),
            all_crossed: !attackers.is_empty() && attackers.iter().all(crossed),
            landed: attackers.iter().any(|&unit| self.has_landed(unit)),
            cancels: data.script.options.cancel,
            on_infrastructure: false,
        }
    }

    /// [BOX1.b][BOX1.d] What a unit crossed on its last step into the hex it is in.
    pub fn crossing(&self, unit: UnitId) -> Option<Crossing> {
        if self.has_jumped(unit) {
            return Some(Crossing::Air);
        }
        if self.has_landed(unit) {
            return Some(Crossing::Sea);
        }
        let (hex, entry) = (self.board.hex(unit)?, self.board.entry(unit)?);
        let ground = &self.data.ground;
        let near = ground.neighbours[hex.index()].into_iter().filter(|&near| near != OFF_MAP).map(Hex);
        let leads = |from: Hex| ground.steps_from(from, Weather::Clear).find(|&(direction, to, ..)| (direction, to) == (entry, hex));
        let (from, arrow) = near.into_iter().find_map(|from| leads(from).map(|(.., arrow)| (from, arrow)))?;
        if arrow {
            return Some(Crossing::Strait);
        }
        self.data.map.sides[from.index()][entry.index()].river.then_some(Crossing::River)
    }

    /// [3.3.b][BOX1.g][BOX1.i] The town of a hex as it is now.
    pub fn town(&self, hex: Hex) -> Option<TownClass> {
        match self.data.map.place_at(hex)?.class? {
            TownClass::Fortress | TownClass::Bunker => self.fortification(hex),
            other => Some(other),
        }
    }

    /// [3.3.b][3.4] Whether a hex holds a city now: one that stands on the map, and is no fortress that fell [BOX1.g].
    pub(super) fn is_city(&self, hex: Hex) -> bool {
        self.data.ground.cities.contains(hex) && self.town(hex).is_some_and(TownClass::is_city)
    }

    pub(super) fn fighter(&self, unit: UnitId) -> Fighter<'static> {
        let role = self.fight.role(unit.side());
        let crossing = self.crossing(unit);
        let strength = self.board.strength(self.data, unit);
        Fighter { unit: self.data.unit(unit), strength, tech: self.tech(unit), role, crossing }
    }

    /// [20.0.a][22.0][25.0] Dice that a unit throws in a step besides its combat factor.
    pub fn extra_dice(&self, unit: UnitId, firing: Firing) -> Option<(Extra, u8)> {
        let options = &self.data.script.options;
        let trumpets = || options.jericho_trumpets && self.blows_trumpets(unit);
        let rockets = || options.katyusha && self.fires_rockets(unit);
        match firing {
            Firing::AirAttack if trumpets() => Some((Extra::Trumpets, TRUMPETS)),
            Firing::Artillery if rockets() => Some((Extra::Rockets, ROCKETS)),
            Firing::Ground => self.dice_of_barbo(unit).map(|dice| (Extra::GruppoBarbo, dice)),
            _ => None,
        }
    }

    /// [22.0] Whether a unit is of Stukas at full strength that bomb units on the ground without shelter, in clear weather, with no fighters
    /// of the enemy in the hex, which has been reconnoitred if they attack and chapter 19 is played. The towns that shelter are those that modify combat, and they shelter the defender alone. A battle shows all
    /// units in its hex; what is reckoned of one before that tells of no fighter that is hidden.
    fn blows_trumpets(&self, unit: UnitId) -> bool {
        let enemy = unit.side().opponent();
        let is_sheltered = || self.fight.defender() == enemy && self.town(self.fight.hex).is_some_and(TownClass::is_shelter);
        let is_seen = |foe: UnitId| self.data.unit(foe).kind == UnitKind::Fighter && !self.is_hidden(foe);
        let fighters = || !self.in_battle(enemy, is_seen).is_empty();
        self.data.unit(unit).kind == UnitKind::Stuka
            && self.board.step(unit) == 0
            && self.weather == Weather::Clear
            && !(self.fight.attacker == unit.side() && self.lacks_reconnaissance())
            && !self.on_ground(enemy).is_empty()
            && !is_sheltered()
            && !fighters()
    }

    /// [25.0] Whether a unit is of Soviet artillery that has the new rockets: from TECH 2 on.
    fn fires_rockets(&self, unit: UnitId) -> bool {
        let known = self.data.unit(unit);
        (known.nation, known.kind) == (Nation::Soviet, UnitKind::Artillery) && self.tech(unit) >= TECH_OF_ROCKETS
    }

    /// [7.7.a] The units of a side that fire in a step. Artillery without a combat unit beside it fires at nobody on the ground [6.1.4.b]
    /// (AMB-98).
    pub(super) fn firing(&self, side: Side, firing: Firing) -> Units {
        match firing {
            Firing::AirCombat => self.flying(side),
            // [32.0] Who bombs infrastructure does not bomb units.
            Firing::AirAttack => self.in_battle(side, |unit| self.board.is(unit, Mark::Flying) && self.is_to_bomb(unit).is_none()),
            Firing::AntiAircraft if self.holds_fire(side, firing) => Units::new(),
            Firing::AntiAircraft => self.on_ground(side),
            Firing::Artillery if !self.has_combat_unit(side) => Units::new(),
            // [6.4][AMB-11] Headquarters fire by choice.
            Firing::Artillery => self.in_battle(side, |unit| {
                let known = self.data.unit(unit);
                known.is_support() && (!known.is_headquarters() || self.is_gun(unit))
            }),
            Firing::Ground => self.in_battle(side, |unit| self.data.unit(unit).is_combat() && self.fires_now(unit)),
        }
    }

    /// [7.7.1][7.7.2][7.7.3][7.7.4][7.7.5] The units of a side that are hit in a step: those that fly, or those on the ground. Aircraft on the
    /// ground are bombed with them [7.6.1], and are what ground units hit where nobody else is (AMB-24).
    pub(super) fn targets(&self, side: Side, firing: Firing) -> Units {
        match firing {
            // [23.0.d] Who is carried is hit with the aircraft that carry it.
            Firing::AirCombat | Firing::AntiAircraft => {
                self.in_battle(side, |unit| self.board.is(unit, Mark::Flying) && !self.is_carried(unit))
            }
            Firing::AirAttack => self.in_battle(side, |unit| !self.board.is(unit, Mark::Flying)),
            Firing::Artillery | Firing::Ground => {
                let on_ground = self.on_ground(side);
                if on_ground.is_empty() { self.grounded(side) } else { on_ground }
            }
        }
    }

    /// The dice of a side in a step: those of its units, and at aircraft those of the defender's town [7.7.2].
    pub(super) fn pool_of(&self, side: Side, firing: Firing) -> Pool {
        let conditions = self.conditions();
        let powers = &self.data.tables.powers;
        let extra = |unit: &UnitId| self.extra_dice(*unit, firing).map_or(0, |(_, dice)| dice);
        let throw = |unit: &UnitId| self.fighter(*unit).throw_with(extra(unit), firing, powers, &conditions);
        let throws: ArrayVec<Throw, MOST_UNITS> = self.firing(side, firing).iter().filter_map(throw).collect();
        let mut pool = Pool::of(&throws);
        if firing == Firing::Ground {
            // [29.1.e][29.1.f] A die for each brigade of partisans, which hits on 6.
            pool.add(self.brigades_of(side), 1);
        }
        if firing == Firing::AntiAircraft && side == self.fight.defender() && !self.holds_fire(side, firing) {
            let hex = self.fight.hex;
            // [AMB-29]
            let tech = self.infantry_tech(self.data.nation_at(hex, side));
            let fire = self.town(hex).and_then(|class| self.data.tables.powers.town_fire(class, tech));
            if let Some([dice, faces]) = fire {
                pool.add(dice, faces);
            }
        }
        pool
    }

    pub(super) fn target(&self, unit: UnitId) -> Target<'static> {
        Target { unit: self.data.unit(unit), step: self.board.step(unit) as u8, marked: self.board.is(unit, Mark::ShieldHit) }
    }

    /// [7.7.11] Hits that the units of a side can still take in a step, besides those that wait.
    pub(super) fn endures(&self, side: Side, firing: Firing) -> u8 {
        let all: u8 = self.targets(side, firing).iter().map(|&unit| self.target(unit).endures()).sum();
        let brigades = if matches!(firing, Firing::Artillery | Firing::Ground) { self.brigades_of(side) } else { 0 };
        (all + brigades).saturating_sub(self.fight.pending[side.index()])
    }

    /// [7.7.9] The units of a side among which its owner chooses who takes the next hit of a step.
    pub(super) fn who_is_hit(&self, side: Side, firing: Firing) -> Units {
        let units = self.first_to_answer(side, firing).unwrap_or_else(|| self.targets(side, firing));
        let targets: ArrayVec<Target<'_>, MOST_UNITS> = units.iter().map(|&unit| self.target(unit)).collect();
        next_targets(&targets).into_iter().map(|index| units[index]).collect()
    }

    /// [7.7.8][7.7.10] A unit takes a hit.
    pub(super) fn take_hit(&mut self, unit: UnitId) {
        let mut target = self.target(unit);
        match target.hit() {
            Hit::Marked => self.board.set(unit, Mark::ShieldHit, true),
            Hit::Reduced => {
                self.board.set(unit, Mark::ShieldHit, false);
                self.board.set_step(unit, target.step.into());
            }
            Hit::Eliminated => self.board.put(unit, Place::ELIMINATED),
        }
        self.hit_cargo(unit);
    }

    /// [7.7.4.a][6.1.4.d][6.4] Artillery that fired turns a step, a headquarters too; it is lost with its last one.
    pub(super) fn spend_ammunition(&mut self, side: Side) {
        let conditions = self.conditions();
        for unit in self.firing(side, Firing::Artillery) {
            if self.fighter(unit).throw(Firing::Artillery, &self.data.tables.powers, &conditions).is_some() {
                let step = self.target(unit).step_after_fire();
                let is_spent = usize::from(step) == self.board.step(unit) && self.board.strength(self.data, unit) > 0;
                if is_spent && self.data.unit(unit).is_headquarters() {
                    self.board.put(unit, Place::ELIMINATED);
                } else {
                    self.board.set_step(unit, step.into());
                }
            }
        }
    }
}
