//! What players ask each other for: open requests, and those that their makers have ended.

use willow_board::Color;
use willow_protocol::{Event, GameState};

use super::ActiveGame;
use crate::domain::Millis;

/// How long an answer to a request may be on its way when the request ends.
const ANSWER_UNDER_WAY: Millis = 10_000;

/// What a player asks the opponent for, and the opponent agrees to by the same command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::domain) enum InGameRequest {
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
pub(in crate::domain) struct Lapsed {
    by: Color,
    at: Millis,
    requests: Vec<InGameRequest>,
}

impl ActiveGame {
    /// Ends what a colour asks for. Returns the events that say so.
    pub(in crate::domain) fn lapse(&mut self, by: Color, at: Millis) -> Vec<Event> {
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
    pub(in crate::domain) fn agrees_too_late(
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

    /// Repeats what the players asked for, and who was told to be gone, from the state that clients saw.
    pub(in crate::domain) fn repeat_requests(&mut self, state: &GameState) {
        self.takeback = state.takeback.map(|side| side.0);
        self.offered_result = state.details.offered_result;
        self.adjourn_asked = state.details.adjourn_asked.map(|side| side.0);
        self.told_gone = [None; 2];
        for gone in &state.details.gone {
            self.told_gone[gone.color.0.index()] = Some(gone.claim_at);
        }
    }

    /// Forgets what the players ask for.
    pub(super) fn end_requests(&mut self) {
        (self.takeback, self.offered_result, self.adjourn_asked) = (None, None, None);
    }
}
