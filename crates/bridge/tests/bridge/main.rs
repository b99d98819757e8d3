//! The bridge between a GGS and a Willow server.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod adjourned;
mod engines;
mod fake_hidden;
mod fake_willow;
mod faults;
mod kinds;
mod matches;
mod players;
mod two_clocks;
mod world;
