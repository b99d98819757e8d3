//! The language of the Generic Game Server, without IO.
//!
//! | file | contents |
//! | --- | --- |
//! | `match_type.rs` | match types such as `s8r20` |
//! | `seconds.rs`, `clock_terms.rs` | times and clocks such as `15:00//02:00` |
//! | `ids.rs` | the numbers of requests, matches and archived games |
//! | `names.rs` | names of players |
//! | `quoting.rs` | text of people, made harmless for the other side |
//! | `numbers.rs`, `played_move.rs` | ratings, evaluations, results; moves with both |
//! | `message.rs` | bytes into messages |
//! | `board_block.rs` | a board with its clocks, as messages show it |
//! | `command_line.rs` | what people type: variables, abbreviations |
//! | `rows.rs` | rows of lists |
//! | `event.rs`, `event_text.rs`, `event_parser.rs` | what a message says; written and read |
//! | `own_game.rs`, `client_session.rs` | a client's login, settings, keep-alive and matches |
//!
//! Invariant: nothing here reads a clock or opens a socket: bytes, lines and times come in as arguments. Parsers
//! accept every input and never panic; what they do not know they keep.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

mod board_block;
mod client_session;
mod clock_terms;
mod command_line;
mod event;
mod event_parser;
mod event_text;
mod ids;
mod match_type;
mod message;
mod names;
mod numbers;
mod own_game;
mod played_move;
mod quoting;
mod rows;
mod seconds;

pub use board_block::{BoardBlock, SeatLine};
pub use client_session::{ClientSession, SessionConfig, SessionOutput, is_service};
pub use clock_terms::{ClockFace, ClockTerms, TimeSlot};
pub use command_line::{ALIASES, TypedCommand, commands, with_variables};
pub use event::{
    Event, JoinedGame, MatchEnd, MatchLine, Offer, Prompt, RatedFlag, Request, RequestTail,
    TimeOut, UpdatedGame,
};
pub use ids::{ArchiveId, MatchId, ParseIdError, RequestId};
pub use match_type::{MatchType, MatchTypeError};
pub use message::{Incoming, Message, MessageReader};
pub use names::{GgsName, GgsNameError};
pub use numbers::Komi;
pub use own_game::OwnGame;
pub use played_move::{ParsePlayedMoveError, PlayedMove};
pub use quoting::{one_line, quoted_for_match, quoted_lines};
pub use rows::{GgsRating, history_row, match_row, rank_row, stored_row};
pub use seconds::{ParseClockError, Seconds};
