//! The relay of a program that was built without e-mail: there is none.

use super::{Mail, MailError};
use crate::ops::Config;

/// There is none.
#[derive(Debug)]
pub(crate) enum Relay {}

impl Relay {
    /// Refuses the setting, if there is one.
    pub(crate) fn open(config: &Config) -> Result<Option<Relay>, MailError> {
        config.mail.relay.as_ref().map_or(Ok(None), |_| Err(MailError::NotBuilt))
    }

    pub(super) async fn send(&self, _: &Mail) -> Result<(), super::outbox::SendError> {
        match *self {}
    }
}
