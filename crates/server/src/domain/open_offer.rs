//! An offer that is open.

use willow_protocol::Offer;

use super::input::UserId;

/// An offer that may be accepted.
#[derive(Clone, Debug)]
pub(super) struct OpenOffer {
    pub(super) offer: Offer,
    /// The user who made it.
    pub(super) from: UserId,
    /// The user who may accept it; everybody if there is none.
    pub(super) to: Option<UserId>,
}
