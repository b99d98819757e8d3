//! The bridge between a GGS and a Willow server.

mod fake_willow;
mod matches;
mod players;
mod world;
