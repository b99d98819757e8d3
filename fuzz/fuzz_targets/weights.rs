//! Looks for a counterexample to the law of `weights`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("weights", input));
