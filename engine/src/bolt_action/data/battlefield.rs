//! Battlefields: cells drawn with glyphs, and the sections of their buildings.

use serde::Deserialize;

use crate::bolt_action::terms::{Cover, Ground};
use crate::data::{DataError, Source};
use crate::square::{Cell, CellSet, Facing, Lattice};

/// What a cell does to a line of sight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a glyph, read by name")]
pub struct Screen {
    /// It blocks sight, but for those in the same section.
    pub blocks: bool,
    /// It is woods: a few cells of them are seen through, and they cover what is behind.
    pub woods: bool,
    /// Fence or wall: it covers what stands just behind it.
    pub linear: bool,
    /// Crops or scrub: it covers what is near behind it.
    pub low: bool,
    /// Section of a building, 0 for none.
    pub section: u8,
    /// Cover of what stands in it.
    pub cover: Option<Cover>,
}

impl Screen {
    /// Cover of what stands in it.
    #[inline]
    pub fn own_cover(self) -> Cover {
        self.cover.unwrap_or(Cover::None)
    }
}

/// A letter of a battlefield and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a glyph, read by name")]
pub struct Glyph {
    /// The letter.
    pub symbol: char,
    /// Name for players.
    pub name: String,
    /// [TER] Kind of ground.
    pub ground: Ground,
    /// [HIT.8][HIT.9] Cover of what stands in it.
    pub cover: Option<Cover>,
    /// It blocks sight, but for those in the same section.
    pub blocks: bool,
    /// It is woods: a few cells of them are seen through (supplement S10).
    pub woods: bool,
    /// Fence or wall: it covers what stands just behind it (decision D8).
    pub linear: bool,
    /// Crops or scrub: it covers what is near behind it (decision D8).
    pub low: bool,
    /// [TERK.2] No vehicle crosses it.
    pub anti_tank: bool,
    /// A trench: men may Run in it (decision D10), and guns may be set up in it.
    pub run_ok: bool,
    /// Where the values come from.
    pub origin: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Flag {
    Blocks,
    Woods,
    Linear,
    Low,
    AntiTank,
    RunOk,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGlyph {
    symbol: String,
    name: String,
    ground: Ground,
    cover: Option<Cover>,
    #[serde(default)]
    flags: Vec<Flag>,
    origin: String,
}

impl Glyph {
    /// The glyphs of a file, each with a letter of its own.
    pub(super) fn all(source: &Source<'_>, raw: &[RawGlyph]) -> Result<Vec<Glyph>, DataError> {
        let mut glyphs: Vec<Glyph> = Vec::with_capacity(raw.len());
        for raw in raw {
            let key = format!("glyph {:?}", raw.name);
            let mut letters = raw.symbol.chars();
            let (Some(symbol), None) = (letters.next().filter(char::is_ascii_graphic), letters.next()) else {
                return Err(source.error(key, format!("symbol = {:?}; expected one printable ASCII character", raw.symbol)));
            };
            if glyphs.iter().any(|known| known.symbol == symbol || known.name == raw.name) {
                return Err(source.error(key, format!("a second glyph with this symbol, {symbol:?}, or name; expected one of each")));
            }
            let has = |flag| raw.flags.contains(&flag);
            glyphs.push(Glyph {
                symbol,
                name: raw.name.clone(),
                ground: raw.ground,
                cover: raw.cover.filter(|&cover| cover != Cover::None),
                blocks: has(Flag::Blocks),
                woods: has(Flag::Woods),
                linear: has(Flag::Linear),
                low: has(Flag::Low),
                anti_tank: has(Flag::AntiTank),
                run_ok: has(Flag::RunOk),
                origin: raw.origin.clone(),
            });
        }
        Ok(glyphs)
    }
}

/// What turns a battlefield into itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// Nothing.
    None,
    /// Half a circle around its centre.
    Point,
}

/// A rectangle of cells: the first and the last of its columns and of its rows, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rectangle {
    columns: [u8; 2],
    rows: [u8; 2],
}

impl Rectangle {
    /// Its cells on a battlefield.
    pub(super) fn cells(self, source: &Source<'_>, key: &str, lattice: Lattice) -> Result<CellSet, DataError> {
        let ([west, east], [north, south]) = (self.columns, self.rows);
        let inside = |first: u8, last: u8, size: usize| (1..=last).contains(&first) && usize::from(last) <= size;
        if !inside(west, east, lattice.width()) || !inside(north, south, lattice.height()) {
            let (width, height) = (lattice.width(), lattice.height());
            let what = format!(
                "columns {:?}, rows {:?}; expected the first and the last of columns 1 to {width} and rows 1 to {height}",
                self.columns, self.rows
            );
            return Err(source.error(key, what));
        }
        let contains = |&cell: &Cell| {
            let (column, row) = lattice.place(cell);
            (west..=east).contains(&(column as u8 + 1)) && (north..=south).contains(&(row as u8 + 1))
        };
        Ok(lattice.cells().filter(contains).collect())
    }
}

/// A battlefield.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battlefield {
    /// Id in data files.
    pub id: String,
    /// Name for players.
    pub name: String,
    /// Its columns and rows of cells.
    pub lattice: Lattice,
    /// What turns it into itself.
    pub symmetry: Symmetry,
    /// Where it comes from.
    pub origin: String,
    glyphs: Vec<Glyph>,
    /// Place of the glyph of each cell.
    ground: Vec<u8>,
    /// Section of each cell, 0 for none.
    section: Vec<u8>,
    /// Cells of each section, from section 1.
    sections: Vec<Vec<Cell>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBattlefield {
    id: String,
    name: String,
    symmetry: Symmetry,
    rows: Vec<String>,
    origin: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    battlefield: Vec<RawBattlefield>,
}

/// The battlefields of a file, each with an id of its own.
pub(super) fn load(source: &Source<'_>, glyphs: &[Glyph]) -> Result<Vec<Battlefield>, DataError> {
    source.check_origins(&[])?;
    let raw: RawFile = source.parse()?;
    let mut battlefields: Vec<Battlefield> = Vec::with_capacity(raw.battlefield.len());
    for raw in raw.battlefield {
        let key = format!("battlefield {:?}", raw.id);
        if battlefields.iter().any(|known| known.id == raw.id) {
            return Err(source.error(key, "a second battlefield with this id; expected unique ids"));
        }
        battlefields.push(Battlefield::new(source, &key, raw, glyphs)?);
    }
    Ok(battlefields)
}

/// Cells are named by the battlefield.
impl AsRef<Lattice> for Battlefield {
    fn as_ref(&self) -> &Lattice {
        &self.lattice
    }
}

impl Battlefield {
    fn new(source: &Source<'_>, key: &str, raw: RawBattlefield, glyphs: &[Glyph]) -> Result<Self, DataError> {
        let width = raw.rows.first().map_or(0, |row| row.chars().count());
        let lattice = Lattice::new(width, raw.rows.len()).map_err(|error| source.error(key, error.to_string()))?;
        let mut ground = Vec::with_capacity(lattice.len());
        for (at, row) in raw.rows.iter().enumerate() {
            let letters = row.chars().count();
            if letters != width {
                return Err(source.error(key, format!("row {} has {letters} letters; expected {width}", at + 1)));
            }
            for letter in row.chars() {
                let known = glyphs.iter().position(|glyph| glyph.symbol == letter);
                let known = known
                    .ok_or_else(|| source.error(key, format!("letter {letter:?} in row {}; expected a glyph of tables.toml", at + 1)))?;
                ground.push(known as u8);
            }
        }
        if raw.symmetry == Symmetry::Point
            && let Some(cell) = ground.iter().zip(ground.iter().rev()).position(|(here, opposite)| here != opposite)
        {
            let (column, row) = lattice.place(Cell(cell as u16));
            let what = format!(
                "column {} of row {} differs from its opposite; expected a battlefield that is the same turned by half a circle",
                column + 1,
                row + 1
            );
            return Err(source.error(key, what));
        }
        let mut battlefield = Battlefield {
            id: raw.id,
            name: raw.name,
            lattice,
            symmetry: raw.symmetry,
            origin: raw.origin,
            glyphs: glyphs.to_vec(),
            ground,
            section: vec![0; lattice.len()],
            sections: Vec::new(),
        };
        battlefield.divide(source, key)?;
        Ok(battlefield)
    }

    /// Divides buildings into sections: cells of one glyph that touch along an edge (decision D4).
    fn divide(&mut self, source: &Source<'_>, key: &str) -> Result<(), DataError> {
        for start in self.lattice.cells() {
            if self.section[start.index()] != 0 || self.glyph(start).ground != Ground::Building {
                continue;
            }
            let number = u8::try_from(self.sections.len() + 1);
            let number = number.map_err(|_| source.error(key, format!("more than {} sections of buildings; expected fewer", u8::MAX)))?;
            let letter = self.ground[start.index()];
            let cells = self.joined(start, |cell| self.ground[cell.index()] == letter);
            cells.iter().for_each(|cell| self.section[cell.index()] = number);
            self.sections.push(cells.iter().collect());
        }
        Ok(())
    }

    /// The cells that are joined to one along edges of cells that hold. A diagonal step passes no corner, so that it leads nowhere else.
    pub(super) fn joined(&self, start: Cell, holds: impl Fn(Cell) -> bool) -> CellSet {
        let mut joined: CellSet = [start].into_iter().collect();
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for way in [Facing::NORTH, Facing::EAST, Facing::SOUTH, Facing::WEST] {
                if let Some(next) = self.lattice.step(cell, way).filter(|&next| holds(next) && !joined.contains(next)) {
                    joined.insert(next);
                    open.push(next);
                }
            }
        }
        joined
    }

    /// What a cell is.
    #[inline]
    pub fn glyph(&self, cell: Cell) -> &Glyph {
        &self.glyphs[usize::from(self.ground[cell.index()])]
    }

    /// Section of the building that a cell belongs to, from 1; 0 for none.
    #[inline]
    pub fn section(&self, cell: Cell) -> u8 {
        self.section[cell.index()]
    }

    /// What a cell does to a line of sight.
    pub fn screen(&self, cell: Cell) -> Screen {
        let glyph = self.glyph(cell);
        Screen {
            blocks: glyph.blocks,
            woods: glyph.woods,
            linear: glyph.linear,
            low: glyph.low,
            section: self.section(cell),
            cover: glyph.cover,
        }
    }

    /// The cells of a section, in order; none for 0.
    pub fn sections(&self, section: u8) -> impl Iterator<Item = Cell> + '_ {
        let at = usize::from(section).checked_sub(1);
        at.and_then(|at| self.sections.get(at)).into_iter().flatten().copied()
    }

    /// Number of sections.
    pub fn section_count(&self) -> usize {
        self.sections.len()
    }
}
