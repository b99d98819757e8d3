//! E-mail to members: a link that confirms an address, and one that sets a new password.
//!
//! Mails wait in memory and are tried again for a while. The log has neither addresses nor links.

mod outbox;
#[cfg(feature = "mail")]
mod relay;
#[cfg(not(feature = "mail"))]
#[path = "mail/no_relay.rs"]
mod relay;
#[cfg(all(test, feature = "mail"))]
mod tests;
mod texts;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::time::sleep;
use willow_protocol::Name;

use self::outbox::Outbox;
pub(crate) use self::relay::Relay;
use crate::domain::{EmailAddress, Input, MailLanguage, NewCode, Refusal};
use crate::net::credentials::new_recovery_code;
use crate::net::{RateLimits, SessionContext};
use crate::store::{EmailOwner, Store, StoreError};

/// How often it is looked whether a code is on the disk, and the time between two looks: a full disk is not waited for.
const COMMIT_LOOKS: usize = 100;
const COMMIT_PAUSE: Duration = Duration::from_millis(50);

/// E-mail cannot be sent with this configuration.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MailError {
    /// The program was built without it.
    #[error(
        "`mail.relay`: this willow was built without e-mail; `cargo build --release --features mail` builds it with"
    )]
    NotBuilt,
    /// The relay cannot be used.
    #[error("`mail.relay` cannot be used: {0}")]
    Relay(String),
    /// The sender is no address.
    #[error("`mail.from` is no address such as `Club <club@club.example>`: {0}")]
    From(String),
    /// The file of the password cannot be read.
    #[error("`mail.password-file`: cannot read {}: {error}", path.display())]
    Password {
        /// The file that cannot be read.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Others can read the file of the password.
    #[error("`mail.password-file`: others can read {}; `chmod 600` prevents it", .0.display())]
    Readable(PathBuf),
}

/// A text for somebody.
#[derive(Debug)]
#[cfg_attr(not(feature = "mail"), expect(dead_code, reason = "no relay reads it"))]
struct Mail {
    to: EmailAddress,
    subject: String,
    body: String,
}

/// Writes mails, and hands them to the operator's relay.
#[derive(Debug)]
pub(crate) struct Mailer {
    outbox: Arc<Outbox>,
    /// The server's address in links.
    public_url: String,
    context: SessionContext,
    store: Store,
}

impl Mailer {
    pub(crate) fn new(
        relay: Relay,
        public_url: String,
        context: SessionContext,
        store: Store,
    ) -> Mailer {
        let outbox = Arc::new(Outbox::new(relay, context.metrics.clone()));
        Mailer { outbox, public_url, context, store }
    }

    /// Sends the link that confirms an address.
    pub(crate) fn confirm(
        &self,
        name: &Name,
        to: EmailAddress,
        language: MailLanguage,
        code: &str,
    ) {
        let link = format!("{}/confirm-email#{code}", self.public_url);
        let (subject, body) = texts::confirmation(language, name, &link);
        self.outbox.send(Mail { to, subject, body });
    }

    /// Sends whoever has a name, or an address, a link for a new password. Who asks does not learn whether there is such
    /// an account, not even by the time that it takes.
    pub(crate) fn recover(self: &Arc<Mailer>, account: String) {
        let mailer = self.clone();
        self.outbox.run(async move {
            if let Err(error) = mailer.send_recoveries(&account).await {
                tracing::error!(%error, "a link for a new password cannot be sent");
            }
        });
    }

    async fn send_recoveries(&self, account: &str) -> Result<(), RecoveryError> {
        for owner in self.store.email_owners(account).await? {
            if self.rate_limits().count_recovery(owner.user).is_err() {
                continue;
            }
            let EmailOwner { user, name, address: to, language } = owner;
            let NewCode { text: code, hash } = new_recovery_code().map_err(RecoveryError::Code)?;
            self.context.inputs.send(Input::MailedCode { user, hash }).await;
            self.await_commit(&name, &code).await?;
            let link = format!("{}/recover#{name}/{code}", self.public_url);
            let (subject, body) = texts::recovery(language, &name, &link);
            self.outbox.send(Mail { to, subject, body });
        }
        Ok(())
    }

    /// Waits until a code is on the disk: no link comes before it works.
    async fn await_commit(&self, name: &Name, code: &str) -> Result<(), RecoveryError> {
        for _ in 0..COMMIT_LOOKS {
            let now = self.context.clock.now();
            match self.context.credentials.owner_of_code(name, code, now).await {
                Ok(_) => return Ok(()),
                Err(_) => sleep(COMMIT_PAUSE).await,
            }
        }
        Err(RecoveryError::NotCommitted)
    }

    fn rate_limits(&self) -> &RateLimits {
        &self.context.rate_limits
    }
}

/// No link for a new password was made.
#[derive(Debug, Error)]
enum RecoveryError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the system has no random numbers: {}", .0.message)]
    Code(Refusal),
    #[error("its code was not written")]
    NotCommitted,
}
