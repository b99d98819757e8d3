//! What comes from rooms before the client has caught up with them.

use std::collections::BTreeMap;

use willow_protocol::{Notice, Room};

/// The events of each room that is still to be caught up with.
///
/// After a connection is made, new events may come before those that were missed. If they were
/// taken at once, the missed ones would count as seen.
#[derive(Debug, Default)]
pub(crate) struct Held(BTreeMap<Room, Vec<Notice>>);

impl Held {
    /// Holds back the events of some rooms.
    pub(crate) fn new(rooms: impl Iterator<Item = Room>) -> Held {
        Held(rooms.map(|room| (room, Vec::new())).collect())
    }

    /// Holds an event back, or returns it if it is of none of these rooms.
    pub(crate) fn take(&mut self, notice: Notice) -> Option<Notice> {
        let room = notice.room.filter(|_| notice.number.is_some());
        let Some(held) = room.and_then(|room| self.0.get_mut(&room)) else { return Some(notice) };
        held.push(notice);
        None
    }

    /// Returns a room that is to be caught up with.
    pub(crate) fn next_room(&self) -> Option<Room> {
        self.0.keys().next().copied()
    }

    /// Returns the events of a room, in their order, and holds back no more of them.
    pub(crate) fn release(&mut self, room: Room) -> Vec<Notice> {
        let mut notices = self.0.remove(&room).unwrap_or_default();
        notices.sort_by_key(|notice| notice.number);
        notices
    }
}

#[cfg(test)]
mod tests {
    use willow_protocol::Event;

    use super::*;

    fn event(room: Room, number: u64) -> Notice {
        let mut notice = Notice::new(0, Event::Pong);
        (notice.room, notice.number) = (Some(room), Some(number));
        notice
    }

    #[test]
    fn events_of_a_room_wait_for_those_before_them() {
        let mut held = Held::new([Room::Lobby].into_iter());
        assert!(held.take(event(Room::Private, 1)).is_some());
        for number in [7, 5, 6] {
            assert!(held.take(event(Room::Lobby, number)).is_none());
        }
        let numbers: Vec<_> = held.release(Room::Lobby).iter().map(|event| event.number).collect();
        assert_eq!(numbers, [Some(5), Some(6), Some(7)]);
        assert!(held.take(event(Room::Lobby, 8)).is_some());
        assert!(held.next_room().is_none());
    }
}
