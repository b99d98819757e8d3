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
    /// Make the key file that the configuration names
    #[arg(long, conflicts_with_all = ["seal", "status"])]
    pub(crate) make_key: bool,
    /// Read the password of a login from standard input, and print it sealed for the configuration
    #[arg(long, value_name = "NAME", conflicts_with = "status")]
    pub(crate) seal: Option<String>,
    /// Print who is where, as the running bridge wrote it last
    #[arg(long)]
    pub(crate) status: bool,
}
