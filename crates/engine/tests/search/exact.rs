//! Exact results against a simple solver, on random endgames.

use std::time::Duration;

use willow_board::{Bitboard, Board, Move, Symmetry};
use willow_engine::{Accuracy, Goal, SearchControl, SearchLimits, Selectivity, StopFlag};

use crate::support::{
    alpha_beta, check_published_problems, engine, final_score_of_line, ordered_alpha_beta,
    random_boards, search,
};

#[test]
fn solved_scores_equal_those_of_alpha_beta() {
    let mut engine = engine(1);
    for n_empties in 1..=11 {
        for board in random_boards(n_empties, if n_empties < 10 { 200 } else { 40 }) {
            let expected = alpha_beta(&board, -64, 64);
            let result = search(&mut engine, &board, &SearchLimits::solve(Goal::Exact));
            assert_eq!(result.score.rounded().value(), expected, "{board:?}");
            assert_eq!(result.accuracy, Accuracy::Exact);
            assert_eq!(
                final_score_of_line(&board, &result.pv),
                expected,
                "{board:?} {:?}",
                result.pv
            );
            let result = search(&mut engine, &board, &SearchLimits::solve(Goal::WinLossDraw));
            assert_eq!(result.score.units().signum(), expected.signum(), "{board:?}");
            assert_eq!(result.accuracy, Accuracy::WinLossDraw);
        }
    }
}

/// Random games have more extreme scores than real games, so cutoffs by stable discs and wipe-outs
/// are frequent. The engine keeps its tables from board to board, as in a game.
#[test]
fn thousands_of_endgames_have_the_scores_of_alpha_beta() {
    let mut engine = engine(1);
    for (n_empties, count) in [(4, 1000), (5, 1000), (6, 1000), (7, 500), (8, 500), (9, 250)] {
        for board in random_boards(n_empties, count) {
            let result = search(&mut engine, &board, &SearchLimits::solve(Goal::Exact));
            assert_eq!(result.score.rounded().value(), alpha_beta(&board, -64, 64), "{board:?}");
        }
    }
    for board in random_boards(12, 60) {
        let result = search(&mut engine, &board, &SearchLimits::solve(Goal::Exact));
        assert_eq!(
            result.score.rounded().value(),
            ordered_alpha_beta(&board, -64, 64),
            "{board:?}"
        );
    }
}

#[test]
fn all_moves_have_the_scores_of_alpha_beta() {
    let mut engine = engine(1);
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    for board in random_boards(8, 40) {
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let solved = engine.solve_all_moves(&board, &mut control);
        assert!(solved.moves.len() as u64 <= solved.nodes - solved.terminal_nodes);
        assert_eq!(solved.moves.len() as u32, board.legal_moves().count());
        for mv in solved.moves {
            let after = board.play(mv.square).unwrap();
            assert_eq!(
                mv.score.rounded().value(),
                -alpha_beta(&after, -64, 64),
                "{board:?} {mv:?}"
            );
        }
    }
}

/// Several best moves are common with few empties. A stopped search finds none.
#[test]
fn the_best_moves_are_those_of_all_moves() {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut n_ties = 0;
    for (board, threads) in random_boards(13, 40).iter().zip([1, 2].into_iter().cycle()) {
        let mut engine = engine(threads);
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let mut expected = engine.solve_all_moves(board, &mut control).moves;
        let best_score = expected[0].score;
        expected.retain(|mv| mv.score == best_score);
        expected.sort_by_key(|mv| mv.square);
        engine.clear();
        let solved = engine.solve_best_moves(board, Selectivity::NONE, &mut control);
        let mut found = solved.moves;
        found.sort_by_key(|mv| mv.square);
        assert_eq!(found, expected, "{board:?}");
        assert!(solved.terminal_nodes < solved.nodes);
        n_ties += usize::from(1 < found.len());
    }
    assert!(5 < n_ties, "{n_ties} boards with several best moves");
    let board = random_boards(13, 1)[0];
    stop.raise();
    let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
    let solved = engine(1).solve_best_moves(&board, Selectivity::NONE, &mut control);
    assert_eq!(solved.moves, []);
}

/// The scores of all moves of the magazine's problems, which other programs have published.
#[test]
fn published_problems_have_their_published_scores() {
    check_published_problems(&mut engine(1));
}

#[test]
fn the_images_of_a_board_have_its_score() {
    let mut engine = engine(1);
    for board in random_boards(14, 12) {
        let scores = Symmetry::ALL.map(|symmetry| {
            let [player, opponent] =
                [board.player(), board.opponent()].map(|discs| discs.transformed(symmetry));
            let image = Board::new(player, opponent).unwrap();
            search(&mut engine, &image, &SearchLimits::solve(Goal::Exact)).score
        });
        assert_eq!(scores, [scores[0]; 8], "{board:?}");
    }
}

#[test]
fn finished_games_and_passes_have_results() {
    let mut engine = engine(1);
    let limits = SearchLimits::solve(Goal::Exact);
    let full = Board::new(!Bitboard::EMPTY, Bitboard::EMPTY).unwrap();
    assert_eq!(search(&mut engine, &full, &limits).best, None);
    let board = random_boards(10, 400).into_iter().find(|board| {
        let after_pass = board.pass();
        after_pass.legal_moves().is_empty() && !board.legal_moves().is_empty()
    });
    let board = board.expect("some side has no move").pass();
    let result = search(&mut engine, &board, &limits);
    assert_eq!(result.best, Some(Move::Pass));
    assert_eq!(result.score.rounded().value(), alpha_beta(&board, -64, 64));
}
