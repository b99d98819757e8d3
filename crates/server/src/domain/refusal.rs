//! The errors of commands.

use std::fmt::Display;

use thiserror::Error;
use willow_protocol::{CommandKind, CommandResult, ErrorDetail, Event, GameId, Name, VERSION};

/// The reason why a command was not executed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    /// The reason, for programs. The error code follows from it.
    pub(crate) detail: ErrorDetail,
    /// The field of the command that is wrong, if the error is about one.
    pub(crate) argument: Option<&'static str>,
    /// The reason, for people.
    pub(crate) message: String,
}

/// Refuses a command.
pub(crate) fn refuse<T, E: From<Refusal>>(
    detail: ErrorDetail,
    message: impl Display,
) -> Result<T, E> {
    Err(Refusal::new(detail, message).into())
}

impl Refusal {
    /// Returns a refusal with a reason for programs and a sentence for people.
    pub(crate) fn new(detail: ErrorDetail, message: impl Display) -> Refusal {
        Refusal { detail, argument: None, message: message.to_string() }
    }

    /// Returns the same refusal with the field of the command that it is about.
    pub(crate) const fn about(mut self, field: &'static str) -> Refusal {
        self.argument = Some(field);
        self
    }

    /// Refuses a client that speaks another version of the protocol.
    pub(crate) fn unsupported_version(version: u32) -> Refusal {
        let message = format!("protocol version {version} is not supported; use {VERSION}");
        Refusal::new(ErrorDetail::UnsupportedVersion, message)
    }

    /// Refuses a command of a client that sends too many.
    pub(crate) fn too_many_commands() -> Refusal {
        Refusal::new(ErrorDetail::TooManyCommands, "rate limit exceeded; wait a moment")
    }

    /// Refuses a command that needs a login.
    pub(crate) fn not_logged_in() -> Refusal {
        Refusal::new(
            ErrorDetail::NotLoggedIn,
            "log in first: `guest NAME`, `login NAME` or `register NAME`",
        )
    }

    /// Refuses a command about a user who does not exist.
    pub(crate) fn no_user(name: &Name) -> Refusal {
        Refusal::new(ErrorDetail::NoSuchUser, format!("no user is called {name}"))
    }

    /// Refuses to leave the server without an administrator.
    pub(crate) fn last_admin() -> Refusal {
        let message = "nobody else is an administrator; give another account the role first";
        Refusal::new(ErrorDetail::LastAdministrator, message)
    }

    /// Refuses a password.
    pub(crate) fn wrong_password() -> Refusal {
        Refusal::new(ErrorDetail::WrongPassword, "wrong name or password")
    }

    /// Refuses a recovery code.
    pub(crate) fn wrong_code() -> Refusal {
        Refusal::new(ErrorDetail::WrongRecoveryCode, "wrong name or code; a code works once")
    }

    /// Refuses what is not possible while a game is adjourned.
    pub(crate) fn adjourned() -> Refusal {
        let message = "the game is adjourned; `continue` asks your opponent to go on";
        Refusal::new(ErrorDetail::GameAdjourned, message)
    }

    /// Refuses what needs a move before both players of a game with komi have bid.
    pub(crate) fn bid_first() -> Refusal {
        let message = "both players bid first: `bid SQUARE VALUE`, such as `bid f5 2.5`";
        Refusal::new(ErrorDetail::BidFirst, message)
    }

    /// Refuses a command about a game that does not exist.
    pub(crate) fn no_game(game: GameId) -> Refusal {
        Refusal::new(ErrorDetail::NoSuchGame, format!("there is no game {game}"))
    }

    /// Refuses a command without a game, for want of a current one: whoever plays has one.
    pub(crate) fn no_current_game() -> Refusal {
        let message = "you have no game now; `challenge NAME` starts one (`who` lists players and bots), \
                       `games` lists offers, `new` makes one";
        Refusal::new(ErrorDetail::NoCurrentGame, message)
    }

    /// Refuses a command about an offer that does not exist, or not for this user.
    pub(crate) fn no_offer(game: GameId) -> Refusal {
        let message = format!("there is no offer {game} for you; `games` lists the open offers");
        Refusal::new(ErrorDetail::NoSuchOffer, message)
    }

    /// Refuses a command that the connection should have handled.
    pub(crate) fn not_here(kind: CommandKind) -> Refusal {
        let name = kind.description().name;
        Refusal::new(ErrorDetail::NotPossibleHere, format!("`{name}` is not possible here"))
    }

    /// Returns the refusal as an event.
    pub(crate) fn into_event(self, command: &str) -> Event {
        let Refusal { detail, argument, message } = self;
        Event::error(command.to_owned(), detail, message).about(argument.map(str::to_owned))
    }
}

/// The outcome of a command that was executed.
#[expect(clippy::large_enum_variant, reason = "one reply exists at a time, on the stack")]
pub(crate) enum Reply {
    /// It was executed: it is acknowledged if the client asked for that, and not executed again
    /// under the same id.
    Done,
    /// The same, with what the command has brought about.
    DoneWith(CommandResult),
    /// It was executed for this connection alone: it is acknowledged, too, but executed again for
    /// another connection.
    DoneForConnection(CommandResult),
    /// It is answered by an event.
    Answer(Event),
    /// The store answers later.
    Later,
}

/// What a command comes to: a reply or a refusal.
pub(crate) type CommandOutcome = Result<Reply, Refusal>;
