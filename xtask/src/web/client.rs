//! The sources in `web/`: packages of npm, checks and the build.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::manifest;
use super::modules::{MODULES, Module};
use super::tools::FOLDER;
use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// The copy of the lock file that npm leaves beside the packages when it has installed them.
const INSTALLED: &str = "node_modules/.package-lock.willow.json";

/// Runs a call in the folder of the sources.
pub(super) fn run(workspace: &Workspace, call: &Invocation) -> Result<()> {
    println!("==> {call}");
    let status = call.status(&workspace.root.join(FOLDER))?;
    ensure!(status.success(), "`{call}` failed in {FOLDER}/");
    Ok(())
}

/// Calls npm with arguments that are separated by spaces.
pub(super) fn npm(arguments: &str) -> Invocation {
    Invocation::new("npm", arguments.split(' '))
}

/// Installs the packages if the lock file has changed since they were installed.
pub(super) fn install(workspace: &Workspace) -> Result<()> {
    let folder = workspace.root.join(FOLDER);
    let lock = fs::read(folder.join("package-lock.json")).context("cannot read the lock file")?;
    if fs::read(folder.join(INSTALLED)).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run(workspace, &npm("ci --no-audit --no-fund"))?;
    fs::write(folder.join(INSTALLED), lock).context("cannot note what is installed")
}

/// Checks formatting, lints and types, and runs the tests that need no browser.
pub(super) fn check(workspace: &Workspace) -> Result<()> {
    ["lint", "check", "test"]
        .iter()
        .try_for_each(|script| run(workspace, &npm(&format!("run --silent {script}"))))
}

/// Builds the client into a folder. Types are checked first.
pub(super) fn build(workspace: &Workspace, dist: &Path) -> Result<()> {
    run(workspace, &npm("run --silent check"))?;
    let mut call =
        npm("run --silent build -- --emptyOutDir --outDir").argument(dist.to_string_lossy());
    for module in &MODULES {
        let digest = manifest::digest_of_module(&workspace.root, module)?;
        call = call.variable(&variable(module, "_DIGEST"), digest);
    }
    run(workspace, &call)
}

/// Runs the tests of a module on another compiled file.
pub(super) fn test_module(workspace: &Workspace, module: &Module, file: &Path) -> Result<()> {
    let feature = module.feature;
    let call = npm(&format!("run --silent test -- src/{feature}/{feature}.test.ts"))
        .variable(&variable(module, ""), file.to_string_lossy());
    run(workspace, &call)
}

/// Returns the name of a variable of the environment, such as `WILLOW_RULES_DIGEST`.
fn variable(module: &Module, ending: &str) -> String {
    format!("WILLOW_{}{ending}", module.feature.to_uppercase())
}
