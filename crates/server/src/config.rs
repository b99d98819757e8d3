//! What the operator sets.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use willow_protocol::MAX_MESSAGE;

use crate::bots::house_bots;
use crate::core::{HouseBot, Rules, Seed};
use crate::log::Log;

/// The configuration of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The folder of the database.
    pub data: PathBuf,
    /// Where the line protocol listens.
    pub listen: SocketAddr,
    /// Where HTTP and WebSocket listen.
    pub http: SocketAddr,
    /// The origins (`https://club.example`) of web pages that may open a WebSocket, beside those
    /// that come from the address of the WebSocket itself.
    pub origins: Vec<String>,
    /// The addresses and networks of proxies that are believed where a request over HTTP comes from.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether the bots of the house play.
    pub bots: bool,
    /// How many threads bots think on.
    pub bot_threads: usize,
    /// After how many seconds of absence the opponent may claim the win.
    pub gone_after_seconds: u64,
    /// The certificate; without one nothing is encrypted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls: Option<Tls>,
    /// The log.
    pub log: Log,
    /// How long what happened is kept.
    pub retention: Retention,
    /// The limits.
    pub limits: Limits,
}

/// For how many days what happened in rooms is kept; 0 is for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Retention {
    /// The lobby.
    pub lobby_days: u32,
    /// Messages and challenges.
    pub private_days: u32,
    /// What players and spectators said, after the end of their game.
    pub game_chat_days: u32,
    /// Each move with its time, after the end of the game. Moves and results are kept for ever.
    pub game_days: u32,
}

/// With what connections are encrypted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tls {
    /// The file of the certificate, and those up to a known authority after it, in PEM.
    pub certificate: PathBuf,
    /// The file of its private key, in PEM.
    pub key: PathBuf,
    /// Whether the line protocol is encrypted, too, or HTTP and WebSocket alone.
    #[serde(default = "yes")]
    pub lines: bool,
}

const fn yes() -> bool {
    true
}

/// What a client may not exceed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// The most bytes of a line or a message.
    pub line_bytes: usize,
    /// The most characters of what somebody says; never more than the protocol allows.
    pub message_chars: usize,
    /// The commands a second of one user, and how many may come at once.
    pub commands_per_second: u32,
    /// How many commands of a user may come at once.
    pub command_burst: u32,
    /// The commands a second of one address.
    pub commands_per_second_per_address: u32,
    /// How many commands of an address may come at once.
    pub command_burst_per_address: u32,
    /// After how many refused commands in a row the connection ends.
    pub refused_commands: u32,
    /// The attempts to come in a minute: with a password for each name and each address, with a
    /// token that is not known for each address.
    pub logins_per_minute: u32,
    /// The new guests and accounts a minute of one address.
    pub newcomers_per_minute: u32,
    /// The most connections.
    pub connections: usize,
    /// The most connections of one address.
    pub connections_per_address: usize,
    /// How many events wait for a client that reads slowly before the connection ends.
    pub queue: usize,
    /// After how many seconds without a word a client that is not in is dropped.
    pub seconds_to_enter: u64,
    /// After how many seconds without a word a client is dropped.
    pub idle_seconds: u64,
    /// How many seconds a client may take to read what it was sent.
    pub write_seconds: u64,
    /// How many seconds a client over HTTP may take to say what it wants, and to want something
    /// again.
    pub request_seconds: u64,
    /// After how many seconds an answer over HTTP that has not begun is given up.
    pub answer_seconds: u64,
    /// The most questions to the archive that are under way at a time, whoever asks.
    pub questions: usize,
    /// The most offers of a user.
    pub offers_per_user: usize,
    /// The most games of a user at a time.
    pub games_per_user: usize,
    /// The most games of the bots of the house at a time.
    pub bot_games: usize,
}

/// The port of the line protocol.
const PORT: u16 = 7710;

/// The port of HTTP and WebSocket.
const HTTP_PORT: u16 = 7711;

/// The most seconds that are waited for a request: a year.
const LONGEST_WAIT: u64 = 365 * 24 * 3600;

impl Default for Config {
    fn default() -> Config {
        Config {
            data: PathBuf::from("willow-data"),
            listen: SocketAddr::from(([127, 0, 0, 1], PORT)),
            http: SocketAddr::from(([127, 0, 0, 1], HTTP_PORT)),
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            bots: true,
            bot_threads: 1,
            gone_after_seconds: 60,
            tls: None,
            log: Log::default(),
            retention: Retention::default(),
            limits: Limits::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            line_bytes: 8 * 1024,
            message_chars: MAX_MESSAGE,
            commands_per_second: 20,
            command_burst: 100,
            commands_per_second_per_address: 200,
            command_burst_per_address: 1000,
            refused_commands: 200,
            logins_per_minute: 10,
            newcomers_per_minute: 30,
            connections: 10_000,
            connections_per_address: 100,
            queue: 1000,
            seconds_to_enter: 120,
            idle_seconds: 3600,
            write_seconds: 20,
            request_seconds: 30,
            answer_seconds: 20,
            questions: 256,
            offers_per_user: 10,
            games_per_user: 50,
            bot_games: 200,
        }
    }
}

impl Config {
    /// Returns the rules of the core. `seed` is where its lots come from.
    pub(crate) fn rules(&self, seed: Seed) -> Rules {
        Rules {
            offers_per_user: self.limits.offers_per_user,
            games_per_user: self.limits.games_per_user,
            bot_games: self.limits.bot_games,
            message_chars: self.limits.message_chars,
            gone_after: self.gone_after_seconds * 1000,
            bots: self.house(),
            seed,
            ..Rules::default()
        }
    }

    /// Returns the bots of the house that play.
    pub(crate) fn house(&self) -> Vec<HouseBot> {
        if self.bots { house_bots() } else { Vec::new() }
    }
}

impl Limits {
    pub(crate) fn write_time(&self) -> Duration {
        Duration::from_secs(self.write_seconds)
    }

    /// Returns how long a client may take to say what it wants over HTTP.
    pub(crate) fn request_time(&self) -> Duration {
        // It is added to the time of day, of which there is an end.
        Duration::from_secs(self.request_seconds.min(LONGEST_WAIT))
    }

    /// Returns how long an answer over HTTP may take until it begins.
    pub(crate) fn answer_time(&self) -> Duration {
        Duration::from_secs(self.answer_seconds)
    }

    /// Returns how long a client may be silent.
    pub(crate) fn silence(&self, is_in: bool) -> Duration {
        Duration::from_secs(if is_in { self.idle_seconds } else { self.seconds_to_enter })
    }
}
