//! Tests of the two encodings, in one binary.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod codecs;
mod document;
mod errors;
mod laws;
mod schema;
mod seeds;
mod streams;
