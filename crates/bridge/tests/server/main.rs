//! Dialogues with the server, line shape by line shape as they were seen on a real GGS.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod asking;
mod club;
mod keeping;
mod login;
mod playing;
mod synchro;
mod timing;
