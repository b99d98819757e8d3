//! What an operator decides about a bridge.

use willow_protocol::Name;

use super::millis::Millis;
use super::terms::CarriedMatches;
use crate::ggs::GgsName;

/// A login on GGS that the bridge uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoginSettings {
    /// The name that it has there.
    pub login: GgsName,
    /// The person here to whom it belongs; `None` if all share it in turn.
    pub person: Option<Name>,
}

/// What an operator decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BridgeSettings {
    /// The account of the bridge on the Willow server, such as `ggs`.
    pub bridge: Name,
    /// The logins on GGS.
    pub logins: Vec<LoginSettings>,
    /// Which matches are carried.
    pub carried: CarriedMatches,
    /// Maximum time for one side to start the match after the other has agreed.
    pub seating_time: Millis,
    /// Maximum time for the answer to a request.
    pub asking_time: Millis,
    /// Maximum time for an answer about ending a match without a result, before the bridge leaves.
    pub ending_time: Millis,
    /// Time after which an unanswered command is sent again.
    pub patience: Millis,
    /// The lines of one person that are carried in a minute.
    pub lines_per_minute: u32,
    /// Time after which a proxy without a match is logged out.
    pub proxy_idle: Millis,
}

impl BridgeSettings {
    /// Returns whether several people play through a login.
    pub fn is_shared(&self, login: &str) -> bool {
        let entry = self.logins.iter().find(|entry| entry.login.as_str() == login);
        entry.is_none_or(|entry| entry.person.is_none())
    }

    /// Returns the usual settings for an account and its logins.
    pub const fn new(bridge: Name, logins: Vec<LoginSettings>) -> BridgeSettings {
        BridgeSettings {
            bridge,
            logins,
            carried: CarriedMatches { rated: false, lag_budget: 15_000 },
            seating_time: 60_000,
            asking_time: 120_000,
            ending_time: 60_000,
            patience: 10_000,
            lines_per_minute: 60,
            proxy_idle: 30 * 60_000,
        }
    }
}
