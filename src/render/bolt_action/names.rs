//! What units, weapons, orders, ground and places are called.

use stavka_engine::Side;
use stavka_engine::bolt_action::data::Data;
use stavka_engine::bolt_action::data::battlefield::Glyph;
use stavka_engine::bolt_action::data::units::{Template, WeaponId};
use stavka_engine::bolt_action::resolution::hit::Modifier;
use stavka_engine::bolt_action::resolution::loadout::Loadout;
use stavka_engine::bolt_action::terms::{Aspect, Class, Cover, Damage, Ground, Mishap, Mount, Order, Quality, Rank};
use stavka_engine::bolt_action::{BoltAction, UnitId};
use stavka_engine::square::{Cell, Facing};
use stavka_words::{Language, language, proper, tr};

use crate::phrases::holding;

/// A unit as its letter in the brackets of its side, as on the battlefield: `[A]` German, `(A)` Soviet.
pub(super) fn tag(unit: UnitId) -> String {
    let (open, close) = brackets(unit.side());
    format!("{open}{}{close}", letter(unit))
}

/// The brackets of a side.
pub(super) const fn brackets(side: Side) -> (char, char) {
    match side {
        Side::Axis => ('[', ']'),
        Side::Soviet => ('(', ')'),
    }
}

/// The letter of a unit among those of its side, in the order of its force.
pub(super) fn letter(unit: UnitId) -> char {
    char::from(b'A' + unit.slot() as u8)
}

/// A unit with its letter and what it is.
pub(super) fn name(data: &Data, unit: UnitId) -> String {
    format!("{} {}", tag(unit), kind(data, unit))
}

/// What a unit is.
pub(super) fn kind(data: &Data, unit: UnitId) -> &str {
    proper(&data.unit(unit).name)
}

/// What a unit is beside its quality: armour, what it is equipped for, and what its kind may do.
pub(super) fn traits(unit: &Template) -> Vec<&'static str> {
    let flags = [
        (unit.open_topped, tr!("open-topped [VDC.4]")),
        (unit.recce, tr!("Recce: reverses at full rate [REV.2], drives away before it is shot at [SHOOT.2]")),
        (unit.anti_tank, tr!("equipped against tanks [CQV.2]")),
    ];
    unit.armour.map(super::tables::armour).into_iter().chain(holding(flags)).collect()
}

/// A unit with its letter, what it is, and where it stands.
pub(super) fn name_at(game: &BoltAction, unit: UnitId) -> String {
    match game.piece(unit).cell {
        Some(at) => tr!("{unit} at {cell}", unit = name(game.data(), unit), cell = cell(game.data(), at)),
        None => name(game.data(), unit),
    }
}

/// A cell as in notation: column and row, two digits each.
pub(super) fn cell(data: &Data, cell: Cell) -> String {
    let (column, row) = data.battlefield.lattice.place(cell);
    format!("{:02}{:02}", column + 1, row + 1)
}

/// What a cell is covered with.
pub(super) fn ground(data: &Data, cell: Cell) -> &str {
    glyph(data.battlefield.glyph(cell))
}

/// What a letter of a battlefield stands for; the letters that tell houses apart are all the same.
pub(super) fn glyph(glyph: &Glyph) -> &str {
    if glyph.ground == Ground::Building { tr!("house") } else { proper(&glyph.name) }
}

/// A weapon.
pub(super) fn weapon(data: &Data, weapon: WeaponId) -> &str {
    proper(&data.weapon(weapon).name)
}

/// The weapons that a unit has left.
pub(super) fn weapons(game: &BoltAction, unit: UnitId) -> String {
    let (data, piece) = (game.data(), game.piece(unit));
    let template = data.unit(unit);
    if template.class == Class::Vehicle {
        let told = template.mounted.iter().map(|mounted| format!("{} ({})", weapon(data, mounted.weapon), mount(mounted.mount)));
        return told.collect::<Vec<_>>().join(", ");
    }
    let held = Loadout::new(&data.weapons, template, piece.men);
    let alone = |is_alone: bool| if is_alone { tr!(" (no helper)") } else { "" };
    let told = held.as_slice().iter().map(|armed| format!("{} x {}{}", armed.count, weapon(data, armed.weapon), alone(armed.alone)));
    let panzerfausts = (piece.panzerfausts > 0).then(|| data.panzerfaust()).flatten();
    told.chain(panzerfausts.map(|id| format!("{} x {}", piece.panzerfausts, weapon(data, id)))).collect::<Vec<_>>().join(", ")
}

/// An order.
pub(super) fn order(order: Order) -> &'static str {
    match order {
        Order::Fire => tr!("Fire"),
        Order::Advance => tr!("Advance"),
        Order::Run => tr!("Run"),
        Order::Ambush => tr!("Ambush"),
        Order::Rally => tr!("Rally"),
        Order::Down => tr!("Down"),
    }
}

/// The letter of an order on the battlefield, in the language at hand.
pub(super) fn order_letter(order: Order) -> char {
    let [english, italian] = match order {
        Order::Fire => ['F', 'F'],
        Order::Advance => ['A', 'A'],
        Order::Run => ['R', 'C'],
        Order::Ambush => ['W', 'I'],
        Order::Rally => ['Y', 'R'],
        Order::Down => ['D', 'G'],
    };
    if language() == Language::English { english } else { italian }
}

/// Cover.
pub(super) fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::None => tr!("no cover"),
        Cover::Soft => tr!("soft cover"),
        Cover::Hard => tr!("hard cover"),
    }
}

/// Training and experience.
pub(super) fn quality(quality: Quality) -> &'static str {
    match quality {
        Quality::Inexperienced => tr!("inexperienced"),
        Quality::Regular => tr!("regular"),
        Quality::Veteran => tr!("veteran"),
    }
}

/// Row of the rules that gives the morale value of a quality.
pub(super) const fn quality_row(quality: Quality) -> &'static str {
    ["MOR.1", "MOR.2", "MOR.3"][quality.index()]
}

/// Rank of an officer.
pub(super) fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::SecondLieutenant => tr!("second lieutenant"),
        Rank::Lieutenant => tr!("lieutenant"),
        Rank::Captain => tr!("captain"),
        Rank::Major => tr!("major"),
    }
}

/// Row of the rules that gives the bonus of a rank.
pub(super) const fn rank_row(rank: Rank) -> &'static str {
    ["MOR.4", "MOR.5", "MOR.6", "MOR.7"][rank.index()]
}

/// Where a vehicle carries a weapon.
pub(super) fn mount(mount: Mount) -> &'static str {
    match mount {
        Mount::Turret => tr!("turret"),
        Mount::Coax => tr!("coaxial"),
        Mount::Hull => tr!("hull"),
        Mount::Casemate => tr!("casemate"),
    }
}

/// A direction.
pub(super) fn facing(facing: Facing) -> &'static str {
    match facing.index() {
        0 => tr!("north"),
        1 => tr!("north-east"),
        2 => tr!("east"),
        3 => tr!("south-east"),
        4 => tr!("south"),
        5 => tr!("south-west"),
        6 => tr!("west"),
        _ => tr!("north-west"),
    }
}

/// A direction as an arrow.
pub(super) const fn arrow(facing: Facing) -> char {
    ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'][facing.index()]
}

/// Whether it matters where a unit looks.
pub(super) fn has_facing(game: &BoltAction, unit: UnitId) -> bool {
    let template = game.data().unit(unit);
    template.class == Class::Vehicle || game.data().is_fixed(template)
}

/// What changes a roll to hit.
pub(super) fn modifier(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::Close => tr!("close range"),
        Modifier::Pins => tr!("pins"),
        Modifier::Long => tr!("long range"),
        Modifier::Inexperienced => tr!("inexperienced"),
        Modifier::Moved => tr!("after a move"),
        Modifier::Down => tr!("the target is Down"),
        Modifier::Small => tr!("small unit"),
        Modifier::Soft => tr!("soft cover"),
        Modifier::Hard => tr!("hard cover"),
        Modifier::Alone => tr!("no helper"),
    }
}

/// The side of a vehicle that is hit.
pub(super) fn aspect(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Front => tr!("front armour"),
        Aspect::SideOrTop => tr!("side or top armour"),
        Aspect::Rear => tr!("rear armour"),
    }
}

/// A class of damage to a vehicle.
pub(super) fn damage(damage: Damage) -> &'static str {
    match damage {
        Damage::Superficial => tr!("superficial damage"),
        Damage::Full => tr!("full damage"),
        Damage::Massive => tr!("massive damage"),
    }
}

/// A result of the vehicle damage table.
pub(super) fn mishap(mishap: Mishap) -> &'static str {
    match mishap {
        Mishap::Stunned => tr!("crew stunned"),
        Mishap::Immobilised => tr!("immobilised"),
        Mishap::OnFire => tr!("on fire"),
        Mishap::Destroyed => tr!("knocked out"),
    }
}

/// A chance in whole per cent, rounded neither to never nor to always.
pub(super) fn percent(chance: f64) -> String {
    match 100.0 * chance {
        percent if percent > 0.0 && percent < 0.5 => "<1 %".to_owned(),
        percent if (99.5..100.0).contains(&percent) => ">99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// A distance in inches, to a tenth where it is not whole.
pub(super) fn distance(distance2: u16) -> String {
    match f64::from(distance2).sqrt() {
        1.0 => tr!("1 inch").to_owned(),
        inches if inches.fract() == 0.0 => tr!("{inches} inches", inches),
        inches => tr!("{inches} inches", inches = decimal(inches)),
    }
}

/// A number with one decimal, as the language writes it.
pub(super) fn decimal(value: f64) -> String {
    let tenths = (10.0 * value).round() as u32;
    tr!("{whole}.{tenth}", whole = tenths / 10, tenth = tenths % 10)
}
