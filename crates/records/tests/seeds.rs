//! Replays the committed seeds of the fuzz targets, with what fuzzing has found among them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use crate::laws;

/// Each law holds for the seeds of all, whatever format they are meant to be in.
#[test]
fn every_seed_keeps_every_law() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for (name, _) in laws::ALL {
        let n_files = fs::read_dir(seeds.join(name)).map_or(0, Iterator::count);
        assert!(n_files > 0, "{name} has no seeds");
    }
    for folder in fs::read_dir(seeds).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            println!("{}", path.display());
            let input = fs::read(path).unwrap();
            for (_, law) in laws::ALL {
                law(&input);
            }
        }
    }
}
