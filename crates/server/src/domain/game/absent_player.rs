//! The countdown to a claim of the win over a player who is away.

use willow_board::Color;
use willow_protocol::{ErrorDetail, Event};

use super::{ActiveGame, duration_text};
use crate::domain::{Millis, Refusal, Settings, refuse};

impl ActiveGame {
    /// Starts the countdown for a player who is away. In games of days players may be.
    pub(crate) fn start_countdown(&mut self, color: Color, settings: &Settings, now: Millis) {
        let wait = match (self.is_unlimited(), self.is_correspondence()) {
            _ if self.adjourned_since.is_some() => return,
            (true, _) => settings.unlimited_claim_after,
            (false, true) => return,
            (false, false) => settings.claim_after,
        };
        self.claim_at[color.index()].get_or_insert(now + wait);
    }

    /// Returns the event that a player is away, if a countdown runs that was not told yet.
    pub(crate) fn gone(&mut self, color: Color) -> Option<Event> {
        let claim_at = self.claim_at[color.index()]?;
        let told = self.told_gone[color.index()].replace(claim_at);
        (told != Some(claim_at)).then_some(Event::Gone { color, claim_at })
    }

    /// Ends the countdown for a player who is back. Returns the event, if the absence was told.
    pub(crate) fn back(&mut self, color: Color) -> Option<Event> {
        self.claim_at[color.index()] = None;
        self.told_gone[color.index()].take().map(|_| Event::Back { color })
    }

    /// Returns from when on the opponent may claim the win, as the players were told.
    pub(crate) const fn told_gone(&self, color: Color) -> Option<Millis> {
        self.told_gone[color.index()]
    }

    /// Lets the countdowns go on as they were told before a restart.
    pub(crate) const fn resume_countdowns(&mut self) {
        self.claim_at = self.told_gone;
    }

    /// Takes a time out of the countdowns.
    pub(crate) fn delay_claims(&mut self, time: Millis) {
        for claim_at in self.claim_at.iter_mut().flatten() {
            *claim_at += time;
        }
    }

    /// Makes sure that a player may claim the win now.
    pub(crate) fn check_claim(
        &self,
        color: Color,
        is_opponent_online: bool,
        now: Millis,
    ) -> Result<(), Refusal> {
        match self.claim_at[(!color).index()] {
            _ if self.adjourned_since.is_some() => Err(Refusal::adjourned()),
            _ if is_opponent_online => {
                refuse(ErrorDetail::OpponentConnected, "your opponent is connected")
            }
            None => refuse(
                ErrorDetail::ClaimInDaysGame,
                "in a game with a clock of days your opponent may be away, and loses when the time is up",
            ),
            Some(_) if self.is_unlimited() && !self.awaits(!color) => Err(self.claim_on_own_turn()),
            Some(time) if time > now => {
                let wait = duration_text(time - now);
                refuse(ErrorDetail::ClaimTooEarly, format!("wait {wait}: your opponent may return"))
            }
            Some(_) => Ok(()),
        }
    }

    /// Refuses to claim the win in a game that does not wait for the absent player.
    fn claim_on_own_turn(&self) -> Refusal {
        let message = if self.bidding.is_some() {
            "it is your turn: bid before you claim the win"
        } else if self.held.is_some() {
            "a move waits for one in the other game of the pair: move or claim the win there"
        } else {
            "it is your turn: move before you claim the win"
        };
        Refusal::new(ErrorDetail::ClaimOnOwnTurn, message)
    }
}

#[cfg(test)]
impl ActiveGame {
    pub(crate) const fn claim_at(&self) -> [Option<Millis>; 2] {
        self.claim_at
    }
}
