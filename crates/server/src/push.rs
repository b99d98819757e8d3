//! Notifications of turns in games of days, for people who are away (Web Push).
//!
//! A page asks its browser for an address at the browser's push service, and gives it to the server
//! (`http/push.rs`). Every twenty seconds the task polls for new turns. It seals one message for each turn
//! that began since the last poll (RFC 8291), signs it with the server's own key (RFC 8292), and gives it to
//! the push service. The service cannot read it.
//!
//! Invariant: messages go to the services that the operator allows, and to no other address.

mod key;
mod post;
mod seal;
mod sender;
mod services;
#[cfg(test)]
mod tests;

pub use self::key::KeyError;
pub(crate) use self::key::PushKey;
pub(crate) use self::seal::{PUBLIC_KEY, SECRET};
pub(crate) use self::sender::PushSender;
pub(crate) use self::services::PushServices;
