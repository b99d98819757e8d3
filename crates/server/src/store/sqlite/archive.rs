//! The tables of the archive.

mod add;
mod backlog;
mod read;
mod statement;

pub(super) use self::backlog::ArchiveBacklog;
#[cfg(test)]
pub(super) use self::read::{
    COUNTED, EVENTS, IMPORTED, NAMES, PLAYERS, PLAYERS_BY_WORDS, PLAYERS_CALLED, PLAYERS_NAMED,
    plan_statements,
};
