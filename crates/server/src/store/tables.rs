//! The statements of the tables.

pub(super) mod game;
pub(super) mod user;
