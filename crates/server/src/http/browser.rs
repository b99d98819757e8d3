//! How a browser stays logged in: a cookie that scripts cannot read.
//!
//! `docs/security.md` says why, and what an attacker can still do.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::IntoResponse;
use willow_protocol::{
    Command, CommandKind, ErrorDetail, Event, Notice, Request, RoomNumbers, TokenKind, json,
};

use super::HttpState;
use super::caller::{Caller, request};
use super::origin::{is_allowed_origin, may_use_cookie};
use super::response::{Answer, TextBody, event_response};
use crate::domain::{Refusal, token_expiry};
use crate::net::{COOKIE_TOKEN, is_trusted};

/// The name of the cookie. Over TLS it has a prefix, with which browsers accept it from this host
/// alone.
const PLAIN: &str = "willow";
const SECURE: &str = "__Host-willow";

/// The header in which a proxy says how its client is connected.
const FORWARDED_SCHEME: &str = "x-forwarded-proto";

/// Returns the token in the cookie of a request, if the page that sent it may use the cookie.
///
/// # Errors
/// There is a cookie, and the page may not use it.
pub(super) fn cookie_token(parts: &Parts, state: &HttpState) -> Result<Option<String>, Refusal> {
    let Some(token) = cookie(&parts.headers) else { return Ok(None) };
    if may_use_cookie(&parts.method, &parts.headers, &state.origins) {
        return Ok(Some(token));
    }
    Err(foreign_page())
}

/// Returns the token in the cookie of a request.
pub(super) fn cookie(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs: Vec<(&str, &str)> = cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .collect();
    let value = |wanted| pairs.iter().find(|(name, _)| *name == wanted).map(|&(_, value)| value);
    value(SECURE).or_else(|| value(PLAIN)).filter(|value| !value.is_empty()).map(ToOwned::to_owned)
}

fn foreign_page() -> Refusal {
    Refusal::new(ErrorDetail::RequestForbidden, "pages of this origin may not act for you")
}

/// Whether the client's connection is encrypted, as far as the server or its proxy knows.
pub(super) struct IsEncrypted(bool);

impl FromRequestParts<HttpState> for IsEncrypted {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &HttpState,
    ) -> Result<IsEncrypted, Refusal> {
        let peer = Caller::from_request_parts(parts, state).await?.peer.address;
        let scheme = parts.headers.get(FORWARDED_SCHEME).and_then(|it| it.to_str().ok());
        let is_forwarded = is_trusted(peer, &state.trusted_proxies) && scheme == Some("https");
        Ok(IsEncrypted(state.is_encrypted || is_forwarded))
    }
}

/// Returns the header that sets the cookie, or that deletes it if there is no token.
fn set_cookie(token: Option<&str>, IsEncrypted(is_encrypted): IsEncrypted) -> HeaderValue {
    let name = if is_encrypted { SECURE } else { PLAIN };
    let secure = if is_encrypted { "; Secure" } else { "" };
    let seconds = token.map_or(0, |_| token_expiry(TokenKind::Login, 0) / 1000);
    let value = token.unwrap_or_default();
    let cookie =
        format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&cookie).expect("a token has hexadecimal digits")
}

/// Sends a command, after a login with the cookie if there is one.
pub(super) async fn execute(caller: Caller, command: Command) -> Result<Notice, Refusal> {
    let resume = Command::Resume { token: COOKIE_TOKEN.to_owned(), rooms: RoomNumbers::default() };
    let login = caller.cookie.is_some().then(|| request("resume", resume));
    let requests: Vec<Request> = login.into_iter().chain([request("session", command)]).collect();
    caller.request(&requests).await
}

/// Logs a browser in: `guest`, `register`, `login` or `reset-password`, as the protocol has them.
///
/// The answer is `entered` without the token, which is in the cookie.
pub(super) async fn open(
    State(state): State<HttpState>,
    caller: Caller,
    encrypted: IsEncrypted,
    headers: HeaderMap,
    TextBody(body): TextBody,
) -> Answer {
    if !is_allowed_origin(&headers, &state.origins) {
        return Err(foreign_page());
    }
    let command = match json::read_request(&body) {
        Ok(request) => request.command,
        Err(error) => return Ok(event_response(&error.into_notice(0).event)),
    };
    let kind = command.kind();
    if !kind.description().logs_in() || kind == CommandKind::Resume {
        let message = "this path takes guest, register, login and reset-password";
        return Err(Refusal::new(ErrorDetail::NotPossibleHere, message));
    }
    let mut event = execute(caller, command).await?.event;
    let token = match &mut event {
        Event::Entered { token, .. } => token.take(),
        _ => None,
    };
    let cookie = token.map(|token| [(header::SET_COOKIE, set_cookie(Some(&token), encrypted))]);
    Ok((cookie, event_response(&event)).into_response())
}

/// A request with a cookie that its page may use.
pub(super) struct Browser {
    pub(super) caller: Caller,
    /// The token in the cookie.
    pub(super) token: String,
    encrypted: IsEncrypted,
}

impl FromRequestParts<HttpState> for Browser {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Browser, Refusal> {
        let missing = || Refusal::new(ErrorDetail::MissingToken, "this browser is not logged in");
        let token = cookie_token(parts, state)?.ok_or_else(missing)?;
        let caller = Caller::from_request_parts(parts, state).await?;
        let caller = Caller { cookie: Some(token.clone()), ..caller };
        let encrypted = IsEncrypted::from_request_parts(parts, state).await?;
        Ok(Browser { caller, token, encrypted })
    }
}

/// Tells a page who is logged in, and lets the cookie live on.
pub(super) async fn show(browser: Browser) -> Answer {
    let Browser { caller, token, encrypted } = browser;
    let event = execute(caller, Command::User { name: None }).await?.event;
    let is_in = matches!(event, Event::Profile(_));
    let cookie = is_in.then(|| [(header::SET_COOKIE, set_cookie(Some(&token), encrypted))]);
    Ok((cookie, event_response(&event)).into_response())
}

/// Logs the browser out: its token is revoked, its connections end, and the cookie is deleted.
pub(super) async fn close(Browser { caller, encrypted, .. }: Browser) -> Answer {
    let event = execute(caller, Command::Logout { scope: None }).await?.event;
    let cookie = [(header::SET_COOKIE, set_cookie(None, encrypted))];
    Ok((cookie, event_response(&event)).into_response())
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
        let plain = set_cookie(Some("abc"), IsEncrypted(false));
        let wanted = "willow=abc; Path=/; Max-Age=5184000; HttpOnly; SameSite=Strict";
        assert_eq!(plain.to_str().unwrap(), wanted);
        let secure = set_cookie(None, IsEncrypted(true));
        let wanted = "__Host-willow=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(secure.to_str().unwrap(), wanted);
    }
}
