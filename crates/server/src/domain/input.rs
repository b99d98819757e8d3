//! The inputs of the domain.

use std::fmt;
use std::net::IpAddr;

use sha2::{Digest, Sha256};
use willow_board::Square;
use willow_protocol::{
    ClientId, CommandKind, GameId, Message, Name, Request, RequestId, RoomLines, RoomNumbers,
    Thought, TokenKind, TokenName, TokenScope, TokenScopes,
};

use super::{
    BegunTurn, CheckedAccount, EmailChange, InvitationTerms, Millis, PlayedOnDevice, Refusal,
    Settings,
};

/// The number of a connection, unique while the process lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ConnId(pub(crate) u64);

/// The number of a user, unique forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct UserId(pub(crate) i64);

/// The number of a token, unique forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TokenNumber(pub(crate) u64);

/// The digest of a token. The token itself is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TokenHash(pub(crate) [u8; 32]);

impl TokenHash {
    /// Returns the digest of a token or a code. It needs no salt: nobody guesses 100 bits.
    pub(crate) fn of(secret: &str) -> TokenHash {
        TokenHash(Sha256::digest(secret.as_bytes()).into())
    }
}

/// An input: something that happens to the server.
#[derive(Debug)]
pub(crate) enum Input {
    /// A client connected.
    Connected { connection: ConnId },
    /// A client disconnected.
    Disconnected { connection: ConnId },
    /// A client sent its id.
    Client { connection: ConnId, client: ClientId },
    /// A client does not read its private room: it sends one command, or reads one game.
    PrivateRoomUnread { connection: ConnId },
    /// A client sent a command without a secret.
    Request { connection: ConnId, request: Request },
    /// A client logs in; its password or token has been checked.
    Login {
        connection: ConnId,
        id: Option<RequestId>,
        login: LoginRequest,
        /// The address of the client; of IPv6 the network of 64 bits.
        address: IpAddr,
    },
    /// A client sent another command with a secret, which has been checked.
    Checked { connection: ConnId, id: Option<RequestId>, command: CheckedCommand },
    /// A bridge brings a player of another server: `proxy` is the connection that the player is to the domain.
    ProxyCame { bridge: ConnId, proxy: ConnId, id: Option<RequestId>, name: Name },
    /// A bridge lets a player of another server go.
    ProxyLeft { bridge: ConnId, proxy: ConnId, id: Option<RequestId> },
    /// A bot has finished a search.
    Bot {
        game: GameId,
        turn: u64,
        answer: BotAnswer,
        /// The search information of the move, if the player reports it.
        thought: Option<Box<Thought>>,
    },
    /// The events that begin these turns have entered the queues of their recipients.
    Delivered(Vec<BegunTurn>),
    /// A user has sent a game that was played on a device.
    DeviceGame(Box<PlayedOnDevice>),
    /// The server did nothing from a time until now.
    StoodStill { since: Millis },
    /// Subscribes the browser of a login to notifications of turns, unsubscribes it, or records one.
    Push(PushChange),
    /// The e-mail address of an account changes.
    Email(EmailChange),
    /// A user who forgot the password gets a code by e-mail.
    MailedCode { user: UserId, hash: TokenHash },
    /// A user changes games that they keep for themselves.
    Library { user: UserId, changes: Vec<LibraryChange> },
    /// The operator has changed the configuration.
    Reload(Box<Settings>),
    /// An administrator was sent what is stored about a user, or the request failed.
    Exported(Box<Exported>),
    /// The server shuts down: all clients are notified and disconnected.
    ShutDown { text: String },
    /// The server stops. No input follows.
    Stop,
}

/// What became of an export of a user's data for an administrator.
#[derive(Debug)]
pub(crate) struct Exported {
    pub(crate) by: UserId,
    pub(crate) user: UserId,
    /// Why the administrator wanted it.
    pub(crate) reason: Message,
    pub(crate) is_delivered: bool,
}

/// A command whose secret has been checked.
#[derive(Debug)]
pub(crate) enum CheckedCommand {
    Password {
        account: CheckedAccount,
        /// The hash of the new password.
        hash: String,
    },
    /// A token for a program, and its name if the user gives it one.
    Token {
        token: IssuedToken,
        name: Option<TokenName>,
    },
    RecoveryCodes {
        account: CheckedAccount,
        codes: RecoveryCodes,
    },
    /// A moderator's code, with which a user can set a new password.
    Recover {
        name: Name,
        reason: Message,
        code: NewCode,
    },
    /// An invitation that a moderator makes.
    Invite {
        terms: InvitationTerms,
        code: NewCode,
    },
    DeleteAccount(CheckedAccount),
    /// Messages that a moderator removes.
    RemoveMessages(Box<RemovedMessages>),
}

/// Messages of a room that are to be removed, as the store has them.
#[derive(Debug)]
pub(crate) struct RemovedMessages {
    /// As the moderator named them.
    pub(crate) lines: RoomLines,
    /// The report that has them, if they are private.
    pub(crate) report: Option<u64>,
    pub(crate) messages: Vec<FoundMessage>,
    /// For the log and for the authors.
    pub(crate) reason: Message,
}

/// A message in the store.
#[derive(Debug)]
pub(crate) struct FoundMessage {
    /// Whose private room it is in, if it is in one.
    pub(crate) owner: Option<UserId>,
    /// Its number there.
    pub(crate) number: u64,
    pub(crate) author: Name,
}

impl CheckedCommand {
    pub(crate) const fn kind(&self) -> CommandKind {
        match self {
            CheckedCommand::Password { .. } => CommandKind::Password,
            CheckedCommand::Token { .. } => CommandKind::Token,
            CheckedCommand::RecoveryCodes { .. } => CommandKind::RecoveryCodes,
            CheckedCommand::Recover { .. } => CommandKind::Recover,
            CheckedCommand::Invite { .. } => CommandKind::Invite,
            CheckedCommand::DeleteAccount(_) => CommandKind::DeleteAccount,
            CheckedCommand::RemoveMessages(_) => CommandKind::RemoveMessage,
        }
    }

    /// Returns the account whose password came with the command.
    pub(crate) const fn account(&self) -> Option<&CheckedAccount> {
        match self {
            CheckedCommand::Password { account, .. }
            | CheckedCommand::RecoveryCodes { account, .. }
            | CheckedCommand::DeleteAccount(account) => Some(account),
            CheckedCommand::Token { .. }
            | CheckedCommand::Recover { .. }
            | CheckedCommand::Invite { .. }
            | CheckedCommand::RemoveMessages(_) => None,
        }
    }
}

impl Input {
    /// Returns whether a client sent this as a command, which is acknowledged.
    pub(crate) const fn is_command(&self) -> bool {
        matches!(
            self,
            Input::Request { .. }
                | Input::Login { .. }
                | Input::Checked { .. }
                | Input::ProxyCame { .. }
                | Input::ProxyLeft { .. }
        )
    }
}

/// How a client logs in.
#[derive(Debug)]
pub(crate) enum LoginRequest {
    /// As a guest, without an account.
    Guest {
        /// The name that the client asks for.
        name: Option<Name>,
        token: IssuedToken,
    },
    /// With a new account.
    Register {
        name: Name,
        /// The hash of the password.
        hash: String,
        token: IssuedToken,
        codes: RecoveryCodes,
        /// The digest of the code of an invitation.
        invitation: Option<TokenHash>,
    },
    /// With a password.
    Login { account: CheckedAccount, token: IssuedToken },
    /// With a token.
    Resume {
        /// The user to whom the token belongs.
        user: UserId,
        token: UsedToken,
        /// The numbers of the last events that the client has.
        rooms: RoomNumbers,
    },
    /// With a recovery code and a new password.
    Recovered {
        /// The account to which the code belongs.
        account: CheckedAccount,
        /// The digest of the code.
        code: TokenHash,
        /// The hash of the new password.
        hash: String,
        token: IssuedToken,
    },
}

impl LoginRequest {
    /// Returns the command of this kind of login.
    pub(crate) const fn command(&self) -> CommandKind {
        match self {
            LoginRequest::Guest { .. } => CommandKind::Guest,
            LoginRequest::Register { .. } => CommandKind::Register,
            LoginRequest::Login { .. } => CommandKind::Login,
            LoginRequest::Resume { .. } => CommandKind::Resume,
            LoginRequest::Recovered { .. } => CommandKind::ResetPassword,
        }
    }
}

/// A code that was just made.
#[derive(Clone, Debug)]
pub(crate) struct NewCode {
    /// Typed by its user. It is shown once.
    pub(crate) text: String,
    /// Stored in place of the text.
    pub(crate) hash: TokenHash,
}

/// Codes that each set a new password once.
#[derive(Debug, Default)]
pub(crate) struct RecoveryCodes {
    /// The codes, which their owner sees once.
    pub(crate) secrets: Vec<String>,
    /// Their digests.
    pub(crate) hashes: Vec<TokenHash>,
}

/// The kind of a token, and its scopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenGrant {
    pub(crate) kind: TokenKind,
    /// Its scopes besides reading; `None` is everything.
    pub(crate) scopes: Option<TokenScopes>,
}

impl TokenGrant {
    /// What the token of a login may do: everything.
    pub(crate) const LOGIN: TokenGrant = TokenGrant { kind: TokenKind::Login, scopes: None };

    /// Returns what both of two tokens allow.
    pub(crate) fn and(self, other: TokenGrant) -> TokenGrant {
        let is_login = [self.kind, other.kind].contains(&TokenKind::Login);
        let kind = if is_login { TokenKind::Login } else { TokenKind::Program };
        let scopes = match (self.scopes, other.scopes) {
            (Some(one), Some(other)) => Some(one.and(other)),
            (one, other) => one.or(other),
        };
        TokenGrant { kind, scopes }
    }

    /// Makes sure that the token may do what needs a scope.
    pub(crate) fn require(self, scope: TokenScope) -> Result<(), Refusal> {
        match self.scopes {
            Some(scopes) if !scopes.contains(scope) => Err(Refusal::missing_scope(scope)),
            _ => Ok(()),
        }
    }
}

/// A new token.
#[derive(Debug)]
pub(crate) struct IssuedToken {
    /// The token, which its owner sees once.
    pub(crate) secret: String,
    pub(crate) hash: TokenHash,
    pub(crate) grant: TokenGrant,
    /// By which its owner knows it.
    pub(crate) name: Option<TokenName>,
}

/// A token as the store knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UsedToken {
    pub(crate) number: TokenNumber,
    pub(crate) hash: TokenHash,
    pub(crate) grant: TokenGrant,
    /// When its last use was noted; `None` if none was. A login is a use of its own token.
    pub(crate) used_at: Option<Millis>,
}

/// The result of a bot's search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BotAnswer {
    /// The bot plays a move.
    Place(Square),
    /// The bot resigns.
    Resign,
    /// The bot failed. The log has the reason.
    Failed,
}

/// Maximum bytes of a user's library.
pub(crate) const MAX_LIBRARY: u64 = 4 << 20;

/// Bytes that each game counts towards this beside its id and its JSON.
const LIBRARY_OVERHEAD: usize = 100;

/// A change of a game that a user keeps for themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LibraryChange {
    /// The id of the game in all browsers of the user.
    pub(crate) id: String,
    /// The revision that was changed; 0 for a game that is new. Of any other revision the change is not made.
    pub(crate) base: u64,
    /// The game in JSON; `None` if it was deleted.
    pub(crate) game: Option<String>,
}

impl LibraryChange {
    /// Returns what the game counts towards the limit of its user.
    pub(crate) fn bytes(&self) -> u64 {
        let of_game = |game: &String| (LIBRARY_OVERHEAD + self.id.len() + game.len()) as u64;
        self.game.as_ref().map_or(0, of_game)
    }
}

/// Where a browser takes notifications, and the keys that it alone can read them with.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PushAddress {
    pub(crate) endpoint: String,
    /// The browser's public key: a point of P-256, uncompressed.
    pub(crate) public_key: Vec<u8>,
    /// The secret that the browser shares with this server.
    pub(crate) secret: Vec<u8>,
}

impl fmt::Debug for PushAddress {
    /// Whoever knows an endpoint could write to it: it is never logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushAddress(..)")
    }
}

/// A change of the push address of a login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PushChange {
    /// The browser of a login takes notifications of turns that begin after a time.
    On {
        token: TokenNumber,
        /// Where the browser takes them.
        address: PushAddress,
        /// Turns that began earlier are not notified.
        at: Millis,
        /// The endpoint that this one replaces. If there is one and the login has another one or none, nothing
        /// changes.
        replaces: Option<String>,
    },
    /// A login takes none any more. If there is an endpoint, only this one ends: the browser may have
    /// another one meanwhile.
    Off {
        token: TokenNumber,
        /// The endpoint that ends.
        endpoint: Option<String>,
    },
    /// The browser of a login was notified of the turns that began up to a time.
    Told {
        token: TokenNumber,
        /// The beginning of the newest turn that was notified.
        until: Millis,
    },
}
