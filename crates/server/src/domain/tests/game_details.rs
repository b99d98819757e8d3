//! Game details beyond the moves: boards, legal moves, clocks, ratings and dates.

use std::collections::BTreeMap;

use willow_board::{Bitboard, Color};
use willow_protocol::{
    ClockPhase, Event, GameId, GameState, Notice, RatingChange, Side, SquareSet, StateDetails,
    TurnDetails,
};

use super::restart::{restarted, store_answer};
use super::world::{START_TIME, World, board, events, offered};
use crate::domain::{Query, UserId, Write};

fn squares(names: &str) -> SquareSet {
    let squares = names.split(' ').filter(|name| !name.is_empty());
    SquareSet(squares.map(|name| name.parse().unwrap()).collect())
}

/// Returns the boards of the moves, takebacks and restarts among notices.
fn turns(notices: &[Notice]) -> Vec<(Event, TurnDetails)> {
    events(notices, |event| match event {
        event @ (Event::Moved { turn, .. }
        | Event::TakenBack { turn, .. }
        | Event::Resumed { turn, .. }) => Some((event.clone(), *turn)),
        _ => None,
    })
}

#[test]
fn a_move_has_its_flips_the_board_the_legal_moves_and_the_time() {
    let (mut world, alice, bob) = World::players();
    world.start_game(alice, bob, "5+3");
    world.wait(1500);
    let received = world.types(alice, "f5");
    let (event, turn) = &turns(&received)[0];
    assert_eq!(turn.flipped, Some(squares("e5")));
    assert_eq!(turn.legal, Some(squares("f4 d6 f6")));
    assert_eq!(turn.used, Some(1500));
    let position = turn.position.unwrap().to_string();
    assert_eq!(position, "---------------------------OX------XXX-------------------------- O");
    let Event::Moved { clocks, .. } = event else { unreachable!() };
    assert_eq!(clocks.running, Some(Side(Color::White)));
    let black = clocks.parts.unwrap().black;
    assert_eq!((black.phase, black.main, black.increment), (ClockPhase::Main, 301_500, Some(3000)));
    world.types(alice, "takeback");
    let (event, turn) = turns(&world.types(bob, "takeback")).remove(0);
    assert!(matches!(event, Event::TakenBack { plies: 0, .. }));
    assert_eq!((turn.legal, turn.used), (Some(squares("d3 c4 f5 e6")), None));
}

/// The beginning of a game: the Tiger opening.
const MOVES: &str = "f5 d6 c3 d3 c4 f4 c5 b3 c2 e3";

#[test]
fn a_game_that_is_over_has_no_legal_moves_and_says_when_and_with_which_clocks_it_ended() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3 rated");
    let started = board(&mut world, bob, game);
    assert_eq!(started.details.legal, Some(squares("d3 c4 f5 e6")));
    let ratings = started.summary.details.ratings.unwrap();
    assert_eq!((ratings.black.rating, ratings.black.provisional), (1500, true));
    for (ply, square) in MOVES.split(' ').enumerate() {
        world.wait(1000);
        world.types([alice, bob][ply % 2], square);
    }
    world.wait(5000);
    world.types(alice, "resign");
    let over = board(&mut world, bob, game);
    check_end(&over);
    // The store says the same when the game is no longer in memory.
    world.wait(300_000);
    assert!(!world.state.games.contains_key(&game));
    let query = Query::Board { game };
    let Event::State(stored) = store_answer(&world.writes, &query) else { panic!("no state") };
    check_end(&stored);
    // Nobody watches it any more, and its rooms have no new events.
    let details = StateDetails { spectator_names: None, rooms: BTreeMap::new(), ..over.details };
    let over = GameState { details, ..over };
    assert_eq!(stored.details, over.details);
    assert_eq!(stored.clocks, over.clocks);
}

fn check_end(state: &GameState) {
    let ended_at = START_TIME + 15_000;
    assert_eq!(state.details.legal, Some(SquareSet(Bitboard::EMPTY)));
    assert_eq!(state.details.times.as_ref().unwrap()[..2], [1000, 1000]);
    assert_eq!(state.details.last_move_at, Some(ended_at - 5000));
    let dates = (state.details.started_at, state.details.ended_at);
    assert_eq!(dates, (Some(START_TIME), Some(ended_at)));
    assert_eq!(state.clocks.black, Some(300_000 + 5 * 2000 - 5000));
    assert_eq!(state.clocks.running, None);
    assert_eq!(state.summary.details.ratings.unwrap().white.rating, 1500, "at the start");
    let [black, white] = &state.details.rating_changes[..] else { panic!("{state:?}") };
    assert_eq!(*black, RatingChange { color: Side(Color::Black), before: 1500, after: 1449 });
    assert_eq!((white.before, white.after), (1500, 1551));
}

/// The store keeps neither boards nor legal moves: a replay gives them back.
#[test]
fn events_of_before_a_restart_have_their_details_again() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5:00//2:00");
    world.wait(1000);
    world.types(alice, "f5");
    world.types(bob, "d6");
    world.types(alice, "takeback");
    world.types(bob, "takeback");
    world.types(alice, "e6");
    let sync = format!("sync game/{game} 0");
    let before = turns(&world.types(bob, &sync));
    assert_eq!(before.len(), 4);
    for write in &world.writes {
        if let Write::Event { notice, .. } = write
            && matches!(notice.notice().event, Event::Moved { .. })
        {
            assert!(notice.json().contains("\"legal\":"), "{}", notice.json());
            assert!(!notice.stored_json().contains("legal"), "{}", notice.stored_json());
            assert!(2 * notice.stored_json().len() < notice.json().len());
        }
    }
    let mut world = restarted(&world);
    let bob = world.resume(2, 2);
    let after = turns(&world.types(bob, &sync));
    assert_eq!(after[..4], before[..]);
    let (resumed, turn) = &after[4];
    assert!(matches!(resumed, Event::Resumed { .. }), "{resumed:?}");
    assert_eq!(turn.position, before[3].1.position);
}

#[test]
fn events_of_a_game_that_has_left_the_memory_have_their_details_again() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3");
    world.types(alice, "f5");
    world.types(bob, "d6");
    let before = turns(&world.types(bob, &format!("sync game/{game} 0")));
    world.types(bob, "resign");
    let past = crate::domain::PastRoom {
        room: willow_protocol::Room::Game(game),
        game,
        asker: Some(UserId(1)),
        after: 0,
        hidden: Vec::new(),
    };
    let answer = store_answer(&world.writes, &Query::PastRoom(Box::new(past)));
    let Event::Snapshot(snapshot) = answer else { panic!("{answer:?}") };
    assert_eq!(turns(&snapshot.recent), before);
}

#[test]
fn lists_have_ratings_and_the_players_of_bots() {
    let mut world = super::bots::world();
    let [alice, bob] = [world.log_in(1, "alice", true), world.log_in(2, "bob", true)];
    world.win(bob, alice, "5+3 rated");
    let rating = offered(&world.types(alice, "new 3+2"))[0].rating.unwrap();
    assert_eq!((rating.rating, rating.provisional), (1449, true));
    let received = world.types(bob, "who");
    let Event::Users { users } = &received[0].event else { panic!("{received:?}") };
    let of = |name: &str| users.iter().find(|user| user.name.as_str() == name).expect("is online");
    assert_eq!(of("bob").ratings[&willow_protocol::SpeedClass::Blitz].rating, 1551);
    let iago = of("iago").bot.as_ref().unwrap();
    assert_eq!(
        (&*iago.spec, iago.ladder_elo, iago.ladder_error),
        ("random", Some(1795), Some(113))
    );
    assert_eq!(iago.program, "iago");
    let game: GameId = world.start_game(alice, bob, "5+3");
    let received = world.types(bob, "games");
    let Event::Games { games, .. } = &received[0].event else { panic!("{received:?}") };
    let listed = &games.iter().find(|summary| summary.game == game).unwrap().details;
    assert_eq!(listed.ratings.unwrap().white.rating, 1551);
    assert_eq!(listed.spectators, Some(0));
}
