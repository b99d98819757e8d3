//! The Generic Game Server (GGS): its language, a server of that kind, and our players on it.
//!
//! | module | contents |
//! | --- | --- |
//! | [`ggs`] | the vocabulary of both sides: match types, clocks, names, messages, events; a client's session |
//! | [`ggs_server`] | a GGS for tests and clubs |
//! | [`ggs_player`] | a player of ours on a GGS |
//! | [`bridge`] | players of a GGS play people of a Willow server |
//!
//! Invariants: [`ggs`] and the server's state read no clock and open no socket: bytes, lines and times
//! come in as arguments. Parsers accept every input and never panic; what they do not know they keep.
//! Nothing here was copied from another program's sources or texts.
#![forbid(unsafe_code)]

pub mod bridge;
pub use willow_ggs as ggs;
pub mod ggs_player;
pub mod ggs_server;
mod player_thread;
mod refusal;
