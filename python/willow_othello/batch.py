"""Many positions at once, as numpy arrays.

A position is two numbers of type ``uint64``: the discs of the side to move and those of its opponent. The bit 0 is
a1, the bit 1 is b1, the bit 63 is h8. Arrays of positions have the shape ``(n,)``; a single number stands for all
positions. Functions share the positions among ``threads`` threads, all processors by default, without the
interpreter's lock. ``ValueError`` names the first position that is wrong by its index.

>>> import numpy as np
>>> from willow_othello import batch
>>> [hex(moves) for moves in batch.legal_moves(*batch.START)]
['0x102004080000']
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native

__all__ = [
    "NO_MOVE",
    "N_FEATURES",
    "N_WEIGHTS",
    "PASS",
    "START",
    "Games",
    "Positions",
    "Searches",
    "after",
    "bits_of",
    "canonical",
    "canonical_features",
    "evaluate",
    "features",
    "final_scores",
    "flips",
    "legal_moves",
    "random_positions",
    "search",
    "transform",
    "wthor_games",
    "wthor_names",
    "wthor_positions",
]

#: The square of a pass.
PASS = 64
#: What stands where there is no move.
NO_MOVE = 255
#: The number of features of a position.
N_FEATURES: int = _native.N_FEATURES
#: The number of weights of all features.
N_WEIGHTS: int = _native.N_WEIGHTS
#: The start of the game: the discs of Black, who is to move, and of White.
START = (np.uint64(0x0000_0008_1000_0000), np.uint64(0x0000_0010_0800_0000))

Bits = NDArray[np.uint64]


def legal_moves(player: ArrayLike, opponent: ArrayLike, *, threads: int | None = None) -> Bits:
    """Returns the legal moves of each position as sets of squares, ``uint64`` of shape ``(n,)``."""
    return _native.legal_moves(*_boards(player, opponent), _threads(threads))


def flips(player: ArrayLike, opponent: ArrayLike, square: ArrayLike, *, threads: int | None = None) -> Bits:
    """Returns the discs that a disc on a square flips, ``uint64`` of shape ``(n,)``.

    ``square`` has numbers from 0 to 63. On a square with a disc nothing is flipped.
    """
    return _native.flips(*_with_squares(player, opponent, square), _threads(threads))


def after(
    player: ArrayLike, opponent: ArrayLike, square: ArrayLike, *, threads: int | None = None
) -> tuple[Bits, Bits]:
    """Plays a move in each position: returns the discs of the side that is then to move, and of its opponent.

    ``square`` has numbers from 0 to 63, or ``PASS``. ``ValueError`` if the rules do not allow a move.
    """
    return _native.after(*_with_squares(player, opponent, square), _threads(threads))


def final_scores(player: ArrayLike, opponent: ArrayLike, *, threads: int | None = None) -> NDArray[np.int8]:
    """Returns the result if the game ended there, ``int8`` of shape ``(n,)``.

    In discs for the side to move, the empties given to the winner.
    """
    return _native.final_scores(*_boards(player, opponent), _threads(threads))


def evaluate(player: ArrayLike, opponent: ArrayLike, *, threads: int | None = None) -> NDArray[np.float32]:
    """Returns the value of each position by the engine's evaluation, without a search.

    ``float32`` of shape ``(n,)``, in discs for the side to move; the result where the game is over.
    """
    return _native.evaluate(*_boards(player, opponent), _threads(threads))


def features(player: ArrayLike, opponent: ArrayLike, *, threads: int | None = None) -> NDArray[np.uint32]:
    """Returns the features of the engine's evaluation, ``uint32`` of shape ``(n, N_FEATURES)``.

    Each is the index of a weight, below ``N_WEIGHTS``: one of 58 patterns of squares and 10 counts and sets of moves.
    """
    return _native.features(*_boards(player, opponent), _threads(threads))


def canonical_features() -> NDArray[np.uint32]:
    """Returns for every weight the smallest among its mirror images, ``uint32`` of shape ``(N_WEIGHTS,)``.

    ``canonical_features()[features(...)]`` is the same set for all eight images of a position.
    """
    return _native.canonical_features()


class Searches(NamedTuple):
    """What searches found, each of shape ``(n,)``."""

    #: In discs for the side to move.
    score: NDArray[np.float32]
    #: The best moves: squares from 0 to 63, ``PASS``, or ``NO_MOVE`` where the game is over.
    move: NDArray[np.uint8]
    #: Whether the score is the result with best play.
    exact: NDArray[np.bool_]
    #: The positions that were searched.
    nodes: NDArray[np.uint64]


def search(
    player: ArrayLike,
    opponent: ArrayLike,
    *,
    level: int | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    hash_mib: int = 1,
    threads: int | None = None,
) -> Searches:
    """Searches each position by itself, with an engine and a hash table of ``hash_mib`` for each thread.

    The limits are those of ``Engine.search``. The results do not depend on the number of threads.
    """
    boards = _boards(player, opponent)
    found = _native.search(*boards, _threads(threads), level=level, depth=depth, nodes=nodes, hash_mib=hash_mib)
    return Searches(*found)


def canonical(player: ArrayLike, opponent: ArrayLike, *, threads: int | None = None) -> tuple[Bits, Bits]:
    """Returns the smallest of the eight images of each position: that of all of them."""
    return _native.canonical(*_boards(player, opponent), _threads(threads))


def transform(bits: ArrayLike, symmetry: int) -> Bits:
    """Returns the images of sets of squares under a symmetry, 0 (identity) to 7.

    1 to 3 turn the board by 90, 180 and 270 degrees clockwise, 4 mirrors the columns, 5 the rows, 6 reflects about
    the diagonal from a1 to h8, 7 about the other.
    """
    return _native.transform(_array(bits, np.uint64, "bits"), symmetry)


def bits_of(bits: ArrayLike) -> NDArray[np.uint8]:
    """Returns sets of squares as planes of zeros and ones, ``uint8`` of shape ``(n, 8, 8)``: row 1 first."""
    bytes_of_rows = _array(bits, np.uint64, "bits").astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(bytes_of_rows, axis=1, bitorder="little").reshape(-1, 8, 8)


def random_positions(n: int, *, plies: int, seed: int) -> tuple[Bits, Bits]:
    """Returns the positions after so many random plies from the start, passes included.

    Games that end before stay where they ended.
    """
    random = np.random.default_rng(seed)
    player, opponent = np.full(n, START[0]), np.full(n, START[1])
    for _ in range(plies):
        legal = legal_moves(player, opponent)
        goes_on = (legal != 0) | (legal_moves(opponent, player) != 0)
        skipped = (random.random(n) * np.bitwise_count(legal)).astype(np.uint8)
        for index in range(skipped.max(initial=0)):
            legal = np.where(skipped > index, legal & (legal - 1), legal)
        # The number of the lowest square; without one it is `PASS`.
        square = np.bitwise_count((legal & (~legal + 1)) - 1)
        after_move = after(player[goes_on], opponent[goes_on], square[goes_on])
        player[goes_on], opponent[goes_on] = after_move
    return player, opponent


class Games(NamedTuple):
    """The games of a WTHOR file, in its order."""

    #: The year of the games.
    year: int
    #: The number of each tournament, ``uint16`` of shape ``(n,)``; ``wthor_names`` reads the names.
    tournament: NDArray[np.uint16]
    #: The numbers of Black's and White's players, ``uint16`` of shape ``(n, 2)``.
    players: NDArray[np.uint16]
    #: The result as Black's discs, the empties given to the winner, ``uint8`` of shape ``(n,)``.
    black_discs: NDArray[np.uint8]
    #: Black's discs with perfect play from some number of empties on, ``uint8`` of shape ``(n,)``.
    theoretical: NDArray[np.uint8]
    #: The squares of the moves without passes, then ``NO_MOVE``, ``uint8`` of shape ``(n, 60)``. Not checked.
    moves: NDArray[np.uint8]


def wthor_games(data: bytes) -> Games:
    """Reads the games of a WTHOR file (``.wtb``)."""
    return Games(*_native.wthor_games(data))


class Positions(NamedTuple):
    """The positions of games before each move or pass, each of shape ``(n,)``."""

    #: The index of the game in the file.
    game: NDArray[np.uint32]
    #: The discs of the side to move.
    player: Bits
    #: The discs of its opponent.
    opponent: Bits
    #: Whether Black is to move.
    is_black: NDArray[np.bool_]
    #: The move that was played: a square from 0 to 63, or ``PASS``.
    move: NDArray[np.uint8]


def wthor_positions(data: bytes, *, skip_illegal: bool = False) -> Positions:
    """Replays the games of a WTHOR file (``.wtb``).

    ``ValueError`` names the first illegal move; ``skip_illegal`` leaves such games out.
    """
    return Positions(*_native.wthor_positions(data, skip_illegal))


def wthor_names(data: bytes) -> list[str]:
    """Reads the names of a WTHOR file of players (``.jou``) or tournaments (``.trn``), by their numbers."""
    return _native.wthor_names(data)


def _threads(threads: int | None) -> int:
    if threads is None:
        return os.cpu_count() or 1
    if threads < 1:
        raise ValueError("there is at least 1 thread")
    return threads


def _array(values: ArrayLike, dtype: type[np.unsignedinteger], name: str) -> np.ndarray:
    array = np.asarray(values)
    if array.dtype != dtype:
        if array.size and array.dtype.kind not in "iu":
            raise ValueError(f"`{name}` has numbers of type {array.dtype}, not {np.dtype(dtype)}")
        if array.size and (array.min() < 0 or array.max() > np.iinfo(dtype).max):
            raise ValueError(f"`{name}` has numbers that are not {np.dtype(dtype)}")
        array = array.astype(dtype)
    if array.ndim > 1:
        raise ValueError(f"`{name}` has {array.ndim} dimensions, not 1")
    return np.ascontiguousarray(np.atleast_1d(array))


def _boards(player: ArrayLike, opponent: ArrayLike) -> tuple[Bits, Bits]:
    player, opponent = _array(player, np.uint64, "player"), _array(opponent, np.uint64, "opponent")
    return _same_length(player, opponent)


def _with_squares(player: ArrayLike, opponent: ArrayLike, square: ArrayLike) -> tuple[Any, Any, Any]:
    player, opponent, square = _same_length(*_boards(player, opponent), _array(square, np.uint8, "square"))
    return player, opponent, square


def _same_length(*arrays: np.ndarray) -> tuple[Any, ...]:
    lengths = [len(array) for array in arrays if len(array) != 1]
    if len(set(lengths)) > 1:
        raise ValueError(f"arrays of the lengths {' and '.join(map(str, lengths))}")
    length = lengths[0] if lengths else 1
    return tuple(np.ascontiguousarray(np.broadcast_to(array, length)) for array in arrays)
