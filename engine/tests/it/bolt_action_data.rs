//! The data of Bolt Action are those of the rules and of their reconstruction, and defects are refused with file, key and what was
//! expected. Ids in brackets are rows of `rules.tsv`.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::Scenario;
use stavka_engine::bolt_action::data::Data;
use stavka_engine::bolt_action::data::battlefield::{Glyph, Symmetry};
use stavka_engine::bolt_action::data::forces::{ForceDefect, Role, validate_force};
use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::data::tables::Tables;
use stavka_engine::bolt_action::data::units::{Man, Penetration, Shots, Template, Weapon, WeaponId};
use stavka_engine::bolt_action::ids::UnitId;
use stavka_engine::bolt_action::sight::{Screen, Sight};
use stavka_engine::bolt_action::terms::{Class, Cover, Ground, HeSize, Mobility, Mount, Pace, Permission, Rank};
use stavka_engine::data::DataError;
use stavka_engine::game::Side;
use stavka_engine::kit::files::{ScenarioFiles, Sources};
use stavka_engine::square::{Cell, CellSet, Facing, Flood, Floor, Lattice};

/// The data alone, loaded as every game loads its own.
struct Loaded(Data);

impl Scenario for Loaded {
    fn id(&self) -> &str {
        &self.0.mission.id
    }

    fn fingerprint(&self) -> u64 {
        0
    }

    fn max_actions(&self) -> usize {
        0
    }
}

impl ScenarioFiles for Loaded {
    const RULES_VERSION: u32 = 1;
    const OWN: [&'static str; 3] = [
        include_str!("../../data/bolt-action/map.toml"),
        include_str!("../../data/bolt-action/units.toml"),
        include_str!("../../data/bolt-action/tables.toml"),
    ];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("duel", include_str!("../../data/bolt-action/scenarios/duel.toml")),
        ("duel-tank", include_str!("../../data/bolt-action/scenarios/duel-tank.toml")),
        ("meeting", include_str!("../../data/bolt-action/scenarios/meeting.toml")),
        ("attack", include_str!("../../data/bolt-action/scenarios/attack.toml")),
        ("hold", include_str!("../../data/bolt-action/scenarios/hold.toml")),
        ("breakthrough", include_str!("../../data/bolt-action/scenarios/breakthrough.toml")),
        ("demolition", include_str!("../../data/bolt-action/scenarios/demolition.toml")),
        ("duel-fixed", include_str!("../../data/bolt-action/scenarios/duel-fixed.toml")),
    ];

    fn read(sources: &Sources<'_>) -> Result<Self, DataError> {
        Data::load(sources).map(Loaded)
    }
}

fn text(id: &str) -> &'static str {
    Loaded::SCENARIOS.iter().find(|(known, _)| *known == id).expect("an embedded scenario").1
}

fn load(id: &str) -> Data {
    Loaded::load(&Loaded::sources(id, text(id))).unwrap_or_else(|error| panic!("{error}")).0
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
    assert_eq!(data.templates.iter().map(|template| u32::from(template.points)).sum::<u32>(), 7569);
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
    ("g_mirror", 4, 28, 322),
    ("s_mirror", 4, 28, 322),
    ("g_tank", 4, 15, 319),
    ("s_tank", 4, 15, 319),
    ("g41", 10, 58, 755),
    ("s41", 13, 67, 759),
    ("g42", 9, 54, 758),
    ("s42", 10, 63, 758),
    ("g43", 10, 57, 769),
    ("s43", 10, 56, 759),
    ("g43p", 9, 40, 755),
    ("s43m", 10, 40, 761),
    ("g44", 9, 51, 766),
    ("s44", 9, 49, 751),
    ("g45", 11, 53, 766),
    ("s45", 7, 42, 753),
    ("sa43", 13, 67, 1045),
    ("gd43", 9, 48, 689),
    ("ga41", 11, 59, 938),
    ("sd41", 11, 65, 562),
    ("sa44", 11, 52, 1013),
    ("gd44", 8, 42, 606),
    ("ss42", 10, 57, 733),
    ("gg42", 7, 45, 414),
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
    let limits = data.roles.iter().find(|limits| limits.role == Role::Standard).expect("a role");
    let units: Vec<&Template> =
        ["g_2lt", "g_lt", "g_pz3", "g_pz3", "g_pz3", "s_t34", "g_tiger", "g_panther"].map(|id| template(&data, id)).into();
    let defects = validate_force(limits, Side::Axis, 1942, &units, &data.weapons).expect_err("a force that is refused");
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
    assert!(validate_force(limits, Side::Axis, 1942, &[], &data.weapons).is_err_and(|defects| defects[0] == ForceDefect::Size(0)));
    let many = vec![template(&data, "g_2lt"); 17];
    assert!(validate_force(limits, Side::Axis, 1942, &many, &data.weapons).is_err_and(|defects| defects[0] == ForceDefect::Size(17)));
    for force in &data.forces {
        let limits = data.roles.iter().find(|limits| limits.role == force.role).expect("a role");
        let units: Vec<&Template> = force.units.iter().map(|&at| &data.templates[at]).collect();
        assert_eq!(validate_force(limits, force.side, force.year, &units, &data.weapons), Ok(()), "{}", force.id);
    }
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
    for (id, _) in Loaded::SCENARIOS {
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
    assert_eq!(told("duel"), (battlefield("duel"), (5, None, 3), (None, axis, None), [150, 150], [322, 322], vec![(12, 12)]));
    assert_eq!(told("duel-tank"), (battlefield("duel"), (5, None, 3), (None, axis, None), [150, 150], [319, 319], vec![(12, 12)]));
    let street = vec![(24, 5), (24, 18), (24, 31)];
    assert_eq!(told("meeting"), (battlefield("village"), (6, Some(4), 3), (None, axis, None), [296, 296], [769, 759], street));
    let yards = vec![(16, 13), (24, 26), (28, 38)];
    let defends = (Some(soviet), axis, Some(axis));
    assert_eq!(told("attack"), (battlefield("farmstead"), (7, Some(4), 3), defends, [1421, 539], [689, 1045], yards));
    let attacks = (Some(axis), soviet, Some(soviet));
    assert_eq!(told("hold"), (battlefield("trenches"), (7, Some(4), 0), attacks, [686, 1029], [938, 562], vec![]));
    assert_eq!(told("breakthrough"), (battlefield("balka"), (7, Some(4), 0), defends, [703, 518], [606, 1013], vec![]));
    let bridge = vec![(20, 18), (21, 18), (22, 18), (23, 18)];
    assert_eq!(told("demolition"), (battlefield("bridge"), (7, Some(4), 3), defends, [1110, 296], [414, 733], bridge));
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

/// What a look from one place to another gives: the cover, and nothing if it is not seen.
type Look = Option<Cover>;

fn looks(data: &Data, pairs: &[((i16, i16), (i16, i16))]) -> Vec<Look> {
    let sight = Sight::new(data.battlefield.lattice, &data.tables.sight, |cell| data.battlefield.screen(cell));
    pairs.iter().map(|&((x0, y0), (x1, y1))| sight.cover(cell(data, x0, y0), cell(data, x1, y1))).collect()
}

/// The same on a small table whose houses are one section.
fn looks_on(rows: &[&str], pairs: &[((i16, i16), (i16, i16))]) -> Vec<Look> {
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

// ---- defects ---------------------------------------------------------------

/// A file to break.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    Map,
    Units,
    Tables,
    /// A scenario by its id.
    Scenario(&'static str),
}

/// What loading says when one passage of a file is replaced.
fn broken(file: File, from: &str, to: &str) -> DataError {
    let id = if let File::Scenario(id) = file { id } else { "duel" };
    let mut sources = Loaded::sources("scenario.toml", text(id));
    let source = match file {
        File::Map => &mut sources.map,
        File::Units => &mut sources.units,
        File::Tables => &mut sources.tables,
        File::Scenario(_) => &mut sources.scenario,
    };
    assert!(source.text.contains(from), "{from:?} is not in {}", source.name);
    let changed = source.text.replacen(from, to, 1);
    source.text = &changed;
    let name = source.name;
    let Err(error) = Loaded::load(&sources) else { panic!("{name} with {to:?} in place of {from:?} is accepted") };
    assert_eq!(error.file, name, "{error}");
    error
}

/// A defect: what stands in the file, what replaces it, and words of the error.
type Defect = (&'static str, &'static str, &'static [&'static str]);

fn refused(file: File, defects: &[Defect]) {
    for (from, to, words) in defects {
        let error = broken(file, from, to).to_string();
        for word in *words {
            assert!(error.contains(word), "{error:?} does not say {word:?}");
        }
    }
}

#[test]
fn broken_battlefields_are_refused() {
    refused(
        File::Map,
        &[
            (
                "  \".........................\",\n  \"........TTTTT",
                "  \"........................\",\n  \"........TTTTT",
                &["battlefield \"duel\"", "row 2 has 25 letters; expected 24"],
            ),
            ("\"........TTTTT............\"", "\"........TTTTT...........\"", &["row 2 has 24 letters; expected 25"]),
            ("\"........TTTTT............\"", "\"........TTTTT...........x\"", &["letter 'x' in row 2; expected a glyph of tables.toml"]),
            ("\"........TTTTT............\"", "\"........TTTTT...........s\"", &["column 25 of row 2 differs from its opposite"]),
            ("rows = [\n", "rows = [\n  \".\", ", &["row 2 has 25 letters; expected 1"]),
            ("id = \"village\"", "id = \"duel\"", &["battlefield \"duel\"", "a second battlefield"]),
            ("symmetry = \"none\"", "symmetry = \"mirror\"", &["line ", "unknown variant `mirror`"]),
            ("origin = \"reconstruction: a farm", "origin = \"\" # ", &["battlefield number 1", "no origin"]),
            ("id = \"village\"", "id = \"hamlet\"\nsize = 3", &["unknown field `size`"]),
        ],
    );
    let rows = "  \"....\",\n".repeat(50);
    let all = Loaded::OWN[0];
    let tall =
        format!("rows = [\n{rows}]\norigin = \"a test\"\n\n[[battlefield]]\nid = \"x\"\nname = \"x\"\nsymmetry = \"none\"\nrows = [");
    let error = broken(File::Map, &all[all.find("rows = [").unwrap()..all.find("rows = [").unwrap() + 8], &tall);
    assert!(error.problem.contains("4 x 50 cells; expected 1 x 1 to 61 x 49"), "{error}");
}

#[test]
fn broken_tables_are_refused() {
    refused(
        File::Tables,
        &[
            ("by_quality = [8, 9, 10]", "by_quality = [0, 9, 10]", &["morale.by_quality", "0; expected 1 to 20"]),
            ("by_quality = [8, 9, 10]", "by_quality = [8, 9]", &["line ", "an array of length 3"]),
            ("bonus = [1, 2, 3, 4]", "bonus = [1, 2, 3, 40]", &["officers.bonus", "40; expected 0 to 9"]),
            ("radius = [6, 6, 12, 12]", "radius = [6, 6, 12, 120]", &["officers.radius", "expected 0 to 60"]),
            ("assault_penalty = 3", "assault_penalty = 13", &["tests.assault_penalty", "expected 0 to 12"]),
            ("fubar = 12", "fubar = 13", &["tests.fubar", "expected 3 to 12"]),
            ("friendly_fire_to = 2", "friendly_fire_to = 7", &["tests.friendly_fire_to", "expected 0 to 6"]),
            ("enemy_within = 12", "enemy_within = 120", &["tests.enemy_within"]),
            ("advance = [6, 12, 9, 9]", "advance = [13, 12, 9, 9]", &["movement.advance", "13; expected 1 to 12"]),
            ("run = [12, 24, 18, 18]", "run = [12, 25, 18, 18]", &["movement.run", "25; expected 12 to 24"]),
            ("turns_run = [0, 1, 1, 0]", "turns_run = [0, 9, 1, 0]", &["movement.turns_run", "9; expected 0 to 4"]),
            ("turns_advance = [0, 2, 2, 1]", "turns_advance = [0, 9, 2, 1]", &["movement.turns_advance"]),
            ("light_gun = 6", "light_gun = 0", &["movement.light_gun"]),
            ("straight = 5", "straight = 4", &["movement.straight", "4; expected 5"]),
            ("diagonal = 7", "diagonal = 8", &["movement.diagonal", "8; expected 7"]),
            ("gap = 2", "gap = 0", &["movement.gap", "0; expected 1 to 4"]),
            ("\"ok\", \"setup\", \"no\"", "\"ok\", \"setup\", \"never\"", &["line ", "unknown variant `never`"]),
            ("base = 3", "base = 0", &["hit.base"]),
            ("lowest = 2", "lowest = 7", &["hit.lowest"]),
            ("close_range = 6", "close_range = 61", &["hit.close_range"]),
            ("pin = 1", "pin = 7", &["hit", "7; expected 0 to 6"]),
            ("cover = [0, 1, 2]", "cover = [0, 1, 9]", &["hit.cover"]),
            ("small_men = 2", "small_men = 21", &["hit.small_men"]),
            ("men = [3, 4, 5]", "men = [3, 4, 0]", &["damage", "0; expected 1 to 20"]),
            ("pen = [1, 1, 2, 3, 4]", "pen = [1, 1, 2, 3, 40]", &["he.pen"]),
            ("pins = [\"1\", \"1\"", "pins = [\"1\", \"3D6\"", &["line ", "unknown variant `3D6`"]),
            ("indirect_first = 6", "indirect_first = 7", &["he.indirect_first"]),
            ("indirect_best = 2", "indirect_best = 0", &["he.indirect_best"]),
            ("aspects = [0, 1, 2]", "aspects = [0, 1, 20]", &["penetration.aspects"]),
            ("at long range.\nlong = 1", "at long range.\nlong = 11", &["penetration.long"]),
            ("up_to = [1, 2, 3, 99]", "up_to = [1, 2, 2, 99]", &["vehicles.up_to", "expected ascending numbers"]),
            ("up_to = [1, 2, 3, 99]", "up_to = [1, 2, 3, 4]", &["vehicles.up_to", "4; expected 12 to 255"]),
            ("superficial = 3", "superficial = 9", &["vehicles.superficial"]),
            ("margins = [0, 1, 3]", "margins = [0, 3, 1]", &["vehicles.margins", "ascending"]),
            ("open_topped = 1", "open_topped = 7", &["vehicles.open_topped"]),
            ("\ndistance = 12", "\ndistance = 13", &["assault.distance"]),
            ("rough_distance = 6", "rough_distance = 13", &["assault.rough_distance", "13; expected 1 to 12"]),
            ("surprise = 6", "surprise = 61", &["assault.surprise"]),
            ("dice_assault = 2", "dice_assault = 0", &["assault.dice_assault"]),
            ("dice_other = 1", "dice_other = 5", &["assault.dice_other"]),
            ("need_advancing = 6", "need_advancing = 7", &["assault.need_advancing"]),
            ("need_other = 4", "need_other = 0", &["assault.need_other"]),
            ("wrecks = true", "wrecks = 1", &["line ", "expected a boolean"]),
            ("wrecks = true\n", "", &["missing field `wrecks`"]),
            ("symbol = \",\"", "symbol = \"..\"", &["glyph \"crops\"", "one printable ASCII character"]),
            ("symbol = \",\"", "symbol = \" \"", &["glyph \"crops\"", "one printable ASCII character"]),
            ("symbol = \",\"", "symbol = \".\"", &["glyph \"crops\"", "a second glyph"]),
            ("name = \"crops\"", "name = \"open\"", &["glyph \"open\"", "a second glyph"]),
            ("flags = [\"woods\"]", "flags = [\"wood\"]", &["unknown variant `wood`"]),
            ("origin = \"given [MOR.1][MOR.2][MOR.3]\"", "origin = \" \"", &["morale", "no origin"]),
            ("woods_depth = 3", "woods_depth = 3\nfog = 1", &["unknown field `fog`"]),
        ],
    );
}

#[test]
fn broken_weapons_and_units_are_refused() {
    refused(
        File::Units,
        &[
            ("id = \"pistol\"", "id = \"rifle\"", &["weapon \"rifle\"", "a second weapon"]),
            ("id = \"pistol\"", "id = \"helper\"", &["weapon \"helper\"", "the word for a helper"]),
            ("range = 24\nshots = 1\n", "range = 121\nshots = 1\n", &["weapon \"rifle\"", "a range of 1 to 120"]),
            ("indirect_from = 12", "indirect_from = 24", &["weapon \"light-mortar\"", "longer than the shortest"]),
            ("range = 24\nshots = 1\n", "range = 24\nshots = 13\n", &["weapon \"rifle\"", "shots of 1 to 12"]),
            ("range = 24\nshots = 1\n", "range = 24\nshots = 1\ndice = 1\n", &["weapon \"rifle\"", "or dice of 1 to 3"]),
            ("range = 24\nshots = 1\n", "range = 24\nshots = 1\npen = 11\n", &["weapon \"rifle\"", "a pen of 0 to 10"]),
            ("direct_from = 0\nrange = 24\n", "range = 24\n", &["weapon \"rifle\"", "no kind of fire"]),
            (
                "direct_from = 0\nrange = 24\n",
                "indirect_from = 6\nrange = 24\n",
                &["weapon \"rifle\"", "indirect fire without high explosive"],
            ),
            (
                "direct_from = 0\nrange = 24\n",
                "direct_from = 0\nindirect_from = 6\nrange = 24\n",
                &["weapon \"rifle\"", "both of howitzers alone"],
            ),
            (
                "direct_from = 0\nindirect_from = 24\n",
                "direct_from = 0\n",
                &["weapon \"light-howitzer\"", "a howitzer with one kind of fire"],
            ),
            ("specials = [\"assault\"]", "specials = [\"one-shot\"]", &["weapon \"panzerfaust\"", "a second One-shot weapon"]),
            ("specials = [\"assault\"]", "specials = [\"silent\"]", &["unknown variant `silent`"]),
            ("he = \"D2\"", "he = \"D4\"", &["unknown variant `D4`"]),
            ("id = \"g_lt\"", "id = \"g_2lt\"", &["unit \"g_2lt\"", "a second unit"]),
            ("id = \"g_lt\"", "id = \"s_lt\"", &["unit \"s_lt\"", "begins with \"g_\""]),
            ("id = \"g_lt\"", "id = \"g_l t\"", &["unit \"g_l t\"", "letters, digits and underscores"]),
            ("weapons = [\"smg\", \"rifle*2\"]", "weapons = [\"smg\", \"musket*2\"]", &["unit \"g_2lt\"", "no weapon \"musket\""]),
            (
                "weapons = [\"smg\", \"rifle*2\"]",
                "weapons = [\"smg\", \"rifle*3\"]",
                &["unit \"g_2lt\"", "men = 3, but weapons and helpers of 4"],
            ),
            ("weapons = [\"smg\", \"rifle*2\"]", "weapons = [\"smg\", \"rifle*0\"]", &["unit \"g_2lt\"", "\"rifle*0\"; expected a weapon"]),
            ("weapons = [\"smg\", \"rifle*2\"]", "weapons = [\"smg\", \"rifle*20\"]", &["unit \"g_2lt\"", "more than 20 men"]),
            (
                "weapons = [\"smg\", \"rifle*2\"]",
                "weapons = [\"smg@hull\", \"rifle*2\"]",
                &["unit \"g_2lt\"", "expected one on vehicles alone"],
            ),
            ("men = 3\nweapons = [\"smg\", \"rifle*2\"]", "weapons = [\"smg\", \"rifle*2\"]", &["unit \"g_2lt\"", "men = no number"]),
            ("men = 3\nweapons = [\"smg\", \"rifle*2\"]", "men = 0\nweapons = []", &["unit \"g_2lt\"", "expected 1 to 20 men"]),
            (
                "\"lmg\", \"helper\", \"smg\", \"rifle*7\"",
                "\"lmg\", \"rifle\", \"smg\", \"rifle*7\"",
                &["unit \"g_rifle10\"", "a Team weapon without a helper"],
            ),
            (
                "weapons = [\"smg\", \"rifle*2\"]",
                "weapons = [\"smg\", \"panzerfaust*2\"]",
                &["unit \"g_2lt\"", "a One-shot weapon in the list"],
            ),
            ("panzerfausts = 1", "panzerfausts = 10", &["unit \"g_gren9_44\"", "at most one for each man"]),
            ("\"one-shot\", ", "", &["unit \"g_gren9_44\"", "no One-shot weapon in the table"]),
            ("rank = \"second-lieutenant\"", "rank = \"general\"", &["unknown variant `general`"]),
            ("pace = \"no-run\"", "pace = \"turn\"", &["unit \"g_mortar50\"", "expected mobility and pace"]),
            ("pace = \"turn\"\n", "", &["unit \"g_mortar120\"", "expected mobility and pace"]),
            ("pace = \"turn\"\n", "pace = \"turn\"\nrank = \"major\"\n", &["unit \"g_mortar120\"", "expected one of infantry alone"]),
            ("mobility = \"infantry\"\n", "mobility = \"infantry\"\nrecce = true\n", &["unit \"g_2lt\"", "of vehicles alone"]),
            ("\"light-autocannon@turret\"", "\"light-autocannon\"", &["unit \"g_222\"", "has no mount"]),
            ("\"light-autocannon@turret\"", "\"light-autocannon@sponson\"", &["unit \"g_222\"", "mount \"sponson\"; expected one of"]),
            ("\"light-autocannon@turret\"", "\"light-autocannon@hull\"", &["unit \"g_222\"", "\"mmg\" beside no gun"]),
            ("\"light-autocannon@turret\"", "\"light-mortar@turret\"", &["unit \"g_222\"", "expected weapons of direct fire"]),
            ("armour = \"armoured-car\"\n", "", &["unit \"g_222\"", "expected armour and wheels"]),
            ("mobility = \"wheeled\"", "mobility = \"infantry\"", &["unit \"g_222\"", "expected armour and wheels"]),
            ("mobility = \"wheeled\"", "mobility = \"wheeled\"\nmen = 1", &["unit \"g_222\"", "a vehicle with men"]),
            (
                "years = [1941, 1945]",
                "years = [1939, 1945]",
                &["unit \"g_2lt\"", "years [1939, 1945]; expected the first and the last of 1941 to 1945"],
            ),
            ("limit = 1\n", "limit = 0\n", &["unit \"g_2lt\"", "a limit of 1 to 9"]),
            ("points = 55\n", "points = 0\n", &["unit \"g_2lt\"", "points of 1 to 1000"]),
            ("points = 55\n", "points = 55\nprice = 2\n", &["unknown field `price`"]),
            ("origin = \"given [WPN.01]\"", "origin = \"\"", &["weapon number 1", "no origin"]),
        ],
    );
}

#[test]
fn broken_forces_are_refused() {
    refused(
        File::Units,
        &[
            ("points = 322", "points = 321", &["force \"g_mirror\"", "points = 321; expected 322, the sum of its units"]),
            (
                "\"g_2lt\", \"g_rifle10*2\", \"g_mmg\"",
                "\"g_2lt\", \"s_rifle10*2\", \"g_mmg\"",
                &["force \"g_mirror\"", "\"s_rifle10\" is of the other side"],
            ),
            (
                "\"g_2lt\", \"g_rifle10*2\", \"g_mmg\"",
                "\"g_2lt\", \"g_rifle12*2\", \"g_mmg\"",
                &["force \"g_mirror\"", "no unit \"g_rifle12\""],
            ),
            ("\"g_2lt\", \"g_rifle10*2\", \"g_mmg\"", "\"g_2lt\", \"g_rifle10*x\", \"g_mmg\"", &["\"g_rifle10*x\"; expected a unit"]),
            (
                "\"g_2lt\", \"g_rifle10*2\", \"g_mmg\"",
                "\"g_2lt*2\", \"g_rifle10*2\", \"g_mmg\"",
                &["2 of \"g_2lt\"; expected at most 1", "2 officers; expected 1 to 1"],
            ),
            ("units = [\"g_2lt\", \"g_rifle10*2\", \"g_mmg\"]", "units = []", &["force \"g_mirror\"", "0 units; expected 1 to 16"]),
            ("\"g_2lt\", \"g_rifle10*2\", \"g_mmg\"", "\"g_2lt\", \"g_rifle10*16\"", &["17 units; expected 1 to 16"]),
            ("year = 1942", "year = 1946", &["force \"g_mirror\"", "year = 1946; expected 1941 to 1945"]),
            ("year = 1942", "year = 1943", &["force \"g_mirror\"", "\"g_rifle10\" in 1943; expected 1941 to 1942"]),
            ("role = \"mirror\"\nname", "role = \"standard\"\nname", &["force \"g_mirror\"", "322 points; expected 748 to 772"]),
            ("id = \"s_mirror\"", "id = \"g_mirror\"", &["force \"g_mirror\"", "a second force"]),
            ("role = \"mirror\"\npoints", "role = \"standard\"\npoints", &["role \"standard\"", "expected each role once"]),
            ("squads = [2, 5]", "squads = [5, 2]", &["role \"standard\"", "the least and the most"]),
            ("squads = [2, 5]", "squads = [5, 5]", &["force \"g41\"", "4 squads; expected 5 to 5"]),
            ("teams = [0, 3]", "teams = [0, 0]", &["force \"g41\"", "1 teams; expected 0 to 0"]),
            ("anti_tank_teams = [0, 2]", "anti_tank_teams = [0, 0]", &["1 anti-tank teams"]),
            ("mortars = [0, 3]", "mortars = [0, 0]", &["2 mortars"]),
            ("guns = [0, 3]", "guns = [0, 0]", &["1 guns"]),
            ("vehicles = [0, 3]", "vehicles = [0, 0]", &["1 vehicles"]),
            ("heavy_tanks = [0, 1]", "heavy_tanks = [0, 0]", &["force \"s45\"", "1 heavy tanks"]),
        ],
    );
    let role = Loaded::OWN[1].split("\n[[role]]").nth(2).expect("the role of a mirror");
    assert!(broken(File::Units, &format!("\n[[role]]{role}"), "").problem.contains("no [[role]] \"mirror\""));
}

#[test]
fn a_broken_duel_is_refused() {
    refused(
        File::Scenario("duel"),
        &[
            ("id = \"duel\"", "id = \"the duel\"", &["scenario.id", "letters, digits and hyphens"]),
            ("battlefield = \"duel\"", "battlefield = \"city\"", &["scenario.battlefield", "\"city\"; expected one of [\"duel\""]),
            ("turns = 5", "turns = 0", &["scenario.turns", "0; expected 1 to 20"]),
            ("turns = 5", "turns = 21", &["scenario.turns", "21; expected 1 to 20"]),
            ("turns = 5", "turns = 5\nextra_turn_from = 7", &["scenario.extra_turn_from", "7; expected a face"]),
            (
                "first_set_up = \"axis\"",
                "first_set_up = \"axis\"\nattacker = \"axis\"",
                &["scenario.first_set_up", "expected the defender"],
            ),
            (
                "first_set_up = \"axis\"",
                "first_set_up = \"axis\"\nattacker = \"soviet\"",
                &["victory.kind", "expected points in a meeting"],
            ),
            ("axis = \"g_mirror\"", "axis = \"s_mirror\"", &["forces.axis", "no force \"s_mirror\" of this side"]),
            ("axis = \"g_mirror\"", "axis = \"g43\"", &["forces", "forces of 1943 and 1942; expected one year"]),
            ("columns = [1, 6]", "columns = [0, 6]", &["zones.axis", "columns 1 to 25 and rows 1 to 25"]),
            ("columns = [20, 25]", "columns = [20, 26]", &["zones.soviet", "columns [20, 26]"]),
            ("columns = [20, 25]", "columns = [25, 20]", &["zones.soviet", "the first and the last"]),
            ("columns = [1, 6]", "columns = [1, 20]", &["zones", "in or beside the other zone"]),
            ("columns = [1, 6]", "columns = [1, 19]", &["zones", "1901 lies in or beside", "2 cells apart"]),
            (
                "columns = [1, 6], rows = [1, 25]",
                "columns = [1, 6], rows = [1, 4]",
                &["zones.axis", "24 cells for g-2lt; expected more than 27"],
            ),
            ("cells = [\"1313\"]", "cells = [\"2613\"]", &["objectives.cells", "2613"]),
            ("cells = [\"1313\"]", "cells = []", &["objectives", "expected 1 to 8 cells"]),
            ("cells = [\"1313\"]", "cells = [\"1313\", \"1313\"]", &["objectives.cells", "1313 a second time"]),
            ("radius = 3", "radius = 13", &["objectives", "a radius of 1 to 12"]),
            ("kind = \"points\"", "kind = \"hold\"", &["victory.kind", "another kind with an attacker"]),
            ("objective_points = 60", "objective_points = 2000", &["victory", "objective_points of 0 to 1000"]),
            ("draw_margin = 20", "draw_margin = 0", &["victory", "a draw_margin of 1 to 1000"]),
            ("draw_margin = 20", "draw_margin = 20\nneeded = 1", &["victory", "expected objective_points"]),
            ("[victory]", "[weather]\n[victory]", &["weather", "no origin"]),
            ("[forces]", "[forces]\nneutral = \"x\"", &["unknown field `neutral`"]),
        ],
    );
}

#[test]
fn broken_missions_of_an_attacker_are_refused() {
    refused(
        File::Scenario("attack"),
        &[
            ("needed = 2", "needed = 4", &["victory", "expected needed of 1 to 3"]),
            ("needed = 2", "needed = 2\nwithin = 1", &["victory", "expected needed of 1 to 3"]),
            ("kind = \"objectives\"\nneeded = 2", "kind = \"hold\"\nunits = 2", &["victory.kind", "none for hold"]),
        ],
    );
    refused(
        File::Scenario("hold"),
        &[
            ("units = 3", "units = 12", &["victory", "expected units of 1 to 10"]),
            ("kind = \"hold\"", "kind = \"objectives\"", &["victory.kind", "expected objectives for objectives"]),
            ("columns = [1, 28]", "columns = [1, 62]", &["victory.area", "columns 1 to 61"]),
        ],
    );
    refused(
        File::Scenario("breakthrough"),
        &[
            ("percent = 25", "percent = 101", &["victory", "expected a percent of 1 to 100"]),
            ("percent = 25", "percent = 25\nunits = 1", &["victory", "expected a percent of 1 to 100"]),
        ],
    );
    refused(
        File::Scenario("demolition"),
        &[
            ("\"2119\", ", "\"2215\", ", &["objectives.cells", "2215 is impassable"]),
            ("within = 1", "within = 13", &["victory", "expected within of 0 to 12"]),
            ("soviet = \"ss42\"", "soviet = \"s_mirror\"", &["victory", "expected some for a demolition"]),
        ],
    );
}

#[test]
fn places_that_cannot_be_walked_to_are_refused() {
    let ring = |inside: &str| -> String {
        let rows =
            Loaded::OWN[0].split("id = \"duel\"").nth(1).and_then(|rest| rest.split("rows = [\n").nth(1)).expect("the rows of the duel");
        let mut rows: Vec<String> = rows.lines().take(25).map(str::to_owned).collect();
        for (at, row) in [(10, "~~~~~"), (11, inside), (12, inside), (13, inside), (14, "~~~~~")] {
            rows[at].replace_range(13..18, row);
        }
        format!("id = \"duel\"\nname = \"Farm track\"\nsymmetry = \"none\"\nrows = [\n{}\n", rows.join("\n"))
    };
    let whole = Loaded::OWN[0];
    let changed = |rows: &str| {
        let start = whole.find("id = \"duel\"").unwrap();
        let end = start + whole[start..].find("]\n").unwrap();
        format!("{}{rows}{}", &whole[..start], &whole[end..])
    };
    let read = |map: &str| {
        let mut sources = Loaded::sources("scenario.toml", text("duel"));
        sources.map.text = map;
        Loaded::load(&sources).map(|_| ())
    };
    let error = read(&changed(&ring("~...~"))).expect_err("an island");
    assert_eq!(error.to_string(), "scenario.toml: objective 1313: no way for infantry from the zone of the axis side; expected one");
    assert_eq!(read(&changed(&ring("....."))), Ok(()), "a bridge leads there");
}

#[test]
fn a_broken_fixed_set_up_is_refused() {
    refused(
        File::Scenario("duel-fixed"),
        &[
            ("extends = \"duel\"", "extends = \"tourney\"", &["extends", "expected one of"]),
            ("unit = \"mmg\"", "unit = \"hmg\"", &["placed \"hmg\"", "no unit of the forces \"hmg\""]),
            ("unit = \"g-rifle10-2\"", "unit = \"g-rifle10-1\"", &["placed \"g-rifle10-1\"", "a second time"]),
            ("cell = \"0613\"", "cell = \"0713\"", &["placed \"mmg\"", "0713 is not for it"]),
            ("cell = \"0613\"", "cell = \"0611\"", &["placed \"mmg\"", "0611 is too near to 0510; expected 2 cells between centres"]),
            ("cell = \"0613\"", "cell = \"613\"", &["placed \"mmg\"", "613"]),
            ("facing = \"E\"", "facing = \"UP\"", &["placed \"g-2lt\"", "facing \"UP\"; expected one of"]),
            (
                "[[placed]]\nunit = \"maxim\"\ncell = \"2013\"\nfacing = \"W\"\n",
                "[[placed]]\nunit = \"maxim\"\ncell = \"2013\"\nface = \"W\"\n",
                &["unknown field `face`"],
            ),
            ("origin = \"reconstruction: the officer", "origin = \"\" #", &["placed number 1", "no origin"]),
        ],
    );
    let text = text("duel-fixed");
    let last = &text[text.rfind("[[placed]]").expect("a last unit")..];
    assert!(broken(File::Scenario("duel-fixed"), last, "").to_string().contains("placed: maxim is missing; expected every unit or none"));
}

#[test]
fn every_number_that_may_be_tuned_has_its_span() {
    let data = load("duel");
    let spans: BTreeMap<&str, bool> =
        data.templates.iter().map(|template| (template.id.as_str(), template.origin.contains("Span: points"))).collect();
    assert!(spans.values().all(|&has| has), "{spans:?}");
    for (id, text) in Loaded::SCENARIOS {
        let table = text.parse::<toml::Table>().expect("TOML");
        for key in ["scenario", "zones", "objectives", "victory"] {
            let origin = table.get(key).map_or("Span", |table| table["origin"].as_str().unwrap_or_default());
            assert!(origin.contains("Span"), "{id}: {key}");
        }
    }
}
