//! `cargo xtask check-targets`: compiles for other platforms.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::command::{cargo, output, program, run};
use crate::workspace::Workspace;

/// The platforms that the project supports besides browsers.
const PLATFORMS: [&str; 5] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// Browsers: no threads, files or terminal.
const BROWSER: &str = "wasm32-unknown-unknown";

/// Compiles for each platform whose standard library is installed, and names the others as untried.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let mut failed = Vec::new();
    for platform in PLATFORMS.into_iter().chain([BROWSER]) {
        if !is_installed(workspace, platform) {
            println!("untried: {platform}; install it with `rustup target add {platform}`");
            continue;
        }
        let packages = if platform == BROWSER { "-p willow-wasm" } else { "--workspace" };
        // The kernel that every platform has. The flags drop `target-cpu=native`, which is for this machine only.
        let line =
            format!("check --target {platform} --features willow-board/kernel-portable {packages}");
        if run(cargo(&workspace.root, &line).env("CARGO_ENCODED_RUSTFLAGS", "")).is_err() {
            failed.push(platform);
        }
    }
    ensure!(failed.is_empty(), "these do not compile: {}", failed.join(", "));
    Ok(())
}

/// Reports whether the standard library of a platform is where the compiler looks for it.
pub(crate) fn is_installed(workspace: &Workspace, platform: &str) -> bool {
    let line = format!("rustc --print target-libdir --target {platform}");
    output(&mut program(&workspace.root, &line))
        .is_some_and(|folder| Path::new(folder.trim()).is_dir())
}
