//! The arguments of the hidden `willow generate`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Write shell completions and man pages
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// The folder to write to; it is created if it does not exist
    #[arg(long, value_name = "DIR", value_parser = values::path())]
    pub(crate) out: PathBuf,
}
