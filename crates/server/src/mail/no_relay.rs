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

    #[expect(clippy::unused_async, reason = "the signature of the relay that there is with e-mail")]
    pub(super) async fn send(&self, _: &Mail) -> Result<(), super::outbox::SendError> {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_is_refused_with_the_command_that_builds_e_mail_in() {
        let mut config = Config::default();
        assert!(Relay::open(&config).is_ok_and(|relay| relay.is_none()));
        config.mail.relay = Some("smtp://localhost".into());
        let error = Relay::open(&config).unwrap_err().to_string();
        assert!(error.contains("`cargo build --release --features mail`"), "{error}");
    }
}
