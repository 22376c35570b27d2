//! Movement [5] and the reach of overruns [13], for counters that move alone.

use std::collections::{BTreeSet, HashSet};

use stavka_engine::armir::{Action, Armir, Class, Formation, Mobility, Nationality, Phase, Place, Trait, UnitId, edge};
use stavka_engine::game::{Game as _, Side, Turn};
use stavka_engine::hex::{Direction, Hex};
use stavka_engine::observation::Observe as _;

use super::super::armir::name;
use super::super::{Finding, require};
use super::{hex_name, in_zoc, neighbours, side_flags, sources_of_zoc, values};

/// What one counter may do in this phase, by the rules alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Moves {
    /// Hexes where it may end.
    ends: BTreeSet<Hex>,
    /// Exits by which it may leave the map.
    exits: BTreeSet<Hex>,
    /// Overruns: from, target.
    overruns: BTreeSet<(Hex, Hex)>,
}

impl Moves {
    fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.exits.is_empty() && self.overruns.is_empty()
    }

    /// What these have and the others do not, in words.
    fn beyond(&self, other: &Moves, game: &Armir) -> String {
        let hexes = |a: &BTreeSet<Hex>, b: &BTreeSet<Hex>| a.difference(b).map(|&hex| hex_name(game, hex)).collect::<Vec<_>>().join(" ");
        let overruns: Vec<String> = self
            .overruns
            .difference(&other.overruns)
            .map(|&(from, target)| format!("{}-{}", hex_name(game, from), hex_name(game, target)))
            .collect();
        format!("hexes [{}] exits [{}] overruns [{}]", hexes(&self.ends, &other.ends), hexes(&self.exits, &other.exits), overruns.join(" "))
    }
}

/// Where a counter has come on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stop {
    hex: Hex,
    /// Half points left.
    left: i32,
    moved: bool,
    /// Held by enemy ZOC, or without a point for another step.
    held: bool,
}

/// A counter that may be moved, with the rules that bind it.
struct Mover<'a> {
    game: &'a Armir,
    unit: UnitId,
    side: Side,
    /// Pays the road costs of vehicles [5.1.1].
    vehicle: bool,
    /// Stops only for heavy zones [7.1.1].
    bold: bool,
    /// HQ and radius that the counter may not leave [5.5.1.a][15.1.2].
    leash: Option<(Hex, u16)>,
    /// Last row that the counter may enter [15.1.1].
    last_row: Option<u8>,
}

impl<'a> Mover<'a> {
    fn new(game: &'a Armir, unit: UnitId) -> Self {
        let data = game.data();
        let counter = data.unit(unit);
        let hq = counter.class == Class::Hq;
        let vehicle = hq || counter.mobility != Mobility::Foot;
        let leashed = match counter.formation {
            Formation::Alpine => !hq && !counter.has(Trait::MonteCervino),
            Formation::Xxiv => !hq,
            _ => false,
        };
        let leash = leashed
            .then(|| data.hq(counter.formation))
            .flatten()
            .and_then(|hq| Some((game.place(hq).hex()?, u16::from(values(game, hq).radius))));
        let last_row = (counter.formation == Formation::Xxiv && hq).then_some(4);
        Mover { game, unit, side: unit.side(), vehicle, bold: unit.side() == Side::Soviet && vehicle, leash, last_row }
    }

    /// [5.a][8.3][18.4.1] Allowance in half points.
    fn allowance(&self) -> i32 {
        let mut mp = i32::from(values(self.game, self.unit).mp);
        if self.game.game_turn() == 1 {
            mp -= if self.game.data().unit(self.unit).mobility == Mobility::Tracked { 1 } else { 2 };
        }
        mp = mp.max(0);
        if self.game.is_out_of_supply(self.unit) {
            mp = (mp + 1) / 2;
        }
        2 * mp
    }

    fn may_enter(&self, from: Hex, direction: Direction, to: Hex) -> bool {
        let (game, map) = (self.game, &self.game.data().map);
        if game.occupant(to) == Some(self.side.opponent()) {
            return false;
        }
        if self.side == Side::Soviet {
            return !map.roads.iter().any(|road| road.closed && road.path.contains(&to));
        }
        let don = side_flags(game, from, direction, to) & edge::DON != 0;
        to != map.bokovskaya && !(don && in_zoc(game, Side::Soviet, to, false)) && !self.is_tied(from, to)
    }

    /// [5.5.1.a][15.1.1][15.1.2] (reading A8)
    fn is_tied(&self, from: Hex, to: Hex) -> bool {
        let grid = &self.game.data().map.grid;
        let tied = self.leash.is_some_and(|(centre, radius)| {
            let (before, after) = (grid.distance(from, centre), grid.distance(to, centre));
            after > radius && (before <= radius || after >= before)
        });
        tied || self.last_row.is_some_and(|row| grid.row(to) > row && grid.row(to) >= grid.row(from))
    }

    /// [5.1][5.1.1] Half points for a step.
    fn cost(&self, from: Hex, direction: Direction, to: Hex) -> i32 {
        let road = side_flags(self.game, from, direction, to) & (edge::ROAD | edge::RAIL) != 0;
        self.price(road)
    }

    fn price(&self, road: bool) -> i32 {
        match (road, self.vehicle) {
            (false, _) => 3,
            (true, true) => 1,
            (true, false) => 2,
        }
    }

    fn is_stopped_in(&self, hex: Hex) -> bool {
        in_zoc(self.game, self.side.opponent(), hex, self.bold)
    }

    /// [6.3]
    fn may_stay(&self, hex: Hex) -> bool {
        let army = self.game.data().unit(self.unit).formation;
        self.side == Side::Axis || self.game.stack(hex).all(|other| self.game.data().unit(other).formation == army)
    }

    /// Every way that the points allow; with `one_hex` no more than one hex [5.4].
    fn moves(&self, one_hex: bool) -> Moves {
        let map = &self.game.data().map;
        let mut moves = Moves::default();
        let mut seen: HashSet<Stop> = HashSet::new();
        let points = self.allowance();
        let mut open: Vec<Stop> = vec![if let Some(hex) = self.game.place(self.unit).hex() {
            Stop { hex, left: points, moved: false, held: false }
        } else {
            // [16.1.4] Into Bokovskaya first, at the price of any hex; who cannot pay enters and stays.
            moves.ends.insert(map.bokovskaya);
            Stop { hex: map.bokovskaya, left: (points - 3).max(0), moved: true, held: self.is_stopped_in(map.bokovskaya) }
        }];
        while let Some(stop) = open.pop() {
            if !seen.insert(stop) {
                continue;
            }
            if !(one_hex && stop.moved) {
                self.add_overruns(stop, &mut moves);
            }
            if stop.held {
                continue;
            }
            self.add_exit(stop, &mut moves);
            for (direction, near) in neighbours(self.game, stop.hex) {
                let price = self.cost(stop.hex, direction, near);
                let affordable = stop.left >= price;
                // [5.b] The step that the points cannot pay is the only one.
                if stop.moved && (one_hex || !affordable) || !self.may_enter(stop.hex, direction, near) {
                    continue;
                }
                moves.ends.insert(near);
                let held = !affordable || self.is_stopped_in(near);
                open.push(Stop { hex: near, left: (stop.left - price).max(0), moved: true, held });
            }
        }
        moves.ends.retain(|&hex| self.may_stay(hex));
        if let Some(start) = self.game.place(self.unit).hex() {
            moves.ends.remove(&start);
        }
        moves
    }

    /// [16.3.1] (reading A48)
    fn add_exit(&self, stop: Stop, moves: &mut Moves) {
        let map = &self.game.data().map;
        let leaves = self.side == Side::Soviet && self.game.data().unit(self.unit).class == Class::Combat && self.game.garrison() > 0;
        if let Some(exit) = map.exits.iter().position(|&exit| exit == stop.hex)
            && leaves
            && (stop.left >= self.price(map.exit_on_road[exit]) || !stop.moved)
        {
            moves.exits.insert(stop.hex);
        }
    }

    /// [13][13.1][13.c][13.d] Overruns by the counter alone.
    fn add_overruns(&self, stop: Stop, moves: &mut Moves) {
        let (game, data) = (self.game, self.game.data());
        let counter = data.unit(self.unit);
        if counter.class != Class::Combat || counter.mobility != Mobility::Tracked || (stop.moved && !self.may_stay(stop.hex)) {
            return;
        }
        for (direction, target) in neighbours(game, stop.hex) {
            let flags = side_flags(game, stop.hex, direction, target);
            let forbidden = match self.side {
                Side::Soviet => data.map.roads.iter().any(|road| road.closed && road.path.contains(&target)),
                Side::Axis => flags & edge::DON != 0 || target == data.map.bokovskaya || self.is_tied(stop.hex, target),
            };
            let held_by_others =
                stop.moved && sources_of_zoc(game, self.side.opponent(), stop.hex, self.bold).any(|source| source != target);
            let affordable = stop.left >= self.cost(stop.hex, direction, target) + 4;
            let enemy = game.occupant(target) == Some(self.side.opponent());
            if enemy && flags & edge::FORTIFIED == 0 && !forbidden && !held_by_others && affordable {
                moves.overruns.insert((stop.hex, target));
            }
        }
    }

    /// Whether a rule holds the counter where it is [5.5][5.5.1][15.2].
    fn is_bound(&self, breached: [bool; 4]) -> bool {
        let (game, data) = (self.game, self.game.data());
        let counter = data.unit(self.unit);
        let Some(hex) = game.place(self.unit).hex() else { return false };
        let alarm = data
            .counters(Side::Soviet)
            .filter_map(|(unit, _)| game.place(unit).hex())
            .any(|other| data.map.grid.distance(other, data.map.rossosh) <= 2);
        let alpine_hq = counter.formation == Formation::Alpine && counter.class == Class::Hq && hex == data.map.rossosh && !alarm;
        let assembling = counter.has(Trait::Gebirgs3) && hex == data.map.millerovo && game.steps(self.unit) < 4;
        let held = data.map.strongpoints.iter().position(|colour| colour.contains(&hex)).is_some_and(|colour| {
            let own = Formation::LINE_CORPS.iter().position(|&corps| corps == counter.formation).unwrap_or(colour);
            game.game_turn() <= 2 && counter.nationality == Nationality::Italian && !counter.has(Trait::MonteCervino) && !breached[own]
        });
        alpine_hq || assembling || held
    }

    /// [5.4][5.4.1] Whether the counter needs fuel for a second hex.
    fn is_thirsty(&self) -> bool {
        let counter = self.game.data().unit(self.unit);
        counter.nationality == Nationality::Italian
            && counter.class != Class::Hq
            && counter.mobility != Mobility::Foot
            && !counter.has(Trait::Celere)
    }
}

/// Which corps have had a strongpoint entered [5.5], from what everybody sees.
fn breached(game: &Armir) -> [bool; 4] {
    let (_, globals) = game.observed(Side::Axis);
    let spec = Armir::observation_spec(game.data());
    ["breached-alpine", "breached-ii", "breached-xxxv", "breached-xxix"].map(|name| {
        let at = spec.globals.iter().position(|channel| channel.name == name).expect("the observation tells");
        globals[at] > 0.0
    })
}

/// Everything that the engine lets the counter do, by all chains of moves through hexes with an effect.
/// `false` when a chain ends the game before the move has ended.
fn engine_moves(game: &Armir, legal: &[Action], moves: &mut Moves, seen: &mut HashSet<u64>) -> bool {
    let mut complete = true;
    for &action in legal {
        match action {
            Action::MoveTo(hex) => drop(moves.ends.insert(hex)),
            Action::Exit(hex) => drop(moves.exits.insert(hex)),
            Action::Overrun { from, target } => drop(moves.overruns.insert((from, target))),
            Action::Via(_) => {
                let mut next = game.clone();
                next.apply(action);
                if next.turn() == Turn::Chance {
                    next.apply(Action::Roll(1));
                }
                if next.turn() == Turn::Over {
                    complete = false;
                } else if seen.insert(next.state_hash()) {
                    let mut list = Vec::new();
                    next.legal_actions(&mut list);
                    complete &= engine_moves(&next, &list, moves, seen);
                }
            }
            _ => {}
        }
    }
    complete
}

/// [5] In a movement phase: the counters that the engine lets move are those that the rules let move, and
/// each can do the same.
pub(crate) fn moves_agree(game: &Armir, legal: &[Action]) -> Finding {
    let motorised = match game.current_phase() {
        Phase::AxisMotorised | Phase::SovietMotorised => true,
        Phase::AxisMovement | Phase::SovietMovement => false,
        _ => return Ok(()),
    };
    let Turn::Player(side) = game.turn() else { return Ok(()) };
    if !legal.iter().any(|action| matches!(action, Action::Select(_))) {
        return Ok(());
    }
    let breached = breached(game);
    // [18.4]
    let first_phase = game.game_turn() == 1 && game.current_phase() == Phase::AxisMotorised;
    let one_has_moved = first_phase && game.data().counters(side).any(|(unit, _)| game.has_moved(unit));
    for (unit, counter) in game.data().counters(side) {
        let listed = legal.contains(&Action::Select(unit));
        let in_box = game.place(unit) == Place::BOKOVSKAYA_BOX && game.current_phase() == Phase::SovietMovement;
        let present = (game.place(unit).hex().is_some() || in_box) && !game.has_moved(unit);
        let fits_phase = !motorised || (counter.class == Class::Combat && counter.mobility != Mobility::Foot);
        let fits_first = !first_phase || (counter.has(Trait::Panzer27) && !one_has_moved);
        let mover = Mover::new(game, unit);
        if !present || !fits_phase || !fits_first || mover.is_bound(breached) {
            require!(!listed, "[5] {} may be moved in the {} phase", name(game, unit), game.phase_name());
            continue;
        }
        let free = mover.moves(false);
        // Whether fuel has been paid in this phase is not public; without points left both may be.
        let short = if mover.is_thirsty() && game.supply_points() == 0 { mover.moves(true) } else { free.clone() };
        if listed {
            agree_on_one(game, &mover, &free, &short)?;
        } else {
            require!(
                short.is_empty(),
                "[5] {} may not be moved, but the rules give {}",
                name(game, unit),
                short.beyond(&Moves::default(), game)
            );
        }
    }
    Ok(())
}

fn agree_on_one(game: &Armir, mover: &Mover<'_>, free: &Moves, short: &Moves) -> Finding {
    let mut next = game.clone();
    next.apply(Action::Select(mover.unit));
    let mut list = Vec::new();
    next.legal_actions(&mut list);
    let mut fast = Moves::default();
    if !engine_moves(&next, &list, &mut fast, &mut HashSet::new()) {
        return Ok(());
    }
    // A round trip through a hex with an effect may end where it began; the rules' list leaves that out.
    if let Some(start) = game.place(mover.unit).hex() {
        fast.ends.remove(&start);
    }
    require!(
        fast == *free || fast == *short,
        "[5] {} in {:?} with {} half points: the rules add {}, the engine adds {}",
        name(game, mover.unit),
        game.place(mover.unit).hex().map(|hex| hex_name(game, hex)),
        mover.allowance(),
        free.beyond(&fast, game),
        fast.beyond(free, game)
    );
    Ok(())
}
