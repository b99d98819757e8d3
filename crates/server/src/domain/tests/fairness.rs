//! Ratings cannot be farmed: which games may be rated, takebacks, and who is on a leader board.

use willow_board::{Position, Square};
use willow_protocol::{ClockState, ErrorCode, Event, GameId, Notice, SpeedClass};

use super::bots::server_bot;
use super::restart::{restarted, resume};
use super::world::{START_TIME, World, errors};
use crate::domain::{BotAnswer, BotCommand, ConnId, Input, Saved, ServerState, Settings, UserId};

/// Two users with accounts, in a world with the bot `iago`.
fn world() -> (World, ConnId, ConnId) {
    let bot = server_bot("iago", None);
    let settings = Settings { bots: vec![bot], ..Settings::default() };
    let (state, effects) = ServerState::restore(settings, Saved::default(), START_TIME);
    let mut world = World::around(state, effects, START_TIME);
    let alice = world.log_in(1, "alice", true);
    let bob = world.log_in(2, "bob", true);
    (world, alice, bob)
}

/// Lets the bot play a move.
fn bot_plays(world: &mut World, square: Square) {
    let Some(BotCommand::Search(job)) = world.tasks.last() else { panic!("the bot is to move") };
    let (game, turn) = (job.game, job.turn);
    world.input(Input::Bot { game, turn, answer: BotAnswer::Place(square), thought: None });
}

fn clocks(world: &World, game: GameId) -> ClockState {
    world.state.games[&game].clocks(world.now)
}

fn start(world: &World, game: GameId) -> Position {
    *world.state.games[&game].game().start()
}

#[test]
fn a_rated_game_has_no_takebacks_not_even_with_a_bot() {
    let (mut world, alice, _) = world();
    world.types(alice, "challenge iago 5+3 rated black");
    let game = *world.state.games.keys().next().unwrap();
    world.types(alice, "f5");
    bot_plays(&mut world, Square::D6);
    assert_eq!(errors(&world.types(alice, "takeback")), [ErrorCode::NotNow]);
    let active = &world.state.games[&game];
    assert_eq!((active.game().n_plies(), active.takeback), (2, None));
}

#[test]
fn a_game_with_too_little_time_or_without_a_clock_is_not_rated() {
    let (mut world, alice, bob) = world();
    let refused = [
        "none",
        "0+0",
        "0+5",
        "0:00//0:00",
        "0:00//9:00",
        "0:20//9:00",
        "0:10",
        "0:29",
        "0:04+10",
        "1s",
        "100ms",
        "4s",
        "0:00/1",
        "0:03/1",
    ];
    for clock in refused {
        let received = world.types(alice, &format!("new {clock} rated"));
        assert_eq!(errors(&received), [ErrorCode::NotNow], "{clock}");
        let received = world.types(alice, &format!("challenge bob {clock} rated"));
        assert_eq!(errors(&received), [ErrorCode::NotNow], "{clock}");
    }
    assert!(world.state.offers.is_empty());
    let allowed = [
        "0:30",
        "1+0",
        "0:05+1",
        "5+3",
        "5s",
        "3d",
        "0:00/5",
        "0:30/5",
        "0:30//2:00",
        "15:00//2:00",
    ];
    for clock in allowed {
        let game = world.start_game(alice, bob, &format!("{clock} rated"));
        assert!(world.state.games[&game].terms.rated, "{clock}");
    }
}

#[test]
fn a_clock_without_any_time_for_the_first_move_is_refused() {
    let (mut world, alice, _) = world();
    for clock in ["0+0", "0+5", "0:00//0:00", "0:00/5/0:00"] {
        let received = world.types(alice, &format!("new {clock}"));
        assert_eq!(errors(&received), [ErrorCode::NotNow], "{clock}");
    }
    for clock in ["100ms", "0:00/1", "0:00//0:01", "0:01+0", "none"] {
        assert!(errors(&world.types(alice, &format!("new {clock}"))).is_empty(), "{clock}");
    }
}

#[test]
fn a_rated_game_starts_from_a_fair_position() {
    let (mut world, alice, bob) = world();
    for start in ["random:21", "random:32"] {
        let received = world.types(alice, &format!("new 5+3 rated start={start}"));
        assert_eq!(errors(&received), [ErrorCode::NotNow], "{start}");
        assert!(errors(&world.types(alice, &format!("new 5+3 start={start}"))).is_empty());
    }
    for start in ["standard", "balanced", "random:5", "random:20"] {
        let game = world.start_game(alice, bob, &format!("5+3 rated start={start}"));
        assert!(world.state.games[&game].terms.rated, "{start}");
    }
}

#[test]
fn a_rated_game_with_a_random_start_lies_on_the_rings_of_ggs() {
    let (mut world, alice, bob) = world();
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
    }
}

#[test]
fn a_takeback_sets_both_clocks_back_and_returns_no_increments() {
    let (mut world, alice, bob) = world();
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
    let (mut world, alice, bob) = world();
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
    let alice = resume(&mut world, 3, 1);
    let received = world.types(alice, &format!("board {game}"));
    let Event::State(state) = &received[0].event else { panic!("{received:?}") };
    assert_eq!((state.clocks.black, state.clocks.white), (before.black, before.white));
}

/// Returns the rows of the store's leader board after these games: names and deviations.
fn board(world: &World) -> Vec<(String, i32)> {
    use crate::domain::Query;
    use crate::store::Store;
    let folder = tempfile::TempDir::new().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let (store, mut writer) = Store::open(folder.path()).await.unwrap();
        writer.commit(world.writes.clone()).await.unwrap();
        let top = Query::Top { class: SpeedClass::Blitz };
        match store.answer(&top, None).await {
            Ok(Event::Top { standings, .. }) => standings
                .into_iter()
                .map(|entry| (entry.name.to_string(), entry.rating.deviation))
                .collect(),
            other => panic!("{other:?}"),
        }
    })
}

#[test]
fn one_game_puts_nobody_on_a_leader_board() {
    let (mut world, alice, bob) = world();
    let mut n_games = 0;
    let deviation =
        |world: &World| world.state.users[UserId(2)].rating(SpeedClass::Blitz).deviation;
    let mut marks: Vec<bool> = Vec::new();
    while deviation(&world) >= 110.5 {
        assert_eq!(board(&world), [], "after {n_games} games");
        world.start_game(alice, bob, "5+3 rated");
        let loser = if n_games % 2 == 0 { alice } else { bob };
        let received: Vec<Notice> = world.types(loser, "resign");
        marks.extend(received.iter().filter_map(|notice| {
            let Event::Rated { .. } = notice.event else { return None };
            Some(willow_protocol::text::write_notice(notice).contains('?'))
        }));
        n_games += 1;
    }
    assert!((8..=15).contains(&n_games), "{n_games} games");
    let listed = board(&world);
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().all(|(_, deviation)| *deviation <= 110), "{listed:?}");
    // Two players were rated in each game; the last game made both ratings certain enough.
    let (earlier, last) = marks.split_last_chunk::<2>().unwrap();
    assert_eq!(*earlier, [true, true].repeat(n_games - 1)[..]);
    assert_eq!(last, &[false; 2]);
}
