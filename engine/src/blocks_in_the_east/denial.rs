//! Why an action is not allowed: typed reasons with the rule that forbids it.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::frame::{Frame, Why};
use super::fuel::{Need, Ration};
use super::ids::{Place, UnitId};
use super::terms::{Nation, Onset, UnitClass, UnitKind, Weather};
use crate::game::{Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::denials::denials;

denials! { pub enum BlocksDenial:
    /// The game has ended.
    GameOver, "7.11", "the game is over";
    /// Dice decide now.
    DiceDecide, "3.14", "a die is to be rolled; no player decides now";
    /// A player decides now.
    PlayerDecides, "3.14", "a player decides now; no die is rolled";
    /// The action belongs to another phase.
    WrongPhase, "7.0", "this choice does not belong to the phase at hand";
    /// The unit does not exist.
    NoSuchUnit, "1.2", "no such unit in this game";
    /// The hex does not exist.
    NoSuchHex, "3.7", "no such hex or box on this map";
    /// The unit belongs to the other side.
    NotYourUnit, "3.1", "the unit belongs to the side that is not deciding";
    /// The unit is not on the map.
    NotOnMap, "7.3", "the unit is not on the map";
    /// Frozen.
    Frozen, "3.21", "the unit is frozen in the first turn";
    /// Soviet fighters in June 1941.
    Surprised, "SBE5.c", "Soviet fighters do not leave the ground in the surprise of June 1941";
    /// Static.
    Static, "6.1.1.d", "a static unit moves by rail alone, and does not retreat";
    /// Out of supply.
    OutOfSupply, "4.4", "a unit out of supply receives no steps, does not attack, and is neither disbanded nor moved by rail";
    /// An unsupplied aircraft.
    UnsuppliedAircraft, "4.4.a", "an air unit out of supply only transfers to another base";
    /// Its movement is over.
    HasMoved, "7.5", "the unit has moved, or nothing is open to it";
    /// Aircraft do not march.
    NotOnTheGround, "7.5.2", "aircraft move after all ground units, by air";
    /// Ground units do not fly.
    NotInTheAir, "7.5.2", "only aircraft fly";
    /// Armour alone exploits.
    NotArmour, "7.10", "only German armour, Soviet tanks, and Soviet mechanized troops of TECH 2 exploit, if they are in supply";
    /// Not among those who Blitz.
    NoBlitz, "7.8.a", "only armour that fought in this turn makes a Blitz move, and the units that may follow it";
    /// Nobody enters.
    ClosedHex, "7.5.4", "no unit enters water, the incomplete edge, neutral ground, or what lies outside of the scenario's part of the map";
    /// The nation does not operate there.
    NationalArea, "5.3.a", "units of this nation do not operate there";
    /// Beyond the Finnish operative area.
    FinnishArea, "5.5.f", "Finns, and Germans supplied through Finland, do not move beyond the Finnish operative area";
    /// Armour in mountains.
    ArmourInMountains, "14.0.a", "armour does not enter mountains";
    /// Mountains in rain and snow.
    MountainsInBadWeather, "14.0.b", "in rain and snow only mountain infantry enters mountains";
    /// One German in Finland.
    GermansInFinland, "5.5.g", "no further German unit enters Finland while the Red Army has not";
    /// Romanians and Hungarians.
    Rivals, "5.3.c", "Romanians and Hungarians are never in the same hex";
    /// Support units do not attack alone.
    SupportAlone, "3.8", "a support unit attacks where a combat unit of its side is";
    /// Exploitation is no attack.
    NoCombat, "7.10.b", "units that exploit enter no hex with enemies";
    /// Beyond the Finnish zone of attack.
    FinnishAttack, "5.5.e", "Finns, and Germans supplied through Finland, attack in the Finnish attack zone alone";
    /// A red arrow.
    ClosedArrow, "7.5.5", "the red arrow is closed to the unit";
    /// Too far.
    TooFar, "7.5.3.c", "not within reach of the movement points";
    /// The stack is full.
    NoRoom, "3.10", "the hex holds as many units as it may";
    /// The stack is too full to stop.
    MayNotStop, "7.5.3.d", "a hex with too many units has to be left by one that can move";
    /// No such battle.
    NoBattle, "3.22", "no battle waits in this hex";
    /// No mission there.
    NoMission, "7.5.2.a", "the air unit does not fly there: no enemies, out of range, too many aircraft, or nobody of its nation";
    /// Nobody flies missions in rain.
    NoFlight, "9.2.a", "in rain aircraft transfer to other bases and do nothing else";
    /// No base there.
    NoBase, "3.4", "the hex is no free base in range";
    /// No rail move.
    NoRailMove, "7.4.b", "the unit does not move by rail: a railway without enemies beside it, a point and a move of the allowance are needed";
    /// No way by rail.
    NoWayByRail, "7.4.b", "no railway of its side leads there past hexes beside enemies, or the allowance is used up";
    /// Nothing to repair.
    NothingToRepair, "7.3.a", "the unit has no step that can be rebuilt";
    /// Too dear.
    TooDear, "7.3", "the nation has not enough points";
    /// No rebuilding.
    NotRebuilt, "7.3.a", "the unit is not eliminated, or it is never rebuilt";
    /// The Guards.
    GuardsNotRebuilt, "10.0.d", "eliminated units of the Guards are never rebuilt";
    /// It leaves the game.
    IsToLeave, "LONG.b", "the unit is to leave the game, and is not rebuilt";
    /// It replaces another unit.
    ComesAsUpgrade, "SBE9.g", "the unit comes when another one becomes it, which is in supply for that";
    /// No project.
    NoProject, "SBE6.e", "the Soviets build a project from July 1942 on, once, on ground that they hold, for all its points at once";
    /// Not due.
    NotDue, "7.3.c", "the unit is no reinforcement that waits to come in";
    /// Nowhere to place.
    NoPlacement, "7.3.1", "new units are placed in cities of their country that are supply sources and have a place left, of the kind that the unit needs";
    /// No aid.
    NoAid, "5.2.a", "Germany gives an ally three points in a turn at most, of its own";
    /// No such point.
    NothingToGiveUp, "11.2.d", "the nation has no points of this colour that it cannot save";
    /// Not above the limit.
    NotInExcess, "7.5.3.d", "the unit is not above the stacking limit, or new ones go first";
    /// Another unit takes the hit.
    NotHit, "7.7.9", "the strongest unit takes the hits until it loses a step; among equals the owner chooses";
    /// It does not leave the battle.
    StaysInBattle, "7.7.13", "the unit is not in the battle, does not fly after air combat, or has no way out";
    /// No retreat there.
    NoRetreat, "7.7.15", "the retreat does not lead there";
    /// No fuel.
    NoFuel, "13.5", "armour without fuel of its headquarters does not attack, nor do aircraft without it fly missions";
    /// No exploitation without fuel.
    NoFuelToExploit, "13.7", "armour exploits with fuel of an Armoured Headquarters that is activated for it";
    /// An activated headquarters.
    IsActive, "13.0", "a headquarters moves first and is activated afterwards, once";
    /// A seat.
    Seated, "13.8.1.h", "the Supreme Headquarters never leaves its seat";
    /// Not a headquarters that can be activated.
    NotActivated, "13.3", "no headquarters that is activated now: on the map outside of battles, with a unit of its command that draws on it within its radius";
    /// A Supreme Headquarters.
    NotSupreme, "13.8", "Supreme Headquarters are activated when the Movement Phase begins, the German one without a choice";
    /// No barrel.
    NoBarrel, "13.4", "the headquarters gives the unit no fuel: it is not activated, has none left, or does not command the unit within its radius";
    /// No special action.
    NoSpecialAction, "13.8.1", "the Supreme Headquarters is not activated, has no action left, has carried this one out, or finds nobody for it";
    /// No artillery.
    NoGun, "6.4", "only Armoured Headquarters, and Mannerheim, fire as artillery, beside a combat unit, once in a round";
    /// No plan.
    NoEffort, "15.1", "no such plan: a yellow point a turn goes to each factory that is being built, red and blue ones, and black ones of Germany";
    /// No research.
    NoResearch, "17.0", "no such research: a yellow point a turn goes to each field below its highest level";
    /// No site.
    NoFactorySite, "15.1.a", "the new factory comes to a city that the die has named, or if all sites are full to a city at home";
    /// No ships.
    NoShips, "18.0.a", "no headquarters that orders naval movement now: a Supreme one but those of Finns and Hungarians, once, or a naval one";
    /// No voyage.
    NoVoyage, "18.0", "no voyage: units that have not moved sail between ports of their side on the same sea, which is not frozen, with room there";
    /// No wrecked centre.
    NothingToMend, "16.0.a", "no wrecked centre of this kind that the Axis controls, or it has had the point of this turn";
    /// No factory to move.
    NoEvacuation, "16.2", "the Soviets move a factory that works in 1941, from a safe railway, for three rail moves and their points";
    /// Persia before August 1941.
    NeutralPersia, "37.0", "nobody enters Persia before August 1941";
    /// The capital of Persia is not left.
    KeepsPersia, "37.0.a", "a Soviet unit stays in Teheran after the fall of Persia";
    /// No revolt.
    NoRevolt, "30.0", "Chechens rise in Grozny, from January 1942 on, while no Soviet unit on the ground is there";
    /// No Cavalry Charge.
    NoCavalryCharge, "20.0", "cavalry charges in good weather on a plain, at units on the ground without cavalry or tanks";
    /// Gruppo Barbò.
    NoGruppoBarbo, "20.0.a", "Gruppo Barbò charges with its dice once in the game, in a Cavalry Charge";
    /// No Panzer Attack.
    NoPanzerAttack, "21.0", "a Panzer Attack needs tanks, good weather and a plain, and a defender on the ground without tanks; mechanized troops of TECH 1 count for neither";
    /// Not put in Reserve.
    NoReserve, "31.0", "units of TECH 2 that can still move are put in Reserve by an activated headquarters: infantry in the Movement Phase, armour in the exploitation by Armoured Headquarters of its command near it; an armoured unit in the Movement Phase by a Supreme one";
    /// In Reserve.
    InReserve, "31.0", "a unit in Reserve does not move now";
    /// Not in Reserve.
    NotInReserve, "31.0.b", "armour that was put in Reserve in its exploitation moves now, into a battle within its reach";
    /// No airborne assault.
    NoDrop, "23.0.a", "Stavka or the German Supreme Headquarters launches one airborne assault in good weather: a unit of TECH 2 at full strength that began the turn in supply in an air base, onto a plain within 5 hexes that its side does not control; airlanding troops with a bomber of the base within 10";
    /// No amphibious assault.
    NoLanding, "24.0.a", "marines of TECH 2 land in good weather: at full strength and in supply, with an activated naval headquarters of the same condition in their port that has an action left, within 5 hexes of it on a coast of the same sea that their side does not control; no mountain, no Major City, and not where sandbanks are";
    /// Marines are not taken off.
    NoReembarkation, "24.0.c", "marines that have landed in this turn are taken off from their battle at the end of a round, to a port of their side on the same sea: for an action point of the activated naval headquarters and a step, which both must have";
    /// No strategic bombing.
    NoBombing, "32.0", "no such infrastructure of the enemy in range, or the unit does not bomb it: long-range bombers do, and German and Soviet ones of TECH 2";
    /// No such target of a raid.
    NoRaid, "35.1", "no such target: Allied bombers attack factories of Germany that work, two of them each at most, and two fighters rise to a raid";
    /// Not among those who rise.
    NoInterceptor, "35.1", "interceptors rise, and German fighters with strength based in Germany, each once";
    /// No reconnaissance.
    NoReconnaissance, "19.1", "activated Air Headquarters reconnoitre, and the Supreme ones of the minor allies, while they have attempts left";
    /// Nothing to reconnoitre.
    NothingToScout, "19.1", "the hex holds no enemies, is out of the range of the fighters, or has been reconnoitred";
    /// No uprising.
    NoUprising, "29.1.a", "partisans rise on Soviet ground that the Axis holds, without its units and out of their zones of control, a battalion in a hex and turn, three at most";
    /// The Turkish frontier is watched.
    KeepsFrontier, "27.0.a", "the Soviets keep the Turkish frontier covered: who alone covers a hex of it stays until another unit does";
    /// Not in the zone of the set-up.
    NotInZone, "BPS.c", "the unit is set up in its district, army group or country; from 1942 on in the hexes that its side owns, if its nation operates there";
    /// No other hex.
    StandsThere, "2.3", "the unit stands in this hex";
    /// A black dot.
    ExactPlace, "BPS.j", "a unit with a black dot is set up in the hex of its sheet";
    /// The border is open.
    Uncovered, "BPS.d", "every hex on both sides of the Soviet border holds a Soviet unit or lies in its zone of control";
    /// The front is open.
    EmptyFront, "SBE6.b", "every hex of the front is occupied by a ground combat unit";
    /// The set-up is over.
    NoMoreChanges, "2.3", "the side has picked as many units as it may in its set-up";
    /// A part of the map first.
    ChooseSector, "2.3", "the part of the map is chosen before the hex of the set-up";
    /// No strength is given.
    NoShift, "LONG.a", "strength is distributed from 1942 on among units of the same class: both keep a point, and none gets more than its full strength";
}

impl BlocksInTheEast {
    /// Names the rule against an action that is not in the legal list.
    pub(super) fn explain(&self, action: Action) -> BlocksDenial {
        use BlocksDenial as D;
        let Some(&frame) = self.frames.as_slice().last() else { return D::GameOver };
        if action.unit().is_some_and(|unit| !self.exists(unit)) {
            return D::NoSuchUnit;
        }
        if action.hex().is_some_and(|hex| hex.index() >= self.data.map.len()) {
            return D::NoSuchHex;
        }
        let side = match self.turn() {
            Turn::Over => return D::GameOver,
            Turn::Chance => return D::DiceDecide,
            Turn::Player(side) => side,
        };
        // [19.2] Who guides its fire names units of the enemy.
        let is_guided = matches!(frame, Frame::Suffering(whose, firing) if self.is_guided(whose, firing));
        if action.unit().is_some_and(|unit| unit.side() != side) && !(is_guided && matches!(action, Action::TakeHit(_))) {
            return D::NotYourUnit;
        }
        match (frame, action) {
            (_, Action::Roll(_) | Action::Hits(_)) => D::PlayerDecides,
            (Frame::Production(_), Action::Repair(unit)) => self.explain_repair(unit),
            (Frame::Production(_), Action::Rebuild(unit)) => self.explain_rebuilding(unit),
            (Frame::Production(_), Action::Bring(unit)) => {
                if self.data.unit(unit).nation == Nation::Chechen && self.revolt().is_none() {
                    D::NoRevolt
                } else if self.is_due(unit) {
                    D::NoPlacement
                } else if self.board.place(unit) == Place::RESERVE && self.is_upgrade(unit) {
                    D::ComesAsUpgrade
                } else {
                    D::NotDue
                }
            }
            (Frame::Production(_), Action::Aid(_) | Action::Send(..)) => D::NoAid,
            (Frame::Production(_), Action::Build(_)) => D::NoProject,
            (Frame::Production(_), Action::Mend(..)) => D::NothingToMend,
            (Frame::RailMoves(_), Action::Evacuate(..)) => D::NoEvacuation,
            (Frame::Production(_), Action::Invest(effort)) if effort.field().is_some() => D::NoResearch,
            (Frame::Production(_), Action::Invest(_)) => D::NoEffort,
            (Frame::FactoryChoice(..) | Frame::FactoryTown(_), Action::Place(_) | Action::Done) => D::NoFactorySite,
            (Frame::Savings(_), Action::GiveUp(_)) => D::NothingToGiveUp,
            (Frame::Placement(_), Action::Place(_)) => D::NoPlacement,
            (Frame::Disbanding(..), Action::Disband(unit)) if self.keeps_persia(unit) => D::KeepsPersia,
            (Frame::Disbanding(..), Action::Disband(unit)) if self.keeps_frontier(unit) => D::KeepsFrontier,
            (Frame::Disbanding(..), Action::Disband(unit)) => self.explain_presence(unit).unwrap_or(D::OutOfSupply),
            (Frame::RailMoves(_), Action::Select(unit)) => self.explain_train(unit),
            (Frame::RailMove(unit), Action::MoveTo(hex)) => {
                if let Some(bar) = self.against_mountains(unit).filter(|_| self.data.ground.mountains.contains(hex)) {
                    bar
                } else if self.has_room(unit, hex, Some(Why::Movement)) {
                    D::NoWayByRail
                } else {
                    D::NoRoom
                }
            }
            (Frame::Ground(..) | Frame::March(..), Action::Done) => D::MayNotStop,
            (Frame::Ground(_, why), Action::Select(unit)) => self.explain_mover(unit, why),
            (Frame::March(unit, _, _, why), Action::MoveTo(hex)) => self.explain_march(unit, hex, why),
            (Frame::Flights(_, reacts), Action::Select(unit)) => self.explain_flyer(unit, reacts),
            (Frame::Flight(unit, _), Action::Fly(_) | Action::Bomb(..)) if self.board.is(unit, Mark::OutOfSupply) => D::UnsuppliedAircraft,
            (Frame::Flight(..), Action::Fly(_) | Action::Bomb(..)) if self.weather == Weather::Rain => D::NoFlight,
            (Frame::Flight(_, false), Action::Bomb(..)) if !self.data.script.options.strategic_bombing => D::WrongPhase,
            (Frame::Flight(unit, _), Action::Fly(_) | Action::Bomb(..)) if self.needs_fuel(unit) && self.ration(unit) == Ration::None => {
                D::NoFuel
            }
            (Frame::Flight(_, false), Action::Bomb(..)) => D::NoBombing,
            (Frame::Flight(..), Action::Fly(_)) => D::NoMission,
            (Frame::Flight(_, false) | Frame::AirReturn(_) | Frame::Retreat(_) | Frame::Evacuation(_), Action::Rebase(_)) => D::NoBase,
            (Frame::Excess(_), Action::Delay(_) | Action::Remove(_)) => D::NotInExcess,
            (Frame::Combat(_), Action::Fight(_)) => D::NoBattle,
            (Frame::Leaving(..) | Frame::Retreat(_), Action::MoveTo(_)) => D::NoRetreat,
            (Frame::Suffering(..), Action::TakeHit(_)) => D::NotHit,
            (Frame::Retreats(..), Action::Withdraw(unit)) if self.is_seated(unit) => D::Seated,
            (Frame::Retreats(..), Action::Withdraw(unit)) if self.data.unit(unit).kind == UnitKind::Static => D::Static,
            (Frame::Retreats(..), Action::Withdraw(_)) => D::StaysInBattle,
            (Frame::Blitz(_), Action::Select(_)) | (Frame::BlitzJoin(..), Action::Join(_)) => D::NoBlitz,
            (Frame::BlitzMove(unit), Action::MoveTo(hex)) => self.explain_march(unit, hex, Why::Movement),
            (Frame::Supreme(_), Action::Activate(unit)) => self.explain_activation(unit, Some(UnitKind::SupremeHq)),
            (Frame::RailMoves(_), Action::Activate(unit)) => self.explain_activation(unit, None),
            (Frame::Ground(..), Action::Activate(unit)) => self.explain_activation(unit, Some(UnitKind::ArmouredHq)),
            (Frame::Flights(..), Action::Activate(unit)) => self.explain_activation(unit, Some(UnitKind::AirHq)),
            (Frame::March(..) | Frame::Flight(..) | Frame::RailMove(_), Action::Fuel(_)) => D::NoBarrel,
            (Frame::March(..) | Frame::Flight(..), Action::Supply(_)) | (Frame::Ground(..), Action::Train(_)) => D::NoSpecialAction,
            (Frame::Ground(..), Action::Ship(_)) => D::NoShips,
            (Frame::Embark(_), Action::Select(_)) | (Frame::Voyage(_), Action::MoveTo(_)) => D::NoVoyage,
            (Frame::FreeRail(_), Action::Select(unit)) => self.explain_train(unit),
            (Frame::Guns(_), Action::Fire(_)) => D::NoGun,
            (Frame::Scouting(..), Action::Scout(_)) => D::NothingToScout,
            (Frame::Raid(_) | Frame::Intercept(_), Action::Fly(_) | Action::Raid(_)) => D::NoRaid,
            (Frame::Scramble, Action::Select(_)) => D::NoInterceptor,
            (Frame::AirHits(..), Action::TakeHit(_)) => D::NotHit,
            (Frame::Drop(_), Action::Fly(_)) => D::NoDrop,
            (Frame::SetUp(..), Action::Select(unit)) => self.explain_pick(unit),
            (Frame::SetUpUnit(unit) | Frame::SetUpSector(unit, _), _) => self.explain_set_up(unit, action),
            (Frame::Uprising(_) | Frame::UprisingSector(_), Action::Rise(_) | Action::Sector(_)) => D::NoUprising,
            (Frame::Ground(..), Action::Assault(_)) | (Frame::Landing(_), Action::MoveTo(_)) => D::NoLanding,
            (Frame::Retreats(..) | Frame::Leaving(..), Action::Reembark(_)) | (Frame::Reembarkation(_), Action::MoveTo(_)) => {
                D::NoReembarkation
            }
            (Frame::Ground(..), Action::Reserve(_)) => D::NoReserve,
            (Frame::Keeping(..), Action::Fuel(_)) => D::NoBarrel,
            (Frame::Declaration(_), Action::Declare(Onset::CavalryCharge)) => D::NoCavalryCharge,
            (Frame::Declaration(_), Action::Declare(Onset::GruppoBarbo)) => D::NoGruppoBarbo,
            (Frame::Declaration(_), Action::Declare(Onset::PanzerAttack)) => D::NoPanzerAttack,
            _ => D::WrongPhase,
        }
    }

    /// Why a headquarters is not activated in a phase for one kind of them, or for all but the Supreme ones.
    fn explain_activation(&self, unit: UnitId, kind: Option<UnitKind>) -> BlocksDenial {
        use BlocksDenial as D;
        let known = self.data.unit(unit);
        if let Some(absent) = self.explain_presence(unit) {
            absent
        } else if self.is_active(unit) {
            D::IsActive
        } else if self.data.is_frozen(unit, self.turn) {
            D::Frozen
        } else if known.kind == UnitKind::SupremeHq || kind == Some(UnitKind::SupremeHq) {
            D::NotSupreme
        } else {
            D::NotActivated
        }
    }

    fn exists(&self, unit: UnitId) -> bool {
        usize::from(unit.0) < super::ids::UNIT_CAPACITY && self.data.units(unit.side()).any(|(known, _)| known == unit)
    }

    fn explain_presence(&self, unit: UnitId) -> Option<BlocksDenial> {
        self.board.hex(unit).is_none().then_some(BlocksDenial::NotOnMap)
    }

    fn explain_repair(&self, unit: UnitId) -> BlocksDenial {
        use BlocksDenial as D;
        if let Some(absent) = self.explain_presence(unit) {
            absent
        } else if self.board.is(unit, Mark::OutOfSupply) && !self.is_in_pocket(unit) {
            D::OutOfSupply
        } else if self.repair_price(unit).is_none() {
            D::NothingToRepair
        } else {
            D::TooDear
        }
    }

    fn explain_rebuilding(&self, unit: UnitId) -> BlocksDenial {
        use BlocksDenial as D;
        match self.rebuilding_price(unit) {
            None if self.is_guards(unit) => D::GuardsNotRebuilt,
            None if self.is_to_leave(unit) => D::IsToLeave,
            None => D::NotRebuilt,
            _ if self.data.unit(unit).nation == Nation::Chechen && self.revolt().is_none() => D::NoRevolt,
            points if !self.affords(unit, points) => D::TooDear,
            Some(_) => D::NoPlacement,
        }
    }

    fn explain_train(&self, unit: UnitId) -> BlocksDenial {
        use BlocksDenial as D;
        if let Some(absent) = self.explain_presence(unit) {
            absent
        } else if self.data.is_frozen(unit, self.turn) {
            D::Frozen
        } else if self.is_active(unit) {
            D::IsActive
        } else if self.is_seated(unit) {
            D::Seated
        } else if self.keeps_persia(unit) {
            D::KeepsPersia
        } else if self.keeps_frontier(unit) {
            D::KeepsFrontier
        } else if self.board.is(unit, Mark::OutOfSupply) {
            D::OutOfSupply
        } else {
            D::NoRailMove
        }
    }

    fn explain_mover(&self, unit: UnitId, why: Why) -> BlocksDenial {
        use BlocksDenial as D;
        if self.board.place(unit) == Place::REMOVED || self.board.hex(unit).is_none() {
            D::NotOnMap
        } else if !self.data.unit(unit).is_ground() {
            D::NotOnTheGround
        } else if self.data.is_frozen(unit, self.turn) {
            D::Frozen
        } else if self.is_active(unit) {
            D::IsActive
        } else if self.is_seated(unit) {
            D::Seated
        } else if self.keeps_persia(unit) {
            D::KeepsPersia
        } else if self.keeps_frontier(unit) {
            D::KeepsFrontier
        } else if self.full_points(unit) == 0 {
            D::Static
        } else if why == Why::Reaction {
            D::NotInReserve
        } else if match why {
            Why::Movement => self.is_in_reserve(unit),
            _ => self.is_kept_for_defence(unit),
        } {
            D::InReserve
        } else if why == Why::Exploitation && !self.exploits(unit) {
            D::NotArmour
        } else if why == Why::Exploitation && self.may_move(unit, why) && self.points_for(unit, why) == 0 {
            D::NoFuelToExploit
        } else {
            D::HasMoved
        }
    }

    fn explain_flyer(&self, unit: UnitId, reacts: bool) -> BlocksDenial {
        use BlocksDenial as D;
        if let Some(absent) = self.explain_presence(unit) {
            absent
        } else if self.plays_reconnaissance() && !reacts && self.data.unit(unit).class == UnitClass::Headquarters {
            D::NoReconnaissance
        } else if self.data.script.options.airborne_assault && !reacts && self.data.unit(unit).is_airborne() {
            D::NoDrop
        } else if self.data.unit(unit).class != UnitClass::Air {
            D::NotInTheAir
        } else if self.data.is_frozen(unit, self.turn) {
            D::Frozen
        } else if self.stays_on_the_ground(unit) {
            D::Surprised
        } else if reacts && self.weather == Weather::Rain {
            D::NoFlight
        } else if reacts && self.board.is(unit, Mark::OutOfSupply) {
            D::UnsuppliedAircraft
        } else if self.needs_fuel(unit) && self.may_fly(unit) && !self.awaits_ration(unit, Need::Flight(reacts)) {
            D::NoFuel
        } else {
            D::HasMoved
        }
    }

    /// Why a unit on the march does not go to a hex.
    fn explain_march(&self, unit: UnitId, hex: Hex, why: Why) -> BlocksDenial {
        use BlocksDenial as D;
        let nation = self.data.unit(unit).nation;
        let traffic = self.traffic(unit.side());
        let ground = &self.data.ground;
        let near = self.board.hex(unit).and_then(|from| {
            self.data.ground.steps_from(from, Weather::Clear).find(|&(_, near, ..)| near == hex).map(|(.., arrow)| (from, arrow))
        });
        if self.data.closed_to(nation).contains(hex) {
            let side = if unit.side() == Side::Axis { Nation::German } else { Nation::Soviet };
            return match nation {
                _ if self.data.closed_to(side).contains(hex) => D::ClosedHex,
                Nation::Finnish => D::FinnishArea,
                _ => D::NationalArea,
            };
        }
        if let Some(bar) = self.against_mountains(unit).filter(|_| ground.mountains.contains(hex)) {
            return bar;
        }
        if self.is_persia_neutral() && self.data.persia.contains(hex) {
            return D::NeutralPersia;
        }
        if self.closed_ground(&traffic, unit).contains(hex) {
            let rivals = matches!(nation, Nation::Romanian | Nation::Hungarian);
            return match nation {
                _ if rivals => D::Rivals,
                Nation::German if ground.finland.contains(hex) => D::GermansInFinland,
                Nation::German => D::FinnishArea,
                _ => D::ClosedHex,
            };
        }
        if self.closed_now(&traffic, unit, why).contains(hex) {
            return match why {
                Why::Exploitation => D::NoCombat,
                Why::Reaction => D::NotInReserve,
                Why::Movement if !self.lacks_supply(unit) && !self.is_fuelled_to_attack(unit) => D::NoFuel,
                Why::Movement if !self.is_supplied_to_attack(unit) => D::OutOfSupply,
                Why::Movement if !self.data.unit(unit).is_combat() => D::SupportAlone,
                Why::Movement => D::FinnishAttack,
            };
        }
        if why == Why::Reaction && !self.battles().contains(hex) {
            return D::NotInReserve;
        }
        if near.is_some_and(|(from, arrow)| arrow && self.arrow_is_barred(unit, from, hex)) {
            return D::ClosedArrow;
        }
        if self.has_room(unit, hex, Some(why)) { D::TooFar } else { D::NoRoom }
    }
}
