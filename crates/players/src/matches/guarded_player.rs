//! A player whose panics are caught.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Decision, GameSetup, MoveRequest, Player};
use willow_board::{IllegalMove, Move, Outcome, Position};

use crate::matches::ForfeitCause;

/// A player whose errors and panics become causes of a forfeit.
pub(crate) struct GuardedPlayer<'p> {
    player: &'p mut dyn Player,
    name: String,
}

impl<'p> GuardedPlayer<'p> {
    pub(crate) fn new(player: &'p mut dyn Player) -> GuardedPlayer<'p> {
        let name = player.name().to_owned();
        GuardedPlayer { player, name }
    }

    pub(crate) fn start_game(&mut self, setup: &GameSetup) -> Result<(), ForfeitCause> {
        self.guard(|player| player.start_game(setup))?.map_err(ForfeitCause::Player)
    }

    pub(crate) fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, ForfeitCause> {
        self.guard(|player| player.choose(request))?.map_err(ForfeitCause::Player)
    }

    pub(crate) fn observe(&mut self, mv: Move, position: &Position) -> Result<(), ForfeitCause> {
        self.guard(|player| player.observe(mv, position))
    }

    pub(crate) fn is_person(&mut self) -> Result<bool, ForfeitCause> {
        self.guard(|player| player.is_person())
    }

    pub(crate) fn rejected(&mut self, reason: IllegalMove) -> Result<(), ForfeitCause> {
        self.guard(|player| player.rejected(&reason))
    }

    pub(crate) fn end_game(&mut self, outcome: &Outcome) -> Result<(), ForfeitCause> {
        self.guard(|player| player.end_game(outcome))
    }

    /// Calls the player and catches its panic.
    ///
    /// A panic may leave the player in a broken state. The player is not called again in this game
    /// except to be told the result, and nothing else reads that state.
    fn guard<T>(&mut self, call: impl FnOnce(&mut dyn Player) -> T) -> Result<T, ForfeitCause> {
        catch_unwind(AssertUnwindSafe(|| call(self.player))).map_err(|panic| {
            ForfeitCause::Panicked {
                player: self.name.clone(),
                message: panic_message(panic.as_ref()),
            }
        })
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
