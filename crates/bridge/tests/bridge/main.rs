//! GGS: its language, the server of this crate, our players on it, and the bridge between it and a Willow server.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod adjourned;
mod encryption;
mod engines;
mod events;
mod fake_hidden;
mod fake_willow;
mod faults;
mod kinds;
#[path = "../laws/mod.rs"]
mod laws;
mod matches;
mod players;
mod server;
mod tcp;
mod two_clocks;
mod world;
