//! How the way to a game server is kept secret.

use std::path::PathBuf;

use clap::Args;

/// The arguments of all commands that go to a game server.
#[derive(Args, Debug)]
pub(crate) struct TlsArgs {
    /// Encrypt the connection by TLS; the server's certificate must be one that the system trusts
    #[arg(long)]
    pub(crate) tls: bool,
    /// Encrypt it and trust the certificates of this file (PEM) alone, such as a club's own
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
}
