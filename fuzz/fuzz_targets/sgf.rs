//! Looks for a counterexample to the law of `sgf`.
#![no_main]

#[path = "../../crates/records/tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::check("sgf", input));
