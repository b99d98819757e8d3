//! The cookie of a browser: scripts cannot read it.
//!
//! `docs/security.md` says why, and what an attacker can still do.

use axum::http::{HeaderMap, HeaderValue, header};
use willow_protocol::TokenKind;

use crate::domain::token_expiry;

/// The cookie of a connection without TLS.
pub(super) const PLAIN: SessionCookie = SessionCookie { name: "willow", attribute: "" };

/// The cookie over TLS: browsers accept its prefix from this host alone.
pub(super) const SECURE: SessionCookie =
    SessionCookie { name: "__Host-willow", attribute: "; Secure" };

/// How the cookie of a login is named and sent back.
pub(super) struct SessionCookie {
    name: &'static str,
    attribute: &'static str,
}

/// Returns the token in the cookie of a request.
pub(super) fn cookie(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs: Vec<(&str, &str)> = cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .collect();
    let value = |wanted| pairs.iter().find(|(name, _)| *name == wanted).map(|&(_, value)| value);
    value(SECURE.name)
        .or_else(|| value(PLAIN.name))
        .filter(|value| !value.is_empty())
        .map(ToOwned::to_owned)
}

impl SessionCookie {
    /// Returns the header that sets the cookie, or that deletes it if there is no token.
    pub(super) fn set(&self, token: Option<&str>) -> HeaderValue {
        let seconds = token.map_or(0, |_| token_expiry(TokenKind::Login, 0) / 1000);
        let value = token.unwrap_or_default();
        let SessionCookie { name, attribute } = self;
        let cookie = format!(
            "{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{attribute}"
        );
        HeaderValue::from_str(&cookie).expect("a token has hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, "a=1; willow=plain".parse().unwrap());
        assert_eq!(cookie(&headers).as_deref(), Some("plain"));
        headers.append(header::COOKIE, "b=2;__Host-willow=secure".parse().unwrap());
        assert_eq!(cookie(&headers).as_deref(), Some("secure"));
        headers.clear();
        headers.append(header::COOKIE, "willow=; willows=x".parse().unwrap());
        assert_eq!(cookie(&headers), None);
    }

    #[test]
    fn scripts_and_other_sites_do_not_get_the_cookie() {
        let plain = PLAIN.set(Some("abc"));
        let wanted = "willow=abc; Path=/; Max-Age=5184000; HttpOnly; SameSite=Strict";
        assert_eq!(plain.to_str().unwrap(), wanted);
        let secure = SECURE.set(None);
        let wanted = "__Host-willow=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(secure.to_str().unwrap(), wanted);
    }
}
