//! [35.2] Attacks on the convoys of Lend-Lease: submarines and bombers that nobody reaches attack them once, before the Soviets produce.

use arrayvec::ArrayVec;

use super::BlocksInTheEast;
use super::action::Action;
use super::air_war::Lost;
use super::combat::{MOST_UNITS, Pool, Throw};
use super::frame::{Convoy, Frame};
use super::lend_lease::SENT;
use super::terms::{Colour, Nation, Route};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl BlocksInTheEast {
    /// [35.2] The production of the Soviets begins: convoys that sail are attacked.
    pub(super) fn attack_convoys(&mut self) {
        self.chapters.strategic.sunk = Default::default();
        // The last one is attacked first.
        for route in [Route::Persian, Route::Arctic] {
            self.frames.push(Frame::Convoy(route));
        }
    }

    /// [35.2] Points of a colour of Lend-Lease that the convoys of a route have lost in the turn.
    pub fn sunk(&self, route: Route) -> [u8; 2] {
        self.chapters.strategic.sunk[route.index()]
    }

    /// [35.2] Points that still sail on a route.
    pub(super) fn points_afloat(&self, route: Route) -> Lost {
        let mut points = Lost::default();
        if self.is_open_route(route) {
            for ((colour, sent), sunk) in SENT.into_iter().zip(self.data.sent_by(route, self.turn)).zip(self.sunk(route)) {
                points[colour.index()] = sent.saturating_sub(sunk);
            }
        }
        points
    }

    pub(super) fn sink_point(&mut self, route: Route, colour: Colour) {
        if let Some(number) = SENT.iter().position(|&sent| sent == colour) {
            self.chapters.strategic.sunk[route.index()][number] += 1;
        }
    }

    /// [35.2.a][35.2.b] The dice against the convoys of a route.
    pub fn dice_against_convoys(&self, route: Route) -> Pool {
        let fights = !self.has_surrendered(Nation::Italian);
        let raiders = self.data.raiders_of(route, self.turn, fights);
        let throws: ArrayVec<Throw, MOST_UNITS> = raiders.map(|(_, strength, faces)| Throw { strength, faces, malus: 0 }).collect();
        Pool::of(&throws)
    }

    /// [35.2] The attack about to be decided: the route, the dice, and the hits that count.
    pub fn attack_on_convoy(&self) -> Option<(Route, Pool, u8)> {
        let Some(Frame::Convoy(route)) = self.frames.top() else { return None };
        let pool = self.dice_against_convoys(route);
        let points: u8 = self.points_afloat(route).iter().sum();
        Some((route, pool, pool.count().min(points)))
    }
}

impl Procedure<BlocksInTheEast> for Convoy {
    const QUESTION: &'static str = "how many dice hit the convoys?";
    const QUIET: bool = false;

    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        match game.attack_on_convoy() {
            None | Some((.., 0)) => game.pop(),
            Some(_) => Progress::Waits,
        }
    }

    fn draw(self, game: &BlocksInTheEast, out: &mut Vec<Action>) {
        let most = game.attack_on_convoy().map_or(0, |(.., most)| most);
        out.extend((0..=most).map(Action::Hits));
    }

    fn carry_out(self, game: &mut BlocksInTheEast, action: Action) {
        let Action::Hits(hits) = action else { return game.end(action) };
        game.pop();
        game.lose_at_sea(self.route, hits);
    }
}
