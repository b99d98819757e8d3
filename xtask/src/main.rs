//! Developers' commands: `cargo xtask test` and its parts, the web client, load, other platforms, distribution.
//!
//! This crate runs cargo, npm and the `willow` binary, and depends on no other crate of the workspace.
#![forbid(unsafe_code)]

mod command;
mod dist;
mod platforms;
mod steps;
mod test;
mod tidy;
mod web;
mod workspace;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

use crate::command::{cargo, run};
use crate::test::Extent;
use crate::workspace::Workspace;

/// Test, check and distribute the project
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Clone, Debug, Subcommand)]
enum Task {
    /// Run the tests of all crates, the fast browser tests, and the checks of `tidy` and of formatting
    ///
    /// A step whose tool is not installed is skipped and reported; with CI=true in the environment it fails.
    Test {
        /// Also run clippy, documentation, each feature alone, lower kernels, slow tests, fuzz targets, all browser
        /// tests, licences, and build the web client anew
        #[arg(long)]
        full: bool,
    },
    /// Check dependencies between crates, heads of files, `forbid(unsafe_code)`, links of documents, `Bench:` trailers
    Tidy,
    /// Build the web client into crates/server/bundle
    Web {
        /// Build into the target folder instead, and compare with what is committed
        #[arg(long)]
        check: bool,
    },
    /// Read and write back every game of a folder of archives
    Archives {
        /// The folder that holds the archives
        dir: PathBuf,
    },
    /// Measure a game server under load, in a release build
    ///
    /// The measurement takes a quarter of an hour: run nothing else meanwhile. `load -- --help` shows its options.
    Load {
        /// The options of the measurement, such as `--quick` or `--soak 2h`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Build the files of a release: programs for Linux, archives, an image, packages for Debian, Python and npm
    Dist,
    /// Build the Python package for Linux on x86-64 (a part of dist)
    Wheel,
    /// Build the package of rules, engine and board for npm (a part of dist)
    Npm,
    /// Compile for the other platforms whose standard libraries are installed
    CheckTargets,
}

fn main() -> ExitCode {
    match perform(&Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: &Task) -> Result<()> {
    let workspace = Workspace::load()?;
    match task {
        Task::Test { full } => {
            test::run(&workspace, if *full { Extent::Full } else { Extent::Fast })
        }
        Task::Tidy => tidy::check(&workspace),
        Task::Web { check: false } => web::build_committed(&workspace),
        Task::Web { check: true } => web::check_committed(&workspace),
        Task::Archives { dir } => archives(&workspace, dir),
        Task::Load { options } => load(&workspace, options),
        Task::Dist => dist::dist(&workspace),
        Task::Wheel => dist::wheel(&workspace),
        Task::Npm => web::pack_for_npm(&workspace, &workspace.target.join("release-files")),
        Task::CheckTargets => platforms::check(&workspace),
    }
}

/// Runs the archive tests of `records`, which is told the folder by a variable.
fn archives(workspace: &Workspace, folder: &Path) -> Result<()> {
    let full = folder
        .canonicalize()
        .with_context(|| format!("cannot find the folder of archives `{}`", folder.display()))?;
    let test = "test --release -p willow-records --test tests archives:: -- --nocapture";
    run(cargo(&workspace.root, test).env("WILLOW_ARCHIVES", full))
}

/// Runs the load test, a bench target of the server.
fn load(workspace: &Workspace, options: &[String]) -> Result<()> {
    run(cargo(&workspace.root, "bench -p willow-server --bench load --").args(options))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn tasks_are_spelled_as_the_documents_spell_them() {
        Arguments::command().debug_assert();
        for line in [
            "test",
            "test --full",
            "tidy",
            "archives DIR",
            "web",
            "web --check",
            "load",
            "load --quick",
            "load --soak 2h",
            "load -- --only steady --time 30s",
            "dist",
            "wheel",
            "npm",
            "check-targets",
        ] {
            let words = ["xtask"].into_iter().chain(line.split(' '));
            assert!(Arguments::try_parse_from(words).is_ok(), "{line}");
        }
    }
}
