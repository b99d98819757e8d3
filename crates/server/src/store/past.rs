//! Rooms of games that are over and have left the memory.

use willow_protocol::{ErrorCode, Event, Name, Room, RoomSnapshot};

use super::load::last_events;
use super::{Store, StoreError};
use crate::core::{KEPT_EVENTS, Past, Refusal};

impl Store {
    /// Shows a room as it was left, or says that nothing was missed there.
    pub(super) async fn past(&self, past: &Past) -> Result<Result<Event, Refusal>, StoreError> {
        let Past { room, game, asker, after, hidden } = past;
        let found = match self.game(*game, *asker).await? {
            Ok(found) => found,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if matches!(room, Room::Players(_)) && !found.is_played_by(*asker) {
            let message = format!("you were not in {room}");
            return Ok(Err(Refusal::new(ErrorCode::Forbidden, message)));
        }
        let mut connection = self.readers.acquire().await?;
        let mut recent = last_events(&mut connection, *room, KEPT_EVENTS as i64).await?;
        let last = recent.last().and_then(|notice| notice.number).unwrap_or(0);
        // Whoever has seen nothing of a game is shown it, also if its events were not to be kept.
        let is_board = matches!(room, Room::Game(_));
        if last <= *after && (*after > 0 || !is_board) {
            return Ok(Ok(Event::Synced { of: *room, last }));
        }
        recent.retain(|notice| !is_from(&notice.event, hidden));
        let game = is_board.then(|| found.state(last));
        Ok(Ok(Event::Snapshot(RoomSnapshot { of: *room, last, game, recent })))
    }
}

fn is_from(event: &Event, names: &[Name]) -> bool {
    matches!(event, Event::Said { from, .. } if names.contains(from))
}
