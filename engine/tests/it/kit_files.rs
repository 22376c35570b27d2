//! What all games share of scenario files and of positions made by hand.

use std::ops::Deref;

use stavka_engine::Scenario as _;
use stavka_engine::armir::{Armir, Formation, Phase, Place, Prepared};
use stavka_engine::blocks_in_the_east::{self, BlocksInTheEast};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::data::Source;
use stavka_engine::east_front::EastFront;
use stavka_engine::game::Side;
use stavka_engine::hex::Hex;
use stavka_engine::kit::actions::ActionWord;
use stavka_engine::kit::counters::Numbered;
use stavka_engine::kit::files::ScenarioFiles as _;
use stavka_engine::kit::order_of_battle::{Listed, OrderOfBattle};
use stavka_engine::kit::position::{Editable, PositionBuilder};

fn said<T>(result: Result<T, impl ToString>) -> String {
    result.err().map_or_else(|| "accepted".to_owned(), |error| error.to_string())
}

#[test]
fn a_scenario_extends_an_embedded_one_and_no_other() {
    let load = |text: &str| Prepared::load(&Prepared::sources("own.toml", text));
    let base = Armir::load("historical").expect("it is embedded");
    let start =
        "[start]\nsoviet_ps = 9\naxis_pa = 5\ngarrison = 1\nchir_box = 1\norigin = \"test\"\nartillery_pool = { 6 = 1, 1g = 2, 3g = 3 }\n";
    let own = load(&format!("extends = \"historical\"\n{start}")).expect("the rest comes from the embedded scenario");
    assert_eq!((own.start.momentum, own.arrivals.len()), (9, base.arrivals.len()));
    assert_ne!(own.fingerprint(), base.fingerprint());
    let same = Prepared::interned(&Prepared::sources("own.toml", "extends = \"historical\"")).expect("it changes nothing");
    assert!(std::ptr::eq(same, base), "equal files are loaded once");
    assert!(said(load("extends = \"1812\"")).contains("own.toml: extends: \"1812\"; expected one of [\"historical\", \"free\"]"));
}

/// A scenario of a user's own may change one that changes another.
#[test]
fn what_is_extended_may_extend_another() {
    let load = |text: &str| blocks_in_the_east::Prepared::load(&blocks_in_the_east::Prepared::sources("own.toml", text));
    let base = BlocksInTheEast::load("barbarossa").expect("it is embedded");
    let own = load("extends = \"barbarossa\"\n[options]\nopen = true\norigin = \"given\"\n").expect("it stands on two others");
    assert!(own.script.options.open && !base.script.options.open);
    assert_eq!((own.script.turns, own.script.placed.len()), (base.script.turns, base.script.placed.len()));
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Number(Side, usize);

impl Numbered for Number {
    const A_SIDE: usize = 2;

    fn new(side: Side, slot: usize) -> Self {
        Number(side, slot)
    }

    fn side(self) -> Side {
        self.0
    }

    fn slot(self) -> usize {
        self.1
    }
}

#[derive(PartialEq, Debug)]
struct Named(&'static str);

impl Listed for Named {
    fn id(&self) -> &str {
        self.0
    }
}

#[test]
fn counters_are_numbered_by_side_in_the_order_of_the_file() {
    let source = Source { name: "units.toml", text: "" };
    let mut counters: OrderOfBattle<Number, Named> = OrderOfBattle::default();
    for (side, id) in [(Side::Soviet, "a"), (Side::Axis, "b"), (Side::Soviet, "c")] {
        counters.push(&source, id, side, Named(id)).expect("there is room");
    }
    assert_eq!(
        said(counters.push(&source, "d", Side::Soviet, Named("d"))),
        "units.toml: d: one more of the Soviet side; expected at most 2"
    );
    assert_eq!(
        counters.of(Side::Soviet).collect::<Vec<_>>(),
        [(Number(Side::Soviet, 0), &Named("a")), (Number(Side::Soviet, 1), &Named("c"))]
    );
    assert_eq!((counters.find("b"), counters.find("e")), (Some(Number(Side::Axis, 0)), None));
    assert_eq!(counters[Number(Side::Soviet, 1)], Named("c"));
    assert_eq!(said(counters.named(&source, "stack 0101", "unit", "e")), "units.toml: stack 0101: no unit \"e\" in units.toml");
}

/// What every game refuses: (counter, hex), names that nothing has, too many steps, company of the enemy.
fn refusals<G: Editable>(empty: &PositionBuilder<G>, [one, enemy]: [&str; 2], hex: &str, closed: &str)
where
    Hex: ActionWord<<G::Scenario as Deref>::Target>,
{
    let place = |id: &str, hex: &str| said(empty.clone().place(id, hex));
    assert!(place("no-one", hex).starts_with("no counter \"no-one\" in this scenario"));
    assert!(place(one, "9999").contains("9999"), "{}", place(one, "9999"));
    assert_eq!(place(one, closed), format!("hex {closed:?}: out of play"));
    assert!(said(empty.clone().steps(one, 0)).starts_with(&format!("{one} cannot have 0 steps; expected 1 to ")));
    let held = empty.clone().place(one, hex).expect("a good place");
    assert_eq!(said(held.place(enemy, hex)), format!("{hex} would hold units of both sides"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let armir = stavka_engine::armir::PositionBuilder::empty(Armir::load("historical").expect("it is embedded"));
    refusals(&armir, ["5/Tri", "278/3G"], "0901", "2414");
    let [sixth, guards] = [Formation::Sixth, Formation::FirstGuards].map(|army| {
        let data = armir.clone().open(Phase::SovietMovement, 0).data();
        data.counters(Side::Soviet).find(|(_, unit)| unit.formation == army).expect("an army has units").1.id.clone()
    });
    let mixed = armir.clone().place(&sixth, "0901").and_then(|position| position.place(&guards, "0901"));
    assert_eq!(said(mixed), "0901 would hold units of two Soviet armies");
    assert_eq!(said(armir.clone().turn(9)), "turn is 9; expected 1 to 6");
    let lost = armir.put_in_box("5/Tri", Place::ELIMINATED).expect("a box takes anybody").open(Phase::SovietMovement, 0);
    assert_eq!(lost.steps(lost.data().find_unit("5/Tri").expect("a counter")), 0);

    let east_front = stavka_engine::east_front::PositionBuilder::empty(EastFront::load("tartar-trench").expect("it is embedded"));
    refusals(&east_front, ["73", "271"], "3505", "3906");
    assert_eq!(said(east_front.turn(1)), "turn is 1; expected a turn of the scenario");
}
