//! Why a command was not carried out.

use std::fmt::Display;

use thiserror::Error;
use willow_protocol::{ErrorCode, Event, GameId, Name};

/// The reason why a command changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Refusal {
    /// For programs.
    pub code: ErrorCode,
    /// For people.
    pub message: String,
}

impl Refusal {
    pub(crate) fn new(code: ErrorCode, message: impl Display) -> Refusal {
        Refusal { code, message: message.to_string() }
    }

    pub(super) fn not_in() -> Refusal {
        Refusal::new(ErrorCode::NotIn, "come in first: guest, login or register")
    }

    pub(super) fn not_now(message: impl Display) -> Refusal {
        Refusal::new(ErrorCode::NotNow, message)
    }

    pub(super) fn forbidden(message: impl Display) -> Refusal {
        Refusal::new(ErrorCode::Forbidden, message)
    }

    pub(super) fn limit(message: impl Display) -> Refusal {
        Refusal::new(ErrorCode::Limit, message)
    }

    pub(crate) fn no_user(name: &Name) -> Refusal {
        Refusal::new(ErrorCode::NoSuchUser, format!("there is nobody called {name}"))
    }

    pub(super) fn no_game(game: GameId) -> Refusal {
        Refusal::new(ErrorCode::NoSuchGame, format!("there is no game {game}"))
    }

    pub(super) fn no_offer(game: GameId) -> Refusal {
        Refusal::new(ErrorCode::NoSuchGame, format!("there is no offer {game} for you"))
    }

    /// Returns the refusal as an event.
    pub(crate) fn into_event(self, command: &str) -> Event {
        let Refusal { code, message } = self;
        Event::Error { command: command.to_owned(), code, message }
    }
}
