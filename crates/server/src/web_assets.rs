//! The built web client: its files, compressed.
//!
//! `cargo xtask web` builds the sources in `web/` and writes the folder `bundle/`, which is committed, so
//! that a build of Willow needs neither node nor npm. Nearly all files are there in brotli's format only,
//! under their names with `.br`. The server gives these to browsers that take them, and makes gzip of them or
//! decompresses them for others, once.
//!
//! Invariant: nothing here is computed from a request. A path names one of the files of the bundle, or none.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use brotli_decompressor::Decompressor;
use flate2::Compression;
use flate2::read::GzEncoder;
use rust_embed::Embed;
use thiserror::Error;

use crate::entity_tag::entity_tag;

/// The page that every place of the client begins with.
const PAGE: &str = "index.html";

/// How the names of files end that brotli has compressed.
const COMPRESSED: &str = ".br";

/// The largest folder in bytes that is taken for a client: everything is kept in memory.
const MAX_BYTES: u64 = 32 << 20;

/// The size of the decompressor's buffer in bytes.
const BUFFER: usize = 1 << 14;

/// The files in the binary.
#[derive(Embed)]
#[folder = "bundle/"]
struct Embedded;

static EMBEDDED: LazyLock<Bundle> = LazyLock::new(|| {
    let files = Embedded::iter()
        .filter_map(|name| Some((name.clone().into_owned(), Embedded::get(&name)?)));
    let files = files.map(|(name, file)| (name, file.data));
    Bundle::new(files).expect("a test reads the embedded files")
});

/// A folder cannot be taken for a client.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BundleError {
    /// A file or a folder cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file or the folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A `.br` file is not Brotli data.
    #[error("`{0}` is not compressed by brotli, or is damaged")]
    Compression(String),
    /// There is no page.
    #[error(
        "there is no `{PAGE}`: build the client with `npm run build` and name its folder `dist`"
    )]
    NoPage,
    /// The files are too large together.
    #[error("the files have more than {} MB: this is not the folder of a built client", MAX_BYTES >> 20)]
    TooLarge,
}

/// All files of the client.
#[derive(Debug)]
pub(crate) struct Bundle {
    files: BTreeMap<String, Asset>,
}

impl Bundle {
    /// Returns the client in the binary.
    pub(crate) fn embedded() -> &'static Bundle {
        &EMBEDDED
    }

    /// Reads a client from a folder that `npm run build` or `cargo xtask web` has written. Links are not
    /// followed.
    ///
    /// # Errors
    /// The folder must be readable and have a page; what brotli has compressed must be whole.
    pub(crate) fn read(folder: &Path) -> Result<Bundle, BundleError> {
        let mut files = Vec::new();
        collect(folder, "", &mut MAX_BYTES.clone(), &mut files)?;
        let bundle = Bundle::new(files.into_iter())?;
        let damaged = bundle.assets().find(|asset| asset.check().is_err());
        damaged.map_or(Ok(()), |asset| {
            Err(BundleError::Compression(format!("{}{COMPRESSED}", asset.path())))
        })?;
        Ok(bundle)
    }

    fn new(
        files: impl Iterator<Item = (String, Cow<'static, [u8]>)>,
    ) -> Result<Bundle, BundleError> {
        let assets = files.map(|(name, bytes)| asset(name, bytes));
        let files: BTreeMap<String, Asset> =
            assets.map(|asset| (asset.path().to_owned(), asset)).collect();
        if files.contains_key(PAGE) { Ok(Bundle { files }) } else { Err(BundleError::NoPage) }
    }

    /// Returns a file by its path below the folder, such as `assets/index-BNV2ZMV3.css`.
    pub(crate) fn asset(&self, path: &str) -> Option<&Asset> {
        self.files.get(path)
    }

    /// Returns the page that every place of the client begins with.
    pub(crate) fn page(&self) -> &Asset {
        &self.files[PAGE]
    }

    /// Returns all files in the order of their paths.
    pub(crate) fn assets(&self) -> impl Iterator<Item = &Asset> {
        self.files.values()
    }
}

/// Makes a file. Its name says whether it is compressed.
fn asset(name: String, bytes: Cow<'static, [u8]>) -> Asset {
    match name.strip_suffix(COMPRESSED) {
        None => Asset::from_plain(name, bytes.into_owned()),
        Some(path) => Asset::from_brotli(path.to_owned(), bytes),
    }
}

/// Reads the files of a folder and of the folders in it. `left` is the number of bytes that may follow.
fn collect(
    folder: &Path,
    prefix: &str,
    left: &mut u64,
    files: &mut Vec<(String, Cow<'static, [u8]>)>,
) -> Result<(), BundleError> {
    let fault = |error| BundleError::Read { path: folder.to_owned(), error };
    for entry in fs::read_dir(folder).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let path = entry.path();
        let fault = |error| BundleError::Read { path: path.clone(), error };
        let found = entry.metadata().map_err(fault)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if found.is_dir() {
            collect(&path, &format!("{name}/"), left, files)?;
        } else if found.is_file() {
            *left = left.checked_sub(found.len()).ok_or(BundleError::TooLarge)?;
            files.push((name, Cow::Owned(fs::read(&path).map_err(fault)?)));
        }
    }
    Ok(())
}

/// One file of the client.
#[derive(Debug)]
pub(crate) struct Asset {
    path: String,
    /// Made of what brotli has compressed when somebody asks for it first: most browsers never do.
    plain: OnceLock<Vec<u8>>,
    gzip: OnceLock<Vec<u8>>,
    brotli: Option<Cow<'static, [u8]>>,
    entity_tag: String,
}

impl Asset {
    /// Makes a file from its bytes.
    pub(crate) fn from_plain(path: String, plain: Vec<u8>) -> Asset {
        let entity_tag = entity_tag(&plain);
        Asset { path, plain: plain.into(), gzip: OnceLock::new(), brotli: None, entity_tag }
    }

    /// Makes a file from what brotli has made of its bytes. Whoever does not know that they are whole must
    /// ask [`Asset::check`].
    pub(crate) fn from_brotli(path: String, brotli: Cow<'static, [u8]>) -> Asset {
        let entity_tag = entity_tag(&brotli);
        let [plain, gzip] = [OnceLock::new(), OnceLock::new()];
        Asset { path, plain, gzip, brotli: Some(brotli), entity_tag }
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

    /// Returns what brotli has made of the file, if it is there so.
    pub(crate) fn brotli(&self) -> Option<&[u8]> {
        self.brotli.as_deref()
    }

    /// Returns the file compressed by gzip, quickly, because somebody waits for it the first time.
    pub(crate) fn gzip(&self) -> &[u8] {
        self.gzip.get_or_init(|| {
            let mut gzip = Vec::new();
            let mut encoder = GzEncoder::new(self.plain(), Compression::fast());
            encoder.read_to_end(&mut gzip).expect("memory can be read");
            gzip
        })
    }

    /// Returns the file as it is.
    pub(crate) fn plain(&self) -> &[u8] {
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

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// Maximum size in bytes of a committed client, without the weights of its engine, the exercises, the tournaments and
    /// the texts (a browser loads one language).
    const MAX_COMMITTED: usize = 512 << 10;

    /// The largest words of a language in bytes that may be committed.
    const MAX_WORDS: usize = 28 << 10;

    /// The languages of the client.
    const LANGUAGES: [&str; 4] = ["en", "fr", "ja", "zh"];

    /// The largest exercises with what is said of them, in all languages, in bytes that may be committed. They are loaded
    /// when they are opened.
    const MAX_EXERCISES: usize = 60 << 10;

    /// The largest pages of tournaments, in all languages, in bytes that may be committed. They are loaded when they are
    /// opened.
    const MAX_TOURNAMENTS: usize = 40 << 10;

    /// The largest weights in bytes that may be committed.
    const MAX_WEIGHTS: usize = 5 << 20;

    #[test]
    fn the_embedded_client_is_whole_and_small() {
        let bundle = Bundle::embedded();
        let page = String::from_utf8_lossy(bundle.page().plain());
        let named = page.split(['"', '\'']).filter_map(|word| word.strip_prefix("/assets/"));
        let named: Vec<&str> = named.collect();
        assert!(named.len() >= 2, "the page names a script and a style sheet: {named:?}");
        for name in named {
            assert!(bundle.asset(&format!("assets/{name}")).is_some(), "{name} is missing");
        }
        let (weights, client): (Vec<_>, Vec<_>) =
            Embedded::iter().partition(|name| name.ends_with(".weights.br"));
        let size = |names: &[Cow<'static, str>]| -> usize {
            names.iter().filter_map(|name| Embedded::get(name)).map(|file| file.data.len()).sum()
        };
        let is_words = |name: &Cow<'_, str>| {
            LANGUAGES.iter().any(|code| name.starts_with(&format!("assets/{code}-")))
        };
        let (words, client): (Vec<_>, Vec<_>) = client.into_iter().partition(is_words);
        assert_eq!(words.len(), LANGUAGES.len(), "{words:?}");
        for language in words {
            assert!(size(std::slice::from_ref(&language)) < MAX_WORDS, "{language}");
        }
        let (exercises, client): (Vec<_>, Vec<_>) =
            client.into_iter().partition(|name| name.starts_with("assets/exercises-"));
        assert!(size(&exercises) < MAX_EXERCISES, "{exercises:?}");
        let (tournaments, client): (Vec<_>, Vec<_>) = client
            .into_iter()
            .partition(|name| name.to_lowercase().starts_with("assets/tournaments"));
        assert!(size(&tournaments) < MAX_TOURNAMENTS, "{tournaments:?}");
        assert!(size(&client) < MAX_COMMITTED, "{} bytes", size(&client));
        assert!(weights.len() <= 1 && size(&weights) < MAX_WEIGHTS, "{weights:?}");
    }

    #[test]
    fn every_embedded_file_can_be_decompressed() {
        for asset in Bundle::embedded().assets() {
            assert!(asset.check().is_ok(), "{}", asset.path());
        }
    }

    #[test]
    fn every_embedded_file_is_compressed_by_brotli() {
        assert!(Bundle::embedded().assets().all(|asset| asset.brotli().is_some()));
    }

    fn written(files: &[(&str, &[u8])]) -> TempDir {
        let folder = TempDir::new().unwrap();
        for (name, bytes) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        folder
    }

    #[test]
    fn a_folder_is_read_with_its_folders() {
        let folder = written(&[("index.html", b"<p>"), ("assets/a.js", b"1")]);
        let bundle = Bundle::read(folder.path()).unwrap();
        let paths: Vec<&str> = bundle.assets().map(Asset::path).collect();
        assert_eq!(paths, ["assets/a.js", "index.html"]);
        assert_eq!(bundle.page().plain(), b"<p>");
        for other in ["assets", "../index.html", "assets/../index.html", "", "/index.html"] {
            assert!(bundle.asset(other).is_none(), "{other}");
        }
    }

    #[test]
    fn what_is_no_client_is_refused() {
        let refused = |files: &[(&str, &[u8])]| Bundle::read(written(files).path()).unwrap_err();
        assert!(matches!(refused(&[("a.js", b"1")]), BundleError::NoPage));
        let damaged = refused(&[("index.html", b"<p>"), ("a.js.br", b"no brotli")]);
        assert_eq!(damaged.to_string(), "`a.js.br` is not compressed by brotli, or is damaged");
        assert!(matches!(Bundle::read(Path::new("/nowhere")), Err(BundleError::Read { .. })));
    }
}
