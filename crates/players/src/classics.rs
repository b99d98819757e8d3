//! The old programs as players: any of them behind one player, and their SPECs.

pub(crate) mod bill;
pub(crate) mod general;
pub(crate) mod iago_1982;
pub(crate) mod made_files;
pub(crate) mod mlia;
pub(crate) mod paip;
pub(crate) mod player;
#[cfg(test)]
mod tests;
