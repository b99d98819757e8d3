//! Tests of external engines as players, with correct and faulty engines.

use std::path::Path;
use std::time::{Duration, Instant};

use willow_board::{
    Board, Clock, Color, EndReason, Game, GameEvent, Position, Referee, Square, TimeControl,
};
use willow_engine::StopFlag;
use willow_players::matches::{ForfeitCause, GameEnding, Monitor, MonitorEvent};
use willow_players::{
    BuildContext, DialogueLog, GameSetup, Player, PlayerError, RandomPlayer, build_player,
};

const PROTOCOLS: [&str; 2] = ["gtp", "nboard"];

/// Returns a player for the fake engine. The timeout is long enough for a busy machine to start the
/// engine, and no passing test waits for it twice.
fn player(protocol: &str, behavior: &str) -> Box<dyn Player> {
    player_with(protocol, behavior, "timeout=20s", "")
}

fn player_with(protocol: &str, behavior: &str, keys: &str, file: &str) -> Box<dyn Player> {
    player_in(&BuildContext::default(), protocol, behavior, keys, file)
}

fn player_in(
    context: &BuildContext,
    protocol: &str,
    behavior: &str,
    keys: &str,
    file: &str,
) -> Box<dyn Player> {
    let engine = env!("CARGO_BIN_EXE_willow-fake-engine");
    let spec = format!("{protocol}:{keys},cmd=\"{engine}\" {protocol} {behavior} {file}");
    let spec = spec.trim().parse().expect("the SPEC is well-formed");
    build_player(&spec, context).expect("the engine is built with the tests")
}

/// Plays a game in which the player is Black against random moves.
fn play(player: &mut dyn Player, clock: TimeControl, seed: u64) -> (GameEnding, Game) {
    let mut random = RandomPlayer::new(seed);
    let referee = Referee::new(Game::new(), Clock::new(clock));
    let report = Monitor::new(player, &mut random).run(referee, &mut |_, _| ());
    (report.ending, report.referee.game().clone())
}

/// Returns the cause of the forfeit in a game without a clock.
fn forfeit_cause(protocol: &str, behavior: &str, keys: &str) -> String {
    let mut player = player_with(protocol, behavior, keys, "");
    match play(player.as_mut(), TimeControl::Unlimited, 1).0 {
        GameEnding::Over { outcome, forfeit: Some(cause) } => {
            assert_eq!(outcome.reason, EndReason::Forfeited(Color::Black), "{protocol} {behavior}");
            cause.to_string()
        }
        ending => panic!("{protocol} {behavior}: {ending:?}"),
    }
}

/// Checks all cases at the same time, because most of them wait.
fn at_once<T: Sync>(cases: &[T], check: impl Fn(&T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(case));
        }
    });
}

#[test]
fn games_with_every_known_engine_behavior_are_played_to_the_end() {
    for (protocol, behavior) in [
        ("gtp", "plain"),
        ("gtp", "edax"),
        ("gtp", "egaroucid"),
        ("gtp", "unnumbered"),
        ("nboard", "plain"),
        ("nboard", "edax"),
        ("nboard", "ntest"),
    ] {
        let mut player = player(protocol, behavior);
        let mut n_passes = 0;
        for seed in 0..8 {
            let (ending, game) = play(player.as_mut(), TimeControl::Unlimited, seed);
            assert!(
                matches!(ending, GameEnding::Over { forfeit: None, .. }),
                "{behavior}: {ending:?}"
            );
            n_passes += game.moves().filter(|mv| mv.square().is_none()).count();
        }
        assert!(0 < n_passes, "passes are part of what is tested");
    }
}

#[test]
fn reports_of_the_engine_are_passed_on() {
    let mut player = player("nboard", "ntest");
    let mut random = RandomPlayer::new(1);
    let mut reports = Vec::new();
    let referee = Referee::new(Game::new(), Clock::new(TimeControl::Unlimited));
    Monitor::new(player.as_mut(), &mut random).run(referee, &mut |event, _| {
        if let MonitorEvent::Game { event: GameEvent::Moved { square, .. }, report: Some(report) } =
            event
        {
            assert_eq!(report.line[0].square(), Some(*square));
            reports.push((report.discs(), report.depth, report.is_exact));
        }
    });
    assert!(20 < reports.len());
    assert!(reports.iter().all(|&report| report == (Some(0.91), Some(5), false)));
}

#[test]
fn an_engine_that_exits_forfeits_with_its_last_stderr_line() {
    for protocol in PROTOCOLS {
        let text = forfeit_cause(protocol, "crash", "timeout=20s");
        assert!(text.contains("the engine exited (exit ") && text.contains('3'), "{text}");
        assert!(text.ends_with("last line on stderr: `out of luck`"), "{text}");
    }
}

#[test]
fn an_engine_with_an_invalid_answer_or_an_illegal_move_forfeits() {
    for protocol in PROTOCOLS {
        let text = forfeit_cause(protocol, "nonsense", "timeout=20s");
        assert!(text.contains("unexpected answer to `") && text.contains("banana"), "{text}");
        assert_eq!(forfeit_cause(protocol, "illegal", "timeout=20s"), "d4: d4 is not empty");
    }
}

#[test]
fn an_engine_that_does_not_answer_forfeits() {
    let flood = ", last line on stdout: `search nothing`";
    // An engine that starts has ten seconds: it may load weights.
    let cases = [
        ("gtp", "hang", "genmove b", 2, ""),
        ("gtp", "flood", "genmove b", 2, flood),
        ("gtp", "mute", "name", 10, ""),
        ("gtp", "chatter", "genmove b", 2, ", last line on stdout: `dolor`"),
        ("nboard", "hang", "go", 2, ""),
        ("nboard", "flood", "go", 2, flood),
        ("nboard", "mute", "ping 1", 10, ""),
    ];
    at_once(&cases, |&(protocol, behavior, question, seconds, written)| {
        let text = forfeit_cause(protocol, behavior, "timeout=2s");
        let end = format!("no answer to `{question}` within {seconds} s{written}");
        assert!(text.ends_with(&end), "{text}");
    });
}

#[test]
fn an_engine_out_of_time_loses_on_time_and_plays_the_next_game() {
    for protocol in PROTOCOLS {
        let mut player = player(protocol, "hang");
        for seed in 0..2 {
            let clock = TimeControl::PerMove(Duration::from_millis(200));
            let (ending, _) = play(player.as_mut(), clock, seed);
            let GameEnding::Over { outcome, forfeit } = ending else { panic!("{ending:?}") };
            assert_eq!(outcome.reason, EndReason::TimedOut(Color::Black));
            assert_eq!(forfeit, None);
        }
    }
}

#[test]
fn a_game_can_be_stopped_while_an_engine_searches() {
    for protocol in PROTOCOLS {
        let mut player = player(protocol, "hang");
        let mut random = RandomPlayer::new(1);
        let stop = StopFlag::new();
        let referee = Referee::new(Game::new(), Clock::new(TimeControl::Unlimited));
        // The clock function raises the stop flag as soon as the game has begun.
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
    let behaviors = ["plain", "stubborn", "hang", "crash", "flood", "mute"];
    let cases = PROTOCOLS.map(|protocol| behaviors.map(|behavior| (protocol, behavior)));
    at_once(cases.as_flattened(), |&(protocol, behavior)| {
        let file = folder.path().join(format!("{protocol}-{behavior}"));
        let name = format!("\"{}\"", file.display());
        let mut player = player_with(protocol, behavior, "timeout=2s", &name);
        play(player.as_mut(), TimeControl::Unlimited, 1);
        drop(player);
        let number = std::fs::read_to_string(&file).unwrap();
        // Where the system lists its processes, this one is gone, even as a zombie.
        assert!(!Path::new("/proc").join(&number).exists(), "{protocol} {behavior}");
    });
}

#[test]
fn an_engine_without_a_command_that_the_spec_needs_forfeits() {
    let text = forfeit_cause("gtp", "plain", "depth=4");
    assert!(
        text.ends_with("cannot set the depth: the engine has no command set_depth or set_level")
    );
    let text = forfeit_cause("gtp", "plain", "time=1s");
    assert!(
        text.ends_with("cannot set the time: the engine has no command time_settings"),
        "{text}"
    );
}

/// `unlisted` has no list of its commands, so the command is tried.
#[test]
fn an_engine_that_sets_up_no_position_is_told_the_moves_to_it_if_there_are_any() {
    let balanced = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"];
    let mut opening = Game::new();
    for mv in balanced {
        opening.play(mv.parse().unwrap()).unwrap();
    }
    let square = |name: &str| name.parse::<Square>().unwrap().bitboard();
    let board = Board::new(square("d5"), square("d4")).unwrap();
    let unreachable = Position::new(board, Color::Black);
    for behavior in ["plain", "unlisted"] {
        let play_from = |start: Position| {
            let mut player = player("gtp", behavior);
            let mut random = RandomPlayer::new(1);
            let referee =
                Referee::new(Game::from_position(start), Clock::new(TimeControl::Unlimited));
            let report = Monitor::new(player.as_mut(), &mut random).run(referee, &mut |_, _| ());
            match report.ending {
                GameEnding::Over { outcome, forfeit } => {
                    (outcome.reason, forfeit.map(|cause| cause.to_string()).unwrap_or_default())
                }
                ending => panic!("{behavior}: {ending:?}"),
            }
        };
        let start = *opening.position();
        assert_eq!(play_from(start), (EndReason::Finished, String::new()), "{behavior}");
        let (reason, cause) = play_from(unreachable);
        assert_eq!(reason, EndReason::Forfeited(Color::Black), "{behavior}");
        let end = "cannot set the start position: the engine has no command willow-set_position";
        assert!(cause.ends_with(end), "{behavior}: {cause}");
    }
}

/// A program tells what it can do when it runs.
#[test]
fn a_player_says_whether_it_sets_up_positions() {
    let setup = GameSetup { start: Position::START, color: Color::Black, seed: 0 };
    for (protocol, behavior, expected) in
        [("gtp", "plain", false), ("gtp", "unlisted", true), ("nboard", "plain", true)]
    {
        let mut player = player(protocol, behavior);
        assert!(player.sets_any_position(), "{protocol} {behavior}");
        player.start_game(&setup).unwrap();
        assert_eq!(player.sets_any_position(), expected, "{protocol} {behavior}");
    }
}

#[test]
fn an_engine_without_a_list_of_its_commands_is_told_the_times() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dialogue.log");
    let log = DialogueLog::open(&path).unwrap();
    let context = BuildContext::new(1).with_log(Some(log));
    for behavior in ["unlisted", "plain", "crash"] {
        let mut player = player_in(&context, "gtp", behavior, "timeout=20s", "");
        play(player.as_mut(), "5:00".parse().unwrap(), 1);
    }
    let dialogue = std::fs::read_to_string(&path).unwrap();
    let mut engines: Vec<Vec<String>> = Vec::new();
    let mut process = "";
    for line in dialogue.lines() {
        let (_, rest) = line.split_once(' ').unwrap();
        // No game of a server.
        let rest = rest.strip_prefix("0 ").unwrap();
        let (number, words) = rest.split_once(' ').unwrap();
        if number != process {
            (process, engines) = (number, [engines, vec![Vec::new()]].concat());
        }
        engines.last_mut().unwrap().push(words.to_owned());
    }
    assert_eq!(engines.len(), 3, "one after the other: {dialogue}");
    let n_lines = |engine: usize, word: &str| {
        engines[engine].iter().filter(|line| line.contains(word)).count()
    };
    let n_moves = n_lines(0, " genmove b");
    assert!(4 < n_moves);
    assert_eq!((n_lines(0, " time_settings 300 0 0"), n_lines(0, " time_left b ")), (1, n_moves));
    assert_eq!((n_lines(1, " time_settings"), n_lines(1, " time_left")), (0, 0), "not in its list");
    assert_eq!(n_lines(2, "! out of luck"), 1, "{dialogue}");
    assert_eq!(n_lines(0, "< =1 Fake"), 1);
}

#[test]
fn a_missing_engine_forfeits() {
    let spec = "gtp:cmd=willow-has-no-such-program".parse().unwrap();
    let mut player = build_player(&spec, &BuildContext::default()).unwrap();
    match play(player.as_mut(), TimeControl::Unlimited, 1).0 {
        GameEnding::Over {
            forfeit: Some(ForfeitCause::Player(PlayerError::Failed { reason, .. })),
            ..
        } => {
            assert!(reason.starts_with("cannot start `willow-has-no-such-program`: "), "{reason}");
        }
        ending => panic!("{ending:?}"),
    }
}
