//! `willow ggs-server`: a Generic Game Server for tests.

use tokio::net::TcpListener;
use willow_bridge::ggs_server::{ServerState, serve};

use crate::args::GgsServerArgs;
use crate::error::{CliError, io_reason};
use crate::status::Status;
use crate::{output, players};

/// Runs `willow ggs-server`.
pub(super) fn run(args: &GgsServerArgs) -> Result<Status, CliError> {
    let state = ServerState::new(args.seed.unwrap_or_else(players::fresh_seed));
    super::serve::runtime()?.block_on(listen(args, state))?;
    Ok(Status::Done)
}

async fn listen(args: &GgsServerArgs, state: ServerState) -> Result<(), CliError> {
    let listener = TcpListener::bind(args.listen).await.map_err(|error| {
        CliError::failed(format!("cannot listen on {}: {}", args.listen, io_reason(&error)))
            .with_hint("use another address with --listen ADDRESS")
    })?;
    let address = listener.local_addr().map_err(CliError::failed)?;
    output::print(&format!("GGS listens on {address}\n"))?;
    serve(listener, state).await;
    Ok(())
}
