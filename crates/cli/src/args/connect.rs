//! The arguments of `willow connect`.

use clap::Args;

use super::tls::TlsArgs;

/// Connect to a game server on the full screen: lobby, games and chat
///
/// Without --name or --token you choose on the screen how to sign in. `?` shows all keys.
#[derive(Args, Debug)]
pub(crate) struct ConnectArgs {
    /// The server, as HOST or HOST:PORT
    #[arg(value_name = "HOST")]
    pub(crate) host: String,
    /// Sign in as a guest with this name
    #[arg(long, value_name = "NAME", conflicts_with = "raw")]
    pub(crate) name: Option<String>,
    /// Sign in with this token (default: the environment variable `WILLOW_TOKEN`)
    #[arg(long, value_name = "TOKEN", conflicts_with_all = ["raw", "name"])]
    pub(crate) token: Option<String>,
    /// Do not remember the login at this server, and do not offer the remembered one
    #[arg(long)]
    pub(crate) no_remember: bool,
    /// Send typed lines to the server and print its lines, like telnet
    #[arg(long)]
    pub(crate) raw: bool,
    #[command(flatten)]
    pub(crate) tls: TlsArgs,
}
