//! The tables beside the map, and what a hex is in their words.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Firing, Role};
use stavka_engine::blocks_in_the_east::data::{CommandRules, Data, StepColour, Unit};
use stavka_engine::blocks_in_the_east::display;
use stavka_engine::blocks_in_the_east::terms::{
    Colour, Country, Nation, PortClass, Region, TechField, Terrain, TownClass, UnitKind, Weather,
};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Prepared};
use stavka_engine::hex::{Direction, Hex};
use stavka_words::{proper, tr};

use super::board::is_open;
use super::{command, fight, goals, months, names};
use crate::hexmap::HexBoard as _;
use crate::theme::{HexCard, Lit, Table};

/// Dice of a volley for which the table gives mean hits.
const DICE: std::ops::RangeInclusive<u8> = 1..=12;
/// Levels of TECH.
const LEVELS: [u8; 3] = [1, 2, 3];

/// The tables of the game.
pub(super) fn tables(game: &BlocksInTheEast) -> Vec<Table> {
    let data = game.data();
    let mut all = vec![terrain(data), mean_hits(), faces(data), modifiers(data), movement(data), costs(data), stacking(data), tech(data)];
    if data.is_advanced() {
        all.push(weather(data));
    }
    all.extend(command::rules(data).map(headquarters));
    all.extend(victory(data));
    all
}

fn head(first: &str, rest: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(rest).collect()
}

fn row(name: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(name.into()).chain(cells).collect()
}

fn number(value: impl std::fmt::Display) -> String {
    value.to_string()
}

const NOTHING: &str = "-";

/// Hexes, towns and hexsides in one chart, so that the rows of a hex can be lit.
fn terrain(data: &Data) -> Table {
    let movement = &data.tables.movement;
    let ground = Terrain::ALL.into_iter().map(|terrain| {
        let cost = movement.cost(terrain, Weather::Clear).map_or_else(|| tr!("closed").to_owned(), number);
        let (attack, note) = match terrain {
            Terrain::Forest | Terrain::Hill | Terrain::Swamp => (tr!("Malus 1"), ""),
            Terrain::Mountain => (tr!("Malus 1"), tr!("no line of supply through it [4.3.a]")),
            _ => (NOTHING, ""),
        };
        row(names::terrain(terrain), [cost, attack.to_owned(), NOTHING.to_owned(), note.to_owned()])
    });
    let towns = [TownClass::Minor, TownClass::Major, TownClass::Capital, TownClass::Fortress, TownClass::Bunker, TownClass::Dot];
    let towns = towns.into_iter().map(|class| {
        let (attack, defence) = match class {
            TownClass::Major | TownClass::Capital => (tr!("Malus 1"), tr!("Bonus 1")),
            TownClass::Fortress => (tr!("Malus 2, also artillery and aircraft"), tr!("Bonus 2")),
            TownClass::Bunker => (tr!("Malus 1, also artillery and aircraft"), tr!("Bonus 1")),
            TownClass::Minor | TownClass::Dot => (NOTHING, NOTHING),
        };
        let note = match class {
            TownClass::Fortress => tr!("falls to a bunker when it is taken [BOX1.g]"),
            TownClass::Bunker => tr!("is destroyed when it is taken [BOX1.i]"),
            class if class.is_city() => tr!("base of aircraft [3.4]"),
            _ => "",
        };
        row(names::town(class), [NOTHING, attack, defence, note].map(str::to_owned))
    });
    let sides = [
        (tr!("river"), NOTHING.to_owned(), tr!("Malus 1 for who crossed it"), tr!("Bonus 1 if all attackers crossed"), ""),
        (tr!("water between two hexes"), tr!("closed").to_owned(), NOTHING, NOTHING, tr!("no ZOC [3.19.b]")),
        (tr!("red arrow"), number(movement.arrow), tr!("Malus 2"), NOTHING, tr!("no ZOC, no supply on foot [7.5.5]")),
        (tr!("railway"), NOTHING.to_owned(), NOTHING, NOTHING, tr!("supply, strategic rail moves")),
    ];
    let sides = sides
        .into_iter()
        .map(|(name, cost, attack, defence, note)| row(name, [cost, attack.to_owned(), defence.to_owned(), note.to_owned()]));
    Table {
        title: tr!("Terrain effects [7.5.3.a][BOX1]").into(),
        note: tr!("Movement points in clear weather. A Malus halves the dice of the attackers on the ground, a Bonus widens the range of the defenders by a face.").into(),
        lit: Lit::Rows,
        head: head(tr!("Terrain"), [tr!("MP a hex"), tr!("Attack"), tr!("Defence"), tr!("Remarks")].map(str::to_owned)),
        rows: ground.chain(towns).chain(sides).collect(),
    }
}

/// Mean hits by dice and range.
fn mean_hits() -> Table {
    let cells = |dice: u8| (1..=5_u8).map(move |faces| format!("{:.2}", f64::from(dice) * f64::from(faces) / 6.0));
    Table {
        title: tr!("Mean hits of a volley [7.7]").into(),
        note: tr!("By the number of dice and the faces that hit.").into(),
        lit: Lit::Column,
        head: head(tr!("Dice"), (1..=5).map(|faces| fight::range(faces).to_owned())),
        rows: DICE.map(|dice| row(number(dice), cells(dice))).collect(),
    }
}

/// Faces that hit of each kind of unit by TECH, asked of the table with a block of the game of that kind.
fn faces(data: &Data) -> Table {
    let powers = &data.tables.powers;
    let sample =
        |is: &dyn Fn(&Unit) -> bool| Side::ALL.into_iter().flat_map(|side| data.units(side)).map(|(_, unit)| unit).find(|unit| is(unit));
    let of_kind = |kind: UnitKind| sample(&move |unit: &Unit| unit.kind == kind);
    let ranges = |unit: &Unit, firing: Firing, role: Role| {
        let levels = LEVELS.map(|tech| match powers.faces(unit, tech, firing, role) {
            0 => NOTHING,
            faces => fight::range(faces),
        });
        if levels.iter().all(|level| *level == levels[0]) { levels[0].to_owned() } else { levels.join(" / ") }
    };
    let kinds = [UnitKind::Infantry, UnitKind::Mech, UnitKind::Tank, UnitKind::Artillery, UnitKind::Fighter, UnitKind::Bomber];
    let rows = kinds.into_iter().filter_map(|kind| Some((kind, of_kind(kind)?))).map(|(kind, unit)| {
        let cells = [
            ranges(unit, Firing::AirCombat, Role::Attacker),
            ranges(unit, Firing::AntiAircraft, Role::Defender),
            ranges(unit, Firing::AirAttack, Role::Attacker),
            ranges(unit, Firing::Artillery, Role::Attacker),
            ranges(unit, Firing::Ground, Role::Attacker),
            ranges(unit, Firing::Ground, Role::Defender),
        ];
        row(names::kind(kind), cells)
    });
    let towns = [TownClass::Minor, TownClass::Major, TownClass::Fortress, TownClass::Bunker];
    let towns = towns.into_iter().map(|class| {
        let fire = LEVELS.map(|tech| powers.town_fire(class, tech));
        let dice = fire[0].map_or(0, |[dice, _]| dice);
        let levels = fire.map(|fire| fire.map_or(NOTHING, |[_, faces]| fight::range(faces)));
        let range = if levels.iter().all(|level| *level == levels[0]) { levels[0].to_owned() } else { levels.join(" / ") };
        let shot = if dice == 1 { tr!("1 die: {range}", range) } else { tr!("{dice} dice: {range}", dice, range) };
        let nothing = || NOTHING.to_owned();
        row(names::town(class), [nothing(), shot, nothing(), nothing(), nothing(), nothing()])
    });
    let (air, aa, raid, guns) = (
        names::firing(Firing::AirCombat).0,
        names::firing(Firing::AntiAircraft).0,
        names::firing(Firing::AirAttack).0,
        names::firing(Firing::Artillery).0,
    );
    Table {
        title: tr!("Faces that hit, by TECH 1 / 2 / 3 [6.1][6.2][6.3]").into(),
        note: tr!(
            "A unit throws a die for each strength point; a 1 never hits. Towns fire at aircraft like the infantry of their owner [7.7.2]."
        )
        .into(),
        lit: Lit::Nothing,
        head: head(tr!("Unit"), [air, aa, raid, guns, tr!("ground: attack"), tr!("ground: defence")].map(str::to_owned)),
        rows: rows.chain(towns).collect(),
    }
}

/// Every cause of a Bonus or Malus that the scenario knows.
fn modifiers(data: &Prepared) -> Table {
    let basic = [
        (Cause::Ground, tr!("Malus 1 for combat units that attack on the ground, and fire at aircraft")),
        (Cause::River, tr!("Malus 1 for who crossed it; Bonus 1 for the defence if all attackers crossed rivers or straits")),
        (Cause::Strait, tr!("Malus 2 for who crossed it")),
        (Cause::City, tr!("Malus 1 for the attack, Bonus 1 for the defence")),
        (Cause::Fortress, tr!("Malus 2 for the attack, Bonus 2 for the defence")),
        (Cause::Bunker, tr!("Malus 1 for the attack, Bonus 1 for the defence")),
        (Cause::Mountaineers, tr!("no Malus for the ground in attack, Bonus 1 in defence")),
        (Cause::Finns, tr!("Bonus 1 in defence, ski troops also in attack")),
    ];
    let advanced = [
        (Cause::Weather, tr!("as the table of the weather says")),
        (Cause::Elite, tr!("Bonus 1 for Guards, SS, GD and HG that attack, and for those that are elite in defence")),
    ];
    let advanced = advanced.into_iter().filter(|_| data.is_advanced());
    let surprise = (Cause::Surprise, tr!("Bonus 1 for Axis aircraft and German artillery in the first round of each battle"));
    let surprise = Some(surprise).filter(|_| data.is_surprise(data.script.turns[0]));
    let rows = basic.into_iter().chain(advanced).chain(surprise).map(|(cause, words)| {
        let (what, rule) = names::cause(cause);
        row(what, [words.to_owned(), format!("[{rule}]")])
    });
    let mut note = vec![tr!(
        "A Bonus widens the range of faces that hit by one, 2 to 6 at most. A Malus halves the dice, rounded down; those of units with the same Malus are added before they are halved, and each unit throws a die at least [7.7.7]."
    )];
    if data.script.options.cancel {
        note.push(tr!("Agreed: a Bonus and a Malus of the same unit cancel each other [7.7.6.c]."));
    }
    Table {
        title: tr!("Bonus and Malus [7.7.6]").into(),
        note: note.join(" "),
        lit: Lit::Nothing,
        head: head(tr!("Cause"), [tr!("Effect"), tr!("Rule")].map(str::to_owned)),
        rows: rows.collect(),
    }
}

/// Movement points and ranges by TECH.
fn movement(data: &Data) -> Table {
    let kinds = UnitKind::ALL.into_iter().filter(|kind| kind.field().is_some());
    let rows = kinds.filter_map(|kind| {
        let unit = Side::ALL.into_iter().flat_map(|side| data.units(side)).map(|(_, unit)| unit).find(|unit| unit.kind == kind)?;
        let told = |levels: [u8; 3]| levels.map(|level| level.to_string()).join(" / ");
        let [points, range] = [unit.points, unit.range].map(|levels| levels.map_or_else(|| NOTHING.to_owned(), told));
        Some(row(names::kind(kind), [points, range]))
    });
    let mobility = &data.tables.mobility;
    Table {
        title: tr!("Movement points and ranges, by TECH 1 / 2 / 3 [7.5]").into(),
        note: tr!(
            "Aircraft transfer over {times} times their range. Units out of supply have half their points and do not attack [4.4].",
            times = mobility.transfer
        ),
        lit: Lit::Nothing,
        head: head(tr!("Unit"), [tr!("Movement points"), tr!("Range in hexes")].map(str::to_owned)),
        rows: rows.collect(),
    }
}

/// Prices of steps and rail moves.
fn costs(data: &Data) -> Table {
    let tables = &data.tables;
    let colours = [
        (StepColour::Black, tr!("black step")),
        (StepColour::White, tr!("white step")),
        (StepColour::Red, tr!("red step")),
        (StepColour::Blue, tr!("blue step")),
    ];
    let steps = colours.into_iter().map(|(colour, name)| {
        let price = tables.production.cost(colour).map_or_else(|| tr!("never rebuilt").to_owned(), number);
        row(name, [price, "[7.3.a]".to_owned()])
    });
    let rail = &tables.rail_moves;
    let rest = [
        (tr!("strategic rail move"), number(rail.price), "[7.4]"),
        (tr!("German aid to an ally in a turn, at most"), number(tables.production.aid), "[5.2.a]"),
        (tr!("to the enemy for a unit that surrenders"), number(tables.production.surrender), "[7.9.a]"),
    ];
    let rest = rest.into_iter().map(|(name, price, rule)| row(name, [price, rule.to_owned()]));
    Table {
        title: tr!("Production points [7.3]").into(),
        note: tr!(
            "Rail moves in a turn: {soviet} of the Soviets, {axis} of the Axis in the Soviet Union and {finnish} in the Finnish operative area [7.4.a]. A city receives {city} new units in a turn, a capital and the great cities {capital} [7.3.1].",
            soviet = rail.soviet,
            axis = rail.axis_in_soviet_union,
            finnish = rail.axis_in_finnish_area,
            city = tables.production.units_in_city,
            capital = tables.production.units_in_capital
        ),
        lit: Lit::Nothing,
        head: head(tr!("What"), [tr!("Points"), tr!("Rule")].map(str::to_owned)),
        rows: steps.chain(rest).collect(),
    }
}

fn stacking(data: &Data) -> Table {
    let limits = &data.tables.stacking;
    let rows = [
        (tr!("ground units"), limits.ground),
        (tr!("combat units among them"), limits.combat),
        (tr!("air units at their base"), limits.air),
        (tr!("all together"), limits.all),
        (tr!("air units in a battle"), limits.air_in_battle),
    ];
    Table {
        title: tr!("Stacking [3.10]").into(),
        note: tr!("Most units of a side in a hex, when its movement is over.").into(),
        lit: Lit::Nothing,
        head: head(tr!("Units"), [tr!("Most").to_owned()]),
        rows: rows.into_iter().map(|(name, most)| row(name, [number(most)])).collect(),
    }
}

/// The months in which the TECH of a nation rises.
fn tech(data: &Data) -> Table {
    const LAST: u8 = 49;
    let mut rows = Vec::new();
    for turn in 1..=LAST {
        for nation in Nation::ALL {
            for field in TechField::ALL {
                let level = data.tables.scheduled_tech(nation, field, turn);
                if level > data.tables.scheduled_tech(nation, field, turn - 1) {
                    rows.push(row(
                        names::date(turn.into()),
                        [names::nation(nation).to_owned(), field_in_words(field).to_owned(), number(level)],
                    ));
                }
            }
        }
    }
    Table {
        title: tr!("Schedule of TECH [3.13.a]").into(),
        note: tr!("Before, and where it is higher, a block has the TECH that is printed on it.").into(),
        lit: Lit::Nothing,
        head: head(tr!("Month"), [tr!("Nation"), tr!("Units"), tr!("TECH")].map(str::to_owned)),
        rows,
    }
}

fn field_in_words(field: TechField) -> &'static str {
    match field {
        TechField::Infantry => tr!("infantry"),
        TechField::Armour => tr!("armour"),
        TechField::Fighter => tr!("fighters"),
        TechField::Bomber => tr!("bombers"),
    }
}

/// What each weather costs and does.
fn weather(data: &Data) -> Table {
    let tables = &data.tables;
    let ground = [Terrain::Plain, Terrain::Forest, Terrain::Hill, Terrain::Mountain, Terrain::Swamp];
    let rows = Weather::ALL.into_iter().map(|weather| {
        let cost = |terrain| tables.movement.cost(terrain, weather).map_or_else(|| tr!("closed").to_owned(), number);
        let rest = [number(tables.supply.range[weather.index()]), months::effects(weather).to_owned()];
        row(names::weather(weather), ground.map(cost).into_iter().chain(rest))
    });
    let columns = ground.map(|terrain| names::terrain(terrain).to_owned()).into_iter();
    Table {
        title: tr!("Weather [9.0]").into(),
        note: tr!("Movement points a hex by terrain, hexes of a line of supply, and what battles suffer.").into(),
        lit: Lit::Nothing,
        head: head(tr!("Weather"), columns.chain([tr!("Supply"), tr!("Effect")].map(str::to_owned))),
        rows: rows.collect(),
    }
}

/// What each kind of headquarters serves.
fn headquarters(rules: &CommandRules) -> Table {
    let radii = Weather::ALL.map(|weather| format!("{} {}", names::weather(weather), rules.radius_in(weather)));
    let rows = [
        (UnitKind::ArmouredHq, tr!("fuel for armour: marches, attacks, exploitation; rail moves; artillery fire"), tr!("radius")),
        (UnitKind::AirHq, tr!("fuel for missions of aircraft; rail moves"), tr!("radius")),
        (UnitKind::NavalHq, tr!("rail moves"), NOTHING),
        (
            UnitKind::SupremeHq,
            tr!("special actions, each once in a turn: armour, an aircraft, a unit out of supply, a free rail move"),
            tr!("everywhere"),
        ),
    ];
    let rows = rows.into_iter().map(|(kind, what, reach)| row(names::kind(kind), [what, reach].map(str::to_owned)));
    Table {
        title: tr!("Headquarters and fuel [13.0]").into(),
        note: tr!(
            "Activated, a headquarters has a barrel or an action for each of its action points (PA), half of them out of supply; it moves no more, and loses a PA when it stands down [13.2][13.4][13.6]. Radius in hexes: {radii} [13.3].",
            radii = radii.join(", ")
        ),
        lit: Lit::Nothing,
        head: head(tr!("Unit"), [tr!("serves"), tr!("reaches")].map(str::to_owned)),
        rows: rows.collect(),
    }
}

/// Levels of victory of the scenario.
fn victory(data: &Data) -> Option<Table> {
    let victory = data.script.victory.as_ref()?;
    let ends = victory.levels.iter().skip(1).map(|level| Some(level.least)).chain([None]);
    let rows = victory.levels.iter().zip(ends).map(|(level, next)| {
        let points = match next {
            Some(next) if next == level.least + 1 => number(level.least),
            Some(next) => format!("{}-{}", level.least, next - 1),
            None => format!("{}+", level.least),
        };
        row(names::level(&level.name), [points])
    });
    Some(Table {
        title: tr!("Victory [7.11]").into(),
        note: goals::task(data).unwrap_or_default(),
        lit: Lit::Nothing,
        head: head(tr!("Result"), [tr!("Victory Points of the Axis").to_owned()]),
        rows: rows.collect(),
    })
}

/// What a hex is and how it stands there; nothing where nobody plays.
pub(super) fn hex_card(game: &BlocksInTheEast, hex: Hex) -> Option<HexCard> {
    let data = game.data();
    let map = &data.map;
    if !is_open(data, hex) {
        return None;
    }
    let mut terrain = vec![names::terrain(map.terrain[hex.index()]).to_owned()];
    let town = game.town(hex);
    terrain.extend(town.map(|class| names::town(class).to_owned()));
    let mut lines = vec![terrain.join(", ")];
    if !map.is_box(hex) {
        let sides = &map.sides[hex.index()];
        let railways = &game.railways()[hex.index()];
        let is_there = |way: Direction| sides[way.index()];
        let named: [(&str, &dyn Fn(Direction) -> bool); 4] = [
            (tr!("river"), &|way| is_there(way).river),
            (tr!("water between two hexes"), &|way| is_there(way).water && !is_there(way).strait),
            (tr!("red arrow"), &|way| is_there(way).strait),
            (tr!("railway"), &|way| map.grid.neighbour(hex, way).is_some_and(|near| railways.contains(&near.0))),
        ];
        for (what, is_so) in named {
            if let Some(words) = game.sides_of(hex, what, is_so) {
                terrain.push(what.to_owned());
                lines.push(words);
            }
        }
    }
    let arrows = map.arrows.iter().filter(|arrow| arrow.ends.contains(&hex));
    let beyond: Vec<String> = arrows.flat_map(|arrow| arrow.ends).filter(|&end| end != hex).map(|end| names::hex(data, end)).collect();
    if !beyond.is_empty() {
        terrain.push(tr!("red arrow").to_owned());
        lines.push(tr!("joined with {places} [3.7]", places = beyond.join(", ")));
    }
    terrain.dedup();
    lines.extend(map.country[hex.index()].map(|country| tr!("{country} in June 1941", country = country_in_words(country))));
    lines.extend(yields(game, hex));
    lines.extend(game.damaged().filter(|&(at, ..)| at == hex).map(|(_, what, damage)| {
        let effect = names::effect_of_bombs(what, damage);
        tr!("bombed: {what}; {effect}", what = names::infrastructure(what), effect)
    }));
    lines.extend(goals::worth(data, hex));
    if map.region(Region::FinnishAttack).contains(hex) {
        lines.push(tr!("attack zone of the Finns [5.5.e]").to_owned());
    }
    lines.extend(game.owner(hex).map(|side| tr!("owner: {side} [3.1.a]", side)));
    lines.extend(Some(game.partisans_in(hex)).filter(|&battalions| battalions > 0).map(names::partisans));
    let zones = game.situation().zones;
    lines.extend(
        Side::ALL.into_iter().filter(|side| zones[side.index()].contains(hex)).map(|side| tr!("zone of control: {side} [3.19]", side)),
    );
    Some(HexCard { terrain, lines })
}

/// What a place yields, and what is built there.
fn yields(game: &BlocksInTheEast, hex: Hex) -> Vec<String> {
    let data = game.data();
    let mut lines = Vec::new();
    if let Some(place) = data.map.place_at(hex) {
        if place.victory {
            lines.push(tr!("Victory City [3.3.d]").to_owned());
        }
        for (amount, words) in [(place.yellow, tr!("yellow production")), (place.oil, tr!("oil")), (place.white, tr!("naval yards"))] {
            if amount > 0 {
                lines.push(format!("{words}: {amount}"));
            }
        }
        if let Some((class, sea)) = place.port {
            let sea = data.map.seas.get(sea).map_or("", |sea| proper(&sea.name));
            lines.push(match class {
                PortClass::Minor => tr!("Minor Port, {sea}", sea),
                PortClass::Major => tr!("Major Port, {sea}", sea),
            });
        }
    }
    for side in Side::ALL {
        if display::factories(game, side, Colour::Red).contains(hex) {
            lines.push(tr!("factory of armour [7.3.1.c]").to_owned());
        }
        if display::factories(game, side, Colour::Blue).contains(hex) {
            lines.push(tr!("factory of aircraft [7.3.1.d]").to_owned());
        }
        if data.is_advanced() && display::factories(game, side, Colour::Black).contains(hex) {
            lines.push(tr!("hydrogenation plant [11.2]").to_owned());
        }
    }
    lines
}

fn country_in_words(country: Country) -> &'static str {
    match country {
        Country::Albania => tr!("Albania"),
        Country::Bulgaria => tr!("Bulgaria"),
        Country::Denmark => tr!("Denmark"),
        Country::Greece => tr!("Greece"),
        Country::Finland => tr!("Finland"),
        Country::Germany => tr!("Germany"),
        Country::Hungary => tr!("Hungary"),
        Country::Italy => tr!("Italy"),
        Country::Slovakia => tr!("Slovakia"),
        Country::GeneralGovernment => tr!("General Government"),
        Country::Norway => tr!("Norway"),
        Country::Persia => tr!("Persia"),
        Country::Iraq => tr!("Iraq"),
        Country::Romania => tr!("Romania"),
        Country::Sweden => tr!("Sweden"),
        Country::Turkey => tr!("Turkey"),
        Country::SovietUnion => tr!("Soviet Union"),
        Country::Yugoslavia => tr!("Yugoslavia"),
    }
}
