//! How much the state of the server has in memory.

use super::state::ServerState;

/// What the server has in memory, by numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InMemory {
    /// Users: all accounts, and the guests who are online or were a moment ago.
    pub users: usize,
    /// Games: those in progress, and those that ended in the last minutes.
    pub games: usize,
    /// Open offers.
    pub offers: usize,
    /// Timers that are set.
    pub timers: usize,
}

impl ServerState {
    /// Returns what is in memory.
    #[must_use]
    pub fn in_memory(&self) -> InMemory {
        InMemory {
            users: self.users.len(),
            games: self.games.len(),
            offers: self.offers.len(),
            timers: self.timers.len(),
        }
    }
}
