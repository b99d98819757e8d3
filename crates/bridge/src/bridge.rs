//! The bridge: players of GGS play people of a Willow server.
//!
//! | file | contents |
//! | --- | --- |
//! | `input.rs`, `millis.rs` | what happens, and what is to be done |
//! | `settings.rs`, `proxy_names.rs`, `terms.rs` | what an operator decides; names and terms of both sides |
//! | `pairing.rs` | a match there and its games here; the next step in it |
//! | `context.rs` | what all matches share, and how the bridge speaks to both sides |
//! | `state.rs`, `dispatch.rs`, `status.rs` | all matches; which input concerns which; the operator's table |
//! | `offers.rs`, `seating.rs`, `play.rs`, `bids.rs`, `requests.rs`, `talk.rs`, `endings.rs`, `resuming.rs`, `clocks.rs`, `presence.rs` | what it does |
//! | `backend.rs` | the sides: GGS and a Willow server |
//! | `config.rs`, `journal.rs` | the file of the operator, the journal |
//! | `engine.rs`, `engine/` | an engine in the place of GGS |
//! | `run.rs`, `link.rs`, `arrival.rs` | the one task that owns the state and its sides; a connection, with a task that reads and writes; what that tells |
//!
//! Invariant: `link.rs` alone opens sockets, and `run.rs` alone reads clocks. Every input comes through
//! [`BridgeState::handle`], which returns what is to be done.

mod arrival;
mod backend;
mod bids;
mod clocks;
mod config;
mod context;
mod dispatch;
mod endings;
mod engine;
mod input;
mod journal;
mod link;
mod millis;
mod offers;
mod pairing;
mod play;
mod presence;
mod proxy_names;
mod requests;
mod resuming;
mod run;
mod seating;
mod settings;
mod state;
mod status;
mod talk;
mod terms;

pub use backend::{Backend, Effect, GgsBackend, WillowBackend};
pub use config::{
    BridgeConfig, ConfigError, EXAMPLE_CONFIG, EngineConfig, EngineProtocol, GgsConfig,
    LoginConfig, WillowConfig,
};
pub use engine::{
    BuildEngine, EngineFound, EngineOutput, EngineServer, EngineSetup, EngineTerms, OnEngineFound,
};
pub use input::{BridgeInput, BridgeOutput};
pub use journal::{Journal, JournalError};
pub use millis::Millis;
pub use pairing::{BridgeSide, PairingRecord, Phase};
pub use proxy_names::{LONGEST_BRIDGE, ProxyNames};
pub use run::{RunError, is_running, run, status_file};
pub use settings::{BridgeSettings, LoginSettings};
pub use state::BridgeState;
pub use terms::{CarriedMatches, GgsTerms, UncarriedTerms, ggs_terms, willow_terms};
