//! `cargo xtask web`: builds the web client, from its sources to the files that are committed.
//!
//! Rules and engine become WebAssembly, the sources in `web/` become scripts and style sheets, and all of
//! it is compressed into `crates/server/bundle/`. So whoever builds `willow` needs none of these tools.

mod browser;
mod bundle;
mod client;
pub(crate) mod manifest;
mod modules;
mod tools;
mod webassembly;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

pub(crate) use self::tools::{chromium, install_missing, node, wasm_compiler};
use crate::report::Skips;
use crate::workspace::Workspace;

/// The folder of the committed bundle.
const COMMITTED: &str = "crates/server/bundle";

/// Build the web client into crates/server
#[derive(Args, Clone, Debug)]
pub(crate) struct WebArguments {
    /// Build into the target folder instead, and compare with what is committed
    #[arg(long)]
    check: bool,
    /// Build into the target folder instead, and run the tests in a browser
    #[arg(long, conflicts_with = "check")]
    browser: bool,
}

impl WebArguments {
    /// Builds the client, and compares it if this is wanted.
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<ExitCode> {
        install_missing(workspace);
        tools::require(workspace)?;
        let is_committed = !(self.check || self.browser);
        let folder = build(workspace, is_committed.then_some(COMMITTED))?;
        let sizes = bundle::sizes(&folder)?;
        sizes.print();
        sizes.check()?;
        if self.check {
            compare(workspace)?;
        }
        if self.browser {
            test_in_browser(workspace)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Checks formatting, lints, types and units of the client.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    client::install(workspace)?;
    client::check(workspace)
}

/// Builds the bundle anew into the target folder. On the build server it must be the committed one.
pub(crate) fn check_bundle(workspace: &Workspace, skips: Skips) -> Result<()> {
    let folder = build(workspace, None)?;
    bundle::sizes(&folder)?.check()?;
    if skips == Skips::Forbidden {
        return compare(workspace);
    }
    warn_of_stale_bundle(&workspace.root)
}

/// Warns if the sources have changed since the committed bundle was built.
pub(crate) fn warn_of_stale_bundle(root: &Path) -> Result<()> {
    if let Some(problem) = stale_bundle(root)? {
        eprintln!("warning: {problem}");
    }
    Ok(())
}

/// Says which sources have changed since the committed bundle was built, if any have.
fn stale_bundle(root: &Path) -> Result<Option<String>> {
    let stale = manifest::stale(root)?;
    let problem = stale.split_first().map(|(first, others)| {
        let others = match others.len() {
            0 => String::new(),
            1 => " and another file".to_owned(),
            n => format!(" and {n} other files"),
        };
        format!(
            "the committed web client is older than {first}{others}; `cargo xtask web` builds it anew"
        )
    });
    Ok(problem)
}

/// Runs the tests in a browser, on the bundle in the target folder.
pub(crate) fn test_in_browser(workspace: &Workspace) -> Result<()> {
    browser::run(workspace, &fresh_bundle(workspace))
}

/// Returns the folder of a bundle that was built to be compared.
fn fresh_bundle(workspace: &Workspace) -> PathBuf {
    workspace.target.join("web/bundle")
}

/// Builds everything and returns the folder of the bundle: that of the repository, or one that is not
/// committed.
fn build(workspace: &Workspace, committed: Option<&str>) -> Result<PathBuf> {
    client::install(workspace)?;
    webassembly::build(workspace)?;
    let dist = workspace.target.join("web/dist");
    client::build(workspace, &dist)?;
    let folder =
        committed.map_or_else(|| fresh_bundle(workspace), |folder| workspace.root.join(folder));
    bundle::pack(&dist, &folder)?;
    let text = manifest::text(workspace)?;
    fs::write(folder.join(manifest::FILE), text).context("cannot write the manifest")?;
    Ok(folder)
}

/// Compares the bundle in the target folder with the committed one: the manifest by its inputs, WebAssembly by
/// what it does, because compilers differ, and everything else byte by byte.
fn compare(workspace: &Workspace) -> Result<()> {
    if let Some(problem) = stale_bundle(&workspace.root)? {
        bail!(problem);
    }
    let (fresh, committed) = (fresh_bundle(workspace), workspace.root.join(COMMITTED));
    let differences = bundle::differences(&fresh, &committed)?;
    if !differences.is_empty() {
        bail!(
            "the committed web client is not what its sources make: {}; run `cargo xtask web`",
            differences.join(", ")
        );
    }
    let files = bundle::unpacked(&committed)?;
    for module in &modules::MODULES {
        let file = files.iter().find(|(path, _)| module.is_at(path));
        let (_, bytes) = file.with_context(|| format!("there is no module {}", module.name))?;
        let copy = workspace.target.join(format!("web/committed-{}.wasm", module.feature));
        fs::write(&copy, bytes).context("cannot write the committed module")?;
        client::test_module(workspace, module, &copy)?;
    }
    println!("the committed web client is what its sources make");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invocation::Invocation;

    #[test]
    fn a_source_that_the_manifest_does_not_know_makes_the_bundle_stale() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let git = Invocation::new("git", ["init", "--quiet"]);
        assert!(git.status(root).unwrap().success());
        fs::create_dir_all(root.join(COMMITTED)).unwrap();
        let manifest = root.join(COMMITTED).join(manifest::FILE);
        fs::write(manifest, r#"{"inputs":{},"tools":{}}"#).unwrap();
        assert_eq!(stale_bundle(root).unwrap(), None);
        fs::create_dir_all(root.join("web/src")).unwrap();
        fs::write(root.join("web/src/new.ts"), "").unwrap();
        let problem = stale_bundle(root).unwrap().unwrap();
        assert!(problem.contains("older than web/src/new.ts; "), "{problem}");
    }
}
