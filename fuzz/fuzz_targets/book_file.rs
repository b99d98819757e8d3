//! Looks for a counterexample to the law of `book_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("book_file", input));
