//! Actions and channels as rows: what the kit makes of a row.

use stavka_engine::ActionToken;
use stavka_engine::armir::Armir;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::east_front::EastFront;
use stavka_engine::hex::{Direction, Grid, Hex, HexSet, Layout};
use stavka_engine::kit::actions::{Beside, Die, actions};
use stavka_engine::kit::channels::{Planes, Sums, Values, channels, of_both_sides};
use stavka_engine::observation::{ActionIds, Cells, Observe, Role};

struct Map(Grid);

impl AsRef<Grid> for Map {
    fn as_ref(&self) -> &Grid {
        &self.0
    }
}

struct Position {
    target: Hex,
}

actions! {
    of game: Position, in words of Map, naming unit: u8, hex: Hex;

    /// Rows of every kind.
    enum Action {
        Roll(face: u8 as Die<6>) = "die {face}", verb "roll": "a die", token { amount: face };
        Done = "done", verb "done": "an end";
        Place { unit: u8, hex: Hex } = "place {unit} {hex}", verb "place": "unit to hex", names { unit, hex };
        PlaceInBox(unit: u8) = "place {unit} box", verb "box": "unit to the box", names { unit };
        Retreat(hex: Hex) = "retreat {hex}", verb "retreat": "to hex, or unit dies", names { hex }, token { from: game.target };
        Stay(unit: u8) = "retreat {unit}", names { unit };
        Overrun { from: Hex [by Beside(target)], target: Hex } = "overrun {target} from {from}",
            verb "overrun": "from hex to hex", names { hex: target }, token { from };
    }
}

fn map() -> Map {
    Map(Grid::new(9, 9, Layout::PointyEvenRight).unwrap())
}

fn read(text: &str) -> Result<Action, String> {
    Action::read(text, &map(), "the test").map_err(|error| error.problem)
}

#[test]
fn every_action_is_read_as_it_is_written() {
    let hex = |name: &str| map().0.parse(name).unwrap();
    let lines = [
        (Action::Roll(6), "die 6"),
        (Action::Done, "done"),
        (Action::Place { unit: 3, hex: hex("0204") }, "place 3 0204"),
        (Action::PlaceInBox(3), "place 3 box"),
        (Action::Retreat(hex("0901")), "retreat 0901"),
        (Action::Stay(12), "retreat 12"),
        (Action::Overrun { from: hex("0101"), target: hex("0102") }, "overrun 0102 from 0101"),
    ];
    for (action, line) in lines {
        let mut written = String::new();
        action.write(&map(), &mut written).unwrap();
        assert_eq!((written.as_str(), read(line)), (line, Ok(action)));
    }
}

#[test]
fn ids_follow_the_rows_and_count_their_fields() {
    let map = map();
    let ids = Action::ids(&map);
    let hex = |name: &str| map.0.parse(name).unwrap();
    // 81 hexes; an overrun comes from one of six hexes, or from elsewhere.
    let firsts = [0, 6, 7, 7 + 256 * 81, 263 + 256 * 81, 344 + 256 * 81, 600 + 256 * 81];
    assert_eq!(ids.rows.iter().map(|row| row.first).collect::<Vec<_>>(), firsts);
    assert_eq!(ids.count(), firsts[6] + 7 * 81);
    assert_eq!(ids.space(), Some(21_903));
    let overrun = |from: &str| Action::Overrun { from: hex(from), target: hex("0505") };
    let south_west = map.0.direction(hex("0505"), hex("0406")).map(|way| way.index() as u64);
    for (action, id) in [
        (Action::Roll(1), 0),
        (Action::Roll(6), 5),
        (Action::Done, 6),
        (Action::Place { unit: 0, hex: hex("0101") }, 7),
        (Action::Place { unit: 2, hex: hex("0301") }, 7 + 2 * 81 + 2),
        (Action::PlaceInBox(255), firsts[4] - 1),
        (Action::Stay(0), firsts[5]),
        (overrun("0406"), firsts[6] + south_west.map_or(6, |way| way) * 81 + 4 * 9 + 4),
        (overrun("0909"), firsts[6] + 6 * 81 + 4 * 9 + 4),
    ] {
        assert_eq!(action.id(&map, &ids), id, "{action:?}");
    }
}

#[test]
fn a_space_above_the_limit_is_not_offered() {
    let mut ids = ActionIds::default();
    ids.push("half {number}", vec![1 << 10, 1 << 9]);
    ids.push("half {number}", vec![1 << 19]);
    assert_eq!((ids.count(), ids.space()), (ActionIds::LIMIT, Some(1 << 20)));
    ids.push("one", vec![]);
    assert_eq!((ids.count(), ids.space()), (ActionIds::LIMIT + 1, None));
}

#[test]
fn a_line_that_no_row_reads_is_refused_with_the_word_that_was_not_understood() {
    let problems = [
        ("", "the line is empty; expected an action"),
        ("sing 2", "the test has no action \"sing\" (arguments: 1)"),
        ("done 1", "\"done\" takes: nothing (1 given)"),
        ("overrun 0102", "\"overrun\" takes: target, \"from\", from (1 given)"),
        ("die 7", "a die shows 1 to 6, not 7"),
        ("place x box", "\"x\" is not a number from 0 to 255"),
        ("place 3 2", "\"2\" is not a hex: expected four digits, column then row, such as 0714"),
        // Two rows fit; the first one tells.
        ("retreat x", "\"x\" is not a hex: expected four digits, column then row, such as 0714"),
    ];
    for (line, problem) in problems {
        assert_eq!(read(line), Err(problem.to_owned()));
    }
}

#[test]
fn rows_number_the_verbs_and_a_row_without_one_has_that_of_the_row_above() {
    let names: Vec<&str> = Action::VERBS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["roll", "done", "place", "box", "retreat", "overrun"]);
    let overrun = Action::Overrun { from: Hex(1), target: Hex(2) };
    assert_eq!([Action::Retreat(Hex(1)).verb(), Action::Stay(1).verb(), overrun.verb()], [4, 4, 5]);
}

#[test]
fn rows_say_what_an_action_names_and_which_columns_of_its_token_differ() {
    let overrun = Action::Overrun { from: Hex(1), target: Hex(2) };
    assert_eq!((overrun.unit(), overrun.hex()), (None, Some(Hex(2))));
    assert_eq!((Action::Stay(5).unit(), Action::Stay(5).hex()), (Some(5), None));
    let plain = ActionToken { verb: 9, unit: 8, from: 7, to: 6, amount: -1 };
    let position = Position { target: Hex(30) };
    let token = |action: Action| action.token(&position, plain).to_array();
    assert_eq!([token(overrun), token(Action::Retreat(Hex(4)))], [[9, 8, 1, 6, -1], [9, 8, 30, 6, -1]]);
    assert_eq!([token(Action::Roll(3)), token(Action::Done)], [[9, 8, 7, 6, 3], [9, 8, 7, 6, -1]]);
}

struct Unit {
    steps: u8,
    tired: bool,
}

channels! {
    const UNITS, fn add_unit(unit: &Unit) to Cell {}
    "steps": "steps in the hex" / 8.0, roles [Role::OwnSteps, Role::OtherSteps] => unit.steps;
    "tired": "1 where units are tired" => unit.tired;
    "fresh": "steps that are not tired" / 4.0 => (!unit.tired).then_some(unit.steps);
}

channels! {
    const SETS, fn put_sets(hexes: &[Hex]) to Planes {
        let set: HexSet<1> = hexes.iter().copied().collect();
        let valued = |value: u8| hexes.iter().map(move |&hex| (hex, value));
    }
    "set": "1 in the set" => set;
    "first": "1 on the first" => hexes.first().copied();
    "last": "the last value" / 2.0 => Values(valued(1));
    "sum": "all values" / 2.0 => Sums(valued(1));
}

#[test]
fn numbers_of_one_cell_add_up_and_large_ones_end_at_a_byte() {
    let mut cells = [7; 7 * 4];
    let mut planes = Planes::new(&mut cells, 4);
    for unit in [Unit { steps: 2, tired: true }, Unit { steps: 3, tired: false }, Unit { steps: 1, tired: true }] {
        add_unit(&unit, &mut planes.cell(Hex(2)));
    }
    planes.skip(UNITS);
    put_sets(&[Hex(1), Hex(3), Hex(1)], &mut planes);
    let planes: Vec<&[u8]> = cells.chunks(4).collect();
    assert_eq!(planes[..3], [[0, 0, 6, 0], [0, 0, 1, 0], [0, 0, 3, 0]]);
    assert_eq!(planes[3..5], [[0, 1, 0, 1], [0, 1, 0, 0]]);
    assert_eq!(planes[5..], [[0, 1, 0, 1], [0, 2, 0, 1]]);
    let mut cells = [7; 3];
    let mut planes = Planes::new(&mut cells, 1);
    for steps in [200, 100] {
        add_unit(&Unit { steps, tired: false }, &mut planes.cell(Hex(0)));
    }
    assert_eq!(cells, [255, 0, 255]);
}

#[test]
fn the_specification_says_owner_scale_and_role_of_a_row() {
    let channels = of_both_sides(&[UNITS]);
    let said: Vec<(&str, &str, Option<Role>)> =
        channels.iter().map(|channel| (channel.name.as_str(), channel.meaning.as_str(), channel.role)).collect();
    assert_eq!(said[0], ("own-steps", "steps in the hex / 8", Some(Role::OwnSteps)));
    assert_eq!(said[3], ("other-steps", "steps in the hex / 8", Some(Role::OtherSteps)));
    assert_eq!(said[4], ("other-tired", "1 where units are tired", None));
}

#[track_caller]
fn assert_lie_like(cells: Cells, grid: &Grid) {
    let size = [grid.rows(), grid.columns()].map(usize::from);
    for (hex, direction) in grid.hexes().flat_map(|hex| Direction::ALL.map(|direction| (hex, direction))) {
        let expected = grid.neighbour(hex, direction).map(Hex::index);
        assert_eq!(cells.neighbour(size, hex.index(), direction.index()), expected, "{cells:?} {direction:?} of {}", grid.name(hex));
    }
}

#[test]
fn cells_of_an_observation_lie_like_the_hexes_of_the_map() {
    for layout in [Layout::PointyEvenRight, Layout::PointyOddRight, Layout::FlatEvenDown, Layout::FlatOddDown] {
        for first in [(1, 1), (2, 1), (1, 2), (32, 18)] {
            let grid = Grid::window(first, 5, 4, layout).unwrap();
            assert_lie_like(Cells::Hex(grid.offset_layout()), &grid);
        }
    }
    let armir = Armir::load("historical").unwrap();
    assert_lie_like(Armir::observation_spec(armir).cells, &armir.map.grid);
    let east_front = EastFront::load("tartar-trench").unwrap();
    assert_lie_like(EastFront::observation_spec(east_front).cells, &east_front.map.grid);
}

#[test]
fn neighbours_of_a_square_are_one_row_or_column_away_at_most() {
    let (rows, columns) = (4, 3);
    for cell in 0..rows * columns {
        let mut near: Vec<usize> = (0..9).filter_map(|direction| Cells::Square.neighbour([rows, columns], cell, direction)).collect();
        near.sort_unstable();
        let far = |other: &usize| (other / columns).abs_diff(cell / columns).max((other % columns).abs_diff(cell % columns));
        let expected: Vec<usize> = (0..rows * columns).filter(|other| far(other) == 1).collect();
        assert_eq!(near, expected, "around {cell}");
        for direction in 0..8 {
            let there = Cells::Square.neighbour([rows, columns], cell, direction);
            let back = there.and_then(|there| Cells::Square.neighbour([rows, columns], there, (direction + 4) % 8));
            assert!(there.is_none() || back == Some(cell), "{direction} from {cell} and back");
        }
    }
}
