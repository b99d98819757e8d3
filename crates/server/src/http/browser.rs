//! How a browser logs in and out, and stays logged in by its cookie.

use axum::extract::Request;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use willow_protocol::{
    Command, CommandKind, ErrorDetail, Event, ExpectedWord, TokenKind, TokenScopes, json,
};

use super::caller::Caller;
use super::response::{Answer, Parameters, event_response, text_body};
use crate::domain::{Refusal, TokenGrant};

/// How the token of a login is handed out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenParameters {
    /// Whether the answer has the token, for a program; no cookie is set then.
    #[serde(default)]
    token: bool,
    /// Permissions of the token beyond reading; all if left out.
    scopes: Option<String>,
}

/// Logs a browser or a program in: `guest`, `register`, `login` or `reset-password`, as the protocol has them.
///
/// The answer is `entered`: for a browser without the token, which is in the cookie, and for a program, which asks
/// with `token=true`, with it.
pub(super) async fn open(
    mut caller: Caller,
    Parameters(OpenParameters { token: is_program, scopes }): Parameters<OpenParameters>,
    request: Request,
) -> Answer {
    caller.check_origin()?;
    // A foreign script in a page would keep the token.
    if is_program && caller.headers.contains_key(header::ORIGIN) {
        let message = "a page gets a cookie and no token; leave out `token`";
        return Err(Refusal::new(ErrorDetail::TokenInBrowser, message).about("token"));
    }
    let command = match json::read_request(&text_body(&caller.state, request).await?) {
        Ok(request) => request.command,
        Err(error) => return Ok(event_response(&error.into_notice(0).event)),
    };
    let kind = command.kind();
    if !kind.description().logs_in() || kind == CommandKind::Resume {
        let message = "this path takes guest, register, login and reset-password";
        return Err(Refusal::new(ErrorDetail::NotPossibleHere, message));
    }
    if is_program {
        caller.grant = TokenGrant { kind: TokenKind::Program, scopes: read_scopes(scopes)? };
    } else if scopes.is_some() {
        let message = "only the token of a program has scopes: add `token=true`";
        return Err(Refusal::new(ErrorDetail::InvalidArgument, message).about("scopes"));
    }
    let mut event = caller.execute(command).await?.event;
    let token = match &mut event {
        Event::Entered { token, .. } if !is_program => token.take(),
        _ => None,
    };
    let set = |token: String| caller.session_cookie().set(Some(&token));
    Ok((token.map(|token| [(header::SET_COOKIE, set(token))]), event_response(&event))
        .into_response())
}

fn read_scopes(text: Option<String>) -> Result<Option<TokenScopes>, Refusal> {
    let invalid =
        |error: ExpectedWord| Refusal::new(ErrorDetail::InvalidArgument, error).about("scopes");
    text.map(|text| text.parse().map_err(invalid)).transpose()
}

/// Returns the logged-in user and renews the cookie.
pub(super) async fn show(mut caller: Caller) -> Answer {
    let token = caller.browser()?;
    let event = caller.execute(Command::User { name: None }).await?.event;
    let is_in = matches!(event, Event::Profile(_));
    let cookie = is_in.then(|| [(header::SET_COOKIE, caller.session_cookie().set(Some(&token)))]);
    Ok((cookie, event_response(&event)).into_response())
}

/// Logs the browser out: its token is revoked, its connections end, and the cookie is deleted.
pub(super) async fn close(mut caller: Caller) -> Answer {
    caller.browser()?;
    let event = caller.execute(Command::Logout { scope: None }).await?.event;
    let cookie = [(header::SET_COOKIE, caller.session_cookie().set(None))];
    Ok((cookie, event_response(&event)).into_response())
}
