//! The tables of the archive.

mod add;
mod backlog;
mod changes;
mod devices;
mod read;
mod remove;
mod statement;

pub(super) use self::backlog::ArchiveBacklog;
pub(super) use self::changes::{forget_player, renew_keys};
#[cfg(test)]
pub(super) use self::devices::{DEVICE_GAME, N_DEVICE_GAMES};
pub(super) use self::devices::{delete_some, insert};
#[cfg(test)]
pub(super) use self::read::{
    COUNTED, EVENTS, EVENTS_WITH_NAMES, IMPORTED, NAMES, PLAYERS, PLAYERS_BY_WORDS, PLAYERS_CALLED,
    PLAYERS_NAMED, plan_statements,
};
