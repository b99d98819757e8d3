//! The server's bots, whose searches are answered by hand.

use willow_board::Square;
use willow_protocol::{EndKind, ErrorCode, Event, GameEnd, GameId, RecordFormat, Thought};

use super::restart::{restarted_with, store_answer, store_reply};
use super::world::{START_TIME, World, errors};
use crate::domain::{
    BotAnswer, BotCommand, BotJob, Input, Query, Saved, ServerBot, ServerState, Settings, UserId,
    Write,
};

/// Returns a world with a bot that thinks when it is sent to.
pub(super) fn world() -> World {
    let (state, effects) = ServerState::restore(settings(), Saved::default(), START_TIME);
    World::around(state, effects, START_TIME)
}

fn settings() -> Settings {
    let bot =
        ServerBot { name: "iago".parse().unwrap(), spec: "random".to_owned(), ladder_elo: Some(0) };
    Settings { bots: vec![bot], ..Settings::default() }
}

/// Returns the job that the bots were given last.
fn last_job(world: &World) -> Option<BotJob> {
    match world.tasks.last() {
        Some(BotCommand::Search(job)) => Some((**job).clone()),
        _ => None,
    }
}

fn answer(world: &mut World, job: &BotJob, square: Square) {
    let (game, turn) = (job.game, job.turn);
    world.input(Input::Bot { game, turn, answer: BotAnswer::Place(square), thought: None });
}

#[test]
fn an_answer_to_a_move_that_was_taken_back_is_not_played() {
    let mut world = world();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 black");
    world.types(alice, "f5");
    let stale = last_job(&world).unwrap();
    world.types(alice, "takeback");
    assert!(last_job(&world).is_none(), "no bot is to move");
    world.types(alice, "d3");
    let wanted = last_job(&world).unwrap();
    assert_eq!(stale.snapshot.game.n_plies(), wanted.snapshot.game.n_plies());
    // d6 answers f5, and is no move after d3.
    answer(&mut world, &stale, Square::D6);
    let active = &world.state.games[&wanted.game];
    assert!(active.end().is_none());
    assert_eq!(active.game().n_plies(), 1);
    answer(&mut world, &wanted, Square::C3);
    assert_eq!(world.state.games[&wanted.game].game().n_plies(), 2);
}

/// A day in milliseconds.
const DAY: u64 = 24 * 3_600_000;

/// Returns how a game ended, even if it is no longer in memory.
fn ended(world: &World, game: GameId) -> Option<GameEnd> {
    world.writes.iter().find_map(|write| match write {
        Write::GameEnded(ended) if ended.game == game => Some(ended.end),
        _ => None,
    })
}

#[test]
fn a_bot_plays_a_few_games_without_a_clock_with_each_person() {
    let mut world = world();
    let (alice, bob) = (world.log_in(1, "alice", true), world.log_in(2, "bob", true));
    for clock in ["none", "3d", "12:00:00"] {
        assert!(errors(&world.types(alice, &format!("challenge iago {clock} white"))).is_empty());
        let job = last_job(&world).expect("the bot moves at once");
        answer(&mut world, &job, Square::F5);
    }
    assert_eq!(errors(&world.types(alice, "challenge iago none")), [ErrorCode::Limit]);
    assert!(errors(&world.types(alice, "challenge iago 60:00")).is_empty(), "with a clock");
    assert!(errors(&world.types(bob, "challenge iago none")).is_empty(), "each has a limit");
    assert_eq!(errors(&world.types(bob, "challenge iago none synchro")), []);
    assert_eq!(errors(&world.types(bob, "challenge iago none synchro")), [ErrorCode::Limit]);
    // A game that is over counts no more.
    world.types(alice, "resign 1");
    assert!(errors(&world.types(alice, "challenge iago none")).is_empty());
}

#[test]
fn a_bot_ends_a_game_without_a_clock_when_the_person_has_not_moved_for_days() {
    let mut world = world();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "challenge iago none black");
    let begun = last_game(&world);
    world.types(alice, &format!("move {begun} f5"));
    let job = last_job(&world).unwrap();
    answer(&mut world, &job, Square::D6);
    world.types(alice, "challenge iago none black");
    let untouched = last_game(&world);
    world.wait(13 * DAY);
    // A move begins the days again.
    world.types(alice, &format!("move {begun} c3"));
    let job = last_job(&world).unwrap();
    answer(&mut world, &job, Square::D3);
    world.wait(13 * DAY);
    assert_eq!(ended(&world, begun), None);
    assert!(!world.state.games.contains_key(&untouched), "over, and no longer in memory");
    world.wait(DAY + 1);
    let end = ended(&world, begun).expect("nobody moved for 14 days");
    assert_eq!((end.reason, end.result), (EndKind::Abandoned, Some(-64)));
    let end = ended(&world, untouched).map(|end| (end.reason, end.result));
    assert_eq!(end, Some((EndKind::Aborted, None)), "nobody has moved");
}

#[test]
fn a_game_without_a_clock_against_a_bot_goes_on_after_a_restart() {
    let mut world = world();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "challenge iago none black");
    let game = last_game(&world);
    world.types(alice, "f5");
    world.wait(5 * DAY);
    let mut world = restarted_with(&world, settings());
    let job = last_job(&world).expect("the bot is to move");
    assert_eq!(job.game, game);
    answer(&mut world, &job, Square::D6);
    world.wait(13 * DAY);
    assert_eq!(ended(&world, game), None);
    // The days of the person go on over a restart, too.
    let mut world = restarted_with(&world, settings());
    assert_eq!(ended(&world, game), None);
    world.wait(DAY + 600_000);
    assert_eq!(ended(&world, game).map(|end| end.reason), Some(EndKind::Abandoned));
}

/// Returns the game that started last.
fn last_game(world: &World) -> GameId {
    *world.state.games.keys().next_back().unwrap()
}

/// Returns the thought of a bot about a move.
fn thought(square: Square) -> Thought {
    Thought {
        ply: 0,
        mv: square.into(),
        value: Some(-1.5),
        exact: false,
        depth: 6,
        nodes: 1234,
        line: vec![square.into(), Square::C4.into()],
    }
}

/// Lets the bot answer with a thought.
fn answer_thinking(world: &mut World, square: Square) {
    let BotJob { game, turn, .. } = last_job(world).unwrap();
    let (answer, thought) = (BotAnswer::Place(square), Some(Box::new(thought(square))));
    world.input(Input::Bot { game, turn, answer, thought });
}

#[test]
fn what_a_bot_thought_is_told_when_the_game_is_over() {
    let mut world = world();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "challenge iago 5+3 black");
    let game = last_game(&world);
    world.types(alice, "f5");
    answer_thinking(&mut world, Square::F6);
    world.types(alice, "takeback");
    world.types(alice, "f5");
    answer_thinking(&mut world, Square::D6);
    let thoughts = Query::Thoughts { game, asker: Some(UserId(2)) };
    let record = Query::Record { game, format: RecordFormat::Ggf, asker: Some(UserId(2)) };
    let text = |world: &World| match store_answer(&world.writes, &record) {
        Event::Record { text, .. } => text,
        other => panic!("{other:?}"),
    };
    let refused = store_reply(&world.writes, &thoughts);
    assert_eq!(refused.unwrap_err().code(), ErrorCode::NotNow);
    assert!(!text(&world).contains("1234"), "{}", text(&world));
    let sent = world.types(alice, &format!("sync game/{game} 0"));
    assert!(!format!("{sent:?}").contains("1234"));
    world.types(alice, "resign");
    let Event::Thoughts(told) = store_answer(&world.writes, &thoughts) else { panic!() };
    assert_eq!(told.game, game);
    assert_eq!(told.thoughts, [Thought { ply: 2, ..thought(Square::D6) }], "f6 was taken back");
    assert!(text(&world).contains("W[d6/-1.5/"), "{}", text(&world));
    assert!(text(&world).contains("CO[depth 6, 1234 nodes: d6 c4]"), "{}", text(&world));
}

#[test]
fn what_a_bot_thought_in_a_pair_is_told_when_both_games_are_over() {
    let mut world = world();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "challenge iago 5+3 synchro black");
    let games: Vec<GameId> = world.state.games.keys().copied().collect();
    let [first, second] = games[..] else { panic!("{games:?}") };
    world.types(alice, &format!("move {first} f5"));
    answer_thinking(&mut world, Square::D6);
    world.types(alice, &format!("resign {first}"));
    let query = Query::Thoughts { game: first, asker: None };
    assert_eq!(store_reply(&world.writes, &query).unwrap_err().code(), ErrorCode::NotNow);
    world.types(alice, &format!("resign {second}"));
    let Event::Thoughts(told) = store_answer(&world.writes, &query) else { panic!() };
    assert_eq!(told.thoughts.len(), 1);
}

#[test]
fn the_search_for_a_game_that_is_over_is_cancelled() {
    let mut world = world();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 white");
    let game = last_job(&world).unwrap().game;
    world.types(alice, "resign");
    assert!(matches!(world.tasks.last(), Some(BotCommand::Cancel(over)) if *over == game));
}
