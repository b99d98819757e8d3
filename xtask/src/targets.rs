//! `cargo xtask check-targets`: compiles for other platforms.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// A platform, and the rooms that are meant for it.
struct Target {
    triple: &'static str,
    rooms: Rooms,
}

/// The rooms that are compiled for a platform.
#[derive(Clone, Copy)]
enum Rooms {
    All,
    Named(&'static [&'static str]),
}

/// The platforms that the project supports.
const TARGETS: &[Target] = &[
    Target { triple: ALWAYS, rooms: Rooms::All },
    Target { triple: "aarch64-unknown-linux-gnu", rooms: Rooms::All },
    Target { triple: "x86_64-apple-darwin", rooms: Rooms::All },
    Target { triple: "aarch64-apple-darwin", rooms: Rooms::All },
    Target { triple: "x86_64-pc-windows-msvc", rooms: Rooms::All },
    Target { triple: "wasm32-unknown-unknown", rooms: Rooms::Named(BROWSER_ROOMS) },
];

/// The platform that is always checked, even if its standard library seems to be missing.
const ALWAYS: &str = "x86_64-unknown-linux-gnu";

/// The rooms that run in a browser, which has no threads, files or terminal.
const BROWSER_ROOMS: &[&str] = &["board", "records", "eval", "weights", "engine", "wasm"];

/// The result for a platform.
enum Verdict {
    Compiles,
    Fails,
    Untried,
}

/// Checks each target whose standard library is installed and reports the others as untried.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode> {
    let mut verdicts = Vec::new();
    for target in TARGETS {
        verdicts.push((target.triple, check(workspace, target)?));
    }
    println!("==> summary");
    for (triple, verdict) in &verdicts {
        println!("{triple:<28} {}", describe(verdict));
    }
    let failed = verdicts.iter().any(|(_, verdict)| matches!(verdict, Verdict::Fails));
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the words of the summary for a result.
fn describe(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Compiles => "compiles",
        Verdict::Fails => "FAILED",
        Verdict::Untried => "untried: install its standard library with `rustup target add`",
    }
}

/// Compiles for one platform, if its standard library is installed.
fn check(workspace: &Workspace, target: &Target) -> Result<Verdict> {
    if target.triple != ALWAYS && !is_installed(target.triple, &workspace.root) {
        return Ok(Verdict::Untried);
    }
    let call = invocation(workspace, target);
    println!("==> {call}");
    let status = call.status(&workspace.root)?;
    Ok(if status.success() { Verdict::Compiles } else { Verdict::Fails })
}

/// Reports whether the standard library of a target is installed where the compiler looks for it.
fn is_installed(triple: &str, root: &Path) -> bool {
    let call = Invocation::new("rustc", ["--print", "target-libdir", "--target", triple]);
    call.output(root).is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Returns the call that compiles for a platform, with the one kernel that every platform has.
fn invocation(workspace: &Workspace, target: &Target) -> Invocation {
    let call = Invocation::cargo("check --features kernel-portable --target")
        .argument(target.triple)
        // Drops `target-cpu=native` of the project's configuration: it is right for this machine's processor only.
        .variable("CARGO_ENCODED_RUSTFLAGS", "");
    match target.rooms {
        Rooms::All => call.argument("--workspace"),
        Rooms::Named(rooms) => workspace
            .packages_of(rooms)
            .into_iter()
            .fold(call, |call, package| call.argument("--package").argument(package)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_at_hand_is_not_assumed() {
        let workspace = Workspace::load().unwrap();
        assert_eq!(
            invocation(&workspace, &TARGETS[0]).to_string(),
            "CARGO_ENCODED_RUSTFLAGS='' cargo check --features kernel-portable \
             --target x86_64-unknown-linux-gnu --workspace"
        );
    }

    #[test]
    fn the_browser_gets_the_rooms_that_are_meant_for_it() {
        let workspace = Workspace::load().unwrap();
        let browser = TARGETS.iter().find(|target| target.triple.starts_with("wasm32")).unwrap();
        let command = invocation(&workspace, browser).to_string();
        assert!(command.contains("--package willow-board"), "{command}");
        assert!(!command.contains("xtask") && !command.contains("--workspace"), "{command}");
    }

    #[test]
    fn a_platform_that_does_not_exist_is_not_installed() {
        assert!(!is_installed("z80-sinclair-spectrum", Path::new(".")));
    }
}
