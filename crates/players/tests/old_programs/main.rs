//! The old programs as players: built from SPECs, at the board, against the clock.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod bill;
mod classic;
mod iago_1982;
