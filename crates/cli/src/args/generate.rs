//! The arguments of the hidden `willow generate`.

use std::path::PathBuf;

use clap::Args;

use super::values;

/// Write shell completions and man pages
#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// The folder to write into; it is made if it does not exist
    #[arg(long, value_name = "DIR", value_parser = values::path())]
    pub(crate) out: PathBuf,
}
