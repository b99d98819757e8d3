//! The workshop: what is run on the project rather than by it.
//!
//! `cargo xtask test` is all that a change must pass, here and on the build server alike. Nothing
//! in this crate depends on the rest of the workspace: it runs cargo, and the `willow` binary.
#![forbid(unsafe_code)]

mod archives;
mod deny;
mod dist;
mod invocation;
mod load;
mod steps;
mod suite;
mod targets;
mod test_counts;
mod tidy;
mod verdict;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::tidy::Rules;
use crate::workspace::Workspace;

/// Run the project's chores
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Clone, Debug, Subcommand)]
enum Chore {
    /// Run every check that a change must pass
    ///
    /// Formatting, lints, documentation, tidiness, licences and all tests, the tests of the hot crates once
    /// more with each lower kernel. A step whose tool is not installed is skipped and reported;
    /// with CI=true in the environment that is a failure.
    Test,
    /// Check the project's rules that no compiler checks
    Tidy {
        /// Report also what is being replaced: retired words and circles of files
        #[arg(long)]
        pending: bool,
    },
    /// Check licences, origins and bans of the packages that are built
    Deny,
    /// Read and write back every record of a folder of game archives
    Archives {
        /// The folder that holds the archives
        dir: PathBuf,
    },
    /// Put a game server under load and measure it, in a release build
    ///
    /// Takes a quarter of an hour and should have the machine for itself. `--help` after `--` shows
    /// what can be left out or changed.
    Load(load::Load),
    /// Build `willow` for distribution, with shell completions and man pages
    Dist,
    /// Compile for the other platforms, as far as their standard libraries are installed
    CheckTargets,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().chore) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Does a chore and returns the exit code: 1 when something is wrong with the project.
fn run(chore: &Chore) -> Result<ExitCode> {
    let workspace = Workspace::load()?;
    match chore {
        Chore::Test => Ok(suite::run(&workspace)),
        Chore::Tidy { pending } => {
            tidy::run(&workspace, if *pending { Rules::Pending } else { Rules::Kept })
        }
        Chore::Deny => deny::run(&workspace),
        Chore::Archives { dir } => archives::run(&workspace, dir),
        Chore::Load(load) => load.run(&workspace),
        Chore::Dist => dist::run(&workspace),
        Chore::CheckTargets => targets::run(&workspace),
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
    fn chores_are_spelled_as_the_documents_spell_them() {
        for line in [
            "test",
            "tidy",
            "tidy --pending",
            "deny",
            "archives DIR",
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
