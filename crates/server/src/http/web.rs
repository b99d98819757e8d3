//! The web client: its page at every address that the client knows, and the files of the page.
//!
//! The page is the same for all addresses but for the preview in its head, which is for visitors. So it needs no
//! login and may be kept by caches that ask again. Files whose names change with their content are kept
//! for a year.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::response::Response;
use willow_protocol::ErrorDetail;

use super::HttpState;
use super::preview::Preview;
use super::response::Answer;
use crate::domain::refuse;
use crate::entity_tag::entity_tag;
use crate::web_assets::{Asset, Bundle};

/// What the page may do: run its own scripts and WebAssembly, and talk to this server. Strings become
/// neither markup nor the address of a worker, but for the two named rules: Svelte's templates, which are
/// made at build time, and the client's own workers.
///
/// Scripts and style sheets are sent with the same policy, because a worker has that of its own file.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; frame-ancestors 'none'; form-action 'none'; \
    require-trusted-types-for 'script'; trusted-types svelte-trusted-html willow-worker";

/// A file whose name changes with its content.
const FOR_A_YEAR: &str = "public, max-age=31536000, immutable";

/// A file that may change: it is kept, and asked for again with its tag.
const ASK_AGAIN: &str = "public, no-cache";

/// Keeps pages of other origins out of this page's group of windows.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Keeps files of other servers out of the page. With the two others it lets the page share memory with its
/// worker, by which a search hears that it is to stop.
const EMBEDDER_POLICY: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");

/// Keeps pages of other origins from embedding the files.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The files of the client, and its page with what is true of this server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WebClient {
    bundle: &'static Bundle,
    page: &'static Asset,
}

impl WebClient {
    /// Returns the built client; its `<noscript>` names the telnet port. It lives as long as the process.
    pub(crate) fn new(bundle: &'static Bundle, telnet: Option<u16>) -> WebClient {
        let page = bundle.page();
        let text = str::from_utf8(page.plain()).ok().and_then(|text| with_port(text, telnet));
        let told = text.map(|text| Asset::from_plain(page.path().to_owned(), text.into_bytes()));
        let page = told.map_or(page, |told| Box::leak(Box::new(told)));
        WebClient { bundle, page }
    }
}

/// Returns the page with another text for those without JavaScript; `None` if it has none.
fn with_port(page: &str, telnet: Option<u16>) -> Option<String> {
    let (before, rest) = page.split_once("<noscript")?;
    let (_, rest) = rest.split_once("</noscript")?;
    let (_, after) = rest.split_once('>')?;
    let [english, japanese] = match telnet {
        Some(port) => [
            format!(" Without it you can play by telnet: the port is {port}."),
            format!("使わない場合は、telnet（ポート{port}）で対局できます。"),
        ],
        None => Default::default(),
    };
    Some(format!(
        "{before}<noscript>Willow needs JavaScript.{english} \
         <span lang=\"ja\">JavaScriptが必要です。{japanese}</span></noscript>{after}"
    ))
}

/// Answers paths that are not a route of the API: the client's page or one of its files, if there is a
/// client.
pub(super) async fn serve(State(state): State<HttpState>, request: Request) -> Answer {
    let path = request.uri().path().trim_matches('/');
    if let (Some(client), &Method::GET) = (state.web, request.method()) {
        if let Some(asset) = client.bundle.asset(path) {
            return Ok(file(asset, request.headers()));
        }
        if is_page(path) {
            state.context.metrics.pages.inc();
            let preview = Preview::of(&state, request.uri()).await;
            let elements = preview.map(|preview| preview.elements(&state, request.uri()));
            let page = elements.and_then(|elements| with_elements(client.page, &elements));
            return Ok(page.unwrap_or_else(|| file(client.page, request.headers())));
        }
    }
    refuse(ErrorDetail::UnknownPath, "there is nothing at this path; see /api/openapi.json")
}

/// Returns the page with more elements in its head.
fn with_elements(page: &Asset, elements: &str) -> Option<Response> {
    let text = str::from_utf8(page.plain()).ok()?;
    let (head, rest) = text.split_once("</head>")?;
    let text = format!("{head}{elements}</head>{rest}");
    let tag = HeaderValue::from_str(&entity_tag(text.as_bytes())).ok()?;
    let mut response = Response::new(Body::from(text));
    describe(response.headers_mut(), page);
    response.headers_mut().insert(header::ETAG, tag);
    Some(response)
}

/// Returns whether the client may handle a path. The client shows its own 404 page.
fn is_page(path: &str) -> bool {
    let folder = path.split('/').next();
    let name = path.rsplit('/').next().unwrap_or_default();
    !matches!(folder, Some("api" | "assets")) && !name.contains('.')
}

fn file(asset: &'static Asset, asked: &HeaderMap) -> Response {
    let (encoding, bytes) = match asset.brotli() {
        Some(brotli) if takes(asked, "br") => (Some("br"), brotli),
        Some(_) if takes(asked, "gzip") => (Some("gzip"), asset.gzip()),
        _ => (None, asset.plain()),
    };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    describe(headers, asset);
    headers.insert(header::ETAG, HeaderValue::from_static(asset.entity_tag()));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// Adds the headers of a file, whatever its encoding.
fn describe(headers: &mut HeaderMap, asset: &Asset) {
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, asset.content_type());
    set(header::CACHE_CONTROL, if asset.is_immutable() { FOR_A_YEAR } else { ASK_AGAIN });
    set(header::VARY, "accept-encoding");
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(OPENER_POLICY, "same-origin");
    set(EMBEDDER_POLICY, "require-corp");
    set(RESOURCE_POLICY, "same-origin");
}

/// Returns whether a client names an encoding, with a weight above 0 (RFC 9110, section 12.5.3). Browsers name brotli
/// over TLS and on their own machine alone.
fn takes(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let items = accepted.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(','));
    let mut named = items.map(|item| item.split_once(';').unwrap_or((item, "q=1")));
    named.any(|(name, weight)| {
        let weight = weight.trim().strip_prefix("q=").and_then(|it| it.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(encoding) && weight.is_some_and(|weight| weight > 0.0)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn those_without_scripts_are_told_the_port_for_telnet_if_there_is_one() {
        let page = "<html><noscript\n>old</noscript\n><p>";
        let told = with_port(page, Some(7711)).unwrap();
        assert!(told.contains("the port is 7711") && told.contains("ポート7711"), "{told}");
        assert!(told.starts_with("<html><noscript>") && told.ends_with("</noscript><p>"), "{told}");
        assert!(!with_port(page, None).unwrap().contains("telnet"));
        assert_eq!(with_port("<html>", None), None);
        let page = str::from_utf8(Bundle::embedded().page().plain()).unwrap();
        assert!(with_port(page, None).is_some(), "{page}");
    }

    #[test]
    fn an_encoding_is_for_those_who_name_it() {
        let page = Bundle::embedded().page();
        for (line, encoding) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("BR; q=0.5", Some("br")),
            ("deflate, GZIP", Some("gzip")),
            ("br;q=0, gzip", Some("gzip")),
            ("br;q=0, *", None),
            ("br;q=x", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(line));
            let response = file(page, &headers);
            let sent = response.headers().get(header::CONTENT_ENCODING);
            assert_eq!(sent.map(|name| name.to_str().unwrap()), encoding, "{line}");
        }
        let mut plain = Vec::new();
        GzDecoder::new(page.gzip()).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, page.plain());
    }
}
