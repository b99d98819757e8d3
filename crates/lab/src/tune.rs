//! Tuning the weights of the historical evaluations.
//!
//! [`genetic`] is the algorithm that MLia's authors wanted (Korman and Walluck 2003, section 2.3): it
//! changes the weights, plays games against the original, and lets the better ones breed. [`ledger`]
//! keeps every game on disk as soon as it is over, so that a run that was killed goes on.

pub mod genetic;
pub mod ledger;
pub mod play;
pub mod run;
