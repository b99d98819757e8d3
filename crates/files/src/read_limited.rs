//! Reading files of a bounded size.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use thiserror::Error;

/// The largest file of games or positions that is read, in bytes.
///
/// A larger one is a mistake or an attack on the memory: all tournament games of fifty years take a
/// quarter of it.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// A file cannot be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The path is that of a folder.
    #[error("is a folder, not a file")]
    IsFolder,
    /// The file is larger than the limit.
    #[error("larger than {} MiB", .limit >> 20)]
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
    /// The file system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// The file must be readable, no folder, and not larger than the limit. A pipe is read up to the
/// limit.
pub fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(ReadError::IsFolder);
    }
    if limit < metadata.len() {
        return Err(ReadError::TooLarge { limit });
    }
    read_stream_limited(file, limit)
}

/// Reads a stream to its end, which must come after at most `limit` bytes.
///
/// # Errors
/// The stream must be readable and not longer than the limit.
pub fn read_stream_limited(stream: impl Read, limit: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    stream.take(limit + 1).read_to_end(&mut bytes)?;
    if limit < bytes.len() as u64 {
        return Err(ReadError::TooLarge { limit });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_is_refused_at_the_limit() {
        let endless = read_stream_limited(io::repeat(b'x'), 1000);
        assert!(matches!(endless, Err(ReadError::TooLarge { limit: 1000 })), "{endless:?}");
        assert_eq!(read_stream_limited(&b"abc"[..], 3).unwrap(), b"abc");
    }

    #[test]
    fn folders_and_larger_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("four");
        std::fs::write(&path, b"abcd").unwrap();
        assert_eq!(read_limited(&path, 4).unwrap(), b"abcd");
        assert!(matches!(read_limited(&path, 3), Err(ReadError::TooLarge { limit: 3 })));
        #[cfg(unix)]
        assert!(matches!(read_limited(folder.path(), 3), Err(ReadError::IsFolder)));
        let missing = read_limited(&folder.path().join("none"), 3);
        assert!(
            matches!(missing, Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound)
        );
    }
}
