//! The ladder of levels, from beginner to strongest. A level differs by its family of player, by its
//! budget and by how often it chooses at random; the rules are the same for all.

use stavka_engine::{Dice, Game, View};

use crate::agent::{Agent, Report, SearchControl};

/// Version of the ladder, raised with every change of [`LADDER`] and of a player on it.
pub(crate) const VERSION: u32 = 3;

/// Levels 1 to 8: the player, and choices in a hundred that are made at random. None goes by the clock: the same seed gives the
/// same game on every machine. More plans or simulations than those of the last two do not make the players stronger.
const LADDER: [(&str, u32); 8] = [
    ("greedy", 80),
    ("greedy", 45),
    ("greedy", 20),
    ("greedy", 0),
    ("doctrine", 6),
    ("doctrine", 0),
    ("oep:iterations=80", 2),
    ("mcts:iterations=300", 0),
];

/// A rung of the ladder, 1 to 8.
///
/// ```
/// use stavka_agents::Level;
///
/// let names: Vec<&str> = Level::ALL.iter().map(|level| level.as_str()).collect();
/// assert_eq!((names[0], names[7]), ("level1", "level8"));
/// ```
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

    const fn rung(self) -> (&'static str, u32) {
        LADDER[self.0 as usize - 1]
    }

    /// Name of the player that sits at this level, with its settings.
    pub(crate) const fn sitter(self) -> &'static str {
        self.rung().0
    }

    /// Choices in a hundred that the level makes at random.
    pub const fn epsilon_percent(self) -> u32 {
        self.rung().1
    }

    /// A player with the random choices of this level.
    pub(crate) fn with_random_choices<G: Game>(self, seed: u64, player: Box<dyn Agent<G>>) -> Box<dyn Agent<G>> {
        Box::new(EpsilonRandom { name: self.as_str(), seed, dice: Dice::stream(seed, 0), epsilon_percent: self.epsilon_percent(), player })
    }
}

/// A player that now and then chooses at random.
struct EpsilonRandom<G> {
    name: &'static str,
    seed: u64,
    dice: Dice,
    epsilon_percent: u32,
    player: Box<dyn Agent<G>>,
}

/// Keeps the stream of the random choices apart from that of the player.
const RANDOM_CHOICES: u64 = 0x511b;

impl<G: Game> Agent<G> for EpsilonRandom<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn new_game(&mut self, game_seed: u64) {
        self.dice = Dice::stream(self.seed ^ RANDOM_CHOICES, game_seed);
        self.player.new_game(game_seed);
    }

    fn choose(&mut self, view: View<'_, G>, legal: &[G::Action], control: SearchControl<'_>) -> G::Action {
        if self.epsilon_percent > 0 && legal.len() > 1 && self.dice.below(100) < self.epsilon_percent {
            return self.dice.choose(legal);
        }
        self.player.choose(view, legal, control)
    }

    fn report(&self) -> Option<Report<G::Action>> {
        self.player.report()
    }
}
