//! The profile of a user, as it is stored.

use willow_protocol::{Country, DisplayName, Message};

use super::input::Millis;

/// What the profile of a user has besides name, role and ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserProfile {
    /// When the account was made.
    pub created_at: Millis,
    /// When the user was online last, rounded down to the hour; 0 if that is not known.
    pub last_seen: Millis,
    /// The country.
    pub country: Option<Country>,
    /// A name in any script.
    pub display_name: Option<DisplayName>,
    /// Words about oneself.
    pub about: Option<Message>,
    /// Whether nobody may follow the user, and followers are told nothing.
    pub hidden_from_followers: bool,
}
