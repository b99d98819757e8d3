//! Limits of a search, and searches whose evaluation misleads them.

use std::time::Duration;

use willow_board::{Bitboard, Board, Square};
use willow_engine::{Accuracy, Goal, Level, MoveScore, SearchControl, SearchLimits, StopFlag};
use willow_eval::{Evaluator, ProbCutModel, ProbCutTable, Score};

use crate::support::{engine, engine_with, random_boards, search};

#[test]
fn one_thread_is_deterministic() {
    for limits in [SearchLimits::depth(8), SearchLimits::nodes(50_000)] {
        let run = || {
            let mut engine = engine(1);
            random_boards(30, 5).iter().map(|b| search(&mut engine, b, &limits)).collect::<Vec<_>>()
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn searches_stay_within_their_limits() {
    let mut engine = engine(1);
    for board in random_boards(40, 5) {
        let result = search(&mut engine, &board, &SearchLimits::nodes(20_000));
        assert!(result.nodes <= 20_100, "{}", result.nodes);
        assert!(result.best.is_some());
        assert_eq!(search(&mut engine, &board, &SearchLimits::depth(4)).depth, 4);
    }
    let stop = StopFlag::new();
    stop.raise();
    let mut control =
        SearchControl { stop: &stop, now: &|| Duration::ZERO, on_progress: &mut |_| () };
    let result = engine.search(&Board::START, &SearchLimits::depth(30), &mut control);
    assert!(result.best.is_some(), "a stopped search still returns a legal move");
}

#[test]
fn a_search_one_ply_deep_sees_the_end_of_the_game() {
    let mut engine = engine(1);
    let stop = StopFlag::new();
    let limits = SearchLimits::level(Level::MIN);
    let mut n_ends = 0;
    for n_empties in 1..=16 {
        for board in random_boards(n_empties, 300) {
            let result = search(&mut engine, &board, &limits);
            let mut control =
                SearchControl { stop: &stop, now: &|| Duration::ZERO, on_progress: &mut |_| () };
            let all = engine.score_all_moves(&board, &limits, &mut control);
            let first = all.moves.first().map(|mv| mv.score);
            assert_eq!(first.unwrap_or(result.score), result.score, "{board:?}");
            assert_eq!(first, all.best.map(|best| best.score));
            let ends =
                |mv: &MoveScore| board.play(mv.square).is_some_and(|after| after.is_game_over());
            n_ends += all.moves.iter().filter(|mv| ends(mv)).count();
        }
    }
    assert!(n_ends > 100, "{n_ends}");
}

/// An evaluation with random values and a ProbCut table with tiny sigmas.
struct RandomEvaluation(ProbCutTable);

impl Evaluator for RandomEvaluation {
    type State = ();

    fn init(&self, _: &Board) {}

    fn update(&self, (): &(), _: Square, _: Bitboard) {}

    fn pass(&self, (): &()) {}

    fn evaluate(&self, (): &(), board: &Board) -> Score {
        let bits = board.player().bits() ^ board.opponent().bits().rotate_left(21);
        Score::from_units((bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as i32 - 2048)
    }

    fn probcut_table(&self) -> &ProbCutTable {
        &self.0
    }
}

/// A selective search with such an evaluation contradicts itself all the time. Its aspiration
/// windows must still end.
#[test]
fn a_search_that_contradicts_itself_ends() {
    let none = ProbCutModel::with_constant_sigma(-5.0);
    let evaluation = RandomEvaluation(ProbCutTable::from_models(&none, &none));
    let mut engine = engine_with(evaluation, 1);
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    for board in random_boards(30, 60) {
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let result = engine.search(&board, &SearchLimits::depth(9), &mut control);
        assert_eq!(result.depth, 9);
    }
    for board in random_boards(15, 30) {
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let result = engine.search(&board, &SearchLimits::solve(Goal::Exact), &mut control);
        assert_eq!(result.accuracy, Accuracy::Exact);
    }
}
