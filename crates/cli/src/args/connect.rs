//! The arguments of `willow connect`.

use clap::Args;

/// Connect to a game server
///
/// Lines are sent as they are typed and answers printed as they come, as a telnet would do it.
#[derive(Args, Debug)]
pub(crate) struct ConnectArgs {
    /// The server, as HOST or HOST:PORT
    #[arg(value_name = "HOST")]
    pub(crate) host: String,
    /// Speak the raw line protocol
    #[arg(long)]
    pub(crate) raw: bool,
}
