//! The bridge between a GGS and a Willow server.

mod fake_willow;
mod faults;
mod matches;
mod players;
mod world;
