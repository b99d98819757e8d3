//! What a client has seen of each room.

use std::collections::BTreeMap;

use willow_protocol::{Event, Notice, Room};

/// The last number that was seen in each room.
#[derive(Debug, Default)]
pub(crate) struct Memory(BTreeMap<Room, u64>);

impl Memory {
    /// Takes note of an event and reports whether it is new.
    pub(crate) fn is_new(&mut self, notice: &Notice) -> bool {
        if let Event::Snapshot(snapshot) = &notice.event {
            self.0.insert(snapshot.of, snapshot.last);
            return true;
        }
        // Whoever plays hears of the game in its room: what is missed there, too, from the beginning.
        if let (Some(Room::Private), Event::Playing(game)) = (notice.room, &notice.event) {
            self.0.entry(Room::Game(game.game)).or_default();
        }
        let (Some(room), Some(number)) = (notice.room, notice.number) else { return true };
        let last = self.0.entry(room).or_default();
        let is_new = *last < number;
        *last = number.max(*last);
        is_new
    }

    /// Returns the rooms with the numbers after which events were missed.
    pub(crate) fn rooms(&self) -> impl Iterator<Item = (Room, u64)> + '_ {
        self.0.iter().map(|(&room, &last)| (room, last))
    }

    /// Returns the last number that was seen in a room.
    pub(crate) fn last(&self, room: Room) -> u64 {
        self.0.get(&room).copied().unwrap_or_default()
    }

    /// Forgets a room that cannot be followed any more.
    pub(crate) fn forget(&mut self, room: Room) {
        self.0.remove(&room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(number: u64) -> Notice {
        let mut notice = Notice::new(0, Event::Pong);
        (notice.room, notice.number) = (Some(Room::Lobby), Some(number));
        notice
    }

    #[test]
    fn what_was_seen_is_not_new_and_what_has_no_number_always_is() {
        let mut memory = Memory::default();
        assert!(memory.is_new(&event(5)));
        assert!(!memory.is_new(&event(5)));
        assert!(!memory.is_new(&event(4)));
        assert!(memory.is_new(&event(6)));
        assert!(memory.is_new(&Notice::new(0, Event::Pong)));
        assert_eq!(memory.rooms().collect::<Vec<_>>(), [(Room::Lobby, 6)]);
    }
}
