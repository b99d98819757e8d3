//! Which pages may act for a visitor.
//!
//! Browsers send the origin of a page, and pages cannot change it. A request that changes something
//! with the visitor's cookie must come from a page of this host, or of an origin that the operator
//! named.

use axum::http::{HeaderMap, Method, header};
use willow_protocol::ErrorDetail;

use crate::domain::Refusal;
use crate::ops::Config;

/// The header in which browsers say how near the page is to this host.
const FETCH_SITE: &str = "sec-fetch-site";

/// Returns whether a request comes from no page, from a page of this host, or from one that the
/// operator named.
pub(super) fn is_allowed_origin(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let page = origin.split_once("://").map(|(_, host)| host);
    (page.is_some() && page == host) || config.allows_origin(origin)
}

/// Returns whether the cookie of a request may be used. Reading needs no origin, because browsers
/// send none to the page's own host; then nothing may say that the page is a foreign one.
pub(super) fn may_use_cookie(method: &Method, headers: &HeaderMap, config: &Config) -> bool {
    let has_origin = headers.contains_key(header::ORIGIN);
    let is_read = method == Method::GET || method == Method::HEAD;
    let site = headers.get(FETCH_SITE).and_then(|site| site.to_str().ok());
    let is_foreign = !has_origin && site == Some("cross-site");
    is_allowed_origin(headers, config) && (has_origin || is_read) && !is_foreign
}

/// Refuses a page of another origin.
pub(super) fn foreign_page() -> Refusal {
    Refusal::new(ErrorDetail::RequestForbidden, "pages of this origin may not act for you")
}
