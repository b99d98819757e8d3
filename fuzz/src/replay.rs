//! Replays the seeds of the fuzz targets, and the inputs that a fuzzer left in `corpus/`.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, fs, panic, thread};

use willow_testkit::is_full;

use crate::check;

/// Returns the names in a folder of this crate. There are none in a folder that does not exist.
fn names(folder: &str) -> BTreeSet<String> {
    let name = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths(folder).into_iter().map(name).collect()
}

fn paths(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    paths(&format!("seeds/{target}")).iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn every_target_is_in_the_manifest_and_has_seeds() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
    let manifest = manifest.unwrap();
    let listed = manifest.split("path = \"fuzz_targets/").skip(1);
    let listed: BTreeSet<String> =
        listed.filter_map(|rest| Some(rest.split_once(".rs\"")?.0.to_owned())).collect();
    assert_eq!(names("fuzz_targets"), listed);
    assert_eq!(names("seeds"), listed);
    assert!(listed.iter().all(|target| 2 < seeds(target).len()), "every target has seeds");
}

#[test]
fn every_seed_and_every_input_of_a_fuzzer_keeps_its_law() {
    for target in names("fuzz_targets") {
        for folder in ["seeds", "corpus"] {
            for path in paths(&format!("{folder}/{target}")) {
                println!("{}", path.display());
                check(&target, &fs::read(path).unwrap());
            }
        }
    }
}

#[test]
fn damaged_seeds_keep_their_law() {
    for target in names("fuzz_targets") {
        let n_inputs = match target.as_str() {
            // One check of a weights file reads and writes megabytes.
            "weights" => 20,
            // One check writes files.
            "book_file" => 200,
            _ => 1000,
        };
        check_damaged(&target, 0x9e37_79b9_7f4a_7c15, |n_checked| n_checked < n_inputs);
    }
}

/// Returns the time for each target, in which each core checks inputs of its own. The targets take turns.
fn time_per_target() -> Duration {
    let is_build_server = env::var("CI").is_ok_and(|value| value == "true");
    Duration::from_secs(if is_build_server { 10 } else { 3 })
}

/// In the full tests every target is fuzzed with other inputs each time.
#[test]
fn new_damage_keeps_the_law() {
    if !is_full() {
        return;
    }
    let n_threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64 | 1;
    let time = time_per_target();
    for target in names("fuzz_targets") {
        let begin = Instant::now();
        let fuzz = |seed| check_damaged(&target, seed, |_| begin.elapsed() < time);
        thread::scope(|scope| {
            (0..n_threads).for_each(|index| drop(scope.spawn(move || fuzz(seed + 2 * index))));
        });
    }
}

/// Checks damaged seeds of a target as long as `goes_on` says of their number.
fn check_damaged(target: &str, seed: u64, goes_on: impl Fn(usize) -> bool) {
    let (seeds, mut random) = (seeds(target), seed);
    for _ in (0..).take_while(|&n_checked| goes_on(n_checked)) {
        let input = damaged(&seeds, &mut random);
        let checked = panic::catch_unwind(|| check(target, &input));
        assert!(checked.is_ok(), "{target}, seed {seed:#x}: {}", input.escape_ascii());
    }
}

/// Returns up to four pieces of seeds one after another, with a random byte between them at times.
fn damaged(seeds: &[Vec<u8>], random: &mut u64) -> Vec<u8> {
    let mut input = Vec::new();
    for _ in 0..=below(4, random) {
        let seed = &seeds[below(seeds.len(), random)];
        let (a, b) = (below(seed.len() + 1, random), below(seed.len() + 1, random));
        // A piece begins at the beginning in one case of two: there are more whole commands so.
        let a = if below(2, random) == 0 { 0 } else { a };
        input.extend(&seed[a.min(b)..a.max(b)]);
        if below(3, random) == 0 {
            input.push(below(256, random) as u8);
        }
    }
    input
}

/// Returns the next number of Marsaglia's xorshift generator, reduced to less than `bound`.
fn below(bound: usize, random: &mut u64) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    (*random >> 11) as usize % bound
}
