//! Streams of events that a client receives, with what each changes in the state of the game. The reducers of
//! `protocol` and of the web client replay the files; here they are compared with the server, and written anew by
//! `UPDATE_GENERATED=1 cargo test -p willow-server --lib streams`.

use std::{env, fs};

use serde_json::{Map, Value, json};
use willow_protocol::{Applied, Event, GameId, GameState, Notice, Room, RoomNumbers};

use super::restart::restarted;
use super::special_games::SHORTEST;
use super::world::{ADDRESS, COUNTED, World, board, resumption};
use crate::domain::ConnId;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../protocol/streams");

/// A connection that is recorded, and what it knows of its game.
struct Stream {
    world: World,
    viewer: ConnId,
    game: GameId,
    state: Option<GameState>,
    lines: String,
}

impl Stream {
    /// Begins as a player who reads the game's room from its start.
    fn new(mut world: World, viewer: ConnId, game: GameId) -> Stream {
        let received = world.done(viewer, &format!("sync game/{game} 0"));
        let mut stream = Stream { world, viewer, game, state: None, lines: String::new() };
        stream.hear(received);
        stream
    }

    /// Begins as a spectator.
    fn watching(mut world: World, game: GameId) -> Stream {
        let viewer = world.log_in(9, "carol", false);
        let received = world.done(viewer, &format!("watch {game}"));
        let mut stream = Stream { world, viewer, game, state: None, lines: String::new() };
        stream.hear(received);
        stream
    }

    fn hear(&mut self, received: Vec<Notice>) {
        let is_about_a_game = |notice: &Notice| match notice.event {
            Event::State(_) | Event::Snapshot(_) => true,
            _ => matches!(notice.room, Some(Room::Game(_))),
        };
        for notice in received.into_iter().filter(is_about_a_game) {
            let before = json!(self.state);
            let applied = if let Some(state) = &mut self.state {
                state.apply(&notice)
            } else {
                self.state = GameState::from_notice(&notice);
                Applied::InOrder
            };
            if self.state.is_none() {
                continue;
            }
            let mut line =
                json!({ "notice": notice, "changes": changes(&before, &json!(self.state)) });
            if applied == Applied::Gap {
                line["gap"] = true.into();
            }
            self.lines += &line.to_string();
            self.lines.push('\n');
        }
    }

    /// Lets a user type a line about the game, and compares what the viewer knows with the server.
    #[track_caller]
    fn types(&mut self, user: ConnId, line: &str) {
        let (word, arguments) = line.split_once(' ').unwrap_or((line, ""));
        let line = format!("{word} {} {arguments}", self.game);
        let received = self.world.received(self.viewer);
        self.hear(received);
        let answer = self.world.done(user, line.trim_end());
        let received = if user == self.viewer { answer } else { self.world.received(self.viewer) };
        self.hear(received);
        self.compare();
    }

    #[track_caller]
    fn play(&mut self, players: &[ConnId], squares: &[&str]) {
        for (square, &player) in squares.iter().zip(players.iter().cycle()) {
            self.wait(1500);
            self.types(player, &format!("move {square}"));
        }
    }

    fn wait(&mut self, millis: u64) {
        self.world.wait(millis);
    }

    /// The viewer's state equals the server's.
    #[track_caller]
    fn compare(&mut self) {
        let received = self.world.received(self.viewer);
        self.hear(received);
        let told = board(&mut self.world, self.viewer, self.game);
        let known = self.state.clone().expect("the game has begun");
        let now = self.world.now;
        assert_eq!(known.clocks.deadline, told.clocks.deadline);
        assert_eq!(comparable(known, now), comparable(told, now));
    }

    /// Goes on after a restart of the server, as a viewer who is there again.
    fn restart(&mut self, number: u64, user: i64) {
        self.world = restarted(&self.world);
        let room = Room::Game(self.game);
        let last = self.state.as_ref().map_or(0, |state| state.last);
        let rooms = RoomNumbers([(room, last)].into());
        self.viewer = self.world.log_in_with(number, resumption(user, rooms), ADDRESS);
        self.compare();
    }

    /// Compares the lines with the file of a case, or writes it.
    #[track_caller]
    fn check(mut self, case: &str) {
        self.compare();
        let path = format!("{FOLDER}/{case}.ndjson");
        if env::var_os("UPDATE_GENERATED").is_some() {
            fs::write(&path, &self.lines).unwrap();
        }
        assert!(fs::read_to_string(&path).unwrap() == self.lines, "{path} is not up to date");
    }
}

/// Returns the fields that are different, `null` for those that are gone.
fn changes(before: &Value, after: &Value) -> Value {
    let empty = Map::new();
    let [before, after] = [before, after].map(|state| state.as_object().unwrap_or(&empty));
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    let new = after.iter().filter(|(key, value)| before.get(*key) != Some(value));
    let new = new.map(|(key, value)| (key.clone(), value.clone()));
    gone.map(|key| (key.clone(), Value::Null)).chain(new).collect()
}

/// Returns a state without what the events do not tell: the viewer's own hidden move, since when a player is gone,
/// the other rooms; and with the clocks as they are now.
fn comparable(mut state: GameState, now: u64) -> GameState {
    state.clocks = state.clocks.stopped_at(now);
    let details = &mut state.details;
    details.own_move = None;
    details.rooms.clear();
    for gone in &mut details.gone {
        gone.since = None;
    }
    details.spectator_names.get_or_insert_default();
    state
}

fn players(terms: &str) -> (World, [ConnId; 2], GameId) {
    let (mut world, alice, bob) = World::players();
    let game = world.begin(alice, bob, terms);
    (world, [alice, bob], game)
}

#[test]
fn takeback() {
    let (world, [alice, bob], game) = players("1:00/10 black");
    let mut stream = Stream::watching(world, game);
    stream.play(&[alice, bob], &["f5", "d6"]);
    stream.types(bob, "takeback");
    stream.types(alice, "refuse");
    stream.types(bob, "takeback");
    stream.types(alice, "takeback");
    stream.play(&[bob, alice], &["f6"]);
    stream.types(alice, "takeback");
    stream.types(bob, "takeback");
    stream.check("takeback");
}

#[test]
fn more_time() {
    let (world, [alice, bob], game) = players("0:30//0:20 black");
    let mut stream = Stream::new(world, bob, game);
    stream.play(&[alice], &["f5"]);
    stream.types(alice, "moretime 15");
    stream.types(bob, "moretime 5");
    stream.check("more-time");
}

#[test]
fn adjournment() {
    let (world, [alice, bob], game) = players("5+3 black");
    let mut stream = Stream::new(world, alice, game);
    stream.play(&[alice], &["f5"]);
    stream.types(bob, "score 6");
    stream.types(alice, "refuse");
    stream.types(bob, "adjourn");
    stream.wait(2000);
    stream.types(alice, "adjourn");
    stream.wait(3_600_000);
    stream.types(alice, "continue");
    stream.types(bob, "continue");
    stream.play(&[bob], &["d6"]);
    stream.types(alice, "score 0");
    stream.types(bob, "score 0");
    stream.check("adjournment");
}

#[test]
fn bids_exchange_the_colours_of_who_is_gone() {
    let (world, [alice, bob], game) = players("5+3 rated komi");
    let is_black = world.state.games[&game].names[0].as_str() == "alice";
    let ([first, last], user) = if is_black { ([alice, bob], 1) } else { ([bob, alice], 2) };
    let mut stream = Stream::new(world, last, game);
    stream.wait(2000);
    stream.types(first, "bid f5 1");
    stream.world.leave(first);
    stream.wait(10_000);
    stream.types(last, "bid e6 2.5");
    stream.world.resume(11, user);
    stream.check("bids");
}

#[test]
fn a_pair_in_lockstep() {
    let (world, [alice, bob], game) = players("5+3 rated lockstep black");
    let twin = world.twin(game);
    let mut stream = Stream::watching(world, game);
    for (user, one, square) in [(alice, game, "f5"), (bob, twin, "d3"), (bob, game, "d6")] {
        stream.wait(3000);
        stream.world.done(user, &format!("move {one} {square}"));
        stream.compare();
    }
    stream.types(alice, "adjourn");
    stream.types(bob, "adjourn");
    stream.check("lockstep");
}

#[test]
fn overtime() {
    let (world, [alice, bob], game) = players("0:10//0:20 black");
    let mut stream = Stream::new(world, bob, game);
    stream.wait(14_000);
    stream.types(alice, "move f5");
    stream.play(&[bob], &["d6"]);
    stream.wait(30_000);
    stream.check("overtime");
}

#[test]
fn abandoned() {
    let (world, [alice, bob], game) = players("5+3 black");
    let mut stream = Stream::new(world, alice, game);
    stream.play(&[alice], &["f5"]);
    stream.world.leave(bob);
    stream.wait(10_000);
    let bob = stream.world.resume(12, 2);
    stream.compare();
    stream.world.leave(bob);
    stream.wait(70_000);
    stream.types(alice, "claim");
    stream.check("abandoned");
}

#[test]
fn a_gap_is_noticed_and_filled() {
    let (world, [alice, bob], game) = players("5+3 black");
    let mut stream = Stream::watching(world, game);
    stream.play(&[alice], &["f5"]);
    // A gap in the plies, and one in the numbers alone.
    for (missed, mover, next) in [("move d6", alice, "move c3"), ("moretime 5", bob, "move d3")] {
        stream.world.done(bob, missed);
        stream.world.received(stream.viewer);
        stream.world.done(mover, next);
        let received = stream.world.received(stream.viewer);
        stream.hear(received);
        let answer = stream.world.done(stream.viewer, &format!("board {game}"));
        stream.hear(answer);
    }
    stream.check("gap");
}

#[test]
fn correspondence_over_a_restart() {
    let (world, [alice, bob], game) = players("3d black");
    let mut stream = Stream::new(world, bob, game);
    stream.play(&[alice], &["f5"]);
    stream.types(alice, "adjourn");
    stream.wait(3_600_000);
    stream.restart(12, 2);
    let alice = stream.world.resume(11, 1);
    stream.types(stream.viewer, "move d6");
    stream.types(alice, "takeback");
    stream.check("correspondence");
}

#[test]
fn rated_to_the_end_and_a_rematch() {
    let (world, [alice, bob], game) = players("5+3 rated black");
    let mut stream = Stream::new(world, bob, game);
    stream.play(&[alice, bob], &SHORTEST);
    stream.types(alice, "rematch");
    stream.types(bob, "rematch");
    let next = stream.world.last_game();
    stream.world.done(bob, &format!("move {next} f5"));
    stream.check("rematch");
}

#[test]
fn resigned_early_it_is_unrated() {
    let (world, [alice, bob], game) = players("5+3 rated black");
    let mut stream = Stream::watching(world, game);
    stream.wait(2000);
    stream.play(&[alice, bob], &COUNTED[..2]);
    stream.types(bob, "resign");
    stream.check("unrated");
}

#[test]
fn a_pass_is_played_at_once() {
    let cells = format!("OX{}", "-".repeat(62));
    let (world, [_, bob], game) = players(&format!("5+3 black start=position:{cells}/X"));
    let mut stream = Stream::new(world, bob, game);
    stream.play(&[bob], &["c1"]);
    stream.check("pass");
}
