//! Players by name: `greedy`, `mcts:time=5s`, `oep:iterations=200`.

use std::fmt::{self, Display};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use stavka_engine::{GameName, with_game};

use crate::agent::Agent;
use crate::analysis::Analyst;
use crate::budget::Budget;
use crate::determinization::sample_world;
use crate::doctrine::DoctrineAgent;
use crate::flat::{Flat, FlatSettings};
use crate::greedy::Greedy;
use crate::gumbel::{Gumbel, GumbelSettings};
use crate::handcrafted::HandcraftedPolicyValue;
use crate::levels::{self, Level};
use crate::mcts::{Mcts, MctsSettings};
use crate::net::Net;
use crate::network::{NetworkError, NetworkMaker, PolicyValue, Role};
use crate::network_evaluator::{NetworkEvaluator, NetworkStaff};
use crate::oep::Evolution;
use crate::orders::UnderOrders;
use crate::playable::{Playable, SecretChoice};
use crate::policy_agent::PolicyAgent;
use crate::random::Random;
use crate::style::Style;

/// Declares the players, a row each: kind, name on the command line and in records, version, settings that it understands, what it
/// asks a network for, the agent, and for those that can say what they think the analyst.
macro_rules! players {
    ($(
        $(#[$doc:meta])*
        $kind:ident: $name:literal, version $version:literal, settings [$($setting:ident),*], network $role:expr,
        agent |$player:ident, $seed:ident| $agent:expr $(, analyst |$thinker:ident, $stream:ident| $analyst:expr)?;
    )*) => {
        /// The kinds of players.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum AgentKind {
            $($(#[$doc])* $kind,)*
            /// A level of the ladder.
            Level(Level),
        }

        /// The kinds but for the levels.
        const KINDS: &[AgentKind] = &[$(AgentKind::$kind),*];

        impl AgentKind {
            const fn row(self) -> &'static Row {
                match self {
                    $(AgentKind::$kind => &Row { name: $name, version: $version, settings: &[$($setting),*], network: $role },)*
                    AgentKind::Level(_) => &Row { name: "level", version: levels::VERSION, settings: &[], network: None },
                }
            }
        }

        impl<G: Playable> Prepared<G> {
            /// The agent before it is told what to choose.
            fn at_liberty(&self, seed: u64) -> Box<dyn Agent<G>> {
                match self.spec.kind {
                    $(AgentKind::$kind => {
                        let ($player, $seed) = (self, seed);
                        Box::new($agent)
                    })*
                    AgentKind::Level(level) => level.with_random_choices(seed, level.prepared().make(seed)),
                }
            }

            /// An agent that can say what it thinks, if the player is of such a kind.
            pub fn analyst(&self, seed: u64) -> Option<Box<dyn Analyst<G>>> {
                match self.spec.kind {
                    $($(AgentKind::$kind => {
                        let ($thinker, $stream) = (self, seed);
                        Some(Box::new($analyst))
                    })?)*
                    AgentKind::Level(level) => level.prepared().analyst(seed),
                    _ => None,
                }
            }
        }
    };
}

players! {
    /// Uniform choice.
    Random: "random", version 1, settings [], network None,
        agent |_player, seed| Random::new(seed);
    /// The rollout policy of the game.
    Policy: "policy", version 1, settings [], network None,
        agent |_player, seed| PolicyAgent::new(seed, G::policy());
    /// Flat Monte Carlo.
    Flat: "flat", version 2, settings [TIME, MOVE, ITERATIONS, ROLLOUT], network None,
        agent |player, seed| player.spec.flat::<G>(seed),
        analyst |player, seed| player.spec.flat::<G>(seed);
    /// One whole move ahead.
    Greedy: "greedy", version 1, settings [STYLE], network None,
        agent |player, seed| Greedy::new(seed, G::knowledge()).in_style(player.spec.style);
    /// One whole move ahead, by the fitted evaluator.
    Staff: "staff", version 2, settings [], network None,
        agent |_player, seed| Greedy::new(seed, G::staff());
    /// Scripted plans of a staff officer, compared by the evaluator.
    Doctrine: "doctrine", version 2, settings [], network None,
        agent |_player, seed| DoctrineAgent::new(seed, G::staff());
    /// Monte Carlo tree search.
    Mcts: "mcts", version 4, settings [TIME, MOVE, ITERATIONS, THREADS, MEMORY, ROLLOUT], network None,
        agent |player, seed| player.spec.mcts::<G>(seed).advised_by(G::adviser(seed, player.spec.budget)),
        analyst |player, seed| player.spec.mcts::<G>(seed);
    /// Evolution of plans for whole player turns.
    Oep: "oep", version 3, settings [TIME, MOVE, ITERATIONS], network None,
        agent |player, seed| Evolution::<G>::new(seed, player.spec.budget);
    /// Gumbel search guided by the hand-written evaluator.
    Gumbel: "gumbel", version 5, settings [TIME, MOVE, ITERATIONS, MEMORY], network None,
        agent |player, seed| player.spec.gumbel(seed, HandcraftedPolicyValue::<G>::new()),
        analyst |player, seed| player.spec.gumbel(seed, HandcraftedPolicyValue::<G>::new());
    /// The policy of a network.
    Net: "net", version 4, settings [WEIGHTS, TEMPERATURE], network Some(Role::Player),
        agent |player, seed| Net::new(seed, player.spec.temperature as f32 / 100.0, player.network());
    /// Gumbel search guided by a network.
    NetSearch: "net+search", version 6, settings [TIME, MOVE, ITERATIONS, MEMORY, WEIGHTS], network Some(Role::Player),
        agent |player, seed| player.spec.gumbel(seed, player.network()),
        analyst |player, seed| player.spec.gumbel(seed, player.network());
    /// One whole move ahead, by the value of a network.
    NetStaff: "net+staff", version 2, settings [WEIGHTS], network Some(Role::Judge),
        agent |player, seed| player.staff(seed);
    /// Evolution of plans, compared by the value of a network.
    NetOep: "net+oep", version 3, settings [TIME, MOVE, ITERATIONS, WEIGHTS], network Some(Role::Judge),
        agent |player, seed| player.planner(seed);
    /// Monte Carlo tree search, advised by such plans.
    NetMcts: "net+mcts", version 2, settings [TIME, MOVE, ITERATIONS, THREADS, MEMORY, ROLLOUT, WEIGHTS], network Some(Role::Judge),
        agent |player, seed| player.spec.mcts::<G>(seed).advised_by(Box::new(player.planner(seed))),
        analyst |player, seed| player.spec.mcts::<G>(seed).advised_by(Box::new(player.staff(seed)));
}

/// What is the same for all players of a kind.
struct Row {
    name: &'static str,
    version: u32,
    settings: &'static [Setting],
    network: Option<Role>,
}

impl AgentKind {
    /// Every kind, weakest first, then the levels.
    pub const ALL: [AgentKind; KINDS.len() + Level::COUNT] = {
        let mut all = [AgentKind::Random; KINDS.len() + Level::COUNT];
        let mut index = 0;
        while index < all.len() {
            all[index] = if index < KINDS.len() { KINDS[index] } else { AgentKind::Level(Level::ALL[index - KINDS.len()]) };
            index += 1;
        }
        all
    };

    /// The name on the command line and in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            AgentKind::Level(level) => level.as_str(),
            _ => self.row().name,
        }
    }

    /// Version of the kind's play, raised with every change that may alter a choice. Ratings hold for one
    /// version.
    pub const fn version(self) -> u32 {
        self.row().version
    }

    /// What the player asks a network for, if it needs one.
    pub const fn asks_network(self) -> Option<Role> {
        self.row().network
    }

    /// Whether the kind can be told what to choose in secret.
    const fn takes_orders(self) -> bool {
        matches!(self, AgentKind::Greedy | AgentKind::Staff | AgentKind::Doctrine)
    }

    /// Names of the settings that the kind understands in one game or another.
    fn settings(self) -> impl Iterator<Item = &'static str> {
        self.row().settings.iter().map(|setting| setting.name).chain(secrets().filter(move |_| self.takes_orders()))
    }
}

/// Names of the choices that the games know as secret.
fn secrets() -> impl Iterator<Item = &'static str> {
    GameName::ALL.into_iter().filter_map(|game| with_game!(game, G => G::SECRET.map(|secret| secret.name)))
}

impl Display for AgentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A setting of players.
struct Setting {
    name: &'static str,
    /// What its value may be, for people.
    expected: &'static str,
    /// Sets it; `None` if that is no value of it.
    set: fn(&mut AgentSpec, &str) -> Option<()>,
    /// Its value as it is written.
    value: fn(&AgentSpec) -> Option<String>,
}

/// The value of the budget, if it is one of this name.
fn budget_as(spec: &AgentSpec, name: &str) -> Option<String> {
    let budget = spec.budget.to_string();
    budget.split_once('=').filter(|(kind, _)| *kind == name).map(|(_, value)| value.to_owned())
}

/// Time per player turn.
const TIME: Setting = Setting {
    name: "time",
    expected: A_TIME,
    set: |spec, value| duration(value).map(|time| spec.budget = Budget::PerTurn(time)),
    value: |spec| budget_as(spec, "time"),
};

/// Time per decision.
const MOVE: Setting = Setting {
    name: "move",
    expected: A_TIME,
    set: |spec, value| duration(value).map(|time| spec.budget = Budget::PerDecision(time)),
    value: |spec| budget_as(spec, "move"),
};

/// Simulations per decision.
const ITERATIONS: Setting = Setting {
    name: "iterations",
    expected: FROM_ONE,
    set: |spec, value| count(value).map(|count| spec.budget = Budget::Iterations(count)),
    value: |spec| budget_as(spec, "iterations"),
};

/// Threads of the search.
const THREADS: Setting = Setting {
    name: "threads",
    expected: FROM_ONE,
    set: |spec, value| count(value).map(|count| spec.threads = count as usize),
    value: |spec| Some(spec.threads.to_string()),
};

/// Memory of the search in MiB.
const MEMORY: Setting = Setting {
    name: "memory",
    expected: FROM_ONE,
    set: |spec, value| count(value).map(|count| spec.memory = count as usize),
    value: |spec| Some(spec.memory.to_string()),
};

/// Decisions that are played on before a position is valued.
const ROLLOUT: Setting = Setting {
    name: "rollout",
    expected: FROM_ZERO,
    set: |spec, value| value.parse().ok().map(|length| spec.rollout = length),
    value: |spec| Some(spec.rollout.to_string()),
};

/// File with the weights of the network.
const WEIGHTS: Setting = Setting {
    name: "weights",
    expected: "the name of a file",
    set: |spec, value| (!value.is_empty()).then(|| spec.weights = Some(PathBuf::from(value))),
    value: |spec| spec.weights.as_ref().map(|path| path.display().to_string()),
};

/// How freely choices are drawn from the policy of the network.
const TEMPERATURE: Setting = Setting {
    name: "temperature",
    expected: FROM_ZERO,
    set: |spec, value| value.parse().ok().map(|hundredths| spec.temperature = hundredths),
    value: |spec| Some(spec.temperature.to_string()),
};

/// How much a scripted player minds its losses.
const STYLE: Setting = Setting {
    name: "style",
    expected: "plain, aggressive or cautious",
    set: |spec, value| value.parse().ok().map(|style| spec.style = style),
    value: |spec| Some(spec.style.to_string()),
};

const A_TIME: &str = "a time such as 5s or 500ms";
const FROM_ZERO: &str = "a whole number from 0";
const FROM_ONE: &str = "a whole number from 1";

fn count(value: &str) -> Option<u32> {
    value.parse().ok().filter(|&count| count > 0)
}

/// A player as a user names it: a kind, and for those that search their settings.
///
/// `kind[:key=value[,key=value]...]`, in any letter case. Keys: `time` (per player turn, `5s`, `500ms`),
/// `move` (time per decision), `iterations` (per decision), `threads`, `memory` (MiB), `rollout` (decisions
/// played on before a position is valued, 0 and more), `weights` (a file; without it the weights that are shipped
/// with the game), `style` (of `greedy`: `aggressive`, whose own losses count half, or `cautious`, whose own count twice),
/// `temperature` (in hundredths: 0 plays the likeliest choice, 100 draws by the policy). Scripted players also understand the name of a game's [`SecretChoice`], with what they are to choose.
///
/// ```
/// use stavka_agents::{AgentSpec, Budget};
///
/// let spec: AgentSpec = "mcts:iterations=300,threads=2".parse()?;
/// assert_eq!((spec.budget, spec.threads), (Budget::Iterations(300), 2));
/// let error = "mcts:speed=9".parse::<AgentSpec>().expect_err("no such setting");
/// assert!(error.to_string().contains("iterations"), "{error}");
/// # Ok::<(), stavka_agents::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentSpec {
    /// Kind of player.
    pub kind: AgentKind,
    /// How much it thinks.
    pub budget: Budget,
    /// Threads that it searches with.
    pub threads: usize,
    /// Most memory of its search, in MiB.
    pub memory: usize,
    /// Decisions that its search plays on before it values a position.
    pub rollout: u32,
    /// File with the weights of its network; without one those that are shipped with the game.
    pub weights: Option<PathBuf>,
    /// Hundredths of the temperature at which choices are drawn from its network's policy; 0 for the likeliest.
    pub temperature: u32,
    /// What it is told to choose in secret: the name of the game's [`SecretChoice`], and the choice in its notation. Where a
    /// scenario does not allow the choice, it chooses for itself.
    pub secret: Option<(&'static str, String)>,
    /// How much the greedy player minds the losses of its side.
    pub style: Style,
}

/// A player with everything it needs at hand: makes as many agents as there are games to play, in no time.
pub struct Prepared<G: Playable> {
    spec: AgentSpec,
    network: Option<NetworkMaker<G>>,
    secret: Option<G::Action>,
}

impl AgentSpec {
    /// Budget of a player that none is given for.
    pub const BUDGET: Budget = Budget::PerTurn(Duration::from_secs(5));
    /// Memory of a search that none is given for, in MiB.
    pub const MEMORY: usize = 256;

    /// A kind with its usual settings.
    pub const fn of(kind: AgentKind) -> Self {
        let rollout = match kind {
            AgentKind::Flat => 20,
            _ => 0,
        };
        AgentSpec {
            kind,
            budget: Self::BUDGET,
            threads: 1,
            memory: Self::MEMORY,
            rollout,
            weights: None,
            temperature: 0,
            secret: None,
            style: Style::Plain,
        }
    }

    /// The same player with another budget.
    ///
    /// # Errors
    /// [`SpecError::UnknownSetting`] if the kind does not think within such a budget.
    pub fn with_budget(&self, budget: Budget) -> Result<Self, SpecError> {
        let text = budget.to_string();
        let setting = text.split('=').next().unwrap_or_default();
        if self.kind.settings().any(|known| known == setting) {
            return Ok(AgentSpec { budget, ..self.clone() });
        }
        Err(SpecError::UnknownSetting { kind: self.kind, setting: setting.to_owned(), known: self.kind.settings().collect() })
    }

    /// The same with so much memory, in MiB.
    pub const fn with_memory(mut self, memory: usize) -> Self {
        self.memory = memory;
        self
    }

    /// Gets the player what it needs for a game: loads the network, if it has one, and reads what it is to choose in secret.
    ///
    /// # Errors
    /// [`SpecError::Network`], [`SpecError::NoSecret`], [`SpecError::BadValue`].
    pub fn prepare<G: Playable>(&self) -> Result<Prepared<G>, SpecError> {
        let load = |role| G::networks().load(role, self.weights.as_deref()).and_then(|network| fit_for(role, network));
        let loaded = self.kind.asks_network().map(load).transpose();
        let network = loaded.map_err(|problem| SpecError::Network { player: self.to_string(), problem })?;
        Ok(Prepared { spec: self.clone(), network, secret: self.secret_choice::<G>()? })
    }

    /// What the player is to choose in secret, as a choice of the game.
    fn secret_choice<G: Playable>(&self) -> Result<Option<G::Action>, SpecError> {
        let Some((name, choice)) = &self.secret else { return Ok(None) };
        let secret = G::SECRET.filter(|secret| secret.name == *name);
        let Some(SecretChoice { name, expected, read, .. }) = secret else {
            return Err(SpecError::NoSecret { player: self.to_string(), setting: name });
        };
        let action = read(choice);
        action.map(Some).ok_or_else(|| SpecError::BadValue { kind: self.kind, setting: name, value: choice.clone(), expected })
    }

    /// The player.
    ///
    /// # Errors
    /// Those of [`AgentSpec::prepare`].
    pub fn make<G: Playable>(&self, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(self.prepare()?.make(seed))
    }

    /// The player, if it is one that can say what it thinks.
    ///
    /// # Errors
    /// Those of [`AgentSpec::prepare`].
    pub fn analyst<G: Playable>(&self, seed: u64) -> Result<Option<Box<dyn Analyst<G>>>, SpecError> {
        Ok(self.prepare()?.analyst(seed))
    }

    fn gumbel<G: Playable, N: PolicyValue<G>>(&self, seed: u64, network: N) -> Gumbel<G, N> {
        let settings = GumbelSettings { memory: self.memory << 20, ..GumbelSettings::default() };
        Gumbel::new(self.kind.as_str(), seed, settings, self.budget, network).sampling_worlds_by(sample_world)
    }

    fn flat<G: Playable>(&self, seed: u64) -> Flat<G, G::Evaluator, G::Policy> {
        let settings = FlatSettings { budget: self.budget, rollout: self.rollout };
        Flat::new(seed, settings, G::evaluator(), G::policy())
    }

    /// The tree search of these settings, whatever the kind, with the staff to advise it: what analyses single
    /// positions. The player has the adviser of the game instead, whose plans pay where decisions follow each other.
    pub fn mcts<G: Playable>(&self, seed: u64) -> Mcts<G, G::Evaluator, G::Policy> {
        let settings = MctsSettings {
            budget: self.budget,
            threads: self.threads,
            memory: self.memory << 20,
            rollout: self.rollout,
            handovers: G::HANDOVERS,
            batch: 1,
        };
        Mcts::new(seed, settings, || (G::evaluator(), G::policy())).advised_by(Box::new(Greedy::new(seed, G::staff())))
    }

    /// Whether the same seed always gives the same game.
    pub fn is_reproducible(&self) -> bool {
        match self.kind {
            AgentKind::Level(level) => level.player().is_reproducible(),
            kind => kind.settings().all(|name| name != TIME.name) || self.budget.is_reproducible(),
        }
    }
}

impl Level {
    /// The player that sits at this level, before it chooses at random.
    pub fn player(self) -> AgentSpec {
        self.sitter().parse().expect("the ladder names players")
    }

    /// The same, ready to play.
    fn prepared<G: Playable>(self) -> Prepared<G> {
        self.player().prepare().expect("no level sits behind a network")
    }
}

/// A network for a role. Judges are asked for chances of winning, beside those of the game's evaluator.
fn fit_for<G: Playable>(role: Role, network: NetworkMaker<G>) -> Result<NetworkMaker<G>, NetworkError> {
    let scale = network().scale();
    if role == Role::Player || scale.is_result() {
        return Ok(network);
    }
    let share = scale.margin;
    Err(NetworkError(format!(
        "its values are no chances of winning: the margin of victory has a share of {share}; a judge needs results alone"
    )))
}

impl<G: Playable> Prepared<G> {
    /// An agent with the stream of `seed`.
    pub fn make(&self, seed: u64) -> Box<dyn Agent<G>> {
        match self.secret {
            Some(secret) => Box::new(UnderOrders::new(secret, self.at_liberty(seed))),
            None => self.at_liberty(seed),
        }
    }

    /// A player that looks one whole move ahead by the word of the player's network.
    fn staff(&self, seed: u64) -> Greedy<G, NetworkStaff<G>> {
        Greedy::new(seed, NetworkStaff::new(self.network()))
    }

    /// Evolution of plans whose ends are judged by the player's network and the game's evaluator.
    fn planner(&self, seed: u64) -> Evolution<G> {
        Evolution::new(seed, self.spec.budget).judged_by(Box::new(NetworkEvaluator::new(self.network())))
    }

    fn network(&self) -> Box<dyn PolicyValue<G>> {
        let maker = self.network.as_ref().expect("a player with a network is prepared with one");
        maker()
    }
}

/// Reads a time above zero: `5s`, `0.5s`, `500ms`.
pub fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let seconds = number.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds > 0.0)? * unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}

impl Display for AgentSpec {
    /// The shortest name that reads back as this player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.kind.as_str().to_owned();
        let usual = AgentSpec::of(self.kind);
        let mut mark = ':';
        let mut add = |setting: String| {
            text.push(mark);
            text.push_str(&setting);
            mark = ',';
        };
        for setting in self.kind.row().settings {
            if let Some(value) = (setting.value)(self)
                && (setting.value)(&usual).as_ref() != Some(&value)
            {
                add(format!("{}={value}", setting.name));
            }
        }
        if let Some((name, choice)) = &self.secret {
            add(format!("{name}={choice}"));
        }
        f.pad(&text)
    }
}

/// Why a name names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No kind has this name.
    #[error("there is no player {name:?}; the players are: {}", AgentKind::ALL.map(AgentKind::as_str).join(", "))]
    UnknownKind {
        /// The name that was asked for.
        name: String,
    },
    /// The kind has no such setting.
    #[error("the player {kind} has no setting {setting:?}; it has: {}", if known.is_empty() { "none".to_owned() } else { known.join(", ") })]
    UnknownSetting {
        /// The kind.
        kind: AgentKind,
        /// What stands before the equals sign.
        setting: String,
        /// The settings of the kind.
        known: Vec<&'static str>,
    },
    /// A setting has a value that it cannot have.
    #[error("the player {kind} cannot have {setting}={value:?}; expected {expected}")]
    BadValue {
        /// The kind.
        kind: AgentKind,
        /// The setting.
        setting: &'static str,
        /// The value.
        value: String,
        /// What it could be.
        expected: &'static str,
    },
    /// The player is told of a secret choice that the game does not have.
    #[error("the player {player} cannot play this game, in which nobody has {setting} to choose in secret")]
    NoSecret {
        /// The player.
        player: String,
        /// The setting.
        setting: &'static str,
    },
    /// The player's network cannot be had.
    #[error("the player {player} cannot play: {problem}")]
    Network {
        /// The player.
        player: String,
        /// Why.
        problem: NetworkError,
    },
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(name: &str) -> Result<Self, SpecError> {
        let (kind, settings) = name.split_once(':').unwrap_or((name, ""));
        let kind = AgentKind::ALL
            .into_iter()
            .find(|known| known.as_str().eq_ignore_ascii_case(kind))
            .ok_or_else(|| SpecError::UnknownKind { name: kind.to_owned() })?;
        let mut spec = AgentSpec::of(kind);
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (word, value) = setting.split_once('=').unwrap_or((setting, ""));
            if let Some(name) = secrets().find(|name| kind.takes_orders() && name.eq_ignore_ascii_case(word)) {
                spec.secret = Some((name, value.to_owned()));
                continue;
            }
            let Some(setting) = kind.row().settings.iter().find(|setting| setting.name.eq_ignore_ascii_case(word)) else {
                let known = kind.settings().collect();
                return Err(SpecError::UnknownSetting { kind, setting: word.to_owned(), known });
            };
            let &Setting { name: setting, expected, set, .. } = setting;
            set(&mut spec, value).ok_or_else(|| SpecError::BadValue { kind, setting, value: value.to_owned(), expected })?;
        }
        Ok(spec)
    }
}

/// The player with this name and seed.
///
/// # Errors
/// [`SpecError`] lists what exists.
pub fn make_agent<G: Playable>(name: &str, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
    name.parse::<AgentSpec>()?.make(seed)
}

#[cfg(test)]
mod tests {
    use stavka_engine::armir::Armir;

    use super::*;

    #[test]
    fn every_kind_reads_back_in_any_letter_case() {
        for kind in AgentKind::ALL {
            let spec = AgentSpec::of(kind);
            assert_eq!(spec.to_string(), kind.as_str());
            assert_eq!(kind.as_str().to_uppercase().parse(), Ok(spec));
        }
    }

    #[test]
    fn a_kind_that_nobody_knows_is_answered_with_the_list() {
        let error = "deep-blue".parse::<AgentSpec>().expect_err("there is no such player");
        assert!(error.to_string().starts_with("there is no player \"deep-blue\"; the players are: random, policy, "), "{error}");
    }

    #[test]
    fn a_kind_without_settings_refuses_them() {
        let error = "random:time=5s".parse::<AgentSpec>().expect_err("chance does not think");
        assert_eq!(error.to_string(), "the player random has no setting \"time\"; it has: none");
    }

    #[test]
    fn a_style_and_a_budget_read_back_where_the_kind_has_them() {
        let spec: AgentSpec = "greedy:style=Aggressive".parse().expect("it is well formed");
        assert_eq!((spec.style, spec.to_string().as_str()), (Style::Aggressive, "greedy:style=aggressive"));
        assert_eq!("greedy:style=plain".parse(), Ok(AgentSpec::of(AgentKind::Greedy)));
        assert!("greedy:style=rash".parse::<AgentSpec>().is_err() && "doctrine:style=cautious".parse::<AgentSpec>().is_err());
        let searcher: AgentSpec = "mcts:threads=2".parse().expect("it is well formed");
        let asked = searcher.with_budget(Budget::Iterations(9)).expect("it counts simulations");
        assert_eq!(asked.to_string(), "mcts:iterations=9,threads=2");
        let error = spec.with_budget(Budget::Iterations(9)).expect_err("it does not think");
        assert_eq!(error.to_string(), "the player greedy has no setting \"iterations\"; it has: style, objectives");
    }

    #[test]
    fn scripted_players_are_told_what_to_choose_in_secret() {
        for name in ["doctrine:objectives=2+4", "staff:objectives=1+3", "greedy:objectives=1+2+3+4"] {
            let spec: AgentSpec = name.parse().expect("it is well formed");
            assert_eq!(spec.to_string(), name);
            assert!(spec.prepare::<Armir>().is_ok(), "{name}");
        }
        assert_eq!("Doctrine:OBJECTIVES=2+4".parse(), "doctrine:objectives=2+4".parse::<AgentSpec>());
        let error = "mcts:objectives=2+4".parse::<AgentSpec>().expect_err("it makes up its own mind");
        assert!(error.to_string().starts_with("the player mcts has no setting \"objectives\"; it has: time, "), "{error}");
        let error = "staff:objections=2+4".parse::<AgentSpec>().expect_err("no game has such a choice");
        assert_eq!(error.to_string(), "the player staff has no setting \"objections\"; it has: objectives");
    }

    #[test]
    fn what_is_no_secret_choice_of_the_game_is_refused_in_words() {
        let told = |name: &str, error: Option<SpecError>| error.unwrap_or_else(|| panic!("{name} was taken")).to_string();
        for set in ["2", "5+1", "1+1", "", "all"] {
            let name = format!("doctrine:objectives={set}");
            let error = told(&name, name.parse::<AgentSpec>().expect("it is well formed").prepare::<Armir>().err());
            let expected =
                format!("the player doctrine cannot have objectives={set:?}; expected a set that the Soviets may choose, such as 1+3+4");
            assert_eq!(error, expected);
        }
        let name = "doctrine:objectives=2+4";
        let spec: AgentSpec = name.parse().expect("it is well formed");
        let open: GameName = "east-front".parse().expect("a game in which nobody chooses in secret");
        let error = told(name, with_game!(open, G => spec.prepare::<G>().err()));
        let expected = "the player doctrine:objectives=2+4 cannot play this game, in which nobody has objectives to choose in secret";
        assert_eq!(error, expected);
    }

    #[test]
    fn hands_of_one_kind_slip_less_from_level_to_level() {
        let order = |lower: &Level, higher: &Level| {
            lower.player().kind != higher.player().kind || lower.epsilon_percent() >= higher.epsilon_percent()
        };
        assert!(Level::ALL.is_sorted_by(order));
    }

    #[test]
    fn no_level_sits_behind_a_network() {
        assert!(Level::ALL.iter().all(|level| level.player().kind.asks_network().is_none()));
    }

    #[test]
    fn no_level_sits_on_another() {
        assert!(Level::ALL.iter().all(|level| !matches!(level.player().kind, AgentKind::Level(_))));
    }

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
    fn times_are_read_with_their_units() {
        assert_eq!(duration("5s"), Some(Duration::from_secs(5)));
        assert_eq!(duration("0.25s"), Some(Duration::from_millis(250)));
        assert_eq!(duration("80ms"), Some(Duration::from_millis(80)));
        for bad in ["", "5", "s", "-1s", "0ms", "1e400s", "nan s", "infs"] {
            assert_eq!(duration(bad), None, "{bad:?}");
        }
    }
}
