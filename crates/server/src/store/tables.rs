//! The statements of the tables of which one row is written at a time.

pub(super) mod game;
pub(super) mod user;
