//! `willow ggs-server`: a Generic Game Server for tests and clubs.

use std::fs;
use std::path::{Path, PathBuf};

use tokio::net::TcpListener;
use willow_bridge::ggs::GgsName;
use willow_bridge::ggs_server::{
    Registration, SavedError, ServerConfig, ServerState, running_file, serve,
};

use crate::args::GgsServerArgs;
use crate::error::{CliError, io_reason};
use crate::status::Status;
use crate::{files, output, players};

/// The file of users in the folder of the user's files.
const USERS: &str = "ggs-users.json";

/// Runs `willow ggs-server`.
pub(super) fn run(args: &GgsServerArgs) -> Result<Status, CliError> {
    let file = match &args.users {
        Some(file) => file.clone(),
        None => usual_file()?,
    };
    let state = state(args, &file)?;
    super::serve::runtime()?.block_on(listen(args, state, file))?;
    Ok(Status::Done)
}

fn usual_file() -> Result<PathBuf, CliError> {
    let folder = files::data_folder()?;
    fs::create_dir_all(&folder).map_err(|error| CliError::file("create", &folder, &error))?;
    Ok(folder.join(USERS))
}

/// Returns the server as the last run left it.
fn state(args: &GgsServerArgs, file: &Path) -> Result<ServerState, CliError> {
    for name in &args.register {
        name.parse::<GgsName>().map_err(|error| CliError::usage(format!("`{name}`: {error}")))?;
    }
    let registration = if args.register_all {
        Registration::Everybody
    } else {
        Registration::Named(args.register.clone())
    };
    let seed = args.seed.unwrap_or_else(players::fresh_seed);
    let config = ServerConfig { registration, seed, ..ServerConfig::default() };
    let state = match files::read_text_if_any(file)? {
        Some(text) => {
            ServerState::restored(config, &text).map_err(|error| damaged(file, &error))?
        }
        None => ServerState::new(config),
    };
    let running = running_file(file);
    match files::read_text_if_any(&running)? {
        Some(text) => state.with_running(&text).map_err(|error| damaged(&running, &error)),
        None => Ok(state),
    }
}

fn damaged(file: &Path, error: &SavedError) -> CliError {
    CliError::failed(format!("{}: {error}", file.display()))
        .with_hint("use another file with --users FILE")
}

async fn listen(args: &GgsServerArgs, state: ServerState, file: PathBuf) -> Result<(), CliError> {
    let listener = TcpListener::bind(args.listen).await.map_err(|error| {
        CliError::failed(format!("cannot listen on {}: {}", args.listen, io_reason(&error)))
            .with_hint("use another address with --listen ADDRESS")
    })?;
    let address = listener.local_addr().map_err(CliError::failed)?;
    output::print(&format!("GGS listens on {address}; users are in {}\n", file.display()))?;
    let served = serve(listener, state, Some(file.clone())).await;
    served.map_err(|error| CliError::file("write", &file, &error))
}
