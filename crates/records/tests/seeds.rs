//! Replays the committed seeds of the fuzz targets, with what fuzzing has found among them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use crate::laws;

#[test]
fn every_seed_keeps_its_law() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for (name, _) in laws::ALL {
        let folder = seeds.join(name);
        let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        let inputs: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        assert!(!inputs.is_empty(), "{folder:?} has no seeds");
        for path in inputs {
            println!("{}", path.display());
            laws::check(name, &fs::read(&path).unwrap());
        }
    }
}

#[test]
fn seeds_of_one_format_keep_the_laws_of_all() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for folder in fs::read_dir(seeds).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let input = fs::read(file.unwrap().path()).unwrap();
            for (_, law) in laws::ALL {
                law(&input);
            }
        }
    }
}
