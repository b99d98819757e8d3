//! Writing files that appear whole or not at all.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// What to do with a file that exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Leave the existing file alone and fail.
    Never,
    /// Replace the existing file.
    Always,
}

/// Writes a file under another name beside `path`, syncs it to the disk, and renames it.
///
/// # Errors
/// Whatever goes wrong, an existing file at `path` is unchanged. With [`Overwrite::Never`] an
/// existing file gives [`io::ErrorKind::AlreadyExists`].
pub fn write_whole(path: &Path, bytes: &[u8], overwrite: Overwrite) -> io::Result<()> {
    write_streamed(path, overwrite, |file| file.write_all(bytes))
}

/// Writes a file as [`write_whole`] does, by a function that writes its parts: for files that are larger than
/// the memory. Returns what the function returns.
///
/// # Errors
/// Whatever goes wrong, an existing file at `path` is unchanged. With [`Overwrite::Never`] an
/// existing file gives [`io::ErrorKind::AlreadyExists`].
pub fn write_streamed<T>(
    path: &Path,
    overwrite: Overwrite,
    write: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<T> {
    let mut draft = FileDraft::create(path, overwrite)?;
    let written = write(draft.0.as_file_mut())?;
    draft.publish(path, overwrite)?;
    Ok(written)
}

/// A file under another name beside its own, which it gets when it is complete. Dropped before, it is removed.
#[derive(Debug)]
pub struct FileDraft(NamedTempFile);

impl FileDraft {
    /// Creates the file beside `path`.
    ///
    /// # Errors
    /// The folder must be writable. With [`Overwrite::Never`] an existing file at `path` gives
    /// [`io::ErrorKind::AlreadyExists`].
    pub fn create(path: &Path, overwrite: Overwrite) -> io::Result<FileDraft> {
        if overwrite == Overwrite::Never && path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        draft_beside(path).map(FileDraft)
    }

    /// Returns the file's name before it is published.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Syncs the file to the disk, and renames it.
    ///
    /// # Errors
    /// As [`write_whole`]'s.
    pub fn publish(self, path: &Path, overwrite: Overwrite) -> io::Result<()> {
        self.0.as_file().sync_all()?;
        publish(self.0, path, overwrite)?;
        sync_folder_of(path)
    }
}

impl Write for FileDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Seek for FileDraft {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.0.seek(position)
    }
}

/// Waits until the names in the folder of a file are on the disk: after a power cut the file has its name.
/// Only Unix can ask for that.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

/// Writes a file like [`write_whole`], replaces an existing one, and lets only the user read it: for
/// secrets. Where the system has no such permissions, the file is like any other.
///
/// # Errors
/// Whatever goes wrong, an existing file at `path` is unchanged.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    // `tempfile` gives its files to their owner only.
    let mut draft = Builder::new().suffix(".part").tempfile_in(folder)?;
    draft.as_file_mut().write_all(bytes)?;
    draft.as_file().sync_all()?;
    publish(draft, path, Overwrite::Always)
}

/// Creates the file that is renamed when complete, and removed when dropped before.
fn draft_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    // `tempfile` by itself gives its files to their owner only. These become files like any other.
    let create = |draft: &Path| File::options().write(true).create_new(true).open(draft);
    let folder = path.parent().unwrap_or(Path::new(""));
    Builder::new().prefix(&prefix).suffix(".part").make_in(folder, create)
}

/// Gives a complete draft its name.
fn publish(draft: NamedTempFile, path: &Path, overwrite: Overwrite) -> io::Result<()> {
    let draft = match overwrite {
        Overwrite::Always => draft,
        Overwrite::Never => match draft.persist_noclobber(path) {
            Ok(_) => return Ok(()),
            Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(failed.error);
            }
            // Some file systems can neither link nor rename without replacing. There, the check
            // before the write has to do.
            Err(failed) => failed.file,
        },
    };
    draft.persist(path).map(|_| ()).map_err(|failed| failed.error)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_are_replaced_only_when_told_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_whole(&path, b"one", Overwrite::Never).unwrap();
        let error = write_whole(&path, b"two", Overwrite::Never).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write_whole(&path, b"two", Overwrite::Always).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_is_read_by_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        fs::write(&path, b"old").unwrap();
        write_private(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_write_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(&folder.path().join("no/such/file"), b"x", Overwrite::Always).is_err());
        let taken = folder.path().join("folder");
        fs::create_dir(&taken).unwrap();
        assert!(write_whole(&taken, b"x", Overwrite::Always).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// A file that `tempfile` creates by itself is readable by its owner only.
    #[cfg(unix)]
    #[test]
    fn permissions_are_those_of_any_new_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (ours, plain) = (folder.path().join("ours"), folder.path().join("plain"));
        write_whole(&ours, b"x", Overwrite::Always).unwrap();
        fs::write(&plain, b"x").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));
    }
}
