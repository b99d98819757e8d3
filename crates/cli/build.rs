//! Tells the program the commit that it was built from.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=WILLOW_COMMIT");
    // Packagers who build from an archive name the commit themselves.
    let named = std::env::var("WILLOW_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(|| git(&["rev-parse", "--short=9", "HEAD"]));
    println!("cargo::rustc-env=WILLOW_BUILD_COMMIT={}", commit.unwrap_or_default());
    // This file changes with every commit, checkout and rebase.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// Returns what git prints; `None` without git, or outside a repository.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
