//! The Go Text Protocol (GTP), version 2, as programs use it for Othello.
//!
//! [`GtpSession`] is the engine's side. A controller reads responses with a [`GtpResponseReader`]
//! and writes times with [`GtpTimeQuirks`]. Squares are those of Othello with a1 at the top left.
//! They are read in any case and written in upper case with `PASS`, as GoGui writes them: `gogui-regress`
//! compares texts. The protocol is that of
//! <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>. The commands
//! `gogui-rules_*` tell GoGui the rules of a game.
//!
//! | file | contents |
//! | --- | --- |
//! | `command.rs` | a command line, parsed; the form of a response |
//! | `session.rs` | the table of commands and their handlers |
//! | `time.rs` | `time_settings` and `time_left`, for both sides |
//! | `setup.rs` | positions that are set up disc by disc |
//! | `display.rs` | boards, legal moves and results as text |
//! | `response.rs` | responses as a controller reads them |
//! | `error.rs` | why a command fails |

mod command;
mod display;
mod error;
mod response;
mod session;
mod setup;
mod time;

#[cfg(test)]
mod session_tests;

pub use response::{GtpResponse, GtpResponseReader};
pub use session::{GtpSession, POSITION_COMMAND};
pub use time::{GtpTimeQuirks, color_letter, initial_time};
