//! Looks for a counterexample to the law of `exercises`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("exercises", input));
