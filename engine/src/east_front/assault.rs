//! Overruns: entering an enemy hex during movement [11.4].

use stavka_words::tr;

use super::EastFront;
use super::action::Action;
use super::data::{MovementPhase, OverrunResult, UnitKind};
use super::escape::Rule;
use super::flood::{CLOSED, Layer, Reach, least};
use super::frame::{Frame, MarchStage, Overrun, OverrunStage};
use super::ids::{Place, UnitId, above, units};
use super::march::March;
use super::overrun::{self, Group, Target};
use crate::game::{Side, Turn};
use crate::hex::{Direction, Hex};
use crate::kit::procedures::{Procedure, Progress, Sequence};
use crate::kit::tally::Tally;

/// An overrun that a group can make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assault {
    pub(super) from: Hex,
    pub(super) target: Hex,
    /// Half points spent afterwards.
    spent: [u8; 2],
}

impl Procedure<EastFront> for Overrun {
    const QUIET: bool = false;

    fn decider(self, game: &EastFront) -> Turn {
        match self.stage {
            OverrunStage::Die => Turn::Chance,
            OverrunStage::DefenderLoss => Turn::Player(game.march.side.opponent()),
            OverrunStage::Retreat | OverrunStage::AttackerLoss => Turn::Player(game.march.side),
        }
    }

    fn carry_on(self, game: &mut EastFront) -> Progress {
        match self.stage {
            OverrunStage::Die => Progress::Waits,
            OverrunStage::DefenderLoss | OverrunStage::AttackerLoss => {
                let mut losers = game.overrun_losers(self.stage);
                match (losers.next(), losers.next()) {
                    (Some(only), None) => {
                        game.lose_in_overrun(self.stage, only);
                        Progress::Moves
                    }
                    _ => Progress::Waits,
                }
            }
            OverrunStage::Retreat => match game.next_fugitive() {
                Some(unit) if game.escapes_from_overrun(unit).is_empty() => {
                    game.lose_unable(unit);
                    Progress::Moves
                }
                Some(_) => Progress::Waits,
                None => {
                    game.enter_overrun_hex();
                    game.pop()
                }
            },
        }
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        match self.stage {
            OverrunStage::Die => unreachable!("dice are listed by the sequence"),
            OverrunStage::DefenderLoss | OverrunStage::AttackerLoss => out.extend(game.overrun_losers(self.stage).map(Action::Lose)),
            OverrunStage::Retreat => {
                let unit = game.next_fugitive().expect("somebody is left to retreat");
                out.extend(game.escapes_from_overrun(unit).iter().map(|escape| Action::RetreatTo(escape.end)));
            }
        }
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        match (self.stage, action) {
            (OverrunStage::Die, Action::Roll(die)) => game.resolve_overrun(die),
            (OverrunStage::DefenderLoss | OverrunStage::AttackerLoss, Action::Lose(unit)) => game.lose_in_overrun(self.stage, unit),
            (OverrunStage::Retreat, Action::RetreatTo(hex)) => {
                let unit = game.next_fugitive().expect("somebody is left to retreat");
                game.board.put(game.data, unit, Place::on(hex));
                game.board.mark_overrun(game.data, unit, true);
                game.break_hq(unit);
            }
            _ => unreachable!("{action:?} is not a choice of an overrun"),
        }
    }

    fn question(self, game: &EastFront) -> String {
        let target = game.hex_name(game.march.target);
        match self.stage {
            OverrunStage::Die => tr!("overrun of {target} ({net})", target, net = format_args!("{:+}", game.overrun_tally().net)),
            OverrunStage::DefenderLoss => tr!("which unit in {target} loses a step?", target),
            OverrunStage::Retreat => tr!("where do the defenders of {target} retreat?", target),
            OverrunStage::AttackerLoss => tr!("which unit of the overrun loses a step?").into(),
        }
    }
}

impl EastFront {
    // ---- who and where -----------------------------------------------------

    /// [11.41][11.42.f][11.42.h] Whether a unit may take part in overruns in this phase.
    fn overruns(&self, unit: UnitId) -> bool {
        let roster = &self.data.roster;
        let weather = self.data.tables.overrun.weather.contains(&self.condition());
        let class = roster.motorized.contains(unit) && !roster.artillery.contains(unit)
            || unit.side() == Side::Soviet && roster.cavalry.contains(unit);
        let nation = unit.side() == Side::Soviet || roster.german.contains(unit);
        weather && class && nation && self.movement_phase() != MovementPhase::Reaction
    }

    /// [11.42.a] Least odds of a group before fortifications.
    fn least_odds(&self, group: u128, side: Side) -> u16 {
        let rules = &self.data.tables.overrun;
        if group & !self.data.roster.german.of(side) == 0 { rules.german_least } else { rules.others_least }
    }

    fn attack_of(&self, side: Side, group: u128) -> u16 {
        units(side, group).map(|unit| u16::from(self.board.values(self.data, unit).attack)).sum()
    }

    /// Strength of the defenders of a hex in an overrun: artillery too has its defence strength only [11.42.f].
    fn overrun_defence(&self, hex: Hex) -> u16 {
        self.board.stack(hex).map(|unit| u16::from(self.board.values(self.data, unit).defence)).sum()
    }

    /// Overruns that the group can make from where it stands or can go, which is worked out in `reach`.
    pub(super) fn assaults<'a>(&'a self, march: &'a March, reach: &'a mut Reach) -> impl Iterator<Item = Assault> + 'a {
        let may = self.may_assault(march);
        if may {
            self.ways(march, reach);
        }
        let reach: &'a Reach = reach;
        may.then(|| self.assaults_within(march, reach)).into_iter().flatten()
    }

    /// Whether some enemy is weak enough for the group, wherever it stands.
    pub(super) fn may_assault(&self, march: &March) -> bool {
        let attack = self.attack_of(march.side, march.group);
        let least = self.least_odds(march.group, march.side);
        attack >= least
            && units(march.side, march.group).all(|unit| self.overruns(unit))
            && self.board.occupied(march.side.opponent()).iter().any(|hex| attack >= least * self.overrun_defence(hex))
    }

    /// The overruns open to a group with these ways, if [`EastFront::may_assault`].
    pub(super) fn assaults_within<'a>(&'a self, march: &'a March, reach: &'a Reach) -> impl Iterator<Item = Assault> + 'a {
        let attack = self.attack_of(march.side, march.group);
        let least = self.least_odds(march.group, march.side);
        let enemy = march.side.opponent();
        let weak = move |hex: Hex| attack >= least * self.overrun_defence(hex);
        std::iter::once(march.hex).chain(reach.reached().iter().copied()).flat_map(move |from| {
            let before = if from == march.hex { march.spent } else { reach.spent(from) };
            let near = self.data.map.grid.neighbours(from).filter(move |&(_, target)| self.board.holds(target, enemy) && weak(target));
            near.filter_map(move |(direction, target)| {
                let spent = self.price_of_assault(march, from, before, direction, target)?;
                Some(Assault { from, target, spent })
            })
        })
    }

    /// [11.42][11.43.b] Half points spent after an overrun over a side, if the rules allow it and it can be paid.
    fn price_of_assault(&self, march: &March, from: Hex, spent: [u8; 2], direction: Direction, target: Hex) -> Option<[u8; 2]> {
        let rules = &self.data.tables.overrun;
        let other_zones = self.board.zoc_sources(self.data, march.side.opponent(), from).any(|source| source != target);
        let (group, defence) = (self.overrun_group(march), self.overrun_target(march.side, from, direction, target));
        overrun::check(rules, self.weather_on_ground(), group, defence, other_zones).ok()?;
        let surcharge = self.fortification(march.side, from, direction, target);
        let step = self.steps_of(march.payer)[from.index()][direction.index()];
        let base = if step.road == CLOSED { spent[Layer::Full as usize] } else { least(spent) };
        let pay = |price: u8| if base == CLOSED || price == CLOSED { CLOSED } else { base + price + rules.extra_mp.0 + surcharge };
        // What the slowest unit cannot pay in full counts all the same: faster ones may go on without it [10.53].
        let after = [pay(step.road), pay(step.full)];
        (least(after) <= march.points).then_some(after)
    }

    /// Whether a unit has an overrun to make without a step, alone or with companions.
    pub(super) fn may_overrun_from_start(&self, march: &March) -> bool {
        self.can_complete(march, 1)
    }

    /// [11.41] Units of the same hex that may join so that the stack can overrun something.
    pub(super) fn companions(&self, march: &March) -> impl Iterator<Item = UnitId> + '_ {
        let march = *march;
        units(march.side, self.joinable(&march, 0)).filter(move |&unit| self.can_complete(&self.joined(&march, unit), 1))
    }

    /// Units above the last of the group that could join it, when so many of the group have not yet been counted as starting.
    fn joinable(&self, march: &March, uncounted: u8) -> u128 {
        if !self.board.holds(march.hex, march.side) || !units(march.side, march.group).all(|unit| self.overruns(unit)) {
            return 0;
        }
        let last = usize::from(march.last).saturating_sub(1);
        let bits = self.candidates(march.side) & self.board.stack_bits(march.hex) & above(last);
        let free = |unit: &UnitId| {
            self.overruns(*unit) && self.board.values(self.data, *unit).ma > 0 && !self.is_held_by_paralysis(*unit, march.hex, uncounted)
        };
        units(march.side, bits).filter(free).fold(0, |bits, unit| bits | unit.bit())
    }

    /// Whether the group, or the group with more companions, has an overrun to make; `uncounted` as in [`EastFront::joinable`].
    fn can_complete(&self, march: &March, uncounted: u8) -> bool {
        let joinable = self.joinable(march, uncounted);
        let most = self.attack_of(march.side, march.group | joinable);
        if most < self.least_odds(march.group | joinable, march.side).min(self.data.tables.overrun.german_least) {
            return false;
        }
        self.assaults(march, &mut Reach::new()).next().is_some()
            || units(march.side, joinable).any(|unit| self.can_complete(&self.joined(march, unit), uncounted + 1))
    }

    // ---- the overrun ---------------------------------------------------------

    /// [11.43.a] The group goes next to its target and attacks.
    pub(super) fn declare_overrun(&mut self, from: Hex, target: Hex) {
        let assault = self.assaults(&self.march, &mut Reach::new()).find(|assault| (assault.from, assault.target) == (from, target));
        let spent = assault.map_or([CLOSED; 2], |assault| assault.spent);
        if from != self.march.hex || self.is_outside(&self.march) {
            self.travel(from);
        }
        let march = &mut self.march;
        (march.spent, march.target, march.stage, march.last) = (spent, target, MarchStage::Overrunning, 0);
        self.frames.push(Frame::Overrun(OverrunStage::Die));
    }

    fn overrun_group(&self, march: &March) -> Group {
        let roster = &self.data.roster;
        Group {
            attack: self.attack_of(march.side, march.group),
            all_german: march.group & !roster.german.of(march.side) == 0,
            motorized_engineers: units(march.side, march.group).any(|unit| roster.stats(unit).kind == UnitKind::MotorizedEngineer),
        }
    }

    fn overrun_target(&self, side: Side, from: Hex, direction: Direction, target: Hex) -> Target {
        let roster = &self.data.roster;
        let enemy = side.opponent();
        let defenders = self.board.stack_bits(target);
        let soft = roster.cavalry.of(enemy) | roster.artillery.of(enemy) | roster.hqs.of(enemy);
        Target {
            defence: self.overrun_defence(target),
            soft: defenders & !soft == 0,
            marked: units(enemy, defenders).any(|unit| self.board.has_overrun_marker(unit)),
            features: self.data.map.features[target.index()],
            side: self.data.map.edge(from, direction),
            strongpoint: self.forts.strongpoints[enemy.index()].contains(&target),
            line: side == Side::Axis && self.crosses_line(from, direction),
        }
    }

    /// [11.43.f][11.43.g][11.43.h] The modifiers of the overrun at hand.
    pub(super) fn overrun_tally(&self) -> Tally<overrun::Cause> {
        let march = &self.march;
        let direction = self.data.map.grid.direction(march.hex, march.target).expect("the group stands next to its target");
        let target = self.overrun_target(march.side, march.hex, direction, march.target);
        overrun::tally(&self.data.tables.overrun, self.overrun_group(march), target)
    }

    /// [11.43.k] Super-heavy artillery on its firing side is lost for good; others that cannot comply go to Cadre.
    fn lose_unable(&mut self, unit: UnitId) {
        let immobile = self.board.values(self.data, unit).ma == 0;
        self.lose_unit(unit, if immobile { Place::CANNOT_REBUILD } else { Place::CADRE });
    }

    fn next_fugitive(&self) -> Option<UnitId> {
        self.board.stack(self.march.target).next()
    }

    fn escapes_from_overrun(&self, unit: UnitId) -> super::escape::Escapes {
        let away = [self.march.target];
        self.escapes(unit, &away, self.data.tables.losses.retreat_hexes, Rule::NoEmptyZoc)
    }

    /// Units that may lose the step of an overrun: any defender, or of the group the cavalry first [11.43.l].
    fn overrun_losers(&self, stage: OverrunStage) -> impl Iterator<Item = UnitId> + use<> {
        let side = self.march.side;
        let cavalry = self.march.group & self.data.roster.cavalry.of(side);
        match stage {
            OverrunStage::AttackerLoss if cavalry != 0 => units(side, cavalry),
            OverrunStage::AttackerLoss => units(side, self.march.group),
            _ => units(side.opponent(), self.board.stack_bits(self.march.target)),
        }
    }

    fn lose_in_overrun(&mut self, stage: OverrunStage, unit: UnitId) {
        if stage == OverrunStage::DefenderLoss {
            self.frames.replace_top(Frame::Overrun(OverrunStage::Retreat));
        } else {
            self.frames.pop();
        }
        self.lose_step(unit);
        if unit.side() == self.march.side && self.board.hex(unit).is_none() {
            self.march.group &= !unit.bit();
        }
    }

    /// [11.43.i] What the overrun table says of a die.
    pub(super) fn overrun_result(&self, die: u8) -> OverrunResult {
        overrun::result(&self.data.tables.overrun, die, self.overrun_tally().net)
    }

    /// [11.43.i][11.43.j][11.43.l] The overrun table.
    fn resolve_overrun(&mut self, die: u8) {
        let result = self.overrun_result(die);
        let stage = match (result.success, result.loss) {
            (true, true) => OverrunStage::DefenderLoss,
            (true, false) => OverrunStage::Retreat,
            (false, loss) => {
                self.march.stage = MarchStage::Finished;
                if !loss {
                    self.frames.pop();
                    return;
                }
                OverrunStage::AttackerLoss
            }
        };
        self.frames.replace_top(Frame::Overrun(stage));
    }

    /// [11.43.l] The group enters the hex that it has emptied.
    fn enter_overrun_hex(&mut self) {
        let target = self.march.target;
        for unit in units(self.march.side, self.march.group) {
            self.board.put(self.data, unit, Place::on(target));
        }
        self.march.hex = target;
        self.march.stage = MarchStage::Through;
    }
}
