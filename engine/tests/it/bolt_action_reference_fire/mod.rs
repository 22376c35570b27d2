//! Fire and close quarters in random positions, each node of dice compared with a slow reference that knows the numbers of the rules.

mod quarters;
mod throws;
mod volley;

use std::collections::BTreeMap;

use stavka_engine::bolt_action::terms::{Armour, Class, Mount, Order, Quality};
use stavka_engine::bolt_action::{BoltAction, Opening, Piece, Prepared, UnitId, units};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Dice, Game as _, Notation as _, Side};

use self::volley::{How, Shot};
use crate::bolt_action_kit::{SHOOTING, Scene, all_are, choices, does, flame_tank, question, soft_lorry, table_of};

/// Tables, positions on each, orders in each.
const TABLES: u64 = 24;
const POSITIONS: usize = 110;
const ORDERS: usize = 4;
const SIZE: (u32, u32) = (44, 14);
/// Ground other than open; what blocks sight is rare.
const GROUND: &[u8] = b",,==ssmvvTTTffwwattHh~#";

/// What the positions must have at least so often, besides each pair of modifiers to hit.
const OFTEN: &[(&str, usize)] = &[
    ("armour: front, near", 50),
    ("armour: side, near", 50),
    ("armour: rear, near", 50),
    ("armour: side, long", 5),
    ("armour: rear, long", 5),
    ("armour: top, near", 3),
    ("losses: morale", 50),
    ("losses: morale in flames", 5),
    ("occasion: ambush", 50),
    ("occasion: assault", 15),
    ("occasion: friend", 50),
    ("quarters: at once", 20),
    ("quarters: in turn", 50),
    ("quarters: vehicle with Some(Advance), closed", 3),
    ("quarters: vehicle with Some(Down), closed", 5),
    ("test: a better officer than the own", 5),
    ("test: an officer near", 50),
    ("test: officer and closed armour", 3),
];

/// [DMG.1][DMG.2][DMG.3] What damages men of a quality; five more are its morale [MOR.1][MOR.2][MOR.3].
const fn flesh(quality: Quality) -> i16 {
    match quality {
        Quality::Inexperienced => 3,
        Quality::Regular => 4,
        Quality::Veteran => 5,
    }
}

/// A position that is played on by the reference.
struct Reference<'a> {
    seed: (u64, usize),
    game: BoltAction,
    dice: Dice,
    met: &'a mut BTreeMap<String, usize>,
    /// The lines so far.
    log: Vec<String>,
    /// Where units stood before the order at hand.
    start: BTreeMap<UnitId, Cell>,
    /// Targets of the weapons of a vehicle under this order: men before the first one, and the most pins of one so far.
    struck: BTreeMap<UnitId, (u8, u8)>,
    /// The weapon of a vehicle that is next, and whether its gun has fired.
    weapon: usize,
    gunned: bool,
    /// Fire at those who assault, once they come.
    answers: Option<Shot>,
    /// The target of an assault that is tested.
    assault: Option<UnitId>,
}

impl Reference<'_> {
    fn piece(&self, unit: UnitId) -> Piece {
        *self.game.piece(unit)
    }

    fn cell(&self, unit: UnitId) -> Cell {
        self.piece(unit).cell.expect("it is in play")
    }

    fn name(&self, unit: UnitId) -> &'static str {
        self.game.data().name(unit)
    }

    fn class(&self, unit: UnitId) -> Class {
        self.game.data().unit(unit).class
    }

    fn living(&self, side: Side) -> Vec<UnitId> {
        units(side, self.game.alive(side)).collect()
    }

    fn apart(&self, one: UnitId, other: UnitId) -> i32 {
        i32::from(self.game.data().lattice().distance2(self.cell(one), self.cell(other)))
    }

    fn meet(&mut self, what: &str) {
        *self.met.entry(what.to_owned()).or_insert(0) += 1;
    }

    /// Seed, position and what has been done.
    fn story(&self) -> String {
        let of =
            |unit: UnitId| format!("{} {:?} {:?}", self.name(unit), self.game.data().lattice().place(self.cell(unit)), self.piece(unit));
        let all: Vec<String> = Side::ALL.into_iter().flat_map(|side| self.living(side)).map(of).collect();
        format!("table and position {:?}\n{}\n{}\n{}", self.seed, all.join("\n"), self.log.join(", "), self.game.prompt())
    }

    fn act(&mut self, line: &str) {
        self.log.push(line.to_owned());
        does(&mut self.game, &[line]);
    }

    fn is_closed(&self, unit: UnitId) -> bool {
        let template = self.game.data().unit(unit);
        template.armour.is_some_and(|armour| armour != Armour::SoftSkin) && !template.open_topped
    }

    fn is_anti_tank(&self, unit: UnitId) -> bool {
        let (template, piece) = (self.game.data().unit(unit), self.piece(unit));
        template.anti_tank && (template.panzerfausts == 0 || piece.panzerfausts > 0 && piece.men > 0)
    }

    /// What has become of a unit: men, pins, order, whether it is immobilised.
    fn agrees(&self, unit: UnitId, expected: Piece) {
        let found = self.piece(unit);
        // The turn may have ended with it, and orders with the turn.
        let ended = self.game.game_turn() > 1;
        let alive = |piece: Piece| (piece.men, piece.pins, piece.order.filter(|_| !ended), piece.immobilised);
        let same = if expected.men == 0 { found.men == 0 } else { alive(expected) == alive(found) };
        assert!(same, "{}: expected {expected:?}, found {found:?}; {}", self.name(unit), self.story());
    }

    /// A target has been declared: it may react, then the dice fall.
    fn declared(&mut self, shot: Shot, turned: Option<bool>, before: Piece) {
        let after = self.piece(shot.by);
        assert!(
            self.game.game_turn() > 1 || after.moved == (before.moved || turned == Some(true)),
            "a turn to fire is moving, no turn is not; {}",
            self.story()
        );
        if question(&self.game) == "does the target react?" {
            let target = self.piece(shot.at);
            assert!(target.order.is_none(), "only who has no order reacts; {}", self.story());
            let lines: Vec<_> = choices(&self.game).into_iter().filter(|line| !line.starts_with("escape")).collect();
            let at = self.dice.below(lines.len() as u32) as usize;
            self.act(&lines[at]);
        }
        self.volley(shot);
    }

    /// [SHOOT.1][ORD.1] The targets of a unit with an order.
    fn shoots(&mut self) {
        let unit = self.game.acting().expect("a unit shoots");
        let (data, before) = (self.game.data(), self.piece(unit));
        let enemies = self.living(unit.side().opponent());
        let shot = |at: UnitId, how: How| Shot { by: unit, at, how };
        let mut expected: Vec<(String, Option<Shot>)> = vec![("done".to_owned(), None)];
        if self.class(unit) == Class::Vehicle {
            let mounted = &data.unit(unit).mounted;
            let free = |at: &usize| !(self.gunned && mounted[*at].mount == Mount::Coax);
            let bears = |at: &usize| enemies.iter().any(|&to| !self.bearing(shot(to, How::One(*at)), before.facing).is_empty());
            let next = (self.weapon..mounted.len()).find(|at| free(at) && bears(at));
            let weapon = next.unwrap_or_else(|| panic!("no weapon bears; {}", self.story()));
            let at = enemies.iter().filter(|&&to| !self.bearing(shot(to, How::One(weapon)), before.facing).is_empty());
            expected.extend(at.map(|&to| (format!("target {} 0", self.name(to)), Some(shot(to, How::One(weapon))))));
            self.weapon = weapon + 1;
        } else {
            for &to in &enemies {
                let fausts =
                    if self.class(to) == Class::Vehicle && self.apart(unit, to) <= 144 { before.panzerfausts.min(before.men) } else { 0 };
                let shots = (0..=fausts).map(|fausts| (fausts, shot(to, How::All(fausts))));
                let shots = shots.filter(|&(_, shot)| self.possible(shot).is_some());
                expected.extend(shots.map(|(fausts, shot)| (format!("target {} {fausts}", self.name(to)), Some(shot))));
            }
            let shelled = enemies.iter().filter(|&&to| self.possible(shot(to, How::Indirect)).is_some());
            expected.extend(shelled.map(|&to| (format!("shell {}", self.name(to)), Some(shot(to, How::Indirect)))));
        }
        let lines: Vec<&String> = expected.iter().map(|line| &line.0).collect();
        let found = choices(&self.game);
        assert!(found.iter().eq(lines.iter().copied()), "expected {lines:?}, found {found:?}; {}", self.story());
        if self.class(unit) != Class::Vehicle && before.order == Some(Order::Advance) {
            let moved = self.start[&unit] != self.cell(unit);
            assert!(before.moved == moved || data.is_fixed(data.unit(unit)), "only who moves has moved; {}", self.story());
        }
        let (line, Some(shot)) = expected.swap_remove(self.dice.below(lines.len() as u32) as usize) else { return self.act("done") };
        let turned = self.possible(shot);
        if let How::One(weapon) = shot.how {
            self.gunned |= data.unit(unit).mounted[weapon].mount == Mount::Turret;
        }
        self.act(&line);
        self.declared(shot, turned, before);
    }

    /// [FUB.2.a] The friends that may be shot at by mistake.
    fn mistakes(&mut self) {
        let unit = self.game.acting().expect("a unit shoots");
        let before = self.piece(unit);
        let near = |friend: UnitId| self.living(unit.side().opponent()).into_iter().any(|enemy| self.apart(enemy, friend) <= 144);
        let shot = |at: UnitId| {
            [How::All(0), How::Indirect].map(|how| Shot { by: unit, at, how }).into_iter().find(|&shot| self.possible(shot).is_some())
        };
        let friends = self.living(unit.side()).into_iter().filter(|&friend| friend != unit && near(friend));
        let shots: Vec<Shot> = friends.filter_map(shot).collect();
        let lines: Vec<_> = shots.iter().map(|shot| format!("mistake {}", self.name(shot.at))).collect();
        assert!(choices(&self.game) == lines, "expected {lines:?}; {}", self.story());
        let shot = shots[self.dice.below(shots.len() as u32) as usize];
        let turned = self.possible(shot);
        self.meet("occasion: friend");
        self.act(&format!("mistake {}", self.name(shot.at)));
        self.declared(shot, turned, before);
    }

    /// Plays some orders from here.
    fn plays(&mut self) {
        let mut orders = 0;
        while self.game.outcome().is_none() {
            let (asked, lines) = (question(&self.game), choices(&self.game));
            let any = lines[self.dice.below(lines.len() as u32) as usize].clone();
            let pair = self.game.acting().zip(self.game.target()).map(|(one, other)| [one, other]);
            match asked.as_str() {
                "which unit gets which order?" if orders == ORDERS => break,
                "which unit gets which order?" => {
                    orders += 1;
                    (self.weapon, self.gunned, self.answers, self.assault) = (0, false, None, None);
                    self.struck.clear();
                    self.start = Side::ALL.into_iter().flat_map(|side| self.living(side)).map(|unit| (unit, self.cell(unit))).collect();
                    let kinds = ["fire", "fire", "advance", "assault", "ambush"];
                    let kind = kinds[self.dice.below(5) as usize];
                    let fit: Vec<&String> = lines.iter().filter(|line| line.contains(kind)).collect();
                    let line = if fit.is_empty() { any } else { fit[self.dice.below(fit.len() as u32) as usize].clone() };
                    self.orders(&line);
                }
                "which unit is assaulted?" => self.charges(&any),
                "the order test" => self.tests_order(),
                "which of its friends does the unit shoot at?" => self.mistakes(),
                "which unit fires from Ambush at the one that moves?" => self.springs(&any),
                "does the target of the assault react?" => {
                    if let (Some([attacker, target]), true) = (pair, any.starts_with("return")) {
                        self.answers = Some(Shot { by: target, at: attacker, how: How::All(0) });
                    }
                    self.act(&any);
                }
                "the dice to hit" | "the number of shots" => {
                    let shot = self.answers.take().unwrap_or_else(|| panic!("nobody shoots; {}", self.story()));
                    self.meet("occasion: assault");
                    self.volley(shot);
                }
                "the dice of those who assault" => self.round(pair.expect("two fight")),
                "the dice to hit the vehicle" => self.strikes(pair.expect("two fight")),
                SHOOTING => self.shoots(),
                _ => self.act(&any),
            }
        }
    }

    /// An order, or an assault; a single target of an assault is not asked for.
    fn orders(&mut self, line: &str) {
        if let Some(unit) = line.strip_prefix("assault ").and_then(|name| self.game.data().find_unit(name)) {
            let targets = self.game.assault_targets(unit);
            self.assault = targets.first().copied().filter(|_| targets.len() == 1);
        }
        self.act(line);
    }

    fn charges(&mut self, line: &str) {
        self.assault = line.strip_prefix("charge ").and_then(|name| self.game.data().find_unit(name));
        self.act(line);
    }

    /// [ORD.4] A unit in Ambush fires at the one that moves, with every Panzerfaust that reaches it (decision D43).
    fn springs(&mut self, line: &str) {
        let mover = self.game.acting().expect("a unit moves");
        let Some(by) = line.strip_prefix("spring ").and_then(|name| self.game.data().find_unit(name)) else { return self.act(line) };
        let piece = self.piece(by);
        let near = self.class(mover) == Class::Vehicle && self.apart(by, mover) <= 144;
        let shot = Shot { by, at: mover, how: How::All(if near { piece.panzerfausts.min(piece.men) } else { 0 }) };
        self.meet("occasion: ambush");
        self.act(line);
        self.volley(shot);
    }
}

/// A piece in any state that its unit may have.
fn unsettled(dice: &mut Dice, piece: &mut Piece, class: Class, foes: &[UnitId]) {
    let mut one_in = |of: u32| dice.below(of) == 0;
    let (whole, pinned, ordered, dug, stuck) = (one_in(2), one_in(2), one_in(3), one_in(8), one_in(5));
    if class != Class::Vehicle && !whole {
        piece.men = 1 + dice.below(piece.men.into()) as u8;
    }
    piece.pins = if pinned { dice.below(4) as u8 } else { 0 };
    piece.order =
        ordered.then(|| [Order::Down, Order::Down, Order::Ambush, Order::Advance, Order::Fire, Order::Run][dice.below(6) as usize]);
    piece.dug_in = dug && class != Class::Vehicle;
    piece.immobilised = stuck && class == Class::Vehicle;
    piece.panzerfausts = dice.below(u32::from(piece.panzerfausts) + 1) as u8;
    piece.ranging = Some((foes[dice.below(foes.len() as u32) as usize], dice.below(6) as u8));
}

/// A table of random ground with eight kinds of units a side, many in other qualities.
fn drawn_table(number: u64, dice: &mut Dice) -> Scene {
    let mut glyph = |_| if dice.below(4) > 0 { '.' } else { char::from(GROUND[dice.below(GROUND.len() as u32) as usize]) };
    let rows: Vec<String> = (0..SIZE.1).map(|_| (0..SIZE.0).map(&mut glyph).collect()).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let (listed, _) = Prepared::OWN[1].split_once("\n[[force]]").expect("units, then forces");
    let ids = || listed.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
    let forces = ["g_", "s_"].map(|side| {
        let all: Vec<&str> = ids().filter(|id| id.starts_with(side)).collect();
        (0..8).map(|at| all[(number as usize * 8 + at * if number < 6 { 1 } else { 5 }) % all.len()]).collect::<Vec<_>>()
    });
    let quality = ["", "inexperienced", "veteran", ""][number as usize % 4];
    let change = |units: String| if number.is_multiple_of(3) { soft_lorry(flame_tank(units)) } else { units };
    table_of(&rows, [&forces[0], &forces[1]], |units| if quality.is_empty() { change(units) } else { all_are(quality)(change(units)) })
}

/// Some of the units of a table at random places in random states.
fn drawn_position(table: &Scene, dice: &mut Dice) -> Option<BoltAction> {
    let mut scene = Scene(table.0.clone());
    let data = table.0.clone().open(Opening::Draw, [0; 2]).data();
    let (width, left) = [(SIZE.0, 0), (16, dice.below(SIZE.0 - 16)), (9, dice.below(SIZE.0 - 9))][[0, 1, 2, 2][dice.below(4) as usize]];
    for side in Side::ALL {
        let foes: Vec<UnitId> = data.units(side.opponent()).map(|(unit, _)| unit).collect();
        let units: Vec<UnitId> = data.units(side).map(|(unit, _)| unit).collect();
        for unit in units.into_iter().filter(|_| dice.below(5) < 3).collect::<Vec<_>>() {
            let cell = format!("{:02}{:02}", 1 + left + dice.below(width), 1 + dice.below(SIZE.1));
            let facing = Facing::ALL[dice.below(8) as usize];
            if let Ok(placed) = scene.0.clone().place(data.name(unit), &cell, facing) {
                let class = data.unit(unit).class;
                scene = Scene(placed).edit(data.name(unit), |piece| unsettled(dice, piece, class, &foes));
            }
        }
    }
    let game = scene.ordered(Side::ALL[dice.below(2) as usize]);
    let manned = Side::ALL.into_iter().all(|side| game.alive(side).count_ones() > 1);
    (manned && !choices(&game).is_empty()).then_some(game)
}

/// [HIT][DMG][HE][PEN][VD][VDC][CQ.4][CQV][MOR] In random positions all dice and losses are those of a slow reference.
#[test]
fn every_volley_is_that_of_a_slow_reference() {
    let mut met = BTreeMap::new();
    for number in 0..TABLES {
        let mut dice = Dice::stream(1943, number);
        let table = drawn_table(number, &mut dice);
        for position in 0..POSITIONS {
            let Some(game) = drawn_position(&table, &mut dice) else { continue };
            let seed = (number, position);
            let (log, start, struck) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
            let (weapon, gunned, answers, assault) = (0, false, None, None);
            let dice = Dice::stream(number, position as u64);
            Reference { seed, game, dice, met: &mut met, log, start, struck, weapon, gunned, answers, assault }.plays();
        }
    }
    let facts = ["close", "pins", "long", "raw", "moved", "down", "small", "soft", "hard", "alone"];
    let pairs = facts.iter().enumerate().flat_map(|(at, one)| facts[at + 1..].iter().map(move |other| format!("hit: {one} and {other}")));
    let pairs = pairs.filter(|pair| pair != "hit: soft and hard").map(|pair| (pair, 10));
    let others = OFTEN.iter().map(|(what, least)| ((*what).to_owned(), *least));
    let rare: Vec<_> = pairs.chain(others).filter(|(what, least)| met.get(what).copied().unwrap_or(0) < *least).collect();
    assert!(rare.is_empty(), "met too rarely: {rare:?} of {met:#?}");
}
