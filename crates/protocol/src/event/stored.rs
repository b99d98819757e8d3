//! What a store leaves out of the events that it keeps.

use willow_board::Move;

use crate::{Event, GameSummary, Notice, TurnDetails};

impl Notice {
    /// Returns the notice as a store keeps it, if that is less than the whole: without display names,
    /// which may change, and without what a replay of the game restores.
    pub fn without_redundancy(&self) -> Option<Notice> {
        let mut notice = self.clone();
        match &mut notice.event {
            // Only the time used is not what the times of the events tell: clocks stand still now and then.
            Event::Moved { mv, clocks, turn, .. } => {
                (clocks.running, clocks.parts) = (None, None);
                let used = turn.used.filter(|_| *mv != Move::Pass);
                *turn = TurnDetails { used, ..TurnDetails::default() };
            }
            Event::TakenBack { clocks, turn, .. } | Event::Resumed { clocks, turn, .. } => {
                (clocks.running, clocks.parts) = (None, None);
                *turn = TurnDetails::default();
            }
            Event::Offered(offer) => offer.from_display_name = None,
            Event::Playing(summary) | Event::Over(summary) => summary.remove_display_names(),
            Event::Started(state) => state.summary.remove_display_names(),
            _ => return None,
        }
        Some(notice)
    }
}

impl GameSummary {
    fn remove_display_names(&mut self) {
        self.details.black_display_name = None;
        self.details.white_display_name = None;
    }
}
