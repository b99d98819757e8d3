//! The arguments of `willow gtp` and `willow nboard`.

use std::time::Duration;

use clap::Args;
use willow_engine::Level;

use super::values;

/// Serve as an engine for GoGui and match runners (Go Text Protocol)
///
/// Commands are read from standard input and answered on standard output; `list_commands` tells
/// which there are. A controller may set a level, a depth or a clock later.
#[derive(Args, Debug)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub(crate) thinking: ThinkingArgs,
    /// Think on the opponent's time, from a genmove to the next command
    #[arg(long)]
    pub(crate) think_ahead: bool,
}

/// Serve as an engine for NBoard and programs that use its protocol
///
/// Lines are read from standard input and answered on standard output. A `ping` or `quit` breaks a
/// search off; the end of the input does not, so that a script gets its answers.
#[derive(Args, Debug)]
pub(crate) struct NBoardArgs {
    #[command(flatten)]
    pub(crate) thinking: ThinkingArgs,
}

/// How the engine thinks until it is told otherwise.
#[derive(Args, Debug)]
pub(crate) struct ThinkingArgs {
    /// Search as level L does, 1 to 60 (default: as the clock allows; without one level 5)
    #[arg(long, value_name = "L", value_parser = values::level, conflicts_with_all = ["depth", "time"])]
    pub(crate) level: Option<Level>,
    /// Search this many plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Search for this long (100ms, 1s)
    #[arg(long, value_name = "T", value_parser = values::move_time)]
    pub(crate) time: Option<Duration>,
    /// Search with this many threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub(crate) threads: usize,
    /// Use a hash table of this size
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = values::size)]
    pub(crate) hash: usize,
}
