//! Players behind protocols, with programs of all manners on the other side.

use std::path::Path;
use std::time::{Duration, Instant};

use willow_board::{Clock, Color, EndReason, Game, GameEvent, Referee, TimeControl};
use willow_engine::StopFlag;
use willow_matches::{Fault, GameEnding, Monitor, MonitorEvent};
use willow_players::{BuildContext, Player, PlayerError, RandomPlayer, build_player};

const PROTOCOLS: [&str; 2] = ["gtp", "nboard"];

/// Returns a player behind a protocol. The time limit is long enough for a busy machine to start a
/// program, and no test that passes waits for it twice.
fn player(protocol: &str, manner: &str) -> Box<dyn Player> {
    player_with(protocol, manner, "timeout=20s", "")
}

fn player_with(protocol: &str, manner: &str, keys: &str, file: &str) -> Box<dyn Player> {
    let engine = env!("CARGO_BIN_EXE_willow-fake-engine");
    let spec = format!("{protocol}:{keys},cmd=\"{engine}\" {protocol} {manner} {file}");
    let spec = spec.trim().parse().expect("the SPEC is well-formed");
    build_player(&spec, &BuildContext::default()).expect("the engine is built with the tests")
}

/// Plays a game in which the player is Black against random moves.
fn play(player: &mut dyn Player, clock: TimeControl, seed: u64) -> (GameEnding, Game) {
    let mut random = RandomPlayer::new(seed);
    let referee = Referee::new(Game::new(), Clock::new(clock));
    let report = Monitor::new(player, &mut random).run(referee, &mut |_, _| ());
    (report.ending, report.referee.game().clone())
}

/// Returns what the fault of an untimed game says.
fn fault(protocol: &str, manner: &str, keys: &str) -> String {
    let mut player = player_with(protocol, manner, keys, "");
    match play(player.as_mut(), TimeControl::Unlimited, 1).0 {
        GameEnding::Over { outcome, fault: Some(fault) } => {
            assert_eq!(outcome.reason, EndReason::Forfeited(Color::Black), "{protocol} {manner}");
            fault.to_string()
        }
        ending => panic!("{protocol} {manner}: {ending:?}"),
    }
}

/// Tries all cases at the same time: most of them wait.
fn at_once<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

#[test]
fn games_are_played_to_their_end_in_the_manner_of_every_program() {
    for (protocol, manner) in [
        ("gtp", "plain"),
        ("gtp", "edax"),
        ("gtp", "egaroucid"),
        ("nboard", "plain"),
        ("nboard", "edax"),
        ("nboard", "ntest"),
    ] {
        let mut player = player(protocol, manner);
        let mut n_passes = 0;
        for seed in 0..8 {
            let (ending, game) = play(player.as_mut(), TimeControl::Unlimited, seed);
            assert!(matches!(ending, GameEnding::Over { fault: None, .. }), "{manner}: {ending:?}");
            n_passes += game.moves().filter(|mv| mv.square().is_none()).count();
        }
        assert!(0 < n_passes, "passes are part of what is tested");
    }
}

#[test]
fn what_a_program_thinks_is_reported() {
    let mut player = player("nboard", "ntest");
    let mut random = RandomPlayer::new(1);
    let mut reports = Vec::new();
    let referee = Referee::new(Game::new(), Clock::new(TimeControl::Unlimited));
    Monitor::new(player.as_mut(), &mut random).run(referee, &mut |event, _| {
        if let MonitorEvent::Game { event: GameEvent::Moved { square, .. }, report: Some(report) } =
            event
        {
            assert_eq!(report.pv[0].square(), Some(*square));
            reports.push((report.value, report.depth, report.exact));
        }
    });
    assert!(20 < reports.len());
    assert!(reports.iter().all(|&report| report == (Some(0.91), 5, false)));
}

#[test]
fn a_program_that_ends_forfeits_with_its_last_words() {
    for protocol in PROTOCOLS {
        let text = fault(protocol, "crash", "timeout=20s");
        assert!(text.contains("it ended (exit ") && text.contains('3'), "{text}");
        assert!(text.ends_with("saying `out of luck`"), "{text}");
    }
}

#[test]
fn a_program_that_answers_nonsense_or_breaks_the_rules_forfeits() {
    for protocol in PROTOCOLS {
        let text = fault(protocol, "nonsense", "timeout=20s");
        assert!(text.contains("was answered by `") && text.contains("banana"), "{text}");
        assert_eq!(fault(protocol, "illegal", "timeout=20s"), "d4: d4 is not empty");
    }
}

#[test]
fn a_program_that_does_not_answer_forfeits() {
    let cases = [
        ("gtp", "hang", "genmove b"),
        ("gtp", "flood", "genmove b"),
        ("gtp", "mute", "name"),
        ("nboard", "hang", "go"),
        ("nboard", "flood", "go"),
        ("nboard", "mute", "ping 1"),
    ];
    at_once(&cases, |&(protocol, manner, question)| {
        let text = fault(protocol, manner, "timeout=2s");
        assert!(text.ends_with(&format!("no answer to `{question}` within 2000 ms")), "{text}");
    });
}

#[test]
fn a_program_that_outstays_its_clock_loses_on_time_and_plays_the_next_game() {
    for protocol in PROTOCOLS {
        let mut player = player(protocol, "hang");
        for seed in 0..2 {
            let clock = TimeControl::PerMove(Duration::from_millis(200));
            let (ending, _) = play(player.as_mut(), clock, seed);
            let GameEnding::Over { outcome, fault } = ending else { panic!("{ending:?}") };
            assert_eq!(outcome.reason, EndReason::TimedOut(Color::Black));
            assert_eq!(fault, None);
        }
    }
}

#[test]
fn a_game_can_be_broken_off_while_a_program_thinks() {
    for protocol in PROTOCOLS {
        let mut player = player(protocol, "hang");
        let mut random = RandomPlayer::new(1);
        let stop = StopFlag::new();
        let referee = Referee::new(Game::new(), Clock::new(TimeControl::Unlimited));
        // Time runs fast: somebody stops the game as soon as it has begun.
        let epoch = Instant::now();
        let raise = stop.clone();
        let now = move || {
            raise.raise();
            epoch.elapsed()
        };
        let monitor = Monitor::new(player.as_mut(), &mut random).with_stop(stop).with_time(now);
        let report = monitor.run(referee, &mut |_, _| ());
        assert_eq!(report.ending, GameEnding::Stopped);
        assert!(epoch.elapsed() < Duration::from_secs(15));
    }
}

#[test]
fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let manners = ["plain", "stubborn", "hang", "crash", "flood", "mute"];
    let cases = PROTOCOLS.map(|protocol| manners.map(|manner| (protocol, manner)));
    at_once(cases.as_flattened(), |&(protocol, manner)| {
        let file = folder.path().join(format!("{protocol}-{manner}"));
        let name = format!("\"{}\"", file.display());
        let mut player = player_with(protocol, manner, "timeout=2s", &name);
        play(player.as_mut(), TimeControl::Unlimited, 1);
        drop(player);
        let number = std::fs::read_to_string(&file).unwrap();
        // Where the system lists its processes, this one is gone, even as a zombie.
        assert!(!Path::new("/proc").join(&number).exists(), "{protocol} {manner}");
    });
}

#[test]
fn a_program_that_cannot_be_told_what_the_spec_says_does_not_play() {
    let text = fault("gtp", "plain", "depth=4");
    assert!(
        text.ends_with("it cannot be told its depth: it has no command set_depth or set_level")
    );
    let text = fault("gtp", "plain", "time=1s");
    assert!(
        text.ends_with("it cannot be told its time: it has no command time_settings"),
        "{text}"
    );
}

#[test]
fn a_program_that_is_not_there_does_not_play() {
    let spec = "gtp:cmd=willow-has-no-such-program".parse().unwrap();
    let mut player = build_player(&spec, &BuildContext::default()).unwrap();
    match play(player.as_mut(), TimeControl::Unlimited, 1).0 {
        GameEnding::Over {
            fault: Some(Fault::Player(PlayerError::Failed { reason, .. })), ..
        } => {
            assert!(reason.starts_with("cannot start `willow-has-no-such-program`: "), "{reason}");
        }
        ending => panic!("{ending:?}"),
    }
}
