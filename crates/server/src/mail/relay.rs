//! The operator's relay, by SMTP.

use std::error::Error as _;
use std::path::Path;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::outbox::SendError;
use super::{Mail, MailError};
use crate::net::credentials::new_password;
use crate::ops::{Config, RelayUrl};

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Takes mails for everybody.
#[derive(Debug)]
pub(crate) struct Relay {
    transport: Transport,
    from: Mailbox,
}

impl Relay {
    /// Reads the settings and the password, and connects to nobody yet.
    pub(crate) fn open(config: &Config) -> Result<Option<Relay>, MailError> {
        let mail = &config.mail;
        let (Some(url), Some(from)) = (mail.relay.as_deref(), mail.from.as_deref()) else {
            return Ok(None);
        };
        let from = from.parse().map_err(|error| MailError::From(format!("{error}")))?;
        let wrong = |error: SmtpError| MailError::Relay(with_sources(&error));
        let RelayUrl { user, without_user } = RelayUrl::of(url);
        let mut builder = Transport::from_url(&without_user).map_err(wrong)?;
        let host = config.public_url().and_then(|url| url.split(['/', ':']).nth(3));
        if let Some(host) = host {
            builder = builder.hello_name(ClientId::Domain(host.to_owned()));
        }
        if let (Some(user), Some(file)) = (user, &mail.password_file) {
            builder = builder.credentials(Credentials::new(user, password(file)?));
        }
        Ok(Some(Relay { transport: builder.build(), from }))
    }

    /// Hands a mail over.
    pub(super) async fn send(&self, mail: &Mail) -> Result<(), SendError> {
        let never = |what: &str| SendError { cause: what.to_owned(), is_final: true };
        let to = mail.to.as_str().parse().map_err(|_| never("the address is not valid"))?;
        let id = new_password().map_err(|error| never(&error.to_string()))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .subject(&*mail.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(mail.body.clone())
            .map_err(|_| never("it cannot be written"))?;
        let name = HeaderName::new_from_ascii_str("Auto-Submitted");
        message.headers_mut().insert_raw(HeaderValue::new(name, "auto-generated".to_owned()));
        self.transport.send(message).await.map(drop).map_err(|error| failure(&error))
    }
}

/// Tells why a mail was not taken. What the relay says may have the address, and is left out.
fn failure(error: &SmtpError) -> SendError {
    let cause = match error.status() {
        Some(code) => format!("the relay answered {code}"),
        None => with_sources(error),
    };
    SendError { cause, is_final: error.is_permanent() }
}

fn with_sources(error: &SmtpError) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        // Some of them repeat their source.
        let cause = error.to_string();
        if !text.contains(&cause) {
            text.extend([": ", &cause]);
        }
        source = error.source();
    }
    text
}

/// Reads the password, which is for the server's user alone.
fn password(path: &Path) -> Result<String, MailError> {
    let unreadable = |error| MailError::Password { path: path.to_owned(), error };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(path).map_err(unreadable)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(MailError::Readable(path.to_owned()));
        }
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}
