//! Tokens and recovery codes.

use crate::{ArchiveDate, TokenSummary};

/// Writes the tokens of a user under their number.
pub(super) fn tokens(tokens: &[TokenSummary]) -> Vec<String> {
    let mut lines = vec![tokens.len().to_string()];
    lines.extend(tokens.iter().map(token));
    lines
}

fn token(token: &TokenSummary) -> String {
    let TokenSummary { number, name, kind, created_at, used_at, expires_at, current } = token;
    let name = name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
    let here = if *current { ", this one" } else { "" };
    let [made, used, end] = [created_at, used_at, expires_at].map(|&at| date(at));
    format!("{number} {kind}{name}, made {made}, used {used}, valid until {end}{here}")
}

/// Writes a new token, alone on its line so that it can be copied, and how it is revoked.
pub(super) fn new_token(token: &str, number: Option<u64>) -> Vec<String> {
    let revoke = |number| format!("number {number}; `revoke {number}` ends it");
    [token.to_owned()].into_iter().chain(number.map(revoke)).collect()
}

/// Writes the recovery codes of a new account; nothing if there are none.
pub(super) fn new_recovery_codes(codes: &[String]) -> Vec<String> {
    if codes.is_empty() { Vec::new() } else { recovery_codes(codes) }
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

/// Writes a day, in UTC.
pub(super) fn date(at: u64) -> String {
    ArchiveDate::of_millis(at).map(|date| date.to_string()).unwrap_or_default()
}
