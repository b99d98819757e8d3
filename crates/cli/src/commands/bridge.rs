//! `willow bridge`: players of a Generic Game Server play people of a Willow server.

use willow_bridge::bridge::{self, BridgeConfig, EXAMPLE_CONFIG};

use crate::args::BridgeArgs;
use willow_engine::StopFlag;

use crate::error::CliError;
use crate::status::Status;
use crate::termination::raise_on_termination;
use crate::{files, output};

/// Runs `willow bridge`.
pub(super) fn run(args: &BridgeArgs) -> Result<Status, CliError> {
    let Some(file) = args.config.as_ref().filter(|_| !args.example_config) else {
        output::print(EXAMPLE_CONFIG)?;
        return Ok(Status::Done);
    };
    let text = files::read_text(file)?;
    let config: BridgeConfig = files::parse_toml(file, &text, "willow bridge --example-config")?;
    if args.status {
        let file = bridge::status_file(&config);
        let text = files::read_text(&file)?;
        if !bridge::is_running(&config) {
            output::print("the bridge does not run; this is how it ended:\n")?;
        }
        output::print(&text)?;
    } else {
        carry(&config)?;
    }
    Ok(Status::Done)
}

/// Carries matches until a signal stops it in order. The journal is safe at every moment.
fn carry(config: &BridgeConfig) -> Result<(), CliError> {
    if !config.enabled {
        return Err(CliError::failed("the bridge is off")
            .with_hint("`enabled = true` in the configuration lets it carry matches"));
    }
    let mut log = |line: &str| eprintln!("{line}");
    let stop = StopFlag::new();
    raise_on_termination(&stop)?;
    bridge::run(config, &|| stop.is_raised(), &mut log).map_err(CliError::failed)
}
