//! The space on the disk that a folder takes, and what is free.

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

/// Returns the number of bytes that are free for us on the disk of a folder, if the system tells.
#[cfg(unix)]
pub(crate) fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Returns nothing: here the system is not asked.
#[cfg(not(unix))]
pub(crate) fn free_bytes(_: &Path) -> Option<u64> {
    None
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

/// Returns a warning if a build that takes `needed` bytes does not fit into `free` bytes beside the `used` ones that
/// it has already.
pub(crate) fn shortage(free: u64, used: u64, needed: u64) -> Option<String> {
    let missing = needed.saturating_sub(used);
    (free < missing).then(|| {
        let gigabytes = |bytes: u64| bytes as f64 / 1e9;
        format!(
            "warning: the disk has {:.1} GB free, and this takes up to {:.1} GB; errors below may come from that",
            gigabytes(free),
            gigabytes(missing)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_folder_has_free_space_and_a_missing_one_has_not() {
        let folder = std::env::temp_dir();
        assert!(free_bytes(&folder).is_some());
        assert_eq!(free_bytes(&folder.join("willow-no-such-folder")), None);
    }

    #[test]
    fn a_full_disk_is_a_warning_unless_the_build_is_there() {
        const GB: u64 = 1_000_000_000;
        let text = shortage(2 * GB, GB, 5 * GB).unwrap();
        assert!(text.contains("has 2.0 GB free") && text.contains("up to 4.0 GB"), "{text}");
        assert_eq!(shortage(2 * GB, 4 * GB, 5 * GB), None);
        assert_eq!(shortage(4 * GB, GB, 5 * GB), None);
        assert_eq!(shortage(0, 6 * GB, 5 * GB), None, "a larger build than ever");
    }

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
