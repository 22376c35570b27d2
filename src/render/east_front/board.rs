//! The map and the board as faces read them, and as text.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::east_front::data::{Feature, PlaceKind, RoadClass, UnitKind, edge};
use stavka_engine::east_front::{Action, Data, EastFront, Prepared, UnitId};
use stavka_engine::hex::{Direction, Hex};
use stavka_words::tr;

use super::names;
use crate::Tone;
use crate::hexmap::hex_board;
use crate::textmap::{Mark, SideMark, TextMap};

/// Letters between the brackets of a stack.
const ROOM: usize = 5;

hex_board!(EastFront, scenario Prepared, counters UnitId named by names::name, open hexes open);

impl TextMap for EastFront {
    const LEGEND: &'static str = "\
[27/18] Axis stack, attack and defence, (9/12) Soviet; H headquarters, h not operational, g guns, T armour; a2 air units there
◆ city  ● town  ○ place  ★ objective  ^ strongpoint; # fortified line, : front; ║ main road, │ minor road, ╫ railway
~ sea  ≈ Sivash  = marsh";
    const WINDOW: (usize, usize) = (4, 3);

    fn number(&self, hex: Hex) -> Vec<Mark> {
        let data = self.data();
        if !data.map.open.contains(hex) {
            let water = if data.map.features[hex.index()].has(Feature::Sivash) { "≈ ≈ ≈" } else { "~ ~ ~" };
            return [1, 2].map(|line| (2, line, water.to_owned(), Tone::Water)).into();
        }
        let tone = if self.controller(hex) == Side::Soviet { Tone::Soviet } else { Tone::Dim };
        let mark = if data.script.objectives.contains(&hex) {
            "★"
        } else {
            match data.map.places.iter().find(|place| place.hex == hex).map(|place| place.kind) {
                Some(PlaceKind::City | PlaceKind::MajorCity) => "◆",
                Some(PlaceKind::Town) => "●",
                Some(PlaceKind::Locality) => "○",
                None => " ",
            }
        };
        let fort = if Side::ALL.into_iter().any(|side| self.has_strongpoint(side, hex)) { "^" } else { "" };
        let name = data.map.grid.name(hex).to_string();
        vec![(1, 1, name, tone), (5, 1, mark.to_owned(), Tone::Strong), (6, 1, fort.to_owned(), Tone::Fort)]
    }

    fn side_mark(&self, hex: Hex, direction: Direction) -> SideMark {
        let map = &self.data().map;
        let flags = map.edge(hex, direction);
        let across = match RoadClass::best(flags) {
            Some(RoadClass::Main | RoadClass::Motorway) => Some('║'),
            Some(RoadClass::Minor) => Some('│'),
            None => (flags & edge::RAIL != 0).then_some('╫'),
        };
        let along = map.grid.neighbour(hex, direction).and_then(|near| {
            let is_land = map.open.contains(hex) && map.open.contains(near);
            if flags & edge::LINE != 0 && !map.line_owner(hex, near).is_some_and(|owner| self.is_breached(owner)) {
                Some(('#', Tone::Fort))
            } else if is_land && self.controller(hex) != self.controller(near) {
                Some((':', Tone::Front))
            } else if flags & (edge::RIVER | edge::MAJOR | edge::LAKE) != 0 {
                Some(('~', Tone::Water))
            } else {
                None
            }
        });
        SideMark { along, across }
    }

    fn stack_text(&self, side: Side, hex: Hex, _: Side) -> String {
        stack(self, side, hex)
    }

    fn over(&self, hex: Hex) -> Option<Mark> {
        let flyers: usize = self.missions().iter().filter(|mission| mission.hex == hex).map(|mission| mission.flyers.len()).sum();
        (flyers > 0).then(|| (2, 3, format!("a{flyers}"), Tone::Strong))
    }

    fn terrain(&self, hex: Hex) -> Vec<Mark> {
        let map = &self.data().map;
        let is_marsh = map.open.contains(hex) && map.features[hex.index()].has(Feature::Marsh);
        if is_marsh { vec![(3, 2, "= =".to_owned(), Tone::Terrain)] } else { Vec::new() }
    }

    fn is_fought_for(&self, hex: Hex) -> bool {
        self.combat_at_hand().is_some_and(|(hexes, ..)| hexes.contains(hex))
    }

    fn marching_hex(&self) -> Option<Hex> {
        self.march_report().map(|report| report.hex)
    }

    fn attention(&self) -> Option<Hex> {
        match self.combat_at_hand() {
            Some((hexes, ..)) => hexes.first(),
            None => self.marching_hex(),
        }
    }

    fn hex_of(&self, action: Action) -> Option<Hex> {
        action.hex().or_else(|| self.place(action.unit()?).hex())
    }

    fn gazetteer(data: &Prepared) -> String {
        gazetteer(data)
    }
}

/// Places, lines and objectives by name.
fn gazetteer(data: &Data) -> String {
    let name = |hex: Hex| data.map.grid.name(hex);
    let mut text = format!("{}\n", tr!("Places"));
    for place in &data.map.places {
        let kind = match place.kind {
            PlaceKind::Locality => tr!("locality"),
            PlaceKind::Town => tr!("town"),
            PlaceKind::City => tr!("city"),
            PlaceKind::MajorCity => tr!("major city"),
        };
        let port = if place.port.is_some() { tr!(", port") } else { "" };
        let _ = writeln!(text, "  {} {}, {kind}{port}", name(place.hex), place.name);
    }
    let _ = writeln!(text, "{}", tr!("Fortified lines"));
    for line in &data.map.lines {
        let sides: Vec<String> = line.outside.iter().map(|&hex| name(hex).to_string()).collect();
        let _ = writeln!(text, "  {}", tr!("{owner} against {sides}", owner = name(line.owner), sides = sides.join(", ")));
    }
    let objectives: Vec<String> = data.script.objectives.iter().map(|&hex| name(hex).to_string()).collect();
    let _ = writeln!(text, "{}\n  {}", tr!("Objectives"), objectives.join(", "));
    text
}

/// A stack in seven characters: brackets by side, strengths, and what else is there.
fn stack(game: &EastFront, side: Side, hex: Hex) -> String {
    let data = game.data();
    let units: Vec<UnitId> = game.stack(hex).collect();
    let (attack, defence) = units
        .iter()
        .map(|&unit| game.values(unit))
        .fold((0u16, 0u16), |(a, d), face| (a + u16::from(face.attack), d + u16::from(face.defence)));
    let kinds: Vec<(UnitId, UnitKind)> = units.iter().map(|&unit| (unit, data.unit(unit).kind)).collect();
    let mut inner = if attack + defence > 0 { format!("{attack}/{defence}") } else { String::new() };
    for (unit, kind) in kinds {
        let letter = match kind {
            UnitKind::Hq if game.is_back_up(unit) => 'h',
            UnitKind::Hq => 'H',
            _ if kind.is_artillery() => 'g',
            _ if kind.is_armour() => 'T',
            _ => continue,
        };
        if inner.len() < ROOM && !inner.contains(letter) {
            inner.push(letter);
        }
    }
    let (open, close) = if side == Side::Axis { ('[', ']') } else { ('(', ')') };
    format!("{open}{inner}{close}")
}
