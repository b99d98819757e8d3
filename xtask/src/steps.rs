//! The steps of `cargo xtask test`: what each runs.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::command::{self, run};
use crate::test::{Extent, Step, Tool, Work};
use crate::tidy;
use crate::web;
use crate::workspace::Workspace;

/// The features with which the workspace is tested: with them files of types are compared with the Rust types.
const FEATURES: &str = "willow-analysis/ts";

/// Only the slow tests need the laboratory optimized.
const FULL: &str = "--config profile.dev.package.willow-lab.opt-level=1";

/// The crates whose code differs by kernel: their tests run once more with each lower one.
const WITH_KERNELS: &str = "-p willow-board -p willow-eval -p willow-engine";

/// The features that force a lower kernel, and whether this machine has a higher one. Without, the other tests have run
/// with that kernel.
const LOWER_KERNELS: [(&str, bool); 2] = [
    ("kernel-avx2", cfg!(all(target_feature = "avx512cd", target_feature = "avx512vl"))),
    ("kernel-portable", cfg!(target_feature = "avx2")),
];

/// The feature that compiles LLVM's fuzzer. The fuzz targets are checked without it.
const FUZZER: &str = "link_libfuzzer";

const NODE: Tool = Tool {
    names: &["node"],
    advice: "install Node.js 20 or later, with npm: https://nodejs.org",
    is_optional: false,
};

const CHROMIUM: Tool = Tool {
    names: &web::BROWSERS,
    advice: "install Chromium: `apt-get install chromium` on Debian",
    is_optional: false,
};

const CARGO_DENY: Tool = Tool {
    names: &["cargo-deny"],
    advice: "install it with `cargo install cargo-deny`",
    is_optional: true,
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
            step("compilation", |workspace| run(&mut tests(workspace, "--no-run"))),
            with(NODE, "web units", Work::Beside(web::test_units)),
            with(
                CHROMIUM,
                "web browser",
                Work::Beside(|it| web::test_in_browser(it, Extent::Fast)),
            ),
            step("tests", |workspace| run(&mut tests(workspace, "--no-fail-fast"))),
        ]),
        Extent::Full => steps.extend([
            step("tests", |workspace| {
                let options = format!("--no-fail-fast {FULL}");
                run(tests(workspace, &options).env("WILLOW_FULL", "1"))
            }),
            step("loom", loom),
            step("lower kernels", lower_kernels),
            with(NODE, "web client", Work::Beside(web::check_committed)),
            step("clippy", |workspace| {
                run(&mut cargo(workspace, "clippy --workspace --all-targets -- -D warnings"))
            }),
            step("documentation", documentation),
            step("features", features),
            with(
                CARGO_DENY,
                "licences",
                Work::InTurn(|it| run(&mut cargo(it, "deny check bans licenses sources"))),
            ),
            with(CHROMIUM, "web browser", Work::Alone(|it| web::test_in_browser(it, Extent::Full))),
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

/// Runs the model of the hash table's threads: every order of their accesses.
fn loom(workspace: &Workspace) -> Result<()> {
    let mut test = cargo(workspace, "test -p willow-engine --lib transposition_table::bucket");
    let told = command::output(test.env("RUSTFLAGS", "--cfg loom")).context("the model failed")?;
    print!("{told}");
    // A name that no test has is no error of cargo's.
    ensure!(told.contains("test result: ok. 1 passed"), "the model is not among the tests");
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

/// Compiles each crate with features as it is alone, and with each of its optional features. A build of the workspace
/// has the features that any of its crates asks for.
fn features(workspace: &Workspace) -> Result<()> {
    for entry in workspace.crates.iter().filter(|entry| !entry.features.is_empty()) {
        let check = format!("check --quiet -p {}", entry.package);
        run(&mut cargo(workspace, &check))?;
        let is_checked = |name: &&str| !name.starts_with("kernel-") && *name != FUZZER;
        for feature in entry.optional_features().filter(is_checked) {
            let line = format!("{check} --no-default-features --features {feature}");
            run(&mut cargo(workspace, &line))?;
        }
    }
    Ok(())
}
