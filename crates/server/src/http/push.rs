//! A browser takes notifications of turns in games of days, or takes none any more.

use axum::Json;
use axum::extract::Request;
use axum::response::IntoResponse;
use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::{Deserialize, Serialize};
use willow_protocol::{Command, ErrorDetail, Event, Role, TokenScope};

use super::HttpState;
use super::caller::Caller;
use super::response::{Answer, event_response, invalid_body, json_body};
use crate::domain::{Input, PushAddress, PushChange, Refusal, TokenNumber, UserId};
use crate::push::{PUBLIC_KEY, PushSender, SECRET};

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

/// Returns whether the browser is notified of turns in correspondence games.
pub(super) async fn show(mut caller: Caller) -> Answer {
    let (_, token) = caller.browser_with(TokenScope::Account).await?;
    let sender = sender_of(&caller.state)?;
    let endpoint = caller.state.store.push_endpoint(token).await?;
    let answer = PushState { key: sender.public_key(), on: endpoint.is_some() };
    Ok(Json(answer).into_response())
}

/// Notifies this browser from now on when it is the user's turn in a correspondence game.
pub(super) async fn turn_on(mut caller: Caller, request: Request) -> Answer {
    let (user, token) = caller.browser_with(TokenScope::Account).await?;
    let state = &caller.state;
    let PushSubscription { endpoint, keys, old } = json_body(state, request).await?;
    let address = address_of(sender_of(state)?, endpoint, &keys)?;
    let at = state.context.clock.now();
    change(&caller, user, token, PushChange::On { token, address, at, replaces: old }).await
}

/// Ends the notifications of this browser.
pub(super) async fn turn_off(mut caller: Caller) -> Answer {
    let (user, token) = caller.browser_with(TokenScope::Account).await?;
    change(&caller, user, token, PushChange::Off { token, endpoint: None }).await
}

/// Makes a change for the login of a browser, and waits until the login has the wanted address on the disk. A
/// login that does not have the address to replace changes nothing.
async fn change(caller: &Caller, user: UserId, token: TokenNumber, change: PushChange) -> Answer {
    let state = &caller.state;
    let (wanted, replaced) = match &change {
        PushChange::On { address, replaces, .. } => {
            (Some(address.endpoint.clone()), replaces.clone())
        }
        _ => (None, None),
    };
    state.context.rate_limits.count_push_change(user)?;
    // The request counts as a command of its address, and does so before anything is written.
    let profile = caller.execute(Command::User { name: None }).await?;
    if wanted.is_some() && matches!(&profile.event, Event::Profile(it) if it.role == Role::Guest) {
        let message = "a guest takes no notifications: `register` makes an account of it";
        return Err(Refusal::new(ErrorDetail::AccountNeeded, message));
    }
    if replaced.is_some() && state.store.push_endpoint(token).await? != replaced {
        let message = "this login does not have the address that is to be replaced";
        return Err(Refusal::new(ErrorDetail::RequestForbidden, message));
    }
    state.context.inputs.send(Input::Push(change)).await;
    // The answer to a later command comes after the commit.
    caller.execute(Command::User { name: None }).await?;
    if state.store.push_endpoint(token).await? != wanted {
        let message = "the login has ended, or has another address meanwhile; look again";
        return Err(Refusal::new(ErrorDetail::ServerBusy, message));
    }
    Ok(event_response(&Event::Ok))
}

fn sender_of(state: &HttpState) -> Result<&PushSender, Refusal> {
    let message = "this server has no notifications";
    state.push.as_deref().ok_or_else(|| Refusal::new(ErrorDetail::NotPossibleHere, message))
}

/// Returns the address of a subscription, to which the server may send.
fn address_of(
    sender: &PushSender,
    endpoint: String,
    PushKeys { p256dh, auth }: &PushKeys,
) -> Result<PushAddress, Refusal> {
    if !sender.allows(&endpoint) {
        return Err(Refusal::new(
            ErrorDetail::RequestForbidden,
            "this server sends nothing to the push service of this browser",
        ));
    }
    let public_key = bytes(p256dh)
        .filter(|key| key.len() == PUBLIC_KEY && key.first() == Some(&UNCOMPRESSED))
        .ok_or_else(|| invalid_body("`p256dh` is not a public key of P-256 in base64"))?;
    let secret = bytes(auth)
        .filter(|secret| secret.len() == SECRET)
        .ok_or_else(|| invalid_body("`auth` is not a secret of 16 bytes in base64"))?;
    Ok(PushAddress { endpoint, public_key, secret })
}

/// Reads base64 for URLs. Some browsers fill it up at the end.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let config =
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    GeneralPurpose::new(&base64::alphabet::URL_SAFE, config).decode(text).ok()
}
