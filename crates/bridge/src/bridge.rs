//! The bridge: players of GGS play people of a Willow server.
//!
//! | file | contents |
//! | --- | --- |
//! | `input.rs`, `millis.rs` | what happens, and what is to be done |
//! | `settings.rs`, `proxy_names.rs`, `terms.rs`, `refusal.rs` | what an operator decides; names and terms of both sides; why something is not done |
//! | `carried_match.rs` | a match there and its games here; the next step in it |
//! | `shared_state.rs` | what all matches share, and how the bridge speaks to both sides |
//! | `state.rs`, `routing.rs`, `status.rs` | all matches; which input concerns which; the operator's table |
//! | `offers.rs`, `match_start.rs`, `play.rs`, `bids.rs`, `requests.rs`, `chat.rs`, `match_end.rs`, `resuming.rs`, `clocks.rs`, `presence.rs` | what it does |
//! | `sides.rs` | the sides: GGS and a Willow server |
//! | `config.rs`, `journal.rs` | the file of the operator, the journal |
//! | `run.rs`, `link.rs`, `connection_message.rs` | the one task that owns the state and its sides; a connection, with a task that reads and writes; what that tells |
//!
//! Invariant: `link.rs` alone opens sockets, and `run.rs` gives [`BridgeState`] its time: `link.rs` reads the
//! clock for its own waits. Every input comes through [`BridgeState::handle`].

mod bids;
mod carried_match;
mod chat;
mod clocks;
mod config;
mod connection_message;
mod input;
mod journal;
mod link;
mod match_end;
mod match_start;
mod millis;
mod offers;
mod play;
mod presence;
mod proxy_names;
mod refusal;
mod requests;
mod resuming;
mod routing;
mod run;
mod settings;
mod shared_state;
mod sides;
mod state;
mod status;
mod terms;

pub use carried_match::{BridgeSide, MatchPhase, PairingRecord};
pub use config::{BridgeConfig, ConfigError, EXAMPLE_CONFIG, GgsConfig, LoginConfig, WillowConfig};
pub use input::{BridgeInput, BridgeOutput};
pub use journal::{Journal, JournalError};
pub use millis::Millis;
pub use proxy_names::{LONGEST_BRIDGE, ProxyNames};
pub use run::{RunError, is_running, run, status_file};
pub use settings::{BridgeSettings, LoginSettings};
pub use sides::{Backend, Effect, GgsBackend, WillowBackend};
pub use state::BridgeState;
pub use terms::{CarriedMatches, GgsTerms, UncarriedTerms, ggs_terms, willow_terms};
