//! The web client: its checks and tests, and the build from its sources to the files that are committed.
//!
//! Rules, engine and reasons become WebAssembly, the sources in `web/` become scripts and style sheets, and all of it
//! is compressed into `crates/server/bundle/`. So whoever builds `willow` needs none of these tools.

mod toolchain;
mod webassembly;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use self::webassembly::MODULES;
use crate::command::{is_installed, output, program, run};
use crate::test::Extent;
use crate::workspace::Workspace;

/// The names of the browser.
pub(crate) const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The folder of the committed bundle.
const COMMITTED: &str = "crates/server/bundle";

/// The copy of the lock file beside the packages of npm, written when they are installed.
const INSTALLED: &str = "node_modules/.package-lock.willow.json";

/// Builds the client into the committed folder.
pub(crate) fn build_committed(workspace: &Workspace) -> Result<()> {
    build(workspace, &workspace.root.join(COMMITTED))
}

/// Checks formatting, lints and types of the client, builds it into the target folder, and runs its tests that need no
/// browser. The committed client must be the same: scripts and style sheets byte by byte, WebAssembly by its tests,
/// because compilers differ.
pub(crate) fn check_committed(workspace: &Workspace) -> Result<()> {
    install_packages(workspace)?;
    run(&mut npm(workspace, "npm run --silent lint"))?;
    let [fresh, modules] = ["bundle", "committed-modules"].map(|name| folder(workspace, name));
    build(workspace, &fresh)?;
    let committed = workspace.root.join(COMMITTED);
    let mut compare = npm(workspace, "node bundle.mjs compare");
    run(compare.args([&fresh, &committed, &modules]))
        .context("`cargo xtask web` builds the committed web client anew")?;
    let mut test = npm(workspace, "npm run --silent test");
    for module in &MODULES {
        let file = modules.join(format!("{}_bg.wasm", module.name));
        test.env(format!("WILLOW_{}", module.feature.to_uppercase()), file);
    }
    run(&mut test)
}

fn build(workspace: &Workspace, bundle: &Path) -> Result<()> {
    install_packages(workspace)?;
    webassembly::build(workspace)?;
    run(&mut npm(workspace, "npm run --silent check"))?;
    let dist = folder(workspace, "dist");
    let mut build = npm(workspace, "npm run --silent build -- --emptyOutDir --outDir");
    build.arg(&dist).env("WILLOW_MODULES_DIGEST", webassembly::digest_of_sources(&workspace.root)?);
    run(&mut build)?;
    run(npm(workspace, "node bundle.mjs pack").args([&dist, bundle]))
}

/// Makes the package for npm, tries it, and puts it into a folder.
pub(crate) fn pack_for_npm(workspace: &Workspace, out: &Path) -> Result<()> {
    install_packages(workspace)?;
    webassembly::build(workspace)?;
    let package = folder(workspace, "npm");
    run(npm(workspace, "node npm/build.mjs").arg(&package))?;
    let browser = BROWSERS.into_iter().find(|name| is_installed(name));
    run(npm(workspace, "node npm/try.mjs").arg(&package).args(browser))?;
    fs::create_dir_all(out)?;
    run(program(&package, "npm pack --silent --pack-destination").arg(out))
}

/// Returns a folder for what is not committed.
fn folder(workspace: &Workspace, name: &str) -> PathBuf {
    workspace.target.join("web").join(name)
}

/// Runs the tests of the client that need no browser.
pub(crate) fn test_units(workspace: &Workspace) -> Result<()> {
    install_packages(workspace)?;
    run(&mut npm(workspace, "npm run --silent test"))
}

/// Runs tests in a browser, with the program that the tests of Rust have built: the fast ones on the client in the
/// program, or all of them on the client that was just built.
pub(crate) fn test_in_browser(workspace: &Workspace, extent: Extent) -> Result<()> {
    install_packages(workspace)?;
    let browser = BROWSERS.into_iter().find(|name| is_installed(name)).context("no browser")?;
    let willow = workspace.target.join("debug/willow");
    let play = |options: &str| {
        let mut call = npm(workspace, &format!("npx --no-install playwright test {options}"));
        call.env("WILLOW", &willow).env("WILLOW_BROWSER", browser);
        call
    };
    if extent == Extent::Fast {
        return run(&mut play("--grep @fast"));
    }
    let fresh = folder(workspace, "bundle");
    let run_all = |options: &str| run(play(options).env("WILLOW_WEB", &fresh));
    // What measures times has the machine for itself.
    let together = run_all("--grep-invert @alone --workers 2");
    let alone = run_all("--grep @alone --workers 1");
    together.and(alone)
}

/// Runs the smoke tests in the browsers that Playwright does not drive, on the client that was just built.
pub(crate) fn test_in_other_browsers(workspace: &Workspace) -> Result<()> {
    install_packages(workspace)?;
    let line = "npx --no-install playwright test --config tests/browsers/playwright.config.ts";
    let mut call = npm(workspace, line);
    call.env("WILLOW", workspace.target.join("debug/willow"));
    run(call.env("WILLOW_WEB", folder(workspace, "bundle")))
}

/// Calls a program of Node.js in the folder of the sources.
fn npm(workspace: &Workspace, line: &str) -> Command {
    program(&workspace.root.join("web"), line)
}

/// Installs the packages if the lock file has changed since they were installed.
fn install_packages(workspace: &Workspace) -> Result<()> {
    let version = output(&mut npm(workspace, "node --version")).context("node is missing")?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|n| n.parse().ok());
    if major.is_none_or(|major: u32| major < 20) {
        bail!("node {} is too old: install Node.js 20 or later", version.trim());
    }
    let folder = workspace.root.join("web");
    let lock = fs::read(folder.join("package-lock.json")).context("cannot read the lock file")?;
    if fs::read(folder.join(INSTALLED)).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run(&mut npm(workspace, "npm ci --no-audit --no-fund"))?;
    fs::write(folder.join(INSTALLED), lock).context("cannot note what is installed")
}
