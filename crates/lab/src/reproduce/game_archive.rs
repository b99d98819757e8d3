//! A folder of WTHOR files, known by what is in it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// A folder of WTHOR files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameArchive {
    /// The folder; nothing if the archive is only named by what was measured with it.
    folder: Option<PathBuf>,
    /// The digest of the names and the bytes of its files.
    digest: String,
}

impl GameArchive {
    /// Reads the files of a folder for their digest.
    ///
    /// # Errors
    /// The folder and its files must be readable.
    pub fn open(folder: &Path) -> Result<GameArchive> {
        let mut files = wthor_files(folder)?;
        files.sort();
        let mut digest = 0xcbf2_9ce4_8422_2325;
        for file in files {
            let bytes =
                fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            digest = fnv(fnv(digest, name.as_bytes()), &bytes);
        }
        Ok(GameArchive { folder: Some(folder.to_owned()), digest: format!("{digest:016x}") })
    }

    /// Returns the archive with a digest, which was measured and is not at hand.
    pub(super) fn measured(digest: &str) -> GameArchive {
        GameArchive { folder: None, digest: digest.to_owned() }
    }

    /// Returns the digest of the names and the bytes of the files.
    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    /// Returns the folder.
    ///
    /// # Errors
    /// The archive is only named by a log.
    pub(super) fn folder(&self) -> Result<&Path> {
        self.folder.as_deref().context("the archive is not at hand")
    }
}

/// Returns the files with games and with names, in any order.
fn wthor_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let listing =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in listing {
        let path = entry?.path();
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        if ["wtb", "jou", "trn"].iter().any(|one| extension == *one) {
            files.push(path);
        }
    }
    Ok(files)
}

/// Continues the hash FNV-1a of 64 bits.
fn fnv(digest: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(digest, |digest, &byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_known_by_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let digest = || GameArchive::open(folder.path()).unwrap().digest().to_owned();
        let empty = digest();
        fs::write(folder.path().join("WTH_1986.wtb"), "games").unwrap();
        let one = digest();
        fs::write(folder.path().join("notes.txt"), "not a part of it").unwrap();
        assert_eq!(digest(), one);
        assert_ne!(empty, one);
        fs::write(folder.path().join("WTH_1986.wtb"), "Games").unwrap();
        assert_ne!(digest(), one);
        assert!(GameArchive::open(&folder.path().join("nowhere")).is_err());
    }
}
