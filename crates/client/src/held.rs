//! What comes from rooms before the client has caught up with them.

use std::collections::BTreeMap;

use willow_protocol::{Notice, Room};

/// The events of rooms that wait while the client catches up.
///
/// After a connection is made, new events may come before those that were missed. If they were
/// taken at once, the missed ones would count as seen.
#[derive(Debug, Default)]
pub(crate) struct Held {
    holds: bool,
    rooms: BTreeMap<Room, Vec<Notice>>,
}

impl Held {
    /// Holds back what has a number, from now on until [`release_all`](Held::release_all).
    pub(crate) fn holding() -> Held {
        Held { holds: true, rooms: BTreeMap::new() }
    }

    /// Holds an event back, or returns it if it is not to wait.
    pub(crate) fn take(&mut self, notice: Notice) -> Option<Notice> {
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

    /// Returns the events of all rooms, those of each in the order of their numbers, and holds
    /// nothing back any more.
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
    fn events_wait_for_those_before_them() {
        let mut held = Held::holding();
        for number in [7, 5, 6] {
            assert!(held.take(event(Room::Lobby, Some(number))).is_none());
        }
        assert!(held.take(event(Room::Private, Some(1))).is_none());
        assert!(held.take(event(Room::Lobby, None)).is_some(), "this one was not missed");
        assert_eq!(numbers(&held.release(Room::Lobby)), [Some(5), Some(6), Some(7)]);
        assert!(held.take(event(Room::Lobby, Some(8))).is_none());
        assert_eq!(numbers(&held.release_all()), [Some(8), Some(1)]);
        assert!(held.take(event(Room::Lobby, Some(9))).is_some());
    }
}
