//! How a browser logs in and out, and stays logged in by its cookie.

use axum::extract::Request;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use willow_protocol::{
    Command, CommandKind, ErrorDetail, Event, ExpectedWord, TokenKind, TokenName, TokenScopes, json,
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
    if !is_program {
        let agent = caller.headers.get(header::USER_AGENT);
        caller.login_name = agent.and_then(|agent| browser_name(agent.to_str().ok()?));
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

/// Returns the kinds of a browser and its system, by which people know it again. No more of them is kept.
fn browser_name(agent: &str) -> Option<TokenName> {
    let found = |marks: &[(&str, &'static str)]| {
        marks.iter().find(|(mark, _)| agent.contains(mark)).map(|&(_, name)| name)
    };
    // Most call themselves Chrome and Safari, too, and phones also Linux or Mac.
    let browser = found(&[
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = found(&[
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("Macintosh", "Mac"),
        ("CrOS", "ChromeOS"),
        ("Linux", "Linux"),
    ]);
    let names: Vec<&str> = [browser, system].into_iter().flatten().collect();
    names.join("-").parse().ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_and_its_system_have_a_name() {
        let name = |agent: &str| browser_name(agent).map(|name| name.as_str().to_owned());
        for (agent, wanted) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox-Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
                "Edge-Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/141.0.0.0 Mobile Safari/537.36",
                "Chrome-Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                "Safari-iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
                "Safari-Mac",
            ),
        ] {
            assert_eq!(name(agent).as_deref(), Some(wanted), "{agent}");
        }
        assert_eq!(name("curl/8.14.1"), None);
    }
}
