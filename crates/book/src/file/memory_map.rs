//! The bytes of a file: mapped into memory where the system can, else read.

use std::fs::File;
use std::io;
use std::ops::Deref;

/// The bytes of a file that nobody changes.
#[derive(Debug)]
pub(crate) enum FileBytes {
    /// Mapped into memory: pages are read when they are needed.
    #[cfg(any(unix, windows))]
    Mapped(memmap2::Mmap),
    /// Read as a whole.
    #[cfg(not(any(unix, windows)))]
    Read(Vec<u8>),
}

impl FileBytes {
    /// Returns the bytes of a file.
    #[cfg(any(unix, windows))]
    #[allow(unsafe_code, reason = "a map of a file that is replaced by renaming only")]
    pub(crate) fn of(file: &File) -> io::Result<FileBytes> {
        // SAFETY: the bytes of a map must not change while it exists. Books are never written in place:
        // `SortedWriter` writes a new file, which `write_streamed` renames over the old one, so the file
        // behind this map stays as it is until it is dropped. Whoever changes the file by other means has
        // to end this program first; every page has a checksum that is tested before its first use.
        unsafe { memmap2::Mmap::map(file) }.map(FileBytes::Mapped)
    }

    /// Returns the bytes of a file.
    #[cfg(not(any(unix, windows)))]
    pub(crate) fn of(mut file: &File) -> io::Result<FileBytes> {
        use std::io::Read as _;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(FileBytes::Read(bytes))
    }
}

impl Deref for FileBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            #[cfg(any(unix, windows))]
            FileBytes::Mapped(map) => map,
            #[cfg(not(any(unix, windows)))]
            FileBytes::Read(bytes) => bytes,
        }
    }
}
