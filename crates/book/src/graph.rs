//! The positions of a book as a graph: the moves that join them, values by negamax, and what budgets reach.

pub(crate) mod fix;
pub(crate) mod moves;
pub(crate) mod region;
