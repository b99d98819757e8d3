//! The commands: the one list from which everything about them follows.
//!
//! Help, the readers and writers of both encodings, and the checks of who may use a command are
//! made from the entries below by the macro in [`define`]. `docs/protocol.md` is held to the list by
//! a test.
//!
//! The file is long because the list is one call of the macro: the enum and every `match` over it are
//! made from all entries at once.

mod define;
mod description;

use serde::{Deserialize, Serialize};
use willow_board::Move;

pub use self::description::{Access, Acknowledged, CommandDescription};

use self::define::define_commands;
use crate::serde_text::as_text;
use crate::text::argument::{
    Argument, BoxedRest, FirstGame, FirstLines, GameBeforeWord, LastGame, Number, OnOff,
    OptionalNumber, OptionalRest, OptionalWord, PasswordRest, PasswordWord, PromptedPassword,
    ReadError, Rest, Word,
};
use crate::text::tokens::Tokens;
use crate::{
    ArchiveFilter, ClientWord, GameId, HistoryFilter, LogFilter, LogoutScope, Message, Name,
    NamePrefix, Password, Pool, PositionQuery, ProfileKey, RecordFormat, ReportOutcome,
    ReportState, Role, Room, RoomLines, RoomNumbers, SeekTerms, SpeedClass, Terms, TextStyle,
    TokenName, WatchTarget,
};

/// Help on the terms of a game.
const TERMS_HELP: &[&str] = &[
    "CLOCK: 5+3 (minutes, seconds a move), 10:00, 5:00/10 (byoyomi), 15:00//2:00,",
    "none, 1s, or 3d (days a move; `help clocks` says more)",
    "start=standard, start=random:N (N discs, 5 to 32), start=position:CELLS/SIDE",
    "balanced (or start=balanced): eight moves after which neither side is ahead",
    "synchro: two games at once from the same start, one with each colour",
    "defaults: 5+3 unrated random start=standard",
];

/// Help on seeks.
const SEEK_HELP: &[&str] = &[
    "RANGE: the opponent's rating, 1400-1600, 1400- or -1600; terms as in `new`",
    "`seek` again replaces your seek; `unseek` ends it; a game that starts ends it, too",
];

define_commands! {
    /// Asks for help: the topics, one topic, or the use of a command.
    Help = "help" {
        aliases: ["?"],
        access: Anyone,
        summary: "show the topics of help, one topic, or how a command is used",
        arguments: {
            /// The topic or the command.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            topic: Option<String> = OptionalWord("[TOPIC]"),
        },
    }
    /// Logs in without an account.
    Guest = "guest" {
        access: Anyone,
        summary: "play at once under a name, without an account",
        arguments: {
            /// The name; the server picks one if there is none.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            name: Option<Name> = OptionalWord("[NAME]"),
        },
    }
    /// Creates an account and logs in, or makes the guest who is logged in an account.
    Register = "register" {
        access: Anyone,
        summary: "create an account, which keeps your name, games and ratings",
        details: &["if you leave out the password, you are asked for it, and it is not shown"],
        arguments: {
            /// The name.
            name: Name = Word("NAME"),
            /// The password.
            password: Password = PromptedPassword("[PASSWORD]"),
        },
    }
    /// Logs in.
    Login = "login" {
        access: Anyone,
        summary: "log in",
        details: &["if you leave out the password, you are asked for it, and it is not shown"],
        arguments: {
            /// The name.
            name: Name = Word("NAME"),
            /// The password.
            password: Password = PromptedPassword("[PASSWORD]"),
        },
    }
    /// Logs in with a token.
    Resume = "resume" {
        access: Anyone,
        summary: "log in with a token instead of a password",
        details: &["ROOM NUMBER: the last event that you have of a room, such as lobby 17 game/3 4"],
        arguments: {
            /// The token that an earlier login was given.
            token: String = Word("TOKEN"),
            /// The number of the last event that the client has of each of its rooms.
            #[serde(default, skip_serializing_if = "RoomNumbers::is_empty")]
            rooms: RoomNumbers = Rest("[ROOM NUMBER ...]"),
        },
    }
    /// Asks for a token with which a program can log in.
    Token = "token" {
        access: User,
        summary: "get a token, with which a program can log in as you",
        arguments: {
            /// The name of the token in the list.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            name: Option<TokenName> = OptionalWord("[NAME]"),
        },
    }
    /// Asks for the list of the user's tokens.
    Tokens = "tokens" {
        aliases: ["sessions"],
        access: User,
        summary: "list where you are logged in, and the tokens of your programs",
    }
    /// Revokes a token, and ends its connections.
    Revoke = "revoke" {
        access: User,
        acknowledged: Always,
        summary: "revoke a token of the list, and end its connections",
        arguments: {
            /// The number of the token.
            token: u64 = Number("NUMBER"),
        },
    }
    /// Revokes the token of the connection, or all of the user's, and ends their connections.
    Logout = "logout" {
        access: User,
        acknowledged: Always,
        summary: "log out here or, with `all`, everywhere: the tokens are revoked",
        arguments: {
            /// Which tokens; that of this connection if there is no word.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            scope: Option<LogoutScope> = OptionalWord("[all]"),
        },
    }
    /// Asks for new recovery codes; the old ones are revoked.
    RecoveryCodes = "recovery-codes" {
        access: User,
        summary: "get new codes, each of which resets a forgotten password once",
        arguments: {
            /// The password.
            password: Password = PasswordRest("PASSWORD"),
        },
    }
    /// Sets a new password with a recovery code, revokes all tokens and logs in.
    ResetPassword = "reset-password" {
        access: Anyone,
        summary: "set a new password with a recovery code, and log in",
        arguments: {
            /// The name.
            name: Name = Word("NAME"),
            /// A recovery code, or the code that a moderator gave.
            code: String = Word("CODE"),
            /// The new password.
            password: Password = PasswordRest("PASSWORD"),
        },
    }
    /// Changes the password; all tokens are revoked.
    Password = "password" {
        access: User,
        acknowledged: Always,
        summary: "change your password; neither may contain a blank",
        details: &["you are logged out everywhere else"],
        arguments: {
            /// The current password.
            old: Password = PasswordWord("OLD"),
            /// The new password.
            new: Password = PasswordWord("NEW"),
        },
    }
    /// Deletes the account. Its games stay, under a neutral name.
    DeleteAccount = "delete-account" {
        access: User,
        summary: "delete your account for ever; your games stay",
        arguments: {
            /// The password.
            password: Password = PasswordRest("PASSWORD"),
        },
    }
    /// Ends the connection.
    Quit = "quit" {
        aliases: ["bye", "exit"],
        access: Anyone,
        summary: "say goodbye: the connection ends",
    }
    /// Asks for a reply, to test the connection.
    Ping = "ping" {
        access: Anyone,
        summary: "test the connection: the server answers `pong`",
    }
    /// Names the version of the protocol that the client speaks.
    Protocol = "protocol" {
        access: Anyone,
        summary: "ask for a version of the protocol",
        details: &[
            "CLIENT: a random word of your program, 8 to 32 letters, digits, `-` or `_`;",
            "the ids of commands belong to it, so two tabs or programs may use the same ids",
        ],
        arguments: {
            /// The version.
            version: u32 = Number("VERSION"),
            /// The random word of this client, to which the ids of its commands belong.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            client: Option<ClientWord> = OptionalWord("[CLIENT]"),
        },
    }
    /// Asks who is online.
    Who = "who" {
        access: Anyone,
        summary: "list who is online, people before bots",
    }
    /// Says something in the lobby.
    Say = "say" {
        aliases: ["shout"],
        access: User,
        summary: "say something to everybody in the lobby",
        arguments: {
            /// The message.
            text: Message = Rest("TEXT"),
        },
    }
    /// Sends a private message.
    Tell = "tell" {
        aliases: ["t"],
        access: User,
        summary: "send a message that only this user can read",
        arguments: {
            /// The recipient.
            to: Name = Word("NAME"),
            /// The message.
            text: Message = Rest("TEXT"),
        },
    }
    /// Subscribes to the lobby, or unsubscribes.
    Lobby = "lobby" {
        access: Anyone,
        acknowledged: Always,
        summary: "receive the lobby's chat, offers and results, or stop that",
        arguments: {
            /// Whether to subscribe.
            follow: bool = OnOff("on|off"),
        },
    }
    /// Asks for the open offers and the games in progress.
    Games = "games" {
        access: Anyone,
        summary: "list open offers and games in progress",
    }
    /// Offers a game to everybody.
    New = "new" {
        access: User,
        summary: "offer a game to everybody",
        details: TERMS_HELP,
        arguments: {
            /// The terms of the game.
            #[serde(flatten)]
            terms: Terms =
                Rest("[CLOCK] [rated] [black|white|random] [start=...] [synchro] [private]"),
        },
    }
    /// Offers a game to one user.
    Challenge = "challenge" {
        aliases: ["match"],
        access: User,
        summary: "offer a game to one player, with terms as in `new`",
        details: TERMS_HELP,
        arguments: {
            /// The opponent.
            name: Name = Word("NAME"),
            /// The terms of the game.
            #[serde(flatten)]
            terms: Terms = Rest("[TERMS]"),
        },
    }
    /// Lets the server find an opponent, or offers the game to those whose rating is in a range.
    Seek = "seek" {
        access: User,
        summary: "play somebody who seeks or offers the same, or wait for such a player",
        details: SEEK_HELP,
        arguments: {
            /// The terms of the game, and the ratings of opponents.
            #[serde(flatten)]
            seek: SeekTerms =
                Rest("[CLOCK] [rated] [RANGE] [black|white|random] [start=...] [synchro]"),
        },
    }
    /// Ends one's own seek, and leaves the pool.
    Unseek = "unseek" {
        access: User,
        acknowledged: Always,
        summary: "end your seek, or leave the pool in which you wait",
    }
    /// Asks for the pools.
    Pools = "pools" {
        access: Anyone,
        summary: "list the pools in which players wait for a game",
    }
    /// Waits in a pool for an opponent.
    Pool = "pool" {
        access: User,
        acknowledged: Always,
        summary: "play now: wait in a pool for an opponent of about your strength",
        details: &[
            "bullet 1:00, blitz 5:00, rapid 15:00, classical 30:00; rated, for guests unrated",
            "at first opponents within 100 points of your rating, after a minute anybody",
            "`unseek` leaves the pool",
        ],
        arguments: {
            /// The pool.
            pool: Pool = Word("bullet|blitz|rapid|classical"),
        },
    }
    /// Makes a private offer whose number is given on as a link.
    Link = "link" {
        access: User,
        summary: "make an offer that anybody with its number may accept, with terms as in `new`",
        details: &[
            "the number cannot be guessed; the first who accepts plays you, a guest too",
            "the offer ends after a day; the game is private",
        ],
        arguments: {
            /// The terms of the game.
            #[serde(flatten)]
            terms: Terms = Rest("[TERMS]"),
        },
    }
    /// Asks for an offer.
    Offer = "offer" {
        access: Anyone,
        summary: "show an open offer",
        arguments: {
            /// The number of the offer.
            game: GameId = Number("GAME"),
        },
    }
    /// Accepts an offer.
    Join = "join" {
        aliases: ["accept", "play"],
        access: User,
        summary: "accept an offer or a challenge: its game starts",
        details: &[
            "without GAME: the only challenge to you, or else the only open offer",
        ],
        arguments: {
            /// The number of the offer.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Declines a challenge.
    Decline = "decline" {
        access: User,
        summary: "say no to a challenge",
        details: &[
            "without GAME: the only challenge to you",
        ],
        arguments: {
            /// The number of the offer.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Withdraws one's own offer.
    Cancel = "cancel" {
        aliases: ["withdraw"],
        access: User,
        summary: "withdraw your offer or your challenge",
        details: &[
            "without GAME: your only offer",
        ],
        arguments: {
            /// The number of the offer.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Watches a game.
    Watch = "watch" {
        aliases: ["observe"],
        access: Anyone,
        summary: "see a game's board and moves as they are played",
        details: &["with NAME: the game that this player plays now, the latest of several"],
        arguments: {
            /// The game, or its player.
            #[serde(flatten)]
            target: WatchTarget = Word("GAME|NAME"),
        },
    }
    /// Stops watching a game.
    Leave = "leave" {
        aliases: ["unobserve"],
        access: Anyone,
        acknowledged: Always,
        summary: "stop seeing a game that you watch",
        details: &["without GAME: the only game that you watch"],
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Asks for the state of a game.
    Board = "board" {
        access: Anyone,
        summary: "show the board, the clocks and whose turn it is",
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Plays a move.
    Move = "move" {
        access: User,
        summary: "play a move; a square alone is a move in the current game",
        details: &["with PLY, the move is refused if another number of plies has been played"],
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = FirstGame("[GAME]"),
            /// The move. The server plays passes itself.
            #[serde(rename = "move", with = "as_text")]
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            #[cfg_attr(feature = "ts", ts(as = "String"))]
            mv: Move = Word("SQUARE"),
            /// How many moves and passes were played before it. With a ply, a move that was meant
            /// for another position is refused.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            ply: Option<u32> = OptionalNumber("[PLY]"),
        },
    }
    /// Sets what the text encoding shows beside the events. JSON has no styles.
    Style = "style" {
        access: Anyone,
        acknowledged: Always,
        summary: "show a board after each move (full), one line (short), or the events alone",
        details: &["the style is that of this connection; a new connection begins with full"],
        arguments: {
            /// The style.
            style: TextStyle = Word("full|short|off"),
        },
    }
    /// Asks for the moves of a game.
    Moves = "moves" {
        access: Anyone,
        summary: "list the moves of a game from the start",
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Says something in a game: to the players as a player, to the spectators as a spectator.
    Gsay = "gsay" {
        aliases: ["kibitz"],
        access: User,
        summary: "talk with your opponent, or with the other spectators of a game",
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = FirstGame("[GAME]"),
            /// The message.
            text: Message = Rest("TEXT"),
        },
    }
    /// Resigns a game.
    Resign = "resign" {
        access: User,
        summary: "give up a game: your opponent wins by 64",
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Aborts a game before both players have moved.
    Abort = "abort" {
        access: User,
        summary: "end a game without a result, before both players have moved",
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Requests a takeback of one's own last move, or accepts the opponent's request.
    Takeback = "takeback" {
        aliases: ["undo"],
        access: User,
        summary: "ask to take your last move back, or agree when your opponent asks",
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Refuses a takeback.
    Refuse = "refuse" {
        access: User,
        summary: "say no when your opponent asks for a takeback",
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Gives the opponent time.
    MoreTime = "moretime" {
        access: User,
        summary: "give your opponent up to 60 seconds",
        details: &[
            "at most 10 minutes in a game; also in rated games: only the giver loses by it",
            "not without a clock, with a time for each move, or in correspondence games",
        ],
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = GameBeforeWord("[GAME]"),
            /// The seconds.
            seconds: u32 = Number("SECONDS"),
        },
    }
    /// Offers another game to the same opponent, with the colours exchanged.
    Rematch = "rematch" {
        access: User,
        summary: "offer your opponent another game, with the colours exchanged",
        arguments: {
            /// The game that is over.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Claims the win over an opponent who has been disconnected for too long.
    Claim = "claim" {
        access: User,
        summary: "claim the win over an opponent who has been disconnected for too long",
        arguments: {
            /// The game.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            game: Option<GameId> = LastGame("[GAME]"),
        },
    }
    /// Hides a user's messages and offers.
    Mute = "mute" {
        access: User,
        acknowledged: Always,
        summary: "hide a user's messages and offers",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
        },
    }
    /// Ends a mute.
    Unmute = "unmute" {
        access: User,
        acknowledged: Always,
        summary: "show a muted user's messages and offers again",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
        },
    }
    /// Hides a user, and refuses the user's messages and challenges.
    Block = "block" {
        access: User,
        acknowledged: Always,
        summary: "hide a user, and refuse their messages and challenges",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
        },
    }
    /// Ends a block.
    Unblock = "unblock" {
        access: User,
        acknowledged: Always,
        summary: "let a blocked user write to you and challenge you again",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
        },
    }
    /// Asks for the users who are muted or blocked.
    Muted = "muted" {
        access: User,
        summary: "list the users you have muted or blocked",
    }
    /// Asks for a user's profile.
    User = "user" {
        aliases: ["finger", "f"],
        access: Anyone,
        summary: "show a user's profile and ratings",
        arguments: {
            /// The user; the sender if there is no name.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            name: Option<Name> = OptionalWord("[NAME]"),
        },
    }
    /// Changes one's own profile.
    Set = "set" {
        access: User,
        acknowledged: Always,
        summary: "change your profile",
        details: &[
            "set country DE: your country, as two letters of ISO 3166",
            "set display-name NAME: a name in any script, shown beside your plain name",
            "set about TEXT: words about yourself, up to 400 characters",
            "set followers off: nobody may follow you, and followers do not see you; on: they may",
            "without a value, all but `followers` are removed",
        ],
        arguments: {
            /// The part of the profile.
            key: ProfileKey = Word("about|country|display-name|followers"),
            /// The new value; the part is removed if there is none.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            value: Option<Message> = OptionalRest("[VALUE]"),
        },
    }
    /// Follows a user: the server tells when the user comes online or plays.
    Follow = "follow" {
        access: User,
        acknowledged: Always,
        summary: "be told when a user comes online or plays",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
        },
    }
    /// Stops following a user.
    Unfollow = "unfollow" {
        access: User,
        acknowledged: Always,
        summary: "stop following a user",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
        },
    }
    /// Asks for the users whom one follows.
    Following = "following" {
        access: User,
        summary: "list the users you follow, and what they play",
    }
    /// Asks for one's friends: users who follow each other.
    Friends = "friends" {
        access: User,
        summary: "list your friends: users whom you follow and who follow you",
    }
    /// Asks for users whose names begin with a text.
    Find = "find" {
        access: Anyone,
        summary: "find users by the beginning of their names",
        arguments: {
            /// The beginning of the name.
            prefix: NamePrefix = Word("PREFIX"),
        },
    }
    /// Reports a user to the moderators.
    Report = "report" {
        access: User,
        acknowledged: Always,
        summary: "report a user to the moderators",
        details: &[
            "report bob lobby:17..21 insults: with these lines of the lobby and those around them",
            "rooms: lobby, private, players/N, watchers/N; the number stands at each message",
            "without lines: with the latest messages of the user that you could read",
        ],
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
            /// The lines that the report is about.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            lines: Option<RoomLines> = FirstLines("[ROOM:FIRST[..LAST]]"),
            /// What is wrong.
            reason: Message = Rest("REASON"),
        },
    }
    /// Asks for the best players of a speed class.
    Top = "top" {
        access: Anyone,
        summary: "list the best players of bullet, blitz, rapid, classical or correspondence",
        arguments: {
            /// The class.
            class: SpeedClass = Word("bullet|blitz|rapid|classical|correspondence"),
        },
    }
    /// Asks for a user's latest games.
    History = "history" {
        access: Anyone,
        summary: "list a user's latest games",
        details: &["after CURSOR: the next games; limit N: up to 100 at a time"],
        arguments: {
            /// Which games are wanted.
            #[serde(flatten)]
            filter: HistoryFilter = Rest("[NAME] [after CURSOR] [limit N]"),
        },
    }
    /// Asks for the history of a user's ratings.
    Ratings = "ratings" {
        access: Anyone,
        summary: "show how a user's ratings have changed",
        arguments: {
            /// The user; the sender if there is no name.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            name: Option<Name> = OptionalWord("[NAME]"),
            /// Only ratings of this speed class.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            class: Option<SpeedClass> = OptionalWord("[CLASS]"),
            /// Only ratings before this time; an answer with more names the next one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            before: Option<u64> = OptionalNumber("[BEFORE]"),
        },
    }
    /// Asks for the record of a game.
    Record = "record" {
        access: Anyone,
        summary: "print a game in a file format, for other programs",
        arguments: {
            /// The game.
            game: GameId = Number("GAME"),
            /// The format.
            format: RecordFormat = Word("transcript|ggf|wthor"),
        },
    }
    /// Asks what the server's bots thought in a game.
    Thoughts = "thoughts" {
        access: Anyone,
        summary: "show what the server's bots thought about their moves in a game that is over",
        arguments: {
            /// The game.
            game: GameId = Number("GAME"),
        },
    }
    /// Searches the archive for games.
    Archive = "archive" {
        access: Anyone,
        summary: "search the archive for games",
        details: &[
            "player NAME, opponent NAME: a part of the name, `_` for a blank",
            "result black|white|draw; from DATE, to DATE: 1995, 1995-06 or 1995-06-30",
            "opening MOVES or position CELLS/SIDE: in any orientation",
            "with moves: the moves of each game as well",
            "limit N, up to 100; after CURSOR: the next games",
        ],
        arguments: {
            /// Which games are wanted.
            #[serde(flatten)]
            filter: Box<ArchiveFilter> = BoxedRest("[WORD VALUE ...]"),
        },
    }
    /// Asks which moves were played in a position.
    Explore = "explore" {
        access: Anyone,
        summary: "show which moves were played in a position",
        details: &["POSITION: moves such as f5d6c3, or CELLS/SIDE; default: the standard start"],
        arguments: {
            /// The position; the standard start if none is given.
            #[serde(default)]
            position: PositionQuery = Rest("[POSITION]"),
        },
    }
    /// Asks for the events of a room after a number.
    Sync = "sync" {
        access: Anyone,
        summary: "get the events of a room after a number",
        details: &["rooms: lobby, private, game/N, players/N, watchers/N"],
        arguments: {
            /// The room.
            room: Room = Word("ROOM"),
            /// The number of the last event that the client has received.
            after: u64 = Number("NUMBER"),
        },
    }
    /// Stops a user from sending messages for a while.
    Silence = "silence" {
        access: Moderator,
        acknowledged: Always,
        summary: "stop a user from sending messages for a while",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
            /// The duration; 0 ends a silence.
            minutes: u32 = Number("MINUTES"),
            /// The reason.
            reason: Message = Rest("REASON"),
        },
    }
    /// Disconnects a user.
    Kick = "kick" {
        access: Moderator,
        acknowledged: Always,
        summary: "disconnect a user",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
            /// The reason.
            reason: Message = Rest("REASON"),
        },
    }
    /// Disconnects a user and refuses further logins.
    Ban = "ban" {
        access: Moderator,
        acknowledged: Always,
        summary: "disconnect a user and refuse further logins",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
            /// The reason.
            reason: Message = Rest("REASON"),
        },
    }
    /// Ends a ban.
    Unban = "unban" {
        access: Moderator,
        acknowledged: Always,
        summary: "end a ban",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
        },
    }
    /// Makes a code with which a user can set a new password once.
    Recover = "recover" {
        access: Moderator,
        summary: "get a code with which a user who forgot the password sets a new one",
        details: &["give the code to the user; it works once, within a day: reset-password NAME CODE PASSWORD"],
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
            /// The reason, for the log.
            reason: Message = Rest("REASON"),
        },
    }
    /// Asks for the moderation log.
    Log = "log" {
        access: Moderator,
        summary: "show the moderation log",
        details: &[
            "NAME: actions against this user; by NAME: actions of this moderator",
            "the newest come first, with times in UTC; limit N: up to 100, 20 by default",
            "after NUMBER: the next ones, as the answer says",
        ],
        arguments: {
            /// Which entries are wanted.
            #[serde(flatten)]
            filter: LogFilter = Rest("[NAME] [by NAME] [after NUMBER] [limit N]"),
        },
    }
    /// Asks for reports of users.
    Reports = "reports" {
        access: Moderator,
        summary: "list reports of users: the open ones, or those that are closed",
        arguments: {
            /// Which reports are wanted; the open ones if nothing is said.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            state: Option<ReportState> = OptionalWord("[open|closed]"),
            /// Only reports after this one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            after: Option<u64> = OptionalNumber("[AFTER]"),
        },
    }
    /// Asks for a report with the chat that it is about.
    ReadReport = "read-report" {
        access: Moderator,
        summary: "show a report and the messages that it is about",
        arguments: {
            /// The number of the report.
            report: u64 = Number("REPORT"),
        },
    }
    /// Closes a report.
    CloseReport = "close-report" {
        access: Moderator,
        acknowledged: Always,
        summary: "close a report, and tell the reporter what was done",
        details: &["the remark is for moderators; the reporter sees the outcome only"],
        arguments: {
            /// The number of the report.
            report: u64 = Number("REPORT"),
            /// What was done.
            outcome: ReportOutcome = Word("no-action|warned|silenced|banned"),
            /// A remark for moderators.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            remark: Option<Message> = OptionalRest("[REMARK]"),
        },
    }
    /// Gives an account a role.
    Role = "role" {
        access: Admin,
        acknowledged: Always,
        summary: "give an account the role player, bot, moderator or admin",
        arguments: {
            /// The user.
            name: Name = Word("NAME"),
            /// The role.
            role: Role = Word("ROLE"),
        },
    }
}
