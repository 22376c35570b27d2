//! What the players of Blocks in the East may agree on before a game, in a scenario of their own.

use stavka_engine::armir::Armir;
use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{Country, Terrain};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::data::DataError;
use stavka_engine::game::{Determinize as _, Game as _, Notation, Scenario, Turn};
use stavka_engine::hex::{Direction, Hex};
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::observation::{Observation, Observe as _};
use stavka_engine::record::{Match, Record, accept};
use stavka_engine::{Dice, Side};
use stavka_words::{Language, speaking, translate};

use crate::blocks_in_the_east_kit::{ADVANCED, LENINGRAD, ROSTOV, Volley, WHOLE, legal, offers, pass_to, pick, play, unit, volleys};
use crate::blocks_in_the_east_map::scenario;

const MOSCOW: &str = "towards-moscow";
const BASIC: [&str; 4] = [LENINGRAD, MOSCOW, ROSTOV, WHOLE];

/// A scenario of a player's own: an embedded one with other options.
fn own(id: &str, options: &str) -> &'static Prepared {
    let text = format!("extends = \"{id}\"\n\n[options]\n{options}\norigin = \"given: agreed before the game\"\n");
    BlocksInTheEast::load_text("own.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

fn loaded(id: &str) -> &'static Prepared {
    BlocksInTheEast::load(id).unwrap_or_else(|error| panic!("{error}"))
}

/// An embedded scenario has no options, and one with options is another scenario: a record of one is no record of the other.
#[test]
fn options_are_keys_of_a_scenario() {
    for id in BASIC {
        let options = scenario(id).script.options;
        assert!(!options.open && !options.cancel, "{id}");
        let [open, cancel] = ["open = true", "cancel = true"].map(|line| own(id, line));
        assert!(open.script.options.open && !open.script.options.cancel && cancel.script.options.cancel, "{id}");
        let numbers = [scenario(id), open, cancel, own(id, "open = true\ncancel = true")].map(Scenario::fingerprint);
        assert!((0..4).all(|a| (0..a).all(|b| numbers[a] != numbers[b])), "{id}: {numbers:?}");
    }
    let refused = |options: &str| -> DataError {
        let text = format!("extends = \"{LENINGRAD}\"\n[options]\n{options}\n");
        Prepared::load(&Prepared::sources("own.toml", &text)).err().unwrap_or_else(|| panic!("{options} is taken"))
    };
    for (options, expected) in
        [("open = true", "origin"), ("origin = \"given: x\"\nopen = 1", "boolean"), ("origin = \"given: x\"\nfog = true", "unknown field")]
    {
        let told = refused(options).to_string();
        assert!(told.contains("own.toml") && told.contains(expected), "{options}: {told}");
    }
}

/// The id of a scenario names what players agree on, in any order, and a record on it is read by its id.
#[test]
fn an_id_switches_options_on() {
    let both = loaded("barbarossa+lend-lease+katyusha");
    assert!(std::ptr::eq(both, loaded("barbarossa+katyusha+lend-lease+katyusha")), "the order does not matter");
    assert_eq!(both.id(), "barbarossa+katyusha+lend-lease");
    let on: Vec<&str> = both.script.options.agreed().map(|option| option.key).collect();
    assert_eq!(on, ["katyusha", "lend-lease"]);
    assert_eq!(
        (both.script.turns, both.script.placed.len()),
        (scenario("barbarossa").script.turns, scenario("barbarossa").script.placed.len())
    );
    assert_ne!(both.fingerprint(), scenario("barbarossa").fingerprint());
    let mut played = Match::<BlocksInTheEast>::new(both, 7, ["a", "b"]);
    for _ in 0..30 {
        let action = legal(played.game())[0];
        played.play(action).expect("it is legal");
    }
    let record = Record::parse(&played.record().to_text()).expect("it is written");
    let again = BlocksInTheEast::load(&record.scenario).expect("the id names it");
    let (game, foreign) = accept::<BlocksInTheEast>(&record, again, |_, _| ()).expect("it is a record of this scenario");
    assert_eq!((game.state_hash(), foreign), (played.game().state_hash(), None));
    let refused = |id: &str| BlocksInTheEast::load(id).err().map(|error| error.to_string()).unwrap_or_default();
    let named = refused("barbarossa+katyushas");
    assert!(named.contains("no option \"katyushas\"; its options are: open, free-set-up, cancel"), "{named}");
    assert!(refused("barbarossa+").contains("no option \"\""));
    assert!(refused("barbarosa+katyusha").contains("no scenario \"barbarosa+katyusha\""));
    // The Basic game knows no chapters.
    assert!(loaded("towards-moscow+open").script.options.open);
    assert!(refused("towards-moscow+katyusha").ends_with("its options are: open, free-set-up, cancel"));
    assert!(Armir::load("historical+katyusha").is_err_and(|error| error.to_string().ends_with("its options are: none")));
}

/// Every option is told of where players look for it, and all of them go together.
#[test]
fn options_are_told_of_and_go_together() {
    let readme = include_str!("../../data/blocks-in-the-east/README.md");
    for option in Prepared::OPTIONS {
        assert!(readme.contains(&format!("{} = true", option.key)), "{}", option.key);
        assert!(readme.contains(&format!("[{}]", option.rule)), "{}", option.key);
        assert!(speaking(Language::Italian, || translate(option.words)) != option.words || option.words == "Lend-Lease", "{}", option.key);
    }
    for id in BlocksInTheEast::embedded() {
        let offered = scenario(id).options();
        let all = offered.iter().fold((*id).to_owned(), |all, option| format!("{all}+{}", option.key));
        let on: Vec<_> = loaded(&all).script.options.agreed().collect();
        assert_eq!(on, offered.iter().collect::<Vec<_>>(), "{id}");
    }
}

/// [1.3] All units are visible from the first turn to the last: both sides see all, and read which unit is picked.
#[test]
fn nothing_is_hidden_where_all_units_are_visible() {
    let mut met = std::collections::BTreeSet::new();
    for (number, id) in BASIC.into_iter().enumerate() {
        let (mut dice, mut worlds) = (Dice::stream(13, number as u64), Dice::new(2));
        let mut game = BlocksInTheEast::new(own(id, "open = true"));
        let spec = BlocksInTheEast::observation_spec(game.scenario());
        let unknown = spec.globals.iter().position(|channel| channel.name == "unknown-other").expect("it is shown");
        for count in 0.. {
            let actions = legal(&game);
            for viewer in Side::ALL {
                assert!(game.sees_all(viewer) && game.view_hash(viewer) == game.state_hash(), "{id}, {count}");
                assert!(actions.iter().all(|&action| !Notation::is_hidden(&game, action, viewer)), "{id}, {count}: {}", game.prompt());
            }
            if count % 50 == 0 {
                let before = worlds.clone();
                for viewer in Side::ALL {
                    assert_eq!(game.determinize(viewer, &mut worlds).state_hash(), game.state_hash());
                    let (mut globals, mut planes) = (vec![0.0; spec.globals.len()], vec![0; spec.changing_len()]);
                    game.observe(viewer, &mut Observation { planes: &mut planes, globals: &mut globals });
                    assert!(globals[unknown].abs() < f32::EPSILON, "{id}");
                }
                assert_eq!(before, worlds, "nothing is drawn");
                game.verify().unwrap_or_else(|problem| panic!("{id}: {problem}"));
            }
            let units = Side::ALL.into_iter().flat_map(|side| game.data().units(side)).map(|(unit, _)| unit);
            assert_eq!(units.filter(|&unit| game.is_hidden(unit)).count(), 0, "{id}, {count}");
            if game.turn() == Turn::Over {
                break;
            }
            let action = pick(&game, &actions, &mut dice);
            met.insert(game.notation(action).split(' ').next().unwrap_or_default().to_owned());
            game.apply(action);
        }
    }
    assert!(["select", "move", "fly", "battle", "repair", "withdraw"].into_iter().all(|verb| met.contains(verb)), "{met:?}");
}

/// [1.3] Of a pair of which one marches the other side knows which one; with fog of war it does not.
#[test]
fn a_march_out_of_a_stack_is_read_where_all_units_are_visible() {
    let lost = |data: &'static Prepared| {
        let units = [("GN01", "1025"), ("GN02", "1025"), ("SL01", "1813")];
        let position = units.into_iter().fold(PositionBuilder::empty(data), |all, (id, hex)| all.place(id, hex).expect("it fits"));
        let position = position.hidden("GN02").expect("on the map");
        let mut game = position.turn(2).expect("a turn").open(Side::Axis, Phase::GroundMovement);
        let select = game.parse_action("select GN01").expect("a unit");
        assert!(legal(&game).contains(&select));
        let is_read = !Notation::is_hidden(&game, select, Side::Soviet);
        game.apply(select);
        (is_read, ["GN01", "GN02"].map(|id| game.is_hidden(unit(data, id))))
    };
    assert_eq!(lost(own(WHOLE, "open = true")), (true, [false, false]));
    assert_eq!(lost(scenario(WHOLE)), (false, [true, true]));
}

/// The first ground volley of the attacker in the battle at hand, if the defender hits nobody.
fn ground_fire(game: &mut BlocksInTheEast) -> Volley {
    let seen = volleys(game, &[]);
    let fires = |(side, firing, _): &&Volley| *side == Side::Axis && *firing == Firing::Ground;
    seen.iter().find(fires).unwrap_or_else(|| panic!("the attacker never fires: {seen:?}")).clone()
}

/// [7.7.6.c][7.7.6.d] The example, played: a mountain corps with four strength points attacks in the mountains with a Malus and a Bonus. The
/// mountains themselves give it none [6.1.2] (AMB-25); here the SS has its Bonus [10.0], and the Malus is that of a river.
#[test]
fn a_mountain_corps_throws_four_dice_under_the_agreement_and_two_without() {
    let fire = |data: &'static Prepared| {
        let open = |hex: Hex| data.ground.open.contains(hex) && data.map.place_at(hex).is_none();
        let mountain = |hex: &Hex| open(*hex) && data.map.terrain[hex.index()] == Terrain::Mountain;
        let from = |to: Hex| {
            Direction::ALL.into_iter().find_map(|way| {
                let near = Hex(data.ground.neighbours[to.index()][way.index()]);
                let crosses = near.index() < data.map.len() && open(near) && data.map.sides[to.index()][way.index()].river;
                crosses.then_some((near, to))
            })
        };
        let over = |from: Hex, to: Hex| {
            let [start, goal] = [from, to].map(|hex| data.map.name(hex));
            let units = [("AI14", start.as_str()), ("SL01", goal.as_str())];
            let position = units.into_iter().fold(PositionBuilder::empty(data), |all, (id, hex)| all.place(id, hex).expect("it fits"));
            let game = position.turn(2).expect("a turn").open(Side::Axis, Phase::GroundMovement);
            (game, goal)
        };
        let crossings = data.map.hexes().filter(mountain).filter_map(from).map(|(from, to)| over(from, to));
        let enters = |(mut game, goal): (BlocksInTheEast, String)| {
            offers(&game, "select AI14").then(|| play(&mut game, &["select AI14"]))?;
            offers(&game, &format!("move {goal}")).then(|| play(&mut game, &[&format!("move {goal}")]))?;
            Some(game)
        };
        let mut game = crossings.into_iter().find_map(enters).expect("a river in the mountains that is crossed");
        assert_eq!(game.strength(unit(data, "AI14")), 4);
        pass_to(&mut game, Side::Axis, Phase::Combat);
        if legal(&game).iter().any(|&action| game.notation(action).starts_with("fight")) {
            let fight = legal(&game)[0];
            game.apply(fight);
        }
        ground_fire(&mut game).2
    };
    assert_eq!(fire(own(ADVANCED, "cancel = true")), [(4, 1)], "four dice on 6");
    assert_eq!(fire(own(ADVANCED, "cancel = false")), [(2, 2)], "two dice on 5 and 6");
}

/// [7.7.6.c][5.5.c] The same in the Basic game, in a scenario that anybody may write: ski troops in the woods of their zone.
#[test]
fn the_agreement_holds_in_a_scenario_of_a_players_own() {
    let fire = |data: &'static Prepared| {
        let is = |hex: &Hex| {
            let soviet = data.map.country[hex.index()] == Some(Country::SovietUnion);
            let wild = data.map.terrain[hex.index()] == Terrain::Forest && data.map.place_at(*hex).is_none();
            soviet && wild && data.ground.open.contains(*hex) && data.ground.finnish_attack.contains(*hex)
        };
        let wood = data.map.name(data.map.hexes().find(is).expect("a wood in the zone"));
        let units = ["SL01", "FI01"].into_iter();
        let position = units.fold(PositionBuilder::empty(data), |all, id| all.place(id, &wood).expect("it fits"));
        let position = position.steps("FI01", 3).expect("a step lost").turn(2).expect("a turn");
        ground_fire(&mut position.open(Side::Axis, Phase::Combat)).2
    };
    assert_eq!(fire(own(WHOLE, "cancel = true")), [(4, 1)], "four dice on 6");
    assert_eq!(fire(own(WHOLE, "open = true")), [(2, 2)], "two dice on 5 and 6");
    assert_eq!(fire(scenario(WHOLE)), [(2, 2)]);
}
