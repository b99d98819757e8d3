//! Looks for a counterexample to the law of `printed_board`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| willow_fuzz::check("printed_board", input));
