//! Computes the digest of the sources that decide what an experiment measures.
//!
//! The log of `willow lab reproduce` keeps measurements under this digest, so that those of other
//! code are never taken for those of this code. A constant that somebody has to raise would be
//! forgotten. The digest covers more than it must: a changed comment counts as a change.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The sources, relative to the folder of this package: the rules, the players, the matches between
/// them and the experiments, with the files of data that are compiled into them.
const SOURCES: [&str; 10] = [
    "../board/src",
    "../classics/src",
    "../classics/bill.book.zst",
    "../players/src",
    "../records/src",
    "../lab/src/games.rs",
    "src/bill_learning.rs",
    "src/reproduce.rs",
    "src/reproduce",
    "src/statistics.rs",
];

/// Files of these folders that cannot change a measurement: they only write the report.
const WRITERS: [&str; 3] =
    ["src/reproduce/report.rs", "src/reproduce/report_table.rs", "src/reproduce/verdict.rs"];

/// The beginnings of the names of packages of others that draw the random numbers.
const RANDOM_NUMBER_PACKAGES: [&str; 2] = ["rand", "chacha"];

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        add_files(Path::new(source), &mut files)?;
    }
    files.retain(|file| WRITERS.iter().all(|writer| file != Path::new(writer)));
    files.sort();
    let mut digest = Fnv::default();
    for file in &files {
        digest.add(file.to_string_lossy().replace('\\', "/").as_bytes());
        // A checkout may turn ends of lines into CR LF.
        let bytes = fs::read(file)?;
        digest.add(&bytes.into_iter().filter(|&byte| byte != b'\r').collect::<Vec<u8>>());
    }
    digest.add(random_number_packages()?.as_bytes());
    println!("cargo::rustc-env=WILLOW_CODE_DIGEST={:016x}", digest.0);
    Ok(())
}

/// Adds the files of a folder and its folders, or a file.
fn add_files(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        add_files(&entry?.path(), files)?;
    }
    Ok(())
}

/// Returns the locked versions of the packages that draw random numbers, line by line.
fn random_number_packages() -> io::Result<String> {
    const LOCK_FILE: &str = "../../Cargo.lock";
    println!("cargo::rerun-if-changed={LOCK_FILE}");
    let text = fs::read_to_string(LOCK_FILE)?.replace('\r', "");
    let is_of_random_numbers = |package: &&str| {
        RANDOM_NUMBER_PACKAGES.iter().any(|name| package.starts_with(&format!("name = \"{name}")))
    };
    let versions = |package: &str| package.lines().take(2).collect::<Vec<_>>().join(" ");
    let packages = text.split("[[package]]\n").filter(is_of_random_numbers).map(versions);
    Ok(packages.collect::<Vec<_>>().join("\n"))
}

/// The hash FNV-1a of 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds bytes, and an end that no text contains, so that two files are not taken for one.
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
