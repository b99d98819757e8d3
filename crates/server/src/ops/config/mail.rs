//! The settings of e-mail.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Config;

settings! {
    /// E-mail to members who have forgotten their password, if they have given an address.
    pub struct Mail {
        /// The relay that takes the mails: `smtps://USER@HOST` or, for one that begins without TLS,
        /// `smtp://USER@HOST?tls=required`; on this machine `smtp://localhost`. Without one there is no e-mail.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub relay: Option<String> = None,
        /// The sender of the mails.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub from: Option<String> = None,
        /// The file with the password of `USER` at the relay, which nobody else may read (0600).
        #[serde(skip_serializing_if = "Option::is_none")]
        pub password_file: Option<PathBuf> = None,
    }
}

/// A setting of e-mail is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MailSettingError {
    /// The relay's address is invalid, or would get a password without TLS.
    #[error(
        "`{0}` in the table [mail] is no relay: write smtps://USER@HOST, smtp://USER@HOST?tls=required, or smtp://HOST, \
         which takes no password"
    )]
    Relay(String),
    /// The password is in the configuration.
    #[error("`mail.relay` has a password: it belongs into the file of `mail.password-file`")]
    Password,
    /// A setting is missing.
    #[error("`mail.relay` needs `{0}`, too")]
    Without(&'static str),
}

/// The parts of a relay's address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RelayUrl {
    pub(crate) user: Option<String>,
    /// The address without the user.
    pub(crate) without_user: String,
}

impl RelayUrl {
    /// Takes an address apart. The user ends at the last `@`: many are addresses themselves.
    pub(crate) fn of(url: &str) -> RelayUrl {
        let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
        match rest.rsplit_once('@') {
            Some((user, host)) => RelayUrl {
                user: Some(user.replace("%40", "@")),
                without_user: format!("{scheme}://{host}"),
            },
            None => RelayUrl { user: None, without_user: url.to_owned() },
        }
    }
}

impl Config {
    /// Checks the settings of e-mail.
    pub(super) fn check_mail(&self) -> Result<(), MailSettingError> {
        let Some(url) = &self.mail.relay else { return Ok(()) };
        let RelayUrl { user, without_user } = RelayUrl::of(url);
        if user.as_ref().is_some_and(|user| user.contains(':')) {
            return Err(MailSettingError::Password);
        }
        let is_encrypted = without_user.starts_with("smtps://")
            || (without_user.starts_with("smtp://") && without_user.ends_with("?tls=required"));
        if !is_encrypted && (user.is_some() || !without_user.starts_with("smtp://")) {
            return Err(MailSettingError::Relay(url.clone()));
        }
        let missing = [
            ("mail.from", self.mail.from.is_none()),
            ("mail.password-file", user.is_some() && self.mail.password_file.is_none()),
            ("public-url", self.public_url.is_none()),
        ];
        match missing.into_iter().find(|(_, is_missing)| *is_missing) {
            Some((key, _)) => Err(MailSettingError::Without(key)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relay_needs_a_sender_an_address_for_links_and_tls_if_it_needs_a_password() {
        let check = |relay: &str, others: &str| {
            let toml = format!("{others}\n[mail]\nrelay = '{relay}'\nfrom = 'a@club.example'\n");
            toml::from_str::<Config>(&toml).unwrap().check_mail()
        };
        let with_url = "public-url = 'https://club.example'";
        for good in ["smtp://localhost:2525", "smtps://[2001:db8::1]"] {
            assert_eq!(check(good, with_url), Ok(()), "{good}");
        }
        let without = |key| Err(MailSettingError::Without(key));
        for user in ["smtps://club@mail.example", "smtp://a@b.example@mail.example?tls=required"] {
            assert_eq!(check(user, with_url), without("mail.password-file"), "{user}");
        }
        assert_eq!(check("smtp://localhost", ""), without("public-url"));
        let secret = check("smtps://club:secret@mail.example", with_url);
        assert_eq!(secret, Err(MailSettingError::Password));
        for wrong in ["smtp://club@mail.example", "mail.example", "https://mail.example"] {
            assert_eq!(check(wrong, with_url), Err(MailSettingError::Relay(wrong.to_owned())));
        }
    }

    #[test]
    fn the_user_ends_at_the_last_at() {
        for url in
            ["smtps://a@b.example@mail.example:465", "smtps://a%40b.example@mail.example:465"]
        {
            let RelayUrl { user, without_user } = RelayUrl::of(url);
            assert_eq!(user.as_deref(), Some("a@b.example"));
            assert_eq!(without_user, "smtps://mail.example:465");
        }
    }
}
