//! From strengths and a die to a result, and the exact chances of all results [7.5.1][7.5.3].

use arrayvec::ArrayVec;

use super::data::{CHITS, COLUMNS, CombatResult, CombatTable, FACES, ROWS, Tables};
use super::strength::{self, Fighter};
use super::terms::AttackType;
use crate::kit::odds;

/// A column of the combat results table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// Its place in the table, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// [7.5.1.D1][7.5.1.D2][5.1.a] The column of two strengths on a line of the table, rounded in favour of the defender; `None` below
/// its first ratio. Lines count from 1, one beyond the last is the last.
#[inline]
pub fn column(table: &CombatTable, line: u8, attack: u16, defence: u16) -> Option<Column> {
    let last = table.lines.len() as u8;
    let line = &table.lines[usize::from(line.clamp(1, last) - 1)];
    odds::column(line, attack, defence).map(|column| Column(column as u8))
}

/// [7.5.1.2] The row of a die under a DRM: 1 to 20.
#[inline]
pub fn row(die: u8, drm: i8) -> u8 {
    (i16::from(die) + i16::from(drm)).clamp(1, ROWS as i16) as u8
}

/// [7.5.1.D3] The result of a combat. Below the first ratio the die does not matter [7.5.1.D2].
#[inline]
pub fn result(table: &CombatTable, column: Option<Column>, die: u8, drm: i8) -> CombatResult {
    match column {
        Some(column) => table.body[usize::from(row(die, drm) - 1)][column.index()],
        None => table.below,
    }
}

/// [7.5.1.1.c] Chits that can be drawn when one is out of the cup, each as likely as the others.
pub fn cup(drawn: Option<u8>) -> impl Iterator<Item = u8> {
    (0..CHITS as u8).filter(move |chit| Some(*chit) != drawn)
}

/// Whether a side attacks or defends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// It attacks.
    Attacker,
    /// It defends.
    Defender,
}

/// [7.5.3] Who wins a combat: the side with fewer printed hits, unless none of its units in the combat is left.
pub fn winner(result: CombatResult, attackers_left: bool, defenders_left: bool) -> Option<Role> {
    match (result.attacker.hits, result.defender.hits) {
        (attacker, defender) if attacker < defender && attackers_left => Some(Role::Attacker),
        (attacker, defender) if attacker > defender && defenders_left => Some(Role::Defender),
        _ => None,
    }
}

/// A combat before the chits are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combat<'a> {
    /// Type of the attack.
    pub attack: AttackType,
    /// Attacking units.
    pub attackers: &'a [Fighter],
    /// The hex is in improved defence.
    pub improved: bool,
    /// Defending units.
    pub defenders: &'a [Fighter],
    /// Line of the table: [`super::data::TerrainChart::crt_line`].
    pub line: u8,
    /// Sum of all modifiers.
    pub drm: i8,
}

/// Results that differ: eight kinds of hits on each side, since none is black from three on and nothing is never red.
pub const MOST_OUTCOMES: usize = 64;
/// Sum of the weights of [`outcomes`]: chit of the attacker, chit of the defender, die.
pub const OUTCOME_WEIGHT: u32 = (CHITS * (CHITS - 1) * FACES) as u32;

/// The exact chances of a combat: each result that can come with its weight of [`OUTCOME_WEIGHT`], the best for the attacker last.
pub fn outcomes(tables: &Tables, combat: Combat<'_>) -> ArrayVec<(CombatResult, u32), MOST_OUTCOMES> {
    let mut found = ArrayVec::<(CombatResult, u32), MOST_OUTCOMES>::new();
    let mut add = |result: CombatResult, weight: u32| match found.iter_mut().find(|(known, _)| *known == result) {
        Some((_, sum)) => *sum += weight,
        None => found.push((result, weight)),
    };
    let (columns, below) = columns(tables, combat);
    if below > 0 {
        add(tables.crt.below, below * FACES as u32);
    }
    for (at, &weight) in columns.iter().enumerate().filter(|(_, weight)| **weight > 0) {
        for die in 1..=FACES as u8 {
            add(result(&tables.crt, Some(Column(at as u8)), die, combat.drm), weight);
        }
    }
    found.sort_unstable_by_key(|(result, _)| (std::cmp::Reverse(result.attacker), result.defender));
    found
}

/// How many of the 90 draws of two chits lead to each column, and how many below the first.
pub fn columns(tables: &Tables, combat: Combat<'_>) -> ([u32; COLUMNS], u32) {
    let defences = tables.chits.map(|chit| strength::defence(&chit, combat.improved, combat.defenders));
    let (mut columns, mut below) = ([0; COLUMNS], 0);
    for attacker in cup(None) {
        let attack = strength::attack(&tables.combat, &tables.chits[usize::from(attacker)], combat.attack, combat.attackers);
        for defender in cup(Some(attacker)) {
            match column(&tables.crt, combat.line, attack, defences[usize::from(defender)]) {
                Some(column) => columns[column.index()] += 1,
                None => below += 1,
            }
        }
    }
    (columns, below)
}
