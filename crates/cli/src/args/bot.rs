//! The arguments of `willow bot`.

use std::path::PathBuf;

use clap::Args;

use super::tls::TlsArgs;

/// Connect a player to a game server as a bot
///
/// The bot accepts the challenges that it gets, and declines them while it plays --games games. With
/// a token (from the server's `token` command) it signs in as a registered user, and without a token
/// as a guest. If the server is unreachable, it prints the reason and retries for ten minutes.
///
/// A program that fails (an illegal move, a wrong answer, an exit, silence) loses that game by
/// resignation; the other games continue. Then the bot declines challenges for a second, and twice as long
/// after each further failure in a row. It refuses takebacks, agreed results and adjournments, and agrees to
/// `continue`. A player that reports no score in discs declines games with komi.
#[derive(Args, Debug)]
pub(crate) struct BotArgs {
    /// Play as this player (see `willow help players`)
    #[arg(long = "as", value_name = "SPEC")]
    pub(crate) player: String,
    /// Connect to this server: HOST or HOST:PORT
    #[arg(long, value_name = "HOST")]
    pub(crate) server: String,
    /// Sign in as a guest with this name
    #[arg(long, value_name = "NAME", conflicts_with = "token")]
    pub(crate) name: Option<String>,
    /// Sign in with this token (default: the environment variable `WILLOW_TOKEN`)
    #[arg(long, value_name = "TOKEN")]
    pub(crate) token: Option<String>,
    /// Play at most this many games at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) games: u32,
    /// Exit after this many games (default: no limit)
    #[arg(long, value_name = "N")]
    pub(crate) stop_after: Option<u32>,
    /// Append the dialogue with the program to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tls: TlsArgs,
}
