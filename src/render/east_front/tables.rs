//! The tables beside the map, and what a hex is in their words.

use stavka_engine::Side;
use stavka_engine::east_front::EastFront;
use stavka_engine::east_front::data::{Charge, Effect, Feature, Features, ODDS_NAMES, Price, edge};
use stavka_engine::hex::Hex;
use stavka_words::{tr, translate};

use super::fight::feature_name;
use crate::hexmap::HexBoard as _;
use crate::phrases::half_points;
use crate::theme::{HexCard, Lit, Table};

/// The tables as they hold in the weather of the turn.
pub(super) fn tables(game: &EastFront) -> Vec<Table> {
    vec![combat(game), terrain(game)]
}

fn combat(game: &EastFront) -> Table {
    let tables = &game.data().tables;
    let row = |(index, row): (usize, &[_; _])| -> Vec<String> {
        let die = index as i8 + tables.odds.least_row;
        let cells =
            row.iter().map(|cell: &stavka_engine::east_front::data::Cell| format!("{}/{}", effect(cell.attacker), effect(cell.defender)));
        std::iter::once(die.to_string()).chain(cells).collect()
    };
    Table {
        title: tr!("Combat results [BSR 15.7]").into(),
        note: tr!("By the die with its modifiers. Steps lost by the attacker / the defender; R: retreats, e: eliminated, *: further steps by the circumstances [BSR 16.3].").into(),
        lit: Lit::Column,
        head: std::iter::once(tr!("Die")).chain(ODDS_NAMES).map(str::to_owned).collect(),
        rows: tables.crt.iter().enumerate().map(row).collect(),
    }
}

fn effect(effect: Effect) -> String {
    if effect.eliminated {
        return "e".to_owned();
    }
    let steps = if effect.steps == 0 { String::new() } else { effect.steps.to_string() };
    let text = format!("{steps}{}{}", if effect.retreat { "R" } else { "" }, if effect.asterisk { "*" } else { "" });
    if text.is_empty() { "-".to_owned() } else { text }
}

fn terrain(game: &EastFront) -> Table {
    let chart = &game.data().tables.terrain;
    let column = game.condition().terrain_column();
    let row = |feature: Feature| {
        let row = chart.row(feature);
        let defence = Side::ALL.map(|side| row.defence[side.index()][column]);
        let bonus = match defence {
            [0, 0] => "-".to_owned(),
            [axis, soviet] if axis == soviet => format!("{axis:+}"),
            [axis, soviet] => tr!("Axis {axis}, Soviet {soviet}", axis = format_args!("{axis:+}"), soviet = format_args!("{soviet:+}")),
        };
        let notes = [
            (row.halves_attackers[column], tr!("attackers are halved")),
            (row.armour_halved[column], tr!("attacking armour is halved")),
            (row.no_combined_arms[column], tr!("no combined arms")),
            (row.no_zoc[column], tr!("no ZOC")),
            (row.barred[column], tr!("no attack")),
        ];
        let notes: Vec<&str> = notes.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words).collect();
        vec![feature_name(feature).to_owned(), price(row.foot[column]), price(row.wheels[column]), bonus, notes.join(", ")]
    };
    Table {
        title: tr!("Terrain effects, {condition} [T.TEC]", condition = translate(game.condition().name())),
        note: tr!("MP on foot and on wheels; P: closed, o: the other terrain of the hex decides, (a): wheels other than Soviet tanks pay one more. On the die: for the defender.").into(),
        lit: Lit::Rows,
        head: [tr!("Terrain"), tr!("Foot"), tr!("Wheels"), tr!("On the die"), tr!("Combat")].map(str::to_owned).to_vec(),
        rows: Feature::ALL.into_iter().map(row).collect(),
    }
}

fn price(price: Price) -> String {
    let text = match price.charge {
        Charge::Hex(points) => half_points(points.0),
        Charge::Added(points) => format!("+{}", half_points(points.0)),
        Charge::Closed => "P".to_owned(),
        Charge::Other | Charge::OtherWithoutWoods => "o".to_owned(),
    };
    if price.note_a { text + "(a)" } else { text }
}

/// What a hex is and how it stands there.
pub(super) fn hex_card(game: &EastFront, hex: Hex) -> HexCard {
    let map = &game.data().map;
    let features: Features = map.features[hex.index()];
    let mut terrain: Vec<String> = features.iter().map(|feature| feature_name(feature).to_owned()).collect();
    if Side::ALL.into_iter().any(|side| game.has_strongpoint(side, hex)) {
        terrain.push(feature_name(Feature::Strongpoint).to_owned());
    }
    let mut lines = vec![terrain.join(", ")];
    let has = |flags: u16| move |way| map.edge(hex, way) & flags != 0;
    let sides = [
        (Feature::MajorRiver, game.sides_of(hex, tr!("major river"), has(edge::MAJOR))),
        (Feature::River, game.sides_of(hex, tr!("river"), has(edge::RIVER))),
        (Feature::LakeSide, game.sides_of(hex, tr!("lake"), has(edge::LAKE))),
        (Feature::FortifiedLine, game.sides_of(hex, tr!("fortified line"), has(edge::LINE))),
    ];
    for (feature, words) in sides {
        if let Some(words) = words {
            terrain.push(feature_name(feature).to_owned());
            lines.push(words);
        }
    }
    lines.extend(game.sides_of(hex, tr!("road"), has(edge::ROAD)));
    lines.extend(game.sides_of(hex, tr!("railway"), has(edge::RAIL)));
    let cost = game.march_report().and_then(|report| report.reached.iter().find(|(reached, _)| *reached == hex).map(|&(_, cost)| cost));
    lines.extend(game.state_of(hex, cost));
    match game.interdiction(hex) {
        0 => {}
        level => lines.push(tr!("interdiction of level {level} [BSR 13.15]", level)),
    }
    HexCard { terrain, lines }
}
