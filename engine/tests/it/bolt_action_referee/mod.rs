//! A slow referee with numbers of its own, who leads games from random positions: it knows what is asked of whom with which choices, what
//! dice can show in how many ways, and what becomes of every unit. The engine has to agree at every question.

mod fire;
mod missions;
mod orders;
mod quarters;
mod throws;
mod volley;
mod ways;

use std::collections::BTreeMap;

use stavka_engine::bolt_action::terms::{Armour, Class, Order, Quality};
use stavka_engine::bolt_action::{BoltAction, Opening, Piece, Prepared, UnitId};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::square::{Cell, Facing};
use stavka_engine::{Dice, Game as _, Notation as _, Side, Turn};

use self::ways::March;
use crate::bolt_action_kit::{Scene, all_are, choices, does, flame_tank, question, table_of};
use crate::bolt_action_reference_moves::field::Field;
use crate::props::walk::factor;

/// Tables, positions on each, orders in each.
const TABLES: u64 = 24;
const POSITIONS: usize = 110;
const ORDERS: usize = 6;
const SIZE: (u32, u32) = (44, 14);
/// Ground other than open; what blocks sight is rare.
const GROUND: &[u8] = b",,==ssmvvTTTffwwattHh~#";

/// What the positions must have at least so often, besides each pair of modifiers to hit.
const OFTEN: &[(&str, usize)] = &[
    ("a die is lost", 50),
    ("a second leg", 50),
    ("a step", 50),
    ("a weapon turns", 50),
    ("armour: front, near", 50),
    ("armour: rear, long", 5),
    ("armour: rear, near", 50),
    ("armour: side, long", 5),
    ("armour: side, near", 50),
    ("armour: top, near", 3),
    ("asked: does the target of the assault react?", 50),
    ("asked: does the target react?", 50),
    ("asked: does the unit keep its order for the next turn?", 50),
    ("asked: where does the unit consolidate?", 50),
    ("asked: where does the unit look?", 50),
    ("asked: which of its friends does the unit shoot at?", 50),
    ("asked: which unit is assaulted?", 50),
    ("escape from an assault", 5),
    ("escape from fire", 5),
    ("escape from fire, out of it", 2),
    ("fire after an Advance", 50),
    ("fire after another weapon", 50),
    ("fire from Ambush", 50),
    ("fire from Ambush: and another", 5),
    ("fire from Ambush: it ends the move", 20),
    ("losses: morale", 50),
    ("losses: morale in flames", 5),
    ("losses: too many pins", 3),
    ("no friend to shoot at", 20),
    ("over: a side", 5),
    ("over: turns", 50),
    ("panic: away", 50),
    ("panic: nowhere", 50),
    ("panic: stuck", 20),
    ("quarters: at once", 20),
    ("quarters: in turn", 50),
    ("quarters: stopped on the way", 10),
    ("quarters: vehicle with Some(Advance), closed", 3),
    ("quarters: vehicle with Some(Down), closed", 5),
    ("test: a better officer than the own", 5),
    ("test: an officer near", 50),
    ("test: officer and closed armour", 3),
    ("those who are assaulted shoot", 15),
];

/// [DMG.1][DMG.2][DMG.3] What damages men of a quality; five more are its morale [MOR.1][MOR.2][MOR.3].
const fn flesh(quality: Quality) -> i16 {
    match quality {
        Quality::Inexperienced => 3,
        Quality::Regular => 4,
        Quality::Veteran => 5,
    }
}

/// A side has no unit left, or the last turn has ended: nothing more is asked.
struct Over;

/// What goes on until the game is over.
type Flow = Result<(), Over>;

/// A game in the hands of the referee.
struct Referee<'a> {
    seed: (u64, usize),
    game: BoltAction,
    /// The ground as it was drawn.
    rows: &'a [String],
    /// What the referee knows, without the engine: the units, the dice in the bag, the turn.
    pieces: BTreeMap<UnitId, Piece>,
    bag: [u64; 2],
    turn: u16,
    march: March,
    /// Targets of the weapons of a vehicle under this order: men before the first one, and the most pins of one so far.
    struck: BTreeMap<UnitId, (u8, u8)>,
    dice: Dice,
    /// The first result of the next throw comes about.
    lucky: bool,
    met: &'a mut BTreeMap<String, usize>,
    /// The lines so far.
    log: Vec<String>,
}

impl<'a> Referee<'a> {
    /// A game from now on.
    fn of(game: BoltAction, rows: &'a [String], seed: (u64, usize), met: &'a mut BTreeMap<String, usize>) -> Self {
        let pieces = Field::of(&game, rows).pieces;
        let bag = Side::ALL.map(|side| game.in_bag(side));
        let turn = game.game_turn();
        let dice = Dice::stream(seed.0, seed.1 as u64);
        Referee {
            seed,
            game,
            rows,
            pieces,
            bag,
            turn,
            march: March::default(),
            struck: BTreeMap::new(),
            dice,
            lucky: false,
            met,
            log: Vec::new(),
        }
    }

    fn piece(&self, unit: UnitId) -> Piece {
        self.pieces[&unit]
    }

    fn edit(&mut self, unit: UnitId) -> &mut Piece {
        self.pieces.get_mut(&unit).expect("a unit of the game")
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
        self.pieces.iter().filter(|(unit, piece)| unit.side() == side && piece.is_alive()).map(|(&unit, _)| unit).collect()
    }

    fn all_living(&self) -> Vec<UnitId> {
        Side::ALL.into_iter().flat_map(|side| self.living(side)).collect()
    }

    fn apart(&self, one: UnitId, other: UnitId) -> i32 {
        i32::from(self.game.data().lattice().distance2(self.cell(one), self.cell(other)))
    }

    /// What moves, by the reference of moves.
    fn field(&self) -> Field<'a> {
        Field { data: self.game.data(), pieces: self.pieces.clone(), rows: self.rows, asked: question(&self.game) }
    }

    fn meet(&mut self, what: &str) {
        *self.met.entry(what.to_owned()).or_insert(0) += 1;
    }

    /// Seed, position and what has been done.
    fn story(&self) -> String {
        let of = |(&unit, piece): (&UnitId, &Piece)| {
            format!("{} {:?} {piece:?}", self.name(unit), piece.cell.map(|cell| self.game.data().lattice().place(cell)))
        };
        let all: Vec<String> = self.pieces.iter().map(of).collect();
        let rows = self.rows.join("\n");
        format!("table and position {:?}\n{rows}\n{}\n{}\n{}", self.seed, all.join("\n"), self.log.join(", "), self.game.prompt())
    }

    fn act(&mut self, line: &str) {
        self.log.push(line.to_owned());
        does(&mut self.game, &[line]);
    }

    /// Units, bag and turn are those of the engine.
    fn agrees(&self) {
        for (&unit, expected) in &self.pieces {
            let found = self.game.piece(unit);
            let same = if expected.men == 0 { (found.men, found.cell) == (0, expected.cell) } else { found == expected };
            assert!(same, "{}: expected {expected:?}, found {found:?}; {}", self.name(unit), self.story());
        }
        let found = (Side::ALL.map(|side| self.game.in_bag(side)), self.game.game_turn());
        assert!(found == (self.bag, self.turn), "bag and turn: expected {:?}, found {found:?}; {}", (self.bag, self.turn), self.story());
    }

    /// A side must be asked, with these choices.
    fn asks(&mut self, asked: &str, side: Side, expected: &[String]) {
        self.agrees();
        let found = (question(&self.game), self.game.turn());
        assert!(found == (asked.to_owned(), Turn::Player(side)), "expected {asked} of {side:?}, found {found:?}; {}", self.story());
        let choices = choices(&self.game);
        assert!(choices == expected, "{asked}: expected {expected:?}, found {choices:?}; {}", self.story());
        self.meet(&format!("asked: {asked}"));
    }

    /// The same; one of them is taken, whichever it is.
    fn chooses(&mut self, asked: &str, side: Side, expected: &[String]) -> usize {
        self.asks(asked, side, expected);
        let any = self.dice.below(expected.len() as u32) as usize;
        // Few can escape: they often do.
        let escape = expected.iter().position(|line| line.starts_with("escape")).filter(|_| any != 0);
        let at = escape.unwrap_or(any);
        self.act(&expected[at]);
        at
    }

    /// A unit has moved or turned: it is not dug in, and ranges anew, as those do who range at it (supplement S27).
    fn stirs(&mut self, unit: UnitId) {
        let piece = self.edit(unit);
        (piece.moved, piece.dug_in, piece.ranging) = (true, false, None);
        for piece in self.pieces.values_mut() {
            piece.ranging = piece.ranging.filter(|&(at, _)| at != unit);
        }
    }

    /// A unit is destroyed; a vehicle leaves a wreck [VD.4.a].
    fn falls(&mut self, unit: UnitId) {
        let wreck = self.class(unit) == Class::Vehicle;
        let piece = self.edit(unit);
        piece.men = 0;
        piece.cell = piece.cell.filter(|_| wreck);
    }

    /// A side without units has lost at once.
    fn is_on(&self) -> Flow {
        if Side::ALL.into_iter().any(|side| self.living(side).is_empty()) { Err(Over) } else { Ok(()) }
    }

    fn is_closed(&self, unit: UnitId) -> bool {
        let template = self.game.data().unit(unit);
        template.armour.is_some_and(|armour| armour != Armour::SoftSkin) && !template.open_topped
    }

    fn is_anti_tank(&self, unit: UnitId) -> bool {
        let (template, piece) = (self.game.data().unit(unit), self.piece(unit));
        template.anti_tank && (template.panzerfausts == 0 || piece.panzerfausts > 0 && piece.men > 0)
    }
}

/// A piece in any state that its unit may have.
fn unsettled(dice: &mut Dice, piece: &mut Piece, class: Class, foes: &[UnitId]) {
    let mut one_in = |of: u32| dice.below(of) == 0;
    let (whole, pinned, ordered, dug, stuck) = (one_in(2), one_in(2), one_in(3), one_in(3), one_in(5));
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
fn drawn_table(number: u64, dice: &mut Dice) -> (Scene, Vec<String>) {
    let mut glyph = |_| if dice.below(4) > 0 { '.' } else { char::from(GROUND[dice.below(GROUND.len() as u32) as usize]) };
    let mut drawn: Vec<String> = (0..SIZE.1).map(|_| (0..SIZE.0).map(&mut glyph).collect()).collect();
    // The objective in the middle can be entered, whichever way rows are counted.
    let [column, row] = [SIZE.0, SIZE.1].map(|length| length as usize / 2);
    drawn[row - 1..=row].iter_mut().for_each(|row| row.replace_range(column..=column, "."));
    let rows: Vec<&str> = drawn.iter().map(String::as_str).collect();
    let (listed, _) = Prepared::OWN[1].split_once("\n[[force]]").expect("units, then forces");
    let ids = || listed.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
    let forces = ["g_", "s_"].map(|side| {
        let all: Vec<&str> = ids().filter(|id| id.starts_with(side)).collect();
        (0..8).map(|at| all[(number as usize * 8 + at * if number < 6 { 1 } else { 5 }) % all.len()]).collect::<Vec<_>>()
    });
    let quality = ["", "inexperienced", "veteran", ""][number as usize % 4];
    // On every other table the open-topped vehicles are Recce, and no others.
    let scouts = |units: String| units.replace("\nrecce = true", "").replace("open_topped = true", "open_topped = true\nrecce = true");
    let scouting = |units: String| if number.is_multiple_of(2) { scouts(units) } else { units };
    // On every third one armoured cars are lorries, which no force has.
    let lorries = |units: String| units.replace("armour = \"armoured-car\"\nopen_topped = true", "armour = \"soft-skin\"");
    let change = |units: String| scouting(if number.is_multiple_of(3) { lorries(flame_tank(units)) } else { units });
    let changed = |units| if quality.is_empty() { change(units) } else { all_are(quality)(change(units)) };
    (table_of(&rows, [&forces[0], &forces[1]], changed), drawn)
}

/// Some of the units of a table at random places in random states.
fn drawn_position(table: &Scene, dice: &mut Dice) -> Option<(BoltAction, Side)> {
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
    let (side, lost, turn) = (Side::ALL[dice.below(2) as usize], [dice.below(4) / 3, dice.below(4) / 3], 1 + dice.below(5) as u8);
    let game = scene.0.turn(turn).open(Opening::Order(side), lost.map(|lost| lost as u8));
    let manned = Side::ALL.into_iter().all(|side| game.alive(side).count_ones() > 1);
    (manned && !choices(&game).is_empty()).then_some((game, side))
}

/// [TURN][ORD][FUB][MOR][SHOOT][HIT][DMG][HE][PEN][VD][VDC][CQ][CQV] In random positions all questions, dice and units are those of a slow
/// referee.
#[test]
fn every_question_and_every_unit_is_that_of_a_slow_referee() {
    let mut met = BTreeMap::new();
    for number in 0..TABLES * factor() {
        let mut dice = Dice::stream(1943, number);
        let (table, rows) = drawn_table(number, &mut dice);
        for position in 0..POSITIONS {
            let Some((game, side)) = drawn_position(&table, &mut dice) else { continue };
            Referee::of(game, &rows, (number, position), &mut met).leads(Some(side), ORDERS);
        }
    }
    let facts = ["close", "pins", "long", "raw", "moved", "down", "small", "soft", "hard", "alone"];
    let pairs = facts.iter().enumerate().flat_map(|(at, one)| facts[at + 1..].iter().map(move |other| format!("hit: {one} and {other}")));
    let pairs = pairs.filter(|pair| pair != "hit: soft and hard").map(|pair| (pair, 10));
    let others = OFTEN.iter().map(|(what, least)| ((*what).to_owned(), *least));
    let rare: Vec<_> = pairs.chain(others).filter(|(what, least)| met.get(what).copied().unwrap_or(0) < *least).collect();
    assert!(rare.is_empty(), "met too rarely: {rare:?} of {met:#?}");
}

/// [TURN][TERK.5] The same in whole games of every mission, from the set-up to the end.
#[test]
fn every_game_of_every_mission_is_that_of_a_slow_referee() {
    let mut met = BTreeMap::new();
    for (number, &(mission, text)) in Prepared::SCENARIOS.iter().enumerate() {
        let data = Prepared::interned(&Prepared::sources(mission, text)).expect("it loads");
        let ground: Vec<char> = data.lattice().cells().map(|cell| data.battlefield.glyph(cell).symbol).collect();
        let rows: Vec<String> = ground.chunks(data.lattice().width()).map(|row| row.iter().collect()).collect();
        let mut referee = Referee::of(BoltAction::new(data), &rows, (1944, number), &mut met);
        referee.sets_up();
        referee.leads(None, usize::MAX);
    }
    let often =
        ["asked: where is the next unit placed, roughly?", "asked: in which cell is the unit placed?", "thrown: a die for another turn"];
    let rare: Vec<_> = often.into_iter().filter(|what| met.get(*what).copied().unwrap_or(0) < 5).collect();
    assert!(rare.is_empty(), "met too rarely: {rare:?} of {met:#?}");
}
