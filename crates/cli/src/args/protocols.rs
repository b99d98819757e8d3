//! The arguments of `willow gtp` and `willow nboard`.

use std::time::Duration;

use clap::Args;
use willow_engine::Level;

use super::values;

/// Run the engine with GTP, for GoGui and match runners
///
/// Reads commands of the Go Text Protocol from standard input and writes responses to standard
/// output. The command `list_commands` lists all commands. The controller can also set the level, the
/// depth or the clock. A second after the end of the input or `quit`, searches are stopped.
#[derive(Args, Debug)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub(crate) thinking: ThinkingArgs,
    /// Ponder: search on the opponent's time, from a genmove to the next command
    #[arg(long)]
    pub(crate) think_ahead: bool,
}

/// Run the engine with the NBoard protocol
///
/// Reads lines of the NBoard protocol from standard input and writes responses to standard output. A
/// `ping` or `quit` stops a running search, and so does the end of the input a second later.
#[derive(Args, Debug)]
pub(crate) struct NBoardArgs {
    #[command(flatten)]
    pub(crate) thinking: ThinkingArgs,
}

/// The search limits and resources, until the controller changes them.
#[derive(Args, Debug)]
pub(crate) struct ThinkingArgs {
    /// Search at this level, 1 to 60 (default: as the clock allows; without a clock, level 5)
    #[arg(short, long, value_name = "L", value_parser = values::level, conflicts_with_all = ["depth", "time"])]
    pub(crate) level: Option<Level>,
    /// Search to this depth in plies, 1 to 60
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Search for this time per move, such as 100ms or 1s
    #[arg(long, value_name = "T", value_parser = values::move_time)]
    pub(crate) time: Option<Duration>,
    /// Search with this many threads (`-t` for scripts of other engines)
    #[arg(short = 'j', short_alias = 't', long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub(crate) threads: usize,
    /// Use a hash table of this size
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = values::size)]
    pub(crate) hash: usize,
}
