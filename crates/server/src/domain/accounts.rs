//! The accounts: names, logins, secrets, profiles, relations and ratings.

mod addresses;
mod command_ids;
mod following;
mod opponents;
mod passwords;
mod profiles;
mod quotas;
mod rating;
mod reserved_names;
mod secrets;
mod sign_in;
mod tokens;
mod users;

pub(crate) use self::addresses::{BannedAddresses, REMEMBERED_ADDRESSES, UserAddresses};
pub(crate) use self::command_ids::{HandledCommand, IdScope, REMEMBERED_COMMANDS};
pub(crate) use self::opponents::{Familiarity, Opponents};
pub(crate) use self::passwords::NAME_HELD;
pub(crate) use self::quotas::{LimitedAction, QuotaUse};
pub(crate) use self::rating::{GamePoints, RatedPlayer, Rating, rate_game};
pub(crate) use self::reserved_names::{NameKind, is_reserved};
pub(crate) use self::secrets::{CheckedAccount, Secrets};
pub(crate) use self::sign_in::Login;
pub(crate) use self::tokens::{NewToken, Tokens, is_use_noted, token_expiry};
pub(crate) use self::users::{ToldPresence, User, UserProfile, Users};
