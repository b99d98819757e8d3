//! The e-mail address of a member, and links for a new password.

use std::sync::Arc;

use axum::Json;
use axum::extract::Request;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use willow_protocol::{Command, ErrorDetail, Event, Name, Password, Role, TokenScope};

use super::HttpState;
use super::caller::Caller;
use super::response::{Answer, event_response, json_body};
use crate::domain::{
    EmailAddress, EmailChange, Input, MailLanguage, NewCode, RECOVERY_LIFETIME, Refusal, TokenHash,
    UserId,
};
use crate::mail::Mailer;
use crate::net::credentials::new_recovery_code;

/// What the server does with e-mail, and whoever asks has given it.
#[derive(Serialize)]
struct MailState {
    /// Whether the server sends e-mail.
    enabled: bool,
    /// The address of the account, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// Whether its link was used.
    confirmed: bool,
}

/// An address that a member gives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenAddress {
    address: String,
    /// The language of the mails.
    #[serde(default)]
    language: MailLanguage,
    /// The password of the account: whoever has the address can set another one.
    password: Password,
}

/// The code of a link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LinkCode {
    code: String,
}

/// Whose password was forgotten.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forgotten {
    /// A name or an e-mail address.
    account: String,
}

/// Tells whether there is e-mail, and a member the own address.
pub(super) async fn show(mut caller: Caller) -> Answer {
    let enabled = caller.state.mail.is_some();
    let member = caller.member_with(TokenScope::Account).await.ok();
    let given = match member {
        Some(user) => caller.state.store.email(user).await?,
        None => None,
    };
    let confirmed = given.as_ref().is_some_and(|given| given.is_confirmed);
    let address = given.map(|given| given.address);
    Ok(Json(MailState { enabled, address, confirmed }).into_response())
}

/// Takes an address, and sends it the link that confirms it.
pub(super) async fn give(mut caller: Caller, request: Request) -> Answer {
    let user = caller.member_with(TokenScope::Account).await?;
    let mailer = mailer_of(&caller.state)?.clone();
    let GivenAddress { address, language, password } = json_body(&caller.state, request).await?;
    let address: EmailAddress = address
        .trim()
        .parse()
        .map_err(|error| Refusal::new(ErrorDetail::InvalidArgument, error).about("address"))?;
    caller.check_disk()?;
    let name = name_of(&caller).await?;
    let context = &caller.state.context;
    let checked = context.check_password(caller.address(), &name, password).await;
    checked.map_err(|refusal| refusal.about("password"))?;
    context.rate_limits.count_email_change(user)?;
    let (NewCode { text, hash: code }, at) = (new_recovery_code()?, context.clock.now());
    let (expires_at, to) = (at + RECOVERY_LIFETIME, address.clone());
    let given = EmailChange::Given { user, address, language, code, at, expires_at };
    change(&caller, user, given, Some(to.as_str())).await?;
    mailer.confirm(&name, to, language, &text);
    Ok(event_response(&Event::Ok))
}

/// Forgets the address.
pub(super) async fn remove(mut caller: Caller) -> Answer {
    let user = caller.member_with(TokenScope::Account).await?;
    change(&caller, user, EmailChange::Removed(user), None).await?;
    Ok(event_response(&Event::Ok))
}

/// Confirms an address by the code of its link.
pub(super) async fn confirm(caller: Caller, request: Request) -> Answer {
    caller.check_origin()?;
    let LinkCode { code } = json_body(&caller.state, request).await?;
    let (context, hash) = (&caller.state.context, TokenHash::of(code.trim()));
    caller.check_disk()?;
    if !caller.state.store.is_email_code(hash, context.clock.now()).await? {
        context.rate_limits.count_unknown_token(caller.address())?;
        let message = "this link was used already, or is too old; your account page sends another";
        return Err(Refusal::new(ErrorDetail::WrongRecoveryCode, message).about("code"));
    }
    context.inputs.send(Input::Email(EmailChange::Confirmed(hash))).await;
    // The answer to a later command comes after the commit.
    caller.execute(Command::Announcement).await?;
    Ok(event_response(&Event::Ok))
}

/// Sends a link for a new password to the address of an account, if there is one. The answer is the same if not.
pub(super) async fn recover(caller: Caller, request: Request) -> Answer {
    caller.check_origin()?;
    let mailer = mailer_of(&caller.state)?;
    let Forgotten { account } = json_body(&caller.state, request).await?;
    caller.state.context.rate_limits.count_recovery_request(caller.address())?;
    mailer.recover(account.trim().to_owned());
    Ok(event_response(&Event::Ok))
}

/// Makes a change, and waits until the account has the wanted address on the disk.
async fn change(
    caller: &Caller,
    user: UserId,
    change: EmailChange,
    wanted: Option<&str>,
) -> Result<(), Refusal> {
    caller.check_disk()?;
    caller.state.context.inputs.send(Input::Email(change)).await;
    // The answer to a later command comes after the commit.
    caller.execute(Command::User { name: None }).await?;
    let given = caller.state.store.email(user).await?;
    if given.as_ref().map(|given| given.address.as_str()) == wanted {
        return Ok(());
    }
    let message = "the address could not be written now; try again";
    Err(Refusal::new(ErrorDetail::ServerBusy, message))
}

/// Returns the name of the member. The request counts as a command.
async fn name_of(caller: &Caller) -> Result<Name, Refusal> {
    match caller.execute(Command::User { name: None }).await?.event {
        Event::Profile(profile) if profile.role != Role::Guest => Ok(profile.name.clone()),
        Event::Profile(_) => {
            let message = "a guest has no password to forget: `register` makes an account of it";
            Err(Refusal::new(ErrorDetail::AccountNeeded, message))
        }
        Event::Error { detail: Some(detail), message, retry_after, .. } => {
            Err(Refusal { retry_after, ..Refusal::new(detail, message) })
        }
        _ => Err(Refusal::not_logged_in()),
    }
}

fn mailer_of(state: &HttpState) -> Result<&Arc<Mailer>, Refusal> {
    let message = "this server sends no e-mail";
    state.mail.as_ref().ok_or_else(|| Refusal::new(ErrorDetail::NotPossibleHere, message))
}
