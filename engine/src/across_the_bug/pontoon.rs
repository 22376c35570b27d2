//! Pontoon bridges over the Bug [10.3].

use super::action::Action;
use super::ids::{FormationId, HexSet, UnitId, units};
use super::prepared::Prepared;
use super::terms::{Crossing, HexsideKind};
use super::{AcrossTheBug, frame::TakeUp};
use crate::game::{Side, Turn};
use crate::hex::{Direction, Grid, Hex};
use crate::kit::procedures::{Procedure, Sequence as _};

/// Most corps with a pontoon.
const CORPS: usize = 2;

/// A pontoon of a corps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pontoon {
    /// The corps has none, or has lost it [10.3.c].
    #[default]
    Gone,
    /// It can be built.
    Ready,
    /// It lies over the side of a hex in a direction.
    Built(Hex, Direction),
}

/// The pontoons of the corps, in the order of the script.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pontoons([Pontoon; CORPS]);

impl Pontoons {
    pub(super) fn new(data: &Prepared) -> Self {
        let has = |corps: usize| corps < data.script.pontoons.len();
        Pontoons(std::array::from_fn(|corps| if has(corps) { Pontoon::Ready } else { Pontoon::Gone }))
    }

    pub(super) fn all(&self) -> &[Pontoon; CORPS] {
        &self.0
    }

    /// Sets the pontoon of a corps.
    pub(super) fn set(&mut self, corps: usize, pontoon: Pontoon) {
        self.0[corps] = pontoon;
    }

    /// The two hexes that each pontoon joins.
    pub(super) fn joined<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = (Hex, Hex)> + 'a {
        self.0.iter().filter_map(|pontoon| match *pontoon {
            Pontoon::Built(hex, direction) => Some((hex, grid.neighbour(hex, direction)?)),
            _ => None,
        })
    }

    /// Whether a pontoon lies over a side of a hex.
    #[inline]
    pub(super) fn joins(self, grid: &Grid, hex: Hex, direction: Direction) -> bool {
        let near = grid.neighbour(hex, direction);
        self.joined(grid).any(|(a, b)| a == hex && Some(b) == near || b == hex && Some(a) == near)
    }

    /// [10.3.c] Soviet counters in one of the hexes that a pontoon joins: it is lost. Says whether one was.
    pub(super) fn lose_at(&mut self, grid: &Grid, hex: Hex) -> bool {
        let mut lost = false;
        for pontoon in &mut self.0 {
            if let Pontoon::Built(at, direction) = *pontoon
                && (at == hex || grid.neighbour(at, direction) == Some(hex))
            {
                *pontoon = Pontoon::Gone;
                lost = true;
            }
        }
        lost
    }
}

impl Procedure<AcrossTheBug> for TakeUp {
    const DECIDER: Turn = Turn::Player(Side::Axis);
    const QUESTION: &'static str = "take up a pontoon bridge?";

    fn is_due(self, game: &AcrossTheBug) -> bool {
        game.board.pontoons.joined(&game.data.map.grid).next().is_some()
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(game.board.pontoons.joined(&game.data.map.grid).map(|(from, to)| Action::TakeUp { from, to }));
    }

    /// [10.3.b] It can be built again later.
    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::TakeUp { from, to } = action else { return game.end(action) };
        let direction = game.data.map.grid.direction(from, to);
        let built = direction.map(|direction| Pontoon::Built(from, direction));
        if let Some(corps) = game.board.pontoons.all().iter().position(|&pontoon| Some(pontoon) == built) {
            game.board.pontoons.set(corps, Pontoon::Ready);
            game.bridges_changed();
        }
    }
}

impl AcrossTheBug {
    /// The corps of a formation whose pontoon can be built, as an index of the script.
    pub(super) fn corps_with_pontoon(&self, formation: FormationId) -> Option<usize> {
        let of = |corps: &super::data::Pontoon| corps.formations.contains(formation);
        let corps = self.data.script.pontoons.iter().position(of)?;
        (self.board.pontoons.all()[corps] == Pontoon::Ready).then_some(corps)
    }

    /// [10.3.a] The sides of the Bug over which a formation may build its pontoon, each once: from the near hex to the far one, and from
    /// the lower one where units stand on both banks.
    pub(super) fn pontoon_sites(&self, formation: FormationId) -> impl Iterator<Item = (Hex, Hex)> + '_ {
        let side = Side::Axis;
        let able = self.corps_with_pontoon(formation).map_or(0, |_| {
            let whole = self.board.members(self.data, formation) & self.board.on_map(side) & !self.board.turned(side);
            self.in_command(formation, self.among(side, whole, &self.data.map.bug))
        });
        let grid = &self.data.map.grid;
        let near: HexSet = units(side, able).filter_map(|unit: UnitId| self.board.hex(unit)).collect();
        let mut rest = near;
        let each = std::iter::from_fn(move || {
            let first = rest.first()?;
            rest.remove(first);
            Some(first)
        });
        each.flat_map(move |hex| {
            let free = move |&(direction, far): &(Direction, Hex)| {
                let bug =
                    self.data.ground.crossing(hex, direction) == Crossing::Bug && self.data.ground.kind(hex, direction) == HexsideKind::Bug;
                let again = near.contains(far) && far < hex;
                bug && !again && !self.board.pontoons.joins(grid, hex, direction) && self.is_clear_for(side, far)
            };
            grid.neighbours(hex).filter(free).map(move |(_, far)| (hex, far))
        })
    }

    /// [10.3] Builds the pontoon of a formation's corps.
    pub(super) fn build_pontoon(&mut self, formation: FormationId, from: Hex, to: Hex) {
        let direction = self.data.map.grid.direction(from, to);
        if let (Some(corps), Some(direction)) = (self.corps_with_pontoon(formation), direction) {
            self.board.pontoons.set(corps, Pontoon::Built(from, direction));
            self.bridges_changed();
        }
    }

    /// Where ZOCs reach over bridges, a pontoon that is built or taken up changes them [A58].
    pub(super) fn bridges_changed(&mut self) {
        if self.data.script.switches.zoc_over_bridges {
            self.board.refresh_zoc(self.data);
        }
    }

    /// The pontoons of the corps.
    pub fn pontoons(&self) -> &[Pontoon] {
        &self.board.pontoons.all()[..self.data.script.pontoons.len()]
    }
}
