//! Replays the committed seeds of the fuzz target, with what fuzzing has found among them, and the
//! lines of every command and event, cut and glued as a fuzzer would.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

use crate::codecs::{commands, notices};

fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/protocol");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    paths.sort();
    let lines = commands().map(|(_, object)| object).chain(notices().map(|(object, _)| object));
    let lines = lines.map(|line| line.as_bytes().to_owned());
    paths.iter().map(|path| fs::read(path).unwrap()).chain(lines).collect()
}

#[test]
fn every_seed_keeps_the_law() {
    let seeds = seeds();
    assert!(seeds.len() > 5, "there are seeds");
    for seed in seeds {
        crate::laws::check(&seed);
    }
}

proptest! {
    // The same inputs in every run: a failure here can be repeated without a file.
    #![proptest_config(Config {
        rng_seed: RngSeed::Fixed(20261122),
        cases: 2000,
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn pieces_of_seeds_keep_the_law(
        pieces in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<prop::sample::Index>()),
            1..6,
        ),
        noise in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let seeds = seeds();
        let mut input = Vec::new();
        for (seed, from, to) in pieces {
            let seed = &seeds[seed.index(seeds.len())];
            let (from, to) = (from.index(seed.len() + 1), to.index(seed.len() + 1));
            input.extend(&seed[from.min(to)..from.max(to)]);
            input.extend(&noise);
        }
        crate::laws::check(&input);
    }
}
