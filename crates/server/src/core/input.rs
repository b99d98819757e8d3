//! What happens to the core.

use willow_board::Square;
use willow_protocol::{Name, Request, RequestId};

/// A time in milliseconds since 1970.
pub type Millis = u64;

/// A connection, for as long as the process lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnId(pub u64);

/// A user, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(pub i64);

/// The digest of a token: the token itself is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// Something that happens to the server.
#[derive(Debug)]
pub enum Input {
    /// A connection was made.
    Connected {
        /// Which.
        connection: ConnId,
    },
    /// A connection ended.
    Disconnected {
        /// Which.
        connection: ConnId,
    },
    /// A client sent a command that has no secret in it.
    Request {
        /// Which client.
        connection: ConnId,
        /// The command.
        request: Request,
    },
    /// A client wants to come in, and its secret was right.
    Enter {
        /// Which client.
        connection: ConnId,
        /// Its id for the command.
        id: Option<RequestId>,
        /// How.
        entrance: Entrance,
    },
    /// A client's password was right and is to be another.
    SetPassword {
        /// Which client.
        connection: ConnId,
        /// Its id for the command.
        id: Option<RequestId>,
        /// The new password, hashed.
        hash: String,
    },
    /// A client wants a token.
    NewToken {
        /// Which client.
        connection: ConnId,
        /// Its id for the command.
        id: Option<RequestId>,
        /// The token.
        token: String,
        /// Its digest.
        hash: TokenHash,
    },
    /// A client's password was right and its account is to go.
    DeleteAccount {
        /// Which client.
        connection: ConnId,
        /// Its id for the command.
        id: Option<RequestId>,
    },
    /// A bot has thought.
    Bot {
        /// About which game.
        game: willow_protocol::GameId,
        /// At which of its turns.
        turn: u64,
        /// With which result.
        answer: BotAnswer,
    },
    /// The server is about to end: everybody is told so, and sent away.
    ShutDown {
        /// What they are told.
        text: String,
    },
    /// The server ends: nothing comes after this.
    Stop,
}

/// How a client comes in.
#[derive(Debug)]
pub enum Entrance {
    /// Without an account.
    Guest {
        /// The name that it would like.
        name: Option<Name>,
        /// A new token and its digest.
        token: (String, TokenHash),
    },
    /// With a new account.
    Register {
        /// The name.
        name: Name,
        /// The password, hashed.
        hash: String,
        /// A new token and its digest.
        token: (String, TokenHash),
    },
    /// With a password, which was right.
    Login {
        /// Whose it is.
        user: UserId,
        /// A new token and its digest.
        token: (String, TokenHash),
    },
    /// With a token, which was right.
    Resume {
        /// Whose it is.
        user: UserId,
    },
}

impl Entrance {
    /// Returns the command by which a client comes in so.
    pub(super) const fn command(&self) -> &'static str {
        match self {
            Entrance::Guest { .. } => "guest",
            Entrance::Register { .. } => "register",
            Entrance::Login { .. } => "login",
            Entrance::Resume { .. } => "resume",
        }
    }
}

/// What a bot does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotAnswer {
    /// It places a disc.
    Place(Square),
    /// It gives up.
    Resign,
    /// It cannot go on.
    Failed(String),
}
