//! The bids with which a game with komi begins.

use std::time::Duration;

use willow_board::{Clock, Color, Move, Referee};
use willow_protocol::{ClockPartsOfBoth, ClockState, EndKind, Event, Komi, Side};

use super::clock_state::clock_state;
use super::{ActiveGame, referee_time};
use crate::domain::{HeldContent, HeldMove, Millis};

impl ActiveGame {
    /// Records a bid, and stops the clock of its player.
    pub(crate) fn bid(&mut self, color: Color, content: Option<HeldContent>, at: Millis) {
        if let Some(bidding) = &mut self.bidding {
            bidding.bids[color.index()] = Some(HeldMove { at, content });
        }
    }

    /// Returns the bids of both colours, if both have bid.
    pub(crate) fn both_bids(&self) -> Option<[HeldContent; 2]> {
        let [black, white] = self.bidding?.bids;
        Some([black?.content?, white?.content?])
    }

    /// Returns whether a player has played nothing but the move that was bid.
    pub(crate) fn has_only_bid(&self, color: Color) -> bool {
        let is_first = self.game().start().side_to_move() == color;
        let own = self.game().moves().step_by(2).filter(|&mv| mv != Move::Pass).count();
        self.komi.is_some() && is_first && own <= 1
    }

    /// Ends the bidding: both players are charged for the time that their bids took, and the clock of the side
    /// to move runs again from the time of its bid.
    pub(crate) fn end_bidding(&mut self, komi: Komi, now: Millis) {
        let Some(bidding) = self.bidding.take() else { return };
        let used = |color: Color| {
            let bid = bidding.bids[color.index()].map_or(now, |bid| bid.at);
            bid.saturating_sub(bidding.since)
        };
        self.komi = Some(komi);
        let side = self.game().position().side_to_move();
        let mut clock = self.referee.clock().clone();
        charge(&mut clock, !side, used(!side));
        self.referee = Referee::new(self.game().clone(), clock);
        self.turn_started_at = now.saturating_sub(used(side));
        self.referee.start(referee_time(self.turn_started_at));
    }

    /// Exchanges the colours of the players, who keep their bids and absences.
    pub(crate) fn exchange_colors(&mut self) {
        self.absences.reverse();
        if let Some(bidding) = &mut self.bidding {
            bidding.bids.reverse();
        }
    }

    /// Ends the game of a player who did not bid in time. If neither did, there is no result.
    pub(crate) fn tick_bidding(&mut self, now: Millis) -> Vec<Event> {
        let Some(bidding) = self.bidding else { return Vec::new() };
        let late = |color: &Color| {
            let falls = self.bidding_clock(*color).deadline();
            bidding.bids[color.index()].is_none()
                && falls.is_some_and(|falls| falls < referee_time(now))
        };
        let late: Vec<Color> = Color::ALL.into_iter().filter(late).collect();
        match late[..] {
            [] => Vec::new(),
            [color] => self.forfeit(color, EndKind::Timeout, now),
            _ => vec![self.abort(now)],
        }
    }

    /// Returns the clocks while both players bid: each runs until its player has bid.
    pub(crate) fn bidding_clocks(&self, now: Millis) -> ClockState {
        let Some(bidding) = self.bidding else { return ClockState::default() };
        let of = |color: Color| {
            let until = bidding.bids[color.index()].map_or(now, |bid| bid.at);
            clock_state(&self.bidding_clock(color), referee_time(until))
        };
        let [black, white] = Color::ALL.map(of);
        let runs = |color: Color| bidding.bids[color.index()].is_none();
        let deadlines = [(Color::Black, black.deadline), (Color::White, white.deadline)];
        // While both clocks run, none is named.
        let running = match (runs(Color::Black), runs(Color::White)) {
            (true, false) => Some(Side(Color::Black)),
            (false, true) => Some(Side(Color::White)),
            _ => None,
        };
        let parts = black.parts.zip(white.parts);
        ClockState {
            black: black.black,
            white: white.white,
            deadline: deadlines
                .into_iter()
                .filter(|&(color, _)| runs(color))
                .filter_map(|it| it.1)
                .min(),
            running,
            parts: parts
                .map(|(one, other)| ClockPartsOfBoth { black: one.black, white: other.white }),
        }
    }

    /// Returns a clock that runs for a colour since the bidding began.
    fn bidding_clock(&self, color: Color) -> Clock {
        let mut clock = self.referee.clock().clone();
        let since = self.bidding.map_or(0, |bidding| bidding.since);
        clock.start(color, referee_time(since));
        clock
    }
}

/// Takes time from a colour.
fn charge(clock: &mut Clock, color: Color, used: Millis) {
    clock.start(color, Duration::ZERO);
    clock.stop(referee_time(used));
}
