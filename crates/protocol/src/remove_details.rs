//! Takes away what version 2 adds to users, offers and games.

use crate::state::{GameState, GameSummary, HistoryEntry, Offer, Profile};
use crate::{
    ClockDetails, Event, Explored, StateDetails, SummaryDetails, TurnDetails, UserDetails,
};

impl Event {
    /// Removes what version 2 adds to users, their logins and their ratings.
    pub(crate) fn remove_user_details(&mut self) {
        match self {
            Event::Online { display_name, role, .. } => {
                *display_name = None;
                *role = role.in_version_1();
            }
            Event::Entered {
                display_name,
                role,
                recovery_codes,
                rooms,
                offers,
                games,
                unread,
                ..
            } => {
                *display_name = None;
                *role = role.in_version_1();
                recovery_codes.clear();
                rooms.clear();
                (*offers, *games, *unread) = (None, None, None);
            }
            Event::Token { token_number, .. } => *token_number = None,
            Event::Users { users } => {
                for user in users {
                    user.display_name = None;
                    user.role = user.role.in_version_1();
                    user.details = UserDetails::default();
                }
            }
            Event::Profile(profile) => profile.remove_details(),
            Event::Rated { provisional, .. } => *provisional = false,
            Event::Top { standings, .. } => {
                for entry in standings {
                    entry.display_name = None;
                    entry.rating.provisional = false;
                }
            }
            Event::Ratings { points, next, .. } => {
                *next = None;
                for point in points {
                    point.provisional = false;
                }
            }
            _ => {}
        }
    }

    /// Removes what version 2 adds to offers, games and their events.
    pub(crate) fn remove_game_details(&mut self) {
        match self {
            Event::Moved { clocks, turn, .. }
            | Event::TakenBack { clocks, turn, .. }
            | Event::Resumed { clocks, turn, .. } => {
                clocks.details = ClockDetails::default();
                *turn = TurnDetails::default();
            }
            Event::Ended(end) => end.remove_details(),
            Event::Started(state) | Event::State(state) => state.remove_details(),
            Event::Playing(summary) | Event::Over(summary) => summary.remove_details(),
            Event::Offered(offer) => offer.remove_details(),
            Event::History { games, next, .. } => {
                *next = None;
                games.iter_mut().for_each(HistoryEntry::remove_details);
            }
            Event::Games { offers, games } => {
                offers.iter_mut().for_each(Offer::remove_details);
                games.iter_mut().for_each(GameSummary::remove_details);
            }
            Event::Explored(explored) => explored.remove_details(),
            Event::Snapshot(snapshot) => {
                if let Some(game) = &mut snapshot.game {
                    game.remove_details();
                }
            }
            _ => {}
        }
    }
}

impl Explored {
    /// Removes what version 2 adds.
    pub(crate) fn remove_details(&mut self) {
        self.opening = None;
        for row in &mut self.moves {
            row.opening = None;
        }
    }
}

impl Event {
    /// Returns whether an event that is kept has display names.
    #[must_use]
    pub const fn has_display_names(&self) -> bool {
        match self {
            Event::Offered(offer) => offer.from_display_name.is_some(),
            Event::Playing(summary) | Event::Over(summary) => summary.has_display_names(),
            Event::Started(state) => state.summary.has_display_names(),
            _ => false,
        }
    }

    /// Removes display names from an event that is kept.
    pub fn remove_display_names(&mut self) {
        match self {
            Event::Offered(offer) => offer.from_display_name = None,
            Event::Playing(summary) | Event::Over(summary) => summary.remove_display_names(),
            Event::Started(state) => state.summary.remove_display_names(),
            _ => {}
        }
    }
}

impl Profile {
    fn remove_details(&mut self) {
        self.bot = None;
        self.role = self.role.in_version_1();
        (self.since, self.last_seen) = (None, None);
        (self.country, self.about, self.display_name) = (None, None, None);
        (self.results, self.games, self.followed) = (None, None, None);
        (self.followers, self.followable) = (None, None);
        for rating in &mut self.ratings {
            rating.provisional = false;
        }
    }
}

impl Offer {
    fn remove_details(&mut self) {
        self.terms.remove_details();
        (self.rating, self.from_display_name) = (None, None);
        (self.range, self.seek, self.expires_at) = (None, false, None);
    }
}

impl GameSummary {
    const fn has_display_names(&self) -> bool {
        self.details.black_display_name.is_some() || self.details.white_display_name.is_some()
    }

    fn remove_display_names(&mut self) {
        self.details.black_display_name = None;
        self.details.white_display_name = None;
    }

    fn remove_details(&mut self) {
        self.details = SummaryDetails::default();
        self.terms.remove_details();
        if let Some(end) = &mut self.end {
            end.remove_details();
        }
    }
}

impl HistoryEntry {
    fn remove_details(&mut self) {
        self.game.remove_details();
        (self.started_at, self.ended_at) = (None, None);
    }
}

impl GameState {
    fn remove_details(&mut self) {
        self.summary.remove_details();
        self.clocks.details = ClockDetails::default();
        self.details = StateDetails::default();
    }
}
