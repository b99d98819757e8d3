//! The arguments of `willow lab`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use willow_classics::BillBookPlan;
use willow_lab::bill_learning::BayesOptions;
use willow_lab::train::TrainOptions;
use willow_lab::tune::genetic::GeneticOptions;

use super::{LadderArgs, values};

/// Train the engine's evaluation; tune and prepare the old programs
///
/// A file appears when it is whole. label, relabel, train, testset, self-play, tune, book and reproduce go on where an
/// interrupted run ended; probcut, bill-book and bill-bayes begin again.
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
    Shrink(ShrinkArgs),
    Testset(TestSetArgs),
    BillBook(BillBookArgs),
    BillBayes(BillBayesArgs),
    Tune(TuneArgs),
    Book(BookArgs),
    Openings(OpeningsArgs),
    SelfPlay(SelfPlayArgs),
    EdgeTable(EdgeTableArgs),
    Reproduce(ReproduceArgs),
    Ladder(LadderArgs),
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
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().epochs, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: u32,
    /// Make steps of this size at first; they fall to nothing along a cosine
    #[arg(long, value_name = "SIZE", default_value_t = TrainOptions::default().step)]
    pub(crate) step: f64,
    /// Shrink a row by this part of it and of the step whenever it changes
    #[arg(long, value_name = "PART", default_value_t = TrainOptions::default().decay)]
    pub(crate) decay: f64,
    /// Draw the errors by ply into this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
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
    /// Replace one position in so many by one after a random move or two; 0 for none
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

/// Write coarser weights, whose file is smaller
#[derive(Args, Debug)]
pub(crate) struct ShrinkArgs {
    /// Shrink these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Write the weights to this file, compressed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Round the numbers of the rows to multiples of this
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(i16).range(1..=1000))]
    pub(crate) step: i16,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
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
    /// Search so many positions of each number of empty squares, and solve four times as many
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

/// Learn the Bayesian evaluation of BILL from games that it plays against itself
///
/// `bill:version=bayesian` plays by the one that was learned with the defaults.
#[derive(Args, Debug)]
pub(crate) struct BillBayesArgs {
    /// Write the evaluation to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Play so many games
    #[arg(long, value_name = "N", default_value_t = BayesOptions::default().games, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Search so many plies
    #[arg(long, value_name = "D", default_value_t = BayesOptions::default().depth, value_parser = clap::value_parser!(u32).range(1..=12))]
    pub(crate) depth: u32,
    /// Draw random numbers from this seed
    #[arg(long, value_name = "N", default_value_t = BayesOptions::default().seed)]
    pub(crate) seed: u64,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Tune the weights of an old evaluation
///
/// With --mlia, a genetic algorithm changes the weights of MLia and lets the versions play against the
/// original; whoever wins most has children. Every game is kept in FILE.games as soon as it is over,
/// and a run with the same options goes on from there.
///
/// With --hill-climb, the terms of a linear evaluation get factors such that its static values correlate
/// better with those that searches back up (Samuel 1959); then the result plays the original. Every search
/// and game is kept in FILE.steps in the same way.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("method").required(true))]
pub(crate) struct TuneArgs {
    /// Tune MLia by games against its original weights
    #[arg(long, group = "method")]
    pub(crate) mlia: bool,
    /// Tune the evaluation of --eval by hill-climbing
    #[arg(long, group = "method", requires = "eval")]
    pub(crate) hill_climb: bool,
    /// Tune this evaluation
    #[arg(long, value_name = "NAME", value_parser = values::linear_evaluation(), conflicts_with = "mlia")]
    pub(crate) eval: Option<String>,
    /// Compare values of so many positions (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    pub(crate) positions: u32,
    /// Search the positions so often, each time with what was found (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rounds: u32,
    /// Play so many games against the original in the end, an even number (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = values::even())]
    pub(crate) games: u32,
    /// Search so many plies in these games (with --hill-climb)
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) play_depth: u32,
    /// Write the weights to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Keep so many versions in each generation
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().population, value_parser = clap::value_parser!(u32).range(4..=1000))]
    pub(crate) population: u32,
    /// Breed so many generations
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().generations, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) generations: u32,
    /// Let the last survivors play off in so many rounds
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().playoff, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) playoff: u32,
    /// Let every version play so many pairs of games in a generation
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().pairs, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) pairs: u32,
    /// Search so many plies
    #[arg(long, value_name = "D", default_value_t = GeneticOptions::default().depth, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Draw random numbers from this seed
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().seed)]
    pub(crate) seed: u64,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Make an opening book: search the positions near the start deeper than play has time for
///
/// Every position is kept in FILE.draft as soon as it was searched, and a run with the same options
/// goes on from there.
#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    /// Make a book of MLia
    #[arg(long, required = true)]
    pub(crate) mlia: bool,
    /// Write the book to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Take the positions after 1 to N moves
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=9))]
    pub(crate) plies: u32,
    /// Search so many plies
    #[arg(long, value_name = "D", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: u32,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Find balanced openings for games that should not begin at the start
///
/// Random first moves are searched with a fixed number of nodes, and kept if neither side is ahead by
/// more than the bound. No two openings are each other's images, and the same options give the same
/// list. Every search is kept in FILE.draft, and a run with the same options goes on from there.
#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// Write the openings to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Take the positions after N moves
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) plies: u32,
    /// Search each position with so many nodes
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Keep openings with a value of at most so many discs
    #[arg(long, value_name = "DISCS", default_value_t = 1.0)]
    pub(crate) bound: f64,
    /// Find so many openings
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = values::openings())]
    pub(crate) count: usize,
    /// Draw the moves from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Let the engine play against itself: games to be labelled
///
/// A game begins with random moves, a number of them drawn for each game; then both sides search with
/// the same number of nodes. One transcript a line. The same options give the same games, and a run with
/// more games goes on behind those that are there.
#[derive(Args, Debug)]
pub(crate) struct SelfPlayArgs {
    /// Write the games to this file, or add to those in it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Play until there are so many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,
    /// Begin with at least so many random moves
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) random_from: u32,
    /// Begin with at most so many random moves
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) random_to: u32,
    /// Search each move with so many nodes
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Play with these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Draw the random moves from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Play so many games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}

/// Write the table of edge values that an old program plays by
///
/// One integer a line, in the order of the edges' indices: ten digits in base 3, the X-square, the
/// eight squares from corner to corner and the other X-square, each 0 if empty, 1 if the player's, 2 if
/// the opponent's.
#[derive(Args, Debug)]
pub(crate) struct EdgeTableArgs {
    /// The 59,049 values of Iago
    #[arg(long, required = true)]
    pub(crate) iago: bool,
    /// Write the table to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Run the experiments of the old programs' papers again
///
/// Each prints the paper's table beside ours and says what agrees. Results as JSON, pictures as SVG and
/// every row that was measured go into a folder; a run that is interrupted goes on from those rows, and
/// one that is complete is only shown again.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab reproduce list
  willow lab reproduce x1 x3
  willow lab reproduce all --archive wthor --write reproductions.md")]
pub(crate) struct ReproduceArgs {
    /// The experiments, or `list` to see which there are, or `all`
    #[arg(required = true, value_name = "ID")]
    pub(crate) ids: Vec<String>,
    /// Play fewer games and search less deep, so that everything takes seconds
    #[arg(long)]
    pub(crate) quick: bool,
    /// Take BILL's games from this folder of WTHOR files (default: games of our own stand for them)
    #[arg(long, value_name = "FOLDER", value_parser = values::path())]
    pub(crate) archive: Option<PathBuf>,
    /// Keep results in this folder (default: `reproductions` among the user's own files)
    #[arg(long, value_name = "FOLDER", value_parser = values::path())]
    pub(crate) out: Option<PathBuf>,
    /// Measure again what is there already
    #[arg(long)]
    pub(crate) anew: bool,
    /// Write a document of all of it, Markdown with the pictures in a folder of its name
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) write: Option<PathBuf>,
    /// Replace the file of --write if it exists
    #[arg(long, requires = "write")]
    pub(crate) force: bool,
}
