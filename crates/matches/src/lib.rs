//! Games between players, matches, tournaments, and what their results prove.
//!
//! A [`Monitor`] lets two players play one game. [`play_match`] plays the games of a [`MatchPlan`],
//! [`play_tournament`] those of a [`Tournament`]. A [`MatchScore`] says what the results mean, and a
//! [`RatingFit`] rates players who have not all met.
//!
//! Invariant: nothing here prints. Random numbers come from seeds that the caller gives.

#![forbid(unsafe_code)]

mod contestant;
mod fault;
mod game_export;
mod game_record;
mod guarded_player;
mod match_plan;
mod match_play;
mod monitor;
mod openings;
mod rating;
mod rating_fit;
mod sprt;
mod standings;
mod statistics;
mod tournament;
mod watchdog;

#[cfg(test)]
mod match_tests;
#[cfg(test)]
mod monitor_tests;
#[cfg(test)]
mod test_players;

pub use contestant::{Contestant, Pace};
pub use fault::Fault;
pub use game_record::{GameRecord, opening_text};
pub use match_plan::{MatchError, MatchPlan};
pub use match_play::{MatchControl, MatchEnd, play_match};
pub use monitor::{GameEnding, GameReport, Monitor, MonitorEvent, TOURNAMENT_CLOCK};
pub use openings::{OpeningError, OpeningSource};
pub use rating_fit::RatingFit;
pub use sprt::{Sprt, SprtError, Verdict};
pub use standings::{ColorScore, Standing, Standings};
pub use statistics::{
    Estimate, MatchScore, MatchSummary, Pentanomial, Z_95, elo_of_score, score_of_elo,
};
pub use tournament::{Tournament, play_tournament};
