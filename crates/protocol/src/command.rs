//! What a client can ask for.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use willow_board::Move;

use crate::wire::spelled;
use crate::{
    ArchiveFilter, GameId, LogFilter, Message, Name, Password, RequestId, Room, SpeedClass, Spot,
    Terms,
};

/// A command with the id under which its client wants to hear of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The id. With one the command is acknowledged, and not carried out twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<RequestId>,
    /// The command.
    #[serde(flatten)]
    pub command: Command,
}

impl From<Command> for Request {
    fn from(command: Command) -> Request {
        Request { id: None, command }
    }
}

/// Everything that a client can ask for.
///
/// A game that is left out is the game in hand: the one that the connection last joined, moved in
/// or watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// Says which version of the protocol the client speaks.
    Protocol {
        /// The version.
        version: u32,
    },
    /// Asks what commands there are, or what one of them does.
    Help {
        /// The command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<String>,
    },
    /// Comes in without an account.
    Guest {
        /// The name; the server finds one if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
    },
    /// Makes an account and comes in.
    Register {
        /// The name.
        name: Name,
        /// The password.
        password: Password,
    },
    /// Comes in.
    Login {
        /// The name.
        name: Name,
        /// The password.
        password: Password,
    },
    /// Comes in, or back, with a token.
    Resume {
        /// The token that an earlier login was given.
        token: String,
    },
    /// Changes the password; all tokens end.
    Password {
        /// The password so far.
        old: Password,
        /// The new password.
        new: Password,
    },
    /// Asks for a token with which a program can come in.
    Token,
    /// Deletes the account. Its games stay, under its name.
    DeleteAccount {
        /// The password.
        password: Password,
    },
    /// Ends the connection.
    Quit,
    /// Asks for a sign of life.
    Ping,
    /// Asks who is here.
    Who,
    /// Says something in the lobby.
    Say {
        /// What.
        text: Message,
    },
    /// Tells somebody something that nobody else sees.
    Tell {
        /// Whom.
        to: Name,
        /// What.
        text: Message,
    },
    /// Follows the lobby or no longer.
    Lobby {
        /// Whether to follow it.
        follow: bool,
    },
    /// Asks for the games that are offered and played.
    Games,
    /// Offers a game to everybody.
    New {
        /// Its terms.
        #[serde(flatten)]
        terms: Terms,
    },
    /// Offers a game to somebody.
    Challenge {
        /// To whom.
        name: Name,
        /// Its terms.
        #[serde(flatten)]
        terms: Terms,
    },
    /// Accepts an offer.
    Join {
        /// Its number.
        game: GameId,
    },
    /// Declines a challenge.
    Decline {
        /// Its number.
        game: GameId,
    },
    /// Takes an own offer back.
    Cancel {
        /// Its number.
        game: GameId,
    },
    /// Watches a game.
    Watch {
        /// Its number.
        game: GameId,
    },
    /// Watches a game no longer.
    Leave {
        /// Its number.
        game: GameId,
    },
    /// Asks for the state of a game.
    Board(InGame),
    /// Plays a move.
    Move {
        /// The game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
        /// The move. Passes are the server's.
        #[serde(rename = "move", with = "spelled")]
        mv: Move,
        /// How many moves and passes were played before it. With it, a move that was meant for
        /// another position is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ply: Option<u32>,
    },
    /// Says something in a game: to the players as a player, to the spectators as one.
    Gsay {
        /// The game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<GameId>,
        /// What.
        text: Message,
    },
    /// Gives a game up.
    Resign(InGame),
    /// Breaks a game off before both have moved.
    Abort(InGame),
    /// Asks to take the own last move back, or agrees to it.
    Takeback(InGame),
    /// Refuses to take a move back.
    Refuse(InGame),
    /// Offers another game to the same opponent, colours exchanged.
    Rematch(InGame),
    /// Claims the win over an opponent who has been away for too long.
    Claim(InGame),
    /// Hides what somebody says.
    Mute {
        /// Who.
        name: Name,
    },
    /// Shows it again.
    Unmute {
        /// Who.
        name: Name,
    },
    /// Hides what somebody says and refuses his messages and challenges.
    Block {
        /// Who.
        name: Name,
    },
    /// Takes a block back.
    Unblock {
        /// Who.
        name: Name,
    },
    /// Asks who is muted and who is blocked.
    Muted,
    /// Asks about a user.
    User {
        /// Who; the asker if nobody is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
    },
    /// Asks for the best players of a class.
    Top {
        /// The class.
        class: SpeedClass,
    },
    /// Asks for the last games of a user.
    History {
        /// Who; the asker if nobody is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
    },
    /// Asks how a user's ratings changed.
    Ratings {
        /// Who; the asker if nobody is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Name>,
    },
    /// Asks for the record of a game.
    Record {
        /// The game.
        game: GameId,
        /// In which format.
        format: RecordFormat,
    },
    /// Asks for games of the archive.
    Archive {
        /// Which.
        #[serde(flatten)]
        filter: Box<ArchiveFilter>,
    },
    /// Asks what was played in a position.
    Explore {
        /// The position; the usual start if none is given.
        #[serde(default)]
        position: Spot,
    },
    /// Asks for the events of a room after a number.
    Sync {
        /// The room.
        room: Room,
        /// The last number that the client has seen.
        after: u64,
    },
    /// Lets somebody say nothing for a while (moderators).
    Silence {
        /// Whom.
        name: Name,
        /// For how long; 0 ends a silence.
        minutes: u32,
        /// Why.
        reason: Message,
    },
    /// Throws somebody out (moderators).
    Kick {
        /// Whom.
        name: Name,
        /// Why.
        reason: Message,
    },
    /// Throws somebody out and lets him in no more (moderators).
    Ban {
        /// Whom.
        name: Name,
        /// Why.
        reason: Message,
    },
    /// Lets somebody in again (moderators).
    Unban {
        /// Whom.
        name: Name,
    },
    /// Asks what moderators did (moderators).
    Log {
        /// Which of it.
        #[serde(flatten)]
        filter: LogFilter,
    },
    /// Gives an account a role (administrators).
    Role {
        /// Whose.
        name: Name,
        /// Which.
        role: Role,
    },
}

/// A command about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct InGame {
    /// The game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
}

/// What a user is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default,
)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Somebody without an account.
    #[default]
    Guest,
    /// A program.
    Bot,
    /// A person with an account.
    Player,
    /// A person who keeps order.
    Moderator,
    /// A person who makes moderators.
    Admin,
}

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RecordFormat {
    /// The moves without passes, for example `f5d6c3`.
    Transcript,
    /// The Generic Game Format, with clocks and results.
    Ggf,
    /// A WTHOR file with this one game, in hexadecimal digits.
    Wthor,
}

/// A word is no role or no format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {0}")]
pub struct ExpectedWord(&'static str);

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Guest => "guest",
            Role::Bot => "bot",
            Role::Player => "player",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        })
    }
}

impl FromStr for Role {
    type Err = ExpectedWord;

    fn from_str(text: &str) -> Result<Role, ExpectedWord> {
        let all = [Role::Guest, Role::Bot, Role::Player, Role::Moderator, Role::Admin];
        let found = all.into_iter().find(|role| role.to_string() == text);
        found.ok_or(ExpectedWord("guest, bot, player, moderator or admin"))
    }
}

impl fmt::Display for RecordFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordFormat::Transcript => "transcript",
            RecordFormat::Ggf => "ggf",
            RecordFormat::Wthor => "wthor",
        })
    }
}

impl FromStr for RecordFormat {
    type Err = ExpectedWord;

    fn from_str(text: &str) -> Result<RecordFormat, ExpectedWord> {
        match text {
            "transcript" => Ok(RecordFormat::Transcript),
            "ggf" => Ok(RecordFormat::Ggf),
            "wthor" => Ok(RecordFormat::Wthor),
            _ => Err(ExpectedWord("transcript, ggf or wthor")),
        }
    }
}

impl Command {
    /// Returns the command's name in both spellings.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Command::Protocol { .. } => "protocol",
            Command::Help { .. } => "help",
            Command::Guest { .. } => "guest",
            Command::Register { .. } => "register",
            Command::Login { .. } => "login",
            Command::Resume { .. } => "resume",
            Command::Password { .. } => "password",
            Command::Token => "token",
            Command::DeleteAccount { .. } => "delete-account",
            Command::Quit => "quit",
            Command::Ping => "ping",
            Command::Who => "who",
            Command::Say { .. } => "say",
            Command::Tell { .. } => "tell",
            Command::Lobby { .. } => "lobby",
            Command::Games => "games",
            Command::New { .. } => "new",
            Command::Challenge { .. } => "challenge",
            Command::Join { .. } => "join",
            Command::Decline { .. } => "decline",
            Command::Cancel { .. } => "cancel",
            Command::Watch { .. } => "watch",
            Command::Leave { .. } => "leave",
            Command::Board(_) => "board",
            Command::Move { .. } => "move",
            Command::Gsay { .. } => "gsay",
            Command::Resign(_) => "resign",
            Command::Abort(_) => "abort",
            Command::Takeback(_) => "takeback",
            Command::Refuse(_) => "refuse",
            Command::Rematch(_) => "rematch",
            Command::Claim(_) => "claim",
            Command::Mute { .. } => "mute",
            Command::Unmute { .. } => "unmute",
            Command::Block { .. } => "block",
            Command::Unblock { .. } => "unblock",
            Command::Muted => "muted",
            Command::User { .. } => "user",
            Command::Top { .. } => "top",
            Command::History { .. } => "history",
            Command::Ratings { .. } => "ratings",
            Command::Record { .. } => "record",
            Command::Archive { .. } => "archive",
            Command::Explore { .. } => "explore",
            Command::Sync { .. } => "sync",
            Command::Silence { .. } => "silence",
            Command::Kick { .. } => "kick",
            Command::Ban { .. } => "ban",
            Command::Unban { .. } => "unban",
            Command::Log { .. } => "log",
            Command::Role { .. } => "role",
        }
    }
}
