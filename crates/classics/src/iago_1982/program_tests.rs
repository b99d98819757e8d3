//! IAGO against plain searches and against the clock.

use std::cell::Cell;
use std::time::Duration;

use willow_board::{Board, Color, Position, Square};
use willow_testkit::{Discs, exact_score};

use super::evaluation::{Evaluation, Weights};
use super::program::{Details, Iago1982, Options};
use crate::test_support::random_board;
use crate::{Choice, Control, Limits, MoveSource, MoveValue, Program as _, RootPosition};

const NO_BOOK: Options = Options { has_book: false, solves: true, weights: Weights::Published };
const ONLY_SEARCH: Options = Options { solves: false, ..NO_BOOK };

/// Returns a position of a random game in which the side to move has several moves.
fn position(seed: u64, n_empties: u32) -> Option<Board> {
    random_board(seed, n_empties).filter(|board| 1 < board.legal_moves().count())
}

fn root_of(board: &Board) -> RootPosition {
    Position::new(*board, Color::Black).into()
}

fn choose(iago: &mut Iago1982, board: &Board, limits: Limits) -> Choice<Details> {
    iago.choose(&root_of(board), &limits, Control::UNTIMED).unwrap()
}

/// The same without pruning, killers or kept plies.
fn minimax(board: &Board, evaluation: Evaluation, depth: u32) -> i32 {
    if board.is_game_over() {
        let discs = board.final_score().value();
        return 10_000_000 * discs.signum() + discs;
    }
    if depth == 0 {
        return evaluation.value(board);
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return -minimax(&board.pass(), evaluation, depth - 1);
    }
    let value = |at: Square| -minimax(&board.play(at).unwrap(), evaluation, depth - 1);
    moves.squares().map(value).max().unwrap()
}

fn exact(board: &Board) -> i32 {
    let (player, opponent) = (board.player().bits(), board.opponent().bits());
    exact_score(&Discs { player, opponent })
}

#[test]
fn the_value_is_that_of_minimax_and_the_move_has_it() {
    let mut n_explained = 0;
    for (seed, n_empties) in (0..24).zip([50, 40, 25, 12, 6].into_iter().cycle()) {
        let Some(board) = position(seed, n_empties) else { continue };
        let found = choose(&mut Iago1982::new(ONLY_SEARCH), &board, Limits::depth(4));
        let evaluation = Evaluation::of_root(&board);
        let value = found.value.unwrap().number();
        assert_eq!(value, minimax(&board, evaluation, 4), "seed {seed}");
        let after = board.play(found.best).unwrap();
        assert_eq!(value, -minimax(&after, evaluation, 3), "seed {seed}");
        let parts = found.details.features.iter().map(|term| term.contribution);
        if 0 < parts.len() {
            n_explained += 1;
            let error = (parts.sum::<f64>() - f64::from(value)).abs();
            assert!(error < 1e-9, "seed {seed}: {:?}", found.line);
        }
    }
    assert!(10 < n_explained, "{n_explained}");
}

/// What the kept plies and the killers know of earlier moves changes the order, never the value.
#[test]
fn a_game_keeps_its_plies_and_loses_no_value_by_it() {
    let mut iago = Iago1982::new(ONLY_SEARCH);
    let mut board = Board::START;
    while 20 < board.n_empties() && 1 < board.legal_moves().count() {
        let kept = choose(&mut iago, &board, Limits::depth(4));
        let fresh = choose(&mut Iago1982::new(ONLY_SEARCH), &board, Limits::depth(4));
        assert_eq!((kept.value, kept.depth), (fresh.value, fresh.depth), "{board:?}");
        board = board.play(kept.best).unwrap();
        let reply = board.legal_moves().first();
        board = reply.map_or(board.pass(), |square| board.play(square).unwrap());
    }
    assert!(board.n_empties() < 40);
}

#[test]
fn the_end_is_solved_for_the_outcome_and_then_exactly() {
    let mut phases = [0; 3];
    for seed in 0..40 {
        let Some(board) = position(seed, 9) else { continue };
        // Nine empties: 4 + 5 for the outcome, 6 + 3 for the score.
        let score = exact(&board);
        let found = choose(&mut Iago1982::new(NO_BOOK), &board, Limits::depth(6));
        assert_eq!(
            (found.details.phase, found.value),
            (MoveSource::Exact, Some(MoveValue::Discs(score))),
            "seed {seed}"
        );
        assert_eq!(-exact(&board.play(found.best).unwrap()), score, "seed {seed}");
        let found = choose(&mut Iago1982::new(NO_BOOK), &board, Limits::depth(4));
        if score < 0 {
            assert_eq!(found.details.phase, MoveSource::Normal, "it looks for resistance");
        } else {
            assert_eq!(
                (found.details.phase, found.value),
                (MoveSource::Outcome, Some(MoveValue::Outcome(score.signum())))
            );
        }
        phases[(1 + score.signum()) as usize] += 1;
    }
    assert!(2 < phases[0] && 2 < phases[2], "{phases:?}");
}

#[test]
fn levels_stop_where_the_nodes_would_not_suffice() {
    let board = position(3, 40).unwrap();
    let mut levels = Vec::new();
    for nodes in [1, 100, 1_000, 10_000, 100_000] {
        let found = choose(&mut Iago1982::new(NO_BOOK), &board, Limits::nodes(nodes));
        assert!(found.nodes <= nodes);
        assert!(board.is_legal(found.best));
        levels.push(found.depth);
    }
    assert!(levels.is_sorted() && levels[0] == 0 && 4 < levels[4], "{levels:?}");
}

/// A clock that goes on by a millisecond at each call.
#[test]
fn it_answers_before_its_time_is_up() {
    let board = position(3, 40).unwrap();
    let clock = Cell::new(0);
    let now = |_| {
        clock.set(clock.get() + 1);
        Duration::from_millis(clock.get())
    };
    let limits = Limits::move_time(Duration::from_millis(100));
    let root = root_of(&board);
    let control = Control { now: &now, ..Control::UNTIMED };
    let found = Iago1982::new(NO_BOOK).choose(&root, &limits, control).unwrap();
    assert!(clock.get() <= 100 && 2 < found.depth, "{clock:?}, {found:?}");
    let stopped = Control { stop: &|_| true, ..control };
    let found = Iago1982::new(NO_BOOK).choose(&root, &Limits::depth(20), stopped).unwrap();
    assert!(found.nodes <= 256 && board.is_legal(found.best));
}

#[test]
fn the_book_and_the_only_move_need_no_search() {
    let mut iago = Iago1982::new(Options::default());
    let found = choose(&mut iago, &Board::START, Limits::depth(3));
    assert_eq!((found.details.phase, found.nodes), (MoveSource::Book, 0));
    let found = choose(&mut Iago1982::new(NO_BOOK), &Board::START, Limits::default());
    assert_eq!((found.details.phase, found.depth), (MoveSource::Normal, 6));
}
