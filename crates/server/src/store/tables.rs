//! Statements for the tables.

pub(super) mod game;
pub(super) mod hidden_move;
mod push;
pub(super) mod report;
mod token;
pub(super) mod user;
