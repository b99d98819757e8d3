//! The arguments of `willow bot`.

use clap::Args;

use super::TlsArgs;

/// Let a player of ours play on a game server, as an ordinary client
///
/// The player accepts the challenges that it gets, and plays as many games at once as --games says.
/// With a token (the server's `token` command shows one) it plays as a registered user, without one
/// as a guest. It comes back by itself when the connection breaks.
#[derive(Args, Debug)]
pub(crate) struct BotArgs {
    /// The player (`willow help players`)
    #[arg(long = "as", value_name = "SPEC")]
    pub(crate) player: String,
    /// The server, as HOST or HOST:PORT
    #[arg(long, value_name = "HOST")]
    pub(crate) server: String,
    /// Come in as a guest of this name
    #[arg(long, value_name = "NAME", conflicts_with = "token")]
    pub(crate) name: Option<String>,
    /// Come in with this token (or that of `WILLOW_TOKEN` in the environment)
    #[arg(long, value_name = "TOKEN")]
    pub(crate) token: Option<String>,
    /// Play so many games at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) games: u32,
    /// Leave after so many games
    #[arg(long, value_name = "N")]
    pub(crate) stop_after: Option<u32>,
    #[command(flatten)]
    pub(crate) tls: TlsArgs,
}
