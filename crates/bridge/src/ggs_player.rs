//! A player of ours on a GGS.
//!
//! | file | contents |
//! | --- | --- |
//! | `options.rs` | what the operator decides |
//! | `request_policy.rs` | which requests are accepted, and what is said to the others |
//! | `game_record.rs` | games as records |
//! | `bot.rs`, `player_thread.rs` | events in, lines out; the thread that finds the moves of a game |
//! | `connection.rs` | the socket, the threads, and connecting again |
//!
//! Invariants: the bot never sends `continue`, so it asks nobody to go on with an old match. It sends
//! nothing but its login and password until the server has let it in.

mod bot;
mod connection;
mod game_record;
mod options;
mod player_thread;
mod request_policy;

pub use connection::{PlayError, Report, play};
pub use options::{PlayerOptions, RatedChoice};
