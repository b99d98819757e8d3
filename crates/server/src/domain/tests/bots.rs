//! The server's bots, whose searches are answered by hand.

use willow_board::{DiscDiff, Square};
use willow_protocol::{
    BotDetails, BotGroup, EndKind, ErrorCode, ErrorDetail, Event, GameEnd, GameId, PlayerRating,
    RecordFormat, Thought, ThoughtDetail,
};

use super::restart::{restarted_with, store_answer, store_reply};
use super::world::{COUNTED, World, events};
use crate::domain::{BotAnswer, BotCommand, BotJob, DAY, Input, Query, ServerBot, Settings, Write};

/// Returns a world with a bot that thinks when it is sent to.
pub(crate) fn world() -> World {
    World::with(settings())
}

/// Returns a bot that plays by chance, with its Elo.
pub(crate) fn server_bot(name: &str, elo: Option<i32>) -> ServerBot {
    let details = BotDetails {
        spec: "random".to_owned(),
        program: name.to_owned(),
        about: "Weighs edges and mobility. Peter Norvig, 1992.".to_owned(),
        level: BotGroup::Historical,
        ladder_elo: elo,
        ladder_error: elo.map(|_| 113),
    };
    ServerBot { name: name.parse().unwrap(), details, plays_by_chance: true }
}

/// The settings of a server with a bot that plays by chance.
pub(crate) fn settings() -> Settings {
    let bot = server_bot("iago", Some(1795));
    Settings { bots: vec![bot], ..Settings::default() }
}

/// The settings of a server whose bots take their time.
fn slow() -> Settings {
    Settings { bot_move_time: 600, ..settings() }
}

#[test]
fn an_answer_to_a_move_that_was_taken_back_is_not_played() {
    let mut world = world();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 black");
    world.types(alice, "f5");
    let stale = world.job().unwrap();
    world.types(alice, "takeback");
    assert!(world.job().is_none(), "no bot is to move");
    world.types(alice, "d3");
    let wanted = world.job().unwrap();
    assert_eq!(stale.snapshot.game.n_plies(), wanted.snapshot.game.n_plies());
    // d6 answers f5, and is no move after d3.
    world.bot_answers(&stale, Square::D6);
    assert_eq!((world.end(wanted.game), world.plies(wanted.game)), (None, 1));
    world.bot_answers(&wanted, Square::C3);
    assert_eq!(world.plies(wanted.game), 2);
}

#[test]
fn a_bot_is_not_asked_for_what_it_never_answers() {
    let mut world = world();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 black");
    for line in ["score 0", "adjourn"] {
        world.refuses_because(alice, line, ErrorDetail::NotPossibleHere);
    }
    world.types(alice, "f5");
    world.done(alice, "takeback");
}

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
        world.done(alice, &format!("challenge iago {clock} white"));
        world.bot_plays(Square::F5);
    }
    world.refuses(alice, "challenge iago none", ErrorCode::Limit);
    world.done(alice, "challenge iago 60:00");
    world.done(bob, "challenge iago none");
    world.done(bob, "challenge iago none synchro");
    world.refuses(bob, "challenge iago none synchro", ErrorCode::Limit);
    // A game that is over counts no more.
    world.types(alice, "resign 1");
    world.done(alice, "challenge iago none");
}

#[test]
fn a_bot_ends_a_game_without_a_clock_when_the_person_has_not_moved_for_days() {
    let mut world = world();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "challenge iago none black");
    let begun = world.last_game();
    world.types(alice, &format!("move {begun} f5"));
    world.bot_plays(Square::D6);
    world.types(alice, "challenge iago none black");
    let untouched = world.last_game();
    world.wait(13 * DAY);
    // A move begins the days again.
    world.types(alice, &format!("move {begun} c3"));
    world.bot_plays(Square::D3);
    world.wait(13 * DAY);
    assert_eq!(ended(&world, begun), None);
    assert!(!world.state.games.contains_key(&untouched), "over, and no longer in memory");
    world.wait(DAY + 1);
    let end = ended(&world, begun).expect("nobody moved for 14 days");
    assert_eq!((end.reason, end.result.map(DiscDiff::value)), (EndKind::Abandoned, Some(-64)));
    let end = ended(&world, untouched).map(|end| (end.reason, end.result.map(DiscDiff::value)));
    assert_eq!(end, Some((EndKind::Aborted, None)), "nobody has moved");
}

#[test]
fn a_game_without_a_clock_against_a_bot_goes_on_after_a_restart() {
    let mut world = world();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "challenge iago none black");
    let game = world.last_game();
    world.types(alice, "f5");
    world.wait(5 * DAY);
    let mut world = restarted_with(&world, settings());
    let job = world.job().expect("the bot is to move");
    assert_eq!(job.game, game);
    world.bot_answers(&job, Square::D6);
    world.wait(13 * DAY);
    assert_eq!(ended(&world, game), None);
    // The days of the person go on over a restart, too.
    let mut world = restarted_with(&world, settings());
    assert_eq!(ended(&world, game), None);
    world.wait(DAY + 600_000);
    assert_eq!(ended(&world, game).map(|end| end.reason), Some(EndKind::Abandoned));
}

/// Returns the thought of a bot about a move.
fn thought(square: Square) -> Thought {
    Thought {
        ply: 0,
        mv: square.into(),
        value: Some(-1.5),
        exact: false,
        depth: Some(6),
        nodes: Some(1234),
        evaluations: Some(987),
        line: vec![square.into(), Square::C4.into()],
        details: vec![ThoughtDetail { name: "level".to_owned(), text: "6.4".to_owned() }],
    }
}

/// Lets the bot answer with a thought.
fn answer_thinking(world: &mut World, square: Square) {
    let BotJob { game, turn, .. } = world.job().unwrap();
    let (answer, thought) = (BotAnswer::Place(square), Some(Box::new(thought(square))));
    world.input(Input::Bot { game, turn, answer, thought });
}

#[test]
fn what_a_bot_thought_is_told_when_the_game_is_over() {
    let mut world = world();
    let alice = world.log_in(1, "alice", true);
    world.types(alice, "challenge iago 5+3 black");
    let game = world.last_game();
    world.types(alice, "f5");
    answer_thinking(&mut world, Square::F6);
    world.types(alice, "takeback");
    world.types(alice, "f5");
    answer_thinking(&mut world, Square::D6);
    let thoughts = Query::Thoughts { game };
    let record = Query::Record { game, format: RecordFormat::Ggf };
    let text = |world: &World| match store_answer(&world.writes, &record) {
        Event::Record { text, .. } => text,
        other => panic!("{other:?}"),
    };
    let refused = store_reply(&world.writes, &thoughts);
    assert_eq!(refused.unwrap_err().detail.code(), ErrorCode::NotNow);
    assert!(!text(&world).contains("1234"), "{}", text(&world));
    let sent = world.types(alice, &format!("sync game/{game} 0"));
    assert!(!format!("{sent:?}").contains("1234"));
    world.types(alice, "resign");
    let Event::Thoughts(told) = store_answer(&world.writes, &thoughts) else { panic!() };
    assert_eq!(told.game, game);
    assert_eq!(told.thoughts, [Thought { ply: 2, ..thought(Square::D6) }], "f6 was taken back");
    assert!(text(&world).contains("W[d6/-1.5/"), "{}", text(&world));
    assert!(
        text(&world)
            .contains("CO[-1.50 discs, depth 6, 1234 nodes, 987 evaluations, level 6.4: d6 c4]"),
        "{}",
        text(&world)
    );
}

#[test]
fn the_search_for_a_game_that_is_over_is_cancelled() {
    let mut world = world();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 white");
    let game = world.job().unwrap().game;
    world.types(alice, "resign");
    assert!(matches!(world.tasks.last(), Some(BotCommand::Cancel(over)) if *over == game));
}

#[test]
fn in_a_game_with_a_person_a_bot_takes_its_least_time() {
    let mut world = World::with(slow());
    let alice = world.log_in(1, "alice", false);
    let plies = |world: &World| world.plies(world.last_game());
    world.types(alice, "challenge iago 5+3 white");
    world.bot_plays(Square::F5);
    assert_eq!(plies(&world), 0, "the move waits");
    world.wait(599);
    assert_eq!(plies(&world), 0);
    world.wait(1);
    assert_eq!(plies(&world), 1);
    // A bot that thought for so long plays at once.
    world.types(alice, "d6");
    let job = world.job().unwrap();
    world.wait(700);
    world.bot_answers(&job, Square::C3);
    assert_eq!(plies(&world), 3);
    // Fast games have no such time, and a game against a program has none.
    world.types(alice, "challenge iago 1:00 white");
    world.bot_plays(Square::F5);
    assert_eq!(plies(&world), 1);
}

#[test]
fn a_move_that_waits_is_not_played_after_a_resignation() {
    let mut world = World::with(slow());
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 white");
    world.bot_plays(Square::F5);
    world.types(alice, "resign");
    world.wait(1000);
    let end = ended(&world, world.last_game()).unwrap();
    assert_eq!(end.reason, EndKind::Resigned);
    assert_eq!(world.plies(world.last_game()), 0);
}

/// The timer of a move that was taken back expires while the answer to the next move waits.
#[test]
fn a_takeback_makes_no_bot_hurry() {
    let mut world = World::with(slow());
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 black");
    world.types(alice, "f5");
    world.bot_plays(Square::D6);
    world.wait(500);
    world.types(alice, "takeback");
    world.types(alice, "d3");
    world.bot_plays(Square::C3);
    let n_plies = |world: &World| world.plies(world.last_game());
    world.wait(400);
    assert_eq!(n_plies(&world), 1, "alice has had 400 ms to look at her move");
    world.wait(200);
    assert_eq!(n_plies(&world), 2);
}

#[test]
fn a_bot_declines_with_a_reason() {
    let mut always = server_bot("minimax-3", None);
    always.plays_by_chance = false;
    let settings = Settings { bots: vec![server_bot("iago", None), always], ..settings() };
    let mut world = World::with(settings);
    let alice = world.log_in(1, "alice", true);
    for (challenge, detail) in [
        ("iago 0:10", ErrorDetail::ClockTooFastForBot),
        ("iago 100ms", ErrorDetail::ClockTooFastForBot),
        // Who has won once could win again in the same way.
        ("minimax-3 5+3 rated", ErrorDetail::StandardStartAgainstBot),
    ] {
        world.refuses_because(alice, &format!("challenge {challenge}"), detail);
    }
    for fair in ["minimax-3 5+3", "minimax-3 5+3 rated balanced", "iago 5+3 rated", "iago none"] {
        world.done(alice, &format!("challenge {fair}"));
    }
}

#[test]
fn a_bot_begins_with_the_rating_of_its_measured_strength() {
    let mut world = world();
    let alice = world.log_in(1, "alice", true);
    let received = world.types(alice, "challenge iago 5+3 rated black");
    let ratings = events(&received, |event| match event {
        Event::Playing(summary) => summary.details.ratings,
        _ => None,
    });
    let iago = PlayerRating { rating: 1795, deviation: 80, provisional: false };
    assert_eq!(ratings[0].white, iago);
    for moves in COUNTED.chunks(2) {
        world.done(alice, moves[0]);
        world.wait(1_000);
        world.bot_plays(moves[1].parse().unwrap());
        world.wait(1_000);
    }
    let lost = world.done(alice, "resign");
    // The win of somebody who is 295 ahead says nothing about either.
    let changes = events(&lost, |event| match event {
        Event::Rated { before, after, .. } => Some(after - before),
        _ => None,
    });
    assert_eq!(changes, [0, 0]);
    let profile = world.types(alice, "finger iago");
    let Event::Profile(profile) = &profile[0].event else { panic!("{profile:?}") };
    let bot = profile.bot.as_ref().unwrap();
    assert_eq!(bot.about, "Weighs edges and mobility. Peter Norvig, 1992.");
}
