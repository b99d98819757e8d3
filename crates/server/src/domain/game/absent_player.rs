//! The countdown to a claim of the win over a player who is offline.

use willow_board::Color;
use willow_protocol::{ErrorDetail, Event};

use super::{ActiveGame, duration_text};
use crate::domain::{Millis, Refusal, Settings, refuse};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Absence {
    /// When the opponent may claim the win.
    pub(super) claim_at: Option<Millis>,
    /// The time in the last `gone` event, until `back`.
    pub(super) told: Option<Millis>,
}

impl ActiveGame {
    /// Starts the countdown for a player who is offline. In correspondence games players may be.
    pub(crate) fn start_countdown(&mut self, color: Color, settings: &Settings, now: Millis) {
        let wait = match (self.is_unlimited(), self.is_correspondence()) {
            _ if self.stopped.adjourned_since.is_some() => return,
            (true, _) => settings.unlimited_claim_after,
            (false, true) => return,
            (false, false) => settings.claim_after,
        };
        self.absences[color.index()].claim_at.get_or_insert(now + wait);
    }

    /// Returns the event that a player is offline, if a countdown runs that was not published yet.
    pub(crate) fn gone(&mut self, color: Color) -> Option<Event> {
        let absence = &mut self.absences[color.index()];
        let claim_at = absence.claim_at?;
        let told = absence.told.replace(claim_at);
        (told != Some(claim_at)).then_some(Event::Gone { color, claim_at })
    }

    /// Ends the countdown for a player who is back. Returns the event, if the absence was published.
    pub(crate) fn back(&mut self, color: Color) -> Option<Event> {
        let ended = std::mem::take(&mut self.absences[color.index()]);
        ended.told.map(|_| Event::Back { color })
    }

    /// Returns when the opponent may claim the win, as it was published.
    pub(crate) const fn told_gone(&self, color: Color) -> Option<Millis> {
        self.absences[color.index()].told
    }

    /// Continues the countdowns as they were announced before a restart.
    pub(crate) fn resume_countdowns(&mut self) {
        self.absences.iter_mut().for_each(|absence| absence.claim_at = absence.told);
    }

    /// Postpones the claims by `time`.
    pub(crate) fn delay_claims(&mut self, time: Millis) {
        for claim_at in self.absences.iter_mut().filter_map(|absence| absence.claim_at.as_mut()) {
            *claim_at += time;
        }
    }

    /// Makes sure that a player may claim the win now over an opponent who is offline.
    pub(crate) fn check_claim(&self, color: Color, now: Millis) -> Result<(), Refusal> {
        match self.absences[(!color).index()].claim_at {
            _ if self.stopped.adjourned_since.is_some() => Err(Refusal::adjourned()),
            None => refuse(
                ErrorDetail::ClaimInDaysGame,
                "in a correspondence game your opponent may be offline, and loses when the time is up",
            ),
            Some(_) if self.is_unlimited() && !self.awaits(!color) => Err(self.claim_on_own_turn()),
            Some(time) if time > now => {
                let left = time - now;
                let message = format!("wait {}: your opponent may return", duration_text(left));
                Err(Refusal::new(ErrorDetail::ClaimTooEarly, message).for_now(left))
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
    pub(crate) fn claim_at(&self) -> [Option<Millis>; 2] {
        self.absences.map(|absence| absence.claim_at)
    }
}
