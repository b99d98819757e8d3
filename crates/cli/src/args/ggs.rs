//! The arguments of `willow ggs`.

use std::path::PathBuf;

use clap::Args;
use willow_bridge::ggs_player::RatedChoice;

use super::values;

/// Let one of our players play on a Generic Game Server
///
/// The player accepts the matches that it is asked for, as far as the options allow, plays both games of
/// a synchro pair at once, bids for the sides with its own values, and connects again when the connection
/// breaks. It never asks to go on with an adjourned match. The password comes from a file, from the
/// environment variable `WILLOW_GGS_PASSWORD`, or is asked for on a terminal. See docs/bridge.md.
#[derive(Args, Debug)]
pub(crate) struct GgsArgs {
    /// The server, as HOST or HOST:PORT (port 5000 by default)
    #[arg(value_name = "HOST")]
    pub(crate) server: String,
    /// Log in under this name: 2 to 8 characters
    #[arg(long, value_name = "NAME")]
    pub(crate) login: String,
    /// Play as this player (see `willow help players`)
    #[arg(long = "as", value_name = "SPEC")]
    pub(crate) player: String,
    /// Read the password from the first line of this file
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// Play at most this many matches at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) open: u32,
    /// Play rated matches: as-asked, only or never
    #[arg(long, value_name = "WHICH", default_value = "as-asked", value_parser = values::rated)]
    pub(crate) rated: RatedChoice,
    /// Let the server's clock count, and not the player's own times
    #[arg(long)]
    pub(crate) no_trust: bool,
    /// Accept requests to everybody too
    #[arg(long)]
    pub(crate) accept_open: bool,
    /// Accept requests to go on with adjourned matches
    #[arg(long)]
    pub(crate) resume: bool,
    /// Ask for a match after the login and after each match, such as "s8r20 5 bob"
    #[arg(long, value_name = "REQUEST")]
    pub(crate) ask: Option<String>,
    /// Exit after this many matches (default: no limit)
    #[arg(long, value_name = "N")]
    pub(crate) stop_after: Option<u32>,
    /// Keep the games in this folder, as GGF (default: `ggs-games` in the user's data folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) games: Option<PathBuf>,
}
