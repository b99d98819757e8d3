//! All tests, in one binary.

mod dutch;
mod events;
mod files;
mod matching;
mod papp;
mod support;
