//! A connection and the user on it.

use std::collections::{BTreeMap, BTreeSet};
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
    /// When the connection began, then when the user came in.
    pub(crate) since: Duration,
    pub(crate) last_line: Duration,
    pub(crate) n_refused: u32,
    pub(crate) vt100: bool,
    /// Whether commands are shown as they were understood.
    pub(crate) ack: bool,
    /// The line that comes before the next mark.
    pub(crate) pending_ack: Option<String>,
    /// The service that `ts` speaks to.
    pub(crate) service: String,
    pub(crate) channels: BTreeSet<String>,
    /// Whether arrivals and departures are told.
    pub(crate) notify: BTreeSet<String>,
    pub(crate) ignore: BTreeSet<String>,
    pub(crate) variables: BTreeMap<String, String>,
    pub(crate) aliases: BTreeMap<String, String>,
    pub(crate) settings: Settings,
}

impl Session {
    pub(crate) fn new(now: Duration) -> Session {
        Session {
            phase: Phase::Login,
            name: String::new(),
            is_registered: false,
            since: now,
            last_line: now,
            n_refused: 0,
            vt100: false,
            ack: false,
            pending_ack: None,
            service: "/os".to_owned(),
            channels: BTreeSet::new(),
            notify: BTreeSet::new(),
            ignore: BTreeSet::new(),
            variables: BTreeMap::new(),
            aliases: BTreeMap::new(),
            settings: Settings::default(),
        }
    }
}
