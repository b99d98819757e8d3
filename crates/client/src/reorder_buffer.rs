//! Holds back new events of rooms while missed events are expected.

use std::collections::BTreeMap;

use willow_protocol::{Notice, Room};

/// The new events of rooms in which missed events are still expected.
///
/// After a reconnection, new events may come before missed ones. If the new ones were accepted at
/// once, the missed ones would count as seen.
#[derive(Debug, Default)]
pub(crate) struct ReorderBuffer {
    holds: bool,
    rooms: BTreeMap<Room, Vec<Notice>>,
}

impl ReorderBuffer {
    /// Returns a buffer that holds back numbered events until
    /// [`release_all`](ReorderBuffer::release_all).
    pub(crate) fn holding() -> ReorderBuffer {
        ReorderBuffer { holds: true, rooms: BTreeMap::new() }
    }

    /// Holds an event back, or returns it if it need not wait.
    pub(crate) fn push(&mut self, notice: Notice) -> Option<Notice> {
        match notice.room.filter(|_| self.holds && notice.number.is_some()) {
            Some(room) => {
                self.rooms.entry(room).or_default().push(notice);
                None
            }
            None => Some(notice),
        }
    }

    /// Returns the events of a room, in the order of their numbers.
    pub(crate) fn release(&mut self, room: Room) -> Vec<Notice> {
        in_order(self.rooms.remove(&room).unwrap_or_default())
    }

    /// Returns the events of all rooms, in the order of their numbers in each, and holds back no
    /// further events.
    pub(crate) fn release_all(&mut self) -> Vec<Notice> {
        let rooms = std::mem::take(self).rooms;
        rooms.into_values().flat_map(in_order).collect()
    }
}

fn in_order(mut notices: Vec<Notice>) -> Vec<Notice> {
    notices.sort_by_key(|notice| notice.number);
    notices
}

#[cfg(test)]
mod tests {
    use willow_protocol::Event;

    use super::*;

    fn event(room: Room, number: Option<u64>) -> Notice {
        let mut notice = Notice::new(0, Event::Pong);
        (notice.room, notice.number) = (Some(room), number);
        notice
    }

    fn numbers(notices: &[Notice]) -> Vec<Option<u64>> {
        notices.iter().map(|notice| notice.number).collect()
    }

    #[test]
    fn new_events_wait_for_missed_ones() {
        let mut buffer = ReorderBuffer::holding();
        for number in [7, 5, 6] {
            assert!(buffer.push(event(Room::Lobby, Some(number))).is_none());
        }
        assert!(buffer.push(event(Room::Private, Some(1))).is_none());
        assert!(
            buffer.push(event(Room::Lobby, None)).is_some(),
            "events without a number do not wait"
        );
        assert_eq!(numbers(&buffer.release(Room::Lobby)), [Some(5), Some(6), Some(7)]);
        assert!(buffer.push(event(Room::Lobby, Some(8))).is_none());
        assert_eq!(numbers(&buffer.release_all()), [Some(8), Some(1)]);
        assert!(buffer.push(event(Room::Lobby, Some(9))).is_some());
    }
}
