//! Which pages may act for a visitor.
//!
//! Browsers send the origin of a page, and pages cannot change it. A request that changes something
//! with the visitor's cookie must come from a page of this host, or of an origin that the operator
//! named.

use axum::http::{HeaderMap, Method, header};

/// The header in which browsers say how near the page is to this host.
const FETCH_SITE: &str = "sec-fetch-site";

/// Returns whether a request comes from no page, from a page of this host, or from one that the
/// operator named.
pub(super) fn is_allowed_origin(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let page = origin.split_once("://").map(|(_, host)| host);
    (page.is_some() && page == host) || allowed.iter().any(|allowed| allowed == origin)
}

/// Returns whether the cookie of a request may be used. Reading needs no origin, because browsers
/// send none to the page's own host; then nothing may say that the page is a foreign one.
pub(super) fn may_use_cookie(method: &Method, headers: &HeaderMap, allowed: &[String]) -> bool {
    let has_origin = headers.contains_key(header::ORIGIN);
    let is_read = method == Method::GET || method == Method::HEAD;
    let site = headers.get(FETCH_SITE).and_then(|site| site.to_str().ok());
    let is_foreign = !has_origin && site == Some("cross-site");
    is_allowed_origin(headers, allowed) && (has_origin || is_read) && !is_foreign
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let host = [("host", "willow.example:7711")];
        let all = host.iter().chain(pairs);
        all.map(|&(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    const FOREIGN: [&str; 4] =
        ["https://evil.example", "null", "http://willow.example", "https://club.example.evil"];

    #[test]
    fn only_pages_of_this_host_and_of_named_origins_may_connect() {
        let named = ["https://club.example".to_owned()];
        assert!(is_allowed_origin(&headers(&[]), &named), "programs have no origin");
        for own in ["http://willow.example:7711", "https://club.example"] {
            assert!(is_allowed_origin(&headers(&[("origin", own)]), &named), "{own}");
        }
        for other in FOREIGN {
            assert!(!is_allowed_origin(&headers(&[("origin", other)]), &named), "{other}");
        }
    }

    #[test]
    fn a_cookie_changes_something_for_known_pages_only() {
        let may = |method, pairs: &[_]| may_use_cookie(&method, &headers(pairs), &[]);
        let own = ("origin", "http://willow.example:7711");
        assert!(may(Method::POST, &[own]));
        assert!(!may(Method::POST, &[]), "a browser sends the origin");
        assert!(!may(Method::DELETE, &[("sec-fetch-site", "same-origin")]));
        assert!(may(Method::GET, &[]) && may(Method::GET, &[("sec-fetch-site", "same-origin")]));
        assert!(!may(Method::GET, &[("sec-fetch-site", "cross-site")]));
        for other in FOREIGN {
            assert!(!may(Method::POST, &[("origin", other)]), "{other}");
            assert!(!may(Method::GET, &[("origin", other)]), "{other}");
        }
    }
}
