//! Games and offers as lists have them: with the display names of today.
//!
//! Events that are kept do not have them: a display name changes, and is erased with its account.

use willow_protocol::{DisplayName, Event, GameState, GameSummary, Offer};

use super::active_game::ActiveGame;
use super::input::{Millis, UserId};
use super::open_offer::OpenOffer;
use super::state::ServerState;

impl ServerState {
    fn display_name(&self, user: UserId) -> Option<DisplayName> {
        self.users.get(user).and_then(|user| user.profile.display_name.clone())
    }

    /// Returns a game for a list.
    pub(super) fn listed_game(&self, active: &ActiveGame) -> GameSummary {
        let mut summary = active.summary();
        self.name_players(active, &mut summary);
        summary
    }

    /// Returns the state of a game for an answer.
    pub(super) fn answered_state(&self, active: &ActiveGame, now: Millis) -> Box<GameState> {
        let mut state = active.state(now);
        self.name_players(active, &mut state.summary);
        state
    }

    fn name_players(&self, active: &ActiveGame, summary: &mut GameSummary) {
        let [black, white] = active.players().map(|player| self.display_name(player));
        summary.details.black_display_name = black;
        summary.details.white_display_name = white;
    }

    /// Returns an offer for a list.
    pub(super) fn listed_offer(&self, open: &OpenOffer) -> Offer {
        Offer { from_display_name: self.display_name(open.from), ..open.offer.clone() }
    }

    /// Returns the event that a user is online.
    pub(super) fn online_event(&self, id: UserId) -> Event {
        let user = &self.users[id];
        let display_name = user.profile.display_name.clone();
        Event::Online { name: user.name.clone(), role: user.role, display_name }
    }
}
