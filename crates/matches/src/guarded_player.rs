//! A player at the board, its panics caught.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use willow_board::{IllegalMove, Move, Outcome, Position};
use willow_players::{Decision, GameSetup, MoveRequest, Player};

use crate::Fault;

/// A player whose failures and panics come back as faults.
pub(crate) struct GuardedPlayer<'p> {
    player: &'p mut dyn Player,
    name: String,
}

impl<'p> GuardedPlayer<'p> {
    pub(crate) fn new(player: &'p mut dyn Player) -> GuardedPlayer<'p> {
        let name = player.name().to_owned();
        GuardedPlayer { player, name }
    }

    pub(crate) fn start_game(&mut self, setup: &GameSetup) -> Result<(), Fault> {
        self.guard(|player| player.start_game(setup))?.map_err(Fault::Player)
    }

    pub(crate) fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, Fault> {
        self.guard(|player| player.choose(turn))?.map_err(Fault::Player)
    }

    pub(crate) fn observe(&mut self, mv: Move, position: &Position) -> Result<(), Fault> {
        self.guard(|player| player.observe(mv, position))
    }

    pub(crate) fn is_person(&mut self) -> Result<bool, Fault> {
        self.guard(|player| player.is_person())
    }

    pub(crate) fn rejected(&mut self, reason: IllegalMove) -> Result<(), Fault> {
        self.guard(|player| player.rejected(&reason))
    }

    pub(crate) fn end_game(&mut self, outcome: &Outcome) -> Result<(), Fault> {
        self.guard(|player| player.end_game(outcome))
    }

    /// Calls the player. One that panicked is not called again in this game, and nothing else sees
    /// what the panic may have left half done.
    fn guard<T>(&mut self, call: impl FnOnce(&mut dyn Player) -> T) -> Result<T, Fault> {
        catch_unwind(AssertUnwindSafe(|| call(self.player))).map_err(|panic| Fault::Panicked {
            player: self.name.clone(),
            message: message_of(panic.as_ref()),
        })
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
