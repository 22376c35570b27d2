//! Blocks for a board. Whoever does not know a block sees its back: colour, place and marks, in an order that tells nothing of it [1.3].

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::data::Unit;
use stavka_engine::blocks_in_the_east::display::{Back, Sign, backs, is_marked};
use stavka_engine::blocks_in_the_east::terms::{Flag, Nation, UnitClass, UnitKind, Zone};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Place, UnitId};
use stavka_engine::hex::Hex;
use stavka_words::tr;

use super::{command, names};
use crate::emblems;
use crate::phrases::holding;
use crate::theme::{Counter, Look};

/// Branches that have a symbol of their own.
const BRANCHES: [&str; 15] = [
    "hq",
    "infantry",
    "static",
    "cavalry",
    "mountain",
    "ski",
    "shock",
    "marine",
    "airborne",
    "artillery",
    "heavy-artillery",
    "mechanised",
    "armour",
    "fighter",
    "bomber",
];

/// Drawings of all symbols.
pub(super) fn symbols() -> String {
    emblems::definitions(&BRANCHES) + &emblems::definitions(&["none"])
}

/// Marks, and places beside the map.
pub(super) const WORDS: &[&str] = &[
    "out-of-supply",
    "in-flight",
    "engaged",
    "shield-hit",
    "frozen",
    "known",
    "activated",
    "landed",
    "moved",
    "reserve",
    "eliminated",
    "disbanded",
    "removed",
];

/// How far the units of the side whose turn it is lie above those of the other one, in a battle.
const ABOVE: u16 = 256;

/// Every block of the scenario as `viewer` may see it.
pub(super) fn counters(game: &BlocksInTheEast, viewer: Side) -> Vec<Counter> {
    let data = game.data();
    let mut all = Vec::new();
    for side in Side::ALL {
        let known = data.units(side).filter(|&(unit, _)| data.takes_part(unit) && names::knows(game, unit, viewer));
        all.extend(known.map(|(unit, known)| counter(game, unit, known, viewer)));
        if side != viewer {
            let hidden = backs(game, side);
            let same = hidden.chunk_by(|a, b| a.hex == b.hex);
            all.extend(same.flat_map(|same| (1..).zip(same).map(|(number, back)| face_down(game, side, back, number))));
        }
    }
    all.extend(game.partisans().map(|(hex, battalions)| partisans(game, hex, battalions)));
    all
}

fn counter(game: &BlocksInTheEast, unit: UnitId, known: &Unit, viewer: Side) -> Counter {
    let place = game.place(unit);
    let left = if place == Place::ELIMINATED { 0 } else { known.steps.len() - game.step(unit) };
    Counter {
        id: known.id.clone(),
        side: unit.side(),
        place: place.hex().map_or_else(|| box_name(place).to_owned(), |hex| game.data().map.name(hex)),
        plate: plate(known),
        stripe: stripe(known.zone).to_owned(),
        symbol: emblems::name(branch(known.kind), has_motors(known.kind)),
        size: TECH[usize::from(game.tech(unit).min(3))],
        values: values(game, unit),
        steps: [left as u8, known.steps.len() as u8],
        unsure: false,
        marks: marks(game, unit, viewer),
        rank: above(game, unit.side()) + rank(game, unit, known),
        formation: formation(known),
        title: title(game, unit, known, viewer),
        look: Look::default(),
    }
}

/// [29.0] The disc of the partisans in a hex, which lies below all blocks.
fn partisans(game: &BlocksInTheEast, hex: Hex, battalions: u8) -> Counter {
    let place = game.data().map.name(hex);
    Counter {
        id: format!("?{place}.0"),
        side: Side::Soviet,
        place,
        plate: "plate-back-red",
        stripe: "stripe-back".to_owned(),
        symbol: emblems::name("infantry", false),
        size: "",
        values: battalions.to_string(),
        steps: [0, 0],
        unsure: false,
        marks: Vec::new(),
        rank: 0,
        formation: tr!("Soviet partisans"),
        title: names::partisans(battalions),
        look: Look { name: Some(tr!("partisans").to_owned()), ..Look::default() },
    }
}

/// A block of which the back alone is seen.
fn face_down(game: &BlocksInTheEast, side: Side, back: &Back, number: u8) -> Counter {
    let place = game.data().map.name(back.hex);
    let seen = |sign: Sign| back.signs.contains(&sign);
    let mut title = names::back(side, back.is_light_green, seen(Sign::Flying)).to_owned();
    for sign in back.signs.iter().filter(|&&sign| sign != Sign::Flying) {
        title += "; ";
        title += sign_in_words(*sign);
    }
    // What its headquarters gives the block at hand is given in the open.
    if let Some(words) = game.asked().and_then(Asked::mover).filter(|_| back.is_named).and_then(|unit| command::drawn(game, unit)) {
        title += "; ";
        title += &words;
    }
    Counter {
        id: format!("?{place}.{number}"),
        side,
        place,
        plate: match (side, back.is_light_green) {
            (Side::Soviet, _) => "plate-back-red",
            (Side::Axis, false) => "plate-back-black",
            (Side::Axis, true) => "plate-back-green",
        },
        stripe: "stripe-back".to_owned(),
        symbol: emblems::name("none", false),
        size: "",
        values: "?".to_owned(),
        steps: [0, 0],
        unsure: true,
        marks: signs(seen),
        rank: above(game, side) + u16::from(number),
        formation: match side {
            Side::Axis => tr!("blocks of the Axis that are not known"),
            Side::Soviet => tr!("Soviet blocks that are not known"),
        },
        title,
        look: Look { name: Some(tr!("unknown block").to_owned()), ..Look::default() },
    }
}

/// TECH levels as they stand over the symbol.
const TECH: [&str; 4] = ["", "T1", "T2", "T3"];

fn turn(game: &BlocksInTheEast) -> u8 {
    use stavka_engine::Game as _;
    game.game_turn() as u8
}

/// What a place off the map is called in requests and styles.
const fn box_name(place: Place) -> &'static str {
    match place {
        Place::RESERVE => "reserve",
        Place::ELIMINATED => "eliminated",
        Place::DISBANDED => "disbanded",
        _ => "removed",
    }
}

fn plate(known: &Unit) -> &'static str {
    let elite = [Flag::Guards, Flag::Ss, Flag::Gd, Flag::Hg].into_iter().any(|flag| known.is(flag));
    match (known.nation, elite) {
        (Nation::Soviet | Nation::American | Nation::British, false) => "plate-soviet",
        (Nation::Soviet | Nation::American | Nation::British, true) => "plate-guards",
        (Nation::German | Nation::Chechen, false) => "plate-german",
        (Nation::German | Nation::Chechen, true) => "plate-elite",
        (Nation::Romanian, _) => "plate-romanian",
        (Nation::Hungarian, _) => "plate-hungarian",
        (Nation::Finnish, _) => "plate-finnish",
        (Nation::Italian, _) => "plate-italian",
        (Nation::Slovak, _) => "plate-slovak",
    }
}

/// The stripe of the zone in which a unit is set up.
const fn stripe(zone: Zone) -> &'static str {
    match zone {
        Zone::North | Zone::Leningrad => "stripe-north",
        Zone::Baltic => "stripe-baltic",
        Zone::Centre | Zone::Western => "stripe-centre",
        Zone::South | Zone::Kiev => "stripe-south",
        Zone::Romania | Zone::Odessa => "stripe-sea",
        Zone::Finland => "stripe-finland",
        Zone::Caucasus | Zone::Hungary => "stripe-far",
        Zone::Exact | Zone::City | Zone::Strategic => "stripe-none",
    }
}

const fn branch(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Infantry => "infantry",
        UnitKind::Static => "static",
        UnitKind::Cavalry => "cavalry",
        UnitKind::Mountain => "mountain",
        UnitKind::Ski => "ski",
        UnitKind::Shock => "shock",
        UnitKind::Marine => "marine",
        UnitKind::Paratroop | UnitKind::Airlanding => "airborne",
        UnitKind::Artillery => "artillery",
        UnitKind::Gustav => "heavy-artillery",
        UnitKind::Mech => "mechanised",
        UnitKind::Tank => "armour",
        UnitKind::Fighter | UnitKind::Interceptor => "fighter",
        UnitKind::Bomber
        | UnitKind::LongRangeBomber
        | UnitKind::Stuka
        | UnitKind::NavalBomber
        | UnitKind::AmericanBomber
        | UnitKind::BritishBomber => "bomber",
        UnitKind::SupremeHq | UnitKind::ArmouredHq | UnitKind::AirHq | UnitKind::NavalHq => "hq",
        UnitKind::Uboat => "none",
    }
}

const fn has_motors(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::ArmouredHq)
}

/// Strength and movement points, or range, as they are printed at the foot. A headquarters that is activated moves no more: what it has left of
/// its barrels stands there.
fn values(game: &BlocksInTheEast, unit: UnitId) -> String {
    if game.is_active(unit) {
        return format!("{}/{}", game.barrels_left(unit), game.barrels(unit));
    }
    let data = game.data();
    let known = data.unit(unit);
    let reach = if known.class == UnitClass::Air { game.range(unit) } else { game.full_points(unit).into() };
    format!("{}-{reach}", game.strength(unit))
}

/// Headquarters that are activated above aircraft above armour above infantry above what supports, the stronger ones first.
fn rank(game: &BlocksInTheEast, unit: UnitId, known: &Unit) -> u16 {
    let class = match known.class {
        UnitClass::Headquarters if game.is_active(unit) => 5,
        UnitClass::Air if game.is_flying(unit) => 4,
        UnitClass::Armour => 3,
        UnitClass::Infantry if known.is_combat() => 2,
        UnitClass::Infantry => 1,
        _ => 0,
    };
    16 * class + u16::from(game.strength(unit))
}

fn above(game: &BlocksInTheEast, side: Side) -> u16 {
    if game.phase().is_some_and(|(active, _)| active == side) { ABOVE } else { 0 }
}

/// The marks that both sides see. On a counter a mark is its first letter, so that no two of them begin alike.
fn signs(has: impl Fn(Sign) -> bool) -> Vec<&'static str> {
    holding([
        (has(Sign::OutOfSupply), "out-of-supply"),
        (has(Sign::Flying), "in-flight"),
        (has(Sign::Fought), "engaged"),
        (has(Sign::ShieldHit), "shield-hit"),
        (has(Sign::Moved), "moved"),
    ])
}

/// Those and what its owner sees beside them: that it does not move in this turn, and that the other side knows it, unless another mark says so.
fn marks(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> Vec<&'static str> {
    let mut marks = signs(|sign| is_marked(game, unit, sign));
    let on_map = game.place(unit).hex().is_some();
    let frozen = on_map && game.data().is_frozen(unit, turn(game));
    let is_active = game.is_active(unit);
    let known = on_map && !is_active && unit.side() == viewer && !game.is_hidden(unit) && stavka_engine::Game::outcome(game).is_none();
    let landed = game.has_landed(unit);
    marks.extend(holding([(is_active, "activated"), (landed, "landed"), (frozen, "frozen"), (known, "known")]));
    marks
}

/// What a mark means.
pub(super) fn sign_in_words(sign: Sign) -> &'static str {
    match sign {
        Sign::OutOfSupply => tr!("out of supply [4.3.c]"),
        Sign::Flying => tr!("in flight [3.19.a]"),
        Sign::New => tr!("placed in this turn [7.3.1]"),
        Sign::Moved => tr!("its movement is over [7.5]"),
        Sign::Railed => tr!("its rail move is over [7.4]"),
        Sign::Fought => tr!("it fought in this turn [7.8]"),
        Sign::Blitzed => tr!("its Blitz is over [7.8]"),
        Sign::ShieldHit => tr!("its shield took a hit [7.7.8]"),
        Sign::Besieged => tr!("besieged when its turn began [12.1]"),
        Sign::ThroughFinland => tr!("supplied through Finland [5.5]"),
        Sign::Relieved => tr!("it moved as if supplied, by its Supreme Headquarters [13.8.1]"),
    }
}

/// The heading under which a unit is listed.
fn formation(known: &Unit) -> &'static str {
    match (known.nation, known.class) {
        (Nation::German, UnitClass::Armour) => tr!("German armour"),
        (Nation::German, UnitClass::Air) => tr!("German aircraft"),
        (Nation::German, UnitClass::Strategic) => tr!("strategic war of Germany"),
        (Nation::German, _) => tr!("German infantry, artillery and headquarters"),
        (Nation::Soviet, UnitClass::Armour) => tr!("Soviet armour"),
        (Nation::Soviet, UnitClass::Air) => tr!("Soviet aircraft"),
        (Nation::Soviet, _) => tr!("Soviet infantry, artillery and headquarters"),
        (Nation::Romanian, _) => tr!("Romanians"),
        (Nation::Hungarian, _) => tr!("Hungarians"),
        (Nation::Finnish, _) => tr!("Finns"),
        (Nation::Italian, _) => tr!("Italians"),
        (Nation::Slovak, _) => tr!("Slovaks"),
        (Nation::Chechen, _) => tr!("Chechens"),
        (Nation::American | Nation::British, _) => tr!("bombers of the Western Allies"),
    }
}

fn title(game: &BlocksInTheEast, unit: UnitId, known: &Unit, viewer: Side) -> String {
    let data = game.data();
    // [35.0] Units of the strategic war never come onto the map.
    let beyond = known.class == UnitClass::Strategic && game.place(unit) == Place::RESERVE;
    let mut text = tr!(
        "{id} {unit}, {kind}, {nation}, at {place}",
        id = known.id,
        unit = names::title(data, unit),
        kind = names::kind(known.kind),
        nation = names::nation(known.nation),
        place = if beyond { tr!("bases beyond the map").to_owned() } else { names::place(game, unit) }
    );
    let mut notes = vec![tr!(
        "strength {strength} of {full}, TECH {tech}",
        strength = game.strength(unit),
        full = known.full(),
        tech = game.tech(unit)
    )];
    match known.class {
        UnitClass::Air => notes.push(tr!("range {range}", range = game.range(unit))),
        UnitClass::Strategic => {}
        _ => notes.push(tr!("movement points: {points}", points = game.full_points(unit))),
    }
    if known.shield {
        notes.push(tr!("shield: two hits a step [3.15.c]").to_owned());
    }
    if known.steps.len() > 1 {
        let steps: Vec<String> = known.steps.iter().map(|step| step.strength.to_string()).collect();
        notes.push(tr!("steps {steps}", steps = steps.join("-")));
    }
    if unit.side() == viewer {
        let prices = [
            game.repair_price(unit).map(|price| tr!("its next step costs {price} [7.3.a]", price = names::price(game, unit, price))),
            game.rebuilding_price(unit).map(|price| tr!("rebuilding it costs {price} [7.3.a]", price = names::price(game, unit, price))),
        ];
        notes.extend(prices.into_iter().flatten());
    }
    let on_map = game.place(unit).hex().is_some();
    if game.place(unit) == Place::RESERVE && known.arrives > 0 && !(beyond && known.arrives <= turn(game)) {
        notes.push(tr!("it arrives in {month} [7.3.c]", month = names::date(known.arrives.into())));
    }
    if on_map && data.is_frozen(unit, turn(game)) {
        notes.push(tr!("frozen in this turn [3.21]").to_owned());
    }
    notes.extend(Sign::ALL.into_iter().filter(|&sign| is_marked(game, unit, sign)).map(|sign| sign_in_words(sign).to_owned()));
    if game.has_landed(unit) {
        notes.push(tr!("it has landed from the sea since its turn began [24.0]").to_owned());
    }
    notes.extend(command::notes(game, unit));
    notes.extend(command::drawn(game, unit));
    if on_map && unit.side() == viewer {
        let known = if game.is_hidden(unit) { tr!("the enemy does not know it [1.3]") } else { tr!("the enemy knows it [1.3]") };
        notes.push(known.to_owned());
    }
    for note in notes {
        text += "; ";
        text += &note;
    }
    text
}

#[cfg(test)]
mod tests {
    use stavka_words::{Language, speaking, translate};

    use super::WORDS;

    #[test]
    fn no_two_marks_of_a_block_begin_with_the_same_letter() {
        for language in [Language::English, Language::Italian] {
            speaking(language, || {
                // What has moved is drawn paler, without a letter.
                let marks = WORDS.iter().take_while(|&&mark| mark != "moved");
                let letters: Vec<char> = marks.filter_map(|mark| translate(mark).to_uppercase().chars().next()).collect();
                for (at, letter) in letters.iter().enumerate() {
                    assert!(!letters[..at].contains(letter), "{letters:?}");
                }
            });
        }
    }
}
