//! What a client has seen of each room.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use willow_protocol::{Event, GameId, Notice, Room};

/// How many games that are over are remembered, for what is still said there.
const GAMES_OVER: usize = 16;

/// The last number that was seen in each room.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    last: BTreeMap<Room, u64>,
    /// The games that are over, the oldest first.
    over: VecDeque<GameId>,
}

impl Memory {
    /// Takes note of where a room stands when the client first comes in. What is said there later is
    /// missed if the connection breaks, even if the client has never heard anything there.
    pub(crate) fn begin(&mut self, room: Room, last: u64) {
        self.last.entry(room).or_insert(last);
    }

    /// Takes note of an event and reports whether it is new.
    pub(crate) fn is_new(&mut self, notice: &Notice) -> bool {
        if let Event::Snapshot(snapshot) = &notice.event {
            self.last.insert(snapshot.of, snapshot.last);
            snapshot.recent.iter().for_each(|notice| self.hear_of_games(notice));
            if let Some(state) = &snapshot.game
                && state.summary.end.is_some()
            {
                self.is_over(state.summary.game);
            }
            return true;
        }
        self.hear_of_games(notice);
        let (Some(room), Some(number)) = (notice.room, notice.number) else { return true };
        let last = self.last.entry(room).or_default();
        let is_new = *last < number;
        *last = number.max(*last);
        if let (true, Room::Game(game), Event::Ended(_)) = (is_new, room, &notice.event) {
            self.is_over(game);
        }
        is_new
    }

    /// Takes note of a game of the client's own: what is missed there is asked for, too, from the
    /// beginning on.
    fn hear_of_games(&mut self, notice: &Notice) {
        if let (Some(Room::Private), Event::Playing(game)) = (notice.room, &notice.event) {
            for room in [Room::Game(game.game), Room::Players(game.game)] {
                self.last.entry(room).or_default();
            }
        }
    }

    /// Takes note of the end of a game, and forgets an old one for it.
    fn is_over(&mut self, game: GameId) {
        if self.over.contains(&game) {
            return;
        }
        self.over.push_back(game);
        if self.over.len() > GAMES_OVER
            && let Some(oldest) = self.over.pop_front()
        {
            self.last.retain(|room, _| room.game() != Some(oldest));
        }
    }

    /// Returns a room that is not among `done`, with the last number that was seen there. The
    /// private room comes first: events there may name games that are to be caught up with.
    pub(crate) fn next_room(&self, done: &BTreeSet<Room>) -> Option<(Room, u64)> {
        let rooms = self.last.iter().map(|(&room, &last)| (room, last));
        rooms.filter(|(room, _)| !done.contains(room)).min_by_key(|(room, _)| {
            let private_first = *room != Room::Private;
            (private_first, *room)
        })
    }

    /// Forgets a room that cannot be followed any more.
    pub(crate) fn forget(&mut self, room: Room) {
        self.last.remove(&room);
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Position;
    use willow_protocol::{
        ClockState, EndKind, GameEnd, GameState, GameSummary, RoomSnapshot, Terms,
    };

    use super::*;

    fn event(number: u64) -> Notice {
        let mut notice = Notice::new(0, Event::Pong);
        (notice.room, notice.number) = (Some(Room::Lobby), Some(number));
        notice
    }

    fn playing(game: u64) -> Notice {
        let [black, white] = ["alice", "bob"].map(|name| name.parse().unwrap());
        let game = GameId(game);
        let summary = GameSummary {
            game,
            black,
            white,
            terms: Terms::default(),
            twin: None,
            plies: 0,
            end: None,
        };
        Notice {
            room: Some(Room::Private),
            number: Some(3),
            ..Notice::new(0, Event::Playing(summary))
        }
    }

    /// Returns the rooms in the order in which the client catches up with them.
    fn rooms(memory: &Memory) -> Vec<(Room, u64)> {
        let mut done = BTreeSet::new();
        std::iter::from_fn(|| {
            let next = memory.next_room(&done)?;
            done.insert(next.0);
            Some(next)
        })
        .collect()
    }

    #[test]
    fn what_was_seen_is_not_new_and_what_has_no_number_always_is() {
        let mut memory = Memory::default();
        assert!(memory.is_new(&event(5)));
        assert!(!memory.is_new(&event(5)));
        assert!(!memory.is_new(&event(4)));
        assert!(memory.is_new(&event(6)));
        assert!(memory.is_new(&Notice::new(0, Event::Pong)));
        assert_eq!(rooms(&memory), [(Room::Lobby, 6)]);
    }

    #[test]
    fn a_room_where_nothing_was_heard_is_caught_up_with_from_where_it_stood() {
        let mut memory = Memory::default();
        memory.begin(Room::Lobby, 5);
        assert_eq!(rooms(&memory), [(Room::Lobby, 5)]);
        assert!(memory.is_new(&event(6)));
        memory.begin(Room::Lobby, 9);
        assert_eq!(rooms(&memory), [(Room::Lobby, 6)], "7 to 9 were missed");
    }

    #[test]
    fn own_games_are_caught_up_with_from_their_beginning() {
        let mut memory = Memory::default();
        memory.is_new(&event(5));
        memory.is_new(&playing(7));
        let recent = vec![playing(8)];
        let snapshot = RoomSnapshot { of: Room::Private, last: 9, game: None, recent };
        memory.is_new(&Notice::new(0, Event::Snapshot(snapshot)));
        let [seven, eight] = [7, 8].map(GameId);
        let expected = [
            (Room::Private, 9),
            (Room::Lobby, 5),
            (Room::Game(seven), 0),
            (Room::Game(eight), 0),
            (Room::Players(seven), 0),
            (Room::Players(eight), 0),
        ];
        assert_eq!(rooms(&memory), expected);
    }

    #[test]
    fn a_game_that_is_over_before_anything_was_heard_of_it_is_one_of_the_last() {
        let mut memory = Memory::default();
        let (reason, result, loser) = (EndKind::Finished, Some(0), None);
        let end = GameEnd { reason, result, black_discs: 32, white_discs: 32, loser };
        for game in 0..2 * GAMES_OVER as u64 {
            let Event::Playing(summary) = playing(game).event else { unreachable!() };
            let state = GameState {
                summary: GameSummary { end: Some(end), ..summary },
                initial: Position::START,
                moves: Vec::new(),
                position: Position::START,
                clocks: ClockState { black: None, white: None, deadline: None },
                takeback: None,
                watchers: 0,
                last: 62,
            };
            let of = Room::Game(GameId(game));
            let game = Some(Box::new(state));
            let snapshot = RoomSnapshot { of, last: 62, game, recent: Vec::new() };
            for _ in 0..2 {
                assert!(memory.is_new(&Notice::new(0, Event::Snapshot(snapshot.clone()))));
            }
        }
        assert_eq!(rooms(&memory).len(), GAMES_OVER);
    }

    #[test]
    fn only_the_last_games_that_are_over_are_remembered() {
        let mut memory = Memory::default();
        let (reason, result, loser) = (EndKind::Finished, Some(0), None);
        let end = GameEnd { reason, result, black_discs: 32, white_discs: 32, loser };
        for game in 0..2 * GAMES_OVER as u64 {
            memory.is_new(&playing(game));
            let mut ended = Notice::new(0, Event::Ended(end));
            (ended.room, ended.number) = (Some(Room::Game(GameId(game))), Some(62));
            assert!(memory.is_new(&ended));
            assert!(!memory.is_new(&ended), "it is over once");
        }
        let rooms = rooms(&memory);
        assert_eq!(rooms.len(), 1 + 2 * GAMES_OVER, "the private room, and two of each game");
        assert_eq!(rooms[1], (Room::Game(GameId(GAMES_OVER as u64)), 62));
    }
}
