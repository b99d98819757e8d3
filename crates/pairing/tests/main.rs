//! All tests, in one binary.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod dutch;
mod files;
mod matching;
mod papp;
mod support;
mod tournaments;
