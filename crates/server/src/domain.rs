//! The game server's domain: a state machine without IO.
//!
//! [`ServerState::handle`] takes an [`Input`] with its time and returns [`Effects`]: the writes to
//! commit, the notices to deliver after the commit, and the work for bots. [`ServerState::tick`]
//! handles the timers that are due, and [`ServerState::next_deadline`] returns when the next one is.
//! A state that is restored from the store continues where the earlier one stopped.
//!
//! [`ServerState`] is made of parts. Each owns its fields, and others use its methods:
//!
//! - `accounts/`: users, names, logins, secrets, profiles, relations, quotas, ratings
//! - `connections/`: who is logged in over which connection, and the proxies of bridges
//! - `game/`: one game by its rules, with clocks, bids, requests and its end; it knows no users
//! - `hosted_games/`: the games in memory with their players, rooms, spectators, bots and timers
//! - `lobby/`: the chat and subscribers of the lobby, offers, pools, presence
//! - `moderation/`: reports, and what moderators do
//! - `tournaments/`: plans, entries, rounds and results; the games that begin for them
//!
//! `announcements.rs` has the announcement of the day and of a shutdown.
//! `router.rs` maps inputs, commands and timers to handlers, and checks who may use a command. A handler is a method
//! of the part that it changes, and is lent [`Shared`]: accounts, connections, and the [`Context`] with the time,
//! timers and effects of an input. What changes several of the other parts is a method of [`ServerState`].
//!
//! Invariant: no IO, no clock, and no randomness but that of the seed. The same inputs give the same
//! effects. Nothing here knows players, engines or weights: bots are names, and their moves are
//! inputs.

mod accounts;
mod announcements;
mod catch_up;
mod connections;
mod context;
mod damaged_row;
mod deleted_names;
mod device_game;
mod effects;
mod encoded_notice;
mod game;
mod game_numbers;
mod hosted_games;
mod input;
mod loading;
mod lobby;
mod moderation;
mod openings;
mod publish;
mod read_only;
mod refusal;
mod restore;
mod rng;
mod room_log;
mod router;
mod settings;
mod state;
mod timers;
mod tournaments;
mod writes;

#[cfg(test)]
pub(crate) mod tests;

#[cfg(test)]
use self::accounts::rate_game;
use self::accounts::{
    Accounts, GamePoints, LatestOffers, LimitedAction, NameKind, QuotaUse, RatedPlayer, User,
    is_reserved, same_but_for_colors,
};
pub(crate) use self::accounts::{
    Ban, CheckedAccount, CommandIdScope, EarlyEnds, EmailAddress, EmailChange, Familiarity,
    MailLanguage, NAME_HELD, NewToken, Opponents, RECOVERY_LIFETIME, REMEMBERED_ADDRESSES,
    REMEMBERED_COMMANDS, Rating, UsedCommandId, UserAddresses, UserProfile, UserRecord,
    forgotten_until, token_expiry,
};
use self::announcements::Announcements;
use self::connections::{Connections, Login};
use self::context::Context;
pub use self::damaged_row::DamagedRow;
pub(crate) use self::deleted_names::{neutral_name, renamed};
pub(crate) use self::device_game::{DEVICE_PROGRAM, PlayedOnDevice};
pub(crate) use self::effects::{
    ArchiveQuery, BegunTurn, BotCommand, BotJob, Delivery, Effects, PastChat, PastRoom, Query,
};
pub(crate) use self::encoded_notice::EncodedNotice;
pub(crate) use self::game::HeldContent;
use self::game::{ActiveGame, HeldMove, move_refusal};
pub(crate) use self::game_numbers::{FIRST_DEVICE, FIRST_PRIVATE, is_on_device, is_private};
use self::hosted_games::{
    ABORT_BEFORE, GameRoom, HostedGame, HostedGames, Player, Twin, check_fair, check_komi,
};
pub(crate) use self::hosted_games::{SlowTurn, complete_events};
pub(crate) use self::input::{
    BotAnswer, CheckedCommand, ConnId, Exported, FoundMessage, Input, IssuedToken, LibraryChange,
    LoginRequest, MAX_LIBRARY, NewCode, PushAddress, PushChange, RecoveryCodes, RemovedMessages,
    TokenGrant, TokenHash, TokenNumber, UsedToken, UserId,
};
use self::lobby::{Lobby, Offers, OpenOffer};
use self::moderation::{BanTerms, Moderation, SilenceTerms};
pub(crate) use self::moderation::{
    Invitation, InvitationTerms, OpenReport, SavedInvitations, SavedModeration,
};
use self::refusal::{CommandOutcome, Reply};
pub(crate) use self::refusal::{Refusal, refuse};
pub(crate) use self::restore::{Saved, SavedGame, SavedName, SavedUser};
use self::rng::Rng;
pub(crate) use self::room_log::{KEPT_EVENTS, KEPT_MESSAGES, SEARCHED_EVENTS};
use self::room_log::{KEPT_SEEN, RoomLog};
pub(crate) use self::settings::{
    ACCOUNT_GRACE, MAX_OFFLINE, Seed, ServerBot, Settings, check_visitor,
};
pub(crate) use self::state::ServerState;
use self::state::Shared;
use self::timers::{Timer, Timers};
pub(crate) use self::tournaments::TournamentFile;
use self::tournaments::Tournaments;
pub(crate) use self::writes::{
    AccessWrite, ClosedReport, EndedGame, GameChange, HeldRow, InvitationWrite, MetOpponent,
    NewRating, NewReport, Relation, RelationChange, ReportWrite, RoomKey, StartedGame, UserWrite,
    Write,
};
use crate::ops::Quotas;
pub(crate) use crate::ops::{DAY, HOUR, MINUTE, Millis, SECOND};
