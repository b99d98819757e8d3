//! The option about files that exist.

use clap::Args;
use willow_files::Overwrite;

/// Whether files that exist are replaced.
#[derive(Args, Debug)]
pub(crate) struct ReplaceArgs {
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

impl ReplaceArgs {
    /// Returns what happens to a file that exists.
    pub(crate) const fn overwrite(&self) -> Overwrite {
        if self.force { Overwrite::Always } else { Overwrite::Never }
    }
}
