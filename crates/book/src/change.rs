//! Changing a book: writing, sorting, learning, results of games, changes by hand, pruning.

pub(crate) mod builder;
pub(crate) mod edit;
pub(crate) mod games;
pub(crate) mod learn;
pub(crate) mod prune;
mod search;
pub(crate) mod writer;
