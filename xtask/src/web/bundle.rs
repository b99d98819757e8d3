//! The bundle: what Vite has built, compressed by brotli, and how two bundles differ.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use brotli::CompressorWriter;
use brotli::Decompressor;

use super::manifest;
use super::modules::MODULES;

/// The largest client in bytes that may be committed, without the weights of the engine: 512 KiB. Nobody
/// loads all of it: the words of a language are for its readers, most places for those who open them. A
/// test of `web-assets` has the same limit.
const MAX_CLIENT: usize = 512 << 10;

/// The largest file of weights in bytes, compressed. The client fetches it once, when somebody wants to analyse.
/// It was 2 MiB before the network of 32 units with two banks.
const MAX_WEIGHTS: usize = 5 << 20;

/// The largest first load in bytes, compressed: the page, what it names itself, and the words of one language.
const MAX_FIRST_LOAD: usize = 150_000;

/// How the names of compressed files end.
const COMPRESSED: &str = ".br";

/// How the names of the words of a language begin. A reader loads one of these files.
const WORDS: &str = "assets/words-";

/// How the names of WebAssembly modules end.
const MODULE: &str = ".wasm";

/// How the names of weights end.
const WEIGHTS: &str = ".weights";

/// The page.
const PAGE: &str = "index.html";

/// Brotli's best quality and the usual window.
const QUALITY: u32 = 11;
const WINDOW: u32 = 22;

/// The quality for weights, which are nearly random. The next lower one makes a file that is 15 percent larger. The
/// best one takes twice as long and saves one percent.
const QUALITY_OF_WEIGHTS: u32 = 10;

/// The size of buffers in bytes.
const BUFFER: usize = 1 << 16;

/// Compresses each file of a folder into another one, which it replaces.
pub(super) fn pack(dist: &Path, bundle: &Path) -> Result<()> {
    let files = files(dist)?;
    ensure!(files.contains_key(PAGE), "there is no {PAGE} in {}", dist.display());
    match fs::remove_dir_all(bundle) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot replace {}", bundle.display()));
        }
        _ => {}
    }
    for (path, bytes) in files {
        let file = bundle.join(format!("{path}{COMPRESSED}"));
        let folder = file.parent().context("the file is in the folder")?;
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&file, compressed(&path, &bytes)?))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

fn compressed(path: &str, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let quality = if path.ends_with(WEIGHTS) { QUALITY_OF_WEIGHTS } else { QUALITY };
    let mut writer = CompressorWriter::new(Vec::new(), BUFFER, quality, WINDOW);
    writer.write_all(bytes)?;
    writer.flush()?;
    Ok(writer.into_inner())
}

/// Reads the files of a bundle, decompressed, without its manifest.
pub(super) fn unpacked(bundle: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let files = files(bundle)?.into_iter().filter(|(path, _)| path != manifest::FILE);
    files
        .map(|(path, bytes)| {
            let Some(name) = path.strip_suffix(COMPRESSED) else { return Ok((path, bytes)) };
            let mut plain = Vec::new();
            Decompressor::new(bytes.as_slice(), BUFFER)
                .read_to_end(&mut plain)
                .with_context(|| format!("{path} is damaged"))?;
            Ok((name.to_owned(), plain))
        })
        .collect()
}

/// Reads all files below a folder, by their paths with forward slashes.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let failed = || format!("cannot read {}", folder.display());
        for entry in fs::read_dir(&folder).with_context(failed)? {
            let entry = entry.with_context(failed)?;
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type().with_context(failed)?.is_dir() {
                folders.push((entry.path(), format!("{path}/")));
            } else {
                found.insert(path, fs::read(entry.path()).with_context(failed)?);
            }
        }
    }
    Ok(found)
}

/// Returns the files that differ between two bundles. WebAssembly is not compared byte by byte: other
/// versions of the compiler make other bytes.
pub(super) fn differences(one: &Path, other: &Path) -> Result<Vec<String>> {
    let (one, other) = (unpacked(one)?, unpacked(other)?);
    let mut paths: Vec<&String> = one.keys().chain(other.keys()).collect();
    paths.sort();
    paths.dedup();
    let differs = |path: &&String| match (one.get(*path), other.get(*path)) {
        (Some(one), Some(other)) => one != other && !path.ends_with(MODULE),
        _ => true,
    };
    Ok(paths.into_iter().filter(differs).cloned().collect())
}

/// The compressed size of a part of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    part: &'static str,
    bytes: usize,
    most: usize,
}

/// The compressed sizes of a bundle beside their budgets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sizes(Vec<Size>);

impl Sizes {
    /// Prints the sizes beside their budgets.
    pub(super) fn print(&self) {
        for Size { part, bytes, most } in &self.0 {
            println!("{part:<12} {bytes:>7} of {most:>7} bytes, compressed");
        }
    }

    /// Checks that no part is over its budget.
    pub(super) fn check(&self) -> Result<()> {
        let over = self.0.iter().find(|size| size.most < size.bytes);
        over.map_or(Ok(()), |Size { part, bytes, most }| {
            bail!("{part}: {bytes} bytes, compressed, where {most} are the most")
        })
    }
}

/// Returns the sizes of a bundle.
pub(super) fn sizes(bundle: &Path) -> Result<Sizes> {
    let packed = files(bundle)?;
    let page = unpacked(bundle)?.remove(PAGE).context("the bundle has no page")?;
    let page = String::from_utf8_lossy(&page);
    let of = |path: &str| packed.get(&format!("{path}{COMPRESSED}")).map_or(0, Vec::len);
    let named = page.split('"').filter_map(|word| word.strip_prefix('/')).map(of);
    let words =
        packed.iter().filter(|(path, _)| path.starts_with(WORDS)).map(|(_, file)| file.len());
    let first_load = of(PAGE) + named.sum::<usize>() + words.max().unwrap_or(0);
    let sum = |is_part: &dyn Fn(&str) -> bool| {
        packed.iter().filter(|(path, _)| is_part(path)).map(|(_, bytes)| bytes.len()).sum()
    };
    let is_weights = |path: &str| path.ends_with(&format!("{WEIGHTS}{COMPRESSED}"));
    let client = sum(&|path| !is_weights(path));
    let mut sizes = vec![
        Size { part: "client", bytes: client, most: MAX_CLIENT },
        Size { part: "first load", bytes: first_load, most: MAX_FIRST_LOAD },
        Size { part: "weights", bytes: sum(&is_weights), most: MAX_WEIGHTS },
    ];
    sizes.extend(MODULES.iter().map(|module| Size {
        part: module.feature,
        bytes: sum(&|path| module.is_at(path)),
        most: module.most_bytes,
    }));
    Ok(Sizes(sizes))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn bundle(files: &[(&str, &str)]) -> TempDir {
        let [dist, bundle] = [TempDir::new().unwrap(), TempDir::new().unwrap()];
        for (path, text) in files {
            let file = dist.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        pack(dist.path(), bundle.path()).unwrap();
        bundle
    }

    const PAGE_TEXT: &str = r#"<script src="/assets/a.js"></script>"#;

    #[test]
    fn bundles_of_the_same_files_are_equal() {
        let files = [(PAGE, PAGE_TEXT), ("assets/a.js", "one"), ("assets/r.wasm", "1")];
        let [one, other] = [bundle(&files), bundle(&files)];
        assert!(differences(one.path(), other.path()).unwrap().is_empty());
        let other_module = bundle(&[files[0], files[1], ("assets/r.wasm", "2")]);
        assert!(differences(one.path(), other_module.path()).unwrap().is_empty());
    }

    #[test]
    fn other_missing_and_new_files_are_differences() {
        let one = bundle(&[(PAGE, PAGE_TEXT), ("assets/a.js", "one"), ("assets/r.wasm", "1")]);
        let other = bundle(&[(PAGE, PAGE_TEXT), ("assets/a.js", "two"), ("assets/c.css", "")]);
        let expected = ["assets/a.js", "assets/c.css", "assets/r.wasm"];
        assert_eq!(differences(one.path(), other.path()).unwrap(), expected);
    }

    #[test]
    fn each_part_has_its_size_and_its_budget() {
        let script = "disc ".repeat(50);
        let files = [
            (PAGE, PAGE_TEXT),
            ("assets/a.js", &*script),
            ("assets/later.js", "later"),
            ("assets/words-en-1.js", "disc"),
            ("assets/words-ja-1.js", "ishi ishi"),
            ("assets/willow_wasm_bg-1.wasm", "rules"),
            ("assets/willow_engine_bg-1.wasm", "engine"),
            ("assets/willow_reasons_bg-1.wasm", "reasons"),
            ("assets/willow-1.weights", "numbers"),
        ];
        let bundle = bundle(&files);
        let of = |path: &str| fs::read(bundle.path().join(format!("{path}.br"))).unwrap().len();
        let sizes = sizes(bundle.path()).unwrap();
        let found: Vec<usize> = sizes.0.iter().map(|size| size.bytes).collect();
        let [page, script, later, short, words, rules, engine, reasons, weights] =
            files.map(|(path, _)| of(path));
        let client = page + script + later + short + words + rules + engine + reasons;
        assert_eq!(found, [client, page + script + words, weights, rules, engine, reasons]);
        assert!(sizes.check().is_ok());
    }

    #[test]
    fn what_is_over_its_budget_is_an_error() {
        let size = Size { part: "client", bytes: 401, most: 400 };
        let error = Sizes(vec![size]).check().unwrap_err();
        assert_eq!(error.to_string(), "client: 401 bytes, compressed, where 400 are the most");
        assert!(Sizes(vec![Size { bytes: 400, ..size }]).check().is_ok());
    }

    #[test]
    fn what_is_no_client_is_not_packed() {
        let empty = TempDir::new().unwrap();
        assert!(pack(empty.path(), &empty.path().join("bundle")).is_err());
    }
}
