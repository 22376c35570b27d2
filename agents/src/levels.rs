//! The ladder of levels, from beginner to strongest. A level differs by its family of player, by its
//! budget and by how often its hand slips; the rules are the same for all.

use stavka_engine::{Dice, Game, View};

use crate::agent::{Agent, Watch};
use crate::budget::Budget;
use crate::playable::Playable;
use crate::spec::{AgentKind, AgentSpec, Prepared};

/// Version of the ladder, raised with every change of [`LADDER`] and of a player on it.
pub(crate) const VERSION: u32 = 3;

/// One level.
struct LevelSettings {
    kind: AgentKind,
    budget: Budget,
    /// Choices in a hundred that are made at random.
    slips: u32,
}

const fn rung(kind: AgentKind, slips: u32) -> LevelSettings {
    LevelSettings { kind, budget: AgentSpec::BUDGET, slips }
}

const fn thinker(kind: AgentKind, iterations: u32, slips: u32) -> LevelSettings {
    LevelSettings { kind, budget: Budget::Iterations(iterations), slips }
}

/// Levels 1 to 8. None goes by the clock: the same seed gives the same game on every machine. More plans or
/// simulations than those of the last two do not make the players stronger.
const LADDER: [LevelSettings; 8] = [
    rung(AgentKind::Greedy, 80),
    rung(AgentKind::Greedy, 45),
    rung(AgentKind::Greedy, 20),
    rung(AgentKind::Greedy, 0),
    rung(AgentKind::Doctrine, 6),
    rung(AgentKind::Doctrine, 0),
    thinker(AgentKind::Oep, 80, 2),
    thinker(AgentKind::Mcts, 300, 0),
];

/// A rung of the ladder, 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// How many there are.
    pub const COUNT: usize = LADDER.len();

    /// All levels, weakest first.
    pub const ALL: [Level; Level::COUNT] = {
        let mut all = [Level(1); Level::COUNT];
        let mut index = 0;
        while index < Level::COUNT {
            all[index] = Level(index as u8 + 1);
            index += 1;
        }
        all
    };

    /// Name on the command line and in records.
    pub const fn as_str(self) -> &'static str {
        ["level1", "level2", "level3", "level4", "level5", "level6", "level7", "level8"][self.0 as usize - 1]
    }

    const fn rung(self) -> &'static LevelSettings {
        &LADDER[self.0 as usize - 1]
    }

    /// The player that sits at this level, before its hand slips.
    pub fn player(self) -> AgentSpec {
        let rung = self.rung();
        AgentSpec { budget: rung.budget, ..AgentSpec::of(rung.kind) }
    }

    /// Choices in a hundred that the level makes at random.
    pub fn slips(self) -> u32 {
        self.rung().slips
    }

    /// The player that sits at this level, ready to play.
    pub(crate) fn prepared<G: Playable>(self) -> Prepared<G> {
        self.player().prepare().expect("no level sits behind a network")
    }

    /// The player.
    pub(crate) fn make<G: Playable>(self, seed: u64) -> Box<dyn Agent<G>> {
        let player = self.prepared().make(seed);
        Box::new(EpsilonRandom { name: self.as_str(), seed, dice: Dice::stream(seed, 0), slips: self.rung().slips, player })
    }
}

/// A player whose hand slips now and then.
struct EpsilonRandom<G> {
    name: &'static str,
    seed: u64,
    dice: Dice,
    slips: u32,
    player: Box<dyn Agent<G>>,
}

/// Keeps the stream of the slips apart from that of the player.
const SLIPS: u64 = 0x511b;

impl<G: Game> Agent<G> for EpsilonRandom<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed ^ SLIPS, game_seed);
        self.player.new_game(game_seed);
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], watch: Watch<'_>) -> G::Action {
        if self.slips > 0 && legal.len() > 1 && self.dice.below(100) < self.slips {
            return self.dice.choose(legal);
        }
        self.player.choose(view, legal, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_name_that_reads_back() {
        for (index, level) in Level::ALL.into_iter().enumerate() {
            let spec = AgentSpec::of(AgentKind::Level(level));
            assert_eq!(spec.to_string(), format!("level{}", index + 1));
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn no_level_goes_by_the_clock() {
        for level in Level::ALL {
            assert!(AgentSpec::of(AgentKind::Level(level)).is_reproducible(), "{}", level.as_str());
        }
    }

    #[test]
    fn hands_of_one_kind_slip_less_from_level_to_level() {
        assert!(LADDER.is_sorted_by(|lower, higher| lower.kind != higher.kind || lower.slips >= higher.slips));
    }

    #[test]
    fn no_level_sits_behind_a_network() {
        assert!(LADDER.iter().all(|rung| rung.kind.asks_network().is_none()));
    }

    #[test]
    fn no_level_sits_on_another() {
        assert!(LADDER.iter().all(|rung| !matches!(rung.kind, AgentKind::Level(_))));
    }
}
