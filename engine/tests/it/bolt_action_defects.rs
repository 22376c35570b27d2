//! Defects of the data of Bolt Action are refused with file, key and what was expected.

use stavka_engine::bolt_action::Prepared;
use stavka_engine::data::DataError;
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::bolt_action_data::text;

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
    let mut sources = Prepared::sources("scenario.toml", text(id));
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
    let Err(error) = Prepared::load(&sources) else { panic!("{name} with {to:?} in place of {from:?} is accepted") };
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
    let all = Prepared::OWN[0];
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
            ("men = [3, 4, 5]", "men = [3, 4, 0]", &["damage.men", "0; expected 1 to 6"]),
            ("men = [3, 4, 5]", "men = [3, 4, 7]", &["damage.men", "7; expected 1 to 6"]),
            ("vehicles = [6, 7,", "vehicles = [6, 21,", &["damage.vehicles", "21; expected 1 to 20"]),
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
            ("range = 24\nshots = 1\n", "range = 24\nshots = 1\ndice = 1\n", &["weapon \"rifle\"", "or dice of 1 or 2"]),
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
            (
                "\"lmg\", \"helper\", \"smg\", \"rifle*7\"",
                "\"flame-vehicle*9\", \"rifle\"",
                &["\"g_rifle10\"", "fires 10 kinds of weapons at once; expected at most 8"],
            ),
            ("dice = 1\n", "dice = 3\n", &["weapon \"flame\"", "or dice of 1 or 2"]),
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
            ("points = 312", "points = 311", &["force \"g_mirror\"", "points = 311; expected 312, the sum of its units"]),
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
            ("role = \"mirror\"\nname", "role = \"standard\"\nname", &["force \"g_mirror\"", "312 points; expected 748 to 772"]),
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
    let role = Prepared::OWN[1].split("\n[[role]]").nth(2).expect("the role of a mirror");
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
            Prepared::OWN[0].split("id = \"duel\"").nth(1).and_then(|rest| rest.split("rows = [\n").nth(1)).expect("the rows of the duel");
        let mut rows: Vec<String> = rows.lines().take(25).map(str::to_owned).collect();
        for (at, row) in [(10, "~~~~~"), (11, inside), (12, inside), (13, inside), (14, "~~~~~")] {
            rows[at].replace_range(13..18, row);
        }
        format!("id = \"duel\"\nname = \"Farm track\"\nsymmetry = \"none\"\nrows = [\n{}\n", rows.join("\n"))
    };
    let whole = Prepared::OWN[0];
    let changed = |rows: &str| {
        let start = whole.find("id = \"duel\"").unwrap();
        let end = start + whole[start..].find("]\n").unwrap();
        format!("{}{rows}{}", &whole[..start], &whole[end..])
    };
    let read = |map: &str| {
        let mut sources = Prepared::sources("scenario.toml", text("duel"));
        sources.map.text = map;
        Prepared::load(&sources).map(|_| ())
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
