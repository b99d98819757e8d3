//! Our players on GGS, and the bridge from it to a Willow server.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod adjourned;
mod encryption;
mod fake_ggs;
mod fake_hidden;
mod fake_willow;
mod faults;
mod game_server;
mod ggs_player;
mod kinds;
mod matches;
mod players;
mod two_clocks;
mod world;
