//! The part of the configuration that the domain needs.

use willow_protocol::{BotDetails, ErrorDetail, Name, Registration, VisitorAccess};

use super::{DAY, HOUR, MINUTE, Millis, Quotas, Refusal, refuse};
use crate::ops::{Config, Limits};

/// How long a user who went offline stays loaded; a start loads those who were online so recently.
pub(crate) const ACCOUNT_GRACE: Millis = 2 * DAY;

/// Maximum users who are offline and loaded: more than lose a connection at the same time.
pub(crate) const MAX_OFFLINE: usize = 3_000;

/// How long a game stays in memory after its end, for the players' last words and spectators. Not measured.
const LINGER: Millis = 5 * MINUTE;

/// How long a guest without a connection keeps the account: a restarted phone comes back within it. Not measured.
const GUEST_GRACE: Millis = 10 * MINUTE;

/// The seed of all random numbers.
pub(crate) type Seed = [u8; 32];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) limits: Limits,
    /// How long one of the server's bots waits for a person's move in such a game.
    pub(crate) bot_patience: Millis,
    /// Minimum time that one of the server's bots takes for a move in a game with a person, so that
    /// the person can follow; 0 for none.
    pub(crate) bot_move_time: Millis,
    /// How often a user may do something.
    pub(crate) quotas: Quotas,
    /// How long a player may be disconnected before the opponent may claim the win.
    pub(crate) claim_after: Millis,
    /// The same in a game without a clock.
    pub(crate) unlimited_claim_after: Millis,
    /// Time without a move in a game without a clock after which either player may abort it.
    pub(crate) unlimited_abort_after: Millis,
    /// How long the offers of a user wait after the last connection ended.
    pub(crate) offer_grace: Millis,
    /// How long a challenge by link stays open.
    pub(crate) link_lifetime: Millis,
    /// How long events of the lobby are served; `None` means no limit.
    pub(crate) lobby_kept: Option<Millis>,
    /// The same for events of private rooms.
    pub(crate) private_kept: Option<Millis>,
    /// How long a finished game stays in memory.
    pub(crate) linger: Millis,
    /// Names that nobody may choose, besides the built-in ones.
    pub(crate) reserved_names: Vec<Name>,
    /// The port of HTTP, where users get their data.
    pub(crate) http_port: u16,
    /// The address that links use.
    pub(crate) public_url: Option<String>,
    /// Who may make an account.
    pub(crate) registration: Registration,
    /// Whether guests may come.
    pub(crate) guests: bool,
    /// What visitors without a login may read.
    pub(crate) visitors: VisitorAccess,
    /// How long the name of a guest who left is kept.
    pub(crate) guest_grace: Millis,
    /// How long a user with an account stays in memory after the last connection ended: longer than quotas and
    /// the ids of commands count.
    pub(crate) account_grace: Millis,
    /// Maximum users who are offline and loaded, but for accounts with quotas and command ids.
    pub(crate) max_offline: usize,
    /// How long newcomers from the addresses of a banned user are kept out; 0 is not at all.
    pub(crate) address_ban: Millis,
    /// Whether nobody at the address of a player of a rated game reads its spectators until it is over.
    pub(crate) hides_chat_from_players_addresses: bool,
    pub(crate) bots: Vec<ServerBot>,
    /// The seed. The numbers of private games follow from it.
    pub(crate) seed: Seed,
}

/// A bot that the server runs itself: its name and its SPEC are data here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerBot {
    pub(crate) name: Name,
    /// The details that clients are sent. Only the bot room reads the SPEC in it.
    pub(crate) details: BotDetails,
    /// Whether it chooses its moves by chance. The same game against another bot can be played again
    /// move by move.
    pub(crate) plays_by_chance: bool,
}

impl Settings {
    pub(crate) fn new(config: &Config, bots: Vec<ServerBot>, seed: Seed) -> Settings {
        let kept = |days: u32| (days > 0).then(|| Millis::from(days) * DAY);
        Settings {
            limits: config.limits.clone(),
            bot_patience: config.bot_patience_days.saturating_mul(DAY),
            bot_move_time: config.bot_move_milliseconds,
            quotas: config.quotas.clone(),
            claim_after: config.gone_after_seconds * 1000,
            unlimited_claim_after: config.unlimited_claim_days * DAY,
            unlimited_abort_after: config.unlimited_abort_days * DAY,
            offer_grace: config.offer_grace_seconds * 1000,
            link_lifetime: config.link_hours * HOUR,
            lobby_kept: kept(config.retention.lobby_days),
            private_kept: kept(config.retention.private_days),
            linger: LINGER,
            reserved_names: config.reserved_names.clone(),
            http_port: config.http.port(),
            public_url: config.public_url().map(ToOwned::to_owned),
            registration: config.registration,
            guests: config.has_guests(),
            visitors: config.visitors_read,
            guest_grace: GUEST_GRACE,
            account_grace: ACCOUNT_GRACE,
            max_offline: MAX_OFFLINE,
            address_ban: Millis::from(config.address_ban_hours) * HOUR,
            hides_chat_from_players_addresses: config.hide_chat_from_players_addresses,
            bots,
            seed,
        }
    }
}

impl Settings {
    /// Returns the whole link of a path, if the server knows its address.
    pub(crate) fn link(&self, path: &str) -> Option<String> {
        self.public_url.as_ref().map(|url| format!("{url}{path}"))
    }

    /// Returns these settings with what a reload changes: all but what others have read at the start, too.
    pub(crate) fn reloaded(self, new: Settings) -> Settings {
        Settings {
            lobby_kept: self.lobby_kept,
            private_kept: self.private_kept,
            http_port: self.http_port,
            public_url: self.public_url,
            registration: self.registration,
            guests: self.guests,
            visitors: self.visitors,
            bots: self.bots,
            seed: self.seed,
            ..new
        }
    }
}

/// Refuses visitors without a login what a server does not show them, from what it shows them and what it shows them at
/// least if it shows this.
pub(crate) fn check_visitor(
    shown: VisitorAccess,
    needed: Option<VisitorAccess>,
) -> Result<(), Refusal> {
    match needed {
        Some(needed) if needed <= shown => Ok(()),
        Some(_) => refuse(
            ErrorDetail::NotLoggedIn,
            "this server shows this to its members alone; log in first: `login NAME`",
        ),
        None => Err(Refusal::not_logged_in()),
    }
}

#[cfg(test)]
impl Default for Settings {
    /// No bots, who move at once, and events that are kept forever.
    fn default() -> Settings {
        let settings = Settings::new(&Config::default(), Vec::new(), [0; 32]);
        Settings { bot_move_time: 0, lobby_kept: None, private_kept: None, ..settings }
    }
}
