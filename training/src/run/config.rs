//! The configuration of a run: a TOML file that names what differs from the defaults.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use stavka_agents::AgentSpec;
use stavka_engine::GameName;
use stavka_models::Architecture;

use super::old_keys::{OldKey, Unusable, renew};
use crate::arena::sprt::Sprt;
use crate::learner::LearnerConfig;

/// The defaults with a comment for every key.
pub const DEFAULTS: &str = include_str!("defaults.toml");

/// Which learner trains the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Imitation, then self-play by search.
    #[default]
    Search,
    /// Policy gradient on parallel games.
    Ppo,
}

/// Everything that decides a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The game.
    pub game: GameName,
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// The learner.
    pub algorithm: Algorithm,
    /// Device of libtorch.
    pub device: DeviceChoice,
    /// File of weights that learning begins with, such as a player's; empty for random ones.
    pub start: String,
    /// Stages of the curriculum.
    pub stage: Vec<Stage>,
    /// The network.
    pub network: Architecture,
    /// Games of scripted players.
    pub imitation: ImitationConfig,
    /// Self-play.
    pub selfplay: SelfPlayConfig,
    /// The replay buffer.
    pub replay: ReplayConfig,
    /// What the learner is given.
    pub batch: BatchConfig,
    /// The learner.
    pub learner: LearnerConfig,
    /// The policy gradient.
    pub ppo: PpoConfig,
    /// Games against known opponents.
    pub evaluation: EvaluationConfig,
    /// Games against the best network so far.
    pub promotion: PromotionConfig,
    /// What is kept of the learner.
    pub checkpoint: CheckpointConfig,
    /// When the run ends.
    pub limits: LimitsConfig,
}

macro_rules! section {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty = $default:expr,)* }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* }
            }
        }
    };
}

section! {
    /// A stage of the curriculum.
    Stage {
        /// Id of a scenario, or a scenario file.
        scenario: String = "historical".to_owned(),
        /// Share among the stages at hand.
        weight: f64 = 1.0,
        /// Game turns that the opening's player plays.
        opening_turns: u16 = 0,
        /// The player of the opening.
        opening: String = "policy".to_owned(),
        /// Turn after which the game is cut off; 0 for never.
        last_turn: u16 = 0,
        /// First step of the learner at which the stage is drawn.
        from_step: u64 = 0,
        /// Step from which it is drawn no more; 0 for never.
        until_step: u64 = 0,
    }
}

section! {
    /// Games of scripted players that learning starts from.
    ImitationConfig {
        /// Number of games.
        games: u64 = 0,
        /// Players; every pairing takes its turn.
        players: Vec<String> = ["doctrine", "staff", "greedy"].map(str::to_owned).to_vec(),
        /// Choices out of a thousand that are played at random.
        epsilon_per_mille: u32 = 50,
        /// Of a thousand choices that the other side does not see, so many are drawn evenly.
        hidden_epsilon_per_mille: u32 = 100,
        /// One position in so many is kept.
        keep: u32 = 4,
        /// Steps of the learner before self-play.
        steps: u64 = 0,
    }
}

/// How self-play and learning share the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// One after the other.
    #[default]
    Alternate,
    /// Side by side.
    Together,
}

/// What runs the network in self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// The interpreter that players use.
    #[default]
    Cpu,
    /// libtorch.
    Torch,
}

/// Where libtorch computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeviceChoice {
    /// CUDA if it is there.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// CUDA, or an error.
    Cuda,
}

section! {
    /// Self-play.
    SelfPlayConfig {
        /// How playing and learning take turns.
        order: Order = Order::Alternate,
        /// Games in flight.
        games: usize = 32,
        /// Threads that play.
        actors: usize = 2,
        /// Threads that run a network.
        devices: usize = 2,
        /// What runs the network.
        backend: Backend = Backend::Cpu,
        /// Positions between two turns of the learner.
        positions: u64 = 4000,
        /// Simulations of a full search.
        simulations: u32 = 16,
        /// Simulations of a fast search.
        fast_simulations: u32 = 4,
        /// Share of full searches.
        full_share: f64 = 0.25,
        /// Choices compared at the root.
        considered: usize = 8,
        /// Temperature at the start of a game.
        temperature: f32 = 1.0,
        /// Temperature at the end of its schedule.
        temperature_end: f32 = 0.25,
        /// Decisions over which it changes.
        temperature_decisions: u32 = 200,
        /// Scale of the Gumbel noise.
        noise: f32 = 1.0,
        /// Of a thousand choices that the other side does not see, so many are drawn evenly.
        hidden_epsilon_per_mille: u32 = 100,
    }
}

section! {
    /// The replay buffer.
    ReplayConfig {
        /// Positions kept at least.
        capacity: u64 = 400_000,
        /// Positions per file.
        segment: u64 = 20_000,
        /// Times that a position is learned from on average at most.
        reuse: f64 = 8.0,
        /// Positions taken from a game at a time.
        per_game: usize = 8,
    }
}

section! {
    /// What the learner is given.
    BatchConfig {
        /// Positions per step.
        positions: usize = 256,
        /// Steps whose positions are drawn together.
        window: u64 = 16,
        /// Share of the search's value in the value target.
        search_value: f32 = 0.5,
        /// Steps between two deliveries of weights to self-play.
        publish: u64 = 100,
    }
}

section! {
    /// The policy gradient.
    PpoConfig {
        /// Games side by side.
        environments: usize = 64,
        /// Decisions of each between two updates.
        horizon: usize = 64,
        /// Times that each decision is learned from.
        epochs: usize = 2,
        /// Discount per decision.
        discount: f64 = 1.0,
        /// Lambda of generalised advantage estimation.
        lambda: f64 = 0.95,
        /// Share of the margin of victory in what a finished game is worth; the result has the rest.
        margin: f64 = 0.0,
        /// How many of the games have an opponent on one side, whose decisions are not learned from.
        opponent_games: usize = 0,
        /// The opponents, players as `stavka match` names them: each has two games of four as the Axis.
        opponents: Vec<String> = vec!["greedy".to_owned()],
    }
}

section! {
    /// Games against known opponents.
    EvaluationConfig {
        /// Steps between two evaluations; 0 for only at the end.
        every: u64 = 0,
        /// Pairs of games against each opponent.
        pairs: usize = 10,
        /// The opponents, each once.
        opponents: Vec<String> = ["level2", "level4"].map(str::to_owned).to_vec(),
        /// Simulations of the network's search.
        simulations: u32 = 16,
    }
}

section! {
    /// Games against the best network so far, whose place a candidate takes if it proves better. The best plays
    /// in self-play and is what a run gives away.
    PromotionConfig {
        /// Whether there is a best; without one the newest weights play.
        enabled: bool = true,
        /// Pairs of games after which an undecided test ends: the likelier of its two leads then counts.
        pairs: usize = 150,
        /// Lead in Elo with which a candidate is not promoted.
        elo0: f64 = 0.0,
        /// Lead in Elo with which it is.
        elo1: f64 = 40.0,
        /// Where a verdict comes early: probability of a promotion although the lead is `elo0`.
        alpha: f64 = 0.1,
        /// Likewise of none although the lead is `elo1`.
        beta: f64 = 0.1,
    }
}

impl PromotionConfig {
    /// The sequential test, unless there is none.
    pub fn test(&self) -> Option<Sprt> {
        self.enabled.then_some(Sprt { elo0: self.elo0, elo1: self.elo1, alpha: self.alpha, beta: self.beta })
    }
}

section! {
    /// What is kept of the learner.
    CheckpointConfig {
        /// Steps between two checkpoints.
        every: u64 = 200,
        /// Newest ones that stay.
        keep: usize = 3,
        /// The first one from every multiple of this step on stays for good; 0 for none.
        archive: u64 = 5000,
    }
}

section! {
    /// When the run ends.
    LimitsConfig {
        /// Minutes of training; 0 for no limit.
        minutes: f64 = 0.0,
        /// Steps of the learner.
        steps: u64 = 20_000,
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            game: GameName::Armir,
            seed: 1,
            algorithm: Algorithm::Search,
            device: DeviceChoice::Auto,
            start: String::new(),
            stage: vec![Stage::default()],
            network: Architecture::default(),
            imitation: ImitationConfig::default(),
            selfplay: SelfPlayConfig::default(),
            replay: ReplayConfig::default(),
            batch: BatchConfig::default(),
            learner: LearnerConfig::default(),
            ppo: PpoConfig::default(),
            evaluation: EvaluationConfig::default(),
            promotion: PromotionConfig::default(),
            checkpoint: CheckpointConfig::default(),
            limits: LimitsConfig::default(),
        }
    }
}

/// What is wrong with a configuration.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is no TOML, or a key or value is not one of a configuration.
    #[error("{file}: {problem}")]
    Unreadable {
        /// The file.
        file: String,
        /// Line, column and what was expected.
        problem: String,
    },
    /// A value cannot be used.
    #[error("{file}: {key} is {found}; expected {expected}")]
    Value {
        /// The file.
        file: String,
        /// The key with its section.
        key: String,
        /// The value.
        found: String,
        /// What it may be.
        expected: String,
    },
}

impl Config {
    /// Reads and validates a configuration; what it does not name has its default. `file` is what errors call it. Keys
    /// that are called differently now are read all the same, and given beside the configuration, to be told.
    ///
    /// # Errors
    /// [`ConfigError`].
    pub fn parse(file: &str, text: &str) -> Result<(Self, Vec<OldKey>), ConfigError> {
        let unreadable =
            |error: toml::de::Error| ConfigError::Unreadable { file: file.to_owned(), problem: error.to_string().trim_end().to_owned() };
        let mut table: toml::Table = text.parse().map_err(unreadable)?;
        let unusable =
            |Unusable { key, found, expected }| ConfigError::Value { file: file.to_owned(), key: key.to_owned(), found, expected };
        let old = renew(&mut table).map_err(unusable)?;
        // The text itself knows the lines of what is wrong with it.
        let config: Config = if old.is_empty() { toml::from_str(text) } else { table.try_into() }.map_err(unreadable)?;
        config.validate(file)?;
        Ok((config, old))
    }

    /// The configuration with every key.
    pub fn to_text(&self) -> String {
        toml::to_string_pretty(self).expect("a configuration is plain data")
    }

    fn validate(&self, file: &str) -> Result<(), ConfigError> {
        let check = Check { file };
        check.that(!self.stage.is_empty(), "stage", "an empty list", "at least one [[stage]]")?;
        for (index, stage) in self.stage.iter().enumerate() {
            let key = |name: &str| format!("stage[{index}].{name}");
            check.that(stage.weight.is_finite() && stage.weight >= 0.0, &key("weight"), stage.weight, "0 or more")?;
            check.player(&key("opening"), &stage.opening)?;
            let cut = stage.last_turn == 0 || stage.last_turn > stage.opening_turns;
            check.that(cut, &key("last_turn"), stage.last_turn, "0, or more than opening_turns")?;
            let order = stage.until_step == 0 || stage.until_step > stage.from_step;
            check.that(order, &key("until_step"), stage.until_step, "0, or more than from_step")?;
        }
        check.that(self.stages_at(0).next().is_some(), "stage", "no stage with a weight at step 0", "one to begin with")?;
        check.count("network.width", self.network.width)?;
        check.count("network.policy_width", self.network.policy_width)?;
        check.count("network.value_width", self.network.value_width)?;
        let Architecture { advised, foresight, trust, .. } = self.network;
        check.that(advised || !foresight, "network.foresight", foresight, "false where network.advised is")?;
        check.that((0.0..=100.0).contains(&trust), "network.trust", trust, "0 to 100")?;
        let imitation = &self.imitation;
        for player in &imitation.players {
            check.player("imitation.players", player)?;
        }
        let has_players = imitation.games == 0 || !imitation.players.is_empty();
        check.that(has_players, "imitation.players", "an empty list", "at least one player")?;
        check.that(imitation.epsilon_per_mille <= 1000, "imitation.epsilon_per_mille", imitation.epsilon_per_mille, "0 to 1000")?;
        check.that(
            imitation.hidden_epsilon_per_mille <= 1000,
            "imitation.hidden_epsilon_per_mille",
            imitation.hidden_epsilon_per_mille,
            "0 to 1000",
        )?;
        check.count("imitation.keep", imitation.keep as usize)?;
        let games = imitation.steps == 0 || imitation.games > 0;
        check.that(games, "imitation.steps", imitation.steps, "0 where there are no games of imitation")?;
        self.validate_selfplay(&check)?;
        check.count("replay.capacity", self.replay.capacity as usize)?;
        check.count("replay.segment", self.replay.segment as usize)?;
        check.count("replay.per_game", self.replay.per_game)?;
        check.positive("replay.reuse", self.replay.reuse)?;
        check.count("batch.positions", self.batch.positions)?;
        check.count("batch.window", self.batch.window as usize)?;
        check.share("batch.search_value", f64::from(self.batch.search_value))?;
        if let Some(problem) = self.learner.problem() {
            return Err(ConfigError::Unreadable { file: file.to_owned(), problem: format!("learner.{problem}") });
        }
        for (key, value) in [("environments", self.ppo.environments), ("horizon", self.ppo.horizon), ("epochs", self.ppo.epochs)] {
            check.count(&format!("ppo.{key}"), value)?;
        }
        check.share("ppo.discount", self.ppo.discount)?;
        check.share("ppo.lambda", self.ppo.lambda)?;
        check.share("ppo.margin", self.ppo.margin)?;
        self.validate_opponents(&check)?;
        self.validate_evaluation(&check)?;
        check.count("checkpoint.every", self.checkpoint.every as usize)?;
        check.count("checkpoint.keep", self.checkpoint.keep)?;
        check.that(self.limits.minutes.is_finite() && self.limits.minutes >= 0.0, "limits.minutes", self.limits.minutes, "0 or more")?;
        check.count("limits.steps", self.limits.steps as usize)
    }

    fn validate_opponents(&self, check: &Check<'_>) -> Result<(), ConfigError> {
        let PpoConfig { environments, opponent_games, opponents, .. } = &self.ppo;
        check.that(opponent_games <= environments, "ppo.opponent_games", opponent_games, "no more than ppo.environments")?;
        let has_opponents = *opponent_games == 0 || !opponents.is_empty();
        check.that(has_opponents, "ppo.opponents", "empty", "at least one player where there are games with opponents")?;
        opponents.iter().try_for_each(|player| check.player("ppo.opponents", player))
    }

    fn validate_evaluation(&self, check: &Check<'_>) -> Result<(), ConfigError> {
        let EvaluationConfig { opponents, simulations, .. } = &self.evaluation;
        for (index, player) in opponents.iter().enumerate() {
            check.player("evaluation.opponents", player)?;
            let is_new = !opponents[..index].contains(player);
            check.that(is_new, "evaluation.opponents", format!("{player:?} twice"), "different players")?;
        }
        check.count("evaluation.simulations", *simulations as usize)?;
        let Some(test) = self.promotion.test() else { return Ok(()) };
        check.count("promotion.pairs", self.promotion.pairs)?;
        test.validate().map_err(|error| ConfigError::Unreadable { file: check.file.to_owned(), problem: format!("promotion: {error}") })
    }

    fn validate_selfplay(&self, check: &Check<'_>) -> Result<(), ConfigError> {
        let play = &self.selfplay;
        let counts = [
            ("games", play.games),
            ("actors", play.actors),
            ("devices", play.devices),
            ("positions", play.positions as usize),
            ("simulations", play.simulations as usize),
            ("fast_simulations", play.fast_simulations as usize),
            ("considered", play.considered),
        ];
        for (key, value) in counts {
            check.count(&format!("selfplay.{key}"), value)?;
        }
        check.that(play.devices <= play.actors, "selfplay.devices", play.devices, "no more than selfplay.actors")?;
        check.that(
            play.hidden_epsilon_per_mille <= 1000,
            "selfplay.hidden_epsilon_per_mille",
            play.hidden_epsilon_per_mille,
            "0 to 1000",
        )?;
        check.share("selfplay.full_share", play.full_share)?;
        check.that(play.full_share > 0.0, "selfplay.full_share", play.full_share, "more than 0: only full searches are learned from")?;
        for (key, value) in [("temperature", play.temperature), ("temperature_end", play.temperature_end), ("noise", play.noise)] {
            check.that(value.is_finite() && value >= 0.0, &format!("selfplay.{key}"), value, "0 or more")?;
        }
        Ok(())
    }

    /// The stages that are drawn at a step of the learner.
    pub fn stages_at(&self, step: u64) -> impl Iterator<Item = (usize, &Stage)> {
        self.stage
            .iter()
            .enumerate()
            .filter(move |(_, stage)| stage.weight > 0.0 && step >= stage.from_step && (stage.until_step == 0 || step < stage.until_step))
    }
}

/// Checks of one file.
struct Check<'a> {
    file: &'a str,
}

impl Check<'_> {
    fn that(&self, holds: bool, key: &str, found: impl Display, expected: &str) -> Result<(), ConfigError> {
        if holds {
            return Ok(());
        }
        Err(ConfigError::Value { file: self.file.to_owned(), key: key.to_owned(), found: found.to_string(), expected: expected.to_owned() })
    }

    fn count(&self, key: &str, value: usize) -> Result<(), ConfigError> {
        self.that(value > 0, key, value, "a whole number from 1")
    }

    fn positive(&self, key: &str, value: f64) -> Result<(), ConfigError> {
        self.that(value.is_finite() && value > 0.0, key, value, "more than 0")
    }

    fn share(&self, key: &str, value: f64) -> Result<(), ConfigError> {
        self.that((0.0..=1.0).contains(&value), key, value, "0 to 1")
    }

    fn player(&self, key: &str, name: &str) -> Result<(), ConfigError> {
        let read = name.parse::<AgentSpec>();
        read.map(|_| ()).or_else(|error| self.that(false, key, format!("{name:?}"), &format!("a player: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths of all keys.
    fn names(value: &toml::Value, path: &str, out: &mut Vec<String>) {
        match value {
            toml::Value::Table(table) => table.iter().for_each(|(key, value)| names(value, &format!("{path}.{key}"), out)),
            toml::Value::Array(list) if list.iter().any(toml::Value::is_table) => list.iter().for_each(|value| names(value, path, out)),
            _ => out.push(path.to_owned()),
        }
    }

    #[test]
    fn the_printed_defaults_are_the_defaults_and_name_every_key() {
        assert_eq!(Config::parse("defaults", DEFAULTS), Ok((Config::default(), Vec::new())));
        let keys = |text: &str| {
            let mut keys = Vec::new();
            names(&toml::Value::Table(text.parse().expect("it is TOML")), "", &mut keys);
            keys
        };
        assert_eq!(keys(DEFAULTS), keys(&Config::default().to_text()));
    }

    #[test]
    fn the_configurations_of_the_project_are_valid() {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("configs");
        let mut files = 0;
        for entry in std::fs::read_dir(directory).expect("it is there") {
            let path = entry.expect("it is there").path();
            let text = std::fs::read_to_string(&path).expect("it is text");
            let (_, old) = Config::parse(&path.display().to_string(), &text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(old, Vec::new(), "{}", path.display());
            files += 1;
        }
        assert!(files >= 2);
    }

    #[test]
    fn a_configuration_reads_back() {
        let mut config = Config::default();
        config.imitation.games = 12;
        config.selfplay.order = Order::Together;
        config.stage.push(Stage { last_turn: 2, until_step: 500, ..Stage::default() });
        assert_eq!(Config::parse("again", &config.to_text()), Ok((config, Vec::new())));
    }

    #[test]
    fn defects_are_told_with_key_and_expectation() {
        let table = [
            ("games = 3", "unknown field `games`, expected one of `game`, `seed`"),
            ("[selfplay]\nsimulation = 3", "expected one of `order`, `games`"),
            ("game = \"chess\"", "unknown variant `chess`, expected one of `armir`"),
            ("[learner]\nlearning_rate = \"fast\"", "expected f64"),
            ("[learner]\nlearning_rate = -1.0", "learner.learning_rate: expected a number above 0"),
            ("[batch]\nsearch_value = 1.5", "batch.search_value is 1.5; expected 0 to 1"),
            ("[selfplay]\nhidden_epsilon_per_mille = 1001", "selfplay.hidden_epsilon_per_mille is 1001; expected 0 to 1000"),
            ("[imitation]\nhidden_epsilon_per_mille = 1001", "imitation.hidden_epsilon_per_mille is 1001; expected 0 to 1000"),
            ("[selfplay]\nfull_share = 0", "selfplay.full_share is 0; expected more than 0"),
            ("[selfplay]\ndevices = 3", "selfplay.devices is 3; expected no more than selfplay.actors"),
            ("[imitation]\nplayers = [\"napoleon\"]", "imitation.players is \"napoleon\"; expected a player: there is no player"),
            ("[imitation]\nsteps = 5", "imitation.steps is 5; expected 0 where there are no games"),
            ("[evaluation]\nopponents = [\"random:time=5s\"]", "evaluation.opponents"),
            ("[evaluation]\nopponents = [\"greedy\", \"greedy\"]", "evaluation.opponents is \"greedy\" twice; expected different"),
            ("[ppo]\nopponent_games = 65", "ppo.opponent_games is 65; expected no more than ppo.environments"),
            ("[ppo]\nopponent_games = 8\nopponents = []", "ppo.opponents is empty; expected at least one player"),
            ("[ppo]\nopponents = [\"napoleon\"]", "ppo.opponents is \"napoleon\"; expected a player: there is no player"),
            ("[promotion]\npairs = 0", "promotion.pairs is 0; expected a whole number from 1"),
            ("[promotion]\nelo1 = -5", "promotion: the sequential test needs elo0 < elo1"),
            ("stage = []", "stage is an empty list; expected at least one"),
            ("[[stage]]\nfrom_step = 5", "expected one to begin with"),
            ("[[stage]]\nopening_turns = 3\nlast_turn = 2", "stage[0].last_turn is 2"),
            ("[network]\nforesight = true", "network.foresight is true; expected false where network.advised is"),
            ("[network]\ntrust = -1.0", "network.trust is -1; expected 0 to 100"),
            ("[network]\nwidth = 0", "network.width is 0; expected a whole number from 1"),
            ("[limits]\nsteps = 0", "limits.steps is 0"),
            ("algorithm = \"magic\"", "expected `search` or `ppo`"),
            ("seed", "TOML parse error at line 1"),
        ];
        for (text, words) in table {
            let error = Config::parse("run.toml", text).expect_err(text).to_string();
            assert!(error.starts_with("run.toml: ") && error.contains(words), "{text:?} gives {error}");
        }
    }
}
