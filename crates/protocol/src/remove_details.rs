//! Takes away what version 2 adds to games, their events, offers and users.

use crate::state::{GameState, GameSummary, Offer};
use crate::{ClockDetails, Event, StateDetails, SummaryDetails, TurnDetails, UserDetails};

impl Event {
    /// Removes what version 2 adds to games, their events, offers and users.
    pub fn remove_game_details(&mut self) {
        match self {
            Event::Moved { clocks, turn, .. }
            | Event::TakenBack { clocks, turn, .. }
            | Event::Resumed { clocks, turn, .. } => {
                clocks.details = ClockDetails::default();
                *turn = TurnDetails::default();
            }
            Event::Started(state) | Event::State(state) => state.remove_details(),
            Event::Playing(summary) | Event::Over(summary) => summary.remove_details(),
            Event::Offered(offer) => offer.remove_details(),
            Event::History { games, .. } => {
                for entry in games {
                    entry.game.remove_details();
                }
            }
            Event::Games { offers, games } => {
                offers.iter_mut().for_each(Offer::remove_details);
                games.iter_mut().for_each(GameSummary::remove_details);
            }
            Event::Users { users } => {
                for user in users {
                    user.details = UserDetails::default();
                }
            }
            Event::Snapshot(snapshot) => {
                if let Some(game) = &mut snapshot.game {
                    game.remove_details();
                }
                snapshot.recent.iter_mut().for_each(|notice| notice.event.remove_game_details());
            }
            _ => {}
        }
    }
}

impl Offer {
    fn remove_details(&mut self) {
        (self.rating, self.from_display_name) = (None, None);
    }
}

impl GameSummary {
    fn remove_details(&mut self) {
        self.details = SummaryDetails::default();
    }
}

impl GameState {
    fn remove_details(&mut self) {
        self.summary.remove_details();
        self.clocks.details = ClockDetails::default();
        self.details = StateDetails::default();
    }
}
