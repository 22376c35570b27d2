//! What a side may see: observations, and the worlds it cannot tell apart.
//!
//! The cells are the 46 x 58 hexes of the map by their numbers, and one row more below them, whose first six cells are the boxes: nobody
//! walks from the last row of the map into them, and a plane says which cells are boxes.

use super::BlocksInTheEast;
use super::action::Action;
use super::board::Mark;
use super::data::{Data, Unit};
use super::frame::{Frame, Phase};
use super::fuel::Ration;
use super::ground::Ground;
use super::ids::{HexSet, Place, UNIT_CAPACITY, UnitId};
use super::prepared::Prepared;
use super::terms::{Colour, Country, Nation, PortClass, Project, Region, TechField, Terrain, TownClass, UnitClass, UnitKind, Weather};
use crate::dice::Dice;
use crate::game::{Determinize, Game as _, Side, Turn};
use crate::hex::Hex;
use crate::kit::actions::usual_token;
use crate::kit::channels::{self, Planes, Shown, Sums, Values, channels};
use crate::observation::{ActionIds, ActionToken, Cells, Observation, ObservationSpec, Observe, Role};

/// Longest legal list, with room to spare.
const MAX_ACTIONS: usize = 500;

channels! {
    /// Planes that do not change during a game.
    const STATIC_PLANES, fn add_ground(data: &Data, ground: &Ground, hex: Hex) to Cell {
        let map = &data.map;
        let terrain = map.terrain[hex.index()];
        let sides = &map.sides[hex.index()];
        let place = map.place_at(hex);
        let is_town = |wanted: &[TownClass]| place.and_then(|place| place.class).is_some_and(|class| wanted.contains(&class));
        let area = data.script.region.is_none_or(|region| map.region(region).contains(hex));
        let country = map.country[hex.index()];
        let rails = map.rails.iter().flat_map(|rail| rail.path.windows(2)).filter(|pair| pair.contains(&hex)).count();
        let points = victory_points(data, hex);
    }
    "open": "1 on hexes in play", roles [Role::InPlay] => ground.open.contains(hex) && area;
    "box": "1 on the boxes beside the map" => map.is_box(hex);
    "water": "1 on sea and lakes" => matches!(terrain, Terrain::Sea | Terrain::Lake);
    "forest": "1 on forest" => terrain == Terrain::Forest;
    "hill": "1 on hills" => terrain == Terrain::Hill;
    "mountain": "1 on mountains" => terrain == Terrain::Mountain;
    "swamp": "1 on swamp" => terrain == Terrain::Swamp;
    "river": "hexsides with a river" / 6.0 => sides.iter().filter(|side| side.river).count();
    "strait": "hexsides across a strait" / 6.0 => sides.iter().filter(|side| side.strait).count();
    "arrow": "red arrows that lead from the hex" / 6.0 => ground.steps_from(hex, Weather::Clear).filter(|step| step.3).count();
    "rail": "links of railways, projects among them" / 6.0 => rails;
    "minor-city": "1 on Minor Cities" => is_town(&[TownClass::Minor]);
    "major-city": "1 on Major Cities and capitals" => is_town(&[TownClass::Major, TownClass::Capital]);
    "capital": "1 on capitals" => is_town(&[TownClass::Capital]);
    "port": "1 on ports" => place.is_some_and(|place| place.port.is_some());
    "points": "Victory Points of the hex" / 3.0 => points;
    "axis-home": "1 in Germany and the countries of its allies"
        => matches!(country, Some(Country::Germany | Country::Finland | Country::Hungary | Country::Romania | Country::Slovakia));
    "soviet-home": "1 in the Soviet Union of June 1941" => country == Some(Country::SovietUnion);
    "finnish-attack": "1 in the Finnish attack zone" => map.region(Region::FinnishAttack).contains(hex);
    "finnish-area": "1 in the Finnish operative area" => map.region(Region::FinnishOperations).contains(hex);
    "north": "1 north of the green line" => map.region(Region::NorthOfGreen).contains(hex);
    "centre": "yellow points of the urban centre or mine" / 3.0 => place.map_or(0, |place| place.yellow);
    "well": "black points of the oil well" / 12.0 => place.map_or(0, |place| place.oil);
    "major-port": "1 on Major Ports" => place.and_then(|place| place.port).is_some_and(|(class, _)| class == PortClass::Major);
}

channels! {
    /// What a unit that the viewer knows adds to the planes of its side.
    const UNIT_PLANES, fn add_unit(game: &BlocksInTheEast, unit: UnitId, known: &Unit) to Cell {
        let strength = game.strength(unit);
        let of = |is: bool| is.then_some(strength);
        let infantry = known.is_combat() && known.class == UnitClass::Infantry;
        let fighter = known.kind == UnitKind::Fighter;
        let minor = !matches!(known.nation, Nation::German | Nation::Soviet);
    }
    "strength": "strength points of known units" / 12.0, roles [Role::OwnSteps, Role::OtherSteps] => strength;
    "infantry": "strength points of infantry" / 12.0 => of(infantry);
    "armour": "strength points of armour" / 12.0 => of(known.class == UnitClass::Armour);
    "support": "strength points of artillery" / 12.0 => of(known.is_support());
    "fighter": "strength points of fighters" / 12.0 => of(fighter);
    "bomber": "strength points of bombers" / 12.0 => of(known.class == UnitClass::Air && !fighter);
    "shield": "strength points of units that take two hits a step" / 12.0 => of(known.shield);
    "ally": "strength points of minor allies" / 12.0 => of(minor);
    "reduced": "steps lost by known units" / 8.0 => game.step(unit);
    "kept": "known units in Reserve" / 4.0 => usize::from(game.is_in_reserve(unit));
    "arrived": "known units that were dropped or have landed since their turn began" / 4.0
        => usize::from(game.has_jumped(unit) || game.has_landed(unit));
}

channels! {
    /// Planes of a side that do not come from its known units one by one.
    const SIDE_PLANES, fn put_side(game: &BlocksInTheEast, side: Side, zone: &HexSet) to Planes {
        let marked = |mark: Mark| Sums(game.blocks_that(side, move |game, unit| game.board.is(unit, mark)));
    }
    "blocks": "blocks, known or not" / 4.0 => Sums(game.blocks_that(side, |_, _| true));
    "unknown": "blocks that the other side does not know" / 4.0 => Sums(game.blocks_that(side, BlocksInTheEast::is_hidden));
    "light-green": "light green blocks" / 4.0 => Sums(game.blocks_that(side, BlocksInTheEast::is_light_green));
    "ground": "1 where units of the side are on the ground" => game.ground_of(side);
    "unsupplied": "blocks out of supply" / 4.0 => marked(Mark::OutOfSupply);
    "flying": "blocks in flight" / 2.0 => marked(Mark::Flying);
    "moved": "blocks whose movement is over" / 4.0 => marked(Mark::Moved);
    "railed": "blocks whose rail move is over" / 4.0 => marked(Mark::Railed);
    "new": "blocks placed in this turn" / 4.0 => marked(Mark::New);
    "fought": "blocks that fought in this turn" / 4.0 => marked(Mark::Fought);
    "blitzed": "blocks whose Blitz is over" / 4.0 => marked(Mark::Blitzed);
    "zoc": "1 in a ZOC of the side" => *zone;
    "control": "1 on hexes that the side owns", roles [Role::OwnControl, Role::OtherControl] => game.board.owned(game.data, side);
    "besieged": "blocks that were besieged when their turn began" / 4.0 => marked(Mark::Besieged);
    "relieved": "blocks out of supply that a Supreme Headquarters let move as if supplied" / 4.0 => marked(Mark::Relieved);
    "active": "activated headquarters" / 4.0 => Sums(game.blocks_that(side, BlocksInTheEast::is_active));
    "barrels": "barrels or actions left to activated headquarters" / 8.0 => Sums(game.barrels_on_map(side));
    "attempts": "attempts of reconnaissance left to activated headquarters" / 8.0 => Sums(game.attempts_on_map(side));
}

channels! {
    /// Planes of the procedures in progress.
    const PROCEDURE_PLANES, fn put_procedure(game: &BlocksInTheEast) to Planes {}
    "mover": "1 where the block stands that moves" => game.mover_hex();
    "battles": "1 on battle hexes" => game.battles();
    "battle": "1 on the hex of the battle in progress" => game.embattled();
    "fortress": "2 on fortresses, 1 on bunkers" / 2.0 => Values(game.fortifications());
    "red-factory": "1 on factories for armour that work" => Values(game.factories(Colour::Red));
    "blue-factory": "1 on factories for aircraft that work" => Values(game.factories(Colour::Blue));
    "black-factory": "1 on hydrogenation plants that work" => Values(game.factories(Colour::Black));
    "partisans": "battalions of partisans" / 3.0 => Values(game.partisans());
    "scouted": "1 on hexes that were reconnoitred in this turn" => game.scouted_hexes();
    "wrecked": "yellow points that wrecked centres still take" / 9.0 => Sums(game.points_to_mend());
}

channels! {
    /// Everything else that is seen.
    const GLOBALS, fn put_globals(game: &BlocksInTheEast, viewer: Side) to Globals {
        let other = viewer.opponent();
        let [first, last] = game.data.script.turns;
        let phase = game.phase();
        let during = |wanted: Phase| phase.is_some_and(|(_, phase)| phase == wanted);
        let off = |side: Side, place: Place| game.data.units(side).filter(|&(unit, _)| game.place(unit) == place).count();
        let fights = game.embattled().is_some();
        let fight = |value: u8| fights.then_some(value);
        let said = |weather: Weather| game.last_roll.0 == Some(weather);
        let kept = |side: Side| game.data.units(side).filter(|&(unit, _)| game.is_in_reserve(unit)).count();
        let sailed = |side: Side| game.data.headquarters.iter().filter(|unit| unit.side() == side && game.has_sailed(**unit)).count();
        let level = |side: Side, field: TechField| game.studies(side, field).map(|(level, _)| level);
        let studied = |side: Side, field: TechField| game.studies(side, field).map(|(_, points)| points);
        let begun = |side: Side, colour: Colour| game.factories_under_way(side, colour)[0];
        let paid = |side: Side, colour: Colour| game.factories_under_way(side, colour)[1];
        let moving = |colour: Colour| game.factories_moving(Side::Soviet, colour).iter().sum::<u8>();
    }
    "viewer-axis": "1 if the viewer is the Axis" => viewer == Side::Axis;
    "to-act-own": "1 if the viewer decides" => game.turn() == Turn::Player(viewer);
    "to-act-other": "1 if the opponent decides" => game.turn() == Turn::Player(other);
    "turn": "turns played" / 12.0 => game.turn - first;
    "left": "turns left" / 12.0 => last.saturating_sub(game.turn);
    "player-turn-own": "1 in the turn of the viewer" => phase.is_some_and(|(side, _)| side == viewer);
    "production": "1 in the Production Phase" => during(Phase::Production);
    "disbanding": "1 while units are disbanded" => during(Phase::Disbanding);
    "rail-moves": "1 during strategic rail moves" => during(Phase::RailMoves);
    "ground-movement": "1 while ground units move" => during(Phase::GroundMovement);
    "air-movement": "1 while aircraft move" => during(Phase::AirMovement);
    "reaction": "1 while aircraft react" => during(Phase::Reaction);
    "combat": "1 in the Combat Phase" => during(Phase::Combat);
    "blitz": "1 in the Blitz Phase" => during(Phase::Blitz);
    "air-return": "1 while aircraft return" => during(Phase::AirReturn);
    "exploitation": "1 while armour exploits" => during(Phase::Exploitation);
    "attacks": "1 if the viewer attacks in the battle in progress" => fights && game.fight.attacker == viewer;
    "round": "round of the battle" / 8.0 => fight(game.fight.round.min(64));
    "hits-own": "hits that the viewer still takes" / 8.0 => fight(game.fight.pending[viewer.index()]);
    "hits-other": "hits that the opponent still takes" / 8.0 => fight(game.fight.pending[other.index()]);
    "german": "points of Germany" / 100.0 => game.saved(Nation::German);
    "romanian": "points of Romania" / 100.0 => game.saved(Nation::Romanian);
    "hungarian": "points of Hungary" / 100.0 => game.saved(Nation::Hungarian);
    "finnish": "points of Finland" / 100.0 => game.saved(Nation::Finnish);
    "italian": "points of Italy" / 100.0 => game.saved(Nation::Italian);
    "slovak": "points of Slovakia" / 100.0 => game.saved(Nation::Slovak);
    "soviet": "points of the Soviet Union" / 200.0 => game.saved(Nation::Soviet);
    "points": "Victory Points of the Axis" / 30.0 => game.axis_points();
    "lost-own": "eliminated units of the viewer" / 40.0 => off(viewer, Place::ELIMINATED);
    "lost-other": "eliminated units of the opponent" / 40.0 => off(other, Place::ELIMINATED);
    "reserve-own": "units of the viewer that have not come yet" / 40.0 => off(viewer, Place::RESERVE);
    "reserve-other": "units of the opponent that have not come yet" / 40.0 => off(other, Place::RESERVE);
    "unknown-own": "blocks of the viewer that the opponent does not know" / 100.0 => game.board.known.hidden(viewer).count();
    "unknown-other": "blocks of the opponent that the viewer does not know" / 100.0 => game.board.known.hidden(other).count();
    "rebuilt-other": "steps rebuilt of unknown units" / 40.0 => game.rebuilt(other).iter().sum::<u16>();
    "rain": "1 in rain, half of it in light rain" / 2.0 => match game.weather {
        Weather::Rain => 2_u8,
        Weather::LightRain => 1,
        Weather::Clear | Weather::Snow => 0,
    };
    "snow": "1 in snow" => game.weather == Weather::Snow;
    "german-red": "red points of Germany" / 100.0 => game.saved_of(Nation::German, Colour::Red);
    "german-blue": "blue points of Germany" / 100.0 => game.saved_of(Nation::German, Colour::Blue);
    "german-black": "black points of Germany" / 100.0 => game.saved_of(Nation::German, Colour::Black);
    "romanian-black": "black points of Romania" / 100.0 => game.saved_of(Nation::Romanian, Colour::Black);
    "hungarian-black": "black points of Hungary" / 100.0 => game.saved_of(Nation::Hungarian, Colour::Black);
    "soviet-red": "red points of the Soviet Union, those of Lend-Lease among them" / 100.0 => game.with_lend_lease(Colour::Red);
    "soviet-blue": "blue points of the Soviet Union, those of Lend-Lease among them" / 100.0 => game.with_lend_lease(Colour::Blue);
    "pocket-yellow": "yellow points in the besieged pocket" / 20.0 => game.saved_in_pocket(Colour::Yellow);
    "pocket-red": "red points in the besieged pocket" / 20.0 => game.saved_in_pocket(Colour::Red);
    "fed": "1 if a headquarters has given the unit at hand something" => game.command.ration != Ration::None;
    "guards": "Guards units that were destroyed" / 8.0 => game.guards_destroyed();
    "soviet-black": "black points of the Soviet Union" / 100.0 => game.saved_of(Nation::Soviet, Colour::Black);
    "soviet-fuel": "1 if the Soviets count their fuel" => game.counts_soviet_fuel();
    "saratov-stalingrad": "1 if the railway is there" => game.is_built(Project::SaratovStalingrad);
    "stalingrad-astrakhan": "1 if the railway is there" => game.is_built(Project::StalingradAstrakhan);
    "astrakhan-baku": "1 if the railway is there" => game.is_built(Project::AstrakhanBaku);
    "baku-krasnovodsk": "1 if the sea route is there" => game.is_built(Project::BakuKrasnovodsk);
    "last-clear": "1 if the last die for the weather said that it is clear" => said(Weather::Clear);
    "last-light-rain": "1 if it said light rain" => said(Weather::LightRain);
    "last-rain": "1 if it said rain" => said(Weather::Rain);
    "barbo": "1 if Gruppo Barbò has charged with its dice" => game.gruppo_barbo_has_charged();
    "persia": "turns since Persia fell, the turn itself among them" / 12.0 => game.fall_of_persia().map(|turn| game.turn + 1 - turn);
    "corridor": "1 if the corridor through Persia has been opened by its fall" => game.fall_of_persia().is_some() && game.is_corridor_open();
    "kept-own": "units of the viewer in Reserve" / 10.0 => kept(viewer);
    "kept-other": "units of the opponent in Reserve" / 10.0 => kept(other);
    "sailed-own": "headquarters of the viewer that have ordered a movement by sea" / 4.0 => sailed(viewer);
    "sailed-other": "headquarters of the opponent that have" / 4.0 => sailed(other);
    "infantry-level-own": "TECH of infantry that the viewer has researched" / 3.0 => level(viewer, TechField::Infantry);
    "armour-level-own": "TECH of armour" / 3.0 => level(viewer, TechField::Armour);
    "fighter-level-own": "TECH of fighters" / 3.0 => level(viewer, TechField::Fighter);
    "bomber-level-own": "TECH of bombers" / 3.0 => level(viewer, TechField::Bomber);
    "infantry-level-other": "TECH of infantry that the opponent has researched" / 3.0 => level(other, TechField::Infantry);
    "armour-level-other": "TECH of armour" / 3.0 => level(other, TechField::Armour);
    "fighter-level-other": "TECH of fighters" / 3.0 => level(other, TechField::Fighter);
    "bomber-level-other": "TECH of bombers" / 3.0 => level(other, TechField::Bomber);
    "infantry-points-own": "points of the viewer for the next level of infantry" / 20.0 => studied(viewer, TechField::Infantry);
    "armour-points-own": "points for armour" / 20.0 => studied(viewer, TechField::Armour);
    "fighter-points-own": "points for fighters" / 20.0 => studied(viewer, TechField::Fighter);
    "bomber-points-own": "points for bombers" / 20.0 => studied(viewer, TechField::Bomber);
    "infantry-points-other": "points of the opponent for the next level of infantry" / 20.0 => studied(other, TechField::Infantry);
    "armour-points-other": "points for armour" / 20.0 => studied(other, TechField::Armour);
    "fighter-points-other": "points for fighters" / 20.0 => studied(other, TechField::Fighter);
    "bomber-points-other": "points for bombers" / 20.0 => studied(other, TechField::Bomber);
    "red-begun-own": "factories for armour that the viewer builds" / 10.0 => begun(viewer, Colour::Red);
    "blue-begun-own": "factories for aircraft" / 10.0 => begun(viewer, Colour::Blue);
    "black-begun-own": "hydrogenation plants" / 10.0 => begun(viewer, Colour::Black);
    "red-begun-other": "factories for armour that the opponent builds" / 10.0 => begun(other, Colour::Red);
    "blue-begun-other": "factories for aircraft" / 10.0 => begun(other, Colour::Blue);
    "black-begun-other": "hydrogenation plants" / 10.0 => begun(other, Colour::Black);
    "red-paid-own": "points in the factories for armour that the viewer builds" / 50.0 => paid(viewer, Colour::Red);
    "blue-paid-own": "points in those for aircraft" / 50.0 => paid(viewer, Colour::Blue);
    "black-paid-own": "points in hydrogenation plants" / 50.0 => paid(viewer, Colour::Black);
    "red-paid-other": "points in the factories for armour that the opponent builds" / 50.0 => paid(other, Colour::Red);
    "blue-paid-other": "points in those for aircraft" / 50.0 => paid(other, Colour::Blue);
    "black-paid-other": "points in hydrogenation plants" / 50.0 => paid(other, Colour::Black);
    "red-moving": "Soviet factories for armour on their way" / 4.0 => moving(Colour::Red);
    "blue-moving": "Soviet factories for aircraft on their way" / 4.0 => moving(Colour::Blue);
}

/// All that is shown.
const SHOWN: Shown = Shown {
    static_planes: STATIC_PLANES,
    sides: &[UNIT_PLANES, SIDE_PLANES],
    procedure: PROCEDURE_PLANES,
    globals: GLOBALS,
    verbs: Action::VERBS,
    units: UNIT_CAPACITY,
    max_actions: MAX_ACTIONS,
};

/// Rows and columns of an observation: those of the map, and a row for the boxes.
fn size(data: &Data) -> [usize; 2] {
    let grid = &data.map.grid;
    let columns = usize::from(grid.columns());
    [data.map.len().div_ceil(columns), columns]
}

/// Shape of the observations of a scenario.
fn spec(data: &Data, ground: &Ground) -> ObservationSpec {
    SHOWN.over(Cells::Hex(data.map.grid.offset_layout()), size(data), |index, cell| {
        if usize::from(index) < data.map.len() {
            add_ground(data, ground, Hex(index), cell);
        }
    })
}

/// [SBE3.b][SBE4.a] Points for a hex, where a scenario counts hexes that are held; 3 for the place that decides another.
fn victory_points(data: &Data, hex: Hex) -> u8 {
    use super::data::Count;
    let is_major = || {
        let soviet = data.map.country[hex.index()] == Some(Country::SovietUnion);
        soviet && data.map.place_at(hex).and_then(|place| place.class).is_some_and(TownClass::is_major)
    };
    match data.script.victory.as_ref().map(|victory| &victory.count) {
        Some(Count::Held { places, major_city }) => {
            let named = places.iter().find(|(place, _)| *place == hex).map(|&(_, points)| points);
            named.unwrap_or(if is_major() { *major_city } else { 0 })
        }
        Some(Count::CutOff(place) | Count::Surrounded(place)) => 3 * u8::from(*place == hex),
        Some(Count::Guards { .. }) => 0,
        Some(Count::Taken { places, .. }) => u8::from(places.contains(&hex)),
        Some(Count::War { pairs, capital, .. }) => u8::from(*capital == hex || pairs.iter().flatten().any(|&city| city == hex)),
        None => 0,
    }
}

impl Observe for BlocksInTheEast {
    fn observation_spec(data: &Prepared) -> &ObservationSpec {
        data.observation.get_or_init(|| spec(data, &data.ground))
    }

    /// [1.3] Of enemy blocks that are not known only number, colour and marks are shown.
    fn observe(&self, viewer: Side, out: &mut Observation<'_>) {
        let [rows, columns] = size(self.data);
        let zones = self.situation().zones;
        let put_both = |side: Side, planes: &mut Planes<'_>| {
            for (unit, hex) in self.board.on_map(side).filter(|&(unit, _)| side == viewer || !self.is_hidden(unit)) {
                add_unit(self, unit, self.data.unit(unit), &mut planes.cell(hex));
            }
            planes.skip(UNIT_PLANES);
            put_side(self, side, &zones[side.index()], planes);
        };
        let procedure = |planes: &mut Planes<'_>| put_procedure(self, planes);
        channels::observe(viewer, rows * columns, out, put_both, procedure, |globals| put_globals(self, viewer, globals));
    }

    fn token(&self, action: Action) -> ActionToken {
        let unit = action.unit();
        let stands = unit.and_then(|unit| self.board.hex(unit));
        action.token(self, usual_token(action.verb(), unit, stands, action.hex()))
    }

    fn action_ids(data: &Prepared) -> ActionIds {
        Action::ids(data)
    }

    fn action_id(&self, action: Action, ids: &ActionIds) -> u64 {
        action.id(self.data, ids)
    }
}

impl BlocksInTheEast {
    /// The hexes of the blocks of a side of which something is true, one by one.
    fn blocks_that(&self, side: Side, is: impl Fn(&Self, UnitId) -> bool) -> impl Iterator<Item = (Hex, u8)> {
        self.board.on_map(side).filter(move |&(unit, _)| is(self, unit)).map(|(_, hex)| (hex, 1))
    }

    /// What activated headquarters of a side have left, one by one.
    fn barrels_on_map(&self, side: Side) -> impl Iterator<Item = (Hex, u8)> {
        self.board.on_map(side).map(|(unit, hex)| (hex, self.barrels_left(unit)))
    }

    /// [19.1] Attempts that activated headquarters of a side have left, one by one.
    fn attempts_on_map(&self, side: Side) -> impl Iterator<Item = (Hex, u8)> {
        let scouts: &[UnitId] = if self.plays_reconnaissance() { &self.data.headquarters } else { &[] };
        let attempts = |&unit: &UnitId| Some((self.board.hex(unit)?, self.attempts_left(unit)));
        scouts.iter().filter(move |unit| unit.side() == side).filter_map(attempts)
    }

    /// Where the block stands that moves.
    fn mover_hex(&self) -> Option<Hex> {
        match self.frames.top()? {
            Frame::RailMove(unit) | Frame::March(unit, ..) | Frame::Flight(unit, _) | Frame::BlitzMove(unit) => self.board.hex(unit),
            Frame::Retreat(unit) | Frame::Evacuation(unit) => self.board.hex(unit),
            Frame::Voyage(unit) | Frame::SeaMines(unit) => self.board.hex(unit),
            Frame::SetUpUnit(unit) | Frame::SetUpSector(unit, _) => self.board.hex(unit),
            Frame::Landing(unit) | Frame::Reembarkation(unit) => self.board.hex(unit),
            _ => None,
        }
    }

    /// The hex of the battle in progress.
    fn embattled(&self) -> Option<Hex> {
        let fights = self.frames.as_slice().iter().any(|frame| matches!(frame, Frame::Rounds(_)));
        fights.then_some(self.fight.hex)
    }

    fn fortifications(&self) -> impl Iterator<Item = (Hex, u8)> {
        let worth = |hex: Hex| match self.fortification(hex)? {
            TownClass::Fortress => Some((hex, 2)),
            _ => Some((hex, 1)),
        };
        self.data.fortified.iter().filter_map(move |&hex| worth(hex))
    }

    fn factories(&self, colour: Colour) -> impl Iterator<Item = (Hex, bool)> {
        let works = move |hex: Hex| Side::ALL.into_iter().any(|side| self.has_factory(side, colour, hex));
        let new = Side::ALL.into_iter().flat_map(|side| self.new_factories(side)).filter_map(|(_, place)| place);
        self.data.map.factories.iter().map(|factory| factory.hex).chain(new).map(move |hex| (hex, works(hex)))
    }
}

impl Determinize for BlocksInTheEast {
    fn determinize(&self, viewer: Side, dice: &mut Dice) -> Self {
        self.drawn_for(viewer, dice)
    }

    fn view_hash(&self, viewer: Side) -> u64 {
        if self.sees_all(viewer) { self.state_hash() } else { self.hash_for(viewer) }
    }

    fn sees_all(&self, viewer: Side) -> bool {
        self.board.known.shows_all(viewer.opponent())
    }
}
