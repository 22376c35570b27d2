//! Where both sides stand, as the movement of one of them looks at it.

use std::cell::{OnceCell, RefCell};

use super::BlocksInTheEast;
use super::ground::Gait;
use super::ids::{HEX_CAPACITY, HexSet};
use super::partisans::Sabotage;
use super::terms::{Nation, Weather};
use crate::game::Side;
use crate::hex::Hex;

/// Where both sides stand: reckoned once for all units of a side, what few of them ask when it is asked.
pub(super) struct Traffic {
    pub(super) side: Side,
    /// Hexes with enemies, in the air or on the ground, and with brigades of partisans.
    pub(super) enemies: HexSet,
    /// Hexes with combat units of the side's own, in which support units may join an attack [3.8].
    backed: OnceCell<HexSet>,
    /// [31.0.b] Battle hexes to which armour in Reserve comes.
    pub(super) battles: OnceCell<HexSet>,
    /// Hexes with units of the nation with which another does not share a hex.
    rivals: [OnceCell<HexSet>; 2],
    germans_in_finland: OnceCell<usize>,
    /// Number of the exits of the side.
    exits: OnceCell<u64>,
}

/// Of a hex from which no step leads where nothing bars anybody.
const NO_EXIT: u8 = u8::MAX;
/// Of a hex that nobody has asked about.
const UNASKED: u8 = NO_EXIT - 1;

/// What the cheapest step out of each hex costs that leads where nothing bars units of the great nation of a side, and all that it follows from.
struct Exits {
    /// How many exits the thread has reckoned, these among them: 0 before the first.
    number: u64,
    /// Fingerprint of the scenario.
    data: u64,
    side: Side,
    weather: Weather,
    enemies: HexSet,
    /// Hexes that might be closed to those units, those with enemies among them: all others are open.
    doubtful: HexSet,
    /// Movement points by hex for each gait.
    least: [[u8; HEX_CAPACITY]; Gait::COUNT],
}

thread_local! {
    /// What was reckoned last: while a side moves, where its enemies are stays the same.
    static EXITS: RefCell<Exits> = const {
        RefCell::new(Exits {
            number: 0,
            data: 0,
            side: Side::Axis,
            weather: Weather::Clear,
            enemies: HexSet::EMPTY,
            doubtful: HexSet::EMPTY,
            least: [[UNASKED; HEX_CAPACITY]; Gait::COUNT],
        })
    };
}

impl BlocksInTheEast {
    /// Reckons where both sides stand.
    pub(super) fn traffic(&self, side: Side) -> Traffic {
        let mut enemies = self.held(side.opponent());
        if self.data.script.options.partisans {
            enemies = enemies.union(self.hostile_partisans(side, Sabotage::Roads as u8));
        }
        Traffic {
            side,
            enemies,
            backed: OnceCell::new(),
            battles: OnceCell::new(),
            rivals: [const { OnceCell::new() }; 2],
            germans_in_finland: OnceCell::new(),
            exits: OnceCell::new(),
        }
    }

    /// Hexes that might be closed to units of the great nation of a side that are not supplied through Finland.
    fn doubtful(&self, traffic: &Traffic) -> HexSet {
        let (data, ground) = (self.data, &self.data.ground);
        let always = data.closed_to(Nation::great(traffic.side)).union(data.persia);
        always.union(ground.finland).union(ground.axis_rail).union(ground.mountains).union(traffic.enemies)
    }

    /// Movement points of the cheapest step out of a hex, along no red arrow, that is open to units of the great nation of a side which are not
    /// supplied through Finland; [`NO_EXIT`] where none is certain to be.
    pub(super) fn exit(&self, traffic: &Traffic, hex: Hex, gait: Gait) -> u8 {
        let number = *traffic.exits.get_or_init(|| self.reckon_exits(traffic));
        let cheapest = |doubtful: &HexSet| {
            let steps = self.data.ground.steps_from_by(gait, hex, self.weather);
            let open = steps.filter(|&(_, near, _, arrow)| !arrow && !doubtful.contains(near));
            open.map(|(_, _, cost, _)| cost).min().unwrap_or(NO_EXIT)
        };
        let kept = EXITS.with_borrow_mut(|exits| {
            if exits.number != number {
                return None;
            }
            let least = &mut exits.least[gait as usize][hex.index()];
            if *least == UNASKED {
                *least = cheapest(&exits.doubtful);
            }
            Some(*least)
        });
        kept.unwrap_or_else(|| cheapest(&self.doubtful(traffic)))
    }

    /// Sees to it that the thread keeps the exits of a side, and says under which number.
    fn reckon_exits(&self, traffic: &Traffic) -> u64 {
        let (data, side, weather, enemies) = (self.data.fingerprint, traffic.side, self.weather, traffic.enemies);
        EXITS.with_borrow_mut(|exits| {
            let is_same = (exits.data, exits.side, exits.weather) == (data, side, weather) && exits.enemies == enemies;
            if exits.number == 0 || !is_same {
                let (number, least) = (exits.number + 1, [[UNASKED; HEX_CAPACITY]; Gait::COUNT]);
                *exits = Exits { number, data, side, weather, enemies, doubtful: self.doubtful(traffic), least };
            }
            exits.number
        })
    }

    pub(super) fn backed<'a>(&self, traffic: &'a Traffic) -> &'a HexSet {
        traffic.backed.get_or_init(|| self.combat_hexes(traffic.side))
    }

    /// [5.3.c] Hexes with units of the nation whose hexes a nation does not enter, if there is one.
    pub(super) fn rivals<'a>(&self, traffic: &'a Traffic, nation: Nation) -> Option<&'a HexSet> {
        let (at, rival) = match nation {
            Nation::Romanian => (0, Nation::Hungarian),
            Nation::Hungarian => (1, Nation::Romanian),
            _ => return None,
        };
        Some(traffic.rivals[at].get_or_init(|| self.data.units_of(rival).iter().filter_map(|&unit| self.board.hex(unit)).collect()))
    }

    pub(super) fn germans_in_finland(&self, traffic: &Traffic) -> usize {
        *traffic.germans_in_finland.get_or_init(|| {
            let lodged = self.held(traffic.side).intersection(self.data.ground.finland);
            let units = lodged.iter().flat_map(|hex| self.board.of(traffic.side, hex));
            units.filter(|unit| self.data.unit(**unit).nation == Nation::German).count()
        })
    }
}
