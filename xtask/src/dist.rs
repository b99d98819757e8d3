//! `cargo xtask dist`: builds the binary for distribution, with completions and man pages.

use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use crate::invocation::Invocation;
use crate::workspace::{Room, Workspace};

/// The binary to distribute.
const BINARY: &str = "willow";

/// Where completions and man pages go, within cargo's target folder.
const ASSETS: &str = "dist-assets";

/// Builds the binary and runs it to write its completions and man pages.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let package = &room_of_binary(&workspace.rooms)?.package;
    let assets = workspace.target.join(ASSETS);
    let assets_text = assets.to_str().context("the target folder's path is not UTF-8")?;
    for call in [build(package), generate(package, assets_text)] {
        println!("==> {call}");
        ensure!(call.status(&workspace.root)?.success(), "`{call}` failed");
    }
    println!("binary:                    {}", workspace.target.join("dist").display());
    println!("completions and man pages: {}", assets.display());
    println!("the binary is built for this machine's processor and may not run on older ones");
    Ok(ExitCode::SUCCESS)
}

/// Returns the room that builds the binary.
fn room_of_binary(rooms: &[Room]) -> Result<&Room> {
    rooms
        .iter()
        .find(|room| room.binaries.iter().any(|name| name == BINARY))
        .context("no package of the workspace builds a `willow` binary; add crates/cli")
}

/// Returns the call that builds the binary with full optimisation.
fn build(package: &str) -> Invocation {
    Invocation::cargo(&format!("build --profile dist --package {package} --bin {BINARY}"))
}

/// Returns the call of the hidden command that writes completions and man pages.
fn generate(package: &str, folder: &str) -> Invocation {
    let run = format!("run --quiet --profile dist --package {package} --bin {BINARY} --");
    Invocation::cargo(&run).argument("generate").argument("--out").argument(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_binary_describes_itself() {
        assert_eq!(
            generate("willow-cli", "target/dist-assets").to_string(),
            "cargo run --quiet --profile dist --package willow-cli --bin willow -- \
             generate --out target/dist-assets"
        );
    }

    #[test]
    fn a_workspace_without_the_binary_is_an_error() {
        let rooms = [Room { binaries: vec!["xtask".into()], ..Room::default() }];
        assert!(room_of_binary(&rooms).unwrap_err().to_string().contains("add crates/cli"));
    }
}
