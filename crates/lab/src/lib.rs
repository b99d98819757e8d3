//! The laboratory: the pipeline from game records to the weights of the evaluation, and experiments with the old
//! programs.
//!
//! [`command_line`] is the program `willow-lab`.
//!
//! [`label`] reads games and writes [`samples`]: positions with the result of the game after a
//! perfect ending. [`relabel`] labels them again by search ([`label_search`]),
//! [`opening_labels`] all positions of the first plies. [`debias`] takes the bias of the searches out of the
//! labels. [`train`] fits a network to them, and
//! [`probcut`] measures the errors of searches with it. [`testset`] solves positions that were held
//! out. [`estimate_errors`] measures the errors of the values that an analysis shows, [`accuracy`]
//! what losses say about a player, and [`explain_ranking`] how often the reasons of an analysis name a proven cause. [`self_play`] makes more games, [`openings`] finds balanced first
//! moves, [`move_loss`] measures how many discs moves of people and of a weakened engine lose. [`exclusion`] keeps test
//! positions out of the training. [`fingerprint`] tells samples and weights from others.
//!
//! Files appear whole or grow line by line, and finished parts are skipped: an interrupted run can
//! be continued.

#![forbid(unsafe_code)]

pub mod accuracy;
pub mod bill_book;
pub mod bill_learning;
pub mod command_line;
pub mod compression;
pub mod debias;
pub mod estimate_errors;
pub mod exclusion;
pub mod explain_ranking;
pub mod figure;
pub mod fingerprint;
pub mod games;
pub mod label;
pub mod label_search;
pub mod ladder;
pub mod mlia_book;
pub mod move_loss;
mod normal;
pub mod opening_labels;
pub mod openings;
pub mod probcut;
pub mod relabel;
pub mod reproduce;
pub mod samples;
pub mod self_play;
mod statistics;
pub mod step_log;
pub mod test_players;
pub mod testset;
pub mod train;
pub mod tuning;
mod untimed;
mod values;
mod worker_pool;

/// Gets lines of text about the progress of work, from any thread.
pub type OnLine<'a> = &'a (dyn Fn(&str) + Sync);
