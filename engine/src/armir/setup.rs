//! Set-up [18]: the fixed positions of a scenario, or placement by the players.
//!
//! In a free set-up every choice is offered only while the rest can still be placed: each list below
//! is filtered by what it would leave to the others, so that no set-up runs into a dead end.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::action::Action;
use super::board::Board;
use super::data::{Data, PlaceKind, SetUp, Trait, Unit};
use super::frame::{AxisSetUp, Frame, SovietSetUp};
use super::ids::{Face, Formation, HexSet, Place, SIDE_UNITS, UnitId, UnitSet, units};
use super::{Armir, Class};
use crate::data::{DataError, Source};
use crate::game::{Side, Turn};
use crate::hex::{Hex, OFF_MAP};
use crate::kit::procedures::{Procedure, Sequence as _};

/// What comes next in a free set-up of the Axis.
enum NextAxis {
    /// Line infantry of a corps [18.1.a]-[18.1.d].
    Line(usize),
    /// A counter with rules of its own.
    Counter(UnitId),
    Finished,
}

impl Procedure<Armir> for AxisSetUp {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "place the next counter";

    fn is_due(self, game: &Armir) -> bool {
        !matches!(game.next_axis(), NextAxis::Finished)
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        match game.next_axis() {
            NextAxis::Line(corps) => game.list_line(corps, out),
            NextAxis::Counter(unit) => out.extend(game.axis_hexes(unit).iter().map(|hex| Action::Place { unit, hex })),
            NextAxis::Finished => {}
        }
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        game.place_counter(action);
    }
}

impl Procedure<Armir> for SovietSetUp {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUESTION: &'static str = AxisSetUp::QUESTION;

    fn is_due(self, game: &Armir) -> bool {
        game.next_soviet().is_some()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        if let Some(unit) = game.next_soviet() {
            game.list_soviet(unit, out);
        }
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        game.place_counter(action);
    }
}

impl Armir {
    /// Puts every counter of a fixed set-up in its place.
    pub(super) fn place_fixed(&mut self) {
        if let SetUp::Fixed(places, faces) = &self.data.set_up {
            for &(unit, place) in places {
                self.board.put(self.data, unit, place);
            }
            for &(unit, face) in faces {
                self.short_side.set(unit, face == Face::Short);
            }
        }
    }

    /// Puts the counters whose place the rules fix: Rossosh, Starobelsk, the Soviet HQs [18.1.1][18.1.3][18.2].
    pub(super) fn open_free_set_up(&mut self) {
        let map = &self.data.map;
        let put = |board: &mut Board, unit: Option<UnitId>, hex: Hex| {
            if let Some(unit) = unit {
                board.put(self.data, unit, Place::on(hex));
            }
        };
        put(&mut self.board, self.data.hq(Formation::Alpine), map.rossosh);
        for gun in units(Side::Axis, self.data.formation(Formation::Alpine) & self.data.artillery.of(Side::Axis)) {
            if self.data.stats(gun).parent_number == 0 {
                put(&mut self.board, Some(gun), map.rossosh);
            }
        }
        put(&mut self.board, self.data.hq(Formation::Army), map.starobelsk);
        put(&mut self.board, self.data.complementi, map.starobelsk);
        for (slot, army) in Formation::ARMIES.into_iter().enumerate() {
            put(&mut self.board, self.data.hq(army), map.soviet_hq[slot]);
        }
    }

    /// Whether counters are still being placed.
    pub(super) fn in_set_up(&self) -> bool {
        self.frames.as_slice().iter().any(|frame| matches!(frame, Frame::Objectives))
    }

    fn place_counter(&mut self, action: Action) {
        match action {
            Action::Place { unit, hex } => self.board.put(self.data, unit, Place::on(hex)),
            Action::PlaceOnChir(unit) => self.board.put(self.data, unit, Place::CHIR),
            _ => self.end(action),
        }
    }

    /// [5.3] HQs turn to their short side in a free set-up only if it still serves their formation.
    pub(super) fn flippable_in_set_up(&self, side: Side, present: u64) -> u64 {
        units(side, present)
            .filter(|&unit| {
                let counter = self.data.unit(unit);
                if counter.class != Class::Hq {
                    return true;
                }
                let centre = self.board.hex(unit).expect("a counter on the map stands in a hex");
                let radius = u16::from(counter.faces[Face::Short as usize].radius);
                match side {
                    Side::Axis => counter.formation == Formation::Army || self.corps_is_within(counter.formation, centre, radius),
                    Side::Soviet => {
                        let mut trial = self.clone();
                        trial.short_side.insert(unit);
                        trial.front_can_be_covered(trial.unplaced_soviets())
                    }
                }
            })
            .fold(0, |bits, unit| bits | unit.bit())
    }

    // ---- Axis --------------------------------------------------------------

    fn next_axis(&self) -> NextAxis {
        if let Some(corps) = (0..4).find(|&corps| self.unplaced_line(corps) != 0) {
            return NextAxis::Line(corps);
        }
        let next = self.data.axis_order.iter().find(|&&unit| self.board.place(unit) == Place::RESERVE);
        next.map_or(NextAxis::Finished, |&unit| NextAxis::Counter(unit))
    }

    fn unplaced_line(&self, corps: usize) -> u64 {
        units(Side::Axis, self.data.line_units[corps])
            .filter(|&unit| self.board.place(unit) == Place::RESERVE)
            .fold(0, |bits, unit| bits | unit.bit())
    }

    /// [18.1] Units of the division at hand go to the hex of the last unit or to the next one south, in
    /// ascending order within a hex, so that divisions stand in order and no hex stays empty.
    fn list_line(&self, corps: usize, out: &mut Vec<Action>) {
        let hexes = &self.data.map.strongpoints[corps];
        let current = hexes.iter().rposition(|&hex| self.board.holds(hex, Side::Axis));
        let left = self.unplaced_line(corps);
        let rank = units(Side::Axis, left).map(|unit| self.data.unit(unit).line_rank).min();
        for unit in units(Side::Axis, left).filter(|&unit| Some(self.data.unit(unit).line_rank) == rank) {
            let rest = left & !unit.bit();
            if let Some(at) = current
                && self.may_share(unit, self.board.stack_bits(hexes[at]))
                && self.line_can_be_filled(hexes, at, self.board.stack_bits(hexes[at]) | unit.bit(), rest)
            {
                out.push(Action::Place { unit, hex: hexes[at] });
            }
            let next = current.map_or(0, |at| at + 1);
            if next < hexes.len() && self.line_can_be_filled(hexes, next, unit.bit(), rest) {
                out.push(Action::Place { unit, hex: hexes[next] });
            }
        }
    }

    /// Whether a unit may join the units already in a line hex: within stacking, and after those of its
    /// own division with a lower number.
    fn may_share(&self, unit: UnitId, stack: u64) -> bool {
        let rank = self.data.unit(unit).line_rank;
        !self.is_overstacked(Side::Axis, stack | unit.bit())
            && units(Side::Axis, stack).all(|other| self.data.unit(other).line_rank != rank || other < unit)
    }

    /// Whether the units left can fill the line from hex `at`, where `stack` stands, to its south end.
    fn line_can_be_filled(&self, hexes: &[Hex], at: usize, stack: u64, left: u64) -> bool {
        let Some(unit) = units(Side::Axis, left).min_by_key(|&unit| (self.data.unit(unit).line_rank, unit)) else {
            return at + 1 == hexes.len();
        };
        let rest = left & !unit.bit();
        (self.may_share(unit, stack) && self.line_can_be_filled(hexes, at, stack | unit.bit(), rest))
            || (at + 1 < hexes.len() && self.line_can_be_filled(hexes, at + 1, unit.bit(), rest))
    }

    /// Hexes where an Axis counter that is not line infantry may be placed [18.1.f]-[18.1.3].
    fn axis_hexes(&self, unit: UnitId) -> HexSet {
        let map = &self.data.map;
        let counter = self.data.unit(unit);
        let mut axis = map.in_play.difference(map.soviet_at_start);
        axis.remove(map.bokovskaya);
        // Only of army troops the rules do not say that they stand in no strongpoint.
        let hexes_at_hand = if is_shared_out(counter) { axis } else { axis.difference(map.fortified) };
        let room = |hex: Hex| self.stack_has_room(Side::Axis, hex, unit);
        let within_one = |formation: Formation, hex: Hex| {
            self.data.hq(formation).and_then(|hq| self.board.hex(hq)).is_some_and(|centre| map.grid.distance(centre, hex) <= 1)
        };
        let in_radius =
            |hex: Hex| self.radius_of(counter.formation).is_none_or(|(centre, radius)| map.grid.distance(centre, hex) <= radius);
        let julia = || self.data.stats(self.data.julia[0].0).parent_number;
        let allowed = |hex: Hex| match (counter.class, counter.formation) {
            (Class::Hq, _) => self.hq_serves_line(unit, hex),
            (Class::Artillery, formation) if counter.parent_number != 0 => {
                debug_assert!(formation != Formation::Army, "divisional guns belong to a corps");
                in_radius(hex) && is_next_to_division(self.data, &self.board, counter.parent_number, hex)
            }
            _ if counter.has(Trait::Vicenza) => in_radius(hex) && is_next_to_division(self.data, &self.board, julia(), hex),
            _ if counter.has(Trait::Barbo) => self.data.barbo_hexes.contains(hex),
            (class, Formation::Army) => self.shares_out_hqs(unit, class, hex),
            (_, formation) => within_one(formation, hex),
        };
        let mut hexes = HexSet::EMPTY;
        hexes_at_hand.iter().filter(|&hex| room(hex) && allowed(hex)).for_each(|hex| hexes.insert(hex));
        hexes
    }

    /// [18.1.g] An HQ hex that keeps the line of the corps in its radius, and leaves a place for its guns.
    fn hq_serves_line(&self, hq: UnitId, hex: Hex) -> bool {
        let map = &self.data.map;
        let counter = self.data.unit(hq);
        let radius = u16::from(counter.faces[Face::Long as usize].radius);
        let Some(corps) = Formation::LINE_CORPS.iter().position(|&corps| corps == counter.formation) else {
            return true;
        };
        map.strongpoints[corps].iter().all(|&front| map.grid.distance(hex, front) <= radius)
            && units(Side::Axis, self.data.formation(counter.formation) & self.data.artillery.of(Side::Axis))
                .map(|gun| self.data.stats(gun).parent_number)
                .filter(|&division| division != 0)
                .all(|division| {
                    map.grid.within(hex, radius).any(|place| {
                        map.in_play.contains(place)
                            && !map.soviet_at_start.contains(place)
                            && !map.fortified.contains(place)
                            && is_next_to_division(self.data, &self.board, division, place)
                    })
                })
    }

    /// [18.1.3] Within one hex of an HQ of the Alpine, II or XXXV Corps, at most one of a type per HQ.
    fn shares_out_hqs(&self, unit: UnitId, class: Class, hex: Hex) -> bool {
        let mut hexes: ArrayVec<Hex, SIDE_UNITS> = ArrayVec::new();
        hexes.push(hex);
        for &other in &self.data.axis_order {
            let counter = self.data.unit(other);
            if other != unit && counter.class == class && is_shared_out(counter) {
                hexes.extend(self.board.hex(other));
            }
        }
        share_out_hqs(self.data, &self.board, &hexes)
    }

    /// [18.1.g] Whether every unit of a corps on the map lies within a radius.
    fn corps_is_within(&self, formation: Formation, centre: Hex, radius: u16) -> bool {
        units(Side::Axis, self.data.formation(formation) & self.board.on_map(Side::Axis))
            .filter_map(|unit| self.board.hex(unit))
            .all(|hex| self.data.map.grid.distance(centre, hex) <= radius)
    }

    // ---- Soviet ------------------------------------------------------------

    /// Soviet units not yet placed.
    fn unplaced_soviets(&self) -> u64 {
        self.data
            .counters(Side::Soviet)
            .filter(|&(unit, _)| self.board.place(unit) == Place::RESERVE)
            .fold(0, |bits, (unit, _)| bits | unit.bit())
    }

    fn next_soviet(&self) -> Option<UnitId> {
        units(Side::Soviet, self.unplaced_soviets()).next()
    }

    /// [18.2][16.1] Within the radius of the army HQ on the Soviet side of the front, or on the Chir track. A choice is
    /// offered if the front can still be covered after it.
    fn list_soviet(&self, unit: UnitId, out: &mut Vec<Action>) {
        let rest = self.unplaced_soviets() & !unit.bit();
        let enough = self.a_unit_for_each_open_hex(rest);
        if self.data.stats(unit).formation == Formation::ThirdGuards && (enough || self.front_can_be_covered(rest)) {
            out.push(Action::PlaceOnChir(unit));
        }
        for hex in self.data.map.soviet_at_start.iter().filter(|&hex| self.soviet_may_stand(unit, hex)) {
            if enough || self.covers_enough(unit, hex, rest) {
                out.push(Action::Place { unit, hex });
            }
        }
    }

    /// [18.2][6][6.3] Whether a Soviet unit may be placed in a hex of its side, the cover of the front apart.
    fn soviet_may_stand(&self, unit: UnitId, hex: Hex) -> bool {
        let army = self.data.stats(unit).formation;
        let (centre, radius) = self.radius_of(army).expect("the Soviet HQs are placed first");
        self.data.map.grid.distance(centre, hex) <= radius && self.army_fits(army, hex) && self.stack_has_room(Side::Soviet, hex, unit)
    }

    fn covers_enough(&self, unit: UnitId, hex: Hex, rest: u64) -> bool {
        let mut trial = self.clone();
        trial.board.put(self.data, unit, Place::on(hex));
        trial.front_can_be_covered(rest)
    }

    /// [18.2.a] Whether the units left are known to be able to cover the front: at once by their number, or after some
    /// of them, in the order of placement, have each gone to the hex where it closes most. Either way the next unit has a
    /// choice after which the answer is yes again, so no set-up runs into a dead end. Other ways are not searched.
    fn front_can_be_covered(&self, mut left: u64) -> bool {
        if self.a_unit_for_each_open_hex(left) {
            return true;
        }
        let mut trial = self.clone();
        while let Some(unit) = units(Side::Soviet, left).next() {
            let open = trial.open_front();
            let lawful = self.data.map.soviet_at_start.iter().filter(|&hex| trial.soviet_may_stand(unit, hex));
            let Some(best) = lawful.max_by_key(|&hex| (trial.closes(unit, hex, &open), Reverse(hex))) else {
                return false;
            };
            trial.board.put(self.data, unit, Place::on(best));
            left &= !unit.bit();
            if trial.a_unit_for_each_open_hex(left) {
                return true;
            }
        }
        false
    }

    /// Open front hexes that a unit in a hex would occupy or bring into a Soviet ZOC [7].
    fn closes(&self, unit: UnitId, hex: Hex, open: &HexSet) -> usize {
        let map = &self.data.map;
        let fights = (self.board.stack_bits(hex) | unit.bit()) & self.data.combat.of(Side::Soviet);
        let exerts = units(Side::Soviet, fights).map(|unit| self.board.steps(unit)).sum::<u8>() >= 2;
        let barriers = map.zoc_barriers[Side::Soviet.index()][hex.index()];
        let in_zoc = |(direction, &near): (usize, &u16)| near != OFF_MAP && barriers & (1 << direction) == 0 && open.contains(Hex(near));
        let around = if exerts { map.neighbours[hex.index()].iter().enumerate().filter(|&entry| in_zoc(entry)).count() } else { 0 };
        usize::from(open.contains(hex)) + around
    }

    /// [18.2.a] Soviet front hexes that are neither occupied nor in a Soviet ZOC.
    fn open_front(&self) -> HexSet {
        let mut open = HexSet::EMPTY;
        for &hex in &self.data.map.soviet_front {
            open.set(hex, is_open(&self.board, hex));
        }
        open
    }

    /// Whether the units left can occupy every open front hex. Units of an army are interchangeable here, so it is
    /// enough that no set of armies has more hexes that only it can reach than units.
    fn a_unit_for_each_open_hex(&self, left: u64) -> bool {
        let map = &self.data.map;
        let mut need = [0u32; 8];
        for &hex in map.soviet_front.iter().filter(|&&hex| is_open(&self.board, hex)) {
            let reaching = Formation::ARMIES
                .into_iter()
                .enumerate()
                .filter(|&(_, army)| self.radius_of(army).is_some_and(|(centre, radius)| map.grid.distance(centre, hex) <= radius));
            need[reaching.fold(0, |set, (slot, _)| set | 1 << slot)] += 1;
        }
        let have = Formation::ARMIES.map(|army| (left & self.data.formation(army)).count_ones());
        (0..8usize).all(|set| {
            let needed: u32 = (0..8usize).filter(|subset| subset & !set == 0).map(|subset| need[subset]).sum();
            let available: u32 = (0..3).filter(|slot| set & (1 << slot) != 0).map(|slot| have[slot]).sum();
            needed <= available
        })
    }
}

/// [18.2.a] Whether a front hex is neither occupied nor in a Soviet ZOC.
fn is_open(board: &Board, front: Hex) -> bool {
    !board.holds(front, Side::Soviet) && !board.in_zoc(Side::Soviet, front)
}

/// [18.1.f] Whether a hex is adjacent to a combat unit of the division.
fn is_next_to_division(data: &Data, board: &Board, division: u8, hex: Hex) -> bool {
    data.map.grid.neighbours(hex).any(|(_, near)| {
        board.stack(near).any(|unit| {
            let counter = data.unit(unit);
            unit.side() == Side::Axis && counter.parent_number == division && counter.class == Class::Combat
        })
    })
}

/// [18.1.3] Whether each of these hexes can be given an HQ of the Alpine, II or XXXV Corps of its own within one hex.
fn share_out_hqs(data: &Data, board: &Board, hexes: &[Hex]) -> bool {
    let hqs: ArrayVec<Hex, 3> = [Formation::Alpine, Formation::Ii, Formation::Xxxv]
        .into_iter()
        .filter_map(|formation| data.hq(formation).and_then(|hq| board.hex(hq)))
        .collect();
    can_share_out(data, hexes, &hqs, 0)
}

fn can_share_out(data: &Data, hexes: &[Hex], hqs: &[Hex], taken: u8) -> bool {
    let Some((&hex, rest)) = hexes.split_first() else {
        return true;
    };
    hqs.iter().enumerate().any(|(index, &hq)| {
        taken & (1 << index) == 0 && data.map.grid.distance(hex, hq) <= 1 && can_share_out(data, rest, hqs, taken | 1 << index)
    })
}

/// [18.1.3] Army troops that the northern corps share: a gun, or a battle group of the 27th Panzer.
fn is_shared_out(counter: &Unit) -> bool {
    counter.formation == Formation::Army && (counter.class == Class::Artillery || counter.has(Trait::Panzer27))
}

/// Judges the set-up of a scenario against rules 18.1 to 18.3.
pub(super) fn validate(data: &Data, source: &Source<'_>) -> Result<(), DataError> {
    match &data.set_up {
        SetUp::Fixed(places, _) => validate_fixed(data, source, places),
        SetUp::Free => validate_free(data, source),
    }
}

fn validate_free(data: &Data, source: &Source<'_>) -> Result<(), DataError> {
    for (corps, hexes) in data.map.strongpoints.iter().enumerate() {
        let infantry = data.line_units[corps].count_ones() as usize;
        if infantry < hexes.len() {
            let name = Formation::LINE_CORPS[corps].name();
            return Err(source.error(
                "scenario.set_up",
                format!("{name} has {infantry} line units for {} strongpoint hexes; expected one each or more [18.1.e]", hexes.len()),
            ));
        }
    }
    if barbo_hexes(data).is_empty() {
        return Err(source.error("scenario.set_up", "no town on the Rossosh-Millerovo railway for the Barbo cavalry [18.1.3.a]"));
    }
    Ok(())
}

fn validate_fixed(data: &Data, source: &Source<'_>, places: &[(UnitId, Place)]) -> Result<(), DataError> {
    let map = &data.map;
    let mut board = Board::new(data);
    let mut standing = UnitSet::EMPTY;
    for &(unit, place) in places {
        let key = format!("placement {:?}", data.unit(unit).id);
        standing.insert(unit);
        let army = data.unit(unit).formation;
        let Some(hex) = place.hex() else {
            if army != Formation::ThirdGuards || data.unit(unit).class != Class::Combat {
                return Err(source.error(key, "only combat units of the 3rd Guards Army go to the Chir track [16.1]"));
            }
            board.put(data, unit, place);
            continue;
        };
        if unit.side() == Side::Axis && hex == map.bokovskaya {
            return Err(source.error(key, "the Axis never enters Bokovskaya [16.1.4.a]"));
        }
        if board.holds(hex, unit.side().opponent()) {
            return Err(source.error(key, format!("hex {} already holds the other side", map.grid.name(hex))));
        }
        if map.soviet_at_start.contains(hex) != (unit.side() == Side::Soviet) {
            return Err(source.error(key, format!("hex {} lies on the other side of the front [18.1][18.2]", map.grid.name(hex))));
        }
        if unit.side() == Side::Soviet && board.stack(hex).any(|other| data.unit(other).formation != army) {
            return Err(source.error(key, format!("units of two armies in {} [6.3]", map.grid.name(hex))));
        }
        board.put(data, unit, place);
    }
    let later: Vec<UnitId> = data
        .arrivals
        .iter()
        .map(|arrival| arrival.unit)
        .chain(data.hq(Formation::Xxiv))
        .chain(data.julia.iter().map(|&(_, panzer)| panzer))
        .collect();
    for unit in data.all.iter() {
        if !standing.contains(unit) && !later.contains(&unit) {
            return Err(source.error("placement", format!("{:?} is neither placed nor a reinforcement", data.unit(unit).id)));
        }
        if standing.contains(unit) && later.contains(&unit) {
            return Err(source.error("placement", format!("{:?} is placed and a reinforcement", data.unit(unit).id)));
        }
    }
    for &hex in map.strongpoints.iter().flatten() {
        if !board.holds(hex, Side::Axis) {
            return Err(
                source.error("placement", format!("strongpoint {} is empty; every front hex holds a unit [18.1.e]", map.grid.name(hex)))
            );
        }
    }
    for &hex in &map.soviet_front {
        if is_open(&board, hex) {
            return Err(
                source.error("placement", format!("front hex {} is neither occupied nor in a Soviet ZOC [18.2.a]", map.grid.name(hex)))
            );
        }
    }
    validate_line(data, source, &board)?;
    validate_stacks(data, source, &board)?;
    validate_rear(data, source, &board)
}

/// [18.1] Line infantry stands in strongpoints of its corps, divisions in order from the north.
fn validate_line(data: &Data, source: &Source<'_>, board: &Board) -> Result<(), DataError> {
    let map = &data.map;
    for (corps, line) in map.strongpoints.iter().enumerate() {
        let name = Formation::LINE_CORPS[corps].name();
        let mut stands: Vec<(usize, UnitId)> = Vec::new();
        for unit in units(Side::Axis, data.line_units[corps]) {
            let Some(hex) = board.hex(unit) else { continue };
            let Some(at) = line.iter().position(|&strongpoint| strongpoint == hex) else {
                return Err(source.error(
                    format!("placement {:?}", data.unit(unit).id),
                    format!("{}; expected a strongpoint of {name}, where its infantry stands [18.1]", map.grid.name(hex)),
                ));
            };
            stands.push((at, unit));
        }
        for &(at, unit) in &stands {
            let rank = data.unit(unit).line_rank;
            if let Some(&(_, north)) = stands.iter().find(|&&(place, other)| data.unit(other).line_rank < rank && place > at) {
                return Err(source.error(
                    format!("placement {:?}", data.unit(unit).id),
                    format!(
                        "{} lies north of {:?}; expected the divisions of {name} in their order from the north [{}]",
                        map.grid.name(line[at]),
                        data.unit(north).id,
                        ["18.1.a", "18.1.b", "18.1.c", "18.1.d"][corps]
                    ),
                ));
            }
        }
    }
    Ok(())
}

/// [18.1.f]-[18.2] Everybody else whose place the rules limit: HQs, guns, corps and army troops.
fn validate_rear(data: &Data, source: &Source<'_>, board: &Board) -> Result<(), DataError> {
    let map = &data.map;
    let refuse = |unit: UnitId, hex: Hex, expected: &str| {
        let key = format!("placement {:?}", data.unit(unit).id);
        Err(source.error(key, format!("{}; expected {expected}", map.grid.name(hex))))
    };
    for (slot, army) in Formation::ARMIES.into_iter().enumerate() {
        if let Some(hq) = data.hq(army)
            && let Some(hex) = board.hex(hq)
            && hex != map.soviet_hq[slot]
        {
            return refuse(hq, hex, &format!("the marked hex {} [18.2]", map.grid.name(map.soviet_hq[slot])));
        }
    }
    for (unit, counter) in data.counters(Side::Axis).filter(|(_, counter)| counter.line_rank == 0) {
        let Some(hex) = board.hex(unit) else { continue };
        let behind = !map.fortified.contains(hex);
        let beside_hq =
            || data.hq(counter.formation).and_then(|hq| board.hex(hq)).is_none_or(|hq| behind && map.grid.distance(hex, hq) <= 1);
        let beside = |division: u8| behind && is_next_to_division(data, board, division, hex);
        let (stands, expected) = match (counter.class, counter.formation) {
            (Class::Hq, Formation::Army) => (hex == map.starobelsk, "Starobelsk [18.1.3]"),
            (Class::Hq, Formation::Alpine) => (hex == map.rossosh, "Rossosh [18.1.1]"),
            (Class::Hq, _) => (behind, "a hex west of the strongpoints [18.1.g]"),
            (Class::Artillery, _) if counter.parent_number != 0 => {
                (beside(counter.parent_number), "a hex behind the strongpoints next to its division [18.1.f]")
            }
            (Class::Artillery, Formation::Alpine) => (hex == map.rossosh, "Rossosh [18.1.1]"),
            _ if counter.has(Trait::Vicenza) => {
                (beside(data.unit(data.julia[0].0).parent_number), "a hex next to the Julia and no strongpoint [18.1.1.a]")
            }
            _ if counter.has(Trait::Complementi) => (hex == map.starobelsk, "Starobelsk [18.1.3]"),
            _ if counter.has(Trait::Barbo) => {
                (barbo_hexes(data).contains(hex), "a city or village on the railway from Rossosh to Millerovo [18.1.3.a]")
            }
            (_, Formation::Army) => (true, ""),
            _ => (beside_hq(), "a hex within one of its corps HQ and no strongpoint [18.1.2]"),
        };
        if !stands {
            return refuse(unit, hex, expected);
        }
    }
    for (class, what) in [(Class::Artillery, "army gun"), (Class::Combat, "battle group of the 27th Panzer")] {
        let shared = data.counters(Side::Axis).filter(|(_, counter)| counter.class == class && is_shared_out(counter));
        let (ids, hexes): (Vec<&str>, Vec<Hex>) =
            shared.filter_map(|(unit, counter)| Some((counter.id.as_str(), board.hex(unit)?))).unzip();
        if !share_out_hqs(data, board, &hexes) {
            return Err(source.error(
                format!("placement {ids:?}"),
                format!(
                    "expected one {what} at most within a hex of each HQ of the Alpine, II and XXXV Corps, and none elsewhere [18.1.3]"
                ),
            ));
        }
    }
    Ok(())
}

fn validate_stacks(data: &Data, source: &Source<'_>, board: &Board) -> Result<(), DataError> {
    let map = &data.map;
    for hex in map.grid.hexes() {
        let stack: Vec<UnitId> = board.stack(hex).collect();
        let steps: u32 = stack.iter().map(|&unit| u32::from(board.steps(unit))).sum();
        let parent = stack.first().map_or(0, |&unit| data.unit(unit).parent_number);
        let one = parent != 0 && stack.iter().all(|&unit| data.unit(unit).parent_number == parent);
        if steps > u32::from(data.tables.stacking_limit) && !one {
            return Err(source.error(
                "placement",
                format!("{steps} steps in {}; expected at most {} [6]", map.grid.name(hex), data.tables.stacking_limit),
            ));
        }
    }
    for (unit, counter) in data.counters(Side::Soviet) {
        let (Some(hex), Some(hq)) = (board.hex(unit), data.hq(counter.formation).and_then(|hq| board.hex(hq))) else {
            continue;
        };
        let radius = counter_radius(data, counter.formation);
        if map.grid.distance(hex, hq) > radius {
            return Err(source.error(
                format!("placement {:?}", counter.id),
                format!("{} is beyond the radius {radius} of its HQ [18.2]", map.grid.name(hex)),
            ));
        }
    }
    for corps in Formation::LINE_CORPS {
        let radius = counter_radius(data, corps);
        let Some(centre) = data.hq(corps).and_then(|hq| board.hex(hq)) else {
            return Err(source.error("placement", format!("the HQ of {} is not on the map", corps.name())));
        };
        for unit in units(Side::Axis, data.formation(corps)) {
            if board.hex(unit).is_some_and(|hex| map.grid.distance(hex, centre) > radius) {
                return Err(source.error(format!("placement {:?}", data.unit(unit).id), "beyond the radius of its corps HQ [18.1.g]"));
            }
        }
    }
    Ok(())
}

/// Radius of an HQ with the side up that the scenario gives it.
fn counter_radius(data: &Data, formation: Formation) -> u16 {
    data.hq(formation).map_or(0, |hq| {
        let up = match &data.set_up {
            SetUp::Fixed(_, faces) => faces.iter().find(|&&(unit, _)| unit == hq).map(|&(_, face)| face),
            SetUp::Free => None,
        };
        u16::from(data.unit(hq).faces[up.unwrap_or(Face::Long) as usize].radius)
    })
}

/// Order in which Axis counters other than line infantry are placed in a free set-up: HQs, guns and the
/// Vicenza, corps troops, army troops.
pub(super) fn axis_order(data: &Data) -> Vec<UnitId> {
    let later: Vec<UnitId> = data.arrivals.iter().map(|arrival| arrival.unit).collect();
    let group = |unit: UnitId| {
        let counter = data.unit(unit);
        match counter.class {
            Class::Hq => 0,
            Class::Artillery if counter.parent_number != 0 => 1,
            _ if counter.has(Trait::Vicenza) => 2,
            _ if counter.formation != Formation::Army => 3,
            _ => 4,
        }
    };
    let mut order: Vec<UnitId> = units(Side::Axis, data.all.of(Side::Axis))
        .filter(|&unit| data.unit(unit).line_rank == 0 && !later.contains(&unit) && data.unit(unit).formation != Formation::Xxiv)
        .collect();
    order.sort_by_key(|&unit| (group(unit), unit));
    order
}

/// [18.1.3.a] Towns and villages on the railway from Rossosh to Millerovo.
pub(super) fn barbo_hexes(data: &Data) -> HexSet {
    let map = &data.map;
    let mut hexes = HexSet::EMPTY;
    for road in map.roads.iter().filter(|road| road.rail) {
        let at = |hex: Hex| road.path.iter().position(|&known| known == hex);
        if let (Some(a), Some(b)) = (at(map.rossosh), at(map.millerovo)) {
            for &hex in &road.path[a.min(b)..=a.max(b)] {
                let town = map.places.iter().any(|place| place.hex == hex && matches!(place.kind, PlaceKind::City | PlaceKind::Village));
                if town {
                    hexes.insert(hex);
                }
            }
        }
    }
    hexes
}
