//! A bot's move that waits.

use willow_protocol::Thought;

use super::input::{BotAnswer, Millis};

/// The answer of a bot that waits until a person can follow.
#[derive(Clone, Debug)]
pub(super) struct BotMove {
    /// The turn that the answer is for.
    pub(super) turn: u64,
    /// What the bot plays.
    pub(super) answer: BotAnswer,
    /// From when on it is played.
    pub(super) due: Millis,
    /// What it thought.
    pub(super) thought: Option<Box<Thought>>,
}
