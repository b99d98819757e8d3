//! Looks for a counterexample to the law of `spec`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("spec", input));
