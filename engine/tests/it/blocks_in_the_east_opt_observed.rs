//! What observations of Blocks in the East show of the optional chapters.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, TechField, Weather};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::Game as _;
use stavka_engine::hex::Hex;
use stavka_engine::observation::{Observation, Observe as _};

use crate::blocks_in_the_east_kit::{goals, hex, offers, play, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, production_of, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
/// Planes of both sides, then those of nobody.
const OF_SIDES: [&str; 3] = ["kept", "arrived", "attempts"];
const OF_NOBODY: [&str; 2] = ["scouted", "wrecked"];

/// What a side is shown.
struct Shown {
    game: BlocksInTheEast,
    planes: Vec<u8>,
    globals: Vec<f32>,
}

impl Shown {
    fn to(viewer: Side, game: &BlocksInTheEast) -> Self {
        let spec = BlocksInTheEast::observation_spec(game.scenario());
        let (mut planes, mut globals) = (vec![0; spec.changing_len()], vec![0.0; spec.globals.len()]);
        game.observe(viewer, &mut Observation { planes: &mut planes, globals: &mut globals });
        Shown { game: game.clone(), planes, globals }
    }

    /// Cells of a plane that hold something, with what they hold.
    fn plane(&self, name: &str) -> Vec<(Hex, u8)> {
        let spec = BlocksInTheEast::observation_spec(self.game.scenario());
        let area = spec.height * spec.width;
        let number = spec.planes.iter().position(|plane| plane.name == name).unwrap_or_else(|| panic!("no plane {name}"));
        let from = number * area - spec.static_planes.len();
        let cells = (0..).zip(&self.planes[from..from + area]);
        cells.filter(|&(_, &byte)| byte > 0).map(|(at, &byte)| (Hex(at), byte)).collect()
    }

    /// A global in its own units.
    fn global(&self, name: &str, scale: f32) -> f32 {
        let spec = BlocksInTheEast::observation_spec(self.game.scenario());
        let number = spec.globals.iter().position(|global| global.name == name).unwrap_or_else(|| panic!("no global {name}"));
        (self.globals[number] * scale * 100.0).round() / 100.0
    }
}

fn is(value: f32, expected: f32) -> bool {
    (value - expected).abs() < 0.01
}

/// Globals that chapters have added.
fn added() -> Vec<String> {
    let spec = BlocksInTheEast::observation_spec(scenario(WAR));
    let first = spec.globals.iter().position(|global| global.name == "last-clear").expect("it is shown");
    spec.globals[first..].iter().map(|global| global.name.clone()).collect()
}

/// Without chapters nothing of them is shown, and all observations have one shape.
#[test]
fn chapters_that_are_off_leave_nothing() {
    let game = PositionBuilder::start(scenario(WAR)).turn(2).expect("a turn").open(AXIS, Phase::Supply);
    let globals = added();
    let mut count = 0;
    play_at_random(game, 2, 77, |game| {
        count += 1;
        if count % 97 > 0 {
            return;
        }
        for viewer in Side::ALL {
            let shown = Shown::to(viewer, game);
            for name in OF_SIDES.into_iter().flat_map(|name| [format!("own-{name}"), format!("other-{name}")]) {
                assert_eq!(shown.plane(&name), [], "{name}");
            }
            assert!(OF_NOBODY.into_iter().all(|name| shown.plane(name).is_empty()));
            assert!(globals.iter().all(|name| is(shown.global(name, 1.0), 0.0)));
        }
    });
    let all = with_options(WAR, "technology = true\nreserve = true\nscorched-earth = true");
    let [off, on] = [scenario(WAR), all].map(BlocksInTheEast::observation_spec);
    assert_eq!((&off.planes, &off.globals), (&on.planes, &on.globals));
}

/// [23.0][24.0] Units that were dropped or have landed, in the hex where they did.
#[test]
fn landings_are_shown() {
    let data = with_options(WAR, "amphibious-assault = true\nairborne-assault = true");
    let position = set_up(data, "SH10 Baku, SM02 Baku, GN01 0927, SR01 4020", 14).active("SH10").expect("a headquarters");
    let mut game = position.owner("3547", AXIS).expect("a hex").open(SOVIET, Phase::GroundMovement);
    assert_eq!(Shown::to(SOVIET, &game).plane("own-arrived"), []);
    play(&mut game, &["assault SM02", "move 3547"]);
    let beach = [(hex(data, "3547"), 1)];
    assert_eq!(
        (Shown::to(SOVIET, &game).plane("own-arrived"), Shown::to(AXIS, &game).plane("other-arrived")),
        (beach.to_vec(), beach.to_vec())
    );
    assert!(is(Shown::to(AXIS, &game).global("sailed-other", 4.0), 1.0) && is(Shown::to(SOVIET, &game).global("sailed-own", 4.0), 1.0));
    let position = set_up(data, "AH01 Rastenburg, SL01 1813, GX02 Warsaw, GN01 1127", 2).active("AH01").expect("a headquarters");
    let mut game = position.open(AXIS, Phase::AirMovement);
    play(&mut game, &["select GX02", "fly 1328"]);
    assert_eq!(Shown::to(AXIS, &game).plane("own-arrived"), [(hex(data, "1328"), 1)]);
}

/// [31.0] Both sides are told who is in Reserve, and the enemy not where they stand.
#[test]
fn reserves_are_shown_as_far_as_they_are_known() {
    let data = with_options(WAR, "reserve = true");
    let position = || set_up(data, "SB05 1428, GN01 1328, SW01 1328", 25).reserve("SB05", false).expect("on the map");
    for (hidden, seen) in [(false, vec![(hex(data, "1428"), 1)]), (true, vec![])] {
        let position = if hidden { position().hidden("SB05").expect("on the map") } else { position() };
        let game = position.open(AXIS, Phase::Reaction);
        assert_eq!(game.asked(), Some(Asked::Reserves));
        assert_eq!(Shown::to(SOVIET, &game).plane("own-kept"), [(hex(data, "1428"), 1)]);
        assert_eq!(Shown::to(AXIS, &game).plane("other-kept"), seen);
        assert!(is(Shown::to(AXIS, &game).global("kept-other", 10.0), 1.0) && is(Shown::to(SOVIET, &game).global("kept-own", 10.0), 1.0));
    }
}

/// [19.0] Hexes that were reconnoitred, and attempts that are left.
#[test]
fn reconnaissance_is_shown() {
    let data = with_options(WAR, "air-reconnaissance = true");
    let position = set_up(data, "AH07 3424, SL01 3429, SL02 3428", 2).active("AH07").expect("a headquarters");
    let game = position.scouted("3429").expect("a hex").open(AXIS, Phase::AirMovement);
    let shown = Shown::to(AXIS, &game);
    assert_eq!(shown.plane("scouted"), [(hex(data, "3429"), 1)]);
    let left = game.attempts_left(unit(data, "AH07"));
    assert!(left > 0);
    assert_eq!(shown.plane("own-attempts"), [(hex(data, "3424"), left)]);
    assert_eq!(Shown::to(SOVIET, &game).plane("other-attempts"), [(hex(data, "3424"), left)]);
}

/// [16.0][16.2] Wrecked centres with the points that they take, and factories on their way.
#[test]
fn scorched_earth_is_shown() {
    let data = with_options(WAR, "scorched-earth = true");
    let game = set_up(data, "GN01 Baku, GN02 0227, SL01 4020", 2).open(AXIS, Phase::Supply);
    let expected: u8 = game.wrecked_centres().map(|(.., points)| 3 - points).sum();
    for viewer in Side::ALL {
        assert_eq!(Shown::to(viewer, &game).plane("wrecked"), [(hex(data, "Baku"), expected)]);
    }
    assert_eq!(expected, 6, "a city and wells");
    let mut game = set_up(data, "GN01 0927, SL01 2521", 2).points(Nation::Soviet, 30).open(SOVIET, Phase::RailMoves);
    let first = goals(&game, "evacuate").into_iter().next().expect("a factory");
    play(&mut game, &[&format!("evacuate {first}")]);
    let shown = Shown::to(AXIS, &game);
    assert!(is(shown.global("red-moving", 4.0) + shown.global("blue-moving", 4.0), 1.0), "{first}");
}

/// [17.0][15.1] Research, and factories under way.
#[test]
fn plans_are_shown() {
    let data = with_options(WAR, "technology = true\nnew-factories = true");
    let mut game = production_of(set_up(data, "GN01 0927, GN02 0227, SL01 4020, SL02 2521", 2), 200, AXIS);
    let before = Shown::to(SOVIET, &game);
    play(&mut game, &["invest infantry"]);
    let shown = Shown::to(SOVIET, &game);
    let (level, points) = game.research(AXIS, TechField::Infantry);
    assert!(points == 1 && is(before.global("infantry-points-other", 20.0), 0.0) && is(shown.global("infantry-points-other", 20.0), 1.0));
    assert!(
        is(shown.global("infantry-level-other", 3.0), level.into())
            && is(Shown::to(AXIS, &game).global("infantry-level-own", 3.0), level.into())
    );
    assert!(is(shown.global("bomber-level-own", 3.0), game.research(SOVIET, TechField::Bomber).0.into()));
    for (colour, name) in [(Colour::Red, "red"), (Colour::Blue, "blue"), (Colour::Black, "black")] {
        for (side, whose) in [(AXIS, "other"), (SOVIET, "own")] {
            let begun = game.factories_begun(side, colour);
            let all: u8 = begun.iter().map(|&(at, _)| at).sum();
            assert!(is(shown.global(&format!("{name}-begun-{whose}"), 10.0), begun.len() as f32), "{name}");
            assert!(is(shown.global(&format!("{name}-paid-{whose}"), 50.0), all.into()), "{name}");
        }
    }
}

/// [39.0][20.0.a] The last die for the weather, and Gruppo Barbò.
#[test]
fn single_events_are_shown() {
    let data: &'static Prepared = with_options(WAR, "light-rain = true\ncavalry-charge = true");
    let game = set_up(data, "GN01 0927, SL01 4020", 4).gruppo_barbo_charged().open(SOVIET, Phase::Exploitation);
    let shown = Shown::to(AXIS, &game);
    assert!(is(shown.global("barbo", 1.0), 1.0) && is(shown.global("last-rain", 1.0), 0.0));
    let mut game = game;
    while game.game_turn() < 5 || offers(&game, "die 1") {
        let line = if offers(&game, "die 5") { "die 5" } else { "done" };
        play(&mut game, &[line]);
    }
    assert_eq!(game.weather(), Weather::Rain);
    let shown = Shown::to(SOVIET, &game);
    assert!(
        is(shown.global("last-rain", 1.0), 1.0)
            && is(shown.global("last-clear", 1.0), 0.0)
            && is(shown.global("last-light-rain", 1.0), 0.0)
    );
}

/// [37.0][37.0.a] The fall of Persia, and the corridor that it opens.
#[test]
fn the_fall_of_persia_is_shown() {
    let data = with_options(WAR, "persia = true\nlend-lease = true");
    let position = set_up(data, "SL01 3857, GN01 0927, SR01 4020", 6);
    let owned = ["3857", "3757", "3656", "3655"].into_iter().fold(position, |all, at| all.owner(at, SOVIET).expect("a hex"));
    let mut game = owned.open(SOVIET, Phase::GroundMovement);
    while !offers(&game, "select SL01") {
        play(&mut game, &["done"]);
    }
    assert!(is(Shown::to(AXIS, &game).global("persia", 12.0), 0.0));
    play(&mut game, &["select SL01", "move 3858"]);
    let shown = Shown::to(AXIS, &game);
    assert!(is(shown.global("persia", 12.0), 1.0) && is(shown.global("corridor", 1.0), 0.0));
}
