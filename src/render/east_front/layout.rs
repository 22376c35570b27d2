//! Where everything lies in the picture: hexes with flat tops in the middle, the air cards of the two sides beside them.

use stavka_engine::Side;
use stavka_engine::east_front::Data;
use stavka_engine::east_front::data::AirBox;
use stavka_words::{tr, translate};

use crate::drawing::Point;
use crate::hexmap::Plan;

/// Free space around everything.
const MARGIN: f64 = 14.0;
/// Distance between the counters of an air box.
pub(super) const SLOT: f64 = 50.0;
/// Counters side by side in an air box.
const ABREAST: usize = 2;
/// Height of the title of an air box.
pub(super) const HEADING: f64 = 20.0;
/// Free space between map and air cards, and between the boxes of a card.
const GAP: f64 = 16.0;

/// The boxes of an air card from top to bottom, with their names.
pub(super) const BOXES: [(AirBox, &str); 4] =
    [(AirBox::Ready, "Ready"), (AirBox::Flown, "Flown"), (AirBox::Damaged, "Damaged"), (AirBox::Destroyed, "Destroyed")];

/// Rows of counters in an air box: every air unit of a side finds a place.
fn rows(data: &Data) -> usize {
    let most = Side::ALL.into_iter().map(|side| data.air_units(side).count()).max().unwrap_or(0);
    most.div_ceil(ABREAST).max(1)
}

/// Width and height of an air box.
pub(super) fn box_size(data: &Data) -> (f64, f64) {
    (SLOT * ABREAST as f64 + 4.0, HEADING + SLOT * rows(data) as f64 + 4.0)
}

fn map_left(data: &Data) -> f64 {
    MARGIN + box_size(data).0 + GAP
}

/// Where the hexes lie.
pub(super) fn plan(data: &Data) -> Plan<'_> {
    Plan::new(&data.map.grid, map_left(data), MARGIN)
}

/// Width and height of the whole picture.
pub(super) fn size(data: &Data) -> (f64, f64) {
    let (width, height) = plan(data).size();
    let card = 4.0 * (box_size(data).1 + GAP);
    (2.0 * map_left(data) + width, 2.0 * MARGIN + height.max(card))
}

/// Upper left corner of an air box, by its place on the card.
pub(super) fn box_corner(data: &Data, side: Side, place: usize) -> Point {
    let (_, height) = box_size(data);
    let x = match side {
        Side::Axis => MARGIN,
        Side::Soviet => map_left(data) + plan(data).size().0 + GAP,
    };
    Point { x, y: MARGIN + (height + GAP) * place as f64 }
}

/// Middle of a counter in an air box.
pub(super) fn slot(data: &Data, side: Side, place: usize, index: usize) -> Point {
    let corner = box_corner(data, side, place);
    let (across, down) = (index % ABREAST, index / ABREAST);
    Point { x: corner.x + 2.0 + SLOT * (across as f64 + 0.5), y: corner.y + HEADING + SLOT * (down as f64 + 0.5) }
}

/// Number of places in an air box.
pub(super) fn slots(data: &Data) -> usize {
    rows(data) * ABREAST
}

/// What the place of an air unit beside the map is called.
pub(super) fn slot_name(side: Side, place: usize, index: usize) -> String {
    format!("{} {} {}", side.name(), BOXES[place].1.to_lowercase(), index + 1)
}

/// What readers call a place of an air unit beside the map.
pub(super) fn slot_in_words(name: &str) -> Option<String> {
    let is_in = |side: Side, place: &str| name.strip_prefix(side.name()).is_some_and(|rest| rest[1..].starts_with(&place.to_lowercase()));
    let places = Side::ALL.into_iter().flat_map(|side| BOXES.map(|(_, place)| (side, place)));
    places.filter(|(side, place)| is_in(*side, place)).map(|(side, place)| in_words(side, place)).next()
}

/// The air units of a side in one of its boxes.
pub(super) fn in_words(side: Side, place: &'static str) -> String {
    tr!("{side} air units, {place}", side, place = translate(place))
}

#[cfg(test)]
mod tests {
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::east_front::EastFront;

    use super::*;
    use crate::hexmap::RADIUS;

    #[test]
    fn the_air_cards_lie_beside_the_map_and_inside_the_picture() {
        let data = EastFront::load("tartar-trench").expect("it is embedded");
        let (width, height) = size(data);
        let map: Vec<Point> = data.map.grid.hexes().map(|hex| plan(data).centre(hex)).collect();
        for (side, place) in Side::ALL.into_iter().flat_map(|side| (0..BOXES.len()).map(move |place| (side, place))) {
            let corner = box_corner(data, side, place);
            let (across, down) = box_size(data);
            assert!(corner.x > 0.0 && corner.x + across < width && corner.y + down < height, "{side} {place}");
            assert!(map.iter().all(|at| at.x + RADIUS < corner.x || at.x - RADIUS > corner.x + across), "{side} {place}");
        }
    }
}
