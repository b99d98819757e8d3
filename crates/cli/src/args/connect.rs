//! The arguments of `willow connect`.

use clap::Args;

use super::TlsArgs;

/// Visit a game server: lobby, games and talk on the full screen
///
/// Without a name or a token the screen asks how you come in. `?` shows all keys there.
#[derive(Args, Debug)]
pub(crate) struct ConnectArgs {
    /// The server, as HOST or HOST:PORT
    #[arg(value_name = "HOST")]
    pub(crate) host: String,
    /// Come in as a guest of this name
    #[arg(long, value_name = "NAME", conflicts_with = "raw")]
    pub(crate) name: Option<String>,
    /// Come in with this token (default: `WILLOW_TOKEN` in the environment)
    #[arg(long, value_name = "TOKEN", conflicts_with_all = ["raw", "name"])]
    pub(crate) token: Option<String>,
    /// Speak the raw line protocol, as a telnet would do it
    #[arg(long)]
    pub(crate) raw: bool,
    #[command(flatten)]
    pub(crate) tls: TlsArgs,
}
