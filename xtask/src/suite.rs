//! `cargo xtask test`: runs everything that a change must pass.

use std::env;
use std::io;
use std::process::ExitCode;

use crate::deny;
use crate::invocation::Invocation;
use crate::steps::{self, Action, Skips, Step, Tool};
use crate::tidy;
use crate::workspace::Workspace;

/// The rooms whose code differs by kernel: their tests run once more with each lower one.
const ROOMS_WITH_KERNELS: &[&str] = &["board", "eval", "engine"];

/// The features that force a lower kernel than the machine has.
const LOWER_KERNELS: &[&str] = &["kernel-avx2", "kernel-portable"];

/// Runs all the steps and prints their report.
pub(crate) fn run(workspace: &Workspace) -> ExitCode {
    let skips = Skips::from_ci(env::var("CI").ok().as_deref());
    let report = steps::run(&all_steps(workspace), &workspace.root, skips, &mut io::stdout());
    print!("{report}");
    if report.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Lists the steps, the quick ones first.
fn all_steps(workspace: &Workspace) -> Vec<Step<'_>> {
    let mut steps =
        vec![format(), tidy_step(workspace), deny_step(workspace), clippy(), docs(), tests()];
    let packages = workspace.packages_of(ROOMS_WITH_KERNELS);
    steps.extend(LOWER_KERNELS.iter().map(|kernel| kernel_tests(&packages, kernel)));
    steps
}

/// Checks the formatting. `cargo fmt` corrects it.
fn format() -> Step<'static> {
    let probe = Invocation::cargo("fmt --version");
    let advice = "rustup component add rustfmt";
    Step {
        name: "format".to_owned(),
        tool: Some(Tool { probe, advice }),
        command: Invocation::cargo("fmt --all --check"),
        action: Action::Run,
    }
}

/// Checks the rules of `tidy` within this program, so that nothing has to be built.
fn tidy_step(workspace: &Workspace) -> Step<'_> {
    let probe = Invocation::new("git", ["--version"]);
    Step {
        name: "tidy".to_owned(),
        tool: Some(Tool { probe, advice: "install git" }),
        command: Invocation::cargo("xtask tidy"),
        action: Action::Call(Box::new(|| tidy::report(workspace))),
    }
}

/// Checks the packages that we depend on, within this program.
fn deny_step(workspace: &Workspace) -> Step<'_> {
    Step {
        name: "deny".to_owned(),
        tool: None,
        command: Invocation::cargo("xtask deny"),
        action: Action::Call(Box::new(|| deny::report(workspace))),
    }
}

/// Checks all lints, in tests and benchmarks too.
fn clippy() -> Step<'static> {
    let probe = Invocation::cargo("clippy --version");
    let advice = "rustup component add clippy";
    let command = "clippy --quiet --workspace --all-targets -- -D warnings";
    Step {
        name: "clippy".to_owned(),
        tool: Some(Tool { probe, advice }),
        command: Invocation::cargo(command),
        action: Action::Run,
    }
}

/// Builds the documentation of our own crates, where a broken link is a warning.
fn docs() -> Step<'static> {
    let command = Invocation::cargo("doc --quiet --workspace --no-deps");
    Step {
        name: "docs".to_owned(),
        tool: None,
        command: command.variable("RUSTDOCFLAGS", "-D warnings"),
        action: Action::Run,
    }
}

/// Runs all tests to the end: one failing test does not hide the next.
fn tests() -> Step<'static> {
    Step {
        name: "tests".to_owned(),
        tool: None,
        command: Invocation::cargo("test --workspace --no-fail-fast"),
        action: Action::RunTests,
    }
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
    Step { name: format!("tests, {kernel}"), tool: None, command, action: Action::RunTests }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Vec<String> {
        let workspace = Workspace::load().unwrap();
        all_steps(&workspace).iter().map(|step| step.command.to_string()).collect()
    }

    #[test]
    fn lints_and_documentation_deny_warnings() {
        let commands = commands();
        let denying = commands.iter().filter(|command| command.contains("-D warnings"));
        assert_eq!(denying.count(), 2, "{commands:#?}");
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
