//! What holds between the searches in any position.

use proptest::prelude::*;
use willow_board::{Bitboard, Board, Square};
use willow_classics::paip::{
    Dialect, FinalValues, Method, Othello, OthelloEvaluation, Problem, SearchResult, SquareOrder,
    Value, search,
};
use willow_testkit::{Discs, Ply, game_of_choices};

/// Plays a game from its start in which each number chooses among the moves, and stops where the side to
/// move has a move.
fn position(choices: &[usize]) -> Board {
    let plies = game_of_choices(choices);
    let mut boards = plies.iter().map(Ply::after).filter(|discs| !discs.is_game_over());
    let discs = boards.next_back().unwrap_or(Discs::START);
    let discs = if discs.must_pass() { discs.passed() } else { discs };
    Board::new(Bitboard::from_bits(discs.player), Bitboard::from_bits(discs.opponent))
        .expect("no square has two discs")
}

fn found(
    method: Method,
    evaluation: &str,
    order: SquareOrder,
    board: &Board,
) -> SearchResult<Square> {
    let evaluation = OthelloEvaluation::named(evaluation, board).expect("it exists");
    found_in(Dialect::Lisp, Dialect::Lisp.final_values(), method, evaluation, order, board)
}

fn found_in(
    dialect: Dialect,
    final_values: FinalValues,
    method: Method,
    evaluation: OthelloEvaluation,
    order: SquareOrder,
    board: &Board,
) -> SearchResult<Square> {
    let problem = Problem {
        game: &Othello::new(order),
        evaluation: &evaluation,
        final_values,
        dialect,
        stop: &|_| false,
    };
    search(method, &problem, board)
}

fn positions() -> impl Strategy<Value = Board> {
    prop::collection::vec(0..60_usize, 0..60).prop_map(|choices| position(&choices))
}

fn orders() -> impl Strategy<Value = SquareOrder> {
    prop_oneof![Just(SquareOrder::Board), Just(SquareOrder::Static)]
}

fn evaluations() -> impl Strategy<Value = &'static str> {
    prop::sample::select(OthelloEvaluation::NAMES.to_vec())
}

proptest! {
    #[test]
    fn alpha_beta_and_the_killer_choose_the_move_of_minimax(
        board in positions(),
        order in orders(),
        evaluation in evaluations(),
        depth in 1..4_u32,
    ) {
        let plain = found(Method::Minimax { depth }, evaluation, order, &board);
        let killer = Method::killer(depth);
        let killers = |killers| Method::AlphaBetaKiller { depth, killers };
        for method in [Method::AlphaBeta { depth }, killer, killers(2), killers(8)] {
            let pruned = found(method, evaluation, order, &board);
            prop_assert_eq!((pruned.best, pruned.value), (plain.best, plain.value));
            prop_assert!(pruned.counts.boards <= plain.counts.boards);
        }
        let one = found(killers(1), evaluation, order, &board);
        prop_assert_eq!(one, found(killer, evaluation, order, &board));
    }

    #[test]
    fn sorting_finds_the_value_of_minimax_by_an_antisymmetric_evaluation(
        board in positions(),
        order in orders(),
        depth in 1..4_u32,
    ) {
        let plain = found(Method::Minimax { depth }, "modified-weighted-squares", order, &board);
        let sorted =
            found(Method::AlphaBetaSorted { depth }, "modified-weighted-squares", order, &board);
        prop_assert_eq!(sorted.value, plain.value);
        prop_assert_eq!(sorted.counts.evaluations, sorted.counts.boards + 1);
    }

    #[test]
    fn the_maximizer_is_minimax_to_one_ply(board in positions()) {
        let order = SquareOrder::Board;
        let one = found(Method::Maximizer, "weighted-squares", order, &board);
        let other = found(Method::Minimax { depth: 1 }, "weighted-squares", order, &board);
        prop_assert_eq!((one.best, one.value), (other.best, other.value));
        prop_assert_eq!(one.counts, other.counts);
    }

    #[test]
    fn the_parts_add_up_to_the_value(board in positions(), name in evaluations()) {
        let evaluation = OthelloEvaluation::named(name, &board).unwrap();
        let sum: f64 = evaluation.explain(&board).iter().map(|term| term.contribution).sum();
        prop_assert!((sum - f64::from(evaluation.value(&board).units())).abs() < 1e-6);
    }

    #[test]
    fn the_clojure_version_takes_the_last_of_equal_moves(board in positions(), depth in 1..3_u32) {
        let evaluation = OthelloEvaluation::CountDifference;
        let clojure = |method| {
            let values = Dialect::Clojure.final_values();
            found_in(Dialect::Clojure, values, method, evaluation, SquareOrder::Board, &board)
        };
        // The value of every move, by a search one ply shorter after it.
        let value_of = |square: Square| {
            let next = board.play(square).expect("the move is legal");
            let values = Dialect::Clojure.final_values();
            let method = Method::Minimax { depth: depth - 1 };
            let reply =
                found_in(Dialect::Clojure, values, method, evaluation, SquareOrder::Board, &next);
            -reply.value.expect("the search was not stopped")
        };
        let moves: Vec<Square> = board.legal_moves().squares().collect();
        if moves.is_empty() {
            return Ok(());
        }
        let best = moves.iter().map(|&square| value_of(square)).max().unwrap();
        let first = moves.iter().find(|&&square| value_of(square) == best).copied();
        let last = moves.iter().rfind(|&&square| value_of(square) == best).copied();
        let plain = clojure(Method::Minimax { depth });
        prop_assert_eq!((plain.best, plain.value), (last, Some(best)));
        prop_assert_eq!(clojure(Method::AlphaBeta { depth }).best, first);
        if depth == 1 {
            prop_assert_eq!(clojure(Method::Maximizer).best, last);
        }
    }
}

/// The position after 1 f5 in which White can play d6, f4 or f6.
fn after_f5() -> Board {
    Board::START.play(Square::F5).expect("f5 is legal")
}

#[test]
fn boards_and_evaluations_are_counted() {
    let counts = |method| {
        let found = found(method, "count-difference", SquareOrder::Board, &after_f5());
        (found.counts.boards, found.counts.evaluations)
    };
    // From perft: 3 moves here, 14 at two plies, 61 at three.
    assert_eq!(counts(Method::Maximizer), (3, 3));
    assert_eq!(counts(Method::Minimax { depth: 1 }), (3, 3));
    assert_eq!(counts(Method::Minimax { depth: 2 }), (3 + 14, 14));
    assert_eq!(counts(Method::Minimax { depth: 3 }), (3 + 14 + 61, 61));
}

#[test]
fn a_stopped_search_has_the_best_move_so_far() {
    let game = Othello::new(SquareOrder::Board);
    let problem = Problem { stop: &|_| true, ..Problem::new(&game, &OthelloEvaluation::Mobility) };
    for method in [
        Method::Minimax { depth: 12 },
        Method::AlphaBeta { depth: 12 },
        Method::AlphaBetaSorted { depth: 12 },
        Method::killer(12),
    ] {
        let found = search(method, &problem, &after_f5());
        assert!(found.best.is_some_and(|square| after_f5().is_legal(square)), "{method:?}");
        assert_eq!(found.value, None);
        assert!(found.counts.boards <= 1024);
    }
}

#[test]
fn a_factor_for_the_margin_prefers_the_greater_win() {
    let values = Dialect::Lisp.final_values();
    assert_eq!(values.of(2), values.of(40));
    assert_eq!(values.of(0), Value::from_units(0));
    let values = values.with_margin();
    assert!(values.of(2) < values.of(40) && values.of(40) < values.greatest());
    assert!(values.of(-40) < values.of(-2) && values.of(-2) < values.of(0));
}

/// The Clojure version hands every child its own window, so that it visits what minimax visits, unless
/// a game is won within the search.
#[test]
fn alpha_beta_in_clojure_visits_as_much_as_minimax() {
    let board = after_f5();
    let search_in = |dialect, method| {
        let evaluation = OthelloEvaluation::WeightedSquares;
        found_in(
            dialect,
            Dialect::Lisp.final_values(),
            method,
            evaluation,
            SquareOrder::Board,
            &board,
        )
    };
    let (minimax, alpha_beta) = (Method::Minimax { depth: 6 }, Method::AlphaBeta { depth: 6 });
    let all = search_in(Dialect::Lisp, minimax);
    let clojure = search_in(Dialect::Clojure, alpha_beta);
    let lisp = search_in(Dialect::Lisp, alpha_beta);
    assert_eq!((clojure.counts, clojure.value), (all.counts, all.value));
    assert_eq!((lisp.value, lisp.best), (clojure.value, clojure.best));
    assert!(3 * lisp.counts.boards < clojure.counts.boards, "{lisp:?} {clojure:?}");
}
