//! The Generic Game Server (GGS): our players on it, and the bridge from it to a Willow server.
//!
//! | module | contents |
//! | --- | --- |
//! | [`ggs`] | the vocabulary of both sides: match types, clocks, names, messages, events; a client's session |
//! | [`ggs_player`] | a player of ours on a GGS |
//! | [`bridge`] | players of a GGS play people of a Willow server |
//!
//! Nothing here was copied from another program's sources or texts.
#![forbid(unsafe_code)]

pub mod bridge;
pub use willow_ggs as ggs;
pub mod ggs_player;
