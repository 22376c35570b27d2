//! The lattice of squares against obvious searches and geometry.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use stavka_engine::Dice;
use stavka_engine::square::{Cell, CellSet, DIAGONAL, Facing, Flood, Floor, LONGEST_WALK, Lattice, Quarter, STRAIGHT, crossed};

fn lattice(width: usize, height: usize) -> Lattice {
    Lattice::new(width, height).expect("a lattice")
}

/// A lattice with about one cell in `one_in` closed, and a second set of closed cells.
fn random_floor(dice: &mut Dice, one_in: u32) -> (Floor, CellSet) {
    let lattice = lattice(5 + dice.below(57) as usize, 5 + dice.below(45) as usize);
    let mut some = || -> CellSet { lattice.cells().filter(|_| dice.below(one_in) == 0).collect() };
    let (walls, closed) = (some(), some());
    (Floor::new(lattice, |cell| !walls.contains(cell)), closed)
}

/// Every cell that a walk comes to with its cost and the cell before it: by a heap, cell by cell.
fn walked(floor: &Floor, start: Cell, budget: u8, closed: &CellSet) -> BTreeMap<Cell, (u8, Cell)> {
    let free = |cell: Cell| floor.is_open(cell) && !closed.contains(cell);
    let lattice = floor.lattice();
    let mut best = BTreeMap::from([(start, (0, start))]);
    let mut queue = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, at))) = queue.pop() {
        if cost > best[&at].0 {
            continue;
        }
        for facing in Facing::ALL {
            let beside = [facing.turned(-1), facing.turned(1)];
            let corner = facing.is_diagonal() && !beside.into_iter().all(|way| lattice.step(at, way).is_some_and(free));
            let Some(next) = lattice.step(at, facing).filter(|&cell| free(cell)) else { continue };
            let total = cost + if facing.is_diagonal() { DIAGONAL } else { STRAIGHT };
            if corner || total > budget {
                continue;
            }
            let known = best.get(&next).copied();
            if known.is_none_or(|(price, _)| total < price) {
                best.insert(next, (total, at));
                queue.push(Reverse((total, next)));
            } else if known.is_some_and(|(price, before)| total == price && at < before) {
                best.insert(next, (total, at));
            }
        }
    }
    best
}

#[test]
fn a_walk_comes_where_the_search_cell_by_cell_comes_and_by_the_same_way() {
    let mut dice = Dice::new(1);
    for round in 0..400 {
        let (floor, closed) = random_floor(&mut dice, 2 + round % 9);
        let start = Cell(dice.below(floor.lattice().len() as u32) as u16);
        let budget = dice.below(u32::from(LONGEST_WALK) + 1) as u8;
        let flood = Flood::new(&floor, start, budget, &closed);
        let slow = walked(&floor, start, budget, &closed);
        assert_eq!(flood.set(&floor).iter().collect::<Vec<_>>(), slow.keys().copied().collect::<Vec<_>>(), "round {round}");
        assert_eq!(flood.reached(&floor).len(), slow.len(), "no cell twice");
        for (&cell, &(cost, before)) in &slow {
            assert_eq!(flood.cost(&floor, cell), Some(cost), "round {round}");
            let way: Vec<Cell> = flood.way_back(&floor, cell).collect();
            assert_eq!(way.first().copied(), (cell != start).then_some(cell));
            assert_eq!(way.get(1).copied().unwrap_or(start), before, "round {round}, {cell:?}");
        }
        let outside = floor.lattice().cells().filter(|cell| !slow.contains_key(cell));
        assert!(outside.into_iter().all(|cell| flood.cost(&floor, cell).is_none()));
    }
}

#[test]
fn on_open_ground_six_inches_reach_105_cells_and_twelve_417() {
    let floor = Floor::new(lattice(61, 49), |_| true);
    let start = floor.lattice().cell(30, 24).expect("a cell");
    let cells = |budget| Flood::new(&floor, start, budget, &CellSet::EMPTY).reached(&floor).len();
    assert_eq!((cells(30), cells(60)), (105, 417), "G28");
    let [corner] = [Cell(0)];
    assert!(Flood::new(&floor, corner, 60, &CellSet::EMPTY).reached(&floor).len() < 417, "the edge holds");
}

#[test]
fn a_walk_out_of_a_closed_cell_does_not_come_back_to_it() {
    let floor = Floor::new(lattice(5, 5), |cell| cell != Cell(12));
    let flood = Flood::new(&floor, Cell(12), 60, &CellSet::EMPTY);
    assert_eq!(flood.reached(&floor).len(), 25);
    assert_eq!(flood.cost(&floor, Cell(12)), Some(0));
    let across: Vec<Cell> = flood.way_back(&floor, Cell(0)).collect();
    assert!(!across.contains(&Cell(12)));
}

#[test]
fn a_diagonal_step_does_not_cut_the_corner_of_a_closed_cell() {
    let floor = Floor::new(lattice(2, 2), |cell| cell != Cell(1));
    let flood = Flood::new(&floor, Cell(0), 60, &CellSet::EMPTY);
    assert_eq!(flood.cost(&floor, Cell(3)), Some(10), "round the corner");
    assert_eq!(floor.ahead(Cell(0), Facing::SOUTH_EAST, &CellSet::EMPTY).count(), 0);
    let open = Floor::new(lattice(2, 2), |_| true);
    assert_eq!(Flood::new(&open, Cell(0), 60, &CellSet::EMPTY).cost(&open, Cell(3)), Some(7));
    assert_eq!(open.ahead(Cell(0), Facing::SOUTH_EAST, &CellSet::EMPTY).collect::<Vec<_>>(), [Cell(3)]);
}

#[test]
fn straight_ahead_a_move_ends_before_the_first_closed_cell() {
    let mut dice = Dice::new(2);
    for _ in 0..200 {
        let (floor, closed) = random_floor(&mut dice, 12);
        let from = Cell(dice.below(floor.lattice().len() as u32) as u16);
        let free = |cell: Option<Cell>| cell.is_some_and(|cell| floor.is_open(cell) && !closed.contains(cell));
        for facing in Facing::ALL {
            let mut at = from;
            for next in floor.ahead(from, facing, &closed) {
                assert_eq!(Some(next), floor.lattice().step(at, facing));
                assert!(free(Some(next)));
                at = next;
            }
            let ahead = free(floor.lattice().step(at, facing));
            let beside = [-1, 1].into_iter().all(|turn| free(floor.lattice().step(at, facing.turned(turn))));
            assert!(!ahead || facing.is_diagonal() && !beside, "it ends for a reason");
        }
    }
}

/// Whether the segment between two centres crosses the open interior of a cell: in doubled coordinates a cell is an open square of side
/// 2, and a segment of a direction other than its own crosses it if it comes inside on both axes for some part of the way.
fn crosses(from: (i16, i16), to: (i16, i16), cell: (i16, i16)) -> bool {
    // The part of the way, in fractions num / den of it, in which the coordinate of one axis lies strictly within 1 of that of the cell.
    let part = |from: i16, to: i16, at: i16| {
        let (start, length, low, high) = (2 * i32::from(from), 2 * i32::from(to - from), 2 * i32::from(at) - 1, 2 * i32::from(at) + 1);
        match length {
            0 => (low < start && start < high).then_some(((i32::MIN / 4, 1), (i32::MAX / 4, 1))),
            1.. => Some(((low - start, length), (high - start, length))),
            _ => Some(((start - high, -length), (start - low, -length))),
        }
    };
    let less = |(a, b): (i32, i32), (c, d): (i32, i32)| i64::from(a) * i64::from(d) < i64::from(c) * i64::from(b);
    let (Some(x), Some(y)) = (part(from.0, to.0, cell.0), part(from.1, to.1, cell.1)) else { return false };
    let begin = [x.0, y.0, (0, 1)].into_iter().reduce(|a, b| if less(a, b) { b } else { a }).expect("three");
    let end = [x.1, y.1, (1, 1)].into_iter().reduce(|a, b| if less(b, a) { b } else { a }).expect("three");
    less(begin, end)
}

#[test]
fn a_line_crosses_the_cells_whose_interior_it_meets_and_no_other() {
    for (dx, dy) in (-9..=9).flat_map(|dx| (-9..=9).map(move |dy| (dx, dy))) {
        let (from, to) = ((10, 10), (10 + dx, 10 + dy));
        let line: Vec<(i16, i16)> = crossed(from, to).collect();
        let geometry: BTreeSet<(i16, i16)> = (0..21)
            .flat_map(|x| (0..21).map(move |y| (x, y)))
            .filter(|&cell| from == to && cell == from || crosses(from, to, cell))
            .collect();
        assert_eq!(line.iter().copied().collect::<BTreeSet<_>>(), geometry, "to {to:?}");
        assert_eq!(line.len(), geometry.len(), "no cell twice");
        assert_eq!((line.first(), line.last()), (Some(&from), Some(&to)));
        let mut back: Vec<_> = crossed(to, from).collect();
        back.reverse();
        assert_eq!(back, line, "the same cells the other way");
    }
}

#[test]
fn lines_of_the_golden_vectors() {
    let line = |to| crossed((0, 0), to).map(|(x, y)| format!("{x}.{y}")).collect::<Vec<_>>().join(", ");
    assert_eq!(line((3, 1)), "0.0, 1.0, 2.1, 3.1", "G21");
    assert_eq!(line((2, 2)), "0.0, 1.1, 2.2", "G22: corners only");
    assert_eq!(line((4, 2)), "0.0, 1.0, 1.1, 2.1, 3.1, 3.2, 4.2", "G23");
}

#[test]
fn the_front_arc_has_its_borders() {
    let inside = |x: i16, y: i16| Facing::NORTH.quarter((x - 5, y - 5)) == Quarter::Front;
    assert_eq!([inside(5, 0), inside(3, 3), inside(2, 3), inside(5, 6)], [true, true, false, false], "G26");
    let hit = |x: i16, y: i16| Facing::NORTH_EAST.quarter((x - 5, y - 5));
    let (front, side, rear) = (Quarter::Front, Quarter::Side, Quarter::Rear);
    assert_eq!([hit(9, 5), hit(9, 4), hit(1, 9), hit(5, 1), hit(4, 9), hit(9, 9)], [front, front, rear, front, rear, side], "G27");
}

#[test]
fn quarters_are_those_of_the_angle_and_opposite_ones_change_places() {
    for (x, y) in (-30..=30).flat_map(|x| (-30..=30).map(move |y| (x, y))).filter(|&offset| offset != (0, 0)) {
        for facing in Facing::ALL {
            let (right, down) = facing.vector();
            let angle = f64::from(y).atan2(f64::from(x)) - f64::from(down).atan2(f64::from(right));
            let eighths = (angle / std::f64::consts::FRAC_PI_4).abs();
            // Angles from 0 to 4 eighths of a circle, whichever way; an exact border is within rounding.
            let away = eighths.min(8.0 - eighths);
            let expected = if away < 1.0 + 1e-9 {
                Quarter::Front
            } else if away > 3.0 - 1e-9 {
                Quarter::Rear
            } else {
                Quarter::Side
            };
            assert_eq!(facing.quarter((x, y)), expected, "{facing:?} to {x}, {y}");
            let turned = match expected {
                Quarter::Front => Quarter::Rear,
                Quarter::Rear => Quarter::Front,
                Quarter::Side => Quarter::Side,
            };
            assert_eq!(facing.reversed().quarter((x, y)), turned);
        }
    }
}

#[test]
fn a_lattice_beyond_its_bounds_is_refused() {
    for (width, height) in [(0, 5), (5, 0), (62, 5), (5, 50)] {
        let error = Lattice::new(width, height).expect_err("it does not fit");
        assert_eq!(error.to_string(), format!("{width} x {height} cells; expected 1 x 1 to 61 x 49"));
    }
}

#[test]
fn cells_around_one_are_those_near_it() {
    let lattice = lattice(9, 7);
    for (cell, within) in lattice.cells().flat_map(|cell| (0..4).map(move |within| (cell, within))) {
        let near: Vec<Cell> = lattice.cells().filter(|&other| lattice.is_near(cell, other, within)).collect();
        assert_eq!(lattice.around(cell, within as i16).collect::<Vec<_>>(), near);
    }
}
