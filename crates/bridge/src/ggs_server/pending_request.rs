//! A request for a match that waits for its answer.

use super::settings::RATING;
use crate::ggs::{ArchiveId, ClockTerms, MatchType, RatedFlag, Request, RequestId, RequestTail};

/// A request for a match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PendingRequest {
    pub(crate) id: RequestId,
    pub(crate) asker: String,
    /// Who is asked; `None` for everybody.
    pub(crate) opponent: Option<String>,
    pub(crate) kind: MatchType,
    /// The clocks of the asker and of the opponent.
    pub(crate) terms: [ClockTerms; 2],
    pub(crate) is_rated: bool,
    /// The match that goes on.
    pub(crate) stored: Option<ArchiveId>,
}

impl PendingRequest {
    /// Returns the request as it is shown.
    pub(crate) fn shown(&self) -> Request {
        let flag = match (self.stored, self.is_rated) {
            (Some(_), _) => RatedFlag::Stored,
            (None, true) => RatedFlag::Rated,
            (None, false) => RatedFlag::Unrated,
        };
        let tail = match self.stored {
            Some(id) => Some(RequestTail::Stored(id)),
            None => (self.terms[0] != self.terms[1]).then_some(RequestTail::Clock(self.terms[1])),
        };
        Request {
            id: self.id,
            rating: RATING,
            name: self.asker.clone(),
            clock: self.terms[0],
            kind: self.kind,
            flag,
            opponent: self.opponent.clone().map(|name| (RATING, name)),
            tail,
        }
    }

    /// Returns whether this is the same request once more.
    pub(crate) fn repeats(&self, other: &PendingRequest) -> bool {
        self.asker == other.asker
            && self.opponent == other.opponent
            && self.kind == other.kind
            && self.terms == other.terms
            && self.is_rated == other.is_rated
            && self.stored == other.stored
    }
}
