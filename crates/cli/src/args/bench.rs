//! The arguments of `willow bench`.

use clap::{Args, ValueEnum};

/// Measure the engine's speed and print its bench signature
///
/// Searches a fixed list of positions with one thread. The signature is the number of nodes. It is
/// the same on every machine, and changes only when the search or the evaluation changes.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Run every build in this program that the processor can run, and compare their node counts
    #[arg(long, value_name = "all", conflicts_with = "json")]
    pub(crate) cpu: Option<BenchedBuilds>,
}

/// Which builds of the program `willow bench` runs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum BenchedBuilds {
    All,
}
