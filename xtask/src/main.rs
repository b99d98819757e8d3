//! The developers' commands: tests, the project's rules, the web client, archives, load, distribution.
//!
//! `cargo xtask test` is what a change must pass, on a developer's machine and on the build server. Nothing
//! in this crate depends on the rest of the workspace: it runs cargo, and the `willow` binary.
#![forbid(unsafe_code)]

mod archives;
mod deny;
mod disk;
mod dist;
mod features;
mod heartbeat;
mod invocation;
mod load;
mod report;
mod steps;
mod suite;
mod targets;
mod test_counts;
mod tidy;
mod verdict;
mod web;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

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
    /// Run every check that a change must pass
    ///
    /// Checks formatting, lints, documentation, the rules of `tidy`, licences and all tests. The tests of `board`,
    /// `eval` and `engine` run once more with each lower kernel, each feature of a room is compiled,
    /// and the fuzz targets are compiled and their seeds replayed. A step whose tool is not
    /// installed is skipped and reported; with CI=true in the environment, a skipped step is a failure.
    ///
    /// The last lines tell the time of each step beside its budget on two cores, and the size of the build.
    /// A step over its budget is a warning.
    Test,
    /// Check the project's rules that no compiler checks
    Tidy,
    /// Check licences, sources and bans of the packages that we depend on
    Deny,
    Web(web::WebArguments),
    /// Read and write back every game of a folder of archives
    Archives {
        /// The folder that holds the archives
        dir: PathBuf,
    },
    /// Measure a game server under load, in a release build
    ///
    /// The measurement takes a quarter of an hour. Run nothing else on the machine meanwhile. `-- --help`
    /// shows the options of the measurement.
    Load(load::LoadArguments),
    /// Build `willow` for distribution, with shell completions and man pages
    Dist,
    /// Compile for the other platforms whose standard libraries are installed
    CheckTargets,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().task) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a task and returns the exit code: 1 if something is wrong with the project.
fn run(task: &Task) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    match task {
        Task::Test => Ok(suite::run(&workspace)),
        Task::Tidy => tidy::run(&workspace),
        Task::Deny => deny::run(&workspace),
        Task::Web(web) => web.run(&workspace),
        Task::Archives { dir } => archives::run(&workspace, dir),
        Task::Load(load) => load.run(&workspace),
        Task::Dist => dist::run(&workspace),
        Task::CheckTargets => targets::run(&workspace),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn tasks_are_spelled_as_the_documents_spell_them() {
        for line in [
            "test",
            "tidy",
            "deny",
            "archives DIR",
            "web",
            "web --check",
            "load",
            "load --quick",
            "load --soak 2h",
            "dist",
            "check-targets",
        ] {
            let words = ["xtask"].into_iter().chain(line.split(' '));
            assert!(Arguments::try_parse_from(words).is_ok(), "{line}");
        }
    }
}
