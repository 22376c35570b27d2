//! The tables beside the battlefield, and what a cell is in their words.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::bolt_action::data::battlefield::Glyph;
use stavka_engine::bolt_action::data::units::{Penetration, Shots, Weapon};
use stavka_engine::bolt_action::resolution::hit::Modifier;
use stavka_engine::bolt_action::terms::{Armour, Aspect, Cover, HeSize, Mishap, Mobility, Order, Permission, Quality};
use stavka_engine::bolt_action::{BoltAction, Prepared};
use stavka_engine::square::Cell;
use stavka_words::{proper, tr};

use super::{ground, names};
use crate::theme::{HexCard, Lit, Table};

/// Numbers that a die may need; above six it is a six, then another six.
pub(super) const NUMBERS: [&str; 6] = ["2+", "3+", "4+", "5+", "6+", "6, 6"];

/// The tables of the game.
pub(super) fn tables(game: &BoltAction) -> Vec<Table> {
    let data = game.data();
    vec![orders(), to_hit(), modifiers(data), damage(data), explosive(data), vehicles(data), terrain(data), weapons(data), morale(data)]
}

fn head(first: &str, rest: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(rest.into_iter().map(Into::into)).collect()
}

fn row(name: impl Into<String>, cells: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
    std::iter::once(name.into()).chain(cells.into_iter().map(Into::into)).collect()
}

fn orders() -> Table {
    let what = |order: Order| match order {
        Order::Fire => tr!("shoot at full effect [ORD.1]"),
        Order::Advance => tr!("move, then shoot [ORD.2]"),
        Order::Run => tr!("move twice as far, or assault [ORD.3]"),
        Order::Ambush => tr!("wait for an enemy to move in sight [ORD.4]"),
        Order::Rally => tr!("lose as many pins as a die shows [ORD.5]"),
        Order::Down => tr!("harder to hit by one, if on foot [ORD.6]"),
    };
    Table {
        title: tr!("Orders").into(),
        note: tr!(
            "A pinned unit tests its order on two dice: its morale value less its pins, or less, passes; a double six is FUBAR [TURN.1.3]."
        )
        .into(),
        lit: Lit::Nothing,
        head: head(tr!("Order"), [tr!("Die"), tr!("What it does")]),
        rows: Order::ALL.map(|order| row(names::order(order), [names::order_letter(order).to_string(), what(order).to_owned()])).to_vec(),
    }
}

fn to_hit() -> Table {
    let chances = ["5/6", "4/6", "3/6", "2/6", "1/6", "1/36"];
    Table {
        title: tr!("Numbers to hit [SHOOT.4]").into(),
        note: tr!("A die needs 3 or more, made harder and easier by the modifiers below. Above 6: a six, then another six [S18].").into(),
        lit: Lit::Column,
        head: head(tr!("Needed"), NUMBERS),
        rows: vec![row(tr!("Chance of a die"), chances)],
    }
}

fn modifiers(data: &Prepared) -> Table {
    let hit = &data.tables.hit;
    let value = |modifier: Modifier| match modifier {
        Modifier::Close => format!("-{}", hit.close),
        Modifier::Pins => tr!("+{pin} for each", pin = hit.pin),
        Modifier::Long => format!("+{}", hit.long),
        Modifier::Inexperienced => format!("+{}", hit.inexperienced),
        Modifier::Moved => format!("+{}", hit.moved),
        Modifier::Down => format!("+{}", hit.down),
        Modifier::Small => format!("+{}", hit.small),
        Modifier::Soft => format!("+{}", hit.cover[Cover::Soft.index()]),
        Modifier::Hard => format!("+{}", hit.cover[Cover::Hard.index()]),
        Modifier::Alone => format!("+{}", hit.alone),
    };
    Table {
        title: tr!("Modifiers of the number to hit [HIT]").into(),
        note: tr!("Close range is {close} inches; beyond half its range a weapon is at long range [S16].", close = hit.close_range),
        lit: Lit::Nothing,
        head: head(tr!("What"), [tr!("Added"), tr!("Rule")]),
        rows: Modifier::ALL.map(|modifier| row(names::modifier(modifier), [value(modifier), modifier.row().to_owned()])).to_vec(),
    }
}

pub(super) fn armour(armour: Armour) -> &'static str {
    match armour {
        Armour::SoftSkin => tr!("soft-skinned vehicle"),
        Armour::ArmouredCar => tr!("armoured car or carrier"),
        Armour::LightTank => tr!("light tank"),
        Armour::MediumTank => tr!("medium tank"),
        Armour::HeavyTank => tr!("heavy tank"),
        Armour::SuperHeavyTank => tr!("super-heavy tank"),
    }
}

fn damage(data: &Prepared) -> Table {
    let names = Quality::ALL.map(|quality| tr!("men, {quality}", quality = names::quality(quality))).into_iter();
    let names = names.chain(Armour::ALL.map(|kind| armour(kind).to_owned()));
    let aspects = Aspect::ALL.map(|aspect| format!("{} +{}", super::names::aspect(aspect), data.tables.aspects[aspect.index()]));
    Table {
        title: tr!("Damage [DMG]").into(),
        note: tr!(
            "A die and the penetration of the weapon against this number. Against armour: {aspects}; at long range -{long} [PEN].",
            aspects = aspects.join(", "),
            long = data.tables.long_pen
        ),
        lit: Lit::Nothing,
        head: head(tr!("Target"), [tr!("Needed")]),
        rows: names.zip(data.tables.damage).map(|(name, value)| row(name, [format!("{value}+")])).collect(),
    }
}

fn explosive(data: &Prepared) -> Table {
    let he = &data.tables.he;
    let pins = |size: HeSize| he.pins[size.index()].map_or_else(|| "1".to_owned(), |die| die.name().to_owned());
    Table {
        title: tr!("High explosive [HE]").into(),
        note: tr!(
            "A hit becomes as many hits as the dice show. Indirect fire needs {first} at first and one less with each further shot, down to {best} [S27].",
            first = he.indirect_first,
            best = he.indirect_best
        ),
        lit: Lit::Nothing,
        head: head(tr!("Hits"), [tr!("Penetration"), tr!("Pins")]),
        rows: HeSize::ALL.map(|size| row(size.name(), [format!("+{}", he.pen[size.index()]), pins(size)])).to_vec(),
    }
}

fn vehicles(data: &Prepared) -> Table {
    let table = &data.tables.vehicles;
    let rolls = Mishap::ALL.into_iter().scan(0, |before, mishap| {
        let (from, to) = (*before + 1, table.up_to[mishap.index()]);
        *before = to;
        let roll = if from == 1 {
            format!("≤ {to}")
        } else if to > 12 {
            format!("{from}+")
        } else if from == to {
            from.to_string()
        } else {
            format!("{from}-{to}")
        };
        Some(row(names::mishap(mishap), [roll]))
    });
    Table {
        title: tr!("Damage to vehicles [VD]").into(),
        note: tr!(
            "Equal to the armour: superficial, {less} off the die. By {full} more: full. By {massive} more: two rolls [VDC].",
            less = table.superficial,
            full = table.margins[1],
            massive = table.margins[2]
        ),
        lit: Lit::Nothing,
        head: head(tr!("Result"), [tr!("Die")]),
        rows: rolls.collect(),
    }
}

fn mobility(mobility: Mobility) -> &'static str {
    match mobility {
        Mobility::Infantry => tr!("on foot"),
        Mobility::Artillery => tr!("gun"),
        Mobility::Wheeled => tr!("wheels"),
        Mobility::HalfTracked => tr!("half-tracks"),
        Mobility::Tracked => tr!("tracks"),
    }
}

fn permission(data: &Prepared, kind: Mobility, glyph: &Glyph) -> &'static str {
    let row = &data.tables.terrain[kind.index()];
    match (data.tables.may_enter(kind, false, glyph), data.tables.may_enter(kind, true, glyph), row.get(glyph.ground.index())) {
        (true, true, Some(Permission::Double)) => tr!("yes, double"),
        (true, true, _) => tr!("yes"),
        (true, false, _) => tr!("no Run"),
        (false, ..) if data.tables.may_set_up(kind, glyph) => tr!("set up only"),
        (false, ..) => tr!("no"),
    }
}

/// The grounds of the battlefield.
fn terrain(data: &Prepared) -> Table {
    let lattice = data.lattice();
    let used: BTreeSet<char> = lattice.cells().map(|cell| data.battlefield.glyph(cell).symbol).collect();
    let rows = data.tables.glyphs.iter().filter(|glyph| used.contains(&glyph.symbol)).map(|glyph| {
        let cover = names::cover(glyph.cover.unwrap_or(Cover::None)).to_owned();
        let ways = Mobility::ALL.map(|kind| permission(data, kind, glyph).to_owned());
        let sight = match (glyph.blocks, glyph.woods) {
            (true, _) => tr!("blocked").to_owned(),
            (_, true) => tr!("{depth} inches deep", depth = data.tables.sight.woods_depth),
            _ => tr!("free").to_owned(),
        };
        row(proper(&glyph.name), [cover, sight].into_iter().chain(ways))
    });
    Table {
        title: tr!("Terrain [TER]").into(),
        note: tr!(
            "Inches: on foot {foot} and {run}, wheels {wheels} and {fast}, tracks {tracks} and {quick} for Advance and Run [MOVE].",
            foot = data.tables.movement.advance[0],
            run = data.tables.movement.run[0],
            wheels = data.tables.movement.advance[1],
            fast = data.tables.movement.run[1],
            tracks = data.tables.movement.advance[3],
            quick = data.tables.movement.run[3]
        ),
        lit: Lit::Rows,
        head: head(tr!("Ground"), [tr!("Cover"), tr!("Sight")].into_iter().chain(Mobility::ALL.map(mobility))),
        rows: rows.collect(),
    }
}

/// The weapons of both forces.
fn weapons(data: &Prepared) -> Table {
    let carried = Side::ALL
        .into_iter()
        .flat_map(|side| data.units(side))
        .flat_map(|(_, template)| template.weapons().chain(data.panzerfaust().filter(|_| template.panzerfausts > 0)));
    let used: BTreeSet<_> = carried.collect();
    let cells = |weapon: &Weapon| {
        let from = weapon.direct_from.or(weapon.indirect_from).unwrap_or(0);
        let range = if from > 0 { format!("{from}-{}", weapon.range) } else { weapon.range.to_string() };
        let shots = match weapon.shots {
            Shots::Fixed(shots) => shots.to_string(),
            Shots::Dice(dice) => format!("{dice}D6"),
        };
        let pen = match (weapon.pen, weapon.he) {
            (Penetration::By(pen), Some(size)) => format!("+{pen}, HE {}", size.name()),
            (Penetration::By(pen), None) => format!("+{pen}"),
            (_, Some(size)) => format!("HE {}", size.name()),
            (_, None) => "-".to_owned(),
        };
        [range, shots, pen, specials(weapon).join(", ")]
    };
    Table {
        title: tr!("Weapons of both forces [WPN]").into(),
        note: tr!("Ranges are in inches.").into(),
        lit: Lit::Nothing,
        head: head(tr!("Weapon"), [tr!("Range"), tr!("Shots"), tr!("Penetration"), tr!("Special")]),
        rows: used.into_iter().map(|id| row(names::weapon(data, id), cells(data.weapon(id)))).collect(),
    }
}

fn specials(weapon: &Weapon) -> Vec<&'static str> {
    let all = [
        (weapon.assault, tr!("assault")),
        (weapon.team, tr!("team")),
        (weapon.fixed, tr!("fixed")),
        (weapon.one_shot, tr!("one shot")),
        (weapon.shaped, tr!("shaped charge")),
        (weapon.flame, tr!("flames")),
        (weapon.howitzer, tr!("howitzer")),
        (weapon.is_mortar(), tr!("indirect")),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect()
}

fn morale(data: &Prepared) -> Table {
    let rows = Quality::ALL.map(|quality| {
        row(names::quality(quality), [data.tables.morale[quality.index()].to_string(), names::quality_row(quality).to_owned()])
    });
    Table {
        title: tr!("Morale [MOR]").into(),
        note: tr!("An officer near enough adds to it: see the overlay of officers. As many pins as the value destroy a unit [S2].").into(),
        lit: Lit::Nothing,
        head: head(tr!("Quality"), [tr!("Value"), tr!("Rule")]),
        rows: rows.to_vec(),
    }
}

/// What a cell is and how it stands there.
pub(super) fn cell_card(game: &BoltAction, cell: Cell) -> HexCard {
    let data = game.data();
    let glyph = data.battlefield.glyph(cell);
    let mut lines = vec![format!("{}, {}", proper(&glyph.name), names::cover(glyph.cover.unwrap_or(Cover::None)))];
    if ground::is_building(data, cell) {
        lines.push(tr!("a section of a house holds one unit [D4]").to_owned());
    }
    for (number, &objective) in (1..).zip(&data.mission.objectives) {
        let radius = u16::from(data.mission.radius);
        if data.lattice().distance2(cell, objective) <= radius * radius {
            lines.push(tr!("within {radius} inches of objective {number}", radius, number));
        }
    }
    let acting = game.acting().and_then(|unit| Some((unit, game.piece(unit).cell?))).filter(|&(_, from)| from != cell);
    if let Some((unit, from)) = acting {
        let sight = data.sight.cover(from, cell).map_or_else(|| tr!("not seen").to_owned(), |cover| names::cover(cover).to_owned());
        let distance = f64::from(data.lattice().distance2(from, cell)).sqrt();
        lines.push(tr!("{unit}: {inches} inches, {sight}", unit = names::tag(unit), inches = names::decimal(distance), sight));
    }
    HexCard { terrain: vec![proper(&glyph.name).to_owned()], lines }
}
