//! [SHOOT] The dice of a volley: hits, damage, losses, pins and morale.

use super::BoltAction;
use super::action::{Action, Verdict};
use super::data::units::Shots;
use super::fire::{Aim, Effect, Pool, Struck};
use super::frame::{Frame, Volley as Procedures, VolleyStage as Stage};
use super::ids::UnitId;
use super::pool::Rolled;
use super::resolution::{chance, damage, losses, morale};
use super::terms::{Class, HeSize};
use crate::kit::counters::Counter as _;
use crate::kit::procedures::{Procedure, Progress, Sequence};

/// How a unit shoots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Mode {
    /// With all that fires directly, and with so many Panzerfausts.
    Direct {
        /// Panzerfausts.
        panzerfausts: u8,
    },
    /// With this weapon of a vehicle.
    One(u8),
    /// Indirectly (supplement S27).
    Indirect,
}

impl Mode {
    /// All weapons that fire directly, without Panzerfausts.
    pub(super) const ALL: Mode = Mode::Direct { panzerfausts: 0 };
}

/// A volley in progress. Only one is at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Volley {
    pub(super) shooter: UnitId,
    pub(super) target: UnitId,
    pub(super) mode: Mode,
    /// Men of the target before the volley.
    pub(super) men: u8,
    /// Number of the pool at hand, from 0.
    pool: u8,
    /// The pool at hand, if one is left.
    pub(super) at_hand: Option<Pool>,
    /// Dice of the pool that are still to be rolled.
    dice: u8,
    /// Hits that have not been followed up.
    pub(super) hits: u8,
    /// Dice for damage that are still to be rolled.
    wounds: u8,
    /// Men lost.
    pub(super) lost: u8,
    /// Something has hit that pins.
    hit: bool,
    /// Greatest number of pins of a high-explosive hit.
    pins: u8,
    /// Pins of flames, beyond the usual one (supplement S15).
    flames: u8,
}

impl Volley {
    pub(super) const NONE: Volley = Volley {
        shooter: UnitId::NOBODY,
        target: UnitId::NOBODY,
        mode: Mode::ALL,
        men: 0,
        pool: 0,
        at_hand: None,
        dice: 0,
        hits: 0,
        wounds: 0,
        lost: 0,
        hit: false,
        pins: 0,
        flames: 0,
    };

    /// Whether no die has been rolled.
    pub(super) fn is_fresh(self) -> bool {
        self.pool == 0 && self.hits == 0 && self.wounds == 0 && self.lost == 0 && !self.hit
    }
}

impl Procedure<BoltAction> for Procedures {
    const QUIET: bool = false;

    fn question(self, _: &BoltAction) -> String {
        stavka_words::translate(match self.stage {
            Stage::Shots => "the number of shots",
            Stage::Hits => "the dice to hit",
            Stage::Blast => "the hits of high explosive",
            Stage::Pins => "the pins",
            Stage::Damage => "the dice for damage",
            Stage::Armour => "the die against armour",
            Stage::Morale => "the test of morale",
            Stage::Next | Stage::Losses => "",
        })
        .into()
    }

    fn carry_on(self, game: &mut BoltAction) -> Progress {
        match self.stage {
            Stage::Next => game.next_pool(),
            Stage::Hits => return game.roll_hits(),
            Stage::Damage => return game.roll_damage(),
            Stage::Armour if !game.board.piece(game.volley.target).is_alive() || game.volley.hits == 0 => game.stage(Stage::Next),
            Stage::Losses => return game.take_losses(),
            Stage::Shots | Stage::Blast | Stage::Pins | Stage::Armour | Stage::Morale => return Progress::Waits,
        }
        Progress::Moves
    }

    fn draw(self, game: &BoltAction, out: &mut Vec<Action>) {
        match self.stage {
            Stage::Shots | Stage::Blast | Stage::Pins => {
                let size = game.size(self.stage);
                out.extend(chance::totals(size).map(Action::Score));
            }
            Stage::Hits => game.hits_rolled().draw(out),
            Stage::Damage => game.damage_rolled().draw(out),
            Stage::Armour => out.extend((1..=6).map(Action::Roll)),
            Stage::Morale => game.draw_morale(game.volley.target, out),
            Stage::Next | Stage::Losses => {}
        }
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let volley = &mut game.volley;
        match (self.stage, action) {
            (Stage::Shots, Action::Score(shots)) => {
                volley.dice = shots;
                game.stage(Stage::Hits);
            }
            (Stage::Hits, Action::Score(hits)) => {
                let batch = game.hits_rolled().batch();
                game.volley.dice -= batch;
                game.volley.hits += hits;
            }
            (Stage::Blast, Action::Score(hits)) => {
                volley.wounds += hits;
                volley.hits -= 1;
                game.after_blast();
            }
            (Stage::Pins, Action::Score(pins)) => game.after_pins(pins),
            (Stage::Damage, Action::Score(wounds)) => {
                let batch = game.damage_rolled().batch();
                game.volley.wounds -= batch;
                game.volley.lost += wounds;
            }
            (Stage::Armour, Action::Roll(die)) => {
                volley.hits -= 1;
                game.strike(die);
            }
            (Stage::Morale, Action::Test(verdict)) => {
                let target = volley.target;
                game.pop();
                if verdict == Verdict::Fail {
                    game.fall(&[target]);
                }
            }
            _ => unreachable!("{action:?} is no result of {:?}", self.stage),
        }
    }
}

impl BoltAction {
    /// [SHOOT.3] A unit opens fire; Panzerfausts are spent (supplement S13), and a mortar counts its shots (supplement S27).
    pub(super) fn shoot(&mut self, shooter: UnitId, target: UnitId, mode: Mode) {
        let piece = self.board.piece_mut(shooter);
        if mode != Mode::Indirect {
            piece.ranging = None;
        }
        if let Mode::Direct { panzerfausts } = mode {
            piece.panzerfausts -= panzerfausts;
        }
        self.volley = Volley { shooter, target, mode, men: self.board.piece(target).men, ..Volley::NONE };
        self.frames.push(Frame::Volley(Stage::Next));
    }

    fn stage(&mut self, stage: Stage) {
        self.frames.replace_top(Frame::Volley(stage));
    }

    pub(super) fn aimed(&self) -> Aim {
        self.aim(self.volley.shooter, self.volley.target, self.volley.mode)
    }

    /// What earlier weapons of the same action have done to the target. Only the weapons of a vehicle are fired one by one.
    fn struck_before(&self) -> Struck {
        let Volley { target, men, mode, .. } = self.volley;
        let known = self.struck.iter().find(|struck| struck.unit == target && matches!(mode, Mode::One(_)));
        known.copied().unwrap_or(Struck { unit: target, men, pins: 0 })
    }

    fn keep_struck(&mut self, struck: Struck) {
        if let (Mode::One(_), Some(place)) =
            (self.volley.mode, self.struck.iter_mut().find(|known| [struck.unit, UnitId::NOBODY].contains(&known.unit)))
        {
            *place = struck;
        }
    }

    /// Men of a unit before the volley that hits it: what falls in it does not make it small.
    pub(super) fn men_at_start(&self, unit: UnitId) -> u8 {
        let under_fire = self.volley.target == unit && matches!(self.frames.top(), Some(Frame::Volley(_)));
        if under_fire { self.volley.men } else { self.board.piece(unit).men }
    }

    /// Takes up the next weapons, or ends the volley.
    fn next_pool(&mut self) {
        let alive = self.board.piece(self.volley.target).is_alive() && self.board.piece(self.volley.shooter).is_alive();
        // Whoever is destroyed may have left no wreck to aim at.
        self.volley.at_hand = if alive { self.pools(&self.aimed()).get(usize::from(self.volley.pool)).copied() } else { None };
        let Some(pool) = self.volley.at_hand else { return self.stage(Stage::Losses) };
        self.volley.dice = pool.dice;
        self.stage(if pool.dice == 0 { Stage::Shots } else { Stage::Hits });
    }

    /// The dice to hit at hand. Hits that only frighten count up to one.
    pub(super) fn hits_rolled(&self) -> Rolled {
        let volley = &self.volley;
        let Some(pool) = self.volley.at_hand else { return Rolled::NOTHING };
        let enough = if pool.effect == Effect::Fright { 1 - volley.hits.min(1) } else { volley.dice };
        Rolled { chance: pool.chance, dice: volley.dice, enough }
    }

    fn roll_hits(&mut self) -> Progress {
        match self.hits_rolled().certain() {
            Some(hits) => self.volley.hits += hits,
            None => return Progress::Waits,
        }
        self.volley.dice = 0;
        self.after_hits();
        Progress::Moves
    }

    /// [SHOOT.5] What hits do.
    fn after_hits(&mut self) {
        let Some(pool) = self.volley.at_hand else { return self.stage(Stage::Losses) };
        let flame = self.data.weapon(pool.weapon).flame;
        let hits = self.volley.hits;
        if hits == 0 || pool.effect == Effect::Fright {
            self.volley.pool += 1;
        }
        if hits == 0 {
            return self.stage(Stage::Next);
        }
        self.volley.hit |= pool.pins;
        if matches!(pool.effect, Effect::Wound(_)) {
            self.volley.wounds = std::mem::take(&mut self.volley.hits);
        }
        match pool.effect {
            Effect::Fright => {
                self.volley.hits = 0;
                self.stage(Stage::Next);
            }
            // The pins of a shell at men come after the hits that it makes.
            effect @ Effect::Blast(..) if !flame => self.follow_up(effect),
            _ if flame || pool.pin_die.is_some() => self.stage(Stage::Pins),
            effect => self.follow_up(effect),
        }
    }

    /// The dice that follow on hits.
    fn follow_up(&mut self, effect: Effect) {
        self.stage(match effect {
            Effect::Blast(..) if self.volley.hits > 0 => Stage::Blast,
            Effect::Armour { .. } => Stage::Armour,
            Effect::Blast(..) | Effect::Wound(_) | Effect::Fright => Stage::Damage,
        });
    }

    /// Dice of which the sum is rolled: shots, hits of high explosive, pins.
    pub(super) fn size(&self, stage: Stage) -> HeSize {
        let pool = self.volley.at_hand;
        let weapon = pool.map(|pool| self.data.weapon(pool.weapon));
        match (stage, pool.map(|pool| pool.effect)) {
            (Stage::Blast, Some(Effect::Blast(size, _))) => size,
            (Stage::Pins, _) => pool.and_then(|pool| pool.pin_die).unwrap_or(losses::FLAME_PINS),
            (_, _) => match weapon.map(|weapon| weapon.shots) {
                Some(Shots::Dice(2)) => HeSize::TwoD6,
                _ => HeSize::D6,
            },
        }
    }

    /// [HE] A hit of high explosive may pin more than once.
    fn after_blast(&mut self) {
        let Some(pool) = self.volley.at_hand else { return };
        if pool.pin_die.is_some() { self.stage(Stage::Pins) } else { self.follow_up(pool.effect) }
    }

    /// The greatest roll counts (decision D20); flames add theirs (supplement S15).
    fn after_pins(&mut self, pins: u8) {
        let Some(pool) = self.volley.at_hand else { return };
        let most = if pool.pin_die.is_some() { &mut self.volley.pins } else { &mut self.volley.flames };
        *most = pins.max(*most);
        self.follow_up(pool.effect);
    }

    /// The dice for damage at hand. Men that are not there do not fall.
    pub(super) fn damage_rolled(&self) -> Rolled {
        let (volley, enough) = (&self.volley, self.volley.men - self.volley.lost);
        match self.volley.at_hand.map(|pool| pool.effect) {
            Some(Effect::Wound(chance) | Effect::Blast(_, chance)) => Rolled { chance, dice: volley.wounds, enough },
            _ => Rolled::NOTHING,
        }
    }

    fn roll_damage(&mut self) -> Progress {
        match self.damage_rolled().certain() {
            Some(lost) => self.volley.lost += lost,
            None => return Progress::Waits,
        }
        self.volley.wounds = 0;
        self.volley.pool += 1;
        self.stage(if self.volley.lost == self.volley.men { Stage::Losses } else { Stage::Next });
        Progress::Moves
    }

    /// [SHOOT.5] A hit strikes armour.
    fn strike(&mut self, die: u8) {
        let (target, Some(Effect::Armour { pen, extra })) = (self.volley.target, self.volley.at_hand.map(|pool| pool.effect)) else {
            return;
        };
        if self.volley.hits == 0 {
            self.volley.pool += 1;
        }
        let armour = self.data.unit(target).armour;
        if let Some(class) = armour.and_then(|armour| damage::class_of_roll(&self.data.tables, die, pen, armour)) {
            self.damage_vehicle(target, class, extra);
        }
    }

    /// [SHOOT.6][SHOOT.7] Men fall, the unit is pinned, and its morale is tested if it has to be.
    fn take_losses(&mut self) -> Progress {
        let volley = self.volley;
        let target = volley.target;
        // A shot at what has got out of sight is none.
        if volley.mode == Mode::Indirect && !volley.is_fresh() {
            let shots = self.shots_at(volley.shooter, target).saturating_add(1);
            self.board.piece_mut(volley.shooter).ranging = Some((target, shots));
        }
        if !self.board.piece(target).is_alive() {
            return self.pop();
        }
        let before = self.struck_before();
        let pins = losses::pins(volley.hit, volley.pins) + volley.flames;
        let piece = self.board.piece_mut(target);
        piece.men -= volley.lost;
        piece.pins += pins.saturating_sub(before.pins);
        let broken = piece.men == 0 || morale::breaks(&self.data.tables, self.data.unit(target).quality, piece.pins);
        if broken {
            self.pop();
            self.fall(&[target]);
            return Progress::Moves;
        }
        let men = before.men;
        let [tested, tests] = [volley.men, volley.men - volley.lost].map(|left| losses::tests_morale(men, men - left));
        let shaken = tests && !tested || volley.flames > 0 && losses::tests_morale_in_flames(volley.men, volley.lost);
        self.keep_struck(Struck { pins: pins.max(before.pins), ..before });
        if !shaken || self.data.unit(target).class == Class::Vehicle {
            return self.pop();
        }
        self.stage(Stage::Morale);
        Progress::Moves
    }
}
