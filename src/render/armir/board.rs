//! The map and the board as faces read them, and as text.

use std::fmt::Write as _;

use stavka_engine::armir::{Action, Armir, Class, Data, NamedPlace, PlaceKind, Prepared, UnitId, edge, units};
use stavka_engine::hex::{Direction, Grid, Hex};
use stavka_engine::{Game as _, Side, Turn};
use stavka_words::{tr, translate};

use crate::Tone;
use crate::hexmap::hex_board;
use crate::textmap::{Mark, SideMark, TextMap};

hex_board!(Armir, scenario Prepared, counters UnitId named by Armir::unit_name, open hexes in_play);

impl TextMap for Armir {
    const LEGEND: &'static str = "\
[14 ] Axis stack and its combat points, (14 ) Soviet; T tracked, H headquarters, g guns; ! out of supply, ? disorganised
◆ city  ● village with a star  ○ village  ^ strongpoint  S supply source  X exit; ═║ Don  ━┃ major river  ─│ river
/ \\ - road  ╱ ╲ = railway; ┄╎ front; ♣ forest  ∩ hills  # out of play";
    const WINDOW: (usize, usize) = (7, 4);

    fn number(&self, hex: Hex) -> Vec<Mark> {
        let map = &self.data().map;
        if !map.in_play.contains(hex) {
            return vec![(1, 1, "####".to_owned(), Tone::Dim)];
        }
        let tone = match self.controller(hex) {
            Side::Soviet => Tone::Soviet,
            Side::Axis if map.fortified.contains(hex) => Tone::Fort,
            Side::Axis => Tone::Dim,
        };
        let mark = match map.places.iter().find(|place| place.hex == hex) {
            Some(place) if place.kind == PlaceKind::City => "◆",
            _ if map.exits.contains(&hex) => "X",
            Some(place) if place.star > 0 => "●",
            _ if map.sources.iter().any(|set| set.contains(hex)) => "S",
            _ if map.fortified.contains(hex) => "^",
            Some(_) => "○",
            None => "",
        };
        vec![(1, 1, map.grid.name(hex).to_string(), tone), (5, 1, mark.to_owned(), Tone::Strong)]
    }

    /// A way does not hide the river that it crosses to the west.
    fn side_mark(&self, hex: Hex, direction: Direction) -> SideMark {
        let map = &self.data().map;
        let flags = map.edge(hex, direction);
        let is_open = |hex: Hex| map.in_play.contains(hex);
        let is_front = map
            .grid
            .neighbour(hex, direction)
            .is_some_and(|near| is_open(hex) && is_open(near) && self.controller(hex) != self.controller(near));
        let west = direction.index() == 4;
        let river = match flags & (edge::DON | edge::RIVER | edge::MAJOR) {
            0 => None,
            kind if kind & edge::DON != 0 => Some(if west { '║' } else { '═' }),
            kind if kind & edge::MAJOR != 0 => Some(if west { '┃' } else { '━' }),
            _ => Some(if west { '│' } else { '─' }),
        };
        let front = is_front.then_some(if west { '╎' } else { '┄' });
        let tone = if is_front { Tone::Front } else { Tone::Water };
        let [road, rail] = match direction.index() {
            4 => ['-', '='],
            5 => ['\\', '╲'],
            _ => ['/', '╱'],
        };
        SideMark { along: river.or(front).map(|line| (line, tone)), across: way(flags, road, rail).filter(|_| !west || river.is_none()) }
    }

    fn stack_text(&self, side: Side, hex: Hex, _: Side) -> String {
        stack(self, side, hex)
    }

    fn terrain(&self, hex: Hex) -> Vec<Mark> {
        let map = &self.data().map;
        let of = |direction: Direction| way(map.edge(hex, direction), '-', '=');
        let half =
            |direction: usize, column: usize| of(Direction::ALL[direction]).map(|line| (column, 2, line.to_string().repeat(2), Tone::Road));
        let ways: Vec<char> = Direction::ALL.into_iter().filter_map(of).collect();
        let (centre, tone) = match map.terrain[hex.index()] {
            b'#' => ("", Tone::Plain),
            _ if ways.contains(&'=') => ("=", Tone::Road),
            _ if ways.contains(&'-') => ("-", Tone::Road),
            b'f' => ("♣", Tone::Terrain),
            b'r' => ("∩", Tone::Terrain),
            _ => ("", Tone::Plain),
        };
        let halves = [half(4, 1), half(1, 4)];
        halves.into_iter().flatten().chain([(3, 2, centre.to_owned(), tone)]).collect()
    }

    fn is_fought_for(&self, hex: Hex) -> bool {
        self.battle().is_some_and(|battle| battle.target == hex)
    }

    fn marching_hex(&self) -> Option<Hex> {
        let Turn::Player(side) = self.turn() else { return None };
        units(side, self.marching()).find_map(|unit| self.place(unit).hex())
    }

    fn attention(&self) -> Option<Hex> {
        self.battle().map(|battle| battle.target).or_else(|| self.marching_hex())
    }

    fn hex_of(&self, action: Action) -> Option<Hex> {
        action.hex().or_else(|| self.place(action.unit()?).hex())
    }

    /// The mean column and row.
    fn middle(&self, hexes: &[Hex]) -> Option<Hex> {
        let grid = &self.data().map.grid;
        let count = u16::try_from(hexes.len()).ok().filter(|&count| count > 0)?;
        let mean = |of: fn(&Grid, Hex) -> u8| (hexes.iter().map(|&hex| u16::from(of(grid, hex))).sum::<u16>() / count) as u8;
        grid.at(mean(Grid::column), mean(Grid::row))
    }

    fn gazetteer(data: &Prepared) -> String {
        gazetteer(data)
    }
}

/// The mark of what crosses a side.
const fn way(flags: u8, road: char, rail: char) -> Option<char> {
    match flags & (edge::ROAD | edge::RAIL) {
        0 => None,
        edge::ROAD => Some(road),
        _ => Some(rail),
    }
}

/// Places, sources and exits by name.
fn gazetteer(data: &Data) -> String {
    let map = &data.map;
    let name = |hex: Hex| map.grid.name(hex);
    let mut text = format!("{}\n", tr!("Places (★ momentum points for their control)"));
    let mut places: Vec<&NamedPlace> = map.places.iter().collect();
    places.sort_by_key(|place| (map.grid.row(place.hex), map.grid.column(place.hex)));
    let entries: Vec<String> = places
        .iter()
        .map(|place| {
            let stars = "★".repeat(usize::from(place.star));
            let kind = if place.kind == PlaceKind::City { "◆" } else { "" };
            format!("{} {}{kind}{stars}", name(place.hex), place.name)
        })
        .collect();
    for row in entries.chunks(4) {
        let cells: Vec<String> = row.iter().map(|entry| format!("{entry:<28}")).collect();
        let _ = writeln!(text, "  {}", cells.concat().trim_end());
    }
    let _ = writeln!(text, "{}", tr!("Supply sources"));
    for (side, source, hex) in &map.named_sources {
        let _ = writeln!(text, "  {} {side}: {source}", name(*hex));
    }
    let _ = writeln!(text, "{}", tr!("Exits to the airfields"));
    for (exit, hex) in map.exit_names.iter().zip(&map.exits) {
        let _ = writeln!(text, "  {} {exit}", name(*hex));
    }
    let _ = writeln!(text, "{}", tr!("Strongpoints"));
    for (corps, hexes) in stavka_engine::armir::Formation::LINE_CORPS.iter().zip(&map.strongpoints) {
        let list: Vec<String> = hexes.iter().map(|&hex| name(hex).to_string()).collect();
        let _ = writeln!(text, "  {}: {}", translate(corps.name()), list.join(" "));
    }
    text
}

/// A stack in five characters: brackets by side, combat points and what else is there.
fn stack(game: &Armir, side: Side, hex: Hex) -> String {
    let data = game.data();
    let (mut points, mut combat, mut tracked, mut hq, mut guns) = (0u16, false, false, false, false);
    let (mut unsupplied, mut disorganised) = (false, false);
    for unit in game.stack(hex) {
        let counter = data.unit(unit);
        points += u16::from(game.cp(unit));
        combat |= counter.class == Class::Combat;
        hq |= counter.class == Class::Hq;
        guns |= counter.class == Class::Artillery;
        tracked |= data.tracked.contains(unit);
        unsupplied |= game.is_out_of_supply(unit);
        disorganised |= game.is_disorganised(unit);
    }
    let mut inner = if combat { points.to_string() } else { String::new() };
    for (present, letter) in [(tracked, 'T'), (hq, 'H'), (guns, 'g')] {
        if present && inner.len() < 3 {
            inner.push(letter);
        }
    }
    let (open, close) = if side == Side::Axis { ('[', ']') } else { ('(', ')') };
    let close = match (unsupplied, disorganised) {
        (true, _) => '!',
        (false, true) => '?',
        (false, false) => close,
    };
    format!("{open}{inner:<3}{close}")
}
