//! What tests compare the other crates with: naive rules, random games and known scores.
//!
//! - [`Discs`] has the rules of Othello, written square by square for reading and not for speed.
//! - [`random_game`], [`random_boards`] and [`random_positions`] play random moves from a seed, the
//!   same ones on every machine. [`TestRng`] is the generator below them.
//! - [`perft`] counts move sequences, and [`PERFT_FROM_START`] has the published counts.
//! - [`exact_score`] solves endgames of a few empties, and [`fforum_problems`] has larger ones
//!   with the published scores of all moves.
//! - [`flippable_discs`] plays all games that can follow, for stable discs.
//! - [`is_full`] tells slow tests whether to run.
//! - [`code_blocks`] finds the commands in documents.
//! - [`SYMMETRIES`] has the eight symmetries of the board, written from their meaning.
//!
//! With the feature `ts`, `Declarations` gathers types of TypeScript; with `schema`, `check_schema` checks JSON; with
//! `postgres`, `new_postgres_database` starts a server.
//!
//! A square is a number from 0 (a1) over 7 (h1) to 63 (h8), and a set of squares is a `u64` whose
//! bit 0 is a1.
//!
//! Invariant: this crate uses none of our other crates, because `board` tests itself against it. It is a
//! dev-dependency everywhere. But for `postgres`, nothing here prints, opens files, reads a clock or spawns a thread.
#![forbid(unsafe_code)]

mod code_blocks;
mod discs;
mod extent;
mod known_scores;
mod perft;
#[cfg(feature = "postgres")]
mod postgres;
mod random_games;
#[cfg(feature = "schema")]
mod schema;
mod solver;
mod stability;
mod symmetry;
mod test_rng;
#[cfg(feature = "ts")]
mod typescript;

pub use code_blocks::{CodeBlock, code_blocks};
pub use discs::Discs;
pub use extent::is_full;
pub use known_scores::{EndgameProblem, fforum_problems};
pub use perft::{PERFT_FROM_START, perft};
#[cfg(feature = "postgres")]
pub use postgres::new_postgres_database;
pub use random_games::{
    Ply, game_of_choices, random_boards, random_game, random_position, random_positions,
};
#[cfg(feature = "schema")]
pub use schema::{SchemaMismatch, check_schema};
pub use solver::exact_score;
pub use stability::{flippable_discs, flipped_in_random_games};
pub use symmetry::{NaiveSymmetry, SYMMETRIES};
pub use test_rng::TestRng;
#[cfg(feature = "ts")]
pub use typescript::Declarations;
