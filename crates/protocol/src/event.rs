//! The events that the server sends.

mod define;
mod notice;
mod room;
mod room_numbers;
mod stored;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use willow_board::{Color, DiscDiff, Move};

pub use self::notice::{Notice, ReportDetails, RoomSnapshot};
pub use self::room::{GameId, ParseRoomError, Room};
pub use self::room_numbers::{ParseRoomNumbersError, RoomNumbers};

use self::define::define_events;
use crate::connection::error_detail::deserialize_known;
use crate::serde_text::{as_text, color};
use crate::{
    ArchivePage, ArchivedGame, ClockState, CloseReason, CommandKind, DisplayName, ErrorCode,
    ErrorDetail, Explored, FollowedUser, FoundUser, GameEnd, GameProgress, GameState, GameSummary,
    GameThoughts, HistoryCursor, HistoryEntry, InvitationSummary, Komi, KomiBid, LeaderboardEntry,
    LogPage, Message, MoveList, Name, Offer, OfferState, OwnGame, PairCosts, PairResult,
    PlayerResults, PoolSummary, Profile, RatingPoint, Registration, RelatedUser, ReportOutcome,
    ReportPage, Role, Sanction, Searched, SpeedClass, TokenScope, TokenSummary, TournamentChange,
    TournamentId, TournamentState, TournamentSummary, TurnDetails, UserSummary, VisitorAccess,
};

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
        /// Who may make an account, unless everybody may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        registration: Option<Registration>,
        /// Whether guests may come, unless they may.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        guests: Option<bool>,
        /// Data that visitors without a login may read; absent if all public data.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        visitors: Option<VisitorAccess>,
        /// The operator's pages, such as `privacy`: `/api/pages/privacy` has the text of one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pages: Vec<String>,
    } = "welcome",
    /// The command was executed, and its effects are durable.
    Ok = "ok",
    /// The command was not executed, and nothing has changed.
    Error {
        /// The name of the command, as far as it is known.
        command: String,
        /// The kind of error, for programs; `detail` is finer.
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
        /// After how many seconds the command may succeed, if it came too early or too often.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after: Option<u64>,
        /// The scope that the token lacks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<TokenScope>,
        /// Description for people.
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
        /// The recovery codes of a new account. Each sets a new password once.
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
    /// The answer to `token`.
    Token {
        /// The token. It is shown only once.
        token: String,
        /// Its number in the list of tokens, by which `revoke` names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token_number: Option<u64>,
    } = "token",
    /// The answer to `tokens`: where the reader is logged in.
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
        /// The HTTP port that the server listens on (a reverse proxy may publish another).
        port: u16,
        /// The whole address, if the operator has named the server's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    } = "export-data",
    /// A code with which a user can set a new password.
    Recovery {
        /// The user who forgot the password.
        name: Name,
        /// The code. It is shown only once, to the moderator.
        code: String,
        /// The path of the link in the web client.
        #[serde(default)]
        path: String,
        /// The whole link, if the operator has named the server's address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        /// Until when it is valid, in milliseconds since 1970.
        expires_at: u64,
    } = "recovery",
    /// A new invitation.
    Invited {
        /// The number by which it is withdrawn.
        invitation: u64,
        /// The code. It is shown only once, to the moderator.
        code: String,
        /// The path of the link in the web client.
        path: String,
        /// The whole link, if the operator has named the server's address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        /// Until when it is valid, in milliseconds since 1970.
        expires_at: u64,
    } = "invited",
    /// The invitations that can be used, the newest first.
    Invitations {
        /// The invitations, without their codes.
        invitations: Vec<InvitationSummary>,
    } = "invitations",
    /// An invitation that can be used.
    Invitation {
        /// The moderator who made it.
        by: Name,
        /// The role of accounts that are made with it.
        role: Role,
        /// Until when it is valid, in milliseconds since 1970.
        expires_at: u64,
    } = "invitation",
    /// The answer to `help`.
    Help {
        /// Each has at most 78 characters.
        lines: Vec<String>,
    } = "help",
    /// The server makes an announcement.
    Announced {
        /// As the operator wrote it, without markup.
        text: String,
    } = "announced",
    /// Announcements of the operator: sent before the answer to the first command if there are any, and whenever they
    /// change.
    Announcement {
        /// The announcement of the day, without markup.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<Message>,
        /// When the server closes, in milliseconds since 1970; until then no games begin but those of days.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closes_at: Option<u64>,
        /// Why it closes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<Message>,
    } = "announcement",
    /// A user came online.
    Online {
        /// In the spelling that the user has chosen.
        name: Name,
        /// The user's role.
        role: Role,
        /// A name in any script beside the plain name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        display_name: Option<DisplayName>,
    } = "online",
    /// A user went offline.
    Offline {
        /// In the spelling that the user has chosen.
        name: Name,
    } = "offline",
    /// A user said something in the room.
    Said {
        /// The author, also if it is the reader.
        from: Name,
        /// Plain text without control characters.
        text: Message,
    } = "said",
    /// A moderator removed a message. What stands in its place in the room is the same event with its number.
    Removed {
        /// Who wrote it.
        from: Name,
        /// The number of the message in the room.
        message: u64,
    } = "removed",
    /// Messages of the lobby, or of the reader and another user.
    Chat {
        /// The messages, oldest first, each with its number in the room.
        messages: Vec<Notice>,
        /// The number of the event before which the earlier messages are, if there may be some.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<u64>,
    } = "chat",
    /// A private message. Its author receives it, too.
    Told {
        /// The author, who may be the reader.
        from: Name,
        /// The reader, or whom the reader wrote to.
        to: Name,
        /// Plain text without control characters.
        text: Message,
    } = "told",
    /// A game is offered: to everybody in the lobby, to one user in the private room.
    Offered(Offer) = "offered",
    /// An offer is no longer open.
    Withdrawn {
        /// The number that the game would have had.
        game: GameId,
        /// Whether its recipient declined it; otherwise it was withdrawn, or no longer possible.
        #[serde(default)]
        declined: bool,
    } = "withdrawn",
    /// A game started (lobby and private room).
    Playing(GameSummary) = "playing",
    /// A game is over (lobby).
    Over(GameSummary) = "over",
    /// The game started: its whole state, the first event of its room.
    Started(Box<GameState>) = "started" kept,
    /// A move or a pass was made.
    Moved {
        /// The side that moved.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// The square, or a pass, which the server plays by itself.
        #[serde(rename = "move", with = "as_text")]
        #[cfg_attr(test, schemars(with = "crate::MoveText"), ts(as = "String"))]
        mv: Move,
        /// Its number in the game, counted from 1, passes included.
        ply: usize,
        /// The clocks when the opponent's turn begins.
        clocks: ClockState,
        /// The board after it.
        #[serde(flatten)]
        turn: TurnDetails,
    } = "moved" kept,
    /// A player has moved in a pair in lock-step, and the move is shown when the other game has one, too.
    Held {
        /// The side that moved.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// The clocks, which stand still.
        clocks: ClockState,
    } = "held" kept,
    /// A player has bid in a game with komi; the bids are shown when both have bid.
    Bid {
        /// Who has bid: colours are provisional during bidding.
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
        /// The bids of both players, in discs for the side to move.
        bids: Vec<KomiBid>,
    } = "komi" kept,
    /// A player offers a result.
    ResultOffered {
        /// The side that offers.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// Black's disc difference.
        #[cfg_attr(test, schemars(with = "i32"), ts(as = "i32"))]
        result: DiscDiff,
    } = "result-offered" kept,
    /// A player asks to adjourn the game.
    AdjournAsked {
        /// The side that asks.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
    } = "adjourn-asked" kept,
    /// The game is adjourned: the clocks stand still until both players want to continue.
    Adjourned {
        /// They stand still from now on.
        clocks: ClockState,
    } = "adjourned" kept,
    /// A player asks to continue an adjourned game. `resumed` says that it continues.
    ContinueAsked {
        /// The side that asks.
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
        /// The side that asks.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
    } = "takeback-asked" kept,
    /// The opponent refused a takeback; the game continues.
    TakebackRefused = "takeback-refused" kept,
    /// Moves were taken back.
    TakenBack {
        /// The number of moves and passes that remain.
        plies: usize,
        /// The clocks with which the game continues.
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
        /// The clocks with the time that was given.
        clocks: ClockState,
    } = "time-given" kept,
    /// A player has disconnected.
    Gone {
        /// The side that disconnected.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
        /// The time from which the opponent may claim the win, in milliseconds since 1970.
        claim_at: u64,
    } = "gone" kept,
    /// The player has reconnected.
    Back {
        /// The side that reconnected.
        #[serde(with = "color")]
        #[cfg_attr(test, schemars(with = "crate::Side"), ts(as = "crate::Side"))]
        color: Color,
    } = "back" kept,
    /// Spectators of the game came or went. Changes within a second are sent together.
    Spectators {
        /// The number of spectators now, visitors without a name included.
        count: usize,
        /// Names of those who came; visitors have none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        came: Vec<Name>,
        /// Names of those who went; visitors have none.
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
    /// The game continues after a restart of the server or an adjournment; the clocks stood still meanwhile.
    Resumed {
        /// The time at which the clocks stopped, in milliseconds since 1970.
        away_since: u64,
        /// The clocks as they stood when they stopped.
        clocks: ClockState,
        /// The board after it.
        #[serde(flatten)]
        turn: TurnDetails,
    } = "resumed" kept,
    /// The last event that changes the game: its result and the reason.
    Ended(GameEnd) = "ended" kept,
    /// A rating changed.
    Rated {
        /// The player of a rated game that has ended.
        name: Name,
        /// The class of the game by its clock; each has a rating of its own.
        class: SpeedClass,
        /// The rating before the game, in points of Glicko-2, rounded.
        before: i32,
        /// The rating after the game, in the same points.
        after: i32,
        /// Whether the rating after the game is provisional (left out if it is not).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        provisional: bool,
    } = "rated" kept,
    /// The answer to `who`.
    Users {
        /// People before bots.
        users: Vec<UserSummary>,
    } = "users",
    /// The open offers and the games in progress.
    Games {
        /// The offers that the reader may accept or has made.
        offers: Vec<Offer>,
        /// The public games in progress, and the private ones that the reader plays.
        games: Vec<GameSummary>,
    } = "games",
    /// The answer to `offer`: an offer that is still open.
    Offer(Box<OfferState>) = "offer",
    /// The pools, and how many users wait in them.
    Pools {
        /// The pools, fastest first.
        pools: Vec<PoolSummary>,
    } = "pools",
    /// The answer to `board`: the state of a game that is played or remembered.
    State(Box<GameState>) = "state",
    /// The answer to `moves`: from the start of the game on.
    Moves(Box<MoveList>) = "moves",
    /// The answer to `user`.
    Profile(Box<Profile>) = "profile",
    /// The users whom the reader has muted or blocked.
    Muted {
        /// Users whose messages and offers the reader does not see.
        muted: Vec<Name>,
        /// Users who may not write to the reader or challenge the reader, too.
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
    /// within half a minute are sent together.
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
        /// Whose games they are.
        name: Name,
        /// The games, newest first.
        games: Vec<HistoryEntry>,
        /// The cursor of the next page, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<HistoryCursor>,
    } = "history",
    /// A user's ratings after rated games.
    Ratings {
        /// Whose ratings they are.
        name: Name,
        /// The ratings, newest first.
        points: Vec<RatingPoint>,
        /// The time before which the next ones are, if there are more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<u64>,
    } = "ratings",
    /// The answer to `record`.
    Record {
        /// Its number, here or in the archive.
        game: GameId,
        /// The whole record in the format that was asked for.
        text: String,
    } = "record",
    /// Search info of the server's bots in a game that is over.
    Thoughts(GameThoughts) = "thoughts",
    /// The answer to `archive`: a page of games.
    Archive(ArchivePage) = "archive",
    /// A game of the archive that was not played here.
    Archived(Box<ArchivedGame>) = "archived",
    /// The moves that were played in a position.
    Explored(Explored) = "explored",
    /// What a searched text means, and the first games.
    Searched(Box<Searched>) = "searched",
    /// How the games of a player ended.
    Results(Box<PlayerResults>) = "results",
    /// A tournament was planned, began, ended or changed its plan (lobby).
    Tournament(Box<TournamentSummary>) = "tournament",
    /// The answer to `tournaments`.
    Tournaments {
        /// Those that are played, then those to come, then those that are over, the last one first.
        tournaments: Vec<TournamentSummary>,
        /// The number before which the next ones are, if there are more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<TournamentId>,
    } = "tournaments",
    /// The answer to `tournament`.
    TournamentState(Box<TournamentState>) = "tournament-state",
    /// The answer to `pair-costs`.
    PairCosts(Box<PairCosts>) = "pair-costs",
    /// Something happened in a tournament (its room).
    TournamentChanged {
        /// Who did it; the server if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Name>,
        /// What happened.
        change: TournamentChange,
    } = "tournament-changed",
    /// All events of a room up to this number have been sent.
    Synced {
        /// The room that is caught up with.
        #[serde(rename = "of")]
        of: Room,
        /// The number of its last event.
        last: u64,
    } = "synced",
    /// The current state of a room, because the wanted events are too old.
    Snapshot(RoomSnapshot) = "snapshot",
    /// The answer to `log`: a page, newest first.
    Log(LogPage) = "log",
    /// A user was reported: sent to the moderators who are online.
    Reported {
        /// Its number, used by `report` and `close-report`.
        report: u64,
        /// Who was reported.
        name: Name,
    } = "reported",
    /// The answer to `reports`: a page of them.
    Reports(ReportPage) = "reports",
    /// A report with the chat that it is about.
    Report(Box<ReportDetails>) = "report",
    /// A report of the reader's was closed (private room).
    ReportClosed {
        /// Its number, used by `report` and `close-report`.
        report: u64,
        /// The user who was reported.
        name: Name,
        /// What moderators did about it.
        outcome: ReportOutcome,
    } = "report-closed",
    /// A moderator acted against the user.
    Moderated {
        /// Who acted, a moderator or an administrator.
        by: Name,
        /// Whom it was done to.
        name: Name,
        /// The action: `silence`, `unsilence`, `kick`, `ban`, `unban`, `role`.
        action: String,
        /// What the moderator gave as the reason.
        reason: String,
        /// When it ends, in milliseconds since 1970, if it ends by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
    } = "moderated",
    /// The answer to `sanctions`: the bans and silences in force, the latest first.
    Sanctions {
        /// At most 500.
        sanctions: Vec<Sanction>,
    } = "sanctions",
    /// The answer to `related`. It proves nothing: families, schools, clubs and mobile networks share addresses.
    Related {
        /// The user of the question.
        name: Name,
        /// From how many addresses a ban of the user keeps newcomers.
        addresses: usize,
        /// For how many hours it does.
        hours: u64,
        /// The accounts, those that were there last first, at most 50.
        users: Vec<RelatedUser>,
    } = "related",
}

impl Event {
    /// Returns the error of a command, with the field that errors of this reason are about, if the command has it.
    pub fn error(command: String, detail: ErrorDetail, message: String) -> Event {
        let mut kinds = CommandKind::ALL.iter().map(|kind| kind.description());
        let description = kinds.find(|description| description.name == command);
        let has_field = |field: &str| {
            description.is_some_and(|description| field == "id" || description.has_field(field))
        };
        let field = detail.fields().iter().find(|field| has_field(field));
        let argument = field.map(|&field| field.to_owned());
        let code = detail.code();
        let (detail, retry_after, scope) = (Some(detail), None, None);
        Event::Error { command, code, detail, argument, retry_after, scope, message }
    }

    /// Returns an error with the field of the command that it is about.
    #[must_use]
    pub fn about(mut self, field: Option<String>) -> Event {
        if let (Event::Error { argument, .. }, Some(field)) = (&mut self, field) {
            *argument = Some(field);
        }
        self
    }

    /// Returns an error with the scope that the token lacks.
    #[must_use]
    pub fn lacking(mut self, missing: Option<TokenScope>) -> Event {
        if let Event::Error { scope, .. } = &mut self {
            *scope = missing;
        }
        self
    }

    /// Returns an error with the seconds after which the command may succeed.
    #[must_use]
    pub fn in_seconds(mut self, seconds: Option<u64>) -> Event {
        if let Event::Error { retry_after, .. } = &mut self {
            *retry_after = seconds;
        }
        self
    }
}
