//! Moves that are not shown yet: those of pairs in lock-step, and the bids of games with komi.

use willow_board::Square;
use willow_protocol::BidValue;

use super::Millis;

/// A move that a player has made and that nobody else is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HiddenMove {
    /// When the player made it, corrected for downtime: the player's clock stood still from then on.
    pub(super) at: Millis,
    /// What the player has chosen. The events of the game do not tell: during a replay it is unknown.
    pub(super) content: Option<HiddenContent>,
}

/// What a player has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HiddenContent {
    pub(crate) square: Square,
    /// The value of a bid; 0 of a move.
    pub(crate) value: BidValue,
}

/// The bids of both colours of the beginning, Black's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bidding {
    /// When both clocks started, corrected for downtime.
    pub(super) since: Millis,
    pub(super) bids: [Option<HiddenMove>; 2],
}

impl Bidding {
    /// Begins to wait for both bids.
    pub(super) const fn since(since: Millis) -> Bidding {
        Bidding { since, bids: [None; 2] }
    }

    /// Takes a time during which the clocks stood still out of the account.
    pub(super) fn shift(&mut self, time: Millis) {
        self.since += time;
        for bid in self.bids.iter_mut().flatten() {
            bid.at += time;
        }
    }
}
