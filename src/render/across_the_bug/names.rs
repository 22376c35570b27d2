//! What counters, formations, terrain and places are called.

use stavka_engine::Side;
use stavka_engine::across_the_bug::data::Data;
use stavka_engine::across_the_bug::ids::{FormationId, Place, UnitId};
use stavka_engine::across_the_bug::terms::{AttackType, Crossing, HexsideKind, SupplyArea, Terrain, UnitKind, Way};
use stavka_engine::across_the_bug::{AcrossTheBug, Command};
use stavka_engine::hex::Hex;
use stavka_words::{tr, translate};

/// A counter with its values, as `viewer` may know it.
pub(super) fn name(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> String {
    if !game.is_seen(unit, viewer) {
        return back(unit.side()).to_owned();
    }
    format!("{} ({})", game.data().unit(unit).id, values(game, unit, viewer))
}

/// A counter of which only the back is seen.
pub(super) fn back(side: Side) -> &'static str {
    match side {
        Side::Axis => tr!("a German counter under others"),
        Side::Soviet => tr!("a Soviet counter under others"),
    }
}

/// The id of a counter, or a word for one that the viewer does not see.
pub(super) fn id(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> &'static str {
    if game.is_seen(unit, viewer) { game.data().unit(unit).id.as_str() } else { back(unit.side()) }
}

/// The values at the foot of a counter: effectiveness, strength, Tank or AT points and movement allowance; of a headquarters reaction,
/// command range, support points left and relocation points. The strength of the enemy is the printed one: his losses lie beneath.
pub(super) fn values(game: &AcrossTheBug, unit: UnitId, viewer: Side) -> String {
    let data = game.data();
    let counter = data.unit(unit);
    if let Some(formation) = led_by(data, unit) {
        let hq = data.formation(formation);
        return format!("{}-{}-{}-{}", hq.reaction, hq.command_range, game.points(unit), hq.relocation);
    }
    let face = game.values(unit);
    let strength = if game.knows_strength(unit, viewer) { game.points(unit) } else { counter.strength };
    let movement = if face.ma > 0 { format!("-{}", face.ma) } else { String::new() };
    format!("{}-{strength}-{}{movement}", face.effectiveness, face.points)
}

/// The formation of which a counter is the headquarters.
pub(super) fn led_by(data: &Data, unit: UnitId) -> Option<FormationId> {
    let counter = data.unit(unit);
    counter.formation.filter(|_| counter.kind == UnitKind::Headquarters)
}

/// What a formation is called.
pub(super) fn formation(data: &'static Data, formation: FormationId) -> &'static str {
    translate(&data.formation(formation).name)
}

/// The formation under which a counter acts, in a word.
pub(super) fn own_formation(game: &AcrossTheBug, unit: UnitId) -> &'static str {
    let data = game.data();
    match game.formation(unit) {
        FormationId::NONE => translate(&data.unit(unit).superior),
        known => formation(data, known),
    }
}

/// Where a counter is, in words.
pub(super) fn place(game: &AcrossTheBug, unit: UnitId) -> String {
    let place = game.place(unit);
    place.hex().map_or_else(|| translate(box_name(place)).to_owned(), |hex| game.hex_name(hex))
}

/// What a box beside the map is called.
pub(super) fn box_name(place: Place) -> &'static str {
    Place::BOXES.iter().find(|(known, _)| *known == place).map_or("elsewhere", |(_, name)| name)
}

/// A type of counter in words.
pub(super) fn kind(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Infantry => tr!("infantry"),
        UnitKind::MotorizedInfantry => tr!("motorized infantry"),
        UnitKind::Engineer => tr!("engineers"),
        UnitKind::MotorizedEngineer => tr!("motorized engineers"),
        UnitKind::MachineGun => tr!("machine guns of the fortified region"),
        UnitKind::BorderGuard => tr!("border guards"),
        UnitKind::AntiTank => tr!("anti-tank guns"),
        UnitKind::Reconnaissance => tr!("reconnaissance"),
        UnitKind::PzIii => tr!("PzKpfw III"),
        UnitKind::PzIv => tr!("PzKpfw IV"),
        UnitKind::StugIii => tr!("StuG III"),
        UnitKind::Ba10 => "BA-10",
        UnitKind::Bt5 => "BT-5",
        UnitKind::T26 => "T-26",
        UnitKind::Kv2 => "KV-2",
        UnitKind::Headquarters => tr!("headquarters"),
    }
}

/// A terrain in words, as the chart names it.
pub(super) fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => tr!("clear ground"),
        Terrain::Village => tr!("village"),
        Terrain::City => tr!("city"),
        Terrain::Forest => tr!("forest"),
        Terrain::Swamp => tr!("swamp"),
    }
}

/// A crossing in words, as the chart names it.
pub(super) fn crossing(crossing: Crossing) -> &'static str {
    match crossing {
        Crossing::Plain => tr!("no water"),
        Crossing::Stream => tr!("stream"),
        Crossing::BridgedStream => tr!("stream at a city, or at the road rate"),
        Crossing::Bug => tr!("the Bug"),
        Crossing::BugBridge => tr!("bridge over the Bug"),
        Crossing::Pontoon => tr!("pontoon bridge"),
        Crossing::Lake => tr!("lake"),
    }
}

/// What runs along a side of a hex, in words.
pub(super) fn water(kind: HexsideKind) -> Option<&'static str> {
    match kind {
        HexsideKind::Plain => None,
        HexsideKind::Stream => Some(crossing(Crossing::Stream)),
        HexsideKind::Bug => Some(crossing(Crossing::Bug)),
        HexsideKind::Lake => Some(crossing(Crossing::Lake)),
    }
}

/// A class of road in words, as the chart names it.
pub(super) fn way(way: Way) -> &'static str {
    match way {
        Way::Main => tr!("main road"),
        Way::Minor => tr!("minor road"),
        Way::Rail => tr!("railway"),
    }
}

/// A type of attack in words.
pub(super) fn attack(kind: AttackType) -> &'static str {
    match kind {
        AttackType::Hasty => tr!("hasty attack"),
        AttackType::Regular => tr!("regular attack"),
        AttackType::Prepared => tr!("prepared attack"),
    }
}

/// A supply area in words.
pub(super) fn area(area: SupplyArea) -> &'static str {
    match area {
        SupplyArea::German => tr!("German supply area"),
        SupplyArea::Northern => tr!("Northern supply area"),
        SupplyArea::Eastern => tr!("Eastern supply area"),
        SupplyArea::Southern => tr!("Southern supply area"),
    }
}

/// How a unit stands to its headquarters, in words; nothing where it is in command.
pub(super) fn command(command: Command) -> Option<&'static str> {
    match command {
        Command::InCommand => None,
        Command::OutOfCommand => Some(tr!("out of command [5.8.3]")),
        Command::Isolated => Some(tr!("isolated [5.8.4]")),
    }
}

/// The counters of a hex in a line, as `viewer` may know them.
pub(super) fn stack(game: &AcrossTheBug, hex: Hex, viewer: Side) -> String {
    let (seen, beneath): (Vec<UnitId>, Vec<UnitId>) = game.stack(hex).partition(|&unit| game.is_seen(unit, viewer));
    let mut names: Vec<String> = seen.into_iter().map(|unit| name(game, unit, viewer)).collect();
    match beneath.len() {
        0 => {}
        1 => names.push(tr!("1 counter beneath").to_owned()),
        count => names.push(tr!("{count} counters beneath", count)),
    }
    if names.is_empty() { tr!("nobody").to_owned() } else { names.join(", ") }
}

/// The id of a formation.
pub(super) fn formation_id(data: &Data, formation: FormationId) -> &str {
    &data.formation(formation).id
}
