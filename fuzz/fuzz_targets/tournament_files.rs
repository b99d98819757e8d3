//! Looks for a counterexample to the law of `tournament_files`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("tournament_files", input));
