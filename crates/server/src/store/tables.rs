//! Statements for the tables.

pub(super) mod game;
mod push;
pub(super) mod report;
mod token;
pub(super) mod user;
