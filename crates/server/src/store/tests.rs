//! What every implementation of the store promises, by [`Store`](super::Store) and [`Writer`](super::Writer) alone.
//!
//! `TestStore::new` opens a fresh store, and is where another implementation would be chosen. Besides, one
//! must let tests damage events (`damage_events`) and counts (`forget_counts`) behind the server's back.

mod accounts;
pub(super) mod archive;
mod commits;
mod device_games;
mod erasure;
mod export;
mod lobby_chat;
mod moderation_log;
mod ratings;
pub(super) mod retention;
