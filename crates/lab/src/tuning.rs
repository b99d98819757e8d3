//! Tuning of the weights of the old evaluations.
//!
//! [`genetic`] is the algorithm that MLia's authors wanted (Korman and Walluck 2003, section 2.3):
//! it changes the weights, plays games against the original, and mixes the better ones.
//! [`genetic_run`] plays the games.
//!
//! [`hill_climbing`] is Samuel's method, for any evaluation that is a sum of terms
//! ([`LinearEvaluation`](willow_classics::LinearEvaluation)). [`hill_climbing_run`] searches the
//! positions and plays the final match.
//!
//! Both append every result to a [`StepLog`], so that an interrupted run can be continued.

pub mod bill_learning;
pub mod genetic;
pub mod genetic_run;
pub mod hill_climbing;
pub mod hill_climbing_run;
mod play;

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use crate::step_log::StepLog;

/// Opens the log of a run with these options, its first line, or creates it. The steps of a run are integers in a
/// fixed order: the results of games in discs, or values of searches.
///
/// # Errors
/// The file must be writable, and the log of a run with the same options if it exists.
pub fn open_log(path: &Path, options: &impl Serialize) -> Result<StepLog<i32>> {
    StepLog::open(path, &serde_json::to_string(options)?, |line| Ok(line.parse()?))
}
