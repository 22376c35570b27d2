//! Defects of the data of Across the Bug River are refused with file, key and what was expected.

use stavka_engine::Scenario as _;
use stavka_engine::across_the_bug::Prepared;
use stavka_engine::data::{DataError, Source};
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

/// A file to break: its name in errors and its text.
#[derive(Clone, Copy)]
struct File(&'static str, &'static str);

const MAP: File = File("map.toml", Prepared::OWN[0]);
const UNITS: File = File("units.toml", Prepared::OWN[1]);
const ATTACK: File = File("attack.toml", Prepared::SCENARIOS[0].1);
const DELAYED: File = File("delayed.toml", Prepared::SCENARIOS[1].1);
const CAMPAIGN: File = File("campaign.toml", Prepared::SCENARIOS[2].1);

/// What loading says when one passage of a file is replaced.
fn broken(file: File, from: &str, to: &str) -> DataError {
    assert!(file.1.contains(from), "{from:?} is not in {}", file.0);
    let changed = file.1.replacen(from, to, 1);
    let text = |own: File| if own.0 == file.0 { changed.as_str() } else { own.1 };
    let scenario = if [MAP.0, UNITS.0].contains(&file.0) { ATTACK } else { file };
    let sources = Sources {
        map: Source { name: MAP.0, text: text(MAP) },
        units: Source { name: UNITS.0, text: text(UNITS) },
        tables: Source { name: "tables.toml", text: Prepared::OWN[2] },
        scenario: Source { name: scenario.0, text: text(scenario) },
    };
    match Prepared::load(&sources) {
        Ok(_) => panic!("{} with {to:?} in place of {from:?} is accepted", file.0),
        Err(error) => {
            assert_eq!(error.file, file.0, "{error}");
            error
        }
    }
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
fn a_broken_map_is_refused() {
    refused(
        MAP,
        &[
            ("rows = 26", "rows = 25", &["terrain.rows", "26 rows; expected 25"]),
            ("columns = 45\nrows = 26", "columns = 60\nrows = 26", &["grid", "1560 hexes; expected at most 1216"]),
            ("hex_m = 2200", "hex_m = 0", &["grid", "of a positive size"]),
            ("hex_m = 2200", "hex_m = 2200\nhex_km = 2", &["grid", "in km or in m"]),
            ("\"FV...fvffff", "\"FV...fvfff", &["terrain.rows", "row 00 has 44 letters; expected 45"]),
            ("\"FV...fvffff", "\"FV...fvfffx", &["letter 'x' in row 00"]),
            ("\"FV...fvffff", "\"FVF..fvffff", &["terrain.rows", "lie on", "expected the Bug between the banks alone"]),
            ("hex = \"1609\"", "hex = \"5509\"", &["place \"Strzyzow\"", "hex 5509 is off the map"]),
            ("hex = \"1609\"", "hex = \"1610\"", &["place \"Chernykiv\"", "a second place"]),
            ("hex = \"2109\"\nunit", "hex = \"2108\"\nunit", &["strongpoint 2108", "a second strongpoint"]),
            ("unit = \"B/145\"", "unit = \"A/145\"", &["strongpoint 2109", "a second strongpoint"]),
            ("[[printed]]\nhexes = [\"2008\"", "[[printed]]\nhexes = [\"2008\", \"2008\"", &["printed number 1", "2008 a second time"]),
            ("points = 1\n", "points = 0\n", &["printed number 1", "expected 1 to 9"]),
            ("sides = [\n  \"1100/1200\"", "sides = [\n  \"1100/1300\"", &["water \"Bug\"", "the hexes are not adjacent"]),
            ("sides = [\n  \"1100/1200\"", "sides = [\n  \"1100-1200\"", &["water \"Bug\"", "expected two adjacent hexes"]),
            ("sides = [\n  \"1100/1200\"", "sides = [\n  \"1100/1200\", \"1200/1100\"", &["water \"Bug\"", "already belongs to a water"]),
            ("sides = [\n  \"1100/1200\", ", "sides = [\n  ", &["1100 and 1200 lie on two banks without the Bug between"]),
            ("bridges = [\"1512/1612\"", "bridges = [\"1512/1513\"", &["a bridge over \"1512/1513\"; expected a side of the Bug"]),
            ("bridges = [\"1512/1612\"", "bridges = [\"1807/1806\"", &["way \"N12\"", "1512/1612", "the Bug without a bridge"]),
            ("bridges = [\"1512/1612\"", "bridges = [\"1512/1612\", \"1807/1806\"", &["carries no road; expected one"]),
            ("class = \"lake\"", "class = \"plain\"", &["water \"pond on the Luha\"", "expected stream, bug or lake"]),
            ("class = \"lake\"", "class = \"pond\"", &["line ", "unknown variant `pond`"]),
            ("streams = [\"5418\"]", "streams = [\"5318\"]", &["outer.streams", "5318 is not of column 54"]),
            ("\"1010\", \"1110\", \"1210\"", "\"1010\", \"1210\", \"1110\"", &["way \"M1\"", "1010 and 1210 are not adjacent"]),
            ("id = \"M2\"", "id = \"M1\"", &["way \"M1\"", "an id of its own"]),
            (
                "area = \"german\"\ncolumns = [10, 10]",
                "area = \"german\"\ncolumns = [10, 11]",
                &["supply german", "1101 has six neighbours"],
            ),
            (
                "area = \"northern\"\ncolumns = [29, 36]",
                "area = \"northern\"\ncolumns = [29, 60]",
                &["supply northern", "the first and the last of each"],
            ),
            (
                "area = \"northern\"\ncolumns = [29, 36]",
                "area = \"northern\"\ncolumns = [50, 54]",
                &["supply eastern", "a hex of two areas"],
            ),
            ("area = \"southern\"", "area = \"northern\"", &["supply", "no hex next to the southern area"]),
            ("origin = \"given [11.2.g]\"", "origin = \"\"", &["outer", "no origin"]),
            ("streams = [\"5418\"]", "streams = [\"5418\"]\nbrooks = []", &["unknown field `brooks`"]),
        ],
    );
}

#[test]
fn broken_counters_are_refused() {
    refused(
        UNITS,
        &[
            ("id = \"298ID\"", "id = \"14Pz\"", &["formation \"14Pz\"", "a second counter"]),
            ("id = \"298ID\"", "id = \"29 8\"", &["formation \"29 8\"", "without spaces"]),
            (
                "side = \"axis\"\nsuperior = \"III Mot\"\nkind = \"armoured\"",
                "side = \"soviet\"\nsuperior = \"III Mot\"\nkind = \"armoured\"",
                &["formation \"298ID\"", "expected the German ones first"],
            ),
            ("reaction = 7", "reaction = 11", &["formation \"14Pz\"", "reaction = 11; expected 1 to 10"]),
            ("relocation = 1", "relocation = 4", &["relocation = 4; expected 1 to 3"]),
            ("max_level = 6", "max_level = 7", &["max_level = 7; expected 1 to 6"]),
            (
                "relocation = 1\nmax_level = 4\nrecovery = 3",
                "relocation = 1\nmax_level = 4\nrecovery = 5",
                &["formation \"1AT\"", "soviet_recovery"],
            ),
            ("from = [\"14Pz\"]", "from = [\"15Pz\"]", &["attachment from [\"15Pz\"]", "no formation \"15Pz\""]),
            ("from = [\"14Pz\"]", "from = [\"44ID\"]", &["expected lenders and other receivers of one side"]),
            ("from = [\"14Pz\"]", "from = [\"87RD\"]", &["expected lenders and other receivers of one side"]),
            ("what = \"afv\"", "what = \"tanks\"", &["unknown variant `tanks`"]),
            ("formation = \"14Pz\"", "formation = \"14pz\"", &["no formation \"14pz\" in units.toml"]),
            ("formation = \"14Pz\"", "formation = \"14Pz\"\ncorps = \"III Mot\"", &["expected a formation, or the corps"]),
            ("corps = \"III Mot\"", "corps = \"IV Mot\"", &["no formation of the corps \"IV Mot\""]),
            ("kind = \"motorized-infantry\"\nmob", "kind = \"headquarters\"\nmob", &["expected ids of combat units"]),
            ("kind = \"motorized-infantry\"\nmob", "kind = \"infantry\"\nmob", &["does not fit the kind"]),
            ("strength = 6", "strength = 13", &["strength = 13; expected 1 to 12"]),
            ("normal = { effectiveness = 6", "normal = { effectiveness = 8", &["effectiveness = 8", "expected 2 to 7"]),
            ("disorganized = { effectiveness = 5", "disorganized = { effectiveness = 6", &["expected less effectiveness"]),
            ("points = 2, ma = 10", "points = 1, ma = 10", &["fewer points on the disorganized side"]),
            ("points = 2, ma = 10", "points = 2, ma = 0", &["ma = 0 and 0; expected 1 to 20"]),
            ("\"I/103\", \"II/103\"", "\"I/103\", \"I/103\"", &["unit \"I/103\"", "a second counter"]),
            ("\"A/145\"", "\"A/147\"", &["no unit \"A/145\", which fills the strongpoint 2108"]),
            ("aliases = { \"13/14Pz\"", "aliases = { \"14/14Pz\"", &["an alias of \"14/14Pz\""]),
            ("name = \"14th Panzer Division\"", "title = \"14th Panzer Division\"", &["unknown field `title`"]),
        ],
    );
}

#[test]
fn a_broken_set_up_is_refused() {
    refused(
        ATTACK,
        &[
            ("set_up = [\"soviet\", \"axis\"]", "set_up = [\"soviet\"]", &["scenario.set_up", "expected both sides"]),
            (
                "set_up = [\"soviet\", \"axis\"]",
                "set_up = [\"axis\", \"soviet\"]",
                &["deployment of \"14Pz\"", "expected the axis side first"],
            ),
            ("id = \"attack\"", "id = \"at tack\"", &["scenario.id", "letters, digits and hyphens"]),
            ("formation = \"1/90\"", "formation = \"4/90\"", &["deployment of \"4/90\"", "no formation \"4/90\""]),
            ("formation = \"2/90\"", "formation = \"1/90\"", &["deployment of \"1/90\"", "a second one"]),
            ("level = 2\n", "level = 3\n", &["deployment of \"1/90\"", "level 3, support 0; expected at most 2 and 0"]),
            ("headquarters = \"2105\"", "headquarters = \"2106\"", &["stack 2106", "1 headquarters; expected at most 0", "[3.3.j]"]),
            ("headquarters = \"2105\"", "headquarters = \"2110\"", &["stack 2110", "2 headquarters; expected at most 1"]),
            ("headquarters = \"2105\"", "headquarters = \"1110\"", &["stack 1110", "counters of both sides"]),
            ("headquarters = \"2105\"", "headquarters = \"3500\"", &["deployment of \"1/90\"", "hex 3500 is out of play"]),
            ("1402 = [\"No1\"]", "1402 = [\"No13\"]", &["no unit \"No13\" in units.toml"]),
            ("1402 = [\"No1\"]", "1402 = [\"No5\"]", &["No5 is no combat unit of 1/90"]),
            ("1402 = [\"No1\"]", "1402 = [\"HQ-1/90\"]", &["HQ-1/90 is no combat unit of 1/90"]),
            ("1402 = [\"No1\"]", "1402 = [\"No1\", \"No2\"]", &["deployment of \"1/90\"", "No2 is placed twice"]),
            ("1402 = [\"No1\"]", "5402 = [\"No1\"]", &["hex 5402 is out of play"]),
            ("1402 = [\"No1\"]", "1502 = [\"No1\"]", &["No1 stands in 1502, outside its zone"]),
            (
                "1208 = [\"I/103\", \"1/I/36\", \"2/I/36\"]\n1207 = [\"II/103\", ",
                "1208 = [\"I/103\", \"II/103\", \"2/I/36\"]\n1207 = [\"1/I/36\", ",
                &["stack 1208", "3 combat units, 2 of them infantry; expected at most 3 and 1 [5.3.1.b]"],
            ),
            ("\"1/I/36\", \"2/I/36\"]", "\"1/I/36\", \"2/I/36\", \"13/14Pz\"]", &["deployment of \"14Pz\"", "13/14Pz is placed twice"]),
            ("rows = [1, 8]", "rows = [8, 1]", &["No1 stands in 1402, outside its zone"]),
            ("units = [\"I/16\", \"I/96\", \"I/283\"]", "units = [\"I/16\", \"I/96\", \"I/525\"]", &["a zone of I/525"]),
            ("near = { 2708 = 3, 3114 = 2 }", "near = { 2708 = 0, 3114 = 2 }", &["deployment of \"87RD\"", "outside its zone"]),
            (
                "near = { 2708 = 3, 3114 = 2 }",
                "near = { 2708 = 3, 3114 = 2 }\n\n[[deployment.zone]]\nrows = [0, 14]",
                &["two zones without units"],
            ),
        ],
    );
}

#[test]
fn a_broken_frame_of_a_scenario_is_refused() {
    refused(
        ATTACK,
        &[
            ("[area]\ncolumns = [10, 33]", "[area]\ncolumns = [33, 10]", &["area", "the first and the last of each"]),
            ("side = \"soviet\"\ncolumns = [33, 33]", "side = \"soviet\"\ncolumns = [32, 33]", &["edge number 1", "lies inside"]),
            ("number = 2\n", "number = 3\n", &["turn 3", "expected turn 2"]),
            ("interdiction = 0", "interdiction = 3", &["start", "interdiction of 0 to 2"]),
            ("orders = 2", "orders = 21", &["start", "at most 20 orders"]),
            ("turn = 2\n", "turn = 1\n", &["arrival number 1", "turn 1; expected 2 to 3"]),
            ("formations = [\"14Pz\", \"44ID\", \"298ID\"]", "formations = []", &["arrival number 1", "no formation"]),
            ("formations = [\"14Pz\", \"44ID\", \"298ID\"]", "formations = [\"87RD\"]", &["260/III is no combat unit of 87RD"]),
            ("units = [\"260/III\", \"627/III\"]", "units = [\"260/III\", \"I/191\"]", &["I/191 is on the map at start or arrives twice"]),
            ("units = [\"260/III\", \"627/III\"]", "units = [\"260/III\", \"260/III\"]", &["260/III is named twice"]),
            ("entry = [{ columns = [10, 10], rows = [6, 12] }]", "entry = []", &["no hex of entry"]),
            (
                "entry = [{ columns = [10, 10], rows = [6, 12] }]",
                "entry = [{ columns = [11, 11], rows = [6, 12] }]",
                &["entry 1106 lies inside"],
            ),
            (
                "entry = [{ columns = [10, 10], rows = [6, 12] }]",
                "entry = [{ columns = [10, 10], rows = [6, 6] }]",
                &["more units than the hexes of entry take"],
            ),
            ("activations = 2", "activations = 3", &["surprise", "at most one activation for each"]),
            ("formations = [\"298ID\", \"44ID\"]", "formations = [\"298ID\", \"299ID\"]", &["surprise", "that are on the map"]),
            ("bridges = [\"1908/2008\"", "bridges = [\"1807/1806\"", &["brandenburg", "is no bridge of the Bug"]),
            ("last_turn = 1", "last_turn = 4", &["brandenburg", "turn 4; expected 1 to 3"]),
            ("corps = \"III Mot\"", "corps = \"XXIX\"", &["pontoon of \"XXIX\"", "no German formation of this corps"]),
            (
                "hexes = [\"2607\", \"2707\", \"2708\"]\nwithin",
                "hexes = []\nwithin",
                &["restriction of \"87RD\"", "expected hexes or a supply area"],
            ),
            ("area = \"northern\"\nwithin", "area = \"southern\"\nwithin", &["restriction of \"41TD\"", "near to some hexes"]),
            ("ladder = \"attack\"", "ladder = \"assault\"", &["victory.ladder", "expected one of [\"attack\", \"delayed\", \"campaign\"]"]),
            ("hexes = [\"2708\", \"3201\"]", "hexes = [\"2708\", \"2708\"]", &["objective number 1", "2708 scores twice"]),
            ("hexes = [\"2708\", \"3201\"]", "hexes = [\"2708\", \"3814\"]", &["objective number 1", "hex 3814 is out of play"]),
            ("points = 2\n", "points = 0\n", &["objective number 1", "points = 0; expected 1 to 9"]),
            ("zoc_over_bridges = false", "zoc_over_bridge = false", &["unknown field `zoc_over_bridge`"]),
            ("origin = \"given [10.2]\"", "origin = \" \"", &["surprise", "no origin"]),
        ],
    );
    refused(
        DELAYED,
        &[
            ("formation = \"87RD\"\ninfantry = 6", "formation = \"135RD\"\ninfantry = 6", &["loss of \"135RD\"", "a second one"]),
            ("side = \"axis\"\ncolumns = [30, 30]", "side = \"soviet\"\ncolumns = [30, 30]", &["area", "no edge to supply the axis side"]),
            ("infantry = 6", "infantry = 60", &["loss of \"87RD\"", "its stacks can lose 18 of infantry and 0 of AFV at most"]),
            ("afv = 3", "afv = 30", &["loss of \"14Pz\"", "at most"]),
            ("area = \"eastern\"", "area = \"northern\"", &["exit", "the eastern area beside the area in play"]),
            ("headquarters = true\n", "", &["arrival", "the headquarters of 19TD is not there by then"]),
        ],
    );
    refused(
        CAMPAIGN,
        &[
            ("units = [\"1/I/82\", \"2/I/82\", \"3/I/82\"]", "units = [\"1/II/82\"]", &["reserve", "1/II/82 is in the game already"]),
            ("last_turn = 5\nlevel = 4", "last_turn = 5\nlevel = 5", &["reserve", "at most the maximum of 41TD"]),
            ("last_turn = 5\nlevel = 4", "last_turn = 8\nlevel = 4", &["reserve", "turn 8; expected 1 to 7"]),
            ("turn = 3\norigin", "turn = 9\norigin", &["objective number 1", "turn 9; expected 1 to 7"]),
        ],
    );
}

#[test]
fn a_scenario_of_the_users_own_changes_an_embedded_one() {
    let load = |text: &str| Prepared::load(&Prepared::sources("own.toml", text));
    let start = "[start]\nluck = \"soviet\"\ninterdiction = 2\norders = 3\nimproved_stacks = 1\norigin = \"test\"\n";
    let own = load(&format!("extends = \"attack\"\n{start}")).expect("the rest comes from the embedded scenario");
    let attack = load(ATTACK.1).expect("it is embedded");
    assert_eq!((own.script.start.orders, own.script.placements.len()), (3, attack.script.placements.len()));
    assert_ne!(own.fingerprint(), attack.fingerprint());
    let switches = load("extends = \"attack\"\n[switches]\nzoc_over_bridges = true\n").expect("the other switches keep their defaults");
    assert!(switches.script.switches.zoc_over_bridges && switches.script.switches.penalized_relocation);
    assert!(load("extends = \"attack\"\n[start]\norders = 1\n").is_err_and(|error| error.file == "own.toml" && error.key == "start"));
    assert!(
        load("extends = \"1812\"").is_err_and(|error| error.problem.contains("expected one of [\"attack\", \"delayed\", \"campaign\""))
    );
}
