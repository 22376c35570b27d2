//! The game in words: tracks, counters, scenarios and the final account.

use stavka_engine::blocks_in_the_east::data::Count;
use stavka_engine::blocks_in_the_east::terms::{Colour, Frozen, Nation, Project, Weather};
use stavka_engine::blocks_in_the_east::{Action, BlocksDenial, BlocksInTheEast, Prepared};
use stavka_engine::{Scenario as _, Side};
use stavka_words::{tr, translate};

use super::words::{reason, wish, words};
use super::{account, board, command, events, names, odds, roster, standing, tracks};
use crate::{Extent, Ink, ScenarioSheet, Standing, StandingRow, Tabletop, phrases, textmap};

impl Tabletop for BlocksInTheEast {
    const TITLE: &'static str = "Blocks in the East, 1941-1945";

    const STANDING: &'static [StandingRow] = standing::ROWS;

    fn standing_choice(&self, key: &str, standing: &Standing) -> Option<Action> {
        standing::choice(self, key, standing)
    }

    fn unknown_cell<'a>(&self, cells: &'a [String]) -> Option<&'a str> {
        cells.iter().map(String::as_str).find(|cell| self.data().map.find(cell).is_none())
    }

    fn board(&self, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
        board::text(self, viewer, extent, ink)
    }

    fn map_text(data: &'static Prepared, ink: Ink) -> String {
        textmap::map::<Self>(data, ink)
    }

    fn words(&self, action: Action, viewer: Side) -> String {
        words(self, action, viewer)
    }

    fn wish(&self, action: Action) -> Option<String> {
        wish(self, action)
    }

    fn reason(&self, action: Action, denial: &BlocksDenial) -> String {
        reason(self, action, *denial)
    }

    /// Units that are disbanded, and those that follow a Blitz, are sets in ascending order.
    fn may_come_before(action: Action, later: Action) -> bool {
        matches!((action, later), (Action::Disband(_), Action::Disband(_)) | (Action::Join(_), Action::Join(_)))
    }

    /// The player whose turn it is, also while the other one reacts; or who sets up.
    fn phase_owner(&self) -> Option<Side> {
        self.phase().map(|(side, _)| side).or_else(|| self.sets_up())
    }

    fn odds(&self, viewer: Side) -> Vec<String> {
        odds::lines(self, viewer)
    }

    fn status(&self, viewer: Side) -> Vec<String> {
        tracks::lines(self, viewer)
    }

    /// Blocks by nation. The side to act sees its own secrets.
    fn roster(&self, filter: &str, ink: Ink) -> String {
        phrases::roster(roster::groups(self), filter, ink)
    }

    /// Weather, headquarters, departures, surrenders.
    fn aftermath(&self, action: Action, after: &Self) -> Vec<String> {
        events::since(self, action, after)
    }

    /// Result and what it rests on [7.11].
    fn account(&self) -> Vec<String> {
        account::result(self)
    }

    fn sheet(data: &Prepared) -> ScenarioSheet {
        let script = &data.script;
        let [first, last] = script.turns;
        let fact = |name: &str, text: String| (name.to_owned(), text);
        let dates = tr!("from {first} to {last}", first = names::date(first.into()), last = names::date(last.into()));
        let mut facts = vec![
            fact(tr!("dates"), dates),
            fact(tr!("blocks"), forces(data)),
            fact(tr!("production"), production(data)),
            fact(tr!("to win"), to_win(data)),
            fact(tr!("frozen in the first turn"), frozen(data)),
        ];
        if script.reinforcements {
            facts.push(fact(tr!("reinforcements"), reinforcements(data)));
        }
        facts.extend(advanced(data).into_iter().map(|(name, text)| fact(name, text)));
        let first_set_up = tr!(
            "{side} first; the blocks stand where the scenario puts them, unless the players set them up themselves",
            side = script.first_set_up
        );
        facts.push(fact(tr!("set-up"), first_set_up));
        let hidden = if script.options.open {
            tr!("nothing: all units are visible [1.3]")
        } else {
            tr!(
                "which block of the enemy is which, until they meet in a battle, and its steps; positions, points and losses lie open [1.3]"
            )
        };
        facts.push(fact(tr!("hidden"), hidden.to_owned()));
        let agreed: Vec<String> = script.options.agreed().map(|option| format!("{} [{}]", translate(option.words), option.rule)).collect();
        if !agreed.is_empty() {
            facts.push(fact(tr!("agreed"), agreed.join("; ")));
        }
        ScenarioSheet {
            id: script.id.clone(),
            name: script.name.clone(),
            description: script.description.clone(),
            turns: u16::from(last - first + 1),
            data: format!("{:016x}", data.fingerprint()),
            facts,
        }
    }
}

/// Blocks of the set-up by nation.
fn forces(data: &Prepared) -> String {
    let placed = |nation: Nation| data.script.placed.iter().filter(|placed| data.unit(placed.unit).nation == nation).count();
    let told = Nation::ALL.into_iter().map(|nation| (nation, placed(nation))).filter(|(_, count)| *count > 0);
    told.map(|(nation, count)| format!("{} {count}", names::nation(nation))).collect::<Vec<_>>().join(", ")
}

fn production(data: &Prepared) -> String {
    let income = &data.script.income;
    let points = |nation: Nation, colour: Colour| income.points[nation.index()][colour.index()];
    let of_nation = |nation: Nation| {
        let coloured = Colour::ALL.into_iter().filter(|&colour| colour != Colour::Yellow && points(nation, colour) > 0);
        let coloured = coloured.map(|colour| tr!("{points} {colour}", points = points(nation, colour), colour = names::colour(colour)));
        let all = std::iter::once(format!("{} {}", names::nation(nation), points(nation, Colour::Yellow))).chain(coloured);
        all.collect::<Vec<_>>().join(" + ")
    };
    let told: Vec<String> = Nation::ALL.into_iter().filter(|&nation| points(nation, Colour::Yellow) > 0).map(of_nation).collect();
    if income.follows_map {
        return tr!(
            "points in {date}: {points}; in later turns by what is held and joined to the main sources [11.2]",
            date = names::date(income.first_turn.into()),
            points = told.join(", ")
        );
    }
    tr!("points in each turn from {date} on: {points}", date = names::date(income.first_turn.into()), points = told.join(", "))
}

/// What the Advanced game and the long scenarios add.
fn advanced(data: &Prepared) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(rules) = command::rules(data) {
        let radii = Weather::ALL.map(|weather| format!("{} {}", names::weather(weather), rules.radius_in(weather)));
        facts.push((
            tr!("headquarters and fuel"),
            tr!(
                "armour and aircraft draw fuel from headquarters that are activated, within their radius: {radii} [13.3]",
                radii = radii.join(", ")
            ),
        ));
    }
    if data.is_advanced() {
        let months = (data.script.turns[0]..=data.script.turns[1]).map(|turn| {
            let weather = data.tables.weather.of(turn).map_or(tr!("a die decides it"), names::weather);
            format!("{}: {weather}", names::date(turn.into()))
        });
        // After a year the calendar begins anew.
        facts.push((tr!("weather"), months.take(12).collect::<Vec<_>>().join(", ")));
    }
    let long = &data.script.long;
    if let Some(works) = long.works {
        let prices = Project::ALL.into_iter().filter_map(|project| Some((project, works.prices[project.index()]?)));
        let told: Vec<String> = prices.map(|(project, price)| format!("{} {price}", names::project(project))).collect();
        let from = names::date(works.from.into());
        facts.push((tr!("projects"), tr!("from {from} on, in yellow points: {projects} [SBE6.e]", from, projects = told.join(", "))));
    }
    let mut leavers: Vec<(u8, String)> = long
        .leavers
        .iter()
        .filter(|&&(unit, turn)| data.takes_part(unit) && turn >= data.script.turns[0])
        .map(|&(unit, turn)| (turn, names::title(data, unit)))
        .filter(|&(turn, _)| turn <= data.script.turns[1])
        .collect();
    leavers.sort();
    if !leavers.is_empty() {
        let told: Vec<String> = leavers.into_iter().map(|(turn, unit)| format!("{}: {unit}", names::date(turn.into()))).collect();
        facts.push((tr!("departures"), tr!("{units} [LONG.b]", units = told.join(", "))));
    }
    if data.is_surprise(data.script.turns[0]) {
        let told = tr!(
            "in the first turn: no Bonus for the Soviets and no Malus for the Axis, Soviet fighters stay on the ground [SBE5.c][SBE5.d]"
        );
        facts.push((tr!("surprise"), told.to_owned()));
    }
    facts
}

fn to_win(data: &Prepared) -> String {
    let Some(victory) = &data.script.victory else { return tr!("decided by the rules of the Advanced game").to_owned() };
    let at = |hex| names::hex(data, hex);
    let rule = account::rule_of(&data.script.id);
    let counted = match &victory.count {
        Count::Held { places, major_city } => {
            let mut told: Vec<String> = places.iter().map(|&(hex, points)| format!("{} {points}", at(hex))).collect();
            if *major_city > 0 {
                told.push(tr!("every other Soviet Major City {points}", points = major_city));
            }
            tr!("points for places that the Axis controls: {places}", places = told.join(", "))
        }
        Count::CutOff(hex) => {
            tr!("a point for the Axis if it controls {place} or cuts it off from the main source of the Soviets", place = at(*hex))
        }
        Count::Surrounded(hex) => tr!("a point for the Axis if it controls {place} or surrounds it", place = at(*hex)),
        Count::Guards { .. } | Count::Taken { .. } | Count::War { .. } => super::goals::task(data).unwrap_or_default(),
    };
    let when = if victory.at_once { tr!("judged in every Victory Phase") } else { tr!("judged at the end") };
    format!("{counted}; {when}; {} [{rule}]", account::ladder(&victory.levels))
}

fn frozen(data: &Prepared) -> String {
    let zone = |code: &Frozen| match code {
        Frozen::Caucasus => tr!("district of the Caucasus"),
        Frozen::Finland => tr!("Finland"),
        Frozen::Hungary => tr!("Hungary"),
        Frozen::Leningrad => tr!("district of Leningrad"),
        Frozen::Odessa => tr!("district of Odessa"),
        Frozen::Romania => tr!("Romania"),
    };
    let zones: Vec<&str> = data.script.frozen.iter().map(zone).collect();
    if zones.is_empty() { tr!("no unit is frozen").to_owned() } else { tr!("{zones} [3.21]", zones = zones.join(", ")) }
}

/// Blocks that arrive in the turns of the scenario.
fn reinforcements(data: &Prepared) -> String {
    let [first, last] = data.script.turns;
    let arriving = |turn: u8| {
        let units =
            Side::ALL.into_iter().flat_map(|side| data.units(side)).filter(|&(unit, known)| known.arrives == turn && data.takes_part(unit));
        units.map(|(unit, _)| names::title(data, unit)).collect::<Vec<_>>()
    };
    let told = (first..=last).map(|turn| (turn, arriving(turn))).filter(|(_, units)| !units.is_empty());
    told.map(|(turn, units)| tr!("{date}: {units}", date = names::date(turn.into()), units = units.join(", ")))
        .collect::<Vec<_>>()
        .join("; ")
}
