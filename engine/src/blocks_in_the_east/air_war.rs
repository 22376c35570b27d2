//! [35.1] The air war over Germany: Allied bombers attack factories, interceptors and fighters rise, flak fires, bombs fall. What a raid costs
//! Germany lacks in the production that follows.

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::bombing::Damage;
use super::chapter::Chapter;
use super::combat::{MOST_UNITS, Pool, Target, Throw, next_targets};
use super::frame::{AirHits, AirVolley, AirWar, Frame, Intercept, PointLost, Raid, Scramble};
use super::ids::{Place, UnitId};
use super::terms::{AirFire, Colour, Country, Infrastructure, Nation, Route, UnitKind, Weather, Works};
use super::treasury::Price;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// Bombers of the Allies, and so raids at most.
const BOMBERS: usize = 5;
/// Most interceptors and German fighters.
const DEFENDERS: usize = 8;
/// [35.1][3.10.b] Most bombers that attack a target, and most fighters that rise to a raid.
const MOST_IN_RAID: usize = 2;
/// [35.1.d] Dice of the flak.
const FLAK: u8 = 6;
/// The step of the flak in the air war: before it come the combats of the raids, after it their bombs.
const FLAK_STEP: u8 = BOMBERS as u8;
const STEPS: u8 = 2 * FLAK_STEP + 1;

/// Points of each colour, by [`Colour::index`].
pub(super) type Lost = [u8; Colour::COUNT];

/// What a raid is flown against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RaidTarget {
    /// A hex of the map.
    Hex(Hex),
    /// Works beyond it.
    Works(Works),
}

/// A target in a word of the state: nothing, a hex by its number and one, or with the highest bit works by theirs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
struct Aim(u16);

impl Aim {
    const BEYOND: u16 = 1 << 15;

    const fn at(target: RaidTarget) -> Aim {
        match target {
            RaidTarget::Hex(hex) => Aim(hex.0 + 1),
            RaidTarget::Works(works) => Aim(Self::BEYOND | works as u16),
        }
    }

    fn target(self) -> Option<RaidTarget> {
        match self.0 {
            0 => None,
            word if word & Self::BEYOND != 0 => Works::ALL.get(usize::from(word & !Self::BEYOND)).copied().map(RaidTarget::Works),
            word => Some(RaidTarget::Hex(Hex(word - 1))),
        }
    }
}

/// Where a defender is sent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
enum Sent {
    /// Nobody has asked.
    #[default]
    Waits,
    /// Nowhere.
    Stays,
    /// To the raid of this number.
    To(u8),
}

/// The air war of the turn, and what convoys have lost.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Strategic {
    aims: [Aim; BOMBERS],
    sent: [Sent; DEFENDERS],
    /// [35.1.g] Points that each raid has cost.
    lost: [Lost; BOMBERS],
    /// [35.2] Points of Lend-Lease for armour and for aircraft that convoys have lost, by [`Route::index`].
    pub(super) sunk: [[u8; 2]; Route::COUNT],
}

/// The share of the chapter in the state.
const _: () = assert!(size_of::<Chapter<Strategic>>() <= 56);

/// A raid as both sides see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaidReport {
    /// What it is flown against.
    pub target: RaidTarget,
    /// Bombers that fly it.
    pub bombers: Vec<UnitId>,
    /// Those that rise to it.
    pub defenders: Vec<UnitId>,
    /// [35.1.g] Points of each colour that it has cost, by [`Colour::index`].
    pub lost: [u8; Colour::COUNT],
}

impl BlocksInTheEast {
    // ---- who takes part --------------------------------------------------------

    /// [35.1][AMB-63] The bombers of the Allies, and of those that have come in this turn each with its number.
    fn bombers(&self) -> impl Iterator<Item = (usize, UnitId)> + '_ {
        let is_bomber = |kind: UnitKind| matches!(kind, UnitKind::AmericanBomber | UnitKind::BritishBomber);
        let all = self.data.units(Side::Soviet).filter(move |(_, known)| is_bomber(known.kind)).take(BOMBERS).enumerate();
        all.filter(|(_, (_, known))| known.arrives <= self.turn).map(|(number, (unit, _))| (number, unit))
    }

    /// The bomber of a number, if it has come.
    pub(super) fn bomber(&self, number: u8) -> Option<UnitId> {
        self.bombers().find(|&(known, _)| known == usize::from(number)).map(|(_, unit)| unit)
    }

    /// The route whose convoys lose points, where no raid costs them.
    pub(super) fn route_of(from: u8) -> Option<Route> {
        Route::ALL.get(usize::from(from).checked_sub(BOMBERS)?).copied()
    }

    /// [35.1] Interceptors and German fighters, each with its number.
    fn defenders(&self) -> impl Iterator<Item = (usize, UnitId)> + '_ {
        let is_defender =
            |nation: Nation, kind: UnitKind| nation == Nation::German && matches!(kind, UnitKind::Interceptor | UnitKind::Fighter);
        let all = self.data.units(Side::Axis).filter(move |(_, known)| is_defender(known.nation, known.kind)).take(DEFENDERS);
        all.map(|(unit, _)| unit).enumerate()
    }

    /// [35.1.i] Whether a unit is an interceptor.
    pub(super) fn is_interceptor(&self, unit: UnitId) -> bool {
        self.data.has_strategic_warfare() && self.data.unit(unit).kind == UnitKind::Interceptor
    }

    /// [35.1] Whether a defender can rise: an interceptor that is left, or a fighter with strength at a base in Germany.
    fn can_rise(&self, unit: UnitId) -> bool {
        let known = self.data.unit(unit);
        if known.kind == UnitKind::Interceptor {
            return self.board.place(unit) == Place::RESERVE && known.arrives <= self.turn;
        }
        let at_home = |hex: Hex| self.data.map.country[hex.index()] == Some(Country::Germany);
        let is_based = |hex: Hex| at_home(hex) && !self.board.holds(Side::Soviet, hex);
        self.board.strength(self.data, unit) > 0 && self.board.hex(unit).is_some_and(is_based)
    }

    /// [35.1] Those that can still be sent.
    fn to_be_sent(&self) -> impl Iterator<Item = (usize, UnitId)> + '_ {
        self.defenders().filter(|&(number, unit)| self.strategic().sent[number] == Sent::Waits && self.can_rise(unit))
    }

    fn strategic(&self) -> &Strategic {
        &self.chapters.strategic
    }

    // ---- raids -----------------------------------------------------------------

    /// [35.1.g] Points that a target makes, by colour.
    fn points_at(&self, target: RaidTarget) -> Lost {
        let (data, mut points) = (self.data, Lost::default());
        match target {
            RaidTarget::Hex(hex) => {
                let mut damage = self.damage_to_production();
                for (number, centre) in data.centres.iter().enumerate().filter(|(_, centre)| centre.hex == hex) {
                    if self.works_for(number, centre, Side::Axis) && self.counts(Nation::German, centre.colour) {
                        let made = centre.factory.map_or(centre.points, |factory| self.output_left(factory));
                        points[centre.colour.index()] += damage.spare(data.infrastructure_of(centre), hex, made);
                    }
                }
                for (colour, _) in self.new_factories(Side::Axis).filter(|&(_, place)| place == Some(hex)) {
                    points[colour.index()] += damage.spare(Infrastructure::of_factories(colour), hex, 1);
                }
            }
            RaidTarget::Works(works) => {
                for colour in Colour::ALL {
                    points[colour.index()] = data.output_of(works, colour) + self.new_factories_at(Side::Axis, works.title(), colour);
                }
            }
        }
        points
    }

    /// [35.1.g] Points that a target of raids makes.
    pub fn points_of_target(&self, target: RaidTarget) -> u8 {
        self.points_at(target).iter().sum()
    }

    /// [35.1] What can be attacked: hexes of Germany in which its factories work, and works beyond the map.
    fn raid_targets(&self) -> impl Iterator<Item = RaidTarget> + '_ {
        let data = self.data;
        let has_works = |hex: &Hex| {
            let makes = |colour: Colour| self.has_factory(Side::Axis, colour, *hex);
            data.map.country[hex.index()] == Some(Country::Germany) && [Colour::Red, Colour::Blue, Colour::Black].into_iter().any(makes)
        };
        let sites =
            data.map.factories.iter().map(|factory| factory.hex).chain(self.new_factories(Side::Axis).filter_map(|(_, place)| place));
        let hexes: super::ids::HexSet = sites.filter(has_works).collect();
        let all = hexes.into_hexes().map(RaidTarget::Hex).chain(Works::ALL.into_iter().map(RaidTarget::Works));
        all.filter(|&target| self.points_at(target).iter().any(|&points| points > 0))
    }

    /// The bombers that fly a raid, of those that are left.
    fn bombers_of(&self, raid: usize) -> ArrayVec<UnitId, MOST_UNITS> {
        let aim = self.strategic().aims[raid];
        let left = |&(number, unit): &(usize, UnitId)| self.strategic().aims[number] == aim && self.board.place(unit) == Place::RESERVE;
        self.bombers().filter(left).map(|(_, unit)| unit).collect()
    }

    /// The defenders that rise to a raid, of those that are left.
    fn defenders_of(&self, raid: usize) -> ArrayVec<UnitId, MOST_UNITS> {
        let sent = |&(number, unit): &(usize, UnitId)| self.strategic().sent[number] == Sent::To(raid as u8) && self.is_left(unit);
        self.defenders().filter(sent).map(|(_, unit)| unit).collect()
    }

    fn is_left(&self, unit: UnitId) -> bool {
        self.board.hex(unit).is_some() || self.board.place(unit) == Place::RESERVE
    }

    /// Raids by their numbers: that of the first bomber that was sent.
    fn raids_flown(&self) -> impl Iterator<Item = (usize, RaidTarget)> + '_ {
        let aims = &self.strategic().aims;
        let first = move |number: usize| aims[..number].iter().all(|&other| other != aims[number]);
        (0..BOMBERS).filter(move |&number| first(number)).filter_map(move |number| Some((number, aims[number].target()?)))
    }

    fn raid_against(&self, target: RaidTarget) -> Option<usize> {
        self.raids_flown().find(|&(_, known)| known == target).map(|(raid, _)| raid)
    }

    /// [35.1] Raids of the turn, with what they have cost.
    pub fn air_war(&self) -> Vec<RaidReport> {
        let report = |(raid, target): (usize, RaidTarget)| RaidReport {
            target,
            bombers: self.bombers_of(raid).to_vec(),
            defenders: self.defenders_of(raid).to_vec(),
            lost: self.strategic().lost[raid],
        };
        self.raids_flown().map(report).collect()
    }

    /// [35.1.h] A new air war: the bombers of the Allies are whole again.
    pub(super) fn begin_air_war(&mut self) {
        let bombers: ArrayVec<UnitId, BOMBERS> = self.bombers().map(|(_, unit)| unit).collect();
        for unit in bombers {
            self.board.put(unit, Place::RESERVE);
            self.board.set_step(unit, 0);
        }
        let sunk = self.strategic().sunk;
        self.chapters.strategic.0 = Strategic { sunk, ..Strategic::default() };
    }

    /// What an action names as a target.
    fn target_of(action: Action) -> Option<RaidTarget> {
        match action {
            Action::Fly(hex) => Some(RaidTarget::Hex(hex)),
            Action::Raid(works) => Some(RaidTarget::Works(works)),
            _ => None,
        }
    }

    fn to_target(target: RaidTarget) -> Action {
        match target {
            RaidTarget::Hex(hex) => Action::Fly(hex),
            RaidTarget::Works(works) => Action::Raid(works),
        }
    }

    // ---- dice ------------------------------------------------------------------

    /// [35.1.b][35.1.c][35.1.d][35.1.e][35.1.f] The dice of a step of the air war. Bad weather halves them, but for the bombs.
    fn air_pool(&self, fire: AirFire, raid: usize) -> Pool {
        let faces = self.data.faces_in_air_war(fire, self.turn);
        let malus = u8::from(self.weather != Weather::Clear && fire != AirFire::Bombs);
        let of = |units: ArrayVec<UnitId, MOST_UNITS>| {
            let throw = |&unit: &UnitId| Throw { strength: self.board.strength(self.data, unit), faces, malus };
            units.iter().map(throw).collect::<ArrayVec<Throw, MOST_UNITS>>()
        };
        Pool::of(&match fire {
            AirFire::Gunners | AirFire::Bombs => of(self.bombers_of(raid)),
            AirFire::Fighters => of(self.defenders_of(raid)),
            AirFire::Flak => [Throw { strength: FLAK, faces, malus }].into_iter().collect(),
        })
    }

    /// Those who are hit in a step: the fighters of a raid, its bombers, or all bombers that are over Germany [AMB-73].
    fn air_targets(&self, fire: AirFire, raid: usize) -> ArrayVec<UnitId, MOST_UNITS> {
        match fire {
            AirFire::Gunners => self.defenders_of(raid),
            AirFire::Fighters => self.bombers_of(raid),
            AirFire::Flak => self.raids_flown().flat_map(|(raid, _)| self.bombers_of(raid)).collect(),
            AirFire::Bombs => ArrayVec::new(),
        }
    }

    /// Hits of a step that count.
    fn air_hits_that_count(&self, fire: AirFire, raid: usize) -> u8 {
        if fire == AirFire::Bombs {
            return self.points_left(raid).iter().sum();
        }
        self.air_targets(fire, raid).iter().map(|&unit| self.target(unit).endures()).sum()
    }

    /// [35.1] The dice about to be thrown over Germany: who throws, for the raid against what, and how many hits count.
    pub fn air_dice_at_hand(&self) -> Option<(AirFire, Option<RaidTarget>, Pool, u8)> {
        let Some(Frame::AirVolley(fire, raid)) = self.frames.top() else { return None };
        let raid = usize::from(raid);
        let pool = self.air_pool(fire, raid);
        let target = if fire == AirFire::Flak { None } else { self.strategic().aims[raid].target() };
        Some((fire, target, pool, pool.count().min(self.air_hits_that_count(fire, raid))))
    }

    /// [7.7.9] Among whom the next hit of a step is chosen by their owner.
    fn who_is_hit_in_air(&self, fire: AirFire, raid: usize) -> ArrayVec<UnitId, MOST_UNITS> {
        let units = self.air_targets(fire, raid);
        let targets: ArrayVec<Target<'_>, MOST_UNITS> = units.iter().map(|&unit| self.target(unit)).collect();
        next_targets(&targets).into_iter().map(|index| units[index]).collect()
    }

    /// [35.1.g] Points that a target of a raid still makes.
    fn points_left(&self, raid: usize) -> Lost {
        let Some(target) = self.strategic().aims[raid].target() else { return Lost::default() };
        let (points, lost) = (self.points_at(target), self.strategic().lost[raid]);
        Colour::ALL.map(|colour| points[colour.index()].saturating_sub(lost[colour.index()]))
    }

    // ---- points ----------------------------------------------------------------

    /// [35.1.g] Adds what raids on hexes of the map have cost to the damage that production suffers.
    pub(super) fn add_raids(&self, damage: &mut Damage) {
        for (raid, target) in self.raids_flown() {
            let RaidTarget::Hex(hex) = target else { continue };
            for colour in Colour::ALL {
                let mut left = self.strategic().lost[raid][colour.index()];
                let centres = self.data.centres.iter().filter(|centre| (centre.hex, centre.colour) == (hex, colour));
                for centre in centres {
                    let here = left.min(centre.points);
                    damage.add(self.data.infrastructure_of(centre), hex, here);
                    left -= here;
                }
                if left > 0 {
                    damage.add(Infrastructure::of_factories(colour), hex, left);
                }
            }
        }
    }

    /// [35.1.g] Points of a colour that raids on works beyond the map have cost.
    pub(super) fn lost_beyond(&self, colour: Colour) -> u8 {
        let beyond = self.raids_flown().filter(|(_, target)| matches!(target, RaidTarget::Works(_)));
        beyond.map(|(raid, _)| self.strategic().lost[raid][colour.index()]).sum()
    }

    /// [35.1.h] Points for the next step of an interceptor, one that was shot down too; nothing where it is whole.
    pub(super) fn interceptor_price(&self, unit: UnitId) -> Option<u8> {
        let steps = &self.data.unit(unit).steps;
        let step = match self.board.place(unit) {
            Place::ELIMINATED => steps.len(),
            Place::RESERVE => self.board.step(unit),
            _ => 0,
        };
        self.data.tables.production.cost(steps[step.checked_sub(1)?].colour)
    }

    /// [35.1.h] An interceptor receives a step.
    pub(super) fn repair_interceptor(&mut self, unit: UnitId) {
        let Some(points) = self.interceptor_price(unit) else { return };
        let price: Price = self.price(unit, points);
        self.treasury.pay_for_unit(Nation::German, price);
        let is_new = self.board.place(unit) == Place::ELIMINATED;
        let step = if is_new { self.data.unit(unit).steps.len() } else { self.board.step(unit) };
        self.board.put(unit, Place::RESERVE);
        self.board.set_step(unit, step - 1);
    }

    /// In how many ways the points at hand lose one of a colour.
    pub(super) fn ways_to_lose(&self, colour: Colour) -> u64 {
        match self.frames.top() {
            Some(Frame::PointLost(from)) => self.points_at_stake(from)[colour.index()].into(),
            _ => 1,
        }
    }

    /// [35.1.g][35.2] The points of which one is lost: those of a raid, or of the convoys of a route.
    fn points_at_stake(&self, from: u8) -> Lost {
        let from = usize::from(from);
        if from < BOMBERS { self.points_left(from) } else { self.points_afloat(Route::ALL[from - BOMBERS]) }
    }

    fn lose_point(&mut self, from: u8, colour: Colour) {
        let from = usize::from(from);
        self.fight.pending[Side::Axis.index()] = self.fight.pending[Side::Axis.index()].saturating_sub(1);
        if from < BOMBERS {
            self.chapters.strategic.lost[from][colour.index()] += 1;
        } else {
            self.sink_point(Route::ALL[from - BOMBERS], colour);
        }
    }

    /// [35.2] Convoys of a route lose points one by one.
    pub(super) fn lose_at_sea(&mut self, route: Route, hits: u8) {
        self.fight.pending[Side::Axis.index()] = hits;
        self.frames.push(Frame::PointLost((BOMBERS + route.index()) as u8));
    }

    /// [35.1] What a bomber attacks, or a defender rises to.
    fn list_raids(targets: impl Iterator<Item = RaidTarget>, others: impl Fn(RaidTarget) -> usize, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(targets.filter(|&target| others(target) < MOST_IN_RAID).map(Self::to_target));
    }
}

impl Procedure<BlocksInTheEast> for Raid {
    const QUESTION: &'static str = "what do the Allied bombers attack?";
    const DECIDER: Turn = Turn::Player(Side::Soviet);

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if usize::from(self.number) >= BOMBERS {
            return game.pop();
        }
        let has_come = game.bombers().any(|(number, _)| number == usize::from(self.number));
        if has_come && game.raid_targets().next().is_some() {
            return Progress::Waits;
        }
        game.frames.replace_top(Frame::Raid(self.number + 1));
        Progress::Moves
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let over = |target: RaidTarget| game.strategic().aims.iter().filter(|&&aim| aim == Aim::at(target)).count();
        BlocksInTheEast::list_raids(game.raid_targets(), over, out);
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let target = BlocksInTheEast::target_of(action);
        game.chapters.strategic.aims[usize::from(self.number)] = target.map_or_else(Aim::default, Aim::at);
        game.frames.replace_top(Frame::Raid(self.number + 1));
    }
}

impl Procedure<BlocksInTheEast> for Scramble {
    const QUESTION: &'static str = "which fighters rise to the Allied bombers?";
    const DECIDER: Turn = Turn::Player(Side::Axis);

    fn is_due(self, game: &BlocksInTheEast) -> bool {
        game.raids_flown().next().is_some() && game.to_be_sent().next().is_some()
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.to_be_sent().map(|(_, unit)| Action::Select(unit)));
    }

    /// Who rises does so in the open.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Select(unit) = action else { return game.end(action) };
        if game.board.hex(unit).is_some() {
            game.board.known.show(unit);
        }
        game.frames.push(Frame::Intercept(unit));
    }
}

impl Procedure<BlocksInTheEast> for Intercept {
    const QUESTION: &'static str = "to which raid do the fighters rise?";
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUIET: bool = false;

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let there = |target: RaidTarget| game.raid_against(target).map_or(0, |raid| game.defenders_of(raid).len());
        BlocksInTheEast::list_raids(game.raids_flown().map(|(_, target)| target), there, out);
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let raid = BlocksInTheEast::target_of(action).and_then(|target| game.raid_against(target));
        let number = game.defenders().find(|&(_, unit)| unit == self.unit).map(|(number, _)| number);
        if let Some(number) = number {
            game.chapters.strategic.sent[number] = raid.map_or(Sent::Stays, |raid| Sent::To(raid as u8));
        }
        game.pop();
    }
}

impl Procedure<BlocksInTheEast> for AirWar {
    /// [35.1.a] Air combat over each target, both sides at the same time; then flak; then bombs.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        use AirFire::{Bombs, Fighters, Flak, Gunners};
        if self.step == STEPS {
            return game.pop();
        }
        game.frames.replace_top(Frame::AirWar(self.step + 1));
        let raid = self.step % (FLAK_STEP + 1);
        let is_flown = |raid: u8| game.raids_flown().any(|(number, _)| number == usize::from(raid));
        match self.step {
            FLAK_STEP if game.raids_flown().next().is_some() => {
                game.frames.push_all(&[Frame::AirVolley(Flak, 0), Frame::AirHits(Side::Soviet, Flak, 0)]);
            }
            FLAK_STEP => {}
            _ if !is_flown(raid) => {}
            step if step < FLAK_STEP => game.frames.push_all(&[
                Frame::AirVolley(Gunners, raid),
                Frame::AirVolley(Fighters, raid),
                Frame::AirHits(Side::Axis, Gunners, raid),
                Frame::AirHits(Side::Soviet, Fighters, raid),
            ]),
            _ => game.frames.push_all(&[Frame::AirVolley(Bombs, raid), Frame::PointLost(raid)]),
        }
        Progress::Moves
    }
}

impl Procedure<BlocksInTheEast> for AirVolley {
    const QUESTION: &'static str = "how many dice hit over Germany?";
    const QUIET: bool = false;

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        match game.air_dice_at_hand() {
            None | Some((.., 0)) => game.pop(),
            Some(_) => Progress::Waits,
        }
    }

    fn draw(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let most = game.air_dice_at_hand().map_or(0, |(.., most)| most);
        out.extend((0..=most).map(Action::Hits));
    }

    /// Hits wait for the side that suffers them; points that are lost for Germany.
    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Hits(hits) = action else { return game.end(action) };
        let side = if matches!(self.fire, AirFire::Gunners | AirFire::Bombs) { Side::Axis } else { Side::Soviet };
        game.fight.pending[side.index()] = hits;
        game.pop();
    }
}

impl Procedure<BlocksInTheEast> for AirHits {
    const QUESTION: &'static str = "which aircraft take the hit?";
    const QUIET: bool = false;

    fn decider(self, _: &BlocksInTheEast) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if game.fight.pending[self.side.index()] == 0 {
            return game.pop();
        }
        let units = game.who_is_hit_in_air(self.fire, self.raid.into());
        match units.as_slice() {
            [] => game.fight.pending[self.side.index()] = 0,
            [unit] => self.hit(game, *unit),
            _ => return Progress::Waits,
        }
        Progress::Moves
    }

    fn list(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        out.extend(game.who_is_hit_in_air(self.fire, self.raid.into()).into_iter().map(Action::TakeHit));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::TakeHit(unit) = action else { return game.end(action) };
        self.hit(game, unit);
    }
}

impl AirHits {
    fn hit(self, game: &mut BlocksInTheEast, unit: UnitId) {
        game.fight.pending[self.side.index()] -= 1;
        game.take_hit(unit);
    }
}

impl Procedure<BlocksInTheEast> for PointLost {
    const QUESTION: &'static str = "which point is lost?";
    const QUIET: bool = false;

    /// [35.1.g][35.2] One of those that are there, each as likely as any other. Where all are of a colour it is clear which.
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        let points = game.points_at_stake(self.from);
        let mut there = Colour::ALL.into_iter().filter(|colour| points[colour.index()] > 0);
        let waiting = game.fight.pending[Side::Axis.index()];
        match (waiting, there.next(), there.next()) {
            (0, ..) | (_, None, _) => {
                game.fight.pending[Side::Axis.index()] = 0;
                game.pop()
            }
            (_, Some(colour), None) => {
                game.lose_point(self.from, colour);
                Progress::Moves
            }
            _ => Progress::Waits,
        }
    }

    fn draw(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let points = game.points_at_stake(self.from);
        out.extend(Colour::ALL.into_iter().filter(|colour| points[colour.index()] > 0).map(Action::GiveUp));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::GiveUp(colour) = action else { return game.end(action) };
        game.lose_point(self.from, colour);
    }
}
