//! What the property, fuzz, allocation and perft suites share: games to walk through, and the
//! properties themselves, generic over games. A new game of the catalogue has to implement
//! [`Invariants`] and gets everything else for nothing. The small game of `agents/examples/bridgehead` has them all, with its patch
//! and without.

mod across_the_bug;
pub(crate) mod armir;
mod blocks_in_the_east;
mod bolt_action;
mod bridgehead;
pub(crate) mod bytes;
pub(crate) mod contract;
pub(crate) mod coverage;
mod crossing;
pub(crate) mod east_front;
pub(crate) mod information;
pub(crate) mod promises;
pub(crate) mod records;
pub(crate) mod reference;
pub(crate) mod skirmish;
pub(crate) mod walk;

use stavka_engine::catalogue::Catalogue;
use stavka_engine::game::{Determinize, Game, Side};
use stavka_engine::observation::Observe;
use stavka_engine::record::Recorded;
use stavka_engine::{Dice, Scenario};

/// A property that does not hold: what was found, in words.
pub(crate) type Finding = Result<(), String>;

/// Everything the suites ask of a game.
pub(crate) trait Playable: Recorded + Determinize + Observe + Invariants {}

impl<G: Recorded + Determinize + Observe + Invariants> Playable for G {}

/// What holds in one game in particular: its counters, its limits, its slow references.
pub(crate) trait Invariants: Game {
    /// What has to be remembered from position to position.
    type Watch: Send;

    /// Whether the name of a unit in a line tells the other side what it does not know, also where no other unit could be meant.
    const NAMES_TELL: bool = false;
    /// Verbs that random play hardly comes to; scenes have them.
    const SELDOM: &'static [&'static str] = &[];

    /// The memory of a game that begins, or that is met half-way.
    fn watch(&self) -> Self::Watch;

    /// What must hold after every action.
    fn after_action(watch: &mut Self::Watch, before: &Self, action: Self::Action, after: &Self) -> Finding;

    /// What must hold of the legal list of every position and is cheap to check.
    fn in_list(&self, legal: &[Self::Action]) -> Finding;

    /// What must hold in every position and is dear to check; `legal` is the legal list.
    fn in_position(&self, legal: &[Self::Action]) -> Finding;

    /// An action near to `action`, legal or not, sensible or not: other counters, hexes, numbers.
    fn mutated(&self, action: Self::Action, dice: &mut Dice) -> Self::Action;

    /// In how many worlds `viewer` may be, as far as it can tell.
    fn worlds(&self, viewer: Side) -> usize;

    /// Whether an action has turned something up that `viewer` did not know, so that worlds drawn before it need not look like the true
    /// one any more.
    fn turns_up(before: &Self, after: &Self, viewer: Side) -> bool {
        after.worlds(viewer) < before.worlds(viewer)
    }

    /// Where games are long one in so many is played, so that every scenario gets about the same time.
    fn one_in(_: &'static Self::Scenario) -> u64 {
        1
    }

    /// Positions made by hand that random play from the start seldom comes to; none is as good as some.
    fn studies(_: &'static Self::Scenario) -> Vec<Self> {
        Vec::new()
    }

    /// Positions that differ from each other in one fact each, with the fact: no two may have one hash.
    fn siblings(_: &'static Self::Scenario) -> Vec<(String, Self)> {
        Vec::new()
    }

    /// Every rule id that a reason can carry.
    fn denial_rules() -> Vec<&'static str>;
}

/// Ids and data of every embedded scenario of a game.
pub(crate) fn scenarios<G: Catalogue>() -> impl Iterator<Item = &'static G::Scenario> {
    G::embedded().iter().map(|id| G::load(id).unwrap_or_else(|error| panic!("{}/{id}: {error}", G::NAME)))
}

/// The words by which a failing game can be played again.
pub(crate) fn place_of<G: Recorded>(scenario: &G::Scenario, seed: u64, action: usize) -> String {
    format!("{}/{} seed {seed}, action {action}", G::GAME, scenario.id())
}

/// Fails with the text unless the condition holds.
macro_rules! require {
    ($condition:expr, $($text:tt)+) => {{
        let holds: bool = $condition;
        if !holds {
            return Err(format!($($text)+));
        }
    }};
}
pub(crate) use require;

/// Runs a generic function on every scenario of every game of the catalogue, of the small game that others begin from, and of the
/// toy on squares.
macro_rules! for_every_scenario {
    ($function:path) => {
        for name in stavka_engine::catalogue::GameName::ALL {
            stavka_engine::with_game!(name, G => for scenario in crate::props::scenarios::<G>() {
                $function(crate::props::Of::<G>::new(), scenario);
            });
        }
        $function(crate::props::Of::<crate::bridgehead::Bridgehead>::new(), &crate::bridgehead::MAP);
        $function(crate::props::Of::<crate::bridgehead_patched::Bridgehead>::new(), &crate::bridgehead_patched::MAP);
        $function(crate::props::Of::<crate::toy::crossing::Crossing>::new(), &crate::toy::crossing::BOARD);
    };
}
pub(crate) use for_every_scenario;

/// Names a game type in an argument list.
pub(crate) struct Of<G>(std::marker::PhantomData<G>);

impl<G> Of<G> {
    pub(crate) fn new() -> Self {
        Of(std::marker::PhantomData)
    }
}
