//! The laboratory: from game records to weights.
//!
//! [`label`] reads games and writes [`samples`], positions with the result of the game as it would
//! have been with a perfect ending; [`relabel`] labels them anew by search; [`train`] makes a network of
//! them, and [`probcut`] measures how far searches with it err. [`testset`] solves positions that were
//! kept out of all that; [`self_play`] makes more games. Every step writes whole files by rename and skips what is already there, so
//! that an interrupted run goes on where it was.
//!
//! [`openings`] finds balanced first moves. [`bill_book`] grows the opening book of the historical player BILL,
//! [`bill_learning`] what its authors wanted to learn from games; [`reproduce`] runs the experiments of the old
//! papers again, and [`ladder`] rates all players together.

#![forbid(unsafe_code)]

pub mod bill_book;
pub mod bill_learning;
pub mod book;
mod compression;
pub mod exclusion;
pub mod figure;
pub mod games;
pub mod growing_file;
pub mod label;
pub mod ladder;
pub mod openings;
pub mod probcut;
pub mod relabel;
pub mod reproduce;
pub mod samples;
pub mod self_play;
pub mod testset;
pub mod train;
pub mod tune;
