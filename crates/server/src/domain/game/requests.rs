//! What players ask each other for: open requests, and those that their makers have ended.

use willow_board::Color;
use willow_protocol::Event;

use super::ActiveGame;
use crate::domain::Millis;

/// How long an answer to a request may be on its way when the request ends.
const ANSWER_UNDER_WAY: Millis = 10_000;

/// What a player asks the opponent for, and the opponent agrees to by the same command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InGameRequest {
    /// To take moves back.
    Takeback,
    /// To end the game with a result.
    Result,
    /// To adjourn the game or, if it is adjourned, to go on.
    Adjournment,
}

/// Requests that ended because their maker withdrew them, moved or left. An agreement that was already on its
/// way must not become a request.
#[derive(Clone, Debug)]
pub(crate) struct Lapsed {
    by: Color,
    at: Millis,
    requests: Vec<InGameRequest>,
}

impl ActiveGame {
    /// Ends what a colour asks for. Returns the events that say so.
    pub(crate) fn lapse(&mut self, by: Color, at: Millis) -> Vec<Event> {
        let asked = [
            (InGameRequest::Takeback, self.takeback.take_if(|asker| *asker == by).is_some()),
            (
                InGameRequest::Result,
                self.offered_result.take_if(|offer| offer.color.0 == by).is_some(),
            ),
            (
                InGameRequest::Adjournment,
                self.adjourn_asked.take_if(|asker| *asker == by).is_some(),
            ),
        ];
        let requests: Vec<InGameRequest> =
            asked.into_iter().filter(|&(_, was_asked)| was_asked).map(|it| it.0).collect();
        let mut events = Vec::new();
        if requests.contains(&InGameRequest::Takeback) {
            events.push(Event::TakebackRefused);
        }
        if requests.iter().any(|&request| request != InGameRequest::Takeback) {
            events.push(Event::RequestRefused);
        }
        if !requests.is_empty() {
            self.lapsed = Some(Lapsed { by, at, requests });
        }
        events
    }

    /// Returns whether what a colour asks for was the opponent's request until a moment ago. The next time it
    /// is a request.
    pub(crate) fn agrees_too_late(
        &mut self,
        request: InGameRequest,
        by: Color,
        now: Millis,
    ) -> bool {
        let Some(lapsed) = &mut self.lapsed else { return false };
        let was_asked = lapsed.requests.contains(&request);
        lapsed.requests.retain(|&other| other != request);
        was_asked && lapsed.by != by && now.saturating_sub(lapsed.at) < ANSWER_UNDER_WAY
    }

    /// Forgets what the players ask for.
    pub(crate) fn end_requests(&mut self) {
        (self.takeback, self.offered_result, self.adjourn_asked) = (None, None, None);
    }
}
