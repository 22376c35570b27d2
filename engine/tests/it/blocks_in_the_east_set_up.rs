//! [2.3][BPS][LONG] The players set up their units themselves.

use std::collections::{BTreeMap, BTreeSet};

use stavka_engine::blocks_in_the_east::terms::{Country, District, Nation, Terrain, TownClass, UnitClass, UnitKind, Zone};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, HexSet, Phase, Prepared, UnitId};
use stavka_engine::game::{Denial as _, Determinize as _, Game as _, Notation as _, Scenario as _, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{LENINGRAD, ROSTOV, WHOLE, at, legal, lines, offers, pick, play, rule_against, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{play_at_random, with_options};

const BLUE: &str = "operation-blue";
const CITADEL: &str = "operation-citadel";
const BAGRATION: &str = "operation-bagration";
const FREE: &str = "free-set-up = true";

fn free(id: &str) -> BlocksInTheEast {
    BlocksInTheEast::new(with_options(id, FREE))
}

/// The same when a side sets up.
fn free_for(id: &str, side: Side) -> BlocksInTheEast {
    let mut game = free(id);
    if game.sets_up() != Some(side) {
        play(&mut game, &["done"]);
    }
    assert_eq!(game.sets_up(), Some(side));
    game
}

fn picked(game: &BlocksInTheEast, action: Action) -> BlocksInTheEast {
    let mut next = game.clone();
    next.apply(action);
    next
}

/// The units that the side may pick.
fn picks(game: &BlocksInTheEast) -> Vec<UnitId> {
    legal(game).into_iter().filter(|action| matches!(action, Action::Select(_))).filter_map(Action::unit).collect()
}

/// The hexes to which a unit that is picked may go, through the sectors of the map where these are asked first.
fn hexes(game: &BlocksInTheEast) -> Vec<Hex> {
    let one = |action: Action| match action {
        Action::Place(hex) => vec![hex],
        Action::Sector(_) => hexes(&picked(game, action)),
        _ => Vec::new(),
    };
    legal(game).into_iter().flat_map(one).collect()
}

/// The position with a unit that is picked in a hex.
fn moved(game: &BlocksInTheEast, to: Hex) -> Option<BlocksInTheEast> {
    if game.check(Action::Place(to)).is_ok() {
        return Some(picked(game, Action::Place(to)));
    }
    let sectors = legal(game).into_iter().filter(|action| matches!(action, Action::Sector(_)));
    sectors
        .map(|sector| picked(game, sector))
        .find_map(|there| there.check(Action::Place(to)).is_ok().then(|| picked(&there, Action::Place(to))))
}

/// Hexes on both sides of the Soviet border, in the part of the map of a scenario, by an own search.
fn border(data: &Prepared) -> HexSet {
    let map = &data.map;
    let neighbours = [
        Country::Finland,
        Country::Germany,
        Country::GeneralGovernment,
        Country::Hungary,
        Country::Romania,
        Country::Turkey,
        Country::Persia,
    ];
    let mut border = HexSet::EMPTY;
    for hex in map.grid.hexes() {
        for (direction, near) in map.grid.neighbours(hex) {
            let [one, other] = [hex, near].map(|hex| map.country[hex.index()]);
            let water = map.sides[hex.index()][direction.index()].water;
            if one == Some(Country::SovietUnion) && other.is_some_and(|country| neighbours.contains(&country)) && !water {
                border.insert(hex);
                border.insert(near);
            }
        }
    }
    let within = |hex: &Hex| {
        let played = data.script.region.is_none_or(|region| map.region(region).contains(*hex));
        played && map.entry[hex.index()] != stavka_engine::blocks_in_the_east::terms::Entry::Edge
    };
    border.iter().filter(within).collect()
}

fn units_of(game: &BlocksInTheEast, side: Side) -> Vec<(UnitId, Hex)> {
    game.data().units(side).filter_map(|(unit, _)| Some((unit, game.place(unit).hex()?))).collect()
}

/// [BPS.d] Border hexes that no Soviet unit on the ground occupies or controls, one by one.
fn uncovered(game: &BlocksInTheEast) -> HexSet {
    uncovered_by(game.data(), units_of(game, Side::Soviet).into_iter())
}

fn uncovered_by(data: &Prepared, units: impl Iterator<Item = (UnitId, Hex)>) -> HexSet {
    let ground: HexSet = units.filter(|(unit, _)| data.unit(*unit).is_ground()).map(|(_, hex)| hex).collect();
    let is_open = |hex: &Hex| {
        let reached = |(direction, near): (stavka_engine::hex::Direction, Hex)| {
            let side = data.map.sides[hex.index()][direction.index()];
            ground.contains(near) && !side.water && !side.strait
        };
        !ground.contains(*hex) && !data.map.grid.neighbours(*hex).any(reached)
    };
    border(data).iter().filter(is_open).collect()
}

/// [SBE6.b] Hexes of the front of a side without a ground combat unit of it.
fn empty_front(game: &BlocksInTheEast, side: Side) -> HexSet {
    let data = game.data();
    let owners = data.map.owners_in(data.script.owners).expect("a year of the map");
    let lines = data.map.fronts.iter().filter(|line| line.year == data.script.owners && line.name != "finland");
    let front: HexSet = lines.flat_map(|line| line.sides.iter().flat_map(|&(a, b)| [a, b])).collect();
    let combat: HexSet = units_of(game, side).into_iter().filter(|(unit, _)| data.unit(*unit).is_combat()).map(|(_, hex)| hex).collect();
    front.intersection(owners.by_side[side.index()]).difference(combat)
}

/// [3.10][5.3.c][3.4] What every hex has to keep.
fn stacks_are_sound(game: &BlocksInTheEast, side: Side) {
    let data = game.data();
    let mut stacks: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    for (unit, hex) in units_of(game, side) {
        stacks.entry(hex).or_default().push(unit);
    }
    for (hex, units) in stacks {
        let count = |is: &dyn Fn(UnitId) -> bool| units.iter().filter(|&&unit| is(unit)).count();
        let nation = |nation: Nation| count(&|unit| data.unit(unit).nation == nation);
        let air = count(&|unit| data.unit(unit).class == UnitClass::Air);
        assert!(
            count(&|unit| data.unit(unit).is_ground()) <= 3 && count(&|unit| data.unit(unit).is_combat()) <= 2,
            "{}",
            data.map.name(hex)
        );
        assert!(air <= 1 && units.len() <= 4 && (nation(Nation::Romanian) == 0 || nation(Nation::Hungarian) == 0));
        assert!(air == 0 || data.map.place_at(hex).and_then(|place| place.class).is_some_and(TownClass::is_city));
    }
}

fn is_sound(game: &BlocksInTheEast, side: Side) {
    stacks_are_sound(game, side);
    assert_eq!(empty_front(game, side), HexSet::EMPTY);
    if side == Side::Soviet && game.data().script.owners == 1941 {
        assert_eq!(uncovered(game).difference(uncovered(&BlocksInTheEast::new(game.data()))), HexSet::EMPTY);
    }
}

/// [2.0][2.3] Who is ready at once plays the scenario as it stands by default: same places, steps and choices, and the same knowledge of them
/// where strength is not distributed.
#[test]
fn ready_at_once_is_the_default_set_up() {
    for (id, _) in Prepared::SCENARIOS {
        let (data, mut game) = (scenario(id), free(id));
        let usual = BlocksInTheEast::new(data);
        assert_eq!(game.phase(), None, "{id}");
        // The few units of the shortest scenarios do not cover all of the border in their part of the map.
        assert!(data.script.region.is_some() || data.script.owners > 1941 || uncovered(&game) == HexSet::EMPTY, "{id}");
        for side in Side::ALL {
            is_sound(&game, side);
        }
        play(&mut game, &["done", "done"]);
        assert_eq!((game.sets_up(), game.phase(), game.asked()), (None, usual.phase(), usual.asked()), "{id}");
        assert_eq!(lines(&game), lines(&usual), "{id}");
        for (unit, _) in Side::ALL.into_iter().flat_map(|side| data.units(side)) {
            let of = |game: &BlocksInTheEast| (game.place(unit), game.step(unit), game.is_hidden(unit));
            assert_eq!(of(&game), of(&usual), "{id}");
            assert!(data.script.owners > 1941 || game.last_seen_step(unit) == usual.last_seen_step(unit), "{id}");
        }
    }
    // Without the option nobody is asked.
    assert_eq!(BlocksInTheEast::new(scenario(WHOLE)).sets_up(), None);
}

/// [LONG][2.3.a] The Soviets set up first but in 1944; the Axis has the first turn in any case.
#[test]
fn the_side_of_the_scenario_sets_up_first() {
    for (id, _) in Prepared::SCENARIOS {
        let first = if *id == BAGRATION { Side::Axis } else { Side::Soviet };
        let mut game = free(id);
        assert_eq!((game.turn(), game.sets_up(), game.asked()), (Turn::Player(first), Some(first), Some(Asked::SetUp)), "{id}");
        play(&mut game, &["done"]);
        assert_eq!((game.turn(), game.sets_up()), (Turn::Player(first.opponent()), Some(first.opponent())), "{id}");
        assert!(picks(&game).iter().all(|unit| unit.side() == first.opponent()), "{id}");
        play(&mut game, &["done"]);
        assert_eq!(game.phase().map(|(side, _)| side), Some(Side::Axis), "{id}");
    }
}

/// [BPS.c][BPS.e][BPS.f][BPS.g][SBE1.c][SBE2.c][SBE3.c] Units go where their dots say, and nowhere else.
#[test]
fn dots_say_where_units_are_set_up() {
    for id in ["towards-leningrad", "towards-moscow", ROSTOV, WHOLE] {
        for side in Side::ALL {
            let game = free_for(id, side);
            let (data, map) = (game.data(), &game.data().map);
            let mut seen = BTreeSet::new();
            for unit in picks(&game) {
                let there = picked(&game, Action::Select(unit));
                let zone = data.unit(unit).zone;
                seen.insert(zone);
                for hex in hexes(&there) {
                    let (country, district) = (map.country[hex.index()], map.district[hex.index()]);
                    let germans = matches!(country, Some(Country::Germany | Country::GeneralGovernment));
                    let fits = match zone {
                        Zone::Leningrad => district == Some(District::Leningrad),
                        Zone::Baltic => district == Some(District::Baltic),
                        Zone::Western => district == Some(District::Western),
                        Zone::Kiev => district == Some(District::Kiev),
                        Zone::Odessa => district == Some(District::Odessa),
                        Zone::Caucasus => district == Some(District::Caucasus),
                        Zone::North => country == Some(Country::Germany),
                        Zone::Centre | Zone::South => germans,
                        Zone::Romania => country == Some(Country::Romania),
                        Zone::Finland => country == Some(Country::Finland),
                        Zone::Hungary => country == Some(Country::Hungary),
                        _ => false,
                    };
                    assert!(fits, "{id}: {} in {}", data.unit(unit).name, map.name(hex));
                    assert!(data.script.region.is_none_or(|region| map.region(region).contains(hex)), "{id}");
                }
            }
            assert!(id != WHOLE || seen.len() == 6, "{seen:?}");
        }
    }
    let soviet = picked(&free_for(WHOLE, Side::Soviet), Action::Select(unit(scenario(WHOLE), "SL01")));
    assert_eq!(rule_against(&soviet, "place 1831"), "BPS.c", "Kiev is no place for a unit of Leningrad");
    let finn = picked(&free_for(WHOLE, Side::Axis), Action::Select(unit(scenario(WHOLE), "FI01")));
    let country = scenario(WHOLE).map.country_hexes(Country::Finland);
    assert!(hexes(&finn).len() > 10 && hexes(&finn).iter().all(|&hex| country.contains(hex)));
    assert_eq!(rule_against(&finn, "place 1024"), "BPS.c");
}

/// Army groups are set up in their rows: the North as far south as East Prussia, the Centre as far as Warsaw, the South from there on.
#[test]
fn army_groups_have_their_parts_of_the_border() {
    let game = free_for(WHOLE, Side::Axis);
    let data = game.data();
    let rows = |id: &str| {
        let there = picked(&game, Action::Select(unit(data, id)));
        let rows: Vec<u8> = hexes(&there).iter().map(|&hex| data.map.grid.offset_xy(hex).1 + 1).collect();
        assert!(hexes(&there).iter().all(|&hex| data.map.grid.offset_xy(hex).0 + 1 >= 8));
        [rows.iter().min().copied(), rows.iter().max().copied()]
    };
    let infantry = |zone: Zone| {
        let is = |known: &stavka_engine::blocks_in_the_east::data::Unit| known.zone == zone && known.kind == UnitKind::Infantry;
        data.units(Side::Axis).find(|(_, known)| is(known)).map(|(_, known)| known.id.clone()).expect("infantry")
    };
    assert!(rows(&infantry(Zone::North)).iter().flatten().all(|row| (21..=24).contains(row)));
    assert!(rows(&infantry(Zone::Centre)).iter().flatten().all(|row| (24..=28).contains(row)));
    assert!(rows(&infantry(Zone::South)).iter().flatten().all(|row| (29..=33).contains(row)));
}

/// [BPS.j][BPS.g] Black dots are where their sheets say; later in the war nobody is bound to a place but the two commands.
#[test]
fn black_dots_stay() {
    for side in Side::ALL {
        let game = free_for(WHOLE, side);
        let data = game.data();
        let exact: Vec<UnitId> =
            units_of(&game, side).into_iter().map(|(unit, _)| unit).filter(|&unit| data.unit(unit).zone == Zone::Exact).collect();
        assert!(!exact.is_empty() && exact.iter().all(|unit| !picks(&game).contains(unit)));
        let denial = game.check(Action::Select(exact[0])).expect_err("a black dot");
        assert_eq!(denial.rule(), "BPS.j");
        assert_eq!(picks(&game).len() + exact.len(), units_of(&game, side).len());
    }
    let game = free_for(WHOLE, Side::Axis);
    assert!(offers(&game, "select FI01") && offers(&game, "select HU01"));
    let later = free_for(BLUE, Side::Soviet);
    assert!(offers(&later, "select SG01"));
    assert_eq!(rule_against(&later, "select SH01"), "13.8.1.h");
    assert_eq!(rule_against(&free_for(BLUE, Side::Axis), "select AH01"), "13.8.1.h");
    // Who is not on the map is not set up.
    assert_eq!(rule_against(&game, "select AI01"), "7.3");
    assert_eq!(rule_against(&game, "select SL01"), "3.1");
}

/// [BPS.d](AMB-92) The border is covered after every change; who alone covers a hex of it does not leave. Each refusal by this rule would
/// uncover a hex, and nothing that would is allowed.
#[test]
fn the_border_stays_covered() {
    let mut refused = 0;
    for id in [LENINGRAD, "towards-moscow", ROSTOV, WHOLE] {
        let game = free_for(id, Side::Soviet);
        let data = game.data();
        let before = uncovered(&game);
        for unit in picks(&game) {
            let there = picked(&game, Action::Select(unit));
            let open: BTreeSet<Hex> = hexes(&there).into_iter().collect();
            for &to in &open {
                let after = moved(&there, to).expect("it is open");
                assert_eq!(uncovered(&after).difference(before), HexSet::EMPTY, "{id}: {} to {}", data.unit(unit).name, data.map.name(to));
            }
            for to in data.map.grid.hexes().filter(|hex| !open.contains(hex)) {
                let denial = there.check(Action::Place(to)).expect_err("it is not listed");
                if denial.rule() == "BPS.d" {
                    refused += 1;
                    let others = units_of(&game, Side::Soviet).into_iter().filter(|(other, _)| *other != unit);
                    let after = uncovered_by(data, others.chain([(unit, to)]));
                    assert_ne!(after.difference(before), HexSet::EMPTY, "{id}: {} to {}", data.unit(unit).name, data.map.name(to));
                }
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

/// [3.10] Stacks, [3.4] bases.
#[test]
fn stacks_and_bases_hold_in_the_set_up() {
    for (id, side) in [(WHOLE, Side::Axis), (WHOLE, Side::Soviet), (BLUE, Side::Axis), (BAGRATION, Side::Soviet)] {
        let game = free_for(id, side);
        let data = game.data();
        let mut seen = BTreeSet::new();
        for unit in picks(&game) {
            let there = picked(&game, Action::Select(unit));
            for (_, to) in units_of(&game, side) {
                if let Err(denial) = there.check(Action::Place(to)) {
                    seen.insert(denial.rule());
                }
                if let Some(after) = moved(&there, to) {
                    stacks_are_sound(&after, side);
                }
            }
        }
        assert!(seen.contains("3.10") && seen.contains("3.4"), "{id}: {seen:?}");
        // A third combat unit finds no room beside two.
        let is_full = |hex: Hex| units_of(&game, side).iter().filter(|(unit, at)| *at == hex && data.unit(*unit).is_combat()).count() == 2;
        let third = picks(&game).into_iter().filter(|&unit| data.unit(unit).is_combat()).find_map(|unit| {
            let there = picked(&game, Action::Select(unit));
            let full =
                units_of(&game, side).into_iter().map(|(_, hex)| hex).filter(|&hex| is_full(hex) && game.place(unit).hex() != Some(hex));
            full.filter_map(|hex| there.check(Action::Place(hex)).err()).find(|denial| denial.rule() == "3.10")
        });
        assert!(third.is_some(), "{id}");
    }
}

/// [5.3.c] Romanians and Hungarians are not set up together; [5.3.a] allies stay where they operate.
#[test]
fn rivals_are_set_up_apart() {
    let game = free_for(BLUE, Side::Axis);
    let data = game.data();
    let of = |nation: Nation| units_of(&game, Side::Axis).into_iter().filter(move |(unit, _)| data.unit(*unit).nation == nation);
    let romanian = of(Nation::Romanian).map(|(unit, _)| unit).find(|&unit| data.unit(unit).kind == UnitKind::Infantry).expect("a Romanian");
    let there = picked(&game, Action::Select(romanian));
    let rules: BTreeSet<&str> =
        of(Nation::Hungarian).filter_map(|(_, hex)| there.check(Action::Place(hex)).err()).map(|denial| denial.rule()).collect();
    assert!(rules.contains("5.3.c"), "{rules:?}");
    let apart = hexes(&there);
    assert!(of(Nation::Hungarian).all(|(_, hex)| !apart.contains(&hex)));
    assert!(apart.iter().all(|hex| !data.closed_to(Nation::Romanian).contains(*hex)));
    assert_eq!(rule_against(&there, "place 1715"), "BPS.c");
}

/// [BPS.k] One German unit is in Finland, and no second one.
#[test]
fn no_second_german_is_set_up_in_finland() {
    let mut game = free_for(BLUE, Side::Axis);
    let data = game.data();
    let germans = |game: &BlocksInTheEast| {
        units_of(game, Side::Axis)
            .into_iter()
            .filter(|&(unit, hex)| data.unit(unit).nation == Nation::German && data.ground.finland.contains(hex))
            .map(|(unit, _)| unit)
            .collect::<Vec<_>>()
    };
    assert!(!germans(&game).is_empty());
    let corps = picks(&game).into_iter().find(|&unit| {
        let known = data.unit(unit);
        known.nation == Nation::German
            && known.is_combat()
            && !germans(&game).contains(&unit)
            && !hexes(&picked(&game, Action::Select(unit))).is_empty()
    });
    let corps = corps.expect("a corps that may go somewhere");
    let there = picked(&game, Action::Select(corps));
    let finnish = data
        .map
        .country_hexes(Country::Finland)
        .iter()
        .find(|&hex| game.stack(hex).is_empty() && !data.map.is_box(hex))
        .expect("an empty hex");
    assert_eq!(there.check(Action::Place(finnish)).expect_err("the second German").rule(), "5.5.g");
    // When those who are there have left, one may come; a German who is there may go about.
    for guest in germans(&game) {
        game.apply(Action::Select(guest));
        let away = hexes(&game).into_iter().find(|hex| !data.ground.finland.contains(*hex)).expect("a hex elsewhere");
        game = moved(&game, away).expect("it is open");
    }
    let there = picked(&game, Action::Select(corps));
    let first = moved(&there, finnish).expect("the first German");
    assert_eq!(germans(&first), [corps]);
}

/// [SBE6.b][SBE7.b][SBE8.b](AMB-86) Every hex of the front is occupied by a ground combat unit after each change; the last one does not leave,
/// but another combat unit may take its place.
#[test]
fn fronts_stay_occupied() {
    for (id, side) in [(BLUE, Side::Axis), (BLUE, Side::Soviet), (CITADEL, Side::Soviet), (BAGRATION, Side::Axis)] {
        let game = free_for(id, side);
        let data = game.data();
        let (mut held, mut swapped, mut support) = (0, 0, 0);
        for unit in picks(&game) {
            let there = picked(&game, Action::Select(unit));
            for &to in hexes(&there).iter().step_by(29) {
                assert_eq!(empty_front(&moved(&there, to).expect("it is open"), side), HexSet::EMPTY, "{id}");
            }
            let is_front_alone = data.unit(unit).is_combat() && hexes(&there).is_empty();
            held += usize::from(is_front_alone);
            for action in legal(&there).into_iter().filter(|action| matches!(action, Action::Exchange(_))) {
                let after = picked(&there, action);
                assert_eq!(empty_front(&after, side), HexSet::EMPTY, "{id}: {}", there.notation(action));
                swapped += usize::from(is_front_alone);
            }
            for (other, _) in units_of(&game, side).into_iter().filter(|_| is_front_alone) {
                if let Err(denial) = there.check(Action::Exchange(other)) {
                    support += usize::from(denial.rule() == "SBE6.b");
                }
            }
        }
        assert!(held > 0 && swapped > 10 && support > 0, "{id}: {held} {swapped} {support}");
    }
    // The rule is named.
    let game = free_for(BLUE, Side::Soviet);
    let last = picks(&game).into_iter().find(|&unit| hexes(&picked(&game, Action::Select(unit))).is_empty()).expect("the last of a hex");
    let there = picked(&game, Action::Select(last));
    let empty = game.data().map.grid.hexes().find(|&hex| there.check(Action::Place(hex)).is_err_and(|denial| denial.rule() == "SBE6.b"));
    assert!(empty.is_some());
}

/// [2.3] Two units change places, each in its zone; what is covered stays so, whoever they are.
#[test]
fn two_units_change_places() {
    let mut game = free_for(WHOLE, Side::Soviet);
    let (a, b) = (at(&game, "SW01"), at(&game, "SW02"));
    play(&mut game, &["select SW01"]);
    let before = game.clone();
    if a != b {
        play(&mut game, &["exchange SW02"]);
        assert_eq!((at(&game, "SW01"), at(&game, "SW02")), (b, a));
        assert_eq!(game.asked(), Some(Asked::SetUp));
    }
    assert_eq!(rule_against(&before, "exchange SL01"), "BPS.c");
    assert_eq!(rule_against(&before, "exchange SG01"), "BPS.j");
    assert_eq!(rule_against(&before, "exchange SW01"), "2.3");
    assert_eq!(rule_against(&before, "exchange GN01"), "3.1");
    for (id, side) in [(LENINGRAD, Side::Soviet), (ROSTOV, Side::Soviet), (WHOLE, Side::Soviet), (WHOLE, Side::Axis)] {
        let game = free_for(id, side);
        for unit in picks(&game) {
            let there = picked(&game, Action::Select(unit));
            for action in legal(&there).into_iter().filter(|action| matches!(action, Action::Exchange(_))) {
                let after = picked(&there, action);
                is_sound(&after, side);
                let other = action.unit().expect("a unit");
                assert_eq!((after.place(unit), after.place(other)), (game.place(other), game.place(unit)));
            }
        }
    }
}

/// [2.3] A unit that is put back stays, and counts as picked: no side sets up for ever.
#[test]
fn changes_are_bounded() {
    let mut game = free_for(LENINGRAD, Side::Soviet);
    let place = at(&game, "SL01");
    for _ in 0..300 {
        game.apply(game.parse_action("select SL01").expect("a unit"));
        game.apply(Action::Done);
    }
    assert_eq!((at(&game, "SL01"), legal(&game)), (place, vec![Action::Done]));
    assert_eq!(rule_against(&game, "select SL01"), "2.3");
    play(&mut game, &["done"]);
    assert_eq!(game.sets_up(), Some(Side::Axis));
    assert!(legal(&game).len() > 10);
    let usual = scenario(LENINGRAD).max_actions();
    assert!(game.scenario().max_actions() >= usual + 2 * (2 * 300 + 1));
}

/// [LONG.a] Strength points of each class of a side.
fn factors(game: &BlocksInTheEast, side: Side) -> BTreeMap<String, u32> {
    let mut sums = BTreeMap::new();
    for (unit, _) in units_of(game, side) {
        let known = game.data().unit(unit);
        let class = match (known.nation, known.class, known.kind) {
            (_, UnitClass::Headquarters, _) => format!("{:?}", known.id),
            (Nation::German | Nation::Soviet, _, UnitKind::Artillery) => format!("{:?} artillery", known.nation),
            (Nation::Soviet, _, UnitKind::Cavalry) => "cavalry".to_owned(),
            (Nation::German | Nation::Soviet, class, _) => format!("{:?} {class:?}", known.nation),
            (nation, ..) => format!("{nation:?}"),
        };
        *sums.entry(class).or_insert(0) += u32::from(game.strength(unit));
    }
    sums
}

/// [LONG.a] Strength is distributed within the classes of the charts, from one point to full strength.
#[test]
fn strength_is_distributed_within_classes() {
    for (id, side) in [(BLUE, Side::Soviet), (BLUE, Side::Axis), (CITADEL, Side::Axis), (BAGRATION, Side::Axis)] {
        let game = free_for(id, side);
        let data = game.data();
        let before = factors(&game, side);
        let mut gifts = 0;
        for unit in picks(&game) {
            let there = picked(&game, Action::Select(unit));
            for action in legal(&there).into_iter().filter(|action| matches!(action, Action::Strengthen(_))) {
                gifts += 1;
                let other = action.unit().expect("a unit");
                let promised = there.strengths_after(other);
                let after = picked(&there, action);
                assert_eq!(factors(&after, side), before, "{id}: {}", there.notation(action));
                assert!(after.strength(unit) < game.strength(unit) && after.strength(other) > game.strength(other));
                assert!(after.strength(unit) >= 1 && after.strength(other) <= data.unit(other).full());
                assert_eq!(promised, Some([after.strength(unit), after.strength(other)]));
                assert_eq!(after.asked(), Some(Asked::SetUp));
            }
        }
        assert!(gifts > 100, "{id}: {gifts}");
    }
    let game = free_for(BLUE, Side::Axis);
    let data = game.data();
    let reduced = |kind: UnitKind| {
        let mut of = units_of(&game, Side::Axis).into_iter().map(|(unit, _)| unit);
        of.find(|&unit| data.unit(unit).kind == kind && data.unit(unit).nation == Nation::German && game.step(unit) > 0)
            .expect("a reduced unit")
    };
    let infantry = reduced(UnitKind::Infantry);
    let full = units_of(&game, Side::Axis)
        .into_iter()
        .map(|(unit, _)| unit)
        .find(|&unit| data.unit(unit).kind == UnitKind::Infantry && data.unit(unit).nation == Nation::German && game.step(unit) == 0);
    let there = picked(&game, Action::Select(full.expect("a whole corps")));
    assert!(there.check(Action::Strengthen(infantry)).is_ok());
    for other in [reduced(UnitKind::Tank), reduced(UnitKind::Artillery), full.expect("a whole corps")] {
        assert_eq!(there.check(Action::Strengthen(other)).expect_err("another class, or itself").rule(), "LONG.a");
    }
    // Those of June 1941 are at full strength.
    let early = picked(&free_for(WHOLE, Side::Soviet), Action::Select(unit(scenario(WHOLE), "SW01")));
    assert_eq!(rule_against(&early, "strengthen SW02"), "LONG.a");
}

/// [LONG.a][1.3] The other side is not told who has which strength: each unit could be at its lowest step, and of each nation the steps above
/// it are known.
#[test]
fn distributed_strength_is_not_seen() {
    let game = free_for(BLUE, Side::Soviet);
    let data = game.data();
    for (unit, _) in units_of(&game, Side::Soviet).into_iter().filter(|(unit, _)| data.unit(*unit).class != UnitClass::Headquarters) {
        let steps = &data.unit(unit).steps;
        let lowest = steps.iter().rposition(|step| step.strength > 0).expect("a point");
        assert!(game.is_hidden(unit) && game.last_seen_step(unit) == lowest, "{}", data.unit(unit).name);
    }
    // Two gifts of a step for a step look alike to the Axis, and neither is told by name.
    let before: usize = units_of(&game, Side::Soviet).iter().map(|(unit, _)| game.step(*unit)).sum();
    let gifts = |unit: UnitId| {
        let there = picked(&game, Action::Select(unit));
        legal(&there)
            .into_iter()
            .filter(|action| matches!(action, Action::Strengthen(_)))
            .map(move |action| (picked(&there, action), there.is_hidden_from(action)))
            .collect::<Vec<_>>()
    };
    let giver = picks(&game)
        .into_iter()
        .find(|&unit| data.unit(unit).steps[0].strength == 4 && gifts(unit).len() > 3)
        .expect("a corps with strength to give");
    let alike: BTreeSet<u64> = gifts(giver)
        .into_iter()
        .filter_map(|(after, hidden)| {
            assert!(hidden);
            let sum: usize = units_of(&after, Side::Soviet).iter().map(|(unit, _)| after.step(*unit)).sum();
            (sum == before).then(|| after.view_hash(Side::Axis))
        })
        .collect();
    assert_eq!(alike.len(), 1);
}

/// Whether the Axis is not told the name in an action.
trait Hidden {
    fn is_hidden_from(&self, action: Action) -> bool;
}

impl Hidden for BlocksInTheEast {
    fn is_hidden_from(&self, action: Action) -> bool {
        stavka_engine::Notation::is_hidden(self, action, Side::Axis)
    }
}

/// [1.3][2.3] The side that sets up later sees positions, and not who stands there: that two blocks have changed places looks like one that
/// was picked and put back.
#[test]
fn the_other_side_sees_blocks_alone() {
    let game = free_for(WHOLE, Side::Soviet);
    let unit = unit(game.data(), "SW01");
    let there = picked(&game, Action::Select(unit));
    assert!(there.is_hidden_from(Action::Select(unit)) || game.is_hidden_from(Action::Select(unit)));
    let back = picked(&there, Action::Done);
    let exchanges: Vec<Action> = legal(&there).into_iter().filter(|action| matches!(action, Action::Exchange(_))).collect();
    assert!(!exchanges.is_empty());
    for action in exchanges {
        assert!(there.is_hidden_from(action));
        assert_eq!(picked(&there, action).view_hash(Side::Axis), back.view_hash(Side::Axis));
        assert_ne!(picked(&there, action).view_hash(Side::Soviet), back.view_hash(Side::Soviet));
    }
    // A block that goes to another hex is seen there.
    let to = hexes(&there)[0];
    let after = moved(&there, to).expect("it is open");
    assert_ne!(after.view_hash(Side::Axis), back.view_hash(Side::Axis));
    assert!(
        game.is_hidden_from(Action::Select(unit))
            && after
                .data()
                .units(Side::Soviet)
                .all(|(unit, _)| BlocksInTheEast::is_hidden(&after, unit) || after.place(unit).hex().is_none())
    );
    // Of the pick no black dot can be it.
    let mut worlds = Dice::new(7);
    let mut named = BTreeSet::new();
    for _ in 0..60 {
        let world = there.determinize(Side::Axis, &mut worlds);
        assert_eq!(world.view_hash(Side::Axis), there.view_hash(Side::Axis));
        let Some(Asked::SetUpUnit(other)) = world.asked() else { panic!("{:?}", world.asked()) };
        assert_ne!(world.data().unit(other).zone, Zone::Exact);
        assert!(legal(&world).contains(&Action::Done));
        named.insert(other);
    }
    assert!(named.len() > 5);
}

/// [2.3] Where a unit may go to very many hexes the part of the map is chosen first; no list is longer than 500 choices.
#[test]
fn sectors_come_before_very_many_hexes() {
    let game = free_for(BLUE, Side::Soviet);
    let unit =
        picks(&game).into_iter().find(|&unit| hexes(&picked(&game, Action::Select(unit))).len() > 250).expect("a unit that may go far");
    let there = picked(&game, Action::Select(unit));
    let sectors: Vec<Action> = legal(&there).into_iter().filter(|action| matches!(action, Action::Sector(_))).collect();
    assert!(sectors.len() > 3 && legal(&there).len() < 500);
    let all = hexes(&there);
    assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len());
    let far = *all.last().expect("a hex");
    assert_eq!(there.check(Action::Place(far)).expect_err("the sector comes first").rule(), "2.3");
    let north = picked(&there, sectors[0]);
    assert_eq!(north.check(Action::Place(far)).expect_err("another sector").rule(), "2.3");
    assert!(matches!(north.asked(), Some(Asked::SetUpUnit(asked)) if asked == unit));
    // It may be put back from there, too.
    let back = picked(&north, Action::Done);
    assert_eq!((back.asked(), back.place(unit)), (Some(Asked::SetUp), game.place(unit)));
    let after = moved(&there, far).expect("it is open");
    assert_eq!((after.asked(), after.place(unit).hex()), (Some(Asked::SetUp), Some(far)));
    for id in [BLUE, CITADEL, BAGRATION, WHOLE] {
        for side in Side::ALL {
            let game = free_for(id, side);
            for unit in picks(&game) {
                let there = picked(&game, Action::Select(unit));
                let lists = legal(&there)
                    .into_iter()
                    .filter(|action| matches!(action, Action::Sector(_)))
                    .map(|sector| legal(&picked(&there, sector)).len());
                let longest = lists.chain([legal(&there).len()]).max();
                assert!(longest < Some(500), "{id}: {longest:?}");
            }
        }
    }
}

/// [13.0][2.3] Headquarters are set up in their own country, and later in the war on the ground of their side; the commands keep their seats.
#[test]
fn headquarters_are_set_up_too() {
    let game = free_for("barbarossa", Side::Soviet);
    let (data, hq) = (game.data(), unit(scenario("barbarossa"), "SH02"));
    let there = picked(&game, Action::Select(hq));
    let sector = legal(&there).into_iter().filter(|action| matches!(action, Action::Sector(_))).count();
    assert!(sector > 0);
    let soviet = data.map.country_hexes(Country::SovietUnion);
    assert!(hexes(&there).iter().all(|&hex| soviet.contains(hex)) && hexes(&there).len() > 250);
    let axis = free_for("barbarossa", Side::Axis);
    for (id, country) in [("AH10", Country::Romania), ("AH11", Country::Finland), ("AH12", Country::Hungary), ("AK01", Country::Slovakia)] {
        let there = picked(&axis, Action::Select(unit(data, id)));
        let open = hexes(&there);
        let country = data.map.country_hexes(country);
        assert!(!open.is_empty() && open.iter().all(|&hex| country.contains(hex)), "{id}");
    }
    let german = picked(&axis, Action::Select(unit(data, "AH02")));
    let others = [Country::Romania, Country::Finland, Country::Hungary].map(|country| data.map.country_hexes(country));
    assert!(!hexes(&german).is_empty() && hexes(&german).iter().all(|&hex| others.iter().all(|country| !country.contains(hex))));
    assert_eq!(rule_against(&game, "select SH01"), "13.8.1.h");
    let later = free_for(BLUE, Side::Axis);
    assert!(hexes(&picked(&later, Action::Select(unit(data, "AH02")))).len() > 100);
}

/// [27.0.a] The Turkish frontier stays covered where chapter 27 is played.
#[test]
fn the_turkish_frontier_stays_covered() {
    let data = with_options(BLUE, "free-set-up = true\ngarrisons = true");
    let game = BlocksInTheEast::new(data);
    let mut refused = 0;
    for unit in picks(&game) {
        let there = picked(&game, Action::Select(unit));
        for &to in hexes(&there).iter().step_by(17) {
            let after = moved(&there, to).expect("it is open");
            assert_eq!(after.turkish_frontier().map(|[_, open]| open), Some(HexSet::EMPTY));
        }
        let denies = |hex: Hex| there.check(Action::Place(hex)).is_err_and(|denial| denial.rule() == "27.0.a");
        refused += data.map.grid.hexes().filter(|&hex| denies(hex)).count();
    }
    assert!(refused > 100, "{refused}");
    let bare = free_for(BLUE, Side::Soviet);
    let denies = |unit: UnitId| {
        let there = picked(&bare, Action::Select(unit));
        data.map.grid.hexes().any(|hex| there.check(Action::Place(hex)).is_err_and(|denial| denial.rule() == "27.0.a"))
    };
    assert!(!picks(&bare).into_iter().any(denies));
}

/// [14.0.a] Under chapter 14 armour is not set up in mountains.
#[test]
fn armour_is_not_set_up_in_mountains() {
    let data = with_options(BLUE, "free-set-up = true\nmountains-and-swamps = true");
    let game = BlocksInTheEast::new(data);
    let tanks = picks(&game).into_iter().filter(|&unit| data.unit(unit).class == UnitClass::Armour && data.unit(unit).is_combat());
    let mut refused = 0;
    for unit in tanks {
        let there = picked(&game, Action::Select(unit));
        assert!(hexes(&there).iter().all(|hex| data.map.terrain[hex.index()] != Terrain::Mountain));
        let denies = |hex: Hex| there.check(Action::Place(hex)).is_err_and(|denial| denial.rule() == "14.0.a");
        refused += data.map.grid.hexes().filter(|&hex| denies(hex)).count();
    }
    assert!(refused > 0);
}

/// [1.3] Where all units are visible the set-up is, too.
#[test]
fn an_open_set_up_is_seen() {
    let game = BlocksInTheEast::new(with_options(BLUE, "free-set-up = true\nopen = true"));
    let unit = picks(&game)[0];
    let there = picked(&game, Action::Select(unit));
    assert!(!game.is_hidden_from(Action::Select(unit)) && there.sees_all(Side::Axis));
    let gift = legal(&there).into_iter().find(|action| matches!(action, Action::Strengthen(_) | Action::Exchange(_))).expect("a change");
    let after = picked(&there, gift);
    after.verify().expect("nothing is hidden");
    assert_eq!(after.last_seen_step(unit), after.step(unit));
}

/// The Basic game offers the option, as the Advanced one does; it is off by default.
#[test]
fn both_games_offer_a_free_set_up() {
    for (id, _) in Prepared::SCENARIOS {
        assert!(scenario(id).options().iter().any(|option| option.key == "free-set-up" && option.rule == "2.3"), "{id}");
        assert!(!scenario(id).script.options.free_set_up, "{id}");
    }
}

/// Random set-ups come to their ends, and games that begin so hold what holds in every position.
#[test]
fn random_set_ups_come_to_their_ends() {
    for (id, last, seeds) in
        [(LENINGRAD, 4, 0..6), (ROSTOV, 1, 6..8), (WHOLE, 1, 8..10), ("barbarossa", 1, 10..11), (BLUE, 13, 11..13), (BAGRATION, 37, 13..14)]
    {
        for seed in seeds {
            let mut changes = 0;
            play_at_random(free(id), last, seed, |game| {
                if let Some(side) = game.sets_up() {
                    changes += 1;
                    if changes % 40 == 0 {
                        is_sound(game, side);
                    }
                    assert!(legal(game).len() < 500);
                }
            });
            assert!(changes > 2, "{id}");
        }
    }
}

/// A whole random set-up of both sides is sound, and the game goes on from it like from any other.
#[test]
fn the_game_goes_on_from_any_set_up() {
    for id in [LENINGRAD, WHOLE, CITADEL] {
        let mut game = free(id);
        let mut fate = Dice::new(3);
        let mut changes = 0;
        while let Some(side) = game.sets_up() {
            let actions = legal(&game);
            let ready = game.asked() == Some(Asked::SetUp) && changes < 80;
            let action = if ready {
                fate.choose(&actions[1..])
            } else if game.asked() == Some(Asked::SetUp) {
                changes = 0;
                Action::Done
            } else {
                pick(&game, &actions, &mut fate)
            };
            changes += usize::from(matches!(action, Action::Select(_)));
            game.apply(action);
            stacks_are_sound(&game, side);
        }
        for side in Side::ALL {
            is_sound(&game, side);
        }
        game.verify().expect("a set-up");
        assert_eq!(
            game.phase(),
            Some((Side::Axis, BlocksInTheEast::new(scenario(id)).phase().map_or(Phase::Supply, |(_, phase)| phase))),
            "{id}"
        );
    }
}
