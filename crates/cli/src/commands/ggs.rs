//! `willow ggs`: one of our players on a Generic Game Server.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use willow_bridge::ggs::GgsName;
use willow_bridge::ggs_player::{PlayError, PlayerOptions, Report, play};
use willow_players::{BuildContext, build_player};
use willow_protocol::client::Destination;

use super::destination::with_port;
use crate::args::GgsArgs;
use crate::error::{CliError, io_reason};
use crate::status::Status;
use crate::{files, output, players};

/// The port of GGS.
const PORT: u16 = 5000;

/// The environment variable with the password.
const PASSWORD: &str = "WILLOW_GGS_PASSWORD";

/// The folder of the games in the folder of the user's files.
const FOLDER: &str = "ggs-games";

/// Runs `willow ggs`.
pub(super) fn run(args: &GgsArgs) -> Result<Status, CliError> {
    let spec = players::parse(&args.player)?;
    let seed = players::fresh_seed();
    // Report an invalid SPEC before connecting.
    build_player(&spec, &BuildContext::new(seed))?;
    let login: GgsName = args.login.parse().map_err(CliError::usage)?;
    let mut options = PlayerOptions::new(login.as_str(), &password(args)?, spec);
    options.seed = seed;
    options.open = args.open;
    options.trust = !args.no_trust;
    options.rated = args.rated;
    options.accepts_open = args.accept_open;
    options.resumes = args.resume;
    options.ask.clone_from(&args.ask);
    options.stop_after = args.stop_after;
    options.folder = Some(match &args.games {
        Some(folder) => folder.clone(),
        None => files::data_folder()?.join(FOLDER),
    });
    let server = Destination::from(with_port(&args.server, PORT));
    play(&server, &options, &mut report).map_err(|error| play_error(&error))?;
    Ok(Status::Done)
}

/// Returns the password: of a file, of the environment, or as it is typed.
fn password(args: &GgsArgs) -> Result<String, CliError> {
    if let Some(file) = &args.password_file {
        return first_line(file);
    }
    if let Ok(password) = std::env::var(PASSWORD) {
        return Ok(password);
    }
    if io::stdin().is_terminal() {
        output::note(&format!("password of {} on {}:", args.login, args.server));
        let typed = console::Term::stderr().read_secure_line();
        return typed.map_err(|error| CliError::failed(io_reason(&error)));
    }
    Err(CliError::usage("there is no password")
        .with_hint(format!("use --password-file FILE or set {PASSWORD}")))
}

fn first_line(file: &Path) -> Result<String, CliError> {
    Ok(files::read_text(file)?.lines().next().unwrap_or_default().to_owned())
}

fn report(report: &Report) {
    match report {
        Report::Note(text) => output::note(text),
        Report::Away { reason, wait } => {
            output::note(&format!("no connection: {reason}; next attempt in {} s", wait.as_secs()));
        }
        _ => {}
    }
}

fn play_error(error: &PlayError) -> CliError {
    let hint = match error {
        PlayError::LoginRefused(_) => "check the login and the password",
        PlayError::NoConnection { .. } => "check the name of the server and its port",
        _ => return CliError::failed(error),
    };
    CliError::failed(error).with_hint(hint)
}
