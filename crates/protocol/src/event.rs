//! The events that the server sends.

mod define;
mod room;
mod room_numbers;
mod stored;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use willow_board::{Color, Move};

pub use self::room::{GameId, ParseRoomError, Room};
pub use self::room_numbers::{ParseRoomNumbersError, RoomNumbers};

use self::define::define_events;
use crate::connection::error_detail::deserialize_known;
use crate::serde_text::{as_text, color};
use crate::{
    ArchivePage, ArchivedGame, ClockState, CloseReason, CommandResult, DisplayName, ErrorCode,
    ErrorDetail, Explored, FollowedUser, FoundUser, GameEnd, GameProgress, GameState, GameSummary,
    GameThoughts, HistoryCursor, HistoryEntry, Komi, KomiBid, LeaderboardEntry, LogPage, Message,
    MoveList, Name, Offer, OfferState, OwnGame, PairResult, PlayerResults, PoolSummary, Profile,
    RatingPoint, ReportOutcome, ReportPage, ReportSummary, RequestId, Role, Searched, SpeedClass,
    TokenSummary, TurnDetails, UserSummary,
};

/// An event, with its place and time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Notice {
    /// The id of the command that this answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<RequestId>,
    /// What that command has brought about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Box<CommandResult>>,
    /// The player of another server for whom this is, if a bridge receives it.
    #[serde(rename = "as", default, skip_serializing_if = "Option::is_none")]
    pub proxy: Option<Name>,
    /// The room in which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Room>,
    /// Its number in the room, counted from 1 without gaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The server's time, in milliseconds since 1970.
    pub time: u64,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

define_events! {
    /// Greets a client.
    Welcome {
        /// The program and its version.
        server: String,
        /// The newest version of the protocol that the server speaks.
        protocol: u32,
        /// The address that links to the server's web client use, if the operator has named one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        public_url: Option<String>,
    } = "welcome",
    /// The command was executed, and its effects are durable.
    Ok = "ok",
    /// The command was not executed, and nothing has changed.
    Error {
        /// The name of the command, as far as it is known.
        command: String,
        /// The error code, for programs.
        code: ErrorCode,
        /// The exact reason, for programs.
        #[serde(
            default,
            deserialize_with = "deserialize_known",
            skip_serializing_if = "Option::is_none"
        )]
        detail: Option<ErrorDetail>,
        /// The field of the command that is wrong or missing, if the error is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        argument: Option<String>,
        /// What is wrong, for people to read.
        message: String,
    } = "error",
    /// The server asks whether the client is alive. Any line is an answer, an empty one
    /// too.
    Ping = "ping",
    /// The reply to a `ping`.
    Pong = "pong",
    /// The connection ends.
    Bye {
        /// Why the server ends it.
        reason: CloseReason,
    } = "bye",
    /// The client is logged in.
    Entered {
        /// The user's name.
        name: Name,
        /// The user's role.
        role: Role,
        /// A name in any script beside the plain name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        display_name: Option<DisplayName>,
        /// A token with which the client can log in again without a password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The number of the last event of the lobby before the login.
        #[serde(default)]
        lobby: u64,
        /// The number of the last event of the private room that was sent before the login.
        #[serde(default)]
        private: u64,
        /// The recovery codes of a new account, each of which sets a new password once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        recovery_codes: Vec<String>,
        /// The number of the last event in each room from which the client receives events now.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        rooms: BTreeMap<Room, u64>,
        /// The offers that the user has made, and the challenges of others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offers: Option<Vec<Offer>>,
        /// The user's games in progress.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games: Option<Vec<OwnGame>>,
        /// The number of private messages that came while the user was away, and were sent just
        /// before this event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unread: Option<u64>,
    } = "entered",
    /// A token was created.
    Token {
        /// The token. It is shown only once.
        token: String,
        /// Its number in the list of tokens.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token_number: Option<u64>,
    } = "token",
    /// The tokens of the user.
    Tokens {
        /// The tokens, newest first.
        tokens: Vec<TokenSummary>,
    } = "tokens",
    /// New recovery codes of the user. They are shown only once.
    RecoveryCodes {
        /// The codes. Each sets a new password once.
        codes: Vec<String>,
    } = "recovery-codes",
    /// Where users get everything that is stored about them.
    ExportData {
        /// The path of the document over HTTP. The request needs a token, or the cookie of a
        /// browser.
        path: String,
        /// The port of HTTP, as the server itself has it.
        port: u16,
    } = "export-data",
    /// A code with which a user can set a new password.
    Recovery {
        /// The user.
        name: Name,
        /// The code. It is shown only once, to the moderator.
        code: String,
        /// Until when it is valid, in milliseconds since 1970.
        expires_at: u64,
    } = "recovery",
    /// The answer to `help`.
    Help {
        /// Each has at most 78 characters.
        lines: Vec<String>,
    } = "help",
    /// The server makes an announcement.
    Announced {
        /// The announcement.
        text: String,
    } = "announced",
    /// A user came online.
    Online {
        /// The user.
        name: Name,
        /// The user's role.
        role: Role,
        /// A name in any script beside the plain name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        display_name: Option<DisplayName>,
    } = "online",
    /// A user went offline.
    Offline {
        /// The user.
        name: Name,
    } = "offline",
    /// A user said something in the room.
    Said {
        /// The author.
        from: Name,
        /// The message.
        text: Message,
    } = "said",
    /// Messages of the lobby.
    Chat {
        /// The messages, oldest first, each with its number in the room.
        messages: Vec<Notice>,
        /// The number of the event before which the earlier messages are, if there may be some.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<u64>,
    } = "chat",
    /// A private message. Its author receives it, too.
    Told {
        /// The author.
        from: Name,
        /// The recipient.
        to: Name,
        /// The message.
        text: Message,
    } = "told",
    /// A game is offered: to everybody in the lobby, to one user in the private room.
    Offered(Offer) = "offered",
    /// An offer is no longer open.
    Withdrawn {
        /// Its number.
        game: GameId,
        /// Whether its recipient declined it.
        #[serde(default)]
        declined: bool,
    } = "withdrawn",
    /// A game started (lobby and private room).
    Playing(GameSummary) = "playing",
    /// A game is over (lobby).
    Over(GameSummary) = "over",
    /// The game started: its whole state.
    Started(Box<GameState>) = "started" kept,
    /// A move or a pass was made.
    Moved {
        /// The colour of the player.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// The move.
        #[serde(rename = "move", with = "as_text")]
        #[cfg_attr(test, schemars(with = "String"), ts(as = "String"))]
        mv: Move,
        /// Its number in the game, counted from 1, passes included.
        ply: usize,
        /// The clocks after it.
        clocks: ClockState,
        /// The board after it.
        #[serde(flatten)]
        turn: TurnDetails,
    } = "moved" kept,
    /// A player has moved in a pair in lock-step, and the move is shown when the other game has one, too.
    Held {
        /// The colour of the player.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// The clocks, which stand still.
        clocks: ClockState,
    } = "held" kept,
    /// A player has bid in a game with komi; the bids are shown when both have bid.
    Bid {
        /// The player.
        name: Name,
        /// The clocks. That of the player stands still.
        clocks: ClockState,
    } = "bid" kept,
    /// Both players have bid. The higher bidder plays the first move, which follows.
    Komi {
        /// The discs that are taken from Black's result.
        komi: Komi,
        /// The player of Black from now on.
        black: Name,
        /// The player of White from now on.
        white: Name,
        /// Whether the players exchange the colours of the beginning.
        exchanged: bool,
        /// Both bids.
        bids: Vec<KomiBid>,
    } = "komi" kept,
    /// A player offers a result.
    ResultOffered {
        /// The colour of the player.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// Black's disc difference.
        result: i32,
    } = "result-offered" kept,
    /// A player asks to adjourn the game.
    AdjournAsked {
        /// The colour of the player.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
    } = "adjourn-asked" kept,
    /// The game is adjourned: the clocks stand still until both players want to go on.
    Adjourned {
        /// They stand still from now on.
        clocks: ClockState,
    } = "adjourned" kept,
    /// A player asks to go on with an adjourned game. `resumed` says that it goes on.
    ContinueAsked {
        /// The colour of the player.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
    } = "continue-asked" kept,
    /// The opponent said no to an offered result, to an adjournment, or to going on.
    RequestRefused = "request-refused" kept,
    /// The game is no longer rated: a move was taken back in a game over a bridge, or it was given up
    /// before it counted.
    Unrated = "unrated" kept,
    /// A player requests a takeback of their last move.
    TakebackAsked {
        /// The colour of the player.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
    } = "takeback-asked" kept,
    /// The takeback was refused.
    TakebackRefused = "takeback-refused" kept,
    /// Moves were taken back.
    TakenBack {
        /// The number of moves and passes that remain.
        plies: usize,
        /// The clocks after it.
        clocks: ClockState,
        /// The board after it.
        #[serde(flatten)]
        turn: TurnDetails,
    } = "taken-back" kept,
    /// A player gave the opponent time.
    TimeGiven {
        /// The colour that has more time now.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// The time that was given, in milliseconds.
        given: u64,
        /// The clocks after it.
        clocks: ClockState,
    } = "time-given" kept,
    /// A player has disconnected.
    Gone {
        /// The colour of the player.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// The time from which the opponent may claim the win, in milliseconds since 1970.
        claim_at: u64,
    } = "gone" kept,
    /// The player has reconnected.
    Back {
        /// The colour of the player.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
    } = "back" kept,
    /// Spectators of the game came or went. Those who come and go within a second are told
    /// together.
    Spectators {
        /// The number of spectators now, visitors without a name included.
        count: usize,
        /// The people who came.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        came: Vec<Name>,
        /// The people who went.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<Name>,
    } = "spectators",
    /// How some public games stand that are played at the moment (lobby).
    Progress {
        /// The games in which a move was played since the last such event.
        games: Vec<GameProgress>,
    } = "progress",
    /// Both games of a synchro pair are over.
    Paired(PairResult) = "paired" kept,
    /// The game goes on after a restart of the server or an adjournment; the clocks stood still meanwhile.
    Resumed {
        /// The time at which the clocks stopped. Without one, as older servers wrote it, that was at the
        /// last event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        away_since: Option<u64>,
        /// The clocks now.
        clocks: ClockState,
        /// The board after it.
        #[serde(flatten)]
        turn: TurnDetails,
    } = "resumed" kept,
    /// The game is over.
    Ended(GameEnd) = "ended" kept,
    /// A rating changed.
    Rated {
        /// The user.
        name: Name,
        /// The speed class.
        class: SpeedClass,
        /// The rating before the game.
        before: i32,
        /// The rating after the game.
        after: i32,
        /// Whether the rating after the game is provisional (left out if it is not).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        provisional: bool,
    } = "rated" kept,
    /// The users who are online.
    Users {
        /// People before bots.
        users: Vec<UserSummary>,
    } = "users",
    /// The open offers and the games in progress.
    Games {
        /// The offers that the reader may accept or has made.
        offers: Vec<Offer>,
        /// The games in progress.
        games: Vec<GameSummary>,
    } = "games",
    /// An open offer.
    Offer(Box<OfferState>) = "offer",
    /// The pools, and how many users wait in them.
    Pools {
        /// The pools, fastest first.
        pools: Vec<PoolSummary>,
    } = "pools",
    /// The state of a game.
    State(Box<GameState>) = "state",
    /// The moves of a game.
    Moves(Box<MoveList>) = "moves",
    /// The profile of a user.
    Profile(Box<Profile>) = "profile",
    /// The users whom the reader has muted or blocked.
    Muted {
        /// The users who are muted.
        muted: Vec<Name>,
        /// The users who are blocked.
        blocked: Vec<Name>,
    } = "muted",
    /// Users whose names begin as it was asked, in the order of their names, at most 20.
    Found {
        /// At most 20, by name.
        users: Vec<FoundUser>,
    } = "found",
    /// The users whom the reader follows.
    Following {
        /// The users: those who are online first, then by name.
        users: Vec<FollowedUser>,
    } = "following",
    /// The reader's friends: users whom the reader follows and who follow the reader.
    Friends {
        /// The users: those who are online first, then by name.
        users: Vec<FollowedUser>,
    } = "friends",
    /// A user whom the reader follows came online, went offline, or began or ended a game. Changes
    /// within half a minute are told together.
    Presence(FollowedUser) = "presence",
    /// The best players of a speed class.
    Top {
        /// The speed of the rated games.
        class: SpeedClass,
        /// The players, best first.
        standings: Vec<LeaderboardEntry>,
    } = "top",
    /// The latest games of a user.
    History {
        /// The user.
        name: Name,
        /// The games, newest first.
        games: Vec<HistoryEntry>,
        /// The cursor of the next page, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<HistoryCursor>,
    } = "history",
    /// A user's ratings after rated games.
    Ratings {
        /// The user.
        name: Name,
        /// The ratings, newest first.
        points: Vec<RatingPoint>,
        /// The time before which the next ones are, if there are more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<u64>,
    } = "ratings",
    /// The record of a game.
    Record {
        /// Its number, here or in the archive.
        game: GameId,
        /// The record.
        text: String,
    } = "record",
    /// What the server's bots thought in a game that is over.
    Thoughts(GameThoughts) = "thoughts",
    /// Games of the archive.
    Archive(ArchivePage) = "archive",
    /// A game of the archive that was not played here.
    Archived(Box<ArchivedGame>) = "archived",
    /// The moves that were played in a position.
    Explored(Explored) = "explored",
    /// What a searched text means, and the first games.
    Searched(Box<Searched>) = "searched",
    /// How the games of a player ended.
    Results(Box<PlayerResults>) = "results",
    /// All events of a room up to this number have been sent.
    Synced {
        /// The room.
        #[serde(rename = "of")]
        of: Room,
        /// The number of its last event.
        last: u64,
    } = "synced",
    /// The current state of a room, because the wanted events are too old.
    Snapshot(RoomSnapshot) = "snapshot",
    /// A page of the moderation log.
    Log(LogPage) = "log",
    /// A user was reported: sent to the moderators who are online.
    Reported {
        /// The number of the report.
        report: u64,
        /// The user.
        name: Name,
    } = "reported",
    /// Reports of users.
    Reports(ReportPage) = "reports",
    /// A report with the chat that it is about.
    Report(Box<ReportDetails>) = "report",
    /// A report of the reader's was closed (private room).
    ReportClosed {
        /// The number of the report.
        report: u64,
        /// The user who was reported.
        name: Name,
        /// What was done.
        outcome: ReportOutcome,
    } = "report-closed",
    /// A moderator acted against the user.
    Moderated {
        /// The moderator.
        by: Name,
        /// The user.
        name: Name,
        /// The action: `silence`, `kick`, `ban`, `unban`, `role`.
        action: String,
        /// What the moderator gave as the reason.
        reason: String,
    } = "moderated",
}

/// The current state of a room, sent in place of events that are too old.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RoomSnapshot {
    /// The room.
    pub of: Room,
    /// The number of the room's last event before the snapshot.
    pub last: u64,
    /// The state of the game, if the room is that of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Box<GameState>>,
    /// The last events, oldest first.
    pub recent: Vec<Notice>,
}

impl Event {
    /// Returns the error of a command.
    pub const fn error(command: String, detail: ErrorDetail, message: String) -> Event {
        Event::Error { command, code: detail.code(), detail: Some(detail), argument: None, message }
    }

    /// Returns an error with the field of the command that it is about.
    #[must_use]
    pub fn about(self, field: Option<String>) -> Event {
        match self {
            Event::Error { command, code, detail, argument, message } => {
                Event::Error { command, code, detail, argument: field.or(argument), message }
            }
            other => other,
        }
    }
}

/// A report with the chat that it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ReportDetails {
    /// The report.
    #[serde(flatten)]
    pub summary: ReportSummary,
    /// The messages, as they were when the report was made: those that the reporter named with
    /// those around them, or the latest of the reported user.
    pub messages: Vec<Notice>,
}

impl Notice {
    /// Returns an event outside every room.
    pub const fn new(time: u64, event: Event) -> Notice {
        Notice { id: None, done: None, proxy: None, room: None, number: None, time, event }
    }

    /// Returns the same notice as the answer to a command.
    #[must_use]
    pub fn answering(mut self, id: Option<RequestId>) -> Notice {
        self.id = id;
        self
    }

    /// Returns the same notice with what its command has brought about.
    #[must_use]
    pub fn with_result(mut self, result: CommandResult) -> Notice {
        self.done = (!result.is_empty()).then(|| Box::new(result));
        self
    }
}
