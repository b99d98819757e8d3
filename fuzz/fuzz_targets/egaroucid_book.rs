//! Looks for a counterexample to the law of `egaroucid_book`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("egaroucid_book", input));
