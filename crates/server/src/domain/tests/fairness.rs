//! Ratings cannot be farmed: which games may be rated, takebacks, and who is on a leader board.

use willow_board::{Position, Square};
use willow_protocol::{ClockState, ErrorCode, Event, GameId, SpeedClass};

use super::restart::{restarted, store_answer};
use super::world::{World, board};
use crate::domain::{ConnId, Query, UserId};

fn clocks(world: &World, game: GameId) -> ClockState {
    world.state.games[&game].clocks(world.now)
}

fn start(world: &World, game: GameId) -> Position {
    *world.state.games[&game].game().start()
}

#[test]
fn a_rated_game_has_no_takebacks_not_even_with_a_bot() {
    let mut world = super::bots::world();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "challenge iago 5+3 rated black");
    let game = world.last_game();
    world.types(alice, "f5");
    world.bot_plays(Square::D6);
    world.refuses(alice, "takeback", ErrorCode::NotNow);
    let hosted = &world.state.games[&game];
    assert_eq!((hosted.game().n_plies(), hosted.asked().0), (2, None));
}

#[test]
fn a_game_with_too_little_time_or_without_a_clock_is_not_rated() {
    let (mut world, alice, bob) = World::players();
    let refused =
        "none 0+0 0+5 0:00//0:00 0:00//9:00 0:20//9:00 0:10 0:29 0:04+10 1s 100ms 4s 0:00/1 0:03/1";
    for clock in refused.split(' ') {
        world.refuses(alice, &format!("new {clock} rated"), ErrorCode::NotNow);
        world.refuses(alice, &format!("challenge bob {clock} rated"), ErrorCode::NotNow);
    }
    assert_eq!(world.state.lobby.offers().len(), 0);
    let allowed = "0:30 1+0 0:05+1 5+3 5s 3d 0:00/5 0:30/5 0:30//2:00 15:00//2:00";
    for clock in allowed.split(' ') {
        let game = world.start_game(alice, bob, &format!("{clock} rated"));
        assert!(world.state.games[&game].terms.rated, "{clock}");
        world.types(alice, &format!("resign {game}"));
    }
}

#[test]
fn a_clock_without_any_time_for_the_first_move_is_refused() {
    let (mut world, alice, _) = World::players();
    for clock in ["0+0", "0+5", "0:00//0:00", "0:00/5/0:00"] {
        world.refuses(alice, &format!("new {clock}"), ErrorCode::NotNow);
    }
    for clock in ["100ms", "0:00/1", "0:00//0:01", "0:01+0", "none"] {
        world.done(alice, &format!("new {clock}"));
    }
}

#[test]
fn a_rated_game_starts_from_a_fair_position() {
    let (mut world, alice, bob) = World::players();
    for start in ["random:21", "random:32"] {
        world.refuses(alice, &format!("new 5+3 rated start={start}"), ErrorCode::NotNow);
        world.done(alice, &format!("new 5+3 start={start}"));
    }
    for start in ["standard", "balanced", "random:5", "random:20"] {
        let game = world.start_game(alice, bob, &format!("5+3 rated start={start}"));
        assert!(world.state.games[&game].terms.rated, "{start}");
        world.types(alice, &format!("resign {game}"));
    }
}

#[test]
fn a_rated_game_with_a_random_start_lies_on_the_rings_of_ggs() {
    let (mut world, alice, bob) = World::players();
    for n_discs in [5, 12, 16, 20] {
        let game = world.start_game(alice, bob, &format!("5+3 rated start=random:{n_discs}"));
        let position = start(&world, game);
        assert_eq!(position.board().occupied().count(), n_discs);
        let to_move = if n_discs % 2 == 0 { "Black" } else { "White" };
        assert_eq!(position.side_to_move().to_string(), to_move, "{n_discs} discs");
        let shown = position.to_string();
        for corner_or_neighbour in ["a1", "b1", "a2", "b2", "g1", "h8", "g7", "h7", "a8", "b7"] {
            let square: Square = corner_or_neighbour.parse().unwrap();
            assert_eq!(shown.as_bytes()[square.index()], b'-', "{corner_or_neighbour} in {shown}");
        }
        world.types(alice, &format!("resign {game}"));
    }
}

#[test]
fn a_takeback_sets_both_clocks_back_and_returns_no_increments() {
    let (mut world, alice, bob) = World::players();
    for clock in ["5+3", "5:00/3/2:00"] {
        let game = world.start_game(alice, bob, clock);
        world.wait(10_000);
        world.types(alice, "f5");
        let begun = clocks(&world, game);
        for _ in 0..5 {
            world.wait(7000);
            world.types(bob, "d6");
            world.wait(2000);
            world.types(bob, "takeback");
            world.types(alice, "takeback");
            let now = clocks(&world, game);
            assert_eq!((now.black, now.white), (begun.black, begun.white), "{clock}");
            assert_eq!(now.deadline, Some(world.now + begun.white.unwrap()));
        }
        world.types(bob, "resign");
    }
}

#[test]
fn the_clocks_after_a_takeback_survive_a_restart() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "0:10//1:00");
    world.wait(15_000);
    world.types(alice, "f5");
    world.wait(1000);
    world.types(bob, "d6");
    world.types(alice, "takeback");
    world.types(bob, "takeback");
    // The extension had begun with the move that was taken back: it has not begun now.
    let before = clocks(&world, game);
    assert_eq!((before.black, before.white), (Some(70_000), Some(70_000)));
    let mut world = restarted(&world);
    let alice = world.resume(3, 1);
    let state = board(&mut world, alice, game);
    assert_eq!((state.clocks.black, state.clocks.white), (before.black, before.white));
}

/// Returns the rows of the store's leader board after these games: names and deviations.
fn leaders(world: &World) -> Vec<(String, i32)> {
    match store_answer(&world.writes, &Query::Top { class: SpeedClass::Blitz }) {
        Event::Top { standings, .. } => standings
            .into_iter()
            .map(|entry| (entry.name.to_string(), entry.rating.deviation))
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_leader_board_wants_twenty_games_against_different_people() {
    let (mut world, alice, bob) = World::players();
    for number in 0..25 {
        let (winner, loser) = if number % 2 == 0 { (alice, bob) } else { (bob, alice) };
        world.win(winner, loser, "5+3 rated");
        world.received(winner);
    }
    let rating = world.state.shared.accounts[UserId(1)].rating(SpeedClass::Blitz);
    assert_eq!((rating.games, rating.shown().provisional), (25, true), "always the same opponent");
    assert_eq!(leaders(&world), []);

    let (mut world, members) = World::club();
    let listed = leaders(&world);
    assert_eq!(listed.len(), 6, "a club of six has a board: {listed:?}");
    assert_eq!(listed[0].0, "alice");
    assert!(listed.iter().all(|(_, deviation)| *deviation <= 110), "{listed:?}");
    // Ten more people are active: half of sixteen is more than the five whom the members have met.
    let others: Vec<ConnId> = (0..10_u8)
        .map(|number| {
            let name = format!("other{}", char::from(b'a' + number));
            world.log_in(20 + u64::from(number), &name, true)
        })
        .collect();
    for pair in others.chunks(2) {
        world.win(pair[0], pair[1], "5+3 rated");
    }
    assert_eq!(leaders(&world), []);
    let received = world.win(members[0], others[0], "5+3 rated");
    let marks: Vec<bool> = received
        .iter()
        .filter(|notice| matches!(notice.event, Event::Rated { .. }))
        .map(|notice| willow_protocol::text::write_notice(notice).contains('?'))
        .collect();
    assert_eq!(marks, [false, true], "alice is known, the other is not");
}
