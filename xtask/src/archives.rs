//! `cargo xtask archives`: runs the tests of `records` over real game archives.
//!
//! The archives are not part of the project, so the test needs a folder of them.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// The environment variable that names the folder to the test.
const FOLDER_VARIABLE: &str = "WILLOW_ARCHIVES";

/// Runs the archive test over a folder.
pub(crate) fn run(workspace: &Workspace, folder: &Path) -> Result<ExitCode> {
    let call = invocation(folder)?;
    ensure!(
        workspace.room("records").is_some(),
        "there is no records room in this workspace yet; add crates/records"
    );
    let status = call.status(&workspace.root)?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the command for a folder. The path is absolute, because tests run in the folder of their package.
fn invocation(folder: &Path) -> Result<Invocation> {
    let full = folder
        .canonicalize()
        .with_context(|| format!("cannot find the folder of archives `{}`", folder.display()))?;
    ensure!(full.is_dir(), "`{}` is not a folder; name the folder of archives", folder.display());
    let test = "test --release -p willow-records --test archives -- --nocapture";
    Ok(Invocation::cargo(test).variable(FOLDER_VARIABLE, full.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_handed_over_in_full() {
        let command = invocation(Path::new("src")).unwrap().to_string();
        let (variable, rest) = command.split_once(' ').unwrap();
        let folder = variable.strip_prefix("WILLOW_ARCHIVES=").unwrap().trim_matches('\'');
        assert!(Path::new(folder).is_absolute() && folder.ends_with("src"), "{folder}");
        assert_eq!(rest, "cargo test --release -p willow-records --test archives -- --nocapture");
    }

    #[test]
    fn what_is_no_folder_is_refused() {
        let error = invocation(Path::new("no/such/folder")).unwrap_err();
        assert!(error.to_string().contains("cannot find the folder of archives"));
        let error = invocation(Path::new("Cargo.toml")).unwrap_err();
        assert!(error.to_string().contains("is not a folder"));
    }
}
