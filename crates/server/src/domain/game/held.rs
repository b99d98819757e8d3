//! Held moves, which are not shown yet: those of pairs in lock-step, and the bids of games with komi.

use willow_board::{Color, Rejection, Square};
use willow_protocol::{BidValue, Event};

use super::{ActiveGame, referee_time};
use crate::domain::Millis;

/// A move that a player has made and that nobody else is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeldMove {
    /// When the player made it, corrected for downtime: the player's clock is stopped from then on.
    pub(crate) at: Millis,
    /// The choice of the player. Events do not contain it: during a replay it is unknown.
    pub(crate) content: Option<HeldContent>,
}

/// The choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeldContent {
    pub(crate) square: Square,
    /// The value of a bid; 0 for a move.
    pub(crate) value: BidValue,
}

/// The bids of both colours of the beginning, Black's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bidding {
    /// When both clocks started, corrected for downtime.
    pub(crate) since: Millis,
    pub(crate) bids: [Option<HeldMove>; 2],
}

impl Bidding {
    /// Starts the bidding.
    pub(crate) const fn since(since: Millis) -> Bidding {
        Bidding { since, bids: [None; 2] }
    }

    /// Excludes a pause of the clocks: moves every time stamp of the bidding later by `time`.
    pub(crate) fn shift(&mut self, time: Millis) {
        self.since += time;
        for bid in self.bids.iter_mut().flatten() {
            bid.at += time;
        }
    }
}

impl ActiveGame {
    /// Makes sure that the side to move may play a square now. Nothing changes.
    pub(crate) fn check_square(&self, square: Square, now: Millis) -> Result<(), Rejection> {
        let mut copy = self.referee.clone();
        copy.submit(willow_board::Move::Place(square).into(), referee_time(now)).map(|_| ())
    }

    /// Holds a move of the side to move, and stops its clock. A replay does not know which move it is.
    pub(crate) fn hold(&mut self, square: Option<Square>, now: Millis) {
        let content = square.map(|square| HeldContent { square, value: BidValue::default() });
        self.held = Some(HeldMove { at: now, content });
    }

    /// Plays the move that was held.
    pub(crate) fn play_held(&mut self, now: Millis) -> Vec<Event> {
        let content = self.held.and_then(|held| held.content);
        let played = content.map(|content| self.place(content.square, now));
        self.held = None;
        played.and_then(Result::ok).unwrap_or_default()
    }

    /// Stops the clock of the side to move as of the moment at which its move was held. Called when the move is
    /// shown.
    pub(crate) fn shift_to_release(&mut self, now: Millis) {
        if self.held.is_some() {
            self.shift_turn(now, now);
            self.held = None;
        }
    }

    /// Returns the colours that have moved, or have bid, while the game waits for another move or bid.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = Color> {
        let held = self.held.and(self.referee.to_move());
        let has_bid =
            move |color: Color| self.bidding.is_some_and(|it| it.bids[color.index()].is_some());
        let waits = move |color: &Color| held == Some(*color) || has_bid(*color);
        Color::ALL.into_iter().filter(waits)
    }

    /// Returns the held choice of a colour.
    pub(crate) fn own_held(&self, color: Color) -> Option<HeldContent> {
        let held = match &self.bidding {
            Some(bidding) => bidding.bids[color.index()],
            None => self.held.filter(|_| self.referee.to_move() == Some(color)),
        };
        held.and_then(|held| held.content)
    }

    /// Restores the choice of a colour from before a restart.
    pub(crate) fn restore_held(&mut self, color: Color, content: HeldContent) {
        let held = match &mut self.bidding {
            Some(bidding) => bidding.bids[color.index()].as_mut(),
            None => self.held.as_mut(),
        };
        if let Some(held) = held {
            held.content = Some(content);
        }
    }

    /// Forgets held moves whose content is unknown: their players choose again.
    pub(crate) fn forget_unknown(&mut self) {
        self.held = self.held.filter(|held| held.content.is_some());
        for bid in self.bidding.iter_mut().flat_map(|bidding| &mut bidding.bids) {
            *bid = bid.filter(|bid| bid.content.is_some());
        }
    }
}
