//! The changes that the store commits.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use willow_board::{Color, Position};
use willow_protocol::{
    ClockState, GameEnd, GameId, GameRatings, Message, Name, Offer, ReportOutcome, Role, RoomLines,
    SpeedClass, Terms, Thought, TournamentId,
};

use super::{
    EmailChange, EncodedNotice, Familiarity, HeldContent, Invitation, LibraryChange, Millis,
    NewToken, OpenReport, PlayedOnDevice, PushChange, Rating, TokenHash, TokenNumber,
    UsedCommandId, UsedToken, UserId, UserProfile,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RoomKey {
    Lobby,
    Game(GameId),
    /// The chat of a game's players.
    Players(GameId),
    /// The chat of a game's spectators: `watchers` in texts, on the wire and in the database.
    Spectators(GameId),
    Tournament(TournamentId),
    Private(UserId),
}

impl fmt::Display for RoomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomKey::Lobby => f.write_str("lobby"),
            RoomKey::Game(game) => write!(f, "game/{game}"),
            RoomKey::Players(game) => write!(f, "players/{game}"),
            RoomKey::Spectators(game) => write!(f, "watchers/{game}"),
            RoomKey::Tournament(id) => write!(f, "tournament/{id}"),
            RoomKey::Private(user) => write!(f, "private/{}", user.0),
        }
    }
}

/// A user's relation to another user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// The other user is muted.
    Muted,
    /// The other user is blocked.
    Blocked,
    /// The other user is followed.
    Followed,
    /// The other user has written to the user, or has played them.
    Acquainted,
}

impl Relation {
    pub(crate) const ALL: [Relation; 4] =
        [Relation::Muted, Relation::Blocked, Relation::Followed, Relation::Acquainted];

    /// Returns the name in the store.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Relation::Muted => "muted",
            Relation::Blocked => "blocked",
            Relation::Followed => "followed",
            Relation::Acquainted => "acquainted",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StartedGame {
    pub(crate) game: GameId,
    /// The players, Black first.
    pub(crate) players: [UserId; 2],
    pub(crate) names: [Name; 2],
    pub(crate) terms: Terms,
    pub(crate) start: Position,
    /// The other game of a synchro pair.
    pub(crate) twin: Option<GameId>,
    /// The players' ratings; none if an older server started the game.
    pub(crate) ratings: Option<GameRatings>,
    pub(crate) at: Millis,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EndedGame {
    pub(crate) game: GameId,
    pub(crate) end: GameEnd,
    /// The moves without passes.
    pub(crate) moves: String,
    /// The time that each of the moves took.
    pub(crate) times: Vec<Millis>,
    pub(crate) clocks: ClockState,
    pub(crate) last_move_at: Option<Millis>,
    pub(crate) at: Millis,
}

/// A move that nobody but its player is shown yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeldRow {
    pub(crate) game: GameId,
    /// The player's colour. In a game with komi that of the beginning.
    pub(crate) color: Color,
    pub(crate) content: HeldContent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewReport {
    /// Its number and the users.
    pub(crate) open: OpenReport,
    /// The lines that the reporter named, with the key of their room.
    pub(crate) lines: Option<(RoomKey, RoomLines)>,
    pub(crate) reason: Message,
    pub(crate) at: Millis,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClosedReport {
    pub(crate) report: u64,
    pub(crate) by: UserId,
    pub(crate) outcome: ReportOutcome,
    /// A remark for moderators.
    pub(crate) remark: Option<Message>,
    pub(crate) at: Millis,
}

/// How well a user knows an opponent in a speed class after another rated game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MetOpponent {
    pub(crate) user: UserId,
    pub(crate) class: SpeedClass,
    pub(crate) opponent: UserId,
    pub(crate) familiarity: Familiarity,
    /// Whether one of the two is a bot: leader boards count people.
    pub(crate) with_bot: bool,
}

/// A rating after a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewRating {
    pub(crate) user: UserId,
    pub(crate) class: SpeedClass,
    pub(crate) before: Rating,
    pub(crate) rating: Rating,
    pub(crate) game: GameId,
    pub(crate) at: Millis,
}

/// A change that the store commits.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    User(UserWrite),
    /// A change of a game in progress that is not one of its events.
    Game(GameChange),
    Report(ReportWrite),
    /// An event happened in a room.
    Event {
        room: RoomKey,
        /// Its number there.
        number: u64,
        notice: Arc<EncodedNotice>,
    },
    /// An event of earlier has another text from now on: a name is left out.
    Rewritten {
        room: RoomKey,
        /// Its number there.
        number: u64,
        notice: Arc<EncodedNotice>,
    },
    /// A command with an id was executed.
    CommandId {
        user: UserId,
        command: UsedCommandId,
        at: Millis,
    },
    /// An offer was made.
    Offer(Offer),
    OfferClosed(GameId),
    /// The numbers of games below this one are reserved.
    Reserved(u64),
    /// The server is running, and with it the clocks of correspondence games.
    Heartbeat(Millis),
    GameStarted(Box<StartedGame>),
    GameEnded(Box<EndedGame>),
    /// One of the server's bots played a move, and reported what it thought.
    Thought {
        game: GameId,
        thought: Box<Thought>,
        at: Millis,
    },
    Rating(NewRating),
    /// Stores a game played offline, once, if the account still exists.
    DeviceGame(Box<PlayedOnDevice>),
    /// A user has played a rated game against an opponent.
    Met(MetOpponent),
}

/// Whether a relation to another user begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelationChange {
    Begin,
    End,
}

/// A change to a user.
#[derive(Clone, Debug)]
pub(crate) enum UserWrite {
    /// A user was created.
    Created { user: UserId, name: Name, role: Role, password: Option<String>, at: Millis },
    /// A user has a new role.
    Role(UserId, Role),
    /// A user has a new password, given by its hash.
    Password(UserId, String),
    /// A user's account was deleted at a time.
    Deleted(UserId, Millis),
    /// Bans a user until a time; `None` means until lifted.
    Banned(UserId, Option<Millis>),
    /// The announcement of the day; none if it was removed.
    Announcement(Option<Message>),
    /// A user's ban was ended.
    Unbanned(UserId),
    /// A user may send no messages until a time.
    Silenced(UserId, Millis),
    /// A user has a new profile.
    Profile { user: UserId, profile: Box<UserProfile> },
    /// A user was online until a time.
    LastSeen(UserId, Millis),
    /// A user was sent the events of the private room up to a number.
    PrivateSeen(UserId, u64),
    /// The browser of a login was subscribed to notifications of turns, unsubscribed, or notified.
    Push(PushChange),
    /// The e-mail address of an account changed.
    Email(EmailChange),
    /// A user changed a game that they keep, at a time.
    Library { user: UserId, change: LibraryChange, at: Millis },
    /// A user's relation to another began or ended.
    Relation { user: UserId, other: UserId, relation: Relation, change: RelationChange },
    /// A user left a rated game early at a time.
    LeftEarly(UserId, Millis),
    /// A moderator acted against a user.
    Moderation {
        by: UserId,
        to: UserId,
        action: &'static str,
        reason: String,
        at: Millis,
        /// When the sanction expires, if it does.
        until: Option<Millis>,
    },
    /// Changes to credentials.
    Access(AccessWrite),
    /// A change of the invitations.
    Invitation(InvitationWrite),
}

/// A change of tokens, recovery codes or addresses.
#[derive(Clone, Debug)]
pub(crate) enum AccessWrite {
    /// A token was created.
    Token(Box<NewToken>),
    /// A token was used.
    TokenUsed {
        token: UsedToken,
        /// When it was used.
        at: Millis,
    },
    /// A token of a user was revoked.
    TokenRevoked(UserId, TokenNumber),
    /// All tokens of a user were revoked, except one.
    TokensRevoked {
        user: UserId,
        /// The token that stays.
        kept: Option<TokenNumber>,
    },
    /// A user has new recovery codes, given by their digests.
    RecoveryCodes(UserId, Vec<TokenHash>),
    /// A moderator gave a user a code.
    RecoveryCode {
        user: UserId,
        /// The digest of the code.
        hash: TokenHash,
        /// Until when the code is valid.
        expires_at: Millis,
    },
    RecoveryCodeUsed(UserId, TokenHash),
    /// A user logged in from an address at a time.
    AddressUsed(UserId, IpAddr, Millis),
    /// Newcomers from an address are silent.
    AddressSilenced {
        address: IpAddr,
        /// The user whose silence it is.
        user: UserId,
        /// When newcomers from there may speak again.
        until: Millis,
    },
    /// Newcomers from an address are kept out.
    AddressBanned {
        address: IpAddr,
        /// The user whose ban it is.
        user: UserId,
        until: Millis,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum GameChange {
    /// A player has made a move or a bid that is held. The table is `hidden_moves`.
    Held(HeldRow),
    /// The held moves of a game are shown, or are no longer wanted.
    Revealed(GameId),
    /// The players of a game have exchanged their colours.
    ColorsExchanged {
        game: GameId,
        /// The players' ratings, Black's first from now on.
        ratings: Option<GameRatings>,
    },
    /// A game is no longer rated; these are its terms from now on.
    Unrated(GameId, Terms),
}

/// A change of the invitations.
#[derive(Clone, Debug)]
pub(crate) enum InvitationWrite {
    Made(Box<Invitation>),
    /// An account was made with an invitation.
    Used(u64),
    /// An invitation was used up or withdrawn, or its time is over.
    Ended(u64),
}

#[derive(Clone, Debug)]
pub(crate) enum ReportWrite {
    /// A message of a room was removed: its author and number stay.
    MessageRemoved(RoomKey, u64),
    /// A user was reported.
    Opened(Box<NewReport>),
    /// A report was closed.
    Closed(Box<ClosedReport>),
}

macro_rules! into_write {
    ($($change:ty => $wrap:expr),+) => {
        $(impl From<$change> for Write {
            fn from(change: $change) -> Write {
                $wrap(change)
            }
        })+
    };
}

into_write!(
    UserWrite => Write::User,
    AccessWrite => |change| Write::User(UserWrite::Access(change)),
    InvitationWrite => |change| Write::User(UserWrite::Invitation(change)),
    GameChange => Write::Game,
    NewRating => Write::Rating,
    ReportWrite => Write::Report
);

impl Write {
    /// Returns the event that is written, if it is one.
    pub(crate) const fn published(&self) -> Option<&Arc<EncodedNotice>> {
        match self {
            Write::Event { notice, .. } => Some(notice),
            _ => None,
        }
    }
}
