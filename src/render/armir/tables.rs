//! The tables beside the map, and what a hex is in their words.

use stavka_engine::Side;
use stavka_engine::armir::{Armir, BombardmentResult, PlaceKind, edge};
use stavka_engine::hex::Hex;
use stavka_words::tr;

use super::odds::losses;
use crate::hexmap::HexBoard as _;
use crate::phrases::half_points;
use crate::theme::{HexCard, Lit, Table};

/// The tables in the order of their rules.
pub(super) fn tables(game: &Armir) -> Vec<Table> {
    vec![combat(game), bombardment(game), terrain(game)]
}

fn combat(game: &Armir) -> Table {
    let crt = &game.data().tables.crt;
    let columns = 0..crt[0].len();
    let head = std::iter::once(tr!("Die").to_owned()).chain(columns.map(|column| Armir::column_name(column as u8).to_owned())).collect();
    let row = |(index, row): (usize, &[_; _])| -> Vec<String> {
        std::iter::once((index + 1).to_string()).chain(row.iter().map(|&result| losses(result))).collect()
    };
    Table {
        title: tr!("Combat results [12]").into(),
        note: tr!("Steps lost by the attacker / the defender. A 7 comes of German tanks alone [12.1.1].").into(),
        lit: Lit::Column,
        head,
        rows: crt.iter().enumerate().map(row).collect(),
    }
}

fn bombardment(game: &Armir) -> Table {
    let rows = &game.data().tables.bombardment;
    let word = |result: &BombardmentResult| match result {
        BombardmentResult::Nothing => "-",
        BombardmentResult::Disorganised => "D",
        BombardmentResult::DisorganisedAndStep => "D1",
    };
    let most = rows[0].len();
    let heads = (1..=most).map(|value| if value == most { format!("{value}+") } else { value.to_string() });
    let row = |(die, row): (usize, &Vec<BombardmentResult>)| -> Vec<String> {
        std::iter::once(die.to_string()).chain(row.iter().map(|result| word(result).to_owned())).collect()
    };
    Table {
        title: tr!("Bombardment [11]").into(),
        note: tr!(
            "By the value of the bombardment. D: disorganised; D1: disorganised and a step lost. A strongpoint takes one off the die."
        )
        .into(),
        lit: Lit::Nothing,
        head: std::iter::once(tr!("Die").to_owned()).chain(heads).collect(),
        rows: rows.iter().enumerate().map(row).collect(),
    }
}

fn terrain(game: &Armir) -> Table {
    let tables = &game.data().tables;
    let (moves, shifts) = (&tables.movement, &tables.shifts);
    let column = |shift: i8| match shift {
        0 => tr!("none").to_owned(),
        -1 | 1 => tr!("{shift} column", shift = format_args!("{shift:+}")),
        _ => tr!("{shift} columns", shift = format_args!("{shift:+}")),
    };
    let off_road = half_points(moves.off_road);
    let on_road = tr!("{foot} on foot, {mobile} for others", foot = half_points(moves.road_foot), mobile = half_points(moves.road_mobile));
    let row = |name: &str, price: &str, effect: String| vec![name.to_owned(), price.to_owned(), effect];
    Table {
        title: tr!("Terrain [5.1][14]").into(),
        note: tr!("An overrun costs {cost} more [13.1].", cost = half_points(moves.overrun)),
        lit: Lit::Rows,
        head: [tr!("Terrain"), tr!("MP"), tr!("Combat")].map(str::to_owned).to_vec(),
        rows: vec![
            row(tr!("clear ground"), &off_road, tr!("none").into()),
            row(tr!("forest"), &off_road, tr!("none").into()),
            row(tr!("hills"), &off_road, tr!("none").into()),
            row(tr!("road"), &on_road, tr!("none").into()),
            row(tr!("village"), &off_road, tr!("none [14.1]").into()),
            row(tr!("city"), &off_road, format!("{} [14.4]", column(shifts.city))),
            row(tr!("minor river"), &off_road, tr!("{column} if all attack across it [14.2]", column = column(shifts.river))),
            row(
                tr!("major river"),
                &off_road,
                tr!("{column} if all attack across it; bars zones of control [14.2][7.1.2]", column = column(shifts.river)),
            ),
            row(tr!("Don"), &off_road, tr!("the Axis may not attack across it; bars zones of control [14.2.1]").into()),
            row(
                tr!("strongpoint"),
                &off_road,
                tr!("{column} if all Soviets attack across its sides; see 14.3 for losses", column = column(shifts.strongpoint)),
            ),
        ],
    }
}

/// What a hex is and how it stands there.
pub(super) fn hex_card(game: &Armir, hex: Hex) -> HexCard {
    let map = &game.data().map;
    let has = |flag: u8| move |way| map.edge(hex, way) & flag != 0;
    let minor = |way| map.edge(hex, way) & (edge::RIVER | edge::MAJOR | edge::DON) == edge::RIVER;
    let major = |way| map.edge(hex, way) & (edge::MAJOR | edge::DON) == edge::MAJOR;
    let sides = [
        (tr!("Don"), game.sides_of(hex, tr!("Don"), has(edge::DON))),
        (tr!("major river"), game.sides_of(hex, tr!("major river"), major)),
        (tr!("minor river"), game.sides_of(hex, tr!("minor river"), minor)),
        (tr!("strongpoint"), game.sides_of(hex, tr!("fortified sides"), has(edge::FORTIFIED))),
        (tr!("road"), game.sides_of(hex, tr!("road or railway"), has(edge::ROAD))),
    ];
    let ground = match map.terrain[hex.index()] {
        b'f' => tr!("forest"),
        b'r' => tr!("hills"),
        _ => tr!("clear ground"),
    };
    let place = map.places.iter().find(|place| place.hex == hex).map(|place| match place.kind {
        PlaceKind::City => tr!("city"),
        PlaceKind::Village => tr!("village"),
    });
    let mut terrain: Vec<String> = std::iter::once(ground).chain(place).map(str::to_owned).collect();
    let mut lines = vec![terrain.join(", ")];
    for (name, words) in sides {
        if let Some(words) = words {
            terrain.push(name.to_owned());
            lines.push(words);
        }
    }
    let cost = game.march_report().and_then(|report| report.reached.iter().find(|(reached, _)| *reached == hex).map(|&(_, cost)| cost));
    lines.extend(game.state_of(hex, cost));
    for side in Side::ALL {
        let report = game.supply_report(side);
        if report.from_sources.contains(hex) {
            lines.push(tr!("in {side} supply from a source or railway [8]", side));
        } else if report.from_hq.iter().any(|hexes| hexes.contains(hex)) {
            lines.push(tr!("in {side} supply from an HQ, for its own units [8.1]", side));
        }
    }
    HexCard { terrain, lines }
}
