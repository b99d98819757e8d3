//! The lobby: chat, offers, pools, and who comes and goes.

mod chat;
mod followers;
mod offer_limits;
mod offers;
mod open_offers;
mod pairing;
mod presence;
mod progress;

pub(crate) use self::followers::LobbyFollowers;
pub(crate) use self::offer_limits::{LatestOffers, same_but_for_colors};
pub(crate) use self::offers::{OfferClosure, Offers};
pub(crate) use self::open_offers::{OpenOffer, OpenOffers};
pub(crate) use self::pairing::WaitingUser;
pub(crate) use self::presence::PresenceChanges;
#[cfg(test)]
pub(crate) use self::progress::MAX_GAMES;
pub(crate) use self::progress::Progress;
