//! The arguments of `willow config`.

use clap::{Args, Subcommand};

/// Show and change defaults of options, which stand in a file
///
/// The file is TOML: `threads = 2`, or `white = "willow:level=8"` below the line `[play]`. What stands on
/// the command line wins. `willow config show` lists all keys.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow config set play.white willow:level=8
  willow config set threads 2
  willow config unset play.white")]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub(crate) step: ConfigStep,
}

/// What to do with the configuration.
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigStep {
    /// Print all keys, with the values that are set; the output is TOML
    Show,
    /// Print the name of the file; it need not exist
    Path,
    /// Set a key
    Set {
        /// The key, such as play.white
        key: String,
        /// The value, as it would stand on the command line
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Remove a key, so that the program's own default holds again
    Unset {
        /// The key, such as play.white
        key: String,
    },
}
