//! A GGS for tests: programs and people log in as on the real one. It keeps nothing when it ends.
//!
//! [`ServerState`] is the whole server without IO: lines and times go in, texts come out. [`serve`] puts it
//! on TCP.
//!
//! | file | contents |
//! | --- | --- |
//! | `input.rs` | inputs and outputs |
//! | `settings.rs`, `session.rs` | settings, registered players, connections |
//! | `running_clock.rs`, `live_game.rs`, `live_match.rs` | clocks, games and matches that run |
//! | `pending_request.rs`, `stored_match.rs` | requests; matches that a player left |
//! | `state.rs` | the state, and how it speaks |
//! | `login.rs`, `central_commands.rs` | the central server |
//! | `service.rs`, `match_requests.rs`, `match_start.rs`, `match_play.rs`, `match_end.rs` | the Othello service |
//! | `chat.rs`, `list_commands.rs` | the chat of matches; lists |
//! | `listener.rs` | TCP |

mod central_commands;
mod chat;
mod input;
mod list_commands;
mod listener;
mod live_game;
mod live_match;
mod login;
mod match_end;
mod match_play;
mod match_requests;
mod match_start;
mod pending_request;
mod running_clock;
mod service;
mod session;
mod settings;
mod state;
mod stored_match;

pub use input::{ConnId, Input, Moment, Output};
pub use listener::serve;
pub use state::ServerState;
