//! Tournaments: pairings, standings, tournaments and their files.
//!
//! | file | contents |
//! | --- | --- |
//! | `matching.rs` | matchings of greatest weight by the blossom algorithm, with a proof |
//! | `penalties.rs` | what a pair costs, term by term: PAPP's table and others |
//! | `swiss.rs` | the pairing of least cost; the next-best one without a pair |
//! | `arena.rs` | continuous pairing, streaks |
//! | `formats.rs` | Berger tables, brackets |
//! | `tournament.rs` | a tournament: players, rounds, results, corrections, as a list of numbered changes |
//! | `standings.rs` | points and tie-breaks, crosstable, performance |
//! | `rules.rs` | formats, presets, byes, tie-breaks |
//! | `files.rs` | ELF, TRF, CSV and JSON |
//!
//! Invariants: nothing here does IO, reads a clock or draws a random number: lots come from the seed of a tournament, so
//! that the same tournament pairs the same way. Points are counted in halves: a win is 2, a draw 1.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

pub mod arena;
pub mod files;
pub mod formats;
pub mod matching;
mod penalties;
mod player;
mod result;
mod round;
mod rules;
mod standings;
mod swiss;
pub mod tournament;

pub use penalties::{BY_RANK, PAPP, PairCost, Penalties, PenaltyTable, PenaltyTerm, TermCost};
pub use player::{Color, Player, PlayerId};
pub use result::GameResult;
pub use round::{Bye, ByeKind, Round, Stage, Table};
pub use rules::{Finals, ForbiddenPairs, Format, Preset, Rules, TieBreak, UnknownPreset};
pub use standings::{
    Cell, Standing, Standings, crosstable_row, performance, points, series_points,
};
pub use swiss::{
    Alternative, ChosenPair, Entrant, Float, Meeting, NoPairing, Pairing, PairingProblem,
};
pub use tournament::{Tournament, TournamentError};
