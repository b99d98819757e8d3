//! How files that are shipped are compressed.
//!
//! They are read by `ruzstd`, which is Rust throughout, wherever Willow runs. Its compression is that of
//! the fastest level only: the weights become 2.9 MB by it and 2.0 MB by the library of Zstandard's
//! authors, which the laboratory therefore uses.

use anyhow::{Context as _, Result};

/// Slow and small: a file is written once and read for ever.
const LEVEL: i32 = 19;

/// Returns the bytes compressed by Zstandard.
///
/// # Errors
/// There must be memory for it.
pub(crate) fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    zstd::bulk::compress(bytes, LEVEL).context("cannot compress")
}
