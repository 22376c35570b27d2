//! What boards ask of a game in progress: the procedure at hand, tests, shots and assaults that could be with their odds, and what a die
//! comes to. The numbers are those that the rules themselves use.

use super::BoltAction;
use super::action::{Action, Verdict};
use super::data::units::{Shots, WeaponId};
use super::fire::{Aim, Effect};
use super::frame::{Frame, MeleeStage, VolleyStage};
use super::ids::UnitId;
use super::resolution::assault_odds::{self, MenOdds};
use super::resolution::chance::Chance;
use super::resolution::close_quarters::{self, Blows, VehicleBlow};
use super::resolution::damage::{self, DamageTarget};
use super::resolution::hit::{self, Modifiers};
use super::resolution::losses;
use super::resolution::morale::{self, Nerve};
use super::resolution::odds::{self, ArmourHit, Odds, VEHICLE_WAYS};
use super::terms::{Armour, Class, Cover, Damage, Mishap, Order};
use super::volley::Mode;
use crate::game::Side;
use crate::kit::procedures::Sequence as _;
use crate::square::Cell;

/// A test with two dice before they are rolled [TURN.1.3][SHOOT.7].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TestReport {
    /// Who is tested.
    pub unit: UnitId,
    /// What the value comes from.
    pub nerve: Nerve,
    /// Two dice that show no more pass.
    pub value: i8,
    /// Ways of 36 to pass, to fail, and to be FUBAR; a test of morale has no FUBAR.
    pub ways: [u64; 3],
}

/// A weapon of a shot.
#[derive(Clone, PartialEq, Debug)]
pub struct WeaponReport {
    /// The weapon.
    pub weapon: WeaponId,
    /// How many of them.
    pub count: u8,
    /// Shots of each.
    pub shots: Shots,
    /// [HIT] The number that a die needs.
    pub need: u8,
    /// [HIT] What changes it; nothing under indirect fire.
    pub modifiers: Modifiers,
    /// Chance of a shot to hit.
    pub hit: Chance,
    /// What a hit does.
    pub effect: Effect,
    /// Whether a hit pins (supplement S32).
    pub pins: bool,
    /// Chance that a hit on armour takes the vehicle out; `None` for other targets.
    pub takes_out: Option<f64>,
}

/// A shot in progress or one that could be.
#[derive(Clone, PartialEq, Debug)]
pub struct ShotReport {
    /// Who shoots.
    pub shooter: UnitId,
    /// At whom.
    pub target: UnitId,
    /// From where to where.
    pub cells: [Cell; 2],
    /// Squared distance, in cells.
    pub distance2: u16,
    /// Cover of the target.
    pub cover: Cover,
    /// It is indirect fire.
    pub indirect: bool,
    /// The weapons that bear and do something.
    pub weapons: Vec<WeaponReport>,
    /// Hits and men lost; of an armoured vehicle the hits alone.
    pub odds: Odds,
    /// Chance that an armoured vehicle is taken out, each hit judged as if it were the first; `None` for other targets.
    pub takes_out: Option<f64>,
    /// Chance that the target is destroyed, by losses, pins or a failed test of morale, as [`BoltAction::best_shot`] reckons it.
    pub destroyed: f64,
}

/// How an assault may end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AssaultOdds {
    /// [CQ] Against men.
    Men(MenOdds),
    /// [CQV] Against a vehicle: what a man needs (`None`: it cannot be hit), destroyed at once, damaged by class.
    Vehicle(Option<u8>, f64, [f64; Damage::COUNT]),
}

/// An assault in progress or one that could be, with the men who are left now.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AssaultReport {
    /// Who assaults.
    pub attacker: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Men of both.
    pub men: [u8; 2],
    /// Dice of both; none of a vehicle.
    pub dice: [u8; 2],
    /// Chance of a die of each to strike a man down.
    pub chances: [Chance; 2],
    /// When the target strikes.
    pub blows: Blows,
    /// The target may shoot first.
    pub fires_first: bool,
    /// How it may end, if it comes to blows.
    pub odds: AssaultOdds,
}

/// What a die, or dice together, come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DieReport {
    /// [TURN.1.1] A die of the side leaves the bag.
    Drawn(Side),
    /// [TURN.1.3] An order test.
    OrderTest(UnitId, Verdict),
    /// [SHOOT.7] A test of morale: whether it is passed.
    Morale(UnitId, bool),
    /// [VD.3] The crew of a burning vehicle: whether it puts the fire out.
    Fire(UnitId, bool),
    /// [FUB.1] Whether it is friendly fire; else panic.
    Fubar(UnitId, bool),
    /// [ORD.5] Pins that a unit loses.
    Rally(UnitId, u8),
    /// Shots of a flamethrower.
    Shots(u8),
    /// [SHOOT.4] Hits of so many dice.
    Hits {
        /// Hits.
        hits: u8,
        /// Dice.
        dice: u8,
        /// So many or more: more make no difference.
        or_more: bool,
    },
    /// [HE] Hits that one of high explosive makes.
    Blast(u8),
    /// [HE] Pins.
    Pins(u8),
    /// [SHOOT.5] Men of the target that fall; a soft-skinned vehicle is one.
    Losses(UnitId, u8),
    /// [SHOOT.5] What a hit does to armour.
    Armour(UnitId, Option<Damage>),
    /// [VD] What befalls a vehicle.
    Mishap(UnitId, Mishap),
    /// [VDC.3] Both results of massive damage.
    Mishaps(UnitId, [Mishap; 2]),
    /// [CQ.4] Men of a unit who are struck down.
    Struck(UnitId, u8),
    /// [CQV.5] Hits on a vehicle.
    VehicleHits(UnitId, u8),
    /// [CQV.6] What the blows do to it.
    VehicleBlow(UnitId, VehicleBlow),
    /// [CQ.6] Inches of a consolidation.
    Consolidation(UnitId, u8),
    /// Whether another turn follows (supplement S34).
    ExtraTurn(bool),
}

impl BoltAction {
    /// The procedure at hand; `None` when the game is over.
    pub fn at_hand(&self) -> Option<Frame> {
        self.top()
    }

    /// The side whose order is given or carried out, whoever decides meanwhile; `None` between orders and during the set-up.
    pub fn active_side(&self) -> Option<Side> {
        let side = |frame: &Frame| match *frame {
            Frame::Choice(side) => Some(side),
            Frame::Placing(..) | Frame::FirstFacing(_) => None,
            Frame::Volley(_) => Some(self.volley.shooter.side()),
            Frame::ReturnFire | Frame::Contact | Frame::Melee(_) => Some(self.melee.attacker.side()),
            frame => frame.unit().map(UnitId::side),
        };
        self.frames.as_slice().iter().find_map(side)
    }

    /// [TURN.1.3] The test of an order that could be given, of an assault on `target` if there is one; `None` if nobody tests it.
    pub fn order_test_report(&self, unit: UnitId, order: Order, target: Option<UnitId>) -> Option<TestReport> {
        let penalty = target.map_or(0, |target| self.penalty_against(unit, target));
        let spared = order == Order::Down || order == Order::Rally && self.data.tables.switches.rally_ignores_pins;
        let tested = !spared && morale::is_tested(self.board.piece(unit).pins, penalty);
        tested.then(|| self.test_of(unit, penalty, true))
    }

    /// The test at hand, if dice are about to decide one.
    pub fn test_report(&self) -> Option<TestReport> {
        match self.top()? {
            Frame::OrderTest(unit) => Some(self.test_of(unit, self.assault_penalty(unit), true)),
            Frame::FireTest(unit) => Some(self.test_of(unit, 0, false)),
            Frame::Volley(VolleyStage::Morale) => Some(self.test_of(self.volley.target, 0, false)),
            _ => None,
        }
    }

    fn test_of(&self, unit: UnitId, penalty: u8, of_order: bool) -> TestReport {
        let tables = &self.data.tables;
        let nerve = Nerve { penalty, ..self.nerve(unit) };
        let value = morale::value(tables, nerve);
        let [passed, failed, fubar] = morale::order_test(tables, value);
        let ways = if of_order { [passed, failed, fubar] } else { [passed, failed + fubar, 0] };
        TestReport { unit, nerve, value, ways }
    }

    /// The shot that a choice at hand is about; `None` of others.
    pub fn shot_report(&self, action: Action) -> Option<ShotReport> {
        Some(self.shot_of(&self.offered_aim(action)?))
    }

    /// The shot in progress, from the moment when the target is named until its losses are taken.
    pub fn shot_in_progress(&self) -> Option<ShotReport> {
        let shoots = match self.top()? {
            Frame::Reaction => true,
            Frame::Volley(stage) => stage != VolleyStage::Morale,
            _ => false,
        };
        shoots.then(|| self.shot_of(&self.aimed()))
    }

    /// The weapon whose dice are about to be rolled.
    pub fn weapon_in_action(&self) -> Option<WeaponId> {
        matches!(self.top()?, Frame::Volley(stage) if stage != VolleyStage::Morale).then(|| self.volley.at_hand)?.map(|pool| pool.weapon)
    }

    pub(super) fn shot_of(&self, aim: &Aim) -> ShotReport {
        let target = self.data.unit(aim.target);
        let is_closed = target.is_closed();
        let indirect = aim.mode == Mode::Indirect;
        let mut cover = Cover::None;
        let mut weapons = Vec::new();
        for group in self.groups(aim) {
            let weapon = self.data.weapon(group.weapon);
            let shot = self.shot(aim, group);
            cover = shot.cover;
            let (effect, pins) = (self.effect(aim, weapon), losses::can_pin(weapon, is_closed));
            let Some(need) = self.need(aim, group).filter(|_| effect != Effect::Fright || pins) else { continue };
            let modifiers = if indirect { Modifiers::new() } else { hit::modifiers(&self.data.tables, weapon, &shot) };
            weapons.push(WeaponReport {
                weapon: group.weapon,
                count: group.count,
                shots: weapon.shots,
                need,
                modifiers,
                hit: Chance::to_hit(need),
                effect,
                pins,
                takes_out: self.takes_out(aim.target, effect),
            });
        }
        let groups: Vec<odds::Group> = weapons.iter().map(odds_group).collect();
        let survives = |weapon: &WeaponReport| {
            let shots = match weapon.shots {
                Shots::Fixed(shots) => i32::from(shots) * i32::from(weapon.count),
                Shots::Dice(_) => i32::from(weapon.count),
            };
            let hit = f64::from(weapon.hit.numerator()) / f64::from(weapon.hit.denominator());
            (1.0 - hit * weapon.takes_out.unwrap_or(0.0)).powi(shots)
        };
        let armoured = target.armour.is_some_and(|armour| armour != Armour::SoftSkin);
        ShotReport {
            shooter: aim.shooter,
            target: aim.target,
            cells: [aim.from, aim.to],
            distance2: self.data.lattice().distance2(aim.from, aim.to),
            cover,
            indirect,
            odds: Odds::new(&groups, self.men_at_start(aim.target)),
            takes_out: armoured.then(|| 1.0 - weapons.iter().map(survives).product::<f64>()),
            destroyed: self.promise(aim).map_or(0.0, |promise| promise.destroyed),
            weapons,
        }
    }

    /// [VD] Chance that a hit takes an armoured vehicle out.
    fn takes_out(&self, target: UnitId, effect: Effect) -> Option<f64> {
        let armour = self.data.unit(target).armour.filter(|&armour| armour != Armour::SoftSkin)?;
        let Effect::Armour { pen, extra } = effect else { return Some(0.0) };
        let hit = ArmourHit { pen, armour, extra, crew: self.nerve(target), immobilised: self.board.piece(target).immobilised };
        Some(odds::vehicle_lost(&self.data.tables, hit) as f64 / VEHICLE_WAYS as f64)
    }

    /// The assault that a unit could be ordered to, or that is at hand, against a target.
    pub fn assault_report(&self, attacker: UnitId, target: UnitId) -> AssaultReport {
        let (data, tables) = (self.data, &self.data.tables);
        let men = [attacker, target].map(|unit| self.board.piece(unit).men);
        let vehicle = data.unit(target).class == Class::Vehicle;
        let wound = |unit: UnitId| damage::damage_chance(tables, DamageTarget::Men(data.unit(unit).quality), 0);
        let chances = [wound(target), wound(attacker)];
        let begun = matches!(self.top(), Some(Frame::Melee(_)));
        let blows = if begun { self.melee.blows } else { self.blows(attacker, target) };
        let close_dice = |side: usize, men: u8| data.arms([attacker, target][side], men).close_dice;
        let (dice, odds) = if vehicle {
            let piece = self.board.piece(target);
            let need = close_quarters::vehicle_need(tables, piece.order, piece.immobilised);
            let struck = self.struck_vehicle(target);
            let hit = need.map_or(Chance::IMPOSSIBLE, |need| Chance::at_least(need.into()));
            let (destroyed, damaged) = assault_odds::vehicle(tables, struck, self.is_anti_tank(attacker), men[0], hit);
            ([men[0], 0], AssaultOdds::Vehicle(need, destroyed, damaged))
        } else {
            let melee = close_quarters::Melee { attackers: men[0], defenders: men[1], blows };
            let odds = assault_odds::men(melee, &close_dice, chances);
            ([close_dice(0, men[0]), close_dice(1, men[1])], AssaultOdds::Men(odds))
        };
        AssaultReport { attacker, target, men, dice, chances, blows, fires_first: !begun && self.fires_first(attacker, target), odds }
    }

    /// The assault at hand, from the moment when its target is named: who assaults whom.
    pub fn assault_at_hand(&self) -> Option<(UnitId, UnitId)> {
        self.top()?;
        self.melee.is_on().then_some((self.melee.attacker, self.melee.target))
    }

    /// Units that a unit could be ordered to assault now, or could name as its target.
    pub fn assault_targets(&self, unit: UnitId) -> Vec<UnitId> {
        self.enemies(unit).filter(|&target| self.may_charge(unit, target)).collect()
    }

    /// What a die, or dice together, come to; `None` where no die is due.
    pub fn die_report(&self, die: Action) -> Option<DieReport> {
        use DieReport as R;
        let tables = &self.data.tables;
        let target = self.volley.target;
        Some(match (self.top()?, die) {
            (_, Action::Draw(side)) => R::Drawn(side),
            (Frame::OrderTest(unit), Action::Test(verdict)) => R::OrderTest(unit, verdict),
            (Frame::FireTest(unit), Action::Test(verdict)) => R::Fire(unit, verdict == Verdict::Pass),
            (Frame::Volley(VolleyStage::Morale), Action::Test(verdict)) => R::Morale(target, verdict == Verdict::Pass),
            (Frame::FubarDie(unit), Action::Roll(die)) => R::Fubar(unit, die <= tables.tests.friendly_fire_to),
            (Frame::RallyDie(unit), Action::Roll(die)) => R::Rally(unit, die.min(self.board.piece(unit).pins)),
            (Frame::Volley(VolleyStage::Shots), Action::Score(shots)) => R::Shots(shots),
            (Frame::Volley(VolleyStage::Hits), Action::Score(hits)) => {
                let rolled = self.hits_rolled();
                R::Hits { hits, dice: rolled.batch(), or_more: hits == rolled.enough && hits < rolled.batch() }
            }
            (Frame::Volley(VolleyStage::Blast), Action::Score(hits)) => R::Blast(hits),
            (Frame::Volley(VolleyStage::Pins), Action::Score(pins)) => R::Pins(pins),
            (Frame::Volley(VolleyStage::Damage), Action::Score(men)) => R::Losses(target, men),
            (Frame::Volley(VolleyStage::Armour), Action::Roll(die)) => {
                let (Effect::Armour { pen, .. }, armour) = (self.volley.at_hand?.effect, self.data.unit(target).armour?) else {
                    return None;
                };
                R::Armour(target, damage::class_of_roll(tables, die, pen, armour))
            }
            (Frame::MishapDie(unit, class, extra), Action::Roll(die)) => R::Mishap(unit, damage::mishap_of_face(tables, class, extra, die)),
            (Frame::MassiveDice(unit, _), Action::Mishaps { first, second }) => R::Mishaps(unit, [first, second]),
            (Frame::Melee(MeleeStage::Attack), Action::Score(men)) => R::Struck(self.melee.target, men),
            (Frame::Melee(MeleeStage::Defence), Action::Score(men)) => R::Struck(self.melee.attacker, men),
            (Frame::Melee(MeleeStage::VehicleHits), Action::Score(hits)) => R::VehicleHits(self.melee.target, hits),
            (Frame::Melee(MeleeStage::VehicleDamage), Action::Roll(die)) => {
                let struck = self.struck_vehicle(self.melee.target);
                let anti_tank = self.is_anti_tank(self.melee.attacker);
                R::VehicleBlow(self.melee.target, close_quarters::blow(tables, struck, anti_tank, self.melee.lost[1], die))
            }
            (Frame::ConsolidationDie(unit), Action::Roll(inches)) => R::Consolidation(unit, inches),
            (Frame::ExtraTurnDie, Action::Roll(die)) => R::ExtraTurn(self.data.mission.extra_turn_from.is_some_and(|from| die >= from)),
            _ => return None,
        })
    }
}

/// A weapon as the odds of a volley take it; a hit on armour, or one that frightens, costs no man.
fn odds_group(weapon: &WeaponReport) -> odds::Group {
    let (damage, blast) = match weapon.effect {
        Effect::Wound(chance) => (chance, None),
        Effect::Blast(size, chance) => (chance, Some(size)),
        Effect::Armour { .. } | Effect::Fright => (Chance::IMPOSSIBLE, None),
    };
    odds::Group { weapons: weapon.count, shots: weapon.shots, hit: weapon.hit, damage, blast }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bolt_action::Prepared;
    use crate::dice::Dice;
    use crate::game::{Game as _, Turn};
    use crate::kit::files::ScenarioFiles as _;

    /// Random games of a scenario; `see` gets each position, the action that is played there, and the position after it.
    fn play(scenario: &str, games: u64, mut see: impl FnMut(&BoltAction, Action, &BoltAction)) {
        let (id, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == scenario).expect("it is embedded");
        let data = Prepared::interned(&Prepared::sources(id, text)).expect("it is sound");
        for seed in 0..games {
            let (mut dice, mut game, mut legal) = (Dice::new(seed), BoltAction::new(data), Vec::new());
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                let before = game.clone();
                game.apply(action);
                see(&before, action, &game);
            }
        }
    }

    #[test]
    fn a_shot_is_rolled_by_the_numbers_that_were_told_before_it() {
        let mut shots = [0; 2];
        for (scenario, games) in [("duel-tank", 6), ("meeting", 3), ("attack", 4), ("hold", 4), ("demolition", 4)] {
            play(scenario, games, |before, action, after| {
                let Some(told) = before.shot_report(action) else { return };
                let Some(rolled) = after.shot_in_progress().filter(|rolled| rolled.target == told.target) else { return };
                shots[usize::from(told.indirect)] += 1;
                assert_eq!(told, rolled, "{action:?}");
                let next = after.weapon_in_action().map(|weapon| rolled.weapons.iter().any(|known| known.weapon == weapon));
                assert_ne!(next, Some(false), "the dice are those of a weapon that was told");
            });
        }
        assert!(!shots.contains(&0), "direct and indirect shots: {shots:?}");
    }

    #[test]
    fn a_test_has_the_ways_that_were_told_before_the_order_and_every_die_says_what_it_comes_to() {
        let (mut tests, mut dice) = (0, 0);
        for scenario in ["duel", "duel-tank", "meeting"] {
            play(scenario, 3, |before, action, after| {
                if let Action::Order { unit, order } = action {
                    let told = before.order_test_report(unit, order, None);
                    let tested = after.test_report().filter(|_| matches!(after.at_hand(), Some(Frame::OrderTest(_))));
                    assert_eq!(told, tested, "{action:?}");
                    tests += u32::from(told.is_some());
                }
                if before.turn() == Turn::Chance {
                    assert!(before.die_report(action).is_some(), "{action:?} in {:?}", before.at_hand());
                    dice += 1;
                }
            });
        }
        assert!(tests > 0 && dice > 0);
    }
}
