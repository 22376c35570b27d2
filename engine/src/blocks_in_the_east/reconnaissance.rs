//! [19.0][19.1][19.2] Air reconnaissance: which headquarters try it, where, and whether it comes through; what it shows, and who guides its
//! fire by it. What its lack does to dice stands with Bonus and Malus.

use super::BlocksInTheEast;
use super::action::Action;
use super::chapter::{Few, Spot};
use super::combat::{Firing, Pool};
use super::fight::Fight;
use super::frame::{Frame, ScoutFire, ScoutRoll, Scouting};
use super::ground::flight;
use super::ids::{HexSet, MOST_HEADQUARTERS, UnitId};
use super::terms::{Nation, TownClass, UnitKind, Weather};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};
use crate::kit::terms::terms;

/// [19.1] Hexes within which fighters of TECH 1, 2 and 3 reconnoitre.
const RANGE: [u16; 3] = [5, 10, 15];
/// [19.1.a] The die, with its modifiers, shows so much at most where it succeeds.
const MOST: i8 = 4;
/// [19.1.b] What each TECH above the first takes from the die, and what else adds to it.
const OF_TECH: i8 = -2;
const OF_GROUND: i8 = 2;
const OF_CITY: i8 = 2;
const OF_FORTRESS: i8 = 4;
const OF_WEATHER: i8 = 2;
/// [19.1] Attempts of the Supreme Headquarters of a minor ally.
const OF_SUPREME: u8 = 1;
/// [19.2] TECH from which aircraft and artillery guide their fire, and among how many units.
const TECH_OF_GUIDANCE: u8 = 2;
const GUIDED: std::ops::RangeInclusive<usize> = 2..=3;
/// Most hexes that are reconnoitred in a turn: more than the headquarters of a side have attempts.
const MOST_HEXES: usize = 28;

terms! {
    /// Why the die of a reconnaissance counts for more or less.
    ScoutCause {
        /// TECH of the fighters [19.1.b].
        Fighters = "fighters",
        /// Forest, hill, mountain or swamp [19.1.b].
        Ground = "ground",
        /// A Major City [19.1.b].
        City = "city",
        /// A bunker [19.1.b].
        Bunker = "bunker",
        /// A fortress [19.1.b].
        Fortress = "fortress",
        /// Bad weather [19.1.b].
        Weather = "weather",
    }
}

/// What the attempt of a headquarters on a hex comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoutReport {
    /// Attempts that the headquarters has left.
    pub left: u8,
    /// [19.1] Hexes within which it reconnoitres.
    pub range: u16,
    /// [19.1.b] What counts beside the die, with its cause.
    pub modifiers: Vec<(ScoutCause, i8)>,
    /// [19.1.a] The highest face that succeeds; 0 where none does.
    pub succeeds_to: u8,
    /// [19.1.a] Dice of the fire that is still to be thrown at the aircraft: of the attempt at hand alone, once they lie there.
    pub fire: Option<Pool>,
}

/// What has been reconnoitred in the turn of the side at hand.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Reconnaissance {
    /// Attempts of each headquarters.
    attempts: [u8; MOST_HEADQUARTERS],
    /// Hexes, in the order in which they were.
    hexes: Few<Spot, MOST_HEXES>,
}

impl BlocksInTheEast {
    /// Whether there is reconnaissance: the chapter is played, and there are headquarters that carry it out [AMB-75].
    pub(super) fn plays_reconnaissance(&self) -> bool {
        self.data.script.options.air_reconnaissance && self.command_rules().is_some()
    }

    /// [19.0] Whether the side whose turn it is has reconnoitred a hex in it.
    pub fn is_scouted(&self, hex: Hex) -> bool {
        self.chapters.reconnaissance.hexes.contains(Spot::on(hex))
    }

    /// [19.0] The hexes that the side whose turn it is has reconnoitred in it.
    pub(super) fn scouted_hexes(&self) -> HexSet {
        self.chapters.reconnaissance.hexes.iter().map(Spot::hex).collect()
    }

    /// [19.0.a] Whether the attacker of the battle at hand lacks reconnaissance of its hex.
    pub(super) fn lacks_reconnaissance(&self) -> bool {
        let Fight { attacker, hex, .. } = self.fight;
        let is_known = || self.is_scouted(hex) && self.phase().is_none_or(|(side, _)| side == attacker);
        self.plays_reconnaissance() && !is_known()
    }

    /// [19.1][13.8.3] Attempts of a headquarters in a turn: an Air Headquarters has as many as action points, the Supreme one of a minor ally one.
    fn attempts(&self, unit: UnitId) -> u8 {
        let known = self.data.unit(unit);
        match (known.kind, known.nation) {
            (UnitKind::AirHq, _) => self.barrels(unit),
            (UnitKind::SupremeHq, Nation::Romanian | Nation::Finnish | Nation::Hungarian | Nation::Italian) => OF_SUPREME,
            _ => 0,
        }
    }

    /// [19.1] Attempts that an activated headquarters has left in the turn; none for others.
    pub fn attempts_left(&self, unit: UnitId) -> u8 {
        match self.post(unit) {
            Some(post) if self.plays_reconnaissance() && self.is_active(unit) => {
                self.attempts(unit).saturating_sub(self.chapters.reconnaissance.attempts[post])
            }
            _ => 0,
        }
    }

    /// [19.1] TECH of the fighters of a nation, 1 at least.
    fn fighter_tech(&self, nation: Nation) -> u8 {
        let plain = self.data.units(nation.side()).find(|(_, known)| (known.nation, known.kind) == (nation, UnitKind::Fighter));
        plain.map_or(1, |(unit, _)| self.tech(unit))
    }

    /// [19.1][AMB-80] Hexes within which a headquarters reconnoitres, from where it is: by the TECH of the fighters of its nation.
    fn scout_range(&self, unit: UnitId) -> u16 {
        RANGE[usize::from(self.fighter_tech(self.data.unit(unit).nation) - 1)]
    }

    /// [19.1] The hexes with enemies that a headquarters can have reconnoitred.
    fn scout_goals(&self, unit: UnitId) -> HexSet {
        let Some(from) = self.board.hex(unit) else { return HexSet::EMPTY };
        let (map, range) = (&self.data.map, self.scout_range(unit));
        let near = |hex: &Hex| flight(map, from, *hex) <= range && !self.is_scouted(*hex);
        self.held(unit.side().opponent()).iter().filter(near).collect()
    }

    /// [19.1][9.2.a] The headquarters of a side that can try to reconnoitre.
    pub(super) fn scouts(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let all: &[UnitId] = if self.plays_reconnaissance() { &self.data.headquarters } else { &[] };
        let able = move |unit: &UnitId| unit.side() == side && self.attempts_left(*unit) > 0 && !self.scout_goals(*unit).is_empty();
        all.iter().copied().filter(able)
    }

    /// [19.1] Whether an Air Headquarters would have something to reconnoitre if it was activated.
    pub(super) fn would_scout(&self, unit: UnitId) -> bool {
        self.plays_reconnaissance() && self.attempts(unit) > 0 && !self.scout_goals(unit).is_empty()
    }

    /// [19.1.b] What counts beside the die of an attempt.
    fn scout_modifiers(&self, unit: UnitId, hex: Hex) -> Vec<(ScoutCause, i8)> {
        let tech = self.fighter_tech(self.data.unit(unit).nation);
        let rough = self.data.map.terrain[hex.index()].is_rough();
        let is_bad = matches!(self.weather, Weather::Rain | Weather::Snow);
        let town = match self.town(hex) {
            Some(TownClass::Major | TownClass::Capital) => Some((ScoutCause::City, OF_CITY)),
            Some(TownClass::Bunker) => Some((ScoutCause::Bunker, OF_CITY)),
            Some(TownClass::Fortress) => Some((ScoutCause::Fortress, OF_FORTRESS)),
            Some(TownClass::Minor | TownClass::Dot) | None => None,
        };
        [
            (tech > 1).then(|| (ScoutCause::Fighters, OF_TECH * (tech as i8 - 1))),
            rough.then_some((ScoutCause::Ground, OF_GROUND)),
            town,
            is_bad.then_some((ScoutCause::Weather, OF_WEATHER)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// [19.1.a][19.1.b] What the attempt of a headquarters on a hex comes to, if it makes one.
    pub fn scout_report(&self, unit: UnitId, hex: Hex) -> ScoutReport {
        let modifiers = self.scout_modifiers(unit, hex);
        let sum: i8 = modifiers.iter().map(|(_, count)| count).sum();
        let succeeds_to = (MOST - sum).clamp(0, 6) as u8;
        let fire = if matches!(self.top(), Some(Frame::ScoutFire(..))) { self.fight.pool } else { None };
        ScoutReport { left: self.attempts_left(unit), range: self.scout_range(unit), modifiers, succeeds_to, fire }
    }

    /// Notes that a hex has been reconnoitred, if there is room for it.
    pub(super) fn note_reconnaissance(&mut self, hex: Hex) -> bool {
        self.chapters.reconnaissance.hexes.push(Spot::on(hex))
    }

    /// [19.0] The turn of a side is over: what it has reconnoitred changes.
    pub(super) fn forget_reconnaissance(&mut self) {
        if self.plays_reconnaissance() {
            self.chapters.reconnaissance = Reconnaissance::default();
        }
    }

    /// [19.2] Whether the attacker says which units of a side take the hits of a step: in good weather, of a hex that it has reconnoitred, where
    /// all that fired is of TECH 2 at least, and two or three units are as strong.
    pub(super) fn is_guided(&self, side: Side, firing: Firing) -> bool {
        let attacker = self.fight.attacker;
        let is_step = matches!(firing, Firing::AirAttack | Firing::Artillery) && side != attacker;
        if !is_step || !self.plays_reconnaissance() || self.weather != Weather::Clear || self.lacks_reconnaissance() {
            return false;
        }
        let powers = &self.data.tables.powers;
        let mut guns = self.firing(attacker, firing);
        guns.retain(|gun| {
            let fighter = self.fighter(*gun);
            powers.faces(fighter.unit, fighter.tech, firing, fighter.role) > 0
        });
        let modern = guns.iter().all(|&gun| self.tech(gun) >= TECH_OF_GUIDANCE);
        !guns.is_empty() && modern && GUIDED.contains(&self.who_is_hit(side, firing).len())
    }
}

impl Procedure<BlocksInTheEast> for Scouting {
    const QUESTION: &'static str = "which hex is reconnoitred from the air?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        game.attempts_left(self.unit) > 0 && !game.scout_goals(self.unit).is_empty()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.scout_goals(self.unit).iter().map(Action::Scout));
    }

    /// [19.1.a] The hex fires at the aircraft as in the first round of a battle for it: its dice lie open. A headquarters that is put down
    /// without an attempt makes none any more in the phase, so that nobody picks it without end.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Some(post) = game.post(self.unit) else { return game.end(action) };
        let Action::Scout(hex) = action else {
            if !self.begun {
                game.chapters.reconnaissance.attempts[post] = game.attempts(self.unit);
            }
            return game.end(action);
        };
        game.frames.replace_top(Frame::Scouting(self.unit, true));
        game.chapters.reconnaissance.attempts[post] += 1;
        let side = self.unit.side();
        game.fight = Fight { round: 1, ..Fight::in_hex(side, hex) };
        game.fight.pool = Some(game.pool_of(side.opponent(), Firing::AntiAircraft));
        game.frames.push(Frame::ScoutFire(self.unit, hex));
    }
}

impl Procedure<BlocksInTheEast> for ScoutFire {
    const QUESTION: &'static str = "does the fire drive off the aircraft that reconnoitre?";
    const QUIET: bool = false;

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if game.fight.pool.unwrap_or_default().count() > 0 {
            return Progress::Waits;
        }
        game.fight = Fight::NONE;
        game.frames.replace_top(Frame::ScoutRoll(self.unit, self.hex));
        Progress::Moves
    }

    fn draw(self, _: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend([Action::Hits(0), Action::Hits(1)]);
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Hits(hits) = action else { return game.end(action) };
        let [_, left] = game.fight.pool.unwrap_or_default().split();
        if hits > 0 {
            game.fight = Fight::NONE;
            game.pop();
        } else {
            game.fight.pool = Some(left);
        }
    }
}

impl Procedure<BlocksInTheEast> for ScoutRoll {
    const QUESTION: &'static str = "is the hex reconnoitred?";
    const QUIET: bool = false;

    /// [19.1.a] If it is, the other side shows all its units there at once.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Roll(face) = action else { return game.end(action) };
        game.pop();
        let sees = face <= game.scout_report(self.unit, self.hex).succeeds_to;
        if sees && game.note_reconnaissance(self.hex) {
            game.board.show_stack(self.unit.side().opponent(), self.hex);
        }
    }
}
