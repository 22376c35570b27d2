//! [7.11] The Victory Phase: nations surrender, and the scenario is decided.

use super::BlocksInTheEast;
use super::board;
use super::data::{Count, Data};
use super::ids::{HexSet, Place};
use super::terms::{Country, Nation, TownClass};
use crate::game::{Outcome, Side};
use crate::hex::Hex;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Verdict {
    /// [SBE1.b][SBE2.b][SBE3.b][SBE4.b][SBE5.a][SBE6.a][SBE7.a][SBE8.a][SBE9.a][SBE9.b] By the points of the Axis at the end.
    Counted(u16),
    /// [7.11.b] Germany has surrendered.
    GermanSurrender,
}

/// Level of victory of a German surrender, for players.
const GERMAN_SURRENDER: &str = "German surrender";
/// Level of a scenario whose conditions are not those of the Basic game.
const OPEN: &str = "draw";

impl BlocksInTheEast {
    /// [7.11.e] Whether a nation has surrendered.
    pub fn has_surrendered(&self, nation: Nation) -> bool {
        self.surrendered & (1 << nation.index()) != 0
    }

    /// [7.11.a] The capital whose loss makes a nation surrender.
    fn capital(nation: Nation) -> Option<&'static str> {
        match nation {
            Nation::German | Nation::Finnish | Nation::Romanian | Nation::Hungarian | Nation::Slovak => nation.main_source(),
            _ => None,
        }
    }

    /// The game is over, and everything lies open.
    pub(super) fn decide(&mut self, verdict: Verdict) {
        self.verdict = Some(verdict);
        self.lay_open_at_the_end();
    }

    /// [7.11] The phase: surrenders first, then what ends the scenario before its last turn.
    pub(super) fn victory_phase(&mut self) {
        let finland = self.finland_gives_up();
        for nation in Nation::ALL {
            let place = Self::capital(nation).and_then(|name| self.data.map.place_named(name));
            let lost = place.is_some_and(|place| self.board.controls(self.data, nation.side().opponent(), place.hex));
            if lost || finland && nation == Nation::Finnish {
                self.surrender(nation);
            }
        }
        if self.italy_gives_up() && !self.has_surrendered(Nation::Italian) {
            self.surrender(Nation::Italian);
        }
        let points = self.axis_points();
        if self.is_taken_by(points) {
            self.decide(Verdict::Counted(points));
        } else if self.has_surrendered(Nation::German) {
            self.decide(Verdict::GermanSurrender);
        } else if self.is_won_at_once() {
            self.decide(Verdict::Counted(points));
        } else {
            self.try_for_surrender();
        }
    }

    /// [7.11] The turn is over; after the last one the scenario is decided.
    pub(super) fn end_turn(&mut self) {
        if self.turn >= self.data.script.turns[1] {
            self.decide(Verdict::Counted(self.axis_points()));
        } else {
            self.turn += 1;
        }
    }

    /// [SBE1.b][SBE2.b][7.11] Whether the Axis has what it wins by, where it need not hold it to the end.
    fn is_won_at_once(&self) -> bool {
        let victory = self.data.script.victory.as_ref().filter(|victory| victory.at_once);
        victory.is_some_and(|victory| victory.level(self.axis_points()).winner == Some(Side::Axis))
    }

    /// [5.5.h][AMB-70] Finland: its town is Soviet, and so many of its ground units are eliminated now.
    fn finland_gives_up(&self) -> bool {
        let rules = &self.data.tables.finland;
        let lost = |&(unit, known): &(super::ids::UnitId, &super::data::Unit)| {
            known.nation == Nation::Finnish && known.is_ground() && self.board.place(unit) == Place::ELIMINATED
        };
        self.board.controls(self.data, Side::Soviet, rules.town) && self.data.units(Side::Axis).filter(lost).count() >= rules.lost
    }

    /// [7.11.a][7.11.e] A nation is out of the game: its units are removed for good.
    pub(super) fn surrender(&mut self, nation: Nation) {
        self.surrendered |= 1 << nation.index();
        for unit in board::all(self.data).filter(|&unit| self.data.unit(unit).nation == nation) {
            self.board.put(unit, Place::REMOVED);
        }
        self.treasury.close(nation);
    }

    /// Points of the Axis by the conditions of the scenario, as both sides stand; 0 where they are not those of the Basic game.
    pub fn axis_points(&self) -> u16 {
        let Some(victory) = &self.data.script.victory else { return 0 };
        match &victory.count {
            Count::Held { places, major_city } => self.points_for_places(places, *major_city),
            Count::CutOff(place) => {
                let linked = self.data.supplied(&self.situation(), Nation::Soviet).contains(*place);
                u16::from(self.axis_holds(*place) || !linked)
            }
            Count::Surrounded(place) => u16::from(self.axis_holds(*place) || self.is_surrounded(*place)),
            Count::Guards { destroyed, .. } => self.points_for_guards(*destroyed),
            Count::Taken { places, decisive } => self.points_for_capitals(places, *decisive),
            Count::War { pairs, capital, decisive, .. } => self.points_of_war(*pairs, *capital, *decisive),
        }
    }

    fn axis_holds(&self, hex: Hex) -> bool {
        self.board.controls(self.data, Side::Axis, hex)
    }

    /// [SBE3.b][SBE4.a] Points for the places named, and for every other Soviet Major City.
    fn points_for_places(&self, places: &[(Hex, u8)], major_city: u8) -> u16 {
        let held = scored_places(self.data, places, major_city).filter(|(hex, _)| self.axis_holds(*hex));
        held.map(|(_, points)| u16::from(points)).sum()
    }

    /// [SBE2.b][AMB-95] Whether all hexes around a place hold Axis units or lie in their ZOC.
    fn is_surrounded(&self, place: Hex) -> bool {
        let zones = self.situation().zones[Side::Axis.index()];
        let covered: HexSet = self.held(Side::Axis).union(zones);
        self.data.map.grid.neighbours(place).all(|(_, near)| covered.contains(near))
    }

    /// The result by a verdict. The margin is counted from the points with which the Axis does not lose.
    pub(super) fn outcome_of(&self, verdict: Verdict) -> Outcome {
        match (verdict, &self.data.script.victory) {
            (Verdict::GermanSurrender, victory) => {
                // Where points are no sum of places a surrender is one level better for the Soviets than a draw.
                let mark = match victory {
                    Some(victory) if matches!(victory.count, Count::Held { .. }) => victory.mark() as i16,
                    _ => 0,
                };
                Outcome { winner: Some(Side::Soviet), margin: -mark.max(1), level: GERMAN_SURRENDER }
            }
            (Verdict::Counted(points), Some(victory)) => {
                let level = victory.level(points);
                Outcome { winner: level.winner, margin: points as i16 - victory.mark() as i16, level: &level.name }
            }
            (Verdict::Counted(_), None) => Outcome { winner: None, margin: 0, level: OPEN },
        }
    }
}

/// [SBE3.b][SBE4.a] The places named with their points, then every other Soviet Major City with those of its kind.
pub(super) fn scored_places<'a>(data: &'a Data, places: &'a [(Hex, u8)], major_city: u8) -> impl Iterator<Item = (Hex, u8)> + 'a {
    let map = &data.map;
    let counts = move |hex: &Hex| map.country[hex.index()] == Some(Country::SovietUnion) && places.iter().all(|(named, _)| named != hex);
    let majors = map.places.iter().filter(|place| place.class.is_some_and(TownClass::is_major)).map(|place| place.hex);
    let others = majors.filter(move |hex| major_city > 0 && counts(hex)).map(move |hex| (hex, major_city));
    places.iter().copied().chain(others)
}

/// What a scenario counts for the Axis: places with their points, or the one place that decides.
pub(super) fn counted(data: &Data) -> Vec<(Hex, u8)> {
    match data.script.victory.as_ref().map(|victory| &victory.count) {
        Some(Count::Held { places, major_city }) => scored_places(data, places, *major_city).collect(),
        Some(Count::CutOff(place) | Count::Surrounded(place)) => vec![(*place, 1)],
        Some(Count::Taken { places, .. }) => places.iter().map(|&hex| (hex, 1)).collect(),
        Some(Count::War { pairs, capital, .. }) => pairs.iter().flatten().chain([capital]).map(|&hex| (hex, 1)).collect(),
        Some(Count::Guards { .. }) | None => Vec::new(),
    }
}
