//! The accounts: names, logins, secrets, profiles, relations, quotas and ratings.

mod absence;
mod addresses;
mod command_ids;
mod deletion;
mod following;
mod glicko;
mod interest;
mod listed_users;
mod offer_limits;
mod passwords;
mod profiles;
mod quotas;
mod ratings;
mod relations;
mod reserved_names;
mod roles;
mod secrets;
mod sign_in;
mod tokens;
mod users;

pub(crate) use self::addresses::{REMEMBERED_ADDRESSES, UserAddresses};
pub(crate) use self::command_ids::{CommandIdScope, REMEMBERED_COMMANDS, UsedCommandId};
pub(crate) use self::deletion::NAME_HELD;
pub(crate) use self::glicko::{GamePoints, RatedPlayer, Rating, rate_game};
pub(crate) use self::offer_limits::{LatestOffers, same_but_for_colors};
pub(crate) use self::quotas::{LimitedAction, QuotaUse};
pub(crate) use self::ratings::{
    EarlyEnds, FREE_EARLY_ENDS, Familiarity, Opponents, forgotten_until,
};
pub(crate) use self::relations::RelationChange;
pub(crate) use self::reserved_names::{NameKind, is_reserved};
pub(crate) use self::secrets::CheckedAccount;
use self::secrets::Secrets;
use self::tokens::Tokens;
pub(crate) use self::tokens::{NewToken, token_expiry};
pub(crate) use self::users::{Accounts, User, UserProfile, UserRecord};
