//! `willow connect`: a game server on the full screen, or its lines as they are.

mod raw;

use std::io::{self, IsTerminal};

use willow_client::{Credentials, Destination};
use willow_tui::ConnectOptions;

use super::destination::destination;
use super::play;
use crate::args::ConnectArgs;
use crate::error::CliError;
use crate::players;
use crate::status::Status;

/// Runs `willow connect`.
pub(super) fn run(args: &ConnectArgs) -> Result<Status, CliError> {
    let server = destination(&args.host, &args.tls)?;
    if args.raw { raw::speak_lines(&server) } else { visit(args, server) }
}

/// Visits a server on the full screen.
fn visit(args: &ConnectArgs, server: Destination) -> Result<Status, CliError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let error = CliError::usage("`willow connect` needs a terminal");
        return Err(error.with_hint("`willow connect --raw` reads and writes lines"));
    }
    let (glyphs, colors) = (play::glyphs(), play::colors());
    let (credentials, seed) = (credentials(args)?, players::fresh_seed());
    let options = ConnectOptions { server, credentials, seed, glyphs, colors };
    willow_tui::visit(options)
        .map_err(|error| CliError::failed(format!("the terminal cannot be used: {error}")))?;
    Ok(Status::Done)
}

/// Returns how the visitor comes in, if the command line or the environment says so.
fn credentials(args: &ConnectArgs) -> Result<Option<Credentials>, CliError> {
    if let Some(name) = &args.name {
        let name = name.parse().map_err(CliError::usage)?;
        return Ok(Some(Credentials::Guest(Some(name))));
    }
    let token = args.token.clone().or_else(|| std::env::var("WILLOW_TOKEN").ok());
    Ok(token.map(Credentials::Token))
}
