//! A position as the side that decides sees it: what units and hexes are worth to it, and what attacks promise.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::supply::Situation;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, HexSet, UnitId};
use stavka_engine::hex::Hex;

use super::features::Observer;
use super::ground::{FAR, Goal};
use super::odds::{Men, Odds};
use super::survey::{Aims, Memory, Piece, Survey, Weights};

/// Hexes from a place within which an enemy threatens it.
const THREAT: u16 = 5;
/// What the hex of a battle is worth by itself.
const FIELD: f32 = 0.15;
/// What a loss in the air counts, against one on the ground: the points that pay for it pay for nothing else.
const WINGS: f32 = 0.5;
/// Worth that counts as 1.
pub(super) const CORPS: f32 = 10.0;

/// A position as the side that decides sees it.
pub(super) struct Glance<'a> {
    pub(super) game: &'a BlocksInTheEast,
    pub(super) side: Side,
    pub(super) situation: Situation<'static>,
    pub(super) survey: Survey<'a>,
    pub(super) memory: &'a mut Memory,
    pub(super) weights: &'a Weights,
    /// Where the unit in question is in supply, once it has been asked.
    pub(super) supplied: Option<HexSet>,
    /// What the units of the Axis are after, when it decides.
    pub(super) sent: Option<Aims>,
    /// The unit of which it is asked what it does when it lands from the sea.
    pub(super) lands: Option<UnitId>,
}

impl<'a> Glance<'a> {
    pub(super) fn of(observer: &'a mut Observer, game: &'a BlocksInTheEast, side: Side) -> Self {
        let Observer { ground, memory, weights, .. } = observer;
        let survey = Survey::new(game, ground, Some(side));
        survey.weigh(weights);
        Glance { game, side, situation: game.situation(), survey, memory, weights, supplied: None, sent: None, lands: None }
    }
}

impl Glance<'_> {
    /// Hexes from a hex to the nearest enemy on the ground.
    pub(super) fn hexes_to_enemy(&self, hex: Hex) -> u16 {
        let map = &self.game.data().map;
        if map.is_box(hex) {
            return 20;
        }
        let foes = self.survey.of(self.side.opponent()).filter(|piece| !piece.is_air() && !map.is_box(piece.hex));
        foes.map(|piece| map.grid.distance(hex, piece.hex)).min().unwrap_or(20)
    }

    pub(super) fn worth(&self, unit: UnitId) -> f32 {
        f32::from(self.game.strength(unit)) * self.survey.ground.quality[unit.index()]
    }

    /// The places that the Soviets are after: what they hold or lack. In the whole war those that they hold, and nobody is near, are no
    /// aims.
    fn aims(&self) -> impl Iterator<Item = &Goal> {
        let game = self.game;
        let is_war = matches!(game.data().script.victory.as_ref().map(|victory| &victory.count), Some(Count::War { .. }));
        let map = &game.data().map;
        let threatened = move |goal: &Goal| {
            let near = |piece: &Piece| !piece.is_air() && !map.is_box(piece.hex) && map.grid.distance(piece.hex, goal.hex) <= THREAT;
            map.is_box(goal.hex) || self.survey.of(Side::Axis).any(near)
        };
        let goals = self.survey.ground.goals.iter();
        goals.filter(move |goal| !is_war || !game.controls(Side::Soviet, goal.hex) || threatened(goal))
    }

    /// Movement points from a hex to what a unit is after, or to the nearest aim for any unit.
    pub(super) fn way_to_aim(&self, unit: Option<UnitId>, hex: Hex) -> f32 {
        let way = match &self.sent {
            Some(aims) => aims.way(self.survey.ground, unit, hex),
            None => self.aims().map(|goal| goal.ways[hex.index()]).min(),
        };
        f32::from(way.unwrap_or(0).min(FAR / 10))
    }

    /// A side that attacks, and the other one.
    pub(super) fn sides(attacker: Side) -> [Side; 2] {
        [attacker, attacker.opponent()]
    }

    /// What an attack by these units is worth to the side, in corps, without any that could join it; `more` are those of them that are not in
    /// the hex yet.
    pub(super) fn worth_of_attack(&mut self, hex: Hex, men: &[Men; 2], more: &[UnitId]) -> f32 {
        let odds = self.survey.odds_of(self.memory, &self.situation, self.side, hex, men.clone());
        self.value(hex, &odds, more)
    }

    /// What a battle is worth to its attacker, in corps.
    pub(super) fn value(&self, hex: Hex, odds: &Odds, more: &[UnitId]) -> f32 {
        let attacker = self.game.battle_report().map_or(self.survey.active, |battle| battle.attacker);
        let mut sums = [[0.0; 2]; 2];
        for piece in self.survey.pieces.iter().filter(|piece| piece.hex == hex) {
            sums[usize::from(piece.side != attacker)][usize::from(piece.is_air())] += piece.worth;
        }
        for &unit in more {
            let air = usize::from(!self.game.data().unit(unit).is_ground());
            sums[usize::from(unit.side() != attacker)][air] += self.worth(unit);
        }
        let loss = |role: usize| sums[role][0] * (1.0 - odds.left[role]) + WINGS * sums[role][1] * (1.0 - odds.air[role]);
        (loss(1) - loss(0)) / CORPS + odds.taken * self.stake(hex)
    }

    /// What it is worth to take a hex, or to keep it.
    pub(super) fn stake(&self, hex: Hex) -> f32 {
        let ground = self.survey.ground;
        let goal: f32 = ground.goals.iter().filter(|goal| goal.hex == hex).map(|goal| goal.points / ground.points * 4.0).sum();
        let collar = if ground.collar.contains(&hex) { 0.6 } else { 0.0 };
        FIELD + 0.4 * ground.prize[hex.index()] + goal.min(2.0) + collar
    }
}
