//! Reading files of a bounded size, compressed or not.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use thiserror::Error;

/// The first bytes of what `gzip` writes (RFC 1952). No format of games or positions begins with them.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The largest file of games or positions that is held in memory, in bytes.
///
/// All tournament games of fifty years take a quarter of it. Larger files are read as streams.
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// A file cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
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

/// Reads a file of at most `limit` bytes. A file that `gzip` has compressed is decompressed; the limit
/// holds for its contents.
///
/// # Errors
/// The file must be readable, no folder, and not larger than the limit. A pipe is read up to the
/// limit.
pub fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let file = open_file(path)?;
    if limit < file.metadata()?.len() {
        return Err(ReadError::TooLarge { limit });
    }
    read_stream_limited(file, limit)
}

/// Opens a file of any size. What `gzip` has compressed is decompressed.
///
/// # Errors
/// The file must be readable, and no folder.
pub fn open(path: &Path) -> Result<Box<dyn Read>, ReadError> {
    Ok(decompressed(open_file(path)?)?)
}

/// Returns a stream that decompresses another, if `gzip` has compressed it.
///
/// # Errors
/// The first bytes cannot be read.
pub fn decompressed<'a>(mut stream: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut first = Vec::new();
    stream.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut first)?;
    let is_gzip = first == GZIP_MAGIC;
    let whole = io::Cursor::new(first).chain(stream);
    Ok(if is_gzip { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}

fn open_file(path: &Path) -> Result<File, ReadError> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() { Err(ReadError::IsFolder) } else { Ok(file) }
}

/// Reads a stream to its end, which must come after at most `limit` bytes. What `gzip` has compressed is
/// decompressed.
///
/// # Errors
/// The stream must be readable and not longer than the limit, compressed or not.
pub fn read_stream_limited(stream: impl Read, limit: u64) -> Result<Vec<u8>, ReadError> {
    read_to_limit(decompressed(stream)?, limit)
}

fn read_to_limit(stream: impl Read, limit: u64) -> Result<Vec<u8>, ReadError> {
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
    fn what_gzip_wrote_is_decompressed_and_limited() {
        use std::io::Write;

        let gzip = |text: &[u8]| {
            let mut encoder =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        };
        let mut two_parts = gzip(b"f5d6");
        two_parts.extend(gzip(b"c3"));
        assert_eq!(read_stream_limited(&two_parts[..], 1000).unwrap(), b"f5d6c3");
        let bomb = gzip(&vec![0; 1 << 20]);
        assert!(bomb.len() < 10_000);
        let read = read_stream_limited(&bomb[..], 10_000);
        assert!(matches!(read, Err(ReadError::TooLarge { limit: 10_000 })), "{read:?}");
        let cut = &two_parts[..two_parts.len() - 4];
        assert!(matches!(read_stream_limited(cut, 1000), Err(ReadError::Io(_))));
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
