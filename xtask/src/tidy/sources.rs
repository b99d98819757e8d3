//! The project's files: those that git tracks, and new ones that it does not ignore.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::rust_file::RustFile;

/// All files of the project.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// Files of Rust code in the rooms.
    pub(crate) rust: Vec<RustFile>,
    /// Files of text, those of Rust code among them.
    pub(crate) text: Vec<TextFile>,
    /// The sizes of all files.
    pub(crate) sizes: Vec<FileSize>,
    paths: BTreeSet<String>,
}

/// A file of text.
#[derive(Clone, Debug)]
pub(crate) struct TextFile {
    /// The path from the workspace's root.
    pub(crate) path: String,
    /// The text as it stands.
    pub(crate) text: String,
}

/// A file and the number of its bytes.
#[derive(Clone, Debug)]
pub(crate) struct FileSize {
    /// The path from the workspace's root.
    pub(crate) path: String,
    /// The number of bytes.
    pub(crate) bytes: u64,
}

impl TextFile {
    /// Returns what kind of file it is by its name: `md`, or nothing if the name does not say.
    pub(crate) fn kind(&self) -> &str {
        kind(&self.path)
    }
}

/// Returns what follows the last dot of a file's name.
fn kind(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or("", |(_, kind)| kind)
}

impl Sources {
    /// Reads the files below the root that git tracks, or would track if everything were added.
    pub(crate) fn load(root: &Path) -> Result<Self> {
        let mut sources = Self::default();
        for path in listed_by_git(root)? {
            let full = root.join(&path);
            // What was deleted and not yet committed is gone, and links are judged where they lead.
            if fs::symlink_metadata(&full).is_ok_and(|found| found.is_file()) {
                let bytes = fs::read(&full).with_context(|| format!("cannot read {path}"))?;
                sources.add(&path, bytes);
            }
        }
        sources.mark_test_modules();
        Ok(sources)
    }

    /// Returns the number of files.
    pub(crate) fn len(&self) -> usize {
        self.paths.len()
    }

    /// Reports whether a path is one of the files, or a folder with some of them.
    pub(crate) fn has(&self, path: &str) -> bool {
        let folder = format!("{path}/");
        path.is_empty()
            || self.paths.contains(path)
            || self
                .paths
                .range(folder.clone()..)
                .next()
                .is_some_and(|next| next.starts_with(&folder))
    }

    /// Takes in a file.
    fn add(&mut self, path: &str, bytes: Vec<u8>) {
        self.paths.insert(path.to_owned());
        self.sizes.push(FileSize { path: path.to_owned(), bytes: bytes.len() as u64 });
        let Some(text) = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')) else {
            return;
        };
        let in_room = ["crates/", "xtask/", "fuzz/"].iter().any(|room| path.starts_with(room));
        if in_room && kind(path) == "rs" {
            self.rust.push(RustFile::new(path, &text));
        }
        self.text.push(TextFile { path: path.to_owned(), text });
    }

    /// Marks the files whose module is declared for tests only, which they do not say themselves.
    fn mark_test_modules(&mut self) {
        let modules: Vec<String> = self.rust.iter().flat_map(RustFile::test_modules).collect();
        for file in &mut self.rust {
            let is_inside = |module: &String| {
                let rest = file.path.strip_prefix(module.as_str());
                rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
            };
            if modules.iter().any(is_inside) {
                file.mark_as_test();
            }
        }
    }
}

/// Asks git for the project's files.
///
/// Untracked ones are among them unless they are ignored: a problem is found before its commit.
fn listed_by_git(root: &Path) -> Result<BTreeSet<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("cannot run git, which lists the files; install it")?;
    if !output.status.success() {
        bail!("git ls-files failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let listing = String::from_utf8_lossy(&output.stdout);
    Ok(listing.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> Sources {
        let mut sources = Sources::default();
        for (path, text) in files {
            sources.add(path, text.as_bytes().to_vec());
        }
        sources.mark_test_modules();
        sources
    }

    #[test]
    fn modules_for_tests_are_marked_in_their_own_files() {
        let sources = sources(&[
            ("crates/board/src/lib.rs", "//! Rules.\n#[cfg(test)]\nmod naive;\n"),
            ("crates/board/src/naive.rs", "//! Oracle.\n"),
            ("crates/board/src/naive/deep.rs", "//! Oracle.\n"),
            ("crates/board/src/naive_not.rs", "//! Rules.\n"),
        ]);
        let marked: Vec<bool> = sources.rust.iter().map(|file| file.is_test_line(1)).collect();
        assert_eq!(marked, [false, true, true, false]);
    }

    #[test]
    fn folders_are_there_when_files_are_in_them() {
        let sources = sources(&[("docs/rules.md", ""), ("docs-old", "")]);
        assert!(sources.has("docs") && sources.has("docs/rules.md") && sources.has(""));
        assert!(!sources.has("doc") && !sources.has("docs/rules"));
    }

    #[test]
    fn only_text_is_read_as_text_and_only_rooms_hold_code() {
        let sources = sources(&[("weights.bin", "a\0b"), ("web/x.rs", ""), ("fuzz/y.rs", "")]);
        let text: Vec<&str> = sources.text.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(text, ["web/x.rs", "fuzz/y.rs"]);
        assert_eq!(sources.rust.len(), 1);
        assert_eq!(sources.sizes[0].bytes, 3);
    }

    #[test]
    fn git_lists_this_file() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(listed_by_git(root).unwrap().contains("xtask/src/tidy/sources.rs"));
    }
}
