//! What every response gets: the JSON body of an error, the headers that its status requires, an
//! entity tag, and how long caches may keep it.

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use willow_protocol::{ErrorDetail, strip_controls};

use crate::domain::Refusal;
use crate::entity_tag::entity_tag;

/// Maximum length in bytes of a body with an entity tag. Exports are longer, and are streamed.
const MAX_TAGGED: u64 = 1 << 20;

/// Maximum bytes of a text that becomes the message of an error.
const MAX_MESSAGE: usize = 1000;

/// Completes the response to a request.
///
/// `HEAD` is answered as `GET`; the connection leaves out the body. `OPTIONS` says which methods a path has.
pub(super) async fn complete(mut request: Request, next: Next) -> Response {
    let method = request.method().clone();
    if method == Method::HEAD {
        *request.method_mut() = Method::GET;
    }
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    let status = response.status();
    if method == Method::OPTIONS && status == StatusCode::METHOD_NOT_ALLOWED {
        *response.status_mut() = StatusCode::NO_CONTENT;
        return response;
    }
    if status.is_client_error() || status.is_server_error() {
        response = with_error_body(response).await;
    } else if status == StatusCode::OK && matches!(method, Method::GET | Method::HEAD) {
        set_if_missing(&mut response, header::CACHE_CONTROL, cache_control(path.as_deref()));
        response = tagged(response, known.as_ref()).await;
    }
    set_if_missing(&mut response, header::CACHE_CONTROL, "no-store");
    response
}

/// Returns how long a response may be kept. With `no-cache` it is kept but asked for again with its
/// tag each time, which costs an answer without a body.
fn cache_control(path: Option<&str>) -> &'static str {
    match path {
        Some("/api/users" | "/api/games") => "public, max-age=1",
        Some(
            "/api/archive" | "/api/search" | "/api/explorer" | "/api/results" | "/api/top/{class}"
            | "/api/book",
        ) => "public, max-age=30",
        Some("/api/openapi.json") => "public, max-age=3600",
        Some(path) if path.starts_with("/api/users/") || path.starts_with("/api/games/") => {
            "public, no-cache"
        }
        _ => "no-store",
    }
}

fn set_if_missing(response: &mut Response, name: header::HeaderName, value: &'static str) {
    response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
}

/// Gives an error its body in JSON, if it has another or none, and the headers of its status. Those of extractors and
/// of the router have none.
async fn with_error_body(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    if parts.status == StatusCode::UNAUTHORIZED {
        let bearer = HeaderValue::from_static(r#"Bearer realm="willow""#);
        parts.headers.entry(header::WWW_AUTHENTICATE).or_insert(bearer);
    }
    if parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json") {
        return Response::from_parts(parts, body);
    }
    let text = to_bytes(body, MAX_MESSAGE).await.unwrap_or_default();
    let text = strip_controls(&String::from_utf8_lossy(&text)).trim().to_owned();
    let (detail, usual) = match parts.status {
        StatusCode::METHOD_NOT_ALLOWED => {
            (ErrorDetail::WrongMethod, "this path has other methods: see the header Allow")
        }
        _ => (ErrorDetail::InvalidRequest, "the request is invalid"),
    };
    let refusal = Refusal::new(detail, if text.is_empty() { usual } else { &text });
    let replaced = refusal.into_response();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.extend(replaced.headers().clone());
    Response::from_parts(parts, replaced.into_body())
}

/// Gives a response its entity tag, or leaves out the body if the client has it.
async fn tagged(response: Response, known: Option<&HeaderValue>) -> Response {
    let (mut parts, body) = response.into_parts();
    let size = body.size_hint().exact().filter(|&size| size <= MAX_TAGGED);
    let (tag, body) = match (parts.headers.get(header::ETAG), size) {
        (Some(tag), _) => (Some(tag.clone()), body),
        (None, Some(_)) => {
            let bytes = to_bytes(body, MAX_TAGGED as usize).await.unwrap_or_default();
            (HeaderValue::from_str(&entity_tag(&bytes)).ok(), Body::from(bytes))
        }
        (None, None) => (None, body),
    };
    let Some(tag) = tag else { return Response::from_parts(parts, body) };
    let is_known = known.and_then(|known| known.to_str().ok()).is_some_and(|known| {
        known.trim() == "*" || known.split(',').any(|known| is_same_tag(known.trim(), &tag))
    });
    parts.headers.insert(header::ETAG, tag);
    if !is_known {
        return Response::from_parts(parts, body);
    }
    parts.status = StatusCode::NOT_MODIFIED;
    for name in [header::CONTENT_LENGTH, header::CONTENT_TYPE, header::CONTENT_ENCODING] {
        parts.headers.remove(name);
    }
    Response::from_parts(parts, Body::empty())
}

/// Compares tags as RFC 9110 does for `If-None-Match`: a weak tag equals a strong one.
fn is_same_tag(known: &str, tag: &HeaderValue) -> bool {
    let tag = tag.to_str().unwrap_or_default();
    known.trim_start_matches("W/") == tag.trim_start_matches("W/")
}
