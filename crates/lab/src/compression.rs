//! Compression of embedded files by Zstandard.
//!
//! Willow decompresses them with `ruzstd`, which is pure Rust. `ruzstd` itself compresses only at
//! the fastest level: the weights take 2.9 MB, against 2.0 MB with the C library that is used here.

use anyhow::{Context as _, Result};

/// A slow level with small output: a file is written once and read often.
const LEVEL: i32 = 19;

/// Returns the bytes compressed by Zstandard.
///
/// # Errors
/// There must be memory for it.
pub fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    zstd::bulk::compress(bytes, LEVEL).context("cannot compress")
}
