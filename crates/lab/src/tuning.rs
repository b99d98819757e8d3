//! Tuning of the weights of the old evaluations.
//!
//! [`genetic`] is the algorithm that MLia's authors wanted (Korman and Walluck 2003, section 2.3):
//! it changes the weights, plays games against the original, and mixes the better ones.
//! [`genetic_run`] plays the games.
//!
//! [`hill_climbing`] is Samuel's method, for any evaluation that is a sum of terms
//! ([`linear_evaluation`]). [`hill_climbing_run`] searches the positions and plays the final match.
//!
//! Both append every result to a [`tuning_log`], so that an interrupted run can be continued.

pub mod genetic;
pub mod genetic_run;
pub mod hill_climbing;
pub mod hill_climbing_run;
pub mod linear_evaluation;
mod play;
pub mod tuning_log;
