//! Tests of the monitor: whole games with correct, failing and malicious players.

use std::sync::Mutex;
use std::time::Duration;

use crate::{Decision, Player, PlayerError, RandomPlayer, StopFlag};
use willow_board::{Clock, Color, EndReason, Game, GameEvent, IllegalMove, Move, Referee, Square};

use crate::matches::test_support::{FakeTime, FnPlayer, first_move};
use crate::matches::{ForfeitCause, GameEnding, GameReport, Monitor, MonitorEvent};

fn referee(clock: &str) -> Referee {
    Referee::new(Game::new(), Clock::new(clock.parse().unwrap()))
}

const fn game_event(event: GameEvent) -> MonitorEvent {
    MonitorEvent::Game { event, report: None }
}

fn run(black: &mut dyn Player, white: &mut dyn Player) -> (GameReport, Vec<MonitorEvent>) {
    let mut events = Vec::new();
    let report =
        Monitor::new(black, white).run(referee("none"), &mut |event, _| events.push(event.clone()));
    (report, events)
}

fn reason(report: &GameReport) -> EndReason {
    report.referee.outcome().expect("the game is over").reason
}

fn failed() -> PlayerError {
    PlayerError::Failed { player: "p".to_owned(), reason: "broken pipe".to_owned() }
}

#[test]
fn two_random_players_play_to_the_end() {
    let mut black = RandomPlayer::new(1);
    let mut white = RandomPlayer::new(1);
    let (report, events) = run(&mut black, &mut white);
    let outcome = report.referee.outcome().unwrap();
    assert_eq!(outcome.reason, EndReason::Finished);
    assert_eq!(report.ending, GameEnding::Over { outcome, forfeit: None });
    assert_eq!(events.last(), Some(&game_event(GameEvent::Ended(outcome))));
    assert_eq!(events.len(), report.referee.game().n_plies() + 1);

    assert_eq!(run(&mut black, &mut white).0.referee.game(), report.referee.game());
    let other = Monitor::new(&mut black, &mut white).with_seed(5);
    assert_ne!(other.run(referee("none"), &mut |_, _| ()).referee.game(), report.referee.game());
}

#[test]
fn both_players_observe_every_move_and_pass() {
    let mut black = FnPlayer::program("b", |request| Ok(first_move(request)));
    let mut white = FnPlayer::program("w", |request| Ok(first_move(request)));
    let (report, _) = run(&mut black, &mut white);
    let moves: Vec<Move> = report.referee.game().moves().collect();
    assert_eq!(black.observed, moves);
    assert_eq!(white.observed, moves);
}

#[test]
fn a_player_cannot_change_the_game_or_the_clock() {
    let mut cheat = FnPlayer::program("cheat", |request| {
        let honest = first_move(request);
        let mut game = request.game.clone();
        let mut clock = request.clock.clone();
        game.end(EndReason::Resigned(!request.color()));
        clock.start(!request.color(), Duration::ZERO);
        while game.undo().is_some() {}
        request.stop.raise();
        Ok(honest)
    });
    let mut white = FnPlayer::program("w", |request| Ok(first_move(request)));
    let mut honest = FnPlayer::program("b", |request| Ok(first_move(request)));
    let time = FakeTime::default();
    let mut play = |black: &mut dyn Player| {
        Monitor::new(black, &mut white)
            .with_time(|| time.now())
            .run(referee("5:00+3"), &mut |_, _| ())
    };
    assert_eq!(play(&mut cheat), play(&mut honest));
}

#[test]
fn a_program_forfeits_by_an_illegal_move() {
    let mut black = FnPlayer::program("b", |_| Ok(Move::Place(Square::A1).into()));
    let mut white = RandomPlayer::new(1);
    let (report, events) = run(&mut black, &mut white);
    let cause = ForfeitCause::IllegalMove {
        mv: Move::Place(Square::A1),
        reason: IllegalMove::FlipsNothing(Square::A1),
    };
    let outcome = report.referee.outcome().unwrap();
    assert_eq!((outcome.result.value(), outcome.black_discs, outcome.white_discs), (-64, 2, 2));
    assert_eq!(outcome.reason, EndReason::Forfeited(Color::Black));
    assert_eq!(report.ending, GameEnding::Over { outcome, forfeit: Some(cause.clone()) });
    assert_eq!(
        events,
        [
            MonitorEvent::Forfeited { color: Color::Black, cause },
            game_event(GameEvent::Ended(outcome))
        ]
    );
}

#[test]
fn a_person_is_told_and_asked_again() {
    let mut attempts = vec![Square::F5, Square::D4, Square::A1];
    let mut black = FnPlayer::person("b", move |request| {
        Ok(attempts.pop().map_or_else(|| first_move(request), |square| Move::Place(square).into()))
    });
    let mut white = RandomPlayer::new(1);
    let (report, events) = run(&mut black, &mut white);
    assert_eq!(reason(&report), EndReason::Finished);
    let rejected = |square, reason| MonitorEvent::Rejected {
        color: Color::Black,
        mv: Move::Place(square),
        reason,
    };
    assert_eq!(events[0], rejected(Square::A1, IllegalMove::FlipsNothing(Square::A1)));
    assert_eq!(events[1], rejected(Square::D4, IllegalMove::Occupied(Square::D4)));
    assert!(matches!(
        events[2],
        MonitorEvent::Game { event: GameEvent::Moved { square: Square::F5, .. }, .. }
    ));
    assert_eq!(black.rejections, 2);
}

#[test]
fn a_failing_or_panicking_program_forfeits() {
    let mut random = RandomPlayer::new(1);
    let mut failing = FnPlayer::program("f", |_| Err(failed()));
    let (report, _) = run(&mut random, &mut failing);
    assert_eq!(reason(&report), EndReason::Forfeited(Color::White));
    assert_eq!(report.referee.game().n_plies(), 1);

    let mut panicking = FnPlayer::program("p", |_| panic!("no idea"));
    let (report, _) = run(&mut panicking, &mut random);
    let cause = ForfeitCause::Panicked { player: "p".to_owned(), message: "no idea".to_owned() };
    assert_eq!(cause.to_string(), "p panicked: no idea");
    let outcome = report.referee.outcome().unwrap();
    assert_eq!(report.ending, GameEnding::Over { outcome, forfeit: Some(cause) });
    assert_eq!(outcome.reason, EndReason::Forfeited(Color::Black));
}

#[test]
fn a_game_that_a_player_leaves_is_unfinished() {
    let mut person = FnPlayer::person("b", |request| {
        if request.game.n_plies() < 2 {
            return Ok(first_move(request));
        }
        Err(PlayerError::Left { player: "b".to_owned() })
    });
    let mut white = FnPlayer::program("w", |request| Ok(first_move(request)));
    let (report, _) = run(&mut person, &mut white);
    assert_eq!(report.ending, GameEnding::Left(Color::Black));
    assert_eq!(report.referee.outcome(), None);
    assert!(!report.referee.is_running());

    let mut black = FnPlayer::program("b", |request| Ok(first_move(request)));
    let resumed = Monitor::new(&mut black, &mut white).run(report.referee, &mut |_, _| ());
    assert_eq!(reason(&resumed), EndReason::Finished);
}

#[test]
fn resignation_ends_the_game() {
    let mut black = FnPlayer::program("b", |_| Ok(Decision::resign()));
    let (report, _) = run(&mut black, &mut RandomPlayer::new(1));
    assert_eq!(reason(&report), EndReason::Resigned(Color::Black));
}

#[test]
fn a_player_out_of_time_loses_64_to_0_and_the_board_count_is_kept() {
    let time = FakeTime::default();
    let slow_time = time.clone();
    let mut black = FnPlayer::program("slow", move |request| {
        slow_time.advance(Duration::from_secs(4));
        Ok(first_move(request))
    });
    let mut white = FnPlayer::program("w", |request| Ok(first_move(request)));
    let report = Monitor::new(&mut black, &mut white)
        .with_time(|| time.now())
        .run(referee("0:10"), &mut |_, _| ());
    let outcome = report.referee.outcome().unwrap();
    assert_eq!(outcome.reason, EndReason::TimedOut(Color::Black));
    assert_eq!(outcome.result.value(), -64);
    // Two moves each, at 4 and 8 seconds; the third would have come at 12.
    assert_eq!(report.referee.game().n_plies(), 4);
    assert_eq!(outcome.black_discs + outcome.white_discs, 8);
    assert_eq!(report.time_used, [Duration::from_secs(8), Duration::ZERO]);
}

#[test]
fn a_player_that_hangs_is_stopped_when_its_time_is_up() {
    let mut black = FnPlayer::program("b", |request| {
        while !request.stop.is_raised() {
            std::thread::yield_now();
        }
        Ok(first_move(request))
    });
    let mut white = RandomPlayer::new(1);
    let report = Monitor::new(&mut black, &mut white).run(referee("30ms"), &mut |_, _| ());
    assert_eq!(reason(&report), EndReason::TimedOut(Color::Black));
}

#[test]
fn a_failure_after_the_time_is_up_is_a_loss_on_time() {
    let time = FakeTime::default();
    let slow_time = time.clone();
    let mut black = FnPlayer::program("b", move |_| {
        slow_time.advance(Duration::from_secs(11));
        Err(failed())
    });
    let report = Monitor::new(&mut black, &mut RandomPlayer::new(1))
        .with_time(|| time.now())
        .run(referee("0:10"), &mut |_, _| ());
    assert_eq!(reason(&report), EndReason::TimedOut(Color::Black));
}

#[test]
fn the_stop_flag_stops_the_game() {
    for clock in ["none", "1:00"] {
        let stop = StopFlag::new();
        let raised = Mutex::new(0);
        let mut black = FnPlayer::program("b", |request| Ok(first_move(request)));
        let mut white = FnPlayer::program("w", |request| Ok(first_move(request)));
        let report = Monitor::new(&mut black, &mut white).with_stop(stop.clone()).run(
            referee(clock),
            &mut |_, referee| {
                if referee.game().n_plies() == 6 {
                    stop.raise();
                    *raised.lock().unwrap() += 1;
                }
            },
        );
        assert_eq!(report.ending, GameEnding::Stopped);
        assert_eq!(report.referee.game().n_plies(), 6);
        assert_eq!(*raised.lock().unwrap(), 1);
    }
}
