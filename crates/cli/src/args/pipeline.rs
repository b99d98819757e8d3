//! The arguments of the steps of `willow lab` that make and measure weights.

use std::path::PathBuf;

use clap::Args;
use willow_engine::Selectivity;
use willow_lab::train::TrainOptions;

use super::values;

/// Measure the errors of the estimates of `willow analyze`
#[derive(Args, Debug)]
pub(crate) struct EstimateErrorsArgs {
    /// Files of games, of any format that `willow help formats` names, gzipped or not
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// Compare N moves for each number of empty squares
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) moves: usize,
    /// Measure estimates to this depth
    #[arg(long, value_name = "D", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    /// Compare with searches of this depth where positions are not solved
    #[arg(long, value_name = "D", default_value_t = 18, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub(crate) reference: u32,
    /// Compare with exact values up to N empty squares
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=28))]
    pub(crate) solve_from: u32,
}

/// Measure how often the reasons of `willow analyze` name what proves an error
///
/// The weights of the reasons are fitted to errors in the endings of some games, and measured on those of
/// others. docs/benchmarks/analysis.md explains the table.
#[derive(Args, Debug)]
pub(crate) struct ExplainRankingArgs {
    /// Measure on the errors of these games: files of any format that `willow help formats` names, gzipped or not
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// Fit weights to the errors of these games
    #[arg(long, required = true, value_name = "GAMES", num_args = 1..)]
    pub(crate) fit_on: Vec<PathBuf>,
    /// Use N errors to fit, and N to measure
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub(crate) errors: usize,
    /// Use errors with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u32).range(7..=14))]
    pub(crate) empties: u32,
    /// Leave out the positions in these files: lists of keys, or positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) exclude: Vec<PathBuf>,
}

/// Label the positions of games with their results after a perfect ending
#[derive(Args, Debug)]
pub(crate) struct LabelArgs {
    /// Files of games, of any format that `willow help formats` names, gzipped or not
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// Write a file of samples for each file of games into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Leave out the positions in these files: lists of keys, or positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) exclude: Vec<PathBuf>,
    /// Solve every position with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=24))]
    pub(crate) solve_from: u32,
    /// Label with N threads
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
    /// Train on every sample N times
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().epochs, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: u32,
    /// In the first N epochs one bank of weights learns from the whole game; then each bank learns on from it. With
    /// --from the banks are never shared
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().shared_epochs, conflicts_with = "from")]
    pub(crate) shared_epochs: u32,
    /// Begin with this learning rate; it falls to 0 along a cosine
    #[arg(long, value_name = "SIZE", default_value_t = TrainOptions::default().step)]
    pub(crate) step: f64,
    /// Shrink the weights of a pattern by this part of the learning rate at every change
    #[arg(long, value_name = "PART", default_value_t = TrainOptions::default().decay)]
    pub(crate) decay: f64,
    /// Begin with these weights instead of random ones; a smaller --step suits this
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Draw the errors by ply in this file (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Repeat the samples of a number of empty squares until there are N, as in the first plies
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().least_samples)]
    pub(crate) least_samples: usize,
    /// Use at most N samples of each file
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    pub(crate) samples_per_file: usize,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Label positions by search, phase by phase from the end of the game
#[derive(Args, Debug)]
pub(crate) struct RelabelArgs {
    /// Files of samples, as `willow lab label` writes them; their labels are ignored
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<PathBuf>,
    /// Write a file of samples for each phase into this folder; existing files are skipped
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Leave out the positions in these files: lists of keys, or positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) exclude: Vec<PathBuf>,
    /// Search with these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Search D plies for a label
    #[arg(long, value_name = "D", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=24))]
    pub(crate) solve_from: u32,
    /// Search positions with at most N empty squares to the end, selectively
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) selective_from: u32,
    /// Replace one position in N by one after a random deviation of one or two plies; 0 replaces
    /// none
    #[arg(long, alias = "stray-every", value_name = "N", default_value_t = 2)]
    pub(crate) deviation_every: u32,
    /// Begin with this phase; a phase is four discs of the game
    #[arg(long, value_name = "PHASE", default_value_t = 0, value_parser = values::phase())]
    pub(crate) first_phase: usize,
    /// End with this phase
    #[arg(long, value_name = "PHASE", default_value_t = 14, value_parser = values::phase())]
    pub(crate) last_phase: usize,
    /// Choose the positions with this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Use at most N positions of each phase
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    pub(crate) positions: usize,
    /// Label with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}

/// Label all positions of the first plies: the last ones by search, the others by minimax
///
/// An interrupted run is continued by the same command.
#[derive(Args, Debug)]
pub(crate) struct OpeningLabelsArgs {
    /// Write the samples to this file, which must not exist
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Leave out the positions in these files: lists of keys, or positions
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) exclude: Vec<PathBuf>,
    /// Search with these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Take the positions of at most N plies
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=11))]
    pub(crate) plies: u32,
    /// Search the positions after N plies D plies deep
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Label with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}

/// Take the bias of searches out of labels, as deeper searches measure it from the end of the game on
///
/// An interrupted run is continued by the same command.
#[derive(Args, Debug)]
pub(crate) struct DebiasArgs {
    /// Files of samples, all labelled by searches of the same depth and weights
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<PathBuf>,
    /// Write the corrected files and bias.tsv into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Measure nothing: correct by the bias.tsv that was measured for other labels of the same depth and weights
    #[arg(long, value_name = "FILE", conflicts_with_all = ["weights", "positions", "depth", "solve_from", "selective_from", "threads"])]
    pub(crate) bias: Option<PathBuf>,
    /// Search with these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Measure with at most N positions for each number of empty squares
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) positions: usize,
    /// Search D plies deep
    #[arg(long, value_name = "D", default_value_t = 14, value_parser = clap::value_parser!(u32).range(2..=20))]
    pub(crate) depth: u32,
    /// Solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=24))]
    pub(crate) solve_from: u32,
    /// Search positions with at most N empty squares to the end, selectively
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) selective_from: u32,
    /// Search with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}

/// Mix two files of weights: a mean of networks that were trained on from the same weights
///
/// Measure the ProbCut table again afterwards, with `lab probcut`.
#[derive(Args, Debug)]
pub(crate) struct AverageArgs {
    /// Mix these weights in
    #[arg(value_name = "WEIGHTS")]
    pub(crate) other: PathBuf,
    /// Mix them into these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// The share of WEIGHTS, between 0 and 1
    #[arg(long, value_name = "PART", default_value_t = 0.5, value_parser = parse_share)]
    pub(crate) share: f64,
    /// Write the weights to this file, compressed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Reads a part of a whole.
fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number between 0 and 1, such as 0.5".to_owned())
}

/// Quantize weights more coarsely, for a smaller file
#[derive(Args, Debug)]
pub(crate) struct ShrinkArgs {
    /// Quantize these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Write the weights to this file, compressed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Round the weights of the patterns to multiples of N
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(i8).range(1..=100))]
    pub(crate) step: i8,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Measure the errors of shallow searches, and write weights with a new ProbCut table
#[derive(Args, Debug)]
pub(crate) struct ProbCutArgs {
    /// Files of samples, as `willow lab label` writes them; their labels are ignored
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<PathBuf>,
    /// Measure these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Write the weights to this file, compressed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Search N positions of each number of empty squares, and solve four times as many
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) positions: usize,
    /// Search to this depth
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = clap::value_parser!(u32).range(4..=20))]
    pub(crate) depth: u32,
    /// Compare with exact scores up to N empty squares
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u32).range(12..=26))]
    pub(crate) solve_from: u32,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Solve positions of held-out games, as a test set for midgame searches
///
/// Every solved position is appended to the file at once. The same command continues an interrupted
/// run.
#[derive(Args, Debug)]
pub(crate) struct TestSetArgs {
    /// Files of samples, as `willow lab label` writes them
    #[arg(required = true, value_name = "SAMPLES")]
    pub(crate) samples: Vec<PathBuf>,
    /// Append to this file of positions (OBF)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Take positions with N empty squares
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub(crate) empties: u32,
    /// Take N positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) positions: usize,
    /// Find only the best moves and their score, not the scores of all moves
    #[arg(long)]
    pub(crate) best_only: bool,
    /// Solve with this selectivity: 73, 87, 95, 98, 99 or 100 percent
    ///
    /// With less than 100 the moves and scores are estimates, and a remark on the line says so.
    #[arg(long, value_name = "PERCENT", default_value = "100", requires = "best_only", value_parser = values::selectivity)]
    pub(crate) selectivity: Selectivity,
    /// Solve with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
    /// Use a hash table of this size
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = values::size)]
    pub(crate) hash: usize,
}
