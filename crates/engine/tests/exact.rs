//! Exact results against a simple solver, on random endgames.

use std::time::Duration;

use willow_board::{Bitboard, Board, Move, Square};
use willow_engine::{
    Accuracy, Engine, EngineOptions, Goal, SearchControl, SearchLimits, SearchResult, StopFlag,
};
use willow_eval::{Evaluator, HandMade, ProbCutModel, ProbCutTable, Score};
use willow_testkit::{Discs, fforum_problems, random_positions};

/// Alpha-beta search without any other pruning.
fn alpha_beta(board: &Board, mut alpha: i32, beta: i32) -> i32 {
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

/// Alpha-beta search with moves ordered by the opponent's mobility: fast enough for more empty squares.
fn ordered_alpha_beta(board: &Board, mut alpha: i32, beta: i32) -> i32 {
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

/// Returns boards with `n_empties` empty squares from random games that are not over.
fn random_boards(n_empties: u32, count: usize) -> Vec<Board> {
    random_positions(n_empties, count).into_iter().map(board).collect()
}

fn board(discs: Discs) -> Board {
    Board::new(Bitboard::from_bits(discs.player), Bitboard::from_bits(discs.opponent))
        .expect("no square has two discs")
}

fn engine(threads: usize) -> Engine<HandMade> {
    Engine::new(HandMade::default(), EngineOptions { threads, hash_bytes: 1 << 22 })
}

fn search(engine: &mut Engine<HandMade>, board: &Board, limits: &SearchLimits) -> SearchResult {
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    engine.search(
        board,
        limits,
        &mut SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () },
    )
}

/// Plays the principal variation and returns the final score for the side to move at its start.
fn final_score_of_line(board: &Board, pv: &[Move]) -> i32 {
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
        let (scores, nodes) = engine.solve_all_moves(&board, &mut control);
        assert!(scores.len() as u64 <= nodes);
        assert_eq!(scores.len() as u32, board.legal_moves().count());
        for mv in scores {
            let after = board.play(mv.square).unwrap();
            assert_eq!(
                mv.score.rounded().value(),
                -alpha_beta(&after, -64, 64),
                "{board:?} {mv:?}"
            );
        }
    }
}

/// The scores of all moves of the magazine's problems, which other programs have published.
#[test]
fn published_problems_have_their_published_scores() {
    let mut engine = engine(1);
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    for problem in fforum_problems() {
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let (scores, _) = engine.solve_all_moves(&board(problem.discs), &mut control);
        assert_eq!(scores.len(), problem.scores.len(), "problem {}", problem.number);
        for &(square, expected) in &problem.scores {
            let square = Square::from_index(square).expect("squares are numbers below 64");
            let found = scores.iter().find(|mv| mv.square == square).expect("the move is legal");
            let score = found.score.rounded().value();
            assert_eq!(score, expected, "problem {}, {square}", problem.number);
        }
    }
}

#[test]
fn two_threads_find_the_same_scores() {
    let (mut one, mut two) = (engine(1), engine(2));
    for board in random_boards(16, 12) {
        let limits = SearchLimits::solve(Goal::Exact);
        let (a, b) = (search(&mut one, &board, &limits), search(&mut two, &board, &limits));
        assert_eq!(a.score, b.score, "{board:?}");
        assert_eq!(final_score_of_line(&board, &b.pv), b.score.rounded().value());
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
    let options = EngineOptions { threads: 1, hash_bytes: 1 << 16 };
    let mut engine = Engine::new(evaluation, options);
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
