//! Statements for the tables.

pub(super) mod game;
pub(super) mod report;
pub(super) mod user;
