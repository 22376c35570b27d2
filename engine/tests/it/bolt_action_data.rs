//! The data of Bolt Action are those of the rules and of their reconstruction.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::bolt_action::Prepared;
use stavka_engine::bolt_action::data::Data;
use stavka_engine::bolt_action::data::battlefield::{Glyph, Screen, Symmetry};
use stavka_engine::bolt_action::data::forces::{ForceDefect, Role};
use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::data::tables::Tables;
use stavka_engine::bolt_action::data::units::{Man, Penetration, Shots, Template, Weapon, WeaponId};
use stavka_engine::bolt_action::ids::UnitId;
use stavka_engine::bolt_action::sight::Sight;
use stavka_engine::bolt_action::terms::{Class, Cover, Ground, HeSize, Mobility, Mount, Pace, Permission, Rank};
use stavka_engine::game::Side;
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::square::{Cell, CellSet, Facing, Flood, Floor, Lattice};

pub(crate) fn text(id: &str) -> &'static str {
    Prepared::SCENARIOS.iter().find(|(known, _)| *known == id).expect("an embedded scenario").1
}

fn load(id: &str) -> Data {
    Data::clone(Prepared::interned(&Prepared::sources(id, text(id))).unwrap_or_else(|error| panic!("{error}")))
}

fn cell(data: &Data, column: i16, row: i16) -> Cell {
    data.battlefield.lattice.cell(column, row).expect("a cell of the battlefield")
}

fn template<'a>(data: &'a Data, id: &str) -> &'a Template {
    data.templates.iter().find(|template| template.id == id).unwrap_or_else(|| panic!("no unit {id}"))
}

// ---- tables ----------------------------------------------------------------

#[test]
fn the_tables_have_the_numbers_of_the_rules() {
    let tables = load("duel").tables;
    assert_eq!(tables.morale, [8, 9, 10], "MOR.1-MOR.3");
    assert_eq!((tables.officer_bonus, tables.officer_radius), ([1, 2, 3, 4], [6, 6, 12, 12]), "MOR.4-MOR.7, S25");
    let tests = tables.tests;
    assert_eq!((tests.assault_penalty, tests.fubar, tests.friendly_fire_to, tests.enemy_within), (3, 12, 2, 12), "CQV.2, FUB");
    let movement = tables.movement;
    assert_eq!((movement.advance, movement.run), ([6, 12, 9, 9], [12, 24, 18, 18]), "MOVE.1-MOVE.4");
    assert_eq!((movement.turns_advance, movement.turns_run), ([0, 2, 2, 1], [0, 1, 1, 0]), "MAN.1-MAN.3");
    assert_eq!((movement.light_gun, movement.straight, movement.diagonal, movement.gap), (6, 5, 7, 2), "S22, D3");
    let hit = tables.hit;
    assert_eq!((hit.base, hit.lowest, hit.close_range, hit.small_men), (3, 2, 6, 2), "HIT, S16, S17, S26");
    let penalties = [hit.close, hit.pin, hit.long, hit.inexperienced, hit.moved, hit.down, hit.small, hit.alone];
    assert_eq!((penalties, hit.cover), ([1; 8], [0, 1, 2]), "HIT.1-HIT.9, S11");
    assert_eq!(tables.damage, [3, 4, 5, 6, 7, 8, 9, 10, 11], "DMG.1-DMG.9");
    assert_eq!(tables.he.pen, [1, 1, 2, 3, 4], "HE.1-HE.5");
    assert_eq!(tables.he.pins, [None, None, Some(HeSize::D2), Some(HeSize::D3), Some(HeSize::D6)], "HE.1-HE.5");
    assert_eq!((tables.he.indirect_first, tables.he.indirect_best), (6, 2), "S27");
    assert_eq!((tables.aspects, tables.long_pen), ([0, 1, 2], 1), "PEN.1-PEN.3");
    let vehicles = tables.vehicles;
    assert_eq!((&vehicles.up_to[..3], vehicles.superficial, vehicles.open_topped), (&[1, 2, 3][..], 3, 1), "VD.1-VD.4, VDC.1, VDC.4");
    assert_eq!(vehicles.margins, [0, 1, 3], "S23");
    let assault = tables.assault;
    assert_eq!((assault.distance, assault.rough_distance, assault.surprise), (12, 6, 6), "S24, CQV.3");
    assert_eq!((assault.dice_assault, assault.dice_other, assault.need_advancing, assault.need_other), (2, 1, 6, 4), "S24, CQV.5");
    assert_eq!((tables.sight.woods_depth, tables.sight.low_depth), (3, 3), "S10, D8");
    let on = tables.switches;
    assert!(on.natural_two_passes && on.reaction_down && on.recce_escape && on.keep_orders && on.wrecks);
    assert!(on.coax_instead_of_gun && on.simultaneous_behind_hard_cover && !on.winner_loses_pins && !on.rally_ignores_pins);
}

#[test]
fn the_terrain_chart_is_that_of_the_rules() {
    use Permission::{Double, No, NoRun, Ok, OkStar, Setup};
    let chart = load("duel").tables.terrain;
    let row = |mobility: Mobility| chart[mobility.index()];
    assert_eq!(row(Mobility::Infantry), [Ok, NoRun, NoRun, Ok, Ok]);
    assert_eq!(row(Mobility::Artillery), [Ok, Setup, No, Setup, Ok]);
    assert_eq!(row(Mobility::Wheeled), [Ok, No, No, No, Double]);
    assert_eq!(row(Mobility::Tracked), [Ok, NoRun, OkStar, No, Double]);
    assert_eq!(row(Mobility::HalfTracked), row(Mobility::Tracked), "D7");
}

/// By glyph: Advance and Run of men, set-up of guns, wheels, Advance and Run of tracks, cover, sight.
const GROUND: [(char, &str, &str); 15] = [
    ('.', "++ + + ++", "none"),
    (',', "++ + + ++", "soft low"),
    ('=', "++ + + ++", "none"),
    ('s', "+- + - +-", "soft low"),
    ('m', "+- + - +-", "none"),
    ('v', "+- + - +-", "hard"),
    ('T', "+- + - +-", "soft woods"),
    ('f', "+- - - ++", "soft linear"),
    ('w', "+- - - ++", "hard linear"),
    ('a', "+- - - --", "none"),
    ('t', "++ + - ++", "hard"),
    ('H', "++ + - --", "hard blocks"),
    ('h', "++ + - --", "hard blocks"),
    ('~', "-- - - --", "none"),
    ('#', "-- - - --", "none blocks"),
];

#[test]
fn every_glyph_says_who_enters_it_and_what_is_seen() {
    let tables = load("duel").tables;
    let told: Vec<(char, String, String)> =
        tables.glyphs.iter().map(|glyph| (glyph.symbol, entered(&tables, glyph), seen(glyph))).collect();
    let expected: Vec<(char, String, String)> = GROUND.map(|(symbol, entered, seen)| (symbol, entered.to_owned(), seen.to_owned())).into();
    assert_eq!(told, expected);
}

fn entered(tables: &Tables, glyph: &Glyph) -> String {
    let sign = |may| if may { '+' } else { '-' };
    let enters = |mobility, runs| sign(tables.may_enter(mobility, runs, glyph));
    let men = [false, true].map(|runs| enters(Mobility::Infantry, runs));
    let tracks = [false, true].map(|runs| enters(Mobility::Tracked, runs));
    let gun = sign(tables.may_set_up(Mobility::Artillery, glyph));
    let wheels = enters(Mobility::Wheeled, false);
    format!("{}{} {gun} {wheels} {}{}", men[0], men[1], tracks[0], tracks[1])
}

fn seen(glyph: &Glyph) -> String {
    let flags = [(glyph.blocks, " blocks"), (glyph.woods, " woods"), (glyph.linear, " linear"), (glyph.low, " low")];
    let flags: String = flags.into_iter().filter(|(has, _)| *has).map(|(_, flag)| flag).collect();
    glyph.cover.unwrap_or(Cover::None).name().to_owned() + &flags
}

// ---- weapons and units -----------------------------------------------------

/// By weapon: shortest range of direct and of indirect fire, range, shots, penetration, high explosive, special rules.
const WEAPONS: [(&str, &str); 27] = [
    ("rifle", "0 - 24 1 - -"),
    ("pistol", "0 - 6 1 - - assault"),
    ("smg", "0 - 12 2 - - assault"),
    ("auto-rifle", "0 - 30 2 - -"),
    ("assault-rifle", "0 - 24 2 - - assault"),
    ("lmg", "0 - 30 3 - - team"),
    ("mmg", "0 - 36 4 - - team fixed"),
    ("hmg", "0 - 36 3 1 - team fixed"),
    ("light-autocannon", "0 - 48 2 2 D2 team fixed"),
    ("heavy-autocannon", "0 - 72 2 3 D2 team fixed"),
    ("at-rifle", "0 - 36 1 2 - team"),
    ("piat", "0 - 12 1 5 - team shaped"),
    ("bazooka", "0 - 24 1 5 - team shaped"),
    ("panzerschreck", "0 - 24 1 6 - team shaped"),
    ("panzerfaust", "0 - 12 1 6 - one-shot shaped"),
    ("light-at", "0 - 48 1 4 D2 team fixed"),
    ("medium-at", "0 - 60 1 5 D2 team fixed"),
    ("heavy-at", "0 - 72 1 6 D3 team fixed"),
    ("super-at", "0 - 84 1 7 D3 team fixed"),
    ("flame", "0 - 6 D6 2 - team flame"),
    ("flame-vehicle", "0 - 18 2D6 3 - flame"),
    ("light-mortar", "- 12 24 1 HE D3 team"),
    ("medium-mortar", "- 18 60 1 HE D6 team fixed"),
    ("heavy-mortar", "- 18 72 1 HE 2D6 team fixed"),
    ("light-howitzer", "0 24 48 1 HE D6 team fixed howitzer"),
    ("medium-howitzer", "0 24 60 1 HE 2D6 team fixed howitzer"),
    ("heavy-howitzer", "0 24 72 1 HE 3D6 team fixed howitzer"),
];

fn told(weapon: &Weapon) -> String {
    let range = |from: Option<u8>| from.map_or("-".to_owned(), |from| from.to_string());
    let shots = match weapon.shots {
        Shots::Fixed(shots) => shots.to_string(),
        Shots::Dice(1) => "D6".to_owned(),
        Shots::Dice(dice) => format!("{dice}D6"),
    };
    let pen = match weapon.pen {
        Penetration::SmallArm => "-".to_owned(),
        Penetration::By(pen) => pen.to_string(),
        Penetration::Explosive => "HE".to_owned(),
    };
    let specials = [
        (weapon.assault, " assault"),
        (weapon.team, " team"),
        (weapon.fixed, " fixed"),
        (weapon.one_shot, " one-shot"),
        (weapon.shaped, " shaped"),
        (weapon.flame, " flame"),
        (weapon.howitzer, " howitzer"),
    ];
    let specials: String = specials.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect();
    let (direct, indirect, he) = (range(weapon.direct_from), range(weapon.indirect_from), weapon.he.map_or("-", HeSize::name));
    format!("{direct} {indirect} {} {shots} {pen} {he}{specials}", weapon.range)
}

#[test]
fn the_weapons_are_the_rows_of_their_table() {
    let weapons = load("duel").weapons;
    let told: Vec<(&str, String)> = weapons.iter().map(|weapon| (weapon.id.as_str(), told(weapon))).collect();
    assert_eq!(told, WEAPONS.map(|(id, row)| (id, row.to_owned())), "WPN.01-WPN.27");
    for (row, weapon) in (1..).zip(&weapons) {
        assert!(weapon.origin.contains(&format!("WPN.{row:02}")), "{}: {}", weapon.id, weapon.origin);
    }
}

#[test]
fn there_are_86_kinds_of_unit() {
    let data = load("duel");
    let count = |has: &dyn Fn(&Template) -> bool| data.templates.iter().filter(|template| has(template)).count();
    assert_eq!(Side::ALL.map(|side| count(&|template| template.side == side)), [42, 44]);
    assert_eq!(Class::ALL.map(|class| count(&|template| template.class == class)), [39, 15, 32]);
    assert_eq!(data.templates.iter().map(|template| u32::from(template.points)).sum::<u32>(), 7563);
}

#[test]
fn units_are_columns_of_men_or_weapons_on_mounts() {
    let data = load("duel");
    let name = |weapon: WeaponId| data.weapon(weapon).id.as_str();
    let column = |id: &str| -> Vec<&str> { template(&data, id).men.iter().map(|man| man.weapon().map_or("helper", name)).collect() };
    assert_eq!(column("g_pzgren10"), "lmg lmg helper helper smg rifle rifle rifle rifle rifle".split(' ').collect::<Vec<_>>());
    assert_eq!(column("g_rifle10").len(), 10);
    assert_eq!(column("s_zis3"), ["medium-at", "helper", "helper", "helper", "helper", "helper"]);
    assert_eq!(template(&data, "s_zis3").men[1], Man::Helper);

    let panzer = template(&data, "g_pz3");
    let mounted: Vec<(&str, Mount)> = panzer.mounted.iter().map(|mounted| (name(mounted.weapon), mounted.mount)).collect();
    assert_eq!(mounted, [("medium-at", Mount::Turret), ("mmg", Mount::Coax), ("mmg", Mount::Hull)]);
    assert_eq!((panzer.models(), panzer.is_closed(), panzer.points, panzer.years, panzer.limit), (1, true, 129, [1941, 1943], 2));

    let car = template(&data, "g_222");
    assert!(car.recce && car.open_topped && !car.is_closed() && car.mobility == Mobility::Wheeled);
    assert_eq!((template(&data, "s_45mm").pace, template(&data, "s_zis3").pace), (Pace::Light, Pace::Turn));
    assert_eq!((template(&data, "g_mortar81").pace, template(&data, "g_mmg").pace), (Pace::NoRun, Pace::Whole));
    assert_eq!((template(&data, "s_cpt").rank, template(&data, "g_mmg").rank), (Some(Rank::Captain), None));
    assert_eq!((template(&data, "g_assault8").panzerfausts, template(&data, "g_assault8").anti_tank), (2, true));
    assert_eq!(data.panzerfaust().map(name), Some("panzerfaust"));
}

// ---- forces ----------------------------------------------------------------

/// By force: dice, men, points.
const FORCES: [(&str, usize, usize, u16); 24] = [
    ("g_mirror", 4, 28, 312),
    ("s_mirror", 4, 28, 312),
    ("g_tank", 4, 15, 321),
    ("s_tank", 4, 15, 321),
    ("g41", 10, 58, 762),
    ("s41", 13, 67, 751),
    ("g42", 9, 54, 758),
    ("s42", 10, 63, 748),
    ("g43", 10, 57, 767),
    ("s43", 10, 56, 751),
    ("g43p", 9, 40, 749),
    ("s43m", 10, 38, 755),
    ("g44", 9, 51, 760),
    ("s44", 9, 50, 750),
    ("g45", 11, 53, 760),
    ("s45", 7, 42, 755),
    ("sa43", 13, 67, 1039),
    ("gd43", 9, 53, 598),
    ("ga41", 11, 59, 928),
    ("sd41", 12, 72, 617),
    ("sa44", 11, 52, 1023),
    ("gd44", 9, 44, 643),
    ("ss42", 10, 57, 749),
    ("gg42", 9, 58, 548),
];

#[test]
fn the_ready_forces_have_their_dice_men_and_points() {
    let data = load("duel");
    let men = |units: &[usize]| units.iter().map(|&at| data.templates[at].men.len()).sum::<usize>();
    let told: Vec<_> = data.forces.iter().map(|force| (force.id.as_str(), force.units.len(), men(&force.units), force.points)).collect();
    assert_eq!(told, FORCES);
    for side in Side::ALL {
        let standard = data.forces.iter().filter(|force| force.side == side && force.role == Role::Standard);
        let years: BTreeSet<u16> = standard.map(|force| force.year).collect();
        assert_eq!(years, (1941..=1945).collect(), "{side} has a standard force of each year");
    }
}

#[test]
fn the_builder_gives_every_reason() {
    let data = load("duel");
    let builder = data.builder();
    let limits = builder.limits(Role::Standard).expect("a role");
    let units = builder.read(["g_2lt", "g_lt", "g_pz3*3", "s_t34", "g_tiger", "g_panther"]).expect("they exist");
    let defects = builder.validate(limits, Side::Axis, 1942, &units).expect_err("a force that is refused");
    let told: Vec<String> = defects.iter().map(ForceDefect::to_string).collect();
    let expected = [
        "3 of \"g_pz3\"; expected at most 2",
        "\"s_t34\" is of the other side",
        "\"g_panther\" in 1942; expected 1943 to 1945",
        "2 officers; expected 1 to 1",
        "0 squads; expected 2 to 5",
        "6 vehicles; expected 0 to 3",
        "2 heavy tanks; expected 0 to 1",
        "1028 points; expected 748 to 772",
    ];
    assert_eq!(told, expected);
    assert!(builder.validate(limits, Side::Axis, 1942, &[]).is_err_and(|defects| defects[0] == ForceDefect::Size(0)));
    let many = [units[0]; 17];
    assert!(builder.validate(limits, Side::Axis, 1942, &many).is_err_and(|defects| defects[0] == ForceDefect::Size(17)));
    for force in &data.forces {
        let limits = builder.limits(force.role).expect("a role");
        assert_eq!(builder.validate(limits, force.side, force.year, &force.units), Ok(()), "{}", force.id);
    }
    assert!(builder.read(["g_lt", "g_rifle10*0"]).is_err_and(|error| error.to_string().contains("g_rifle10*0")));
    assert!(builder.read(["g_wonder"]).is_err_and(|error| error.to_string().contains("g_wonder")));
}

#[test]
fn units_have_ids_in_notation_that_are_unique_over_both_sides() {
    let names = |id: &str| -> Vec<Vec<String>> {
        let data = load(id);
        let of = |side| data.units(side).map(|(unit, _)| data.name(unit).to_owned()).collect();
        Side::ALL.map(of).into()
    };
    assert_eq!(names("duel"), [["g-2lt", "g-rifle10-1", "g-rifle10-2", "mmg"], ["s-2lt", "s-rifle10-1", "s-rifle10-2", "maxim"]]);
    let meeting = names("meeting");
    assert_eq!(meeting[0][..5], ["g-lt", "gren9-1", "gren9-2", "gren9-3", "gren9-4"], "the officer is of both sides, the squads are not");
    for (id, _) in Prepared::SCENARIOS {
        let data = load(id);
        for (unit, template) in Side::ALL.into_iter().flat_map(|side| data.units(side)) {
            assert_eq!((data.find_unit(data.name(unit)), data.unit(unit)), (Some(unit), template));
        }
        let points = Side::ALL.map(|side| data.points(side));
        assert_eq!(points, Side::ALL.map(|side| data.units(side).map(|(_, template)| template.points).sum()));
    }
    let data = load("duel");
    assert_eq!((data.find_unit("mmg"), data.find_unit("g_mmg")), (Some(UnitId(3)), None));
}

// ---- missions --------------------------------------------------------------

#[test]
fn the_missions_are_those_of_the_reconstruction() {
    let told = |id: &str| {
        let data = load(id);
        let mission = &data.mission;
        assert_eq!(mission.id, id);
        let places: Vec<(i16, i16)> = mission.objectives.iter().map(|&cell| data.battlefield.lattice.place(cell)).collect();
        let sides = (mission.attacker, mission.first_set_up, mission.dug_in);
        let zones = [&mission.zones[0], &mission.zones[1]].map(CellSet::len);
        let points = Side::ALL.map(|side| data.points(side));
        (data.battlefield.id.clone(), (mission.turns, mission.extra_turn_from, mission.radius), sides, zones, points, places)
    };
    let (axis, soviet) = (Side::Axis, Side::Soviet);
    let battlefield = |id: &str| id.to_owned();
    assert_eq!(told("duel"), (battlefield("duel"), (5, None, 3), (None, axis, None), [150, 150], [312, 312], vec![(12, 12)]));
    assert_eq!(told("duel-tank"), (battlefield("duel"), (5, None, 3), (None, axis, None), [150, 150], [321, 321], vec![(12, 12)]));
    let street = vec![(24, 5), (24, 18), (24, 31)];
    assert_eq!(told("meeting"), (battlefield("village"), (6, Some(4), 3), (None, axis, None), [296, 296], [767, 751], street));
    let yards = vec![(16, 13), (24, 26), (28, 38)];
    let defends = (Some(soviet), axis, Some(axis));
    assert_eq!(told("attack"), (battlefield("farmstead"), (7, Some(4), 3), defends, [1421, 539], [598, 1039], yards));
    let attacks = (Some(axis), soviet, Some(soviet));
    assert_eq!(told("hold"), (battlefield("trenches"), (7, Some(4), 0), attacks, [686, 1029], [928, 617], vec![]));
    assert_eq!(told("breakthrough"), (battlefield("balka"), (7, Some(4), 0), defends, [703, 518], [643, 1023], vec![]));
    let bridge = vec![(20, 18), (21, 18), (22, 18), (23, 18)];
    assert_eq!(told("demolition"), (battlefield("bridge"), (7, Some(4), 3), defends, [1110, 296], [548, 749], bridge));
}

#[test]
fn the_missions_are_won_by_their_own_rule() {
    let columns = |data: &Data, last: i16| -> Box<CellSet> {
        let lattice = data.battlefield.lattice;
        Box::new(lattice.cells().filter(|&cell| lattice.place(cell).0 <= last).collect())
    };
    assert_eq!(load("duel").mission.victory, Victory::Points { objective: 60, draw_margin: 20 });
    assert_eq!(load("meeting").mission.victory, Victory::Points { objective: 150, draw_margin: 75 });
    assert_eq!(load("attack").mission.victory, Victory::Objectives { needed: 2 });
    let hold = load("hold");
    assert_eq!(hold.mission.victory, Victory::Hold { units: 3, area: columns(&hold, 27) });
    let breakthrough = load("breakthrough");
    assert_eq!(breakthrough.mission.victory, Victory::Breakthrough { percent: 25, area: columns(&breakthrough, 13) });
    assert_eq!(load("demolition").mission.victory, Victory::Demolition { within: 1 });
}

#[test]
fn the_fixed_set_up_of_the_duel_is_the_same_for_both_sides() {
    let data = load("duel-fixed");
    let placed = &data.mission.placed;
    let told: Vec<(&str, (i16, i16), Facing)> =
        placed.iter().map(|placed| (data.name(placed.unit), data.battlefield.lattice.place(placed.cell), placed.facing)).collect();
    let expected = [
        ("g-2lt", (2, 12), Facing::EAST),
        ("g-rifle10-1", (4, 9), Facing::EAST),
        ("g-rifle10-2", (4, 15), Facing::EAST),
        ("mmg", (5, 12), Facing::EAST),
        ("s-2lt", (22, 12), Facing::WEST),
        ("s-rifle10-1", (20, 15), Facing::WEST),
        ("s-rifle10-2", (20, 9), Facing::WEST),
        ("maxim", (19, 12), Facing::WEST),
    ];
    assert_eq!(told, expected);
    for (own, other) in placed.iter().zip(&placed[4..]) {
        let sum = data.battlefield.lattice.len() - 1;
        assert_eq!(own.cell.index() + other.cell.index(), sum, "turned by half a circle");
        assert_eq!(own.facing, other.facing.reversed());
    }
    assert!(load("duel").mission.placed.is_empty());
}

// ---- battlefields ----------------------------------------------------------

#[test]
fn the_battlefields_have_their_sizes_and_symmetries() {
    let told = |id: &str| {
        let battlefield = load(id).battlefield;
        (battlefield.lattice.width(), battlefield.lattice.height(), battlefield.symmetry == Symmetry::Point, battlefield.section_count())
    };
    let missions = ["duel", "meeting", "attack", "hold", "breakthrough", "demolition"];
    let expected = [(25, 25, true, 2), (49, 37, true, 12), (61, 49, false, 6), (61, 49, false, 5), (61, 37, false, 4), (49, 37, false, 5)];
    assert_eq!(missions.map(told), expected);
    for id in ["duel", "meeting"] {
        let battlefield = load(id).battlefield;
        let last = battlefield.lattice.len() as u16 - 1;
        assert!(battlefield.lattice.cells().all(|cell| battlefield.glyph(cell) == battlefield.glyph(Cell(last - cell.0))));
    }
}

#[test]
fn a_section_is_the_cells_of_one_letter_that_touch() {
    let data = load("demolition");
    let battlefield = &data.battlefield;
    let of = |column, row| battlefield.section(cell(&data, column, row));
    assert_eq!((of(0, 0), battlefield.sections(0).count(), battlefield.sections(99).count()), (0, 0, 0));
    assert!(of(11, 13) != of(14, 13) && of(11, 13) != 0, "two houses side by side");
    let house: CellSet = battlefield.sections(of(11, 13)).collect();
    let expected: CellSet = (13..16).flat_map(|row| (11..14).map(move |column| (column, row))).map(|(x, y)| cell(&data, x, y)).collect();
    assert_eq!(house, expected);
    for cell in battlefield.lattice.cells() {
        let section = battlefield.section(cell);
        assert_eq!(section != 0, battlefield.glyph(cell).ground == Ground::Building);
        assert!(section == 0 || battlefield.sections(section).any(|other| other == cell));
        assert_eq!(battlefield.screen(cell).section, section);
    }
}

/// Column and row, from 0.
type Place = (i16, i16);

/// What a look from one place to another gives: the cover, and nothing if it is not seen.
type Look = Option<Cover>;

fn looks(data: &Data, pairs: &[(Place, Place)]) -> Vec<Look> {
    let sight = Sight::new(data.battlefield.lattice, &data.tables.sight, |cell| data.battlefield.screen(cell));
    pairs.iter().map(|&((x0, y0), (x1, y1))| sight.cover(cell(data, x0, y0), cell(data, x1, y1))).collect()
}

/// The same on a small table whose houses are one section.
fn looks_on(rows: &[&str], pairs: &[(Place, Place)]) -> Vec<Look> {
    let tables = load("duel").tables;
    let lattice = Lattice::new(rows[0].len(), rows.len()).expect("a small table");
    let screen = |cell: Cell| {
        let (column, row) = lattice.place(cell);
        let symbol = char::from(rows[row as usize].as_bytes()[column as usize]);
        let glyph = tables.glyphs.iter().find(|glyph| glyph.symbol == symbol).expect("a glyph");
        let section = u8::from(glyph.ground == Ground::Building);
        Screen { blocks: glyph.blocks, woods: glyph.woods, linear: glyph.linear, low: glyph.low, section, cover: glyph.cover }
    };
    let sight = Sight::new(lattice, &tables.sight, screen);
    let at = |(column, row)| lattice.cell(column, row).expect("a cell of the table");
    pairs.iter().map(|&(from, to)| sight.cover(at(from), at(to))).collect()
}

const OPEN: Look = Some(Cover::None);
const SOFT: Look = Some(Cover::Soft);
const HARD: Look = Some(Cover::Hard);

#[test]
fn golden_looks_over_small_tables() {
    let woods = [".TTTT.", ".TTT.."];
    assert_eq!(looks_on(&woods, &[((0, 0), (5, 0)), ((0, 1), (5, 1)), ((0, 0), (2, 0))]), [None, SOFT, SOFT], "G24");
    let house = [".HH..w.", "......."];
    let pairs = [((0, 0), (2, 0)), ((2, 0), (0, 0)), ((0, 0), (4, 0)), ((3, 0), (6, 0)), ((6, 0), (4, 0))];
    assert_eq!(looks_on(&house, &pairs), [HARD, OPEN, None, HARD, HARD], "G25");
}

#[test]
fn golden_looks_over_the_battlefields() {
    let pairs = [((24, 18), (16, 15)), ((24, 18), (24, 36)), ((5, 5), (12, 20))];
    assert_eq!(looks(&load("meeting"), &pairs), [None, OPEN, None], "G33");
    let duel = load("duel");
    let pairs: Vec<_> = duel.battlefield.lattice.cells().map(|cell| ((12, 12), duel.battlefield.lattice.place(cell))).collect();
    let blocked = looks(&duel, &pairs).into_iter().filter(Option::is_none).count();
    assert_eq!((duel.battlefield.section_count(), blocked), (2, 168), "G35");
}

#[test]
fn golden_walks_over_the_village() {
    let data = load("meeting");
    let reached = |runs: bool, budget| {
        let open = |cell| data.tables.may_enter(Mobility::Infantry, runs, data.battlefield.glyph(cell));
        let floor = Floor::new(data.battlefield.lattice, open);
        Flood::new(&floor, cell(&data, 8, 18), budget, &CellSet::EMPTY).reached(&floor).len()
    };
    assert_eq!((reached(false, 30), reached(true, 60)), (105, 280), "G34");
}

// ---- spans ----------------------------------------------------------------

#[test]
fn every_number_that_may_be_tuned_has_its_span() {
    let data = load("duel");
    let spans: BTreeMap<&str, bool> =
        data.templates.iter().map(|template| (template.id.as_str(), template.origin.contains("Span: points"))).collect();
    assert!(spans.values().all(|&has| has), "{spans:?}");
    for (id, text) in Prepared::SCENARIOS {
        let table = text.parse::<toml::Table>().expect("TOML");
        for key in ["scenario", "zones", "objectives", "victory"] {
            let origin = table.get(key).map_or("Span", |table| table["origin"].as_str().unwrap_or_default());
            assert!(origin.contains("Span"), "{id}: {key}");
        }
    }
}
