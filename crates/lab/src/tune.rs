//! Tuning the weights of the historical evaluations.
//!
//! [`genetic`] is the algorithm that MLia's authors wanted (Korman and Walluck 2003, section 2.3): it
//! changes the weights, plays games against the original, and lets the better ones breed. [`ledger`]
//! keeps every game on disk as soon as it is over, so that a run that was killed goes on.
//!
//! [`climb`] is Samuel's hill-climbing, for any evaluation that is a sum of terms ([`linear`]).

pub mod climb;
pub mod climb_run;
pub mod genetic;
pub mod ledger;
pub mod linear;
pub mod play;
pub mod run;
