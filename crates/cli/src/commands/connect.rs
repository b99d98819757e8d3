//! `willow connect`: the full-screen client for a game server, or its raw lines.

mod raw;

use std::io::{self, IsTerminal};

use willow_files::data_folder;
use willow_protocol::client::Destination;
use willow_tui::{ConnectOptions, RememberedLogins};

use super::destination::{credentials, destination};
use super::play;
use crate::args::ConnectArgs;
use crate::color;
use crate::error::CliError;
use crate::players;
use crate::status::Status;

/// Runs `willow connect`.
pub(super) fn run(args: &ConnectArgs) -> Result<Status, CliError> {
    let server = destination(&args.host, &args.tls)?;
    if args.raw { raw::run(&server) } else { run_full_screen(args, server) }
}

/// Runs the full-screen client.
fn run_full_screen(args: &ConnectArgs, server: Destination) -> Result<Status, CliError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() || !color::can_draw() {
        let error = CliError::usage("`willow connect` needs a terminal");
        return Err(error.with_hint("use `willow connect --raw` to read and write lines"));
    }
    let (glyphs, colors) = (play::glyphs(), color::of_full_screen());
    let credentials = credentials(args.name.as_ref(), args.token.as_ref())?;
    let seed = players::fresh_seed();
    let logins = remembered_logins(args);
    let options = ConnectOptions { server, credentials, logins, seed, glyphs, colors };
    let signal = willow_tui::connect(options)
        .map_err(|error| CliError::failed(format!("the terminal cannot be used: {error}")))?;
    Ok(match signal {
        None => Status::Done,
        Some(signal) => Status::Terminated { exit_code: signal.exit_code() },
    })
}

/// Returns the file of the remembered logins, if there is a folder for the user's files and the user
/// does not decline.
fn remembered_logins(args: &ConnectArgs) -> Option<RememberedLogins> {
    let folder = data_folder().ok().filter(|_| !args.no_remember)?;
    Some(RememberedLogins::at(folder.join("logins.json")))
}
