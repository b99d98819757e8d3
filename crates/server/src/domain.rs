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

mod account;
mod active_game;
mod addresses;
mod adjournments;
mod bids;
mod bot_move;
mod bot_moves;
mod catch_up;
mod clock_state;
mod command_ids;
mod dispatch;
mod effects;
mod encoded_notice;
mod following;
mod guest_account;
mod handled;
mod heartbeat;
mod hidden_move;
mod in_memory;
mod input;
mod known_spectators;
mod links;
mod listed;
mod lobby;
mod lobby_followers;
mod lockstep;
mod moderation;
mod more_time;
mod offer_choice;
mod offer_limits;
mod offered_results;
mod offers;
mod open_offer;
mod open_report;
mod play;
mod pools;
mod presence;
mod presence_changes;
mod profiles;
mod progress;
mod progress_changes;
mod proxies;
mod publish;
mod queries;
mod quota_checks;
mod quotas;
mod rating;
mod refusal;
mod rematch;
mod reply;
mod reports;
mod reserved_names;
mod restore;
mod results;
mod rng;
mod room_log;
mod saved;
mod seeks;
mod settings;
mod sign_in;
mod slow_bot_games;
mod slow_turns;
mod spectators;
mod state;
mod sync;
mod tokens;
mod used_codes;
mod user_profile;
mod users;
mod waiting_user;
mod writes;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use account::NAME_HELD;
pub(crate) use addresses::REMEMBERED_ADDRESSES;
pub use effects::{ArchiveQuery, BotCommand, BotJob, Delivery, Effects, PastChat, PastRoom, Query};
pub use encoded_notice::{EncodedNotice, Format};
pub use handled::HandledCommand;
pub(crate) use handled::REMEMBERED_COMMANDS;
pub use hidden_move::HiddenContent;
pub use in_memory::InMemory;
pub use input::{
    BotAnswer, ConnId, Input, Millis, PushAddress, PushChange, RecoveryCodes, SignIn, TokenHash,
    TokenNumber, UsedToken, UserId,
};
pub use open_report::OpenReport;
pub use quotas::Quotas;
pub use rating::{GamePoints, Rating};
pub use refusal::Refusal;
pub(crate) use restore::complete_events;
pub(crate) use rng::{FIRST_PRIVATE, is_private};
pub(crate) use room_log::{KEPT_EVENTS, KEPT_MESSAGES, SEARCHED_EVENTS};
pub use saved::{Saved, SavedGame, SavedUser};
pub use settings::{Seed, ServerBot, Settings};
pub use slow_turns::SlowTurn;
pub use state::ServerState;
pub use tokens::{NewToken, token_expiry};
pub use user_profile::UserProfile;
pub use writes::{
    ClosedReport, EndedGame, HiddenRow, NewReport, Relation, RoomKey, StartedGame, Write,
};
