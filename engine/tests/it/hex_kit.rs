//! The hex kit against slow references written from the definitions.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use stavka_engine::hex::{
    Direction, Grid, GridError, Hex, HexNameError, HexSet, Hexside, Layout, OFF_MAP, Reach, Spread, ZocField, flood_along, flood_links,
    flood_steps, shortest_path,
};

const LAYOUTS: [Layout; 4] = [Layout::PointyEvenRight, Layout::PointyOddRight, Layout::FlatEvenDown, Layout::FlatOddDown];
const SIZES: [(u8, u8); 7] = [(1, 1), (1, 7), (8, 1), (2, 2), (5, 4), (7, 9), (12, 11)];

fn grids() -> impl Iterator<Item = Grid> {
    LAYOUTS
        .into_iter()
        .flat_map(|layout| SIZES.into_iter().map(move |(columns, rows)| Grid::new(columns, rows, layout).expect("the size is in range")))
}

/// Steps from `start` to every hex by breadth-first search.
fn steps_from(grid: &Grid, start: Hex) -> Vec<u16> {
    let mut steps = vec![u16::MAX; grid.len()];
    steps[start.index()] = 0;
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(hex) = queue.pop_front() {
        for (_, next) in grid.neighbours(hex) {
            if steps[next.index()] == u16::MAX {
                steps[next.index()] = steps[hex.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

mod grid {
    use super::*;

    #[test]
    fn sizes_run_from_1_to_99() {
        for layout in LAYOUTS {
            assert_eq!(Grid::new(0, 5, layout), Err(GridError::Columns(0)));
            assert_eq!(Grid::new(100, 5, layout), Err(GridError::Columns(100)));
            assert_eq!(Grid::new(5, 0, layout), Err(GridError::Rows(0)));
            assert_eq!(Grid::new(5, 100, layout), Err(GridError::Rows(100)));
            assert_eq!(Grid::new(99, 99, layout).map(|grid| grid.len()), Ok(9801));
        }
        assert_eq!(GridError::Columns(0).to_string(), "a map of 0 columns: expected 1 to 99");
    }

    #[test]
    fn indices_run_along_the_rows() {
        for grid in grids() {
            let mut index = 0;
            for row in 1..=grid.rows() {
                for column in 1..=grid.columns() {
                    let hex = grid.at(column, row).expect("on the map");
                    assert_eq!(hex, Hex(index));
                    assert_eq!((grid.column(hex), grid.row(hex)), (column, row));
                    assert_eq!(grid.offset_xy(hex), (column - 1, row - 1));
                    index += 1;
                }
            }
            assert_eq!(grid.len(), usize::from(index));
            assert!(grid.hexes().eq((0..index).map(Hex)));
            assert!(!grid.is_empty());
            for (column, row) in [(0, 1), (1, 0), (grid.columns() + 1, 1), (1, grid.rows() + 1), (255, 255)] {
                assert_eq!(grid.at(column, row), None);
            }
        }
    }

    #[test]
    fn names_round_trip() {
        for grid in grids() {
            for hex in grid.hexes() {
                let name = grid.name(hex);
                assert_eq!(name.to_string().len(), 4);
                assert_eq!((name.column(), name.row()), (grid.column(hex), grid.row(hex)));
                assert_eq!(grid.parse(&name.to_string()), Ok(hex));
            }
        }
    }

    #[test]
    fn a_bad_name_says_what_was_given_and_what_was_expected() {
        let grid = Grid::new(31, 24, Layout::PointyEvenRight).expect("the size is in range");
        assert_eq!(grid.parse("0714").map(|hex| grid.name(hex).to_string()), Ok("0714".to_owned()));
        for given in ["", "714", "07140", "07.4", " 714", "+714", "-1-1", "0x1f", "\u{e9}\u{e9}", "\u{661}\u{662}"] {
            assert_eq!(grid.parse(given), Err(HexNameError::Form { given: given.to_owned() }));
        }
        for given in ["0000", "0001", "0100", "3201", "0125", "9999"] {
            assert_eq!(grid.parse(given), Err(HexNameError::OffMap { given: given.to_owned(), columns: (1, 31), rows: (1, 24) }));
        }
        assert_eq!(
            grid.parse("7").map_err(|error| error.to_string()),
            Err("\"7\" is not a hex: expected four digits, column then row, such as 0714".to_owned())
        );
        assert_eq!(
            grid.parse("3205").map_err(|error| error.to_string()),
            Err("hex 3205 is off the map: expected a column from 01 to 31 and a row from 01 to 24".to_owned())
        );
    }

    #[test]
    fn a_window_is_the_same_part_of_the_whole_map() {
        for layout in LAYOUTS {
            let whole = Grid::window((0, 0), 20, 20, layout).expect("the size is in range");
            for first in [(0, 0), (0, 3), (1, 1), (4, 7), (5, 8), (6, 6), (10, 0)] {
                let part = Grid::window(first, 9, 8, layout).expect("it lies in the range of names");
                assert_eq!(((part.first_column(), part.first_row()), part.layout()), (first, layout));
                let on_whole = |hex: Hex| whole.at(part.column(hex), part.row(hex)).expect("the window lies inside");
                for a in part.hexes() {
                    assert_eq!(part.name(a), whole.name(on_whole(a)));
                    assert_eq!(part.parse(&part.name(a).to_string()), Ok(a));
                    for b in part.hexes() {
                        assert_eq!(part.distance(a, b), whole.distance(on_whole(a), on_whole(b)), "{layout:?} from {first:?}");
                        assert_eq!(part.direction(a, b), whole.direction(on_whole(a), on_whole(b)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_window_knows_which_names_are_its_own() {
        let part = Grid::window((32, 1), 9, 15, Layout::FlatOddDown).expect("it lies in the range of names");
        assert_eq!((part.at(32, 1), part.at(31, 1), part.at(41, 1), part.at(40, 15)), (Some(Hex(0)), None, None, Some(Hex(134))));
        let off = HexNameError::OffMap { given: "3116".to_owned(), columns: (32, 40), rows: (1, 15) };
        assert_eq!(off.to_string(), "hex 3116 is off the map: expected a column from 32 to 40 and a row from 01 to 15");
        assert_eq!(part.parse("3116"), Err(off));
        let from_nought = Grid::window((10, 0), 45, 26, Layout::FlatOddDown).expect("rows may begin at 00");
        assert_eq!(from_nought.parse("5400"), Ok(Hex(44)));
        assert_eq!(Grid::window((32, 90), 9, 11, Layout::FlatOddDown), Err(GridError::Window { first: 90, count: 11 }));
    }

    #[test]
    fn layouts_have_names_in_data() {
        #[derive(serde::Deserialize)]
        struct Map {
            layout: Layout,
        }
        let names = ["pointy-even-right", "pointy-odd-right", "flat-even-down", "flat-odd-down"];
        for (layout, name) in LAYOUTS.into_iter().zip(names) {
            let map: Map = toml::from_str(&format!("layout = \"{name}\"")).expect("a known layout");
            assert_eq!(map.layout, layout);
        }
        assert!(toml::from_str::<Map>("layout = \"square\"").is_err());
    }

    /// The neighbours of 0303 and 0404, clockwise from direction 0, read off drawings of the four
    /// layouts.
    #[test]
    fn the_shifted_rows_and_columns_are_the_printed_ones() {
        let expected = [
            (Layout::PointyEvenRight, ["0302", "0403", "0304", "0204", "0203", "0202"], ["0503", "0504", "0505", "0405", "0304", "0403"]),
            (Layout::PointyOddRight, ["0402", "0403", "0404", "0304", "0203", "0302"], ["0403", "0504", "0405", "0305", "0304", "0303"]),
            (Layout::FlatEvenDown, ["0302", "0402", "0403", "0304", "0203", "0202"], ["0403", "0504", "0505", "0405", "0305", "0304"]),
            (Layout::FlatOddDown, ["0302", "0403", "0404", "0304", "0204", "0203"], ["0403", "0503", "0504", "0405", "0304", "0303"]),
        ];
        for (layout, of_0303, of_0404) in expected {
            let grid = Grid::new(6, 6, layout).expect("the size is in range");
            for (centre, around) in [("0303", of_0303), ("0404", of_0404)] {
                let centre = grid.parse(centre).expect("on the map");
                let names: Vec<String> = grid.neighbours(centre).map(|(_, hex)| grid.name(hex).to_string()).collect();
                assert_eq!(names, around, "{layout:?}");
            }
        }
    }

    #[test]
    fn directions_are_six_and_turn_back() {
        assert_eq!(Direction::new(6), None);
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            assert_eq!(direction.index(), i);
            assert_eq!(u8::try_from(i).ok().and_then(Direction::new), Some(direction));
            assert_eq!(direction.opposite().index(), (i + 3) % 6);
        }
    }

    #[test]
    fn a_neighbour_sees_the_hex_in_the_opposite_direction() {
        for grid in grids() {
            for hex in grid.hexes() {
                for direction in Direction::ALL {
                    let entry = grid.neighbour_table()[hex.index()][direction.index()];
                    match grid.neighbour(hex, direction) {
                        Some(next) => {
                            assert_eq!(entry, next.0);
                            assert_eq!(grid.neighbour(next, direction.opposite()), Some(hex));
                            assert_eq!(grid.direction(hex, next), Some(direction));
                        }
                        None => assert_eq!(entry, OFF_MAP),
                    }
                }
                assert_eq!(grid.direction(hex, hex), None);
            }
        }
    }

    #[test]
    fn the_distance_is_the_length_of_the_shortest_walk() {
        for grid in grids() {
            for from in grid.hexes() {
                let steps = steps_from(&grid, from);
                for to in grid.hexes() {
                    assert_eq!(grid.distance(from, to), steps[to.index()], "{from:?} to {to:?}");
                    assert_eq!(grid.direction(from, to).is_some(), steps[to.index()] == 1);
                }
            }
        }
    }

    #[test]
    fn the_hexes_within_a_radius_are_those_at_most_so_far() {
        for grid in grids() {
            for centre in grid.hexes() {
                for radius in [0, 1, 2, 3, 5, 30, u16::MAX] {
                    let expected: Vec<Hex> = grid.hexes().filter(|&hex| grid.distance(centre, hex) <= radius).collect();
                    assert!(grid.within(centre, radius).eq(expected.iter().copied()));
                    let set: HexSet<3> = grid.hexes().filter(|hex| hex.0 % 3 != 0).collect();
                    assert!(grid.among(&set, centre, radius).eq(expected.into_iter().filter(|&hex| set.contains(hex))));
                }
            }
        }
    }

    #[test]
    fn each_hexside_has_one_id_from_both_hexes() {
        for grid in grids() {
            let mut views = vec![0; grid.side_count()];
            let mut edges = 0;
            for hex in grid.hexes() {
                for direction in Direction::ALL {
                    let side = grid.side(hex, direction);
                    views[side.index()] += 1;
                    let next = grid.neighbour(hex, direction);
                    let (owner, facing, other) = grid.side_hexes(side);
                    if owner == hex {
                        assert_eq!((facing, other), (direction, next));
                    } else {
                        assert_eq!((Some(owner), facing, other), (next, direction.opposite(), Some(hex)));
                    }
                    if let Some(next) = next {
                        assert_eq!(grid.side(next, direction.opposite()), side);
                        assert_eq!(grid.side_between(hex, next), Some(side));
                    } else {
                        edges += 1;
                    }
                }
                assert_eq!(grid.side_between(hex, hex), None);
            }
            assert_eq!(2 * grid.side_count(), 6 * grid.len() + edges);
            for (i, &seen) in (0..).zip(&views) {
                let (_, _, other) = grid.side_hexes(Hexside(i));
                assert_eq!(seen, 1 + usize::from(other.is_some()));
            }
        }
    }

    #[test]
    fn a_line_walks_straight_and_the_same_way_back() {
        let (mut line, mut back) = (Vec::new(), Vec::new());
        for grid in grids() {
            for from in grid.hexes() {
                for to in grid.hexes() {
                    grid.line(from, to, &mut line);
                    assert_eq!(line.len(), usize::from(grid.distance(from, to)) + 1);
                    assert_eq!((line[0], line[line.len() - 1]), (from, to));
                    for pair in line.windows(2) {
                        assert_eq!(grid.distance(pair[0], pair[1]), 1);
                    }
                    grid.line(to, from, &mut back);
                    back.reverse();
                    assert_eq!(line, back);
                    for &hex in &line {
                        assert!(touches_line(&grid, from, to, hex), "{from:?} to {to:?} by {hex:?}");
                    }
                }
            }
        }
    }

    /// Whether the straight line between two centres cuts or touches `hex`, or is just a point.
    ///
    /// With a column every 6 units and a row every 6 (half a hex is then 3; flat-top with the axes
    /// exchanged) all corners are at whole numbers. The scales of the two axes differ, which the
    /// sign of a cross product does not mind.
    fn touches_line(grid: &Grid, from: Hex, to: Hex, hex: Hex) -> bool {
        const CORNERS: [(i32, i32); 6] = [(0, -4), (3, -2), (3, 2), (0, 4), (-3, 2), (-3, -2)];
        let centre = |hex: Hex| {
            let (column, row) = (i32::from(grid.column(hex)), i32::from(grid.row(hex)));
            let (along, across) = match grid.layout() {
                Layout::PointyEvenRight | Layout::PointyOddRight => (column, row),
                Layout::FlatEvenDown | Layout::FlatOddDown => (row, column),
            };
            let even_shifted = matches!(grid.layout(), Layout::PointyEvenRight | Layout::FlatEvenDown);
            (6 * along + if (across % 2 == 0) == even_shifted { 3 } else { 0 }, 6 * across)
        };
        if from == to {
            return true;
        }
        let ((ax, ay), (bx, by), (hx, hy)) = (centre(from), centre(to), centre(hex));
        let crosses = CORNERS.map(|(dx, dy)| (bx - ax) * (hy + dy - ay) - (by - ay) * (hx + dx - ax));
        !crosses.iter().all(|&cross| cross > 0) && !crosses.iter().all(|&cross| cross < 0)
    }
}

mod set {
    use super::*;

    const W: usize = 3;

    fn hexes() -> impl Strategy<Value = BTreeSet<u16>> {
        proptest::collection::btree_set(0u16..192, 0..80)
    }

    fn bits(hexes: &BTreeSet<u16>) -> HexSet<W> {
        hexes.iter().copied().map(Hex).collect()
    }

    fn listed(set: &HexSet<W>) -> Vec<u16> {
        set.iter().map(|hex| hex.0).collect()
    }

    #[test]
    fn a_full_set_holds_the_first_hexes_and_no_other() {
        for len in [0u16, 1, 63, 64, 65, 128, 191, 192] {
            let full = HexSet::<W>::full(usize::from(len));
            assert_eq!(listed(&full), (0..len).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_span_holds_the_hexes_from_its_first_to_its_last_and_no_other() {
        for start in [0u16, 1, 63, 64, 100, 191] {
            for end in [0u16, 1, 63, 64, 65, 128, 191, 192] {
                let span = HexSet::<W>::span(usize::from(start)..usize::from(end));
                assert_eq!(listed(&span), (start..end).collect::<Vec<_>>());
            }
        }
    }

    proptest! {
        #[test]
        fn a_set_equals_the_tree_set(
            a in hexes(),
            b in hexes(),
            toggles in vec((0u16..192, any::<bool>()), 0..60),
        ) {
            let (x, y) = (bits(&a), bits(&b));
            prop_assert_eq!(listed(&x), a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(x.first().map(|hex| hex.0), a.first().copied());
            prop_assert_eq!(x == y, a == b);
            prop_assert!(x.union(y).iter().eq(a.union(&b).map(|&hex| Hex(hex))));
            prop_assert!(x.intersection(y).iter().eq(a.intersection(&b).map(|&hex| Hex(hex))));
            prop_assert!(x.difference(y).iter().eq(a.difference(&b).map(|&hex| Hex(hex))));
            prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
            let (mut set, mut tree) = (x, a.clone());
            for (hex, on) in toggles {
                set.set(Hex(hex), on);
                if on { tree.insert(hex); } else { tree.remove(&hex); }
                prop_assert_eq!(set.contains(Hex(hex)), on);
            }
            for hex in 0..192 {
                prop_assert_eq!(set.contains(Hex(hex)), tree.contains(&hex));
                let bit = set.words()[usize::from(hex) / 64] >> (hex % 64) & 1;
                prop_assert_eq!(bit == 1, tree.contains(&hex));
            }
            set.clear();
            prop_assert_eq!(set, HexSet::EMPTY);
        }
    }
}

/// A small map with a table of numbers per hex and direction, for the properties that search.
#[derive(Clone, Debug)]
struct Field {
    grid: Grid,
    numbers: Vec<[u8; 6]>,
}

const CELLS: usize = 128;
const WORDS: usize = 2;

fn fields(number: impl Strategy<Value = u8> + Clone + 'static) -> impl Strategy<Value = Field> {
    (1u8..=9, 1u8..=9, 0usize..4, vec(proptest::array::uniform6(number), CELLS)).prop_map(|(columns, rows, layout, mut numbers)| {
        let grid = Grid::new(columns, rows, LAYOUTS[layout]).expect("the size is in range");
        numbers.truncate(grid.len());
        Field { grid, numbers }
    })
}

fn picked(grid: &Grid, any: u16) -> Hex {
    Hex(any % u16::try_from(grid.len()).expect("a small grid"))
}

/// The hexes of the grid whose bit is set in a random mask.
fn masked(grid: &Grid, mask: u128) -> HexSet<WORDS> {
    grid.hexes().filter(|hex| mask >> hex.index() & 1 == 1).collect()
}

mod reach {
    use stavka_engine::hex::{Goal, Ground, Journey, LeastCost, Steps};

    use super::*;

    const UNREACHED: u32 = u32::MAX;

    /// What holds a move up on a random field.
    struct Course {
        closed: HexSet<WORDS>,
        halting: HexSet<WORDS>,
        /// Steps refused one by one, by hex and direction.
        barred: Vec<[bool; 6]>,
        /// Gates that need not be.
        gates: u8,
    }

    fn flood(field: &Field, course: &Course, journey: Journey) -> Reach<CELLS> {
        let bars =
            |hex: Hex| -> u8 { course.barred[hex.index()].iter().enumerate().map(|(direction, &bar)| u8::from(bar) << direction).sum() };
        let steps = Steps::table(field.grid.neighbour_table(), &field.numbers, bars);
        let ground = Ground { steps: &steps, gates: course.gates, closed: &course.closed, halting: &course.halting };
        Reach::flood(&ground, journey, |from, direction, to| {
            assert_eq!(field.grid.neighbour(from, direction), Some(to), "asked about a step that is none");
            assert!((bars(from) | course.gates) & (1 << direction.index()) != 0, "asked about a step without a gate");
            course.barred[from.index()][direction.index()]
        })
    }

    /// What the definition says, by repeating every step until nothing changes.
    fn slow(field: &Field, course: &Course, journey: Journey) -> Vec<u32> {
        let budget = u32::from(journey.budget);
        let mut cost = vec![UNREACHED; field.grid.len()];
        cost[journey.start.index()] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for from in field.grid.hexes() {
                let halted = from != journey.start && course.halting.contains(from);
                if cost[from.index()] == UNREACHED || halted {
                    continue;
                }
                for (direction, to) in field.grid.neighbours(from) {
                    if course.closed.contains(to) || course.barred[from.index()][direction.index()] {
                        continue;
                    }
                    let sum = cost[from.index()] + u32::from(field.numbers[from.index()][direction.index()]);
                    let granted = journey.minimum && from == journey.start && sum > budget;
                    let price = if granted { budget } else { sum };
                    if price <= budget && price < cost[to.index()] {
                        cost[to.index()] = price;
                        changed = true;
                    }
                }
            }
        }
        cost
    }

    /// Checks one flood in every respect against the slow one.
    fn check(field: &Field, course: &Course, journey: Journey) -> Result<(), TestCaseError> {
        let expected = slow(field, course, journey);
        let reach = flood(field, course, journey);
        let least = LeastCost::new(&field.grid, &Steps::table(field.grid.neighbour_table(), &field.numbers, |_| 0));
        for hex in field.grid.hexes() {
            let cost = reach.cost(hex).map_or(UNREACHED, u32::from);
            prop_assert_eq!(cost, expected[hex.index()], "cost of {:?}", hex);
            if cost < u32::from(journey.budget) {
                let onward = hex == journey.start || !course.halting.contains(hex);
                prop_assert_eq!(reach.onward(hex), onward, "onward from {:?}", hex);
            }
            check_path(field, course, &reach, journey, hex)?;
            for at_most in [u8::MAX, journey.budget, journey.budget / 2, 2 * hex.0 as u8] {
                let goal = Goal { hex, grid: &field.grid, least: &least, at_most };
                let sooner = flood(field, course, Journey { goal: Some(goal), ..journey });
                let known = reach.cost(hex).filter(|&cost| cost <= at_most);
                prop_assert_eq!(sooner.cost(hex), known, "cost of {:?} when looked for up to {}", hex, at_most);
                check_path(field, course, &sooner, journey, hex)?;
                if known.is_some() {
                    prop_assert_eq!(way(&sooner, field, hex), way(&reach, field, hex), "the way to {:?} when looked for", hex);
                }
            }
        }
        let costs: Vec<_> = reach.reached().iter().map(|&hex| reach.cost(hex)).collect();
        prop_assert!(costs.is_sorted());
        let listed: BTreeSet<Hex> = reach.reached().iter().copied().collect();
        prop_assert_eq!(listed.len(), reach.reached().len());
        let reached = field.grid.hexes().filter(|&hex| hex != journey.start && expected[hex.index()] != UNREACHED).collect();
        prop_assert_eq!(listed, reached);
        Ok(())
    }

    fn way(reach: &Reach<CELLS>, field: &Field, to: Hex) -> Vec<Hex> {
        let mut path = Vec::new();
        reach.path(&Steps::table(field.grid.neighbour_table(), &field.numbers, |_| 0), to, &mut |hex| path.push(hex));
        path
    }

    /// The path is a walk over open hexes and steps, never through a hex that halts, and costs what
    /// the flood says.
    fn check_path(field: &Field, course: &Course, reach: &Reach<CELLS>, journey: Journey, to: Hex) -> Result<(), TestCaseError> {
        let mut path = Vec::new();
        let steps = Steps::table(field.grid.neighbour_table(), &field.numbers, |_| 0);
        reach.path(&steps, to, &mut |hex| path.push(hex));
        let Some(cost) = reach.cost(to).filter(|_| to != journey.start) else {
            prop_assert!(path.is_empty());
            return Ok(());
        };
        prop_assert_eq!(path.last(), Some(&to));
        let (mut from, mut sum) = (journey.start, 0);
        for (i, &hex) in path.iter().enumerate() {
            let Some(direction) = field.grid.direction(from, hex) else {
                return Err(TestCaseError::fail(format!("{from:?} to {hex:?} is no step")));
            };
            prop_assert!(!course.closed.contains(hex) && !course.barred[from.index()][direction.index()]);
            prop_assert!(!course.halting.contains(hex) || i + 1 == path.len());
            sum += u32::from(field.numbers[from.index()][direction.index()]);
            from = hex;
        }
        if journey.minimum && path.len() == 1 {
            sum = sum.min(u32::from(journey.budget));
        }
        prop_assert_eq!(sum, u32::from(cost));
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn a_reach_equals_the_slow_search(
            field in fields(prop_oneof![2 => Just(1u8), 6 => Just(2u8), 4 => Just(3u8), 1 => 4u8..=15]),
            (closed, halt, thin) in any::<(u128, u128, u128)>(),
            bars in vec(proptest::array::uniform6(0u8..8), CELLS),
            gates in 0u8..64,
            start in any::<u16>(),
            budget in prop_oneof![8 => 0u8..20, 2 => 20u8..=111],
            minimum in any::<bool>(),
        ) {
            let course = Course {
                closed: masked(&field.grid, closed & thin & halt.rotate_left(3)),
                halting: masked(&field.grid, halt & thin),
                barred: bars.iter().map(|row| row.map(|number| number == 0)).collect(),
                gates,
            };
            let start = picked(&field.grid, start);
            check(&field, &course, Journey { start, budget, minimum, goal: None })?;
        }
    }

    #[test]
    fn the_minimum_move_grants_one_hex_at_the_whole_budget_and_ends_there() {
        let grid = Grid::new(5, 1, Layout::PointyEvenRight).expect("the size is in range");
        let at = |name: &str| grid.parse(name).expect("on the map");
        let costs = vec![[9; 6]; grid.len()];
        let flood = |minimum, closed: HexSet<1>| {
            let ground = Ground {
                steps: &Steps::table(grid.neighbour_table(), &costs, |_| 0),
                gates: 0,
                closed: &closed,
                halting: &HexSet::<1>::EMPTY,
            };
            let journey = Journey { start: at("0301"), budget: 4, minimum, goal: None };
            Reach::<8>::flood(&ground, journey, |_, _, _| false)
        };
        assert_eq!(flood(false, HexSet::EMPTY).reached(), []);
        let reach = flood(true, HexSet::EMPTY);
        assert_eq!(reach.reached().iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([at("0201"), at("0401")]));
        assert_eq!(reach.cost(at("0201")), Some(4));
        assert!(!reach.onward(at("0201")));
        assert!(reach.onward(at("0301")));
        assert_eq!(flood(true, HexSet::full(5)).reached(), []);
    }
}

mod spread {
    use stavka_engine::hex::{flood_to, joined, joined_within};

    use super::*;

    proptest! {
        #[test]
        fn whole_sets_have_the_neighbours_of_their_hexes(
            field in fields(0u8..64),
            mask in any::<u128>(),
            holes in prop_oneof![Just(0), any::<(u128, u128, u128)>().prop_map(|(a, b, c)| a & b & c)],
            links in prop_oneof![2 => Just(0b11_1111u8), 1 => any::<u8>()],
        ) {
            // Maps whole, with hexes out of play, and with lines along which steps lead only some ways.
            let grid = &field.grid;
            let holes = masked(grid, holes);
            let row = |hex: Hex| {
                let kept = |direction: usize, to: u16| to != OFF_MAP && links >> direction & 1 == 1 && !holes.contains(hex) && !holes.contains(Hex(to));
                std::array::from_fn(|direction| {
                    let to = grid.neighbour_table()[hex.index()][direction];
                    if kept(direction, to) { to } else { OFF_MAP }
                })
            };
            let table: Vec<[u16; 6]> = grid.hexes().map(row).collect();
            let spread = Spread::<WORDS>::new(&table);
            let set = masked(grid, mask);
            let expected: HexSet<WORDS> = set.iter().flat_map(|hex| table[hex.index()]).filter(|&to| to != OFF_MAP).map(Hex).collect();
            prop_assert!(spread.neighbours_of(&set) == expected);
        }

        #[test]
        fn floods_of_whole_sets_equal_floods_by_steps(
            field in fields(0u8..64),
            (from, over, wanted) in any::<(u128, u128, u128)>(),
            fence in any::<bool>(),
            limit in prop_oneof![4 => 0u16..9, 1 => Just(u16::MAX)],
        ) {
            let grid = &field.grid;
            let links: &Vec<u8> = &field.numbers.iter().map(|row| if fence { row[0] } else { 0b11_1111 }).collect();
            let spread = Spread::<WORDS>::fenced(grid.neighbour_table(), links);
            let (sources, passable, goal) = (masked(grid, from & wanted), masked(grid, over), masked(grid, wanted));
            // One ring after the other, a hex at a time.
            let step = |reached: &HexSet<WORDS>| -> HexSet<WORDS> {
                let leads = |hex: Hex| grid.neighbours(hex).filter(move |(direction, _)| links[hex.index()] >> direction.index() & 1 == 1);
                reached.iter().chain(reached.iter().flat_map(leads).map(|(_, to)| to)).filter(|&hex| passable.contains(hex)).collect()
            };
            let mut rings = vec![sources.intersection(passable)];
            while rings.len() <= usize::from(limit) && rings.last() != rings.len().checked_sub(2).map(|before| &rings[before]) {
                rings.push(step(&rings[rings.len() - 1]));
            }
            let slow = rings[rings.len() - 1];
            prop_assert!(flood_along(&spread, &sources, &passable, limit) == slow);
            prop_assert!(joined_within(&spread, &sources, &passable, &goal, limit) == slow.intersection(goal));
            if limit == u16::MAX {
                prop_assert!(joined(&spread, &sources, &passable, &goal) == slow.intersection(goal));
                let first = rings.iter().find(|ring| ring.intersects(&goal)).unwrap_or(&slow);
                prop_assert!(flood_to(&spread, &sources, &passable, &goal) == *first);
            }
        }
    }
}

mod zoc {
    use super::*;

    proptest! {
        #[test]
        fn a_field_kept_by_toggles_equals_the_field_from_scratch(
            field in fields(0u8..64),
            toggles in vec((any::<u16>(), any::<bool>()), 1..120),
        ) {
            let grid = &field.grid;
            let neighbours = grid.neighbour_table();
            // A third of the hexes has barriers.
            let barrier = |row: &[u8; 6]| if row[0].is_multiple_of(3) { row[1] } else { 0 };
            let barriers: Vec<u8> = field.numbers.iter().map(barrier).collect();
            let passes = |from: Hex, direction: Direction| barriers[from.index()] >> direction.index() & 1 == 0;
            let mut zoc = ZocField::<WORDS>::EMPTY;
            let mut exert = BTreeSet::new();
            for (hex, on) in toggles {
                let hex = picked(grid, hex);
                if on { exert.insert(hex); } else { exert.remove(&hex); }
                let reaches = |from: Hex, direction| exert.contains(&from) && passes(from, direction);
                zoc.refresh(neighbours, hex, reaches);
                prop_assert_eq!(zoc, ZocField::recompute(neighbours, exert.iter().copied(), reaches));
            }
            for hex in grid.hexes() {
                let covered = grid.neighbours(hex).any(|(direction, near)| exert.contains(&near) && passes(near, direction.opposite()));
                prop_assert_eq!(zoc.covers(hex), covered);
                prop_assert_eq!(zoc.covered().contains(hex), covered);
            }
        }
    }
}

mod trace {
    use super::*;

    /// Steps from the nearest source, by relaxing until nothing changes; `None` for no trace.
    fn slow(grid: &Grid, sources: &HexSet<WORDS>, passable: &HexSet<WORDS>, linked: impl Fn(Hex, Direction) -> bool) -> Vec<Option<u16>> {
        let mut steps: Vec<Option<u16>> = grid.hexes().map(|hex| (sources.contains(hex) && passable.contains(hex)).then_some(0)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for from in grid.hexes() {
                let Some(so_far) = steps[from.index()] else {
                    continue;
                };
                for (direction, to) in grid.neighbours(from) {
                    let better = steps[to.index()].is_none_or(|known| so_far + 1 < known);
                    if better && passable.contains(to) && linked(from, direction) {
                        steps[to.index()] = Some(so_far + 1);
                        changed = true;
                    }
                }
            }
        }
        steps
    }

    fn those(grid: &Grid, steps: &[Option<u16>], limit: u16) -> HexSet<WORDS> {
        grid.hexes().filter(|hex| steps[hex.index()].is_some_and(|steps| steps <= limit)).collect()
    }

    /// Two random hexes in three are passable, so that traces are long and winding but do not
    /// always exist.
    fn passable(grid: &Grid, a: u128, b: u128, c: u128) -> HexSet<WORDS> {
        masked(grid, a | (b & c))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn a_step_flood_equals_the_slow_trace(
            field in fields(Just(0)),
            sources in any::<[u128; 4]>(),
            (a, b, c) in any::<(u128, u128, u128)>(),
            limit in prop_oneof![3 => 0u16..8, 1 => Just(u16::MAX)],
        ) {
            let grid = &field.grid;
            let sources = masked(grid, sources[0] & sources[1] & sources[2] & sources[3]);
            let passable = passable(grid, a, b, c);
            let expected = those(grid, &slow(grid, &sources, &passable, |_, _| true), limit);
            let reached = flood_steps(grid.neighbour_table(), &sources, &passable, limit);
            prop_assert_eq!(reached, expected);
        }

        #[test]
        fn a_link_flood_equals_the_slow_trace(
            field in fields(0u8..64),
            sources in any::<[u128; 4]>(),
            (a, b, c) in any::<(u128, u128, u128)>(),
        ) {
            let grid = &field.grid;
            let links: Vec<u8> = field.numbers.iter().map(|row| row[0]).collect();
            let sources = masked(grid, sources[0] & sources[1] & sources[2] & sources[3]);
            let passable = passable(grid, a, b, c);
            let linked =
                |hex: Hex, direction: Direction| links[hex.index()] >> direction.index() & 1 == 1;
            let expected = those(grid, &slow(grid, &sources, &passable, linked), u16::MAX);
            let reached = flood_links(grid.neighbour_table(), &links, &sources, &passable);
            prop_assert_eq!(reached, expected);
            let fenced = Spread::<WORDS>::fenced(grid.neighbour_table(), &links);
            prop_assert!(flood_along(&fenced, &sources, &passable, u16::MAX) == reached);
        }

        #[test]
        fn a_shortest_path_is_a_walk_of_the_fewest_steps(
            field in fields(Just(0)),
            from in any::<u16>(),
            goal in any::<[u128; 4]>(),
            (a, b, c) in any::<(u128, u128, u128)>(),
        ) {
            let grid = &field.grid;
            let from = picked(grid, from);
            let goal = masked(grid, goal[0] & goal[1] & goal[2] & goal[3]);
            let passable = passable(grid, a, b, c);
            let steps = slow(grid, &goal, &passable, |_, _| true)[from.index()];
            match shortest_path(grid.neighbour_table(), from, &goal, &passable) {
                None => prop_assert_eq!(steps, None),
                Some(path) => {
                    prop_assert_eq!(steps.map(|steps| usize::from(steps) + 1), Some(path.len()));
                    prop_assert_eq!(path.first(), Some(&from));
                    prop_assert!(path.last().is_some_and(|&last| goal.contains(last)));
                    prop_assert!(path.iter().all(|&hex| passable.contains(hex)));
                    prop_assert!(path.windows(2).all(|pair| grid.distance(pair[0], pair[1]) == 1));
                }
            }
        }
    }
}
