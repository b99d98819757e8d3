//! E-mail addresses of accounts: the store alone has them, so that nobody is shown one by mistake.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::password_changes::RECOVERY_LIFETIME;
use crate::domain::{AccessWrite, Millis, Shared, TokenHash, UserId};

/// The largest numbers of characters before the `@`, and of all (RFC 5321).
const MAX_LOCAL: usize = 64;
const MAX_ADDRESS: usize = 254;

/// An e-mail address in ASCII.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub(crate) struct EmailAddress(String);

/// The text is no e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is no e-mail address such as anna@club.example")]
pub(crate) struct ParseEmailError;

impl EmailAddress {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for EmailAddress {
    /// It is never logged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EmailAddress(..)")
    }
}

impl FromStr for EmailAddress {
    type Err = ParseEmailError;

    fn from_str(text: &str) -> Result<EmailAddress, ParseEmailError> {
        let (local, host) = text.split_once('@').ok_or(ParseEmailError)?;
        let is_local =
            |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&byte);
        let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
        let has_parts = |text: &str| text.split('.').all(|part| !part.is_empty());
        let is_address = has_parts(local)
            && local.len() <= MAX_LOCAL
            && local.bytes().all(is_local)
            && has_parts(host)
            && host.contains('.')
            && host.bytes().all(is_host)
            && text.len() <= MAX_ADDRESS;
        if is_address { Ok(EmailAddress(text.to_owned())) } else { Err(ParseEmailError) }
    }
}

/// The language of a member's mails: those of the web client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MailLanguage {
    #[default]
    En,
    Ja,
    Fr,
    Zh,
}

impl MailLanguage {
    pub(crate) const ALL: [MailLanguage; 4] =
        [MailLanguage::En, MailLanguage::Ja, MailLanguage::Fr, MailLanguage::Zh];

    /// Returns the code of the language.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            MailLanguage::En => "en",
            MailLanguage::Ja => "ja",
            MailLanguage::Fr => "fr",
            MailLanguage::Zh => "zh",
        }
    }
}

/// A change of the e-mail address of an account.
#[derive(Clone, Debug)]
pub(crate) enum EmailChange {
    /// The user has given an address. It is not used before its link is.
    Given {
        user: UserId,
        address: EmailAddress,
        language: MailLanguage,
        /// The digest of the code in the link.
        code: TokenHash,
        at: Millis,
        expires_at: Millis,
    },
    /// A link was used.
    Confirmed(TokenHash),
    Removed(UserId),
}

impl Shared {
    /// Makes a code that goes to the address of a user who forgot the password.
    pub(crate) fn mailed_code(&mut self, user: UserId, hash: TokenHash) {
        if self.accounts.name(user).is_none() {
            return;
        }
        let expires_at = self.context.now + RECOVERY_LIFETIME;
        self.accounts.changed_credentials.add_code(user, hash);
        self.context.write(AccessWrite::RecoveryCode { user, hash, expires_at });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_that_every_relay_takes() {
        for good in ["a@b.example", "Anna.O'Neil+go@mail.club.example"] {
            assert_eq!(good.parse::<EmailAddress>().unwrap().as_str(), good);
        }
        let long = format!("{}@b.example", "a".repeat(65));
        for bad in [
            "",
            "a",
            "a@",
            "@b.example",
            "a@b",
            "a@b@c.example",
            "a b@c.example",
            "a@b..example",
            ".a@b.example",
            "a@b.example\r\nBcc: c@d.example",
            "<a@b.example>",
            "ä@b.example",
            &long,
        ] {
            assert_eq!(bad.parse::<EmailAddress>(), Err(ParseEmailError), "{bad}");
        }
        let debug = format!("{:?}", "a@b.example".parse::<EmailAddress>().unwrap());
        assert!(!debug.contains("example"));
    }
}
