//! The arguments of `willow serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

/// Run a game server
///
/// People and programs connect to it in plain text or JSON; docs/protocol.md describes both. It
/// keeps everything in one folder, and loses nothing that it acknowledged. Without options it
/// listens on this machine only. `WILLOW_SERVE_CONFIG`, `_DATA`, `_LISTEN`, `_HTTP` and
/// `_BOT_THREADS` in the environment say what options do not.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Keep the database in this folder (default: `server` in the folder of saved games)
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Listen for the line protocol here (default: 127.0.0.1:7710)
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Listen for HTTP and WebSocket here (default: 127.0.0.1:7711)
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) http: Option<SocketAddr>,
    /// Read the configuration from this TOML file; options win over it
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Let no bots of the house play
    #[arg(long)]
    pub(crate) no_bots: bool,
    /// Let the bots think on this many threads
    #[arg(long, value_name = "N")]
    pub(crate) bot_threads: Option<usize>,
    /// Make this registered user an administrator and do not serve; no server may be running
    #[arg(long, value_name = "NAME")]
    pub(crate) make_admin: Option<String>,
    /// Give this registered user a new password, print it and do not serve; no server may be running
    #[arg(long, value_name = "NAME", conflicts_with = "make_admin")]
    pub(crate) reset_password: Option<String>,
    /// Print the configuration, as the file would have it, and do not serve
    #[arg(long)]
    pub(crate) print_config: bool,
    // Said here and not above, where a proper name would want marks that help does not show.
    #[arg(
        long,
        help = "Print the description of the HTTP interface, in OpenAPI, and do not serve"
    )]
    pub(crate) print_openapi: bool,
}
