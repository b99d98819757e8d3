//! Statements for the tables.

pub(super) mod game;
pub(super) mod report;
mod token;
pub(super) mod user;
