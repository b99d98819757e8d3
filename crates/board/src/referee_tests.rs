//! Tests of the referee: turns, passes, clocks, ends of games and takebacks.

use std::time::Duration;

use proptest::prelude::*;

use crate::{
    Action, Clock, Color, DiscDiff, EndReason, Game, GameEvent, IllegalMove, Move, Referee,
    Rejection, Square,
};

const NANO: Duration = Duration::from_nanos(1);

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn referee(clock: &str) -> Referee {
    let mut referee = Referee::new(Game::new(), Clock::new(clock.parse().unwrap()));
    assert_eq!(referee.start(s(0)), []);
    referee
}

fn play(referee: &mut Referee, square: Square, now: Duration) -> Vec<GameEvent> {
    referee.submit(Move::Place(square).into(), now).unwrap()
}

/// Returns a game of random moves, passes included.
fn random_game(seed: u64) -> Game {
    let mut game = Game::new();
    for ply in willow_testkit::random_game(seed) {
        let square = ply.square.and_then(Square::from_index);
        game.play(square.map_or(Move::Pass, Move::Place)).unwrap();
    }
    game
}

/// Returns a random game with a pass, and the ply of the pass.
fn game_with_pass() -> (Game, usize) {
    (0..100)
        .map(random_game)
        .find_map(|game| {
            let ply = game.moves().position(|mv| mv == Move::Pass)?;
            Some((game, ply))
        })
        .expect("about every second random game has a pass")
}

#[test]
fn random_games_are_replayed_with_their_passes() {
    let mut passes = 0;
    for seed in 0..50 {
        let expected = random_game(seed);
        let mut referee = referee("none");
        let mut seen = Vec::new();
        for mv in expected.moves().filter(|&mv| mv != Move::Pass) {
            for event in referee.submit(mv.into(), s(0)).unwrap() {
                match event {
                    GameEvent::Moved { square, position, .. } => {
                        seen.push(Move::Place(square));
                        assert_eq!(Some(&position), expected.position_at(seen.len()));
                    }
                    GameEvent::Passed { color, position } => {
                        passes += 1;
                        seen.push(Move::Pass);
                        assert_eq!(Some(&position), expected.position_at(seen.len()));
                        assert_eq!(position.side_to_move(), !color);
                    }
                    GameEvent::Ended(outcome) => assert_eq!(Some(outcome), expected.outcome()),
                }
            }
        }
        assert_eq!(seen, expected.moves().collect::<Vec<_>>());
        assert_eq!((referee.to_move(), referee.is_running()), (None, false));
        assert_eq!(referee.submit(Move::Pass.into(), s(0)), Err(Rejection::GameOver));
    }
    assert!(0 < passes);
}

#[test]
fn a_start_position_without_a_move_begins_with_a_pass() {
    let (game, ply) = game_with_pass();
    let start = *game.position_at(ply).unwrap();
    let mut referee = Referee::new(Game::from_position(start), Clock::new("1:00".parse().unwrap()));
    let events = referee.start(s(0));
    assert!(
        matches!(events[..], [GameEvent::Passed { color, .. }] if color == start.side_to_move())
    );
    assert_eq!(referee.clock().running(), Some(!start.side_to_move()));
}

#[test]
fn a_finished_start_position_ends_at_once() {
    let game = random_game(1);
    let mut referee = Referee::new(game.clone(), Clock::new("1:00".parse().unwrap()));
    assert_eq!(referee.start(s(0)), [GameEvent::Ended(game.outcome().unwrap())]);
    assert!(!referee.is_running());
}

#[test]
fn a_pass_uses_no_time_and_adds_no_increment() {
    let (game, ply) = game_with_pass();
    let mut referee = referee("1:00+5");
    for mv in game.moves().take(ply) {
        referee.submit(mv.into(), s(0)).unwrap();
    }
    let passer = game.position_at(ply).unwrap().side_to_move();
    let n_moves = (0..ply)
        .filter(|&i| game.position_at(i).is_some_and(|position| position.side_to_move() == passer));
    let expected = s(60) + 5 * s(1) * n_moves.count() as u32;
    assert_eq!(referee.clock().time_left(passer, s(0)).unwrap().main, expected);
    assert_eq!(referee.to_move(), Some(!passer));
}

#[test]
fn the_last_instant_is_in_time_and_the_next_is_not() {
    let mut in_time = referee("0:10");
    let mut late = in_time.clone();
    assert_eq!(in_time.deadline(), Some(s(10)));
    assert_eq!(in_time.tick(s(10)), []);
    assert!(matches!(
        play(&mut in_time, Square::F5, s(10))[..],
        [GameEvent::Moved { used, .. }] if used == s(10)
    ));

    let events = play(&mut late, Square::F5, s(10) + NANO);
    let [GameEvent::Ended(outcome)] = events[..] else { panic!("{events:?}") };
    assert_eq!(outcome.reason, EndReason::TimedOut(Color::Black));
    assert_eq!(outcome.result, DiscDiff::MIN);
    assert_eq!((outcome.black_discs, outcome.white_discs), (2, 2));
    assert_eq!(late.game().n_plies(), 0);
}

#[test]
fn tick_ends_the_game_after_a_timeout() {
    let mut referee = referee("0:10");
    play(&mut referee, Square::F5, s(4));
    assert_eq!(referee.tick(s(14)), []);
    let events = referee.tick(s(14) + NANO);
    let [GameEvent::Ended(outcome)] = events[..] else { panic!("{events:?}") };
    assert_eq!((outcome.reason, outcome.result.value()), (EndReason::TimedOut(Color::White), 64));
    assert_eq!(referee.tick(s(100)), []);
}

#[test]
fn an_illegal_move_changes_nothing_and_the_clock_keeps_running() {
    let mut referee = referee("0:10");
    let before = referee.clone();
    let cases = [
        (Move::Place(Square::A1), IllegalMove::FlipsNothing(Square::A1)),
        (Move::Place(Square::D4), IllegalMove::Occupied(Square::D4)),
        (Move::Pass, IllegalMove::PassWithMoves),
    ];
    for (mv, reason) in cases {
        let rejection = Rejection::Illegal { mv, reason };
        assert_eq!(referee.submit(mv.into(), s(3)), Err(rejection));
    }
    assert_eq!(referee, before);
    assert_eq!(referee.deadline(), Some(s(10)));
}

#[test]
fn resignations_and_forfeits_count_64() {
    let mut resigned = referee("none");
    let events = resigned.submit(Action::Resign, s(1)).unwrap();
    let [GameEvent::Ended(outcome)] = events[..] else { panic!("{events:?}") };
    assert_eq!((outcome.reason, outcome.result.value()), (EndReason::Resigned(Color::Black), -64));
    assert_eq!(resigned.forfeit(Color::White, s(2)), []);
    assert_eq!(resigned.outcome(), Some(outcome));

    let mut out_of_turn = referee("none");
    out_of_turn.resign(Color::White, s(1));
    assert_eq!(out_of_turn.outcome().unwrap().winner(), Some(Color::Black));

    let mut forfeited = referee("none");
    forfeited.forfeit(Color::White, s(1));
    assert_eq!(forfeited.outcome().unwrap().reason, EndReason::Forfeited(Color::White));
}

/// Plays a random game to its end. The moves of `late` take a second, all others no time.
fn end_of_game(game: &Game, late: Option<Color>, clock: &str) -> Referee {
    let mut referee = referee(clock);
    let mut now = s(0);
    for mv in game.moves().filter(|&mv| mv != Move::Pass) {
        if referee.to_move() == late {
            now += s(1);
        }
        referee.submit(mv.into(), now).unwrap();
    }
    referee
}

#[test]
fn who_needed_the_extension_loses_by_two_at_best() {
    let clock = "0:10//1:00";
    for seed in 0..20 {
        let game = random_game(seed);
        let on_board = end_of_game(&game, None, clock).outcome().unwrap();
        assert_eq!(on_board.reason, EndReason::Finished);
        for late in Color::ALL {
            let outcome = end_of_game(&game, Some(late), clock).outcome().unwrap();
            assert_eq!(outcome.on_board(), on_board.result);
            if on_board.winner() == Some(!late) {
                assert_eq!(outcome, on_board, "the loss on the board stands");
            } else {
                assert_eq!(outcome.reason, EndReason::Overtime(late));
                assert_eq!((outcome.winner(), outcome.result.value().abs()), (Some(!late), 2));
            }
        }
    }
}

#[test]
fn overtime_is_forgotten_with_the_moves_that_took_the_time() {
    let game = random_game(1);
    let late = game.outcome().unwrap().winner().expect("somebody wins");
    let mut referee = end_of_game(&game, Some(late), "0:10//1:00");
    assert_eq!(referee.outcome().unwrap().reason, EndReason::Overtime(late));
    let square = referee.undo(s(99)).unwrap();
    assert_eq!(referee.outcome(), None);
    let mut unhurried = referee.clone();
    let events = play(&mut referee, square, s(99));
    let Some(GameEvent::Ended(outcome)) = events.last() else { panic!("{events:?}") };
    assert_eq!(outcome.reason, EndReason::Overtime(late));
    unhurried.restore_clock(Clock::new("0:10//1:00".parse().unwrap()).reading());
    play(&mut unhurried, square, s(99));
    assert_eq!(unhurried.outcome().unwrap().reason, EndReason::Finished);
}

#[test]
fn nothing_is_accepted_before_the_start_or_in_a_pause() {
    let mut referee = Referee::new(Game::new(), Clock::new("0:10".parse().unwrap()));
    let action = Move::Place(Square::F5).into();
    assert_eq!(referee.submit(action, s(0)), Err(Rejection::Stopped));
    referee.start(s(100));
    referee.pause(s(104));
    assert_eq!(referee.submit(action, s(105)), Err(Rejection::Stopped));
    assert_eq!(referee.tick(s(1000)), []);
    referee.start(s(1000));
    assert_eq!(referee.deadline(), Some(s(1006)));
}

#[test]
fn undo_takes_back_a_move_with_the_passes_after_it() {
    let (game, ply) = game_with_pass();
    let mut referee = referee("none");
    let moves: Vec<Move> = game.moves().take(ply).collect();
    for &mv in &moves {
        referee.submit(mv.into(), s(0)).unwrap();
    }
    assert_eq!(referee.game().last_move(), Some(Move::Pass));
    assert_eq!(referee.undo(s(1)), moves.last().unwrap().square());
    assert_eq!(Some(referee.game().position()), game.position_at(ply - 1));
    while referee.undo(s(1)).is_some() {}
    assert_eq!(referee.game(), &Game::new());
    assert_eq!(referee.clock().running(), Some(Color::Black));
}

#[test]
fn a_resigned_game_continues_after_undo() {
    let mut referee = referee("1:00");
    play(&mut referee, Square::F5, s(1));
    referee.resign(Color::White, s(2));
    assert_eq!(referee.undo(s(10)), Some(Square::F5));
    assert_eq!(referee.to_move(), Some(Color::Black));
    assert_eq!(referee.deadline(), Some(s(69)));
    assert_eq!(play(&mut referee, Square::D3, s(11)).len(), 1);
    referee.pause(s(12));
    referee.undo(s(13));
    assert!(!referee.is_running());
}

#[test]
fn a_snapshot_shows_the_current_turn() {
    let mut referee = referee("1:00+2");
    play(&mut referee, Square::F5, s(10));
    let snapshot = referee.snapshot(s(15));
    assert_eq!(snapshot.game.position().side_to_move(), Color::White);
    let left = snapshot.clock.time_left(Color::White, snapshot.now).unwrap();
    assert_eq!((left.main, left.increment), (s(55), s(2)));
}

/// A call of a referee, some time after the call before.
#[derive(Clone, Debug)]
enum RefereeCall {
    PlayLegal(usize),
    PlayAny(Square),
    Resign(Color),
    Undo,
    Pause,
    Start,
    Tick,
}

fn any_referee_call() -> impl Strategy<Value = RefereeCall> {
    prop_oneof![
        40 => any::<usize>().prop_map(RefereeCall::PlayLegal),
        2 => (0..64_u32).prop_map(|index| RefereeCall::PlayAny(Square::from_index(index).unwrap())),
        1 => prop_oneof![Just(Color::Black), Just(Color::White)].prop_map(RefereeCall::Resign),
        2 => Just(RefereeCall::Undo),
        2 => Just(RefereeCall::Pause),
        4 => Just(RefereeCall::Start),
        2 => Just(RefereeCall::Tick),
    ]
}

fn perform(referee: &mut Referee, call: &RefereeCall, now: Duration) {
    match *call {
        RefereeCall::PlayLegal(n) => {
            let moves: Vec<Square> = referee.game().position().legal_moves().squares().collect();
            if let Some(&square) = moves.get(n % moves.len().max(1)) {
                let result = referee.clone().submit(Move::Place(square).into(), now);
                let is_running = referee.is_running();
                assert_eq!(result.is_ok(), is_running, "{result:?}");
                referee.submit(Move::Place(square).into(), now).ok();
            }
        }
        RefereeCall::PlayAny(square) => _ = referee.submit(Move::Place(square).into(), now),
        RefereeCall::Resign(color) => _ = referee.resign(color, now),
        RefereeCall::Undo => _ = referee.undo(now),
        RefereeCall::Pause => referee.pause(now),
        RefereeCall::Start => _ = referee.start(now),
        RefereeCall::Tick => _ = referee.tick(now),
    }
}

proptest! {
    /// After any calls: a running clock is that of the side to move, that side has a move, and the
    /// clock runs only while the game is not over.
    #[test]
    fn clock_and_game_agree(
        calls in proptest::collection::vec((any_referee_call(), 0..3_u64), 0..120),
        clock in prop_oneof![Just("none"), Just("1:00"), Just("0:20+1"), Just("0:05/2"), Just("2s")],
    ) {
        let mut referee = referee(clock);
        let mut now = s(0);
        for (call, seconds) in calls {
            now += s(seconds);
            perform(&mut referee, &call, now);
            prop_assert_eq!(referee.to_move().is_none(), referee.outcome().is_some());
            if referee.is_running() {
                prop_assert_eq!(referee.clock().running(), referee.to_move());
                prop_assert!(!referee.game().position().legal_moves().is_empty());
            } else {
                prop_assert_eq!(referee.clock().running(), None);
            }
        }
    }
}
