//! A browser takes notifications of turns in games of days, or takes none any more.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::StringRejection;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::{Deserialize, Serialize};
use tokio::time::sleep;
use willow_protocol::{Command, ErrorDetail, Event, Role};

use super::answer::store_failed;
use super::browser::{Browser, execute};
use super::response::{bad_body, event_response, refused};
use super::state::HttpState;
use crate::domain::{Input, PushAddress, PushChange, Refusal, TokenNumber, UserId};
use crate::error_report::internal_error;
use crate::push::{PUBLIC_KEY, PushDoor, SECRET};

/// How often, and how many times, a change is looked for on the disk: for five seconds.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
const LOOKS: u32 = 250;

/// The first byte of a point that is not compressed.
const UNCOMPRESSED: u8 = 4;

/// Whether this browser takes notifications.
#[derive(Serialize)]
struct PushState {
    /// The public key of the server, in base64 for URLs. The browser wants it for a subscription.
    key: String,
    /// Whether this login of a browser takes notifications.
    on: bool,
}

/// A subscription, as browsers write it in JSON.
#[derive(Deserialize)]
struct PushSubscription {
    /// The address at the browser's push service.
    endpoint: String,
    keys: PushKeys,
    /// The address that this one replaces, if the push service has changed it: then the login must have that
    /// address. Without it, the user asks for notifications.
    #[serde(default)]
    old: Option<String>,
}

/// The keys of a subscription, in base64 for URLs.
#[derive(Deserialize)]
struct PushKeys {
    /// The browser's public key.
    p256dh: String,
    /// The secret of the browser and the server.
    auth: String,
}

/// Tells a page whether its browser is told of turns in games of days.
pub(super) async fn show(State(state): State<HttpState>, browser: Browser) -> Response {
    let door = match door_of(&state) {
        Ok(door) => door,
        Err(refusal) => return refused(refusal),
    };
    let token = match owner_of(&state, &browser).await {
        Ok((_, token)) => token,
        Err(refusal) => return refused(refusal),
    };
    match state.store.push_endpoint(token).await {
        Ok(endpoint) => answer(PushState { key: door.key.to_string(), on: endpoint.is_some() }),
        Err(error) => store_failed(&error),
    }
}

/// Tells this browser from now on when it is the user's turn in a game of days.
pub(super) async fn turn_on(
    State(state): State<HttpState>,
    browser: Browser,
    body: Result<String, StringRejection>,
) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(rejection) => return bad_body(&rejection),
    };
    let subscription = door_of(&state).and_then(|door| read_subscription(door, &body));
    let (address, replaces) = match subscription {
        Ok(subscription) => subscription,
        Err(refusal) => return refused(refusal),
    };
    let at = state.context.clock.now();
    let wanted = Some(address.endpoint.clone());
    let on = |token| PushChange::On { token, address, at, replaces: replaces.clone() };
    done(change(&state, browser, (&replaces, wanted), on).await)
}

/// Tells this browser nothing any more.
pub(super) async fn turn_off(State(state): State<HttpState>, browser: Browser) -> Response {
    let off = |token| PushChange::Off { token, endpoint: None };
    done(change(&state, browser, (&None, None), off).await)
}

/// Makes a change for the login of a browser, and waits until the login has the wanted address on the disk. A
/// login that does not have the address to replace changes nothing.
async fn change(
    state: &HttpState,
    browser: Browser,
    (replaced, wanted): (&Option<String>, Option<String>),
    change: impl FnOnce(TokenNumber) -> PushChange,
) -> Result<(), Refusal> {
    let (user, token) = owner_of(state, &browser).await?;
    state.context.rate_limits.count_push_change(user)?;
    // The request counts as a command of its address, and does so before anything is written.
    let profile = execute(browser.caller, Command::User { name: None }).await?;
    if wanted.is_some() && matches!(&profile.event, Event::Profile(it) if it.role == Role::Guest) {
        let message = "a guest takes no notifications: `register` makes an account of it";
        return Err(Refusal::new(ErrorDetail::AccountNeeded, message));
    }
    if replaced.is_some() && endpoint(state, token).await? != *replaced {
        let message = "this login does not have the address that is to be replaced";
        return Err(Refusal::new(ErrorDetail::RequestForbidden, message));
    }
    state.context.inputs.send(Input::Push(change(token))).await;
    for _ in 0..LOOKS {
        if endpoint(state, token).await? == wanted {
            return Ok(());
        }
        sleep(BETWEEN_LOOKS).await;
    }
    Err(Refusal::new(
        ErrorDetail::ServerBusy,
        "the change is not on the disk yet; look again later",
    ))
}

async fn endpoint(state: &HttpState, token: TokenNumber) -> Result<Option<String>, Refusal> {
    state.store.push_endpoint(token).await.map_err(|error| internal_error("notifications", &error))
}

/// Returns the answer to a change.
fn done(changed: Result<(), Refusal>) -> Response {
    changed.map_or_else(refused, |()| event_response(&Event::Ok))
}

fn answer(body: impl Serialize) -> Response {
    let mut response = Json(body).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn door_of(state: &HttpState) -> Result<&PushDoor, Refusal> {
    let message = "this server has no notifications";
    state.push.as_ref().ok_or_else(|| Refusal::new(ErrorDetail::NotPossibleHere, message))
}

/// Returns the user of the cookie, and the number of its token.
async fn owner_of(state: &HttpState, browser: &Browser) -> Result<(UserId, TokenNumber), Refusal> {
    let now = state.context.clock.now();
    let (user, token) = state.context.authenticator.owner_of(&browser.token, now).await?;
    Ok((user, token.number))
}

/// Reads a subscription to which the server may send, and the endpoint that it replaces.
fn read_subscription(
    door: &PushDoor,
    body: &str,
) -> Result<(PushAddress, Option<String>), Refusal> {
    let wrong = |message: &str| Refusal::new(ErrorDetail::InvalidBody, message);
    let subscription: PushSubscription =
        serde_json::from_str(body).map_err(|_| wrong("the body is no subscription in JSON"))?;
    let PushSubscription { endpoint, keys: PushKeys { p256dh, auth }, old } = subscription;
    if !door.services.allows(&endpoint) {
        return Err(Refusal::new(
            ErrorDetail::RequestForbidden,
            "this server sends nothing to the push service of this browser",
        ));
    }
    let public_key = bytes(&p256dh)
        .filter(|key| key.len() == PUBLIC_KEY && key.first() == Some(&UNCOMPRESSED))
        .ok_or_else(|| wrong("`p256dh` is no public key of P-256 in base64"))?;
    let secret = bytes(&auth)
        .filter(|secret| secret.len() == SECRET)
        .ok_or_else(|| wrong("`auth` is no secret of 16 bytes in base64"))?;
    Ok((PushAddress { endpoint, public_key, secret }, old))
}

/// Reads base64 for URLs. Some browsers fill it up at the end.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(&base64::alphabet::URL_SAFE, config).decode(text).ok()
}
