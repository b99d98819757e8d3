//! Notifications of turns in games of days, for people who are away (Web Push).
//!
//! A page asks its browser for an address at the browser's push service, and gives it to the server
//! (`http/push.rs`). Every twenty seconds the task looks who is to move. It seals one message for each turn
//! that began since the last look (RFC 8291), signs it with the server's own key (RFC 8292), and gives it to
//! the push service. The service cannot read it.
//!
//! Invariant: messages go to the services that the operator allows, and to no other address.

mod key;
mod office;
mod post;
mod retries;
mod seal;
mod services;
mod task;
#[cfg(test)]
mod tests;

pub use self::key::KeyError;
pub(crate) use self::key::PushKey;
use self::office::{Dead, Office, Told};
use self::post::{Answer, Letter, system_roots, tls};
use self::retries::{AfterFailure, Retries};
use self::seal::SealError;
pub(crate) use self::seal::{PUBLIC_KEY, SECRET};
pub(crate) use self::services::PushServices;
use self::services::Target;
pub(crate) use self::task::{PushDoor, PushSender, PushTask};
