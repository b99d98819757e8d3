//! Who may come to a server, asked without a login.

use std::io;
use std::time::Duration;

use super::destination::Destination;
use super::json_connection::JsonConnection;
use crate::{Command, Event, Registration, Request, VERSION};

/// Who may come to a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Admission {
    /// Who may make an account.
    pub registration: Registration,
    /// Whether guests may come.
    pub guests: bool,
}

impl Default for Admission {
    /// Everybody, which is also what a server means that says nothing.
    fn default() -> Admission {
        Admission { registration: Registration::Open, guests: true }
    }
}

impl Admission {
    /// Asks a server, over a connection of its own.
    ///
    /// # Errors
    /// The server must be reachable within `timeout` and speak the protocol.
    pub fn of(server: &Destination, timeout: Duration) -> io::Result<Admission> {
        let mut connection = JsonConnection::connect(server, timeout, timeout)?;
        let command = Command::Protocol { version: VERSION, client: None };
        connection.send(&Request { id: None, command })?;
        let mut admission = Admission::default();
        loop {
            // The welcome comes again before the answer if it says more than the version.
            match connection.next()?.event {
                Event::Welcome { registration, guests, .. } => {
                    admission = Admission {
                        registration: registration.unwrap_or_default(),
                        guests: guests.unwrap_or(true),
                    };
                }
                _ => return Ok(admission),
            }
        }
    }
}
