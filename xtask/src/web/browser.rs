//! Tests of the client in a browser, against a real server.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::client;
use super::tools;
use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// Builds the server, and runs the tests in `web/tests/` against it with a built client.
pub(super) fn run(workspace: &Workspace, bundle: &Path) -> Result<()> {
    // The binary that the tests of the command line use. Any other call of cargo would unite the features of
    // other packages and compile half of the workspace again.
    let build = Invocation::workspace_tests()
        .argument("--quiet")
        .argument("--no-run")
        .argument("--test")
        .argument("cli");
    println!("==> {build}");
    ensure!(build.status(&workspace.root)?.success(), "`{build}` failed");
    let browser = tools::browser(workspace).context("there is no browser")?;
    let call = Invocation::new("npx", ["--no-install", "playwright", "test"])
        .variable("WILLOW", workspace.target.join("debug/willow").to_string_lossy())
        .variable("WILLOW_WEB", bundle.to_string_lossy())
        .variable("WILLOW_BROWSER", browser);
    client::run(workspace, &call)
}
