//! The fewest that can be gathered for a fight to reach each column of its odds.

use std::collections::BTreeMap;

use serde::Serialize;
use stavka_engine::{Side, Turn};

use super::theme::{Lit, Odds, Role, Theme};

/// Choices that are tried one by one: every set of up to five of twelve, every one of up to three of twenty.
const MOST_TRIED: usize = 1_600;

/// A smallest set that reaches a column.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Fewest {
    /// The column.
    pub column: String,
    /// Strength of the attack with the set.
    pub attack: u16,
    /// Strength of the defence.
    pub defence: u16,
    /// Counters of the set.
    pub units: Vec<String>,
    /// The choices that gather it, in the order in which they can be made.
    #[serde(rename = "do")]
    pub choices: Vec<String>,
}

/// A position after some have been gathered.
struct Force<G: Theme> {
    game: G,
    choices: Vec<G::Action>,
    odds: Odds,
    /// Place of the column among those of the table, from 1; 0 is below the first.
    rank: usize,
}

/// What a search needs to know of the position that it begins in.
struct Gathering<'a, G: Theme> {
    game: &'a G,
    side: Side,
    verb: &'static str,
    columns: Vec<String>,
    /// The column that stands without gathering anybody.
    begun: usize,
}

/// For each column of the odds that can be reached by gathering more: the smallest set that reaches it, and among those
/// the one with the least strength, or the first in the order of the choices. A column is left out where fewer reach a
/// better one. Nothing of a set is final, so all of it can be taken back.
///
/// Sets are built in ascending order, as the legal lists are, by their size, and the odds of each are those that the game
/// itself gives ([`Theme::fight`]). After [`MOST_TRIED`] sets the columns that are still to be reached are reached by
/// adding the strongest one by one and dropping those that turn out not to be needed; such a set need not be the smallest.
pub fn fewest<G: Theme>(game: &G) -> Vec<Fewest> {
    let Some(gathering) = Gathering::of(game) else { return Vec::new() };
    let Some(top) = gathering.taken(&gathering.choices(game)).map(|all| all.rank) else { return gathering.told(BTreeMap::new()) };
    let mut found: BTreeMap<usize, Force<G>> = BTreeMap::new();
    let singles = gathering.larger(None);
    let mut strongest: Vec<(u16, G::Action)> = singles.iter().map(|force| (force.odds.attack, force.choices[0])).collect();
    let mut tried = singles.len();
    let mut level = singles;
    while !level.is_empty() && found.keys().next_back().is_none_or(|&best| best < top) {
        let next = if tried < MOST_TRIED {
            level.iter().flat_map(|force| gathering.larger(Some(force))).take(MOST_TRIED - tried).collect()
        } else {
            Vec::new()
        };
        keep_fewest(&mut found, level);
        tried += next.len();
        level = next;
    }
    if tried >= MOST_TRIED {
        strongest.sort_by_key(|&(attack, _)| std::cmp::Reverse(attack));
        gathering.complete(&mut found, &strongest, top);
    }
    gathering.told(found)
}

/// Keeps for each column the smaller set, then the weaker, then the earlier.
fn keep_fewest<G: Theme>(found: &mut BTreeMap<usize, Force<G>>, forces: Vec<Force<G>>) {
    for force in forces {
        let size = |one: &Force<G>| (one.choices.len(), one.odds.attack);
        if found.get(&force.rank).is_none_or(|known| size(&force) < size(known)) {
            found.insert(force.rank, force);
        }
    }
}

impl<'a, G: Theme> Gathering<'a, G> {
    /// What the side to act gathers for the fight at hand; nothing if it gathers nobody.
    fn of(game: &'a G) -> Option<Self> {
        let Turn::Player(side) = game.turn() else { return None };
        let odds = game.fight(side)?;
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let gathers = |verb: &str| G::VERBS.iter().any(|row| row.verb == verb && row.is(Role::Gathers));
        let verb = game.spots(&legal).into_iter().map(|spot| spot.verb).find(|verb| gathers(verb))?;
        let columns = game.tables().into_iter().find(|table| table.lit == Lit::Column)?.head;
        let mut gathering = Gathering { game, side, verb, columns, begun: 0 };
        gathering.begun = if odds.is_declared { gathering.rank(&odds) } else { 0 };
        Some(gathering)
    }

    fn rank(&self, odds: &Odds) -> usize {
        self.columns.iter().skip(1).position(|name| *name == odds.column).map_or(0, |at| at + 1)
    }

    /// The choices that gather somebody in a position, in their order.
    fn choices(&self, game: &G) -> Vec<G::Action> {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let spots = game.spots(&legal);
        legal.into_iter().zip(spots).filter(|(_, spot)| spot.verb == self.verb).map(|(action, _)| action).collect()
    }

    /// A position with what has been gathered; nothing if that was final or leaves no odds.
    fn force(&self, game: G, choices: Vec<G::Action>) -> Option<Force<G>> {
        let odds = game.fight(self.side).filter(|odds| odds.is_declared && game.turn() == self.game.turn())?;
        Some(Force { rank: self.rank(&odds), game, choices, odds })
    }

    /// The sets with one more than a set, or than none.
    fn larger(&self, force: Option<&Force<G>>) -> Vec<Force<G>> {
        let (game, gathered) = force.map_or((self.game, &[][..]), |force| (&force.game, &force.choices[..]));
        let with = |action: G::Action| {
            let mut then = game.clone();
            then.apply(action);
            self.force(then, gathered.iter().copied().chain([action]).collect())
        };
        self.choices(game).into_iter().filter_map(with).collect()
    }

    /// A set gathered in the order of the lists, if it can be.
    fn taken(&self, wanted: &[G::Action]) -> Option<Force<G>> {
        let mut game = self.game.clone();
        let mut choices = Vec::new();
        while choices.len() < wanted.len() {
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            let Some(&next) = legal.iter().find(|action| wanted.contains(action) && !choices.contains(*action)) else { break };
            game.apply(next);
            choices.push(next);
            if game.turn() != self.game.turn() {
                return None;
            }
        }
        self.force(game, choices)
    }

    /// Reaches the columns that no set has reached yet: the strongest one after the other, less those that are not needed.
    fn complete(&self, found: &mut BTreeMap<usize, Force<G>>, strongest: &[(u16, G::Action)], top: usize) {
        let order: Vec<G::Action> = strongest.iter().map(|&(_, action)| action).collect();
        for rank in self.begun + 1..=top {
            if found.contains_key(&rank) {
                continue;
            }
            let prefix = (1..=order.len()).filter_map(|count| self.taken(&order[..count])).find(|force| force.rank >= rank);
            let Some(mut best) = prefix else { continue };
            for spare in order.iter().rev() {
                let without: Vec<G::Action> = best.choices.iter().copied().filter(|choice| choice != spare).collect();
                if without.len() < best.choices.len()
                    && let Some(smaller) = self.taken(&without).filter(|smaller| smaller.rank >= rank)
                {
                    best = smaller;
                }
            }
            keep_fewest(found, vec![best]);
        }
    }

    /// The sets that are worth offering, the lowest column first.
    fn told(&self, mut found: BTreeMap<usize, Force<G>>) -> Vec<Fewest> {
        let sizes: Vec<(usize, usize)> = found.iter().map(|(&rank, force)| (rank, force.choices.len())).collect();
        let is_beaten = |rank: usize, size: usize| sizes.iter().any(|&(better, fewer)| better > rank && fewer < size);
        found.retain(|&rank, force| rank > self.begun && !is_beaten(rank, force.choices.len()));
        let told = |force: Force<G>| {
            let spots = self.game.spots(&force.choices);
            Fewest {
                column: force.odds.column,
                attack: force.odds.attack,
                defence: force.odds.defence,
                units: spots.into_iter().filter_map(|spot| spot.unit).collect(),
                choices: force.choices.into_iter().map(|action| self.game.notation(action)).collect(),
            }
        };
        found.into_values().map(told).collect()
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::catalogue::Catalogue;
    use stavka_engine::{Dice, GameName, View, with_game};

    use super::*;

    /// Calls back at every position of random games in which somebody is gathered for a fight.
    fn gatherings<G: Theme + Catalogue>(seeds: u64, mut visit: impl FnMut(&Gathering<'_, G>)) -> usize {
        let mut count = 0;
        for seed in 0..seeds {
            let mut dice = Dice::new(seed);
            let mut game = G::new(G::load(G::embedded()[0]).expect("it is embedded"));
            let mut legal = Vec::new();
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                if let Some(gathering) = Gathering::of(&game) {
                    count += 1;
                    visit(&gathering);
                }
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                game.apply(action);
            }
        }
        count
    }

    /// Every set of up to eight choices is looked at, and none does better than what is offered.
    fn none_is_smaller<G: Theme + Catalogue>() {
        let mut offered = 0;
        let count = gatherings::<G>(3, |gathering| {
            let told = fewest(gathering.game);
            let choices = gathering.choices(gathering.game);
            assert!(told.iter().all(|one| one.choices.len() == one.units.len() && one.choices.len() <= choices.len()));
            let Turn::Player(side) = gathering.game.turn() else { panic!("a player gathers") };
            let world = View::new(gathering.game, side).determinize(&mut Dice::new(7));
            assert_eq!(told, fewest(&world), "nothing hidden decides");
            if choices.len() > 8 {
                return;
            }
            let sets = (1_u32..1 << choices.len()).filter_map(|bits| {
                let set: Vec<G::Action> = choices.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &one)| one).collect();
                gathering.taken(&set).filter(|force| force.choices.len() == set.len())
            });
            let mut best: BTreeMap<usize, (usize, u16)> = BTreeMap::new();
            for force in sets {
                let size = (force.choices.len(), force.odds.attack);
                best.entry(force.rank).and_modify(|known| *known = size.min(*known)).or_insert(size);
            }
            let sizes = best.clone();
            best.retain(|&rank, &mut (size, _)| {
                rank > gathering.begun && !sizes.iter().any(|(&other, &(fewer, _))| other > rank && fewer < size)
            });
            let told: Vec<(usize, u16)> = told.iter().map(|one| (one.choices.len(), one.attack)).collect();
            assert_eq!(told, best.into_values().collect::<Vec<_>>());
            offered += told.len();
        });
        assert!(count > 10 && offered > 10, "{count} {offered}");
    }

    /// Games in which a fight is declared before those who make it are gathered. In Across the Bug River a stack gathers first.
    const GATHERING: [GameName; 2] = [GameName::Armir, GameName::EastFront];

    #[test]
    fn no_smaller_set_reaches_a_column_than_the_one_that_is_offered() {
        for game in GATHERING {
            with_game!(game, G => none_is_smaller::<G>());
        }
    }

    /// Where too many can be gathered to try every set, what is offered reaches its column and nobody in it is spared.
    fn none_is_spared<G: Theme + Catalogue>() {
        gatherings::<G>(2, |gathering| {
            let singles = gathering.larger(None);
            let order: Vec<(u16, G::Action)> = singles.iter().map(|force| (force.odds.attack, force.choices[0])).collect();
            let Some(all) = gathering.taken(&gathering.choices(gathering.game)) else { return };
            let mut found = BTreeMap::new();
            gathering.complete(&mut found, &order, all.rank);
            for (rank, force) in found {
                for spare in &force.choices {
                    let without: Vec<G::Action> = force.choices.iter().copied().filter(|choice| choice != spare).collect();
                    assert!(without.is_empty() || gathering.taken(&without).is_none_or(|less| less.rank < rank));
                }
            }
        });
    }

    #[test]
    fn beyond_the_sets_that_can_be_tried_nobody_is_taken_who_is_not_needed() {
        for game in GATHERING {
            with_game!(game, G => none_is_spared::<G>());
        }
    }
}
