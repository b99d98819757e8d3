//! The rules of the house, as the operator sets them.

use willow_protocol::{MAX_MESSAGE, Name};

use super::input::Millis;

/// What all lots of a core follow from.
pub type Seed = [u8; 32];

/// What the core needs to know of the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The most offers of one user at a time.
    pub offers_per_user: usize,
    /// The most games of one user at a time.
    pub games_per_user: usize,
    /// The most games of all house bots together.
    pub bot_games: usize,
    /// The most characters of what somebody says.
    pub message_chars: usize,
    /// How long a player may be away before the opponent may claim the win.
    pub gone_after: Millis,
    /// How long a finished game stays in memory.
    pub linger: Millis,
    /// The bots of the house.
    pub bots: Vec<HouseBot>,
    /// Where the lots come from. Who knows it knows the numbers of private games.
    pub seed: Seed,
}

/// A program that plays for the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseBot {
    /// Its name.
    pub name: Name,
    /// Its SPEC, as in `willow play`.
    pub spec: String,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            offers_per_user: 10,
            games_per_user: 50,
            bot_games: 200,
            message_chars: MAX_MESSAGE,
            gone_after: 60_000,
            linger: 300_000,
            bots: Vec::new(),
            seed: [0; 32],
        }
    }
}
