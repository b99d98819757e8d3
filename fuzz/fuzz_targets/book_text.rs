//! Looks for a counterexample to the law of `book_text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("book_text", input));
