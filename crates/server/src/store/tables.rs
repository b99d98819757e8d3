//! Statements for the tables.

pub(super) mod game;
pub(super) mod user;
