//! The search of one level: the moves at the root, alpha-beta below, and the tables that order moves.

pub(crate) mod alpha_beta;
pub(crate) mod endgame;
pub(crate) mod goals;
pub(crate) mod hash_table;
pub(crate) mod killers;
mod pruning;
pub(crate) mod root;
