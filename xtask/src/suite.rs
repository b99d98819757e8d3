//! `cargo xtask test`: runs everything that a change must pass.

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;

use crate::deny;
use crate::disk;
use crate::features;
use crate::invocation::Invocation;
use crate::report::Skips;
use crate::steps::{Action, Runner, Step, Tool};
use crate::tidy;
use crate::web;
use crate::workspace::Workspace;

/// The rooms whose code differs by kernel: their tests run once more with each lower one.
const ROOMS_WITH_KERNELS: &[&str] = &["board", "eval", "engine"];

/// The features that force a lower kernel than the machine has.
const LOWER_KERNELS: &[&str] = &["kernel-avx2", "kernel-portable"];

/// The features that other steps compile: a lower kernel has a step of its own, the server turns on
/// `openapi` in every build of the workspace, and the tests turn on `ts`.
const COMPILED_ELSEWHERE: &[&str] = &["kernel-avx2", "kernel-portable", "openapi", "ts"];

/// The steps in order, the quick ones first, and how many seconds each should take at most from a
/// clean clone on two cores. All together are to take 20 minutes.
const BUDGETS: &[(&str, u64)] = &[
    ("format", 10),
    ("tidy", 20),
    ("deny", 10),
    ("clippy", 180),
    ("docs", 30),
    ("features, default", 30),
    ("fuzz targets", 30),
    ("fuzz seeds", 60),
    ("tests", 420),
    ("tests, kernel-avx2", 70),
    ("tests, kernel-portable", 70),
    ("web check", 50),
    ("web bundle", 150),
    ("web browser", 70),
];

/// How often a step whose output is captured prints its elapsed time.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// The space on the disk that all steps take from a clean clone, in bytes.
const DISK_SPACE: u64 = 6_500_000_000;
/// The same with the files of incremental builds, as developers have them.
const INCREMENTAL_DISK_SPACE: u64 = 17_000_000_000;

/// Runs all the steps and prints their report, and the size of the build folder.
pub(crate) fn run(workspace: &Workspace) -> ExitCode {
    warn_of_shortage(workspace);
    web::install_missing(workspace);
    let runner = Runner {
        folder: &workspace.root,
        skips: Skips::from_ci(env::var("CI").ok().as_deref()),
        heartbeat: (!io::stderr().is_terminal()).then_some(HEARTBEAT),
    };
    let report = runner.run(&all_steps(workspace), &mut io::stdout());
    print!("{report}");
    println!("size of target: {:.1} GB", disk::bytes(&workspace.target) as f64 / 1e9);
    if report.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Warns at the start if the disk is too full for the build: the compiler's errors then do not name the cause.
fn warn_of_shortage(workspace: &Workspace) {
    let is_incremental = env::var("CARGO_INCREMENTAL").as_deref() != Ok("0");
    let needed = if is_incremental { INCREMENTAL_DISK_SPACE } else { DISK_SPACE };
    let free = disk::free_bytes(&workspace.root);
    let used = disk::bytes(&workspace.target);
    if let Some(warning) = free.and_then(|free| disk::shortage(free, used, needed)) {
        println!("{warning}");
    }
}

/// Lists the steps in the order of [`BUDGETS`].
fn all_steps(workspace: &Workspace) -> Vec<Step<'_>> {
    let mut steps = vec![format(), tidy_step(workspace), deny_step(workspace), clippy(), docs()];
    let checks = features::checks(&workspace.rooms, COMPILED_ELSEWHERE);
    steps.extend(checks.into_iter().map(|(name, command)| step(&name, command, Action::Run)));
    steps.extend([fuzz_targets(workspace), fuzz_seeds(workspace), tests()]);
    let packages = workspace.packages_of(ROOMS_WITH_KERNELS);
    steps.extend(LOWER_KERNELS.iter().map(|kernel| kernel_tests(&packages, kernel)));
    steps.extend([web_check(workspace), web_bundle(workspace), web_browser(workspace)]);
    steps
}

/// Makes a step that needs no tool. A test checks that its budget is in the table.
fn step<'a>(name: &str, command: Invocation, action: Action<'a>) -> Step<'a> {
    let budget = BUDGETS.iter().find(|(step, _)| *step == name).map_or(0, |(_, budget)| *budget);
    let budget = Duration::from_secs(budget);
    Step { name: name.to_owned(), tool: None, command, action, budget }
}

/// Checks the formatting. `cargo fmt` corrects it.
fn format() -> Step<'static> {
    let probe = Invocation::cargo("fmt --version");
    let advice = "rustup component add rustfmt";
    let step = step("format", Invocation::cargo("fmt --all --check"), Action::Run);
    Step { tool: Some(Tool { probe, advice }), ..step }
}

/// Checks the rules of `tidy` within this program, so that nothing has to be built.
fn tidy_step(workspace: &Workspace) -> Step<'_> {
    let probe = Invocation::new("git", ["--version"]);
    let step = step(
        "tidy",
        Invocation::cargo("xtask tidy"),
        Action::Call(Box::new(|| tidy::report(workspace))),
    );
    Step { tool: Some(Tool { probe, advice: "install git" }), ..step }
}

/// Checks the packages that we depend on, within this program.
fn deny_step(workspace: &Workspace) -> Step<'_> {
    step(
        "deny",
        Invocation::cargo("xtask deny"),
        Action::Call(Box::new(|| deny::report(workspace))),
    )
}

/// Checks all lints, in tests and benchmarks too.
fn clippy() -> Step<'static> {
    let probe = Invocation::cargo("clippy --version");
    let advice = "rustup component add clippy";
    let command = "clippy --workspace --all-targets -- -D warnings";
    let step = step("clippy", Invocation::cargo(command), Action::Run);
    Step { tool: Some(Tool { probe, advice }), ..step }
}

/// Builds the documentation of our own crates, where a broken link is a warning.
fn docs() -> Step<'static> {
    let command = Invocation::cargo("doc --workspace --no-deps");
    step("docs", command.variable("RUSTDOCFLAGS", "-D warnings"), Action::Run)
}

/// Compiles the fuzz targets, with the usual compiler and without the fuzzer.
fn fuzz_targets(workspace: &Workspace) -> Step<'static> {
    step("fuzz targets", fuzz(workspace, "check").argument("--bins"), Action::Run)
}

/// Checks the laws of the fuzz targets on their seeds, and on what a fuzzer has found here.
fn fuzz_seeds(workspace: &Workspace) -> Step<'static> {
    step("fuzz seeds", fuzz(workspace, "test").argument("--lib"), Action::RunTests)
}

/// Calls cargo in the workspace of the fuzz targets, which builds into our target folder.
fn fuzz(workspace: &Workspace, command: &str) -> Invocation {
    let target = workspace.target.strip_prefix(&workspace.root).unwrap_or(&workspace.target);
    Invocation::cargo(command)
        .argument("--manifest-path")
        .argument("fuzz/Cargo.toml")
        .argument("--target-dir")
        .argument(target.to_string_lossy())
        .argument("--no-default-features")
}

/// Runs all tests to the end: one failing test does not hide the next.
fn tests() -> Step<'static> {
    let command = Invocation::workspace_tests().argument("--no-fail-fast");
    step("tests", command, Action::RunTests)
}

/// Runs the tests of some packages with a lower kernel.
///
/// The kernel is forced by a crate feature. `RUSTFLAGS` would replace the configured flags and
/// compile every dependency again.
fn kernel_tests(packages: &[&str], kernel: &str) -> Step<'static> {
    let command = Invocation::cargo("test --no-fail-fast --features").argument(kernel);
    let command = packages
        .iter()
        .fold(command, |command, package| command.argument("--package").argument(*package));
    step(&format!("tests, {kernel}"), command, Action::RunTests)
}

/// Checks the sources of the web client, and runs its tests that need no browser.
fn web_check(workspace: &Workspace) -> Step<'_> {
    let command = Invocation::new("npm", ["--prefix", "web", "run", "lint"]);
    let action = Action::Call(Box::new(|| web::check(workspace)));
    Step { tool: Some(web::node()), ..step("web check", command, action) }
}

/// Builds the web client anew. On the build server it must be the one that is committed.
fn web_bundle(workspace: &Workspace) -> Step<'_> {
    let command = Invocation::cargo("xtask web --check");
    let skips = Skips::from_ci(env::var("CI").ok().as_deref());
    let action = Action::Call(Box::new(move || web::check_bundle(workspace, skips)));
    Step { tool: Some(web::wasm_compiler(workspace)), ..step("web bundle", command, action) }
}

/// Tests the web client that was just built in a browser, against a server.
fn web_browser(workspace: &Workspace) -> Step<'_> {
    let command = Invocation::cargo("xtask web --browser");
    let action = Action::Call(Box::new(|| web::test_in_browser(workspace)));
    Step { tool: Some(web::chromium(workspace)), ..step("web browser", command, action) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Vec<String> {
        let workspace = Workspace::load().unwrap();
        all_steps(&workspace).iter().map(|step| step.command.to_string()).collect()
    }

    #[test]
    fn every_step_has_a_budget_and_all_together_take_twenty_minutes() {
        let workspace = Workspace::load().unwrap();
        let steps = all_steps(&workspace);
        let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
        let budgets: Vec<&str> = BUDGETS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, budgets, "give each step a budget in BUDGETS, in the order of the steps");
        assert_eq!(BUDGETS.iter().map(|(_, seconds)| seconds).sum::<u64>(), 20 * 60);
    }

    #[test]
    fn the_fuzz_targets_need_no_fuzzer_and_no_second_build_folder() {
        let [root, target] = ["/w", "/w/target"].map(Into::into);
        let workspace = Workspace { root, target, rooms: Vec::new() };
        assert_eq!(
            fuzz_seeds(&workspace).command.to_string(),
            "cargo test --manifest-path fuzz/Cargo.toml --target-dir target \
             --no-default-features --lib"
        );
    }

    #[test]
    fn lints_and_documentation_deny_warnings() {
        let commands = commands();
        let denying = commands.iter().filter(|command| command.contains("-D warnings"));
        assert_eq!(denying.count(), 2, "{commands:#?}");
    }

    #[test]
    fn the_web_client_is_checked_built_and_tested_in_a_browser() {
        let commands = commands();
        for command in ["npm --prefix web run lint", "xtask web --check", "xtask web --browser"] {
            assert!(
                commands.iter().any(|line| line.ends_with(command)),
                "{command}: {commands:#?}"
            );
        }
    }

    #[test]
    fn the_types_of_typescript_are_compared() {
        let command = "cargo test --workspace --features willow-protocol/ts,willow-analysis/ts --no-fail-fast";
        assert!(commands().iter().any(|line| line == command), "{:#?}", commands());
    }

    #[test]
    fn every_lower_kernel_is_tested_in_the_hot_rooms() {
        let commands = commands();
        for kernel in LOWER_KERNELS {
            let command = format!("cargo test --no-fail-fast --features {kernel} --package ");
            let found = commands.iter().find(|line| line.starts_with(&command));
            let line = found.unwrap_or_else(|| panic!("{kernel} is not tested: {commands:#?}"));
            assert!(line.contains("--package willow-board"), "{line}");
        }
    }
}
