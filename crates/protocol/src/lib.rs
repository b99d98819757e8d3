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
mod command;
mod connection;
mod event;
mod expected_word;
mod game;
mod lobby;
mod moderation;
mod people;
mod position_text;
mod serde_text;
mod text_safety;
mod tournament;

#[cfg(feature = "client")]
#[allow(clippy::disallowed_methods, reason = "the client opens sockets and has timeouts")]
pub mod client;
#[cfg(test)]
mod generated_tests;
pub mod json;
pub mod text;

#[cfg(test)]
use self::serde_text::schema::{ClockText, MoveText, PositionText, SquareText};
pub use archive::*;
pub use book::*;
pub use command::{
    Access, Acknowledged, Command, CommandDescription, CommandKind, CommandResult, Handler, Subject,
};
pub use connection::*;
pub use event::{
    Event, GameId, Notice, ParseRoomError, ParseRoomNumbersError, ReportDetails, Room, RoomNumbers,
    RoomSnapshot,
};
pub use expected_word::ExpectedWord;
pub use game::*;
pub use lobby::*;
pub use moderation::*;
pub use people::*;
pub use text::TextStyle;
pub use text_safety::{
    UnclearText, check_letters, escape_controls, look_alike_key, strip_controls,
};

pub use tournament::*;

/// The version of the protocol.
pub const VERSION: u32 = 2;
