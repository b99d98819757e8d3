//! The number of the last event that was seen in each room.

use std::collections::{BTreeMap, VecDeque};

use crate::{Command, Event, GameId, GameState, Notice, Room, RoomNumbers};

/// How many games that are over are remembered, for their further events.
const ENDED_GAMES: usize = 16;

/// The number of the last event that was seen in each room.
#[derive(Debug, Default)]
pub(crate) struct SeenEvents {
    last: BTreeMap<Room, u64>,
    /// The games that are over, the oldest first.
    over: VecDeque<GameId>,
}

impl SeenEvents {
    /// Records the number of a room's last event at the login, if the room is new. Later events are
    /// requested after a reconnection, even if the client has never received an event of the room.
    pub(crate) fn begin(&mut self, room: Room, last: u64) {
        self.last.entry(room).or_insert(last);
    }

    /// Records an event and returns whether it is new.
    pub(crate) fn is_new(&mut self, notice: &Notice) -> bool {
        if let Event::Snapshot(snapshot) = &notice.event {
            self.last.insert(snapshot.of, snapshot.last);
            snapshot.recent.iter().for_each(|notice| self.note_own_games(notice));
            if let Some(state) = &snapshot.game
                && state.summary.end.is_some()
            {
                self.is_over(state.summary.game);
            }
            return true;
        }
        self.note_own_games(notice);
        // `watch` is acknowledged; the state comes before, and is no answer, unlike that of `board`.
        if let Event::State(state) = &notice.event {
            self.note_watched(state);
        }
        let (Some(room), Some(number)) = (notice.room, notice.number) else { return true };
        let last = self.last.entry(room).or_default();
        let is_new = *last < number;
        *last = number.max(*last);
        if let (true, Room::Game(game), Event::Ended(_)) = (is_new, room, &notice.event) {
            // From now on its players read what the spectators say, too.
            if self.last.contains_key(&Room::Players(game)) {
                self.begin(Room::Spectators(game), 0);
            }
            self.is_over(game);
        }
        is_new
    }

    /// Notes one of the client's own games: its missed events are requested, too, from the first on.
    fn note_own_games(&mut self, notice: &Notice) {
        if let (Some(Room::Private), Event::Playing(game)) = (notice.room, &notice.event) {
            for room in [Room::Game(game.game), Room::Players(game.game)] {
                self.last.entry(room).or_default();
            }
        }
    }

    /// Records the end of a game, and forgets an older one.
    fn is_over(&mut self, game: GameId) {
        if self.over.contains(&game) {
            return;
        }
        self.over.push_back(game);
        if self.over.len() > ENDED_GAMES
            && let Some(oldest) = self.over.pop_front()
        {
            self.last.retain(|room, _| room.game() != Some(oldest));
        }
    }

    /// Records that a game is no longer watched.
    pub(crate) fn note_answer(&mut self, command: &Command, answer: &Notice) {
        if answer.event == Event::Ok
            && let Some(left) = left_game(command, answer)
        {
            self.last.retain(|room, _| room.game() != Some(left));
        }
    }

    /// Records the rooms of a game that the client watches from now on.
    fn note_watched(&mut self, state: &GameState) {
        let game = state.summary.game;
        self.begin(Room::Game(game), state.last);
        for (&room, &last) in &state.details.rooms {
            self.begin(room, last);
        }
        if state.summary.end.is_some() {
            self.is_over(game);
        }
    }

    /// Returns the number of the last event of each room.
    pub(crate) fn numbers(&self) -> RoomNumbers {
        RoomNumbers(self.last.clone())
    }
}

/// Returns the game that an acknowledged `leave` was about. The command may name none.
pub fn left_game(command: &Command, answer: &Notice) -> Option<GameId> {
    let Command::Leave { game } = command else { return None };
    game.or_else(|| answer.done.as_ref()?.game)
}

#[cfg(test)]
mod tests {
    use crate::{
        ClockState, CommandResult, EndKind, GameEnd, GameState, GameSummary, RoomSnapshot,
        StateDetails, SummaryDetails, Terms,
    };
    use willow_board::{DiscDiff, Position};

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
            details: SummaryDetails::default(),
        };
        Notice {
            room: Some(Room::Private),
            number: Some(3),
            ..Notice::new(0, Event::Playing(summary))
        }
    }

    fn rooms(memory: &SeenEvents) -> Vec<(Room, u64)> {
        memory.numbers().0.into_iter().collect()
    }

    /// Returns the answer to `watch`.
    fn state(game: u64, last: u64, end: Option<GameEnd>) -> GameState {
        let Event::Playing(summary) = playing(game).event else { unreachable!() };
        GameState {
            summary: GameSummary { end, ..summary },
            initial: Position::START,
            moves: Vec::new(),
            position: Position::START,
            clocks: ClockState::default(),
            takeback: None,
            watchers: 0,
            last,
            details: StateDetails::default(),
        }
    }

    #[test]
    fn a_game_is_requested_while_it_is_watched() {
        let mut memory = SeenEvents::default();
        let game = GameId(7);
        let mut state = state(7, 12, None);
        state.details.rooms = [(Room::Game(game), 12), (Room::Spectators(game), 3)].into();
        let state = Notice::new(0, Event::State(Box::new(state)));
        for named in [Some(game), None] {
            assert!(memory.is_new(&state));
            assert_eq!(rooms(&memory), [(Room::Game(game), 12), (Room::Spectators(game), 3)]);
            let done = CommandResult::of_game(game);
            let left = Notice::new(0, Event::Ok).with_result(done);
            memory.note_answer(&Command::Leave { game: named }, &left);
            assert_eq!(rooms(&memory), []);
        }
    }

    #[test]
    fn players_ask_for_what_spectators_say_after_their_game() {
        let mut memory = SeenEvents::default();
        let (game, other) = (GameId(7), GameId(8));
        memory.is_new(&playing(7));
        let (reason, result, loser) = (EndKind::Finished, Some(DiscDiff::DRAW), None);
        let end = GameEnd { reason, result, black_discs: 32, white_discs: 32, loser, komi: None };
        for id in [game, other] {
            let mut ended = Notice::new(0, Event::Ended(end));
            (ended.room, ended.number) = (Some(Room::Game(id)), Some(62));
            memory.is_new(&ended);
        }
        let numbers = memory.numbers().0;
        assert_eq!(numbers.get(&Room::Spectators(game)), Some(&0));
        assert_eq!(numbers.get(&Room::Spectators(other)), None, "a game of others");
    }

    #[test]
    fn seen_events_are_not_new_and_events_without_a_number_always_are() {
        let mut memory = SeenEvents::default();
        assert!(memory.is_new(&event(5)));
        assert!(!memory.is_new(&event(5)));
        assert!(!memory.is_new(&event(4)));
        assert!(memory.is_new(&event(6)));
        assert!(memory.is_new(&Notice::new(0, Event::Pong)));
        assert_eq!(rooms(&memory), [(Room::Lobby, 6)]);
    }

    #[test]
    fn missed_events_of_an_unseen_room_start_at_its_number_at_the_login() {
        let mut memory = SeenEvents::default();
        memory.begin(Room::Lobby, 5);
        assert_eq!(rooms(&memory), [(Room::Lobby, 5)]);
        assert!(memory.is_new(&event(6)));
        memory.begin(Room::Lobby, 9);
        assert_eq!(rooms(&memory), [(Room::Lobby, 6)], "7 to 9 were missed");
    }

    #[test]
    fn own_games_are_requested_from_their_first_event() {
        let mut memory = SeenEvents::default();
        memory.is_new(&event(5));
        memory.is_new(&playing(7));
        let recent = vec![playing(8)];
        let snapshot = RoomSnapshot { of: Room::Private, last: 9, game: None, recent };
        memory.is_new(&Notice::new(0, Event::Snapshot(snapshot)));
        let [seven, eight] = [7, 8].map(GameId);
        let expected = [
            (Room::Lobby, 5),
            (Room::Game(seven), 0),
            (Room::Game(eight), 0),
            (Room::Players(seven), 0),
            (Room::Players(eight), 0),
            (Room::Private, 9),
        ];
        assert_eq!(rooms(&memory), expected);
    }

    #[test]
    fn a_game_that_ended_unseen_counts_among_the_ended_games() {
        let mut memory = SeenEvents::default();
        let (reason, result, loser) = (EndKind::Finished, Some(DiscDiff::DRAW), None);
        let end = GameEnd { reason, result, black_discs: 32, white_discs: 32, loser, komi: None };
        for game in 0..2 * ENDED_GAMES as u64 {
            let state = state(game, 62, Some(end));
            let of = Room::Game(GameId(game));
            let game = Some(Box::new(state));
            let snapshot = RoomSnapshot { of, last: 62, game, recent: Vec::new() };
            for _ in 0..2 {
                assert!(memory.is_new(&Notice::new(0, Event::Snapshot(snapshot.clone()))));
            }
        }
        assert_eq!(rooms(&memory).len(), ENDED_GAMES);
    }

    #[test]
    fn only_the_last_games_that_are_over_are_remembered() {
        let mut memory = SeenEvents::default();
        let (reason, result, loser) = (EndKind::Finished, Some(DiscDiff::DRAW), None);
        let end = GameEnd { reason, result, black_discs: 32, white_discs: 32, loser, komi: None };
        for game in 0..2 * ENDED_GAMES as u64 {
            memory.is_new(&playing(game));
            let mut ended = Notice::new(0, Event::Ended(end));
            (ended.room, ended.number) = (Some(Room::Game(GameId(game))), Some(62));
            assert!(memory.is_new(&ended));
            assert!(!memory.is_new(&ended), "it is over once");
        }
        let rooms = rooms(&memory);
        assert_eq!(rooms.len(), 1 + 3 * ENDED_GAMES, "the private room, and three of each game");
        assert_eq!(rooms[0], (Room::Game(GameId(ENDED_GAMES as u64)), 62));
    }
}
