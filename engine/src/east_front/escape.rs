//! Where a unit can retreat to, and what becomes of one that cannot [16.4].

use arrayvec::ArrayVec;

use super::EastFront;
use super::flood::CLOSED;
use super::ids::{Place, UnitId};
use super::retreat::{self, Fate, Stop};
use crate::hex::{Direction, Hex};

/// Most hexes that one retreat can end in: the rings of radius three and four.
const ENDS: usize = 42;
/// Hexes of the longest retreat: three and one further.
const LONGEST: usize = 4;

/// What a retreat may pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rule {
    /// One empty hex of enemy ZOC at a time, at a price [16.45][16.46].
    Ordinary,
    /// No empty hex of enemy ZOC [16.41.b.2][11.43.j].
    NoEmptyZoc,
}

/// An end of a retreat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Escape {
    pub(super) end: Hex,
    /// The way leads through an empty hex of enemy ZOC.
    pub(super) harried: bool,
    /// That hex is woods.
    pub(super) woods: bool,
}

/// Ends of the retreats of a unit, in ascending order.
pub(super) type Escapes = ArrayVec<Escape, ENDS>;

/// One retreat being searched for.
struct Search<'a> {
    game: &'a EastFront,
    unit: UnitId,
    start: Hex,
    /// Defending hexes: no step comes nearer to them.
    away: &'a [Hex],
    length: u8,
    rule: Rule,
    /// Overfull hexes may be left by one hex more: nothing else takes the unit [16.47] (reading A71).
    leaves_the_crowd: bool,
    ends: Escapes,
    /// A way ends in an overfull hex.
    crowded: bool,
    /// A way goes one hex further and the unit cannot stand there either: it is lost to Cadre.
    lost_to_cadre: bool,
}

/// How far a search has come.
#[derive(Clone)]
struct Trail {
    hex: Hex,
    stops: ArrayVec<Stop, LONGEST>,
    /// It leads through woods in enemy ZOC.
    woods: bool,
}

impl EastFront {
    /// [16.4][16.43][16.44][16.45][16.47] Hexes in which a unit's retreat of so many hexes can end. Of several ways to one
    /// end the one without empty hexes of enemy ZOC counts.
    pub(super) fn escapes(&self, unit: UnitId, away: &[Hex], length: u8, rule: Rule) -> Escapes {
        self.search(unit, away, length, rule).ends
    }

    /// [16.24][16.42][16.44][16.47] The box for a unit without an escape.
    pub(super) fn box_of_the_trapped(&self, unit: UnitId, away: &[Hex], length: u8, rule: Rule) -> Place {
        if self.search(unit, away, length, rule).lost_to_cadre { Place::CADRE } else { Place::ELIMINATED }
    }

    fn search<'a>(&'a self, unit: UnitId, away: &'a [Hex], length: u8, rule: Rule) -> Search<'a> {
        let start = self.board.hex(unit).expect("a unit that retreats is on the map");
        let mut search = Search {
            game: self,
            unit,
            start,
            away,
            length,
            rule,
            leaves_the_crowd: false,
            ends: ArrayVec::new(),
            crowded: false,
            lost_to_cadre: false,
        };
        if self.board.values(self.data, unit).ma > 0 {
            let trail = Trail { hex: start, stops: ArrayVec::new(), woods: false };
            search.go(&trail);
            if search.ends.is_empty() && search.crowded {
                search.leaves_the_crowd = true;
                search.go(&trail);
            }
        }
        search.ends.sort_unstable_by_key(|escape| escape.end);
        search
    }
}

impl Search<'_> {
    fn go(&mut self, trail: &Trail) {
        let game = self.game;
        let side = self.unit.side();
        let steps = &game.steps_of(game.data.roster.stats(self.unit).payer)[trail.hex.index()];
        for direction in Direction::ALL {
            let step = steps[direction.index()];
            let hex = Hex(step.to);
            let open = hex != trail.hex && (step.full != CLOSED || step.road != CLOSED) && !game.board.holds(hex, side.opponent());
            let taken = trail.stops.len() as u16 + 1;
            if !open || self.gap(hex) < self.gap(trail.hex) || game.data.map.grid.distance(self.start, hex) != taken {
                continue;
            }
            let stop = self.stop(hex);
            let woods = stop.enemy_zoc && !stop.friends && game.data.map.features[hex.index()].has(super::data::Feature::Woods);
            let mut next = Trail { hex, woods: trail.woods || woods, ..trail.clone() };
            next.stops.push(stop);
            if taken < u16::from(self.length) { self.go(&next) } else { self.finish(&next) }
        }
    }

    /// [16.44][16.47] The retreat ends here, or goes one hex further if the hex does not take the unit.
    fn finish(&mut self, trail: &Trail) {
        match retreat::fate(&trail.stops, self.length, self.rule == Rule::NoEmptyZoc) {
            fate @ (Fate::Safe | Fate::Shaken) => self.note(Escape { end: trail.hex, harried: fate == Fate::Shaken, woods: trail.woods }),
            Fate::GoesOn => self.go(trail),
            Fate::Crowded if self.leaves_the_crowd => self.go(trail),
            Fate::Crowded => self.crowded = true,
            Fate::Cadre => self.lost_to_cadre = true,
            Fate::Forbidden | Fate::Eliminated => {}
        }
    }

    /// A hex as the unit finds it.
    fn stop(&self, hex: Hex) -> Stop {
        let game = self.game;
        Stop {
            enemy_zoc: game.board.in_zoc(self.unit.side().opponent(), hex),
            friends: game.board.holds(hex, self.unit.side()),
            declared: game.attacks.is_pending(hex),
            overstacked: !game.has_room(hex, self.unit),
        }
    }

    fn note(&mut self, escape: Escape) {
        match self.ends.iter().position(|known| known.end == escape.end) {
            Some(at) if self.ends[at].harried && !escape.harried => self.ends[at] = escape,
            Some(_) => {}
            None if self.ends.is_full() => {}
            None => self.ends.push(escape),
        }
    }

    /// Distance to the nearest defending hex.
    fn gap(&self, hex: Hex) -> u16 {
        self.away.iter().map(|&defended| self.game.data.map.grid.distance(hex, defended)).min().unwrap_or(0)
    }
}
