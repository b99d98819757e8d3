//! What the server says.

use std::fmt;

use serde::{Deserialize, Serialize};
use willow_board::{Color, Move};

use crate::state::{
    ClockState, GameState, GameSummary, Offer, PairEnd, Profile, RatingPoint, RoomSnapshot, Side,
    Standing, UserLine,
};
use crate::wire::{color, spelled};
use crate::{
    ArchivePage, Explored, GameId, LogPage, Message, Name, RequestId, Role, Room, SpeedClass,
};

/// An event with where and when it happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// The id of the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<RequestId>,
    /// The room in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Room>,
    /// Its number in the room, counted from 1 without gaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// When it happened by the server's clock, in milliseconds since 1970.
    pub time: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// Everything that the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The first words to a client.
    Welcome {
        /// The program and its version.
        server: String,
        /// The newest version of the protocol that it speaks.
        protocol: u32,
    },
    /// The command was carried out, and what it did is durable.
    Ok,
    /// The command was not carried out, and nothing has changed.
    Error {
        /// The command's name, as far as it is known.
        command: String,
        /// The kind of error, for programs.
        code: ErrorCode,
        /// What is wrong, for people.
        message: String,
    },
    /// A sign of life.
    Pong,
    /// The connection ends.
    Bye {
        /// Why.
        reason: CloseReason,
    },
    /// The client is in.
    Entered {
        /// Under which name.
        name: Name,
        /// As what.
        role: Role,
        /// With this the client comes back without a password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The number of the last event of the lobby before that: what comes is numbered from here.
        #[serde(default)]
        lobby: u64,
        /// The number of the last event of the private room that the user was sent before that.
        #[serde(default)]
        private: u64,
    },
    /// A token was made.
    Token {
        /// The token. It is shown this once.
        token: String,
    },
    /// Help.
    Help {
        /// The lines.
        lines: Vec<String>,
    },
    /// The server says something to everybody.
    Announced {
        /// What.
        text: String,
    },
    /// Somebody is here now.
    Online {
        /// Who.
        name: Name,
        /// As what.
        role: Role,
    },
    /// Somebody is gone.
    Offline {
        /// Who.
        name: Name,
    },
    /// Somebody said something in the room.
    Said {
        /// Who.
        from: Name,
        /// What.
        text: Message,
    },
    /// A private message. The one who wrote it sees it, too.
    Told {
        /// Who.
        from: Name,
        /// To whom.
        to: Name,
        /// What.
        text: Message,
    },
    /// A game is offered: to everybody in the lobby, to the reader in the private room.
    Offered(Offer),
    /// An offer is gone.
    Withdrawn {
        /// Its number.
        game: GameId,
        /// Whether the one it was made to declined it.
        #[serde(default)]
        declined: bool,
    },
    /// A game began (lobby and private room).
    Playing(GameSummary),
    /// A game is over (lobby).
    Over(GameSummary),
    /// The game began: all that does not change about it.
    Started(Box<GameState>),
    /// A move or a pass was made.
    Moved {
        /// By whom.
        #[serde(with = "color")]
        color: Color,
        /// Which.
        #[serde(rename = "move", with = "spelled")]
        mv: Move,
        /// Its place in the game, counted from 1, passes included.
        ply: usize,
        /// The clocks after it.
        clocks: ClockState,
    },
    /// A player asks to take his last move back.
    TakebackAsked {
        /// Who.
        #[serde(with = "color")]
        color: Color,
    },
    /// The request was refused or came to nothing.
    TakebackRefused,
    /// Moves were taken back.
    TakenBack {
        /// How many moves and passes are left.
        plies: usize,
        /// The clocks after it.
        clocks: ClockState,
    },
    /// A player has no connection any more.
    Gone {
        /// Who.
        #[serde(with = "color")]
        color: Color,
        /// From when on the opponent may claim the win, in milliseconds since 1970.
        claim_at: u64,
    },
    /// The player is back.
    Back {
        /// Who.
        #[serde(with = "color")]
        color: Color,
    },
    /// Both games of a pair are over.
    Paired(PairEnd),
    /// The server was away; nobody was charged for it.
    Resumed {
        /// Since when, if the clock ran on after the last event: it does where a move has days.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        away_since: Option<u64>,
        /// The clocks from here.
        clocks: ClockState,
    },
    /// The game is over.
    Ended(GameEnd),
    /// A rating changed.
    Rated {
        /// Whose.
        name: Name,
        /// In which class.
        class: SpeedClass,
        /// From.
        before: i32,
        /// To.
        after: i32,
    },
    /// Who is here.
    Users {
        /// They.
        users: Vec<UserLine>,
    },
    /// What is offered and what is played.
    Games {
        /// The offers that the asker may accept or has made.
        offers: Vec<Offer>,
        /// The games.
        games: Vec<GameSummary>,
    },
    /// The state of a game.
    State(Box<GameState>),
    /// A user.
    Profile(Profile),
    /// Who is muted and who is blocked.
    Muted {
        /// Those who are muted.
        muted: Vec<Name>,
        /// Those who are blocked.
        blocked: Vec<Name>,
    },
    /// The best of a class.
    Top {
        /// The class.
        class: SpeedClass,
        /// They, the best first.
        standings: Vec<Standing>,
    },
    /// The last games of a user.
    History {
        /// Whose.
        name: Name,
        /// They, the newest first.
        games: Vec<GameSummary>,
    },
    /// The ratings that a user had after rated games.
    Ratings {
        /// Whose.
        name: Name,
        /// They, the newest first.
        points: Vec<RatingPoint>,
    },
    /// The record of a game.
    Record {
        /// The game.
        game: GameId,
        /// The record.
        text: String,
    },
    /// Games of the archive.
    Archive(ArchivePage),
    /// What was played in a position.
    Explored(Explored),
    /// All events of a room up to this number have been sent.
    Synced {
        /// The room.
        #[serde(rename = "of")]
        of: Room,
        /// The number of its last event.
        last: u64,
    },
    /// What the room is like now: the events that were asked for are too old.
    Snapshot(RoomSnapshot),
    /// What moderators did.
    Log(LogPage),
    /// A moderator did something.
    Moderated {
        /// Who.
        by: Name,
        /// To whom.
        name: Name,
        /// What: `silence`, `kick`, `ban`, `unban`, `role`.
        action: String,
        /// Why.
        reason: String,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameEnd {
    /// Why.
    pub reason: EndKind,
    /// Black's result: the difference of discs, empty squares to the winner, or 64 by default. An
    /// aborted game has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<i32>,
    /// Black's discs on the board.
    pub black_discs: u32,
    /// White's discs on the board.
    pub white_discs: u32,
    /// Who lost by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loser: Option<Side>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum EndKind {
    /// Neither side could move.
    Finished,
    /// A player resigned.
    Resigned,
    /// A player's time ran out.
    Timeout,
    /// A player was away for too long and the opponent claimed the win.
    Abandoned,
    /// A player could not go on.
    Forfeited,
    /// The game was broken off and does not count.
    Aborted,
}

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ErrorCode {
    /// The line makes no sense.
    Syntax,
    /// There is no such command.
    UnknownCommand,
    /// The version of the protocol is not spoken here.
    Version,
    /// Only those who are in may do this.
    NotIn,
    /// Those who are in already may not.
    AlreadyIn,
    /// The name or the password is wrong.
    Denied,
    /// The name is taken, or looks like one that is.
    NameTaken,
    /// There is nobody of this name.
    NoSuchUser,
    /// There is no such game or offer, or it is none of the asker's business.
    NoSuchGame,
    /// The rules of the game do not allow it.
    Illegal,
    /// It is not the asker's turn.
    NotYourTurn,
    /// The game was at another ply.
    WrongPly,
    /// The command does not fit the state of the game.
    NotNow,
    /// The asker may not do this.
    Forbidden,
    /// A limit was reached.
    Limit,
    /// The server could not do it.
    Internal,
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CloseReason {
    /// The client asked for it.
    Quit,
    /// The server is shut down and will be back.
    Shutdown,
    /// The client read too slowly.
    TooSlow,
    /// The client said nothing for too long.
    Idle,
    /// The client broke limits again and again.
    Limits,
    /// A moderator threw the user out.
    Kicked,
    /// There are too many connections.
    Full,
}

impl fmt::Display for EndKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EndKind::Finished => "finished",
            EndKind::Resigned => "resigned",
            EndKind::Timeout => "timeout",
            EndKind::Abandoned => "abandoned",
            EndKind::Forfeited => "forfeited",
            EndKind::Aborted => "aborted",
        })
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorCode::Syntax => "syntax",
            ErrorCode::UnknownCommand => "unknown-command",
            ErrorCode::Version => "version",
            ErrorCode::NotIn => "not-in",
            ErrorCode::AlreadyIn => "already-in",
            ErrorCode::Denied => "denied",
            ErrorCode::NameTaken => "name-taken",
            ErrorCode::NoSuchUser => "no-such-user",
            ErrorCode::NoSuchGame => "no-such-game",
            ErrorCode::Illegal => "illegal",
            ErrorCode::NotYourTurn => "not-your-turn",
            ErrorCode::WrongPly => "wrong-ply",
            ErrorCode::NotNow => "not-now",
            ErrorCode::Forbidden => "forbidden",
            ErrorCode::Limit => "limit",
            ErrorCode::Internal => "internal",
        })
    }
}

impl fmt::Display for CloseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CloseReason::Quit => "good bye",
            CloseReason::Shutdown => "the server is shut down and will be back",
            CloseReason::TooSlow => "the connection is too slow",
            CloseReason::Idle => "nothing was heard for too long",
            CloseReason::Limits => "too many limits were broken",
            CloseReason::Kicked => "a moderator ended the connection",
            CloseReason::Full => "there are too many connections",
        })
    }
}

impl Notice {
    /// Returns an event outside every room.
    #[must_use]
    pub const fn new(time: u64, event: Event) -> Notice {
        Notice { id: None, room: None, number: None, time, event }
    }

    /// Returns the same notice as the answer to a command.
    #[must_use]
    pub fn answering(mut self, id: Option<RequestId>) -> Notice {
        self.id = id;
        self
    }
}
