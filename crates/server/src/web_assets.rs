//! The built web client: its files, compressed.
//!
//! `cargo xtask web` builds the sources in `web/` and writes the folder `bundle/`, which is committed, so
//! that a build of Willow needs neither node nor npm. Nearly all files are there in brotli's format only,
//! under their names with `.br`. [`Asset::bytes`] gives them in the encodings of browsers.
//!
//! Invariant: nothing here is computed from a request. A path names one of the files of the bundle, or none.

mod asset;
mod bundle;

pub(crate) use asset::{Asset, Encoding};
pub(crate) use bundle::{Bundle, BundleError};
