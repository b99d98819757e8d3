//! Registered players, connections, and the users on them.

use std::collections::BTreeSet;
use std::time::Duration;

use super::settings::Settings;

/// A player whom the server knows by a password, until it ends.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) password: String,
    pub(crate) settings: Settings,
}

/// The state of a login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The name is awaited.
    Login,
    /// The password of this name is awaited.
    Password(String),
    /// The user is in.
    In,
}

/// A connection and the user on it.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) phase: Phase,
    pub(crate) name: String,
    /// When the connection began.
    pub(crate) since: Duration,
    pub(crate) n_refused: u32,
    /// Whose arrivals and departures are told; `*` is everybody.
    pub(crate) notify: BTreeSet<String>,
    pub(crate) settings: Settings,
}

impl Session {
    pub(crate) fn new(now: Duration) -> Session {
        Session {
            phase: Phase::Login,
            name: String::new(),
            since: now,
            n_refused: 0,
            notify: BTreeSet::new(),
            settings: Settings::default(),
        }
    }
}
