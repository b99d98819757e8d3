//! What clients and the server say to each other, as text for people and as JSON for programs.
//!
//! A client sends a [`Request`]: a [`Command`], and an id if it wants to be told that it was carried
//! out. The server sends [`Notice`]s: an [`Event`], with the [`Room`] it happened in and its number
//! there if it is one that a client can ask for again. [`text`] and [`json`] are two spellings of
//! both. [`LineSplitter`] makes lines of bytes, and [`Dialect::of_first_line`] hears which spelling
//! the other side speaks.
//!
//! Invariant: nothing here opens a socket, reads a clock or panics on input. Text that users wrote
//! is a [`Message`], a [`Name`] or a [`Password`], and none of them holds a control character,
//! whichever codec it came through.
#![forbid(unsafe_code)]

mod archive;
mod command;
mod commands_table;
mod dialect;
mod event;
mod lines;
mod message;
mod moderation;
mod name;
mod password;
mod request_error;
mod request_id;
mod room;
mod state;
mod telnet;
mod terms;
mod wire;

pub mod json;
pub mod text;

pub use archive::{
    ArchiveDate, ArchiveFilter, ArchiveLine, ArchivePage, Explored, ExploredMove, FilterError,
    MAX_PAGE, NamePart, NamePartError, ParseDateError, ParsePlaceError, ParseSpotError, Place,
    Spot, Winner,
};
pub use command::{Command, ExpectedWord, InGame, RecordFormat, Request, Role};
pub use commands_table::{CommandHelp, command_table};
pub use dialect::Dialect;
pub use event::{CloseReason, EndKind, ErrorCode, Event, GameEnd, Notice};
pub use lines::{LineEvent, LineSplitter};
pub use message::{MAX_MESSAGE, Message, MessageError, strip_controls};
pub use moderation::{LogEntry, LogFilter, LogFilterError, LogPage};
pub use name::{Name, NameError};
pub use password::{Password, PasswordError};
pub use request_error::RequestError;
pub use request_id::{RequestId, RequestIdError};
pub use room::{GameId, ParseRoomError, Room};
pub use state::{
    ClockState, GameState, GameSummary, Offer, PairEnd, Profile, RatingLine, RatingPoint,
    RoomSnapshot, Side, Standing, UserLine,
};
pub use telnet::{ECHO_OFF, ECHO_ON};
pub use terms::{ColorChoice, ParseTermsError, SpeedClass, Start, Terms};

/// The version of the protocol that this library speaks.
pub const PROTOCOL_VERSION: u32 = 1;
