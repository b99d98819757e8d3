//! The chat of matches.

use super::settings::RATING;
use super::state::ServerState;
use crate::ggs::{Event, MatchId};
use crate::refusal::Refusal;

impl ServerState {
    /// Says something to the other player of a match: `tell .MATCH TEXT`.
    pub(super) fn tell_match(&mut self, name: &str, rest: &str) -> Result<(), Refusal> {
        let (target, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let not_found = || super::match_play::missing(target);
        let id: MatchId = target.parse().map_err(|_| not_found())?;
        let live = self.matches.get(&id.number).ok_or_else(not_found)?;
        let names: Vec<String> =
            live.names.iter().filter(|other| *other != name).cloned().collect();
        let event = Event::MatchChat {
            id,
            audience: 'A',
            rating: RATING,
            name: name.to_owned(),
            // As on GGS, the service puts variables in again.
            text: text.replace("'$", "$"),
        };
        self.tell_all(&names, &event);
        Ok(())
    }
}
