//! The map and the board as faces read them, and as text.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::across_the_bug::ids::UnitId;
use stavka_engine::across_the_bug::terms::{HexsideKind, Terrain, Way};
use stavka_engine::across_the_bug::{AcrossTheBug, Action, Prepared};
use stavka_engine::hex::{Direction, Grid, Hex};
use stavka_words::{proper, tr};

use super::names;
use crate::Tone;
use crate::hexmap::HexBoard;
use crate::textmap::{Mark, SideMark, TextMap};

impl HexBoard for AcrossTheBug {
    type Unit = UnitId;

    fn grid(scenario: &Prepared) -> &Grid {
        &scenario.map.grid
    }

    fn open(scenario: &Prepared) -> impl Iterator<Item = Hex> + '_ {
        scenario.script.area.iter()
    }

    fn places(scenario: &Prepared) -> impl Iterator<Item = (Hex, &str)> {
        scenario.map.places.iter().map(|place| (place.hex, proper(&place.name)))
    }

    fn occupant(&self, hex: Hex) -> Option<Side> {
        AcrossTheBug::occupant(self, hex)
    }

    /// The rules know no control of a hex without a settlement: a hex belongs to whose counters are nearer.
    fn controller(&self, hex: Hex) -> Side {
        nearer(self, &standing(self), hex)
    }

    fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        AcrossTheBug::in_zoc(self, side, hex)
    }

    fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> {
        AcrossTheBug::stack(self, hex)
    }

    /// A counter as its owner sees it.
    fn unit_name(&self, unit: UnitId) -> String {
        names::name(self, unit, unit.side())
    }

    fn held(&self, side: Side) -> impl Iterator<Item = Hex> {
        let standing = standing(self);
        self.data().script.area.iter().filter(move |&hex| nearer(self, &standing, hex) == side)
    }

    fn front_sides(&self) -> Vec<(Hex, Direction)> {
        let data = self.data();
        let standing = standing(self);
        let soviet: Vec<bool> =
            data.map.grid.hexes().map(|hex| data.script.area.contains(hex) && nearer(self, &standing, hex) == Side::Soviet).collect();
        let axis = data.script.area.iter().filter(|hex| !soviet[hex.index()]);
        axis.flat_map(|hex| data.map.grid.neighbours(hex).filter(|(_, near)| soviet[near.index()]).map(move |(way, _)| (hex, way)))
            .collect()
    }
}

/// The hexes with counters of each side.
fn standing(game: &AcrossTheBug) -> [Vec<Hex>; 2] {
    Side::ALL.map(|side| game.data().script.area.iter().filter(|&hex| AcrossTheBug::occupant(game, hex) == Some(side)).collect())
}

/// The side whose counters are nearer to a hex; the bank decides where both are as far.
fn nearer(game: &AcrossTheBug, standing: &[Vec<Hex>; 2], hex: Hex) -> Side {
    let map = &game.data().map;
    let [axis, soviet] =
        [0, 1].map(|side: usize| standing[side].iter().map(|&other| map.grid.distance(hex, other)).min().unwrap_or(u16::MAX));
    match axis.cmp(&soviet) {
        std::cmp::Ordering::Less => Side::Axis,
        std::cmp::Ordering::Greater => Side::Soviet,
        std::cmp::Ordering::Equal if map.west.contains(hex) => Side::Axis,
        std::cmp::Ordering::Equal => Side::Soviet,
    }
}

impl TextMap for AcrossTheBug {
    const LEGEND: &'static str = "\
[12i2T] German stack: strength and what is seen of it, (5i+2) Soviet; i infantry, e engineers, T armour, a anti-tank, H headquarters; +2 counters beneath; ! disorganized
◆ city  ○ village  ★ victory points  ^ strongpoint  = improved defence; B bridge over the Bug; ║ main road, │ minor road, ╫ railway
≈ the Bug  ~ stream  ♣ forest  \" swamp  : front  # out of play";
    const WINDOW: (usize, usize) = (4, 3);

    fn number(&self, hex: Hex) -> Vec<Mark> {
        let data = self.data();
        if !data.script.area.contains(hex) {
            return vec![(2, 1, "# # #".to_owned(), Tone::Dim)];
        }
        let mark = if data.script.objectives.iter().any(|objective| objective.hex == hex) {
            "★"
        } else {
            match data.map.terrain(hex) {
                Terrain::City => "◆",
                Terrain::Village => "○",
                _ => " ",
            }
        };
        let fort = match (data.map.strongpoint_at(hex), self.is_improved(hex)) {
            (_, true) => "=",
            (Some(_), false) => "^",
            (None, false) => "",
        };
        let tone = if data.map.west.contains(hex) { Tone::Dim } else { Tone::Plain };
        vec![(1, 1, data.map.grid.name(hex).to_string(), tone), (5, 1, mark.to_owned(), Tone::Strong), (6, 1, fort.to_owned(), Tone::Fort)]
    }

    fn side_mark(&self, hex: Hex, direction: Direction) -> SideMark {
        let map = &self.data().map;
        let side = map.side(hex, direction);
        let across = match (side.bridge, side.road, side.rail) {
            (Some(stavka_engine::across_the_bug::terms::Bridge::Bug), ..) => Some('B'),
            (_, Some(Way::Main), _) => Some('║'),
            (_, Some(_), _) => Some('│'),
            (_, None, true) => Some('╫'),
            (_, None, false) => None,
        };
        let along = match side.kind {
            HexsideKind::Bug | HexsideKind::Lake => Some(('≈', Tone::Water)),
            HexsideKind::Stream => Some(('~', Tone::Water)),
            HexsideKind::Plain => None,
        };
        SideMark { along, across }
    }

    fn stack_text(&self, side: Side, hex: Hex, viewer: Side) -> String {
        stack(self, side, hex, viewer)
    }

    fn terrain(&self, hex: Hex) -> Vec<Mark> {
        let data = self.data();
        let ground = match data.map.terrain(hex) {
            Terrain::Forest => "♣ ♣",
            Terrain::Swamp => "\" \"",
            _ => return Vec::new(),
        };
        if data.script.area.contains(hex) { vec![(3, 2, ground.to_owned(), Tone::Terrain)] } else { Vec::new() }
    }

    fn is_fought_for(&self, hex: Hex) -> bool {
        self.combat_report().is_some_and(|battle| battle.target == hex)
    }

    fn marching_hex(&self) -> Option<Hex> {
        self.march_report().map(|march| march.hex)
    }

    fn attention(&self) -> Option<Hex> {
        self.combat_report().map(|battle| battle.target).or_else(|| self.marching_hex())
    }

    fn hex_of(&self, action: Action) -> Option<Hex> {
        action.hex().or_else(|| self.place(action.unit()?).hex())
    }

    fn gazetteer(data: &Prepared) -> String {
        gazetteer(data)
    }
}

/// Places, strongpoints, roads and the hexes that score by name.
fn gazetteer(data: &Prepared) -> String {
    let name = |hex: Hex| data.map.grid.name(hex);
    let area = &data.script.area;
    let mut text = format!("{}\n", tr!("Places"));
    let places: Vec<String> = data
        .map
        .places
        .iter()
        .filter(|place| area.contains(place.hex))
        .map(|place| {
            format!("{} {}{}", name(place.hex), proper(&place.name), if data.map.terrain(place.hex) == Terrain::City { " ◆" } else { "" })
        })
        .collect();
    for row in places.chunks(4) {
        let cells: Vec<String> = row.iter().map(|entry| format!("{entry:<28}")).collect();
        let _ = writeln!(text, "  {}", cells.concat().trim_end());
    }
    let _ = writeln!(text, "{}", tr!("Hexes that score for the German"));
    for objective in &data.script.objectives {
        let until = objective.turn.map_or_else(String::new, |turn| tr!(", at the end of turn {turn}", turn));
        let _ = writeln!(text, "  {} {}{until}", name(objective.hex), "★".repeat(usize::from(objective.points)));
    }
    let forts: Vec<String> = data
        .map
        .strongpoints
        .iter()
        .filter(|strongpoint| area.contains(strongpoint.hex))
        .map(|strongpoint| format!("{} {}", name(strongpoint.hex), strongpoint.unit))
        .collect();
    let _ = writeln!(text, "{}\n  {}", tr!("Strongpoints"), forts.join(", "));
    let _ = writeln!(text, "{}", tr!("Roads and railways"));
    for way in data.map.ways.iter().filter(|way| way.path.iter().any(|&hex| area.contains(hex))) {
        let _ = writeln!(text, "  {} {}, {}", way.id, way.name, names::way(way.class));
    }
    text
}

/// A stack in the width of a hex: brackets by side, the strength that the viewer knows, what is seen and how much lies beneath.
fn stack(game: &AcrossTheBug, side: Side, hex: Hex, viewer: Side) -> String {
    /// Letters between the brackets.
    const ROOM: usize = 5;
    let data = game.data();
    let (mut strength, mut beneath, mut disorganized) = (0u16, 0, false);
    let mut letters: Vec<(char, u8)> = Vec::new();
    for unit in game.stack(hex) {
        if !game.is_seen(unit, viewer) {
            beneath += 1;
            continue;
        }
        let counter = data.unit(unit);
        let letter = match counter.kind {
            kind if !kind.is_combat() => 'H',
            kind if kind.is_afv() => 'T',
            stavka_engine::across_the_bug::terms::UnitKind::AntiTank => 'a',
            kind if kind.is_engineer() => 'e',
            _ => 'i',
        };
        if letter != 'H' {
            strength += u16::from(if game.knows_strength(unit, viewer) { game.points(unit) } else { counter.strength });
            disorganized |= game.is_disorganized(unit);
        }
        match letters.iter_mut().find(|(known, _)| *known == letter) {
            Some((_, count)) => *count += 1,
            None => letters.push((letter, 1)),
        }
    }
    let mut inner = if strength > 0 { strength.to_string() } else { String::new() };
    let beneath = if beneath > 0 { format!("+{beneath}") } else { String::new() };
    for (letter, count) in letters {
        let word = if count > 1 { format!("{count}{letter}") } else { letter.to_string() };
        if inner.len() + word.len() + beneath.len() <= ROOM {
            inner += &word;
        }
    }
    inner += &beneath;
    let (open, close) = if side == Side::Axis { ('[', ']') } else { ('(', ')') };
    format!("{open}{inner}{}", if disorganized { '!' } else { close })
}
