//! Looks for a counterexample to the law of `edax_book`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("edax_book", input));
