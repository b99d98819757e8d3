//! The errors of commands.

use std::borrow::Cow;
use std::fmt::Display;

use thiserror::Error;
use willow_protocol::{
    CommandKind, CommandResult, ErrorDetail, Event, GameId, Name, Room, TokenScope, VERSION,
};

use super::Millis;

/// The reason why a command was not executed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    /// The reason, for programs. The error code follows from it.
    pub(crate) detail: ErrorDetail,
    /// The field of the command that is wrong, if the error is about one.
    pub(crate) argument: Option<Cow<'static, str>>,
    /// The seconds after which the command may succeed, if it came too early or too often.
    pub(crate) retry_after: Option<u64>,
    /// The scope that the token of the login lacks.
    pub(crate) scope: Option<TokenScope>,
    /// The reason, for people.
    pub(crate) message: String,
}

pub(crate) fn refuse<T, E: From<Refusal>>(
    detail: ErrorDetail,
    message: impl Display,
) -> Result<T, E> {
    Err(Refusal::new(detail, message).into())
}

impl Refusal {
    /// Returns a refusal with a reason for programs and a sentence for people.
    pub(crate) fn new(detail: ErrorDetail, message: impl Display) -> Refusal {
        let message = message.to_string();
        Refusal { detail, argument: None, retry_after: None, scope: None, message }
    }

    /// Sets the field that is wrong. Unnecessary if `detail` implies it: see [`ErrorDetail::fields`].
    pub(crate) fn about(self, field: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { argument: Some(field.into()), ..self }
    }

    /// Returns the same refusal with the time after which the command may succeed.
    pub(crate) fn for_now(self, wait: Millis) -> Refusal {
        Refusal { retry_after: Some(wait.div_ceil(1000).max(1)), ..self }
    }

    /// Refuses a client that speaks another version of the protocol.
    pub(crate) fn unsupported_version(version: u32) -> Refusal {
        let message = format!("protocol version {version} is not supported; use {VERSION}");
        Refusal::new(ErrorDetail::UnsupportedVersion, message)
    }

    /// Refuses a command that needs a login.
    pub(crate) fn not_logged_in() -> Refusal {
        Refusal::new(
            ErrorDetail::NotLoggedIn,
            "log in first: `guest NAME`, `login NAME` or `register NAME`",
        )
    }

    /// Refuses a room whose events the sender may not have.
    pub(crate) fn not_readable(room: Room) -> Refusal {
        Refusal::new(ErrorDetail::RoomNotReadable, format!("you may not read {room}"))
    }

    /// Refuses a command about a user who does not exist.
    pub(crate) fn no_user(name: &Name) -> Refusal {
        let message = format!(
            "no user is called {name}; `who` lists those online, `find` searches all names"
        );
        Refusal::new(ErrorDetail::NoSuchUser, message)
    }

    /// Refuses to leave the server without an administrator.
    pub(crate) fn last_admin() -> Refusal {
        let message = "nobody else is an administrator; give another account the role first";
        Refusal::new(ErrorDetail::LastAdministrator, message)
    }

    /// Refuses what the token of the login may not do.
    pub(crate) fn missing_scope(scope: TokenScope) -> Refusal {
        let message = format!(
            "this token lacks the scope `{scope}`; `token NAME {scope}` makes one that has it"
        );
        Refusal { scope: Some(scope), ..Refusal::new(ErrorDetail::MissingScope, message) }
    }

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
        let message = format!("there is no game {game}; `games` lists the games in progress");
        Refusal::new(ErrorDetail::NoSuchGame, message)
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

    pub(crate) fn into_event(self, command: &str) -> Event {
        let Refusal { detail, argument, retry_after, scope, message } = self;
        let event = Event::error(command.to_owned(), detail, message).lacking(scope);
        event.about(argument.map(Cow::into_owned)).in_seconds(retry_after)
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

/// The outcome of a command: a reply or a refusal.
pub(crate) type CommandOutcome = Result<Reply, Refusal>;
