//! The arguments of `willow bench`.

use clap::Args;

/// Search fixed positions: the engine's signature and its speed
///
/// The signature is the number of nodes visited by one thread. It is the same on every machine and
/// changes only when the engine plays differently.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
