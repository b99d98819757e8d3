//! Tests.
mod matching;
