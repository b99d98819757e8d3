//! The arguments of `willow completions`, `willow man` and the hidden `willow generate`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

use super::values;

/// Write shell completions and man pages
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// The folder to write to; it is created if it does not exist
    #[arg(short, long, value_name = "DIR", value_parser = values::path())]
    pub(crate) out: PathBuf,
}

/// Print the completions for a shell
///
/// The shell reads the output: it completes commands, options and file names with Tab.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow completions bash > ~/.local/share/bash-completion/completions/willow
  willow completions zsh > ~/.zfunc/_willow          a folder of $fpath
  willow completions fish > ~/.config/fish/completions/willow.fish")]
pub(crate) struct CompletionsArgs {
    /// bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", value_enum, hide_possible_values = true)]
    pub(crate) shell: Shell,
}

/// Print a page of the manual
///
/// The output is in the language of manual pages, roff. `man` shows it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow man | man -l -
  willow man book learn | man -l -")]
pub(crate) struct ManArgs {
    /// The command of the page, such as solve or book learn (default: the page of willow itself)
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}
