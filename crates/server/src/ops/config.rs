//! The configuration.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use axum::http::Uri;
use ipnet::IpNet;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;
use willow_protocol::{MAX_MESSAGE, Name, Registration, VisitorAccess};

use super::{LogFormat, LogLevel};
use crate::store::has_password;

/// Defines a table of the configuration: each setting with its type and its default.
macro_rules! settings {
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $($(#[doc = $doc:literal])+ $(#[serde($($format:tt)*)])? pub $key:ident: $type:ty = $default:expr,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $table {
            $($(#[doc = $doc])+ $(#[serde($($format)*)])? pub $key: $type,)*
        }

        impl $table {
            /// The name of each setting in Rust, and what it means.
            pub(super) const MEANINGS: &[(&str, &str)] =
                &[$((stringify!($key), concat!($($doc),+)),)*];
        }

        impl Default for $table {
            fn default() -> $table {
                $table { $($key: $default,)* }
            }
        }
    };
}

/// Defines a table of numbers.
macro_rules! numbers {
    (
        $(#[$about:meta])*
        pub struct $table:ident {
            $($(#[doc = $doc:literal])+ pub $key:ident = $default:expr,)*
        }
    ) => {
        settings! {
            $(#[$about])*
            pub struct $table {
                $($(#[doc = $doc])+ pub $key: u32 = $default,)*
            }
        }

        impl $table {
            /// Returns the table with the same number everywhere.
            pub const fn all(number: u32) -> $table {
                $table { $($key: number,)* }
            }
        }
    };
}

mod mail;
mod text;

#[cfg(feature = "mail")]
pub(crate) use self::mail::RelayUrl;
pub use self::mail::{Mail, MailSettingError};
pub use self::text::with_comments;

settings! {
    /// The configuration of a server.
    pub struct Config {
        /// The folder of the database.
        pub data: PathBuf = PathBuf::from("willow-data"),
        /// The address of a database of PostgreSQL (`postgres://USER@HOST/DATABASE`); without one the database is in the folder
        /// `data`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub store: Option<String> = None,
        /// The file with the password of `USER` there, which nobody else may read (0600).
        #[serde(skip_serializing_if = "Option::is_none")]
        pub store_password_file: Option<PathBuf> = None,
        /// The address of the line protocol.
        pub listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], PORT)),
        /// The address of HTTP and WebSocket.
        pub http: SocketAddr = SocketAddr::from(([127, 0, 0, 1], HTTP_PORT)),
        /// The address for clients of the Generic Game Server, whose language is not encrypted; without one there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ggs: Option<SocketAddr> = None,
        /// The address (`https://club.example`) that links to the web client use; its pages may open a
        /// WebSocket. Without it, links use the address in the browser.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub public_url: Option<String> = None,
        /// The origins (`https://club.example`) of other web pages that may open a WebSocket.
        pub origins: Vec<String> = Vec::new(),
        /// The origins of other web pages that may read answers over HTTP; `*` is all of them.
        pub cors_origins: Vec<String> = Vec::new(),
        /// The addresses and networks of proxies whose `X-Forwarded-For` is trusted.
        #[serde(deserialize_with = "networks")]
        pub trusted_proxies: Vec<IpNet> = Vec::new(),
        /// Names that nobody may choose, besides the built-in ones (`admin`, `moderator`, `server` ...).
        pub reserved_names: Vec<Name> = Vec::new(),
        /// Who may make an account: `open` for everybody, `invitation` for whoever has a link of a moderator, or
        /// `closed`.
        pub registration: Registration = Registration::Open,
        /// Whether guests may come, without an account, if registration is open.
        pub guests: bool = true,
        /// Public data for visitors without a login: `nothing`, `games` (those in progress, and the archive) or
        /// `all` that is public.
        pub visitors_read: VisitorAccess = VisitorAccess::All,
        /// The hours for which nobody new may come from the addresses of a banned user; 0 is not at all.
        pub address_ban_hours: u32 = 24,
        /// Whether nobody at the address of a player of a rated game reads what its spectators say, until it is
        /// over. For a server open to strangers; in a club behind one address nobody could read it.
        pub hide_chat_from_players_addresses: bool = false,
        /// Whether browsers get the web client.
        pub web: bool = true,
        /// The folder of another build of the web client; without one, the client in the binary is served.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub web_folder: Option<PathBuf> = None,
        /// The folder of the operator's pages: `privacy.txt`, `imprint.txt` and `contact.txt`, each in other languages as
        /// `privacy.ja.txt`, and `security.txt`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub pages_folder: Option<PathBuf> = None,
        /// Whether the server runs its own bots.
        pub bots: bool = true,
        /// The number of threads for the bots.
        pub bot_threads: usize = 1,
        /// The least time in milliseconds that a bot takes for a move in a game with a person, so that the
        /// person can follow; 0 for none. In bullet games bots move at once.
        pub bot_move_milliseconds: u64 = 600,
        /// The days after which a bot ends a game without a clock, or with one of six hours or more, in
        /// which its opponent has not moved.
        pub bot_patience_days: u64 = 14,
        /// The seconds after a player's disconnection until the opponent may claim the win.
        pub gone_after_seconds: u64 = 60,
        /// The days of an opponent's absence after which a game without a clock may be claimed.
        pub unlimited_claim_days: u64 = 7,
        /// The days without a move after which either player may abort a game without a clock. After twice as many, a
        /// day at least, it ends by itself.
        pub unlimited_abort_days: u64 = 14,
        /// The seconds for which an offer waits after the last connection of its maker ended.
        pub offer_grace_seconds: u64 = 60,
        /// The hours for which a challenge by link stays open.
        pub link_hours: u64 = 24,
        /// The certificate for TLS; without one nothing is encrypted.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tls: Option<Tls> = None,
        /// The opening book of the server.
        pub book: BookFile = BookFile::default(),
        /// Notifications of turns in games of days.
        pub push: Push = Push::default(),
        /// E-mail to members.
        pub mail: Mail = Mail::default(),
        /// The settings of the log.
        pub log: Log = Log::default(),
        /// How long events are kept.
        pub retention: Retention = Retention::default(),
        /// What clients may do, and how much of it.
        pub limits: Limits = Limits::default(),
        /// How often a user may do something.
        pub quotas: Quotas = Quotas::default(),
        /// Whether the machine's clock is trusted. It is asked at each start, so no file has it.
        #[serde(skip)]
        pub clock: ClockTrust = ClockTrust::default(),
    }
}

/// Whether the machine's clock is trusted at a start though it is far from the newest data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockTrust {
    /// One that is behind is refused, and one that is far ahead deletes nothing.
    #[default]
    Checked,
    /// The operator says that it is right.
    Accepted,
}

settings! {
    /// An opening book that visitors read and administrators change, besides the one in the binary.
    pub struct BookFile {
        /// The file, a book of `willow book`; without one there is no such book.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<PathBuf> = None,
    }
}

settings! {
    /// Notifications of turns in games of days, for users who switch them on.
    pub struct Push {
        /// Whether users may switch them on.
        pub enabled: bool = true,
        /// The push services to which the server may send: hosts with all below them, over HTTPS, or origins such
        /// as `http://127.0.0.1:9000`, which stand for themselves. The services of Chromium, Firefox, Edge and
        /// Safari by default.
        pub services: Vec<String> = [
            "fcm.googleapis.com",
            "push.services.mozilla.com",
            "notify.windows.com",
            "push.apple.com",
        ].map(ToOwned::to_owned).to_vec(),
        /// Where push services reach the operator: `mailto:op@club.example`, or an address of a page. Without it
        /// they are told `public-url`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub contact: Option<String> = None,
    }
}

settings! {
    /// The settings of the log.
    pub struct Log {
        /// The format of a line: `text`, or `json` for an object a line.
        pub format: LogFormat = LogFormat::default(),
        /// The least level that is logged: `error`, `warn`, `info` (accounts and moderation) or `debug` (connections
        /// and games, too).
        pub level: LogLevel = LogLevel::default(),
    }
}

numbers! {
    /// The number of days for which events in rooms are kept; 0 is forever.
    pub struct Retention {
        /// The events of the lobby.
        pub lobby_days = 90,
        /// Private messages and challenges.
        pub private_days = 365,
        /// The chat of players and spectators, counted from the end of their game.
        pub game_chat_days = 90,
        /// The events of a game, counted from its end. Moves, times and results are kept forever.
        pub game_days = 0,
        /// What the server's bots thought about their moves.
        pub thought_days = 365,
        /// Reports that a moderator has closed, with the messages copied into them, counted from the
        /// closing.
        pub report_days = 365,
    }
}

/// The settings of TLS.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tls {
    /// The file of the certificate chain, in PEM.
    pub certificate: PathBuf,
    /// The file of the private key, in PEM.
    pub key: PathBuf,
    /// Whether the line protocol is encrypted.
    #[serde(default = "yes")]
    pub lines: bool,
    /// Whether HTTP and WebSocket are encrypted; a proxy in front of them may do that.
    #[serde(default = "yes")]
    pub https: bool,
}

const fn yes() -> bool {
    true
}

numbers! {
    /// How often a user may do something. 0 forbids it to all but moderators.
    pub struct Quotas {
        /// Messages a minute in the lobby; 0 forbids them.
        pub lobby_messages_per_minute = 20,
        /// The messages a minute in games, of players and spectators.
        pub game_messages_per_minute = 30,
        /// What a player may ask opponents for in a minute: takebacks, results, adjournments, and gifts of time.
        pub game_requests_per_minute = 10,
        /// Private messages a minute; 0 forbids them.
        pub private_messages_per_minute = 30,
        /// The private messages an hour to people who never wrote to the sender, never played the
        /// sender and do not follow the sender. Bridges have no such quota.
        pub stranger_messages_per_hour = 20,
        /// The reports a day of other users.
        pub reports_per_day = 10,
        /// How often a user may send the same message in a minute, to the same room or person.
        pub same_message_per_minute = 2,
    }
}

settings! {
    /// The limits for clients.
    pub struct Limits {
        /// The largest number of bytes of a line or a WebSocket message.
        pub line_bytes: usize = 8 * 1024,
        /// The largest number of characters of a message; the protocol allows 1000.
        pub message_chars: usize = MAX_MESSAGE,
        /// The commands a second of a user.
        pub commands_per_second: u32 = 20,
        /// The commands of a user in a burst.
        pub command_burst: u32 = 100,
        /// The same for all users and visitors at one address together.
        pub commands_per_second_per_address: u32 = 200,
        /// How many of these may come at once.
        pub command_burst_per_address: u32 = 1000,
        /// The commands a second of all visitors without a login at an address.
        pub visitor_commands_per_second_per_address: u32 = 50,
        /// The commands of these visitors in a burst.
        pub visitor_command_burst_per_address: u32 = 500,
        /// The commands a second of a bridge, for all its proxies together. Each proxy has also the limits
        /// of a user.
        pub bridge_commands_per_second: u32 = 400,
        /// How many of these may come at once.
        pub bridge_command_burst: u32 = 2000,
        /// The largest number of proxies that a bridge brings at a time.
        pub proxies_per_bridge: usize = 500,
        /// The number of refused commands in a row after which the connection ends.
        pub refused_commands: u32 = 200,
        /// The login attempts a minute of an address, with a password or an unknown token. After so many
        /// for the same name, each further one waits longer.
        pub logins_per_minute: u32 = 10,
        /// The new guests and accounts a minute of an address.
        pub newcomers_per_minute: u32 = 30,
        /// The largest number of connections.
        pub connections: usize = 10_000,
        /// The largest number of connections of an address.
        pub connections_per_address: usize = 100,
        /// The number of queued events at which the connection of a slow client ends.
        pub queue: usize = 1000,
        /// The idle timeout before the login, in seconds.
        pub seconds_to_enter: u64 = 120,
        /// The idle timeout after the login, in seconds.
        pub idle_seconds: u64 = 3600,
        /// The silence after which a client is pinged, in seconds. One that misses two pings in a row is
        /// disconnected.
        pub ping_seconds: u64 = 12,
        /// The timeout for a client to read what it was sent, in seconds.
        pub write_seconds: u64 = 20,
        /// The timeout for the head of an HTTP request, and for the next request, in seconds.
        pub request_seconds: u64 = 30,
        /// The timeout for an HTTP response to start, in seconds.
        pub answer_seconds: u64 = 20,
        /// The largest number of queries to the archive at a time, of all clients.
        pub questions: usize = 256,
        /// The largest number of queries to the archive at a time, of all clients without a login.
        pub visitor_questions: usize = 64,
        /// The largest number of open offers of a user.
        pub offers_per_user: usize = 10,
        /// The largest number of users whom a user follows.
        pub following_per_user: usize = 500,
        /// The largest number of offers of a user within a minute.
        pub offers_per_minute: usize = 30,
        /// The largest number of games of a user at a time.
        pub games_per_user: usize = 50,
        /// The largest number of games of the server's bots at a time, without those of the next two
        /// limits.
        pub bot_games: usize = 200,
        /// The largest number of a person's games against the server's bots without a clock, or with one
        /// of six hours or more.
        pub slow_bot_games_per_user: usize = 3,
        /// The largest number of such games of all people together.
        pub slow_bot_games: usize = 1000,
    }
}

/// A setting is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A limit is zero.
    #[error(
        "the limit `{0}` is 0, which would refuse everybody: set at least 1 in the table [limits]"
    )]
    ZeroLimit(String),
    /// An origin of foreign pages is invalid.
    #[error(
        "`{0}` in `origins` is not an origin: write it as browsers do, such as https://club.example"
    )]
    Origin(String),
    /// An origin of pages that read answers is invalid.
    #[error(
        "`{0}` in `cors-origins` is not an origin, nor `*`: write it as browsers do, such as https://club.example"
    )]
    CorsOrigin(String),
    /// The address for links is invalid.
    #[error(
        "`{0}` is not a public URL: name a scheme and a host and nothing else, in small letters, such as https://club.example"
    )]
    PublicUrl(String),
    /// The contact for push services is invalid.
    #[error(
        "`{0}` in the table [push] is no contact: write `mailto:` and an address, or the `https://` address of a page"
    )]
    PushContact(String),
    /// A push service is invalid.
    #[error(
        "`{0}` in the table [push] is no service: write a host such as push.example, or an origin such as http://127.0.0.1:9000"
    )]
    PushService(String),
    /// The settings of e-mail are invalid.
    #[error(transparent)]
    Mail(#[from] MailSettingError),
    /// The address of the database is invalid.
    #[error("`store` is no database: write postgres://USER@HOST/DATABASE")]
    Store,
    /// The password of the database is in its address.
    #[error("`store` has a password: it belongs into the file of `store-password-file`")]
    StorePassword,
    /// The bots have no thread.
    #[error("`bot-threads` is 0, so no bot would move: set at least 1, or `bots = false`")]
    NoBotThreads,
}

/// The limits that may be zero: no archive queries, and no games of the server's bots.
const MAY_BE_ZERO: [&str; 5] =
    ["questions", "visitor-questions", "bot-games", "slow-bot-games", "slow-bot-games-per-user"];

/// The port of the line protocol.
const PORT: u16 = 7710;

/// The port of HTTP and WebSocket.
const HTTP_PORT: u16 = 7711;

/// The longest request timeout in seconds: a year. A longer one would be a mistake, and the timers
/// of the runtime reach two years (2^36 ms).
const MAX_REQUEST_SECONDS: u64 = 365 * 24 * 3600;

/// The longest interval of pings in seconds: the largest that all systems take for a keepalive of
/// TCP.
const MAX_PING_SECONDS: u64 = 32_767;

impl Config {
    /// Checks the settings that a server cannot run with.
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        if self.bots && self.bot_threads == 0 {
            return Err(ConfigError::NoBotThreads);
        }
        if let Some(wrong) = self.origins.iter().find(|origin| !is_origin(origin)) {
            return Err(ConfigError::Origin(wrong.clone()));
        }
        let is_wrong = |origin: &&String| *origin != "*" && !is_origin(origin);
        if let Some(wrong) = self.cors_origins.iter().find(is_wrong) {
            return Err(ConfigError::CorsOrigin(wrong.clone()));
        }
        if let Some(url) = self.public_url().filter(|url| !is_origin(url)) {
            return Err(ConfigError::PublicUrl(url.to_owned()));
        }
        self.push.check()?;
        self.check_mail()?;
        self.check_store()?;
        // All limits are fields of one table, so that a new one is checked as well.
        let limits = serde_json::to_value(&self.limits).unwrap_or_default();
        let limits = limits.as_object().into_iter().flatten();
        let is_wrong = |key: &str| !MAY_BE_ZERO.contains(&key);
        match limits.filter(|(_, value)| **value == 0).find(|(key, _)| is_wrong(key)) {
            Some((key, _)) => Err(ConfigError::ZeroLimit(key.clone())),
            None => Ok(()),
        }
    }

    fn check_store(&self) -> Result<(), ConfigError> {
        let Some(url) = &self.store else { return Ok(()) };
        match has_password(url) {
            None => Err(ConfigError::Store),
            Some(true) => Err(ConfigError::StorePassword),
            Some(false) => Ok(()),
        }
    }

    /// Returns whether the HTTP port itself uses TLS.
    pub fn has_https(&self) -> bool {
        self.tls.as_ref().is_some_and(|tls| tls.https)
    }

    /// Returns whether guests may come: where not everybody may make an account, they may not either.
    pub(crate) fn has_guests(&self) -> bool {
        self.guests && self.registration == Registration::Open
    }

    /// Returns the address for links without the slash that people put at its end.
    pub(crate) fn public_url(&self) -> Option<&str> {
        self.public_url.as_deref().map(|url| url.trim_end_matches('/'))
    }

    /// Returns whether pages of an origin may open a WebSocket and use the cookie: a named one, or that of the
    /// address for links.
    pub(crate) fn allows_origin(&self, origin: &str) -> bool {
        self.public_url() == Some(origin) || self.origins.iter().any(|allowed| allowed == origin)
    }
}

impl Push {
    fn check(&self) -> Result<(), ConfigError> {
        let is_contact =
            |text: &str| ["mailto:", "https://"].iter().any(|begin| text.starts_with(begin));
        if let Some(wrong) = self.contact.as_deref().filter(|text| !is_contact(text)) {
            return Err(ConfigError::PushContact(wrong.to_owned()));
        }
        let is_host = |text: &str| {
            text.contains('.')
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
        };
        match self.services.iter().find(|name| !is_host(name) && !is_origin(name)) {
            Some(wrong) => Err(ConfigError::PushService(wrong.clone())),
            None => Ok(()),
        }
    }
}

/// Reads networks, such as `10.0.0.0/8`, and single addresses.
fn networks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<IpNet>, D::Error> {
    let read = |text: &String| {
        let address = || text.parse().map(|address: IpAddr| IpNet::from(address));
        text.parse().or_else(|_| address()).map_err(|_| {
            D::Error::custom(format!(
                "`{text}` is neither an address nor a network such as `10.0.0.0/8`"
            ))
        })
    };
    Vec::<String>::deserialize(deserializer)?.iter().map(read).collect()
}

/// Returns whether a text is a scheme and a host, and perhaps a port, as browsers send them: in small letters, and
/// without the port that the scheme has by default. It is compared with what they send.
fn is_origin(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return false };
    let default_port = match scheme {
        "https" => 443,
        "http" => 80,
        _ => return false,
    };
    let is_written_so = text == format!("{scheme}://{authority}").to_ascii_lowercase();
    is_written_so && !authority.as_str().contains('@') && authority.port_u16() != Some(default_port)
}

impl Limits {
    /// Returns the timeout for a client to read what it was sent.
    pub(crate) fn write_timeout(&self) -> Duration {
        Duration::from_secs(self.write_seconds)
    }

    /// Returns the silence after which a client is pinged.
    pub(crate) fn ping_interval(&self) -> Duration {
        Duration::from_secs(self.ping_seconds.clamp(1, MAX_PING_SECONDS))
    }

    /// Returns the timeout for the head of an HTTP request.
    pub(crate) fn request_timeout(&self) -> Duration {
        // It is added to an instant, which must not overflow.
        Duration::from_secs(self.request_seconds.min(MAX_REQUEST_SECONDS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes an error of a value.
    type Problem = fn(String) -> ConfigError;

    #[test]
    fn settings_are_checked_and_errors_name_them() {
        let with = |toml: &str| toml::from_str::<Config>(toml).unwrap().check();
        for good in [
            "",
            "limits = { questions = 0, bot-games = 0 }",
            "cors-origins = ['*', 'https://club.example', 'http://localhost:8080']",
            "origins = ['https://club.example', 'http://192.0.2.1:8080', 'http://[::1]:8080']",
            "public-url = 'https://club.example/'",
            "push = { services = ['push.example', 'http://127.0.0.1:9000'] }",
            "push = { contact = 'mailto:op@club.example' }",
            "bots = false\nbot-threads = 0",
        ] {
            assert_eq!(with(good), Ok(()), "{good}");
        }
        let no_origins: &[&str] = &[
            "club.example",
            "https://",
            "https://club.example/",
            "https://a b",
            "https://Club.example",
            "https://club.example:443",
            "https://op@club.example",
        ];
        let wrong: [(&str, &[&str], Problem); 7] = [
            (
                "limits = { KEY = 0 }",
                &["commands-per-second", "connections", "write-seconds"],
                ConfigError::ZeroLimit,
            ),
            ("cors-origins = ['*', 'KEY']", no_origins, ConfigError::CorsOrigin),
            ("origins = ['KEY']", no_origins, ConfigError::Origin),
            ("origins = ['KEY']", &["*"], ConfigError::Origin),
            (
                "public-url = 'KEY'",
                &["club.example", "ftp://club.example", "https://club.example/othello", ""],
                ConfigError::PublicUrl,
            ),
            (
                "push = { services = ['KEY'] }",
                &["", "localhost", "push.example/x", "*"],
                ConfigError::PushService,
            ),
            ("push = { contact = 'KEY' }", &["op@club.example"], ConfigError::PushContact),
        ];
        for (toml, values, problem) in wrong {
            for value in values {
                let found = with(&toml.replace("KEY", value));
                assert_eq!(found, Err(problem((*value).to_owned())), "{toml}");
            }
        }
        assert_eq!(with("bot-threads = 0"), Err(ConfigError::NoBotThreads));
    }

    #[test]
    fn the_address_for_links_is_an_allowed_origin() {
        let public_url = Some("https://club.example/".to_owned());
        let config = Config { public_url, ..Config::default() };
        assert!(config.allows_origin("https://club.example"));
        assert!(!config.allows_origin("https://club.example/"));
    }

    #[test]
    fn a_proxy_is_an_address_or_a_network() {
        let read = |proxies: &str| {
            let config = serde_json::json!({ "trusted-proxies": [proxies] });
            serde_json::from_value::<Config>(config).map(|config| config.trusted_proxies)
        };
        for (text, network) in [
            ("127.0.0.1", "127.0.0.1/32"),
            ("::1", "::1/128"),
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("2001:db8::/32", "2001:db8::/32"),
        ] {
            assert_eq!(read(text).unwrap(), [network.parse::<IpNet>().unwrap()]);
        }
        for wrong in ["club.example", "10.0.0.0/33", "127.0.0.1:80", ""] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{wrong}` is neither an address")), "{error}");
        }
    }
}
