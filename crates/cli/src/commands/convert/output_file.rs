//! The files that a conversion writes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use willow_records::DroppedData;

/// A file that is complete in memory and not written yet.
pub(super) struct OutputFile {
    /// Where to write it.
    pub(super) path: PathBuf,
    /// Its contents.
    pub(super) bytes: Vec<u8>,
}

/// All files of one conversion.
pub(super) struct OutputFiles {
    /// The files in writing order. The file that the user named is last, so that it exists only if
    /// the others do.
    pub(super) files: Vec<OutputFile>,
    /// The number of names that were too long for the format and were cut off.
    pub(super) n_shortened: usize,
    /// What the format cannot hold, with the number of records that lose it.
    pub(super) dropped: BTreeMap<DroppedData, usize>,
}
