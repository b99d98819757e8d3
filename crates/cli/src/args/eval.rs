//! The arguments of `willow eval`.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;
use willow_engine::Level;

use super::values;

/// Evaluate positions by a search: value and best move
///
/// INPUT is one of: a file of positions or games; a position (64 cells from a1 to h8, X, O or -, then
/// a blank and X or O for the side to move); a list of moves from the start (f5d6c3); or - for
/// standard input. For a game, the last position is evaluated. Values are in discs, from the point of
/// view of the side to move.
///
/// With --json and -, each line of standard input may be a position or a JSON object with a request, and
/// is answered when it is read: see docs/requests.md.
///
/// With --by SPEC a player of `willow help players` evaluates every legal move: its
/// value, in the player's own units unless those are discs, its line, and what was counted. An old
/// program chooses its move, which comes first with a *, and is then asked about each other move in
/// the same position, to the same depth.
///
/// With --static nothing is searched. The output is the value of one evaluation function and of each
/// of its terms, in the units of that evaluation. The evaluations of --by are: willow; hand-made, the
/// engine's earlier evaluation;
/// count-difference, weighted-squares, modified-weighted-squares, mobility, iago, iago-1982, bill and
/// mlia, as the historical programs have them; and, with tuned weights, weighted-squares-tuned,
/// modified-weighted-squares-tuned, iago-tuned, iago-1982-tuned and mlia-tuned. Other versions
/// of bill are bill:version=V, where V is counted-mobility, estimated-edges, bayesian, schoolchildren,
/// minimum-disc or edge-greedy; the keys constants, edge, mobility and occupied of `willow help players
/// bill` work too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow eval f5d6c3
  willow eval --time 1s --json games.ggf
  willow eval --all-moves --level 14 f5d6c3
  willow eval --by bill:depth=6 f5d6c3
  willow eval --static --by willow f5d6c3")]
pub(crate) struct EvalArgs {
    /// A file, a position, a list of moves, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_parser = values::input())]
    pub(crate) inputs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    /// Search with this many threads
    #[arg(short = 'j', long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub(crate) threads: usize,
    /// Also print the value of every legal move; each is searched by itself. --by always prints them
    #[arg(long)]
    pub(crate) all_moves: bool,
    /// Print one evaluation function and its terms, without a search
    #[arg(long = "static", conflicts_with_all = ["Limit", "threads", "all_moves"])]
    pub(crate) only_static: bool,
    /// Tell what this player thinks of every legal move (see `willow help players`); with --static, use
    /// this evaluation (default: willow)
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["Limit", "threads"])]
    pub(crate) by: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// The limit of the search.
#[derive(Args, Debug)]
#[group(id = "Limit", multiple = false)]
pub(crate) struct LimitArgs {
    /// Search at this level, 1 to 60 (default: 10; see `willow help levels`)
    #[arg(long, value_name = "L", value_parser = values::level)]
    pub(crate) level: Option<Level>,
    /// Search to this depth in plies, 1 to 60
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Search this many nodes, such as 200k or 3M
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) nodes: Option<u64>,
    /// Search for this time, such as 100ms or 1s
    #[arg(long, value_name = "T", value_parser = values::move_time)]
    pub(crate) time: Option<Duration>,
}
