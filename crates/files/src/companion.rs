//! Companion files: the names of the players of a database, in a file of the same folder.

use std::fs;
use std::path::{Path, PathBuf};

/// The extension of files that `gzip` has compressed.
const GZIP: &str = "gz";

/// Returns the name of a file without `.gz`, and whether it had it.
pub fn without_gz(path: &Path) -> (PathBuf, bool) {
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case(GZIP) => (path.with_extension(""), true),
        _ => (path.to_owned(), false),
    }
}

/// What the files with the names of a WTHOR database are called.
const USUAL_STEMS: [&str; 2] = ["WTHOR", "WTH"];

/// Returns the file in the folder of `path` with this extension and the same stem, or else `WTHOR` or `WTH`. Case is
/// ignored.
pub fn companion_file(path: &Path, extension: &str) -> Option<PathBuf> {
    let (path, _) = without_gz(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let listing = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let files: Vec<PathBuf> = listing.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let own = path.file_stem()?.to_str()?;
    [own].into_iter().chain(USUAL_STEMS).find_map(|stem| {
        let wanted = format!("{stem}.{extension}");
        let is_wanted = |file: &&PathBuf| {
            file.file_name().is_some_and(|name| name.eq_ignore_ascii_case(&wanted))
        };
        files.iter().find(is_wanted).cloned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_stem_comes_before_the_usual_ones_and_case_is_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let found = |name: &str| {
            let path = companion_file(&folder.path().join(name), "jou")?;
            Some(path.file_name()?.to_str()?.to_owned())
        };
        assert_eq!(found("games.wtb"), None);
        for name in ["wth.jou", "Wthor.jou", "GAMES.JOU"] {
            fs::write(folder.path().join(name), "").unwrap();
            assert_eq!(found("games.wtb").as_deref(), Some(name));
        }
        assert_eq!(found("Games.wtb.GZ").as_deref(), Some("GAMES.JOU"));
        assert_eq!(found("other.wtb").as_deref(), Some("Wthor.jou"));
    }
}
