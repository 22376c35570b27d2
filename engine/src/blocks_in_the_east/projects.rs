//! [SBE6.e][SBE9.h] What the Soviets build: railways and a sea route, each for yellow points that are paid in one production.

use super::BlocksInTheEast;
use super::data::Map;
use super::ground::Links;
use super::terms::{Colour, Nation, Project, RailStatus};
use crate::game::Side;
use crate::hex::Hex;

impl BlocksInTheEast {
    /// [SBE6.e] Whether a project has been carried out.
    pub fn is_built(&self, project: Project) -> bool {
        self.built.contains(project)
    }

    /// [SBE6.e] Yellow points of a project; none where it is not built in this turn, or is there already.
    pub fn price_of_project(&self, project: Project) -> Option<u8> {
        let works = self.data.script.long.works.filter(|works| self.turn >= works.from)?;
        works.prices[project.index()].filter(|_| !self.is_built(project))
    }

    /// [SBE6.e] The projects that a side can pay now. All ground of a line is held by it.
    pub(super) fn affordable_projects(&self, side: Side) -> impl Iterator<Item = Project> + '_ {
        let points = if side == Side::Soviet && self.data.script.long.works.is_some() {
            self.treasury.spendable(Nation::Soviet, Colour::Yellow)
        } else {
            0
        };
        let can = move |project: &Project| self.price_of_project(*project).is_some_and(|price| points >= price.into());
        Project::ALL.into_iter().filter(can).filter(move |&project| self.holds_line(side, project))
    }

    /// [SBE6.e] Whether a side holds all hexes of a project.
    pub fn holds_line(&self, side: Side, project: Project) -> bool {
        line(&self.data.map, project).all(|hex| self.board.controls(self.data, side, hex))
    }

    /// [SBE6.e] A project is paid, and there at once.
    pub(super) fn build(&mut self, project: Project) {
        if let Some(price) = self.price_of_project(project) {
            self.treasury.spend(Nation::Soviet, Colour::Yellow, price);
            self.built = self.built.with(project);
        }
    }

    /// The railways of the turn, with those of projects that have been carried out.
    pub fn railways(&self) -> &'static Links {
        self.data.railways_with(self.turn, self.built)
    }
}

/// [SBE6.e] The hexes of a project: those of its railway, or the ends of the sea route.
pub(super) fn line(map: &Map, project: Project) -> impl Iterator<Item = Hex> + '_ {
    let rails = map.rails.iter().filter(move |rail| rail.status == RailStatus::Project && project.line() == Some(rail.line.as_str()));
    let sea = if project.line().is_none() { map.sea_project.as_slice() } else { &[] };
    rails.flat_map(|rail| rail.path.iter().copied()).chain(sea.iter().copied())
}
