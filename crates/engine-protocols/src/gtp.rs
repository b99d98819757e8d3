//! The Go Text Protocol, version 2, as programs use it for Othello.
//!
//! [`GtpSession`] is the engine's side. Whoever drives an engine reads its answers with an
//! [`AnswerReader`] and words times in its [`GtpDialect`]. Squares are those of
//! Othello, a1 at the top left; `pass` is written out. The protocol is that of
//! <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>; the commands
//! `gogui-rules_*` are those by which GoGui learns the rules of a game.

mod answer;
mod command;
mod error;
mod rules;
mod session;
mod time;

#[cfg(test)]
mod dialogue_tests;

pub use answer::{Answer, AnswerReader};

pub use session::{GtpSession, POSITION_COMMAND};
pub use time::{GtpDialect, color_letter, initial_time};
