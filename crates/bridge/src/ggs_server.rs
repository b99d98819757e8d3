//! A GGS for tests and clubs.
//!
//! [`ServerState`] is the whole server without IO: lines and times go in, texts and the contents of the
//! file of users come out. [`serve`] puts it on TCP.
//!
//! | file | contents |
//! | --- | --- |
//! | `input.rs`, `config.rs` | inputs, outputs; what the operator decides |
//! | `account.rs`, `settings.rs`, `session.rs` | registered players, their settings, connections |
//! | `running_clock.rs`, `live_game.rs`, `live_match.rs` | clocks, games and matches that run |
//! | `pending_request.rs` | requests |
//! | `saved.rs`, `rating.rs`, `dates.rs` | the file; ratings; dates |
//! | `state.rs` | the state, and how it speaks |
//! | `login.rs`, `central.rs` | the central server |
//! | `service.rs`, `asking.rs`, `starting.rs`, `playing.rs`, `ending.rs` | the Othello service |
//! | `chat.rs`, `lists.rs` | the chat of matches; lists |
//! | `listener.rs` | TCP |
//!
//! Invariant: what a message says that is registered, rated or stored is on the disk before it is sent.

mod account;
mod asking;
mod central;
mod chat;
mod config;
mod dates;
mod ending;
mod input;
mod listener;
mod lists;
mod live_game;
mod live_match;
mod login;
mod pending_request;
mod playing;
mod rating;
mod running_clock;
mod saved;
mod service;
mod session;
mod settings;
mod starting;
mod state;

pub use config::{Registration, ServerConfig};
pub use input::{ConnId, Input, Kept, Moment, Output};
pub use listener::{running_file, serve};
pub use saved::SavedError;
pub use state::ServerState;
