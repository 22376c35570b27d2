//! What boards ask of a position and cannot read off it. Every answer comes from the functions by which the game is played; nothing here
//! changes a game.

use std::borrow::Cow;

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::combat::{Extra, Firing, Modifiers, Pool};
use super::data::Data;
use super::fight::Fight;
use super::frame::{Frame, Why};
use super::fuel::Need;
use super::ground::Ground;
use super::ids::{HexSet, Place, UnitId};
use super::telling::{Asked, Thrower};
use super::terms::Colour;
use super::victory;
use crate::game::{Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::Sequence as _;
use crate::kit::terms::terms;

terms! {
    /// What marks a block for both sides to see.
    Sign {
        /// [4.3.c] Out of supply.
        OutOfSupply = "out-of-supply",
        /// [3.19.a] In flight.
        Flying = "flying",
        /// [7.3.1] Placed in this turn.
        New = "new",
        /// Its movement of the phase is over.
        Moved = "moved",
        /// [7.4] Its rail move of the turn is over.
        Railed = "railed",
        /// [7.8] It took part in a battle of this turn.
        Fought = "fought",
        /// [7.8] Its Blitz of this turn is over.
        Blitzed = "blitzed",
        /// [7.7.8] Its shield took a hit in the battle.
        ShieldHit = "shield-hit",
        /// [12.1] It was besieged when its turn began.
        Besieged = "besieged",
        /// [5.5] Supplied through Finland.
        ThroughFinland = "through-finland",
        /// [13.8.1] Out of supply, and moved as if it was not.
        Relieved = "relieved",
    }
}

impl Sign {
    const fn mark(self) -> Mark {
        match self {
            Sign::OutOfSupply => Mark::OutOfSupply,
            Sign::Flying => Mark::Flying,
            Sign::New => Mark::New,
            Sign::Moved => Mark::Moved,
            Sign::Railed => Mark::Railed,
            Sign::Fought => Mark::Fought,
            Sign::Blitzed => Mark::Blitzed,
            Sign::ShieldHit => Mark::ShieldHit,
            Sign::Besieged => Mark::Besieged,
            Sign::ThroughFinland => Mark::ThroughFinland,
            Sign::Relieved => Mark::Relieved,
        }
    }
}

/// Whether a unit is marked so.
pub fn is_marked(game: &BlocksInTheEast, unit: UnitId, sign: Sign) -> bool {
    game.board.is(unit, sign.mark())
}

/// [1.3] A block of which the other side sees the back alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Back {
    /// Where it stands.
    pub hex: Hex,
    /// Light green: an Italian.
    pub is_light_green: bool,
    /// The procedure in progress speaks of it.
    pub is_named: bool,
    /// What marks it.
    pub signs: Vec<Sign>,
}

/// [1.3] The blocks of a side that the other one does not know, in an order that tells nothing of them.
pub fn backs(game: &BlocksInTheEast, side: Side) -> Vec<Back> {
    let back = |(block, _): (super::fog::Block, UnitId)| Back {
        hex: block.hex(),
        is_light_green: block.green,
        is_named: block.named,
        signs: Sign::ALL.into_iter().filter(|sign| block.is(sign.mark())).collect(),
    };
    game.blocks(side).into_iter().map(back).collect()
}

/// The hexes between which a Blitz is followed now.
pub fn blitz_at_hand(game: &BlocksInTheEast) -> Option<[Hex; 2]> {
    match game.top()? {
        Frame::BlitzJoin(_, from, to, _) => Some([from, to]),
        _ => None,
    }
}

/// Movement points that the unit on the march has left, and those that each hex costs where it may go; nothing while nobody marches.
pub fn march_at_hand(game: &BlocksInTheEast) -> Option<(u8, Vec<(Hex, u8)>)> {
    let Some(Frame::March(unit, left, _, why)) = game.top() else { return None };
    Some((left, priced(game, unit, left, why)))
}

/// Where a ground unit could go in a Movement Phase as both sides stand, with the points that each hex costs. Only its own side may be told:
/// it follows from units of that side that are hidden.
pub fn reach_of(game: &BlocksInTheEast, unit: UnitId) -> Vec<(Hex, u8)> {
    let frozen = game.data.is_frozen(unit, game.turn);
    if frozen || !game.data.unit(unit).is_ground() { Vec::new() } else { priced(game, unit, game.points(unit), Why::Movement) }
}

fn priced(game: &BlocksInTheEast, unit: UnitId, left: u8, why: Why) -> Vec<(Hex, u8)> {
    let destinations = game.destinations(unit, left, why);
    game.with_reach(unit, left, why, |reach| destinations.iter().filter_map(|hex| Some((hex, Ground::price(reach, hex)?))).collect())
}

/// Where an air unit could fly a mission, and the bases to which it could transfer. Only its own side may be told.
pub fn flights_of(game: &BlocksInTheEast, unit: UnitId) -> [HexSet; 2] {
    if !game.is_air(unit) || game.board.hex(unit).is_none() || game.data.is_frozen(unit, game.turn) {
        return [HexSet::EMPTY; 2];
    }
    [game.missions(unit, false), game.transfers(unit)]
}

/// [13.1][13.3] The headquarters of the command of a unit that have it within their radius and give its kind fuel, activated or not; the
/// Supreme ones, which reach everybody, are not among them. Only its own side may be told: it follows from units that may be hidden.
pub fn headquarters_near(game: &BlocksInTheEast, unit: UnitId) -> Vec<UnitId> {
    let Some(hex) = game.board.hex(unit) else { return Vec::new() };
    let need = if game.is_air(unit) { Need::Flight(false) } else { Need::March(Why::Movement) };
    let data = game.data;
    let known = data.unit(unit);
    let serves = |&other: &UnitId| {
        other != unit
            && other.side() == unit.side()
            && need.is_met_by(data.unit(other).kind)
            && game.commands(other, known.nation)
            && game.command_radius(other).contains(hex)
    };
    data.headquarters.iter().copied().filter(serves).collect()
}

/// [4.3] The way from the hex of a unit to the nearest source of supply of its nation, however long; nothing where there is none.
pub fn way_to_supply(game: &BlocksInTheEast, unit: UnitId) -> Option<Vec<Hex>> {
    let from = game.board.hex(unit)?;
    game.data.ways_home(&game.situation(), game.data.unit(unit).nation, &HexSet::EMPTY).way(from)
}

/// [7.3.1.c][7.3.1.d] The hexes in which a side has a factory of a colour that works.
pub fn factories(game: &BlocksInTheEast, side: Side, colour: Colour) -> HexSet {
    let new = game.new_factories(side).filter_map(|(_, place)| place);
    let hexes = game.data.map.factories.iter().map(|factory| factory.hex).chain(new);
    hexes.filter(|&hex| game.has_factory(side, colour, hex)).collect()
}

/// [7.3] Steps that a side has rebuilt of units while the other one does not know which.
pub fn steps_rebuilt_unseen(game: &BlocksInTheEast, side: Side) -> u16 {
    game.rebuilt(side).iter().sum()
}

/// What a scenario counts for the Axis: places with their points, or the one place that decides.
pub fn counted(data: &Data) -> Vec<(Hex, u8)> {
    victory::counted(data)
}

// ---- battles ---------------------------------------------------------------------------------------------------------------------

/// The dice of a unit, or of a town, in a step of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The unit; none for the town [7.7.2].
    pub unit: Option<UnitId>,
    /// [7.7.7.c] Dice that it throws.
    pub dice: u8,
    /// Faces that hit, from 6 down, with every Bonus.
    pub faces: u8,
    /// Bonus and Malus with their causes.
    pub modifiers: Modifiers,
    /// Dice among them besides the combat factor of the unit, before any Malus, with their cause.
    pub extra: Option<(Extra, u8)>,
}

/// What a side throws in a step of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fire {
    /// Who throws.
    pub side: Side,
    /// The hex of the battle.
    pub hex: Hex,
    /// The step.
    pub firing: Firing,
    /// The dice one by one.
    pub shots: Vec<Shot>,
    /// All dice that are still to be thrown in the step.
    pub pool: Pool,
    /// [7.7.11] Hits that the other side can still take; none where it is not known.
    pub most: Option<u8>,
}

impl Fire {
    /// In how many ways the dice show 0, 1, 2 ... hits of those that count, as shares of 1. Exact but for the rounding of the floats.
    pub fn chances(&self) -> Vec<f64> {
        let mut shares = vec![0.0; usize::from(self.pool.count()) + 1];
        shares[0] = 1.0;
        for faces in 1..=5_u8 {
            let hit = f64::from(faces) / 6.0;
            for _ in 0..self.pool.with_faces(faces) {
                for hits in (0..shares.len()).rev() {
                    let more = if hits > 0 { shares[hits - 1] * hit } else { 0.0 };
                    shares[hits] = shares[hits] * (1.0 - hit) + more;
                }
            }
        }
        let most = self.most.map_or(shares.len(), usize::from);
        if most + 1 < shares.len() {
            let beyond: f64 = shares.drain(most + 1..).sum();
            shares[most] += beyond;
        }
        shares
    }
}

/// The volley about to be thrown.
pub fn fire_at_hand(game: &BlocksInTheEast) -> Option<Fire> {
    let (side, firing, pool) = game.volley()?;
    let most = game.endures(side.opponent(), firing);
    let fire = match firing {
        Firing::Artillery => barrage(game, side, pool),
        _ => fire(game, side, firing),
    };
    Some(Fire { pool, most: Some(most), ..fire })
}

/// [7.7.4.a] Artillery has spent its ammunition when its dice are thrown: a step, or none of its last one. The steps with which it fired are
/// those that give these dice.
fn barrage(game: &BlocksInTheEast, side: Side, pool: Pool) -> Fire {
    let guns = game.firing(side, Firing::Artillery);
    let before = |guns_that_lost: usize| {
        let mut then = game.clone();
        for (_, &gun) in (0..).zip(&guns).filter(|(number, _)| guns_that_lost & (1_usize << number) != 0) {
            then.board.set_step(gun, then.board.step(gun).saturating_sub(1));
        }
        fire(&then, side, Firing::Artillery)
    };
    let all = 0..1_usize << guns.len();
    let found = all.rev().map(before).find(|fire| fire.pool == pool);
    found.unwrap_or_else(|| fire(game, side, Firing::Artillery))
}

/// The volley that comes next in the battle in progress if both sides stay, and the first of several takes each hit that waits.
pub fn fire_to_come(game: &BlocksInTheEast) -> Option<Fire> {
    let hex = game.battle_report()?.hex;
    let mut then = game.clone();
    let mut legal = Vec::new();
    loop {
        if then.battle_report().is_none_or(|battle| battle.hex != hex) {
            return None;
        }
        if let Some(fire) = fire_at_hand(&then) {
            return Some(fire);
        }
        let Turn::Player(_) = then.turn() else { return None };
        legal.clear();
        then.legal_actions(&mut legal);
        let stays = legal.contains(&Action::Done).then_some(Action::Done);
        then.apply(stays.or(legal.first().copied())?);
    }
}

/// What a side throws in each step of the battle in progress as its units stand, those steps alone in which it throws dice at somebody.
pub fn fires(game: &BlocksInTheEast, side: Side) -> Vec<Fire> {
    let steps = Firing::ALL.into_iter().map(|firing| {
        let most = Some(game.endures(side.opponent(), firing));
        Fire { most, ..fire(game, side, firing) }
    });
    steps.filter(|fire| fire.pool.count() > 0 && fire.most != Some(0)).collect()
}

/// What a side would throw in a battle for a hex with the units that it has there, and the one at hand if it goes there. Nothing is told of
/// the enemy, whose units may be hidden: every step is listed in which dice are thrown.
pub fn fires_into(game: &BlocksInTheEast, side: Side, hex: Hex) -> Vec<Fire> {
    let attacker = game.phase().map_or(side, |(active, _)| active);
    let mut then = arrived(game, side, hex).into_owned();
    then.fight = Fight { round: 1, ..Fight::in_hex(attacker, hex) };
    Firing::ALL.into_iter().map(|firing| fire(&then, side, firing)).filter(|fire| fire.pool.count() > 0).collect()
}

/// The position with the unit at hand in a hex that it may enter: nothing of what happens then, such as a battle.
fn arrived(game: &BlocksInTheEast, side: Side, hex: Hex) -> Cow<'_, BlocksInTheEast> {
    let Some(unit) = game.asked().and_then(Asked::mover).filter(|unit| unit.side() == side) else { return Cow::Borrowed(game) };
    let mut then = game.clone();
    match game.top() {
        Some(Frame::March(_, left, _, why)) if game.destinations(unit, left, why).contains(hex) => {
            then.walk(unit, hex, left, why);
        }
        Some(Frame::BlitzMove(_)) if game.blitz_hexes(unit).contains(hex) => then.blitz_to(unit, hex),
        Some(Frame::Flight(_, reacts)) if game.missions(unit, reacts).contains(hex) => {
            then.board.put(unit, Place::on(hex));
            then.board.set(unit, Mark::Flying, true);
        }
        Some(Frame::Landing(_)) => return game.with_landing(unit, hex).map_or(Cow::Borrowed(game), Cow::Owned),
        _ => return Cow::Borrowed(game),
    }
    Cow::Owned(then)
}

/// The dice of a side in a step of the battle in progress.
fn fire(game: &BlocksInTheEast, side: Side, firing: Firing) -> Fire {
    let throwers = game.throwers(side, firing).into_iter().filter(|thrower| thrower.dice > 0);
    let shot =
        |Thrower { unit, dice, hits_on, modifiers, extra, .. }: Thrower| Shot { unit: Some(unit), dice, faces: hits_on, modifiers, extra };
    let mut shots: Vec<Shot> = throwers.map(shot).collect();
    // What is thrown beside them comes from the town [7.7.2].
    let pool = game.pool_of(side, firing);
    for faces in 1..=5 {
        let of_units: u8 = shots.iter().filter(|shot| shot.faces == faces).map(|shot| shot.dice).sum();
        let dice = pool.with_faces(faces) - of_units;
        if dice > 0 {
            shots.push(Shot { unit: None, dice, faces, modifiers: Modifiers::default(), extra: None });
        }
    }
    Fire { side, hex: game.fight.hex, firing, shots, pool, most: None }
}
