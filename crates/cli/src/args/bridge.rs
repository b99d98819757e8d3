//! The arguments of `willow bridge`.

use std::path::PathBuf;

use clap::Args;

/// Let players of a Generic Game Server play people of a Willow server
///
/// The bridge logs in on both servers: here as an account with the role `bridge`, there as the logins of
/// the configuration. It carries offers, moves, resignations and chat, and refuses takebacks. It does
/// nothing until the configuration says `enabled = true`. See docs/bridge.md.
#[derive(Args, Debug)]
pub(crate) struct BridgeArgs {
    /// Read this configuration
    #[arg(long, value_name = "FILE", required_unless_present = "example_config")]
    pub(crate) config: Option<PathBuf>,
    /// Print an example of a configuration
    #[arg(long)]
    pub(crate) example_config: bool,
    /// Print who is where, as the running bridge wrote it last
    #[arg(long)]
    pub(crate) status: bool,
}
