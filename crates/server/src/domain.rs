//! The game server's domain: a state machine without IO.
//!
//! [`ServerState::handle`] takes an [`Input`] with its time and returns [`Effects`]: the writes to
//! commit, the notices to deliver after the commit, and the work for bots. [`ServerState::tick`]
//! handles the timers that are due, and [`ServerState::next_deadline`] returns when the next one is.
//! A state that is restored from the store continues where the earlier one stopped.
//!
//! `dispatch.rs` is the way in: it checks who may use a command and calls the file of its subject.
//!
//! Invariant: no IO, no clock, and no randomness but that of the seed. The same inputs give the same
//! effects. Nothing here knows players, engines or weights: bots are names, and their moves are
//! inputs.

mod absent;
mod account;
mod active_game;
mod addresses;
mod adjournments;
mod bids;
mod bot_moves;
mod clock_state;
mod damaged_row;
mod dispatch;
mod early_ends;
mod effects;
mod encoded_notice;
mod following;
mod handled;
mod input;
mod lobby;
mod lobby_followers;
mod lockstep;
mod moderation;
mod offer_limits;
mod offers;
mod open_offers;
mod opponents;
mod pairing;
mod play;
mod presence;
mod profiles;
mod progress;
mod proxies;
mod publish;
mod queries;
mod quotas;
mod rating;
mod read_only;
mod refusal;
mod reports;
mod reserved_names;
mod restore;
mod results;
mod rng;
mod room_log;
mod secrets;
mod settings;
mod sign_in;
mod slow_games;
mod spectators;
mod standstill;
mod state;
mod sync;
mod tokens;
mod users;
mod writes;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use self::account::NAME_HELD;
pub(crate) use self::active_game::HiddenContent;
use self::active_game::{ActiveGame, HiddenMove, InGameRequest, Twin};
use self::addresses::BannedAddresses;
pub(crate) use self::addresses::{REMEMBERED_ADDRESSES, UserAddresses};
use self::bids::check_komi;
use self::bot_moves::BotMove;
pub use self::damaged_row::DamagedRow;
pub(crate) use self::early_ends::{EarlyEnds, forgotten_until};
pub(crate) use self::effects::{
    ArchiveQuery, BegunTurn, BotCommand, BotJob, Delivery, Effects, PastChat, PastRoom, Query,
};
pub(crate) use self::encoded_notice::EncodedNotice;
use self::handled::IdScope;
pub(crate) use self::handled::{HandledCommand, REMEMBERED_COMMANDS};
pub(crate) use self::input::{
    BotAnswer, CheckedCommand, ConnId, Input, PushAddress, PushChange, RecoveryCodes, SignIn,
    TokenHash, TokenNumber, UsedToken, UserId,
};
use self::lobby_followers::LobbyFollowers;
use self::offer_limits::{LatestOffers, same_but_for_colors};
use self::offers::{OfferClosure, Offers};
use self::open_offers::{OpenOffer, OpenOffers};
pub(crate) use self::opponents::{Familiarity, Opponents};
use self::pairing::WaitingUser;
use self::play::{ABORT_BEFORE, Player};
use self::presence::PresenceChanges;
use self::progress::Progress;
use self::quotas::{LimitedAction, QuotaUse};
pub(crate) use self::rating::{GamePoints, Rating};
use self::refusal::{Outcome, Reply};
pub(crate) use self::refusal::{Refusal, refuse};
pub(crate) use self::reports::OpenReport;
use self::reserved_names::{NameKind, is_reserved};
pub(crate) use self::restore::{Saved, SavedGame, SavedName, SavedUser, complete_events};
use self::rng::Rng;
pub(crate) use self::rng::{FIRST_PRIVATE, is_private};
pub(crate) use self::room_log::{KEPT_EVENTS, KEPT_MESSAGES, SEARCHED_EVENTS};
use self::room_log::{KEPT_SEEN, RoomLog};
pub(crate) use self::secrets::CheckedAccount;
use self::secrets::Secrets;
pub(crate) use self::settings::{ACCOUNT_GRACE, Seed, ServerBot, Settings};
use self::sign_in::Login;
pub(crate) use self::slow_games::SlowTurn;
use self::spectators::KnownSpectators;
pub(crate) use self::state::ServerState;
use self::state::{Connection, Timer, reset_timer};
pub(crate) use self::tokens::{NewToken, token_expiry};
use self::tokens::{Tokens, is_use_noted};
pub(crate) use self::users::UserProfile;
use self::users::{ToldPresence, User, Users};
pub(crate) use self::writes::{
    AccessWrite, ClosedReport, EndedGame, GameChange, HiddenRow, MetOpponent, NewReport, Relation,
    ReportWrite, RoomKey, StartedGame, UserWrite, Write,
};
pub(crate) use crate::ops::Millis;
use crate::ops::Quotas;
