//! One file of the client, in the encodings of browsers.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::sync::OnceLock;

use brotli_decompressor::Decompressor;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// The size of the decompressor's buffer in bytes.
const BUFFER: usize = 1 << 14;

/// Files that have more bytes are not compressed by gzip as well as they could be, because somebody waits.
const LARGE: usize = 1 << 20;

/// The number of bytes of the digest that make an entity tag.
const TAG: usize = 12;

/// How the bytes of an answer are encoded (`Content-Encoding`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Compressed by brotli.
    Brotli,
    /// Compressed by gzip.
    Gzip,
    /// As they are.
    Identity,
}

impl Encoding {
    /// Returns the name in `Content-Encoding`, or `None` if the header is left out.
    pub(crate) const fn name(self) -> Option<&'static str> {
        match self {
            Encoding::Brotli => Some("br"),
            Encoding::Gzip => Some("gzip"),
            Encoding::Identity => None,
        }
    }
}

/// One file of the client.
#[derive(Debug)]
pub(crate) struct Asset {
    path: String,
    /// Made of what brotli has compressed when somebody asks for it first: most browsers never do.
    plain: OnceLock<Vec<u8>>,
    brotli: Option<Cow<'static, [u8]>>,
    /// Made when somebody asks for it first.
    gzip: OnceLock<Vec<u8>>,
    entity_tag: String,
}

impl Asset {
    /// Makes a file from its bytes.
    pub(crate) fn from_plain(path: String, plain: Vec<u8>) -> Asset {
        let entity_tag = entity_tag(&plain);
        Asset { path, plain: plain.into(), brotli: None, gzip: OnceLock::new(), entity_tag }
    }

    /// Makes a file from what brotli has made of its bytes. Whoever does not know that they are whole must
    /// ask [`Asset::check`].
    pub(crate) fn from_brotli(path: String, brotli: Cow<'static, [u8]>) -> Asset {
        let entity_tag = entity_tag(&brotli);
        let [plain, gzip] = [OnceLock::new(), OnceLock::new()];
        Asset { path, plain, brotli: Some(brotli), gzip, entity_tag }
    }

    /// Checks that the file can be decompressed.
    ///
    /// # Errors
    /// The bytes must be a whole brotli stream.
    pub(crate) fn check(&self) -> io::Result<()> {
        let Some(brotli) = &self.brotli else { return Ok(()) };
        io::copy(&mut Decompressor::new(&**brotli, BUFFER), &mut io::sink()).map(|_| ())
    }

    /// Returns the path below the folder of the bundle, such as `assets/index-BNV2ZMV3.css`.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the content type, by the name of the file.
    pub(crate) fn content_type(&self) -> &'static str {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        match name.rsplit_once('.').map_or("", |(_, kind)| kind) {
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "ico" => "image/x-icon",
            "js" => "text/javascript; charset=utf-8",
            "json" => "application/json",
            "png" => "image/png",
            "svg" => "image/svg+xml",
            "txt" => "text/plain; charset=utf-8",
            "wasm" => "application/wasm",
            "webmanifest" => "application/manifest+json",
            _ => "application/octet-stream",
        }
    }

    /// Reports whether the name of the file changes with its content, so that nobody has to ask again.
    pub(crate) fn is_immutable(&self) -> bool {
        self.path.starts_with("assets/")
    }

    /// Returns the weak entity tag: it is the same in every encoding.
    pub(crate) fn entity_tag(&self) -> &str {
        &self.entity_tag
    }

    /// Reports whether the file is there in an encoding.
    pub(crate) const fn has(&self, encoding: Encoding) -> bool {
        match encoding {
            Encoding::Brotli => self.brotli.is_some(),
            Encoding::Gzip | Encoding::Identity => true,
        }
    }

    /// Returns the bytes in an encoding. Where [`Asset::has`] says no, they are as they are.
    pub(crate) fn bytes(&self, encoding: Encoding) -> &[u8] {
        match encoding {
            Encoding::Brotli => self.brotli.as_deref().unwrap_or_else(|| self.plain()),
            Encoding::Gzip => self.gzip.get_or_init(|| gzipped(self.plain())),
            Encoding::Identity => self.plain(),
        }
    }

    fn plain(&self) -> &[u8] {
        self.plain.get_or_init(|| {
            let mut plain = Vec::new();
            let brotli = self.brotli.as_deref().unwrap_or_default();
            Decompressor::new(brotli, BUFFER).read_to_end(&mut plain).expect(
                "a test checks the files of the binary, and `Bundle::read` those of a folder",
            );
            plain
        })
    }
}

/// Compresses by gzip, small files well rather than quickly: this happens once for each file.
fn gzipped(plain: &[u8]) -> Vec<u8> {
    let level = if plain.len() < LARGE { Compression::best() } else { Compression::default() };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder
        .write_all(plain)
        .and_then(|()| encoder.finish())
        .expect("writing into memory does not fail")
}

fn entity_tag(plain: &[u8]) -> String {
    let digest = Sha256::digest(plain);
    let tag = digest.iter().take(TAG).fold(String::from("W/\""), |mut tag, byte| {
        write!(tag, "{byte:02x}").expect("writing into a string does not fail");
        tag
    });
    tag + "\""
}

#[cfg(test)]
mod tests {
    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn gzip_gives_the_bytes_back() {
        let plain = b"disc ".repeat(1000);
        let asset = Asset::from_plain("a.txt".to_owned(), plain.clone());
        let packed = asset.bytes(Encoding::Gzip);
        assert!(packed.len() < plain.len() / 10, "{}", packed.len());
        let mut unpacked = Vec::new();
        GzDecoder::new(packed).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, plain);
    }

    #[test]
    fn damaged_brotli_is_an_error() {
        let damaged = Asset::from_brotli("x.js".to_owned(), Cow::Borrowed(b"no brotli"));
        assert!(damaged.check().is_err());
    }
}
