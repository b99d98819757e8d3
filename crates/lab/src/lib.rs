//! The laboratory: the pipeline from game records to the weights of the evaluation, and experiments with the old
//! programs.
//!
//! [`command_line`] is the program `willow-lab`.
//!
//! | module | contents |
//! | --- | --- |
//! | `labels` | positions with labels, from results and by search |
//! | `train` | the network that is fitted to them |
//! | `measure` | errors of searches, losses of moves, reasons of analyses |
//! | `games` | games from files, self-play, balanced openings |
//! | `ladder` | the ratings of all players |
//! | `reproduce` | the experiments of the documents |
//! | `books`, `tuning` | books and weights of the old programs |
//!
//! Invariant: files appear whole or grow line by line, and finished parts are skipped: an interrupted run can
//! be continued.

#![forbid(unsafe_code)]

pub mod books;
pub mod command_line;
pub mod compression;
pub mod figure;
pub mod games;
pub mod labels;
pub mod ladder;
pub mod measure;
mod normal;
pub mod reproduce;
mod statistics;
pub mod step_log;
pub mod train;
pub mod tuning;
mod untimed;
mod values;
mod worker_pool;

/// Gets lines of text about the progress of work, from any thread.
pub type OnLine<'a> = &'a (dyn Fn(&str) + Sync);
