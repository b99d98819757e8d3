//! The program as its users meet it: arguments in, text, JSON and exit codes out.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod analyze;
mod bad_input;
mod book;
mod bot;
mod bridge;
mod color;
mod config;
mod convert;
#[cfg(unix)]
mod documents;
mod edge;
mod eval;
mod exercises;
mod generate;
mod ggs;
mod help;
mod import;
mod json_reference;
mod lab;
mod matches;
mod old_programs;
mod perft;
mod play;
mod protocols;
#[cfg(unix)]
mod pseudo_terminal;
mod requests;
mod run;
#[cfg(unix)]
mod seeds;
mod serve;
#[cfg(unix)]
mod signals;
mod solve;
#[cfg(unix)]
mod study;
mod tournament;
mod tournaments;
mod tree;
