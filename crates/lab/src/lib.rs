//! The laboratory: from game records to weights.
//!
//! [`label`] reads games and writes [`samples`], positions with the result of the game as it would
//! have been with a perfect ending; [`train`] turns samples into weights; [`bootstrap`] labels anew
//! by search, phase by phase from the end of the game to its beginning, and trains on that. Every step writes whole
//! files by rename and skips what is already there, so that an interrupted run goes on where it was.

#![forbid(unsafe_code)]

pub mod book;
pub mod bootstrap;
pub mod exclusion;
pub mod games;
pub mod label;
pub mod samples;
pub mod train;
pub mod tune;
