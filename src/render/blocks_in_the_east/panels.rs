//! Tracks beside the board: victory, turn, battle, production, strengths, arrivals, losses.

use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::display::{self, Sign, is_marked};
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Route, UnitClass, UnitKind};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, UnitId};
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::{command, goals, months, names, tracks};
use crate::theme::{Panel, Track};

/// Turns of a scenario up to which all of them are listed.
const SHORT: u8 = 12;
/// Turns before and after the present one that are listed of a longer scenario.
const NEAR: u16 = 4;

/// What lies beside the board, as `viewer` may see it.
pub(super) fn panels(game: &BlocksInTheEast, viewer: Side) -> Vec<Panel> {
    let mut all = vec![victory(game), turns(game)];
    all.extend(months::weather(game));
    all.extend(command::panel(game, viewer));
    all.extend(battle(game));
    all.extend(bombing(game));
    all.extend(strategic(game));
    all.extend(Side::ALL.map(|side| production(game, side)));
    all.extend([strength(game, viewer), arrivals(game)]);
    all.extend(months::departures(game, viewer));
    all.extend(months::projects(game));
    all.push(losses(game));
    all
}

/// Points of the Axis, what they are worth, and the places that count.
fn victory(game: &BlocksInTheEast) -> Panel {
    let data = game.data();
    let mut tracks = Vec::new();
    let mut lines = Vec::new();
    if let Some(victory) = &data.script.victory {
        let points = game.axis_points();
        let level = names::level(&victory.level(points).name);
        let most = victory.levels.last().map_or(0, |level| level.least);
        tracks.push(Track::new(tr!("Victory Points of the Axis"), points, most, tr!("now: {level}", level)));
        if let Count::Guards { destroyed, .. } = victory.count {
            tracks.push(Track::new(tr!("Guards units destroyed"), game.guards_destroyed(), destroyed, "[SBE7.a]"));
        }
        lines.extend(goals::task(data));
        lines.extend(goals::state(game));
        let [held, open] = goals::held(game).map(|hexes| hexes.into_iter().map(|hex| names::hex(data, hex)).collect::<Vec<_>>());
        let list = |hexes: Vec<String>| if hexes.is_empty() { tr!("none").to_owned() } else { hexes.join(", ") };
        if !(held.is_empty() && open.is_empty()) {
            lines.push(tr!("Controlled by the Axis: {places}", places = list(held)));
            lines.push(tr!("Not controlled by the Axis: {places}", places = list(open)));
        }
        for level in &victory.levels {
            lines.push(tr!("from {points}: {level}", points = level.least, level = names::level(&level.name)));
        }
    }
    Panel { title: tr!("Victory"), tracks, lines }
}

fn turns(game: &BlocksInTheEast) -> Panel {
    let [first, last] = game.data().script.turns;
    let now = game.game_turn();
    let note = match game.phase() {
        Some((side, phase)) => tr!("{month}, {side}: {phase}", month = names::date(now), side, phase = names::phase(phase)),
        None => names::date(now),
    };
    let weather = game.data().is_advanced() && game.phase().is_some();
    let note = if weather { format!("{note}; {}", names::weather(game.weather())) } else { note };
    let tracks = vec![Track::new(tr!("Turn"), i32::from(now) - i32::from(first) + 1, last - first + 1, note)];
    let line = |turn: u8| {
        let mark = if u16::from(turn) == now { "▶ " } else { "" };
        format!("{mark}{turn}: {}", names::date(turn.into()))
    };
    // Of a long game the months around the present one, and the last.
    let is_near = |turn: &u8| last - first < SHORT || u16::from(*turn).abs_diff(now) <= NEAR || *turn == last;
    let lines = (first..=last).filter(is_near).map(line).collect();
    Panel { title: tr!("Turn track"), tracks, lines }
}

/// The battle in progress, and those that are still to be fought.
fn battle(game: &BlocksInTheEast) -> Option<Panel> {
    let data = game.data();
    let battles = game.battles();
    if battles.is_empty() {
        return None;
    }
    let mut tracks = Vec::new();
    let mut lines = Vec::new();
    if let Some(battle) = game.battle_report() {
        tracks.push(Track::new(tr!("Round of the battle"), battle.round, 0, names::hex(data, battle.hex)));
        for side in Side::ALL {
            let hits = battle.pending[side.index()];
            if hits > 0 {
                tracks.push(Track::new(tr!("{side}: hits to be taken", side), hits, 0, ""));
            }
        }
    }
    let fought = |hex| game.stack(hex).iter().any(|&unit| is_marked(game, unit, Sign::Fought));
    let (done, open): (Vec<_>, Vec<_>) = battles.iter().partition(|&hex| fought(hex));
    for (hexes, fought) in [(open, false), (done, true)] {
        let hexes: Vec<String> = hexes.into_iter().map(|hex| names::hex(data, hex)).collect();
        match (hexes.is_empty(), fought) {
            (true, _) => {}
            (false, false) => lines.push(tr!("battles to be fought: {hexes}", hexes = hexes.join(", "))),
            (false, true) => lines.push(tr!("battles that were fought, or are: {hexes}", hexes = hexes.join(", "))),
        }
    }
    Some(Panel { title: tr!("Battles"), tracks, lines })
}

/// Who flies against infrastructure, and what is out of use.
fn bombing(game: &BlocksInTheEast) -> Option<Panel> {
    let data = game.data();
    let raiders = Side::ALL.into_iter().flat_map(|side| data.units(side)).filter_map(|(unit, _)| Some((unit, game.is_to_bomb(unit)?)));
    let sent = raiders.filter_map(|(unit, what)| {
        let (unit, what, hex) = (names::title(data, unit), names::infrastructure(what), names::hex(data, game.place(unit).hex()?));
        Some(tr!("{unit} is to bomb {what} at {hex}", unit, what, hex))
    });
    let hit = game.damaged().map(|(hex, what, damage)| {
        let (hex, what, effect) = (names::hex(data, hex), names::infrastructure(what), names::effect_of_bombs(what, damage));
        tr!("{hex}, {what}: {effect}", hex, what, effect)
    });
    let lines: Vec<String> = sent.chain(hit).collect();
    (!lines.is_empty()).then(|| Panel { title: tr!("Strategic bombing"), tracks: Vec::new(), lines })
}

/// Raids on Germany, interceptors, and what convoys have lost.
fn strategic(game: &BlocksInTheEast) -> Option<Panel> {
    let data = game.data();
    if !data.has_strategic_warfare() {
        return None;
    }
    let mut lines = Vec::new();
    for report in game.air_war() {
        let of = |units: &[UnitId]| {
            let told: Vec<String> = units.iter().map(|&unit| format!("{} ({})", names::title(data, unit), game.strength(unit))).collect();
            if told.is_empty() { tr!("none").to_owned() } else { told.join(", ") }
        };
        let (target, bombers, defenders) = (names::raid_target(data, report.target), of(&report.bombers), of(&report.defenders));
        lines.push(tr!("raid on {target}, bombers: {bombers}; fighters: {defenders}", target, bombers, defenders));
        let lost: Vec<String> = Colour::ALL
            .into_iter()
            .filter(|colour| report.lost[colour.index()] > 0)
            .map(|colour| names::points(report.lost[colour.index()], colour))
            .collect();
        if !lost.is_empty() {
            lines.push(tr!("points lost at {target}: {points}", target, points = lost.join(" + ")));
        }
    }
    let interceptors = data.units(Side::Axis).filter(|(_, known)| known.kind == UnitKind::Interceptor);
    lines.extend(interceptors.map(|(unit, _)| {
        let strength = if game.place(unit) == Place::RESERVE { game.strength(unit) } else { 0 };
        tr!("{unit}: strength {strength}", unit = names::title(data, unit), strength)
    }));
    for route in Route::ALL {
        let [red, blue] = game.sunk(route);
        if red + blue > 0 {
            let points = format!("{} + {}", names::points(red, Colour::Red), names::points(blue, Colour::Blue));
            lines.push(tr!("sunk, {route}: {points} [35.2]", route = names::route(route), points));
        }
    }
    Some(Panel { title: tr!("Strategic warfare"), tracks: Vec::new(), lines })
}

/// Nations that play on a side, the main one first.
fn nations(game: &BlocksInTheEast, side: Side) -> impl Iterator<Item = Nation> + '_ {
    tracks::nations(game).filter(move |nation| nation.side() == side)
}

/// Points of the nations of a side, their income, and rail moves.
fn production(game: &BlocksInTheEast, side: Side) -> Panel {
    let data = game.data();
    let income = &data.script.income;
    let track = |nation: Nation| {
        let own = game.saved(nation);
        let [earned, ..] = income.points[nation.index()];
        let mut notes = Vec::new();
        if game.has_surrendered(nation) {
            notes.push(tr!("surrendered [7.11.e]").to_owned());
        } else if income.follows_map {
            let coloured = Colour::ALL.into_iter().filter(|&colour| colour != Colour::Yellow && game.counts(nation, colour));
            notes.extend(coloured.map(|colour| names::points(game.saved_of(nation, colour), colour)));
        } else if earned > 0 {
            notes.push(tr!("{earned} more each turn from {month} on", earned, month = names::date(income.first_turn.into())));
        }
        if Colour::ALL.into_iter().any(|colour| game.given_by_germany(nation, colour) > 0) {
            let given = |colour: Colour| game.given_by_germany(nation, colour);
            let coloured = Colour::ALL.into_iter().filter(|&colour| given(colour) > 0).map(|colour| names::points(given(colour), colour));
            let aid = if data.is_advanced() { coloured.collect::<Vec<_>>().join(" + ") } else { names::purse(game, nation, given) };
            notes.push(tr!("and {aid} of German aid [5.2.a]", aid));
        }
        // The others stand beside the yellow ones by their colours.
        let title = if data.is_advanced() {
            format!("{}: {}", names::nation(nation), names::colour(Colour::Yellow))
        } else {
            names::nation(nation).to_owned()
        };
        Track::new(title, own, 0, notes.join(", "))
    };
    let mut lines = Vec::new();
    if side == Side::Soviet && data.is_advanced() {
        lines.push(
            if game.counts_soviet_fuel() {
                tr!("the Soviets count their fuel: the Caucasus is lost [SBE9.d]")
            } else {
                tr!("the Soviets count no black points: their headquarters cost yellow ones alone [SBE5.b]")
            }
            .to_owned(),
        );
    }
    let pocket = |colour: Colour| game.saved_in_pocket(colour);
    if side == Side::Soviet && Colour::ALL.into_iter().any(|colour| pocket(colour) > 0) {
        lines.push(tr!("points in besieged Leningrad: {points} [12.3.b]", points = names::purse(game, Nation::Soviet, pocket)));
    }
    if income.follows_map {
        lines.push(tr!("points come each turn by what is held and joined to the main sources, in colours [11.2]").to_owned());
    }
    let rebuilt = display::steps_rebuilt_unseen(game, side);
    if rebuilt > 0 {
        lines.push(tr!("steps of units that the other side does not know, above those that it has seen: {rebuilt} [7.3]", rebuilt));
    }
    // They are counted anew in each turn of a player [7.4.a].
    if game.phase().is_some_and(|(active, phase)| active == side && phase <= Phase::RailMoves) {
        let left = game.rail_moves_left(side);
        lines.push(match side {
            Side::Axis => tr!(
                "rail moves left in the Soviet Union: {general}, in the Finnish area besides: {finnish} [7.4.a]",
                general = left.general,
                finnish = left.finnish
            ),
            Side::Soviet => tr!("rail moves left: {count} [7.4.a]", count = left.general),
        });
    }
    let title = match side {
        Side::Axis => tr!("Production points of the Axis"),
        Side::Soviet => tr!("Production points of the Soviets"),
    };
    Panel { title, tracks: nations(game, side).map(track).collect(), lines }
}

/// Blocks on the map, and of those that the viewer knows their strength points.
fn strength(game: &BlocksInTheEast, viewer: Side) -> Panel {
    let data = game.data();
    let mut tracks = Vec::new();
    let mut lines = Vec::new();
    for side in Side::ALL {
        let on_map = || data.units(side).filter(|&(unit, _)| game.place(unit).hex().is_some());
        let count = on_map().count();
        let known = || on_map().filter(|&(unit, _)| names::knows(game, unit, viewer));
        let points: i32 = known()
            .filter(|(_, known)| known.is_ground() && !known.is_headquarters())
            .map(|(unit, _)| i32::from(game.strength(unit)))
            .sum();
        let unknown = count - known().count();
        let note = if unknown > 0 { tr!("{unknown} of them unknown [1.3]", unknown) } else { String::new() };
        tracks.push(Track::new(tr!("{side}: blocks on the map", side), count as i32, 0, note));
        lines.push(tr!("{side}: strength points of known ground units: {points}", side, points));
        let cut = on_map().filter(|&(unit, _)| is_marked(game, unit, Sign::OutOfSupply)).count();
        if cut > 0 {
            tracks.push(Track::new(tr!("{side}: blocks out of supply", side), cut as i32, 0, tr!("they surrender if they stay so [7.9]")));
        }
        if side == viewer && game.outcome().is_none() {
            let seen = on_map().filter(|&(unit, _)| !game.is_hidden(unit)).count();
            lines.push(tr!("{side} blocks that the enemy knows: {seen} of {count}", side, seen, count));
            let air = on_map().filter(|(_, known)| known.class == UnitClass::Air).count();
            lines.push(tr!("{side} air units: {air}", side, air));
        }
    }
    Panel { title: tr!("Strength"), tracks, lines }
}

/// Names of units in a place of a side, in the order of the data.
fn in_place(game: &BlocksInTheEast, side: Side, is: impl Fn(UnitId) -> bool) -> Vec<String> {
    let data = game.data();
    data.units(side).filter(|&(unit, _)| data.takes_part(unit) && is(unit)).map(|(unit, _)| names::title(data, unit)).collect()
}

/// Reinforcements by turn [7.3.c].
fn arrivals(game: &BlocksInTheEast) -> Panel {
    let data = game.data();
    let [_, last] = data.script.turns;
    let mut lines = Vec::new();
    for side in Side::ALL {
        // [35.0] Strategic units never come onto the map.
        let waits = |unit: UnitId| game.place(unit) == Place::RESERVE && data.unit(unit).class != UnitClass::Strategic;
        let due = in_place(game, side, |unit| waits(unit) && u16::from(data.unit(unit).arrives) <= game.game_turn());
        if !due.is_empty() {
            lines.push(tr!("{side}, due: {units}", side, units = due.join(", ")));
        }
        for turn in (1..=last).filter(|&turn| u16::from(turn) > game.game_turn()) {
            let units = in_place(game, side, |unit| waits(unit) && data.unit(unit).arrives == turn);
            if !units.is_empty() {
                lines.push(tr!("{side}, {month}: {units}", side, month = names::date(turn.into()), units = units.join(", ")));
            }
        }
    }
    if lines.is_empty() {
        lines.push(tr!("none to come").to_owned());
    }
    Panel { title: tr!("Reinforcements"), tracks: Vec::new(), lines }
}

fn losses(game: &BlocksInTheEast) -> Panel {
    let mut tracks = Vec::new();
    let mut lines = Vec::new();
    for side in Side::ALL {
        let of = |place: Place| in_place(game, side, |unit| game.place(unit) == place);
        let gone = of(Place::ELIMINATED);
        tracks.push(Track::new(tr!("{side}: eliminated units", side), gone.len() as i32, 0, ""));
        for (units, words) in
            [(gone, tr!("eliminated")), (of(Place::DISBANDED), tr!("disbanded")), (of(Place::REMOVED), tr!("out of the game"))]
        {
            if !units.is_empty() {
                lines.push(format!("{side}, {words}: {}", units.join(", ")));
            }
        }
    }
    Panel { title: tr!("Losses"), tracks, lines }
}

/// What else is left undone when the phase ends: points, rail moves and fuel that could be used. While a unit is at hand the phase goes on.
pub(super) fn left_over(game: &BlocksInTheEast) -> Vec<String> {
    match game.asked() {
        // [35.1][29.1] What is asked before the production and after it leaves its points alone.
        Some(Asked::Scramble) => return Vec::new(),
        Some(Asked::Uprising { left }) => return vec![tr!("battalions that can still rise: {count} [29.1]", count = left)],
        _ => {}
    }
    let Some((side, phase)) = game.phase().filter(|_| game.asked().and_then(Asked::mover).is_none()) else { return Vec::new() };
    match phase {
        Phase::GroundMovement | Phase::AirMovement | Phase::Exploitation => {
            command::unspent(game, side).map(|units| tr!("barrels and actions left: {units} [13.4]", units)).into_iter().collect()
        }
        Phase::Production => {
            let has = |nation: &Nation| Colour::ALL.into_iter().any(|colour| game.points_for_units(*nation, colour) > 0);
            let left = |nation: Nation| names::purse(game, nation, |colour| game.points_for_units(nation, colour));
            let told = |nation| tr!("{country}: points left: {points}", country = names::nation(nation), points = left(nation));
            nations(game, side).filter(has).map(told).collect()
        }
        Phase::RailMoves => {
            let left = game.rail_moves_left(side);
            vec![tr!("rail moves left: {count} [7.4.a]", count = left.general)]
        }
        _ => Vec::new(),
    }
}
