//! The steps of `cargo xtask test`: what each runs.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::command::{self, run};
use crate::test::{Extent, Step, Tool, Work};
use crate::tidy;
use crate::web;
use crate::workspace::Workspace;

/// The features with which the workspace is tested: with them files of types are compared with the Rust types.
const FEATURES: &str = "willow-analysis/ts";

/// Only the slow tests need the laboratory optimized, a mail server's protocol, and PostgreSQL.
const FULL: &str = "--config profile.dev.package.willow-lab.opt-level=1 --features willow-cli/mail,willow-cli/postgres";

/// The crates whose code differs by kernel: their tests run once more with each lower one.
const WITH_KERNELS: &str = "-p willow-board -p willow-eval -p willow-engine";

/// The features that force a lower kernel, and whether this machine has a higher one. Without, the other tests have run
/// with that kernel.
const LOWER_KERNELS: [(&str, bool); 2] = [
    ("kernel-avx2", cfg!(all(target_feature = "avx512cd", target_feature = "avx512vl"))),
    ("kernel-portable", cfg!(target_feature = "avx2")),
];

/// `rust-version` in `Cargo.toml`, of which this crate inherits it.
const OLDEST_COMPILER: &str = env!("CARGO_PKG_RUST_VERSION");

/// The feature that compiles LLVM's fuzzer. The fuzz targets are checked without it.
const FUZZER: &str = "link_libfuzzer";

const NODE: Tool =
    Tool { names: &["node"], advice: "install Node.js 20 or later, with npm: https://nodejs.org" };

const CHROMIUM: Tool = Tool {
    names: &web::BROWSERS,
    advice: "install Chromium: `apt-get install chromium` on Debian",
};

/// The driver needs Firefox and a screen, too: they are packages of one advice.
const OTHER_BROWSERS: Tool = Tool {
    names: &["WebKitWebDriver"],
    advice: "install Firefox and WebKit: `apt-get install firefox-esr webkit2gtk-driver xvfb xauth` \
             on Debian",
};

const CARGO_DENY: Tool =
    Tool { names: &["cargo-deny"], advice: "install it with `cargo install --locked cargo-deny`" };

const PYTHON: Tool = Tool { names: &["python3"], advice: "install Python 3.10 or later, with pip" };

/// The compiler that `rust-version` in `Cargo.toml` promises, if another one is in use.
const RUSTUP: Tool = Tool {
    names: &["rustup"],
    advice: "install it, and with it the oldest compiler: https://rustup.rs",
};

/// Returns the steps in order.
pub(crate) fn of(extent: Extent) -> Vec<Step> {
    let step = |name, run| Step { name, tool: None, work: Work::InTurn(run) };
    let with = |tool, name, work| Step { name, tool: Some(tool), work };
    let mut steps = vec![
        step("format", |workspace| run(&mut cargo(workspace, "fmt --all --check"))),
        step("tidy", tidy::check),
    ];
    match extent {
        Extent::Fast => steps.extend([
            step("compilation", |workspace| {
                run(&mut tests(workspace, "--no-run"))?;
                run(&mut example_bot(workspace, ""))
            }),
            with(NODE, "web units", Work::Background(web::test_units)),
            with(
                CHROMIUM,
                "web browser",
                Work::Background(|it| web::test_in_browser(it, Extent::Fast)),
            ),
            step("tests", |workspace| run(&mut tests(workspace, "--no-fail-fast"))),
        ]),
        Extent::Full => steps.extend([
            step("tests", |workspace| {
                run(&mut example_bot(workspace, FULL))?;
                let options = format!("--no-fail-fast {FULL}");
                run(tests(workspace, &options).env("WILLOW_FULL", "1"))
            }),
            step("loom", loom),
            step("lower kernels", lower_kernels),
            with(NODE, "web client", Work::Background(web::check_committed)),
            step("clippy", |workspace| {
                let line = "clippy --workspace --all-targets --features willow-cli/mail,willow-cli/postgres";
                run(&mut cargo(workspace, &format!("{line} -- -D warnings")))
            }),
            step("documentation", documentation),
            step("features", features),
            with(PYTHON, "python", Work::InTurn(python)),
            with(CARGO_DENY, "third party", Work::InTurn(third_party)),
            oldest_compiler_step(),
            with(CHROMIUM, "web browser", Work::Alone(|it| web::test_in_browser(it, Extent::Full))),
            with(OTHER_BROWSERS, "other browsers", Work::Alone(web::test_in_other_browsers)),
        ]),
    }
    steps
}

/// Calls cargo without notes for the next compilation, which are most of a build's disk space.
fn cargo(workspace: &Workspace, arguments: &str) -> Command {
    let mut command = command::cargo(&workspace.root, arguments);
    command.env("CARGO_INCREMENTAL", "0");
    command
}

/// Returns the call for all tests but those of the documentation.
fn tests(workspace: &Workspace, options: &str) -> Command {
    let line = "test --workspace --lib --bins --tests --features";
    cargo(workspace, &format!("{line} {FEATURES} {options}"))
}

/// Returns the call that compiles the bot of the examples, which a test lets play.
fn example_bot(workspace: &Workspace, options: &str) -> Command {
    cargo(workspace, &format!("build --workspace --example bot --features {FEATURES} {options}"))
}

/// Runs the model of the hash table's threads: every order of their accesses.
fn loom(workspace: &Workspace) -> Result<()> {
    let model = |options: &str| {
        let line = "test -p willow-engine --lib transposition_table::bucket";
        let mut test = cargo(workspace, &format!("{line} {options}"));
        test.env("RUSTFLAGS", "--cfg loom");
        test
    };
    run(&mut model(""))?;
    // A name that no test has is no error of cargo's.
    let listed = command::output(&mut model("-- --list")).unwrap_or_default();
    ensure!(listed.contains("1 test,"), "the model is not among the tests");
    Ok(())
}

/// Runs the tests of the crates with kernels. A feature forces the kernel: `RUSTFLAGS` would compile all dependencies
/// again.
fn lower_kernels(workspace: &Workspace) -> Result<()> {
    LOWER_KERNELS.into_iter().try_for_each(|(kernel, is_lower)| {
        if !is_lower {
            println!("{kernel}: this machine has no higher one");
            return Ok(());
        }
        let line = format!("test --lib --tests --no-fail-fast {WITH_KERNELS} --features {kernel}");
        run(&mut cargo(workspace, &line))
    })
}

/// Builds the documentation, where a broken link is an error, and runs its examples.
fn documentation(workspace: &Workspace) -> Result<()> {
    let mut build = cargo(workspace, "doc --workspace --no-deps");
    run(build.env("RUSTDOCFLAGS", "-D warnings"))?;
    run(&mut cargo(workspace, &format!("test --workspace --doc --features {FEATURES} {FULL}")))
}

/// Returns the step that compiles everything with the oldest compiler. Where that is the compiler in use, all other
/// steps have done so.
fn oldest_compiler_step() -> Step {
    let name = "oldest compiler";
    let version = command::output(Command::new("rustc").arg("--version")).unwrap_or_default();
    if version.starts_with(&format!("rustc {OLDEST_COMPILER}.")) {
        let tell = |_: &Workspace| {
            println!("it is the one in use");
            Ok(())
        };
        return Step { name, tool: None, work: Work::InTurn(tell) };
    }
    let work = Work::InTurn(|workspace| {
        let check = "cargo check --workspace --all-targets --locked";
        let line = format!("rustup run {OLDEST_COMPILER} {check}");
        let mut command = command::program(&workspace.root, &line);
        run(command.env("CARGO_TARGET_DIR", workspace.target.join("oldest-compiler")))
    });
    Step { name, tool: Some(RUSTUP), work }
}

/// Runs the tests of the Python package, on a module for this machine, against the server that was built.
fn python(workspace: &Workspace) -> Result<()> {
    let (sources, folder) = (workspace.root.join("python"), workspace.target.join("python"));
    let package = folder.join("willow_othello");
    let mut build = command::cargo(&sources, "build --locked --target-dir");
    // As maturin does: the module takes Python's functions from the program that loads it.
    run(build.arg(&folder).env("PYO3_BUILD_EXTENSION_MODULE", "1"))?;
    fs::create_dir_all(&package)?;
    for entry in fs::read_dir(sources.join("willow_othello"))? {
        let entry = entry?;
        fs::copy(entry.path(), package.join(entry.file_name()))?;
    }
    fs::copy(folder.join("debug/libwillow_othello.so"), package.join("_native.abi3.so"))?;
    if !folder.join("pytest").exists() {
        let pip = "python3 -m pip install --quiet --target . numpy pytest";
        run(&mut command::program(&folder, pip))?;
    }
    let mut tests = command::program(&folder, "python3 -m pytest -q -p no:cacheprovider");
    tests.arg(sources.join("tests")).env("WILLOW", workspace.target.join("debug/willow"));
    run(tests.env("PYTHONPATH", &folder).env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// Checks licences and sources, and that the workspaces beside this one have lock files that fit its crates.
fn third_party(workspace: &Workspace) -> Result<()> {
    run(&mut cargo(workspace, "deny check bans licenses sources"))?;
    ["fuzz", "python"].into_iter().try_for_each(|folder| {
        run(&mut cargo(workspace, &format!("fetch --locked --manifest-path {folder}/Cargo.toml")))
    })
}

/// Compiles each crate with every subset of its features. A build of the workspace has the features that any of its
/// crates asks for.
fn features(workspace: &Workspace) -> Result<()> {
    for entry in workspace.crates.iter().filter(|entry| !entry.features.is_empty()) {
        for features in subsets(&entry.features_but_default()) {
            let check = format!("check --quiet -p {} --no-default-features", entry.package);
            let mut command = cargo(workspace, &check);
            run(command.args(["--features", &features.join(",")]))?;
        }
    }
    Ok(())
}

/// Returns the subsets of a crate's features that are checked. Kernels have a step of their own.
fn subsets<'a>(features: &[&'a str]) -> Vec<Vec<&'a str>> {
    let is_checked = |name: &&str| !name.starts_with("kernel-") && *name != FUZZER;
    features.iter().copied().filter(is_checked).fold(vec![Vec::new()], |subsets, feature| {
        let with_it = subsets.iter().map(|subset| [&subset[..], &[feature]].concat());
        subsets.iter().cloned().chain(with_it).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_of_features_is_checked() {
        let all = ["a", "kernel-avx2", "b", FUZZER];
        let expected: [&[&str]; 4] = [&[], &["a"], &["b"], &["a", "b"]];
        assert_eq!(subsets(&all), expected);
    }
}
