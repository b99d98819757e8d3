//! What the tests of the search share: plain solvers, random boards, and calls of the engine.

use std::time::Duration;

use willow_board::{Bitboard, Board, Move, Square};
use willow_engine::{
    Accuracy, Engine, EngineOptions, Goal, SearchControl, SearchLimits, SearchResult, StopFlag,
};
use willow_eval::Evaluator;
use willow_testkit::{Discs, fforum_problems, random_positions};

/// Alpha-beta search without any other pruning.
pub(crate) fn alpha_beta(board: &Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return alpha_beta_after_pass(board, alpha, beta, alpha_beta);
    }
    for square in moves.squares() {
        alpha = alpha.max(-alpha_beta(&board.after(square, board.flips(square)), -beta, -alpha));
        if beta <= alpha {
            break;
        }
    }
    alpha
}

/// Alpha-beta search with moves ordered by the opponent's mobility: fast enough for more empties.
pub(crate) fn ordered_alpha_beta(board: &Board, mut alpha: i32, beta: i32) -> i32 {
    let mut afters: Vec<Board> = board
        .legal_moves()
        .squares()
        .map(|square| board.after(square, board.flips(square)))
        .collect();
    if afters.is_empty() {
        return alpha_beta_after_pass(board, alpha, beta, ordered_alpha_beta);
    }
    afters.sort_by_key(|after| after.legal_moves().count());
    for after in afters {
        alpha = alpha.max(-ordered_alpha_beta(&after, -beta, -alpha));
        if beta <= alpha {
            break;
        }
    }
    alpha
}

fn alpha_beta_after_pass(
    board: &Board,
    alpha: i32,
    beta: i32,
    search: fn(&Board, i32, i32) -> i32,
) -> i32 {
    let passed = board.pass();
    if passed.legal_moves().is_empty() {
        return board.final_score().value();
    }
    -search(&passed, -beta, -alpha)
}

/// Returns boards with `n_empties` empties from random games that are not over.
pub(crate) fn random_boards(n_empties: u32, count: usize) -> Vec<Board> {
    random_positions(n_empties, count).into_iter().map(board).collect()
}

/// Returns the board of discs.
pub(crate) fn board(discs: Discs) -> Board {
    Board::new(Bitboard::from_bits(discs.player), Bitboard::from_bits(discs.opponent))
        .expect("no square has two discs")
}

/// Returns an engine with the hand-made evaluation.
pub(crate) fn engine(threads: usize) -> Engine<'static> {
    Engine::hand_made(options(threads)).expect("there is memory for a small table")
}

/// Returns an engine with an evaluation.
pub(crate) fn engine_with<'e>(evaluator: impl Evaluator + Send + 'e, threads: usize) -> Engine<'e> {
    Engine::with_evaluator(evaluator, options(threads)).expect("there is memory for a small table")
}

fn options(threads: usize) -> EngineOptions {
    EngineOptions { threads, hash_bytes: 1 << 22 }
}

/// Searches a board without a limit of time.
pub(crate) fn search(
    engine: &mut Engine<'_>,
    board: &Board,
    limits: &SearchLimits,
) -> SearchResult {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    engine.search(
        board,
        limits,
        &mut SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () },
    )
}

/// Solves a board exactly, and returns its score in discs.
pub(crate) fn solve(engine: &mut Engine<'_>, board: &Board) -> i32 {
    let result = search(engine, board, &SearchLimits::solve(Goal::Exact));
    assert_eq!(result.accuracy, Accuracy::Exact);
    result.score.rounded().value()
}

/// Plays the principal variation and returns the final score for the side to move at its start.
pub(crate) fn final_score_of_line(board: &Board, pv: &[Move]) -> i32 {
    let mut board = *board;
    let mut sign = 1;
    for mv in pv {
        board = match mv {
            Move::Place(square) => board.play(*square).expect("the line is legal"),
            Move::Pass => board.pass(),
        };
        sign = -sign;
    }
    assert!(board.is_game_over(), "the line goes to the end");
    sign * board.final_score().value()
}

/// Solves all moves of the published problems, and compares their scores with the published ones.
pub(crate) fn check_published_problems(engine: &mut Engine<'_>) {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    for problem in fforum_problems() {
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let scores = engine.solve_all_moves(&board(problem.discs), &mut control).moves;
        assert_eq!(scores.len(), problem.scores.len(), "problem {}", problem.number);
        for &(square, expected) in &problem.scores {
            let square = Square::from_index(square).expect("squares are numbers below 64");
            let found = scores.iter().find(|mv| mv.square == square).expect("the move is legal");
            let score = found.score.rounded().value();
            assert_eq!(score, expected, "problem {}, {square}", problem.number);
        }
    }
}
