//! What players ask each other for: open requests, and those that their makers have ended.

use willow_board::{Color, DiscDiff};
use willow_protocol::{ErrorDetail, Event, GameState, OfferedResult, Side};

use super::ActiveGame;
use crate::domain::{Millis, Refusal, refuse};

/// Maximum time that an answer may still be on its way after a request ended.
const ANSWER_UNDER_WAY: Millis = 10_000;

/// A request that the opponent agrees to by the same command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InGameRequest {
    /// To take moves back.
    Takeback,
    /// To end the game with a result.
    Result,
    /// To adjourn the game or, if it is adjourned, to go on.
    Adjournment,
}

/// The open requests of the players of a game.
#[derive(Debug, Default)]
pub(crate) struct OpenRequests {
    pub(crate) takeback: Option<Color>,
    pub(super) result: Option<OfferedResult>,
    /// The colour that asks to adjourn the game or, if it is adjourned, to go on.
    pub(super) adjournment: Option<Color>,
    /// The last requests of a player, which that player ended.
    lapsed: Option<Lapsed>,
}

/// Requests that ended because their maker withdrew them, moved or left. An agreement that was already on its
/// way must not become a request.
#[derive(Debug)]
struct Lapsed {
    by: Color,
    at: Millis,
    requests: Vec<InGameRequest>,
}

impl ActiveGame {
    /// Ends the requests of a colour. Returns the events of their ends.
    pub(crate) fn lapse(&mut self, by: Color, at: Millis) -> Vec<Event> {
        let open = &mut self.requests;
        let ended = [
            open.takeback.take_if(|asker| *asker == by).map(|_| InGameRequest::Takeback),
            open.result.take_if(|offer| offer.color.0 == by).map(|_| InGameRequest::Result),
            open.adjournment.take_if(|asker| *asker == by).map(|_| InGameRequest::Adjournment),
        ];
        let requests: Vec<InGameRequest> = ended.into_iter().flatten().collect();
        let mut events = Vec::new();
        if requests.contains(&InGameRequest::Takeback) {
            events.push(Event::TakebackRefused);
        }
        if requests.iter().any(|&request| request != InGameRequest::Takeback) {
            events.push(Event::RequestRefused);
        }
        if !requests.is_empty() {
            self.requests.lapsed = Some(Lapsed { by, at, requests });
        }
        events
    }

    /// Returns whether the request of a colour was the opponent's until a moment ago. The next time it is a request.
    fn agrees_too_late(&mut self, request: InGameRequest, by: Color, now: Millis) -> bool {
        let Some(lapsed) = &mut self.requests.lapsed else { return false };
        let was_asked = lapsed.requests.contains(&request);
        lapsed.requests.retain(|&other| other != request);
        was_asked && lapsed.by != by && now.saturating_sub(lapsed.at) < ANSWER_UNDER_WAY
    }

    /// Returns the opponent who asked for the takeback to which a player agrees, if the opponent has.
    pub(crate) fn takeback_asker(
        &mut self,
        color: Color,
        now: Millis,
    ) -> Result<Option<Color>, Refusal> {
        self.check_takebacks()?;
        let is_new = self.requests.takeback.is_none();
        if is_new && self.agrees_too_late(InGameRequest::Takeback, color, now) {
            return Err(too_late_to_agree());
        }
        match self.requests.takeback {
            Some(asker) if asker == color => {
                refuse(ErrorDetail::TakebackRequested, "takeback already requested")
            }
            Some(asker) => Ok(Some(asker)),
            None if !self.has_moved(color) => {
                refuse(ErrorDetail::NothingToTakeBack, "you have no move to take back")
            }
            None if self.has_only_bid(color) => {
                let message = "the move that was bid cannot be taken back";
                refuse(ErrorDetail::BidNotTakenBack, message)
            }
            None => Ok(None),
        }
    }

    /// Makes sure that the game has takebacks. A rated one has them over a bridge alone, and is unrated then.
    fn check_takebacks(&self) -> Result<(), Refusal> {
        if self.terms.rated && !self.is_bridged {
            let message = "a rated game has no takebacks";
            return refuse(ErrorDetail::TakebackInRatedGame, message);
        }
        if self.terms.lockstep {
            let message = "a pair in lock-step has no takebacks";
            return refuse(ErrorDetail::NotInLockstep, message);
        }
        if self.adjourned_since().is_some() {
            return Err(Refusal::adjourned());
        }
        Ok(())
    }

    pub(crate) const fn ask_takeback(&mut self, color: Color) -> Event {
        self.requests.takeback = Some(color);
        Event::TakebackAsked { color }
    }

    /// Returns Black's result if a player may offer it: `own` is the player's own disc difference.
    pub(crate) fn check_result(&self, color: Color, own: i32) -> Result<DiscDiff, Refusal> {
        if self.terms.lockstep {
            let message = "a pair in lock-step has no offered results";
            return refuse(ErrorDetail::NotInLockstep, message);
        }
        let Ok(result) = DiscDiff::new(own) else {
            let message = format!("a result is from -64 to 64, not {own}");
            return refuse(ErrorDetail::ResultOutOfRange, message);
        };
        if own % 2 != 0 {
            let message = format!("a result is even, as empties count for the winner, not {own}");
            return refuse(ErrorDetail::ResultOutOfRange, message);
        }
        if self.bidding.is_some() {
            return Err(Refusal::bid_first());
        }
        Ok(if color == Color::Black { result } else { -result })
    }

    /// Ends the game if the opponent has offered the result of Black's.
    pub(crate) fn agreed_result(
        &mut self,
        color: Color,
        result: DiscDiff,
        now: Millis,
    ) -> Result<Option<Event>, Refusal> {
        let offered = self.requests.result;
        match offered {
            Some(offer) if offer.result == result && offer.color.0 == color => {
                refuse(ErrorDetail::AlreadyAsked, "you have offered this result already")
            }
            Some(offer) if offer.result == result => Ok(Some(self.agree(result, now))),
            None if self.agrees_too_late(InGameRequest::Result, color, now) => {
                Err(too_late_to_agree())
            }
            _ => Ok(None),
        }
    }

    pub(crate) const fn offer_result(&mut self, color: Color, result: DiscDiff) -> Event {
        self.requests.result = Some(OfferedResult { color: Side(color), result });
        Event::ResultOffered { color, result }
    }

    /// Makes sure that the game can be adjourned.
    pub(crate) fn check_adjournable(&self) -> Result<(), Refusal> {
        if self.bidding.is_some() {
            return Err(Refusal::bid_first());
        }
        if self.stopped.adjourned_since.is_some() {
            return Err(Refusal::adjourned());
        }
        Ok(())
    }

    /// Returns whether the opponent has asked to adjourn the game or, if it is adjourned, to go on.
    pub(crate) fn agrees_to_adjournment(
        &mut self,
        color: Color,
        now: Millis,
    ) -> Result<bool, Refusal> {
        let asked = self.requests.adjournment;
        match asked {
            Some(asker) if asker == color => {
                let message = "you have asked already; your opponent must agree";
                refuse(ErrorDetail::AlreadyAsked, message)
            }
            Some(_) => Ok(true),
            None if self.agrees_too_late(InGameRequest::Adjournment, color, now) => {
                Err(too_late_to_agree())
            }
            None => Ok(false),
        }
    }

    pub(crate) const fn ask_adjournment(&mut self, color: Color) -> Event {
        self.requests.adjournment = Some(color);
        match self.stopped.adjourned_since {
            None => Event::AdjournAsked { color },
            Some(_) => Event::ContinueAsked { color },
        }
    }

    /// Refuses the request of the opponent or, without one, withdraws one's own.
    pub(crate) fn refuse(&mut self, color: Color, now: Millis) -> Vec<Event> {
        if self.requests.takeback.take_if(|asker| *asker != color).is_some() {
            vec![Event::TakebackRefused]
        } else if self.requests.result.take_if(|offer| offer.color.0 != color).is_some()
            || self.requests.adjournment.take_if(|asker| *asker != color).is_some()
        {
            vec![Event::RequestRefused]
        } else {
            self.lapse(color, now)
        }
    }

    /// Restores the requests, and who was published as gone, from the state that clients saw.
    pub(crate) fn repeat_requests(&mut self, state: &GameState) {
        self.requests.takeback = state.takeback.map(|side| side.0);
        self.requests.result = state.details.offered_result;
        self.requests.adjournment = state.details.adjourn_asked.map(|side| side.0);
        self.absences.iter_mut().for_each(|absence| absence.told = None);
        for gone in &state.details.gone {
            self.absences[gone.color.0.index()].told = Some(gone.claim_at);
        }
    }

    /// Removes all requests.
    pub(crate) fn end_requests(&mut self) {
        let lapsed = self.requests.lapsed.take();
        self.requests = OpenRequests { lapsed, ..OpenRequests::default() };
    }
}

/// Refuses to make a request of what was an agreement.
fn too_late_to_agree() -> Refusal {
    let message =
        "your opponent no longer asks for this; repeat the command to ask for it yourself";
    Refusal::new(ErrorDetail::NoTakebackRequested, message)
}

#[cfg(test)]
impl ActiveGame {
    /// Returns the request: a takeback, a result, to adjourn the game or to go on.
    pub(crate) const fn asked(&self) -> (Option<Color>, Option<OfferedResult>, Option<Color>) {
        (self.requests.takeback, self.requests.result, self.requests.adjournment)
    }
}
