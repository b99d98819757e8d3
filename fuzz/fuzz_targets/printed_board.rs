//! Looks for a counterexample to the law of `printed_board`.
#![no_main]

#[path = "../../crates/records/tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::check("printed_board", input));
