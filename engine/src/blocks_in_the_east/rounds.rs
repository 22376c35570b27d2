//! [7.7.a] The rounds of a battle: air combat, fire at aircraft, bombs, artillery, the ground, retreats, and again.

use super::BlocksInTheEast;
use super::action::Action;
use super::battle::WaysBack;
use super::board::Mark;
use super::charge::Wave;
use super::combat::{Firing, Pool};
use super::fight::{Fight, Units};
use super::flights::Airfields;
use super::frame::{Evacuation, Frame, Retreat, Retreats, Rounds, Step, Suffering, Volley};
use super::ids::{HexSet, MOST_ROUNDS, Place, UnitId};
use super::terms::{UnitKind, Weather};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// What has been reckoned of the ways out of a battle for the units of a side.
#[derive(Default)]
struct Exits {
    air: Option<Airfields>,
    ground: Option<WaysBack>,
}

impl BlocksInTheEast {
    /// [7.7] Opens the battle in a hex, with the attackers of a side.
    pub(super) fn battle(&mut self, attacker: Side, hex: Hex) {
        self.fight = Fight::in_hex(attacker, hex);
        self.mark_battle(Mark::Fought, true);
        for side in Side::ALL {
            self.board.show_stack(side, hex);
        }
        self.frames.push(Frame::Rounds(Step::Opening));
        self.ask_for_declaration();
    }

    /// Sets a mark of all units in the battle.
    fn mark_battle(&mut self, mark: Mark, on: bool) {
        for side in Side::ALL {
            for unit in self.in_battle(side, |_| true) {
                self.board.set(unit, mark, on);
            }
        }
    }

    /// [7.7] The battle is over when one side at most has units in the hex. If attackers on the ground are left, it is theirs [AMB-77].
    fn close_battle(&mut self) {
        let Fight { attacker, hex, .. } = self.fight;
        self.land_jumpers();
        self.mark_battle(Mark::ShieldHit, false);
        if !self.board.holds(attacker.opponent(), hex) && !self.on_ground(attacker).is_empty() {
            self.capture(attacker, hex);
        }
        self.silence_guns();
        self.end_missions();
        self.fight = Fight::NONE;
    }

    /// A new round. Fighters on the ground take off in the first [6.3.1.a], bombers in the second [7.6.1]; those of a base that ground units
    /// have entered, with nobody else there, must leave it: fighters at once, bombers after the first round [7.6.2] (AMB-24). In rain
    /// nobody takes off to fight [9.3.a], and Soviet fighters do not in the turn of the surprise [SBE5.c].
    fn open_round(&mut self) {
        let defender = self.fight.defender();
        self.fight.round = self.fight.round.saturating_add(1);
        self.fight.harmless = true;
        self.fight.took_off = false;
        self.fight.air_rounds = 0;
        self.silence_guns();
        let overrun = self.is_overrun();
        let takes_off = self.weather != Weather::Rain;
        for unit in self.grounded(defender) {
            let is_fighter = self.data.unit(unit).kind == UnitKind::Fighter;
            match (self.fight.round, is_fighter, overrun) {
                (1, true, true) => self.frames.push(Frame::Evacuation(unit)),
                (1, false, _) => {}
                _ if !takes_off || self.stays_on_the_ground(unit) => {}
                _ => {
                    self.board.set(unit, Mark::Flying, true);
                    self.fight.took_off |= self.fight.round > 1;
                }
            }
        }
    }

    /// [6.3.1.b][6.3.2.c] Ground units have entered a base without ground units.
    fn is_overrun(&self) -> bool {
        !self.on_ground(self.fight.attacker).is_empty() && self.on_ground(self.fight.defender()).is_empty()
    }

    /// [7.7.1][AMB-09][AMB-10] Whether aircraft fight aircraft: in the first round, or when some took off after it; both sides fly, one of
    /// them a fighter, and somebody can hit.
    fn air_combat_is_due(&self) -> bool {
        let occasion = self.fight.round == 1 || self.fight.took_off;
        let flying = Side::ALL.map(|side| self.flying(side));
        let fighters = flying.iter().flatten().any(|&unit| self.data.unit(unit).kind == UnitKind::Fighter);
        let can_hit = || Side::ALL.into_iter().any(|side| self.pool_of(side, Firing::AirCombat).count() > 0);
        let goes_on = self.fight.air_rounds < MOST_ROUNDS;
        occasion && goes_on && flying.iter().all(|units| !units.is_empty()) && fighters && can_hit()
    }

    /// Who cannot stay after the dice: support without strength that is left alone with combat units of the enemy is lost [7.7.10.a], and
    /// bombers flee from a base that ground units have entered (AMB-24).
    fn remove_who_cannot_stay(&mut self) {
        for side in Side::ALL {
            if self.has_combat_unit(side) || !self.has_combat_unit(side.opponent()) {
                continue;
            }
            for unit in self.on_ground(side) {
                if self.board.strength(self.data, unit) == 0 {
                    self.board.put(unit, Place::ELIMINATED);
                }
            }
        }
        if self.is_overrun() {
            for unit in self.grounded(self.fight.defender()) {
                self.frames.push(Frame::Evacuation(unit));
            }
        }
    }

    /// The hexes into which a unit may leave the battle: beside it on the ground; aircraft, also those that have not taken off, to bases
    /// [7.7.13][7.7.14][7.7.16].
    pub(super) fn ways_out(&self, unit: UnitId) -> HexSet {
        self.ways_out_by(&mut Exits::default(), unit)
    }

    fn ways_out_by(&self, exits: &mut Exits, unit: UnitId) -> HexSet {
        if self.is_air(unit) {
            return self.returns_by(&mut exits.air, unit);
        }
        let stays = self.data.unit(unit).kind == UnitKind::Static || self.is_seated(unit);
        if stays { HexSet::EMPTY } else { self.retreats_by(&mut exits.ground, unit) }
    }

    /// [7.7.13] The units of a side that may leave the battle; after air combat only those that fly.
    fn may_leave(&self, side: Side, air_only: bool) -> Units {
        let mut exits = Exits::default();
        let mut units = self.in_battle(side, |unit| !air_only || self.board.is(unit, Mark::Flying) && !self.is_dropping(unit));
        units.retain(|unit| !self.ways_out_by(&mut exits, *unit).is_empty());
        units
    }

    /// Whether there is one.
    fn somebody_may_leave(&self, side: Side, air_only: bool) -> bool {
        let mut exits = Exits::default();
        let units = self.in_battle(side, |unit| !air_only || self.board.is(unit, Mark::Flying) && !self.is_dropping(unit));
        units.into_iter().any(|unit| !self.ways_out_by(&mut exits, unit).is_empty())
    }

    /// A unit leaves the battle.
    fn leave(&mut self, unit: UnitId, to: Hex) {
        self.board.set(unit, Mark::ShieldHit, false);
        if self.is_air(unit) {
            self.land(unit, to);
        } else {
            self.retreat(unit, to);
        }
    }
}

impl Step {
    /// The step that follows; after the last another round begins [7.7.12].
    const fn next(self) -> Step {
        match self {
            Step::Opening => Step::AirCombat,
            Step::AirCombat => Step::AntiAircraft,
            Step::AntiAircraft => Step::AirAttack,
            Step::AirAttack => Step::Artillery,
            Step::Artillery => Step::Ground,
            Step::Ground => Step::Clearing,
            Step::Clearing => Step::Retreats,
            Step::Retreats => Step::Opening,
            Step::Answer => Step::Clearing,
        }
    }
}

impl Procedure<BlocksInTheEast> for Rounds {
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        use Firing::{AirAttack, AirCombat, AntiAircraft, Artillery, Ground};
        let Fight { attacker, hex, .. } = game.fight;
        let defender = attacker.opponent();
        if !Side::ALL.into_iter().all(|side| game.stands_in_battle(side)) && !game.awaits_bombs() {
            game.close_battle();
            return game.pop();
        }
        // Air combat repeats until it is not due any more [7.7.1.a].
        let repeats = self.step == Step::AirCombat && game.air_combat_is_due();
        game.fight.air_rounds += u8::from(repeats);
        let charges = self.step == Step::Ground && game.somebody_charges();
        let next = match self.step {
            Step::AirCombat if repeats => Step::AirCombat,
            Step::Ground if charges => Step::Answer,
            step => step.next(),
        };
        game.frames.replace_top(Frame::Rounds(next));
        // One side fires and the other takes the hits, then the other way round.
        let in_turn = |first: Side, firing| {
            let second = first.opponent();
            [Frame::Volley(first, firing), Frame::Suffering(second, firing), Frame::Volley(second, firing), Frame::Suffering(first, firing)]
        };
        match self.step {
            Step::Opening => game.open_round(),
            // Both sides fire at the same time: hits are taken after both volleys.
            Step::AirCombat if repeats => game.frames.push_all(&[
                Frame::Volley(attacker, AirCombat),
                Frame::Volley(defender, AirCombat),
                Frame::Suffering(defender, AirCombat),
                Frame::Suffering(attacker, AirCombat),
                Frame::Retreats(defender, true),
                Frame::Retreats(attacker, true),
            ]),
            Step::AirCombat => {}
            Step::AntiAircraft => game.frames.push_all(&in_turn(defender, AntiAircraft)),
            Step::AirAttack => {
                game.land_jumpers();
                game.frames.push_all(&in_turn(attacker, AirAttack));
                if game.awaits_bombs() {
                    game.frames.push(Frame::Bombs(attacker));
                }
            }
            // [6.4] Headquarters fire if they are told to.
            Step::Artillery if game.command_rules().is_some() => game.frames.push_all(&[
                Frame::Guns(attacker),
                Frame::Volley(attacker, Artillery),
                Frame::Suffering(defender, Artillery),
                Frame::Guns(defender),
                Frame::Volley(defender, Artillery),
                Frame::Suffering(attacker, Artillery),
            ]),
            Step::Artillery => game.frames.push_all(&in_turn(attacker, Artillery)),
            // [20.0][21.0] Those who charge fire before the defenders.
            Step::Ground if charges => {
                game.charge_with(Wave::Chargers);
                game.frames.push_all(&[Frame::Volley(attacker, Ground), Frame::Suffering(defender, Ground)]);
            }
            Step::Ground => game.frames.push_all(&in_turn(defender, Ground)),
            Step::Answer => {
                game.charge_with(Wave::Others);
                game.frames.push_all(&in_turn(defender, Ground));
            }
            Step::Clearing => {
                game.charge_with(Wave::All);
                game.remove_who_cannot_stay();
            }
            Step::Retreats if game.fight.harmless || game.fight.round >= MOST_ROUNDS => {
                game.end_desperate_attacks();
                game.close_battle();
                game.frames.replace_top(Frame::Leaving(attacker, hex));
            }
            Step::Retreats => {
                game.frames.push_all(&[Frame::Retreats(defender, false), Frame::DesperateAttack, Frame::Retreats(attacker, false)])
            }
        }
        Progress::Moves
    }
}

impl Volley {
    /// The dice of the node at hand, and hits that count.
    fn dice(self, game: &BlocksInTheEast) -> (Pool, u8) {
        let [now, _] = game.fight.pool.unwrap_or_default().split();
        (now, now.count().min(game.endures(self.side.opponent(), self.firing)))
    }
}

impl Procedure<BlocksInTheEast> for Volley {
    const QUESTION: &'static str = "how many dice of the volley hit?";
    const QUIET: bool = false;

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let first = game.fight.pool.is_none();
        let pool = game.fight.pool.unwrap_or_else(|| game.pool_of(self.side, self.firing));
        let matters = pool.count() > 0 && game.endures(self.side.opponent(), self.firing) > 0;
        if first && matters {
            game.fight.harmless = false;
            if self.firing == Firing::Artillery {
                game.spend_ammunition(self.side);
            }
        }
        if !matters {
            game.fight.pool = None;
            return game.pop();
        }
        game.fight.pool = Some(pool);
        Progress::Waits
    }

    fn draw(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let (_, most) = self.dice(game);
        out.extend((0..=most).map(Action::Hits));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Hits(hits) = action else { return game.end(action) };
        let [_, left] = game.fight.pool.unwrap_or_default().split();
        game.fight.pool = Some(left);
        game.fight.pending[self.side.opponent().index()] += hits;
    }
}

impl BlocksInTheEast {
    /// [7.7.a] The dice about to be thrown in a battle: who throws them, in which step, and how they hit.
    pub fn volley(&self) -> Option<(Side, Firing, Pool)> {
        let Some(Frame::Volley(side, firing)) = self.frames.top() else { return None };
        self.fight.pool.map(|pool| (side, firing, pool))
    }

    /// In how many ways the dice at hand show so many hits; [`crate::Game::chance_weight`].
    pub(super) fn ways_of_hits(&self, hits: u8) -> u64 {
        match self.frames.top() {
            Some(Frame::Volley(side, firing)) => {
                let (pool, most) = Volley { side, firing }.dice(self);
                pool.ways_of(hits, most)
            }
            Some(Frame::AirVolley(..)) => self.air_dice_at_hand().map_or(0, |(.., pool, most)| pool.ways_of(hits, most)),
            Some(Frame::Convoy(_)) => self.attack_on_convoy().map_or(0, |(_, pool, most)| pool.ways_of(hits, most)),
            Some(Frame::Bombs(_)) => self.bombs_at_hand().map_or(0, |(.., pool, most)| pool.ways_of(hits, most)),
            Some(Frame::ScoutFire(..)) => self.fight.pool.unwrap_or_default().split()[0].ways_of(hits, 1),
            _ => 0,
        }
    }
}

impl Procedure<BlocksInTheEast> for Suffering {
    const QUESTION: &'static str = "which unit takes the hit?";
    const QUIET: bool = false;

    /// [19.2] The owner of the units, or the other side that guides its fire.
    fn decider(self, game: &BlocksInTheEast) -> Turn {
        Turn::Player(if game.is_guided(self.side, self.firing) { self.side.opponent() } else { self.side })
    }

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let waiting = &mut game.fight.pending[self.side.index()];
        if *waiting == 0 {
            return game.pop();
        }
        let units = game.who_is_hit(self.side, self.firing);
        match units.as_slice() {
            // [29.1.e] Partisans are hit where nobody else is.
            [] if game.brigades_of(self.side) > 0 => {
                game.fight.pending[self.side.index()] -= 1;
                game.lose_brigade();
            }
            [] => game.fight.pending[self.side.index()] = 0,
            [unit] => self.hit(game, *unit),
            _ => return Progress::Waits,
        }
        Progress::Moves
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.who_is_hit(self.side, self.firing).into_iter().map(Action::TakeHit));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::TakeHit(unit) = action else { return game.end(action) };
        self.hit(game, unit);
    }
}

impl Suffering {
    fn hit(self, game: &mut BlocksInTheEast, unit: UnitId) {
        game.fight.pending[self.side.index()] -= 1;
        game.take_hit(unit);
    }
}

impl Procedure<BlocksInTheEast> for Retreats {
    const QUESTION: &'static str = "which unit leaves the battle?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    /// Nobody leaves a battle that is won [7.7.13].
    fn is_due(self, game: &BlocksInTheEast) -> bool {
        game.stands_in_battle(self.side.opponent())
            && (game.somebody_may_leave(self.side, self.air_only) || !self.air_only && game.reembarkable(self.side).next().is_some())
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.may_leave(self.side, self.air_only).into_iter().map(Action::Withdraw));
        if !self.air_only {
            out.extend(game.reembarkable(self.side).map(Action::Reembark));
        }
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        match action {
            Action::Withdraw(unit) => game.frames.push(Frame::Retreat(unit)),
            Action::Reembark(unit) => game.frames.push(Frame::Reembarkation(unit)),
            other => game.end(other),
        }
    }
}

impl Procedure<BlocksInTheEast> for Retreat {
    const QUESTION: &'static str = "where does the unit go that leaves the battle?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    /// Where there is one way out alone it is taken.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let hexes = game.ways_out(self.unit);
        match (hexes.len(), hexes.first()) {
            (1, Some(hex)) => {
                game.leave(self.unit, hex);
                game.pop()
            }
            _ => Progress::Waits,
        }
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let to = if game.is_air(self.unit) { Action::Rebase } else { Action::MoveTo };
        out.extend(game.ways_out(self.unit).iter().map(to));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        if let Action::Rebase(hex) | Action::MoveTo(hex) = action {
            game.leave(self.unit, hex);
        }
        game.pop();
    }
}

impl Procedure<BlocksInTheEast> for Evacuation {
    const QUESTION: &'static str = "to which base do the aircraft flee?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.unit.side())
    }

    /// [7.6.2] The flight costs a step; aircraft that cannot lose one, or have no base in range, are lost.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let bases = game.returns(self.unit);
        let last = game.board.step(self.unit) + 1 == game.data.unit(self.unit).steps.len();
        match (bases.len(), bases.first()) {
            (1, Some(base)) if !last => self.flee(game, base),
            (0, _) | (_, None) => game.board.put(self.unit, Place::ELIMINATED),
            _ if last => game.board.put(self.unit, Place::ELIMINATED),
            _ => return Progress::Waits,
        }
        game.pop()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.returns(self.unit).iter().map(Action::Rebase));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Rebase(hex) = action else { return game.end(action) };
        self.flee(game, hex);
        game.pop();
    }
}

impl Evacuation {
    fn flee(self, game: &mut BlocksInTheEast, base: Hex) {
        game.board.set_step(self.unit, game.board.step(self.unit) + 1);
        game.land(self.unit, base);
    }
}
