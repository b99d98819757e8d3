//! Looks for a counterexample to the law of `wthor_names`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("wthor_names", input));
