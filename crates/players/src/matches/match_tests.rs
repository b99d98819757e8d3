//! Tests of matches: order, threads, interruptions and forfeits.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{BuildContext, PlayerError, RandomPlayer, StopFlag};
use willow_board::{Color, TimeControl};

use crate::matches::test_support::{FnPlayer, first_move};
use crate::matches::{
    Contestant, GameRecord, MatchControl, MatchEnd, MatchError, MatchPlan, MatchScore,
    OpeningSource, play_match,
};

fn plan(n_games: u32, seed: u64) -> MatchPlan {
    let openings = OpeningSource::Random { plies: 6 };
    MatchPlan::new(n_games, &openings, TimeControl::Unlimited, seed).unwrap()
}

fn contestant(text: &str, index: u64) -> Contestant<'static> {
    let context = BuildContext::new(MatchPlan::player_seed(9, index));
    Contestant::from_spec(&text.parse().unwrap(), &context).unwrap()
}

fn pair() -> [Contestant<'static>; 2] {
    [contestant("random", 0), contestant("willow:depth=1,hash=1M", 1)]
}

/// Plays on from `finished` and returns the new games, their times removed.
fn play(
    [one, other]: &[Contestant<'_>; 2],
    plan: &MatchPlan,
    finished: &[GameRecord],
    parallel: usize,
    mut until: impl FnMut(&GameRecord) -> ControlFlow<()>,
) -> Result<(MatchEnd, Vec<GameRecord>), MatchError> {
    let mut records = Vec::new();
    let stop = StopFlag::new();
    let mut on_game = |record: &GameRecord| {
        let timeless = GameRecord {
            black_seconds: 0.0,
            white_seconds: 0.0,
            move_seconds: Vec::new(),
            ..record.clone()
        };
        records.push(timeless);
        until(record)
    };
    let control = MatchControl { parallel, stop: &stop, on_game: &mut on_game };
    let end = play_match([one, other], plan, finished, control)?;
    Ok((end, records))
}

fn all(_: &GameRecord) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn every_opening_is_played_twice_with_colours_swapped() {
    let (end, games) = play(&pair(), &plan(6, 1), &[], 1, all).unwrap();
    assert_eq!((end, games.len()), (MatchEnd::Complete, 6));
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game.game as usize, index + 1);
        assert_eq!(game.opening.len(), 12);
        assert!(game.moves.starts_with(&game.opening));
    }
    for pair in games.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((&pair[0].black, &pair[0].white), (&pair[1].white, &pair[1].black));
        assert_eq!((pair[0].first, pair[1].first), (Color::Black, Color::White));
    }
    assert_ne!(games[0].opening, games[2].opening);
}

#[test]
fn the_games_do_not_depend_on_the_number_of_threads() {
    let one = play(&pair(), &plan(20, 1), &[], 1, all).unwrap();
    let four = play(&pair(), &plan(20, 1), &[], 4, all).unwrap();
    assert_eq!(one, four);
    assert_ne!(one, play(&pair(), &plan(20, 2), &[], 4, all).unwrap());
}

#[test]
fn an_interrupted_match_is_resumed_with_the_same_games() {
    let (_, expected) = play(&pair(), &plan(12, 1), &[], 1, all).unwrap();
    let until_5 = |record: &GameRecord| match record.game {
        5 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let (end, begun) = play(&pair(), &plan(12, 1), &[], 3, until_5).unwrap();
    assert_eq!((end, &begun[..]), (MatchEnd::Decided, &expected[..5]));
    let (end, rest) = play(&pair(), &plan(12, 1), &begun, 3, all).unwrap();
    assert_eq!((end, &rest[..]), (MatchEnd::Complete, &expected[5..]));
    // Any games will do, not only the first ones.
    let (_, rest) = play(&pair(), &plan(12, 1), &expected[4..6], 2, all).unwrap();
    assert_eq!(rest, [&expected[..4], &expected[6..]].concat());
    let (end, rest) = play(&pair(), &plan(12, 1), &expected, 2, all).unwrap();
    assert_eq!((end, rest), (MatchEnd::Complete, vec![]));
}

#[test]
fn records_of_another_match_are_rejected() {
    let (_, games) = play(&pair(), &plan(2, 1), &[], 1, all).unwrap();
    let rejected = Err(MatchError::ForeignRecord(1));
    assert_eq!(play(&pair(), &plan(2, 2), &games, 1, all), rejected);
    let others = [contestant("random:seed=8", 0), contestant("random", 1)];
    assert_eq!(play(&others, &plan(2, 1), &games, 1, all), rejected);
    let later = GameRecord { game: 3, ..games[0].clone() };
    let rejected = Err(MatchError::ForeignRecord(3));
    assert_eq!(play(&pair(), &plan(2, 1), &[later], 1, all), rejected);
}

#[test]
fn a_raised_stop_flag_ends_the_match() {
    let [one, other] = pair();
    let stop = StopFlag::new();
    let mut games = 0;
    let mut on_game = |_: &GameRecord| {
        games += 1;
        stop.raise();
        ControlFlow::Continue(())
    };
    let control = MatchControl { parallel: 2, stop: &stop, on_game: &mut on_game };
    let end = play_match([&one, &other], &plan(1000, 1), &[], control);
    assert_eq!(end, Ok(MatchEnd::Stopped));
    assert!(0 < games && games < 1000);
}

#[test]
fn players_are_built_once_a_thread_and_again_after_a_panic() {
    let n_built = AtomicUsize::new(0);
    let broken = Contestant::new("broken".to_owned(), || {
        n_built.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(FnPlayer::program("broken", |request| match request.game.n_plies() {
            0..20 => Ok(first_move(request)),
            _ => panic!("20 moves are enough"),
        })))
    });
    let players = [broken, contestant("random", 1)];
    let (_, games) = play(&players, &plan(4, 1), &[], 1, all).unwrap();
    assert_eq!(n_built.load(Ordering::SeqCst), 4);
    for game in &games {
        assert_eq!(game.result_of_first().value(), -64);
        let color = game.first;
        let reason = format!("{color} forfeited: broken panicked: 20 moves are enough");
        assert_eq!(game.reason, reason);
    }

    let n_built = AtomicUsize::new(0);
    let sound = Contestant::new("sound".to_owned(), || {
        n_built.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(RandomPlayer::new(1)))
    });
    let timed = contestant("switch:plies=60,first=(random:seed=1),then=(mlia:time=1s)", 1);
    play(&[sound, timed], &plan(4, 1), &[], 8, all).unwrap();
    assert_eq!(n_built.load(Ordering::SeqCst), 1);
}

#[test]
fn a_player_who_leaves_a_match_game_forfeits() {
    let quitter = Contestant::new("q".to_owned(), || {
        Ok(Box::new(FnPlayer::program("q", |_| Err(PlayerError::Left { player: "q".to_owned() }))))
    });
    let (_, games) = play(&[quitter, contestant("random", 1)], &plan(2, 1), &[], 1, all).unwrap();
    assert_eq!(games[0].reason, "Black forfeited: Black left the game");
    assert_eq!(games[1].result_of_first().value(), -64);
}

#[test]
fn a_player_that_cannot_be_built_ends_the_match() {
    let error = PlayerError::Failed { player: "x".to_owned(), reason: "no such file".to_owned() };
    let absent = Contestant::new("x".to_owned(), || Err(error.clone()));
    let players = [contestant("random", 0), absent];
    let end = play(&players, &plan(10, 1), &[], 3, all);
    assert_eq!(end, Err(MatchError::Player(error.clone())));
}

#[test]
fn only_whole_pairs_or_a_single_game_make_a_match() {
    let plan = |n| MatchPlan::new(n, &OpeningSource::Start, TimeControl::Unlimited, 1);
    assert_eq!(plan(0), Err(MatchError::GameCount(0)));
    assert_eq!(plan(7), Err(MatchError::GameCount(7)));
    let players = [contestant("random:seed=1", 0), contestant("random:seed=1", 1)];
    let (_, games) = play(&players, &plan(1).unwrap(), &[], 4, all).unwrap();
    assert_eq!((games.len(), games[0].opening.as_str()), (1, ""));
}

#[test]
fn the_engine_beats_random_moves() {
    let (_, games) = play(&pair(), &plan(20, 1), &[], 2, all).unwrap();
    let mut score = MatchScore::new();
    for game in &games {
        score.add(game.game, game.result_of_first());
    }
    let summary = score.summary(None);
    assert_eq!(summary.games, 20);
    assert!(
        summary.counts.losses > summary.counts.wins && summary.mean_diff < Some(0.0),
        "{summary:?}"
    );
}

#[test]
fn records_keep_what_was_thought_if_the_plan_says_so() {
    let pair = [contestant("iago:depth=1", 0), contestant("random", 1)];
    let (_, plain) = play(&pair, &plan(2, 4), &[], 1, all).unwrap();
    let (_, games) = play(&pair, &plan(2, 4).keeping_thoughts(), &[], 1, all).unwrap();
    for (without, game) in plain.iter().zip(&games) {
        assert!(without.thoughts.is_empty() && without.moves == game.moves);
        let replayed = game.replay().unwrap();
        assert!(15 < game.thoughts.len(), "{}", game.thoughts.len());
        for told in &game.thoughts {
            assert_eq!(replayed.moves().nth(told.ply - 1), Some(told.mv.into()));
            let before = replayed.position_at(told.ply - 1).unwrap();
            assert_eq!(before.side_to_move(), game.first, "random moves have no reasons");
        }
        let record = game.to_record().unwrap();
        let last = game.thoughts.last().unwrap();
        let comment = &record.note(last.ply - 1).unwrap().comment;
        assert_eq!(*comment, last.thought.to_string());
    }
}
