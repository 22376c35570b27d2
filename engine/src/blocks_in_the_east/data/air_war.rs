//! [35.1][35.2] Strategic warfare: what each side hits with, where the factories of Germany are that lie beyond the map, and who attacks convoys.
//!
//! The places beyond the map are a reconstruction, as those of [15.1.a] are.

use super::Data;
use crate::blocks_in_the_east::ids::UnitId;
use crate::blocks_in_the_east::terms::{AirFire, Colour, Route, UnitKind, Works};
use crate::game::Side;

/// [35.1.b][35.1.c][35.1.d][35.1.e] Faces that hit, and those from a turn on: January 1943, May 1944, October 1944, January 1944.
const FACES: [(AirFire, u8, u8); 4] =
    [(AirFire::Gunners, 1, 20), (AirFire::Fighters, 2, 36), (AirFire::Flak, 1, 41), (AirFire::Bombs, 2, 32)];

/// [35.2.a][35.2.b] Faces that hit of dice against convoys: those of submarines, those of bombers.
const OF_SUBMARINES: u8 = 1;
const OF_BOMBERS: u8 = 2;
/// [35.2.b] The Italian submarine of Marcello class has no block: its point, and the turn from which it is there, May 1942.
const MARCELLO: (u8, u8) = (1, 12);

/// What the works beyond the map make, in June of 1941 to 1944.
const OUTPUT: [(Works, Colour, [u8; 4]); 17] = [
    (Works::Kassel, Colour::Red, [1, 1, 2, 2]),
    (Works::Nuremberg, Colour::Red, [0, 1, 1, 2]),
    (Works::Brunswick, Colour::Red, [0, 0, 1, 2]),
    (Works::Plauen, Colour::Red, [0, 1, 1, 1]),
    (Works::Dessau, Colour::Blue, [1, 1, 2, 2]),
    (Works::Rostock, Colour::Blue, [1, 1, 1, 2]),
    (Works::Bremen, Colour::Blue, [1, 2, 2, 2]),
    (Works::Augsburg, Colour::Blue, [1, 2, 2, 2]),
    (Works::Regensburg, Colour::Blue, [1, 1, 2, 2]),
    (Works::Kassel, Colour::Blue, [1, 1, 1, 1]),
    (Works::Gotha, Colour::Blue, [0, 0, 0, 1]),
    (Works::Oschersleben, Colour::Blue, [0, 0, 0, 1]),
    (Works::Leuna, Colour::Black, [2, 2, 3, 3]),
    (Works::Zeitz, Colour::Black, [1, 1, 1, 1]),
    (Works::Boehlen, Colour::Black, [1, 1, 1, 1]),
    (Works::Gelsenkirchen, Colour::Black, [1, 1, 1, 1]),
    (Works::Ludwigshafen, Colour::Black, [1, 1, 1, 1]),
];
/// The first of these years.
const FIRST_YEAR: u16 = 1941;

impl Works {
    /// Its name on the sheet of sites.
    pub const fn title(self) -> &'static str {
        match self {
            Works::Kassel => "Kassel",
            Works::Nuremberg => "Nuremberg",
            Works::Brunswick => "Brunswick",
            Works::Plauen => "Plauen",
            Works::Dessau => "Dessau",
            Works::Rostock => "Rostock",
            Works::Bremen => "Bremen",
            Works::Augsburg => "Augsburg",
            Works::Regensburg => "Regensburg",
            Works::Gotha => "Gotha",
            Works::Oschersleben => "Oschersleben",
            Works::Leuna => "Leuna",
            Works::Zeitz => "Zeitz",
            Works::Boehlen => "Böhlen",
            Works::Gelsenkirchen => "Gelsenkirchen",
            Works::Ludwigshafen => "Ludwigshafen",
            Works::Hanover => "Hanover",
            Works::Chemnitz => "Chemnitz",
            Works::Warnemuende => "Warnemünde",
            Works::Munich => "Munich",
            Works::Ruhland => "Ruhland",
            Works::Luetzkendorf => "Lützkendorf",
            Works::Auschwitz => "Auschwitz",
        }
    }
}

impl Data {
    /// Whether the chapter is played: in games whose production follows the map.
    pub fn has_strategic_warfare(&self) -> bool {
        self.script.options.strategic_warfare && self.script.income.follows_map
    }

    /// [35.1.b][35.1.c][35.1.d][35.1.e] Faces of a die that hit in the air war, in a turn.
    pub fn faces_in_air_war(&self, fire: AirFire, turn: u8) -> u8 {
        let row = FACES.iter().find(|(known, ..)| *known == fire);
        row.map_or(0, |&(_, faces, better_from)| faces + u8::from(turn >= better_from))
    }

    /// [11.2] Points of a colour that works beyond the map make, in the year of the scenario.
    pub fn output_of(&self, works: Works, colour: Colour) -> u8 {
        let year = usize::from(self.script.owners.saturating_sub(FIRST_YEAR)).min(3);
        OUTPUT.iter().find(|(known, made, _)| (*known, *made) == (works, colour)).map_or(0, |(.., output)| output[year])
    }

    /// [35.2.a][35.2.b] The units that attack the convoys of a route in a turn, each with its dice and the faces that hit; the Italian
    /// submarine, which has no block, while Italy fights.
    pub fn raiders_of(&self, route: Route, turn: u8, italy_fights: bool) -> impl Iterator<Item = (Option<UnitId>, u8, u8)> + '_ {
        let attacks = move |kind: UnitKind, dice: u8| match (route, kind) {
            (Route::Arctic, UnitKind::NavalBomber) => Some(OF_BOMBERS),
            // Those of Type VII have three points, those of Type IX two.
            (Route::Arctic, UnitKind::Uboat) if dice > 2 => Some(OF_SUBMARINES),
            (Route::Persian, UnitKind::Uboat) if dice <= 2 => Some(OF_SUBMARINES),
            _ => None,
        };
        let units = self.units(Side::Axis).filter(move |(_, known)| known.arrives <= turn);
        let blocks = units.filter_map(move |(unit, known)| Some((Some(unit), known.full(), attacks(known.kind, known.full())?)));
        let (points, from) = MARCELLO;
        let marcello = (route == Route::Persian && italy_fights && turn >= from).then_some((None, points, OF_SUBMARINES));
        blocks.chain(marcello)
    }
}
