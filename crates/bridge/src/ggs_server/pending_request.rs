//! A request for a match that waits for its answer.

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
    /// Returns the request as it is shown, with the ratings of both.
    pub(crate) fn shown(&self, rating: f64, opponent_rating: f64) -> Request {
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
            rating,
            name: self.asker.clone(),
            clock: self.terms[0],
            kind: self.kind,
            flag,
            opponent: self.opponent.clone().map(|name| (opponent_rating, name)),
            tail,
        }
    }

    /// Returns whether somebody else asked for the same match, from the other side.
    pub(crate) fn mirrors(&self, other: &PendingRequest) -> bool {
        let [own, opponents] = self.terms;
        self.asker != other.asker
            && self.is_meant_for(&other.asker)
            && other.is_meant_for(&self.asker)
            && self.kind == other.kind.mirrored()
            && other.terms == [opponents, own]
            && self.is_rated == other.is_rated
            && self.stored == other.stored
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

    fn is_meant_for(&self, name: &str) -> bool {
        self.opponent.as_deref().is_none_or(|opponent| opponent == name)
    }
}
