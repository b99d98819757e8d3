//! The operator's pages, such as what is stored about members: plain text, which the web client shows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use thiserror::Error;
use willow_protocol::ErrorDetail;

use super::HttpState;
use super::response::{Answer, Parameters, PathValue};
use crate::domain::refuse;

/// The pages, in the order in which the web client links to them.
const NAMES: [&str; 3] = ["privacy", "imprint", "contact"];

/// The languages of the web client, in the order of [`Language`].
const LANGUAGES: [&str; 4] = ["en", "ja", "fr", "zh"];

/// The file that says where to report a fault of the server (RFC 9116).
const SECURITY: &str = "security";

/// The largest file in bytes.
const MAX_BYTES: usize = 256 << 10;

/// The operator's pages cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PagesError {
    /// The folder or a file cannot be read.
    #[error("`pages-folder`: cannot read {}: {error}", path.display())]
    Unreadable {
        /// The folder or the file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file is too large.
    #[error("`pages-folder`: {} is larger than 256 KiB", .0.display())]
    TooLarge(PathBuf),
    /// The file name is not that of a page.
    #[error(
        "`pages-folder`: {} is no page: they are privacy.txt, imprint.txt, contact.txt, in other languages such as \
         privacy.ja.txt (en, ja, fr, zh), and security.txt",
        .0.display()
    )]
    Unknown(PathBuf),
}

/// The operator's pages, read at the start.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    /// The texts by page and language; without a language, for all others.
    texts: BTreeMap<(String, Option<String>), String>,
}

impl Pages {
    /// Reads the pages of a folder.
    pub(crate) fn read(folder: Option<&Path>) -> Result<Pages, PagesError> {
        let mut pages = Pages::default();
        let Some(folder) = folder else { return Ok(pages) };
        let unreadable = |path: &Path| {
            let path = path.to_owned();
            move |error| PagesError::Unreadable { path, error }
        };
        for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
            let path = entry.map_err(unreadable(folder))?.path();
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let key = path.file_stem().and_then(|stem| page_of(stem.to_str()?));
            let key = key.ok_or_else(|| PagesError::Unknown(path.clone()))?;
            let text = std::fs::read_to_string(&path).map_err(unreadable(&path))?;
            if text.len() > MAX_BYTES {
                return Err(PagesError::TooLarge(path));
            }
            pages.texts.insert(key, text);
        }
        Ok(pages)
    }

    /// Returns the names of the pages that there are.
    pub(crate) fn names(&self) -> Vec<String> {
        let exists = |name: &&str| self.texts.keys().any(|(page, _)| page == name);
        NAMES.into_iter().filter(exists).map(ToOwned::to_owned).collect()
    }

    /// Returns a page in a language or, if it is not there in that one, in another.
    fn text(&self, page: &str, language: Option<&str>) -> Option<&str> {
        let in_language = |language: Option<&str>| {
            self.texts.get(&(page.to_owned(), language.map(str::to_owned)))
        };
        let any = || self.texts.iter().find(|((name, _), _)| name == page).map(|(_, text)| text);
        let found = language.and_then(|it| in_language(Some(it))).or_else(|| in_language(None));
        found.or_else(any).map(String::as_str)
    }
}

/// Returns the page and the language of a file's name without its ending.
fn page_of(stem: &str) -> Option<(String, Option<String>)> {
    let (name, language) = match stem.split_once('.') {
        Some((name, language)) => (name, Some(language)),
        None => (stem, None),
    };
    let is_page = NAMES.contains(&name) || (name == SECURITY && language.is_none());
    let is_known = is_page && language.is_none_or(|it| LANGUAGES.contains(&it));
    is_known.then(|| (name.to_owned(), language.map(str::to_owned)))
}

/// The path names no page.
#[derive(Debug, Error)]
#[error("expected {}", NAMES.join(", "))]
pub(super) struct UnknownPageError;

/// The name of a page in a path.
pub(super) struct PageName(&'static str);

impl FromStr for PageName {
    type Err = UnknownPageError;

    fn from_str(text: &str) -> Result<PageName, UnknownPageError> {
        let found = NAMES.into_iter().find(|name| *name == text);
        found.map(PageName).ok_or(UnknownPageError)
    }
}

/// The parameters of a page.
#[derive(Debug, Deserialize)]
pub(super) struct PageParameters {
    /// The language. A page that is not there in it comes in another.
    language: Option<Language>,
}

/// A language of the web client.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Language {
    En,
    Ja,
    Fr,
    Zh,
}

/// Returns one of the operator's pages.
pub(super) async fn show(
    State(state): State<HttpState>,
    PathValue(PageName(page)): PathValue<PageName>,
    Parameters(PageParameters { language }): Parameters<PageParameters>,
) -> Answer {
    let language = language.map(|language| LANGUAGES[language as usize]);
    plain_text(state.pages.get().text(page, language))
}

/// Returns where to report a fault of the server.
pub(super) async fn security(State(state): State<HttpState>) -> Answer {
    plain_text(state.pages.get().text(SECURITY, None))
}

fn plain_text(text: Option<&str>) -> Answer {
    let Some(text) = text else {
        return refuse(ErrorDetail::UnknownPath, "the operator of this server has no such page");
    };
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "public, no-cache"),
    ];
    Ok((headers, text.to_owned()).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_comes_in_the_language_that_is_asked_for_or_in_another() {
        let folder = tempfile::TempDir::new().unwrap();
        for (file, text) in [
            ("privacy.txt", "plain"),
            ("privacy.ja.txt", "Japanese"),
            ("contact.fr.txt", "French"),
            ("security.txt", "Contact: mailto:op@club.example"),
            ("notes.md", "is left alone"),
        ] {
            std::fs::write(folder.path().join(file), text).unwrap();
        }
        let pages = Pages::read(Some(folder.path())).unwrap();
        assert_eq!(pages.names(), ["privacy", "contact"]);
        for (page, language, text) in [
            ("privacy", Some("ja"), Some("Japanese")),
            ("privacy", Some("fr"), Some("plain")),
            ("privacy", None, Some("plain")),
            ("contact", Some("en"), Some("French")),
            ("imprint", None, None),
        ] {
            assert_eq!(pages.text(page, language), text, "{page} {language:?}");
        }
    }

    #[test]
    fn a_file_that_is_no_page_is_an_error_that_names_it() {
        for name in ["privcy.txt", "privacy.de.txt", "security.ja.txt"] {
            let folder = tempfile::TempDir::new().unwrap();
            std::fs::write(folder.path().join(name), "").unwrap();
            let error = Pages::read(Some(folder.path())).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains("privacy.ja.txt"), "{error}");
        }
        let missing = Pages::read(Some(Path::new("/no/such/folder"))).unwrap_err().to_string();
        assert!(missing.starts_with("`pages-folder`: cannot read /no/such/folder: "), "{missing}");
    }
}
