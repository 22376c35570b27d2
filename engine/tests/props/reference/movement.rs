/// Where one counter may go in this phase, by the rules alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moves {
    pub(crate) ends: BTreeSet<Hex>,
    pub(crate) exits: BTreeSet<Hex>,
}

impl Moves {
    fn is_empty(&self) -> bool {
        self.ends.is_empty() && self.exits.is_empty()
    }
}

/// [5.a][8.3][18.4.1] Allowance in half points.
fn allowance(game: &Armir, unit: UnitId) -> i32 {
    let counter = game.data().unit(unit);
    let face = usize::from(counter.class != Class::Combat && game.face(unit) == Face::Short);
    let mut mp = i32::from(counter.faces[face].mp);
    if game.game_turn() == 1 {
        mp -= if counter.mobility == Mobility::Tracked { 1 } else { 2 };
    }
    mp = mp.max(0);
    if game.is_out_of_supply(unit) {
        mp = (mp + 1) / 2;
    }
    2 * mp
}

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
            .and_then(|hq| Some((game.place(hq).hex()?, u16::from(radius(game, hq)))));
        let last_row = (counter.formation == Formation::Xxiv && hq).then_some(4);
        Mover { game, unit, side: unit.side(), vehicle, bold: unit.side() == Side::Soviet && vehicle, leash, last_row }
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
        let tied = self.leash.is_some_and(|(centre, radius)| {
            let (before, after) = (map.grid.distance(from, centre), map.grid.distance(to, centre));
            after > radius && (before <= radius || after >= before)
        });
        to != map.bokovskaya
            && !(don && in_zoc(game, Side::Soviet, to, false))
            && !tied
            && self.last_row.is_none_or(|row| map.grid.row(to) <= row)
    }

    fn cost(&self, from: Hex, direction: Direction, to: Hex) -> i32 {
        match (side_flags(self.game, from, direction, to) & (edge::ROAD | edge::RAIL) != 0, self.vehicle) {
            (false, _) => 3,
            (true, true) => 1,
            (true, false) => 2,
        }
    }

    fn stops_in(&self, hex: Hex) -> bool {
        in_zoc(self.game, self.side.opponent(), hex, self.bold)
    }

    /// [6.3]
    fn may_stay(&self, hex: Hex) -> bool {
        let army = self.game.data().unit(self.unit).formation;
        self.side == Side::Axis || self.game.stack(hex).all(|other| self.game.data().unit(other).formation == army)
    }

    fn may_exit(&self) -> bool {
        self.side == Side::Soviet && self.game.data().unit(self.unit).class == Class::Combat && self.game.garrison() > 0
    }

    /// Every way that the points allow; with `one_hex` no more than one hex [5.4].
    fn moves(&self, one_hex: bool) -> Moves {
        let map = &self.game.data().map;
        let mut moves = Moves::default();
        let mut seen: HashSet<(Hex, i32, bool)> = HashSet::new();
        let points = allowance(self.game, self.unit);
        let mut open: Vec<(Hex, i32, bool)> = Vec::new();
        match self.game.place(self.unit).hex() {
            Some(hex) => open.push((hex, points, false)),
            // [16.1.4] Into Bokovskaya first, at the price of any hex.
            None => {
                moves.ends.insert(map.bokovskaya);
                if points >= 3 && !self.stops_in(map.bokovskaya) {
                    open.push((map.bokovskaya, points - 3, true));
                }
            }
        }
        while let Some((hex, left, moved)) = open.pop() {
            if !seen.insert((hex, left, moved)) {
                continue;
            }
            // [16.3.1]
            if let Some(exit) = map.exits.iter().position(|&exit| exit == hex)
                && self.may_exit()
            {
                let price = match (map.exit_on_road[exit], self.vehicle) {
                    (false, _) => 3,
                    (true, true) => 1,
                    (true, false) => 2,
                };
                if left >= price || !moved {
                    moves.exits.insert(hex);
                }
            }
            for (direction, near) in neighbours(self.game, hex) {
                let price = self.cost(hex, direction, near);
                if (left < price && moved) || (one_hex && moved) || !self.may_enter(hex, direction, near) {
                    continue;
                }
                moves.ends.insert(near);
                // [5.b] The step that the points cannot pay is the only one.
                if left >= price && !self.stops_in(near) {
                    open.push((near, left - price, true));
                }
            }
        }
        moves.ends.retain(|&hex| self.may_stay(hex));
        if let Some(start) = self.game.place(self.unit).hex() {
            moves.ends.remove(&start);
        }
        moves
    }

    /// Why the counter stays where it is, if a rule holds it.
    fn is_bound(&self) -> bool {
        let (game, data) = (self.game, self.game.data());
        let counter = data.unit(self.unit);
        let Some(hex) = game.place(self.unit).hex() else { return false };
        // [5.5.1]
        let alarm = data.counters(Side::Soviet).filter_map(|(unit, _)| game.place(unit).hex()).any(|other| data.map.grid.distance(other, data.map.rossosh) <= 2);
        let alpine_hq = counter.formation == Formation::Alpine && counter.class == Class::Hq && hex == data.map.rossosh && !alarm;
        // [15.2]
        let assembling = counter.has(Trait::Gebirgs3) && game.steps(self.unit) < 4;
        alpine_hq || assembling
    }

    /// [5.5] Whether the front line may hold the counter; whether its corps has been breached is not public.
    fn may_be_frozen(&self) -> bool {
        let data = self.game.data();
        let counter = data.unit(self.unit);
        let in_strongpoint = self.game.place(self.unit).hex().is_some_and(|hex| data.map.strongpoints.iter().flatten().any(|&other| other == hex));
        self.game.game_turn() <= 2 && counter.nationality == Nationality::Italian && in_strongpoint && !counter.has(Trait::MonteCervino)
    }

    /// [5.4][5.4.1] Whether the counter needs fuel for a second hex.
    fn is_thirsty(&self) -> bool {
        let counter = self.game.data().unit(self.unit);
        counter.nationality == Nationality::Italian && counter.class != Class::Hq && counter.mobility != Mobility::Foot && !counter.has(Trait::Celere)
    }
}

/// Everywhere the engine lets the counter end its move or leave the map, by all chains of moves through
/// hexes with an effect.
fn engine_moves(game: &Armir, legal: &[Action], moves: &mut Moves, seen: &mut HashSet<u64>) {
    for &action in legal {
        match action {
            Action::MoveTo(hex) => {
                moves.ends.insert(hex);
            }
            Action::Exit(hex) => {
                moves.exits.insert(hex);
            }
            Action::Via(_) => {
                let mut next = game.clone();
                next.apply(action);
                if next.turn() == Turn::Chance {
                    next.apply(Action::Roll(1));
                }
                if next.turn() != Turn::Over && seen.insert(next.state_hash()) {
                    let mut list = Vec::new();
                    next.legal_actions(&mut list);
                    engine_moves(&next, &list, moves, seen);
                }
            }
            _ => {}
        }
    }
}

/// [5] In a movement phase: the counters that the engine lets move are those that the rules let move, and
/// each reaches the same hexes.
pub(crate) fn moves_agree(game: &Armir, legal: &[Action]) -> Finding {
    let movement = matches!(
        game.current_phase(),
        Phase::AxisMovement | Phase::AxisMotorised | Phase::SovietMovement | Phase::SovietMotorised
    );
    if !movement || !legal.iter().any(|action| matches!(action, Action::Select(_))) {
        return Ok(());
    }
    let Turn::Player(side) = game.turn() else { return Ok(()) };
    // A star lost may end the game in the middle of a move, and a chain then stops short.
    if side == Side::Axis && game.momentum() <= 8 {
        return Ok(());
    }
    for (unit, counter) in game.data().counters(side) {
        let listed = legal.contains(&Action::Select(unit));
        let from_box = game.place(unit) == Place::BOKOVSKAYA_BOX && game.current_phase() == Phase::SovietMovement;
        let present = (game.place(unit).hex().is_some() || from_box) && !game.has_moved(unit);
        let motorised = matches!(game.current_phase(), Phase::AxisMotorised | Phase::SovietMotorised);
        let fits_phase = !motorised || (counter.class == Class::Combat && counter.mobility != Mobility::Foot);
        // [18.4]
        let first_phase = game.game_turn() == 1 && game.current_phase() == Phase::AxisMotorised;
        let fits_first = !first_phase || counter.has(Trait::Panzer27);
        let mover = Mover::new(game, unit);
        if !present || !fits_phase || !fits_first || mover.is_bound() {
            require!(!listed, "[5] {} may be moved in the {} phase", name(game, unit), game.phase_name());
            continue;
        }
        let free = mover.moves(false);
        let short = if mover.is_thirsty() && game.supply_points() == 0 { mover.moves(true) } else { free.clone() };
        if !listed {
            let lone = first_phase && game.data().counters(side).any(|(other, _)| game.has_moved(other));
            require!(
                mover.may_be_frozen() || lone || short.is_empty(),
                "[5] {} may not be moved, but can reach {:?}",
                name(game, unit),
                short.ends.iter().map(|&hex| hex_name(game, hex)).collect::<Vec<_>>()
            );
            continue;
        }
        let mut next = game.clone();
        next.apply(Action::Select(unit));
        let mut list = Vec::new();
        next.legal_actions(&mut list);
        let mut fast = Moves::default();
        engine_moves(&next, &list, &mut fast, &mut HashSet::new());
        // A round trip through a hex with an effect may end where it began; the rules' list leaves that out.
        if let Some(start) = game.place(unit).hex() {
            fast.ends.remove(&start);
        }
        if fast != free && fast != short {
            let names = |set: BTreeSet<&Hex>| set.into_iter().map(|&hex| hex_name(game, hex)).collect::<Vec<_>>().join(" ");
            return Err(format!(
                "[5] {} in {:?} with {} half points: the rules add {} (exits {}), the engine adds {} (exits {})",
                name(game, unit),
                game.place(unit).hex().map(|hex| hex_name(game, hex)),
                allowance(game, unit),
                names(free.ends.difference(&fast.ends).collect()),
                names(free.exits.difference(&fast.exits).collect()),
                names(fast.ends.difference(&free.ends).collect()),
                names(fast.exits.difference(&free.exits).collect()),
            ));
        }
    }
    Ok(())
}
