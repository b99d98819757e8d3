//! The reasons of errors, for programs that say them in another language.
//!
//! Each reason has a stable key and one error code. `docs/protocol.md` lists all of them with the
//! sentences below; a test compares that table with this list.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::ErrorCode;

/// Defines the reasons: the sentence that describes one, its name, its key, its code and, if it is about one
/// argument, the possible names of the field.
macro_rules! define_details {
    ($(
        #[doc = $meaning:literal]
        $detail:ident = $key:literal: $code:ident $(about [$($field:literal),+])?,
    )+) => {
        /// The reason of an error: a stable key, more exact than the [`ErrorCode`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[non_exhaustive]
        #[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
        pub enum ErrorDetail {$(
            #[doc = $meaning]
            #[serde(rename = $key)]
            $detail,
        )+}

        impl ErrorDetail {
            /// All reasons, in the order of the list.
            pub const ALL: &'static [ErrorDetail] = &[$(ErrorDetail::$detail),+];

            /// Returns the key.
            pub const fn key(self) -> &'static str {
                match self {$(ErrorDetail::$detail => $key,)+}
            }

            /// Returns the code of errors with this reason.
            pub const fn code(self) -> ErrorCode {
                match self {$(ErrorDetail::$detail => ErrorCode::$code,)+}
            }

            /// Returns the names of the fields that an error with this reason may be about: the first that the command
            /// has. Empty if it is about no field, or if only the server knows which.
            pub const fn fields(self) -> &'static [&'static str] {
                match self {$(ErrorDetail::$detail => &[$($($field),+)?],)+}
            }

            /// Returns the sentence of the documentation.
            pub fn meaning(self) -> &'static str {
                match self {$(ErrorDetail::$detail => $meaning.trim_start(),)+}
            }
        }
    };
}

define_details! {
    /// The line is no JSON object, or names no command.
    InvalidJson = "invalid-json": Syntax,
    /// The id of the command has other characters, or too many.
    InvalidId = "invalid-id": Syntax about ["id"],
    /// The port of the line protocol does not speak HTTP.
    WrongPort = "wrong-port": Syntax,
    /// An argument is missing.
    MissingArgument = "missing-argument": Syntax,
    /// An argument has no possible value.
    InvalidArgument = "invalid-argument": Syntax,
    /// There are more arguments than the command takes.
    UnexpectedArgument = "unexpected-argument": Syntax,
    /// The body of the HTTP request is not text.
    InvalidBody = "invalid-body": Syntax,
    /// The HTTP request is not one that the path understands.
    InvalidRequest = "invalid-request": Syntax,
    /// The command has no field, or the route no parameter, of this name.
    UnknownParameter = "unknown-parameter": Syntax,
    /// There is nothing at this path.
    UnknownPath = "unknown-path": UnknownCommand,
    /// The path has no such method.
    WrongMethod = "wrong-method": UnknownCommand,
    /// The command does not exist.
    UnknownCommand = "unknown-command": UnknownCommand,
    /// The server does not speak this version of the protocol.
    UnsupportedVersion = "unsupported-version": Version about ["version"],
    /// The command needs a login.
    NotLoggedIn = "not-logged-in": NotLoggedIn,
    /// The connection is already logged in.
    AlreadyLoggedIn = "already-logged-in": AlreadyLoggedIn,
    /// The name or the password is wrong.
    WrongPassword = "wrong-password": Denied,
    /// The token is unknown.
    UnknownToken = "unknown-token": Denied about ["token"],
    /// The HTTP request has no token.
    MissingToken = "missing-token": Denied,
    /// The recovery code is wrong, was used, or is too old.
    WrongRecoveryCode = "wrong-recovery-code": Denied,
    /// Nobody can register on this server.
    RegistrationClosed = "registration-closed": Denied,
    /// Registering on this server takes an invitation.
    InvitationNeeded = "invitation-needed": Denied about ["invitation"],
    /// The invitation is wrong, was used up or withdrawn, or is too old.
    WrongInvitation = "wrong-invitation": Denied about ["invitation", "code"],
    /// The account was deleted.
    AccountDeleted = "account-deleted": Denied,
    /// The name is taken, or confusable with a name that is taken.
    NameTaken = "name-taken": NameTaken about ["name", "value"],
    /// The name is reserved for the server and its staff.
    NameReserved = "name-reserved": NameTaken about ["name", "value"],
    /// The account of this name was deleted not long ago.
    NameHeld = "name-held": NameTaken about ["name"],
    /// No user has this name.
    NoSuchUser = "no-such-user": NoSuchUser about ["name", "to", "mover"],
    /// No game has this number.
    NoSuchGame = "no-such-game": NoSuchGame about ["game", "room"],
    /// The user to watch plays no public game now.
    PlaysNoGame = "plays-no-game": NoSuchGame about ["name"],
    /// The command names no game, and the connection has no current game.
    NoCurrentGame = "no-current-game": NoSuchGame about ["game"],
    /// There is no such offer, or not for you.
    NoSuchOffer = "no-such-offer": NoSuchGame about ["game"],
    /// The id was used for another command.
    IdReused = "id-reused": IdReused about ["id"],
    /// The move is illegal.
    IllegalMove = "illegal-move": Illegal about ["move", "square"],
    /// A pass cannot be sent: the server plays passes.
    PassIsAutomatic = "pass-is-automatic": Illegal about ["move"],
    /// It is the opponent's turn.
    NotYourTurn = "not-your-turn": NotYourTurn,
    /// The game is at another ply.
    WrongPly = "wrong-ply": WrongPly about ["ply"],
    /// You have moved, and the move waits for one in the other game of the pair.
    MoveHeld = "move-held": NotNow,
    /// The game begins with bids, not with a move.
    BidFirst = "bid-first": NotNow,
    /// The game has no bids, or you have bid.
    NoBidWanted = "no-bid-wanted": NotNow,
    /// The move that was bid cannot be taken back.
    BidNotTakenBack = "bid-not-taken-back": NotNow,
    /// A pair in lock-step has no takebacks and no offered results.
    NotInLockstep = "not-in-lockstep": NotNow,
    /// A game with komi is not one of a pair.
    KomiInPair = "komi-in-pair": NotNow about ["komi"],
    /// In a game with komi the bids decide who plays which colour.
    ColorInKomi = "color-in-komi": NotNow about ["color"],
    /// The bots of the server do not bid.
    BotsDoNotBid = "bots-do-not-bid": NotNow about ["komi"],
    /// The result is not from -64 to 64.
    ResultOutOfRange = "result-out-of-range": NotNow about ["result"],
    /// You have asked for this already.
    AlreadyAsked = "already-asked": NotNow,
    /// The game is adjourned.
    GameAdjourned = "game-adjourned": NotNow,
    /// The game is not adjourned.
    NotAdjourned = "not-adjourned": NotNow,
    /// The game is over.
    GameOver = "game-over": NotNow,
    /// The game is not over yet.
    GameNotOver = "game-not-over": NotNow,
    /// The clock of the game is not running, so no move can be made.
    ClockStopped = "clock-stopped": NotNow,
    /// Both players have moved, so the game cannot be aborted.
    BothHaveMoved = "both-have-moved": NotNow,
    /// You have already requested a takeback.
    TakebackRequested = "takeback-requested": NotNow,
    /// You have made no move that could be taken back.
    NothingToTakeBack = "nothing-to-take-back": NotNow,
    /// The opponent has asked for nothing.
    NoTakebackRequested = "no-takeback-requested": NotNow,
    /// The opponent is not connected.
    OpponentAway = "opponent-away": NotNow,
    /// The opponent is connected, so the win cannot be claimed.
    OpponentConnected = "opponent-connected": NotNow,
    /// The win cannot be claimed yet.
    ClaimTooEarly = "claim-too-early": NotNow,
    /// In a game with a clock of days nobody can claim: the clock decides.
    ClaimInDaysGame = "claim-in-days-game": NotNow,
    /// The win cannot be claimed on one's own turn in a game without a clock.
    ClaimOnOwnTurn = "claim-on-own-turn": NotNow,
    /// There is no open report of this number, or not for you.
    NoSuchReport = "no-such-report": NotNow about ["report"],
    /// There is no invitation of this number, or not for you.
    NoSuchInvitation = "no-such-invitation": NotNow about ["invitation"],
    /// The events of a game have no chat; the rooms of its players and spectators do.
    RoomWithoutChat = "room-without-chat": NotNow about ["lines"],
    /// You are not watching the game.
    NotWatching = "not-watching": NotNow about ["game"],
    /// The bots of the server read no messages.
    BotsReadNoMessages = "bots-read-no-messages": NotNow about ["to"],
    /// A rated game cannot start from a given position.
    PositionInRatedGame = "position-in-rated-game": NotNow about ["start"],
    /// The bot does not play with so fast a clock.
    ClockTooFastForBot = "clock-too-fast-for-bot": NotNow about ["clock"],
    /// The bot always plays the same moves, so a rated game against it starts balanced or random.
    StandardStartAgainstBot = "standard-start-against-bot": NotNow about ["start"],
    /// A rated game has no takebacks.
    TakebackInRatedGame = "takeback-in-rated-game": NotNow,
    /// A rated random start has at most 20 discs.
    TooManyDiscsInRatedGame = "too-many-discs-in-rated-game": NotNow about ["start"],
    /// A rated game needs a clock.
    NoClockInRatedGame = "no-clock-in-rated-game": NotNow about ["clock"],
    /// The clock is too short for a rated game.
    TooLittleTimeInRatedGame = "too-little-time-in-rated-game": NotNow about ["clock"],
    /// The clock leaves too little time for the first move of a rated game.
    FirstMoveTooShortInRatedGame = "first-move-too-short-in-rated-game": NotNow about ["clock"],
    /// The clock leaves no time at all for the first move.
    ClockLostAtOnce = "clock-lost-at-once": NotNow about ["clock"],
    /// The side to move has no move in the start position.
    PositionWithoutMove = "position-without-move": NotNow about ["start"],
    /// The opponent has declined the same game more than once just now.
    JustDeclined = "just-declined": NotNow,
    /// The server closes soon, and begins no new games.
    ServerCloses = "server-closes": NotNow,
    /// There are no messages with these numbers that could be removed.
    NoSuchMessage = "no-such-message": NotNow about ["lines"],
    /// The number of seconds is not from 1 to 60.
    SecondsOutOfRange = "seconds-out-of-range": NotNow about ["seconds"],
    /// The clock has no main time to which time can be added, or is one of days.
    ClockWithoutMainTime = "clock-without-main-time": NotNow,
    /// A seek is public.
    PrivateSeek = "private-seek": NotNow about ["private"],
    /// A seek cannot start from a given position.
    PositionInSeek = "position-in-seek": NotNow about ["start"],
    /// You have no seek, and wait in no pool.
    NoSeek = "no-seek": NotNow,
    /// The maker of the link is not online.
    MakerOffline = "maker-offline": NotNow about ["game"],
    /// You cannot play against yourself.
    SelfPlay = "self-play": NotNow about ["name"],
    /// The offer is your own.
    OwnOffer = "own-offer": NotNow about ["game"],
    /// There are several offers, so the command must say which one.
    SeveralOffers = "several-offers": NotNow about ["game"],
    /// You watch several games, so the command must say which one.
    SeveralGames = "several-games": NotNow about ["game"],
    /// The name is your own.
    OwnName = "own-name": NotNow about ["name", "to"],
    /// A guest becomes an account under the guest's own name.
    OtherGuestName = "other-guest-name": NotNow about ["name"],
    /// The role of a guest or a proxy cannot be changed or given.
    GuestRole = "guest-role": NotNow,
    /// A bridge needs a name without a hyphen, because the names of its proxies have one.
    BridgeName = "bridge-name": NotNow about ["name"],
    /// The name of a proxy begins with that of its bridge and a hyphen.
    ProxyName = "proxy-name": NotNow about ["name"],
    /// The bridge has not brought this player.
    NoSuchProxy = "no-such-proxy": NotNow about ["name"],
    /// The record cannot be written in this format.
    RecordFormat = "record-format": NotNow about ["format"],
    /// Nobody else is an administrator.
    LastAdministrator = "last-administrator": NotNow,
    /// You have no token of this number.
    NoSuchToken = "no-such-token": NotNow about ["token"],
    /// The server has no such opening book.
    NoSuchBook = "no-such-book": NotNow,
    /// Another program is learning into the opening book.
    BookInUse = "book-in-use": NotNow,
    /// The position is not in the opening book, or none that a book can have.
    NotInBook = "not-in-book": NotNow,
    /// Nothing was changed in the opening book that could be taken back.
    NothingToUndo = "nothing-to-undo": NotNow,
    /// No tournament has this number.
    NoSuchTournament = "no-such-tournament": NoSuchGame about ["tournament", "room"],
    /// The plan of a tournament is not possible.
    TournamentPlan = "tournament-plan": NotNow about ["plan", "order"],
    /// This is not possible in the tournament now.
    TournamentRefused = "tournament-refused": NotNow about ["order"],
    /// A game of a tournament cannot be aborted by its players.
    TournamentGame = "tournament-game": NotNow,
    /// The command is not possible here.
    NotPossibleHere = "not-possible-here": NotNow,
    /// The command has no answer over HTTP.
    NoAnswerOverHttp = "no-answer-over-http": NotNow,
    /// The HTTP request is forbidden, such as one of a foreign page.
    RequestForbidden = "request-forbidden": Forbidden,
    /// You may send no messages for a while.
    Silenced = "silenced": Forbidden,
    /// The user has blocked you.
    Blocked = "blocked": Forbidden about ["name", "to"],
    /// You are banned.
    Banned = "banned": Forbidden,
    /// The token of the login lacks the scope that the command needs.
    MissingScope = "missing-scope": Forbidden,
    /// Whoever is logged in by a cookie, or by the token of an earlier login, makes tokens with the password only.
    TokenInBrowser = "token-in-browser": Forbidden about ["password"],
    /// The server has no guests.
    NoGuests = "no-guests": Forbidden,
    /// A user was banned at your address; new accounts and guests are refused there for now.
    AddressBanned = "address-banned": Forbidden,
    /// The account belongs to a bot of the server.
    ServerBot = "server-bot": Forbidden about ["name"],
    /// The account is a proxy's: its bridge alone uses it.
    ProxyAccount = "proxy-account": Forbidden about ["name"],
    /// The command is not one that a bridge may execute for a proxy.
    NotForProxies = "not-for-proxies": Forbidden about ["command"],
    /// Only the owner and the arbiters of the tournament may do this.
    NotAnOrganiser = "not-an-organiser": Forbidden,
    /// The tournament has no chat in its games.
    NoChatInTournament = "no-chat-in-tournament": Forbidden,
    /// You are not a player of the game.
    NotAPlayer = "not-a-player": Forbidden about ["game"],
    /// You are neither a player nor a spectator of the game.
    NotInGame = "not-in-game": Forbidden about ["game"],
    /// You may not read the room.
    RoomNotReadable = "room-not-readable": Forbidden about ["room", "lines"],
    /// Guests cannot do this: it needs an account.
    AccountNeeded = "account-needed": Forbidden,
    /// The user cannot be followed.
    NotFollowable = "not-followable": Forbidden about ["name"],
    /// Guests cannot play rated games.
    GuestInRatedGame = "guest-in-rated-game": Forbidden about ["rated", "pool", "game"],
    /// Those who come over a bridge are not paired by the server.
    BotInPairing = "bot-in-pairing": Forbidden,
    /// Your rating is not in the range of the offer.
    RatingOutOfRange = "rating-out-of-range": Forbidden about ["game"],
    /// The command needs a higher role.
    RoleTooLow = "role-too-low": Forbidden about ["mover"],
    /// An account becomes a bot's before its first rated game, and while it plays none.
    TooLateForBot = "too-late-for-bot": Forbidden,
    /// The user does not have a lower role than you.
    RoleNotLower = "role-not-lower": Forbidden about ["name", "role"],
    /// The line is too long.
    LineTooLong = "line-too-long": Limit,
    /// The body of the HTTP request is too long.
    BodyTooLong = "body-too-long": Limit,
    /// The body of the HTTP request came too slowly.
    BodyTooSlow = "body-too-slow": Limit,
    /// The message is too long.
    MessageTooLong = "message-too-long": Limit about ["text"],
    /// You have sent too many messages in a short time.
    TooManyMessages = "too-many-messages": Limit,
    /// You have sent too many messages to strangers in a short time.
    TooManyStrangerMessages = "too-many-stranger-messages": Limit,
    /// You have sent the same message too often in a short time.
    MessageRepeated = "message-repeated": Limit about ["text"],
    /// You have made too many reports in a short time.
    TooManyReports = "too-many-reports": Limit,
    /// You follow too many users.
    TooManyFollowed = "too-many-followed": Limit,
    /// Too many commands or requests in a short time.
    TooManyCommands = "too-many-commands": Limit,
    /// Too many attempts to log in from this address, or under this name.
    TooManyLogins = "too-many-logins": Limit,
    /// Too many wrong passwords for this name from your address.
    TooManyWrongPasswords = "too-many-wrong-passwords": Limit,
    /// Too many new users from this address.
    TooManySignUps = "too-many-sign-ups": Limit,
    /// The server answers too many questions at this moment.
    TooManyQueries = "too-many-queries": Limit,
    /// Too many connections are open.
    TooManyConnections = "too-many-connections": Limit,
    /// There are too many invitations.
    TooManyInvitations = "too-many-invitations": Limit,
    /// The bridge has brought as many proxies as it may.
    TooManyProxies = "too-many-proxies": Limit,
    /// You have planned too many tournaments.
    TooManyTournaments = "too-many-tournaments": Limit,
    /// You have too many open offers.
    TooManyOffers = "too-many-offers": Limit,
    /// You made too many offers within a minute.
    OffersTooFast = "offers-too-fast": Limit,
    /// The opponent was given as much time as a player may be given in a game.
    TooMuchTimeGiven = "too-much-time-given": Limit about ["seconds"],
    /// You or the opponent have too many games at a time.
    TooManyGames = "too-many-games": Limit,
    /// You have left as many rated games early as is free in a day.
    TooManyAborts = "too-many-aborts": Limit,
    /// You or the opponent have too many adjourned games.
    TooManyAdjourned = "too-many-adjourned": Limit,
    /// You have too many games against bots without a clock, or with a slow one.
    TooManySlowBotGames = "too-many-slow-bot-games": Limit about ["clock"],
    /// The bots of the server have too many games at a time.
    BotsBusy = "bots-busy": Limit,
    /// Too many names contain the part of a name.
    TooManyNames = "too-many-names": Syntax,
    /// The server failed.
    InternalError = "internal-error": Internal,
    /// The server is too busy to answer in time.
    ServerBusy = "server-busy": Internal,
    /// The disk of the server is full, and nothing can be changed until there is space.
    ReadOnly = "read-only": Internal,
}

impl fmt::Display for ErrorDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// Reads a reason; `None` for an unknown one, from a newer server.
pub(crate) fn deserialize_known<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ErrorDetail>, D::Error> {
    let key = Option::<String>::deserialize(deserializer)?;
    let known = |key: String| ErrorDetail::ALL.iter().copied().find(|known| known.key() == key);
    Ok(key.and_then(known))
}
