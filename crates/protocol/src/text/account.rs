//! Logins, tokens and recovery codes.

use std::fmt::Display;

use crate::{ArchiveDate, Name, Role, TokenSummary};

/// Writes who is logged in, and the recovery codes of a new account. The token is for programs: people
/// ask for one with `token`.
pub(super) fn entered(name: &Name, role: Role, codes: &[String]) -> Vec<String> {
    let mut lines = vec![format!("as {name}, {role}")];
    if !codes.is_empty() {
        lines.extend(recovery_codes(codes));
    }
    lines
}

/// Writes a token without its secret.
pub(super) fn token(token: &TokenSummary) -> String {
    let TokenSummary { number, name, kind, scopes, created_at, used_at, expires_at, current } =
        token;
    let name = name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
    let scopes = scopes.map(|scopes| format!(", scopes {scopes}")).unwrap_or_default();
    let here = if *current { ", this one" } else { "" };
    let used = used_at.map_or("never used".to_owned(), |at| format!("used {}", date(at)));
    let [made, end] = [created_at, expires_at].map(|&at| date(at));
    format!("{number} {kind}{name}{scopes}, made {made}, {used}, valid until {end}{here}")
}

/// Writes a new token, alone on its line so that it can be copied, and how it is revoked.
pub(super) fn new_token(token: &str, number: Option<u64>) -> Vec<String> {
    let revoke = |number| format!("number {number}; `revoke {number}` ends it");
    [token.to_owned()].into_iter().chain(number.map(revoke)).collect()
}

/// Writes recovery codes, one a line.
pub(super) fn recovery_codes(codes: &[String]) -> Vec<String> {
    let mut lines = vec![
        "Keep these codes: with one, `reset-password NAME CODE PASSWORD` sets a new password."
            .to_owned(),
    ];
    lines.extend(codes.iter().cloned());
    lines
}

/// Writes the code that a moderator gives somebody, until when it is valid, and its link.
pub(super) fn given(to: impl Display, code: &str, expires_at: u64, link: &str) -> Vec<String> {
    let link = if link.starts_with('/') {
        format!("the link is the server's address with {link} (whole here if `public-url` is set)")
    } else {
        format!("the link: {link}")
    };
    vec![format!("{to} {code}, valid until {}", date(expires_at)), link]
}

/// Writes where users get their data. A line of this protocol could not hold the document.
pub(super) fn export(path: &str, port: u16, url: Option<&str>) -> Vec<String> {
    if let Some(url) = url {
        return vec![
            format!("GET {url} with a token of yours"),
            "`token export` gives a token. Then, on your computer:".to_owned(),
            format!("curl -H 'Authorization: Bearer TOKEN' '{url}'"),
            "`logout all` or `revoke NUMBER` ends the token.".to_owned(),
        ];
    }
    vec![
        format!("GET {path} over HTTP, port {port}, with a token of yours"),
        "`token export` gives a token. Then, on your computer, with HOST as in `telnet HOST`:"
            .to_owned(),
        format!("curl -H 'Authorization: Bearer TOKEN' 'http://HOST:{port}{path}'"),
        "With TLS it is https. `logout all` or `revoke NUMBER` ends the token.".to_owned(),
    ]
}

/// Writes a day, in UTC.
pub(super) fn date(at: u64) -> String {
    ArchiveDate::of_millis(at).map(|date| date.to_string()).unwrap_or_default()
}

/// Writes an invitation for the one who was invited.
pub(super) fn invited(by: &Name, role: Role, expires_at: u64) -> Vec<String> {
    vec![format!("by {by}, for a {role}, valid until {}", date(expires_at))]
}
