//! The messages of the protocol, version 1: one JSON object per line.

use serde::{Deserialize, Serialize};
use stavka_engine::Side;
use stavka_engine::observation::TOKEN_WIDTH;

/// Version of the protocol.
pub(super) const PROTOCOL: u32 = 1;

/// From the arena to a bot.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Message<'a> {
    /// The first message. The bot answers with [`Ready`].
    Hello {
        /// Version of the protocol.
        protocol: u32,
        /// Name and version of the arena.
        program: &'a str,
    },
    /// A game begins. No answer.
    NewGame {
        /// The game.
        game: &'a str,
        /// Id of the scenario.
        scenario: &'a str,
        /// Fingerprint of scenario data and rules, as records carry it.
        data: String,
        /// The bot's side.
        side: Side,
        /// Seed for the bot's own random choices, below 2^53.
        seed: u64,
        /// Its time.
        clock: Clock,
    },
    /// The bot is to decide. It answers with [`Answer`].
    Position {
        /// Number of the question.
        id: u64,
        /// Turn of the game, from 1.
        turn: u16,
        /// What is asked, in words.
        prompt: &'a str,
        /// Lines of the record that have come since the last message; `?` where an action is hidden from the bot.
        lines: &'a [&'a str],
        /// The legal actions.
        legal: Vec<Legal<'a>>,
        /// Its time.
        clock: Clock,
    },
    /// The game has ended. No answer.
    GameOver {
        /// The last lines of the record.
        lines: &'a [&'a str],
        /// Winner, margin and level; nothing if somebody forfeited.
        result: Option<&'a str>,
    },
    /// The bot is to end. No answer.
    Quit,
}

/// A legal action.
#[derive(Serialize)]
pub(super) struct Legal<'a> {
    /// In notation.
    pub(super) text: &'a str,
    /// Verb, unit, from, to, amount.
    pub(super) token: [i16; TOKEN_WIDTH],
}

/// Time that a bot has, in milliseconds.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Clock {
    /// For each decision.
    pub(super) move_ms: u64,
    /// Left for the game, if that is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_ms: Option<u64>,
}

/// A bot is ready to play.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Ready {
    /// The only form. Other fields are the bot's own.
    Ready {},
}

/// A bot's decision. Other fields are the bot's own.
#[derive(Deserialize)]
pub(super) struct Answer {
    /// The question that it answers.
    pub(super) id: u64,
    /// The choice.
    pub(super) bestaction: Choice,
}

/// One of the legal actions.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected an action in notation or its index in the list of legal actions")]
pub(super) enum Choice {
    /// By its index in the list.
    Index(usize),
    /// In notation.
    Text(String),
}
