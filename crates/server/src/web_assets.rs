//! The built web client: its files, compressed.
//!
//! `cargo xtask web` builds the sources in `web/` and writes the folder `bundle/`, which is committed, so
//! that a build of Willow needs neither node nor npm. All files are there in brotli's format, under their
//! names with `.br`. The server gives these to browsers that take them, and makes gzip of them or
//! decompresses them for others, once.
//!
//! Invariant: nothing here is computed from a request. A path names one of the files of the bundle, or none.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{LazyLock, OnceLock};

use brotli_decompressor::Decompressor;
use flate2::Compression;
use flate2::read::GzEncoder;
use rust_embed::Embed;

use crate::entity_tag::entity_tag;

/// The page that every page of the client begins with.
const PAGE: &str = "index.html";

/// The size of the decompressor's buffer in bytes.
const BUFFER: usize = 1 << 14;

/// The files in the binary.
#[derive(Embed)]
#[folder = "bundle/"]
struct Bundle;

static ASSETS: LazyLock<BTreeMap<String, Asset>> = LazyLock::new(|| {
    let files = Bundle::iter()
        .filter_map(|name| Some((name.strip_suffix(".br")?.to_owned(), Bundle::get(&name)?)));
    files.map(|(path, file)| (path.clone(), Asset::new(path, file.data))).collect()
});

/// Returns a file by its path below the folder, such as `assets/index-BNV2ZMV3.css`.
pub(crate) fn asset(path: &str) -> Option<&'static Asset> {
    ASSETS.get(path)
}

/// Returns the file that every page of the client begins with.
pub(crate) fn page() -> &'static Asset {
    &ASSETS[PAGE]
}

/// One file of the client.
#[derive(Debug)]
pub(crate) struct Asset {
    path: String,
    brotli: Cow<'static, [u8]>,
    /// Made when somebody asks for it first: most browsers never do.
    plain: OnceLock<Vec<u8>>,
    gzip: OnceLock<Vec<u8>>,
    entity_tag: String,
}

impl Asset {
    fn new(path: String, brotli: Cow<'static, [u8]>) -> Asset {
        let entity_tag = entity_tag(&brotli);
        Asset { path, brotli, plain: OnceLock::new(), gzip: OnceLock::new(), entity_tag }
    }

    /// Returns the content type, by the name of the file.
    pub(crate) fn content_type(&self) -> &'static str {
        match self.path.rsplit_once('.').map_or("", |(_, kind)| kind) {
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "png" => "image/png",
            "svg" => "image/svg+xml",
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

    /// Returns the file compressed by brotli.
    pub(crate) fn brotli(&self) -> &[u8] {
        &self.brotli
    }

    /// Returns the file compressed by gzip, quickly, because somebody waits for it the first time.
    pub(crate) fn gzip(&self) -> &[u8] {
        self.gzip.get_or_init(|| {
            read(GzEncoder::new(self.plain(), Compression::fast())).expect("memory can be read")
        })
    }

    /// Returns the file as it is.
    pub(crate) fn plain(&self) -> &[u8] {
        self.plain.get_or_init(|| self.decompressed().expect("a test decompresses all files"))
    }

    fn decompressed(&self) -> io::Result<Vec<u8>> {
        read(Decompressor::new(self.brotli(), BUFFER))
    }
}

fn read(mut stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest client in bytes that may be committed, without the weights of its engine.
    const MAX_COMMITTED: usize = 512 << 10;

    /// The largest weights in bytes that may be committed.
    const MAX_WEIGHTS: usize = 5 << 20;

    #[test]
    fn the_client_is_whole_and_small() {
        let page = String::from_utf8_lossy(page().plain());
        let named = page.split(['"', '\'']).filter_map(|word| word.strip_prefix('/'));
        let named: Vec<&str> = named.filter(|name| name.starts_with("assets/")).collect();
        assert!(named.len() >= 2, "the page names a script and a style sheet: {named:?}");
        for name in named {
            assert!(asset(name).is_some(), "{name} is missing");
        }
        let (weights, client): (Vec<&Asset>, Vec<&Asset>) =
            ASSETS.values().partition(|asset| asset.path.ends_with(".weights"));
        let size =
            |assets: &[&Asset]| assets.iter().map(|asset| asset.brotli().len()).sum::<usize>();
        assert!(size(&client) < MAX_COMMITTED, "{} bytes", size(&client));
        assert!(weights.len() <= 1 && size(&weights) < MAX_WEIGHTS, "{weights:?}");
    }

    #[test]
    fn every_file_is_compressed_by_brotli_and_can_be_decompressed() {
        assert_eq!(ASSETS.len(), Bundle::iter().count());
        for asset in ASSETS.values() {
            assert!(asset.decompressed().is_ok(), "{}", asset.path);
            let is_known = asset.content_type() != "application/octet-stream";
            assert!(is_known || asset.path.ends_with(".weights"), "{}", asset.path);
        }
    }
}
