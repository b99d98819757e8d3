//! The game server's domain: a state machine without IO.
//!
//! [`ServerState::handle`] takes an [`Input`] with its time and returns [`Effects`]: the writes to
//! commit, the notices to deliver after the commit, and the work for bots. [`ServerState::tick`]
//! handles the timers that are due, and [`ServerState::next_deadline`] returns when the next one is.
//! A state that is restored from the store continues where the earlier one stopped.
//!
//! `router.rs` is the way in: it checks who may use a command and calls the file of its subject.
//!
//! Invariant: no IO, no clock, and no randomness but that of the seed. The same inputs give the same
//! effects. Nothing here knows players, engines or weights: bots are names, and their moves are
//! inputs.

mod absent;
mod accounts;
mod connections;
mod damaged_row;
mod effects;
mod encoded_notice;
mod game;
mod games;
mod input;
mod lobby;
mod moderation;
mod publish;
mod queries;
mod read_only;
mod refusal;
mod restore;
mod rng;
mod room_log;
mod router;
mod settings;
mod state;
mod sync;
mod writes;

#[cfg(test)]
pub(crate) mod tests;

use self::accounts::{
    BannedAddresses, GamePoints, IdScope, LimitedAction, Login, NameKind, QuotaUse, RatedPlayer,
    Secrets, Tokens, ToldPresence, User, Users, is_reserved, is_use_noted, rate_game,
};
pub(crate) use self::accounts::{
    CheckedAccount, Familiarity, HandledCommand, NAME_HELD, NewToken, Opponents,
    REMEMBERED_ADDRESSES, REMEMBERED_COMMANDS, Rating, UserAddresses, UserProfile, token_expiry,
};
pub use self::damaged_row::DamagedRow;
pub(crate) use self::effects::{
    ArchiveQuery, BegunTurn, BotCommand, BotJob, Delivery, Effects, PastChat, PastRoom, Query,
};
pub(crate) use self::encoded_notice::EncodedNotice;
pub(crate) use self::game::HiddenContent;
use self::game::{ActiveGame, HiddenMove, InGameRequest, Twin};
use self::games::{ABORT_BEFORE, BotMove, KnownSpectators, Player, check_komi};
pub(crate) use self::games::{EarlyEnds, SlowTurn, forgotten_until};
pub(crate) use self::input::{
    BotAnswer, CheckedCommand, ConnId, Input, PushAddress, PushChange, RecoveryCodes, SignIn,
    TokenHash, TokenNumber, UsedToken, UserId,
};
use self::lobby::{
    LatestOffers, LobbyFollowers, OfferClosure, Offers, OpenOffer, OpenOffers, PresenceChanges,
    Progress, WaitingUser, same_but_for_colors,
};
pub(crate) use self::moderation::OpenReport;
use self::refusal::{Outcome, Reply};
pub(crate) use self::refusal::{Refusal, refuse};
pub(crate) use self::restore::{Saved, SavedGame, SavedName, SavedUser, complete_events};
use self::rng::Rng;
pub(crate) use self::rng::{FIRST_PRIVATE, is_private};
pub(crate) use self::room_log::{KEPT_EVENTS, KEPT_MESSAGES, SEARCHED_EVENTS};
use self::room_log::{KEPT_SEEN, RoomLog};
pub(crate) use self::settings::{ACCOUNT_GRACE, Seed, ServerBot, Settings};
pub(crate) use self::state::ServerState;
use self::state::{Connection, Timer, reset_timer};
pub(crate) use self::writes::{
    AccessWrite, ClosedReport, EndedGame, GameChange, HiddenRow, MetOpponent, NewReport, Relation,
    ReportWrite, RoomKey, StartedGame, UserWrite, Write,
};
pub(crate) use crate::ops::Millis;
use crate::ops::Quotas;
