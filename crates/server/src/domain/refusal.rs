//! The errors of commands.

use std::fmt::Display;

use thiserror::Error;
use willow_protocol::{CommandKind, ErrorCode, Event, GameId, Name};

/// The reason why a command was not executed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Refusal {
    /// The error code, for programs.
    pub code: ErrorCode,
    /// The reason, for people.
    pub message: String,
}

impl Refusal {
    /// Returns a refusal with a code and a reason.
    pub(crate) fn new(code: ErrorCode, message: impl Display) -> Refusal {
        Refusal { code, message: message.to_string() }
    }

    /// Refuses a command that needs a login.
    pub(crate) fn not_logged_in() -> Refusal {
        Refusal::new(ErrorCode::NotIn, "log in first: guest, login or register")
    }

    /// Refuses a command that is not possible now.
    pub(super) fn not_now(message: impl Display) -> Refusal {
        Refusal::new(ErrorCode::NotNow, message)
    }

    /// Refuses a command that the user may not use.
    pub(super) fn forbidden(message: impl Display) -> Refusal {
        Refusal::new(ErrorCode::Forbidden, message)
    }

    /// Refuses a command that exceeds a limit.
    pub(super) fn limit(message: impl Display) -> Refusal {
        Refusal::new(ErrorCode::Limit, message)
    }

    /// Refuses a command about a user who does not exist.
    pub(crate) fn no_user(name: &Name) -> Refusal {
        Refusal::new(ErrorCode::NoSuchUser, format!("no user is called {name}"))
    }

    /// Refuses a command about a game that does not exist.
    pub(crate) fn no_game(game: GameId) -> Refusal {
        Refusal::new(ErrorCode::NoSuchGame, format!("there is no game {game}"))
    }

    /// Refuses a command without a game, for want of a current one.
    pub(super) fn no_current_game() -> Refusal {
        Refusal::new(ErrorCode::NoSuchGame, "you have no current game; give its number")
    }

    /// Refuses a command about an offer that does not exist, or not for this user.
    pub(super) fn no_offer(game: GameId) -> Refusal {
        Refusal::new(ErrorCode::NoSuchGame, format!("there is no offer {game} for you"))
    }

    /// Refuses a command that the connection should have handled.
    pub(super) fn not_here(kind: CommandKind) -> Refusal {
        let name = kind.description().name;
        Refusal::not_now(format!("`{name}` is not possible here"))
    }

    /// Returns the refusal as an event.
    pub(crate) fn into_event(self, command: &str) -> Event {
        let Refusal { code, message } = self;
        Event::Error { command: command.to_owned(), code, message }
    }
}
