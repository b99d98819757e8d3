//! Measurements: of searches and their errors, of the moves of programs and people, of the reasons of an analysis.

pub mod accuracy;
pub mod estimate_errors;
pub mod explain_ranking;
pub mod move_loss;
pub mod probcut;
pub mod test_players;
pub mod testset;
