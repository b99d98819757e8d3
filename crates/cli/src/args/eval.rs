//! The arguments of `willow eval`.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;
use willow_engine::Level;

use super::values;

/// Evaluate positions: the expected result and the best move
///
/// INPUT is a file of positions or games, a position (64 cells from a1 to h8 of X, O and -, a blank,
/// and X or O for the side to move), a list of moves from the start (f5d6c3), or - for standard
/// input. Of a game, the last position is evaluated. Values are discs for the side to move.
///
/// With --static nothing is searched: the value and its parts are those of one evaluation, in its
/// own units. The evaluations are willow and those of the historical programs: count-difference,
/// weighted-squares, modified-weighted-squares, mobility, iago, iago-1982, bill and mlia; and, with tuned
/// weights, weighted-squares-tuned, modified-weighted-squares-tuned, iago-tuned, iago-1982-tuned and
/// mlia-tuned. BILL's other versions have the names of the player's SPEC: bill:version=counted-mobility,
/// estimated-edges, bayesian, schoolchildren, minimum-disc or edge-greedy.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow eval f5d6c3
  willow eval --time 1s --json games.ggf
  willow eval --static --by willow f5d6c3")]
pub(crate) struct EvalArgs {
    /// A file, a position, a list of moves, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_parser = values::input())]
    pub(crate) inputs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    /// Search with this many threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub(crate) threads: usize,
    /// Do not search: print the value of one evaluation and its parts
    #[arg(long = "static", conflicts_with_all = ["Limit", "threads"])]
    pub(crate) only_static: bool,
    /// Evaluate by willow, bill, iago or another evaluation (default: willow)
    #[arg(long, value_name = "NAME", requires = "only_static")]
    pub(crate) by: Option<String>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// How far to search.
#[derive(Args, Debug)]
#[group(id = "Limit", multiple = false)]
pub(crate) struct LimitArgs {
    /// Search as level L does, 1 to 60 (default: 10; see `willow help levels`)
    #[arg(long, value_name = "L", value_parser = values::level)]
    pub(crate) level: Option<Level>,
    /// Search this many plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Search this many nodes (200k, 3M)
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) nodes: Option<u64>,
    /// Search for this long (100ms, 1s)
    #[arg(long, value_name = "T", value_parser = values::move_time)]
    pub(crate) time: Option<Duration>,
}
