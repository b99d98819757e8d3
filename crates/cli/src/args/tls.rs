//! TLS options of the commands that connect to a game server.

use std::path::PathBuf;

use clap::Args;

/// The TLS options of a connection to a game server.
#[derive(Args, Debug)]
pub(crate) struct TlsArgs {
    /// Encrypt the connection with TLS; the system must trust the server's certificate
    #[arg(long)]
    pub(crate) tls: bool,
    /// Encrypt the connection with TLS, and trust only the certificates in this PEM file
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
}
