//! What the formulas of both players say to a request.

use willow_board::{Color, RandomSource as _};

use super::formula_facts::{Facts, Side};
use super::pending_request::PendingRequest;
use super::settings::Settings;
use super::state::ServerState;

impl ServerState {
    /// Returns whether a player's formula declines a request, which `accepter` would accept.
    pub(super) fn declines(
        &mut self,
        name: &str,
        request: &PendingRequest,
        accepter: &str,
    ) -> bool {
        let formula = self.settings_of(name).dform;
        let facts = self.facts(name, request, accepter);
        formula.holds(&facts, &mut self.random)
    }

    /// Returns whether the formula of somebody accepts a request.
    pub(super) fn accepts(&mut self, request: &PendingRequest, accepter: &str) -> bool {
        let formula = self.settings_of(accepter).aform;
        let facts = self.facts(accepter, request, accepter);
        formula.holds(&facts, &mut self.random)
    }

    /// Returns what the formulas of a player know of a request.
    fn facts(&self, name: &str, request: &PendingRequest, accepter: &str) -> Facts {
        let PendingRequest { asker, kind, terms, is_rated, stored, .. } = request;
        let side = |name: &str, color, terms| Side {
            color,
            terms,
            rating: self.rating_of(name, *kind).at(self.now.unix),
        };
        let [askers, accepters] = [
            side(asker, letter(kind.color), terms[0]),
            side(accepter, letter(kind.color.map(|color| !color)), terms[1]),
        ];
        let is_asker = name == asker;
        let (own, theirs) = if is_asker { (askers, accepters) } else { (accepters, askers) };
        let other = if is_asker { accepter } else { asker };
        Facts {
            kind: *kind,
            is_rated: *is_rated,
            is_saved: stored.is_some(),
            n_stored: self.n_stored_between(name, other),
            n_playing: [false, true].map(|is_random| self.n_playing(name, is_random)),
            own,
            theirs,
        }
    }

    fn n_stored_between(&self, name: &str, other: &str) -> i64 {
        let is_theirs = |names: &[String; 2]| {
            *names == [name.to_owned(), other.to_owned()]
                || *names == [other.to_owned(), name.to_owned()]
        };
        self.stored.values().filter(|stored| is_theirs(&stored.names)).count() as i64
    }

    fn n_playing(&self, name: &str, is_random: bool) -> i64 {
        let own = self.matches.values().filter(|live| live.player(name).is_some());
        own.filter(|live| live.kind.random.is_some() == is_random).count() as i64
    }

    /// Returns whether somebody may get a request to everybody: they play such matches now, and no
    /// formula of either side is against it.
    pub(super) fn suits(&mut self, request: &PendingRequest, name: &str) -> bool {
        let Settings { rated, ignore, .. } = self.settings_of(name);
        request.asker != name
            && request.is_rated == rated
            && !ignore.contains(&request.asker)
            && !self.settings_of(&request.asker).ignore.contains(name)
            && self.has_room(name)
            && !self.declines(&request.asker, request, name)
            && !self.declines(name, request, name)
    }

    /// Returns somebody, drawn by lot, whose formula accepts a request to everybody.
    pub(super) fn willing_player(&mut self, request: &PendingRequest) -> Option<String> {
        let mut names = self.names_here();
        while !names.is_empty() {
            let index = self.random.below(names.len());
            let name = names.swap_remove(index);
            if self.suits(request, &name) && self.accepts(request, &name) {
                return Some(name);
            }
        }
        None
    }
}

/// Returns a colour as formulas name it.
const fn letter(color: Option<Color>) -> char {
    match color {
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
        None => '?',
    }
}
