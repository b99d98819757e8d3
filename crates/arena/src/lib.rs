//! Players of every kind, and what they meet in: the game monitor, matches and their statistics.
//!
//! A [`PlayerSpec`] names a player and [`build_player`] makes it. A [`Referee`] keeps the rules and
//! the clock of one game without knowing any player; a [`Monitor`] brings two players to it.
//! [`play_match`] plays the games of a [`MatchPlan`], and a [`MatchScore`] says what they mean.
//!
//! Invariant: nothing here prints. Everything random comes from seeds that the caller gives.

#![forbid(unsafe_code)]

mod bill;
mod classic;
mod command_line;
mod contestant;
mod engine_side;
mod fault;
mod game_export;
mod game_record;
mod gtp;
mod iago_1982;
mod match_plan;
mod match_play;
mod mlia;
mod monitor;
mod nboard;
mod openings;
mod options;
mod outside;
mod player;
mod program;
mod quantity;
mod random;
mod rating;
mod rating_fit;
mod referee;
mod registry;
mod searcher;
mod seat;
mod seeds;
mod spec;
mod spec_error;
mod spec_parser;
mod sprt;
mod standings;
mod statistics;
mod switch;
mod think_ahead;
mod tournament;
mod watchdog;
mod willow;

#[cfg(test)]
mod bill_tests;
#[cfg(test)]
mod classic_tests;
#[cfg(test)]
mod match_tests;
#[cfg(test)]
mod monitor_tests;
#[cfg(test)]
mod referee_tests;
#[cfg(test)]
mod spec_tests;
#[cfg(test)]
mod test_players;

pub use bill::BillPlayer;
pub use classic::ClassicPlayer;
pub use contestant::{Contestant, Pace};
pub use engine_side::{EngineSession, EngineStep, SearchEnd};
pub use fault::Fault;
pub use game_record::{GameRecord, opening_text};
pub use gtp::{GtpPlayer, GtpSession};
pub use iago_1982::Iago1982Player;
pub use match_plan::{MatchError, MatchPlan};
pub use match_play::{MatchControl, MatchEnd, play_match};
pub use mlia::MliaPlayer;
pub use monitor::{Ending, GameReport, Monitor, TOURNAMENT_CLOCK};
pub use nboard::{NBoardPlayer, NBoardSession};
pub use openings::{OpeningError, OpeningSource};
pub use player::{Action, Decision, GameSetup, MoveReport, Player, PlayerError, Turn};
pub use quantity::{ParseCountError, ParseSizeError, parse_count, parse_size};
pub use random::RandomPlayer;
pub use rating_fit::RatingFit;
pub use referee::{Event, Referee, Rejection, Snapshot};
pub use registry::{
    BuildContext, PlayerKey, PlayerKind, build_player, check_player, is_timed, player_kinds,
};
pub use searcher::SearcherPlayer;
pub use seeds::derive_seed;
pub use spec::{PlayerSpec, SpecOption};
pub use spec_error::{SpecError, SpecErrorKind};
pub use sprt::{Sprt, SprtError, Verdict};
pub use standings::{ColorScore, Standing, Standings};
pub use statistics::{
    Estimate, MatchScore, MatchSummary, Pentanomial, Z_95, elo_of_score, score_of_elo,
};
pub use switch::SwitchPlayer;
pub use tournament::{Tournament, play_tournament};
pub use willow::{Effort, WillowPlayer};

/// What tells a player to answer at once.
pub use willow_engine::StopFlag;
