//! Logins, tokens and recovery codes.

use std::fmt::Display;

use super::listing::counted_rows;
use crate::{ArchiveDate, Event, Name, Role, TokenSummary};

/// Writes an event of an account: no line for any other one.
pub(super) fn body(event: &Event) -> Vec<String> {
    match event {
        Event::Entered { name, role, recovery_codes, .. } => entered(name, *role, recovery_codes),
        Event::Token { token, token_number } => new_token(token, *token_number),
        Event::Tokens { tokens } => counted_rows(tokens.iter().map(token), "no tokens"),
        Event::RecoveryCodes { codes } => recovery_codes(codes),
        Event::ExportData { path, port, url } => export(path, *port, url.as_deref()),
        Event::Recovery { name, code, path, url, expires_at } => {
            given(name, code, *expires_at, url.as_ref().unwrap_or(path))
        }
        Event::Invited { invitation, code, path, url, expires_at } => {
            given(invitation, code, *expires_at, url.as_ref().unwrap_or(path))
        }
        Event::Invitation { by, role, expires_at } => invited(by, *role, *expires_at),
        _ => Vec::new(),
    }
}

/// Writes who is logged in, and the recovery codes of a new account. The token is for programs: people
/// ask for one with `token`.
fn entered(name: &Name, role: Role, codes: &[String]) -> Vec<String> {
    let mut lines = vec![format!("as {name}, {role}")];
    if !codes.is_empty() {
        lines.extend(recovery_codes(codes));
    }
    lines
}

/// Writes a token without its secret.
fn token(token: &TokenSummary) -> String {
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
fn new_token(token: &str, number: Option<u64>) -> Vec<String> {
    let revoke = |number| format!("number {number}; `revoke {number}` ends it");
    [token.to_owned()].into_iter().chain(number.map(revoke)).collect()
}

/// Writes recovery codes, one a line.
fn recovery_codes(codes: &[String]) -> Vec<String> {
    let mut lines = vec![
        "Keep these codes: with one, `reset-password NAME CODE PASSWORD` sets a new password."
            .to_owned(),
    ];
    lines.extend(codes.iter().cloned());
    lines
}

/// Writes the code that a moderator gives somebody, until when it is valid, and its link.
fn given(to: impl Display, code: &str, expires_at: u64, link: &str) -> Vec<String> {
    let link = if link.starts_with('/') {
        format!("the link is the server's address with {link} (whole here if `public-url` is set)")
    } else {
        format!("the link: {link}")
    };
    vec![format!("{to} {code}, valid until {}", date(expires_at)), link]
}

/// Writes where users get their data. A line of this protocol could not hold the document.
fn export(path: &str, port: u16, url: Option<&str>) -> Vec<String> {
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
fn invited(by: &Name, role: Role, expires_at: u64) -> Vec<String> {
    vec![format!("by {by}, for a {role}, valid until {}", date(expires_at))]
}
