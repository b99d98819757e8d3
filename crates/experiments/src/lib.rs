//! Experiments with the programs of the literature: their papers run again, ratings, test sets,
//! tuning, learning.
//!
//! [`reproduce`] runs the experiments of four documents again and writes their tables beside ours.
//! [`ladder`] rates all players together, and [`test_players`] measures how they err on solved
//! positions. [`tuning`] finds better weights for the old evaluations. [`bill_book`] and
//! [`mlia_book`] make the opening books of two programs, and [`bill_learning`] does what BILL's
//! authors wanted to learn from games.
//!
//! What takes long is written to a log step by step, so that an interrupted run can be continued.

#![forbid(unsafe_code)]

pub mod bill_book;
pub mod bill_learning;
pub mod ladder;
pub mod mlia_book;
mod normal;
pub mod reproduce;
mod statistics;
pub mod test_players;
pub mod tuning;
