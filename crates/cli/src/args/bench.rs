//! The arguments of `willow bench`.

use clap::Args;

/// Measure the engine's speed and print its bench signature
///
/// Searches a fixed list of positions with one thread. The signature is the number of nodes. It is
/// the same on every machine, and changes only when the search or the evaluation changes.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
