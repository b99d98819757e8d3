//! The commands of clients and the events of the server, as text for people and as JSON for programs.
//!
//! A client sends a [`Request`]: a [`Command`], and an id if it wants an acknowledgement. The server
//! sends [`Notice`]s: an [`Event`], with the [`Room`] in which it happened and its number there if a
//! client can ask for it again. [`text`] and [`json`] encode both. [`LineSplitter`] makes lines of
//! bytes, and [`Encoding::of_first_line`] detects the encoding that a client uses.
//!
//! Every command is one entry of the list in `command/`: help, readers, writers and access checks
//! are made from it.
//!
//! Invariant: nothing here opens a socket, reads a clock or panics on input. Text that users wrote
//! is a [`Message`], a [`Name`] or a [`Password`], and none of them contains a control character,
//! whichever encoding it came through.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

mod archive;
mod book;
mod bot_details;
mod client_word;
mod clock_parts;
mod close_reason;
mod command;
mod command_result;
mod display_name;
mod echo;
mod encoding;
mod error_code;
mod error_detail;
mod event;
mod expected_word;
mod filter_words;
mod followed_user;
mod game_details;
mod game_end;
mod history;
mod komi;
mod letters;
mod lines;
mod liveness;
mod message;
mod moderation;
mod name;
mod password;
mod pool;
mod position_text;
mod profile;
mod rated;
mod record_format;
mod reducer;
mod report;
mod request;
mod request_error;
mod request_id;
mod role;
mod room;
mod room_numbers;
mod seek;
mod serde_text;
mod side;
mod speed_class;
mod square_set;
mod state;
mod stored;
mod telnet;
mod terms;
mod thought;
mod token;
mod turn;
mod watch_target;

#[cfg(feature = "client")]
#[allow(clippy::disallowed_methods, reason = "the client opens sockets and has timeouts")]
pub mod client;
#[cfg(test)]
mod generated_tests;
pub mod json;
pub mod text;

pub use archive::{
    ArchiveCursor, ArchiveDate, ArchiveExtra, ArchiveFilter, ArchiveOrigin, ArchivePage,
    ArchivedGame, ArchivedGameSummary, ExploreFilter, Explored, ExploredMove, MAX_SEARCH, NameKind,
    NamePart, NamePartError, OpeningName, OpeningResults, OpponentResults, ParseCursorError,
    ParseDateError, ParsePositionError, PlayerResults, PositionQuery, ReadTerm, SearchProblem,
    SearchProblemKind, SearchTerm, SearchText, SearchTextError, Searched, SearchedTerm, Tally,
    TermKind, Winner, name_key,
};
pub use book::{
    BookChange, BookChanged, BookEntry, BookLearned, BookLearnedPly, BookMove, BookMoveKind,
    BookName, BookOrigin, BookPage, BookProgram, BookResults, BookValue, ProvenResult,
};
pub use bot_details::{BotDetails, BotGroup};
pub use client_word::{ClientWord, ClientWordError};
pub use clock_parts::{ClockParts, ClockPartsOfBoth, ClockPhase};
pub use close_reason::CloseReason;
pub use command::{Access, Acknowledged, Command, CommandDescription, CommandKind, Subject};
pub use command_result::CommandResult;
pub use display_name::{DisplayName, DisplayNameError, FoundUser, NamePrefix, NamePrefixError};
pub use encoding::Encoding;
pub use error_code::ErrorCode;
pub use error_detail::ErrorDetail;
pub use event::{Event, Notice, ReportDetails, RoomSnapshot};
pub use expected_word::ExpectedWord;
pub use filter_words::{FilterError, MAX_PAGE};
pub use followed_user::FollowedUser;
pub use game_details::{
    AbsentPlayer, GameProgress, GameRatings, LISTED_SPECTATORS, OfferedResult, OwnMove,
    PlayerRating, RatingChange, StateDetails, SummaryDetails,
};
pub use game_end::{EndKind, GameEnd};
pub use history::{HistoryCursor, HistoryFilter};
pub use komi::{BidValue, Discs, Komi, KomiBid, ParseDiscsError};
pub use letters::{UnclearText, check_letters, escape_controls, look_alike_key, strip_controls};
pub use lines::{LineEvent, LineSplitter};
pub use liveness::{Due, Liveness};
pub use message::{MAX_MESSAGE, Message, MessageError};
pub use moderation::{LogEntry, LogFilter, LogPage};
pub use name::{Name, NameError};
pub use password::{Password, PasswordError};
pub use pool::{Pool, PoolSummary};
pub use profile::{ClassResults, Country, MAX_ABOUT, ProfileChange, ProfileError, ProfileKey};
pub use rated::{
    LARGEST_KNOWN_DEVIATION, MAX_RATED_DISCS, MIN_RATED_FIRST_MOVE, MIN_RATED_MOVES,
    MIN_RATED_TIME, UnratableTerms, is_provisional,
};
pub use record_format::RecordFormat;
pub use reducer::Applied;
pub use report::{
    ParseLinesError, ReportClosing, ReportOutcome, ReportPage, ReportState, ReportSummary,
    RoomLines,
};
pub use request::Request;
pub use request_error::RequestError;
pub use request_id::{RequestId, RequestIdError};
pub use role::Role;
pub use room::{GameId, ParseRoomError, Room};
pub use room_numbers::{ParseRoomNumbersError, RoomNumbers};
pub use seek::{ParseRangeError, ParseSeekError, RatingRange, SeekTerms};
pub use side::Side;
pub use speed_class::SpeedClass;
pub use square_set::SquareSet;
pub use state::{
    ClockState, GameState, GameSummary, HistoryEntry, LeaderboardEntry, MoveList, Offer,
    OfferState, OwnGame, PairResult, Profile, RatingPoint, RatingSummary, UserSummary,
};
pub use telnet::{ECHO_OFF, ECHO_ON};
pub use terms::{ColorChoice, ParseTermsError, Start, Terms};
pub use text::TextStyle;
pub use thought::{GameThoughts, Thought, ThoughtDetail};
pub use token::{LogoutScope, TokenKind, TokenName, TokenNameError, TokenSummary};
pub use turn::TurnDetails;
pub use watch_target::{ParseWatchTargetError, WatchTarget};

/// The version of the protocol.
pub const VERSION: u32 = 2;
