//! Rooms of games that are over and no longer in memory.

use willow_protocol::{ErrorDetail, Event, Name, Room, RoomSnapshot};

use super::{QueryError, Store, last_events};
use crate::domain::{KEPT_EVENTS, PastRoom, complete_events, refuse};

impl Store {
    /// Returns the final state of a room, or that no event was missed there.
    pub(super) async fn past(&self, past: &PastRoom) -> Result<Event, QueryError> {
        let PastRoom { room, game, asker, after, hidden } = past;
        let found = self.game(*game, *asker).await?;
        if matches!(room, Room::Players(_)) && !asker.is_some_and(|asker| found.is_played_by(asker))
        {
            let message = format!("you may not read {room}");
            return refuse(ErrorDetail::RoomNotReadable, message);
        }
        let mut connection = self.readers.acquire().await?;
        let mut recent = last_events(&mut connection, *room, KEPT_EVENTS as i64).await?;
        let last = recent.last().and_then(|notice| notice.number).unwrap_or(0);
        // A reader who knows nothing of a game gets its state, even if its events are deleted.
        let is_board = matches!(room, Room::Game(_));
        if last <= *after && (*after > 0 || !is_board) {
            return Ok(Event::Synced { of: *room, last });
        }
        // The events of the game tell all of it, unless the oldest are no longer among them.
        if is_board && recent.first().is_some_and(|notice| notice.number == Some(1)) {
            complete_events(found.started(), &mut recent);
        }
        recent.retain(|notice| !is_from(&notice.event, hidden));
        let game = is_board.then(|| found.state(last));
        Ok(Event::Snapshot(RoomSnapshot { of: *room, last, game, recent }))
    }
}

fn is_from(event: &Event, names: &[Name]) -> bool {
    matches!(event, Event::Said { from, .. } if names.contains(from))
}
