//! Users: names, passwords, roles, profiles and ratings.

mod admission;
mod bot_details;
mod display_name;
mod followed_user;
mod name;
mod password;
mod profile;
mod role;
mod summary;
mod token;

pub use admission::{Registration, VisitorAccess};
pub use bot_details::{BotDetails, BotGroup};
pub use display_name::{DisplayName, DisplayNameError, FoundUser, NamePrefix, NamePrefixError};
pub use followed_user::FollowedUser;
pub use name::{Name, NameError};
pub use password::{Password, PasswordError};
pub use profile::{ClassResults, Country, MAX_ABOUT, ProfileChange, ProfileError, ProfileKey};
pub use role::Role;
pub use summary::{LeaderboardEntry, Profile, RatingPoint, RatingSummary, UserSummary};
pub use token::{
    LogoutScope, TokenKind, TokenName, TokenNameError, TokenScope, TokenScopes, TokenSummary,
};
