//! The space on the disk that a folder takes.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::path::Path;

/// Returns the number of bytes of all files in a folder and its subfolders.
///
/// A file with several names counts once where the system tells them apart: cargo gives a program
/// two. What cannot be read counts nothing.
pub(crate) fn bytes(folder: &Path) -> u64 {
    let mut seen = HashSet::new();
    let mut folders = vec![folder.to_path_buf()];
    let mut bytes = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_dir() {
                folders.push(entry.path());
            } else if identity(&metadata).is_none_or(|identity| seen.insert(identity)) {
                bytes += metadata.len();
            }
        }
    }
    bytes
}

/// Returns the device and number of a file that has several names.
#[cfg(unix)]
fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    (1 < metadata.nlink()).then(|| (metadata.dev(), metadata.ino()))
}

/// Returns nothing: here two names of a file count twice.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_subfolders_count_and_second_names_do_not() {
        let root = std::env::temp_dir().join(format!("willow-xtask-disk-{}", std::process::id()));
        let inner = root.join("inner");
        fs::create_dir_all(&inner).unwrap();
        fs::write(root.join("a"), [0; 100]).unwrap();
        fs::write(inner.join("b"), [0; 23]).unwrap();
        #[cfg(unix)]
        fs::hard_link(root.join("a"), inner.join("a")).unwrap();
        let found = bytes(&root);
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(found, 123);
        assert_eq!(bytes(&root), 0, "a folder that does not exist");
    }
}
