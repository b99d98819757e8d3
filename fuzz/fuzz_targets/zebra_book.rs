//! Looks for a counterexample to the law of `zebra_book`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("zebra_book", input));
