//! What the months bring in the Advanced game, for the lists beside the board: weather and its effects [9.0], what the Soviets build [SBE6.e],
//! who leaves the game [LONG.b].

use stavka_engine::blocks_in_the_east::terms::{Nation, Project, Terrain, Weather};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Place, UnitId};
use stavka_engine::{Game as _, Side};
use stavka_words::tr;

use super::{command, names};
use crate::theme::Panel;

/// What fights, flights and waters suffer from a weather.
pub(super) fn effects(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => tr!("no effects on battles"),
        Weather::Rain => tr!(
            "Malus 1 for attacks on the ground and for fire at aircraft, Bonus 1 for the defence on the ground; aircraft transfer and do nothing else; nobody crosses straits [9.2.a][9.3]"
        ),
        Weather::LightRain => tr!("Malus 1 for attackers on the ground and in the air [9.3]"),
        Weather::Snow => tr!(
            "Malus 1 for aircraft and for attacks on the ground, not for Soviets, Finns and mountain troops; rivers are no obstacle, and frozen seas bear no ships [9.2.c][9.3]"
        ),
    }
}

/// The weather of the month, what it does, and what the next month brings.
pub(super) fn weather(game: &BlocksInTheEast) -> Option<Panel> {
    let data = game.data();
    if !data.is_advanced() {
        return None;
    }
    let of_die = || tr!("a die decides it").to_owned();
    let mut lines = Vec::new();
    let (turn, last) = (game.game_turn() as u8, data.script.turns[1]);
    let month = names::date(turn.into());
    if game.asked() == Some(Asked::Weather) {
        lines.push(format!("{month}: {}", of_die()));
    } else {
        let now = game.weather();
        let tables = &data.tables;
        lines.push(format!("{month}: {} [9.0]", names::weather(now)));
        lines.push(effects(now).to_owned());
        let ground = [Terrain::Plain, Terrain::Forest, Terrain::Hill, Terrain::Mountain, Terrain::Swamp];
        let costs =
            ground.into_iter().filter_map(|terrain| Some(format!("{} {}", names::terrain(terrain), tables.movement.cost(terrain, now)?)));
        lines.push(tr!("movement points a hex: {costs} [7.5.3.a]", costs = costs.collect::<Vec<_>>().join(", ")));
        lines.push(tr!("hexes of a line of supply: {hexes} [4.3]", hexes = tables.supply.range[now.index()]));
        lines.extend(command::rules(data).map(|rules| tr!("radius of headquarters: {hexes} [13.3]", hexes = rules.radius_in(now))));
    }
    if turn < last {
        let next = data.tables.weather.of(turn + 1).map_or_else(of_die, |weather| names::weather(weather).to_owned());
        lines.push(format!("{}: {next}", names::date(u16::from(turn) + 1)));
    }
    Some(Panel { title: tr!("Weather"), tracks: Vec::new(), lines })
}

/// What the Soviets have built, can build and cannot build yet; where nothing is built nothing.
pub(super) fn projects(game: &BlocksInTheEast) -> Option<Panel> {
    let long = &game.data().script.long;
    let works = long.works?;
    let line = |project: Project| {
        let name = names::project(project);
        if game.is_built(project) {
            return Some(tr!("{project}: built", project = name));
        }
        let price = works.prices[project.index()]?;
        let ground = if game.holds_line(Side::Soviet, project) { "" } else { tr!(", once the Soviets hold all of its hexes") };
        let from = names::date(works.from.into());
        Some(if game.game_turn() < u16::from(works.from) {
            tr!("{project}: from {from} on for {price} yellow{ground}", project = name, from, price, ground)
        } else {
            tr!("{project}: open, for {price} yellow{ground}", project = name, price, ground)
        })
    };
    let lines = Project::ALL.into_iter().filter_map(line).collect();
    Some(Panel { title: tr!("Projects of the Soviets [SBE6.e]"), tracks: Vec::new(), lines })
}

/// A unit that has to leave and has not, with what stands in its way as far as `viewer` may know it.
fn overdue(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> String {
    let name = names::title(game.data(), unit);
    if unit.side() != viewer || game.outcome().is_some() {
        return name;
    }
    let points = game.points_to_leave(unit);
    if game.place(unit).hex().is_some() && game.is_out_of_supply(unit) {
        tr!("{unit} (as soon as it is in supply)", unit = name)
    } else if points > 0 && game.place(unit) != Place::RESERVE {
        tr!("{unit} (after steps for {price})", unit = name, price = names::price(game, unit, points))
    } else {
        name
    }
}

/// Who leaves the game in which month of the scenario, and who should have left; of the enemy the printed months alone.
pub(super) fn departures(game: &BlocksInTheEast, viewer: Side) -> Option<Panel> {
    let data = game.data();
    let long = &data.script.long;
    let (now, last) = (game.game_turn() as u8, data.script.turns[1]);
    if long.leavers.is_empty() && long.upgrades.is_empty() && long.italy_surrenders.is_none() {
        return None;
    }
    let stays = |unit: UnitId| data.takes_part(unit) && game.place(unit) != Place::REMOVED;
    let mut lines = Vec::new();
    for side in Side::ALL {
        let of_side = || long.leavers.iter().copied().filter(move |&(unit, _)| unit.side() == side && stays(unit));
        let due: Vec<String> = of_side().filter(|&(_, turn)| turn <= now).map(|(unit, _)| overdue(game, unit, viewer)).collect();
        if !due.is_empty() {
            lines.push(tr!("{side}, to leave now, supplied and at full strength: {units} [LONG.b]", side, units = due.join(", ")));
        }
        let mut turns: Vec<u8> = of_side().map(|(_, turn)| turn).filter(|&turn| turn > now && turn <= last).collect();
        turns.sort_unstable();
        turns.dedup();
        for turn in turns {
            let units: Vec<String> = of_side().filter(|&(_, at)| at == turn).map(|(unit, _)| names::title(data, unit)).collect();
            lines.push(tr!("{side}, {month}: {units} [LONG.b]", side, month = names::date(turn.into()), units = units.join(", ")));
        }
    }
    if let Some(turn) = long.italy_surrenders.filter(|&turn| turn <= last && !game.has_surrendered(Nation::Italian)) {
        lines.push(tr!("{month}: Italy surrenders at its end [7.11.d]", month = names::date(turn.into())));
    }
    for upgrade in long.upgrades.iter().filter(|upgrade| stays(upgrade.old) && data.unit(upgrade.new).arrives <= last) {
        let [old, new] = [upgrade.old, upgrade.new].map(|unit| names::title(data, unit));
        let month = names::date(data.unit(upgrade.new).arrives.into());
        lines.push(tr!("{month}: {old} becomes {new}, if it is in supply [SBE9.g]", month, old, new));
    }
    if lines.is_empty() {
        lines.push(tr!("nobody has to leave any more").to_owned());
    }
    Some(Panel { title: tr!("Departures"), tracks: Vec::new(), lines })
}
