#!/usr/bin/env python3
"""Compares the speed of willow_othello with other packages: pip install numpy numba rust-reversi creversi-python

Prints the table of docs/benchmarks/python.md. The packages take turns; each number is the best of some rounds.
"""

import sys
import time

import creversi
import numpy as np
import rust_reversi
from creversi import _bitboard, _bitboard_np

from willow_othello import Engine, Position, batch

ROUNDS = 5
PLAYER, OPPONENT = batch.random_positions(100_000, plies=24, seed=1)
MOVES = batch.legal_moves(PLAYER, OPPONENT)
PLAYER, OPPONENT, MOVES = (bits[MOVES != 0] for bits in (PLAYER, OPPONENT, MOVES))
SQUARES = batch.bits_of(MOVES).reshape(-1, 64).argmax(axis=1).astype(np.uint8)
# One at a time is slow: as many are enough.
SOME = 5_000
ONES = list(zip(PLAYER[:SOME].tolist(), OPPONENT[:SOME].tolist(), SQUARES[:SOME].tolist()))


def rust_board(player, opponent):
    board = rust_reversi.Board()
    board.set_board(player, opponent, rust_reversi.Turn.BLACK)
    return board


def creversi_board(player, opponent):
    board = creversi.Board()
    board._player, board._opponent = player, opponent
    return board


WILLOW = [Position.from_bits(player, opponent) for player, opponent, _ in ONES]
RUST = [rust_board(player, opponent) for player, opponent, _ in ONES]


def perft_willow(position, depth):
    """Counts lines in Python."""
    if depth == 1:
        return max(position.legal_moves_bits().bit_count(), 1)
    if position.must_pass:
        return perft_willow(position.play("pass"), depth - 1)
    return sum(perft_willow(after, depth - 1) for after in position.children())


def perft_rust(board, depth):
    moves = board.get_legal_moves()
    if depth == 1:
        return max(moves.bit_count(), 1)
    if not moves:
        after = board.clone()
        after.do_pass()
        return perft_rust(after, depth - 1)
    return sum(perft_rust(after, depth - 1) for after in board.get_child_boards())


def perft_creversi(player, opponent, depth):
    moves = _bitboard.mobility(player, opponent)
    if depth == 1:
        return max(moves.bit_count(), 1)
    if not moves:
        return perft_creversi(opponent, player, depth - 1)
    total = 0
    for square in _bitboard.iter_set_bits(moves):
        total += perft_creversi(*_bitboard.apply_move(player, opponent, square), depth - 1)
    return total


def after_rust():
    for board, (_, _, square) in zip(RUST, ONES):
        after = board.clone()
        # Its squares count from h8.
        after.do_move(63 - square)


MATRIX = rust_reversi.MatrixEvaluator([[1] * 8] * 8)
MATES = [(position, rust_board(position.player, position.opponent)) for position in WILLOW[:20]]
ENDS = batch.random_positions(200, plies=49, seed=2)
ENDS = [
    (Position.from_bits(player, opponent), rust_board(player, opponent))
    for player, opponent in zip(ENDS[0].tolist(), ENDS[1].tolist())
    if Position.from_bits(player, opponent).legal_moves()
][:50]
ENGINE = Engine(hash_mib=16)


def searches_rust(pairs, evaluator, depth):
    search = rust_reversi.AlphaBetaSearch(evaluator, depth, 10_000)
    for _, board in pairs:
        search.get_move(board)


def searches_willow(pairs, depth):
    ENGINE.clear()
    for position, _ in pairs:
        ENGINE.search(position, depth=depth)


def solve_willow(pairs):
    ENGINE.clear()
    for position, _ in pairs:
        ENGINE.solve(position)


START = Position()
# For each row: how many units of work, and for each package what does it (a number of them, and a function).
TASKS = {
    "legal moves, one position a call": {
        "willow": (SOME, lambda: [position.legal_moves_bits() for position in WILLOW]),
        "rust-reversi": (SOME, lambda: [board.get_legal_moves() for board in RUST]),
        "creversi-python": (SOME, lambda: [_bitboard.mobility(player, opponent) for player, opponent, _ in ONES]),
    },
    "legal moves, arrays": {
        "willow": (len(PLAYER), lambda: batch.legal_moves(PLAYER, OPPONENT, threads=1)),
        "creversi-python": (len(PLAYER), lambda: _bitboard_np.mobility_batch(PLAYER, OPPONENT)),
    },
    "a move, one position a call": {
        "willow": (SOME, lambda: [position.play(square) for position, (_, _, square) in zip(WILLOW, ONES)]),
        "rust-reversi": (SOME, after_rust),
        "creversi-python": (SOME, lambda: [_bitboard.apply_move(*each) for each in ONES]),
    },
    "flips, arrays": {
        "willow": (len(PLAYER), lambda: batch.flips(PLAYER, OPPONENT, SQUARES, threads=1)),
        "creversi-python": (
            len(PLAYER),
            lambda: _bitboard_np.flip_batch(PLAYER, OPPONENT, np.uint64(1) << SQUARES.astype(np.uint64)),
        ),
    },
    "moves, arrays": {
        "willow": (len(PLAYER), lambda: batch.after(PLAYER, OPPONENT, SQUARES, threads=1)),
        "creversi-python": (len(PLAYER), lambda: _bitboard_np.apply_move_batch(PLAYER, OPPONENT, SQUARES)),
    },
    "perft 6, recursion in Python": {
        "willow": (8200, lambda: perft_willow(START, 6)),
        "rust-reversi": (8200, lambda: perft_rust(rust_reversi.Board(), 6)),
        "creversi-python": (8200, lambda: perft_creversi(int(batch.START[0]), int(batch.START[1]), 6)),
    },
    "perft 6, one call": {"willow": (8200, lambda: START.perft(6))},
    "evaluation, one position a call": {
        "willow": (SOME, lambda: [ENGINE.evaluate(position) for position in WILLOW]),
        "rust-reversi": (SOME, lambda: [MATRIX.evaluate(board) for board in RUST]),
    },
    "evaluation, arrays": {"willow": (len(PLAYER), lambda: batch.evaluate(PLAYER, OPPONENT, threads=1))},
    "search of 20 positions to depth 8": {
        "willow": (20, lambda: searches_willow(MATES, 8)),
        "rust-reversi": (20, lambda: searches_rust(MATES, MATRIX, 8)),
    },
    "solution of 50 positions with 11 empties": {
        "willow": (50, lambda: solve_willow(ENDS)),
        "rust-reversi": (50, lambda: searches_rust(ENDS, rust_reversi.PieceEvaluator(), 13)),
    },
}


def check():
    """All packages agree on what is measured."""
    for position, board, (player, opponent, square) in zip(WILLOW, RUST, ONES):
        moves = position.legal_moves_bits()
        assert moves == board.get_legal_moves() == _bitboard.mobility(player, opponent)
        after = position.play(square)
        of_rust = board.clone()
        of_rust.do_move(63 - square)
        assert (
            (after.player, after.opponent) == _bitboard.apply_move(player, opponent, square) == of_rust.get_board()[:2]
        )
    assert np.array_equal(MOVES, _bitboard_np.mobility_batch(PLAYER, OPPONENT))
    boards = perft_willow(START, 6), perft_rust(rust_reversi.Board(), 6), START.perft(6)
    assert boards == (8200, 8200, 8200) and len(ENDS) == 50


def seconds(work):
    """Processor time, so that other programs matter less."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main():
    check()
    print("| work | willow_othello | rust-reversi | creversi-python |\n| --- | --- | --- | --- |")
    for task, packages in TASKS.items():
        if not any(word in task for word in sys.argv[1:] or [""]):
            continue
        rounds = [{name: seconds(work) / units for name, (units, work) in packages.items()} for _ in range(ROUNDS)]
        best = {name: min(each[name] for each in rounds) for name in packages}
        cells = []
        for name in ("willow", "rust-reversi", "creversi-python"):
            if name not in best:
                cells.append("")
                continue
            slower = f", {best[name] / best['willow']:.1f} times" if name != "willow" and "willow" in best else ""
            nanoseconds = best[name] * 1e9
            cells.append(f"{nanoseconds:,.{1 if nanoseconds < 10 else 0}f} ns{slower}")
        print(f"| {task} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
