//! The arguments of `willow lab`, which are those of `willow-lab`.

use std::ffi::OsString;

use clap::Args;

use super::values;

/// Train the engine's evaluation; tune and prepare the old programs
///
/// Starts the program `willow-lab`, which `cargo build --release -p willow-lab` builds, with these arguments.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct LabArgs {
    /// A command of `willow-lab` and its arguments; `help` lists them
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    #[arg(value_parser = values::input())]
    pub(crate) words: Vec<OsString>,
}
