//! Opponents and the runner of matches between them.
//!
//! An [`Agent`] is given a [`stavka_engine::View`] and can reach nothing that the rules hide from
//! its side. Agents are generic over the engine's contract; what they must know of a game comes
//! through a [`Heuristic`], an [`Evaluator`] and a [`Policy`], and [`Playable`] says which of them a game
//! has.

pub mod across_the_bug;
mod action_prior;
mod adviser;
mod agent;
mod analysis;
pub mod armir;
pub mod blocks_in_the_east;
pub mod bolt_action;
mod budget;
mod costs;
mod determinization;
mod doctrine;
pub mod east_front;
mod evaluator;
mod explain;
mod field;
mod fitted;
mod flat;
mod foresight;
mod graph;
mod greedy;
mod gumbel;
mod handcrafted;
mod heuristic;
mod knowledge;
mod levels;
mod logistic;
mod mcts;
mod net;
mod network;
mod network_evaluator;
mod oep;
mod orders;
mod per_scenario;
mod playable;
mod policy_agent;
mod random;
mod review;
mod rollout;
mod runner;
mod spec;
mod staff;
mod tune;
mod weights;

pub use action_prior::{ActionPrior, NoisyPolicy};
pub use adviser::Adviser;
pub use agent::{Agent, AsOpponent, Progress, SearchControl};
pub use analysis::{Analysis, Analyst, Candidate, line_in_notation};
pub use budget::{Allotment, Budget, Clock};
pub use determinization::sample_world;
pub use doctrine::{Doctrine, DoctrineAgent, Posture};
pub use evaluator::{Evaluator, Features, Policy, UniformPolicy};
pub use explain::{Explain, Reason, because, changes};
pub use fitted::FittedEvaluator;
pub use flat::{Flat, FlatSettings};
pub use foresight::Foresight;
pub use greedy::Greedy;
pub use gumbel::{Effort, Gumbel, GumbelSettings, PlayoutCap, Search, Sigma, Step};
pub use handcrafted::HandcraftedPolicyValue;
pub use heuristic::{Heuristic, MoveList, Stage};
pub use knowledge::{FeatureReader, GameKnowledge};
pub use levels::Level;
pub use logistic::ln;
pub use mcts::{Mcts, MctsSettings};
pub use net::Net;
pub use network::{Forecast, NetworkError, NetworkMaker, Networks, PolicyValue, Query, Replies, Role, ValueScale};
pub use network_evaluator::{NetworkEvaluator, NetworkStaff};
pub use oep::Evolution;
pub use playable::{Playable, SecretChoice};
pub use policy_agent::PolicyAgent;
pub use random::Random;
pub use review::{Judgement, Reviewer, expected_margin};
pub use rollout::carry_out;
pub use runner::{GameReport, MatchError, Pairing, Player, match_games, play_game};
pub use spec::{AgentKind, AgentSpec, Prepared, SpecError, duration, make_agent};
pub use staff::Staff;
pub use tune::{Bin, Case, Quality, TuneError, TuneReport, TuneSettings, regress, tune};
pub use weights::{FeatureSet, Weights, WeightsError};
