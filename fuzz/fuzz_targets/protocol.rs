//! Looks for bytes that a client could send and that break the law of the server's codecs.
#![no_main]

#[path = "../../crates/protocol/tests/laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|input: &[u8]| laws::check(input));
