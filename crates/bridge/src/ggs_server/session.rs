//! A connection and the user on it.

use std::collections::BTreeSet;
use std::time::Duration;

use super::settings::Settings;

/// How far a login is.
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
    pub(crate) is_registered: bool,
    /// When the connection began.
    pub(crate) since: Duration,
    pub(crate) n_refused: u32,
    /// Whether arrivals and departures are told.
    pub(crate) notify: BTreeSet<String>,
    pub(crate) settings: Settings,
}

impl Session {
    pub(crate) fn new(now: Duration) -> Session {
        Session {
            phase: Phase::Login,
            name: String::new(),
            is_registered: false,
            since: now,
            n_refused: 0,
            notify: BTreeSet::new(),
            settings: Settings::default(),
        }
    }
}
