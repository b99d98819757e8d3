//! Tests of players, engines and matches as their users see them.

#[path = "engines/main.rs"]
mod engines;
mod everybody;
