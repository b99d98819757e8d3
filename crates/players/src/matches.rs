//! Games between players, matches, tournaments, and the statistics of their results.
//!
//! A [`Monitor`] plays one game. [`play_match`] plays the games of a [`MatchPlan`] between two
//! [`Contestant`]s, and [`play_tournament`] those of a [`Tournament`]. A [`MatchScore`] computes
//! Elo and an [`Sprt`] decides a match. A [`RatingFit`] rates players who have not all met.
//!
//! | file | contents |
//! | --- | --- |
//! | `monitor.rs` | one game in real time; `reject_illegal_move`, where a program forfeits |
//! | `forfeit.rs`, `guarded_player.rs`, `watchdog.rs` | why a game is forfeited; panics; time limits |
//! | `openings.rs`, `match_plan.rs`, `contestant.rs` | the games of a match and their players |
//! | `match_runner.rs` | plays a match on several threads and delivers its records in order |
//! | `game_record.rs`, `game_export.rs` | the record of a game; its clocks, GGF and WTHOR |
//! | `elo.rs`, `pentanomial.rs` | Elo of a score; Elo and its interval from pairs of games |
//! | `sprt.rs` | the sequential probability ratio test |
//! | `match_score.rs` | the score of a match and its summary |
//! | `tournament.rs`, `standings.rs` | round robins and their standings |
//! | `round_runner.rs` | plays the tables of a tournament's round on several threads |
//! | `rating_fit.rs` | ratings of a tournament; ratings with priors |
//!
//! Invariants: nothing here prints. Random numbers come from seeds that the caller gives. The same
//! seed gives the same openings and player seeds with any number of threads.

// One game.
mod forfeit;
mod guarded_player;
mod monitor;
mod watchdog;

// Many games.
mod contestant;
mod game_export;
mod game_record;
mod match_plan;
mod match_runner;
mod openings;

// Statistics.
mod elo;
mod match_score;
mod pentanomial;
mod sprt;

// Tournaments and ratings.
mod rating_fit;
mod round_runner;
mod standings;
mod tournament;

#[cfg(test)]
mod match_tests;
#[cfg(test)]
mod monitor_tests;
#[cfg(test)]
mod test_support;

pub use contestant::Contestant;
pub use elo::{EloEstimate, Z_95, elo_of_score, score_of_elo};
pub use forfeit::ForfeitCause;
pub use game_record::{GameRecord, opening_text};
pub use match_plan::{MatchError, MatchPlan};
pub use match_runner::{MatchControl, MatchEnd, play_match};
pub use match_score::{MatchScore, MatchSummary, ResultCounts};
pub use monitor::{GameEnding, GameReport, Monitor, MonitorEvent};
pub use openings::{OpeningError, OpeningSource};
pub use pentanomial::Pentanomial;
pub use rating_fit::RatingFit;
pub use round_runner::{RoundControl, TableMatch, play_round};
pub use sprt::{Sprt, SprtError, SprtVerdict};
pub use standings::{PlayerStanding, Standings};
pub use tournament::{Tournament, play_tournament};
