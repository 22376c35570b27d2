//! [34.0] What the Allies send to the Soviet Union in a month, by route. Turn 1 is June 1941.

use super::Data;
use crate::blocks_in_the_east::terms::Route;

/// [34.0.a][34.0.b][34.0.c] Points for armour and for aircraft by [`Route::index`], from a turn on: September 1941, June 1942, June 1943.
const SENDINGS: [(u8, [[u8; 2]; Route::COUNT]); 3] =
    [(4, [[3, 2], [2, 1], [0, 0]]), (13, [[3, 2], [2, 1], [1, 1]]), (25, [[2, 4], [1, 2], [0, 2]])];

impl Data {
    /// [34.0] Points for armour and for aircraft that set out on a route in a turn; none where the chapter is not played.
    pub fn sent_by(&self, route: Route, turn: u8) -> [u8; 2] {
        let sending = SENDINGS.iter().rev().find(|(from, _)| self.script.options.lend_lease && *from <= turn);
        sending.map_or([0; 2], |(_, points)| points[route.index()])
    }
}
