//! What blocks, hexes, nations, phases and terrain are called.

use std::fmt::Display;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Firing};
use stavka_engine::blocks_in_the_east::terms::{
    AirFire, Colour, Effort, Infrastructure, Nation, Onset, Project, Route, Terrain, TownClass, UnitClass, UnitKind, Weather,
};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Data, Phase, Place, RaidTarget, UnitId};
use stavka_engine::hex::Hex;
use stavka_words::{proper, tr, translate};

use crate::phrases::designation;

/// Names of units that have a number, by what stands after it.
const NUMBERED: &[&str] = &[
    "{number} Rifle Corps",
    "{number} Guards Rifle Corps",
    "{number} Special Rifle Corps",
    "{number} Army Rifle",
    "{number} Mechanized Corps",
    "{number} Cavalry Corps",
    "{number} Guards Cavalry Corps",
    "{number} Airborne Corps",
    "{number} Long-range Bomber Corps",
    "{number} Fighter Corps PVO",
    "{number} Air Army",
    "{number} Army",
    "{number} Guards Army",
    "{number} Shock Army",
    "{number} Tank Army",
    "{number} Corps",
    "{number} Panzer Corps",
    "{number} Mountain Corps",
    "{number} Luftwaffe Field Corps",
    "{number} SS Corps",
    "{number} SS Mountain Corps",
    "{number} SS Panzer Corps",
    "{number} Flieger Division",
    "{number} Airlanding Division",
];

/// Whether a side knows which unit a block is: its own, and those of the enemy that are not hidden [1.3].
pub(super) fn knows(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> bool {
    unit.side() == viewer || !game.is_hidden(unit)
}

/// What a unit is called in full, for those who know it.
pub(super) fn title(data: &Data, unit: UnitId) -> String {
    designation(&data.unit(unit).name, NUMBERED)
}

/// What a unit is called as `viewer` may hear it: its title, or what is seen of its block.
pub(super) fn called(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> String {
    if knows(game, unit, viewer) { title(game.data(), unit) } else { block(game, unit).to_owned() }
}

/// What a unit is called with its strength points of those of full strength, as `viewer` may hear it.
pub(super) fn name(game: &BlocksInTheEast, unit: UnitId, viewer: Side) -> String {
    if !knows(game, unit, viewer) {
        return block(game, unit).to_owned();
    }
    let (strength, full) = (game.strength(unit), game.data().unit(unit).full());
    format!("{} ({strength}/{full})", title(game.data(), unit))
}

/// A block that the other side does not know: its colour and whether it flies are all that is seen [1.3].
pub(super) fn block(game: &BlocksInTheEast, unit: UnitId) -> &'static str {
    back(unit.side(), game.is_light_green(unit), game.is_flying(unit))
}

/// What is seen of the back of a block.
pub(super) fn back(side: Side, is_light_green: bool, flies: bool) -> &'static str {
    match (side, is_light_green, flies) {
        (Side::Soviet, _, false) => tr!("a Soviet block"),
        (Side::Soviet, _, true) => tr!("a Soviet air unit in flight"),
        (Side::Axis, false, false) => tr!("a black block of the Axis"),
        (Side::Axis, false, true) => tr!("a black air unit in flight"),
        (Side::Axis, true, false) => tr!("an Italian block"),
        (Side::Axis, true, true) => tr!("an Italian air unit in flight"),
    }
}

/// So many blocks with the same back.
fn several(side: Side, [is_light_green, flies]: [bool; 2], count: usize) -> String {
    match (side, is_light_green, flies) {
        (Side::Soviet, _, false) => tr!("{count} Soviet blocks", count),
        (Side::Soviet, _, true) => tr!("{count} Soviet air units in flight", count),
        (Side::Axis, false, false) => tr!("{count} black blocks of the Axis", count),
        (Side::Axis, false, true) => tr!("{count} black air units in flight", count),
        (Side::Axis, true, false) => tr!("{count} Italian blocks", count),
        (Side::Axis, true, true) => tr!("{count} Italian air units in flight", count),
    }
}

/// A hex with the name of its place, or a box by its name.
pub(super) fn hex(data: &Data, hex: Hex) -> String {
    let place = data.map.place_at(hex).map(|place| proper(&place.name));
    match (data.map.boxes.iter().find(|known| known.hex == hex), place) {
        (Some(known), _) => tr!("{name} (box)", name = proper(&known.name)),
        (None, Some(name)) => format!("{} {name}", data.map.name(hex)),
        (None, None) => data.map.name(hex),
    }
}

/// Where a unit is, in words.
pub(super) fn place(game: &BlocksInTheEast, unit: UnitId) -> String {
    let place = game.place(unit);
    place.hex().map_or_else(|| off_map(place).to_owned(), |at| hex(game.data(), at))
}

/// A place off the map in words.
pub(super) fn off_map(place: Place) -> &'static str {
    match place {
        Place::RESERVE => tr!("not in play yet"),
        Place::ELIMINATED => tr!("eliminated"),
        Place::DISBANDED => tr!("disbanded"),
        _ => tr!("out of the game"),
    }
}

/// The units of a hex in a line, one by one, as `viewer` may know them: the known ones by name, the others by number and colour.
pub(super) fn stack(game: &BlocksInTheEast, hex: Hex, viewer: Side) -> String {
    let told = each(game, game.stack(hex).iter().copied(), viewer);
    if told.is_empty() { tr!("nobody").to_owned() } else { told.join(", ") }
}

/// The units of a hex in a line as both sides know them.
pub(super) fn stack_in_the_open(game: &BlocksInTheEast, hex: Hex) -> String {
    let told = listed(game, game.stack(hex).iter().copied(), |unit| !game.is_hidden(unit));
    if told.is_empty() { tr!("nobody").to_owned() } else { told.join(", ") }
}

/// Units as `viewer` may know them.
pub(super) fn each(game: &BlocksInTheEast, units: impl Iterator<Item = UnitId>, viewer: Side) -> Vec<String> {
    listed(game, units, |unit| knows(game, unit, viewer))
}

/// Units, the known ones first, so that their order tells nothing of the others, which are counted by their backs.
fn listed(game: &BlocksInTheEast, units: impl Iterator<Item = UnitId>, is_known: impl Fn(UnitId) -> bool) -> Vec<String> {
    let (known, hidden): (Vec<UnitId>, Vec<UnitId>) = units.partition(|&unit| is_known(unit));
    let mut told: Vec<String> = known.into_iter().map(|unit| name(game, unit, unit.side())).collect();
    let mut backs: Vec<(Side, [bool; 2])> =
        hidden.into_iter().map(|unit| (unit.side(), [game.is_light_green(unit), game.is_flying(unit)])).collect();
    backs.sort_unstable();
    told.extend(backs.chunk_by(|a, b| a == b).map(|same| {
        let (side, [is_light_green, flies]) = same[0];
        if same.len() == 1 { back(side, is_light_green, flies).to_owned() } else { several(side, [is_light_green, flies], same.len()) }
    }));
    told
}

/// The country of a nation, for points and headings.
pub(super) fn nation(nation: Nation) -> &'static str {
    match nation {
        Nation::Soviet => tr!("Soviet Union"),
        Nation::German => tr!("Germany"),
        Nation::Romanian => tr!("Romania"),
        Nation::Hungarian => tr!("Hungary"),
        Nation::Finnish => tr!("Finland"),
        Nation::Italian => tr!("Italy"),
        Nation::Slovak => tr!("Slovakia"),
        Nation::Chechen => tr!("Chechnya"),
        Nation::American => tr!("United States"),
        Nation::British => tr!("Great Britain"),
    }
}

/// What the Soviets build.
pub(super) fn project(project: Project) -> &'static str {
    match project {
        Project::SaratovStalingrad => tr!("the railway from Saratov to Stalingrad"),
        Project::StalingradAstrakhan => tr!("the railway from Stalingrad to Astrakhan"),
        Project::AstrakhanBaku => tr!("the railway from Astrakhan to Baku"),
        Project::BakuKrasnovodsk => tr!("the sea route from Baku to Krasnovodsk"),
    }
}

/// What yellow points are spent on one by one.
pub(super) fn effort(effort: Effort) -> &'static str {
    match effort {
        Effort::RedFactory => tr!("a factory for armour"),
        Effort::BlueFactory => tr!("a factory for aircraft"),
        Effort::BlackFactory => tr!("a hydrogenation plant"),
        Effort::Infantry => tr!("technology of infantry"),
        Effort::Armour => tr!("technology of armour"),
        Effort::Fighters => tr!("technology of fighters"),
        Effort::Bombers => tr!("technology of bombers"),
    }
}

/// What an attacker declares before a battle.
pub(super) fn onset(onset: Onset) -> &'static str {
    match onset {
        Onset::CavalryCharge => tr!("Cavalry Charge"),
        Onset::GruppoBarbo => tr!("Cavalry Charge with three dice of Gruppo Barbò"),
        Onset::PanzerAttack => tr!("Panzer Attack"),
    }
}

/// What bombers are sent against in place of units.
pub(super) fn infrastructure(what: Infrastructure) -> &'static str {
    match what {
        Infrastructure::RedIndustry => tr!("factories of armour"),
        Infrastructure::BlueIndustry => tr!("factories of aircraft"),
        Infrastructure::BlackIndustry => tr!("hydrogenation plant"),
        Infrastructure::City => tr!("urban centre"),
        Infrastructure::Mine => tr!("mine"),
        Infrastructure::Wells => tr!("oil wells"),
        Infrastructure::Port => tr!("port"),
        Infrastructure::Station => tr!("railway station"),
    }
}

/// What hits on an infrastructure do, with the rule.
pub(super) fn effect_of_bombs(what: Infrastructure, damage: u8) -> String {
    match (what, damage) {
        (Infrastructure::Port, 0..=2) => tr!("no troops sail from it or to it [32.2]").to_owned(),
        (Infrastructure::Port, _) => tr!("no troops sail from it or to it, and it is no source of supply [32.2]").to_owned(),
        (Infrastructure::Station, _) => tr!("no train uses it, rail moves lost: {count} [32.3]", count = damage),
        _ => tr!("points lost, as far as it makes them: {count} [32.1]", count = damage),
    }
}

/// What a raid is flown against.
pub(super) fn raid_target(data: &Data, target: RaidTarget) -> String {
    match target {
        RaidTarget::Hex(at) => hex(data, at),
        RaidTarget::Works(works) => proper(works.title()).to_owned(),
    }
}

/// Who throws dice over Germany, with the rule.
pub(super) fn air_fire(fire: AirFire) -> (&'static str, &'static str) {
    match fire {
        AirFire::Gunners => (tr!("Allied bombers at fighters"), "35.1.b"),
        AirFire::Fighters => (tr!("interceptors and fighters"), "35.1.c"),
        AirFire::Flak => (tr!("German flak"), "35.1.d"),
        AirFire::Bombs => (tr!("bombs on factories"), "35.1.e"),
    }
}

/// A route of Lend-Lease.
pub(super) fn route(route: Route) -> &'static str {
    match route {
        Route::Pacific => tr!("Pacific route"),
        Route::Arctic => tr!("Arctic route"),
        Route::Persian => tr!("Persian corridor"),
    }
}

/// The colour of a production point.
pub(super) fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => tr!("yellow"),
        Colour::Red => tr!("red"),
        Colour::Blue => tr!("blue"),
        Colour::Black => tr!("black"),
    }
}

/// Points of a nation by a count of each colour: the number alone in the Basic game, which knows yellow ones alone.
pub(super) fn purse(game: &BlocksInTheEast, nation: Nation, count: impl Fn(Colour) -> u16) -> String {
    if !game.data().is_advanced() {
        return count(Colour::Yellow).to_string();
    }
    let counted = Colour::ALL.into_iter().filter(|&colour| game.counts(nation, colour) && (colour == Colour::Yellow || count(colour) > 0));
    counted.map(|known| points(count(known), known)).collect::<Vec<_>>().join(" + ")
}

/// A count of points of a colour.
pub(super) fn points(count: impl Display, known: Colour) -> String {
    tr!("{points} {colour}", points = count, colour = colour(known))
}

/// What a step of a unit costs: in the Advanced game in colours, and as many of each.
pub(super) fn price(game: &BlocksInTheEast, unit: UnitId, price: u8) -> String {
    match (game.colour_of_price(unit), price) {
        (Some(colour), _) => format!("{} + {}", points(price, Colour::Yellow), points(price, colour)),
        (None, _) if game.data().is_advanced() => points(price, Colour::Yellow),
        (None, 1) => tr!("1 point").to_owned(),
        (None, _) => tr!("{price} points", price),
    }
}

/// The weather of a month.
pub(super) fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => tr!("clear weather"),
        Weather::Rain => tr!("rain"),
        Weather::LightRain => tr!("light rain"),
        Weather::Snow => tr!("snow"),
    }
}

/// A month of the war with its year; turn 1 is June 1941.
pub(super) fn date(turn: u16) -> String {
    let months = [
        tr!("January"),
        tr!("February"),
        tr!("March"),
        tr!("April"),
        tr!("May"),
        tr!("June"),
        tr!("July"),
        tr!("August"),
        tr!("September"),
        tr!("October"),
        tr!("November"),
        tr!("December"),
    ];
    // Months since January 1941.
    let since = usize::from(turn) + 4;
    format!("{} {}", months[since % 12], 1941 + since / 12)
}

/// A phase of the turn of a player.
pub(super) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Supply => tr!("supply is checked"),
        Phase::Production => tr!("production"),
        Phase::Disbanding => tr!("units are disbanded"),
        Phase::RailMoves => tr!("strategic rail moves"),
        Phase::GroundMovement => tr!("ground movement"),
        Phase::AirMovement => tr!("air movement"),
        Phase::Reaction => tr!("reaction in the air"),
        Phase::Combat => tr!("combat"),
        Phase::Blitz => tr!("Blitz"),
        Phase::AirReturn => tr!("aircraft return"),
        Phase::Verification => tr!("surrenders out of supply"),
        Phase::Exploitation => tr!("exploitation by armour"),
        Phase::Recheck => tr!("supply of armour is checked"),
    }
}

/// The rule of a phase.
pub(super) const fn rule_of(phase: Phase) -> &'static str {
    match phase {
        Phase::Supply => "7.2",
        Phase::Production => "7.3",
        Phase::Disbanding => "7.3.4",
        Phase::RailMoves => "7.4",
        Phase::GroundMovement => "7.5",
        Phase::AirMovement => "7.5.2",
        Phase::Reaction => "7.6",
        Phase::Combat => "7.7",
        Phase::Blitz => "7.8",
        Phase::AirReturn => "7.8.1",
        Phase::Verification => "7.9",
        Phase::Exploitation => "7.10",
        Phase::Recheck => "7.10.a",
    }
}

/// A class of units.
pub(super) fn class(class: UnitClass) -> &'static str {
    match class {
        UnitClass::Infantry => tr!("infantry"),
        UnitClass::Armour => tr!("armour"),
        UnitClass::Air => tr!("aircraft"),
        UnitClass::Headquarters => tr!("headquarters"),
        UnitClass::Strategic => tr!("strategic units"),
    }
}

/// A kind of unit.
pub(super) fn kind(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Infantry => tr!("infantry"),
        UnitKind::Static => tr!("static infantry"),
        UnitKind::Cavalry => tr!("cavalry"),
        UnitKind::Mountain => tr!("mountain infantry"),
        UnitKind::Ski => tr!("ski troops"),
        UnitKind::Shock => tr!("shock army"),
        UnitKind::Marine => tr!("marines"),
        UnitKind::Paratroop => tr!("paratroops"),
        UnitKind::Airlanding => tr!("air-landing troops"),
        UnitKind::Artillery => tr!("artillery"),
        UnitKind::Gustav => tr!("railway gun Gustav"),
        UnitKind::Mech => tr!("mechanized troops"),
        UnitKind::Tank => tr!("tanks"),
        UnitKind::Fighter => tr!("fighters"),
        UnitKind::Bomber => tr!("bombers"),
        UnitKind::LongRangeBomber => tr!("long-range bombers"),
        UnitKind::Stuka => tr!("Stukas"),
        UnitKind::SupremeHq => tr!("supreme headquarters"),
        UnitKind::ArmouredHq => tr!("armoured headquarters"),
        UnitKind::AirHq => tr!("air headquarters"),
        UnitKind::NavalHq => tr!("naval headquarters"),
        UnitKind::Interceptor => tr!("interceptors"),
        UnitKind::NavalBomber => tr!("naval bombers"),
        UnitKind::Uboat => tr!("U-boats"),
        UnitKind::AmericanBomber | UnitKind::BritishBomber => tr!("strategic bombers"),
    }
}

/// A terrain.
pub(super) fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Plain => tr!("plain"),
        Terrain::Forest => tr!("forest"),
        Terrain::Hill => tr!("hills"),
        Terrain::Mountain => tr!("mountains"),
        Terrain::Swamp => tr!("swamp"),
        Terrain::Sea => tr!("sea"),
        Terrain::Lake => tr!("lake"),
    }
}

/// What a town is.
pub(super) fn town(class: TownClass) -> &'static str {
    match class {
        TownClass::Minor => tr!("Minor City"),
        TownClass::Major => tr!("Major City"),
        TownClass::Capital => tr!("capital"),
        TownClass::Fortress => tr!("fortress"),
        TownClass::Bunker => tr!("bunker"),
        TownClass::Dot => tr!("town without a function"),
    }
}

/// A step of a combat round in which dice are thrown, with its rule.
pub(super) fn firing(firing: Firing) -> (&'static str, &'static str) {
    match firing {
        Firing::AirCombat => (tr!("air combat"), "7.7.1"),
        Firing::AntiAircraft => (tr!("fire at aircraft"), "7.7.2"),
        Firing::AirAttack => (tr!("air attack on the ground"), "7.7.3"),
        Firing::Artillery => (tr!("artillery fire"), "7.7.4"),
        Firing::Ground => (tr!("ground combat"), "7.7.5"),
    }
}

/// Why a throw has a Bonus or a Malus, with its rule.
pub(super) fn cause(cause: Cause) -> (&'static str, &'static str) {
    match cause {
        Cause::Ground => (tr!("rough ground"), "BOX1.a"),
        Cause::Swamp => (tr!("armour in a swamp"), "14.0.d"),
        Cause::River => (tr!("river"), "BOX1.b"),
        Cause::Strait => (tr!("strait"), "BOX1.d"),
        Cause::City => (tr!("Major City"), "BOX1.c"),
        Cause::Fortress => (tr!("fortress"), "BOX1.f"),
        Cause::Bunker => (tr!("bunker"), "BOX1.h"),
        Cause::Weather => (tr!("weather"), "9.3"),
        Cause::FirstWinter => (tr!("first winter"), "33.0"),
        Cause::Elite => (tr!("elite"), "10.0"),
        Cause::Mountaineers => (tr!("mountain infantry among hills and mountains"), "6.1.2"),
        Cause::Finns => (tr!("Finns in their woods and swamps"), "5.5.b"),
        Cause::Gustav => (tr!("Gustav against fortifications"), "BOX1.k"),
        Cause::Surprise => (tr!("surprise of June 1941"), "SBE5.e"),
        Cause::Unscouted => (tr!("no reconnaissance"), "19.0.a"),
        Cause::Airborne => (tr!("airborne assault"), "23.0.e"),
        Cause::Amphibious => (tr!("amphibious assault"), "24.0.b"),
    }
}

/// A level of victory as the scenario names it.
pub(super) fn level(name: &str) -> &str {
    translate(name)
}

/// [29.0] The battalions of partisans in a hex, with what they are when they are attacked.
pub(super) fn partisans(battalions: u8) -> String {
    match battalions {
        1 => tr!("partisans: 1 battalion [29.1.d]").to_owned(),
        2 => tr!("partisans: 2 battalions, a brigade [29.1.e]").to_owned(),
        _ => tr!("partisans: {count} battalions, two brigades [29.1.f]", count = battalions),
    }
}
