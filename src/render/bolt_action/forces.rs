//! Forces built by a player: what there is to choose from, whether a list may be played, and a scenario file with the forces.

use std::fmt::Write as _;

use anyhow::anyhow;
use stavka_engine::Side;
use stavka_engine::bolt_action::data::forces::{Force, ForceDefect, ForceLimits, Part, Role};
use stavka_engine::bolt_action::data::units::{Man, Template};
use stavka_engine::bolt_action::terms::Class;
use stavka_engine::bolt_action::{BoltAction, Data, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_words::{proper, tr, translate};

use super::names;
use crate::BadInput;
use crate::builder::{ForceBuilder, ForceLists, Judgement, ListJudgement, Mission, PartCount, ReadyForce, Stock, StockUnit, UnitGroup};

/// How Bolt Action answers the page on which forces are built.
pub(super) const BUILDER: ForceBuilder = ForceBuilder { stock, judge, scenario };

/// The file that a scenario with forces of a player's own is called in messages.
const FILE: &str = "scenario.toml";

/// What a force of a role may consist of.
///
/// # Errors
/// The data say nothing of the role.
pub fn limits(data: &Data, role: Role) -> anyhow::Result<&ForceLimits> {
    data.builder().limits(role).ok_or_else(|| anyhow!(BadInput(format!("units.toml has no [[role]] {:?}", role.name()))))
}

/// A list of units with numbers, such as `g_rifle10*3`.
pub fn entries(data: &Data, units: &[usize]) -> Vec<String> {
    let mut entries: Vec<(usize, usize)> = Vec::new();
    for &at in units {
        match entries.last_mut().filter(|(last, _)| *last == at) {
            Some((_, number)) => *number += 1,
            None => entries.push((at, 1)),
        }
    }
    let text = |(at, number): (usize, usize)| {
        let id = &data.templates[at].id;
        if number == 1 { id.clone() } else { format!("{id}*{number}") }
    };
    entries.into_iter().map(text).collect()
}

/// The entries of a list in one text.
fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', ',']).filter(|entry| !entry.is_empty())
}

/// A scenario file over a mission. A force that is not named stays as it is; a list of units becomes a force of the file.
///
/// # Errors
/// What is wrong with a list.
pub fn scenario_file(base: &Data, chosen: [Option<&str>; 2], year: Option<u16>) -> anyhow::Result<String> {
    let builder = base.builder();
    let own = |side: Side| base.own_force(side);
    let known = |side: Side, text: &str| base.forces.iter().find(|force| force.id == text && force.side == side);
    let named: Vec<&Force> = Side::ALL.into_iter().filter_map(|side| known(side, chosen[side.index()]?)).collect();
    let year = year.or_else(|| named.first().map(|force| force.year)).unwrap_or(base.mission.year);
    let mut text = format!("extends = {:?}\n\n[forces]\n", base.mission.id);
    let mut lists = String::new();
    for side in Side::ALL {
        let force = match chosen[side.index()] {
            None => own(side).id.clone(),
            Some(id) if known(side, id).is_some() => id.to_owned(),
            Some(list) => {
                let units = builder.read(split(list));
                let units = units
                    .map_err(|error| anyhow!(BadInput(format!("{list:?} is neither a force of this side nor a list of units: {error}"))))?;
                let limits = limits(base, own(side).role)?;
                builder.validate(limits, side, year, &units).map_err(|defects| {
                    let told: Vec<String> = defects.iter().map(ToString::to_string).collect();
                    anyhow!(BadInput(format!("the {} force may not be played: {}", side.name(), told.join("; "))))
                })?;
                let id = format!("{}_own", side.name());
                let role = limits.role.name();
                write!(
                    lists,
                    "\n[[force]]\nid = {id:?}\nside = {:?}\nyear = {year}\nrole = {role:?}\nname = \"A force of your own\"\nunits = {:?}\npoints = {}\norigin = \"built by a player\"\n",
                    side.name(),
                    entries(base, &units),
                    builder.points(&units)
                )?;
                id
            }
        };
        writeln!(text, "{} = {force:?}", side.name())?;
    }
    text.push_str("origin = \"chosen by a player\"\n");
    Ok(text + &lists)
}

/// A mission that takes any forces.
fn mission(id: &str) -> anyhow::Result<&'static Prepared> {
    let missions: Vec<&str> = missions()?.into_iter().map(|data| data.mission.id.as_str()).collect();
    if !missions.contains(&id) {
        let (id, known) = (format!("{id:?}"), missions.join(", "));
        return Err(anyhow!(BadInput(tr!("{id} is no mission for forces of one's own; expected one of {known}", id, known))));
    }
    Ok(BoltAction::load(id)?)
}

/// The missions that take any forces: those without a fixed set-up, which names units.
fn missions() -> anyhow::Result<Vec<&'static Prepared>> {
    let all: Result<Vec<&Prepared>, _> = BoltAction::embedded().iter().map(|id| BoltAction::load(id)).collect();
    Ok(all?.into_iter().filter(|data| data.mission.placed.is_empty()).collect())
}

fn stock() -> anyhow::Result<Stock> {
    let missions = missions()?;
    let Some(&data) = missions.first() else { return Err(anyhow!("Bolt Action has no mission for forces of one's own")) };
    let years = data.forces.iter().map(|force| force.year).collect::<std::collections::BTreeSet<u16>>();
    Ok(Stock {
        years: years.into_iter().collect(),
        missions: missions.into_iter().map(told).collect(),
        units: Side::ALL.map(|side| groups(data, side)),
        forces: data.forces.iter().map(|force| ready(data, force)).collect(),
    })
}

fn told(data: &'static Prepared) -> Mission {
    let mission = &data.mission;
    let roles = Side::ALL.map(|side| data.own_force(side).role);
    let [axis, soviet] = roles.map(role);
    Mission {
        id: mission.id.clone(),
        name: translate(&mission.name).to_owned(),
        about: translate(&mission.description).to_owned(),
        roles: roles.map(Role::name),
        battle: if roles[0] == roles[1] { axis.to_owned() } else { tr!("Axis: {axis}; Soviets: {soviet}", axis, soviet) },
        year: mission.year,
    }
}

fn groups(data: &Data, side: Side) -> Vec<UnitGroup> {
    // A heavy tank stands among the vehicles.
    let part = |unit: &Template| Part::ALL.into_iter().find(|part| part.includes(unit, &data.weapons)).unwrap_or(Part::Teams);
    let of = |wanted: Part| {
        let units = data.templates.iter().filter(|unit| unit.side == side && part(unit) == wanted);
        UnitGroup { title: part_name(wanted), units: units.map(|unit| stock_unit(data, unit)).collect() }
    };
    Part::ALL.into_iter().map(of).filter(|group| !group.units.is_empty()).collect()
}

fn stock_unit(data: &Data, unit: &Template) -> StockUnit {
    let mut facts = vec![tr!("{points} points", points = unit.points)];
    if unit.class != Class::Vehicle {
        facts.push(if unit.men.len() == 1 { tr!("1 man").to_owned() } else { tr!("{count} men", count = unit.men.len()) });
    }
    facts.push(names::quality(unit.quality).to_owned());
    facts.extend(names::traits(unit).into_iter().map(str::to_owned));
    facts.push(tr!("at most {limit}", limit = unit.limit));
    StockUnit {
        id: unit.id.clone(),
        name: proper(&unit.name).to_owned(),
        facts,
        weapons: arms(data, unit).join(", "),
        years: unit.years,
        limit: unit.limit,
    }
}

/// The weapons of a unit by kind, with how many of each.
pub fn arms(data: &Data, unit: &Template) -> Vec<String> {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for weapon in unit.weapons() {
        let name = names::weapon(data, weapon);
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, number)) => *number += 1,
            None => counted.push((name, 1)),
        }
    }
    let helpers = unit.men.iter().filter(|man| **man == Man::Helper).count();
    counted.extend((helpers > 0).then(|| (tr!("helper"), helpers)));
    let armed = counted.into_iter().map(|(name, number)| if number == 1 { name.to_owned() } else { format!("{number} x {name}") });
    let panzerfausts = data.panzerfaust().filter(|_| unit.panzerfausts > 0);
    let carried = panzerfausts.map(|weapon| format!("{} x {}", unit.panzerfausts, names::weapon(data, weapon)));
    armed.chain(carried).collect()
}

fn ready(data: &Data, force: &Force) -> ReadyForce {
    let (name, points) = (proper(&force.name), tr!("{points} points", points = force.points));
    ReadyForce {
        name: format!("{name} ({points})"),
        side: force.side,
        year: force.year,
        role: force.role.name(),
        list: entries(data, &force.units).join(" "),
    }
}

fn judge(lists: &ForceLists) -> anyhow::Result<Judgement> {
    let base = mission(&lists.mission)?;
    let [axis, soviet] = Side::ALL.map(|side| judge_list(base, side, lists));
    let sides = [axis?, soviet?];
    let are_valid = sides.iter().all(|side| side.problems.is_empty());
    let problem = if are_valid { obstacle(lists)? } else { None };
    Ok(Judgement { sides, valid: are_valid && problem.is_none(), problem })
}

/// What keeps two valid lists from being played in the mission, such as a zone without room for all of them. Nothing is kept of
/// what was tried.
fn obstacle(lists: &ForceLists) -> anyhow::Result<Option<String>> {
    let text = scenario(lists)?;
    Ok(Prepared::load(&Prepared::sources(FILE, &text)).err().map(|error| error.to_string()))
}

fn judge_list(base: &Data, side: Side, lists: &ForceLists) -> anyhow::Result<ListJudgement> {
    let builder = base.builder();
    let limits = limits(base, base.own_force(side).role)?;
    let units = builder.read(split(lists.of(side))).map_err(|error| anyhow!(BadInput(error.to_string())))?;
    let defects = builder.validate(limits, side, lists.year, &units).err().unwrap_or_default();
    let points = builder.points(&units);
    let parts = Part::ALL.map(|part| {
        let (count, [least, most]) = (builder.count(part, &units), limits.parts[part.index()]);
        let is_wrong = |defect: &ForceDefect| matches!(defect, ForceDefect::Composition { part: wrong, .. } if *wrong == part);
        let part = part_name(part);
        let words = if least == most {
            tr!("{part}: {count} of {most}", part, count, most)
        } else {
            tr!("{part}: {count} ({least} to {most})", part, count, least, most)
        };
        PartCount { words, valid: !defects.iter().any(is_wrong) }
    });
    let quoted = |entry: String| if entry.contains('*') { format!("'{entry}'") } else { entry };
    let entries: Vec<String> = entries(base, &units).into_iter().map(quoted).collect();
    let [least, most] = limits.points;
    Ok(ListJudgement {
        points,
        span: limits.points,
        total: tr!("{points} points ({least} to {most})", points, least, most),
        parts: parts.to_vec(),
        problems: defects.iter().map(|defect| problem(base, defect)).collect(),
        wrong: defects.iter().filter_map(unit_of).collect(),
        command: format!(
            "stavka force check --side {} --year {} --role {} {}",
            side.name(),
            lists.year,
            limits.role.name(),
            entries.join(" ")
        ),
    })
}

/// The unit that is a reason by itself.
fn unit_of(defect: &ForceDefect) -> Option<String> {
    match defect {
        ForceDefect::OtherSide(id) | ForceDefect::OtherYears { id, .. } | ForceDefect::Limit { id, .. } => Some(id.clone()),
        ForceDefect::Size(_) | ForceDefect::Composition { .. } | ForceDefect::Points { .. } => None,
    }
}

/// Why a list is refused, for a page.
fn problem(data: &Data, defect: &ForceDefect) -> String {
    let unit = |id: &str| data.templates.iter().find(|unit| unit.id == id).map_or(id, |unit| proper(&unit.name)).to_owned();
    match *defect {
        ForceDefect::Size(0) => tr!("no unit is chosen").to_owned(),
        ForceDefect::Size(count) => tr!("{count} units: a force has fewer", count),
        ForceDefect::OtherSide(ref id) => tr!("{unit} belongs to the other side", unit = unit(id)),
        ForceDefect::OtherYears { ref id, year, first, last } => {
            tr!("{unit} is not there in {year}, only from {first} to {last}", unit = unit(id), year, first, last)
        }
        ForceDefect::Limit { ref id, count, limit } => tr!("{unit}: {count} are too many, at most {limit}", unit = unit(id), count, limit),
        ForceDefect::Composition { part, count, least, .. } if count < usize::from(least) => {
            tr!("{part}: {count} are too few, at least {least}", part = part_name(part), count, least)
        }
        ForceDefect::Composition { part, count, most, .. } => {
            tr!("{part}: {count} are too many, at most {most}", part = part_name(part), count, most)
        }
        ForceDefect::Points { points, least, .. } if points < u32::from(least) => {
            tr!("{missing} points fewer than the least, {least}", missing = u32::from(least) - points, least)
        }
        ForceDefect::Points { points, most, .. } => {
            tr!("{over} points more than the most, {most}", over = points - u32::from(most), most)
        }
    }
}

/// The mission with both lists. A list of the very units of a ready force is that force.
fn scenario(lists: &ForceLists) -> anyhow::Result<String> {
    let base = mission(&lists.mission)?;
    let sorted = |units: &[usize]| {
        let mut units = units.to_vec();
        units.sort_unstable();
        units
    };
    let chosen = Side::ALL.map(|side| {
        let list = lists.of(side);
        let units = base.builder().read(split(list)).map(|units| sorted(&units)).unwrap_or_default();
        let role = base.own_force(side).role;
        let is_ready = |force: &&Force| (force.side, force.year, force.role) == (side, lists.year, role) && sorted(&force.units) == units;
        base.forces.iter().find(is_ready).map_or(list, |force| force.id.as_str())
    });
    scenario_file(base, chosen.map(Some), Some(lists.year))
}

/// What a force is for.
fn role(role: Role) -> &'static str {
    match role {
        Role::Standard => tr!("standard: reinforced platoons meet"),
        Role::Mirror => tr!("mirror: half a platoon a side"),
        Role::Attack => tr!("attack"),
        Role::Defence => tr!("defence"),
    }
}

/// A kind of unit that the rules of forces count.
fn part_name(part: Part) -> &'static str {
    match part {
        Part::Officers => tr!("officers"),
        Part::Squads => tr!("squads"),
        Part::Teams => tr!("teams"),
        Part::AntiTankTeams => tr!("anti-tank teams"),
        Part::Mortars => tr!("mortars"),
        Part::Guns => tr!("guns"),
        Part::Vehicles => tr!("vehicles"),
        Part::HeavyTanks => tr!("heavy tanks"),
    }
}
