//! The map and the board as faces read them, and as text.

use std::fmt::Write as _;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::Place;
use stavka_engine::blocks_in_the_east::terms::{Nation, Terrain, TownClass, UnitClass};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Data, Prepared, UnitId};
use stavka_engine::hex::{Direction, Grid, Hex};
use stavka_words::{proper, tr};

use super::names;
use crate::hexmap::HexBoard;
use crate::textmap::{self, Mark, SideMark, TextMap};
use crate::{Extent, Ink, Tone};

impl HexBoard for BlocksInTheEast {
    type Unit = UnitId;

    fn grid(scenario: &Prepared) -> &Grid {
        &scenario.map.grid
    }

    /// Hexes of the map that units of either side may enter. Boxes lie beside it.
    fn open(scenario: &Prepared) -> impl Iterator<Item = Hex> + '_ {
        scenario.map.grid.hexes().filter(|&hex| is_open(scenario, hex))
    }

    fn places(scenario: &Prepared) -> impl Iterator<Item = (Hex, &str)> {
        scenario.map.places.iter().map(|place| (place.hex, proper(&place.name)))
    }

    /// In a battle the owner of the hex.
    fn occupant(&self, hex: Hex) -> Option<Side> {
        let stack = BlocksInTheEast::stack(self, hex);
        let is_there = |side: Side| stack.iter().any(|unit| unit.side() == side);
        let owner = self.owner(hex).unwrap_or(Side::Axis);
        [owner, owner.opponent()].into_iter().find(|&side| is_there(side))
    }

    /// Every open hex has an owner, but for seats of headquarters that nobody else enters.
    fn controller(&self, hex: Hex) -> Side {
        self.owner(hex).or_else(|| seat(self.data(), hex)).unwrap_or(Side::Axis)
    }

    fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.situation().zones[side.index()].contains(hex)
    }

    fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> {
        BlocksInTheEast::stack(self, hex).iter().copied()
    }

    /// A block as its owner sees it.
    fn unit_name(&self, unit: UnitId) -> String {
        names::name(self, unit, unit.side())
    }

    fn cell_name(&self, hex: Hex) -> String {
        self.data().map.name(hex)
    }

    fn zone(&self, side: Side) -> impl Iterator<Item = Hex> {
        let zone = self.situation().zones[side.index()];
        Self::open(self.data()).filter(move |&hex| zone.contains(hex))
    }
}

/// Whether units of either side may enter a hex or a box in the scenario, or a Supreme Headquarters may sit there [13.8.1.h].
pub(super) fn is_open(data: &Prepared, hex: Hex) -> bool {
    [Nation::German, Nation::Soviet].into_iter().any(|nation| !data.closed_to(nation).contains(hex)) || seat(data, hex).is_some()
}

/// The side whose Supreme Headquarters may sit in a hex.
fn seat(data: &Prepared, hex: Hex) -> Option<Side> {
    let seats = data.script.command.iter().flat_map(|rules| &rules.seats);
    seats.filter(|seat| [seat.home, seat.refuge].contains(&hex)).map(|seat| seat.unit.side()).next()
}

/// The boxes that units may enter in the scenario, in the order of the map.
pub(super) fn boxes(data: &Prepared) -> impl Iterator<Item = Hex> + '_ {
    data.map.boxes.iter().map(|known| known.hex).filter(|&hex| is_open(data, hex))
}

/// Whether a hex is one of the grid and no box.
pub(super) fn is_on_grid(data: &Data, hex: Hex) -> bool {
    !data.map.is_box(hex)
}

/// The position as text: the map, or a part of it, and the boxes beside it.
///
/// # Errors
/// The hex that the extent names does not exist.
pub(super) fn text(game: &BlocksInTheEast, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
    let data = game.data();
    if let Extent::Around(name) = extent
        && let Some(hex) = box_named(data, name)
    {
        return Ok(format!("{}\n", box_line(game, hex, viewer)));
    }
    let mut text = textmap::board(game, viewer, extent, ink)?;
    let held: Vec<String> = boxes(data).filter(|&hex| !game.stack(hex).is_empty()).map(|hex| box_line(game, hex, viewer)).collect();
    match extent {
        Extent::Whole if !held.is_empty() => {
            let _ = writeln!(text, "{}\n  {}", tr!("Boxes beside the map"), held.join("\n  "));
        }
        Extent::Focus if text.is_empty() && attention(game).is_some() => {
            text.extend(attention(game).map(|hex| format!("{}\n", box_line(game, hex, viewer))));
        }
        _ => {}
    }
    Ok(text)
}

/// A box with its owner and who is in it.
fn box_line(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> String {
    let (name, units) = (names::hex(game.data(), hex), names::stack(game, hex, viewer));
    match game.owner(hex) {
        Some(owner) => tr!("{name}, {owner}: {units}", name, owner, units),
        None => format!("{name}: {units}"),
    }
}

/// The box that a user names, by its id or its name.
fn box_named(data: &Data, name: &str) -> Option<Hex> {
    let is_named = |known: &str| known.eq_ignore_ascii_case(name) || proper(known).eq_ignore_ascii_case(name);
    data.map.boxes.iter().find(|known| is_named(&known.id) || is_named(&known.name)).map(|known| known.hex)
}

/// Where the battle or the march at hand is, hex or box.
fn attention(game: &BlocksInTheEast) -> Option<Hex> {
    let battle = game.battle_report().map(|battle| battle.hex);
    battle.or_else(|| game.place(game.asked()?.mover()?).hex())
}

impl TextMap for BlocksInTheEast {
    const LEGEND: &'static str = "\
[12T] Axis stack that is known, by its strength, (12T) Soviet; ?2 blocks that are not known, T armour, a aircraft alone, H headquarters alone; ! out of supply; 12×?2 battle, Axis × Soviet; p2 partisans
★ capital  ◆ Major City  ● Minor City  # fortress, bunker  · other town; * objective; = ╲ ╱ railway
♣ forest  ∩ hills  ▲ mountains  \" swamp  ~ water; ─ │ river; ┄ ╎ front; ≈ water or strait between hexes";
    const WINDOW: (usize, usize) = (6, 5);

    fn number(&self, hex: Hex) -> Vec<Mark> {
        let data = self.data();
        match data.map.terrain[hex.index()] {
            Terrain::Sea | Terrain::Lake => return vec![(2, 1, "~ ~".to_owned(), Tone::Water), (3, 2, "~".to_owned(), Tone::Water)],
            _ if !is_open(data, hex) => return vec![(3, 1, "·".to_owned(), Tone::Dim)],
            _ => {}
        }
        let place = data.map.place_at(hex);
        let mark = match place.and_then(|place| place.class) {
            _ if self.objectives().iter().any(|objective| objective.hex == hex) => "*",
            Some(TownClass::Capital) => "★",
            Some(TownClass::Major) => "◆",
            Some(TownClass::Minor) => "●",
            Some(TownClass::Fortress | TownClass::Bunker) => "#",
            Some(TownClass::Dot) => "·",
            None => " ",
        };
        let tone = match self.owner(hex) {
            Some(Side::Axis) => Tone::Dim,
            _ => Tone::Plain,
        };
        vec![(1, 1, data.map.name(hex), tone), (5, 1, mark.to_owned(), Tone::Strong)]
    }

    /// A railway does not hide the river that it crosses to the west.
    fn side_mark(&self, hex: Hex, direction: Direction) -> SideMark {
        let data = self.data();
        let Some(near) = data.map.grid.neighbour(hex, direction) else { return SideMark::default() };
        let barrier = data.map.sides[hex.index()][direction.index()];
        let west = direction.index() == 4;
        let both_open = is_open(data, hex) && is_open(data, near);
        let river = match (barrier.river, barrier.water || barrier.strait) {
            (_, true) => Some(('≈', Tone::Water)),
            (true, false) => Some((if west { '│' } else { '─' }, Tone::Water)),
            (false, false) => None,
        };
        let is_front = both_open && self.owner(hex) != self.owner(near);
        let front = is_front.then_some((if west { '╎' } else { '┄' }, Tone::Front));
        let leads = both_open && self.railways()[hex.index()].contains(&near.0);
        let rail = match direction.index() {
            4 => '=',
            5 => '╲',
            _ => '╱',
        };
        SideMark { along: river.or(front), across: leads.then_some(rail).filter(|_| !west || river.is_none()) }
    }

    fn stack_text(&self, _: Side, hex: Hex, viewer: Side) -> String {
        stack(self, hex, viewer)
    }

    fn terrain(&self, hex: Hex) -> Vec<Mark> {
        let data = self.data();
        let battalions = self.partisans_in(hex);
        if battalions > 0 {
            return vec![(3, 2, format!("p{battalions}"), Tone::Strong)];
        }
        let ground = match data.map.terrain[hex.index()] {
            _ if !is_open(data, hex) => return Vec::new(),
            Terrain::Forest => "♣",
            Terrain::Hill => "∩",
            Terrain::Mountain => "▲",
            Terrain::Swamp => "\"",
            Terrain::Plain | Terrain::Sea | Terrain::Lake => return Vec::new(),
        };
        vec![(3, 2, ground.to_owned(), Tone::Terrain)]
    }

    fn is_fought_for(&self, hex: Hex) -> bool {
        self.battle_report().is_some_and(|battle| battle.hex == hex)
    }

    fn marching_hex(&self) -> Option<Hex> {
        let is_march = |asked: &Asked| {
            matches!(asked, Asked::March { .. } | Asked::RailMove(_) | Asked::Flight { .. } | Asked::BlitzMove(_) | Asked::Landing(_))
        };
        let unit = self.asked().filter(is_march)?.mover()?;
        self.place(unit).hex().filter(|&hex| is_on_grid(self.data(), hex))
    }

    fn attention(&self) -> Option<Hex> {
        attention(self).filter(|&hex| is_on_grid(self.data(), hex))
    }

    fn hex_of(&self, action: Action) -> Option<Hex> {
        let hex = action.hex().or_else(|| self.place(action.unit()?).hex());
        hex.filter(|&hex| is_on_grid(self.data(), hex))
    }

    fn gazetteer(data: &Prepared) -> String {
        gazetteer(data)
    }
}

/// Places of the scenario's part of the map by what they are, then rivers.
fn gazetteer(data: &Prepared) -> String {
    let mut text = String::new();
    let in_play = |place: &&Place| is_open(data, place.hex);
    for class in TownClass::ALL {
        let places: Vec<String> = data
            .map
            .places
            .iter()
            .filter(in_play)
            .filter(|place| place.class == Some(class))
            .map(|place| format!("{} {}", data.map.name(place.hex), proper(&place.name)))
            .collect();
        if places.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}", names::town(class));
        for row in places.chunks(4) {
            let cells: Vec<String> = row.iter().map(|entry| format!("{entry:<28}")).collect();
            let _ = writeln!(text, "  {}", cells.concat().trim_end());
        }
    }
    let boxes: Vec<String> = boxes(data).map(|hex| names::hex(data, hex)).collect();
    if !boxes.is_empty() {
        let _ = writeln!(text, "{}\n  {}", tr!("Boxes beside the map"), boxes.join(", "));
    }
    text
}

/// A stack in five characters. Of blocks that the viewer does not know it tells the number alone.
fn stack(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> String {
    /// Letters in the width of a hex.
    const ROOM: usize = 5;
    let units = |side: Side| game.stack(hex).iter().copied().filter(move |unit| unit.side() == side);
    let [axis, soviet] = Side::ALL.map(|side| units(side).count());
    let inner = |side: Side, with_letter: bool| inside(game, units(side), viewer, with_letter);
    if axis > 0 && soviet > 0 {
        let told = format!("{}×{}", inner(Side::Axis, false), inner(Side::Soviet, false));
        // Strengths that do not fit give way to the numbers of blocks.
        return if told.chars().count() > ROOM { format!("{axis}×{soviet}") } else { told };
    }
    let side = if axis > 0 { Side::Axis } else { Side::Soviet };
    let (open, close) = if side == Side::Axis { ('[', ']') } else { ('(', ')') };
    let close = if units(side).any(|unit| game.is_out_of_supply(unit)) { '!' } else { close };
    format!("{open}{:<3}{close}", inner(side, true))
}

/// The strength of the known units, what they are if there is room for a letter, and the number of the others.
fn inside(game: &BlocksInTheEast, units: impl Iterator<Item = UnitId>, viewer: Side, with_letter: bool) -> String {
    /// Letters between brackets.
    const ROOM: usize = 3;
    let (known, hidden): (Vec<UnitId>, Vec<UnitId>) = units.partition(|&unit| names::knows(game, unit, viewer));
    let is = |class: UnitClass| move |unit: &&UnitId| game.data().unit(**unit).class == class;
    // Points of headquarters are told of those alone, for they are no strength.
    let commands = known.iter().all(|unit| is(UnitClass::Headquarters)(&unit));
    let counted = known.iter().filter(|unit| commands || !is(UnitClass::Headquarters)(unit));
    let strength: u16 = counted.map(|&unit| u16::from(game.strength(unit))).sum();
    let mut told = if known.is_empty() { String::new() } else { strength.to_string() };
    if !hidden.is_empty() {
        let _ = write!(told, "?{}", hidden.len());
        return if told.len() > ROOM { format!("{}?", known.len() + hidden.len()) } else { told };
    }
    if with_letter && told.len() < ROOM {
        if known.iter().any(|unit| is(UnitClass::Armour)(&unit)) {
            told.push('T');
        } else if known.iter().all(|unit| is(UnitClass::Air)(&unit)) {
            told.push('a');
        } else if commands {
            told.push('H');
        }
    }
    told
}
