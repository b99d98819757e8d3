//! `willow bridge`: players of a Generic Game Server play people of a Willow server.

use std::io;
use std::path::Path;

use willow_bridge::bridge::{self, BridgeConfig, EXAMPLE_CONFIG, Vault};

use crate::args::BridgeArgs;
use crate::error::CliError;
use crate::status::Status;
use crate::{files, output};

/// Runs `willow bridge`.
pub(super) fn run(args: &BridgeArgs) -> Result<Status, CliError> {
    let Some(file) = args.config.as_ref().filter(|_| !args.example_config) else {
        output::print(EXAMPLE_CONFIG)?;
        return Ok(Status::Done);
    };
    let config = read(file)?;
    if args.make_key {
        Vault::make_key(&config.key).map_err(CliError::failed)?;
        output::print(&format!("the key is in {}\n", config.key.display()))?;
    } else if let Some(name) = &args.seal {
        seal(&config, name)?;
    } else if args.status {
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

fn read(path: &Path) -> Result<BridgeConfig, CliError> {
    files::parse_toml(path, &files::read_text(path)?, "willow bridge --example-config")
}

/// Reads a password, so that it stands neither on the command line nor in a file, and prints it sealed.
fn seal(config: &BridgeConfig, name: &str) -> Result<(), CliError> {
    let vault = Vault::open(&config.key).map_err(CliError::failed)?;
    let mut line = String::new();
    io::stdin().read_line(&mut line).map_err(CliError::failed)?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        return Err(CliError::usage("there is no password on standard input"));
    }
    let sealed = vault.seal(name, password).map_err(CliError::failed)?;
    output::print(&format!("password = \"{sealed}\"\n"))
}

/// Carries matches until the process is ended. The journal is safe at every moment.
fn carry(config: &BridgeConfig) -> Result<(), CliError> {
    if !config.enabled {
        return Err(CliError::failed("the bridge is off")
            .with_hint("`enabled = true` in the configuration lets it carry matches"));
    }
    let vault = Vault::open(&config.key).map_err(CliError::failed)?;
    let passwords = config.passwords(&vault).map_err(CliError::failed)?;
    let mut log = |line: &str| eprintln!("{line}");
    bridge::run(config, &passwords, &|| false, &mut log).map_err(CliError::failed)
}
