//! A player whose panics are caught.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Player;
use crate::matches::ForfeitCause;

/// A player whose panics become causes of a forfeit.
pub(crate) struct GuardedPlayer<'p> {
    player: &'p mut dyn Player,
    name: String,
}

impl<'p> GuardedPlayer<'p> {
    pub(crate) fn new(player: &'p mut dyn Player) -> GuardedPlayer<'p> {
        let name = player.name().to_owned();
        GuardedPlayer { player, name }
    }

    /// Calls the player and catches its panic.
    ///
    /// A panic may leave the player in a broken state. The player is not called again in this game
    /// except to be told the result, and nothing else reads that state.
    pub(crate) fn call<T>(
        &mut self,
        call: impl FnOnce(&mut dyn Player) -> T,
    ) -> Result<T, ForfeitCause> {
        catch_unwind(AssertUnwindSafe(|| call(self.player))).map_err(|panic| {
            let text = panic.downcast_ref::<&str>().copied();
            let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
            let message = text.unwrap_or("no message").to_owned();
            ForfeitCause::Panicked { player: self.name.clone(), message }
        })
    }
}
