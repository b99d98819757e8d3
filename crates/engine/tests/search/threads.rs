//! Several threads against one.

use willow_board::{Board, Move};
use willow_engine::{Engine, Goal, SearchLimits};

use crate::support::{engine, engine_with, final_score_of_line, random_boards, search, solve};

/// Solves a board and returns its score. The best move and the principal variation must have it, too.
fn checked_score(engine: &mut Engine<'_>, board: &Board) -> i32 {
    let result = search(engine, board, &SearchLimits::solve(Goal::Exact));
    let score = result.score.rounded().value();
    assert_eq!(final_score_of_line(board, &result.pv), score, "{board:?} {:?}", result.pv);
    let after = match result.best.expect("the game is not over") {
        Move::Place(square) => board.play(square).expect("the best move is legal"),
        Move::Pass => board.pass(),
    };
    assert_eq!(-solve(engine, &after), score, "{board:?} {:?}", result.best);
    score
}

/// Boards with 16 and 17 empties are split in the midgame searches before the solve, and in the
/// solve.
#[test]
fn four_threads_find_the_scores_of_one() {
    let network = willow_eval::weights::evaluator();
    let (mut one, mut four) = (engine_with(network, 1), engine_with(network, 4));
    for board in [random_boards(16, 120), random_boards(17, 80)].concat() {
        let scores = (checked_score(&mut one, &board), checked_score(&mut four, &board));
        assert_eq!(scores.0, scores.1, "{board:?}");
    }
}

#[test]
fn two_threads_find_the_same_scores() {
    let (mut one, mut two) = (engine(1), engine(2));
    for board in random_boards(16, 12) {
        assert_eq!(checked_score(&mut one, &board), checked_score(&mut two, &board), "{board:?}");
    }
}

/// A search with several threads that reaches its limit must not store wrong scores: a helper that
/// gives up a move leaves the split point without that move's score.
#[test]
fn an_interrupted_search_leaves_no_wrong_scores() {
    let (mut one, mut four) = (engine(1), engine(4));
    let solve = SearchLimits::solve(Goal::Exact);
    for board in random_boards(18, 12) {
        let expected = search(&mut one, &board, &solve);
        for part in 1..40 {
            let limits = SearchLimits { nodes: Some(expected.nodes * part / 40), ..solve };
            search(&mut four, &board, &limits);
        }
        assert_eq!(search(&mut four, &board, &solve).score, expected.score, "{board:?}");
    }
}
