//! The arguments of `willow lab`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use willow_classics::BillBookPlan;

use super::values;

/// Train the engine's evaluation, from game records to weights, and grow BILL's opening book
///
/// Each step writes whole files and skips those that are there, so that an interrupted run goes on.
#[derive(Args, Debug)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(crate) step: LabStep,
}

/// A step of the training.
#[derive(Debug, Subcommand)]
pub(crate) enum LabStep {
    Label(LabelArgs),
    Train(TrainArgs),
    Relabel(RelabelArgs),
    Probcut(ProbCutArgs),
    Testset(TestSetArgs),
    BillBook(BillBookArgs),
}

/// Label the positions of games with the result of the game after a perfect ending
#[derive(Args, Debug)]
pub(crate) struct LabelArgs {
    /// Files of games, of any format that `willow help formats` names, gzipped or not
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// Write a file of samples for each file of games into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Leave out these positions: lists of keys, or files of positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) exclude: Vec<PathBuf>,
    /// Solve every position with at most this many empty squares
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=24))]
    pub(crate) solve_from: u32,
    /// Label with this many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}

/// Train weights on files of samples
#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    /// Files of samples, as `willow lab label` writes them
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<PathBuf>,
    /// Write the weights to this file, compressed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// See every sample so many times
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: u32,
    /// Correct this part of an error at first; it falls from epoch to epoch
    #[arg(long, value_name = "PART", default_value_t = 0.3)]
    pub(crate) first_step: f64,
    /// Correct this part of an error at last
    #[arg(long, value_name = "PART", default_value_t = 0.003)]
    pub(crate) last_step: f64,
    /// Take at most so many samples of each file
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    pub(crate) samples_per_file: usize,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Label positions by search, phase by phase from the end of the game
#[derive(Args, Debug)]
pub(crate) struct RelabelArgs {
    /// Files of samples, as `willow lab label` writes them; only their positions count
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<PathBuf>,
    /// Write a file of samples for each phase into this folder, and go on from what is there
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Leave out these positions: lists of keys, or files of positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) exclude: Vec<PathBuf>,
    /// Search with these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Search so many plies for a label
    #[arg(long, value_name = "D", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Solve positions with at most this many empty squares
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=24))]
    pub(crate) solve_from: u32,
    /// Search positions with at most this many empty squares to the end, selectively
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) selective_from: u32,
    /// Replace one position in so many by one after a random move; 0 for none
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) stray_every: u32,
    /// Label the phases from this one on; a phase is four discs of the game
    #[arg(long, value_name = "PHASE", default_value_t = 0, value_parser = values::phase())]
    pub(crate) first_phase: usize,
    /// Label the phases up to this one
    #[arg(long, value_name = "PHASE", default_value_t = 14, value_parser = values::phase())]
    pub(crate) last_phase: usize,
    /// The seed of the choice of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Use at most this many positions of each phase
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub(crate) positions: usize,
    /// Label with this many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}

/// Measure how far shallow searches err, and write the weights with what ProbCut needs of it
#[derive(Args, Debug)]
pub(crate) struct ProbCutArgs {
    /// Files of samples, as `willow lab label` writes them; only their positions count
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<PathBuf>,
    /// Measure these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Write the weights to this file, compressed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Search so many positions of each number of empty squares
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) positions: usize,
    /// Search so deep
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = clap::value_parser!(u32).range(4..=20))]
    pub(crate) depth: u32,
    /// Compare with exact scores up to this many empty squares
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u32).range(12..=26))]
    pub(crate) solve_from: u32,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Solve positions of held-out games exactly, as a test set for midgame searches
///
/// Every solved position is appended to the file at once: an interrupted run goes on behind it.
#[derive(Args, Debug)]
pub(crate) struct TestSetArgs {
    /// Files of samples, as `willow lab label` writes them
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<PathBuf>,
    /// Append to this file of positions (OBF)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Take positions with so many empty squares
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub(crate) empties: u32,
    /// Take so many positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) positions: usize,
    /// Solve the best move only, not all of them
    #[arg(long)]
    pub(crate) best_only: bool,
    /// Solve with this many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
    /// The size of the hash table
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = values::size)]
    pub(crate) hash: usize,
}

/// Grow the opening book of the historical player BILL
///
/// The report's sizes are the defaults: for Black 8,000 positions in lines of at most 22 plies, for White
/// 6,400 and 26. The book comes as close to a number of positions as it can without going beyond.
#[derive(Args, Debug)]
pub(crate) struct BillBookArgs {
    /// Write the book to this file, compressed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Search so many plies for each of BILL's moves
    #[arg(long, value_name = "D", default_value_t = BillBookPlan::default().depth, value_parser = clap::value_parser!(u32).range(2..=12))]
    pub(crate) depth: u32,
    /// Put at most so many positions into Black's book
    #[arg(long, value_name = "N", default_value_t = BillBookPlan::default().positions[0], value_parser = values::book_positions())]
    pub(crate) black: usize,
    /// Put at most so many positions into White's book
    #[arg(long, value_name = "N", default_value_t = BillBookPlan::default().positions[1], value_parser = values::book_positions())]
    pub(crate) white: usize,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}
