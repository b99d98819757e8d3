//! Games and offers as lists and events have them: with the display names of the moment.
//!
//! The store keeps none of them in events (`EncodedNotice::stored_json`): a display name changes, and
//! is erased with its account.

use willow_board::Color;
use willow_protocol::{AbsentPlayer, DisplayName, Event, GameState, GameSummary, Offer, Side};

use super::{ActiveGame, Millis, OpenOffer, ServerState, UserId};

impl ServerState {
    /// Returns the display name of a user.
    pub(super) fn display_name(&self, user: UserId) -> Option<DisplayName> {
        self.users.get(user).and_then(|user| user.profile.display_name.clone())
    }

    /// Returns a game for a list.
    pub(super) fn listed_game(&self, active: &ActiveGame) -> GameSummary {
        let mut summary = active.summary();
        self.name_players(active, &mut summary);
        if active.end().is_none() {
            let [black, white] = active.discs();
            (summary.details.black_discs, summary.details.white_discs) = (Some(black), Some(white));
        }
        summary
    }

    /// Returns the state of a game for an answer.
    pub(super) fn answered_state(&self, active: &ActiveGame, now: Millis) -> Box<GameState> {
        let mut state = active.state(now);
        self.name_players(active, &mut state.summary);
        state.details.gone = self.gone_players(active);
        state
    }

    /// Returns the players of a game of whom others were told that they are gone.
    fn gone_players(&self, active: &ActiveGame) -> Vec<AbsentPlayer> {
        let told = Color::ALL.into_iter().filter_map(|color| {
            let claim_at = active.told_gone[color.index()].filter(|_| active.end().is_none())?;
            let since = self.users[active.player(color)].absent_since;
            Some(AbsentPlayer { color: Side(color), since, claim_at })
        });
        told.collect()
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
