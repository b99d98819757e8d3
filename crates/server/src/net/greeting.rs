//! The greeting of every connection.

use willow_protocol::{Event, Registration, VERSION, VisitorAccess};

use crate::ops::Config;

/// The first event of every connection.
#[derive(Debug)]
pub(crate) struct Greeting {
    pub(crate) event: Event,
    /// Whether the greeting says more than the version; if so it is repeated once the encoding is known.
    pub(crate) says_more: bool,
}

impl Greeting {
    pub(crate) fn new(config: &Config, pages: Vec<String>) -> Greeting {
        let public_url = config.public_url().map(ToOwned::to_owned);
        let registration = Some(config.registration).filter(|it| *it != Registration::Open);
        let visitors = Some(config.visitors_read).filter(|it| *it != VisitorAccess::All);
        let guests = Some(config.has_guests()).filter(|has_guests| !has_guests);
        let says_more = public_url.is_some()
            || registration.is_some()
            || visitors.is_some()
            || guests.is_some()
            || !pages.is_empty();
        let server = format!("Willow {}", env!("CARGO_PKG_VERSION"));
        let protocol = VERSION;
        let event =
            Event::Welcome { server, protocol, public_url, registration, guests, visitors, pages };
        Greeting { event, says_more }
    }
}
