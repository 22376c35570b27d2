//! The curriculum: which game is begun next, from where, and how far it goes.

use stavka_agents::{Agent, AgentSpec, Evaluator as _, Playable, Prepared, SearchControl, SpecError};
use stavka_engine::catalogue::{Catalogue, CatalogueError};
use stavka_engine::record::{DICE_STREAM, Recorded, player_stream};
use stavka_engine::{Dice, Game, Observe, Scenario as _, Side, Turn, View};
use stavka_models::{Description, Encoder, InputShape};

use crate::replay::{Episode, ReplayError, Source};
use crate::run::{Config, Stage};

/// Streams of a game's seed beyond those of dice and players.
const STAGE_STREAM: u64 = 16;

/// A game that a network can be trained for.
pub trait Learnable: Recorded + Observe + Playable + Catalogue {}

impl<G: Recorded + Observe + Playable + Catalogue> Learnable for G {}

/// Why the games of a run cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum CurriculumError {
    /// A scenario cannot be had.
    #[error("stage {stage}: {source}")]
    Scenario {
        /// Number of the stage, from 0.
        stage: usize,
        /// Why.
        source: CatalogueError,
    },
    /// A scenario file cannot be read.
    #[error("stage {stage}: {path} is no scenario of the game, and no file that can be read: {source}")]
    File {
        /// Number of the stage, from 0.
        stage: usize,
        /// The name.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The scenarios of two stages cannot share a network.
    #[error("stage {stage} has another map or other observations than stage 0")]
    Shape {
        /// Number of the stage, from 0.
        stage: usize,
    },
    /// An opening's player cannot be had.
    #[error("stage {stage}: {source}")]
    Opening {
        /// Number of the stage, from 0.
        stage: usize,
        /// Why.
        source: stavka_agents::SpecError,
    },
}

struct Loaded<G: Playable> {
    number: usize,
    stage: Stage,
    opening: Prepared<G>,
    scenario: &'static G::Scenario,
}

/// The stages of a run with their scenarios.
pub struct Curriculum<G: Playable> {
    stages: Vec<Loaded<G>>,
}

impl<G: Learnable> Curriculum<G> {
    /// Loads the scenarios of a configuration.
    ///
    /// # Errors
    /// [`CurriculumError`].
    pub fn load(config: &Config) -> Result<Self, CurriculumError> {
        let load = |(number, stage): (usize, &Stage)| {
            let scenario = if G::is_embedded(&stage.scenario) {
                G::load(&stage.scenario)
            } else {
                let text = std::fs::read_to_string(&stage.scenario);
                let text = text.map_err(|source| CurriculumError::File { stage: number, path: stage.scenario.clone(), source })?;
                G::load_text(&stage.scenario, &text)
            };
            let scenario = scenario.map_err(|source| CurriculumError::Scenario { stage: number, source })?;
            let opening = stage.opening.parse::<AgentSpec>().and_then(|spec| spec.prepare());
            let opening = opening.map_err(|source| CurriculumError::Opening { stage: number, source })?;
            Ok(Loaded { number, stage: stage.clone(), opening, scenario })
        };
        let stages: Vec<Loaded<G>> = config.stage.iter().enumerate().map(load).collect::<Result<_, CurriculumError>>()?;
        let shape = |stage: &Loaded<G>| InputShape::of(G::observation_spec(stage.scenario));
        match stages.iter().find(|stage| shape(stage) != shape(&stages[0])) {
            Some(stage) => Err(CurriculumError::Shape { stage: stage.number }),
            None => Ok(Curriculum { stages }),
        }
    }

    /// The scenario of the first stage, whose observations shape the network.
    pub fn scenario(&self) -> &'static G::Scenario {
        self.stages[0].scenario
    }

    /// What turns the positions of the course into what the network of a configuration reads.
    pub fn encoder(&self, config: &Config) -> Encoder<G> {
        Encoder::new(self.scenario(), config.network.guidance())
    }

    /// The network of a configuration.
    pub fn description(&self, config: &Config) -> Description {
        Description { architecture: config.network.clone(), input: (**self.encoder(config).shape()).clone() }
    }

    /// The scenario that an episode was played on.
    ///
    /// # Errors
    /// [`ReplayError::OtherRules`] if no stage has it.
    pub fn scenario_of(&self, episode: &Episode) -> Result<&'static G::Scenario, ReplayError> {
        let same = |scenario: &G::Scenario| (scenario.id(), scenario.fingerprint()) == (episode.scenario.as_str(), episode.data);
        self.stages.iter().map(|stage| stage.scenario).find(|scenario| same(scenario)).ok_or_else(|| ReplayError::OtherRules {
            found: format!("{} {} {:016x}", episode.game, episode.scenario, episode.data),
            expected: self
                .stages
                .iter()
                .map(|stage| format!("{} {:016x}", stage.scenario.id(), stage.scenario.fingerprint()))
                .collect::<Vec<_>>()
                .join(", "),
        })
    }

    /// The stage of the game of a seed, drawn among those of this step of the learner.
    fn stage(&self, config: &Config, seed: u64, step: u64) -> &Loaded<G> {
        let mut dice = Dice::stream(seed, STAGE_STREAM);
        let at_hand: Vec<usize> = config.stages_at(step).map(|(number, _)| number).collect();
        let total: f64 = at_hand.iter().map(|&number| self.stages[number].stage.weight).sum();
        let mut ticket = total * f64::from(dice.below(1 << 24)) / f64::from(1 << 24);
        let mut drawn = at_hand.first().copied().unwrap_or(0);
        for number in at_hand {
            drawn = number;
            ticket -= self.stages[number].stage.weight;
            if ticket < 0.0 {
                break;
            }
        }
        let stage = &self.stages[drawn];
        debug_assert_eq!(stage.number, drawn, "stages stand in the order of the configuration");
        stage
    }

    /// Begins the game of a seed: draws its stage among those of this step of the learner, and plays its opening.
    pub fn begin(&self, config: &Config, seed: u64, source: Source, step: u64) -> Play<G> {
        let stage = self.stage(config, seed, step);
        let mut play = Play::new(stage, seed, source, step);
        play.settle();
        if stage.stage.opening_turns > 0 {
            let mut players = Side::ALL.map(|_| stage.opening.make(seed));
            begin_players(&mut players, seed);
            while let Some(side) = play.to_act()
                && play.game.game_turn() <= stage.stage.opening_turns
            {
                let action = players[side.index()].choose(View::new(&play.game, side), &play.legal, SearchControl::NONE);
                play.choose(action);
            }
        }
        play
    }

    /// Takes up the game of self-play that was begun with this seed at this step of the learner and went as far as these
    /// places in legal lists.
    ///
    /// # Errors
    /// [`ReplayError::Unplayable`] if no such game can have been begun here.
    pub fn resume(&self, config: &Config, seed: u64, step: u64, actions: &[u16]) -> Result<Play<G>, ReplayError> {
        let mut play = Play::new(self.stage(config, seed, step), seed, Source::SelfPlay, step);
        play.game.legal_actions(&mut play.legal);
        for (number, &place) in actions.iter().enumerate() {
            let unplayable = |problem: &str| ReplayError::Unplayable { seed, problem: format!("action {number} {problem}") };
            let Some(&action) = play.legal.get(usize::from(place)) else { return Err(unplayable("is not a legal one")) };
            if play.game.turn() == Turn::Chance && play.game.draw(&play.legal, &mut play.dice) != action {
                return Err(unplayable("is not the die of the seed"));
            }
            play.apply(action);
            play.game.legal_actions(&mut play.legal);
        }
        play.settle();
        Ok(play)
    }
}

/// The players of these names, ready to sit down.
///
/// # Errors
/// [`SpecError`].
pub(crate) fn players<G: Learnable>(names: &[String]) -> Result<Vec<Prepared<G>>, SpecError> {
    names.iter().map(|name| name.parse::<AgentSpec>()?.prepare()).collect()
}

/// Gives both players their streams of a game.
pub(crate) fn begin_players<G: Game>(players: &mut [Box<dyn Agent<G>>; 2], seed: u64) {
    for side in Side::ALL {
        players[side.index()].new_game(Dice::stream(seed, player_stream(side)).bits());
    }
}

/// A game in the making, with its dice and its episode. Dice never wait.
pub struct Play<G: Game> {
    game: G,
    legal: Vec<G::Action>,
    dice: Dice,
    /// What has been played, for whoever adds decisions to it.
    pub episode: Episode,
    /// Turn after which the game is cut off; 0 for never.
    last_turn: u16,
}

impl<G: Learnable> Play<G> {
    fn new(stage: &Loaded<G>, seed: u64, source: Source, step: u64) -> Self {
        Play {
            game: G::new(stage.scenario),
            legal: Vec::new(),
            dice: Dice::stream(seed, DICE_STREAM),
            episode: Episode::begin::<G>(stage.scenario, seed, source, step),
            last_turn: stage.stage.last_turn,
        }
    }

    /// The position.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Legal actions of the player to act.
    pub fn legal(&self) -> &[G::Action] {
        &self.legal
    }

    /// Actions so far, dice included.
    pub fn actions(&self) -> usize {
        self.episode.actions.len()
    }

    /// The side to act, `None` when the game is over or cut off.
    pub fn to_act(&self) -> Option<Side> {
        match self.game.turn() {
            Turn::Player(side) if self.last_turn == 0 || self.game.game_turn() <= self.last_turn => Some(side),
            Turn::Player(_) | Turn::Chance | Turn::Over => None,
        }
    }

    /// In so many cases of a thousand one of the legal actions, drawn evenly, if the other side cannot tell it from `choice`
    /// when it is played; else `choice`. Searches imagine whatever the other side may have chosen in secret, so a network
    /// must know it all. With 0 nothing is drawn from `dice`.
    pub fn in_secret(&self, choice: G::Action, cases: u32, dice: &mut Dice) -> G::Action {
        let Turn::Player(side) = self.game.turn() else { return choice };
        if cases == 0 || dice.below(1000) >= cases {
            return choice;
        }
        let drawn = dice.choose(&self.legal);
        let after = |action: G::Action| {
            let mut game = self.game.clone();
            game.apply(action);
            (game.view_hash(side.opponent()), game.state_hash())
        };
        let ((drawn_seen, drawn_is), (seen, is)) = (after(drawn), after(choice));
        if drawn_seen == seen && drawn_is != is { drawn } else { choice }
    }

    /// Plays a legal action of the player to act and the dice that it calls for.
    pub fn choose(&mut self, action: G::Action) {
        self.apply(action);
        self.settle();
    }

    /// The episode of a game that is over or cut off.
    pub fn finish(mut self) -> Episode {
        let mut chance = vec![0.5];
        if self.game.outcome().is_none() {
            G::evaluator().evaluate(std::slice::from_ref(&self.game), &mut chance);
        }
        self.episode.close(&self.game, chance[0]);
        self.episode
    }

    fn apply(&mut self, action: G::Action) {
        self.episode.push(&self.legal, &action);
        self.game.apply(action);
    }

    fn settle(&mut self) {
        self.game.legal_actions(&mut self.legal);
        while self.game.turn() == Turn::Chance {
            let die = self.game.draw(&self.legal, &mut self.dice);
            self.apply(die);
            self.game.legal_actions(&mut self.legal);
        }
    }
}
