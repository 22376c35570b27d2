//! The tables beside the map, and what a hex is in their words.

use stavka_engine::Side;
use stavka_engine::across_the_bug::data::{Attackers, ChitColumn, CombatResult, Data, EFFECTIVENESS, FACES, LEVELS, Passage, Share};
use stavka_engine::across_the_bug::terms::{Crossing, HexsideKind, MoveClass, SupplyArea, Terrain, Way};
use stavka_engine::across_the_bug::{AcrossTheBug, Level};
use stavka_engine::hex::Hex;
use stavka_words::tr;

use super::{account, names};
use crate::hexmap::HexBoard as _;
use crate::phrases::half_points;
use crate::theme::{HexCard, Lit, Table};

/// Names of the columns of the combat results table.
pub(super) const COLUMNS: [&str; 10] = ["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10"];

/// The tables of the game.
pub(super) fn tables(game: &AcrossTheBug) -> Vec<Table> {
    let data = game.data();
    vec![combat(data), chits(data), terrain(data), points(data), costs(data), administration(data), ladder(data)]
}

/// The ratio at which a column begins on a line of the table.
pub(super) fn ratio(data: &Data, line: u8, column: &str) -> Option<String> {
    let at = COLUMNS.iter().position(|known| *known == column)?;
    let lines = &data.tables.crt.lines;
    let (attack, defence) = lines[usize::from(line).clamp(1, lines.len()) - 1][at];
    Some(format!("{attack}:{defence}"))
}

fn head(first: &str, rest: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(rest).collect()
}

fn row(name: impl Into<String>, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(name.into()).chain(cells).collect()
}

/// The results, under the headings of the five lines.
fn combat(data: &Data) -> Table {
    let crt = &data.tables.crt;
    let heading = |(at, line): (usize, &[(u16, u16); COLUMNS.len()])| {
        row(line_name(data, at as u8 + 1), line.iter().map(|(attack, defence)| format!("{attack}:{defence}")))
    };
    let results = crt.body.iter().enumerate().map(|(at, results)| row((at + 1).to_string(), results.iter().copied().map(result)));
    Table {
        title: tr!("Combat results [7.5.1]").into(),
        note: tr!(
            "The ground of the defender names the line, the ratio of the strengths its column; the die with its modifiers the row. Hits of the attacker / the defender; r: red, every unit is checked [7.5.2]. Below the first ratio: {below}.",
            below = result(crt.below)
        ),
        lit: Lit::Column,
        head: head(tr!("Die"), COLUMNS.map(str::to_owned)),
        rows: crt.lines.iter().enumerate().map(heading).chain(results).collect(),
    }
}

/// The grounds that a line of the table serves.
fn line_name(data: &Data, line: u8) -> String {
    let chart = &data.tables.terrain;
    let plain = Terrain::ALL.into_iter().filter(|&kind| chart.crt_line(kind, false) == line).map(|kind| names::terrain(kind).to_owned());
    let forts = Terrain::ALL
        .into_iter()
        .filter(|&kind| chart.crt_line(kind, true) == line && kind != Terrain::Swamp)
        .map(|kind| tr!("strongpoint, {terrain}", terrain = names::terrain(kind)));
    plain.chain(forts).collect::<Vec<_>>().join("; ")
}

fn result(result: CombatResult) -> String {
    let hits = |hits: stavka_engine::across_the_bug::data::Hits| format!("{}{}", hits.hits, if hits.red { "r" } else { "" });
    format!("{}/{}", hits(result.attacker), hits(result.defender))
}

fn chits(data: &Data) -> Table {
    let ratings = || EFFECTIVENESS;
    let cells = |chit: &stavka_engine::across_the_bug::data::Chit| {
        [ChitColumn::Left, ChitColumn::Right]
            .map(|column| ratings().map(|rating| chit.multiplier(column, rating).to_string()).collect::<Vec<_>>().join(" "))
    };
    Table {
        title: tr!("Combat chits [7.5.1.1]").into(),
        note: tr!("A chit for each side, the second drawn without the first. Multipliers for effectiveness 2 to 7.").into(),
        lit: Lit::Nothing,
        head: head(
            tr!("Chit"),
            [tr!("Hasty and regular attack, normal defence").to_owned(), tr!("Prepared attack, improved defence").to_owned()],
        ),
        rows: data.tables.chits.iter().enumerate().map(|(at, chit)| row(at.to_string(), cells(chit))).collect(),
    }
}

/// Hexes, strongpoints, roads and hexsides in one chart, so that the rows of a hex can be lit.
fn terrain(data: &Data) -> Table {
    let chart = &data.tables.terrain;
    let yes = |holds: bool| if holds { tr!("yes") } else { tr!("no") }.to_owned();
    let hexes = Terrain::ALL.into_iter().map(|kind| {
        let hex = chart.hex(kind);
        let check = if hex.afv_check { tr!(", AFV checked") } else { "" };
        row(
            names::terrain(kind),
            [
                half_points(chart.price(kind, MoveClass::Leg).0),
                half_points(chart.price(kind, MoveClass::Motorized).0) + check,
                tr!("line {line}", line = hex.crt_line),
                format!("{:+}", hex.at_bonus),
                share(hex.tank_into),
                yes(hex.infantry_zoc),
                yes(hex.afv_zoc),
                tr!("motorized units retreat {count}", count = hex.motorized_retreat),
            ],
        )
    });
    let fort = &chart.fort;
    let forts = row(
        tr!("strongpoint"),
        [
            "+0".to_owned(),
            "+0".to_owned(),
            tr!("{count} line more", count = fort.crt_lines),
            format!("{:+}", fort.at_bonus),
            "-".to_owned(),
            "-".to_owned(),
            "-".to_owned(),
            tr!(
                "checks {check}; engineers {engineers} on the die",
                check = format_args!("{:+}", fort.check),
                engineers = format_args!("{:+}", fort.engineers)
            ),
        ],
    );
    let ways = Way::ALL.into_iter().map(|way| {
        let price = |class| half_points(chart.way_price(way, class, data.script.switches.minor_roads_as_main).0);
        let nothing = || "-".to_owned();
        let cells = [price(MoveClass::Leg), price(MoveClass::Motorized), nothing(), nothing(), nothing(), nothing(), nothing()];
        row(names::way(way), cells.into_iter().chain([tr!("not into or out of enemy ZOC [7.3.3]").to_owned()]))
    });
    let crossings = Crossing::ALL.into_iter().filter(|&crossing| crossing != Crossing::Plain).map(|crossing| {
        let side = chart.crossing(crossing);
        let attack = match side.attack_by {
            Attackers::All => format!("{:+}", side.attack_drm),
            Attackers::Leg => tr!("{drm}, on foot", drm = format_args!("{:+}", side.attack_drm)),
            Attackers::None => tr!("no attack").to_owned(),
        };
        let supply = match (side.supply, side.retreat) {
            (true, true) => tr!("supply and retreats pass"),
            (true, false) => tr!("supply passes"),
            (false, _) => tr!("neither supply nor retreats pass"),
        };
        row(
            names::crossing(crossing),
            [
                passage(side.leg),
                passage(side.motorized),
                attack,
                "-".to_owned(),
                share(side.tank),
                yes(side.infantry_zoc),
                yes(side.afv_zoc),
                supply.to_owned(),
            ],
        )
    });
    Table {
        title: tr!("Terrain effects [3.1]").into(),
        note: tr!("MP on foot and motorized; for combat the line of the table in hexes and the modifier over hexsides, AT points more of the defender, the share of the Tank points of the attacker, and where zones of control reach.").into(),
        lit: Lit::Rows,
        head: head(
            tr!("Terrain"),
            [tr!("Foot"), tr!("Motorized"), tr!("Combat"), tr!("AT"), tr!("Tank"), tr!("Infantry ZOC"), tr!("AFV ZOC"), tr!("Remarks")].map(str::to_owned),
        ),
        rows: hexes.chain([forts]).chain(ways).chain(crossings).collect(),
    }
}

fn share(share: Share) -> String {
    match share.quarters() {
        0 => "0",
        1 => "¼",
        2 => "½",
        3 => "¾",
        _ => "1",
    }
    .to_owned()
}

fn passage(passage: Passage) -> String {
    match passage {
        Passage::Extra(points) => format!("+{}", half_points(points.0)),
        Passage::WholeAllowance => tr!("whole MA").to_owned(),
        Passage::Boat(points) => tr!("boat +{points}", points = half_points(points.0)),
        Passage::Closed => tr!("closed").to_owned(),
    }
}

/// Action Points by die and level.
fn points(data: &Data) -> Table {
    let table = &data.tables.points;
    let cells = |die: u8| (1..=LEVELS as u8).map(move |level| format!("{} / {}", table.activation(level, die), table.reaction(level, die)));
    Table {
        title: tr!("Action Points [6.3.1]").into(),
        note: tr!("By die and activation level: on initiative / in reaction.").into(),
        lit: Lit::Nothing,
        head: head(tr!("Die"), (1..=LEVELS).map(|level| tr!("level {level}", level))),
        rows: (1..=FACES as u8).map(|die| row(die.to_string(), cells(die))).collect(),
    }
}

fn costs(data: &Data) -> Table {
    let costs = &data.tables.costs;
    let line = |name: &str, in_command: u8, out: Option<u8>| {
        row(name, [in_command.to_string(), out.map_or_else(|| "-".to_owned(), |cost| cost.to_string())])
    };
    Table {
        title: tr!("Costs of actions [7]").into(),
        note: tr!("In Action Points, for a stack; a relocation costs what the headquarters prints.").into(),
        lit: Lit::Nothing,
        head: head(tr!("Action"), [tr!("In command").to_owned(), tr!("Out of command or isolated").to_owned()]),
        rows: vec![
            line(tr!("movement"), costs.movement, Some(costs.movement_out_of_command)),
            line(tr!("hasty attack"), costs.hasty, Some(costs.hasty_out_of_command)),
            line(tr!("regular attack"), costs.regular, None),
            line(tr!("prepared attack"), costs.prepared, None),
            line(tr!("recovery"), costs.recovery, None),
            line(tr!("improved defence"), costs.improved_defence, None),
            line(tr!("pontoon bridge"), costs.pontoon, None),
        ],
    }
}

/// Interdiction by die, and what it leaves of the recovery of the Soviets.
fn administration(data: &Data) -> Table {
    let levels = data.tables.interdiction.levels;
    let faces = |level: u8| {
        let dice: Vec<String> = (1..=FACES).filter(|&die| levels[die - 1] == level).map(|die| die.to_string()).collect();
        if dice.is_empty() { "-".to_owned() } else { dice.join(" ") }
    };
    let values: Vec<u8> = (0..=9).filter(|&value| data.tables.soviet_recovery.levels(value, 0).is_some()).collect();
    let cells = |level: u8| {
        let values = values.clone().into_iter().filter_map(move |value| data.tables.soviet_recovery.levels(value, level));
        std::iter::once(faces(level)).chain(values.map(|levels| levels.to_string()))
    };
    Table {
        title: tr!("Interdiction and recovery [8.1]").into(),
        note: tr!("The German die gives the level of interdiction; Soviet headquarters in supply recover so many levels by their recovery value, German ones their whole value.").into(),
        lit: Lit::Nothing,
        head: head(tr!("Interdiction"), std::iter::once(tr!("Die").to_owned()).chain(values.iter().map(|value| tr!("recovery {value}", value)))),
        rows: (0..3).map(|level| row(level.to_string(), cells(level))).collect(),
    }
}

/// Levels of victory by the points of the German.
fn ladder(data: &Data) -> Table {
    let Some(ladder) = data.tables.ladder(&data.script.ladder) else {
        return Table { title: String::new(), note: String::new(), lit: Lit::Nothing, head: vec![String::new()], rows: Vec::new() };
    };
    let least = [
        (Level::AxisDecisive, format!("{}+", ladder.axis_decisive)),
        (Level::AxisMinor, format!("{}-{}", ladder.axis_minor, ladder.axis_decisive - 1)),
        (Level::Draw, format!("{}-{}", ladder.draw, ladder.axis_minor - 1)),
        (Level::SovietMinor, format!("{}-{}", ladder.soviet_minor, ladder.draw - 1)),
        (Level::SovietDecisive, format!("≤{}", ladder.soviet_minor - 1)),
    ];
    Table {
        title: tr!("Victory levels [11]").into(),
        note: tr!("Victory points of the German at the end of the last turn.").into(),
        lit: Lit::Nothing,
        head: head(tr!("Result"), [tr!("Victory points").to_owned()]),
        rows: least.into_iter().map(|(level, points)| row(account::level(level), [points])).collect(),
    }
}

/// What a hex is and how it stands there. Zones of control are those of the counters that lie open.
pub(super) fn hex_card(game: &AcrossTheBug, hex: Hex) -> HexCard {
    let data = game.data();
    let map = &data.map;
    let mut terrain = vec![names::terrain(map.terrain(hex)).to_owned()];
    if map.strongpoint_at(hex).is_some() {
        terrain.push(tr!("strongpoint").to_owned());
    }
    let mut lines = vec![terrain.join(", ")];
    for kind in [HexsideKind::Bug, HexsideKind::Stream, HexsideKind::Lake] {
        let Some(what) = names::water(kind) else { continue };
        if let Some(words) = game.sides_of(hex, what, |way| map.side(hex, way).kind == kind) {
            terrain.push(what.to_owned());
            lines.push(words);
        }
    }
    let bridges = game.sides_of(hex, names::crossing(Crossing::BugBridge), |way| {
        let side = map.side(hex, way);
        side.kind == HexsideKind::Bug && side.bridge.is_some()
    });
    if let Some(words) = bridges {
        terrain.push(names::crossing(Crossing::BugBridge).to_owned());
        lines.push(words);
    }
    let pontoon = game.pontoon_sides().into_iter().find_map(|(a, b)| match () {
        () if a == hex => Some(b),
        () if b == hex => Some(a),
        () => None,
    });
    if let Some(other) = pontoon {
        terrain.push(names::crossing(Crossing::Pontoon).to_owned());
        lines.push(tr!("pontoon bridge to {hex}", hex = game.hex_name(other)));
    }
    for way in Way::ALL {
        let along = game.sides_of(hex, names::way(way), |direction| {
            let side = map.side(hex, direction);
            if way == Way::Rail { side.rail } else { side.road == Some(way) }
        });
        if let Some(words) = along {
            terrain.push(names::way(way).to_owned());
            lines.push(words);
        }
    }
    for area in SupplyArea::ALL.into_iter().filter(|area| map.supply[area.index()].contains(hex)) {
        lines.push(names::area(area).to_owned());
    }
    lines.extend(scores(game, hex));
    if map.terrain(hex).is_settlement() || data.script.objectives.iter().any(|objective| objective.hex == hex) {
        lines.push(tr!("last occupied by: {side} [9.a]", side = game.last_in(hex)));
    }
    let reached = Side::ALL.into_iter().filter(|&side| AcrossTheBug::in_zoc(game, side, hex));
    lines.extend(reached.map(|side| tr!("zone of control: {side} [5.4]", side)));
    if game.is_improved(hex) {
        lines.push(tr!("improved defence [7.7]").to_owned());
    }
    HexCard { terrain, lines }
}

/// The points that a hex brings.
fn scores(game: &AcrossTheBug, hex: Hex) -> Option<String> {
    let objective = game.data().script.objectives.iter().find(|objective| objective.hex == hex)?;
    let points = objective.points;
    Some(match objective.turn {
        None => tr!("victory points: {points} [9.a]", points),
        Some(turn) => tr!("victory points: {points}, if held at the end of turn {turn} [11.3.b]", points, turn),
    })
}
