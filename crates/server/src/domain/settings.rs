//! The part of the configuration that the domain needs.

use willow_protocol::{BotDetails, MAX_MESSAGE, Name};

use super::{Millis, Quotas};

/// The milliseconds of a day.
const DAY: Millis = 24 * 3_600_000;

/// The seed of all random numbers.
pub(crate) type Seed = [u8; 32];

/// The settings of the domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The largest number of open offers of a user.
    pub(crate) offers_per_user: usize,
    /// The largest number of users whom a user follows.
    pub(crate) following_per_user: usize,
    /// The largest number of offers that a user makes within a minute.
    pub(crate) offers_per_minute: usize,
    /// The largest number of games of a user at a time.
    pub(crate) games_per_user: usize,
    /// The largest number of proxies that a bridge brings at a time.
    pub(crate) proxies_per_bridge: usize,
    /// The largest number of games of all the server's bots together, without those of the next two
    /// limits.
    pub(crate) bot_games: usize,
    /// The largest number of a person's games against the server's bots without a clock, or with one
    /// of six hours or more.
    pub(crate) slow_bot_games_per_user: usize,
    /// The largest number of such games of all people together.
    pub(crate) slow_bot_games: usize,
    /// How long one of the server's bots waits for a person's move in such a game.
    pub(crate) bot_patience: Millis,
    /// The least time that one of the server's bots takes for a move in a game with a person, so that
    /// the person can follow; 0 for none.
    pub(crate) bot_move_time: Millis,
    /// The largest number of characters of a message.
    pub(crate) message_chars: usize,
    /// How often a user may do something.
    pub(crate) quotas: Quotas,
    /// How long a player may be disconnected before the opponent may claim the win.
    pub(crate) claim_after: Millis,
    /// The same in a game without a clock.
    pub(crate) unlimited_claim_after: Millis,
    /// How long nobody must have moved in a game without a clock before either player may abort it.
    pub(crate) unlimited_abort_after: Millis,
    /// How long the offers of a user wait after the last connection ended.
    pub(crate) offer_grace: Millis,
    /// How long a challenge by link stays open.
    pub(crate) link_lifetime: Millis,
    /// How long events of the lobby are given out; forever if there is none.
    pub(crate) lobby_kept: Option<Millis>,
    /// The same for events of private rooms.
    pub(crate) private_kept: Option<Millis>,
    /// How long a finished game stays in memory.
    pub(crate) linger: Millis,
    /// Names that nobody may choose, besides the built-in ones.
    pub(crate) reserved_names: Vec<Name>,
    /// Whether guests may come.
    pub(crate) guests: bool,
    /// How long the name of a guest who left is kept.
    pub(crate) guest_grace: Millis,
    /// How long newcomers from the addresses of a banned user are kept out; 0 is not at all.
    pub(crate) address_ban: Millis,
    /// The server's bots.
    pub(crate) bots: Vec<ServerBot>,
    /// The seed. The numbers of private games follow from it.
    pub(crate) seed: Seed,
}

/// A bot that the server runs itself: its name and its SPEC are data here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerBot {
    pub(crate) name: Name,
    /// What clients are told about it. Only the bot room reads the SPEC in it.
    pub(crate) details: BotDetails,
    /// Whether it chooses its moves by chance. The same game against another bot can be played again
    /// move by move.
    pub(crate) plays_by_chance: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            offers_per_user: 10,
            following_per_user: 500,
            offers_per_minute: 30,
            games_per_user: 50,
            proxies_per_bridge: 500,
            bot_games: 200,
            slow_bot_games_per_user: 3,
            slow_bot_games: 1000,
            bot_patience: 14 * DAY,
            bot_move_time: 0,
            message_chars: MAX_MESSAGE,
            quotas: Quotas::default(),
            claim_after: 60_000,
            unlimited_claim_after: 7 * DAY,
            unlimited_abort_after: 14 * DAY,
            offer_grace: 60_000,
            link_lifetime: DAY,
            lobby_kept: None,
            private_kept: None,
            linger: 300_000,
            reserved_names: Vec::new(),
            guests: true,
            guest_grace: 10 * 60_000,
            address_ban: 24 * 3_600_000,
            bots: Vec::new(),
            seed: [0; 32],
        }
    }
}
