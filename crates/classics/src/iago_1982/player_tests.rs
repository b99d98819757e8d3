//! IAGO against plain searches and against the clock.

use std::cell::Cell;
use std::time::Duration;

use willow_board::{Bitboard, Board, Color, Position, Square};
use willow_testkit::{Discs, exact_score, random_position};

use super::evaluation::{Iago1982Evaluation, Iago1982Weights};
use super::player::{
    Iago1982, Iago1982Control, Iago1982Limits, Iago1982Move, Iago1982Options, Iago1982Phase,
};
use super::timing::Iago1982Time;

const NO_BOOK: Iago1982Options =
    Iago1982Options { has_book: false, solves: true, weights: Iago1982Weights::Published };
const ONLY_SEARCH: Iago1982Options = Iago1982Options { solves: false, ..NO_BOOK };

/// Returns a position of a random game in which the side to move has several moves.
fn position(seed: u64, n_empties: u32) -> Option<Board> {
    let discs = random_position(n_empties, seed)?;
    let board =
        Board::new(Bitboard::from_bits(discs.player), Bitboard::from_bits(discs.opponent)).unwrap();
    (1 < board.legal_moves().count()).then_some(board)
}

fn choose(iago: &mut Iago1982, board: &Board, limits: Iago1982Limits) -> Iago1982Move {
    let position = Position::new(*board, Color::Black);
    let control = Iago1982Control { stop: &|_| false, now: &|_| Duration::ZERO };
    iago.choose(&position, None, &limits, control).unwrap()
}

fn to_depth(depth: u32) -> Iago1982Limits {
    Iago1982Limits { depth: Some(depth), ..Iago1982Limits::default() }
}

/// The same without pruning, killers or kept plies.
fn minimax(board: &Board, evaluation: Iago1982Evaluation, depth: u32) -> i32 {
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
    for (seed, n_empties) in (0..24).zip([50, 40, 25, 12, 6].into_iter().cycle()) {
        let Some(board) = position(seed, n_empties) else { continue };
        let found = choose(&mut Iago1982::new(ONLY_SEARCH), &board, to_depth(4));
        let evaluation = Iago1982Evaluation::of_root(&board);
        assert_eq!(found.value, minimax(&board, evaluation, 4), "seed {seed}");
        let after = board.play(found.square).unwrap();
        assert_eq!(found.value, -minimax(&after, evaluation, 3), "seed {seed}");
    }
}

/// What the kept plies and the killers know of earlier moves changes the order, never the value.
#[test]
fn a_game_keeps_its_plies_and_loses_no_value_by_it() {
    let mut iago = Iago1982::new(ONLY_SEARCH);
    let mut board = Board::START;
    while 20 < board.n_empties() && 1 < board.legal_moves().count() {
        let kept = choose(&mut iago, &board, to_depth(4));
        let fresh = choose(&mut Iago1982::new(ONLY_SEARCH), &board, to_depth(4));
        assert_eq!((kept.value, kept.level), (fresh.value, fresh.level), "{board:?}");
        board = board.play(kept.square).unwrap();
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
        // Nine empty squares: 4 + 5 for the outcome, 6 + 3 for the score.
        let score = exact(&board);
        let found = choose(&mut Iago1982::new(NO_BOOK), &board, to_depth(6));
        assert_eq!((found.phase, found.value), (Iago1982Phase::Exact, score), "seed {seed}");
        assert_eq!(-exact(&board.play(found.square).unwrap()), score, "seed {seed}");
        let found = choose(&mut Iago1982::new(NO_BOOK), &board, to_depth(4));
        if score < 0 {
            assert_eq!(found.phase, Iago1982Phase::Normal, "it looks for resistance");
        } else {
            assert_eq!((found.phase, found.value), (Iago1982Phase::Outcome, score.signum()));
        }
        phases[(1 + score.signum()) as usize] += 1;
    }
    assert!(2 < phases[0] && 2 < phases[2], "{phases:?}");
}

#[test]
fn levels_stop_where_the_nodes_would_not_suffice() {
    let board = position(3, 40).unwrap();
    let limits = |nodes| Iago1982Limits { nodes: Some(nodes), ..Iago1982Limits::default() };
    let mut levels = Vec::new();
    for nodes in [1, 100, 1_000, 10_000, 100_000] {
        let found = choose(&mut Iago1982::new(NO_BOOK), &board, limits(nodes));
        assert!(found.nodes <= nodes);
        assert!(board.is_legal(found.square));
        levels.push(found.level);
    }
    assert!(levels.is_sorted() && levels[0] == 0 && 4 < levels[4], "{levels:?}");
}

/// A clock that goes on a millisecond whenever somebody looks.
#[test]
fn it_answers_before_its_time_is_up() {
    let board = position(3, 40).unwrap();
    let clock = Cell::new(0);
    let now = |_| {
        clock.set(clock.get() + 1);
        Duration::from_millis(clock.get())
    };
    let limits = Iago1982Limits {
        time: Some(Iago1982Time::per_move(Duration::from_millis(100))),
        ..Iago1982Limits::default()
    };
    let position = Position::new(board, Color::Black);
    let control = Iago1982Control { stop: &|_| false, now: &now };
    let found = Iago1982::new(NO_BOOK).choose(&position, None, &limits, control).unwrap();
    assert!(clock.get() <= 100 && 2 < found.level, "{clock:?}, {found:?}");
    let stopped = Iago1982Control { stop: &|_| true, now: &now };
    let found = Iago1982::new(NO_BOOK).choose(&position, None, &to_depth(20), stopped).unwrap();
    assert!(found.nodes <= 256 && board.is_legal(found.square));
}

#[test]
fn the_book_and_the_only_move_need_no_search() {
    let mut iago = Iago1982::new(Iago1982Options::default());
    let found = choose(&mut iago, &Board::START, to_depth(3));
    assert_eq!((found.phase, found.nodes), (Iago1982Phase::Book, 0));
    let found = choose(&mut Iago1982::new(NO_BOOK), &Board::START, Iago1982Limits::default());
    assert_eq!((found.phase, found.level), (Iago1982Phase::Normal, 6));
}
